"""The checker of seatings: it counts everything again from the tournament's facts, and accepts or names the fault.

Pure; imports `contracts` only and shares no code with `seating.py`, so that one mistake cannot hide in both. The
rules are those of `seating.md`.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import math
from collections import Counter
from fractions import Fraction

from contracts.stages import BY_LOT_FIRST, BY_SCORE, Format, stage_at
from contracts.tournament import EditSeating, ProposeSeating, TablePlan
from contracts.tournament_state import Round, RoundPhase, Tournament

TRIED = 16
"""Entrants who meet somebody again for whom every single swap is tried."""


def fault(t: Tournament, p: ProposeSeating) -> str:
    """Judge a seating of the round that waits for one; the first fault in a sentence, or nothing."""
    now = t.current
    if now is None or now.phase is not RoundPhase.WANTED or (p.round, p.want) != (now.number, now.want):
        return "no round waits for this seating"
    return _people(now.entrants, p) or _shape(t, len(now.entrants), p) or _Recount(t, p).fault()


def edit_fault(t: Tournament, wanted: tuple[str, ...], p: EditSeating) -> str:
    """Judge a seating made by hand: everybody once, tables numbered, of a size that may be. It need not be good."""
    at = stage_at(t.rules, p.round)
    return _people(wanted, p) or _tables(p, at.table_min, at.table_max)


def _people(wanted: tuple[str, ...], p: ProposeSeating | EditSeating) -> str:
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
    at = stage_at(t.rules, p.round)
    least, most = at.table_min, at.table_max
    if fault := _tables(p, least, most):
        return fault
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


def _tables(p: ProposeSeating | EditSeating, least: int, most: int) -> str:
    if [table.number for table in p.tables] != list(range(1, len(p.tables) + 1)):
        return "the tables are not numbered 1, 2, 3"
    if not p.tables:
        return "there is no table"
    for table in p.tables:
        if not least <= len(table.seats) <= most:
            return f"table {table.number} has {len(table.seats)} seats; {least} to {most} are allowed"
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
        self.house = {entrant.id for entrant in t.entrants if entrant.row.house}
        self.tag = {entrant.id: entrant.row.apart for entrant in t.entrants}
        if t.rules.entry.apart_by_club:
            for entrant in t.entrants:
                self.tag[entrant.id] = self.tag[entrant.id] or entrant.row.club
        self.sat: Counter[tuple[str, int]] = Counter()
        self.after: Counter[tuple[str, str]] = Counter()
        for r in t.rounds:
            if r.phase is not RoundPhase.DONE:
                continue
            bye, absent = self._without_table(r)
            there = {*r.byes, *(e for table in r.tables for e in table.seats)}
            for entrant in t.entrants:
                self.points[entrant.id] += 0 if entrant.id in there else absent
            for e in r.byes:
                self.byes[e] += 1
                self.points[e] += bye
            largest = max(len(table.seats) for table in r.tables)
            for table in r.tables:
                self.groups.append(table.seats)
                self.starts[table.seats[0]] += 1
                for n, e in enumerate(table.seats):
                    self.sat[e, n] += 1
                    self.after[table.seats[n - 1], e] += 1
                for e, points in zip(table.seats, table.points, strict=True):
                    self.points[e] += points
                    self.short[e] += len(table.seats) < largest
                    self.met[e].update(o for o in table.seats if o != e)
            for entrant in t.entrants:
                if r.number <= entrant.round:  # he came late, and has what the policy gives for each round before
                    self.points[entrant.id] += t.rules.entry.late_points
        for penalty in t.desk.penalties:
            if not penalty.lifted and penalty.plan.round < p.round:
                self.points[penalty.plan.entrant] += penalty.plan.points

    def _without_table(self, r: Round) -> tuple[int, int]:
        """What a bye brings in a round, and what it costs to be in none of its tables without one."""
        if self.t.rules.scoring != "raw":
            return self.t.rules.bye_points, 0
        made = [p for table in r.tables for p in table.points]
        mean = Fraction(sum(made), len(made))
        nearest = math.floor(abs(mean) + Fraction(1, 2))
        return nearest if mean >= 0 else -nearest, min(0, *made)

    def fault(self) -> str:
        form = stage_at(self.t.rules, self.p.round).stage.format
        seated = [table.seats for table in self.p.tables]
        for n, number in self._claims(seated).items():
            if n + 1 != number:
                return f"table {n + 1} should be table {number}, for somebody who always sits there"
        if form is Format.RANDOM or (self.p.round == 1 and form in BY_LOT_FIRST):
            drawn = self._drawn()
            if self._meetings(drawn) <= self._kept_apart():
                return self._as_lots_fell(drawn) or self._figures()
            if self._meetings([table.seats for table in self.p.tables]) > self._meetings(drawn):
                return "the lots alone would keep more apart who are to be kept apart"
            return self._bye_counts() or self._starters() or self._figures()
        if form in {Format.ROUND_ROBIN, Format.ROTATION}:
            return self._bye_counts() or self._starters() or self._figures() or self._swaps()
        order = self._table_order() if form in BY_SCORE else ""
        if form is Format.FINAL:
            return self._bye_order() or self._ranks() or order or self._starters() or self._figures()
        return self._bye_order() or order or self._starters() or self._figures() or self._swaps()

    def _drawn(self) -> list[tuple[str, ...]]:
        """Draw the lots of this round anew and cut them into tables of the sizes proposed."""

        def lot(e: str) -> bytes:
            words = ("capicua", "seat", str(self.p.round), e, self.t.rules.seed)
            return hashlib.sha256("/".join(words).encode()).digest()

        entrants = [e for table in self.p.tables for e in table.seats] + list(self.p.byes)
        if self.p.byes:  # whoever has had fewest byes, then fewest points, then the last lots, stays out
            entrants.sort(key=lot, reverse=True)
            entrants.sort(key=lambda e: (e not in self.house, self.byes[e], self.points[e]))
            entrants = entrants[len(self.p.byes) :]
        entrants.sort(key=lot)
        drawn = []
        for size in sorted((len(table.seats) for table in self.p.tables), reverse=True):
            drawn.append(tuple(entrants[:size]))
            entrants = entrants[size:]
        return drawn

    def _claims(self, tables: list[tuple[str, ...]]) -> dict[int, int]:
        """Say which tables have a number of their own, because one of them always sits at it."""
        claims: dict[int, int] = {}
        for entrant in self.t.entrants:
            number = entrant.row.table
            if 1 <= number <= len(tables) and number not in claims.values():
                claims |= {n: number for n, seats in enumerate(tables) if entrant.id in seats and n not in claims}
        return claims

    def _free(self) -> list[TablePlan]:
        """Give the tables whose number follows from the order of the seating."""
        claims = self._claims([table.seats for table in self.p.tables])
        return [table for n, table in enumerate(self.p.tables) if n not in claims]

    def _as_lots_fell(self, drawn: list[tuple[str, ...]]) -> str:
        name = "the first round" if self.p.round == 1 else f"round {self.p.round}"
        sizes = [len(table.seats) for table in self._free()]
        if sizes != sorted(sizes, reverse=True):
            return f"{name}'s larger tables come first"
        claims = self._claims(drawn)
        own = {number: drawn[n] for n, number in claims.items()}
        rest = [seats for n, seats in enumerate(drawn) if n not in claims]
        for table in self.p.tables:
            here = own[table.number] if table.number in own else rest.pop(0)
            if set(here) != set(table.seats):
                return f"table {table.number} of {name} is not as the lots fell"
            if here != table.seats:
                return f"the seats of table {table.number} are not as the lots fell"
        return ""

    def _meetings(self, tables: list[tuple[str, ...]]) -> int:
        """Count the pairs at one table who are to be kept apart."""
        return sum(
            1
            for seats in tables
            for n, e in enumerate(seats)
            for o in seats[:n]
            if self.tag[e] and self.tag[e] == self.tag[o]
        )

    def _kept_apart(self) -> int:
        """Count how many of those must meet: each tag's people dealt out to the tables in turn."""
        heads: Counter[tuple[str, int]] = Counter()
        given: Counter[str] = Counter()
        for table in self.p.tables:
            for e in table.seats:
                if self.tag[e]:
                    heads[self.tag[e], given[self.tag[e]] % len(self.p.tables)] += 1
                    given[self.tag[e]] += 1
        return sum(math.comb(h, 2) for h in heads.values())

    def _bye_counts(self) -> str:
        for out in self.p.byes:
            for table in self.p.tables:
                for e in table.seats:
                    if fault := self._house_first(out, e):
                        return fault
                    if self.byes[e] < self.byes[out] and out not in self.house:
                        return f"{out} has a bye again, though {e} has had fewer"
        return ""

    def _house_first(self, out: str, e: str) -> str:
        """House players fill tables: none sits while an entrant has a bye."""
        return f"{out} has the bye, though {e} is a house player" if e in self.house and out not in self.house else ""

    def _ranks(self) -> str:
        """At a final's tables the order of scores may not cross."""

        def points(table: TablePlan) -> list[int]:
            return sorted(self.points[e] for e in table.seats)

        free = self._free()
        by_points = sorted(self.p.tables, key=lambda table: (points(table)[0], points(table)[-1]), reverse=True)
        for order in (free, by_points):
            for above, below in itertools.pairwise(order):
                if points(above)[0] < points(below)[-1]:
                    return f"somebody at table {below.number} has more points than somebody at table {above.number}"
        return ""

    def _bye_order(self) -> str:
        for out in self.p.byes:
            for table in self.p.tables:
                for e in table.seats:
                    if fault := self._house_first(out, e):
                        return fault
                    if out in self.house and e not in self.house:
                        continue
                    if self.byes[e] < self.byes[out]:
                        return f"{out} has a bye again, though {e} has had fewer"
                    if self.byes[e] == self.byes[out] and self.points[e] < self.points[out]:
                        return f"{out} has the bye, though {e} has fewer points"
        return ""

    def _table_order(self) -> str:
        free = self._free()
        means = [Fraction(sum(self.points[e] for e in table.seats), len(table.seats)) for table in free]
        for n in range(1, len(means)):
            if means[n] > means[n - 1]:
                return f"table {free[n].number} is stronger than table {free[n - 1].number}"
        return ""

    def _starters(self) -> str:
        for table in self.p.tables:
            first = table.seats[0]
            for e in table.seats:
                if self.starts[e] < self.starts[first]:
                    return f"{first} starts at table {table.number}, though {e} has started less often"
        return ""

    def _figures(self) -> str:
        repeats = cost = spread = short = follows = seat_cost = 0
        starts = []
        sizes = [len(table.seats) for table in self.p.tables]
        largest = max(len(table.seats) for table in self.p.tables)
        for table in self.p.tables:
            for n, e in enumerate(table.seats):
                starts.append(self.starts[e] + (1 if n == 0 else 0))
                follows += 1 if self.after[table.seats[n - 1], e] else 0
                seat_cost += sum((self.sat[e, s] + (s == n)) ** 2 for s in range(max(self.widest, *sizes)))
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
            ("apart", said.apart, self._meetings([table.seats for table in self.p.tables])),
            ("apart_bound", said.apart_bound, self._kept_apart()),
            ("spread_bound", said.spread_bound, self._spread_bound(sizes)),
            ("imbalance_bound", said.imbalance_bound, self._imbalance_bound(len(sizes))),
            ("seat_cost", said.seat_cost, seat_cost),
            ("seat_bound", said.seat_bound, self._seat_bound(max(sizes))),
            ("follows", said.follows, follows),
            ("follows_bound", said.follows_bound, 0),
        ):
            if claimed != counted:
                return f"the report says {name} {claimed}, but it is {counted}"
        return ""

    def _seated(self) -> list[str]:
        return [e for table in self.p.tables for e in table.seats]

    def _spread_bound(self, sizes: list[int]) -> int:
        """Cut the order of scores into tables in every order of the sizes, the cheapest way first."""
        scores = sorted((self.points[e] for e in self._seated()), reverse=True)
        kinds = sorted(set(sizes))

        costs = {(0,) * len(kinds): 0}
        for _ in sizes:
            grown: dict[tuple[int, ...], int] = {}
            for used, cost in costs.items():
                start = sum(n * size for n, size in zip(used, kinds, strict=True))
                for k, size in enumerate(kinds):
                    if used[k] < sizes.count(size):
                        key = (*used[:k], used[k] + 1, *used[k + 1 :])
                        now = cost + scores[start] - scores[start + size - 1]
                        grown[key] = min(now, grown.get(key, now))
            costs = grown
        return min(costs.values())

    def _imbalance_bound(self, tables: int) -> int:
        """Give the starts of this round to those who have started least, and look."""
        starts = sorted(self.starts[e] for e in self._seated())
        given = sorted([n + 1 for n in starts[:tables]] + starts[tables:])
        return given[-1] - given[0]

    def _seat_bound(self, largest: int) -> int:
        return sum(
            sum(self.sat[e, s] ** 2 for s in range(max(self.widest, largest)))
            + min(2 * self.sat[e, s] + 1 for s in range(largest))
            for e in self._seated()
        )

    @functools.cached_property
    def widest(self) -> int:
        """Seats of the largest table so far."""
        return max((len(group) for group in self.groups), default=1)

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
            return sum(
                self.met[e][o] ** 2 + (1_000_000 if self.tag[e] and self.tag[e] == self.tag[o] else 0)
                for o in others
                if o not in {e, without}
            )

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
