# letters and signs of three scripts are meant
"""What becomes of a form or a request: one command, one answer, and a sentence where it is refused."""

from __future__ import annotations

import asyncio
import re

import pytest

from contracts import table_state
from contracts.topics import TABLE_COMMANDS, TOURNAMENT_COMMANDS
from services.books import LANGUAGES, title
from services.verify import verify
from tests.club import RULES, SIGNER, club, entrant_of
from tests.needs import ROOT
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # a real server and every service behind it, test by test


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("commands") / "log.db") as found:
        yield found


async def table_in_play(c, **rules) -> tuple[str, str]:
    """Give a tournament and its table with two people, dealt."""
    t = await c.tournament(["Ana", "Bo"], **rules)
    table = (await c.begin(t))[0]
    await c.sit(table, "e1", "e2")
    await wait_for(lambda: c.known.tables[table].table.phase == "playing", what="a deal")
    return t, table


def on_turn(c, table: str) -> tuple[str, str]:
    """Give who is on turn and who is not, as entrants."""
    seat = table_state.whose_turn(c.known.tables[table].table)
    return entrant_of(c, table, seat), entrant_of(c, table, 1 - seat)


async def count(c, topic, key: str) -> int:
    """How many commands the log holds for a key."""
    found = 0
    for p in range(c.log.partitions):
        found += sum(entry.key == key for entry in await c.log.read(topic, p, 0, 100_000))
    return found


# --- moves


async def test_a_refused_move_is_409_with_sentence_code_and_rule(running):
    t, table = await table_in_play(running)
    _, other = on_turn(running, table)
    state = running.known.tables[table].table
    seat = table_state.seat_of(state, other)
    tile = str(state.state.hands[seat][0])
    fields = {"move": f"{tile}@A", "deal": "1", "ply": "0"}
    async with running.player(t, other) as http:
        as_json = await http.post(f"/table/{table}/play", data=fields, headers={"Accept": "application/json"})
        page = await http.post(f"/table/{table}/play", data=fields)
        api = await http.post(f"/api/tables/{table}/play", json={"move": f"{tile}@A", "deal": 1, "ply": 0})
    assert as_json.status_code == page.status_code == api.status_code == 409
    said = as_json.json()
    assert said["code"] == "NOT_YOUR_TURN"
    assert said["rule"]
    assert said["link"] == f"/rules/longana#{said['rule']}"
    assert said["sentence"].endswith(".")
    assert api.json() == said
    assert said["sentence"].split(".")[0].replace("'", "&#39;") in page.text, "at the hand, on the page itself"
    assert f'href="{said["link"]}"' in page.text
    for lang in LANGUAGES:
        async with running.client() as http:
            book = (await http.get(said["link"].partition("#")[0], params={"lang": lang})).text
        assert f'id="{said["rule"]}"' in book
        assert f"<h1>{title('longana', lang)}</h1>" in book, "in the reader's own language"


@pytest.mark.parametrize("lang", ["fa", "el"])
async def test_refusals_speak_the_player_s_language(running, lang):
    t, table = await table_in_play(running)
    _, other = on_turn(running, table)
    async with running.player(t, other) as http:
        answer = await http.post(f"/api/tables/{table}/play?lang={lang}", json={"move": "pass", "deal": 1, "ply": 0})
    assert answer.status_code == 409
    assert not re.search("[A-Za-z]{4}", answer.json()["sentence"])


async def test_a_move_is_played_and_goes_back_to_the_table(running):
    t, table = await table_in_play(running)
    mover, _ = on_turn(running, table)
    async with running.player(t, mover) as http:
        mine = (await http.get(f"/api/tables/{table}/mine")).json()
        answer = await http.post(f"/table/{table}/play", data={"move": mine["moves"][0], "deal": "1", "ply": "0"})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{table}/play")
        stale = await http.post(f"/api/tables/{table}/play", json={"move": mine["moves"][0], "deal": 1, "ply": 0})
        assert (stale.status_code, stale.json()["code"]) == (409, "table/stale")
    assert running.known.tables[table].table.ply == 1


async def test_the_page_without_a_script_offers_every_move_as_a_form(running):
    t, table = await table_in_play(running, game="draw_dominoes/1")
    mover, _ = on_turn(running, table)
    async with running.player(t, mover) as http:
        page = (await http.get(f"/table/{table}/play")).text
        mine = (await http.get(f"/api/tables/{table}/mine")).json()
        offered = re.findall(r'name="move" value="([^"]+)"', page)
        assert offered == mine["moves"]
        ident = re.findall(r'name="id" value="([^"]+)"', page)[-1]
        done = await http.post(f"/table/{table}/play", data={"id": ident, "move": offered[0], "deal": "1", "ply": "0"})
        assert done.status_code == 303


@pytest.mark.parametrize(
    "fields", [{"move": "pass"}, {"move": "pass", "deal": "x", "ply": "0"}, {"deal": "1", "ply": "-1"}]
)
async def test_a_malformed_form_is_400(running, fields):
    t, table = await table_in_play(running)
    async with running.player(t, "e1") as http:
        assert (await http.post(f"/table/{table}/play", data=fields)).status_code == 400


@pytest.mark.parametrize(
    ("body", "place"),
    [({"move": 7, "deal": 1, "ply": 0}, "$.move"), ({"move": "pass"}, "deal"), ({"x": 1}, ""), ([], "")],
)
async def test_a_malformed_body_is_400_and_says_where(running, body, place):
    t, table = await table_in_play(running)
    async with running.player(t, "e1") as http:
        answer = await http.post(f"/api/tables/{table}/play", json=body)
    assert answer.status_code == 400, answer.text
    assert place.removeprefix("$.") in answer.json()["sentence"]


async def test_the_server_draws_a_nonce_for_who_has_no_script(running):
    t = await running.tournament(["Ana", "Bo"])
    table = (await running.begin(t))[0]
    async with running.player(t, "e1") as http:
        page = (await http.get(f"/table/{table}/play")).text
        assert "the server draws one for you" in page
        assert (await http.post(f"/table/{table}/sit", data={"id": "abcdef"})).status_code == 303
    seat = table_state.seat_of(running.known.tables[table].table, "e1")
    assert re.fullmatch("[0-9a-f]{32}", running.known.tables[table].table.nonces[seat])


async def test_calling_the_arbiter_and_giving_up(running):
    t, table = await table_in_play(running)
    async with running.player(t, "e1") as http, running.director() as desk:
        assert (await http.post(f"/table/{table}/call")).status_code == 303
        page = (await desk.get(f"/t/{t}/director")).text
        assert "calls the arbiter" in page
        assert "arbiter called" in (await desk.get(f"/t/{t}/hall")).text
        assert (await desk.post(f"/table/{table}/do/answer_call", data={"note": "settled"})).status_code == 303
        assert running.known.tables[table].table.call is None
        assert (await http.post(f"/table/{table}/resign")).status_code == 400, "the box must be ticked"
        assert (await http.post(f"/table/{table}/resign", data={"sure": "yes"})).status_code == 303
    assert running.known.tables[table].table.resigned


# --- the same command twice


async def test_the_same_command_twice_is_one_decision_with_one_answer(running):
    async with running.director() as http:
        ask = {"json": {"name": "Twice", "rules": RULES}, "headers": {"Idempotency-Key": "wish-0001"}}
        first, second = await asyncio.gather(*(http.post("/api/tournaments", **ask) for _ in range(2)))
        third = await http.post("/api/tournaments", **ask)
    assert first.status_code == second.status_code == third.status_code == 201
    assert first.json() == second.json() == third.json()
    assert await count(running, TOURNAMENT_COMMANDS, first.json()["id"]) <= 3, "the wish, its twin, dealing's promise"


async def test_a_refusal_is_given_again_too(running):
    t, table = await table_in_play(running)
    _, other = on_turn(running, table)
    async with running.player(t, other) as http:
        ask = {"json": {"move": "pass", "deal": 1, "ply": 0}, "headers": {"Idempotency-Key": "wish-0002"}}
        one = await http.post(f"/api/tables/{table}/play", **ask)
        before = await count(running, TABLE_COMMANDS, table)
        two = await http.post(f"/api/tables/{table}/play", **ask)
    assert one.status_code == two.status_code == 409
    assert one.json() == two.json()
    assert await count(running, TABLE_COMMANDS, table) == before, "answered without asking again"


async def test_the_answer_is_the_same_after_a_restart(tmp_path):
    ask = {"json": {"name": "Again", "rules": RULES}, "headers": {"Idempotency-Key": "wish-0003"}}
    async with club(tmp_path / "log.db") as c, c.director() as http:
        one = await http.post("/api/tournaments", **ask)
    async with club(tmp_path / "log.db") as c, c.director() as http:
        two = await http.post("/api/tournaments", **ask)
        assert len(c.known.tournaments) == 1
    assert (one.status_code, one.json()) == (two.status_code, two.json())


async def test_one_form_with_other_content_is_another_wish(running):
    t = await running.tournament(["Ana", "Bo"])
    async with running.director() as http:
        for name in ("Cy", "Di", "Cy"):
            form = {"id": "same-form", "name": name}
            assert (await http.post(f"/t/{t}/do/register", data=form)).status_code == 303
    names = [e.row.name for e in running.known.tournaments[t].state.entrants]
    assert names == ["Ana", "Bo", "Cy", "Di"]


async def test_no_answer_in_time_says_that_the_command_is_on_its_way(running, monkeypatch):
    t, table = await table_in_play(running)
    mover, _ = on_turn(running, table)
    monkeypatch.setattr(running.app.state.gateway, "answer_s", 0.0)
    async with running.player(t, mover) as http:
        answer = await http.post(f"/table/{table}/call", headers={"Accept": "application/json"})
        assert answer.status_code == 202
        assert answer.json()["later"] is True
        page = await http.post(f"/table/{table}/call")
        assert page.status_code == 202
        assert "it counts once" in page.text


# --- the desk's forms


async def test_a_tournament_by_forms_alone(running):
    async with running.director() as http:
        page = (await http.get("/director/new")).text
        form = dict(re.findall(r'(?<!checkbox" )name="(\w+)"[^>]*? value="([^"]*)"', page))
        form |= {"name": "Forms & all <b>", "game": "longana/1", "rounds": "1", "max_deals": "1", "board": "server"}
        made = await http.post("/director/new", data=form)
        assert made.status_code == 303, made.text
        desk = made.headers["location"]
        again = await http.post("/director/new", data=form)
        assert again.headers["location"] == desk, "the form sent twice makes one tournament"
        t = desk.split("/")[2]
        csv = (ROOT / "tests/data/entrants.csv").read_bytes()
        done = await http.post(
            f"/t/{t}/import", data={"do": "import", "check_in": "yes"}, files={"file": ("entrants.csv", csv)}
        )
        assert done.status_code == 303, done.text
        state = running.known.tournaments[t].state
        assert len(state.entrants) == len(state.ready) == 24
        page = (await http.get(desk)).text
        assert "Forms &amp; all &lt;b&gt;" in page
        assert "<b>" not in page.replace("<bdi", "")
        await press(http, desk, "start_round")
        await wait_for(lambda: running.round(t, 1).phase == "seated", what="the seating")
        await press(http, desk, "drop_seating")
        await press(http, desk, "start_round")
        await wait_for(lambda: running.known.tournaments[t].state.rounds[-1:] and running.round(t, 1).phase == "seated")
        await press(http, desk, "begin_round")
        assert running.round(t, 1).phase == "playing"
        made = await http.post(f"/t/{t}/links")
        assert made.status_code == 303
        links = (await http.get(f"/t/{t}/links")).text
        assert len(re.findall(r'href="http://127\.0\.0\.1:\d+/p/p~', links)) == 18
        assert links.count('class="qr"') == 18


async def press(http, desk: str, verb: str) -> None:
    """Press the desk's button for a verb as it stands on the page."""
    page = (await http.get(desk)).text
    form = re.search(rf'<form method="post" action="([^"]+/do/{verb})"[^>]*>(.*?)</form>', page, re.DOTALL)
    assert form, f"no button for {verb}"
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2]))
    answer = await http.post(form[1], data=fields)
    assert answer.status_code == 303, answer.text


@pytest.mark.parametrize(
    ("csv", "place"),
    [
        (b"nom,club\nAna,\n", "Line 1, column 1"),
        (b"name,club\nAna,\n,X\n", "Line 3, column 1"),
        (b"name\nAna\nBo\nana\n", "Line 4, column 1"),
        ("name\nÉmile\n".encode("latin-1"), "Line 2, column 1"),
        (b"name\n", "Line 2, column 1"),
        (b"", "Line 1, column 1"),
        (b"name,club,bot\nAna,,S!\n", "Line 2, column 3"),
    ],
)
async def test_a_faulty_list_is_named_by_line_and_column_and_imports_nothing(running, csv, place):
    t = await running.tournament(["Cy", "Di"])
    async with running.director() as http:
        page = await http.post(f"/t/{t}/import", data={"do": "import"}, files={"file": ("a.csv", csv)})
        api = await http.post(f"/api/tournaments/{t}/entrants.csv", content=csv)
    assert page.status_code == api.status_code == 400
    assert place in page.text
    assert place in api.json()["sentence"]
    assert len(running.known.tournaments[t].state.entrants) == 2


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"rounds": "many"}, 400),
        ({"options": "{"}, 400),
        ({"options": '{"target_score": "high"}'}, 409),
        ({"tie_breaks": "beauty"}, 400),
        ({"table_min": "9", "table_max": "2"}, 409),
        ({"game": "chess/1"}, 409),
        ({"name": ""}, 409),
    ],
)
async def test_a_tournament_that_cannot_be_is_explained_on_the_form(running, change, status):
    form = {"name": "X", "game": "longana/1", "rounds": "2", "table_min": "2", "table_max": "4", "seed": "s"} | change
    before = len(running.known.tournaments)
    async with running.director() as http:
        answer = await http.post("/director/new", data=form)
    assert answer.status_code == status, answer.text
    assert 'role="alert"' in answer.text
    assert len(running.known.tournaments) == before


async def test_a_refused_verb_is_explained_at_the_desk(running):
    t = await running.tournament(["Ana", "Bo"])
    async with running.director() as http:
        answer = await http.post(f"/t/{t}/do/begin_round", data={"round": "1"})
        assert answer.status_code == 409
        assert 'id="problem"' in answer.text
        assert (await http.post(f"/t/{t}/do/nothing")).status_code == 404
        assert (await http.post("/api/tournaments/none/finish")).status_code == 404


async def test_a_player_checks_himself_in(running):
    t = await running.tournament(["Ana", "Bo"], check_in=False)
    async with running.player(t, "e2") as http:
        assert "You are not checked in yet." in (await http.get(f"/t/{t}/me")).text
        assert (await http.post(f"/t/{t}/me/here")).status_code == 303
        assert "Your table is shown here" in (await http.get(f"/t/{t}/me")).text
    assert running.known.tournaments[t].state.ready == ("e2",)


async def test_a_player_leaves_by_himself_once_he_has_said_yes(running):
    t = await running.tournament(["Ana", "Bo"])
    for lang, word in (("en", "Leave the tournament"), ("fa", "انصراف از مسابقه"), ("el", "Αποχώρηση από το τουρνουά")):
        async with running.player(t, "e2") as http:
            assert word in (await http.get(f"/t/{t}/me?lang={lang}")).text
    async with running.player(t, "e2") as http:
        for form in ({}, {"sure": ""}, {"sure": "no"}):
            unsure = await http.post(f"/t/{t}/me/withdraw", data=form)
            assert unsure.status_code == 400
            assert "Tick the box" in unsure.text
        assert not running.known.tournaments[t].state.entrant("e2").withdrawn
        for _ in range(2):  # the same form again is the same wish
            done = await http.post(f"/t/{t}/me/withdraw", data={"sure": "yes", "id": "leave-1", "entrant": "e1"})
            assert (done.status_code, done.headers["location"]) == (303, f"/t/{t}/me")
        mine = (await http.get(f"/t/{t}/me")).text
        assert "You have been withdrawn" in mine
        assert 'id="leave"' not in mine
        again = await http.post(f"/t/{t}/me/withdraw", data={"sure": "yes"})
        assert again.status_code == 409
    async with running.client() as http:
        assert (await http.post(f"/t/{t}/me/withdraw", data={"sure": "yes"})).status_code == 403
    state = running.known.tournaments[t].state
    assert [e.withdrawn for e in state.entrants] == [False, True]


async def test_two_wishes_of_one_name_make_two_tournaments(running):
    made = []
    async with running.director() as http:
        for key in ("import-2026-a", "import-2026-b", "import-2026-a"):
            given = {"Idempotency-Key": key}
            answer = await http.post("/api/tournaments", json={"name": "Club", "rules": RULES}, headers=given)
            assert answer.status_code == 201, answer.text
            made.append(answer.json()["id"])
    assert made[0] == made[2] != made[1]


async def test_people_enter_by_themselves_while_registration_is_open(running):
    t = await running.tournament(["Ana", "Bo"], check_in=False)
    async with running.director() as desk, running.client() as http:
        assert 'id="enter"' not in (await http.get(f"/t/{t}")).text
        assert (await http.post(f"/t/{t}/enter", data={"name": "Cy"})).status_code == 409
        assert (await desk.post(f"/api/tournaments/{t}/registration/open")).status_code == 200
        page = (await http.get(f"/t/{t}")).text
        fields = dict(re.findall(r'name="(id)" value="([^"]*)"', page[page.index('id="enter"') :]))
        for _ in range(2):
            done = await http.post(f"/t/{t}/enter", data=fields | {"name": "Cy", "club": "X", "bot": "steady"})
            assert done.status_code == 303
        assert "The director gives you your personal link" in (await http.get(done.headers["location"])).text
        twice = await http.post(f"/t/{t}/enter", data={"name": "  cy "})
        assert twice.status_code == 409
        assert 'role="alert"' in twice.text
        assert (await http.post(f"/api/tournaments/{t}/enter", json={"name": "Di"})).status_code == 200
        assert (await http.post(f"/api/tournaments/{t}/enter", json={"name": "E", "bot": "steady"})).status_code == 409
    entrants = running.known.tournaments[t].state.entrants
    assert [(e.row.name, e.row.bot) for e in entrants] == [("Ana", ""), ("Bo", ""), ("Cy", ""), ("Di", "")]


# --- to the end


async def test_a_whole_tournament_of_bots_and_its_replays(running, tmp_path):
    async with running.director() as http:
        t = await running.tournament([], bots=7, rounds=2)
        for n in (1, 2):
            tables = await running.begin(t, n)
            await wait_for(lambda n=n: running.round(t, n).phase == "done", what="the round")
            assert len(tables) == 2
        assert (await http.post(f"/api/tournaments/{t}/finish")).status_code == 200
        await wait_for(lambda: (s := running.known.standings(t)) and s.finished, what="final standings")
        rows = (await http.get(f"/api/tournaments/{t}/standings")).json()["rows"]
        assert len(rows) == 7
        page = (await http.get(f"/t/{t}")).text
        assert page.count('class="sums"') == 7
        csv = (await http.get(f"/t/{t}/standings.csv")).text
        assert len(csv.strip().splitlines()) == 8
        assert "final standings" in page
        table = tables[0]
        await wait_for(lambda: running.known.tables[table].table is None, what="the table to leave memory")
        assert (await http.get(f"/table/{table}")).status_code == 200
        steps = (await http.get(f"/api/tables/{table}/replay")).json()
        kinds = {step["kind"] for step in steps}
        assert {"table_opened", "dealt", "played", "deal_ended", "match_ended"} <= kinds
        last = len(steps) - 1
        step = (await http.get(f"/api/tables/{table}/replay/{last}")).json()
        assert step["open"]
        assert None not in step["view"]["board"]["hands"]
        middle = (await http.get(f"/table/{table}/replay?n={last // 2}")).text
        assert "pips" in middle
        assert f"{last // 2} / {last}" in middle
        assert (await http.get(f"/table/{table}/replay?n=99999")).status_code == 200
        assert (await http.get(f"/api/tables/{table}/replay/{last + 1}")).status_code == 404
        export = await http.get(f"/api/tables/{table}/export")
        assert export.status_code == 200
        (tmp_path / "table.jsonl").write_bytes(export.content)
        report = verify(tmp_path / "table.jsonl", public_key=SIGNER.public_key().public_bytes_raw().hex())
        assert (report.id, report.moves > 0, report.deals > 0) == (table, True, True)
