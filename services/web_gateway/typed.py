"""Written records in the browser: imported by the director, gone on with, and any table's record to take away.

Forms work without a script. A text is always shown again as it was typed, with its faults beside it; nothing is made of
it before it has been read and confirmed.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath

from contracts.entrants import clean
from contracts.games import notation
from contracts.games.game import Refusal
from contracts.table import ContinueRecord, ImportRecord
from contracts.table_record import NoRecordError, table_record
from contracts.table_state import Phase, Table, view, whose_turn
from services import records
from services.web_gateway import boards, pages, screens
from services.web_gateway.answers import do, fields
from services.web_gateway.asking import LONG, Asked, gateway, html, is_director, lang, see, views
from services.web_gateway.projection import NotKnownError
from services.web_gateway.rights import need_right, need_sight, sees, tournament_of
from services.web_gateway.screens import Values
from services.web_gateway.views import nonce
from services.web_gateway.words import Lang

ORIGIN = "record"
LISTED = 200
"""How many records the list shows, the newest first."""
MOST_MOVES = 60
"""How many legal moves are offered as buttons; where there are more, they are typed."""


async def looked_at(text: str, words: Lang) -> records.Checked:
    """Read a record aside: a long one takes its time, and tables must not wait for it."""
    return await asyncio.to_thread(records.check, text, words.code)


# --- the list, and importing


@get("/records", include_in_schema=False)
async def listed(request: Asked) -> Response[str]:
    """Every table that was made of a record, and the form for another one."""
    return html(request, "records.html", _values(request, {}))


def _values(request: Asked, form: dict[str, str], **more: Any) -> Values:
    words = lang(request)
    known = [seen for seen in gateway(request).known.tables.values() if seen.opened.origin == ORIGIN]
    rows = [
        {
            "id": seen.id,
            "names": [plan.name for plan in seen.seats],
            "game": screens.game_name(seen.opened.rules, words),
            "line": screens.heading(seen.opened, words),
            "over": seen.result is not None,
        }
        for seen in reversed(known)
    ]
    shown = {name: form.get(name, "") for name in ("text", "names", "tournament", "round", "number")}
    return {
        "rows": rows[:LISTED],
        "director": is_director(request),
        "form": shown,
        "nonce": nonce(),
        "checked": None,
        "read": (),
        "problem": "",
    } | more


def summed_up(found: records.Summary | None, words: Lang) -> tuple[tuple[str, str], ...]:
    """Say what was read, as pairs of what and how much."""
    if found is None:
        return ()
    rules = "  ".join(f"{name}={value}" for name, value in found.options.items())
    totals = "  ".join(f"{seat} {words.n(total)}" for seat, total in zip(found.seats, found.totals, strict=True))
    rows = [
        (words.t("record.game"), f"{screens.game_name(found.game, words)} · {' '.join(found.seats)}"),
        (words.t("record.rules"), rules),
        (words.t("record.deals"), words.n(found.deals)),
        (words.t("record.moves"), words.n(found.moves)),
        (words.t("record.refused"), words.n(found.refused) if found.refused else ""),
        (words.t("record.totals"), totals),
        (words.t("record.turn"), found.turn),
    ]
    return tuple((what, said) for what, said in rows if said)


@post("/records", include_in_schema=False, request_max_body_size=LONG)
async def import_text(request: Asked) -> Response[Any]:
    """Look at a record, or make a table of it; its faults are shown at the text."""
    words = lang(request)
    form = await fields(request)
    who = need_right(request, form.get("tournament", "").strip(), "import_record")
    text = form.get("text", "").replace("\r\n", "\n")
    checked = await looked_at(text, words)
    read = summed_up(checked.read, words)
    if not checked.ok or form.get("do") != "import" or checked.read is None:
        status = 200 if checked.ok else 400
        return html(request, "records.html", _values(request, form, checked=checked, read=read), status=status)
    names = [clean(name) for name in form.get("names", "").replace("،", ",").split(",") if name.strip()]
    body = ImportRecord(
        text=text,
        seats=records.plans(checked.read, names),
        tournament=form.get("tournament", "").strip(),
        round=_number(form, "round"),
        number=_number(form, "number"),
    )
    key = records.table_id(text)
    found = checked.read

    def refuse(refusal: Refusal) -> Response[str]:
        said = screens.say(refusal, words, body.seats, found.game).sentence
        values = _values(request, form, checked=checked, read=read, problem=said)
        return html(request, "records.html", values, status=409)

    made = f"/table/{key}/record"
    return await do(request, key, who.actor, body, form, "/records", refuse=refuse, done=lambda _: see(made))


def _number(form: dict[str, str], name: str) -> int:
    text = form.get(name, "").strip()
    return int(text) if text.isdecimal() and len(text) < 7 else 0


# --- one table


async def imported(request: Asked, id: str) -> Table:
    """Give a table that was made of a record. NotKnownError for any other."""
    if gateway(request).known.tables[id].opened.origin != ORIGIN:
        raise NotKnownError(id)
    await pages.at_hand(request, id)
    return views(request).at_hand(id)


@get("/table/{id:str}/record", include_in_schema=False)
async def one(request: Asked, id: FromPath[str]) -> Response[str]:
    """An imported table for the director: all hands, the legal moves, and how to go on."""
    need_sight(request, tournament_of(request, id), "records")
    return _one(request, id, await imported(request, id))


def _one(request: Asked, id: str, table: Table, *, status: int = 200, **more: Any) -> Response[str]:
    words = lang(request)
    seen = view(table, None)
    if table.state is not None:  # whoever typed the record knows the hands
        seen = msgspec.structs.replace(seen, board=table.rules.reveal(table.state))
    turn = whose_turn(table)
    legal = table.rules.moves(table.state) if turn is not None else ()
    over = table.phase in (Phase.ENDED, Phase.REVEALED)
    values: Values = {
        "id": id,
        "heading": screens.heading(table.opened, words),
        "board": boards.board(seen, words, last=gateway(request).known.tables[id].move),
        "mine": False,
        "deal_line": words.t("deal.line", n=max(table.deal, 1), game=screens.game_name(table.opened.rules, words)),
        "people": boards.people(seen, None),
        "scores": screens.scores(seen.finished, seen.totals, seen.seats, words),
        "say": " ".join(screens.sentence_now(seen, words, "")).strip(),
        "over": over,
        "turn": table.rules.seat_name(turn) if turn is not None else "",
        "name": table.seats[turn].name if turn is not None else "",
        "moves": tuple(map(table.rules.move_text, legal)) if len(legal) <= MOST_MOVES else (),
        "deal": table.deal,
        "ply": table.ply,
        "text": "",
        "fault": None,
        "problem": "",
        "nonce": nonce(),
    }
    return html(request, "record.html", values | more, status=status)


@post("/table/{id:str}/record", include_in_schema=False, request_max_body_size=LONG)
async def go_on(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Go on with an imported table: a move of any seat, or whatever follows in the notation."""
    who = need_right(request, tournament_of(request, id), "continue_record")
    words = lang(request)
    await imported(request, id)
    form = await fields(request)
    text = form.get("text", "").replace("\r\n", "\n")
    body = ContinueRecord(text=text, deal=_number(form, "deal"), ply=_number(form, "ply"))

    async def refuse(refusal: Refusal) -> Response[str]:
        table = await imported(request, id)
        if refusal.code != "record/notation":
            said = screens.say(refusal, words, table.seats, table.opened.rules).sentence
            return _one(request, id, table, status=409, problem=said, text=text)
        log = notation.go_on(table.rules, table.options, table.match, table.state, text, table.opened.max_deals)
        faults = [records.shown(fault, text, log, words.code) for fault in log.faults]
        return _one(request, id, table, status=409, fault=faults[0] if faults else None, text=text)

    return await do(request, id, who.actor, body, form, f"/table/{id}/record", refuse=refuse)


@get("/table/{id:str}/record.txt", include_in_schema=False)
async def as_text(request: Asked, id: FromPath[str]) -> Response[str]:
    """A table as a written record: the deals that are over, and once the match is, the whole of it."""
    return await record_file(request, id)


async def record_file(request: Asked, id: str) -> Response[str]:
    """Write a table's record. What is still being played is not in it; an imported one the director has whole."""
    history = await pages.history(request, id)
    opened = gateway(request).known.tables[id].opened
    whole = opened.origin == ORIGIN and sees(request, opened.tournament, "records")
    raw = [entry.value for entry in history.records]
    try:
        text = await asyncio.to_thread(lambda: records.as_text(id, table_record(raw, public=not whole)))
    except NoRecordError as none:
        text = f"# table {id}: {none}\n"
    headers = {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": f'inline; filename="{_file(id)}.txt"',
    }
    return Response(text, media_type=MediaType.TEXT, headers=headers)


def _file(id: str) -> str:
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-._") else "-" for sign in id)[:80]


HANDLERS = (listed, import_text, one, go_on, as_text)
