"""The arbiter's desk and a case's page as values, for the whole page and for its live fragment alike.

A page that lives stays at the step at which it was opened: what happens at the table meanwhile is told, and swaps
nothing away from under whoever reads or writes there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote, urlencode

from contracts.messages import Board
from services.web_gateway import desk, desk_forms, screens, sheet
from services.web_gateway.pages import stops
from services.web_gateway.projection import NotKnownError, Projection
from services.web_gateway.screens import Values
from services.web_gateway.views import View, named
from services.web_gateway.words import Lang

NOTHING: Final[Mapping[str, str]] = {}
"""What was typed into a form that nobody has filled in yet."""


@dataclass(frozen=True)
class Look:
    """What is looked at: a case or, without one (0), a table; a step of it, a rule beside it, a line that is tried."""

    case: int = 0
    table: str = ""
    n: int | None = None
    rule: str = ""
    line: tuple[str, ...] = ()

    def path(self, id: str) -> str:
        """Give the page's address, without its step."""
        place = f"case/{self.case}" if self.case else f"table/{quote(self.table, safe='')}"
        return f"/t/{id}/desk/{place}"

    def stream(self, id: str, n: int) -> str:
        """Give the address of its live events; it stays at step `n`."""
        asked = [("n", str(n)), *((("rule", self.rule),) if self.rule else ()), *(("try", move) for move in self.line)]
        return f"/live{self.path(id)}?{urlencode(asked)}"


def of_desk(known: Projection, id: str, lang: Lang, *, problem: str = "", given: Mapping[str, str] = NOTHING) -> View:
    """The desk: cases by state, penalties, and every table that a case can be about."""
    play = known.tournaments[id]
    t = play.state
    values: Values = {
        "id": id,
        "name": t.name,
        "line": screens.line(t, lang),
        "cases": desk.listed(play, lang),
        "penalties": [desk.penalty(t, p, lang) for p in reversed(t.desk.penalties)],
        "tables": [
            {"id": table.id, "round": r.number, "number": table.number, "over": table.result is not None}
            for r, table in desk.tables_now(play)
        ],
        "form": desk_forms.form(play, None, "", given, lang),
        "late": play.late,
        "scored": t.rules.board is Board.SCORES,
        "given": given,
        "problem": problem,
        "nonce": named,
    }
    return View("desk.html", "parts/desk.html", values, f"t{play.partition}:{play.offset}_l{len(play.late)}")


async def of_case(
    known: Projection, id: str, look: Look, lang: Lang, *, problem: str = "", given: Mapping[str, str] = NOTHING
) -> View:
    """One case, or a table with none yet, at the move in question. NotKnownError where there is no such thing."""
    play = known.tournaments[id]
    t = play.state
    case = t.desk.case(look.case)
    if look.case and case is None:
        raise NotKnownError(str(look.case))
    look = replace(look, table=case.opened.table if case else look.table)
    found = t.table(look.table) if look.table else None
    if look.table and found is None:
        raise NotKnownError(look.table)
    position = f"t{play.partition}:{play.offset}"
    here: Values = {
        "table": "",
        "n": 0,
        "line": [],
        "deal": 0,
        "ply": 0,
        "offences": [],
        "failed": [],
        "undone": False,
        "scored": t.rules.board is Board.SCORES,
    }
    if look.table and look.table in known.tables:
        seen = known.tables[look.table]
        position += f"_b{seen.partition}:{seen.last}"
        past, n = await known.history(look.table), look.n
        if n is None and case is not None and case.opened.deal:
            n = desk.place(stops(past), case.opened.deal, case.opened.ply)
        here = desk.at_table(look.table, past, n, look.line, lang, t)
        here["offences"] = sheet.offences(past.steps[-1].table, lang)
    ids = [r for ruling in (case.rulings if case else ()) for r in ruling.rules] + look.rule.replace(",", " ").split()
    heading = [lang.t("dk.case", n=look.case)] if case else []
    if found:
        heading.append(desk_forms.where(*found, lang))
    if here["table"] and here["deal"]:
        heading.append(desk.at_move(t.rules.board, here["deal"], here["ply"], lang))
    values = here | {
        "id": id,
        "name": t.name,
        "heading": " · ".join(heading),
        "where": look.path(id),
        "case": desk.line_of(t, case, lang) if case else None,
        "number": look.case,
        "story": desk.story(t, case, lang) if case else [],
        # What somebody has typed is shown again, also where somebody else has ruled meanwhile.
        "can_rule": case is not None and (case.state in ("open", "appealed") or "decision" in given),
        "can_appeal": case is not None and case.state == "ruled",
        "can_close": case is not None and case.state != "final",
        "form": desk_forms.form(play, case, look.table, given, lang),
        "rule": look.rule,
        "rule_texts": desk.rule_texts(t, ids, lang),
        "given": given,
        "problem": problem,
        "nonce": named,
    }
    return View("case.html", "parts/case.html", values, position)
