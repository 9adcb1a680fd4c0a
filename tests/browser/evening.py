# the apostrophe of the pages is meant
"""The people of a club night, each at a browser of his own: what they look for on the pages, and what they press.

They use names and words as a person reads them; an address is typed only where a person would have a link or a bookmark.
"""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OUTPUT, settle


def read(text: str) -> re.Pattern[str]:
    """A text as it is read: without the marks that hold a name of another script in its place."""
    return re.compile("^" + "".join(f"[\u2068\u2069]*{re.escape(c)}" for c in text) + "[\u2068\u2069]*$")


class Someone:
    """Anybody with a browser."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.url}{path}")
        return self.page

    def arrive(self, link: str) -> None:
        """Open a link that was given to him."""
        self.page.goto(link)

    def button(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=read(name))

    def link(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("link", name=read(name))

    def picture(self, name: str) -> None:
        """Leave a picture of the whole page, to be looked at; nothing on it is wider than the screen."""
        settle(self.page)
        self.page.screenshot(path=OUTPUT / f"night-{name}.png", full_page=True)
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{self.page.url} is {wide} px wider than the screen"


class Scorer(Someone):
    """Whoever enters scores at the sheet of a table; a player reports at the same sheet."""

    def sheet(self, table: str) -> Page:
        return self.go(f"/table/{table}/sheet")

    def fill(self, hands: tuple[int, ...]) -> None:
        """Write down a deal in which the only one without a tile went out."""
        out = hands.index(0)
        self.page.get_by_label("Who went out").select_option(index=out + 1)
        for seat, counts in enumerate(hands):
            if seat != out:
                self.page.locator(f'input[name="points{seat}"]').fill(str(counts))

    def enter(self, table: str, *deals: tuple[int, ...]) -> None:
        """Enter what is left to enter of a table, deal after deal."""
        self.sheet(table)
        for hands in deals:
            waits = self.page.locator("#h-deal").inner_text()
            self.fill(hands)
            self.button("Show what it brings").click()
            expect(self.page.locator("#totals")).to_be_visible()
            self.button("Sign").click()
            expect(self.page.locator("#refusal")).to_have_count(0)
            expect(
                self.page.locator("#h-deal").or_(self.page.get_by_text("The match at this table is over."))
            ).not_to_have_text(waits)

    def report(self, hands: tuple[int, ...]) -> None:
        """Report a deal for one's side, at the sheet that is open."""
        self.fill(hands)
        self.button("Send my report").click()


class Player(Scorer):
    """Somebody with a personal link on his phone."""

    def to_table(self) -> str:
        """Go from one's own page to the table, and on to its sheet; give the table's id."""
        self.page.get_by_role("link", name=re.compile(r"^Go to table \d+$")).click()
        self.page.wait_for_url("**/play")
        found = self.page.url.split("/table/")[1].split("/")[0]
        self.link("Enter scores").click()
        self.page.wait_for_url("**/sheet")
        return found


class Arbiter(Scorer):
    """The arbiter, who begins at the desk to which his link has led him."""

    def arrive(self, link: str) -> None:
        super().arrive(link)
        self.desk = self.page.url

    def at_desk(self) -> None:
        self.page.goto(self.desk)

    def at_work(self) -> None:
        self.at_desk()
        self.link("Tables to look after").click()
        self.page.wait_for_url("**/tables")

    def link_of(self, text: str) -> Locator:
        """The newest case that says so."""
        return self.page.locator("#cases a").filter(has_text=text).first

    def close_case(self, note: str) -> None:
        """Close the case that is open on the page."""
        self.page.locator("#close > summary").click()
        self.page.get_by_label("What was ruled or said").fill(note)
        self.button("Close the case").click()
        expect(self.page.locator("#facts .chip")).to_have_text("final")


class Director(Scorer):
    """The director at the laptop in the hall."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__(page, url)
        self.night = ""

    @property
    def desk(self) -> str:
        return f"/t/{self.night}/director"

    def at_desk(self) -> Page:
        return self.go(self.desk)

    def says(self, text: str | re.Pattern[str]) -> None:
        """Wait until the desk says where the round stands."""
        expect(self.page.locator("#c-round")).to_contain_text(text, timeout=20_000)

    def personal_link(self, name: str) -> str:
        """Read somebody's link off the page of links."""
        slip = self.page.locator(".slip").filter(has=self.page.get_by_text(name, exact=True))
        return slip.locator("a:has(code)").get_attribute("href") or ""

    def line_of(self, name: str) -> Locator:
        """The line of an entrant at the desk."""
        return self.page.locator("#c-people li").filter(has=self.page.get_by_text(name, exact=True))

    def tables(self) -> dict[str, list[str]]:
        """Read the tables of the running round off the desk: their ids, and who sits there in seat order."""
        lines = self.page.locator("#c-tables > ul > li")
        expect(lines.filter(has_not=self.page.locator('a[href$="/sheet"]'))).to_have_count(0)  # every table is open
        found = {}
        for line in lines.all():
            link = line.locator(".tableline > a").first
            table = (link.get_attribute("href") or "").split("/table/")[1].split("/")[0]
            found[table] = link.locator("bdi").all_inner_texts()
        return found


class Scores:
    """What the hands of the evening's deals counted: always the same, whoever enters them."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def deal(self, seats: int) -> tuple[int, ...]:
        """Somebody goes out; the others hold something that their hands can count, now and then the same."""
        out = self._chance.randrange(seats)
        return tuple(0 if seat == out else self._chance.choice((3, 8, 12, 17, 17, 24, 31, 46)) for seat in range(seats))
