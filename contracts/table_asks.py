"""What several judges of a table ask: who sits there, whether it is in play, how long a text is. Pure.

Asked by the referee, and by `table_acts` for whoever shows what an act would bring before it is signed.
"""

from __future__ import annotations

from typing import Final

from contracts import roles
from contracts.envelope import actor_name, actor_role
from contracts.games import match as matches
from contracts.games.game import Outcome, Refusal, Seat
from contracts.messages import Board, Event
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


def not_his(table: Table, actor: str, seat: Seat) -> Refusal | None:
    """A player acts for his own seat, a bot for a seat that is marked as a bot's."""
    if refusal := not_there(table, seat):
        return refusal
    plan = table.seats[seat]
    mine = plan.entrant == actor_name(actor)
    if not mine or (actor_role(actor) == roles.BOT and not plan.bot):
        return Refusal("seat/not-yours", facts={"seat": seat})
    return None


def too_long(text: str) -> Refusal | None:
    """A free text beyond its measure."""
    return Refusal("text/too-long", facts={"most": MAX_TEXT}) if len(text) > MAX_TEXT else None


def other_board(table: Table, needed: Board) -> Refusal | None:
    """What belongs to tables that are played otherwise."""
    board = table.opened.board
    return None if board is needed else Refusal("table/board", facts={"case": str(board)})


def not_awaited(table: Table, deal: int, attempt: int) -> Refusal | None:
    """What was said of another deal than the one that the table waits for."""
    if table.phase is Phase.WANTING and (deal, attempt) == (table.deal, table.attempt):
        return None
    return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})


def gone_back(table: Table, rewinds: int | None) -> Refusal | None:
    """What was said of a position from which the table has gone back since."""
    if rewinds is None or rewinds == table.rewinds:
        return None
    return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})


def unseen() -> Refusal:
    """A deal cannot end while hands hold tiles that its record does not tell."""
    return Refusal("record/unseen")


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
