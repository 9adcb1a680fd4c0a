"""What several of the referee's judges ask: who sits there, whether the table is in play, how long a text is. Pure.

Imports `contracts` only.
"""

from __future__ import annotations

from typing import Final

from contracts import roles
from contracts.envelope import Command, actor_name, actor_role
from contracts.games import match as matches
from contracts.games.game import Outcome, Refusal, Seat
from contracts.messages import Event
from contracts.table import DealEnded, DealWanted, MatchEnded
from contracts.table_state import Phase, Table

MAX_MOVE: Final = 40  # characters; no game's longest move has half as many
MAX_TEXT: Final = 500
MAX_NUMBER: Final = 1_000_000_000  # of anything counted in an option or a limit

Answer = tuple[Event, ...] | Refusal


def not_in_play(table: Table) -> Refusal | None:
    """A table that has its result takes no more moves, deals, or players."""
    return Refusal("table/over") if table.phase in (Phase.ENDED, Phase.REVEALED) else None


def closed(table: Table) -> Refusal | None:
    """A table whose key is open takes nothing more."""
    return Refusal("table/over") if table.phase is Phase.REVEALED else None


def not_there(table: Table, seat: Seat) -> Refusal | None:
    """A seat that the table does not have."""
    if not 0 <= seat < len(table.seats):
        return Refusal("seat/unknown", facts={"asked": small(seat), "seats": len(table.seats)})
    return None


def not_his(table: Table, command: Command, seat: Seat) -> Refusal | None:
    """A player acts for his own seat, a bot for a seat that is marked as a bot's."""
    if refusal := not_there(table, seat):
        return refusal
    plan = table.seats[seat]
    mine = plan.entrant == actor_name(command.actor)
    if not mine or (actor_role(command.actor) == roles.BOT and not plan.bot):
        return Refusal("seat/not-yours", facts={"seat": seat})
    return None


def too_long(text: str) -> Refusal | None:
    """A free text beyond its measure."""
    return Refusal("text/too-long", facts={"most": MAX_TEXT}) if len(text) > MAX_TEXT else None


def gone_back(table: Table, rewinds: int | None) -> Refusal | None:
    """What was said of a position from which the table has gone back since."""
    if rewinds is None or rewinds == table.rewinds:
        return None
    return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})


def small(number: int) -> int | str:
    """Give a number as a fact: one that JSON readers cannot hold becomes a text."""
    return number if abs(number) <= MAX_NUMBER else f"{number:.3e}"[:MAX_TEXT] if abs(number) < 10**300 else "huge"


def after_deal(table: Table, outcome: Outcome, scored: matches.Match, resigned: tuple[Seat, ...]) -> tuple[Event, ...]:
    """Give what follows when a deal is over: its end, and the match's or the next deal."""
    game = table.rules
    ended = DealEnded(deal=table.deal, outcome=outcome, totals=scored.totals)
    result = matches.over(game, table.options, scored, table.opened.max_deals)
    if resigned:
        result = matches.stop(game, table.options, scored, "resigned", behind=resigned)
    if result is not None:
        return (ended, MatchEnded(result=result))
    # A deal that is dealt again keeps its number (LO-43, LO-47, LO-59).
    deal = scored.deals + 1
    # One that was dealt before the table went back gets other pieces.
    attempt = max(scored.attempts, table.attempts.get(deal, 0))
    return (ended, DealWanted(deal=deal, attempt=attempt, nonces=table.nonces))
