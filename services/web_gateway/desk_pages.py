"""The pages and forms of the arbiter's desk.

Every act that changes anything is first shown with its effect, and then signed with the digest of what was shown. If
something else has changed meanwhile, the act is not done: the new effect is shown, and it is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from msgspec.structs import replace

from contracts import desk_acts, effect
from contracts.desk import (
    Appeal,
    CloseCase,
    CorrectionPlan,
    CorrectResult,
    GiveRuling,
    LiftPenalty,
    OpenCase,
    Penalise,
    PenaltyKind,
    PenaltyPlan,
    RewindPlan,
)
from contracts.games.game import Refusal
from contracts.messages import Body
from contracts.table import OpenHands
from contracts.tournament_state import Tournament
from services.web_gateway import desk, screens, sheet
from services.web_gateway.asking import SHORT, Asked, gateway, html, lang, message, need_player, see, views
from services.web_gateway.forms import fields, later, wish
from services.web_gateway.pages import history, stops
from services.web_gateway.projection import Answer, Book, NotKnownError
from services.web_gateway.rights import need_right, need_sight
from services.web_gateway.sheet import number
from services.web_gateway.views import named, nonce
from services.web_gateway.words import Lang

CHANGED: Final = "effect/changed"
MAX_POINTS: Final = 10_000


# --- pages


def _values(request: Asked, id: str, problem: str = "") -> dict[str, Any]:
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
        "form": desk.form(play, None, None, words),
        "late": play.late,
        "given": {},
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
    given: Mapping[str, str] | None = None,
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
        heading.append(words.t("dk.at", n=here["deal"], ply=here["ply"] + 1))
    return here | {
        "id": id,
        "name": t.name,
        "heading": " · ".join(heading),
        "where": where,
        "case": desk.line_of(t, case, words) if case else None,
        "number": number_,
        "story": desk.story(t, case, words) if case else [],
        "can_rule": case is not None and case.state in ("open", "appealed"),
        "can_appeal": case is not None and case.state == "ruled",
        "can_close": case is not None and case.state != "final",
        "form": desk.form(play, case, found[1] if found else None, words),
        "rule": rule,
        "rule_texts": desk.rule_texts(t, ids, words),
        "given": given or {},
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


# --- what a form says


def _points(text: str) -> int:
    """Read match points with at most two decimals as hundredths. ValueError names them."""
    plain = text.strip().replace("−", "-").replace("٫", ".").replace(",", ".")  # noqa: RUF001  # typed so
    sign, size = (-1, plain[1:]) if plain.startswith("-") else (1, plain.removeprefix("+"))
    whole, _, part = size.partition(".")
    if not (whole or part) or not (whole + part).isdecimal() or len(part) > 2 or len(whole) > 5:
        raise ValueError(f"points: {text[:20]!r}")
    return sign * (int(whole or 0) * 100 + int((part + "00")[:2]))


def _penalty(form: Mapping[str, str], row: str = "") -> PenaltyPlan | None:
    """Read a row of a form; None where it names no entrant."""
    entrant = form.get(f"entrant{row}", "")
    if not entrant:
        return None
    kind = form.get(f"kind{row}", "")
    if kind not in tuple(PenaltyKind):
        raise ValueError(f"kind: {kind[:20]!r}")
    points = form.get(f"points{row}", "").strip()
    return PenaltyPlan(
        entrant=entrant,
        kind=PenaltyKind(kind),
        round=number(form, f"round{row}") if form.get(f"round{row}") else 0,
        points=_points(points) if points and PenaltyKind(kind) is PenaltyKind.POINTS else 0,
        rule=form.get(f"rule{row}", "").strip(),
        reason=form.get(f"reason{row}", "") or form.get("decision", ""),
    )


def _correction(form: Mapping[str, str], t: Tournament) -> CorrectionPlan:
    """Read a table's corrected result: totals and places of each seat; the rest stays as it was."""
    found = t.table(form.get("table", ""))
    if found is None or found[1].result is None:
        raise NotKnownError(form.get("table", ""))
    old, seats = found[1].result, range(len(found[1].seats))
    totals = tuple(_signed(form, f"total{seat}") for seat in seats)
    places = tuple(number(form, f"place{seat}") for seat in seats)
    reason = form.get("correction", "") or form.get("decision", "")
    return CorrectionPlan(table=found[1].id, result=replace(old, totals=totals, places=places), reason=reason)


def _signed(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "").strip().replace("−", "-")  # noqa: RUF001  # typed so
    if not (text.removeprefix("-").isdecimal() and len(text) < 9):
        raise ValueError(f"{name}: {text[:20]!r}")
    return int(text)


def _ruling(form: Mapping[str, str], t: Tournament) -> GiveRuling:
    """Read a ruling: what is filled in follows from it."""
    rewind = None
    if form.get("rewind") in ("move", "deal"):
        again = form["rewind"] == "deal"
        ply = 0 if again else number(form, "ply")
        rewind = RewindPlan(table=form.get("table", ""), deal=number(form, "deal"), ply=ply, again=again)
    rows = (_penalty(form, str(row)) for row in range(desk.ROWS))
    lifted = [p.number for p in t.desk.standing if form.get(f"lift{p.number}")]
    return GiveRuling(
        case=number(form, "case"),
        facts=form.get("facts", ""),
        rules=tuple(form.get("rules", "").replace(",", " ").split()),
        decision=form.get("decision", ""),
        penalties=tuple(p for p in rows if p is not None),
        lift=tuple(lifted),
        corrections=(_correction(form, t),) if form.get("correct") else (),
        rewind=rewind,
    )


def _penalise(form: Mapping[str, str], t: Tournament) -> Penalise:  # noqa: ARG001
    plan = _penalty(form)
    if plan is None:
        raise ValueError("entrant")
    return Penalise(penalty=plan)


ACTS: Final[Book[Callable[[Mapping[str, str], Tournament], Any]]] = Book(
    {
        GiveRuling.KIND: _ruling,
        Penalise.KIND: _penalise,
        LiftPenalty.KIND: lambda form, t: LiftPenalty(  # noqa: ARG005
            penalty=number(form, "penalty"), reason=form.get("reason", "")
        ),
        CorrectResult.KIND: lambda form, t: CorrectResult(correction=_correction(form, t)),
    }
)
"""The acts that are signed: how each is read from its form."""


def said(body: Body, t: Tournament, words: Lang) -> list[str]:
    """Say what is about to be signed."""
    match body:
        case GiveRuling():
            lines = [
                words.t("dk.sign.facts", text=words.names([body.facts])),
                words.t("dk.sign.decision", text=words.names([body.decision])),
            ]
            if body.rules:
                lines.append(words.t("dk.sign.rules", text=words.comma.join(body.rules)))
            lines += [desk.penal(t, plan, words) for plan in body.penalties]
            lines += [words.t("dk.sign.lift", n=n) for n in body.lift]
            return lines + [_corrects(plan, t, words) for plan in body.corrections]
        case Penalise():
            return [desk.penal(t, body.penalty, words)]
        case LiftPenalty():
            return [words.t("dk.sign.lift", n=body.penalty), body.reason]
        case CorrectResult():
            return [_corrects(body.correction, t, words)]
    return []


def _corrects(plan: CorrectionPlan, t: Tournament, words: Lang) -> str:
    found = t.table(plan.table)
    seats = found[1].seats if found else ()
    each = words.comma.join(
        f"{words.names([t.name_of(e)])} {words.n(total)} ({words.n(place)})"
        for e, total, place in zip(seats, plan.result.totals, plan.result.places, strict=False)
    )
    return words.t("dk.sign.result", table=found[1].number if found else 0, each=each)


@post("/t/{id:str}/desk/act/{kind:str}", include_in_schema=False, request_max_body_size=SHORT)
async def act(request: Asked, id: FromPath[str], kind: FromPath[str]) -> Response[Any]:
    """Show an act's effect (`do=look`), or sign it (`do=sign`) with the digest of the effect that was shown."""
    who = need_right(request, id, kind)
    form, words = await fields(request), lang(request)
    t = gateway(request).known.tournaments[id].state
    back = _back(form, id)
    try:
        body = ACTS[kind](form, t)
    except ValueError as wrong:
        return await _again(request, id, form, words.t("sheet.unread", what=str(wrong)), 400)
    signing = form.get("do") == "sign" and bool(form.get("effect"))
    changed = False
    if signing:
        answer = await gateway(request).act(id, who.actor, replace(body, effect=form["effect"]), wish(form))
        if answer is None:
            return later(request, back)
        if answer.refusal is None:
            return see(back)
        if answer.refusal.code != CHANGED:
            return await _again(request, id, form, screens.say(answer.refusal, words).sentence, 409)
        changed, t = True, gateway(request).known.tournaments[id].state
    events = desk_acts.judge(t, who.actor, body)
    if isinstance(events, Refusal):
        return await _again(request, id, form, screens.say(events, words).sentence, 409)
    found = effect.effect(t, events)
    values = {
        "id": id,
        "name": t.name,
        "kind": kind,
        "hidden": {k: v for k, v in form.items() if k not in ("do", "effect", "id")},
        "said": said(body, t, words),
        "changes": desk.effect_lines(found, words),
        "notes": desk.effect_notes(t, found, getattr(body, "rewind", None), words),
        "digest": desk.digest_of(found),
        "changed": changed,
        "back": back,
        "nonce": nonce(),
    }
    return html(request, "sign.html", values, status=409 if changed else 200)


def _back(form: Mapping[str, str], id: str) -> str:
    case = form.get("case", "")
    return f"/t/{id}/desk/case/{case}" if case.isdecimal() and len(case) < 9 else f"/t/{id}/desk"


async def _again(request: Asked, id: str, form: Mapping[str, str], problem: str, status: int) -> Response[str]:
    """Show the form once more, with what was typed and why it cannot be."""
    case = form.get("case", "")
    if case.isdecimal() and len(case) < 9:
        n = int(form["n"]) if form.get("n", "").isdecimal() and len(form["n"]) < 9 else None
        values = await _case_values(request, id, int(case), "", n, "", given=form, problem=problem)
        return html(request, "case.html", values, status=status)
    return html(request, "desk.html", _values(request, id, problem) | {"given": form}, status=status)


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
        return await _again(request, id, form, screens.say(answer.refusal, lang(request)).sentence, 409)
    return see(back)


@post("/t/{id:str}/desk/open", include_in_schema=False, request_max_body_size=SHORT)
async def open_case(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Open a case, about a table's move or about none."""
    need_right(request, id, OpenCase.KIND)
    form = await fields(request)
    try:
        deal, ply = (number(form, name) if form.get(name) else 0 for name in ("deal", "ply"))
    except ValueError as wrong:
        return await _again(request, id, form, lang(request).t("sheet.unread", what=str(wrong)), 400)
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
