"""Can people who have never seen it run a tournament and play: by touch, by keyboard alone, and without a script?"""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from contracts.table_state import whose_turn
from tests import needs
from tests.browser.conftest import PHONE, WIDE, live, opened
from tests.waiting import wait_for

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

SEED = "capicua"  # with this seed two people meet two bots at a table of the first round


def test_a_club_night_from_the_director_s_link_to_the_end_of_a_deal(running, visit):
    # The director creates the tournament, imports the list, seats and begins the round.
    desk = visit(**WIDE)
    desk.goto(f"{running.url}/staff/{running.club.auth.director_link()}")
    desk.get_by_role("link", name="New tournament").click()
    desk.get_by_label("Name", exact=True).fill("Thursday Club Night")
    desk.get_by_label("Longana").check()
    desk.get_by_label("Deals at most").fill("1")
    desk.get_by_text("House rules, ties, seed").click()
    desk.get_by_label("Seed of the lots (any text)").fill(SEED)
    desk.get_by_role("button", name="Create").click()
    desk.wait_for_url("**/director")
    tournament = desk.url.split("/")[-2]
    desk.get_by_label("CSV file").set_input_files(needs.ROOT / "tests" / "data" / "entrants.csv")
    desk.get_by_role("button", name="Look at it").click()
    desk.get_by_role("button", name="Enter 24").click()
    expect(desk.get_by_text("24 entered, 24 here.")).to_be_visible()
    desk.get_by_role("button", name="Seat round 1").click()
    desk.get_by_role("button", name="Begin round 1").click()
    expect(desk.get_by_text("Round 1 plays: 0 of 6 tables")).to_be_visible()
    desk.get_by_role("link", name="Links for players").click()
    desk.get_by_role("button", name="Make 18 links").click()
    expect(desk.locator(".slip .qr")).to_have_count(18)

    table, people = mixed_table(running, tournament)
    links = {entrant: desk.locator(f"#slip-{entrant} a").get_attribute("href") for entrant in people}

    # Two of them open their links, one on a phone by touch, one at a keyboard.
    phone, board = visit(**PHONE), visit(**WIDE)
    for page, entrant in ((phone, people[0]), (board, people[1])):
        page.goto(links[entrant])
        assert "/p/" not in page.url, "the token leaves the address bar"
        page.get_by_role("link", name=re.compile("^Go to table")).click()
        live(page)
    public = visit(**PHONE)
    public.goto(f"{running.url}/table/{table}")
    live(public)

    moves = play_deal(running, table, phone, board, public)
    assert moves[phone] >= 2
    assert moves[board] >= 2
    for page in (phone, board):
        expect(page.locator("#say")).to_contain_text("The match is over.")
    # Everything is open now, and can be stepped through.
    public.goto(f"{running.url}/table/{table}/replay?n=3")
    expect(public.locator(".hands li")).to_have_count(4)
    public.keyboard.press("ArrowRight")
    expect(public.locator("output")).to_have_text(re.compile("^4 / "))
    public.keyboard.press("ArrowLeft")
    expect(public.locator("output")).to_have_text(re.compile("^3 / "))
    phone.get_by_role("link", name="Back to the tournament").tap()
    expect(phone.get_by_text("Round 1 is over for you.")).to_be_visible()


def mixed_table(running, tournament: str) -> tuple[str, list[str]]:
    """Give a table of two people and two bots, and who the people are."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for seen in running.club.known.tables_of(tournament, 1):
            people = [plan.entrant for plan in seen.seats if not plan.bot]
            if len(people) == 2:
                return seen.id, people
    raise AssertionError("no table of two people and two bots: choose another seed")


def play_deal(running, table: str, phone: Page, board: Page, public: Page) -> dict[Page, int]:
    """Play the deal to its end with both hands; give how many turns each had."""
    turns = {phone: 0, board: 0}
    refused = False
    deadline = time.monotonic() + 150
    while time.monotonic() < deadline:
        state = running.club.known.tables[table]
        if state.result is not None:
            return turns
        for page in (phone, board):
            if page.locator("#panel").get_attribute("data-turn") != "yes":
                continue
            ply = page.locator("#panel").get_attribute("data-ply")
            if page is phone:
                if not refused and page.locator(".piece:not(.legal)").count() and page.locator(".piece.legal").count():
                    refused = True
                    be_refused(page)
                by_touch(page)
            else:
                by_keyboard(page)
            turns[page] += 1
            page.wait_for_function(
                "ply => { const p = document.querySelector('#panel');"
                " return p.dataset.ply !== ply || !p.dataset.turn || !document.querySelector('#go') }",
                arg=ply,
            )
            assert public.locator("[data-tile]").count() == 0
        phone.wait_for_timeout(20)
    raise AssertionError("the deal did not end")


def by_touch(page: Page) -> None:
    """Tap a piece that fits and the one big button; or the button alone where there is nothing to choose."""
    pieces = page.locator(".piece.legal")
    if pieces.count():
        pieces.first.tap()
        label = page.locator("#go").inner_text()
        assert re.match(r"(Play|Lead) \d-\d", label), label
        # A second place, where there is one, is chosen by tapping it.
        places = page.locator(".arm.can:not(.picked)")
        if places.count() and places.first.is_visible():
            places.first.tap()
            assert page.locator("#go").inner_text() != label
    else:
        assert page.locator("#go").inner_text() == "Pass"
    page.locator("#go").tap()


def by_keyboard(page: Page) -> None:
    """Number, arrow, Enter: no pointer is touched."""
    fits = page.evaluate("[...document.querySelectorAll('[data-tile]')].findIndex(p => p.classList.contains('legal'))")
    if fits >= 0:
        page.keyboard.press(str((fits + 1) % 10))
        spoken = page.locator("#spoken").inner_text()
        assert re.match(r"(Play|Lead) \d-\d", spoken), spoken
        if page.evaluate("new Set([...document.querySelectorAll('.can')].map(p => p.dataset.place)).size") > 1:
            page.keyboard.press("ArrowRight")
            assert page.locator("#spoken").inner_text() != spoken
    page.keyboard.press("Enter")


def be_refused(page: Page) -> None:
    """Try a tile that does not fit: one sentence at the hand, with its rule, and the piece goes back."""
    page.locator(".piece:not(.legal)").first.tap()
    page.locator("#go").tap()
    expect(page.locator("#refusal")).to_have_text(re.compile(r"\w.*\. L-\d+$"))
    link = page.locator("#refusal a").get_attribute("href")
    assert re.fullmatch(r"/rules/longana#L-\d+", link)
    expect(page.locator(".piece.picked")).to_have_count(0)


def test_a_page_without_a_script_plays_too(tmp_path, visit):
    with opened(tmp_path / "log.db") as running:
        t = running.do(lambda c: c.tournament(["Ana", "Bo"], game="draw_dominoes/1"))
        table = running.do(lambda c: c.begin(t))[0]
        pages = {}
        for entrant in ("e1", "e2"):
            page = pages[entrant] = visit(java_script_enabled=False, **PHONE)
            page.goto(f"{running.url}/p/{running.club.token(t, entrant)}")
            page.get_by_role("link", name="Go to table 1").click()
            page.get_by_role("button", name="Sit down").click()
            expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
        for _ in range(6):
            state = running.do(lambda c: dealt(c, table))
            seat = whose_turn(state)
            page = pages[state.seats[seat].entrant]
            page.goto(f"{running.url}/table/{table}/play")
            with page.expect_navigation(url="**/play"):
                page.locator("noscript form button, form[action$='/play'] button").first.click()
            assert running.club.known.tables[table].table.ply == state.ply + 1


async def dealt(club, table: str):
    """Give a table as soon as somebody is on turn."""
    await wait_for(lambda: whose_turn(club.known.tables[table].table) is not None, what="somebody's turn")
    return club.known.tables[table].table


def test_a_lost_connection_is_said_and_mends_itself(tmp_path, visit):
    with opened(tmp_path / "log.db") as running:
        t = running.do(lambda c: c.tournament(["Ana", "Bo"]))
        page = visit(**PHONE)
        page.goto(f"{running.url}/t/{t}")
        live(page)
        page.evaluate("window.mark = 'the same page'")
        running.stop()
        expect(page.locator("#conn")).to_have_text(re.compile("^no connection: as of \\d\\d:\\d\\d"))
        expect(page.get_by_text("Ana", exact=True)).to_be_visible()
        running.start()
        live(page)

        async def enter(club) -> None:
            async with club.director() as http:
                await http.post(f"/api/tournaments/{t}/entrants", json=[{"name": "Cyril the late"}])

        running.do(enter)
        expect(page.get_by_text("Cyril the late")).to_be_visible()
        assert page.evaluate("window.mark") == "the same page"


def test_nothing_jumps_when_a_page_changes(running, visit):
    t = running.do(lambda c: c.tournament(["Ana", "Bo", "Cy"]))
    page = visit(**WIDE)
    page.goto(f"{running.url}/staff/{running.club.auth.director_link()}")
    page.goto(f"{running.url}/t/{t}/director")
    live(page)
    page.get_by_label("Name", exact=True).fill("Half a na")
    page.get_by_text("Import a list", exact=True).click()
    page.get_by_label("or paste the list").fill("name\nX")
    page.get_by_label("Name", exact=True).focus()

    async def enter(club) -> None:
        async with club.director() as http:
            await http.post(f"/api/tournaments/{t}/entrants", json=[{"name": "Dora"}])

    running.do(enter)
    expect(page.locator("#c-people").get_by_text("Dora")).to_be_visible()
    assert page.get_by_label("Name", exact=True).input_value() == "Half a na"
    assert page.get_by_label("or paste the list").input_value() == "name\nX"
    assert page.evaluate("document.activeElement.name") == "name"


def test_the_whole_line_opens_by_a_tap_and_stays_open(running, visit):
    t = running.do(lambda c: c.tournament(["Ana"], bots=1, game="draw_dominoes/1", max_deals=1))
    table = running.do(lambda c: c.begin(t))[0]
    page = visit(**PHONE)
    page.goto(f"{running.url}/p/{running.club.token(t, 'e1')}")
    page.goto(f"{running.url}/table/{table}/play")
    deadline = time.monotonic() + 60
    tapped = False
    while running.club.known.tables[table].result is None and time.monotonic() < deadline:
        if page.locator("#panel").get_attribute("data-turn") == "yes" and page.locator("#go").is_enabled():
            if not tapped and page.locator("#whole summary").count():
                page.locator("#whole summary").tap()
                tapped = True
            ply = page.locator("#panel").get_attribute("data-ply")
            if page.locator(".piece.legal").count():
                page.locator(".piece.legal").first.tap()
            page.locator("#go").tap()
            page.wait_for_function(
                "ply => { const p = document.querySelector('#panel'); return p.dataset.ply !== ply || !p.dataset.turn }",
                arg=ply,
            )
            if tapped and page.locator("#whole").count():
                assert page.locator("#whole").get_attribute("open") is not None
        page.wait_for_timeout(20)
    assert running.club.known.tables[table].result is not None
