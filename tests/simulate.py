"""A whole club in one process without a log: the real deciders, owners and reactors, driven until nothing is left to do.

Each command takes the next offset of its partition and the next moment of a clock that only this file moves, so the
same wishes give the same records, byte for byte.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from contracts import codec, topics
from contracts.envelope import Command, partition_of, read_command, read_decision, write
from contracts.messages import Body, Event
from contracts.table_state import Table
from contracts.table_state import evolve as evolve_table
from contracts.topics import Topic
from contracts.tournament import (
    BeginRound,
    CheckIn,
    CreateTournament,
    EntrantRow,
    FinishTournament,
    ImportEntrants,
    Rules,
    StartRound,
)
from contracts.tournament_state import Phase, RoundPhase, Tournament
from contracts.tournament_state import evolve as evolve_tournament
from services.bots import app as bots
from services.dealing import app as dealing
from services.lobby import app as lobby
from services.move_validation import app as move_validation
from services.runtime.log import Entry
from services.runtime.owner import Owner
from services.runtime.service import Job, Reactor, Service

SECRET = b"the secret of a club that is not"
START = 1_700_000_000_000


@dataclass
class _Reader:
    """One reactor over one partition: what it has read, and what it has asked for."""

    reactor: Reactor
    catalogue: codec.Catalogue
    sent: set[str] = field(default_factory=set)


class Club:
    """The services over a log of lists. `commands` and `events` hold the records of (topic name, partition)."""

    def __init__(self, services: Iterable[Service], partitions: int = 4, step_ms: int = 7) -> None:
        self.partitions = partitions
        self.now = START
        self.step_ms = step_ms
        self.commands: dict[tuple[str, int], list[Entry]] = defaultdict(list)
        self.events: dict[tuple[str, int], list[Entry]] = defaultdict(list)
        self._owners: dict[tuple[str, int], tuple[Topic, Owner]] = {}
        self._readers: dict[tuple[str, int], list[_Reader]] = defaultdict(list)
        self._queue: deque[tuple[Topic, Command]] = deque()
        self._sent = 0
        for service in services:
            for p in range(partitions):
                if service.decider is not None:
                    assert service.commands is not None
                    assert service.events is not None
                    self._owners[service.commands.name, p] = (service.events, Owner(service.decider))
                for plan in service.reactors:
                    self._readers[plan.reads.name, p].append(_Reader(plan.make(), plan.catalogue))

    def send(self, topic: Topic, key: str, actor: str, body: Body, id: str = "") -> None:
        """Put a wish into the queue."""
        self._sent += 1
        self._queue.append((topic, codec.command(id or f"w{self._sent}", key, actor, body)))

    def run(self, until: Callable[[], bool] = lambda: False, most: int = 1_000_000) -> None:
        """Decide, and let every reactor answer, until nothing is left to do or `until` is true."""
        for _ in range(most):
            if until():
                return
            if not self._queue:
                self._ask()
            if not self._queue:
                return
            self._decide(*self._queue.popleft())
        raise AssertionError("the club does not come to rest")

    def poison(self, topic: Topic, key: str, value: bytes) -> None:
        """Put bytes that are no command into the log, and have them answered."""
        self._take(topic, key, value)

    def _decide(self, topic: Topic, command: Command) -> None:
        self._take(topic, command.key, write(command))

    def _take(self, topic: Topic, key: str, value: bytes) -> None:
        p = partition_of(key, self.partitions)
        self.now += self.step_ms
        log = self.commands[topic.name, p]
        log.append(Entry(len(log), self.now, key, value, b""))
        events, owner = self._owners[topic.name, p]
        batch = owner.decide(log[-1:])
        if batch.halt:
            raise batch.halt
        owner.acknowledged(owner.end)
        (new,) = batch.records
        written = self.events[events.name, p]
        entry = Entry(len(written), self.now, new.key, new.value, new.header)
        written.append(entry)
        decision = read_decision(entry.value)
        read = read_command(decision.command) if decision.command else None
        for reader in self._readers[events.name, p]:
            found = tuple(reader.catalogue.event(raw) for raw in decision.events or ())
            reader.reactor.fold(entry.key, decision.at, read, found)
            self._jobs(reader)

    def _ask(self) -> None:
        for readers in self._readers.values():
            for reader in readers:
                self._jobs(reader)

    def _jobs(self, reader: _Reader) -> None:
        for job in tuple(reader.reactor.due(self.now)):
            if job.id not in reader.sent:
                reader.sent.add(job.id)
                self._queue.append((job.topic, _made(job)))

    # what is in the log

    def records(self, topic: Topic, key: str) -> list[Entry]:
        """The decision records of one key."""
        return [e for e in self.events[topic.name, partition_of(key, self.partitions)] if e.key == key]

    def commands_of(self, table: str) -> list[Entry]:
        """The command records of one table."""
        name = topics.TABLE_COMMANDS.name
        return [e for e in self.commands[name, partition_of(table, self.partitions)] if e.key == table]

    def table(self, key: str) -> Table:
        """The state of one table."""
        state = None
        for at, event in self.facts(topics.TABLE_EVENTS, key):
            state = evolve_table(state, event, at)
        assert state is not None
        return state

    def facts(self, topic: Topic, key: str) -> list[tuple[int, Event]]:
        """The events of one key, with their times."""
        catalogue = codec.TABLE if topic is topics.TABLE_EVENTS else codec.TOURNAMENT
        decisions = (read_decision(e.value) for e in self.records(topic, key))
        return [(d.at, catalogue.event(raw)) for d in decisions for raw in d.events or ()]

    def refusals(self) -> list[Any]:
        """Every refusal in the log."""
        found = (read_decision(e.value).refusal for log in self.events.values() for e in log)
        return [r for r in found if r is not None]

    def tables(self) -> list[str]:
        """The ids of all tables, in order."""
        name = topics.TABLE_EVENTS.name
        return sorted({e.key for p in range(self.partitions) for e in self.events[name, p]})

    def tournament(self, key: str) -> Tournament | None:
        state = None
        for at, event in self.facts(topics.TOURNAMENT_EVENTS, key):
            state = evolve_tournament(state, event, at)
        return state


def _made(job: Job) -> Command:
    command = job.make()
    assert command.id == job.id
    return command


def club(*, secret: bytes = SECRET, partitions: int = 4) -> Club:
    """A club with all services that decide or answer."""
    services = (lobby.SERVICE, dealing.service(secret), move_validation.SERVICE, bots.service())
    return Club(services, partitions)


def tournament(
    key: str = "cup",
    *,
    game: str = "draw_dominoes/1",
    players: int = 7,
    rounds: int = 2,
    bots: Sequence[str] = ("steady", "random"),
    options: dict[str, Any] | None = None,
    max_deals: int | None = 2,
    pairs: bool = False,
    here: Club | None = None,
) -> Club:
    """A tournament of bots, from its foundation to its opened key."""
    here = here or club()
    commands = topics.TOURNAMENT_COMMANDS

    def say(body: Body) -> None:
        here.send(commands, key, "director", body)
        here.run()

    rules = Rules(
        game=game,
        options=options or {},
        rounds=rounds,
        table_min=2,
        table_max=2 if pairs else 4,
        seed="a seed",
        max_deals=max_deals,
        pairs=pairs,
    )
    say(CreateTournament(name="Cup of the club", rules=rules))
    rows = tuple(
        EntrantRow(name=f"Player {i}", bot=bots[i % len(bots)], partner=f"Partner {i}" if pairs else "")
        for i in range(players)
    )
    say(ImportEntrants(entrants=rows))
    state = here.tournament(key)
    assert state is not None, here.refusals()
    say(CheckIn(entrants=tuple(e.id for e in state.entrants)))
    for number in range(1, rounds + 1):
        say(StartRound(round=number))
        say(BeginRound(round=number))
        state = here.tournament(key)
        assert state is not None
        assert state.current is not None, here.refusals()
        assert state.current.phase is RoundPhase.DONE, here.refusals()
    say(FinishTournament())
    state = here.tournament(key)
    assert state is not None
    assert state.phase is Phase.FINISHED, here.refusals()
    return here
