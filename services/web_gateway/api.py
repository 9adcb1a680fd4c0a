"""The JSON API: the same things as the pages, for programs. Described by OpenAPI at /schema/openapi.json.

Who may do what is told by a bearer token (the token in a personal or director's link) or by the pages' cookies. A
command may be named by the header `Idempotency-Key`: sent twice under one name it is decided once, and the sender gets
the same answer. A refusal is 409 with code, sentence, rule and link; 202 says that the command is on its way.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.exceptions import ClientException
from litestar.params import FromPath, FromQuery, JSONBody

from contracts import table_state
from contracts.effect import veiled
from contracts.entrants import EntrantsError, read_entrants
from contracts.games.options import PresetUnknownError
from contracts.messages import Body
from contracts.ranking import Standings
from contracts.season import Season, SeasonError
from contracts.table import AnswerCall, CallArbiter, Play, Sit, StartTable
from contracts.table_state import Phase, TableView
from contracts.topics import TABLE_EVENTS
from contracts.tournament import (
    BeginRound,
    CheckIn,
    CloseRegistration,
    CreateTournament,
    DropSeating,
    EntrantRow,
    FinishTournament,
    ImportEntrants,
    IssueLink,
    OpenRegistration,
    Register,
    Registered,
    Return,
    RevokeLink,
    Rules,
    StartRound,
)
from contracts.tournament_state import Round, Tournament
from services import export as exporting
from services.web_gateway import api_games, pages, rankings, screens
from services.web_gateway.answers import answered
from services.web_gateway.asking import (
    LONG,
    SHORT,
    Asked,
    NoEntryError,
    Problem,
    base,
    gateway,
    lang,
    need_director,
    need_player,
    views,
)
from services.web_gateway.forms import DIRECTOR, tournament_id
from services.web_gateway.gateway import now_s
from services.web_gateway.projection import Answer, NotKnownError
from services.web_gateway.rights import need_right, need_sight, sees, tournament_of
from services.web_gateway.views import nonce

Strict = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """The command was accepted; `id` names what it made, `entrants` whom it entered."""

    done: bool = True
    id: str = ""
    entrants: tuple[str, ...] = ()


class Listed(msgspec.Struct, frozen=True):
    """A tournament in the list."""

    id: str
    name: str
    game: str
    phase: str
    round: int
    rounds: int
    entrants: int


class EntrantLine(msgspec.Struct, frozen=True):
    """An entrant as everybody sees him: of a pair `name` has both. A house player is scored apart."""

    id: str
    name: str
    club: str
    bot: str
    present: bool
    withdrawn: bool
    waiting: bool = False
    house: bool = False
    stands_for: str = ""


class Whole(msgspec.Struct, frozen=True):
    """A tournament as everybody sees it."""

    id: str
    name: str
    rules: Rules
    phase: str
    entrants: tuple[EntrantLine, ...]
    rounds: tuple[Round, ...]
    key_hash: str
    key: str


class Link(msgspec.Struct, frozen=True):
    """An entrant's personal link; empty where there is none."""

    entrant: str
    name: str
    link: str


class NewTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament to set up. Without an id one is made from the name.

    `preset` names a set of the game's options ("libyan"); those in `rules.options` go before the preset's.
    """

    name: str
    rules: Rules
    id: str = ""
    preset: str = ""


class Present(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is here, or is not."""

    entrants: tuple[str, ...]
    present: bool = True


class One(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entrant."""

    entrant: str
    reason: str = ""


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move in the game's notation, and the position that the player saw."""

    move: str
    deal: int
    ply: int
    rewinds: int | None = None


class Nonce(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player's client adds to the deals: 32 hex digits."""

    nonce: str


class Text(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A few words."""

    text: str = ""


class StepLine(msgspec.Struct, frozen=True):
    """One thing that happened at a table: its number, when (ms), its kind, and in words."""

    n: int
    at: int
    kind: str
    deal: int
    text: str


class StepView(msgspec.Struct, frozen=True):
    """A position of a replay; `open` says that all hands are shown."""

    n: int
    of: int
    open: bool
    view: TableView


def _ident(request: Asked) -> str:
    given = request.headers.get("idempotency-key", "")
    return given if re.fullmatch(r"[\w-]{4,64}", given) else nonce()


async def act(request: Asked, key: str, actor: str, body: Body, *, id: str = "") -> Response[Any]:
    """Send a command and answer with what became of it."""
    answer = await gateway(request).act(key, actor, body, _ident(request))
    seen = gateway(request).known.tables.get(key)

    def done(answer: Answer) -> Response[Any]:
        entered = tuple(e.entrant for e in answer.events if isinstance(e, Registered))
        return Response(Done(id=id, entrants=entered), status_code=200, media_type=MediaType.JSON)

    seats, rules = (seen.seats, seen.opened.rules) if seen else ((), "")
    return await answered(request, answer, "/", done=done, seats=seats, rules=rules)


async def direct(request: Asked, id: str, body: Body) -> Response[Any]:
    """Send a command of the staff's about a tournament or table that there is, from whoever may send it."""
    who = need_right(request, tournament_of(request, id), body.KIND)
    return await act(request, id, who.actor, body)


# --- tournaments


@get("/tournaments")
async def list_tournaments(request: Asked) -> list[Listed]:
    """List all tournaments, the newest first."""
    plays = sorted(gateway(request).known.tournaments.values(), key=lambda p: (-p.state.created, p.id))
    return [
        Listed(p.id, s.name, s.rules.game, s.phase, s.begun, s.rules.rounds, len(s.entrants))
        for p in plays
        for s in (p.state,)
    ]


@post("/tournaments", request_max_body_size=SHORT)
async def create_tournament(request: Asked, data: JSONBody[NewTournament]) -> Response[Done | Problem]:
    """Set up a tournament."""
    need_director(request)
    ident = _ident(request)
    key = data.id or tournament_id(data.name, ident)
    try:
        rules = api_games.with_preset(data.rules, data.preset)
    except PresetUnknownError as wrong:
        sentence = lang(request).t("new.preset.unknown", known=", ".join(wrong.known))
        return Response(Problem("options/preset", sentence), status_code=400)
    answer = await gateway(request).act(key, DIRECTOR, CreateTournament(name=data.name, rules=rules), ident)
    return await answered(request, answer, "/", done=lambda _: Response(Done(id=key), status_code=201))


def whole(id: str, t: Tournament) -> Whole:
    """Give a tournament as everybody sees it."""
    people = tuple(
        EntrantLine(
            e.id, e.name, e.row.club, e.row.bot, e.present, e.withdrawn, e.waiting, e.row.house, e.row.stands_for
        )
        for e in t.entrants
    )
    return Whole(id, t.name, t.rules, t.phase, people, t.rounds, t.key_hash, t.key)


@get("/tournaments/{id:str}")
async def get_tournament(request: Asked, id: FromPath[str]) -> Whole:
    """Give a tournament: rules, entrants, rounds, results."""
    t = gateway(request).known.tournaments[id].state
    return whole(id, t if sees(request, id, "hidden_standings") else veiled(t))


@get("/tournaments/{id:str}/standings")
async def get_standings(
    request: Asked,
    id: FromPath[str],
    round: FromQuery[int | None] = None,
    since: FromQuery[int | None] = None,
    at: FromQuery[str | None] = None,
) -> Standings:
    """Give the standings with every tie-break's sum: now, after a round, or at a time (ISO 8601).

    Moves are counted since the round `since`, or the round before. Rounds that are hidden until the end of the
    tournament are left out for everybody but the director.
    """
    found, _ = await rankings.chosen(request, id, round, since, at)
    return found


@get("/season")
async def get_season(
    request: Asked,
    t: FromQuery[list[str] | None] = None,
    best: FromQuery[int] = 0,
    points: FromQuery[str] = "",
) -> Season:
    """Count a season over these finished tournaments (`t`, as often as needed), or over all that are finished.

    `best` results count for each, 0 is all; `points` is what the places bring, "12,10,8".
    """
    try:
        return rankings.counted(request, t, best, points)
    except SeasonError as wrong:
        raise ClientException(detail=str(wrong)) from None


@get("/tournaments/{id:str}/links")
async def get_links(request: Asked, id: FromPath[str]) -> list[Link]:
    """Give every player's personal link (director)."""
    need_sight(request, id, "links")
    found = []
    for e in gateway(request).known.tournaments[id].state.entrants:
        for one in () if e.row.bot else e.members:
            generation, link = e.link_of(one), ""
            if generation is not None:
                link = f"{base(request)}/p/{gateway(request).auth.player_token(id, one, generation, now_s())}"
            found.append(Link(one, e.member_name(one), link))
    return found


@post("/tournaments/{id:str}/enter", request_max_body_size=SHORT)
async def enter(request: Asked, id: FromPath[str], data: JSONBody[EntrantRow]) -> Response[Done | Problem]:
    """Enter by oneself, while registration is open."""
    gateway(request).known.tournaments[id]
    return await act(request, id, "player", Register(entrant=data))


@post("/tournaments/{id:str}/entrants", request_max_body_size=LONG)
async def import_entrants(
    request: Asked, id: FromPath[str], data: JSONBody[list[EntrantRow]]
) -> Response[Done | Problem]:
    """Enter a list of entrants, all or none (director)."""
    return await direct(request, id, ImportEntrants(entrants=tuple(data)))


@post("/tournaments/{id:str}/entrants.csv", request_max_body_size=LONG)
async def import_csv(request: Asked, id: FromPath[str]) -> Response[Done | Problem]:
    """Enter a list of entrants from CSV in the body, all or none; a fault is named by line and column (director)."""
    need_right(request, id, "import_entrants")
    try:
        rows = read_entrants(await request.body())
    except EntrantsError as wrong:
        said = screens.say(wrong.refusal, lang(request))
        return Response(Problem(said.code, said.sentence), status_code=400)
    return await direct(request, id, ImportEntrants(entrants=rows))


@post("/tournaments/{id:str}/check-in", request_max_body_size=SHORT)
async def check_in(request: Asked, id: FromPath[str], data: JSONBody[Present]) -> Response[Done | Problem]:
    """Say who is here (director)."""
    return await direct(request, id, CheckIn(entrants=data.entrants, present=data.present))


@post("/tournaments/{id:str}/return", request_max_body_size=SHORT)
async def let_in_again(request: Asked, id: FromPath[str], data: JSONBody[One]) -> Response[Done | Problem]:
    """Let a withdrawn entrant in again (director)."""
    return await direct(request, id, Return(entrant=data.entrant, reason=data.reason))


@post("/tournaments/{id:str}/registration/open")
async def open_registration(request: Asked, id: FromPath[str]) -> Response[Done | Problem]:
    """Open registration (director)."""
    return await direct(request, id, OpenRegistration())


@post("/tournaments/{id:str}/registration/close")
async def close_registration(request: Asked, id: FromPath[str]) -> Response[Done | Problem]:
    """Close registration (director)."""
    return await direct(request, id, CloseRegistration())


@post("/tournaments/{id:str}/rounds/{round:int}/seat")
async def seat_round(request: Asked, id: FromPath[str], round: FromPath[int]) -> Response[Done | Problem]:
    """Ask for the seating of a round (director)."""
    return await direct(request, id, StartRound(round=round))


@post("/tournaments/{id:str}/rounds/{round:int}/begin")
async def begin_round(request: Asked, id: FromPath[str], round: FromPath[int]) -> Response[Done | Problem]:
    """Begin a seated round (director)."""
    return await direct(request, id, BeginRound(round=round))


@post("/tournaments/{id:str}/rounds/{round:int}/drop")
async def drop_seating(request: Asked, id: FromPath[str], round: FromPath[int]) -> Response[Done | Problem]:
    """Take back the seating of a round that has not begun (director)."""
    return await direct(request, id, DropSeating(round=round))


@post("/tournaments/{id:str}/finish")
async def finish(request: Asked, id: FromPath[str]) -> Response[Done | Problem]:
    """Finish the tournament (director)."""
    return await direct(request, id, FinishTournament())


@post("/tournaments/{id:str}/links/issue", request_max_body_size=SHORT)
async def issue_link(request: Asked, id: FromPath[str], data: JSONBody[One]) -> Response[Done | Problem]:
    """Give an entrant a new personal link (director)."""
    return await direct(request, id, IssueLink(entrant=data.entrant))


@post("/tournaments/{id:str}/links/revoke", request_max_body_size=SHORT)
async def revoke_link(request: Asked, id: FromPath[str], data: JSONBody[One]) -> Response[Done | Problem]:
    """Take an entrant's personal link away (director)."""
    return await direct(request, id, RevokeLink(entrant=data.entrant))


# --- tables


@get("/tables/{id:str}")
async def get_table(request: Asked, id: FromPath[str]) -> TableView:
    """Give what everybody may see of a table."""
    await pages.at_hand(request, id)
    return table_state.view(views(request).at_hand(id), None)


async def seated(request: Asked, id: str) -> tuple[str, int]:
    """Give the actor and the seat of the player who asks. NoEntryError for somebody else."""
    opened = gateway(request).known.tables[id].opened
    who = need_player(request, opened.tournament)
    seat = next((at for at, plan in enumerate(opened.seats) if plan.entrant == who.entrant), None)
    if seat is None:
        raise NoEntryError(detail="need.player")
    return f"player:{who.entrant}", seat


@get("/tables/{id:str}/mine")
async def my_table(request: Asked, id: FromPath[str]) -> TableView:
    """Give what the player whose token is sent may see: his hand and his legal moves too."""
    _, seat = await seated(request, id)
    await pages.at_hand(request, id)
    return table_state.view(views(request).at_hand(id), seat)


@post("/tables/{id:str}/play", request_max_body_size=SHORT)
async def play_move(request: Asked, id: FromPath[str], data: JSONBody[Move]) -> Response[Done | Problem]:
    """Play a move."""
    actor, seat = await seated(request, id)
    return await act(
        request, id, actor, Play(seat=seat, move=data.move, deal=data.deal, ply=data.ply, rewinds=data.rewinds)
    )


@post("/tables/{id:str}/sit", request_max_body_size=SHORT)
async def sit(request: Asked, id: FromPath[str], data: JSONBody[Nonce]) -> Response[Done | Problem]:
    """Sit down, with a nonce of the client's own."""
    actor, seat = await seated(request, id)
    return await act(request, id, actor, Sit(seat=seat, nonce=data.nonce))


@post("/tables/{id:str}/call", request_max_body_size=SHORT)
async def call(request: Asked, id: FromPath[str], data: JSONBody[Text]) -> Response[Done | Problem]:
    """Call the arbiter."""
    actor, seat = await seated(request, id)
    return await act(request, id, actor, CallArbiter(seat=seat, text=data.text))


@post("/tables/{id:str}/start")
async def start_table(request: Asked, id: FromPath[str]) -> Response[Done | Problem]:
    """Start a table without those who have not sat down (director)."""
    return await direct(request, id, StartTable())


@post("/tables/{id:str}/answer-call", request_max_body_size=SHORT)
async def answer_call(request: Asked, id: FromPath[str], data: JSONBody[Text]) -> Response[Done | Problem]:
    """Close a call of the arbiter (director)."""
    return await direct(request, id, AnswerCall(note=data.text))


@get("/tables/{id:str}/replay")
async def replay(request: Asked, id: FromPath[str]) -> list[StepLine]:
    """List what happened at a table, step by step, in words."""
    history = await pages.history(request, id)
    words = lang(request)
    return [
        StepLine(n, s.at, str(s.event.__struct_config__.tag), s.deal, screens.said(s.event, s.table, words))
        for n, s in enumerate(pages.stops(history))
    ]


@get("/tables/{id:str}/replay/{n:int}")
async def replay_step(request: Asked, id: FromPath[str], n: FromPath[int]) -> StepView:
    """Give a table at one step: all hands once its deal is over, before that what the public saw."""
    history = await pages.history(request, id)
    steps = pages.stops(history)
    if not 0 <= n < len(steps):
        raise NotKnownError(str(n))
    view, is_open = pages.seen_at(history, steps[n])
    return StepView(n, len(steps) - 1, is_open, view)


@get("/tables/{id:str}/export", media_type="application/jsonl")
async def export(request: Asked, id: FromPath[str]) -> Response[bytes]:
    """Give a finished table's decision records as a signed file of JSON lines, which `capicua verify` checks."""
    signer = gateway(request).signer
    if gateway(request).known.read_only(id):
        raise NoEntryError(detail="opened.export")
    history = await pages.history(request, id)
    table = history.steps[-1].table
    # Who typed a record may take it away as it stands.
    own = bool(table.opened.origin) and sees(request, table.opened.tournament, "records")
    if signer is None or not (own or table.phase in (Phase.ENDED, Phase.REVEALED)):
        raise NoEntryError(detail="replay.closed")
    header = exporting.Header(kind=exporting.TABLE, id=id, partitions=gateway(request).log.partitions, tables=(id,))
    name = re.sub(r"[^\w.-]", "_", id)
    return Response(
        b"".join(exporting.lines(header, ((TABLE_EVENTS, entry) for entry in history.records), signer)),
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}.jsonl"'},
    )


HANDLERS: tuple[Any, ...] = (
    api_games.list_games,
    list_tournaments,
    create_tournament,
    get_tournament,
    get_standings,
    get_season,
    get_links,
    enter,
    import_entrants,
    import_csv,
    check_in,
    let_in_again,
    open_registration,
    close_registration,
    seat_round,
    begin_round,
    drop_seating,
    finish,
    issue_link,
    revoke_link,
    get_table,
    my_table,
    play_move,
    sit,
    call,
    start_table,
    answer_call,
    replay,
    replay_step,
    export,
)
