# Persian digits are meant
"""Mexican Train's texts: moves and states read back, what is no state named, a sentence for every refusal."""

from __future__ import annotations

import random

import pytest

from contracts.games import mexican_train
from contracts.games.game import BadNotation, Refusal
from contracts.sentences import of_game, sentence
from services.bots.player import choose
from tests.mexican_train_positions import CHICKEN, MV4, played, random_round, read


@pytest.mark.parametrize("text", ["pass", "draw", "keep", "end", "8-3@A", "0-0@N", "18-17@MT", "8-3@A.L", "9-9@Z.LCR"])
def test_a_move_is_read_back(text):
    assert mexican_train.move_text(mexican_train.parse_move(text)) == text


def test_a_tile_may_be_written_low_half_first():
    assert mexican_train.parse_move("3-8@MT") == mexican_train.parse_move("8-3@MT")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "is no move"),
        ("8-3", "is no move"),
        ("Pass", "is no move"),
        ("8-3@", "names no train"),
        ("8-3@a", "names no train"),
        ("8-3@TM", "names no train"),
        ("8-3@A.", "names no branch"),
        ("8-3@A.X", "names no branch"),
        ("8-3@A.lc", "names no branch"),
        ("8@A", "is no tile"),
        ("19-1@A", "is no tile"),
        ("??@A", "is no tile"),
    ],
)
def test_a_text_that_is_no_move_is_named(text, what):
    with pytest.raises(BadNotation, match=what):
        mexican_train.parse_move(text)


def test_a_state_line_shows_what_a_player_sees():
    s = played(read(MV4), "7-7@B 9-8@MT 7-0@B draw")
    assert mexican_train.write_state(s) == (
        "deal=1 starter=A turn=C drawn=7-4 | A 9>5 : 5-2 6-4 | B 9>7 7>7 7>0 : 6-5 8-1 | C 9>3 3>5 : 4-3 6-0 6-6 7-4"
        " | MT 9>8 | stock 1-1 2-2 3-3"
    )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"double_answer": "chicken_foot", "double_follow_up": "own_double", "block_detection": "immediate"},
        {"players": 9, "own_train_first": True, "drawn_tile_play": "any_eligible", "false_claim_points": 7},
    ],
)
@pytest.mark.slow
def test_every_state_of_a_round_is_read_back(options):
    for seed in range(4):
        for s in random_round(seed, seed + 1, **options):
            text = mexican_train.write_state(s)
            assert mexican_train.read_state(text) == s, text
    s = random_round(1, **options)[0]
    booked = mexican_train.offend(s, s.turn)
    assert mexican_train.read_state(mexican_train.write_state(booked)) == booked
    booked = mexican_train.forfeit(booked, 0)
    assert mexican_train.read_state(mexican_train.write_state(booked)) == booked


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("turn=A", "2 to 14 seats"),
        ("turn=A | A : 1-0", "2 to 14 seats"),
        ("go | A : 1-0 | B : 2-0", "no word of a state"),
        ("turn=A | A : 1-0 | C : 2-0", "expected B"),
        ("turn=C | A : 1-0 | B : 2-0", "names no seat"),
        ("turn=A over=out | A : 1-0 | B : 2-0", "either turn= or over="),
        ("deal=1 | A : 1-0 | B : 2-0", "either turn= or over="),
        ("turn=A deal=11 | A : 1-0 | B : 2-0", "rounds 1 to 10"),
        ("turn=A deal=x | A : 1-0 | B : 2-0", "no number"),
        ("turn=A players=3 | A : 1-0 | B : 2-0", "number of seats"),
        ("turn=A turn=A | A : 1-0 | B : 2-0", "each once"),
        ("turn=A colour=red | A : 1-0 | B : 2-0", "colour"),
        ("turn=A first_turn=never | A : 1-0 | B : 2-0", "first_turn|never"),
        ("turn=A | A 1-0 | B : 2-0", "its train, ':' and its hand"),
        ("turn=A | A 9>5 4>3 : 1-0 | B : 2-0", "does not fit the end 5"),
        ("turn=A | A 9>x : 1-0 | B : 2-0", "no number"),
        ("turn=A | A : 1-0 | B : 1-0", "1-0 is there twice"),
        ("turn=A | A : 9-9 | B : 1-0", "9-9 is there twice"),
        ("turn=A | A : 12-1 | B : 1-0", "not in the double-9 set"),
        ("turn=A drawn=2-0 | A : 1-0 | B : 2-1", "2-0 was drawn"),
        ("turn=A queue=7-7@A | A 9>7 : 1-0 | B : 2-1", "no 7-7 lies at the end A"),
        ("turn=A queue=7-5@A | A 9>7 : 1-0 | B : 2-1", "no double on a train"),
        ("turn=A queue=7-7@Q | A 9>7 : 1-0 | B : 2-1", "no 7-7 lies at the end Q"),
        ("turn=A queue=7-7@A:2 | A 9>7 7>7 : 1-0 | B : 2-1", "is not owed 2"),
        ("turn=A follow=7-7@MT | A 9>7 7>7 : 1-0 | B : 2-1", "no 7-7 lies at the end MT"),
        ("turn=A | A 9>6 6>6 .L 6>2 : 1-0 | B : 2-1", "without double_answer=chicken_foot"),
        (f"turn=A {CHICKEN} | A 9>6 6>6 .C 6>2 : 1-0 | B : 2-1", "they are laid as L, C, R"),
        (f"turn=A {CHICKEN} | A 9>6 .L 6>2 : 1-0 | B : 2-1", "no double bears a branch"),
        (f"turn=A {CHICKEN} | A 9>6 6>6 .L .C 6>2 : 1-0 | B : 2-1", "a branch without a tile"),
        ("turn=A offences=1 | A : 1-0 | B : 2-1", "one number for each seat"),
        ("turn=A first=3 | A : 1-0 | B : 2-1", "more than the seats"),
        ("turn=A lots=A-9-6 | A : 1-0 | B : 2-1", "names no seat"),
        ("turn=A | A : 1-0 | B : 2-1 | MT * 9>1", "no number"),
    ],
)
def test_a_line_that_is_no_state_is_named(line, what):
    with pytest.raises(BadNotation, match=what):
        mexican_train.read_state(line)


def test_a_spoilt_line_is_read_or_named_never_an_accident():
    rng = random.Random(4)
    lines = [
        mexican_train.write_state(s)
        for s in random_round(3, double_answer="chicken_foot", double_follow_up="own_double")[::9]
    ]
    for line in lines:
        for _ in range(60):
            at = rng.randrange(len(line))
            spoilt = line[:at] + rng.choice("-0179>|:*.,=@ALMT ? ") + line[at + rng.randrange(3) :]
            try:
                s = mexican_train.read_state(spoilt)
            except BadNotation:
                continue
            assert mexican_train.read_state(mexican_train.write_state(s)) == s


@pytest.mark.parametrize("lang", ["en", "fa", "el"])
def test_refusals_name_trains_and_doubles(lang):
    s = played(read(MV4), "7-7@B 9-8@MT")
    refusal = mexican_train.refuse(s, 1, mexican_train.parse_move("8-1@MT"))
    said = sentence(refusal, lang, ("Ana", "Bo", "Cy"), of_game("mexican_train/1"))
    assert "7-7" in said.translate(str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789"))
    s = read(MV4)
    refusal = mexican_train.refuse(s, 0, mexican_train.parse_move("5-2@C"))
    assert "Cy" in sentence(refusal, lang, ("Ana", "Bo", "Cy"), of_game("mexican_train/1"))


def test_sentences_in_english():
    def said(s: mexican_train.State, move: str) -> str:
        refusal = mexican_train.refuse(s, s.turn, mexican_train.parse_move(move))
        assert isinstance(refusal, Refusal)
        return sentence(refusal, "en", ("Ana", "Bo", "Cy"), of_game("mexican_train/1"))

    s = read(MV4)
    assert said(s, "6-4@A").startswith("6-4 does not fit your train, which ends in 5.")
    assert said(s, "6-4@MT").startswith("6-4 does not fit the Mexican Train, which ends in 9.")
    assert said(s, "6-4@B").startswith("6-4 does not fit Bo's train, which ends in 7.")
    s = played(s, "7-7@B 9-8@MT")
    assert said(s, "8-1@MT") == ("The 7-7 on your own train comes first: only a 7 on it will do. You can play 7-0@B.")
    s = played(read(MV4.replace("5-2 9-8 7-7 6-4", "6-4")), "draw")
    assert said(s, "6-4@A") == "You drew 7-4: play it or keep it. 6-4 has to wait. Keep it."


@pytest.mark.slow
def test_a_steady_bot_holds_fewer_pips_than_a_random_one():
    held = {"steady": 0, "random": 0}
    for seed in range(16):
        s = random_round(seed, 1 + seed % 13, players=4)[0]
        who = [("steady", "random")[(seat + seed) % 2] for seat in range(4)]
        step = 0
        while s.turn is not None:
            shown = mexican_train.view(s, s.turn)
            move = choose(who[s.turn], shown, shown.moves, f"{seed} {step}")
            s = mexican_train.play(s, mexican_train.parse_move(move))
            step += 1
        for seat, points in enumerate(mexican_train.outcome(s).points):
            held[who[seat]] += points
    assert held["steady"] < held["random"] * 0.8
