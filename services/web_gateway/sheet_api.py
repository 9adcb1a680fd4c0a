"""The JSON API of tables that are played over the board, and of what is signed at any table.

What brings scores or a result is asked for its effect first (`?look=true`), and sent again with the digest of it in
`effect`; where the effect is another by then, it is refused (`effect/changed`). Without a digest it is done at once.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from contracts import results, roles
from contracts.envelope import actor_name
from contracts.games.entry import Entry
from contracts.games.game import Refusal
from contracts.messages import Board, Body
from contracts.results import Foreseen
from contracts.table import (
    AbandonTable,
    ChargeOffence,
    DealReported,
    EnterDeal,
    LayOut,
    Play,
    ReportDeal,
    Resign,
    TakeBack,
)
from contracts.table_state import seat_of, whose_turn
from services.web_gateway import pages, signing
from services.web_gateway.api import Done, act, direct, seated
from services.web_gateway.asking import SHORT, Asked, NoEntryError, Problem, player, refused, views
from services.web_gateway.projection import NotKnownError
from services.web_gateway.rights import Asker, asker, need_right, sees, tournament_of

MOST_DIGEST = 64
"""Characters of a digest that are read of an address."""


class DealEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole deal's scores, and which deal of the match they are of; `attempt` counts deals that were dealt again."""

    deal: int
    attempt: int = 0
    entry: Entry
    note: str = ""
    rewinds: int | None = None
    effect: str = ""


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
    effect: str = ""


class Charge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An offence of the rule book's schedule (LP-1), in the deal that is played or the last one, and a note on it."""

    seat: int
    offence: str
    deal: int
    note: str = ""
    effect: str = ""


class Stop(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a table is stopped."""

    text: str = ""
    effect: str = ""


class TableLooked(msgspec.Struct, frozen=True):
    """What an act at a table would bring now, and the digest by which it is signed."""

    effect: Foreseen
    digest: str


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
async def enter_move(
    request: Asked, id: FromPath[str], data: JSONBody[SeatMove], look: FromQuery[bool] = False
) -> Response[Done | TableLooked | Problem]:
    """Enter a move for any seat (staff); players enter their own by `play`."""
    body = Play(seat=data.seat, move=data.move, deal=data.deal, ply=data.ply, rewinds=data.rewinds)
    return await _signed(request, id, body, data.effect, look=look)


@post("/tables/{id:str}/take-back", request_max_body_size=SHORT)
async def take_back(request: Asked, id: FromPath[str], data: JSONBody[Back]) -> Response[Done | Problem]:
    """Take moves back that were entered wrongly; their record stays (staff)."""
    return await direct(request, id, TakeBack(deal=data.deal, ply=data.ply, at_ply=data.at_ply, reason=data.reason))


@post("/tables/{id:str}/enter-deal", request_max_body_size=SHORT)
async def enter_deal(
    request: Asked, id: FromPath[str], data: JSONBody[DealEntry], look: FromQuery[bool] = False
) -> Response[Done | TableLooked | Problem]:
    """Settle a deal by its scores (staff)."""
    body = EnterDeal(deal=data.deal, attempt=data.attempt, entry=data.entry, note=data.note, rewinds=data.rewinds)
    return await _signed(request, id, body, data.effect, look=look)


@post("/tables/{id:str}/charge", request_max_body_size=SHORT)
async def charge(
    request: Asked, id: FromPath[str], data: JSONBody[Charge], look: FromQuery[bool] = False
) -> Response[Done | TableLooked | Problem]:
    """Charge a seat with an offence (director, arbiter)."""
    body = ChargeOffence(seat=data.seat, offence=data.offence, deal=data.deal, note=data.note)
    return await _signed(request, id, body, data.effect, look=look)


@post("/tables/{id:str}/abandon", request_max_body_size=SHORT)
async def abandon(
    request: Asked, id: FromPath[str], data: JSONBody[Stop], look: FromQuery[bool] = False
) -> Response[Done | TableLooked | Problem]:
    """Stop a table where it stands (director)."""
    return await _signed(request, id, AbandonTable(reason=data.text), data.effect, look=look)


@post("/tables/{id:str}/resign")
async def resign(
    request: Asked, id: FromPath[str], look: FromQuery[bool] = False, effect: FromQuery[str] = ""
) -> Response[Done | TableLooked | Problem]:
    """Give the match up. Over the board `look` says what that brings; where the hands are closed nothing is said."""
    actor, seat = await seated(request, id)
    if look and views(request).at_hand(id).opened.board is Board.SERVER:
        raise NotKnownError(id)
    who = Asker(roles.PLAYER, actor_name(actor))
    return await _asked(request, id, who, Resign(seat=seat), effect[:MOST_DIGEST], look=look)


async def _signed(request: Asked, id: str, body: Body, shown: str, *, look: bool) -> Response[Any]:
    """Do what one of the staff says, or say what it brings."""
    who = need_right(request, tournament_of(request, id), body.KIND)
    return await _asked(request, id, who, body, shown, look=look)


async def _asked(request: Asked, id: str, who: Asker, body: Body, shown: str, *, look: bool) -> Response[Any]:
    """Say what an act brings, or do it; where it says what was shown, that has to be what it still brings."""
    if not (look or shown):
        return await act(request, id, who.actor, body)
    await pages.at_hand(request, id)
    found = signing.look(request, id, who, body)
    if not look and (isinstance(found, Refusal) or not signing.moved_on(found, shown)):
        return await act(request, id, who.actor, signing.signed(body, shown))
    if not look:
        found = signing.CHANGED
    if isinstance(found, Refusal):
        table = views(request).at_hand(id)
        return refused(request, found, seats=table.seats, rules=table.opened.rules)
    looked = TableLooked(found, results.digest(found))
    return Response(looked, status_code=200, media_type=MediaType.JSON)


@post("/tables/{id:str}/report-deal", request_max_body_size=SHORT)
async def report_deal(request: Asked, id: FromPath[str], data: JSONBody[DealReport]) -> Response[Any]:
    """Report a deal's scores for one's side; the same report by another side settles it."""
    actor, seat = await seated(request, id)
    body = ReportDeal(seat=seat, deal=data.deal, attempt=data.attempt, entry=data.entry, rewinds=data.rewinds)
    return await act(request, id, actor, body)


ROUTER = Router(
    "/api", route_handlers=[awaited, lay_out, enter_move, take_back, enter_deal, report_deal, charge, abandon, resign]
)
