"""The page on which scorers and arbiters find their tables, as values; and refusals said on the page they belong to."""

from __future__ import annotations

from typing import Any

from litestar import Response

from contracts import roles
from contracts.games.game import Refusal
from contracts.tournament_state import RoundPhase
from services.web_gateway import clocks, screens, sheet
from services.web_gateway.answers import Refuse, sentence
from services.web_gateway.asking import Asked, gateway, html, lang, refused, views
from services.web_gateway.projection import Projection
from services.web_gateway.rights import Asker
from services.web_gateway.screens import Values
from services.web_gateway.views import View, named
from services.web_gateway.words import Lang


def tables(known: Projection, id: str, lang: Lang, who: Asker, *, problem: str = "") -> View:
    """Give the running round's tables to somebody who enters, or is called. TokenError where his link works no more."""
    who.still(known, id)
    play = known.tournaments[id]
    current = play.state.current
    rows = []
    if current is not None and current.phase is RoundPhase.PLAYING:
        rows = [_row(spot, lang, who) for spot in screens.spots(known, play, current, lang)]
    rows.sort(key=lambda row: (not row["call"], row["since"], row["ended"], row["number"]))
    values: Values = {
        "id": id,
        "name": play.state.name,
        "line": screens.line(play.state, lang),
        "who": lang.t(f"role.{who.role}"),
        "rows": rows,
        "problem": problem,
        "nonce": named,
        "linked": bool(who.id),
        "acts": roles.sees(who.role, "acts"),
        "desk": roles.sees(who.role, "cases"),
        "door": roles.sees(who.role, "door") and who.may("check_in"),
    }
    return View("tables.html", "parts/work.html", values, known.where_tournament(id))


def _row(spot: Values, lang: Lang, who: Asker) -> Values:
    seen = spot["seen"]
    table = seen.table if seen else None
    ended = table is None or table.result is not None
    call = table.call if table and roles.sees(who.role, "calls") else None
    return spot | {
        "ended": ended,
        "call": clocks.called(table, lang) if table and call else "",
        "since": table.called_at if table and call else 0,
        "waited": lang.span(table.at - table.called_at) if table and call else "",
        "paused": clocks.paused(table.paused, lang) if table else "",
        "can_pause": not ended and who.may("pause_table"),
        "can_answer": bool(call) and who.may("answer_call"),
        "sheet": sheet.way_in(table, lang, charges=who.may("charge_offence")) if table and not ended else "",
        "can_start": table is not None and table.phase == "waiting" and who.may("start_table"),
    }


def on_page(request: Asked, id: str, who: Asker, back: str) -> Refuse:
    """Give what says a refusal on the page to which the form leads back, or on one of its own."""

    def refuse(refusal: Refusal) -> Response[Any]:
        words, said = lang(request), sentence(request, refusal)
        match back.removeprefix(f"/t/{id}/"):
            case "director":
                view = views(request).director(id, words, problem=said)
            case "tables":
                view = tables(gateway(request).known, id, words, who, problem=said)
            case _:
                return refused(request, refusal, back=back)
        return html(request, view.page, view.values, status=409, at=view.position)

    return refuse
