# Greek and Persian letters are meant
"""Are scores, tie-breaks and places what a player with a pencil would find?"""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts import ranking
from contracts.games.game import MatchResult
from contracts.ranking import Part, lot, match_points, standings
from contracts.tournament import CheckIn, Withdraw
from tests.play_lobby import Lobby, result

ALL = ("wins", "opponents", "head_to_head", "game_points", "best_deal", "deals_won", "lots")


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), (300, 0)),
        ((1, 1), (150, 150)),
        ((2, 1, 3), (150, 300, 0)),
        ((1, 2, 2), (300, 75, 75)),
        ((1, 2, 3, 4), (300, 200, 100, 0)),
        ((1, 1, 3, 4), (250, 250, 100, 0)),
        ((1, 3, 1, 3), (250, 50, 250, 50)),
        ((4, 1, 1, 1), (0, 200, 200, 200)),
        ((1, 2, 3, 4, 5), (300, 225, 150, 75, 0)),
        ((1, 2, 3, 4, 5, 6, 7, 8), (300, 257, 214, 171, 129, 86, 43, 0)),
    ],
)
def test_match_points_by_place(places, points):
    assert match_points(result(places)) == points


@given(st.lists(st.integers(0, 6), min_size=2, max_size=14))
def test_tables_of_every_size_compare(totals):
    places = [1 + sum(o > t for o in totals) for t in totals]
    points = match_points(result(places, totals))
    n = len(totals)
    assert abs(sum(points) - 150 * n) * 2 <= n  # the mean is 1.5, but for rounding
    assert all(0 <= p <= 300 for p in points)
    for a in range(n):
        for b in range(n):
            assert (points[a] > points[b]) == (places[a] < places[b])


@given(
    st.lists(st.integers(-50, 200), min_size=2, max_size=14), st.integers(1, 30), st.integers(-100, 100), st.booleans()
)
def test_normalised_points_compare_tables_of_every_size_and_length(totals, length, shift, low):
    def of(totals):
        places = [1 + sum((o < t) if low else (o > t) for o in totals) for t in totals]
        return match_points(result(places, totals), "normalised", low_wins=low)

    points = of(totals)
    assert all(0 <= p <= 300 for p in points)
    assert abs(sum(points) - 150 * len(totals)) * 2 <= len(totals)  # the mean is 1.5, but for rounding
    assert max(abs(p - 150) for p in points) == (150 if len(set(totals)) > 1 else 0)
    assert of([length * t + shift for t in totals]) == points


def played(results, *, entrants=None, byes=None, **rules) -> Lobby:
    """A tournament of rounds given as {table: (seats, result)}; the seatings are written, not sought."""
    from contracts.tournament import (
        ResultRecorded,
        RoundBegun,
        RoundEnded,
        RoundSeated,
        SeatingReport,
        SeatingWanted,
        TablePlan,
        TableStarted,
    )
    from contracts.tournament_state import evolve

    lobby = Lobby(tie_breaks=rules.pop("tie_breaks", ALL), **rules)
    lobby.enter(entrants or max(int(e[1:]) for tables in results for seats, _ in tables for e in seats))
    report = SeatingReport(repeats=0, repeat_cost=0, bound=0, score_spread=0, seat_imbalance=0)

    def tell(event):
        lobby.state = evolve(lobby.state, event, 1)

    for number, tables in enumerate(results, start=1):
        out = tuple((byes or {}).get(number, ()))
        plans = tuple(TablePlan(number=n, seats=tuple(seats)) for n, (seats, _) in enumerate(tables, start=1))
        tell(SeatingWanted(round=number, want=number, entrants=tuple(e for s, _ in tables for e in s) + out))
        tell(RoundSeated(round=number, want=number, tables=plans, byes=out, report=report))
        tell(RoundBegun(round=number, byes=out))
        for plan in plans:
            tell(
                TableStarted(
                    table=f"spring.{number}.{plan.number}",
                    round=number,
                    number=plan.number,
                    rules="longana/1",
                    options={},
                    seats=(),
                )
            )
        for n, (_, r) in enumerate(tables, start=1):
            if r is not None:
                tell(ResultRecorded(table=f"spring.{number}.{n}", round=number, result=r, points=match_points(r)))
        if all(r is not None for _, r in tables):
            tell(RoundEnded(round=number))
    return lobby


def lines(lobby, **at):
    return {row.entrant: row for row in standings(lobby.state, **at).rows}


def value(row, name):
    return next(v for v in row.tie_breaks if v.name == name)


# Two rounds of seven at 4 + 3, worked by hand:
#   round 1  table 1  e1 e2 e3 e4  places 1 2 3 4, totals 100 60 40 20   3  2  1  0
#            table 2  e5 e6 e7     places 1 2 2,   totals 100 50 50      3  .75 .75
#   round 2  table 1  e1 e5 e2 e6  places 1 1 3 4, totals 90 90 30 10    2.5 2.5 1 0
#            table 2  e7 e3 e4     places 1 2 3,   totals 80 70 0        3  1.5 0
#   points   e1 5.5  e2 3  e3 2.5  e4 0  e5 5.5  e6 .75  e7 3.75
SEVEN = [
    [
        (("e1", "e2", "e3", "e4"), result((1, 2, 3, 4), (100, 60, 40, 20), won=(2, 1, 0, 0), best=(60, 30, 20, 10))),
        (("e5", "e6", "e7"), result((1, 2, 2), (100, 50, 50), won=(3, 0, 0), best=(55, 25, 25))),
    ],
    [
        (("e1", "e5", "e2", "e6"), result((1, 1, 3, 4), (90, 90, 30, 10), won=(1, 2, 0, 0), best=(48, 50, 20, 5))),
        (("e7", "e3", "e4"), result((1, 2, 3), (80, 70, 0), won=(2, 1, 0), best=(45, 40, 0))),
    ],
]


def test_a_tournament_worked_by_hand():
    rows = lines(played(SEVEN))
    assert {e: row.points.value for e, row in rows.items()} == {
        "e1": 550, "e2": 300, "e3": 250, "e4": 0, "e5": 550, "e6": 75, "e7": 375
    }  # fmt: skip
    ana = rows["e1"]
    assert ana.points.parts == (Part(300, "table", 1, 1), Part(250, "table", 2, 1))
    assert value(ana, "wins").value == 1  # round 2 was shared
    # Round 1: e2 3, e3 2.5, e4 0 make 5.5 : 3 = 1.83. Round 2: e5 5.5, e2 3, e6 .75 make 9.25 : 3 = 3.08.
    assert value(ana, "opponents").parts == (
        Part(183, "opponents", 1, 1, ("e2", "e3", "e4"), (300, 250, 0)),
        Part(308, "opponents", 2, 1, ("e5", "e2", "e6"), (550, 300, 75)),
    )
    assert value(ana, "opponents").value == 491
    # Round 1: 100 - 220 : 4 = 45. Round 2: 90 - 220 : 4 = 35.
    assert [p.value for p in value(ana, "game_points").parts] == [4500, 3500]
    assert value(ana, "best_deal").parts == (Part(60, "best", 1, 1),)
    assert value(ana, "deals_won").value == 3
    # e5: round 1 (0.75 + 3.75) : 2 = 2.25, round 2 (5.5 + 3 + .75) : 3 = 3.08
    assert [p.value for p in value(rows["e5"], "opponents").parts] == [225, 308]
    # e7 in round 1: 50 - 200 : 3 = -16.67
    assert value(rows["e7"], "game_points").parts[0].value == -1667
    # After round 1: e1 before e5 by opponents (1 against 0.75), e6 and e7 equal in all but the lot.
    sixth, fifth = sorted(("e6", "e7"), key=lambda e: lot("spring 2026", e))
    before = {"e1": 1, "e5": 2, "e2": 3, "e3": 4, fifth: 5, sixth: 6, "e4": 7}
    assert [(r.place, r.entrant, r.decided_by) for r in standings(played(SEVEN).state, after_round=1).rows] == [
        (1, "e1", ""),
        (2, "e5", "opponents"),
        (3, "e2", "points"),
        (4, "e3", "points"),
        (5, fifth, "points"),
        (6, sixth, "lots"),
        (7, "e4", "points"),
    ]
    # After round 2: e5 before e1 by opponents (5.33 against 4.91).
    assert [(r.place, r.entrant, r.decided_by, r.change) for r in standings(played(SEVEN).state).rows] == [
        (1, "e5", "", 1),
        (2, "e1", "opponents", -1),
        (3, "e7", "points", before["e7"] - 3),
        (4, "e2", "points", -1),
        (5, "e3", "points", -1),
        (6, "e6", "points", before["e6"] - 6),
        (7, "e4", "points", 0),
    ]


def test_standings_after_an_earlier_round():
    now = standings(played(SEVEN).state, after_round=1)
    assert now.round == 1
    assert not now.running
    assert {r.entrant: r.points.value for r in now.rows} == {
        "e1": 300, "e2": 200, "e3": 100, "e4": 0, "e5": 300, "e6": 75, "e7": 75
    }  # fmt: skip
    assert all(r.change is None for r in now.rows)


def test_a_running_round_counts_as_far_as_it_has_come():
    half = [SEVEN[0], [SEVEN[1][0], (SEVEN[1][1][0], None)]]
    now = standings(played(half).state)
    assert (now.round, now.running) == (2, True)
    assert {r.entrant: r.points.value for r in now.rows}["e7"] == 75
    assert {r.entrant: r.points.value for r in now.rows}["e5"] == 550


def test_a_bye_brings_its_points_and_no_virtual_opponent():
    two = [[(("e1", "e2"), result((1, 2)))], [(("e1", "e3"), result((1, 2)))]]
    lobby = played(two, byes={1: ("e3",), 2: ("e2",)}, table_max=2, bye_points=100)
    rows = lines(lobby)
    assert rows["e3"].points.parts == (Part(100, "bye", 1), Part(0, "table", 2, 1))
    assert value(rows["e3"], "opponents").parts == (
        Part(600, "bye_mean", 1),
        Part(600, "opponents", 2, 1, ("e1",), (600,)),
    )
    assert value(rows["e1"], "opponents").value == 200
    assert value(rows["e3"], "wins").parts == ()


def test_who_was_not_there_scores_nothing_and_lends_nothing():
    two = [[(("e1", "e2"), result((1, 2)))], [(("e1", "e3"), result((1, 2)))]]
    rows = lines(played(two, table_max=2))
    assert [p.round for p in value(rows["e2"], "opponents").parts] == [1]


def test_head_to_head_counts_only_where_all_have_met():
    # e1, e2, e3 meet at one table; then each plays others so that their points are equal.
    chain = ("head_to_head",)
    met = [
        [(("e1", "e2", "e3"), result((1, 2, 3))), (("e4", "e5", "e6"), result((1, 2, 3)))],
        [(("e3", "e4", "e5"), result((1, 2, 3))), (("e2", "e1", "e6"), result((2, 3, 1)))],
    ]
    rows = lines(played(met, tie_breaks=chain))
    # points: e1 3 + 0, e2 1.5 + 1.5, e3 0 + 3, e6 0 + 3; e4 3 + 1.5, e5 1.5 + 0
    assert {e: row.points.value for e, row in rows.items()} == {
        "e1": 300, "e2": 300, "e3": 300, "e4": 450, "e5": 150, "e6": 300
    }  # fmt: skip
    assert all(value(row, "head_to_head").parts == () for row in rows.values())  # e3 and e6 have not met
    assert [rows[e].place for e in ("e1", "e2", "e3", "e6")] == [2, 2, 2, 2]
    assert rows["e1"].shared
    three = [*met, [(("e3", "e6"), result((2, 1))), (("e4", "e5"), result((1, 2))), (("e1", "e2"), result((1, 1)))]]
    rows = lines(played(three, tie_breaks=chain))
    # e1 4.5, e2 4.5 tied alone: e1 was above in round 1, below in round 2, level in round 3.
    assert [p.value for p in value(rows["e1"], "head_to_head").parts] == [1, -1, 0]
    assert [p.value for p in value(rows["e2"], "head_to_head").parts] == [-1, 1, 0]
    assert (rows["e1"].place, rows["e2"].place, rows["e1"].shared) == (rows["e2"].place, rows["e1"].place, True)


def test_shared_places_are_named_and_the_next_left_out():
    one = [[(("e1", "e2"), result((1, 2))), (("e3", "e4"), result((1, 2))), (("e5", "e6"), result((1, 1)))]]
    rows = standings(played(one, tie_breaks=("wins",), table_max=2).state).rows
    assert [(r.place, r.shared, r.decided_by) for r in rows] == [
        (1, True, ""), (1, True, ""), (3, True, "points"), (3, True, ""), (5, True, "points"), (5, True, "")
    ]  # fmt: skip


def test_lots_come_from_the_recorded_seed_and_part_everyone():
    one = [[(("e1", "e2"), result((1, 1))), (("e3", "e4"), result((1, 1)))]]
    rows = standings(played(one, tie_breaks=("lots",), table_max=2, seed="κλήρος").state).rows
    by_hand = {
        e: int(hashlib.sha256(f"capicua/lot/{e}/κλήρος".encode()).hexdigest()[:12], 16)
        for e in ("e1", "e2", "e3", "e4")
    }
    assert [r.entrant for r in rows] == sorted(by_hand, key=by_hand.get, reverse=True)
    assert [r.place for r in rows] == [1, 2, 3, 4]
    assert [r.decided_by for r in rows] == ["", "lots", "lots", "lots"]
    assert lot("κλήρος", "e1") == by_hand["e1"]


def test_who_withdraws_keeps_what_he_scored_and_a_no_show_is_not_ranked():
    lobby = played(SEVEN, entrants=8)
    lobby.do(CheckIn(entrants=("e8",), present=False))
    lobby.do(Withdraw(entrant="e1"))
    rows = lines(lobby)
    assert rows["e1"].withdrawn
    assert rows["e1"].points.value == 550
    assert "e8" not in rows


def test_before_the_first_round_all_share_the_first_place():
    lobby = Lobby()
    lobby.enter(3, present=False)
    now = standings(lobby.state)
    assert (now.round, now.running) == (0, False)
    assert [(r.place, r.shared, r.points.value, r.tie_breaks) for r in now.rows] == [(1, True, 0, ())] * 3


def test_partners_are_no_opponents_and_win_together():
    pairs = {"game": "draw_dominoes/1", "options": {"pairs": True}, "table_min": 4}
    one = [[(("e1", "e2", "e3", "e4"), result((1, 3, 1, 3), (100, 40, 100, 40)))]]
    rows = lines(played(one, **pairs))
    assert value(rows["e1"], "wins").value == 1
    assert value(rows["e3"], "wins").value == 1
    assert value(rows["e1"], "opponents").parts[0].entrants == ("e2", "e4")


def test_where_the_lowest_total_wins_the_sign_is_turned(monkeypatch):
    from contracts.games import longana

    low = [
        [(("e1", "e2"), MatchResult(reason="deals", totals=(10, 30), places=(1, 2), deals=2, won=(2, 0), best=(2, 12)))]
    ]
    monkeypatch.setattr(longana, "LOW_WINS", True)
    rows = lines(played(low, tie_breaks=("game_points", "best_deal"), table_max=2, entrants=3))
    assert value(rows["e1"], "game_points").value == 1000
    assert value(rows["e2"], "game_points").value == -1000
    assert value(rows["e1"], "best_deal").value == 2
    level = [
        [(("e1", "e2"), MatchResult(reason="deals", totals=(10, 10), places=(1, 1), deals=2, won=(1, 1), best=(7, 3)))]
    ]
    ranked = standings(played(level, tie_breaks=("best_deal",), table_max=2, entrants=3).state).rows
    assert [r.entrant for r in ranked] == ["e2", "e1", "e3"]  # three pips beat seven; who played none comes last


def test_every_formula_is_in_the_book():
    book = (Path(ranking.__file__).parent / "ranking.md").read_text()
    for name in ranking.UNITS:
        assert f"`{name}`" in book


def test_every_rule_that_is_named_is_in_a_game_s_book():
    folder = Path(ranking.__file__).parent
    books = "".join(f.read_text() for f in (folder / "games").glob("*.md"))
    named = set(re.findall(r"\b(?:DD|MT|LO|L|BG)-\d+\b", (folder / "ranking.md").read_text()))
    assert {"DD-37", "MT-41", "LO-39", "L-35", "BG-20"} <= named
    assert all(f"**{rule}**" in books for rule in named)


def test_sums_can_be_left_out_and_values_stay():
    rng = random.Random(3)
    lobby = Lobby()
    lobby.enter(9)
    lobby.round(rng)
    whole = standings(lobby.state)
    bare = ranking.without_parts(whole)
    assert not bare.parts
    assert [(r.place, r.points.value, [v.value for v in r.tie_breaks]) for r in bare.rows] == [
        (r.place, r.points.value, [v.value for v in r.tie_breaks]) for r in whole.rows
    ]
    assert all(v.parts == () for r in bare.rows for v in (r.points, *r.tie_breaks))


def test_who_came_after_the_round_before_has_not_moved():
    two = [[(("e1", "e2"), result((1, 2)))], [(("e1", "e2"), result((1, 2))), (("e3", "e4"), result((1, 2)))]]
    state = played(two, table_max=2).state
    entered = [replace(e, round=2 if e.id == "e4" else 0) for e in state.entrants]
    changes = {r.entrant: r.change for r in standings(replace(state, entrants=tuple(entered))).rows}
    # Before: e1 first, e2 and e3 nothing yet. e4 was not there.
    assert changes["e4"] is None
    assert changes["e1"] == 0


def test_the_best_of_several_deals_is_the_lowest_where_the_lowest_wins(monkeypatch):
    from contracts.games import longana

    def low(best):
        return MatchResult(reason="deals", totals=(10, 30), places=(1, 2), deals=2, won=(2, 0), best=best)

    two = [[(("e1", "e2"), low((5, 12)))], [(("e1", "e2"), low((3, 20)))]]
    for turned, best in ((True, {"e1": 3, "e2": 12}), (False, {"e1": 5, "e2": 20})):
        monkeypatch.setattr(longana, "LOW_WINS", turned)
        rows = lines(played(two, tie_breaks=("best_deal",), table_max=2))
        assert {e: value(row, "best_deal").value for e, row in rows.items()} == best
