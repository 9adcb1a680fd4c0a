"""Each page as a function of what the gateway knows and who asks: the whole page and its live fragment alike."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from markupsafe import Markup

from contracts import desk_acts, table_state, tournament_state
from contracts.desk_state import CaseState
from contracts.entrants import COLUMNS
from contracts.games.game import GAMES
from contracts.messages import Board
from contracts.ranking import Standings
from contracts.table_state import Phase, Table, TableView
from contracts.tournament_state import Entrant, Round, RoundPhase
from services import names
from services.web_gateway import boards, clocks, policies, ranks, screens, seats, sheet
from services.web_gateway.auth import Player, TokenError
from services.web_gateway.gateway import Gateway
from services.web_gateway.live import Shot
from services.web_gateway.projection import NotKnownError, Play, Seen
from services.web_gateway.render import mark, part, qr, render
from services.web_gateway.screens import Said, Values
from services.web_gateway.words import Lang

TABS = ("standings", "seating", "tables", "rules")
SLOW_S = 0.15
"""Least time between two renderings of a tournament's pages."""
QUICK_S = 0.03
"""The same for a table's."""


@dataclass(frozen=True)
class View:
    """A page: its template, the part of it that lives, what they show, and the log position that it shows."""

    page: str
    part: str
    values: Values
    position: str


@dataclass(frozen=True)
class Source:
    """Where a live page comes from: how to make it, whom it is for, and what changes it."""

    key: tuple[str, ...]
    subjects: tuple[str, ...]
    make: Callable[[], View]
    pace_s: float

    def shot(self, lang: Lang) -> Shot:
        """Render the fragment; None where the page is not to be had any more."""
        try:
            view = self.make()
        except (NotKnownError, TokenError):
            return Shot("", None)
        return Shot(view.position, render(view.part, lang, view.values))


@dataclass(frozen=True)
class LateSource:
    """The same for a page that shows more than is in memory: making it may read the log."""

    key: tuple[str, ...]
    subjects: tuple[str, ...]
    make: Callable[[], Awaitable[View]]
    pace_s: float

    async def shot(self, lang: Lang) -> Shot:
        """Render the fragment; None where the page is not to be had any more."""
        try:
            view = await self.make()
        except (NotKnownError, TokenError):
            return Shot("", None)
        return Shot(view.position, render(view.part, lang, view.values))


def nonce() -> str:
    """Make a name for a wish that a form will send."""
    return secrets.token_hex(8)


def named(kind: str) -> str:
    """The same with the form's kind in front, for reading logs."""
    return f"{''.join(c for c in kind if c.isalnum())[:24]}-{nonce()}"


class Views:
    """All pages over one gateway. NotKnownError where there is no such tournament or table."""

    def __init__(self, gateway: Gateway) -> None:
        """Take the gateway whose projection is shown."""
        self.gateway = gateway
        self.known = gateway.known
        self._drawn: dict[tuple[str, str], tuple[tuple[tuple[int, int, int, bool], Markup], ...]] = {}
        self.sittings = seats.Sittings()

    # --- who

    def entrant(self, player: Player) -> tuple[Play, Entrant]:
        """Find whom a token means: himself, or the pair that he is one of. TokenError where his link does not work."""
        play = self.known.tournaments.get(player.tournament)
        found = play.state.of_member(player.entrant) if play else None
        if play is None or found is None or found.link_of(player.entrant) != player.generation:
            raise TokenError("revoked")
        return play, found

    # --- tournaments

    def tournaments(self, lang: Lang, *, director: bool) -> View:
        """The list of tournaments."""
        plays = self.known.tournaments.values()
        newest: dict[int, int] = {}
        for play in plays:
            if not play.origin:  # the others lie in a topic of their own, and stay as they are
                newest[play.partition] = max(newest.get(play.partition, -1), play.offset)
        opened = sum(1 for play in plays if play.origin)
        places = [f"t{p}:{newest[p]}" for p in sorted(newest)] + ([f"o{opened}"] if opened else [])
        position = "_".join(places) or "none"
        values = screens.tournaments(self.known, lang) | {"director": director}
        return View("tournaments.html", "parts/tournaments.html", values, position)

    def tournament(
        self,
        id: str,
        lang: Lang,
        tab: str,
        *,
        player: Player | None,
        director: bool,
        way: str = "",
        note: str = "",
        problem: str = "",
    ) -> View:
        """One tournament's public page, with the player's own line where he is known, and the way in while it is open.

        `director` may see what is hidden from the public; `way` leads the staff to where they work.
        `note` and `problem` say what became of somebody's wish to enter.
        """
        play = self.known.tournaments[id]
        t = play.state
        me = self.entrant(player)[1].id if player else ""
        values: Values = {
            "id": id,
            "name": t.name,
            "line": screens.line(t, lang),
            "tab": tab,
            "way": way,
            "mine": self._mine(play, player.entrant, lang) if player else None,
            "enter": t.phase is tournament_state.Phase.REGISTRATION and not me and not play.origin,
            "opened": screens.opened(play, lang),
            "pairs": t.rules.pairs,
            "full": lang.t("waiting.full", n=t.rules.entry.capacity) if 0 < t.rules.entry.capacity <= t.playing else "",
            "nonce": nonce(),
            "note": note,
            "problem": problem,
        }
        if tab == "standings":
            values |= self._standings(id, lang, me, director=director)
        elif tab == "seating":
            values["seating"] = screens.seating(t, lang, me)
        elif tab == "tables":
            now = _shown_round(t)
            values["spots"] = screens.spots(self.known, play, now, lang, me) if now else []
            values["past"] = [
                {"number": r.number, "spots": screens.spots(self.known, play, r, lang, me)}
                for r in reversed(t.rounds)
                if r.begun and r is not now
            ]
        else:
            values |= {
                "terms": screens.terms(t, lang),
                "policies": policies.policies(t, lang),
                "game": GAMES[t.rules.game].NAME,
                "game_name": screens.game_name(t.rules.game, lang),
                "seed": t.rules.seed,
                "key_hash": t.key_hash,
                "key": t.key,
            }
        position = self.known.where_tournament(id, tables=tab == "tables")
        return View("tournament.html", "parts/tournament.html", values, position)

    def me(self, id: str, lang: Lang, player: Player) -> View:
        """A player's own page: where he sits, how he stands."""
        play, entrant = self.entrant(player)
        t = play.state
        open_ = t.phase is not tournament_state.Phase.FINISHED
        values: Values = {
            "id": id,
            "name": t.name,
            "who": entrant.member_name(player.entrant),
            "pair": entrant.name if entrant.row.partner else "",
            "line": screens.line(t, lang),
            "mine": self._mine(play, player.entrant, lang),
            **self._standings(id, lang, entrant.id),
            "check_in": open_ and not (entrant.present or entrant.withdrawn or entrant.waiting),
            "can_leave": open_ and not entrant.withdrawn,
            "cases": self._rulings(t, entrant.id, lang),
            "nonce": nonce(),
        }
        return View("me.html", "parts/me.html", values, self.known.where_tournament(id, tables=False))

    def _rulings(self, t: tournament_state.Tournament, entrant: str, lang: Lang) -> list[Values]:
        """The rulings that concern an entrant; against one that is not final he may appeal."""
        found = [c for c in t.desk.cases if c.rulings and entrant in desk_acts.concerned(t, c)]
        return [
            {
                "number": c.number,
                "state": lang.t(f"dk.state.{c.state}"),
                "decision": c.rulings[-1].decision,
                "rules": c.rulings[-1].rules,
                "can": c.state is CaseState.RULED,
            }
            for c in reversed(found)
        ]

    def _mine(self, play: Play, member: str, lang: Lang) -> Values:
        """Where a player, who may be one of a pair, sits or what he waits for, and why."""
        found = screens.mine(self.known, play, member, lang)
        now, entrant = play.state.current, member.partition(".")[0]
        if found["seated"] and now is not None:
            place = self.sittings.of(play.id, play.state, now)[entrant]
            found["why"] = seats.why(place, play.state, now.number, lang)
        return found

    def _standings(self, id: str, lang: Lang, me: str, *, director: bool = False) -> Values:
        """The newest standings that this reader may see, and how they are counted."""
        t = self.known.tournaments[id].state
        shown = self.known.standings(id) if director else self.known.public(id)
        return {
            "ranks": self._lines(id, t, shown, lang, me),
            "house": ranks.house(shown, lang),
            "veil": " ".join(filter(None, (clocks.halted(t, lang), ranks.veil(t, lang, director=director)))),
            "how": ranks.how(t, lang),
            "query": "",
        }

    def _lines(self, id: str, t: tournament_state.Tournament, shown: Standings | None, lang: Lang, me: str) -> str:
        """Draw the lines of the standings once for everybody, and mark the reader's own among them.

        A hall that loads its pages all at once would else have each line drawn anew for every phone.
        """
        if shown is None or not shown.rows:
            return ""
        key = (id, lang.code)
        stand = (self.known.tournaments[id].offset, shown.source, shown.round, shown.running)
        kept = self._drawn.get(key, ())
        drawn = next((text for at, text in kept if at == stand), None)
        if drawn is None:
            values = {"ranks": ranks.ranks(shown, t, lang), "id": id, "query": ""}
            drawn = part("parts/ranks.html", lang, values)
            self._drawn[key] = (*kept[-1:], (stand, drawn))  # the director's and the public's may differ
        return mark(drawn, me)

    def hall(self, id: str, lang: Lang, link: str) -> View:
        """The screen on the wall."""
        play = self.known.tournaments[id]
        t = play.state
        now = _shown_round(t)
        standings = self.known.public(id)
        playing = now is not None and now.phase is RoundPhase.PLAYING
        finished = t.phase is tournament_state.Phase.FINISHED
        if playing and now is not None:
            clock = {"say": lang.t("hall.since", n=now.number), "since": play.began.get(now.number, t.at), "text": ""}
        elif finished:
            clock = {"say": lang.t("hall.final"), "since": 0, "text": ""}
        else:
            clock = {"say": lang.t("hall.round", n=now.number) if now else "", "since": 0, "text": ""}
        if finished:
            following = lang.t("hall.over")
        elif now is None:
            following = lang.t("hall.before")
        elif now.number < t.rules.rounds:
            following = lang.t("hall.next", n=now.number + 1, all=t.rules.rounds)
        else:
            following = lang.t("hall.last")
        seats = sorted(
            (
                {"table": table.number, "name": t.name_of(e)}
                for table in (now.tables if now else ())
                for e in table.seats
            ),
            key=lambda seat: (seat["table"], str(seat["name"])),
        )
        values: Values = {
            "id": id,
            "name": t.name,
            "shown": "",
            "clock": clock,
            "round_clock": clocks.of_round(t, lang),
            "halted": clocks.halted(t, lang),
            "board_title": ranks.title(standings, lang),
            "ranks": ranks.ranks(standings, t, lang),
            "seating_title": lang.t("seating.title", n=now.number) if now else lang.t("tab.seating"),
            "seats": seats,
            "spots": screens.spots(self.known, play, now, lang) if now else [],
            "qr": qr(link),
            "next": following,
        }
        return View("hall.html", "parts/hall.html", values, self.known.where_tournament(id))

    def director(self, id: str, lang: Lang, *, problem: str = "") -> View:
        """The director's desk."""
        play = self.known.tournaments[id]
        t = play.state
        finished = t.phase is tournament_state.Phase.FINISHED
        current, waits = t.current, seats.waiting(t)
        spots = []
        if current is not None and current.begun:
            for spot in screens.spots(self.known, play, current, lang):
                seen: Seen | None = spot["seen"]
                table = seen.table if seen else None
                ended = table is None or table.result is not None
                spots.append(
                    spot
                    | {
                        "call": clocks.called(table, lang) if table else "",
                        "sheet": sheet.way_in(table, lang) if table and not ended else "",
                        "can_start": table is not None and table.phase is Phase.WAITING,
                        "can_stop": not ended,
                        "paused": clocks.paused(table.paused, lang) if table else "",
                    }
                )
        values: Values = {
            "id": id,
            "name": t.name,
            "line": screens.line(t, lang),
            "problem": problem,
            "desk": clocks.desk(self.known, id, lang),
            "stale": screens.stale(t, lang),
            "columns": ",".join(COLUMNS),
            "pairs": t.rules.pairs,
            "nonce": named,
            "step": _step(t, lang),
            "entry": {
                "say": lang.t("desk.say.count", n=len(t.entrants), here=len(t.ready)),
                "can_open": t.phase in (tournament_state.Phase.ANNOUNCED, tournament_state.Phase.CLOSED),
                "can_close": t.phase is tournament_state.Phase.REGISTRATION,
                "can_add": not finished,
            },
            "spots": spots,
            "seating": seats.shown(t, waits, self.sittings.of(id, t, waits), lang) if waits else None,
            "can_check": not finished,
            "people": [_person(t, e, lang) for e in names.ordered(t.entrants, lambda e: e.name)],
        }
        return View("director.html", "parts/director.html", values, self.known.where_tournament(id))

    # --- tables

    def at_hand(self, id: str) -> Table:
        """Give a table that is in memory. NotKnownError where it is unknown, or over and only in the log."""
        seen = self.known.tables[id]
        table = seen.table or self.known.recent.get(id)
        if table is None:
            raise NotKnownError(id)
        return table

    def table(self, id: str, lang: Lang) -> View:
        """A table as spectators see it: no hands before a deal is over."""
        seen, table = self.known.tables[id], self.at_hand(id)
        view = table_state.view(table, None)
        board = boards.board(view, lang, last=seen.move)
        lead, rest = screens.sentence_now(view, lang, "")
        values = self._table(id, table, view, lang) | {
            "board": board,
            "mine": False,
            "say": f"{lead} {rest}".strip(),
            "replay": bool(table.deal),
            "record": bool(table.finished),
        }
        return View("table.html", "parts/table.html", values, self.known.where_table(id))

    def _table(self, id: str, table: Table, view: TableView, lang: Lang) -> Values:
        play = self.known.tournaments.get(table.opened.tournament)
        running = play.state if play and not table.result else None
        return {
            "id": id,
            # A record may name a tournament that is not here.
            "tournament": table.opened.tournament if table.opened.tournament in self.known.tournaments else "",
            "heading": screens.heading(table.opened, lang),
            "opened": screens.opened(self.known.tournaments.get(table.opened.tournament), lang),
            "deal_line": lang.t("deal.line", n=max(view.deal, 1), game=screens.game_name(view.rules, lang)),
            "people": boards.people(view, view.seat),
            "last": screens.last_move(self.known.tables[id].move, view, lang),
            "scores": screens.scores(view.finished, view.totals, view.seats, lang),
            "banks": clocks.banks(view, lang),
            "round_clock": clocks.of_round(running, lang, table.opened.number),
            "halted": clocks.halted(play.state, lang) if play else "",
            "shown": self._shown(table, lang),
        }

    def _shown(self, table: Table, lang: Lang) -> str:
        """Say that the staff sees the hands of the running deal, who opened them and why."""
        if table.shown is None or table.phase is not Phase.PLAYING:
            return ""
        play = self.known.tournaments.get(table.opened.tournament)
        name = screens.signed(play.state, table.shown.by, lang) if play else table.shown.by
        return lang.t("shown", name=name, reason=lang.names([table.shown.reason]))

    def play(self, id: str, lang: Lang, player: Player, refusal: Said | None = None) -> View:
        """A player's table: his hand, what he can do, and one sentence about it."""
        self.entrant(player)
        seen, table = self.known.tables[id], self.at_hand(id)
        seat = table_state.seat_of(table, player.entrant)
        if seat is None or table.opened.tournament != player.tournament:
            raise NotKnownError(id)
        view = table_state.view(table, seat)
        board = boards.board(view, lang, last=seen.move)
        lead, rest = screens.sentence_now(view, lang, board.hint)
        over = view.phase in (Phase.ENDED, Phase.REVEALED)
        # Over the board a move is entered on the table's sheet: here is nothing to pick.
        still = view.paused is not None
        turn = view.turn == seat and seat not in view.resigned and view.played is Board.SERVER and not still
        waits = view.phase is Phase.PLAYING and not still
        values = self._table(id, table, view, lang) | {
            "board": board,
            "mine": True,
            "deal": view.deal,
            "ply": view.ply,
            "rewinds": view.rewinds,
            "turn": turn,
            "deadline": view.deadline,
            "since": view.since if waits else None,
            "lead": lead,
            "say": rest,
            "last_deal": screens.last_deal(view, lang),
            "last_deal_no": view.finished[-1].deal if view.finished else 0,
            "refusal": refusal,
            "sit": seat in view.awaited and not over,
            "nonce": nonce(),
            "over": over,
            "called": view.call is not None,
            "sheet": "" if over or view.played is Board.SERVER else sheet.way_in(table, lang),
            "spelled": [(move, spelled(move, board)) for move in view.moves],
            "game": GAMES[view.rules].NAME,
            "over_board": view.played is not Board.SERVER,
            "can_resign": not over and seat not in view.resigned and not still,
        }
        return View("play.html", "parts/play.html", values, self.known.where_table(id))


def spelled(move: str, board: boards.Board) -> str:
    """Say a move as its button does."""
    if move == board.alone:
        return board.alone_said
    if move in board.named:
        return board.named[move]
    written = {piece.text: piece.label for piece in board.hand}
    ends = [p for p in (*board.places, board.left, board.right) if p is not None]
    for place in ends:
        tail = f"@{place.id}" if "@" in move else place.id
        if move.endswith(tail) and "{place}" in board.pattern:
            tile = move.removesuffix(tail)
            return board.say.replace("{tile}", written.get(tile, tile)).replace("{place}", place.label)
    tile = move.removeprefix("lead ")
    return board.say.replace("{tile}", written.get(tile, tile))


def _shown_round(t: tournament_state.Tournament) -> Round | None:
    return next((r for r in reversed(t.rounds) if r.phase is not RoundPhase.WANTED), None)


def _step(t: tournament_state.Tournament, lang: Lang) -> Values:
    """Say what the director can do next."""
    current, all_ = t.current, t.rules.rounds
    here = len(t.ready)
    found: Values = {"at": "", "round": current.number if current else 1, "say": "", "finish": False}
    if t.phase is tournament_state.Phase.FINISHED:
        return found | {"say": lang.t("desk.say.finished")}
    if current is not None and current.phase is RoundPhase.WANTED:
        return found | {"at": "wanted", "say": lang.t("desk.say.wanted", n=current.number)}
    if current is not None and current.phase is RoundPhase.SEATED:
        return found | {"at": "seated", "say": lang.t("desk.say.seated", n=current.number)}
    if current is not None and current.phase is RoundPhase.PLAYING:
        done = sum(table.result is not None for table in current.tables)
        say = lang.t("desk.say.playing", n=current.number, done=done, all=len(current.tables))
        return found | {"at": "playing", "say": say}
    following = t.begun + 1
    if following > all_:
        return found | {"at": "finish", "finish": True, "say": lang.t("desk.say.last", n=all_)}
    if here < t.rules.table_min:
        return found | {"say": lang.t("desk.say.few", n=t.rules.table_min), "finish": t.begun > 0}
    say = lang.t("desk.say.start", here=here, n=following, all=all_)
    return found | {"at": "start", "round": following, "say": say, "finish": t.begun > 0}


def _person(t: tournament_state.Tournament, e: Entrant, lang: Lang) -> Values:
    state = "out" if e.withdrawn or e.waiting else "here" if e.present else "away"
    return {
        "id": e.id,
        "name": e.name,
        "club": e.row.club,
        "house": e.row.house,
        "waiting": e.waiting and not e.withdrawn,
        "present": e.present,
        "withdrawn": e.withdrawn,
        "look": {"here": "done", "away": "", "out": "wait"}[state],
        "state": screens.standing(t, e, lang),
    }
