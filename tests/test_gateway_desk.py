"""The arbiter's desk by its pages and by the API: cases, what-if, opened hands, effects before they are signed."""

from __future__ import annotations

import re
from html import unescape

import pytest

from contracts.table import Rewound
from contracts.table_state import view, whose_turn
from contracts.topics import TABLE_COMMANDS, TOURNAMENT_COMMANDS
from services.verify import verify
from tests.club import club
from tests.waiting import wait_for


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("desk") / "log.db") as found:
        yield found


def hidden(page: str) -> dict[str, str]:
    """What a signing page sends along."""
    form = page[page.index('name="id" value="sign-') - 40 :]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in found}


def state(c, table):
    return c.known.tables[table].table or c.known.recent[table]


async def begun(c, names=("Ana", "Bo"), moves=3, **rules) -> tuple[str, str]:
    """A table of people, some moves into its first deal, which goes on: one that blocks so early is dealt elsewhere."""
    while True:
        t = await c.tournament(list(names), **rules)
        table = (await c.begin(t))[0]
        await c.sit(table, *(plan.entrant for plan in c.known.tables[table].seats))
        await wait_for(lambda table=table: whose_turn(state(c, table)) is not None, what="the deal")
        left = moves
        while left and whose_turn(state(c, table)) is not None:
            await play(c, t, table)
            left -= 1
        if whose_turn(state(c, table)) is not None and state(c, table).deal == 1:
            return t, table


async def play(c, t, table) -> None:
    now = state(c, table)
    seat = whose_turn(now)
    body = {"move": view(now, seat).moves[0], "deal": now.deal, "ply": now.ply, "rewinds": now.rewinds}
    async with c.player(t, now.seats[seat].entrant) as http:
        done = await http.post(f"/api/tables/{table}/play", json=body)
        assert done.status_code == 200, done.text


async def played(c, names=4, **rules) -> tuple[str, str]:
    """A tournament of bots after its first round."""
    t = await c.tournament([], bots=names, **{"table_min": 4} | rules)
    table = (await c.begin(t))[0]
    await wait_for(lambda: c.round(t, 1).phase == "done", what="the round")
    return t, table


async def commands(c) -> int:
    """How many commands the log holds."""
    return sum([await c.log.end(topic, p) for topic in (TABLE_COMMANDS, TOURNAMENT_COMMANDS) for p in range(8)])


def case_of(c, t, number=1):
    return c.known.tournaments[t].state.desk.case(number)


# --- a dispute from the call to the end


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_call_becomes_a_case_and_its_ruling_sends_the_table_back(running, tmp_path):
    t, table = await begun(running)
    seat = state(running, table).seats[0].entrant
    async with running.player(t, seat) as http:
        await http.post(f"/api/tables/{table}/call", json={"text": "He passed holding a six."})
    await wait_for(lambda: case_of(running, t), what="the case")
    async with running.director() as http:
        desk = (await http.get(f"/t/{t}/desk")).text
        assert "Call for the arbiter" in desk
        assert "He passed holding a six." in desk
        page = (await http.get(f"/t/{t}/desk/case/1?rule=L-24")).text
        assert "deal 1, move 4" in page, "at the move in question"
        assert 'class="rule"' in page, "the rule beside it"
        steps = len((await http.get(f"/api/tables/{table}/replay")).json()) - 1
        last = (await http.get(f"/t/{t}/desk/case/1?n={steps}")).text
        assert 'value="move"' not in last, "from the newest position there is nowhere to go back to"
        assert 'value="deal"' in last
        at = (await http.get(f"/t/{t}/desk/case/1?n={steps - 3}")).text
        ply = re.search(r'name="ply" value="(\d+)"', at)[1]
        ruling = {"case": "1", "table": table, "deal": "1", "ply": ply, "facts": "He held it.", "rules": "L-24",
                  "decision": "Back to that move.", "rewind": "move", "entrant0": seat, "kind0": "warning",
                  "round0": "1", "do": "look"}  # fmt: skip
        grown = await commands(running)
        look = await http.post(f"/t/{t}/desk/act/give_ruling", data=ruling)
        assert look.status_code == 200, look.text
        assert f"goes on from move {int(ply) + 1} of deal 1" in look.text
        assert await commands(running) == grown, "to look is not to sign"
        done = await http.post(f"/t/{t}/desk/act/give_ruling", data=hidden(look.text) | {"do": "sign"})
        assert done.status_code == 303, done.text
        await wait_for(lambda: state(running, table).orders == 1, what="the way back")
        assert state(running, table).ply == int(ply)
        stale = {"move": "pass", "deal": 1, "ply": int(ply), "rewinds": 0}
        async with running.player(t, seat) as phone:
            late = await phone.post(f"/api/tables/{table}/play", json=stale)
        assert late.json()["code"] == "table/stale", "a phone that was offline plays nothing into it"
        async with running.player(t, seat) as me:
            mine = (await me.get(f"/t/{t}/me")).text
            assert "Back to that move." in mine
            told = await me.post(f"/t/{t}/me/appeal", data={"case": "1", "text": "I held no six."})
            assert told.status_code == 303, told.text
            assert (await me.get(f"/t/{t}/desk")).status_code == 403
        assert case_of(running, t).state == "appealed"
        again = {"case": "1", "facts": "Heard.", "decision": "It stands.", "do": "look"}
        look = await http.post(f"/t/{t}/desk/act/give_ruling", data=again)
        await http.post(f"/t/{t}/desk/act/give_ruling", data=hidden(look.text) | {"do": "sign"})
        closed = await http.post(f"/t/{t}/desk/case/1/close", data={"note": "Done."})
        assert closed.status_code == 303
        assert case_of(running, t).state == "final"
        page = (await http.get(f"/t/{t}/desk/case/1")).text
        assert "It stands." in page
        assert 'id="undone"' in page, "the disputed line says that it does not count any more"
        assert 'id="undone"' not in (await http.get(f"/t/{t}/desk/table/{table}")).text
        assert "Ruling in case 1: back to before move" in page, "the log shows both lines"
        replayed = (await http.get(f"/api/tables/{table}/replay")).json()
        assert sum(step["kind"] == "played" for step in replayed) >= 3, "the earlier line stays readable"
        while state(running, table).result is None:
            await play(running, t, table)
        await wait_for(lambda: running.round(t, 1).tables[0].result, what="the result")
        file = tmp_path / "table.jsonl"
        file.write_bytes((await http.get(f"/api/tables/{table}/export")).content)
    assert verify(file).moves >= 4
    assert Rewound.__struct_config__.tag in file.read_text()


@pytest.mark.anyio
@pytest.mark.slow
async def test_what_if_is_tried_from_any_move_and_the_log_does_not_grow(running):
    t, table = await begun(running)
    async with running.director() as http:
        n = len((await http.get(f"/api/tables/{table}/replay")).json()) - 1
        page = await http.get(f"/t/{t}/desk/table/{table}?n={n}")
        assert "try=" not in page.text, "legal moves would tell a closed hand"
        assert (await http.get(f"/api/tables/{table}/what-if/{n}")).status_code == 404
        await http.post(f"/t/{t}/desk/table/{table}/hands", data={"deal": "1", "reason": "A pass is in dispute."})
        await wait_for(lambda: state(running, table).shown, what="the open hands")
        before, grown = state(running, table), await commands(running)
        page = (await http.get(f"/t/{t}/desk/table/{table}?n={n}")).text
        links = [unescape(link) for link in re.findall(r'href="([^"]+try=[^"]+)"', page)]
        assert links
        assert "whatif" not in page
        for _ in range(4):
            page = (await http.get(links[0])).text
            assert 'id="whatif"' in page, "a banner says that it is not the record"
            links = [unescape(link) for link in re.findall(r'href="([^"]+try=[^"]+)"', page)]
            if not links:
                break
        wrong = (await http.get(f"/t/{t}/desk/table/{table}?n={n}&try=nonsense")).text
        assert 'class="refusal" role="alert"' in wrong
        api = (await http.get(f"/api/tables/{table}/what-if/{n}?try=nonsense")).json()
        assert (api["played"], bool(api["refusal"]), bool(api["moves"])) == (0, True, True)
        assert await commands(running) == grown, "nothing was sent"
        assert state(running, table) == before


# --- hands


@pytest.mark.anyio
@pytest.mark.slow
async def test_opened_hands_are_the_staffs_alone_and_everybody_sees_that_they_are(running):
    t, table = await begun(running, names=("Ana", "Bo", "Cy"))
    players = [plan.entrant for plan in state(running, table).seats]

    def seen(answer):
        return answer.json()["board"]

    async def public(http):
        return seen(await http.get(f"/api/tables/{table}"))

    async with running.director() as http, running.client() as guest:
        closed = seen(await http.get(f"/api/tables/{table}/staff"))
        assert not closed["hands"] or None in closed["hands"]
        before = [await public(guest)]
        for entrant in players:
            async with running.player(t, entrant) as me:
                before.append(seen(await me.get(f"/api/tables/{table}/mine")))
                assert (await me.get(f"/api/tables/{table}/staff")).status_code == 403
                opening = {"deal": 1, "reason": "Curious."}
                assert (await me.post(f"/api/tables/{table}/open-hands", json=opening)).status_code == 403
        nothing = await http.post(f"/api/tables/{table}/open-hands", json={"deal": 1, "reason": ""})
        assert nothing.json()["code"] == "text/empty"
        done = await http.post(f"/api/tables/{table}/open-hands", json={"deal": 1, "reason": "A pass is in dispute."})
        assert done.status_code == 200, done.text
        hands = seen(await http.get(f"/api/tables/{table}/staff"))["hands"]
        assert all(hands)
        after = [await public(guest)]
        pages = [(await guest.get(f"/table/{table}")).text, (await guest.get(f"/table/{table}/replay")).text]
        for entrant in players:
            async with running.player(t, entrant) as me:
                after.append(seen(await me.get(f"/api/tables/{table}/mine")))
                pages.append((await me.get(f"/table/{table}/play")).text)
                assert (await me.get(f"/t/{t}/desk/table/{table}")).status_code == 403
                assert (await me.get(f"/api/tables/{table}/what-if/1")).status_code == 403
        assert after == before, "nobody else sees more"
        for at, page in enumerate(pages):
            assert "A pass is in dispute." in page, at
        steps = (await guest.get(f"/api/tables/{table}/replay")).json()
        opened = next(s["number"] if "number" in s else s["n"] for s in steps if s["kind"] == "hands_opened")
        shown = (await guest.get(f"/api/tables/{table}/replay/{opened}")).json()
        assert not shown["open"]
        assert shown["view"]["board"] == after[0]
        desk = (await http.get(f"/t/{t}/desk/table/{table}")).text
        assert "You see all hands of this deal." in desk
        assert "Hands of deal 1 opened" in desk


# --- the effect before signing


@pytest.mark.anyio
@pytest.mark.slow
async def test_two_directors_at_once_the_second_is_shown_what_changed_and_asked_again(running):
    t, _ = await played(running)
    form = {"entrant": "e1", "kind": "points", "points": "-0.5", "round": "1", "rule": "LP-8", "reason": "Late.",
            "do": "look"}  # fmt: skip
    async with running.director() as one, running.director() as two:
        first = await one.post(f"/t/{t}/desk/act/penalise", data=form)
        second = await two.post(f"/t/{t}/desk/act/penalise", data=form | {"points": "−1,25"})  # noqa: RUF001
        assert first.status_code == second.status_code == 200, first.text
        done = await one.post(f"/t/{t}/desk/act/penalise", data=hidden(first.text) | {"do": "sign"})
        assert done.status_code == 303
        late = await two.post(f"/t/{t}/desk/act/penalise", data=hidden(second.text) | {"do": "sign"})
        assert late.status_code == 409
        assert 'id="changed"' in late.text
        assert len(running.known.tournaments[t].state.desk.penalties) == 1, "nothing was done"
        assert hidden(late.text)["effect"] != hidden(second.text)["effect"]
        signed = await two.post(f"/t/{t}/desk/act/penalise", data=hidden(late.text) | {"do": "sign"})
        assert signed.status_code == 303, signed.text
        plans = [p.plan.points for p in running.known.tournaments[t].state.desk.penalties]
        assert plans == [-50, -125]
        page = (await one.get(f"/t/{t}/desk")).text
        assert "points −1.25" in page  # noqa: RUF001


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_result_is_corrected_a_penalty_lifted_and_who_leaves_leaves_knowingly(running):
    t, table = await played(running)
    old = running.round(t, 1).tables[0].result
    async with running.director() as http:
        form = {f"total0_{at}": str(n) for at, n in enumerate(reversed(old.totals))}
        form |= {f"place0_{at}": str(n) for at, n in enumerate(reversed(old.places))}
        form |= {"fix0": table, "correction": "The slip was read from the wrong side.", "do": "look"}
        look = await http.post(f"/t/{t}/desk/act/correct_result", data=form)
        assert look.status_code == 200, look.text
        assert "If you sign" in look.text
        done = await http.post(f"/t/{t}/desk/act/correct_result", data=hidden(look.text) | {"do": "sign"})
        assert done.status_code == 303, done.text
        assert running.round(t, 1).tables[0].result.totals == tuple(reversed(old.totals))
        same = await http.post(f"/t/{t}/desk/act/correct_result", data=form)
        assert same.status_code == 409
        wrong = await http.post(f"/t/{t}/desk/act/correct_result", data=form | {"place0_0": "9"})
        assert wrong.status_code == 409
        unread = await http.post(f"/t/{t}/desk/act/correct_result", data=form | {"place0_0": "first"})
        who = running.known.tournaments[t].state.name_of(running.round(t, 1).tables[0].seats[0])
        assert unread.status_code == 400
        assert f"{who}: &#39;first&#39;" in unread.text, "whose number cannot be read, and what was typed"
        assert 'value="first"' in unread.text
        penalty = {"penalty": {"entrant": "e1", "kind": "points", "points": -50, "round": 1, "reason": "Late."}}
        looked = (await http.post(f"/api/tournaments/{t}/desk/penalise?look=true", json=penalty)).json()
        changed = {c["entrant"]: c["points"] for c in looked["effect"]["changes"]}
        assert changed["e1"][1] == changed["e1"][0] - 50
        body = penalty | {"effect": "0" * 16}
        assert (await http.post(f"/api/tournaments/{t}/desk/penalise", json=body)).json()["code"] == "effect/changed"
        body = penalty | {"effect": looked["digest"]}
        assert (await http.post(f"/api/tournaments/{t}/desk/penalise", json=body)).status_code == 200
        ask = (await http.get(f"/t/{t}/withdraw/e2")).text
        seen = re.search(r'name="effect" value="(\w+)"', ask)[1]
        lift = await http.post(
            f"/t/{t}/desk/act/lift_penalty", data={"penalty": "1", "reason": "Not he.", "do": "look"}
        )
        await http.post(f"/t/{t}/desk/act/lift_penalty", data=hidden(lift.text) | {"do": "sign"})
        desk = (await http.get(f"/api/tournaments/{t}/desk")).json()
        assert desk["penalties"][0]["lifted"] == "Not he."
        leaving = {"entrant": "e2", "effect": "f" * 16}
        asked = await http.post(f"/t/{t}/do/withdraw", data=leaving)
        assert asked.headers["location"] == f"/t/{t}/withdraw/e2?changed=1"
        assert not running.known.tournaments[t].state.entrant("e2").withdrawn
        again = (await http.get(asked.headers["location"])).text
        assert "Something has changed meanwhile" in again
        fresh = re.search(r'name="effect" value="(\w+)"', again)[1]
        await http.post(f"/t/{t}/do/withdraw", data=leaving | {"effect": fresh})
        assert running.known.tournaments[t].state.entrant("e2").withdrawn
        assert seen


@pytest.mark.anyio
@pytest.mark.slow
async def test_the_desk_over_the_api_and_its_doors(running):
    t, table = await played(running)
    async with running.client() as guest:
        for door in (f"/t/{t}/desk", f"/t/{t}/desk/table/{table}", f"/api/tournaments/{t}/desk"):
            assert (await guest.get(door)).status_code == 403
        for kind in ("give_ruling", "penalise", "lift_penalty", "correct_result"):
            assert (await guest.post(f"/t/{t}/desk/act/{kind}", data={"do": "sign"})).status_code == 403
    async with running.director() as http:
        url = f"/api/tournaments/{t}/desk"
        assert (await http.post(f"{url}/open", json={"facts": "A dispute.", "table": table})).status_code == 200
        ruling = {"case": 1, "facts": "So it was.", "decision": "Play on."}
        looked = (await http.post(f"{url}/rule?look=true", json=ruling)).json()
        assert (await http.post(f"{url}/rule", json=ruling | {"effect": looked["digest"]})).status_code == 200
        one = running.round(t, 1).tables[0].seats[0]
        appeal = {"case": 1, "entrant": one, "text": "No."}
        assert (await http.post(f"{url}/appeal", json=appeal)).status_code == 200
        assert (await http.post(f"{url}/close", json={"case": 1})).status_code == 200
        assert (await http.get(url)).json()["cases"][0]["state"] == "final"
        assert (await http.get(f"/t/{t}/desk/case/9")).status_code == 404
        assert (await http.get(f"/t/{t}/desk/act/draw")).status_code in (404, 405)
        empty = await http.post(f"/t/{t}/desk/open", data={"facts": " "})
        assert empty.status_code == 409
        opened = await http.post(
            f"/t/{t}/desk/open", data={"facts": "Another.", "table": table, "deal": "1", "ply": "2"}
        )
        assert opened.headers["location"] == f"/t/{t}/desk/case/2"
        for code in ("en", "fa", "el"):
            page = await http.get(f"/t/{t}/desk/case/2?lang={code}&rule=L-24,BG-16,X-9")
            assert page.status_code == 200, page.text
            assert page.text.count('class="rule"') == 2
