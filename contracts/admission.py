"""Who is let in: each row of a list judged in its order, with its number or its place on the waiting list. Pure.

And who moves up when somebody leaves.

Here and not in the lobby, because two ask: the lobby, which decides, and whoever shows what a list would become before
it is sent. Both get the same answers from the same facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from contracts.entrants import MAX_ENTRANTS, Line, clean, cleaned, name_key, row_fault
from contracts.entry import Absence, Admitted, NotShown
from contracts.games.game import Refusal
from contracts.messages import Board, Event
from contracts.tournament import EntrantAmended, EntrantRow, Registered, Withdrawn
from contracts.tournament_state import Entrant, Tournament

CODES = (
    "entrant/twice",
    "entrant/name",
    "entrant/club",
    "entrant/apart",
    "entrant/partner",
    "entrant/bot",
    "entrant/late",
    "entrant/too-many",
    "entrant/stands-for",
    "entrant/table",
    "entrant/fixed",
)
"""The refusals of a row."""
_QUOTED = 80


def judged(t: Tournament, rows: Iterable[EntrantRow]) -> Iterator[Registered | Refusal]:
    """Say what becomes of each row: the event by which it is entered, or the refusal. A refused row takes no place."""
    if t.begun and not t.rules.late_entry:
        yield from (Refusal("entrant/late") for _ in rows)
        return
    seen = {key: e.name for e in t.entrants for key in (e.key, e.partner_key) if key}
    number, playing, most = len(t.entrants), t.playing, t.rules.entry.capacity
    for row in rows:
        keys = _keys(row)
        if number >= MAX_ENTRANTS:
            yield Refusal("entrant/too-many", facts={"most": MAX_ENTRANTS})
        elif fault := row_fault(row) or _fault(t, row):
            yield fault
        elif twice := _twice(row, keys, seen):
            yield twice
        else:
            entered = cleaned(row)
            number += 1
            waiting = bool(most) and playing >= most and not row.house
            playing += not (waiting or row.house)
            seen |= dict.fromkeys(keys, entered.name)
            yield Registered(entrant=f"e{number}", row=entered, round=t.begun, waiting=waiting)


def _keys(row: EntrantRow) -> tuple[str, ...]:
    """Give what a row's names, one or two, have in common with their other spellings."""
    return tuple(filter(None, (name_key(row.name), name_key(row.partner))))


def _twice(row: EntrantRow, keys: Sequence[str], seen: Mapping[str, str]) -> Refusal | None:
    """Refuse a name that is in already, under its key in `seen`, and a pair of one name."""
    if twice := next((seen[key] for key in keys if key in seen), ""):
        return Refusal("entrant/twice", facts={"name": twice})
    return Refusal("entrant/twice", facts={"name": clean(row.name)}) if len(set(keys)) < len(keys) else None


def _fault(t: Tournament, row: EntrantRow) -> Refusal | None:
    """Judge a row by what the tournament plays."""
    if row.bot and t.rules.board is not Board.SERVER:
        return Refusal("entrant/bot", facts={"case": "board", "bot": row.bot[:_QUOTED]})
    if bool(row.partner) != t.rules.pairs:
        return Refusal("entrant/partner", facts={"case": "missing" if t.rules.pairs else "alone"})
    if row.stands_for:
        found = t.entrant(row.stands_for)
        if not row.house or found is None or found.row.house:
            return Refusal("entrant/stands-for", facts={"entrant": row.stands_for[:_QUOTED]})
    return None


def amended(t: Tournament, old: Entrant, row: EntrantRow, reason: str) -> EntrantAmended | Refusal:
    """Say what becomes of an entrant's row written anew: judged like a new one, beside everybody else."""
    was = old.row
    if (row.bot, row.house, row.stands_for) != (was.bot, was.house, was.stands_for):
        return Refusal("entrant/fixed", facts={"name": old.name})
    others = {key: e.name for e in t.entrants if e.id != old.id for key in (e.key, e.partner_key)}
    if fault := row_fault(row) or _fault(t, row) or _twice(row, _keys(row), others):
        return fault
    return EntrantAmended(entrant=old.id, row=cleaned(row), reason=reason)


class Fate(NamedTuple):
    """What a line of a list becomes: its event, or what stands in its way."""

    line: Line
    found: Registered | Refusal

    @property
    def already(self) -> bool:
        """Whether this name is in: the line is no fault, and there is nothing to do for it."""
        return isinstance(self.found, Refusal) and self.found.code == "entrant/twice"

    @property
    def faulty(self) -> bool:
        """Whether the line has to be put right before anything is entered."""
        return isinstance(self.found, Refusal) and not self.already


def fates(t: Tournament, lines: Sequence[Line]) -> tuple[Fate, ...]:
    """Say what each line of a list would become if the list were sent now."""
    sound = judged(t, [line.row for line in lines if line.fault is None])
    return tuple(Fate(line, next(sound) if line.fault is None else line.fault) for line in lines)


def withdrawal(t: Tournament, leaves: Entrant, reason: str = "") -> tuple[Event, ...]:
    """Give the events by which somebody leaves: before the first round the next on the waiting list has his place."""
    gone = Withdrawn(entrant=leaves.id, reason=reason)
    place = not (leaves.waiting or leaves.row.house) and t.playing - 1 < t.rules.entry.capacity
    if t.begun or not place or not t.waiting:
        return (gone,)
    return gone, Admitted(entrant=t.waiting[0], round=t.begun)


def no_shows(t: Tournament, number: int, missing: Iterable[Entrant]) -> tuple[Event, ...]:
    """Give the events by which those who were seated in a round did not come. Said twice, it counts once."""
    events: list[Event] = []
    waiting = list(t.waiting) if not t.begun else []
    playing = t.playing
    for one in missing:
        if number in one.missed and not one.present:
            continue
        events.append(NotShown(round=number, entrant=one.id))
        if t.rules.entry.no_show is Absence.WITHDRAW and not one.withdrawn:
            events.append(Withdrawn(entrant=one.id))
            playing -= not one.row.house
            if waiting and playing < t.rules.entry.capacity:
                events.append(Admitted(entrant=waiting.pop(0), round=t.begun))
                playing += 1
    return tuple(events)
