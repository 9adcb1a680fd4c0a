"""Entry: are the policies of a tournament kept, is everybody where the list says, and do the standings show it?"""

from __future__ import annotations

import random

import pytest

from contracts import qualify, seating_facts
from contracts.entry import Absence, Admit, Admitted, EntryRules, NoShow, NotShown
from contracts.ranking import scores, standings
from contracts.stages import Format, Stage
from contracts.tournament import (
    CheckIn,
    CreateTournament,
    DropSeating,
    EntrantRow,
    ImportEntrants,
    OpenRegistration,
    ProposeSeating,
    RecordResult,
    Register,
    Registered,
    Return,
    Returned,
    StartRound,
    TablePlan,
    Withdraw,
    Withdrawn,
)
from services.lobby import decider, seating, seating_check
from tests.oracle_ranking import Oracle
from tests.play_lobby import Lobby, result, rules
from tests.test_lobby import refused

# --- the policies themselves


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"capacity": -1}, "capacity"),
        ({"capacity": 1201}, "capacity"),
        ({"late_points": -1}, "late_points"),
        ({"late_points": 301}, "late_points"),
    ],
)
def test_policies_that_cannot_be(given, field):
    answer = Lobby(bare=True).ask(CreateTournament(name="Spring", rules=rules(entry=EntryRules(**given))))
    refused(answer, "rules/range", field=field)


# --- the waiting list


def full(capacity: int, *more: str, **policies) -> Lobby:
    lobby = Lobby(entry=EntryRules(capacity=capacity, **policies))
    lobby.enter(capacity)
    for name in more:
        lobby.do(Register(entrant=EntrantRow(name=name)))
    return lobby


def test_whoever_comes_when_it_is_full_waits_and_is_neither_seated_nor_ranked():
    lobby = full(4, "Ana", "Bo")
    assert [e.waiting for e in lobby.state.entrants] == [False] * 4 + [True] * 2
    assert lobby.state.waiting == ("e5", "e6")
    refused(lobby.ask(CheckIn(entrants=("e5",))), "entrant/waiting", name="Ana")
    assert "e5" not in {row.entrant for row in standings(lobby.state).rows}
    assert set(lobby.seat().tables[0].seats) == {"e1", "e2", "e3", "e4"}
    lobby.begin()
    lobby.play(random.Random(1))
    assert {row.entrant for row in standings(lobby.state).rows} == {"e1", "e2", "e3", "e4"}


def test_a_list_that_is_longer_than_the_hall_ends_on_the_waiting_list():
    lobby = Lobby(entry=EntryRules(capacity=2))
    rows = (EntrantRow(name="Ana"), EntrantRow(name="Helper", house=True), EntrantRow(name="Bo"), EntrantRow(name="Cy"))
    events = lobby.do(ImportEntrants(entrants=rows))
    assert [e.waiting for e in events] == [False, False, False, True]


def test_whoever_leaves_before_the_first_round_makes_room_in_the_same_decision():
    lobby = full(3, "Ana", "Bo")
    assert lobby.do(Withdraw(entrant="e4")) == (Withdrawn(entrant="e4"),), "from the list itself nobody moves up"
    assert lobby.do(Withdraw(entrant="e2")) == (Withdrawn(entrant="e2"), Admitted(entrant="e5"))
    assert not lobby.state.entrant("e5").waiting
    assert lobby.do(Withdraw(entrant="e1")) == (Withdrawn(entrant="e1"),), "nobody is left on the list"
    assert lobby.do(Return(entrant="e4")) == (Returned(entrant="e4"),)
    assert lobby.state.waiting == ("e4",), "he is back on the list, not in"
    assert lobby.state.ready == ("e3",)


def test_after_the_first_round_the_director_alone_lets_in_from_the_list():
    lobby = full(4, "Ana", late_points=100)
    lobby.round(random.Random(2))
    assert lobby.do(Withdraw(entrant="e1")) == (Withdrawn(entrant="e1"),)
    assert lobby.do(Admit(entrant="e5")) == (Admitted(entrant="e5", round=1),)
    assert scores(lobby.state)["e5"] == 100, "he is late for the round that he has missed"
    refused(lobby.ask(Admit(entrant="e5")), "entrant/not-waiting", name="Ana")
    refused(lobby.ask(Admit(entrant="e1")), "entrant/withdrawn", name="Player 1")
    refused(lobby.ask(Admit(entrant="e9")), "entrant/unknown")


# --- who did not come


def test_who_does_not_come_is_absent_until_he_checks_in():
    lobby = Lobby(table_min=3)
    lobby.enter(9)
    lobby.seat()
    assert lobby.do(NoShow(round=1, entrants=("e3", "e3"))) == (NotShown(round=1, entrant="e3"),)
    assert lobby.do(NoShow(round=1, entrants=("e3",))) == (), "said again, it changes nothing"
    assert lobby.state.entrant("e3").missed == (1,)
    lobby.do(DropSeating(round=1))
    assert "e3" not in {e for table in lobby.seat().tables for e in table.seats}
    lobby.begin()
    lobby.play(random.Random(3))
    lobby.do(CheckIn(entrants=("e3",)))
    assert "e3" in qualify.entrants(lobby.state, 2)


def test_who_does_not_come_is_out_where_the_policy_says_so():
    lobby = full(4, "Ana", "Bo", no_show=Absence.WITHDRAW)
    lobby.seat()
    assert lobby.do(NoShow(round=1, entrants=("e1", "e2"))) == (
        NotShown(round=1, entrant="e1"),
        Withdrawn(entrant="e1"),
        Admitted(entrant="e5"),
        NotShown(round=1, entrant="e2"),
        Withdrawn(entrant="e2"),
        Admitted(entrant="e6"),
    )
    refused(lobby.ask(CheckIn(entrants=("e1",))), "entrant/withdrawn")
    lobby.do(Return(entrant="e1"))
    assert lobby.state.entrant("e1").present


def test_a_no_show_is_said_of_a_seated_round_and_of_those_in_it():
    lobby = Lobby()
    lobby.enter(5)
    refused(lobby.ask(NoShow(round=1, entrants=("e1",))), "seating/missing")
    lobby.do(CheckIn(entrants=("e5",), present=False))
    lobby.seat()
    refused(lobby.ask(NoShow(round=2, entrants=("e1",))), "round/number", round=1)
    refused(lobby.ask(NoShow(round=1, entrants=("e5",))), "entrant/not-seated", name="Player 5", round=1)
    refused(lobby.ask(NoShow(round=1, entrants=("e77",))), "entrant/unknown")
    refused(lobby.ask(NoShow(round=1, entrants=("e1",)), actor="player:e2"), "actor/not-allowed")
    lobby.begin()
    refused(lobby.ask(NoShow(round=1, entrants=("e1",))), "round/running", round=1)


# --- late entry


def test_a_late_entrant_has_what_the_policy_gives_for_each_round_before_him():
    rng = random.Random(4)
    lobby = Lobby(entry=EntryRules(late_points=75), tie_breaks=("wins", "opponents", "progressive", "lots"))
    lobby.enter(8)
    lobby.round(rng)
    lobby.round(rng)
    lobby.enter(1)
    lobby.round(rng)
    row = next(row for row in standings(lobby.state).rows if row.entrant == "e9")
    late = [part for part in row.points.parts if part.kind == "late"]
    assert [(part.round, part.value) for part in late] == [(1, 75), (2, 75)]
    assert row.points.value == sum(part.value for part in row.points.parts)
    opponents = next(value for value in row.tie_breaks if value.name == "opponents")
    assert {part.round for part in opponents.parts} <= {3}, "the rounds before are not played"


@pytest.mark.parametrize("scoring", ["by_place", "normalised", "raw"])
@pytest.mark.slow
def test_the_oracle_ranks_late_entrants_and_house_players_alike(scoring):
    rng = random.Random(5)
    chain = ("wins", "opponents", "sonneborn_berger", "progressive", "head_to_head", "game_points", "lots")
    lobby = Lobby(scoring=scoring, entry=EntryRules(late_points=120), tie_breaks=chain, table_min=3)
    lobby.enter(10)
    lobby.do(ImportEntrants(entrants=(EntrantRow(name="Helper", house=True),)))
    lobby.do(CheckIn(entrants=("e11",)))
    for late in (0, 1, 2, 0):
        if late:
            lobby.enter(late)
        lobby.do(StartRound(round=lobby.state.begun + 1))
        lobby.do(seating.propose(lobby.state), "seater")
        lobby.begin()
        lobby.play(rng)
        found = standings(lobby.state)
        places = {row.entrant: row.place for row in found.rows}
        assert "e11" not in places
        assert places == Oracle(lobby.state).places(list(places), chain)


@pytest.mark.parametrize("game", ["longana/1", "mexican_train/1"])
@pytest.mark.parametrize("policy", [EntryRules(), EntryRules(late_points=150)])
def test_where_the_game_s_own_points_count_byes_and_late_entrants_are_seated_too(game, policy):
    """The checker of seatings counts a bye as the round's mean, and a round not played like its last."""
    rng = random.Random(10)
    lobby = Lobby(game=game, scoring="raw", table_min=4, table_max=4, entry=policy)
    lobby.enter(9)
    for late in (2, 1, 0, 0):
        lobby.round(rng)
        if late:
            lobby.enter(late)


# --- house players and substitutes


def house(*rows: EntrantRow, players: int = 8, **changes) -> Lobby:
    lobby = Lobby(**changes)
    lobby.enter(players)
    events = lobby.do(ImportEntrants(entrants=rows))
    lobby.do(CheckIn(entrants=tuple(e.entrant for e in events)))
    return lobby


def test_a_house_player_fills_a_table_and_has_no_place():
    rng = random.Random(6)
    lobby = house(EntrantRow(name="Helper", house=True), players=7, table_min=4)
    lobby.round(rng)
    found = standings(lobby.state)
    assert len(found.rows) == 7
    assert [(row.entrant, row.place) for row in found.house] == [("e8", 0)]
    assert found.house[0].points.value == scores(lobby.state)["e8"]
    at_table = next(t for t in lobby.state.rounds[0].tables if "e8" in t.seats)
    other = next(e for e in at_table.seats if e != "e8")
    row = next(row for row in found.rows if row.entrant == other)
    opponents = next(value for value in row.tie_breaks if value.name == "opponents")
    assert "e8" in opponents.parts[0].entrants, "his points count for those who met him"


@pytest.mark.parametrize("form", [Format.RANDOM, Format.SWISS, Format.ROTATION])
def test_house_players_have_byes_before_everybody_and_the_checker_knows(form):
    rng = random.Random(7)
    stages = (Stage(format=form, rounds=9),)
    lobby = house(EntrantRow(name="Helper", house=True), players=8, table_min=4, stages=stages)
    for _ in range(3):
        assert lobby.round(rng).byes == ("e9",), "again and again, and never an entrant"
    lobby.do(StartRound(round=4))
    proposal = seating.propose(lobby.state)
    first = proposal.tables[0].seats
    swapped = TablePlan(number=1, seats=("e9", *first[1:]))
    wrong = ProposeSeating(
        round=4, want=proposal.want, tables=(swapped, *proposal.tables[1:]), byes=first[:1], report=proposal.report
    )
    said = seating_check.fault(lobby.state, wrong)
    assert "house player" in said or "lots" in said or "bye" in said
    assert said


def test_a_round_robin_never_gives_a_bye_while_a_house_player_sits():
    rng = random.Random(8)
    stages = (Stage(format=Format.ROUND_ROBIN, rounds=5),)
    lobby = house(EntrantRow(name="Helper", house=True), players=4, table_min=2, table_max=2, rounds=5, stages=stages)
    for _ in range(5):
        assert lobby.round(rng).byes == ("e5",)


def test_a_house_player_does_not_go_on():
    stages = (Stage(format=Format.ELIMINATION, rounds=2, advance=1, table_min=2, table_max=2),)
    lobby = house(EntrantRow(name="Helper", house=True), players=3, rounds=2, stages=stages, table_max=2)
    lobby.seat()
    lobby.begin()
    for table in lobby.state.current.tables:
        places = (1, 2) if table.seats[0] == "e4" or "e4" not in table.seats else (2, 1)
        lobby.do(RecordResult(table=table.id, result=result(places)), "relay")
    on = qualify.entrants(lobby.state, 2)
    assert "e4" not in on, "he won and stays out"
    assert len(on) == 2, "whom he beat goes on in his place"


def test_a_substitute_stands_for_an_entrant_and_is_scored_apart():
    lobby = house(EntrantRow(name="Sub", house=True, stands_for="e3"), players=4)
    lobby.do(CheckIn(entrants=("e3",), present=False))
    lobby.round(random.Random(9))
    (row,) = standings(lobby.state).house
    assert row.stands_for == "Player 3"
    refused(lobby.ask(Register(entrant=EntrantRow(name="X", house=True, stands_for="e9"))), "entrant/stands-for")
    refused(lobby.ask(Register(entrant=EntrantRow(name="X", house=True, stands_for="e5"))), "entrant/stands-for")
    refused(lobby.ask(Register(entrant=EntrantRow(name="X", stands_for="e3"))), "entrant/stands-for")


def test_nobody_makes_himself_a_house_player():
    lobby = Lobby()
    lobby.do(OpenRegistration())
    refused(lobby.ask(Register(entrant=EntrantRow(name="X", house=True)), "player"), "entrant/house")
    (entered,) = lobby.do(Register(entrant=EntrantRow(name="X", club="A")), "player")
    assert isinstance(entered, Registered)


# --- kept apart


def test_those_of_one_club_are_kept_apart_where_the_policy_says_so():
    clubs = [EntrantRow(name=f"N{n}", club="ABCD"[n % 4]) for n in range(16)]
    for by_club, met in ((True, 0), (False, 1)):
        lobby = Lobby(table_min=4, entry=EntryRules(apart_by_club=by_club), seed="clubs")
        events = lobby.do(ImportEntrants(entrants=tuple(clubs)))
        lobby.do(CheckIn(entrants=tuple(e.entrant for e in events)))
        lobby.seat()
        now = lobby.state.current
        together = sum(len(t.seats) - len({lobby.state.entrant(e).row.club for e in t.seats}) for t in now.tables)
        assert (together > 0) == bool(met)
        assert now.report.apart == 0, "without the policy a club keeps nobody apart"
        counted = seating_facts.report(
            lobby.state, 1, [TablePlan(number=t.number, seats=t.seats) for t in now.tables], now.report
        )
        assert counted == now.report


def test_an_entrant_s_own_word_goes_before_his_club():
    lobby = Lobby(entry=EntryRules(apart_by_club=True))
    lobby.do(
        ImportEntrants(
            entrants=(
                EntrantRow(name="A", club="Dom", apart="family"),
                EntrantRow(name="B", club="Dom"),
            )
        )
    )
    assert [lobby.state.apart(e) for e in lobby.state.entrants] == ["family", "Dom"]


def test_every_code_of_entry_is_the_lobby_s():
    assert set(decider.entry.CODES) <= set(decider.CODES)
