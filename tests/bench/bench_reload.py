"""How long until 200 phones that reload at once, when a round is published, all have their pages again?

Run: python -m tests.bench.bench_reload [--phones 200]. One process runs the whole club over a SQLite file; another holds
the phones: each is signed in by its own link and has its own page open with its stream. The moment the round is
published every one of them loads its page anew and opens its stream; it is done when the page names its table and the
stream has begun. Style sheets and scripts are in a phone's cache for a day; with `--files` each fetches them too, as
phones do that were never here. Both processes share the machine's cores. The bounds on a single address
(`guard.Limits`) are those of the product.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx

from contracts.tournament import IssueLink
from services.runtime import observe
from services.web_gateway import guard
from tests.club import club

FILES = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js)\?v=\w+)"')
LIMITS = {name: getattr(guard.Limits(), name) for name in ("rate", "burst", "enter_burst", "read_burst")}


async def stream(port: int, path: str, token: str) -> asyncio.StreamWriter:
    """Open a live stream and wait for its first words."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head:
        writer.close()
        raise ConnectionError(head.split(b"\r\n", 1)[0].decode())
    await reader.readuntil(b"retry:")
    return writer


async def phone(
    http: httpx.AsyncClient, port: int, tournament: str, token: str, *, files: bool
) -> tuple[str, asyncio.StreamWriter]:
    """Load a phone's own page whole, and give what it says and its open stream."""
    page = await http.get(f"/t/{tournament}/me", headers={"Authorization": f"Bearer {token}"})
    page.raise_for_status()
    for file in FILES.findall(page.text) if files else ():
        (await http.get(file)).raise_for_status()
    return page.text, await stream(port, f"/live/t/{tournament}/me?lang=en", token)


async def phones(port: int, tournament: str, tokens: list[str], go: asyncio.Event, *, files: bool) -> dict[str, object]:
    """Open all phones' pages, wait for the word, reload them all at once, and say how long each took (s)."""
    limits = httpx.Limits(max_connections=len(tokens))
    timeout = httpx.Timeout(120)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", limits=limits, timeout=timeout) as http:
        opened = [(await phone(http, port, tournament, token, files=False))[1] for token in tokens]
        print("open", flush=True)
        await go.wait()
        for writer in opened:
            writer.close()
        begun = time.monotonic()
        took: list[float] = []
        errors: list[str] = []

        async def again(token: str) -> None:
            try:
                text, writer = await phone(http, port, tournament, token, files=files)
                if "table" not in text.lower():
                    errors.append("the page names no table")
                took.append(time.monotonic() - begun)
                writer.close()
            except (httpx.HTTPError, OSError, asyncio.IncompleteReadError) as wrong:
                errors.append(f"{type(wrong).__name__}: {wrong}")

        await asyncio.gather(*(again(token) for token in tokens))
    return {"took": sorted(took), "errors": errors}


async def reload(count: int, *, files: bool = False) -> dict[str, object]:
    """Have a hall of so many phones reload when a round is published, and give what `phones` says."""
    with tempfile.TemporaryDirectory() as folder:
        async with club(Path(folder) / "bench.db", answer_s=120, **LIMITS) as here:
            names = [f"Player {n}" for n in range(1, count + 1)]
            tid = await here.tournament(names, rounds=2, game="draw_dominoes/1", max_deals=1)
            tokens = await links(here, tid)
            asking = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.bench.bench_reload", "--port", str(here.port), "--tournament", tid, *(["--files"] if files else []),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 28,
            )  # fmt: skip
            assert asking.stdin is not None
            assert asking.stdout is not None
            asking.stdin.write(json.dumps(tokens).encode() + b"\n")
            assert await asking.stdout.readline() == b"open\n"
            await here.begin(tid, 1)
            out, _ = await asking.communicate(b"go\n")
    found: dict[str, object] = json.loads(out)
    return found


async def links(here, tid: str) -> list[str]:
    """Give every entrant his link, and the tokens of them all."""
    known = here.known.tournaments[tid].state.entrants
    for e in known:
        if e.link is None:
            await here.app.state.gateway.act(tid, "director", IssueLink(entrant=e.id), f"link-{e.id}")
    return [here.token(tid, e.id) for e in known]


async def _be_phones(port: int, tournament: str, *, files: bool) -> None:
    tokens = json.loads(sys.stdin.readline())
    go = asyncio.Event()
    loop = asyncio.get_running_loop()
    waiting = loop.run_in_executor(None, sys.stdin.readline)
    waiting.add_done_callback(lambda _: go.set())
    print(json.dumps(await phones(port, tournament, tokens, go, files=files)), flush=True)


def main() -> None:
    """Run it, or be its phones."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--phones", type=int, default=200)
    options.add_argument("--files", action="store_true", help="style sheets and scripts too")
    options.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    options.add_argument("--tournament", default="", help=argparse.SUPPRESS)
    given = options.parse_args()
    observe.configure(level="warning")
    if given.port:
        asyncio.run(_be_phones(given.port, given.tournament, files=given.files))
        return
    found = asyncio.run(reload(given.phones, files=given.files))
    took, errors = found["took"], found["errors"]
    assert isinstance(took, list)
    assert isinstance(errors, list)
    print(
        f"{given.phones} phones reload at once{', with all files,' if given.files else ''} when a round is published: all pages whole after {took[-1]:.2f} s "
        f"(p50 {statistics.median(took):.2f} s), {len(errors)} errors {errors[:3] or ''}"
    )


if __name__ == "__main__":
    main()
