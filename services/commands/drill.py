"""`capicua drill`: before the event, this machine under a hall's load and through a power cut."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from services.drill import DrillError, Found, hold

out = Console(soft_wrap=True)


def drill(
    phones: Annotated[int, typer.Option(min=1, max=1000, help="phones that have the page open")] = 100,
    port: Annotated[int, typer.Option(help="a port that is free")] = 8099,
    folder: Annotated[Path | None, typer.Option(help="keep the drill's log here", show_default="thrown away")] = None,
) -> None:
    """Play a tournament of bots under a hall of phones, kill the server in the middle, and see that all holds."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise DrillError(f"{folder} is not empty: name a new folder")
        _tell(asyncio.run(hold(folder, phones, port, _said)))
        return
    with tempfile.TemporaryDirectory(prefix="capicua-drill-") as own:
        _tell(asyncio.run(hold(Path(own), phones, port, _said)))


def _said(line: str) -> None:
    out.print(f"- {line}", highlight=False)


def _tell(found: Found) -> None:
    rows = (
        ("server ready", f"{found.ready:.1f} s"),
        (f"{found.phones} phones reload at once, median", f"{found.reload_median:.2f} s"),
        ("the last of them", f"{found.reload_last:.2f} s"),
        ("moves in a second meanwhile", f"{found.moves:.0f}"),
        ("ready again after the power cut", f"{found.again:.1f} s"),
        ("decisions before it, all found again", str(found.before)),
        ("decisions of a table, verified", str(found.verified)),
    )
    for name, value in rows:
        out.print(f"{name:<44}{value:>12}", highlight=False)
    for fault in found.faults:
        out.print(f"FAULT  {fault}", style="red", highlight=False)
    if found.faults:
        raise typer.Exit(1)
    out.print("Everything held.", style="green")
