"""Does the README keep its word? Its Python runs, its commands and verbs exist, and it stays short."""

from __future__ import annotations

import doctest
import re

from contracts.games.game import GAMES
from tests.needs import ROOT

README = (ROOT / "README.md").read_text()


def test_the_python_in_the_readme_runs_as_shown():
    (block,) = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    example = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    report: list[str] = []
    failed, tried = doctest.DocTestRunner(verbose=False).run(example, out=report.append)
    assert tried >= 8
    assert not failed, "".join(report)


def test_it_can_be_read_in_one_go():
    assert len(README.splitlines()) <= 150


def test_every_verb_that_it_names_is_in_the_makefile_and_in_help():
    makefile = (ROOT / "Makefile").read_text()
    verbs = set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE))
    named = set(re.findall(r"`?make ([a-z]+)", README))
    assert named <= verbs
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert set(phony.split()) == verbs


def test_every_game_is_in_it_with_its_book():
    for game in GAMES.values():
        assert f"(contracts/games/{game.NAME}.md)" in README
