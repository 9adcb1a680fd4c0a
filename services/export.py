"""Games as files: the decision records of a table or a tournament as JSON lines, chained and signed.

`services.export_file` has the form, `services.verify` checks all of it and decides every command again, and a
tournament's file is opened in another installation by `services.archive`: what was opened is read, and exported, here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from contracts import codec, topics
from contracts.envelope import partition_of, read_decision
from contracts.topics import Topic
from contracts.tournament import TableStarted
from services import archive
from services.export_file import (
    FORMAT,
    TABLE,
    TOURNAMENT,
    VERSION,
    Header,
    Line,
    Trailer,
    header_hash,
    line_hash,
    lines,
    save,
    signed_bytes,
)
from services.runtime.log import Entry, Log
from services.runtime.owner import Filter

__all__ = [
    "FORMAT",
    "TABLE",
    "TOURNAMENT",
    "VERSION",
    "ExportError",
    "Header",
    "Line",
    "Trailer",
    "decisions",
    "decisions_of",
    "exists",
    "export_table",
    "export_tournament",
    "header_hash",
    "keys_of",
    "line_hash",
    "lines",
    "save",
    "signed_bytes",
    "tables_of",
]


class ExportError(Exception):
    """There is nothing to export, or it cannot be exported; the message says why."""


async def decisions(log: Log, topic: Topic, key: str) -> list[Entry]:
    """Read all accepted decisions of one key."""
    return (await decisions_of(log, topic, [key]))[key]


async def decisions_of(log: Log, topic: Topic, keys: Sequence[str]) -> dict[str, list[Entry]]:
    """Read all accepted decisions of some keys, each partition once, through the filter that everyone uses.

    Those of a tournament that was opened from a file are its decisions in its own installation.
    """
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
    if missing := [key for key, entries in found.items() if not exists(entries)]:
        found |= {key: entries for key, entries in (await archive.decisions_of(log, topic, missing)).items() if entries}
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
    return tuple(sorted(found | await archive.keys_of(log, topic)))


async def export_table(log: Log, table: str, path: Path, key: Ed25519PrivateKey) -> int:
    """Write one table's records to a file and give their number.

    ExportError when the log has no such table, or it was opened from a file: its own club's signature is in that.
    """
    if foreign := [f.header.id async for f in archive.opened(log) if table in f.header.tables]:
        raise ExportError(f"table {table} was opened from a file: export its tournament, {foreign[0]}, as it came")
    entries = await decisions(log, topics.TABLE_EVENTS, table)
    if not exists(entries):
        raise ExportError(await _none(log, topics.TABLE_EVENTS, "table", table))
    header = Header(kind=TABLE, id=table, partitions=log.partitions, tables=(table,))
    return save(path, lines(header, [(topics.TABLE_EVENTS, e) for e in entries], key))


async def export_tournament(log: Log, tournament: str, path: Path, key: Ed25519PrivateKey) -> int:
    """Write a tournament's records and those of all its tables, and give their number. ExportError for an unknown one.

    One that was opened from a file is written as it came, with its own club's signature.
    """
    if (foreign := await archive.lines_of(log, tournament)) is not None:
        return save(path, foreign)
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
