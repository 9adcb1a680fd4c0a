"""Does a paused table stand still, its clocks too, and go on exactly where it was?"""

from __future__ import annotations

import msgspec
import pytest

from contracts import codec, table_record
from contracts.envelope import Decision, write
from contracts.games.game import Refusal
from contracts.messages import Board, Limits
from contracts.roles import may
from contracts.sentences import sentence
from contracts.table import (
    AbandonTable,
    CallArbiter,
    DealWanted,
    MatchEnded,
    PauseCase,
    PauseTable,
    Play,
    Played,
    ReportDeal,
    Resign,
    ResumeTable,
    SatDown,
    StartTable,
    TablePaused,
    TableResumed,
    TimeUp,
)
from contracts.table_state import FoldError, Phase, deadline, evolve, view, whose_turn
from services.bots.app import Bots
from services.move_validation.app import SLACK_MS
from services.replay import replay, told
from tests.samples import ENTRY
from tests.table_spec import LIMITED, Spec
from tests.test_clock import Clocked

LIMITS = Limits(move_s=30, sit_s=60, bank_s=100)
LUNCH = PauseTable(reason="Lunch", case=PauseCase.ADJOURN, until="14:00")


def playing(limits: Limits = LIMITS) -> Spec:
    """A table in its first deal."""
    return Spec().open(limits=limits).sit().deal()


def test_clocks_stand_still_and_run_on_from_where_they_stood() -> None:
    spec = playing()
    began = spec.at
    spec.when("director", PauseTable(), at=began + 12_000).then(TablePaused)
    assert deadline(spec.table) is None
    spec.when("timer", TimeUp(deal=1, ply=0), at=began + 900_000).refused("table/paused")
    spec.when("director", ResumeTable(), at=began + 1_000_000).then(TableResumed)
    assert deadline(spec.table) == began + 1_000_000 + 18_000
    spec.when("timer", TimeUp(deal=1, ply=0), at=began + 1_017_999).refused("time/not-yet", wait_ms=1)
    seat = whose_turn(spec.table)
    spec.play(spec.moves()[0], at=began + 1_003_000)
    assert spec.table.banks[seat] == 100_000 - 15_000


def test_the_time_to_sit_down_stands_still_too() -> None:
    spec = Spec().open(limits=LIMITS)
    began = spec.at
    spec.when("arbiter", PauseTable(), at=began + 50_000)
    spec.when("timer", TimeUp(deal=0, ply=-1), at=began + 70_000).refused("table/paused")
    spec.when("director", StartTable()).refused("table/paused")
    spec.sit(0).then(SatDown)
    spec.when("arbiter", ResumeTable(), at=began + 80_000)
    assert deadline(spec.table) == began + 90_000


def test_a_deal_that_comes_during_a_pause_begins_when_the_table_goes_on() -> None:
    spec = Spec().open(limits=LIMITS)
    spec.when("director", PauseTable())
    spec.sit().then(SatDown, DealWanted)
    spec.deal()
    spec.at += 500_000
    spec.when("director", ResumeTable())
    assert spec.table.phase is Phase.PLAYING
    assert spec.table.since == spec.at
    assert deadline(spec.table) == spec.at + 30_000


@pytest.mark.parametrize(
    ("body", "case", "words"),
    [
        (PauseTable(), "pause", "The table is paused: no move is taken now."),
        (PauseTable(reason="Fire alarm"), "why", "The table is paused, so no move is taken now: Fire alarm"),
        (LUNCH, "until", "The match is adjourned. It goes on: 14:00"),
        (PauseTable(case=PauseCase.ALL), "all", "The whole round is paused: no move is taken now."),
    ],
)
def test_the_refusal_says_why_the_table_stands_still(body: PauseTable, case: str, words: str) -> None:
    spec = playing().when("director", body).then(TablePaused)
    spec.play(spec.moves()[0]).refused("table/paused", case=case)
    assert isinstance(spec.answer, Refusal)
    assert sentence(spec.answer, "en") == words
    for lang in ("fa", "el"):
        assert sentence(spec.answer, lang) not in ("", words)


def test_players_wait_and_the_staff_does_not() -> None:
    spec = playing().when("director", PauseTable())
    seat = whose_turn(spec.table)
    spec.when(f"player:e{seat}", Resign(seat=seat)).refused("table/paused")
    spec.when(f"player:e{seat}", CallArbiter(seat=seat, text="When do we go on?"))
    assert spec.table.call is not None
    spec.when("director", AbandonTable(reason="The hall closes")).then(MatchEnded)
    assert spec.table.paused is None
    spec.when("director", PauseTable()).refused("table/over")
    spec.when("director", ResumeTable()).refused("table/over")


def test_a_report_over_the_board_waits_too() -> None:
    spec = Spec().open("longana/1", 2, board=Board.SCORES)
    spec.when("director", PauseTable())
    spec.when("player:e0", ReportDeal(seat=0, deal=1, entry=ENTRY)).refused("table/paused")


def test_the_same_pause_again_changes_nothing() -> None:
    spec = playing()
    spec.when("director", ResumeTable()).then()
    spec.when("director", LUNCH).then(TablePaused)
    paused_at = spec.table.paused_at
    spec.when("director", LUNCH).then()
    spec.when("director", PauseTable(case=PauseCase.ALL)).then()
    assert spec.table.paused.until == "14:00"
    spec.when("director", PauseTable(reason="Tomorrow", case=PauseCase.ADJOURN, until="Sunday")).then(TablePaused)
    assert (spec.table.paused.until, spec.table.paused_at) == ("Sunday", paused_at)
    spec.when("director", PauseTable(reason="x" * 501)).refused("text/too-long")
    spec.when("director", PauseTable(until="x" * 501)).refused("text/too-long")


def test_only_director_and_arbiter_pause() -> None:
    for kind in ("pause_table", "resume_table"):
        assert [role for role in ("director", "arbiter", "scorer", "player", "bot", "timer") if may(role, kind)] == [
            "director",
            "arbiter",
        ]


def test_a_view_says_that_the_table_stands_still_and_offers_no_move() -> None:
    spec = playing().when("director", LUNCH)
    seen = view(spec.table, whose_turn(spec.table))
    assert (seen.moves, seen.deadline, seen.paused.reason, seen.paused_at) == ((), None, "Lunch", spec.at)


def test_a_log_in_which_a_table_goes_on_that_was_not_paused_is_damaged() -> None:
    spec = playing()
    with pytest.raises(FoldError, match="not paused"):
        evolve(spec.table, TableResumed(by="director"), spec.at)


# --- timer and bots


def test_the_timer_does_not_speak_up_at_a_paused_table() -> None:
    spec = Clocked()
    spec.open(limits=LIMITED).sit().deal()
    end = deadline(spec.table)
    spec.obey(end + SLACK_MS, at=end - 5)
    spec.refused("time/not-yet")
    spec.when("director", PauseTable(), at=end - 1)
    assert spec.due(end + 10**9) == []
    spec.when("director", ResumeTable(), at=end + 10_000)
    assert spec.due(end + 10_000) == []
    # The id that was refused before the pause is not sent a second time: the log would not take it.
    assert [name for name, _ in spec.due(end + 10_001 + SLACK_MS)] == ["time:t1:1:0:1"]


def test_bots_wait_and_then_make_the_move_that_they_meant() -> None:
    spec, bots = Spec(), Bots()

    def told_bots() -> None:
        events = spec.answer if isinstance(spec.answer, tuple) else ()
        bots.fold(spec.id, spec.at, sent, events)

    sent = None
    spec.open(seats=2, bots=(0, 1))
    told_bots()
    for seat in (0, 1):
        job = next(j for j in bots.due(0) if j.id.endswith(f"sit:{seat}"))
        sent = job.make()
        spec.when(f"bot:e{seat}", _body(sent))
        told_bots()
    spec.deal()
    told_bots()
    for _ in range(30):  # to a move that is not the first legal one, which a bot falls back on after a refusal
        (job,) = bots.due(0)
        meant = _body(job.make())
        if meant.move != spec.moves()[0]:
            break
        sent = job.make()
        spec.when(sent.actor, meant).then(Played)
        told_bots()
    assert meant.move != spec.moves()[0]
    sent = None
    spec.when("director", PauseTable())
    told_bots()
    assert list(bots.due(0)) == []
    sent = job.make()
    spec.when(sent.actor, meant).refused("table/paused")  # it was on its way already
    told_bots()
    spec.when("director", ResumeTable())
    sent = None
    told_bots()
    (again,) = bots.due(0)
    assert again.id != job.id
    assert _body(again.make()) == meant


def _body(sent):
    body = codec.TABLE.body(sent)
    assert isinstance(body, Play) or body.KIND == "sit"
    return body


# --- replay and the written record


def test_replay_tells_of_pauses_and_the_written_record_is_the_same_game() -> None:
    with_pause, without = _decisions(paused=True), _decisions(paused=False)
    found = replay("t1", with_pause)
    assert found.fault == ""
    lines = [str(line) for step in found.steps for line in told(step)]
    assert any("paused (adjourn, director): Lunch: 14:00" in line for line in lines)
    assert any("goes on (director)" in line for line in lines)
    text = table_record.text(table_record.table_record(with_pause))
    assert text == table_record.text(table_record.table_record(without))


def _decisions(*, paused: bool) -> list[bytes]:
    spec = playing()
    if paused:
        spec.when("director", LUNCH).when("director", ResumeTable())
    spec.play(spec.moves()[0]).then(Played)

    sent = msgspec.Raw(write(codec.command("c", "t1", "director", ResumeTable())))
    return [
        write(Decision(n, at, n + 1, "", command=sent, events=(msgspec.Raw(write(event)),)))
        for n, (at, event) in enumerate(spec.events)
    ]
