"""The shuffle: from a table's key, the deal's number and the players' nonces to an order that anybody can check.

Pure: `hashlib` and `hmac` only. Version 1, fixed for ever; a change is a new function. To write it again:

1. `seed` = HMAC-SHA256 with the table key as key, over these bytes in a row: `capicua shuffle 1` in ASCII and a zero
   byte; deal, attempt and the number of nonces, each as 4 bytes, big-endian; then for each nonce in seat order its
   length as 4 bytes, big-endian, and the nonce. A seat without a nonce counts as one of length 0.
2. The stream is HMAC-SHA256 with `seed` as key over the block number as 8 bytes, big-endian, for blocks 0, 1, 2 and so
   on, read as unsigned 4-byte numbers, big-endian.
3. A number below n: take numbers from the stream until one is below the greatest multiple of n that is not above
   2^32; its remainder by n is the answer. What was passed over is gone. So every answer is equally likely.
4. Begin with the set in canonical order (`match.pieces`). For i from the last index down to 1, draw a number j below
   i + 1 and exchange the pieces at i and j (Fisher and Yates). The result is the order.

Lots, where a game draws them for the start (MT-6), come from a shuffle of their own: the same four steps with
`capicua lots 1` in place of `capicua shuffle 1`, so that the lots drawn tell nothing of the hands.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence

_LABEL = b"capicua shuffle 1\0"
_LOTS = b"capicua lots 1\0"
_RANGE = 1 << 32

Shuffle = Callable[[Sequence[str], bytes, int, Sequence[bytes], int], tuple[str, ...]]
"""The shape of `shuffle` and `lots`."""


def shuffle(
    pieces: Sequence[str], table_key: bytes, deal: int, nonces: Sequence[bytes], attempt: int = 0
) -> tuple[str, ...]:
    """Give the order of a deal.

    Args:
        pieces: the set in canonical order.
        table_key: the table's secret, 16 bytes or more, opened when the table ends.
        deal: the deal's number in the match, from 1.
        nonces: what each player's client added, in seat order; empty for a seat that added nothing.
        attempt: how many void deals with this number came before (L-10, DD-38), from 0.

    Raises:
        ValueError: for a short key or a number out of range.
    """
    return _shuffled(_LABEL, pieces, table_key, deal, nonces, attempt)


def lots(
    pieces: Sequence[str], table_key: bytes, deal: int, nonces: Sequence[bytes], attempt: int = 0
) -> tuple[str, ...]:
    """Give the order from which the lots of a deal are drawn; arguments and errors as in `shuffle`."""
    return _shuffled(_LOTS, pieces, table_key, deal, nonces, attempt)


def _shuffled(
    label: bytes, pieces: Sequence[str], table_key: bytes, deal: int, nonces: Sequence[bytes], attempt: int
) -> tuple[str, ...]:
    if len(table_key) < 16:
        raise ValueError(f"the table key has {len(table_key)} bytes, it needs 16 or more")
    if not 1 <= deal < _RANGE or not 0 <= attempt < _RANGE:
        raise ValueError(f"deal {deal}, attempt {attempt}: deals count from 1, attempts from 0")
    message = b"".join(
        (label, *map(_four, (deal, attempt, len(nonces))), *(_four(len(nonce)) + nonce for nonce in nonces))
    )
    numbers = _numbers(hmac.digest(table_key, message, hashlib.sha256))
    order = list(pieces)
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, numbers)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _four(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _numbers(seed: bytes) -> Iterator[int]:
    """The stream of step 2; it does not end."""
    block = 0
    while True:
        digest = hmac.digest(seed, block.to_bytes(8, "big"), hashlib.sha256)
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(n: int, numbers: Iterator[int]) -> int:
    """Step 3: a number below n without bias."""
    limit = _RANGE - _RANGE % n
    return next(number for number in numbers if number < limit) % n
