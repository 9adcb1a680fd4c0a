"""Real commands for real tables, and what a single process alone decides on them: the oracle of the Kafka tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from contracts import codec
from contracts.envelope import Command, partition_of, write
from contracts.messages import Body
from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS, Topic
from services.move_validation import decider
from services.runtime.kafka import KafkaLog
from services.runtime.log import Entry, New
from services.runtime.owner import Filter, Owner
from services.runtime.service import Decider
from tests.table_spec import Spec


class _Recorded(Spec):
    """A table that keeps the commands it was sent."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.commands: list[Command] = []

    def when(self, actor: str, body: Body, *, later_ms: int = 10, at: int | None = None) -> Spec:
        self.commands.append(codec.command(f"{self.id}:{self.sent + 1}", self.id, actor, body))
        return super().when(actor, body, later_ms=later_ms, at=at)


@cache
def _match(seed: int) -> tuple[Command, ...]:
    table = _Recorded(f"table-{seed}")
    table.open("draw_dominoes/1" if seed % 3 else "longana/1", 2 + seed % 2).sit().play_on(
        random.Random(seed), moves=70
    )
    return tuple(table.commands)


def records(tables: int, seed: int = 0, *, spoilt: bool = True) -> Iterator[New]:
    """The commands of so many tables played at once; `spoilt`: some twice, some unreadable, some to nobody's table."""
    rng = random.Random(seed)
    left = [list(_match(seed * 1000 + i)) for i in range(tables)]
    while left:
        table = rng.choice(left)
        command = table.pop(0)
        if not table:
            left.remove(table)
        yield New(command.key, write(command))
        dice = rng.random() if spoilt else 1.0
        if dice < 0.02:
            yield New(command.key, write(command))
        elif dice < 0.03:
            yield New(command.key, b'{"id": "torn')
        elif dice < 0.04:
            yield New("nowhere", write(codec.command(f"n{rng.random()}", "nowhere", "player:e1", _body(command))))


def _body(command: Command) -> Body:
    body = codec.TABLE.body(command)
    assert isinstance(body, Body)
    return body


async def send(log: KafkaLog, news: Sequence[New], topic: Topic = TABLE_COMMANDS) -> None:
    """Append each record to its key's partition, in order."""
    for p in range(log.partitions):
        mine = [n for n in news if partition_of(n.key, log.partitions) == p]
        if mine:
            await log.append(topic, p, mine)


async def everything(log: KafkaLog, topic: Topic, partition: int) -> list[Entry]:
    """All records of a partition."""
    out: list[Entry] = []
    while got := await log.read(topic, partition, len(out)):
        out += got
    return out


def oracle(commands: Sequence[Entry], judge: Decider = decider) -> list[New]:
    """What one process alone decides on these commands."""
    owner = Owner(judge)
    out: list[New] = []
    rest = list(commands)
    while rest:
        batch = owner.decide(rest)
        assert batch.halt is None
        owner.acknowledged(owner.end)
        out += batch.records
        rest = rest[batch.taken :]
    return out


def one_of(deciders: Sequence[Decider], commands: Sequence[Entry], accepted: Sequence[Entry]) -> list[int]:
    """Which of the deciders made each accepted decision, given those before it. AssertionError where none did."""
    made: list[int] = []
    owners = [Owner(d) for d in deciders]
    for i, (command, decision) in enumerate(zip(commands, accepted, strict=True)):
        right = []
        for n, owner in enumerate(owners):
            (record,) = owner.decide([command]).records
            owner.acknowledged(owner.end)
            if (record.key, record.value, record.header) == (decision.key, decision.value, decision.header):
                right.append(n)
            else:  # this version lost here: like its owner it reads the log again
                owners[n] = Owner(deciders[n])
                owners[n].restore([e._replace(offset=j) for j, e in enumerate(accepted[: i + 1])])
        assert right, f"command {command.offset}: no version decides so"
        made.append(right[0] if len(right) == 1 else -1)
    return made


async def judge(
    log: KafkaLog,
    versions: Sequence[Decider] = (decider,),
    commands: Topic = TABLE_COMMANDS,
    events: Topic = TABLE_EVENTS,
) -> Counter[str]:
    """After the processes have ended: every command decided once, bytes equal to the oracle's, duplicates too.

    With two versions that decide differently each accepted record must be what one of them makes of those before it.
    """
    seen: Counter[str] = Counter()
    for p in range(log.partitions):
        asked = await everything(log, commands, p)
        written = await everything(log, events, p)
        sieve = Filter()
        accepted = sieve.sift(written)
        assert len(accepted) == len(asked), f"partition {p}: {len(asked)} commands, {len(accepted)} decisions"
        if len(versions) > 1:
            seen.update(f"version {n + 1}" for n in one_of(versions, asked, accepted))
        else:
            right = oracle(asked, versions[0])
            assert [(e.key, e.value, e.header) for e in accepted] == right, f"partition {p}: not the oracle's bytes"
            by_source = {r.header[:8]: r for r in right}
            for e in written:
                assert (e.key, e.value, e.header) == by_source[e.header[:8]], f"partition {p}: an unequal duplicate"
        seen["commands"] += len(asked)
        seen["records"] += len(written)
        seen["duplicates"] += sieve.duplicates
        seen["forks"] += sieve.forks
    return seen
