"""Does the referee answer every command of a table as it should, and refuse with the right code?"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from contracts import codec, table_acts
from contracts.games.game import Reason, Refusal
from contracts.messages import Limits
from contracts.sentences.table import SENTENCES
from contracts.table import (
    AbandonTable,
    AnswerCall,
    ArbiterCalled,
    CallAnswered,
    CallArbiter,
    ChargeOffence,
    ClaimRefused,
    DealEnded,
    DealForfeited,
    Dealt,
    DealVoided,
    DealWanted,
    GiveDeal,
    MatchEnded,
    PauseTable,
    Play,
    Played,
    Resign,
    Resigned,
    ResumeTable,
    RevealTableKey,
    SatDown,
    SeatPlan,
    Sit,
    StartTable,
    TableKeyRevealed,
    TableOpened,
    TablePaused,
    TableResumed,
    TimeUp,
)
from contracts.table_state import Phase, whose_turn
from services.move_validation import decider
from tests.needs import ROOT
from tests.table_spec import KEY, LIMITED, Spec, match, opening, order_with

LONGANA = "longana/1"
# e0 leads 9-9; e1 then can play 9-0 or 9-1 nowhere but on the hub, which every arm shows.
LONGANA_HANDS = ["9-9 8-8 7-7 6-6 5-5 4-4 3-3 2-2", "9-8 9-7 8-0 7-0 6-0 5-0 4-0 3-0"]


def longana(**options: object) -> Spec:
    """A Longana table of two in its first deal, e0 having led 9-9."""
    spec = Spec().open(LONGANA, 2, options=options).sit().deal(order_with(LONGANA, LONGANA_HANDS))
    return spec.play("lead 9-9").then(Played)


# --- opening


def test_a_table_opens_with_all_its_options_written_out() -> None:
    spec = Spec().open(LONGANA, 2, options={"target_score": 50}).then(TableOpened)
    assert spec.table.opened.options["target_score"] == 50
    assert spec.table.opened.options["claim_mode"] == "enforced"
    assert spec.table.phase is Phase.WAITING


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("rules/unknown", {"rules": "whist/1"}),
        ("rules/unknown", {"rules": "longana"}),
        ("options/form", {"options": {"colour": "red"}}),
        ("options/form", {"options": {"target_points": "many"}}),
        ("options/form", {"options": {"target_points": 10**40}}),
        ("options/conflict", {"options": {"players": 3}}),
        ("options/conflict", {"options": {"pairs": True}}),
        ("options/conflict", {"options": {"claim_mode": "declared"}}),
        ("seats/twice", {"seats": (SeatPlan(entrant="a", name="A"), SeatPlan(entrant="a", name="B"))}),
        ("limits/range", {"limits": Limits(move_s=0)}),
        ("limits/range", {"limits": Limits(sit_s=10**12)}),
        ("limits/range", {"limits": Limits(bank_s=0)}),
        ("limits/range", {"limits": Limits(bank_s=60, increment_s=0)}),
        ("options/conflict", {"limits": Limits(increment_s=5)}),
        ("limits/range", {"max_deals": 0}),
        ("limits/range", {"round": 0}),
        ("key/form", {"key_hash": "abc"}),
        ("key/form", {"key_hash": "G" * 64}),
    ],
)
def test_what_cannot_be_opened(code: str, fields: dict[str, object]) -> None:
    Spec().when("dealing", opening(**fields)).refused(code)


def test_a_table_opens_once() -> None:
    Spec().open().open().refused("table/exists")


@pytest.mark.parametrize(
    "body", [Sit(seat=0, nonce="0" * 32), Play(seat=0, move="draw", deal=1, ply=0), Resign(seat=0)]
)
def test_nothing_happens_at_a_table_that_is_not_there(body: Sit | Play | Resign) -> None:
    Spec().when("player:e0", body).refused("table/unknown", table="t1")


def test_roles_keep_to_their_commands() -> None:
    Spec().when("player:e0", opening()).refused("actor/not-allowed", kind="open_table")
    spec = Spec().open()
    spec.when("director", Sit(seat=0, nonce="0" * 32)).refused("actor/not-allowed")
    spec.when("", StartTable()).refused("actor/not-allowed")
    spec.when("player:e0", TimeUp(deal=0, ply=-1)).refused("actor/not-allowed")


def test_another_service_s_command_is_no_command_of_a_table() -> None:
    spec = Spec().open()
    command = codec.command("x", "t1", "dealing", RevealTableKey(key="00"))
    other = codec.TOURNAMENT.commands["open_registration"]()
    found = decider.decide(spec.state, command, other, spec.at)
    assert isinstance(found, Refusal)
    assert found.code == "command/unknown-kind"


# --- sitting down


def test_the_last_to_sit_down_brings_the_first_deal_with_all_nonces() -> None:
    spec = Spec().open()
    spec.sit(1).then(SatDown)
    spec.sit(0).then(SatDown, DealWanted)
    assert spec.events[-1][1] == DealWanted(deal=1, attempt=0, nonces=(f"{0:032x}", f"{1:032x}"))


def test_sitting_down_twice_changes_nothing() -> None:
    spec = Spec().open().sit(0)
    spec.when("player:e0", Sit(seat=0, nonce="f" * 32)).then()
    assert spec.table.nonces[0] == f"{0:032x}"


def test_sitting_down_needs_ones_own_seat_and_a_nonce() -> None:
    spec = Spec().open(bots=(1,))
    spec.when("player:e0", Sit(seat=0, nonce="xyz")).refused("nonce/form", digits=32)
    spec.when("player:e0", Sit(seat=0, nonce="F" * 32)).refused("nonce/form")
    spec.when("player:e0", Sit(seat=1, nonce="0" * 32)).refused("seat/not-yours", seat=1)
    spec.when("player:e0", Sit(seat=2, nonce="0" * 32)).refused("seat/unknown")
    spec.when("player:e0", Sit(seat=-1, nonce="0" * 32)).refused("seat/unknown")
    spec.when("bot:e0", Sit(seat=0, nonce="0" * 32)).refused("seat/not-yours")
    spec.when("bot:e1", Sit(seat=1, nonce="0" * 32)).then(SatDown)


def test_the_director_starts_without_the_absent_and_the_late_add_their_nonce_to_later_deals() -> None:
    spec = Spec().open(options={"target_points": 1000}).sit(0)
    spec.when("director", StartTable()).then(DealWanted)
    assert spec.events[-1][1].nonces == (f"{0:032x}", "")
    spec.when("director", StartTable()).refused("table/started")
    spec.deal().sit(1).then(SatDown)
    spec.play_on(random.Random(3), until=Phase.WANTING)
    assert spec.events[-1][1].nonces == (f"{0:032x}", f"{1:032x}")


# --- deals


def test_only_the_deal_that_is_wanted_is_taken() -> None:
    spec = Spec().open()
    order = order_with("draw_dominoes/1", ["", ""])
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=order)).refused("deal/order", fault="not-wanted")
    spec.sit()
    spec.when("dealing", GiveDeal(deal=2, attempt=0, order=order)).refused("deal/order", wanted=1)
    spec.when("dealing", GiveDeal(deal=1, attempt=1, order=order)).refused("deal/order")
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=order[1:])).refused("deal/order", fault="not-the-set")
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=(*order[1:], order[1]))).refused("deal/order")
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=(*order[1:], "9-9"))).refused("deal/order")
    spec.when("dealing", GiveDeal(deal=10**30, attempt=-(10**400), order=order)).refused("deal/order")
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=order)).then(Dealt)
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=order)).refused("deal/order")


def test_a_void_deal_is_dealt_again() -> None:
    no_double = ["9-8 9-7 9-6 9-5 9-4 9-3 9-2 9-1", "8-7 8-6 8-5 8-4 8-3 8-2 8-1 8-0"]
    spec = Spec().open(LONGANA).sit().deal(order_with(LONGANA, no_double)).then(DealVoided, DealWanted)
    assert (spec.table.deal, spec.table.attempt, spec.table.phase) == (1, 1, Phase.WANTING)
    spec.deal(order_with(LONGANA, LONGANA_HANDS)).then(Dealt)
    assert (spec.table.attempt, spec.table.match.attempts) == (1, 1)


# --- moves


def test_a_move_brings_its_event() -> None:
    spec = Spec().open().sit().deal(order_with("draw_dominoes/1", ["6-6 6-5", "5-5 5-4 6-4"]))
    spec.play("6-6").then(Played)
    spec.play("6-4").refused("END_REQUIRED")
    spec.play("6-4R").then(Played)
    assert spec.answer == (Played(seat=1, move="6-4R", ply=1),)


def test_a_tile_written_the_other_way_round_is_the_same_tile() -> None:
    spec = Spec().open().sit().deal(order_with("draw_dominoes/1", ["6-6 3-1 2-1 3-2 1-0 2-0 3-0", "6-5"]))
    spec.play("6-6").play("5-6L").then(Played)
    assert spec.events[-1][1].move == "6-5L"


def test_what_is_no_move_is_told_as_such() -> None:
    spec = Spec().open().sit().deal()
    spec.play("castle").refused("move/notation")
    spec.play("6-6" + "x" * 10_000).refused("move/notation")
    assert len(str(spec.answer.facts["error"])) < 200


def test_a_move_for_another_position_is_stale() -> None:
    spec = Spec().open().sit()
    spec.play("draw", 0).refused("table/not-started")
    spec.deal()
    on_turn = whose_turn(spec.table)
    move = spec.moves()[0]
    for deal, ply in ((1, 1), (1, -1), (2, 0), (0, 0), (10**30, 0)):
        spec.when(f"player:e{on_turn}", Play(seat=on_turn, move=move, deal=deal, ply=ply))
        spec.refused("table/stale", deal=1, ply=0)
    spec.play(move).then(Played)


def test_between_two_deals_a_move_is_stale() -> None:
    spec = Spec().open(options={"target_points": 1000}).sit().play_on(random.Random(3), until=Phase.WANTING)
    spec.play("draw", 0).refused("table/stale")


def test_the_game_s_own_refusals_come_through() -> None:
    spec = Spec().open().sit().deal(order_with("draw_dominoes/1", ["6-6 6-5", "5-5 5-4"]))
    other = 1 - whose_turn(spec.table)
    spec.play(str(spec.moves()[0]), other).refused("NOT_YOUR_TURN")
    spec.play("5-5").refused("TILE_NOT_IN_HAND")


def test_a_false_claim_without_consequence_is_only_refused() -> None:
    longana(false_claim_penalty="none").play("pass").refused("FALSE_CLAIM")


def test_a_false_claim_is_booked_once_a_turn() -> None:
    spec = longana(false_claim_penalty="points", false_claim_points=20)
    spec.play("pass").then(ClaimRefused)
    assert whose_turn(spec.table) == 1
    assert spec.table.ply == 1
    spec.play("pass").refused("FALSE_CLAIM")
    spec.play_on(random.Random(1), until=Phase.WANTING)
    ended = next(e for _, e in spec.events if isinstance(e, DealEnded))
    assert ended.outcome.penalties == (0, -20)
    assert ended.totals[1] == ended.outcome.points[1] - 20


def test_a_false_claim_may_cost_the_deal() -> None:
    spec = longana(false_claim_penalty="lose_deal", target_score=1000)
    spec.play("pass").then(ClaimRefused, DealForfeited, DealEnded, DealWanted)
    ended = spec.answer[2]
    assert ended.outcome.reason is Reason.PENALTY
    assert ended.outcome.points[1] == 0
    assert spec.answer[1].cause == "false_claim"


def test_a_match_ends_at_its_target_or_after_so_many_deals() -> None:
    assert match(1).table.result.reason == "target"
    spec = match(1, max_deals=1, options={"target_points": 100_000})
    assert (spec.table.result.reason, spec.table.result.deals) == ("deals", 1)
    spec.then(Played, DealEnded, MatchEnded)


# --- people


def test_who_resigns_is_played_for_till_the_deal_ends_and_comes_last() -> None:
    spec = Spec().open(seats=3).sit().deal()
    spec.when("player:e1", Resign(seat=1))
    assert isinstance(spec.answer[0], Resigned)
    spec.when("player:e1", Resign(seat=1)).refused("seat/resigned", seat=1)
    spec.play(spec.moves()[0] if whose_turn(spec.table) == 1 else "draw", 1).refused("seat/resigned")
    rng = random.Random(2)
    while spec.table.phase is Phase.PLAYING:
        assert whose_turn(spec.table) != 1
        spec.play(rng.choice(spec.moves()))
    causes = {e.cause for _, e in spec.events if isinstance(e, Played) and e.seat == 1}
    assert causes == {"resigned"}
    assert spec.table.result.reason == "resigned"
    assert spec.table.result.places[1] == 3
    assert spec.table.result.deals == 1


def test_when_all_resign_the_deal_is_played_out_at_once() -> None:
    spec = Spec().open().sit().deal()
    spec.when("player:e0", Resign(seat=0)).when("player:e1", Resign(seat=1))
    assert [type(e) for e in spec.answer[-2:]] == [DealEnded, MatchEnded]
    assert spec.table.phase is Phase.ENDED


def test_resigning_before_a_deal_ends_the_match_there() -> None:
    spec = Spec().open().sit(0)
    spec.when("player:e0", Resign(seat=0)).then(Resigned, MatchEnded)
    assert spec.table.result.places == (2, 1)
    spec.when("player:e1", Resign(seat=1)).refused("table/over")
    spec.when("player:e1", Sit(seat=1, nonce="0" * 32)).refused("table/over")


def test_one_resigns_for_oneself() -> None:
    Spec().open().sit().when("player:e0", Resign(seat=1)).refused("seat/not-yours")


def test_the_arbiter_is_called_once_and_answers() -> None:
    spec = Spec().open().sit().deal()
    spec.when("director", AnswerCall()).refused("call/none")
    spec.when("director", ChargeOffence(seat=0, offence="BG-18", deal=1)).refused("CLAIMS_ENFORCED")
    spec.when("player:e0", CallArbiter(seat=0, text="x" * 501)).refused("text/too-long", most=500)
    spec.when("player:e0", CallArbiter(seat=1)).refused("seat/not-yours")
    spec.when("player:e0", CallArbiter(seat=0, text="He drew twice")).then(ArbiterCalled)
    spec.when("player:e1", CallArbiter(seat=1)).then()
    assert spec.table.call == ArbiterCalled(seat=0, text="He drew twice")
    spec.when("director", AnswerCall(note="x" * 501)).refused("text/too-long")
    spec.when("director", AnswerCall(note="settled")).then(CallAnswered)
    assert spec.table.call is None


def test_a_table_stopped_by_the_director_keeps_its_finished_deals() -> None:
    spec = Spec().open(options={"target_points": 1000}).sit().play_on(random.Random(3), until=Phase.WANTING)
    totals = spec.table.match.totals
    spec.deal(rng=random.Random(5)).play(spec.moves()[0])
    spec.when("director", AbandonTable(reason="x" * 501)).refused("text/too-long")
    spec.when("director", AbandonTable(reason="fire alarm")).then(MatchEnded)
    result = spec.table.result
    assert (result.reason, result.totals, result.deals) == ("abandoned", totals, 1)


def test_a_stop_is_what_was_shown_or_it_is_shown_again() -> None:
    spec = Spec().open(rules="draw_dominoes/1", seats=2).sit()
    rng = random.Random(5)
    spec.play_on(rng, until=Phase.BETWEEN, moves=3)
    body = AbandonTable(reason="fire alarm")
    shown = table_acts.digest(table_acts.effect(spec.table, table_acts.judge(spec.table, "director", body, 0)))
    while len(spec.table.finished) < 1:
        spec.play_on(rng, moves=1)
    spec.when("director", replace(body, effect=shown)).refused("effect/changed")
    now = table_acts.effect(spec.table, table_acts.judge(spec.table, "director", body, 0))
    assert now.result is not None
    assert now.result.totals == spec.table.match.totals
    spec.when("director", replace(body, effect=f"{table_acts.digest(now)}.0123456789abcdef")).then(MatchEnded)
    assert spec.table.result == now.result


# --- the end


def test_nothing_is_played_after_the_end() -> None:
    spec = match(1)
    spec.play("draw", 0).refused("table/over")
    spec.when("director", AbandonTable(reason="late")).refused("table/over")
    spec.when("director", StartTable()).refused("table/over")
    spec.when("timer", TimeUp(deal=1, ply=0)).refused("table/over")
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=())).refused("table/over")
    spec.when("player:e0", CallArbiter(seat=0)).then(ArbiterCalled)


def test_the_key_is_opened_at_the_end_and_only_the_promised_one() -> None:
    spec = Spec().open()
    spec.when("dealing", RevealTableKey(key=KEY.hex())).refused("table/not-over")
    spec = match(1)
    spec.when("dealing", RevealTableKey(key="zz")).refused("key/form")
    spec.when("dealing", RevealTableKey(key="00" * 32)).refused("key/wrong")
    assert not decider.finished(spec.table)
    spec.when("dealing", RevealTableKey(key=KEY.hex())).then(TableKeyRevealed)
    assert decider.finished(spec.table)
    spec.when("dealing", RevealTableKey(key=KEY.hex())).refused("table/over")
    spec.when("player:e0", CallArbiter(seat=0)).refused("table/over")
    spec.when("director", AnswerCall()).refused("table/over")


def test_time_limits_are_refused_where_there_are_none() -> None:
    Spec().open().when("timer", TimeUp(deal=0, ply=-1)).refused("time/no-limit")
    spec = Spec().open(limits=LIMITED)
    spec.when("timer", TimeUp(deal=0, ply=-1)).refused("time/not-yet")
    spec.when("timer", TimeUp(deal=1, ply=0)).refused("table/stale")


def test_nobody_moves_at_a_paused_table() -> None:
    spec = Spec().open().sit().deal()
    spec.when("director", PauseTable(reason="The lights went out")).then(TablePaused)
    spec.play(spec.moves()[0]).refused("table/paused", why="The lights went out")
    spec.when("arbiter", ResumeTable()).then(TableResumed)
    spec.play(spec.moves()[0]).then(Played)


# --- the codes


def test_every_code_of_the_table_has_its_sentence_and_is_exercised_above() -> None:
    assert {*SENTENCES, "effect/changed"} == set(decider.CODES), "that one is the desk's too, and worded there"
    source = "".join(
        (ROOT / "tests" / f"test_{name}.py").read_text() for name in ("table_decider", "over_the_board", "rewind")
    )
    assert [code for code in decider.CODES if f'"{code}"' not in source] == []
    for languages in SENTENCES.values():
        assert set(languages) == {"en", "fa", "el"}
