"""`capicua export` and `capicua verify`: tables and tournaments as signed files, and those files checked."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from rich.console import Console

from contracts.topics import TABLE_EVENTS, TOURNAMENT_EVENTS
from services import export as exporting
from services import together
from services import verify as verifying
from services.commands.words import some
from services.dealing import keys
from services.runtime import observe
from services.runtime.log import Log
from services.runtime.settings import SettingsError, load, reading

app = typer.Typer()
out = Console(soft_wrap=True)

LogArgument = Annotated[str, typer.Argument(help="sqlite:FILE, kafka://HOST:PORT", metavar="LOG")]


@app.command()
def export(
    log: LogArgument,
    output: Annotated[Path, typer.Option("-o", "--output", help="the file to write; with --all a folder")],
    table: Annotated[str | None, typer.Option("--table", help="one table")] = None,
    tournament: Annotated[str | None, typer.Option("--tournament", help="a tournament with all its tables")] = None,
    secret_file: Annotated[str | None, typer.Option(help="the club's key lies beside it")] = None,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="every tournament, and every table of a typed record, a file for each")
    ] = False,
) -> None:
    """Write a table's or a tournament's decision records to a signed file, or all that a log holds to a folder."""
    if [table is not None, tournament is not None, everything].count(True) != 1:
        raise SettingsError("say what to export: --table ID or --tournament ID, or --all for everything")
    if everything and output.exists() and not output.is_dir():
        raise SettingsError(f"{output} is a file: with --all name a folder")
    settings = load(os.environ, log=log, secret_file=secret_file)
    observe.configure(settings.log_format, settings.log_level)
    key = keys.signing_key(together.beside_secret(settings, ".key"))
    asyncio.run(_export(settings.log, output, table, tournament, key))


async def _export(url: str, output: Path, table: str | None, tournament: str | None, key: Ed25519PrivateKey) -> None:
    async with reading(url) as log:
        if table is not None:
            _told(output, await exporting.export_table(log, table, output, key), key)
        elif tournament is not None:
            _told(output, await exporting.export_tournament(log, tournament, output, key), key)
        else:
            await _all(log, output, key)


async def _all(log: Log, folder: Path, key: Ed25519PrivateKey) -> None:
    """Write a file for each tournament, and for each table that belongs to none. One that is there is written anew."""
    tournaments = await exporting.keys_of(log, TOURNAMENT_EVENTS)
    played: set[str] = set()
    for entries in (await exporting.decisions_of(log, TOURNAMENT_EVENTS, tournaments)).values():
        played.update(exporting.tables_of(entries))
    alone = [name for name in await exporting.keys_of(log, TABLE_EVENTS) if name not in played]
    if not tournaments and not alone:
        raise exporting.ExportError("the log holds neither a tournament nor a table")
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    for what, names, write in (
        ("tournament", tournaments, exporting.export_tournament),
        ("table", alone, exporting.export_table),
    ):
        for name in names:
            path = folder / f"{what}-{quote(name, safe='')}.jsonl"
            _told(path, await write(log, name, path, key), key)


def _told(path: Path, count: int, key: Ed25519PrivateKey) -> None:
    signed = key.public_key().public_bytes_raw().hex()
    out.print(f"{path}: {some(count, 'record')}, signed by {signed}", highlight=False)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="an exported file")],
    key: Annotated[str, typer.Option("--key", help="the club's public key, which must have signed it")] = "",
) -> None:
    """Check an exported file: chain, sequence, signature, every decision again, and the deals where keys are open."""
    report = verifying.verify_named(file, public_key=key)
    out.print(
        f"{file} is sound: {report.kind} {report.id}, {some(report.records, 'record')}, "
        f"{some(report.tables, 'table')}, {some(report.moves, 'move')}, {some(report.deals, 'deal')} checked against "
        "opened keys.",
        highlight=False,
    )
    if report.closed:
        out.print(f"Not opened yet, so their deals cannot be checked: {', '.join(report.closed)}", highlight=False)
    if report.imported:
        out.print(
            f"From typed records: {', '.join(report.imported)}. What was typed, by whom and when, is proved, and that "
            "the rules allow every move; not who was dealt what: no key stands behind those deals.",
            highlight=False,
        )
    out.print(f"Signed by {report.public_key}", highlight=False)
