"""The staff's links judged: who gets one, and whose is taken away. Pure.

Imports `contracts` only. What a link lets its holder do stands in `contracts.roles`; whether it works, the gateway
judges, as with players' links.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from contracts import roles, staff
from contracts.entrants import clean
from contracts.envelope import Command
from contracts.games.game import Refusal
from contracts.messages import Body, Event
from contracts.staff import IssueStaffLink, RevokeStaffLink, StaffLinkIssued, StaffLinkRevoked
from contracts.tournament_state import Tournament
from services.lobby.founding import MAX_TEXT

MAX_NAME: Final = 80
MAX_STAFF: Final = 200
"""Links of one tournament's staff, those taken away included."""

CODES: Final = ("staff/role", "staff/name", "staff/unknown", "staff/many", "staff/no-link")
"""The refusals of staffing."""

Answer = tuple[Event, ...] | Refusal


def _issue(s: Tournament, command: Command, body: IssueStaffLink) -> Answer:  # noqa: ARG001
    if body.staff:
        old = staff.find(s.staff, body.staff)
        if old is None:
            return _unknown(body.staff)
        return (StaffLinkIssued(staff=old.id, role=old.role, name=old.name, generation=old.links + 1),)
    if body.role not in roles.LINKED:
        return Refusal("staff/role", facts={"role": body.role[:MAX_TEXT], "known": roles.LINKED})
    name = clean(body.name)
    if not name or len(name) > MAX_NAME or not name.isprintable():
        return Refusal("staff/name", facts={"most": MAX_NAME})
    if len(s.staff) >= MAX_STAFF:
        return Refusal("staff/many", facts={"most": MAX_STAFF})
    return (StaffLinkIssued(staff=f"s{len(s.staff) + 1}", role=body.role, name=name, generation=1),)


def _revoke(s: Tournament, command: Command, body: RevokeStaffLink) -> Answer:  # noqa: ARG001
    old = staff.find(s.staff, body.staff)
    if old is None:
        return _unknown(body.staff)
    if old.link is None:
        return Refusal("staff/no-link", facts={"name": old.name})
    return (StaffLinkRevoked(staff=old.id, reason=body.reason.strip()),)


def _unknown(id: str) -> Refusal:
    return Refusal("staff/unknown", facts={"staff": id[:MAX_TEXT]})


JUDGES: Final[dict[type[Body], Callable[[Tournament, Command, Any], Answer]]] = {
    IssueStaffLink: _issue,
    RevokeStaffLink: _revoke,
}
"""The commands of staffing and who judges each."""
