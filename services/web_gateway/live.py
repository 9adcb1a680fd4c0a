"""Live pages: one stream for each page, whose event ids are positions in the log.

A page's fragment is rendered once for each language and reader who sees something of his own, and the same bytes go to
everyone who watches it. A slow reader skips what is outdated; nobody waits for him. After a lost connection the
browser names the position it has, and is sent the present state only where that is another.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Sequence
from inspect import isawaitable
from typing import NamedTuple

import structlog

PING_S = 15.0
"""The server's time, told as often as this, keeps proxies awake, finds readers who have gone, and clocks right."""
RETRY_MS = 1000
_log = structlog.get_logger("web-gateway")
SETTLE_S = 0.04
"""A page that is not shown oftener waits so long for what follows a change: a result's standings come just after it."""
BYTES_PER_S = 100_000_000
"""What one channel may send in a second: a page with many viewers is shown as often as they can all be told."""


class Shot(NamedTuple):
    """A rendered fragment and the position that it shows. `html` None: the page is no longer to be had."""

    position: str
    html: str | None


Render = Callable[[], Shot | Awaitable[Shot]]
"""Makes the present fragment. One that shows more than is in memory may read the log for it."""


class _Channel:
    """Everybody who watches one thing in one language."""

    def __init__(self, render: Render, pace_s: float) -> None:
        self.render = render
        self.pace_s = pace_s
        self.readers: set[asyncio.Event] = set()
        self.dirty = asyncio.Event()
        self.position = ""
        self.html: str | None = None
        self.frame = b""
        self.pump: asyncio.Task[None] | None = None

    async def shoot(self) -> None:
        """Render, and wake the readers if there is something new."""
        made = self.render()
        shot = await made if isawaitable(made) else made
        if self.frame and (shot.position == self.position or shot.html == self.html):
            return  # what looks the same is not sent again: its readers' position only lags behind
        self.position, self.html, self.frame = shot.position, shot.html, encode(shot)
        for wake in self.readers:
            wake.set()


def encode(shot: Shot) -> bytes:
    """Write a fragment as one event."""
    if shot.html is None:
        return f"id: {shot.position}\nevent: gone\ndata:\n\n".encode()
    # A line's indentation says nothing to a browser, and a hall of viewers is sent each byte hundreds of times.
    lines = "".join(f"data: {line}\n" for line in map(str.lstrip, shot.html.splitlines()))
    return f"id: {shot.position}\nevent: page\n{lines}\n".encode()


def now() -> bytes:
    """Tell the server's time (ms): a clock that a page shows must not hang on the clock of the phone."""
    return f"event: now\ndata: {int(time.time() * 1000)}\n\n".encode()


class Hub:
    """The channels and their readers. `touch` says that a subject has changed."""

    def __init__(self, counted: Callable[[int], None] = lambda count: None) -> None:  # noqa: ARG005
        """`counted` hears how many screens are connected."""
        self._channels: dict[Hashable, _Channel] = {}
        self._subjects: dict[str, set[Hashable]] = {}
        self._counted = counted
        self._count = 0
        self._stopping = asyncio.Event()
        self._all: set[asyncio.Event] = set()
        self._pings = 0
        self._pinging: asyncio.Task[None] | None = None

    async def _ping(self) -> None:
        """Wake everybody now and then: one clock for all, for one in each stream would cost more than the streams."""
        while self._all:
            await asyncio.sleep(PING_S)
            self._pings += 1
            for wake in self._all:
                wake.set()
        self._pinging = None

    def touch(self, subject: str) -> None:
        """Have everything rendered anew that shows this subject."""
        for key in self._subjects.get(subject, ()):
            self._channels[key].dirty.set()

    def stop(self) -> None:
        """End every stream now: a server that stops must not wait for its readers."""
        self._stopping.set()
        if self._pinging is not None:
            self._pinging.cancel()
        for wake in self._all:
            wake.set()

    @property
    def screens(self) -> int:
        """How many streams are open."""
        return self._count

    async def stream(
        self, key: Hashable, subjects: Sequence[str], render: Render, *, known: str, pace_s: float
    ) -> AsyncIterator[bytes]:
        """Give the events of one channel until the reader goes or the server stops.

        `known` is the position that the reader has; `pace_s` is the least time between two renderings.
        """
        channel = self._join(key, subjects, render, pace_s)
        wake = asyncio.Event()
        channel.readers.add(wake)
        self._all.add(wake)
        if self._pinging is None:
            self._pinging = asyncio.create_task(self._ping())
        self._seen(1)
        try:
            yield f"retry: {RETRY_MS}\n\n".encode() + now()
            if not channel.frame:
                await channel.shoot()
            sent = channel.frame if known and known == channel.position else b""
            pinged = self._pings
            while not self._stopping.is_set():
                if channel.frame != sent:
                    sent = channel.frame
                    yield sent
                elif pinged != self._pings:
                    pinged = self._pings
                    yield now()
                else:
                    wake.clear()
                    await wake.wait()
        finally:
            channel.readers.discard(wake)
            self._all.discard(wake)
            self._seen(-1)
            if not channel.readers:
                self._drop(key, subjects)

    def _seen(self, step: int) -> None:
        self._count += step
        self._counted(self._count)

    def _join(self, key: Hashable, subjects: Sequence[str], render: Render, pace_s: float) -> _Channel:
        channel = self._channels.get(key)
        if channel is None:
            channel = self._channels[key] = _Channel(render, pace_s)
            channel.pump = asyncio.create_task(_pump(channel))
            for subject in subjects:
                self._subjects.setdefault(subject, set()).add(key)
        return channel

    def _drop(self, key: Hashable, subjects: Sequence[str]) -> None:
        channel = self._channels.pop(key)
        for subject in subjects:
            keys = self._subjects[subject]
            keys.discard(key)
            if not keys:
                del self._subjects[subject]
        if channel.pump is not None:
            channel.pump.cancel()


async def _pump(channel: _Channel) -> None:
    """Render soon after something has changed, and then not again before the pace allows."""
    while True:
        await channel.dirty.wait()
        if channel.pace_s > SETTLE_S:
            await asyncio.sleep(SETTLE_S)
        channel.dirty.clear()
        try:
            await channel.shoot()
        except Exception:  # noqa: BLE001  # whatever it is, it is told and shown
            # Its readers load the page anew and meet the fault as an answer; everybody else goes on.
            _log.exception("page/render-failed", position=channel.position)
            channel.position, channel.frame = "", encode(Shot("", None))
            for wake in channel.readers:
                wake.set()
        await asyncio.sleep(max(channel.pace_s, len(channel.frame) * len(channel.readers) / BYTES_PER_S))
