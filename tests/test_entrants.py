# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""Is a list of entrants taken whole, or refused with the line and column of its first fault?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import entrants
from contracts.entrants import MAX_ENTRANTS, EntrantsError, clean, name_key, read_entrants, row_fault
from contracts.sentences import sentence
from contracts.sentences.entrants import SENTENCES
from contracts.tournament import EntrantRow

LIST = Path(__file__).parent / "data" / "entrants.csv"


def test_the_list_that_comes_with_the_project():
    rows = read_entrants(LIST.read_bytes())
    assert len(rows) == 24
    assert rows[0] == EntrantRow(name="Ana Ruiz", club="Peña del Puerto")
    assert rows[11].club == "Domino & Card, Cork"
    assert {row.bot for row in rows} == {"", "steady"}
    scripts = "".join(row.name for row in rows)
    assert "Ελένη" in scripts
    assert "نگار" in scripts


@pytest.mark.parametrize(
    ("data", "line", "column", "word"),
    [
        (b"", 1, 1, "no entrants"),
        (b"name,club,bot\n", 2, 1, "no entrants"),
        (b"nome,club,bot\nAna,,\n", 1, 1, "'nome'"),
        (b"name,club,robot\nAna,,\n", 1, 3, "'robot'"),
        (b"name,club,name\nAna,,\n", 1, 3, "twice"),
        (b"club,bot\nX,\n", 1, 1, "no 'name'"),
        (b"name,club,bot\nAna,,\n,Hafez,\n", 3, 1, "empty"),
        (b"club,name\nHafez,\n", 2, 2, "empty"),
        (b"name,club,bot\nAna,,\nBo,,\n\n ana ,,\n", 5, 1, "see line 2"),
        ("name\nΝίκος\nΝΊΚΟΣ\n".encode(), 3, 1, "see line 2"),
        (b"name,club,bot\nAna,,\nBo,\xe9,\n", 3, 2, "byte 4"),
        ("name\nنگار\n".encode("utf-16"), 1, 1, "UTF-8"),
        (b"name,club,bot\nAna,,,4\n", 2, 4, "4 fields"),
        (b"name,club,bot\nAna,,Very Strong\n", 2, 3, "strength"),
        (b'name,club,bot\nAna,"x,\nBo,,\n', 2, 1, "CSV"),
        (b"name\n" + b"x" * 81 + b"\n", 2, 1, "80"),
        (b"name,club\nAna," + b"x" * 81 + b"\n", 2, 2, "80"),
        (b"name\nAna\x07\n", 2, 1, "U+0007"),
        ("name\nAna\u202e\n".encode(), 2, 1, "U+202E"),
        (b"name\n" + b"x" * (10 << 20), 1, 1, "bytes"),
        (b"name\n" + "".join(f"P{n}\n" for n in range(MAX_ENTRANTS + 1)).encode(), MAX_ENTRANTS + 2, 1, "1200"),
    ],
)
def test_a_fault_is_named_with_its_place(data, line, column, word):
    with pytest.raises(EntrantsError) as caught:
        read_entrants(data)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert word in str(caught.value)
    assert str(caught.value).startswith(f"Line {line}, column {column}: ")


@pytest.mark.parametrize(
    ("data", "fa", "el"),
    [
        (
            b"name\nAna\nana\n",
            "سطر ۳، ستون ۱: ana دو بار آمده است: سطر ۲ را ببینید.",
            "Γραμμή 3, στήλη 1: δύο φορές στον κατάλογο: ana. Δείτε τη γραμμή 2.",
        ),
        (b"name\n\n", "سطر ۳، ستون ۱: در فهرست کسی نیست.", "Γραμμή 3, στήλη 1: ο κατάλογος είναι κενός."),
    ],
)
def test_a_fault_is_told_in_the_reader_s_language(data, fa, el):
    with pytest.raises(EntrantsError) as caught:
        read_entrants(data)
    refusal = caught.value.refusal
    assert re.sub("[\u2068\u2069]", "", sentence(refusal, "fa")) == fa
    assert sentence(refusal, "el") == el
    assert sentence(refusal, "en") == str(caught.value)


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b"name\nAna\x07\n", "U+0007"),
        (b"name\n\xff\n", "0xFF"),
        (b"name\nAna 2\nAna 2\n", "Ana 2"),
        (b"name,club2\n", "club2"),
    ],
)
def test_what_was_written_is_shown_as_it_was_written(data, shown):
    """Persian digits are for numbers: a code point, a byte or somebody's name with a number stay as they are."""
    with pytest.raises(EntrantsError) as caught:
        read_entrants(data)
    for lang in ("en", "fa", "el"):
        assert shown in sentence(caught.value.refusal, lang)


def test_every_fault_has_its_own_sentence():
    """Each case that the reader names is in the table, and each in the table is named by the reader."""
    source = Path(entrants.__file__).read_text()
    named = set(re.findall(r'EntrantsError\(.*?, "([a-z/-]+)"', source))
    named |= {
        f"{field}{why}" for field in ("name", "club", "apart", "partner") for why in ("", "/long", "/control")
    } | {"bot", "house", "paid"}
    assert {f"entrants/list/{case}" for case in named} | {"entrants/list"} == set(SENTENCES)


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfname,club,bot\r\nAna  Ruiz,A,\r\nBo,,Steady\r\n",
        b"Name;Club;Bot\nAna Ruiz;A\nBo;;steady",
        b"name\tclub\tbot\nAna Ruiz\tA\t\n\n\t\t\nBo\t\tsteady\n",
        b'bot,name,club\n,"Ana Ruiz",A\nsteady,Bo\n',
    ],
)
def test_what_spreadsheets_write_is_taken(data):
    assert read_entrants(data) == (EntrantRow(name="Ana Ruiz", club="A"), EntrantRow(name="Bo", bot="steady"))


def test_a_line_end_within_a_name_is_named():
    with pytest.raises(EntrantsError, match=r"Line 3, column 2: .*U.000A"):
        read_entrants(b'bot,name\n,Bo\n,"Ana\nRuiz"\n')


def test_names_are_compared_as_people_read_them():
    same = ("Ana Ruiz", " ana  RUIZ ", "Ａｎａ Ruiz", "ANA\u00a0RUIZ")
    assert len({name_key(name) for name in same}) == 1
    assert name_key("Straße") == name_key("STRASSE")
    assert name_key("نیک\u200cپور") == name_key("نیکپور")
    assert name_key("Ana") != name_key("Anna")


@given(st.text(max_size=100))
def test_a_name_that_is_taken_can_be_written_and_read_again(name):
    if row_fault(EntrantRow(name=name)) is None:
        quoted = '"' + name.replace('"', '""') + '"'
        assert read_entrants(f"name\n{quoted}\n".encode())[0].name == clean(name)


@given(st.binary(max_size=200))
def test_any_bytes_are_taken_or_named(data):
    for given_ in (data, b"name,club,bot\n" + data):
        try:
            assert read_entrants(given_)
        except EntrantsError as e:
            assert e.line >= 1
            assert e.column >= 1
