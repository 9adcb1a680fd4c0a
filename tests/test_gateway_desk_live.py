"""The desk and a case's page live: calls, rulings, appeals and results come by themselves, and nothing runs away."""

from __future__ import annotations

import pytest

from contracts.games.game import Refusal
from services.web_gateway.gateway import now_s
from services.web_gateway.projection import Answer
from tests.club import club
from tests.html_forms import fields_of
from tests.test_gateway_desk import begun, case_of, hidden, play, state
from tests.test_gateway_live import at, watch
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("desk-live") / "log.db") as found:
        yield found


async def until(events, text: str) -> str:
    """Read the stream until a fragment holds a text."""
    kind, html = await events.next()
    while text not in html:
        kind, html = await events.next()
    assert kind == "page"
    return html


async def rule(http, t, case: int, decision: str) -> None:
    url = f"/t/{t}/desk/act/give_ruling"
    form = {"case": str(case), "facts": "So it was.", "decision": decision, "do": "look"}
    look = await http.post(url, data=form)
    done = await http.post(url, data=hidden(look.text) | {"do": "sign"})
    assert done.status_code == 303, done.text


async def test_a_call_a_ruling_an_appeal_and_a_result_come_to_the_desk_by_themselves(running):
    t, table = await begun(running)
    caller = state(running, table).seats[0].entrant
    async with running.director() as http, running.player(t, caller) as me:
        page = (await http.get(f"/t/{t}/desk?lang=en")).text
        assert f'data-stream="/live/t/{t}/desk?lang=en"' in page
        async with watch(running.director(), f"/live/t/{t}/desk?lang=en&at={at(page)}") as events:
            await me.post(f"/api/tables/{table}/call", json={"text": "He passed holding a six."})
            await until(events, "He passed holding a six.")
            await rule(http, t, 1, "Play on.")
            await until(events, "ruled")
            await me.post(f"/t/{t}/me/appeal", data={"case": "1", "text": "No."})
            await until(events, "appealed")
            assert "has a result</span>" not in (await http.get(f"/t/{t}/desk?lang=en")).text
            while state(running, table).result is None:
                await play(running, t, table)
            html = await until(events, "has a result</span>")
            assert 'id="at-1-1"' in html
            again = (await http.get(f"/t/{t}/desk?lang=en")).text
            assert "has a result</span>" in again


async def test_a_case_s_page_stays_at_its_step_and_hears_of_the_ruling(running):
    t, table = await begun(running)
    async with running.director() as http:
        await http.post(f"/t/{t}/desk/open", data={"facts": "A dispute.", "table": table, "deal": "1", "ply": "1"})
        page = (await http.get(f"/t/{t}/desk/case/1?lang=en")).text
        n = fields_of(page, "f-ruling")["n"]
        assert f'data-stream="/live/t/{t}/desk/case/1?n={n}&amp;lang=en"' in page
        async with watch(running.director(), f"/live/t/{t}/desk/case/1?n={n}&lang=en&at={at(page)}") as events:
            steps = len((await http.get(f"/api/tables/{table}/replay")).json()) - 1
            await play(running, t, table)
            html = await until(events, f"{n} / {steps + 1}")
            form = fields_of(html, "f-ruling")
            assert (form["n"], form["ply"]) == (n, "1"), "what is written about does not run away"
            await rule(http, t, 1, "Back, and again.")
            html = await until(events, "Back, and again.")
            assert "f-ruling" not in html
            assert "f-appeal" in html
    async with watch(running.director(), f"/live/t/{t}/desk/case/9") as events:
        assert (await events.next())[0] == "gone", "there is no such case"
    assert case_of(running, t).state == "ruled"


async def test_a_result_that_comes_too_late_is_told_at_once(running):
    t, _ = await begun(running)
    play_ = running.known.tournaments[t]
    async with watch(running.director(), f"/live/t/{t}/desk?lang=en") as events:
        await until(events, "<h1>")
        late = Answer(Refusal("result/rewound", facts={"table": 1}))
        running.known.fold_tournament(play_.partition, play_.offset + 1, t, play_.state.at, None, late)
        await until(events, "A result of table 1 from before a ruling came in and was refused.")


async def test_a_link_taken_away_closes_the_desk_that_it_had_opened(running):
    t, table = await begun(running)
    async with running.director() as http:
        await http.post(f"/api/tournaments/{t}/staff/issue", json={"role": "arbiter", "name": "Zoe"})
        await wait_for(lambda: running.known.tournaments[t].state.staff, what="the arbiter")
        token = running.auth.staff_token(t, "s1", 1, now_s())
        arbiter = {"headers": {"Authorization": f"Bearer {token}"}}
        for path in (f"/live/t/{t}/desk", f"/live/t/{t}/desk/table/{table}?n=0"):
            async with watch(running.client(**arbiter), path) as events:
                await until(events, "<h1>")
                if path.endswith("desk"):
                    continue
                await http.post(f"/api/tournaments/{t}/staff/revoke", json={"staff": "s1"})
                kind, _ = await events.next()
                while kind == "page":
                    kind, _ = await events.next()
                assert kind == "gone"
