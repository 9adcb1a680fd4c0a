"""How a Mexican Train round goes on from a move: what a tile opens and answers, markers, turns, blocks (MT-11 on).

Pure. Trusts its caller: whether a move may be made is said in `mexican_train.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from contracts.games.blocked import BlockDetection, confirmed
from contracts.games.claims import Show, declared
from contracts.games.game import Reason
from contracts.games.mexican_train_claims import claimed, ended, noted, shown
from contracts.games.mexican_train_state import (
    BIT,
    OF_SET,
    TABLE,
    TOES,
    Branch,
    DoubleAnswer,
    DoubleFollowUp,
    Draw,
    End,
    FirstTurn,
    Keep,
    Lay,
    Move,
    Open,
    Pass,
    State,
    Train,
    dead,
    find_branch,
    open_ends,
    with_tile,
    without_tile,
)  # fmt: skip
from contracts.games.pieces import Placement, Tile


def play(s: State, m: Move) -> State:
    """Carry out a move of the seat on turn. Trusts: `refuse` has been asked, nothing is checked again."""
    assert s.turn is not None, "the round is over"
    match m:
        case Lay(tile, train, branch):
            return _lay(s, tile, train, branch)
        case Draw():  # MT-20, MT-25: one tile, from the front
            tile = s.boneyard[0]
            held = (*s.held[: s.turn], with_tile(s.held[s.turn], tile), *s.held[s.turn + 1 :])
            s = claimed(s, "draw", tile)
            return _proved(replace(s, held=held, boneyard=s.boneyard[1:], drawn=tile, count=0))  # BG-11
        case Keep():
            return _next(_mark(s))
        case End():
            return _next(s)
        case Pass():
            return _pass(s)
        case Show(tile):
            return shown(s, tile)


def _lay(s: State, tile: Tile, train: int, name: str) -> State:
    """Put a tile down (MT-11), then see what it opens, answers and leaves owing."""
    seat = s.turn
    assert seat is not None
    longer, toe = _longer(s, s.trains[train], name, tile)
    if train == seat and longer.marked:  # MT-34
        longer = replace(longer, marked=False)
    at = train if train >= 0 else len(s.held)
    trains = (*s.trains[:at], longer, *s.trains[at + 1 :])
    held = (*s.held[:seat], without_tile(s.held[seat], tile), *s.held[seat + 1 :])
    assert held[seat] < s.held[seat], "the tile is in the hand"
    laid = replace(
        noted(s, tile),
        trains=trains,
        held=held,
        down=s.down | BIT[tile],
        laid=s.laid + 1,
        drawn=None,
        follow=None,
        count=0,  # BG-11
    )
    if not held[seat]:  # MT-36: whatever is open, and even on a first turn
        for one in laid.queue:
            laid = replace(laid, trains=_closed(laid.trains, one))
        return ended(replace(laid, queue=()), Reason.OUT)
    laid = _queued(laid, train, name, double=tile.double)
    stays = False
    if tile.double:
        nothing_owed = s.options.double_follow_up is DoubleFollowUp.OWN_DOUBLE and dead(laid, tile.high)  # MT-30
        if not nothing_owed:  # MT-24
            laid, stays = replace(laid, follow=(train, name)), True
    elif s.first and s.options.first_turn is FirstTurn.CHAIN and s.drawn is None:  # MT-15, MT-16
        stays = not toe  # MT-32: a chain ends with the first tile on a chicken foot
    laid = _proved(laid)
    return laid if stays or laid.turn is None else _next(laid)


def _longer(s: State, train: Train, name: str, tile: Tile) -> tuple[Train, bool]:
    """Lengthen a train at an end; True where the tile is one of the three on a chicken foot (MT-32)."""
    at, branch = next((at, branch) for at, branch in enumerate(train.branches) if branch.name == name)
    outer = tile.other(branch.end)
    placement = Placement(branch.end, outer)
    before, after = train.branches[:at], train.branches[at + 1 :]
    foot = s.options.double_answer is DoubleAnswer.CHICKEN_FOOT and branch.chain and branch.chain[-1].tile.double
    if not foot:
        chain = (*branch.chain, placement)
        return Train(train.owner, (*before, Branch(name, outer, chain), *after), train.marked), False
    toe = Branch(name + TOES[branch.toes], outer, (placement,))
    toes = branch.toes + 1
    # A toe comes after its elder sisters and all that lies beyond them, so that the order stays L, LL, LC, C.
    younger = next((i for i, b in enumerate(after) if not b.name.startswith(name)), len(after))
    divided = Branch(name, branch.end, branch.chain, toes, open=toes < len(TOES))
    branches = (*before, divided, *after[:younger], toe, *after[younger:])
    return Train(train.owner, branches, train.marked), True


def _queued(s: State, train: int, name: str, *, double: bool) -> State:
    """Bring the queue up to date after a tile on an end: answered, opened and dead doubles (MT-23, MT-27, MT-29)."""
    if not s.queue and not double:
        return s
    foot = s.options.double_answer is DoubleAnswer.CHICKEN_FOOT
    queue = []
    for one in s.queue:
        owed = one.owed - ((one.train, one.branch) == (train, name))
        if owed:
            queue.append(Open(one.train, one.branch, owed))
    if double:
        queue.append(Open(train, name, len(TOES) if foot else 1))
    trains = s.trains
    for one in tuple(queue):
        branch = find_branch(trains[one.train], one.branch)
        assert branch is not None
        if dead(s, branch.end):
            queue.remove(one)
            trains = _closed(trains, one)
    return replace(s, queue=tuple(queue), trains=trains)


def _closed(trains: tuple[Train, ...], one: Open) -> tuple[Train, ...]:
    """Owe a double nothing more; what lies on a chicken foot stays its only branches (MT-32)."""
    at = one.train if one.train >= 0 else len(trains) - 1
    branches = tuple(replace(b, open=False) if b.name == one.branch and b.toes else b for b in trains[at].branches)
    return (*trains[:at], replace(trains[at], branches=branches), *trains[at + 1 :])


def _mark(s: State) -> State:
    """Put the marker on the train of a player whose turn ends without the placement he owed (MT-33)."""
    seat = s.turn
    assert seat is not None
    return replace(s, trains=(*s.trains[:seat], replace(s.trains[seat], marked=True), *s.trains[seat + 1 :]))


def _next(s: State) -> State:
    """End a turn: the next player to the left (MT-8)."""
    assert s.turn is not None
    return replace(
        s,
        turn=(s.turn + 1) % len(s.held),
        first=max(s.first - 1, 0),
        laid=0,
        drawn=None,
        follow=None,
        offended=False,
        claimed=False,
    )


def _pass(s: State) -> State:
    """Pass with an empty boneyard (MT-22): a confirmation of a block unless the turn looked at some ends only."""
    assert s.turn is not None
    looked = not (s.first or s.laid or s.queue)  # BG-12
    count = confirmed(s.count, changes_access=not s.trains[s.turn].marked) if looked else 0  # BG-11
    passed = replace(_next(_mark(claimed(s, "pass"))), count=count)
    # BG-10: all have confirmed one after another, and condition 1 is checked where the hands are known
    if count >= len(s.held) and (declared(s.options) or _nothing_fits(passed)):
        return ended(passed, Reason.BLOCKED)
    return passed


def _proved(s: State) -> State:
    """With `immediate`, end a round whose block is proved: nothing fits and nothing is left to draw, or all is dead."""
    if s.options.block_detection is not BlockDetection.IMMEDIATE:  # MT-37, BG-21
        return s
    all_dead = all(dead(s, branch.end) for train in s.trains for _, branch in open_ends(train))
    if all_dead or (not s.boneyard and _nothing_fits(s)):
        return replace(s, turn=None, over=Reason.BLOCKED, drawn=None, follow=None)
    return s


def _nothing_fits(s: State) -> bool:
    """Whether no tile in any hand fits any end of any train, marked or not (MT-37, BG-2, BG-5)."""
    numbers = held = 0
    for train in s.trains:
        for _, branch in open_ends(train):
            numbers |= OF_SET[TABLE[len(s.held)][0]][branch.end]
    for hand in s.held:
        held |= hand
    return not held & numbers
