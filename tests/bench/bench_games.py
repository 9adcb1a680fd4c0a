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

from contracts.games import draw_dominoes, longana, lora, mexican_train
from contracts.games import match as matches
from contracts.games.blocked import BlockDetection, ClaimMode
from contracts.games.draw_dominoes import Options
from contracts.games.game import Deal, Game, Void
from tests.bench import peer_dominoes

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


DECLARED = {"claim_mode": ClaimMode.DECLARED, "block_detection": BlockDetection.CONFIRMATIONS}
VARIANTS: tuple[tuple[str, Game, Any, bool], ...] = (
    ("draw dominoes, 4 players alone", draw_dominoes, Options(players=4), False),
    ("draw dominoes, 2 players, declared, hands known", draw_dominoes, Options(players=2, **DECLARED), False),
    ("draw dominoes, 2 players, declared, nothing known", draw_dominoes, Options(players=2, **DECLARED), True),
    *((f"Longana, {n} players", longana, longana.Options(players=n), False) for n in (2, 3, 4)),
    ("Longana, 4 players, declared, hands known", longana, longana.Options(players=4, **DECLARED), False),
    ("Longana, 4 players, declared, nothing known", longana, longana.Options(players=4, **DECLARED), True),
    *(
        (f"Mexican Train, {n} players, double-{high}", mexican_train, mexican_train.Options(players=n), False)
        for n, high in ((2, 9), (4, 12), (8, 12), (12, 15), (14, 18))
    ),
    (
        "Mexican Train, 4 players, declared, hands known",
        mexican_train,
        mexican_train.Options(players=4, claim_mode=ClaimMode.DECLARED),
        False,
    ),
    (
        "Mexican Train, 4 players, declared, nothing known",
        mexican_train,
        mexican_train.Options(players=4, claim_mode=ClaimMode.DECLARED),
        True,
    ),
    ("Lora, a whole match's deals", lora, lora.LORA, False),
    ("Lora, Libyan, a whole match's deals", lora, lora.LORA_LIBYAN, False),
)
"""A name, the game, its options, and whether pieces are unseen from the deal on."""


def any_game(g: Game, options: Any, seconds: float, *, unseen: bool) -> tuple[float, int]:
    """Moves a second of random play; deals are the first ones of a match in turn, the starter given."""
    rng = random.Random(2)
    deals = 28 if g is lora else 1
    count = number = 0
    spent = 0.0
    while spent < seconds:
        states: list[Any] = []
        while len(states) < BATCH // 4:
            number = number % deals + 1
            pieces = list(matches.pieces(g, options, number))
            rng.shuffle(pieces)
            lots = tuple(rng.sample(pieces, len(pieces))) if matches.lots(g) else ()
            told = ("??",) * len(pieces) if unseen else tuple(pieces)
            state = g.start(options, Deal(told, number, None if g is lora else 0, "", () if unseen else lots))
            if not isinstance(state, Void):
                states.append(state)
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
    for name, g, options, unseen in VARIANTS:
        speed, count = any_game(g, options, told.seconds / 20, unseen=unseen)
        print(f"{name}: {speed:,.0f} moves/s over {count:,} moves", flush=True)


if __name__ == "__main__":
    main()
