"""What may be seen of a Longana deal: the view of a seat, of the public, and the open one. Pure."""

from __future__ import annotations

import msgspec

from contracts.games.claims import ClaimView, heard
from contracts.games.game import Outcome, Seat
from contracts.games.longana_state import ID, NAMES, Move, State


class ArmView(msgspec.Struct, frozen=True):
    """An arm as anyone sees it: `chain` from the hub outwards, `opened` its place in the opening order."""

    owner: Seat
    name: str
    end: int
    chain: tuple[str, ...]
    opened: int | None


class LonganaView(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or the public (`seat` None), may see of a deal; tiles, placements and moves are texts.

    `hands` holds the open hands, None for a hidden one, and `hand` the viewer's own. `moves` are the viewer's legal
    moves, empty when another seat is on turn. `starting_rule` named `leader` (L-7 to L-9). `offences` counts the
    viewer's own booked false claims: the others are not told before the deal ends.

    In declared mode an unseen tile reads `??`, `claims` are the passes made, `naming` says whether it is to be entered
    who leads (`optional`, `required`), `must` that the seat on turn has taken back a false pass, and `showing` that the
    deal is over and the hands are being shown.
    """

    game: str = ID
    deal: int
    seat: Seat | None
    seats: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    turn: Seat | None
    starter: Seat | None
    leader: Seat
    starting_rule: str
    hub: str | None
    arms: tuple[ArmView, ...]
    hand: tuple[str, ...]
    hands: tuple[tuple[str, ...] | None, ...]
    sizes: tuple[int, ...]
    count: int
    offences: int = 0
    moves: tuple[str, ...] = ()
    outcome: Outcome | None = None
    claims: tuple[ClaimView, ...] = ()
    naming: str = ""
    must: bool = False
    showing: bool = False


def make_view(
    s: State,
    seat: Seat | None,
    *,
    opened: bool,
    sides: tuple[tuple[Seat, ...], ...],
    moves: tuple[Move, ...],
    outcome: Outcome | None,
) -> LonganaView:
    """Make the view of a seat: its own hand alone, or all of them when `opened`; `moves` are those that it may see."""
    hands = tuple(tuple(map(str, hand)) for hand in s.hands)
    return LonganaView(
        deal=s.number,
        seat=seat,
        seats=tuple(NAMES[: len(hands)]),
        sides=sides,
        turn=s.turn,
        starter=s.starter,
        leader=s.leader,
        starting_rule=s.rule,
        hub=None if s.hub is None else f"{s.hub}-{s.hub}",
        arms=tuple(
            ArmView(arm.owner, NAMES[arm.owner], arm.end, tuple(map(str, arm.chain)), arm.opened) for arm in s.arms
        ),
        hand=() if seat is None else hands[seat],
        hands=tuple(hand if opened or at == seat else None for at, hand in enumerate(hands)),
        sizes=tuple(map(len, hands)),
        count=s.count,
        offences=0 if seat is None else s.offences[seat],
        moves=tuple(map(str, moves)),
        outcome=outcome,
        claims=heard(s.claims),
        naming=s.naming.value,
        must=s.must,
        showing=s.over is not None and s.turn is not None,
    )
