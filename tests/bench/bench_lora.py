"""Random play of Lora's trick contracts beside OpenSpiel's C++ hearts driven from Python, in one run; and its variants.

    python -m tests.bench.bench_lora [--seconds 20]

The two games are not the same (32 cards and 8 tricks here, 52 and 13 there), so moves a second are compared: list the
legal moves, choose one, play it. OpenSpiel deals by a chance node for each card, which its user has to drive; figures
stand with and without dealing. Processor times of this process; the engines take turns, and the best tenth of the
batches counts, because a busy machine only ever adds time. The peer is optional (`pip install capicua[bench]`).
"""

from __future__ import annotations

import argparse
import platform
import random
import time
from typing import Any

from contracts.games import lora
from contracts.games.game import Deal
from contracts.games.lora import Options
from tests.bench import peer_hearts

BATCH = 40
Figure = tuple[float, float, int]


def hearts() -> Any | None:
    """OpenSpiel's hearts without passing cards, where it is installed."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        return None
    return peer_hearts.load(pyspiel)


def ours(rng: random.Random, options: Options = lora.LORA, numbers: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> Figure:
    """Seconds for dealing and scoring, seconds for listing and playing, moves; over one batch of deals."""
    order = list(lora.pieces(options))
    moves, play, rand = lora.moves, lora.play, rng.random
    count = 0
    begin = time.process_time()
    states = []
    for number in range(BATCH):
        rng.shuffle(order)
        s = lora.start(options, Deal(tuple(order), numbers[number % len(numbers)]))
        states.append(play(s, lora.Cut(1 + int(rand() * (len(order) - 1)))))
    middle = time.process_time()
    done = []
    for s in states:
        while found := moves(s):
            s = play(s, found[int(rand() * len(found))])  # the state goes on
            count += 1
        done.append(s)
    end = time.process_time()
    for s in done:
        lora.outcome(s)
    return middle - begin + time.process_time() - end, end - middle, count


def theirs(game: Any, rng: random.Random) -> Figure:
    """The same for OpenSpiel."""
    rand = rng.random
    count = 0
    begin = time.process_time()
    states = []
    for _ in range(BATCH):
        s = game.new_initial_state()
        s.apply_action(peer_hearts.NO_PASS)
        while s.is_chance_node():
            chances = s.chance_outcomes()
            s.apply_action(chances[int(rand() * len(chances))][0])
        states.append(s)
    middle = time.process_time()
    for s in states:
        while not s.is_terminal():
            found = s.legal_actions()
            s.apply_action(found[int(rand() * len(found))])
            count += 1
    end = time.process_time()
    for s in states:
        s.returns()
    return middle - begin + time.process_time() - end, end - middle, count


def rate(measured: list[Figure]) -> tuple[float, float]:
    """Moves a second without and with dealing and scoring, of the best tenth of the batches."""
    kept = max(1, len(measured) // 10)

    def best(rates: list[float]) -> float:
        return sum(sorted(rates)[-kept:]) / kept

    return best([n / playing for _, playing, n in measured]), best([n / (d + p) for d, p, n in measured])


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=20.0, help="about how long to measure")
    told = asked.parse_args()
    print(
        f"Python {platform.python_version()}, {platform.machine()}, one thread, processor time, best tenth of batches"
    )
    peer = hearts()
    rng = random.Random(1)
    mine: list[Figure] = []
    other: list[Figure] = []
    until = time.monotonic() + told.seconds
    while time.monotonic() < until or len(mine) < 10:
        mine.append(ours(rng))
        if peer is not None:
            other.append(theirs(peer, rng))
    playing, whole = rate(mine)
    print(f"Lora, trick contracts, random play: {playing:,.0f} moves/s; with dealing and scoring {whole:,.0f}")
    print(f"  ({len(mine)} batches of {BATCH} deals; listing all legal moves and playing one)")
    if peer is None:
        print("OpenSpiel is not installed: nothing to compare with")
    else:
        their_playing, their_whole = rate(other)
        print(f"OpenSpiel hearts, the same: {their_playing:,.0f} moves/s; with dealing {their_whole:,.0f}")
        print(f"  ratio {playing / their_playing:.2f}; with dealing {whole / their_whole:.2f}")
    for name, options, numbers in (
        ("layout", lora.LORA, (7,)),
        ("three players, trick contracts", Options(players=3), (1, 2, 3, 4, 5, 6)),
        ("Libyan, trick contracts", lora.LORA_LIBYAN, (1, 2, 3, 4, 5, 6, 7)),
        ("Libyan, layout", lora.LORA_LIBYAN, (8,)),
    ):
        playing, whole = rate([ours(rng, options, numbers) for _ in range(10)])
        print(f"Lora, {name}: {playing:,.0f} moves/s; with dealing and scoring {whole:,.0f}")


if __name__ == "__main__":
    main()
