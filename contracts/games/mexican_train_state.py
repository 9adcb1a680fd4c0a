"""The shapes of a Mexican Train round: options, sets, trains, state and moves with their texts.

May import msgspec and the leaves of `contracts.games`. The rules over these shapes are in `mexican_train.py`, the state
line is in `mexican_train_text.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from contracts.games.blocked import AtLeastOne, BlockDetection, ClaimMode, FalseClaimPenalty, TimeoutAction
from contracts.games.claims import Claims, Show, parse_show
from contracts.games.game import BadNotation, Reason, Seat
from contracts.games.pieces import UNSEEN, Placement, Tile, parse_tile, tile_set

NAMES: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of seats, and of their trains alike
MEXICAN: Final = -1
"""The Mexican Train among the trains: it stands last in a state's `trains` too."""
TOES: Final = "LCR"  # the branches of a chicken foot, in the order in which they are laid (MT-32)

# MT-1: players -> (highest double of the set, tiles in a hand)
TABLE: Final[dict[int, tuple[int, int]]] = {
    **dict.fromkeys((2, 3), (9, 8)),
    **dict.fromkeys((4, 5, 6), (12, 12)),
    **dict.fromkeys((7, 8), (12, 10)),
    **dict.fromkeys((9, 10, 11, 12), (15, 11)),
    **dict.fromkeys((13, 14), (18, 11)),
}


def rounds(players: int) -> int:
    """Give the number of rounds of a whole match: one for each double of the set (MT-1, MT-40)."""
    return TABLE[players][0] + 1


def engine(players: int, number: int) -> int:
    """Give the engine's number in a round, counted from 1: the highest double, then downwards (MT-2)."""
    return TABLE[players][0] + 1 - number


# --- options


class FirstTurn(StrEnum):
    """What a player lays in his first turn of a round (MT-15)."""

    CHAIN = "chain"
    SINGLE = "single"


class DoubleFollowUp(StrEnum):
    """Where the tile goes that a double obliges to (MT-24)."""

    ANYWHERE = "anywhere"
    OWN_DOUBLE = "own_double"


class DoubleAnswer(StrEnum):
    """How many tiles answer a double (MT-29, MT-32)."""

    ONE_TILE = "one_tile"
    CHICKEN_FOOT = "chicken_foot"


class DrawnTilePlay(StrEnum):
    """Where a tile just drawn may be played (MT-21)."""

    OWN_TRAIN = "own_train"
    ANY_ELIGIBLE = "any_eligible"


class MatchLength(StrEnum):
    """How many rounds make a match (MT-40)."""

    COUNTDOWN = "countdown"
    SINGLE_ROUND = "single_round"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a Mexican Train match, the book's defaults."""

    players: Annotated[int, msgspec.Meta(ge=2, le=14)] = 4  # MT-1
    first_turn: FirstTurn = FirstTurn.CHAIN  # MT-15
    double_follow_up: DoubleFollowUp = DoubleFollowUp.ANYWHERE  # MT-24
    double_answer: DoubleAnswer = DoubleAnswer.ONE_TILE  # MT-29, MT-32
    double_blank_points: Literal[0, 25, 50] = 0  # MT-38
    drawn_tile_play: DrawnTilePlay = DrawnTilePlay.OWN_TRAIN  # MT-21
    match_length: MatchLength = MatchLength.COUNTDOWN  # MT-40
    own_train_first: bool = False  # MT-18
    block_detection: BlockDetection = BlockDetection.CONFIRMATIONS  # BG-21
    claim_mode: ClaimMode = ClaimMode.ENFORCED  # BG-17
    false_claim_penalty: FalseClaimPenalty = FalseClaimPenalty.WARNING  # BG-19
    false_claim_points: AtLeastOne = 20  # BG-19
    timeout_action: TimeoutAction = TimeoutAction.AUTO_MOVE  # BG-20


# --- tiles as bits
#
# A hand is kept as bits, one for each tile in canonical order, the same for every set: what fits some ends is one `&`.
# Bits above the double-18 set are unseen tiles.

TILES: Final = tile_set(18)
BIT: Final = {tile: 1 << at for at, tile in enumerate(TILES)}
SEEN: Final = (1 << len(TILES)) - 1
NUMBER: Final = tuple(sum(BIT[tile] for tile in TILES if tile.has(number)) for number in range(19))
"""The bits of the tiles that show a number."""
OF_SET: Final = {
    highest: tuple(bits & ((1 << len(tile_set(highest))) - 1) for bits in NUMBER[: highest + 1])
    for highest in (9, 12, 15, 18)
}
"""The same within a set, by its highest double."""


def unpack(bits: int) -> tuple[Tile, ...]:
    """Give the tiles of a hand in canonical order, unseen ones last."""
    found = []
    while bits:
        at = (bits & -bits).bit_length() - 1
        found.append(TILES[at] if at < len(TILES) else UNSEEN)
        bits &= bits - 1
    return tuple(found)


def with_tile(bits: int, tile: Tile) -> int:
    """Put a tile into a hand, which may hold several unseen ones."""
    bit = BIT.get(tile, SEEN + 1)
    while bits & bit:
        bit <<= 1
    return bits | bit


def pack(tiles: Iterable[Tile]) -> int:
    """Give the bits of a hand: the inverse of `unpack`."""
    bits = 0
    for tile in tiles:
        bits = with_tile(bits, tile)
    return bits


def without_tile(bits: int, tile: Tile) -> int:
    """Take a tile out of a hand: its known slot, else an unseen one, the last."""
    bit = BIT[tile]
    return bits ^ bit if bits & bit else bits ^ 1 << bits.bit_length() - 1


# --- what lies on the table


class Branch(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a train: all of it, or with `chicken_foot` what lies beyond a double (MT-32).

    `name` is empty for the stretch at the engine, else the way to it, `L`, `LC`. `end` is the number that faces out,
    the engine's while nothing lies (MT-10). `toes` counts the tiles laid on its last double, which are branches of
    their own, and `open` says whether a tile may still go on this end.
    """

    name: str
    end: int
    chain: tuple[Placement, ...] = ()
    toes: int = 0
    open: bool = True


class Train(msgspec.Struct, frozen=True, gc=False):
    """A train (MT-9): its owner's seat or `MEXICAN`, its branches each before its own toes, and its marker (MT-33)."""

    owner: int
    branches: tuple[Branch, ...]
    marked: bool = False


class Open(NamedTuple):
    """An open double (MT-23): the end on which it lies and how many tiles it is still owed."""

    train: int
    branch: str
    owed: int


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One round. `trains` are the seats' and then the Mexican Train.

    `held` is each seat's hand in bits, a drawn tile included; `hands` shows it as tiles. `down` has the bits of all
    that lies on the table, the engine too. `lots` are the tiles drawn for the start, seat by seat as drawn (MT-6).
    `first` is how many first turns are not over yet, so that the seat on turn is in his first one while it is above 0.
    `queue` holds the open doubles, the oldest first. Of the turn: `laid` tiles were placed in it so far, `drawn` waits
    to be played or kept, `follow` is the double just placed that obliges to another tile (MT-24). `count` is the number
    of confirmations of a block (BG-8), `offences` counts each seat's booked false claims, `offended` says that the seat
    on turn has one in this turn (BG-19). `turn` is None exactly when the round is finished; `over` says why.

    In declared mode (BG-17) `claims` are all claims of the round, `claimed` says that the seat on turn made one in this
    turn, `must` that one of his was annulled, so that he must play now and not the tile `withheld` that it brought him
    (BG-18 a). A round that is over is not finished while hands are to be shown: `turn` is then the seat that shows.
    """

    options: Options
    number: int
    held: tuple[int, ...]
    boneyard: tuple[Tile, ...]
    trains: tuple[Train, ...]
    down: int
    turn: Seat | None
    starter: Seat
    first: int
    offences: tuple[int, ...]
    lots: tuple[tuple[Seat, Tile], ...] = ()
    queue: tuple[Open, ...] = ()
    laid: int = 0
    drawn: Tile | None = None
    follow: tuple[int, str] | None = None
    count: int = 0
    offended: bool = False
    over: Reason | None = None
    offender: Seat | None = None
    claims: Claims = ()
    claimed: bool = False
    must: bool = False
    withheld: Tile | None = None

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """Each seat's tiles in canonical order."""
        return tuple(map(unpack, self.held))

    @property
    def engine(self) -> int:
        """The number of this round's engine (MT-2)."""
        return engine(len(self.held), self.number)


def find_branch(train: Train, name: str) -> Branch | None:
    """Find a branch by its name."""
    return next((branch for branch in train.branches if branch.name == name), None)


def open_ends(train: Train) -> list[tuple[int, Branch]]:
    """Give the ends of a train on which a tile may still go, each with its train."""
    return [(train.owner, branch) for branch in train.branches if branch.open]


def dead(s: State, number: int) -> bool:
    """Whether every tile of a number lies on the table (MT-29)."""
    return not OF_SET[TABLE[len(s.held)][0]][number] & ~s.down


# --- moves


class Lay(msgspec.Struct, frozen=True, gc=False, tag="lay"):
    """Put a tile on a train, named by its owner's seat or `MEXICAN`, and there on a branch. Text `8-3@A`, `8-3@A.L`."""

    tile: Tile
    train: int
    branch: str = ""

    def __str__(self) -> str:
        return f"{self.tile}@{end_name(self.train, self.branch)}"


class Draw(msgspec.Struct, frozen=True, gc=False, tag="draw"):
    """Draw a tile: a claim of inability (BG-16). Text `draw`."""

    def __str__(self) -> str:
        return "draw"


class Keep(msgspec.Struct, frozen=True, gc=False, tag="keep"):
    """Do not play the tile just drawn. Text `keep`."""

    def __str__(self) -> str:
        return "keep"


class End(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """Stop the chain of a first turn. Text `end`."""

    def __str__(self) -> str:
        return "end"


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Say that nothing can be played, with an empty boneyard: a claim of inability (BG-16). Text `pass`."""

    def __str__(self) -> str:
        return "pass"


Move = Lay | Draw | Keep | End | Pass | Show


def train_name(train: int) -> str:
    """Give a train's name: the letter of its owner, or `MT`."""
    return "MT" if train == MEXICAN else NAMES[train : train + 1] or str(train)


def end_name(train: int, branch: str) -> str:
    """Give the name of an end: its train, and its branch where there is one, `A.L`."""
    return f"{train_name(train)}.{branch}" if branch else train_name(train)


# Every move on an undivided train, made once: a table's game is folded many times. The Mexican Train's stand last.
LAYS: Final = tuple({tile: Lay(tile, train) for tile in TILES} for train in (*range(14), MEXICAN))
DRAW: Final = Draw()
KEEP: Final = Keep()
END: Final = End()
PASS: Final = Pass()
_MOVES: Final[dict[str, Move]] = {str(m): m for m in (DRAW, KEEP, END, PASS)}
_MOVES.update((str(m), m) for lays in LAYS for m in lays.values())


def parse_move(text: str) -> Move:
    """Read `8-3@A`, `8-3@MT`, `8-3@A.L`, `draw`, `keep`, `end`, `pass` or `show 8-3`, the halves in either order.

    BadNotation names what is wrong.
    """
    known = _MOVES.get(text)
    if known is not None:
        return known
    if text.startswith("show "):
        return parse_show(text)
    tile, at, place = text.partition("@")
    if not at:
        raise BadNotation("notation/move-trains", text=text)
    train, dot, branch = place.partition(".")
    column = len(tile) + 2
    if train != "MT" and (len(train) != 1 or train not in NAMES):
        raise BadNotation("notation/train", name=train, text=text, column=column)
    if dot and (not branch or branch.strip(TOES)):
        raise BadNotation("notation/branch", name=branch, text=text, column=column)
    return Lay(parse_tile(tile), MEXICAN if train == "MT" else NAMES.index(train), branch)


def move_text(m: Move) -> str:
    """Write a move."""
    return str(m)
