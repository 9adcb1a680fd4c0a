"""Mexican Train: trains on an engine, 2 to 14 players (rules MT-1 to MT-41; the book is `mexican_train.md`).

May import msgspec and the leaves of `contracts.games`. Blocked rounds, false claims and absent players follow
`blocked.md` (BG-n). The shapes are in `mexican_train_state.py`, the state line in `mexican_train_text.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec.structs import replace

from contracts.games.blocked import (
    FalseClaimPenalty,
    auto_rank,
    claim_conflict,
    lowest,
    options_conflict,
    penalties,
)
from contracts.games.game import Deal, Fact, Outcome, Reason, Refusal, Seat, Void
from contracts.games.mexican_train_play import play
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
    engine,
    find_branch,
    move_text,
    open_ends,
    pack,
    parse_move,
    rounds,
    unpack,
)  # fmt: skip
from contracts.games.mexican_train_text import read_state, write_state
from contracts.games.mexican_train_view import BranchView, MexicanTrainView, OpenView, TrainView, show
from contracts.games.pieces import UNSEEN, Tile, parse_tile, pips, tile_set

__all__ = [
    "CODES", "FORCED", "ID", "LAST_DEAL", "LOTS", "LOW_WINS", "MAX_SEATS", "MEXICAN", "MEXICAN_TRAIN_CHICKEN_FOOT",
    "MEXICAN_TRAIN_CLUB", "MEXICAN_TRAIN_OWN_DOUBLE", "MEXICAN_TRAIN_SHORT", "MIN_SEATS", "NAME", "OPTION_RULES",
    "PRESETS", "WON_DECIDES", "Branch", "BranchView",
    "DoubleAnswer", "DoubleFollowUp", "Draw", "DrawnTilePlay", "End", "FirstTurn", "Keep", "Lay", "MatchLength",
    "MexicanTrainView", "Move", "Open", "OpenView", "Options", "Pass", "State", "Train", "TrainView", "auto_move",
    "conflict", "dealt", "forfeit", "match_over", "move_text", "moves", "next_starter", "offend", "outcome",
    "parse_move", "pieces", "play", "read_state", "refuse", "reveal", "seat_count", "seat_name", "sides", "start",
    "turn", "view", "write_state",
]  # fmt: skip

ID = "mexican_train/1"
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
    "TILE_NOT_IN_HAND",
    "ONLY_DRAWN_TILE",
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


def conflict(options: Options) -> Refusal | None:
    """Name the options that cannot stand together, or a value out of its range."""
    if options.players not in TABLE:
        return options_conflict(f"players={options.players}", ID, rule="MT-1", reason="range")
    # MT-32: three tiles on a double, of which the first is the player's own follow-up
    if options.double_answer is DoubleAnswer.CHICKEN_FOOT and options.double_follow_up is DoubleFollowUp.ANYWHERE:
        return options_conflict("double_answer=chicken_foot", "double_follow_up=anywhere", rule="MT-32")
    return claim_conflict(ID, options, immediate_needs_hands=True)


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


def dealt(options: Options, number: int) -> tuple[str, ...]:
    """Give what is shuffled for a round, counted from 1: the set without the engine, which is taken out first (MT-3).

    ValueError for a round that the match does not have (MT-2).
    """
    if not 1 <= number <= rounds(options.players):
        raise ValueError(f"round {number}: {options.players} players have rounds 1 to {rounds(options.players)}")
    middle = engine(options.players, number)
    return tuple(str(tile) for tile in tile_set(TABLE[options.players][0]) if tile != (middle, middle))


# --- start of a round


def start(options: Options, deal: Deal) -> State | Void:
    """Deal the hands in the order's order, the rest being the boneyard, and find who starts (MT-1 to MT-7).

    Void: MT-5 for the engine, or a duplicate, missing or foreign tile. ValueError for conflicting options, a round that
    the match does not have, a starter who is not seated, lots that are no tiles of the round or text that is no tile.
    """
    if found := conflict(options):
        raise ValueError(f"options that cannot stand together: {found.facts['first']}, {found.facts['second']}")
    n = options.players
    if deal.starter is not None and not 0 <= deal.starter < n:
        raise ValueError(f"starter {deal.starter} is no seat of {n}")
    wanted = tuple(map(parse_tile, dealt(options, deal.number)))
    order = tuple(map(parse_tile, deal.order))
    size, middle = TABLE[n][1], engine(n, deal.number)
    if fault := _misdeal(order, wanted, middle):  # MT-5
        return Void("MT-5", fault)
    lots = tuple(map(parse_tile, deal.lots))
    if len(set(lots)) != len(lots) or not set(wanted).issuperset(lots):
        raise ValueError("the lots are tiles of the round, each once and without the engine")
    drawn, starter = _draw_lots(lots, n) if deal.starter is None else ((), deal.starter)
    return State(
        options=options,
        number=deal.number,
        held=tuple(pack(order[seat * size : (seat + 1) * size]) for seat in range(n)),  # MT-4
        boneyard=order[n * size :],
        trains=tuple(Train(owner, (Branch("", middle),)) for owner in (*range(n), MEXICAN)),  # MT-9, MT-10
        down=BIT[Tile(middle, middle)],
        turn=starter,
        starter=starter,
        first=n,
        offences=(0,) * n,
        lots=drawn,
    )


def _misdeal(order: tuple[Tile, ...], wanted: tuple[Tile, ...], middle: int) -> dict[str, Fact]:
    """Find the fault of an order that is not the set without the engine, each tile once (MT-5)."""
    seen: set[Tile] = set()
    for tile in order:
        if tile in seen:
            return {"tile": str(tile), "fault": "duplicate"}
        if tile not in wanted:
            return {"tile": str(tile), "fault": "engine" if tile == (middle, middle) else "foreign"}
        seen.add(tile)
    missing = [str(tile) for tile in wanted if tile not in seen]
    return {"tile": missing[0], "fault": "missing"} if missing else {}


def _draw_lots(lots: tuple[Tile, ...], n: int) -> tuple[tuple[tuple[Seat, Tile], ...], Seat]:
    """Let each player draw a tile, and the highest who tie draw again from what is left (MT-6, MT-7).

    Without lots, in a written record, the first seat starts; so it does among those who still tie when no tile is left.
    """
    drawn: list[tuple[Seat, Tile]] = []
    tied = list(range(n))
    while len(tied) > 1 and len(drawn) + len(tied) <= len(lots):
        row = list(zip(tied, lots[len(drawn) :], strict=False))
        drawn += row
        best = max(tile.pips for _, tile in row)
        tied = [seat for seat, tile in row if tile.pips == best]
    return tuple(drawn), tied[0]


# --- legality, generated


def turn(s: State) -> Seat | None:
    """Give the seat whose move is awaited."""
    return s.turn


def moves(s: State) -> tuple[Move, ...]:
    """Generate the legal moves: tiles in order, each on the players' trains, then the Mexican one; then the acts."""
    seat = s.turn
    if seat is None:
        return ()
    found = _generated(s, seat)
    if s.drawn is not None:  # MT-19, MT-20: only a drawn tile may be kept
        return (*found, KEEP)
    if s.laid and s.follow is None:  # MT-15: a chain that owes nothing may stop
        return (*found, END)
    if found:
        return tuple(found)
    return (DRAW,) if s.boneyard else (PASS,)  # MT-20, MT-22, MT-25


def _generated(s: State, seat: Seat) -> list[Move]:
    """Give every placement that is allowed now."""
    bits = s.held[seat] if s.drawn is None else BIT.get(s.drawn, 0)
    ends = _reach(s, seat, bits)
    numbers = 0
    for _, branch in ends:
        numbers |= NUMBER[branch.end]
    found: list[Move] = []
    bits &= numbers
    while bits:
        tile = TILES[(bits & -bits).bit_length() - 1]
        bits &= bits - 1
        found += [
            Lay(tile, train, branch.name) if branch.name else LAYS[train][tile]
            for train, branch in ends
            if branch.end in tile
        ]
    return found


def _reach(s: State, seat: Seat, bits: int) -> list[tuple[int, Branch]]:
    """Give the ends that a player may use now for one of `bits`, his hand or the tile just drawn."""
    o = s.options
    if s.follow is not None and o.double_follow_up is DoubleFollowUp.OWN_DOUBLE:
        ends = _at(s, *s.follow)  # MT-24
    elif s.first:
        ends = open_ends(s.trains[seat])  # MT-14
    elif s.queue and not s.laid:
        ends = _at(s, s.queue[0].train, s.queue[0].branch)  # MT-26, MT-27
    else:
        ends = []
        for train in s.trains:
            if train.marked or train.owner in (seat, MEXICAN):  # MT-12
                ends += open_ends(train)
        if o.own_train_first and not s.laid:  # MT-18
            own = open_ends(s.trains[seat])
            if any(NUMBER[branch.end] & bits for _, branch in own):
                return own
    if s.drawn is not None and o.drawn_tile_play is DrawnTilePlay.OWN_TRAIN:  # MT-21
        return [(train, branch) for train, branch in ends if train == seat]
    return ends


def _at(s: State, train: int, name: str) -> list[tuple[int, Branch]]:
    branch = find_branch(s.trains[train], name)
    assert branch is not None
    return [(train, branch)]


# --- legality, judged


def refuse(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Judge a move in the book's order of codes; None where it is legal. Never asks `moves`."""
    if s.turn is None:
        return Refusal("ROUND_OVER", _ENDED_BY.get(s.over, "BG-18"), {"reason": str(s.over)})
    if seat != s.turn:
        return Refusal("NOT_YOUR_TURN", "MT-8", {"seat": s.turn})
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
    able = _able(s, seat)
    return Refusal(reason.code, reason.rule, {**reason.facts, "offers": able}) if len(able) <= _OFFERED else reason


def _refuse_tile(s: State, seat: Seat, tile: Tile) -> Refusal | None:
    """Judge which tile may be played (MT-18, MT-20)."""
    if not BIT.get(tile, 0) & s.held[seat]:
        return Refusal("TILE_NOT_IN_HAND", "MT-18", {"tile": str(tile)})
    if s.drawn is not None and tile != s.drawn:
        return Refusal("ONLY_DRAWN_TILE", "MT-20", {"tile": str(tile), "drawn": str(s.drawn)})
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
        facts["fits"] = _fits_own(s, seat)
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
    if o.own_train_first and not s.laid and double is None and _fits_own(s, seat):  # MT-18
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


def _fits_own(s: State, seat: Seat) -> tuple[str, ...]:
    """Give what of the hand, or the drawn tile, fits the player's own train."""
    tiles = unpack(s.held[seat]) if s.drawn is None else (s.drawn,)
    return tuple(str(tile) for tile in tiles if any(branch.end in tile for _, branch in open_ends(s.trains[seat])))


def _refuse_claim(s: State, seat: Seat, m: Draw | Pass) -> Refusal | None:
    """Judge a claim of inability: drawing, or passing (MT-19, MT-20, MT-22)."""
    if s.drawn is not None:
        return Refusal("ALREADY_DREW", "MT-20", {"drawn": str(s.drawn)})
    if (s.laid and s.follow is None) or any(_lays(s, seat)):  # nothing is owed, or a tile fits
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
    return tuple(found) or ("draw" if s.boneyard else "pass",)


def _lays(s: State, seat: Seat) -> Iterator[Lay]:
    """Try every tile that may be played on every end that it fits, by the judge's own test."""
    tiles = unpack(s.held[seat]) if s.drawn is None else (s.drawn,)
    ends = [(train.owner, branch) for train in s.trains for branch in train.branches if branch.open]
    for tile in tiles:
        for train, branch in ends:
            if branch.end in tile and not _fault(s, seat, tile, train, branch):
                yield Lay(tile, train, branch.name)


# --- end of a round and of a match


def outcome(s: State) -> Outcome | None:
    """Say how the round ended: everybody adds his own hand (MT-38). ValueError where unseen tiles forbid scoring."""
    if s.over is None:
        return None
    hands = s.hands
    if any(UNSEEN in hand for hand in hands):
        raise ValueError("hands with unseen tiles cannot be scored")
    blank = s.options.double_blank_points
    held = tuple(map(pips, hands))
    points = tuple(sum_ + (blank if (0, 0) in hand else 0) for sum_, hand in zip(held, hands, strict=True))
    barred = () if s.offender is None else (s.offender,)
    booked = list(penalties(s.options, s.offences, low_wins=LOW_WINS))
    facts: dict[str, Fact] = {"offences": tuple(map(str, s.offences))} if any(s.offences) else {}
    if s.offender is not None:  # BG-19
        booked[s.offender] += s.options.false_claim_points
        facts["offender_seat"] = s.offender
    if s.over is Reason.OUT:  # MT-39: who went out wins alone
        best, rule = tuple(seat for seat, hand in enumerate(hands) if not hand), "MT-36"
    else:
        best, rule = lowest(points, barred=barred), "BG-18" if barred else "MT-37"
    return Outcome(s.over, points, tuple(booked), held, best, rule, facts)


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
    branch `L` before `C` before `R`. A drawn tile is played where it may be; a chain stops as soon as it may.
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

    lays = [m for m in found if isinstance(m, Lay)]
    return min(lays, key=rank) if lays else found[-1]


def forfeit(s: State, seat: Seat) -> State:
    """End the round against a seat, which cannot win it and adds the agreed points too (BG-18 c, BG-19, BG-20)."""
    assert s.over is None
    return replace(s, turn=None, over=Reason.PENALTY, offender=seat, drawn=None, follow=None)


def offend(s: State, seat: Seat) -> State | None:
    """Book a false claim of the seat on turn, at most once in a turn (BG-19).

    None where it has no consequence: no penalty is agreed, this turn has one already, or it is not his turn.
    """
    penalty = s.options.false_claim_penalty
    if seat != s.turn or s.offended or penalty is FalseClaimPenalty.NONE:
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
