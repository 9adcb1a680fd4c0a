"""A real browser on a real server. These tests run as a pytest process of their own: the synchronous driver keeps an
event loop running, in which no other asynchronous test could run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests import needs
from tests.browser.running import Running

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
WIDE = {"viewport": {"width": 1280, "height": 800}}
OUTPUT = needs.ROOT / "tests" / "output" / "pages"
PAPER = OUTPUT.parent / "paper"
PATIENCE_MS = 15_000
"""What a page may take to say something: only a failure takes so long, or a machine that does much else."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    needs.need("browser")
    for folder in (OUTPUT, PAPER):
        folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=needs.browser(), args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page as a visitor of his own, with his own cookies; whatever goes wrong in it fails the test."""
    opened: list[BrowserContext] = []
    faults: list[str] = []

    def visitor(**given) -> Page:
        context = chromium.new_context(**({"locale": "en-GB"} | given))
        context.set_default_timeout(PATIENCE_MS)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        # A lost connection and a refused move are said in the console by the browser itself.
        page.on(
            "console",
            lambda told: (
                faults.append(f"{page.url}: {told.text}")
                if told.type == "error" and "Failed to load resource" not in told.text and "net::ERR" not in told.text
                else None
            ),
        )
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    yield visitor
    for context in opened:
        context.close()
    assert not faults


@contextmanager
def opened(file: Path, **settings) -> Iterator[Running]:
    running = Running(file, **settings).start()
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def running(tmp_path_factory) -> Iterator[Running]:
    needs.need("browser")
    with opened(tmp_path_factory.mktemp("club") / "log.db") as found:
        yield found


def settle(page: Page) -> None:
    """Wait until fonts are there, so that pictures are the same each time."""
    page.evaluate("document.fonts.ready.then(() => true)")


def live(page: Page) -> None:
    """Wait until the page is connected."""
    page.wait_for_selector("#conn.live", state="attached")
