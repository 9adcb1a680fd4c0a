"""The referee's part of the arbiter's desk: a table goes back, hands are opened to the staff. Pure.

Imports `contracts` only.
"""

from __future__ import annotations

from contracts.envelope import Command
from contracts.games.game import Refusal
from contracts.messages import Board, Event
from contracts.table import DealWanted, HandsOpened, OpenHands, RewindRefused, RewindTable, Rewound
from contracts.table_asks import MAX_TEXT, Answer, closed, not_in_play, small, too_long
from contracts.table_state import Phase, Table, goes_on


def rewind(table: Table, body: RewindTable) -> Answer:
    """Say how a table goes back as a ruling says; what the server plays from there is added by its caller.

    Also after the end of the match, as long as the tournament has not taken its result. A deal that is over has shown
    its hands: it is dealt anew. An order that cannot be followed is an event too, so that nothing waits for it.
    """
    if refusal := closed(table):
        return refusal
    if body.order <= table.orders:
        return ()
    if fault := _nowhere(table, body):
        return (RewindRefused(case=body.case, order=body.order, refusal=fault),)
    again = body.again or not goes_on(table, body.deal)
    back = Rewound(
        deal=body.deal,
        ply=0 if again else body.ply,
        again=again,
        case=body.case,
        order=body.order,
        reason=body.reason[:MAX_TEXT],
    )
    if not again:
        return (back,)
    return (back, DealWanted(deal=body.deal, attempt=table.attempts.get(body.deal, 0), nonces=table.nonces))


def within(events: tuple[Event, ...]) -> bool:
    """Whether the running deal goes on from one of its moves."""
    return isinstance(events[0], Rewound) and not events[0].again


def _nowhere(table: Table, body: RewindTable) -> Refusal | None:
    if body.deal not in table.before:
        return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})
    # The deal itself goes on from one of its moves; the last of them only where the match was stopped there.
    last = table.ply if table.phase is Phase.ENDED else table.ply - 1
    if not body.again and goes_on(table, body.deal) and not 0 <= body.ply <= last:
        return Refusal("move/unknown", facts={"asked": small(body.ply + 1), "moves": table.ply})
    return None


def open_hands(table: Table, command: Command, body: OpenHands, now: int) -> Answer:  # noqa: ARG001
    """Open the running deal's hands to the staff; once is enough."""
    if refusal := not_in_play(table) or too_long(body.reason):
        return refusal
    if table.opened.board is not Board.SERVER:
        return Refusal("table/board", facts={"case": str(table.opened.board)})
    if not body.reason.strip():
        return Refusal("text/empty")
    if table.phase is not Phase.PLAYING or body.deal != table.deal:
        return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})
    if table.shown is not None:
        return ()
    opened = HandsOpened(by=command.actor[:40], deal=table.deal, attempt=table.attempt, reason=body.reason.strip())
    return (opened,)
