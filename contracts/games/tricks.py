"""Trick taking without trumps: who wins a trick, and who took what. Pure.

The suit led and the winner are computed from the cards on the table, never stored beside them. The rules named are
those of `lora.md`.
"""

from __future__ import annotations

from collections.abc import Sequence

from contracts.games.cards import PER_SUIT, Card
from contracts.games.game import Seat


def winning(trick: Sequence[Card]) -> int:
    """Give the place in the trick of the highest card of the suit led; another suit never wins (LO-19)."""
    best = trick[0]
    # In the pack's order a higher number within the suit is a higher card, and the suit ends with its ace (LO-4).
    ace = best | PER_SUIT - 1
    if len(trick) == 4:  # the usual number, written out: half the time
        _, second, third, fourth = trick
        place = 0
        if best < second <= ace:
            best, place = second, 1
        if best < third <= ace:
            best, place = third, 2
        return 3 if best < fourth <= ace else place
    for card in trick:
        if best < card <= ace:
            best = card
    return trick.index(best)


def winners(played: Sequence[Card], first: Seat, seats: int) -> tuple[Seat, ...]:
    """Give who won each complete trick; `first` led the first one and each winner leads the next (LO-15)."""
    found: list[Seat] = []
    leader = first
    for at in range(0, len(played) - seats + 1, seats):
        leader = (leader + winning(played[at : at + seats])) % seats
        found.append(leader)
    return tuple(found)


def taken(played: Sequence[Card], won: Sequence[Seat], seats: int) -> tuple[int, ...]:
    """Give for each seat the cards it took, as a hand: all those of the tricks it won (LO-20)."""
    found = [0] * seats
    for number, winner in enumerate(won):
        for card in played[seats * number : seats * (number + 1)]:
            found[winner] |= 1 << card
    return tuple(found)
