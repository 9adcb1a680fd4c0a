"""The two records of the log: a command, and the one decision that answers it and carries it whole.

Pure. Both are JSON on the wire, so that a log can be read with any tool, years later.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from typing import Any

import msgspec

from contracts.games.game import Refusal


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A wish: who wants what done to which tournament or table.

    `id` is unique for the wish, not for the sending: sending it twice does no harm. A relay derives it from the fact
    it carries. `key` is the tournament's or table's id, `actor` is "role" or "role:who" as `contracts.roles` names
    them. `body` is read by `contracts.codec` after `kind` and `v`. The time of a command is the log's, never its own.
    """

    id: str
    key: str
    actor: str
    kind: str
    v: int
    body: msgspec.Raw


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The answer to exactly one command.

    `source` is the command's offset in its partition, `at` the time at which the log took the command (milliseconds
    since 1970 UTC), `seq` the number of this decision among its key's, from 1, and `prev` the hash of the key's
    decision before it (empty for the first). A key that does not exist has no chain: seq 0, prev empty.
    Exactly one of `events` (all of them) and `refusal` is there. A command that could not be read stands in
    `poison`, in base64, instead of in `command`; of one beyond the stated size neither is kept, and the refusal's
    facts hold its length and its SHA-256. `over` says that this decision finished its key: a reader may let it go.
    """

    source: int
    at: int
    seq: int
    prev: str
    command: msgspec.Raw = msgspec.Raw(b"")
    events: tuple[msgspec.Raw, ...] | None = None
    refusal: Refusal | None = None
    poison: str = ""
    over: bool = False


MAX_COMMAND_BYTES = 64 * 1024
"""The size of a whole command record beyond which it is refused with `command/too-large`."""
MAX_LIST_BYTES = 1024 * 1024
"""The same for the commands that carry a list of a whole field."""
LISTS = frozenset({"import_entrants", "propose_seating", "import_record", "continue_record"})
"""The kinds of command that carry a list of a whole field, or a match as a text."""
MAX_DEPTH = 32
"""How deep brackets may nest in a command; the parser's own limit would depend on who calls it."""


def max_bytes(kind: str) -> int:
    """Give the size up to which a command of this kind is read."""
    return MAX_LIST_BYTES if kind in LISTS else MAX_COMMAND_BYTES


_command_decoder = msgspec.json.Decoder(Command)
_decision_decoder = msgspec.json.Decoder(Decision)
_encoder = msgspec.json.Encoder(order="deterministic")

read_command = _command_decoder.decode
"""Bytes to a command; msgspec.DecodeError or ValidationError names the place."""
read_decision = _decision_decoder.decode
"""Bytes to a decision; msgspec.DecodeError or ValidationError names the place."""


write: Callable[[Any], bytes] = _encoder.encode
"""Any record or body to JSON bytes, the same on every machine."""


def digest(value: bytes) -> str:
    """Give the hash that `prev` holds: the first 16 bytes of SHA-256 over a decision's bytes, in hex."""
    return hashlib.sha256(value).hexdigest()[:32]


def partition_of(key: str, partitions: int) -> int:
    """Give the partition of a key, in both topics of a service: CRC-32 of its UTF-8 bytes modulo the count."""
    return zlib.crc32(key.encode()) % partitions


def actor_role(actor: str) -> str:
    """Give the role in "role:who"."""
    return actor.partition(":")[0]


def actor_name(actor: str) -> str:
    """Give the person or process in "role:who"; empty when none is named."""
    return actor.partition(":")[2]
