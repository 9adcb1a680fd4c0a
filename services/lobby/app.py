"""The lobby as a service: the decider over its topics, the seating worker, and the relay of tables' results.

Neither keeps a store: what the log has not answered yet is still due.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from contracts import codec, roles, topics
from contracts.clock import RoundStopped
from contracts.envelope import Command
from contracts.games.game import MatchResult
from contracts.messages import Event
from contracts.table import AbandonTable, MatchEnded, TableKeyRevealed, TableOpened
from contracts.tournament import RecordResult, TournamentCreated
from contracts.tournament_state import Phase, RoundPhase, Tournament, evolve
from services.lobby import decider, seating
from services.runtime.service import Job, ReactorPlan, Service


def seat(tournament: str, state: Tournament, id: str) -> Command:
    """Seat the round that waits for it: the long computation, fit for a worker process."""
    return codec.command(id, tournament, roles.SEATER, seating.propose(state))


class SeatingWorker:
    """Answers `SeatingWanted` with a proposal, until the log shows what became of it."""

    def __init__(self) -> None:
        self._states: dict[str, Tournament] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        """Follow the tournaments of a partition; finished ones are let go."""
        state = self._states.get(key)
        if state is None and not (events and isinstance(events[0], TournamentCreated)):
            return  # let go: only the opening of its key follows the end
        for event in events:
            state = evolve(state, event, at)
        if state is None or (state.phase is Phase.FINISHED):
            self._states.pop(key, None)
        elif events:
            self._states[key] = state

    def due(self, now: int) -> Iterator[Job]:  # noqa: ARG002  # nothing here waits for a time
        """Give a job for each round that waits for its seating."""
        for key, state in self._states.items():
            wanted = state.current
            if wanted is not None and wanted.phase is RoundPhase.WANTED:
                id = f"seating:{key}:{wanted.want}"  # noqa: A001  # the job's word
                yield Job(id, topics.TOURNAMENT_COMMANDS, partial(seat, key, state, id), heavy=True)


class ResultsRelay:
    """Carries a table's result to its tournament, until the table's key is opened.

    Dealing opens a table's key when the tournament has recorded the result, so an open key says that it arrived. What
    comes of a table that its tournament has stopped is no result.
    """

    def __init__(self) -> None:
        self._of: dict[str, str] = {}
        self._results: dict[str, MatchResult] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        """Follow the tables of a partition."""
        if events and command is not None and stopped(command):
            return
        for event in events:
            match event:
                case TableOpened() if not event.origin:  # what a record brought is the arbiter's to enter
                    self._of[key] = event.tournament
                case MatchEnded() if key in self._of:
                    self._results[key] = event.result
                case TableKeyRevealed():
                    self._results.pop(key, None)
                    self._of.pop(key, None)
                case _:
                    continue

    def due(self, now: int) -> Iterator[Job]:  # noqa: ARG002  # nothing here waits for a time
        """Give a job for each result that has not arrived."""
        for table, result in self._results.items():
            yield Job(f"result:{table}", topics.TOURNAMENT_COMMANDS, partial(self._carry, table, result))

    def _carry(self, table: str, result: MatchResult) -> Command:
        body = RecordResult(table=table, result=result)
        return codec.command(f"result:{table}", self._of[table], roles.RELAY, body)


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


SERVICE: Final = Service(
    name="lobby",
    decider=decider,
    commands=topics.TOURNAMENT_COMMANDS,
    events=topics.TOURNAMENT_EVENTS,
    reactors=(
        ReactorPlan("seating-worker", topics.TOURNAMENT_EVENTS, codec.TOURNAMENT, SeatingWorker),
        ReactorPlan("lobby-relay", topics.TABLE_EVENTS, codec.TABLE, ResultsRelay),
        ReactorPlan("stop-relay", topics.TOURNAMENT_EVENTS, codec.TOURNAMENT, StopRelay),
    ),
)
