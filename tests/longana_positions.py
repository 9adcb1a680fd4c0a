"""Positions, deals and small words that the Longana tests share."""

from __future__ import annotations

import random

from contracts.games import longana
from contracts.games.game import Deal, Void
from contracts.games.longana import Options, State

LV1 = (
    "9-4 8-3 7-7 6-2 5-1 4-0 3-2 1-0",
    "9-8 8-5 7-3 6-6 5-4 4-2 2-1 0-0",
    "9-6 8-8 7-5 6-3 5-2 4-1 3-0 2-2",
    "9-7 8-6 7-2 6-4 5-3 4-3 3-1 2-0",
)
LV3 = ("9-8 9-1 8-7 7-2 6-4 5-3 4-0 2-1", "9-6 8-2 7-5 5-5 4-3 3-1 2-2 1-0", "9-9 9-3 8-4 7-6 6-1 5-0 3-2 3-0")
LV4 = ("9-8 9-1 8-7 7-2 6-4 5-3 4-0 2-1", "9-6 8-2 7-5 6-5 4-3 3-1 2-0 1-0")
LV5_ARMS = "hub=9-9 turn=D | A 9>1 : ?? | B #1 9>4 4>6 : {b} | C #2 9>6 : {c} | D 9>2 : {d}"


def order(*hands: str) -> tuple[str, ...]:
    """The whole set, these hands first."""
    first = [text for hand in hands for text in hand.split()]
    return (*first, *(text for text in longana.pieces(Options()) if text not in first))


def dealt(*hands: str, starter: int | None = None, number: int = 1, **options: object) -> State | Void:
    return longana.start(Options(players=len(hands), **options), Deal(order(*hands), number, starter))


def lv5(turn: str = "D", b: str = "6-3 4-1", c: str = "6-5 7-0", d: str = "6-1 6-6 5-2 3-3") -> State:
    return longana.read_state(LV5_ARMS.format(b=b, c=c, d=d).replace("turn=D", f"turn={turn}"))


def texts(s: State) -> list[str]:
    return [str(m) for m in longana.moves(s)]


def code(s: State, seat: str, move: str) -> str | None:
    refusal = longana.refuse(s, "ABCD".index(seat), longana.parse_move(move))
    return refusal and refusal.code


def played(s: State, *moves: str) -> State:
    """Play moves of whoever is on turn, each judged and generated first."""
    for text in moves:
        m = longana.parse_move(text)
        assert longana.refuse(s, s.turn, m) is None, text
        assert m in longana.moves(s), text
        s = longana.play(s, m)
    return s


def opened(s: State) -> dict[str, int]:
    return {longana.seat_name(arm.owner): arm.opened for arm in s.arms if arm.opened is not None}


def blocked(options: str = "", a: str = "7-1 2-0") -> State:
    return longana.read_state(
        f"over=blocked hub=8-8 {options} | A #1 8>6 : {a} | B #2 8>4 4>6 : 5-4 | C #3 8>2 2>6 : 9-7 | D #4 8>1 1>6 : 3-1 1-0"
    )


def claim_state(penalty: str, extra: str = "") -> State:
    return longana.read_state(
        f"hub=7-7 turn=A false_claim_penalty={penalty}{extra} | A 7>1 : 9-1 9-0 | B 7>5 : 8-2 3-2 | C 7>3 : 8-4 6-2"
    )


def random_deal(seed: int, **options: object) -> list[State]:
    chance = random.Random(seed)
    chosen = Options(players=chance.choice((2, 3, 4)), **options)
    while True:
        tiles = list(longana.pieces(chosen))
        chance.shuffle(tiles)
        s = longana.start(chosen, Deal(tuple(tiles), 1, chance.choice((None, 0, 1))))
        if isinstance(s, State):
            break
    states = [s]
    while s.turn is not None:
        s = longana.play(s, chance.choice(longana.moves(s)))
        states.append(s)
    return states
