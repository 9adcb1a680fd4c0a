"""Trick taking without trumps: what may be played to a trick, and who wins it. Pure.

The suit led and the winner are computed from the cards on the table, never stored beside them. The rules named are
those of `lora.md`.
"""

from __future__ import annotations

from collections.abc import Sequence

from contracts.games.cards import Card, of_suit
from contracts.games.game import Seat


def playable(hand: int, trick: Sequence[Card]) -> int:
    """Give the part of a hand that may be played: any card to a lead or when void, else the suit led.

    LO-16, LO-17, LO-18.
    """
    return (of_suit(hand, trick[0].suit) or hand) if trick else hand


def winning(trick: Sequence[Card]) -> int:
    """Give the place in the trick of the highest card of the suit led; another suit never wins (LO-19)."""
    led = trick[0]
    best, place = led, 0
    for at, card in enumerate(trick):
        # In the pack's order a higher number of the same suit is a higher card (LO-4).
        if card > best and card >> 3 == led >> 3:
            best, place = card, at
    return place


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
