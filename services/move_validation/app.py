"""Move validation as a service: the referee over the tables' topics, and the timer that reminds it of limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from contracts import codec, topics
from contracts.envelope import Command
from contracts.messages import Event, Limits
from contracts.table import (
    DealEnded,
    Dealt,
    DealWanted,
    MatchEnded,
    Played,
    TableOpened,
    TakenBack,
    TimeUp,
)
from services.move_validation import decider
from services.runtime.service import Job, ReactorPlan, Service

SLACK_MS = 100
"""So long after the deadline the timer speaks up: the log's clock and this machine's are not the same."""
TICK_S = 0.25


@dataclass
class _Clock:
    """What the timer keeps of a table: its limits, and since when (the log's ms) which limit runs, if one does."""

    limits: Limits
    at: int
    since: int | None
    deal: int = 0
    ply: int = -1
    again: int = 0
    wait: int | None = None
    not_before: int = 0

    @property
    def deadline(self) -> int | None:
        """When the limit that runs now is over."""
        limit = self.limits.sit_s if self.ply < 0 else self.limits.move_s
        return None if limit is None or self.since is None else self.since + limit * 1000


class Timer:
    """Watches the limits of a partition's tables. The decision is the referee's, from the records' times.

    Where the log's clock is behind this machine's, the referee answers `time/not-yet`; the timer learns from that
    answer's own time how long is still to wait, and asks again under another id.
    """

    def __init__(self) -> None:
        """Begin with no table."""
        self._tables: dict[str, _Clock] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:
        """Follow whose limit runs since when."""
        table = self._tables.get(key)
        if table is None:
            for event in events:
                if isinstance(event, TableOpened) and event.limits != Limits():
                    self._tables[key] = _Clock(event.limits, at, at)
            return
        table.at = max(table.at, at)
        if not events:
            self._refused(key, table, command)
            return
        for event in events:
            self._one(key, table, event)

    def _one(self, key: str, table: _Clock, event: Event) -> None:
        match event:
            case Played():
                table.since, table.ply = table.at, event.ply + 1
            case Dealt():
                table.since, table.deal, table.ply = table.at, event.deal, 0
            case TakenBack():
                table.since, table.ply = table.at, event.ply
            case DealWanted() | DealEnded():
                table.since, table.ply = None, 0
            case MatchEnded():
                self._tables.pop(key, None)
                return
            case _:
                return
        table.again, table.wait, table.not_before = 0, None, 0

    def _refused(self, key: str, table: _Clock, command: Command | None) -> None:
        """Reckon from a refused reminder how long the log's clock still has to run."""
        deadline = table.deadline
        if command is None or deadline is None or command.id != _id(key, table):
            return
        table.again += 1
        table.wait = max(deadline - table.at, 0)

    def due(self, now: int) -> Iterator[Job]:
        """Give a reminder for every limit that this machine's clock `now` (ms) says has run out."""
        for key, table in self._tables.items():
            deadline = table.deadline
            if deadline is None:
                continue
            if table.wait is not None:
                table.not_before, table.wait = now + table.wait + SLACK_MS, None
            if now >= max(deadline + SLACK_MS, table.not_before):
                yield _job(key, _id(key, table), TimeUp(deal=table.deal, ply=table.ply))


def _id(key: str, table: _Clock) -> str:
    again = f":{table.again}" if table.again else ""
    return f"time:{key}:{table.deal}:{table.ply}{again}"


def _job(key: str, id: str, body: TimeUp) -> Job:
    return Job(id, topics.TABLE_COMMANDS, lambda: codec.command(id, key, "timer", body))


SERVICE = Service(
    name="move-validation",
    decider=decider,
    commands=topics.TABLE_COMMANDS,
    events=topics.TABLE_EVENTS,
    reactors=(ReactorPlan("table-timer", topics.TABLE_EVENTS, codec.TABLE, Timer, tick_s=TICK_S),),
)
