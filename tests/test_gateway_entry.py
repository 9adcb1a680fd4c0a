# ruff: noqa: RUF001  # letters of three scripts are meant
# letters of three scripts are meant
"""Entry in the browser and over HTTP: lists with a preview, arrival, waiting, leaving, pairs, policies."""

from __future__ import annotations

import html
import re

import msgspec
import pytest

from contracts import effect
from services import names
from services.web_gateway.gateway import now_s
from tests.club import RULES, Club, club
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # a real server and every service behind it, test by test

PAIRS = {
    "game": "draw_dominoes/1",
    "options": {"pairs": True},
    "pairs": True,
    "rounds": 1,
    "table_min": 2,
    "table_max": 2,
    "seed": "x",
    "max_deals": 1,
}


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("entry") / "log.db") as found:
        yield found


# --- pairs


async def two_pairs(c: Club) -> tuple[str, str]:
    """Two pairs of people at a table of their own, everybody with a link of his own."""
    async with c.director() as http:
        made = await http.post("/api/tournaments", json={"name": "Pairs", "rules": PAIRS})
        assert made.status_code == 201, made.text
        t = made.json()["id"]
        rows = [{"name": "Ana", "partner": "Bo"}, {"name": "Cy", "partner": "Di"}]
        entered = await http.post(f"/api/tournaments/{t}/entrants", json=rows)
        await http.post(f"/api/tournaments/{t}/check-in", json={"entrants": entered.json()["entrants"]})
        made = await http.post(f"/t/{t}/links")
        assert made.status_code == 303, made.text
        links = (await http.get(f"/api/tournaments/{t}/links")).json()
        people = [("e1.1", "Ana"), ("e1.2", "Bo"), ("e2.1", "Cy"), ("e2.2", "Di")]
        assert [(x["entrant"], x["name"]) for x in links] == people
        assert len({x["link"] for x in links}) == 4
        page = plain((await http.get(f"/t/{t}/links")).text)
        assert page.count('class="qr"') == 4
    (table,) = await c.begin(t)
    return t, table


def as_member(c: Club, t: str, member: str):
    pair = c.known.tournaments[t].state.of_member(member)
    token = c.auth.player_token(t, member, pair.link_of(member), now_s())
    return c.client(headers={"Authorization": f"Bearer {token}"})


async def test_partners_do_not_see_each_other_s_hands_and_each_speaks_for_both(running):
    c = running
    t, table = await two_pairs(c)
    members = ("e1.1", "e1.2", "e2.1", "e2.2")
    for at, one in enumerate(members, start=1):
        async with as_member(c, t, one) as http:
            sat = await http.post(f"/api/tables/{table}/sit", json={"nonce": f"{at:032x}"})
            assert sat.status_code == 200, sat.text
    await wait_for(lambda: c.known.tables[table].table.state is not None, what="the deal")
    hands = []
    for one in members:
        async with as_member(c, t, one) as http:
            view = (await http.get(f"/api/tables/{table}/mine")).json()["board"]
            seen = [hand for hand in view["hands"] if hand]
            assert len(seen) == 1, "his own hand alone"
            hands.append({str(tile) for tile in seen[0]})
            me = plain((await http.get(f"/t/{t}/me")).text)
            assert ('<p class="pair"><bdi>Ana / Bo</bdi></p>' in me) == one.startswith("e1")
    assert len(set.union(*hands)) == sum(map(len, hands)) == 28
    async with as_member(c, t, "e1.2") as http:
        left = await http.post(f"/t/{t}/me/withdraw", data={"sure": "yes"})
        assert left.status_code == 303, left.text
    assert c.known.tournaments[t].state.entrant("e1").withdrawn
    async with c.director() as http:
        await http.post(f"/api/tournaments/{t}/links/issue", json={"entrant": "e2.2"})
    async with as_member(c, t, "e2.1") as http:
        assert (await http.get(f"/t/{t}/me")).status_code == 200, "his partner's new link leaves his as it is"


# --- lists


def plain(text: str) -> str:
    """A page without the marks that keep a name's direction."""
    return re.sub("[\u2066-\u2069]", "", text)


async def made(c: Club, **rules) -> str:
    async with c.director() as http:
        answer = await http.post("/api/tournaments", json={"name": "Thursday", "rules": RULES | rules})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]


def rows(page: str) -> list[tuple[str, str]]:
    """What each row of a preview becomes, as (line, class)."""
    return re.findall(r'<li id="row-(\d+)" class="(\w+)"', page)


def state(c: Club, t: str):
    return c.known.tournaments[t].state


LIST = "name;club;apart;house\nΝεφέλη;Α;;\nنگار;ب;family;\ncy;;;\nHelper;;;yes\nDi;;;\n"


async def test_a_list_shows_what_each_row_becomes_and_enters_nobody_until_it_is_confirmed(running):
    c = running
    t = await made(c, entry={"capacity": 3})
    async with c.director() as http:
        await http.post(f"/api/tournaments/{t}/entrants", json=[{"name": "Cy"}])
        look = await http.post(f"/t/{t}/import", data={"do": "look", "text": LIST, "check_in": "yes"})
        assert look.status_code == 200
        assert rows(look.text) == [("2", "new"), ("3", "new"), ("4", "already"), ("5", "new"), ("6", "waiting")]
        assert "3 new, 1 to the waiting list, 1 already in, 0 with a fault." in look.text
        assert len(state(c, t).entrants) == 1, "nothing is sent before it is confirmed"
        form = re.search(r'<form class="plain" method="post" action="([^"]+/import)".*?</form>', look.text, re.DOTALL)
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
        text = html.unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", form[0], re.DOTALL)[1])
        assert text == LIST
        done = await http.post(form[1], data={**fields, "text": text, "do": "import"})
        assert done.status_code == 303, done.text
        again = await http.post(form[1], data={**fields, "text": text, "do": "import"})
        assert again.status_code == 409, "sent twice, all of them are in"
        page = plain((await http.get(f"/t/{t}/director")).text)
        assert "waiting list, number 1" in page
        assert "house player" in page
        assert "family" in page
        kept = await http.get(f"/t/{t}/entrants.csv")
        assert "Helper,,,,,yes" in kept.text
    assert [e.waiting for e in state(c, t).entrants] == [False, False, False, False, True]
    assert len(state(c, t).ready) == 3, "those who wait are not checked in"
    async with c.client() as http:
        assert (await http.get(f"/t/{t}/entrants.csv")).status_code == 403
        assert (await http.post(f"/t/{t}/import", data={"text": LIST})).status_code == 403


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,bot\nAna,\nBo,S!\n", "Line 3, column 2"),
        ("name,partner\nAna,\nBo,Cy\n", "Line 3, column 2: Everybody plays alone here"),
        ("Ana\n" + "x" * 81, "Line 2, column 1"),
        ("name,house\nAna,\nBo,perhaps\n", "Line 3, column 2: &#39;perhaps&#39;"),
        ("Ana\nana\n", "Line 2, column 1: ana is entered twice: see line 1."),
    ],
)
async def test_a_row_with_a_fault_is_marked_where_it_stands_and_keeps_all_out(running, text, said):
    t = await made(running)
    async with running.director() as http:
        look = await http.post(f"/t/{t}/import", data={"do": "look", "text": text})
        assert said in look.text
        assert [kind for _, kind in rows(look.text)] == ["new", "fault"]
        assert 'value="import"' not in look.text, "there is nothing to confirm"
        forced = await http.post(f"/t/{t}/import", data={"do": "import", "text": text})
        assert forced.status_code == 400
        persian = await http.post(f"/t/{t}/import?lang=fa", data={"do": "look", "text": text})
        assert "ستون" in persian.text
        greek = await http.post(f"/t/{t}/import?lang=el", data={"do": "look", "text": text})
        assert "στήλη" in greek.text
        for page in (persian, greek):
            fault = re.search('class="small harmed">([^<]*)', page.text)[1]
            assert not re.search("[a-z]{5}", fault.replace("perhaps", "")), "no English word is left"
    assert not state(running, t).entrants


async def test_one_name_a_line_is_a_list_and_pairs_are_two_names(running):
    alone, pairs = await made(running), await made(running, **PAIRS)
    async with running.director() as http:
        text = "Ana / Bo\nΔήμητρα / Νίκος\n"
        for t in (alone, pairs):
            done = await http.post(f"/t/{t}/import", data={"do": "import", "text": text})
            assert done.status_code == 303, done.text
    assert [e.row.partner for e in state(running, alone).entrants] == ["", ""]
    assert [(e.row.name, e.row.partner) for e in state(running, pairs).entrants] == [
        ("Ana", "Bo"),
        ("Δήμητρα", "Νίκος"),
    ]


async def test_programs_look_at_a_list_too(running):
    t = await made(running, entry={"capacity": 1})
    async with running.director() as http:
        answer = await http.post(
            f"/api/tournaments/{t}/entrants/look", json=[{"name": "Ana"}, {"name": "Bo"}, {"name": ""}]
        )
        assert [x["becomes"] for x in answer.json()] == ["new", "waiting", "fault"]
        assert answer.json()[1]["entrant"] == "e2"
        assert answer.json()[2]["sentence"] == "Line 3, column 1: Give a name."
        answer = await http.post(f"/api/tournaments/{t}/entrants/look.csv", content=b"Ana\nBo\n")
        assert [x["becomes"] for x in answer.json()] == ["new", "waiting"]
        answer = await http.post(f"/api/tournaments/{t}/entrants/look.csv", content=b"")
        assert answer.status_code == 400
    assert not state(running, t).entrants


def test_names_stand_as_people_look_for_them():
    persian = [
        "وحید",
        "هادی",
        "یاسر",
        "آرش",
        "بهار",
        "پرویز",
        "تینا",
        "جواد",
        "چنگیز",
        "زهرا",
        "ژاله",
        "قاسم",
        "کیان",
        "گلی",
        "مریم",
    ]
    right = [
        "آرش",
        "بهار",
        "پرویز",
        "تینا",
        "جواد",
        "چنگیز",
        "زهرا",
        "ژاله",
        "قاسم",
        "کیان",
        "گلی",
        "مریم",
        "وحید",
        "هادی",
        "یاسر",
    ]
    assert names.ordered(persian, str) == right
    greek = ["Ωμέγα", "Άννα", "Αντώνης", "Ανδρέας", "Ζωή", "άλκης"]
    assert names.ordered(greek, str) == ["άλκης", "Ανδρέας", "Άννα", "Αντώνης", "Ζωή", "Ωμέγα"]
    mixed = ["نگار", "Žofia", "Éva", "Eve", "Zoe", "Ζωή", "Иван", "eva"]
    assert names.ordered(mixed, str) == ["eva", "Éva", "Eve", "Zoe", "Žofia", "Ζωή", "Иван", "نگار"]
    assert names.key("كيان") != names.key("کیان")
    assert names.ordered(["کیانوش", "كيان", "کوروش"], str) == ["کوروش", "كيان", "کیانوش"], (
        "two ways to write one letter"
    )


async def test_every_list_of_names_is_in_that_order(running):
    t = await running.tournament(["Ωμέγα", "Zoe", "Άννα", "ana", "نگار", "Ana B"])
    async with running.director() as http:
        for path in ("director", "check-in", "links"):
            page = plain((await http.get(f"/t/{t}/{path}")).text)
            seen = [page.index(f">{name}</bdi>") for name in ("ana", "Ana B", "Zoe", "Άννα", "Ωμέγα", "نگار")]
            assert seen == sorted(seen), path


# --- arrival


async def press(http, page: str, action: str, **more) -> None:
    """Press a button as it stands on a page."""
    for form in re.findall(r"<form [^>]*>.*?</form>", page, re.DOTALL):
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        if action in form and all(fields.get(name) == value for name, value in more.items()):
            answer = await http.post(re.search(r'action="([^"]+)"', form)[1], data=fields)
            assert answer.status_code == 303, answer.text
            return
    raise AssertionError(f"no button for {action} {more}")


async def test_the_list_at_the_door_checks_in_at_once_and_asks_before_it_is_undone(running):
    t = await running.tournament(["Ana", "Bo"], check_in=False)
    async with running.director() as http:
        door = plain((await http.get(f"/t/{t}/check-in")).text)
        assert "0 of 2 are here." in door
        await press(http, door, "/do/check_in", entrants="e1", present="yes")
        assert state(running, t).ready == ("e1",)
        door = plain((await http.get(f"/t/{t}/check-in")).text)
        assert 'present" value=""' not in door, "one touch does not undo it"
        asked = plain((await http.get(f"/t/{t}/check-in/e1")).text)
        assert "Mark Ana as not here?" in asked
        assert state(running, t).ready == ("e1",), "asking changes nothing"
        await press(http, asked, "/do/check_in", entrants="e1", present="")
        assert state(running, t).ready == ()
        assert (await http.get(f"/t/{t}/check-in/e9")).status_code == 404
    async with running.client() as http:
        for path in ("check-in", "check-in/e1", "no-show/e1", "withdraw/e1"):
            assert (await http.get(f"/t/{t}/{path}")).status_code == 403


async def test_a_player_s_code_is_his_page_to_him_and_a_question_to_the_director(running):
    t = await running.tournament(["Ana", "Bo"], check_in=False)
    token = running.token(t, "e1")
    async with running.director() as http:
        asked = await http.get(f"/p/{token}")
        assert asked.status_code == 200
        assert "Check Ana in?" in plain(asked.text)
        assert state(running, t).ready == ()
        await press(http, asked.text, "/do/check_in", entrants="e1", present="yes")
        assert state(running, t).ready == ("e1",)
        assert "Ana is here." in plain((await http.get(f"/p/{token}")).text)
        own = await http.get(f"/p/{token}?own=1")
        assert own.status_code == 303, "he can still open the player's page"
    async with running.client() as http:
        opened = await http.get(f"/p/{running.token(t, 'e2')}", follow_redirects=True)
        assert "I am here" in opened.text
        await press(http, opened.text, "/me/here")
        assert set(state(running, t).ready) == {"e1", "e2"}
        assert "I am here" not in plain((await http.get(f"/t/{t}/me")).text)


async def test_who_did_not_come_is_said_once_and_the_round_is_seated_again(running):
    t = await running.tournament(["Ana", "Bo", "Cy", "Di"], entry={"no_show": "withdraw"})
    async with running.director() as http:
        await http.post(f"/api/tournaments/{t}/rounds/1/seat")
        await wait_for(lambda: running.round(t, 1).phase == "seated", what="the seating")
        door = plain((await http.get(f"/t/{t}/check-in")).text)
        assert f'href="/t/{t}/no-show/e2"' in door
        asked = plain((await http.get(f"/t/{t}/no-show/e2")).text)
        assert "Bo did not come to round 1?" in asked
        assert "is out until the director lets them in again" in asked
        assert "Seated in this round and gone: Bo." in asked
        # What was shown before something changed is asked again.
        old = {"entrant": "e2", "round": "1", "back": "check-in", "effect": "of-before"}
        again = await http.post(f"/t/{t}/do/no_show", data=old)
        assert again.headers["location"] == f"/t/{t}/no-show/e2?changed=1"
        assert not state(running, t).entrant("e2").withdrawn
        assert "Something has changed meanwhile" in (await http.get(again.headers["location"])).text
        look = {"round": 1, "entrants": ["e2"]}
        told = (await http.post(f"/api/tournaments/{t}/no-show?look=true", json=look)).json()
        assert told["effect"]["gone"] == ["e2"]
        assert f'value="{told["digest"]}"' in asked
        await press(http, asked, "/do/no_show", entrant="e2")
        assert state(running, t).entrant("e2").withdrawn
        desk = plain((await http.get(f"/t/{t}/director")).text)
        assert "cannot play: drop this seating" in desk
        refused = await http.post(f"/api/tournaments/{t}/rounds/1/begin")
        assert refused.json()["code"] == "seating/gone"
        twice = await http.post(f"/api/tournaments/{t}/no-show", json={"round": 1, "entrants": ["e2"]})
        assert twice.status_code == 200
        await http.post(f"/api/tournaments/{t}/rounds/1/drop")
        await http.post(f"/api/tournaments/{t}/rounds/1/seat")
        await wait_for(lambda: state(running, t).current and running.round(t, 1).phase == "seated", what="the seating")
        assert "cannot play" not in plain((await http.get(f"/t/{t}/director")).text)
        assert (await http.post(f"/api/tournaments/{t}/rounds/1/begin")).status_code == 200


# --- waiting, leaving, late


async def test_a_player_sees_his_place_on_the_waiting_list_and_comes_in_when_somebody_leaves(running):
    t = await made(running, entry={"capacity": 2})
    async with running.director() as http:
        await http.post(f"/api/tournaments/{t}/registration/open")
    async with running.client() as http:
        for name in ("Ana", "Bo", "Cy", "Di"):
            if name == "Cy":
                assert "All 2 places are taken" in plain((await http.get(f"/t/{t}")).text)
            entered = await http.post(f"/t/{t}/enter", data={"name": name, "house": "yes", "apart": "x"})
            assert entered.status_code == 303, entered.text
            page = (await http.get(entered.headers["location"])).text
            assert ("You are on the waiting list" in page) == (name in ("Cy", "Di"))
    assert not any(e.row.house or e.row.apart for e in state(running, t).entrants), "that is the director's to say"
    async with running.director() as http:
        await http.post(f"/t/{t}/links")
        for entrant, place in (("e3", 1), ("e4", 2)):
            async with running.player(t, entrant) as own:
                page = plain((await own.get(f"/t/{t}/me")).text)
                assert f"You are number {place} on the waiting list" in page
                assert "I am here" not in page
        asked = plain((await http.get(f"/t/{t}/withdraw/e1")).text)
        assert "Ana (place 1) is no longer listed" in asked
        assert "Cy comes in from the waiting list." in asked
        await press(http, asked, "/do/withdraw", entrant="e1")
        async with running.player(t, "e4") as own:
            assert "You are number 1 on the waiting list" in plain((await own.get(f"/t/{t}/me")).text)
        async with running.player(t, "e3") as own:
            assert "I am here" in plain((await own.get(f"/t/{t}/me")).text)
        desk = plain((await http.get(f"/t/{t}/director")).text)
        await press(http, desk, "/do/admit", entrant="e4")
    assert state(running, t).waiting == ()


async def test_leaving_shows_what_it_changes_and_what_is_shown_happens(running):
    t = await running.tournament(["Ana", "Bo"], bots=2)
    async with running.director() as http:
        await http.post(f"/api/tournaments/{t}/rounds/1/seat")
        await wait_for(lambda: running.round(t, 1).phase == "seated", what="the seating")
        asked = plain((await http.get(f"/t/{t}/withdraw/e1")).text)
        assert "Seated in this round and gone" in asked
        said = (await http.get(f"/api/tournaments/{t}/withdraw/e1/effect")).json()
        assert said["gone"] == ["e1"]
        looked = (await http.post(f"/api/tournaments/{t}/withdraw?look=true", json={"entrant": "e1"})).json()
        assert looked["effect"] == said
        wrong = await http.post(f"/api/tournaments/{t}/withdraw", json={"entrant": "e1", "effect": "0" * 16})
        assert (wrong.status_code, wrong.json()["code"]) == (409, "effect/changed")
        assert f'value="{looked["digest"]}"' in asked, "the page signs the same"
        before = state(running, t)
        await press(http, asked, "/do/withdraw", entrant="e1")
        found = effect.difference(before, state(running, t))
        assert msgspec.json.decode(msgspec.json.encode(found)) == said
        desk = plain((await http.get(f"/t/{t}/director")).text)
        await press(http, desk, "/do/return", entrant="e1")
    assert not state(running, t).entrant("e1").withdrawn


# --- policies and house players


@pytest.mark.parametrize("language", ["en", "fa", "el"])
async def test_every_policy_is_stated_in_one_sentence(running, language):
    strict = {"capacity": 8, "late_points": 50, "no_show": "withdraw", "apart_by_club": True}
    t, open_to = await made(running, entry=strict), await made(running, late_entry=False)
    async with running.client() as http:
        sheet = plain((await http.get(f"/t/{t}/print/rules?lang={language}")).text)
        tab = plain((await http.get(f"/t/{t}?tab=rules&lang={language}")).text)
        said = (await http.get(f"/api/tournaments/{t}/policies?lang={language}")).json()
        other = (await http.get(f"/api/tournaments/{open_to}/policies?lang={language}")).json()
        assert len(said) == len(other) == 7
        assert not {said[0], said[2], said[3], said[5]} & set(other), "each policy has its own sentence"
        for sentence in said:
            assert html.escape(sentence, quote=True) in sheet
            assert html.escape(sentence, quote=True) in tab
    if language == "en":
        assert "0.5 points" in said[0]
        assert "8 entrants play" in said[3]


async def test_a_substitute_is_shown_apart_and_with_whom_he_stands_for(running):
    t = await running.tournament(["Ana", "Bo"], bots=1)
    async with running.director() as http:
        desk = plain((await http.get(f"/t/{t}/director")).text)
        assert 'name="stands_for"' in desk
        added = await http.post(f"/t/{t}/do/register", data={"name": "Sub", "stands_for": "e2", "bot": "steady"})
        assert added.status_code == 303, added.text
        await http.post(f"/api/tournaments/{t}/check-in", json={"entrants": ["e2"], "present": False})
        await http.post(f"/api/tournaments/{t}/check-in", json={"entrants": ["e4"]})
        assert "sits in for Bo" in plain((await http.get(f"/t/{t}/director")).text)
    await running.begin(t)
    async with running.client() as http:
        page = plain((await http.get(f"/t/{t}")).text)
        assert "House players, scored apart" in page
        assert page.index("sits in for") > page.index('id="house"')
        listed = (await http.get(f"/api/tournaments/{t}/standings")).json()
        assert [row["entrant"] for row in listed["house"]] == ["e4"]
        assert "e4" not in [row["entrant"] for row in listed["rows"]]
        file = plain((await http.get(f"/t/{t}/standings.csv")).text)
        assert ",house,e4,Sub" in file


async def test_a_scorer_checks_in_by_list_and_by_code_and_does_nothing_else_there(running):
    c = running
    t = await c.tournament(["Ana", "Bo", "Cy"], check_in=False)
    async with c.director() as http:
        made = await http.post(f"/api/tournaments/{t}/staff/issue", json={"role": "scorer", "name": "Sam"})
        assert made.status_code == 200, made.text
    (sam,) = state(c, t).staff
    token = c.auth.staff_token(t, sam.id, sam.link, now_s())
    async with c.client(headers={"Authorization": f"Bearer {token}"}) as http:
        assert f'href="/t/{t}/check-in"' in plain((await http.get(f"/t/{t}/tables")).text)
        door = plain((await http.get(f"/t/{t}/check-in")).text)
        assert f'href="/t/{t}/tables"' in door
        await press(http, door, "/do/check_in", entrants="e1", present="yes")
        undo = plain((await http.get(f"/t/{t}/check-in/e1")).text)
        await press(http, undo, "/do/check_in", entrants="e1", present="")
        assert state(c, t).ready == ()
        for path in (f"/t/{t}/no-show/e1", f"/t/{t}/withdraw/e1", f"/t/{t}/entrants.csv", f"/t/{t}/director"):
            assert (await http.get(path)).status_code == 403, path
        assert (await http.post(f"/t/{t}/import", data={"text": "Di"})).status_code == 403
    async with c.client(cookies={f"capicua_w_{t}": token}) as http:
        asked = await http.get(f"/p/{c.token(t, 'e2')}")
        assert "Check Bo in?" in plain(asked.text), "a code scanned at the door is a question to the scorer too"
        await press(http, asked.text, "/do/check_in", entrants="e2", present="yes")
    assert state(c, t).ready == ("e2",)


async def test_a_tournament_of_pairs_is_set_up_and_entered_by_forms_alone(running):
    form = {
        "name": "Pairs by forms",
        "game": "draw_dominoes/1",
        "draw_dominoes.pairs": "true",
        "pairs": "yes",
        "rounds": "1",
        "table_min": "2",
        "table_max": "2",
        "seed": "s",
        "capacity": "5",
        "late_entry": "no",
        "no_show": "withdraw",
        "apart_by_club": "yes",
    }
    async with running.director() as http:
        refused = await http.post("/director/new", data={**form, "game": "longana/1"})
        assert refused.status_code == 409
        assert "Pairs enter only where partners play together" in refused.text
        assert 'name="pairs" value="yes" checked' in refused.text, "what was filled in stays"
        made = await http.post("/director/new", data=form)
        assert made.status_code == 303, made.text
        t = made.headers["location"].split("/")[2]
        rules = state(running, t).rules
        assert (rules.pairs, rules.late_entry, rules.entry.capacity, rules.entry.no_show) == (
            True,
            False,
            5,
            "withdraw",
        )
        desk = (await http.get(f"/t/{t}/director")).text
        assert 'name="partner"' in desk
        alone = await http.post(f"/t/{t}/do/register", data={"name": "Ana"})
        assert alone.status_code == 409
        assert "Pairs play here: give both names." in plain(alone.text)
        added = await http.post(f"/t/{t}/do/register", data={"name": "Ana", "partner": "Bo"})
        assert added.status_code == 303
        await http.post(f"/t/{t}/do/open_registration")
    async with running.client() as http:
        assert 'name="partner"' in (await http.get(f"/t/{t}")).text
        terms = plain((await http.get(f"/t/{t}?tab=rules")).text)
        assert 'Players at a table</dt><dd class="strong push">4<' in terms, "two pairs are four players"
        own = await http.post(f"/t/{t}/enter", data={"name": "Cy", "partner": "Di"})
        assert own.status_code == 303, own.text
    assert [e.name for e in state(running, t).entrants] == ["Ana / Bo", "Cy / Di"]
