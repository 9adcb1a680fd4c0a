"""The rule books in a terminal: `capicua rules`."""

from __future__ import annotations

import re
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text as Line

from services import books
from services.books import Block, Code, Heading, Items, Table, Text

_CODE, _STRONG, _EM, _LINK, _END = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
_STYLES: Final = {_CODE: "cyan", _STRONG: "bold", _EM: "italic", _LINK: "underline"}
_SIGN = re.compile(f"([{_CODE}-{_END}])")
_LRI, _PDI = "\u2066", "\u2069"
_PERSIAN: Final = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


def rules(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="a game, or blocked, the common book", show_default=False)
    ] = None,
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", help="one rule, such as MT-18", show_default=False)
    ] = None,
    lang: Annotated[str, typer.Option(help=", ".join(books.LANGUAGES))] = "en",
) -> None:
    """Print a game's rule book, or one rule; without a game, which books there are."""
    out = Console(soft_wrap=True)
    if name is None:
        for one in books.names():
            out.print(f"{one:16}{books.title(one, lang)}", highlight=False, markup=False)
        return
    name = name.replace("-", "_")
    blocks = books.book(name, lang) if rule is None else books.rule(name, rule, lang)
    for at, block in enumerate(blocks):
        if at:
            out.print()
        _show(block, lang, out, bullets=rule is None)


def _show(block: Block, lang: str, out: Console, *, bullets: bool) -> None:
    match block:
        case Heading(level, text):
            out.print(_line(text, lang, "bold underline" if level == 1 else "bold"))
        case Text(text):
            out.print(_line(text, lang), soft_wrap=not out.is_terminal)
        case Code(text):
            out.print(Line("\n".join(f"    {line}" for line in text.splitlines()), "cyan"), soft_wrap=True)
        case Items(numbered, items):
            for at, item in enumerate(items, start=1):
                mark = f"{at}." if numbered else "•"
                line = Line(f"{mark.translate(_PERSIAN) if lang == 'fa' else mark} " if bullets else "")
                out.print(line.append_text(_line(item.text, lang)), soft_wrap=not out.is_terminal)
        case Table(head, rows):
            grid = Grid()
            named = all(row.cells[0].startswith("`") for row in rows)  # an option, a code: in one piece
            for at, cell in enumerate(head):
                grid.add_column(_line(cell, lang), no_wrap=named and at == 0)
            for row in rows:
                grid.add_row(*(_line(cell, lang) for cell in row.cells))
            out.print(grid, soft_wrap=False)


def _line(text: str, lang: str, style: str = "") -> Line:
    """Give a line in its styles; in Persian what is code keeps its direction."""
    first, last = (_LRI, _PDI) if lang == "fa" else ("", "")
    signed = books.marked(
        text,
        code=lambda inner: f"{_CODE}{first}{inner}{last}{_END}",
        strong=lambda inner: f"{_STRONG}{inner}{_END}",
        em=lambda inner: f"{_EM}{inner}{_END}",
        latin=lambda inner: f"{first}{inner}{last}",
        lang=lang,
        link=lambda inner, name, anchor: f"{_LINK}{inner}{_END} ({first}{name}{anchor}{last})",
    )
    line = Line(style=style)
    styles: list[str] = []
    for part in _SIGN.split(signed):
        if part == _END:
            styles.pop()
        elif part in _STYLES:
            styles.append(_STYLES[part])
        else:
            line.append(part, " ".join(styles))
    return line
