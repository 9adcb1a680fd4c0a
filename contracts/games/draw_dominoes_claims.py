"""Draw dominoes with hands that the server does not know: who opened, claims, an arbiter's charge, exposure (BG-17).

May import msgspec and the leaves of `contracts.games`. The rules of play are `draw_dominoes.py`, which asks here
wherever `claim_mode=declared` differs.
"""

from __future__ import annotations

from msgspec.structs import replace

from contracts.games import blocked, claims
from contracts.games.claims import Claim, Naming, Show
from contracts.games.draw_dominoes_state import (
    AT_L,
    AT_R,
    BIT,
    NUMBER,
    ONLY_DRAW,
    ONLY_SKIP,
    OPEN,
    UNSEEN_BITS,
    Draw,
    Lay,
    Move,
    Skip,
    Starts,
    State,
    hand,
    seat_name,
    with_tile,
    without_unseen,
)
from contracts.games.game import Fact, Reason, Refusal, Seat
from contracts.games.pieces import UNSEEN, Tile

_ALL = sum(BIT.values())


# --- hands


def spare_bits(s: State) -> int:
    """Give the tiles that an unseen slot may hold: all of the set that are not known to be elsewhere (BG-17)."""
    known = 0
    for bits in s.held:
        known |= bits
    for tile in s.boneyard:
        known |= BIT.get(tile, 0)
    for left, right in s.line:
        known |= BIT[Tile(max(left, right), min(left, right))]
    return _ALL & ~known


def unseen(s: State, seat: Seat) -> bool:
    """Whether a hand holds tiles that the server does not know, so that it cannot move for that seat."""
    return claims.declared(s.options) and bool(s.held[seat] & UNSEEN_BITS)


def held_bits(s: State) -> int:
    """Give the tiles that the seat on turn may play: its hand, and in place of unseen slots what they may hold."""
    bits = s.held[s.turn]
    return (bits & _ALL) | spare_bits(s) if unseen(s, s.turn) else bits


def held(s: State) -> tuple[Tile, ...]:
    """Give `held_bits` as tiles, the highest first."""
    return hand(held_bits(s))


def showing(s: State) -> bool:
    """Whether the round is over but hands are still to be shown; `s.turn` is then the seat whose tiles are."""
    return s.end is not None and unseen(s, s.turn)


def ended(s: State) -> State:
    """Let whoever has unseen tiles show them, once the round is over."""
    if s.end is None or not claims.declared(s.options):
        return s
    shows = next((seat for seat, bits in enumerate(s.held) if bits & UNSEEN_BITS), None)
    return s if shows is None else replace(s, turn=shows)


def dead_ends(line: tuple[tuple[int, int], ...], left: int, right: int) -> bool:
    """Whether all tiles of both end numbers lie in the line, so that nobody needs to know the hands (DD-24, BG-21)."""
    laid = [Tile(max(pair), min(pair)) for pair in line]
    return all(blocked.dead(number, laid, 6) for number in {left, right})


# --- moves


def moves(s: State) -> tuple[Move, ...]:
    """Generate the moves in declared mode: a draw or a skip is always among them, but after one taken back (BG-17)."""
    if s.end is not None:
        return tuple(Show(tile) for tile in hand(spare_bits(s))) if showing(s) else ()
    if s.naming is Naming.MUST:
        return _named(s)
    bits = held_bits(s)
    if s.left < 0:
        openings: tuple[Move, ...] = tuple(OPEN[t] for t in hand(bits) if s.opening in {None, t})
        return openings + (_named(s) if s.naming else ())
    found: tuple[Move, ...] = AT_L[s.left][bits & NUMBER[s.left]] + AT_R[s.right][bits & NUMBER[s.right]]
    if s.kept is not None:
        found = tuple(m for m in found if isinstance(m, Lay) and m.tile != s.kept)
    if s.must and found:
        return found
    return found + (ONLY_DRAW if s.boneyard else ONLY_SKIP)


def _named(s: State) -> tuple[Move, ...]:
    """Generate the namings: before the first tile the scorer enters who opened, once (BG-17)."""
    return tuple(Starts(seat) for seat in range(len(s.held)) if s.naming is Naming.MUST or seat != s.turn)


def refuse_special(s: State, m: Move) -> Refusal | None:
    """Judge a showing or a naming, and any move while one of them is due (BG-17)."""
    if s.end is not None:
        if not isinstance(m, Show):
            return Refusal("SHOW_REQUIRED", "BG-17")
        if m.tile in OPEN and BIT[m.tile] & spare_bits(s):
            return None
        return Refusal("TILE_NOT_IN_HAND", "BG-17", {"tile": str(m.tile)})
    if isinstance(m, Show):
        return Refusal("NOTHING_TO_SHOW", "BG-17", {"tile": str(m.tile)})
    if not isinstance(m, Starts):
        return Refusal("FIRST_NOT_NAMED", "BG-17") if s.naming is Naming.MUST else None
    if s.naming is Naming.NO or (s.naming is Naming.MAY and m.seat == s.turn):
        return Refusal("FIRST_NAMED", "BG-17", {"seat": s.starter})
    if not 0 <= m.seat < len(s.held):
        return Refusal("NO_SUCH_SEAT", "DD-1", {"place": seat_name(m.seat)})
    return None


def refuse_claim(s: State, rule: str, facts: dict[str, Fact]) -> Refusal | None:
    """Judge a draw or a skip that hides a placement: believed, unless one was taken back in this turn (BG-18 a)."""
    if not s.line:  # before the first tile a placement always exists, whoever holds what
        return Refusal("FALSE_CLAIM", rule, facts)
    return Refusal("FALSE_CLAIM", "BG-18", facts) if s.must else None


def ready(s: State, m: Move) -> State:
    """Carry out what comes before a move: a naming, a showing, or a tile taken out of its unseen slot."""
    if isinstance(m, Starts):
        return replace(s, turn=m.seat, starter=m.seat, naming=Naming.NO)
    if isinstance(m, Show | Lay) and not s.held[s.turn] & BIT[m.tile]:
        bits = with_tile(without_unseen(s.held[s.turn]), m.tile)
        known = replace(s, held=(*s.held[: s.turn], bits, *s.held[s.turn + 1 :]))
        return ended(known)
    return s


def noted(s: State, m: Move, after: State) -> State:
    """Write down what a move means for the claims: its own (BG-16), or a tile placed since the earlier ones."""
    found = s.claims
    if isinstance(m, Lay):
        found = claims.laid(found, s.turn, m.tile)
    elif isinstance(m, Draw | Skip):
        made = Claim(s.turn, str(m), tuple(sorted({s.left, s.right})), count=s.count, drew=s.drew)
        drawn = s.boneyard[0] if isinstance(m, Draw) else None
        found = claims.claimed(found, made, same_turn=s.drew > 0, drawn=drawn)
    return ended(replace(after, claims=found))


# --- claims, judged and charged


def judged(s: State) -> claims.Judged:
    """Judge all claims of a round whose hands are known: a block's confirmations are its last skips (BG-18 c)."""
    return claims.judge(s.claims, s.hands, s.options, seat_name, block_of=_block_of(s))


def _block_of(s: State) -> int:
    return len(s.held) if s.end is Reason.BLOCKED else 0


def chargeable(s: State, seat: Seat, offence: str) -> Refusal | None:
    """Judge an arbiter's charge that the last claim of a seat was false; None where it can be one (BG-18)."""
    finished = s.end is not None and not showing(s)
    return claims.chargeable(s.claims, seat, offence, s.options, s.hands[seat], hand(spare_bits(s)), finished=finished)


def charge(s: State, seat: Seat, offence: str) -> State:
    """Establish that a seat's last claim was false (BG-18). Trusts: `chargeable` has been asked.

    (a) Nothing was placed or drawn since: the claim and later skips are annulled and he must play; a tile that he drew
    stays in his hand, and he plays another. (b) Later in the round only the penalty is added; `lose_deal` ends the
    round. (c), (d) After the end nothing but what exposure and penalty bring.
    """
    assert offence == claims.OFFENCE
    at = claims.last_claim(s.claims, seat)
    assert at is not None
    mine = s.claims[at]
    if s.end is not None:
        letter = claims.remedy(s.claims, at, block_of=_block_of(s)) if showing(s) else "d"
        return replace(s, claims=claims.established(s.claims, at, letter))
    if claims.loses(s.options):
        lost = replace(s, claims=claims.established(s.claims, at, "b"), end=Reason.PENALTY, loser=seat)
        return ended(lost)
    if mine.late:
        return replace(s, claims=claims.established(s.claims, at, "b"))
    drew = s.drew if mine.kind == "draw" else mine.drew
    kept = next((tile for tile in mine.drawn if tile != UNSEEN), None)
    found = claims.established(s.claims, at, "a")
    return replace(s, claims=found, count=mine.count, drew=drew, turn=seat, must=True, kept=kept)


def automatic(s: State, found: tuple[Move, ...]) -> tuple[Move, ...]:
    """Give the moves among which the server may choose for a hand that it does not know: known tiles, else a claim."""
    known = tuple(m for m in found if isinstance(m, Lay) and s.held[s.turn] & BIT[m.tile])
    return known or tuple(m for m in found if isinstance(m, Draw | Skip)) or found[:1]
