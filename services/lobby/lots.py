"""Lots: whole numbers drawn from a recorded seed, the same on every machine. Pure."""

from __future__ import annotations

import hashlib


class Lots:
    """Whole numbers drawn from a seed: SHA-256 over the seed and a counter."""

    def __init__(self, seed: str) -> None:
        """Start from a text."""
        self._seed = seed.encode()
        self._count = 0
        self._pool = b""

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1, each as likely; n is at most 2**32."""
        limit = (1 << 32) // n * n
        while True:
            if not self._pool:
                self._pool = hashlib.sha256(self._seed + b"/" + str(self._count).encode()).digest()
                self._count += 1
            drawn = int.from_bytes(self._pool[:4], "big")
            self._pool = self._pool[4:]
            if drawn < limit:
                return drawn % n


def draw(seed: str, round: int, entrant: str) -> str:
    """Draw an entrant's lot for a round's seating: SHA-256 over "capicua/seat/ROUND/ENTRANT/SEED", the lowest first."""
    return hashlib.sha256(f"capicua/seat/{round}/{entrant}/{seed}".encode()).hexdigest()
