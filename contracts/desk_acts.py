"""The arbiter's acts judged: corrections, penalties, rulings, appeals. Pure.

Here and not in the lobby, because two ask: the lobby, which decides, and whoever shows an act's effect before it is
signed (`contracts.effect`). Both get the same events from the same facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from contracts import effect, ranking, roles
from contracts.desk import (
    Appeal,
    Appealed,
    CaseClosed,
    CaseOpened,
    CloseCase,
    CorrectionPlan,
    CorrectResult,
    GiveRuling,
    LiftPenalty,
    OpenCase,
    Penalise,
    Penalised,
    PenaltyKind,
    PenaltyLifted,
    PenaltyPlan,
    ResultCorrected,
    RewindOrdered,
    RewindPlan,
    Ruled,
)
from contracts.desk_state import Case, CaseState
from contracts.envelope import actor_name, actor_role
from contracts.games.game import Fact, MatchResult, Refusal
from contracts.messages import Body, Event
from contracts.tournament_state import RoundPhase, Tournament

CODES: Final = (
    "case/unknown",
    "case/decided",
    "case/not-ruled",
    "case/final",
    "case/not-concerned",
    "desk/empty",
    "desk/many",
    "rule/form",
    "penalty/unknown",
    "penalty/lifted",
    "penalty/points",
    "penalty/round",
    "penalty/twice",
    "result/missing",
    "result/same",
    "result/seats",
    "result/places",
    "result/form",
    "rewind/over",
    "rewind/place",
    "effect/changed",
)
"""The refusals of the desk, beside the lobby's own."""

MAX_TEXT: Final = 2000
"""Characters of a finding or a decision."""
MAX_WORD: Final = 40
MAX_ACTS: Final = 40
"""Rules, penalties or corrections of one ruling."""
MAX_POINTS: Final = 100 * ranking.FULL
MAX_NUMBER: Final = 1_000_000_000
_RULE = re.compile(r"[A-Za-z][A-Za-z0-9.§ -]{0,39}")

Answer = tuple[Event, ...] | Refusal


def judge(t: Tournament, actor: str, body: Body) -> Answer:
    """Judge an act of the desk by `actor`, who may do such acts. Total. KeyError for a body that is no such act."""
    answer = _JUDGES[type(body)](t, actor, body)
    wanted = getattr(body, "effect", "")
    if isinstance(answer, Refusal) or not wanted:
        return answer
    # What was shown before signing is what happens, or it is shown again: two may work at the same desk.
    found = effect.digest(effect.effect(t, answer))
    return answer if found == wanted else Refusal("effect/changed")


# --- cases


def _open(t: Tournament, actor: str, body: OpenCase) -> Answer:
    call = body.call[:MAX_WORD] if actor_role(actor) == roles.RELAY else ""
    if not call and (fault := _text("facts", body.facts)):
        return fault
    if body.table and t.table(body.table) is None:
        return Refusal("table/unknown", facts={"table": body.table[:MAX_TEXT]})
    if not 0 <= body.deal <= MAX_NUMBER or not 0 <= body.ply <= MAX_NUMBER:
        return Refusal("rewind/place")
    if fault := _many("entrants", body.entrants):
        return fault
    # Who sits at a table may be one of a pair.
    named = tuple(e.id if (e := t.of_member(name)) else name for name in body.entrants)
    if fault := next(filter(None, (_entrant(t, e) for e in named)), None):
        return fault
    opened = CaseOpened(
        case=len(t.desk.cases) + 1,
        by=actor,
        table=body.table,
        deal=body.deal,
        ply=body.ply,
        entrants=named,
        facts=body.facts.strip()[:MAX_TEXT],
        call=call,
    )
    return (opened,)


def _case(t: Tournament, number: int) -> Case | Refusal:
    found = t.desk.case(number)
    if found is None:
        return Refusal("case/unknown", facts={"case": _small(number), "cases": len(t.desk.cases)})
    if found.state is CaseState.FINAL:
        return Refusal("case/final", facts={"case": number})
    return found


def _rule(t: Tournament, actor: str, body: GiveRuling) -> Answer:
    case = _case(t, body.case)
    if isinstance(case, Refusal):
        return case
    if case.state is CaseState.RULED:
        return Refusal("case/decided", facts={"case": body.case})
    if fault := _text("facts", body.facts) or _text("decision", body.decision) or _many("rules", body.rules):
        return fault
    for named in body.rules:
        if not _RULE.fullmatch(named):
            return Refusal("rule/form", facts={"named": f"“{named[:MAX_TEXT]}”"})
    found: list[Event] = [
        Ruled(case=body.case, by=actor, facts=body.facts.strip(), rules=body.rules, decision=body.decision.strip())
    ]
    if (
        fault := _many("penalties", body.penalties)
        or _many("lift", body.lift)
        or _many("corrections", body.corrections)
    ):
        return fault
    for lifted in body.lift:
        event = _lifted(t, actor, lifted, body.decision, body.case)
        if isinstance(event, Refusal):
            return event
        found.append(event)
    for at, plan in enumerate(body.penalties):
        event = _penalised(t, actor, plan, body.case, len(t.desk.penalties) + 1 + at)
        if isinstance(event, Refusal):
            return event
        found.append(event)
    for correction in body.corrections:
        event = _corrected(t, actor, correction, body.case)
        if isinstance(event, Refusal):
            return event
        found.append(event)
    if twice := _twice([c.table for c in body.corrections]) or _twice(list(map(str, body.lift))):
        return Refusal("penalty/twice", facts={"named": twice[:MAX_TEXT]})
    if body.rewind is not None:
        if fault := _rewind_fault(t, body.rewind):
            return fault
        found.append(RewindOrdered(rewind=body.rewind, case=body.case))
    return tuple(found)


def _rewind_fault(t: Tournament, plan: RewindPlan) -> Refusal | None:
    """A table in play can go back. One with a result has shown all its hands: its result is corrected instead."""
    found = t.table(plan.table)
    if found is None:
        return Refusal("table/unknown", facts={"table": plan.table[:MAX_TEXT]})
    played, table = found
    if played.phase is not RoundPhase.PLAYING or table.result is not None:
        return Refusal("rewind/over", facts={"table": table.number})
    if not 1 <= plan.deal <= MAX_NUMBER or not 0 <= plan.ply <= MAX_NUMBER:
        return Refusal("rewind/place")
    return None


def _appeal(t: Tournament, actor: str, body: Appeal) -> Answer:
    case = _case(t, body.case)
    if isinstance(case, Refusal):
        return case
    if case.state is not CaseState.RULED:
        return Refusal("case/not-ruled", facts={"case": body.case})
    if fault := _entrant(t, body.entrant) or _text("text", body.text):
        return fault
    own = t.of_member(actor_name(actor))
    if actor_role(actor) == roles.PLAYER and (
        own is None or own.id != body.entrant or body.entrant not in concerned(t, case)
    ):
        return Refusal("case/not-concerned", facts={"case": body.case})
    return (Appealed(case=body.case, entrant=body.entrant, text=body.text.strip()),)


def concerned(t: Tournament, case: Case) -> tuple[str, ...]:
    """Give the entrants whom a case concerns: those it names, those at its table, those who were penalised by it."""
    found = t.table(case.opened.table)
    at_table = found[1].seats if found else ()
    punished = (p.plan.entrant for p in t.desk.penalties if p.case == case.number)
    return tuple(dict.fromkeys((*case.opened.entrants, *at_table, *punished)))


def _close(t: Tournament, actor: str, body: CloseCase) -> Answer:
    case = _case(t, body.case)
    if isinstance(case, Refusal):
        return case
    if len(body.note) > MAX_TEXT:
        return Refusal("text/too-long", facts={"most": MAX_TEXT})
    return (CaseClosed(case=body.case, by=actor, note=body.note.strip()),)


# --- penalties and corrections


def _penalise(t: Tournament, actor: str, body: Penalise) -> Answer:
    event = _penalised(t, actor, body.penalty, 0, len(t.desk.penalties) + 1)
    return event if isinstance(event, Refusal) else (event,)


def _penalised(t: Tournament, actor: str, plan: PenaltyPlan, case: int, number: int) -> Event | Refusal:
    if fault := _entrant(t, plan.entrant) or _text("reason", plan.reason):
        return fault
    if plan.rule and not _RULE.fullmatch(plan.rule):
        return Refusal("rule/form", facts={"named": f"“{plan.rule[:MAX_TEXT]}”"})
    counts = plan.kind is PenaltyKind.POINTS
    if counts != (plan.points != 0) or abs(plan.points) > MAX_POINTS:
        return Refusal("penalty/points", facts={"kind": plan.kind.value, "most": MAX_POINTS // 100})
    if not 0 <= plan.round <= t.begun or (counts and plan.round < 1):
        return Refusal("penalty/round", facts={"asked": _small(plan.round), "rounds": t.begun})
    if plan.kind is PenaltyKind.EXPULSION and t.desk.expelled(plan.entrant):
        return Refusal("penalty/twice", facts={"named": t.name_of(plan.entrant)})
    return Penalised(number=number, penalty=plan, by=actor, case=case)


def _lift(t: Tournament, actor: str, body: LiftPenalty) -> Answer:
    event = _lifted(t, actor, body.penalty, body.reason, 0)
    return event if isinstance(event, Refusal) else (event,)


def _lifted(t: Tournament, actor: str, number: int, reason: str, case: int) -> Event | Refusal:
    found = t.desk.penalty(number)
    if found is None:
        return Refusal("penalty/unknown", facts={"penalty": _small(number), "penalties": len(t.desk.penalties)})
    if found.lifted:
        return Refusal("penalty/lifted", facts={"penalty": number})
    if fault := _text("reason", reason):
        return fault
    return PenaltyLifted(number=number, by=actor, reason=reason.strip(), case=case)


def _correct(t: Tournament, actor: str, body: CorrectResult) -> Answer:
    event = _corrected(t, actor, body.correction, 0)
    return event if isinstance(event, Refusal) else (event,)


def _corrected(t: Tournament, actor: str, plan: CorrectionPlan, case: int) -> Event | Refusal:
    found = t.table(plan.table)
    if found is None:
        return Refusal("table/unknown", facts={"table": plan.table[:MAX_TEXT]})
    played, table = found
    if table.result is None:
        return Refusal("result/missing", facts={"table": table.number})
    if fault := result_fault(plan.result, len(table.seats)) or _text("reason", plan.reason):
        return fault
    if plan.result == table.result:
        return Refusal("result/same", facts={"table": table.number})
    return ResultCorrected(
        table=table.id,
        round=played.number,
        result=plan.result,
        points=ranking.points_of(t.rules, plan.result),
        by=actor,
        reason=plan.reason.strip(),
        case=case,
    )


def result_fault(r: MatchResult, seats: int) -> Refusal | None:
    """Judge the form of a result: a number for each seat, places that can be."""
    columns: dict[str, tuple[int, ...]] = {"totals": r.totals, "places": r.places, "won": r.won, "best": r.best}
    if r.held:
        columns["held"] = r.held
    for name, column in columns.items():
        facts: dict[str, Fact] = {"field": name, "seats": seats, "count": len(column)}
        if len(column) != seats:
            return Refusal("result/seats", facts=facts)
        if any(abs(n) > MAX_NUMBER for n in column):
            return Refusal("result/form", facts={"field": name})
    if any(place != 1 + sum(1 for other in r.places if other < place) for place in r.places):
        return Refusal("result/places")
    if not 0 <= r.deals <= MAX_NUMBER or any(n < 0 for n in (*r.won, *r.held)):
        return Refusal("result/form", facts={"field": "deals"})
    return None


_JUDGES: Final[dict[type[Body], Callable[[Tournament, str, Any], Answer]]] = {
    OpenCase: _open,
    GiveRuling: _rule,
    Appeal: _appeal,
    CloseCase: _close,
    CorrectResult: _correct,
    Penalise: _penalise,
    LiftPenalty: _lift,
}
ACTS: Final = tuple(_JUDGES)
"""The bodies that `judge` takes."""


# --- what several of them ask


def _text(field: str, text: str) -> Refusal | None:
    if not text.strip():
        return Refusal("desk/empty", facts={"field": field})
    return Refusal("text/too-long", facts={"most": MAX_TEXT}) if len(text) > MAX_TEXT else None


def _many(field: str, given: tuple[Any, ...]) -> Refusal | None:
    return Refusal("desk/many", facts={"field": field, "most": MAX_ACTS}) if len(given) > MAX_ACTS else None


def _twice(names: list[str]) -> str:
    return next((name for at, name in enumerate(names) if name in names[:at]), "")


def _entrant(t: Tournament, id: str) -> Refusal | None:
    return None if t.entrant(id) else Refusal("entrant/unknown", facts={"entrant": id[:MAX_TEXT]})


def _small(number: int) -> int | str:
    """Give a number as a fact: one that JSON readers cannot hold becomes a text."""
    return number if abs(number) <= MAX_NUMBER else "huge"
