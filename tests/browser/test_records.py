"""Can an arbiter type a record on a phone, see what is wrong with it, make a table of it, and go on by touch?"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import needs
from tests.browser.conftest import OUTPUT, PHONE, opened, settle
from tests.test_records import DEAL, HEAD

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

TEXT = HEAD + DEAL + "S1 5-5; S0 5-1L\n"


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    needs.need("browser")
    with opened(tmp_path_factory.mktemp("records") / "log.db") as running:
        yield running


@pytest.mark.parametrize("script", [True, False])
def test_a_record_is_typed_mended_imported_and_gone_on_with(night, visit, script):
    page = visit(**PHONE, java_script_enabled=script)
    page.goto(f"{night.url}/staff/{night.club.auth.director_link()}")
    page.goto(f"{night.url}/records?lang=en")
    text = page.locator("textarea")
    note = "" if script else "# without a script\n"
    text.fill(TEXT.replace("S0 5-1L", "S0 9-9L") + note)
    page.locator("button[value=look]").tap()
    expect(page.get_by_role("alert")).to_contain_text("Line 3, column 9: S0 9-9L: You do not hold 9-9.")
    expect(text).to_have_value(re.compile("S0 9-9L"))  # what was typed is kept
    text.fill(TEXT + note)
    page.locator("input[name=names]").fill("Ana,Bo")
    page.locator("button[value=look]").tap()
    page.locator("button[value=import]").tap()
    page.get_by_role("button", name="1-0L").tap()
    page.locator("button[value='S0 3-0L']").wait_for()
    page.locator("textarea").fill("S0 3-0L\nS1 3-3L\n")
    page.locator(".btn.go").tap()
    page.locator("button[value='S0 6-3L']").wait_for()
    if script:
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, "nothing is wider than the phone"
        page.screenshot(path=OUTPUT / "record.png", full_page=True)
