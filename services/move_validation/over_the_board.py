"""The referee of tables that are played with real tiles or cards: what is laid out, taken back, reported. Pure.

Imports `contracts` only. Every judge here gets the table in play or over, and says itself what it needs. How a deal's
entry adds up is the games' business (`contracts.over_the_board`). A deal that the staff enters, and a move, are judged
in `contracts.table_acts`.
"""

from __future__ import annotations

from typing import Any

from contracts import roles
from contracts.envelope import Command, actor_name, actor_role
from contracts.games import match as matches
from contracts.games.blocked import ClaimMode
from contracts.games.game import GAMES, Refusal, Void
from contracts.messages import Board
from contracts.over_the_board import UNSEEN, board_conflict
from contracts.table import (
    ArbiterCalled,
    DealReported,
    Dealt,
    LayOut,
    OpenTable,
    ReportDeal,
    TakeBack,
    TakenBack,
)
from contracts.table_acts import REPORTS, booked_of, settled
from contracts.table_asks import (
    Answer,
    gone_back,
    not_awaited,
    not_his,
    not_in_play,
    not_there,
    other_board,
    small,
    too_long,
)
from contracts.table_state import Phase, Table, seat_of, side_of

# --- which table


def conflict(body: OpenTable, options: Any) -> Refusal | None:
    """Name what cannot stand together with the way in which the table is to be played."""
    if found := board_conflict(body.board, GAMES[body.rules], options, body.limits):
        return found
    bot = next((plan.entrant for plan in body.seats if plan.bot), None)
    if body.board is not Board.SERVER and bot is not None:
        return Refusal("options/conflict", facts={"first": f"board={body.board}", "second": f"bot={bot[:40]}"})
    return None


# --- every move is entered


def lay_out(table: Table, command: Command, body: LayOut, now: int) -> Answer:  # noqa: ARG001
    """Begin a deal whose pieces nobody has told: every piece of its order is unseen."""
    if refusal := not_in_play(table) or other_board(table, Board.MOVES) or _not_seated(table, command):
        return refusal
    if refusal := not_awaited(table, body.deal, body.attempt):
        return refusal
    if table.opened.origin and getattr(table.options, "claim_mode", None) is not ClaimMode.DECLARED:
        return Refusal("table/board", facts={"case": "record"})  # its hands are known; the record deals the next ones
    if body.starter != -1 and (refusal := not_there(table, body.starter)):
        return refusal
    named = table.match.starter
    starter = named if body.starter == -1 else body.starter
    if named is not None and starter != named:
        return Refusal("deal/starter", facts={"case": "other", "seat": named})
    if starter is None and matches.lots(table.rules):
        return Refusal("deal/starter", "MT-6", {"case": "lots"})
    order = (UNSEEN,) * len(matches.pieces(table.rules, table.options, table.deal))
    dealt = Dealt(deal=table.deal, attempt=table.attempt, order=order, starter=starter)
    started = table.rules.start(table.options, _deal(table, dealt))
    if isinstance(started, Void):
        return Refusal("deal/order", started.rule, {"deal": table.deal, "attempt": table.attempt, "fault": "unseen"})
    return (dealt,)


def _deal(table: Table, dealt: Dealt) -> Any:
    deal = matches.next_deal(table.match, dealt.order)
    return type(deal)(deal.order, deal.number, dealt.starter, deal.carry)


def take_back(table: Table, command: Command, body: TakeBack, now: int) -> Answer:  # noqa: ARG001
    """Take moves back that were entered wrongly: the record of them stays, the deal goes on from before them.

    `at_ply` names the position that its sender saw, so that two people who take back the same move do it once.
    """
    if refusal := not_in_play(table) or other_board(table, Board.MOVES) or too_long(body.reason):
        return refusal
    if table.phase is not Phase.PLAYING or (body.deal, body.at_ply) != (table.deal, table.ply):
        return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})
    if not 0 <= body.ply < table.ply:
        return Refusal("move/unknown", facts={"asked": small(body.ply + 1), "moves": table.ply})
    return (TakenBack(deal=table.deal, ply=body.ply, by=command.actor[:40], reason=body.reason),)


# --- whole deals are entered


def report(table: Table, command: Command, body: ReportDeal, now: int) -> Answer:  # noqa: ARG001
    """Take one side's word for a deal.

    Where every side that has spoken, at least two, says the same the deal is settled. Where they differ the arbiter is
    called, and the deal waits for him, or for the side that was mistaken. Saying the same again changes nothing.
    """
    if refusal := not_in_play(table) or not_his(table, command.actor, body.seat) or other_board(table, Board.SCORES):
        return refusal
    if refusal := gone_back(table, body.rewinds) or not_awaited(table, body.deal, body.attempt):
        return refusal
    booked = booked_of(table, body.entry)
    if isinstance(booked, Refusal):
        return booked
    side = side_of(table, body.seat)
    mine = next((known for known in table.reports if known.seat in side), None)
    if mine is not None and mine.booked == booked:
        return ()
    others = tuple(known for known in table.reports if known.seat not in side)
    told = DealReported(seat=body.seat, deal=table.deal, entry=body.entry, booked=booked)
    if not others:
        return (told,)
    if all(known.booked == booked for known in others):
        return (told, *settled(table, body.entry, booked, REPORTS))
    return (told,) if table.call is not None else (told, ArbiterCalled(seat=body.seat, cause=REPORTS))


def _not_seated(table: Table, command: Command) -> Refusal | None:
    """A player begins deals at his own table only."""
    if actor_role(command.actor) != roles.PLAYER or seat_of(table, actor_name(command.actor)) is not None:
        return None
    return Refusal("actor/not-allowed", facts={"actor": command.actor[:40], "kind": command.kind})
