"""The record of all that staff did: who, when, what and why, kept small as the log comes in, and told in words.

Each act is a command of the log with what became of it; nothing here is written anywhere. Moves that one person enters
one after another at a table are one act, with their number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec

from contracts import roles, staff
from contracts.envelope import Command, actor_name, actor_role
from contracts.games.game import Refusal
from contracts.messages import Event
from contracts.table import TableOpened
from contracts.tournament_state import Tournament
from services.web_gateway.words import Lang

LONGEST = 2000
"""Characters that are kept of a text."""
LISTED = 20
"""Entries that are kept of a list; how many there were is kept beside."""
NAMED = 4
"""So many names are said; the others are counted."""
WHY = ("reason", "note", "text", "decision", "facts")
"""The fields of a command that say why, the first that is there goes before."""
_FACT = re.compile(r"\{\w+\}")
_RECORDS = ("import_record", "continue_record")
_PLANS = ("correction", "penalty")
"""Where such a field may stand one deeper."""


class Act(msgspec.Struct, gc=False):
    """One act of staff: a command, from whom, about which tournament or table, and what became of it.

    `at` is the log's time (ms since 1970 UTC), `times` how many moves it stands for. `content` is the command's own,
    with long texts and lists cut short; `many` is the length of its longest list. `refused` is the refusal's code.
    """

    at: int
    actor: str
    kind: str
    about: str
    refused: str
    events: tuple[str, ...]
    content: dict[str, Any]
    many: int = 0
    times: int = 1


class Line(msgspec.Struct, frozen=True):
    """An act told: when as ms and with the place's own time and zone, who with role and name, what, where and why."""

    at: int
    time: str
    actor: str
    role: str
    name: str
    kind: str
    what: str
    about: str
    where: str
    why: str
    refused: str
    events: tuple[str, ...]
    content: str


class Acts:
    """All acts by tournament, in the order of time."""

    def __init__(self) -> None:
        """Know of none."""
        self._of: dict[str, list[Act]] = {}

    def of(self, tournament: str) -> list[Act]:
        """Give a tournament's acts, those at its tables among them."""
        found = self._of.get(tournament, [])
        found.sort(key=lambda act: act.at)  # tournaments and tables come from two topics; mostly in order already
        return found

    def forget(self, tournament: str) -> None:
        """Let a tournament's acts go."""
        self._of.pop(tournament, None)

    def take(
        self,
        tournament: str,
        about: str,
        at: int,
        command: Command,
        refusal: Refusal | None,
        events: Iterable[Event],
    ) -> None:
        """Take a decision in; it is an act where somebody of the staff sent the command."""
        if actor_role(command.actor) not in roles.STAFF or (refusal and refusal.code == "command/duplicate"):
            return
        known = self._of.setdefault(tournament, [])
        body = msgspec.json.decode(command.body)
        content = body if isinstance(body, dict) else {}
        if command.kind == "play" and refusal is None:
            last = next((act for act in reversed(known[-8:]) if act.about == about), None)
            same = ("play", command.actor, "", content.get("deal"))
            if last is not None and (last.kind, last.actor, last.refused, last.content.get("deal")) == same:
                last.times += 1
                return
        kinds = dict.fromkeys(str(event.__struct_config__.tag) for event in events)
        many = max((len(value) for value in content.values() if isinstance(value, list)), default=0)
        code = refusal.code if refusal else ""
        known.append(Act(at, command.actor, command.kind, about, code, tuple(kinds), cut(content), many))


def cut(value: Any) -> Any:
    """Cut long texts and lists short."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    if isinstance(value, list):
        return [cut(one) for one in value[:LISTED]]
    if isinstance(value, dict):
        return {name: cut(one) for name, one in value.items()}
    return value


# --- in words


def who(actor: str, t: Tournament, lang: Lang) -> tuple[str, str]:
    """Give role and name of somebody of the staff: his link's, or what stands in the record."""
    role, name = actor_role(actor), actor_name(actor)
    found = staff.find(t.staff, name)
    return lang.t(f"role.{role}"), found.name if found else name


def line(act: Act, t: Tournament, opened: TableOpened | None, lang: Lang) -> Line:
    """Tell an act."""
    role, name = who(act.actor, t, lang)
    moment = datetime.fromtimestamp(act.at / 1000, UTC).astimezone()
    return Line(
        at=act.at,
        time=moment.isoformat(timespec="seconds"),
        actor=act.actor,
        role=role,
        name=name,
        kind=act.kind,
        what=what(act, t, lang),
        about=act.about,
        where=f"{lang.t('round.n', n=opened.round)} · {lang.t('table.n', n=opened.number)}" if opened else "",
        why=why(act),
        refused=act.refused,
        events=act.events,
        content=msgspec.json.encode(act.content).decode(),
    )


def why(act: Act) -> str:
    """Give the reason that stands in an act, as it was written."""
    if act.kind in _RECORDS:  # their text is no reason but the thing itself
        return ""
    inner = [act.content[plan] for plan in _PLANS if isinstance(act.content.get(plan), dict)]
    said = (place.get(field) for place in (act.content, *inner) for field in WHY)
    return next((text.strip() for text in said if isinstance(text, str) and text.strip()), "")


def what(act: Act, t: Tournament, lang: Lang) -> str:
    """Say what was done, in one sentence; the kind's own name where there is none for it."""
    given = act.content
    key = f"act.{act.kind}"
    if act.kind == "check_in" and given.get("present") is False:
        key = "act.check_in.away"
    if act.kind == "issue_staff_link" and given.get("staff"):
        key = "act.issue_staff_link.anew"
    if not lang.has(key):
        return act.kind
    facts = {name: fact(given, act, t, lang) for name, fact in _FACTS.items()}
    return lang.t(key, **{name: facts[name] for name in _wanted(lang.raw(key))})


def kind_said(kind: str, lang: Lang) -> str:
    """Name a kind of act: its sentence, with dots for what differs from one act to the next."""
    return _FACT.sub("…", lang.raw(f"act.{kind}")) if lang.has(f"act.{kind}") else kind


def _wanted(text: str) -> list[str]:
    return [name for name in _FACTS if f"{{{name}}}" in text]


def _entrants(given: dict[str, Any], act: Act, t: Tournament, lang: Lang) -> str:
    ids = [one for one in given.get("entrants", ()) if isinstance(one, str)]
    said = lang.names(t.name_of(one) for one in ids[:NAMED])
    return said if act.many <= NAMED else f"{said} (+{lang.n(act.many - NAMED)})"


def _name(given: dict[str, Any], act: Act, t: Tournament, lang: Lang) -> str:  # noqa: ARG001
    inner = given.get("penalty")
    whose = given.get("entrant") or (inner.get("entrant") if isinstance(inner, dict) else "")
    if isinstance(whose, dict):
        return str(whose.get("name", ""))
    if isinstance(whose, str) and whose:
        return t.name_of(whose)
    member = staff.find(t.staff, str(given.get("staff", "")))
    return member.name if member else str(given.get("name", ""))


def _number(given: dict[str, Any], act: Act, t: Tournament, lang: Lang) -> str:  # noqa: ARG001
    found = next((given[f] for f in ("case", "penalty", "deal", "round") if isinstance(given.get(f), int)), 0)
    return lang.n(found)


def _penalty(given: dict[str, Any], act: Act, t: Tournament, lang: Lang) -> str:  # noqa: ARG001
    plan = given.get("penalty")
    kind = str(plan.get("kind", "")) if isinstance(plan, dict) else ""
    said = lang.t(f"act.penalty.{kind}") if lang.has(f"act.penalty.{kind}") else kind
    points = plan.get("points", 0) if isinstance(plan, dict) else 0
    return f"{said} {lang.hundredths(points)}" if points else said


def _table(given: dict[str, Any], act: Act, t: Tournament, lang: Lang) -> str:  # noqa: ARG001
    plan = given.get("correction")
    found = t.table(str(plan.get("table", ""))) if isinstance(plan, dict) else None
    if found is None:
        return ""
    return f"{lang.t('round.n', n=found[0].number)} · {lang.t('table.n', n=found[1].number)}"


def _seconds(given: dict[str, Any], act: Act, t: Tournament, lang: Lang) -> str:  # noqa: ARG001
    seconds = given.get("seconds", 0)
    if not isinstance(seconds, int):
        return ""
    said = lang.span(abs(seconds) * 1000)
    return lang.left(f"\N{MINUS SIGN}{said}") if seconds < 0 else said


def _role(given: dict[str, Any], act: Act, t: Tournament, lang: Lang) -> str:  # noqa: ARG001
    role = given.get("role")
    return lang.t(f"role.{role}") if role in roles.LINKED else ""


_FACTS: dict[str, Callable[[dict[str, Any], Act, Tournament, Lang], str]] = {
    "names": _entrants,
    "name": _name,
    "n": _number,
    "penalty": _penalty,
    "table": _table,
    "span": _seconds,
    "many": lambda given, act, t, lang: lang.n(act.many),  # noqa: ARG005
    "times": lambda given, act, t, lang: lang.n(act.times),  # noqa: ARG005
    "role": _role,
    "offence": lambda given, act, t, lang: str(given.get("offence", "")),  # noqa: ARG005
}
"""What a sentence may name, each made from the command."""


# --- looking for some


def chosen(lines: Iterable[Line], *, q: str = "", actor: str = "", kind: str = "", about: str = "") -> list[Line]:
    """Give the lines that hold every word of `q` and are of this person, kind, and tournament or table, where named."""
    words = q.casefold().split()
    found = []
    for one in lines:
        text = f"{one.name} {one.role} {one.what} {one.where} {one.why} {one.kind} {one.about}".casefold()
        if (
            actor in ("", one.actor)
            and kind in ("", one.kind)
            and about in ("", one.about)
            and all(w in text for w in words)
        ):
            found.append(one)
    return found
