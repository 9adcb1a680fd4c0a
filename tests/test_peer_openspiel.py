"""Draw dominoes beside OpenSpiel's block dominoes, where it is installed: same moves, same ends, same outcomes."""

from __future__ import annotations

import random

import pytest

from contracts.games import draw_dominoes
from tests.bench import peer_openspiel

block = pytest.importorskip("open_spiel.python.games.block_dominoes", reason="the extra `bench` is not installed")


def test_moves_ends_and_outcomes_agree():
    rng = random.Random(7)
    assert sum(peer_openspiel.compare(block, rng) for _ in range(100)) > 800


def test_a_difference_would_be_noticed(monkeypatch):
    moves = draw_dominoes.moves
    monkeypatch.setattr(draw_dominoes, "moves", lambda s: moves(s)[:1])
    with pytest.raises(peer_openspiel.Difference):
        peer_openspiel.compare(block, random.Random(7))
