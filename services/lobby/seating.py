"""Who sits where: tables shared out fairly, by lot in the first round, by score later. Pure, run by a worker.

Imports `contracts` only. Everything follows from the tournament's facts and its recorded seed, by SHA-256: seating
again gives the same. The rules that a seating obeys are in `seating.md`; `seating_check.py` counts them again.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from contracts import ranking
from contracts.tournament import ProposeSeating, SeatingReport, TablePlan
from contracts.tournament_state import Round, RoundPhase, Tournament

REPEAT: Final = 1_000_000
"""What one unit of repeats weighs against a hundredth of a match point between neighbours at a table."""
SHORT: Final = 100
"""What sitting at a short table once more weighs, for each time before."""
PATIENCE: Final = 1500
"""Swaps without a gain after which the search for fewer repeats ends."""
NEAR: Final = 3
"""Tables up and down among which neighbours are exchanged."""
ALL: Final = 128
"""Entrants up to which a swap is looked for among all of them."""
SAMPLE: Final = 48
_PERMUTED: Final = 5


class NoSeatingError(ValueError):
    """There is nothing to seat: no round waits for it, or there are too few entrants for one table."""


class Lots:
    """Whole numbers drawn from a seed, the same on every machine: SHA-256 over the seed and a counter."""

    def __init__(self, seed: str) -> None:
        """Start from a text."""
        self._seed = seed.encode()
        self._count = 0
        self._pool = b""

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1, each as likely; n is at most 2**32."""
        limit = (1 << 32) // n * n
        while True:
            if not self._pool:
                self._pool = hashlib.sha256(self._seed + b"/" + str(self._count).encode()).digest()
                self._count += 1
            drawn = int.from_bytes(self._pool[:4], "big")
            self._pool = self._pool[4:]
            if drawn < limit:
                return drawn % n


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


def draw(seed: str, round: int, entrant: str) -> str:
    """Draw an entrant's lot for a round's seating: SHA-256 over "capicua/seat/ROUND/ENTRANT/SEED", the lowest first."""
    return hashlib.sha256(f"capicua/seat/{round}/{entrant}/{seed}".encode()).hexdigest()


def propose(t: Tournament) -> ProposeSeating:
    """Seat the round that waits for it. NoSeatingError when none does."""
    wanted = t.current
    if wanted is None or wanted.phase is not RoundPhase.WANTED:
        raise NoSeatingError("no round waits for a seating")
    past = _Past(t, wanted)
    sizes = table_sizes(len(wanted.entrants), t.rules.table_min, t.rules.table_max)
    seated, byes = past.byes(sum(sizes))
    order = sorted(seated, key=lambda e: (-past.points[e], past.lot[e]))
    cut = _cut(order, sizes)
    bound = lower_bound(past, order, sizes)
    if wanted.number > 1:
        cut = _Search(past, order, cut, bound, f"{t.rules.seed}/{wanted.number}").run()
        cut.sort(key=lambda table: (-_mean(past, table), past.lot[table[0]]))
    tables = tuple(TablePlan(number=n, seats=past.seats(table)) for n, table in enumerate(cut, start=1))
    return ProposeSeating(
        round=wanted.number, want=wanted.want, tables=tables, byes=byes, report=_report(past, tables, bound)
    )


class _Past:
    """What earlier rounds say about those to be seated."""

    def __init__(self, t: Tournament, wanted: Round) -> None:
        scores = ranking.scores(t, wanted.number - 1)
        self.entrants = wanted.entrants
        self.points = {e: scores[e] for e in wanted.entrants}
        self.lot = {e: draw(t.rules.seed, wanted.number, e) for e in wanted.entrants}
        self.met: dict[str, dict[str, int]] = {e: {} for e in wanted.entrants}
        self.had_bye = dict.fromkeys(wanted.entrants, 0)
        self.short = dict.fromkeys(wanted.entrants, 0)
        self.sat: dict[str, dict[int, int]] = {e: defaultdict(int) for e in wanted.entrants}
        self.started = dict.fromkeys(wanted.entrants, 0)  # the last round in which he started
        self.rounds: list[list[tuple[str, ...]]] = []
        for r in t.rounds[: wanted.number - 1]:
            self._take(r)

    def _take(self, r: Round) -> None:
        for e in r.byes:
            if e in self.had_bye:
                self.had_bye[e] += 1
        full = max((len(table.seats) for table in r.tables), default=0)
        groups = []
        for table in r.tables:
            here = tuple(e for e in table.seats if e in self.met)
            groups.append(here)
            for seat, e in enumerate(table.seats):
                if e in self.met:
                    self.sat[e][seat] += 1
                    self.short[e] += len(table.seats) < full
                    if seat == 0:
                        self.started[e] = r.number
            for a, b in itertools.permutations(here, 2):
                self.met[a][b] = self.met[a].get(b, 0) + 1
        self.rounds.append(groups)

    def byes(self, seated: int) -> tuple[list[str], tuple[str, ...]]:
        """Part those who play from those who have a bye: fewest byes first, then lowest score, then the last lot."""
        order = sorted(self.entrants, key=lambda e: (self.had_bye[e], self.points[e], _reversed(self.lot[e])))
        out = order[: len(order) - seated]
        gone = set(out)
        return [e for e in self.entrants if e not in gone], tuple(out)

    def seats(self, table: Sequence[str]) -> tuple[str, ...]:
        """Order a table: who has started least starts, the others sit where they have sat least."""

        def turn(e: str) -> tuple[int, int, str]:
            return (self.sat[e][0], self.started[e], self.lot[e])

        starter = min(table, key=turn)
        rest = sorted((e for e in table if e != starter), key=self.lot.__getitem__)
        if len(rest) < _PERMUTED:
            best = min(
                itertools.permutations(rest), key=lambda p: sum(self.sat[e][s + 1] ** 2 for s, e in enumerate(p))
            )
            return (starter, *best)
        ordered = [starter]
        for seat in range(1, len(table)):
            ordered.append(min(rest, key=lambda e: self.sat[e][seat]))  # used at once
            rest.remove(ordered[-1])
        return tuple(ordered)


def _reversed(lot: str) -> int:
    return -int(lot, 16)


def _mean(past: _Past, table: Sequence[str]) -> float:
    return sum(past.points[e] for e in table) / len(table)


def _cut(order: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    ends = itertools.accumulate(sizes)
    return [list(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def lower_bound(past: _Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
    """Prove a cost of repeats below which no seating of these entrants can go.

    Two arguments, the better one counts. One entrant sits with size - 1 others, at best those he has met least.
    And the g who shared a table in an earlier round spread over the t tables of this one at best evenly.
    """
    return max(_bound_each(past, seated, sizes), _bound_groups(past, seated, sizes))


def _bound_each(past: _Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
    large, small = max(sizes), min(sizes)
    here = set(seated)
    total, saved = 0, []
    for e in seated:
        squares = sorted(m * m for o, m in past.met[e].items() if o in here)
        unmet = len(seated) - 1 - len(squares)
        at_large = sum(squares[: max(0, large - 1 - unmet)])
        total += at_large
        if small < large:
            saved.append(at_large - sum(squares[: max(0, small - 1 - unmet)]))
    saved.sort(reverse=True)
    total -= sum(saved[: small * sum(1 for s in sizes if s == small)]) if saved else 0
    return -(-total // 2)


def _bound_groups(past: _Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
    here, tables = set(seated), len(sizes)
    met = 0
    for groups in past.rounds:
        for group in groups:
            each, more = divmod(sum(1 for e in group if e in here), tables)
            met += tables * (each * (each - 1) // 2) + more * each
    pairs = sum(s * (s - 1) // 2 for s in sizes)
    often, more = divmod(met, pairs)  # met in sum, squared least when spread evenly over all pairs
    return (pairs - more) * often**2 + more * (often + 1) ** 2


def _report(past: _Past, tables: Iterable[TablePlan], bound: int) -> SeatingReport:
    repeats = cost = spread = short = 0
    starts: list[int] = []
    tables = tuple(tables)
    full = max(len(t.seats) for t in tables)
    for t in tables:
        for a, b in itertools.combinations(t.seats, 2):
            often = past.met[a].get(b, 0)
            repeats += often > 0
            cost += often * often
        points = [past.points[e] for e in t.seats]
        spread += max(points) - min(points)
        short += sum(1 for e in t.seats if len(t.seats) < full and past.short[e])
        starts += [past.sat[e][0] + (seat == 0) for seat, e in enumerate(t.seats)]
    return SeatingReport(
        repeats=repeats,
        repeat_cost=cost,
        bound=bound,
        score_spread=spread,
        seat_imbalance=max(starts) - min(starts),
        short_repeats=short,
    )


class _Search:
    """Swaps between tables until nobody meets again who need not, then until neighbours in score sit together.

    Entrants are their places in the score order here, tables lists of them.
    """

    def __init__(self, past: _Past, order: Sequence[str], cut: Sequence[Sequence[str]], bound: int, seed: str) -> None:
        at = {e: i for i, e in enumerate(order)}
        self.order = order
        self.bound = bound
        self.lots = Lots(f"capicua/swap/{seed}")
        self.points = [past.points[e] for e in order]
        self.short = [past.short[e] for e in order]
        self.met = [{at[o]: m * m for o, m in past.met[e].items() if o in at} for e in order]
        self.tables = [[at[e] for e in table] for table in cut]
        self.full = max(map(len, self.tables))
        self.where = [0] * len(order)
        for n, table in enumerate(self.tables):
            for i in table:
                self.where[i] = n

    def run(self) -> list[list[str]]:
        """Search, and give the tables."""
        self._fewer_repeats()
        self._descend()
        self._closer_scores()
        return [[self.order[i] for i in sorted(table)] for table in self.tables]

    def _with(self, i: int, table: Sequence[int]) -> int:
        met = self.met[i]
        return sum([met[j] for j in table if j in met]) if met else 0

    def _cost(self) -> int:
        return sum(self._with(i, table) for table in self.tables for i in table) // 2

    def _repeats_after(self, i: int, j: int) -> int:
        """Give how the cost of repeats changes when two entrants change places."""
        a, b = self.tables[self.where[i]], self.tables[self.where[j]]
        now = self._with(i, a) + self._with(j, b)
        return self._with(j, a) + self._with(i, b) - 2 * self.met[i].get(j, 0) - now

    def _table_cost(self, table: Sequence[int]) -> int:
        points = [self.points[i] for i in table]
        short = sum([self.short[i] for i in table]) if len(table) < self.full else 0
        return max(points) - min(points) + SHORT * short

    def _scores_after(self, i: int, j: int) -> int:
        a, b = self.tables[self.where[i]], self.tables[self.where[j]]
        now = self._table_cost(a) + self._table_cost(b)
        return (
            self._table_cost([j if x == i else x for x in a]) + self._table_cost([i if x == j else x for x in b]) - now
        )

    def _swap(self, i: int, j: int) -> None:
        a, b = self.tables[self.where[i]], self.tables[self.where[j]]
        a[a.index(i)], b[b.index(j)] = j, i
        self.where[i], self.where[j] = self.where[j], self.where[i]

    def _candidates(self, i: int) -> list[int]:
        """Give those with whom to change places: all of a small field, else neighbours and some drawn by lot."""
        n, home = len(self.order), self.where[i]
        if n <= ALL:
            return [j for j in range(n) if self.where[j] != home]
        near = range(max(0, home - NEAR), min(len(self.tables), home + NEAR + 1))
        found = [j for table in near if table != home for j in self.tables[table]]
        drawn = {self.lots.below(n) for _ in range(SAMPLE)}
        return found + sorted(j for j in drawn if self.where[j] != home and abs(self.where[j] - home) > NEAR)

    def _fewer_repeats(self) -> None:
        cost = self._cost()
        best, kept = cost, [list(table) for table in self.tables]
        tabu = [0] * len(self.order)
        conflicted = {i for table in self.tables for i in table if self._with(i, table)}
        turn = idle = 0
        while best > self.bound and idle < PATIENCE and len(self.tables) > 1:
            turn, idle = turn + 1, idle + 1
            unhappy = sorted(conflicted)
            i = unhappy[self.lots.below(len(unhappy))]
            least: tuple[int, int] | None = None
            for j in self._candidates(i):
                change = self._repeats_after(i, j)
                if (tabu[i] < turn and tabu[j] < turn) or cost + change < best:
                    weight = change * REPEAT + self._scores_after(i, j)
                    if least is None or weight < least[0]:
                        least = (weight, j)
            if least is None:
                continue
            j = least[1]
            cost += self._repeats_after(i, j)
            self._swap(i, j)
            tabu[i] = tabu[j] = turn + 2 + self.lots.below(8)
            for table in (self.tables[self.where[i]], self.tables[self.where[j]]):
                for x in table:
                    (conflicted.add if self._with(x, table) else conflicted.discard)(x)
            if cost < best:
                best, idle, kept = cost, 0, [list(table) for table in self.tables]
        self.tables = kept
        for n, table in enumerate(kept):
            for i in table:
                self.where[i] = n

    def _descend(self) -> None:
        """Take every single swap that still saves a repeat."""
        found = self._cost() > self.bound
        while found:
            found = False
            for i in range(len(self.order)):
                if not self._with(i, self.tables[self.where[i]]):
                    continue
                others = (j for j in range(len(self.order)) if self.where[j] != self.where[i])
                best = min(((self._repeats_after(i, j), j) for j in others), default=(0, 0))
                if best[0] < 0:
                    self._swap(i, best[1])
                    found = True

    def _closer_scores(self) -> None:
        """Take swaps that bring neighbours together and cost no repeat; the tables stand in the order of scores."""
        for _ in range(10):
            found = False
            for a, b in itertools.combinations(range(len(self.tables)), 2):
                if b - a > NEAR and len(self.order) > ALL:
                    continue
                for i, j in itertools.product(tuple(self.tables[a]), tuple(self.tables[b])):
                    moved = self.where[i] != a or self.where[j] != b
                    if moved or (self.points[i], self.short[i]) == (self.points[j], self.short[j]):
                        continue
                    scores = self._scores_after(i, j)
                    if scores < 0 and self._repeats_after(i, j) * REPEAT + scores < 0:
                        self._swap(i, j)
                        found = True
            if not found:
                return
