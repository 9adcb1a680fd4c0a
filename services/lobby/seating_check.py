"""The checker of seatings: it counts everything again from the tournament's facts, and accepts or names the fault.

Pure; imports `contracts` only and shares no code with `seating.py`, so that one mistake cannot hide in both. The
rules are those of `seating.md`.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from fractions import Fraction

from contracts.tournament import ProposeSeating
from contracts.tournament_state import RoundPhase, Tournament

TRIED = 16
"""Entrants who meet somebody again for whom every single swap is tried."""


def fault(t: Tournament, p: ProposeSeating) -> str:
    """Judge a seating of the round that waits for one; the first fault in a sentence, or nothing."""
    now = t.current
    if now is None or now.phase is not RoundPhase.WANTED or (p.round, p.want) != (now.number, now.want):
        return "no round waits for this seating"
    return _people(now.entrants, p) or _shape(t, len(now.entrants), p) or _Recount(t, p).fault()


def _people(wanted: tuple[str, ...], p: ProposeSeating) -> str:
    placed = Counter(e for table in p.tables for e in table.seats)
    placed.update(p.byes)
    asked = set(wanted)
    for e, times in placed.items():
        if e not in asked:
            return f"{e[:40]} is not to be seated"
        if times > 1:
            return f"{e} is placed {times} times"
    missing = [e for e in wanted if e not in placed]
    return f"{missing[0]} has no place" if missing else ""


def _shape(t: Tournament, present: int, p: ProposeSeating) -> str:
    least, most = t.rules.table_min, t.rules.table_max
    if [table.number for table in p.tables] != list(range(1, len(p.tables) + 1)):
        return "the tables are not numbered 1, 2, 3"
    if not p.tables:
        return "there is no table"
    for table in p.tables:
        if not least <= len(table.seats) <= most:
            return f"table {table.number} has {len(table.seats)} seats; {least} to {most} are allowed"
    # So many can be seated as fill some number of tables.
    possible = next(m for m in range(present, -1, -1) if any(k * least <= m <= k * most for k in range(m + 1)))
    if present - len(p.byes) != possible:
        return f"{len(p.byes)} have a bye, but {possible} of {present} can be seated"
    if len(p.tables) != math.ceil(possible / most):
        return f"{possible} entrants need {math.ceil(possible / most)} tables, not {len(p.tables)}"
    sizes = [len(table.seats) for table in p.tables]
    if max(sizes) - min(sizes) > 1:
        return f"tables of {max(sizes)} and of {min(sizes)}: sizes may differ by one"
    return ""


class _Recount:
    """The facts of the earlier rounds, counted in the plainest way."""

    def __init__(self, t: Tournament, p: ProposeSeating) -> None:
        self.t = t
        self.p = p
        self.points: Counter[str] = Counter()
        self.byes: Counter[str] = Counter()
        self.starts: Counter[str] = Counter()
        self.short: Counter[str] = Counter()
        self.met: dict[str, Counter[str]] = {e.id: Counter() for e in t.entrants}
        self.groups: list[tuple[str, ...]] = []
        for r in t.rounds:
            if r.phase is not RoundPhase.DONE:
                continue
            for e in r.byes:
                self.byes[e] += 1
                self.points[e] += t.rules.bye_points
            largest = max(len(table.seats) for table in r.tables)
            for table in r.tables:
                self.groups.append(table.seats)
                self.starts[table.seats[0]] += 1
                for e, points in zip(table.seats, table.points, strict=True):
                    self.points[e] += points
                    self.short[e] += len(table.seats) < largest
                    self.met[e].update(o for o in table.seats if o != e)
        for penalty in t.desk.penalties:
            if not penalty.lifted and penalty.plan.round < p.round:
                self.points[penalty.plan.entrant] += penalty.plan.points

    def fault(self) -> str:
        if self.p.round == 1 and (why := self._first_round()):
            return why
        return self._bye_order() or self._table_order() or self._starters() or self._figures() or self._swaps()

    def _first_round(self) -> str:
        """Derive the first round again: it is wholly given by the lots."""

        def lot(e: str) -> bytes:
            return hashlib.sha256(
                b"/".join([b"capicua", b"seat", b"1", e.encode(), self.t.rules.seed.encode()])
            ).digest()

        entrants = [e for table in self.p.tables for e in table.seats] + list(self.p.byes)
        drawn = sorted(entrants, key=lot)
        sizes = [len(table.seats) for table in self.p.tables]
        if sizes != sorted(sizes, reverse=True):
            return "the first round's larger tables come first"
        for table in self.p.tables:
            here, drawn = drawn[: len(table.seats)], drawn[len(table.seats) :]
            if set(here) != set(table.seats):
                return f"table {table.number} of the first round is not as the lots fell"
            if tuple(here) != table.seats:
                return f"the seats of table {table.number} are not as the lots fell"
        return ""

    def _bye_order(self) -> str:
        for out in self.p.byes:
            for table in self.p.tables:
                for e in table.seats:
                    if self.byes[e] < self.byes[out]:
                        return f"{out} has a bye again, though {e} has had fewer"
                    if self.byes[e] == self.byes[out] and self.points[e] < self.points[out]:
                        return f"{out} has the bye, though {e} has fewer points"
        return ""

    def _table_order(self) -> str:
        means = [Fraction(sum(self.points[e] for e in table.seats), len(table.seats)) for table in self.p.tables]
        for n in range(1, len(means)):
            if means[n] > means[n - 1]:
                return f"table {n + 1} is stronger than table {n}"
        return ""

    def _starters(self) -> str:
        for table in self.p.tables:
            first = table.seats[0]
            for e in table.seats:
                if self.starts[e] < self.starts[first]:
                    return f"{first} starts at table {table.number}, though {e} has started less often"
        return ""

    def _figures(self) -> str:
        repeats = cost = spread = short = 0
        starts = []
        largest = max(len(table.seats) for table in self.p.tables)
        for table in self.p.tables:
            for n, e in enumerate(table.seats):
                starts.append(self.starts[e] + (1 if n == 0 else 0))
                short += 1 if len(table.seats) != largest and self.short[e] else 0
                for o in table.seats[:n]:
                    repeats += 1 if self.met[e][o] else 0
                    cost += self.met[e][o] ** 2
            scores = sorted(self.points[e] for e in table.seats)
            spread += scores[-1] - scores[0]
        said = self.p.report
        for name, claimed, counted in (
            ("repeats", said.repeats, repeats),
            ("repeat_cost", said.repeat_cost, cost),
            ("score_spread", said.score_spread, spread),
            ("seat_imbalance", said.seat_imbalance, max(starts) - min(starts)),
            ("short_repeats", said.short_repeats, short),
            # A proved bound is never above what was reached: where that is nothing, so is the bound.
            ("bound", said.bound, self._bound() if cost else 0),
        ):
            if claimed != counted:
                return f"the report says {name} {claimed}, but it is {counted}"
        return ""

    def _bound(self) -> int:
        sizes = sorted(len(table.seats) for table in self.p.tables)
        seated = {e for table in self.p.tables for e in table.seats}
        # Each for himself: he sits with those whom he has met least; small tables go to those who gain most by it.
        costs = []
        for e in seated:
            squares = sorted(self.met[e][o] ** 2 for o in seated if o != e)
            costs.append([sum(squares[: size - 1]) for size in (sizes[0], sizes[-1])])
        at_small = sizes.count(sizes[0]) * sizes[0] if sizes[0] != sizes[-1] else 0
        gains = sorted((large - small for small, large in costs), reverse=True)
        each = Fraction(sum(large for _, large in costs) - sum(gains[:at_small]), 2)
        # Whoever shared a table once is shared out over the tables evenly at best.
        together = 0
        for group in self.groups:
            heads = [0] * len(sizes)
            for n in range(len(seated.intersection(group))):
                heads[n % len(sizes)] += 1
            together += sum(math.comb(h, 2) for h in heads)
        pairs = sum(math.comb(size, 2) for size in sizes)
        times = [together // pairs + (1 if n < together % pairs else 0) for n in range(pairs)]
        return max(math.ceil(each), sum(n * n for n in times))

    def _swaps(self) -> str:
        """Try to save repeats by one exchange of two entrants: a seating that one swap improves was not searched."""
        if self.p.report.repeat_cost <= self.p.report.bound:
            return ""

        def cost(e: str, others: tuple[str, ...], without: str) -> int:
            return sum(self.met[e][o] ** 2 for o in others if o not in {e, without})

        tried = 0
        for here in self.p.tables:
            for e in here.seats:
                if tried >= TRIED or not cost(e, here.seats, e):
                    continue
                tried += 1
                for there in self.p.tables:
                    for o in there.seats if there is not here else ():
                        now = cost(e, here.seats, e) + cost(o, there.seats, o)
                        saved = now - cost(e, there.seats, o) - cost(o, here.seats, e)
                        if saved > 0:
                            return f"{e} and {o} could change places and save {saved} of the cost of repeats"
        return ""
