"""The rule books, read: for the pages and the command line alike, in every language that they are written in.

A book is `contracts/games/NAME.md` in English and `NAME.fa.md`, `NAME.el.md` in Persian and Greek. They are written in
a small part of Markdown, and this is its one reader: headings, paragraphs, lists, tables, code. A list's item or a
table's row that begins with a rule's id (`MT-18`, `LP-1`) is that rule.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import Final

import msgspec

LANGUAGES: Final = ("en", "fa", "el")
ID: Final = re.compile(r"\b[A-Z]{1,3}-\d+[a-z]?\b")
"""A rule's id, anywhere in a text."""

_FOLDER: Final = "contracts.games"
_COMMON: Final = "blocked"  # its rules hold in every domino game
_RULE = re.compile(r"\*\*([A-Z]{1,3}-\d+[a-z]?)\*\*")
_ITEM = re.compile(r"(?:[-*]|\d+\.) ")
_LINK = re.compile(r"\[([^\]]+)\]\((\w+)(?:\.[a-z]{2})?\.md(#[\w-]+)?\)")
_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")
_LATIN = re.compile(rf"{ID.pattern}|(?<![&#\w])[A-Za-zÀ-ž][\wÀ-ž.]*(?: [A-Za-zÀ-ž][A-Za-zÀ-ž.]*)*", re.ASCII)
_HELD: Final = "\ue0ff"
_EM = re.compile(r"(?<![\w*])\*([^*]+)\*(?![\w*])")


class BookError(LookupError):
    """There is no such book, rule or language; the message says what there is."""


class Heading(msgspec.Struct, frozen=True):
    """A heading; `level` is 1 for the book's title."""

    level: int
    text: str


class Text(msgspec.Struct, frozen=True):
    """A paragraph on one line."""

    text: str


class Code(msgspec.Struct, frozen=True):
    """Lines that are shown as they stand: moves, hands, a written game."""

    text: str


class Item(msgspec.Struct, frozen=True):
    """An item of a list; `id` is the rule's, empty where it is none."""

    id: str
    text: str


class Items(msgspec.Struct, frozen=True):
    """A list; a numbered one counts from 1."""

    numbered: bool
    items: tuple[Item, ...]


class Row(msgspec.Struct, frozen=True):
    """A row of a table; `id` is the rule's, empty where it is none."""

    id: str
    cells: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """A table with its head."""

    head: tuple[str, ...]
    rows: tuple[Row, ...]


Block = Heading | Text | Code | Items | Table


def names() -> tuple[str, ...]:
    """Give the names of the books."""
    found = (f.name for f in resources.files(_FOLDER).iterdir())
    return tuple(sorted(name.removesuffix(".md") for name in found if re.fullmatch(r"\w+\.md", name)))


def source(name: str, lang: str = "en") -> str:
    """Give a book as it is written. BookError when there is none of that name in that language."""
    if name not in names():
        raise BookError(f"there is no book {name!r}: {', '.join(names())}{_close(name, names())}")
    return (resources.files(_FOLDER) / _file(name, lang)).read_text("utf-8")


def _file(name: str, lang: str) -> str:
    if lang not in LANGUAGES:
        raise BookError(f"the books are not written in {lang!r}: {', '.join(LANGUAGES)}")
    return f"{name}.md" if lang == "en" else f"{name}.{lang}.md"


@lru_cache(maxsize=32)
def book(name: str, lang: str = "en") -> tuple[Block, ...]:
    """Give a book's blocks in order. BookError as `source`."""
    return tuple(_blocks(source(name, lang).splitlines()))


@lru_cache(maxsize=3)
def ranking(lang: str = "en") -> tuple[Block, ...]:
    """Give the blocks of how points, tie-breaks and places are counted. BookError for a language that has none."""
    file = resources.files("contracts") / _file("ranking", lang)
    return tuple(_blocks(file.read_text("utf-8").splitlines()))


@lru_cache(maxsize=1)
def seating() -> tuple[Block, ...]:
    """Give the blocks of how seatings are made and judged: in English alone, it is no game's book."""
    return tuple(_blocks((resources.files("services") / "lobby" / "seating.md").read_text("utf-8").splitlines()))


def title(name: str, lang: str = "en") -> str:
    """Give a book's title. BookError as `source`."""
    return next(block.text for block in book(name, lang) if isinstance(block, Heading))


def rules(name: str, lang: str = "en") -> tuple[str, ...]:
    """Give the ids of a book's rules in order. BookError as `source`."""
    found: list[str] = []
    for block in book(name, lang):
        if isinstance(block, Items):
            found += [item.id for item in block.items if item.id]
        elif isinstance(block, Table):
            found += [row.id for row in block.rows if row.id]
    return tuple(found)


def rule(name: str, id: str, lang: str = "en") -> tuple[Block, ...]:
    """Give one rule: as a list of one item, with the table that it speaks of, or as a table of one row.

    A rule that a game's book does not have is looked up in the common book of blocked deals. BookError names the
    rules that come close, and the book that has the rule.
    """
    wanted = id.upper()
    for where in dict.fromkeys((name, _COMMON)):
        if found := _rule(book(where, lang), wanted):
            return found
    known = rules(name)
    elsewhere = [other for other in names() if wanted in rules(other)]
    if elsewhere:
        raise BookError(f"{wanted} is no rule of {name}: it stands in the book {', '.join(elsewhere)}")
    near = _close(wanted, known)
    raise BookError(f"there is no rule {wanted} in {name}: it has {', '.join(_spans(known))}{near}")


def marked(
    text: str,
    *,
    code: Callable[[str], str],
    strong: Callable[[str], str],
    em: Callable[[str], str],
    link: Callable[[str, str, str], str],
    latin: Callable[[str], str],
    lang: str,
) -> str:
    """Give a line of a book with its marks put into other signs; `link` takes text, book and anchor (`#L-1` or none).

    `latin` is asked about each rule's id outside code and, in Persian, about every Latin word: side by side in a text
    from right to left they would else change places. What the signs of the target must not meet in the text has been
    escaped before.
    """
    held: list[str] = []

    def hold(shown: str) -> str:
        held.append(shown)
        return f"{_HELD}{len(held) - 1}{_HELD}"

    apart = _LATIN if lang == "fa" else ID
    text = _CODE.sub(lambda m: hold(code(m[1])), text)
    text = _LINK.sub(lambda m: hold(link(apart.sub(lambda one: latin(one[0]), m[1]), m[2], m[3] or "")), text)
    text = apart.sub(lambda m: latin(m[0]), text)
    text = _STRONG.sub(lambda m: strong(m[1]), text)
    text = _EM.sub(lambda m: em(m[1]), text)
    return re.sub(f"{_HELD}(\\d+){_HELD}", lambda m: held[int(m[1])], text)


def _close(word: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(word, known, n=3)
    return f" (close to it: {', '.join(near)})" if near else ""


def _spans(ids: tuple[str, ...]) -> list[str]:
    """Put ids in a row together: MT-1 to MT-41."""
    out: list[list[str]] = []
    for one in ids:
        letters, _, number = one.partition("-")
        if out and number.isdecimal() and out[-1][-1] == f"{letters}-{int(number) - 1}":
            out[-1] = [out[-1][0], one]
        else:
            out.append([one])
    return [" to ".join(span) for span in out]


def _rule(blocks: tuple[Block, ...], id: str) -> tuple[Block, ...]:
    for at, block in enumerate(blocks):
        if isinstance(block, Items):
            for item in block.items:
                if item.id == id:
                    after = blocks[at + 1 : at + 2] if item is block.items[-1] else ()
                    return (Items(False, (item,)), *(b for b in after if isinstance(b, Table)))
        elif isinstance(block, Table):
            for row in block.rows:
                if row.id == id:
                    return (Table(block.head, (row,)),)
    return ()


# --- reading


def _blocks(lines: list[str]) -> list[Block]:
    out: list[Block] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = next(n for n in range(at + 1, len(lines)) if lines[n].startswith("```"))
            out.append(Code("\n".join(lines[at + 1 : end])))
            at = end + 1
        elif line.startswith("    "):
            end = at
            while end < len(lines) and lines[end].startswith("    "):
                end += 1
            out.append(Code("\n".join(text[4:].rstrip() for text in lines[at:end])))
            at = end
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            out.append(Heading(level, line.lstrip("# ").strip()))
            at += 1
        elif line.startswith("|"):
            at = _table(lines, at, out)
        elif _ITEM.match(line):
            at = _list(lines, at, out)
        else:
            at = _paragraph(lines, at, out)
    return out


def _numbered(line: str) -> bool | None:
    """Say of a list's line whether it is numbered; None when it is no list's."""
    return line[0].isdecimal() if _ITEM.match(line) else None


def _list(lines: list[str], at: int, out: list[Block]) -> int:
    numbered = _numbered(lines[at])
    items: list[Item] = []
    while at < len(lines) and _numbered(lines[at]) == numbered:
        text = lines[at].split(" ", 1)[1]
        at += 1
        while at < len(lines) and lines[at].startswith("  ") and lines[at].strip():
            text += " " + lines[at].strip()
            at += 1
        found = _RULE.match(text)
        items.append(Item(found[1] if found else "", text))
        if at + 1 < len(lines) and not lines[at].strip() and _numbered(lines[at + 1]) == numbered:
            at += 1
    out.append(Items(bool(numbered), tuple(items)))
    return at


def _table(lines: list[str], at: int, out: list[Block]) -> int:
    rows: list[tuple[str, ...]] = []
    while at < len(lines) and lines[at].startswith("|"):
        rows.append(tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", lines[at].strip().strip("|"))))
        at += 1
    head, *body = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    out.append(Table(head, tuple(Row(row[0] if ID.fullmatch(row[0]) else "", row) for row in body)))
    return at


def _paragraph(lines: list[str], at: int, out: list[Block]) -> int:
    text = []
    while at < len(lines) and lines[at].strip() and not lines[at].startswith(("#", "|", "```")):
        if _ITEM.match(lines[at]):
            break
        text.append(lines[at].strip())
        at += 1
    out.append(Text(" ".join(text)))
    return at
