"""Do the pages show each number as its sum, what the standings were at any time, and nothing that is hidden yet?"""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime

import pytest

from contracts import ranking, tie_breaks
from tests.club import club
from tests.test_gateway_live import at, watch
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # a real server and every service behind it

HIDING = {"hide_last_rounds": 1, "qualify": 2, "rounds": 2, "tie_breaks": list(ranking.TIE_BREAKS)}


async def play(c, t: str, n: int) -> None:
    await c.begin(t, n)
    await wait_for(lambda: c.round(t, n).phase == "done", what=f"round {n}")
    await wait_for(lambda: c.known.standings(t).round == n and not c.known.standings(t).running, what="its standings")


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    """A club with one tournament that hides its last round, which is over, and one that is finished."""
    async with club(tmp_path_factory.mktemp("standings") / "log.db") as c:
        c.open = await c.tournament([], bots=6, **(HIDING | {"hide_last_rounds": 0, "scoring": "normalised"}))
        for n in (1, 2):
            await play(c, c.open, n)
        async with c.director() as http:
            assert (await http.post(f"/api/tournaments/{c.open}/finish")).status_code == 200
        await wait_for(lambda: c.known.standings(c.open).finished, what="the end")
        c.hidden = await c.tournament([], bots=6, **HIDING)
        await play(c, c.hidden, 1)
        yield c


async def test_a_line_s_sums_come_when_it_is_asked_for(running):
    t = running.open
    async with running.client() as http:
        page = (await http.get(f"/t/{t}")).text
        assert page.count('class="sums"') == 6
        assert "opponents" not in page.partition('id="how"')[0].lower()
        row = running.known.standings(t).rows[0]
        for lang, word in (("en", "Sonneborn-Berger"), ("fa", "زونبورن-برگر"), ("el", "Μέση θέση")):
            part = (await http.get(f"/t/{t}/sums/{row.entrant}", params={"part": 1, "lang": lang})).text
            assert word in part
            assert "<html" not in part
            assert part.count("<p><b>") == 1 + len(tie_breaks.TIE_BREAKS)
            assert 'href="/table/' in part, "the best deal can be looked at"
        whole = await http.get(f"/t/{t}/sums/{row.entrant}")
        assert row.name in whole.text
        assert "<html" in whole.text
        assert (await http.get(f"/t/{t}/sums/e99")).status_code == 404
        assert (await http.get("/rules/ranking")).status_code == 200


async def test_the_readers_own_line_is_marked_and_nobody_else_s(running):
    t = await running.tournament(["Ana", "Bo"], bots=1)
    async with running.player(t, "e2") as bo, running.client() as guest:
        for path in (f"/t/{t}", f"/t/{t}/me"):
            page = (await bo.get(path)).text
            assert page.count('<li class="me" id="r-e2">') == 1, path
            assert page.count('class="me"') == 1, path
            assert "&lt;li" not in page, path
        assert 'class="me"' not in (await guest.get(f"/t/{t}")).text


async def test_how_points_are_made_is_said_in_every_language(running):
    async with running.client() as http:
        for lang in ("en", "fa", "el"):
            for path in (f"/t/{running.open}", f"/t/{running.open}?tab=rules"):
                page = (await http.get(path, params={"lang": lang, "tab": "rules" if "rules" in path else ""})).text
                assert {"en": "farthest from it", "fa": "میانگین میز", "el": "μέσος όρος"}[lang] in page, path


async def test_as_they_stood_after_a_round_and_at_a_time(running):
    t = running.open
    first = ranking.standings(running.known.tournaments[t].state, 1, id=t)
    async with running.client() as http:
        then = (await http.get(f"/api/tournaments/{t}/standings", params={"round": 1})).json()
        assert (then["round"], then["finished"]) == (1, False)
        assert [row["entrant"] for row in then["rows"]] == [row.entrant for row in first.rows]
        page = await http.get(f"/t/{t}/standings", params={"round": 2, "since": 1})
        assert "Places moved since round 1" in page.text
        began = running.known.tournaments[t].began[2]
        at_that_time = datetime.fromtimestamp((began - 1) / 1000, UTC).isoformat()
        stood = (await http.get(f"/api/tournaments/{t}/standings", params={"at": at_that_time})).json()
        assert stood["round"] == 1
        assert [row["place"] for row in stood["rows"]] == [row.place for row in first.rows]
        rows = list(csv.DictReader(io.StringIO((await http.get(f"/t/{t}/standings.csv", params={"round": 1})).text)))
        assert [row["name"] for row in rows] == [row.name for row in first.rows]
        assert [row["points"] for row in rows] == [
            f"{r.points.value / 100:.2f}".rstrip("0").rstrip(".") for r in first.rows
        ]
        for path in (f"/api/tournaments/{t}/standings", f"/t/{t}/standings"):
            assert (await http.get(path, params={"at": "yesterday"})).status_code == 400
        assert (await http.get(f"/api/tournaments/{t}/standings", params={"at": "2001-01-01"})).status_code == 404
        assert "did not exist" in (await http.get(f"/t/{t}/standings", params={"at": "2001-01-01"})).text


async def test_the_last_round_stays_hidden_till_the_end(running):
    t = running.hidden
    async with running.client() as http, running.director() as staff:
        before = (await http.get(f"/api/tournaments/{t}/standings")).json()
        hall = (await http.get(f"/t/{t}/hall")).text
        page = (await http.get(f"/t/{t}")).text
        async with watch(running.client(), f"/live/t/{t}?tab=standings&at={at(page)}") as events:
            await play(running, t, 2)
            now = running.known.standings(t)
            assert now.round == 2
            secret = {row.entrant: row.points.value for row in now.rows}
            known = {row["entrant"]: row["points"]["value"] for row in before["rows"]}
            assert secret != known

            def same(found):
                return {k: v for k, v in found.items() if k not in ("at", "source")}

            for params in ({}, {"round": 2}, {"at": "2999-01-01"}):
                shown = (await http.get(f"/api/tournaments/{t}/standings", params=params)).json()
                assert same(shown) == same(before), params
            assert same((await staff.get(f"/api/tournaments/{t}/standings")).json())["round"] == 2
            table = (await http.get(f"/t/{t}/standings.csv")).text
            assert [r["points"] for r in csv.DictReader(io.StringIO(table))] == [
                re.sub(r"\.?0+$", "", f"{row['points']['value'] / 100:.2f}") for row in before["rows"]
            ]
            rounds = (await http.get(f"/api/tournaments/{t}")).json()["rounds"]
            assert all(x["result"] is not None for x in rounds[0]["tables"])
            assert all(x["result"] is None and not x["points"] for x in rounds[1]["tables"])
            assert (await staff.get(f"/api/tournaments/{t}")).json()["rounds"][1]["tables"][0]["result"]
            for path in (f"/t/{t}", f"/t/{t}/standings"):
                page = (await http.get(path)).text
                assert _points(page) == [_written(row["points"]["value"]) for row in before["rows"]], path
                assert "hidden from here" in page
                assert "The public sees" in (await staff.get(path)).text
            sums = (await http.get(f"/t/{t}/sums/e1", params={"part": 1, "round": 2})).text
            assert "Round 2" not in sums
            assert _board(hall) == _board((await http.get(f"/t/{t}/hall")).text)
            assert _board((await staff.get(f"/t/{t}/hall")).text) == _board(hall), "a wall has no director"
            frame = ""
            while "after round 2 of 2" not in frame:  # every frame on the way says the same
                _, frame = await events.next()
                assert _points(frame) == [_written(row["points"]["value"]) for row in before["rows"]]
        assert (await staff.post(f"/api/tournaments/{t}/finish")).status_code == 200
        await wait_for(lambda: running.known.standings(t).finished, what="the end")
        shown = (await http.get(f"/api/tournaments/{t}/standings")).json()
        assert {row["entrant"]: row["points"]["value"] for row in shown["rows"]} == secret
        assert (await http.get(f"/api/tournaments/{t}")).json()["rounds"][1]["tables"][0]["result"]


async def test_the_season(running):
    t = running.open
    async with running.client() as http:
        found = (await http.get("/api/season", params={"t": t, "points": "5,3,1", "best": 1})).json()
        assert found["points"] == [5, 3, 1]
        places = {row.name: row.place for row in running.known.standings(t).rows}
        assert {line["name"]: line["scores"][0]["place"] for line in found["lines"]} == places
        assert found["lines"][0]["points"] in (500, 400, 300)
        rows = list(csv.DictReader(io.StringIO((await http.get("/season.csv", params={"t": t})).text.lstrip("\ufeff"))))
        assert len(rows) == 6
        for lang in ("en", "fa", "el"):
            page = await http.get("/season", params={"lang": lang})
            assert page.status_code == 200
            assert "<table" in page.text
        for path in ("/api/season", "/season", "/season.csv"):
            assert (await http.get(path, params={"points": "1,2"})).status_code == 400
            assert (await http.get(path, params={"t": "nowhere"})).status_code == 404


def _points(page: str) -> list[str]:
    return re.findall(r'<span class="pts">([^<]*)</span></summary>', page)


def _written(value: int) -> str:
    return f"{value / 100:.2f}".rstrip("0").rstrip(".")


def _board(hall: str) -> str:
    return hall.partition('class="face-a"')[2].partition('class="face-b"')[0]
