"""What may be seen of a Mexican Train round: the view of a seat, of the public, and the open one. Pure."""

from __future__ import annotations

import msgspec

from contracts.games.claims import ClaimView, heard
from contracts.games.game import Outcome, Seat
from contracts.games.mexican_train_state import NAMES, Move, State, Train, end_name, find_branch, rounds, train_name


class BranchView(msgspec.Struct, frozen=True):
    """A stretch of a train: its placements from the engine outwards and the number that faces out.

    `name` is the end's name in moves, `A` or `A.L`; `open` says whether a tile may still go there.
    """

    name: str
    chain: tuple[str, ...]
    end: int
    open: bool


class TrainView(msgspec.Struct, frozen=True):
    """A train as anyone sees it. `owner` is None for the Mexican Train, `marked` says that the owner's marker lies."""

    name: str
    owner: Seat | None
    marked: bool
    branches: tuple[BranchView, ...]


class OpenView(msgspec.Struct, frozen=True):
    """A double still owed `owed` tiles, at the end `end`."""

    double: str
    end: str
    owed: int


class MexicanTrainView(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or the public (`seat` None), may see of a round; tiles, placements and moves are texts.

    `hands` holds the open hands, None for a hidden one, and `hand` the viewer's own. `lots` are the lots drawn for the
    start, seat and tile as drawn. `first_turn` says that the seat on turn is in his first turn of the round, `owed`
    that he must play on the first double of `queue`, `follow` which double he has just placed and must follow, `laid`
    how many tiles he has placed in this turn. `drew` says that he has a drawn tile to play or keep; which one, `drawn`,
    only he sees. `moves` are the viewer's legal moves, empty when another seat is on turn. `boneyard_tiles` is filled
    only in an open view. `offences` counts the viewer's own booked false claims: the others are not told before the
    end.

    In declared mode an unseen tile reads `??`, `claims` are the draws and passes made, `must` says that the seat on
    turn has taken back a false one, and `showing` that the round is over and the hands are being shown.
    """

    game: str
    deal: int
    rounds: int
    seat: Seat | None
    seats: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    turn: Seat | None
    starter: Seat
    lots: tuple[tuple[Seat, str], ...]
    engine: str
    trains: tuple[TrainView, ...]
    queue: tuple[OpenView, ...]
    hand: tuple[str, ...]
    hands: tuple[tuple[str, ...] | None, ...]
    sizes: tuple[int, ...]
    boneyard: int
    boneyard_tiles: tuple[str, ...] = ()
    first_turn: bool = False
    owed: bool = False
    follow: str = ""
    laid: int = 0
    drew: bool = False
    drawn: str = ""
    count: int = 0
    offences: int = 0
    moves: tuple[str, ...] = ()
    outcome: Outcome | None = None
    claims: tuple[ClaimView, ...] = ()
    must: bool = False
    showing: bool = False


def show(
    s: State, seat: Seat | None, *, game: str, opened: bool, moves: tuple[Move, ...], outcome: Outcome | None
) -> MexicanTrainView:
    """Show a state to a seat or the public; `opened` lays all hands and the boneyard open."""
    hands = tuple(tuple(map(str, hand)) for hand in s.hands)
    mine = s.drawn is not None and (opened or seat == s.turn)
    playing = s.over is None
    return MexicanTrainView(
        game=game,
        deal=s.number,
        rounds=rounds(len(hands)),
        seat=seat,
        seats=tuple(NAMES[: len(hands)]),
        sides=tuple((at,) for at in range(len(hands))),
        turn=s.turn,
        starter=s.starter,
        lots=tuple((at, str(tile)) for at, tile in s.lots),
        engine=f"{s.engine}-{s.engine}",
        trains=tuple(map(_train, s.trains)),
        queue=tuple(
            OpenView(_double(s, one.train, one.branch), end_name(one.train, one.branch), one.owed) for one in s.queue
        ),
        hand=() if seat is None else hands[seat],
        hands=tuple(hand if opened or at == seat else None for at, hand in enumerate(hands)),
        sizes=tuple(map(len, hands)),
        boneyard=len(s.boneyard),
        boneyard_tiles=tuple(map(str, s.boneyard)) if opened else (),
        first_turn=playing and s.first > 0,
        owed=playing and not s.first and not s.laid and bool(s.queue),
        follow="" if s.follow is None else f"{_double(s, *s.follow)}@{end_name(*s.follow)}",
        laid=s.laid,
        drew=s.drawn is not None,
        drawn=str(s.drawn) if mine else "",
        count=s.count,
        offences=0 if seat is None else s.offences[seat] + _charged(s, seat),
        moves=tuple(map(str, moves)),
        outcome=outcome,
        claims=heard(s.claims),
        must=s.must,
        showing=not playing and s.turn is not None,
    )


def _charged(s: State, seat: Seat) -> int:
    """The turns of a seat in which an arbiter has established a false claim (BG-18, BG-19)."""
    return len({claim.turn for claim in s.claims if claim.seat == seat and claim.remedy})


def _train(train: Train) -> TrainView:
    branches = tuple(
        BranchView(end_name(train.owner, branch.name), tuple(map(str, branch.chain)), branch.end, branch.open)
        for branch in train.branches
    )
    return TrainView(train_name(train.owner), None if train.owner < 0 else train.owner, train.marked, branches)


def _double(s: State, train: int, name: str) -> str:
    branch = find_branch(s.trains[train], name)
    assert branch is not None
    return f"{branch.end}-{branch.end}"
