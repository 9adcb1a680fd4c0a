"""Seatings without a server: whole schedules from a few numbers, written to a file and checked again from it.

A seating file says everything that a seating follows from: entrants, formats, table sizes, seed, and the rounds with
their tables, byes and, where scores count, places. `check` founds the same tournament anew and asks the checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from contracts.games.game import GAMES, MatchResult
from contracts.messages import Event
from contracts.ranking import points_of
from contracts.stages import Format, Stage
from contracts.tournament import (
    CheckedIn,
    EntrantRow,
    ProposeSeating,
    Registered,
    ResultRecorded,
    RoundBegun,
    RoundEnded,
    RoundSeated,
    Rules,
    SeatingReport,
    SeatingWanted,
    TablePlan,
    TableStarted,
    TournamentCreated,
)
from contracts.tournament_state import Tournament, evolve, table_id
from services.lobby import seating, seating_check

GAME = "mexican_train/1"  # it knows every size of table from 2 to 14
MOST = 1200


class SeatsError(ValueError):
    """What cannot be seated, or a file that is no seating; the message says where and why."""


class TableRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One table: names in seat order, and their places there where they are known."""

    seats: tuple[str, ...]
    places: tuple[int, ...] = ()


class RoundRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One round. `report` is what its maker says of it; the check counts again."""

    tables: tuple[TableRow, ...]
    byes: tuple[str, ...] = ()
    report: SeatingReport | None = None


class SeatingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A seating file, JSON. `apart` names, for an entrant, the group that he is kept apart from."""

    seed: str
    entrants: tuple[str, ...]
    table_min: int
    table_max: int
    format: Format = Format.ROTATION
    rounds_planned: int
    apart: dict[str, str] = {}
    rounds: tuple[RoundRow, ...] = ()


def read(path: Path) -> SeatingFile:
    """Read a seating file. SeatsError names what is wrong and where; OSError if it cannot be read."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=SeatingFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise SeatsError(f"{path} is no seating file: {wrong}") from wrong
    return found


def new(players: int, table_min: int, table_max: int, rounds: int, seed: str, form: Format) -> SeatingFile:
    """Give the file of a field that has not been seated: players are called 1, 2, 3."""
    names = tuple(str(n) for n in range(1, players + 1))
    return SeatingFile(
        seed=seed, entrants=names, table_min=table_min, table_max=table_max, format=form, rounds_planned=rounds
    )


def seat(file: SeatingFile, rounds: int) -> SeatingFile:
    """Seat so many rounds more. SeatsError where a field cannot be seated, or a round before has no places."""
    made = _Made(file)
    rows = list(file.rounds)
    for number, row in enumerate(rows, start=1):
        made.take(number, row)
    for number in range(len(rows) + 1, len(rows) + rounds + 1):
        if number > 1 and file.format in {Format.SWISS, Format.FINAL, Format.ELIMINATION} and not made.scored:
            raise SeatsError(
                f"round {number} is seated by scores, and round {number - 1} has tables without places: seat one "
                "round, write `places` beside each table's `seats` into its file, and go on from it"
            )
        made.ask(number)
        try:
            proposal = seating.propose(made.state)
        except seating.NoSeatingError as wrong:
            raise SeatsError(str(wrong)) from wrong
        row = RoundRow(
            tables=tuple(TableRow(tuple(made.name[e] for e in t.seats)) for t in proposal.tables),
            byes=tuple(made.name[e] for e in proposal.byes),
            report=proposal.report,
        )
        rows.append(row)
        made.seated(number, proposal, row)
    return replace(file, rounds=tuple(rows))


def faults(file: SeatingFile) -> Iterator[tuple[int, str]]:
    """Check every round again: its number and its first fault, "" where there is none. SeatsError for a bad file."""
    made = _Made(file)
    for number, row in enumerate(file.rounds, start=1):
        made.ask(number)
        proposal = made.proposal(number, row)
        said = seating_check.fault(made.state, proposal) if row.report else "it has no report to be checked"
        yield number, made.in_names(said)
        made.seated(number, proposal, row)


class _Made:
    """The tournament of a file, founded and folded as a lobby would."""

    def __init__(self, file: SeatingFile) -> None:
        if not 2 <= len(file.entrants) <= MOST or len(set(file.entrants)) != len(file.entrants):
            raise SeatsError(f"a field has 2 to {MOST} entrants, each named once")
        if not 2 <= file.table_min <= file.table_max <= GAMES[GAME].MAX_SEATS:
            raise SeatsError(
                f"tables of {file.table_min} to {file.table_max}: they have 2 to {GAMES[GAME].MAX_SEATS} seats, and "
                "the smaller number comes first"
            )
        if file.format is Format.ROUND_ROBIN and file.table_max != 2:
            raise SeatsError("in a round robin two sit at a table")
        if strange := sorted(set(file.apart) - set(file.entrants)):
            raise SeatsError(f"apart: there is no entrant {strange[0]!r}")
        advance = file.table_min - 1 if file.format is Format.ELIMINATION else 0
        stage = Stage(format=file.format, rounds=max(1, file.rounds_planned), advance=advance)
        self.id = {name: f"e{n}" for n, name in enumerate(file.entrants, start=1)}
        self.name = {e: name for name, e in self.id.items()}
        self.scored = True
        rules = Rules(
            game=GAME,
            rounds=stage.rounds,
            table_min=file.table_min,
            table_max=file.table_max,
            seed=file.seed,
            stages=(stage,),
        )
        self._state: Tournament | None = None
        self._fold(TournamentCreated(name="seating", rules=rules))
        for name, e in self.id.items():
            self._fold(Registered(entrant=e, row=EntrantRow(name=name, apart=file.apart.get(name, ""))))
        self._fold(CheckedIn(entrants=tuple(self.name)))

    @property
    def state(self) -> Tournament:
        assert self._state is not None, "it is founded at once"
        return self._state

    def _fold(self, event: Event) -> None:
        self._state = evolve(self._state, event, 0)

    def in_names(self, said: str) -> str:
        """Say a fault with the file's own names instead of the ids that it was checked under."""
        return re.sub(r"\be[1-9]\d*\b", lambda found: self.name.get(found[0], found[0]), said)

    def ask(self, number: int) -> None:
        self._fold(SeatingWanted(round=number, want=number, entrants=self.state.ready))

    def proposal(self, number: int, row: RoundRow) -> ProposeSeating:
        def ids(names: tuple[str, ...]) -> tuple[str, ...]:
            for name in names:
                if name not in self.id:
                    raise SeatsError(f"round {number}: there is no entrant {name!r}")
            return tuple(self.id[name] for name in names)

        tables = tuple(TablePlan(number=n, seats=ids(t.seats)) for n, t in enumerate(row.tables, start=1))
        blank = SeatingReport(repeats=0, repeat_cost=0, bound=0, score_spread=0, seat_imbalance=0)
        return ProposeSeating(round=number, want=number, tables=tables, byes=ids(row.byes), report=row.report or blank)

    def take(self, number: int, row: RoundRow) -> None:
        self.ask(number)
        self.seated(number, self.proposal(number, row), row)

    def seated(self, number: int, p: ProposeSeating, row: RoundRow) -> None:
        """Play a round: as the file says, or, where it says nothing, with nobody above anybody."""
        self._fold(RoundSeated(round=number, want=number, tables=p.tables, byes=p.byes, report=p.report))
        self._fold(RoundBegun(round=number, byes=p.byes))
        self.scored = all(t.places for t in row.tables)
        for plan, table in zip(p.tables, row.tables, strict=True):
            n = len(plan.seats)
            places = table.places or (1,) * n
            if len(places) != n or any(p != 1 + sum(o < p for o in places) for p in places):
                raise SeatsError(f"round {number}, table {plan.number}: {n} places are wanted, 1, 2, 3 or 1, 2, 2, 4")
            named = table_id("seating", number, plan.number)
            self._fold(_started(named, number, plan))
            zero = (0,) * n
            result = MatchResult("deals", totals=zero, places=places, deals=1, won=zero, best=zero)
            points = points_of(self.state.rules, result)
            self._fold(ResultRecorded(table=named, round=number, result=result, points=points))
        self._fold(RoundEnded(round=number))


def _started(id: str, number: int, plan: TablePlan) -> TableStarted:
    options: dict[str, Any] = {"players": len(plan.seats)}
    return TableStarted(table=id, round=number, number=plan.number, rules=GAME, options=options, seats=())
