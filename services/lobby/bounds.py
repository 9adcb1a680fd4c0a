"""What no seating can do better: a proved lower bound for each criterion. Pure; knows nothing of how it is searched."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from services.lobby.past import Past


class Bounds(NamedTuple):
    """All of them, for one field at tables of these sizes."""

    repeats: int
    apart: int
    spread: int
    imbalance: int
    seats: int


def of(past: Past, seated: Sequence[str], sizes: Sequence[int]) -> Bounds:
    """Prove them all."""
    found = (bound(past, seated, sizes) for bound in (repeats, apart, spread, imbalance, seats))
    return Bounds(*found)


def repeats(past: Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
    """Prove a cost of repeats below which no seating of these entrants can go.

    Two arguments, the better one counts. One entrant sits with size - 1 others, at best those he has met least.
    And the g who shared a table in an earlier round spread over the t tables of this one at best evenly.
    """
    return max(_each(past, seated, sizes), _groups(past, seated, sizes))


def _each(past: Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
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


def _groups(past: Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
    here, tables = set(seated), len(sizes)
    met = sum(_evenly(sum(1 for e in group if e in here), tables) for groups in past.rounds for group in groups)
    pairs = sum(s * (s - 1) // 2 for s in sizes)
    often, more = divmod(met, pairs)  # met in sum, squared least when spread evenly over all pairs
    return (pairs - more) * often**2 + more * (often + 1) ** 2


def _evenly(people: int, tables: int) -> int:
    """Count the pairs at one table when so many are spread over the tables as evenly as can be."""
    each, more = divmod(people, tables)
    return tables * (each * (each - 1) // 2) + more * each


def apart(past: Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
    """Prove how many who are to be kept apart must meet: those of one tag, spread evenly over the tables."""
    tags = Counter(past.apart[e] for e in seated if past.apart[e])
    return sum(_evenly(count, len(sizes)) for count in tags.values())


def spread(past: Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
    """Prove a spread of scores: neighbours in the order of scores, the larger tables wherever it is best."""
    points = sorted(past.scores[e] for e in seated)
    large, small = max(sizes), min(sizes)
    many, few = list(sizes).count(large), len(sizes) - list(sizes).count(large)
    best = {(0, 0): 0}
    for a, b in itertools.product(range(many + 1), range(few + 1)):
        at = a * large + b * small
        ways = []
        if a:
            ways.append(best[a - 1, b] + points[at - 1] - points[at - large])
        if b:
            ways.append(best[a, b - 1] + points[at - 1] - points[at - small])
        if ways:
            best[a, b] = min(ways)
    return best[many, few]


def imbalance(past: Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
    """Prove the difference between the most and the fewest starts: one start more for each table."""
    starts = sorted(past.sat[e][0] for e in seated)
    least, tables = starts[0], len(sizes)
    if starts.count(least) > tables:
        return max(1, starts[-1] - least)
    return max(starts[-1], starts[tables - 1] + 1) - (least + 1)


def seats(past: Past, seated: Sequence[str], sizes: Sequence[int]) -> int:
    """Prove a cost of seats: everybody on that seat where he has sat least."""
    total = 0
    for e in seated:
        had = past.sat[e]
        total += sum(n * n for n in had.values()) + 2 * min(had.get(s, 0) for s in range(max(sizes))) + 1
    return total
