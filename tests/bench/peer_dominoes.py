"""The PyPI package `dominoes` (a four-player block game in pairs) beside draw dominoes: the same deal, move by move.

What differs by rule, and is allowed for: with equal ends it lists a tile once, at the left; it passes by itself for
players who cannot play; and it gives the winner of a blocked game all four hands, or nothing in a tie.
"""

from __future__ import annotations

import random
from typing import Any

from contracts.games import draw_dominoes as ours
from contracts.games.draw_dominoes import ClosedPairsScore, Lay, Options, Skip
from contracts.games.game import Deal, Reason
from contracts.games.pieces import Tile

OPTIONS = Options(pairs=True, closed_pairs_score=ClosedPairsScore.FOUR_HANDS)


class Difference(AssertionError):
    """The two engines disagree."""


def deal(dominoes: Any, rng: random.Random, starter: int) -> tuple[Any, Any]:
    """The same hands in both."""
    order = list(ours.pieces(OPTIONS))
    rng.shuffle(order)
    state = ours.start(OPTIONS, Deal(tuple(order), 2, starter))
    hands = [dominoes.Hand([dominoes.Domino(t.high, t.low) for t in hand]) for hand in state.hands]
    valid = tuple((d, True) for d in hands[starter])
    return state, dominoes.Game(dominoes.Board(), hands, [], starter, valid, starter, None)


def theirs_as_ours(game: Any, state: Any) -> list[str]:
    """Their list of moves in our notation."""
    found = []
    for domino, left in game.valid_moves:
        tile = Tile(max(domino.first, domino.second), min(domino.first, domino.second))
        if not state.line:
            found.append(str(tile))
        elif state.left == state.right:
            found += [f"{tile}L", f"{tile}R"]
        else:
            found.append(f"{tile}{'L' if left else 'R'}")
    return sorted(found)


def compare(dominoes: Any, rng: random.Random) -> int:
    """Play one random deal in both; give the number of positions compared. Difference names the position."""
    state, game = deal(dominoes, rng, rng.randrange(4))
    compared = 0
    while game.result is None:
        while isinstance(ours.moves(state)[0], Skip):
            state = ours.play(state, ours.moves(state)[0])
            compared += 1
        found = ours.moves(state)
        compared += 1
        if state.turn != game.turn or sorted(map(str, found)) != theirs_as_ours(game, state):
            raise Difference(f"{ours.write_state(state)}: theirs are {theirs_as_ours(game, state)} of {game.turn}")
        move = rng.choice(found)
        assert isinstance(move, Lay)
        state = ours.play(state, move)
        game.make_move(dominoes.Domino(move.tile.high, move.tile.low), move.end != "R")
        if state.line and (game.board.left_end(), game.board.right_end()) != (state.left, state.right):
            raise Difference(f"{ours.write_state(state)}: their ends are {game.board}")
    outcome = ours.outcome(state)
    if outcome is None:
        raise Difference(f"{ours.write_state(state)}: theirs is over, {game.result}")
    even, odd = outcome.points[0], outcome.points[1]
    if outcome.facts.get("tie_rule") == "DD-33":
        even = odd = 0
    if (even - odd, outcome.reason is Reason.OUT) != (game.result.points, game.result.won):
        raise Difference(f"{ours.write_state(state)}: {outcome} and {game.result}")
    return compared
