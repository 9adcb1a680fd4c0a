"""A match: many deals to one result, the same for every game. Pure.

A seat's total is its side's: partners carry the same points and penalties (`Outcome`), so they share total and place.
Totals may be negative. Where the lowest total wins, the game says so (`LOW_WINS`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from contracts.games.claims import declared
from contracts.games.entry import Booked
from contracts.games.game import BadNotation, Deal, Game, MatchResult, Outcome, Reason, Seat
from contracts.games.pieces import UNSEEN, Tile


class Round(msgspec.Struct, frozen=True):
    """A deal that counted: what it brought to each seat, who won it, and the pips left in each hand where known."""

    points: tuple[int, ...]
    penalties: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: Reason
    held: tuple[int, ...] = ()


class Match(msgspec.Struct, frozen=True):
    """A match as it stands between two deals.

    `deals` counts the deals that counted, `attempts` those before the next that does: void ones (L-10, DD-38) and ones
    that are dealt again (LO-43, LO-59). `starter` is the seat that the last deal names as the next starter, None where
    the game's first rule decides, and `carry` what else it hands on (`Deal.carry`).
    """

    totals: tuple[int, ...]
    deals: int = 0
    starter: Seat | None = None
    attempts: int = 0
    rounds: tuple[Round, ...] = ()
    carry: str = ""


def begin(game: Game, options: Any, *, starter: Seat | None = None) -> Match:
    """Open a match at nil. `starter` fixes who starts the first deal; without it the game's own first rule decides."""
    return Match((0,) * game.seat_count(options), starter=starter)


def next_deal(match: Match, order: Sequence[str], lots: Sequence[str] = ()) -> Deal:
    """Give the next deal its number and starter, and what the deals before hand on; `lots` where the game has them."""
    return Deal(tuple(order), match.deals + 1, match.starter, match.carry, tuple(lots))


def pieces(game: Game, options: Any, number: int) -> tuple[str, ...]:
    """Give the pieces that are shuffled for a deal, in canonical order: the set, save what is taken out (MT-3)."""
    found: tuple[str, ...] = game.dealt(options, number) if hasattr(game, "dealt") else game.pieces(options)
    return found


def lots(game: Game) -> bool:
    """Say whether a deal needs lots beside its order (MT-6)."""
    return hasattr(game, "LOTS")


def whole_turns(game: Game) -> bool:
    """Say whether a seat is on turn for as long as one turn lasts, so that an absent one's is completed (BG-20)."""
    return hasattr(game, "FORCED")


def forced(game: Game, state: Any) -> Any | None:
    """Give the move that the server enters itself because nothing else is legal (MT-15, MT-20); None elsewhere.

    Where claims are believed the player enters everything: the server does not know what he could play (BG-17).
    """
    if not hasattr(game, "FORCED") or declared(state.options):
        return None
    found = game.moves(state)
    return found[0] if len(found) == 1 and game.move_text(found[0]) in getattr(game, "FORCED", ()) else None


def void(match: Match) -> Match:
    """Count a void deal: it is dealt again under the same starting rule."""
    return msgspec.structs.replace(match, attempts=match.attempts + 1)


def score(game: Game, options: Any, match: Match, state: Any) -> Match:
    """Book a finished deal: its points and its penalties at once, before anybody asks for the target (L-34, BG-19).

    ValueError while the deal runs, or when it has another number of seats than the match.
    """
    outcome: Outcome | None = game.outcome(state)
    if outcome is None:
        raise ValueError("the deal is not over")
    if len(match.totals) != game.seat_count(options):
        raise BadNotation("notation/deal-size", count=game.seat_count(options), seats=len(match.totals))
    carry = game.carry(state) if hasattr(game, "carry") else ""
    again, held = dealt_again(game, state), _held(state)
    return book(match, Booked(outcome=outcome, starter=game.next_starter(state), carry=carry, again=again, held=held))


def book(match: Match, booked: Booked) -> Match:
    """Book what a deal brought, whether it was played here or entered by hand. ValueError for another table's deal."""
    outcome = booked.outcome
    if len(outcome.points) != len(match.totals):
        raise ValueError(f"a deal of {len(outcome.points)} seats in a match of {len(match.totals)}")
    each = zip(match.totals, outcome.points, outcome.penalties, strict=True)
    row = Round(outcome.points, outcome.penalties, outcome.winners, outcome.reason, booked.held)
    return Match(
        totals=tuple(total + points + penalty for total, points, penalty in each),
        deals=match.deals + (not booked.again),
        starter=booked.starter,
        attempts=match.attempts + 1 if booked.again else 0,
        rounds=(*match.rounds, row),
        carry=booked.carry,
    )


def _held(state: Any) -> tuple[int, ...]:
    """Count the pips in each hand; nothing where the pieces have none, or not all of them were seen."""
    hands = getattr(state, "hands", ())
    held = [piece for hand in hands for piece in hand]
    if not held or not all(isinstance(piece, Tile) and piece != UNSEEN for piece in held):
        return ()
    return tuple(sum(tile.pips for tile in hand) for hand in hands)


def dealt_again(game: Game, state: Any) -> bool:
    """Say whether a deal that is over is dealt again under its number; its penalties stand (LO-43, LO-47, LO-59)."""
    return hasattr(game, "again") and bool(game.again(state))


def amend(game: Game, match: Match, before: Any, after: Any) -> Match:
    """Book what an offence costs that was established after its deal was scored: its points only (LO-44)."""
    old, new = game.outcome(before), game.outcome(after)
    if old is None or new is None or not match.rounds:
        raise ValueError("the deal is not over")
    more = tuple(n - o for n, o in zip(new.penalties, old.penalties, strict=True))
    last = msgspec.structs.replace(match.rounds[-1], penalties=new.penalties)
    return msgspec.structs.replace(
        match,
        totals=tuple(total + extra for total, extra in zip(match.totals, more, strict=True)),
        rounds=(*match.rounds[:-1], last),
    )


def over(game: Game, options: Any, match: Match, max_deals: int | None = None) -> MatchResult | None:
    """Give the result once the match is over: by the game's own target, else after `max_deals` deals; None before."""
    if match.deals and game.match_over(options, match.totals, match.deals):
        return _result(game, options, match, "deals" if hasattr(game, "LAST_DEAL") else "target")
    if max_deals is not None and match.deals >= max_deals:
        return _result(game, options, match, "deals")
    return None


def stop(game: Game, options: Any, match: Match, reason: str, behind: Collection[Seat] = ()) -> MatchResult:
    """End a match from outside, between deals, as it stands (BG-20): `reason` is resigned or abandoned.

    The sides of the seats in `behind`, who gave up, come after all others, whatever their totals.
    """
    if reason not in {"resigned", "abandoned"}:
        raise ValueError(f"a match is stopped as resigned or abandoned, not as {reason!r}")
    return _result(game, options, match, reason, behind)


def places(
    game: Game, options: Any, totals: Sequence[int], behind: Collection[Seat] = (), won: Sequence[int] = ()
) -> tuple[int, ...]:
    """Give each seat's place by its total: shared places are equal and the next ones left out, 1, 2, 2, 4 (DD-37).

    Partners share theirs, so that the second of two pairs has the third place. Where the game says so, more deals won
    (`won`, by seat) decide between equal totals (MT-41).
    """
    sign = 1 if game.LOW_WINS else -1

    def key(side: tuple[Seat, ...]) -> tuple[bool, int, int]:
        more = won[side[0]] if won and hasattr(game, "WON_DECIDES") else 0
        return any(seat in behind for seat in side), sign * totals[side[0]], -more

    by_side = game.sides(options)
    found = [0] * len(totals)
    for side in by_side:
        for seat in side:
            found[seat] = 1 + sum(len(other) for other in by_side if key(other) < key(side))
    return tuple(found)


def _result(game: Game, options: Any, match: Match, reason: str, behind: Collection[Seat] = ()) -> MatchResult:
    seats = range(len(match.totals))
    worst_first = -1 if game.LOW_WINS else 1
    won = tuple(sum(seat in round_.winners for round_ in match.rounds) for seat in seats)
    return MatchResult(
        reason=reason,
        totals=match.totals,
        places=places(game, options, match.totals, behind, won),
        deals=match.deals,
        won=won,
        best=tuple(
            max((round_.points[seat] for round_ in match.rounds), key=lambda points: worst_first * points, default=0)
            for seat in seats
        ),
        held=tuple(sum(round_.held[seat] for round_ in match.rounds) for seat in seats)
        if all(round_.held for round_ in match.rounds) and match.rounds
        else (),
    )
