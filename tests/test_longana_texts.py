"""Longana's texts: moves and states read back, the book beside the code, a sentence for every refusal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from contracts.games import longana, notation
from contracts.games.game import BadNotation
from contracts.games.longana import BlockedTie, Options
from contracts.sentences import claims, sentence
from contracts.sentences.longana import SENTENCES
from tests.longana_positions import (
    LV1,
    claim_state,
    dealt,
    lv5,
    played,
    random_deal,
)

GAMES = Path(longana.__file__).parent

# --- texts


@pytest.mark.parametrize("text", ["pass", "lead 8-8", "8-3@A", "0-0@D", "9-9@Z", "12-3@A"])
def test_a_move_is_read_back(text):
    assert longana.move_text(longana.parse_move(text)) == text


def test_a_tile_may_be_written_low_half_first():
    assert longana.parse_move("3-8@A") == longana.parse_move("8-3@A")
    assert longana.parse_move("lead 3-8") == longana.parse_move("lead 8-3")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "is no move"),
        ("8-3", "is no move"),
        ("8-3@", "names no arm"),
        ("8-3@a", "names no arm"),
        ("8-3@AB", "names no arm"),
        ("8@A", "is no tile"),
        ("lead QS", "is no tile"),
        ("lead ??", "is no tile"),
        ("Pass", "is no move"),
    ],
)
def test_a_text_that_is_no_move_is_named(text, what):
    with pytest.raises(BadNotation, match=what):
        longana.parse_move(text)


def test_a_state_line_shows_what_a_player_sees():
    s = played(dealt(*LV1, starter=1, number=2, target_score=50), "lead 6-6", "6-3@C", "6-4@D", "6-2@A", "pass")
    assert longana.write_state(s) == (
        "deal=2 rule=L-8 starter=B leader=B hub=6-6 turn=C count=1 target_score=50"
        " | A 6>2 : 1-0 3-2 4-0 5-1 7-7 8-3 9-4"
        " | B #1 : 0-0 2-1 4-2 5-4 7-3 8-5 9-8"
        " | C 6>3 : 2-2 3-0 4-1 5-2 7-5 8-8 9-6"
        " | D 6>4 : 2-0 3-1 4-3 5-3 7-2 8-6 9-7"
    )


def test_every_state_of_a_deal_is_read_back():
    for seed in range(12):
        for s in random_deal(seed, blocked_tie=BlockedTie.SPLIT):
            assert longana.read_state(longana.write_state(s)) == s
    s = longana.offend(claim_state("points", " false_claim_points=7"), 0)
    assert longana.read_state(longana.write_state(s)) == s
    s = longana.forfeit(s, 2)
    assert longana.read_state(longana.write_state(s)) == s
    assert longana.read_state(longana.write_state(lv5(b="?? ??", c="??"))) == lv5(b="?? ??", c="??")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("hub=9-9 turn=A | A : 1-0", "2 to 4 seats"),
        ("hub=9-9 turn=A | A : | B : | C : | D : | E :", "2 to 4 seats"),
        ("hub=9-9 turn=A end=1 | A : 1-0 | B : 2-0", "end"),
        ("hub=9-9 turn=A turn=B | A : 1-0 | B : 2-0", "turn=B"),
        ("hub=9-9 turn=A players=3 | A : 1-0 | B : 2-0", "number of seats, 2"),
        ("hub=9-9 turn A | A : 1-0 | B : 2-0", "'turn' is no word"),
        ("hub=9-8 turn=A | A : 1-0 | B : 2-0", "hub is a double"),
        ("hub=9-9 turn=C | A : 1-0 | B : 2-0", "'C' names no seat"),
        ("hub=9-9 | A : 1-0 | B : 2-0", "either turn= or over="),
        ("hub=9-9 turn=A over=out | A : 1-0 | B : 2-0", "only then"),
        ("hub=9-9 over=won | A : 1-0 | B : 2-0", "won"),
        ("hub=9-9 turn=A rule=L-99 | A : 1-0 | B : 2-0", "L-99"),
        ("hub=9-9 turn=A deal=x | A : 1-0 | B : 2-0", "'x'"),
        ("hub=9-9 turn=A | B : 1-0 | A : 2-0", "expected A"),
        ("hub=9-9 turn=A | A 1-0 | B : 2-0", "expected A"),
        ("hub=9-9 turn=A | A 9>x : 1-0 | B : 2-0", "'x' is no number"),
        ("hub=9-9 turn=A | A #x : 1-0 | B : 2-0", "'x' is no number"),
        ("hub=9-9 turn=A | A 8>1 : 1-0 | B : 2-0", "8>1 does not fit the end 9"),
        ("turn=A | A 8>1 : 1-0 | B : 2-0", "before the lead"),
        ("hub=9-9 turn=A | A : 1-0 | B : 0-1", "1-0 is there twice"),
        ("hub=9-9 turn=A | A 9>1 : 1-0 | B : 9-1", "9-1 is there twice"),
        ("hub=9-9 turn=A | A : 9-9 | B : 9-1", "9-9 is there twice"),
        ("hub=9-9 turn=A | A : 10-9 | B : 9-1", "10-9 is not in the double-9 set"),
        ("hub=9-9 turn=A | A #2 : 1-0 | B : 2-0", "not numbered from #1"),
        ("hub=9-9 turn=A offences=1 | A : 1-0 | B : 2-0", "offences="),
        ("hub=9-9 turn=A | A : QS | B : 2-0", "'QS' is no tile"),
    ],
)
def test_a_line_that_is_no_state_names_what_is_wrong(line, what):
    with pytest.raises(BadNotation, match=what):
        longana.read_state(line)


# --- the book


def ids_named(text: str) -> set[str]:
    """Every rule id in a text, `L-7 to L-9` included."""
    spans = re.findall(r"\bL-(\d+) to L-(\d+)", text)
    return {*re.findall(r"\bL-\d+\b", text), *(f"L-{n}" for a, b in spans for n in range(int(a), int(b) + 1))}


def test_every_rule_of_the_book_is_in_the_code_and_in_a_log_and_none_beside():
    book = re.findall(r"^- \*\*(L-\d+)\*\* ", (GAMES / "longana.md").read_text(), re.MULTILINE)
    assert book == [f"L-{n}" for n in range(1, 36)]
    code_ids = ids_named("".join(path.read_text() for path in sorted(GAMES.glob("longana*.py"))))
    assert code_ids == set(book)
    logs = "".join(log.read_text() for log in (Path(__file__).parent / "golden" / "longana").glob("*.log"))
    assert ids_named(logs) == set(book)


def test_the_books_table_of_codes_is_the_order_of_the_code():
    assert tuple(re.findall(r"^\| `([A-Z_]+)` \|", (GAMES / "longana.md").read_text(), re.MULTILINE)) == longana.CODES


def test_the_books_options_are_those_of_the_code():
    options = (GAMES / "longana.md").read_text().partition("## Options")[2].partition("##")[0]
    assert tuple(re.findall(r"^\| `([a-z_]+)` \|", options, re.MULTILINE)) == Options.__struct_fields__


FACTS = {
    "DEAL_OVER": {"reason"},
    "NOT_YOUR_TURN": {"seat"},
    "TILE_NOT_IN_HAND": {"tile"},
    "LEAD_REQUIRED": set(),
    "ALREADY_LED": {"tile", "hub"},
    "LEAD_NOT_DOUBLE": {"tile"},
    "LEAD_NOT_HIGHEST_DOUBLE": {"tile", "highest"},
    "NO_SUCH_ARM": {"tile", "arm", "arms"},
    "ARM_CLOSED": {"tile", "arm_seat", "end"},
    "NO_MATCH": {"case", "tile", "arm_seat", "end"},
    "NO_MATCH/own": {"case", "tile", "arm_seat", "end"},
    "NOT_FIRST_PASSER": {"tile", "arm_seat", "end", "first_seat"},
    "FALSE_CLAIM": set(),
}


@pytest.mark.parametrize("code", FACTS)
def test_every_refusal_has_a_sentence_in_three_languages_made_of_its_facts(code):
    assert set(SENTENCES) == set(FACTS)
    shared = set(claims.SENTENCES) - {"OTHER_TILE_REQUIRED"}
    assert {key.partition("/")[0] for key in FACTS} | shared == set(longana.CODES)
    assert set(SENTENCES[code]) == {"en", "fa", "el"}
    used = {language: set(re.findall(r"{(\w+)}", text)) for language, text in SENTENCES[code].items()}
    assert all(names <= FACTS[code] for names in used.values())
    seen = [
        step.refusal
        for log in (Path(__file__).parent / "golden" / "longana").glob("*.log")
        for step in notation.read(log.read_text()).steps
        if step.refusal is not None and step.refusal.code == code.partition("/")[0]
    ]
    assert seen
    for refusal in seen:
        assert set(refusal.facts) - {"offers"} == FACTS[code]
        assert len(refusal.facts.get("offers", ())) <= 3


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("6-1@A", "6-1 can't go on Ana's arm. It is closed; until Ana passes only doubles go there."),
        ("6-1@C", "6-1 can't go on Cem's arm. Bo's arm shows a 6 too and was opened earlier."),
        ("3-3@D", "3-3 does not fit your arm, which ends in 2."),
        ("5-2@B", "5-2 does not fit Bo's arm, which ends in 6."),
        ("pass", "You can't pass: one of your tiles fits."),
        ("6-1@E", "There is no arm E at this table. It has 4 arms, one for each player."),
        ("lead 3-3", "9-9 is in the middle already. Put 3-3 on an arm that it fits."),
        ("9-0@D", "You don't hold 9-0."),
    ],
)
def test_a_refusal_is_one_plain_sentence(move, said):
    refusal = longana.refuse(lv5(), 3, longana.parse_move(move))
    assert sentence(refusal, "en", ("Ana", "Bo", "Cem", "Dora"), SENTENCES) == said
