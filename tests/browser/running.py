"""A club running in a thread of its own, so that a synchronous browser can look at it; it can be stopped and restarted."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.club import Club, club

PATIENCE_S = 120.0
"""Only a failure takes so long, or a machine that does much else."""


class Running:
    """Starts the club in a thread; `do` runs something in its loop."""

    def __init__(self, file: Path, **settings: Any) -> None:
        self.file = file
        self.settings = settings
        self.port = 0
        self.club: Club | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._up = threading.Event()
        self._fault: BaseException | None = None

    def start(self) -> Running:
        """Start on the port used before, if there was one."""
        self._up.clear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        if not self._up.wait(PATIENCE_S) or self._fault is not None:
            raise RuntimeError(f"the club did not start: {self._fault!r}")
        return self

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        except BaseException as fault:  # told to whoever waits
            self._fault = fault
            self._up.set()
            raise

    async def _live(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        async with club(self.file, port=self.port, **self.settings) as found:
            self.club, self.port = found, found.port
            self._up.set()
            await self._stop.wait()

    def do(self, work: Callable[[Club], Awaitable[Any]]) -> Any:
        """Run a coroutine in the club's loop and give its result."""
        return asyncio.run_coroutine_threadsafe(work(self.club), self._loop).result(PATIENCE_S)

    def stop(self) -> None:
        """Stop as a signal would: streams end, the log is closed."""
        if not self._thread.is_alive():
            return
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the club did not stop"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"
