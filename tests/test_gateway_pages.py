# ruff: noqa: RUF001
"""Are the pages whole, in every language, under a strict policy, and do they keep hands to their owners?"""

from __future__ import annotations

import re

import pytest

from contracts import table_state
from tests.club import PASSWORD, club, hidden
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # a real server and every service behind it, test by test

LANGUAGES = ("en", "fa", "el")


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    """A club with a tournament in play at one table: two people, one bot that waits for them."""
    async with club(tmp_path_factory.mktemp("pages") / "log.db") as found:
        found.t = await found.tournament(["Ana Ruiz", "نگار کاظمی"], bots=1, max_deals=3)
        found.table = (await found.begin(found.t))[0]
        await found.sit(found.table, "e1", "e2")
        await wait_for(lambda: found.known.tables[found.table].table.state is not None, what="a deal")
        yield found


def pages(c) -> list[str]:
    t, table = c.t, c.table
    return [
        "/",
        f"/t/{t}",
        f"/t/{t}?tab=seating",
        f"/t/{t}?tab=tables",
        f"/t/{t}?tab=rules",
        f"/t/{t}/hall",
        f"/table/{table}",
        f"/table/{table}/replay",
        "/rules",
        "/rules/longana",
        "/rules/mexican_train",
        "/rules/draw_dominoes",
        "/rules/lora",
        "/rules/blocked",
        "/staff",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_every_page_is_whole(running, lang):
    asked = [
        (running.client(), pages(running)),
        (running.player(running.t, "e1"), [f"/t/{running.t}/me", f"/table/{running.table}/play"]),
        (running.director(), [f"/t/{running.t}/director", f"/t/{running.t}/links", "/director/new"]),
    ]
    for client, paths in asked:
        async with client as http:
            for path in paths:
                answer = await http.get(path, params={"lang": lang}, headers={"Cookie": ""})
                assert answer.status_code == 200, (path, answer.text[-300:])
                assert f'<html lang="{lang}" dir="{"rtl" if lang == "fa" else "ltr"}">' in answer.text
                assert "{" not in re.sub(r'(data-\w+|placeholder)="[^"]*"|\'\{[^\']*\'', "", answer.text), path


async def test_nothing_stands_inline(running):
    async with running.director() as http:
        for path in [*pages(running), f"/t/{running.t}/director", f"/t/{running.t}/links", "/director/new"]:
            answer = await http.get(path)
            policy = answer.headers["content-security-policy"]
            assert policy.startswith("default-src 'self';")
            assert "unsafe" not in policy
            assert not re.search(r"\sstyle=|\son\w+=|<style|javascript:|<script(?![^>]*\ssrc=)", answer.text), path
            assert not re.search(r'(?:src|href)="https?://(?!127\.0\.0\.1)', answer.text), path


async def test_the_public_sees_no_hand(running):
    table = running.known.tables[running.table].table
    hands = {str(tile) for hand in table.state.hands for tile in hand}
    assert hands
    async with running.client() as http:
        for path in [*pages(running), f"/table/{running.table}/replay?n=2"]:
            text = (await http.get(path)).text
            if not path.startswith("/rules"):
                assert not hidden(text), path
                assert "data-moves" not in text, path
        view = (await http.get(f"/api/tables/{running.table}")).json()
        assert view["board"]["hand"] == []
        assert set(view["board"]["hands"]) == {None}
        steps = (await http.get(f"/api/tables/{running.table}/replay")).json()
        for n in range(len(steps)):
            step = (await http.get(f"/api/tables/{running.table}/replay/{n}")).json()
            assert not step["open"]
            board = step["view"]["board"]
            assert board is None or set(board["hands"]) == {None}
        assert "order" not in (await http.get(f"/api/tables/{running.table}")).text
        assert (await http.get(f"/api/tables/{running.table}/export")).status_code == 403


async def test_a_player_sees_his_own_hand_alone(running):
    async with running.player(running.t, "e2") as http:
        text = (await http.get(f"/table/{running.table}/play")).text
        view = (await http.get(f"/api/tables/{running.table}/mine")).json()
    seat = table_state.seat_of(running.known.tables[running.table].table, "e2")
    own = {str(tile) for tile in running.known.tables[running.table].table.state.hands[seat]}
    assert set(hidden(text)) == own == set(view["board"]["hand"])
    assert [hand is not None for hand in view["board"]["hands"]] == [at == seat for at in range(3)]


async def test_the_director_sees_no_hand_either(running):
    async with running.director() as http:
        assert not hidden((await http.get(f"/table/{running.table}")).text)
        assert (await http.get(f"/table/{running.table}/play")).status_code == 403


async def test_what_there_is_not_is_said_in_one_sentence(running):
    async with running.client() as http:
        for path in ("/nothing", "/t/none", "/table/none.1.1", "/table/none/replay", "/rules/none", "/t/none/hall"):
            answer = await http.get(path)
            assert answer.status_code == 404, path
            assert "There is no such page." in answer.text
        answer = await http.get("/api/tournaments/none")
        assert (answer.status_code, answer.json()["code"]) == (404, "missing")


async def test_the_language_is_chosen_by_address_then_cookie_then_browser(running):
    async with running.client() as http:
        assert 'lang="el"' in (await http.get("/", headers={"Accept-Language": "el-GR,el;q=0.9,en;q=0.5"})).text
        assert 'lang="fa"' in (await http.get("/", headers={"Accept-Language": "de, fa;q=0.7, en;q=0.3"})).text
        assert 'lang="en"' in (await http.get("/", headers={"Accept-Language": "de;q=x"})).text
        assert 'lang="fa"' in (await http.get("/?lang=fa")).text
        assert 'lang="fa"' in (await http.get("/", headers={"Accept-Language": "el"})).text
        assert 'lang="en"' in (await http.get("/?lang=xx", headers={"Cookie": "capicua_lang=zz"})).text


async def test_persian_pages_have_persian_digits(running):
    async with running.client() as http:
        text = (await http.get(f"/t/{running.t}?tab=rules&lang=fa")).text
        assert "۱۰۰" in text
        assert "۲–۴" in text


async def test_static_files_may_be_kept_and_pages_not(running):
    async with running.client() as http:
        style = await http.get("/static/style.css")
        assert "max-age=86400" in style.headers["cache-control"]
        assert (await http.get("/static/fonts/inter-latin-wght-normal.woff2")).status_code == 200
        assert (await http.get("/")).headers["cache-control"] == "no-store"
        assert (await http.get("/static/../app.py")).status_code == 404


async def test_health_metrics_and_the_schema(running):
    async with running.client() as http:
        assert (await http.get("/health/live")).json() == {"live": True}
        ready = await http.get("/health/ready")
        assert (ready.status_code, ready.json()["ready"]) == (200, True), ready.text
        assert "capicua_screens" in (await http.get("/metrics")).text
        schema = (await http.get("/schema/openapi.json")).json()
        assert schema["openapi"].startswith("3.1")
        assert "/api/tables/{id}/play" in schema["paths"]
        assert not [path for path in schema["paths"] if not path.startswith("/api/")]


async def test_the_hall_screen_names_every_table(running):
    async with running.client() as http:
        text = (await http.get(f"/t/{running.t}/hall")).text
    assert "Round 1" in text
    assert 'class="spot' in text
    assert f'data-since="{running.known.tournaments[running.t].began[1]}"' in text


async def test_the_password_is_nowhere(running):
    async with running.director() as http:
        for path in (f"/t/{running.t}/director", "/staff", "/metrics"):
            assert PASSWORD not in (await http.get(path)).text
