"""Can a director change a seating by dragging, by keys, by touch and without a script, and does he see its effect?

The pictures are left in tests/output/pages, to be looked at.
"""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from services.web_gateway import asking
from tests import needs
from tests.browser.conftest import OUTPUT, PHONE, WIDE, settle
from tests.waiting import wait_for

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

NAMES = ("Ana Ruiz", "Dariush Rahimi", "Ελένη Παπαδάκη", "نگار کاظمی", "Bo Lindqvist", "Maximilian Oberhuber-Schmidt")
TARGETS = """() => [...document.querySelectorAll('#page button, #page a.btn')].filter(e => e.checkVisibility())
    .map(e => e.getBoundingClientRect()).filter(r => r.height < 40 || r.width < 40).length"""


async def evening(club) -> str:
    """A tournament of nine after one round, the second one seated."""
    t = await club.tournament([], bots=9, rounds=3, table_min=3, table_max=4)
    await club.begin(t)
    await wait_for(lambda: club.round(t, 1).phase == "done", what="the first round")
    await seat(club, t, 2)
    return t


async def seat(club, t: str, number: int) -> None:
    async with club.director() as http:
        assert (await http.post(f"/api/tournaments/{t}/rounds/{number}/seat")).status_code == 200
    await wait_for(lambda: club.round(t, number).phase == "seated", what="the seating")


async def first(club) -> str:
    """A tournament of people of many names, its first round seated."""
    t = await club.tournament(NAMES, bots=3, rounds=3, table_min=2, table_max=4)
    await seat(club, t, 1)
    return t


def direct(running, page, path: str):
    token = running.club.auth.session(asking.now_s())
    page.context.add_cookies([{"name": asking.STAFF, "value": token, "url": running.url}])
    page.goto(f"{running.url}{path}")
    settle(page)
    return page


def picture(page, name: str) -> None:
    page.screenshot(path=OUTPUT / f"{name}.png", full_page=True)


def plans(running, t: str, number: int = 1):
    return [list(p.seats) for p in running.club.round(t, number).plans]


def test_two_change_places_by_keys_with_the_effect_shown_before(running, visit):
    t = running.do(evening)
    page = direct(running, visit(**WIDE), f"/t/{t}/director")
    picture(page, "seats-desk")
    page.get_by_role("link", name="Change by hand").click()
    page.wait_for_url("**/seats*")
    settle(page)
    before = plans(running, t, 2)
    one, two = before[0][0], before[1][0]
    page.locator(f"#b-{one}").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#b-{one}[aria-pressed=true]")
    assert page.evaluate("document.activeElement.id") == f"b-{one}", "the focus stays with whom is moved"
    page.keyboard.press("Escape")
    page.wait_for_selector("[aria-pressed=true]", state="detached")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#b-{one}[aria-pressed=true]")
    for _ in range(len(before[0])):
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id") == f"b-{two}"
    page.keyboard.press("Enter")
    page.wait_for_selector("#send")
    assert page.locator(".touched li").count() == len(before[0]) + len(before[1])
    assert plans(running, t, 2) == before, "nothing is sent yet"
    picture(page, "seats-draft-wide")
    assert not Axe().run(page).response["violations"]
    page.locator("#send").click()
    page.wait_for_url("**/director")
    after = plans(running, t, 2)
    assert (after[0][0], after[1][0]) == (two, one)
    expect(page.locator("#c-seats")).to_contain_text("changed by hand once")


def test_a_mouse_drags_and_another_director_is_noticed(running, visit):
    t = running.do(first)
    before = plans(running, t)
    page = direct(running, visit(**WIDE), f"/t/{t}/seats")
    other = direct(running, visit(**WIDE), f"/t/{t}/seats")
    one, two = before[0][1], before[2][0]
    page.locator(f"#b-{one} bdi").drag_to(page.locator(f"#b-{two} bdi"))
    page.wait_for_selector("#send")
    page.locator("#send").click()
    page.wait_for_url("**/director")
    assert (plans(running, t)[0][1], plans(running, t)[2][0]) == (two, one)
    other.locator(f"#b-{before[1][0]} bdi").drag_to(other.locator("[data-put='1'] h2"))
    expect(other.locator("#note")).to_contain_text("changed meanwhile")
    picture(other, "seats-stale")


@pytest.mark.parametrize("lang", ["en", "fa", "el"])
def test_it_fits_a_phone_by_touch(running, visit, lang):
    t = running.do(first)
    before = plans(running, t)
    page = direct(running, visit(**PHONE), f"/t/{t}/seats?lang={lang}")
    page.context.add_cookies([{"name": asking.LANG, "value": lang, "url": running.url}])
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate(TARGETS) == 0
    one, two = before[0][1], before[1][1]
    page.locator(f"#b-{one}").tap()
    page.wait_for_selector(f"#b-{one}[aria-pressed=true]")
    picture(page, f"seats-held-{lang}")
    page.locator(f"#b-{two}").tap()
    page.wait_for_selector("#send")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    picture(page, f"seats-draft-{lang}")
    assert not Axe().run(page).response["violations"]
    page.locator("#send").tap()
    page.wait_for_url("**/director*")
    assert (plans(running, t)[0][1], plans(running, t)[1][1]) == (two, one)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("#c-seats").screenshot(path=OUTPUT / f"seats-report-{lang}.png")


def test_a_finger_drags_by_the_handle(running, visit):
    t = running.do(first)
    before = plans(running, t)
    page = direct(running, visit(**PHONE), f"/t/{t}/seats")
    one, two = before[0][0], before[0][1]
    start, end = (page.locator(f"#b-{who} .grip").bounding_box() for who in (one, two))
    cdp = page.context.new_cdp_session(page)
    points = [(box["x"] + 20, box["y"] + 20) for box in (start, end)]

    def touch(kind: str, *at: tuple[float, float]) -> None:
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    touch("touchStart", points[0])
    for step in range(1, 6):
        touch("touchMove", (points[0][0], points[0][1] + (points[1][1] - points[0][1]) * step / 5))
    touch("touchEnd")
    page.wait_for_selector("#send")
    page.locator("#send").press("Enter")  # a tap right after touches sent by hand is taken for their second half
    page.wait_for_url("**/director*")
    assert plans(running, t)[0][:2] == [two, one]


def test_without_a_script(running, visit):
    t = running.do(first)
    before = plans(running, t)
    page = direct(running, visit(**PHONE, java_script_enabled=False), f"/t/{t}/seats")
    page.locator(f"#b-{before[0][0]}").tap()
    page.wait_for_url("**pick=e*")
    page.get_by_role("button", name="Put here: Table 2").tap()
    page.wait_for_url("**pick=&*")
    page.locator("#send").tap()
    page.wait_for_url("**/director*")
    assert plans(running, t)[1][-1] == before[0][0]


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_stages_on_the_form(running, visit, lang):
    page = direct(running, visit(**PHONE), f"/director/new?lang={lang}")
    page.locator("#stages > summary").tap()
    page.locator("[name='stage.1.format']").select_option("swiss")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("#stages").screenshot(path=OUTPUT / f"stages-{lang}.png")
