"""Are time limits judged by the times of the records alone, and does the timer speak up when it should?"""

from __future__ import annotations

from contracts import codec
from contracts.messages import Limits
from contracts.table import DealEnded, DealForfeited, DealWanted, Played, RevealTableKey, SatDown, Sit, TimeUp
from contracts.table_state import Phase, deadline, whose_turn
from services.move_validation.app import SLACK_MS, Timer
from tests.table_spec import KEY, LIMITED, START, Spec


def test_the_time_to_sit_down_lets_the_table_start_without_the_absent() -> None:
    spec = Spec().open(limits=LIMITED, seats=3).sit(0, 2)
    limit = deadline(spec.table)
    assert limit == START + 10 + 60_000
    spec.when("timer", TimeUp(deal=0, ply=-1), at=limit - 1).refused("time/not-yet", wait_ms=1)
    spec.when("timer", TimeUp(deal=0, ply=-1), at=limit).then(DealWanted)
    assert spec.answer[0].nonces[1] == ""
    spec.when("timer", TimeUp(deal=0, ply=-1)).refused("table/stale")


def test_the_server_moves_for_whose_time_is_up() -> None:
    spec = Spec().open(limits=LIMITED).sit().deal()
    dealt = spec.at
    assert deadline(spec.table) == dealt + 30_000
    spec.when("timer", TimeUp(deal=1, ply=0), at=dealt + 29_999).refused("time/not-yet", wait_ms=1)
    spec.when("timer", TimeUp(deal=1, ply=1), at=dealt + 40_000).refused("table/stale")
    expected = spec.table.game.move_text(spec.table.game.auto_move(spec.table.state))
    seat = whose_turn(spec.table)
    spec.when("timer", TimeUp(deal=1, ply=0), at=dealt + 30_000).then(Played)
    assert spec.answer[0] == Played(seat=seat, move=expected, ply=0, cause="timeout")
    assert deadline(spec.table) == dealt + 60_000


def test_a_move_in_time_starts_the_clock_anew() -> None:
    spec = Spec().open(limits=LIMITED).sit().deal()
    spec.play(spec.moves()[0], later_ms=29_000)
    spec.when("timer", TimeUp(deal=1, ply=0), later_ms=2_000).refused("table/stale")
    spec.when("timer", TimeUp(deal=1, ply=1)).refused("time/not-yet")


def test_lose_deal_ends_the_deal_against_him() -> None:
    options = {"timeout_action": "lose_deal", "target_points": 10_000}
    spec = Spec().open(limits=LIMITED, options=options).sit().deal()
    late = whose_turn(spec.table)
    spec.when("timer", TimeUp(deal=1, ply=0), later_ms=30_000).then(DealForfeited, DealEnded, DealWanted)
    assert spec.answer[0] == DealForfeited(seat=late, cause="timeout")
    assert late not in spec.answer[1].outcome.winners
    assert spec.table.phase is Phase.WANTING


def test_a_log_whose_clock_steps_back_takes_no_time_away() -> None:
    spec = Spec().open(limits=LIMITED).sit().deal()
    spec.play(spec.moves()[0], later_ms=20_000)
    turn_began = spec.at
    spec.when("timer", TimeUp(deal=1, ply=1), at=turn_began - 500_000).refused("time/not-yet", wait_ms=30_000)
    assert spec.table.since == turn_began
    spec.play(spec.moves()[0], at=turn_began - 15_000)
    assert spec.table.since == turn_began, "the turn began at the latest time that the log had shown"


def test_no_limit_no_deadline() -> None:
    spec = Spec().open().sit().deal()
    assert deadline(spec.table) is None
    spec.when("timer", TimeUp(deal=1, ply=0), later_ms=10**9).refused("time/no-limit")
    assert deadline(Spec().open(limits=Limits(move_s=5)).table) is None


# --- the timer


class Clocked(Spec):
    """A table whose decisions a timer follows."""

    def __init__(self) -> None:
        super().__init__()
        self.timer = Timer()

    def when(self, actor, body, **at):
        super().when(actor, body, **at)
        command = codec.command(f"c{self.sent}", self.id, actor, body)
        self.timer.fold(self.id, self.at, command, self.answer if isinstance(self.answer, tuple) else ())
        return self

    def due(self, now: int):
        return [(job.id, codec.TABLE.body(job.make())) for job in self.timer.due(now)]

    def obey(self, now: int, at: int) -> None:
        """Send what the timer wants at its `now`; the log takes it at `at`."""
        (job,) = self.timer.due(now)
        self.at = at
        command = job.make()
        body = codec.TABLE.body(command)
        Spec.when(self, command.actor, body, at=at)
        self.timer.fold(self.id, at, command, self.answer if isinstance(self.answer, tuple) else ())


def test_the_timer_reminds_once_a_limit_is_over() -> None:
    spec = Clocked()
    spec.open(limits=LIMITED)
    end = deadline(spec.table)
    assert spec.due(end) == []
    assert spec.due(end + SLACK_MS) == [("time:t1:0:-1", TimeUp(deal=0, ply=-1))]
    spec.sit()
    assert spec.due(end + 10**6) == [], "nobody waits for a player while a deal is wanted"
    spec.deal()
    end = deadline(spec.table)
    assert spec.due(end + SLACK_MS) == [("time:t1:1:0", TimeUp(deal=1, ply=0))]
    spec.play(spec.moves()[0])
    assert spec.due(end + SLACK_MS) == []


def test_the_timer_learns_how_far_the_log_s_clock_is_behind() -> None:
    spec = Clocked()
    spec.open(limits=LIMITED).sit().deal()
    end = deadline(spec.table)
    ahead = 7_000
    now = end + SLACK_MS
    spec.obey(now, at=now - ahead)
    spec.refused("time/not-yet", wait_ms=ahead - SLACK_MS)
    assert spec.due(now + 1) == []
    again = now + 1 + ahead
    assert spec.due(again - 1) == []
    assert [job for job, _ in spec.due(again)] == ["time:t1:1:0:1"]
    spec.obey(again, at=again - ahead)
    spec.then(Played)


def test_tables_without_limits_and_finished_ones_are_not_kept() -> None:
    timer = Timer()
    spec = Clocked()
    spec.timer = timer
    spec.open()
    assert timer._tables == {}
    other = Clocked()
    other.timer = timer
    other.open(limits=LIMITED)
    assert list(timer._tables) == ["t1"]
    other.when("player:e0", Sit(seat=0, nonce="0" * 32)).then(SatDown)
    other.when("player:e0", __import__("contracts.table", fromlist=["Resign"]).Resign(seat=0))
    assert list(timer.due(other.at + 10**9)) == [], "no limit runs when it is over"
    other.when("dealing", RevealTableKey(key=KEY.hex()))
    assert timer._tables == {}, "until then a ruling may send it back"
