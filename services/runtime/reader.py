"""Reading decisions and sending commands: what everybody does who does not own a partition.

Whoever reads decisions reads them here, through the filter, so that all readers believe the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import NamedTuple

import msgspec

from contracts.envelope import Command, Decision, max_bytes, partition_of, read_decision, write
from contracts.topics import BY_NAME, Topic
from services.runtime import observe
from services.runtime.log import Entry, Log, LogBrokenError, LogUnavailableError, New
from services.runtime.owner import START, Filter, Position
from services.runtime.sqlite import wall_ms

RETRY_S = 0.5
"""How long to wait before asking a log again that was away."""


class TooLargeError(ValueError):
    """The command is larger than its kind may be; nothing was sent."""


class Facts(NamedTuple):
    """Accepted decisions of one partition, in order.

    `position` is where to resume after them. `caught_up` is true from the moment on at which this reader has given
    what was there when it started; that batch may be empty.
    """

    partition: int
    items: list[tuple[Entry, Decision]]
    position: Position
    caught_up: bool


class LagWatch:
    """Compares what readers have accepted with what was asked for: the lag in records and in seconds.

    Every reader tells `saw` how far it is. `run` asks the log every `period_s` seconds how far the commands go, sets
    the metrics, and reports to `health` a partition whose oldest unanswered command is older than `limit_s`, and one
    that is shorter than what was read from it: a broker that lost acknowledged records shows in nothing else, until
    somebody writes again.
    """

    def __init__(self, log: Log, health: observe.Health, limit_s: float = 5.0, period_s: float = 1.0) -> None:
        """Watch nothing yet."""
        self._log = log
        self._health = health
        self._limit_s = limit_s
        self._period_s = period_s
        self._filters: dict[tuple[str, int], dict[str, int]] = {}
        self._ends: dict[tuple[str, int], int] = {}

    def saw(self, reader: str, topic: Topic, partition: int, last: int, offset: int = 0) -> None:
        """Take note that a reader has accepted the decision of command `last`, and has read up to event `offset`."""
        place = (topic.name, partition)
        self._filters.setdefault(place, {})[reader] = last
        if offset > self._ends.get(place, 0):
            self._ends[place] = offset

    def forget(self, reader: str, topic: Topic, partition: int) -> None:
        """Take note that this reader reads this partition no more."""
        readers = self._filters.get((topic.name, partition), {})
        readers.pop(reader, None)
        if not readers:
            self._filters.pop((topic.name, partition), None)
            self._ends.pop((topic.name, partition), None)
            self._health.report(f"lag {topic.name}/{partition}", None)

    async def look(self) -> None:
        """Measure once. LogUnavailableError when the log cannot be asked."""
        for (name, partition), readers in list(self._filters.items()):
            if not readers:
                continue
            last = min(readers.values())
            commands = BY_NAME[BY_NAME[name].pair]
            records = max(0, await self._log.end(commands, partition) - last - 1)
            seconds = 0.0
            if records:
                oldest = await self._log.read(commands, partition, last + 1, 1)
                seconds = max(0.0, (wall_ms() - oldest[0].at) / 1000) if oldest else 0.0
            observe.LAG_RECORDS.labels(name, str(partition)).set(records)
            observe.LAG_SECONDS.labels(name, str(partition)).set(seconds)
            slow = min(readers, key=lambda reader: readers[reader])
            late = f"{slow} is {records} commands and {seconds:.1f} s behind" if seconds > self._limit_s else None
            read, held = self._ends.get((name, partition), 0), await self._log.end(BY_NAME[name], partition)
            if read > held:
                late = f"{read} records were read and {held} are left: the log lost its end; start this service again"
                observe.logger(topic=name, partition=partition).error("the log is shorter than before", cause=late)
            self._health.report(f"lag {name}/{partition}", late)

    async def run(self) -> None:
        """Measure until cancelled."""
        while True:
            try:
                await self.look()
                self._health.report("log", None)
            except (LogUnavailableError, LogBrokenError) as e:
                self._health.report("log", str(e))
            except Exception as e:  # noqa: BLE001 - a watch that has died would leave readiness as it last was
                observe.logger().exception("the lag cannot be measured")
                self._health.report("log", f"{type(e).__name__}: {e}")
            await asyncio.sleep(self._period_s)


def decode(topic: Topic, partition: int, entry: Entry) -> Decision:
    """Read an accepted record. LogBrokenError when it is no decision: nobody but an owner writes here."""
    try:
        return read_decision(entry.value)
    except msgspec.DecodeError as e:
        raise LogBrokenError(f"{topic.name}/{partition}/{entry.offset} cannot be read as a decision: {e}") from e


async def follow_decisions(
    log: Log,
    topic: Topic,
    partitions: Iterable[int] | None = None,
    starts: Mapping[int, Position] | None = None,
    *,
    name: str = "reader",
    lag: LagWatch | None = None,
) -> AsyncIterator[Facts]:
    """Yield accepted decisions as they come, without end, from the start or from stored positions.

    Each partition yields once with `caught_up` turning true, with items or without. While the log is away this waits
    and goes on by itself. `name` tells readers apart in metrics and lag.
    """
    chosen = range(log.partitions) if partitions is None else tuple(partitions)
    given = starts or {}
    filters: dict[int, Filter] = {}
    offsets: dict[int, int] = {}
    for p in chosen:
        position = given.get(p, START)
        filters[p] = Filter(position.last, position.link)
        offsets[p] = position.offset
    caught_up: set[int] = set()
    duplicates, forks = observe.DUPLICATES.labels(topic.name, name), observe.FORKS.labels(topic.name, name)
    watch = observe.logger(reader=name, topic=topic.name)
    try:
        while True:
            try:
                async for p, entries in log.follow(topic, offsets):
                    sieve = filters[p]
                    before = (sieve.duplicates, sieve.forks)
                    items = [(entry, decode(topic, p, entry)) for entry in sieve.sift(entries)]
                    if entries:
                        offsets[p] = entries[-1].offset + 1
                    elif p in caught_up:
                        continue
                    else:
                        caught_up.add(p)
                    if sieve.duplicates > before[0]:
                        duplicates.inc(sieve.duplicates - before[0])
                    if sieve.forks > before[1]:
                        forks.inc(sieve.forks - before[1])
                        watch.error("records refused that do not link", partition=p, offset=offsets[p] - 1)
                    if lag is not None:
                        lag.saw(name, topic, p, sieve.last, offsets[p])
                    yield Facts(p, items, Position(offsets[p], sieve.last, sieve.link), p in caught_up)
            except LogUnavailableError as e:
                watch.warning("the log is away", cause=str(e))
                await asyncio.sleep(RETRY_S)
            else:
                return  # the log was closed
    finally:
        if lag is not None:
            for p in chosen:
                lag.forget(name, topic, p)


async def read_decisions(
    log: Log, topic: Topic, partition: int, start: Position = START, until: int | None = None
) -> AsyncIterator[Facts]:
    """Yield the accepted decisions that are there now (or up to offset `until`), and end."""
    sieve = Filter(start.last, start.link)
    offset = start.offset
    end = await log.end(topic, partition) if until is None else until
    while offset < end:
        entries = await log.read(topic, partition, offset, min(2000, end - offset))
        if not entries:
            return
        offset = entries[-1].offset + 1
        items = [(entry, decode(topic, partition, entry)) for entry in sieve.sift(entries)]
        yield Facts(partition, items, Position(offset, sieve.last, sieve.link), offset >= end)


async def send(log: Log, topic: Topic, command: Command) -> tuple[int, int]:
    """Send a command; give its (partition, offset) once it is durable.

    TooLargeError beyond the stated size. LogDoubtError, LogUnavailableError as `Log.append`; sending the same
    command again does no harm.
    """
    partition = partition_of(command.key, log.partitions)
    return partition, await log.append(topic, partition, [record(command)])


def record(command: Command) -> New:
    """Make the record of a command. TooLargeError beyond the stated size."""
    value = write(command)
    if len(value) > max_bytes(command.kind):
        raise TooLargeError(f"a {command.kind} command of {len(value)} bytes is larger than {max_bytes(command.kind)}")
    return New(command.key, value)
