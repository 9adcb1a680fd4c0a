"""What the forms of a table's sheet do: each becomes one command of the staff or of a player at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import isawaitable
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from contracts import roles
from contracts.games.game import Refusal, Seat
from contracts.messages import Board, Body
from contracts.table import AbandonTable, ChargeOffence, EnterDeal, LayOut, Play, ReportDeal, Resign, TakeBack
from contracts.table_state import seat_of
from services.web_gateway import pages, screens, sheet, signing, work
from services.web_gateway.answers import came_from, do, fields
from services.web_gateway.asking import (
    SHORT,
    Asked,
    NoEntryError,
    gateway,
    html,
    lang,
    message,
    need_player,
    refused,
    see,
    views,
)
from services.web_gateway.projection import NotKnownError
from services.web_gateway.rights import Asker, asker, need_right, of_staff, tournament_of
from services.web_gateway.views import named

Make = Callable[[Mapping[str, str], Seat | None], Body]


async def _who(request: Asked, id: str, kind: str = "") -> tuple[str, Seat | None]:
    """Give the actor and, for a player, his seat. NoEntryError for everybody else, and whom `kind` is not allowed."""
    await pages.at_hand(request, id)
    table = views(request).at_hand(id)
    staff = asker(request, table.opened.tournament)
    if staff is not None:
        return (staff.need(kind) if kind else staff.need_sight("sheets")).actor, None
    who = need_player(request, table.opened.tournament)
    seat = seat_of(table, who.entrant)
    if seat is None:
        raise NoEntryError(detail="need.player")
    return f"player:{who.entrant}", seat


def _page(request: Asked, id: str, seat: Seat | None, *, status: int = 200, **more: Any) -> Response[str]:
    values: dict[str, Any] = {"nonce": named} | sheet.page(views(request).at_hand(id), id, lang(request), seat, **more)
    tournament = str(values["tournament"])
    staff = of_staff(request, tournament)
    values["back"] = (staff.way(tournament) if staff else f"/t/{tournament}/me") if tournament else "/records"
    if staff is not None and not staff.may("charge_offence"):
        values["charge"] = None
    return html(request, "sheet.html", values, status=status)


async def _do(request: Asked, id: str, make: Make, kind: str, *, staff: bool = False) -> Response[Any]:
    """Send what a form says, of the staff a command of this kind; a refusal is shown above it, with what was typed.

    What the staff enters is shown with what it brings before it is signed, save a move in the middle of a match.
    """
    if staff:
        need_right(request, tournament_of(request, id), kind)
    actor, seat = await _who(request, id, kind)
    form = await fields(request)
    try:
        body = make(form, seat)
    except ValueError as wrong:
        return message(request, 400, "bad", lang(request).t("sheet.unread", what=str(wrong)), back=f"/table/{id}/sheet")
    who = asker(request, tournament_of(request, id)) if seat is None else None
    if who is not None and _to_sign(request, id, who, body, form):
        here = f"/table/{id}/sheet"

        async def again(refusal: Refusal | None) -> Response[Any]:
            return await _again(request, id, None, form, refusal)

        return await signing.sign(request, id, who, body, form, action=request.url.path, back=here, again=again)
    here = f"/table/{id}/sheet"
    return await do(
        request, id, actor, body, form, here, refuse=lambda refusal: _again(request, id, seat, form, refusal)
    )


async def _again(
    request: Asked, id: str, seat: Seat | None, form: Mapping[str, str], refusal: Refusal | None
) -> Response[Any]:
    """Show the sheet once more with what was typed, and why it cannot be if it cannot."""
    await pages.at_hand(request, id)
    table, words = views(request).at_hand(id), lang(request)
    given = {**form, **sheet.filled(sheet.entry(form, len(table.seats)))} if form.get("entry") else form
    said = screens.say(refusal, words, table.seats, table.opened.rules, seat) if refusal else None
    sums = sheet.sums(given, len(table.seats), words)
    status = 409 if refusal else 200
    return _page(request, id, seat, status=status, refusal=said, given=given, prefilled=False, sums=sums)


def _to_sign(request: Asked, id: str, who: Asker, body: Body, form: Mapping[str, str]) -> bool:
    """Whether an act of the staff is shown before it is signed: a deal, an offence, a move that ends the match."""
    if isinstance(body, EnterDeal | ChargeOffence) or form.get("do"):
        return True
    if not isinstance(body, Play) or views(request).at_hand(id).paused is not None:
        return False
    found = signing.look(request, id, who, body)
    return not isinstance(found, Refusal) and found.table.result is not None


@get("/table/{id:str}/sheet", include_in_schema=False)
async def sheet_page(request: Asked, id: FromPath[str]) -> Response[str]:
    """The sheet of a table, for the staff and for those who play there."""
    _, seat = await _who(request, id)
    return _page(request, id, seat)


@post("/table/{id:str}/sheet/deal", include_in_schema=False, request_max_body_size=SHORT)
async def sheet_deal(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Enter a deal's scores, or report them for one's side."""
    seats = len(gateway(request).known.tables[id].seats)

    def make(form: Mapping[str, str], seat: Seat | None) -> Body:
        deal, attempt, entry = sheet.number(form, "deal"), sheet.number(form, "attempt"), sheet.entry(form, seats)
        back = sheet.rewinds(form)
        if seat is None:
            return EnterDeal(deal=deal, attempt=attempt, entry=entry, note=form.get("note", ""), rewinds=back)
        return ReportDeal(seat=seat, deal=deal, attempt=attempt, entry=entry, rewinds=back)

    return await _do(request, id, make, "enter_deal")


@post("/table/{id:str}/sheet/lay", include_in_schema=False, request_max_body_size=SHORT)
async def sheet_lay(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Begin a deal whose moves are entered."""

    def make(form: Mapping[str, str], seat: Seat | None) -> Body:  # noqa: ARG001  # whoever is at the table may
        starter = sheet.number(form, "starter") if form.get("starter") else -1
        return LayOut(deal=sheet.number(form, "deal"), attempt=sheet.number(form, "attempt"), starter=starter)

    return await _do(request, id, make, "lay_out")


@post("/table/{id:str}/sheet/move", include_in_schema=False, request_max_body_size=SHORT)
async def sheet_move(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Enter a move: the staff for every seat, a player for his own."""

    def make(form: Mapping[str, str], seat: Seat | None) -> Body:
        at = sheet.number(form, "seat") if seat is None else seat
        move = form.get("move", "").strip()
        deal, ply = sheet.number(form, "deal"), sheet.number(form, "ply")
        return Play(seat=at, move=move, deal=deal, ply=ply, rewinds=sheet.rewinds(form))

    return await _do(request, id, make, "play")


@post("/table/{id:str}/sheet/back", include_in_schema=False, request_max_body_size=SHORT)
async def sheet_back(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Take moves back that were entered wrongly."""

    def make(form: Mapping[str, str], seat: Seat | None) -> Body:  # noqa: ARG001  # the staff's
        deal, ply, at_ply = (sheet.number(form, name) for name in ("deal", "ply", "at_ply"))
        return TakeBack(deal=deal, ply=ply, at_ply=at_ply, reason=form.get("reason", ""))

    return await _do(request, id, make, "take_back", staff=True)


@post("/table/{id:str}/sheet/charge", include_in_schema=False, request_max_body_size=SHORT)
async def sheet_charge(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Charge a seat with an offence of the game's schedule."""

    def make(form: Mapping[str, str], seat: Seat | None) -> Body:  # noqa: ARG001  # the staff's
        return ChargeOffence(
            seat=sheet.number(form, "seat"),
            offence=form.get("offence", ""),
            deal=sheet.number(form, "deal"),
            note=form.get("note", ""),
        )

    return await _do(request, id, make, "charge_offence", staff=True)


@post("/table/{id:str}/stop", include_in_schema=False, request_max_body_size=SHORT)
async def stop(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Stop a table where it stands, once it was shown what that brings."""
    tournament = tournament_of(request, id)
    who = need_right(request, tournament, AbandonTable.KIND)
    form = await fields(request)
    back = came_from(form, tournament, who) if tournament else "/records"

    async def again(refusal: Refusal | None) -> Response[Any]:
        if refusal is None:
            return see(back)
        shown = work.on_page(request, tournament, who, back)(refusal)
        return await shown if isawaitable(shown) else shown

    body = AbandonTable(reason=form.get("reason", ""))
    return await signing.sign(request, id, who, body, form, action=request.url.path, back=back, again=again)


@post("/table/{id:str}/give-up", include_in_schema=False, request_max_body_size=SHORT)
async def give_up(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Give a match over the board up, once it was shown what that brings.

    Where the deals are dealt here nothing can be shown: a running one is played to its end with hands that are closed.
    """
    await pages.at_hand(request, id)
    table = views(request).at_hand(id)
    player = need_player(request, table.opened.tournament)
    seat = seat_of(table, player.entrant)
    if seat is None or table.opened.board is Board.SERVER:
        raise NotKnownError(id)
    form, back = await fields(request), f"/table/{id}/play"

    async def again(refusal: Refusal | None) -> Response[Any]:
        if refusal is None:
            return see(back)
        return refused(request, refusal, seats=table.seats, rules=table.opened.rules, seat=seat, back=back)

    who = Asker(roles.PLAYER, player.entrant)
    return await signing.sign(
        request, id, who, Resign(seat=seat), form, action=request.url.path, back=back, again=again
    )


HANDLERS = (sheet_page, sheet_deal, sheet_lay, sheet_move, sheet_back, sheet_charge, stop, give_up)
