"""The director's wishes about clocks, pauses and suspension: as forms, and over the JSON API. None needs a script.

What concerns all tables is one wish for each of them, each named by the form's own: sent twice, it counts once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from contracts.clock import AddTime, ContinueTournament, PauseClock, ResumeClock, StartClock, Suspend
from contracts.messages import Body
from contracts.table import PauseCase, PauseTable, ResumeTable
from services.web_gateway import clocks, work
from services.web_gateway.answers import answered, came_from, fields, wish
from services.web_gateway.api import Done, Text, direct
from services.web_gateway.asking import SHORT, Asked, Problem, gateway, lang, message
from services.web_gateway.projection import Answer, Book
from services.web_gateway.rights import Asker, need_right, tournament_of

_MOST_MINUTES = 1440


def _seconds(form: Mapping[str, str], name: str = "minutes") -> int:
    """Read minutes, in any of the digits that the pages show. ValueError for what is none."""
    text = form.get(name, "").strip().translate(str.maketrans("۰۱۲۳۴۵۶۷۸۹−", "0123456789-"))  # noqa: RUF001  # a minus sign is meant
    if not text:
        return 0
    minutes = int(text)
    if abs(minutes) > _MOST_MINUTES:
        raise ValueError(name)
    return minutes * 60


def _number(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0


_CLOCK: Book[Callable[[Mapping[str, str]], Body]] = Book(
    {
        "start": lambda form: StartClock(round=_number(form, "round"), seconds=_seconds(form)),
        "pause": lambda form: PauseClock(round=_number(form, "round")),
        "resume": lambda form: ResumeClock(round=_number(form, "round")),
        "add": lambda form: AddTime(round=_number(form, "round"), seconds=_seconds(form), table=_number(form, "table")),
    }
)


_KINDS: Book[str] = Book(
    {
        "start": StartClock.KIND,
        "pause": PauseClock.KIND,
        "resume": ResumeClock.KIND,
        "add": AddTime.KIND,
    }
)


async def _told(request: Asked, id: str, who: Asker, form: Mapping[str, str], answer: Answer | None) -> Response[Any]:
    """Lead back to where the form stood, or say there what was refused."""
    back = came_from(form, id, who)
    return await answered(request, answer, back, refuse=work.on_page(request, id, who, back))


@post("/t/{id:str}/clock/{verb:str}", include_in_schema=False, request_max_body_size=SHORT)
async def clock(request: Asked, id: FromPath[str], verb: FromPath[str]) -> Response[Any]:
    """Start, hold or lengthen the round's clock."""
    make = _CLOCK[verb]
    who = need_right(request, id, _KINDS[verb])
    gateway(request).known.tournaments[id]
    form = await fields(request)
    try:
        body = make(form)
    except ValueError:
        return message(request, 400, "bad", lang(request).t("clock.minutes"), back=came_from(form, id, who))
    return await _told(request, id, who, form, await gateway(request).act(id, who.actor, body, wish(form)))


# --- all tables


async def pause_all(request: Asked, who: Asker, id: str, reason: str, name: str) -> Answer | None:
    """Pause every open table of the round, and its clock. The first refusal, or None for an answer that is late."""
    body = PauseTable(reason=reason, case=PauseCase.ALL)
    answer = await _each(request, who, [seen.id for seen in clocks.open_seen(gateway(request).known, id)], body, name)
    found = gateway(request).known.tournaments[id].state.clock
    if _good(answer) and found is not None and found.since is not None:
        return await gateway(request).act(id, who.actor, PauseClock(round=found.round), name)
    return answer


async def resume_all(request: Asked, who: Asker, id: str, name: str) -> Answer | None:
    """Let those tables go on that were paused with all others, and the round's clock."""
    known = gateway(request).known
    still = [
        seen.id
        for seen in clocks.open_seen(known, id)
        if seen.table is not None and seen.table.paused is not None and seen.table.paused.case is PauseCase.ALL
    ]
    answer = await _each(request, who, still, ResumeTable(), name)
    found = known.tournaments[id].state.clock
    if _good(answer) and found is not None and found.paused:
        return await gateway(request).act(id, who.actor, ResumeClock(round=found.round), name)
    return answer


async def _each(request: Asked, who: Asker, tables: list[str], body: Body, name: str) -> Answer | None:
    answers = await asyncio.gather(*(gateway(request).act(table, who.actor, body, name) for table in tables))
    late = any(answer is None for answer in answers)
    # A table that has just ended refuses, and needs no pause.
    bad = next((a for a in answers if a is not None and a.refusal and a.refusal.code != "table/over"), None)
    return bad or (None if late else Answer(None))


def _good(answer: Answer | None) -> bool:
    return answer is not None and answer.refusal is None


async def _suspend(request: Asked, who: Asker, id: str, reason: str, name: str) -> Answer | None:
    answer = await gateway(request).act(id, who.actor, Suspend(reason=reason), name)
    return await pause_all(request, who, id, reason, name) if _good(answer) else answer


async def _go_on(request: Asked, who: Asker, id: str, name: str) -> Answer | None:
    answer = await gateway(request).act(id, who.actor, ContinueTournament(), name)
    return await resume_all(request, who, id, name) if _good(answer) else answer


async def all_tables(request: Asked, id: str, verb: str, reason: str, name: str) -> tuple[Asker, Answer | None]:
    """Carry out a verb that concerns all tables, or the whole tournament. NoEntryError where he may not."""
    kind = _OF_ALL[verb]
    who = need_right(request, id, kind)
    gateway(request).known.tournaments[id]
    match kind:
        case PauseTable.KIND:
            return who, await pause_all(request, who, id, reason, name)
        case ResumeTable.KIND:
            return who, await resume_all(request, who, id, name)
        case Suspend.KIND:
            return who, await _suspend(request, who, id, reason, name)
        case _:
            return who, await _go_on(request, who, id, name)


_OF_ALL: Book[str] = Book(
    {
        "pause": PauseTable.KIND,
        "resume": ResumeTable.KIND,
        "suspend": Suspend.KIND,
        "continue": ContinueTournament.KIND,
    }
)


@post("/t/{id:str}/all/{verb:str}", include_in_schema=False, request_max_body_size=SHORT)
async def everything(request: Asked, id: FromPath[str], verb: FromPath[str]) -> Response[Any]:
    """Pause all tables or let them go on; suspend the tournament or continue it."""
    form = await fields(request)
    who, answer = await all_tables(request, id, verb, form.get("reason", "").strip(), wish(form))
    return await _told(request, id, who, form, answer)


# --- one table


def _pause(form: Mapping[str, str]) -> PauseTable:
    until = form.get("until", "").strip()
    case = PauseCase.ADJOURN if until or form.get("adjourn") else PauseCase.PAUSE
    return PauseTable(reason=form.get("reason", "").strip(), case=case, until=until)


@post("/table/{id:str}/pause", include_in_schema=False, request_max_body_size=SHORT)
async def pause(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Pause a table, or adjourn it till a time that is given."""
    return await _at_table(request, id, PauseTable.KIND, _pause)


@post("/table/{id:str}/resume", include_in_schema=False, request_max_body_size=SHORT)
async def resume(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Let a table go on."""
    return await _at_table(request, id, ResumeTable.KIND, lambda form: ResumeTable())  # noqa: ARG005


async def _at_table(request: Asked, id: str, kind: str, make: Callable[[Mapping[str, str]], Body]) -> Response[Any]:
    tournament = tournament_of(request, id)
    who = need_right(request, tournament, kind)
    form = await fields(request)
    answer = await gateway(request).act(id, who.actor, make(form), wish(form))
    return await _told(request, tournament, who, form, answer)


# --- the API


class RoundClock(msgspec.Struct, frozen=True, kw_only=True):
    """The round's clock at the server's time `now` (ms): what is left, for single tables what they have besides.

    `ends` is when it is over, None while it stands. `round` is 0 where there is no clock.
    """

    now: int
    round: int = 0
    started: bool = False
    paused: bool = False
    left_ms: int = 0
    ends: int | None = None
    extra_ms: dict[str, int] = {}
    suspended: bool = False
    reason: str = ""


class Length(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds; 0 is what the tournament's rules say."""

    seconds: int = 0


class More(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds more, or less, for the table of this number, or for all (0)."""

    seconds: int
    table: int = 0


class Still(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a table stands still; with `adjourn` till another time, which `until` says in words."""

    reason: str = ""
    adjourn: bool = False
    until: str = ""


@get("/tournaments/{id:str}/clock")
async def get_clock(request: Asked, id: FromPath[str]) -> RoundClock:
    """Give the round's clock, and whether the tournament is suspended."""
    t = gateway(request).known.tournaments[id].state
    now = int(time.time() * 1000)
    reason = t.suspended.reason if t.suspended else ""
    found = t.clock
    if found is None:
        return RoundClock(now=now, suspended=t.suspended is not None, reason=reason)
    return RoundClock(
        now=now,
        round=found.round,
        started=found.started,
        paused=found.paused,
        left_ms=found.left(now),
        ends=found.ends(),
        extra_ms={str(table): ms for table, ms in found.extra},
        suspended=t.suspended is not None,
        reason=reason,
    )


def _now(request: Asked, id: str) -> int:
    current = gateway(request).known.tournaments[id].state.current
    return current.number if current is not None else 0


@post("/tournaments/{id:str}/clock/start", request_max_body_size=SHORT)
async def api_start(request: Asked, id: FromPath[str], data: JSONBody[Length]) -> Response[Done | Problem]:
    """Start the clock of the round that plays (director, arbiter)."""
    return await direct(request, id, StartClock(round=_now(request, id), seconds=data.seconds))


@post("/tournaments/{id:str}/clock/pause")
async def api_hold(request: Asked, id: FromPath[str]) -> Response[Done | Problem]:
    """Hold the round's clock (director, arbiter)."""
    return await direct(request, id, PauseClock(round=_now(request, id)))


@post("/tournaments/{id:str}/clock/resume")
async def api_run_on(request: Asked, id: FromPath[str]) -> Response[Done | Problem]:
    """Let the round's clock run on (director, arbiter)."""
    return await direct(request, id, ResumeClock(round=_now(request, id)))


@post("/tournaments/{id:str}/clock/add", request_max_body_size=SHORT)
async def api_add(request: Asked, id: FromPath[str], data: JSONBody[More]) -> Response[Done | Problem]:
    """Add time for all tables, or for one (director, arbiter)."""
    return await direct(request, id, AddTime(round=_now(request, id), seconds=data.seconds, table=data.table))


@post("/tournaments/{id:str}/all/{verb:str}", request_max_body_size=SHORT)
async def api_all(
    request: Asked, id: FromPath[str], verb: FromPath[str], data: JSONBody[Text]
) -> Response[Done | Problem]:
    """Pause all tables and the clock (`pause`), let them go on (`resume`), `suspend` or `continue`."""
    name = wish({"id": request.headers.get("idempotency-key", "")})
    _, answer = await all_tables(request, id, verb, data.text.strip(), name)
    return await answered(request, answer, "/", done=lambda _: Response(Done(), status_code=200))


@post("/tables/{id:str}/pause", request_max_body_size=SHORT)
async def api_pause(request: Asked, id: FromPath[str], data: JSONBody[Still]) -> Response[Done | Problem]:
    """Pause a table, or adjourn it (director, arbiter)."""
    case = PauseCase.ADJOURN if data.adjourn or data.until else PauseCase.PAUSE
    return await direct(request, id, PauseTable(reason=data.reason, case=case, until=data.until))


@post("/tables/{id:str}/resume")
async def api_resume(request: Asked, id: FromPath[str]) -> Response[Done | Problem]:
    """Let a paused table go on (director, arbiter)."""
    return await direct(request, id, ResumeTable())


HANDLERS = (clock, everything, pause, resume)
ROUTER = Router(
    "/api",
    route_handlers=[get_clock, api_start, api_hold, api_run_on, api_add, api_all, api_pause, api_resume],
)
