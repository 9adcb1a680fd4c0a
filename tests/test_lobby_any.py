"""Is any command in any state of a tournament answered, and any seating at all: by events that fold, or a refusal?"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts import codec, desk_acts, tournament
from contracts.desk import CorrectionPlan, PenaltyKind, RewindPlan
from contracts.envelope import write
from contracts.games.game import Refusal
from contracts.tournament import (
    CheckIn,
    CommitKey,
    CreateTournament,
    ImportEntrants,
    ProposeSeating,
    RecordResult,
    Register,
    RevealTournamentKey,
    SeatingReport,
    StartRound,
    TablePlan,
)
from contracts.tournament_state import RoundPhase, evolve
from services.lobby import decider, seating
from tests import samples
from tests.examples import examples
from tests.play_lobby import KEY, KEY_HASH, Lobby, result, rules
from tests.test_lobby import row

ACTORS = st.sampled_from(["director", "player:", "player:e1", "seater", "relay", "dealing", "bot:e1", "x", ""])


@given(
    st.randoms(use_true_random=False), st.lists(st.tuples(st.sampled_from(tournament.COMMANDS), ACTORS), max_size=25)
)
@examples(60)
def test_any_command_in_any_state_is_answered(rng, wishes):
    lobby = Lobby()
    lobby.enter(rng.randrange(1, 9))
    for kind, actor in wishes:
        body = _some(kind, lobby, rng)
        answer = lobby.ask(body, rng.choice((actor, _proper(kind))))
        if isinstance(answer, Refusal):
            assert answer.code in decider.CODES
            continue
        for event in answer:
            assert codec.TOURNAMENT.event(write(event)) == event
            lobby.state = evolve(lobby.state, event, 1)
        if decider.finished(lobby.state):
            return


def _proper(kind):
    from contracts.roles import MAY

    return min(MAY[kind.KIND])


def _some(kind, lobby, rng):
    number = rng.choice((0, 1, 1, 2, 3))
    entrant = f"e{rng.randrange(12)}"
    known = [t.id for r in lobby.state.rounds for t in r.tables] or [""]
    match kind.KIND:
        case "create_tournament":
            return CreateTournament(name="Other", rules=rules())
        case "register":
            return Register(entrant=row(f"New {rng.randrange(20)}"))
        case "import_entrants":
            return ImportEntrants(entrants=tuple(row(f"List {rng.randrange(99)}") for _ in range(3)))
        case "amend_entrant":
            return kind(entrant=entrant, row=replace(row(f"New {rng.randrange(20)}"), table=rng.choice((-1, 0, 1, 2))))
        case "check_in":
            return CheckIn(entrants=(entrant,), present=rng.random() < 0.8)
        case "withdraw" | "return" | "admit" | "issue_link" | "revoke_link":
            return kind(entrant=entrant)
        case "issue_staff_link":
            anew = rng.random() < 0.5
            return kind(staff=f"s{number}") if anew else kind(role=rng.choice(("arbiter", "player", "bot")), name="Sam")
        case "revoke_staff_link":
            return kind(staff=f"s{number}")
        case "commit_key":
            return CommitKey(key_hash=KEY_HASH)
        case "add_time":
            return kind(round=number, seconds=rng.choice((0, 60)), table=rng.randrange(3))
        case "start_round" | "drop_seating" | "begin_round" | "start_clock" | "pause_clock" | "resume_clock":
            return kind(round=number)
        case "no_show":
            return kind(round=number, entrants=(entrant,))
        case "propose_seating":
            if lobby.state.current is not None and lobby.state.current.phase is RoundPhase.WANTED:
                return seating.propose(lobby.state)
            report = SeatingReport(repeats=0, repeat_cost=0, bound=0, score_spread=0, seat_imbalance=0)
            return ProposeSeating(round=number, want=1, tables=(TablePlan(number=1, seats=()),), report=report)
        case "edit_seating":
            tables = tuple(
                TablePlan(number=t.number, seats=t.seats[::-1]) for r in lobby.state.rounds for t in r.tables
            )
            return kind(round=number, want=rng.randrange(3), tables=tables)
        case "record_result":
            return RecordResult(table=rng.choice(known), result=result((1, 2, 3, 4)[: rng.randrange(2, 5)]))
        case "reveal_tournament_key":
            return RevealTournamentKey(key=KEY)
    if issubclass(kind, desk_acts.ACTS):
        return _at_the_desk(kind, entrant, rng.choice(known), number, rng)
    return kind()


def _at_the_desk(kind, entrant, table, number, rng):
    body = next(b for b in samples.commands() if type(b) is kind)
    penalty = replace(samples.PENALTY, entrant=entrant, round=number, kind=rng.choice([*PenaltyKind]))
    correction = CorrectionPlan(table=table, result=result((1, 2, 3, 4)[: rng.randrange(2, 5)]), reason="Misread.")
    changes = {
        "table": table,
        "case": number,
        "entrant": entrant,
        "penalty": penalty if kind.KIND == "penalise" else number,
        "penalties": (penalty,) * rng.randrange(2),
        "correction": correction,
        "corrections": (correction,) * rng.randrange(2),
        "lift": (number,) * rng.randrange(2),
        "rewind": rng.choice((None, RewindPlan(table=table, deal=number))),
        "effect": "",
    }
    return replace(body, **{name: new for name, new in changes.items() if hasattr(body, name)})


@given(
    st.lists(st.lists(st.sampled_from(["e1", "e2", "e3", "e4", "e5", "e6", "zz"]), max_size=5), max_size=4),
    st.integers(),
)
def test_any_seating_at_all_is_answered(tables, figure):
    lobby = Lobby()
    lobby.enter(6)
    lobby.do(StartRound(round=1))
    report = SeatingReport(repeats=figure % 3, repeat_cost=0, bound=0, score_spread=0, seat_imbalance=1)
    plans = tuple(TablePlan(number=n, seats=tuple(seats)) for n, seats in enumerate(tables, start=1))
    answer = lobby.ask(ProposeSeating(round=1, want=1, tables=plans, report=report), "seater")
    assert isinstance(answer, tuple) or answer.code == "seating/fault"
