"""Mexican Train: trains on an engine, 2 to 14 players (rules MT-1 to MT-41; the book is `mexican_train.md`).

May import msgspec and the leaves of `contracts.games`. Blocked rounds, false claims and absent players follow
`blocked.md` (BG-n). The shapes are in `mexican_train_state.py`, the state line in `mexican_train_text.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec.structs import replace

from contracts.games.blocked import FalseClaimPenalty, auto_rank, lowest, penalties
from contracts.games.claims import Show, declared, loses
from contracts.games.game import Fact, Outcome, Reason, Refusal, Seat, UnscorableError
from contracts.games.mexican_train_claims import (
    accessible,
    charge,
    chargeable,
    ended,
    held,
    judged,
    refuse_show,
    shows,
    spares,
    unseen,
)
from contracts.games.mexican_train_play import play
from contracts.games.mexican_train_start import ID, conflict, dealt, start
from contracts.games.mexican_train_state import (
    BIT,
    DRAW,
    END,
    KEEP,
    LAYS,
    MEXICAN,
    NAMES,
    NUMBER,
    PASS,
    TABLE,
    TILES,
    TOES,
    Branch,
    DoubleAnswer,
    DoubleFollowUp,
    Draw,
    DrawnTilePlay,
    End,
    FirstTurn,
    Keep,
    Lay,
    MatchLength,
    Move,
    Open,
    Options,
    Pass,
    State,
    Train,
    end_name,
    find_branch,
    move_text,
    open_ends,
    parse_move,
    rounds,
    unpack,
)  # fmt: skip
from contracts.games.mexican_train_text import read_state, write_state
from contracts.games.mexican_train_view import BranchView, MexicanTrainView, OpenView, TrainView, show
from contracts.games.pieces import UNSEEN, Tile, pips, tile_set

__all__ = [
    "CODES", "FORCED", "ID", "LAST_DEAL", "LOTS", "LOW_WINS", "MAX_SEATS", "MEXICAN", "MEXICAN_TRAIN_CHICKEN_FOOT",
    "MEXICAN_TRAIN_CLUB", "MEXICAN_TRAIN_OWN_DOUBLE", "MEXICAN_TRAIN_SHORT", "MIN_SEATS", "NAME", "OPTION_RULES",
    "PRESETS", "WON_DECIDES", "Branch", "BranchView", "DoubleAnswer", "DoubleFollowUp", "Draw", "DrawnTilePlay",
    "End", "FirstTurn", "Keep", "Lay", "MatchLength", "MexicanTrainView", "Move", "Open", "OpenView", "Options",
    "Pass", "Show", "State", "Train", "TrainView", "auto_move", "charge", "chargeable", "conflict", "dealt",
    "forfeit", "match_over", "move_text", "moves", "next_starter", "offend", "outcome", "parse_move", "pieces",
    "play", "read_state", "refuse", "reveal", "seat_count", "seat_name", "sides", "start", "turn", "unseen",
    "view", "write_state",
]  # fmt: skip

NAME = "mexican_train"
MIN_SEATS = 2  # MT-1
MAX_SEATS = 14
LOW_WINS = True  # MT-40
WON_DECIDES = True  # MT-41
LOTS = True  # MT-6
LAST_DEAL = True  # MT-40
FORCED: tuple[str, ...] = ("keep", "end")  # MT-15, MT-20: entered by the server where nothing else is left
CODES: tuple[str, ...] = (
    "ROUND_OVER",
    "NOT_YOUR_TURN",
    "SHOW_REQUIRED",
    "NOTHING_TO_SHOW",
    "TILE_NOT_IN_HAND",
    "ONLY_DRAWN_TILE",
    "OTHER_TILE_REQUIRED",
    "NO_SUCH_TRAIN",
    "FIRST_TURN_OWN_TRAIN",
    "MUST_ANSWER_DOUBLE",
    "TRAIN_PRIVATE",
    "NO_MATCH",
    "DRAWN_TILE_OWN_TRAIN",
    "OWN_TRAIN_FIRST",
    "ALREADY_DREW",
    "FALSE_CLAIM",
    "BONEYARD_EMPTY",
    "BONEYARD_NOT_EMPTY",
    "NOTHING_DRAWN",
    "NOT_IN_CHAIN",
    "DOUBLE_NEEDS_FOLLOW_UP",
    "OFFENCE_UNKNOWN",
    "CLAIMS_ENFORCED",
    "NO_CLAIM",
    "CLAIM_CHARGED",
    "CLAIM_TRUE",
)

_OFFERED = 3  # so many possible moves at most are offered with a refusal
_ENDED_BY: dict[Reason | None, str] = {Reason.OUT: "MT-36", Reason.BLOCKED: "MT-37"}

# --- options

MEXICAN_TRAIN_CLUB = Options()
MEXICAN_TRAIN_SHORT = Options(match_length=MatchLength.SINGLE_ROUND, first_turn=FirstTurn.SINGLE)
MEXICAN_TRAIN_CHICKEN_FOOT = Options(
    double_answer=DoubleAnswer.CHICKEN_FOOT,
    double_follow_up=DoubleFollowUp.OWN_DOUBLE,
    drawn_tile_play=DrawnTilePlay.ANY_ELIGIBLE,
)
MEXICAN_TRAIN_OWN_DOUBLE = Options(
    double_follow_up=DoubleFollowUp.OWN_DOUBLE, drawn_tile_play=DrawnTilePlay.ANY_ELIGIBLE
)
PRESETS: Mapping[str, Options] = {
    "club": MEXICAN_TRAIN_CLUB,
    "short": MEXICAN_TRAIN_SHORT,
    "chicken_foot": MEXICAN_TRAIN_CHICKEN_FOOT,
    "own_double": MEXICAN_TRAIN_OWN_DOUBLE,
}
OPTION_RULES: Mapping[str, str] = {
    "players": "MT-1",
    "first_turn": "MT-15",
    "double_follow_up": "MT-24",
    "double_answer": "MT-32",
    "double_blank_points": "MT-38",
    "drawn_tile_play": "MT-21",
    "match_length": "MT-40",
    "own_train_first": "MT-18",
}


def seat_count(options: Options) -> int:
    """Give the number of seats."""
    return options.players


def seat_name(seat: Seat) -> str:
    """Give the letter that names a seat and its train alike."""
    return NAMES[seat]


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Give the sides: each plays for himself (MT-9)."""
    return tuple((seat,) for seat in range(options.players))


def pieces(options: Options) -> tuple[str, ...]:
    """Give the set for so many players as texts (MT-1)."""
    return tuple(map(str, tile_set(TABLE[options.players][0])))


# --- legality, generated


def turn(s: State) -> Seat | None:
    """Give the seat whose move is awaited."""
    return s.turn


def moves(s: State) -> tuple[Move, ...]:
    """Generate the legal moves: tiles in order, each on the players' trains, then the Mexican one; then the acts.

    In declared mode drawing, or with an empty boneyard passing, is always among them, save where a drawn tile waits, a
    chain owes nothing or a claim was annulled; unseen slots may hold what is not known to be elsewhere (BG-17, BG-18).
    """
    seat = s.turn
    if seat is None:
        return ()
    if s.over is not None:
        return shows(s)
    found = _generated(s, seat)
    if s.drawn is not None:  # MT-19, MT-20: only a drawn tile may be kept
        return (*found, KEEP)
    if s.laid and s.follow is None:  # MT-15: a chain that owes nothing may stop
        return (*found, END)
    claim = DRAW if s.boneyard else PASS  # MT-20, MT-22, MT-25
    if found and (s.must or not declared(s.options)):
        return tuple(found)
    return (*found, claim)


def _generated(s: State, seat: Seat) -> list[Move]:
    """Give every placement that is allowed now."""
    known, maybe = held(s, seat)
    ends = _reach(s, seat, known)
    numbers = 0
    for _, branch in ends:
        numbers |= NUMBER[branch.end]
    found: list[Move] = []
    bits = (known | maybe) & numbers
    while bits:
        tile = TILES[(bits & -bits).bit_length() - 1]
        bits &= bits - 1
        found += [
            Lay(tile, train, branch.name) if branch.name else LAYS[train][tile]
            for train, branch in ends
            if branch.end in tile
        ]
    if maybe and s.options.own_train_first and not (s.laid or s.first or s.queue):  # MT-18: of what nobody knows, too
        own = {branch.end for _, branch in open_ends(s.trains[seat])}
        return [m for m in found if isinstance(m, Lay) and (m.train == seat or own.isdisjoint(m.tile))]
    return found


def _reach(s: State, seat: Seat, bits: int) -> list[tuple[int, Branch]]:
    """Give the ends that a player may use now for one of `bits`, what is known of his hand or the tile just drawn."""
    o = s.options
    ends = accessible(s, seat)
    if o.own_train_first and not (s.laid or s.first or s.queue):  # MT-18
        own = open_ends(s.trains[seat])
        if any(NUMBER[branch.end] & bits for _, branch in own):
            return own
    if s.drawn is not None and o.drawn_tile_play is DrawnTilePlay.OWN_TRAIN:  # MT-21
        return [(train, branch) for train, branch in ends if train == seat]
    return ends


# --- legality, judged


def refuse(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Judge a move in the book's order of codes; None where it is legal. Never asks `moves`."""
    if s.turn is None:
        return Refusal("ROUND_OVER", _ENDED_BY.get(s.over, "BG-18"), {"reason": str(s.over)})
    if seat != s.turn:
        return Refusal("NOT_YOUR_TURN", "MT-8", {"seat": s.turn})
    if isinstance(m, Show) or s.over is not None:
        return refuse_show(s, m)
    match m:
        case Lay():
            reason = _refuse_tile(s, seat, m.tile) or _refuse_lay(s, seat, m)
        case Draw() | Pass():
            reason = _refuse_claim(s, seat, m)
        case Keep():
            reason = Refusal("NOTHING_DRAWN", "MT-19") if s.drawn is None else None
        case End():
            reason = _refuse_end(s)
    if reason is None:
        return None
    if unseen(s, seat):  # what such a hand can do is not known
        return reason
    able = _able(s, seat)
    return Refusal(reason.code, reason.rule, {**reason.facts, "offers": able}) if len(able) <= _OFFERED else reason


def _refuse_tile(s: State, seat: Seat, tile: Tile) -> Refusal | None:
    """Judge which tile may be played (MT-18, MT-20)."""
    known = BIT.get(tile, 0) & s.held[seat]
    if not known and not (unseen(s, seat) and BIT.get(tile, 0) & spares(s)):  # BG-17
        return Refusal("TILE_NOT_IN_HAND", "MT-18", {"tile": str(tile)})
    if s.drawn is not None and (known if s.drawn == UNSEEN else tile != s.drawn):
        return Refusal("ONLY_DRAWN_TILE", "MT-20", {"tile": str(tile), "drawn": str(s.drawn)})
    if s.withheld is not None and not BIT[tile] & sum(held(s, seat)):
        return Refusal("OTHER_TILE_REQUIRED", "BG-18", {"tile": str(tile)})
    return None


def _refuse_lay(s: State, seat: Seat, m: Lay) -> Refusal | None:
    """Judge a tile for an end. Having begun one's own train is no condition for another's (MT-13)."""
    facts: dict[str, Fact] = {"tile": str(m.tile), "place": end_name(m.train, m.branch)}
    if not MEXICAN <= m.train < len(s.held):  # MT-9
        return Refusal("NO_SUCH_TRAIN", "MT-9", facts | {"trains": len(s.held)})
    branch = find_branch(s.trains[m.train], m.branch)
    if branch is None or not branch.open:  # MT-32
        ends = tuple(end_name(*end) for end in ((train, b.name) for train, b in open_ends(s.trains[m.train])))
        return Refusal("NO_SUCH_TRAIN", "MT-32", facts | {"case": "end", "ends": ends})
    code = _fault(s, seat, m.tile, m.train, branch)
    if not code:
        return None
    if code == "MUST_ANSWER_DOUBLE":
        return _answer_first(s, seat, m.tile)
    facts |= {"case": _whose(seat, m.train), "end": branch.end}
    if m.train != MEXICAN:
        facts["train_seat"] = m.train
    if code == "NO_MATCH" and m.branch:
        facts["case"] = "branch"
    if code == "OWN_TRAIN_FIRST":
        facts["fits"] = _fits_own(s, seat, m.tile)
    return Refusal(code, _RULE[code], facts)


_RULE = {
    "FIRST_TURN_OWN_TRAIN": "MT-14",
    "TRAIN_PRIVATE": "MT-12",
    "NO_MATCH": "MT-11",
    "DRAWN_TILE_OWN_TRAIN": "MT-21",
    "OWN_TRAIN_FIRST": "MT-18",
}


def _fault(s: State, seat: Seat, tile: Tile, train: int, branch: Branch) -> str:
    """Give the code of what is wrong with a tile on an end that is there; empty where nothing is."""
    own = train == seat
    if s.first and not own:  # MT-14
        return "FIRST_TURN_OWN_TRAIN"
    double = _must_answer(s)
    if double is not None:
        if double != (train, branch.name):
            return "MUST_ANSWER_DOUBLE"
    elif not own and train != MEXICAN and not s.trains[train].marked:  # MT-12
        return "TRAIN_PRIVATE"
    if branch.end not in tile:  # MT-11
        return "NO_MATCH"
    if own:
        return ""
    o = s.options
    if s.drawn is not None and o.drawn_tile_play is DrawnTilePlay.OWN_TRAIN:  # MT-21
        return "DRAWN_TILE_OWN_TRAIN"
    if o.own_train_first and not s.laid and double is None and _fits_own(s, seat, tile):  # MT-18
        return "OWN_TRAIN_FIRST"
    return ""


def _must_answer(s: State) -> tuple[int, str] | None:
    """Give the double on which alone the next tile may go: the one just placed (MT-24) or the queue's first (MT-26)."""
    if s.follow is not None:
        return s.follow if s.options.double_follow_up is DoubleFollowUp.OWN_DOUBLE else None
    if s.first or s.laid or not s.queue:  # MT-28
        return None
    return s.queue[0].train, s.queue[0].branch


def _answer_first(s: State, seat: Seat, tile: Tile) -> Refusal:
    """Say which double comes first, and where it lies."""
    double = _must_answer(s)
    assert double is not None
    branch = find_branch(s.trains[double[0]], double[1])
    assert branch is not None
    facts: dict[str, Fact] = {"tile": str(tile), "double": f"{branch.end}-{branch.end}", "place": end_name(*double)}
    facts["end"] = branch.end
    if s.follow is not None:
        return Refusal("MUST_ANSWER_DOUBLE", "MT-24", facts | {"case": "follow"})
    facts["case"] = _whose(seat, double[0])
    if double[0] != MEXICAN:
        facts["train_seat"] = double[0]
    return Refusal("MUST_ANSWER_DOUBLE", "MT-26", facts)


def _whose(seat: Seat, train: int) -> str:
    return "mexican" if train == MEXICAN else "own" if train == seat else "other"


def _fits_own(s: State, seat: Seat, played: Tile) -> tuple[str, ...]:
    """Give what fits the player's own train: of what he may play now, and the tile played, drawn or unseen."""
    tiles = unpack(held(s, seat)[0] | BIT[played]) if s.drawn is None else (played,)
    return tuple(str(tile) for tile in tiles if any(branch.end in tile for _, branch in open_ends(s.trains[seat])))


def _refuse_claim(s: State, seat: Seat, m: Draw | Pass) -> Refusal | None:
    """Judge a claim of inability: drawing, or passing (MT-19, MT-20, MT-22)."""
    if s.drawn is not None:
        return Refusal("ALREADY_DREW", "MT-20", {"drawn": str(s.drawn)})
    if s.must and any(_lays(s, seat)):
        return Refusal("FALSE_CLAIM", "BG-18", {"case": "annulled"})
    if declared(s.options) and s.laid and s.follow is None:  # BG-17: nothing is owed, and everybody sees it
        return Refusal("NOT_IN_CHAIN", "MT-15", {"case": "claim"})
    if not declared(s.options) and ((s.laid and s.follow is None) or any(_lays(s, seat))):  # nothing owed, or one fits
        return Refusal("FALSE_CLAIM", "MT-19")
    if isinstance(m, Draw):
        return None if s.boneyard else Refusal("BONEYARD_EMPTY", "MT-22")
    return Refusal("BONEYARD_NOT_EMPTY", "MT-20", {"boneyard": len(s.boneyard)}) if s.boneyard else None


def _refuse_end(s: State) -> Refusal | None:
    """Judge the end of a first turn's chain (MT-15, MT-24)."""
    if not s.first or not s.laid or s.options.first_turn is not FirstTurn.CHAIN:
        return Refusal("NOT_IN_CHAIN", "MT-15")
    if s.follow is not None:
        branch = find_branch(s.trains[s.follow[0]], s.follow[1])
        assert branch is not None
        return Refusal("DOUBLE_NEEDS_FOLLOW_UP", "MT-24", {"double": f"{branch.end}-{branch.end}"})
    return None


def _able(s: State, seat: Seat) -> tuple[str, ...]:
    """Give what the judge would accept from the seat on turn instead, more than may be offered if need be."""
    found = list(map(str, islice(_lays(s, seat), _OFFERED + 1)))
    if s.drawn is not None:
        return (*found, "keep")
    if s.laid and s.follow is None:
        return (*found, "end")
    if found and (s.must or not declared(s.options)):
        return tuple(found)
    return (*found, "draw" if s.boneyard else "pass")


def _lays(s: State, seat: Seat) -> Iterator[Lay]:
    """Try every tile that may be played on every end that it fits, by the judge's own test."""
    tiles = unpack(sum(held(s, seat)))
    ends = [(train.owner, branch) for train in s.trains for branch in train.branches if branch.open]
    for tile in tiles:
        for train, branch in ends:
            if branch.end in tile and not _fault(s, seat, tile, train, branch):
                yield Lay(tile, train, branch.name)


# --- end of a round and of a match


def outcome(s: State) -> Outcome | None:
    """Say how the round ended: everybody adds his own hand (MT-38); None while it runs or hands are to be shown.

    ValueError where unseen tiles forbid scoring.
    """
    if s.over is None or s.turn is not None:
        return None
    hands = s.hands
    if any(UNSEEN in hand for hand in hands):
        raise UnscorableError
    blank = s.options.double_blank_points
    left = tuple(map(pips, hands))
    points = tuple(sum_ + (blank if (0, 0) in hand else 0) for sum_, hand in zip(left, hands, strict=True))
    claims = judged(s)
    offences = tuple(map(sum, zip(s.offences, claims.offences, strict=True)))
    barred = {*claims.barred, *([] if s.offender is None else [s.offender])}
    booked = list(penalties(s.options, offences, low_wins=LOW_WINS))
    facts: dict[str, Fact] = {"offences": tuple(map(str, offences))} if any(offences) else {}
    if s.offender is not None:
        facts["offender_seat"] = s.offender
    for seat in barred if s.over is Reason.PENALTY or loses(s.options) else ():  # BG-19
        booked[seat] += s.options.false_claim_points
    out = tuple(seat for seat, hand in enumerate(hands) if not hand and seat not in barred)
    if s.over is Reason.OUT and out:  # MT-39: who went out wins alone
        best, rule = out, "MT-36"
    else:
        best, rule = lowest(points, barred=barred), "BG-18" if barred else "MT-37"
    return Outcome(s.over, points, tuple(booked), left, best, rule, {**facts, **claims.facts})


def next_starter(s: State) -> Seat | None:  # noqa: ARG001  # lots decide again, whoever won
    """Give None: the next round's starter is drawn by lot as always (MT-6)."""
    return None


def match_over(options: Options, totals: tuple[int, ...], deals: int) -> bool:  # noqa: ARG001  # whatever the totals
    """Say whether the last round is played: the one with engine 0-0, or the only one (MT-40)."""
    return deals >= (1 if options.match_length is MatchLength.SINGLE_ROUND else rounds(options.players))


# --- absent players and offences


def auto_move(s: State) -> Move:
    """Give the move made for an absent player (BG-20).

    Most pips, then the higher half, then his own train, the Mexican Train and the others in turn order from him, the
    branch `L` before `C` before `R`. A drawn tile is played where it may be; a chain stops as soon as it may. Of a hand
    that is `unseen` it knows nothing: it plays what is known, else draws, keeps or passes.
    """
    seat = s.turn
    assert seat is not None
    n = len(s.held)
    found = moves(s)
    if END in found:
        return END

    def rank(m: Lay) -> tuple[tuple[int, int, int], list[int]]:
        place = 1 if m.train == MEXICAN else 0 if m.train == seat else 1 + (m.train - seat) % n
        return auto_rank(m.tile, place), [TOES.index(letter) for letter in m.branch]

    lays = [m for m in found if isinstance(m, Lay) and BIT[m.tile] & s.held[seat]]
    return min(lays, key=rank) if lays else found[-1]


def forfeit(s: State, seat: Seat) -> State:
    """End the round against a seat, which cannot win it and adds the agreed points too (BG-18 c, BG-19, BG-20)."""
    assert s.over is None
    return ended(replace(s, offender=seat), Reason.PENALTY)


def offend(s: State, seat: Seat) -> State | None:
    """Book a false claim of the seat on turn, at most once in a turn (BG-19).

    None where it has no consequence: no penalty is agreed, this turn has one already, it is not his turn, or the round
    is over and hands are only shown.
    """
    penalty = s.options.false_claim_penalty
    if seat != s.turn or s.over is not None or s.offended or penalty is FalseClaimPenalty.NONE:
        return None
    offences = tuple(number + (at == seat) for at, number in enumerate(s.offences))
    booked = replace(s, offences=offences, offended=True)
    return forfeit(booked, seat) if penalty is FalseClaimPenalty.LOSE_DEAL else booked


# --- what may be seen


def view(s: State, seat: Seat | None) -> MexicanTrainView:
    """Give what a seat may see while the round runs: its own hand alone. A finished round's hands lie open."""
    mine = moves(s) if seat is not None and seat == s.turn else ()
    return show(s, seat, game=ID, opened=s.over is not None, moves=mine, outcome=outcome(s))


def reveal(s: State) -> MexicanTrainView:
    """Give the view with all hands and the boneyard open and the legal moves of the seat on turn."""
    return show(s, None, game=ID, opened=True, moves=moves(s), outcome=outcome(s))
