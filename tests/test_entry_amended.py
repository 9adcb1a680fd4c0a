# ruff: noqa: RUF001  # letters of three scripts are meant
"""An entry changed after it was made: names, marks, and the table at which somebody always sits."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from contracts import seating_facts
from contracts.entrants import EntrantsError, read_entrants
from contracts.stages import Format, Stage
from contracts.tournament import (
    AmendEntrant,
    EntrantAmended,
    EntrantRow,
    ImportEntrants,
    OpenRegistration,
    RecordResult,
    Register,
    StartRound,
)
from services.lobby import seating, seating_check
from tests.play_lobby import Lobby, result
from tests.test_gateway_entry import made, plain, running, state  # noqa: F401  # a fixture is taken by its name
from tests.test_lobby import refused


def amend(lobby: Lobby, entrant: str, **changes) -> tuple:
    old = lobby.state.entrant(entrant)
    return lobby.do(AmendEntrant(entrant=entrant, row=replace(old.row, **changes)))


# --- the lobby


def test_an_entry_is_written_anew_and_nothing_else_changes():
    lobby = Lobby()
    lobby.enter(5)
    before = lobby.state.entrant("e2")
    (event,) = amend(lobby, "e2", name="  Νεφέλη   Α. ", club="Dom", paid=True, table=3)
    assert isinstance(event, EntrantAmended)
    after = lobby.state.entrant("e2")
    assert after.row == EntrantRow(name="Νεφέλη Α.", club="Dom", paid=True, table=3)
    assert replace(after, row=before.row, key=before.key) == before
    assert amend(lobby, "e2") == (), "what says the same is no event"
    # The old name is free, the new one is taken; one's own is no other's.
    lobby.do(Register(entrant=EntrantRow(name="Player 2")))
    refused(lobby.ask(Register(entrant=EntrantRow(name="ΝΕΦΈΛΗ Α."))), "entrant/twice", name="Νεφέλη Α.")
    amend(lobby, "e2", name="ΝΕΦΈΛΗ Α.")


def test_what_an_entry_cannot_become():
    lobby = Lobby()
    rows = (EntrantRow(name="Ana"), EntrantRow(name="Bo", bot="steady"), EntrantRow(name="Cy", house=True))
    lobby.do(ImportEntrants(entrants=rows))

    def ask(entrant, reason="", **changes):
        row = replace(rows[int(entrant[1:]) - 1 if entrant < "e4" else 0], **changes)
        return lobby.ask(AmendEntrant(entrant=entrant, row=row, reason=reason))

    refused(ask("e9"), "entrant/unknown", entrant="e9")
    refused(ask("e1", name="bo"), "entrant/twice", name="Bo")
    refused(ask("e1", name=" "), "entrant/name", reason="empty")
    refused(ask("e1", partner="Di"), "entrant/partner", case="alone")
    refused(ask("e1", reason="x" * 501), "text/too-long", most=500)
    for table in (-1, 601):
        refused(ask("e1", table=table), "entrant/table", most=600)
        refused(lobby.ask(Register(entrant=EntrantRow(name="Di", table=table))), "entrant/table", most=600)
    for entrant, changes in (
        ("e1", {"bot": "steady"}),
        ("e1", {"house": True}),
        ("e2", {"bot": ""}),
        ("e3", {"house": False}),
    ):
        refused(ask(entrant, **changes), "entrant/fixed")


def test_players_cannot_give_themselves_a_table_or_the_mark_that_they_have_paid():
    lobby = Lobby()
    lobby.do(OpenRegistration())
    for row in (EntrantRow(name="Ana", table=1), EntrantRow(name="Ana", paid=True)):
        refused(lobby.ask(Register(entrant=row), "player"), "entrant/desk")


def test_lists_hold_tables_and_marks():
    text = "name;table;paid\nAna;3;yes\nBo;;\nنگار;۱۲;بله\n"
    assert read_entrants(text.encode()) == (
        EntrantRow(name="Ana", table=3, paid=True),
        EntrantRow(name="Bo"),
        EntrantRow(name="نگار", table=12, paid=True),
    )


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("Ana;x;", 2, "number from 1 to 600"),
        ("Ana;601;", 2, "number"),
        ("Ana;-1;", 2, "number"),
        ("Ana;9999999;", 2, "number"),
        ("Ana;;perhaps", 3, "'perhaps'"),
    ],
)
def test_a_list_with_a_wrong_table_or_mark_says_where(line, column, said):
    with pytest.raises(EntrantsError, match=said) as e:
        read_entrants(f"name;table;paid\n{line}\n".encode())
    assert (e.value.line, e.value.column) == (2, column)


# --- a table of one's own


@pytest.mark.parametrize("form", [Format.RANDOM, Format.SWISS, Format.ROTATION, Format.FINAL])
@pytest.mark.slow
def test_whoever_has_a_table_of_his_own_sits_there_in_every_round(form):
    rng = random.Random(form)
    lobby = Lobby(rounds=4, table_min=3, table_max=4, stages=(Stage(format=form, rounds=4),))
    plain_one = Lobby(rounds=4, table_min=3, table_max=4, stages=(Stage(format=form, rounds=4),))
    for one in (lobby, plain_one):
        one.enter(19)
    amend(lobby, "e7", table=4)
    amend(lobby, "e12", table=1)
    for number in range(1, 5):
        lobby.do(StartRound(round=number))
        proposal = seating.propose(lobby.state)
        assert seating_check.fault(lobby.state, proposal) == ""
        sits = {e: table.number for table in proposal.tables for e in table.seats}
        if sits["e7"] != sits["e12"]:
            assert (sits["e7"], sits["e12"]) == (4, 1)
        # Nobody's company is another than without it.
        plain_one.do(StartRound(round=number))
        beside = seating.propose(plain_one.state)
        assert {table.seats for table in beside.tables} == {table.seats for table in proposal.tables}
        assert beside.report == proposal.report
        lobby.do(proposal, "seater")
        plain_one.do(beside, "seater")
        for one in (lobby, plain_one):
            one.begin()
        # The same results at the same company.
        seed = rng.randrange(1 << 30)
        _play_alike(lobby, seed)
        _play_alike(plain_one, seed)


def _play_alike(lobby: Lobby, seed: int) -> None:
    for table in lobby.state.current.tables:
        rng = random.Random(f"{seed}/{table.seats}")
        totals = [rng.randrange(0, 12) * 10 for _ in table.seats]
        places = [1 + sum(o > t for o in totals) for t in totals]
        lobby.do(RecordResult(table=table.id, result=result(places, totals)), "relay")


def test_of_two_who_want_one_table_the_first_has_it_and_the_report_names_the_other():
    lobby = Lobby(table_min=4, table_max=4)
    lobby.enter(12)
    wanted = {"e5": 3, "e2": 3, "e9": 8}
    for entrant, table in wanted.items():
        amend(lobby, entrant, table=table)
    lobby.do(StartRound(round=1))
    proposal = seating.propose(lobby.state)
    assert seating_check.fault(lobby.state, proposal) == ""
    sits = {e: table.number for table in proposal.tables for e in table.seats}
    assert sits["e2"] == 3
    told = {s.entrant: s for s in seating_facts.sittings(lobby.state, 1, proposal.tables, proposal.byes)}
    assert (told["e2"].worst, told["e2"].always) == ("", 0)
    assert (told["e9"].worst, told["e9"].always) == ("table", 8), "there are three tables"
    assert told["e5"].always == (0 if sits["e5"] == 3 else 3)


def test_a_seating_that_forgets_a_table_of_one_s_own_is_refused():
    rng = random.Random(3)
    lobby = Lobby()
    lobby.enter(16)
    for _ in range(2):
        lobby.round(rng)
    amend(lobby, "e6", table=4)
    lobby.do(StartRound(round=3))
    proposal = seating.propose(lobby.state)
    tables = proposal.tables
    turned = tuple(replace(table, number=n) for n, table in enumerate((tables[3], *tables[:3]), start=1))
    fault = seating_check.fault(lobby.state, replace(proposal, tables=turned))
    assert "should be table 4, for somebody who always sits there" in fault


# --- in the browser and over HTTP


@pytest.mark.anyio
@pytest.mark.slow
async def test_the_director_puts_a_name_right_and_what_is_refused_stays_in_the_form(running):  # noqa: F811
    t = await made(running)
    async with running.director() as http:
        await http.post(f"/api/tournaments/{t}/entrants", json=[{"name": "Aan Ruiz"}, {"name": "Bo"}])
        assert f'href="/t/{t}/entrants/e1"' in (await http.get(f"/t/{t}/director")).text
        page = await http.get(f"/t/{t}/entrants/e1")
        assert 'value="Aan Ruiz"' in page.text
        wrong = {"name": "bo", "club": "Dom", "table": "two", "reason": "spelling"}
        answer = await http.post(f"/t/{t}/entrants/e1", data=wrong)
        assert answer.status_code == 409
        assert 'id="problem"' in answer.text
        assert all(f'value="{typed}"' in answer.text for typed in wrong.values())
        endless = await http.post(f"/t/{t}/entrants/e1", data={"name": "Aan Ruiz", "table": "9" * 5000})
        assert (endless.status_code, "from 1 to 600" in plain(endless.text)) == (409, True)
        answer = await http.post(f"/t/{t}/entrants/e1", data=wrong | {"name": "Ana Ruiz", "table": "2"})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{t}/director#p-e1")
        row = state(running, t).entrant("e1").row
        assert row == EntrantRow(name="Ana Ruiz", club="Dom", table=2)
        acts = plain((await http.get(f"/t/{t}/acts")).text)
        assert "Changed the entry of Ana Ruiz" in acts
        assert "spelling" in acts
        # The same over the API.
        answer = await http.post(f"/api/tournaments/{t}/entrants/e2", json={"row": {"name": "Bo Larsen"}})
        assert answer.status_code == 200, answer.text
        answer = await http.post(f"/api/tournaments/{t}/entrants/e2", json={"row": {"name": "Ana Ruiz"}})
        assert (answer.status_code, answer.json()["code"]) == (409, "entrant/twice")
    async with running.client() as anybody:
        assert "Aan" not in (await anybody.get(f"/t/{t}?tab=standings")).text
        told = (await anybody.get(f"/api/tournaments/{t}")).json()["entrants"]
        assert [e["name"] for e in told] == ["Ana Ruiz", "Bo Larsen"]
        assert not any({"paid", "table"} & set(e) for e in told), "that is the desk's to see"


@pytest.mark.anyio
@pytest.mark.slow
async def test_paid_is_said_of_everybody_once_somebody_has(running):  # noqa: F811
    t = await made(running)
    async with running.director() as http:
        await http.post(f"/api/tournaments/{t}/entrants", json=[{"name": "Ana"}, {"name": "Bo"}])
        assert "not paid" not in plain((await http.get(f"/t/{t}/director")).text)
        await http.post(f"/api/tournaments/{t}/entrants/e1", json={"row": {"name": "Ana", "paid": True}})
        page = plain((await http.get(f"/t/{t}/director")).text)
        assert page.count("not paid") == 1
        assert "· paid" in page
        file = (await http.get(f"/t/{t}/entrants.csv")).text
        assert "Ana,,,,,,,yes" in file
        assert "Bo,,,,,,,\r\n" in file
