"""`capicua backup` and `capicua restore`: the whole installation as one file, and back into a folder."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from services import backup as backups
from services.commands.words import some
from services.runtime import observe
from services.runtime.settings import Settings, SettingsError, SqliteUrl, load, parse_url

app = typer.Typer()
out = Console(soft_wrap=True)
err = Console(stderr=True, soft_wrap=True)


def of(settings: Settings) -> backups.Backups | None:
    """Give the backups of an installation; None where its log is Kafka's, which is backed up as a cluster is."""
    url = parse_url(settings.log)
    return backups.Backups(url.path, Path(settings.secret_file)) if isinstance(url, SqliteUrl) else None


async def regularly(settings: Settings, every_s: float, folder: Path | None) -> None:
    """Make a backup now and then every so many seconds, until cancelled. SettingsError for a log on Kafka."""
    made = of(settings)
    if made is None:
        raise SettingsError("--every makes backups of the embedded log (sqlite:FILE), not of Kafka")
    url = parse_url(settings.log)
    assert isinstance(url, SqliteUrl)
    while True:
        await asyncio.to_thread(made.make_and_thin, folder or url.path.parent / "backups")
        if made.trouble:
            observe.logger(service="capicua").error("no backup could be made", cause=made.trouble)
        await asyncio.sleep(every_s)


def _beside(settings: Settings) -> Settings:
    """Look for the secrets beside the log where the folder that the command is given in has none."""
    url, secret = parse_url(settings.log), Path(settings.secret_file)
    beside = url.path.with_name(secret.name) if isinstance(url, SqliteUrl) else secret
    if secret.parent == Path() and not secret.exists() and beside.exists():
        return replace(settings, secret_file=str(beside))
    return settings


@app.command("backup")
def backup(
    log: Annotated[str, typer.Argument(help="sqlite:FILE", metavar="LOG")],
    output: Annotated[Path, typer.Option("-o", "--output", help="the file to write, or a folder")],
    secret_file: Annotated[
        str | None, typer.Option(help="the installation's secret", show_default="capicua.secret")
    ] = None,
) -> None:
    """Write the log and the secrets beside it to one file, while a server may be running."""
    made = of(_beside(load(os.environ, log=log, secret_file=secret_file)))
    if made is None:
        raise SettingsError(
            "a backup is of the embedded log (sqlite:FILE). On Kafka copy the stopped broker's data, or mirror its "
            "topics; and write every tournament to a file: capicua export LOG --all -o FOLDER"
        )
    path, manifest = made.make(output)
    out.print(f"{path}: {some(sum(manifest.records.values()), 'record')}, {path.stat().st_size} bytes", highlight=False)
    err.print(
        "It holds the installation's secrets: whoever has it can foretell deals and act as director. Keep it safe.",
        highlight=False,
    )
    if manifest.missing:
        err.print(
            f"Not there as files, and so not in it: {', '.join(manifest.missing)}. "
            "What the environment sets has to be set again where it is restored.",
            highlight=False,
        )


@app.command("restore")
def restore(
    file: Annotated[Path, typer.Argument(help="a backup")],
    to: Annotated[Path, typer.Option("--to", help="a folder that is new or empty")],
) -> None:
    """Put a backup into a folder, check it from end to end, and say how to start there."""
    found = backups.restore(file, to)
    at = datetime.fromtimestamp(found.manifest.made / 1000, UTC).astimezone()
    out.print(
        f"{found.folder}: as of {at:%Y-%m-%d %H:%M:%S %Z}; {found.tournaments} decisions of tournaments and "
        f"{found.tables} of tables read again, every checksum right.",
        highlight=False,
    )
    if found.manifest.missing:
        out.print(f"Not in the backup: {', '.join(found.manifest.missing)}.", highlight=False)
    out.print(
        f"Start it:  capicua serve --log sqlite:{to / backups.LOG} --secret-file {to / backups.SECRETS[0]}",
        highlight=False,
    )
    out.print(
        "Never let the old machine and this one go on with the same tournament: from here on they are two logs.",
        highlight=False,
    )
