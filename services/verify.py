"""Is an exported game what the club's log holds? Every line, every link, every decision and every deal, checked anew.

No server and no log are needed, and nothing is believed: each command is decided again by the pure deciders and the
bytes of the whole decision are compared; deals are shuffled again from the opened keys, and keys derived again.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec.structs import replace

from contracts import codec, pairs, topics
from contracts.envelope import Decision, digest, partition_of, read_command, read_decision, write
from contracts.games import match as matches
from contracts.games.game import GAMES, MatchResult, plain
from contracts.games.shuffle import lots, shuffle
from contracts.messages import Event
from contracts.table import Dealt, DealVoided, DealWanted, GiveDeal, MatchEnded, Played, TableKeyRevealed, TableOpened
from contracts.table_state import open_options
from contracts.tournament import (
    ResultRecorded,
    Rules,
    TableStarted,
    TournamentCreated,
    TournamentKeyRevealed,
)
from services.archive import ArchiveError
from services.dealing import keys
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
    signed_bytes,
)
from services.lobby import decider as lobby
from services.move_validation import decider as referee
from services.runtime.log import Entry
from services.runtime.owner import KeyState, Owner

MAX_LINE = 16 * 1024 * 1024
"""Bytes of a line at most: far above any record."""


_KEY = re.compile(rb'"key":"([^"]*)"')


class Fault(Exception):  # the word of the trade: what an audit finds
    """The first thing at fault: `line` counts from 1, `seq` is the record's number of its key (0: no record)."""

    def __init__(self, line: int, what: str, *, key: str = "", seq: int = 0) -> None:
        """Say where and what."""
        self.line = line
        self.key = key
        self.seq = seq
        self.what = what
        record = f", {key}" if key else ""
        record += f", record {seq}" if seq else ""
        super().__init__(f"line {line}{record}: {what}")


class UnsoundError(Exception):
    """A file that is not sound; the message names it and the first thing at fault."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a sound file has shown.

    `deals` counts the deals that were shuffled again from an opened key, `closed` the tables whose key is not open
    yet, so that their deals cannot be checked. `imported` are tables made from typed records: what was typed, by whom
    and when, is as it stands here, and the rules allow every move of it; who was dealt what is the word of him who
    typed it, for no key stands behind it. `public_key` is the club's, in hex: compare it with what the club shows.
    """

    kind: str
    id: str
    records: int
    tables: int
    moves: int
    deals: int
    closed: tuple[str, ...]
    imported: tuple[str, ...] = ()
    public_key: str


def verify(path: Path, *, public_key: str = "") -> Report:
    """Check a file from its first byte to its last. Fault names the first record at fault; OSError if not readable.

    With `public_key` (64 hex digits) the file must be signed by that very key.
    """
    with path.open("rb") as file:
        return _File(_split(file), public_key).check()


def verify_named(path: Path, *, public_key: str = "") -> Report:
    """Check a file as `verify` does, for people who gave its name. UnsoundError has it, and the line at fault."""
    if public_key and not re.fullmatch("[0-9a-fA-F]{64}", public_key):
        raise UnsoundError(f"--key: a club's public key has 64 hex digits, and {public_key[:80]!r} is none")
    try:
        return verify(path, public_key=public_key.lower())
    except Fault as wrong:
        raise UnsoundError(f"{path}, {wrong}") from wrong


def verify_for_shelf(path: Path) -> None:
    """Check a file that is to be opened here. ArchiveError with the fault, OSError if not readable."""
    try:
        verify(path)
    except Fault as wrong:
        raise ArchiveError(str(wrong)) from wrong


def _split(file: Any) -> Iterator[bytes]:
    """Give the lines without their ends. Fault for one that has none."""
    number = 0
    while raw := file.readline(MAX_LINE):
        number += 1
        if not raw.endswith(b"\n"):
            raise Fault(number, "the line has no end: the file was cut off here")
        yield raw[:-1]


def _read(kind: type[Any], raw: bytes, number: int, what: str, **record: Any) -> Any:
    """Read a line, and hold it to the one way in which it may be written. `record` is what a fault is to name."""
    try:
        found = msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Fault(number, f"this is no {what}: {wrong}", **record) from wrong
    if write(found) != raw:
        raise Fault(number, f"the {what} is not written as the export writes it", **record)
    return found


@dataclass
class _Chain:
    """One key: decided again record by record."""

    key: str
    topic: str
    owner: Owner
    seq: int = 0
    prev: str = ""
    source: int = -1
    offset: int = -1


@dataclass
class _Table:
    """What is remembered of a table for the checks across records, with the line of each."""

    opened: TableOpened | None = None
    opened_line: int = 0
    wanted: DealWanted | None = None
    orders: list[tuple[int, int, DealWanted, GiveDeal]] = field(default_factory=list)
    key: str = ""
    ended: MatchEnded | None = None

    @property
    def imported(self) -> bool:
        """Whether it was made from a typed record."""
        return self.opened is not None and self.opened.origin == "record"


class _File:
    """One pass over a file."""

    def __init__(self, lines: Iterator[bytes], public_key: str) -> None:
        self._lines = enumerate(lines, 1)
        self._public_key = public_key
        self._chains: dict[tuple[str, str], _Chain] = {}
        self._latest: _Chain
        self._tables: dict[str, _Table] = {}
        self._started: dict[str, tuple[int, int, TableStarted]] = {}
        self._results: list[tuple[int, int, ResultRecorded]] = []
        self._tournament_key = b""
        self._rules: Rules | None = None
        self._moves = 0

    def check(self) -> Report:
        """Check line after line; then what only the whole can show."""
        number, raw = next(self._lines, (1, None))
        if raw is None:
            raise Fault(1, "the file is empty")
        header: Header = _read(Header, raw, number, "export of Capicua")
        self._header(header)
        head = header.hash
        records = 0
        for number, raw in self._lines:
            if raw.startswith(b'{"end":'):
                trailer: Trailer = _read(Trailer, raw, number, "last line of an export")
                self._trailer(trailer, number, records, head)
                break
            head = self._record(header, raw, number, head)
            records += 1
        else:
            raise Fault(number + 1, "the last line, with the signature, is missing: the file was cut off")
        after = next(self._lines, None)
        if after is not None:
            raise Fault(after[0], "there is something after the last line")
        self._whole(header)
        return Report(
            kind=header.kind,
            id=header.id,
            records=records,
            tables=len(header.tables),
            moves=self._moves,
            deals=sum(len(t.orders) for t in self._tables.values() if t.key),
            closed=tuple(name for name, t in self._tables.items() if not (t.key or t.imported)),
            imported=tuple(name for name, t in self._tables.items() if t.imported),
            public_key=trailer.public_key,
        )

    def _header(self, header: Header) -> None:
        if header.format != FORMAT:
            raise Fault(1, f"this is no export of Capicua: its format is {header.format!r}")
        if header.version != VERSION:
            raise Fault(1, f"the export has version {header.version}; this program reads version {VERSION}")
        if header.hash != header_hash(header):
            raise Fault(1, "the first line has been changed: its hash is another")
        if header.kind not in (TABLE, TOURNAMENT) or not 1 <= header.partitions <= 10_000:
            raise Fault(1, "the first line names no kind of export, or no number of partitions")
        if header.kind == TABLE:
            expected = [(topics.TABLE_EVENTS.name, header.id)]
        else:
            expected = [(topics.TOURNAMENT_EVENTS.name, header.id)]
            expected += [(topics.TABLE_EVENTS.name, table) for table in header.tables]
        for topic, key in expected:
            decider: Any = referee if topic == topics.TABLE_EVENTS.name else lobby
            self._chains[topic, key] = _Chain(key, topic, Owner(decider))
        self._latest = next(iter(self._chains.values()))
        self._tables = {table: _Table() for table in header.tables}

    def _record(self, header: Header, raw: bytes, number: int, head: str) -> str:
        line: Line = _read(Line, raw, number, "record of an export", **self._guess(raw))
        record = bytes(line.record)
        chain = self._chains.get((line.topic, line.key))

        def fault(what: str) -> Fault:
            return Fault(number, what, **self._guess(raw))

        if line.hash != line_hash(head, line.topic, line.partition, line.offset, line.key, record):
            raise fault("the line has been changed, or is not in its place: its hash is another")
        if chain is None:
            raise fault(f"the first line names no such key of {line.topic}")
        if line.partition != partition_of(line.key, header.partitions):
            raise fault(f"the key does not belong to partition {line.partition}")
        try:
            decision = read_decision(record)
        except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
            raise fault(f"the record is no decision: {wrong}") from wrong
        if line.offset <= chain.offset or decision.source <= chain.source:
            raise fault("the record is not later in the log than the one before it")
        if decision.seq and (decision.seq, decision.prev) != (chain.seq + 1, chain.prev):
            raise fault(f"it says it is record {decision.seq}, or does not link to the one before it")
        again = _again(chain, decision, record, fault)
        if again != record:
            if not _written_before(chain.topic, decision, read_decision(again)):
                raise fault("decided again, the command has another answer")
            chain.owner = _linked(chain, decision.seq, record)
        chain.source, chain.offset = decision.source, line.offset
        self._latest = chain
        if decision.seq:
            chain.seq, chain.prev = decision.seq, digest(record)
        for event in decision.events or ():
            if chain.topic == topics.TABLE_EVENTS.name:
                self._table_event(self._tables[line.key], number, decision, codec.TABLE.event(event))
            else:
                self._tournament_event(number, decision.seq, codec.TOURNAMENT.event(event))
        return line.hash

    def _guess(self, raw: bytes) -> dict[str, Any]:
        """Say which record a line should be that may not be readable: of the key it names, or else of the latest."""
        named = _KEY.search(raw)
        key = named[1].decode(errors="replace") if named else ""
        chain = next((c for c in self._chains.values() if c.key == key), self._latest)
        return {"key": chain.key, "seq": chain.seq + 1}

    def _trailer(self, trailer: Trailer, number: int, records: int, head: str) -> None:
        if trailer.records != records:
            raise Fault(number, f"the file has {records} records, but {trailer.records} were signed")
        if trailer.head != head:
            raise Fault(number, "the signed end of the chain is another than that of the records")
        try:
            public, signature = bytes.fromhex(trailer.public_key), bytes.fromhex(trailer.signature)
            if not trailer.end or (public.hex(), signature.hex()) != (trailer.public_key, trailer.signature):
                raise Fault(number, "the last line is not written as the export writes it")
            Ed25519PublicKey.from_public_bytes(public).verify(signature, signed_bytes(records, head))
        except (ValueError, InvalidSignature) as wrong:
            raise Fault(number, "the club's signature does not fit") from wrong
        if self._public_key and trailer.public_key != self._public_key.lower():
            raise Fault(number, f"signed by another key than the one expected: {trailer.public_key}")

    # across records

    def _table_event(self, table: _Table, number: int, decision: Decision, event: Event) -> None:
        match event:
            case TableOpened():
                table.opened, table.opened_line = event, number
            case DealWanted():
                table.wanted = event
            case Dealt() | DealVoided():
                body = codec.TABLE.body(read_command(decision.command))
                if isinstance(body, GiveDeal) and table.wanted is not None:
                    table.orders.append((number, decision.seq, table.wanted, body))
            case MatchEnded():
                table.ended = event
            case TableKeyRevealed():
                table.key = event.key
            case Played():
                self._moves += 1
            case _:
                return

    def _tournament_event(self, number: int, seq: int, event: Event) -> None:
        match event:
            case TournamentCreated():
                self._rules = event.rules
            case TableStarted():
                self._started[event.table] = (number, seq, event)
            case ResultRecorded():
                self._results.append((number, seq, event))
            case TournamentKeyRevealed():
                self._tournament_key = bytes.fromhex(event.key)
            case _:
                return

    def _whole(self, header: Header) -> None:
        for (_, key), chain in self._chains.items():
            if not chain.seq:
                raise Fault(1, f"the first line promises {key}, but there is no record of it")
        for name, table in self._tables.items():
            self._deals(name, table)
            if self._tournament_key:
                self._derived(name, table)
        if header.kind == TOURNAMENT:
            self._tournament(header)

    def _deals(self, id: str, table: _Table) -> None:
        """Shuffle every deal again, once the table's key is open."""
        if not table.key or table.opened is None:
            return
        game, options = GAMES[table.opened.rules], open_options(table.opened.rules, table.opened.options)
        for number, seq, wanted, given in table.orders:
            key, nonces = bytes.fromhex(table.key), [bytes.fromhex(nonce) for nonce in wanted.nonces]
            pieces = matches.pieces(game, options, wanted.deal)
            drawn = lots(pieces, key, wanted.deal, nonces, wanted.attempt) if matches.lots(game) else ()
            dealt = shuffle(pieces, key, wanted.deal, nonces, wanted.attempt)
            if (given.order, given.lots) != (dealt, drawn):
                what = f"deal {wanted.deal} was not dealt from the table's key and the players' nonces"
                raise Fault(number, what, key=id, seq=seq)

    def _counted(self, recorded: ResultRecorded, of_table: MatchResult) -> MatchResult:
        """Give a table's result as the tournament counts it: pairs have one column each."""
        if self._rules is None:
            return of_table
        return pairs.by_entrant(self._rules, len(recorded.points), of_table)

    def _derived(self, id: str, table: _Table) -> None:
        """Derive a table's key from its tournament's, once that is open."""
        promised = table.opened.key_hash if table.opened else ""
        if keys.published(keys.table_key(self._tournament_key, id)) != promised:
            raise Fault(table.opened_line, "the table's key does not come from the tournament's", key=id, seq=1)

    def _tournament(self, header: Header) -> None:
        """Hold tables and tournament against each other: who sat there, by which rules, and what came out."""
        for name, (number, seq, started) in self._started.items():
            table = self._tables.get(name)
            if table is None:
                if any(r.table == name for _, _, r in self._results):
                    raise Fault(
                        number, f"table {name} has a result, but its records are missing", key=header.id, seq=seq
                    )
                continue
            if table.opened is not None and not _same(header.id, started, table.opened):
                raise Fault(table.opened_line, "the table was opened otherwise than its round says", key=name, seq=1)
        for name, table in self._tables.items():
            if name not in self._started:
                raise Fault(table.opened_line, "the tournament has started no such table", key=name, seq=1)
        for number, seq, recorded in self._results:
            ended = self._tables[recorded.table].ended
            if ended is None or self._counted(recorded, ended.result) != recorded.result:
                what = f"the result of table {recorded.table} is another than the table's own"
                raise Fault(number, what, key=header.id, seq=seq)


def _again(chain: _Chain, decision: Decision, record: bytes, fault: Any) -> bytes:
    """Decide a record's command again, and give the bytes of the whole decision."""
    if decision.command:
        command = bytes(decision.command)
    elif decision.poison:
        try:
            command = base64.b64decode(decision.poison, validate=True)
        except ValueError as wrong:
            raise fault(f"the unreadable command is not kept as it should be: {wrong}") from wrong
    else:
        return _too_large(chain, decision, record, fault)
    owner = chain.owner
    owner.last = decision.source - 1
    batch = owner.decide([Entry(decision.source, decision.at, chain.key, command, b"")])
    if batch.halt is not None:
        raise fault(str(batch.halt))
    owner.acknowledged(owner.end)
    return batch.records[0].value


def _written_before(topic: str, then: Decision, now: Decision) -> bool:
    """Whether a decision is what is decided today, save for fields of its events that had not been thought of yet.

    A field that came later has the value that every older record means by leaving it out, and nothing else may differ.
    """
    if replace(then, events=None) != replace(now, events=None) or len(then.events or ()) != len(now.events or ()):
        return False
    events = codec.TABLE if topic == topics.TABLE_EVENTS.name else codec.TOURNAMENT
    for old, new in zip(then.events or (), now.events or (), strict=True):
        try:
            meant = events.event(old)
        except (msgspec.DecodeError, codec.UnknownKind):
            return False
        said, full = msgspec.json.decode(old), msgspec.json.decode(new)
        if write(meant) != bytes(new) or (said.get("v") == full.get("v") and not _within(said, full)):
            return False
    return True


def _within(part: Any, whole: Any) -> bool:
    """Whether everything that `part` says stands in `whole` too."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and _within(value, whole[name]) for name, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(_within, part, whole))
    return bool(part == whole)


def _linked(chain: _Chain, seq: int, record: bytes) -> Owner:
    """Go on from a record's own bytes: what follows it links to them, not to those that were decided again."""
    known = chain.owner.snapshot()
    if seq and chain.key in known.closed:
        known = known._replace(closed={chain.key: (seq, digest(record))})
    elif seq:
        before = known.keys[chain.key]
        known = known._replace(keys={chain.key: KeyState(before.state, seq, digest(record), before.ids)})
    return Owner(chain.owner.decider, known)


def _too_large(chain: _Chain, decision: Decision, record: bytes, fault: Any) -> bytes:
    """A command beyond the stated size is not kept: its refusal alone is carried on in the chain."""
    if decision.refusal is None or decision.refusal.code != "command/too-large":
        raise fault("the record carries no command")
    chain.owner = _linked(chain, decision.seq, record)
    return write(Decision(decision.source, decision.at, decision.seq, decision.prev, refusal=decision.refusal))


def _same(tournament: str, started: TableStarted, opened: TableOpened) -> bool:
    """Whether a table was opened as its round says; its options may be written out more fully."""
    written = plain(open_options(started.rules, started.options))
    fixed = (started.round, started.number, started.rules, started.seats, started.limits, started.max_deals)
    own = (opened.round, opened.number, opened.rules, opened.seats, opened.limits, opened.max_deals)
    if started.board is not opened.board:
        return False
    return (tournament, written, *fixed) == (opened.tournament, opened.options, *own)
