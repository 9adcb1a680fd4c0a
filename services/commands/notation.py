"""`capicua notation`: written records checked, written from a log, and imported into one."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from contracts.envelope import write as encode
from contracts.games.statements import decoded
from contracts.sentences import LANGUAGES, sentence
from contracts.table import ImportRecord
from services import records, together
from services.commands.words import unanswered
from services.director import Director, RefusedError
from services.records_words import counted, word
from services.runtime import observe
from services.runtime.settings import Settings, SettingsError, SqliteUrl, load, open_log, parse_url

app = typer.Typer(no_args_is_help=True, help="Written records of games: check one, write one. See docs/notation.md.")
out = Console(soft_wrap=True)
err = Console(stderr=True, soft_wrap=True)

STDIN = "-"
_ID = re.compile(r"[a-z0-9][a-z0-9.-]{0,79}")  # what an address of a page can be made of


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(help="records; - is standard input", metavar="FILE...")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object for each file")] = False,
    lang: Annotated[str, typer.Option(help=", ".join(LANGUAGES))] = "en",
) -> None:
    """Read and replay records: say what was read, or line, column and what is wrong. Exit code 1 where one is."""
    if lang not in LANGUAGES:
        raise typer.BadParameter(f"{lang!r} is none of {', '.join(LANGUAGES)}", param_hint="--lang")
    sound = True
    for name in files:
        found = records.check(_bytes(name), lang)
        sound = sound and found.ok
        if as_json:
            _print_json({"file": name, **msgspec.to_builtins(found)})
        else:
            _print_check(word(lang, "stdin") if name == STDIN else name, found, lang)
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


def _print_check(name: str, found: records.Checked, lang: str = "en") -> None:
    if found.ok and found.read is not None:
        out.print(f"{name}: {records.told(found.read, lang)}", markup=False, highlight=False)
        return
    for fault in found.faults:
        said = word(lang, "fault", file=name, line=fault.line, column=fault.column, message=fault.message)
        err.print(said, markup=False, highlight=False)
        if fault.text:
            err.print(f"  {fault.text}", markup=False, highlight=False)
            err.print(f"  {fault.caret}", markup=False, highlight=False)
    err.print(_rest(found, lang), markup=False, highlight=False)


def _rest(found: records.Checked, lang: str) -> str:
    """Say how far the text was read: a deal is replayed, so that its first fault hides all that follows."""
    if found.read is None:
        return word(lang, "head-only")
    before = counted(lang, "before", found.read.moves) if found.read.moves else ""
    return f"{before}{word(lang, 'rest', line=found.faults[0].line)}"


@app.command()
def write(
    source: Annotated[str, typer.Argument(help="a log (sqlite:FILE, kafka://HOST:PORT) or an exported file")],
    table: Annotated[str | None, typer.Option("--table", help="its id; not needed for a table's file")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="the file", show_default="standard output")
    ] = None,
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


@app.command("import")
def import_(
    file: Annotated[str, typer.Argument(help="a record; - is standard input")],
    log: Annotated[str, typer.Option("--log", help="sqlite:FILE or kafka://HOST:PORT")],
    id: Annotated[
        str | None, typer.Option("--id", help="the new table's id", show_default="from the record itself")
    ] = None,
    tournament: Annotated[str, typer.Option("--tournament", help="the tournament that it was played in")] = "",
    round: Annotated[int, typer.Option("--round", min=0, help="and the round")] = 0,
    table: Annotated[int, typer.Option("--table", min=0, help="and the number of the table there")] = 0,
    names: Annotated[
        str, typer.Option("--names", help="who sat there, by seat: Ana,Bo", show_default="the seats")
    ] = "",
    secret_file: Annotated[
        str | None, typer.Option(help="the installation's secret", show_default="capicua.secret")
    ] = None,
) -> None:
    """Make a table of a record: it can be looked at, replayed, exported, and gone on with.

    An embedded log must not be in use: where `capicua serve` has it open, import in the browser. On Kafka the services
    decide, as always.
    """
    raw = _bytes(file)
    found = records.check(raw)
    if not found.ok or found.read is None:
        _print_check("standard input" if file == STDIN else file, found)
        raise typer.Exit(1)
    if id is not None and not _ID.fullmatch(id):
        raise SettingsError(f"--id {id!r}: a table's id has up to 80 small letters, digits, dots and dashes")
    settings = load(os.environ, log=log, secret_file=secret_file, log_level="warning")
    observe.configure(settings.log_format, settings.log_level)
    text = decoded(raw)
    body = ImportRecord(
        text=text,
        seats=records.plans(found.read, [name.strip() for name in names.split(",")] if names.strip() else []),
        tournament=tournament,
        round=round,
        number=table,
    )
    key = id or records.table_id(text)
    try:
        asyncio.run(_import(settings, key, body))
    except RefusedError as wrong:
        err.print(sentence(wrong.refusal, "en", found.read.seats), markup=False, highlight=False)
        raise typer.Exit(1) from None
    out.print(f"Table {key}: {records.told(found.read)}", markup=False, highlight=False)
    out.print(f"Replay it:  capicua replay {log} --table {key}", markup=False, highlight=False)


async def _import(settings: Settings, key: str, body: ImportRecord) -> None:
    async with contextlib.AsyncExitStack() as stack:
        if isinstance(parse_url(settings.log), SqliteUrl):
            opened = (await stack.enter_async_context(together.running(settings))).log
        else:
            opened = open_log(settings.log)
            await opened.open()
            stack.push_async_callback(opened.close)
        director = await stack.enter_async_context(Director(opened))
        director.unanswered = partial(unanswered, settings.log)
        # The id names the wish: the same record under the same names is imported once, however often it is asked.
        wish = hashlib.sha256(encode(body)).hexdigest()[:16]
        await director.do(key, f"import:{wish}", body)
