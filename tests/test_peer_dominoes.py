"""Draw dominoes beside the PyPI package `dominoes`, where it is installed: same moves, same ends, same outcomes."""

from __future__ import annotations

import random

import pytest

from contracts.games import draw_dominoes
from tests.bench import peer_dominoes

dominoes = pytest.importorskip("dominoes", reason="the extra `bench` is not installed")


def test_moves_ends_and_outcomes_agree():
    rng = random.Random(7)
    assert sum(peer_dominoes.compare(dominoes, rng) for _ in range(150)) > 3000


def test_a_difference_would_be_noticed(monkeypatch):
    moves = draw_dominoes.moves
    monkeypatch.setattr(draw_dominoes, "moves", lambda s: moves(s)[:1])
    with pytest.raises(peer_dominoes.Difference):
        peer_dominoes.compare(dominoes, random.Random(7))
