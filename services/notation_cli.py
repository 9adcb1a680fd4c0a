"""`capicua notation`: written records checked, written from a log, and imported into one."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from services import records

app = typer.Typer(no_args_is_help=True, help="Written records of games: check one, write one. See docs/notation.md.")
out = Console(soft_wrap=True)
err = Console(stderr=True, soft_wrap=True)

STDIN = "-"


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(help="records; - is standard input", metavar="FILE...")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object for each file")] = False,
) -> None:
    """Read and replay records: say what was read, or line, column and what is wrong. Exit code 1 where one is."""
    sound = True
    for name in files:
        found = records.check(_bytes(name))
        sound = sound and found.ok
        if as_json:
            _print_json({"file": name, **msgspec.to_builtins(found)})
        else:
            _print_check("standard input" if name == STDIN else name, found)
    if not sound:
        raise typer.Exit(1)


def _bytes(name: str) -> bytes:
    if name == STDIN:
        return records.read_file(sys.stdin.buffer)
    with Path(name).open("rb") as file:
        return records.read_file(file)


def _print_json(found: dict[str, Any]) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    sys.stdout.buffer.flush()


def _print_check(name: str, found: records.Checked) -> None:
    if found.ok and found.read is not None:
        out.print(f"{name}: {records.told(found.read)}", markup=False, highlight=False)
        return
    for fault in found.faults:
        err.print(f"{name}, line {fault.line}, column {fault.column}: {fault.message}", markup=False, highlight=False)
        if fault.text:
            err.print(f"  {fault.text}", markup=False, highlight=False)
            err.print(f"  {fault.caret}", markup=False, highlight=False)
    err.print(_rest(found), markup=False, highlight=False)


def _rest(found: records.Checked) -> str:
    """Say how far the text was read: a deal is replayed, so that its first fault hides all that follows."""
    if found.read is None:
        return "Nothing after the head was read: without a sound head no deal can be replayed."
    line = found.faults[0].line
    before = f"{found.read.moves} moves were read before. " if found.read.moves else ""
    return f"{before}Nothing after line {line} was read: deals are replayed, and go on only from a sound move."


@app.command()
def write(
    source: Annotated[str, typer.Argument(help="a log (sqlite:FILE, kafka://HOST:PORT) or an exported file")],
    table: Annotated[str | None, typer.Option("--table", help="its id; not needed for a table's file")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="the file [default: standard output]")] = None,
) -> None:
    """Write a table of a log as a record: every deal with its moves, result and totals."""
    text = asyncio.run(records.written(source, table))
    if output is None:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
        return
    output.write_text(text, encoding="utf-8")
    read = records.check(text).read
    out.print(f"{output}: {records.told(read) if read else ''}", markup=False, highlight=False)
