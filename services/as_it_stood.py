"""A tournament as it stood at a moment, folded from its log: for the command line and the pages alike."""

from __future__ import annotations

from contracts import tournament_state
from contracts.codec import TOURNAMENT
from contracts.topics import TOURNAMENT_EVENTS
from contracts.tournament_state import Tournament
from services import export as exporting
from services.runtime.log import Log
from services.runtime.reader import decode


async def as_it_stood(log: Log, tournament: str, until: int | None = None) -> tuple[Tournament | None, int]:
    """Fold a tournament up to a moment (ms since 1970 UTC; None: now), and give the last source folded.

    None and -1 where there was no such tournament then.
    """
    state: Tournament | None = None
    source = -1
    for entry in await exporting.decisions(log, TOURNAMENT_EVENTS, tournament):
        decision = decode(TOURNAMENT_EVENTS, 0, entry)
        if until is not None and decision.at > until:
            break
        for raw in decision.events or ():
            state = tournament_state.evolve(state, TOURNAMENT.event(raw), decision.at)
            source = decision.source
    return state, source
