"""The bases of all message bodies: commands refuse what they do not know, events skip it. Pure."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a command wants. `KIND` and `VERSION` stand in the envelope."""

    KIND: ClassVar[str]
    VERSION: ClassVar[int] = 1


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What happened. The tag is its kind; a kind of version 2 or more carries its `v`."""


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Time limits of a table, in seconds; None is no limit.

    `move_s` is the time for one move (BG-20), `sit_s` the time to sit down before the table starts without the
    absent. `bank_s` is a player's time for the whole match, to which `increment_s` is added after each of his turns;
    what runs out first, bank or move, ends his turn.
    """

    move_s: int | None = None
    sit_s: int | None = None
    bank_s: int | None = None
    increment_s: int | None = None


class Board(StrEnum):
    """How a table is played (`contracts.over_the_board`)."""

    SERVER = "server"  # here: the server deals and referees
    MOVES = "moves"  # over the board, every move is entered
    SCORES = "scores"  # over the board, the scores of whole deals are entered
