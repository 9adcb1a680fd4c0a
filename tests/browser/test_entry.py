# ruff: noqa: RUF001  # letters of three scripts are meant
"""Entry by a real browser: a list looked at and confirmed, and the list at the door, with a script and without."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests import needs
from tests.browser.conftest import PHONE, opened

pytestmark = pytest.mark.browser

LIST = "name;club\nΔήμητρα;Α\nنگار;\nana;\n"


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    needs.need("browser")
    with opened(tmp_path_factory.mktemp("entry") / "log.db") as running:
        yield running


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("language", ["en", "fa", "el"])
def test_a_list_is_looked_at_confirmed_and_checked_in(door, visit, script, language):
    t = door.do(lambda club: club.tournament(["Ana"], check_in=False))
    page = visit(**PHONE, java_script_enabled=script)
    page.goto(f"{door.url}/staff/{door.do(_link)}")
    page.goto(f"{door.url}/t/{t}/director?lang={language}")
    page.locator("#import summary").click()
    page.locator("#import textarea").fill(LIST)
    page.locator("#import input[type=checkbox]").uncheck()
    page.locator("button[value=look]").click()
    expect(page.locator(".becoming > li")).to_have_class(["new", "new", "already"])
    assert len(door.club.known.tournaments[t].state.entrants) == 1, "nothing is sent before it is confirmed"
    if script:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
        assert Axe().run(page).response["violations"] == []
    page.locator("button[value=import]").click()
    page.wait_for_url("**/director")
    assert len(door.club.known.tournaments[t].state.entrants) == 3
    page.goto(f"{door.url}/t/{t}/check-in")
    expect(page.locator(".door .name")).to_have_text(["Ana", "Δήμητρα", "نگار"])
    page.locator("#p-e3 button").click()
    page.locator("#p-e3.here a.btn").click()
    page.locator(".ask button.harm").click()
    page.wait_for_url("**/check-in**")
    page.locator("#p-e2 button").click()
    page.locator("#p-e2.here").wait_for()
    assert door.club.known.tournaments[t].state.ready == ("e2",)


async def _link(club) -> str:
    return club.auth.director_link()
