"""The form of an exported file: what its lines are and how they are chained and signed. `services.export` fills it.

The first line says what the file is, then comes one line for each record, its bytes exactly as the log holds them, then
a last line with the number of records, the chain's end and an Ed25519 signature by the club's key. Each line's `hash`
is SHA-256 over the `hash` of the line before it, the line's own place in the log and its record: no line can be
changed, taken out, put in or moved without breaking the chain at that line.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from contracts.archive import FORMAT, TABLE, TOURNAMENT, VERSION, Header, Line, Trailer
from contracts.envelope import partition_of, write
from contracts.topics import Topic
from services.runtime.log import Entry

__all__ = [
    "FORMAT",
    "TABLE",
    "TOURNAMENT",
    "VERSION",
    "Header",
    "Line",
    "Trailer",
    "header_hash",
    "line_hash",
    "lines",
    "read",
    "read_header",
    "save",
    "signed_bytes",
]


def read_header(raw: bytes) -> Header:
    """Read a file's first line. ValueError where it is none, or of a format or version that is not known here."""
    if not raw.strip():
        raise ValueError("the file is empty")
    try:
        header = msgspec.json.decode(raw, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise ValueError(f"this is no export of Capicua: {wrong}") from wrong
    if header.format != FORMAT:
        raise ValueError(f"this is no export of Capicua: its format is {header.format!r}")
    if header.version != VERSION:
        raise ValueError(f"the export has version {header.version}; this program reads version {VERSION}")
    return header


def read(raw: Iterable[bytes]) -> tuple[Header, list[Line]]:
    """Read a whole file's lines and hold them to their chain and to the last line's count. ValueError names the line.

    What the records say is not looked at, nor the signature: that is `services.verify`.
    """
    found: list[Line] = []
    numbered = enumerate(raw, 1)
    try:
        header = read_header(next(numbered, (1, b""))[1])
    except ValueError as wrong:
        raise ValueError(f"line 1: {wrong}") from wrong
    head, number = header_hash(header), 1
    for number, one in numbered:
        try:
            if one.startswith(b'{"end":'):
                trailer = msgspec.json.decode(one, type=Trailer)
                if (trailer.head, trailer.records) != (head, len(found)):
                    raise ValueError(f"line {number}: it does not belong to the lines before it")
                return header, found
            line = msgspec.json.decode(one, type=Line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            raise ValueError(f"line {number}: this is no record: {wrong}") from wrong
        head = line_hash(head, line.topic, line.partition, line.offset, line.key, bytes(line.record))
        if line.hash != head:
            raise ValueError(f"line {number}: the chain breaks here: this line, or the one before, has been changed")
        found.append(line)
    raise ValueError(f"line {number + 1}: the last line, with the signature, is missing: the file was cut off")


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


def save(path: Path, parts: Iterable[bytes]) -> int:
    """Write a file whole or not at all, and give the number of its records. OSError names the file or its folder."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder; name a file in it", str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path.parent))
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
