# ruff: noqa: RUF001  # minus and multiplication signs are meant
"""Standings as a page shows them: lines, the sums behind them, how they are counted. Plain values in one language."""

from __future__ import annotations

from typing import Any

from contracts import outlook, ranking
from contracts.ranking import COUNT, HUNDREDTHS, KINDS, UNITS, Part, Row, Shape, Standings, Value
from contracts.tournament_state import Tournament
from services.web_gateway.words import Lang

Values = dict[str, Any]


def ranks(standings: Standings | None, t: Tournament, lang: Lang, me: str = "") -> list[Values]:
    """Give the lines of the standings. The sums behind them are given for one line at a time (`sums`)."""
    return [_rank(row, standings, t, lang, me) for row in standings.rows] if standings else []


def house(standings: Standings | None, lang: Lang) -> list[Values]:
    """Give the house players, who have points and no place."""
    return [
        {
            "name": row.name,
            "points": number(row.points.value, "points", lang),
            "mark": lang.t("mark.stands", name=row.stands_for) if row.stands_for else "",
        }
        for row in (standings.house if standings else ())
    ]


def _rank(row: Row, s: Standings, t: Tournament, lang: Lang, me: str) -> Values:
    marks = [
        "mark.out" if row.withdrawn else "mark.bot" if row.bot else "",
        "mark.shared" if row.shared and s.round > 0 else "",
    ]
    if t.rules.qualify and s.round > 0:
        chance = outlook.chance(row.best, row.worst, t.rules.qualify)
        marks.append({outlook.CERTAIN: "mark.through", outlook.OUT: "mark.missed"}.get(chance, ""))
    return {
        "entrant": row.entrant,
        "place": row.place,
        "name": row.name,
        "change": row.change or 0,
        "points": number(row.points.value, "points", lang),
        "mark": " · ".join(lang.t(mark) for mark in marks if mark),
        "me": row.entrant == me,
    }


def number(value: int, name: str, lang: Lang) -> str:
    """Write a score or tie-break in its own unit."""
    if UNITS.get(name, COUNT) == HUNDREDTHS:
        return lang.hundredths(value)
    return lang.n(value)


def title(standings: Standings | None, lang: Lang) -> str:
    """Say after which round the standings are."""
    if standings is None or not standings.round:
        return lang.t("standings.start")
    if standings.finished:
        return lang.t("hall.final")
    return lang.t("standings.running" if standings.running else "standings.title", n=standings.round)


def veil(t: Tournament, lang: Lang, *, director: bool) -> str:
    """Say that the public does not see the last rounds; empty where it sees everything."""
    shown = ranking.public_rounds(t)
    if shown >= t.begun:
        return ""
    return lang.t("standings.staff" if director else "standings.hidden", n=shown)


def how(t: Tournament, lang: Lang) -> Values:
    """Say how points are made, and what parts those who are level."""
    raw = t.rules.scoring == "raw"
    bye = lang.t("how.bye.raw") if raw else lang.t("how.bye", points=lang.hundredths(t.rules.bye_points))
    ties = [(_name(name, lang), lang.t(f"n.{name}") if lang.has(f"n.{name}") else "") for name in t.rules.tie_breaks]
    return {"scoring": f"{lang.t(f'scoring.{t.rules.scoring}')} {bye}", "ties": ties}


def _name(name: str, lang: Lang) -> str:
    return lang.t(f"v.{name}") if lang.has(f"v.{name}") else name


# --- the sums of one line


def sums(standings: Standings, entrant: str, t: Tournament, lang: Lang) -> Values | None:
    """Give everything behind one line; None where there is no such line."""
    row = next((row for row in standings.rows if row.entrant == entrant), None)
    if row is None:
        return None
    span = ""
    if standings.round and not standings.finished:
        span = lang.t("sums.span", best=row.best, worst=row.worst)
        if t.rules.qualify:
            span += f" ({lang.t(f'chance.{outlook.chance(row.best, row.worst, t.rules.qualify)}')})"
    return {
        "sums": [_sum(value, t, lang) for value in (row.points, *row.tie_breaks)],
        "span": span,
        "decided": lang.t("sums.decided", what=_name(row.decided_by, lang)) if row.decided_by else "",
    }


def _sum(value: Value, t: Tournament, lang: Lang) -> Values:
    kind = KINDS[value.name]
    note = lang.t(f"n.{value.name}") if lang.has(f"n.{value.name}") else ""
    link = ""
    if kind.shape is Shape.BEST and value.parts:
        part = value.parts[0]
        found = next((x for x in t.rounds[part.round - 1].tables if x.number == part.table), None)
        link = f"/table/{found.id}/replay" if found and found.id else ""
        note += f" · {lang.t('round.n', n=part.round)}"
    total = f"{value.value:x}" if value.name == "lots" else number(value.value, value.name, lang)
    if kind.shape is Shape.LIST:
        total = ""
    if not value.parts and kind.shape in (Shape.BEST, Shape.MEAN):
        total = "–"
    return {
        "name": _name(value.name, lang),
        "total": total,
        "terms": _terms(value, lang),
        "note": note,
        "link": link,
        "lines": [_line(part, value.name, t, lang) for part in value.parts if part.entrants or part.kind in _SAID],
    }


def _terms(value: Value, lang: Lang) -> str:
    """Write the sum itself: a + b, the same divided, or a list."""
    shape = KINDS[value.name].shape
    if shape is Shape.BEST or value.name == "lots" or not value.parts:
        return ""
    each = [number(p.value, value.name, lang) for p in value.parts if p.kind != "cut"]
    if value.name == "place_counts":
        return " · ".join(
            f"#{lang.n(p.of[0])} × {lang.n(p.value)}" for p in value.parts if p.value or p is value.parts[-1]
        )
    if shape is Shape.LIST:
        return " · ".join(each)
    added = " + ".join(each)
    return f"({added}) ÷ {lang.n(value.over)}" if value.over else added


_SAID = {
    "bye": "sums.bye",
    "absent": "sums.absent",
    "late": "sums.late",
    "penalty": "sums.penalty",
    "bye_mean": "sums.mean",
}


def _line(part: Part, name: str, t: Tournament, lang: Lang) -> Values:
    """Say where one number comes from: the round, and whose points went into it."""
    where = lang.t("round.n", n=part.round)
    result = number(part.value, name, lang)
    if part.kind in _SAID:
        return {"where": where, "text": lang.t(_SAID[part.kind]), "people": [], "result": result}
    if part.kind == "cut":
        text = lang.t("sums.cut", points=number(part.of[0], name, lang))
        return {"where": where, "text": text, "people": [t.name_of(e) for e in part.entrants], "result": ""}
    people = [
        f"{t.name_of(e)} ({number(has, name, lang)})"
        for e, has in zip(part.entrants, part.of or (0,) * len(part.entrants), strict=True)
    ]
    if part.kind == "met":
        people = [t.name_of(e) for e in part.entrants]
    return {"where": where, "text": "", "people": people, "result": result}
