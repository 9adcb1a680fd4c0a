"""What a service is to the runtime: a decider over a pair of topics, and reactors that turn facts into commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from contracts.codec import Catalogue
from contracts.envelope import Command
from contracts.games.game import Refusal
from contracts.messages import Body, Event
from contracts.topics import Topic


class Decider(Protocol):
    """Pure. State is per key; None is a key that does not exist. Modules `services/*/decider.py` have these names."""

    CATALOGUE: Catalogue

    def decide(self, state: Any | None, command: Command, body: Body, at: int) -> tuple[Event, ...] | Refusal:
        """Judge a command that the log took at `at`. Total: a refusal for whatever is wrong, never an exception."""

    def evolve(self, state: Any | None, event: Event, at: int) -> Any:
        """Fold one event, recorded at `at`, into the state of its key."""

    def finished(self, state: Any) -> bool:
        """Whether the key is over and may leave memory; every later command to it is refused with `key/over`."""


@dataclass(frozen=True)
class Job:
    """A command that the facts ask for. `id` is derived from the fact, so that sending it twice does no harm.

    `make` computes it; `heavy` ones are run in a worker, off the event loop.
    """

    id: str
    topic: Topic
    make: Callable[[], Command]
    heavy: bool = False


class Reactor(Protocol):
    """Turns the facts of one partition of an event topic into commands (a relay, dealing, a timer, a seating worker).

    One instance per partition, made anew and fed from the partition's start whenever the partition is taken over, so
    it needs no store of its own: what is not answered yet is still due. `due` is asked after each batch and every
    `tick_s` seconds; the runtime sends each job once per life of the instance.
    """

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:
        """Take in one accepted decision (events empty for a refusal)."""

    def due(self, now: int) -> Iterable[Job]:
        """Give what is wanted and not yet answered. `now` is this machine's clock in ms, for timers alone."""


@dataclass(frozen=True)
class ReactorPlan:
    """A reactor by name: the topic it reads, how to make one, and how often to ask it without news."""

    name: str
    reads: Topic
    catalogue: Catalogue
    make: Callable[[], Reactor]
    tick_s: float | None = None


class Projection(Protocol):
    """Turns the facts of one partition of an event topic into the records of a compacted topic, the newest per key.

    One instance per partition. The runtime first gives it, by `resume`, the newest record of each key that the written
    partition holds, then folds its partition from the start through the filter, and asks `records` when it has caught
    up and after each batch from then on. Each key's record carries the `source` that it stands for, so that a late
    record of an instance that lost its partition is seen as older by every reader.
    """

    def resume(self, key: str, value: bytes) -> None:
        """Take note of what the written topic already says about a key."""

    def fold(self, key: str, source: int, at: int, command: Command | None, events: tuple[Event, ...]) -> None:
        """Take in one accepted decision (events empty for a refusal)."""

    def records(self) -> Iterable[tuple[str, bytes]]:
        """Give (key, value) for each key that says something new since it was last asked or resumed."""


@dataclass(frozen=True)
class ProjectionPlan:
    """A projection by name: the topic it reads, the compacted topic whose same partition it writes, how to make one."""

    name: str
    reads: Topic
    writes: Topic
    catalogue: Catalogue
    make: Callable[[], Projection]


@dataclass(frozen=True)
class Service:
    """One service: `decider` over commands and events (None for a service that only reacts), reactors, projections."""

    name: str
    decider: Decider | None = None
    commands: Topic | None = None
    events: Topic | None = None
    reactors: tuple[ReactorPlan, ...] = field(default=())
    projections: tuple[ProjectionPlan, ...] = field(default=())
