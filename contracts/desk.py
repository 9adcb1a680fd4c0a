"""Commands and events of the arbiter's desk: cases, rulings, penalties, corrections, and what they ask of tables. Pure.

Nothing here overwrites anything: a correction, a penalty that is lifted, a ruling changed on appeal are events more.
What each act would change can be asked before it is signed (`contracts.effect`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from contracts.games.game import MatchResult
from contracts.messages import Body, Event


class PenaltyKind(StrEnum):
    """What a penalty costs."""

    WARNING = "warning"  # nothing; the record shows it
    POINTS = "points"  # match points, in the round that it belongs to
    DEAL_LOST = "deal_lost"  # told in the record; the table's result is corrected beside it
    EXPULSION = "expulsion"  # he plays no more and has no place


class PenaltyPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A penalty as it is to be given.

    `points` are hundredths of a match point: below zero where they are taken away, above zero where an adjusted score
    gives some back; only `points` has any. `round` is the round that it belongs to, so that standings of earlier
    rounds stay what they were. `rule` is the rule's id, in the game's book or the club's.
    """

    entrant: str
    kind: PenaltyKind
    round: int
    points: int = 0
    rule: str = ""
    reason: str


class CorrectionPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another result for a table that has one. Match points follow from it as from any result."""

    table: str
    result: MatchResult
    reason: str


class RewindPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table in play is to go back to: before the move `ply` of the deal `deal`.

    With `again` the deal is played anew with other pieces; `ply` counts nothing then.
    """

    table: str
    deal: int
    ply: int = 0
    again: bool = False


# Commands. `effect` is the digest of the effect that the signer was shown; where the act would now change something
# else, it is refused and shown again. Empty: he was shown nothing.


class OpenCase(Body, frozen=True, kw_only=True):
    """Open a case: about a table's deal and move (`deal`, `ply`; 0 where none is meant), or about no table.

    A case that the relay makes of a call for the arbiter says in `call` who called (`contracts.table.ArbiterCalled`),
    and may have no `facts`; nobody else fills it.
    """

    KIND: ClassVar[str] = "open_case"
    table: str = ""
    deal: int = 0
    ply: int = 0
    entrants: tuple[str, ...] = ()
    facts: str
    call: str = ""


class GiveRuling(Body, frozen=True, kw_only=True):
    """Decide a case: the facts found, the rules by id, the decision, and everything that follows from it, at once.

    After an appeal the case is ruled a second time; what the first ruling did stands unless this one undoes it.
    """

    KIND: ClassVar[str] = "give_ruling"
    case: int
    facts: str
    rules: tuple[str, ...] = ()
    decision: str
    penalties: tuple[PenaltyPlan, ...] = ()
    lift: tuple[int, ...] = ()
    corrections: tuple[CorrectionPlan, ...] = ()
    rewind: RewindPlan | None = None
    effect: str = ""


class Appeal(Body, frozen=True, kw_only=True):
    """Somebody concerned does not accept a ruling."""

    KIND: ClassVar[str] = "appeal"
    case: int
    entrant: str
    text: str


class CloseCase(Body, frozen=True, kw_only=True):
    """The ruling is final."""

    KIND: ClassVar[str] = "close_case"
    case: int
    note: str = ""


class CorrectResult(Body, frozen=True, kw_only=True):
    """Put right the result of a table, in this round or an earlier one."""

    KIND: ClassVar[str] = "correct_result"
    correction: CorrectionPlan
    effect: str = ""


class Penalise(Body, frozen=True, kw_only=True):
    """Give a penalty."""

    KIND: ClassVar[str] = "penalise"
    penalty: PenaltyPlan
    effect: str = ""


class LiftPenalty(Body, frozen=True, kw_only=True):
    """Take a penalty back."""

    KIND: ClassVar[str] = "lift_penalty"
    penalty: int
    reason: str
    effect: str = ""


# Events


class CaseOpened(Event, frozen=True, kw_only=True, tag="case_opened"):
    """There is a case, under a number that the tournament gives in order. `by` is who opened it.

    `call` is filled where a table called the arbiter: player, reports or clock.
    """

    case: int
    by: str
    table: str = ""
    deal: int = 0
    ply: int = 0
    entrants: tuple[str, ...] = ()
    facts: str
    call: str = ""


class Ruled(Event, frozen=True, kw_only=True, tag="ruled"):
    """A case is decided. What follows from it stands in the events beside this one, each with the case's number."""

    case: int
    by: str
    facts: str
    rules: tuple[str, ...] = ()
    decision: str


class Appealed(Event, frozen=True, kw_only=True, tag="appealed"):
    """The ruling is not accepted; the case waits for another one."""

    case: int
    entrant: str
    text: str


class CaseClosed(Event, frozen=True, kw_only=True, tag="case_closed"):
    """The ruling is final."""

    case: int
    by: str
    note: str = ""


class ResultCorrected(Event, frozen=True, kw_only=True, tag="result_corrected"):
    """Another result counts for a table from now on; the earlier one stays in the log."""

    table: str
    round: int
    result: MatchResult
    points: tuple[int, ...]
    by: str
    reason: str
    case: int = 0


class Penalised(Event, frozen=True, kw_only=True, tag="penalised"):
    """A penalty is given, under a number that the tournament gives in order."""

    number: int
    penalty: PenaltyPlan
    by: str
    case: int = 0


class PenaltyLifted(Event, frozen=True, kw_only=True, tag="penalty_lifted"):
    """A penalty is taken back from now on."""

    number: int
    by: str
    reason: str
    case: int = 0


class RewindOrdered(Event, frozen=True, kw_only=True, tag="rewind_ordered"):
    """A table is told to go back; it does so by an event of its own."""

    rewind: RewindPlan
    case: int


COMMANDS: tuple[type[Body], ...] = (
    OpenCase,
    GiveRuling,
    Appeal,
    CloseCase,
    CorrectResult,
    Penalise,
    LiftPenalty,
)

DeskEvent = CaseOpened | Ruled | Appealed | CaseClosed | ResultCorrected | Penalised | PenaltyLifted | RewindOrdered
