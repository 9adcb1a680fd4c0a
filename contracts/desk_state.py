"""The arbiter's desk as the fold of its events: cases with their rulings, and penalties. Pure.

A part of a tournament's state (`contracts.tournament_state`), which folds the results that a ruling corrects.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from contracts.desk import (
    Appealed,
    CaseClosed,
    CaseOpened,
    Penalised,
    PenaltyKind,
    PenaltyLifted,
    PenaltyPlan,
    RewindOrdered,
    RewindPlan,
    Ruled,
)
from contracts.messages import Event


class CaseState(StrEnum):
    """Where a case stands: called, ruled, appealed against, final."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    FINAL = "final"


class Case(msgspec.Struct, frozen=True):
    """One case. `rulings`, `appeals` and what tables were told to go back are in their order; `number` is from 1."""

    number: int
    opened: CaseOpened
    state: CaseState = CaseState.OPEN
    rulings: tuple[Ruled, ...] = ()
    appeals: tuple[Appealed, ...] = ()
    rewinds: tuple[RewindPlan, ...] = ()
    note: str = ""


class Penalty(msgspec.Struct, frozen=True):
    """One penalty as given; `lifted` says why it was taken back, empty while it stands."""

    number: int
    plan: PenaltyPlan
    by: str
    case: int = 0
    lifted: str = ""


class Desk(msgspec.Struct, frozen=True):
    """All cases and penalties of a tournament, in the order of their numbers."""

    cases: tuple[Case, ...] = ()
    penalties: tuple[Penalty, ...] = ()

    def case(self, number: int) -> Case | None:
        """Find a case."""
        return self.cases[number - 1] if 0 < number <= len(self.cases) else None

    def penalty(self, number: int) -> Penalty | None:
        """Find a penalty."""
        return self.penalties[number - 1] if 0 < number <= len(self.penalties) else None

    def ordered(self, table: str) -> int:
        """Count how often rulings have told a table to go back."""
        return sum(plan.table == table for case in self.cases for plan in case.rewinds)

    @property
    def standing(self) -> tuple[Penalty, ...]:
        """The penalties that have not been lifted."""
        return tuple(p for p in self.penalties if not p.lifted)

    def expelled(self, entrant: str) -> bool:
        """Whether an expulsion stands against an entrant."""
        return any(p.plan.entrant == entrant and p.plan.kind is PenaltyKind.EXPULSION for p in self.standing)


def fold(desk: Desk, event: Event) -> Desk | None:
    """Fold one event of the desk; None where it cannot follow what was before."""
    match event:
        case CaseOpened():
            if event.case != len(desk.cases) + 1:
                return None
            return replace(desk, cases=(*desk.cases, Case(event.case, event)))
        case Ruled():
            return _case(desk, event.case, lambda c: replace(c, state=CaseState.RULED, rulings=(*c.rulings, event)))
        case Appealed():
            return _case(desk, event.case, lambda c: replace(c, state=CaseState.APPEALED, appeals=(*c.appeals, event)))
        case CaseClosed():
            return _case(desk, event.case, lambda c: replace(c, state=CaseState.FINAL, note=event.note))
        case RewindOrdered():
            return _case(desk, event.case, lambda c: replace(c, rewinds=(*c.rewinds, event.rewind)))
        case Penalised():
            if event.number != len(desk.penalties) + 1:
                return None
            given = Penalty(event.number, event.penalty, event.by, event.case)
            return replace(desk, penalties=(*desk.penalties, given))
        case PenaltyLifted():
            old = desk.penalty(event.number)
            if old is None or old.lifted:
                return None
            at = event.number - 1
            changed = replace(old, lifted=event.reason)
            return replace(desk, penalties=(*desk.penalties[:at], changed, *desk.penalties[at + 1 :]))
    return None


def _case(desk: Desk, number: int, change: Callable[[Case], Case]) -> Desk | None:
    old = desk.case(number)
    if old is None:
        return None
    return replace(desk, cases=(*desk.cases[: number - 1], change(old), *desk.cases[number:]))
