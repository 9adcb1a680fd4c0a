"""Trains round an engine as one drawing, for two players and for fourteen: a ring of ends, each with its train.

Pure. The ends stand evenly on a ring that is a little taller than wide, as phones are, with names over or under them;
the tiles shown lie inside it, the last one at its end. What the ring measures follows from the longest train shown and
the longest name, so that nothing lies on anything else (`tests/test_spokes.py` holds it to that).
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from services.web_gateway.svg import GAP, LONG, SIDE, Box, End, Lying, big_number, body, drawing

FEW: Final = 6
"""With so few ends the ring is round, and names have more room."""
CROWD: Final = 16
"""With more ends than this they bear their ids, `A.L`, and no names: trains that divide have several."""
_TALL: Final = 1.15
_LETTER: Final = 9.0
"""A letter's width at most, on the mean of a name; one of a wide script has nearly two."""
_LETTERS: Final = ((FEW, 18), (10, 13), (CROWD, 10))
"""Letters of a name that are shown with at most so many ends; with more of them there is room for an id."""
_RADIUS: Final = 23.0  # of an end, with its rim
_CLEAR: Final = 66.0
"""How far apart ends stand in height where a name over one of them does not reach the other."""
_LABEL: Final = (-34.0, 44.0)  # a name's base line over an end, or under it
_READ: Final = 0.002
"""How much larger ends and names are drawn for each unit of the drawing's width: a phone shows all of it at once."""

_STEPS: Final = 6


class Train(NamedTuple):
    """A train's last tiles, how many more lie before them as people write it, and its end."""

    tiles: Sequence[Lying]
    more: str
    end: End


class Ring(NamedTuple):
    """Where the ends stand: half the ring's width and height, and how much larger they are drawn."""

    wide: float
    tall: float
    scale: float

    def at(self, number: int, of: int) -> tuple[float, float]:
        """Give where an end stands: the first one below the engine, the others clockwise."""
        angle = math.pi / 2 + number * 2 * math.pi / of
        return self.wide * math.cos(angle), self.tall * math.sin(angle)


def width(name: str) -> float:
    """Say how wide a name is drawn at most, in units of its own size."""
    seen = (c for c in name if unicodedata.category(c) not in {"Mn", "Cf"})
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in seen)


def short(name: str, most: int) -> str:
    """Shorten a name that is too long: the first one with the last one's initial, the first alone, its beginning."""
    first, *others = name.split() or [""]
    tries = (name.strip(), f"{first} {others[-1][0]}." if others else first, first)
    for shown in tries:
        if width(shown) <= most:
            return shown
    kept = ""
    for c in first:
        if width(kept + c) > most - 1:
            break
        kept += c
    return f"{kept}\u2026"


def letters(ends: int) -> int:
    """Say how long a name may be where there are so many ends."""
    return next((most for up_to, most in _LETTERS if ends <= up_to), 5)


def length(tiles: Sequence[Lying]) -> float:
    """Say how long these tiles are in a row, doubles crosswise."""
    return sum((SIDE if tile.double else LONG) + GAP for tile in tiles)


def ring(trains: Sequence[Train]) -> Ring:
    """Measure the ring for these trains."""
    step = 2 * math.pi / max(len(trains), 3)
    inner = max(LONG, (LONG + 4) / (2 * math.tan(step / 2)))  # so that crosswise doubles do not touch
    reach = inner + max((length(train.tiles) for train in trains), default=0)
    name = _LETTER * max((width(train.end.owner) for train in trains), default=0)
    # Larger ends need a wider ring, which is read from farther away: so many steps are near enough.
    wide, scale = reach, 1.0
    for _ in range(_STEPS):
        scale = max(1.2, _READ * (2 * wide + name))
        # Beside each other two names need their width; else one lies beside the other's end, or clear of it.
        between = max(name * scale + GAP, math.hypot(name / 2 + _RADIUS, _CLEAR) * scale)
        names = between / (2 * math.sin(step / 2))
        wide = max(reach + _RADIUS * scale, names)
    return Ring(wide, wide if len(trains) <= FEW else wide * _TALL, scale)


def spokes(engine: int, trains: Sequence[Train], *, fresh: tuple[int, int] = (-1, -1), desc: str) -> str:
    """Draw trains round an engine, the first one downwards, the rest clockwise: as many as there are.

    `fresh` is the (train, tile) laid last.
    """
    box = Box()
    parts = [f'<g transform="translate({-SIDE / 2:g} {-SIDE:g})">{body(Lying(engine, engine), upright=True)}</g>']
    around, of = ring(trains), max(len(trains), 3)
    for number, train in enumerate(trains):
        x, y = around.at(number, of)
        far, way = math.hypot(x, y), math.atan2(y, x)
        dx, dy, turn = math.cos(way), math.sin(way), f"rotate({math.degrees(way) % 360:.4g})"
        start = at = far - _RADIUS * around.scale - length(train.tiles)
        before = start - 30 if train.more else start - GAP
        if before > LONG + SIDE:
            line = f"M{dx * LONG:.4g} {dy * LONG:.4g}L{dx * before:.4g} {dy * before:.4g}"
            parts.append(f'<path class="track" d="{line}"/>')
        if train.more:
            mx, my = dx * (start - 15), dy * (start - 15)
            parts.append(f'<text class="more" x="{mx:.4g}" y="{my + 5:.4g}" text-anchor="middle">{train.more}</text>')
        for place, tile in enumerate(train.tiles):
            along, half = (SIDE, LONG / 2) if tile.double else (LONG, SIDE / 2)
            mark = ' class="fresh"' if (number, place) == fresh else ""
            parts.append(
                f'<g{mark} transform="{turn} translate({at:.5g} {-half:g})">{body(tile, upright=tile.double)}</g>'
            )
            at += along + GAP
        label = _LABEL[dy > -1e-9]  # away from the train, which comes from the engine
        half = max(_LETTER * width(train.end.owner) / 2, _RADIUS) * around.scale
        box.add(x - half, y - 50 * around.scale, 2 * half, 100 * around.scale)
        placed = f"translate({x:.5g} {y:.5g}) scale({around.scale:.3g})"
        parts.append(f'<g transform="{placed}">{big_number(train.end, 0, 0, label)}</g>')
    return drawing(box, parts, name="spokes", desc=desc)
