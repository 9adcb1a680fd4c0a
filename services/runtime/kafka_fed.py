"""A reactor or projection whose facts come from its consumer group instead of a reader of its own.

Its host (`reactors`) follows the log as everywhere; what it follows here is what the group is given.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Protocol

from contracts.topics import Topic
from services.runtime.log import Entry, Log, New


class Host(Protocol):
    """What runs over one partition until it is cancelled, or halts and says why in `halted`."""

    halted: str

    async def run(self) -> None:
        """Follow, fold, and do what the facts ask for."""


class Fed:
    """Runs a host over one partition of a group: `kafka_groups.Worker`, and the log that the host sees.

    Each start makes a fresh host and feeds it from the partition's start, through the filter that it reads with.
    """

    def __init__(self, log: Log, topic: Topic, partition: int, make: Callable[[Log], Host]) -> None:
        """Prepare; `make` gets the log to follow."""
        self._log = log
        self.partitions = log.partitions
        self._topic = topic
        self._partition = partition
        self._make = make
        self._host: Host | None = None
        self._task: asyncio.Task[None] | None = None
        self._inbox: asyncio.Queue[tuple[list[Entry], asyncio.Future[None]]] = asyncio.Queue()
        self._until = 0
        self._told = False
        self.position = 0

    # -- a worker ---

    @property
    def state(self) -> str:
        """Halted, running or stopped."""
        if self._host is not None and self._host.halted:
            return "halted"
        return "stopped" if self._task is None or self._task.done() else "running"

    async def start(self) -> bool:
        """Make a fresh host; it wants everything from the partition's start."""
        await self.stop()
        self.position = await self._log.begin(self._topic, self._partition)
        self._until = await self._log.end(self._topic, self._partition)
        self._inbox = asyncio.Queue()
        self._told = False
        self._host = self._make(self)
        self._task = asyncio.create_task(self._host.run())
        self._tell()
        return True

    async def feed(self, entries: Sequence[Entry]) -> bool:
        """Hand over the next records and wait until they are folded."""
        if self._task is None or self._task.done():
            return False
        fresh = [e for e in entries if e.offset >= self.position]
        if fresh:
            done = self._put(fresh)
            await asyncio.wait((done, self._task), return_when=asyncio.FIRST_COMPLETED)
            self.position = fresh[-1].offset + 1
            self._tell()
        return not self._task.done()

    async def stop(self) -> None:
        """End the host; what it had not done is due for the next one."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def _put(self, entries: list[Entry]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((entries, done))
        return done

    def _tell(self) -> None:
        """Say once that all that was there at the start has been given."""
        if not self._told and self.position >= self._until:
            self._told = True
            self._put([])

    # -- the log that the host sees ---

    async def follow(self, topic: Topic, starts: Mapping[int, int]) -> AsyncIterator[tuple[int, list[Entry]]]:
        """Yield what the group is given, from the place named in `starts` on."""
        if topic != self._topic or set(starts) != {self._partition}:
            raise ValueError(f"only {self._topic.name}/{self._partition} is fed here")
        start = starts[self._partition]
        while True:
            entries, done = await self._inbox.get()
            try:
                yield self._partition, [e for e in entries if e.offset >= start]
            finally:
                if not done.done():
                    done.set_result(None)

    async def open(self) -> None:
        """Do nothing: the log is open."""

    async def close(self) -> None:
        """Do nothing: the log is another's to close."""

    async def append(self, topic: Topic, partition: int, records: Sequence[New]) -> int:
        """Append as the log does."""
        return await self._log.append(topic, partition, records)

    async def read(self, topic: Topic, partition: int, start: int, limit: int = 2000) -> list[Entry]:
        """Read as the log does."""
        return await self._log.read(topic, partition, start, limit)

    async def begin(self, topic: Topic, partition: int) -> int:
        """Ask the log."""
        return await self._log.begin(topic, partition)

    async def end(self, topic: Topic, partition: int) -> int:
        """Ask the log."""
        return await self._log.end(topic, partition)

    def __getattr__(self, name: str) -> Any:
        """Whatever else a log offers."""
        return getattr(self._log, name)
