"""Move validation as a service: the referee over the tables' topics, and the timer that reminds it of limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from contracts import codec, topics
from contracts.envelope import Command
from contracts.messages import Event, Limits
from contracts.table import ArbiterCalled, TableOpened, TimeUp
from contracts.table_state import Phase, Table, deadline, evolve
from services.move_validation import decider
from services.runtime.service import Job, ReactorPlan, Service

SLACK_MS = 100
"""So long after the deadline the timer speaks up: the log's clock and this machine's are not the same."""
TICK_S = 0.25


@dataclass
class _Clock:
    """What the timer keeps of a table with limits: the table itself, and what became of its reminders.

    `again` counts the reminders of the present limit that were refused, `wait` is how long the log's clock then had
    still to run (ms). `told` is the position for which the arbiter was called: that is said once.
    """

    table: Table
    again: int = 0
    wait: int | None = None
    not_before: int = 0
    told: tuple[int, int] | None = None

    @property
    def place(self) -> tuple[int, int]:
        """The deal and the move whose limit runs; -1 is the time to sit down."""
        return (self.table.deal, -1 if self.table.phase is Phase.WAITING else self.table.ply)


class Timer:
    """Watches the limits of a partition's tables. The decision is the referee's, from the records' times.

    Where the log's clock is behind this machine's, the referee answers `time/not-yet`; the timer learns from that
    answer's own time how long is still to wait, and asks again under another id.
    """

    def __init__(self) -> None:
        """Begin with no table."""
        self._tables: dict[str, _Clock] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:
        """Follow the tables that have limits until their keys are open."""
        clock = self._tables.get(key)
        if clock is None:
            opened = events[0] if events else None
            if not isinstance(opened, TableOpened) or opened.limits == Limits():
                return
            clock = self._tables[key] = _Clock(evolve(None, opened, at))
            events = events[1:]
        elif not events:
            self._refused(key, clock, command, at)
            return
        place, limit, rewinds = clock.place, deadline(clock.table), clock.table.rewinds
        for event in events:
            clock.table = evolve(clock.table, event, at)
            if isinstance(event, ArbiterCalled) and event.cause == "clock":
                clock.told = clock.place
        if clock.table.rewinds != rewinds:  # whatever was said of a move is said anew when it comes again
            clock.again, clock.told = 0, None
        if clock.table.phase is Phase.REVEALED:  # until then a ruling may send it back
            self._tables.pop(key, None)
        elif (clock.place, deadline(clock.table)) != (place, limit):
            clock.again = clock.again if clock.place == place else 0  # an id that was answered is not sent again
            clock.wait, clock.not_before = None, 0

    def _refused(self, key: str, clock: _Clock, command: Command | None, at: int) -> None:
        """Reckon from a refused reminder how long the log's clock still has to run."""
        limit = deadline(clock.table)
        if command is None or command.id != _id(key, clock):
            return
        clock.again += 1
        clock.wait = None if limit is None else max(limit - max(clock.table.at, at), 0)

    def due(self, now: int) -> Iterator[Job]:
        """Give a reminder for every limit that this machine's clock `now` (ms) says has run out."""
        for key, clock in self._tables.items():
            limit = deadline(clock.table)
            if limit is None or clock.told == clock.place:
                continue
            if clock.wait is not None:
                clock.not_before, clock.wait = now + clock.wait + SLACK_MS, None
            if now >= max(limit + SLACK_MS, clock.not_before):
                deal, ply = clock.place
                yield _job(key, _id(key, clock), TimeUp(deal=deal, ply=ply))


def _id(key: str, clock: _Clock) -> str:
    deal, ply = clock.place
    again = f":{clock.again}" if clock.again else ""
    back = clock.table.rewinds + clock.table.attempt  # the same deal and moves may come again
    return f"time:{key}:{deal}:{ply}{f':r{back}' if back else ''}{again}"


def _job(key: str, id: str, body: TimeUp) -> Job:
    return Job(id, topics.TABLE_COMMANDS, lambda: codec.command(id, key, "timer", body))


SERVICE = Service(
    name="move-validation",
    decider=decider,
    commands=topics.TABLE_COMMANDS,
    events=topics.TABLE_EVENTS,
    reactors=(ReactorPlan("table-timer", topics.TABLE_EVENTS, codec.TABLE, Timer, tick_s=TICK_S),),
)
