"""The pages and their live streams. A page and its stream come from the same source and so cannot disagree."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import MediaType, Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream

from contracts import roles, table_state
from contracts.table import (
    ArbiterCalled,
    CallAnswered,
    ClaimRefused,
    DealEnded,
    DealEntered,
    DealForfeited,
    DealReported,
    Dealt,
    HandsOpened,
    MatchEnded,
    OffenceCharged,
    Played,
    PositionSet,
    Resigned,
    RewindRefused,
    Rewound,
    TableOpened,
    TablePaused,
    TableResumed,
    TakenBack,
)
from services import names
from services.web_gateway import boards, books, questions, rights, screens
from services.web_gateway.asking import (
    Asked,
    NoEntryError,
    base,
    gateway,
    html,
    is_director,
    lang,
    need_player,
    page,
    player,
    player_cookie,
    see,
    staff_cookie,
    views,
)
from services.web_gateway.auth import Player
from services.web_gateway.gateway import now_s
from services.web_gateway.guard import charge
from services.web_gateway.projection import History, NotKnownError, Step
from services.web_gateway.render import qr, render
from services.web_gateway.views import QUICK_S, SLOW_S, TABS, LateSource, Source, View, nonce
from services.web_gateway.words import Lang

STEPS = (
    TableOpened,
    Dealt,
    PositionSet,
    Played,
    ClaimRefused,
    OffenceCharged,
    DealForfeited,
    TakenBack,
    Rewound,
    RewindRefused,
    HandsOpened,
    DealReported,
    DealEntered,
    DealEnded,
    Resigned,
    ArbiterCalled,
    CallAnswered,
    TablePaused,
    TableResumed,
    MatchEnded,
)
"""The events at which a replay stops."""


SHOWN = ("standings", "seating", "clock")
"""What the hall screen shows in turn."""


# --- sources: what is live


def _tournaments(request: Asked) -> Source:
    words, director = lang(request), is_director(request)
    key = ("tournaments", words.code, str(director))
    return Source(key, ("all",), lambda: views(request).tournaments(words, director=director), SLOW_S)


def _tournament(request: Asked, id: str) -> Source:
    words, who, staff = lang(request), player(request, id), rights.of_staff(request, id)
    whole = staff is not None and roles.sees(staff.role, "hidden_standings")
    wanted = request.query_params.get("tab", "")
    tab = wanted if wanted in TABS else TABS[0]
    pages = views(request)
    key = ("t", id, tab, words.code, _who(who), staff.mark if staff and whole else "")
    # Only the list of tables shows what happens at them; the standings are not sent to a whole hall for every move.
    subjects = (f"t/{id}", f"tables/{id}") if tab == "tables" else (f"t/{id}",)

    def make() -> View:
        if staff is not None:
            staff.still(gateway(request).known, id)  # who sees what is hidden sees it as long as his link works
        return pages.tournament(id, words, tab, player=who, director=whole, way=staff.way(id) if staff else "")

    return Source(key, subjects, make, SLOW_S)


def _me(request: Asked, id: str) -> Source:
    words, who, pages = lang(request), need_player(request, id), views(request)
    return Source(("me", id, words.code, _who(who)), (f"t/{id}",), lambda: pages.me(id, words, who), SLOW_S)


def _director(request: Asked, id: str) -> Source:
    rights.need_sight(request, id, "desk")
    words, pages = lang(request), views(request)
    key = ("director", id, words.code)
    return Source(key, (f"t/{id}", f"tables/{id}"), lambda: pages.director(id, words), SLOW_S)


def _hall(request: Asked, id: str) -> Source:
    words, pages, link = lang(request), views(request), f"{base(request)}/t/{id}"
    key = ("hall", id, words.code, link)
    return Source(key, (f"t/{id}", f"tables/{id}"), lambda: pages.hall(id, words, link), SLOW_S)


def _table(request: Asked, id: str) -> Source:
    words, pages = lang(request), views(request)
    subjects = (f"table/{id}", f"clock/{gateway(request).known.tables[id].opened.tournament}")
    return Source(("table", id, words.code), subjects, lambda: pages.table(id, words), QUICK_S)


def _play(request: Asked, id: str) -> Source:
    words, pages = lang(request), views(request)
    tournament = gateway(request).known.tables[id].opened.tournament
    who = need_player(request, tournament)
    subjects = (f"table/{id}", f"t/{tournament}")  # a link that is taken away closes the page
    return Source(("play", id, words.code, _who(who)), subjects, lambda: pages.play(id, words, who), QUICK_S)


def _who(who: Player | None) -> str:
    return f"{who.tournament}/{who.entrant}/{who.generation}" if who else ""


def live(request: Asked, source: Source | LateSource) -> Stream:
    """Answer with a live page's stream."""
    words = lang(request)
    known = request.headers.get("last-event-id") or request.query_params.get("at") or ""

    def events() -> AsyncIterator[bytes]:
        return gateway(request).hub.stream(
            source.key, source.subjects, lambda: source.shot(words), known=known, pace_s=source.pace_s
        )

    return Stream(
        events(), media_type="text/event-stream", headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    )


# --- tournaments


@get("/", include_in_schema=False)
async def front(request: Asked) -> Response[str]:
    """All tournaments."""
    return page(request, _tournaments(request).make(), "/live/tournaments")


@get("/t/{id:str}", include_in_schema=False)
async def tournament(request: Asked, id: FromPath[str]) -> Response[str]:
    """One tournament: standings, seating, tables, rules."""
    view = _tournament(request, id).make()
    if "entered" in request.query_params:
        waits = request.query_params["entered"] == "waits"
        view.values["note"] = lang(request).t("waiting.done" if waits else "enter.done")
    return page(request, view, f"/live/t/{id}?tab={view.values['tab']}")


@get("/t/{id:str}/me", include_in_schema=False)
async def me(request: Asked, id: FromPath[str]) -> Response[str]:
    """A player's own page."""
    return page(request, _me(request, id).make(), f"/live/t/{id}/me")


@get("/t/{id:str}/hall", include_in_schema=False)
async def hall(request: Asked, id: FromPath[str]) -> Response[str]:
    """The hall screen; `show` keeps it at the standings, the seating or the clock."""
    view = _hall(request, id).make()
    asked = request.query_params.get("show", "")
    view.values["shown"] = asked if asked in SHOWN else ""
    return page(request, view, f"/live/t/{id}/hall")


@get("/t/{id:str}/director", include_in_schema=False)
async def director(request: Asked, id: FromPath[str]) -> Response[str] | Redirect:
    """The director's desk; nothing is to be done there with a tournament that was opened from a file."""
    if gateway(request).known.read_only(id):
        return see(f"/t/{id}")
    return page(request, _director(request, id).make(), f"/live/t/{id}/director")


@get("/t/{id:str}/links", include_in_schema=False)
async def links(request: Asked, id: FromPath[str]) -> Response[str] | Redirect:
    """Every player's personal link with its QR code, to print or to scan."""
    rights.need_sight(request, id, "links")
    if gateway(request).known.read_only(id):
        return see(f"/t/{id}")
    return html(request, "links.html", links_values(request, id))


def links_values(request: Asked, id: str, problem: str = "") -> dict[str, Any]:
    """Give the links page's values."""
    t = gateway(request).known.tournaments[id].state
    people = names.ordered([p for p in t.entrants if not p.row.bot and not p.withdrawn], lambda p: p.name)
    slips = []
    for e, one in [(p, one) for p in people for one in p.members]:
        generation, link = e.link_of(one), ""
        if generation is not None:
            link = f"{base(request)}/p/{gateway(request).auth.player_token(id, one, generation, now_s())}"
        name = e.member_name(one)
        slips.append({"id": one, "name": name, "link": link, "qr": qr(link) if link else "", "nonce": nonce()})
    missing = sum(e.links_of(one) == 0 for e in people for one in e.members)
    return {"id": id, "name": t.name, "slips": slips, "missing": missing, "problem": problem}


# --- tables


async def history(request: Asked, id: str) -> History:
    """Give a table step by step. What the log must be read for is limited by itself (429), what is at hand is not."""
    known = gateway(request).known
    if not known.at_hand(id):
        charge(request.app.state.log_reads, request.scope)
    return await known.history(id)


async def at_hand(request: Asked, id: str) -> None:
    """Have a finished table read from the log again. NotKnownError where there is none."""
    known = gateway(request).known
    if known.tables[id].table is None and id not in known.recent:
        found = await history(request, id)
        known.remember(id, found.steps[-1].table)


@get("/table/{id:str}", include_in_schema=False)
async def table(request: Asked, id: FromPath[str]) -> Response[str]:
    """A table for spectators."""
    await at_hand(request, id)
    return page(request, _table(request, id).make(), f"/live/table/{id}")


@get("/table/{id:str}/play", include_in_schema=False)
async def play(request: Asked, id: FromPath[str]) -> Response[str] | Redirect:
    """A player's table."""
    await at_hand(request, id)
    try:
        view = _play(request, id).make()
    except NotKnownError:
        return see(f"/table/{id}")  # somebody else's table: he may watch it
    return page(request, view, f"/live/table/{id}/play")


@get("/table/{id:str}/replay", include_in_schema=False)
async def replay(
    request: Asked,
    id: FromPath[str],
    n: FromQuery[int | None] = None,
    deal: FromQuery[int | None] = None,
    part: FromQuery[int] = 0,
) -> Response[str]:
    """A table at any move, by slider and arrow keys."""
    found = await history(request, id)
    steps = stops(found)
    if n is None:
        n = next((at for at, s in reversed(list(enumerate(steps))) if s.deal == deal), 0) if deal else len(steps) - 1
    n = min(max(n, 0), len(steps) - 1)
    opened = found.steps[0].table.opened
    # Whoever typed a record knows its hands.
    own = bool(opened.origin) and rights.sees(request, opened.tournament, "records")
    values = replay_values(id, found, steps, n, lang(request), own=own)
    if part:
        return Response(render("parts/replay.html", lang(request), values), media_type=MediaType.HTML)
    return html(request, "replay.html", values)


def stops(history: History) -> list[Step]:
    """Give the steps at which a replay stops."""
    return [step for step in history.steps if isinstance(step.event, STEPS)]


def seen_at(history: History, step: Step, *, own: bool = False) -> tuple[table_state.TableView, bool]:
    """Give what may be seen of a step: all hands if its deal is over or the asker knows them, else the public view."""
    view = table_state.view(step.table, None)
    is_open = own or step.deal in history.open_deals
    if is_open and step.table.state is not None:
        view = msgspec.structs.replace(view, board=step.table.rules.reveal(step.table.state))
    return view, is_open


def replay_values(
    id: str, history: History, steps: list[Step], n: int, words: Lang, *, own: bool = False
) -> dict[str, Any]:
    """Give one position of a replay."""
    step = steps[n]
    opened = step.table.opened
    view, is_open = seen_at(history, step, own=own)
    moved = (step.event.seat, step.event.move) if isinstance(step.event, Played) else None
    deals = [
        {"deal": s.deal, "n": at, "now": s.deal == step.deal}
        for at, s in enumerate(steps)
        if isinstance(s.event, Dealt | PositionSet)
    ]
    at = datetime.fromtimestamp(step.at / 1000, UTC).astimezone()
    over = steps[-1].table.result is not None
    return {
        "id": id,
        "tournament": opened.tournament,
        "heading": screens.heading(opened, words),
        "board": boards.board(view, words, last=moved),
        "mine": False,
        "deal_line": words.t("deal.line", n=max(step.deal, 1), game=screens.game_name(opened.rules, words)),
        "people": boards.people(view, None),
        "scores": screens.scores(view.finished, view.totals, view.seats, words),
        "say": screens.said(step.event, step.table, words),
        "when": words.n(f"{at:%Y-%m-%d %H:%M:%S}") + f" {at.tzname()}",
        "open": is_open,
        "deals": deals,
        "n": n,
        "steps": len(steps) - 1,
        "export": over,
    }


# --- entering


@get("/p/{token:str}", include_in_schema=False)
async def personal(request: Asked, token: FromPath[str]) -> Redirect | Response[str]:
    """A personal link: it becomes a cookie, and leaves the address bar."""
    found = gateway(request).auth.player(token, now_s())
    play, entrant = views(request).entrant(found)
    if rights.may(request, play.id, "check_in") and "own" not in request.query_params:
        # Somebody of the staff has scanned a player's code: at the door that means that he is here.
        return questions.ask_in(request, play.id, entrant, own=f"/p/{token}?own=1")
    answer = see(f"/t/{found.tournament}/me")
    answer.cookies.append(player_cookie(request, found.tournament, token))
    return answer


@get("/staff", include_in_schema=False)
async def staff(request: Asked) -> Response[str]:
    """Sign in as director."""
    return html(request, "staff.html", {"director": is_director(request), "wrong": False})


@get("/staff/{token:str}", include_in_schema=False)
async def staff_link(request: Asked, token: FromPath[str]) -> Redirect:
    """The director's link: it becomes a cookie, and leaves the address bar."""
    session = gateway(request).auth.accept_link(token, now_s())
    answer = see("/")
    answer.cookies.append(staff_cookie(request, session))
    return answer


@get("/rules", include_in_schema=False)
async def rules(request: Asked) -> Response[str]:
    """The rule books."""
    words = lang(request)
    found = [
        {"name": name, "label": words.t(f"game.{name}") if words.has(f"game.{name}") else name}
        for name in books.names()
    ]
    return html(request, "rules.html", {"books": found, "heading": words.t("rules"), "book": ""})


@get("/rules/{name:str}", include_in_schema=False)
async def rule_book(request: Asked, name: FromPath[str]) -> Response[str]:
    """One rule book in the reader's language; each rule has its anchor, the same in all of them."""
    code = lang(request).code
    facts = {"books": (), "heading": books.title(name, code), "book": books.book(name, code)}
    return html(request, "rules.html", facts)


# --- live


@get("/live/tournaments", include_in_schema=False)
async def live_tournaments(request: Asked) -> Stream:
    """The front page, live."""
    return live(request, _tournaments(request))


@get("/live/t/{id:str}", include_in_schema=False)
async def live_tournament(request: Asked, id: FromPath[str]) -> Stream:
    """A tournament, live."""
    _exists(request, id)
    return live(request, _tournament(request, id))


@get("/live/t/{id:str}/me", include_in_schema=False)
async def live_me(request: Asked, id: FromPath[str]) -> Stream:
    """A player's own page, live."""
    return live(request, _me(request, id))


@get("/live/t/{id:str}/hall", include_in_schema=False)
async def live_hall(request: Asked, id: FromPath[str]) -> Stream:
    """The hall screen, live."""
    _exists(request, id)
    return live(request, _hall(request, id))


@get("/live/t/{id:str}/director", include_in_schema=False)
async def live_director(request: Asked, id: FromPath[str]) -> Stream:
    """The desk, live."""
    _exists(request, id)
    return live(request, _director(request, id))


@get("/live/table/{id:str}", include_in_schema=False)
async def live_table(request: Asked, id: FromPath[str]) -> Stream:
    """A table, live."""
    await at_hand(request, id)
    return live(request, _table(request, id))


@get("/live/table/{id:str}/play", include_in_schema=False)
async def live_play(request: Asked, id: FromPath[str]) -> Stream:
    """A player's table, live."""
    await at_hand(request, id)
    source = _play(request, id)
    try:
        source.make()
    except NotKnownError:
        raise NoEntryError(detail="need.player") from None
    return live(request, source)


def _exists(request: Asked, id: str) -> None:
    gateway(request).known.tournaments[id]


HANDLERS = (
    front,
    tournament,
    me,
    hall,
    director,
    links,
    table,
    play,
    replay,
    personal,
    staff,
    staff_link,
    rules,
    rule_book,
    live_tournaments,
    live_tournament,
    live_me,
    live_hall,
    live_director,
    live_table,
    live_play,
)
