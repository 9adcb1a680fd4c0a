"""Is the season what a club's secretary would add up?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.ranking import Row, Standings, Value
from contracts.season import POINTS, SeasonError, read_points, season


def final(id: str, *places: tuple[int, str], at: int = 0, finished: bool = True, round: int = 3) -> Standings:
    taken = [place for place, _ in places]
    rows = tuple(
        Row(place=place, entrant=f"e{n}", name=name, points=Value("points", 0), shared=taken.count(place) > 1)
        for n, (place, name) in enumerate(places, start=1)
    )
    return Standings(id, id.title(), "longana/1", 3, round, running=False, finished=finished, rows=rows, at=at)


def points(found) -> dict[str, int]:
    return {line.name: line.points for line in found.lines}


def test_places_bring_points_and_shared_ones_the_mean():
    one = final("may", (1, "Ana"), (2, "Bo"), (2, "Cy"), (4, "Di"))
    found = season([one], (10, 6, 3))
    assert points(found) == {"Ana": 1000, "Bo": 450, "Cy": 450, "Di": 0}
    assert [(line.place, line.shared) for line in found.lines] == [(1, False), (2, True), (2, True), (4, False)]
    three = final("may", (1, "Ana"), (1, "Bo"), (1, "Cy"))
    assert points(season([three], (10, 6, 4)))["Ana"] == 667


def test_only_the_best_count_and_the_others_are_still_shown():
    tournaments = [
        final("may", (1, "Ana"), (2, "Bo"), at=2),
        final("june", (2, "Ana"), (1, "Bo"), at=3),
        final("april", (1, "Ana"), (2, "Bo"), at=1),
    ]
    found = season(tournaments, (10, 6), best=2)
    assert [e.id for e in found.events] == ["april", "may", "june"]
    assert points(found) == {"Ana": 2000, "Bo": 1600}
    bo = found.lines[1]
    assert [(s.points, s.counts) for s in bo.scores] == [(600, True), (600, False), (1000, True)]
    assert points(season(tournaments, (10, 6))) == {"Ana": 2600, "Bo": 2200}


def test_who_is_level_is_parted_by_firsts_then_seconds():
    tournaments = [
        final("a", (1, "Ana"), (2, "Bo"), (3, "Cy"), (4, "Di")),
        final("b", (3, "Ana"), (2, "Bo"), (1, "Cy"), (4, "Eva")),
    ]
    found = season(tournaments, (4, 3, 2, 1))
    assert points(found) == {"Ana": 600, "Bo": 600, "Cy": 600, "Di": 100, "Eva": 100}
    assert [(line.name, line.place, line.shared) for line in found.lines] == [
        ("Ana", 1, True), ("Cy", 1, True), ("Bo", 3, False), ("Di", 4, True), ("Eva", 4, True)
    ]  # fmt: skip
    more = season([*tournaments, final("c", (9, "Bo"), (2, "Zoe"))], (4, 3, 2, 1))
    assert [line.name for line in more.lines][:3] == ["Ana", "Cy", "Bo"], "a place without points still is one"


def test_names_are_matched_whatever_their_spelling():
    found = season([final("a", (1, "Ana  Ruiz")), final("b", (1, "ANA RUIZ"), at=5)], (5,))
    assert [(line.name, line.points) for line in found.lines] == [("ANA RUIZ", 1000)], "the latest spelling is shown"


def test_what_cannot_be_counted_is_named():
    one = final("a", (1, "Ana"))
    for wrong, tournaments in (
        ("A (a) is not finished", [final("a", (1, "Ana"), finished=False)]),
        ("A (a) is there twice", [one, one]),
        ("A (a) has two entrants called ana", [final("a", (1, "Ana"), (2, "ana"))]),
    ):
        with pytest.raises(SeasonError, match=wrong.replace("(", r"\(").replace(")", r"\)")):
            season(tournaments)
    with pytest.raises(SeasonError, match="below 0"):
        season([one], best=-1)
    assert season([final("a", (1, "Ana"), round=0)]).lines == (), "nobody played"


def test_points_are_read():
    assert read_points(" 12, 10,8 ") == (12, 10, 8)
    assert read_points(",".join(map(str, POINTS))) == POINTS
    for text, wrong in (("12,x", "place 2: 'x'"), ("", "place 1"), ("1,2", "cannot bring less"), ("99999", "place 1")):
        with pytest.raises(SeasonError, match=wrong):
            read_points(text)
    with pytest.raises(SeasonError, match="at most"):
        read_points(",".join(["1"] * 1201))
    with pytest.raises(SeasonError, match="place 2"):
        read_points(f"9,{'9' * 5000}")


@given(st.lists(st.permutations(["Ana", "Bo", "Cy", "Di"]), min_size=1, max_size=6), st.integers(0, 7))
def test_a_season_added_up_slowly(orders, best):
    tournaments = [
        final(f"t{n}", *[(place, name) for place, name in enumerate(order, start=1)], at=n)
        for n, order in enumerate(orders)
    ]
    found = season(tournaments, (7, 4, 2, 1), best)
    for line in found.lines:
        made = sorted(((7, 4, 2, 1)[order.index(line.name)] for order in orders), reverse=True)
        assert line.points == 100 * sum(made[: best or len(made)])
        better = [o for o in found.lines if o.points > line.points]
        assert line.place > len(better)
