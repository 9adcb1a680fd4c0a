"""What is carried between a tournament and its tables: results and calls to the desk, and its orders to go back.

Neither relay keeps a store: what the log has not answered yet is still due.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from contracts import codec, roles, topics
from contracts.clock import RoundStopped
from contracts.desk import OpenCase, RewindOrdered, Ruled
from contracts.envelope import Command
from contracts.games.game import MatchResult
from contracts.messages import Body, Event
from contracts.table import (
    AbandonTable,
    ArbiterCalled,
    Dealt,
    DealWanted,
    MatchEnded,
    Played,
    RewindRefused,
    RewindTable,
    Rewound,
    TableKeyRevealed,
    TableOpened,
    TakenBack,
)
from contracts.tournament import RecordResult, ResultRecorded
from services.runtime.service import Job


@dataclass
class _Table:
    """What is followed of a table: where it stands, how many orders it has answered, and what is to be carried."""

    opened: TableOpened
    deal: int = 0
    ply: int = 0
    orders: int = 0
    result: MatchResult | None = None
    calls: list[OpenCase] = field(default_factory=list)


class TablesRelay:
    """Carries a table's calls for the arbiter and its result to its tournament, until the table's key is opened.

    Dealing opens a table's key when the tournament has recorded the result, so an open key says that it arrived; the
    calls go before it. A case stays on the desk when the match is long over. What comes of a table that its tournament
    has stopped is no result.
    """

    def __init__(self) -> None:
        """Begin with no table."""
        self._tables: dict[str, _Table] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        """Follow the tables of a partition."""
        if events and command is not None and stopped(command):
            return
        for event in events:
            if isinstance(event, TableOpened):
                if not event.origin:  # what a record brought is the arbiter's to enter
                    self._tables[key] = _Table(event)
            elif isinstance(event, TableKeyRevealed):
                self._tables.pop(key, None)
            elif key in self._tables:
                _follow(key, self._tables[key], event)

    def due(self, now: int) -> Iterator[Job]:  # noqa: ARG002  # nothing here waits for a time
        """Give a job for each call and each result that has not arrived."""
        for key, table in self._tables.items():
            for number, call in enumerate(table.calls, 1):
                yield _job(f"call:{key}:{number}", table.opened.tournament, call)
            if table.result is not None:
                again = f":{table.orders}" if table.orders else ""
                body = RecordResult(table=key, result=table.result, orders=table.orders)
                yield _job(f"result:{key}{again}", table.opened.tournament, body)


def _follow(key: str, table: _Table, event: Event) -> None:
    match event:
        case DealWanted() | Dealt():
            table.deal, table.ply = event.deal, 0
        case Played():
            table.ply = event.ply + 1
        case TakenBack():
            table.ply = event.ply
        case Rewound():
            table.deal, table.ply, table.orders, table.result = event.deal, event.ply, event.order, None
        case RewindRefused():
            table.orders = event.order
        case MatchEnded():
            table.result = event.result
        case ArbiterCalled():
            who = (table.opened.seats[event.seat].entrant,)
            call = OpenCase(table=key, deal=table.deal, ply=table.ply, entrants=who, facts=event.text, call=event.cause)
            table.calls.append(call)
        case _:
            return


class OrdersRelay:
    """Carries a ruling's order to go back to its table, until the table's result is recorded."""

    def __init__(self) -> None:
        """Begin with no order."""
        self._orders: dict[str, list[RewindTable]] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        """Follow the desks of a partition's tournaments."""
        reason = next((event.decision for event in events if isinstance(event, Ruled)), "")
        for event in events:
            if isinstance(event, RewindOrdered):
                plan = event.rewind
                told = self._orders.setdefault(plan.table, [])
                body = RewindTable(
                    deal=plan.deal,
                    ply=plan.ply,
                    again=plan.again,
                    case=event.case,
                    order=len(told) + 1,
                    reason=reason,
                )
                told.append(body)
            elif isinstance(event, ResultRecorded):
                self._orders.pop(event.table, None)
            elif isinstance(event, RoundStopped):
                for table in event.tables:
                    self._orders.pop(table, None)

    def due(self, now: int) -> Iterator[Job]:  # noqa: ARG002  # nothing here waits for a time
        """Give a job for each order whose table may still follow it."""
        for table, told in self._orders.items():
            for body in told:
                yield Job(
                    f"rewind:{table}:{body.order}",
                    topics.TABLE_COMMANDS,
                    partial(codec.command, f"rewind:{table}:{body.order}", table, roles.RELAY, body),
                )


class StopRelay:
    """Stops the tables of a round in the middle of which a tournament was finished.

    A table's answer is in another topic, so the same is said again after each restart, and then refused as known.
    """

    def __init__(self) -> None:
        self._tables: dict[str, None] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        """Follow the tournaments of a partition."""
        for event in events:
            if isinstance(event, RoundStopped):
                self._tables |= dict.fromkeys(event.tables)

    def due(self, now: int) -> Iterator[Job]:  # noqa: ARG002  # nothing here waits for a time
        """Give a job for each table that is to stop."""
        for table in self._tables:
            yield Job(_stop_id(table), topics.TABLE_COMMANDS, partial(self._stop, table))

    def _stop(self, table: str) -> Command:
        return codec.command(_stop_id(table), table, roles.RELAY, AbandonTable(reason="tournament finished"))


def _stop_id(table: str) -> str:
    return f"stop:{table}"


def stopped(command: Command) -> bool:
    """Whether this is a tournament's word to a table that it stops."""
    return command.kind == AbandonTable.KIND and command.actor == roles.RELAY


def _job(id: str, tournament: str, body: Body) -> Job:
    return Job(id, topics.TOURNAMENT_COMMANDS, partial(codec.command, id, tournament, roles.RELAY, body))
