# ruff: noqa: RUF001  # Persian digits and a minus sign are meant
"""Do the pages and the API start clocks, pause tables and suspend a tournament, and does everybody see it?"""

from __future__ import annotations

import asyncio
import re

import pytest

from contracts import table_state
from contracts.table import PauseCase
from contracts.topics import TABLE_COMMANDS
from services.books import LANGUAGES
from services.verify import verify
from services.web_gateway.words import TABLES
from tests.club import club
from tests.test_gateway_commands import count, table_in_play
from tests.test_gateway_live import Events, watch
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # a real server and every service behind it, test by test


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("clock") / "log.db") as found:
        yield found


def clock_of(text: str) -> dict[str, str]:
    """Give the attributes of a page's round clock."""
    found = re.search(r'<span class="round-clock" ([^>]*)>', text)
    assert found, "no clock on the page"
    return dict(re.findall(r'([\w-]+)="([^"]*)"', found[1]))


async def test_the_round_s_clock_is_started_held_and_lengthened_from_the_desk(running):
    t, table = await table_in_play(running, round_s=2_700, last_deal_s=600)
    state = running.known.tournaments[t]
    async with running.director() as http:
        page = (await http.get(f"/t/{t}/director")).text
        assert "45:00" in page
        assert TABLES["en"]["clock.ready"] in page
        started = await http.post(f"/t/{t}/clock/start", data={"round": "1"})
        assert started.status_code == 303
        await wait_for(lambda: state.state.clock.started, what="the clock")
        before = state.state.clock.ends()
        for fields in ({"minutes": "5", "table": "0"}, {"minutes": "−۲", "table": "1"}):
            added = await http.post(f"/t/{t}/clock/add", data={"round": "1", **fields})
            assert added.status_code == 303
        await wait_for(lambda: state.state.clock.extra, what="the added time")
        again = await http.post(f"/t/{t}/clock/start", data={"round": "1"})
        assert again.status_code == 409
        assert "has been started already" in again.text
        wrong = await http.post(f"/t/{t}/clock/add", data={"round": "1", "minutes": "soon"})
        assert wrong.status_code == 400
    ends = state.state.clock.ends()
    assert ends == before + 300_000
    async with running.client() as http:
        hall, at_table = (await http.get(f"/t/{t}/hall")).text, (await http.get(f"/table/{table}")).text
    assert clock_of(hall)["data-ends"] == str(ends)
    assert clock_of(at_table)["data-ends"] == str(ends - 120_000), "its own time"
    assert clock_of(hall)["data-last"] == "600000"
    async with running.player(t, "e1") as http:
        assert clock_of((await http.get(f"/table/{table}/play")).text)["data-ends"] == str(ends - 120_000)


async def test_a_page_that_is_open_learns_of_the_clock_and_of_the_server_s_time(running):
    t, table = await table_in_play(running, round_s=60)
    async with running.client() as http, http.stream("GET", f"/live/table/{table}") as response:
        lines = response.aiter_lines()
        told = [await anext(lines) for _ in range(4)]
        assert told[2] == "event: now"
        assert int(told[3].removeprefix("data: ")) >= running.known.tournaments[t].state.at
    async with watch(running.client(), f"/live/table/{table}") as events:
        assert isinstance(events, Events)
        kind, html = await events.next()
        assert clock_of(html)["data-ends"] == ""
        async with running.director() as http:
            await http.post(f"/api/tournaments/{t}/clock/start", json={})
        kind, html = await events.next()
        assert kind == "page"
        assert clock_of(html)["data-ends"]


async def test_the_hall_screen_can_be_kept_at_one_thing(running):
    t, _ = await table_in_play(running, round_s=60)
    async with running.client() as http:
        turning, pinned = (await http.get(f"/t/{t}/hall")).text, (await http.get(f"/t/{t}/hall?show=clock")).text
        odd = (await http.get(f"/t/{t}/hall?show=<b>")).text
    assert 'data-face="a"' in turning
    assert "data-pinned" not in turning
    assert 'data-face="c" data-pinned="clock"' in pinned
    assert "data-pinned" not in odd


async def test_a_paused_table_takes_no_move_says_why_and_goes_on(running):
    t, table = await table_in_play(running, limits={"bank_s": 600})
    known = running.known.tables[table]
    async with running.director() as http:
        paused = await http.post(f"/table/{table}/pause", data={"reason": "Fire alarm", "until": "20:15"})
        assert paused.status_code == 303
    await wait_for(lambda: known.table.paused is not None, what="the pause")
    assert known.table.paused.case is PauseCase.ADJOURN
    seat = table_state.whose_turn(known.table)
    mover = known.seats[seat].entrant
    move = known.table.rules.move_text(known.table.rules.moves(known.table.state)[0])
    async with running.player(t, mover) as http:
        page = (await http.get(f"/table/{table}/play")).text
        assert "Fire alarm" in page
        assert "20:15" in page
        assert 'data-turn=""' in page
        assert 'class="bank"' in page
        answer = await http.post(f"/api/tables/{table}/play", json={"move": move, "deal": 1, "ply": known.table.ply})
        assert answer.status_code == 409
        assert answer.json()["code"] == "table/paused"
        seen = (await http.get(f"/api/tables/{table}/mine")).json()
        assert seen["paused"]["reason"] == "Fire alarm"
        assert seen["moves"] == []
    async with running.director() as http:
        assert "Fire alarm" in (await http.get(f"/t/{t}/director")).text
        assert (await http.post(f"/table/{table}/resume", data={})).status_code == 303
    await wait_for(lambda: known.table.paused is None, what="the table to go on")
    async with running.player(t, mover) as http:
        answer = await http.post(f"/api/tables/{table}/play", json={"move": move, "deal": 1, "ply": known.table.ply})
        assert answer.status_code == 200


async def test_pausing_all_twice_with_one_form_counts_once_and_leaves_an_adjourned_table_alone(running):
    t = await running.tournament([f"Player {n}" for n in range(6)], table_min=2, table_max=2, round_s=600)
    tables = await running.begin(t)
    async with running.director() as http:
        await http.post(f"/api/tournaments/{t}/clock/start", json={})
        await http.post(f"/api/tables/{tables[0]}/pause", json={"reason": "Dispute", "until": "later"})
        before = [await count(running, TABLE_COMMANDS, table) for table in tables]
        both = await asyncio.gather(
            *(http.post(f"/t/{t}/all/pause", data={"reason": "Lunch", "id": "pause-all-1"}) for _ in range(2))
        )
        assert [answer.status_code for answer in both] == [303, 303]
        state = running.known.tournaments[t]
        await wait_for(lambda: state.state.clock.paused, what="the clock to stand")
        paused = [running.known.tables[table].table.paused for table in tables]
        assert [p.case for p in paused] == [PauseCase.ADJOURN, PauseCase.ALL, PauseCase.ALL]
        desk = (await http.get(f"/t/{t}/director")).text
        assert "3 tables are paused." in desk
        assert (await http.post(f"/t/{t}/all/resume", data={})).status_code == 303
        await wait_for(lambda: state.state.clock.since is not None, what="the clock to run on")
        still = [running.known.tables[table].table.paused is not None for table in tables]
        assert still == [True, False, False]
        # Each table has had at most both requests' records of one command, and one to go on.
        after = [await count(running, TABLE_COMMANDS, table) for table in tables]
        assert all(now - was <= 3 for now, was in zip(after, before, strict=True))
        await http.post(f"/api/tables/{tables[0]}/resume")


async def test_a_suspended_tournament_is_ranked_and_finished_as_it_stands(running, tmp_path):
    t = await running.tournament([f"Player {n}" for n in range(4)], table_min=2, table_max=2)
    tables = await running.begin(t)
    state = running.known.tournaments[t]
    async with running.director() as http:
        await http.post(f"/api/tables/{tables[0]}/abandon", json={"text": "They must leave"})
        await wait_for(lambda: state.state.rounds[0].tables[0].result is not None, what="the result")
        done = await http.post(f"/t/{t}/all/suspend", data={"reason": "The hall is flooded"})
        assert done.status_code == 303
        await wait_for(lambda: running.known.tables[tables[1]].table.paused is not None, what="the pause")
        desk = (await http.get(f"/t/{t}/director")).text
        assert "The hall is flooded" in desk
        refused = await http.post(f"/api/tournaments/{t}/clock/start", json={"seconds": 60})
        assert refused.json()["code"] == "tournament/suspended"
        for lang in LANGUAGES:
            standings = (await http.get(f"/t/{t}", params={"lang": lang})).text
            assert "The hall is flooded" in standings
        assert (await http.get(f"/api/tournaments/{t}/clock")).json()["suspended"] is True
        assert (await http.get(f"/api/tournaments/{t}/standings")).json()["suspended"] is True
        assert (await http.post(f"/api/tournaments/{t}/finish")).status_code == 200
    seen = running.known.tables[tables[1]]
    await wait_for(lambda: seen.result is not None, what="the open table to stop")
    await wait_for(lambda: seen.table is None, what="its key to be opened")
    assert state.state.rounds[0].tables[1].result is None
    async with running.client() as http:
        assert TABLES["en"]["halted.ended"] in (await http.get(f"/t/{t}?lang=en")).text
        table_file = (await http.get(f"/api/tables/{tables[1]}/export")).content
    (tmp_path / "table.jsonl").write_bytes(table_file)
    async with running.director() as http:
        (tmp_path / "whole.jsonl").write_bytes((await http.get(f"/t/{t}/file")).content)
    for name in ("table", "whole"):
        verify(tmp_path / f"{name}.jsonl")  # a Fault where a command would now be decided otherwise


async def test_whoever_calls_the_arbiter_stands_on_the_director_s_list(running):
    t = await running.tournament(["Ana", "Bo"], board="scores")
    table = (await running.begin(t))[0]
    await wait_for(lambda: table in running.known.tables, what="the table")
    async with running.player(t, "e2") as http:
        assert f"/table/{table}/call" in (await http.get(f"/table/{table}/sheet")).text, "from the sheet too"
        await http.post(f"/table/{table}/call", data={"text": "Whose deal is it?"})
    seen = running.known.tables[table]
    await wait_for(lambda: seen.table.call is not None, what="the call")
    async with running.director() as http:
        page = (await http.get(f"/t/{t}/director?lang=en")).text
    calls = page[page.index('id="c-calls"') : page.index('id="c-clock"')]
    assert "Whose deal is it?" in calls
    assert f'data-since="{seen.table.called_at}"' in calls


async def test_an_arbiter_pauses_from_where_he_works_and_sees_how_long_somebody_waits(running):
    t, table = await table_in_play(running)
    async with running.director() as http:
        await http.post(f"/api/tournaments/{t}/staff/issue", json={"role": "arbiter", "name": "Eleni"})
        links = (await http.get(f"/api/tournaments/{t}/staff")).json()
    token = links[0]["link"].rpartition("/")[2]
    async with running.player(t, "e1") as http:
        await http.post(f"/api/tables/{table}/call", json={"text": "Please come"})
    seen = running.known.tables[table]
    await wait_for(lambda: seen.table.call is not None, what="the call")
    async with running.client(headers={"Authorization": f"Bearer {token}"}) as http:
        page = (await http.get(f"/t/{t}/tables?lang=en")).text
        assert f'data-since="{seen.table.called_at}"' in page
        paused = await http.post(f"/table/{table}/pause", data={"reason": "A dispute"})
        assert (paused.status_code, paused.headers["location"]) == (303, f"/t/{t}/desk"), (
            "back to where an arbiter begins"
        )
        await wait_for(lambda: seen.table.paused is not None, what="the pause")
        assert seen.table.paused.by == "arbiter:s1"
        assert "A dispute" in (await http.get(f"/t/{t}/tables?lang=en")).text
        refused = await http.post(f"/t/{t}/all/suspend", data={})
        assert refused.status_code == 403, "that is the director's"
        again = await http.post(f"/table/{table}/pause", data={"reason": "x" * 501})
        assert again.status_code == 409
        assert (await http.post(f"/table/{table}/resume", data={})).status_code == 303


async def test_only_the_director_touches_the_clock(running):
    t, table = await table_in_play(running, round_s=60)
    async with running.player(t, "e1") as http:
        for path in (f"/t/{t}/clock/start", f"/t/{t}/all/pause", f"/t/{t}/all/suspend", f"/table/{table}/pause"):
            assert (await http.post(path, data={"round": "1"})).status_code == 403, path
        for path in (f"/tournaments/{t}/clock/start", f"/tournaments/{t}/all/pause", f"/tables/{table}/pause"):
            assert (await http.post(f"/api{path}", json={})).status_code == 403, path
    assert not running.known.tournaments[t].state.clock.started


async def test_what_is_not_there_is_missing(running):
    t, _ = await table_in_play(running)
    async with running.director() as http:
        for path in (f"/t/{t}/clock/turn", f"/t/{t}/all/dance", "/t/nowhere/clock/start", "/table/nowhere/pause"):
            assert (await http.post(path, data={})).status_code == 404, path
