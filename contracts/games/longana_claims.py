"""Longana with hands that the server does not know: who led, claims, an arbiter's charge, exposure (BG-17, BG-18).

May import msgspec and the leaves of `contracts.games`. The rules of play are `longana.py`, which asks here wherever
`claim_mode=declared` differs.
"""

from __future__ import annotations

from msgspec.structs import replace

from contracts.games import claims
from contracts.games.claims import Claim, Naming, Show
from contracts.games.game import Reason, Refusal, Seat
from contracts.games.longana_state import NAMES, SET, Arm, Leads, Move, Pass, State
from contracts.games.pieces import UNSEEN, Tile

KINDS = ("pass",)  # what a claim of inability can be here (L-24)


# --- hands


def spares(s: State) -> tuple[Tile, ...]:
    """Give the tiles that an unseen slot may hold: all of the set that are not known to be elsewhere (BG-17)."""
    known = [tile for hand in s.hands for tile in hand]
    known += [placement.tile for arm in s.arms for placement in arm.chain]
    if s.hub is not None:
        known.append(Tile(s.hub, s.hub))
    return claims.spare(SET, known)


def unseen(s: State, seat: Seat) -> bool:
    """Whether a hand holds tiles that the server does not know, so that it cannot move for that seat."""
    return claims.declared(s.options) and UNSEEN in s.hands[seat]


def held(s: State, seat: Seat) -> tuple[Tile, ...]:
    """Give the tiles that a seat may play, sorted: its hand, and in place of unseen slots what they may hold."""
    hand = s.hands[seat]
    return tuple(sorted({*hand, *spares(s)} - {UNSEEN})) if unseen(s, seat) else hand


# --- before the lead and after the end


def special(s: State) -> tuple[Move, ...] | None:
    """Generate the moves where no tile is placed: naming the leader, showing hands. None where the game goes on."""
    if s.over is not None:
        return tuple(Show(tile) for tile in spares(s))
    return named(s) if s.naming is Naming.MUST else None


def named(s: State) -> tuple[Move, ...]:
    """Generate the namings: before the lead the scorer enters who led, once (BG-17)."""
    return tuple(Leads(seat) for seat in range(len(s.hands)) if s.naming is Naming.MUST or seat != s.turn)


def refuse_special(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Judge a showing or a naming, and any move while one of them is due (BG-17)."""
    if s.over is not None:
        if not isinstance(m, Show):
            return Refusal("SHOW_REQUIRED", "BG-17")
        if claims.holds(s.hands[seat], m.tile, spares(s)) and m.tile not in s.hands[seat]:
            return None
        return Refusal("TILE_NOT_IN_HAND", "BG-17", {"tile": str(m.tile)})
    if isinstance(m, Show):
        return Refusal("NOTHING_TO_SHOW", "BG-17", {"tile": str(m.tile)})
    if not isinstance(m, Leads):
        return Refusal("FIRST_NOT_NAMED", "BG-17") if s.naming is Naming.MUST else None
    if s.naming is Naming.NO or (s.naming is Naming.MAY and m.seat == s.turn):
        return Refusal("FIRST_NAMED", "BG-17", {"seat": s.leader})
    if not 0 <= m.seat < len(s.hands):
        return Refusal("NO_SUCH_SEAT", "L-1", {"place": NAMES[m.seat : m.seat + 1] or str(m.seat)})
    return None


def play_special(s: State, m: Leads | Show) -> State:
    """Carry out a naming or a showing."""
    if isinstance(m, Leads):
        rule = "L-7" if s.starter is None else "L-9"
        return replace(s, turn=m.seat, leader=m.seat, naming=Naming.NO, rule=rule)
    seat = s.turn
    assert seat is not None
    hands = (*s.hands[:seat], claims.exposed(s.hands[seat], m.tile), *s.hands[seat + 1 :])
    return replace(s, hands=hands, turn=claims.exposing(hands))


def over(s: State, reason: Reason) -> State:
    """End the deal; in declared mode whoever has unseen tiles shows them first."""
    shows = claims.exposing(s.hands) if claims.declared(s.options) else None
    return replace(s, turn=shows, over=reason)


# --- claims


def claim(s: State, seat: Seat) -> claims.Claims:
    """Write down a pass as a claim, with what could be played then (BG-16, L-18 to L-22)."""
    own = {s.arms[seat].end} | {arm.end for arm in s.arms if arm.opened is not None}
    doubles = {arm.end for arm in s.arms} - own
    marks = tuple(arm.opened or 0 for arm in s.arms)
    made = Claim(seat, "pass", tuple(sorted(own)), tuple(sorted(doubles)), count=s.count, marks=marks)
    return claims.claimed(s.claims, made, same_turn=False)


def judged(s: State) -> claims.Judged:
    """Judge all claims of a deal whose hands are known: a block's confirmations are its last passes (BG-18 c)."""
    return claims.judge(s.claims, s.hands, s.options, NAMES.__getitem__, block_of=_block_of(s))


def _block_of(s: State) -> int:
    return len(s.hands) if s.over is Reason.BLOCKED else 0


def chargeable(s: State, seat: Seat, offence: str) -> Refusal | None:
    """Judge an arbiter's charge that the last pass of a seat was false; None where it can be one (BG-18)."""
    return claims.chargeable(s.claims, seat, offence, s.options, s.hands[seat], spares(s), finished=s.turn is None)


def charge(s: State, seat: Seat, offence: str) -> State:
    """Establish that a seat's last pass was false (BG-18). Trusts: `chargeable` has been asked.

    (a) Nothing was played since: the pass, later ones and the markers they put down are annulled, and he must play.
    (b) Later in the deal only the penalty is added; `lose_deal` ends the deal. (c), (d) After the end nothing but what
    exposure and penalty bring.
    """
    assert offence == claims.OFFENCE
    at = claims.last_claim(s.claims, seat)
    assert at is not None
    mine = s.claims[at]
    if s.over is not None:
        letter = "d" if s.turn is None else claims.remedy(s.claims, at, block_of=_block_of(s))
        return replace(s, claims=claims.established(s.claims, at, letter))
    if claims.loses(s.options):
        return replace(over(replace(s, claims=claims.established(s.claims, at, "b")), Reason.PENALTY), offender=seat)
    if mine.late:
        return replace(s, claims=claims.established(s.claims, at, "b"))
    arms = tuple(Arm(arm.owner, arm.end, arm.chain, mark or None) for arm, mark in zip(s.arms, mine.marks, strict=True))
    found = claims.established(s.claims, at, "a")
    return replace(s, claims=found, arms=arms, count=mine.count, turn=seat, must=True)


def automatic(s: State, found: tuple[Move, ...]) -> tuple[Move, ...]:
    """Give the moves among which the server may choose for a hand that it does not know: known tiles, else a pass."""
    seat = s.turn
    assert seat is not None
    known = tuple(m for m in found if not isinstance(m, Pass | Leads | Show) and m.tile in s.hands[seat])
    return known or tuple(m for m in found if isinstance(m, Pass)) or found[:1]
