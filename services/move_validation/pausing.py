"""The referee of tables that stand still: paused for a while, adjourned to another time, or with the whole round. Pure.

Imports `contracts` only. While a table is paused no player acts and no clock runs; what the staff enters, and what the
server still owes the table, goes through.
"""

from __future__ import annotations

from typing import Final

from contracts.envelope import Command
from contracts.games.game import Refusal
from contracts.messages import Body
from contracts.table import (
    LayOut,
    PauseCase,
    PauseTable,
    Play,
    ReportDeal,
    Resign,
    ResumeTable,
    StartTable,
    TablePaused,
    TableResumed,
    TimeUp,
)
from contracts.table_asks import Answer, not_in_play, too_long
from contracts.table_state import Table

WAITS: Final = (Play, LayOut, ReportDeal, Resign, StartTable, TimeUp)
"""What has to wait until the table goes on."""


def standing(table: Table, body: Body) -> Refusal | None:
    """Refuse what has to wait while a table is paused, and say why it stands still."""
    paused = table.paused
    if paused is None or not isinstance(body, WAITS):
        return None
    if paused.case is PauseCase.ADJOURN and paused.until:
        return Refusal("table/paused", facts={"case": "until", "until": paused.until})
    if paused.reason:
        return Refusal("table/paused", facts={"case": "why", "why": paused.reason})
    return Refusal("table/paused", facts={"case": str(paused.case)})


def pause(table: Table, command: Command, body: PauseTable, now: int) -> Answer:  # noqa: ARG001
    """Let a table stand still. The same again changes nothing, nor does a pause of all where one is on already."""
    if refusal := not_in_play(table) or too_long(body.reason) or too_long(body.until):
        return refusal
    paused = TablePaused(by=command.actor[:40], reason=body.reason.strip(), case=body.case, until=body.until.strip())
    before = table.paused
    if before is not None and (
        body.case is PauseCase.ALL
        or (before.reason, before.case, before.until) == (paused.reason, paused.case, paused.until)
    ):
        return ()
    return (paused,)


def resume(table: Table, command: Command, body: ResumeTable, now: int) -> Answer:  # noqa: ARG001
    """Let a table go on. One that is not paused goes on anyway."""
    if refusal := not_in_play(table):
        return refusal
    return () if table.paused is None else (TableResumed(by=command.actor[:40]),)
