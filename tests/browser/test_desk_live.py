"""The desk lives in the browser: what others do comes without a reload, and takes nothing from under a hand that writes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import needs
from tests.browser.conftest import OUTPUT, PHONE, WIDE, live
from tests.browser.test_sheet import at_desk
from tests.test_gateway_desk import begun, hidden, state

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]


@pytest.fixture
def table(running):
    """A tournament of its own for each test: its id, and its table's."""
    return running.do(lambda club: begun(club, names=("Ana Ruiz", "Bo Larsen"), moves=4))


def ruled(decision: str):
    """Somebody else rules case 1 meanwhile."""

    async def rule(club, t) -> None:
        async with club.director() as http:
            url = f"/t/{t}/desk/act/give_ruling"
            look = await http.post(url, data={"case": "1", "facts": "Seen.", "decision": decision, "do": "look"})
            done = await http.post(url, data=hidden(look.text) | {"do": "sign"})
            assert done.status_code == 303, done.text

    return rule


async def called(club, t, table, text: str) -> None:
    async with club.player(t, state(club, table).seats[0].entrant) as http:
        done = await http.post(f"/api/tables/{table}/call", json={"text": text})
        assert done.status_code == 200, done.text


async def opened(club, t, table) -> None:
    async with club.director() as http:
        facts = {"facts": "Bo passed holding 0-4.", "table": table, "deal": "1", "ply": "2"}
        assert (await http.post(f"/t/{t}/desk/open", data=facts)).status_code == 303


def test_a_call_comes_to_the_desk_while_somebody_writes_there(running, table, visit):
    t, id_ = table
    page = at_desk(running, visit(**PHONE))
    page.goto(f"{running.url}/t/{t}/desk?lang=en")
    live(page)
    page.evaluate("window.same = true")
    page.locator("#open-case summary").click()
    page.locator("#f-open select").select_option(index=1)
    page.locator("#f-open textarea").fill("Somebody whispered.")
    page.locator("#penalise summary").click()
    page.locator("#f-penalise [name=kind]").select_option("expulsion")
    running.do(lambda club: called(club, t, id_, "He passed holding a six."))
    expect(page.locator("#caselist")).to_contain_text("He passed holding a six.")
    page.screenshot(path=OUTPUT / "desk-live.png", full_page=True)
    assert page.evaluate("window.same"), "without a reload"
    assert page.locator("#f-open textarea").input_value() == "Somebody whispered."
    assert page.locator("#f-open select").input_value() == id_
    assert page.locator("#f-penalise [name=kind]").input_value() == "expulsion"
    assert page.locator("#open-case").get_attribute("open") is not None
    page.locator("#f-open button").click()
    page.wait_for_url("**/desk/case/2")
    expect(page.locator("#facts")).to_contain_text("Somebody whispered.")


def test_a_ruling_by_somebody_else_shows_and_the_one_being_written_is_not_lost(running, table, visit):
    t, id_ = table
    running.do(lambda club: opened(club, t, id_))
    page = at_desk(running, visit(**WIDE))
    page.goto(f"{running.url}/t/{t}/desk/case/1?lang=en")
    live(page)
    page.evaluate("window.same = true")
    page.locator("#f-ruling [name=facts]").fill("Bo held 0-4 all the time.")
    page.locator("#pens summary").click()
    page.get_by_role("button", name="Another penalty").click()
    page.wait_for_selector("#pen-1")
    running.do(lambda club: ruled("Back to that move.")(club, t))
    expect(page.locator("#story")).to_contain_text("Back to that move.")
    expect(page.locator("#facts .chip")).to_have_text("ruled")
    assert page.evaluate("window.same"), "without a reload"
    assert page.locator("#f-ruling [name=facts]").input_value() == "Bo held 0-4 all the time."
    assert page.locator("#pen-1").is_visible()
    page.screenshot(path=OUTPUT / "case-live.png", full_page=True)
    page.locator("#f-ruling [name=decision]").fill("Too late.")
    page.locator("#f-ruling button[value=look]").click()
    expect(page.locator("#problem")).to_be_visible()
    assert page.locator("#f-ruling [name=decision]").input_value() == "Too late.", "and why it cannot be any more"


def test_a_form_that_nobody_fills_in_follows_what_happens(running, table, visit):
    t, id_ = table
    running.do(lambda club: opened(club, t, id_))
    page = at_desk(running, visit(**WIDE))
    page.goto(f"{running.url}/t/{t}/desk/case/1?lang=en")
    live(page)
    running.do(lambda club: ruled("Play on.")(club, t))
    expect(page.locator("#story")).to_contain_text("Play on.")
    expect(page.locator("#f-ruling")).to_have_count(0)
    expect(page.locator("#f-appeal")).to_be_visible()
