# ruff: noqa: RUF001  # the dash between numbers is meant
"""Is a seating shown with its bounds, each one's reason and what speaks against it, and changed by hand as it was seen?"""

from __future__ import annotations

import random
import re

import pytest

from contracts.stages import Format, Stage
from services.web_gateway import seats, stage_form
from services.web_gateway.seats import Draft, DraftError
from services.web_gateway.words import LANGS
from tests.club import club
from tests.play_lobby import Lobby, rules
from tests.waiting import wait_for

LANGUAGES = ("en", "fa", "el")


# --- drafts, without a server


def test_a_draft_is_written_and_read_again():
    draft = Draft((("e1", "e12"), ("e3", "e4", "e5")), ("e6",))
    assert str(draft) == "1.12_3.4.5~6"
    lobby = Lobby(table_min=2, table_max=3)
    lobby.enter(7)
    lobby.seat()
    now = lobby.state.current
    assert seats.read(str(seats.of(now)), now) == seats.of(now)
    for wrong in ("", "1.2.3", "1.2.3_4.5.6~8", "1.1.2.3_4.5.6~7", "x.y~", "1.2.3_4.5.6.7~7"):
        with pytest.raises(DraftError):
            seats.read(wrong, now)


def test_picking_up_and_putting_down():
    draft = Draft((("e1", "e2"), ("e3", "e4", "e5")), ("e6",))
    assert seats.changed(draft, "pick:e2", "") == (draft, "e2")
    assert seats.changed(draft, "back", "e2") == (draft, "")
    assert str(seats.changed(draft, "swap:e4", "e2")[0]) == "1.4_3.2.5~6"
    assert str(seats.changed(draft, "swap:e6", "e2")[0]) == "1.6_3.4.5~2"
    assert str(seats.changed(draft, "swap:e1", "e2")[0]) == "2.1_3.4.5~6"
    assert str(seats.changed(draft, "put:2", "e2")[0]) == "1_3.4.5.2~6"
    assert str(seats.changed(draft, "put:new", "e2")[0]) == "1_3.4.5_2~6"
    assert str(seats.changed(draft, "put:bye", "e2")[0]) == "1_3.4.5~6.2"
    alone = Draft((("e1",), ("e2", "e3")))
    assert str(alone.put("e1", "2")) == "2.3.1", "a table that nobody is left at is gone"
    for do in ("put:3", "put:0", "put:x", "swap:e9", "pick:e9", "fly:e1", ""):
        with pytest.raises(DraftError):
            seats.changed(draft, do, "e2")
    with pytest.raises(DraftError):
        seats.changed(draft, "swap:e1", "")


def played(rounds: int = 2, **changes) -> Lobby:
    lobby = Lobby(table_min=4, table_max=4, rounds=5, **changes)
    lobby.enter(8)
    rng = random.Random(5)
    for _ in range(rounds):
        lobby.round(rng)
    lobby.seat()
    return lobby


def test_a_draft_says_what_it_makes_better_or_worse_for_whom():
    lobby = played(1)
    now = lobby.state.current
    lang = LANGS["en"]
    last = lobby.state.rounds[0].tables[0].seats
    # put the whole first table of round 1 together again: nothing could be worse
    rest = [e for e in now.entrants if e not in last]
    draft = Draft((last, tuple(rest)))
    shown = seats.editor(lobby.state, now, draft, "", lang)
    turns = {c["id"]: c["turn"] for c in shown["criteria"]}
    assert turns["repeat_cost"] == turns["repeats"] == "worse"
    assert {c["id"]: c["draft"] for c in shown["criteria"]}["repeats"] == "12"
    assert shown["differs"]
    assert shown["fits"]
    assert len(shown["touched"]) == 8
    assert {p["turn"] for p in shown["touched"]} == {"worse"}
    assert all("meets" in p["after"] for p in shown["touched"])
    own = seats.editor(lobby.state, now, seats.of(now), "", lang)
    assert not own["differs"]
    assert not own["touched"]
    odd = seats.editor(lobby.state, now, Draft((last[:3], (*rest, last[3]))), "", lang)
    assert not odd["fits"]
    assert "4 to 4" in odd["tables"][0]["bad"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_player_is_told_why_but_nothing_of_hidden_rounds(code):
    lang = LANGS[code]
    for hidden, told in ((0, True), (4, False)):
        lobby = played(2, hide_last_rounds=hidden)
        places = seats.Sittings().of("t", lobby.state, lobby.state.current)
        for place in places.values():
            said = seats.why(place, lobby.state, 3, lang)
            stood = lang.t("why.stood", points=lang.hundredths(place.points), place=place.rank)
            assert (stood in said) is told
            for other, _ in place.again:
                assert lobby.state.name_of(other) in said


def test_places_are_counted_once_until_the_seating_changes():
    lobby = played(1)
    known = seats.Sittings()
    first = known.of("t", lobby.state, lobby.state.current)
    lobby.begin()
    assert known.of("t", lobby.state, lobby.state.current) is first
    lobby.play(random.Random(1))
    assert known.of("t", lobby.state, lobby.state.current) is first, "results change nobody's place"
    lobby.seat()
    assert known.of("t", lobby.state, lobby.state.current) is not first


# --- stages on the form


def test_stages_are_read_from_a_form_and_told():
    form = {
        "stage.1.format": "swiss",
        "stage.1.rounds": "4",
        "stage.2.format": "",
        "stage.2.rounds": "9",
        "stage.3.format": "elimination",
        "stage.3.enter": "16",
        "stage.4.format": "final",
        "stage.4.enter": "8",
        "stage.4.min": "4",
        "stage.4.max": "4",
    }
    found = stage_form.read(form)
    assert found == (
        Stage(format=Format.SWISS, rounds=4),
        Stage(format=Format.ELIMINATION, rounds=1, enter=16, advance=1),
        Stage(format=Format.FINAL, rounds=1, enter=8, table_min=4, table_max=4),
    )
    told = stage_form.told(rules(stages=found, rounds=6, table_min=3), LANGS["en"])
    assert [label for label, _ in told] == ["Rounds 1–4", "Round 5", "Round 6"]
    assert "the winner of each table goes on; the first 16 of the standings enter" in told[1][1]
    assert told[2][1].endswith("tables of 4")
    assert stage_form.read({"stage.1.format": "round_robin"})[0].table_max == 2
    with pytest.raises(stage_form.StageError) as wrong:
        stage_form.read({"stage.2.format": "swiss", "stage.2.rounds": "four"})
    assert "Stage 2, Rounds" in wrong.value.said(LANGS["en"])
    with pytest.raises(stage_form.StageError):
        stage_form.read({"stage.1.format": "knockout"})


# --- the pages


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("seats") / "log.db") as found:
        yield found


async def seated(c, names: int = 9, **changes) -> str:
    t = await c.tournament([f"Player {n}" for n in range(1, names + 1)], table_min=2, table_max=4, **changes)
    async with c.director() as http:
        assert (await http.post(f"/api/tournaments/{t}/rounds/1/seat")).status_code == 200
    await wait_for(lambda: c.round(t, 1).phase == "seated", what="the seating")
    return t


def hidden_of(text: str, form: str) -> dict[str, str]:
    """Give the hidden fields of the form that has this in its tag."""
    inside = re.search(rf"<form[^>]*{form}[^>]*>(.*?)</form>", text, re.DOTALL)[1]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', inside))


@pytest.mark.anyio
@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
async def test_the_desk_shows_each_criterion_beside_its_bound(running, lang):
    t = await seated(running)
    async with running.director() as http:
        text = (await http.get(f"/t/{t}/director", params={"lang": lang})).text
        for name, _ in seats.CRITERIA:
            assert f'id="c-{name}"' in text
        assert f'href="/t/{t}/seats"' in text
        assert 'href="/rules/seating"' in text
        assert "<table>" in (await http.get("/rules/seating", params={"lang": lang})).text
        page = await http.get(f"/t/{t}/seats", params={"lang": lang})
        assert page.status_code == 200
        assert page.text.count("data-who=") == 9
        assert "{" not in re.sub(r'(data-\w+)="[^"]*"', "", page.text)
    async with running.player(t, "e1") as http:
        assert LANGS[lang].t("why.lot") in (await http.get(f"/t/{t}/me", params={"lang": lang})).text


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_seating_is_changed_without_a_script_and_undone(running):
    t = await seated(running)
    before = running.round(t, 1).plans
    a, b = before[0].seats[0], before[1].seats[0]
    async with running.director() as http:
        http.follow_redirects = True
        text = (await http.get(f"/t/{t}/seats")).text
        fields = hidden_of(text, 'id="seats"')
        held = await http.get(f"/t/{t}/seats", params=fields | {"do": f"pick:{a}"})
        assert "do=" not in str(held.url), "loading the page again presses nothing"
        assert f'value="swap:{b}"' in held.text
        fields = hidden_of(held.text, 'id="seats"')
        assert fields["pick"] == a
        draft = await http.get(f"/t/{t}/seats", params=fields | {"do": f"swap:{b}"})
        assert 'id="send"' in draft.text
        assert running.round(t, 1).plans == before, "nothing is sent yet"
        send = hidden_of(draft.text, f'method="post" action="/t/{t}/seats"')
        assert (await http.post(f"/t/{t}/seats", data=send)).status_code == 200
        now = running.round(t, 1)
        assert (now.plans[0].seats[0], now.plans[1].seats[0], now.edits) == (b, a, 1)
        # the same again, as another director who saw the seating before it was changed
        late = await http.post(f"/t/{t}/seats", data=send | {"id": "another-wish", "draft": fields["draft"]})
        assert late.status_code == 409
        assert "changed meanwhile" in late.text
        assert running.round(t, 1).edits == 1
        stale = await http.get(f"/t/{t}/seats", params=fields)
        assert "changed meanwhile" in stale.text
        own = hidden_of((await http.get(f"/t/{t}/seats")).text, 'id="undo"')
        undo = (await http.get(f"/t/{t}/seats", params=own)).text
        send = hidden_of(undo, f'method="post" action="/t/{t}/seats"')
        assert (await http.post(f"/t/{t}/seats", data=send)).status_code == 200
        assert (running.round(t, 1).plans, running.round(t, 1).edits) == (before, 2)
        want = running.round(t, 1).want
        again = hidden_of((await http.get(f"/t/{t}/seats")).text, f'action="/t/{t}/seats/again"')
        assert (await http.post(f"/t/{t}/seats/again", data=again)).status_code == 200
        await wait_for(
            lambda: running.round(t, 1).want == want + 1 and running.round(t, 1).phase == "seated", what="a new seating"
        )
        nonsense = await http.get(f"/t/{t}/seats", params={"draft": "1.2", "pick": "e77", "do": "swap:e1"})
        assert "no longer fit" in nonsense.text
        assert (await http.post(f"/api/tournaments/{t}/rounds/1/begin")).status_code == 200
        assert (await http.get(f"/t/{t}/seats")).status_code == 404
    async with running.client() as http:
        for path in (f"/t/{t}/seats", f"/api/tournaments/{t}/rounds/1/seats"):
            assert (await http.get(path)).status_code == 403
        assert (await http.post(f"/t/{t}/seats", data=send)).status_code == 403


@pytest.mark.anyio
@pytest.mark.slow
async def test_programs_see_try_and_change_a_seating(running):
    t = await seated(running)
    path = f"/api/tournaments/{t}/rounds/1/seats"
    async with running.director() as http:
        found = (await http.get(path)).json()
        assert found["report"]["repeats"] == 0
        assert len(found["places"]) == 9
        tables = found["tables"]
        one, two = tables[0]["seats"], tables[1]["seats"]
        one[0], two[0] = two[0], one[0]
        wanted = {"want": found["want"], "edits": found["edits"], "tables": tables, "byes": found["byes"]}
        tried = await http.post(f"{path}/look", json=wanted)
        assert tried.status_code == 200, tried.text
        assert tried.json()["now"] == found["report"]
        assert {p["why"] for p in tried.json()["places"]} == {"lot"}
        lacking = wanted | {"tables": tables[:1]}
        assert (await http.post(f"{path}/look", json=lacking)).status_code == 400
        assert (await http.post(path, json=wanted)).status_code == 200
        assert (await http.post(path, json=wanted)).json()["code"] == "seating/stale"
        assert (await http.get(f"/api/tournaments/{t}/rounds/7/seats")).status_code == 404


@pytest.mark.anyio
@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
async def test_stages_are_chosen_on_the_form_and_told_on_the_rules_tab(running, lang):
    form = {
        "name": "Stages",
        "game": "longana/1",
        "rounds": "3",
        "table_min": "2",
        "table_max": "4",
        "seed": "s",
        "stage.1.format": "swiss",
        "stage.1.rounds": "4",
        "stage.2.format": "final",
        "stage.2.enter": "8",
    }
    async with running.director() as http:
        assert 'name="stage.4.format"' in (await http.get("/director/new", params={"lang": lang})).text
        wrong = await http.post("/director/new", params={"lang": lang}, data=form | {"stage.2.rounds": "x"})
        assert wrong.status_code == 400
        assert LANGS[lang].t("new.stage", n=2) in wrong.text
        refused = await http.post("/director/new", params={"lang": lang}, data=form | {"stage.2.advance": "2"})
        assert refused.status_code == 409
        assert LANGS[lang].n(2) in re.search(r'role="alert">(.*?)</p>', refused.text)[1]
        made = await http.post("/director/new", data=form)
        assert made.status_code in (302, 303), made.text
        t = made.headers["location"].split("/")[2]
        assert running.known.tournaments[t].state.rules.rounds == 5
        text = (await http.get(f"/t/{t}?tab=rules&lang={lang}")).text
        assert LANGS[lang].t("form.enter", n=8) in text
        assert LANGS[lang].t("form.say.swiss") in text
