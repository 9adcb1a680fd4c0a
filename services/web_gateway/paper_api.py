"""The lists of a tournament as JSON, the same as its CSV files: typed, and described at /schema/openapi.json."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from services import paper
from services.web_gateway import paper_pages
from services.web_gateway.asking import Asked
from services.web_gateway.rights import need_sight


@get("/tournaments/{id:str}/entrants")
async def entrants(request: Asked, id: FromPath[str]) -> list[paper.Entrant]:
    """List everybody who has entered, in the order of entry."""
    return paper.entrants(paper_pages.shown(request, id))


@get("/tournaments/{id:str}/rounds/{round:int}/seating")
async def seating(request: Asked, id: FromPath[str], round: FromPath[int]) -> list[paper.Chair]:
    """List who sits where in a round whose seating is out; table 0 is a bye."""
    return paper.seating(id, paper_pages.shown(request, id), round)


@get("/tournaments/{id:str}/results")
async def results(request: Asked, id: FromPath[str]) -> list[paper.Outcome]:
    """List what each table brought each entrant; without the rounds that are hidden till the end."""
    return paper.results(paper_pages.shown(request, id))


@get("/tournaments/{id:str}/cross-table")
async def cross_table(request: Asked, id: FromPath[str]) -> list[paper.CrossRow]:
    """Give each entrant's rounds: table, whom he met there, place, points."""
    return paper.cross(paper_pages.shown(request, id), await paper_pages.ranked(request, id))


@get("/tournaments/{id:str}/penalties")
async def penalties(request: Asked, id: FromPath[str]) -> list[paper.PenaltyLine]:
    """List the penalties, those that were lifted too (director)."""
    need_sight(request, id, "cases")
    return paper.penalties(paper_pages.shown(request, id))


@get("/tournaments/{id:str}/rulings")
async def rulings(request: Asked, id: FromPath[str]) -> list[paper.RulingLine]:
    """List the rulings of every case (director)."""
    need_sight(request, id, "cases")
    return paper.rulings(paper_pages.shown(request, id))


HANDLERS = (entrants, seating, results, cross_table, penalties, rulings)
