"""Does the clock in the hall count down by the server's time, say in words when it is over, and stand on every screen?"""

from __future__ import annotations

import re

from playwright.sync_api import expect

from services.web_gateway.gateway import now_s
from tests.browser.conftest import PHONE, WIDE, live
from tests.club import Club
from tests.waiting import wait_for

A_DAY_OFF = "const real = Date.now; Date.now = () => real.call(Date) - 86_400_000;"
"""A device whose clock is wrong."""


async def evening(c: Club) -> tuple[str, str, str]:
    """A round of 25 minutes at a table of two, its clock running. Give tournament, table and a player's token."""
    t = await c.tournament(["Ana", "Bo"], round_s=1_500, last_deal_s=600, limits={"bank_s": 300})
    table = (await c.begin(t))[0]
    await c.sit(table, "e1", "e2")
    await wait_for(lambda: c.known.tables[table].table.phase == "playing", what="a deal")
    await direct(c, f"tournaments/{t}/clock/start", {})
    return t, table, c.token(t, "e1")


async def direct(c: Club, path: str, body: dict[str, object]) -> None:
    async with c.director() as http:
        answer = await http.post(f"/api/{path}", json=body)
        assert answer.status_code == 200, answer.text


def seconds(text: str) -> int:
    """Read a clock: -1:05 is 65 seconds over."""
    sign = -1 if text.startswith("−") else 1  # noqa: RUF001  # a minus sign is meant
    minutes, rest = text.removeprefix("−").split(":")  # noqa: RUF001
    return sign * (60 * int(minutes) + int(rest))


def test_the_hall_counts_down_by_the_server_s_clock_and_says_when_time_is_up(running, visit):
    t, table, token = running.do(evening)
    url = running.club.url
    hall = visit(**WIDE)
    hall.add_init_script(A_DAY_OFF)
    hall.goto(f"{url}/t/{t}/hall?show=clock&lang=en")
    big = hall.locator(".face-c .round-clock")
    expect(big.locator("b")).to_have_text(re.compile(r"^\d+:\d\d$"))
    shown = seconds(big.locator("b").inner_text())
    assert 1_380 < shown <= 1_500, "the device's own clock is a day behind"
    expect(big.locator("b")).not_to_have_text(re.compile(f"^{shown // 60}:{shown % 60:02d}$"))
    expect(big.locator(".word")).to_have_text("")

    phone = visit(**PHONE)
    phone.goto(f"{url}/p/{token}")
    phone.goto(f"{url}/table/{table}/play?lang=en")
    live(phone)
    expect(phone.locator("#page .round-clock b")).to_be_visible()
    expect(phone.locator(".bank b")).to_have_count(2)

    running.do(lambda c: direct(c, f"tournaments/{t}/clock/add", {"seconds": -1_000}))
    for page in (hall, phone):
        expect(page.locator(".round-clock .word").last).to_have_text("Last deal: start no new one")
    running.do(lambda c: direct(c, f"tournaments/{t}/clock/add", {"seconds": -900}))
    for page in (hall, phone):
        expect(page.locator(".round-clock .word").last).to_have_text("Time is up")
    expect(big.locator("b")).to_have_text(re.compile("^−"))  # noqa: RUF001  # a minus sign is meant
    red = big.locator("b").evaluate("b => getComputedStyle(b).color")
    usual = hall.locator("h1").evaluate("b => getComputedStyle(b).color")
    assert red != usual


def test_the_desk_holds_the_clock_and_all_tables_by_keys_alone_and_players_read_why(running, visit):
    t, table, token = running.do(evening)
    url = running.club.url
    session = running.club.auth.session(now_s())
    desk = visit(**WIDE)
    desk.context.add_cookies([{"name": "capicua_staff", "value": session, "url": url}])
    desk.goto(f"{url}/t/{t}/director?lang=en")
    live(desk)
    desk.get_by_role("button", name="Pause the clock").focus()
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="Let the clock run on")).to_be_visible()
    desk.locator("#all-still > summary").focus()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Tab")
    desk.keyboard.type("Supper")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("1 table is paused.")).to_be_visible()

    phone = visit(**PHONE)
    phone.goto(f"{url}/p/{token}")
    phone.goto(f"{url}/table/{table}/play?lang=en")
    expect(phone.locator("#say")).to_contain_text("Paused")
    expect(phone.locator("#say")).to_contain_text("Supper")
    expect(phone.locator("#clock")).to_be_hidden()
    expect(phone.locator(".bank b").first).to_have_text(re.compile(r"\d:\d\d"))
    left = phone.locator(".bank b").first.inner_text()
    phone.wait_for_timeout(1_200)
    assert phone.locator(".bank b").first.inner_text() == left, "no time runs"

    desk.get_by_role("button", name="Let all tables go on").click()
    expect(phone.locator("#say")).not_to_contain_text("Paused")
    expect(desk.get_by_role("button", name="Pause the clock")).to_be_visible()


def test_the_hall_screen_turns_through_standings_seating_and_clock_unless_it_is_kept(running, visit):
    t, _, _ = running.do(evening)
    hall = visit(**WIDE)
    hall.route(re.compile(r"^(?!.*/live/).*/hall"), lambda route: _sooner(route))  # the page; its stream never ends
    hall.goto(f"{running.club.url}/t/{t}/hall?lang=en")
    for face in ("a", "b", "c", "a"):
        expect(hall.locator("#page")).to_have_attribute("data-face", face)
    hall.get_by_role("link", name="seating").click()
    expect(hall.locator("#page")).to_have_attribute("data-pinned", "seating")
    hall.wait_for_timeout(1_500)
    expect(hall.locator("#page")).to_have_attribute("data-face", "b")


def _sooner(route) -> None:
    """Let the screen turn quickly: nobody waits for a quarter of a minute here."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('data-rotate="15"', 'data-rotate="0.6"'))
