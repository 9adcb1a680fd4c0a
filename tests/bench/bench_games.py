"""Random playouts of the games, and draw dominoes beside the PyPI package `dominoes`, in one run.

    python -m tests.bench.bench_games [--seconds 20]

Prints figures with their conditions. The peer is optional (`pip install capicua[bench]`); without it only ours are
measured. Times are processor times of this process, the engines take turns, and the median of the rounds counts.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from typing import Any

from contracts.games import draw_dominoes
from contracts.games.draw_dominoes import Options
from contracts.games.game import GAMES, Deal, Game
from tests.bench import peer_dominoes
from tests.strategies import dealt

BATCH = 200


def peer() -> Any | None:
    """The package, where it is installed."""
    try:
        import dominoes
    except ModuleNotFoundError:
        return None
    return dominoes


def ours(rng: random.Random, options: Options) -> tuple[float, float, int]:
    """Seconds for dealing, seconds for listing and playing, moves; over one batch of rounds.

    A batch is dealt whole before it is played: the clock is asked three times, not once a round, which would cost the
    faster engine more.
    """
    order = list(draw_dominoes.pieces(options))
    moves, play = draw_dominoes.moves, draw_dominoes.play
    rand = rng.random
    count = 0
    begin = time.process_time()
    states = []
    for _ in range(BATCH):
        rng.shuffle(order)
        states.append(draw_dominoes.start(options, Deal(tuple(order), 2, 0)))
    middle = time.process_time()
    for s in states:
        while found := moves(s):
            s = play(s, found[int(rand() * len(found))])  # the state goes on
            count += 1
    return middle - begin, time.process_time() - middle, count


def theirs(dominoes: Any, rng: random.Random) -> tuple[float, float, int]:
    """The same for the package, whose passes count as moves."""
    rand = rng.random
    begin = time.process_time()
    games = [dominoes.Game.new(starting_player=0) for _ in range(BATCH)]
    middle = time.process_time()
    for game in games:
        while game.result is None:
            found = game.valid_moves
            game.make_move(*found[int(rand() * len(found))])
    end = time.process_time()
    return middle - begin, end - middle, sum(len(game.moves) for game in games)


def rate(measured: list[tuple[float, float, int]]) -> tuple[float, float]:
    """Moves a second, without and with dealing: medians over the rounds."""
    return (
        statistics.median(count / playing for _, playing, count in measured),
        statistics.median(count / (dealing + playing) for dealing, playing, count in measured),
    )


def any_game(g: Game, seconds: float) -> tuple[float, int]:
    """Moves a second of random play with the game's usual options."""
    rng = random.Random(2)
    options = g.Options()
    count = 0
    spent = 0.0
    while spent < seconds:
        states = [dealt(g, options, rng)[1] for _ in range(BATCH)]
        begin = time.process_time()
        for s in states:
            while found := g.moves(s):
                s = g.play(s, found[int(rng.random() * len(found))])  # the state goes on
                count += 1
        spent += time.process_time() - begin
    return count / spent, count


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=20.0, help="about how long to measure")
    told = asked.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, one thread, processor time")
    dominoes = peer()
    rng = random.Random(1)
    mine: list[tuple[float, float, int]] = []
    other: list[tuple[float, float, int]] = []
    until = time.monotonic() + told.seconds
    while time.monotonic() < until or len(mine) < 5:
        mine.append(ours(rng, peer_dominoes.OPTIONS))
        if dominoes is not None:
            other.append(theirs(dominoes, rng))
    playing, whole = rate(mine)
    print(f"draw dominoes, 4 players in pairs, random play: {playing:,.0f} moves/s; with dealing {whole:,.0f}")
    print(f"  ({len(mine)} rounds of {BATCH} deals each; listing all legal moves and playing one)")
    if dominoes is None:
        print("package dominoes is not installed: nothing to compare with")
    else:
        their_playing, their_whole = rate(other)
        print(f"package dominoes, the same: {their_playing:,.0f} moves/s; with dealing {their_whole:,.0f}")
        print(f"  ratio {playing / their_playing:.2f}; with dealing {whole / their_whole:.2f}")
    for players in (2, 3):
        playing, whole = rate([ours(rng, Options(players=players)) for _ in range(5)])
        print(f"draw dominoes, {players} players: {playing:,.0f} moves/s; with dealing {whole:,.0f}")
    for one in GAMES:
        speed, count = any_game(GAMES[one], told.seconds / 8)
        print(f"{one}: {speed:,.0f} moves/s over {count:,} moves")


if __name__ == "__main__":
    main()
