"""The staff's way in, their list with its QR codes, and the page on which scorers and arbiters find their tables."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect, Stream

from contracts import roles
from contracts.staff import IssueStaffLink, RevokeStaffLink
from services.web_gateway import pages, rights, work
from services.web_gateway.answers import do, fields, sentence
from services.web_gateway.api import Done, direct
from services.web_gateway.asking import SHORT, Asked, Problem, base, gateway, html, lang, page, see
from services.web_gateway.gateway import now_s
from services.web_gateway.projection import Book
from services.web_gateway.render import qr
from services.web_gateway.views import SLOW_S, Source, named


class StaffLine(msgspec.Struct, frozen=True):
    """A member of the staff, and his link; empty where he has none."""

    id: str
    role: str
    name: str
    link: str


class NewLink(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whom to give a link: a new member by role and name, or one of the list by his id."""

    role: str = ""
    name: str = ""
    staff: str = ""


class OldLink(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose link to take away, and why."""

    staff: str
    reason: str = ""


# --- the way in


@get("/w/{token:str}", include_in_schema=False)
async def enter(request: Asked, token: FromPath[str]) -> Redirect:
    """A link of the staff: it becomes a cookie, leaves the address bar, and leads to where its holder works."""
    worker = gateway(request).auth.worker(token, now_s())
    who = rights.member(gateway(request).known, worker)
    answer = see(who.way(worker.tournament))
    answer.cookies.append(rights.staff_cookie(request, worker.tournament, token))
    return answer


@post("/t/{id:str}/out", include_in_schema=False)
async def out(request: Asked, id: FromPath[str]) -> Redirect:  # noqa: ARG001
    """Forget the link of the staff on this phone."""
    answer = see(f"/t/{id}")
    answer.delete_cookie(rights.cookie_name(id))
    return answer


# --- the list


def _lines(request: Asked, id: str) -> list[StaffLine]:
    found = []
    for one in gateway(request).known.tournaments[id].state.staff:
        token = gateway(request).auth.staff_token(id, one.id, one.link, now_s()) if one.link is not None else ""
        found.append(StaffLine(one.id, one.role, one.name, f"{base(request)}/w/{token}" if token else ""))
    return found


def _list(request: Asked, id: str, problem: str = "", *, status: int = 200) -> Response[str]:
    known = gateway(request).known.tournaments[id].state
    values = {
        "id": id,
        "name": known.name,
        "problem": problem,
        "slips": [{"line": line, "qr": qr(line.link) if line.link else ""} for line in _lines(request, id)],
        "roles": roles.LINKED,
        "nonce": named,
    }
    return html(request, "workers.html", values, status=status)


@get("/t/{id:str}/staff", include_in_schema=False)
async def listed(request: Asked, id: FromPath[str]) -> Response[str]:
    """The staff, each with role, link and QR code, to print or to scan."""
    rights.need_sight(request, id, "staff")
    return _list(request, id)


_BODIES: Book[Any] = Book(
    {
        "issue": lambda form: IssueStaffLink(
            role=form.get("role", ""), name=form.get("name", ""), staff=form.get("staff", "")
        ),
        "revoke": lambda form: RevokeStaffLink(staff=form.get("staff", ""), reason=form.get("reason", "")),
    }
)


@post("/t/{id:str}/staff/{verb:str}", include_in_schema=False, request_max_body_size=SHORT)
async def change(request: Asked, id: FromPath[str], verb: FromPath[str]) -> Response[Any]:
    """Issue a link of the staff, or take one away."""
    make = _BODIES[verb]
    who = rights.need_right(request, id, f"{verb}_staff_link")
    form = await fields(request)
    gateway(request).known.tournaments[id]
    return await do(
        request,
        id,
        who.actor,
        make(form),
        form,
        f"/t/{id}/staff",
        refuse=lambda refusal: _list(request, id, sentence(request, refusal), status=409),
    )


# --- the tables that are to be looked after


def _source(request: Asked, id: str) -> Source:
    who = rights.need_sight(request, id, "sheets")
    words, known = lang(request), gateway(request).known
    key = ("work", id, words.code, who.mark)
    return Source(key, (f"t/{id}", f"tables/{id}"), lambda: work.tables(known, id, words, who), SLOW_S)


@get("/t/{id:str}/tables", include_in_schema=False)
async def to_enter(request: Asked, id: FromPath[str]) -> Response[str]:
    """The tables of the running round for a scorer or an arbiter: who calls, and what is to be entered."""
    gateway(request).known.tournaments[id]
    return page(request, _source(request, id).make(), f"/live/t/{id}/tables")


@get("/live/t/{id:str}/tables", include_in_schema=False)
async def live_to_enter(request: Asked, id: FromPath[str]) -> Stream:
    """The same, live."""
    gateway(request).known.tournaments[id]
    return pages.live(request, _source(request, id))


# --- the API


@get("/tournaments/{id:str}/staff")
async def get_staff(request: Asked, id: FromPath[str]) -> list[StaffLine]:
    """Give the staff and their links (director)."""
    rights.need_sight(request, id, "staff")
    return _lines(request, id)


@post("/tournaments/{id:str}/staff/issue", request_max_body_size=SHORT)
async def issue(request: Asked, id: FromPath[str], data: JSONBody[NewLink]) -> Response[Done | Problem]:
    """Give an arbiter, a scorer or a screen a link, or another one (director)."""
    return await direct(request, id, IssueStaffLink(role=data.role, name=data.name, staff=data.staff))


@post("/tournaments/{id:str}/staff/revoke", request_max_body_size=SHORT)
async def revoke(request: Asked, id: FromPath[str], data: JSONBody[OldLink]) -> Response[Done | Problem]:
    """Take a link of the staff away (director)."""
    return await direct(request, id, RevokeStaffLink(staff=data.staff, reason=data.reason))


HANDLERS = (enter, out, listed, change, to_enter, live_to_enter)
ROUTER = Router("/api", route_handlers=[get_staff, issue, revoke])
