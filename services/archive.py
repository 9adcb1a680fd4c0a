"""Tournaments of other installations, opened from a file: kept in the log as they came, to be looked at for ever.

A foreign decision cannot stand in an event topic: there every record answers a command of this log, and every reader
would refuse it. So an opened file lies line by line in a topic of its own, `archive`, under the tournament's id, where
no decider, dealer or relay ever looks: nothing can go on with it. Each line carries the hash of the file's chain; a
reader takes a line only where it follows the one before, and a file only with its last line. So whatever lies there,
half a file after a power cut, or the same file twice at once, gives the same files to every reader.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from contracts.envelope import partition_of, read_decision
from contracts.topics import ARCHIVE, TABLE_EVENTS, TOURNAMENT_EVENTS, Topic
from services.export_file import TOURNAMENT, Header, Line, Trailer, header_hash, line_hash
from services.runtime.log import Entry, Log, New

BATCH_BYTES = 400_000
"""About how much one append brings; a single line may be longer."""
LAST = b'{"end":'

_header = msgspec.json.Decoder(Header).decode
_line = msgspec.json.Decoder(Line).decode
_trailer = msgspec.json.Decoder(Trailer).decode


class ArchiveError(Exception):
    """The file cannot be opened here; the message says why. Nothing was written."""


class Shelved(NamedTuple):
    """One line of a file: where it lies in `archive`, the hash before it, and what it says."""

    offset: int
    before: str
    line: Line


class Opened(NamedTuple):
    """A whole file as it lies in the log. `at` is when it was opened (ms), `first` to `last` its place there."""

    header: Header
    trailer: Trailer
    lines: tuple[Shelved, ...]
    partition: int
    first: int
    last: int
    at: int


class Shelf:
    """Takes in one partition of `archive`, and gives each file when its last line has come."""

    def __init__(self, partition: int) -> None:
        """Begin before the partition's first record."""
        self._partition = partition
        self._coming: dict[str, tuple[Header, int, str, list[Shelved]]] = {}
        self._whole: set[str] = set()

    def take(self, entry: Entry) -> Opened | None:
        """Take one record. What does not follow is passed over: a second copy, or the rest of a broken one."""
        key = entry.key
        if key in self._whole:
            return None
        if entry.value.startswith(b'{"format":'):
            header = _header(entry.value)
            known = self._coming.get(key)
            if known is None or known[0] != header:  # of two files at once the later one begins anew
                self._coming[key] = (header, entry.offset, header_hash(header), [])
            return None
        if key not in self._coming:
            return None
        header, first, head, lines = self._coming[key]
        if entry.value.startswith(LAST):
            trailer = _trailer(entry.value)
            if (trailer.head, trailer.records) != (head, len(lines)):
                return None
            del self._coming[key]
            self._whole.add(key)
            return Opened(header, trailer, tuple(lines), self._partition, first, entry.offset, entry.at)
        line = _line(entry.value)
        if line.hash == follows(head, line):
            lines.append(Shelved(entry.offset, head, line))
            self._coming[key] = (header, first, line.hash, lines)
        return None


def follows(before: str, line: Line) -> str:
    """Give the hash that a line has if it follows the line with hash `before`."""
    return line_hash(before, line.topic, line.partition, line.offset, line.key, bytes(line.record))


def as_entry(shelved: Shelved) -> Entry:
    """Give a foreign decision as the log it comes from held it."""
    line = shelved.line
    record = bytes(line.record)
    return Entry(line.offset, read_decision(record).at, line.key, record, b"")


# --- reading


async def opened(log: Log, tournament: str | None = None) -> AsyncIterator[Opened]:
    """Give the files that have been opened in a log: all, or that of one tournament."""
    chosen = range(log.partitions) if tournament is None else (partition_of(tournament, log.partitions),)
    for partition in chosen:
        shelf = Shelf(partition)
        at, end = await log.begin(ARCHIVE, partition), await log.end(ARCHIVE, partition)
        while at < end and (entries := await log.read(ARCHIVE, partition, at)):
            at = entries[-1].offset + 1
            for entry in entries:
                found = shelf.take(entry)
                if found is not None and tournament in (None, found.header.id):
                    yield found


async def decisions_of(log: Log, topic: Topic, keys: Iterable[str]) -> dict[str, list[Entry]]:
    """Give the decisions of some keys from the files that have been opened."""
    wanted: dict[str, list[Entry]] = {key: [] for key in keys}
    async for file in opened(log):
        for shelved in file.lines:
            if shelved.line.topic == topic.name and shelved.line.key in wanted:
                wanted[shelved.line.key].append(as_entry(shelved))
    return wanted


async def keys_of(log: Log, topic: Topic) -> set[str]:
    """Give the keys that have decisions in the files that have been opened."""
    found: set[str] = set()
    async for file in opened(log):
        if topic is TOURNAMENT_EVENTS:
            found.add(file.header.id)
        elif topic is TABLE_EVENTS:
            found.update(file.header.tables)
    return found


async def lines_of(log: Log, tournament: str) -> list[bytes] | None:
    """Give an opened file as it was, line by line, each with its line end; None where there is none."""
    async for file in opened(log, tournament):
        shelf, found = {s.offset for s in file.lines} | {file.first, file.last}, []
        at = file.first
        while at <= file.last and (entries := await log.read(ARCHIVE, file.partition, at)):
            at = entries[-1].offset + 1
            found += [e.value + b"\n" for e in entries if e.offset in shelf]
        return found
    return None


# --- opening


def header_of(path: Path) -> Header:
    """Read the head of a file that has been verified. ArchiveError where it is no tournament's."""
    with path.open("rb") as file:
        header = _header(file.readline())
    if header.kind != TOURNAMENT:
        raise ArchiveError(
            f"{path.name} holds one table; what is opened is a whole tournament: "
            "capicua export LOG --tournament ID -o FILE"
        )
    return header


def refuse_known(header: Header, tournaments: Iterable[str], tables: Iterable[str]) -> None:
    """ArchiveError where the tournament, or one of its tables, is here already."""
    if header.id in tournaments:
        raise ArchiveError(f"there is a tournament {header.id!r} here already: nothing was opened")
    if known := sorted({*header.tables} & {*tables}):
        raise ArchiveError(f"there is a table {known[0]!r} here already: nothing was opened")


async def shelve(log: Log, path: Path, header: Header) -> None:
    """Bring a verified file into the log; errors as `Log.append`'s. A part of it counts for nothing yet.

    ArchiveError where a record of it is longer than this log takes.
    """
    partition = partition_of(header.id, log.partitions)
    batch: list[New] = []
    size = 0
    try:
        with path.open("rb") as file:
            for raw in file:
                value = raw.rstrip(b"\n")
                if batch and size + len(value) > BATCH_BYTES:
                    await log.append(ARCHIVE, partition, batch)
                    batch, size = [], 0
                batch.append(New(header.id, value))
                size += len(value)
        await log.append(ARCHIVE, partition, batch)
    except ValueError as wrong:
        raise ArchiveError(f"{header.id} cannot be kept in this log, and nothing of it counts: {wrong}") from wrong
