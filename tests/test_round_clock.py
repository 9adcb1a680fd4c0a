"""Does the round's clock follow the records' times alone, and does a suspended tournament rest and rank as it stands?"""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import clock, codec, ranking, roles
from contracts.clock import (
    AddTime,
    Clock,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    Continued,
    ContinueTournament,
    PauseClock,
    ResumeClock,
    RoundStopped,
    StartClock,
    Suspend,
    Suspended,
    TimeAdded,
)
from contracts.games.game import MatchResult
from contracts.messages import Limits
from contracts.table import AbandonTable, MatchEnded, RevealTableKey, TableKeyRevealed, TableOpened
from contracts.tournament import (
    BeginRound,
    CheckIn,
    CreateTournament,
    DropSeating,
    FinishTournament,
    RecordResult,
    SeatingDropped,
    StartRound,
    TournamentFinished,
)
from contracts.tournament_state import FoldError, Phase, RoundPhase, evolve
from services.dealing import keys
from services.dealing.app import TableDealing
from services.lobby import relays, seating
from tests.play_lobby import Lobby, result, rules
from tests.table_spec import match
from tests.test_lobby import named, refused

NAMES = ("Ana", "Bo", "Cy", "Di", "Eva", "Fay")
AT = 1_700_000_000_000


def seated(**changes) -> Lobby:
    """Six at two tables of three, seated for the first round."""
    lobby = named(*NAMES, **{"table_min": 3, "table_max": 3, "round_s": 2_700, **changes})
    lobby.do(CheckIn(entrants=tuple(e.id for e in lobby.state.entrants)))
    lobby.do(StartRound(round=1))
    lobby.do(seating.propose(lobby.state), "seater")
    return lobby


def playing(**changes) -> Lobby:
    lobby = seated(**changes)
    lobby.do(BeginRound(round=1))
    return lobby


# --- the value


def test_a_clock_counts_down_from_its_start_and_stands_while_it_is_paused():
    found = clock.fold(None, ClockStarted(round=1, seconds=600), AT)
    assert (found.left(AT), found.left(AT + 1_500), found.ends()) == (600_000, 598_500, AT + 600_000)
    found = clock.fold(found, ClockPaused(round=1), AT + 100_000)
    assert (found.paused, found.ends(), found.left(AT + 10**9)) == (True, None, 500_000)
    found = clock.fold(found, ClockResumed(round=1), AT + 200_000)
    assert found.left(AT + 201_000) == 499_000
    assert found.ends() == AT + 700_000
    assert found.left(AT + 700_001) == -1


def test_time_is_added_for_all_or_for_one_table():
    found = clock.fold(None, ClockStarted(round=1, seconds=600), AT)
    found = clock.fold(found, TimeAdded(round=1, seconds=60), AT)
    found = clock.fold(found, TimeAdded(round=1, seconds=300, table=2), AT)
    found = clock.fold(found, TimeAdded(round=1, seconds=-100, table=2), AT)
    assert [found.left(AT, table) for table in (0, 1, 2)] == [660_000, 660_000, 860_000]
    assert found.ends(2) == AT + 860_000


@given(st.lists(st.tuples(st.sampled_from(["pause", "resume", "add"]), st.integers(0, 10**6)), max_size=12))
def test_time_runs_exactly_while_the_clock_runs(steps):
    """The slow and obvious count: walk through the steps, and take off what lies between them while it ran."""
    found, at, left, runs = clock.fold(None, ClockStarted(round=1, seconds=600), AT), AT, 600_000, True
    for what, later in steps:
        at, left = at + later, left - (later if runs else 0)
        if what == "pause":
            found, runs = clock.fold(found, ClockPaused(round=1), at), False
        elif what == "resume":
            found, runs = clock.fold(found, ClockResumed(round=1), at), True
        else:
            found, left = clock.fold(found, TimeAdded(round=1, seconds=7), at), left + 7_000
        assert found.left(at) == left
        assert found.ends() == (at + left if runs else None)


# --- who may do what with it, and when


def test_a_round_with_a_length_has_a_clock_that_the_director_starts():
    lobby = playing()
    assert lobby.state.clock == Clock(1, 2_700_000)
    assert lobby.do(AddTime(round=1, seconds=300)) == (TimeAdded(round=1, seconds=300),)
    assert lobby.do(StartClock(round=1)) == (ClockStarted(round=1, seconds=3_000),)
    assert lobby.state.clock.since == lobby.state.at
    refused(lobby.ask(StartClock(round=1)), "clock/started", round=1)


def test_pressing_twice_does_no_harm():
    lobby = playing()
    lobby.do(StartClock(round=1))
    assert lobby.do(ResumeClock(round=1)) == ()
    assert lobby.do(PauseClock(round=1)) == (ClockPaused(round=1),)
    assert lobby.do(PauseClock(round=1)) == ()
    assert lobby.do(ResumeClock(round=1)) == (ClockResumed(round=1),)


def test_what_no_clock_can_do():
    lobby = seated(round_s=None)
    for body in (
        StartClock(round=1, seconds=60),
        PauseClock(round=1),
        ResumeClock(round=1),
        AddTime(round=1, seconds=1),
    ):
        refused(lobby.ask(body), "clock/none")
    lobby.do(BeginRound(round=1))
    refused(lobby.ask(StartClock(round=1)), "clock/range", least=1)
    refused(lobby.ask(StartClock(round=1, seconds=-5)), "clock/range")
    refused(lobby.ask(StartClock(round=2, seconds=60)), "clock/none")
    refused(lobby.ask(AddTime(round=1, seconds=60)), "clock/none")
    lobby.do(StartClock(round=1, seconds=60))
    refused(lobby.ask(AddTime(round=1, seconds=0)), "clock/range")
    refused(lobby.ask(AddTime(round=1, seconds=10**9)), "clock/range")
    refused(lobby.ask(AddTime(round=1, seconds=60, table=3)), "clock/table", table=3)
    refused(lobby.ask(AddTime(round=1, seconds=60, table=-(10**40))), "clock/table")
    assert lobby.do(AddTime(round=1, seconds=60, table=2))
    refused(lobby.ask(PauseClock(round=2)), "clock/none")


def test_a_clock_ends_with_its_round():
    lobby = playing()
    lobby.do(StartClock(round=1))
    for table in ("spring.1.1", "spring.1.2"):
        lobby.do(RecordResult(table=table, result=result((1, 2, 3))), "relay")
    assert lobby.state.clock is None
    refused(lobby.ask(PauseClock(round=1)), "clock/none")


def test_a_clock_that_was_never_started_cannot_be_held_in_a_log():
    lobby = playing(round_s=None)
    with pytest.raises(FoldError, match="no clock"):
        evolve(lobby.state, ClockPaused(round=1), AT)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("round_s", {"round_s": 0}),
        ("last_deal_s", {"last_deal_s": -1}),
        ("bank_s", {"limits": Limits(bank_s=100_000)}),
        ("increment_s", {"limits": Limits(bank_s=60, increment_s=0)}),
    ],
)
def test_times_have_their_ranges(field, changes):
    refused(_founded(**changes), "rules/range", field=field)


def test_an_increment_needs_a_bank():
    refused(_founded(limits=Limits(increment_s=5)), "options/conflict", first="increment_s=5", second="bank_s=none")


def _founded(**changes):
    return Lobby(bare=True).ask(CreateTournament(name="Spring", rules=rules(**changes)))


# --- suspended


def test_a_suspended_tournament_rests_and_goes_on():
    lobby = playing()
    lobby.do(StartClock(round=1))
    assert lobby.do(Suspend(reason=" A flood ")) == (
        Suspended(by="director", reason="A flood"),
        ClockPaused(round=1),
    )
    assert lobby.do(Suspend(reason="again")) == ()
    refused(lobby.ask(ResumeClock(round=1)), "tournament/suspended")
    refused(lobby.ask(StartClock(round=1)), "tournament/suspended")
    for table in ("spring.1.1", "spring.1.2"):
        lobby.do(RecordResult(table=table, result=result((1, 2, 3))), "relay")
    assert lobby.state.current.phase is RoundPhase.DONE, "results are taken"
    refused(lobby.ask(StartRound(round=2)), "tournament/suspended")
    assert lobby.do(ContinueTournament()) == (Continued(by="director"),)
    assert lobby.do(ContinueTournament()) == ()
    assert lobby.do(StartRound(round=2))


def test_no_round_begins_while_the_tournament_rests():
    lobby = seated()
    lobby.do(Suspend())
    refused(lobby.ask(BeginRound(round=1)), "tournament/suspended")
    assert lobby.do(DropSeating(round=1))


def test_only_a_running_tournament_can_be_suspended():
    lobby = named(*NAMES)
    refused(lobby.ask(Suspend()), "tournament/phase")
    refused(seated().ask(Suspend(reason="x" * 501)), "text/too-long")


def test_what_is_in_counts_and_an_open_table_counts_for_nobody():
    lobby = playing()
    lobby.do(RecordResult(table="spring.1.1", result=result((1, 2, 3))), "relay")
    lobby.do(Suspend())
    found = ranking.standings(lobby.state)
    assert found.suspended
    assert not found.finished
    at_one = lobby.state.rounds[0].tables[0].seats
    points = {row.entrant: row.points.value for row in found.rows}
    assert [points[e] for e in at_one] == [300, 150, 0]
    assert sum(points.values()) == 450
    assert all(len(row.points.parts) == (row.entrant in at_one) for row in found.rows)


def test_it_may_be_finished_as_it_stands():
    lobby = playing()
    lobby.do(RecordResult(table="spring.1.1", result=result((1, 2, 3))), "relay")
    refused(lobby.ask(FinishTournament()), "round/running")
    lobby.do(Suspend())
    before = [(row.entrant, row.place) for row in ranking.standings(lobby.state).rows]
    assert lobby.do(FinishTournament()) == (RoundStopped(round=1, tables=("spring.1.2",)), TournamentFinished())
    found = ranking.standings(lobby.state)
    assert (found.finished, found.running, found.suspended) == (True, False, True)
    assert [(row.entrant, row.place) for row in found.rows] == before
    assert lobby.state.phase is Phase.FINISHED
    refused(lobby.ask(RecordResult(table="spring.1.2", result=result((1, 2, 3))), "relay"), "tournament/phase")


def test_where_the_lowest_total_wins_a_stopped_table_is_a_round_not_played():
    lobby = playing(game="mexican_train/1", scoring="raw")
    lobby.do(RecordResult(table="spring.1.1", result=result((1, 2, 3), totals=(10, 20, 70))), "relay")
    lobby.do(Suspend())
    lobby.do(FinishTournament())
    worth = {row.entrant: row.points.value for row in ranking.standings(lobby.state).rows}
    at_two = lobby.state.rounds[0].tables[1].seats
    assert {worth[e] for e in at_two} == {-7_000}, "ranking.md: as much as the last of that round has"


def test_a_seating_that_has_not_begun_is_taken_back():
    lobby = seated()
    refused(lobby.ask(FinishTournament()), "round/waiting")
    lobby.do(Suspend())
    assert lobby.do(FinishTournament()) == (SeatingDropped(round=1), TournamentFinished())
    assert lobby.state.rounds == ()


# --- the tables of a round that was stopped


def _fold(reactor, key, *events, sent=None):
    reactor.fold(key, AT, sent, events)


def test_the_relay_stops_the_open_tables():
    relay = relays.StopRelay()
    _fold(relay, "spring", RoundStopped(round=1, tables=("spring.1.2",)), TournamentFinished())
    (job,) = relay.due(0)
    sent = job.make()
    assert (job.id, sent.key, sent.actor) == ("stop:spring.1.2", "spring.1.2", roles.RELAY)
    assert isinstance(codec.TABLE.body(sent), AbandonTable)
    assert relays.stopped(sent)


def test_what_comes_of_a_stopped_table_is_no_result():
    sent = codec.command("stop:spring.1.2", "spring.1.2", roles.RELAY, AbandonTable(reason="x"))
    by_hand = codec.command("w", "spring.1.2", roles.DIRECTOR, AbandonTable(reason="x"))
    ended = MatchEnded(result=_result())
    for command, carried in ((sent, 0), (by_hand, 1)):
        relay = relays.TablesRelay()
        _fold(relay, "spring.1.2", _opened())
        _fold(relay, "spring.1.2", ended, sent=command)
        assert len(list(relay.due(0))) == carried


def _result() -> MatchResult:
    return match(1).table.result


def _opened() -> TableOpened:
    return match(1).table.opened


@pytest.mark.parametrize("over", [False, True])
def test_dealing_opens_the_key_of_a_stopped_table(over):
    """Also of one whose match was over a moment before, so that the word to stop is refused."""
    secret = b"s" * 32
    key = keys.table_key(keys.tournament_key(secret, "cup"), "cup.1.1")
    opened = msgspec.structs.replace(_opened(), key_hash=keys.published(key))
    dealing = TableDealing(secret)
    _fold(dealing, "cup.1.1", opened)
    sent = codec.command("stop:cup.1.1", "cup.1.1", roles.RELAY, AbandonTable(reason="x"))
    if over:
        _fold(dealing, "cup.1.1", MatchEnded(result=_result()))
        _fold(dealing, "cup.1.1", sent=sent)
    else:
        _fold(dealing, "cup.1.1", MatchEnded(result=_result()), sent=sent)
    (job,) = dealing.due(0)
    reveal = job.make()
    assert codec.TABLE.body(reveal) == RevealTableKey(key=key.hex())
    _fold(dealing, "cup.1.1", TableKeyRevealed(key=key.hex()), sent=reveal)
    assert list(dealing.due(0)) == []
