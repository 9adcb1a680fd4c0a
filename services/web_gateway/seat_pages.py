"""The page on which a director changes a seating that has not begun, and its sending. All of it works without a script.

What is pressed changes a draft that lives in the page's address: the server keeps nothing until it is sent.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from contracts import seating_facts
from contracts.games.game import Refusal
from contracts.seating_facts import Sitting
from contracts.tournament import DropSeating, EditSeating, SeatingReport, StartRound, TablePlan
from contracts.tournament_state import Round, RoundPhase, Tournament
from services.web_gateway import books, seats
from services.web_gateway.answers import answered, do, fields, sentence, wish
from services.web_gateway.api import Done, direct
from services.web_gateway.asking import LONG, Asked, Problem, gateway, html, lang, see
from services.web_gateway.forms import DIRECTOR
from services.web_gateway.projection import NotKnownError
from services.web_gateway.rights import need_right, need_sight
from services.web_gateway.seats import Draft, DraftError
from services.web_gateway.views import nonce


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else -1


def _page(
    request: Asked, id: str, t: Tournament, round: Round, draft: Draft, pick: str, note: str, status: int
) -> Response[str]:
    values = seats.editor(t, round, draft, pick, lang(request))
    about = {"id": id, "name": t.name, "note": note, "nonce": nonce()}
    return html(request, "seats.html", values | about, status=status)


def _none(request: Asked, id: str, t: Tournament) -> Response[str]:
    """Say that no round waits: it has begun, or was taken back, perhaps by somebody else."""
    words = lang(request)
    values = {"title": words.t("seats.none"), "tables": [], "id": id, "name": t.name, "note": "", "byes": []}
    return html(request, "seats.html", values, status=404)


@get("/t/{id:str}/seats", include_in_schema=False)
async def look(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Show the seating that waits, or a draft of another one; what was pressed changes the draft."""
    need_sight(request, id, "drafts")
    t = gateway(request).known.tournaments[id].state
    now = seats.waiting(t)
    if now is None:
        return _none(request, id, t)
    asked = request.query_params
    pick, note = asked.get("pick", ""), ""
    stale = "want" in asked and (_number(asked["want"]), _number(asked.get("edits", ""))) != (now.want, now.edits)
    try:
        draft = seats.read(asked["draft"], now) if asked.get("draft") else seats.of(now)
        if do := asked.get("do", ""):
            draft, pick = seats.changed(draft, do, pick)
            # What was pressed leaves the address, so that loading the page again does not press it again.
            basis = {"draft": str(draft), "pick": pick, "want": asked.get("want", ""), "edits": asked.get("edits", "")}
            return see(f"/t/{id}/seats?{urlencode(basis)}")
    except DraftError:
        draft, pick, note = seats.of(now), "", lang(request).t("seats.gone")
    if stale and not note:
        note = lang(request).t("seats.stale")
    if pick not in now.entrants:
        pick = ""
    return _page(request, id, t, now, draft, pick, note, 200)


@post("/t/{id:str}/seats", include_in_schema=False, request_max_body_size=LONG)
async def change(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Send a draft. Where another director was first, his seating is shown, and the draft beside it."""
    need_right(request, id, "edit_seating")
    form = await fields(request)
    t = gateway(request).known.tournaments[id].state
    now = seats.waiting(t)
    if now is None:
        return _none(request, id, t)
    try:
        draft = seats.read(form.get("draft", ""), now)
    except DraftError:
        return _page(request, id, t, now, seats.of(now), "", lang(request).t("seats.gone"), 409)
    body = EditSeating(
        round=_number(form.get("round", "")),
        want=_number(form.get("want", "")),
        tables=draft.plans,
        byes=draft.byes,
        edits=_number(form.get("edits", "")),
        reason=form.get("reason", "").strip(),
    )

    def refuse(refusal: Refusal) -> Response[str]:
        return _first(request, id, refusal, draft)

    return await do(request, id, DIRECTOR, body, form, f"/t/{id}/director", refuse=refuse)


def _first(request: Asked, id: str, refusal: Refusal, draft: Draft | None = None) -> Response[str]:
    """Show the seating that stands, which another may have made first, with why nothing was done and the draft."""
    t = gateway(request).known.tournaments[id].state
    now = seats.waiting(t)
    if now is None:
        return _none(request, id, t)
    said = sentence(request, refusal)
    if refusal.code == "seating/stale":
        said = f"{said} {lang(request).t('seats.stale')}"
    try:
        shown = seats.read(str(draft), now) if draft is not None else seats.of(now)
    except DraftError:
        shown = seats.of(now)
    return _page(request, id, t, now, shown, "", said, 409)


@post("/t/{id:str}/seats/again", include_in_schema=False)
async def anew(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Take the seating back and ask for another: two acts, each with its record."""
    need_right(request, id, "start_round")
    form = await fields(request)
    number, ident = _number(form.get("round", "")), wish(form)
    answer = await gateway(request).act(id, DIRECTOR, DropSeating(round=number), ident)
    if answer is not None and answer.refusal is None:
        answer = await gateway(request).act(id, DIRECTOR, StartRound(round=number), f"{ident}-again")
    return await answered(request, answer, f"/t/{id}/director", refuse=lambda refusal: _first(request, id, refusal))


@get("/rules/seating", include_in_schema=False)
async def book(request: Asked) -> Response[str]:
    """How seatings are made, in which order the criteria count, and how they are checked."""
    return html(request, "rules.html", {"books": (), "heading": lang(request).t("seats.how"), "book": books.seating()})


HANDLERS = (look, change, anew, book)


# --- the API


class Seating(Struct, frozen=True):
    """A seated round: its report, and what each place means. `want` and `edits` name this state of it."""

    round: int
    want: int
    edits: int
    tables: tuple[TablePlan, ...]
    byes: tuple[str, ...]
    report: SeatingReport
    places: tuple[Sitting, ...]


class Wanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another order of a round; `want` and `edits` say which seating was changed."""

    want: int
    edits: int
    tables: tuple[TablePlan, ...]
    byes: tuple[str, ...] = ()
    reason: str = ""


class Effect(Struct, frozen=True):
    """What another order would come to, beside the seating that stands."""

    now: SeatingReport
    then: SeatingReport
    places: tuple[Sitting, ...]


def _seated(request: Asked, id: str, number: int) -> tuple[Tournament, Round, SeatingReport]:
    """Find a seated round. NotKnownError where there is none."""
    need_sight(request, id, "drafts")
    t = gateway(request).known.tournaments[id].state
    found = t.rounds[number - 1] if 1 <= number <= len(t.rounds) else None
    if found is None or found.phase is RoundPhase.WANTED or found.report is None:
        raise NotKnownError(f"{id}/{number}")
    return t, found, found.report


@get("/tournaments/{id:str}/rounds/{round:int}/seats")
async def get_seating(request: Asked, id: FromPath[str], round: FromPath[int]) -> Seating:
    """Give a round's seating with its report and what each place means (director)."""
    t, found, report = _seated(request, id, round)
    places = seating_facts.sittings(t, round, found.plans, found.byes)
    return Seating(round, found.want, found.edits, found.plans, found.byes, report, places)


@post("/tournaments/{id:str}/rounds/{round:int}/seats/look", request_max_body_size=LONG, status_code=200)
async def try_seating(
    request: Asked, id: FromPath[str], round: FromPath[int], data: JSONBody[Wanted]
) -> Response[Effect | Problem]:
    """Say what another order of a round would come to; nothing is changed (director)."""
    t, found, report = _seated(request, id, round)
    draft = Draft(tuple(plan.seats for plan in data.tables), data.byes)
    try:
        seats.read(str(draft), found)
    except DraftError as wrong:
        return Response(Problem("seating/fault", str(wrong)), status_code=400)
    then = seating_facts.report(t, round, draft.plans, report)
    return Response(Effect(report, then, seating_facts.sittings(t, round, draft.plans, draft.byes)), status_code=200)


@post("/tournaments/{id:str}/rounds/{round:int}/seats", request_max_body_size=LONG)
async def edit_seating(
    request: Asked, id: FromPath[str], round: FromPath[int], data: JSONBody[Wanted]
) -> Response[Done | Problem]:
    """Seat a round that has not begun in another order (director)."""
    body = EditSeating(
        round=round, want=data.want, edits=data.edits, tables=data.tables, byes=data.byes, reason=data.reason
    )
    return await direct(request, id, body)


ROUTER = Router("/api", route_handlers=[get_seating, try_seating, edit_seating])
