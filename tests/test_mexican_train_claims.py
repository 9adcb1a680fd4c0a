"""Mexican Train with hands that nobody knows: unseen tiles, claims, exposure (BG-16, BG-17)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.games import match as matches
from contracts.games import mexican_train
from contracts.games.blocked import ClaimMode, FalseClaimPenalty
from contracts.games.claims import Verdict, verdict
from contracts.games.game import BadNotation, Deal, Reason, Void
from contracts.games.mexican_train import Draw, Lay, Options, Pass, Show, State
from contracts.games.pieces import UNSEEN
from services.bots.player import STRENGTHS, choose
from tests.examples import examples
from tests.mexican_train_positions import CHICKEN, begun, code, marked, played, read, texts

DECLARED = "claim_mode=declared"
FEW = examples(25)


def declared(**options: Any) -> Options:
    return msgspec.convert({"players": 2, "claim_mode": "declared"} | options, Options)


def unseen_round(players: int = 2, starter: int = 0, number: int = 1, **options: Any) -> State:
    """A round of which nobody has entered anything but who starts."""
    chosen = declared(players=players, **options)
    unknown = ("??",) * len(mexican_train.dealt(chosen, number))
    s = mexican_train.start(chosen, Deal(unknown, number, starter))
    assert isinstance(s, State)
    return s


def charged(s: State, seat: int) -> State:
    assert mexican_train.chargeable(s, seat, "BG-18") is None
    return mexican_train.charge(s, seat, "BG-18")


def claims(s: State) -> list[str]:
    """What the outcome tells of the claims."""
    found = mexican_train.outcome(s).facts["claims"]
    assert isinstance(found, tuple)
    return list(found)


# --- hands that are not known


def test_bg_17_a_round_is_dealt_unseen_and_its_starter_is_entered():
    s = unseen_round(3, starter=2)
    assert (s.turn, s.starter, s.lots, s.first) == (2, 2, (), 3)
    assert s.hands == ((UNSEEN,) * 8,) * 3
    assert s.boneyard == (UNSEEN,) * 30
    assert texts(s) == [*(f"9-{n}@C" for n in range(9)), "draw"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda o: ("??", *o), "surplus"),
        (lambda o: ("??", *o[2:]), "missing"),
        (lambda o: ("??", "9-9", *o[2:]), "engine"),
        (lambda o: ("??", o[2], *o[2:]), "duplicate"),
        (lambda o: ("??", "12-0", *o[2:]), "foreign"),
    ],
)
def test_bg_17_some_tiles_may_be_known_and_what_is_known_is_checked(change, fault):
    whole = mexican_train.dealt(declared(), 1)
    s = mexican_train.start(declared(), Deal(("??", *whole[1:-1], "??"), 1, 0))
    assert s.hands[0][-1] == UNSEEN == s.boneyard[-1]
    assert mexican_train.moves(s)[-2:] == (Lay(mexican_train.parse_move("9-8@A").tile, 0), Draw())
    void = mexican_train.start(declared(), Deal(change(whole), 1, 0))
    assert isinstance(void, Void)
    assert void.facts["fault"] == fault
    enforced = mexican_train.start(Options(players=2), Deal(whole, 1, 0))
    assert isinstance(enforced, State)
    with pytest.raises(BadNotation):
        mexican_train.start(Options(players=2), Deal(("??", *whole[1:]), 1, 0))


def test_bg_17_a_tile_is_in_the_hand_unless_it_is_known_to_be_elsewhere():
    s = read(f"turn=A {DECLARED} | A 9>5 : 5-2 ?? | B * 9>7 : 5-3 | MT 9>8 | stock 5-4 ??")
    for tile, elsewhere in (("5-3", "hand"), ("5-4", "boneyard"), ("9-5", "table"), ("12-5", "no set"), ("9-9", "up")):
        assert code(s, f"{tile}@A") == "TILE_NOT_IN_HAND", elsewhere
    after = played(s, "5-1@A")
    assert [str(t) for t in after.hands[0]] == ["5-2"]
    after = played(s, "5-2@A")
    assert after.hands[0] == (UNSEEN,)
    assert code(read(f"turn=A {DECLARED} | A 9>5 : 5-2 | B 9>4 : ??"), "5-1@A") == "TILE_NOT_IN_HAND"


def test_bg_17_a_hand_is_empty_by_its_count():
    s = played(read(f"turn=A {DECLARED} | A 9>5 : ?? | B 9>7 : ?? ??"), "5-1@A")
    assert (s.over, s.turn) == (Reason.OUT, 1)


def test_mt20_an_unknown_drawn_tile_is_the_one_that_is_placed_or_it_is_kept():
    line = f"{{o}} turn=A {DECLARED} | A 9>5 : 6-4 ?? | B * 9>7 : ?? | stock ?? ??"
    s = played(read(line), "draw")
    assert s.drawn == UNSEEN
    assert (texts(s)[0], texts(s)[-1], len(texts(s))) == ("5-0@A", "keep", 10)
    codes = {m: code(s, m) for m in ("6-4@MT", "7-5@B", "draw", "pass", "end", "5-1@A")}
    assert codes == {
        "6-4@MT": "ONLY_DRAWN_TILE", "7-5@B": "DRAWN_TILE_OWN_TRAIN", "draw": "ALREADY_DREW", "pass": "ALREADY_DREW",
        "end": "NOT_IN_CHAIN", "5-1@A": None,
    }  # fmt: skip
    assert [str(t) for t in played(s, "5-1@A").hands[0]] == ["6-4", "??"]
    anywhere = played(read(line, "drawn_tile_play=any_eligible"), "draw")
    assert (code(anywhere, "7-0@B"), code(anywhere, "7-5@B")) == (None, None)
    first = played(read(line, "drawn_tile_play=any_eligible own_train_first=true"), "draw")
    assert (code(first, "7-0@B"), code(first, "7-5@B"), code(first, "7-5@A")) == (None, "OWN_TRAIN_FIRST", None)


def test_mt18_own_train_first_binds_as_far_as_hands_are_known():
    line = f"turn=A {DECLARED} own_train_first=true | A 9>5 : {{}} ?? | B * 9>7 : ?? | MT 9>8 | stock ??"
    s = read(line.format("6-4"))
    assert (code(s, "7-0@B"), code(s, "7-5@B"), code(s, "8-5@MT")) == (None, "OWN_TRAIN_FIRST", "OWN_TRAIN_FIRST")
    assert [m for m in texts(s) if m[:3] in {"7-5", "7-0"}] == ["7-0@B", "7-5@A"]
    assert "offers" not in mexican_train.refuse(s, 0, mexican_train.parse_move("7-5@B")).facts  # nobody knows them
    s = read(line.format("5-4"))
    assert code(s, "7-0@B") == "OWN_TRAIN_FIRST"
    assert all(m.endswith("@A") or m == "draw" for m in texts(s))


def test_bg_17_the_server_forces_no_move_and_moves_for_no_unseen_hand():
    s = played(read(f"turn=A {DECLARED} | A 9>5 : 6-4 | B 9>7 : 8-1 | stock 7-4 1-1"), "draw")
    assert texts(s) == ["keep"]
    assert matches.forced(mexican_train, s) is None
    s = played(begun(2, "9-4 8-7 8-6 8-5 8-3 8-2 8-1 8-0", claim_mode="declared"), "9-4@A")
    assert texts(s) == ["end"]
    assert matches.forced(mexican_train, s) is None
    assert not mexican_train.unseen(s, 0)
    for move, then in (("", "draw"), ("9-5@A", "end"), ("draw", "keep"), ("9-5@A 5-5@A", "draw")):
        s = played(unseen_round(), move) if move else unseen_round()
        assert mexican_train.unseen(s, 0)
        assert str(mexican_train.auto_move(s)) == then
    s = read(f"turn=A {DECLARED} | A 9>5 : 5-1 ?? | B 9>7 : ??")
    assert str(mexican_train.auto_move(s)) == "5-1@A"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_bots_choose_among_what_an_unseen_hand_may_hold(strength):
    s = unseen_round(3)
    step = 0
    while s.turn is not None:
        step += 1
        seen = mexican_train.view(s, s.turn)
        move = mexican_train.parse_move(choose(strength, seen, seen.moves, str(step)))
        assert mexican_train.refuse(s, s.turn, move) is None
        s = mexican_train.play(s, move)
    assert mexican_train.outcome(s) is not None


# --- what is offered and believed


def test_bg_17_drawing_or_passing_is_always_offered_save_where_the_order_of_acts_forbids_it():
    line = f"turn=A {DECLARED} | A 9>5 : 5-1 5-5 8-8 | B 9>7 : 7-0{{}}"
    assert texts(read(line.format(" | stock 1-1"))) == ["5-1@A", "5-5@A", "draw"]
    s = read(line.format(""))
    assert texts(s) == ["5-1@A", "5-5@A", "pass"]
    assert (code(s, "draw"), code(read(line.format(" | stock 1-1")), "pass")) == (
        "BONEYARD_EMPTY",
        "BONEYARD_NOT_EMPTY",
    )
    s = played(s, "5-5@A")
    assert texts(s) == ["5-1@A", "pass"]  # a follow-up is owed: whether he can is his to say
    chain = played(begun(2, "9-5 5-1 5-5", claim_mode="declared"), "9-5@A")
    assert texts(chain) == ["5-1@A", "5-5@A", "end"]
    assert (code(chain, "draw"), code(chain, "pass")) == ("NOT_IN_CHAIN", "NOT_IN_CHAIN")
    assert mexican_train.refuse(chain, 0, Draw()).facts["case"] == "claim"


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("turn=A | A 9>5 : 8-8 | B 9>7 : 1-0 | C * 9>4 : 1-1 | MT 9>3", (3, 4, 5)),  # own, marked, Mexican
        ("turn=A | A : 8-8 | B * : 1-0 | MT 9>3", (3, 9)),  # the engine's number where no tile lies
        ("turn=A first=1 | A : 8-8 | B * 9>7 : 1-0 | MT 9>3", (9,)),  # a first turn: the own train alone
        ("turn=A queue=7-7@B,3-3@MT | A 9>5 : 8-8 | B 9>7 7>7 : 1-0 | MT 9>3 3>3", (7,)),  # owed: the first double
        ("turn=A laid=1 follow=5-5@A queue=5-5@A | A 9>5 5>5 : 8-8 | B * 9>7 : 1-0", (5, 7, 9)),  # anywhere
        ("turn=A laid=1 follow=5-5@A queue=5-5@A double_follow_up=own_double | A 9>5 5>5 : 8-8 | B * : 1-0", (5,)),
        (f"turn=A {CHICKEN} | A 9>6 6>6 .L 6>2 .C 6>1 .R 6>0 : 8-8 | B : 7-7 | MT 9>3", (0, 1, 2, 3)),
    ],
)
def test_bg_16_a_claim_is_about_the_ends_that_he_may_use_then(line, numbers):
    s = read(line.replace("turn=A", f"turn=A {DECLARED}"))
    claim = played(s, "pass").claims[0]
    assert (claim.seat, claim.kind, claim.numbers) == (0, "pass", numbers)


def test_bg_17_and_bv_10_a_pass_is_believed_and_judged_when_hands_are_exposed():
    s = read(f"turn=A {DECLARED} | A 9>3 : 6-2 7-7 | B 9>6 : 5-4 8-7 | MT 9>1")
    s = played(s, "pass pass")
    assert (s.count, marked(s), texts(s)) == (1, "AB", ["6-2@B", "pass"])
    assert played(s, "6-2@B").count == 0
    s = played(s, "pass")
    assert s.over is Reason.BLOCKED
    assert claims(s) == ["A:pass:true", "B:pass:true", "A:pass:false:c:warning"]


def test_bv_7_the_same_block_with_unseen_hands():
    names = ("A", "B", "C")
    hands = {
        "A": "8-8 8-7 8-1 7-5 7-0 6-6 5-2 5-1 3-3 3-0 2-1 1-1", "B": "8-0 7-1 6-5 6-2 6-0 5-0 3-2 3-1 2-2 2-0 1-0 0-0",
        "C": "8-6 8-5 8-3 8-2 7-7 7-6 7-3 7-2 6-3 6-1 5-5 5-3",
    }  # fmt: skip
    unknown = " ".join(["??"] * 12)
    s = read(
        f"turn=A {DECLARED} | A * 9>0 0>4 4>1 1>9 9>2 2>4 : {unknown} | B 9>3 3>4 4>5 5>9 9>6 6>4 : {unknown}"
        f" | C 9>7 7>4 : {unknown} | MT 9>8 8>4 4>4 4>9"
    )
    s = played(s, "pass", "pass", "pass", "pass", "pass")
    assert (s.count, s.over, s.turn, mexican_train.outcome(s)) == (3, Reason.BLOCKED, 0, None)
    for name in names:
        for tile in hands[name].split():
            assert mexican_train.seat_name(s.turn) == name
            s = shown(s, tile)
    ended = mexican_train.outcome(s)
    assert (ended.reason, ended.points, ended.winners, ended.rule) == (Reason.BLOCKED, (98, 62, 128), (1,), "MT-37")


# --- exposure


def shown(s: State, *tiles: str) -> State:
    for tile in tiles:
        m = mexican_train.parse_move(f"show {tile}")
        assert mexican_train.refuse(s, s.turn, m) is None, tile
        assert m in mexican_train.moves(s)
        s = mexican_train.play(s, m)
    return s


def test_bg_17_hands_are_shown_tile_by_tile_and_only_where_something_is_unseen():
    line = f"turn=A {DECLARED} | A 9>5 : 5-1 | B 9>7 : {{}} | C 9>6 : {{}} | stock ??"
    assert played(read(line.format("8-2", "6-6")), "5-1@A").turn is None
    s = played(read(line.format("8-2 ??", "?? ??")), "5-1@A")
    assert (s.over, s.turn, mexican_train.outcome(s)) == (Reason.OUT, 1, None)
    public = mexican_train.view(s, None)
    assert (public.showing, public.owed, public.first_turn, public.moves) == (True, False, False, ())
    assert public.hands == ((), ("8-2", "??"), ("??", "??"))
    assert mexican_train.view(s, 1).moves[:3] == ("show 0-0", "show 1-0", "show 1-1")
    assert {code(s, m) for m in ("draw", "pass", "keep", "end", "6-6@B")} == {"SHOW_REQUIRED"}
    assert code(s, "show 6-6", "C") == "NOT_YOUR_TURN"
    assert {code(s, f"show {t}") for t in ("8-2", "5-1", "9-5", "9-9", "12-1")} == {"TILE_NOT_IN_HAND"}
    s = shown(s, "6-6")
    assert (s.turn, code(s, "show 6-6")) == (2, "TILE_NOT_IN_HAND")
    s = shown(s, "4-4", "0-0")
    assert (s.turn, mexican_train.outcome(s).points) == (None, (0, 22, 8))
    assert code(s, "show 3-3", "C") == "ROUND_OVER"
    assert code(unseen_round(), "show 3-3") == "NOTHING_TO_SHOW"


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("8-8 6-4", "A:draw:true"),
        ("8-8 5-4", "A:draw:unknown"),  # 5-4 may be what he drew
        ("5-5 5-4", "A:draw:false:b:warning"),  # he drew one tile, two fit
    ],
)
def test_bg_17_a_draw_is_judged_by_what_must_have_been_in_the_hand(hand, found):
    s = played(read(f"turn=A {DECLARED} | A 9>5 : ?? | B 9>7 : ?? | stock ?? ??"), "draw keep 7-0@B")
    assert claims(shown(s, *hand.split())) == [found]


def test_bg_17_a_drawn_tile_that_is_placed_at_once_is_known():
    line = f"turn=A {DECLARED} | A 9>5 : ?? ?? | B 9>7 : ?? ?? | stock ?? ??"
    s = played(read(line), "draw 5-1@A 7-0@B 1-0@A 0-0@B")
    assert s.over is Reason.OUT
    assert claims(shown(s, "6-5")) == ["A:draw:false:b:warning"]  # the tile that he drew was 5-1
    assert claims(shown(s, "6-2")) == ["A:draw:true"]
    s = played(read(line), "draw keep 7-0@B 5-1@A 0-0@B")
    assert s.over is Reason.OUT
    assert claims(shown(s, "6-2", "4-4")) == ["A:draw:unknown"]  # 5-1 may be the tile that he drew


def test_bg_17_tiles_placed_since_count_as_held():
    s = read(f"turn=A {DECLARED} | A 9>5 : ?? ?? | B 9>7 : ?? | C 9>6 : ??")
    s = played(s, "pass pass pass")
    s = played(s, "5-1@A pass")
    s = played(s, "6-0@C")
    assert s.over is Reason.OUT
    assert claims(shown(s, "2-2", "3-3")) == [
        "A:pass:false:b:warning", "B:pass:true", "C:pass:false:b:warning", "B:pass:true"
    ]  # fmt: skip


# --- what may be seen


def test_no_view_tells_a_false_claim_from_a_true_one_before_the_end():
    line = f"turn=A {DECLARED} | A 9>5 : {{}} 4-4 | B 9>7 : 8-8 | stock 1-1 2-2"
    true, false = (played(read(line.format(tile)), "draw keep") for tile in ("6-3", "5-3"))
    for viewer in (1, None):
        assert mexican_train.view(true, viewer) == mexican_train.view(false, viewer)


# --- texts


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("turn=A claims=A:pass:5:m0,0,0,0 | A : 1-0 | B : 2-0", "claim_mode=declared only"),
        ("turn=A claimed=yes | A : 1-0 | B : 2-0", "claim_mode=declared only"),
        ("turn=A must=yes | A : 1-0 | B : 2-0", "claim_mode=declared only"),
        ("turn=A withheld=1-0 | A : 1-0 | B : 2-0", "claim_mode=declared only"),
        (f"turn=A over=out {DECLARED} | A : 1-0 | B : 2-0", "first seat that has tiles to show"),
        (f"turn=B over=out {DECLARED} | A : ?? | B : ??", "first seat that has tiles to show"),
        (f"turn=A claims=A:pass:5 {DECLARED} | A : 1-0 | B : 2-0", "of no such round"),
        (f"turn=A claims=A:pass:5:m3,0,0,0 {DECLARED} | A : 1-0 | B : 2-0", "of no such round"),
        (f"turn=A claims=A:pass:5:m0,0,4,0 {DECLARED} | A : 1-0 | B : 2-0", "of no such round"),
        (f"turn=A claims=A:pass:5:m0,0,2,1 {DECLARED} | A : 1-0 | B : 2-0", "of no such round"),
        (f"turn=A claims=A:pass:5:m0,0,0,0,2 {DECLARED} | A : 1-0 | B : 2-0", "of no such round"),
        (f"turn=A claims=A:skip:5:m0,0,0,0 {DECLARED} | A : 1-0 | B : 2-0", "is no claim"),
        (f"turn=A claimed=yes {DECLARED} | A : 1-0 | B : 2-0", "not the one of the seat on turn"),
        (
            f"turn=B claimed=yes claims=A:pass:5:m0,0,0,0 {DECLARED} | A : 1-0 | B : 2-0",
            "not the one of the seat on turn",
        ),
        (f"turn=A must=yes withheld=2-0 {DECLARED} | A : 1-0 | B : 2-0", "not in the hand on turn"),
    ],
)
def test_a_line_with_claims_that_no_round_can_have_is_named(line, what):
    with pytest.raises(BadNotation, match=what):
        mexican_train.read_state(line)


def test_a_spoilt_line_with_claims_is_read_or_named_and_its_charges_are_no_accident():
    rng = random.Random(8)
    s = read(f"turn=A {DECLARED} | A 9>5 : 5-1 4-4 | B 9>7 : ?? ?? | MT 9>1 | stock 5-0 ??")
    lines = [mexican_train.write_state(one) for one in (played(s, "draw"), charged(played(s, "draw keep"), 0))]
    for line in lines:
        for _ in range(400):
            at = rng.randrange(len(line))
            spoilt = line[:at] + rng.choice("-0179>|:*.,=@ALMT ?+rmtul") + line[at + rng.randrange(3) :]
            try:
                found = mexican_train.read_state(spoilt)
            except BadNotation:
                continue
            assert mexican_train.read_state(mexican_train.write_state(found)) == found
            for seat in range(len(found.held)):
                if mexican_train.chargeable(found, seat, "BG-18") is None:
                    assert mexican_train.charge(found, seat, "BG-18") is not None


# --- the three ways to keep the same round


def enforced(s: State) -> State:
    """The same position at a table where the server judges claims at once."""
    return msgspec.structs.replace(s, options=msgspec.structs.replace(s.options, claim_mode=ClaimMode.ENFORCED))


@st.composite
def some_round(draw: st.DrawFn) -> tuple[dict[str, Any], random.Random, int]:
    foot = draw(st.booleans())
    options = {
        "players": draw(st.sampled_from((2, 2, 3, 5))),
        "first_turn": draw(st.sampled_from(("chain", "single"))),
        "double_follow_up": "own_double" if foot else draw(st.sampled_from(("anywhere", "own_double"))),
        "double_answer": "chicken_foot" if foot else "one_tile",
        "drawn_tile_play": draw(st.sampled_from(("own_train", "any_eligible"))),
        "own_train_first": draw(st.booleans()),
        "false_claim_penalty": draw(st.sampled_from(FalseClaimPenalty)),
    }
    return options, random.Random(draw(st.integers(0, 2**32 - 1))), draw(st.sampled_from((1, 4, 10)))


def dealt(options: dict[str, Any], rng: random.Random, number: int) -> tuple[str, ...]:
    tiles = list(mexican_train.dealt(msgspec.convert(options, Options), number))
    rng.shuffle(tiles)
    return tuple(tiles)


@FEW
@given(some_round())
def test_a_round_played_truthfully_ends_alike_with_hands_known_believed_and_unseen(case):
    options, rng, number = case
    tiles, starter = dealt(options, rng, number), rng.randrange(options["players"])
    judged = mexican_train.start(msgspec.convert(options, Options), Deal(tiles, number, starter))
    open_ = declared(**options)
    known = mexican_train.start(open_, Deal(tiles, number, starter))
    unseen = mexican_train.start(open_, Deal(("??",) * len(tiles), number, starter))
    while judged.turn is not None:
        m = rng.choice(mexican_train.moves(judged))
        for s in (known, unseen):
            assert m in mexican_train.moves(s)
            assert mexican_train.refuse(s, judged.turn, m) is None
        judged, known, unseen = (mexican_train.play(s, m) for s in (judged, known, unseen))
    assert mexican_train.outcome(unseen) is None or not any(judged.hands)
    while unseen.turn is not None:
        m = Show(next(t for t in judged.hands[unseen.turn] if t not in unseen.hands[unseen.turn]))
        assert m in mexican_train.moves(unseen)
        assert mexican_train.refuse(unseen, unseen.turn, m) is None
        unseen = mexican_train.play(unseen, m)
    ended = mexican_train.outcome(judged)
    for s in (known, unseen):
        found = mexican_train.outcome(s)
        assert msgspec.structs.replace(found, facts={}) == ended
        assert not any(":false" in text for text in found.facts.get("claims", ()))
        assert s.trains == judged.trains
        assert s.held == judged.held


@FEW
@given(some_round())
def test_the_verdict_on_a_claim_is_what_the_server_would_have_said_and_unseen_hands_never_contradict_it(case):
    options, rng, number = case
    tiles, starter = dealt(options, rng, number), rng.randrange(options["players"])
    known = mexican_train.start(declared(**options), Deal(tiles, number, starter))
    unseen = mexican_train.start(declared(**options), Deal(("??",) * len(tiles), number, starter))
    truths = []
    while known.turn is not None:
        found = mexican_train.moves(known)
        m = found[-1] if rng.random() < 0.4 else rng.choice(found)
        if isinstance(m, Draw | Pass):
            refused = mexican_train.refuse(enforced(known), known.turn, m)
            truths.append("false" if refused and refused.code == "FALSE_CLAIM" else "true")
        known, unseen = (mexican_train.play(s, m) for s in (known, unseen))
    while unseen.turn is not None:
        held = (t for t in known.hands[unseen.turn] if t not in unseen.hands[unseen.turn])
        unseen = mexican_train.play(unseen, Show(next(held)))
    for s in (known, unseen):
        assert s.over is not None
    if not truths:
        return
    assert [text.split(":")[2] for text in claims(known)] == truths
    for said, truth in zip(claims(unseen), truths, strict=True):
        assert said.split(":")[2] in {truth, "unknown"}
    for claim, truth in zip(unseen.claims, truths, strict=True):
        if claim.kind == "pass":  # nothing is drawn after a pass, so that nothing stays unknown
            assert verdict(claim, unseen.hands[claim.seat]) is Verdict(truth)


@pytest.mark.slow
@FEW
@given(some_round())
def test_bg_18_a_a_claim_annulled_at_once_leaves_the_position_before_it(case):
    options, rng, number = case
    s = mexican_train.start(declared(**options), Deal(dealt(options, rng, number), number, 0))
    while s.turn is not None:
        before, seat = s, s.turn
        found = mexican_train.moves(s)
        m = found[-1] if rng.random() < 0.4 else rng.choice(found)
        s = mexican_train.play(s, m)
        if not isinstance(m, Draw | Pass) or s.over is not None:
            continue
        after = s if rng.random() < 0.5 or isinstance(m, Pass) else mexican_train.play(s, mexican_train.KEEP)
        if mexican_train.chargeable(after, seat, "BG-18") or options["false_claim_penalty"] == "lose_deal":
            continue
        back = mexican_train.charge(after, seat, "BG-18")
        assert (back.turn, back.trains, back.queue, back.follow, back.laid, back.first) == (
            seat, before.trains, before.queue, before.follow, before.laid, before.first
        )  # fmt: skip
        lays = [one for one in mexican_train.moves(before) if isinstance(one, Lay)]
        assert list(mexican_train.moves(back)) == lays
        assert mexican_train.read_state(mexican_train.write_state(back)) == back
        if rng.random() < 0.3:
            s = back


def test_of_a_drawn_tile_alone_is_asked_whether_it_fits_ones_own_train():
    """MT-18 after a draw: the others may not be played, and a draw that hides one of them is for the arbiter (BG-18)."""
    options = "own_train_first=true drawn_tile_play=any_eligible claim_mode=declared"
    s = played(read(f"turn=A {options} | A 9>6 : 6-2 1-0 | B 9>8 : 7-3 5-4 | MT 9>5 | stock 5-1 4-4"), "draw")
    assert mexican_train.refuse(s, 0, mexican_train.parse_move("5-1@MT")) is None
    assert "5-1@MT" in texts(s)
