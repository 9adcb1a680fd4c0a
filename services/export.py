"""Games as files: the decision records of a table or a tournament as JSON lines, chained and signed.

The first line says what the file is, then comes one line for each record, its bytes exactly as the log holds them, then
a last line with the number of records, the chain's end and an Ed25519 signature by the club's key. Each line's `hash`
is SHA-256 over the `hash` of the line before it, the line's own place in the log and its record: no line can be
changed, taken out, put in or moved without breaking the chain at that line. `services.verify` checks all of it, and
decides every command again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from contracts import codec, topics
from contracts.envelope import partition_of, read_decision, write
from contracts.topics import Topic
from contracts.tournament import TableStarted
from services.runtime.log import Entry, Log
from services.runtime.owner import Filter

FORMAT = "capicua-export"
VERSION = 1
TABLE = "table"
TOURNAMENT = "tournament"


class ExportError(Exception):
    """There is nothing to export, or it cannot be exported; the message says why."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: what the file is, whose records it holds, and of a log of how many partitions."""

    format: str = FORMAT
    version: int = VERSION
    kind: str
    id: str
    partitions: int
    tables: tuple[str, ...]
    hash: str = ""


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One record: where it lies in the log, its key, the hash of the chain up to here, and its bytes."""

    topic: str
    partition: int
    offset: int
    key: str
    hash: str
    record: msgspec.Raw


class Trailer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line: how many records there were, the chain's end, and the club's signature over both."""

    end: bool = True
    records: int
    head: str
    public_key: str
    signature: str


def header_hash(header: Header) -> str:
    """Give the hash with which the chain begins: over the first line without its own hash."""
    return hashlib.sha256(write(msgspec.structs.replace(header, hash=""))).hexdigest()


def line_hash(before: str, topic: str, partition: int, offset: int, key: str, record: bytes) -> str:
    """Give the hash of a line from the hash of the line before it."""
    place = write([before, topic, partition, offset, key])
    return hashlib.sha256(place + b"\n" + record).hexdigest()


def signed_bytes(records: int, head: str) -> bytes:
    """Give what the club signs."""
    return b"%s %d\n%d\n%s\n" % (FORMAT.encode(), VERSION, records, head.encode())


def lines(header: Header, records: Iterable[tuple[Topic, Entry]], key: Ed25519PrivateKey) -> Iterator[bytes]:
    """Write a whole file, line by line, each with its line end."""
    head = header_hash(header)
    yield write(msgspec.structs.replace(header, hash=head)) + b"\n"
    count = 0
    for topic, entry in records:
        partition = partition_of(entry.key, header.partitions)
        head = line_hash(head, topic.name, partition, entry.offset, entry.key, entry.value)
        yield (
            write(
                Line(
                    topic=topic.name,
                    partition=partition,
                    offset=entry.offset,
                    key=entry.key,
                    hash=head,
                    record=msgspec.Raw(entry.value),
                )
            )
            + b"\n"
        )
        count += 1
    public = key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    signature = key.sign(signed_bytes(count, head)).hex()
    yield write(Trailer(records=count, head=head, public_key=public.hex(), signature=signature)) + b"\n"


# --- from a log


async def decisions(log: Log, topic: Topic, key: str) -> list[Entry]:
    """Read all accepted decisions of one key."""
    return (await decisions_of(log, topic, [key]))[key]


async def decisions_of(log: Log, topic: Topic, keys: Sequence[str]) -> dict[str, list[Entry]]:
    """Read all accepted decisions of some keys, each partition once, through the filter that everyone uses."""
    found: dict[str, list[Entry]] = {key: [] for key in keys}
    for partition in sorted({partition_of(key, log.partitions) for key in keys}):
        sieve = Filter()
        start = await log.begin(topic, partition)
        end = await log.end(topic, partition)
        while start < end:
            entries = await log.read(topic, partition, start)
            if not entries:
                break
            start = entries[-1].offset + 1
            for entry in sieve.sift(entries):
                if entry.key in found:
                    found[entry.key].append(entry)
    return found


async def keys_of(log: Log, topic: Topic) -> tuple[str, ...]:
    """Give the keys that exist in a topic, sorted: those of which something was accepted."""
    found: set[str] = set()
    for partition in range(log.partitions):
        sieve = Filter()
        start, end = await log.begin(topic, partition), await log.end(topic, partition)
        while start < end and (entries := await log.read(topic, partition, start)):
            start = entries[-1].offset + 1
            found.update(e.key for e in sieve.sift(entries) if read_decision(e.value).seq)
    return tuple(sorted(found))


async def export_table(log: Log, table: str, path: Path, key: Ed25519PrivateKey) -> int:
    """Write one table's records to a file and give their number. ExportError when the log has no such table."""
    entries = await decisions(log, topics.TABLE_EVENTS, table)
    if not exists(entries):
        raise ExportError(await _none(log, topics.TABLE_EVENTS, "table", table))
    header = Header(kind=TABLE, id=table, partitions=log.partitions, tables=(table,))
    return save(path, lines(header, [(topics.TABLE_EVENTS, e) for e in entries], key))


async def export_tournament(log: Log, tournament: str, path: Path, key: Ed25519PrivateKey) -> int:
    """Write a tournament's records and those of all its tables, and give their number. ExportError as above."""
    own = await decisions(log, topics.TOURNAMENT_EVENTS, tournament)
    if not exists(own):
        raise ExportError(await _none(log, topics.TOURNAMENT_EVENTS, "tournament", tournament))
    named = tables_of(own)
    played = await decisions_of(log, topics.TABLE_EVENTS, named)
    tables = tuple(table for table in named if exists(played[table]))
    header = Header(kind=TOURNAMENT, id=tournament, partitions=log.partitions, tables=tables)
    records = [(topics.TOURNAMENT_EVENTS, e) for e in own]
    records += [(topics.TABLE_EVENTS, e) for table in tables for e in played[table]]
    return save(path, lines(header, records, key))


def exists(entries: Sequence[Entry]) -> bool:
    """Whether something was accepted under a key: a refusal alone makes no table."""
    return any(read_decision(e.value).seq for e in entries)


def tables_of(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Give the tables that a tournament's records have started, in that order."""
    found: list[str] = []
    for entry in entries:
        for raw in read_decision(entry.value).events or ():
            event: Any = codec.TOURNAMENT.event(raw)
            if isinstance(event, TableStarted):
                found.append(event.table)
    return tuple(found)


async def _none(log: Log, topic: Topic, what: str, name: str) -> str:
    known = await keys_of(log, topic)
    some = ", ".join(known[:10]) + (f" and {len(known) - 10} more" if len(known) > 10 else "")
    return f"there is no {what} {name!r} in this log. " + (
        f"There are: {some}" if known else f"It has no {what} at all."
    )


def save(path: Path, parts: Iterable[bytes]) -> int:
    """Write a file whole or not at all, and give the number of its records."""
    count = 0
    fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with fresh.open("wb") as file:
            for part in parts:
                file.write(part)
                count += 1
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    return count - 2
