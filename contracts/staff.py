"""The staff of a tournament: arbiters, scorers and screens, each by a link that can be taken away. Pure.

A part of the messages of tournaments (`contracts.tournament`), which lists them among its own, and their fold. What
each role may do and see stands in `contracts.roles`. Whoever has the director's link or password is the director; no
event names him.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from contracts.messages import Body, Event


class IssueStaffLink(Body, frozen=True, kw_only=True):
    """Give somebody a link to work with, as arbiter, scorer or screen.

    With `staff` it is one who had a link before: he gets another, older ones stop working, and his role and name stay.
    """

    KIND: ClassVar[str] = "issue_staff_link"
    role: str = ""
    name: str = ""
    staff: str = ""


class RevokeStaffLink(Body, frozen=True, kw_only=True):
    """Take a member of the staff his link away: what he has open closes."""

    KIND: ClassVar[str] = "revoke_staff_link"
    staff: str
    reason: str = ""


class StaffLinkIssued(Event, frozen=True, kw_only=True, tag="staff_link_issued"):
    """A member of the staff, "s1" and so on in order, has a link of a new generation; only the newest works."""

    staff: str
    role: str
    name: str
    generation: int


class StaffLinkRevoked(Event, frozen=True, kw_only=True, tag="staff_link_revoked"):
    """A member of the staff has no link until another is issued."""

    staff: str
    reason: str = ""


class Member(msgspec.Struct, frozen=True):
    """A member of the staff. `link` is the generation that works, None when there is none; `links` counts them all."""

    id: str
    role: str
    name: str
    link: int | None = None
    links: int = 0


COMMANDS: tuple[type[Body], ...] = (IssueStaffLink, RevokeStaffLink)
StaffEvent = StaffLinkIssued | StaffLinkRevoked


def find(staff: tuple[Member, ...], id: str) -> Member | None:
    """Find a member by his id."""
    return next((one for one in staff if one.id == id), None)


def fold(staff: tuple[Member, ...], event: StaffEvent) -> tuple[Member, ...] | None:
    """Fold an event into the list; None for one that cannot follow."""
    old = find(staff, event.staff)
    if isinstance(event, StaffLinkRevoked):
        return None if old is None else tuple(replace(one, link=None) if one is old else one for one in staff)
    new = Member(event.staff, event.role, event.name, event.generation, event.generation)
    if old is not None:
        return tuple(new if one is old else one for one in staff)
    return (*staff, new) if event.staff == f"s{len(staff) + 1}" else None
