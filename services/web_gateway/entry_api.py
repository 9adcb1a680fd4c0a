"""Entry over the JSON API: what a list would become, the waiting list, who did not come, what leaving would change."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from contracts import admission, effect
from contracts.effect import Effect
from contracts.entrants import COLUMNS, EntrantsError, Line
from contracts.entry import Admit, NoShow
from contracts.messages import Event
from contracts.tournament import AmendEntrant, EntrantRow, Withdraw
from contracts.tournament_state import Tournament
from services.web_gateway import screens
from services.web_gateway.api import Done, One, direct
from services.web_gateway.asking import LONG, SHORT, Asked, Problem, gateway, lang
from services.web_gateway.desk_api import Looked
from services.web_gateway.entry import Becomes, becomes, find, looked
from services.web_gateway.policies import policies
from services.web_gateway.rights import need_right


class Amended(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be written of an entrant, whole; and why."""

    row: EntrantRow
    reason: str = ""


class Leaving(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who leaves and why; `effect` is the digest of what was shown before, empty where nothing was."""

    entrant: str
    reason: str = ""
    effect: str = ""


class Missing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who was seated in a round that has not begun, and did not come; `effect` as in `Leaving`."""

    round: int
    entrants: tuple[str, ...]
    effect: str = ""


@post("/tournaments/{id:str}/entrants/look", request_max_body_size=LONG, status_code=200)
async def look(request: Asked, id: FromPath[str], data: JSONBody[list[EntrantRow]]) -> list[Becomes]:
    """Say what each row of a list would become; nothing is entered (director)."""
    need_right(request, id, "import_entrants")
    t = gateway(request).known.tournaments[id].state
    columns = {name: at for at, name in enumerate(COLUMNS)}
    lines = [Line(at, row, None, columns) for at, row in enumerate(data, start=1)]
    return [becomes(fate, lang(request)) for fate in admission.fates(t, lines)]


@post("/tournaments/{id:str}/entrants/look.csv", request_max_body_size=LONG, status_code=200)
async def look_csv(request: Asked, id: FromPath[str]) -> Response[list[Becomes] | Problem]:
    """Say what each line of a list in the body would become: CSV, or one name a line; nothing is entered (director)."""
    need_right(request, id, "import_entrants")
    t = gateway(request).known.tournaments[id].state
    try:
        found = looked(t, await request.body())
    except EntrantsError as wrong:
        said = screens.say(wrong.refusal, lang(request))
        return Response(Problem(said.code, said.sentence), status_code=400)
    return Response([becomes(fate, lang(request)) for fate in found])


@post("/tournaments/{id:str}/entrants/{entrant:str}", request_max_body_size=SHORT)
async def amend(
    request: Asked, id: FromPath[str], entrant: FromPath[str], data: JSONBody[Amended]
) -> Response[Done | Problem]:
    """Write an entrant's row anew: name, club, partner, whom he is kept apart from, his table, that he has paid."""
    return await direct(request, id, AmendEntrant(entrant=entrant, row=data.row, reason=data.reason))


@post("/tournaments/{id:str}/admit", request_max_body_size=SHORT)
async def admit(request: Asked, id: FromPath[str], data: JSONBody[One]) -> Response[Done | Problem]:
    """Take somebody from the waiting list in (director)."""
    return await direct(request, id, Admit(entrant=data.entrant))


@post("/tournaments/{id:str}/no-show", request_max_body_size=SHORT)
async def no_show(
    request: Asked, id: FromPath[str], data: JSONBody[Missing], look: FromQuery[bool] = False
) -> Response[Done | Looked | Problem]:
    """Say who was seated and did not come (director); `look` says what that would change, and does nothing."""
    if not look:
        return await direct(request, id, NoShow(round=data.round, entrants=data.entrants, effect=data.effect))
    need_right(request, id, NoShow.KIND)
    t = gateway(request).known.tournaments[id].state
    return _looked(t, admission.no_shows(t, data.round, [find(t, e) for e in data.entrants]))


@post("/tournaments/{id:str}/withdraw", request_max_body_size=SHORT)
async def withdraw(
    request: Asked, id: FromPath[str], data: JSONBody[Leaving], look: FromQuery[bool] = False
) -> Response[Done | Looked | Problem]:
    """Take an entrant out from the next round on (director); `look` says what that would change, and does nothing."""
    if not look:
        return await direct(request, id, Withdraw(entrant=data.entrant, reason=data.reason, effect=data.effect))
    need_right(request, id, Withdraw.KIND)
    t = gateway(request).known.tournaments[id].state
    return _looked(t, admission.withdrawal(t, find(t, data.entrant)))


def _looked(t: Tournament, events: tuple[Event, ...]) -> Response[Any]:
    found = effect.effect(t, events)
    return Response(Looked(found, effect.digest(found)), status_code=200, media_type=MediaType.JSON)


@get("/tournaments/{id:str}/withdraw/{entrant:str}/effect")
async def leaving(request: Asked, id: FromPath[str], entrant: FromPath[str]) -> Effect:
    """Say what somebody's leaving would change; nothing is done (director)."""
    need_right(request, id, "withdraw")
    t = gateway(request).known.tournaments[id].state
    return effect.effect(t, admission.withdrawal(t, find(t, entrant)))


@get("/tournaments/{id:str}/policies")
async def stated(request: Asked, id: FromPath[str]) -> list[str]:
    """Give the policies of a tournament, one sentence each, in the language asked for."""
    return policies(gateway(request).known.tournaments[id].state, lang(request))


HANDLERS = (look, look_csv, amend, admit, no_show, withdraw, leaving, stated)
