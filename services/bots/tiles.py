"""How a bot plays dominoes: what each move is worth to the player whose view it is. Pure; it knows the view alone.

Heavy tiles and doubles go first, and what stays should fit many numbers, the new end above all, and make a run on one's
own arm or train. Counting adds what a good player keeps in mind: that run comes before pips, and how many tiles of a
number nobody has seen yet, so that an end is left to others which they can hardly use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

Pair = tuple[int, int]  # high, low

_TILE: Final = re.compile(r"(?:lead )?(\d+)-(\d+)")
_LAID: Final = re.compile(r"(\d+)>(\d+)")
_DOUBLE: Final = 3.0  # pips that a double is worth more: it fits one number only
_COMPANY: Final = 2.0  # pips that each held tile is worth that fits where this one faces out
_VARIETY: Final = 1.0  # pips for each number still held afterwards

_GLANCE: Final = 3.0  # pips that each tile of the longest run on one's own arm or train is worth
_ARM: Final = 14.0  # the same to who plans ahead, on an arm: going out is worth all the others' pips
_TRAIN: Final = 7.0  # and on a train, where everybody pays for his own
_DENY: Final = 6.0  # pips for an end of which everything has been seen, less the more is out; a train's next is drawn
_LOOKED: Final = 400  # stretches of a run that are tried


def tile(text: str) -> Pair | None:
    """Find the tile that a move lays, or a text names; None of a draw, a pass and the like."""
    found = _TILE.match(text)
    return (int(found[1]), int(found[2])) if found else None


class Sight:
    """What a view of any domino game says: the hand, the ends by their names, one's own end, and all that lies."""

    def __init__(self, view: object) -> None:
        """Read a view, of which only what the seat may see is there."""
        self.hand: list[Pair] = [one for one in map(tile, getattr(view, "hand", ())) if one]
        self.ends: dict[str, int] = {}
        self.own = ""
        self.down: set[Pair] = set()
        self.step, self.deny = _ARM, _DENY
        seat = getattr(view, "seat", None)
        if trains := getattr(view, "trains", ()):
            self.ends = {branch.name: branch.end for train in trains for branch in train.branches if branch.open}
            self.own = next((b.name for t in trains if t.owner == seat for b in t.branches if b.open), "")
            self._lay(text for train in trains for branch in train.branches for text in branch.chain)
            self.step, self.deny = _TRAIN, 0.0
        elif arms := getattr(view, "arms", ()):
            self.ends = {arm.name: arm.end for arm in arms}
            self.own = next((arm.name for arm in arms if arm.owner == seat), "")
            self._lay(text for arm in arms for text in arm.chain)
        elif ends := getattr(view, "ends", None):
            self.ends = dict(zip(("L", "R"), ends, strict=True))
            self.down.update((max(pair), min(pair)) for pair in getattr(view, "line", ()))
        for name in ("engine", "hub"):
            if middle := tile(getattr(view, name, None) or ""):
                self.down.add(middle)
        self.highest = max((n for one in (*self.hand, *self.down) for n in one), default=6)

    def _lay(self, texts: Iterable[str]) -> None:
        for text in texts:
            if found := _LAID.match(text):
                one = (int(found[1]), int(found[2]))
                self.down.add((max(one), min(one)))

    def out(self, number: int, rest: Sequence[Pair], laid: Pair) -> int:
        """Count the tiles of a number that are neither held nor on the table."""
        seen = {one for one in (*rest, *self.down, laid) if number in one}
        return self.highest + 1 - len(seen)


def worth(sight: Sight, move: str, *, counting: bool) -> float:
    """Weigh a move: the most is played. Moves of equal worth are left to the lot."""
    laid = tile(move)
    if laid is None:  # a draw, a pass: only where there is nothing better
        return -1000.0
    high, low = laid
    rest = [one for one in sight.hand if one != laid]
    numbers = Counter(n for one in rest for n in set(one))
    value = float(high + low) + (_DOUBLE if high == low else 0.0) + _VARIETY * len(numbers)
    place = move[len(f"{high}-{low}") :].lstrip("@").rstrip("!")
    end = sight.ends.get(place)
    if move.startswith("lead "):
        end, place = high, sight.own
    faces = None if end is None else low if end == high else high
    if faces is not None:
        value += _COMPANY * numbers[faces]
    own = faces if faces is not None and place == sight.own else sight.ends.get(sight.own)
    if own is not None:
        value += run(rest, own, sight.step if counting else _GLANCE)
    if counting and faces is not None and place != sight.own and rest:
        value += sight.deny * (1 - sight.out(faces, rest, laid) / (sight.highest + 1))
    return value


def run(hand: Sequence[Pair], end: int, step: float) -> float:
    """Give the worth of the longest run that a hand could lay from an end, `step` a tile; a glance, no proof."""
    tried = 0

    def best(left: tuple[Pair, ...], number: int) -> float:
        nonlocal tried
        most = 0.0
        for one in left:
            if number in one and tried < _LOOKED:
                tried += 1
                other = one[1] if one[0] == number else one[0]
                most = max(most, step + best(tuple(t for t in left if t != one), other))
        return most

    return best(tuple(hand), end)
