"""What a seating means for those who sit there: counted from the tournament, for screens and for edits by hand. Pure.

The seater and its checker count for themselves; this is a third count, of a seating as it stands, however it was made.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from contracts import ranking
from contracts.stages import BY_LOT_FIRST, Format, stage_at
from contracts.tournament import SeatingReport, TablePlan
from contracts.tournament_state import Tournament


class Why(StrEnum):
    """Why somebody sits where he sits."""

    LOT = "lot"  # as the lots fell
    SCORE = "score"  # with those of like score whom he has met least
    SCHEDULE = "schedule"  # with those whom he has met least, scores do not count
    WON = "won"  # he went on from his last table
    RANK = "rank"  # by his place in the standings
    BYE = "bye"  # fewest byes so far, then fewest points
    HAND = "hand"  # the director moved him or somebody at his table


class Sitting(msgspec.Struct, frozen=True):
    """One entrant's place in a round and what speaks against it.

    `table` is 0 for a bye. `points` (hundredths) and `rank` are those before the round. `again` are those at the table
    whom he has met before, with how often. `starts` counts his starts with this round's, `short` how often he has sat
    at a short table before, if this one is short too, `byes` his byes with this round's. `apart` are those at the table
    from whom he is to be kept apart. `always` is the table at which he always sits, where this is another one.
    """

    entrant: str
    table: int
    seat: int
    why: Why
    points: int
    rank: int
    starts: int
    again: tuple[tuple[str, int], ...] = ()
    apart: tuple[str, ...] = ()
    short: int = 0
    byes: int = 0
    always: int = 0

    @property
    def worst(self) -> str:
        """The weightiest thing against it: table, apart, again, bye, short; empty when nothing is."""
        if self.always:
            return "table"
        if self.apart:
            return "apart"
        if self.again:
            return "again"
        if not self.table and self.byes > 1:
            return "bye"
        if self.short:
            return "short"
        return ""


def sittings(t: Tournament, number: int, tables: Sequence[TablePlan], byes: Sequence[str]) -> tuple[Sitting, ...]:
    """Give what each entrant's place in a round means, in the order of the tables, byes last."""
    seen = _Before(t, number)
    at = stage_at(t.rules, number)
    current = t.rounds[number - 1]
    usual = _reason(at.stage.format, number, at.first)
    moved = _moved(t, number, tables) if current.proposed else set()
    rank = {row.entrant: row.place for row in ranking.standings(t, number - 1).rows}
    points = ranking.scores(t, number - 1)
    full = max((len(plan.seats) for plan in tables), default=0)
    own = {e.id: e.row.table for e in t.entrants if e.row.table}
    found = []
    for plan in tables:
        for seat, e in enumerate(plan.seats):
            others = [o for o in plan.seats if o != e]
            found.append(
                Sitting(
                    entrant=e,
                    table=plan.number,
                    seat=seat,
                    why=Why.HAND if e in moved else usual,
                    points=points.get(e, 0),
                    rank=rank.get(e, 0),
                    starts=seen.starts[e] + (seat == 0),
                    again=tuple((o, seen.met[e, o]) for o in others if seen.met[e, o]),
                    apart=tuple(o for o in others if seen.tag(e) and seen.tag(e) == seen.tag(o)),
                    short=seen.short[e] if len(plan.seats) < full else 0,
                    byes=seen.byes[e],
                    always=own[e] if own.get(e, plan.number) != plan.number else 0,
                )
            )
    out = (
        Sitting(e, 0, 0, Why.BYE, points.get(e, 0), rank.get(e, 0), seen.starts[e], byes=seen.byes[e] + 1) for e in byes
    )
    return (*found, *out)


def report(t: Tournament, number: int, tables: Sequence[TablePlan], made: SeatingReport) -> SeatingReport:
    """Count a seating that was edited by hand; the bounds are those that its maker proved (`made`)."""
    seen = _Before(t, number)
    points = ranking.scores(t, number - 1)
    full = max(len(plan.seats) for plan in tables)
    pairs = [pair for plan in tables for pair in itertools.combinations(plan.seats, 2)]
    seats = [(plan, seat, e) for plan in tables for seat, e in enumerate(plan.seats)]
    seated = {e for _, _, e in seats}
    starts = [seen.starts[e] + (seat == 0) for _, seat, e in seats]
    return msgspec.structs.replace(
        made,
        repeats=sum(seen.met[a, b] > 0 for a, b in pairs),
        repeat_cost=sum(seen.met[a, b] ** 2 for a, b in pairs),
        score_spread=sum(
            max(points.get(e, 0) for e in plan.seats) - min(points.get(e, 0) for e in plan.seats) for plan in tables
        ),
        seat_imbalance=max(starts) - min(starts),
        short_repeats=sum(1 for plan, _, e in seats if len(plan.seats) < full and seen.short[e]),
        apart=sum(bool(seen.tag(a)) and seen.tag(a) == seen.tag(b) for a, b in pairs),
        seat_cost=sum(2 * seen.sat[e, seat] + 1 for _, seat, e in seats)
        + sum(n * n for (e, _), n in seen.sat.items() if e in seated),
        follows=sum(seen.after[plan.seats[seat - 1], e] > 0 for plan, seat, e in seats),
    )


def _reason(form: Format, number: int, first: int) -> Why:
    if form is Format.RANDOM or (number == 1 and form in BY_LOT_FIRST):
        return Why.LOT
    if form is Format.ELIMINATION:
        return Why.LOT if number == first else Why.WON
    return {Format.SWISS: Why.SCORE, Format.FINAL: Why.RANK}.get(form, Why.SCHEDULE)


def _moved(t: Tournament, number: int, tables: Sequence[TablePlan]) -> set[str]:
    """Those whose company is another one than the seater had proposed."""
    proposed = {frozenset(table.seats) for table in t.rounds[number - 1].proposed}
    return {e for plan in tables if frozenset(plan.seats) not in proposed for e in plan.seats}


class _Before:
    """The rounds before one, counted."""

    def __init__(self, t: Tournament, number: int) -> None:
        self.met: Counter[tuple[str, str]] = Counter()
        self.sat: Counter[tuple[str, int]] = Counter()
        self.after: Counter[tuple[str, str]] = Counter()
        self.starts: Counter[str] = Counter()
        self.short: Counter[str] = Counter()
        self.byes: Counter[str] = Counter()
        self._tags = {e.id: t.apart(e) for e in t.entrants}
        for r in t.rounds[: number - 1]:
            self.byes.update(r.byes)
            full = max((len(table.seats) for table in r.tables), default=0)
            for table in r.tables:
                self.met.update(itertools.permutations(table.seats, 2))
                self.starts[table.seats[0]] += 1
                for seat, e in enumerate(table.seats):
                    self.sat[e, seat] += 1
                    self.after[table.seats[seat - 1], e] += 1
                    self.short[e] += len(table.seats) < full

    def tag(self, e: str) -> str:
        return self._tags.get(e, "")
