"""The JSON API of written records: check one, make a table of it, go on with it, take a table's record away."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from contracts.table import ContinueRecord, ImportRecord
from services import records
from services.web_gateway import typed
from services.web_gateway.api import Done, act
from services.web_gateway.asking import LONG, Asked, Problem, lang, need_director
from services.web_gateway.rights import DIRECTOR, need_right, tournament_of


class Typed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record as text."""

    text: str


class Imported(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record to make a table of. Without names the seats' own stand; without an id one is made from the text."""

    text: str
    names: tuple[str, ...] = ()
    tournament: str = ""
    round: int = 0
    number: int = 0
    id: str = ""


class Continued(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What followed at an imported table, and the position that its sender saw."""

    text: str
    deal: int
    ply: int


@post("/records/check", request_max_body_size=LONG, status_code=200)
async def check(request: Asked, data: JSONBody[Typed]) -> records.Checked:
    """Read a record: what is in it, or its faults with line and column (director)."""
    need_director(request)
    return await typed.looked_at(data.text, lang(request))


@post("/records", request_max_body_size=LONG)
async def import_record(request: Asked, data: JSONBody[Imported]) -> Response[Done | Problem | records.Checked]:
    """Make a table of a record; 400 with its faults where it cannot be read (director)."""
    # A table's id is the director's to choose: another tournament's table might be meant to have it.
    if data.id:
        need_director(request)
    who = DIRECTOR if data.id else need_right(request, data.tournament, "import_record")
    checked = await typed.looked_at(data.text, lang(request))
    if not checked.ok or checked.read is None:
        return Response(checked, status_code=400)
    key = data.id or records.table_id(data.text)
    seats = records.plans(checked.read, data.names)
    body = ImportRecord(text=data.text, seats=seats, tournament=data.tournament, round=data.round, number=data.number)
    answer: Response[Any] = await act(request, key, who.actor, body, id=key)
    return answer


@post("/tables/{id:str}/continue", request_max_body_size=LONG, status_code=200)
async def go_on(request: Asked, id: FromPath[str], data: JSONBody[Continued]) -> Response[Done | Problem]:
    """Go on with an imported table, in the notation (director)."""
    who = need_right(request, tournament_of(request, id), "continue_record")
    await typed.imported(request, id)
    return await act(request, id, who.actor, ContinueRecord(text=data.text, deal=data.deal, ply=data.ply))


@get("/tables/{id:str}/record")
async def get_record(request: Asked, id: FromPath[str]) -> Response[str]:
    """Give a table's written record, as text: the deals that are over."""
    return await typed.record_file(request, id)


ROUTER = Router("/api", route_handlers=[check, import_record, go_on, get_record])
