"""The shuffle: fixed vectors that nobody may change, a second writing of it from its description, and uniformity."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections import Counter

import pytest

from contracts.games.pieces import tile_set
from contracts.games.shuffle import lots, shuffle

KEY = bytes(range(32))
TILES = tuple(str(t) for t in tile_set(6))
LETTERS = tuple("ABCDEFGH")

VECTORS = [
    (LETTERS, KEY, 1, (), 0),
    (LETTERS, KEY, 2, (), 0),
    (LETTERS, KEY, 1, (), 1),
    (LETTERS, KEY, 1, (b"", b""), 0),
    (LETTERS, KEY, 1, (b"one", b"two"), 0),
    (LETTERS, KEY, 1, (b"two", b"one"), 0),
    (LETTERS, KEY, 1, (b"onet", b"wo"), 0),
    (TILES, KEY, 7, (b"\x00" * 16, b"\xff" * 16, b"", b"abc"), 0),
    (tuple(str(t) for t in tile_set(9)), hashlib.sha256(b"another key").digest(), 1, (b"n",), 3),
]
ORDERS = [
    "C H D A F B G E",
    "D B F H C A E G",
    "D E G C A F B H",
    "C D B H A F E G",
    "B D E C A G F H",
    "D E C G F A H B",
    "E C A F H B D G",
    "6-0 1-0 5-4 1-1 2-1 3-2 2-2 4-4 4-2 6-5 6-6 3-1 5-2 4-1 3-0 6-3 6-4 6-1 4-3 5-5 3-3 0-0 5-0 5-1 5-3 4-0 2-0 6-2",
    "8-6 8-4 9-1 8-3 4-0 5-1 9-9 5-4 5-0 3-1 6-1 6-4 0-0 9-2 9-4 7-3 9-8 3-0 2-0 9-7 7-0 7-2 6-0 1-1 2-2 7-5 8-5 4-3 8-0 4-2 9-6 5-2 4-1 4-4 7-1 3-3 8-2 7-6 6-6 1-0 7-4 8-8 6-3 3-2 9-0 6-5 5-5 9-3 9-5 2-1 6-2 7-7 8-1 8-7 5-3",
]


def again(pieces, key, deal, nonces, attempt, label=b"capicua shuffle 1\x00"):
    """The description in the module's docstring, written a second time."""
    message = label + struct.pack(">III", deal, attempt, len(nonces))
    for nonce in nonces:
        message += struct.pack(">I", len(nonce)) + nonce
    seed = hmac.new(key, message, hashlib.sha256).digest()
    stream = b"".join(
        hmac.new(seed, struct.pack(">Q", block), hashlib.sha256).digest() for block in range(64 + len(pieces) // 7)
    )
    numbers = iter(struct.unpack(f">{len(stream) // 4}I", stream))
    order = list(pieces)
    for i in reversed(range(1, len(order))):
        n = i + 1
        number = next(numbers)
        while number >= 2**32 - 2**32 % n:
            number = next(numbers)
        j = number % n
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@pytest.mark.parametrize("vector", VECTORS)
def test_the_description_suffices_to_write_it_again(vector):
    assert shuffle(*vector) == again(*vector)
    assert sorted(shuffle(*vector)) == sorted(vector[0])


@pytest.mark.slow
def test_a_number_above_the_last_whole_multiple_is_passed_over():
    """With a game's few pieces once in millions of deals, so no vector meets it; with so many, twice in each order."""
    many = tuple(map(str, range(200_000)))
    assert shuffle(many, KEY, 3, (), 0) == again(many, KEY, 3, (), 0)


def test_vectors():
    assert [" ".join(shuffle(*vector)) for vector in VECTORS] == ORDERS
    assert shuffle(*VECTORS[0][:4]) == shuffle(*VECTORS[0]), "the first attempt where none is named"
    assert lots(*VECTORS[0][:4]) == lots(*VECTORS[0])


def test_lots_come_from_a_shuffle_of_their_own_written_the_same_way():
    for vector in VECTORS:
        assert lots(*vector) == again(*vector, label=b"capicua lots 1\x00")
        assert lots(*vector) != shuffle(*vector)


def test_whatever_goes_in_matters():
    orders = [shuffle(TILES, *vector[1:]) for vector in VECTORS[:7]]
    assert len(set(orders)) == len(orders)
    assert shuffle(TILES, KEY, 1, ()) != shuffle(TILES, KEY[::-1], 1, ())


def test_every_piece_is_as_likely_in_every_place():
    """Chi-square over place and piece: (n-1)^2 = 49 degrees of freedom, 120 is far beyond one in a million."""
    deals = 4000
    seen = Counter()
    for deal in range(1, deals + 1):
        seen.update(enumerate(shuffle(LETTERS, KEY, deal, (b"x",))))
    expected = deals / len(LETTERS)
    chi = sum((seen[place, letter] - expected) ** 2 / expected for place in range(8) for letter in LETTERS)
    assert 10 < chi < 120


def test_every_order_is_as_likely():
    """All 24 orders of four pieces: 23 degrees of freedom."""
    deals = 6000
    seen = Counter(shuffle("ABCD", KEY, deal, ()) for deal in range(1, deals + 1))
    assert len(seen) == 24
    assert sum((n - deals / 24) ** 2 / (deals / 24) for n in seen.values()) < 75


@pytest.mark.parametrize(
    ("key", "deal", "attempt", "fault"),
    [(b"short", 1, 0, "16"), (KEY, 0, 0, "count from 1"), (KEY, 1, -1, "attempts"), (KEY, 2**32, 0, "count")],
)
def test_what_cannot_be_is_named(key, deal, attempt, fault):
    with pytest.raises(ValueError, match=fault):
        shuffle(TILES, key, deal, (), attempt)


def test_nothing_and_one_piece():
    assert shuffle((), KEY, 1, ()) == ()
    assert shuffle(("A",), KEY, 1, ()) == ("A",)
