"""The engines beside those of others, move by move, until so many positions are compared without a difference.

    python -m tests.bench.bench_agreement [--moves 1000000] [--peer dominoes] [--seed 1]

`peer_dominoes`, `peer_openspiel` and `peer_hearts` beside this file say what is compared and what cannot be. A
difference ends it with the position. The peers are optional (`pip install capicua[bench]`).
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable
from typing import Any

from tests.bench import peer_dominoes, peer_hearts, peer_openspiel

Compare = Callable[[Any, random.Random], int]

PEERS: dict[str, tuple[str, Callable[[Any], Any], Compare]] = {
    "dominoes": ("dominoes", lambda module: module, peer_dominoes.compare),
    "block dominoes of OpenSpiel": (
        "open_spiel.python.games.block_dominoes",
        lambda module: module,
        peer_openspiel.compare,
    ),
    "hearts of OpenSpiel": ("pyspiel", peer_hearts.load, peer_hearts.compare),
}
"""A peer's name -> the module to import, what to make of it, and the comparison of one deal."""


def main() -> None:
    """Compare and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--moves", type=int, default=1_000_000, help="positions to compare with each peer")
    asked.add_argument("--peer", default="", help="only the peers whose name has this in it")
    asked.add_argument("--seed", type=int, default=1)
    told = asked.parse_args()
    for name, (module, load, compare) in PEERS.items():
        if told.peer not in name:
            continue
        try:
            peer = load(importlib.import_module(module))
        except ModuleNotFoundError:
            print(f"{name}: not installed, nothing to compare with")
            continue
        rng = random.Random(told.seed)
        compared = deals = 0
        begin = time.process_time()
        while compared < told.moves:
            compared += compare(peer, rng)
            deals += 1
        spent = time.process_time() - begin
        print(f"{name}: {compared:,} positions in {deals:,} deals, no difference; {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
