"""Acts at a table that bring scores or its result, judged: deals entered, moves, offences, an end from outside. Pure.

Here and not in the referee, because two ask: the referee, who decides, and whoever shows what an act would bring before
it is signed. Both get the same events from the same facts. What a result changes in its tournament stands in `results`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from contracts import roles
from contracts.envelope import actor_role
from contracts.games import match as matches
from contracts.games.entry import Booked, Entry
from contracts.games.game import BadNotation, MatchResult, Refusal, Seat, UnscorableError, unread
from contracts.messages import Board, Body, Event
from contracts.over_the_board import ENTERED
from contracts.table import (
    AbandonTable,
    ArbiterCalled,
    CallAnswered,
    ChargeOffence,
    ClaimRefused,
    DealEntered,
    DealForfeited,
    EnterDeal,
    MatchEnded,
    OffenceCharged,
    Play,
    Played,
    Resign,
    Resigned,
)
from contracts.table_asks import (
    MAX_MOVE,
    MAX_TEXT,
    Answer,
    after_deal,
    gone_back,
    not_awaited,
    not_his,
    not_in_play,
    not_there,
    other_board,
    too_long,
    unseen,
)
from contracts.table_state import Phase, Table, advance, evolve, whose_turn

_DIGITS: Final = 16
REPORTS: Final = "reports"
"""Who called the arbiter, or settled a deal: the sides' reports."""


class TableEffect(msgspec.Struct, frozen=True):
    """What an act changes at its table.

    `totals` are each seat's before and after, `deals` how many deals are over before and after, and `result` is what
    the match has brought where the act ends it.
    """

    totals: tuple[tuple[int, int], ...]
    deals: tuple[int, int]
    result: MatchResult | None = None


def effect(table: Table, events: Iterable[Event]) -> TableEffect:
    """Fold the events of an act and say what they change. FoldError where they cannot follow."""
    after = table
    for event in events:
        after = evolve(after, event, table.at)
    return TableEffect(
        totals=tuple(zip(table.match.totals, after.match.totals, strict=True)),
        deals=(len(table.finished), len(after.finished)),
        result=after.result,
    )


def digest(found: TableEffect) -> str:
    """Give the text by which a signed act says what was shown of its table: 16 hex digits."""
    return hashlib.sha256(msgspec.json.encode(found)).hexdigest()[:_DIGITS]


def judge(table: Table, actor: str, body: Body, now: int) -> Answer:
    """Judge an act by `actor`, who may do such acts. Total. KeyError for a body that is no such act.

    Where the act says what was shown before it was signed, that is what happens, or it is refused. Of the digest the
    part before a dot is about the table; the rest is about its tournament, of which nothing is known here.
    """
    try:
        answer = _JUDGES[type(body)](table, actor, body, now)
    except UnscorableError:  # a record's hands may hold `??` where claims are not believed, and are never shown
        return unseen()
    wanted = getattr(body, "effect", "").partition(".")[0]
    if isinstance(answer, Refusal) or not wanted:
        return answer
    return answer if digest(effect(table, answer)) == wanted else Refusal("effect/changed")


# --- whole deals are entered


def enter(table: Table, actor: str, body: EnterDeal, now: int) -> Answer:  # noqa: ARG001
    """Settle a deal by its scores, whatever the sides have reported."""
    if refusal := not_in_play(table) or other_board(table, Board.SCORES) or too_long(body.note):
        return refusal
    if refusal := gone_back(table, body.rewinds) or not_awaited(table, body.deal, body.attempt):
        return refusal
    booked = booked_of(table, body.entry)
    if isinstance(booked, Refusal):
        return booked
    return settled(table, body.entry, booked, actor[:40], body.note)


def booked_of(table: Table, entry: Entry) -> Booked | Refusal:
    """Hold an entry against the game's arithmetic, and give what the match takes from it."""
    return ENTERED[table.opened.rules](table.options, table.match, entry)


def settled(table: Table, entry: Entry, booked: Booked, by: str, note: str = "") -> tuple[Event, ...]:
    """Book a deal, and close the call that its differing reports had made."""
    entered = DealEntered(deal=table.deal, by=by, entry=entry, booked=booked, note=note)
    call: ArbiterCalled | None = table.call
    answered = (CallAnswered(),) if call is not None and call.cause == REPORTS else ()
    scored = matches.book(table.match, booked)
    return (entered, *answered, *after_deal(table, booked.outcome, scored, table.resigned))


# --- moves


def play(table: Table, actor: str, body: Play, now: int) -> Answer:
    """Judge a move: a player's own, or over the board one that the staff enters for a seat."""
    if refusal := not_in_play(table) or _may_not_play(table, actor, body.seat):
        return refusal
    if table.phase is not Phase.PLAYING:
        return Refusal("table/not-started" if table.state is None else "table/stale", facts={"deal": table.deal})
    if body.deal != table.deal or body.ply != table.ply:
        return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})
    if stale := gone_back(table, body.rewinds):
        return stale
    if table.resigned and body.seat in table.resigned:
        return Refusal("seat/resigned", facts={"seat": body.seat})
    game = table.rules
    if len(body.move) > MAX_MOVE:
        return unread("move/notation", BadNotation("notation/move-long", most=MAX_MOVE))
    try:
        move = game.parse_move(body.move)
    except BadNotation as wrong:
        return unread("move/notation", wrong)
    refused = game.refuse(table.state, body.seat, move)
    if refused is None:
        # The move goes into the record as the game writes it, however the player spelled it.
        text = game.move_text(move)
        played = Played(seat=body.seat, move=text, ply=table.ply)
        state, slow = _slow(table, body.seat, now)
        return and_then(table, (*slow, played), advance(game, state, text), table.ply + 1)
    if refused.code != "FALSE_CLAIM":
        return refused
    booked = game.offend(table.state, body.seat)  # BG-17, BG-19
    if booked is None:
        return refused
    claim = ClaimRefused(seat=body.seat, move=game.move_text(move), ply=table.ply, refusal=refused)
    if game.outcome(booked) is None:
        return (claim,)
    return and_then(table, (claim, DealForfeited(seat=body.seat, cause="false_claim")), booked, table.ply)


def _may_not_play(table: Table, actor: str, seat: Seat) -> Refusal | None:
    """Refuse a move that is not this actor's to make: the staff enters moves over the board, for every seat."""
    board = table.opened.board
    if actor_role(actor) not in roles.STAFF:
        return not_his(table, actor, seat) or (other_board(table, Board.MOVES) if board is Board.SCORES else None)
    return other_board(table, Board.MOVES) or not_there(table, seat)


def _slow(table: Table, seat: Seat, now: int) -> tuple[Any, tuple[Event, ...]]:
    """Charge a move that comes too late, where the options say how late that is (LO-48); give the state after it."""
    game: Any = table.game
    late = game.late(table.state, now - table.since) if hasattr(game, "late") and seat == whose_turn(table) else ""
    if not late:
        return table.state, ()
    charged = OffenceCharged(seat=seat, offence=late, deal=table.deal, cause="clock")
    return game.charge(table.state, seat, late), (charged,)


def and_then(
    table: Table,
    events: tuple[Event, ...],
    state: Any,
    ply: int,
    gone: tuple[Seat, ...] = (),
    absent: Seat | None = None,
) -> Answer:
    """Add what follows from a state: moves that the server makes, the end of the deal, of the match, a new deal.

    It moves for those who resigned, to the end of the turn for a seat that is `absent` (BG-20), and for anybody where
    the rules leave one move that is not worth asking for: that one reads as the player's own (MT-15, MT-20).
    """
    game = table.rules
    resigned = (*table.resigned, *gone)
    found = list(events)
    while (turn := game.turn(state)) is not None:
        if turn in resigned:
            move, cause = game.auto_move(state), "resigned"
        elif turn == absent:
            move, cause = game.auto_move(state), "timeout"
        else:
            move, cause, absent = matches.forced(game, state), "player", None
        if move is None:
            return tuple(found)
        text = game.move_text(move)
        found.append(Played(seat=turn, move=text, ply=ply, cause=cause))
        state = advance(game, state, text)
        ply += 1
    outcome = game.outcome(state)
    if outcome is None:
        return tuple(found)
    scored = matches.score(game, table.options, table.match, state)
    return (*found, *after_deal(table, outcome, scored, resigned))


# --- offences, and the end from outside


def charge(table: Table, actor: str, body: ChargeOffence, now: int) -> Answer:  # noqa: ARG001
    """Book an offence that the arbiter has established: in the running deal, or in the last one (LO-44)."""
    if refusal := not_in_play(table) or too_long(body.note):
        return refusal
    if len(body.offence) > MAX_MOVE:
        return Refusal("text/too-long", facts={"most": MAX_MOVE})
    if refusal := not_there(table, body.seat):
        return refusal
    game: Any = table.game
    running = table.phase is Phase.PLAYING
    deal = table.deal if running else table.finished[-1].deal if table.finished else 0
    if table.state is None or body.deal != deal:
        return Refusal("table/stale", facts={"deal": deal})
    if refused := game.chargeable(table.state, body.seat, body.offence):
        return Refusal(refused.code, refused.rule, refused.facts)
    charged = OffenceCharged(seat=body.seat, offence=body.offence, deal=deal, note=body.note)
    if not running:
        return (charged,)
    return and_then(table, (charged,), game.charge(table.state, body.seat, body.offence), table.ply)


def abandon(table: Table, actor: str, body: AbandonTable, now: int) -> Answer:  # noqa: ARG001
    """Stop where it stands: the finished deals count, the running one does not."""
    if refusal := not_in_play(table):
        return refusal
    if len(body.reason) > MAX_TEXT:
        return Refusal("text/too-long", facts={"most": MAX_TEXT})
    stopped = matches.stop(table.rules, table.options, table.match, "abandoned", behind=table.resigned)
    return (MatchEnded(result=stopped),)


def resign(table: Table, actor: str, body: Resign, now: int) -> Answer:  # noqa: ARG001
    """Give up: a running deal is played out by the server, then the match ends (BG-20).

    Over the board the server cannot play for anybody: the match ends at once, the running deal does not count.
    """
    if refusal := not_in_play(table) or not_his(table, actor, body.seat):
        return refusal
    if body.seat in table.resigned:
        return Refusal("seat/resigned", facts={"seat": body.seat})
    gone = Resigned(seat=body.seat)
    if table.phase is Phase.PLAYING and table.opened.board is Board.SERVER:
        return and_then(table, (gone,), table.state, table.ply, (body.seat,))
    behind = (*table.resigned, body.seat)
    stopped = matches.stop(table.rules, table.options, table.match, "resigned", behind=behind)
    return (gone, MatchEnded(result=stopped))


_JUDGES: Final[dict[type[Body], Callable[[Table, str, Any, int], Answer]]] = {
    EnterDeal: enter,
    Play: play,
    ChargeOffence: charge,
    AbandonTable: abandon,
    Resign: resign,
}
ACTS: Final = tuple(_JUDGES)
"""The bodies that `judge` takes."""
