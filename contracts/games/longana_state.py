"""The shapes of a Longana deal and their texts: options, arms, state, moves; move text and state line.

May import msgspec and the leaves of `contracts.games`. The rules over these shapes are in `longana.py`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, Literal

import msgspec

from contracts.games.blocked import AtLeastOne, BlockDetection, ClaimMode, FalseClaimPenalty, TimeoutAction
from contracts.games.claims import Claims, Naming, Show, declared, parse_show, read_claims, write_claims
from contracts.games.game import BadNotation, Reason, Seat
from contracts.games.options import one_of, options_of, whole
from contracts.games.pieces import UNSEEN, Placement, Tile, parse_tile, tile_set

ID = "longana/1"
SET = tile_set(9)  # L-2: 55 tiles at every player count
TILE = {str(tile): tile for tile in SET}
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of seats, and of their arms alike


# --- options


class BlockedScore(StrEnum):
    """What a blocked deal brings (L-31)."""

    OTHERS_SUM = "others_sum"
    NONE = "none"


class BlockedTie(StrEnum):
    """What several equal lowest hands bring in a blocked deal (L-32)."""

    NO_WINNER = "no_winner"
    SPLIT = "split"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a Longana match, the book's defaults."""

    players: Literal[2, 3, 4] = 4  # L-1
    target_score: AtLeastOne = 100  # L-34
    blocked_score: BlockedScore = BlockedScore.OTHERS_SUM  # L-31
    blocked_tie: BlockedTie = BlockedTie.NO_WINNER  # L-32
    block_detection: BlockDetection = BlockDetection.CONFIRMATIONS  # BG-21
    claim_mode: ClaimMode = ClaimMode.ENFORCED  # BG-17
    false_claim_penalty: FalseClaimPenalty = FalseClaimPenalty.WARNING  # BG-19
    false_claim_points: AtLeastOne = 20  # BG-19
    timeout_action: TimeoutAction = TimeoutAction.AUTO_MOVE  # BG-20


# --- what lies on the table


class Arm(msgspec.Struct, frozen=True, gc=False):
    """One player's arm (L-13): always exactly one open end (L-16); `opened` is its place in the opening order.

    `end` is the hub's number while the arm is empty (L-14). `opened` counts from 1 over the arms that are open now,
    None is a closed arm (L-25, L-28).
    """

    owner: Seat
    end: int
    chain: tuple[Placement, ...] = ()
    opened: int | None = None


class State(msgspec.Struct, frozen=True, gc=False):
    """One deal. Hands are sorted; `arms` is empty until the lead.

    `rule` is the starting rule that named `leader` (L-7, L-8, L-9), `starter` the previous winner or None. `count` is
    the number of confirmations of a block so far (BG-8). `offences` counts the booked false claims of each seat,
    `offended` says that the seat on turn has one in this turn (BG-19). `turn` is None exactly when the deal is
    finished; `over` says why. An excerpt's hands may hold UNSEEN tiles.

    In declared mode every hand may: `naming` says whether it is to be entered who leads, `claims` are the passes to be
    judged, `must` says that the seat on turn has taken back a false one (BG-18 a). A deal that is over is not finished
    while hands are to be shown: `turn` is then the seat whose tiles are.
    """

    options: Options
    hands: tuple[tuple[Tile, ...], ...]
    turn: Seat | None
    leader: Seat
    rule: str = "L-7"
    starter: Seat | None = None
    number: int = 1
    hub: int | None = None
    arms: tuple[Arm, ...] = ()
    count: int = 0
    offences: tuple[int, ...] = ()
    offended: bool = False
    over: Reason | None = None
    offender: Seat | None = None
    claims: Claims = ()
    must: bool = False
    naming: Naming = Naming.NO


# --- moves


class Lead(msgspec.Struct, frozen=True, order=True, gc=False, tag="lead"):
    """Put the starting double in the middle. Text `lead 8-8`."""

    tile: Tile

    def __str__(self) -> str:
        return f"lead {self.tile}"


class Lay(msgspec.Struct, frozen=True, order=True, gc=False, tag="lay"):
    """Put a tile on an arm, named by its owner's seat. Text `8-3@A`."""

    tile: Tile
    arm: Seat

    def __str__(self) -> str:
        return f"{self.tile}@{NAMES[self.arm : self.arm + 1] or self.arm}"


class Pass(msgspec.Struct, frozen=True, order=True, gc=False, tag="pass"):
    """Say that nothing can be played: a claim of inability (BG-16). Text `pass`."""

    def __str__(self) -> str:
        return "pass"


class Leads(msgspec.Struct, frozen=True, order=True, gc=False, tag="leads"):
    """Enter who leads, where the hands that decide it are not known (BG-17). Text `leads C`."""

    seat: Seat

    def __str__(self) -> str:
        return f"leads {NAMES[self.seat : self.seat + 1] or self.seat}"


Move = Lead | Lay | Pass | Leads | Show

# Every move that a deal can know, made once: a table's game is folded many times.
PASS = Pass()
LEADS = {tile: Lead(tile) for tile in SET}
LAYS = tuple({tile: Lay(tile, arm) for tile in SET} for arm in range(4))
_MOVES: dict[str, Move] = {"pass": PASS}
_MOVES.update((str(m), m) for m in LEADS.values())
_MOVES.update((str(m), m) for lays in LAYS for m in lays.values())


def move_text(m: Move) -> str:
    """Write a move."""
    return str(m)


def parse_move(text: str) -> Move:
    """Read `lead 8-8`, `8-3@A` or `pass`, the halves in either order; `leads C`, `show 6-3` where hands are unseen.

    BadNotation names what is wrong.
    """
    known = _MOVES.get(text)
    if known is not None:
        return known
    if text.startswith("show "):
        return parse_show(text)
    if text.startswith("leads ") and len(text) == 7 and text[6] in NAMES:
        return Leads(NAMES.index(text[6]))
    if text.startswith("lead "):
        return Lead(parse_tile(text[5:]))
    tile, at, arm = text.partition("@")
    if not at:
        raise BadNotation("notation/move-arms", text=text)
    if len(arm) != 1 or arm not in NAMES:
        raise BadNotation("notation/arm", name=arm, text=text, column=len(tile) + 2)
    return Lay(parse_tile(tile), NAMES.index(arm))


# --- the state line

_COMMON = tuple(name for name in Options.__struct_fields__ if name != "players")
_DEFAULTS = Options()


def write_state(s: State) -> str:
    """Write the state as one line: words first, then for each seat its arm, `:` and its hand.

    `deal=2 rule=L-8 starter=B leader=B hub=9-9 turn=D | A 9>1 : 7-1 2-0 | B #1 9>4 4>6 : 5-4 | ...`. `#1` is an open
    arm's place in the opening order. Options that are not the book's default stand among the words.
    """
    words = [f"deal={s.number}", f"rule={s.rule}"]
    if s.starter is not None:
        words.append(f"starter={NAMES[s.starter]}")
    words.append(f"leader={NAMES[s.leader]}")
    if s.hub is not None:
        words.append(f"hub={s.hub}-{s.hub}")
    if s.turn is not None:
        words.append(f"turn={NAMES[s.turn]}")
    if s.count:
        words.append(f"count={s.count}")
    if any(s.offences):
        words.append("offences=" + ",".join(map(str, s.offences)))
    if s.offended:
        words.append("offended=yes")
    if s.over is not None:
        words.append(f"over={s.over}")
    if s.offender is not None:
        words.append(f"offender={NAMES[s.offender]}")
    if s.claims:
        words.append(f"claims={write_claims(s.claims, NAMES.__getitem__)}")
    if s.must:
        words.append("must=yes")
    if s.naming:
        words.append(f"naming={s.naming}")
    words += [
        f"{name}={getattr(s.options, name)}" for name in _COMMON if getattr(s.options, name) != getattr(_DEFAULTS, name)
    ]
    return " | ".join([" ".join(words), *(_write_seat(s, seat) for seat in range(len(s.hands)))])


def _write_seat(s: State, seat: Seat) -> str:
    words = [NAMES[seat]]
    if s.arms:
        arm = s.arms[seat]
        words += [] if arm.opened is None else [f"#{arm.opened}"]
        words += map(str, arm.chain)
    words.append(":")
    words += map(str, s.hands[seat])
    return " ".join(words)


def read_state(text: str) -> State:
    """Read a line of `write_state`, or an excerpt: `deal`, `rule` and `leader` may be missing, tiles may be `??`.

    BadNotation names what does not fit: an unknown word, a tile that lies twice, a chain that is broken.
    """
    head, *seats = text.split(" | ")
    n = len(seats)
    if not 2 <= n <= 4:  # L-1
        raise BadNotation("notation/state-seats", least=2, most=4, count=n)
    words = _read_words(head)
    if words.pop("players", str(n)) != str(n):
        raise BadNotation("notation/state-players", count=n)
    hub = _read_hub(words.pop("hub", None))
    read = [_read_seat(part, seat, hub) for seat, part in enumerate(seats)]
    over = words.pop("over", None)
    turn = _read_seat_name(words.pop("turn", None), n)
    if turn is None and over is None:
        raise BadNotation("notation/state-turn")
    leader = _read_seat_name(words.pop("leader", None), n)
    state = State(
        number=whole(words.pop("deal", "1"), "deal="),
        rule=_read_rule(words.pop("rule", "L-7")),
        starter=_read_seat_name(words.pop("starter", None), n),
        leader=leader if leader is not None else turn if hub is None and turn is not None else 0,
        hub=hub,
        turn=turn,
        count=whole(words.pop("count", "0"), "count="),
        offences=tuple(whole(word, "offences=") for word in words.pop("offences", ",".join("0" * n)).split(",")),
        offended=words.pop("offended", "no") == "yes",
        over=None if over is None else one_of(Reason, "over", over),
        offender=_read_seat_name(words.pop("offender", None), n),
        claims=read_claims(words.pop("claims", ""), NAMES[:n], ("pass",)),
        must=words.pop("must", "no") == "yes",
        naming=one_of(Naming, "naming", words.pop("naming", "")),
        options=options_of("longana/1", Options, words, players=n),
        arms=() if hub is None else tuple(arm for arm, _ in read),
        hands=tuple(hand for _, hand in read),
    )
    if fault := _fault(state):
        raise fault
    return state


_RULES: Final = ("L-7", "L-8", "L-9")


def _read_rule(text: str) -> str:
    if text not in _RULES:
        raise BadNotation("notation/one-of", name="rule", known=_RULES, text=text)
    return text


def _read_words(head: str) -> dict[str, Any]:
    words: dict[str, Any] = {}
    for word in head.split():
        name, is_there, value = word.partition("=")
        if not is_there or name in words:
            raise BadNotation("notation/word", text=word, example="hub=9-9")
        words[name] = value
    return words


def _read_hub(text: str | None) -> int | None:
    if text is None:
        return None
    tile = parse_tile(text)
    if not tile.double:
        raise BadNotation("notation/hub", text=text)
    return tile.high


def _read_seat_name(text: str | None, n: int) -> Seat | None:
    if text is None:
        return None
    if len(text) != 1 or text not in NAMES[:n]:
        raise BadNotation("notation/no-seat", text=text, known=tuple(NAMES[:n]))
    return NAMES.index(text)


def _read_seat(part: str, seat: Seat, hub: int | None) -> tuple[Arm, tuple[Tile, ...]]:
    """Read `B #1 9>4 4>6 : 5-4 ??`: the arm and the hand, sorted."""
    lies, colon, held = f"{part} ".partition(" : ")
    name, *chain = lies.split() or [""]
    if not colon or name != NAMES[seat]:
        raise BadNotation("notation/seat-arm", part=part, name=NAMES[seat])
    opened = None
    if chain and chain[0].startswith("#"):
        opened = whole(chain.pop(0)[1:], part)
    end = hub
    placed = []
    for text in chain:
        inner, _, outer = text.partition(">")
        placement = Placement(whole(inner, part), whole(outer, part))
        if placement.inner != end:
            if end is None:
                raise BadNotation("notation/before-lead", text=text, part=part)
            raise BadNotation("notation/fit", text=text, end=str(end), part=part)
        placed.append(placement)
        end = placement.outer
    hand = tuple(sorted(UNSEEN if text == str(UNSEEN) else parse_tile(text) for text in held.split()))
    return Arm(seat, -1 if end is None else end, tuple(placed), opened), hand


def _fault(s: State) -> BadNotation | None:
    """Say what no deal can look like; None where the state can stand."""
    tiles = [tile for hand in s.hands for tile in hand if tile != UNSEEN] + [
        p.tile for arm in s.arms for p in arm.chain
    ]
    tiles += [] if s.hub is None else [Tile(s.hub, s.hub)]
    if foreign := [tile for tile in tiles if str(tile) not in TILE]:
        return BadNotation("notation/set", tile=str(foreign[0]), high=9)
    if twice := [tile for tile in tiles if tiles.count(tile) > 1]:
        return BadNotation("notation/twice", text=str(twice[0]))
    opened = sorted(arm.opened for arm in s.arms if arm.opened is not None)
    if opened != list(range(1, len(opened) + 1)):
        return BadNotation("notation/open-arms")
    if len(s.offences) != len(s.hands):
        return BadNotation("notation/each-seat", name="offences=")
    unshown = declared(s.options) and any(UNSEEN in hand for hand in s.hands)
    if s.over is not None and (s.turn is not None) != unshown:
        return BadNotation("notation/state-shown")
    if any(len(claim.marks) != len(s.arms) for claim in s.claims):
        return BadNotation("notation/claim-marks")
    return None
