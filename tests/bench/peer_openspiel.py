"""OpenSpiel's `python_block_dominoes` (two players, seven tiles each, no drawing) beside draw dominoes, move by move.

Draw dominoes is brought to the same game by a boneyard that is empty from the start and a block that is confirmed by
skips. What differs by rule, and is allowed for: theirs does not tell the left end from the right, passes by itself for a
player who cannot play, lists a double once where both ends fit, and pays nothing where both hands count the same (DD-32
gives it to the starter).
"""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from contracts.games import draw_dominoes as ours
from contracts.games.blocked import BlockDetection
from contracts.games.draw_dominoes import Lay, Options, Skip
from contracts.games.game import Deal, Reason
from contracts.games.pieces import Tile
from tests.bench.peer_dominoes import Difference

OPTIONS = Options(players=2, block_detection=BlockDetection.CONFIRMATIONS)


def theirs(block: Any, state: Any) -> set[tuple[Tile, int | None]]:
    """Their legal moves: each tile with the number that it is laid to."""
    actions = (block._ACTIONS[n] for n in state.get_legal_actions(state.current_player()))
    return {(Tile(int(a.tile[1]), int(a.tile[0])), None if a.edge is None else int(a.edge)) for a in actions}


def deal(block: Any, rng: random.Random) -> tuple[Any, Any]:
    """The same hands in both; seat 0 opens."""
    order = list(ours.pieces(OPTIONS))
    rng.shuffle(order)
    mine = replace(ours.start(OPTIONS, Deal(tuple(order), 2, 0)), boneyard=(), excerpt=True)
    other = block.BlockDominoesGame().new_initial_state()
    for hand in mine.hands:
        for tile in hand:
            other.apply_action(block._DECK.index((float(tile.low), float(tile.high))))
    return mine, other


def compare(block: Any, rng: random.Random) -> int:
    """Play one random deal in both; give the number of positions compared. Difference names the position."""
    mine, other = deal(block, rng)
    compared = 0
    while ours.outcome(mine) is None:
        moves = ours.moves(mine)
        compared += 1
        if isinstance(moves[0], Skip):
            mine = ours.play(mine, moves[0])
            continue
        ends = {"L": mine.left, "R": mine.right}
        found = {(m.tile, ends[m.end] if m.end else None) for m in moves if isinstance(m, Lay)}
        if other.is_terminal() or mine.turn != other.current_player() or found != theirs(block, other):
            raise Difference(f"{ours.write_state(mine)}: theirs is {other}")
        move = rng.choice(moves)
        assert isinstance(move, Lay)
        edge = None if move.end is None else float(ends[move.end])
        action = block.Action(mine.turn, (float(move.tile.low), float(move.tile.high)), edge)
        mine = ours.play(mine, move)
        other.apply_action(block._ACTIONS_STR.index(str(action)))
        if sorted((mine.left, mine.right)) != [int(n) for n in other.open_edges]:
            raise Difference(f"{ours.write_state(mine)}: their ends are {other.open_edges}")
    if not other.is_terminal():
        raise Difference(f"{ours.write_state(mine)}: theirs goes on: {other}")
    outcome = ours.outcome(mine)
    assert outcome is not None
    even = outcome.reason is not Reason.OUT and outcome.pips[0] == outcome.pips[1]
    gain = 0 if even else outcome.points[0] - outcome.points[1]
    if gain != other.returns()[0]:
        raise Difference(f"{ours.write_state(mine)}: {outcome} and {other.returns()}")
    return compared
