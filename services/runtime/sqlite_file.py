"""The file of the embedded log: its schema, its rows, and the checks that it must pass before anyone writes to it.

A row holds all records that one commit brought to one partition, as one block with a checksum: a commit of two
hundred records is then a handful of rows, and one statement, which matters because each statement hands Python's lock
to and fro. `last` is the offset of a row's last record, so that the row that holds an offset is found by one step in
the index. Rows lie in the order in which they came: kept by partition instead, each commit would touch and write four
times as many pages. The block is msgpack, [at, key, value, header] repeated; the values inside are plain JSON.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw
import msgspec

from contracts.topics import BY_NAME, TOPICS, Topic
from services.runtime.log import Entry, LogBrokenError, LogUnavailableError

APPLICATION_ID = 0x43415049
"""'CAPI' in the file's header: this is a log of Capicua."""
PAGE_BYTES = 4096
"""A commit writes whole pages: small ones, since most commits bring little to each partition."""
VERSION = 1
"""The version of this schema, in the file's user_version."""

SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE topics (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    topic INTEGER NOT NULL,
    part INTEGER NOT NULL,
    last INTEGER NOT NULL,
    count INTEGER NOT NULL,
    block BLOB NOT NULL,
    crc INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX places ON records (topic, part, last);
"""

COLUMNS = "topic, part, last, count, block, crc"

_decode = msgspec.msgpack.Decoder(list[Any]).decode
_encode = msgspec.msgpack.Encoder().encode

Row = tuple[int, int, int, int, bytes, int]


def seal(topic: int, part: int, last: int, count: int, block: bytes) -> int:
    """Give the checksum of a row: CRC-32 of its place and its block."""
    return zlib.crc32(block, zlib.crc32(b"%d %d %d %d" % (topic, part, last, count)))


def pack(topic: int, part: int, entries: Sequence[Entry]) -> Row:
    """Make the row of records that follow each other."""
    flat: list[Any] = []
    for entry in entries:
        flat += entry[1:]
    block = _encode(flat)
    last, count = entries[-1].offset, len(entries)
    return topic, part, last, count, block, seal(topic, part, last, count, block)


def unpack(row: Row) -> list[Entry]:
    """Read a row back, one that `rows` gave."""
    _, _, last, count, block, _ = row
    flat = _decode(block)
    return list(map(Entry, range(last - count + 1, last + 1), flat[0::4], flat[1::4], flat[2::4], flat[3::4]))


def broken(path: Path, what: str) -> LogBrokenError:
    """Say that a file is damaged, and what to do."""
    return LogBrokenError(
        f"{path} is damaged: {what}. Nothing was changed. Put back a backup of the file (with its -wal file)"
    )


def translate(path: Path, e: apsw.Error) -> LogBrokenError | LogUnavailableError:
    """Turn SQLite's word into one of ours, with what to do."""
    if isinstance(e, apsw.CorruptError | apsw.NotADBError):
        return broken(path, str(e))
    if isinstance(e, apsw.FullError):
        return LogUnavailableError(f"no room to write {path}: make room on its disk; nothing was written")
    if isinstance(e, apsw.ReadOnlyError | apsw.PermissionsError):
        return LogUnavailableError(f"{path} may not be written: check the rights of the file and its folder")
    if isinstance(e, apsw.CantOpenError):
        return LogUnavailableError(f"{path} cannot be opened: check that the folder exists and may be read and written")
    return LogUnavailableError(f"{path}: {e}")


def is_blank(path: Path) -> bool:
    """Whether nothing is there yet: no file, an empty one, or a database whose making was interrupted."""
    if not path.exists() or path.stat().st_size == 0:
        return True
    try:
        connection = _open_reading(path)
        try:
            tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
            return bool(tables == 0 and connection.pragma("application_id") == 0)
        finally:
            connection.close()
    except apsw.Error:
        return False  # whatever is wrong with it, `probe` says it better


def check_length(path: Path) -> None:
    """Find a file that was cut off within a page. Beside a WAL the file may be anything: its pages are in there."""
    wal = path.with_name(path.name + "-wal")
    if wal.exists() and wal.stat().st_size:
        return
    with path.open("rb") as file:
        head = file.read(18)
    size = int.from_bytes(head[16:18], "big") or 1
    page = 65536 if size == 1 else size
    if head[:15] == b"SQLite format 3" and path.stat().st_size % page:
        raise broken(path, "it was cut off")


def probe(path: Path) -> apsw.Connection:
    """Open a log for reading, check that it is one and that we know its version. Writes nothing."""
    if not path.exists():
        raise LogUnavailableError(f"there is no log at {path}")
    if path.is_dir():
        raise LogUnavailableError(f"{path} is a folder: name the log's file in it, such as {path / 'capicua.db'}")
    connection: apsw.Connection | None = None
    try:
        connection = _open_reading(path)
        identity, version = connection.pragma("application_id"), connection.pragma("user_version")
    except apsw.Error as e:
        if connection is not None:
            connection.close()
        if isinstance(e, apsw.NotADBError):
            raise LogBrokenError(f"{path} is not a log of Capicua; nothing was changed. Name another file") from e
        raise translate(path, e) from e
    if identity != APPLICATION_ID:
        connection.close()
        raise LogBrokenError(f"{path} is not a log of Capicua; nothing was changed. Name another file")
    if version > VERSION:
        connection.close()
        raise LogBrokenError(
            f"{path} was written by a newer version (log format {version}, this program knows {VERSION}); "
            "nothing was changed. Update Capicua"
        )
    return connection


def _open_reading(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        connection.pragma("user_version")
    except apsw.CantOpenError:
        # In a folder that may not be written SQLite cannot lay the file's index of its WAL beside it.
        connection.close()
        connection = apsw.Connection(
            f"{path.absolute().as_uri()}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        )
        connection.pragma("user_version")
    connection.set_busy_timeout(5000)
    return connection


def rows(path: Path, connection: apsw.Connection, query: str, values: tuple[Any, ...] = ()) -> Iterator[Row]:
    """Give rows of records whose checksum fits. LogBrokenError at the first one that does not."""
    try:
        for row in connection.execute(query, values):
            topic, part, last, count, block, crc = row
            if seal(topic, part, last, count, block) != crc:
                raise broken(
                    path, f"the records up to {last} of topic {topic}, partition {part} are not what was written"
                )
            yield row
    except apsw.Error as e:
        raise translate(path, e) from e
    except (TypeError, ValueError) as e:
        # A flipped bit can make a text of a number: then it is not even of the kind that was written.
        raise broken(path, f"a record is not what was written ({e})") from e


def check(path: Path, connection: apsw.Connection) -> None:
    """Go through the whole file: its pages, the checksum of every row, no offset missing. LogBrokenError."""
    try:
        for (verdict,) in connection.execute("PRAGMA quick_check(1)"):
            if verdict != "ok":
                raise broken(path, str(verdict))
        names = {number: name for name, number in topic_ids(connection).items()}
    except apsw.Error as e:
        raise translate(path, e) from e
    compacted = {number for number, name in names.items() if name in BY_NAME and BY_NAME[name].compacted}
    following: dict[tuple[int, int], int] = {}
    for topic, part, last, count, _, _ in rows(path, connection, f"SELECT {COLUMNS} FROM records ORDER BY id"):  # noqa: S608
        expected = following.get((topic, part), 0)
        if last - count + 1 != expected and topic not in compacted:
            where = f"{names.get(topic, topic)}, partition {part}"
            raise broken(path, f"the records {expected} to {last - count} of {where} are missing")
        following[topic, part] = last + 1


def create(connection: apsw.Connection, partitions: int) -> None:
    """Make the schema in an empty file, in one transaction."""
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"BEGIN IMMEDIATE; {SCHEMA}")
    connection.execute("INSERT INTO meta VALUES ('partitions', ?)", (str(partitions),))
    connection.executemany("INSERT INTO topics VALUES (?, ?)", [(i, t.name) for i, t in enumerate(TOPICS, 1)])
    connection.execute("COMMIT")


def topic_ids(connection: apsw.Connection) -> dict[str, int]:
    """Give the number of each topic in this file."""
    return {str(name): int(number) for number, name in connection.execute("SELECT id, name FROM topics")}


def partitions_of(path: Path, connection: apsw.Connection) -> int:
    """Give the number of partitions that this log was made with."""
    try:
        found = connection.execute("SELECT value FROM meta WHERE name = 'partitions'").get
    except apsw.Error as e:
        raise translate(path, e) from e
    if found is None:
        raise broken(path, "it does not say how many partitions it has")
    return int(found)


def read(
    path: Path, connection: apsw.Connection, topic: Topic, ids: dict[str, int], part: int, start: int, limit: int
) -> list[Entry]:
    """Read up to `limit` records from offset `start`."""
    out: list[Entry] = []
    query = f"SELECT {COLUMNS} FROM records WHERE topic = ? AND part = ? AND last >= ? ORDER BY last"  # noqa: S608
    for row in rows(path, connection, query, (ids.get(topic.name), part, start)):
        entries = unpack(row)
        out += entries if entries[0].offset >= start else [e for e in entries if e.offset >= start]
        if len(out) >= limit:
            break
    return out[:limit]


def bounds(path: Path, connection: apsw.Connection, topic: int | None, part: int) -> tuple[int, int]:
    """Give (begin, end) of a partition."""
    where = "FROM records WHERE topic = ? AND part = ? ORDER BY last"
    try:
        low = connection.execute(f"SELECT last - count + 1 {where} LIMIT 1", (topic, part)).get
        high = connection.execute(f"SELECT last {where} DESC LIMIT 1", (topic, part)).get
    except apsw.Error as e:
        raise translate(path, e) from e
    if low is None or high is None:
        return 0, 0
    return int(low), int(high) + 1
