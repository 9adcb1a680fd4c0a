"""How a bot plays: a pure choice from what a seat may see and the moves it may make. Tiles here, cards in `cards`.

It imports nothing of the tables and never sees a state: whoever calls it hands over a view.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

from contracts.games.lora_view import LoraView
from services.bots import cards

STRENGTHS = ("steady", "random")
"""What `SeatPlan.bot` may say; another word plays like the first."""

_TILE = re.compile(r"(\d+)-(\d+)")
_DOUBLE = 3.0  # pips that a double is worth more: it fits one number only
_COMPANY = 2.0  # pips that each held tile is worth that fits where this one faces out
_VARIETY = 1.0  # pips for each number still held afterwards


def choose(strength: str, view: object, moves: Sequence[str], lot: str) -> str:
    """Choose one of the legal moves.

    `view` is a game's view for the seat on turn, of which only the seat's own `hand` and the open ends are read.
    `lot` is any text that is new for each choice (table, deal, ply): the same text gives the same choice.
    """
    if len(moves) == 1:
        return moves[0]
    if strength == "random":
        return moves[_number(lot) % len(moves)]
    if isinstance(view, LoraView):
        return max(moves, key=lambda move: (cards.worth(view, move), _number(f"{lot} {move}")))
    hand = [tile for tile in map(_tile, getattr(view, "hand", ())) if tile]
    ends = _ends(view)
    return max(moves, key=lambda move: (_worth(move, hand, ends), _number(f"{lot} {move}")))


def _worth(move: str, hand: list[tuple[int, int]], ends: dict[str, int]) -> float:
    """Weigh a move: heavy tiles and doubles go first, and what stays should fit many numbers, the new end above all."""
    tile = _tile(move)
    if tile is None:  # a draw, a pass: only where there is nothing better
        return -1.0
    high, low = tile
    rest = [t for t in hand if t != tile]
    numbers = Counter(n for t in rest for n in set(t))
    worth = float(high + low) + (_DOUBLE if high == low else 0.0) + _VARIETY * len(numbers)
    end = ends.get(move[len(f"{high}-{low}") :].lstrip("@"))
    out = None if end is None else low if end == high else high
    return worth if out is None else worth + _COMPANY * numbers[out]


def _ends(view: object) -> dict[str, int]:
    """Give the number shown at each end, by the name that it has in the notation of moves."""
    trains = getattr(view, "trains", ())
    if trains:
        return {branch.name: branch.end for train in trains for branch in train.branches}
    arms = getattr(view, "arms", ())
    if arms:
        return {arm.name: arm.end for arm in arms}
    ends = getattr(view, "ends", None)
    return dict(zip(("L", "R"), ends, strict=True)) if ends else {}


def _tile(text: str) -> tuple[int, int] | None:
    found = _TILE.search(text)
    return (int(found[1]), int(found[2])) if found else None


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
