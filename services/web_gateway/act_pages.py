"""The record of staff's acts as a page that can be searched and printed, as CSV and as JSON."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, Router, get
from litestar.params import FromPath, FromQuery

from services import paper
from services.web_gateway import acts, rankings, screens
from services.web_gateway.acts import Line
from services.web_gateway.asking import Asked, gateway, html, lang
from services.web_gateway.rights import need_sight

EACH = 100
"""Lines of a page; on paper all of them."""
MOST_Q = 200


def told(request: Asked, id: str, *, refused: bool = False) -> list[Line]:
    """Tell a tournament's acts, in the order of time; those that were refused only if they are asked for."""
    need_sight(request, id, "acts")
    known, words = gateway(request).known, lang(request)
    t = known.tournaments[id].state
    found = []
    for act in known.acts.of(id):
        if refused or not act.refused:
            seen = known.tables.get(act.about)
            found.append(acts.line(act, t, seen.opened if seen else None, words))
    return found


@get("/t/{id:str}/acts", include_in_schema=False)
async def record(
    request: Asked,
    id: FromPath[str],
    q: FromQuery[str] = "",
    who: FromQuery[str] = "",
    kind: FromQuery[str] = "",
    table: FromQuery[str] = "",
    refused: FromQuery[str] = "",
    page: FromQuery[int] = 1,
    whole: FromQuery[str] = "",
) -> Response[str]:
    """Who of the staff did what, when and why; the newest first."""
    everything = told(request, id, refused=bool(refused))
    words, t = lang(request), gateway(request).known.tournaments[id].state
    found = acts.chosen(everything, q=q[:MOST_Q], actor=who, kind=kind, about=table)[::-1]
    pages = max((len(found) - 1) // EACH + 1, 1)
    page = min(max(page, 1), pages)
    shown = found if whole else found[(page - 1) * EACH : page * EACH]
    asked = {"q": q, "who": who, "kind": kind, "table": table, "refused": refused}
    query = urlencode({name: value for name, value in asked.items() if value})
    values: dict[str, Any] = {
        "id": id,
        "name": t.name,
        "line": screens.line(t, words),
        "lines": [{"act": one, "when": words.moment(one.at)} for one in shown],
        "asked": asked,
        "people": sorted({(one.actor, f"{one.role} {one.name}".strip()) for one in everything}, key=lambda p: p[1]),
        "kinds": sorted(
            {(one.kind, acts.kind_said(one.kind, words)) for one in everything}, key=lambda kind: kind[1].casefold()
        ),
        "way": need_sight(request, id, "acts").way(id),
        "tables": sorted({(one.where, one.about) for one in everything if one.where}),
        "count": words.t("acts.count", n=len(found)),
        "query": query,
        "page": page,
        "pages": pages,
        "whole": bool(whole) or pages == 1,
    }
    return html(request, "acts.html", values)


@get("/t/{id:str}/acts.csv", include_in_schema=False)
async def record_csv(
    request: Asked,
    id: FromPath[str],
    q: FromQuery[str] = "",
    who: FromQuery[str] = "",
    kind: FromQuery[str] = "",
    table: FromQuery[str] = "",
    refused: FromQuery[str] = "",
) -> Response[str]:
    """The same as CSV, in the order of time."""
    lines = acts.chosen(told(request, id, refused=bool(refused)), q=q[:MOST_Q], actor=who, kind=kind, about=table)
    return rankings.csv_of(paper.table_of(Line, lines))


@get("/tournaments/{id:str}/acts")
async def get_acts(
    request: Asked,
    id: FromPath[str],
    q: FromQuery[str] = "",
    who: FromQuery[str] = "",
    kind: FromQuery[str] = "",
    table: FromQuery[str] = "",
    refused: FromQuery[bool] = False,  # a flag of the address
) -> list[Line]:
    """List what staff did, in the order of time: by words (`q`), person (`who`, an actor), kind or table.

    `refused` adds what was refused (director, arbiter).
    """
    return acts.chosen(told(request, id, refused=refused), q=q[:MOST_Q], actor=who, kind=kind, about=table)


HANDLERS = (record, record_csv)
ROUTER = Router("/api", route_handlers=[get_acts])
