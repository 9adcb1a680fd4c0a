"""Who sits where in a round: by lot, by score, by a schedule, as the round's format says. Pure, run by a worker.

Imports `contracts` and the seater's own parts only. Everything follows from the tournament's facts and its recorded
seed, by SHA-256: seating again gives the same. The rules that a seating obeys are in `seating.md`;
`seating_check.py` counts them again.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from contracts import ranking, stages
from contracts.stages import Format
from contracts.tournament import ProposeSeating, SeatingReport, TablePlan
from contracts.tournament_state import Round, RoundPhase, Tournament
from services.lobby import bounds, schedules
from services.lobby.bounds import Bounds
from services.lobby.lots import draw
from services.lobby.past import Past
from services.lobby.search import ALL, APART, Search

Tables = list[list[str]]
RESTARTS = 4
"""Searches of a small field in which scores do not count, each with lots of its own; counted, never timed."""


class NoSeatingError(ValueError):
    """There is nothing to seat: no round waits for it, or there are too few entrants for one table."""


def table_sizes(present: int, least: int, most: int) -> tuple[int, ...]:
    """Share out entrants over as few tables as hold them, sizes differing by one at most, the larger ones first.

    Who does not fit has a bye: 9 for tables of 2 to 4 make 3 + 3 + 3, 7 make 4 + 3, 23 for tables of 4 make 5 tables
    and 3 byes. NoSeatingError when not even one table is full enough.
    """
    for seated in range(present, least - 1, -1):
        tables = -(-seated // most)
        size, larger = divmod(seated, tables)
        if size >= least:
            return (size + 1,) * larger + (size,) * (tables - larger)
    raise NoSeatingError(f"{present} entrants do not fill a table of {least}")


def propose(t: Tournament) -> ProposeSeating:
    """Seat the round that waits for it. NoSeatingError when none does."""
    wanted = t.current
    if wanted is None or wanted.phase is not RoundPhase.WANTED:
        raise NoSeatingError("no round waits for a seating")
    at = stages.stage_at(t.rules, wanted.number)
    past = Past(t, wanted, by_score=at.stage.format in stages.BY_SCORE)
    sizes = table_sizes(len(wanted.entrants), at.table_min, at.table_max)
    planned = _scheduled(t, past, at, wanted, sizes)
    if planned is not None:
        cut, byes = planned
        seated = [e for table in cut for e in table]
        least = bounds.of(past, seated, sizes)
    else:
        seated, byes = past.byes(sum(sizes))
        least = bounds.of(past, seated, sizes)
        cut = _searched(t, past, at, wanted, seated, sizes, least)
    # Where nothing is known of anybody yet, or nothing counts, the seats too are as the lots fell.
    fell = _as_lots_fell(at, wanted) and cut == _cut(_order(past, seated), sizes)
    numbered = enumerate(_at_their_tables(t, cut), start=1)
    tables = tuple(TablePlan(number=n, seats=tuple(table) if fell else past.seats(table)) for n, table in numbered)
    return ProposeSeating(
        round=wanted.number,
        want=wanted.want,
        tables=tables,
        byes=byes,
        report=report(past, tables, least),
    )


def _order(past: Past, seated: Sequence[str]) -> list[str]:
    return sorted(seated, key=lambda e: (-past.points[e], past.lot[e]))


def _ranked(t: Tournament, past: Past, seated: Sequence[str]) -> list[str]:
    """Order by the standings, tie-breaks included, shared places by lot; a house player comes last of those level."""
    place = {row.entrant: row.place for row in ranking.standings(t).rows}
    return sorted(seated, key=lambda e: (-past.points[e], place.get(e, len(t.entrants) + 1), past.lot[e]))


def _as_lots_fell(at: stages.At, wanted: Round) -> bool:
    """Whether scores and meetings do not count: in the first round of all, and where every round is drawn."""
    return at.stage.format is Format.RANDOM or (wanted.number == 1 and at.stage.format in stages.BY_LOT_FIRST)


def _searched(
    t: Tournament,
    past: Past,
    at: stages.At,
    wanted: Round,
    seated: Sequence[str],
    sizes: Sequence[int],
    least: Bounds,
) -> Tables:
    if at.stage.format is Format.FINAL:
        return _cut(_ranked(t, past, seated), sizes)
    order = _order(past, seated)
    cut = _cut(order, sizes)
    keep = APART * least.apart
    by_lot = _as_lots_fell(at, wanted)
    bound = keep if by_lot else keep + least.repeats
    by_score = at.stage.format in stages.BY_SCORE
    seed, best = f"{t.rules.seed}/{wanted.number}", -1
    # Where scores count, the first search ends close by; where they do not, there is time to begin again elsewhere.
    for again in range(1 if by_lot or by_score or len(order) > ALL else RESTARTS):
        search = Search(past, order, cut, bound, f"{seed}/{again}" if again else seed, repeats=not by_lot)
        if by_lot and search.cost() <= keep:
            return cut
        found = search.run(scores=not by_lot and by_score, least_spread=least.spread)
        if best < 0 or search.cost() < best:
            best, tables = search.cost(), found
        if best <= bound:
            break
    cut = tables
    if not by_lot:
        cut.sort(key=lambda table: (-sum(past.points[e] for e in table) / len(table), past.lot[table[0]]))
    return cut


def _cut(order: Sequence[str], sizes: Sequence[int]) -> Tables:
    ends = itertools.accumulate(sizes)
    return [list(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def _at_their_tables(t: Tournament, cut: Tables) -> Tables:
    """Give the tables their numbers: those who always sit at one keep it, in the order of entry; then the others.

    Only numbers change, nobody's company. Of two who want one table, or share one and want two, the first has his.
    """
    at = {e: n for n, table in enumerate(cut) for e in table}
    given: dict[int, int] = {}
    for entrant in t.entrants:
        want, table = entrant.row.table, at.get(entrant.id)
        if table is not None and 0 < want <= len(cut) and want not in given and table not in given.values():
            given[want] = table
    others = iter(n for n in range(len(cut)) if n not in given.values())
    return [cut[given[n] if n in given else next(others)] for n in range(1, len(cut) + 1)]


# --- schedules


def _scheduled(
    t: Tournament, past: Past, at: stages.At, wanted: Round, sizes: Sequence[int]
) -> tuple[Tables, tuple[str, ...]] | None:
    """Follow the stage's schedule while everybody is there who began it; None where there is none, or it is broken."""
    if at.stage.format not in {Format.ROUND_ROBIN, Format.ROTATION}:
        return None
    roster = t.rounds[at.first - 1].entrants
    if wanted.entrants != roster:
        return None
    people = sorted(roster, key=lambda e: draw(t.rules.seed, at.first, e))
    number = wanted.number - at.first
    if at.stage.format is Format.ROUND_ROBIN and max(sizes) == 2:
        plan = schedules.circle(len(people))
        number %= len(plan)
    elif sum(sizes) == len(people):
        plan = schedules.construction(tuple(sizes), at.stage.rounds)
    else:
        return None
    if number >= len(plan):
        return None
    tables = [[people[place] for place in table] for table in plan[number]]
    if at.stage.format is Format.ROTATION and any(
        past.met[a].get(b) or past.tagged_together(a, b)
        for table in tables
        for a, b in itertools.combinations(table, 2)
    ):
        return None  # an earlier stage, or those who are to be kept apart: only a search can heed them
    placed = {e for table in tables for e in table}
    if len(placed) < len(people) and any(e in past.house for e in placed):
        return None  # the schedule would give an entrant a bye and let a house player sit
    return tables, tuple(e for e in people if e not in placed)


# --- the report


def report(past: Past, tables: Sequence[TablePlan], least: Bounds) -> SeatingReport:
    """Say how good a seating is, each figure beside what no seating can do better."""
    repeats = cost = spread = short = apart = seat_cost = follows = 0
    starts: list[int] = []
    full = max(len(t.seats) for t in tables)
    for t in tables:
        for a, b in itertools.combinations(t.seats, 2):
            often = past.met[a].get(b, 0)
            repeats += often > 0
            cost += often * often
            apart += past.tagged_together(a, b)
        points = [past.scores[e] for e in t.seats]
        spread += max(points) - min(points)
        short += sum(1 for e in t.seats if len(t.seats) < full and past.short[e])
        starts += [past.sat[e][0] + (seat == 0) for seat, e in enumerate(t.seats)]
        again, follow = past.seat_weight(t.seats)
        seat_cost += again + sum(n * n for e in t.seats for n in past.sat[e].values())
        follows += follow
    return SeatingReport(
        repeats=repeats,
        repeat_cost=cost,
        bound=least.repeats,
        score_spread=spread,
        seat_imbalance=max(starts) - min(starts),
        short_repeats=short,
        apart=apart,
        apart_bound=least.apart,
        spread_bound=least.spread,
        imbalance_bound=least.imbalance,
        seat_cost=seat_cost,
        seat_bound=least.seats,
        follows=follows,
    )
