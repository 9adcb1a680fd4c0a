"""The lines of an exported file: they are also the records of the topic `archive`, where an opened file lies. Pure."""

from __future__ import annotations

import msgspec

FORMAT = "capicua-export"
VERSION = 1
TABLE = "table"
TOURNAMENT = "tournament"


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
