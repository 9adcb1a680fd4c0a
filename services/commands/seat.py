"""`capicua seat`: a seating from a few numbers, with its report; `capicua seat check`: one counted again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from contracts.stages import Format
from services import seats
from services.seats import SeatingFile, SeatsError

app = typer.Typer(help="Seat a field without a server, and check a seating.", invoke_without_command=True)
out = Console(soft_wrap=True)
_DIGITS = 9  # Python reads no endless numbers


@app.callback(invoke_without_command=True)
def seat(
    ctx: typer.Context,
    players: Annotated[
        int | None, typer.Option(min=2, max=seats.MOST, help="how many are to be seated", show_default=False)
    ] = None,
    table_size: Annotated[str, typer.Option(help="seats at a table, 4 or 3-4")] = "4",
    rounds: Annotated[int, typer.Option(min=1, max=99, help="how many rounds more")] = 1,
    seed: Annotated[str, typer.Option(help="what the lots are drawn from")] = "1",
    form: Annotated[Format, typer.Option("--format", help="how a round is seated")] = Format.ROTATION,
    history: Annotated[Path | None, typer.Option(help="a seating file whose rounds have been played")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="write the seating file here")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="the report alone")] = False,
) -> None:
    """Seat rounds and print tables, report and bounds."""
    if ctx.invoked_subcommand is not None:
        return
    if history is not None:
        for option in ("players", "table_size", "seed", "form"):
            source = ctx.get_parameter_source(option)
            if source is not None and source.name == "COMMANDLINE":
                shown = "--format" if option == "form" else f"--{option.replace('_', '-')}"
                raise SeatsError(f"{shown}: {history} says it already; leave it out, or start without --history")
        begun = seats.read(history)
    elif players is None:
        raise SeatsError("say how many are to be seated, --players 24, or which rounds were played, --history FILE")
    else:
        least, most = _sizes(table_size)
        begun = seats.new(players, least, most, rounds, seed, form)
    made = seats.seat(begun, rounds)
    for number, row in enumerate(made.rounds, start=1):
        if number > len(begun.rounds) and not quiet:
            out.print(f"Round {number}", style="bold")
            for n, table in enumerate(row.tables, start=1):
                out.print(f"  {n:>3}  {'  '.join(table.seats)}", highlight=False)
            if row.byes:
                out.print(f"  bye  {'  '.join(row.byes)}", highlight=False)
    _report(made, len(begun.rounds))
    if output is not None:
        output.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
        out.print(f"written to {output}", highlight=False)


@app.command("check")
def check(file: Annotated[Path, typer.Argument(help="a seating file")]) -> None:
    """Count a seating again, by code that shares nothing with the seater. Exit code 1, with the fault, if wrong."""
    read = seats.read(file)
    wrong = 0
    for number, fault in seats.faults(read):
        out.print(f"round {number}: {fault or 'accepted'}", highlight=False, style="red" if fault else "")
        wrong += bool(fault)
    if not read.rounds:
        raise SeatsError(f"{file}: it has no rounds")
    if wrong:
        raise typer.Exit(1)


def _sizes(text: str) -> tuple[int, int]:
    least, _, most = text.partition("-")
    if any(not size.isdecimal() or len(size) > _DIGITS for size in (least, most or least)):
        raise SeatsError(f"--table-size {text!r}: write 4, or 3-4")
    return int(least), int(most or least)


def _report(made: SeatingFile, before: int) -> None:
    names = ("repeats", "repeat_cost", "apart", "score_spread", "seat_imbalance", "seat_cost", "follows")
    bounds = {
        "repeat_cost": "bound",
        "apart": "apart_bound",
        "score_spread": "spread_bound",
        "seat_imbalance": "imbalance_bound",
        "seat_cost": "seat_bound",
        "follows": "follows_bound",
    }
    out.print("what was reached, and after the slash what no seating can be below", style="bold")
    out.print(f"{'round':>6}  " + "".join(f"{name.replace('_', ' '):>16}" for name in names), highlight=False)
    for number, row in enumerate(made.rounds, start=1):
        if number > before and row.report is not None:
            cells = []
            for name in names:
                value = getattr(row.report, name)
                cells.append(f"{value} / {getattr(row.report, bounds[name])}" if name in bounds else str(value))
            out.print(f"{number:>6}  " + "".join(f"{cell:>16}" for cell in cells), highlight=False)
    worst, often = _worst(made)
    out.print(f"over all rounds nobody meets another more than {often} time{'s' * (often != 1)}", highlight=False)
    if often > 1:
        out.print(f"worst off: {worst}", highlight=False)


def _worst(made: SeatingFile) -> tuple[str, int]:
    """Give the entrant who meets others again most often, in words, and the most that two meet."""
    met: Counter[frozenset[str]] = Counter()
    for row in made.rounds:
        for table in row.tables:
            met.update(frozenset((a, b)) for n, a in enumerate(table.seats) for b in table.seats[:n])
    again: Counter[str] = Counter()
    for pair, times in met.items():
        for one in pair if times > 1 else ():
            again[one] += times - 1
    name, times = again.most_common(1)[0] if again else ("", 0)
    return f"{name}, who meets others again {times} times", max(met.values(), default=0)
