"""The exchange of entrants between tables until as little as possible is amiss. Pure.

What is amiss is weighed in this order: pairs together who are to be kept apart, repeats squared, and only then how far
the scores at a table lie apart and who sits at a short table again.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from services.lobby.lots import Lots
from services.lobby.past import Past

APART: Final = 1_000_000
"""What one pair to be kept apart weighs against one unit of repeats: more than all repeats of two tables."""
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
DETOURS: Final = 600
"""Detours without a gain after which the search for closer scores ends."""


class Search:
    """Swaps between tables until nobody meets again who need not, then until neighbours in score sit together.

    Entrants are their places in the order here, tables lists of them. `bound` is the least that repeats (and pairs
    to be kept apart, weighed) can cost: reaching it ends the search. Without `repeats` only the latter count.
    """

    def __init__(
        self,
        past: Past,
        order: Sequence[str],
        cut: Sequence[Sequence[str]],
        bound: int,
        seed: str,
        *,
        repeats: bool = True,
    ) -> None:
        """Prepare."""
        at = {e: i for i, e in enumerate(order)}
        self.order = order
        self.bound = bound
        self.lots = Lots(f"capicua/swap/{seed}")
        self.points = [past.points[e] for e in order]
        self.short = [past.short[e] for e in order]
        self.met = [{at[o]: m * m for o, m in past.met[e].items() if repeats and o in at} for e in order]
        tagged: dict[str, list[int]] = {}
        for i, e in enumerate(order):
            if past.apart[e]:
                tagged.setdefault(past.apart[e], []).append(i)
        for group in tagged.values():
            for i, j in itertools.permutations(group, 2):
                self.met[i][j] = self.met[i].get(j, 0) + APART
        self.where = [0] * len(order)
        self._stand([[at[e] for e in table] for table in cut])
        self.full = max(map(len, self.tables))

    def run(self, *, scores: bool = True, least_spread: int = 0) -> list[list[str]]:
        """Search, and give the tables. Scores at a table need come no closer than `least_spread`, summed."""
        self._fewer_repeats()
        self._descend()
        if scores:
            self._closer_scores()
            self._closer_by_detours(least_spread)
        return [[self.order[i] for i in sorted(table)] for table in self.tables]

    def cost(self) -> int:
        """Give what meetings cost as the tables stand."""
        return sum(self._with(i, table) for table in self.tables for i in table) // 2

    def _stand(self, tables: list[list[int]]) -> None:
        """Seat everybody as these tables say."""
        self.tables = tables
        for n, table in enumerate(tables):
            for i in table:
                self.where[i] = n

    def _with(self, i: int, table: Sequence[int]) -> int:
        met = self.met[i]
        return sum([met[j] for j in table if j in met]) if met else 0

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
        cost = self.cost()
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
        self._stand(kept)

    def _descend(self) -> None:
        """Take every single swap that still saves a repeat."""
        found = self.cost() > self.bound
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

    def _closer_by_detours(self, least: int) -> None:
        """Bring scores closer where no single swap does: at a table that is apart the best swap is taken, gain or none.

        Two who would fit together but have met need a third; the way there costs nothing and gains nothing at first.
        """
        costs = [self._table_cost(table) for table in self.tables]
        cost = best = sum(costs)
        kept = [list(table) for table in self.tables]
        tabu = [0] * len(self.order)
        apart = {n for n, each in enumerate(costs) if each}
        turn = idle = 0
        while best > least and idle < DETOURS and len(self.tables) > 1:
            turn, idle = turn + 1, idle + 1
            split = sorted(apart)
            home = split[self.lots.below(len(split))]
            i = self.tables[home][self.lots.below(len(self.tables[home]))]
            found: tuple[int, int] | None = None
            for j in self._partners(i, split):
                if tabu[j] >= turn and tabu[i] >= turn:
                    continue
                there = self.where[j]
                now = costs[home] + costs[there]
                change = (
                    self._table_cost([j if x == i else x for x in self.tables[home]])
                    + self._table_cost([i if x == j else x for x in self.tables[there]])
                    - now
                )
                if (found is None or change < found[0]) and self._repeats_after(i, j) <= 0:
                    found = (change, j)
            if found is None or found[0] > 0:
                continue
            j = found[1]
            self._swap(i, j)
            cost += found[0]
            tabu[i] = tabu[j] = turn + 2 + self.lots.below(8)
            for n in (self.where[i], self.where[j]):
                costs[n] = self._table_cost(self.tables[n])
                (apart.add if costs[n] else apart.discard)(n)
            if cost < best:
                best, idle, kept = cost, 0, [list(table) for table in self.tables]
        self._stand(kept)

    def _partners(self, i: int, split: Sequence[int]) -> list[int]:
        """Give those with whom a detour may lead: at tables near by, at others that are apart, and some by lot."""
        home, n = self.where[i], len(self.order)
        near = set(range(max(0, home - NEAR), min(len(self.tables), home + NEAR + 1)))
        at = sorted(range(len(split)), key=lambda k: abs(split[k] - home))[: 2 * NEAR]
        near.update(split[k] for k in at)
        near.discard(home)
        found = [j for table in sorted(near) for j in self.tables[table]]
        drawn = {self.lots.below(n) for _ in range(8)}
        return found + sorted(j for j in drawn if self.where[j] not in near and self.where[j] != home)
