"""Longana: one arm for each player on a hub, each for himself (rules L-1 to L-35; the book is `longana.md`).

May import msgspec and the leaves of `contracts.games`. Blocked deals, false claims and absent players follow
`blocked.md` (BG-n). The shapes and their texts are in `longana_state.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from contracts.games import longana_claims as declaring
from contracts.games.blocked import (
    BlockDetection,
    FalseClaimPenalty,
    auto_rank,
    claim_conflict,
    confirmed,
    lowest,
    nothing_fits,
    options_conflict,
    others_sum,
    penalties,
)
from contracts.games.claims import BELIEVED, Naming, Show, declared, laid, read_order, without
from contracts.games.game import Deal, Fact, Outcome, Reason, Refusal, Seat, UnscorableError, Void
from contracts.games.longana_claims import charge, chargeable, unseen
from contracts.games.longana_state import (
    ID,
    LAYS,
    LEADS,
    NAMES,
    PASS,
    SET,
    TILE,
    Arm,
    BlockedScore,
    BlockedTie,
    Lay,
    Lead,
    Leads,
    Move,
    Options,
    Pass,
    State,
    move_text,
    parse_move,
    read_state,
    write_state,
)
from contracts.games.longana_view import ArmView, LonganaView, make_view
from contracts.games.pieces import UNSEEN, Placement, Tile, parse_tile, pips

__all__ = [
    "CODES", "ID", "LONGANA_CLUB", "LONGANA_SHORT", "LOW_WINS", "MAX_SEATS", "MIN_SEATS", "NAME",
    "OPTION_RULES", "PRESETS", "Arm", "ArmView",
    "BlockedScore", "BlockedTie", "Lay", "Lead", "Leads", "LonganaView", "Move", "Options", "Pass", "Placement", "Show",
    "State", "auto_move", "charge", "chargeable", "conflict", "forfeit", "match_over", "move_text", "moves",
    "next_starter", "offend", "outcome", "parse_move", "pieces", "play", "read_state", "refuse", "reveal", "seat_count",
    "seat_name", "sides", "start", "turn", "unseen", "view", "write_state",
]  # fmt: skip

NAME = "longana"
MIN_SEATS = 2  # L-1
MAX_SEATS = 4
LOW_WINS = False
CODES: tuple[str, ...] = (
    "DEAL_OVER",
    "NOT_YOUR_TURN",
    "SHOW_REQUIRED",
    "NOTHING_TO_SHOW",
    "FIRST_NOT_NAMED",
    "FIRST_NAMED",
    "NO_SUCH_SEAT",
    "TILE_NOT_IN_HAND",
    "LEAD_REQUIRED",
    "ALREADY_LED",
    "LEAD_NOT_DOUBLE",
    "LEAD_NOT_HIGHEST_DOUBLE",
    "NO_SUCH_ARM",
    "ARM_CLOSED",
    "NO_MATCH",
    "NOT_FIRST_PASSER",
    "FALSE_CLAIM",
    "OFFENCE_UNKNOWN",
    "CLAIMS_ENFORCED",
    "NO_CLAIM",
    "CLAIM_CHARGED",
    "CLAIM_TRUE",
)

_HAND = 8  # L-4
_OFFERED = 3  # so many possible moves at most are offered with a refusal
_ONLY_PASS = (PASS,)
_ENDED_BY: dict[Reason | None, str] = {Reason.OUT: "L-29", Reason.BLOCKED: "L-30"}

# --- options

LONGANA_CLUB = Options()
LONGANA_SHORT = Options(target_score=50)
PRESETS: Mapping[str, Options] = {"club": LONGANA_CLUB, "short": LONGANA_SHORT}
OPTION_RULES: Mapping[str, str] = {
    "players": "L-1",
    "target_score": "L-34",
    "blocked_score": "L-31",
    "blocked_tie": "L-32",
}


def conflict(options: Options) -> Refusal | None:
    """Name the options that cannot stand together, or a value out of its range."""
    if options.players not in (2, 3, 4):
        return options_conflict(f"players={options.players}", ID, rule="L-1", reason="range")
    if options.target_score < 1:
        return options_conflict(f"target_score={options.target_score}", ID, rule="L-34", reason="range")
    if options.blocked_score is BlockedScore.NONE and options.blocked_tie is BlockedTie.SPLIT:
        return options_conflict("blocked_score=none", "blocked_tie=split", rule="L-32")
    return claim_conflict(ID, options, immediate_needs_hands=True)


def seat_count(options: Options) -> int:
    """Give the number of seats."""
    return options.players


def seat_name(seat: Seat) -> str:
    """Give the letter that names a seat and its arm alike."""
    return NAMES[seat]


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Give the sides: each plays for himself (L-1)."""
    return tuple((seat,) for seat in range(options.players))


def pieces(options: Options) -> tuple[str, ...]:  # noqa: ARG001  # the same set at every player count (L-2)
    """Give the 55 tiles of the double-9 set as texts."""
    return tuple(TILE)


# --- start of a deal


def start(options: Options, deal: Deal) -> State | Void:
    """Deal eight tiles to each seat in the order's order and find who leads (L-4 to L-11).

    In declared mode tiles may be `??`; where hands hold such, it is entered who leads (BG-17). Void: L-6 for a
    duplicate, missing or foreign tile; L-10 when no hand holds a double. ValueError for conflicting options, a starter
    who is not seated or text that is no tile.
    """
    if found := conflict(options):
        raise ValueError(f"options that cannot stand together: {found.facts['first']}, {found.facts['second']}")
    n = options.players
    if deal.starter is not None and not 0 <= deal.starter < n:
        raise ValueError(f"starter {deal.starter} is no seat of {n}")
    if fault := _misdeal(deal.order, unseen=declared(options)):  # L-6
        return Void("L-6", fault)
    # L-5: what is left over takes no part
    order = read_order(deal.order[: _HAND * n], unseen=True)
    hands = tuple(tuple(sorted(order[seat * _HAND : (seat + 1) * _HAND])) for seat in range(n))  # L-4
    if UNSEEN in order:
        naming, rule = (Naming.MUST, "L-7") if deal.starter is None else (Naming.MAY, "L-8")
        first, none = deal.starter or 0, (0,) * n
        return State(options, hands, first, first, rule, deal.starter, deal.number, offences=none, naming=naming)
    highest = [max((tile.high for tile in hand if tile.double), default=-1) for hand in hands]
    if max(highest) < 0:
        return Void("L-10")
    if deal.starter is None:  # L-7, in later deals L-11
        rule, leader = "L-7", highest.index(max(highest))
    else:  # L-8; L-9: the lead moves to the right
        leader = next(seat for seat in _round_from(deal.starter, n) if highest[seat] >= 0)
        rule = "L-8" if leader == deal.starter else "L-9"
    return State(
        options=options,
        hands=hands,
        turn=leader,
        leader=leader,
        rule=rule,
        starter=deal.starter,
        number=deal.number,
        offences=(0,) * n,
    )


def _misdeal(order: tuple[str, ...], *, unseen: bool) -> dict[str, Fact]:
    """Find the fault of an order that is not the set, each tile once (L-6); empty where there is none."""
    if len(order) == len(SET) and TILE.keys() == set(order):
        return {}
    seen: set[str] = set()
    for text in order:
        if unseen and text == str(UNSEEN):
            continue
        if str(parse_tile(text)) not in TILE:
            return {"tile": text, "fault": "foreign"}
        if text in seen or text not in TILE:
            return {"tile": text, "fault": "duplicate"}
        seen.add(text)
    if unseen and len(order) == len(SET):
        return {}
    return {"tile": next(text for text in TILE if text not in seen), "fault": "missing"}


def _round_from(seat: Seat, n: int) -> tuple[Seat, ...]:
    """Give all seats in turn order, to the right, beginning with `seat` (L-3)."""
    return tuple((seat + step) % n for step in range(n))


# --- legality, generated


def turn(s: State) -> Seat | None:
    """Give the seat whose move is awaited."""
    return s.turn


def moves(s: State) -> tuple[Move, ...]:
    """Generate the legal moves, sorted by tile and arm; a pass only where nothing else is left (L-24).

    In declared mode a pass is always among them, but in a turn in which one was taken back (BG-17, BG-18).
    """
    seat = s.turn
    if seat is None:
        return ()
    hand = s.hands[seat]
    if believed := s.options.claim_mode is BELIEVED:
        if (special := declaring.special(s)) is not None:
            return special
        hand = declaring.held(s, seat)
    if s.hub is None:
        doubles = tuple(LEADS[tile] for tile in hand if tile[0] == tile[1] and tile != UNSEEN)
        if believed and unseen(s, seat):
            return doubles + (declaring.named(s) if s.naming else ())
        return doubles[-1:] if s.rule == "L-7" else doubles
    first = _first_open(s.arms)
    # A double goes on every arm that shows it; another tile on one's own and on the first passer's (L-18 to L-22).
    arms = [(arm.owner, arm.end, arm.owner == seat or first.get(arm.end) == arm.owner) for arm in s.arms]
    found: list[Move] = []
    for tile in hand:
        high, low = tile
        for owner, end, free in arms:
            if end in tile and (free or high == low):
                found.append(LAYS[owner][tile])
    if believed and not s.must:
        found.append(PASS)
    return tuple(found) if found else _ONLY_PASS


def _first_open(arms: tuple[Arm, ...]) -> dict[int, Seat]:
    """Give for each number shown by open arms the owner of the one opened earliest (L-20, L-23)."""
    in_order = [(arm.opened, arm.end, arm.owner) for arm in arms if arm.opened is not None]
    in_order.sort(reverse=True)
    return {end: owner for _, end, owner in in_order}


# --- legality, judged


def refuse(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Judge a move in the book's order of codes; None where it is legal. Never asks `moves`."""
    if s.turn is None:
        return Refusal("DEAL_OVER", _ENDED_BY.get(s.over, "BG-18"), {"reason": str(s.over)})
    if seat != s.turn:
        return Refusal("NOT_YOUR_TURN", "L-3" if s.arms else s.rule, {"seat": s.turn})
    if (special := declaring.refuse_special(s, seat, m)) or isinstance(m, Show | Leads):
        return special
    if not isinstance(m, Pass) and m.tile not in declaring.held(s, seat):
        return Refusal("TILE_NOT_IN_HAND", "L-17", {"tile": str(m.tile)})
    reason = _refuse_at_start(s, seat, m) if s.hub is None else _refuse_in_play(s, seat, m)
    if reason is None:
        return None
    able = _able(s, seat)
    if len(able) > _OFFERED or unseen(s, seat):  # what an unseen hand can do is not known
        return reason
    return Refusal(reason.code, reason.rule, {**reason.facts, "offers": able})


def _refuse_at_start(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Judge a move before the lead: only a lead will do, and not of any tile (L-7 to L-9)."""
    if not isinstance(m, Lead):
        return Refusal("LEAD_REQUIRED", s.rule)
    if not m.tile.double:
        return Refusal("LEAD_NOT_DOUBLE", s.rule, {"tile": str(m.tile)})
    if s.rule == "L-7" and not unseen(s, seat):  # BG-17: a wrong lead of an unseen hand stands
        # L-7, L-11: the highest double held in any hand, which is the leader's
        highest = max(tile for tile in s.hands[seat] if tile.double)
        if m.tile != highest:
            return Refusal("LEAD_NOT_HIGHEST_DOUBLE", "L-7", {"tile": str(m.tile), "highest": str(highest)})
    return None


def _refuse_in_play(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Judge a move after the lead."""
    assert not isinstance(m, Leads | Show)
    if isinstance(m, Lead):
        return Refusal("ALREADY_LED", "L-12", {"tile": str(m.tile), "hub": f"{s.hub}-{s.hub}"})
    if isinstance(m, Pass):
        if declared(s.options) and not s.must:  # BG-17: believed till the hands are exposed
            return None
        rule = "BG-18" if s.must else "L-24"
        return Refusal("FALSE_CLAIM", rule) if next(_lays(s, seat), None) else None
    return _refuse_lay(s, seat, m.tile, m.arm)


def _refuse_lay(s: State, seat: Seat, tile: Tile, owner: Seat) -> Refusal | None:
    """Judge a tile for an arm. Having begun one's own arm is no condition for another's (L-19)."""
    if not 0 <= owner < len(s.arms):  # L-13
        return Refusal(
            "NO_SUCH_ARM",
            "L-13",
            {"tile": str(tile), "arm": str(Lay(tile, owner)).partition("@")[2], "arms": len(s.arms)},
        )
    arm = s.arms[owner]
    guest = owner != seat and not tile.double  # L-21, L-22: one's own arm and doubles are free
    if guest and arm.opened is None:  # L-18
        return Refusal("ARM_CLOSED", "L-18", {"tile": str(tile), "arm_seat": owner, "end": arm.end})
    if not tile.has(arm.end):  # L-15
        whose = "own" if owner == seat else "other"
        return Refusal("NO_MATCH", "L-15", {"case": whose, "tile": str(tile), "arm_seat": owner, "end": arm.end})
    if guest and arm.opened is not None:  # L-20, among present ends and markers (L-23)
        rivals = [(a.opened, a.owner) for a in s.arms if a.opened is not None and a.end == arm.end]
        place, first = min(rivals)
        if place < arm.opened:
            facts: dict[str, Fact] = {"tile": str(tile), "arm_seat": owner, "end": arm.end, "first_seat": first}
            return Refusal("NOT_FIRST_PASSER", "L-20", facts)
    return None


def _able(s: State, seat: Seat) -> tuple[str, ...]:
    """Give what the judge would accept from the seat on turn instead: a refusal offers it to the player."""
    if s.hub is None:
        leads = (Lead(tile) for tile in s.hands[seat])
        return tuple(str(m) for m in leads if _refuse_at_start(s, seat, m) is None)
    return tuple(map(str, _lays(s, seat)))


def _lays(s: State, seat: Seat) -> Iterator[Lay]:
    """Try every tile of a hand on every arm whose end it shows (L-15), by the judge's own test."""
    for tile in declaring.held(s, seat):
        for arm in s.arms:
            if arm.end in tile and _refuse_lay(s, seat, tile, arm.owner) is None:
                yield Lay(tile, arm.owner)


# --- play


def play(s: State, m: Move) -> State:
    """Carry out a move of the seat on turn. Trusts: `refuse` has been asked, nothing is checked again."""
    seat = s.turn
    assert seat is not None
    following = (seat + 1) % len(s.hands)  # L-3, L-12
    match m:
        case Lead(tile):
            assert s.hub is None
            arms = tuple(Arm(owner, tile.high) for owner in range(len(s.hands)))  # L-13, L-14
            # L-12: the lead is the whole turn
            led = replace(
                s, hub=tile.high, arms=arms, hands=_without(s.hands, seat, tile), turn=following, offended=False,
                naming=Naming.NO,
            )  # fmt: skip
            return _ended(led, seat)
        case Lay(tile, owner):
            arm = s.arms[owner]
            outer = tile.other(arm.end)  # L-15, L-16: a double leaves the number
            longer = Arm(owner, outer, (*arm.chain, Placement(arm.end, outer)), arm.opened)  # L-27: stays open
            arms = (*s.arms[:owner], longer, *s.arms[owner + 1 :])
            # L-17: a double gives no further tile
            played = replace(
                s,
                arms=_close(arms, seat),
                hands=_without(s.hands, seat, tile),
                turn=following,
                count=0,  # BG-11
                offended=False,
                claims=laid(s.claims, seat, tile) if s.claims else (),
                must=False,
            )
            return _ended(played, seat)
        case Pass():
            assert s.hub is not None
            opens = s.arms[seat].opened is None
            arms = _open(s.arms, seat) if opens else s.arms  # L-26: a further pass changes nothing
            count = confirmed(s.count, changes_access=opens)
            passed = replace(s, arms=arms, turn=following, count=count, offended=False)
            if declared(s.options):  # BG-10: the hands that would prove it are exposed later
                passed = replace(passed, claims=declaring.claim(s, seat))
                return declaring.over(passed, Reason.BLOCKED) if count >= len(s.hands) else passed
            # BG-10: all have confirmed one after another, and condition 1 is checked
            if count >= len(s.hands) and _blocked(passed):
                return replace(passed, turn=None, over=Reason.BLOCKED)
            return passed
        case Leads() | Show():
            return declaring.play_special(s, m)


def _without(hands: tuple[tuple[Tile, ...], ...], seat: Seat, tile: Tile) -> tuple[tuple[Tile, ...], ...]:
    return (*hands[:seat], without(hands[seat], tile), *hands[seat + 1 :])


def _open(arms: tuple[Arm, ...], seat: Seat) -> tuple[Arm, ...]:
    """Put the marker on a passer's closed arm, last in the opening order (L-25)."""
    last = sum(1 for arm in arms if arm.opened is not None) + 1
    return (*arms[:seat], replace(arms[seat], opened=last), *arms[seat + 1 :])


def _close(arms: tuple[Arm, ...], seat: Seat) -> tuple[Arm, ...]:
    """Take the marker off a player's arm because he played; those opened later move up (L-28)."""
    place = arms[seat].opened
    if place is None:
        return arms
    closed: list[Arm] = []
    for arm in arms:
        opened = arm.opened
        if opened is not None and opened >= place:
            closed.append(Arm(arm.owner, arm.end, arm.chain, opened - 1 if opened > place else None))
        else:
            closed.append(arm)
    return tuple(closed)


def _ended(s: State, seat: Seat) -> State:
    """End the deal after a tile where it ends there: the hand is empty (L-29) or the block is proved (BG-21)."""
    if not s.hands[seat]:
        return declaring.over(s, Reason.OUT)
    if s.options.block_detection is BlockDetection.IMMEDIATE and _blocked(s):
        return replace(s, turn=None, over=Reason.BLOCKED)
    return s


def _blocked(s: State) -> bool:
    """Whether no tile in any hand fits any arm, open or closed (L-30, BG-2, BG-5); nothing can be drawn (BG-3)."""
    return nothing_fits(s.hands, {arm.end for arm in s.arms})


# --- end of a deal and of a match


def outcome(s: State) -> Outcome | None:
    """Say how the deal ended; penalties come off the totals (BG-19). ValueError where unseen tiles forbid scoring."""
    if s.over is None or s.turn is not None:
        return None
    if any(UNSEEN in hand for hand in s.hands):
        raise UnscorableError
    held = tuple(pips(hand) for hand in s.hands)  # L-33
    found = declaring.judged(s)
    barred = {s.offender, *found.barred} - {None}
    offences = tuple(booked + late for booked, late in zip(s.offences, found.offences, strict=True))
    booked = penalties(s.options, offences)
    facts: dict[str, Fact] = {"offences": tuple(map(str, offences))} if any(offences) else {}
    facts |= found.facts
    if s.offender is not None:
        facts["offender_seat"] = s.offender

    out = tuple(seat for seat, hand in enumerate(s.hands) if not hand and seat not in barred)
    if s.over is Reason.OUT and out:  # L-29
        best, rule = out, "L-29"
    elif s.over is Reason.BLOCKED and s.options.blocked_score is BlockedScore.NONE and not barred:  # L-31
        best, rule = (), "L-31"
    else:
        best, rule = lowest(held, barred=[seat for seat in barred if seat is not None]), "BG-18" if barred else "L-31"

    if len(best) == 1:
        points = tuple(others_sum(held, seat) if seat == best[0] else 0 for seat in range(len(held)))
        return Outcome(s.over, points, booked, held, best, rule, facts)
    points = (0,) * len(held)
    if best:  # L-32: no single winner, so L-11 names the next starter
        facts |= {"tied": tuple(map(seat_name, best)), "blocked_tie": s.options.blocked_tie.value}
        rule = "L-32"
        if s.options.blocked_tie is BlockedTie.SPLIT:
            share = sum(held[seat] for seat in range(len(held)) if seat not in best) // len(best)
            points = tuple(share if seat in best else 0 for seat in range(len(held)))
    return Outcome(s.over, points, booked, held, (), rule, facts)


def next_starter(s: State) -> Seat | None:
    """Give the winner, who leads the next deal (L-8), or None: the highest double does (L-11)."""
    ended = outcome(s)
    return ended.winners[0] if ended and ended.winners else None


def match_over(options: Options, totals: tuple[int, ...], deals: int) -> bool:  # noqa: ARG001  # any number of deals
    """Say whether one player alone has the highest total, at the target or above it (L-34, L-35)."""
    best = max(totals)
    return best >= options.target_score and totals.count(best) == 1


# --- absent players and offences


def auto_move(s: State) -> Move:
    """Give the move made for an absent player (BG-20).

    Most pips, then the higher half, then his own arm before the others' in turn order from him.
    """
    seat = s.turn
    assert seat is not None
    n = len(s.hands)
    found = declaring.automatic(s, moves(s)) if unseen(s, seat) else moves(s)

    def rank(m: Move) -> tuple[int, int, int]:
        match m:
            case Lead(tile):
                return auto_rank(tile, 0)
            case Lay(tile, owner):
                return auto_rank(tile, (owner - seat) % n)
            case Pass() | Leads() | Show():
                return (1, 0, 0)

    return min(found, key=rank)


def forfeit(s: State, seat: Seat) -> State:
    """End the deal against a seat, which cannot win it; scored with the others' lowest hand (BG-18 c, BG-20)."""
    assert s.over is None
    return replace(declaring.over(s, Reason.PENALTY), offender=seat)


def offend(s: State, seat: Seat) -> State | None:
    """Book a false claim of the seat on turn, at most once in a turn (BG-19).

    None where it has no consequence: no penalty is agreed, this turn has one already, it is not his turn, or the deal
    is over and hands are only shown.
    """
    penalty = s.options.false_claim_penalty
    if seat != s.turn or s.over is not None or s.offended or s.must or penalty is FalseClaimPenalty.NONE:
        return None
    offences = tuple(number + (at == seat) for at, number in enumerate(s.offences))
    booked = replace(s, offences=offences, offended=True)
    return forfeit(booked, seat) if penalty is FalseClaimPenalty.LOSE_DEAL else booked


# --- what may be seen


def view(s: State, seat: Seat | None) -> LonganaView:
    """Give what a seat may see while the deal runs: its own hand alone. A finished deal's hands lie open.

    The tiles left over (L-5) are no part of the state, so nobody can see them.
    """
    mine = moves(s) if seat is not None and seat == s.turn else ()
    return make_view(s, seat, opened=s.over is not None, sides=sides(s.options), moves=mine, outcome=outcome(s))


def reveal(s: State) -> LonganaView:
    """Give the view with all hands open and the legal moves of the seat on turn."""
    return make_view(s, None, opened=True, sides=sides(s.options), moves=moves(s), outcome=outcome(s))
