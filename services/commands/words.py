"""What several commands say."""

from __future__ import annotations

import typer


def some(number: int, what: str, many: str = "") -> str:
    """Say how many: 1 table, 2 tables."""
    return f"{number} {what if number == 1 else many or what + 's'}"


def unanswered(log: str, kind: str) -> None:
    """Say on standard error that a command waits: on Kafka the services run elsewhere, or perhaps not at all."""
    typer.echo(f"Nobody has decided {kind} yet. Do the services run on {log}? Waiting.", err=True)
