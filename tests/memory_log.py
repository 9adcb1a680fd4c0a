"""A log of lists with faults on demand, for tests of what drives a log. It keeps the promises of `Log` until told not to."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from contracts.topics import Topic
from services.runtime.log import Entry, New

START = 1_700_000_000_000


class MemoryLog:
    """`before_append` and `after_append` are asked on each append with (topic, partition, records); they may raise."""

    def __init__(self, partitions: int = 2) -> None:
        self.partitions = partitions
        self.held: dict[tuple[str, int], list[Entry]] = defaultdict(list)
        self.begins: dict[tuple[str, int], int] = defaultdict(int)
        self.now = START
        self.before_append: Callable[[Topic, int, Sequence[New]], None] = lambda *_: None
        self.after_append: Callable[[Topic, int, Sequence[New]], None] = lambda *_: None
        self.before_read: Callable[[Topic, int], None] = lambda *_: None
        self.appends: list[tuple[str, int, int]] = []
        self._news = asyncio.Condition()

    async def open(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do."""

    def put(self, topic: Topic, partition: int, *records: New, at: int | None = None) -> int:
        """Write as a stranger would: no fault is asked for."""
        held = self.held[topic.name, partition]
        self.now += 10
        first = len(held)
        held += [Entry(first + i, at or self.now, *r) for i, r in enumerate(records)]
        return first

    async def append(self, topic: Topic, partition: int, records: Sequence[New]) -> int:
        self.before_append(topic, partition, records)
        first = self.put(topic, partition, *records)
        self.appends.append((topic.name, partition, len(records)))
        async with self._news:
            self._news.notify_all()
        self.after_append(topic, partition, records)
        return first

    async def read(self, topic: Topic, partition: int, start: int, limit: int = 2000) -> list[Entry]:
        self.before_read(topic, partition)
        return self.held[topic.name, partition][start : start + limit]

    async def begin(self, topic: Topic, partition: int) -> int:
        return self.begins[topic.name, partition]

    async def end(self, topic: Topic, partition: int) -> int:
        return len(self.held[topic.name, partition])

    async def follow(self, topic: Topic, starts: Mapping[int, int]) -> AsyncIterator[tuple[int, list[Entry]]]:
        places = dict(starts)
        marks = {p: len(self.held[topic.name, p]) for p in places}
        while True:
            found = False
            for p in starts:
                entries = await self.read(topic, p, places[p], 7)
                if entries:
                    found = True
                    places[p] += len(entries)
                    yield p, entries
                if p in marks and places[p] >= marks[p]:
                    del marks[p]
                    yield p, []
            if not found:
                async with self._news:
                    await self._news.wait_for(lambda: any(len(self.held[topic.name, p]) > places[p] for p in places))

    def follow_early(self, topic: Topic, starts: Mapping[int, int]) -> AsyncIterator[tuple[int, list[Entry]]]:
        """Follow; a list is durable at once."""
        return self.follow(topic, starts)
