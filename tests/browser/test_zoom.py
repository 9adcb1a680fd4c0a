"""Can a table that outgrows a phone be zoomed and moved: by buttons, fingers, keys, and without a script by scrolling?"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import needs
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_deals import prepared
from tests.browser.touch import fits, picture, play, sit_down

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

CROWD = [f"{name} {at}" for at, name in enumerate(("Eleni", "Dariush", "Marta", "Yusuf", "Bo", "Cy", "Ines") * 2)][:13]

_FRAME = """() => {
  const box = document.querySelector('#zoom'), svg = box.querySelector('svg');
  return { wide: svg.getBoundingClientRect().width, room: box.clientWidth, left: box.scrollLeft, top: box.scrollTop,
           zoom: getComputedStyle(document.documentElement).getPropertyValue('--zoom') || '1' };
}"""


@pytest.fixture(scope="module")
def trains(running) -> tuple[str, str]:
    """Fourteen trains on a double-18 engine, Ana's among them."""
    return running.do(lambda c: prepared(c, "crowd", CROWD, game="mexican_train/1", max_deals=2))


def dealt(running, visit, trains) -> str:
    """Let Ana take her seat, whose number the deal waits for; give the address at which others watch the table."""
    page = sit_down(running, visit, *trains)
    expect(page.locator("#zoom")).to_be_attached()
    page.context.close()
    return f"{running.url}/table/{trains[1]}"


def frame(page: Page) -> dict:
    return page.evaluate(_FRAME)


def fingers(page: Page, *moments: tuple[tuple[float, float], ...]) -> None:
    """Put fingers down, move them, and take them off."""
    hand = page.context.new_cdp_session(page)
    for number, points in enumerate(moments):
        kind = "touchStart" if number == 0 else "touchMove"
        touches = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_fourteen_trains_on_a_phone(running, visit, trains):
    page = sit_down(running, visit, *trains)

    def ply() -> int:
        found = running.club.known.tables[trains[1]].table
        return found.ply if found else 0

    def on_turn() -> bool:
        return page.locator("#panel").get_attribute("data-turn") == "yes"

    play(running, page, trains[1], lambda now: now["moves"][0], until=lambda: ply() > 60 and on_turn())
    assert page.locator(".arms .arm").count() == 15
    fits(page)
    picture(page, "zoom-trains-rows", whole=True)
    page.evaluate("scrollTo(0, 0)")
    # The drawing takes the place of the rows, whole at first.
    page.get_by_text("Show the table as drawn").tap()
    expect(page.locator("#zoom")).to_be_visible()
    expect(page.locator(".arms")).to_be_hidden()
    fits(page)
    page.evaluate("scrollTo(0, 0)")
    picture(page, "zoom-trains-whole")
    whole = frame(page)
    assert whole["wide"] <= whole["room"] + 1
    # By its buttons.
    for _ in range(3):
        page.get_by_role("button", name="Larger").tap()
    larger = frame(page)
    assert larger["wide"] > 3 * whole["wide"]
    assert larger["left"] > 0, "the middle stays in the middle"
    picture(page, "zoom-trains-larger")
    # By a finger's drag, which is the frame's own scrolling, and by two fingers.
    page.evaluate("scrollTo(0, 0)")
    box = page.locator("#zoom").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 80
    fingers(page, ((x - 20, y), (x + 20, y)), ((x - 40, y), (x + 40, y)), ((x - 60, y), (x + 60, y)))
    assert float(frame(page)["zoom"]) > 1.9 * float(larger["zoom"])
    page.get_by_role("button", name="Smaller").tap()
    # A move of anybody's swaps the page's parts; what one looks at stays.
    before = frame(page)
    page.evaluate("document.querySelector('#zoom').scrollTo(77, 55)")
    had = page.locator("#panel").get_attribute("data-ply")
    page.locator(".piece.legal").first.tap() if page.locator(".piece.legal").count() else None
    page.evaluate("document.querySelector('#zoom').scrollTo(77, 55)")
    page.locator("#go").tap()
    expect(page.locator("#panel")).not_to_have_attribute("data-ply", had)
    after = frame(page)
    assert (after["zoom"], after["left"], after["top"]) == (before["zoom"], 77, 55)
    assert page.locator("#as-drawn").is_checked()
    page.get_by_role("button", name="Whole table").tap()
    assert frame(page)["zoom"] == "1"


def test_keys_zoom_and_move_where_the_drawing_has_the_focus(running, visit, trains):
    page = sit_down(running, visit, *trains)
    page.get_by_role("switch", name="Show the table as drawn").focus()
    page.keyboard.press("Space")
    page.locator("#zoom").focus()
    for _ in range(4):
        page.keyboard.press("+")
    assert frame(page)["zoom"] == "5.0625"
    before = frame(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    after = frame(page)
    assert (after["left"], after["top"]) == (before["left"] + 60, before["top"] + 60)
    page.keyboard.press("-")
    assert frame(page)["zoom"] == "3.375"
    page.keyboard.press("0")
    assert frame(page)["zoom"] == "1"
    assert page.locator(".piece.picked").count() == 0, "0 is the tenth tile's key only outside the drawing"


def test_a_mouse_drags_and_its_wheel_zooms(running, visit, trains):
    address = dealt(running, visit, trains)
    page = visit(**WIDE)
    page.goto(address)
    box = page.locator("#zoom").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function("() => Number(getComputedStyle(document.documentElement).getPropertyValue('--zoom')) > 2")
    before = frame(page)
    page.mouse.down()
    page.mouse.move(x - 50, y - 30, steps=3)
    page.mouse.up()
    after = frame(page)
    assert abs(after["left"] - before["left"] - 50) <= 3, "the mouse moves in whole pixels, the frame too"
    assert abs(after["top"] - before["top"] - 30) <= 3


def test_without_a_script_the_drawing_is_there_and_its_frame_scrolls(running, visit, trains):
    address = dealt(running, visit, trains)
    page = visit(java_script_enabled=False, **PHONE)
    page.goto(address)
    expect(page.locator("#zoom")).to_be_hidden()
    page.get_by_text("Show the table as drawn").tap()
    expect(page.locator("#zoom")).to_be_visible()
    expect(page.locator(".zoombar")).to_be_hidden()
    assert page.locator("#zoom").evaluate("e => getComputedStyle(e).overflowX") == "auto"


def test_a_long_line_is_zoomed_too(running, visit):
    name, table = running.do(lambda c: prepared(c, "longline", ["Eleni"], game="draw_dominoes/1"))
    page = sit_down(running, visit, name, table)

    def long() -> bool:
        found = running.club.known.tables[table].table
        return bool(found and found.state and len(found.state.line) > 9)

    play(running, page, table, lambda now: now["moves"][0], until=long)
    page.get_by_text("Show the table as drawn").tap()
    expect(page.locator(".folded")).to_be_hidden()
    page.get_by_role("button", name="Larger").tap()
    assert frame(page)["wide"] > frame(page)["room"]
    fits(page)
    picture(page, "zoom-line")
