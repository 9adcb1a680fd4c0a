"""Pieces that nobody has seen: over the board the server does not know the hands, and cannot draw them."""

from __future__ import annotations

from typing import Any

import msgspec

from contracts.messages import Board
from contracts.over_the_board import UNSEEN
from contracts.table_state import TableView


def cleared(seen: TableView) -> TableView:
    """Leave out of a view the pieces that nobody has seen: there is nothing to draw of them.

    A hand with such a piece counts as closed.
    """
    if seen.board is None or seen.played is Board.SERVER:
        return seen
    changes: dict[str, Any] = {}
    for name in seen.board.__struct_fields__:
        value = getattr(seen.board, name)
        if not isinstance(value, tuple):
            continue
        if name == "hands":
            changes[name] = tuple(None if hand is None or UNSEEN in hand else hand for hand in value)
        elif UNSEEN in value:
            changes[name] = tuple(piece for piece in value if piece != UNSEEN)
    return msgspec.structs.replace(seen, board=msgspec.structs.replace(seen.board, **changes)) if changes else seen
