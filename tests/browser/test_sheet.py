"""Does the sheet of a table over the board fit a phone, in every language, by keyboard and without a script?

The pictures are left in tests/output/pages, to be looked at.
"""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests import needs
from tests.browser.conftest import OUTPUT, PHONE, WIDE, settle
from tests.club import entrant_of

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

NAMES = ("Ana Ruiz", "Dariush Rahimi", "Ελένη Παπαδάκη", "نگار کاظمی")
SCORES = {
    "lora": {"game": "lora/1", "table_min": 4},
    "train": {"game": "mexican_train/1"},
    "dominoes": {
        "game": "draw_dominoes/1",
        "table_min": 4,
        "options": {"pairs": True, "false_claim_penalty": "points"},
    },
    "longana": {"game": "longana/1"},
}
MOVES = {"game": "longana/1", "board": "moves", "options": {"claim_mode": "declared"}}


async def tables(club) -> dict[str, tuple[str, str]]:
    """A table by scores of each game, one by moves with some made: (tournament, table) by name."""
    found = {}
    for name, rules in SCORES.items():
        t = await club.tournament(NAMES, board="scores", rounds=1, max_deals=3, **rules)
        found[name] = (t, (await club.begin(t))[0])
    t = await club.tournament(NAMES, rounds=1, max_deals=3, **MOVES)
    (table,) = await club.begin(t)
    found["moves"] = (t, table)
    async with club.director() as http:
        await http.post(f"/api/tables/{table}/lay-out", json={"deal": 1})
        made = ("leads A", "lead 9-9", "9-8@B", "9-5@C", "9-0@D", "9-3@A", "8-8@B")
        for ply, move in enumerate(made):
            waits = (await http.get(f"/api/tables/{table}/awaited")).json()
            body = {"seat": waits["seat"], "move": move, "deal": 1, "ply": ply}
            done = await http.post(f"/api/tables/{table}/enter-move", json=body)
            assert done.status_code == 200, (move, done.text)
        t, table = found["train"]
        entry = {"end": "out", "seat": 1, "points": [14, 0, 33, 7]}
        first = entrant_of(club, table, 1)
    async with club.player(t, first) as http:
        await http.post(f"/api/tables/{table}/report-deal", json={"deal": 1, "entry": entry})
    return found


@pytest.fixture(scope="module")
def sheets(running):
    return running.do(tables)


def fits(page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} px wider than the screen"


def at_desk(running, page):
    """Sign in as director."""
    page.goto(f"{running.url}/staff/{running.club.auth.director_link()}")
    return page


@pytest.mark.parametrize("lang", ["en", "fa", "el"])
@pytest.mark.parametrize("name", [*SCORES, "moves"])
def test_the_staffs_sheet_fits_a_phone_and_can_be_used_by_all(running, sheets, visit, name, lang):
    page = at_desk(running, visit(**PHONE))
    page.goto(f"{running.url}/table/{sheets[name][1]}/sheet?lang={lang}")
    settle(page)
    fits(page)
    page.screenshot(path=OUTPUT / f"sheet-{name}-{lang}.png", full_page=True)
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert not found.response["violations"], found.generate_report()


def test_a_wide_screen(running, sheets, visit):
    page = at_desk(running, visit(**WIDE))
    for name in ("lora", "moves"):
        page.goto(f"{running.url}/table/{sheets[name][1]}/sheet")
        settle(page)
        fits(page)
        page.screenshot(path=OUTPUT / f"sheet-{name}-wide.png", full_page=True)
    page.goto(f"{running.url}/director/new?lang=en")
    page.screenshot(path=OUTPUT / "sheet-new-wide.png", full_page=True)


def test_a_deal_is_entered_by_keyboard_and_the_sum_is_shown(running, sheets, visit):
    page = at_desk(running, visit(**PHONE))
    page.goto(f"{running.url}/table/{sheets['lora'][1]}/sheet?lang=en")
    field = page.locator('input[name="counts0"]')
    field.focus()
    for number in ("3", "1", "3"):
        page.keyboard.type(number)
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")  # past the penalties of the row
    page.keyboard.type("2")
    expect(page.locator('output[data-of="counts"]')).to_have_text("9")
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("there are 8 to count, and 9 are written")
    page.screenshot(path=OUTPUT / "sheet-refused.png", full_page=True)
    page.locator('input[name="counts3"]').fill("1")
    page.keyboard.press("Enter")
    page.wait_for_selector("#totals")
    assert "The match goes on." in page.locator("#effect").inner_text()
    page.screenshot(path=OUTPUT / "sheet-sign.png", full_page=True)
    page.get_by_role("button", name="Sign").press("Enter")
    page.wait_for_selector("#h-deal:has-text('Enter deal 2')")
    page.screenshot(path=OUTPUT / "sheet-entered.png", full_page=True)


def test_players_report_without_a_script(running, sheets, visit):
    t, table = sheets["train"]
    page = visit(**PHONE, java_script_enabled=False)
    page.goto(f"{running.url}/p/{running.club.token(t, entrant_of(running.club, table, 0))}")
    page.goto(f"{running.url}/table/{table}/play?lang=en")
    fits(page)
    page.screenshot(path=OUTPUT / "sheet-player-play.png", full_page=True)
    page.get_by_role("link", name="Enter scores").click()
    expect(page.locator("table.reports")).to_contain_text("33")
    page.screenshot(path=OUTPUT / "sheet-player.png", full_page=True)
    page.select_option('select[name="seat"]', "1")
    for seat, number in ((0, "14"), (2, "33"), (3, "9")):
        page.fill(f'input[name="points{seat}"]', number)
    page.get_by_role("button", name="Send my report").click()
    expect(page.locator("body")).to_contain_text("The reports differ")
    fits(page)
    page.screenshot(path=OUTPUT / "sheet-player-differ.png", full_page=True)
    unlike = page.locator("table.reports .unlike")
    expect(unlike).to_have_count(1)
    expect(unlike.locator("td")).to_have_text(["9", "7"])  # his own stands first
    expect(page.locator('input[name="points2"]')).to_have_value("33")  # nothing has to be typed again
    page.fill('input[name="points3"]', "7")
    page.get_by_role("button", name="Send my report").click()
    expect(page.locator("body")).to_contain_text("Report deal 2")


@pytest.fixture
def differing(running):
    """A table whose last deal two sides report differently, and another that plays: (tournament, table)."""

    async def made(club):
        rules = {"game": "mexican_train/1", "board": "scores", "rounds": 2, "max_deals": 1, "table_max": 2}
        t = await club.tournament(NAMES, qualify=2, **rules)
        table, _ = await club.begin(t)
        for seat, points in ((0, [0, 41]), (1, [0, 14])):
            async with club.player(t, entrant_of(club, table, seat)) as http:
                entry = {"end": "out", "seat": 0, "points": points}
                done = await http.post(f"/api/tables/{table}/report-deal", json={"deal": 1, "entry": entry})
                assert done.status_code == 200, done.text
        return t, table

    return running.do(made)


@pytest.mark.parametrize("lang", ["en", "fa", "el"])
def test_the_arbiter_takes_a_report_by_one_tap_and_signs_its_effect(running, differing, visit, lang):
    """On a phone, in every language, by keys alone, without a script: report, effect, signature, result."""
    _, table = differing
    page = at_desk(running, visit(**PHONE, java_script_enabled=False))
    page.goto(f"{running.url}/table/{table}/sheet?lang={lang}")
    fits(page)
    page.screenshot(path=OUTPUT / f"sheet-differ-{lang}.png", full_page=True)
    page.locator("#reports form button").nth(1).press("Enter")
    expect(page.locator("#totals tbody tr")).to_have_count(2)
    expect(page.locator("#changes")).to_be_visible()
    fits(page)
    page.screenshot(path=OUTPUT / f"sheet-effect-{lang}.png", full_page=True)
    page.locator('button[value="sign"]').press("Enter")
    expect(page.locator("#scores")).to_be_visible()
    expect(page.locator("#h-deal")).to_have_count(0)


def test_reports_and_their_effect_can_be_used_by_all(running, differing, visit):
    t, table = differing
    page = at_desk(running, visit(**WIDE))
    page.goto(f"{running.url}/table/{table}/sheet?lang=en")
    page.screenshot(path=OUTPUT / "sheet-differ-wide.png", full_page=True)
    for step in ("reports", "effect"):
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
        assert not found.response["violations"], (step, found.generate_report())
        if step == "reports":
            page.locator("#reports form button").first.click()
            page.wait_for_selector("#totals")
    fits(page)
    page.screenshot(path=OUTPUT / "sheet-effect-wide.png", full_page=True)
    phone = visit(**PHONE)
    phone.goto(f"{running.url}/p/{running.club.token(t, entrant_of(running.club, table, 1))}")
    phone.goto(f"{running.url}/table/{table}/sheet?lang=fa")
    fits(phone)
    phone.screenshot(path=OUTPUT / "sheet-player-differ-fa.png", full_page=True)
    phone.goto(f"{running.url}/t/{t}/me/leave?lang=fa")
    fits(phone)
    phone.screenshot(path=OUTPUT / "sheet-leave-fa.png", full_page=True)
    phone.goto(f"{running.url}/table/{table}/sheet?lang=en")
    phone.locator("#reports form button").click()
    expect(phone.locator("#h-deal")).to_have_count(0)


def test_a_move_is_entered_and_taken_back_without_a_script(running, sheets, visit):
    table = sheets["moves"][1]
    page = at_desk(running, visit(**PHONE, java_script_enabled=False))
    page.goto(f"{running.url}/table/{table}/sheet?lang=en")
    before = page.locator("#h-line").inner_text()
    page.locator("#choices button").first.click()
    expect(page.locator("#h-line")).not_to_have_text(before)
    page.locator("#h-acts ~ ol summary").first.click()
    page.get_by_label("Why").first.fill("It was another tile.")
    page.get_by_role("button", name="Back to before this move").first.click()
    expect(page.locator("#h-line")).to_have_text(before)
    page.goto(f"{running.url}/table/{table}")
    page.screenshot(path=OUTPUT / "sheet-table.png", full_page=True)
