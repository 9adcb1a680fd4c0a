"""A round's seating as people look at it and change it: the report, each one's place and why, a draft and its effect.

Pure. What is counted is counted by `contracts.seating_facts`, of the seating that stands and of a draft alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from contracts import ranking, seating_facts
from contracts.seating_facts import Sitting, Why
from contracts.stages import stage_at
from contracts.tournament import SeatingReport, TablePlan
from contracts.tournament_state import Round, RoundPhase, Tournament
from services.web_gateway.words import Lang

CRITERIA: Final = (
    ("apart", "apart_bound"),
    ("repeats", ""),
    ("repeat_cost", "bound"),
    ("score_spread", "spread_bound"),
    ("short_repeats", ""),
    ("seat_imbalance", "imbalance_bound"),
    ("seat_cost", "seat_bound"),
    ("follows", "follows_bound"),
)
"""Figures of a report in the order of their weight, each with the field of its bound where one is proved."""


class DraftError(ValueError):
    """A draft that is none of this round's: it does not hold everybody once."""


class Draft(msgspec.Struct, frozen=True):
    """Another order of a round's people: tables from the first one on, and who has a bye.

    As a text it is the entrants' numbers: "1.2.3_4.5.6~7" are two tables and a bye.
    """

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Write it as a text."""
        tables = "_".join(".".join(e[1:] for e in seats) for seats in self.tables)
        return tables + ("~" + ".".join(e[1:] for e in self.byes) if self.byes else "")

    @property
    def plans(self) -> tuple[TablePlan, ...]:
        """Its tables, numbered."""
        return tuple(TablePlan(number=n, seats=seats) for n, seats in enumerate(self.tables, start=1))

    def swap(self, a: str, b: str) -> Draft:
        """Let two change places, or a player and one with a bye."""
        other = {a: b, b: a}
        tables = tuple(tuple(other.get(e, e) for e in seats) for seats in self.tables)
        return Draft(tables, tuple(other.get(e, e) for e in self.byes))

    def put(self, who: str, to: str) -> Draft:
        """Let somebody sit down last at a table ("3"), at a new one ("new"), or have a bye ("bye").

        DraftError where there is no such table. A table that nobody is left at is gone.
        """
        left = [tuple(e for e in seats if e != who) for seats in self.tables]
        byes = tuple(e for e in self.byes if e != who)
        if to == "bye":
            byes = (*byes, who)
        elif to == "new":
            left.append((who,))
        elif to.isdecimal() and 1 <= int(to[:6]) <= len(left):
            left[int(to) - 1] = (*left[int(to) - 1], who)
        else:
            raise DraftError(f"there is no table {to[:20]}")
        return Draft(tuple(seats for seats in left if seats), byes)


def of(round: Round) -> Draft:
    """Give a seating as it stands."""
    return Draft(tuple(t.seats for t in round.tables), round.byes)


def proposed(round: Round) -> Draft:
    """Give a seating as the seater had it."""
    if not round.proposed:
        return of(round)
    return Draft(tuple(p.seats for p in round.proposed), round.proposed_byes)


def read(text: str, round: Round) -> Draft:
    """Read a draft from its text. DraftError where it does not hold the round's people, each once."""
    tables, _, byes = text.partition("~")

    def ids(part: str) -> tuple[str, ...]:
        return tuple(f"e{number}" for number in part.split(".") if number)

    found = Draft(tuple(ids(part) for part in tables.split("_") if part), ids(byes))
    if sorted(itertools.chain(*found.tables, found.byes)) != sorted(round.entrants):
        raise DraftError("a draft holds everybody once")
    return found


def changed(draft: Draft, do: str, pick: str) -> tuple[Draft, str]:
    """Carry out what was pressed: pick:WHO, swap:WHO, put:WHERE or back; the new draft, and who is picked up then.

    DraftError where somebody is meant who is not in the round.
    """
    verb, _, what = do.partition(":")
    known = set(itertools.chain(*draft.tables, draft.byes))
    if verb == "pick" and what in known:
        return draft, what
    if verb == "back":
        return draft, ""
    if pick not in known:
        raise DraftError("nobody is picked up")
    if verb == "swap" and what in known:
        return draft.swap(pick, what), ""
    if verb == "put":
        return draft.put(pick, what), ""
    raise DraftError(f"nothing can be done with {what[:20]!r}")


# --- the report


def criteria(report: SeatingReport, lang: Lang, draft: SeatingReport | None = None) -> list[dict[str, Any]]:
    """Give each criterion with what was reached, its bound, and, of a draft, whether it makes it better or worse."""
    rows = []
    for name, bound in CRITERIA:
        now = getattr(report, name)
        least = getattr(report, bound) if bound else None
        then = getattr(draft, name) if draft else now
        rows.append(
            {
                "id": name,
                "name": lang.t(f"seats.c.{name}"),
                "now": _figure(name, now, lang),
                "draft": _figure(name, then, lang) if draft else "",
                "bound": _figure(name, least, lang) if least is not None else "-",
                "best": least is not None and then == least,
                "turn": "" if then == now else "better" if then < now else "worse",
            }
        )
    return rows


def _figure(name: str, value: int, lang: Lang) -> str:
    return lang.hundredths(value) if name == "score_spread" else lang.n(value)


def worst(s: Sitting, t: Tournament, lang: Lang) -> str:
    """Say the weightiest thing against somebody's place; nothing where nothing is."""
    if s.worst == "table":
        return lang.t("seats.worst.table", n=s.always)
    if s.worst == "apart":
        return lang.t("seats.worst.apart", names=lang.names(t.name_of(e) for e in s.apart))
    if s.worst == "again":
        return lang.t("seats.worst.again", names=again(s, t, lang))
    return lang.t(f"seats.worst.{s.worst}", n=s.byes) if s.worst else ""


def again(s: Sitting, t: Tournament, lang: Lang) -> str:
    """Name those whom somebody meets again, with how often where it was more than once."""
    said = [
        lang.names([t.name_of(e)]) if often == 1 else lang.t("seats.times", name=t.name_of(e), n=often)
        for e, often in s.again
    ]
    return lang.comma.join(said)


def why(s: Sitting, t: Tournament, number: int, lang: Lang) -> str:
    """Answer a player who asks why he sits there. Points and places of rounds that are hidden are not told."""
    said = [lang.t(f"why.{s.why}")]
    counts = s.why in {Why.SCORE, Why.RANK, Why.BYE}
    if counts and s.rank and number > 1 and number - 1 <= ranking.public_rounds(t):
        said.append(lang.t("why.stood", points=lang.hundredths(s.points), place=s.rank))
    if s.why is Why.BYE:
        said.append(lang.t("why.byes", n=s.byes))
    if s.again:
        said.append(lang.t("why.again", names=again(s, t, lang)))
    return " ".join(said)


class Sittings:
    """What the places of each tournament's newest round mean, counted once for everybody who asks.

    It is counted again only when the seating, an earlier round or a penalty has changed, not with every result.
    """

    def __init__(self) -> None:
        """Start with nothing counted."""
        self._known: dict[str, tuple[tuple[object, ...], dict[str, Sitting]]] = {}

    def of(self, id: str, t: Tournament, round: Round) -> dict[str, Sitting]:
        """Give each one's place in a round that is seated."""
        basis = (*t.rounds[: round.number - 1], t.desk.penalties, t.rules)
        seating = (round.number, [table.seats for table in round.tables], round.byes, bool(round.proposed))
        known = self._known.get(id)
        if known is not None and known[0][0] == seating and _same(known[0][1:], basis):
            return known[1]
        found = {s.entrant: s for s in seating_facts.sittings(t, round.number, round.plans, round.byes)}
        self._known[id] = ((seating, *basis), found)
        return found


def _same(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether the very same objects: the fold makes a new one of whatever changes."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


def shown(t: Tournament, round: Round, places: Mapping[str, Sitting], lang: Lang) -> dict[str, Any]:
    """Give a seating that has not begun for the director: criteria, tables with each one's worst fact, byes and why."""
    assert round.report is not None, "a seated round has its report"
    return {
        "title": lang.t("seating.title", n=round.number),
        "criteria": criteria(round.report, lang),
        "edited": lang.t("seats.edited", n=round.edits) if round.edits else "",
        "tables": [
            {"number": table.number, "seats": [_seat(e, places[e], t, lang) for e in table.seats]}
            for table in round.tables
        ],
        "byes": [_seat(e, places[e], t, lang) | {"why": _bye(places[e], lang)} for e in round.byes],
        "bye_why": lang.t("why.bye"),
        "free": not any(s.worst for s in places.values()),
    }


def _seat(e: str, s: Sitting, t: Tournament, lang: Lang) -> dict[str, Any]:
    return {"id": e, "name": t.name_of(e), "worst": worst(s, t, lang), "look": s.worst}


def _bye(s: Sitting, lang: Lang) -> str:
    stood = lang.t("why.stood", points=lang.hundredths(s.points), place=s.rank) if s.rank else ""
    return f"{stood} {lang.t('seats.worst.bye', n=s.byes)}".strip()


# --- a draft


def editor(t: Tournament, round: Round, draft: Draft, pick: str, lang: Lang) -> dict[str, Any]:
    """Give the page on which a seating is changed: the draft, and what it changes against the seating that stands."""
    assert round.report is not None, "a seated round has its report"
    at = stage_at(t.rules, round.number)
    now = {s.entrant: s for s in seating_facts.sittings(t, round.number, round.plans, round.byes)}
    then = {s.entrant: s for s in seating_facts.sittings(t, round.number, draft.plans, draft.byes)}
    differs = draft != of(round)
    counted = seating_facts.report(t, round.number, draft.plans, round.report) if differs and draft.tables else None
    touched = [e for e in now if _place(e, draft) != _place(e, of(round))]
    held = pick and t.name_of(pick)
    tables = []
    for plan in draft.plans:
        fits = at.table_min <= len(plan.seats) <= at.table_max
        size = {"n": len(plan.seats), "least": at.table_min, "most": at.table_max}
        tables.append(
            {
                "number": plan.number,
                "seats": [_sitter(e, then[e], touched, pick, t, lang) for e in plan.seats],
                "bad": "" if fits else lang.t("seats.size", **size),
                "put": bool(pick) and pick not in plan.seats,
            }
        )
    return {
        "title": lang.t("seats.title", n=round.number),
        "say": lang.t("seats.say.held", name=held) if held else lang.t("seats.say.pick"),
        "draft": str(draft),
        "pick": pick,
        "tables": tables,
        "byes": [_sitter(e, then[e], touched, pick, t, lang) for e in draft.byes],
        "differs": differs,
        "fits": all(not table["bad"] for table in tables),
        "criteria": criteria(round.report, lang, counted),
        "touched": [_touched(e, now[e], then[e], t, lang) for e in touched],
        "edited": lang.t("seats.edited", n=round.edits) if round.edits else "",
        "own": str(proposed(round)) if round.proposed and proposed(round) != of(round) else "",
        "want": round.want,
        "edits": round.edits,
        "round": round.number,
    }


def _place(e: str, draft: Draft) -> tuple[object, ...]:
    """What somebody's place is: with whom he sits and on which seat; who moves with his whole table has not moved."""
    for seats in draft.tables:
        if e in seats:
            return frozenset(seats), seats.index(e)
    return ()


def _sitter(e: str, s: Sitting, touched: Sequence[str], pick: str, t: Tournament, lang: Lang) -> dict[str, Any]:
    name = t.name_of(e)
    do = f"pick:{e}" if not pick else "back" if pick == e else f"swap:{e}"
    verb = "seats.pick" if not pick else "seats.back" if pick == e else "seats.swap"
    return _seat(e, s, t, lang) | {
        "do": do,
        "label": lang.t(verb, name=name),
        "picked": pick == e,
        "moved": e in touched,
    }


def _touched(e: str, now: Sitting, then: Sitting, t: Tournament, lang: Lang) -> dict[str, Any]:
    def at(s: Sitting) -> str:
        return lang.t("seats.at", table=s.table, seat=s.seat + 1) if s.table else lang.t("bye")

    before, after = worst(now, t, lang), worst(then, t, lang)
    weight, weighed = _weight(now), _weight(then)
    return {
        "name": t.name_of(e),
        "from": at(now),
        "to": at(then),
        "before": before or (lang.t("seats.nothing") if after else ""),
        "after": after or (lang.t("seats.nothing") if before else ""),
        "turn": "" if weight == weighed else "better" if weighed < weight else "worse",
    }


def _weight(s: Sitting) -> tuple[int, ...]:
    """What speaks against a place, the weightiest first."""
    repeats = sum(often * often for _, often in s.again)
    return s.always > 0, len(s.apart), s.byes if not s.table else 0, repeats, s.short


def waiting(t: Tournament) -> Round | None:
    """Find the round that is seated and has not begun."""
    now = t.current
    return now if now is not None and now.phase is RoundPhase.SEATED and now.report is not None else None
