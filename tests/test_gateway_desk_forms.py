"""The desk's forms as they are filled in: a whole result put right, as many rows as it takes, tables kept by scores."""

from __future__ import annotations

import re
from html import unescape

import pytest

from contracts import ranking
from tests.club import club
from tests.html_forms import fields_of
from tests.test_gateway_desk import case_of, hidden, played, state
from tests.waiting import wait_for


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("desk-forms") / "log.db") as found:
        yield found


async def sign(http, t, kind, look) -> None:
    done = await http.post(f"/t/{t}/desk/act/{kind}", data=hidden(look.text) | {"do": "sign"})
    assert done.status_code == 303, done.text


async def enter(http, table, entry) -> None:
    """Enter a deal's scores, and sign them."""
    look = await http.post(f"/table/{table}/sheet/deal", data=entry)
    done = await http.post(f"/table/{table}/sheet/deal", data=hidden(look.text) | {"do": "sign"})
    assert done.status_code == 303, done.text


def plain(page: str) -> str:
    """A page's text, without the marks that isolate names."""
    return re.sub("[\u2066-\u2069]", "", unescape(re.sub(r"<[^>]+>", " ", page)))


# --- a past result


@pytest.mark.anyio
@pytest.mark.slow
async def test_everything_that_tie_breaks_read_of_a_result_is_put_right(running):
    t, table = await played(running, tie_breaks=["deals_won", "best_deal", "pips_held"])
    old = running.round(t, 1).tables[0].result
    async with running.director() as http:
        page = (await http.get(f"/t/{t}/desk/table/{table}")).text
        form = fields_of(page, "f-fix")
        for name, column in (("total", old.totals), ("place", old.places), ("won", old.won), ("best", old.best),
                             ("held", old.held)):  # fmt: skip
            assert [form[f"{name}0_{at}"] for at in range(4)] == list(map(str, column)), "filled in with what stands"
        assert form["deals0"] == str(old.deals)
        first, second = old.places.index(1), old.places.index(2)
        form |= {f"won0_{first}": "0", f"won0_{second}": "1", f"best0_{second}": "99", "deals0": "2"}
        form |= {f"held0_{at}": "" for at in range(4)}
        form |= {"correction": "The slip was read from the wrong side.", "do": "look"}
        look = await http.post(f"/t/{t}/desk/act/correct_result", data=form)
        assert look.status_code == 200, look.text
        told = plain(look.text)
        names = [running.known.tournaments[t].state.name_of(e) for e in running.round(t, 1).tables[0].seats]
        assert "Result put right: Round 1 · Table 1" in told, "which result it is"
        assert f"Deals played 2 instead of {old.deals}" in told
        assert f"{names[first]}: Deals won 0 instead of 1, Pips held – instead of {old.held[first]}" in told  # noqa: RUF001
        assert f"{names[second]}: Deals won 1 instead of 0, Best deal 99 instead of {old.best[second]}" in told
        assert "The slip was read from the wrong side." in told
        back = await http.post(f"/t/{t}/desk/act/correct_result", data=hidden(look.text) | {"do": "edit"})
        assert fields_of(back.text, "f-fix")[f"best0_{second}"] == "99", "the form is shown again as it was filled in"
        await sign(http, t, "correct_result", look)
        assert "Round 1 · Table 1" in plain((await http.get(f"/t/{t}/acts")).text), "the record says which"
    new = running.round(t, 1).tables[0].result
    assert (new.won[second], new.best[second], new.deals, new.held) == (1, 99, 2, ())
    assert (new.totals, new.places) == (old.totals, old.places), "what was not touched stands"
    shown = ranking.standings(running.known.tournaments[t].state)
    row = next(r for r in shown.rows if r.name == names[second])
    assert [value.value for value in row.tie_breaks[:2]] == [1, 99]


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_wrong_number_of_a_result_is_named_and_nothing_typed_is_lost(running):
    t, table = await played(running)
    async with running.director() as http:
        page = (await http.get(f"/t/{t}/desk/table/{table}")).text
        form = fields_of(page, "f-fix") | {"won0_2": "two", "best0_1": "77", "correction": "The slip.", "do": "look"}
        unread = await http.post(f"/t/{t}/desk/act/correct_result", data=form)
        assert unread.status_code == 400
        assert "'two'" in unescape(unread.text)
        again = fields_of(unread.text, "f-fix")
        assert (again["won0_2"], again["best0_1"], again["correction"]) == ("two", "77", "The slip.")
        assert (await http.post(f"/t/{t}/desk/act/correct_result", data={"fix0": "none"})).status_code == 404


# --- a ruling with as much as it takes


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_ruling_takes_any_number_of_penalties_and_corrected_results(running):
    t = await running.tournament([], bots=8, table_min=4, rounds=1)
    tables = await running.begin(t)
    await wait_for(lambda: running.round(t, 1).phase == "done", what="the round")
    async with running.director() as http:
        await http.post(f"/t/{t}/desk/open", data={"facts": "The slips were swapped.", "table": tables[0]})
        url = f"/t/{t}/desk/act/give_ruling"
        form = fields_of((await http.get(f"/t/{t}/desk/case/1")).text, "f-ruling")
        assert "entrant0" in form
        assert "entrant1" not in form, "one row to begin with"
        form |= {"facts": "Both slips.", "decision": "As written.", "rules": "BG-16"}
        for row, entrant in enumerate(("e1", "e2", "e3")):
            form |= {f"entrant{row}": entrant, f"kind{row}": "points", f"points{row}": "-0.5", f"round{row}": "1"}
            more = await http.post(url, data=form | {"do": "penalty"})
            assert more.status_code == 200, more.text
            shown = fields_of(more.text, "f-ruling")
            assert {name: shown.get(name) for name in form} == form, "everything typed is kept"
            assert shown[f"entrant{row + 1}"] == "", "and there is another row"
            form = shown
        form |= {"correct0": "yes", "total0_0": "41"}
        assert form["more"] == tables[1], "the results that can be added"
        more = await http.post(url, data=form | {"do": "result"})
        shown = fields_of(more.text, "f-ruling")
        assert shown["fix1"] == tables[1]
        assert (shown["correct1"], shown["total0_0"]) == ("yes", "41")
        old = running.round(t, 1).tables[1].result
        assert shown["total1_0"] == str(old.totals[0]), "filled in with what stands"
        look = await http.post(url, data=shown | {"total1_0": "42", "do": "look"})
        assert look.status_code == 200, look.text
        told = plain(look.text)
        assert "Result put right: Round 1 · Table 1" in told
        assert "Result put right: Round 1 · Table 2" in told
        assert told.count("points −0.5") == 3  # noqa: RUF001
        edited = await http.post(url, data=hidden(look.text) | {"do": "edit"})
        assert fields_of(edited.text, "f-ruling")["total1_0"] == "42"
        await sign(http, t, "give_ruling", look)
        late = await http.post(url, data=shown | {"facts": "Typed too late.", "do": "look"})
        assert late.status_code == 409
        assert "Typed too late." in late.text, "somebody else has ruled: what was typed is still there"
    assert [r.result.totals[0] for r in running.round(t, 1).tables] == [41, 42]
    assert [p.plan.entrant for p in running.known.tournaments[t].state.desk.penalties] == ["e1", "e2", "e3"]


# --- deals entered by their scores


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_table_kept_by_scores_is_offered_only_what_means_something_there(running):
    t = await running.tournament(["Ana", "Bo"], game="mexican_train/1", board="scores", max_deals=3)
    table = (await running.begin(t))[0]
    entry = {"attempt": "0", "end": "out", "seat": "0"}
    async with running.director() as http:
        for deal, points in (("1", "12"), ("2", "30")):
            await enter(http, table, entry | {"deal": deal, "points1": points})
        opened = await http.post(
            f"/t/{t}/desk/open", data={"facts": "Deal 2 was misread.", "table": table, "deal": "2"}
        )
        assert opened.status_code == 303
        for address in (f"/t/{t}/desk/case/1", f"/t/{t}/desk/table/{table}", f"/t/{t}/desk"):
            told = plain((await http.get(address)).text)
            for nonsense in (
                "before move",
                "move 1",
                "Try another move",
                "all hands",
                "other pieces",
                "at this move",
                "any move",
            ):
                assert nonsense not in told, (address, nonsense)
        page = (await http.get(f"/t/{t}/desk/case/1")).text
        assert "Case 1 · Round 1 · Table 1 · deal 2" in plain(page)
        assert "goes back to the start of deal 2" in page
        assert 'id="deal-2"' in page, "the scores so far"
        assert f'href="/table/{table}/sheet"' in page
        assert "Open a case about this deal" in (await http.get(f"/t/{t}/desk/table/{table}")).text
        form = fields_of(page, "f-ruling")
        assert form["rewind"] == "", "it plays on unless the arbiter says so"
        form |= {"facts": "It was 3.", "decision": "Enter it anew.", "rewind": "deal.2", "do": "look"}
        look = await http.post(f"/t/{t}/desk/act/give_ruling", data=form)
        assert "goes back to the start of deal 2: the score is that of before" in plain(look.text)
        await sign(http, t, "give_ruling", look)
        await wait_for(lambda: state(running, table).orders == 1, what="the way back")
        assert state(running, table).match.totals == (0, 12)
        page = plain((await http.get(f"/t/{t}/desk/case/1")).text)
        assert "back to the start of deal 2" in page, "the log says so"
        await enter(http, table, entry | {"deal": "2", "attempt": "1", "points1": "3"})
    assert state(running, table).match.totals == (0, 15)
    assert case_of(running, t).state == "ruled"
    for code in ("fa", "el"):
        async with running.director() as http:
            assert (await http.get(f"/t/{t}/desk/case/1?lang={code}")).status_code == 200
