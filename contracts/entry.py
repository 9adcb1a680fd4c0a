"""Entry: the policies that a tournament states for it, the waiting list, and who did not come. Pure.

A part of the messages of tournaments (`contracts.tournament`), which lists them among its own.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from contracts.messages import Body, Event


class Absence(StrEnum):
    """What becomes of somebody who was seated and did not come."""

    ABSENT = "absent"  # he is not seated again until he checks in
    WITHDRAW = "withdraw"  # he is out until the director lets him in again


class EntryRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The policies of entry, fixed when the tournament is created.

    `capacity` is how many entrants play, 0 for no limit; whoever comes when it is reached waits on a list. House
    players do not count. `late_points` is what a late entrant gets for each round that had begun when he came, in
    hundredths of a match point; his tie-breaks treat those rounds as not played. `no_show` is what becomes of somebody
    who was seated and did not come. With `apart_by_club` those of one club are kept apart unless an entrant's own
    `apart` says otherwise. The results of somebody who withdraws always stand.
    """

    capacity: int = 0
    late_points: int = 0
    no_show: Absence = Absence.ABSENT
    apart_by_club: bool = False


class Admit(Body, frozen=True, kw_only=True):
    """Take somebody from the waiting list in, whatever the capacity: the director has found a chair."""

    KIND: ClassVar[str] = "admit"
    entrant: str


class NoShow(Body, frozen=True, kw_only=True):
    """Say of entrants who are seated in a round that has not begun that they did not come.

    `effect` is the digest of the effect that was shown before.
    """

    KIND: ClassVar[str] = "no_show"
    round: int
    entrants: tuple[str, ...]
    effect: str = ""


class Admitted(Event, frozen=True, kw_only=True, tag="admitted"):
    """Somebody has come off the waiting list. `round` is the latest round begun: he is late for that one too."""

    entrant: str
    round: int = 0


class NotShown(Event, frozen=True, kw_only=True, tag="not_shown"):
    """An entrant was seated in a round and did not come. Where he is out by it, `Withdrawn` follows."""

    round: int
    entrant: str


COMMANDS: tuple[type[Body], ...] = (Admit, NoShow)
EntryEvent = Admitted | NotShown
