"""The arbiter's desk in a browser: on a phone and a wide screen, in every language, by slider, and without a script.

The pictures are left in tests/output/pages, to be looked at.
"""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests import needs
from tests.browser.conftest import OUTPUT, PHONE, WIDE, settle
from tests.browser.test_sheet import at_desk, fits
from tests.test_gateway_desk import begun, case_of, state
from tests.waiting import wait_for

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

NAMES = ("Ana Ruiz", "نگار رضایی", "Bo Larsen", "Νίκος Παπάς")


async def dispute(club) -> tuple[str, str, int]:
    """A call at a table in play, whose hands are open to the staff: (tournament, table, a step in its middle)."""
    t, table = await begun(club, names=NAMES, moves=14, table_min=4)
    async with club.player(t, state(club, table).seats[1].entrant) as http:
        await http.post(f"/api/tables/{table}/call", json={"text": "Bo passed holding 0-4."})
    await wait_for(lambda: case_of(club, t), what="the case")
    async with club.director() as http:
        await http.post(f"/api/tables/{table}/open-hands", json={"deal": 1, "reason": "A pass is in dispute."})
        steps = (await http.get(f"/api/tables/{table}/replay")).json()
    return t, table, len(steps) - 5


@pytest.fixture(scope="module")
def disputed(running):
    return running.do(dispute)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("lang", ["en", "fa", "el"])
def test_the_desk_fits_and_can_be_used_by_all(running, disputed, visit, lang, size):
    t, _, n = disputed
    page = at_desk(running, visit(**size))
    for name, way in (("desk", ""), ("case", f"/case/1?n={n}&rule=L-24")):
        page.goto(f"{running.url}/t/{t}/desk{way}{'&' if '?' in way else '?'}lang={lang}")
        settle(page)
        fits(page)
        page.screenshot(path=OUTPUT / f"{name}-{lang}-{size['viewport']['width']}.png", full_page=True)
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
        assert not found.response["violations"], found.generate_report()


def test_a_line_is_tried_and_left_again(running, disputed, visit):
    t, _, n = disputed
    page = at_desk(running, visit(**WIDE))
    page.goto(f"{running.url}/t/{t}/desk/case/1?n={n}&lang=en")
    page.locator("#try .acts a").first.click()
    page.wait_for_selector("#whatif")
    expect(page).to_have_url(re.compile("try="))  # the address holds the line
    fits(page)
    page.screenshot(path=OUTPUT / "case-tried.png", full_page=True)
    page.locator("#whatif a").click()
    page.wait_for_selector("#whatif", state="detached")
    expect(page).not_to_have_url(re.compile("try="))
    slider = page.locator('input[type="range"]')
    slider.focus()
    with page.expect_navigation():
        page.keyboard.press("ArrowLeft")
    assert f"n={n - 1}" in page.url, "the slider steps by keyboard"


def test_a_ruling_is_looked_at_and_signed_without_a_script(running, disputed, visit):
    t, table, n = disputed
    page = at_desk(running, visit(**PHONE, java_script_enabled=False))
    page.goto(f"{running.url}/t/{t}/desk/case/1?n={n}&lang=en")
    page.fill("textarea[name=facts]", "Bo held 0-4.")
    page.fill("input[name=rules]", "L-24")
    page.fill("textarea[name=decision]", "Back to that move.")
    page.check('input[name=rewind][value="move"]')
    page.locator("#ruling button[value=look]").click()
    expect(page.locator("#effect")).to_contain_text("goes on from move")
    fits(page)
    page.screenshot(path=OUTPUT / "case-sign.png", full_page=True)
    page.get_by_role("button", name="Sign").click()
    expect(page.locator("#facts")).to_contain_text("Ruling by")

    async def gone_back(club) -> None:
        await wait_for(lambda: state(club, table).orders == 1, what="the way back")

    running.do(gone_back)


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_ruling_grows_by_rows_and_keeps_what_was_typed(running, disputed, visit, script):
    t, _, _ = disputed
    running.do(lambda club: another_case(club, t))
    page = at_desk(running, visit(**PHONE, java_script_enabled=script))
    page.goto(f"{running.url}/t/{t}/desk/case/{case_count(running, t)}?lang=en")
    if script:
        page.evaluate("window.same = true")
    page.fill("textarea[name=facts]", "Two of them did it.")
    page.fill("textarea[name=decision]", "A warning for each.")
    page.locator("#pens summary").click()
    page.select_option("[name=entrant0]", "e1")
    for row in (1, 2):
        page.get_by_role("button", name="Another penalty").click()
        page.wait_for_selector(f"#pen-{row}")
        page.select_option(f"[name=entrant{row}]", f"e{row + 1}")
    if script:
        assert page.evaluate("window.same"), "in place"
    assert page.input_value("textarea[name=facts]") == "Two of them did it."
    assert [page.input_value(f"[name=entrant{row}]") for row in range(3)] == ["e1", "e2", "e3"]
    fits(page)
    page.locator("#ruling").screenshot(path=OUTPUT / f"case-rows-{'script' if script else 'plain'}.png")
    page.locator("#ruling button[value=look]").click()
    page.wait_for_url("**/give_ruling*")
    assert page.get_by_text("warning (Round 1)").count() == 3


async def another_case(club, t) -> None:
    async with club.director() as http:
        opened = await http.post(f"/t/{t}/desk/open", data={"facts": "Two players whispered."})
        assert opened.status_code == 303, opened.text


def case_count(running, t) -> int:
    return len(running.club.known.tournaments[t].state.desk.cases)
