"""Whole matches of bots, straight on the games: who wins how often, with an interval to believe it by."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from contracts.games import draw_dominoes, longana, lora, mexican_train
from contracts.games import match as matches
from contracts.games.game import Game, MatchResult, Void
from services.bots.player import choose


class Kind(NamedTuple):
    """A game with its options as it is measured; a match ends after `deals` deals, or by the game's own rule."""

    name: str
    game: Game
    options: Any
    deals: int | None


KINDS = (
    Kind("draw dominoes, two", draw_dominoes, draw_dominoes.Options(players=2), 3),
    Kind("draw dominoes, four alone", draw_dominoes, draw_dominoes.Options(players=4), 4),
    Kind("draw dominoes, pairs", draw_dominoes, draw_dominoes.Options(players=4, pairs=True), 4),
    Kind("Longana, four", longana, longana.Options(players=4), 3),
    Kind("Mexican Train, four", mexican_train, mexican_train.Options(players=4), 2),
    Kind("Lora", lora, lora.LORA, 7),
    Kind("Lora, Libyan", lora, lora.LORA_LIBYAN, 8),
)


class Score(NamedTuple):
    """What a strength reached: its share of the wins and its mean place, each with half its 95 % interval.

    `chance` is the share, `middle` the place, that equals would have.
    """

    matches: int
    share: float
    share_off: float
    place: float
    place_off: float
    chance: float
    middle: float


def played(kind: Kind, strengths: Sequence[str], seed: str) -> MatchResult:
    """Play a match with a strength for each seat. The same seed gives the same match, and the same deals whoever plays."""
    game, options = kind.game, kind.options
    match = matches.begin(game, options)
    while (result := matches.over(game, options, match, kind.deals)) is None:
        lot = f"{seed}:{len(match.rounds)}:{match.attempts}"
        rng = random.Random(lot)
        order = list(matches.pieces(game, options, match.deals + 1))
        rng.shuffle(order)
        lots = rng.sample(order, len(order)) if matches.lots(game) else ()
        state = game.start(options, matches.next_deal(match, order, lots))
        if isinstance(state, Void):
            match = matches.void(match)
            continue
        ply = 0
        while (seat := game.turn(state)) is not None:
            seen = game.view(state, seat)
            move = choose(strengths[seat], seen, seen.moves, f"{lot}:{ply}")
            state = game.play(state, game.parse_move(move))
            ply += 1
        match = matches.score(game, options, match, state)
    return result


def duel(kind: Kind, strength: str, against: str, count: int, seed: str = "bots") -> Score:
    """Let one side of a strength play against others, in every seat as often, and count its wins and places."""
    sides = kind.game.sides(kind.options)
    wins, ranks = [], []
    for number in range(count):
        side = sides[number % len(sides)]
        seats = range(kind.game.seat_count(kind.options))
        result = played(kind, [strength if at in side else against for at in seats], f"{seed}:{number // len(sides)}")
        by_side = [result.places[one[0]] for one in sides]
        mine = result.places[side[0]]
        wins.append(1 / by_side.count(1) if mine == 1 else 0.0)
        ranks.append(mine if len(sides) == len(seats) else 1 + sum(place < mine for place in by_side))
        ranks[-1] += (by_side.count(mine) - 1) / 2  # a shared place counts as the mean of those it takes
    n = len(sides)
    return Score(count, *_mean(wins), *_mean(ranks), 1 / n, (n + 1) / 2)


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)
    return mean, 1.96 * math.sqrt(variance / len(values))
