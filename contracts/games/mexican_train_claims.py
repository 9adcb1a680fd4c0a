"""Mexican Train where nobody but the players knows the hands: claims kept, annulled and judged, tiles shown (BG-16 on).

Pure. Everything but `accessible` does something in `claim_mode=declared` only; what all domino games share of it is in
`claims.py`. What may be played is said in `mexican_train.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from contracts.games import claims as leaf
from contracts.games.blocked import FalseClaimPenalty
from contracts.games.claims import Claim, Judged, Show, declared
from contracts.games.game import BadNotation, Reason, Refusal, Seat
from contracts.games.mexican_train_state import (
    BIT,
    MEXICAN,
    NAMES,
    NUMBER,
    SEEN,
    TABLE,
    TILES,
    Branch,
    DoubleFollowUp,
    Move,
    State,
    Train,
    find_branch,
    open_ends,
    pack,
    unpack,
    with_tile,
)
from contracts.games.pieces import UNSEEN, Tile, tile_set

KINDS = ("draw", "pass")
"""The moves that are claims of inability (BG-16)."""

_MARKS = 4  # of a claim, before the marked seats: first turns, tiles laid, train and branch of the follow-up


# --- what somebody may hold


def spares(s: State) -> int:
    """Give the bits of the tiles that are not known to be anywhere: any unseen slot may hold one (BG-17)."""
    known = s.down | pack(tile for tile in s.boneyard if tile != UNSEEN)
    for hand in s.held:
        known |= hand
    return ~known & ((1 << len(tile_set(TABLE[len(s.held)][0]))) - 1)


def unseen(s: State, seat: Seat) -> bool:
    """Whether a hand holds tiles that the server does not know, so that it cannot move for that seat."""
    return s.held[seat] > SEEN and declared(s.options)


def held(s: State, seat: Seat) -> tuple[int, int]:
    """Give the bits of the tiles that a seat may play now: known ones, and those that its unseen slots may hold.

    A tile just drawn leaves no choice (MT-20), and the one that an annulled draw brought stays in the hand (BG-18 a).
    """
    known = s.held[seat] & SEEN if s.drawn is None else BIT.get(s.drawn, 0)
    if not declared(s.options):
        return known, 0
    if s.withheld is not None:
        known &= ~BIT.get(s.withheld, 0)
    slots = (s.held[seat] >> len(TILES)).bit_count() - (s.withheld == UNSEEN)
    return known, spares(s) if slots > 0 and s.drawn in {None, UNSEEN} else 0


def accessible(s: State, seat: Seat) -> list[tuple[int, Branch]]:
    """Give the ends that a player may use now: those that a claim of his is about (BG-16, MT-12 to MT-28)."""
    if s.follow is not None and s.options.double_follow_up is DoubleFollowUp.OWN_DOUBLE:
        return _at(s, *s.follow)  # MT-24
    if s.first:
        return open_ends(s.trains[seat])  # MT-14
    if s.queue and not s.laid:
        return _at(s, s.queue[0].train, s.queue[0].branch)  # MT-26, MT-27
    ends: list[tuple[int, Branch]] = []
    for train in s.trains:
        if train.marked or train.owner in (seat, MEXICAN):  # MT-12
            ends += open_ends(train)
    return ends


def _at(s: State, train: int, name: str) -> list[tuple[int, Branch]]:
    branch = find_branch(s.trains[train], name)
    assert branch is not None
    return [(train, branch)]


# --- claims, as they are made


def claimed(s: State, kind: str, drawn: Tile | None = None) -> State:
    """Write down that the seat on turn cannot play; `drawn` is the tile that a draw brings him."""
    seat = s.turn
    if seat is None or not declared(s.options):
        return s
    numbers = tuple(sorted({branch.end for _, branch in accessible(s, seat)}))
    follow = (0, 0) if s.follow is None else (s.follow[0] + 2, _place(s.trains[s.follow[0]], s.follow[1]))
    marks = (s.first, s.laid, *follow, *(train.owner for train in s.trains if train.marked))
    claim = Claim(seat, kind, numbers, marks=marks)
    return replace(s, claims=leaf.claimed(s.claims, claim, same_turn=s.claimed, drawn=drawn), claimed=True)


def _place(train: Train, name: str) -> int:
    return next(at for at, branch in enumerate(train.branches) if branch.name == name)


def noted(s: State, tile: Tile) -> State:
    """Note in the claims that the seat on turn places a tile; an annulled claim is made good by it (BG-18 a).

    A tile placed right after an unknown draw is the drawn one (MT-20).
    """
    seat = s.turn
    if seat is None or not s.claims:
        return s
    found = leaf.identified(s.claims, seat, tile) if s.drawn == UNSEEN else s.claims
    return replace(s, claims=leaf.laid(found, seat, tile), must=False, withheld=None)


# --- the end of the round, and the exposure of the hands


def showing(s: State) -> bool:
    """Whether the round has ended and hands are still being shown."""
    return s.over is not None and s.turn is not None


def ended(s: State, why: Reason) -> State:
    """End a round; where hands are unseen, whoever has tiles to show is on turn until all lie open (BG-17)."""
    done = replace(s, over=why, drawn=None, follow=None, claimed=False, must=False, withheld=None)
    return replace(done, turn=leaf.exposing(done.hands) if declared(s.options) else None)


def shows(s: State) -> tuple[Show, ...]:
    """Give what may be shown for an unseen slot: every tile not known to be elsewhere, in order."""
    return tuple(map(Show, unpack(spares(s))))


def refuse_show(s: State, m: Move) -> Refusal | None:
    """Judge a tile shown, or any other move while the hands are to be shown (BG-17)."""
    if not isinstance(m, Show):
        return Refusal("SHOW_REQUIRED", "BG-17")
    if not showing(s):
        return Refusal("NOTHING_TO_SHOW", "BG-17", {"tile": str(m.tile)})
    known = {*(tile for hand in s.hands for tile in hand), *s.boneyard, Tile(s.engine, s.engine)}
    known |= {place.tile for train in s.trains for branch in train.branches for place in branch.chain}
    if m.tile in known or m.tile not in tile_set(TABLE[len(s.held)][0]):
        return Refusal("TILE_NOT_IN_HAND", "BG-17", {"tile": str(m.tile)})
    return None


def shown(s: State, tile: Tile) -> State:
    """Expose a tile of the seat on turn; with the last one of all the round is over."""
    seat = s.turn
    assert seat is not None
    hand = with_tile(s.held[seat] ^ 1 << s.held[seat].bit_length() - 1, tile)
    lies_open = replace(s, held=(*s.held[:seat], hand, *s.held[seat + 1 :]))
    return replace(lies_open, turn=leaf.exposing(lies_open.hands))


def judged(s: State) -> Judged:
    """Judge all claims of a round that is over (BG-17 to BG-19)."""
    return leaf.judge(s.claims, s.hands, s.options, NAMES.__getitem__, block_of=_block_of(s))


def _block_of(s: State) -> int:
    """The number of passes, the last ones made, that confirmed a block (BG-10)."""
    return len(s.held) if s.over is Reason.BLOCKED else 0


# --- claims that an arbiter establishes to be false


def chargeable(s: State, seat: Seat, offence: str) -> Refusal | None:
    """Judge an arbiter's charge: that the last claim of a seat was false, so far as the hands known do not forbid it.

    What the exposure has found false cannot be charged again (BG-19).
    """
    hand = unpack(s.held[seat])
    if found := leaf.chargeable(s.claims, seat, offence, s.options, hand, unpack(spares(s))):
        return found
    at = leaf.last_claim(s.claims, seat)
    assert at is not None
    if s.over is not None and leaf.verdict(s.claims[at], hand) is leaf.Verdict.FALSE:
        return Refusal("CLAIM_CHARGED", "BG-19", {"seat": seat})
    if s.over is None and not s.claims[at].late and not _able(annulled(s, at)):  # an unseen tile that he has just drawn
        return Refusal("CLAIM_TRUE", "BG-16", {"seat": seat})
    return None


def _able(s: State) -> bool:
    """Whether the seat on turn may hold a tile for an end that it may use."""
    seat = s.turn
    assert seat is not None
    known, maybe = held(s, seat)
    return any(NUMBER[branch.end] & (known | maybe) for _, branch in accessible(s, seat))


def charge(s: State, seat: Seat, offence: str) -> State:
    """Establish that the last claim of a seat was false, with its remedy by BG-18. Trusts: `chargeable` was asked.

    (a) No tile was placed or drawn since: the claim is annulled and he must play. (b) Later in the round only the
    penalty is added; `lose_deal` ends the round. (c), (d) After its end there is only what exposure and penalty bring.
    """
    assert offence == leaf.OFFENCE
    at = leaf.last_claim(s.claims, seat)
    assert at is not None
    if s.over is not None:
        letter = leaf.remedy(s.claims, at, block_of=_block_of(s)) if showing(s) else "d"
        return replace(s, claims=leaf.established(s.claims, at, letter))
    if s.options.false_claim_penalty is not FalseClaimPenalty.LOSE_DEAL and not s.claims[at].late:
        return annulled(s, at)
    found = replace(s, claims=leaf.established(s.claims, at, "b"))
    if s.options.false_claim_penalty is FalseClaimPenalty.LOSE_DEAL:  # BG-19
        return ended(replace(found, offender=seat), Reason.PENALTY)
    return found


def annulled(s: State, at: int) -> State:
    """Go back to the moment of a claim, which no tile has followed: its claimant must play (BG-18 a).

    Markers put down since are taken off again. A tile that the claim brought stays in the hand and may not be the one
    played.
    """
    claim = s.claims[at]
    first, laid, train, branch, *marked = claim.marks
    trains = tuple(replace(one, marked=one.owner in marked) for one in s.trains)
    follow = (train - 2, trains[train - 2].branches[branch].name) if train else None
    drawn = claim.drawn[-1] if claim.drawn else UNSEEN
    return replace(
        s,
        claims=leaf.established(s.claims, at, "a"),
        turn=claim.seat,
        first=first,
        laid=laid,
        follow=follow,
        trains=trains,
        count=0,  # BG-11
        drawn=None,
        claimed=True,
        offended=True,
        must=True,
        withheld=drawn if claim.kind == "draw" else None,
    )


# --- a state that was written by hand


def fault(s: State) -> BadNotation | None:
    """Say what claims no round can have; None where they can stand."""
    if not declared(s.options):
        if showing(s):
            return BadNotation("notation/both")
        made = s.claims or s.claimed or s.must or s.withheld
        return BadNotation("notation/undeclared") if made else None
    if s.over is not None and s.turn != leaf.exposing(s.hands):
        return BadNotation("notation/state-shown")
    if s.claimed and (not s.claims or s.claims[-1].seat != s.turn):
        return BadNotation("notation/claimed")
    if s.must and (s.withheld is not None and s.withheld not in unpack(s.held[s.turn or 0])):
        return BadNotation("notation/withheld")
    foreign = next((claim for claim in s.claims if not _sound(s, claim)), None)
    if foreign is None:
        return None
    return BadNotation("notation/claim-round", text=leaf.write_claims((foreign,), NAMES.__getitem__))


def _sound(s: State, claim: Claim) -> bool:
    """Whether a claim can be gone back to."""
    if len(claim.marks) < _MARKS:
        return False
    first, _, train, branch, *marked = claim.marks
    n = len(s.held)
    if first > n or train > n + 1 or any(seat >= n for seat in marked):
        return False
    return not train or claim.late or branch < len(s.trains[train - 2].branches)
