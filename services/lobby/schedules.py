"""Schedules: rounds fixed beforehand, in which nobody meets twice while that is possible. Pure.

Places are numbers from 0; the seater gives them to entrants by lot. A plan is a list of rounds, a round a list of
tables, a table a list of places. Three constructions, each checked by counting before it is used:

* `circle`: two a table, everybody meets everybody once (the polygon turned).
* `blocks`: tables of s, as many tables as a finite field has elements, q of them with s <= q: place (i, x) sits in
  round r at table x + r a(i), where the a(i) are different elements. Two of different classes i meet in exactly one
  round, two of one class never. With s = q the classes themselves are one round more: the affine plane.
* `starter`: the places are c classes of m and f fixed ones; the m turns of one base round repeat no pair. The base
  rounds are data (`starters.py`).

Tables of two sizes are a plan of the larger size in which some places, that never meet each other, stay empty.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from services.lobby import starters

Round = tuple[tuple[int, ...], ...]
Plan = tuple[Round, ...]

_IRREDUCIBLE: Final[dict[int, tuple[int, tuple[int, ...]]]] = {
    4: (2, (1, 1, 1)),  # x^2 + x + 1
    8: (2, (1, 1, 0, 1)),  # x^3 + x + 1
    9: (3, (1, 0, 1)),  # x^2 + 1
    16: (2, (1, 1, 0, 0, 1)),  # x^4 + x + 1
    25: (5, (2, 0, 1)),  # x^2 + 2
    27: (3, (1, 2, 0, 1)),  # x^3 + 2 x + 1
    32: (2, (1, 0, 1, 0, 0, 1)),  # x^5 + x^2 + 1
    49: (7, (1, 0, 1)),  # x^2 + 1
}
"""Fields of prime powers: the prime, and a polynomial without factors, lowest coefficient first."""


class Field:
    """A finite field; elements are numbers from 0 to q - 1. ValueError where there is none here of this size."""

    def __init__(self, q: int) -> None:
        """Prepare."""
        self.q = q
        self._prime, self._poly = _IRREDUCIBLE.get(q, (q, ()))
        if q not in _IRREDUCIBLE and (q < 2 or any(q % d == 0 for d in range(2, int(q**0.5) + 1))):
            raise ValueError(f"no field of {q} elements here")

    def _digits(self, a: int) -> list[int]:
        found = []
        for _ in range(len(self._poly) - 1):
            a, digit = divmod(a, self._prime)
            found.append(digit)
        return found

    def _number(self, digits: Sequence[int]) -> int:
        found = 0
        for digit in reversed(digits):
            found = found * self._prime + digit
        return found

    def add(self, a: int, b: int) -> int:
        """Add."""
        if not self._poly:
            return (a + b) % self.q
        return self._number([(x + y) % self._prime for x, y in zip(self._digits(a), self._digits(b), strict=True)])

    def times(self, a: int, b: int) -> int:
        """Multiply."""
        if not self._poly:
            return a * b % self.q
        x, y, degree = self._digits(a), self._digits(b), len(self._poly) - 1
        product = [0] * (2 * degree - 1)
        for i, j in itertools.product(range(degree), repeat=2):
            product[i + j] = (product[i + j] + x[i] * y[j]) % self._prime
        for top in range(2 * degree - 2, degree - 1, -1):  # the polynomial's leading coefficient is 1
            factor, product[top] = product[top], 0
            for k in range(degree):
                at = top - degree + k
                product[at] = (product[at] - factor * self._poly[k]) % self._prime
        return self._number(product[:degree])


def circle(places: int) -> Plan:
    """Let everybody meet everybody: two a table, one round less than an even number of places.

    For an odd number the place that would meet the missing one has a bye, and is in no table of the round.
    """
    even = places + places % 2
    rounds = []
    for r in range(even - 1):
        tables = []
        for k in range(even // 2):
            a, b = ((even - 1), r) if k == 0 else ((r + k) % (even - 1), (r - k) % (even - 1))
            if max(a, b) < places:
                tables.append((a, b))
        rounds.append(tuple(tables))
    return tuple(rounds)


def blocks(tables: int, size: int) -> Plan:
    """Give `tables` rounds for `tables` x `size` places, one more where both are equal; () where there is no field."""
    if size > tables:
        return ()
    try:
        field = Field(tables)
    except ValueError:
        return ()
    plan: list[Round] = []
    for r in range(tables):
        found: list[list[int]] = [[] for _ in range(tables)]
        for i, x in itertools.product(range(size), range(tables)):
            found[field.add(x, field.times(r, i))].append(i * tables + x)
        plan.append(tuple(map(tuple, found)))
    if size == tables:
        plan.append(tuple(tuple(range(i * tables, (i + 1) * tables)) for i in range(size)))
    return tuple(plan)


def starter(places: int, size: int) -> Plan:
    """Give all turns of the base round known for so many places; () where none is."""
    if (places, size) not in starters.BASE:
        return ()
    m, classes, _, base = starters.BASE[places, size]
    plan = []
    for turn in range(m):
        turned = [p - p % m + (p + turn) % m if p < m * classes else p for p in base]
        plan.append(tuple(tuple(turned[s : s + size]) for s in range(0, places, size)))
    return tuple(plan)


def repeats(plan: Plan) -> int:
    """Count how often two places meet again in a plan."""
    met: set[frozenset[int]] = set()
    again = 0
    for tables in plan:
        for table in tables:
            for pair in map(frozenset, itertools.combinations(table, 2)):
                again += pair in met
                met.add(pair)
    return again


def without(plan: Plan, spare: int) -> Plan:
    """Leave so many places empty, no two of them ever at one table, so that tables' sizes differ by one.

    () where there are no such places. The others are numbered anew, in their order; a round's larger tables come first.
    """
    if not spare or not plan:
        return plan
    apart = {place: set(range(sum(map(len, plan[0])))) for table in plan[0] for place in table}
    for table in itertools.chain(*plan):
        for place in table:
            apart[place].difference_update(table)
    for first in sorted(apart, reverse=True):
        empty, others = [first], sorted(apart[first], reverse=True)
        while others and len(empty) < spare:
            empty.append(others[0])
            others = [o for o in others if o in apart[others[0]]]
        if len(empty) == spare:
            number = {place: n for n, place in enumerate(sorted(set(apart) - set(empty)))}
            left = ([tuple(number[place] for place in table if place in number) for table in tables] for tables in plan)
            return tuple(tuple(sorted(tables, key=len, reverse=True)) for tables in left)
    return ()


@lru_cache(maxsize=64)
def construction(sizes: tuple[int, ...], rounds: int) -> Plan:
    """Give the longest plan without a repeat for tables of these sizes, by formula or by a base round.

    It may have fewer rounds than are asked for, and is () where none is known here; the same for everybody.
    """
    size, tables = max(sizes), len(sizes)
    spare = size * tables - sum(sizes)
    best: Plan = ()
    full = blocks(tables, size)
    for plan in (full, full[:tables], starter(tables * size, size)):
        for length in range(min(len(plan), rounds), len(best), -1):
            found = without(plan[:length], spare)
            if found and not repeats(found):
                best = found
                break
    return best
