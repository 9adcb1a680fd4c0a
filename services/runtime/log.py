"""What a log can do: the few things that both logs, embedded and Kafka, offer to everything above them.

A log has topics of a fixed number of partitions; a partition is a sequence of records that only grows. The log gives
each record its offset and its time. Nothing above this file knows which log it is.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from contracts.topics import Topic


class New(NamedTuple):
    """A record to be appended. `header` is the 24 bytes of a decision record (`owner.header`), else empty."""

    key: str
    value: bytes
    header: bytes = b""


class Entry(NamedTuple):
    """A record as the log holds it; `at` is the log's time in milliseconds since 1970 UTC."""

    offset: int
    at: int
    key: str
    value: bytes
    header: bytes


class LogDoubtError(Exception):
    """It is not known whether an append happened (time-out, broken connection): the caller restores."""


class LogUnavailableError(Exception):
    """The log cannot be read or written now; it may come back. The message says what to do."""


class LogBrokenError(Exception):
    """The log is damaged, too new, or in use by someone else. The message says what to do; nothing was touched."""


class Log(Protocol):
    """Append, read, and hear of new records."""

    partitions: int

    async def open(self) -> None:
        """Connect and make or check the topics. LogUnavailableError, LogBrokenError."""

    async def close(self) -> None:
        """Let go of everything; what was acknowledged is safe."""

    async def append(self, topic: Topic, partition: int, records: Sequence[New]) -> int:
        """Append a batch, whole or not at all, and give the offset of its first record once it is durable.

        LogDoubtError when the outcome is unknown, LogUnavailableError when nothing was written.
        """

    async def read(self, topic: Topic, partition: int, start: int, limit: int = 2000) -> list[Entry]:
        """Give up to `limit` records from offset `start`; [] when there are none yet. Never waits for new ones."""

    async def begin(self, topic: Topic, partition: int) -> int:
        """Give the lowest offset still held (0 unless something was deleted)."""

    async def end(self, topic: Topic, partition: int) -> int:
        """Give the offset that the next record will take."""

    def follow(self, topic: Topic, starts: Mapping[int, int]) -> AsyncIterator[tuple[int, list[Entry]]]:
        """Yield (partition, records) from the given offsets on, without end, as they come; order holds in a partition.

        Each partition of `starts` yields one empty list when the records that were there at the start have been
        given: the reader has caught up.
        """
