"""Standings and seasons as rows of a CSV file, the same from the command line and from the pages."""

from __future__ import annotations

from typing import Any

from contracts.entrants import cell
from contracts.ranking import HUNDREDTHS, UNITS, Standings, Value
from contracts.season import Season


def written(value: Value) -> str:
    """Write a value for programs: hundredths as a decimal number with a point."""
    if UNITS.get(value.name) != HUNDREDTHS:
        return str(value.value)
    sign, size = ("-" if value.value < 0 else ""), abs(value.value)
    return f"{sign}{size // 100}.{size % 100:02d}".rstrip("0").rstrip(".")


def standings_rows(found: Standings) -> list[list[Any]]:
    """Give standings as rows, the first of them the head. `best_place` and `worst_place` can still be reached."""
    names = [v.name for v in found.rows[0].tie_breaks] if found.rows else []
    head = ["place", "shared", "entrant", "name", "club", "points", *names, "change", "best_place", "worst_place"]
    rows: list[list[Any]] = [head]
    for row in found.rows:
        shared = "yes" if row.shared else ""
        change = "" if row.change is None else row.change
        values = map(written, (row.points, *row.tie_breaks))
        who = [row.place, shared, row.entrant, cell(row.name), cell(row.club)]
        rows.append([*who, *values, change, row.best or "", row.worst or ""])
    for row in found.house:  # scored apart: points, and no place
        who = ["", "house", row.entrant, cell(row.name), cell(row.club), written(row.points)]
        rows.append([*who, *[""] * (len(head) - len(who))])
    return rows


def season_rows(found: Season) -> list[list[Any]]:
    """Give a season as rows: a column for each tournament; a result that does not count stands in brackets."""
    rows: list[list[Any]] = [["place", "shared", "name", "club", "points", *(cell(e.name) for e in found.events)]]
    for line in found.lines:
        scores = {s.event: s for s in line.scores}
        each = [_score(s.points, counts=s.counts) if (s := scores.get(at)) else "" for at in range(len(found.events))]
        who = [line.place, "yes" if line.shared else "", cell(line.name), cell(line.club)]
        rows.append([*who, _score(line.points, counts=True), *each])
    return rows


def _score(points: int, *, counts: bool) -> str:
    text = written(Value("points", points))
    return text if counts else f"({text})"
