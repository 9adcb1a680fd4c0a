"""A table's result in its tournament: how it is recorded, and what an act at the table would change by it. Pure.

Here and not in the lobby, because two ask: the lobby, which records, and whoever shows the effect of an act that ends a
match before it is signed. Both get the same events from the same facts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from contracts import desk_acts, effect, pairs, ranking, table_acts
from contracts.effect import Effect
from contracts.games.game import Refusal
from contracts.messages import Event
from contracts.table_acts import TableEffect
from contracts.table_asks import MAX_TEXT
from contracts.table_state import Table
from contracts.tournament import RecordResult, ResultRecorded, RoundEnded
from contracts.tournament_state import Phase, Tournament

CODES: Final = ("table/unknown", "result/twice", "result/rewound", "result/seats", "result/places", "result/form")
"""The refusals of a result that its table brings."""


class Foreseen(msgspec.Struct, frozen=True):
    """What an act at a table would bring: there, and where it ends the match, in the tournament.

    `ends_round` says that no other table of the round is without a result. `refused` is why the tournament would not
    take the result.
    """

    table: TableEffect
    tournament: Effect | None = None
    ends_round: bool = False
    refused: Refusal | None = None


def record(t: Tournament, body: RecordResult) -> tuple[Event, ...] | Refusal:
    """Judge a table's result that has come in; the last one ends the round."""
    found = t.table(body.table)
    if found is None:
        return Refusal("table/unknown", facts={"table": body.table[:MAX_TEXT]})
    now, table = found
    result = pairs.by_entrant(t.rules, len(table.seats), body.result)
    if table.result is not None:
        return Refusal("result/twice", facts={"table": table.number, "same": int(table.result == result)})
    if body.orders < t.desk.ordered(table.id):
        return Refusal("result/rewound", facts={"table": table.number})
    if wrong := desk_acts.result_fault(result, len(table.seats)):
        return wrong
    points = ranking.points_of(t.rules, result)
    recorded = ResultRecorded(table=table.id, round=now.number, result=result, points=points)
    missing = sum(1 for other in now.tables if other.result is None)
    return (recorded,) if missing > 1 else (recorded, RoundEnded(round=now.number))


def foreseen(table: Table, id: str, events: Iterable[Event], t: Tournament | None, *, public: bool = False) -> Foreseen:
    """Say what the events of an act at the table `id` change, with `public` as far as everybody may see it.

    A record that was typed is no result of its tournament `t`.
    """
    here = table_acts.effect(table, events)
    if here.result is None or t is None or table.opened.origin or t.phase is Phase.FINISHED:
        return Foreseen(here)
    answer = record(t, RecordResult(table=id, result=here.result, orders=table.orders))
    if isinstance(answer, Refusal):
        return Foreseen(here, refused=answer)
    return Foreseen(here, effect.effect(t, answer, public=public), any(isinstance(e, RoundEnded) for e in answer))


def digest(found: Foreseen) -> str:
    """Give the text by which a signed act says what was shown: of the table, and after a dot of the tournament."""
    here = table_acts.digest(found.table)
    return here if found.tournament is None else f"{here}.{effect.digest(found.tournament)}"
