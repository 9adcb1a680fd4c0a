"""Draw dominoes: options, moves, the round as it lies on the table, and their texts. The rules are `draw_dominoes.py`.

May import msgspec, the pure standard library and the leaves of `contracts.games`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import chain, combinations
from typing import Final, Literal

import msgspec

from contracts.games import blocked
from contracts.games.blocked import BlockDetection, ClaimMode, FalseClaimPenalty, TimeoutAction
from contracts.games.claims import (
    Claims,
    ClaimView,
    Naming,
    Show,
    declared,
    exposing,
    parse_show,
    read_claims,
    write_claims,
)
from contracts.games.game import BadNotation, Outcome, Reason, Seat
from contracts.games.options import one_of, options_of, whole
from contracts.games.pieces import UNSEEN, Tile, parse_tile, tile_set

ID: Final = "draw_dominoes/1"
SET: Final = tile_set(6)  # DD-3


class ClosedPairsScore(StrEnum):
    """What the winning pair scores in a closed round (DD-31)."""

    THREE_HANDS = "three_hands"  # its own lower hand left out
    FOUR_HANDS = "four_hands"
    OPPONENTS = "opponents"


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rule book's options; each default is the book's."""

    players: Literal[4, 3, 2] = 4  # DD-1
    pairs: bool = False  # DD-1
    target_points: blocked.AtLeastOne = 100  # DD-36
    closed_pairs_score: ClosedPairsScore = ClosedPairsScore.THREE_HANDS  # DD-31
    block_detection: BlockDetection = BlockDetection.IMMEDIATE  # BG-21
    claim_mode: ClaimMode = ClaimMode.ENFORCED  # BG-17
    false_claim_penalty: FalseClaimPenalty = FalseClaimPenalty.NONE  # BG-19, DD-38
    false_claim_points: blocked.AtLeastOne = 20  # BG-19
    timeout_action: TimeoutAction = TimeoutAction.AUTO_MOVE  # BG-20


class Lay(msgspec.Struct, frozen=True, gc=False, tag="lay"):
    """Lay a tile at an end, `L` or `R`; the round's first tile has no end (None)."""

    tile: Tile
    end: str | None = None

    def __str__(self) -> str:
        return f"{self.tile}{self.end or ''}"


class Draw(msgspec.Struct, frozen=True, gc=False, tag="draw"):
    """Draw one tile from the front of the boneyard; the turn goes on."""

    def __str__(self) -> str:
        return "draw"


class Skip(msgspec.Struct, frozen=True, gc=False, tag="skip"):
    """Skip the turn: nothing fits and the boneyard is empty."""

    def __str__(self) -> str:
        return "skip"


class Starts(msgspec.Struct, frozen=True, gc=False, tag="starts"):
    """Enter who opens, where the hands that decide it are not known (BG-17). Text `starts S2`."""

    seat: Seat

    def __str__(self) -> str:
        return f"starts {seat_name(self.seat)}"


Move = Lay | Draw | Skip | Starts | Show

DRAW: Final = Draw()
SKIP: Final = Skip()
OPEN: Final = {t: Lay(t) for t in SET}
_AT_L: Final = {t: Lay(t, "L") for t in SET}
_AT_R: Final = {t: Lay(t, "R") for t in SET}
_MOVES: Final[dict[str, Move]] = {"draw": DRAW, "skip": SKIP}
_MOVES.update((str(m), m) for table in (OPEN, _AT_L, _AT_R) for m in table.values())
_MOVES.update((f"{t.low}-{t.high}{end}", Lay(t, end or None)) for t in SET for end in ("", "L", "R"))

# A hand is kept as bits, one for each tile, the highest tile in the lowest bit, so that what fits an end is one `&` and
# one look into a table: random play is twice as fast as with tuples. Bits from 28 on are unseen tiles.

BIT: Final = {t: 1 << at for at, t in enumerate(reversed(SET))}
BIT_OF: Final = {str(t): bit for t, bit in BIT.items()}
WHOLE: Final = sum(BIT.values())
"""The whole set. No 28 bits but those of 28 different tiles add up to it."""
BIT_PIPS: Final = {t: (bit, t.pips) for t, bit in BIT.items()}
NUMBER: Final = tuple(sum(BIT[t] for t in SET if t.has(number)) for number in range(7))
"""The bits of the tiles that show a number."""
UNSEEN_BITS: Final = -1 << len(SET)
_TILE: Final = tuple(reversed(SET))


def hand(bits: int) -> tuple[Tile, ...]:
    """Give the tiles of a hand, the highest first, unseen ones last."""
    found = []
    while bits:
        lowest = (bits & -bits).bit_length() - 1
        found.append(_TILE[lowest] if lowest < len(SET) else UNSEEN)
        bits &= bits - 1
    return tuple(found)


def without_unseen(bits: int) -> int:
    """Take one unseen tile out of a hand that has some; they are its highest bits."""
    assert bits & UNSEEN_BITS
    return bits & ~(1 << (bits.bit_length() - 1))


def with_tile(bits: int, tile: Tile) -> int:
    """Put a tile into a hand."""
    bit = BIT.get(tile, 1 << len(SET))
    while bits & bit:  # of unseen tiles a hand may hold several
        bit <<= 1
    return bits | bit


def pack(tiles: Iterable[Tile]) -> int:
    """Give the bits of a hand: the inverse of `hand`."""
    bits = 0
    for tile in tiles:
        bits = with_tile(bits, tile)
    return bits


def _at(end: Mapping[Tile, Lay]) -> tuple[dict[int, tuple[Lay, ...]], ...]:
    """For each number and each set of the seven tiles that show it: these tiles laid at an end."""
    subsets = [
        [pack(some) for n in range(8) for some in combinations([t for t in SET if t.has(k)], n)] for k in range(7)
    ]
    return tuple({bits: tuple(end[t] for t in hand(bits)) for bits in found} for found in subsets)


AT_L: Final = _at(_AT_L)
AT_R: Final = _at(_AT_R)
PLACED: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    ((left, right),) for left in range(7) for right in range(7)
)
"""A tile as it lies, at `left * 7 + right`: a line of one, to be joined to the rest."""
ONLY_DRAW: Final[tuple[Move, ...]] = (DRAW,)
ONLY_SKIP: Final[tuple[Move, ...]] = (SKIP,)


class State(msgspec.Struct, frozen=True, gc=False):
    """A round as it lies on the table.

    `held` is each seat's hand in bits; `hands` shows it as tiles, the highest first. `line` holds the tiles from left
    to right as they lie, (left half, right half); `left` and `right` are its end numbers, -1 before the first tile, and
    `opened` is how many tiles lie to the left of the first one. `opening` is the tile that must open (DD-10); None
    where any may, and once one lies. `count` is the number of skips in a row (BG-8), `drew` how many tiles the player
    on turn has drawn in this turn. `fouls` counts each seat's booked false claims, `fouled` says that this turn's is
    booked already (BG-19). `end` says why the round is over and `loser` against whom it was ended (BG-18 c); `turn`
    then is still the seat that moved last. `excerpt` says that the state does not hold the whole set.

    In declared mode hands and boneyard may be unseen: `naming` says whether it is to be entered who opens, `claims` are
    the draws and skips to be judged, `must` says that the seat on turn has taken back a false one, and `kept` which
    tile it drew then, if that is known: it must play another (BG-18 a). When the round is over, `turn` is the seat that
    has still tiles to show.
    """

    options: Options
    deal: int
    held: tuple[int, ...]
    line: tuple[tuple[int, int], ...]
    left: int
    right: int
    boneyard: tuple[Tile, ...]
    turn: Seat
    starter: Seat
    opened: int
    fouls: tuple[int, ...]
    excerpt: bool = False
    end: Reason | None = None
    count: int = 0
    drew: int = 0
    fouled: bool = False
    opening: Tile | None = None
    loser: Seat | None = None
    claims: Claims = ()
    must: bool = False
    kept: Tile | None = None
    naming: Naming = Naming.NO

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """Each seat's tiles."""
        return tuple(map(hand, self.held))


class DrawDominoesView(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or the public (`seat` None), may see of a round; tiles and moves are texts.

    `hands` holds the open hands, None for a hidden one, and `hand` the viewer's own. `line` runs from left to right as
    (left half, right half), `opened` is the index of the first tile laid, `ends` the two open numbers. `opening` is
    the tile that must open a first round, empty once it lies (DD-10). `moves` are the viewer's legal moves, empty
    when another seat is on turn. `boneyard_tiles` is filled only in an open view.

    In declared mode an unseen tile reads `??`, `claims` are the draws and skips made, `naming` says whether it is to be
    entered who opens (`optional`, `required`), `must` that the seat on turn has taken back a false one, and `showing`
    that the round is over and the hands are being shown.
    """

    game: str = ID
    deal: int
    seat: Seat | None
    seats: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    turn: Seat | None
    starter: Seat
    hand: tuple[str, ...]
    hands: tuple[tuple[str, ...] | None, ...]
    sizes: tuple[int, ...]
    line: tuple[tuple[int, int], ...]
    opened: int
    ends: tuple[int, int] | None
    boneyard: int
    boneyard_tiles: tuple[str, ...] = ()
    opening: str = ""
    drew: int = 0
    count: int = 0
    moves: tuple[str, ...] = ()
    outcome: Outcome | None = None
    claims: tuple[ClaimView, ...] = ()
    naming: str = ""
    must: bool = False
    showing: bool = False


def seat_name(seat: Seat) -> str:
    """`S0` to `S3`, in turn order (DD-5)."""
    return f"S{seat}"


# --- notation


def parse_move(text: str) -> Move:
    """Read `6-5L`, `6-6` (the first tile), `draw` or `skip`; `starts S2`, `show 6-3` where hands are unseen.

    BadNotation for anything else.
    """
    try:
        return _MOVES[text]
    except KeyError:
        pass
    if text.startswith("show "):
        return parse_show(text)
    if text.startswith("starts S") and len(text) == 9 and text[8] in "0123456789":
        return Starts(int(text[8]))
    end = text[-1:] if text[-1:].isalpha() else ""
    try:
        return Lay(parse_tile(text[: len(text) - len(end)]), end or None)
    except BadNotation:
        raise BadNotation("notation/move-line", text=text) from None


def move_text(m: Move) -> str:
    """Write a move."""
    return str(m)


_WORDS: Final = (
    *("deal", "turn", "starter", "opening", "line", "ends", "stock"),
    *("count", "drew", "fouls", "fouled", "end", "loser", "claims", "must", "kept", "naming"),
)
_SEATED: Final = ("turn", "starter", "loser")  # the word after one of these is a seat, not the part of a hand


def write_state(s: State) -> str:
    """Write the round as one line of named parts, two spaces between them; parts that say nothing are left out.

    `line` shows the tiles as they lie, with `*` after the first one laid when it is not the leftmost.
    """
    defaults = Options()
    parts = [
        f"{name}={str(value).lower()}"
        for name in Options.__struct_fields__
        if (value := getattr(s.options, name)) != getattr(defaults, name)
    ]
    if s.deal != 1:
        parts.append(f"deal {s.deal}")
    parts += [f"turn {seat_name(s.turn)}", f"starter {seat_name(s.starter)}"]
    if s.opening is not None:
        parts.append(f"opening {s.opening}")
    parts += [f"{seat_name(seat)} {' '.join(map(str, tiles)) or '-'}" for seat, tiles in enumerate(s.hands)]
    line = [f"{left}-{right}" + "*" * (at == s.opened > 0) for at, (left, right) in enumerate(s.line)]
    parts += [f"line {' '.join(line) or '-'}", f"stock {' '.join(map(str, s.boneyard)) or '-'}"]
    if s.line:
        parts.append(f"ends {s.left}|{s.right}")
    if s.count or s.options.block_detection is BlockDetection.CONFIRMATIONS:
        parts.append(f"count {s.count}")
    if s.drew:
        parts.append(f"drew {s.drew}")
    if any(s.fouls):
        parts.append(f"fouls {' '.join(map(str, s.fouls))}")
    if s.fouled:
        parts.append("fouled yes")
    if s.end is not None:
        parts.append(f"end {s.end}")
    if s.loser is not None:
        parts.append(f"loser {seat_name(s.loser)}")
    if s.claims:
        parts.append(f"claims {write_claims(s.claims, seat_name)}")
    if s.must:
        parts.append("must yes")
    if s.kept is not None:
        parts.append(f"kept {s.kept}")
    if s.naming:
        parts.append(f"naming {s.naming}")
    return "  ".join(parts)


def read_state(text: str) -> State:
    """Read a line of `write_state`, or one made by hand: a hand or the stock may hold `??`, and fewer than 28 tiles do.

    Raises:
        BadNotation: for a part that is unknown, twice there or missing, a tile twice, tiles that do not touch.
    """
    options: dict[str, str] = {}
    parts: dict[str, list[str]] = {}
    part: list[str] | None = None
    name = ""
    for word in text.split():
        if "=" in word:
            option, _, value = word.partition("=")
            options[option] = value
        elif word in _WORDS or (word[:1] == "S" and word[1:].isdigit() and not (name in _SEATED and not part)):
            name = word
            if word in parts:
                raise BadNotation("notation/word-twice", text=word)
            part = parts[word] = []
        elif part is None:
            raise BadNotation("notation/part", text=word, known=tuple(_WORDS))
        elif word != "-":
            part.append(word)
    return _from_parts(options_of("draw_dominoes/1", Options, options), parts)


def _from_parts(options: Options, parts: Mapping[str, list[str]]) -> State:
    n = options.players
    if strays := [word for word in parts if word[0] == "S" and word not in map(seat_name, range(n))]:
        raise BadNotation("notation/no-seat", text=strays[0], known=tuple(map(seat_name, range(n))))
    if missing := [word for word in ("turn", *map(seat_name, range(n))) if word not in parts]:
        raise BadNotation("notation/missing", text=missing[0])

    def one(word: str, default: str) -> str:
        words = parts.get(word, [default])
        if len(words) != 1:
            raise BadNotation("notation/one-word", name=word, count=len(words))
        return words[0]

    def number(word: str, default: int = 0) -> int:
        return whole(one(word, str(default)), word)

    def seat(word: str, default: Seat) -> Seat:
        name = one(word, seat_name(default))
        if name not in map(seat_name, range(n)):
            raise BadNotation("notation/no-seat", text=name, known=tuple(map(seat_name, range(n))))
        return int(name[1:])

    hands = [_tiles(parts[seat_name(at)]) for at in range(n)]
    boneyard = _tiles(parts.get("stock", []))
    line, opened = _read_line(parts.get("line", []))
    ends = f"{line[0][0]}|{line[-1][1]}" if line else ""
    if (given := one("ends", ends)) != ends:
        raise BadNotation("notation/ends", text=given, right=ends or "-")
    on_table = [Tile(max(pair), min(pair)) for pair in line]
    known = [t for t in (*on_table, *boneyard, *chain.from_iterable(hands)) if t != UNSEEN]
    if doubled := {str(t) for t in known if known.count(t) > 1}:
        raise BadNotation("notation/twice", text=min(doubled))
    mover = seat("turn", 0)
    fouls = parts.get("fouls", ["0"] * n)
    if len(fouls) != n:
        raise BadNotation("notation/each-seat", name="fouls")
    end = one("end", "")
    ended = one_of(Reason, "end", end) if end else None
    opening, kept, naming = one("opening", ""), one("kept", ""), one("naming", "")
    named = one_of(Naming, "naming", naming)
    if end and declared(options) and exposing(hands) not in {None, mover}:
        raise BadNotation("notation/state-shown")
    slots = len(line) + len(boneyard) + sum(map(len, hands))
    return State(
        options,
        number("deal", 1),
        tuple(map(pack, hands)),
        line,
        line[0][0] if line else -1,
        line[-1][1] if line else -1,
        boneyard,
        mover,
        seat("starter", mover),
        opened,
        tuple(whole(word, "fouls") for word in fouls),
        slots < len(SET),
        ended,
        number("count"),
        number("drew"),
        one("fouled", "") == "yes",
        parse_tile(opening) if opening else None,
        seat("loser", 0) if "loser" in parts else None,
        read_claims(one("claims", ""), tuple(map(seat_name, range(n))), ("draw", "skip")),
        one("must", "") == "yes",
        parse_tile(kept) if kept else None,
        named,
    )


def _tiles(words: list[str]) -> tuple[Tile, ...]:
    found = tuple(UNSEEN if word == "??" else parse_tile(word) for word in words)
    if foreign := [str(t) for t in found if t not in OPEN and t != UNSEEN]:
        raise BadNotation("notation/set", tile=foreign[0], high=6)
    return found


def _read_line(words: list[str]) -> tuple[tuple[tuple[int, int], ...], int]:
    line: list[tuple[int, int]] = []
    opened = 0
    for at, word in enumerate(words):
        text = word.removesuffix("*")
        tile = parse_tile(text)
        if tile not in OPEN:
            raise BadNotation("notation/set", tile=text, high=6)
        left, right = map(int, text.split("-"))
        if line and line[-1][1] != left:
            raise BadNotation("notation/touch", text=text, end=str(line[-1][1]))
        line.append((left, right))
        if word != text:
            opened = at
    return tuple(line), opened
