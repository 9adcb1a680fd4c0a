# Greek and Persian letters are meant
"""Can a club run its whole evening in the browser, from the list of names to the prizes?

Twenty-three play Mexican Train with real tiles, five rounds, at tables of three and four: three rounds by score, one at
tables of exactly four, which leaves two out, and a last one with the final table. Director, arbiter, scorer and two
players each have a browser of their own. What goes wrong on such an evening goes wrong here, and at the end everything
that the pages say of the standings is held against a ranking that shares no code with ours, counted from the log.

The pictures are left in tests/output/pages, to be looked at.
"""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from contracts import ranking
from contracts.tournament_state import Tournament
from services.as_it_stood import as_it_stood
from tests import needs
from tests.browser.conftest import PHONE, WIDE, live
from tests.browser.evening import Arbiter, Director, Player, Scorer, Scores
from tests.oracle_ranking import Oracle

pytestmark = [needs.needs_browser, pytest.mark.timeout(400)]

LIST = """name,club
Ana Ruiz,Peña del Puerto
Dariush Rahimi,Hafez
Ελένη Παπαδάκη,Πλατεία
Marta Vidal,Peña del Puerto
Yusuf Demir,Boğaz
نگار کاظمی,حافظ
Νίκος Αντωνίου,Πλατεία
Bo Larsen,Havnen
Inês Carvalho,Ribeira
رضا شهابی,حافظ
Σοφία Γεωργίου,Πλατεία
Joan O'Neill,"Domino & Card, Cork"
مهسا نیک‌پور,حافظ
Tomás Ibarra,Peña del Puerto
Κώστας Δημητρίου,Πλατεία
Linnéa Åström,Havnen
سهراب یزدانی,حافظ
Zoltán Kővári,Duna
Μαρία Ιωάννου,Πλατεία
Émile Lefèvre,Ribeira
پروانه گلستانی,حافظ
Wanda Szymańska,Duna
"""
AWAY = "Zoltán Kővári"
"""Seated in round 1, and not there; he comes for round 2."""
LATE = "Çağla Öztürk"
LEAVES = "Bo Larsen"
CHAIN = ("head_to_head", "opponents_cut1", "sonneborn_berger", "best_game", "place_counts", "lots")
STAGES = (("Swiss", 3, "", ""), ("Swiss", 1, "", "4"), ("final table", 1, "8", ""))
"""Format, rounds, how many enter, and the size of the tables where it is not the tournament's."""
ROUNDS = 5
DEALS = 2


class Night:
    """The evening: who is there, what was dealt, and what a later hour comes back to."""

    def __init__(self, running, visit) -> None:
        self.running = running
        self.director = Director(visit(**WIDE), running.url)
        self.arbiter = Arbiter(visit(**WIDE), running.url)
        self.scorer = Scorer(visit(**WIDE), running.url)
        self.ana = Player(visit(**PHONE), running.url)
        self.neighbour = Player(visit(**PHONE), running.url)
        self.scores = Scores(5)
        self.tables: dict[str, list[str]] = {}
        self.wrong = ""
        self.right: list[tuple[int, ...]] = []

    def state(self) -> Tournament:
        """What the log says of the tournament, whatever the pages show."""

        async def fold(club):
            return (await as_it_stood(club.log, self.director.night))[0]

        return self.running.do(fold)

    def deals(self, table: str) -> list[tuple[int, ...]]:
        """What the hands counted in each deal of a table."""
        return [self.scores.deal(len(self.tables[table])) for _ in range(DEALS)]

    def of(self, name: str) -> str:
        """The table at which somebody sits."""
        return next(table for table, names in self.tables.items() if name in names)

    def seat(self, number: int) -> None:
        self.director.at_desk()
        self.director.button(f"Seat round {number}").click()
        self.director.says(f"Round {number} is seated")

    def begin(self, number: int) -> None:
        self.director.button(f"Begin round {number}").click()
        self.director.says(f"Round {number} plays: 0 of")
        self.tables = self.director.tables()

    def score(self, *, but: tuple[str, ...] = ()) -> None:
        """The scorer enters every table whose players have not done so themselves."""
        for table in self.tables:
            if table not in but:
                self.scorer.enter(table, *self.deals(table))

    def over(self, number: int) -> None:
        self.director.at_desk()
        last = number == ROUNDS
        self.director.says(f"All {number} rounds are played." if last else f"Round {number + 1} of 5 can be seated")


def standing(night: Night) -> dict[str, tuple[Fraction, int]]:
    """Points and place of everybody by the oracle."""
    t = night.state()
    oracle = Oracle(t)
    places = oracle.places([e.id for e in t.entrants], CHAIN)
    return {e.name: (oracle.total[e.id], places[e.id]) for e in t.entrants}


def effect_on(page: Page) -> tuple[dict[str, tuple[Fraction, int]], dict[str, tuple[Fraction, int]]]:
    """Read what an act would change off the page on which it is signed: the lines as they are, and as they would be."""
    before, after = {}, {}
    for line in page.locator("#effect tbody tr").all():
        name = line.locator("th").inner_text()
        points, place = (cell.split(" now ") for cell in line.locator("td").all_inner_texts())
        before[name] = (Fraction(points[0]), int(place[0]))
        after[name] = (Fraction(points[-1]), int(place[-1]))
    return before, after


# --- before the first round


def the_director_opens_the_evening(night: Night) -> None:
    director, page = night.director, night.director.page
    director.go(f"/staff/{night.running.club.auth.director_link()}")
    director.go("/director/new")
    page.get_by_label("Name", exact=True).fill("Thursday Club Night")
    page.get_by_label("Mexican Train", exact=True).check()
    page.locator('input[name="rounds"]').fill(str(ROUNDS))
    page.get_by_label("Smallest table").fill("3")
    page.get_by_label("Largest table").fill("4")
    page.get_by_label("Deals at most").fill(str(DEALS))
    page.get_by_label("With real tiles or cards, the scores of each deal entered").check()
    page.locator("#stages > summary").click()
    for number, (form, rounds, enter, size) in enumerate(STAGES, start=1):
        stage = page.get_by_role("group", name=f"Stage {number}")
        stage.get_by_label("Format").select_option(label=form)
        stage.get_by_label("Rounds").fill(str(rounds))
        stage.get_by_label("How many enter").fill(enter)
        stage.get_by_label("Players at a table, at least").fill(size)
        stage.get_by_label("at most").fill(size)
    page.get_by_text("House rules, ties, seed").click()
    page.get_by_label("Tie-breaks in order").fill(", ".join(CHAIN))
    page.get_by_label("Places that qualify").fill("8")
    page.get_by_label("Seed of the lots").fill("autumn")
    director.picture("0-new")
    director.button("Create").click()
    page.wait_for_url("**/director")
    director.night = page.url.split("/t/")[1].split("/")[0]


def the_staff_has_links(night: Night) -> None:
    director, page = night.director, night.director.page
    director.link("Staff", page.locator("#c-round")).click()
    for role, name, one in (("Arbiter", "Farid", night.arbiter), ("Scorer", "Eleni", night.scorer)):
        page.get_by_label("Role").select_option(label=role)
        page.get_by_label("Name").fill(name)
        director.button("Make a link").click()
        one.arrive(director.personal_link(name))
        expect(one.page.locator(".head")).to_contain_text(role)
    director.picture("0-staff")


def the_list_is_looked_at_and_imported(night: Night) -> None:
    director, page = night.director, night.director.page
    director.at_desk()
    page.get_by_label("or paste the list here").fill(LIST + "Ana  ruiz,Peña del Puerto\n,Duna\n")
    director.button("Look at it").click()
    expect(page.locator("#h-rows")).to_have_text("22 new, 0 to the waiting list, 0 already in, 2 with a fault.")
    page.get_by_label("The list").fill(LIST)  # one stood there twice, another had no name
    director.button("Look again").click()
    expect(page.locator("#h-rows")).to_have_text("22 new, 0 to the waiting list, 0 already in, 0 with a fault.")
    director.picture("1-list")
    page.get_by_label("Check them in as well").uncheck()
    director.button("Enter 22").click()
    expect(page.locator("#c-people li")).to_have_count(22)


def links_are_given_out(night: Night) -> None:
    director = night.director
    director.link("Links for players").click()
    director.button("Make 22 links").click()
    expect(director.page.locator(".slip code")).to_have_count(22)
    night.ana.arrive(director.personal_link("Ana Ruiz"))
    expect(night.ana.page.get_by_role("heading", name="Ana Ruiz")).to_be_visible()


def everybody_is_checked_in(night: Night) -> None:
    """One says so himself, one shows his code at the door, one is ticked on the list; the rest are all here."""
    director, ana = night.director, night.ana
    ana.button("I am here").click()
    expect(ana.page.get_by_text("Your table is shown here as soon as the round is seated.")).to_be_visible()
    director.page.goto(director.personal_link("Dariush Rahimi"))  # his code, read by the director's phone
    director.button("Yes, Dariush Rahimi is here").click()
    expect(director.page.get_by_text("2 of 22 are here.")).to_be_visible()
    director.button("Here: Marta Vidal").click()
    expect(director.page.get_by_text("3 of 22 are here.")).to_be_visible()
    director.picture("1-door")
    director.at_desk()
    director.button("All are here").click()
    expect(director.page.locator("#c-in")).to_contain_text("22 entered, 22 here.")


# --- round 1: somebody has not come, two sides write down different things, and the scorer makes a mistake


def somebody_seated_has_not_come(night: Night) -> None:
    director = night.director
    night.seat(1)
    director.picture("2-seated")
    director.link("Check-in").click()
    director.link(f"Did not come: {AWAY}").click()
    expect(director.page.get_by_text("The seating of this round has to be made again after that.")).to_be_visible()
    director.button("Yes, did not come").click()
    expect(director.page.get_by_text("21 of 22 are here.")).to_be_visible()
    director.at_desk()
    expect(director.line_of(AWAY)).to_contain_text("did not come to round 1")
    director.button("Drop this seating").click()
    director.says("Round 1 of 5 can be seated")
    night.seat(1)
    expect(director.page.locator("#c-seats")).not_to_contain_text(AWAY)
    night.begin(1)
    assert sorted(map(len, night.tables.values())) == [3, 3, 3, 4, 4, 4]


def two_sides_report_differently_and_the_arbiter_settles_it(night: Night) -> None:
    ana, neighbour, arbiter = night.ana, night.neighbour, night.arbiter
    table = ana.to_table()
    assert table == night.of("Ana Ruiz")
    other = next(name for name in night.tables[table] if name != "Ana Ruiz")
    night.director.go(f"/t/{night.director.night}/links")
    neighbour.arrive(night.director.personal_link(other))
    assert neighbour.to_table() == table
    first, second = night.deals(table)
    ana.report(first)
    expect(ana.page.get_by_text("The same report by another side settles the deal.")).to_be_visible()
    mistaken = tuple(count + 1 if count else 0 for count in first)
    neighbour.report(mistaken)
    expect(neighbour.page.get_by_text("The reports differ.")).to_be_visible()
    neighbour.report(mistaken)  # the network was slow, so he sends it again
    expect(neighbour.page.get_by_text("The reports differ.")).to_be_visible()
    neighbour.picture("3-reports-differ")
    arbiter.at_work()
    expect(arbiter.page.get_by_text("The reports of deal 1 differ.")).to_be_visible()
    arbiter.picture("3-called")
    arbiter.sheet(table)
    arbiter.button("Take the report of Ana Ruiz").click()
    expect(arbiter.page.get_by_text("The match goes on.")).to_be_visible()
    arbiter.button("Sign").click()
    expect(arbiter.page.locator("#h-deal")).to_have_text("Enter deal 2")
    arbiter.at_desk()
    arbiter.link_of("Two sides report a deal differently").click()
    arbiter.close_case("Counted again at the table; Ana had it right.")
    ana.sheet(table)
    ana.report(second)
    neighbour.sheet(table)
    neighbour.picture("3-agrees")
    neighbour.button("I agree with Ana Ruiz").click()
    expect(neighbour.page.get_by_text("The match at this table is over.")).to_be_visible()


def the_scorer_enters_the_rest_and_makes_a_mistake(night: Night) -> None:
    own = night.of("Ana Ruiz")
    night.wrong = next(table for table in night.tables if table != own)
    night.right = night.deals(night.wrong)
    turned = [tuple(reversed(hands)) for hands in night.right]  # read from the other end of the slip
    night.scorer.enter(night.wrong, *turned)
    night.score(but=(own, night.wrong))
    night.over(1)


# --- round 2: one comes late and one after all, two change places, and the arbiter rules


def a_late_entry_and_one_who_comes_after_all(night: Night) -> None:
    director = night.director
    form = director.page.locator('form[action$="/do/register"]')
    form.get_by_label("Name").fill(LATE)
    director.button("Add player", form).click()
    director.button("Here", director.line_of(LATE)).click()
    director.button("Here", director.line_of(AWAY)).click()
    expect(director.page.locator("#c-in")).to_contain_text("23 entered, 23 here.")
    night.seat(2)


def two_change_places_before_the_round_begins(night: Night) -> None:
    """Two have asked for it; the director sees what it costs before the seating is changed."""
    director, page = night.director, night.director.page
    director.link("Change by hand").click()
    first, second = page.locator("[data-put]").nth(0), page.locator("[data-put]").nth(1)
    one, two = first.locator("bdi").first.inner_text(), second.locator("bdi").first.inner_text()
    first.get_by_role("button").filter(has_text=one).click()
    expect(page.locator("#held")).to_contain_text(one)
    second.get_by_role("button").filter(has_text=two).click()
    expect(page.locator("#effect .touched li").first).to_be_visible()
    director.picture("4-swapped")
    director.button("Seat them so").click()
    expect(page.locator("#c-seats")).to_contain_text("changed by hand once")
    night.begin(2)
    first_table, second_table, *_ = night.tables.values()
    assert two in first_table
    assert one in second_table
    assert sorted(map(len, night.tables.values())) == [3, 4, 4, 4, 4, 4]


def the_arbiter_rules_that_a_deal_is_played_again(night: Night) -> None:
    """The first deal is entered when Ana sees that a tile had lain under the table: it has to be played again."""
    ana, arbiter = night.ana, night.arbiter
    table = night.of("Ana Ruiz")
    void, again, second = night.scores.deal(4), *night.deals(table)
    night.scorer.enter(table, void)
    ana.go(f"/t/{night.director.night}/me")
    ana.page.get_by_role("link", name=re.compile(r"^Go to table \d+$")).click()
    ana.button("Call arbiter").click()
    expect(ana.page.get_by_text("Arbiter called")).to_be_visible()
    ana.picture("4-called")
    arbiter.at_work()
    expect(arbiter.page.get_by_text("calls the arbiter")).to_be_visible()
    arbiter.at_desk()
    arbiter.link_of("Call for the arbiter").click()
    page = arbiter.page
    page.locator("#log a").filter(has_text="Deal 1 is entered").click()
    arbiter.picture("4-case")
    page.get_by_label("Facts found").fill("3-3 lay under the table all through deal 1.")
    page.get_by_label("Rules by id").fill("MT-4")
    page.get_by_label("Decision").fill("Deal 1 is played again with all its tiles.")
    page.locator("#ruling select[name=rewind]").select_option(label="goes back to the start of deal 1")
    arbiter.button("Show the effect").click()
    expect(page.locator("#effect")).to_contain_text("goes back to the start of deal 1")
    arbiter.picture("4-ruling")
    assert night.state().desk.cases[-1].rulings == (), "looked at, not signed"
    arbiter.button("Sign").click()
    expect(page.get_by_text("Ruling by")).to_be_visible()
    arbiter.close_case("Nobody appeals.")
    ana.go(f"/t/{night.director.night}/me")
    expect(ana.page.locator("#cases")).to_contain_text("Deal 1 is played again with all its tiles.")
    night.scorer.enter(table, again, second)
    night.score(but=(table,))
    night.over(2)


# --- round 3: somebody leaves, and a result of round 1 turns out to be wrong


def somebody_leaves(night: Night) -> None:
    director = night.director
    line = director.line_of(LEAVES)
    line.locator("summary").click()
    director.link("Withdraw", line).click()
    expect(director.page.get_by_text("From the next round on. What was played stands")).to_be_visible()
    director.page.get_by_label("Reason").fill("The last bus goes at ten.")
    director.picture("5-leaves")
    director.button("Yes, withdraw").click()
    expect(director.line_of(LEAVES)).to_contain_text("withdrawn")
    night.seat(3)
    night.begin(3)
    assert sorted(map(len, night.tables.values())) == [3, 3, 4, 4, 4, 4]


def a_result_of_round_1_is_put_right(night: Night) -> None:
    """The slip is found: the scorer had read it from the other end. What that changes is shown before it is signed."""
    arbiter, page = night.arbiter, night.arbiter.page
    totals = [sum(hands) for hands in zip(*night.right, strict=True)]
    arbiter.at_desk()
    number = night.state().table(night.wrong)[1].number
    page.locator(f"#at-1-{number}").click()
    for seat, total in enumerate(totals):
        page.locator(f'#fix input[name="total0_{seat}"]').fill(str(total))
        page.locator(f'#fix input[name="place0_{seat}"]').fill(str(1 + sum(other < total for other in totals)))
    page.locator("#fix").get_by_label("Reason").fill("The slip was read from the other end.")
    arbiter.button("Show the effect").click()
    before, after = effect_on(page)
    stood = standing(night)
    assert before
    assert before == {name: stood[name] for name in before}, "as they stand"
    expect(page.locator("#effect")).to_contain_text("Tables of this round seated on the old scores")
    arbiter.picture("5-correction")
    arbiter.button("Sign").click()
    page.wait_for_url("**/desk/table/*")
    assert standing(night) == stood | after, "what was shown is what happened, and nothing else"
    night.score()
    night.over(3)


# --- round 4: two are left out; round 5: the final table


def two_have_a_bye(night: Night) -> None:
    night.seat(4)
    expect(night.director.page.locator("#ds-bye li")).to_have_count(2)
    night.director.picture("6-byes")
    night.begin(4)
    assert [len(names) for names in night.tables.values()] == [4] * 5
    assert len(night.state().rounds[3].byes) == 2
    night.score()
    night.over(4)


def the_first_eight_play_at_two_tables(night: Night) -> None:
    before = night.state()
    order = [row.name for row in ranking.standings(before).rows]
    night.seat(5)
    night.director.picture("7-final")
    night.begin(5)
    first, second = night.tables.values()
    assert set(first) == set(order[:4]), "the final table"
    assert set(second) == set(order[4:8])
    night.score()
    night.over(5)
    night.director.button("Finish the tournament").click()
    night.director.says("The tournament is finished.")


# --- afterwards


def the_prizes_are_read_out(night: Night) -> None:
    director = night.director
    director.go(f"/t/{director.night}/print/prizes")
    director.page.get_by_role("textbox").fill("The cup\nA ham\nA bottle of oil")
    director.button("Show").click()
    expect(director.page.locator("table.prizes")).to_contain_text("The cup")
    director.picture("8-prizes")


def everything_that_is_shown_is_what_the_oracle_says(night: Night) -> None:
    t = night.state()
    oracle = Oracle(t)
    everybody = [e.id for e in t.entrants]
    places = oracle.places(everybody, CHAIN)
    level = {e: {o for o in everybody if oracle.total[o] == oracle.total[e]} for e in everybody}
    guest = Player(night.neighbour.page, night.director.url)  # anybody with a phone
    guest.go(f"/t/{night.director.night}?lang=en")
    shown = guest.page.locator(".ranks > ol > li")
    expect(shown).to_have_count(23)
    on_page = {}
    for line in shown.all():
        place, _, _, points = line.locator("summary > span:not(.unseen)").all_inner_texts()
        on_page[(line.get_attribute("id") or "").removeprefix("r-")] = (int(place), Fraction(points))
    assert on_page == {e: (places[e], oracle.total[e]) for e in everybody}

    answer = guest.page.request.get(f"{guest.url}/t/{night.director.night}/standings.csv")
    rows = list(csv.DictReader(io.StringIO(answer.text().removeprefix("\ufeff"))))
    assert {row["entrant"]: (int(row["place"]), Fraction(row["points"])) for row in rows} == on_page
    for row in rows:
        e = row["entrant"]
        for name in ("head_to_head", "opponents_cut1", "sonneborn_berger", "lots"):
            assert Fraction(row[name]) == oracle.value(name, e, level[e]), (row["name"], name)
        assert Fraction(row["best_game"]) == -oracle.compared("best_game", e, level[e])[0]
        assert [row["shared"] == "yes"] == [list(places.values()).count(places[e]) > 1]

    told = guest.page.request.get(f"{guest.url}/api/tournaments/{night.director.night}/standings").json()
    assert {row["entrant"]: (row["place"], Fraction(row["points"]["value"], 100)) for row in told["rows"]} == on_page
    for row in told["rows"]:
        (firsts,) = (v for v in row["tie_breaks"] if v["name"] == "place_counts")
        counted = [part["value"] for part in firsts["parts"]]
        wanted = list(oracle.compared("place_counts", row["entrant"], level[row["entrant"]]))
        assert counted == wanted[: len(counted)]
        assert not any(wanted[len(counted) :])
    for tab in ("standings", "seating", "tables", "rules"):
        guest.go(f"/t/{night.director.night}?tab={tab}&lang=fa")
        guest.picture(f"9-{tab}-fa")


def test_a_club_night(running, visit):
    night = Night(running, visit)
    the_director_opens_the_evening(night)
    the_staff_has_links(night)
    the_list_is_looked_at_and_imported(night)
    links_are_given_out(night)
    everybody_is_checked_in(night)
    somebody_seated_has_not_come(night)
    two_sides_report_differently_and_the_arbiter_settles_it(night)
    the_scorer_enters_the_rest_and_makes_a_mistake(night)
    a_late_entry_and_one_who_comes_after_all(night)
    two_change_places_before_the_round_begins(night)
    the_arbiter_rules_that_a_deal_is_played_again(night)
    somebody_leaves(night)
    a_result_of_round_1_is_put_right(night)
    two_have_a_bye(night)
    the_first_eight_play_at_two_tables(night)
    the_prizes_are_read_out(night)
    everything_that_is_shown_is_what_the_oracle_says(night)


# --- another evening, with tiles on the screen


async def two_and_a_bot(club) -> tuple[str, str, str]:
    """A round of Longana at one table, and the arbiter's link."""
    names = ("Ana Ruiz", "Dariush Rahimi")
    t = await club.tournament(names, bots=1, rounds=1, table_min=3, table_max=3)
    (table,) = await club.begin(t)
    async with club.director() as http:
        made = await http.post(f"/api/tournaments/{t}/staff/issue", json={"role": "arbiter", "name": "Farid"})
        assert made.status_code == 200, made.text
        (farid,) = (await http.get(f"/api/tournaments/{t}/staff")).json()
    return t, table, farid["link"]


def plays(player: Player) -> int:
    """Wait for one's turn, play the first piece that fits or pass, and give the move's number."""
    panel, page = player.page.locator("#panel"), player.page
    expect(panel).to_have_attribute("data-turn", "yes", timeout=20_000)
    ply = panel.get_attribute("data-ply") or ""
    if page.locator(".piece.legal").count():
        page.locator(".piece.legal").first.tap()
    page.locator("#go").tap()
    expect(panel).not_to_have_attribute("data-ply", ply)
    return int(ply)


def test_the_arbiter_sends_a_table_back_to_a_move(running, visit):
    t, table, link = running.do(two_and_a_bot)
    people = {e.name: Player(visit(**PHONE), running.url) for e in running.club.known.tournaments[t].state.entrants[:2]}
    for entrant, player in zip(("e1", "e2"), people.values(), strict=True):
        player.arrive(f"{running.url}/p/{running.club.token(t, entrant)}")
        player.page.get_by_role("link", name=re.compile("^Go to table")).click()
        live(player.page)
    ana = people["Ana Ruiz"]
    made: dict[str, list[int]] = {name: [] for name in people}
    while min(map(len, made.values())) < 2:
        on_turn = next((n for n in people if people[n].page.locator("#panel[data-turn=yes]").count()), None)
        if on_turn:
            made[on_turn].append(plays(people[on_turn]))
    back_to = made["Ana Ruiz"][1]
    ana.button("Call arbiter").click()
    expect(ana.page.get_by_text("Arbiter called")).to_be_visible()

    arbiter = Arbiter(visit(**WIDE), running.url)
    arbiter.arrive(link)
    page = arbiter.page
    arbiter.link_of("Call for the arbiter").click()
    page.get_by_label("Reason").first.fill("Ana says that she had to pass.")
    arbiter.button("Open the hands to the arbiter").click()
    expect(page.get_by_text("You see all hands of this deal.")).to_be_visible()
    expect(ana.page.locator("#shown")).to_contain_text("Ana says that she had to pass.")
    while f"deal 1, move {back_to + 1}" not in (at := page.locator("h1").inner_text()):
        page.locator("a[rel=prev]").click()
        expect(page.locator("h1")).not_to_have_text(at)
    stands = running.club.known.tables[table].table.ply
    page.locator("#try .acts a").first.click()
    expect(page.locator("#whatif")).to_contain_text("nothing of it is recorded")
    arbiter.picture("a-what-if")
    arbiter.link("Back to the record").click()
    assert running.club.known.tables[table].table.ply == stands, "nothing was played at the table"
    page.get_by_label("Facts found").fill("She did not see that her arm was open.")
    page.get_by_label("Rules by id").fill("L-24")
    page.get_by_label("Decision").fill("Back to her move; a warning.")
    page.get_by_label(f"goes back to this position: deal 1, before move {back_to + 1}").check()
    arbiter.button("Show the effect").click()
    expect(page.locator("#effect")).to_contain_text(f"goes on from move {back_to + 1} of deal 1")
    arbiter.picture("a-sign")
    arbiter.button("Sign").click()
    expect(ana.page.locator("#panel")).to_have_attribute("data-ply", str(back_to))
    expect(ana.page.locator("#panel")).to_have_attribute("data-turn", "yes")
    ana.picture("a-back")
    ana.go(f"/table/{table}/replay")
    expect(ana.page.get_by_text(f"Ruling in case 1: back to before move {back_to + 1}")).to_be_visible()
