"""What is shown before a result is signed at a table, and before a player leaves: by the pages and by the API."""

from __future__ import annotations

import random
import re

import pytest

from contracts import effect, results, table_acts
from contracts.games.entry import Entry
from contracts.table import EnterDeal
from contracts.tournament_state import RoundPhase
from tests.club import Club, club, entrant_of, signed, to_sign
from tests.test_gateway_staff import bearer, member
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SCORES = {"game": "mexican_train/1", "board": "scores", "max_deals": 1, "table_max": 2, "qualify": 1, "rounds": 2}
OUT = {"deal": "1", "attempt": "0", "end": "out", "seat": "0", "points1": "12"}
ENTRY = {"end": "out", "seat": 0, "points": [0, 12]}


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("signing") / "log.db") as found:
        yield found


async def begun(c: Club, names=("Ana", "Bo", "Cy", "Di"), **rules) -> tuple[str, list[str]]:
    t = await c.tournament(list(names), **(SCORES | rules))
    return t, await c.begin(t)


def state(c: Club, t: str):
    return c.known.tournaments[t].state


def plain(text: str) -> str:
    """A page without the marks that keep a name's direction."""
    return re.sub("[\u2066-\u2069]", "", text)


def lines(page: str, table: str) -> dict[str, list[str]]:
    """The lines of a table of a page: a name and its cells, without tags."""
    body = re.search(rf'<table id="{table}">.*?<tbody>(.*?)</tbody>', plain(page), re.DOTALL)[1]
    rows = re.findall(r"<tr><th[^>]*>(.*?)</th>(.*?)</tr>", body)
    text = [(re.sub("<[^>]+>", "", head), re.findall(r"<td[^>]*>(.*?)</td>", cells)) for head, cells in rows]
    return {head: [re.sub(r"\s+", " ", re.sub("<[^>]+>", "", cell)).strip() for cell in cells] for head, cells in text}


async def test_the_entry_that_ends_a_match_shows_its_effect_and_what_is_shown_happens(running):
    t, (one, two) = await begun(running)
    url = f"/table/{one}/sheet/deal"
    winner, loser = (running.known.tables[one].seats[seat].name for seat in (0, 1))
    async with running.director() as http:
        shown = await http.post(url, data=OUT)
        assert shown.status_code == 200
        assert lines(shown.text, "totals") == {winner: ["0", "1"], loser: ["0 now 12", "2"]}
        changes = lines(shown.text, "changes")
        assert changes[winner][0] == "0 now 3"
        assert "The match at this table is over then." in shown.text
        assert "last result" not in shown.text
        # Meanwhile the other table has its result: the places would be others.
        assert (await signed(http, f"/table/{two}/sheet/deal", OUT | {"points1": "20"})).status_code == 303
        await wait_for(lambda: running.round(t, 1).tables[1].result is not None, what="the other result")
        before = state(running, t)
        late = await http.post(url, data=to_sign(shown.text))
        assert (late.status_code, "Something has changed meanwhile" in late.text) == (409, True)
        assert running.round(t, 1).tables[0].result is None, "nothing was done"
        assert "It is the last result that round 1 waits for." in late.text
        done = await http.post(url, data=to_sign(late.text))
        again = await http.post(url, data=to_sign(late.text))
        assert (done.status_code, again.status_code) == (303, 303), "twice by a slow network is once"
        assert done.headers["location"] == f"/table/{one}/sheet"
    await wait_for(lambda: running.round(t, 1).phase is RoundPhase.DONE, what="the result")
    found = effect.difference(before, state(running, t))
    told = lines(late.text, "changes")
    assert ("Would qualify now" in late.text) == bool(found.gains)
    assert {c.name for c in found.changes} == set(told)
    for c in found.changes:
        assert told[c.name][1].split(" now ")[-1] == str(c.place[1])


async def test_one_tap_agrees_with_the_other_side_s_report(running):
    t, (table, _) = await begun(running)
    first, second = (entrant_of(running, table, seat) for seat in (0, 1))
    async with running.player(t, first) as one, running.player(t, second) as two:
        await one.post(f"/table/{table}/sheet/deal", data=OUT)
        await two.post(f"/table/{table}/sheet/deal", data=OUT | {"points1": "21"})
        page = (await two.get(f"/table/{table}/sheet")).text
        tap = re.search(r'<form method="post" action="[^"]+/sheet/deal">(.*?)</form>', page, re.DOTALL)[1]
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', tap))
        broken = await two.post(f"/table/{table}/sheet/deal", data=fields | {"entry": "{}"})
        assert (broken.status_code, "entry" in broken.text) == (400, True)
        fields["entry"] = fields["entry"].replace("&#34;", '"')
        assert (await two.post(f"/table/{table}/sheet/deal", data=fields)).status_code == 303
    assert running.known.tables[table].table is None or running.known.tables[table].table.result is not None
    await wait_for(lambda: running.round(t, 1).tables[0].result is not None, what="the result")
    assert running.round(t, 1).tables[0].result.totals == (0, 12)


async def test_the_arbiter_takes_either_report_by_one_tap_and_signs_what_it_brings(running):
    t, (table, _) = await begun(running)
    first, second = (entrant_of(running, table, seat) for seat in (0, 1))
    async with running.director() as http, running.player(t, first) as one, running.player(t, second) as two:
        await one.post(f"/table/{table}/sheet/deal", data=OUT)
        await two.post(f"/table/{table}/sheet/deal", data=OUT | {"points1": "21"})
        page = (await http.get(f"/table/{table}/sheet")).text
        taps = re.findall(r'<form method="post" action="[^"]+/sheet/deal">(.*?)</form>', page, re.DOTALL)
        names = [running.known.tables[table].seats[seat].name for seat in (0, 1)]
        assert [re.search("Take the report of (\\w+)", plain(tap))[1] for tap in taps] == names
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', taps[1]))
        fields["entry"] = fields["entry"].replace("&#34;", '"')
        shown = await http.post(f"/table/{table}/sheet/deal", data=fields)
        assert lines(shown.text, "totals")[names[1]][0] == "0 now 21"
        change = await http.post(f"/table/{table}/sheet/deal", data=to_sign(shown.text) | {"do": "edit"})
        assert re.search(r'name="points1"[^>]*value="21"', change.text), "his own numbers begin from the report"
        assert (await http.post(f"/table/{table}/sheet/deal", data=to_sign(shown.text))).status_code == 303
    await wait_for(lambda: running.round(t, 1).tables[0].result is not None, what="the result")
    assert running.round(t, 1).tables[0].result.totals == (0, 21)


async def test_a_table_is_stopped_after_its_effect_was_shown(running):
    t, (table, _) = await begun(running, max_deals=2)
    async with running.director() as http:
        await http.post(f"/api/tables/{table}/enter-deal", json={"deal": 1, "entry": ENTRY})
        desk = (await http.get(f"/t/{t}/director")).text
        assert f'action="/table/{table}/stop"' in desk
        shown = await http.post(f"/table/{table}/stop", data={"reason": "The hall closes."})
        assert "Note: The hall closes." in plain(shown.text)
        assert lines(shown.text, "changes")[running.known.tables[table].seats[0].name][0] == "0 now 3"
        done = await http.post(f"/table/{table}/stop", data=to_sign(shown.text))
        assert (done.status_code, done.headers["location"]) == (303, f"/t/{t}/director")
        await wait_for(lambda: running.round(t, 1).tables[0].result is not None, what="the result")
        late = await http.post(f"/table/{table}/stop", data={"reason": "Again."})
        assert late.status_code == 409
    assert running.round(t, 1).tables[0].result.reason == "abandoned"


async def test_who_gives_up_over_the_board_sees_what_that_brings(running):
    t, (table, _) = await begun(running, max_deals=3)
    one = entrant_of(running, table, 0)
    async with running.player(t, one) as http, running.director() as desk:
        await desk.post(f"/api/tables/{table}/enter-deal", json={"deal": 1, "entry": ENTRY})
        assert f'action="/table/{table}/give-up"' in (await http.get(f"/table/{table}/play")).text
        shown = await http.post(f"/table/{table}/give-up")
        names = [plan.name for plan in running.known.tables[table].seats]
        assert lines(shown.text, "totals") == {names[0]: ["0", "2"], names[1]: ["12", "1"]}, "who gives up comes last"
        assert lines(shown.text, "changes")[names[1]][0] == "0 now 3"
        looked = (await http.post(f"/api/tables/{table}/resign?look=true")).json()
        assert looked["effect"]["table"]["result"]["places"] == [2, 1]
        await desk.post(f"/api/tables/{table}/enter-deal", json={"deal": 2, "entry": {**ENTRY, "points": [0, 4]}})
        stale = await http.post(f"/api/tables/{table}/resign?effect={looked['digest']}")
        assert (stale.status_code, stale.json()["code"]) == (409, "effect/changed")
        late = await http.post(f"/table/{table}/give-up", data=to_sign(shown.text))
        assert (late.status_code, "Something has changed meanwhile" in late.text) == (409, True)
        assert lines(late.text, "totals")[names[1]] == ["16", "1"]
        done = await http.post(f"/table/{table}/give-up", data=to_sign(late.text))
        assert (done.status_code, done.headers["location"]) == (303, f"/table/{table}/play")
        await wait_for(lambda: running.round(t, 1).tables[0].result is not None, what="the result")
        looked = await http.post(f"/api/tables/{table}/resign?look=true")
        assert (looked.status_code, looked.json()["code"]) == (409, "table/over")
        again = await http.post(f"/table/{table}/give-up")
        assert (again.status_code, "is over" in again.text) == (409, True)
    assert running.round(t, 1).tables[0].result.places == (2, 1)
    t, (table,) = await begun(running, ("Ana", "Bo"), board="server")
    async with running.player(t, "e1") as http:
        assert (await http.post(f"/table/{table}/give-up")).status_code == 404, "its hands are closed"
        assert (await http.post(f"/api/tables/{table}/resign?look=true")).status_code == 404
        assert f'action="/table/{table}/resign"' in (await http.get(f"/table/{table}/play")).text


async def test_an_adjourned_table_is_stopped_and_its_late_result_put_right_with_its_effect(running):
    """The round goes on without it; when it has been played out, the tables seated on the old facts are named."""
    t, tables = await begun(running, max_deals=2)
    async with running.director() as http:
        for deal in (1, 2):
            await http.post(f"/api/tables/{tables[1]}/enter-deal", json={"deal": deal, "entry": ENTRY})
        await http.post(f"/api/tables/{tables[0]}/pause", json={"adjourn": True, "until": "Tuesday"})
        assert (await http.post(f"/api/tournaments/{t}/rounds/2/seat")).json()["code"] == "round/running"
        assert (await signed(http, f"/table/{tables[0]}/stop", {"reason": "The hall closes."})).status_code == 303
        await wait_for(lambda: running.round(t, 1).phase is RoundPhase.DONE, what="the round's end")
        assert (await http.post(f"/api/tournaments/{t}/rounds/2/seat")).status_code == 200
        await wait_for(lambda: running.round(t, 2).phase is RoundPhase.SEATED, what="the seating")
        old = running.round(t, 1).tables[0].result
        new = {"reason": old.reason, "totals": [30, 7], "places": [2, 1], "deals": 2, "won": [0, 2], "best": [0, 0]}
        body = {"correction": {"table": tables[0], "result": new, "reason": "Played out on Tuesday."}}
        looked = (await http.post(f"/api/tournaments/{t}/desk/correct?look=true", json=body)).json()
        assert looked["effect"]["tables"], "round 2 was seated without it"
        assert (looked["effect"]["round"], looked["effect"]["playing"]) == (2, False)
        done = await http.post(f"/api/tournaments/{t}/desk/correct", json=body | {"effect": looked["digest"]})
        assert done.status_code == 200, done.text
    assert running.round(t, 1).tables[0].result.totals == (30, 7)


async def test_a_move_that_ends_the_match_is_signed_and_the_others_are_not(running):
    rules = {"game": "longana/1", "board": "moves", "options": {"claim_mode": "declared"}, "table_max": 4}
    t, (table,) = await begun(running, ("Ana", "Bo"), **rules)
    rng = random.Random(3)
    async with running.director() as http:
        await http.post(f"/api/tables/{table}/lay-out", json={"deal": 1})
        for _ in range(300):
            waits = (await http.get(f"/api/tables/{table}/awaited")).json()
            move = rng.choice(waits["moves"])
            form = {"deal": "1", "ply": str(waits["ply"]), "seat": str(waits["seat"]), "move": move}
            answer = await http.post(f"/table/{table}/sheet/move", data=form)
            if answer.status_code != 303:
                break
        assert (answer.status_code, "The last move of the match" in answer.text) == (200, True), answer.text
        body = {k: int(v) for k, v in form.items() if k != "move"} | {"move": form["move"]}
        looked = (await http.post(f"/api/tables/{table}/enter-move?look=true", json=body)).json()
        assert looked["effect"]["ends_round"]
        stale = await http.post(f"/api/tables/{table}/enter-move", json=body | {"effect": f"{'0' * 16}.{'0' * 16}"})
        assert (stale.status_code, stale.json()["code"]) == (409, "effect/changed")
        assert (await http.post(f"/table/{table}/sheet/move", data=to_sign(answer.text))).status_code == 303
    await wait_for(lambda: running.round(t, 1).phase is RoundPhase.DONE, what="the result")


async def test_a_scorer_sees_no_hidden_places_and_signs_without_them(running):
    t, (table, other) = await begun(running, rounds=1, hide_last_rounds=1)
    scorer_id = await member(running, t, "scorer", "Nikos")
    async with running.director() as http:
        whole = (await http.post(f"/table/{table}/sheet/deal", data=OUT)).text
        assert lines(whole, "changes"), "the director sees what it changes"
    async with bearer(running, t, scorer_id) as scorer:
        shown = await scorer.post(f"/table/{table}/sheet/deal", data=OUT)
        assert 'id="changes"' not in shown.text
        assert "stay hidden until the end" in shown.text
        async with running.director() as http:
            await signed(http, f"/table/{other}/sheet/deal", OUT)
        await wait_for(lambda: running.round(t, 1).tables[1].result is not None, what="the other result")
        done = await scorer.post(f"/table/{table}/sheet/deal", data=to_sign(shown.text))
        assert done.status_code == 303, "nothing that he may see has changed"


async def test_the_api_looks_and_signs(running):
    t, (table, other) = await begun(running)
    url = f"/api/tables/{table}/enter-deal"
    body = {"deal": 1, "entry": ENTRY}
    async with running.director() as http:
        looked = (await http.post(f"{url}?look=true", json=body)).json()
        assert looked["effect"]["table"]["totals"] == [[0, 0], [0, 12]]
        assert looked["effect"]["tournament"]["changes"]
        assert (await http.post(f"{url}?look=true", json=body | {"deal": 9})).json()["code"] == "table/stale"
        await http.post(f"/api/tables/{other}/enter-deal", json=body)
        await wait_for(lambda: running.round(t, 1).tables[1].result is not None, what="the other result")
        late = await http.post(url, json=body | {"effect": looked["digest"]})
        assert (late.status_code, late.json()["code"]) == (409, "effect/changed")
        wrong = await http.post(url, json=body | {"effect": f"{'0' * 16}.{late_part(running, t, table)}"})
        assert (wrong.status_code, wrong.json()["code"]) == (409, "effect/changed"), (
            "the referee holds the table's part"
        )
        looked = (await http.post(f"{url}?look=true", json=body)).json()
        assert (await http.post(url, json=body | {"effect": looked["digest"]})).status_code == 200


def late_part(c: Club, t: str, table: str) -> str:
    """The digest of what the entry changes in the tournament now."""
    here = c.known.tables[table].table
    body = EnterDeal(deal=1, entry=Entry(end="out", seat=0, points=(0, 12)))
    events = table_acts.judge(here, "director", body, here.at)
    return results.digest(results.foreseen(here, table, events, state(c, t))).partition(".")[2]


async def test_a_player_sees_what_leaving_means_and_is_asked_again_when_that_changes(running):
    t, tables = await begun(running)
    one = entrant_of(running, tables[0], 0)
    name = state(running, t).name_of(one)
    async with running.player(t, one) as http, running.director() as desk:
        assert f'href="/t/{t}/me/leave"' in (await http.get(f"/t/{t}/me")).text
        asked = await http.get(f"/t/{t}/me/leave")
        assert f"Plays in the running round: {name}" in plain(asked.text)
        assert re.search("You stand at place [1-4] now, with 0 points", plain(asked.text))
        form = to_sign(asked.text)
        for table in tables:
            await desk.post(f"/api/tables/{table}/enter-deal", json={"deal": 1, "entry": ENTRY})
        await wait_for(lambda: running.round(t, 1).phase is RoundPhase.DONE, what="the results")
        assert (await desk.post(f"/api/tournaments/{t}/rounds/2/seat")).status_code == 200
        await wait_for(lambda: running.round(t, 2).phase is RoundPhase.SEATED, what="the seating")
        late = await http.post(f"/t/{t}/me/withdraw", data=form)
        assert (late.status_code, late.headers["location"]) == (303, f"/t/{t}/me/leave?changed=1")
        assert not state(running, t).entrant(one).withdrawn
        again = await http.get(late.headers["location"])
        assert "Something has changed meanwhile" in again.text
        assert f"Seated in this round and gone: {name}" in plain(again.text)
        assert "with 3 points" in plain(again.text)
        before = state(running, t)
        done = await http.post(f"/t/{t}/me/withdraw", data=to_sign(again.text))
        assert (done.status_code, done.headers["location"]) == (303, f"/t/{t}/me")
        assert effect.difference(before, state(running, t)).gone == (one,)
        gone = await http.get(f"/t/{t}/me/leave")
        assert (gone.status_code, gone.headers["location"]) == (303, f"/t/{t}/me")
