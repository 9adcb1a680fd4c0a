"""Matches of bots: each strength against chance, and the strong one against the others.

    python -m tests.bench.bench_bots [--matches 1000] [--kind WORD] [--strengths strong:random,strong:easy]

One side plays with the first strength, every other seat with the second; it sits in every seat as often, and the same
deals come to each seat in turn. Printed are the share of first places (a shared one in parts) and the mean place (a
shared one as the mean of those it takes), each with its 95 % interval, beside what equals would have. Seeds are fixed,
so the figures are the same on every machine; only the seconds differ.
"""

from __future__ import annotations

import argparse
import platform
import time

from tests.bot_matches import KINDS, duel

PAIRINGS = "strong:random,steady:random,easy:random,strong:easy,strong:steady"


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--matches", type=int, default=1000, help="matches for each game and pairing")
    asked.add_argument("--kind", default="", help="only the games whose name has this in it")
    asked.add_argument("--strengths", default=PAIRINGS, help="which against which")
    told = asked.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, {told.matches} matches each, seeds fixed")
    for kind in KINDS:
        if told.kind not in kind.name:
            continue
        length = "all deals" if kind.deals is None else f"{kind.deals} deals"
        print(f"{kind.name}, matches of {length}")
        for pairing in told.strengths.split(","):
            mine, theirs = pairing.split(":")
            begin = time.process_time()
            s = duel(kind, mine, theirs, told.matches)
            print(
                f"  {mine} against {theirs}: wins {100 * s.share:.1f} % ± {100 * s.share_off:.1f} (equals"
                f" {100 * s.chance:.0f}), mean place {s.place:.2f} ± {s.place_off:.2f} (equals {s.middle:.1f});"
                f" {time.process_time() - begin:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
