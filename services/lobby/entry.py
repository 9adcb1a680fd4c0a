"""Entry judged: who may enter and when, the waiting list, who is here, who has gone, and personal links. Pure.

Imports `contracts` only. The policies that a tournament states for all this are `contracts.entry.EntryRules`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from contracts import admission, effect, roles
from contracts.entry import Admit, Admitted, NoShow
from contracts.envelope import Command, actor_name, actor_role
from contracts.games.game import Refusal
from contracts.messages import Body, Event
from contracts.tournament import (
    AmendEntrant,
    CheckedIn,
    CheckIn,
    CloseRegistration,
    EntrantRow,
    ImportEntrants,
    IssueLink,
    LinkIssued,
    LinkRevoked,
    OpenRegistration,
    Register,
    RegistrationClosed,
    RegistrationOpened,
    Return,
    Returned,
    RevokeLink,
    Withdraw,
)
from contracts.tournament_state import Entrant, Phase, RoundPhase, Tournament
from services.lobby.founding import MAX_TEXT

MAX_LIST_BYTES: Final = 300_000
"""Bytes of all names and clubs of one import: its decision carries them twice and must fit in a record of 1 MiB."""

CODES: Final = (
    *admission.CODES,
    "entrant/unknown",
    "entrant/list-size",
    "entrant/none",
    "entrant/withdrawn",
    "entrant/not-withdrawn",
    "entrant/expelled",
    "entrant/waiting",
    "entrant/not-waiting",
    "entrant/not-seated",
    "entrant/house",
    "entrant/desk",
    "link/none",
)
"""The refusals of entry, beside the lobby's own."""

Answer = tuple[Event, ...] | Refusal


def phase(s: Tournament) -> Refusal:
    """Refuse what cannot be done where the tournament stands."""
    return Refusal("tournament/phase", facts={"case": s.phase.value})


# --- registration


def _open_registration(s: Tournament, command: Command, body: OpenRegistration) -> Answer:  # noqa: ARG001
    return (RegistrationOpened(),) if s.phase in {Phase.ANNOUNCED, Phase.CLOSED} else phase(s)


def _close_registration(s: Tournament, command: Command, body: CloseRegistration) -> Answer:  # noqa: ARG001
    return (RegistrationClosed(),) if s.phase is Phase.REGISTRATION else phase(s)


def _register(s: Tournament, command: Command, body: Register) -> Answer:
    row = body.entrant
    if actor_role(command.actor) == roles.PLAYER:
        if actor_name(command.actor):  # he is in already, and may enter nobody else
            return Refusal("actor/not-you")
        if s.phase is not Phase.REGISTRATION:
            return phase(s)
        if row.bot:
            return Refusal("entrant/bot", facts={"bot": row.bot[:MAX_TEXT]})
        if row.house or row.stands_for:
            return Refusal("entrant/house")
        if row.table or row.paid:
            return Refusal("entrant/desk")
    return _enter(s, (row,))


def _import(s: Tournament, command: Command, body: ImportEntrants) -> Answer:  # noqa: ARG001
    if not body.entrants:
        return Refusal("entrant/none")
    return _enter(s, body.entrants)


def _enter(s: Tournament, rows: tuple[EntrantRow, ...]) -> Answer:
    size = 0
    events: list[Event] = []
    for row, found in zip(rows, admission.judged(s, rows), strict=True):
        if isinstance(found, Refusal):
            return Refusal(found.code, facts={**found.facts, "entry": len(events) + 1})
        size += sum(len(text.encode()) for text in (row.name, row.club, row.apart, row.partner))
        if size > MAX_LIST_BYTES:
            return Refusal("entrant/list-size", facts={"most": MAX_LIST_BYTES})
        events.append(found)
    return tuple(events)


def _amend(s: Tournament, command: Command, body: AmendEntrant) -> Answer:  # noqa: ARG001
    found = _find(s, body.entrant)
    if isinstance(found, Refusal):
        return found
    if len(body.reason) > MAX_TEXT:
        return Refusal("text/too-long", facts={"most": MAX_TEXT})
    event = admission.amended(s, found, body.row, body.reason)
    if isinstance(event, Refusal):
        return event
    return () if event.row == found.row else (event,)


# --- who is here, who has gone


def _find(s: Tournament, id: str) -> Entrant | Refusal:
    return s.entrant(id) or Refusal("entrant/unknown", facts={"entrant": id[:MAX_TEXT]})


def _not_himself(s: Tournament, command: Command, entrants: tuple[str, ...]) -> Refusal | None:
    """Refuse a player who acts for anybody but himself; each of a pair acts for both."""
    if actor_role(command.actor) == roles.PLAYER:
        own = s.of_member(actor_name(command.actor))
        if own is None or entrants != (own.id,):
            return Refusal("actor/not-you")
    return None


def _check_in(s: Tournament, command: Command, body: CheckIn) -> Answer:
    if other := _not_himself(s, command, body.entrants):
        return other
    changed: list[str] = []
    for one in dict.fromkeys(body.entrants):
        found = _find(s, one)
        if isinstance(found, Refusal):
            return found
        if found.withdrawn:
            return Refusal("entrant/withdrawn", facts={"name": found.name})
        if found.waiting:
            return Refusal("entrant/waiting", facts={"name": found.name})
        if found.present != body.present:
            changed.append(one)
    return (CheckedIn(entrants=tuple(changed), present=body.present),) if changed else ()


def _withdraw(s: Tournament, command: Command, body: Withdraw) -> Answer:
    if other := _not_himself(s, command, (body.entrant,)):
        return other
    found = _find(s, body.entrant)
    if isinstance(found, Refusal):
        return found
    if found.withdrawn:
        return Refusal("entrant/withdrawn", facts={"name": found.name})
    if len(body.reason) > MAX_TEXT:
        return Refusal("text/too-long", facts={"most": MAX_TEXT})
    events = admission.withdrawal(s, found, body.reason)
    if not body.effect:
        return events
    # A player was shown what everybody may see: the hidden rounds are not in what he signs either.
    shown = effect.effect(s, events, public=actor_role(command.actor) == roles.PLAYER)
    return events if effect.digest(shown) == body.effect else Refusal("effect/changed")


def _return(s: Tournament, command: Command, body: Return) -> Answer:  # noqa: ARG001
    found = _find(s, body.entrant)
    if isinstance(found, Refusal):
        return found
    if not found.withdrawn:
        return Refusal("entrant/not-withdrawn", facts={"name": found.name})
    if s.desk.expelled(found.id):
        return Refusal("entrant/expelled", facts={"name": found.name})
    return (Returned(entrant=found.id),)


def _admit(s: Tournament, command: Command, body: Admit) -> Answer:  # noqa: ARG001
    found = _find(s, body.entrant)
    if isinstance(found, Refusal):
        return found
    if found.withdrawn:
        return Refusal("entrant/withdrawn", facts={"name": found.name})
    if not found.waiting:
        return Refusal("entrant/not-waiting", facts={"name": found.name})
    return (Admitted(entrant=found.id, round=s.begun),)


def _no_show(s: Tournament, command: Command, body: NoShow) -> Answer:  # noqa: ARG001
    """Take out of a seated round who did not come; its seating has to be made again."""
    now = s.current
    if now is None or now.phase is not RoundPhase.SEATED:
        if now is not None and now.phase is RoundPhase.PLAYING:
            return Refusal("round/running", facts={"round": now.number})
        return Refusal("seating/missing")
    if body.round != now.number:
        return Refusal("round/number", facts={"round": now.number})
    missing = []
    for one in dict.fromkeys(body.entrants):
        found = _find(s, one)
        if isinstance(found, Refusal):
            return found
        if one not in now.entrants:
            return Refusal("entrant/not-seated", facts={"name": found.name, "round": now.number})
        missing.append(found)
    events = admission.no_shows(s, now.number, missing)
    if body.effect and effect.digest(effect.effect(s, events)) != body.effect:
        return Refusal("effect/changed")
    return events


# --- personal links


def _whose(s: Tournament, id: str) -> tuple[Entrant, tuple[str, ...]] | Refusal:
    """Find whose link is meant: one's own, one of a pair's, or both of a pair's."""
    if (pair := s.entrant(id)) is not None:
        return pair, pair.members
    one = s.of_member(id)
    return (one, (id,)) if one is not None else Refusal("entrant/unknown", facts={"entrant": id[:MAX_TEXT]})


def _issue_link(s: Tournament, command: Command, body: IssueLink) -> Answer:  # noqa: ARG001
    found = _whose(s, body.entrant)
    if isinstance(found, Refusal):
        return found
    entrant, members = found
    return tuple(LinkIssued(entrant=one, generation=entrant.links_of(one) + 1) for one in members)


def _revoke_link(s: Tournament, command: Command, body: RevokeLink) -> Answer:  # noqa: ARG001
    found = _whose(s, body.entrant)
    if isinstance(found, Refusal):
        return found
    entrant, members = found
    events = tuple(LinkRevoked(entrant=one) for one in members if entrant.link_of(one) is not None)
    return events or Refusal("link/none", facts={"name": s.name_of(body.entrant)})


JUDGES: Final[dict[type[Body], Callable[[Tournament, Command, Any], Answer]]] = {
    OpenRegistration: _open_registration,
    CloseRegistration: _close_registration,
    Register: _register,
    ImportEntrants: _import,
    AmendEntrant: _amend,
    CheckIn: _check_in,
    Withdraw: _withdraw,
    Return: _return,
    Admit: _admit,
    NoShow: _no_show,
    IssueLink: _issue_link,
    RevokeLink: _revoke_link,
}
"""The commands of entry and who judges each."""
