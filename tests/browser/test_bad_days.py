"""Phones that fall off the network, phones with wrong clocks: does the evening go on as if nothing had been?"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from contracts.table import Played
from contracts.table_state import whose_turn
from tests import needs
from tests.browser.conftest import PHONE, live, settle
from tests.waiting import wait_for, wait_for_sync

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

AWRY = "const own = Date.now; Date.now = () => own.call(Date) + {ms};"
HOUR = 3_600_000


async def two(club, **rules) -> tuple[str, str, list[str]]:
    """Two people at one table, both seated; a move may take ten minutes."""
    t = await club.tournament(
        ["Ana", "Bo"],
        rounds=1,
        game="draw_dominoes/1",
        max_deals=1,
        table_max=2,
        limits={"move_s": 600, "sit_s": 600},
        **rules,
    )
    (table,) = await club.begin(t)
    await club.sit(table, "e1", "e2")
    await wait_for(lambda: club.known.tables[table].table.state is not None, what="the deal")
    return t, table, [club.token(t, e) for e in ("e1", "e2")]


def table_of(running, table: str):
    return running.club.known.tables[table].table


def seat_now(running, table: str) -> int:
    return whose_turn(table_of(running, table))


def played(running, table: str) -> list[Played]:
    async def read(club):
        return [s.event for s in (await club.known.history(table)).steps if isinstance(s.event, Played)]

    return running.do(read)


def at_the_table(running, visit, token: str, table: str, script: str = ""):
    page = visit(**PHONE)
    if script:
        page.add_init_script(script)
    page.goto(f"{running.url}/p/{token}")
    page.goto(f"{running.url}/table/{table}/play")
    settle(page)
    live(page)
    return page


def seconds(text: str) -> int:
    found = re.fullmatch(r"(?:(\d+):)?(\d+):(\d\d)", text)
    assert found, text
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3])


def move(page) -> None:
    """Make the first move that can be made."""
    page.wait_for_selector("#panel[data-turn=yes]")
    if page.locator(".piece.legal").count():
        page.locator(".piece.legal").first.click()
    page.locator("#go").click()


def test_a_phone_falls_off_the_network_and_comes_back_with_nothing_lost_or_doubled(running, visit):
    _, table, tokens = running.do(two)
    first = seat_now(running, table)
    here, away = (at_the_table(running, visit, tokens[s], table) for s in (first, 1 - first))
    asked: list[tuple[str, str]] = []
    away.on("request", lambda r: asked.append((r.url, r.headers.get("last-event-id", ""))) if "/live/" in r.url else 0)
    known = away.evaluate("document.querySelector('#page').dataset.at")
    assert known

    # His phone is away while she moves; his page says so, and she is told nothing of it.
    away.context.set_offline(offline=True)
    running.do(drop)
    away.wait_for_selector("#conn.lost")
    move(here)
    wait_for_sync(lambda: len(played(running, table)) == 1, what="her move")
    assert away.locator("#panel[data-turn=yes]").count() == 0

    # It comes back: the stream goes on from the position that the page shows, and brings what has happened.
    away.context.set_offline(offline=False)
    away.wait_for_selector("#conn.live", timeout=40_000)
    away.wait_for_selector("#panel[data-turn=yes]", timeout=40_000)
    assert any("at=" in url or last for url, last in asked), asked
    fresh = at_the_table(running, visit, tokens[1 - first], table)
    shown = ("#say", ".piece", "#scores")
    for what in shown:
        assert away.locator(what).all_inner_texts() == fresh.locator(what).all_inner_texts(), what

    # A move that he makes while he is away again is not lost without a word, and not made twice when he tries again.
    before = len(played(running, table))
    away.context.set_offline(offline=True)
    move(away)
    wait_for_sync(lambda: away.locator("#refusal").inner_text().strip(), what="the word that it was not sent")
    assert len(played(running, table)) == before
    away.context.set_offline(offline=False)
    away.wait_for_selector("#conn.live", timeout=40_000)
    move(away)
    wait_for_sync(lambda: len(played(running, table)) > before, what="his move")
    wait_for_sync(lambda: away.locator("#panel").get_attribute("data-ply") == str(before + 1), what="his page")
    wait_for_sync(lambda: here.locator("#panel").get_attribute("data-ply") == str(before + 1), what="her page")
    assert [e.seat for e in played(running, table)] == [first] * before + [1 - first]


async def drop(club) -> None:
    """End every stream, as a network that fails does; the browser's own emulation leaves open ones alone."""
    hub = club.app.state.gateway.hub
    hub.stop()
    await wait_for(lambda: hub.screens == 0, what="the end of the streams")
    hub._stopping.clear()


@pytest.mark.parametrize("awry", [5 * HOUR, -36 * HOUR])
def test_a_phone_s_wrong_clock_shows_the_right_time_left(running, visit, awry):
    _, table, tokens = running.do(two)
    mine = seat_now(running, table)
    right = at_the_table(running, visit, tokens[mine], table)
    wrong = at_the_table(running, visit, tokens[mine], table, AWRY.replace("{ms}", str(awry)))
    assert abs(wrong.evaluate("Date.now()") - right.evaluate("Date.now()")) > HOUR
    for page in (right, wrong):
        expect(page.locator("#clock")).to_have_text(re.compile(r"^\d+:\d\d$"))
    left = [seconds(page.locator("#clock").inner_text()) for page in (right, wrong)]
    assert all(540 < n <= 600 for n in left), left
    assert abs(left[0] - left[1]) <= 10
    # A clock that is set while the page is open moves nothing either.
    right.evaluate(AWRY.replace("{ms}", str(awry)))
    known = right.locator("#clock").inner_text()
    wait_for_sync(lambda: right.locator("#clock").inner_text() != known, what="the next second")
    assert abs(seconds(right.locator("#clock").inner_text()) - left[0]) <= 30
    # What he does with such a phone counts, and counts in time.
    move(wrong)
    wait_for_sync(lambda: played(running, table), what="his move")
    assert played(running, table)[0].cause == "player"


def test_the_hall_s_clock_does_not_ask_the_screen_s(running, visit):
    t, _, _ = running.do(two)
    page = visit(viewport={"width": 1280, "height": 800})
    page.add_init_script(AWRY.replace("{ms}", str(7 * HOUR)))
    page.goto(f"{running.url}/t/{t}/hall")
    live(page)
    expect(page.locator("b[data-since]").first).to_have_text(re.compile(r"^\d+:\d\d$"))
    assert seconds(page.locator("b[data-since]").first.inner_text()) < 60
