"""What the standings say: a tournament's fold in, the record of the `standings` topic out. Pure.

Imports `contracts` only. It judges nothing: the name is the one that every service's pure half has.
"""

from __future__ import annotations

from typing import Final

import msgspec

from contracts import ranking
from contracts.envelope import write
from contracts.ranking import Standings
from contracts.tournament_state import Tournament

MAX_BYTES: Final = 700_000
"""Length above which the sums are left out, and then the tie-breaks, so that a record stays within the log's 1 MiB."""

read_standings = msgspec.json.Decoder(Standings).decode
"""Bytes to standings; msgspec.DecodeError names the place."""


def record(tournament: str, state: Tournament, source: int) -> bytes:
    """Write the standings of a tournament after the decision on the command at offset `source`."""
    now = ranking.standings(state, id=tournament, source=source)
    written = write(now)
    if len(written) > MAX_BYTES:
        now = ranking.without_parts(now)
        written = write(now)
    return written if len(written) <= MAX_BYTES else write(ranking.without_tie_breaks(now))
