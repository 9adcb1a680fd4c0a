"""Standings as pages, as they stood, as CSV, with their sums one line at a time; and the season's table.

What the public may not see before the end (`Rules.hide_last_rounds`) is left out here, for pages and API alike.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from litestar import MediaType, Response, get
from litestar.exceptions import ClientException
from litestar.params import FromPath, FromQuery

from contracts import ranking, season
from contracts.ranking import Standings
from contracts.season import Season, SeasonError
from contracts.tournament_state import Phase, Tournament
from services.as_it_stood import as_it_stood
from services.ranking_files import season_rows, standings_rows
from services.web_gateway import books, ranks, screens
from services.web_gateway.asking import Asked, gateway, html, lang, player
from services.web_gateway.guard import charge
from services.web_gateway.projection import NotKnownError
from services.web_gateway.render import render
from services.web_gateway.rights import sees
from services.web_gateway.words import Lang

BOM = "\ufeff"
"""At the head of a CSV file, so that spreadsheets read it as UTF-8."""
MAX_BEST = 99


def moment(text: str) -> int:
    """Read a time (ISO 8601, this place's if it names no zone) as ms since 1970 UTC. ValueError for what is none."""
    return round(datetime.fromisoformat(text.strip()).astimezone().timestamp() * 1000)


async def chosen(
    request: Asked, id: str, round: int | None = None, since: int | None = None, at: str | None = None
) -> tuple[Standings, Tournament]:
    """Give the standings that somebody asks for, as far as he may see them, and the tournament that they are of.

    NotKnownError where there was no such tournament at the time; 400 for a time that is none.
    """
    known = gateway(request).known
    play = known.tournaments[id]
    t = play.state
    limit = t.begun if sees(request, id, "hidden_standings") else ranking.public_rounds(t)
    if not at:
        if round is None and since is None and limit == t.begun and play.standings is not None:
            return play.standings, t
        return known.after_round(id, max(min(t.begun if round is None else round, limit), 0), since), t
    try:
        until = moment(at)
    except (ValueError, OverflowError, OSError):
        raise ClientException(detail="stood.bad") from None
    charge(request.app.state.log_reads, request.scope)
    then, source = await as_it_stood(gateway(request).log, id, until)
    if then is None:
        raise NotKnownError(id)
    upto = min(then.begun if round is None else round, limit)
    return ranking.standings(then, upto, since=since, id=id, source=source), then


def csv_of(rows: Iterable[Iterable[Any]]) -> Response[str]:
    """Give rows as a CSV file."""
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return Response(
        BOM + out.getvalue(), media_type=MediaType.TEXT, headers={"Content-Type": "text/csv; charset=utf-8"}
    )


@get("/t/{id:str}/standings.csv", include_in_schema=False)
async def standings_csv(
    request: Asked,
    id: FromPath[str],
    round: FromQuery[int | None] = None,
    since: FromQuery[int | None] = None,
    at: FromQuery[str | None] = None,
) -> Response[str]:
    """The standings as CSV."""
    found, _ = await chosen(request, id, round, since, at)
    return csv_of(standings_rows(found))


@get("/t/{id:str}/standings", include_in_schema=False)
async def standings_page(
    request: Asked,
    id: FromPath[str],
    round: FromQuery[int | None] = None,
    since: FromQuery[int | None] = None,
    at: FromQuery[str | None] = None,
) -> Response[str]:
    """The standings as they stood after a round or at a time, and what has moved since another."""
    words, director = lang(request), sees(request, id, "hidden_standings")
    now = gateway(request).known.tournaments[id].state
    problem, found, then = "", None, now
    try:
        found, then = await chosen(request, id, round, since, at)
    except NotKnownError:
        problem = words.t("stood.none")
    except ClientException:
        problem = words.t("stood.bad")
    limit = now.begun if director else ranking.public_rounds(now)
    who = player(request, id)
    asked = {"round": round, "since": since, "at": at}
    values = {
        "id": id,
        "name": now.name,
        "line": screens.line(now, words),
        "problem": problem,
        "title": ranks.title(found, words),
        "moved": words.t("standings.since", n=found.since) if found and found.since else "",
        "ranks": ranks.ranks(found, then, words, who.entrant.partition(".")[0] if who else ""),
        "house": ranks.house(found, words),
        "veil": ranks.veil(now, words, director=director),
        "how": ranks.how(now, words),
        "query": "&".join(f"{key}={value}" for key, value in asked.items() if value not in (None, "")),
        "rounds": range(1, limit + 1),
        "round": round,
        "since": since,
        "at": at or "",
        "zone": datetime.now(UTC).astimezone().tzname() or "UTC",
    }
    return html(request, "standings.html", values, status=400 if problem else 200)


@get("/t/{id:str}/sums/{entrant:str}", include_in_schema=False)
async def sums(
    request: Asked,
    id: FromPath[str],
    entrant: FromPath[str],
    round: FromQuery[int | None] = None,
    since: FromQuery[int | None] = None,
    at: FromQuery[str | None] = None,
    part: FromQuery[int] = 0,
) -> Response[str]:
    """The sums behind one line: a page, or the part of it that a list opens."""
    words = lang(request)
    found, then = await chosen(request, id, round, since, at)
    if not found.parts:  # left out of a record that would have been too long
        found = gateway(request).known.after_round(id, found.round, since)
    values = ranks.sums(found, entrant, then, words)
    if values is None:
        raise NotKnownError(entrant)
    if part:
        return Response(render("parts/sums.html", words, values), media_type=MediaType.HTML)
    row = next(row for row in found.rows if row.entrant == entrant)
    extra = {"id": id, "name": then.name, "who": row.name, "place": row.place, "title": ranks.title(found, words)}
    return html(request, "sums.html", values | extra)


@get("/rules/ranking", include_in_schema=False)
async def formulas(request: Asked) -> Response[str]:
    """How points, tie-breaks and places are counted."""
    words = lang(request)
    return html(request, "rules.html", {"books": (), "heading": words.t("how"), "book": books.ranking(words.code)})


# --- the season


def counted(request: Asked, tournaments: list[str] | None, best: int, points: str) -> Season:
    """Count a season over these finished tournaments, or over all that there are. SeasonError says what is wrong."""
    plays = gateway(request).known.tournaments
    over = [p for p in plays.values() if p.state.phase is Phase.FINISHED]
    wanted = over if not tournaments else [plays[one] for one in dict.fromkeys(tournaments)]
    if best > MAX_BEST:
        raise SeasonError(f"at most {MAX_BEST} results can count")
    worth = season.read_points(points) if points.strip() else season.POINTS
    return season.season([ranking.standings(p.state, id=p.id) for p in wanted], worth, best)


@get("/season", include_in_schema=False)
async def season_page(
    request: Asked,
    t: FromQuery[list[str] | None] = None,
    best: FromQuery[int] = 0,
    points: FromQuery[str] = "",
) -> Response[str]:
    """The season's table over chosen tournaments."""
    words = lang(request)
    plays = gateway(request).known.tournaments.values()
    over = sorted((p for p in plays if p.state.phase is Phase.FINISHED), key=lambda p: (p.state.at, p.id))
    problem, found = "", None
    try:
        found = counted(request, t, best, points)
    except SeasonError as wrong:
        problem = words.t("season.bad", what=str(wrong))
    asked = [*(f"t={one}" for one in t or ()), f"best={best}", f"points={points}"]
    values = {
        "problem": problem,
        "over": [{"id": p.id, "name": p.state.name, "on": not t or p.id in t} for p in over],
        "best": best,
        "points": points or ",".join(map(str, season.POINTS)),
        "query": "&".join(asked),
        "events": [e.name for e in found.events] if found else [],
        "lines": _lines(found, words) if found else [],
    }
    return html(request, "season.html", values, status=400 if problem else 200)


def _lines(found: Season, words: Lang) -> list[dict[str, Any]]:
    lines = []
    for line in found.lines:
        scores: list[dict[str, Any] | None] = [None] * len(found.events)
        for s in line.scores:
            scores[s.event] = {"place": s.place, "points": words.hundredths(s.points), "counts": s.counts}
        lines.append(
            {
                "place": line.place,
                "name": line.name,
                "club": line.club,
                "shared": line.shared,
                "points": words.hundredths(line.points),
                "scores": scores,
            }
        )
    return lines


@get("/season.csv", include_in_schema=False)
async def season_csv(
    request: Asked,
    t: FromQuery[list[str] | None] = None,
    best: FromQuery[int] = 0,
    points: FromQuery[str] = "",
) -> Response[str]:
    """The season's table as CSV."""
    try:
        found = counted(request, t, best, points)
    except SeasonError as wrong:
        raise ClientException(detail=str(wrong)) from None
    return csv_of(season_rows(found))


HANDLERS = (standings_csv, standings_page, sums, formulas, season_page, season_csv)
