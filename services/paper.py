"""A tournament as plain lines: who is in, who sits where, what came out, what was ruled. For paper, CSV and JSON alike.

Pure functions of a tournament's fold and its standings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from contracts.desk_state import Penalty
from contracts.entrants import cell
from contracts.pairs import seat_plans
from contracts.ranking import Row, Standings
from contracts.tournament_state import Round, RoundPhase, Tournament, table_id
from services import names

LETTERS = "ABCDEFGHIJKLMN"
LONGEST = 2000
"""Characters of an act's contents that are shown; a list of entrants is longer."""
HUNDRED = 100


class Entrant(msgspec.Struct, frozen=True):
    """An entrant. `late` is the round after which he entered, 0 for before the first; his number is that of his id."""

    entrant: str
    number: int
    name: str
    club: str
    bot: str
    present: bool
    withdrawn: bool
    late: int


class Chair(msgspec.Struct, frozen=True):
    """A seat of a round; table 0 is a bye. `id` is the table's."""

    round: int
    table: int
    id: str
    seat: str
    entrant: str
    name: str


class Outcome(msgspec.Struct, frozen=True):
    """What a table brought one entrant: the match's total and place, and match points as a decimal number.

    `corrections` counts how often the table's result was put right.
    """

    round: int
    table: int
    id: str
    seat: str
    entrant: str
    name: str
    total: int
    place: int
    points: str
    reason: str
    corrections: int


class CrossCell(msgspec.Struct, frozen=True):
    """An entrant's round: `kind` is played, open, bye or absent; `met` are the ids of those at his table."""

    round: int
    kind: str
    table: int = 0
    met: tuple[str, ...] = ()
    place: int = 0
    points: str = ""


class CrossRow(msgspec.Struct, frozen=True):
    """An entrant's line of the cross-table: his place in the standings, and his rounds in order."""

    place: int
    shared: bool
    entrant: str
    name: str
    club: str
    points: str
    rounds: tuple[CrossCell, ...]


class PenaltyLine(msgspec.Struct, frozen=True):
    """A penalty as it was given; `lifted` says why it was taken back, empty while it stands."""

    number: int
    case: int
    entrant: str
    name: str
    kind: str
    points: str
    round: int
    rule: str
    reason: str
    by: str
    lifted: str


class RulingLine(msgspec.Struct, frozen=True):
    """A ruling of a case: facts, rules, decision. `state` is where the case stands now."""

    case: int
    state: str
    table: str
    deal: int
    ply: int
    entrants: tuple[str, ...]
    opened_by: str
    ruled_by: str
    facts: str
    rules: tuple[str, ...]
    decision: str
    appeals: tuple[str, ...]


def decimal(hundredths: int) -> str:
    """Write hundredths as a decimal number with a point: 2750 is 27.5."""
    sign, size = ("-" if hundredths < 0 else ""), abs(hundredths)
    return f"{sign}{size // HUNDRED}.{size % HUNDRED:02d}".rstrip("0").rstrip(".")


def entrants(t: Tournament) -> list[Entrant]:
    """List everybody, in the order of entry."""
    return [
        Entrant(e.id, int(e.id[1:]), t.name_of(e.id), e.row.club, e.row.bot, e.present, e.withdrawn, e.round)
        for e in t.entrants
    ]


def seated(t: Tournament, number: int | None = None) -> Round | None:
    """Give a round whose seating is out: the latest, or the one of that number."""
    out = [r for r in t.rounds if r.phase is not RoundPhase.WANTED]
    return next((r for r in reversed(out) if number in (None, r.number)), None)


def by_name(chairs: Iterable[Chair]) -> list[Chair]:
    """Sort chairs by name, names of any script in the order of the Unicode collation algorithm."""
    return sorted(chairs, key=lambda chair: (names.key(chair.name), chair.entrant))


def seating(id: str, t: Tournament, number: int | None = None) -> list[Chair]:
    """List the chairs of every round whose seating is out, or of one."""
    found = []
    for r in t.rounds:
        if r.phase is RoundPhase.WANTED or number not in (None, r.number):
            continue
        for table in r.tables:
            name = table_id(id, r.number, table.number)
            found += [
                Chair(r.number, table.number, name, LETTERS[at], plan.entrant, plan.name)
                for at, plan in enumerate(seat_plans(t, table.seats))  # each of a pair looks for his own name
            ]
        out = [one for e in r.byes if (who := t.entrant(e)) for one in who.members]
        found += [Chair(r.number, 0, "", "", one, t.name_of(one)) for one in out]
    return found


def results(t: Tournament) -> list[Outcome]:
    """List what every table with a result brought."""
    found = []
    for r in t.rounds:
        for table in r.tables:
            if table.result is None:
                continue
            for at, e in enumerate(table.seats):
                points = decimal(table.points[at]) if at < len(table.points) else ""
                total, place = table.result.totals[at], table.result.places[at]
                line = (r.number, table.number, table.id, LETTERS[at], e, t.name_of(e), total, place, points)
                found.append(Outcome(*line, str(table.result.reason), table.corrections))
    return found


def cross(t: Tournament, standings: Standings) -> list[CrossRow]:
    """Give the cross-table: every line of the standings by its rounds. `t` shows what the standings may count."""
    upto = [r for r in t.rounds if r.begun and r.number <= max(standings.round, 0)]
    return [
        CrossRow(
            row.place,
            row.shared,
            row.entrant,
            row.name,
            row.club,
            decimal(row.points.value),
            tuple(_cell(r, row) for r in upto),
        )
        for row in (*standings.rows, *standings.house)
    ]


def _cell(r: Round, row: Row) -> CrossCell:
    points = decimal(sum(part.value for part in row.points.parts if part.round == r.number))
    if row.entrant in r.byes:
        return CrossCell(r.number, "bye", points=points)
    table = next((x for x in r.tables if row.entrant in x.seats), None)
    if table is None:
        return CrossCell(r.number, "absent", points=points)
    met = tuple(e for e in table.seats if e != row.entrant)
    if table.result is None:
        return CrossCell(r.number, "open", table.number, met)
    at = table.seats.index(row.entrant)
    return CrossCell(r.number, "played", table.number, met, table.result.places[at], points)


def penalties(t: Tournament) -> list[PenaltyLine]:
    """List every penalty, those that were lifted too."""
    return [_penalty(t, p) for p in t.desk.penalties]


def _penalty(t: Tournament, p: Penalty) -> PenaltyLine:
    plan = p.plan
    return PenaltyLine(
        p.number,
        p.case,
        plan.entrant,
        t.name_of(plan.entrant),
        str(plan.kind),
        decimal(plan.points),
        plan.round,
        plan.rule,
        plan.reason,
        p.by,
        p.lifted,
    )


def rulings(t: Tournament) -> list[RulingLine]:
    """List every ruling of every case; a case without one has a line without a decision."""
    found = []
    for case in t.desk.cases:
        o = case.opened
        head = (case.number, str(case.state), o.table, o.deal, o.ply, tuple(map(t.name_of, o.entrants)), o.by)
        appeals = tuple(f"{t.name_of(a.entrant)}: {a.text}" for a in case.appeals)
        found += [RulingLine(*head, r.by, r.facts, r.rules, r.decision, appeals) for r in case.rulings]
        if not case.rulings:
            found.append(RulingLine(*head, "", o.facts, (), "", appeals))
    return found


# --- prizes


class PrizeLine(msgspec.Struct, frozen=True):
    """Those who share a place, and the prizes that fall to the places they take: of two firsts the first and second."""

    place: int
    names: tuple[str, ...]
    prizes: tuple[str, ...]


def prize_list(standings: Standings, prizes: Sequence[str]) -> list[PrizeLine]:
    """Give each prize to its place. Those who share a place share the prizes of all the places that they take up."""
    found: list[PrizeLine] = []
    places = sorted({row.place for row in standings.rows if 0 < row.place <= len(prizes)})
    for place in places:
        level = [row.name for row in standings.rows if row.place == place]
        found.append(PrizeLine(place, tuple(level), tuple(prizes[place - 1 : place - 1 + len(level)])))
    return found


# --- as CSV


def table_of(kind: type[msgspec.Struct], lines: Iterable[msgspec.Struct]) -> list[list[Any]]:
    """Give lines as rows of a CSV file, the first of them the head; no cell is a formula for a spreadsheet."""
    fields = kind.__struct_fields__
    rows: list[list[Any]] = [list(fields)]
    rows += [[_written(getattr(line, name)) for name in fields] for line in lines]
    return rows


def _written(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, tuple):
        return cell("; ".join(map(str, value)))
    # A number written as text may be negative: that is no formula.
    return cell(value) if isinstance(value, str) and not _is_number(value) else value


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdecimal() and text.isascii()


def cross_rows(lines: Sequence[CrossRow]) -> list[list[Any]]:
    """Give the cross-table as rows: for each round table, opponents, place and points."""
    rounds = [c.round for c in lines[0].rounds] if lines else []
    head: list[Any] = ["place", "shared", "entrant", "name", "club", "points"]
    for n in rounds:
        head += [f"round_{n}_{what}" for what in ("kind", "table", "met", "place", "points")]
    rows = [head]
    for line in lines:
        row = [line.place, "yes" if line.shared else "", line.entrant, cell(line.name), cell(line.club), line.points]
        for c in line.rounds:
            row += [c.kind, c.table or "", " ".join(c.met), c.place or "", c.points]
        rows.append(row)
    return rows
