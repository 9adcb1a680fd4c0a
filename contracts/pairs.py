"""Pairs as entrants: who of a pair sits on which chair, and a table's result with one column for each pair. Pure.

A tournament seats, ranks and corrects pairs; a table knows its chairs. Between the two stand these two functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from contracts.games.game import MatchResult
from contracts.table import SeatPlan
from contracts.tournament import Rules
from contracts.tournament_state import Tournament, chairs, players


def seat_plans(t: Tournament, entrants: Sequence[str]) -> tuple[SeatPlan, ...]:
    """Give who sits on each chair of a table; of a pair the first one has the first chair of its side."""
    found: dict[int, SeatPlan] = {}
    for name, side in zip(entrants, chairs(t.rules, len(entrants)), strict=True) if t.rules.pairs else ():
        e = t.entrant(name)
        members = e.members if e else (name,) * len(side)
        for member, chair in zip(members, side, strict=True):
            found[chair] = SeatPlan(entrant=member, name=t.name_of(member), bot=e.row.bot if e else "")
    if t.rules.pairs:
        return tuple(found[chair] for chair in sorted(found))

    def alone(name: str) -> SeatPlan:
        e = t.entrant(name)
        return SeatPlan(entrant=name, name=t.name_of(name), bot=e.row.bot if e else "")

    return tuple(map(alone, entrants))


def by_entrant(rules: Rules, entrants: int, result: MatchResult) -> MatchResult:
    """Give a table's result with one column for each of its entrants.

    Partners carry the same total, place, deals won and best deal; the pips in their hands are added up. A result that
    does not have the table's chairs, or in which partners differ, is given back as it is: it is refused by its form.
    """
    if not rules.pairs or len(result.totals) != players(rules, entrants):
        return result
    sides = chairs(rules, entrants)
    columns = (result.totals, result.places, result.won, result.best)
    if any(len(c) != len(result.totals) or any(c[a] != c[b] for a, b in sides) for c in columns):
        return result

    def one(column: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(column[side[0]] for side in sides)

    places = one(result.places)
    return MatchResult(
        reason=result.reason,
        totals=one(result.totals),
        places=tuple(1 + sum(other < place for other in places) for place in places),
        deals=result.deals,
        won=one(result.won),
        best=one(result.best),
        held=tuple(result.held[a] + result.held[b] for a, b in sides) if len(result.held) == len(result.totals) else (),
    )
