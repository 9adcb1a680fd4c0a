"""How a bot plays Lora: what each move is worth to the player whose view it is. Pure; it knows the view alone.

A penalty is avoided by staying under the cards on the table and by throwing what is dangerous where it does no harm; in
the layout the rows are built that one's own cards wait for.
"""

from __future__ import annotations

from typing import Final

from contracts.games.cards import RANKS
from contracts.games.lora_view import LoraView

_HIGH: Final = 4  # from the queen's neighbour up, a card mostly wins its trick
_DANGER: Final[dict[str, dict[str, float]]] = {  # cards one would rather not take, and how much so
    "queens": {"Q": 6.0},
    "hearts": {"h": 4.0},
    "jack_clubs": {"Jc": 12.0},
    "king_last": {"Kh": 10.0},
    "king_hearts": {"Kh": 12.0},
}


def worth(view: LoraView, move: str) -> float:
    """Weigh a move: the most is played. Moves of equal worth are left to the lot."""
    if view.phase == "name":
        return -cost(view.hand, move.removeprefix("name "))
    if view.phase == "cut" or move == "pass":
        return 0.0 if move != "refuse cut" else -1.0
    card = move.rstrip("!")
    if view.phase == "layout":
        return _to_layout(view, card)
    return _to_trick(view, card)


def _rank(card: str) -> int:
    return RANKS.index(card[0])


def danger(contract: str | None, card: str) -> float:
    """Say how much a card is feared in a contract: by its name, its rank or its suit."""
    feared = _DANGER.get(contract or "", {})
    return max((much for what, much in feared.items() if what in (card, card[0], card[1])), default=0.0)


def _collects(view: LoraView) -> bool:
    """Whether it is good to win tricks: `maximum`, and in the Libyan version where others pay for what one takes."""
    return view.contract in ("maximum", "two_players") or (view.contract == "jack_clubs" and _libyan(view))


def _libyan(view: LoraView) -> bool:
    return "two_players" in view.contracts


def _wants(view: LoraView) -> bool:
    """Whether tricks are good, or do no harm yet, so that high cards had better go now."""
    done = sum(view.tricks)
    if view.contract == "sixth_trick":
        return done != 5
    if view.contract == "king_last":
        return done < len(view.hand) + done - 3
    return _collects(view)


def _to_trick(view: LoraView, card: str) -> float:
    contract = None if _collects(view) else view.contract
    feared = danger(contract, card)
    on_table = view.trick.cards if view.trick is not None else ()
    if not on_table:
        # A low card is led, none that is feared, and nothing above it that may still come down on it.
        return (_rank(card) if _wants(view) else -_rank(card)) - 2 * feared - _above(view, contract, card)
    led = on_table[0][1]
    best = max(_rank(other) for other in on_table if other[1] == led)
    last = len(on_table) == len(view.seats) - 1
    if card[1] != led:  # thrown off: the feared card first, then the highest
        return 20 + 3 * feared + (-_rank(card) if _wants(view) and not feared else _rank(card))
    wins = _rank(card) > best
    at_stake = sum(danger(contract, other) for other in on_table) + feared
    if _collects(view):
        return 10 - 0.5 * _rank(card) if wins and last else (5 + _rank(card) if wins else -_rank(card))
    if _wants(view) and not at_stake:
        return _rank(card) if wins else 0.5 * _rank(card)
    if wins:  # the later it is certain, the higher a card may go with it
        return (_rank(card) if last else -_rank(card)) - 2 * at_stake - (8 if not last else 4)
    return 10 + _rank(card) + 2 * feared


def _above(view: LoraView, contract: str | None, card: str) -> float:
    """Fear the dangerous cards of the suit that may come down on this lead, while they are not in one's own hand."""
    feared = [rank + card[1] for rank in RANKS if danger(contract, rank + card[1]) > 4]
    return sum(3.0 for other in feared if other not in view.hand and _rank(card) > _rank(other))


def _to_layout(view: LoraView, card: str) -> float:
    """Build the row whose later cards one holds, one's own next card above all; give others as little as can be."""
    mine = [other for other in view.hand if other[1] == card[1] and other != card]
    base = RANKS.index(view.base) if view.base else _rank(card)
    place = (_rank(card) - base) % len(RANKS)
    later = [(RANKS.index(other[0]) - base) % len(RANKS) - place for other in mine]
    waiting = sum(1.0 + 0.1 * step for step in later if step > 0)
    kin = sum(other[0] == card[0] for other in view.hand) if not view.base else 0
    return 2.0 * waiting + (3.0 if 1 in later else 0.0) + 1.5 * kin - (1.0 if not mine else 0.0)


def cost(hand: tuple[str, ...], contract: str) -> float:
    """Estimate what a contract costs with a hand, for the player who may name it."""
    high = sum(max(0, _rank(card) - _HIGH + 1) for card in hand) / max(len(hand), 1)  # mostly between 0 and 3
    feared = sum(danger(contract, card) for card in hand) / 12
    ranks = {rank: sum(card[0] == rank for card in hand) for rank in RANKS}
    match contract:
        case "maximum":
            return -1.6 * high
        case "minimum" | "tricks":
            return 1.6 * high
        case "layout":
            return 2.0 - 1.5 * max(ranks.values())
        case _:
            return 0.5 + high + feared
