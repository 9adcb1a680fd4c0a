"""Refused commands in the process's record: one line each, but no flood of lines where there is a flood of commands.

Only batches that hold a refusal are looked at, so what is accepted costs nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any

from contracts.envelope import Command, read_command, read_decision
from services.runtime import observe
from services.runtime.log import New

MOST = 50
"""Lines a second that a process writes about refusals."""
WINDOW_S = 1.0
_SHOWN = 80
"""Characters of a text that somebody else chose."""
_MARK = b'"refusal":'
"""What every record of a refusal holds, and hardly another one."""


class Lines:
    """Tells refusals, `most` a window of a second; when it is over, one line says how many were left out."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        """Start a window with the first refusal."""
        self._most = most
        self._clock = clock
        self._ends = float("-inf")
        self._told = 0
        self._left_out = 0
        self._timer: asyncio.TimerHandle | None = None

    def tell(self, said: Any, records: Iterable[New], refused: int) -> None:
        """Tell what was refused in a batch's records, `refused` of them, by a logger that knows service and partition.

        To be called on the event loop, when the log has the records.
        """
        now = self._clock()
        if now >= self._ends:
            self.flush()
            self._ends, self._told = now + WINDOW_S, 0
        for record in records:
            if not refused or self._told >= self._most:
                break
            if _MARK in record.value and _tell(said, record):
                self._told += 1
                refused -= 1
        if refused:
            if not self._left_out:
                self._timer = asyncio.get_running_loop().call_later(max(0.0, self._ends - now), self.flush)
            self._left_out += refused

    def flush(self) -> None:
        """Say now how many were left out, if any were."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._left_out:
            observe.logger().info("refused, lines left out", count=self._left_out)
            self._left_out = 0


def _tell(said: Any, record: New) -> bool:
    decision = read_decision(record.value)
    if decision.refusal is None:
        return False
    command: Command | None = None
    if bytes(decision.command) and decision.refusal.code != "command/unreadable":
        command = read_command(decision.command)
    said.info(
        "refused",
        key=_shown(record.key),
        code=decision.refusal.code,
        cause=_shown(command.id) if command else "",
        actor=_shown(command.actor) if command else "",
    )
    return True


def _shown(text: str) -> str:
    """Keep a stranger's text short, and on one line."""
    return "".join(c if c.isprintable() else "?" for c in text[:_SHOWN])


LINES = Lines()
"""This process's."""
