# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""Every fault of a written record: its code, its sentence in three languages, and what must stay as it is typed."""

from __future__ import annotations

import re

import pytest

from contracts.games import notation
from contracts.games.faults import FAULTS
from contracts.games.game import BadNotation, game
from contracts.games.statements import MAX_BYTES, MAX_LINE, decoded
from contracts.sentences import LANGUAGES, fault_said, sentence
from contracts.table_asks import MAX_MOVE
from services import records
from tests.table_spec import Spec

LINE = "game draw_dominoes/1 seats 2\n"
DEAL = (
    LINE + "deal S0 6-3 5-2 5-1 4-4 3-1 3-0 2-0 | S1 5-5 5-0 4-3 3-3 3-2 1-0 0-0 | "
    "stock 2-1 6-2 6-6 6-5 4-0 2-2 4-2 6-1 1-1 5-4 6-0 4-1 6-4 5-3\n"
)
ON = LINE + "state turn S0 S0 6-6 6-5 S1 5-5 4-4 line 6-3 ends 6|3\n"
LAST = LINE + "state turn S0 S0 6-6 S1 {} line 6-3\nS0 6-6L\n"
ARMS = "game longana/1 seats 2\n"
TRAINS = "game mexican_train/1 seats 2\n"
CARDS = "game lora/1 seats 3\n"
PACK = " ".join(game("lora").pieces(game("lora").Options(players=3)))
TILES = game("mexican_train").dealt(game("mexican_train").Options(players=2), 1)
CHICKEN = "double_answer=chicken_foot double_follow_up=own_double"
DECLARED = "claim_mode=declared"

FOUND = {
    "too-large": b"#" * (MAX_BYTES + 1),
    "utf-16": LINE.encode("utf-16"),
    "byte": b"game longana/1\n\xff",
    "long-line": "x" * (MAX_LINE + 1),
    "meant": LINE + "\u0391 6-6",
    "space": LINE + "S0\u00a06-6",
    "digit": LINE + "S0 \u06f6-6",
    "unseen": LINE + "S0 6\u200e-6",
    "foreign": LINE + "S0 \u0633",
    "empty": "",
    "begins": "deal S0",
    "rules": "game chess/1",
    "option": "game draw_dominoes/1 colour=red",
    "option-word": "game draw_dominoes/1 red",
    "option-twice": "game draw_dominoes/1 pairs=true pairs=false",
    "option-value": "game draw_dominoes/1 pairs=perhaps",
    "option-number": "game draw_dominoes/1 target_points=0",
    "option-range": "game mexican_train/1 players=99",
    "seats": "game draw_dominoes/1 seats 5",
    "seats-options": "game draw_dominoes/1 seats 3 players=2",
    "deals": "game draw_dominoes/1 seats 2 deals 0",
    "number": "game draw_dominoes/1 seats two",
    "number-long": "game draw_dominoes/1 seats 99999999999",
    "number-negative": "game draw_dominoes/1 seats -2",
    "conflict": "game draw_dominoes/1 seats 3 pairs=true\nS0 6-6",
    "no-conflict": LINE + "! OPTIONS_CONFLICT",
    "statement": LINE + "S7 6-6",
    "from-late": DEAL + "from 1 2",
    "from-count": LINE + "from 1 2 3",
    "starter": LINE + "deal starter S5 S0 6-6 | S1 5-5",
    "deal-first": LINE + "deal 0 S0 6-6 | S1 5-5",
    "deal-number": f"{CARDS}deal 99 order {PACK}",
    "deal-hands": LINE + "deal",
    "deal-seats": LINE + "deal S0 6-6 | S2 5-5",
    "deal-count": LINE + "deal S0 6-6 | S1 5-5",
    "deal-pack": f"{CARDS}deal order {PACK.replace('8s', '7s')}",
    "deal-lots": f"{TRAINS}deal lots 9-9 9-8 order {' '.join(TILES)}",
    "carry": f"{CARDS}deal carry S9=queens order {PACK}",
    "not-void": DEAL + "void DD-38",
    "void": LINE + "deal order 6-6 6-6\nS0 6-6",
    "stop": LINE + "stop later",
    "stop-who": LINE + "stop resigned",
    "stopped": DEAL + "stop abandoned\nS1 5-5",
    "no-seat": LINE + "stop resigned S7",
    "nothing-dealt": LINE + "S0 6-6",
    "deal-over": LAST.format("5-5") + "S0 forfeit",
    "not-over": DEAL + "result points 0 0",
    "auto-turn": DEAL + "S0 auto",
    "auto-move": DEAL + "S1 auto 5-0",
    "refused": DEAL + "S1 5-0",
    "other-code": DEAL + "S1 5-0 ! NOT_YOUR_TURN",
    "may-be-played": DEAL + "S1 5-5 ! NOT_YOUR_TURN",
    "may-be-charged": f"{CARDS.rstrip()} illegal_move_policy=penalise\ndeal order {PACK}\nS0 offence LP-6 ! TURN",
    "unscorable": LAST.format("??"),
    "check": DEAL + "= turn S0",
    "tile": LINE + "deal order QS",
    "card": CARDS + "deal order 6-6",
    "move-line": DEAL + "S1 9",
    "move-arms": ARMS + "state hub=9-9 turn=A | A : 1-0 | B : 2-0\nA 9",
    "move-trains": TRAINS + "state turn=A | A : 1-0 | B : 2-0\nA 9",
    "move-cards": f"{CARDS}deal order {PACK}\nS0 9",
    "arm": ARMS + "state hub=9-9 turn=A | A : 1-0 | B : 2-0\nA 1-0@a",
    "train": TRAINS + "state turn=A | A : 1-0 | B : 2-0\nA 1-0@QQ",
    "branch": TRAINS + "state turn=A | A : 1-0 | B : 2-0\nA 1-0@A.X",
    "cut": f"{CARDS}deal order {PACK}\nS0 cut {'9' * 5000}",
    "contract": f"{CARDS}deal order {PACK}\nS0 name spades",
    "card-pair": f"{CARDS}deal order {PACK}\nS0 Qd+Qd",
    "word": ARMS + "state hub=9-9 turn | A : 1-0 | B : 2-0",
    "word-twice": LINE + "state turn S0 S0 6-6 S1 5-5 S1 4-4",
    "part": LINE + "state 6-6",
    "missing": LINE + "state turn S0 S0 6-6",
    "one-word": LINE + "state turn S0 S0 6-6 S1 5-5 end out out",
    "whole": LINE + "state turn S0 S0 6-6 S1 5-5 count many",
    "one-of": LINE + "state turn S0 S0 6-6 S1 5-5 end lost",
    "each-seat": LINE + "state turn S0 S0 6-6 S1 5-5 fouls 1",
    "state-seats": ARMS + "state hub=9-9 turn=A | A : 1-0",
    "state-players": ARMS + "state hub=9-9 turn=A | A : 1-0 | B : 2-0 | C : 3-0",
    "state-turn": ARMS + "state hub=9-9 | A : 1-0 | B : 2-0",
    "state-shown": ARMS + "state hub=9-9 turn=A over=out | A : 1-0 | B : 2-0",
    "state-hands": CARDS + "state contract=minimum | S0 7s | S1 8s",
    "set": LINE + "state turn S0 S0 9-9 S1 5-5",
    "twice": LINE + "state turn S0 S0 6-6 S1 6-6",
    "ends": LINE + "state turn S0 S0 6-6 S1 5-5 line 6-4 ends 4|6",
    "touch": LINE + "state turn S0 S0 6-6 S1 5-5 line 6-4 5-1",
    "hub": ARMS + "state hub=9-8 turn=A | A : 1-0 | B : 2-0",
    "seat-arm": ARMS + "state hub=9-9 turn=A | A 1-0 | B : 2-0",
    "seat-train": TRAINS + "state turn=A | A 1-0 | B : 2-0",
    "lies": TRAINS + "state turn=A | B : 1-0 | A : 2-0",
    "fit": ARMS + "state hub=9-9 turn=A | A 8>1 : 1-0 | B : 2-0",
    "before-lead": ARMS + "state turn=A | A 8>1 : 1-0 | B : 2-0",
    "open-arms": ARMS + "state hub=9-9 turn=A | A #2 : 1-0 | B : 2-0",
    "claim-marks": ARMS + f"state hub=9-9 turn=B {DECLARED} claims=A:pass:5:m0 | A : 1-0 | B : 2-0",
    "rounds": TRAINS + "state deal=11 turn=A | A : 1-0 | B : 2-0",
    "double": TRAINS + "state turn=A queue=7-5@A | A 9>7 : 1-0 | B : 2-1",
    "no-double": TRAINS + "state turn=A queue=7-7@A | A 9>7 : 1-0 | B : 2-1",
    "owed": TRAINS + "state turn=A queue=7-7@A:2 | A 9>7 7>7 : 1-0 | B : 2-1",
    "branch-empty": TRAINS + f"state turn=A {CHICKEN} | A 9>6 6>6 .L .C 6>2 : 1-0 | B : 2-1",
    "branch-foot": TRAINS + f"state turn=A {CHICKEN} | A 9>6 .L 6>2 : 1-0 | B : 2-1",
    "branch-next": TRAINS + f"state turn=A {CHICKEN} | A 9>6 6>6 .C 6>2 : 1-0 | B : 2-1",
    "branch-option": TRAINS + "state turn=A | A 9>6 6>6 .L 6>2 : 1-0 | B : 2-1",
    "drawn": TRAINS + "state turn=A drawn=2-0 | A : 1-0 | B : 2-1",
    "withheld": TRAINS + f"state turn=A must=yes withheld=2-0 {DECLARED} | A : 1-0 | B : 2-1",
    "first": TRAINS + "state turn=A first=3 | A : 1-0 | B : 2-1",
    "both": TRAINS + "state turn=A over=out | A : 1-0 | B : 2-0",
    "undeclared": TRAINS + "state turn=A claimed=yes | A : 1-0 | B : 2-0",
    "claimed": TRAINS + f"state turn=A claimed=yes {DECLARED} | A : 1-0 | B : 2-0",
    "claim-round": TRAINS + f"state turn=A claims=A:pass:5 {DECLARED} | A : 1-0 | B : 2-0",
    "claim": TRAINS + f"state turn=A claims=A:skip:5 {DECLARED} | A : 1-0 | B : 2-0",
    "claim-words": TRAINS + f"state turn=A claims=A:pass:5:x1 {DECLARED} | A : 1-0 | B : 2-0",
    "claim-numbers": TRAINS + f"state turn=A claims=A:pass:five {DECLARED} | A : 1-0 | B : 2-0",
    "card-part": CARDS + "state contract=minimum | heap 7h | S0 7s | S1 8s | S2 9s",
    "layout": CARDS + "state contract=layout | lies 7s 9s | S0 8s | S1 Ts | S2 Js",
    "aside": CARDS + "state contract=minimum | S0 7d | S1 8s | S2 9s",
    "layout-pack": CARDS + "state contract=layout | S0 7s | S1 8s | S2 9s",
    "hands-turn": CARDS + "state contract=minimum | S0 7s | S1 8s 9s | S2 Ts",
    "is-over": CARDS + "state contract=minimum | S0 - | S1 - | S2 -",
}
"""code -> a record with this fault, its first one."""
ELSEWHERE = {"move-long", "deal-size"}
"""Codes that no record can have: below."""

ISOLATED = re.compile("\u2068.*?\u2069")


def fault_of(raw: bytes | str) -> BadNotation | None:
    try:
        text = decoded(raw if isinstance(raw, bytes) else raw.encode())
    except BadNotation as fault:
        return fault
    return notation.read(text).error


def test_every_code_has_a_record_here():
    assert {f"notation/{code}" for code in FOUND} | {f"notation/{code}" for code in ELSEWHERE} == set(FAULTS)


@pytest.mark.parametrize("code", FOUND)
def test_a_record_with_the_fault_is_told_so_in_each_language(code):
    fault = fault_of(FOUND[code])
    assert fault is not None
    assert fault.code == f"notation/{code}"
    assert fault.line >= 1
    assert fault.column >= 1
    said = {lang: records.check(FOUND[code], lang).faults[0] for lang in LANGUAGES}
    assert {(one.line, one.column) for one in said.values()} == {(fault.line, fault.column)}
    assert len({one.message for one in said.values()}) == len(LANGUAGES)
    assert not any("–" in one.message for one in said.values()), "a fact is missing"
    assert re.search("[\u0370-\u03ff]", said["el"].message)
    told = fault_said(fault.code, fault.facts, "fa")
    assert not re.search("[0-9]", ISOLATED.sub("", told).replace("UTF-8", "").replace("UTF-16", "")), told
    assert told.count("\u2068") == told.count("\u2069")


def test_what_is_to_be_typed_stays_latin_and_counts_take_the_readers_digits():
    told = records.check(DEAL + "S1 9", "fa").faults[0].message
    assert "«\u20689\u2069» حرکت نیست" in told
    assert "\u2068`6-5L`\u2069" in told
    assert "۳ مجموع" in records.check(FOUND["from-count"], "fa").faults[0].message.replace("\u2068", "").replace(
        "\u2069", ""
    )
    assert "9" in records.check(DEAL + "S1 9", "el").faults[0].message


def test_a_refused_move_is_told_as_its_player_would_be_told():
    """A record that has a move wrong is answered by the game's own sentence, with the code that a record may name."""
    for lang, part in (("en", "5-5"), ("fa", "۵-۵"), ("el", "5-5")):
        told = records.check(FOUND["refused"], lang).faults[0].message
        assert "WRONG_OPENING_TILE" in told
        assert part in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_player_whose_move_cannot_be_read_is_told_in_his_language(lang):
    spec = Spec().open().sit().deal()
    spec.play("castle").refused("move/notation")
    said = sentence(spec.answer, lang)
    assert fault_said("notation/move-line", {"text": "castle"}, lang) in said
    assert spec.answer.facts["error"] == str(BadNotation("notation/move-line", text="castle"))
    spec.play("x" * (MAX_MOVE + 1)).refused("move/notation")
    assert fault_said("notation/move-long", {"most": MAX_MOVE}, lang) in sentence(spec.answer, lang)


def test_a_refusal_of_an_older_version_still_says_its_english_sentence():
    spec = Spec().open().sit().deal()
    spec.play("castle").refused("move/notation")
    facts = {name: value for name, value in spec.answer.facts.items() if name == "error"}
    old = type(spec.answer)("move/notation", facts=facts)
    assert "castle" in sentence(old, "fa")


def test_a_deal_of_another_table_is_named():
    from contracts.games import match as matches

    two, three = (game("draw_dominoes").Options(players=n) for n in (2, 3))
    over = notation.read(LAST.format("5-5")).state
    with pytest.raises(BadNotation) as caught:
        matches.score(game("draw_dominoes"), two, matches.begin(game("draw_dominoes"), three), over)
    assert caught.value.code == "notation/deal-size"
