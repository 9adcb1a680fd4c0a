"""Search base rounds for the schedules of small fields, and print them as `services/lobby/starters.py` holds them.

Run: python -m tests.bench.find_starters PLACES SIZE [MORE ROUNDS THAN]. A pair of places has a kind: its classes and
their distance. No kind may be in a base round twice; then its turns repeat no pair. Swaps by simulated annealing; it
may take minutes and find nothing.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence

from services.lobby.lots import Lots

STEPS = 3_000_000
ATTEMPTS = 3
COLD = (4, 5, 7, 11, 20, 54)
"""One chance in so many for each unit of cost, from the beginning of an attempt to its end."""


def base_round(m: int, classes: int, fixed: int, size: int) -> list[int]:
    """Give a base round, table after table; [] where none was found."""
    places = m * classes + fixed
    of = [(p // m, p % m) if p < m * classes else (classes + p - m * classes, 0) for p in range(places)]

    def kind(a: int, b: int) -> tuple[int, int, int]:
        (ca, xa), (cb, xb) = of[a], of[b]
        if ca >= classes or cb >= classes:  # a fixed place meets each class once
            return (min(ca, cb), max(ca, cb), 0)
        if ca == cb:
            apart = (xa - xb) % m
            return (ca, cb, min(apart, m - apart))
        return (ca, cb, (xb - xa) % m) if ca < cb else (cb, ca, (xa - xb) % m)

    numbers: dict[tuple[int, int, int], int] = {}
    kinds = [[numbers.setdefault(kind(a, b), len(numbers)) for b in range(places)] for a in range(places)]
    # Half the turns bring a pair at distance m / 2 back to itself: it would meet twice. Fixed ones would meet always.
    never = {n for (ca, cb, apart), n in numbers.items() if ca == cb < classes and apart and 2 * apart == m}
    never |= {n for (ca, cb, _), n in numbers.items() if ca >= classes and cb >= classes and ca != cb}
    if places * (size - 1) // 2 > len(numbers) - len(never):
        return []
    allowed = [int(n not in never) for n in range(len(numbers))]
    for attempt in range(ATTEMPTS):
        found = annealed(kinds, allowed, places, size, Lots(f"starter/{m}/{classes}/{fixed}/{size}/{attempt}"))
        if found:
            return found
    return []


def annealed(kinds: Sequence[Sequence[int]], allowed: Sequence[int], places: int, size: int, lots: Lots) -> list[int]:
    """Swap places until no kind is there more often than allowed; [] where the steps do not suffice."""
    seat = list(range(places))
    for at in range(places - 1, 0, -1):
        other = lots.below(at + 1)
        seat[at], seat[other] = seat[other], seat[at]
    over = [-n for n in allowed]

    def shift(at: int, by: int) -> int:
        mine, cost, start = kinds[seat[at]], 0, at - at % size
        for other in range(start, start + size):
            if other != at:
                n = mine[seat[other]]
                if by > 0:
                    over[n] += 1
                    cost += over[n] > 0
                else:
                    cost -= over[n] > 0
                    over[n] -= 1
        return cost

    cost = 0
    for start in range(0, places, size):
        for a, b in itertools.combinations(range(start, start + size), 2):
            over[kinds[seat[a]][seat[b]]] += 1
            cost += over[kinds[seat[a]][seat[b]]] > 0
    for step in range(STEPS):
        if not cost:
            return seat
        a, b = lots.below(places), lots.below(places)
        if a // size == b // size:
            continue
        change = shift(a, -1) + shift(b, -1)
        seat[a], seat[b] = seat[b], seat[a]
        change += shift(a, 1) + shift(b, 1)
        cold = COLD[step * len(COLD) // STEPS]
        if change <= 0 or not any(lots.below(cold) for _ in range(change)):
            cost += change
        else:
            shift(a, -1)
            shift(b, -1)
            seat[a], seat[b] = seat[b], seat[a]
            shift(a, 1)
            shift(b, 1)
    return []


def main(places: int, size: int, more_than: int = 0) -> None:
    """Try the shapes with most rounds first."""
    bound = (places - 1) // (size - 1)
    shapes = {
        ((places - f) // c, c, f)
        for f in range(places // size + 1)
        for c in range(size - 1, size + 2)
        if not (places - f) % c
    }
    for m, classes, fixed in sorted(shapes, reverse=True):
        if more_than < m <= bound and (found := base_round(m, classes, fixed, size)):
            print(f"    ({places}, {size}): ({m}, {classes}, {fixed}, {tuple(found)}),")
            return
        print(f"{m} rounds as {m} x {classes} + {fixed}: not found", file=sys.stderr)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
