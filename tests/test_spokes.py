# Greek and Persian letters are meant
"""A Mexican Train table as drawn: at no size does a name, an end or a tile lie on another one."""

from __future__ import annotations

import math
import re
from itertools import combinations
from xml.etree import ElementTree  # noqa: ICN001

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.web_gateway import spokes
from services.web_gateway.spokes import CROWD, FEW, Train
from services.web_gateway.svg import LONG, SIDE, End, Lying

NAMES = ("Bo", "Eleni Papadaki", "Constantine Hadjigeorgiou", "محمدرضا شجریان‌پور", "Δήμητρα Παπαδοπούλου", "李小龍")


def room(ends: int) -> int:
    return 5 if ends <= FEW else 4 if ends <= 10 else 3


@st.composite
def tables(draw, least: int = 2, most: int = 45) -> list[Train]:
    """Trains of any length under names of any length, with markers and open doubles."""
    count = draw(st.integers(least, most))
    out = []
    for at in range(count):
        tiles = tuple(
            Lying(1, 1) if draw(st.integers(0, 3)) == 0 else Lying(1, 2)
            for _ in range(draw(st.integers(0, room(count))))
        )
        signs = draw(st.sampled_from(("", "⚑ ", "‼ ", "⚑ ‼ ")))
        name = spokes.short(draw(st.sampled_from(NAMES)), spokes.letters(count) - 2 * len(signs.split()))
        owner = signs + (f"N.{at % 9}" if count > CROWD else name)
        out.append(Train(tiles, draw(st.sampled_from(("", "+9"))), End(4, f"p{at}", owner, "", "open")))
    return out


Box = tuple[float, float, float, float]


def boxes(trains: list[Train]) -> tuple[list[tuple[int, Box]], list[tuple[int, tuple[float, float], float]]]:
    """Read from the drawing: each end's label as a box, and each end and tile as discs, with the train's number."""
    drawn = ElementTree.fromstring(spokes.spokes(9, trains, desc="table"))
    labels, discs = [], []
    number = 0
    for part in drawn.iter("g"):
        placed = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", part.get("transform", ""))
        if not placed:
            continue
        x, y, scale = map(float, placed.groups())
        who = next(text for text in part.iter("text") if text.get("class") == "who")
        base = y + scale * float(who.get("y"))
        half = scale * 9 * spokes.width(who.text) / 2
        labels.append((number, (x - half, base - 12 * scale, x + half, base + 4 * scale)))
        discs.append((number, (x, y), 21 * scale))
        far, way = math.hypot(x, y), math.atan2(y, x)
        at = far - 23 * scale
        for tile in reversed(trains[number].tiles):
            along = SIDE if tile.double else LONG
            for step in range(0, int(along), 7):
                for across in (-20, 0, 20) if tile.double else (0,):
                    near = at - 2 - step - 3
                    place = (
                        near * math.cos(way) - across * math.sin(way),
                        near * math.sin(way) + across * math.cos(way),
                    )
                    discs.append((number, place, 8 if tile.double else SIDE / 2))
            at -= along + 2
        number += 1
    return labels, discs


def gap(box: Box, x: float, y: float) -> float:
    return math.hypot(max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3]))


def overlaps(trains: list[Train]) -> list[str]:
    labels, discs = boxes(trains)
    found = [
        f"names {a} and {b}"
        for (a, one), (b, other) in combinations(labels, 2)
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]
    for number, label in labels:
        found += [f"name {number} on train {of}" for of, (x, y), r in discs if gap(label, x, y) < r]
    by_train: dict[int, list] = {}
    for of, place, r in discs:
        by_train.setdefault(of, []).append((place, r))
    for a, mine in by_train.items():
        for (x, y), r in mine:
            for (u, v), q in by_train[(a + 1) % len(by_train)]:
                if math.hypot(x - u, y - v) < r + q - 0.5:
                    found.append(f"trains {a} and the next")
    found += [f"train {of} on the engine" for of, (x, y), r in discs if math.hypot(x, y) < r + SIDE / 2]
    return found


@given(tables())
@pytest.mark.slow
def test_no_name_no_end_and_no_tile_lies_on_another(trains):
    assert overlaps(trains) == []


@pytest.mark.parametrize("ends", [3, 9, 15])
@pytest.mark.parametrize("tiles", [(), (Lying(1, 2),) * 2, (Lying(1, 1),) * 3])
def test_tables_of_2_8_and_14_with_long_names_and_all_signs(ends, tiles):
    name = spokes.short("Constantine Hadjigeorgiou", spokes.letters(ends) - 4)
    trains = [Train(tiles, "+18", End(18, f"p{at}", f"⚑ ‼ {name}", "", "open")) for at in range(ends)]
    assert overlaps(trains) == []


@given(tables(3, CROWD))
def test_a_phone_shows_the_whole_in_letters_that_can_be_read(trains):
    """At 390 pixels the frame is 358 wide and 68 hundredths of the screen's height: 574 of 844."""
    drawn = ElementTree.fromstring(spokes.spokes(9, trains, desc="table"))
    *_, wide, tall = map(float, drawn.get("viewBox").split())
    scale = float(re.search(r"scale\((\S+)\)", drawn.findall("g")[-1].get("transform"))[1])
    assert 15 * scale * min(358 / wide, 574 / tall) > 9


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        ("Bo", 12, "Bo"),
        ("Dariush Rahimi", 12, "Dariush R."),
        ("Dariush Rahimi", 14, "Dariush Rahimi"),
        ("Constantine Hadjigeorgiou", 12, "Constantine"),
        ("Maximilianus", 8, "Maximil…"),
        ("محمدرضا شجریان‌پور", 12, "محمدرضا ش."),
        ("Δήμητρα Παπαδοπούλου", 12, "Δήμητρα Π."),
        ("李小龍", 4, "李…"),
    ],
)
def test_a_long_name_is_shortened_as_people_would(name, most, shown):
    assert spokes.short(name, most) == shown
