# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""What does the lobby answer, in each state, to each command? Given events, when a command, then events or a refusal."""

from __future__ import annotations

import random
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from contracts import codec
from contracts.envelope import Command, write
from contracts.games.game import GAMES, Refusal
from contracts.messages import Board, Limits
from contracts.sentences import LANGUAGES, sentence
from contracts.table import MatchEnded, TableKeyRevealed, TableOpened
from contracts.tournament import (
    CheckedIn,
    CheckIn,
    CloseRegistration,
    CommitKey,
    CreateTournament,
    EntrantRow,
    FinishTournament,
    ImportEntrants,
    IssueLink,
    LinkIssued,
    LinkRevoked,
    OpenRegistration,
    RecordResult,
    Register,
    Registered,
    RegistrationClosed,
    RegistrationOpened,
    ResultRecorded,
    Return,
    Returned,
    RevokeLink,
    RoundSeated,
    SeatingReport,
    SeatingWanted,
    StartRound,
    TablePlan,
    TableStarted,
    TournamentCreated,
    TournamentFinished,
    Withdraw,
    Withdrawn,
)
from contracts.tournament_state import FoldError, Phase, evolve
from services.lobby import app, decider, relays
from tests.play_lobby import KEY, KEY_HASH, Lobby, result, rules


def refused(answer, code, **facts):
    assert isinstance(answer, Refusal), answer
    assert answer.code == code
    assert code in decider.CODES
    for name, value in facts.items():
        assert answer.facts[name] == value
    for lang in LANGUAGES:
        said = sentence(answer, lang)
        assert said
        assert "–" not in said, f"{code} in {lang} misses a fact: {said}"
        assert said != sentence(Refusal("no/such-code"), lang), f"{code} has no sentence"


def row(name, **more):
    return EntrantRow(name=name, **more)


def named(*names, **more) -> Lobby:
    lobby = Lobby(**more)
    lobby.do(ImportEntrants(entrants=tuple(map(row, names))))
    return lobby


# --- founding


def test_a_tournament_is_founded_with_every_option_written_out():
    lobby = Lobby(bare=True)
    (event,) = lobby.do(
        CreateTournament(name="  Spring   Cup ", rules=rules(game="longana", options={"target_score": 50}))
    )
    assert isinstance(event, TournamentCreated)
    assert event.name == "Spring Cup"
    assert event.rules.game == "longana/1"
    assert event.rules.options["target_score"] == 50
    assert set(event.rules.options) == {f.name for f in msgspec.structs.fields(GAMES["longana/1"].Options)} - {
        "players"
    }
    assert lobby.state.phase is Phase.ANNOUNCED


def test_what_no_tournament_can_be():
    lobby = Lobby(bare=True)

    def create(name="Spring", **changes):
        return lobby.ask(CreateTournament(name=name, rules=rules(**changes)))

    refused(create(game="chess/1"), "rules/unknown", known=tuple(GAMES))
    refused(create(name=" "), "tournament/name", reason="empty")
    refused(create(name="x" * 81), "tournament/name", reason="long")
    refused(create(name="a\tb"), "tournament/name", reason="control")
    refused(create(rounds=0), "rules/range", field="rounds", least=1)
    refused(create(bye_points=301), "rules/range", field="bye_points")
    refused(create(max_deals=0), "rules/range", field="max_deals")
    refused(create(limits=Limits(move_s=0)), "rules/range", field="move_s")
    refused(create(limits=Limits(sit_s=-5)), "rules/range", field="sit_s")
    refused(create(table_min=1), "rules/tables", least=2, most=4)
    refused(create(table_max=5), "rules/tables")
    refused(create(table_min=4, table_max=3), "rules/tables")
    refused(create(tie_breaks=("wins", "luck")), "rules/tie-breaks", name="luck")
    refused(create(tie_breaks=("wins", "wins")), "rules/tie-breaks", name="wins")
    refused(create(scoring="luck"), "rules/scoring", name="luck")
    refused(create(hide_last_rounds=-1), "rules/range", field="hide_last_rounds")
    refused(create(qualify=1201), "rules/range", field="qualify", most=1200)
    refused(create(seed=" "), "rules/seed")
    refused(create(seed="x" * 201), "rules/seed")
    refused(create(options={"players": 4}), "options/players")
    refused(create(options={"targte_score": 50}), "options/form")
    refused(create(options={"target_score": "much"}), "options/form")
    refused(create(options={"target_score": 10**12}), "options/form")
    refused(create(options={"claim_mode": "declared"}), "options/conflict", players=2)
    refused(create(options={"blocked_score": "none", "blocked_tie": "split"}), "options/conflict")
    for key in ("", "Spring", "a.b", "x" * 41, "-a", "a-", "čaj"):
        lobby.key = key
        refused(create(), "tournament/id")


@pytest.mark.parametrize(
    ("changes", "first", "second"),
    [
        ({"game": "lora/1", "table_min": 4, "board": Board.MOVES}, "board=moves", "lora/1"),
        ({"board": Board.MOVES}, "board=moves", "claim_mode=enforced"),
        ({"options": {"claim_mode": "declared"}}, "board=server", "claim_mode=declared"),
        ({"board": Board.SCORES, "limits": Limits(move_s=30)}, "board=scores", "move_s=30"),
    ],
)
def test_not_every_game_is_played_over_the_board_in_every_way(changes, first, second):
    answer = Lobby(bare=True).ask(CreateTournament(name="Spring", rules=rules(**changes)))
    refused(answer, "options/conflict", first=first, second=second)


def test_over_the_board_no_bot_is_entered_and_the_tables_are_told():
    lobby = named("Ana", "Bo", board=Board.SCORES)
    refused(lobby.ask(Register(entrant=row("Robot", bot="steady"))), "entrant/bot", case="board")
    lobby.do(CheckIn(entrants=("e1", "e2")))
    lobby.seat()
    lobby.begin()
    (started,) = (e for e in lobby.events if isinstance(e, TableStarted))
    assert started.board is Board.SCORES


def test_options_are_judged_for_every_size_a_table_may_have():
    lobby = Lobby(bare=True)
    pairs = {"game": "draw_dominoes/1", "options": {"pairs": True}}
    refused(lobby.ask(CreateTournament(name="P", rules=rules(**pairs))), "options/conflict", players=2)
    refused(lobby.ask(CreateTournament(name="P", rules=rules(**pairs, table_min=3))), "options/conflict", players=3)
    lobby.do(CreateTournament(name="P", rules=rules(**pairs, table_min=4)))


def test_a_tournament_is_founded_once_and_must_be_there():
    lobby = Lobby()
    refused(lobby.ask(CreateTournament(name="Again", rules=rules())), "tournament/exists", name="Spring")
    nowhere = Lobby(bare=True)
    refused(nowhere.ask(OpenRegistration()), "tournament/unknown", tournament="spring")


def test_only_those_may_act_who_may():
    lobby = Lobby()
    for body, actor in (
        (OpenRegistration(), "player:e1"),
        (CommitKey(key_hash=KEY_HASH), "director"),
        (FinishTournament(), ""),
    ):
        refused(lobby.ask(body, actor), "actor/not-allowed", kind=body.KIND)


# --- entrants


def test_registration_opens_and_closes():
    lobby = Lobby()
    refused(lobby.ask(CloseRegistration()), "tournament/phase", case="announced")
    refused(lobby.ask(Register(entrant=row("Ana")), "player:"), "tournament/phase", case="announced")
    assert lobby.do(OpenRegistration()) == (RegistrationOpened(),)
    refused(lobby.ask(OpenRegistration()), "tournament/phase", case="registration")
    assert lobby.do(Register(entrant=row(" Ana  Ruiz")), "player:") == (Registered(entrant="e1", row=row("Ana Ruiz")),)
    refused(lobby.ask(Register(entrant=row("Bo")), "player:e1"), "actor/not-you")
    refused(lobby.ask(Register(entrant=row("Robot", bot="steady")), "player:"), "entrant/bot")
    assert lobby.do(CloseRegistration()) == (RegistrationClosed(),)
    refused(lobby.ask(Register(entrant=row("Bo")), "player:"), "tournament/phase", case="closed")
    assert lobby.do(Register(entrant=row("Bo", bot="steady")))[0].entrant == "e2"
    assert lobby.do(OpenRegistration()) == (RegistrationOpened(),)


def test_a_list_is_entered_whole_or_not_at_all():
    lobby = named("Ana", "Bo")
    refused(lobby.ask(ImportEntrants(entrants=())), "entrant/none")
    refused(lobby.ask(ImportEntrants(entrants=(row("Cy"), row("ana ")))), "entrant/twice", name="Ana", entry=2)
    refused(lobby.ask(ImportEntrants(entrants=(row("Cy"), row("ＣＹ")))), "entrant/twice", name="Cy", entry=2)
    refused(lobby.ask(ImportEntrants(entrants=(row("Cy"), row("")))), "entrant/name", reason="empty", entry=2)
    refused(lobby.ask(ImportEntrants(entrants=(row("x" * 81),))), "entrant/name", reason="long")
    refused(lobby.ask(ImportEntrants(entrants=(row("a\u202eb"),))), "entrant/name", reason="control")
    refused(lobby.ask(ImportEntrants(entrants=(row("Cy", club="\x00"),))), "entrant/club", reason="control")
    refused(lobby.ask(ImportEntrants(entrants=(row("Cy", club="x" * 81),))), "entrant/club", reason="long")
    refused(lobby.ask(ImportEntrants(entrants=(row("Cy", bot="DROP TABLE"),))), "entrant/bot")
    many = tuple(row(f"P{n}") for n in range(1199))
    refused(lobby.ask(ImportEntrants(entrants=many)), "entrant/too-many", most=1200)
    long = tuple(row(f"{n:03}" + "ا" * 77, club="ا" * 80) for n in range(1000))
    refused(lobby.ask(ImportEntrants(entrants=long)), "entrant/list-size")
    assert [e.entrant for e in lobby.do(ImportEntrants(entrants=(row("Cy"), row("نیک\u200cپور"))))] == ["e3", "e4"]


def test_check_in_says_only_what_changes():
    lobby = named("Ana", "Bo", "Cy")
    assert lobby.do(CheckIn(entrants=("e1", "e2", "e1"))) == (CheckedIn(entrants=("e1", "e2")),)
    assert lobby.do(CheckIn(entrants=("e1",))) == ()
    assert lobby.do(CheckIn(entrants=("e1", "e3"), present=False)) == (CheckedIn(entrants=("e1",), present=False),)
    assert lobby.do(CheckIn(entrants=("e3",)), "player:e3") == (CheckedIn(entrants=("e3",)),)
    refused(lobby.ask(CheckIn(entrants=("e3",)), "player:e1"), "actor/not-you")
    refused(lobby.ask(CheckIn(entrants=("e1", "e3")), "player:e1"), "actor/not-you")
    for unknown in ("e4", "e0", "e01", "e-1", "x1", "", "e", "e" + "9" * 5000, "e²"):
        refused(lobby.ask(CheckIn(entrants=("e1", unknown))), "entrant/unknown", entrant=unknown[:500])
    assert lobby.state.ready == ("e2", "e3")


def test_withdrawing_and_returning():
    lobby = named("Ana", "Bo")
    lobby.do(CheckIn(entrants=("e1", "e2")))
    refused(lobby.ask(Return(entrant="e1")), "entrant/not-withdrawn", name="Ana")
    refused(lobby.ask(Return(entrant="e9")), "entrant/unknown")
    refused(lobby.ask(Withdraw(entrant="e9")), "entrant/unknown")
    refused(lobby.ask(Withdraw(entrant="e2"), "player:e1"), "actor/not-you")
    refused(lobby.ask(Withdraw(entrant="e1", reason="x" * 501)), "text/too-long")
    assert lobby.do(Withdraw(entrant="e1", reason="train"), "player:e1") == (Withdrawn(entrant="e1", reason="train"),)
    refused(lobby.ask(Withdraw(entrant="e1")), "entrant/withdrawn", name="Ana")
    refused(lobby.ask(CheckIn(entrants=("e1",))), "entrant/withdrawn", name="Ana")
    assert lobby.state.ready == ("e2",)
    assert lobby.do(Return(entrant="e1")) == (Returned(entrant="e1"),)
    assert lobby.state.ready == ("e1", "e2")


def test_links_have_generations_and_only_the_newest_works():
    lobby = named("Ana")
    refused(lobby.ask(RevokeLink(entrant="e1")), "link/none", name="Ana")
    assert lobby.do(IssueLink(entrant="e1")) == (LinkIssued(entrant="e1", generation=1),)
    assert lobby.do(RevokeLink(entrant="e1")) == (LinkRevoked(entrant="e1"),)
    assert lobby.state.entrants[0].link is None
    assert lobby.do(IssueLink(entrant="e1")) == (LinkIssued(entrant="e1", generation=2),)
    assert lobby.state.entrants[0].link == 2
    refused(lobby.ask(IssueLink(entrant="e2")), "entrant/unknown")
    refused(lobby.ask(RevokeLink(entrant="e2")), "entrant/unknown")


# --- the fold


def test_the_fold_of_the_events_is_the_state_and_survives_the_wire():
    lobby = Lobby(table_min=4)
    lobby.enter(9)
    for _ in range(3):
        lobby.round(random.Random(3))
    lobby.do(Withdraw(entrant="e1"))
    lobby.do(IssueLink(entrant="e2"))
    state = None
    for event in lobby.events:
        state = evolve(state, codec.TOURNAMENT.event(write(event)), lobby.sent)
    assert replace(state, created=lobby.state.created, at=lobby.state.at) == lobby.state


def test_an_event_out_of_place_stops_the_fold():
    lobby = Lobby()
    lobby.enter(4)
    lobby.round(random.Random(1))
    report = SeatingReport(repeats=0, repeat_cost=0, bound=0, score_spread=0, seat_imbalance=0)
    for event in (
        lobby.events[0],
        Registered(entrant="e9", row=row("X")),
        CheckedIn(entrants=("e9",)),
        SeatingWanted(round=3, want=2, entrants=()),
        RoundSeated(round=2, want=2, tables=(TablePlan(number=1, seats=("e1",)),), report=report),
        ResultRecorded(table="nowhere", round=1, result=result((1, 2)), points=(300, 0)),
        TableStarted(table="x", round=1, number=9, rules="longana/1", options={}, seats=()),
    ):
        with pytest.raises(FoldError):
            evolve(lobby.state, event, 0)
    with pytest.raises(FoldError):
        evolve(None, RegistrationOpened(), 0)


def test_time_never_goes_back():
    lobby = Lobby()
    later = evolve(lobby.state, RegistrationOpened(), 5000)
    assert evolve(later, RegistrationClosed(), 4000).at == 5000


# --- the worker and the relay


def fold(reactor, key, *events):
    reactor.fold(key, 1, None, events)


def test_the_worker_seats_what_waits_and_nothing_else():
    lobby = Lobby()
    lobby.enter(6)
    worker = app.SeatingWorker()
    fold(worker, "spring", *lobby.events)
    assert list(worker.due(0)) == []
    fold(worker, "spring", *lobby.do(StartRound(round=1)))
    (job,) = worker.due(0)
    assert (job.id, job.topic.name, job.heavy) == ("seating:spring:1", "tournament.commands", True)
    command = job.make()
    assert command.id == job.id
    assert command.actor == "seater"
    body = codec.TOURNAMENT.body(command)
    assert decider.decide(lobby.state, command, body, 1)[0].round == 1
    fold(worker, "spring")  # a refusal changes nothing
    assert [j.id for j in worker.due(0)] == [job.id]
    fold(worker, "spring", *lobby.do(body, "seater"))
    assert list(worker.due(0)) == []
    fold(worker, "spring", TournamentFinished())
    assert worker._states == {}


def test_the_relay_carries_a_result_until_the_tables_key_is_open():
    opened = TableOpened(
        tournament="spring", round=1, number=1, rules="longana/1", options={}, seats=(), key_hash=KEY_HASH
    )
    relay = relays.TablesRelay()
    fold(relay, "spring.1.1", opened)
    assert list(relay.due(0)) == []
    fold(relay, "spring.1.1", MatchEnded(result=result((1, 2))))
    (job,) = relay.due(0)
    command = job.make()
    assert (job.id, command.id, command.key, command.actor) == (
        "result:spring.1.1",
        "result:spring.1.1",
        "spring",
        "relay",
    )
    assert codec.TOURNAMENT.body(command) == RecordResult(table="spring.1.1", result=result((1, 2)))
    fold(relay, "spring.1.1", TableKeyRevealed(key=KEY))
    assert list(relay.due(0)) == []


def test_commands_of_an_unknown_kind_are_refused_by_the_decider_too():
    lobby = Lobby()
    command = Command(id="x", key="spring", actor="director", kind="sit", v=1, body=msgspec.Raw(b"{}"))
    assert decider.decide(lobby.state, command, OpenRegistration(), 0).code == "actor/not-allowed"


def test_every_code_is_met_here():
    """`refused` asks for a sentence in every language too; tests run in any order, so the source is asked."""
    files = (
        "test_lobby.py",
        "test_lobby_rounds.py",
        "test_desk.py",
        "test_seating_formats.py",
        "test_entry_policies.py",
        "test_entry_amended.py",
        "test_pairs.py",
        "test_staff.py",
        "test_round_clock.py",
    )
    source = "".join(Path(__file__).with_name(name).read_text() for name in files)
    for code in decider.CODES:
        assert re.search(rf'refused\(.*"{code}"', source), code
