"""Lora's tricks beside OpenSpiel's hearts, where it is installed: same turn, same legal cards, same winners."""

from __future__ import annotations

import random

import pytest

from contracts.games import lora, tricks
from tests.bench import peer_hearts

pyspiel = pytest.importorskip("pyspiel", reason="the extra `bench` is not installed")


@pytest.fixture(scope="module")
def hearts():
    return peer_hearts.load(pyspiel)


def test_turns_legal_cards_winners_and_what_was_taken_agree(hearts):
    rng = random.Random(7)
    assert sum(peer_hearts.compare(hearts, rng) for _ in range(200)) > 3000


def test_a_difference_in_legal_cards_would_be_noticed(hearts, monkeypatch):
    moves = lora.moves
    monkeypatch.setattr(lora, "moves", lambda s: moves(s)[:1])
    with pytest.raises(peer_hearts.Difference):
        peer_hearts.compare(hearts, random.Random(7))


def test_a_difference_in_what_was_taken_would_be_noticed(hearts, monkeypatch):
    taken = tricks.taken
    monkeypatch.setattr(tricks, "taken", lambda *given: taken(*given)[::-1])
    rng = random.Random(7)
    with pytest.raises(peer_hearts.Difference):
        for _ in range(40):
            peer_hearts.compare(hearts, rng)
