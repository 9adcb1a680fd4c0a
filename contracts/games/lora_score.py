"""What a Lora deal brings: the score of each contract, the penalty schedule, the outcome (the book is `lora.md`).

One rule is one function. May import msgspec and the leaves of `contracts.games`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from contracts.games.cards import SUIT_BITS, Card, hand_of, of_suit, parse_card
from contracts.games.game import Fact, Outcome, Reason, Refusal, Seat
from contracts.games.lora_options import (
    Contract,
    ContractOrder,
    DealRotation,
    IllegalMovePolicy,
    JackClubsScoring,
    Options,
    Version,
    contracts,
)
from contracts.games.lora_state import Phase, State, write_carry
from contracts.games.tricks import taken

_QUEENS: Final = hand_of(map(parse_card, ("Qs", "Qh", "Qd", "Qc")))
_HEARTS: Final = SUIT_BITS << 8
_JACK_CLUBS: Final = hand_of((parse_card("Jc"),))
_KING_HEARTS: Final = hand_of((parse_card("Kh"),))
_SLAM: Final = -8  # instead of the points, for a player who takes all there is
MAX_TRIES: Final = 3  # LO-59

Points = tuple[int, ...]


class Won(NamedTuple):
    """What a finished trick deal is scored from: the winner of each trick, tricks by seat, all cards in order."""

    won: tuple[Seat, ...]
    tricks: Points
    played: tuple[Card, ...]

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that each seat took."""
        return taken(self.played, self.won, len(self.tricks))

    def taker(self, card: int) -> Seat | None:
        """Give who took the card; None in an excerpt without it."""
        return next((seat for seat, hand in enumerate(self.cards) if hand & card), None)


# --- the trick contracts, standard version


def _minimum(_: Options, w: Won) -> Points:  # LO-23
    return w.tricks


def _maximum(_: Options, w: Won) -> Points:  # LO-24
    return tuple(-tricks for tricks in w.tricks)


def _queens(_: Options, w: Won) -> Points:  # LO-25: no slam here
    return tuple(2 * (hand & _QUEENS).bit_count() for hand in w.cards)


def _hearts(_: Options, w: Won) -> Points:  # LO-26, LO-52
    return tuple(
        _SLAM if hand & _HEARTS == _HEARTS else of_suit(hand, 1).bit_count() for hand in w.cards
    )  # three players need all eight too


def _jack_clubs(options: Options, w: Won) -> Points:  # LO-27
    taker = w.taker(_JACK_CLUBS)
    if options.jack_clubs_scoring is JackClubsScoring.TAKER_8 or taker is None:
        return _to(taker, 8, w)
    opposite = (taker + 2) % len(w.tricks)
    return tuple(6 if seat == taker else 2 if seat == opposite else 0 for seat in range(len(w.tricks)))


def _king_last(_: Options, w: Won) -> Points:  # LO-28: one player may pay for both
    king, last = _to(w.taker(_KING_HEARTS), 4, w), _to(w.won[-1], 4, w)
    return tuple(a + b for a, b in zip(king, last, strict=True))


def _split_king_hearts(_: Options, w: Won) -> Points:  # LO-28 with `king_sixth_split`
    return _to(w.taker(_KING_HEARTS), 4, w)


def _split_sixth_trick(_: Options, w: Won) -> Points:  # LO-28 with `king_sixth_split`
    return _to(_sixth(w), 4, w)


# --- the Libyan version


def _libyan_king_hearts(_: Options, w: Won) -> Points:  # LO-53
    return _to(w.taker(_KING_HEARTS), 8, w)


def _libyan_queens(options: Options, w: Won) -> Points:  # LO-54
    return tuple(
        _SLAM if hand & _QUEENS == _QUEENS else points
        for hand, points in zip(w.cards, _queens(options, w), strict=True)
    )


def _libyan_jack_clubs(_: Options, w: Won) -> Points:  # LO-55: the player after the taker pays
    taker = w.taker(_JACK_CLUBS)
    return _to(None if taker is None else (taker + 1) % len(w.tricks), 8, w)


def _libyan_sixth_trick(_: Options, w: Won) -> Points:  # LO-56
    return _to(_sixth(w), 8, w)


def _libyan_tricks(_: Options, w: Won) -> Points:  # LO-57
    return tuple(_SLAM if tricks == 8 else tricks for tricks in w.tricks)


def two_players(tricks: Points) -> Points | None:
    """Give +4 to the others when exactly two players have won three tricks or more; None is no result (LO-58)."""
    many = [won >= 3 for won in tricks]
    return tuple(0 if won else 4 for won in many) if sum(many) == 2 else None


def _to(seat: Seat | None, points: int, w: Won) -> Points:
    return tuple(points if at == seat else 0 for at in range(len(w.tricks)))


def _sixth(w: Won) -> Seat | None:
    return w.won[5] if len(w.won) > 5 else None


_Rule = tuple[str, Callable[[Options, Won], Points]]
_STANDARD: Final[dict[Contract, _Rule]] = {
    Contract.MINIMUM: ("LO-23", _minimum),
    Contract.MAXIMUM: ("LO-24", _maximum),
    Contract.QUEENS: ("LO-25", _queens),
    Contract.HEARTS: ("LO-26", _hearts),
    Contract.JACK_CLUBS: ("LO-27", _jack_clubs),
    Contract.KING_LAST: ("LO-28", _king_last),
    Contract.KING_HEARTS: ("LO-28", _split_king_hearts),
    Contract.SIXTH_TRICK: ("LO-28", _split_sixth_trick),
}
_LIBYAN: Final[dict[Contract, _Rule]] = {
    Contract.HEARTS: ("LO-52", _hearts),
    Contract.KING_HEARTS: ("LO-53", _libyan_king_hearts),
    Contract.QUEENS: ("LO-54", _libyan_queens),
    Contract.JACK_CLUBS: ("LO-55", _libyan_jack_clubs),
    Contract.SIXTH_TRICK: ("LO-56", _libyan_sixth_trick),
    Contract.TRICKS: ("LO-57", _libyan_tricks),
}


# --- the layout


def _layout(s: State) -> Points:
    """Score the layout of the standard version (LO-35): who is out -8, the others their cards; passes if agreed."""
    each = s.options.layout_pass_points
    return tuple(
        (hand.bit_count() if hand else -8) + each * passes for hand, passes in zip(s.held, s.laid.passes, strict=True)
    )


def _libyan_layout(s: State) -> Points:
    """Score the Libyan layout: who is out 0, the others their cards and two a pass (LO-60), doubled by LO-62."""
    twice = 2 if s.laid.last is not None and s.laid.last.rank == s.laid.base else 1
    return tuple(
        twice * (hand.bit_count() + 2 * passes) if hand else 0
        for hand, passes in zip(s.held, s.laid.passes, strict=True)
    )


# --- the schedule of penalties


class Penalty(msgspec.Struct, frozen=True):
    """A line of the schedule: what an offence costs and what then becomes of the deal.

    `then` is `redealt` (LO-43), `ends` (LO-41), `corrected` (LO-42) or `goes_on`. `phase` says where alone it can
    happen, None anywhere. `impossible` marks what cannot happen under `illegal_move_policy=reject`, because the move is
    refused or nobody can do it here.
    """

    points: int
    then: str
    phase: Phase | None = None
    impossible: bool = False


SCHEDULE: Final[dict[str, Penalty]] = {
    "LP-1": Penalty(8, "redealt"),
    "LP-2": Penalty(8, "ends", impossible=True),
    "LP-3": Penalty(8, "ends", impossible=True),
    "LP-4": Penalty(8, "ends", Phase.TRICKS),
    "LP-5": Penalty(8, "ends", Phase.TRICKS, impossible=True),
    "LP-6": Penalty(8, "ends"),
    "LP-7": Penalty(8, "ends"),
    "LP-8": Penalty(16, "ends", Phase.TRICKS, impossible=True),
    "LP-9": Penalty(8, "corrected", Phase.LAYOUT, impossible=True),
    "LP-10": Penalty(8, "corrected", Phase.LAYOUT),
    "LP-11": Penalty(8, "corrected"),
    "LP-12": Penalty(32, "ends", Phase.LAYOUT, impossible=True),
    "LP-13": Penalty(4, "goes_on"),
    "BG-20": Penalty(8, "ends"),  # lost by the clock, where that was agreed: like the other ends of a deal (LO-41)
}


def chargeable(s: State, seat: Seat, offence: str) -> Refusal | None:
    """Judge whether an arbiter can charge a seat with an offence; None where he can.

    After the end of a deal everything can be charged that its contract allowed (LO-44): the game may have been entered
    by hand.
    """
    line = SCHEDULE.get(offence)
    if line is None or offence == "BG-20":
        return Refusal("OFFENCE_UNKNOWN", "LO-40", {"offence": offence})
    if offence == "LP-1" and seat != s.dealer:
        return Refusal("NOT_THE_DEALER", "LP-1", {"seat": s.dealer})
    facts: dict[str, Fact] = {"offence": offence}
    if line.phase not in (None, s.phase):
        return Refusal("OFFENCE_NOT_HERE", offence, facts | {"case": "phase"})
    if offence == "LP-10" and s.options.version is not Version.LIBYAN:  # LO-40
        return Refusal("OFFENCE_NOT_HERE", offence, facts | {"case": "phase"})
    if line.impossible and s.over is None and s.options.illegal_move_policy is IllegalMovePolicy.REJECT:
        return Refusal("OFFENCE_NOT_HERE", offence, facts | {"case": "refused"})
    return None


def penalties(s: State) -> Points:
    """Give what the offences of a deal add to each seat's total: they add up and are never doubled (LO-45)."""
    found = [0] * s.options.players
    for offence in s.offences:
        found[offence.seat] += SCHEDULE[offence.id].points
    return tuple(found)


# --- the end of a deal


def outcome(s: State) -> Outcome | None:
    """Say how the deal ended. The lowest points win; penalties stand beside them (LO-37)."""
    if s.over is None:
        return None
    facts: dict[str, Fact] = {"dealer_seat": s.dealer, "contract": s.contract or "-"}
    if s.phase is Phase.LAYOUT:
        facts["passes"] = tuple(map(str, s.laid.passes))
    elif s.phase is Phase.TRICKS:
        facts["tricks"] = tuple(map(str, _tricks(s)))
    if s.offences:
        facts["offences"] = tuple(map(str, s.offences))
    rule, points = _points(s)
    left = tuple([hand.bit_count() for hand in s.held])
    winners: tuple[Seat, ...] = ()
    if s.over is Reason.OUT:
        winners = (left.index(0),)
    elif s.over is Reason.PLAYED and len(set(points)) > 1:
        least = min(points)
        winners = tuple([seat for seat, each in enumerate(points) if each == least])
    return Outcome(s.over, points, penalties(s), left, winners, rule, facts)


def _tricks(s: State) -> Points:
    return tuple(map(s.won.count, range(s.options.players)))


def _points(s: State) -> tuple[str, Points]:
    """Give the rule that ended the deal, and its points."""
    nothing = (0,) * s.options.players
    if s.over is Reason.PENALTY:  # LO-41
        return s.ended, nothing
    libyan = s.options.version is Version.LIBYAN
    if s.phase is Phase.LAYOUT:
        return ("LO-60", _libyan_layout(s)) if libyan else ("LO-35", _layout(s))
    tricks = _tricks(s)
    if s.contract is Contract.TWO_PLAYERS:
        found = two_players(tricks)
        if found is not None:
            return "LO-58", found
        last = s.terms.tries + 1 == MAX_TRIES
        return "LO-59", tuple(8 if last and seat == s.dealer else 0 for seat in range(s.options.players))
    assert s.contract is not None
    rule, scored = (_LIBYAN if libyan else _STANDARD)[s.contract]
    return rule, scored(s.options, Won(s.won, tricks, s.played))


# --- what a deal hands to the next


def again(s: State) -> bool:
    """Whether a deal that is over is dealt again under the same number, with no contract used up.

    After an error in dealing (LO-43), after an end before the contract was named (LO-47), and after an attempt without
    a result while another is left (LO-59).
    """
    if s.over is Reason.PENALTY:
        return s.ended == "LP-1" or s.contract is None
    if s.over is None or s.contract is not Contract.TWO_PLAYERS:
        return False
    return two_players(_tricks(s)) is None and s.terms.tries + 1 < MAX_TRIES


def next_starter(s: State) -> Seat | None:
    """Give the dealer of the next deal (LO-8); None while this one runs.

    The same for a deal that is dealt again (LO-43, LO-47, LO-59). The extra deals go round once, as after every block.
    """
    if s.over is None:
        return None
    same = again(s) or (
        s.options.deal_rotation is DealRotation.BLOCKS and not s.extra and s.number % len(contracts(s.options)) != 0
    )
    return s.dealer if same else s.leader


def carry(s: State) -> str:
    """Give what the next deal must know: the contracts each seat has named (LO-10), attempts without result (LO-59)."""
    repeated = again(s)
    tries = s.terms.tries
    if repeated and s.over is Reason.PLAYED:
        tries += 1
    elif not repeated:
        tries = 0
    assert tries < MAX_TRIES
    named = s.terms.named
    if s.options.contract_order is ContractOrder.CHOSEN and not repeated and not s.extra and s.contract is not None:
        mine = (*named[s.leader], s.contract)
        named = (*named[: s.leader], mine, *named[s.leader + 1 :])
    return write_carry(named, tries)
