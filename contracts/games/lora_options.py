"""Lora's contracts and house rules, and which of them can stand together (the book is `lora.md`).

May import msgspec and the leaves of `contracts.games`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, Literal

import msgspec

from contracts.games.blocked import options_conflict
from contracts.games.cards import PACK
from contracts.games.game import Refusal, Seat

ID: Final = "lora/1"


class Contract(StrEnum):
    """What a deal is played for (LO-10, LO-51)."""

    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    QUEENS = "queens"
    HEARTS = "hearts"
    JACK_CLUBS = "jack_clubs"
    KING_LAST = "king_last"
    KING_HEARTS = "king_hearts"
    SIXTH_TRICK = "sixth_trick"
    TRICKS = "tricks"
    TWO_PLAYERS = "two_players"
    LAYOUT = "layout"


class Version(StrEnum):
    """Which of the two rule books is played."""

    STANDARD = "standard"
    LIBYAN = "libyan"  # LO-50 to LO-62


class ContractOrder(StrEnum):
    """How the contract of a deal is found (LO-10)."""

    FIXED = "fixed"
    CHOSEN = "chosen"  # the player who will lead names it after seeing his cards


class DealRotation(StrEnum):
    """When the next dealer's turn comes (LO-8)."""

    BLOCKS = "blocks"
    ALTERNATING = "alternating"


class JackClubsScoring(StrEnum):
    """Whom the jack of clubs costs (LO-27)."""

    TAKER_8 = "taker_8"
    TAKER_6_OPPOSITE_2 = "taker_6_opposite_2"


class LayoutDirection(StrEnum):
    """Which way the layout contract goes round (LO-6)."""

    WITH_PLAY = "with_play"
    CLOCKWISE = "clockwise"


class IllegalMovePolicy(StrEnum):
    """What becomes of a move that the rules forbid (LO-49)."""

    REJECT = "reject"  # it is refused, and nothing has happened
    PENALISE = "penalise"  # it is an offence with the consequence of the schedule


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a Lora match, the book's defaults. `slow_move_limit_s` is in seconds (LO-48)."""

    players: Literal[3, 4] = 4  # LO-1, LO-2
    version: Version = Version.STANDARD
    contract_order: ContractOrder = ContractOrder.FIXED
    deal_rotation: DealRotation = DealRotation.BLOCKS
    extra_deals: bool = False
    omit_contracts: tuple[Contract, ...] = ()
    king_sixth_split: bool = False
    packet_deal_on_refused_cut: bool = False
    layout_pass_points: Literal[0, 1] = 0
    jack_clubs_scoring: JackClubsScoring = JackClubsScoring.TAKER_8
    layout_direction: LayoutDirection = LayoutDirection.WITH_PLAY
    illegal_move_policy: IllegalMovePolicy = IllegalMovePolicy.REJECT
    slow_move_limit_s: Annotated[int, msgspec.Meta(ge=1)] | None = None


_STANDARD: Final = (
    Contract.MINIMUM,
    Contract.MAXIMUM,
    Contract.QUEENS,
    Contract.HEARTS,
    Contract.JACK_CLUBS,
    Contract.KING_LAST,
    Contract.LAYOUT,
)
_LIBYAN: Final = (
    Contract.HEARTS,
    Contract.KING_HEARTS,
    Contract.QUEENS,
    Contract.JACK_CLUBS,
    Contract.SIXTH_TRICK,
    Contract.TRICKS,
    Contract.TWO_PLAYERS,
    Contract.LAYOUT,
)


def whole_set(options: Options) -> tuple[Contract, ...]:
    """Give the contracts of the version in their order, nothing omitted yet (LO-10, LO-51)."""
    if options.version is Version.LIBYAN:
        return _LIBYAN
    if not options.king_sixth_split:
        return _STANDARD
    at = _STANDARD.index(Contract.KING_LAST)
    return (*_STANDARD[:at], Contract.KING_HEARTS, Contract.SIXTH_TRICK, *_STANDARD[at + 1 :])


def contracts(options: Options) -> tuple[Contract, ...]:
    """Give the contracts that are played, in their order (LO-10, LO-51)."""
    found = whole_set(options)
    return tuple(c for c in found if c not in options.omit_contracts) if options.omit_contracts else found


def deals_in_match(options: Options) -> int:
    """Give the number of deals: a block for each player, and one more each with `extra_deals` (LO-9, LO-51)."""
    return options.players * (len(contracts(options)) + options.extra_deals)


def seat_count(options: Options) -> int:
    """Give the number of seats."""
    return options.players


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Give the sides: each plays for himself (LO-1)."""
    return tuple((seat,) for seat in range(options.players))


def pieces(options: Options) -> tuple[str, ...]:
    """Give the pack: 32 cards, or for three players 30 without 7d and 8d (LO-2, LO-3)."""
    return tuple(str(card) for card in PACK if options.players == 4 or str(card) not in {"7d", "8d"})


# --- presets

LORA = Options()
LORA_SMALL = Options(omit_contracts=(Contract.JACK_CLUBS,))
LORA_CHOSEN = Options(contract_order=ContractOrder.CHOSEN)
LORA_ALTERNATING = Options(
    contract_order=ContractOrder.CHOSEN, deal_rotation=DealRotation.ALTERNATING, extra_deals=True
)
LORA_SPLIT = Options(king_sixth_split=True)
LORA_OPPOSITE = Options(jack_clubs_scoring=JackClubsScoring.TAKER_6_OPPOSITE_2)
LORA_STRICT = Options(illegal_move_policy=IllegalMovePolicy.PENALISE)
LORA_LIBYAN = Options(version=Version.LIBYAN)
PRESETS: Mapping[str, Options] = {
    "club": LORA,
    "small": LORA_SMALL,
    "chosen": LORA_CHOSEN,
    "alternating": LORA_ALTERNATING,
    "split": LORA_SPLIT,
    "opposite": LORA_OPPOSITE,
    "strict": LORA_STRICT,
    "libyan": LORA_LIBYAN,
}
OPTION_RULES: Mapping[str, str] = {
    "players": "LO-1",
    "version": "LO-51",
    "contract_order": "LO-10",
    "deal_rotation": "LO-8",
    "extra_deals": "LO-10",
    "omit_contracts": "LO-9",
    "king_sixth_split": "LO-28",
    "packet_deal_on_refused_cut": "LO-12",
    "layout_pass_points": "LO-35",
    "jack_clubs_scoring": "LO-27",
    "layout_direction": "LO-6",
    "illegal_move_policy": "LO-49",
    "slow_move_limit_s": "LO-48",
}

_CLOSED = (  # what the Libyan version leaves no choice in
    "contract_order",
    "deal_rotation",
    "extra_deals",
    "omit_contracts",
    "king_sixth_split",
    "packet_deal_on_refused_cut",
    "layout_pass_points",
    "jack_clubs_scoring",
    "layout_direction",
)


def conflict(options: Options) -> Refusal | None:
    """Name the options that cannot stand together, or a value out of its range."""
    if options.players not in (3, 4):
        return options_conflict(f"players={options.players}", ID, rule="LO-1", reason="range")
    if options.slow_move_limit_s is not None and options.slow_move_limit_s < 1:
        return options_conflict(f"slow_move_limit_s={options.slow_move_limit_s}", ID, rule="LO-48", reason="range")
    if options.version is Version.LIBYAN:  # LO-50: a closed set
        if options.players == 3:
            return options_conflict("version=libyan", "players=3", rule="LO-51")
        usual = Options()
        for name in _CLOSED:
            if getattr(options, name) != getattr(usual, name):
                return options_conflict("version=libyan", _said(options, name), rule="LO-51")
        return None
    if options.contract_order is ContractOrder.FIXED:
        for name in ("deal_rotation", "extra_deals"):
            if getattr(options, name) not in (False, DealRotation.BLOCKS):
                return options_conflict(_said(options, name), "contract_order=fixed", rule="LO-10")
    return _conflict_of_set(options)


def _conflict_of_set(options: Options) -> Refusal | None:
    """Judge what is omitted, and the options about contracts that must be there."""
    left_out = _said(options, "omit_contracts")
    if options.jack_clubs_scoring is not JackClubsScoring.TAKER_8:
        if options.players == 3:  # nobody is opposite
            return options_conflict(_said(options, "jack_clubs_scoring"), "players=3", rule="LO-27")
        if Contract.JACK_CLUBS in options.omit_contracts:
            return options_conflict(_said(options, "jack_clubs_scoring"), left_out, rule="LO-27")
    split = f"king_sixth_split={str(options.king_sixth_split).lower()}"
    whole = whole_set(options)
    halves = {Contract.KING_LAST, Contract.KING_HEARTS, Contract.SIXTH_TRICK}
    if halves & set(options.omit_contracts) - set(whole):
        return options_conflict(split, left_out, rule="LO-28")
    if Contract.LAYOUT in options.omit_contracts:
        for name in ("layout_pass_points", "layout_direction"):
            if getattr(options, name) not in (0, LayoutDirection.WITH_PLAY):
                return options_conflict(_said(options, name), left_out, rule="LO-35")
    omitted = set(options.omit_contracts)
    if not omitted < set(whole) or len(omitted) < len(options.omit_contracts):
        return options_conflict(left_out, ID, rule="LO-10", reason="range")
    return None


def _said(options: Options, name: str) -> str:
    value = getattr(options, name)
    return f"{name}={','.join(value) if isinstance(value, tuple) else str(value).lower()}"
