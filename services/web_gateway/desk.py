"""The arbiter's desk as values for its pages: cases, a table at the move in question, what-if, an act's effect.

What-if is played here alone, by the games' own rules on the folded state: nothing of it is sent or kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup
from msgspec.structs import replace

from contracts import effect, table_state
from contracts.desk import PenaltyPlan, RewindPlan
from contracts.desk_acts import concerned
from contracts.desk_state import Case, CaseState, Penalty
from contracts.effect import Effect
from contracts.games.game import GAMES, BadNotation, unread
from contracts.messages import Board
from contracts.table import DealEnded, Dealt, HandsOpened, Played, PositionSet, RewindRefused, Rewound, TakenBack
from contracts.table_state import Phase, Table, TableView
from contracts.tournament_state import Round, TableState, Tournament
from services import books as texts
from services.web_gateway import boards, books, screens, sheet
from services.web_gateway.pages import stops
from services.web_gateway.projection import History, NotKnownError, Play, Step
from services.web_gateway.screens import Said, Values
from services.web_gateway.words import Lang

TRIED: Final = 60
"""Moves of a line that is only tried, at most."""
AROUND: Final = 6
"""Steps of the table's log shown before and after the one in question."""
ORDER: Final = (CaseState.APPEALED, CaseState.OPEN, CaseState.RULED, CaseState.FINAL)
"""In which order cases are listed: those that wait for the arbiter first."""


@dataclass(frozen=True)
class Tried:
    """A line tried from a step: the table after it, its moves in words, what may follow, and a move that may not."""

    table: Table
    told: tuple[str, ...]
    moves: tuple[str, ...]
    refusal: Said | None = None


# --- who and what


def listed(play: Play, lang: Lang) -> list[Values]:
    """List the cases by state: those that wait for the arbiter first, the newest first among equals."""
    cases = sorted(play.state.desk.cases, key=lambda c: (ORDER.index(c.state), -c.number))
    return [line_of(play.state, case, lang) for case in cases]


def line_of(t: Tournament, case: Case, lang: Lang) -> Values:
    """Give a case in one line."""
    opened = case.opened
    found = t.table(opened.table)
    where = []
    if found is not None:
        where = [lang.t("round.n", n=found[0].number), lang.t("table.n", n=found[1].number)]
        if opened.deal:
            where.append(at_move(t.rules.board, opened.deal, opened.ply, lang))
    return {
        "number": case.number,
        "state": lang.t(f"dk.state.{case.state}"),
        "look": {"final": "", "ruled": "done"}.get(case.state, "wait"),
        "where": " · ".join(where),
        "facts": opened.facts,
        "called": lang.t(f"dk.call.{opened.call}") if lang.has(f"dk.call.{opened.call}") else "",
        "by": screens.signed(t, opened.by, lang) if not opened.call else lang.names(map(t.name_of, opened.entrants)),
        "names": [t.name_of(e) for e in concerned(t, case)],
    }


def at_move(board: Board, deal: int, ply: int, lang: Lang) -> str:
    """Name a place in a match; where deals are entered by their scores there are no moves."""
    if board is Board.SCORES:
        return lang.t("dk.at.deal", n=deal)
    return lang.t("dk.at", n=deal, ply=ply + 1)


def story(t: Tournament, case: Case, lang: Lang) -> list[Values]:
    """Tell what became of a case, in order; rulings and appeals alternate."""
    told: list[Values] = []
    for at, ruling in enumerate(case.rulings):
        told.append(
            {
                "what": lang.t("dk.ruling.by", name=screens.signed(t, ruling.by, lang)),
                "facts": ruling.facts,
                "text": ruling.decision,
                "rules": ruling.rules,
            }
        )
        if at < len(case.appeals):
            appeal = case.appeals[at]
            told.append(_told(lang.t("dk.appeal.of", name=t.name_of(appeal.entrant)), appeal.text))
    if case.state is CaseState.FINAL:
        told.append(_told(lang.t("dk.state.final"), case.note))
    return told


def _told(what: str, text: str) -> Values:
    return {"what": what, "text": text, "facts": "", "rules": ()}


def penalty(t: Tournament, given: Penalty, lang: Lang) -> Values:
    """Give a penalty in words."""
    return {
        "number": given.number,
        "text": penal(t, given.plan, lang),
        "by": screens.signed(t, given.by, lang),
        "case": given.case,
        "lifted": given.lifted,
    }


def penal(t: Tournament, plan: PenaltyPlan, lang: Lang) -> str:
    """Say a penalty: whom, what, in which round, why."""
    points = f" {signed_points(plan.points, lang)}" if plan.points else ""
    where = f" ({lang.t('round.n', n=plan.round)})" if plan.round else ""
    rule = f" · {plan.rule}" if plan.rule else ""
    kind = lang.t(f"dk.kind.{plan.kind}")
    return f"{lang.names([t.name_of(plan.entrant)])}: {kind}{points}{where}{rule}. {lang.names([plan.reason])}"


def signed_points(hundredths: int, lang: Lang) -> str:
    """Write match points with their sign."""
    return lang.tile(("+" if hundredths > 0 else "") + lang.hundredths(hundredths))


# --- rules beside it


def rule_texts(t: Tournament, ids: Iterable[str], lang: Lang) -> list[Values]:
    """Give the text of each rule that a book has, in the reader's language; an id that no book has stands alone."""
    game = GAMES[t.rules.game].NAME
    found = []
    for named in dict.fromkeys(ids):
        text, book = Markup(), ""
        for book in dict.fromkeys((game, *texts.names())):
            if named in texts.rules(book, lang.code):
                text = books.rule(book, named, lang.code)
                break
        found.append({"id": named, "text": text, "link": f"/rules/{book}#{named}" if text else ""})
    return found


# --- the table at the move in question


def may_see(history: History, step: Step) -> bool:
    """Whether all hands of a step may be shown to the staff: its deal is over, or was opened by an act."""
    if step.deal in history.open_deals or step.table.opened.origin:
        return True
    at = (step.table.deal, step.table.attempt)
    return any(isinstance(s.event, HandsOpened) and (s.event.deal, s.event.attempt) == at for s in history.steps)


def view_of(history: History, step: Step, table: Table) -> tuple[TableView, bool]:
    """Give what the staff sees of a table at a step, and whether its hands are open."""
    view = table_state.view(table, None)
    is_open = may_see(history, step)
    if is_open and table.state is not None:
        view = replace(view, board=table.rules.reveal(table.state))
    return view, is_open


def place(steps: Sequence[Step], deal: int, ply: int) -> int:
    """Find the step at which a deal's move is to be made: the newest line's, before that move.

    A deal that is entered by its scores has no moves: it is found at the last thing that happened in it.
    """
    found = len(steps) - 1
    scored = steps[0].table.opened.board is Board.SCORES
    for at, step in enumerate(steps):
        if scored and step.table.deal == deal and not isinstance(step.event, Rewound):
            found = at
            continue
        if step.table.deal == deal and step.table.ply == ply and isinstance(step.event, Dealt | Played | PositionSet):
            found = at
    return found


def stands(steps: Sequence[Step], n: int) -> bool:
    """Whether a step is on the line that counts: nothing later took its moves back."""
    table = steps[n].table
    for later in steps[n + 1 :]:
        match later.event:
            case Rewound(again=True):
                if table.deal >= later.event.deal:
                    return False
            case Rewound() | TakenBack():
                if table.deal == later.event.deal and table.ply > later.event.ply:
                    return False
            case _:
                continue
    return True


def may_try(history: History, step: Step) -> bool:
    """Whether moves may be tried from a step: they tell the hands, so the hands have to be open or unknown."""
    table = step.table
    if table.state is None or table.phase is not Phase.PLAYING or table.opened.board is Board.SCORES:
        return False
    return table.opened.board is Board.MOVES or may_see(history, step)


def tried(table: Table, line: Sequence[str], lang: Lang) -> Tried:
    """Play a line from a step by the game's own rules, as far as they allow it. Nothing is recorded."""
    game, told = table.rules, []
    refusal = None
    for text in line[:TRIED]:
        seat = game.turn(table.state)
        if seat is None:
            break
        try:
            move = game.parse_move(text)
        except BadNotation as wrong:
            refusal = screens.say(unread("move/notation", wrong), lang)
            break
        if refused := game.refuse(table.state, seat, move):
            refusal = screens.say(refused, lang, table.seats, table.opened.rules)
            break
        told.append(screens.told(text, table.seats[seat].name, table.seats, lang, table.opened.rules))
        table = replace(table, state=game.play(table.state, move), ply=table.ply + 1)
    on_turn = game.turn(table.state) is not None
    moves = tuple(map(game.move_text, game.moves(table.state))) if on_turn else ()
    return Tried(table, tuple(told), moves, refusal)


def at_table(id: str, history: History, n: int | None, line: Sequence[str], lang: Lang, t: Tournament) -> Values:
    """Give a table at a step, or after a line tried from there. NotKnownError for a step that there is not."""
    steps = stops(history)
    n = len(steps) - 1 if n is None else n
    if not 0 <= n < len(steps):
        raise NotKnownError(str(n))
    step = steps[n]
    can_try = may_try(history, step)
    what_if = tried(step.table, line if can_try else (), lang) if can_try else None
    table = what_if.table if what_if else step.table
    view, is_open = view_of(history, step, table)
    moved = (step.event.seat, step.event.move) if isinstance(step.event, Played) and not line else None
    names = table.seats
    seat = table.rules.turn(table.state) if table.state is not None else None
    outcome = table.rules.outcome(table.state) if what_if and what_if.told and table.state is not None else None
    latest = steps[-1].table
    can_open = (
        latest.phase is Phase.PLAYING
        and latest.shown is None
        and latest.opened.board is Board.SERVER
        and (step.table.deal, step.table.attempt) == (latest.deal, latest.attempt)
    )
    line_stands = stands(steps, n)
    deal, ply = step.table.deal, step.table.ply
    scored = latest.opened.board is Board.SCORES
    return {
        "table": id,
        # What has a meaning at this table: by scores there are no moves, and over the board nobody's hands are known.
        "scored": scored,
        "has_hands": latest.opened.board is Board.SERVER or bool(latest.opened.origin),
        "starts": sorted(latest.before) if scored else [],
        "scores": screens.scores(step.table.finished, step.table.match.totals, names, lang),
        "sheet": "" if latest.result is not None or not scored else sheet.way_in(latest, lang),
        # A deal that is over has shown its hands, and where nothing follows there is nothing to undo.
        "can_back": line_stands and table_state.goes_on(latest, deal) and ply < latest.ply,
        "undone": not line_stands,
        "failed": [screens.said(s.event, s.table, lang) for s in steps if isinstance(s.event, RewindRefused)],
        "n": n,
        "steps": len(steps) - 1,
        "deal": deal,
        "ply": ply,
        "board": boards.board(view, lang, last=moved),
        "mine": False,
        "deal_line": lang.t("deal.line", n=max(step.table.deal, 1), game=screens.game_name(view.rules, lang)),
        "people": boards.people(replace(view, turn=seat), None),
        "say": screens.said(step.event, step.table, lang),
        "when": lang.clock(step.at),
        "open": is_open,
        "can_open": can_open,
        "opened": [
            lang.t(
                "dk.opened",
                name=screens.signed(t, s.event.by, lang),
                when=lang.clock(s.at),
                n=s.event.deal,
                reason=lang.names([s.event.reason]),
            )
            for s in history.steps
            if isinstance(s.event, HandsOpened)
        ],
        "log": [
            {"n": at, "say": screens.said(s.event, s.table, lang), "when": lang.clock(s.at), "now": at == n}
            for at, s in enumerate(steps)
            if abs(at - n) <= AROUND
        ],
        "can_try": can_try,
        "line": list(line) if what_if else [],
        "told": what_if.told if what_if else (),
        "refusal": what_if.refusal if what_if else None,
        "next": []
        if what_if is None or seat is None
        else [(move, screens.told(move, names[seat].name, names, lang, view.rules)) for move in what_if.moves],
        "outcome": lang.t(f"how.{outcome.reason}", names=lang.names(names[at].name for at in outcome.winners))
        if outcome
        else "",
        "deals": [
            {"deal": s.deal, "n": at, "now": s.deal == step.deal}
            for at, s in enumerate(steps)
            if isinstance(s.event, DealEnded if scored else Dealt | PositionSet)
        ],
        "in_play": latest.result is None,
    }


# --- effects


def effect_lines(found: Effect, lang: Lang) -> list[Values]:
    """Give the lines that an act changes: points and places before and after."""
    return [
        {
            "name": change.name,
            "points": tuple(lang.tile(lang.hundredths(points)) for points in change.points),
            "place": tuple(lang.n(at) if at else "-" for at in change.place),
        }
        for change in found.changes
    ]


def effect_notes(t: Tournament, found: Effect, rewind: RewindPlan | None, lang: Lang) -> list[str]:
    """Say what else an act changes: who qualifies, tables seated on old facts, who is gone, what a table does."""
    notes = []
    if found.gains:
        notes.append(lang.t("dk.gains", names=lang.names(map(t.name_of, found.gains))))
    if found.loses:
        notes.append(lang.t("dk.loses", names=lang.names(map(t.name_of, found.loses))))
    if found.tables:
        notes.append(lang.t("dk.old", tables=lang.comma.join(map(lang.n, found.tables))))
    if found.gone:
        notes.append(lang.t("dk.gone", names=lang.names(map(t.name_of, found.gone))))
    if rewind is not None and (at := t.table(rewind.table)):
        again = "dk.rewind.scores" if t.rules.board is Board.SCORES else "dk.rewind.again"
        key = again if rewind.again else "dk.rewind.move"
        notes.append(lang.t(key, table=at[1].number, n=rewind.deal, ply=rewind.ply + 1))
    if found.nothing and rewind is None:
        notes.append(lang.t("effect.none"))
    return notes


def digest_of(found: Effect) -> str:
    """Give the text by which the signed act says what was shown."""
    return effect.digest(found)


def tables_now(play: Play) -> list[tuple[Round, TableState]]:
    """List the tables that a case can be about: those of the round in play first, then the earlier ones."""
    rounds = (r for r in reversed(play.state.rounds) if r.begun)
    return [(r, table) for r in rounds for table in r.tables if table.id]
