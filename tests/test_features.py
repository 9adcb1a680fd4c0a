"""Does docs/features.md keep its word? Every test that it names exists, and nothing is ticked without one."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.needs import ROOT

PAGE = ROOT / "docs" / "features.md"
SECTIONS = ("Entry", "Seating", "Round", "Play and proof", "Standings", "Everywhere")
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in PAGE.read_text().splitlines()
    if line.startswith("|") and not line.startswith(("| |", "|---"))
]


@cache
def names_of(file: str) -> frozenset[str]:
    return frozenset(re.findall(r"^ *(?:async )?def (test_\w+)\(", (ROOT / "tests" / file).read_text(), re.MULTILINE))


def missing(shown: str) -> list[str]:
    """Give what a cell names that is no test of this project."""
    found = []
    for named in re.findall(r"`([^`]+)`", shown):
        file, _, name = named.partition("::")
        if not (ROOT / "tests" / file).is_file() or name not in names_of(file):
            found.append(named)
    return found


def test_the_page_has_every_section():
    assert tuple(re.findall(r"^## (.+)$", PAGE.read_text(), re.MULTILINE)) == SECTIONS
    assert len(ROWS) > 50


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_a_row_is_ticked_by_tests_that_exist_or_visibly_open(row):
    rank, need, _, shown, done = row
    assert rank in {"M", "S"}, need
    assert missing(shown) == [], need
    assert done == "✓" or done.startswith("open"), need
    assert bool(shown) >= (done == "✓"), f"{need}: ticked, and no test shows it"


def test_a_test_that_is_not_there_is_noticed():
    there = "`test_features.py::test_a_test_that_is_not_there_is_noticed`"
    assert missing(there) == []
    assert missing("`test_features.py::test_nothing`, `test_nowhere.py::test_it`") == [
        "test_features.py::test_nothing",
        "test_nowhere.py::test_it",
    ]
