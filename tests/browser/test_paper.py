# ruff: noqa: RUF001  # Persian digits and Greek letters are meant
"""Do the printed pages come out of a real browser as they should: on A4 and Letter, in three languages, nothing cut?

The pictures and PDFs are left in tests/output/paper, to be looked at.
"""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests import needs
from tests.browser.conftest import PAPER, PHONE, WIDE, opened, settle
from tests.browser.test_pages import NAMES
from tests.waiting import wait_for

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

SHEETS = ("names", "tables", "cards", "slips", "standings", "cross", "rules", "prizes")
MM = 96 / 25.4
HEIGHTS = {"A4": 297, "Letter": 279.4}


async def evening(club) -> tuple[str, str]:
    """A hall of 30 in its second round: two tables to a card sheet, more names than fit a sheet."""
    t = await club.tournament([], bots=24, rounds=5, max_deals=1)
    people = [{"name": n, "club": "Club of the North"} for n in NAMES]
    async with club.director() as http:
        entered = (await http.post(f"/api/tournaments/{t}/entrants", json=people)).json()["entrants"]
        await http.post(f"/api/tournaments/{t}/withdraw", json={"entrant": entered[0], "reason": "ill"})
        for number in range(1, 5):
            await club.begin(t, number)
            await wait_for(lambda n=number: club.round(t, n).phase == "done", what="the round")
        await http.post(f"/api/tournaments/{t}/check-in", json={"entrants": entered[1:]})
        await club.begin(t, 5)
    return t, club.auth.director_link()


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    needs.need("browser")
    with opened(tmp_path_factory.mktemp("paper") / "log.db") as running:
        running.t, running.staff = running.do(evening)
        yield running


def at(night, visit, lang: str, path: str, look=WIDE):
    page = visit(**look)
    page.goto(f"{night.url}/staff/{night.staff}")
    page.goto(f"{night.url}/t/{night.t}/print{path}{'&' if '?' in path else '?'}lang={lang}")
    settle(page)
    return page


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("lang", ["en", "fa", "el"])
def test_every_sheet_becomes_a_pdf_with_its_texts_in_every_language(night, visit, lang):
    page = at(night, visit, lang, "/names")
    for sheet in SHEETS:
        page.goto(f"{night.url}/t/{night.t}/print/{sheet}")
        settle(page)
        page.emulate_media(media="print")
        assert page.evaluate("document.dir") == ("rtl" if lang == "fa" else "ltr")
        assert not page.locator(".top").is_visible()
        assert not page.locator(".foot").is_visible()
        assert page.locator(".papertop h1").is_visible()
        for form in page.locator("form").all():
            assert not form.is_visible(), sheet
        # whatever the system's wish, paper is white and ink is black
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
        fonts = page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
        assert ("Vazirmatn" if lang == "fa" else "Inter") in fonts
        for paper in ("A4", "Letter"):
            path = PAPER / f"{sheet}-{lang}-{paper}.pdf"
            page.pdf(path=path, format=paper, prefer_css_page_size=False, print_background=False)
            assert 1 <= pages_of(path.read_bytes()) <= 12, sheet
        page.emulate_media(media="screen")
    if shutil.which("pdftotext"):
        said = subprocess.run(
            ["pdftotext", "-layout", PAPER / f"names-{lang}-A4.pdf", "-"], capture_output=True, check=True
        ).stdout.decode()
        assert "Bo Larsen" in said
        assert "Παπαδάκη" in said


@pytest.mark.parametrize("paper", HEIGHTS)
def test_no_card_row_or_slip_is_cut_by_the_end_of_a_sheet(night, visit, paper):
    page = at(night, visit, "en", "/cards")
    tables = page.locator(".tcard").count()
    assert tables >= 7
    pdf = page.pdf(format=paper)
    assert pages_of(pdf) == -(-(tables + 1) // 2) or pages_of(pdf) == -(-tables // 2), "two cards to a sheet"
    for sheet, what in (("cards", ".tcard"), ("slips", ".rslip"), ("names", "tbody tr"), ("standings", "tbody tr")):
        page.goto(f"{night.url}/t/{night.t}/print/{sheet}")
        settle(page)
        page.emulate_media(media="print")
        room = (HEIGHTS[paper] - 24) * MM
        for box in page.locator(what).all()[:12]:
            assert box.bounding_box()["height"] < room, f"{sheet}: it fits no sheet"
            assert box.evaluate("e => getComputedStyle(e).breakInside") == "avoid"
        page.emulate_media(media="screen")


def test_a_card_s_code_leads_to_the_table(night, visit):
    page = at(night, visit, "fa", "/cards")
    cards = page.locator(".tcard")
    first = cards.first
    assert first.locator(".no b").inner_text() == "۱"
    link = first.locator("code").inner_text()
    assert link == f"{night.url}/table/{night.t}.5.1"
    assert first.locator(".qr svg").is_visible()
    names = first.locator("li bdi").all_inner_texts()
    page.goto(link)
    assert page.locator("#page").is_visible()
    assert set(names) <= set(page.locator(".people bdi").all_inner_texts())
    at(night, visit, "en", "/cards?round=1").screenshot(path=PAPER / "cards-screen.png")


def test_seats_by_name_are_in_the_order_of_names_of_any_script(night, visit):
    names = at(night, visit, "en", "/names").locator("tbody bdi").all_inner_texts()
    assert len(names) == 24 + len(NAMES) - 1
    assert names.index("Bo Larsen") < names.index("Bot 1") < names.index("Marta Vidal")
    assert names.index("Marta Vidal") < names.index("Ελένη Παπαδάκη") < names.index("نگار کاظمی")


def test_the_cross_table_adds_up(night, visit):
    page = at(night, visit, "en", "/cross")
    rows = page.locator("tbody tr").all()
    assert len(rows) >= 24
    for row in rows[:8]:
        parts = [float(b or 0) for b in row.locator("td b").all_inner_texts()]
        assert sum(parts) == float(row.locator("td.num.strong").inner_text())


def test_prizes_go_to_places_and_shared_ones_are_named(night, visit):
    page = at(night, visit, "en", "/prizes")
    page.locator("textarea").fill("Cup\nA box of dates\nA pack of cards")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("table")).to_contain_text("Cup")
    expect(page.locator(".stamp").last).to_contain_text("not over")
    page.goto(f"{night.url}/t/{night.t}/print/prizes?prizes=5")
    assert "Prize 5" in page.locator("table").inner_text()


@pytest.mark.parametrize("look", ["phone", "dark", "wide"])
def test_they_can_be_read_on_a_screen_too(night, visit, look):
    given = WIDE if look == "wide" else PHONE | {"color_scheme": "dark" if look == "dark" else "light"}
    page = at(night, visit, "fa" if look == "dark" else "en", "", given)
    faults = []
    for sheet in ("", *(f"/{s}" for s in SHEETS)):
        page.goto(f"{night.url}/t/{night.t}/print{sheet}")
        settle(page)
        page.screenshot(path=PAPER / f"screen-{sheet.strip('/') or 'index'}-{look}.png")
        if sheet != "/cross":  # a wide table: its box scrolls
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > given["viewport"]["width"]:
                faults.append(f"{sheet}: {width} wide")
        if look == "wide":
            faults += [
                f"{sheet}: {v['id']} {v['nodes'][0]['html'][:120]}" for v in Axe().run(page).response["violations"]
            ]
    page.goto(f"{night.url}/keep")
    settle(page)
    page.screenshot(path=PAPER / f"screen-keep-{look}.png")
    assert not faults, "\n".join(faults)
