"""What the pages' forms do: each becomes one command, and its answer a page. All work without a script."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from contracts import ranking, table_state
from contracts.entrants import clean
from contracts.entry import Absence, Admit, EntryRules, NoShow
from contracts.games.game import GAMES, Refusal
from contracts.games.options import PresetUnknownError
from contracts.messages import Board, Body, Limits
from contracts.table import AnswerCall, CallArbiter, Play, Resign, Sit, StartTable
from contracts.tournament import (
    BeginRound,
    CheckIn,
    CloseRegistration,
    CreateTournament,
    DropSeating,
    EntrantRow,
    FinishTournament,
    IssueLink,
    OpenRegistration,
    Register,
    Registered,
    Return,
    RevokeLink,
    Rules,
    StartRound,
    Withdraw,
)
from contracts.tournament_state import Tournament
from services.web_gateway import house_rules, pages, rights, screens, stage_form, work
from services.web_gateway.answers import answered, came_from, do, fields, sentence, wish
from services.web_gateway.asking import (
    SHORT,
    STAFF,
    Asked,
    gateway,
    html,
    lang,
    message,
    need_director,
    need_player,
    see,
    staff_cookie,
    views,
)
from services.web_gateway.gateway import now_s
from services.web_gateway.projection import Answer, Book, NotKnownError
from services.web_gateway.rights import need_right
from services.web_gateway.views import nonce

DIRECTOR = "director"
_DEFAULTS: dict[str, str] = {
    "name": "",
    "game": "longana/1",
    "rounds": "3",
    "table_min": "2",
    "table_max": "4",
    "max_deals": "",
    "move_s": "",
    "sit_s": "",
    "bank_min": "",
    "increment_s": "",
    "round_min": "",
    "last_deal_min": "",
    "options": "",
    "tie_breaks": "wins, opponents, game_points, lots",
    "board": "server",
    "scoring": "by_place",
    "bye_points": "150",
    "hide_last_rounds": "0",
    "qualify": "0",
    "seed": "",
    "capacity": "0",
    "late_points": "0",
    "late_entry": "yes",
    "no_show": "absent",
    "apart_by_club": "",
    "pairs": "",
}


# --- signing in


@post("/staff", include_in_schema=False, request_max_body_size=SHORT)
async def sign_in(request: Asked) -> Response[Any]:
    """Take the director's password."""
    form = await fields(request)
    auth = gateway(request).auth
    # In a thread: the hash takes its time on purpose, and tables must not wait for it.
    if not await asyncio.to_thread(auth.check_password, form.get("password", "").strip()[:200]):
        return html(request, "staff.html", {"director": False, "wrong": True}, status=403)
    answer = see("/")
    answer.cookies.append(staff_cookie(request, auth.session(now_s())))
    return answer


@post("/staff/out", include_in_schema=False)
async def sign_out(request: Asked) -> Redirect:  # noqa: ARG001
    """Forget the director's session."""
    answer = see("/staff")
    answer.delete_cookie(STAFF)
    return answer


# --- a new tournament


def new_values(request: Asked, form: Mapping[str, str], problem: str = "") -> dict[str, Any]:
    """Give the values of the form for a new tournament."""
    words = lang(request)
    games = [
        {"id": rules, "label": screens.game_name(rules, words), "offer": house_rules.offer(game, form, words)}
        for rules, game in GAMES.items()
    ]
    shown = {**_DEFAULTS, "seed": secrets.token_hex(4), **{k: v for k, v in form.items() if k in _DEFAULTS}}
    return {
        "form": shown,
        "games": games,
        "problem": problem,
        "nonce": nonce(),
        "scoring": ranking.METHODS,
        "tie_breaks": ranking.TIE_BREAKS,
        "stages": stage_form.rows(form, words),
    }


def tournament_id(name: str, ident: str) -> str:
    """Make an id from a name's Latin letters and the whole of the wish's name: the same form, the same tournament."""
    letters = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:24].strip("-")
    mark = hashlib.sha256(ident.encode()).hexdigest()[:10]
    return f"{letters}-{mark}" if letters else f"t-{mark}"


@post("/director/new", include_in_schema=False, request_max_body_size=SHORT)
async def create(request: Asked) -> Response[Any]:
    """Set up a tournament."""
    need_director(request)
    form = await fields(request)
    ident = wish(form)
    try:
        body = CreateTournament(name=clean(form.get("name", "")), rules=_rules(form))
    except PresetUnknownError as wrong:
        problem = lang(request).t("new.preset.unknown", known=", ".join(wrong.known))
        return html(request, "new.html", new_values(request, form, problem), status=400)
    except stage_form.StageError as wrong:
        return html(request, "new.html", new_values(request, form, wrong.said(lang(request))), status=400)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as wrong:
        return html(request, "new.html", new_values(request, form, str(wrong)), status=400)
    key = tournament_id(body.name, ident)
    answer = await gateway(request).act(key, DIRECTOR, body, ident)
    return await answered(
        request,
        answer,
        "/",
        refuse=lambda refusal: html(
            request, "new.html", new_values(request, form, sentence(request, refusal)), status=409
        ),
        done=lambda _: see(f"/t/{key}/director"),
    )


def _or(number: int | None, usual: int) -> int:
    return usual if number is None else number


def _rules(form: Mapping[str, str]) -> Rules:
    def number(name: str, *, needed: bool) -> int | None:
        text = form.get(name, "").strip()
        if not text and not needed:
            return None
        if not (text.isdecimal() and len(text) < 7):
            raise ValueError(f"{name}: {text!r}")
        return int(text)

    def minutes(name: str) -> int | None:
        found = number(name, needed=False)
        return None if found is None else found * 60

    options = msgspec.json.decode(form.get("options", "").strip() or "{}", type=dict[str, Any])
    played = form.get("game", "")
    if played in GAMES:  # another one is the lobby's to refuse
        options = house_rules.read(GAMES[played], form, options)
    breaks = tuple(name.strip() for name in re.split(r"[,\s]+", form.get("tie_breaks", "")) if name.strip())
    unknown = [name for name in breaks if name not in ranking.TIE_BREAKS]
    if unknown:
        raise ValueError(f"{unknown[0]}: {', '.join(ranking.TIE_BREAKS)}")
    stages = stage_form.read(form)
    return Rules(
        game=played,
        options=options,
        stages=stages,
        rounds=sum(stage.rounds for stage in stages) or number("rounds", needed=True) or 0,
        table_min=number("table_min", needed=True) or 0,
        table_max=number("table_max", needed=True) or 0,
        tie_breaks=breaks,
        scoring=form.get("scoring", "") or "by_place",
        bye_points=_or(number("bye_points", needed=False), 150),
        hide_last_rounds=number("hide_last_rounds", needed=False) or 0,
        qualify=number("qualify", needed=False) or 0,
        seed=form.get("seed", ""),
        max_deals=number("max_deals", needed=False),
        limits=Limits(
            move_s=number("move_s", needed=False),
            sit_s=number("sit_s", needed=False),
            bank_s=minutes("bank_min"),
            increment_s=number("increment_s", needed=False),
        ),
        round_s=minutes("round_min"),
        last_deal_s=minutes("last_deal_min"),
        board=Board(form.get("board") or Board.SERVER),
        late_entry=form.get("late_entry") != "no",
        pairs=bool(form.get("pairs")),
        entry=EntryRules(
            capacity=number("capacity", needed=False) or 0,
            late_points=number("late_points", needed=False) or 0,
            no_show=Absence(form.get("no_show") or Absence.ABSENT),
            apart_by_club=bool(form.get("apart_by_club")),
        ),
    )


# --- the desk


def _here(form: Mapping[str, str], t: Tournament) -> CheckIn:  # noqa: ARG001
    return CheckIn(entrants=(form.get("entrants", ""),), present=bool(form.get("present")))


def _all(form: Mapping[str, str], t: Tournament) -> CheckIn:  # noqa: ARG001
    return CheckIn(entrants=tuple(e.id for e in t.entrants if not (e.present or e.withdrawn or e.waiting)))


def row_of(form: Mapping[str, str]) -> EntrantRow:
    """Read an entrant's row from the fields that a director may change later. A table that is no number is none."""
    table = form.get("table", "").strip()
    return EntrantRow(
        name=clean(form.get("name", "")),
        club=clean(form.get("club", "")),
        apart=clean(form.get("apart", "")),
        partner=clean(form.get("partner", "")),
        # What is no number, or one that no table can have, is refused in a sentence: Python reads no endless numbers.
        table=int(table or 0) if (table or "0").isdecimal() and len(table) < 6 else -1,
        paid=bool(form.get("paid")),
    )


def _register(form: Mapping[str, str], t: Tournament) -> Register:  # noqa: ARG001
    stands_for = form.get("stands_for", "")
    house = bool(form.get("house") or stands_for)
    return Register(entrant=replace(row_of(form), bot=form.get("bot", ""), house=house, stands_for=stands_for))


def _round(form: Mapping[str, str]) -> int:
    text = form.get("round", "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0


_VERBS: Book[Callable[[Mapping[str, str], Tournament], Body]] = Book(
    {
        "open_registration": lambda form, t: OpenRegistration(),  # noqa: ARG005
        "close_registration": lambda form, t: CloseRegistration(),  # noqa: ARG005
        "register": _register,
        "check_in": _here,
        "check_in_all": _all,
        "withdraw": lambda form, t: Withdraw(  # noqa: ARG005
            entrant=form.get("entrant", ""), reason=form.get("reason", ""), effect=form.get("effect", "")
        ),
        "admit": lambda form, t: Admit(entrant=form.get("entrant", "")),  # noqa: ARG005
        "no_show": lambda form, t: NoShow(  # noqa: ARG005
            round=_round(form), entrants=(form.get("entrant", ""),), effect=form.get("effect", "")
        ),
        "return": lambda form, t: Return(entrant=form.get("entrant", ""), reason=form.get("reason", "")),  # noqa: ARG005
        "start_round": lambda form, t: StartRound(round=_round(form)),  # noqa: ARG005
        "drop_seating": lambda form, t: DropSeating(round=_round(form), reason=form.get("reason", "")),  # noqa: ARG005
        "begin_round": lambda form, t: BeginRound(round=_round(form)),  # noqa: ARG005
        "finish_tournament": lambda form, t: FinishTournament(),  # noqa: ARG005
        "issue_link": lambda form, t: IssueLink(entrant=form.get("entrant", "")),  # noqa: ARG005
        "revoke_link": lambda form, t: RevokeLink(entrant=form.get("entrant", "")),  # noqa: ARG005
    }
)
_KINDS = {"check_in_all": "check_in"}
"""The kinds of command of those verbs that are called otherwise."""
_LINK_VERBS = ("issue_link", "revoke_link")


@post("/t/{id:str}/do/{verb:str}", include_in_schema=False, request_max_body_size=SHORT)
async def desk(request: Asked, id: FromPath[str], verb: FromPath[str]) -> Response[Any]:
    """Carry out one of the director's verbs."""
    make = _VERBS[verb]
    who = need_right(request, id, _KINDS.get(verb, verb))
    form = await fields(request)
    t = gateway(request).known.tournaments[id].state
    body: Body = make(form, t)
    back = f"/t/{id}/links" if verb in _LINK_VERBS else came_from(form, id, who)
    if form.get("back") == "check-in" or who != rights.DIRECTOR:
        back = f"/t/{id}/check-in#p-{form.get('entrants') or form.get('entrant', '')}"
    on_page = work.on_page(request, id, who, back)

    def refuse(refusal: Refusal) -> Response[Any] | Awaitable[Response[Any]]:
        if refusal.code == "effect/changed":
            asked = "no-show" if verb == NoShow.KIND else "withdraw"
            return see(f"/t/{id}/{asked}/{form.get('entrant', '')}?changed=1")  # what it changes now, asked again
        return _links(request, id, refusal) if verb in _LINK_VERBS else on_page(refusal)

    return await do(request, id, who.actor, body, form, back, refuse=refuse)


def _links(request: Asked, id: str, refusal: Refusal) -> Response[str]:
    values = pages.links_values(request, id, sentence(request, refusal))
    return html(request, "links.html", values, status=409)


@post("/t/{id:str}/links", include_in_schema=False, request_max_body_size=SHORT)
async def make_links(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Make a personal link for everybody who never had one."""
    need_right(request, id, "issue_link")
    t = gateway(request).known.tournaments[id].state
    for e in t.entrants:
        for one in () if e.row.bot or e.withdrawn else (m for m in e.members if e.links_of(m) == 0):
            # The wish is named by what it is, so that pressing the button twice makes one link each.
            answer = await gateway(request).act(id, DIRECTOR, IssueLink(entrant=one), f"first-link-{id}")
            if answer is None or answer.refusal is not None:
                return await answered(
                    request, answer, f"/t/{id}/links", refuse=lambda refusal: _links(request, id, refusal)
                )
    return see(f"/t/{id}/links")


_TABLE_VERBS: Book[Callable[[Mapping[str, str]], Body]] = Book(
    {
        "start_table": lambda form: StartTable(),  # noqa: ARG005
        "answer_call": lambda form: AnswerCall(note=form.get("note", "")),
    }
)


@post("/table/{id:str}/do/{verb:str}", include_in_schema=False, request_max_body_size=SHORT)
async def desk_table(request: Asked, id: FromPath[str], verb: FromPath[str]) -> Response[Any]:
    """Carry out one of the staff's verbs at a table."""
    make = _TABLE_VERBS[verb]
    tournament = gateway(request).known.tables[id].opened.tournament
    who = need_right(request, tournament, verb)
    form = await fields(request)
    back = came_from(form, tournament, who)
    refuse = work.on_page(request, tournament, who, back)
    return await do(request, id, who.actor, make(form), form, back, refuse=refuse)


# --- players


@post("/t/{id:str}/enter", include_in_schema=False, request_max_body_size=SHORT)
async def enter(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Enter a tournament by oneself, while registration is open."""
    form = await fields(request)
    t = gateway(request).known.tournaments[id].state
    own = {name: form.get(name, "") for name in ("name", "club", "partner")}  # the rest is the director's to say

    def refuse(refusal: Refusal) -> Response[str]:
        said = sentence(request, refusal)
        view = views(request).tournament(id, lang(request), "standings", player=None, director=False, problem=said)
        return html(request, view.page, view.values, status=409, at=view.position)

    def entered(answer: Answer) -> Response[Any]:
        waits = any(isinstance(e, Registered) and e.waiting for e in answer.events)
        return see(f"/t/{id}?entered={'waits' if waits else '1'}")

    return await do(request, id, "player", _register(own, t), form, f"/t/{id}", refuse=refuse, done=entered)


@post("/t/{id:str}/me/here", include_in_schema=False, request_max_body_size=SHORT)
async def here(request: Asked, id: FromPath[str]) -> Response[Any]:
    """A player says that he is here."""
    who = need_player(request, id)
    form = await fields(request)
    body = CheckIn(entrants=(views(request).entrant(who)[1].id,))
    return await do(request, id, f"player:{who.entrant}", body, form, f"/t/{id}/me")


@post("/t/{id:str}/me/withdraw", include_in_schema=False, request_max_body_size=SHORT)
async def leave(request: Asked, id: FromPath[str]) -> Response[Any]:
    """A player leaves the tournament from the next round on, once he has seen what that changes."""
    who = need_player(request, id)
    form = await fields(request)
    back = f"/t/{id}/me"
    if form.get("sure") != "yes":
        return message(request, 400, "bad", lang(request).t("leave.unsure"), code="leave.unsure", back=back)
    body = Withdraw(entrant=views(request).entrant(who)[1].id, effect=form.get("effect", ""))
    answer = await gateway(request).act(id, f"player:{who.entrant}", body, wish(form))
    if answer is not None and answer.refusal is not None and answer.refusal.code == "effect/changed":
        return see(f"/t/{id}/me/leave?changed=1")  # what it changes now, asked again
    return await answered(request, answer, back)


async def _at_table(request: Asked, id: str, make: Any) -> Response[Any]:
    """Send a player's command for his own seat; a refusal is shown at his hand."""
    opened = gateway(request).known.tables[id].opened
    who = need_player(request, opened.tournament)
    await pages.at_hand(request, id)
    table = views(request).at_hand(id)
    seat = table_state.seat_of(table, who.entrant)
    if seat is None:
        raise NotKnownError(id)
    form = await fields(request)
    try:
        body = make(form, seat)
    except ValueError:
        return message(request, 400, "bad", lang(request).t("play.lost"), code="bad", back=f"/table/{id}/play")
    answer = await gateway(request).act(id, f"player:{who.entrant}", body, wish(form))

    async def at_hand(refusal: Refusal) -> Response[str]:
        said = screens.say(refusal, lang(request), table.seats, opened.rules, seat)
        await pages.at_hand(request, id)
        view = views(request).play(id, lang(request), who, said)
        return html(request, view.page, view.values, status=409, stream=f"/live/table/{id}/play", at=view.position)

    return await answered(
        request, answer, f"/table/{id}/play", refuse=at_hand, seats=table.seats, rules=opened.rules, seat=seat
    )


@post("/table/{id:str}/play", include_in_schema=False, request_max_body_size=SHORT)
async def play_move(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Play a move: 303 back to the table, or 409 with one sentence at the hand."""
    return await _at_table(
        request,
        id,
        lambda form, seat: Play(
            seat=seat,
            move=form.get("move", ""),
            deal=_int(form, "deal"),
            ply=_int(form, "ply"),
            rewinds=_int(form, "rewinds") if "rewinds" in form else None,
        ),
    )


def _int(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "")
    if not (text.isdecimal() and len(text) < 9):
        raise ValueError(name)
    return int(text)


@post("/table/{id:str}/sit", include_in_schema=False, request_max_body_size=SHORT)
async def sit(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Sit down. Without a script the server draws the nonce, and the page says so."""
    drawn = secrets.token_hex(16)
    return await _at_table(request, id, lambda form, seat: Sit(seat=seat, nonce=form.get("nonce") or drawn))


@post("/table/{id:str}/call", include_in_schema=False, request_max_body_size=SHORT)
async def call(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Call the arbiter."""
    return await _at_table(request, id, lambda form, seat: CallArbiter(seat=seat, text=form.get("text", "")))


@post("/table/{id:str}/resign", include_in_schema=False, request_max_body_size=SHORT)
async def resign(request: Asked, id: FromPath[str]) -> Response[Any]:
    """Give the match up, once the box is ticked."""

    def make(form: Mapping[str, str], seat: int) -> Resign:
        if form.get("sure") != "yes":
            raise ValueError("sure")
        return Resign(seat=seat)

    return await _at_table(request, id, make)


@get("/director/new", include_in_schema=False)
async def new(request: Asked) -> Response[str]:
    """The form for a new tournament."""
    need_director(request)
    return html(request, "new.html", new_values(request, {}))


HANDLERS = (
    sign_in,
    sign_out,
    new,
    create,
    desk,
    make_links,
    desk_table,
    enter,
    here,
    leave,
    play_move,
    sit,
    call,
    resign,
)
