# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""Lists of entrants: what a name may be, when two names are the same, and the reader of CSV files.

Pure. The lobby judges every entrant by `row_fault`; the reader asks it too, so that a list is refused with its line
and column before anything is sent.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from contracts.games.game import Fact, Refusal
from contracts.sentences import sentence
from contracts.tournament import EntrantRow

MAX_NAME = 80
"""Characters of a name or a club."""
MAX_ENTRANTS = 1200
"""Entrants of one tournament: what its records can carry within the log's 1 MiB."""
MAX_TABLE = MAX_ENTRANTS // 2
"""The highest number of a table."""
MAX_LIST_BYTES = 1 << 20
"""Bytes of a CSV file."""
COLUMNS = ("name", "club", "bot", "apart", "partner", "house", "table", "paid")

_JOINERS = "\u200c\u200d"  # Persian names are spelled with them
_YES = {"yes", "1", "x", "true", "بله", "آری", "ναι"}
_NO = {"", "no", "0", "false", "خیر", "نه", "όχι"}
_BOT = re.compile(r"[a-z]{0,20}")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_SEPARATORS = ",;\t"
_DIGITS = 6


class EntrantsError(ValueError):
    """A list that cannot be taken, with the place: `line` and `column` count from 1, a column being a field.

    `refusal` (`entrants/list`) has the place and the facts; the error's own text says it in English.
    """

    def __init__(self, line: int, column: int, case: str, **facts: Fact) -> None:
        """Say where and what: the case is one of the sentences of `entrants/list`."""
        self.refusal = Refusal("entrants/list", facts={"case": case, "line": line, "column": column, **facts})
        super().__init__(sentence(self.refusal, "en"))
        self.line = line
        self.column = column


def clean(text: str) -> str:
    """Take away spaces around a name and squeeze those within."""
    return " ".join(text.split())


def cell(text: str) -> str:
    """Keep a text in a written CSV file from being a formula in the spreadsheet that opens it."""
    return f"'{text}" if text[:1] in _FORMULA else text


def name_key(name: str) -> str:
    """Give what two spellings of one name have in common: NFKC, case folded, spaces squeezed, joiners left out."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return clean("".join(c for c in folded if c not in _JOINERS))


def _unprintable(text: str) -> str:
    """Give the first character that no name may hold (controls, direction marks, line ends), as U+XXXX."""
    for c in text:
        if c not in _JOINERS and unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}:
            return f"U+{ord(c):04X}"
    return ""


def text_fault(code: str, text: str) -> Refusal | None:
    """Judge a name of an entrant, a club or a tournament; refusals carry `code` and say why."""
    if len(text) > MAX_NAME:
        return Refusal(code, facts={"reason": "long", "most": MAX_NAME})
    if bad := _unprintable(text):
        return Refusal(code, facts={"reason": "control", "character": bad})
    if not name_key(text):
        return Refusal(code, facts={"reason": "empty"})
    return None


def pair_name(row: EntrantRow) -> str:
    """Give the name that is shown: of a pair both, joined."""
    return f"{row.name} / {row.partner}" if row.partner else row.name


def row_fault(row: EntrantRow) -> Refusal | None:
    """Judge one entrant by itself: `entrant/name`, `club`, `apart`, `partner`, `bot`, `table`."""
    if fault := text_fault("entrant/name", row.name):
        return fault
    if row.club and (fault := text_fault("entrant/club", row.club)):
        return fault
    if row.apart and (fault := text_fault("entrant/apart", row.apart)):
        return fault
    if row.partner and (fault := text_fault("entrant/partner", row.partner)):
        return fault
    if not _BOT.fullmatch(row.bot):
        return Refusal("entrant/bot", facts={"bot": row.bot[:MAX_NAME]})
    if not 0 <= row.table <= MAX_TABLE:
        return Refusal("entrant/table", facts={"most": MAX_TABLE})
    return None


def cleaned(row: EntrantRow) -> EntrantRow:
    """Squeeze the spaces of a row's texts."""
    return replace(row, name=clean(row.name), club=clean(row.club), apart=clean(row.apart), partner=clean(row.partner))


class Line(NamedTuple):
    """One line of a list: where it stands, whom it names, and what is wrong with it, if anything is.

    `columns` say in which field, from 0, each thing stands.
    """

    number: int
    row: EntrantRow
    fault: Refusal | None
    columns: Mapping[str, int]


def read_entrants(data: bytes) -> tuple[EntrantRow, ...]:
    """Read a CSV file in UTF-8 with a header of `COLUMNS`, in any order (all but the name may be left out).

    Comma, semicolon or tab separate, whichever the header uses. EntrantsError names the first fault; nothing is
    taken from a file with a fault.
    """
    rows = []
    for _, row, fault, _ in _lines(data, header=True, pairs=False):
        if fault is not None:
            raise fault
        rows.append(row)
    return tuple(rows)


def read_lines(data: bytes, *, pairs: bool = False) -> tuple[Line, ...]:
    """Read a list as people paste it, each line with its own fault.

    A first line that names a column is a header; without one the columns are those of `COLUMNS`, in that order, so
    that one name a line is a list too. With `pairs` "Ana / Bo" names two who play together. EntrantsError where the
    list as a whole cannot be read.
    """
    found = _lines(data, header=False, pairs=pairs)
    return tuple(Line(number, row, fault.refusal if fault else None, columns) for number, row, fault, columns in found)


def _lines(
    data: bytes, *, header: bool, pairs: bool
) -> Iterator[tuple[int, EntrantRow, EntrantsError | None, Mapping[str, int]]]:
    text = _decode(data)
    first = text.lstrip("\n\r").partition("\n")[0]
    separator = next((s for s in _SEPARATORS if s in (text.partition("\n")[0] if header else first)), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    seen: dict[str, int] = {}
    columns: dict[str, int] | None = None
    line = 1
    try:
        for fields in reader:
            if columns is None and (header or _names_columns(fields)):
                columns = _header(fields)
            elif any(f.strip() for f in fields):
                columns = columns or {name: at for at, name in enumerate(COLUMNS)}
                row, fault = _row(columns, fields, line, pairs=pairs)
                for key in filter(None, (name_key(row.name), name_key(row.partner))):
                    if key in seen and fault is None:
                        column = columns["name"] + 1
                        fault = EntrantsError(line, column, "twice", name=pair_name(row), first=seen[key])
                    seen.setdefault(key, line)
                yield line, row, fault, columns
                if len(seen) > 2 * MAX_ENTRANTS or (not pairs and len(seen) > MAX_ENTRANTS):
                    raise EntrantsError(line, 1, "too-many", most=MAX_ENTRANTS)
            line = reader.line_num + 1
    except csv.Error as e:
        raise EntrantsError(line, 1, "csv") from e
    if not seen:
        raise EntrantsError(line, 1, "none")


def _names_columns(fields: list[str]) -> bool:
    return any(field.strip().lower() in COLUMNS for field in fields)


def _decode(data: bytes) -> str:
    if len(data) > MAX_LIST_BYTES:
        raise EntrantsError(1, 1, "bytes", bytes=len(data), most=MAX_LIST_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        before = e.object[: e.start]  # as the codec saw it, without the byte order mark
        start = before.rfind(b"\n") + 1
        column = sum(before.count(s.encode(), start) for s in _SEPARATORS) + 1
        line, value = before.count(b"\n") + 1, f"0x{e.object[e.start]:02X}"
        raise EntrantsError(line, column, "encoding", byte=e.start - start + 1, value=value) from e


def _header(fields: list[str]) -> dict[str, int]:
    columns: dict[str, int] = {}
    for at, field in enumerate(fields):
        name = field.strip().lower()
        if name not in COLUMNS:
            raise EntrantsError(1, at + 1, "header", found=field.strip()[:MAX_NAME], columns=",".join(COLUMNS))
        if name in columns:
            raise EntrantsError(1, at + 1, "header/twice", found=name)
        columns[name] = at
    if "name" not in columns:
        raise EntrantsError(1, 1, "header/name", columns=",".join(COLUMNS))
    return columns


def _row(
    columns: dict[str, int], fields: list[str], line: int, *, pairs: bool
) -> tuple[EntrantRow, EntrantsError | None]:
    def field(name: str) -> str:
        at = columns.get(name, len(fields))
        return fields[at].strip() if at < len(fields) else ""

    name, partner, table = field("name"), field("partner"), field("table")
    if pairs and not partner and "/" in name:
        name, _, partner = (part.strip() for part in name.partition("/"))
    row = EntrantRow(
        name=name,
        club=field("club"),
        bot=field("bot").lower(),
        apart=field("apart"),
        partner=partner,
        house=field("house").lower() in _YES,
        table=int(table) if table.isdecimal() and len(table) < _DIGITS else 0,
        paid=field("paid").lower() in _YES,
    )
    squeezed = cleaned(row)
    if len(fields) > len(columns):
        return squeezed, EntrantsError(line, len(columns) + 1, "fields", fields=len(fields), most=len(columns))
    for name in ("house", "paid"):
        if (found := field(name).lower()) not in _YES | _NO:
            return squeezed, EntrantsError(line, columns[name] + 1, name, found=found[:MAX_NAME])
    if table and not row.table and table.strip("0"):
        return squeezed, EntrantsError(line, columns["table"] + 1, "table", most=MAX_TABLE)
    if fault := row_fault(row):
        name = fault.code.partition("/")[2]
        reason = fault.facts.get("reason", "empty")
        case = name if reason == "empty" else f"{name}/{reason}"
        facts = {key: value for key, value in fault.facts.items() if key != "reason"}
        return squeezed, EntrantsError(line, columns.get(name, columns["name"]) + 1, case, **facts)
    return squeezed, None
