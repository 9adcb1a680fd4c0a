"""The standings as a service: it folds `tournament.events` and publishes each tournament's newest standings.

It keeps no store: the log's events are its state, and the topic that it writes says what it has said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from contracts import codec, topics
from contracts.envelope import Command
from contracts.messages import Event
from contracts.tournament_state import Phase, Tournament, evolve
from services.runtime.service import ProjectionPlan, Service
from services.standings import decider


class StandingsProjection:
    """The standings of one partition's tournaments; the newest record of each says up to where it has been told."""

    def __init__(self) -> None:
        self._states: dict[str, Tournament] = {}
        self._source: dict[str, int] = {}
        self._told: dict[str, int] = {}
        self._new: dict[str, None] = {}  # in the order of their first change

    def resume(self, key: str, value: bytes) -> None:
        """Take note of what was published: nothing older or equal is said again."""
        self._told[key] = max(self._told.get(key, -1), decider.read_standings(value).source)

    def fold(self, key: str, source: int, at: int, command: Command | None, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        """Follow the tournaments of a partition."""
        state = self._states.get(key)
        for event in events:
            state = evolve(state, event, at)
        if state is None or not events:
            return
        self._states[key] = state
        self._source[key] = source
        self._new[key] = None

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Give the standings of each tournament that has changed; a finished one is let go when it was told."""
        changed, self._new = self._new, {}
        for key in changed:
            if self._source[key] > self._told.get(key, -1):
                yield key, decider.record(key, self._states[key], self._source[key])
                self._told[key] = self._source[key]
            if self._states[key].phase is Phase.FINISHED and self._states[key].key:
                del self._states[key], self._source[key]


SERVICE: Final = Service(
    name="standings",
    projections=(
        ProjectionPlan("standings", topics.TOURNAMENT_EVENTS, topics.STANDINGS, codec.TOURNAMENT, StandingsProjection),
    ),
)
