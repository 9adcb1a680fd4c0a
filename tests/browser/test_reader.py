"""Can a table be played without seeing it and without a pointer: roles, names, what is spoken, and a key for every act?"""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests import needs
from tests.browser.conftest import WIDE
from tests.browser.test_deals import BOTS, prepared
from tests.browser.touch import READ, first, play, sit_down

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

TABLES = {
    "line": (BOTS[:1], {"game": "draw_dominoes/1"}),
    "arms": (BOTS, {"game": "longana/1"}),
    "trains": (BOTS, {"game": "mexican_train/1", "max_deals": 2}),
    "tricks": (BOTS, {"game": "lora/1", "max_deals": 2}),
    "layout": (
        BOTS,
        {
            "game": "lora/1",
            "max_deals": 2,
            "options": {"omit_contracts": ["minimum", "maximum", "queens", "hearts", "jack_clubs", "king_last"]},
        },
    ),
}

SHAPES = {  # what a reader hears of each table, from top to bottom
    "line": r"""
- region "Table":
  - switch "Show the table as drawn"
  - 'button /[Tt]he left end: \d+/'
  - 'button /[Tt]he right end: \d+/'
  - group: The whole line
  - list "Players"
""",
    "arms": r"""
- region "Table":
  - switch "Show the table as drawn"
  - list:
    - listitem:
      - button /You .* end \d+/
    - listitem:
      - button /.* end \d+/
  - list "Players"
""",
    "trains": r"""
- region "Table":
  - switch "Show the table as drawn"
  - list:
    - listitem:
      - button /You .* end \d+/
    - listitem:
      - button /Mexican Train open to all .*end \d+/
  - list "Players"
""",
    "tricks": r"""
- region "Table":
  - list:
    - listitem:
      - img /the .* of (spades|hearts|diamonds|clubs)/
  - list "Players"
""",
    "layout": r"""
- region "Table":
  - list:
    - listitem: /spades/
    - listitem: /hearts/
    - listitem: /diamonds/
    - listitem: /clubs/
  - list "Players"
""",
}


def some_way(page: Page, name: str) -> bool:
    """Whether enough lies on the table to be told."""
    marks = {"line": "#whole", "arms": ".arm .chain .tile", "trains": ".arm .chain .tile", "tricks": ".trick li"}
    return page.locator("#panel").get_attribute("data-turn") == "yes" and bool(
        page.locator(marks.get(name, ".rows .pcard")).count()
    )


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_told_to_who_cannot_see_it(running, visit, name):
    others, rules = TABLES[name]
    at = running.do(lambda c: prepared(c, f"told-{name}", others, **rules))
    page = sit_down(running, visit, *at)
    play(running, page, at[1], lambda now: first(now["moves"]), until=lambda: some_way(page, name))
    expect(page.locator("#page")).to_match_aria_snapshot(SHAPES[name])
    # The hand: each piece a button that says what it is, and whether it fits.
    hand = page.get_by_role("group", name="Your hand").last
    for button in hand.get_by_role("button").all():
        said = button.get_attribute("aria-label")
        assert re.fullmatch(r"[\w ,-]+", said), said
        assert ("fits" in said) == ("legal" in button.get_attribute("class"))
        assert button.get_attribute("aria-pressed") in ("true", "false")
    # What is new is told by itself: the move made last, and whose turn it is.
    assert page.locator("#last").get_attribute("aria-live") == "polite"
    assert page.locator("#last").inner_text().startswith("Last move: ")
    assert page.locator("#say").get_attribute("aria-live") == "polite"
    assert page.locator("#say").inner_text().startswith("Your turn.")
    faults = Axe().run(page).response["violations"]
    assert not faults, faults
    if page.locator("#as-drawn").count():
        page.locator(".as-drawn").tap()
        faults = Axe().run(page).response["violations"]
        assert not faults, faults


def by_keys(page: Page, now: dict, move: str) -> None:
    """Make a move without a pointer: a number or Tab and Enter for the piece, arrows for the place, Enter to play."""
    if move == now["alone"]:
        page.locator("#go").focus()
        page.keyboard.press("Enter")
        return
    piece, place = next(
        (piece, place)
        for piece in now["pieces"]
        for place in ([p["id"] for p in now["places"]] if "{place}" in now["pattern"] else [""])
        if now["pattern"].replace("{tile}", piece).replace("{place}", place) == move
    )
    at = now["pieces"].index(piece)
    if at < 10:
        page.keyboard.press(str((at + 1) % 10))
    else:
        page.locator(f'[data-tile="{piece}"]').focus()
        page.keyboard.press("Enter")
    expect(page.locator(f'[data-tile="{piece}"]')).to_have_attribute("aria-pressed", "true")
    for _ in range(20 if place else 0):
        if page.locator(f'[data-place="{place}"].picked').count():
            break
        page.keyboard.press("ArrowRight")
    assert page.locator("#spoken").inner_text() == page.locator("#go").inner_text()
    page.keyboard.press("Enter")


KEYED = {
    "line": (BOTS[:1], {"game": "draw_dominoes/1", "max_deals": 2}),
    "trains": (BOTS, {"game": "mexican_train/1", "max_deals": 6}),
    "lora": (
        BOTS,
        {
            "game": "lora/1",
            "max_deals": 4,
            "options": {"contract_order": "chosen", "deal_rotation": "alternating"},
        },
    ),
}


@pytest.mark.parametrize("name", KEYED)
def test_every_act_has_its_key(running, visit, name):
    others, rules = KEYED[name]
    at = running.do(lambda c: prepared(c, f"keys-{name}", others, **rules))
    page = sit_down(running, visit, *at, is_mobile=False, has_touch=False, **WIDE)

    def choose(now):
        if now["moves"][0].startswith("cut"):
            return next(m for m in now["moves"] if m.removeprefix("cut ") in now["pieces"])
        words.add(re.sub(r"[^a-z ].*| .*", "", now["moves"][0]))
        return first(reversed(now["moves"]), lambda m: m == "name layout", lambda m: m != now["alone"])

    def enough() -> bool:
        return words >= wanted and bool(running.club.known.tables[at[1]].table.finished)

    words: set[str] = set()
    wanted = {"line": {"", "draw"}, "trains": {"", "draw"}, "lora": {"", "name"}}[name]
    play(running, page, at[1], choose, act=by_keys, until=enough, seconds=200)
    assert words >= wanted


def test_enter_on_a_tile_picks_it_and_never_passes_or_ends_the_turn(running, visit):
    at = running.do(lambda c: prepared(c, "enter", BOTS, game="mexican_train/1"))
    page = sit_down(running, visit, *at, is_mobile=False, has_touch=False, **WIDE)
    play(
        running,
        page,
        at[1],
        lambda now: first(now["moves"]),
        act=by_keys,
        until=lambda: page.evaluate(READ)["turn"] and page.evaluate(READ)["alone"] == "end",
    )
    ply = page.locator("#panel").get_attribute("data-ply")
    piece = page.locator(".piece.legal").last
    piece.focus()
    page.keyboard.press("Enter")
    expect(piece).to_have_attribute("aria-pressed", "true")
    assert page.locator("#panel").get_attribute("data-ply") == ply
