"""From a table's result to match points: the methods that a tournament may choose. Pure; formulas in `ranking.md`."""

from __future__ import annotations

from contracts.games.game import GAMES, MatchResult
from contracts.tournament import Rules

FULL = 300
"""Match points of a first place, in hundredths."""
MEAN = FULL // 2
"""What a table brings on the mean, by place and normalised, whatever its size."""
BY_PLACE = "by_place"
RAW = "raw"
NORMALISED = "normalised"
METHODS: tuple[str, ...] = (BY_PLACE, RAW, NORMALISED)
"""The names that `Rules.scoring` may hold."""


def half_up(numerator: int, denominator: int) -> int:
    """Divide and round to the nearest whole number, halves away from zero."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


def match_points(result: MatchResult, method: str = BY_PLACE, *, low_wins: bool = False) -> tuple[int, ...]:
    """Give each seat's match points in hundredths. ValueError for a method that is not known."""
    if method == BY_PLACE:
        return _by_place(result.places)
    if method == RAW:
        return tuple(100 * x for x in _made(result, low_wins=low_wins))
    if method == NORMALISED:
        return _normalised(_made(result, low_wins=low_wins))
    raise ValueError(f"{method!r} is no way to score: {', '.join(METHODS)}")


def points_of(rules: Rules, result: MatchResult) -> tuple[int, ...]:
    """Give each seat's match points as this tournament counts them."""
    return match_points(result, rules.scoring, low_wins=GAMES[rules.game].LOW_WINS)


def _by_place(places: tuple[int, ...]) -> tuple[int, ...]:
    """300 for the first place, 0 for the last, evenly between; a shared place is worth the mean of those it covers."""
    n = len(places)
    points = []
    for place in places:
        shared = places.count(place)
        points.append(half_up(FULL * (2 * n - 2 * place - shared + 1), 2 * (n - 1)))
    return tuple(points)


def _made(result: MatchResult, *, low_wins: bool) -> list[int]:
    """What each seat made in the game, more being better.

    Nobody has more than anybody placed above him: who gave up while ahead was placed last, and is not to gain by it.
    """
    own = [-total if low_wins else total for total in result.totals]
    return [min(x for x, above in zip(own, result.places, strict=True) if above <= place) for place in result.places]


def _normalised(made: list[int]) -> tuple[int, ...]:
    """150 for the table's mean; 150 more, or less, for whoever is farthest from it, the others in proportion."""
    n, total = len(made), sum(made)
    away = [n * x - total for x in made]
    farthest = max(map(abs, away))
    return tuple(MEAN if farthest == 0 else half_up(MEAN * (farthest + d), farthest) for d in away)
