"""Match points and tie-breaks, each as a sum that a player can check by hand. Pure.

The formulas, and what a bye and a round not played count in each, are in `ranking.md`, by the names used here. The
order that they give is made in `ranking.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import msgspec

from contracts.desk_state import Penalty
from contracts.games.game import GAMES, MatchResult
from contracts.scoring import RAW, half_up
from contracts.tournament_state import RoundPhase, TableState, Tournament, sides

HUNDREDTHS = "hundredths"
COUNT = "count"


class Shape(StrEnum):
    """How a value comes from its parts, and so how two of them are compared."""

    SUM = "sum"  # all parts added up; the highest is best
    MEAN = "mean"  # their sum divided by `Value.over`
    BEST = "best"  # the one part that counts
    LIST = "list"  # one after another: the first in which two differ decides


class Kind(NamedTuple):
    """What sort of number a tie-break is.

    `best` is what is better in it: high, low, or game (the lowest where the lowest total wins). Of a mean or a best
    one that is missing, for want of a table, comes last.
    """

    unit: str
    shape: Shape = Shape.SUM
    best: str = "high"


KINDS: dict[str, Kind] = {
    "points": Kind(HUNDREDTHS),
    "wins": Kind(COUNT),
    "opponents": Kind(HUNDREDTHS),
    "head_to_head": Kind(COUNT),
    "game_points": Kind(HUNDREDTHS),
    "best_deal": Kind(COUNT, Shape.BEST, "game"),
    "deals_won": Kind(COUNT),
    "opponents_cut1": Kind(HUNDREDTHS),
    "opponents_median": Kind(HUNDREDTHS),
    "sonneborn_berger": Kind(HUNDREDTHS),
    "progressive": Kind(HUNDREDTHS),
    "difference": Kind(HUNDREDTHS),
    "mean_total": Kind(HUNDREDTHS, Shape.MEAN, "game"),
    "best_game": Kind(COUNT, Shape.BEST, "game"),
    "best_rounds": Kind(HUNDREDTHS, Shape.LIST),
    "place_counts": Kind(COUNT, Shape.LIST),
    "average_place": Kind(HUNDREDTHS, Shape.MEAN, "low"),
    "pips_held": Kind(HUNDREDTHS, Shape.MEAN, "low"),
    "played": Kind(COUNT),
    "lots": Kind(COUNT),
}
UNITS: dict[str, str] = {name: kind.unit for name, kind in KINDS.items()}
"""What a value counts: `hundredths` are shown divided by 100, `count` as they are."""
TIE_BREAKS: tuple[str, ...] = tuple(name for name in KINDS if name != "points")
"""The names that `Rules.tie_breaks` may hold."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One number of a sum, and where it comes from.

    `kind` is table, bye, absent (a round not played), late (what the policy gives a late entrant for a round before he
    came), opponents (the mean of `of`, the points of `entrants`), beaten (the mean of `of`, what counts of the points
    of `entrants`), cut (left out; `of` holds what it was), bye_mean (the mean of the other parts), met (placed above or
    below `entrants`), running (the score after that round), place (how often he had the place in `of`), best (the deal
    or match that counts), lot, or penalty (`table` is its number on the arbiter's desk; it may also give points back).
    `round` and `table` (its number in the round) are 0 where there is none.
    """

    value: int
    kind: str = "table"
    round: int = 0
    table: int = 0
    entrants: tuple[str, ...] = ()
    of: tuple[int, ...] = ()


class Value(msgspec.Struct, frozen=True, omit_defaults=True):
    """A score or tie-break of one entrant.

    `value` is the sum of its parts; where `over` is not 0, that sum divided by it; of a best one its only part, of a
    list its first.
    """

    name: str
    value: int
    parts: tuple[Part, ...] = ()
    over: int = 0


class Sat(NamedTuple):
    """One entrant at one table that has a result."""

    round: int
    table: TableState
    result: MatchResult
    seat: int

    @property
    def points(self) -> int:
        """The match points that he made there."""
        return self.table.points[self.seat]

    @property
    def place(self) -> int:
        """His place there."""
        return self.result.places[self.seat]


class Facts:
    """What everything is counted from, gathered once: for each entrant the tables and byes up to a round."""

    def __init__(self, t: Tournament, upto: int) -> None:
        """Gather the rounds that have begun, the one numbered `upto` included."""
        self.tournament = t
        self.low_wins = GAMES[t.rules.game].LOW_WINS
        self.rounds = tuple(r for r in t.rounds if r.begun and r.number <= upto)
        self.seats: dict[str, list[Sat]] = {e.id: [] for e in t.entrants}
        self.byes: dict[str, list[int]] = {e.id: [] for e in t.entrants}
        self._rivals: dict[int, tuple[tuple[int, ...], ...]] = {}
        made: dict[int, list[int]] = {}
        for r in self.rounds:
            for bye in r.byes:
                self.byes[bye].append(r.number)
            for table in r.tables:
                if table.result is not None:
                    made.setdefault(r.number, []).extend(table.points)
                    for seat, entrant in enumerate(table.seats):
                        self.seats[entrant].append(Sat(r.number, table, table.result, seat))
        self.penalties: dict[str, list[Penalty]] = {e.id: [] for e in t.entrants}
        for p in t.desk.standing:
            if p.plan.points and p.plan.round <= upto:
                self.penalties[p.plan.entrant].append(p)
        self._came = {e.id: e.round for e in t.entrants}
        raw = t.rules.scoring == RAW
        self.bye_worth = {
            r.number: half_up(sum(made.get(r.number, ())), len(made.get(r.number, ())) or 1)
            if raw
            else t.rules.bye_points
            for r in self.rounds
        }
        """What a bye brings in each round."""
        # Where the lowest total wins, nothing at all would be the best score: a round not played counts like its last.
        self.absent_worth = {
            r.number: min(0, *made[r.number])
            for r in self.rounds
            if raw and r.phase is RoundPhase.DONE and min(made.get(r.number, (0,))) < 0
        }
        """What a round brings to whom it has neither a table nor a bye for, where that is not 0."""
        self.parts: dict[str, tuple[Part, ...]] = {e: self._parts(e) for e in self.seats}
        """The sums of match points, in the order of the rounds."""
        self.points: dict[str, int] = {e: sum(p.value for p in parts) for e, parts in self.parts.items()}
        self.met: dict[str, list[Part]] = {}
        """The parts of `opponents`, which its cuts need too, of those for whom they were asked."""

    def _parts(self, e: str) -> tuple[Part, ...]:
        parts = [Part(s.points, "table", s.round, s.table.number) for s in self.seats[e]]
        parts += [Part(self.bye_worth[r], "bye", r) for r in self.byes[e]]
        parts += [Part(p.plan.points, "penalty", p.plan.round, p.number) for p in self.penalties[e]]
        if self.absent_worth:
            there = {p.round for p in parts if p.kind != "penalty"}
            parts += [Part(worth, "absent", r) for r, worth in self.absent_worth.items() if r not in there]
        if late := self.tournament.rules.entry.late_points:
            parts += [Part(late, "late", r.number) for r in self.rounds if r.number <= self._came[e]]
        return tuple(sorted(parts, key=lambda p: p.round))

    @cached_property
    def floor(self) -> int:
        """The score from which the scores of opponents are counted: the lowest, where that is below zero.

        A table more is never to count against anybody, as it would where all scores are negative.
        """
        return min((self.points[e] for e, seats in self.seats.items() if seats or self.byes[e]), default=0)

    def strength(self, e: str) -> int:
        """Give what an opponent's score counts: never below zero."""
        return self.points[e] - min(0, self.floor)

    def rivals(self, s: Sat) -> tuple[str, ...]:
        """Give those at his table who did not play with him."""
        return tuple(s.table.seats[o] for o in self.rival_seats(s))

    def rival_seats(self, s: Sat) -> tuple[int, ...]:
        """Give their seats."""
        count = len(s.table.seats)
        if count not in self._rivals:
            by_side = sides(self.tournament.rules, count)
            own = {seat: side for side in by_side for seat in side}
            self._rivals[count] = tuple(tuple(o for o in range(count) if o not in own[seat]) for seat in range(count))
        return self._rivals[count][s.seat]

    def key(self, v: Value) -> tuple[int, ...]:
        """Give what a value is compared by, higher being better."""
        kind = KINDS[v.name]
        if kind.shape is Shape.SUM:
            return (v.value,)
        if kind.shape is Shape.LIST:
            return tuple(p.value for p in v.parts)
        low = kind.best == "low" or (kind.best == "game" and self.low_wins)
        return (1, -v.value if low else v.value) if v.parts else (0, 0)


def lot(seed: str, entrant: str) -> int:
    """Draw an entrant's lot: the first 12 hex digits of SHA-256 over "capicua/lot/ENTRANT/SEED". The higher wins."""
    return int(hashlib.sha256(f"capicua/lot/{entrant}/{seed}".encode()).hexdigest()[:12], 16)


def points(facts: Facts, e: str) -> Value:
    """Give an entrant's match points."""
    return Value("points", facts.points[e], facts.parts[e])


def count(name: str, facts: Facts, groups: Sequence[list[str]]) -> dict[str, Value]:
    """Count a tie-break for everybody in `groups`, which are those still tied. KeyError for an unknown name."""
    if name == "head_to_head":
        return _head_to_head(facts, groups)
    one = _ONE[name]
    return {e: _value(name, one(facts, e)) for group in groups for e in group}


def _value(name: str, parts: Sequence[Part]) -> Value:
    kind = KINDS[name]
    total = sum(p.value for p in parts)
    if kind.shape is Shape.MEAN and parts:
        over = sum(p.of[0] for p in parts) if name == "pips_held" else len(parts)
        return Value(name, half_up(total, over), tuple(parts), over)
    if kind.shape is Shape.LIST:
        return Value(name, parts[0].value if parts else 0, tuple(parts))
    return Value(name, total, tuple(parts))


def _table(s: Sat, value: int, of: tuple[int, ...] = ()) -> Part:
    return Part(value, "table", s.round, s.table.number, of=of)


# --- what he did himself


def _wins(facts: Facts, e: str) -> list[Part]:
    """Tables won: nobody but his own side has the first place."""
    return [
        _table(s, 1)
        for s in facts.seats[e]
        if s.place == 1 and all(s.result.places[o] > 1 for o in facts.rival_seats(s))
    ]


def _game_points(facts: Facts, e: str) -> list[Part]:
    """What he made in the game above the mean of his table; below counts where the lowest total wins."""
    sign = -1 if facts.low_wins else 1
    parts = []
    for s in facts.seats[e]:
        totals = s.result.totals
        above = half_up(100 * (len(totals) * totals[s.seat] - sum(totals)), len(totals))
        parts.append(_table(s, sign * above, totals))
    return parts


def _difference(facts: Facts, e: str) -> list[Part]:
    """What he made in the game above the mean of his opponents; below counts where the lowest total wins."""
    sign = -1 if facts.low_wins else 1
    parts = []
    for s in facts.seats[e]:
        theirs = [s.result.totals[o] for o in facts.rival_seats(s)]
        above = half_up(100 * (len(theirs) * s.result.totals[s.seat] - sum(theirs)), len(theirs))
        parts.append(_table(s, sign * above, (s.result.totals[s.seat], *theirs)))
    return parts


def _mean_total(facts: Facts, e: str) -> list[Part]:
    return [_table(s, 100 * s.result.totals[s.seat]) for s in facts.seats[e]]


def _deals_won(facts: Facts, e: str) -> list[Part]:
    return [_table(s, s.result.won[s.seat]) for s in facts.seats[e]]


def _best(facts: Facts, of: Iterable[tuple[Sat, int]]) -> list[Part]:
    sign = -1 if facts.low_wins else 1
    best = max(of, key=lambda found: sign * found[1], default=None)
    return [] if best is None else [Part(best[1], "best", best[0].round, best[0].table.number)]


def _best_deal(facts: Facts, e: str) -> list[Part]:
    return _best(facts, [(s, s.result.best[s.seat]) for s in facts.seats[e] if s.result.deals > 0])


def _best_game(facts: Facts, e: str) -> list[Part]:
    return _best(facts, [(s, s.result.totals[s.seat]) for s in facts.seats[e]])


def _best_rounds(facts: Facts, e: str) -> list[Part]:
    """His tables' match points, the best first."""
    return sorted((_table(s, s.points) for s in facts.seats[e]), key=lambda p: (-p.value, p.round))


def _place_counts(facts: Facts, e: str) -> list[Part]:
    """How often he was first, second and so on, as far as his lowest place."""
    places = [s.place for s in facts.seats[e]]
    return [Part(places.count(p), "place", of=(p,)) for p in range(1, max(places, default=0) + 1)]


def _average_place(facts: Facts, e: str) -> list[Part]:
    """His places in hundredths; a shared one is the mean of those that it covers."""
    return [_table(s, 100 * s.place + 50 * (s.result.places.count(s.place) - 1)) for s in facts.seats[e]]


def _pips_held(facts: Facts, e: str) -> list[Part]:
    """Pips left in his hand at the ends of deals, in hundredths; `of` is the number of deals."""
    return [
        _table(s, 100 * s.result.held[s.seat], (s.result.deals,))
        for s in facts.seats[e]
        if s.result.held and s.result.deals > 0
    ]


def _played(facts: Facts, e: str) -> list[Part]:
    return [_table(s, 1) for s in facts.seats[e]]


def _progressive(facts: Facts, e: str) -> list[Part]:
    """His score after each round, added up: who scored early met the stronger ones."""
    by_round: dict[int, int] = {}
    for p in facts.parts[e]:
        by_round[p.round] = by_round.get(p.round, 0) + p.value
    running = sum(value for r, value in by_round.items() if r < 1)
    parts = []
    for r in facts.rounds:
        running += by_round.get(r.number, 0)
        parts.append(Part(running, "running", r.number))
    return parts


def _lots(facts: Facts, e: str) -> list[Part]:
    return [Part(lot(facts.tournament.rules.seed, e), "lot")]


# --- whom he met


def _with_byes(facts: Facts, e: str, parts: list[Part]) -> list[Part]:
    """Let each bye count like the mean of the other rounds: it lends nobody's score, and costs nothing."""
    if parts:
        mean = half_up(sum(p.value for p in parts), len(parts))
        parts = parts + [Part(mean, "bye_mean", r) for r in facts.byes[e]]
    return sorted(parts, key=lambda p: p.round)


def _opponents(facts: Facts, e: str) -> list[Part]:
    """The mean of the opponents' points, table by table."""
    if e in facts.met:
        return facts.met[e]
    parts = []
    for s in facts.seats[e]:
        rivals = facts.rivals(s)
        of = tuple(map(facts.strength, rivals))
        parts.append(Part(half_up(sum(of), len(of)), "opponents", s.round, s.table.number, rivals, of))
    facts.met[e] = _with_byes(facts, e, parts)
    return facts.met[e]


def _cut(parts: list[Part], at: int) -> list[Part]:
    gone = parts[at]
    left_out = Part(0, "cut", gone.round, gone.table, gone.entrants, (gone.value,))
    return [*parts[:at], left_out, *parts[at + 1 :]]


def _opponents_cut1(facts: Facts, e: str) -> list[Part]:
    """The same without the lowest of at least two."""
    parts = _opponents(facts, e)
    return _cut(parts, min(range(len(parts)), key=lambda i: parts[i].value)) if len(parts) > 1 else parts


def _opponents_median(facts: Facts, e: str) -> list[Part]:
    """The same without the lowest and the highest of at least three."""
    parts = _opponents(facts, e)
    if len(parts) < 3:  # one of each to leave out, and one that counts
        return parts
    order = sorted(range(len(parts)), key=lambda i: parts[i].value)
    return _cut(_cut(parts, order[0]), order[-1])


def _sonneborn_berger(facts: Facts, e: str) -> list[Part]:
    """The mean, table by table, of what the others there have: all of it of those below him, half where level."""
    parts = []
    for s in facts.seats[e]:
        seats = facts.rival_seats(s)
        of = []
        for o in seats:
            has, theirs = facts.strength(s.table.seats[o]), s.result.places[o]
            of.append(has if theirs > s.place else half_up(has, 2) if theirs == s.place else 0)
        value = half_up(sum(of), len(of))
        parts.append(Part(value, "beaten", s.round, s.table.number, facts.rivals(s), tuple(of)))
    return _with_byes(facts, e, parts)


def _head_to_head(facts: Facts, groups: Sequence[list[str]]) -> dict[str, Value]:
    """Count among those still tied: +1 for each time placed above another of them, -1 below.

    It counts only where each of them has sat against each other one; else nobody of the group gets anything.
    """
    found: dict[str, Value] = {}
    for group in groups:
        tied = set(group)
        parts: dict[str, list[Part]] = {e: [] for e in group}
        for e in group if len(group) > 1 else ():
            for s in facts.seats[e]:
                for o in facts.rival_seats(s):
                    if s.table.seats[o] in tied:
                        theirs = s.result.places[o]
                        sign = (theirs > s.place) - (theirs < s.place)
                        parts[e].append(Part(sign, "met", s.round, s.table.number, (s.table.seats[o],)))
        all_met = all({o for p in parts[e] for o in p.entrants} == tied - {e} for e in group)
        for e in group:
            found[e] = _value("head_to_head", parts[e] if all_met else ())
    return found


_ONE: Mapping[str, Callable[[Facts, str], list[Part]]] = {
    "wins": _wins,
    "opponents": _opponents,
    "game_points": _game_points,
    "best_deal": _best_deal,
    "deals_won": _deals_won,
    "opponents_cut1": _opponents_cut1,
    "opponents_median": _opponents_median,
    "sonneborn_berger": _sonneborn_berger,
    "progressive": _progressive,
    "difference": _difference,
    "mean_total": _mean_total,
    "best_game": _best_game,
    "best_rounds": _best_rounds,
    "place_counts": _place_counts,
    "average_place": _average_place,
    "pips_held": _pips_held,
    "played": _played,
    "lots": _lots,
}
