"""A table's decisions as a written record: what was dealt and done, in the notation that everybody reads. Pure.

The record holds what the games know: deals, moves, refused claims, offences, results. Who sat there, and what the
platform has beside it (calls of the arbiter, keys, times), stays in the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from contracts import codec
from contracts.envelope import Decision, read_command, read_decision
from contracts.games import notation
from contracts.games.game import Deal, Seat
from contracts.games.record import Act, DealRecord, Record, Stop
from contracts.messages import Event
from contracts.table import (
    ClaimRefused,
    DealEnded,
    DealEntered,
    DealForfeited,
    Dealt,
    DealVoided,
    GiveDeal,
    MatchEnded,
    OffenceCharged,
    Played,
    PositionSet,
    Rewound,
    TableOpened,
    TakenBack,
)
from contracts.table_state import Table, evolve


class NoRecordError(ValueError):
    """These decisions make no record; the message says why."""


class TableRecord(msgspec.Struct, frozen=True):
    """A table's record, and the table at its end. `closed` counts the deals left out because their hands are closed."""

    record: Record
    table: Table
    closed: int = 0


def table_record(decisions: Iterable[bytes], *, public: bool = False) -> TableRecord:
    """Make the record of one table from its decision records, in their order.

    With `public` only deals that are over are in it: an open one's hands are its players' own, and those of a deal that
    was stopped may still lie at another table.

    NoRecordError where there is no table. msgspec.DecodeError and FoldError where the records are damaged.
    """
    made = _Made()
    for raw in decisions:
        decision = read_decision(raw)
        for event in decision.events or ():
            made.take(codec.TABLE.event(event), decision)
    return made.whole(public=public)


def text(of: TableRecord, notes: Iterable[str] = ()) -> str:
    """Write a record as text, with `notes` as comments above it; `contracts.games.notation` reads it back."""
    lines = [f"# {' '.join(note.split())}" for note in notes]
    return "\n".join((*lines, notation.write(of.record)))


class _Made:
    """The fold of a table's events, with what the record needs of them."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._deals: list[DealRecord] = []
        self._numbers: list[int] = []
        self._over: set[int] = set()
        self._first: dict[int, int] = {}
        self._stop: Stop | None = None

    def take(self, event: Event, decision: Decision) -> None:
        """Take in the next event, and the decision that it belongs to."""
        before = self._table
        match event:
            case Dealt():
                self._begin(event.deal, DealRecord(self._deal(event, event.order, event.lots, event.starter)))
                self._over.discard(event.deal)
            case DealVoided():
                given = codec.TABLE.body(read_command(decision.command))
                if isinstance(given, GiveDeal):
                    deal = self._deal(event, given.order, given.lots, before.match.starter if before else None)
                else:
                    deal = self._deal(event, event.order, event.lots, event.starter)
                self._begin(event.deal, DealRecord(deal, void=event.rule))
            case PositionSet():
                self._begin(event.deal, DealRecord(None, state=event.state))
                self._over.discard(event.deal)
            case DealEntered():
                raise NoRecordError(f"deal {event.deal} was entered by its scores: nobody has told its moves")
            case TakenBack():
                self._take_back(event.ply)
            case Rewound():
                self._rewind(event)
            case Played():
                self._act(Act(event.seat, event.move, auto=event.cause in {"timeout", "resigned"}))
            case ClaimRefused():
                self._act(Act(event.seat, event.move, event.refusal.code))
            case OffenceCharged():
                self._act(Act(event.seat, f"offence {event.offence}"))
            case DealForfeited() if event.cause != "false_claim":  # there the claim says it
                self._act(Act(event.seat, "forfeit"))
            case DealEnded():
                self._over.add(event.deal)
            case MatchEnded() if before is not None and event.result.reason in {"resigned", "abandoned"}:
                self._stop = Stop(event.result.reason, before.resigned)
            case _:
                pass
        self._table = evolve(before, event, decision.at)

    def _deal(self, event: Any, order: tuple[str, ...], lots: tuple[str, ...], starter: Seat | None) -> Deal:
        carry = getattr(event, "carry", "") or (self._table.match.carry if self._table else "")
        return Deal(order, event.deal, starter, carry, lots)

    def _begin(self, number: int, deal: DealRecord) -> None:
        if not deal.void:
            self._first[number] = len(self._deals)
        self._deals.append(deal)
        self._numbers.append(number)

    def _act(self, act: Act) -> None:
        deal = self._deals[-1]
        self._deals[-1] = msgspec.structs.replace(deal, acts=(*deal.acts, act))

    def _take_back(self, ply: int) -> None:
        """Leave out what was entered wrongly: the move `ply` and everything after it."""
        deal = self._deals[-1]
        moves = 0
        for at, act in enumerate(deal.acts):
            if act.code or act.text == "forfeit" or act.text.startswith("offence "):
                continue
            if moves == ply:
                self._deals[-1] = msgspec.structs.replace(deal, acts=deal.acts[:at])
                return
            moves += 1

    def _rewind(self, event: Rewound) -> None:
        """Leave out what the ruling undid: the record tells the match that counts, the log has both lines."""
        self._stop = None
        if not event.again:
            self._take_back(event.ply)
            return
        kept = self._first[event.deal]
        del self._deals[kept:], self._numbers[kept:]
        self._over = {deal for deal in self._over if deal < event.deal}

    def whole(self, *, public: bool) -> TableRecord:
        """Give the record of everything taken in."""
        table = self._table
        if table is None:
            raise NoRecordError("there is no record of this table")
        opened: TableOpened = table.opened
        shown = [d for d, n in zip(self._deals, self._numbers, strict=True) if not public or n in self._over]
        record = Record(opened.rules, table.options, tuple(shown), opened.carried, opened.max_deals, self._stop)
        return TableRecord(record, table, len(self._deals) - len(shown))
