"""A whole deal as it was scored over the board, entered by hand: its shape, and the checks that all games share. Pure.

A table whose deals are played with real tiles or cards enters each deal's scores. They are held against the game's own
arithmetic: `entry_dominoes` and `entry_lora` each give `entered(options, match, entry)`. What was not written down
cannot be checked: which tiles lie on the table, who played what, whether a claim was true. That stays with the people
at the table, and with an arbiter. May import msgspec and the leaves of `contracts.games`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from contracts.games.game import Fact, Outcome, Reason, Refusal, Seat

MOST: Final = 10_000
"""No number of an entry is larger, whatever its sign."""
CODES: Final = (
    "entry/columns",
    "entry/field",
    "entry/end",
    "entry/seat",
    "entry/out",
    "entry/pips",
    "entry/sum",
    "entry/share",
    "entry/points",
    "entry/penalty",
    "entry/offence",
    "entry/contract",
    "entry/starter",
    "entry/range",
)
"""The refusals of an entry, the same for every game; the rule says where the game's arithmetic stands."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was written down of one deal. Columns are in seat order; an empty one was not written down.

    `end` says how the deal ended, `seat` who went out or, with `penalty`, against whom it ended. `points` are the
    deal's points without penalties; they may be left out where they follow from the rest. `penalties` are what offences
    add to the totals. `pips` is what each seat still held (the dominoes with one winner), `starter` who began the deal,
    where a tie is decided by it. Lora alone: the `contract`; `counts`, what was counted for it (tricks, queens, hearts,
    cards left); `passes` of the layout; `doubled` by LO-62; `offence`, the line of the schedule that ended the deal.
    """

    end: Reason
    seat: Seat | None = None
    points: tuple[int, ...] = ()
    penalties: tuple[int, ...] = ()
    pips: tuple[int, ...] = ()
    starter: Seat | None = None
    contract: str = ""
    counts: tuple[int, ...] = ()
    passes: tuple[int, ...] = ()
    doubled: bool = False
    offence: str = ""


class Booked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a match takes from a deal that is over: its outcome, and what it hands to the next.

    `starter` is the next starter that it names, `carry` what else it hands on (`Deal.carry`), and `again` says that
    the deal is dealt again under its number. `held` are the pips left in each hand, empty where they are not known.
    """

    outcome: Outcome
    starter: Seat | None = None
    carry: str = ""
    again: bool = False
    held: tuple[int, ...] = ()


COLUMNS: Final = ("points", "penalties", "pips", "counts", "passes")
_OTHERS: Final = ("starter", "contract", "doubled", "offence")


def form_fault(entry: Entry, seats: int, *, reads: Collection[str], needs: Collection[str] = ()) -> Refusal | None:
    """Judge the form: every column is as long as the table, every number in range, and nothing foreign is written.

    `reads` are the fields that this game reads beside `end`, `seat` and `penalties`, `needs` the columns that may not
    be empty.
    """
    for name in (*COLUMNS, *_OTHERS):
        value = getattr(entry, name)
        if value not in ((), None, "", False) and name not in reads and name != "penalties":
            return Refusal("entry/field", facts={"field": name})
    for name in COLUMNS:
        column = getattr(entry, name)
        if len(column) != seats and (column or name in needs):
            return Refusal("entry/columns", facts={"field": name, "seats": seats, "count": len(column)})
        if any(abs(number) > MOST for number in column):
            return Refusal("entry/range", facts={"field": name, "most": MOST})
    for asked in (entry.seat, entry.starter):
        if asked is not None and not 0 <= asked < seats:
            return Refusal("entry/seat", facts={"case": "unknown", "seats": seats})
    return None


def end_fault(entry: Entry, known: Sequence[Reason]) -> Refusal | None:
    """Judge how the deal ended, and whether the seat that belongs to that is named."""
    if entry.end not in known:
        return Refusal("entry/end", facts={"end": str(entry.end), "known": tuple(map(str, known))})
    needed = entry.end in (Reason.OUT, Reason.PENALTY)
    if needed != (entry.seat is not None):
        case = "extra" if not needed else str(entry.end)
        return Refusal("entry/seat", facts={"case": case, "end": str(entry.end)})
    return None


def points_fault(entry: Entry, expected: Sequence[int], rule: str) -> Refusal | None:
    """Hold the points that were written down against those that follow from the rest."""
    for seat, (got, right) in enumerate(zip(entry.points, expected, strict=False)):
        if got != right:
            facts: dict[str, Fact] = {"seat": seat, "expected": right, "got": got}
            return Refusal("entry/points", rule, facts)
    return None
