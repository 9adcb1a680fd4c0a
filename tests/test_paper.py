"""Lists of a tournament, as CSV, as JSON and as prizes: is every line there once, typed, safe, and hidden what must be?"""

from __future__ import annotations

import csv
import io

import pytest

from contracts.entrants import cell
from contracts.ranking import Row, Standings, Value, standings
from services import paper
from tests.club import club
from tests.test_export import CUP
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NAMES = ("=1+1", "Ana, the quick", "Ελένη", "نگار")
T = CUP.tournament("cup")
S = standings(T, id="cup")


def rows(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_the_cross_table_has_everybody_s_rounds_and_adds_up() -> None:
    lines = paper.cross(T, S)
    assert [x.entrant for x in lines] == [r.entrant for r in S.rows]
    for line in lines:
        assert [c.round for c in line.rounds] == [1, 2]
        assert sum(float(c.points or 0) for c in line.rounds) == pytest.approx(float(line.points))
        for c in line.rounds:
            met = next(x.seats for x in T.rounds[c.round - 1].tables if x.number == c.table)
            assert {*c.met, line.entrant} == {*met}
            assert c.kind == "played"


def test_results_and_seating_name_every_seat_once() -> None:
    chairs, outcomes = paper.seating("cup", T), paper.results(T)
    assert len(chairs) == len(outcomes) == 12
    assert [(c.round, c.table, c.seat, c.entrant) for c in chairs] == [
        (o.round, o.table, o.seat, o.entrant) for o in outcomes
    ]
    assert {o.id for o in outcomes} == {"cup.1.1", "cup.1.2", "cup.2.1", "cup.2.2"}
    assert paper.seating("cup", T, 2) == [c for c in chairs if c.round == 2]
    assert {o.place for o in outcomes} <= {1, 2, 3}


def ranked(*places: int) -> Standings:
    lines = [
        Row(place=p, entrant=f"e{n}", name=f"P{n}", points=Value("points", 0)) for n, p in enumerate(places, start=1)
    ]
    return Standings(
        tournament="t", name="T", game="longana/1", rounds=1, round=1, running=False, finished=True, rows=tuple(lines)
    )


@pytest.mark.parametrize(
    ("places", "prizes", "expected"),
    [
        ((1, 2, 3), ("a", "b"), [(1, ("P1",), ("a",)), (2, ("P2",), ("b",))]),
        ((1, 1, 3), ("a", "b"), [(1, ("P1", "P2"), ("a", "b"))]),
        ((1, 2, 2, 2), ("a", "b"), [(1, ("P1",), ("a",)), (2, ("P2", "P3", "P4"), ("b",))]),
        ((1, 1, 1, 4), ("a", "b", "c", "d"), [(1, ("P1", "P2", "P3"), ("a", "b", "c")), (4, ("P4",), ("d",))]),
        ((0, 1), ("a",), [(1, ("P2",), ("a",))]),
        ((), ("a",), []),
    ],
)
def test_prizes_of_shared_places_are_shared(places, prizes, expected) -> None:
    found = paper.prize_list(ranked(*places), prizes)
    assert [(x.place, x.names, x.prizes) for x in found] == expected


def test_no_cell_is_a_formula_and_numbers_stay_numbers() -> None:
    line = paper.Outcome(1, 2, "t.1.2", "A", "e1", "=HYPERLINK(1)", -12, 3, "-2.5", "+target", 0)
    head, row = paper.table_of(paper.Outcome, [line])
    found = dict(zip(head, row, strict=True))
    assert (found["name"], found["reason"]) == ("'=HYPERLINK(1)", "'+target")
    assert (found["total"], found["points"]) == (-12, "-2.5")
    assert cell("-2.5") == "'-2.5", "which a list of scores is not to show"


async def test_the_same_lists_as_csv_and_json(tmp_path) -> None:
    async with club(tmp_path / "club.db") as here:
        t = await here.tournament(NAMES[:2], bots=4, rounds=3, hide_last_rounds=2, check_in=False)
        async with here.director() as http:
            await http.post(f"/api/tournaments/{t}/check-in", json={"entrants": ["e3", "e4", "e5", "e6"]})
            await here.begin(t, 1)
            await wait_for(lambda: here.round(t, 1).phase == "done", what="round 1")
            await here.begin(t, 2)
            await wait_for(lambda: here.round(t, 2).phase == "done", what="round 2")
            await http.post(f"/api/tournaments/{t}/withdraw", json={"entrant": "e1", "reason": "rain, =1"})
            for name, path in (
                ("entrants", "entrants"),
                ("results", "results"),
                ("cross-table", "cross-table"),
                ("penalties", "penalties"),
                ("rulings", "rulings"),
                ("acts", "acts"),
            ):
                told = await http.get(f"/api/tournaments/{t}/{path}")
                file = await http.get(f"/t/{t}/{name}.csv")
                assert file.headers["content-type"].startswith("text/csv")
                assert len(rows(file.text)) == len(told.json()), name
            everyone = rows((await http.get(f"/t/{t}/entrants.csv")).text)
            assert everyone[0]["name"] == "'=1+1"
            assert everyone[1]["name"] == "Ana, the quick"
            assert len((await http.get(f"/api/tournaments/{t}/results")).json()) == 8
            acts = (await http.get(f"/api/tournaments/{t}/acts")).json()
            assert [a["kind"] for a in acts[:2]] == ["create_tournament", "import_entrants"]
            assert all(a["actor"] == "director" for a in acts)
            assert [a["at"] for a in acts] == sorted(a["at"] for a in acts)
            assert "rain, =1" in next(a["content"] for a in acts if a["kind"] == "withdraw")
            assert (await http.get(f"/t/{t}/none.csv")).status_code == 404
            seats = (await http.get(f"/api/tournaments/{t}/rounds/2/seating")).json()
            assert len(seats) == 4
        async with here.client() as http:
            # The public sees no result of the last two rounds before the end, on no paper and in no file.
            assert {r["round"] for r in (await http.get(f"/api/tournaments/{t}/results")).json()} == {1}
            cross = (await http.get(f"/api/tournaments/{t}/cross-table")).json()
            assert {len(x["rounds"]) for x in cross} == {1}
            assert "round_2_points" not in (await http.get(f"/t/{t}/cross-table.csv")).text
            for path in ("penalties", "rulings", "acts"):
                assert (await http.get(f"/api/tournaments/{t}/{path}")).status_code == 403
                assert (await http.get(f"/t/{t}/{path}.csv")).status_code == 403
            assert (await http.get(f"/t/{t}/acts")).status_code == 403
            assert (await http.get(f"/t/{t}/print/none")).status_code == 404
            for sheet in (
                "names",
                "tables",
                "cards",
                "slips",
                "standings",
                "cross",
                "rules",
                "prizes",
                "names?round=9",
            ):
                assert (await http.get(f"/t/{t}/print/{sheet}")).status_code == 200, sheet
            document = (await http.get("/schema/openapi.json")).json()
        schema = document["paths"]["/api/tournaments/{id}/cross-table"]["get"]["responses"]["200"]["content"]
        assert "CrossRow" in str(schema)
