"""The round's clock and the suspension of a tournament: who may start, hold and lengthen what, and when. Pure.

Imports `contracts` only. What has been done already and is wished again changes nothing, so that two directors, or one
who presses twice, do no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from contracts.clock import (
    AddTime,
    Clock,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    Continued,
    ContinueTournament,
    PauseClock,
    ResumeClock,
    RoundStopped,
    StartClock,
    Suspend,
    Suspended,
    TimeAdded,
)
from contracts.envelope import Command
from contracts.games.game import Refusal
from contracts.messages import Body, Event
from contracts.tournament import SeatingDropped, TournamentFinished
from contracts.tournament_state import Phase, Round, RoundPhase, Tournament
from services.lobby.entry import phase

Answer = tuple[Event, ...] | Refusal

CODES: Final = ("clock/none", "clock/started", "clock/range", "clock/table", "tournament/suspended")
"""The refusals of clock and suspension."""
MOST_S: Final = 86_400
"""Seconds of a round, or of time added at once."""


def rests(s: Tournament) -> Refusal | None:
    """Refuse what has to wait while a tournament is suspended."""
    return Refusal("tournament/suspended") if s.suspended is not None else None


def _playing(s: Tournament, number: int) -> Round | None:
    now = s.current
    return now if now is not None and now.phase is RoundPhase.PLAYING and now.number == number else None


def _running(s: Tournament, number: int) -> Clock | Refusal:
    """Find the clock of the round that plays, once it was started."""
    if _playing(s, number) is None or s.clock is None or not s.clock.started:
        return Refusal("clock/none")
    return s.clock


def _start(s: Tournament, command: Command, body: StartClock) -> Answer:  # noqa: ARG001
    if refusal := rests(s):
        return refusal
    if _playing(s, body.round) is None:
        return Refusal("clock/none")
    if s.clock is not None and s.clock.started:
        return Refusal("clock/started", facts={"round": body.round})
    seconds = body.seconds or (s.clock.length // 1000 if s.clock is not None else 0)
    if not 1 <= seconds <= MOST_S:
        return Refusal("clock/range", facts={"least": 1, "most": MOST_S})
    return (ClockStarted(round=body.round, seconds=seconds),)


def _pause(s: Tournament, command: Command, body: PauseClock) -> Answer:  # noqa: ARG001
    found = _running(s, body.round)
    if isinstance(found, Refusal):
        return found
    return () if found.paused else (ClockPaused(round=body.round),)


def _resume(s: Tournament, command: Command, body: ResumeClock) -> Answer:  # noqa: ARG001
    if refusal := rests(s):
        return refusal
    found = _running(s, body.round)
    if isinstance(found, Refusal):
        return found
    return (ClockResumed(round=body.round),) if found.paused else ()


def _add(s: Tournament, command: Command, body: AddTime) -> Answer:  # noqa: ARG001
    now = _playing(s, body.round)
    if now is None or s.clock is None:
        return Refusal("clock/none")
    if not 1 <= abs(body.seconds) <= MOST_S:
        return Refusal("clock/range", facts={"least": -MOST_S, "most": MOST_S})
    if body.table and not any(t.number == body.table for t in now.tables):
        shown = body.table if abs(body.table) <= MOST_S else str(body.table)[:20]
        return Refusal("clock/table", facts={"table": shown})
    return (TimeAdded(round=body.round, seconds=body.seconds, table=body.table),)


def _suspend(s: Tournament, command: Command, body: Suspend) -> Answer:
    """Let a running tournament rest, and hold the clock of its round."""
    if s.phase is not Phase.RUNNING:
        return phase(s)
    if s.suspended is not None:
        return ()
    suspended = Suspended(by=command.actor[:40], reason=body.reason.strip())
    ticking = s.clock is not None and s.clock.since is not None
    return (suspended, ClockPaused(round=s.clock.round)) if ticking and s.clock is not None else (suspended,)


def _continue(s: Tournament, command: Command, body: ContinueTournament) -> Answer:  # noqa: ARG001
    return () if s.suspended is None else (Continued(by=command.actor[:40]),)


def finish_early(now: Round) -> Answer:
    """End a suspended tournament in the middle of a round, or before it.

    What has a result keeps it; the open tables are stopped and have none. A round that has not begun is taken back.
    """
    if not now.begun:
        return (SeatingDropped(round=now.number), TournamentFinished())
    open_ = tuple(t.id for t in now.tables if t.result is None)
    return (RoundStopped(round=now.number, tables=open_), TournamentFinished())


JUDGES: Final[dict[type[Body], Callable[[Tournament, Command, Any], Answer]]] = {
    StartClock: _start,
    PauseClock: _pause,
    ResumeClock: _resume,
    AddTime: _add,
    Suspend: _suspend,
    ContinueTournament: _continue,
}
