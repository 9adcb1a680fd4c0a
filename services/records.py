"""Written records as people meet them: a file checked and summed up, a fault shown where it stands, a table written.

The notation itself is `contracts.games.notation`; here is what a terminal, a page or a program is told of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from contracts import topics
from contracts.envelope import read_decision
from contracts.games import match as matches
from contracts.games import notation
from contracts.games.game import BadNotation
from contracts.games.game import game as find_game
from contracts.games.statements import MAX_BYTES, decoded
from contracts.sentences import fault_said, of_game, sentence
from contracts.table import SeatPlan
from contracts.table_record import TableRecord, table_record, text
from services.export import decisions, exists, keys_of
from services.records_words import WORDS, counted, word
from services.replay import ReplayError, file_records, one_of
from services.runtime.settings import reading

WINDOW = 100
"""How much of a long line is shown round its fault."""


class FaultLine(msgspec.Struct, frozen=True):
    """What is wrong, and where: line and column from 1. `text` is that line, `caret` the place below it."""

    line: int
    column: int
    message: str
    text: str = ""
    caret: str = ""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What was read of a record.

    `deals` counts those that counted, `void` the void ones, `positions` the excerpts. `refused` are moves that the
    record says were refused, `charges` offences and forfeits. `state` is the position where it stops, `turn` who is on
    turn there; both empty where no deal is open. `over` is why the match ended; empty while it goes on.
    """

    game: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    deals: int = 0
    void: int = 0
    positions: int = 0
    moves: int = 0
    refused: int = 0
    charges: int = 0
    totals: tuple[int, ...] = ()
    turn: str = ""
    state: str = ""
    over: str = ""
    places: tuple[int, ...] = ()


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A text that was looked at: its faults, and what was read up to the first of them."""

    ok: bool
    faults: tuple[FaultLine, ...] = ()
    read: Summary | None = None


def check(raw: bytes | str, lang: str = "en") -> Checked:
    """Read and replay a record. Whatever is wrong with it stands in `faults`; nothing is raised.

    `lang` is the language in which faults and refusals are told.
    """
    try:
        written = decoded(raw) if isinstance(raw, bytes) else raw
    except BadNotation as fault:
        return Checked(ok=False, faults=(shown(fault, "", lang=lang),))
    log = notation.read(written)
    faults = tuple(shown(fault, written, log, lang) for fault in log.faults)
    return Checked(ok=not faults, faults=faults, read=summary(log))


def shown(fault: BadNotation, written: str, log: notation.Log | None = None, lang: str = "en") -> FaultLine:
    """Show a fault at its place: the line, shortened where it is long, and a caret below the column."""
    message = fault_said(fault.code, fault.facts, lang)
    if isinstance(fault, notation.RefusedError) and log is not None and log.record is not None:
        message = _refused(fault, log.record, lang)
    lines = written.split("\n")
    if not 1 <= fault.line <= len(lines) or not lines[fault.line - 1].strip():
        return FaultLine(fault.line, fault.column, message)
    line = "".join(sign if sign.isprintable() else " " if sign == "\t" else "·" for sign in lines[fault.line - 1])
    line = line.removesuffix("·") if lines[fault.line - 1].endswith("\r") else line
    begin = max(0, min(fault.column - 1 - WINDOW // 2, len(line) - WINDOW))
    cut = line[begin : begin + WINDOW]
    left, right = "…" if begin else "", "…" if begin + WINDOW < len(line) else ""
    return FaultLine(
        fault.line, fault.column, message, f"{left}{cut}{right}", f"{' ' * (fault.column - 1 - begin + len(left))}^"
    )


def _refused(fault: notation.RefusedError, record: notation.Record, lang: str) -> str:
    """Tell a refusal as its player would be told, with the rule that says so."""
    game = find_game(record.rules)
    names = tuple(map(game.seat_name, range(game.seat_count(record.options))))
    said = sentence(fault.refusal, lang, names, of_game(record.rules))
    first, last = ("\u2068", "\u2069") if lang == "fa" else ("", "")
    act = f"{first}{names[fault.seat]} {fault.text}{last}: " if fault.seat is not None else ""
    return f"{act}{said} ({first}{' '.join(filter(None, (fault.refusal.code, fault.refusal.rule)))}{last})"


def summary(log: notation.Log) -> Summary | None:
    """Sum up what was read; None where not even the head could be."""
    record, match = log.record, log.match
    if record is None or match is None:
        return None
    game = find_game(record.rules)
    seats = tuple(map(game.seat_name, range(game.seat_count(record.options))))
    given = msgspec.to_builtins(record.options)
    usual = msgspec.to_builtins(game.Options())
    running = log.state is not None and game.turn(log.state) is not None
    if record.stop is not None:
        result = matches.stop(game, record.options, match, record.stop.reason, record.stop.behind)
    else:
        ended = matches.over(game, record.options, match, record.max_deals) if not running else None
        result = ended  # type: ignore[assignment]  # None where it goes on
    return Summary(
        game=record.rules,
        seats=seats,
        options={name: value for name, value in given.items() if value != usual[name] and name != "players"},
        deals=len(match.rounds),
        void=sum(bool(deal.void) for deal in record.deals),
        positions=sum(bool(deal.state) for deal in record.deals),
        moves=sum(step.move is not None and step.refusal is None for step in log.steps),
        refused=sum(step.refusal is not None for step in log.steps),
        charges=sum(step.move is None and step.refusal is None for step in log.steps),
        totals=match.totals,
        turn=seats[game.turn(log.state) or 0] if running else "",
        state=game.write_state(log.state) if running else "",
        over=result.reason if result else "",
        places=result.places if result else (),
    )


def told(found: Summary, lang: str = "en") -> str:
    """Say in one sentence what was read."""
    comma = WORDS[lang]["comma"]
    parts = [found.game, counted(lang, "seat", len(found.seats)), counted(lang, "deal", found.deals)]
    parts.append(counted(lang, "move", found.moves))
    extra = {"void": found.void, "position": found.positions, "refused": found.refused, "charge": found.charges}
    parts += [counted(lang, name, n) for name, n in extra.items() if n]
    totals = ", ".join(f"{seat} {total}" for seat, total in zip(found.seats, found.totals, strict=False))
    if found.over:
        places = ", ".join(f"{seat} {place}." for seat, place in zip(found.seats, found.places, strict=False))
        end = word(lang, "over", reason=found.over, places=places)
    else:
        end = word(lang, "stops", seat=found.turn) if found.turn else word(lang, "goes-on")
    return WORDS[lang]["whole"].format(parts=comma.join(parts), totals=totals, end=end)


def read_file(file: BinaryIO) -> bytes:
    """Read a record's bytes: not more than one may have, and one more, which then is its fault."""
    return file.read(MAX_BYTES + 1)


# --- a table imported


def plans(read: Summary, names: Iterable[str]) -> tuple[SeatPlan, ...]:
    """Give who sits where: the names given, or the seats' own where there are none."""
    given = tuple(names) or read.seats
    return tuple(SeatPlan(entrant="", name=name) for name in given)


def table_id(text: str) -> str:
    """Make a table's id from a record, so that the same text is the same table however often it is sent."""
    return f"record-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


# --- a table written


async def written(source: str, table: str | None) -> str:
    """Write a table of a log, or of an exported file, as a record.

    ReplayError where there is no such table, or several to choose from; NoRecordError where it makes no record.
    """
    name, records = await _records(source, table)
    return as_text(name, table_record(records))


def as_text(name: str, of: TableRecord) -> str:
    """Write a table's record under a few lines of comment: which table it was, and who sat there."""
    opened = of.table.opened
    seat_name = of.table.rules.seat_name
    where = f"table {name}" + (f", tournament {opened.tournament}, round {opened.round}" if opened.tournament else "")
    notes = [where, "  ".join(f"{seat_name(seat)} {plan.name}" for seat, plan in enumerate(opened.seats))]
    if of.closed:
        notes.append(f"{of.closed} deals are not in this record: their hands are closed")
    return text(of, notes)


async def _records(source: str, table: str | None) -> tuple[str, list[bytes]]:
    if not source.startswith(("sqlite:", "kafka:")):
        return file_records(Path(source), table)
    async with reading(source) as log:
        known: Iterable[str] = () if table is not None else await keys_of(log, topics.TABLE_EVENTS)
        name = table if table is not None else one_of(None, known, source)
        entries = await decisions(log, topics.TABLE_EVENTS, name)
        if not exists(entries):
            one_of(name, await keys_of(log, topics.TABLE_EVENTS), source)
        if not any(read_decision(entry.value).events for entry in entries):
            raise ReplayError(f"there is no record of table {name}")
        return name, [entry.value for entry in entries]
