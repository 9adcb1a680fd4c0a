"""What an act would change, before it is signed: the tournament is folded with it, and both are ranked. Pure.

The same events that the lobby would write are folded by the same function that folds them afterwards, so the effect
shown cannot differ from what happens. The digest of an effect goes into the signed command: where the facts have
moved on meanwhile, and the act would now change something else, it is shown again instead of being done.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from contracts import ranking
from contracts.messages import Event
from contracts.tournament_state import Round, RoundPhase, Tournament, evolve

_DIGITS: Final = 16


class Change(msgspec.Struct, frozen=True):
    """One entrant's line before and after; points in hundredths, a place of 0 where he has no line."""

    entrant: str
    name: str
    points: tuple[int, int]
    place: tuple[int, int]


class Effect(msgspec.Struct, frozen=True):
    """What an act changes.

    `changes` are the lines that change, in the order of the new places. `gains` and `loses` are those who would
    qualify, or would no longer. `tables` are the tables of the round seated or in play at which somebody sits whose
    points, at the time of the seating, were others: they were seated on the old facts. `gone` are those in that round
    who would not be in the tournament any more. Where there are any of these, `round` is its number, and `playing` says
    whether it plays: a table that plays is played to its end, one that is only seated is made again.
    """

    changes: tuple[Change, ...] = ()
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()
    gone: tuple[str, ...] = ()
    round: int = 0
    playing: bool = False

    @property
    def nothing(self) -> bool:
        """Whether no place, no point and no table is touched."""
        return self == Effect()


def effect(before: Tournament, events: Iterable[Event], *, public: bool = False) -> Effect:
    """Fold the events of an act and say what they change, with `public` as far as everybody may see it.

    FoldError where they cannot follow.
    """
    after = before
    for event in events:
        after = evolve(after, event, before.at)
    return difference(veiled(before), veiled(after)) if public else difference(before, after)


def veiled(t: Tournament) -> Tournament:
    """Take the results of the rounds away that are hidden until the end: who adds them up has the standings."""
    shown = ranking.public_rounds(t)
    rounds = tuple(
        r if r.number <= shown else replace(r, tables=tuple(replace(x, result=None, points=()) for x in r.tables))
        for r in t.rounds
    )
    return replace(t, rounds=rounds)


def difference(before: Tournament, after: Tournament) -> Effect:
    """Compare two states of one tournament."""
    old = {row.entrant: row for row in ranking.standings(before).rows}
    new = {row.entrant: row for row in ranking.standings(after).rows}
    changes = []
    for entrant in (*new, *(e for e in old if e not in new)):
        was, now = old.get(entrant), new.get(entrant)
        points = (was.points.value if was else 0, now.points.value if now else 0)
        place = (was.place if was else 0, now.place if now else 0)
        if points[0] != points[1] or place[0] != place[1]:
            changes.append(Change(entrant, after.name_of(entrant), points, place))
    through, still = _through(before, old), _through(after, new)
    latest = after.current
    tables = _seated_on_old_facts(before, after, latest) if latest else ()
    gone = _gone(before, after, latest) if latest else ()
    touched = latest if tables or gone else None
    return Effect(
        changes=tuple(changes),
        gains=tuple(e for e in still if e not in through),
        loses=tuple(e for e in through if e not in still),
        tables=tables,
        gone=gone,
        round=touched.number if touched else 0,
        playing=touched is not None and touched.begun,
    )


def digest(found: Effect) -> str:
    """Give the text by which a signed act says what was shown: 16 hex digits."""
    return hashlib.sha256(msgspec.json.encode(found)).hexdigest()[:_DIGITS]


def _through(t: Tournament, rows: dict[str, ranking.Row]) -> tuple[str, ...]:
    """Those on a place that qualifies; all who share the last such place."""
    places = t.rules.qualify
    return tuple(e for e, row in rows.items() if t.begun and row.place <= places)


def _open(r: Round) -> bool:
    return r.phase in {RoundPhase.SEATED, RoundPhase.PLAYING}


def _seated_on_old_facts(before: Tournament, after: Tournament, r: Round) -> tuple[int, ...]:
    if not _open(r) or r.number == 1:
        return ()
    was, now = ranking.scores(before, r.number - 1), ranking.scores(after, r.number - 1)
    return tuple(t.number for t in r.tables if any(was[e] != now[e] for e in t.seats))


def _gone(before: Tournament, after: Tournament, r: Round) -> tuple[str, ...]:
    if not _open(r):
        return ()
    seated = [e for t in r.tables for e in t.seats]
    out = {e.id for e in after.entrants if e.withdrawn} - {e.id for e in before.entrants if e.withdrawn}
    return tuple(e for e in (*seated, *r.byes) if e in out)
