"""Pairs as entrants: seated, ranked and linked as pairs, dealt to and refereed as players."""

from __future__ import annotations

import random
from pathlib import Path

from msgspec.structs import replace

from contracts.desk import Appeal, CorrectionPlan, CorrectResult, GiveRuling, OpenCase
from contracts.games.game import MatchResult
from contracts.ranking import standings
from contracts.tournament import (
    CheckIn,
    CreateTournament,
    EntrantRow,
    ImportEntrants,
    IssueLink,
    LinkIssued,
    LinkRevoked,
    RecordResult,
    Register,
    RevokeLink,
    TableStarted,
    Withdraw,
)
from contracts.tournament_state import RoundPhase
from services import export
from tests.oracle_ranking import Oracle
from tests.play_lobby import Lobby, rules
from tests.simulate import tournament
from tests.test_export import check, lines
from tests.test_lobby import refused

PAIRS = {"game": "draw_dominoes/1", "options": {"pairs": True}, "pairs": True, "table_min": 2, "table_max": 2}


def entered(*names: tuple[str, str], **changes) -> Lobby:
    lobby = Lobby(**(PAIRS | changes))
    rows = tuple(EntrantRow(name=a, partner=b) for a, b in names)
    events = lobby.do(ImportEntrants(entrants=rows))
    lobby.do(CheckIn(entrants=tuple(e.entrant for e in events)))
    return lobby


FOUR = (("Ana", "Bo"), ("Cy", "Di"), ("Eva", "Fay"), ("Gus", "Hal"))


def four(totals: tuple[int, int], **more) -> MatchResult:
    """A table's result: seats 0 and 2 are a pair, and 1 and 3."""
    a, b = totals
    places = (1, 1) if a == b else (1, 3) if a > b else (3, 1)
    return MatchResult(
        reason="target",
        totals=(a, b, a, b),
        places=places * 2,
        deals=3,
        won=(2, 1, 2, 1),
        best=(30, 20, 30, 20),
        **more,
    )


def test_pairs_enter_only_where_partners_play_together():
    def create(**changes):
        return Lobby(bare=True).ask(CreateTournament(name="Spring", rules=rules(**changes)))

    refused(create(**(PAIRS | {"options": {}})), "rules/pairs")
    refused(create(pairs=True, table_min=2, table_max=2), "rules/pairs")
    refused(create(**(PAIRS | {"table_max": 4})), "rules/tables", least=2, most=2)
    refused(create(game="lora/1", pairs=True, table_min=2, table_max=2), "rules/pairs")


def test_both_names_are_given_and_nobody_is_in_twice():
    lobby = entered(("Ana", "Bo"))
    assert lobby.state.entrant("e1").name == "Ana / Bo"
    refused(lobby.ask(Register(entrant=EntrantRow(name="Cy"))), "entrant/partner", case="missing")
    refused(lobby.ask(Register(entrant=EntrantRow(name="Cy", partner="bo"))), "entrant/twice", name="Ana / Bo")
    refused(lobby.ask(Register(entrant=EntrantRow(name="Cy", partner="CY"))), "entrant/twice")
    refused(lobby.ask(Register(entrant=EntrantRow(name="Cy", partner="x" * 81))), "entrant/partner", reason="long")
    alone = Lobby()
    refused(alone.ask(Register(entrant=EntrantRow(name="Cy", partner="Di"))), "entrant/partner", case="alone")


def test_a_table_of_two_pairs_has_four_chairs_partners_opposite():
    lobby = entered(*FOUR[:2])
    lobby.seat()
    lobby.begin()
    (started,) = [e for e in lobby.events if isinstance(e, TableStarted)]
    assert started.options["players"] == 4
    first, second = lobby.state.current.tables[0].seats
    assert [plan.entrant for plan in started.seats] == [f"{first}.1", f"{second}.1", f"{first}.2", f"{second}.2"]
    names = [plan.name for plan in started.seats]
    assert {(names[0], names[2]), (names[1], names[3])} == {("Ana", "Bo"), ("Cy", "Di")}


def test_a_result_has_one_column_for_each_pair_and_standings_rank_pairs():
    rng = random.Random(1)
    chain = ("wins", "head_to_head", "opponents", "game_points", "deals_won", "pips_held", "lots")
    lobby = entered(*FOUR, rounds=3, tie_breaks=chain)
    for _ in range(3):
        lobby.seat()
        lobby.begin()
        for table in lobby.state.current.tables:
            whole = four(rng.choice([(104, 60), (40, 100), (55, 55)]), held=(5, 7, 11, 13))
            lobby.do(RecordResult(table=table.id, result=whole), "relay")
            refused(lobby.ask(RecordResult(table=table.id, result=whole), "relay"), "result/twice", same=1)
        for table in lobby.state.current.tables:
            assert len(table.result.totals) == len(table.points) == 2
            assert set(table.result.places) <= {1, 2}
            assert table.result.held == (16, 20)
        assert lobby.state.current.phase is RoundPhase.DONE
    found = standings(lobby.state)
    assert {row.name for row in found.rows} == {"Ana / Bo", "Cy / Di", "Eva / Fay", "Gus / Hal"}
    places = {row.entrant: row.place for row in found.rows}
    assert places == Oracle(lobby.state).places(list(places), chain)


def test_a_result_that_no_pair_can_have_is_refused():
    lobby = entered(*FOUR[:2])
    lobby.seat()
    lobby.begin()
    table = lobby.state.current.tables[0].id
    odd = MatchResult(
        reason="target", totals=(9, 8, 7, 6), places=(1, 2, 3, 4), deals=1, won=(1, 0, 0, 0), best=(9, 8, 7, 6)
    )
    refused(lobby.ask(RecordResult(table=table, result=odd), "relay"), "result/seats")


def test_each_of_a_pair_has_his_own_link():
    lobby = entered(("Ana", "Bo"))
    assert lobby.do(IssueLink(entrant="e1")) == (
        LinkIssued(entrant="e1.1", generation=1),
        LinkIssued(entrant="e1.2", generation=1),
    )
    lobby.do(IssueLink(entrant="e1.2"))
    pair = lobby.state.entrant("e1")
    assert (pair.link_of("e1.1"), pair.link_of("e1.2")) == (1, 2)
    assert lobby.do(RevokeLink(entrant="e1.1")) == (LinkRevoked(entrant="e1.1"),)
    refused(lobby.ask(RevokeLink(entrant="e1.1")), "link/none", name="Ana")
    assert lobby.do(RevokeLink(entrant="e1")) == (LinkRevoked(entrant="e1.2"),)
    refused(lobby.ask(RevokeLink(entrant="e1")), "link/none", name="Ana / Bo")
    for nobody in ("e1.3", "e1.", "e2.1", "e1.1.1", ".1"):
        refused(lobby.ask(IssueLink(entrant=nobody)), "entrant/unknown")
    alone = Lobby()
    alone.enter(1)
    refused(alone.ask(IssueLink(entrant="e1.1")), "entrant/unknown")


def test_either_of_a_pair_acts_for_both_and_for_nobody_else():
    lobby = entered(("Ana", "Bo"), ("Cy", "Di"))
    lobby.do(CheckIn(entrants=("e1",), present=False), "player:e1.2")
    lobby.do(CheckIn(entrants=("e1",)), "player:e1.1")
    refused(lobby.ask(CheckIn(entrants=("e2",)), "player:e1.1"), "actor/not-you")
    refused(lobby.ask(CheckIn(entrants=("e1",)), "player:e1"), "actor/not-you")
    refused(lobby.ask(CheckIn(entrants=("e1",)), "player:e1.3"), "actor/not-you")
    lobby.do(Withdraw(entrant="e1"), "player:e1.2")
    assert lobby.state.entrant("e1").withdrawn


# --- through all services


def test_a_whole_tournament_of_pairs_is_played_and_its_export_is_verified(tmp_path: Path):
    here = tournament(players=5, rounds=3, options={"pairs": True}, pairs=True)
    state = here.tournament("cup")
    assert [len(r.tables) for r in state.rounds] == [2, 2, 2]
    assert all(len(r.byes) == 1 for r in state.rounds)
    table = here.table("cup.1.1")
    assert table.options.players == 4
    assert len(table.result.totals) == 4
    assert len(state.rounds[0].tables[0].result.totals) == 2
    assert {row.name for row in standings(state).rows} == {f"Player {n} / Partner {n}" for n in range(5)}
    report = check(tmp_path, lines(here, export.TOURNAMENT, "cup"))
    assert getattr(report, "tables", report) == 6
    assert report.deals >= 6


def test_either_of_a_pair_appeals_for_both():
    lobby = entered(("Ana", "Bo"), ("Cy", "Di"))
    lobby.do(OpenCase(entrants=("e1",), facts="A tile was shown."))
    lobby.do(GiveRuling(case=1, facts="It was.", rules=("BG-19",), decision="A warning."))
    refused(lobby.ask(Appeal(case=1, entrant="e1", text="No."), "player:e2.1"), "case/not-concerned")
    refused(lobby.ask(Appeal(case=1, entrant="e1", text="No."), "player:e1.3"), "case/not-concerned")
    (appealed,) = lobby.do(Appeal(case=1, entrant="e1", text="It fell."), "player:e1.2")
    assert appealed.entrant == "e1"


def test_a_result_is_corrected_by_pair():
    lobby = entered(*FOUR[:2])
    lobby.seat()
    lobby.begin()
    table = lobby.state.current.tables[0]
    lobby.do(RecordResult(table=table.id, result=four((104, 60))), "relay")
    now = lobby.state.current.tables[0].result
    other = replace(now, totals=now.totals[::-1], places=now.places[::-1])
    lobby.do(CorrectResult(correction=CorrectionPlan(table=table.id, result=other, reason="Misread.")))
    assert standings(lobby.state).rows[0].entrant == table.seats[1]
    whole = CorrectionPlan(table=table.id, result=four((1, 2)), reason="Misread.")
    refused(lobby.ask(CorrectResult(correction=whole)), "result/seats", seats=2)
