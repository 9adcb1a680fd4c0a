"""A person with a phone: reads the table from the page, taps a piece, a place and the one big button."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from playwright.sync_api import Page

from tests.browser.conftest import OUTPUT, PHONE, live, settle
from tests.browser.running import Running

TARGET = 44
"""The least width and height of what is to be tapped, in pixels of the page."""

# The numbers that a device draws, one after the other: with them, the seeds and the bots' lots every deal is the same
# in every run.
DRAWN = """
let drawn = 0;
crypto.getRandomValues = (into) => { drawn += 1; into.fill(0); into[0] = drawn >> 8; into[1] = drawn & 255; return into; };
"""

READ = """() => {
  const p = document.querySelector('#panel');
  const place = (e) => ({ id: e.dataset.place, name: e.dataset.name, seen: e.getBoundingClientRect().width > 0 });
  return {
    turn: p.dataset.turn === 'yes' && !!document.querySelector('#go') && !document.querySelector('#go').disabled,
    moves: p.dataset.moves ? p.dataset.moves.split(' | ') : [], pattern: p.dataset.pattern, alone: p.dataset.alone,
    ply: p.dataset.ply, deal: p.dataset.deal, say: document.querySelector('#say').textContent,
    last: document.querySelector('#last').textContent,
    pieces: [...document.querySelectorAll('[data-tile]')].map((e) => e.dataset.tile),
    places: [...document.querySelectorAll('[data-place]')].map(place).filter((one) => one.seen),
  };
}"""
_SMALL = """(least) => {
  const small = [];
  for (const e of document.querySelectorAll('.piece, .panel .btn, button.arm, button.num, .felt summary, .as-drawn, .zoombar button')) {
    const box = e.getBoundingClientRect();
    if (box.width && (box.width < least || box.height < least))
      small.push(`${e.className || e.localName} ${e.dataset.tile || ''}: ${box.width} by ${box.height}`);
  }
  return small;
}"""
_BROKEN = """() => [...document.querySelectorAll('.top .brand, .top .clock, .top .chip')].filter((e) => {
  const box = e.getBoundingClientRect();
  return box.width && (box.height > 2.2 * parseFloat(getComputedStyle(e).fontSize) || box.left < 0 || box.right > innerWidth || e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline");
}).map((e) => e.textContent)"""
_COVERED = """() => [...document.querySelectorAll('.piece')].filter((e) => {
  e.scrollIntoView({ block: 'nearest' });
  const box = e.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth || !e.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((e) => e.dataset.tile)"""


def sit_down(running: Running, visit: Callable[..., Page], tournament: str, table: str, **look) -> Page:
    """Open the table as entrant e1 on a phone."""
    page = visit(**(PHONE | look))
    page.add_init_script(DRAWN)
    page.goto(f"{running.url}/p/{running.club.token(tournament, 'e1')}")
    page.goto(f"{running.url}/table/{table}/play")
    live(page)
    return page


def fits(page: Page) -> None:
    """Nothing overflows the screen, everything to tap is large enough, and no piece is covered by another."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.evaluate(_SMALL, TARGET) == []
    assert page.evaluate(_COVERED) == []
    assert page.evaluate(_BROKEN) == []


def picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Leave a picture to be looked at."""
    settle(page)
    page.screenshot(path=OUTPUT / f"{name}.png", full_page=whole)


def tap(page: Page, seen: dict, move: str) -> None:
    """Make a move by tapping: the big button alone, or a piece, its place where there are several, and the button."""
    if move == seen["alone"]:
        page.locator("#go").tap()
        return
    made = [
        (piece, place)
        for piece in seen["pieces"]
        for place in ([p["id"] for p in seen["places"]] if "{place}" in seen["pattern"] else [""])
        if seen["pattern"].replace("{tile}", piece).replace("{place}", place) == move
    ]
    assert made, f"{move} cannot be tapped: {seen}"
    piece, place = made[0]
    page.locator(f'[data-tile="{piece}"]').tap()
    if place:
        target = page.locator(f'[data-place="{place}"]:visible')
        if "picked" not in target.get_attribute("class").split():
            target.tap()
    page.locator("#go").tap()


def play(
    running: Running,
    page: Page,
    table: str,
    choose: Callable[[dict], str],
    *,
    act: Callable[[Page, dict, str], None] = tap,
    until: Callable[[], bool] = lambda: False,
    seconds: float = 120,
) -> list[str]:
    """Play by touch (or another way to act) until the match is over, or till something is seen; give the moves made."""
    made: list[str] = []
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if running.club.known.tables[table].result is not None or until():
            return made
        seen = page.evaluate(READ)
        if not seen["turn"]:
            page.wait_for_timeout(10)
            continue
        move = choose(seen)
        act(page, seen, move)
        page.wait_for_function(
            "([deal, ply]) => { const p = document.querySelector('#panel');"
            " return p.dataset.ply !== ply || p.dataset.deal !== deal || !document.querySelector('#go')"
            " || document.querySelector('#refusal').textContent }",
            arg=[seen["deal"], seen["ply"]],
        )
        assert page.locator("#refusal").inner_text() == "", move
        made.append(move)
    raise AssertionError(f"the match did not end; {len(made)} moves were made")


def first(moves: Iterable[str], *wanted: Callable[[str], bool]) -> str:
    """The first move that is wanted most, else the first."""
    moves = list(moves)
    for want in wanted:
        for move in moves:
            if want(move):
                return move
    return moves[0]
