"""The arbiter's desk over the JSON API.

An act that changes anything is asked for its effect first (`?look=true`), and sent again with the digest of it in
`effect`; where the effect is another by then, it is refused (`effect/changed`).
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from contracts import desk_acts, effect
from contracts.desk import Appeal, CloseCase, CorrectResult, GiveRuling, LiftPenalty, OpenCase, Penalise
from contracts.desk_state import Case, Penalty
from contracts.effect import Effect
from contracts.games.game import Refusal
from contracts.messages import Body
from contracts.table import OpenHands
from contracts.table_state import TableView, staff_view
from services.web_gateway import desk, pages
from services.web_gateway.api import Done, direct
from services.web_gateway.asking import SHORT, Asked, Problem, gateway, lang, refused, views
from services.web_gateway.pages import history
from services.web_gateway.projection import NotKnownError
from services.web_gateway.rights import need_right, need_sight, tournament_of


class DeskView(msgspec.Struct, frozen=True):
    """The desk: cases and penalties by number. `late` are tables whose result from before a ruling was refused."""

    cases: tuple[Case, ...]
    penalties: tuple[Penalty, ...]
    late: tuple[int, ...]


class Looked(msgspec.Struct, frozen=True):
    """What an act would change now, and the digest by which it is signed."""

    effect: Effect
    digest: str


class TriedView(msgspec.Struct, frozen=True):
    """A line that was only tried: how far the rules allow it, the table after it, and what may follow."""

    played: int
    view: TableView
    moves: tuple[str, ...]
    refusal: str = ""


@get("/tournaments/{id:str}/desk")
async def get_desk(request: Asked, id: FromPath[str]) -> DeskView:
    """Give all cases and penalties (director, arbiter)."""
    need_sight(request, id, "cases")
    play = gateway(request).known.tournaments[id]
    return DeskView(play.state.desk.cases, play.state.desk.penalties, play.late)


async def _signed(request: Asked, id: str, body: Body, *, look: bool) -> Response[Any]:
    who = need_right(request, id, body.KIND)
    if not look:
        return await direct(request, id, body)
    t = gateway(request).known.tournaments[id].state
    events = desk_acts.judge(t, who.actor, msgspec.structs.replace(body, effect=""))
    if isinstance(events, Refusal):
        return refused(request, events)
    found = effect.effect(t, events)
    return Response(Looked(found, effect.digest(found)), status_code=200, media_type=MediaType.JSON)


@post("/tournaments/{id:str}/desk/open", request_max_body_size=SHORT, status_code=200)
async def open_case(request: Asked, id: FromPath[str], data: JSONBody[OpenCase]) -> Response[Done | Problem]:
    """Open a case (director, arbiter)."""
    return await direct(request, id, data)


@post("/tournaments/{id:str}/desk/rule", request_max_body_size=SHORT, status_code=200)
async def give_ruling(
    request: Asked, id: FromPath[str], data: JSONBody[GiveRuling], look: FromQuery[bool] = False
) -> Response[Done | Looked | Problem]:
    """Rule a case, with everything that follows (director, arbiter)."""
    return await _signed(request, id, data, look=look)


@post("/tournaments/{id:str}/desk/penalise", request_max_body_size=SHORT, status_code=200)
async def penalise(
    request: Asked, id: FromPath[str], data: JSONBody[Penalise], look: FromQuery[bool] = False
) -> Response[Done | Looked | Problem]:
    """Give a penalty (director, arbiter)."""
    return await _signed(request, id, data, look=look)


@post("/tournaments/{id:str}/desk/lift", request_max_body_size=SHORT, status_code=200)
async def lift_penalty(
    request: Asked, id: FromPath[str], data: JSONBody[LiftPenalty], look: FromQuery[bool] = False
) -> Response[Done | Looked | Problem]:
    """Take a penalty back (director, arbiter)."""
    return await _signed(request, id, data, look=look)


@post("/tournaments/{id:str}/desk/correct", request_max_body_size=SHORT, status_code=200)
async def correct_result(
    request: Asked, id: FromPath[str], data: JSONBody[CorrectResult], look: FromQuery[bool] = False
) -> Response[Done | Looked | Problem]:
    """Put a table's result right (director, arbiter)."""
    return await _signed(request, id, data, look=look)


@post("/tournaments/{id:str}/desk/appeal", request_max_body_size=SHORT, status_code=200)
async def appeal(request: Asked, id: FromPath[str], data: JSONBody[Appeal]) -> Response[Done | Problem]:
    """Take an appeal down (director, arbiter)."""
    return await direct(request, id, data)


@post("/tournaments/{id:str}/desk/close", request_max_body_size=SHORT, status_code=200)
async def close_case(request: Asked, id: FromPath[str], data: JSONBody[CloseCase]) -> Response[Done | Problem]:
    """Close a case (director, arbiter)."""
    return await direct(request, id, data)


@post("/tables/{id:str}/open-hands", request_max_body_size=SHORT, status_code=200)
async def open_hands(request: Asked, id: FromPath[str], data: JSONBody[OpenHands]) -> Response[Done | Problem]:
    """Open the hands of the running deal to the staff; everybody sees that it was done (director, arbiter)."""
    return await direct(request, id, data)


@get("/tables/{id:str}/staff")
async def staff_table(request: Asked, id: FromPath[str]) -> TableView:
    """Give a table as the staff sees it: all hands once they were opened to it (director, arbiter)."""
    need_sight(request, tournament_of(request, id), "hands")
    await pages.at_hand(request, id)
    return staff_view(views(request).at_hand(id))


@get("/tables/{id:str}/what-if/{n:int}")
async def what_if(request: Asked, id: FromPath[str], n: FromPath[int]) -> TriedView:
    """Try a line (`try`, once for each move) from step `n` of a replay; nothing is recorded (director, arbiter)."""
    need_sight(request, tournament_of(request, id), "hands")
    past = await history(request, id)
    steps = pages.stops(past)
    if not 0 <= n < len(steps) or not desk.may_try(past, steps[n]):
        raise NotKnownError(str(n))
    found = desk.tried(steps[n].table, request.query_params.getall("try", []), lang(request))
    view, _ = desk.view_of(past, steps[n], found.table)
    return TriedView(len(found.told), view, found.moves, found.refusal.sentence if found.refusal else "")


ROUTER = Router(
    "/api",
    route_handlers=[
        get_desk,
        open_case,
        give_ruling,
        penalise,
        lift_penalty,
        correct_result,
        appeal,
        close_case,
        open_hands,
        staff_table,
        what_if,
    ],
)
