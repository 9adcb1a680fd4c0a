"""The pages and forms of the arbiter's desk.

Every act that changes anything is first shown with its effect, and then signed with the digest of what was shown. If
something else has changed meanwhile, the act is not done: the new effect is shown, and it is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from msgspec.structs import replace

from contracts import desk_acts, effect
from contracts.desk import Appeal, CloseCase, CorrectResult, OpenCase
from contracts.games.game import Refusal
from contracts.messages import Board, Body
from contracts.table import OpenHands
from services.web_gateway import desk, desk_forms, screens, sheet
from services.web_gateway.asking import SHORT, Asked, gateway, html, lang, message, need_player, see, views
from services.web_gateway.desk_forms import ACTS
from services.web_gateway.forms import fields, later, wish
from services.web_gateway.pages import history, stops
from services.web_gateway.projection import Answer, NotKnownError
from services.web_gateway.rights import need_right, need_sight
from services.web_gateway.sheet import number
from services.web_gateway.views import named, nonce

CHANGED: Final = "effect/changed"
NOTHING: Final[Mapping[str, str]] = {}
"""What was typed into a form that nobody has filled in yet."""


# --- pages


def _values(request: Asked, id: str, problem: str = "", given: Mapping[str, str] = NOTHING) -> dict[str, Any]:
    play, words = gateway(request).known.tournaments[id], lang(request)
    t = play.state
    return {
        "id": id,
        "name": t.name,
        "line": screens.line(t, words),
        "cases": desk.listed(play, words),
        "penalties": [desk.penalty(t, p, words) for p in reversed(t.desk.penalties)],
        "tables": [
            {"id": table.id, "round": r.number, "number": table.number, "over": table.result is not None}
            for r, table in desk.tables_now(play)
        ],
        "form": desk_forms.form(play, None, "", given, words),
        "late": play.late,
        "given": given,
        "problem": problem,
        "nonce": named,
    }


@get("/t/{id:str}/desk", include_in_schema=False)
async def desk_page(request: Asked, id: FromPath[str]) -> Response[str]:
    """The arbiter's desk: cases by state, penalties, and every table that a case can be about."""
    need_sight(request, id, "cases")
    return html(request, "desk.html", _values(request, id))


def _line(request: Asked) -> list[str]:
    return request.query_params.getall("try", [])[: desk.TRIED]


async def _case_values(
    request: Asked,
    id: str,
    number_: int,
    table: str,
    n: int | None,
    rule: str,
    *,
    given: Mapping[str, str] = NOTHING,
    problem: str = "",
) -> dict[str, Any]:
    play, words = gateway(request).known.tournaments[id], lang(request)
    t = play.state
    case = t.desk.case(number_)
    if number_ and case is None:
        raise NotKnownError(str(number_))
    table = case.opened.table if case else table
    found = t.table(table) if table else None
    if table and found is None:
        raise NotKnownError(table)
    line = _line(request)
    here: dict[str, Any] = {
        "table": "",
        "n": 0,
        "line": [],
        "deal": 0,
        "ply": 0,
        "offences": [],
        "failed": [],
        "undone": False,
        "scored": t.rules.board is Board.SCORES,
    }
    if table and table in gateway(request).known.tables:
        past = await history(request, table)
        if n is None and case is not None and case.opened.deal:
            n = desk.place(stops(past), case.opened.deal, case.opened.ply)
        here = desk.at_table(table, past, n, line, words, t)
        here["offences"] = sheet.offences(past.steps[-1].table, words)
    ids = [r for ruling in (case.rulings if case else ()) for r in ruling.rules] + rule.replace(",", " ").split()
    where = f"/t/{id}/desk/case/{number_}" if case else f"/t/{id}/desk/table/{table}"
    heading = [words.t("dk.case", n=number_)] if case else []
    if found:
        heading += [words.t("round.n", n=found[0].number), words.t("table.n", n=found[1].number)]
    if here["table"] and here["deal"]:
        heading.append(desk.at_move(t.rules.board, here["deal"], here["ply"], words))
    return here | {
        "id": id,
        "name": t.name,
        "heading": " · ".join(heading),
        "where": where,
        "case": desk.line_of(t, case, words) if case else None,
        "number": number_,
        "story": desk.story(t, case, words) if case else [],
        # What somebody has typed is shown again, also where somebody else has ruled meanwhile.
        "can_rule": case is not None and (case.state in ("open", "appealed") or "decision" in given),
        "can_appeal": case is not None and case.state == "ruled",
        "can_close": case is not None and case.state != "final",
        "form": desk_forms.form(play, case, table, given, words),
        "rule": rule,
        "rule_texts": desk.rule_texts(t, ids, words),
        "given": given,
        "problem": problem,
        "nonce": named,
    }


@get("/t/{id:str}/desk/case/{case:int}", include_in_schema=False)
async def case_page(
    request: Asked, id: FromPath[str], case: FromPath[int], n: FromQuery[int | None] = None, rule: FromQuery[str] = ""
) -> Response[str]:
    """One case with its table at the move in question; `try` in the address is a line that is only tried."""
    need_sight(request, id, "cases")
    return html(request, "case.html", await _case_values(request, id, case, "", n, rule[:200]))


@get("/t/{id:str}/desk/table/{table:str}", include_in_schema=False)
async def table_page(
    request: Asked, id: FromPath[str], table: FromPath[str], n: FromQuery[int | None] = None, rule: FromQuery[str] = ""
) -> Response[str]:
    """A table at any move as the desk sees it, with no case yet."""
    need_sight(request, id, "cases")
    return html(request, "case.html", await _case_values(request, id, 0, table, n, rule[:200]))


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
        if answer is None:
            return later(request, back)
        if answer.refusal is None:
            return see(back)
        if answer.refusal.code != CHANGED:
            return await _again(request, id, kind, form, screens.say(answer.refusal, words).sentence, 409)
        changed, t = True, gateway(request).known.tournaments[id].state
    events = desk_acts.judge(t, who.actor, body)
    if isinstance(events, Refusal):
        return await _again(request, id, kind, form, screens.say(events, words).sentence, 409)
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
    case, n = form.get("case", ""), form.get("n", "")
    step = int(n) if n.isdecimal() and len(n) < 9 else None
    if case.isdecimal() and int(case[:9]) > 0:
        values = await _case_values(request, id, int(case[:9]), "", step, "", given=form, problem=problem)
        return html(request, "case.html", values, status=status)
    table = form.get("fix0", "") if kind == CorrectResult.KIND else ""
    if kind == OpenCase.KIND and "deal" in form:  # from a table's page, where its move is looked at
        table = form.get("table", "")
    if table and gateway(request).known.tournaments[id].state.table(table):
        values = await _case_values(request, id, 0, table, step, "", given=form, problem=problem)
        return html(request, "case.html", values, status=status)
    return html(request, "desk.html", _values(request, id, problem, form), status=status)


def _answered(request: Asked, answer: Answer | None, back: str) -> Response[Any]:
    """Go back, or say there why it was not done or is not done yet."""
    if answer is None:
        return later(request, back)
    if answer.refusal is not None:
        said_ = screens.say(answer.refusal, lang(request)).sentence
        return message(request, 409, "refused", said_, code=answer.refusal.code, back=back)
    return see(back)


# --- acts that change no score


async def _done(request: Asked, id: str, body: Body, form: Mapping[str, str], back: str) -> Response[Any]:
    who = need_right(request, id, body.KIND)
    answer = await gateway(request).act(id, who.actor, body, wish(form))
    if answer is None:
        return later(request, back)
    if answer.refusal is not None:
        return await _again(request, id, body.KIND, form, screens.say(answer.refusal, lang(request)).sentence, 409)
    return see(back)


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
    next_ = len(gateway(request).known.tournaments[id].state.desk.cases) + 1
    answer = await _done(request, id, body, form, f"/t/{id}/desk")
    return answer if answer.status_code != 303 else see(f"/t/{id}/desk/case/{next_}")


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
    answer = await gateway(request).act(id, f"player:{who.entrant}", body, wish(form))
    return _answered(request, answer, back)


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
    answer = await gateway(request).act(table, who.actor, body, wish(form))
    return _answered(request, answer, back)


HANDLERS = (
    desk_page,
    case_page,
    table_page,
    act,
    open_case,
    close_case,
    appeal,
    my_appeal,
    open_hands,
)
