"""Hosts over a log of lists: what the tests of hosts, readers and reactors share."""

from __future__ import annotations

from typing import Any

from contracts.envelope import Command, write
from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS
from services.runtime.host import PartitionHost
from services.runtime.log import New
from services.runtime.owner import NOTHING, Owner
from services.runtime.reader import read_decisions
from tests import counter
from tests.counter import Counter, may
from tests.memory_log import MemoryLog


def a_host(log, decider=None, **more) -> PartitionHost:
    return PartitionHost(log, counter.service(decider), 0, may=may, **more)


def ask(log: MemoryLog, *commands: Command | bytes, key: str = "k", partition: int = 0) -> None:
    for c in commands:
        name, value = (key, c) if isinstance(c, bytes) else (c.key, write(c))
        log.put(TABLE_COMMANDS, partition, New(name, value))


async def feed_all(host: PartitionHost, log: MemoryLog) -> None:
    """Feed until all commands are decided or the host is halted."""
    for _ in range(50):
        entries = await log.read(TABLE_COMMANDS, host.partition, host.position)
        if not entries or host.state == "halted":
            return
        await host.feed(entries)
    raise AssertionError("the host does not come to an end")


async def accepted(log, partition: int = 0) -> list[Any]:
    found = []
    async for facts in read_decisions(log, TABLE_EVENTS, partition):
        found += [decision for _, decision in facts.items]
    return found


def oracle(log: MemoryLog, partition: int = 0) -> list[bytes]:
    """What a single owner that meets no fault decides."""
    owner = Owner(Counter(), NOTHING, may)
    values: list[bytes] = []
    rest = log.held[TABLE_COMMANDS.name, partition]
    while rest:
        batch = owner.decide(rest)
        owner.acknowledged(owner.end)
        values += [r.value for r in batch.records]
        rest = rest[batch.taken :]
    return values


async def is_decided_once(log: MemoryLog) -> None:
    values = []
    async for facts in read_decisions(log, TABLE_EVENTS, 0):
        values += [entry.value for entry, _ in facts.items]
    assert values == oracle(log)
