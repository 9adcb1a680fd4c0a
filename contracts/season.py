"""The season: final places of several tournaments as one table. Pure; the formula is in `ranking.md`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from contracts.entrants import name_key
from contracts.ranking import Standings
from contracts.scoring import half_up

POINTS: Final = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
"""What the places of a tournament bring where nothing else is said."""
MAX_POINTS: Final = 10_000
MAX_PLACES: Final = 1200
_DIGITS: Final = 9  # Python reads no endless numbers


class SeasonError(ValueError):
    """A season that cannot be counted, with the reason in one sentence."""


class Event(msgspec.Struct, frozen=True):
    """One tournament of the season: its id, its name and when it ended (ms since 1970 UTC)."""

    id: str
    name: str
    at: int


class Score(msgspec.Struct, frozen=True):
    """What somebody brought home from one tournament. `points` are hundredths; `counts` says if they are in the sum."""

    event: int
    place: int
    points: int
    shared: bool = False
    counts: bool = True


class Line(msgspec.Struct, frozen=True):
    """One person's line. `points` is the sum of the scores that count, in hundredths."""

    place: int
    name: str
    points: int
    scores: tuple[Score, ...]
    shared: bool = False
    club: str = ""


class Season(msgspec.Struct, frozen=True):
    """The table: `best` is how many tournaments count for each, 0 for all; `points` what the places bring."""

    events: tuple[Event, ...]
    lines: tuple[Line, ...]
    points: tuple[int, ...]
    best: int = 0


def read_points(text: str) -> tuple[int, ...]:
    """Read a list of points, "12,10,8". SeasonError names what is wrong."""
    found = []
    for at, word in enumerate(map(str.strip, text.split(",")), start=1):
        if not (word.isascii() and word.isdigit()) or len(word) > _DIGITS or int(word) > MAX_POINTS:
            raise SeasonError(f"place {at}: {word[:80]!r} is no number from 0 to {MAX_POINTS}")
        found.append(int(word))
    if len(found) > MAX_PLACES:
        raise SeasonError(f"{len(found)} places have points; at most {MAX_PLACES} can")
    if any(b > a for a, b in itertools.pairwise(found)):
        raise SeasonError("a better place cannot bring less than a worse one")
    return tuple(found)


def season(tournaments: Iterable[Standings], points: Sequence[int] = POINTS, best: int = 0) -> Season:
    """Count a season over finished tournaments, in the order of their ends.

    SeasonError where one is not finished, is there twice, or has two of a name.
    """
    if best < 0:
        raise SeasonError("the number of tournaments that count cannot be below 0")
    events: list[Event] = []
    found: dict[str, list[Score]] = {}
    shown: dict[str, tuple[str, str]] = {}
    for at, s in enumerate(sorted(tournaments, key=lambda s: (s.at, s.tournament))):
        if not s.finished:
            raise SeasonError(f"{s.name} ({s.tournament}) is not finished")
        if any(e.id == s.tournament for e in events):
            raise SeasonError(f"{s.name} ({s.tournament}) is there twice")
        events.append(Event(s.tournament, s.name, s.at))
        sizes = [row.place for row in s.rows]
        for row in s.rows if s.round else ():
            key = name_key(row.name)
            scores = found.setdefault(key, [])
            if scores and scores[-1].event == at:
                raise SeasonError(f"{s.name} ({s.tournament}) has two entrants called {row.name}")
            scores.append(Score(at, row.place, _worth(points, row.place, sizes.count(row.place)), row.shared))
            shown[key] = (row.name, row.club or shown.get(key, ("", ""))[1])
    counted = {key: _counted(scores, best) for key, scores in found.items()}
    order = sorted(sorted(counted), key=lambda key: _key(counted[key]), reverse=True)
    lines: list[Line] = []
    for _, group in itertools.groupby(order, key=lambda key: _key(counted[key])):
        same = list(group)
        place = len(lines) + 1
        for key in same:
            name, club = shown[key]
            scored = counted[key]
            lines.append(Line(place, name, _sum(scored), scored, shared=len(same) > 1, club=club))
    return Season(tuple(events), tuple(lines), tuple(points), best)


def _worth(points: Sequence[int], place: int, sharing: int) -> int:
    """Give hundredths for a place: the mean of those that it covers."""
    return half_up(100 * sum(points[place - 1 : place - 1 + sharing]), sharing)


def _counted(scores: Sequence[Score], best: int) -> tuple[Score, ...]:
    """Mark the best ones; of equal ones the earlier counts."""
    order = sorted(scores, key=lambda s: (-s.points, s.place, s.event))
    in_sum = {s.event for s in (order[:best] if best else order)}
    return tuple(msgspec.structs.replace(s, counts=s.event in in_sum) for s in scores)


def _sum(scores: Iterable[Score]) -> int:
    return sum(s.points for s in scores if s.counts)


def _key(scores: Sequence[Score]) -> tuple[int, tuple[int, ...]]:
    """Give what lines are compared by, higher being better: the sum, then firsts, seconds and so on in all of them."""
    places = [s.place for s in scores]
    return _sum(scores), tuple(places.count(p) for p in range(1, max(places, default=0) + 1))
