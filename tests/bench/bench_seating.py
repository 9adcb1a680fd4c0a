"""How long do seatings take, how good are they, and how long does counting the standings take?

Run: python -m tests.bench.bench_seating [--quick]. Every seating is checked; results are made up from a fixed seed.
"""

from __future__ import annotations

import platform
import random
import sys
import time

from msgspec.structs import replace

from contracts.ranking import standings
from contracts.tournament import StartRound
from services.lobby import seating, seating_check
from services.standings import decider
from tests.play_lobby import Lobby

FIELDS = (
    # entrants, least, most, rounds
    (200, 4, 4, 6),
    (1000, 4, 4, 8),
    (200, 10, 10, 6),
    (16, 4, 4, 5),
    (24, 4, 4, 5),
    (24, 4, 4, 7),
    (23, 3, 4, 6),
    (60, 4, 4, 10),
    (7, 2, 4, 6),
)


def ms(since: float) -> float:
    return (time.perf_counter() - since) * 1000


def field(entrants: int, least: int, most: int, rounds: int, seed: int) -> dict[str, float]:
    """Play one tournament; times in ms."""
    lobby = Lobby(table_min=2, table_max=4, rounds=rounds, seed=f"bench {seed}")
    # The seater knows no games: tables larger than this game's are for its figures alone.
    lobby.state = replace(lobby.state, rules=replace(lobby.state.rules, table_min=least, table_max=most))
    lobby.enter(entrants)
    rng = random.Random(seed)
    seat = check = worst = 0.0
    gap = repeats = 0
    for _ in range(rounds):
        lobby.do(StartRound(round=lobby.state.begun + 1))
        started = time.perf_counter()
        proposal = seating.propose(lobby.state)
        took = ms(started)
        seat, worst = seat + took, max(worst, took)
        started = time.perf_counter()
        fault = seating_check.fault(lobby.state, proposal)
        check += ms(started)
        assert not fault, fault
        repeats += proposal.report.repeats
        gap += proposal.report.repeat_cost - proposal.report.bound
        lobby.do(proposal, "seater")
        lobby.begin()
        lobby.play(rng)
    count = size = float("nan")
    if most <= 4:
        started = time.perf_counter()
        standings(lobby.state)
        count = ms(started)
        size = len(decider.record("bench", lobby.state, 0))
    return {"seat": seat, "worst": worst, "check": check, "repeats": repeats, "gap": gap, "count": count, "size": size}


def main() -> None:
    quick = "--quick" in sys.argv
    print(
        f"seating: Python {platform.python_version()}, {platform.machine()}, one process; best of {1 if quick else 3} seeds"
    )
    print("all rounds by score, repeats squared; 'gap' is cost less proved bound, summed over the rounds\n")
    head = ("field", "seat s", "worst round ms", "check ms", "repeats", "gap", "standings ms", "record kB")
    print("{:<16}{:>9}{:>16}{:>10}{:>9}{:>6}{:>14}{:>11}".format(*head))
    for entrants, least, most, rounds in FIELDS:
        runs = [field(entrants, least, most, rounds, seed) for seed in range(1 if quick else 3)]
        r = min(runs, key=lambda one: one["seat"])
        name = f"{entrants}x{least if least == most else f'{least}-{most}'}x{rounds}"
        gaps = "/".join(str(one["gap"]) for one in runs)
        print(
            f"{name:<16}{r['seat'] / 1000:>9.2f}{r['worst']:>16.0f}{r['check']:>10.0f}{r['repeats']:>9}{gaps:>6}"
            f"{r['count']:>14.0f}{r['size'] / 1000:>11.0f}"
        )


if __name__ == "__main__":
    main()
