"""Do the sums come when a line is opened, on a phone and without script, and do they follow the game?"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import needs
from tests.browser.conftest import PHONE, opened, settle
from tests.waiting import wait_for

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]


async def one_round(club) -> str:
    t = await club.tournament([], bots=7, rounds=2, qualify=2)
    await play(club, t, 1)
    return t


async def play(club, t: str, n: int) -> None:
    await club.begin(t, n)
    await wait_for(lambda: club.round(t, n).phase == "done", what=f"round {n}")
    await wait_for(
        lambda: club.known.standings(t).round == n and not club.known.standings(t).running, what="its places"
    )


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    needs.need("browser")
    with opened(tmp_path_factory.mktemp("night") / "log.db") as running:
        running.t = running.do(one_round)
        yield running


def test_a_line_that_is_open_follows_the_standings(night, visit):
    page = visit(**PHONE)
    page.goto(f"{night.url}/t/{night.t}")
    settle(page)
    line = page.locator("#d-e1")
    assert line.locator(".sums p").count() == 0, "no sums before they are asked for"
    line.locator("summary").tap()
    line.locator(".sums p").first.wait_for()
    expect(line.locator(".sums")).to_have_text(re.compile("^Points "))
    before = line.locator(".sums").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    night.do(lambda club: play(club, night.t, 2))
    page.wait_for_function("before => document.querySelector('#d-e1 .sums').innerText !== before", arg=before)
    assert line.get_attribute("open") is not None, "it stays open"
    expect(line.locator(".sums")).to_contain_text("Round 2")


def test_the_sums_are_there_without_script(night, visit):
    page = visit(**PHONE, java_script_enabled=False)
    page.goto(f"{night.url}/t/{night.t}")
    line = page.locator("#d-e2")
    line.locator("summary").tap()
    line.get_by_role("link").tap()
    page.wait_for_url("**/sums/e2*")
    expect(page.locator(".card.sums")).to_contain_text("Points")
