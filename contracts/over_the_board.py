"""Tables that are played with real tiles or cards: which game can be played so, and how a deal's entry is judged. Pure.

`server` is the usual table: the server deals and referees. Over the board it knows no hands. With `moves` every move is
entered as it is made and judged as far as the open tiles tell, and again when the hands are shown; the domino games
have a mode for that (`claim_mode=declared`, BG-17). With `scores` a deal is entered by its scores when it is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from contracts.games import draw_dominoes, longana, lora, mexican_train
from contracts.games.entry import Booked, Entry
from contracts.games.entry_dominoes import draw_dominoes_entered, longana_entered, mexican_train_entered
from contracts.games.entry_lora import lora_entered
from contracts.games.game import Game, Refusal
from contracts.games.match import Match
from contracts.messages import Board, Limits

ENTERED: Final[dict[str, Callable[[Any, Match, Entry], Booked | Refusal]]] = {
    draw_dominoes.ID: draw_dominoes_entered,
    longana.ID: longana_entered,
    lora.ID: lora_entered,
    mexican_train.ID: mexican_train_entered,
}
"""How each rule set judges the entry of a deal."""
UNSEEN: Final = "??"
"""A piece of an order that nobody has seen."""


def board_conflict(board: Board, game: Game, options: Any, limits: Limits) -> Refusal | None:
    """Name what cannot stand together with the way in which a table is played.

    Lora has no mode for hands that nobody knows: nearly every card of a trick is judged by the hand it comes from, so
    its tables over the board enter scores. A limit has nobody to wait for where the server sees no move in time; where
    moves are entered one on moves may stand, or a player's own time: when it runs out the arbiter is called (BG-20).
    An increment is added to something: it needs a bank.
    """
    if limits.increment_s is not None and limits.bank_s is None:
        return Refusal(
            "options/conflict", facts={"first": f"increment_s={limits.increment_s}", "second": "bank_s=none"}
        )
    declared = getattr(options, "claim_mode", None) == "declared"
    said = f"board={board}"
    if board is Board.SERVER:
        return _conflict(said, "claim_mode=declared", "BG-17") if declared else None
    if board is Board.MOVES and not hasattr(options, "claim_mode"):
        return _conflict(said, game.ID, "BG-17")
    if board is Board.MOVES and not declared:
        return _conflict(said, "claim_mode=enforced", "BG-17")
    for name, limit in (("move_s", limits.move_s), ("sit_s", limits.sit_s), ("bank_s", limits.bank_s)):
        if limit is not None and (name == "sit_s" or board is not Board.MOVES):
            return _conflict(said, f"{name}={limit}")
    return None


def _conflict(first: str, second: str, rule: str = "") -> Refusal:
    return Refusal("options/conflict", rule, {"first": first, "second": second, "reason": "board"})
