# ruff: noqa: RUF001  # minus signs and dashes are meant
"""Pages for paper, and lists as CSV: seating, table cards, slips, standings, cross-table, rules, prizes.

Each is an ordinary page in the reader's language with a style sheet of its own; PDF is the browser's print. What the
public may not see before the end is left out here as everywhere; penalties and rulings are the staff's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from contracts.effect import veiled
from contracts.games.game import GAMES
from contracts.messages import Board
from contracts.ranking import Standings
from contracts.tournament_state import Phase, Round, Tournament, table_id
from services import paper
from services.web_gateway import policies, rankings, ranks, screens
from services.web_gateway.asking import Asked, base, gateway, html, is_director, lang
from services.web_gateway.projection import NotKnownError
from services.web_gateway.render import qr
from services.web_gateway.rights import need_sight, sees
from services.web_gateway.screens import Values
from services.web_gateway.words import Lang

SHEETS = ("names", "tables", "cards", "slips", "standings", "cross", "rules", "prizes")
"""What everybody may print."""
LISTS = ("seating", "results", "cross-table", "penalties", "rulings")
"""What is given out as CSV, beside the standings; the last three to the director."""
DEALS = 6
"""Lines of a result slip where the tournament does not say how many deals a match has."""
MOST_DEALS, MOST_PRIZES, MOST_PRIZE = 16, 60, 120
MOST_SAID = 400
"""Characters of an act's contents on paper."""
WIDE = 4
"""From so many rounds on the cross-table lies across the paper."""


def shown(request: Asked, id: str) -> Tournament:
    """Give a tournament as far as this reader may see it."""
    t = gateway(request).known.tournaments[id].state
    return t if sees(request, id, "hidden_standings") else veiled(t)


async def ranked(request: Asked, id: str) -> Standings:
    """Give the standings that this reader may see, with their sums."""
    found, _ = await rankings.chosen(request, id)
    return found if found.parts else gateway(request).known.after_round(id, found.round)


def _head(request: Asked, id: str, title: str) -> Values:
    play = gateway(request).known.tournaments[id]
    words = lang(request)
    return {
        "id": id,
        "name": play.state.name,
        "line": screens.line(play.state, words),
        "title": title,
        "subtitle": "",
        "stamp": words.t("paper.at", at=words.day(play.state.at)),
        "opened": screens.opened(play, words),
        "director": is_director(request),
        "rounds": [r.number for r in play.state.rounds if paper.seated(play.state, r.number)],
        "round": 0,
        "wide": False,
        "fields": "",
    }


@get("/t/{id:str}/print", include_in_schema=False)
async def index(request: Asked, id: FromPath[str]) -> Response[str]:
    """Everything that leaves the machine on paper or as a file."""
    t = gateway(request).known.tournaments[id].state
    values = _head(request, id, lang(request).t("paper"))
    values |= {"sheets": SHEETS, "seats": paper.seated(t) is not None, "signer": gateway(request).signer is not None}
    return html(request, "print/index.html", values)


@get("/t/{id:str}/print/{sheet:str}", include_in_schema=False)
async def sheet(
    request: Asked,
    id: FromPath[str],
    sheet: FromPath[str],
    round: FromQuery[int | None] = None,
    deals: FromQuery[int | None] = None,
    prizes: FromQuery[str] = "",
) -> Response[str]:
    """One of the sheets. NotKnownError for one that there is none of."""
    words, t = lang(request), shown(request, id)
    if sheet not in SHEETS:
        raise NotKnownError(sheet)
    values = _head(request, id, words.t(f"paper.{sheet}"))
    if sheet in _SEATS:
        r = paper.seated(t, round)
        if r is None:
            return html(request, "print/none.html", values)
        values |= {"round": r.number, "subtitle": words.t("round.n", n=r.number)}
        values |= _SEATS[sheet](request, id, t, r)
        if sheet == "slips":
            lines = min(max(deals or t.rules.max_deals or DEALS, 1), MOST_DEALS)
            values |= {"lines": range(1, lines + 1), "fields": "deals"}
    elif sheet == "rules":
        values |= _rules(t, words)
    else:
        found = await ranked(request, id)
        values["subtitle"] = ranks.title(found, words)
        values |= _STANDS[sheet](found, t, words, prizes)
    return html(request, f"print/{sheet}.html", values)


def _names(request: Asked, id: str, t: Tournament, r: Round) -> Values:  # noqa: ARG001  # as the others
    return {"chairs": paper.by_name(paper.seating(id, t, r.number))}


def _tables(request: Asked, id: str, t: Tournament, r: Round) -> Values:  # noqa: ARG001
    tables = [{"number": x.number, "seats": _people(t, x.seats)} for x in r.tables]
    return {"tables": tables, "byes": [t.name_of(e) for e in r.byes]}


def _people(t: Tournament, seats: Sequence[str]) -> list[Values]:
    return [{"seat": paper.LETTERS[at], "name": t.name_of(e)} for at, e in enumerate(seats)]


def _cards(request: Asked, id: str, t: Tournament, r: Round) -> Values:
    cards = []
    for x in r.tables:
        link = f"{base(request)}/table/{x.id or table_id(id, r.number, x.number)}"
        cards.append({"number": x.number, "seats": _people(t, x.seats), "link": link, "qr": qr(link)})
    return {"cards": cards}


def _slips(request: Asked, id: str, t: Tournament, r: Round) -> Values:
    words = lang(request)
    return _tables(request, id, t, r) | {
        "game": screens.game_name(t.rules.game, words),
        "board": t.rules.board is not Board.SERVER,
    }


_SEATS: dict[str, Callable[[Asked, str, Tournament, Round], Values]] = {
    "names": _names,
    "tables": _tables,
    "cards": _cards,
    "slips": _slips,
}


def _rules(t: Tournament, words: Lang) -> Values:
    return {
        "subtitle": "",
        "terms": screens.terms(t, words),
        "policies": policies.policies(t, words),
        "how": ranks.how(t, words),
        "game": GAMES[t.rules.game].NAME,
        "game_name": screens.game_name(t.rules.game, words),
        "seed": t.rules.seed,
        "key_hash": t.key_hash,
    }


def _standings(found: Standings, t: Tournament, words: Lang, prizes: str) -> Values:  # noqa: ARG001
    lines = []
    for row, line in zip(found.rows, ranks.ranks(found, t, words), strict=True):
        told = ranks.sums(found, row.entrant, t, words) or {"sums": (), "decided": ""}
        lines.append(line | {"shared": row.shared, "sums": told["sums"], "decided": told["decided"]})
    return {"lines": lines, "how": ranks.how(t, words)}


def _cross(found: Standings, t: Tournament, words: Lang, prizes: str) -> Values:  # noqa: ARG001
    lines = paper.cross(t, found)
    rounds = [c.round for c in lines[0].rounds] if lines else []
    return {
        "lines": [
            {
                "place": words.n(f"{x.place}=" if x.shared else x.place) if x.place else "–",
                "number": words.n(x.entrant[1:]),
                "name": x.name,
                "points": words.n(x.points.replace("-", "−")),
                "cells": [_cell(c, words) for c in x.rounds],
            }
            for x in lines
        ],
        "heads": rounds,
        "wide": len(rounds) >= WIDE,
    }


def _cell(c: paper.CrossCell, words: Lang) -> Values:
    points = words.n(c.points.replace("-", "−"))
    if c.kind in ("bye", "absent"):
        return {"what": words.t("bye" if c.kind == "bye" else "paper.absent"), "met": "", "place": "", "points": points}
    met = " ".join(words.n(e[1:]) for e in c.met)
    place = words.n(f"{c.place}.") if c.place else words.t("paper.open")
    what = words.t("paper.cross.cell", table=c.table)
    return {"what": what, "met": met, "place": place, "points": points if c.place else ""}


def _prizes(found: Standings, t: Tournament, words: Lang, prizes: str) -> Values:
    asked = [line.strip()[:MOST_PRIZE] for line in prizes.splitlines() if line.strip()][:MOST_PRIZES]
    if len(asked) == 1 and asked[0].isdecimal():  # a number alone: so many prizes without names
        asked = [words.t("paper.prizes.number", n=n) for n in range(1, min(int(asked[0][:3]), MOST_PRIZES) + 1)]
    named = asked or [words.t("paper.prizes.number", n=n) for n in (1, 2, 3)]
    return {
        "lines": [
            {
                "place": x.place,
                "names": x.names,
                "prizes": x.prizes,
                "shared": words.t("paper.prizes.shared", n=len(x.names)) if len(x.names) > 1 else "",
            }
            for x in paper.prize_list(found, named)
        ],
        "text": prizes,
        "soon": t.phase is not Phase.FINISHED,
    }


_STANDS: dict[str, Callable[[Standings, Tournament, Lang, str], Values]] = {
    "standings": _standings,
    "cross": _cross,
    "prizes": _prizes,
}


# --- as CSV


@get([f"/t/{{id:str}}/{name}.csv" for name in LISTS], include_in_schema=False)
async def csv_file(request: Asked, id: FromPath[str]) -> Response[str]:
    """One of the lists as CSV."""
    t = shown(request, id)
    name = request.url.path.rpartition("/")[2].removesuffix(".csv")
    match name:
        case "seating":
            rows = paper.table_of(paper.Chair, paper.seating(id, t))
        case "results":
            rows = paper.table_of(paper.Outcome, paper.results(t))
        case "cross-table":
            rows = paper.cross_rows(paper.cross(t, await ranked(request, id)))
        case "penalties":
            need_sight(request, id, "cases")
            rows = paper.table_of(paper.PenaltyLine, paper.penalties(t))
        case _:
            need_sight(request, id, "cases")
            rows = paper.table_of(paper.RulingLine, paper.rulings(t))
    return rankings.csv_of(rows)


HANDLERS: tuple[Any, ...] = (index, sheet, csv_file)
