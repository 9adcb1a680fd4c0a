"""A million commands as nobody should send them, to tables of every game and to tournaments: is every one answered?

    python -m tests.bench.bench_fuzz [--commands 1000000] [--seed 1] [--first RUN]

`tests/garbage.py` says what is sent. Printed are how many were accepted and how often each code refused; an exception
ends it with the command that raised.
"""

from __future__ import annotations

import argparse
import platform
import time

from tests.garbage import fuzz


def main() -> None:
    """Send and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--commands", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--first", type=int, default=0, help="begin with this run, to repeat one that was named")
    told = asked.parse_args()
    begin = time.process_time()
    count = fuzz(told.commands, told.seed, told.first)
    spent = time.process_time() - begin
    print(f"Python {platform.python_version()}, {platform.machine()}, seed {told.seed}, {spent:.0f} s processor time")
    accepted = count.accepted.total()
    print(
        f"{count.sent:,} commands: {accepted:,} accepted, {count.codes.total():,} refused with {len(count.codes)} codes"
    )
    print("no exception")
    for title, counted in (("sent to", count.games), ("accepted", count.accepted), ("refused", count.codes)):
        print(f"{title}: " + ", ".join(f"{name} {number:,}" for name, number in counted.most_common()))


if __name__ == "__main__":
    main()
