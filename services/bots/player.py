"""How a bot plays: a pure choice from what a seat may see and the moves it may make. See `tiles` and `cards`.

It imports nothing of the tables and never sees a state: whoever calls it hands over a view.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from contracts.games.lora_view import LoraView
from services.bots import cards, tiles, tricks

STRENGTHS = ("steady", "strong", "easy", "random")
"""What `SeatPlan.bot` may say; another word plays like the first.

`random` leaves every move to the lot, `easy` every third one and plays the rest like `steady`, which weighs what it
holds and what lies before it; `strong` also counts what nobody has seen yet and plans ahead.
"""


def choose(strength: str, view: object, moves: Sequence[str], lot: str) -> str:
    """Choose one of the legal moves.

    `view` is a game's view for the seat on turn; nothing else is read. `lot` is any text that is new for each choice
    (table, deal, ply): the same text gives the same choice.
    """
    if len(moves) == 1:
        return moves[0]
    if strength == "random" or (strength == "easy" and _number(f"{lot} easy") % 3 == 0):
        return moves[_number(lot) % len(moves)]
    worth = _scale(view, moves, lot, counting=strength == "strong")
    return max(moves, key=lambda move: (worth(move), _number(f"{lot} {move}")))


def _scale(view: object, moves: Sequence[str], lot: str, *, counting: bool) -> Callable[[str], float]:
    """Give what weighs a move in this view."""
    if isinstance(view, LoraView):
        if counting and view.phase == "tricks":
            return tricks.weigh(view, moves, lot).__getitem__
        return lambda move: cards.worth(view, move)
    sight = tiles.Sight(view)
    return lambda move: tiles.worth(sight, move, counting=counting)


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
