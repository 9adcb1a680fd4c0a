"""Who plays in a round: those here, in a later stage who entered it, in elimination who goes on. Pure."""

from __future__ import annotations

from contracts import ranking
from contracts.stages import Format, advancing, stage_at
from contracts.tournament_state import Tournament


def entrants(t: Tournament, number: int) -> tuple[str, ...]:
    """Give those to be seated in a round that is about to be asked for, in the order of their ids.

    Of those who are here: in the first stage everybody; at the start of a later one the first `enter` of the
    standings, so that who has gone home makes room for the next; after that those who were in the stage's round
    before, or, in elimination, the best of each of its tables and those who had a bye.
    """
    at = stage_at(t.rules, number)
    ready = t.ready
    if number == at.first:
        if not at.stage.enter or at.index == 0:
            return ready
        here = set(ready)
        order = [row.entrant for row in ranking.standings(t, number - 1).rows if row.entrant in here]
        through = set(order[: at.stage.enter])
        return tuple(e for e in ready if e in through)
    last = t.rounds[number - 2]
    if at.stage.format is Format.ELIMINATION:
        order = [row.entrant for row in ranking.standings(t, number - 1).rows]
        house = {e.id for e in t.entrants if e.row.house}  # they fill tables, and do not go on
        on = set(last.byes) - house
        for table in last.tables:
            if table.result is not None:
                sat = [(e, place) for e, place in zip(table.seats, table.result.places, strict=True) if e not in house]
                on.update(advancing([e for e, _ in sat], [place for _, place in sat], order, at.stage.advance))
        return tuple(e for e in ready if e in on)
    if at.index == 0 or not at.stage.enter:
        return ready
    inside = {e for r in t.rounds[at.first - 1 : number - 1] for e in r.entrants}
    return tuple(e for e in ready if e in inside)
