# ruff: noqa: S704  # the books are ours, and every text of theirs is escaped
"""The rule books as pages: HTML in the reader's language, with an anchor per rule that is the same in each."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import lru_cache

from markupsafe import Markup, escape

from services import books
from services.books import Block, Code, Heading, Items, Row, Table, Text
from services.web_gateway.projection import NotKnownError


def names() -> tuple[str, ...]:
    """Give the names of the books."""
    return books.names()


def title(name: str, lang: str) -> str:
    """Give a book's title. NotKnownError when there is no such book."""
    with _known(name):
        return books.title(name, lang)


@lru_cache(maxsize=32)
def book(name: str, lang: str) -> Markup:
    """Give a book as HTML. NotKnownError when there is none of that name."""
    with _known(name):
        return Markup("\n".join(_shown(block, lang) for block in books.book(name, lang)))


@lru_cache(maxsize=256)
def rule(name: str, id: str, lang: str) -> Markup:
    """Give one rule of a book as HTML. NotKnownError when there is none."""
    with _known(name):
        shown = "\n".join(_shown(block, lang) for block in books.rule(name, id, lang))
    return Markup(shown.replace(f' id="{id}"', ""))  # its anchor belongs to the book's own page


@lru_cache(maxsize=3)
def ranking(lang: str) -> Markup:
    """Give the book of points, tie-breaks and places as HTML."""
    return Markup("\n".join(_shown(block, lang) for block in books.ranking(lang)))


@lru_cache(maxsize=1)
def seating() -> Markup:
    """Give the book of formats, seatings and their criteria as HTML, in English."""
    return Markup("\n".join(_shown(block, "en") for block in books.seating()))


@contextlib.contextmanager
def _known(name: str) -> Iterator[None]:
    try:
        yield
    except books.BookError as wrong:
        raise NotKnownError(name) from wrong


def _shown(block: Block, lang: str) -> str:
    match block:
        case Heading(level, text):
            level = min(level, 4)
            return f"<h{level}>{_inline(text, lang)}</h{level}>"
        case Text(text):
            return f"<p>{_inline(text, lang)}</p>"
        case Code(text):
            return f'<pre dir="ltr" tabindex="0"><code>{escape(text)}</code></pre>'
        case Items(numbered, items):
            kind = "ol" if numbered else "ul"
            lines = (f"<li{_anchor(item.id)}>{_inline(item.text, lang)}</li>" for item in items)
            return f"<{kind}>{''.join(lines)}</{kind}>"
        case Table(head, rows):
            cells = "".join(f'<th scope="col">{_inline(cell, lang)}</th>' for cell in head)
            lines = (_row(row, lang) for row in rows)
            return (
                f'<div class="scroll" tabindex="0"><table><thead><tr>{cells}</tr></thead>'
                f"<tbody>{''.join(lines)}</tbody></table></div>"
            )


def _row(row: Row, lang: str) -> str:
    return f"<tr{_anchor(row.id)}>{''.join(f'<td>{_inline(cell, lang)}</td>' for cell in row.cells)}</tr>"


def _anchor(id: str) -> str:
    return f' id="{id}"' if id else ""


def _inline(text: str, lang: str) -> str:
    """Put a line into HTML; code and rules' ids are read from left to right in every language."""
    return books.marked(
        str(escape(text)),
        code=lambda inner: f'<code dir="ltr">{inner}</code>',
        strong=lambda inner: f"<strong>{inner}</strong>",
        em=lambda inner: f"<em>{inner}</em>",
        latin=lambda inner: f"<bdi>{inner}</bdi>",
        lang=lang,
        link=lambda inner, name, anchor: f'<a href="/rules/{name}{anchor}">{inner}</a>',
    )
