"""Draw dominoes: one line with two ends, and a boneyard. Rules DD-1 to DD-38; the book is `draw_dominoes.md`.

May import msgspec, the pure standard library and the leaves of `contracts.games`. Blocked rounds and claims of
inability are `blocked.py` (BG-1 to BG-21). `moves` generates and `refuse` judges: neither calls the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from contracts.games import blocked
from contracts.games import draw_dominoes_claims as declaring
from contracts.games.blocked import BlockDetection, FalseClaimPenalty
from contracts.games.claims import BELIEVED, Naming, Show, declared, heard, read_order
from contracts.games.draw_dominoes_claims import charge, chargeable, unseen
from contracts.games.draw_dominoes_state import (
    AT_L,
    AT_R,
    BIT_OF,
    BIT_PIPS,
    ID,
    NUMBER,
    ONLY_DRAW,
    ONLY_SKIP,
    OPEN,
    PLACED,
    SET,
    UNSEEN_BITS,
    WHOLE,
    ClosedPairsScore,
    Draw,
    DrawDominoesView,
    Lay,
    Move,
    Options,
    Skip,
    Starts,
    State,
    hand,
    move_text,
    pack,
    parse_move,
    read_state,
    seat_name,
    with_tile,
    write_state,
)
from contracts.games.game import Deal, Fact, Outcome, Reason, Refusal, Seat, UnscorableError, Void
from contracts.games.pieces import UNSEEN, Tile, pips

__all__ = [
    "CODES", "ID", "LOW_WINS", "MAX_SEATS", "MIN_SEATS", "NAME", "OPTION_RULES", "PRESETS", "ClosedPairsScore",
    "Draw", "DrawDominoesView", "Lay", "Move", "Options", "Show", "Skip", "Starts", "State", "auto_move", "charge",
    "chargeable", "conflict", "forfeit", "match_over", "move_text", "moves", "next_starter", "offend", "outcome",
    "parse_move", "pieces", "play", "read_state", "refuse", "reveal", "seat_count", "seat_name", "sides", "start",
    "turn", "unseen", "view", "write_state",
]  # fmt: skip

NAME: Final = "draw_dominoes"
MIN_SEATS: Final = 2
MAX_SEATS: Final = 4
LOW_WINS: Final = False
HAND: Final = 7  # DD-6
CODES: tuple[str, ...] = (
    "ROUND_OVER",
    "NOT_YOUR_TURN",
    "SHOW_REQUIRED",
    "NOTHING_TO_SHOW",
    "FIRST_NOT_NAMED",
    "FIRST_NAMED",
    "NO_SUCH_SEAT",
    "TILE_NOT_IN_HAND",
    "WRONG_OPENING_TILE",
    "NO_SUCH_END",
    "END_REQUIRED",
    "NO_MATCH",
    "OTHER_TILE_REQUIRED",
    "FALSE_CLAIM",
    "BONEYARD_EMPTY",
    "BONEYARD_NOT_EMPTY",
    "OFFENCE_UNKNOWN",
    "CLAIMS_ENFORCED",
    "NO_CLAIM",
    "CLAIM_CHARGED",
    "CLAIM_TRUE",
)


# --- options

DRAW_DOMINOES_CLUB = Options()
DRAW_DOMINOES_PAIRS = Options(pairs=True)
DRAW_DOMINOES_DRAWN_OUT = Options(block_detection=BlockDetection.CONFIRMATIONS)
PRESETS: Mapping[str, Options] = {
    "club": DRAW_DOMINOES_CLUB,
    "pairs": DRAW_DOMINOES_PAIRS,
    "drawn_out": DRAW_DOMINOES_DRAWN_OUT,
}
OPTION_RULES: Mapping[str, str] = {
    "players": "DD-1",
    "pairs": "DD-1",
    "target_points": "DD-36",
    "closed_pairs_score": "DD-31",
}


# --- players and set


def conflict(options: Options) -> Refusal | None:
    """Name the options that cannot stand together (DD-1, DD-31, BG-17, BG-19)."""
    if options.players not in {2, 3, 4}:
        return blocked.options_conflict(f"players={options.players}", ID, rule="DD-1", reason="range")
    if options.pairs and options.players != 4:
        return blocked.options_conflict("pairs=true", f"players={options.players}", rule="DD-1")
    if options.closed_pairs_score is not ClosedPairsScore.THREE_HANDS and not options.pairs:
        return blocked.options_conflict(f"closed_pairs_score={options.closed_pairs_score}", "pairs=false", rule="DD-31")
    if options.target_points < 1:
        return blocked.options_conflict(f"target_points={options.target_points}", ID, rule="DD-36", reason="range")
    return blocked.claim_conflict(ID, options, immediate_needs_hands=False)


def seat_count(options: Options) -> int:
    """Two, three or four (DD-1)."""
    return options.players


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Everybody alone, or partners opposite each other (DD-1, DD-2)."""
    return ((0, 2), (1, 3)) if options.pairs else tuple((seat,) for seat in range(options.players))


def pieces(options: Options) -> tuple[str, ...]:  # noqa: ARG001  # one set for every number of players
    """The 28 tiles of the double-six set (DD-3)."""
    return tuple(str(t) for t in SET)


# --- start of a round


def start(options: Options, deal: Deal) -> State | Void:
    """Deal seven tiles to each seat in turn, the rest is the boneyard (DD-6), and find the starter (DD-7 to DD-13).

    In declared mode tiles may be `??`; where hands hold such, any tile may open, and it is entered who does (BG-17).
    Void when the order is not the whole set once (DD-38); BadNotation for text that is no tile; ValueError for options
    in conflict.
    """
    if refusal := conflict(options):
        raise ValueError(f"options in conflict: {refusal.facts}")
    believed = declared(options)
    n = options.players
    bits = [BIT_OF.get(text, 0) for text in deal.order]
    if sum(bits) == WHOLE and len(bits) == len(SET):  # as nearly always: the whole set, every tile seen
        order = read_order(deal.order, unseen=False) if deal.starter is None or n < 4 else ()
        held = tuple([sum(bits[HAND * seat : HAND * (seat + 1)]) for seat in range(n)])
    else:
        order = read_order(deal.order, unseen=believed)
        if fault := _fault(order):
            return Void("DD-38", fault)
        held = tuple([pack(order[HAND * seat : HAND * (seat + 1)]) for seat in range(n)])
    opening = None
    naming = Naming.NO
    starter = deal.starter
    if believed and any(some & UNSEEN_BITS for some in held):
        naming = Naming.MUST if starter is None else Naming.MAY
        starter = starter or 0
    if starter is None:
        opening = _opening_tile(order[: HAND * n])
        starter = order.index(opening) // HAND
    elif not 0 <= starter < n:
        raise ValueError(f"seat {starter} cannot start: there are {n} seats")
    fouls = (0,) * n
    return State(
        options, deal.number, held, (), -1, -1, order[HAND * n :], starter, starter, 0, fouls,
        opening=opening, naming=naming,
    )  # fmt: skip


def _fault(order: tuple[Tile, ...]) -> dict[str, Fact]:
    """Say what makes a deal void: a foreign tile, a duplicate, a missing tile (DD-38)."""
    if len(order) == len(SET) and OPEN.keys() == set(order):
        return {}
    for at, t in enumerate(order):
        if t == UNSEEN:
            continue
        if t not in OPEN:
            return {"fault": "foreign", "tile": str(t)}
        if t in order[:at]:
            return {"fault": "duplicate", "tile": str(t)}
    if len(order) == len(SET):  # the rest is unseen
        return {}
    return {"fault": "missing", "tiles": tuple(str(t) for t in SET if t not in order)}


def _opening_tile(dealt: tuple[Tile, ...]) -> Tile:
    """Find the tile that decides the first start: the highest double dealt (DD-7), else the highest tile (DD-8).

    The highest tile has most pips, of equal ones the higher number (DD-9).
    """
    doubles = [t for t in dealt if t[0] == t[1]]
    return max(doubles) if doubles else max(dealt, key=lambda t: (t.pips, t.high))


# --- a turn


def turn(s: State) -> Seat | None:
    """Give the seat on turn; None when the round is over and all hands are known."""
    return s.turn if s.end is None or declaring.showing(s) else None


def moves(s: State) -> tuple[Move, ...]:
    """Generate the legal moves: placements at `L` from the highest tile down, then at `R`; else draw; else skip."""
    if s.options.claim_mode is BELIEVED:
        return declaring.moves(s)
    if s.end is not None:
        return ()
    held = s.held[s.turn]
    left, right = s.left, s.right
    if left < 0:
        if s.opening is not None:
            return (OPEN[s.opening],)  # DD-10
        return tuple([OPEN[t] for t in hand(held) if t is not UNSEEN])  # DD-12
    found = AT_L[left][held & NUMBER[left]] + AT_R[right][held & NUMBER[right]]
    if found:
        return found  # DD-15, DD-18
    return ONLY_DRAW if s.boneyard else ONLY_SKIP  # DD-19, DD-22


_ENDED_BY: Final = {Reason.OUT: "DD-23", Reason.CLOSED: "DD-24", Reason.BLOCKED: "BG-10"}


def refuse(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Judge a move, in the book's order of causes."""
    if s.end is not None and not declaring.showing(s):
        return Refusal("ROUND_OVER", _ENDED_BY.get(s.end, "BG-18"), {"case": str(s.end)})
    if seat != s.turn:
        return Refusal("NOT_YOUR_TURN", "DD-5", {"seat": s.turn})
    if (special := declaring.refuse_special(s, m)) or isinstance(m, Show | Starts):
        return special
    if isinstance(m, Lay):
        return _refuse_lay(s, m)
    if isinstance(m, Draw):
        return _refuse_draw(s)
    return _refuse_skip(s)


def _refuse_lay(s: State, m: Lay) -> Refusal | None:
    tile = str(m.tile)
    if m.tile not in declaring.held(s) or m.tile == UNSEEN:
        return Refusal("TILE_NOT_IN_HAND", "DD-15", {"tile": tile})
    if not s.line:
        if s.opening is not None and m.tile != s.opening:
            return Refusal("WRONG_OPENING_TILE", "DD-10", {"tile": tile, "opening": str(s.opening)})
        if m.end is not None:
            return Refusal("NO_SUCH_END", "DD-14", {"case": "first", "tile": tile, "end": m.end})
        return None
    if m.end is None:
        return Refusal("END_REQUIRED", "DD-15", {"tile": tile, "left": s.left, "right": s.right})
    if m.end not in {"L", "R"}:
        return Refusal("NO_SUCH_END", "DD-15", {"tile": tile, "end": m.end})
    number, other = (s.left, s.right) if m.end == "L" else (s.right, s.left)
    if not m.tile.has(number):
        case = "other_end" if m.tile.has(other) else "neither"
        facts: dict[str, Fact] = {
            "case": case,
            "tile": tile,
            "end": m.end,
            "number": number,
            "left": s.left,
            "right": s.right,
        }
        return Refusal("NO_MATCH", "DD-15", facts | _offers(s))
    if m.tile == s.kept:  # BG-18 a: what a false draw brought stays in the hand
        return Refusal("OTHER_TILE_REQUIRED", "BG-18", {"tile": tile} | _offers(s))
    return None


def _refuse_draw(s: State) -> Refusal | None:
    if found := _hides_a_placement(s, "draw"):  # DD-18, DD-20
        return found
    if not s.boneyard:
        return Refusal("BONEYARD_EMPTY", "DD-22", {"offers": ("skip",)})
    return None  # DD-21: every tile of the boneyard may be drawn


def _refuse_skip(s: State) -> Refusal | None:
    if found := _hides_a_placement(s, "skip"):
        return found
    if s.boneyard:
        return Refusal("BONEYARD_NOT_EMPTY", "DD-21", {"boneyard": len(s.boneyard), "offers": ("draw",)})
    return None


def _hides_a_placement(s: State, claim: str) -> Refusal | None:
    """Judge a claim of inability by the placements that there are (BG-16); in declared mode it is believed (BG-17)."""
    if next(_placements(s), None) is None:
        return None
    rule, facts = "DD-20" if s.drew else "DD-18", {"case": claim} | _offers(s)
    if declared(s.options):
        return declaring.refuse_claim(s, rule, facts)
    return Refusal("FALSE_CLAIM", rule, facts)


def _placements(s: State) -> Iterator[Lay]:
    """Try every tile at every end by the judge's own tests: the legal placements that a claim would hide (BG-16)."""
    for end in ("L", "R") if s.line else (None,):
        for tile in declaring.held(s):
            fits = end is None or tile.has(s.left if end == "L" else s.right)
            if fits and tile not in {UNSEEN, s.kept} and (s.line or s.opening in {None, tile}):
                yield Lay(tile, end)


def _offers(s: State) -> dict[str, Fact]:
    """Give the moves that a refusal may offer: the placements if they are at most three, else draw or skip.

    What an unseen hand can do is not known.
    """
    if unseen(s, s.turn):
        return {}
    texts = tuple(str(m) for m in _placements(s)) or (("draw",) if s.boneyard else ("skip",))
    return {"offers": texts} if len(texts) <= 3 else {}


def play(s: State, m: Move) -> State:
    """Carry out a move of the seat on turn. Trusts: the caller has asked `refuse`.

    Laying a tile ends the turn (DD-14 to DD-17), and perhaps the round (DD-23 to DD-27).
    """
    believed = s.options.claim_mode is BELIEVED
    if believed:
        s = declaring.ready(s, m)
        if isinstance(m, Starts | Show):
            return s
    assert s.end is None, "the round is over"
    if m.__class__ is not Lay:
        after = _draw(s) if m.__class__ is Draw else _skip(s)
        return declaring.noted(s, m, after) if believed else after
    seat = s.turn
    left = s.left
    right = s.right
    opened = s.opened
    bit, pips_of = BIT_PIPS[m.tile]
    held = list(s.held)
    rest = held[seat] ^ bit
    assert rest < held[seat], "the tile is not in the hand"
    held[seat] = rest
    if left < 0:  # DD-14
        left, right = m.tile
        line = PLACED[left * 7 + right]
    elif m.end == "L":
        assert bit & NUMBER[left], "the tile does not fit"
        out = pips_of - left  # DD-15, DD-16: the other half
        line = PLACED[out * 7 + left] + s.line
        left = out
        opened += 1
    else:
        assert bit & NUMBER[right], "the tile does not fit"
        out = pips_of - right
        line = s.line + PLACED[right * 7 + out]
        right = out
    if not rest:
        end = Reason.OUT  # DD-23, DD-27
    elif (left == right or s.excerpt) and _closed(s, held, line):
        end = Reason.CLOSED
    else:
        end = None
        seat += 1
        if seat == len(held):
            seat = 0
    after = State(
        s.options, s.deal, tuple(held), line, left, right, s.boneyard, seat, s.starter, opened, s.fouls, s.excerpt, end
    )
    return declaring.noted(s, m, after) if believed else after


def _closed(s: State, held: list[int], line: tuple[tuple[int, int], ...]) -> bool:
    """Whether every tile bearing the end numbers is in the line: none is left in a hand or in the boneyard (DD-24).

    Of the whole set that needs equal ends (DD-25); the boneyard is not waited for (DD-26). With `confirmations` the
    players find out by themselves (BG-21). Where tiles are unseen the line alone must show it.
    """
    if s.options.block_detection is not BlockDetection.IMMEDIATE:
        return False
    left, right = line[0][0], line[-1][1]
    bits = NUMBER[left] | NUMBER[right] | UNSEEN_BITS
    if not any(some & bits for some in held) and not pack(s.boneyard) & bits:
        return True
    return declared(s.options) and declaring.dead_ends(line, left, right)


def _draw(s: State) -> State:
    """Draw the front tile of the boneyard; the turn goes on, playable or not (DD-19, DD-20)."""
    held = list(s.held)
    held[s.turn] = with_tile(held[s.turn], s.boneyard[0])
    return State(
        s.options, s.deal, tuple(held), s.line, s.left, s.right, s.boneyard[1:], s.turn, s.starter, s.opened, s.fouls,
        s.excerpt, None, 0, s.drew + 1, s.fouled,
    )  # fmt: skip  # a drawn tile sets the count back (BG-11)


def _skip(s: State) -> State:
    """Skip a turn (DD-22): with `confirmations` the last of a full round of skips blocks the round (BG-8 to BG-12).

    In declared mode it always does: a false skip may be among them, and the ends not dead (BG-18 c).
    """
    count = blocked.confirmed(s.count, changes_access=False)
    seat, end = (s.turn + 1) % len(s.held), None
    believed = declared(s.options)
    if count == len(s.held) and (believed or s.options.block_detection is BlockDetection.CONFIRMATIONS):
        assert believed or blocked.nothing_fits(s.hands, {s.left, s.right}), "a false skip was counted (BG-10)"
        seat, end = s.turn, Reason.BLOCKED
    return State(
        s.options, s.deal, s.held, s.line, s.left, s.right, s.boneyard, seat, s.starter, s.opened, s.fouls, s.excerpt,
        end, count,
    )  # fmt: skip


# --- end of a round, scores


def outcome(s: State) -> Outcome | None:
    """Score a finished round (DD-28 to DD-34); partners both carry their pair's points. ValueError: unseen tiles."""
    if s.end is None or declaring.showing(s):
        return None
    if any(UNSEEN in hand for hand in s.hands):
        raise UnscorableError
    held = tuple(pips(hand) for hand in s.hands)
    found = declaring.judged(s)
    barred = found.barred if s.loser is None else (s.loser, *found.barred)
    offences = tuple(booked + late for booked, late in zip(s.fouls, found.offences, strict=True))
    facts: dict[str, Fact] = dict(found.facts)
    if s.end is Reason.CLOSED:
        facts["number"] = s.left  # DD-25
    if s.loser is not None:
        facts["offender_seat"] = s.loser
    if fouled := tuple(seat_name(seat) for seat, number in enumerate(offences) if number):
        facts["false_claims"] = fouled  # BG-19: announced at the end of the deal
    out = [side for side in sides(s.options) if any(not s.hands[seat] for seat in side)]
    able = [side for side in sides(s.options) if not any(seat in barred for seat in side)]  # BG-18 c
    if not able:  # nobody can win
        return Outcome(s.end, (0,) * len(held), _penalties(s, offences), held, (), "BG-18", facts)
    side = out[0] if s.end is Reason.OUT and out and out[0] in able else _lowest(s, able, held, facts)
    score, rule = _score(s, side, held)
    points = tuple(score if seat in side else 0 for seat in range(len(held)))  # DD-34
    return Outcome(s.end, points, _penalties(s, offences), held, side, rule, facts)


def _lowest(s: State, able: list[tuple[Seat, ...]], held: tuple[int, ...], facts: dict[str, Fact]) -> tuple[Seat, ...]:
    """Give the side with the fewest pips of those that can win (DD-30, DD-31).

    Of equal ones the starter's, else the first after him (DD-32, DD-33).
    """
    sums = {side: sum(held[seat] for seat in side) for side in able}
    tied = [side for side in able if sums[side] == min(sums.values())]
    if len(tied) > 1:
        facts["tie_rule"] = "DD-33" if s.options.pairs else "DD-32"
        if not s.options.pairs:
            facts["tied"] = tuple(seat_name(side[0]) for side in tied)
    return min(tied, key=lambda side: min((seat - s.starter) % len(held) for seat in side))


def _score(s: State, side: tuple[Seat, ...], held: tuple[int, ...]) -> tuple[int, str]:
    """Give the winner's points and the rule they follow."""
    if not s.options.pairs:
        return blocked.others_sum(held, side[0]), "DD-28" if _went_out(s, side) else "DD-30"
    if _went_out(s, side):
        return sum(held), "DD-29"
    own = [held[seat] for seat in side]
    match s.options.closed_pairs_score:
        case ClosedPairsScore.THREE_HANDS:
            return sum(held) - min(own), "DD-31"
        case ClosedPairsScore.FOUR_HANDS:
            return sum(held), "DD-31"
        case ClosedPairsScore.OPPONENTS:
            return sum(held) - sum(own), "DD-31"


def _went_out(s: State, side: tuple[Seat, ...]) -> bool:
    """Whether a side won by placing its last tile (DD-23)."""
    return s.end is Reason.OUT and any(not s.held[seat] for seat in side)


def _penalties(s: State, offences: tuple[int, ...]) -> tuple[int, ...]:
    """What false claims cost; in pairs the total is the pair's, so both partners carry it (BG-19)."""
    each = blocked.penalties(s.options, offences)
    return (each[0] + each[2], each[1] + each[3]) * 2 if s.options.pairs else each


def next_starter(s: State) -> Seat:
    """The seat after this round's starter, whoever won (DD-11)."""
    return (s.starter + 1) % len(s.held)


def match_over(options: Options, totals: tuple[int, ...], deals: int) -> bool:  # noqa: ARG001  # rounds are not counted
    """Whether someone has reached the target (DD-35)."""
    return any(total >= options.target_points for total in totals)


# --- absent players and offences


def auto_move(s: State) -> Move:
    """Move for an absent player: most pips, then the higher half, then `L`; else draw or skip (BG-20)."""
    found = declaring.automatic(s, moves(s)) if unseen(s, s.turn) else moves(s)
    placements = [m for m in found if isinstance(m, Lay)]
    if not placements:
        return found[0]
    return min(placements, key=lambda m: blocked.auto_rank(m.tile, 0))  # of equal ones the first, and `L` comes first


def forfeit(s: State, seat: Seat) -> State:
    """End the round against a seat: it cannot win, the lowest of the others does (BG-18 c, BG-20)."""
    assert s.end is None, "the round is over"
    return declaring.ended(msgspec.structs.replace(s, end=Reason.PENALTY, loser=seat))


def offend(s: State, seat: Seat) -> State | None:
    """Book a refused false claim, at most once in a turn (BG-17, BG-19); None where it has no consequence."""
    penalty = s.options.false_claim_penalty
    if penalty is FalseClaimPenalty.NONE or s.fouled or s.must or s.end is not None:
        return None
    if penalty is FalseClaimPenalty.LOSE_DEAL:
        return forfeit(s, seat)
    fouls = tuple(n + (at == seat) for at, n in enumerate(s.fouls))
    return msgspec.structs.replace(s, fouls=fouls, fouled=True)


# --- what may be seen


def view(s: State, seat: Seat | None) -> DrawDominoesView:
    """Give what a seat may see while the round runs: its own hand alone (DD-2). A finished round lies open."""
    return _view(s, seat, everything=s.end is not None)


def reveal(s: State) -> DrawDominoesView:
    """Give the view with all hands and the boneyard open."""
    return _view(s, None, everything=True)


def _view(s: State, seat: Seat | None, *, everything: bool) -> DrawDominoesView:
    texts = tuple(tuple(map(str, hand)) for hand in s.hands)
    on_turn = seat is not None and seat == turn(s)
    return DrawDominoesView(
        deal=s.deal,
        seat=seat,
        seats=tuple(map(seat_name, range(len(s.held)))),
        sides=sides(s.options),
        turn=turn(s),
        starter=s.starter,
        hand=() if seat is None else texts[seat],
        hands=tuple(hand if everything or at == seat else None for at, hand in enumerate(texts)),
        sizes=tuple(map(len, s.hands)),
        line=s.line,
        opened=s.opened,
        ends=(s.left, s.right) if s.line else None,
        boneyard=len(s.boneyard),
        boneyard_tiles=tuple(map(str, s.boneyard)) if everything else (),
        opening="" if s.opening is None else str(s.opening),
        drew=s.drew,
        count=s.count,
        moves=tuple(map(str, moves(s))) if on_turn else (),
        outcome=outcome(s),
        claims=heard(s.claims),
        naming=s.naming.value,
        must=s.must,
        showing=declaring.showing(s),
    )
