"""What may be seen of a Lora deal. May import msgspec and the leaves of `contracts.games`."""

from __future__ import annotations

import msgspec

from contracts.games.cards import RANKS, SUITS, Card, texts
from contracts.games.game import Outcome, Seat
from contracts.games.layout import lying, next_card
from contracts.games.lora_options import Contract, ContractOrder, LayoutDirection, Version, contracts
from contracts.games.lora_state import NAMES, Phase, State


class Trick(msgspec.Struct, frozen=True):
    """Cards in the order in which they were played, from `leader` on; `winner` once the last one lies."""

    leader: Seat
    cards: tuple[str, ...]
    winner: Seat | None = None


class Row(msgspec.Struct, frozen=True):
    """One suit of the layout: what lies, from the starting rank on, and the card that it takes next, "" when none."""

    suit: str
    cards: tuple[str, ...]
    next: str


class LoraView(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or the public (`seat` None), may see of a deal; cards, contracts and moves are texts.

    `phase` says what is awaited: a cut, the naming of a contract, a card for a trick or for the layout. `contracts` is
    the set in its order and `named` what each seat has named before this deal (empty unless contracts are chosen).
    `direction` is where the next player sits, "right" or "left".

    `trick` is the trick on the table; the one before shows in `last_trick` until the next is led, then it is turned
    face down and only `tricks`, the number each seat has won, remains (LP-4). All of them are in `past` once the deal
    is over. `rows` is the layout, `base` its starting rank; `called` are the seats whose last card lies face down.

    `hands` holds the open hands, None for a hidden one, and `hand` the viewer's own. `aside` is what three players set
    aside. `moves` are the viewer's correct moves, empty when another seat is on turn. `offences` are those booked in
    this deal, `S2:LP-8`, and `ended` the one that ended it.
    """

    game: str = "lora/1"
    deal: int
    seat: Seat | None
    seats: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    turn: Seat | None
    phase: str
    dealer: Seat
    leader: Seat
    direction: str
    contract: str | None
    contracts: tuple[str, ...]
    named: tuple[tuple[str, ...], ...]
    attempt: int
    trick: Trick | None
    last_trick: Trick | None
    past: tuple[Trick, ...]
    tricks: tuple[int, ...]
    base: str
    rows: tuple[Row, ...]
    passes: tuple[int, ...]
    called: tuple[Seat, ...]
    aside: tuple[str, ...]
    hand: tuple[str, ...]
    hands: tuple[tuple[str, ...] | None, ...]
    sizes: tuple[int, ...]
    offences: tuple[str, ...] = ()
    ended: str = ""
    moves: tuple[str, ...] = ()
    outcome: Outcome | None = None


def show(s: State, seat: Seat | None, moves: tuple[str, ...], ended: Outcome | None, *, opened: bool) -> LoraView:
    """Make the view of a seat; `opened` shows all hands and all tricks. The pack before the cut is nobody's."""
    n = len(s.held)
    hands = tuple(map(texts, s.held))
    tricks = _tricks(s)
    current = tricks[-1] if tricks and tricks[-1].winner is None else None
    complete = tricks[:-1] if current else tricks
    return LoraView(
        deal=s.number,
        seat=seat,
        seats=NAMES[:n],
        sides=tuple((at,) for at in range(n)),
        turn=s.turn,
        phase=s.phase,
        dealer=s.dealer,
        leader=s.leader,
        direction=_direction(s),
        contract=s.contract,
        contracts=contracts(s.options),
        named=s.terms.named if s.options.contract_order is ContractOrder.CHOSEN else ((),) * n,
        attempt=s.terms.tries + 1,
        trick=current,
        last_trick=complete[-1] if complete and current is None else None,
        past=complete if opened else (),
        tricks=tuple(s.won.count(at) for at in range(n)),
        base="" if s.laid.base is None else RANKS[s.laid.base],
        rows=_rows(s),
        passes=s.laid.passes,
        called=s.laid.called,
        aside=texts(s.aside),
        hand=() if seat is None else hands[seat],
        hands=tuple(hand if opened or at == seat else None for at, hand in enumerate(hands)),
        sizes=tuple(map(len, hands)),
        offences=tuple(map(str, s.offences)),
        ended=s.ended,
        moves=moves,
        outcome=ended,
    )


def _direction(s: State) -> str:
    """Say where the next player sits: right, in the Libyan version left (LO-5, LO-6, LO-50)."""
    turned = s.contract is Contract.LAYOUT and s.options.layout_direction is LayoutDirection.CLOCKWISE
    return "left" if turned or s.options.version is Version.LIBYAN else "right"


def _tricks(s: State) -> tuple[Trick, ...]:
    n = len(s.held)
    leaders = (s.leader, *s.won)
    winners = (*s.won, None)
    return tuple(
        Trick(leaders[at // n], tuple(map(str, s.played[at : at + n])), winners[at // n])
        for at in range(0, len(s.played), n)
    )


def _rows(s: State) -> tuple[Row, ...]:
    """Give the layout, empty rows too once it has begun."""
    base = s.laid.base
    if s.phase is not Phase.LAYOUT or base is None:
        return ()
    return tuple(
        Row(name, tuple(map(str, lying(base, s.laid.rows, suit))), _text(next_card(base, s.laid.rows, suit)))
        for suit, name in enumerate(SUITS)
    )


def _text(card: Card | None) -> str:
    return "" if card is None else str(card)
