"""Lora for the common tests: its options, every conceivable move, its pieces, and what a seat cannot see."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec
from hypothesis import strategies as st

from contracts.games import lora
from contracts.games.cards import PACK, Card, cards, hand_of, join
from contracts.games.layout import lying
from contracts.games.lora import (
    Contract,
    ContractOrder,
    DealRotation,
    IllegalMovePolicy,
    JackClubsScoring,
    LayoutDirection,
    Options,
    Phase,
    State,
    Version,
)

_POLICY = {
    "illegal_move_policy": st.sampled_from(IllegalMovePolicy),
    "slow_move_limit_s": st.sampled_from((None, 30)),
}


@st.composite
def options(draw: st.DrawFn) -> Options:
    """Any options that can stand together."""
    common = {name: draw(values) for name, values in _POLICY.items()}
    if draw(st.integers(0, 3)) == 0:
        return Options(version=Version.LIBYAN, **common)
    players = draw(st.sampled_from((3, 4)))
    chosen = draw(st.booleans())
    split = draw(st.booleans())
    whole = lora.contracts(Options(king_sixth_split=split))
    omitted = draw(st.lists(st.sampled_from(whole), unique=True, max_size=3))
    layout = Contract.LAYOUT not in omitted
    opposite = players == 4 and Contract.JACK_CLUBS not in omitted
    return Options(
        players=players,
        contract_order=ContractOrder.CHOSEN if chosen else ContractOrder.FIXED,
        deal_rotation=draw(st.sampled_from(DealRotation)) if chosen else DealRotation.BLOCKS,
        extra_deals=chosen and draw(st.booleans()),
        omit_contracts=tuple(omitted),
        king_sixth_split=split,
        packet_deal_on_refused_cut=draw(st.booleans()),
        layout_pass_points=draw(st.sampled_from((0, 1))) if layout else 0,
        jack_clubs_scoring=draw(st.sampled_from(JackClubsScoring)) if opposite else JackClubsScoring.TAKER_8,
        layout_direction=draw(st.sampled_from(LayoutDirection)) if layout else LayoutDirection.WITH_PLAY,
        **common,
    )


MOVES = (
    *(lora.Cut(at) for at in range(34)),
    lora.RefuseCut(),
    *(lora.Name(contract) for contract in Contract),
    *(lora.Play(card, call) for card in PACK for call in (False, True)),
    *(lora.Two(first, second) for first, second in itertools.pairwise(PACK)),
    lora.Pass(),
)


def number(opts: Options, rng: random.Random) -> int:
    """Any deal of the match, so that every contract comes up."""
    return rng.randint(1, lora.deals_in_match(opts))


def pieces(s: State) -> list[Card]:
    """All cards but those set aside."""
    lie = [card for suit in range(4) for card in lying(s.laid.base, s.laid.rows, suit)]
    everything = [*s.pack, *(card for hand in s.hands for card in hand), *s.played, *lie]
    return [card for card in everything if not card.bit & s.aside]


def in_play(s: State) -> int:
    """How many there must be."""
    return 32 if len(s.held) == 4 else 30


def reshuffle(s: State, viewer: int | None, rng: random.Random) -> State:
    """Deal anew what the viewer cannot see: the pack, the others' hands, the tricks that are turned down (LP-4)."""
    if s.phase is Phase.CUT:
        return msgspec.structs.replace(s, pack=tuple(rng.sample(s.pack, len(s.pack))))
    pool = [card for seat, hand in enumerate(s.hands) for card in hand if seat != viewer]
    rng.shuffle(pool)
    held: list[int] = []
    for seat, hand in enumerate(s.held):
        held.append(hand if seat == viewer else hand_of(pool.pop() for _ in range(hand.bit_count())))
    shown = 0 if s.trick else min(len(held), len(s.past))  # the last trick, until the next is led
    down, up = s.past[: len(s.past) - shown], s.past[len(s.past) - shown :]
    return msgspec.structs.replace(s, joined=join(held), past=(*rng.sample(down, len(down)), *up))


def weigh(_: Any) -> int:
    """Every card that is held counts one."""
    return 1


assert cards(hand_of(PACK)) == PACK
