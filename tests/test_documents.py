"""Do the pages still say what the code does? Their made parts, their links, and the glossary's words."""

from __future__ import annotations

import re

import pytest

from tests.documents import PAGES, PARTS, ROOT, redrawn

MARKDOWN = [*PAGES, ROOT / "CHANGELOG.md", *sorted({*(ROOT / "docs").glob("*.md")} - {*PAGES})]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_made_parts_are_current(page):
    assert redrawn(page.read_text()) == page.read_text(), "run make schema and commit what it redrew"


def test_every_part_that_can_be_made_is_shown_somewhere():
    shown = {name for page in PAGES for name in re.findall(r"<!-- made: ([a-z-]+) -->", page.read_text())}
    assert shown == set(PARTS)


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text())
    broken = [link for link in links if not link.startswith("http") and not (page.parent / link).exists()]
    assert broken == []
