"""Who decides a partition, and what everyone who reads it believes: the protocol, without any I/O.

THE INVARIANT. Let a partition's commands be c0, c1, c2, ... What the filter accepts of its event partition is always
d0 .. dj: exactly one decision for each of the first j + 1 commands, in their order, each linked by hash to the one
before it. This depends on the event log's prefix alone, so every reader, now or in ten years, accepts the same
records. An owner shows nothing of its state before the log has acknowledged it at the very offset at which it had to
land, and has one batch outstanding at most.

WHY IT HOLDS. A batch a..b is sent only by an owner whose filter has accepted, or whose log has acknowledged, all that
comes before a. The log only grows. So whenever the batch lands, late, twice, or from an owner that is long dead, it is
a duplicate (skipped), the exact successor (accepted), or it does not link (refused, counted, alarmed, never folded):
there is no fourth case. Two owners, even of two versions that decide differently, race for one hash chain: the first
valid successor wins, and the loser sees an offset that is not his, drops his state and reads the log again. If the log
loses an acknowledged tail, what follows does not link, and its owner decides those commands again.

`tests/test_protocol_model.py` walks through every interleaving of small cases with this very code, and finds a
counterexample as soon as the link, the check of the offset, the one outstanding batch or the dropping of a doubtful
state is taken out.
"""

from __future__ import annotations

import base64
import hashlib
import re
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from contracts.envelope import (
    MAX_COMMAND_BYTES,
    MAX_DEPTH,
    MAX_LIST_BYTES,
    Command,
    Decision,
    actor_role,
    digest,
    max_bytes,
    read_command,
    read_decision,
    write,
)
from contracts.games.game import Refusal
from contracts.roles import may
from services.runtime.log import Entry, New
from services.runtime.service import Decider

NO_LINK = bytes(16)
"""The link of a partition's first record."""
HEADER_BYTES = 24
MAX_BATCH_BYTES = 800_000
"""A batch is closed when its values reach this: whole in one request of 1 MiB."""

_pack = struct.Struct(">Q16s").pack
_unpack = struct.Struct(">Q16s").unpack
_sha256 = hashlib.sha256
_raw = msgspec.Raw

_OVER = b'"over":true}'
"""How a decision that finished its key ends: `over` is the last field of the record."""
_NO_CHAIN = b'"seq":0,'
"""What the first bytes of a decision hold that belongs to no key's chain."""
_NO_CHAIN_YET = (0, "")
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_OPENS, _SHUTS = b"{}"
_BRACKETS = {ord("{"): 1, ord("["): 1, ord("}"): -1, ord("]"): -1}
_FORGETTABLE = frozenset({"command/unreadable", "command/too-large", "command/key", "command/unknown-kind"})
_UNREMEMBERED = _FORGETTABLE | {"actor/forbidden", "key/over"}
"""Refusals whose command id is not remembered: whoever sent them may not take an id away from its rightful sender."""


class DoubtError(Exception):
    """The owner no longer knows how its partition stands: drop its state and restore. `cause` names a metric."""

    def __init__(self, cause: str, message: str) -> None:
        """Say which of the few causes it is, and what was seen."""
        super().__init__(message)
        self.cause = cause


class HaltError(Exception):
    """The partition must not go on until a person has looked: the message says where and why."""


class Verdict(Enum):
    """What the filter says of one record."""

    ACCEPT = "accept"
    DUPLICATE = "duplicate"
    FORK_OR_HOLE = "fork or hole"


class Position(NamedTuple):
    """Where a reader stands: the event offset to go on from, and its filter. Enough to resume without offset 0."""

    offset: int = 0
    last: int = -1
    link: bytes = NO_LINK

    @staticmethod
    def before(accepted: Entry) -> Position:
        """Give the place just before a record that was accepted: it says itself what the filter had to hold."""
        source, link = _unpack(accepted.header)
        return Position(accepted.offset, source - 1, link)


START = Position()
"""Before the first record."""


def header(source: int, link: bytes) -> bytes:
    """Give the 24 bytes beside a decision: the command's offset (big-endian) and the link to the record before."""
    return _pack(source, link)


def next_link(link: bytes, value: bytes) -> bytes:
    """Give the link that the successor of `value` must carry."""
    return _sha256(link + value).digest()[:16]


class Filter:
    """What everyone who reads decisions believes of one partition; nobody reads them without it.

    `last` is the source of the last record accepted, `link` what its successor must carry. `accepted`, `duplicates`
    and `forks` count; a fork or hole is an alarm.
    """

    __slots__ = ("accepted", "duplicates", "forks", "last", "link")

    def __init__(self, last: int = -1, link: bytes = NO_LINK) -> None:
        """Start before the first record, or where `Position` says."""
        self.last = last
        self.link = link
        self.accepted = 0
        self.duplicates = 0
        self.forks = 0

    def sift(self, entries: Iterable[Entry]) -> list[Entry]:
        """Give the records that count, in order."""
        kept: list[Entry] = []
        last, link = self.last, self.link
        expected = _pack(last + 1, link)
        for entry in entries:
            beside = entry.header
            if beside == expected:
                kept.append(entry)
                last += 1
                link = _sha256(link + entry.value).digest()[:16]
                expected = _pack(last + 1, link)
            elif len(beside) == HEADER_BYTES and _unpack(beside)[0] <= last:
                self.duplicates += 1
            else:
                self.forks += 1
        self.last, self.link = last, link
        self.accepted += len(kept)
        return kept

    def accept(self, entry: Entry) -> Verdict:
        """Judge one record and advance if it counts."""
        forks = self.forks
        if self.sift((entry,)):
            return Verdict.ACCEPT
        return Verdict.FORK_OR_HOLE if self.forks > forks else Verdict.DUPLICATE


class KeyState(NamedTuple):
    """All that is kept of an open key: its state, the end of its chain, and who has asked what before."""

    state: Any
    seq: int
    prev: str
    ids: Mapping[str, int]


class Snapshot(NamedTuple):
    """A partition as one value: where it stands and the state of its keys.

    The law: a snapshot and the fold of what follows it equal the fold of everything. `closed` holds (seq, prev).
    `newest` is the bytes of the last decision accepted, for the halt check.
    """

    position: Position = START
    keys: Mapping[str, KeyState] = {}
    closed: Mapping[str, tuple[int, str]] = {}
    newest: bytes = b""


NOTHING = Snapshot()
"""A partition before its first command."""


class Letter(NamedTuple):
    """A command that could not be read, for the operator."""

    offset: int
    at: int
    error: str
    value: bytes


class Batch(NamedTuple):
    """The decisions of the first `taken` commands offered, and what else is to be told about them.

    `halt` is set when the command after them cannot be decided: append the records, then halt.
    """

    records: list[New]
    letters: list[Letter]
    refused: dict[str, int]
    taken: int
    halt: HaltError | None = None


class _Key:
    """One open key. `pending` are decisions that were accepted but not folded yet."""

    __slots__ = ("ids", "pending", "prev", "seq", "state")

    def __init__(self, state: Any = None, seq: int = 0, prev: str = "", ids: dict[str, int] | None = None) -> None:
        self.state = state
        self.seq = seq
        self.prev = prev
        self.ids = {} if ids is None else ids
        self.pending: list[bytes] = []


def too_deep(value: bytes) -> bool:
    """Whether brackets nest deeper than MAX_DEPTH (brackets inside texts do not count)."""
    if value.count(b"{") + value.count(b"[") <= MAX_DEPTH:
        return False
    depth = 0
    for byte in _TEXT.sub(b"", value):
        depth += _BRACKETS.get(byte, 0)
        if depth > MAX_DEPTH:
            return True
    return False


def read_entry(entry: Entry) -> Command | Refusal:
    """Read a command record, or say why it cannot be read. The answer depends on its bytes alone."""
    value = entry.value
    if len(value) > MAX_LIST_BYTES:
        return _too_large(value, MAX_LIST_BYTES)
    try:
        if not value or value[0] != _OPENS or value[-1] != _SHUTS:
            return _unreadable("not one JSON object")
        if not value.isascii():
            value.decode()
        if b"\n" in value or b"\r" in value:
            return _unreadable("a line break in the record")
        if value.count(b"{") + value.count(b"[") > MAX_DEPTH and too_deep(value):
            return _unreadable(f"nested deeper than {MAX_DEPTH}")
        command = read_command(value)
    except (msgspec.DecodeError, UnicodeDecodeError) as e:
        return _unreadable(str(e))
    if len(value) > MAX_COMMAND_BYTES and len(value) > max_bytes(command.kind):
        return _too_large(value, max_bytes(command.kind))
    if command.key != entry.key:
        return Refusal("command/key", facts={"key": command.key, "record": entry.key})
    return command


def _unreadable(error: str) -> Refusal:
    return Refusal("command/unreadable", facts={"error": error})


def _too_large(value: bytes, limit: int) -> Refusal:
    return Refusal(
        "command/too-large", facts={"bytes": len(value), "limit": limit, "sha256": hashlib.sha256(value).hexdigest()}
    )


class Owner:
    """Decides the commands of one partition. Made anew after every doubt, from a snapshot and the log.

    `last` is the source of the last decision made or folded, `link` the one that its successor carries, `end` the
    event offset at which the next batch must land. Decisions are folded when they are first needed: an owner that
    has just read the log holds the bytes of each open key's decisions, and folds a key when it is touched or when
    `check` comes to it. Finished keys are never folded and keep no more than (seq, prev).
    """

    FILTER = Filter
    """Through which the log is read; the model check puts a broken one here."""

    def __init__(self, decider: Decider, snapshot: Snapshot = NOTHING, may: Callable[[str, str], bool] = may) -> None:
        """Start from a snapshot; `may(role, kind)` is the table of who may do what."""
        self.decider = decider
        self._may = may
        self._decide, self._evolve = decider.decide, decider.evolve
        self._body, self._fresh = decider.CATALOGUE.body, decider.CATALOGUE.fresh
        self._kinds = decider.CATALOGUE.commands
        self._filter = self.FILTER(snapshot.position.last, snapshot.position.link)
        self.end = snapshot.position.offset
        self.last = snapshot.position.last
        self.link = snapshot.position.link
        self.outstanding = 0
        self._newest = snapshot.newest
        self._open = {name: _Key(k.state, k.seq, k.prev, dict(k.ids)) for name, k in snapshot.keys.items()}
        self._closed: dict[str, tuple[int, str]] = dict(snapshot.closed)
        self._unchecked: set[str] = set()

    # Restoring

    def restore(self, entries: Sequence[Entry]) -> None:
        """Take in the next records of the event partition. HaltError when one cannot be folded."""
        if not entries:
            return
        if self.outstanding:
            raise RuntimeError("a batch is outstanding: an owner restores before it decides, not after")
        kept = self._filter.sift(entries)
        keys, closed, unchecked = self._open, self._closed, self._unchecked
        for _, _, name, value, _ in kept:
            if value.endswith(_OVER):
                self._close(name, value)
            elif name in closed:
                self._after_the_end(name, value)
            elif value.find(_NO_CHAIN, 0, 64) < 0:
                key = keys.get(name)
                if key is None:
                    key = keys[name] = _Key()
                    unchecked.add(name)
                elif not key.pending:
                    unchecked.add(name)
                key.pending.append(value)
        if kept:
            self._newest = kept[-1].value
        self.end = entries[-1].offset + 1
        self.last, self.link = self._filter.last, self._filter.link

    def _close(self, name: str, value: bytes) -> None:
        self._closed[name] = (self._read(name, value).seq, digest(value))
        self._open.pop(name, None)
        self._unchecked.discard(name)

    def _after_the_end(self, name: str, value: bytes) -> None:
        decision = self._read(name, value)
        if decision.events:
            raise HaltError(f"key {name}: decision of command {decision.source} has events after the key was finished")
        self._closed[name] = (decision.seq, digest(value))

    @staticmethod
    def _read(name: str, value: bytes) -> Decision:
        try:
            return read_decision(value)
        except msgspec.DecodeError as e:
            raise HaltError(f"key {name}: a decision record cannot be read: {e}") from e

    def _unfold(self, name: str, key: _Key) -> None:
        """Fold what is pending at a key. HaltError names the decision that does not fold."""
        evolve, read = self.decider.evolve, self.decider.CATALOGUE.event
        state, seq, prev, ids = key.state, key.seq, key.prev, key.ids
        for value in key.pending:
            decision = self._read(name, value)
            if decision.seq != seq + 1 or decision.prev != prev:
                raise HaltError(
                    f"key {name}: decision of command {decision.source} has seq {decision.seq} and prev "
                    f"{decision.prev!r}, but the key's chain goes on with seq {seq + 1} and prev {prev!r}"
                )
            try:
                for raw in decision.events or ():
                    state = evolve(state, read(raw), decision.at)
                if decision.command and (decision.refusal is None or decision.refusal.code not in _UNREMEMBERED):
                    command = read_command(decision.command)
                    ids.setdefault(f"{command.actor}\0{command.id}", decision.source)
            except Exception as e:
                raise HaltError(
                    f"key {name}: decision of command {decision.source} does not fold: {type(e).__name__}: {e}"
                ) from e
            seq, prev = decision.seq, digest(value)
        key.state, key.seq, key.prev = state, seq, prev
        key.pending = []
        self._unchecked.discard(name)

    def check(self, budget: int = 0) -> bool:
        """Fold keys that nobody has touched yet, about `budget` decisions of them (0: all). True when none is left."""
        folded = 0
        while self._unchecked:
            name = next(iter(self._unchecked))
            key = self._open[name]
            folded += len(key.pending)
            self._unfold(name, key)
            if budget and folded >= budget:
                break
        return not self._unchecked

    def halt_check(self, begin: int, end: int, newest: Entry | None) -> None:
        """Compare with the command partition before deciding: it holds begin..end, and `newest` at `last`.

        HaltError when the commands that were decided are gone, were cut off, or are others than those decided.
        """
        where = f"the decisions reach command {self.last}"
        if self.last + 1 > end:
            raise HaltError(f"{where}, but the command log ends before {end}: it has lost its end. Restore its backup")
        if begin > self.last + 1:
            raise HaltError(f"{where}, but the command log starts at {begin}: commands were deleted before their turn")
        if self.last < begin:
            return
        if newest is None or newest.offset != self.last:
            raise HaltError(f"{where}, but that command cannot be read")
        decision = self._read(newest.key, self._newest)
        if decision.at != newest.at or not _answers(decision, newest.value):
            raise HaltError(
                f"{where}, but the command there is another one than the one decided: the command log has lost its "
                "end and was written again. Restore its backup, or start a new log"
            )

    # Deciding

    def decide(self, entries: Sequence[Entry]) -> Batch:
        """Decide the next commands, in order, as one batch. It is outstanding until `acknowledged`.

        DoubtError when a command is missing. The batch may end early: when it is full, or when a decider fails.
        """
        self._must_be_free()
        batch = Batch([], [], {}, 0)
        records, answer = batch.records, self._answer
        halt: HaltError | None = None
        size = 0
        link, last = self.link, self.last
        for entry in entries:
            if entry.offset != last + 1:
                raise DoubtError("gap", f"command {last + 1} is next, but the log gave {entry.offset}")
            if records and (size >= MAX_BATCH_BYTES or len(entry.value) > MAX_COMMAND_BYTES):
                break
            try:
                value = answer(entry, batch)
            except HaltError as e:
                halt = e
                break
            last += 1
            records.append(New(entry.key, value, _pack(last, link)))
            link = _sha256(link + value).digest()[:16]
            size += len(value)
        self.link, self.last = link, last
        if records:
            self._newest = records[-1].value
        self.outstanding = len(records)
        return batch._replace(taken=len(records), halt=halt)

    def _must_be_free(self) -> None:
        if self.outstanding:
            raise RuntimeError("one batch is outstanding already: it must be acknowledged before the next is decided")

    def acknowledged(self, offset: int) -> None:
        """Take the offset at which the outstanding batch landed. DoubtError when it is not the one expected."""
        if offset != self.end:
            raise DoubtError("offset", f"the batch had to land at {self.end} and landed at {offset}")
        self.end += self.outstanding
        self.outstanding = 0

    def _answer(self, entry: Entry, batch: Batch) -> bytes:
        """Decide one command and fold the decision; give the record's bytes. HaltError leaves the key as it was.

        One long function, because every command of the club comes through here.
        """
        offset, at, name, value, _ = entry
        key = self._open.get(name)
        if key is None:
            state, seq, prev = None, *self._closed.get(name, _NO_CHAIN_YET)
        else:
            if key.pending:
                self._unfold(name, key)
            state, seq, prev = key.state, key.seq, key.prev
        command = read_entry(entry)
        refusal: Refusal | None = None
        raws: tuple[msgspec.Raw, ...] | None = None
        ident = ""
        over = False
        if isinstance(command, Refusal):
            refusal = command
        elif command.kind not in self._kinds:
            refusal = Refusal("command/unknown-kind", facts={"kind": command.kind})
        elif not self._may(actor_role(command.actor), command.kind):
            refusal = Refusal("actor/forbidden", facts={"actor": command.actor, "kind": command.kind})
        elif key is None and seq:
            refusal = Refusal("key/over", facts={"key": name})
        else:
            # Wishes are told apart by id and sender, so that nobody can use up an id that is another's.
            ident = f"{command.actor}\0{command.id}"
            first = None if key is None else key.ids.get(ident)
            answer = self._judge(name, state, command, entry) if first is None else _duplicate(first)
            if isinstance(answer, Refusal):
                refusal = answer
            else:
                try:
                    raws = tuple(map(_raw, map(write, answer)))
                    # Folded as read back, not as made: so a restored state cannot differ from this one.
                    for raw in raws:
                        state = self._evolve(state, self._fresh(raw), at)
                    over = bool(raws) and self.decider.finished(state)
                except Exception as e:
                    raise HaltError(
                        f"key {name}: the decision of command {offset} does not fold: {type(e).__name__}: {e}"
                    ) from e
        if seq or raws:
            seq += 1
        if refusal is None:
            decided = write(Decision(offset, at, seq, prev, _raw(value), raws, None, "", over))
        else:
            decided = self._refused(entry, seq, prev, refusal, batch)
        if not seq:
            return decided
        prev = digest(decided)
        if over or name in self._closed:
            self._closed[name] = (seq, prev)
            self._open.pop(name, None)
            return decided
        if key is None:
            key = self._open[name] = _Key()
        key.state, key.seq, key.prev = state, seq, prev
        if ident and ident not in key.ids:
            key.ids[ident] = offset
        return decided

    def _judge(self, name: str, state: Any, command: Command, entry: Entry) -> tuple[Any, ...] | Refusal:
        try:
            body = self._body(command)
        except (RecursionError, LookupError, TypeError, ValueError) as e:
            return Refusal("command/body", facts={"kind": command.kind, "error": f"{type(e).__name__}: {e}"})
        if isinstance(body, Refusal):
            return body
        try:
            return self._decide(state, command, body, entry.at)
        except Exception as e:
            raise HaltError(
                f"key {name}: deciding command {entry.offset} ({command.kind}) failed: {type(e).__name__}: {e}"
            ) from e

    @staticmethod
    def _refused(entry: Entry, seq: int, prev: str, refusal: Refusal, batch: Batch) -> bytes:
        """Write the record of a refusal, count it, and keep what could not be read for the operator."""
        offset, at, _, command, _ = entry
        code = refusal.code
        batch.refused[code] = batch.refused.get(code, 0) + 1
        if code == "command/unreadable":
            batch.letters.append(Letter(offset, at, str(refusal.facts["error"]), command))
            poison = base64.b64encode(command).decode()
            return write(Decision(offset, at, seq, prev, refusal=refusal, poison=poison))
        if code == "command/too-large":
            return write(Decision(offset, at, seq, prev, refusal=refusal))
        return write(Decision(offset, at, seq, prev, _raw(command), refusal=refusal))

    # Looking

    @property
    def open_keys(self) -> int:
        """How many keys are in memory (tables in play, tournaments that run)."""
        return len(self._open)

    @property
    def duplicates(self) -> int:
        """How many doubled records the restore skipped."""
        return self._filter.duplicates

    @property
    def forks(self) -> int:
        """How many records the restore refused because they do not link."""
        return self._filter.forks

    def position(self) -> Position:
        """Give the place from which a reader can go on that believes what this owner believes."""
        return Position(self.end, self.last, self.link)

    def snapshot(self) -> Snapshot:
        """Give the partition as one value. Only between batches; folds what is pending. HaltError as in `check`."""
        self._must_be_free()
        self.check()
        keys = {name: KeyState(k.state, k.seq, k.prev, dict(k.ids)) for name, k in self._open.items()}
        return Snapshot(self.position(), keys, dict(self._closed), self._newest)


def _duplicate(first: int) -> Refusal:
    return Refusal("command/duplicate", facts={"source": first})


def _answers(decision: Decision, command: bytes) -> bool:
    """Whether a decision is the answer to exactly these bytes."""
    if decision.command:
        return bytes(decision.command) == command
    if decision.poison:
        return decision.poison == base64.b64encode(command).decode()
    facts = decision.refusal.facts if decision.refusal else {}
    return facts.get("sha256") == hashlib.sha256(command).hexdigest()
