"""Domino tiles and their sets: the leaves that the games share. Pure; imports nothing of the project but `game`."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from contracts.games.game import BadNotation


class Tile(NamedTuple):
    """A domino, the higher half first. Compare and hash as a tuple; `str` is its text, `6-5`."""

    high: int
    low: int

    def __str__(self) -> str:
        return f"{self.high}-{self.low}" if self.high >= 0 else "??"

    @property
    def pips(self) -> int:
        """The sum of both halves (DD-4, L-33, BG-13)."""
        return self.high + self.low

    @property
    def double(self) -> bool:
        """Whether both halves show the same number."""
        return self.high == self.low

    def has(self, number: int) -> bool:
        """Whether one half shows this number."""
        return number in (self.high, self.low)

    def other(self, number: int) -> int:
        """The half that faces out when `number` faces in."""
        return self.low if number == self.high else self.high


class Placement(NamedTuple):
    """A tile as it lies: `inner` towards the middle, `outer` facing out. Text `8>3`; a double lies crosswise."""

    inner: int
    outer: int

    def __str__(self) -> str:
        return f"{self.inner}>{self.outer}"

    @property
    def tile(self) -> Tile:
        """The tile that lies there."""
        return Tile(max(self), min(self))


UNSEEN = Tile(-1, -1)
"""A tile that a partial record does not tell, written `??`. It fits nowhere and cannot be scored."""


# One object for each tile, so that equal tiles mostly are identical ones: comparing those is twice as fast.
_ALL: dict[tuple[int, int], Tile] = {(high, low): Tile(high, low) for high in range(19) for low in range(high + 1)}


@lru_cache(maxsize=32)
def tile_set(highest: int) -> tuple[Tile, ...]:
    """Give the double-`highest` set, up to double-18, in canonical order: 0-0, 1-0, 1-1, 2-0 and so on."""
    return tuple(_ALL[high, low] for high in range(highest + 1) for low in range(high + 1))


_BY_TEXT: dict[str, Tile] = {str(t): t for t in tile_set(18)} | {f"{t.low}-{t.high}": t for t in tile_set(18)}


def parse_tile(text: str) -> Tile:
    """Read `6-5` or `5-6`; BadNotation for anything else."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise BadNotation("notation/tile", text=text) from None


def pips(hand: tuple[Tile, ...] | list[Tile]) -> int:
    """Sum up a hand."""
    return sum(t.high + t.low for t in hand)
