"""`capicua standings` and `capicua season`: tables from a log, from exported files, from standings written before."""

from __future__ import annotations

import asyncio
import csv
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Grid

from contracts import tournament_state
from contracts.codec import TOURNAMENT
from contracts.envelope import read_decision
from contracts.ranking import Standings, standings
from contracts.season import POINTS, Season, SeasonError, read_points, season
from contracts.topics import TOURNAMENT_EVENTS
from contracts.tournament_state import FoldError, Phase, Tournament
from services import export as exporting
from services import export_file
from services.as_it_stood import as_it_stood
from services.commands.words import some
from services.ranking_files import season_rows, standings_rows, written
from services.runtime.log import Log
from services.runtime.settings import SettingsError, reading

app = typer.Typer()
out = Console(soft_wrap=True)

LogArgument = Annotated[str, typer.Argument(help="sqlite:FILE, kafka://HOST:PORT", metavar="LOG")]
WIDEST_NAME = 40
"""Columns of a terminal that are kept for places, names and sums when a season is shown."""
MAX_FILE = 1 << 28
"""Bytes of a file that a season is read from."""


@app.command("standings")
def standings_command(
    log: LogArgument,
    tournament: Annotated[str | None, typer.Option("--tournament", help="may be left out where there is one")] = None,
    at: Annotated[str | None, typer.Option("--at", help="as they stood then (ISO 8601, UTC if no zone)")] = None,
    after_round: Annotated[int | None, typer.Option("--round", min=0, help="as they stood after this round")] = None,
    since: Annotated[
        int | None, typer.Option("--since", min=0, help="moves since this round", show_default="the last")
    ] = None,
    *,
    as_csv: Annotated[bool, typer.Option("--csv", help="as rows with commas, for a spreadsheet")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="as one object, with the sum of each number")] = False,
) -> None:
    """Show a tournament's standings, now or as they stood. Whoever has the log sees hidden rounds too."""
    _one_form(as_csv=as_csv, as_json=as_json)
    found = asyncio.run(_standings(log, tournament, _time(at), after_round, since))
    if as_json:
        _print_json(_as_json(found))
    elif as_csv:
        _write_csv(standings_rows(found))
    else:
        print_standings(found)


async def _standings(
    url: str, tournament: str | None, until: int | None, after_round: int | None, since: int | None
) -> Standings:
    async with reading(url) as log:
        if tournament is None:
            known = await exporting.keys_of(log, TOURNAMENT_EVENTS)
            if len(known) != 1:
                if not known:
                    raise SettingsError(f"{url} holds no tournament")
                more = f" and {len(known) - 20} more" if len(known) > 20 else ""
                raise SettingsError(
                    f"{url} holds {len(known)} tournaments: {', '.join(known[:20])}{more}. Name one: --tournament ID"
                )
            tournament = known[0]
        state, source = await as_it_stood(log, tournament, until)
    if state is None:
        raise SettingsError(f"there is no tournament {tournament!r} in {url}" + (" at that time" if until else ""))
    for option, number in (("--round", after_round), ("--since", since)):
        if number is not None and number > state.begun:
            raise SettingsError(f"{option} {number}: {tournament} has begun {some(state.begun, 'round')}")
    return standings(state, after_round, since=since, id=tournament, source=source)


def _one_form(*, as_csv: bool, as_json: bool) -> None:
    if as_csv and as_json:
        raise SettingsError("--csv and --json: say one of them")


def _as_json(found: Standings) -> dict[str, Any]:
    """Give standings as one object with `tournament` and `places`."""
    everything: dict[str, Any] = msgspec.to_builtins(found)
    places = everything.pop("rows")
    everything["id"] = everything.pop("tournament")
    return {"tournament": everything, "places": places}


def _print_json(found: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")


def _write_csv(rows: Iterable[Iterable[Any]]) -> None:
    csv.writer(sys.stdout).writerows(rows)


def print_standings(found: Standings) -> None:
    """Print standings as a table."""
    state = (
        "final" if found.finished else f"round {found.round} of {found.rounds}{', running' if found.running else ''}"
    )
    grid = Grid(title=f"{found.name}: {state}", title_justify="left")
    grid.add_column("#", justify="right")
    grid.add_column("Player")
    grid.add_column("Points", justify="right")
    # A lot is a long number that says something only where it decides.
    names = [t.name for t in found.rows[0].tie_breaks if t.name != "lots"] if found.rows else []
    for name in names:
        grid.add_column(name.replace("_", " "), justify="right")
    if found.since:
        grid.add_column(f"since round {found.since}", justify="right")
    for row in found.rows:
        place = f"{row.place}=" if row.shared else str(row.place)
        moved = [f"{row.change:+d}" if row.change else ""] if found.since else []
        values = (written(t) for t in row.tie_breaks if t.name in names)
        grid.add_row(place, row.name, written(row.points), *values, *moved)
    for row in found.house:  # scored apart
        what = f"house player, for {row.stands_for}" if row.stands_for else "house player"
        grid.add_row("", f"{row.name} ({what})", written(row.points))
    out.print(grid)


def _time(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise SettingsError(f"--at {text!r} is no time: write 2026-11-30T20:40 or 2026-11-30T20:40+02:00") from None
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


# --- the season


@app.command("season")
def season_command(
    sources: Annotated[
        list[str],
        typer.Argument(help="logs, exported tournaments, standings written with --json", metavar="LOG|FILE..."),
    ],
    tournament: Annotated[
        list[str] | None, typer.Option("--tournament", help="only this one of a log; as often as needed")
    ] = None,
    best: Annotated[int, typer.Option(min=0, max=99, help="best results that count for each", show_default="all")] = 0,
    points: Annotated[str, typer.Option(help="what the places bring")] = ",".join(map(str, POINTS)),
    *,
    as_csv: Annotated[bool, typer.Option("--csv", help="as rows with commas, for a spreadsheet")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="as one object, with the sum of each number")] = False,
) -> None:
    """Count a season over the finished tournaments of logs and files; entrants are matched by name."""
    _one_form(as_csv=as_csv, as_json=as_json)
    tournaments = asyncio.run(_tournaments(sources, tournament or []))
    if not tournaments:
        raise SeasonError("there is no finished tournament in it")
    found = season(tournaments, read_points(points), best)
    if as_json:
        _print_json(found)
    elif as_csv:
        _write_csv(season_rows(found))
    else:
        _print_season(found)


async def _tournaments(sources: list[str], wanted: list[str]) -> list[Standings]:
    found: list[Standings] = []
    for source in sources:
        if source.startswith(("sqlite:", "kafka://")):
            async with reading(source) as log:
                found += await _of_log(log, wanted)
        else:
            found.append(_of_file(Path(source)))
    if missing := [one for one in wanted if all(s.tournament != one for s in found)]:
        raise SeasonError(f"there is no finished tournament {missing[0]!r}")
    return found


async def _of_log(log: Log, wanted: list[str]) -> list[Standings]:
    found = []
    for key in await exporting.keys_of(log, TOURNAMENT_EVENTS):
        if not wanted or key in wanted:
            state, source = await as_it_stood(log, key)
            if state is not None and state.phase is Phase.FINISHED:
                found.append(standings(state, id=key, source=source))
    return found


def _of_file(path: Path) -> Standings:
    """Read a tournament's standings from its export, or from what `capicua standings --json` wrote."""
    if path.stat().st_size > MAX_FILE:
        raise SeasonError(f"{path} is longer than {MAX_FILE} bytes")
    raw = path.read_bytes()
    try:
        if raw.startswith(b'{"format":'):
            return _of_export(raw.splitlines())
        read: dict[str, Any] = msgspec.json.decode(raw)
        head = dict(read["tournament"])
        return msgspec.convert(head | {"tournament": head["id"], "rows": read["places"]}, Standings)
    except KeyError as wrong:
        raise SeasonError(f"{path} {_NEITHER}: it has no {wrong}") from wrong
    except (TypeError, ValueError, FoldError, RecursionError) as wrong:
        raise SeasonError(f"{path} {_NEITHER}: {wrong}") from wrong


_NEITHER = "is neither an exported tournament nor its standings as JSON"


def _of_export(raw: list[bytes]) -> Standings:
    """Rank a tournament from its export. ValueError where the file is not whole, or holds something else."""
    header, lines = export_file.read(raw)
    state: Tournament | None = None
    source = -1
    for line in lines:
        if line.topic == TOURNAMENT_EVENTS.name and line.key == header.id:
            decision = read_decision(bytes(line.record))
            for event in decision.events or ():
                state = tournament_state.evolve(state, TOURNAMENT.event(event), decision.at)
                source = decision.source
    if state is None:
        raise ValueError(f"it holds the records of a {header.kind}")
    return standings(state, id=header.id, source=source)


def _print_season(found: Season) -> None:
    counting = f", the best {found.best} of each count" if found.best else ""
    grid = Grid(title=f"Season of {some(len(found.events), 'tournament')}{counting}", title_justify="left")
    (_, _, _, _, points, *columns), *rows = season_rows(found)
    grid.add_column("#", justify="right")
    grid.add_column("name")
    grid.add_column(str(points), justify="right")
    # Names that would not fit beside each other stand below, and their numbers in the head.
    fits = len(columns) < 3 or sum(len(str(column)) + 3 for column in columns) < out.width - WIDEST_NAME
    for number, column in enumerate(columns, 1):
        grid.add_column(str(column) if fits else str(number), justify="right")
    for place, shared, name, _, *values in rows:
        grid.add_row(f"{place}=" if shared else str(place), name, *values)
    out.print(grid)
    if not fits:
        for number, column in enumerate(columns, 1):
            out.print(f"{number:>3}  {column}", highlight=False, markup=False)
