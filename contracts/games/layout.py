"""The layout: four suits built upwards from one rank, 7 following the ace. Pure.

`rows` counts the cards that lie of each suit, in the order of `SUITS`; `base` is the starting rank, None before the
first card. What lies is computed from the two. The rules named are those of `lora.md`.
"""

from __future__ import annotations

from contracts.games.cards import PACK, PER_SUIT, Card

Rows = tuple[int, int, int, int]

EMPTY: Rows = (0, 0, 0, 0)


def _bit(base: int, suit: int, lie: int) -> int:
    return 0 if lie == PER_SUIT else 1 << PER_SUIT * suit + (base + lie) % PER_SUIT


# For each starting rank and suit the card that fits when so many lie, as a hand: what fits is looked up.
_FITS = tuple(
    tuple(tuple(_bit(base, suit, lie) for lie in range(PER_SUIT + 1)) for suit in range(4)) for base in range(PER_SUIT)
)
_ALL = (1 << len(PACK)) - 1


def next_card(base: int, rows: Rows, suit: int) -> Card | None:
    """Give the only card that a suit takes next: the starting rank, then upwards round the ace; None when complete.

    LO-30, LO-31.
    """
    lie = rows[suit]
    return None if lie == PER_SUIT else PACK[PER_SUIT * suit + (base + lie) % PER_SUIT]


def fitting(base: int | None, rows: Rows) -> int:
    """Give the cards that can be laid now, as a hand: any before the first (LO-29), then each suit's next (LO-31)."""
    if base is None:
        return _ALL
    spades, hearts, diamonds, clubs = _FITS[base]
    s, h, d, c = rows
    return spades[s] | hearts[h] | diamonds[d] | clubs[c]


def lay(rows: Rows, card: Card) -> Rows:
    """Put a card that fits on its suit."""
    grown = list(rows)
    grown[card >> 3] += 1
    return (grown[0], grown[1], grown[2], grown[3])


def lay_aside(base: int, rows: Rows, aside: int) -> tuple[Rows, tuple[Card, ...]]:
    """Lay the set-aside cards whose turn has come, and say which (LO-36)."""
    laid: list[Card] = []
    while aside & (fits := fitting(base, rows)):
        card = next(card for card in PACK if card.bit & aside & fits)
        rows = lay(rows, card)
        laid.append(card)
    return rows, tuple(laid)


def lying(base: int | None, rows: Rows, suit: int) -> tuple[Card, ...]:
    """Give the cards of a suit that lie on the table, in the order in which they were laid."""
    if base is None:
        return ()
    return tuple(PACK[PER_SUIT * suit + (base + step) % PER_SUIT] for step in range(rows[suit]))
