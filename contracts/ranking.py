"""Scores, tie-breaks and places of a tournament, each as a sum that a player can check by hand.

Pure: a function of the fold of `tournament_state`, so that seating by score and standings cannot disagree. The
formulas are in `ranking.md`, by the names used here.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Mapping, Sequence

import msgspec

from contracts.desk_state import Penalty
from contracts.games.game import GAMES, MatchResult
from contracts.tournament_state import Entrant, Phase, Round, RoundPhase, TableState, Tournament, sides

FULL = 300
"""Match points of a first place, in hundredths."""
HUNDREDTHS = "hundredths"
COUNT = "count"

UNITS: dict[str, str] = {
    "points": HUNDREDTHS,
    "wins": COUNT,
    "opponents": HUNDREDTHS,
    "head_to_head": COUNT,
    "game_points": HUNDREDTHS,
    "best_deal": COUNT,
    "deals_won": COUNT,
    "lots": COUNT,
}
"""What a value counts: `hundredths` are shown divided by 100, `count` as they are."""
TIE_BREAKS: tuple[str, ...] = tuple(name for name in UNITS if name != "points")
"""The names that `Rules.tie_breaks` may hold."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One number of a sum, and where it comes from.

    `kind` is table, bye, opponents (the mean of `of`, the points of `entrants`), bye_mean (the mean of the other
    parts), met (placed above or below `entrants`), best (the deal that counts), lot, or penalty (`table` is its number
    on the arbiter's desk; it may also give points back). `round` and `table` (its number in the round) are 0 where
    there is none.
    """

    value: int
    kind: str = "table"
    round: int = 0
    table: int = 0
    entrants: tuple[str, ...] = ()
    of: tuple[int, ...] = ()


class Value(msgspec.Struct, frozen=True, omit_defaults=True):
    """A score or tie-break of one entrant: `value` is the sum of its parts (of `best_deal`: its only part)."""

    name: str
    value: int
    parts: tuple[Part, ...] = ()


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entrant's line.

    `shared` says that others have the same place. `change` is how many places he rose (fell, when negative) since
    the round before; None where there was none. `decided_by` names the first value in which he differs from the line
    above, empty for the first line and for a shared place.
    """

    place: int
    entrant: str
    name: str
    points: Value
    tie_breaks: tuple[Value, ...] = ()
    shared: bool = False
    change: int | None = None
    decided_by: str = ""
    club: str = ""
    bot: str = ""
    withdrawn: bool = False


class Standings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standings of one tournament: what the `standings` topic carries.

    `round` is the latest round counted, `running` whether results of it are still missing. `source` is the offset of
    the command whose decision they stand after (-1 when unknown), `at` the time of it (ms since 1970 UTC). `parts` is
    False when the sums were left out because the record would be too long.
    """

    tournament: str
    name: str
    game: str
    rounds: int
    round: int
    running: bool
    finished: bool
    rows: tuple[Row, ...]
    source: int = -1
    at: int = 0
    parts: bool = True


class _Seat(msgspec.Struct, frozen=True):
    """One entrant at one table that has a result."""

    round: int
    table: TableState
    result: MatchResult
    seat: int


class _Facts:
    """What the tie-breaks count from, gathered once: for each entrant the tables and byes up to a round."""

    def __init__(self, t: Tournament, upto: int) -> None:
        self.tournament = t
        self.low_wins = GAMES[t.rules.game].LOW_WINS
        self.seats: dict[str, list[_Seat]] = {e.id: [] for e in t.entrants}
        self.byes: dict[str, list[int]] = {e.id: [] for e in t.entrants}
        self._rivals: dict[int, tuple[tuple[int, ...], ...]] = {}
        for r in t.rounds:
            if not r.begun or r.number > upto:
                continue
            for bye in r.byes:
                self.byes[bye].append(r.number)
            for table in r.tables:
                if table.result is not None:
                    for seat, entrant in enumerate(table.seats):
                        self.seats[entrant].append(_Seat(r.number, table, table.result, seat))
        self.penalties: dict[str, list[Penalty]] = {e.id: [] for e in t.entrants}
        for p in t.desk.standing:
            if p.plan.points and p.plan.round <= upto:
                self.penalties[p.plan.entrant].append(p)
        self.points: dict[str, int] = {
            e: sum(s.table.points[s.seat] for s in seats)
            + t.rules.bye_points * len(self.byes[e])
            + sum(p.plan.points for p in self.penalties[e])
            for e, seats in self.seats.items()
        }

    def rivals(self, s: _Seat) -> tuple[str, ...]:
        """Give those at his table who did not play with him."""
        count = len(s.table.seats)
        if count not in self._rivals:
            by_side = sides(self.tournament.rules, count)
            own = {seat: side for side in by_side for seat in side}
            self._rivals[count] = tuple(tuple(o for o in range(count) if o not in own[seat]) for seat in range(count))
        return tuple(s.table.seats[o] for o in self._rivals[count][s.seat])


def _half_up(numerator: int, denominator: int) -> int:
    """Divide and round to the nearest whole number, halves away from zero."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


def match_points(result: MatchResult) -> tuple[int, ...]:
    """Give each seat's match points in hundredths: 300 for the first place, 0 for the last, evenly between.

    At a table of n, place p is worth 300 (n - p) / (n - 1), rounded half up; a shared place is worth the mean of the
    places that it covers, rounded once.
    """
    n = len(result.places)
    points = []
    for place in result.places:
        shared = result.places.count(place)
        points.append(_half_up(FULL * (2 * n - 2 * place - shared + 1), 2 * (n - 1)))
    return tuple(points)


def lot(seed: str, entrant: str) -> int:
    """Draw an entrant's lot: the first 12 hex digits of SHA-256 over "capicua/lot/ENTRANT/SEED". The higher wins."""
    return int(hashlib.sha256(f"capicua/lot/{entrant}/{seed}".encode()).hexdigest()[:12], 16)


def scores(t: Tournament, after_round: int | None = None) -> dict[str, int]:
    """Give every entrant's match points in hundredths, byes included, after a round (the latest when None)."""
    return _Facts(t, len(t.rounds) if after_round is None else after_round).points


def standings(t: Tournament, after_round: int | None = None, *, id: str = "", source: int = -1) -> Standings:
    """Rank a tournament as it stands, or as it stood after a round. A running round counts as far as it has results.

    Ranked is who was seated or had a bye, and who is present and in; before the first round everyone who is in, all
    sharing the first place.
    """
    upto = t.begun if after_round is None else min(after_round, t.begun)
    rows = _rows(t, upto)
    if upto > 1:
        before = {row.entrant: row.place for row in _rows(t, upto - 1)}
        rows = [_moved(row, before.get(row.entrant)) for row in rows]
    return Standings(
        tournament=id,
        name=t.name,
        game=t.rules.game,
        rounds=t.rules.rounds,
        round=upto,
        running=upto > 0 and t.rounds[upto - 1].phase is RoundPhase.PLAYING,
        finished=t.phase is Phase.FINISHED,
        rows=tuple(rows),
        source=source,
        at=t.at,
    )


def without_parts(s: Standings) -> Standings:
    """Leave the sums out and keep their values."""

    def bare(v: Value) -> Value:
        return Value(v.name, v.value)

    rows = tuple(
        msgspec.structs.replace(r, points=bare(r.points), tie_breaks=tuple(map(bare, r.tie_breaks))) for r in s.rows
    )
    return msgspec.structs.replace(s, rows=rows, parts=False)


def _moved(row: Row, before: int | None) -> Row:
    return row if before is None else msgspec.structs.replace(row, change=before - row.place)


def _ranked(t: Tournament, upto: int) -> list[Entrant]:
    played: set[str] = set()
    for r in t.rounds[:upto]:
        played.update(_of_round(r))
    if upto == 0:
        return [e for e in t.entrants if not e.withdrawn and e.round == 0]
    return [
        e
        for e in t.entrants
        if (e.id in played or (e.present and not e.withdrawn and e.round <= upto)) and not t.desk.expelled(e.id)
    ]


def _of_round(r: Round) -> set[str]:
    return {e for table in r.tables for e in table.seats} | set(r.byes)


def _rows(t: Tournament, upto: int) -> list[Row]:
    facts = _Facts(t, upto)
    ranked = _ranked(t, upto)
    values = {e.id: [_points(facts, e.id)] for e in ranked}
    groups = _split([[e.id for e in ranked]], {e: (v[0].value,) for e, v in values.items()})
    for name in t.rules.tie_breaks if upto else ():
        found = _TIE_BREAKS[name](facts, groups)
        for e, so_far in values.items():
            so_far.append(found[e])
        groups = _split(groups, {e: _key(facts, found[e]) for e in values})
    by_id = {e.id: e for e in ranked}
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        for e in group:
            entrant = by_id[e]
            differs = [
                mine.name
                for mine, above in zip(values[e], values[rows[-1].entrant] if rows else (), strict=False)
                if _key(facts, mine) != _key(facts, above)
            ]
            rows.append(
                Row(
                    place=place,
                    entrant=e,
                    name=entrant.row.name,
                    points=values[e][0],
                    tie_breaks=tuple(values[e][1:]),
                    shared=len(group) > 1,
                    decided_by=differs[0] if differs and e == group[0] else "",
                    club=entrant.row.club,
                    bot=entrant.row.bot,
                    withdrawn=entrant.withdrawn,
                )
            )
    return rows


def _split(groups: Sequence[list[str]], keys: Mapping[str, tuple[int, ...]]) -> list[list[str]]:
    """Part each group by its keys, highest first; equal ones stay together, in the order of their entry."""
    return [
        list(equal)
        for group in groups
        for _, equal in itertools.groupby(sorted(group, key=keys.__getitem__, reverse=True), key=keys.__getitem__)
    ]


def _key(facts: _Facts, v: Value) -> tuple[int, ...]:
    """Give what a value is compared by, higher being better."""
    if v.name == "best_deal":  # who has played no deal has no best one, and comes last
        return (1, -v.value if facts.low_wins else v.value) if v.parts else (0, 0)
    return (v.value,)


def _summed(name: str, parts: Sequence[Part]) -> Value:
    return Value(name, sum(p.value for p in parts), tuple(parts))


def _points(facts: _Facts, e: str) -> Value:
    parts = [Part(s.table.points[s.seat], "table", s.round, s.table.number) for s in facts.seats[e]]
    parts += [Part(facts.tournament.rules.bye_points, "bye", r) for r in facts.byes[e]]
    parts += [Part(p.plan.points, "penalty", p.plan.round, p.number) for p in facts.penalties[e]]
    return _summed("points", sorted(parts, key=lambda p: p.round))


def _each(name: str, one: Callable[[_Facts, str], list[Part]]) -> _TieBreak:
    def count(facts: _Facts, groups: Sequence[list[str]]) -> dict[str, Value]:
        return {e: _summed(name, one(facts, e)) for group in groups for e in group}

    return count


def _wins(facts: _Facts, e: str) -> list[Part]:
    """Tables won: nobody but his own side has the first place."""
    return [
        Part(1, "table", s.round, s.table.number)
        for s in facts.seats[e]
        if s.result.places[s.seat] == 1 and all(s.result.places[s.table.seats.index(o)] > 1 for o in facts.rivals(s))
    ]


def _opponents(facts: _Facts, e: str) -> list[Part]:
    """The mean of the opponents' points, table by table; a bye counts like the mean of the other rounds."""
    parts = []
    for s in facts.seats[e]:
        rivals = facts.rivals(s)
        of = tuple(facts.points[o] for o in rivals)
        parts.append(Part(_half_up(sum(of), len(of)), "opponents", s.round, s.table.number, rivals, of))
    if parts:
        mean = _half_up(sum(p.value for p in parts), len(parts))
        parts += [Part(mean, "bye_mean", r) for r in facts.byes[e]]
    return sorted(parts, key=lambda p: p.round)


def _game_points(facts: _Facts, e: str) -> list[Part]:
    """What he made in the game above the mean of his table; below counts where the lowest total wins."""
    sign = -1 if facts.low_wins else 1
    parts = []
    for s in facts.seats[e]:
        totals = s.result.totals
        above = _half_up(100 * (len(totals) * totals[s.seat] - sum(totals)), len(totals))
        parts.append(Part(sign * above, "table", s.round, s.table.number, of=totals))
    return parts


def _deals_won(facts: _Facts, e: str) -> list[Part]:
    return [Part(s.result.won[s.seat], "table", s.round, s.table.number) for s in facts.seats[e]]


def _best_deal(facts: _Facts, e: str) -> list[Part]:
    sign = -1 if facts.low_wins else 1
    best = max(
        (s for s in facts.seats[e] if s.result.deals > 0), key=lambda s: sign * s.result.best[s.seat], default=None
    )
    return [] if best is None else [Part(best.result.best[best.seat], "best", best.round, best.table.number)]


def _lots(facts: _Facts, e: str) -> list[Part]:
    return [Part(lot(facts.tournament.rules.seed, e), "lot")]


def _head_to_head(facts: _Facts, groups: Sequence[list[str]]) -> dict[str, Value]:
    """Count among those still tied: +1 for each time placed above another of them, -1 below.

    It counts only where each of them has sat against each other one; else nobody of the group gets anything.
    """
    found: dict[str, Value] = {}
    for group in groups:
        tied = set(group)
        parts: dict[str, list[Part]] = {e: [] for e in group}
        for e in group if len(group) > 1 else ():
            for s in facts.seats[e]:
                for o in facts.rivals(s):
                    if o in tied:
                        mine, theirs = s.result.places[s.seat], s.result.places[s.table.seats.index(o)]
                        sign = (theirs > mine) - (theirs < mine)
                        parts[e].append(Part(sign, "met", s.round, s.table.number, (o,)))
        all_met = all({o for p in parts[e] for o in p.entrants} == tied - {e} for e in group)
        for e in group:
            found[e] = _summed("head_to_head", parts[e] if all_met else ())
    return found


_TieBreak = Callable[[_Facts, Sequence[list[str]]], dict[str, Value]]

_TIE_BREAKS: dict[str, _TieBreak] = {
    "wins": _each("wins", _wins),
    "opponents": _each("opponents", _opponents),
    "head_to_head": _head_to_head,
    "game_points": _each("game_points", _game_points),
    "best_deal": _each("best_deal", _best_deal),
    "deals_won": _each("deals_won", _deals_won),
    "lots": _each("lots", _lots),
}
