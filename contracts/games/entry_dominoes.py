"""Deals of the domino games scored over the board: what an entry must add up to. Pure.

What can be checked: that the scores follow from the pips in hand by the game's rules and the table's options; that each
hand can be made of the set's tiles, as many as a hand can hold; that no two hands need the same low tiles; that all
hands together fit into what is left of the set. What cannot: which tiles were really held, since those on the table are
not written down, and whether a deal was blocked. May import the leaves and the options of the domino games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from contracts.games import blocked, draw_dominoes, longana, mexican_train
from contracts.games.blocked import BlockDetection, ClaimOptions, FalseClaimPenalty
from contracts.games.draw_dominoes_state import ClosedPairsScore
from contracts.games.entry import Booked, Entry, end_fault, form_fault, points_fault
from contracts.games.game import Fact, Outcome, Reason, Refusal, Seat
from contracts.games.longana_state import BlockedScore, BlockedTie
from contracts.games.match import Match
from contracts.games.mexican_train_state import TABLE, engine
from contracts.games.pieces import Tile, tile_set

_LONGANA_HAND: Final = 8  # L-4
_DOMINOES_HAND: Final = 7  # DD-6
_NUMBER: Final = 7  # tiles of the double-six set that show one number: all lie when a line is closed (DD-24)
_BLOCK: Final = (Reason.OUT, Reason.BLOCKED, Reason.PENALTY)


class Tiles(NamedTuple):
    """What hands can be made of: what each tile counts, lowest first, how many a hand and all hands hold at most."""

    counts: tuple[int, ...]
    hand: int
    together: int

    @classmethod
    def of(cls, tiles: Sequence[int], hand: int, together: int) -> Tiles:
        """Sort them."""
        return cls(tuple(sorted(tiles)), hand, together)

    def heaviest(self, number: int) -> int:
        """What so many tiles count at most."""
        return sum(self.counts[max(len(self.counts) - number, 0) :])


def pips_fault(held: Sequence[int], tiles: Tiles, out: Seat | None, rule: str) -> Refusal | None:
    """Judge whether hands can count so much; `out` holds nothing, everybody else at least one tile."""
    for seat, count in enumerate(held):
        facts: dict[str, Fact] = {"seat": seat, "got": count}
        if seat == out and count:
            return Refusal("entry/out", rule, facts)
        most = tiles.heaviest(tiles.hand)
        if not 0 <= count <= most:
            return Refusal("entry/pips", rule, {"case": "hand", **facts, "most": most})
    holders = sorted(count for seat, count in enumerate(held) if seat != out)
    for number, count in enumerate(holders, 1):  # each of them needs a tile of its own that counts no more
        low = sum(tile <= count for tile in tiles.counts)
        if number > low:
            return Refusal("entry/pips", rule, {"case": "low", "got": count, "players": number, "tiles": low})
    most = tiles.heaviest(tiles.together)
    if sum(held) > most:
        return Refusal("entry/sum", rule, {"case": "set", "expected": most, "got": sum(held)})
    return None


def penalty_fault(entry: Entry, options: ClaimOptions, *, low_wins: bool = False) -> Refusal | None:
    """Judge the points for false claims: whole offences, and only where the options give them points (BG-19)."""
    agreed = options.false_claim_penalty is FalseClaimPenalty.POINTS
    each = options.false_claim_points if low_wins else -options.false_claim_points
    for seat, got in enumerate(entry.penalties):
        if got and (not agreed or got % each or got // each < 0):
            case = "each" if agreed else "none"
            return Refusal("entry/penalty", "BG-19", {"case": case, "seat": seat, "got": got, "each": each})
    return None


# --- Longana


def longana_entered(options: longana.Options, match: Match, entry: Entry) -> Booked | Refusal:  # noqa: ARG001
    """Judge a Longana deal by the pips in hand: the winner scores the other hands (L-29 to L-33)."""
    n = options.players
    fault = form_fault(entry, n, reads=("points", "pips"), needs=("pips",)) or end_fault(entry, _BLOCK)
    if fault := fault or penalty_fault(entry, options):
        return fault
    out = entry.seat if entry.end is Reason.OUT else None
    laid = _LONGANA_HAND if entry.end is Reason.OUT else 0 if entry.end is Reason.PENALTY else 1
    tiles = Tiles.of([tile.pips for tile in tile_set(9)], _LONGANA_HAND, n * _LONGANA_HAND - laid)
    if fault := pips_fault(entry.pips, tiles, out, "L-33"):
        return fault
    loser = entry.seat if entry.end is Reason.PENALTY else None
    facts: dict[str, Fact] = {} if loser is None else {"offender_seat": loser}
    points = (0,) * n
    best: tuple[Seat, ...] = ()
    if out is not None:
        best, rule = (out,), "L-29"
    elif entry.end is Reason.BLOCKED and options.blocked_score is BlockedScore.NONE:
        rule = "L-31"
    else:
        best, rule = blocked.lowest(entry.pips, barred=_barred(loser)), "L-31" if loser is None else "BG-18"
    if len(best) == 1:
        points = _to(best, blocked.others_sum(entry.pips, best[0]), n)
    elif best:
        rule = "L-32"
        facts |= {"tied": tuple(map(longana.seat_name, best)), "blocked_tie": str(options.blocked_tie)}
        if options.blocked_tie is BlockedTie.SPLIT:
            others = sum(count for seat, count in enumerate(entry.pips) if seat not in best)
            points = _to(best, others // len(best), n)
        best = ()
    if fault := points_fault(entry, points, rule):
        return fault
    outcome = Outcome(entry.end, points, entry.penalties or (0,) * n, entry.pips, best, rule, facts)
    return Booked(outcome=outcome, starter=best[0] if best else None, held=entry.pips)  # L-8, L-11


def _barred(loser: Seat | None) -> tuple[Seat, ...]:
    return () if loser is None else (loser,)


def _to(side: Sequence[Seat], points: int, seats: int) -> tuple[int, ...]:
    return tuple(points if seat in side else 0 for seat in range(seats))


# --- draw dominoes


def draw_dominoes_entered(options: draw_dominoes.Options, match: Match, entry: Entry) -> Booked | Refusal:
    """Judge a round of draw dominoes by the pips in hand (DD-28 to DD-34).

    Who began must be known where a tie is decided by it: the match knows it from the second round on (DD-11).
    """
    n = options.players
    how = Reason.CLOSED if options.block_detection is BlockDetection.IMMEDIATE else Reason.BLOCKED
    fault = form_fault(entry, n, reads=("points", "pips", "starter"), needs=("pips",))
    fault = fault or end_fault(entry, (Reason.OUT, how, Reason.PENALTY)) or penalty_fault(entry, options)
    if fault := fault or _partners_fault(options, entry):
        return fault
    starter = entry.starter if match.starter is None else match.starter
    if entry.starter not in (None, starter):
        return Refusal("entry/starter", "DD-11", {"case": "other", "seat": match.starter or 0})
    out = entry.seat if entry.end is Reason.OUT else None
    laid = {Reason.OUT: _DOMINOES_HAND, Reason.PENALTY: 0}.get(entry.end, _NUMBER)
    tiles = Tiles.of([tile.pips for tile in tile_set(6)], 28 - _DOMINOES_HAND * (n - 1), 28 - laid)
    if fault := pips_fault(entry.pips, tiles, out, "DD-28"):
        return fault
    side, tied = _winning_side(options, entry, starter)
    if side is None:
        return Refusal("entry/starter", "DD-33" if options.pairs else "DD-32", {"case": "missing", "tied": tied})
    score, rule = _dominoes_score(options, entry, side)
    points = _to(side, score, n)
    if fault := points_fault(entry, points, rule):
        return fault
    facts: dict[str, Fact] = {"offender_seat": entry.seat or 0} if entry.end is Reason.PENALTY else {}
    if tied:
        facts["tie_rule"] = "DD-33" if options.pairs else "DD-32"
        if not options.pairs:  # of two pairs it is said already who was tied
            facts["tied"] = tied
    outcome = Outcome(entry.end, points, entry.penalties or (0,) * n, entry.pips, side, rule, facts)
    following = None if starter is None else (starter + 1) % n  # DD-11
    return Booked(outcome=outcome, starter=following, held=entry.pips)


def _partners_fault(options: draw_dominoes.Options, entry: Entry) -> Refusal | None:
    """A penalty is the pair's: both partners carry it (BG-19)."""
    if options.pairs and entry.penalties:
        for seat in (2, 3):
            if (got := entry.penalties[seat]) != (other := entry.penalties[seat - 2]):
                return Refusal("entry/penalty", "BG-19", {"case": "pair", "seat": seat, "got": got, "each": other})
    return None


def _winning_side(
    options: draw_dominoes.Options, entry: Entry, starter: Seat | None
) -> tuple[tuple[Seat, ...] | None, tuple[str, ...]]:
    """Give the side that won and who was tied; no side where only an unknown starter could tell (DD-30 to DD-33)."""
    sides = draw_dominoes.sides(options)
    if entry.end is Reason.OUT:
        return next(side for side in sides if entry.seat in side), ()
    loser = entry.seat if entry.end is Reason.PENALTY else None
    sums = [sum(entry.pips[seat] for seat in side) for side in sides]
    barred = [at for at, side in enumerate(sides) if loser in side]
    tied = [sides[at] for at in blocked.lowest(sums, barred=barred)]
    if len(tied) == 1:
        return tied[0], ()
    named = tuple(draw_dominoes.seat_name(seat) for side in tied for seat in side)
    if starter is None:
        return None, named
    return min(tied, key=lambda side: min((seat - starter) % options.players for seat in side)), named


def _dominoes_score(options: draw_dominoes.Options, entry: Entry, side: tuple[Seat, ...]) -> tuple[int, str]:
    """Give the winner's points and their rule."""
    if not options.pairs:
        return blocked.others_sum(entry.pips, side[0]), "DD-28" if entry.end is Reason.OUT else "DD-30"
    if entry.end is Reason.OUT:
        return sum(entry.pips), "DD-29"
    own = [entry.pips[seat] for seat in side]
    less = {
        ClosedPairsScore.THREE_HANDS: min(own),
        ClosedPairsScore.FOUR_HANDS: 0,
        ClosedPairsScore.OPPONENTS: sum(own),
    }
    return sum(entry.pips) - less[options.closed_pairs_score], "DD-31"


# --- Mexican Train


def mexican_train_entered(options: mexican_train.Options, match: Match, entry: Entry) -> Booked | Refusal:
    """Judge a round of Mexican Train: everybody's points are what he still held (MT-36 to MT-39).

    A hand with `0-0` is entered as it counts, with `double_blank_points`; the outcome's pips are the same numbers. A
    round that is lost adds `false_claim_points` by itself: it does not stand among the penalties.
    """
    n = options.players
    fault = form_fault(entry, n, reads=("points",), needs=("points",)) or end_fault(entry, _BLOCK)
    if fault := fault or penalty_fault(entry, options, low_wins=True):
        return fault
    highest, hand = TABLE[n]
    middle = engine(n, match.deals + 1)
    blank = options.double_blank_points
    counts = [
        tile.pips + (blank if tile == Tile(0, 0) else 0) for tile in tile_set(highest) if tile != Tile(middle, middle)
    ]
    out = entry.seat if entry.end is Reason.OUT else None
    laid = hand if entry.end is Reason.OUT else 0
    tiles = Tiles.of(counts, len(counts) - hand * (n - 1), len(counts) - laid)
    if fault := pips_fault(entry.points, tiles, out, "MT-38"):
        return fault
    booked = list(entry.penalties or (0,) * n)
    facts: dict[str, Fact] = {}
    loser = entry.seat if entry.end is Reason.PENALTY else None
    if loser is not None:
        booked[loser] += options.false_claim_points  # BG-18, BG-19
        facts["offender_seat"] = loser
    best: tuple[Seat, ...]
    if out is not None:
        best, rule = (out,), "MT-36"
    else:
        best, rule = blocked.lowest(entry.points, barred=_barred(loser)), "MT-37" if loser is None else "BG-18"
    outcome = Outcome(entry.end, entry.points, tuple(booked), entry.points, best, rule, facts)
    known = not blank or middle == 0  # else a hand with 0-0 counts more than its pips
    return Booked(outcome=outcome, held=entry.points if known else ())  # lots decide who starts (MT-6)
