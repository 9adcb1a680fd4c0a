"""A drill before the event: this machine, a hall of phones, a power cut in the middle. Does everything hold?

It runs the server as a club would, in a process of its own over a log of its own, with a tournament of bots; opens the
pages and streams of a hall, has all phones reload at once, kills the server without a word, starts it again, and then
compares: every record that was there is there, the tables in play go on to their ends, and a game verifies. Nothing of
the club's own log is touched.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import msgspec

from contracts.topics import TABLE_EVENTS, TOURNAMENT_EVENTS
from services import export, verify
from services.dealing import keys
from services.runtime.log import LogBrokenError, LogUnavailableError
from services.runtime.reader import read_decisions
from services.runtime.settings import reading

T = TypeVar("T")
LOG = "drill.db"
SECRET = "drill.secret"  # noqa: S105  # a file's name
START_S = 60.0
"""How long the server may take to be ready."""
PLAY_S = 180.0
"""How long the tables may take to be where the drill wants them."""
PACE_S = 0.05
_LOOK_S = 0.2
_ANSWER_S = 5.0


class DrillError(Exception):
    """The drill could not be held: the server does not start, or nothing is played."""


@dataclass
class Found:
    """What a drill measured; times in seconds. `faults` is empty when everything held."""

    ready: float = 0.0
    phones: int = 0
    reload_median: float = 0.0
    reload_last: float = 0.0
    before: int = 0
    again: float = 0.0
    after: int = 0
    moves: float = 0.0
    verified: int = 0
    faults: list[str] = field(default_factory=list)


class _Tournament(msgspec.Struct):
    id: str


async def hold(folder: Path, phones: int, port: int, told: Callable[[str], None]) -> Found:
    """Hold the drill in an empty folder. DrillError where it cannot be held; faults are in what it gives."""
    found = Found(phones=phones)
    log = folder / LOG
    async with _server(folder, port) as server:
        found.ready = await _ready(server, port)
        told(f"the server answers after {found.ready:.1f} s")
        tournament = await _until(lambda: _tournament(port), "a tournament is there")
        await _until(lambda: _moves_made(log), "bots play")
        streams = await _open_all(port, tournament, phones, found)
        told(f"{len(streams)} phones have the page open")
        await _reload(port, tournament, phones, found)
        told(f"all of them reloaded at once: the last page was whole after {found.reload_last:.1f} s")
        started, at = await _count(log), time.monotonic()
        await asyncio.sleep(2)
        held = await _digests(log)
        found.before = sum(len(kept) for kept in held.values())
        found.moves = (await _count(log) - started) / (time.monotonic() - at)
        server.send_signal(signal.SIGKILL)
        await server.wait()
        await _close(streams)
    told(f"the server was killed after {found.before} decisions")
    async with _server(folder, port) as server:
        found.again = await _ready(server, port)
        told(f"it answers again after {found.again:.1f} s")
        streams = await _open_all(port, tournament, phones, found)
        _compare(held, await _digests(log), found)
        table = await _until(lambda: _ended(log, tournament), "a table that was in play ends")
        found.after = await _count(log)
        await _close(streams)
        server.send_signal(signal.SIGTERM)
        await server.wait()
    found.verified = await _verify(folder, table, found)
    return found


def _compare(held: dict[tuple[str, int], list[str]], now: dict[tuple[str, int], list[str]], found: Found) -> None:
    for place, records in held.items():
        if now[place][: len(records)] != records:
            found.faults.append(f"{place[0]}, partition {place[1]}: records that were acknowledged are not there")


# --- the server


@contextlib.asynccontextmanager
async def _server(folder: Path, port: int) -> AsyncIterator[asyncio.subprocess.Process]:
    command = (
        *(sys.executable, "-m", "services", "serve", "--demo", "--pace", str(PACE_S), "--host", "127.0.0.1"),
        *("--port", str(port), "--log", f"sqlite:{folder / LOG}", "--secret-file", str(folder / SECRET)),
    )
    # Tokens and secrets of the club's own installation have no place in a drill.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CAPICUA_")}
    with (folder / "server.log").open("ab") as said:
        server = await asyncio.create_subprocess_exec(*command, stdout=said, stderr=said, env=clean)
        try:
            yield server
        finally:
            with contextlib.suppress(ProcessLookupError):
                server.kill()
            await server.wait()


async def _ready(server: asyncio.subprocess.Process, port: int) -> float:
    begun = time.monotonic()
    while time.monotonic() - begun < START_S:
        if server.returncode is not None:
            raise DrillError("the server ended by itself: see server.log in the drill's folder")
        with contextlib.suppress(OSError, TimeoutError):  # a port that somebody else holds may never answer
            async with asyncio.timeout(_ANSWER_S):
                if (await _get(port, "/health/ready"))[0] == 200:
                    return time.monotonic() - begun
        await asyncio.sleep(_LOOK_S)
    raise DrillError(f"the server was not ready after {START_S:.0f} s: see server.log in the drill's folder")


async def _until(look: Callable[[], Awaitable[T | None]], what: str) -> T:
    begun = time.monotonic()
    while time.monotonic() - begun < PLAY_S:
        with contextlib.suppress(LogUnavailableError, LogBrokenError):  # while the file is being made
            if found := await look():
                return found
        await asyncio.sleep(_LOOK_S)
    raise DrillError(f"not so after {PLAY_S:.0f} s: {what}")


# --- phones


async def _get(port: int, path: str) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        head, _, body = (await reader.read(-1)).partition(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]) if b" " in head else 0, body
    finally:
        writer.close()


async def _stream(port: int, tournament: str) -> asyncio.StreamWriter:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    writer.write(f"GET /live/t/{tournament} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n", 1)[0]:
        writer.close()
        raise OSError(head.split(b"\r\n", 1)[0].decode())
    return writer


async def _close(streams: list[asyncio.StreamWriter]) -> None:
    for writer in streams:
        writer.close()
    for writer in streams:
        with contextlib.suppress(OSError):  # the other end was killed
            await writer.wait_closed()


async def _open_all(port: int, tournament: str, phones: int, found: Found) -> list[asyncio.StreamWriter]:
    asked = await asyncio.gather(*(_stream(port, tournament) for _ in range(phones)), return_exceptions=True)
    opened = [one for one in asked if isinstance(one, asyncio.StreamWriter)]
    if len(opened) < phones:
        wrong = next(one for one in asked if isinstance(one, BaseException))
        found.faults.append(f"{phones - len(opened)} of {phones} streams did not open: {wrong}")
    return opened


async def _reload(port: int, tournament: str, phones: int, found: Found) -> None:
    begun = time.monotonic()

    async def once() -> float:
        status, body = await _get(port, f"/t/{tournament}")
        if status != 200 or not body.rstrip().endswith(b"</html>"):
            raise OSError(f"status {status}")
        return time.monotonic() - begun

    asked = await asyncio.gather(*(once() for _ in range(phones)), return_exceptions=True)
    took = sorted(one for one in asked if isinstance(one, float))
    if took:
        found.reload_median, found.reload_last = took[len(took) // 2], took[-1]
    if len(took) < phones:
        wrong = next(one for one in asked if isinstance(one, BaseException))
        found.faults.append(f"{phones - len(took)} of {phones} pages did not load: {wrong}")


# --- the log


async def _tournament(port: int) -> str | None:
    status, body = await _get(port, "/api/tournaments")
    if status != 200:
        return None
    rows = msgspec.json.decode(body[body.index(b"[") : body.rindex(b"]") + 1], type=list[_Tournament])
    return rows[0].id if rows else None


async def _digests(path: Path) -> dict[tuple[str, int], list[str]]:
    """Give the digest of every decision, by its place."""
    found: dict[tuple[str, int], list[str]] = {}
    async with reading(f"sqlite:{path}") as log:
        for topic in (TOURNAMENT_EVENTS, TABLE_EVENTS):
            for partition in range(log.partitions):
                kept = found[topic.name, partition] = []
                async for facts in read_decisions(log, topic, partition):
                    kept += [hashlib.sha256(entry.value).hexdigest() for entry, _ in facts.items]
    return found


async def _count(path: Path) -> int:
    return sum(len(kept) for (topic, _), kept in (await _digests(path)).items() if topic == TABLE_EVENTS.name)


async def _moves_made(path: Path) -> bool | None:
    return await _count(path) > 100 or None


async def _ended(path: Path, tournament: str) -> str | None:
    """Give a table of the tournament whose key is open: its match is over and its result has arrived."""
    async with reading(f"sqlite:{path}") as log:
        for partition in range(log.partitions):
            async for facts in read_decisions(log, TABLE_EVENTS, partition):
                for entry, decision in facts.items:
                    if entry.key.startswith(f"{tournament}.") and any(
                        b'"table_key_revealed"' in bytes(raw) for raw in decision.events or ()
                    ):
                        return entry.key
    return None


async def _verify(folder: Path, table: str, found: Found) -> int:
    """Decide a table's game again from its export, as a player at home would."""
    file = folder / "table.jsonl"
    async with reading(f"sqlite:{folder / LOG}") as log:
        await export.export_table(log, table, file, keys.signing_key(folder / "drill.key"))
    try:
        return verify.verify(file).records
    except verify.Fault as wrong:
        found.faults.append(f"table {table} does not verify: {wrong}")
        return 0
