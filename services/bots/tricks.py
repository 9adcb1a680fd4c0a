"""How a strong bot weighs a card in a trick contract of Lora: it deals out what it cannot see and plays on in its head.

Pure, given its lot. Everybody plays on by the same few rules of thumb, and what each card brought is averaged. Tricks
that lie face down are not remembered, as the view does not tell them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from contracts.games.cards import PER_SUIT, SUIT_BITS, SUITS, TEXTS
from contracts.games.lora_view import LoraView

SAMPLES: Final = 12
"""So many ways in which the hidden cards may lie are tried for each choice."""

_PLACE: Final = {text: place for place, text in enumerate(TEXTS)}
_HEARTS: Final = SUIT_BITS << PER_SUIT * SUITS.index("h")
_QUEENS: Final = sum(1 << _PLACE["Q" + suit] for suit in SUITS)
_SIXTH: Final = 5
_ENOUGH: Final = 3  # tricks that count as won in `two_players` (LO-58)


class Terms:
    """What a trick contract costs whom (LO-23 to LO-28, LO-52 to LO-58; slams are left out)."""

    def __init__(self, contract: str, *, libyan: bool, seats: int, last: int) -> None:
        """Take the contract; `last` is the number of the last trick, from 0."""
        dear = 8 if libyan else 4
        self.contract = contract
        self.seats = seats
        self.after = libyan and contract == "jack_clubs"  # the player after the taker pays (LO-55)
        self.feared, self.each = {
            "queens": (_QUEENS, 2),
            "hearts": (_HEARTS, 1),
            "jack_clubs": (1 << _PLACE["Jc"], 8),
            "king_last": (1 << _PLACE["Kh"], 4),
            "king_hearts": (1 << _PLACE["Kh"], dear),
        }.get(contract, (0, 0))
        one = {"minimum": 1, "tricks": 1, "maximum": -1}.get(contract, 0)
        self.tricks = [one] * (last + 1)
        if contract == "king_last":
            self.tricks[last] = 4
        elif contract == "sixth_trick":
            self.tricks[_SIXTH] = dear
        always = contract in ("maximum", "two_players") or self.after
        self.wanted = [always or (contract == "sixth_trick" and at != _SIXTH) for at in range(last + 1)]


def weigh(view: LoraView, moves: Sequence[str], lot: str) -> dict[str, float]:
    """Give each card's worth: the points by which its player ends below the others on average."""
    me, n = view.seat or 0, len(view.seats)
    done = sum(view.tricks)
    on_table = view.trick.cards if view.trick is not None else ()
    leader = view.trick.leader if view.trick is not None else me
    terms = Terms(view.contract or "", libyan="two_players" in view.contracts, seats=n, last=done + view.sizes[me] - 1)
    trick = [_PLACE[text] for text in on_table]
    seen = (*view.hand, *on_table, *view.aside, *(view.last_trick.cards if view.last_trick is not None else ()))
    pool = [place for place in range(len(TEXTS)) if TEXTS[place] not in seen]
    if n == 3:  # two cards are set aside before the deal (LO-2)
        pool = [place for place in pool if TEXTS[place] not in ("7d", "8d")]
    mine = sum(1 << _PLACE[text] for text in view.hand)
    lacks = {
        (leader + at) % n: trick[0] // PER_SUIT
        for at, place in enumerate(trick)
        if place // PER_SUIT != trick[0] // PER_SUIT
    }
    worth = dict.fromkeys(moves, 0.0)
    for sample in range(SAMPLES):
        hands = _dealt(_shuffled(pool, f"{lot} {sample}"), view.sizes, me, lacks)
        hands[me] = mine
        for move in moves:
            place = _PLACE[move.rstrip("!")]
            left = list(hands)
            left[me] &= ~(1 << place)
            costs = _play_on(terms, left, [*trick, place], leader, done, list(view.tricks))
            worth[move] += (sum(costs) - costs[me]) / (n - 1) - costs[me]
    return worth


def _shuffled(pool: Sequence[int], lot: str) -> list[int]:
    """Put the cards into the order of a lot, two bytes of its hash for each of the 32 at most."""
    lots = hashlib.sha512(lot.encode()).digest()
    return [pool[at] for at in sorted(range(len(pool)), key=lambda at: (lots[2 * at], lots[2 * at + 1]))]


def _dealt(left: list[int], sizes: Sequence[int], me: int, lacks: dict[int, int]) -> list[int]:
    """Deal the unseen cards to the others; who did not follow suit in this trick first, and nothing of that suit."""
    hands = [0] * len(sizes)
    for seat in sorted((at for at in range(len(sizes)) if at != me), key=lambda at: at not in lacks):
        suit = lacks.get(seat)
        fit = [place for place in left if place // PER_SUIT != suit][: sizes[seat]]
        for place in fit:
            left.remove(place)
            hands[seat] |= 1 << place
    return hands


def _play_on(terms: Terms, hands: list[int], trick: list[int], leader: int, number: int, won: list[int]) -> list[float]:
    """Play the deal to its end by rules of thumb and give what each seat pays."""
    n = terms.seats
    costs = [0.0] * n
    while True:
        while len(trick) < n:
            seat = (leader + len(trick)) % n
            place = _thumb(terms, hands[seat], trick, wanted=terms.wanted[number])
            if place < 0:  # who did not follow suit had too few other cards in the head
                break
            hands[seat] &= ~(1 << place)
            trick.append(place)
        best = max(trick, key=lambda place: place if place // PER_SUIT == trick[0] // PER_SUIT else -1)
        winner = (leader + trick.index(best)) % n
        won[winner] += 1
        taken = sum(terms.feared >> place & 1 for place in trick) * terms.each
        costs[(winner + 1) % n if terms.after else winner] += terms.tricks[number] + taken
        number += 1
        leader, trick = winner, []
        if number >= len(terms.tricks) or not any(hands):
            break
    if terms.contract == "two_players" and sum(tricks >= _ENOUGH for tricks in won) == 2:
        costs = [0.0 if tricks >= _ENOUGH else 4.0 for tricks in won]
    return costs


def _thumb(terms: Terms, hand: int, trick: list[int], *, wanted: bool) -> int:
    """Choose a card at a glance: duck and throw what is dear, or win as cheaply as can be; -1 of an empty hand."""
    if not hand:
        return -1
    if not trick:
        return _extreme(hand, top=wanted) if wanted else _extreme(hand & ~terms.feared or hand, top=False)
    suit = trick[0] // PER_SUIT
    held = hand >> suit * PER_SUIT & SUIT_BITS
    if not held:
        return _extreme(hand & terms.feared or hand, top=True) if not wanted else _extreme(hand, top=False)
    best = max(place for place in trick if place // PER_SUIT == suit) % PER_SUIT
    below, above = held & (1 << best) - 1, held >> best + 1 << best + 1
    last = len(trick) == terms.seats - 1
    if wanted:
        rank = (_low(above) if last else above.bit_length() - 1) if above else _low(held)
    elif below:
        rank = below.bit_length() - 1
    else:
        rank = above.bit_length() - 1 if last else _low(above)
    return suit * PER_SUIT + rank


def _low(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _extreme(hand: int, *, top: bool) -> int:
    """Find the card of the highest or lowest rank."""
    found = -1
    for suit in range(len(SUITS)):
        held = hand >> suit * PER_SUIT & SUIT_BITS
        if held:
            rank = held.bit_length() - 1 if top else _low(held)
            if found < 0 or (rank > found % PER_SUIT if top else rank < found % PER_SUIT):
                found = suit * PER_SUIT + rank
    return found
