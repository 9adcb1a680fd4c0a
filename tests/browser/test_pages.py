"""Does every page fit a phone and a wide screen, in light and dark and from right to left, and can everybody use it?

The pictures are left in tests/output/pages, to be looked at.
"""

from __future__ import annotations

import asyncio
import random

import pytest
from axe_playwright_python.sync_playwright import Axe

from contracts.table_state import whose_turn
from tests import needs
from tests.browser.conftest import OUTPUT, PHONE, WIDE, opened, settle
from tests.waiting import wait_for

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

NAMES = ("Ana Ruiz", "Dariush Rahimi", "Ελένη Παπαδάκη", "Marta Vidal", "نگار کاظمی", "Bo Larsen")
LOOKS = {
    "phone": PHONE | {"color_scheme": "light"},
    "dark": PHONE | {"color_scheme": "dark"},
    "persian": PHONE | {"color_scheme": "light"},
    "wide": WIDE | {"color_scheme": "light"},
    "wide-dark": WIDE | {"color_scheme": "dark"},
}


async def evening(club) -> dict[str, str]:
    """Have a club night half played, and give its pages by name."""
    t = await club.tournament(NAMES, bots=12, rounds=3, max_deals=2)
    await club.begin(t, 1)
    await play(club, t, 1, until=None)
    await wait_for(lambda: club.round(t, 1).phase == "done", what="the first round")
    await club.begin(t, 2)
    await play(club, t, 2, until=8)
    tables = club.known.tables_of(t, 2)
    mine = next(s for s in tables if s.table and (at := whose_turn(s.table)) is not None and not s.seats[at].bot)
    over = club.known.tables_of(t, 1)[0]
    others = (s for s in tables if s.table is not None and s is not mine and s.table.result is None)
    caller = next((s for s in others if any(not plan.bot for plan in s.seats)), mine)
    person = next(plan.entrant for plan in caller.seats if not plan.bot)
    async with club.player(t, person) as http:
        await http.post(f"/api/tables/{caller.id}/call", json={"text": "Was that pass allowed?"})
    line = await club.tournament(NAMES[:2], bots=1, rounds=1, game="draw_dominoes/1", max_deals=1)
    (drawn,) = await club.begin(line)
    await club.sit(drawn, "e1", "e2")
    await some_moves(club, line, drawn, 9)
    me = mine.seats[whose_turn(mine.table)].entrant
    return {
        "tokens": f"{club.token(t, me)} {club.token(line, 'e1')} {club.auth.director_link()}",
        "front": "/",
        "standings": f"/t/{t}",
        "seating": f"/t/{t}?tab=seating",
        "tables": f"/t/{t}?tab=tables",
        "terms": f"/t/{t}?tab=rules",
        "me": f"/t/{t}/me",
        "play": f"/table/{mine.id}/play",
        "table": f"/table/{mine.id}",
        "replay": f"/table/{over.id}/replay?n=14",
        "line-play": f"/table/{drawn}/play",
        "line-table": f"/table/{drawn}",
        "hall": f"/t/{t}/hall",
        "desk": f"/t/{t}/director",
        "links": f"/t/{t}/links",
        "door": f"/t/{t}/check-in",
        "ask-in": f"/t/{t}/check-in/e1",
        "ask-out": f"/t/{t}/withdraw/e2",
        "policies": f"/t/{t}/policies",
        "new": "/director/new",
        "staff": "/staff",
        "rules": "/rules",
        "book": "/rules/longana",
        "missing": "/t/none",
        "forged": "/p/forged",
    }


async def play(club, t: str, round: int, *, until: int | None) -> None:
    """Let the people of a round play; to the end, or till the tables have seen so many moves of a deal."""

    async def person(table: str, seat: int, entrant: str) -> None:
        await club.sit(table, entrant)
        lots = random.Random(f"{table}{seat}")
        async with club.player(t, entrant) as http:
            while True:
                seen = club.known.tables[table]
                if seen.result is not None or (until is not None and seen.table.ply >= until):
                    return
                if whose_turn(seen.table) != seat:
                    await asyncio.sleep(0.01)
                    continue
                view = (await http.get(f"/api/tables/{table}/mine")).json()
                if view["moves"]:
                    move = {"move": lots.choice(view["moves"]), "deal": view["deal"], "ply": view["ply"]}
                    await http.post(f"/api/tables/{table}/play", json=move)

    people = [
        person(seen.id, seat, plan.entrant)
        for seen in club.known.tables_of(t, round)
        for seat, plan in enumerate(seen.seats)
        if not plan.bot
    ]
    await asyncio.gather(*people)
    if until is not None:
        await wait_for(
            lambda: any(
                s.table and (at := whose_turn(s.table)) is not None and not s.seats[at].bot
                for s in club.known.tables_of(t, round)
            ),
            what="a person's turn",
        )


async def some_moves(club, t: str, table: str, moves: int) -> None:
    """Let the people of one table make some moves."""
    lots = random.Random(7)
    for _ in range(moves):
        await wait_for(
            lambda: (
                club.known.tables[table].result is not None
                or (
                    ((at := whose_turn(club.known.tables[table].table)) is not None and at is not None)
                    and not club.known.tables[table].seats[at].bot
                )
            )
        )
        seen = club.known.tables[table]
        if seen.result is not None:
            return
        entrant = seen.seats[whose_turn(seen.table)].entrant
        async with club.player(t, entrant) as http:
            view = (await http.get(f"/api/tables/{table}/mine")).json()
            move = {"move": lots.choice(view["moves"]), "deal": view["deal"], "ply": view["ply"]}
            await http.post(f"/api/tables/{table}/play", json=move)


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    needs.need("browser")
    with opened(tmp_path_factory.mktemp("night") / "log.db") as running:
        running.pages = running.do(evening)
        yield running


def sign_in(night, page, look: str) -> None:
    mine, line, staff = night.pages["tokens"].split()
    for path in (f"/p/{mine}", f"/p/{line}", f"/staff/{staff}", f"/?lang={'fa' if look == 'persian' else 'en'}"):
        page.goto(night.url + path)


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_fits_and_can_be_used_by_everybody(night, visit, look):
    page = visit(**LOOKS[look])
    sign_in(night, page, look)
    faults = []
    for name, path in night.pages.items():
        if name == "tokens":
            continue
        page.goto(night.url + path)
        settle(page)
        if name == "standings":
            page.locator(".ranks summary").nth(2).click()
        if name in ("play", "line-play") and page.locator(".piece.legal").count():
            page.locator(".piece.legal").first.click()
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > LOOKS[look]["viewport"]["width"]:
            faults.append(f"{name}: {width} wide")
        page.screenshot(path=OUTPUT / f"{name}-{look}.png", full_page=name in ("standings", "desk", "terms", "links"))
        if look in ("wide-dark", "persian"):  # nothing there that the others do not have
            continue
        found = Axe().run(page)
        for each in found.response["violations"]:
            nodes = "; ".join(node["html"][:140] + " " + str(node["any"][:1])[:200] for node in each["nodes"][:3])
            faults.append(f"{name}: {each['id']} ({each['impact']}) {nodes}")
    assert not faults, "\n".join(faults)


def test_the_slips_can_be_printed(night, visit):
    page = visit(**WIDE)
    sign_in(night, page, "wide")
    page.goto(night.url + night.pages["links"])
    page.emulate_media(media="print")
    assert not page.locator(".top").is_visible()
    assert not page.locator(".slip .acts").first.is_visible()
    assert page.locator(".slip .qr").first.is_visible()
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_the_hall_screen_turns_by_itself(night, visit):
    page = visit(**WIDE)
    page.clock.install()
    page.goto(night.url + night.pages["hall"])
    page.clock.pause_at("2100-01-01T00:00:00")
    for _ in range(6):
        if page.locator("#page").get_attribute("data-face") == "b":
            break
        page.clock.run_for(15_000)
    assert page.locator("#page").get_attribute("data-face") == "b"


def test_no_line_of_names_begins_with_the_dot_between_two(night, visit):
    below = """() => [...document.querySelectorAll('.one')].filter(one => one.lastChild.nodeType === 3).map(one => {
        const dot = document.createRange(); dot.selectNodeContents(one.lastChild);
        const names = [...one.querySelector('bdi').getClientRects()];
        return dot.getBoundingClientRect().bottom - names[names.length - 1].bottom;
    })"""
    for lang in ("en-GB", "fa-IR"):
        page = visit(**WIDE, locale=lang)
        for name in ("hall", "tables", "seating"):
            page.goto(night.url + night.pages[name])
            settle(page)
            seen = 0
            for width in range(330, 1300, 17):
                page.set_viewport_size({"width": width, "height": 800})
                found = page.evaluate(below)
                assert all(abs(px) < 8 for px in found), (lang, width, name, found)
                seen += len(found)
            assert seen, (lang, name)
