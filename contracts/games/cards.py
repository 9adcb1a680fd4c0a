"""Playing cards and hands of them: the leaves of the card games. Pure; imports nothing of the project but `game`.

A hand is a whole number with one bit for each card, so that hands are compared, searched and changed at once; `cards`
gives it as cards in order. Nobody outside the games sees such a number: views and texts name cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from contracts.games.game import BadNotation

SUITS: Final = "shdc"
"""Spades, hearts, diamonds, clubs, in the order in which hands are sorted."""
RANKS: Final = "789TJQKA"
"""From low to high (LO-4)."""
PER_SUIT: Final = len(RANKS)
HAND_BITS: Final = 32
WHOLE: Final = (1 << HAND_BITS) - 1
"""The hand that holds every card."""
SUIT_BITS: Final = (1 << PER_SUIT) - 1
"""The bits of one suit, not yet shifted to their place."""


class Card(int):
    """A card of the 32-card pack: its place in the order s h d c, each from 7 to ace. `str` is its text, `Qd`."""

    __slots__ = ()

    @property
    def suit(self) -> int:
        """The place of its suit in `SUITS`."""
        return self >> 3

    @property
    def rank(self) -> int:
        """The place of its rank in `RANKS`, 7 lowest."""
        return self & 7

    @property
    def bit(self) -> int:
        """The hand that holds this card alone."""
        return 1 << self

    def __str__(self) -> str:
        return TEXTS[self]

    def __repr__(self) -> str:
        return f"Card({int(self)})"


TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
PACK: Final = tuple(Card(place) for place in range(len(TEXTS)))
"""All cards in canonical order (LO-3): `7s 8s .. As 7h .. Ac`. `PACK[n]` is the one object of its card."""

_BY_TEXT: Final = {str(card): card for card in PACK} | {f"10{suit}": PACK[8 * at + 3] for at, suit in enumerate(SUITS)}
# For each suit and each of its 256 subsets the cards, so that a hand is four look-ups.
_BYTES: Final = tuple(
    tuple(tuple(PACK[8 * suit + rank] for rank in range(8) if bits >> rank & 1) for bits in range(256))
    for suit in range(4)
)


def parse_card(text: str) -> Card:
    """Read `7h`, `Tc` or `10c`; BadNotation for anything else."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise BadNotation("notation/card", text=text) from None


def parse_cards(words: Iterable[str]) -> tuple[Card, ...]:
    """Read cards in a row."""
    told = tuple(words)
    try:
        return tuple(map(_BY_TEXT.__getitem__, told))
    except KeyError:
        return tuple(map(parse_card, told))


def hand_of(held: Iterable[Card]) -> int:
    """Put cards into a hand, each once."""
    found = 0
    for card in held:
        found |= 1 << card
    return found


def cards(hand: int) -> tuple[Card, ...]:
    """Give the cards of a hand in order."""
    spades, hearts, diamonds, clubs = _BYTES
    return spades[hand & 255] + hearts[hand >> 8 & 255] + diamonds[hand >> 16 & 255] + clubs[hand >> 24]


def join(hands: Sequence[int]) -> int:
    """Put the hands of all seats into one number, 32 bits for each, the first seat's lowest."""
    found = 0
    for seat, hand in enumerate(hands):
        found |= hand << HAND_BITS * seat
    return found


def split(joined: int, seats: int) -> tuple[int, ...]:
    """Take them apart again."""
    return tuple(joined >> HAND_BITS * seat & WHOLE for seat in range(seats))


def of_suit(hand: int, suit: int) -> int:
    """Give the part of a hand that is of this suit."""
    return hand & SUIT_BITS << PER_SUIT * suit


def texts(hand: int) -> tuple[str, ...]:
    """Give a hand as texts in order."""
    return tuple(TEXTS[card] for card in cards(hand))
