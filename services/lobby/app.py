"""The lobby as a service: the decider over its topics, the seating worker, and the relays to and from its tables.

Neither keeps a store: what the log has not answered yet is still due.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from contracts import codec, roles, topics
from contracts.envelope import Command
from contracts.messages import Event
from contracts.tournament import TournamentCreated
from contracts.tournament_state import Phase, RoundPhase, Tournament, evolve
from services.lobby import decider, seating
from services.lobby.relays import OrdersRelay, StopRelay, TablesRelay
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


SERVICE: Final = Service(
    name="lobby",
    decider=decider,
    commands=topics.TOURNAMENT_COMMANDS,
    events=topics.TOURNAMENT_EVENTS,
    reactors=(
        ReactorPlan("seating-worker", topics.TOURNAMENT_EVENTS, codec.TOURNAMENT, SeatingWorker),
        ReactorPlan("lobby-orders", topics.TOURNAMENT_EVENTS, codec.TOURNAMENT, OrdersRelay),
        ReactorPlan("lobby-relay", topics.TABLE_EVENTS, codec.TABLE, TablesRelay),
        ReactorPlan("stop-relay", topics.TOURNAMENT_EVENTS, codec.TOURNAMENT, StopRelay),
    ),
)
