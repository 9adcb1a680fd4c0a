"""Golden logs, one test a file, and the loop between each game's book, its code and its logs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from contracts import sentences
from contracts.games import notation
from contracts.games.game import GAMES, game
from tests import counts, golden_rewrite

GAMES_FOLDER = Path(notation.__file__).parent
PREFIX = {
    "draw_dominoes": "DD",
    "longana": "L",
    "lora": "LO",
    "mexican_train": "MT",
}  # the books' letters for their rules
LEAVES = {"lora": ("cards", "tricks", "layout")}  # files of a game that are not named after it
LOGS = golden_rewrite.logs()
COUNTS = [one for path in counts.files() for one in counts.read(path)]


def book(name: str) -> str:
    return (GAMES_FOLDER / f"{name}.md").read_text(encoding="utf-8")


def code(name: str) -> str:
    files = [*sorted(GAMES_FOLDER.glob(f"{name}*.py")), *(GAMES_FOLDER / f"{leaf}.py" for leaf in LEAVES.get(name, ()))]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def ids(text: str, prefix: str) -> set[str]:
    """Every rule id in a text, those within `DD-24 to DD-26` too."""
    found = set(re.findall(rf"\b{prefix}-\d+\b", text))
    for first, last in re.findall(rf"\b{prefix}-(\d+) to {prefix}-(\d+)\b", text):
        found |= {f"{prefix}-{number}" for number in range(int(first), int(last) + 1)}
    return found


def rules_of(text: str, prefix: str) -> dict[str, str]:
    """The numbered rules of a book: id -> sentence."""
    parts = re.split(rf"^- \*\*({prefix}-\d+)\*\* ", text, flags=re.MULTILINE)[1:]
    return {name: re.split(r"\n(?:\n|- |#)", said)[0] for name, said in zip(parts[::2], parts[1::2], strict=True)}


@pytest.mark.parametrize("path", LOGS, ids=[f"{path.parent.name}/{path.stem}" for path in LOGS])
def test_golden_log(path):
    text = path.read_text(encoding="utf-8")
    for _ in notation.replay(text):
        pass
    assert notation.rewrite(text) == text
    assert text.startswith("#"), "a log says in its first line what it shows"
    assert re.search(r"\b[A-Z]+-\d+", text.split("\n", 1)[0]), "and which rule or vector that is"


def test_a_log_that_is_wrong_is_noticed():
    text = next(path for path in LOGS if path.stem == "DV-01").read_text(encoding="utf-8")
    for right, wrong in (
        ("points 0 0 21 0", "points 0 0 22 0"),
        ("! NO_MATCH", "! NOT_YOUR_TURN"),
        ("S1 6-0R;", "S1 6-0L; S2 draw;"),
        ("totals 0 0 21 0", "totals 0 0 20 0"),
        ("over no", "over target  places 2 2 1 2"),
        ("moves 6-6", "moves 6-5"),
    ):
        assert right in text
        with pytest.raises(notation.BadNotation):
            list(notation.replay(text.replace(right, wrong)))


@pytest.mark.parametrize("one", sorted(GAMES))
def test_every_code_is_seen_in_the_golden_logs(one):
    name = GAMES[one].NAME
    seen = {
        step.refusal.code
        for path in LOGS
        if path.parent.name == name
        for step in notation.replay(path.read_text(encoding="utf-8"))
        if step.refusal is not None
    }
    assert seen == set(GAMES[one].CODES)


@pytest.mark.parametrize("one", sorted(GAMES))
def test_every_code_has_its_sentence_in_every_language(one):
    table = sentences.of_game(one)
    for code_ in (*GAMES[one].CODES, "OPTIONS_CONFLICT"):
        said = [t[code_] for t in (table, *sentences.PLATFORM) if code_ in t]
        assert said, code_
        assert set(said[0]) == set(sentences.LANGUAGES)
    for key in table:
        assert key.split("/")[0] in {*GAMES[one].CODES, "OPTIONS_CONFLICT"}, f"{key} is nobody's code"


@pytest.mark.parametrize("name", sorted(PREFIX))
def test_every_rule_of_the_book_is_in_the_code_or_is_table_manners(name):
    prefix = PREFIX[name]
    rules = rules_of(book(name), prefix)
    assert list(rules) == [f"{prefix}-{number}" for number in range(1, len(rules) + 1)]
    in_code = ids(code(name), prefix)
    assert [rule for rule, said in rules.items() if rule not in in_code and "*table manners*" not in said] == []


@pytest.mark.parametrize("name", sorted(PREFIX))
def test_every_rule_in_the_code_is_in_the_book(name):
    assert ids(code(name), PREFIX[name]) <= set(rules_of(book(name), PREFIX[name]))
    assert ids(code(name), "BG") <= set(rules_of(book("blocked"), "BG"))


def test_every_edge_case_and_vector_of_draw_dominoes_has_its_log_or_test():
    shown = "\n".join(path.read_text(encoding="utf-8") for path in LOGS if path.parent.name == "draw_dominoes")
    shown += (Path(__file__).parent / "test_draw_dominoes.py").read_text(encoding="utf-8")
    shown += (Path(__file__).parent / "test_match.py").read_text(encoding="utf-8")
    wanted = {f"DV-{n}" for n in range(1, 13)} | {f"DR-{n}" for n in range(1, 11)} | {f"DE-{n}" for n in range(1, 23)}
    wanted |= {f"BV-{n}" for n in (1, 2, 3, 4, 9, 11, 12)}  # the others are of other games
    wanted |= {rule for rule, said in rules_of(book("draw_dominoes"), "DD").items() if "*table manners*" not in said}
    assert (
        wanted - (ids(shown, "DV") | ids(shown, "DR") | ids(shown, "DE") | ids(shown, "BV") | ids(shown, "DD")) == set()
    )


def test_every_edge_case_and_vector_of_longana_has_its_log_or_test():
    shown = "\n".join(path.read_text(encoding="utf-8") for path in LOGS if path.parent.name == "longana")
    wanted = {f"LV-{n}" for n in range(1, 14)} | {f"BV-{n}" for n in (5, 6, 9)}
    wanted |= {rule for rule, said in rules_of(book("longana"), "L").items() if "*table manners*" not in said}
    assert wanted - (ids(shown, "LV") | ids(shown, "BV") | ids(shown, "L")) == set()
    tests = (Path(__file__).parent / "test_longana.py").read_text(encoding="utf-8")
    assert set(re.findall(r"^def test_edge_(\d+)_", tests, flags=re.MULTILINE)) == {str(n) for n in range(1, 19)}


def test_every_rule_vector_and_edge_case_of_blocked_deals_has_its_log_or_test():
    shown = "\n".join(path.read_text(encoding="utf-8") for path in LOGS)
    assert ids(shown, "BG") == set(rules_of(book("blocked"), "BG"))
    assert {f"BV-{n}" for n in range(1, 13) if n != 8} <= ids(shown, "BV")  # BV-8 counts pips: test_blocked.py
    tests = (Path(__file__).parent / "test_blocked_table.py").read_text(encoding="utf-8")
    of_mexican_train = {"3", "8", "17"}
    named = set(re.findall(r"^def test_be_(\d+)_", tests, flags=re.MULTILINE))
    assert named == {str(n) for n in range(1, 19)} - of_mexican_train


@pytest.mark.parametrize("name", sorted(PREFIX))
def test_the_logs_in_the_book_can_be_replayed(name):
    for shown in re.findall(r"```\n(game .*?)```", book(name), flags=re.DOTALL):
        assert list(notation.replay(shown))


@pytest.mark.parametrize("one", COUNTS, ids=[f"{one.file}-{one.id}-{one.depth}" for one in COUNTS])
def test_count(one):
    g = game(one.file)
    state = g.read_state(one.state)
    assert counts.count(g, state, one.depth) == one.number, counts.by_first_move(g, state, one.depth)
    if one.number <= 1500:
        assert counts.brute(g, state, one.depth) == one.number
