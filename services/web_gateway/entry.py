"""The pages of entry: lists looked at before they are sent, arrival, leaving with its effect.

All work without a script: what is asked once is a page of its own with one button.
"""

from __future__ import annotations

import csv
import io
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from contracts import admission, effect
from contracts.admission import Fate
from contracts.entrants import COLUMNS, EntrantsError, cell, read_lines
from contracts.entry import Admitted
from contracts.messages import Event
from contracts.tournament import AmendEntrant, CheckIn, EntrantRow, ImportEntrants, Registered
from contracts.tournament_state import Entrant, Phase, RoundPhase, Tournament
from services import names
from services.web_gateway import questions, screens
from services.web_gateway.answers import answered, do, fields, sentence, wish
from services.web_gateway.asking import LONG, SHORT, Asked, gateway, html, lang, need_player, see, views
from services.web_gateway.forms import DIRECTOR, row_of
from services.web_gateway.projection import NotKnownError
from services.web_gateway.rights import Asker, need_right, need_sight
from services.web_gateway.views import nonce
from services.web_gateway.words import Lang

BOM = "\ufeff"
_COLUMN = {f"entrant/{name}": name for name in ("partner", "bot", "club", "apart", "table")}
"""In which column a refusal of the lobby has its cause; the others are about the name."""


# --- lists


class Becomes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one line of a list would become: new, waiting, already or fault; with the sentence where it is not entered.

    `entrant` is the id that it would get now.
    """

    line: int
    row: EntrantRow
    becomes: str
    entrant: str = ""
    code: str = ""
    sentence: str = ""


def becomes(fate: Fate, words: Lang) -> Becomes:
    """Say what a line becomes, in the reader's language."""
    line, found = fate.line, fate.found
    if isinstance(found, Registered):
        return Becomes(line.number, found.row, "waiting" if found.waiting else "new", found.entrant)
    said = screens.say(found, words)
    text = said.sentence
    if fate.faulty and "line" not in found.facts:
        at = line.columns.get(_COLUMN.get(found.code, "name"), line.columns.get("name", 0)) + 1
        text = words.t("import.place", line=line.number, column=at, said=text)
    return Becomes(line.number, line.row, "already" if fate.already else "fault", code=said.code, sentence=text)


def looked(t: Tournament, data: bytes) -> tuple[Fate, ...]:
    """Read a list and say what each line would become. EntrantsError where the whole cannot be read."""
    return admission.fates(t, read_lines(data, pairs=t.rules.pairs))


def _preview(
    request: Asked, id: str, fates: tuple[Fate, ...], text: str, *, here: bool, problem: str = "", status: int = 200
) -> Response[str]:
    words, t = lang(request), gateway(request).known.tournaments[id].state
    rows = [becomes(fate, words) for fate in fates]
    counts = {kind: sum(row.becomes == kind for row in rows) for kind in ("new", "waiting", "already", "fault")}
    values = {
        "id": id,
        "name": t.name,
        "rows": rows,
        "count": words.t(
            "import.count",
            fresh=counts["new"],
            waits=counts["waiting"],
            twice=counts["already"],
            faults=counts["fault"],
        )
        if rows
        else "",
        "enters": 0 if counts["fault"] else counts["new"] + counts["waiting"],
        "faults": counts["fault"],
        "pairs": t.rules.pairs,
        "text": text,
        "here": here,
        "problem": problem,
        "nonce": f"import-{nonce()}",
    }
    return html(request, "import.html", values, status=status)


@post("/t/{id:str}/import", include_in_schema=False, request_max_body_size=LONG)
async def import_list(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Show what a list becomes, from a file or as pasted; once confirmed, enter it. A faulty list enters nobody."""
    need_right(request, id, "import_entrants")
    data = await request.form()
    form = {name: value for name, value in data.items() if isinstance(value, str)}
    upload = data.get("file")
    raw = await upload.read() if isinstance(upload, UploadFile) else b""
    here = bool(form.get("check_in"))
    t = gateway(request).known.tournaments[id].state
    words = lang(request)
    try:
        found = looked(t, raw or form.get("text", "").encode())
    except EntrantsError as wrong:
        text = raw.decode("utf-8", "replace") if raw else form.get("text", "")
        said = screens.say(wrong.refusal, words).sentence
        return _preview(request, id, (), text, here=here, problem=said, status=400)
    text = raw.decode("utf-8-sig") if raw else form.get("text", "")
    fresh = tuple(fate.found.row for fate in found if isinstance(fate.found, Registered))
    if form.get("do") != "import":
        return _preview(request, id, found, text, here=here)
    if any(fate.faulty for fate in found):
        return _preview(request, id, found, text, here=here, status=400)
    if not fresh:
        return _preview(request, id, found, text, here=here, problem=words.t("import.none"), status=409)
    ident = wish(form)
    answer = await gateway(request).act(id, DIRECTOR, ImportEntrants(entrants=fresh), ident)
    if answer is not None and answer.refusal is None and here:
        entered = tuple(e.entrant for e in answer.events if isinstance(e, Registered) and not e.waiting)
        if entered:
            answer = await gateway(request).act(id, DIRECTOR, CheckIn(entrants=entered), f"{ident}-here")
    return await answered(
        request,
        answer,
        f"/t/{id}/director",
        refuse=lambda refusal: _preview(
            request, id, found, text, here=here, problem=sentence(request, refusal), status=409
        ),
    )


@get("/t/{id:str}/entrants.csv", include_in_schema=False)
async def entrants_csv(request: Asked, id: FromPath[str]) -> Response[str]:
    """All entrants in the columns of a list, and how each stands (director): it can be imported elsewhere."""
    need_sight(request, id, "desk")
    t = gateway(request).known.tournaments[id].state
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for e in names.ordered(t.entrants, lambda e: e.name):
        row = e.row
        marks = ("yes" if row.house else "", row.table or "", "yes" if row.paid else "")
        writer.writerow([*map(cell, (row.name, row.club, row.bot, row.apart, row.partner)), *marks])
    return Response(
        BOM + out.getvalue(), media_type=MediaType.TEXT, headers={"Content-Type": "text/csv; charset=utf-8"}
    )


# --- one entry changed


def _amending(
    request: Asked, id: str, e: Entrant, row: EntrantRow, table: str, *, reason: str = "", problem: str = ""
) -> Response[str]:
    t = gateway(request).known.tournaments[id].state
    values = {
        "id": id,
        "name": t.name,
        "title": lang(request).t("amend.title", name=e.name),
        "entrant": e.id,
        "row": row,
        "table": table,
        "pairs": t.rules.pairs,
        "reason": reason,
        "problem": problem,
        "back": f"/t/{id}/director#p-{e.id}",
        "nonce": nonce(),
    }
    return html(request, "entrant.html", values, status=409 if problem else 200)


@get("/t/{id:str}/entrants/{entrant:str}", include_in_schema=False)
async def entrant_form(request: Asked, id: FromPath[str], entrant: FromPath[str]) -> Response[str]:
    """Show what is written of an entrant, to be changed."""
    need_right(request, id, AmendEntrant.KIND)
    e = find(gateway(request).known.tournaments[id].state, entrant)
    return _amending(request, id, e, e.row, str(e.row.table or ""))


@post("/t/{id:str}/entrants/{entrant:str}", include_in_schema=False, request_max_body_size=SHORT)
async def amend(request: Asked, id: FromPath[str], entrant: FromPath[str]) -> Response[Any]:
    """Write an entrant's row anew. What is refused stands in the form as it was typed."""
    who = need_right(request, id, AmendEntrant.KIND)
    form = await fields(request)
    e = find(gateway(request).known.tournaments[id].state, entrant)
    row = replace(row_of(form), bot=e.row.bot, house=e.row.house, stands_for=e.row.stands_for)
    reason = form.get("reason", "").strip()
    return await do(
        request,
        id,
        who.actor,
        AmendEntrant(entrant=e.id, row=row, reason=reason),
        form,
        f"/t/{id}/director#p-{e.id}",
        refuse=lambda refusal: _amending(
            request, id, e, row, form.get("table", ""), reason=reason, problem=sentence(request, refusal)
        ),
    )


# --- arrival


def find(t: Tournament, entrant: str) -> Entrant:
    """Find an entrant. NotKnownError where there is none."""
    found = t.entrant(entrant)
    if found is None:
        raise NotKnownError(entrant)
    return found


def arrival(t: Tournament, id: str, words: Lang, who: Asker) -> dict[str, Any]:
    """Give the list at the door: everybody by name, who is here, and who was seated and did not come."""
    seated = t.current if t.current is not None and t.current.phase is RoundPhase.SEATED else None
    people = [
        {
            "id": e.id,
            "name": e.name,
            "club": e.row.club,
            "state": screens.standing(t, e, words),
            "here": e.present,
            "can": not (e.withdrawn or e.waiting),
            "seated": seated is not None and e.id in seated.entrants and e.present and who.may("no_show"),
        }
        for e in names.ordered(t.entrants, lambda e: e.name)
    ]
    return {
        "id": id,
        "name": t.name,
        "say": words.t("arrive.say", here=len(t.ready), all=sum(1 for p in people if p["can"])),
        "people": people,
        "round": seated.number if seated else 0,
        "stale": screens.stale(t, words),
        "open": t.phase is not Phase.FINISHED,
        "back": who.way(id),
        "nonce": nonce(),
    }


@get("/t/{id:str}/check-in", include_in_schema=False)
async def check_in(request: Asked, id: FromPath[str]) -> Response[str]:
    """The list of names at the door."""
    play = gateway(request).known.tournaments[id]
    who = need_sight(request, id, "door")
    return html(request, "check_in.html", arrival(play.state, id, lang(request), who))


@get("/t/{id:str}/check-in/{entrant:str}", include_in_schema=False)
async def ask_about(request: Asked, id: FromPath[str], entrant: FromPath[str]) -> Response[str]:
    """Ask once before somebody is marked as not here, or checked in."""
    need_right(request, id, "check_in")
    words, e = lang(request), find(gateway(request).known.tournaments[id].state, entrant)
    if not e.present:
        return questions.ask_in(request, id, e)
    hidden = {"entrants": e.id, "present": "", "back": "check-in"}
    title = words.t("arrive.undo", name=e.name)
    return questions.ask(request, id, title, words.t("arrive.undo.do"), f"/t/{id}/do/check_in", hidden, harm=True)


@get("/t/{id:str}/no-show/{entrant:str}", include_in_schema=False)
async def ask_no_show(request: Asked, id: FromPath[str], entrant: FromPath[str]) -> Response[str]:
    """Ask once before somebody is said not to have come, with the policy."""
    need_right(request, id, "no_show")
    t = gateway(request).known.tournaments[id].state
    words, e = lang(request), find(t, entrant)
    number = t.current.number if t.current else 0
    events = admission.no_shows(t, number, (e,))
    return questions.ask(
        request,
        id,
        words.t("noshow.ask", name=e.name, n=number),
        words.t("noshow.do"),
        f"/t/{id}/do/no_show",
        {
            "entrant": e.id,
            "round": str(number),
            "back": "check-in",
            "effect": effect.digest(effect.effect(t, events)),
        },
        notes=(
            *_changed(request, words),
            words.t(f"policy.noshow.{t.rules.entry.no_show}"),
            words.t("noshow.then"),
        ),
        changes=changes(t, events, words),
        harm=True,
    )


# --- leaving


def _changed(request: Asked, words: Lang) -> tuple[str, ...]:
    """Say, where it is asked again, that what was shown has changed meanwhile."""
    return (words.t("dk.changed"),) if "changed" in request.query_params else ()


def changes(t: Tournament, events: tuple[Event, ...], words: Lang, *, public: bool = False) -> list[str]:
    """Say what somebody's leaving changes: the same events are folded that the lobby would write."""
    found = effect.effect(t, events, public=public)
    said = []
    for change in found.changes:
        was, now = change.place
        if not was:
            said.append(words.t("effect.enters", name=change.name, now=now))
        elif not now:
            said.append(words.t("effect.leaves", name=change.name, was=was))
        else:
            said.append(words.t("effect.place", name=change.name, was=was, now=now))
    for key, who in (("effect.gains", found.gains), ("effect.loses", found.loses)):
        if who:
            said.append(words.t(key, names=words.names(map(t.name_of, who))))
    if found.gone:
        key = "effect.playing" if found.playing else "effect.gone"
        said.append(words.t(key, names=words.names(map(t.name_of, found.gone))))
    said += [words.t("withdraw.moves", name=t.name_of(x.entrant)) for x in events if isinstance(x, Admitted)]
    return said


@get("/t/{id:str}/withdraw/{entrant:str}", include_in_schema=False)
async def ask_withdraw(request: Asked, id: FromPath[str], entrant: FromPath[str]) -> Response[str]:
    """Show what somebody's leaving changes before it is confirmed."""
    need_right(request, id, "withdraw")
    t = gateway(request).known.tournaments[id].state
    words, e = lang(request), find(t, entrant)
    events = admission.withdrawal(t, e)
    return questions.ask(
        request,
        id,
        words.t("withdraw.title", name=e.name),
        words.t("withdraw.do"),
        f"/t/{id}/do/withdraw",
        {"entrant": e.id, "effect": effect.digest(effect.effect(t, events))},
        notes=(*_changed(request, words), words.t("withdraw.stand")),
        changes=changes(t, events, words),
        reason=True,
        harm=True,
        back=f"/t/{id}/director",
    )


@get("/t/{id:str}/me/leave", include_in_schema=False)
async def ask_leave(request: Asked, id: FromPath[str]) -> Response[str] | Redirect:
    """Show a player what his leaving means before he says it."""
    e = views(request).entrant(need_player(request, id))[1]
    t, words, back = gateway(request).known.tournaments[id].state, lang(request), f"/t/{id}/me"
    if e.withdrawn or t.phase is Phase.FINISHED:
        return see(back)
    events = admission.withdrawal(t, e)
    shown = effect.digest(effect.effect(t, events, public=True))
    seen = gateway(request).known.public(id)
    row = next((r for r in seen.rows if r.entrant == e.id), None) if seen is not None and t.begun else None
    stands = words.t("leave.place", n=row.place, points=words.hundredths(row.points.value)) if row else ""
    return questions.ask(
        request,
        id,
        words.t("leave.ask"),
        words.t("leave.do"),
        f"/t/{id}/me/withdraw",
        {"sure": "yes", "effect": shown},
        notes=(
            *_changed(request, words),
            words.t("leave.say"),
            words.t("leave.stand"),
            *((stands,) if stands else ()),
        ),
        changes=changes(t, events, words, public=True),
        harm=True,
        back=back,
    )


@get("/t/{id:str}/policies", include_in_schema=False)
async def policies_page(request: Asked, id: FromPath[str]) -> Redirect:
    """The rules and policies of a tournament, by the address that is easy to say: they are the printed sheet."""
    gateway(request).known.tournaments[id]
    return see(f"/t/{id}/print/rules")


HANDLERS = (
    import_list,
    entrants_csv,
    entrant_form,
    amend,
    check_in,
    ask_about,
    ask_no_show,
    ask_withdraw,
    ask_leave,
    policies_page,
)
