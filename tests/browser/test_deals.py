"""Is every game played on a phone by touch alone, to the end of a deal, with all its private acts, and readable there?

The pictures are left in tests/output/pages, to be looked at.
"""

from __future__ import annotations

import re

import pytest

from contracts.table_state import view
from services.bots import player as bots
from services.web_gateway.words import LANGS
from tests import needs
from tests.browser.touch import first, fits, picture, play, sit_down
from tests.waiting import wait_for

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]


async def prepared(club, name: str, others: list[str], *, strength: str = "steady", **rules) -> tuple[str, str]:
    """Open a tournament of Ana and bots under a fixed id, and begin it; give it and its table."""
    rules = {"rounds": 1, "seed": "spring", "max_deals": 1, "tie_breaks": ["wins"]} | rules
    rules |= {"table_min": len(others) + 1, "table_max": len(others) + 1}
    rows = [{"name": "Ana Ruiz"}] + [{"name": bot, "bot": strength} for bot in others]
    async with club.director() as http:
        made = await http.post("/api/tournaments", json={"id": name, "name": "Touch", "rules": rules})
        assert made.status_code == 201, made.text
        entered = await http.post(f"/api/tournaments/{name}/entrants", json=rows)
        here = {"entrants": entered.json()["entrants"]}
        assert (await http.post(f"/api/tournaments/{name}/check-in", json=here)).status_code == 200
        assert (await http.post(f"/api/tournaments/{name}/links/issue", json={"entrant": "e1"})).status_code == 200
    (table,) = await club.begin(name)
    await wait_for(lambda: club.known.tables[table].table is not None, what="the table")
    return name, table


class Seen:
    """Takes a picture the first time that something is seen, and remembers what was."""

    def __init__(self, page, name: str, *, whole: bool = False) -> None:
        self.page, self.name, self.whole, self.had = page, name, whole, set()

    def once(self, what: str, there: bool) -> None:
        if there and what not in self.had:
            self.had.add(what)
            fits(self.page)
            picture(self.page, f"{self.name}-{what}", whole=self.whole)


BOTS = ["Eleni Papadaki", "Dariush Rahimi", "Marta Vidal"]
LOOKS = [("phone", {}), ("persian", {"locale": "fa-IR"})]


@pytest.mark.parametrize(("look", "context"), [LOOKS[0], ("greek", {"locale": "el-GR"})], ids=["english", "greek"])
def test_draw_dominoes(running, visit, look, context):
    name, table = running.do(lambda c: prepared(c, f"line-{look}", BOTS[:1], game="draw_dominoes/1", max_deals=3))
    page = sit_down(running, visit, name, table, **context)
    seen = Seen(page, f"touch-line-{look}")

    def choose(now):
        seen.once("opening", not now["places"])
        seen.once("both-ends", len({m[-1] for m in now["moves"] if m[-1] in "LR"}) == 2)
        seen.once("draw", now["alone"] == "draw")
        seen.once("long", page.locator("#whole").count() > 0)
        ends = first(now["moves"], lambda m: m[-1] == ("L" if len(made) % 2 else "R"))
        made.append(ends)
        return ends

    made: list[str] = []
    play(running, page, table, choose)
    assert {"both-ends", "draw", "long"} <= seen.had
    assert {move[-1] for move in made} >= {"L", "R", "w"}
    fits(page)
    picture(page, f"touch-line-{look}-over")


@pytest.mark.parametrize(("look", "context"), LOOKS, ids=["english", "persian"])
def test_longana(running, visit, look, context):
    name, table = running.do(lambda c: prepared(c, f"arms-{look}", BOTS, game="longana/1"))
    page = sit_down(running, visit, name, table, **context)
    seen = Seen(page, f"touch-arms-{look}")

    def choose(now):
        seen.once("first", True)
        seen.once("two-places", len({m.partition("@")[2] for m in now["moves"]}) > 1)
        seen.once("pass", now["alone"] == "pass")
        return first(now["moves"], lambda m: m.startswith("lead"))

    play(running, page, table, choose)
    picture(page, f"touch-arms-{look}-over")
    assert seen.had


@pytest.mark.parametrize(("look", "context"), LOOKS, ids=["english", "persian"])
def test_mexican_train(running, visit, look, context):
    """A deal and more: till he has drawn, kept, ended a chain, and seen markers and an open double."""
    options = {"drawn_tile_play": "any_eligible"}
    rules = {"game": "mexican_train/1", "options": options, "max_deals": 8}
    name, table = running.do(lambda c: prepared(c, f"trains-{look}", BOTS, **rules))
    page = sit_down(running, visit, name, table, **context)
    seen = Seen(page, f"touch-trains-{look}", whole=True)
    marked, waits = (spoken(look, key) for key in ("train.marked", "train.first"))

    def choose(now):
        states = page.locator(".arm .state").all_inner_texts()
        seen.once("first-turn", now["alone"] == "end")
        seen.once("drawn", now["alone"] == "keep" and any("@" in m for m in now["moves"]))
        seen.once("marked", marked in states)
        seen.once("open-double", any(waits in state for state in states))
        if now["alone"] in ("end", "keep") and now["alone"] not in made:
            move = now["alone"]
        else:
            move = first(now["moves"], double, lambda m: "@MT" in m)
        made.append(move)
        return move

    made: list[str] = []
    acts, sights = {"end", "draw", "keep"}, {"first-turn", "drawn", "marked", "open-double"}

    def enough() -> bool:
        return acts <= set(made) and sights <= seen.had and bool(running.club.known.tables[table].table.finished)

    play(running, page, table, choose, until=enough, seconds=200)
    assert acts <= set(made)
    assert sights <= seen.had
    assert any("@MT" in move for move in made)


def double(move: str) -> bool:
    high, _, low = move.partition("@")[0].partition("-")
    return high == low


def spoken(look: str, key: str) -> str:
    """What the page says beside a train, up to the first fact in it."""
    lang = LANGS["fa" if look == "persian" else "en"]
    return max(lang.raw(key).replace("{tile}", "{").replace("{n}", "{").split("{"), key=len).strip()


@pytest.mark.parametrize(("look", "context"), LOOKS, ids=["english", "persian"])
def test_lora_with_chosen_contracts(running, visit, look, context):
    """Cuts when it is his turn to, names the layout, follows suit, lays and passes: the dealer changes every deal."""
    options = {"contract_order": "chosen", "deal_rotation": "alternating", "packet_deal_on_refused_cut": True}
    rules = {"game": "lora/1", "options": options, "max_deals": 12}
    name, table = running.do(lambda c: prepared(c, f"lora-{look}", BOTS, **rules))
    page = sit_down(running, visit, name, table, **context)
    seen = Seen(page, f"touch-lora-{look}")

    def choose(now):
        kind = now["moves"][0].split()[0] if " " in now["moves"][0] or now["moves"][0] == "pass" else "card"
        for act in ("cut", "name", "pass"):
            seen.once(act, kind == act)
        seen.once("follow", kind == "card" and 1 < page.locator(".trick li").count() < 4)
        seen.once("rows", page.locator(".rows .laid .pcard").count() > 5)
        if kind == "cut":
            return next(m for m in now["moves"] if m.removeprefix("cut ") in now["pieces"])
        return first(now["moves"], lambda m: m == "name layout")

    sights = {"cut", "name", "pass", "follow", "rows"}

    def enough() -> bool:
        return sights <= seen.had and len(running.club.known.tables[table].table.finished) > 1

    made = play(running, page, table, choose, until=enough, seconds=200)
    assert sights <= seen.had
    assert "name layout" in made


def test_the_last_card_is_called_in_the_libyan_version(running, visit):
    """Seven contracts are played away; then the layout, as well as one can, to the call of the last card."""
    rules = {"game": "lora/1", "options": {"version": "libyan"}, "max_deals": 8, "strength": "random"}
    name, table = running.do(lambda c: prepared(c, "libya", BOTS, **rules))
    page = sit_down(running, visit, name, table)
    seen = Seen(page, "touch-libyan")
    seat = [plan.bot for plan in running.club.known.tables[table].seats].index("")

    def choose(now):
        seen.once("rows", page.locator(".rows .laid .pcard").count() > 7)
        seen.once("call", now["pattern"].endswith("!"))
        known = view(running.club.known.tables[table].table, seat)
        return bots.choose("strong", known.board, tuple(now["moves"]), now["ply"])

    made = play(running, page, table, choose, seconds=200)
    assert {"rows", "call"} <= seen.had
    assert any(re.fullmatch(r"..!", move) for move in made)
    picture(page, "touch-libyan-over")
