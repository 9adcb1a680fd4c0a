"""Pieces and tables as SVG text: pure functions of tiles and views. Imports `contracts` only.

Colours come from the style sheet through classes (a strict content security policy allows no inline style); what is
geometry stands in presentation attributes. A drawing carries its text form for those who cannot see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

SIDE = 28
"""Width of a tile's half, in drawing units; a tile is 28 by 56."""
LONG = 2 * SIDE
GAP = 2
_LEG_LINE = 6  # tiles of a line's first row, to either side
_LEG_BETWEEN = 2  # tiles from row to row
_LEAST = (620, 360)  # drawing units that a table covers at least
_LEG_TALL = 2  # tiles of an upward or downward arm before it bends
_LEG_WIDE = 5  # tiles of a sideward arm before it bends

_SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((14, 14),),
    2: ((8, 8), (20, 20)),
    3: ((8, 8), (14, 14), (20, 20)),
    4: ((8, 8), (20, 8), (8, 20), (20, 20)),
    5: ((8, 8), (20, 8), (14, 14), (8, 20), (20, 20)),
    6: ((8, 7), (8, 14), (8, 21), (20, 7), (20, 14), (20, 21)),
    7: ((8, 7), (8, 14), (8, 21), (14, 14), (20, 7), (20, 14), (20, 21)),
    8: ((8, 7), (8, 14), (8, 21), (14, 7), (14, 21), (20, 7), (20, 14), (20, 21)),
    9: ((8, 7), (8, 14), (8, 21), (14, 7), (14, 14), (14, 21), (20, 7), (20, 14), (20, 21)),
}


class Lying(NamedTuple):
    """A tile as it lies: the half that comes first in reading order, and the other."""

    first: int
    second: int

    @property
    def double(self) -> bool:
        """Whether it lies crosswise."""
        return self.first == self.second


def lying(text: str) -> Lying:
    """Read "8>3", "8-3" or "8|3" as it lies."""
    for mark in ">-|":
        first, found, second = text.partition(mark)
        if found:
            return Lying(int(first), int(second))
    raise ValueError(f"{text!r} is no tile")


def symbols(highest: int = 18, digits: str = "") -> str:
    """Give the halves as symbols, once for each page: `#h0` to `#h18`, numerals from 10 up.

    `digits` are the ten of the page's language where they are not 0 to 9.
    """
    parts = [
        f'<symbol id="h{n}" viewBox="0 0 {SIDE} {SIDE}"><g class="n{n}">{_half(n, digits)}</g></symbol>'
        for n in range(highest + 1)
    ]
    return f'<svg class="symbols" width="0" height="0" aria-hidden="true">{"".join(parts)}</svg>'


def _half(n: int, digits: str = "") -> str:
    spots = _SPOTS.get(n)
    if spots is None:
        shown = "".join(digits[int(d)] for d in str(n)) if digits else n
        return f'<text x="14" y="19.5" font-size="15" text-anchor="middle">{shown}</text>'
    size = 2.9 if n < 7 else 2.5
    return "".join(f'<circle cx="{x}" cy="{y}" r="{size}"/>' for x, y in spots)


def tile(at: Lying, *, upright: bool, label: str = "", fresh: bool = False) -> str:
    """Draw one tile by itself. An empty `label` hides it from screen readers (its button or row names it)."""
    wide, tall = (SIDE, LONG) if upright else (LONG, SIDE)
    said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    name = "tile up" if upright else "tile"
    return (
        f'<svg class="{name}{" fresh" if fresh else ""}" viewBox="0 0 {wide} {tall}" {said}>'
        f"{body(at, upright=upright)}</svg>"
    )


def back(*, upright: bool = True) -> str:
    """Draw a tile face down."""
    wide, tall = (SIDE, LONG) if upright else (LONG, SIDE)
    return (
        f'<svg class="tile back{" up" if upright else ""}" viewBox="0 0 {wide} {tall}" aria-hidden="true">'
        f'<rect class="face" x="0.75" y="0.75" width="{wide - 1.5}" height="{tall - 1.5}" rx="5"/></svg>'
    )


def body(at: Lying, *, upright: bool) -> str:
    """Draw a tile as a part of a drawing, its corner at 0, 0."""
    wide, tall = (SIDE, LONG) if upright else (LONG, SIDE)
    bar = f"M5 {SIDE}H{SIDE - 5}" if upright else f"M{SIDE} 5V{SIDE - 5}"
    x, y = (0, SIDE) if upright else (SIDE, 0)
    turn = "" if upright else f' transform="rotate(90 {SIDE / 2} {SIDE / 2})"'
    turn2 = "" if upright else f' transform="rotate(90 {SIDE + SIDE / 2} {SIDE / 2})"'
    return (
        f'<rect class="face" x="0.75" y="0.75" width="{wide - 1.5}" height="{tall - 1.5}" rx="5"/>'
        f'<path class="bar" d="{bar}"/>'
        f'<use href="#h{at.first}" width="{SIDE}" height="{SIDE}"{turn}/>'
        f'<use href="#h{at.second}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"{turn2}/>'
    )


def row(tiles: Iterable[Lying], *, fresh: int = -1) -> str:
    """Draw tiles as they lie in a row, doubles crosswise; `fresh` is the place of the last one laid."""
    return "".join(tile(at, upright=at.double, fresh=place == fresh) for place, at in enumerate(tiles))


# --- whole tables, for wide screens


class Box:
    """What a drawing covers so far."""

    def __init__(self) -> None:
        self.left = self.top = self.right = self.bottom = 0.0

    def add(self, x: float, y: float, wide: float, tall: float) -> None:
        """Take in a rectangle."""
        self.left, self.top = min(self.left, x), min(self.top, y)
        self.right, self.bottom = max(self.right, x + wide), max(self.bottom, y + tall)

    def widen(self, wide: float, tall: float) -> None:
        """Grow to at least this size, evenly, so that few tiles are not drawn like many."""
        if (missing := wide - (self.right - self.left)) > 0:
            self.left, self.right = self.left - missing / 2, self.right + missing / 2
        if (missing := tall - (self.bottom - self.top)) > 0:
            self.top, self.bottom = self.top - missing / 2, self.bottom + missing / 2


class End(NamedTuple):
    """An open end: its number, the id by which moves name it, the words for it, and how it may be used."""

    number: int
    place: str
    owner: str
    label: str
    look: str  # "yours", "open", "closed", "new", or "end" on a line
    said: str = ""  # the word for `look` in the reader's language
    shown: str = ""  # the number in the language's digits, where they are others


class _Pen:
    """Lays tiles along a path that starts at a point in one of four directions and bends to the right."""

    DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))

    def __init__(self, x: float, y: float, way: int, box: Box) -> None:
        self.x, self.y, self.way, self.box = x, y, way, box
        self.out: list[str] = []

    def lay(self, at: Lying, *, fresh: bool = False) -> None:
        dx, dy = self.DIRECTIONS[self.way]
        along = SIDE if at.double else LONG
        flat = (dx == 0) == at.double  # lies sideways on the screen
        wide, tall = (LONG, SIDE) if flat else (SIDE, LONG)
        cx, cy = self.x + dx * along / 2, self.y + dy * along / 2
        left, top = cx - wide / 2, cy - tall / 2
        shown = at if self.way in (1, 2) else Lying(at.second, at.first)
        mark = ' class="fresh"' if fresh else ""
        self.out.append(f'<g{mark} transform="translate({left:g} {top:g})">{body(shown, upright=not flat)}</g>')
        self.box.add(left, top, wide, tall)
        self.x += dx * (along + GAP)
        self.y += dy * (along + GAP)

    def bend(self, after: Lying, turn: int = 1) -> None:
        """Turn right (or left: -1). The next tile starts at the side of the last one's outer half."""
        dx, dy = self.DIRECTIONS[self.way]
        back = SIDE / 2 + GAP
        self.way = (self.way + turn) % 4
        nx, ny = self.DIRECTIONS[self.way]
        across = LONG / 2 if after.double else SIDE / 2
        self.x += -dx * back + nx * (across + GAP)
        self.y += -dy * back + ny * (across + GAP)

    def end(self, end: End) -> None:
        """Show the open end as a big number that can be chosen."""
        dx, dy = self.DIRECTIONS[self.way]
        cx, cy = self.x + dx * 25, self.y + dy * 25
        self.box.add(cx - 24, cy - 24, 48, 48)
        above = -34 if dy <= 0 else 44
        self.box.add(cx - 60, cy + above - 14, 120, 20)
        self.out.append(big_number(end, cx, cy, above))


def big_number(end: End, x: float, y: float, above: float) -> str:
    """An open end: its number in a circle, and whose it is."""
    said = f" ({escape(end.said)})" if end.said else ""
    number = escape(end.shown) or end.number
    return (
        f'<g class="end {end.look}" data-place="{escape(end.place)}" data-name="{escape(end.label)}" '
        f'role="button" tabindex="0" aria-label="{escape(end.label)}: {number}{said}">'
        f'<circle cx="{x:g}" cy="{y:g}" r="21"/>'
        f'<text class="num" x="{x:g}" y="{y + 8:g}" text-anchor="middle">{number}</text>'
        f'<text class="who" x="{x:g}" y="{y + above:g}" text-anchor="middle">{escape(end.owner)}</text></g>'
    )


def drawing(box: Box, parts: Sequence[str], *, name: str, desc: str) -> str:
    """Put a drawing together, with some room round what it covers."""
    pad = 10
    box.widen(*_LEAST)
    view = f"{box.left - pad:g} {box.top - pad:g} {box.right - box.left + 2 * pad:g} {box.bottom - box.top + 2 * pad:g}"
    return (
        f'<svg class="drawn {name}" viewBox="{view}" direction="ltr"><desc>{escape(desc)}</desc>{"".join(parts)}</svg>'
    )


def around(
    hub: int, arms: Sequence[tuple[Sequence[Lying], End]], *, fresh: tuple[int, int] = (-1, -1), desc: str
) -> str:
    """Draw arms round a hub, the first arm downwards (the reader's own), the rest in turn order to the right.

    `fresh` is the (arm, tile) laid last. Each arm bends to the right, so that arms never cross.
    """
    box = Box()
    box.add(-SIDE / 2, -LONG / 2, SIDE, LONG)
    parts = [f'<g transform="translate({-SIDE / 2:g} {-SIDE:g})">{body(Lying(hub, hub), upright=True)}</g>']
    ways = {2: (2, 0), 3: (2, 1, 0)}.get(len(arms), (2, 1, 0, 3))
    starts = {0: (0, -SIDE - GAP), 1: (SIDE / 2 + GAP, 0), 2: (0, SIDE + GAP), 3: (-SIDE / 2 - GAP, 0)}
    for number, (way, (tiles, end)) in enumerate(zip(ways, arms, strict=True)):
        pen = _Pen(*starts[way], way, box)
        leg = _LEG_TALL if way in (0, 2) else _LEG_WIDE
        for place, at in enumerate(tiles):
            if place == leg:
                pen.bend(tiles[place - 1])
            pen.lay(at, fresh=(number, place) == fresh)
        pen.end(end)
        parts += pen.out
    return drawing(box, parts, name="around", desc=desc)


def bent_line(tiles: Sequence[Lying], opened: int, left: End, right: End, *, fresh: int = -1, desc: str) -> str:
    """Draw one line from the tile that opened it: to the right and down, to the left and up, bending as on a table."""
    box = Box()
    parts: list[str] = []
    first = tiles[opened]
    half = SIDE / 2 if first.double else LONG / 2
    pen = _Pen(-half, 0, 1, box)
    pen.lay(first, fresh=fresh == opened)
    _run(pen, [(at, place) for place, at in enumerate(tiles)][opened + 1 :], fresh, before=first, used=1)
    pen.end(right)
    parts += pen.out
    pen = _Pen(-half - GAP, 0, 3, box)
    # Seen from the opening tile outwards, the left side's tiles come in reverse and with their halves changed.
    outward = [(Lying(at.second, at.first), place) for place, at in enumerate(tiles)][:opened][::-1]
    _run(pen, outward, fresh, before=first, used=1)
    pen.end(left)
    parts += pen.out
    return drawing(box, parts, name="line", desc=desc)


def _run(pen: _Pen, tiles: Sequence[tuple[Lying, int]], fresh: int, *, before: Lying, used: int) -> None:
    """Lay tiles in rows to and fro, each row two tiles away from the one before it."""
    leg, room, bends = used, _LEG_LINE, 0
    for at, place in tiles:
        if leg >= room:
            pen.bend(before, 1 if bends % 4 < 2 else -1)
            bends += 1
            leg, room = 0, _LEG_BETWEEN if bends % 2 else 2 * _LEG_LINE
        pen.lay(at, fresh=place == fresh)
        before, leg = at, leg + 1
