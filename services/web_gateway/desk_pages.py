"""The pages and forms of the arbiter's desk.

Every act that changes anything is first shown with its effect, and then signed with the digest of what was shown. If
something else has changed meanwhile, the act is not done: the new effect is shown, and it is asked again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Stream
from msgspec.structs import replace

from contracts import desk_acts, effect
from contracts.desk import Appeal, CaseOpened, CloseCase, CorrectResult, OpenCase
from contracts.games.game import Refusal
from contracts.messages import Body
from contracts.table import OpenHands
from services.web_gateway import desk, desk_forms, desk_views
from services.web_gateway.answers import Done, Refuse, answered, do, fields, sentence, wish
from services.web_gateway.asking import SHORT, Asked, gateway, html, lang, message, need_player, page, see, views
from services.web_gateway.desk_forms import ACTS
from services.web_gateway.desk_views import Look
from services.web_gateway.pages import history, live
from services.web_gateway.projection import Answer, NotKnownError
from services.web_gateway.rights import need_right, need_sight
from services.web_gateway.sheet import number
from services.web_gateway.views import SLOW_S, LateSource, Source, View, nonce

CHANGED: Final = "effect/changed"
MOST_RULES: Final = 200
"""Characters of the rules that are shown beside a table."""


# --- pages, and their live streams


def _desk(request: Asked, id: str) -> Source:
    who, words, known = need_sight(request, id, "cases"), lang(request), gateway(request).known
    known.tournaments[id]

    def make() -> View:
        who.still(known, id)
        return desk_views.of_desk(known, id, words)

    return Source(("desk", id, words.code, who.mark), (f"t/{id}",), make, SLOW_S)


def _case(request: Asked, id: str, look: Look) -> LateSource:
    who, words, known = need_sight(request, id, "cases"), lang(request), gateway(request).known
    case = known.tournaments[id].state.desk.case(look.case)
    table = case.opened.table if case else look.table

    async def make() -> View:
        who.still(known, id)
        return await desk_views.of_case(known, id, look, words)

    key = ("case", id, words.code, who.mark, str(look.case), look.table, str(look.n), look.rule, *look.line)
    return LateSource(key, (f"t/{id}", f"table/{table}"), make, SLOW_S)


def _looked(request: Asked, case: int, table: str, n: int | None, rule: str) -> Look:
    line = tuple(request.query_params.getall("try", []))[: desk.TRIED]
    return Look(case, table, n, rule[:MOST_RULES], line)


async def _page(request: Asked, id: str, look: Look) -> Response[str]:
    source = _case(request, id, look)
    case = gateway(request).known.tournaments[id].state.desk.case(look.case)
    if (table := case.opened.table if case else look.table) in gateway(request).known.tables:
        await history(request, table)  # reading the log for it is limited, and what was read is kept
    view = await source.make()
    return page(request, view, look.stream(id, view.values["n"]))


@get("/t/{id:str}/desk", include_in_schema=False)
async def desk_page(request: Asked, id: FromPath[str]) -> Response[str]:
    """The arbiter's desk: cases by state, penalties, and every table that a case can be about."""
    return page(request, _desk(request, id).make(), f"/live/t/{id}/desk")


@get("/live/t/{id:str}/desk", include_in_schema=False)
async def live_desk(request: Asked, id: FromPath[str]) -> Stream:
    """The same, live."""
    return live(request, _desk(request, id))


@get("/t/{id:str}/desk/case/{case:int}", include_in_schema=False)
async def case_page(
    request: Asked, id: FromPath[str], case: FromPath[int], n: FromQuery[int | None] = None, rule: FromQuery[str] = ""
) -> Response[str]:
    """One case with its table at the move in question; `try` in the address is a line that is only tried."""
    return await _page(request, id, _looked(request, case, "", n, rule))


@get("/live/t/{id:str}/desk/case/{case:int}", include_in_schema=False)
async def live_case(
    request: Asked, id: FromPath[str], case: FromPath[int], n: FromQuery[int | None] = None, rule: FromQuery[str] = ""
) -> Stream:
    """The same, live; it stays at the step at which it was opened."""
    return live(request, _case(request, id, _looked(request, case, "", n, rule)))


@get("/t/{id:str}/desk/table/{table:str}", include_in_schema=False)
async def table_page(
    request: Asked, id: FromPath[str], table: FromPath[str], n: FromQuery[int | None] = None, rule: FromQuery[str] = ""
) -> Response[str]:
    """A table at any move as the desk sees it, with no case yet."""
    return await _page(request, id, _looked(request, 0, table, n, rule))


@get("/live/t/{id:str}/desk/table/{table:str}", include_in_schema=False)
async def live_table(
    request: Asked, id: FromPath[str], table: FromPath[str], n: FromQuery[int | None] = None, rule: FromQuery[str] = ""
) -> Stream:
    """The same, live; it stays at the step at which it was opened."""
    return live(request, _case(request, id, _looked(request, 0, table, n, rule)))


# --- acts that are signed


@post("/t/{id:str}/desk/act/{kind:str}", include_in_schema=False, request_max_body_size=SHORT)
async def act(request: Asked, id: FromPath[str], kind: FromPath[str]) -> Response[Any]:
    """Show an act's effect (`do=look`), or sign it (`do=sign`) with the digest of the effect that was shown."""
    who = need_right(request, id, kind)
    form, words = await fields(request), lang(request)
    t = gateway(request).known.tournaments[id].state
    back = _back(form, id)
    if form.get("do") in (desk_forms.MORE_PENALTIES, desk_forms.MORE_RESULTS, desk_forms.AGAIN):
        return await _again(request, id, kind, form)
    try:
        body = ACTS[kind](form, t)
    except ValueError as wrong:
        return await _again(request, id, kind, form, words.t("sheet.unread", what=str(wrong)), 400)
    signing = form.get("do") == "sign" and bool(form.get("effect"))
    changed = False
    if signing:
        answer = await gateway(request).act(id, who.actor, replace(body, effect=form["effect"]), wish(form))
        if answer is None or answer.refusal is None or answer.refusal.code != CHANGED:
            return await answered(request, answer, back, refuse=_refuse(request, id, kind, form))
        changed, t = True, gateway(request).known.tournaments[id].state
    events = desk_acts.judge(t, who.actor, body)
    if isinstance(events, Refusal):
        return await _again(request, id, kind, form, sentence(request, events), 409)
    found = effect.effect(t, events)
    values = {
        "id": id,
        "name": t.name,
        "kind": kind,
        "hidden": {k: v for k, v in form.items() if k not in ("do", "effect", "id")},
        "said": desk_forms.said(body, t, words),
        "changes": desk.effect_lines(found, words),
        "notes": desk.effect_notes(t, found, getattr(body, "rewind", None), words),
        "digest": desk.digest_of(found),
        "changed": changed,
        "nonce": nonce(),
    }
    return html(request, "sign.html", values, status=409 if changed else 200)


def _back(form: Mapping[str, str], id: str) -> str:
    """Give the page that an act was done from: its case's, its table's, or the desk."""
    case, table = form.get("case", ""), form.get("fix0", "")
    if case.isdecimal() and int(case[:9]) > 0:
        return f"/t/{id}/desk/case/{int(case[:9])}"
    return f"/t/{id}/desk/table/{quote(table, safe='')}" if table else f"/t/{id}/desk"


async def _again(
    request: Asked, id: str, kind: str, form: Mapping[str, str], problem: str = "", status: int = 200
) -> Response[str]:
    """Show the form once more with what was typed: with another row, or with why it cannot be."""
    known, words = gateway(request).known, lang(request)
    case, n = form.get("case", ""), form.get("n", "")
    step = int(n) if n.isdecimal() and len(n) < 9 else None
    look = Look(n=step, case=int(case[:9]) if case.isdecimal() else 0)
    if not look.case and kind == CorrectResult.KIND:
        look = dataclasses.replace(look, table=form.get("fix0", ""))
    elif not look.case and kind == OpenCase.KIND and "deal" in form:  # from a table's page, at one of its moves
        look = dataclasses.replace(look, table=form.get("table", ""))
    if look.case or known.tournaments[id].state.table(look.table):
        view = await desk_views.of_case(known, id, look, words, problem=problem, given=form)
        return page(request, view, look.stream(id, view.values["n"]), status=status)
    view = desk_views.of_desk(known, id, words, problem=problem, given=form)
    return page(request, view, f"/live/t/{id}/desk", status=status)


def _refuse(request: Asked, id: str, kind: str, form: Mapping[str, str]) -> Refuse:
    return lambda refusal: _again(request, id, kind, form, sentence(request, refusal), 409)


# --- acts that change no score


async def _done(
    request: Asked, id: str, body: Body, form: Mapping[str, str], back: str, done: Done | None = None
) -> Response[Any]:
    who = need_right(request, id, body.KIND)
    refuse = _refuse(request, id, body.KIND, form)
    return await do(request, id, who.actor, body, form, back, refuse=refuse, done=done)


@post("/t/{id:str}/desk/open", include_in_schema=False, request_max_body_size=SHORT)
async def open_case(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Open a case, about a table's move or about none."""
    need_right(request, id, OpenCase.KIND)
    form = await fields(request)
    try:
        deal, ply = (number(form, name) if form.get(name) else 0 for name in ("deal", "ply"))
    except ValueError as wrong:
        return await _again(request, id, OpenCase.KIND, form, lang(request).t("sheet.unread", what=str(wrong)), 400)
    body = OpenCase(table=form.get("table", ""), deal=deal, ply=ply, facts=form.get("facts", ""))

    def opened(answer: Answer) -> Response[Any]:
        number_ = next((event.case for event in answer.events if isinstance(event, CaseOpened)), 0)
        return see(f"/t/{id}/desk/case/{number_}" if number_ else f"/t/{id}/desk")

    return await _done(request, id, body, form, f"/t/{id}/desk", opened)


@post("/t/{id:str}/desk/case/{case:int}/close", include_in_schema=False, request_max_body_size=SHORT)
async def close_case(request: Asked, id: FromPath[str], case: FromPath[int]) -> Response[Any]:
    """The ruling is final."""
    form = {**await fields(request), "case": str(case)}
    return await _done(request, id, CloseCase(case=case, note=form.get("note", "")), form, f"/t/{id}/desk/case/{case}")


@post("/t/{id:str}/desk/case/{case:int}/appeal", include_in_schema=False, request_max_body_size=SHORT)
async def appeal(request: Asked, id: FromPath[str], case: FromPath[int]) -> Response[Any]:
    """Take down an appeal that somebody makes at the desk."""
    form = {**await fields(request), "case": str(case)}
    body = Appeal(case=case, entrant=form.get("entrant", ""), text=form.get("text", ""))
    return await _done(request, id, body, form, f"/t/{id}/desk/case/{case}")


@post("/t/{id:str}/me/appeal", include_in_schema=False, request_max_body_size=SHORT)
async def my_appeal(request: Asked, id: FromPath[str]) -> Response[Any]:
    """A player appeals against a ruling that concerns him."""
    who = need_player(request, id)
    form = await fields(request)
    entrant = views(request).entrant(who)[1].id
    back = f"/t/{id}/me"
    try:
        body = Appeal(case=number(form, "case"), entrant=entrant, text=form.get("text", ""))
    except ValueError as wrong:
        return message(request, 400, "bad", lang(request).t("sheet.unread", what=str(wrong)), back=back)
    return await do(request, id, f"player:{who.entrant}", body, form, back)


@post("/t/{id:str}/desk/table/{table:str}/hands", include_in_schema=False, request_max_body_size=SHORT)
async def open_hands(request: Asked, id: FromPath[str], table: FromPath[str]) -> Response[Any]:
    """Open the hands of the running deal to the staff; everybody sees that it was done."""
    who = need_right(request, id, OpenHands.KIND)
    form = await fields(request)
    if gateway(request).known.tables[table].opened.tournament != id:
        raise NotKnownError(table)
    case = form.get("case", "")
    back = f"/t/{id}/desk/case/{case}" if case.isdecimal() and case != "0" else f"/t/{id}/desk/table/{table}"
    try:
        body = OpenHands(deal=number(form, "deal"), reason=form.get("reason", ""))
    except ValueError as wrong:
        return message(request, 400, "bad", lang(request).t("sheet.unread", what=str(wrong)), back=back)
    return await do(request, table, who.actor, body, form, back)


HANDLERS = (
    desk_page,
    live_desk,
    case_page,
    live_case,
    table_page,
    live_table,
    act,
    open_case,
    close_case,
    appeal,
    my_appeal,
    open_hands,
)
