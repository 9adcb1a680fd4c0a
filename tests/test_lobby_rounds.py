"""What does the lobby answer about rounds: asked for, seated, dropped, begun, their results, and the tournament's end?"""

from __future__ import annotations

import random

from msgspec.structs import replace

from contracts.desk import GiveRuling, OpenCase, RewindPlan
from contracts.messages import Limits
from contracts.table import SeatPlan
from contracts.tournament import (
    BeginRound,
    CheckIn,
    CommitKey,
    CreateTournament,
    DropSeating,
    FinishTournament,
    OpenRegistration,
    RecordResult,
    Register,
    RegistrationClosed,
    ResultRecorded,
    RevealTournamentKey,
    RoundBegun,
    RoundEnded,
    RoundSeated,
    SeatingDropped,
    SeatingWanted,
    StartRound,
    TableStarted,
    TournamentFinished,
    TournamentKeyRevealed,
    Withdraw,
)
from contracts.tournament_state import Phase, RoundPhase
from services.lobby import decider, seating
from tests.play_lobby import KEY, KEY_HASH, Lobby, result, rules
from tests.test_lobby import refused, row


def test_a_round_from_its_request_to_its_end():
    lobby = Lobby(max_deals=4, limits=Limits(move_s=30))
    lobby.enter(7)
    assert lobby.do(StartRound(round=1)) == (
        SeatingWanted(round=1, want=1, entrants=tuple(f"e{n}" for n in range(1, 8))),
    )
    assert lobby.state.phase is Phase.RUNNING
    proposal = seating.propose(lobby.state)
    (seated,) = lobby.do(proposal, "seater")
    assert seated == RoundSeated(round=1, want=1, tables=proposal.tables, byes=(), report=proposal.report)
    begun, first, second = lobby.do(BeginRound(round=1))
    assert begun == RoundBegun(round=1)
    assert isinstance(first, TableStarted)
    assert (first.table, first.number, first.rules, first.max_deals, first.limits.move_s) == (
        "spring.1.1",
        1,
        "longana/1",
        4,
        30,
    )
    assert first.options["players"] == 4
    assert second.options["players"] == 3
    assert first.seats[0] == SeatPlan(
        entrant=proposal.tables[0].seats[0], name=lobby.state.name_of(first.seats[0].entrant)
    )
    (recorded,) = lobby.do(RecordResult(table="spring.1.1", result=result((1, 2, 3, 4))), "relay")
    assert recorded == ResultRecorded(
        table="spring.1.1", round=1, result=result((1, 2, 3, 4)), points=(300, 200, 100, 0)
    )
    recorded, ended = lobby.do(RecordResult(table="spring.1.2", result=result((2, 1, 3))), "relay")
    assert recorded.points == (150, 300, 0)
    assert ended == RoundEnded(round=1)
    assert lobby.state.current.phase is RoundPhase.DONE


def test_byes_are_given_when_the_round_begins():
    lobby = Lobby(table_min=4)
    lobby.enter(5)
    proposal = lobby.seat()
    assert len(proposal.byes) == 1
    assert lobby.do(BeginRound(round=1))[0] == RoundBegun(round=1, byes=proposal.byes)


def test_when_a_round_may_start():
    lobby = Lobby(rounds=2)
    refused(lobby.ask(StartRound(round=1)), "round/few", present=0, least=2)
    lobby.enter(6)
    refused(lobby.ask(StartRound(round=2)), "round/number", round=1)
    lobby.do(StartRound(round=1))
    refused(lobby.ask(StartRound(round=1)), "round/waiting", round=1)
    refused(lobby.ask(FinishTournament()), "round/waiting")
    lobby.do(seating.propose(lobby.state), "seater")
    refused(lobby.ask(StartRound(round=1)), "round/waiting", round=1)
    lobby.begin()
    refused(lobby.ask(StartRound(round=2)), "round/running", round=1)
    refused(lobby.ask(BeginRound(round=1)), "round/running", round=1)
    refused(lobby.ask(DropSeating(round=1)), "round/running", round=1)
    refused(lobby.ask(FinishTournament()), "round/running", round=1)
    lobby.play(random.Random(1))
    refused(lobby.ask(StartRound(round=1)), "round/number", round=2)
    refused(lobby.ask(BeginRound(round=1)), "seating/missing")
    lobby.round(random.Random(1))
    refused(lobby.ask(StartRound(round=3)), "round/last", rounds=2)


def test_starting_the_first_round_closes_registration():
    lobby = Lobby()
    lobby.do(OpenRegistration())
    lobby.enter(4)
    closed, wanted = lobby.do(StartRound(round=1))
    assert closed == RegistrationClosed()
    assert wanted.round == 1
    refused(lobby.ask(Register(entrant=row("Late")), "player:"), "tournament/phase", case="running")
    refused(lobby.ask(OpenRegistration()), "tournament/phase", case="running")


def test_a_seating_is_dropped_and_made_again():
    lobby = Lobby()
    lobby.enter(6)
    refused(lobby.ask(DropSeating(round=1)), "seating/missing")
    refused(lobby.ask(BeginRound(round=1)), "seating/missing")
    lobby.do(StartRound(round=1))
    refused(lobby.ask(BeginRound(round=1)), "seating/missing")
    first = seating.propose(lobby.state)
    refused(lobby.ask(DropSeating(round=2)), "round/number", round=1)
    assert lobby.do(DropSeating(round=1)) == (SeatingDropped(round=1),)
    assert lobby.state.rounds == ()
    refused(lobby.ask(first, "seater"), "seating/stale")
    assert lobby.do(StartRound(round=1))[0].want == 2
    refused(lobby.ask(first, "seater"), "seating/stale")
    again = seating.propose(lobby.state)
    assert again == replace(first, want=2), "the same facts are seated alike"
    lobby.do(again, "seater")
    refused(lobby.ask(again, "seater"), "seating/stale")
    assert lobby.do(DropSeating(round=1)) == (SeatingDropped(round=1),)


def test_a_seating_with_a_fault_is_refused_in_the_checkers_words():
    lobby = Lobby()
    lobby.enter(6)
    lobby.do(StartRound(round=1))
    p = seating.propose(lobby.state)
    short = replace(p, tables=p.tables[:1])
    refused(lobby.ask(short, "seater"), "seating/fault")
    assert "has no place" in lobby.ask(short, "seater").facts["fault"]


def test_nobody_is_seated_who_has_gone():
    lobby = Lobby()
    lobby.enter(6)
    lobby.seat()
    lobby.do(Withdraw(entrant="e2"))
    refused(lobby.ask(BeginRound(round=1)), "seating/gone", name="Player 2", gone=1)
    lobby.do(DropSeating(round=1))
    lobby.seat()
    lobby.do(CheckIn(entrants=("e4",), present=False))
    refused(lobby.ask(BeginRound(round=1)), "seating/gone", name="Player 4")


def test_no_round_begins_before_the_key_is_promised():
    lobby = Lobby(bare=True)
    lobby.do(CreateTournament(name="Spring", rules=rules()))
    lobby.enter(4)
    lobby.seat()
    refused(lobby.ask(BeginRound(round=1)), "key/missing")
    refused(lobby.ask(CommitKey(key_hash="ABC"), "dealing"), "key/form", digits=64)
    refused(lobby.ask(CommitKey(key_hash=KEY_HASH.upper()), "dealing"), "key/form")
    lobby.do(CommitKey(key_hash=KEY_HASH), "dealing")
    refused(lobby.ask(CommitKey(key_hash=KEY_HASH), "dealing"), "key/twice")
    lobby.begin()


def test_late_entries_by_the_tournaments_policy():
    for allowed in (True, False):
        lobby = Lobby(late_entry=allowed)
        lobby.enter(4)
        lobby.seat()
        lobby.do(Register(entrant=row("Before it began")))
        lobby.begin()
        if allowed:
            assert lobby.do(Register(entrant=row("Late")))[0].round == 1
        else:
            refused(lobby.ask(Register(entrant=row("Late"))), "entrant/late")


def test_a_result_counts_once_and_must_fit_its_table():
    lobby = Lobby()
    lobby.enter(7)
    good = result((1, 2, 3, 4))
    refused(lobby.ask(RecordResult(table="spring.1.1", result=good), "relay"), "table/unknown", table="spring.1.1")
    lobby.seat()
    for unknown in ("spring.1.1", ""):  # seated, not begun
        refused(lobby.ask(RecordResult(table=unknown, result=good), "relay"), "table/unknown")
    lobby.begin()

    def tell(r):
        return lobby.ask(RecordResult(table="spring.1.1", result=r), "relay")

    refused(tell(result((1, 2, 3))), "result/seats", field="totals", seats=4, count=3)
    refused(tell(replace(good, won=(1,))), "result/seats", field="won")
    refused(tell(replace(good, best=())), "result/seats", field="best")
    refused(tell(replace(good, places=(1, 2, 2, 3))), "result/places")
    refused(tell(replace(good, places=(0, 1, 2, 3))), "result/places")
    refused(tell(replace(good, totals=(10**10, 0, 0, 0))), "result/form", field="totals")
    refused(tell(replace(good, deals=-1)), "result/form", field="deals")
    refused(tell(replace(good, won=(-1, 0, 0, 0))), "result/form", field="deals")
    lobby.do(RecordResult(table="spring.1.1", result=good), "relay")
    refused(tell(good), "result/twice", table=1, same=1)
    refused(tell(result((4, 3, 2, 1))), "result/twice", same=0)


def test_a_result_from_before_a_ruling_to_go_back_is_none():
    lobby = Lobby()
    lobby.enter(4)
    lobby.seat()
    lobby.begin()
    lobby.do(OpenCase(facts="A pass.", table="spring.1.1"))
    plan = RewindPlan(table="spring.1.1", deal=1, ply=3)
    lobby.do(GiveRuling(case=1, facts="It was none.", decision="Back.", rewind=plan))
    told = RecordResult(table="spring.1.1", result=result((1, 2, 3, 4)))
    refused(lobby.ask(told, "relay"), "result/rewound", table=1)
    assert isinstance(lobby.do(replace(told, orders=1), "relay")[0], ResultRecorded)


def test_the_end_and_its_key():
    lobby = Lobby()
    lobby.enter(4)
    refused(
        lobby.ask(RevealTournamentKey(key=KEY), "dealing"),
        "tournament/phase",
        case="announced",
    )
    lobby.round(random.Random(1))
    assert lobby.do(FinishTournament()) == (TournamentFinished(),)
    assert not decider.finished(lobby.state)
    refused(lobby.ask(FinishTournament()), "tournament/phase", case="finished")
    refused(lobby.ask(StartRound(round=2)), "tournament/phase", case="finished")
    refused(lobby.ask(RevealTournamentKey(key="12"), "dealing"), "key/form")
    refused(lobby.ask(RevealTournamentKey(key="ab" * 32), "dealing"), "key/not-committed")
    assert lobby.do(RevealTournamentKey(key=KEY), "dealing") == (TournamentKeyRevealed(key=KEY),)
    assert decider.finished(lobby.state)
    refused(lobby.ask(RevealTournamentKey(key=KEY), "dealing"), "key/twice")


def test_a_tournament_called_off_without_a_key_is_over_at_once():
    lobby = Lobby(bare=True)
    lobby.do(CreateTournament(name="Spring", rules=rules()))
    lobby.do(FinishTournament())
    assert decider.finished(lobby.state)
    refused(lobby.ask(RevealTournamentKey(key=KEY), "dealing"), "key/missing")
