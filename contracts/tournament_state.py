"""The pure fold of a tournament's events: who is in, what was seated, what came out.

Pure. The lobby decides on it, standings and seating are counted from it, the gateway shows it: they cannot disagree.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from contracts import clock, desk_state, staff
from contracts.clock import Clock, ClockEvent, Continued, RoundStopped, Suspended
from contracts.desk import DeskEvent, Penalised, PenaltyKind, ResultCorrected
from contracts.desk_state import Desk
from contracts.entrants import name_key, pair_name
from contracts.entry import Admitted, NotShown
from contracts.games.game import GAMES, MatchResult, Seat
from contracts.messages import Event
from contracts.tournament import (
    CheckedIn,
    EntrantAmended,
    EntrantRow,
    KeyCommitted,
    LinkIssued,
    LinkRevoked,
    Registered,
    RegistrationClosed,
    RegistrationOpened,
    ResultRecorded,
    Returned,
    RoundBegun,
    RoundEnded,
    RoundSeated,
    Rules,
    SeatingDropped,
    SeatingEdited,
    SeatingReport,
    SeatingWanted,
    TablePlan,
    TableStarted,
    TournamentCreated,
    TournamentFinished,
    TournamentKeyRevealed,
    Withdrawn,
)


class FoldError(ValueError):
    """An event that cannot follow what happened before it: the log is not what the lobby wrote."""


class Phase(StrEnum):
    """Where a tournament stands."""

    ANNOUNCED = "announced"  # created; the director may enter players
    REGISTRATION = "registration"  # players may enter by themselves
    CLOSED = "closed"  # registration was open once
    RUNNING = "running"  # the first round was asked for
    FINISHED = "finished"


class RoundPhase(StrEnum):
    """Where a round stands."""

    WANTED = "wanted"  # the seating is being made
    SEATED = "seated"  # the seating may be looked at, and dropped
    PLAYING = "playing"
    DONE = "done"  # every table has its result


class Entrant(msgspec.Struct, frozen=True):
    """One entrant. `link` is the generation of the personal link that works, None when there is none.

    `links` counts the links ever issued, `round` is the last round begun when he entered (0: before the first), and
    `key` is what his name has in common with its other spellings. Where pairs enter, `partner_link`, `partner_links`
    and `partner_key` are the second one's. `waiting` says that he is on the waiting list, `missed` in which rounds he
    was seated and did not come.
    """

    id: str
    row: EntrantRow
    key: str
    round: int = 0
    present: bool = False
    withdrawn: bool = False
    link: int | None = None
    links: int = 0
    waiting: bool = False
    missed: tuple[int, ...] = ()
    partner_key: str = ""
    partner_link: int | None = None
    partner_links: int = 0

    @property
    def name(self) -> str:
        """How he is shown: his name, or both names of a pair."""
        return pair_name(self.row)

    @property
    def members(self) -> tuple[str, ...]:
        """The ids of those who sit down: himself, or "e5.1" and "e5.2" of a pair."""
        return (f"{self.id}.1", f"{self.id}.2") if self.row.partner else (self.id,)

    def member_name(self, id: str) -> str:
        """Give the name of one of a pair, or his own."""
        return self.row.partner if id == f"{self.id}.2" else self.row.name

    def link_of(self, id: str) -> int | None:
        """Give the generation of the link that works for him, or for one of a pair; None where there is none."""
        return self.partner_link if id == f"{self.id}.2" else self.link

    def links_of(self, id: str) -> int:
        """Count the links ever issued to him, or to one of a pair."""
        return self.partner_links if id == f"{self.id}.2" else self.links


class TableState(msgspec.Struct, frozen=True):
    """One table of a round: its entrants in seat order, and its result when there is one.

    `id` is empty until the table is started. `points` are match points in hundredths, in seat order. `corrections`
    counts how often the result was put right.
    """

    number: int
    seats: tuple[str, ...]
    id: str = ""
    result: MatchResult | None = None
    points: tuple[int, ...] = ()
    corrections: int = 0


class Round(msgspec.Struct, frozen=True):
    """One round, from the request for its seating on. `entrants` are those who were to be seated.

    `proposed` are the tables as the seater had them and `proposed_byes` the byes, where the director has moved people
    by hand since, and `edits` how often he has.
    """

    number: int
    want: int
    entrants: tuple[str, ...]
    phase: RoundPhase = RoundPhase.WANTED
    tables: tuple[TableState, ...] = ()
    byes: tuple[str, ...] = ()
    report: SeatingReport | None = None
    proposed: tuple[TablePlan, ...] = ()
    proposed_byes: tuple[str, ...] = ()
    edits: int = 0

    @property
    def plans(self) -> tuple[TablePlan, ...]:
        """Its tables as they are planned."""
        return tuple(TablePlan(number=t.number, seats=t.seats) for t in self.tables)

    @property
    def begun(self) -> bool:
        """Whether its tables and byes count."""
        return self.phase in {RoundPhase.PLAYING, RoundPhase.DONE}


class Tournament(msgspec.Struct, frozen=True):
    """A tournament as its events tell it. `at` is the newest time seen (ms since 1970 UTC), `wants` counts seatings.

    `clock` is that of the round that plays, if it has one; `suspended` says that and why the tournament rests. One that
    was finished while it rested stays marked so.

    Entrant "e7" stands at index 6: ids are given in order. A dropped seating leaves no round behind.
    """

    name: str
    rules: Rules
    created: int
    at: int
    phase: Phase = Phase.ANNOUNCED
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    wants: int = 0
    key_hash: str = ""
    key: str = ""
    desk: Desk = Desk()
    staff: tuple[staff.Member, ...] = ()
    clock: Clock | None = None
    suspended: Suspended | None = None

    def entrant(self, id: str) -> Entrant | None:
        """Find an entrant by id."""
        number = id[1:]
        if id[:1] != "e" or not (number.isascii() and number.isdigit()) or len(number) > len(str(len(self.entrants))):
            return None
        at = int(number) - 1
        found = self.entrants[at] if 0 <= at < len(self.entrants) else None
        return found if found is not None and found.id == id else None

    def of_member(self, id: str) -> Entrant | None:
        """Find the entrant whom somebody plays for: himself, or his pair ("e5.2" plays for "e5")."""
        found = self.entrant(id.partition(".")[0])
        return found if found is not None and id in found.members else None

    def name_of(self, id: str) -> str:
        """Give the name of an entrant, or of one of a pair; the id itself where there is no such entrant."""
        if found := self.entrant(id):
            return found.name
        member = self.of_member(id)
        return member.member_name(id) if member else id

    @property
    def waiting(self) -> tuple[str, ...]:
        """The waiting list, in order."""
        return tuple(e.id for e in self.entrants if e.waiting and not e.withdrawn)

    @property
    def playing(self) -> int:
        """How many count towards the capacity: those in, without house players and those who wait."""
        return sum(1 for e in self.entrants if not (e.withdrawn or e.waiting or e.row.house))

    def apart(self, e: Entrant) -> str:
        """Give the word that an entrant shares with those from whom he is kept apart; empty for none."""
        return e.row.apart or (e.row.club if self.rules.entry.apart_by_club else "")

    @property
    def current(self) -> Round | None:
        """The latest round, in whatever phase."""
        return self.rounds[-1] if self.rounds else None

    @property
    def begun(self) -> int:
        """The number of the latest round that plays or has played; 0 when none has."""
        return sum(1 for r in self.rounds if r.begun)

    @property
    def ready(self) -> tuple[str, ...]:
        """Those who would be seated now: present and not withdrawn, in the order of their ids."""
        return tuple(e.id for e in self.entrants if e.present and not e.withdrawn and not e.waiting)

    def table(self, id: str) -> tuple[Round, TableState] | None:
        """Find a started table by its id."""
        for r in reversed(self.rounds):
            for t in r.tables:
                if t.id == id and id:
                    return r, t
        return None


def table_id(tournament: str, round: int, number: int) -> str:
    """Give the id of a table: tournament, round and number, joined by dots."""
    return f"{tournament}.{round}.{number}"


def sides(rules: Rules, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Give who plays together at a table of so many entrants: partners are one side, everyone else is alone.

    Where pairs enter, each entrant is a side by itself.
    """
    if rules.pairs:
        return tuple((at,) for at in range(seats))
    return chairs(rules, seats)


def chairs(rules: Rules, entrants: int) -> tuple[tuple[Seat, ...], ...]:
    """Give which chairs of a table each side has; where pairs enter, entrant n has the two of side n."""
    game = GAMES[rules.game]
    return game.sides(msgspec.convert({**rules.options, "players": players(rules, entrants)}, game.Options))


def players(rules: Rules, entrants: int) -> int:
    """Count those who sit at a table of so many entrants."""
    return 2 * entrants if rules.pairs else entrants


def evolve(state: Tournament | None, event: Event, at: int) -> Tournament:
    """Fold one event, recorded at `at`, into the state. FoldError for one that cannot be."""
    if isinstance(event, TournamentCreated):
        if state is not None:
            raise FoldError("tournament_created: the tournament exists")
        return Tournament(name=event.name, rules=event.rules, created=at, at=at)
    if state is None:
        raise FoldError(f"{event.__struct_config__.tag}: there is no tournament yet")
    return _fold(replace(state, at=max(state.at, at)), event)


def _fold(s: Tournament, event: Event) -> Tournament:
    match event:
        case RegistrationOpened():
            return replace(s, phase=Phase.REGISTRATION)
        case RegistrationClosed():
            return replace(s, phase=Phase.CLOSED)
        case TournamentFinished():
            return replace(s, phase=Phase.FINISHED, clock=None)
        case KeyCommitted():
            return replace(s, key_hash=event.key_hash)
        case TournamentKeyRevealed():
            return replace(s, key=event.key)
        case Registered() | EntrantAmended() | CheckedIn() | Withdrawn() | Returned() | Admitted() | NotShown():
            return _fold_entrant(s, event)
        case LinkIssued() | LinkRevoked():
            return _fold_link(s, event)
        case Suspended():
            return replace(s, suspended=event)
        case Continued():
            return replace(s, suspended=None)
        case _ if isinstance(event, ClockEvent):
            return _fold_clock(s, event)
        case _ if isinstance(event, staff.StaffEvent):
            return _fold_staff(s, event)
        case ResultCorrected():
            return _corrected(s, event)
        case _ if isinstance(event, DeskEvent):
            return _fold_desk(s, event)
        case _:
            return _fold_round(s, event)


def _fold_clock(s: Tournament, event: ClockEvent) -> Tournament:
    found = clock.fold(s.clock, event, s.at)
    if found is None:
        raise FoldError(f"{event.__struct_config__.tag}: round {event.round} has no clock that it could follow")
    return replace(s, clock=found)


def _fold_staff(s: Tournament, event: staff.StaffEvent) -> Tournament:
    found = staff.fold(s.staff, event)
    if found is None:
        raise FoldError(f"{event.__struct_config__.tag}: {event.staff} is not the next of the staff, nor one of them")
    return replace(s, staff=found)


def _fold_desk(s: Tournament, event: Event) -> Tournament:
    found = desk_state.fold(s.desk, event)
    if found is None:
        raise FoldError(f"{event.__struct_config__.tag}: it does not follow what the desk did before")
    s = replace(s, desk=found)
    if isinstance(event, Penalised) and event.penalty.kind is PenaltyKind.EXPULSION:
        return _each(s, (event.penalty.entrant,), withdrawn=True, present=False)
    return s


def _corrected(s: Tournament, event: ResultCorrected) -> Tournament:
    """Put another result in the place of a table's, in whatever round it was played."""
    for at, r in enumerate(s.rounds):
        for n, table in enumerate(r.tables):
            if table.id == event.table and table.result is not None:
                new = replace(table, result=event.result, points=event.points, corrections=table.corrections + 1)
                changed = replace(r, tables=(*r.tables[:n], new, *r.tables[n + 1 :]))
                return replace(s, rounds=(*s.rounds[:at], changed, *s.rounds[at + 1 :]))
    raise FoldError(f"result_corrected: there is no result of {event.table}")


def _fold_entrant(s: Tournament, event: Event) -> Tournament:
    match event:
        case Registered():
            if event.entrant != f"e{len(s.entrants) + 1}":
                raise FoldError(f"registered: {event.entrant} is not the next entrant")
            new = Entrant(
                id=event.entrant,
                row=event.row,
                key=name_key(event.row.name),
                partner_key=name_key(event.row.partner),
                round=event.round,
                waiting=event.waiting,
            )
            return replace(s, entrants=(*s.entrants, new))
        case EntrantAmended():
            keys = {"key": name_key(event.row.name), "partner_key": name_key(event.row.partner)}
            return _each(s, (event.entrant,), row=event.row, **keys)
        case CheckedIn():
            return _each(s, event.entrants, present=event.present)
        case Withdrawn():
            return _each(s, (event.entrant,), withdrawn=True, present=False)
        case Returned():
            old = s.entrant(event.entrant)
            return _each(s, (event.entrant,), withdrawn=False, present=old is not None and not old.waiting)
        case Admitted():
            return _each(s, (event.entrant,), waiting=False, round=event.round)
        case NotShown():
            old = s.entrant(event.entrant)
            return _each(s, (event.entrant,), present=False, missed=(*(old.missed if old else ()), event.round))
    raise FoldError(f"{event.__struct_config__.tag}: not about an entrant")


def _fold_link(s: Tournament, event: LinkIssued | LinkRevoked) -> Tournament:
    whose = s.of_member(event.entrant)
    if whose is None:
        raise FoldError(f"there is no entrant {event.entrant}")
    issued = event.generation if isinstance(event, LinkIssued) else None
    second = event.entrant != whose.members[0]
    changes: dict[str, int | None] = {"partner_link" if second else "link": issued}
    if issued is not None:
        changes["partner_links" if second else "links"] = issued
    return _each(s, (whose.id,), **changes)


def _each(s: Tournament, ids: tuple[str, ...], **changes: Any) -> Tournament:
    entrants = list(s.entrants)
    for one in ids:
        old = s.entrant(one)
        if old is None:
            raise FoldError(f"there is no entrant {one}")
        entrants[int(one[1:]) - 1] = replace(old, **changes)
    return replace(s, entrants=tuple(entrants))


def _fold_round(s: Tournament, event: Event) -> Tournament:
    tag = event.__struct_config__.tag
    if isinstance(event, SeatingWanted):
        if event.round != len(s.rounds) + 1:
            raise FoldError(f"{tag}: round {event.round} is not the next one")
        wanted = Round(number=event.round, want=event.want, entrants=event.entrants)
        return replace(s, phase=Phase.RUNNING, wants=event.want, rounds=(*s.rounds, wanted))
    now = s.current
    if now is None or now.number != getattr(event, "round", 0):
        raise FoldError(f"{tag}: not about the current round")
    match event:
        case RoundSeated():
            tables = tuple(_planned(p) for p in event.tables)
            seated = replace(now, phase=RoundPhase.SEATED, tables=tables, byes=event.byes, report=event.report)
            return _round(s, seated)
        case SeatingEdited():
            plans, byes = (now.proposed, now.proposed_byes) if now.proposed else (now.plans, now.byes)
            edited = replace(now, tables=tuple(_planned(p) for p in event.tables), byes=event.byes, report=event.report)
            return _round(s, replace(edited, proposed=plans, proposed_byes=byes, edits=now.edits + 1))
        case SeatingDropped():
            return replace(s, rounds=s.rounds[:-1])
        case RoundBegun():
            s = replace(s, clock=clock.ready(event.round, s.rules.round_s))
            return _round(s, replace(now, phase=RoundPhase.PLAYING, byes=event.byes))
        case TableStarted():
            return _round(s, replace(now, tables=_set_table(now, event.number, id=event.table)))
        case ResultRecorded():
            found = next((t for t in now.tables if t.id == event.table), None)
            if found is None:
                raise FoldError(f"{tag}: there is no table {event.table}")
            changed = _set_table(now, found.number, result=event.result, points=event.points)
            return _round(s, replace(now, tables=changed))
        case RoundEnded() | RoundStopped():
            return _round(replace(s, clock=None), replace(now, phase=RoundPhase.DONE))
    raise FoldError(f"{tag}: this program does not fold it")


def _planned(plan: TablePlan) -> TableState:
    return TableState(number=plan.number, seats=plan.seats)


def _round(s: Tournament, changed: Round) -> Tournament:
    return replace(s, rounds=(*s.rounds[:-1], changed))


def _set_table(
    r: Round, number: int, *, id: str = "", result: MatchResult | None = None, points: tuple[int, ...] = ()
) -> tuple[TableState, ...]:
    at = number - 1
    if not 0 <= at < len(r.tables) or r.tables[at].number != number:
        raise FoldError(f"round {r.number} has no table {number}")
    old = r.tables[at]
    new = replace(old, id=id or old.id, result=result or old.result, points=points or old.points)
    return (*r.tables[:at], new, *r.tables[at + 1 :])
