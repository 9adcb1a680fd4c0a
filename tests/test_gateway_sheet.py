# ruff: noqa: RUF001  # Persian digits are meant
"""The sheet of a table over the board, by its forms and by the API, and what others see of it."""

from __future__ import annotations

import re

import pytest

from contracts import table_state
from contracts.games.game import Reason
from contracts.messages import Board
from contracts.over_the_board import UNSEEN
from services.verify import verify
from services.web_gateway import sheet
from services.web_gateway.words import LANGS
from tests.club import SIGNER, club, entrant_of, signed, to_sign
from tests.table_spec import Spec
from tests.waiting import wait_for

LONGANA_MOVES = {"board": "moves", "options": {"claim_mode": "declared"}}
MT_SCORES = {"game": "mexican_train/1", "board": "scores", "max_deals": 2}
LORA_SCORES = {"game": "lora/1", "board": "scores", "table_min": 3, "max_deals": 2}
OUT = {"deal": "1", "attempt": "0", "end": "out", "seat": "0", "points1": "12"}
ENTRY = {"end": "out", "seat": 0, "points": [0, 12]}


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("sheet") / "log.db") as found:
        yield found


async def opened(c, names=("Ana", "Bo"), **rules) -> tuple[str, str]:
    t = await c.tournament(list(names), **rules)
    return t, (await c.begin(t))[0]


def state(c, table):
    return c.known.tables[table].table or c.known.recent[table]


def name_of(c, table, seat) -> str:
    return c.known.tables[table].seats[seat].name


def plain(text: str) -> str:
    """A page without the marks that keep a name's direction."""
    return re.sub("[\u2066-\u2069]", "", text)


def ids(page: str) -> list[str]:
    return re.findall(r'name="id" value="([^"]+)"', page)


# --- what a form says (no server)


def test_a_form_is_read_as_it_was_written():
    form = {"end": "out", "seat": "1", "pips0": "۱۲", "pips1": "", "pips2": " 5 ", "penalties0": "−20", "starter": "2"}
    found = sheet.entry(form, 3)
    assert (found.end, found.seat, found.starter) == (Reason.OUT, 1, 2)
    assert found.pips == (12, 0, 5), "who went out may be left blank"
    assert found.penalties == (-20, 0, 0)
    assert sheet.entry({"end": "blocked", "seat": "1", "pips0": "4", "offence": "LP-8", "doubled": "yes"}, 3).pips == (
        4,
    )
    for wrong, field in (
        ({"end": "x"}, "end"),
        ({"end": "out", "seat": "one"}, "seat"),
        ({"end": "out", "pips1": "1e3"}, "pips1"),
    ):
        with pytest.raises(ValueError, match=field):
            sheet.entry(wrong, 3)
    assert sheet.sums(form, 3, LANGS["fa"])["pips"] == "۱۷"


@pytest.mark.parametrize(
    ("rules", "seats", "options", "columns"),
    [
        ("longana/1", 3, {}, ["pips"]),
        ("longana/1", 3, {"false_claim_penalty": "points"}, ["pips", "penalties"]),
        ("mexican_train/1", 3, {}, ["points"]),
        ("draw_dominoes/1", 4, {}, ["pips"]),
        ("lora/1", 4, {}, ["counts", "penalties"]),
        ("lora/1", 4, {"omit_contracts": ["minimum", "maximum", "queens", "hearts", "jack_clubs", "king_last"],
                       "layout_pass_points": 1}, ["counts", "passes", "penalties"]),
        ("lora/1", 4, {"contract_order": "chosen", "layout_pass_points": 1}, ["counts", "passes", "penalties"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("lang", ["en", "fa", "el"])
def test_each_game_asks_for_what_it_needs(rules, seats, options, columns, lang):
    spec = Spec().open(rules, seats, board=Board.SCORES, options=options)
    values = sheet.page(spec.table, "t1", LANGS[lang], None)
    assert [c.name for c in values["form"]["columns"]] == columns
    assert values["form"]["starter"] == rules.startswith("draw")
    assert all(label for _, label in (*values["form"]["ends"], *values["form"]["offences"]))


# --- scores, by forms


@pytest.mark.anyio
@pytest.mark.slow
async def test_the_director_enters_a_deal_by_the_form(running):
    t, table = await opened(running, **MT_SCORES)
    async with running.director() as http:
        desk = (await http.get(f"/t/{t}/director")).text
        assert f'href="/table/{table}/sheet"' in desk
        page = (await http.get(f"/table/{table}/sheet")).text
        assert 'inputmode="numeric"' in page
        wrong = await http.post(f"/table/{table}/sheet/deal", data=OUT | {"points0": "3"})
        assert wrong.status_code == 409
        assert "went out and holds nothing; 3 is written" in wrong.text
        assert 'value="12"' in wrong.text, "what was typed stays"
        assert '<output data-of="points" data-digits="">15</output>' in wrong.text
        unread = await http.post(f"/table/{table}/sheet/deal", data=OUT | {"points1": "twelve"})
        assert (unread.status_code, "points1" in unread.text) == (400, True)
        form = OUT | {"id": ids(page)[0], "note": "from the sheet"}
        shown = await http.post(f"/table/{table}/sheet/deal", data=form)
        assert state(running, table).deal == 1, "nothing is done before it is signed"
        assert "Bo +12" in plain(shown.text) or "Ana +12" in plain(shown.text)
        assert "The match goes on." in shown.text
        change = await http.post(f"/table/{table}/sheet/deal", data=to_sign(shown.text) | {"do": "edit"})
        assert (change.status_code, 'value="12"' in change.text, 'value="from the sheet"' in change.text) == (
            200,
            True,
            True,
        )
        done = await http.post(f"/table/{table}/sheet/deal", data=to_sign(shown.text))
        again = await http.post(f"/table/{table}/sheet/deal", data=to_sign(shown.text))
        assert done.status_code == again.status_code == 303, "twice by a slow network is once"
    assert state(running, table).deal == 2
    assert state(running, table).match.totals == (0, 12)


@pytest.mark.anyio
@pytest.mark.slow
async def test_two_players_report_and_a_difference_waits_for_the_arbiter(running):
    t, table = await opened(running, **MT_SCORES)
    first, second = (entrant_of(running, table, seat) for seat in (0, 1))
    async with running.player(t, first) as one, running.player(t, second) as two, running.director() as http:
        mine = (await one.get(f"/table/{table}/play")).text
        assert f'href="/table/{table}/sheet"' in mine
        assert (await one.post(f"/table/{table}/sheet/deal", data=OUT)).status_code == 303
        seen = (await two.get(f"/table/{table}/sheet")).text
        assert f"I agree with {name_of(running, table, 0)}" in plain(seen), "what the other side reported"
        assert "12" in re.search(r'<table class="reports">.*?</table>', seen, re.DOTALL)[0]
        assert (await two.post(f"/table/{table}/sheet/deal", data=OUT | {"points1": "21"})).status_code == 303
        differ = (await two.get(f"/table/{table}/sheet")).text
        assert "The reports differ" in differ
        lines = re.findall(r'<tbody class="unlike">.*?</tbody>', differ, re.DOTALL)
        assert [re.findall(r"<td>(\d+)</td>", line) for line in lines] == [["21", "12"]], "his own stands first"
        assert 'name="points1" aria-labelledby="r-1 c-points"' in differ
        assert re.search(r'name="points1"[^>]*value="21"', differ), "what he reported need not be typed again"
        desk = (await http.get(f"/t/{t}/director")).text
        assert "The reports of deal 1 differ." in desk
        assert "calls the arbiter" not in desk, "nobody has called"
        assert (await signed(http, f"/table/{table}/sheet/deal", OUT)).status_code == 303
        assert (await one.post(f"/table/{table}/sheet/deal", data=OUT)).status_code == 409, "that deal is settled"
    assert state(running, table).match.totals == (0, 12)
    assert state(running, table).call is None


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_sheet_is_for_the_staff_and_those_at_the_table(running):
    t, table = await opened(running, ("Ana", "Bo", "Cy"), **(MT_SCORES | {"table_max": 2}))
    seated = {plan.entrant for plan in running.known.tables[table].seats}
    third = next(e for e in ("e1", "e2", "e3") if e not in seated)
    async with running.client() as nobody, running.player(t, third) as other:
        for http in (nobody, other):
            assert (await http.get(f"/table/{table}/sheet")).status_code == 403
            assert (await http.post(f"/table/{table}/sheet/deal", data=OUT)).status_code == 403
            assert (await http.get(f"/api/tables/{table}/awaited")).status_code == 403
        assert (await nobody.get("/table/none/sheet")).status_code == 404
    async with running.player(t, entrant_of(running, table, 0)) as player:
        assert (
            await player.post(f"/table/{table}/sheet/back", data={"deal": "1", "ply": "0", "at_ply": "1"})
        ).status_code == 403
        assert (await player.post(f"/table/{table}/sheet/charge", data={"seat": "0"})).status_code == 403


# --- scores, by the API


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_whole_tournament_of_lora_by_scores_is_played_and_verified(running, tmp_path):
    t, table = await opened(running, ("Ana", "Bo", "Cy", "Di"), rounds=1, **LORA_SCORES)
    async with running.director() as http:
        url = f"/api/tables/{table}/enter-deal"
        wrong = await http.post(url, json={"deal": 1, "entry": {"end": "played", "points": [3, 1, 3, 2]}})
        assert wrong.status_code == 409
        assert wrong.json()["code"] == "entry/sum"
        assert wrong.json()["link"] == "/rules/lora#LO-23"
        assert "must come to 8, and they come to 9" in wrong.json()["sentence"]
        assert (
            await http.post(url, json={"deal": 1, "entry": {"end": "played", "points": [3, 1, 3, 1]}})
        ).status_code == 200
        stale = await http.post(url, json={"deal": 1, "entry": {"end": "played", "points": [3, 1, 3, 1]}})
        assert stale.json()["code"] == "table/stale"
        assert (
            await http.post(url, json={"deal": 2, "entry": {"end": "played", "counts": [3, 1, 3, 1]}})
        ).status_code == 200
        await wait_for(lambda: running.round(t, 1).phase == "done", what="the result")
        assert (await http.post(f"/api/tournaments/{t}/finish")).status_code == 200
        await wait_for(lambda: running.known.tournaments[t].state.key != "", what="the key")
        await wait_for(lambda: running.known.tables[table].table is None, what="the table's key")
        shown = (await http.get(f"/api/tables/{table}")).json()
        assert shown["totals"] == [0, 0, 0, 0]
        assert shown["played"] == "scores"
        told = [line["text"] for line in (await http.get(f"/api/tables/{table}/replay")).json()]
        assert "Deal 2 is entered" in told
        assert (await http.get(f"/table/{table}/replay")).status_code == 200
        file = tmp_path / "table.jsonl"
        file.write_bytes((await http.get(f"/api/tables/{table}/export")).content)
    report = verify(file, public_key=SIGNER.public_key().public_bytes_raw().hex())
    assert (report.tables, report.deals) == (1, 0)


@pytest.mark.anyio
@pytest.mark.slow
async def test_players_report_by_the_api(running):
    t, table = await opened(running, **MT_SCORES)
    for seat, deal in ((0, 1), (1, 2)):
        async with running.player(t, entrant_of(running, table, seat)) as http:
            waits = (await http.get(f"/api/tables/{table}/awaited")).json()
            assert (waits["phase"], waits["deal"], waits["moves"], len(waits["reports"])) == ("wanting", 1, [], seat)
            done = await http.post(f"/api/tables/{table}/report-deal", json={"deal": 1, "entry": ENTRY})
            assert done.status_code == 200
        assert state(running, table).deal == deal


# --- moves


@pytest.mark.anyio
@pytest.mark.slow
async def test_moves_are_entered_taken_back_and_shown_to_everybody(running):
    t, table = await opened(running, **LONGANA_MOVES)
    async with running.director() as http, running.client() as nobody, running.player(t, "e1") as player:
        page = (await http.get(f"/table/{table}/sheet")).text
        assert "Begin deal 1" in page
        assert (await http.post(f"/table/{table}/sheet/lay", data={"deal": "1", "attempt": "0"})).status_code == 303
        waits = (await http.get(f"/api/tables/{table}/awaited")).json()
        assert "leads A" in waits["moves"]
        first = {"deal": "1", "ply": "0", "seat": str(waits["seat"]), "move": "leads A"}
        assert (await http.post(f"/table/{table}/sheet/move", data=first)).status_code == 303
        lead = {"seat": 0, "move": "lead 9-9", "deal": 1, "ply": 1}
        assert (await http.post(f"/api/tables/{table}/enter-move", json=lead)).status_code == 200
        wrong = await http.post(
            f"/table/{table}/sheet/move", data={"deal": "1", "ply": "2", "seat": "1", "move": "5-4@B"}
        )
        assert wrong.status_code == 409
        assert "5-4" in wrong.text
        assert (
            await http.post(f"/api/tables/{table}/enter-move", json=lead | {"seat": 1, "move": "9-8@B", "ply": 2})
        ).status_code == 200
        sheet_page = (await http.get(f"/table/{table}/sheet")).text
        assert "Back to before this move" in sheet_page
        for path in (f"/table/{table}", f"/table/{table}/play", f"/table/{table}/replay"):
            shown = await (player if path.endswith("play") else nobody).get(path)
            assert shown.status_code == 200, path
            assert UNSEEN not in shown.text
            assert "9-8" in shown.text or "9" in shown.text
        back = {"deal": "1", "ply": "2", "at_ply": "3", "reason": "It was 9-7."}
        assert (await http.post(f"/table/{table}/sheet/back", data=back)).status_code == 303
        assert (
            await http.post(f"/api/tables/{table}/take-back", json={"deal": 1, "ply": 2, "at_ply": 3})
        ).status_code == 409
        told = [line["text"] for line in (await http.get(f"/api/tables/{table}/replay")).json()]
        assert told[-1] == "Back to before move 3"
    assert state(running, table).ply == 2


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_player_enters_his_own_moves_on_his_sheet(running):
    t, table = await opened(running, **LONGANA_MOVES)
    who = entrant_of(running, table, 0)
    async with running.player(t, who) as http:
        assert (await http.post(f"/api/tables/{table}/lay-out", json={"deal": 1})).status_code == 200
        seat = table_state.whose_turn(state(running, table))
        assert seat == 0
        move = {"deal": "1", "ply": "0", "seat": "1", "move": "leads A"}  # the seat is his own, whatever a form says
        assert (await http.post(f"/table/{table}/sheet/move", data=move)).status_code == 303
        assert "lead 9-9" in (await http.get(f"/table/{table}/sheet")).text
        assert (
            await http.post(f"/table/{table}/sheet/move", data=move | {"ply": "1", "move": "lead 9-9"})
        ).status_code == 303
        assert "is to play" in (await http.get(f"/table/{table}/sheet")).text


# --- offences


@pytest.mark.anyio
@pytest.mark.slow
async def test_an_offence_is_charged_from_the_schedule(running):
    _, table = await opened(running, ("Ana", "Bo", "Cy", "Di"), game="lora/1", table_min=3, max_deals=2)
    await running.sit(table, "e1", "e2", "e3", "e4")
    await wait_for(lambda: state(running, table).phase == "playing", what="a deal")
    async with running.director() as http:
        page = (await http.get(f"/table/{table}/sheet")).text
        assert "LP-6: looking at another" in page
        persian = (await http.get(f"/table/{table}/sheet?lang=fa")).text
        assert re.search(r"LP-6: [^<]*[\u0600-\u06ff]", persian)
        form = {"seat": "2", "offence": "LP-6", "deal": "1", "note": "He looked at a neighbour's hand."}
        refused = await http.post(f"/table/{table}/sheet/charge", data=form | {"offence": "LP-1", "seat": "2"})
        assert (refused.status_code, "neighbour" in refused.text) == (409, True)
        await http.get(f"/table/{table}/sheet?lang=en")
        shown = await http.post(f"/table/{table}/sheet/charge", data=form)
        assert "LP-6: looking at another" in shown.text
        assert "8</strong>" in shown.text, "what the offence adds to the total"
        assert (await http.post(f"/table/{table}/sheet/charge", data=to_sign(shown.text))).status_code == 303
    assert state(running, table).match.totals == (0, 0, 8, 0)


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_tournament_over_the_board_is_made_by_the_page(running):
    async with running.director() as http:
        page = (await http.get("/director/new")).text
        assert 'name="board" value="scores"' in page
        fields = {"name": "Club", "game": "mexican_train/1", "rounds": "1", "table_min": "2", "table_max": "4",
                  "tie_breaks": "wins", "seed": "s", "board": "scores"}  # fmt: skip
        made = await http.post("/director/new", data=fields)
        assert made.status_code == 303, made.text
        t = made.headers["location"].split("/")[2]
        wrong = await http.post("/director/new", data=fields | {"board": "moves", "game": "lora/1", "table_min": "4"})
        assert wrong.status_code == 409
        assert "board=moves and lora/1" in wrong.text
        rules = (await http.get(f"/t/{t}?tab=rules")).text
    assert "over the board, scores entered" in rules
    assert running.known.tournaments[t].state.rules.board == "scores"
