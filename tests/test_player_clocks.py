"""Does each player's own time run by the records' times alone, to the millisecond, and only while it is his turn?"""

from __future__ import annotations

import random

import pytest

from contracts.messages import Board, Limits
from contracts.table import (
    AnswerCall,
    ArbiterCalled,
    DealEnded,
    DealForfeited,
    DealWanted,
    LayOut,
    Play,
    Played,
    TakeBack,
    TakenBack,
    TimeUp,
)
from contracts.table_state import Phase, deadline, view, whose_turn
from services.move_validation.app import SLACK_MS
from tests.table_spec import Spec, order_with
from tests.test_clock import Clocked

BANK = Limits(bank_s=60)
BOTH = Limits(bank_s=60, move_s=25)
FISCHER = Limits(bank_s=60, increment_s=5)


def dealt(limits: Limits, **fields: object) -> Spec:
    """A table whose first deal is on the table."""
    return Spec().open(limits=limits, **fields).sit().deal()


def now(spec: Spec) -> TimeUp:
    """The timer's reminder of the present turn."""
    return TimeUp(deal=spec.table.deal, ply=spec.table.ply)


def test_the_bank_runs_out_to_the_millisecond() -> None:
    spec = dealt(BANK)
    began, late = spec.at, whose_turn(spec.table)
    assert deadline(spec.table) == began + 60_000
    spec.when("timer", now(spec), at=began + 59_999).refused("time/not-yet", wait_ms=1)
    spec.when("timer", now(spec), at=began + 60_000).then(Played)
    assert spec.answer[0].cause == "timeout"
    assert spec.table.banks[late] == 0
    assert spec.table.banks[1 - late] == 60_000


def test_only_his_own_turns_take_a_player_s_time() -> None:
    spec = dealt(BANK)
    first = whose_turn(spec.table)
    spec.play(spec.moves()[0], later_ms=7_001)
    spec.play(spec.moves()[0], later_ms=20_000)
    assert spec.table.banks[first] == 60_000 - 7_001
    assert spec.table.banks[1 - first] == 60_000 - 20_000
    assert whose_turn(spec.table) == first
    assert deadline(spec.table) == spec.at + 52_999


def test_what_ends_first_ends_the_turn() -> None:
    spec = dealt(BOTH)
    began, first = spec.at, whose_turn(spec.table)
    assert deadline(spec.table) == began + 25_000, "the move's limit"
    spec.when("timer", now(spec), at=began + 25_200).then(Played)
    assert spec.table.banks[first] == 35_000, "how late the timer spoke up is not his"
    for seat in (1 - first, first, 1 - first):
        assert whose_turn(spec.table) == seat
        spec.play(spec.moves()[0], later_ms=24_000)
    assert spec.table.banks[first] == 11_000
    assert deadline(spec.table) == spec.at + 11_000, "the bank"
    spec.when("timer", now(spec), later_ms=10_999).refused("time/not-yet", wait_ms=1)
    spec.when("timer", now(spec), later_ms=1).then(Played)


def test_an_increment_follows_each_turn_that_a_player_ended_himself() -> None:
    spec = dealt(FISCHER)
    first = whose_turn(spec.table)
    spec.play(spec.moves()[0], later_ms=2_000)
    assert spec.table.banks[first] == 60_000 - 2_000 + 5_000
    other = whose_turn(spec.table)
    spec.when("timer", now(spec), later_ms=60_000).then(Played)
    assert spec.table.banks[other] == 0, "nothing is added where the server moved"


def test_drawing_is_a_part_of_the_turn() -> None:
    spec = Spec().open(limits=FISCHER).sit()
    spec.deal(order_with("draw_dominoes/1", ["6-6", "1-0 2-0 3-0 2-1 3-1 3-2 0-0"]))
    spec.play("6-6", later_ms=1_000)
    assert spec.moves() == ("draw",)
    spec.play("draw", later_ms=3_000)
    if whose_turn(spec.table) == 1:
        assert spec.table.banks[1] == 57_000, "the increment comes at the turn's end"


def test_waiting_for_a_deal_is_nobody_s_time() -> None:
    options = {"timeout_action": "lose_deal", "target_points": 10_000}
    spec = dealt(BANK, options=options)
    late = whose_turn(spec.table)
    spec.when("timer", now(spec), later_ms=60_000).then(DealForfeited, DealEnded, DealWanted)
    assert (spec.table.phase, spec.table.banks[late], deadline(spec.table)) == (Phase.WANTING, 0, None)
    before = spec.table.banks
    spec.at += 500_000
    spec.deal()
    assert spec.table.banks == before
    if whose_turn(spec.table) != late:
        assert deadline(spec.table) == spec.at + 60_000


def test_the_bank_lasts_for_the_whole_match() -> None:
    spec = Spec().open("longana/1", 3, limits=Limits(bank_s=3_600), options={"target_score": 10_000}).sit()
    spec.play_on(random.Random(5), until=Phase.WANTING)
    after_one = spec.table.banks
    assert all(left < 3_600_000 for left in after_one)
    spec.deal()
    assert spec.table.banks == after_one
    spec.play_on(random.Random(6), until=Phase.WANTING)
    assert all(now < before for now, before in zip(spec.table.banks, after_one, strict=True))


def test_over_the_board_the_arbiter_is_called_and_a_move_taken_back_adds_nothing() -> None:
    declared = {"claim_mode": "declared"}
    spec = Spec().open("longana/1", 2, board=Board.MOVES, options=declared, limits=FISCHER)

    spec.when("scorer", LayOut(deal=1))
    spec.when("scorer", _entered(spec, 0, "leads A"), later_ms=0)
    spec.when("scorer", _entered(spec, 0, "lead 9-9"), later_ms=4_000).then(Played)
    assert spec.table.banks == (61_000, 60_000)
    spec.when("scorer", _entered(spec, 1, spec.moves()[0]), later_ms=2_000)
    before = spec.table.banks
    spec.when("scorer", TakeBack(deal=1, ply=2, at_ply=spec.table.ply), later_ms=9_000).then(TakenBack)
    assert spec.table.banks == before, "the time went by, and the lead's increment does not come twice"
    spec.when("timer", now(spec), at=deadline(spec.table)).then(ArbiterCalled)
    assert spec.answer[0].cause == "clock"


def _entered(spec: Spec, seat: int, move: str):

    return Play(seat=seat, move=move, deal=spec.table.deal, ply=spec.table.ply)


@pytest.mark.parametrize("board", [Board.SCORES, Board.MOVES])
def test_tables_over_the_board_refuse_what_they_cannot_have(board: Board) -> None:
    options = {"claim_mode": "declared"} if board is Board.MOVES else {}
    wrong = Limits(sit_s=30) if board is Board.MOVES else BANK
    Spec().open("longana/1", 2, board=board, options=options, limits=wrong).refused("options/conflict")


def test_a_view_shows_the_banks_as_they_were_when_the_turn_began() -> None:
    spec = dealt(BANK)
    spec.play(spec.moves()[0], later_ms=1_500)
    seen = view(spec.table, None)
    assert sorted(seen.banks) == [58_500, 60_000]
    assert seen.since == spec.at


# --- the timer


def test_the_timer_minds_the_bank_of_whoever_is_on_turn() -> None:
    spec = Clocked()
    spec.open(limits=BANK).sit().deal()
    began = spec.at
    spec.play(spec.moves()[0], at=began + 10_000)
    spec.play(spec.moves()[0], at=began + 30_000)
    end = deadline(spec.table)
    assert end == began + 30_000 + 50_000
    assert spec.due(end) == []
    assert spec.due(end + SLACK_MS) == [("time:t1:1:2", TimeUp(deal=1, ply=2))]


def test_the_arbiter_is_called_once_for_one_move_even_after_a_restart() -> None:
    declared = {"claim_mode": "declared"}
    spec = Clocked()
    spec.open("longana/1", 2, board=Board.MOVES, options=declared, limits=Limits(move_s=30))

    spec.when("scorer", LayOut(deal=1))
    end = deadline(spec.table)
    assert len(spec.due(end + SLACK_MS)) == 1
    spec.when("timer", now(spec), at=end).then(ArbiterCalled)
    assert spec.due(end + SLACK_MS) == []
    spec.when("arbiter", AnswerCall())
    assert spec.due(end + 10**6) == [], "he knows"
