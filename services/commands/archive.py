"""`capicua open`: a tournament of another installation, from its file into this one's log."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from contracts.topics import TABLE_EVENTS, TOURNAMENT_EVENTS
from services import archive
from services import export as exporting
from services import verify as verifying
from services.commands.words import some
from services.runtime.settings import load, open_log

app = typer.Typer()
out = Console(soft_wrap=True)


@app.command("open")
def open_file(
    file: Annotated[Path, typer.Argument(help="a tournament, as `capicua export LOG --tournament ID` wrote it")],
    log: Annotated[
        str | None, typer.Option("--log", help="sqlite:FILE or kafka://HOST:PORT", show_default="sqlite:capicua.db")
    ] = None,
    key: Annotated[str, typer.Option("--key", help="the club's public key, which must have signed it")] = "",
) -> None:
    """Verify a tournament's file and put it into a log, to be looked at, replayed, printed and ranked there."""
    settings = load(os.environ, log=log)
    report = verifying.verify_named(file, public_key=key)
    header = archive.header_of(file)
    out.print(f"{file} is sound: {report.records} records, signed by {report.public_key}", highlight=False)
    asyncio.run(_open(settings.log, file, header))
    out.print(
        f"{header.id}: opened in {settings.log}, with {some(len(header.tables), 'table')}. It can be looked at, "
        "replayed, printed and ranked here, and not gone on with: its keys are another installation's.",
        highlight=False,
    )


async def _open(url: str, file: Path, header: exporting.Header) -> None:
    log = open_log(url)
    await log.open()
    try:
        known = [await exporting.keys_of(log, topic) for topic in (TOURNAMENT_EVENTS, TABLE_EVENTS)]
        archive.refuse_known(header, *known)
        await archive.shelve(log, file, header)
    finally:
        await log.close()
