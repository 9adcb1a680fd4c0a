# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The book of scores, tie-breaks and places says the same in its three languages, by the names that pages use."""

from __future__ import annotations

import re

import pytest

from contracts.tie_breaks import TIE_BREAKS
from services import books
from services.books import Heading, Table
from services.web_gateway import books as pages
from services.web_gateway.words import LANGS

LATIN = str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789")
OTHERS = ("fa", "el")


def kinds(lang):
    return [(type(block).__name__, getattr(block, "level", 0)) for block in books.ranking(lang)]


def tables(lang):
    return [block for block in books.ranking(lang) if isinstance(block, Table)]


def text_of(table):
    return "\n".join(" | ".join(row.cells) for row in table.rows)


@pytest.mark.parametrize("lang", OTHERS)
def test_the_book_has_the_same_blocks_in_every_language(lang):
    assert kinds(lang) == kinds("en")
    for mine, theirs in zip(tables(lang), tables("en"), strict=True):
        assert len(mine.head) == len(theirs.head)
        assert [len(row.cells) for row in mine.rows] == [len(row.cells) for row in theirs.rows]


@pytest.mark.parametrize("lang", OTHERS)
def test_every_table_names_the_same_codes_rules_and_numbers(lang):
    for mine, theirs in zip(tables(lang), tables("en"), strict=True):
        for row, other in zip(mine.rows, theirs.rows, strict=True):
            said, meant = " ".join(row.cells), " ".join(other.cells)
            assert set(re.findall("`([a-z_]+)`", said)) >= set(re.findall("`([a-z_]+)`", meant))
            assert re.findall(r"\b[A-Z]+-\d+\b", said) == re.findall(r"\b[A-Z]+-\d+\b", meant)
    worth = [
        re.sub("[^0-9|\n.-]", "", text_of(t).translate(LATIN).replace("٫", ".").replace(",", "."))
        for t in (tables(lang)[1], tables(lang)[2])
    ]
    assert [re.findall(r"\d+(?:\.\d+)?", w) for w in worth] == [
        re.findall(r"\d+(?:\.\d+)?", re.sub("[^0-9|\n.-]", "", text_of(t))) for t in (tables("en")[1], tables("en")[2])
    ]


@pytest.mark.parametrize("lang", ["en", *OTHERS])
def test_every_tie_break_stands_there_under_the_name_that_the_standings_show(lang):
    rows = {row.cells[0] for table in tables(lang) for row in table.rows}
    for name in TIE_BREAKS:
        assert f"`{name}`: {LANGS[lang].t(f'v.{name}')}" in rows


@pytest.mark.parametrize("lang", OTHERS)
def test_no_heading_and_no_sentence_is_left_in_english(lang):
    script = {"fa": "[\u0600-\u06ff]", "el": "[\u0370-\u03ff]"}[lang]
    for block in books.ranking(lang):
        said = block.text if isinstance(block, Heading) else getattr(block, "text", "")
        assert not said or re.search(script, said), said
    bare = re.sub(r"<code.*?</code>|<bdi>.*?</bdi>|<[^>]*>", "", str(pages.ranking(lang)))
    allowed = {
        "CSV",
        "JSON",
        "SHA",
        "UTF",
        "efectividad",
        "Longana",
        "Sonneborn",
        "Berger",
        "BG",
        "DD",
        "MT",
        "LO",
        "L",
    }
    assert set(re.findall("[A-Za-z]{2,}", bare)) <= allowed
    if lang == "fa":
        assert not re.search("[0-9]", bare)


def test_the_page_of_formulas_is_told_from_right_to_left_with_its_formulas_from_left_to_right():
    shown = str(pages.ranking("fa"))
    assert '<code dir="ltr">300 * (n - p) / (n - 1)</code>' in shown
    assert "<h1>امتیازها، گره‌گشاها و مقام‌ها</h1>" in shown
