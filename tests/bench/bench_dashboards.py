"""How long does a result take to every open dashboard?

Run: python -m tests.bench.bench_dashboards [--viewers 500]. One process runs the whole club over a SQLite file and plays
rounds of draw dominoes with bots at tables of two; another holds the viewers, each a stream of its own on the
tournament's page. A result's time runs from the moment at which the log took it (the record's time) to the moment at
which a viewer has read the frame whose standings include it. Both processes share the machine's cores.
"""

from __future__ import annotations

import argparse
import asyncio
import bisect
import json
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

from contracts.codec import TOURNAMENT
from contracts.topics import TOURNAMENT_EVENTS
from contracts.tournament import ResultRecorded
from services.runtime import observe
from services.runtime.reader import read_decisions
from tests.club import club
from tests.waiting import wait_for

RANKED = re.compile(rb"^id: \S*?_s(-?\d+)", re.MULTILINE)
RULES = {"game": "draw_dominoes/1", "table_min": 2, "table_max": 2, "max_deals": 1}


async def view(port: int, tournament: str, count: int) -> None:
    """Open the viewers' streams, say so, and at the end of input say when each saw which standings (ms)."""
    seen: list[dict[int, int]] = [{} for _ in range(count)]
    opened = asyncio.Semaphore(50)

    async def watch(mine: dict[int, int], ready: asyncio.Event) -> None:
        async with opened:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
            writer.write(f"GET /live/t/{tournament} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            await writer.drain()
            await reader.readuntil(b"id: ")
            ready.set()
        buffer = b""
        while chunk := await reader.read(1 << 16):
            now = time.time_ns() // 1_000_000
            buffer = buffer[-200:] + chunk
            for found in RANKED.finditer(buffer):
                mine.setdefault(int(found[1]), now)

    ready = [asyncio.Event() for _ in range(count)]
    tasks = [asyncio.create_task(watch(mine, event)) for mine, event in zip(seen, ready, strict=True)]
    for event in ready:
        await event.wait()
    print("open", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for task in tasks:
        task.cancel()
    print(json.dumps([sorted(mine.items()) for mine in seen]), flush=True)


async def measure(viewers: int, players: int, rounds: int, pace: float) -> None:
    """Play, watch, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        async with club(Path(folder) / "bench.db", pace=pace) as here:
            tid = await here.tournament([], bots=players, rounds=rounds, **RULES)
            arguments = ("--view", str(viewers), "--port", str(here.port), "--tournament", tid)
            watching = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.bench.bench_dashboards", *arguments,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 28,
            )  # fmt: skip
            assert watching.stdout is not None
            assert await watching.stdout.readline() == b"open\n"
            begun = time.monotonic()
            for number in range(1, rounds + 1):
                await here.begin(tid, number)
                await wait_for(lambda n=number: here.round(tid, n).phase == "done", 300, what=f"round {number}")
            took = time.monotonic() - begun
            newest = here.known.tournaments[tid].partition
            results: list[tuple[int, int]] = []
            async for facts in read_decisions(here.log, TOURNAMENT_EVENTS, newest):
                for _, decision in facts.items:
                    events = [TOURNAMENT.event(raw) for raw in decision.events or ()]
                    if any(isinstance(event, ResultRecorded) for event in events):
                        results.append((decision.source, decision.at))
            await wait_for(lambda: here.known.tournaments[tid].ranked >= results[-1][0], what="the last standings")
            await asyncio.sleep(2)  # the last frames are on their way
            out, _ = await watching.communicate(b"")
    late: list[int] = []
    missed = 0
    for arrivals in json.loads(out):
        sources = [source for source, _ in arrivals]
        for source, at in results:
            where = bisect.bisect_left(sources, source)
            if where == len(sources):
                missed += 1
            else:
                late.append(min(when for _, when in arrivals[where:]) - at)
    late.sort()
    p50, p99 = statistics.median(late), late[int(len(late) * 0.99)]
    print(
        f"{viewers} viewers, {len(results)} results of {players} players in {took:.1f} s (bots' pace {pace} s): "
        f"result to every dashboard p50 {p50:.0f} ms, p99 {p99} ms, most {late[-1]} ms, not delivered {missed}"
    )


def main() -> None:
    """Run it, or be its viewers."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--viewers", type=int, default=500)
    options.add_argument("--players", type=int, default=40)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--pace", type=float, default=0.2)
    options.add_argument("--view", type=int, default=0, help=argparse.SUPPRESS)
    options.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    options.add_argument("--tournament", default="", help=argparse.SUPPRESS)
    given = options.parse_args()
    observe.configure(level="warning")
    if given.view:
        asyncio.run(view(given.port, given.tournament, given.view))
    else:
        asyncio.run(measure(given.viewers, given.players, given.rounds, given.pace))


if __name__ == "__main__":
    main()
