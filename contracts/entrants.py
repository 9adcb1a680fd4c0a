"""Lists of entrants: what a name may be, when two names are the same, and the reader of CSV files.

Pure. The lobby judges every entrant by `row_fault`; the reader asks it too, so that a list is refused with its line
and column before anything is sent.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata

from contracts.games.game import Fact, Refusal
from contracts.sentences import sentence
from contracts.tournament import EntrantRow

MAX_NAME = 80
"""Characters of a name or a club."""
MAX_ENTRANTS = 1200
"""Entrants of one tournament: what its records can carry within the log's 1 MiB."""
MAX_LIST_BYTES = 1 << 20
"""Bytes of a CSV file."""
COLUMNS = ("name", "club", "bot", "apart")

_JOINERS = "\u200c\u200d"  # Persian names are spelled with them
_BOT = re.compile(r"[a-z]{0,20}")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_SEPARATORS = ",;\t"


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


def row_fault(row: EntrantRow) -> Refusal | None:
    """Judge one entrant by itself: `entrant/name`, `entrant/club`, `entrant/bot`."""
    if fault := text_fault("entrant/name", row.name):
        return fault
    if row.club and (fault := text_fault("entrant/club", row.club)):
        return fault
    if row.apart and (fault := text_fault("entrant/apart", row.apart)):
        return fault
    if not _BOT.fullmatch(row.bot):
        return Refusal("entrant/bot", facts={"bot": row.bot[:MAX_NAME]})
    return None


def read_entrants(data: bytes) -> tuple[EntrantRow, ...]:
    """Read a CSV file in UTF-8 with the header `name,club,bot` (club and bot may be left out).

    Comma, semicolon or tab separate, whichever the header uses. EntrantsError names the first fault; nothing is
    taken from a file with a fault.
    """
    text = _decode(data)
    separator = next((s for s in _SEPARATORS if s in text.partition("\n")[0]), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[EntrantRow] = []
    seen: dict[str, int] = {}
    columns: dict[str, int] | None = None
    line = 1
    try:
        for fields in reader:
            if columns is None:
                columns = _header(fields)
            elif any(f.strip() for f in fields):
                row = _row(columns, fields, line)
                key = name_key(row.name)
                if key in seen:
                    raise EntrantsError(line, columns["name"] + 1, "twice", name=row.name, first=seen[key])
                seen[key] = line
                rows.append(row)
                if len(rows) > MAX_ENTRANTS:
                    raise EntrantsError(line, 1, "too-many", most=MAX_ENTRANTS)
            line = reader.line_num + 1
    except csv.Error as e:
        raise EntrantsError(line, 1, "csv") from e
    if not rows:
        raise EntrantsError(line, 1, "none")
    return tuple(rows)


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


def _row(columns: dict[str, int], fields: list[str], line: int) -> EntrantRow:
    if len(fields) > len(columns):
        raise EntrantsError(line, len(columns) + 1, "fields", fields=len(fields), most=len(columns))

    def field(name: str) -> str:
        at = columns.get(name, len(fields))
        return fields[at].strip() if at < len(fields) else ""

    row = EntrantRow(name=field("name"), club=field("club"), bot=field("bot").lower(), apart=field("apart"))
    if fault := row_fault(row):
        name = fault.code.partition("/")[2]
        reason = fault.facts.get("reason", "empty")
        case = name if reason == "empty" else f"{name}/{reason}"
        facts = {key: value for key, value in fault.facts.items() if key != "reason"}
        raise EntrantsError(line, columns.get(name, 0) + 1, case, **facts)
    return EntrantRow(name=clean(row.name), club=clean(row.club), bot=row.bot, apart=clean(row.apart))
