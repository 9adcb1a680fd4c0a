"""Whole tournaments of bots through the real services over the embedded log: seconds, and bytes of log for each move.

    python -m tests.bench.bench_whole [--only WORD]

Each is `capicua demo` as a process of its own: foundation, entry, seating, every table, final standings. Seconds are
of the clock, so they depend on what else the machine does; processor seconds stand beside them. The size is that of the
log's file and its write-ahead log at the end, everything in it: commands, decisions, the tournament's own messages.
Keys, seating and standings weigh more in short matches. Last comes Mexican Train for fourteen players, all nineteen
rounds of it.
"""

from __future__ import annotations

import argparse
import platform
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

TOURNAMENTS: tuple[tuple[str, int, Sequence[str]], ...] = (
    ("draw dominoes, 8 players", 8, ("--game", "draw_dominoes", "--rounds", "2")),
    ("draw dominoes, pairs, 8 players", 8, ("--game", "draw_dominoes", "--rounds", "2", "--options", "pairs")),
    ("Longana, 8 players", 8, ("--game", "longana", "--rounds", "2")),
    ("Mexican Train, 8 players at tables of 4", 8, ("--game", "mexican_train", "--rounds", "1", "--seats", "4")),
    ("Lora, 8 players", 8, ("--game", "lora", "--rounds", "2")),
    ("Lora, Libyan, 8 players", 8, ("--game", "lora", "--rounds", "2", "--options", "libyan")),
    ("Mexican Train, 14 players, 19 rounds", 14, ("--game", "mexican_train", "--rounds", "1", "--seats", "14")),
)


def played(place: Path, players: int, given: Sequence[str]) -> tuple[int, float, float, int]:
    """Play a tournament; give its moves, seconds of the clock and of the processor, and the log's bytes."""
    entrants = place / "entrants.csv"
    entrants.write_text("name,bot\n" + "".join(f"Player {n},steady\n" for n in range(players)), encoding="utf-8")
    log = place / "whole.db"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "services", "demo", "--entrants", str(entrants), "--log", f"sqlite:{log}"),
            *("--secret-file", str(place / "secret"), "--seed", "whole", "--id", "whole", *given),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    spent = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = re.search(r"(\d+)\s+moves\s+at", done.stdout)
    if done.returncode or not found:
        raise SystemExit(f"{' '.join(given)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return int(found[1]), spent, processor, sum(file.stat().st_size for file in place.glob("whole.db*"))


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--only", default="", help="only the tournaments whose name has this in it")
    told = asked.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, embedded log, one process each")
    for name, players, given in TOURNAMENTS:
        if told.only not in name:
            continue
        with tempfile.TemporaryDirectory(prefix="whole-") as place:
            moves, spent, processor, size = played(Path(place), players, given)
        print(
            f"{name}: {moves:,} moves, {spent:.1f} s ({processor:.1f} s of processor time), {size / 1e6:.2f} MB of log,"
            f" {size / moves:,.0f} bytes a move",
            flush=True,
        )


if __name__ == "__main__":
    main()
