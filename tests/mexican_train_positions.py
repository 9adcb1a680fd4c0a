"""Positions and small words that the Mexican Train tests share, and what the tests of all games must know of it."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from hypothesis import strategies as st

from contracts.games import mexican_train
from contracts.games.blocked import BlockDetection, ClaimMode, FalseClaimPenalty, TimeoutAction
from contracts.games.claims import Show
from contracts.games.game import Deal, Seat, Void
from contracts.games.mexican_train import (
    MEXICAN,
    DoubleAnswer,
    DoubleFollowUp,
    DrawnTilePlay,
    FirstTurn,
    Lay,
    MatchLength,
    Options,
    State,
)
from contracts.games.mexican_train_state import DRAW, END, KEEP, PASS, TABLE, pack
from contracts.games.pieces import UNSEEN, Tile, tile_set

MV2 = "12-5 5-5 9-5 9-1 11-3 10-4 8-2 7-6 6-3 4-1 3-0 2-0"
MV3 = "11-3 10-4 9-5 9-1 8-8 8-2 7-6 6-3 5-5 4-1 3-0 2-0"
MV4 = (
    "{o} turn=A | A 9>5 : 5-2 9-8 7-7 6-4 | B * 9>7 : 7-0 8-1 6-5 | C 9>3 3>5 : 6-6 4-3 6-0 | MT"
    " | stock 7-4 1-1 2-2 3-3"
)
MV13 = (
    "{o} turn=A | A * 9>0 0>4 4>1 1>9 9>2 2>4 : 8-8 8-7 8-1 7-5 7-0 6-6 5-2 5-1 3-3 3-0 2-1 1-1"
    " | B 9>3 3>4 4>5 5>9 9>6 6>4 : 8-0 7-1 6-5 6-2 6-0 5-0 3-2 3-1 2-2 2-0 1-0 0-0"
    " | C 9>7 7>4 : 8-6 8-5 8-3 8-2 7-7 7-6 7-3 7-2 6-3 6-1 5-5 5-3 | MT 9>8 8>4 4>4 4>9"
)
CHICKEN = "double_answer=chicken_foot double_follow_up=own_double drawn_tile_play=any_eligible"


def order(*hands: str, stock: str = "", number: int = 1) -> tuple[str, ...]:
    """The pieces of a round, these hands first and then this stock."""
    first = " ".join((*hands, stock)).split()
    rest = mexican_train.dealt(Options(players=len(hands)), number)
    return (*first, *(text for text in rest if text not in first))


def filled(players: int, *hands: str, stock: str = "", number: int = 1) -> tuple[str, ...]:
    """The pieces of a round, each of the first hands beginning with these tiles and filled up in canonical order."""
    chosen = [hand.split() for hand in hands] + [[] for _ in range(players - len(hands))]
    named = {tile for hand in chosen for tile in hand} | set(stock.split())
    spare = [t for t in mexican_train.dealt(Options(players=players), number) if t not in named]
    for hand in chosen:
        while len(hand) < TABLE[players][1]:
            hand.append(spare.pop(0))
    return (*(tile for hand in chosen for tile in hand), *stock.split(), *spare)


def begun(players: int, *hands: str, stock: str = "", starter: Seat = 0, number: int = 1, **options: object) -> Any:
    """A round just dealt, its hands beginning with these tiles."""
    deal = Deal(filled(players, *hands, stock=stock, number=number), number, starter)
    return mexican_train.start(msgspec.convert({"players": players} | options, Options), deal)


def read(line: str, options: str = "") -> State:
    return mexican_train.read_state(line.format(o=options).strip())


def texts(s: State) -> list[str]:
    return [str(m) for m in mexican_train.moves(s)]


def code(s: State, move: str, seat: str = "") -> str | None:
    """Why a move is refused to a seat, by default the one on turn."""
    on_turn = mexican_train.seat_name(s.turn or 0)
    refusal = mexican_train.refuse(s, "ABCDEFGHIJKLMN".index(seat or on_turn), mexican_train.parse_move(move))
    return refusal and refusal.code


def played(s: State, *moves: str) -> State:
    """Play moves of whoever is on turn, each judged and generated first."""
    for text in " ".join(moves).split():
        m = mexican_train.parse_move(text)
        assert mexican_train.refuse(s, s.turn, m) is None, text
        assert m in mexican_train.moves(s), text
        s = mexican_train.play(s, m)
    return s


def marked(s: State) -> str:
    """The names of the marked trains."""
    return "".join(mexican_train.seat_name(train.owner) for train in s.trains if train.marked)


def queue(s: State) -> list[str]:
    return [f"{one.double}@{one.end}:{one.owed}" for one in mexican_train.view(s, None).queue]


def ends(s: State, train: str) -> dict[str, int]:
    """The ends of a train on which a tile may go, by name."""
    shown = next(t for t in mexican_train.view(s, None).trains if t.name == train)
    return {branch.name: branch.end for branch in shown.branches if branch.open}


# --- what the tests of all games ask


@st.composite
def some_options(draw: st.DrawFn) -> Options:
    """Any options that can stand together; small tables more often."""
    answer = draw(st.sampled_from(DoubleAnswer))
    foot = answer is DoubleAnswer.CHICKEN_FOOT
    claims = draw(st.sampled_from(ClaimMode))
    believed = claims is ClaimMode.DECLARED
    return Options(
        players=draw(st.sampled_from((2, 2, 2, 3, 3, 4, 7))),
        first_turn=draw(st.sampled_from(FirstTurn)),
        double_follow_up=DoubleFollowUp.OWN_DOUBLE if foot else draw(st.sampled_from(DoubleFollowUp)),
        double_answer=answer,
        double_blank_points=draw(st.sampled_from((0, 25, 50))),
        drawn_tile_play=draw(st.sampled_from(DrawnTilePlay)),
        match_length=draw(st.sampled_from(MatchLength)),
        own_train_first=draw(st.booleans()),
        block_detection=BlockDetection.CONFIRMATIONS if believed else draw(st.sampled_from(BlockDetection)),
        claim_mode=claims,
        false_claim_penalty=draw(st.sampled_from(FalseClaimPenalty)),
        false_claim_points=draw(st.integers(1, 50)),
        timeout_action=draw(st.sampled_from(TimeoutAction)),
    )


def every_move(s: State) -> tuple[Any, ...]:
    """Every tile in the hand and some that are not, on every end and some that are none; the acts, and tiles shown.

    Where the hand holds `??` every tile of the set is tried on every end that it fits.
    """
    ends = [(train.owner, branch.name) for train in s.trains for branch in train.branches]
    ends += [(0, "L"), (MEXICAN, "RR"), (25, "")]
    hand = s.hands[s.turn or 0]
    tiles = dict.fromkeys((*hand, *s.hands[-1][:1], *s.boneyard[:1], Tile(s.engine, s.engine), Tile(18, 17)))
    tiles.pop(UNSEEN, None)  # nobody can write that
    laid = [Lay(tile, *end) for tile in tiles for end in dict.fromkeys(ends)]
    if UNSEEN in hand:
        all_ = tile_set(TABLE[len(s.held)][0])
        numbers = [(train.owner, branch) for train in s.trains for branch in train.branches]
        laid += [Lay(t, train, branch.name) for t in all_ for train, branch in numbers if branch.end in t]
        tiles |= dict.fromkeys(all_)
    return (*dict.fromkeys(laid), DRAW, KEEP, END, PASS, *map(Show, tiles))


def all_pieces(s: State) -> list[Any]:
    """All tiles, unseen ones told from one another so that they can be counted."""
    lies = [place.tile for train in s.trains for branch in train.branches for place in branch.chain]
    tiles = [Tile(s.engine, s.engine), *(t for hand in s.hands for t in hand), *s.boneyard, *lies]
    return [(str(tile), at) if tile == UNSEEN else tile for at, tile in enumerate(tiles)]


def in_play(s: State) -> int:
    return len(tile_set(TABLE[len(s.held)][0]))


def reshuffle(s: State, viewer: Seat | None, rng: random.Random) -> State:
    """Deal anew what the viewer cannot see: the others' hands, a tile just drawn among them, and the boneyard.

    Where the round is over and hands are being shown, everybody sees everything.
    """
    if s.over is not None:
        return s
    pool = [tile for seat, hand in enumerate(s.hands) if seat != viewer for tile in hand]
    pool += s.boneyard
    rng.shuffle(pool)
    hands = [
        hand if seat == viewer else tuple(pool.pop() for _ in range(len(hand))) for seat, hand in enumerate(s.hands)
    ]
    drawn = s.drawn if s.drawn is None or viewer == s.turn else rng.choice(hands[s.turn])
    return msgspec.structs.replace(s, held=tuple(map(pack, hands)), boneyard=tuple(pool), drawn=drawn)


def random_round(seed: int, number: int = 1, **options: object) -> list[State]:
    """Every state of a round played by chance."""
    rng = random.Random(seed)
    chosen = msgspec.convert({"players": rng.choice((2, 3, 4))} | options, Options)
    tiles, lots = (list(mexican_train.dealt(chosen, number)) for _ in range(2))
    rng.shuffle(tiles)
    rng.shuffle(lots)
    s = mexican_train.start(chosen, Deal(tuple(tiles), number, lots=tuple(lots)))
    assert not isinstance(s, Void)
    states = [s]
    while s.turn is not None:
        s = mexican_train.play(s, rng.choice(mexican_train.moves(s)))
        states.append(s)
    return states
