"""Who can still win, or qualify: the places between which each entrant must end. Pure.

A bound, not a forecast: it looks at match points alone, takes every entrant's best and worst case by itself, and lets
ties fall either way. So "certain" and "out" are proved, and "possible" may turn out to be either. What is taken for
granted is said in `ranking.md`.
"""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence
from typing import Final

from contracts.scoring import FULL, RAW
from contracts.tie_breaks import Facts
from contracts.tournament_state import RoundPhase, Tournament

CERTAIN: Final = "certain"
POSSIBLE: Final = "possible"
OUT: Final = "out"
NO_LIMIT: Final = 1 << 60
"""Stands for a score without a bound: what can be made in the game itself has none."""

Span = tuple[int, int]


def chance(best: int, worst: int, places: int) -> str:
    """Say whether who must end between two places is among the first `places`: certain, possible or out."""
    if worst <= places:
        return CERTAIN
    return OUT if best > places else POSSIBLE


def spans(t: Tournament, facts: Facts, upto: int, entrants: Sequence[str]) -> dict[str, Span]:
    """Give the least and the most match points with which each can end, as seen after the round `upto`."""
    if t.rules.scoring == RAW:
        least, most = -NO_LIMIT, NO_LIMIT
    else:
        least, most = min(0, t.rules.bye_points), max(FULL, t.rules.bye_points)
    running = next((r for r in t.rounds if r.number == upto and r.phase is RoundPhase.PLAYING), None)
    waiting = {e for table in running.tables if table.result is None for e in table.seats} if running else set()
    gone = {e.id for e in t.entrants if e.withdrawn}
    found = {}
    for e in entrants:
        to_come = max(t.rules.rounds - upto, 0) * (e not in gone) + (e in waiting)
        has = facts.points[e]
        # Under `raw` even a round not played may cost, and a bye is worth what others make.
        open_ = to_come > 0 or (t.rules.scoring == RAW and (running is not None or t.rules.rounds > upto))
        found[e] = (has + max(to_come, 1) * least, has + max(to_come, 1) * most) if open_ else (has, has)
    return found


def places(found: Mapping[str, Span]) -> dict[str, Span]:
    """Give each one's best and worst place: ahead of him for certain is who has more at least than he at most."""
    lows = sorted(low for low, _ in found.values())
    highs = sorted(high for _, high in found.values())
    return {
        e: (
            1 + len(lows) - bisect.bisect_right(lows, high),
            # Himself among those who may have as much as his least.
            len(highs) - bisect.bisect_left(highs, low),
        )
        for e, (low, high) in found.items()
    }
