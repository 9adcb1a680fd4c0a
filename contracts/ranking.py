"""The standings of a tournament: match points, tie-breaks, places, and the places that each can still reach.

Pure: a function of the fold of `tournament_state`, so that seating by score and standings cannot disagree. The
formulas are in `ranking.md`; the sums are made in `tie_breaks.py`, match points in `scoring.py`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import msgspec

from contracts import outlook
from contracts.scoring import FULL, METHODS, match_points, points_of
from contracts.tie_breaks import (
    COUNT,
    HUNDREDTHS,
    KINDS,
    TIE_BREAKS,
    UNITS,
    Facts,
    Part,
    Shape,
    Value,
    count,
    lot,
    points,
)
from contracts.tournament_state import Entrant, Phase, Round, RoundPhase, Tournament

__all__ = [
    "COUNT",
    "FULL",
    "HUNDREDTHS",
    "KINDS",
    "METHODS",
    "TIE_BREAKS",
    "UNITS",
    "Part",
    "Row",
    "Shape",
    "Standings",
    "Value",
    "lot",
    "match_points",
    "points_of",
    "public_rounds",
    "scores",
    "standings",
    "without_parts",
    "without_tie_breaks",
]


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entrant's line.

    `shared` says that others have the same place. `change` is how many places he rose (fell, when negative) since
    the standings after the round `Standings.since`; None where he was not in them. `decided_by` names the first value
    in which he differs from the line above, empty for the first line and for a shared place. `best` and `worst` are
    the places between which he must end (`contracts.outlook`); 0 where that was not counted. `stands_for` is the
    name of the entrant for whom a substitute sits in.
    """

    place: int
    entrant: str
    name: str
    points: Value
    tie_breaks: tuple[Value, ...] = ()
    shared: bool = False
    change: int | None = None
    decided_by: str = ""
    club: str = ""
    bot: str = ""
    withdrawn: bool = False
    best: int = 0
    worst: int = 0
    stands_for: str = ""


class Standings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standings of one tournament: what the `standings` topic carries.

    `round` is the latest round counted, `running` whether results of it are still missing. `since` is the round whose
    standings the changes of place are counted from, 0 where there is none. `source` is the offset of the command whose
    decision they stand after (-1 when unknown), `at` the time of it (ms since 1970 UTC). `parts` is False when the sums
    were left out because the record would be too long; the largest ones have no tie-breaks either. `house` are the
    house players and substitutes, listed apart: they have points, and no place (0). With `suspended` the tournament
    rests, or was finished while it did: a table without a result counts for nobody.
    """

    tournament: str
    name: str
    game: str
    rounds: int
    round: int
    running: bool
    finished: bool
    rows: tuple[Row, ...]
    source: int = -1
    at: int = 0
    parts: bool = True
    since: int = 0
    scoring: str = "by_place"
    qualify: int = 0
    house: tuple[Row, ...] = ()
    suspended: bool = False


def scores(t: Tournament, after_round: int | None = None) -> dict[str, int]:
    """Give every entrant's match points in hundredths, byes included, after a round (the latest when None)."""
    return Facts(t, len(t.rounds) if after_round is None else after_round).points


def public_rounds(t: Tournament) -> int:
    """Give the latest round that the public standings may count: all, but the last hidden ones before the end."""
    if t.phase is Phase.FINISHED or t.rules.hide_last_rounds == 0:
        return t.begun
    return min(t.begun, max(t.rules.rounds - t.rules.hide_last_rounds, 0))


def standings(
    t: Tournament, after_round: int | None = None, *, since: int | None = None, id: str = "", source: int = -1
) -> Standings:
    """Rank a tournament as it stands, or as it stood after a round. A running round counts as far as it has results.

    Changes of place are counted since the round `since`, or the round before. Ranked is who was seated or had a bye,
    and who is present and in; before the first round everyone who is in, all sharing the first place.
    """
    upto = t.begun if after_round is None else max(min(after_round, t.begun), 0)
    before = upto - 1 if since is None else max(min(since, upto), 0)
    facts = Facts(t, upto)
    rows = _rows(t, facts, upto)
    if upto and before > 0:
        was = {row.entrant: row.place for row in _rows(t, Facts(t, before), before)}
        rows = [_moved(row, was.get(row.entrant)) for row in rows]
    if upto:
        rows = _bounded(t, facts, upto, rows)
    return Standings(
        tournament=id,
        name=t.name,
        game=t.rules.game,
        rounds=t.rules.rounds,
        round=upto,
        running=upto > 0 and t.rounds[upto - 1].phase is RoundPhase.PLAYING,
        finished=t.phase is Phase.FINISHED and upto == t.begun,
        rows=tuple(rows),
        source=source,
        at=t.at,
        since=before if upto and before > 0 else 0,
        scoring=t.rules.scoring,
        qualify=t.rules.qualify,
        house=_house(t, facts, upto),
        suspended=t.suspended is not None,
    )


def without_parts(s: Standings) -> Standings:
    """Leave the sums out and keep their values."""

    def bare(v: Value) -> Value:
        return Value(v.name, v.value)

    rows = tuple(
        msgspec.structs.replace(r, points=bare(r.points), tie_breaks=tuple(map(bare, r.tie_breaks))) for r in s.rows
    )
    house = tuple(msgspec.structs.replace(r, points=bare(r.points)) for r in s.house)
    return msgspec.structs.replace(s, rows=rows, house=house, parts=False)


def without_tie_breaks(s: Standings) -> Standings:
    """Leave the tie-breaks out too, and keep the places that follow from them."""
    bare = without_parts(s)
    return msgspec.structs.replace(bare, rows=tuple(msgspec.structs.replace(r, tie_breaks=()) for r in bare.rows))


def _moved(row: Row, before: int | None) -> Row:
    return row if before is None else msgspec.structs.replace(row, change=before - row.place)


def _bounded(t: Tournament, facts: Facts, upto: int, rows: list[Row]) -> list[Row]:
    """Enter the best and the worst place that each can still reach."""
    places = [row.place for row in rows]
    over = t.phase is Phase.FINISHED and upto == t.begun
    spans = outlook.spans(t, facts, upto, [row.entrant for row in rows])
    if over or all(low == high for low, high in spans.values()):  # only the tie-breaks are left, and they are known
        found = {row.entrant: (row.place, row.place + places.count(row.place) - 1) for row in rows}
    else:
        found = outlook.places(spans)
    return [msgspec.structs.replace(row, best=found[row.entrant][0], worst=found[row.entrant][1]) for row in rows]


def _ranked(t: Tournament, upto: int) -> list[Entrant]:
    played: set[str] = set()
    for r in t.rounds[:upto]:
        played.update(_of_round(r))
    if upto == 0:
        return [e for e in t.entrants if not (e.withdrawn or e.waiting or e.row.house) and e.round == 0]
    return [
        e
        for e in t.entrants
        if not e.row.house
        and (e.id in played or (e.present and not e.withdrawn and e.round <= upto))
        and not t.desk.expelled(e.id)
    ]


def _house(t: Tournament, facts: Facts, upto: int) -> tuple[Row, ...]:
    """Give the house players, most points first, those who have sat down or are here."""
    sat = {e for r in t.rounds[:upto] for e in _of_round(r)}
    there = [e for e in t.entrants if e.row.house and (e.id in sat or (e.present and not e.withdrawn))]
    there.sort(key=lambda e: -facts.points[e.id])
    return tuple(
        Row(
            place=0,
            entrant=e.id,
            name=e.name,
            points=points(facts, e.id),
            club=e.row.club,
            bot=e.row.bot,
            withdrawn=e.withdrawn,
            stands_for=t.name_of(e.row.stands_for) if e.row.stands_for else "",
        )
        for e in there
    )


def _of_round(r: Round) -> set[str]:
    return {e for table in r.tables for e in table.seats} | set(r.byes)


def _rows(t: Tournament, facts: Facts, upto: int) -> list[Row]:
    ranked = _ranked(t, upto)
    values = {e.id: [points(facts, e.id)] for e in ranked}
    groups = _split([[e.id for e in ranked]], {e: (v[0].value,) for e, v in values.items()})
    for name in t.rules.tie_breaks if upto else ():
        found = count(name, facts, groups)
        for e, so_far in values.items():
            so_far.append(found[e])
        groups = _split(groups, {e: facts.key(found[e]) for e in values})
    by_id = {e.id: e for e in ranked}
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        for e in group:
            entrant = by_id[e]
            differs = [
                mine.name
                for mine, above in zip(values[e], values[rows[-1].entrant] if rows else (), strict=False)
                if facts.key(mine) != facts.key(above)
            ]
            rows.append(
                Row(
                    place=place,
                    entrant=e,
                    name=entrant.name,
                    points=values[e][0],
                    tie_breaks=tuple(values[e][1:]),
                    shared=len(group) > 1,
                    decided_by=differs[0] if differs and e == group[0] else "",
                    club=entrant.row.club,
                    bot=entrant.row.bot,
                    withdrawn=entrant.withdrawn,
                )
            )
    return rows


def _split(groups: Sequence[list[str]], keys: Mapping[str, tuple[int, ...]]) -> list[list[str]]:
    """Part each group by its keys, highest first; equal ones stay together, in the order of their entry."""
    return [
        list(equal)
        for group in groups
        for _, equal in itertools.groupby(sorted(group, key=keys.__getitem__, reverse=True), key=keys.__getitem__)
    ]
