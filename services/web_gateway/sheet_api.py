"""The JSON API of tables that are played over the board: moves and deals entered, reported, taken back."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from contracts.games.entry import Entry
from contracts.table import DealReported, EnterDeal, LayOut, Play, ReportDeal, TakeBack
from contracts.table_state import seat_of, whose_turn
from services.web_gateway import pages
from services.web_gateway.api import Done, act, direct, seated
from services.web_gateway.asking import SHORT, Asked, NoEntryError, Problem, player, views
from services.web_gateway.rights import asker, sees, tournament_of


class DealEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole deal's scores, and which deal of the match they are of; `attempt` counts deals that were dealt again."""

    deal: int
    attempt: int = 0
    entry: Entry
    note: str = ""
    rewinds: int | None = None


class DealReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same as a player saw it."""

    deal: int
    attempt: int = 0
    entry: Entry
    rewinds: int | None = None


class LaidOut(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deal that begins with real tiles; `starter` is -1 where the match or the first move tells who begins."""

    deal: int
    attempt: int = 0
    starter: int = -1


class SeatMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move of a seat, in the game's notation, and the position that it was made in."""

    seat: int
    move: str
    deal: int
    ply: int
    rewinds: int | None = None


class Back(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The running deal goes back to before its move `ply`; `at_ply` is the next move's number as it was seen."""

    deal: int
    ply: int
    at_ply: int
    reason: str = ""


class Awaited(msgspec.Struct, frozen=True):
    """What a table over the board waits for: a deal (`phase` wanting), or a seat's move and which it may be."""

    phase: str
    deal: int
    attempt: int
    ply: int
    seat: int | None
    moves: tuple[str, ...]
    reports: tuple[DealReported, ...]


@get("/tables/{id:str}/awaited")
async def awaited(request: Asked, id: FromPath[str]) -> Awaited:
    """Give what a table over the board waits for (staff, or a player of the table)."""
    await pages.at_hand(request, id)
    table = views(request).at_hand(id)
    if not sees(request, table.opened.tournament, "sheets"):
        who = player(request, table.opened.tournament)
        if who is None or seat_of(table, who.entrant) is None:
            raise NoEntryError(detail="need.player")
    seat = whose_turn(table)
    # Where the server deals, the moves would tell a hand; over the board it knows none.
    known = table.opened.board == "moves" and seat is not None
    moves = tuple(map(table.rules.move_text, table.rules.moves(table.state))) if known else ()
    return Awaited(str(table.phase), table.deal, table.attempt, table.ply, seat, moves, table.reports)


@post("/tables/{id:str}/lay-out", request_max_body_size=SHORT)
async def lay_out(request: Asked, id: FromPath[str], data: JSONBody[LaidOut]) -> Response[Done | Problem]:
    """Begin a deal with real tiles (staff, or a player of the table)."""
    staff = asker(request, tournament_of(request, id))
    actor = (await seated(request, id))[0] if staff is None else staff.need("lay_out").actor
    return await act(request, id, actor, LayOut(deal=data.deal, attempt=data.attempt, starter=data.starter))


@post("/tables/{id:str}/enter-move", request_max_body_size=SHORT)
async def enter_move(request: Asked, id: FromPath[str], data: JSONBody[SeatMove]) -> Response[Done | Problem]:
    """Enter a move for any seat (staff); players enter their own by `play`."""
    body = Play(seat=data.seat, move=data.move, deal=data.deal, ply=data.ply, rewinds=data.rewinds)
    return await direct(request, id, body)


@post("/tables/{id:str}/take-back", request_max_body_size=SHORT)
async def take_back(request: Asked, id: FromPath[str], data: JSONBody[Back]) -> Response[Done | Problem]:
    """Take moves back that were entered wrongly; their record stays (staff)."""
    return await direct(request, id, TakeBack(deal=data.deal, ply=data.ply, at_ply=data.at_ply, reason=data.reason))


@post("/tables/{id:str}/enter-deal", request_max_body_size=SHORT)
async def enter_deal(request: Asked, id: FromPath[str], data: JSONBody[DealEntry]) -> Response[Done | Problem]:
    """Settle a deal by its scores (staff)."""
    body = EnterDeal(deal=data.deal, attempt=data.attempt, entry=data.entry, note=data.note, rewinds=data.rewinds)
    return await direct(request, id, body)


@post("/tables/{id:str}/report-deal", request_max_body_size=SHORT)
async def report_deal(request: Asked, id: FromPath[str], data: JSONBody[DealReport]) -> Response[Any]:
    """Report a deal's scores for one's side; the same report by another side settles it."""
    actor, seat = await seated(request, id)
    body = ReportDeal(seat=seat, deal=data.deal, attempt=data.attempt, entry=data.entry, rewinds=data.rewinds)
    return await act(request, id, actor, body)


ROUTER = Router("/api", route_handlers=[awaited, lay_out, enter_move, take_back, enter_deal, report_deal])
