"""The round's clock for the hall, and the suspension of a whole tournament: messages, and the clock as a value. Pure.

A part of the messages of tournaments (`contracts.tournament`), which lists them among its own. A clock is folded from
the records' times alone; who shows it adds only what time it is now.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from contracts.messages import Body, Event


class StartClock(Body, frozen=True, kw_only=True):
    """Let the clock of the round that plays run. `seconds` is its length; 0 is the tournament's `round_s`."""

    KIND: ClassVar[str] = "start_clock"
    round: int
    seconds: int = 0


class PauseClock(Body, frozen=True, kw_only=True):
    """Hold the round's clock."""

    KIND: ClassVar[str] = "pause_clock"
    round: int


class ResumeClock(Body, frozen=True, kw_only=True):
    """Let the round's clock run on."""

    KIND: ClassVar[str] = "resume_clock"
    round: int


class AddTime(Body, frozen=True, kw_only=True):
    """Give the round more time, or take some away: to the table of this number, or to all (0)."""

    KIND: ClassVar[str] = "add_time"
    round: int
    seconds: int
    table: int = 0


class Suspend(Body, frozen=True, kw_only=True):
    """Let the tournament rest: no round is started or begun until it is continued. It may be finished as it stands."""

    KIND: ClassVar[str] = "suspend"
    reason: str = ""


class ContinueTournament(Body, frozen=True, kw_only=True):
    """Let a suspended tournament go on."""

    KIND: ClassVar[str] = "continue_tournament"


class ClockStarted(Event, frozen=True, kw_only=True, tag="clock_started"):
    """The round's clock runs, for so many seconds."""

    round: int
    seconds: int


class ClockPaused(Event, frozen=True, kw_only=True, tag="clock_paused"):
    """The round's clock stands still."""

    round: int


class ClockResumed(Event, frozen=True, kw_only=True, tag="clock_resumed"):
    """The round's clock runs on."""

    round: int


class TimeAdded(Event, frozen=True, kw_only=True, tag="time_added"):
    """The round has more time, or less: at the table of this number, or everywhere (0)."""

    round: int
    seconds: int
    table: int = 0


class Suspended(Event, frozen=True, kw_only=True, tag="suspended"):
    """The tournament rests."""

    by: str
    reason: str = ""


class Continued(Event, frozen=True, kw_only=True, tag="continued"):
    """The tournament goes on."""

    by: str


class RoundStopped(Event, frozen=True, kw_only=True, tag="round_stopped"):
    """The tournament ends in the middle of a round: these tables stop without a result, those that have one keep it."""

    round: int
    tables: tuple[str, ...] = ()


COMMANDS: tuple[type[Body], ...] = (StartClock, PauseClock, ResumeClock, AddTime, Suspend, ContinueTournament)
ClockEvent = ClockStarted | ClockPaused | ClockResumed | TimeAdded
HaltEvent = Suspended | Continued | RoundStopped


class Clock(msgspec.Struct, frozen=True):
    """The clock of one round. Times are in ms, those of the log.

    `length` is the time for everybody, what was added included, and `extra` what single tables have besides, as pairs
    of number and ms. `since` is when it began to run; None while it stands. `used` is how long it had run before.
    """

    round: int
    length: int
    started: bool = False
    since: int | None = None
    used: int = 0
    extra: tuple[tuple[int, int], ...] = ()

    @property
    def paused(self) -> bool:
        """Whether it was started and stands still."""
        return self.started and self.since is None

    def total(self, table: int = 0) -> int:
        """Give the whole time of a table; of the hall (0), what all have."""
        return self.length + dict(self.extra).get(table, 0)

    def left(self, now: int, table: int = 0) -> int:
        """Give the time left at a table, or in the hall (0), at a moment; below zero once it is over."""
        running = 0 if self.since is None else max(now - self.since, 0)
        return self.total(table) - self.used - running

    def ends(self, table: int = 0) -> int | None:
        """Give the moment at which a table's time is over; None while the clock stands still."""
        return None if self.since is None else self.since + self.total(table) - self.used


def ready(round: int, seconds: int | None) -> Clock | None:
    """Give the clock of a round that has just begun, which nobody has started yet; None where rounds have no length."""
    return None if seconds is None else Clock(round, seconds * 1000)


def fold(clock: Clock | None, event: ClockEvent, at: int) -> Clock | None:
    """Fold one event of the clock, recorded at `at`. None where it cannot follow."""
    if isinstance(event, ClockStarted):
        extra = clock.extra if clock is not None else ()
        return Clock(event.round, event.seconds * 1000, started=True, since=at, extra=extra)
    if clock is None or clock.round != event.round:
        return None
    match event:
        case ClockPaused():
            ran = 0 if clock.since is None else at - clock.since
            return replace(clock, since=None, used=clock.used + ran)
        case ClockResumed():
            return replace(clock, since=at) if clock.since is None else clock
        case TimeAdded() if event.table:
            each = dict(clock.extra)
            each[event.table] = each.get(event.table, 0) + event.seconds * 1000
            return replace(clock, extra=tuple(sorted(each.items())))
        case TimeAdded():
            return replace(clock, length=clock.length + event.seconds * 1000)
