# ruff: noqa: RUF001  # a minus sign and dashes are meant
"""From what the gateway knows to what a page shows: plain values for the templates, in one language.

Reads the projection, calls the games' views (the only door for a hand), and words things. It judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from contracts import staff, table_state, tournament_state
from contracts.envelope import actor_name, actor_role
from contracts.games.game import GAMES, MatchResult, Refusal
from contracts.messages import Board, Event
from contracts.pairs import by_entrant, seat_plans
from contracts.sentences import of_game, sentence
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
    SatDown,
    SeatPlan,
    TableKeyRevealed,
    TableOpened,
    TablePaused,
    TableResumed,
    TakenBack,
)
from contracts.table_state import FinishedDeal, Phase, Table
from contracts.tournament_state import Entrant, Round, RoundPhase, TableState, Tournament, players
from services.web_gateway import cards, clocks, house_rules, stage_form, trains
from services.web_gateway.projection import Play, Projection, Seen
from services.web_gateway.words import LRI, PDI, Lang

Values = dict[str, Any]
_LETTERS = "ABCDEFGHIJKLMN"  # of seats and their arms, in notation


@dataclass(frozen=True)
class Said:
    """A refusal as a page shows it."""

    code: str
    rule: str
    sentence: str
    link: str


def say(refusal: Refusal, lang: Lang, seats: Sequence[SeatPlan] = (), rules: str = "", seat: int | None = None) -> Said:
    """Word a refusal to the player at `seat`, and link the rule that says so. Offered moves are named as on screen."""
    offers = refusal.facts.get("offers")
    if isinstance(offers, tuple):
        named = tuple(offer(move, lang, seats, seat, rules) for move in offers)
        refusal = Refusal(refusal.code, refusal.rule, {**refusal.facts, "offers": named})
    names = tuple(plan.name for plan in seats)
    tables = (of_game(rules),) if rules in GAMES else ()
    text = sentence(refusal, lang.code, names, *tables)
    link = f"/rules/{GAMES[rules].NAME}#{refusal.rule}" if refusal.rule and rules in GAMES else ""
    if refusal.rule.startswith("BG-"):
        link = f"/rules/blocked#{refusal.rule}"
    return Said(refusal.code, refusal.rule, text, link)


def offer(move: str, lang: Lang, seats: Sequence[SeatPlan], seat: int | None, rules: str) -> str:
    """Name a move that could be played; one that has no piece stays as it is, the sentences know it."""
    tile, at, arm = move.partition("@")
    if at and rules.startswith("mexican_train"):
        place = trains.told(arm, [plan.name for plan in seats], lang, seat)
        return lang.t("hint.tile_on", tile=lang.tile(tile), place=place)
    if at:
        owner = _LETTERS.find(arm)
        named = seats[owner].name if 0 <= owner < len(seats) else arm
        place = lang.t("arm.your") if owner == seat else lang.t("arm.of", name=named)
        return lang.t("hint.tile_on", tile=lang.tile(tile), place=place)
    if move[-1:] in ("L", "R"):
        return lang.t("hint.tile_on", tile=lang.tile(move[:-1]), place=lang.t(f"end.{move[-1]}"))
    return move.removeprefix("lead ")


def game_name(rules: str, lang: Lang) -> str:
    """Name a rule set's game."""
    name = GAMES[rules].NAME if rules in GAMES else rules
    return lang.t(f"game.{name}") if lang.has(f"game.{name}") else name


# --- tournaments


def tournaments(known: Projection, lang: Lang) -> Values:
    """Give the list of tournaments, the newest first."""
    rows = [
        {
            "id": play.id,
            "name": play.state.name,
            "phase": lang.t(f"phase.{play.state.phase}"),
            "look": {"running": "live", "registration": "wait"}.get(play.state.phase, ""),
            "line": line(play.state, lang),
            "opened": bool(play.origin),
        }
        for play in sorted(known.tournaments.values(), key=lambda p: (-p.state.created, p.id))
    ]
    return {"rows": rows}


def opened(play: Play | None, lang: Lang) -> str:
    """Say of a tournament that was opened from a file what can be done with it; empty for one that is played here."""
    if play is None or play.origin is None:
        return ""
    return lang.t("opened.note", at=lang.day(play.origin.at), club=f"{LRI}{play.origin.public_key[:16]}{PDI}")


def line(t: Tournament, lang: Lang) -> str:
    """Say in one line what a tournament plays and where it stands."""
    current = t.current
    players = t.playing
    if t.phase is tournament_state.Phase.FINISHED:
        where = lang.t("t.final", all=t.begun)
    elif current is None or not t.begun:
        where = lang.t("t.before", all=t.rules.rounds)
    elif current.phase is RoundPhase.PLAYING:
        where = lang.t("t.playing", n=current.number, all=t.rules.rounds)
    else:
        where = lang.t("t.after", n=t.begun, all=t.rules.rounds)
    return " · ".join((game_name(t.rules.game, lang), where, lang.t("t.players", n=players)))


def seating(t: Tournament, lang: Lang, me: str = "") -> Values | None:
    """Give the seating of the latest seated round."""
    current = next((r for r in reversed(t.rounds) if r.phase is not RoundPhase.WANTED), None)
    if current is None:
        return None
    report = current.report
    said = ""
    if report is not None:
        said = lang.t("seating.report", repeats=report.repeats, cost=report.repeat_cost, bound=report.bound)
    return {
        "title": lang.t("seating.title", n=current.number),
        "tables": [
            {
                "number": table.number,
                "seats": [{"name": t.name_of(e), "me": e == me} for e in table.seats],
                "note": "",
            }
            for table in current.tables
        ],
        "byes": [t.name_of(e) for e in current.byes],
        "report": said,
    }


def spots(known: Projection, play: Play, round: Round, lang: Lang, me: str = "") -> list[Values]:
    """Give each table of a round: who, and in a few words how it stands."""
    found = []
    for table in round.tables:
        seen = known.tables.get(table.id)
        look, what = _what(seen, table, play.state, lang)
        found.append(
            {
                "number": table.number,
                "id": table.id,
                "names": [play.state.name_of(e) for e in table.seats],
                "look": look,
                "what": what,
                "link": f"/table/{table.id}" if seen else f"/t/{play.id}?tab=seating",
                "me": me in table.seats and bool(me),
                "seen": seen,
            }
        )
    return found


def _what(seen: Seen | None, table: TableState, t: Tournament, lang: Lang) -> tuple[str, str]:
    if seen is not None and seen.calls:
        return "call", lang.t("what.called")
    result = table.result
    if result is None and seen is not None and seen.result is not None:
        result = by_entrant(t.rules, len(table.seats), seen.result)
    if result is not None:
        first = [t.name_of(e) for e, place in zip(table.seats, result.places, strict=True) if place == 1]
        return "done", lang.t("what.done", names=lang.names(first)) if first else lang.t("what.tie")
    if seen is None or seen.table is None:
        return "", lang.t("what.opening") if table.id else ""
    state = seen.table
    if state.paused is not None:
        return "wait", f"{lang.t('paused')} · {clocks.paused(state.paused, lang)}"
    if state.phase is Phase.WAITING:
        missing = [plan.name for plan, nonce in zip(state.seats, state.nonces, strict=True) if not nonce]
        return "wait", lang.t("what.waiting", names=lang.names(missing))
    if state.phase is Phase.WANTING and state.opened.board is not Board.SERVER:
        return "", lang.t("what.entry", n=state.deal)
    if state.phase is Phase.WANTING and not state.finished:
        return "", lang.t("what.dealing", n=state.deal)
    totals = state.match.totals
    best = min(totals) if state.rules.LOW_WINS else max(totals)
    leaders = [plan.name for plan, total in zip(state.seats, totals, strict=True) if total == best]
    if state.finished and len(leaders) == 1:
        return "", lang.t("what.leads", n=state.deal, names=lang.names(leaders), score=lang.signed(best))
    return "", lang.t("what.deal", n=state.deal)


def mine(known: Projection, play: Play, member: str, lang: Lang) -> Values:
    """Say to a player, who may be one of a pair, where he sits now, or what he waits for."""
    t = play.state
    who = t.of_member(member)
    entrant = who.id if who else member
    found: Values = {"sentence": "", "table": "", "number": 0, "why": "", "seated": False}
    standings = known.public(play.id)
    place = next((row.place for row in standings.rows if row.entrant == entrant), None) if standings else None
    current = t.current
    at = None
    if current is not None and current.phase is not RoundPhase.WANTED:
        at = next((table for table in current.tables if entrant in table.seats), None)
    if t.phase is tournament_state.Phase.FINISHED:
        found["sentence"] = lang.t("mine.end", place=place) if place is not None else lang.t("phase.finished")
    elif current is not None and at is not None and at.result is None:
        chairs = [plan.entrant for plan in seat_plans(t, at.seats)]
        others = [t.name_of(e) for e in chairs if e != member]
        key = "mine.sit" if current.begun else "mine.soon"
        seat = chairs.index(member) + 1
        names = lang.names(others)
        found["sentence"] = lang.t(key, round=current.number, table=at.number, seat=seat, names=names)
        found["seated"] = True
        if at.id in known.tables:
            found["table"], found["number"] = at.id, at.number
    elif current is not None and entrant in current.byes:
        found["seated"] = True
        found["sentence"] = lang.t("mine.bye", round=current.number)
    elif current is not None and at is not None:
        found["sentence"] = lang.t("mine.done", round=current.number)
    elif who is not None and who.withdrawn:
        found["sentence"] = lang.t("mine.out")
    elif who is not None and who.waiting:
        found["sentence"] = lang.t("waiting.mine", n=t.waiting.index(who.id) + 1)
    elif who is not None and not who.present:
        found["sentence"] = lang.t("mine.away")
    else:
        found["sentence"] = lang.t("mine.wait")
    return found


def standing(t: Tournament, e: Entrant, lang: Lang) -> str:
    """Say in a few words where an entrant stands: here, away, withdrawn, waiting; and what he is."""
    if e.waiting and not e.withdrawn:
        found = [lang.t("mark.waiting", n=t.waiting.index(e.id) + 1)]
    else:
        found = [lang.t(f"desk.state.{'out' if e.withdrawn else 'here' if e.present else 'away'}")]
    if e.row.bot:
        found.append(lang.t("mark.bot"))
    if e.row.stands_for:
        found.append(lang.t("mark.stands", name=t.name_of(e.row.stands_for)))
    elif e.row.house:
        found.append(lang.t("mark.house"))
    if e.missed and not e.present:
        found.append(lang.t("mark.noshow", n=e.missed[-1]))
    if e.row.apart:
        found.append(f"{lang.t('entry.apart.short')}: {e.row.apart}")
    if e.row.table:
        found.append(lang.t("mark.table", n=e.row.table))
    if not (e.row.bot or e.row.house) and any(other.row.paid for other in t.entrants):  # this club marks it
        found.append(lang.t("mark.paid" if e.row.paid else "mark.unpaid"))
    return " · ".join(found)


def stale(t: Tournament, lang: Lang) -> str:
    """Say that a seated round has somebody in it who will not play; empty where it has not."""
    now, ready = t.current, set(t.ready)
    gone = [e for e in now.entrants if e not in ready] if now and now.phase is RoundPhase.SEATED else []
    return lang.t("noshow.stale", names=lang.names(map(t.name_of, gone))) if gone else ""


def terms(t: Tournament, lang: Lang) -> list[tuple[str, str]]:
    """List what a tournament has agreed on."""
    rules = t.rules
    least, most = players(rules, rules.table_min), players(rules, rules.table_max)
    tables = lang.n(most if least == most else f"{least}–{most}")
    target = rules.options.get("target_score", rules.options.get("target_points"))
    breaks = lang.comma.join(lang.t(f"v.{name}") if lang.has(f"v.{name}") else name for name in rules.tie_breaks)
    found = [
        (lang.t("terms.game"), game_name(rules.game, lang)),
        (lang.t("terms.board"), "" if rules.board is Board.SERVER else lang.t(f"terms.board.{rules.board}")),
        (lang.t("terms.rounds"), lang.n(rules.rounds)),
        *stage_form.told(rules, lang),
        (lang.t("terms.tables"), tables),
        (lang.t("terms.target"), lang.n(target) if target is not None else ""),
        (lang.t("terms.house"), house_rules.summary(rules.game, rules.options, lang)),
        (lang.t("terms.deals"), lang.n(rules.max_deals) if rules.max_deals else ""),
        (lang.t("terms.move"), lang.n(rules.limits.move_s) if rules.limits.move_s else ""),
        (lang.t("terms.sit"), lang.n(rules.limits.sit_s) if rules.limits.sit_s else ""),
        (lang.t("terms.bank"), clocks.terms(rules, lang)),
        (lang.t("terms.round"), lang.span(rules.round_s * 1000) if rules.round_s else ""),
        (lang.t("terms.last"), lang.span(rules.last_deal_s * 1000) if rules.last_deal_s else ""),
        (lang.t("terms.scoring"), lang.t(f"scoring.{rules.scoring}")),
        (lang.t("terms.bye"), lang.hundredths(rules.bye_points) if rules.scoring != "raw" else lang.t("how.bye.raw")),
        (lang.t("terms.breaks"), breaks),
        (lang.t("terms.qualify"), lang.n(rules.qualify) if rules.qualify else ""),
        (lang.t("terms.hidden"), lang.n(rules.hide_last_rounds) if rules.hide_last_rounds else ""),
    ]
    return [(label, value) for label, value in found if value]


# --- a table in words


def heading(opened: TableOpened, lang: Lang) -> str:
    """Name a table; one that was made of a record says so."""
    if opened.origin and not opened.tournament:
        return lang.t("record.alone")
    if opened.origin:
        where = f"{lang.t('round.n', n=opened.round)} · {lang.t('table.n', n=opened.number)}"
        return f"{lang.t('record.of')} · {where}"
    return f"{lang.t('round.n', n=opened.round)} · {lang.t('table.n', n=opened.number)}"


def sentence_now(view: table_state.TableView, lang: Lang, hint: str) -> tuple[str, str]:
    """Say what a table waits for, as (what stands out, the rest)."""
    names = [plan.name for plan in view.seats]
    if view.phase in (Phase.ENDED, Phase.REVEALED):
        rest = lang.t("say.winner", names=lang.names(_firsts(view.result, names))) if view.result else ""
        if view.result is not None and view.seat is not None:
            rest += " " + lang.t("say.place", place=view.result.places[view.seat])
        return lang.t("say.over"), rest
    if view.paused is not None:
        return lang.t("paused"), clocks.paused(view.paused, lang)
    if view.phase is Phase.WAITING:
        return "", lang.t("say.waiting", names=lang.names(names[at] for at in view.awaited))
    if view.turn is None:
        said = {Board.SERVER: "say.dealing", Board.MOVES: "say.lay", Board.SCORES: "say.entry"}[view.played]
        return "", lang.t(said, n=view.deal)
    if view.seat is not None and view.seat in view.resigned:
        return "", lang.t("say.resigned")
    if view.turn == view.seat:
        return lang.t("say.turn"), hint
    return "", lang.t("say.theirs", name=names[view.turn])


def _firsts(result: MatchResult | None, names: Sequence[str]) -> list[str]:
    return [n for n, place in zip(names, result.places, strict=True) if place == 1] if result else []


def scores(finished: Iterable[FinishedDeal], totals: Sequence[int], seats: Sequence[SeatPlan], lang: Lang) -> Values:
    """Give the score sheet of a match."""
    rows = []
    for deal in finished:
        points = [p + q for p, q in zip(deal.outcome.points, deal.outcome.penalties, strict=True)]
        rows.append(
            {"deal": deal.deal, "how": how(deal, seats, lang), "points": [lang.signed(p) if p else "" for p in points]}
        )
    return {"names": [plan.name for plan in seats], "rows": rows, "totals": [lang.n(total) for total in totals]}


def how(deal: FinishedDeal, seats: Sequence[SeatPlan], lang: Lang) -> str:
    """Say how a deal ended."""
    key = f"how.{deal.outcome.reason}"
    return lang.t(key, names=lang.names(seats[at].name for at in deal.outcome.winners))


def last_deal(view: table_state.TableView, lang: Lang) -> str:
    """Say how the deal before this one ended."""
    if not view.finished:
        return ""
    deal = view.finished[-1]
    points = " · ".join(
        f"{lang.names([view.seats[at].name])} {lang.signed(points)}"
        for at, points in enumerate(deal.outcome.points)
        if points
    )
    return lang.t("last.deal", n=deal.deal, how=how(deal, view.seats, lang), points=points or lang.n(0))


def said(event: Event, table: Table, lang: Lang) -> str:
    """Say one event of a table in words, for the replay."""
    seats = table.seats

    def name(seat: int) -> str:
        return seats[seat].name

    match event:
        case Played():
            text = told(event.move, name(event.seat), seats, lang, table.opened.rules)
            return lang.t("said.timeout", move=text) if event.cause == "timeout" else text
        case ClaimRefused():
            return sentence(event.refusal, lang.code, tuple(p.name for p in seats), of_game(table.opened.rules))
        case Dealt():
            return lang.t("said.deal", n=event.deal)
        case PositionSet():
            return lang.t("said.position", n=event.deal)
        case TableOpened() if event.origin:
            return lang.t("said.record")
        case DealEnded():
            return lang.t("said.ended", n=event.deal, how=how(table.finished[-1], seats, lang))
        case TakenBack():
            return lang.t("said.taken", n=event.ply + 1)
        case Rewound():
            if event.again:
                key = "said.rewound.start" if table.opened.board is Board.SCORES else "said.rewound.deal"
                return lang.t(key, n=event.deal, case=event.case)
            return lang.t("said.rewound", n=event.ply + 1, case=event.case)
        case RewindRefused():
            why = sentence(event.refusal, lang.code, tuple(p.name for p in seats), of_game(table.opened.rules))
            return f"{lang.t('said.rewind.refused', case=event.case)} {why}"
        case HandsOpened():
            return lang.t("said.opened", name=lang.t(f"role.{actor_role(event.by)}"), reason=lang.names([event.reason]))
        case DealReported():
            return lang.t("said.reported", name=name(event.seat))
        case DealEntered():
            return lang.t("said.entered", n=event.deal)
        case OffenceCharged():
            return lang.t("lora.offence", name=name(event.seat), rule=event.offence)
        case DealForfeited():
            return lang.t("how.penalty")
        case SatDown():
            return lang.t("said.sat", name=name(event.seat))
        case ArbiterCalled():
            return lang.t("said.call", name=name(event.seat))
        case CallAnswered():
            return lang.t("said.answer")
        case TablePaused():
            return f"{lang.t('said.paused')}: {clocks.paused(event, lang)}"
        case TableResumed():
            return lang.t("said.resumed")
        case Resigned():
            return lang.t("said.resigned", name=name(event.seat))
        case MatchEnded():
            return lang.t("said.match")
        case TableKeyRevealed():
            return lang.t("said.key")
        case _:
            return lang.t("said.start")


def signed(t: Tournament, actor: str, lang: Lang) -> str:
    """Name who did something: a member of the staff, an entrant, or what a role is called."""
    role, name = actor_role(actor), actor_name(actor)
    member = staff.find(t.staff, name) if name else None
    if member is not None:
        return f"{member.name} ({lang.t(f'role.{role}')})"
    if role == "player" and name:
        return t.name_of(name)
    return lang.t(f"role.{role}") if lang.has(f"role.{role}") else actor


def last_move(made: tuple[int, str] | None, view: table_state.TableView, lang: Lang) -> str:
    """Say the move made last in this deal, for the line above what there is to do; empty before the first."""
    if made is None:
        return ""
    seat, move = made
    name = lang.t("you") if seat == view.seat else view.seats[seat].name
    return lang.t("last.move", what=told(move, lang.names([name]), view.seats, lang, view.rules, view.seat))


def told(move: str, name: str, seats: Sequence[SeatPlan], lang: Lang, rules: str, you: int | None = None) -> str:
    """Tell a move in words: who, what and where; `you` is the reader's own seat, whose arm or train is called so."""
    if move in ("pass", "draw", "skip", "keep", "end"):
        return lang.t(f"said.{move}", name=name)
    if card := cards.told(move, name, lang):
        return card
    word, _, rest = move.partition(" ")
    if word == "show":
        return lang.t("said.show", name=name, tile=lang.tile(rest))
    if word in ("leads", "starts"):  # who began is entered where nobody knows the hands
        named = [plan.name for at, plan in enumerate(seats) if GAMES[rules].seat_name(at) == rest]
        return lang.t("said.leads", name=named[0] if named else rest)
    if move.startswith("lead "):
        return lang.t("said.lead", name=name, tile=lang.tile(move[5:]))
    tile, at, arm = move.partition("@")
    if at and rules.startswith("mexican_train"):
        place = trains.told(arm, [plan.name for plan in seats], lang, you)
        return lang.t("said.lay", name=name, tile=lang.tile(tile), place=place)
    if at:
        owner = _LETTERS.find(arm)
        name_of = seats[owner].name if 0 <= owner < len(seats) else arm
        place = lang.t("arm.your") if owner == you else lang.t("said.arm", name=name_of)
        return lang.t("said.lay", name=name, tile=lang.tile(tile), place=place)
    if move[-1:] in ("L", "R"):
        return lang.t("said.lay", name=name, tile=lang.tile(move[:-1]), place=lang.t(f"end.{move[-1]}"))
    return lang.t("said.open", name=name, tile=lang.tile(move))
