"""What becomes of a form is said in one way, and leads back to the page on which the form stood."""

from __future__ import annotations

import pytest

from contracts import roles
from services.web_gateway.answers import PAGES, came_from
from services.web_gateway.gateway import now_s
from services.web_gateway.render import HERE
from services.web_gateway.rights import DIRECTOR, Asker
from tests.club import club, entrant_of
from tests.test_gateway_desk import begun
from tests.waiting import wait_for


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("answers") / "log.db") as found:
        yield found


async def arbiter(c, t):
    """An arbiter of this tournament, by his link."""
    async with c.director() as http:
        await http.post(f"/api/tournaments/{t}/staff/issue", json={"role": "arbiter", "name": "Zoe"})
    await wait_for(lambda: c.known.tournaments[t].state.staff, what="the arbiter")
    token = c.auth.staff_token(t, "s1", 1, now_s())
    return c.client(headers={"Authorization": f"Bearer {token}"})


# --- where it leads (no server)


@pytest.mark.parametrize("role", [roles.DIRECTOR, roles.ARBITER, roles.SCORER])
@pytest.mark.parametrize("page", PAGES)
def test_a_form_leads_back_where_it_stood_if_that_may_be_seen(role, page):
    who = DIRECTOR if role == roles.DIRECTOR else Asker(role, "s1")
    may = roles.sees(role, PAGES[page])
    assert came_from({"back": page}, "t1", who) == (f"/t/t1/{page}" if may else who.way("t1"))


@pytest.mark.parametrize("page", ["", "links/../..", "//elsewhere.example", "https://elsewhere.example", "hall"])
def test_no_form_leads_anywhere_else(page):
    assert came_from({"back": page}, "t1", DIRECTOR) == "/t/t1/director"
    assert came_from({"back": page}, "t1", Asker(roles.SCORER, "s1")) == "/t/t1/tables"


def test_nothing_else_says_that_a_command_is_on_its_way():
    named = {file.name for file in HERE.glob("*.py") if "later(request" in file.read_text()}
    assert named == {"answers.py"}, "what becomes of a command is said by `answered`"


# --- over HTTP


@pytest.mark.anyio
@pytest.mark.slow
async def test_an_arbiter_is_led_back_to_the_tables_and_told_there_what_cannot_be(running):
    t, table = await begun(running)
    async with await arbiter(running, t) as http, running.player(t, entrant_of(running, table, 0)) as player:
        here = f"/t/{t}/tables"
        page = (await http.get(here)).text
        assert page.count('name="back" value="tables"') >= 1
        paused = await http.post(f"/table/{table}/pause", data={"back": "tables", "reason": "A card is missing."})
        assert paused.headers["location"] == here
        resumed = await http.post(f"/table/{table}/resume", data={"back": "tables"})
        assert resumed.headers["location"] == here
        await player.post(f"/api/tables/{table}/call", json={"text": "Look."})
        answered = await http.post(f"/table/{table}/do/answer_call", data={"back": "tables", "note": "Seen."})
        assert answered.headers["location"] == here
        for address in (f"/table/{table}/do/answer_call", f"/t/{t}/clock/pause"):
            refused = await http.post(address, data={"back": "tables"})
            assert refused.status_code == 409
            assert 'id="problem"' in refused.text, "on the page itself"
            assert 'id="h-work"' in refused.text
            alone = await http.post(address, data={})
            assert alone.status_code == 409
            assert f'href="/t/{t}/desk"' in alone.text, "a form that names no page leads to where he works"
            program = await http.post(address, data={}, headers={"Accept": "application/json"})
            assert (program.status_code, "/" in program.json()["code"]) == (409, True)


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_director_is_led_back_to_the_page_that_he_used(running):
    t, table = await begun(running)
    async with running.director() as http:
        for form, page in (({"back": "tables"}, "tables"), ({}, "director")):
            paused = await http.post(f"/table/{table}/pause", data=form)
            assert paused.headers["location"] == f"/t/{t}/{page}"
            resumed = await http.post(f"/table/{table}/resume", data=form)
            assert resumed.headers["location"] == f"/t/{t}/{page}"
            refused = await http.post(f"/t/{t}/clock/pause", data=form)
            assert refused.status_code == 409
            assert 'id="problem"' in refused.text
            assert ('id="h-work"' in refused.text) == (page == "tables")
