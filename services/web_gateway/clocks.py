"""Clocks, pauses and calls as pages show them: plain values in one language.

A clock that runs is shown by its end, and the browser counts down by the server's time; what stands is a text.
"""

from __future__ import annotations

from typing import Any

from contracts.clock import Clock
from contracts.table import PauseCase, TablePaused
from contracts.table_state import Table, TableView
from contracts.tournament import Rules
from contracts.tournament_state import Phase, RoundPhase, Tournament
from services.web_gateway.projection import Projection, Seen
from services.web_gateway.words import FSI, PDI, Lang

Values = dict[str, Any]


def of_round(t: Tournament | None, lang: Lang, table: int = 0) -> Values | None:
    """Give the round's clock as a table of it sees it, or the hall (0); None where there is none."""
    clock = t.clock if t is not None else None
    if t is None or clock is None:
        return None
    state = "ready" if not clock.started else "paused" if clock.paused else ""
    left = clock.left(t.at, table)
    last = (t.rules.last_deal_s or 0) * 1000
    return {
        "round": clock.round,
        "title": lang.t("clock.left", n=clock.round),
        "ends": clock.ends(table),
        "text": span(left, lang),
        "last": last,
        "state": lang.t(f"clock.{state}") if state else "",
        "word": _word(clock, left, last, lang),
        "started": clock.started,
        "paused": clock.paused,
        "extra": [
            lang.t("clock.extra", n=number, time=span(ms, lang)) for number, ms in clock.extra if ms and not table
        ],
    }


def _word(clock: Clock, left: int, last: int, lang: Lang) -> str:
    """Say what a clock that stands means, for those without a script too."""
    if clock.since is not None or not clock.started:
        return ""
    return lang.t("clock.over") if left <= 0 else lang.t("clock.last") if left <= last else ""


def span(ms: int, lang: Lang) -> str:
    """Write a time left; one that is over has a sign."""
    said = lang.span(abs(ms))
    return lang.left(f"\N{MINUS SIGN}{said}") if ms <= -1000 else said


def banks(view: TableView, lang: Lang) -> list[Values]:
    """Give each player's own time in seat order: the running one by its end, the others as they stand."""
    if not view.banks:
        return []
    spent = max(view.paused_at - view.since, 0) if view.paused is not None else 0
    found = []
    for seat, left in enumerate(view.banks):
        on = view.turn == seat
        runs = on and view.paused is None
        found.append({"ends": view.since + left if runs else None, "text": span(left - spent if on else left, lang)})
    return found


def paused(event: TablePaused | None, lang: Lang) -> str:
    """Say that and why a table stands still; empty where it does not."""
    if event is None:
        return ""
    words = [_own(event.reason)] if event.reason else []
    if event.until:
        words.append(lang.t("paused.until", until=_own(event.until)))
    elif not words or event.case is PauseCase.ADJOURN:
        words.append(lang.t(f"paused.{event.case}"))
    return " · ".join(words)


def terms(rules: Rules, lang: Lang) -> str:
    """Say what time a player has for a match; empty where it has no end."""
    bank, more = rules.limits.bank_s, rules.limits.increment_s
    if bank is None:
        return ""
    time = lang.span(bank * 1000)
    return lang.t("terms.bank.more", time=time, n=more) if more else lang.t("terms.bank.is", time=time)


def _own(text: str) -> str:
    """Let what somebody has written keep its own direction, whatever stands around it."""
    return f"{FSI}{text}{PDI}"


def halted(t: Tournament, lang: Lang) -> str:
    """Say that a tournament is suspended, or was finished while it was; empty for one that goes on."""
    if t.suspended is None:
        return ""
    if t.phase is Phase.FINISHED:
        return lang.t("halted.ended")
    return lang.t("halted.why", why=_own(t.suspended.reason)) if t.suspended.reason else lang.t("halted")


def called(table: Table, lang: Lang) -> str:
    """Say who waits for the arbiter, or why the table does where nobody has called; empty where none is called."""
    call = table.call
    if call is None:
        return ""
    if call.cause == "reports":
        return lang.t("sheet.call", n=table.deal)
    name = table.seats[call.seat].name
    if call.cause == "clock":
        return lang.t("calls.clock", name=name)
    return lang.t("desk.call", name=name, text=_own(call.text) if call.text else "").strip()


def calls(known: Projection, id: str, lang: Lang) -> list[Values]:
    """Give the tables of the present round that wait for the arbiter, the longest first."""
    current = known.tournaments[id].state.current
    found: list[tuple[int, Values]] = []
    for seen in known.tables_of(id, current.number) if current is not None else ():
        table = seen.table
        if table is None or table.call is None:
            continue
        said = called(table, lang)
        one = {"id": seen.id, "number": seen.opened.number, "since": table.called_at, "text": said}
        found.append((table.called_at, one | {"waited": lang.span(table.at - table.called_at)}))
    return [values for _, values in sorted(found, key=lambda call: call[0])]


def open_tables(known: Projection, id: str) -> list[Table]:
    """Give the tables of the present round that are still played."""
    return [seen.table for seen in open_seen(known, id) if seen.table is not None]


def open_seen(known: Projection, id: str) -> list[Seen]:
    """Give what is known of them."""
    current = known.tournaments[id].state.current
    found = known.tables_of(id, current.number) if current is not None else ()
    return [seen for seen in found if seen.table is not None and seen.table.result is None]


def desk(known: Projection, id: str, lang: Lang) -> Values:
    """Give what the director's desk needs for its clock, its pauses and its calls."""
    t = known.tournaments[id].state
    current = t.current
    playing = current is not None and current.phase is RoundPhase.PLAYING
    tables = open_tables(known, id)
    still = sum(table.paused is not None for table in tables)
    return {
        "calls": calls(known, id, lang),
        "clock": of_round(t, lang),
        "playing": playing,
        "round": current.number if current is not None else 0,
        "minutes": (t.rules.round_s or 0) // 60 or "",
        "numbers": [table.number for table in current.tables] if playing and current is not None else [],
        "open": len(tables),
        "still": lang.t("pause.still", n=still) if still else "",
        "all_still": any(table.paused is not None and table.paused.case is PauseCase.ALL for table in tables),
        "can_halt": t.phase is Phase.RUNNING and t.suspended is None,
        "halted": halted(t, lang),
        "can_go_on": t.phase is Phase.RUNNING and t.suspended is not None,
    }
