"""Blocked deals, claims of inability and absent players: what all domino games share (rules BG-1 to BG-21).

Leaves only: enums of the common options, and small functions that a game calls where its own book says so. May import
the other leaves of `contracts.games`. The book is `blocked.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Protocol

import msgspec

from contracts.games.game import Fact, Refusal, Seat
from contracts.games.pieces import Tile


class BlockDetection(StrEnum):
    """How a block is found (BG-21)."""

    CONFIRMATIONS = "confirmations"  # BG-8 to BG-12: everybody passes in turn
    IMMEDIATE = "immediate"  # the server proves it from the hands or the dead ends


class ClaimMode(StrEnum):
    """Whether the server knows the hands and can judge a claim at once (BG-17)."""

    ENFORCED = "enforced"
    DECLARED = "declared"


class FalseClaimPenalty(StrEnum):
    """What a false claim of inability costs (BG-19)."""

    NONE = "none"
    WARNING = "warning"
    POINTS = "points"
    LOSE_DEAL = "lose_deal"


class TimeoutAction(StrEnum):
    """What happens to a player whose clock has run out (BG-20)."""

    AUTO_MOVE = "auto_move"
    LOSE_DEAL = "lose_deal"


AtLeastOne = Annotated[int, msgspec.Meta(ge=1)]
"""A whole number of points from 1 on: `false_claim_points`, targets."""


class ClaimOptions(Protocol):
    """The common options, as fields of a game's own `Options`."""

    @property
    def block_detection(self) -> BlockDetection: ...  # noqa: D102  # the enum says it

    @property
    def claim_mode(self) -> ClaimMode: ...  # noqa: D102

    @property
    def false_claim_penalty(self) -> FalseClaimPenalty: ...  # noqa: D102

    @property
    def false_claim_points(self) -> int: ...  # noqa: D102

    @property
    def timeout_action(self) -> TimeoutAction: ...  # noqa: D102


OPTION_RULES: Mapping[str, str] = {
    "block_detection": "BG-21",
    "claim_mode": "BG-17",
    "false_claim_penalty": "BG-19",
    "false_claim_points": "BG-19",
    "timeout_action": "BG-20",
}
"""The rule of each option that the domino games have in common."""


def options_conflict(first: str, second: str, *, rule: str = "", reason: str = "") -> Refusal:
    """Name two options, or an option and a rule set, that cannot stand together.

    `first` and `second` are written `option=value`; `reason` is a short word for machines.
    """
    facts: dict[str, Fact] = {"first": first, "second": second}
    if reason:
        facts["reason"] = reason
    return Refusal("OPTIONS_CONFLICT", rule, facts)


def claim_conflict(rules: str, options: ClaimOptions, *, immediate_needs_hands: bool) -> Refusal | None:
    """Judge the common options of the rule set `rules` ("longana/1").

    `immediate_needs_hands` says whether only the hands can prove a block, so that `immediate` cannot stand with
    hands that nobody knows (Longana, Mexican Train).
    """
    if options.false_claim_points < 1:
        return options_conflict(f"false_claim_points={options.false_claim_points}", rules, rule="BG-19", reason="range")
    declared = options.claim_mode is ClaimMode.DECLARED
    if declared and immediate_needs_hands and options.block_detection is BlockDetection.IMMEDIATE:
        return options_conflict("block_detection=immediate", "claim_mode=declared", rule="BG-21")
    return None


# --- conditions of a block: both must hold together (BG-4); that nothing can be drawn (BG-3) is the game's to say


def nothing_fits(hands: Iterable[Iterable[Tile]], ends: Collection[int]) -> bool:
    """Condition 1: no tile in any hand has a half equal to any end, whoever may use that end now (BG-2, BG-5)."""
    for hand in hands:
        for high, low in hand:
            if high in ends or low in ends:
                return False
    return True


def dead(number: int, laid: Iterable[Tile], highest: int) -> bool:
    """Whether all tiles of a number lie on the table, so that an end showing it is dead (BG-21).

    In a double-`highest` set each number is on highest + 1 tiles.
    """
    return sum(1 for high, low in laid if number in (high, low)) == highest + 1


def confirmed(count: int, *, changes_access: bool) -> int:
    """Give the number of confirmations after one more truthful pass (BG-8, BG-9).

    A pass that opens an arm or marks a train starts the round anew, with the passer as its proposer (BG-11). The game
    asks every seat in its turn direction (BG-6, BG-7), sets the count to 0 with every tile played or drawn (BG-12), and
    ends the deal when all have confirmed (BG-10).
    """
    return 1 if changes_access else count + 1


# --- winner and score


def lowest(pips: Sequence[int], *, barred: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """Give the seats with the lowest sum in hand, tied ones in seat order (BG-13, BG-15).

    A seat in `barred` made a false claim or lost the deal by its clock: it cannot win (BG-18 c). Empty when nobody can.
    """
    able = [seat for seat in range(len(pips)) if seat not in barred]
    least = min((pips[seat] for seat in able), default=0)
    return tuple(seat for seat in able if pips[seat] == least)


def others_sum(pips: Sequence[int], winner: Seat) -> int:
    """Give what the winner of a deal scores: the pips in all other hands, his own not deducted (BG-14)."""
    return sum(pips) - pips[winner]


# --- claims of inability, true or false by what could be played (BG-16), and absent players


def penalties(options: ClaimOptions, offences: Sequence[int], *, low_wins: bool = False) -> tuple[int, ...]:
    """Give what the booked false claims add to each seat's total; negative unless the lowest total wins (BG-19)."""
    if options.false_claim_penalty is not FalseClaimPenalty.POINTS:
        return (0,) * len(offences)
    each = options.false_claim_points if low_wins else -options.false_claim_points
    return tuple(each * number for number in offences)


def auto_rank(tile: Tile, place: int) -> tuple[int, int, int]:
    """Give the sort key of a play made for an absent player; the least key is played (BG-20).

    Most pips first, then the higher half, then the place: 0 for his own arm or for `L`, then in the book's order.
    """
    return -tile.pips, -tile.high, place
