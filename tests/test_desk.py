"""The arbiter's desk: cases, rulings, penalties, corrections; and that an effect shown is what happens."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts import desk_acts, effect, ranking
from contracts.desk import (
    Appeal,
    CaseOpened,
    CloseCase,
    CorrectionPlan,
    CorrectResult,
    GiveRuling,
    LiftPenalty,
    OpenCase,
    Penalise,
    Penalised,
    PenaltyKind,
    PenaltyPlan,
    ResultCorrected,
    RewindOrdered,
    RewindPlan,
    Ruled,
)
from contracts.desk_state import CaseState
from contracts.games.game import Refusal
from contracts.tournament import BeginRound, DropSeating, RecordResult, Return, StartRound, Withdraw
from contracts.tournament_state import FoldError, RoundPhase, evolve
from services.lobby import seating
from tests.examples import examples
from tests.play_lobby import Lobby, result
from tests.test_lobby import refused


def club_night(rounds=2, entrants=8, seed=1, **rules) -> Lobby:
    """Some rounds played, the next one not asked for."""
    lobby = Lobby(**rules)
    lobby.enter(entrants)
    rng = random.Random(seed)
    for _ in range(rounds):
        lobby.round(rng)
    return lobby


def points(lobby, after=None):
    return ranking.scores(lobby.state, after)


def warned(entrant="e1", **more) -> PenaltyPlan:
    given = {"kind": PenaltyKind.WARNING, "round": 1, "reason": "He was late.", **more}
    return PenaltyPlan(entrant=entrant, **given)


def fined(entrant="e1", taken=-50, round=1, **more) -> PenaltyPlan:
    return warned(entrant, kind=PenaltyKind.POINTS, points=taken, round=round, **more)


def turned_round(lobby, table="spring.1.1") -> CorrectionPlan:
    """The result of a table with first and last changed about."""
    old = lobby.state.table(table)[1].result
    flip = tuple(reversed(old.places))
    flip = tuple(1 + sum(o < p for o in flip) for p in flip)
    new = replace(old, places=flip, totals=tuple(reversed(old.totals)), won=tuple(reversed(old.won)))
    return CorrectionPlan(table=table, result=new, reason="The slip was read from the wrong side.")


# --- cases


def test_a_case_lives_from_its_opening_over_an_appeal_to_its_end():
    lobby = club_night()
    (opened,) = lobby.do(OpenCase(table="spring.1.1", deal=2, ply=7, facts=" Bo says that he had passed. "))
    assert opened == CaseOpened(
        case=1, by="director", table="spring.1.1", deal=2, ply=7, facts="Bo says that he had passed."
    )
    one = lobby.state.table("spring.1.1")[1].seats[0]
    refused(lobby.ask(Appeal(case=1, entrant=one, text="No.")), "case/not-ruled", case=1)
    ruling = GiveRuling(case=1, facts="He had 6-5.", rules=("BG-16",), decision="The claim was false.")
    assert lobby.do(ruling) == (
        Ruled(case=1, by="director", facts="He had 6-5.", rules=("BG-16",), decision="The claim was false."),
    )
    refused(lobby.ask(ruling), "case/decided", case=1)
    assert lobby.state.desk.case(1).state is CaseState.RULED
    lobby.do(Appeal(case=1, entrant=one, text="I had not."), f"player:{one}")
    assert lobby.state.desk.case(1).state is CaseState.APPEALED
    lobby.do(replace(ruling, decision="It was not."))
    lobby.do(CloseCase(case=1, note="Heard twice."))
    case = lobby.state.desk.case(1)
    assert [r.decision for r in case.rulings] == ["The claim was false.", "It was not."], "nothing is overwritten"
    assert (case.state, case.note) == (CaseState.FINAL, "Heard twice.")
    for act in (ruling, CloseCase(case=1), Appeal(case=1, entrant=one, text="Again.")):
        refused(lobby.ask(act), "case/final", case=1)


def test_only_those_concerned_appeal():
    lobby = club_night()
    lobby.do(OpenCase(table="spring.1.1", facts="A dispute."))
    lobby.do(GiveRuling(case=1, facts="It was so.", decision="Play on."))
    here = lobby.state.table("spring.1.1")[1].seats
    other = next(e.id for e in lobby.state.entrants if e.id not in here)
    refused(lobby.ask(Appeal(case=1, entrant=other, text="Why?"), f"player:{other}"), "case/not-concerned")
    refused(lobby.ask(Appeal(case=1, entrant=here[0], text="Why?"), f"player:{other}"), "case/not-concerned")
    assert not isinstance(lobby.ask(Appeal(case=1, entrant=here[1], text="Why?"), f"player:{here[1]}"), Refusal)
    assert not isinstance(lobby.ask(Appeal(case=1, entrant=other, text="For him.")), Refusal), "the director may"


def test_what_no_case_can_be():
    lobby = club_night()
    refused(lobby.ask(OpenCase(facts="  ")), "desk/empty", field="facts")
    refused(lobby.ask(OpenCase(facts="x" * 2001)), "text/too-long", most=2000)
    refused(lobby.ask(OpenCase(facts="x", table="spring.9.9")), "table/unknown")
    refused(lobby.ask(OpenCase(facts="x", deal=-1)), "rewind/place")
    refused(lobby.ask(OpenCase(facts="x", entrants=("e99",))), "entrant/unknown")
    refused(lobby.ask(OpenCase(facts="x", entrants=("e1",) * 41)), "desk/many", field="entrants")
    refused(lobby.ask(OpenCase(facts="x"), "player:e1"), "actor/not-allowed")
    refused(lobby.ask(CloseCase(case=1)), "case/unknown", case=1)
    lobby.do(OpenCase(facts="x"))

    def rule(**more):
        return lobby.ask(GiveRuling(**{"case": 1, "facts": "f", "decision": "d", **more}))

    refused(rule(decision=" "), "desk/empty", field="decision")
    refused(rule(rules=("",)), "rule/form")
    refused(rule(rules=("§",)), "rule/form")
    refused(rule(penalties=(warned(),) * 41), "desk/many", field="penalties")
    refused(rule(penalties=(warned("e77"),)), "entrant/unknown")
    refused(rule(lift=(1,)), "penalty/unknown", penalty=1)
    refused(rule(corrections=(turned_round(lobby),) * 2), "penalty/twice")


# --- penalties


def test_a_penalty_counts_in_its_round_and_no_earlier():
    lobby = club_night()
    before = points(lobby), points(lobby, 1)
    lobby.do(Penalise(penalty=fined("e3", -75, round=2, rule="LP-8")))
    assert points(lobby)["e3"] == before[0]["e3"] - 75
    assert points(lobby, 1) == before[1], "standings of earlier rounds stay what they were"
    row = next(r for r in ranking.standings(lobby.state).rows if r.entrant == "e3")
    assert [(p.kind, p.value, p.round, p.table) for p in row.points.parts if p.kind == "penalty"] == [
        ("penalty", -75, 2, 1)
    ], "a sum that a player can check"
    assert sum(p.value for p in row.points.parts) == row.points.value
    lobby.do(LiftPenalty(penalty=1, reason="It was not he."))
    assert points(lobby) == before[0]
    assert lobby.state.desk.penalty(1).lifted == "It was not he.", "the record still shows it"
    refused(lobby.ask(LiftPenalty(penalty=1, reason="Again.")), "penalty/lifted", penalty=1)
    refused(lobby.ask(LiftPenalty(penalty=2, reason="Which?")), "penalty/unknown", penalty=2)


def test_points_can_be_given_back_as_an_adjusted_score():
    lobby = club_night()
    before = points(lobby)
    lobby.do(Penalise(penalty=fined("e3", 100)))
    assert points(lobby)["e3"] == before["e3"] + 100


def test_a_warning_costs_nothing():
    lobby = club_night()
    before = ranking.standings(lobby.state).rows
    assert isinstance(lobby.do(Penalise(penalty=warned()))[0], Penalised)
    assert ranking.standings(lobby.state).rows == before


def test_who_is_expelled_has_no_place_and_is_seated_no_more():
    lobby = club_night()
    lobby.do(Penalise(penalty=warned("e2", kind=PenaltyKind.EXPULSION)))
    assert "e2" not in [r.entrant for r in ranking.standings(lobby.state).rows]
    assert "e2" not in lobby.state.ready
    refused(lobby.ask(Return(entrant="e2")), "entrant/expelled", name="Player 2")
    refused(lobby.ask(Penalise(penalty=warned("e2", kind=PenaltyKind.EXPULSION))), "penalty/twice")
    lobby.do(LiftPenalty(penalty=1, reason="The appeal was upheld."))
    lobby.do(Return(entrant="e2"))
    assert "e2" in [r.entrant for r in ranking.standings(lobby.state).rows]


def test_what_no_penalty_can_be():
    lobby = club_night()

    def penalise(**more):
        return lobby.ask(Penalise(penalty=replace(warned(), **more)))

    refused(penalise(points=5), "penalty/points", kind="warning")
    refused(penalise(kind=PenaltyKind.POINTS), "penalty/points", kind="points")
    refused(penalise(kind=PenaltyKind.POINTS, points=-(10**9)), "penalty/points")
    refused(penalise(round=3), "penalty/round", rounds=2)
    refused(penalise(round=-1), "penalty/round")
    refused(penalise(kind=PenaltyKind.POINTS, points=-5, round=0), "penalty/round")
    refused(penalise(reason=""), "desk/empty", field="reason")
    refused(penalise(rule="?"), "rule/form", named="“?”")
    refused(penalise(entrant="e0"), "entrant/unknown")


# --- corrections


def test_a_past_result_is_put_right_and_the_first_one_stays_in_the_log():
    lobby = club_night()
    old = lobby.state.table("spring.1.1")[1]
    plan = turned_round(lobby)
    (event,) = lobby.do(CorrectResult(correction=plan))
    assert isinstance(event, ResultCorrected)
    new = lobby.state.table("spring.1.1")[1]
    assert new.result == plan.result
    assert new.points == ranking.match_points(plan.result) != old.points
    assert new.corrections == 1
    recorded = [e for e in lobby.events if getattr(e, "table", "") == "spring.1.1" and hasattr(e, "result")]
    assert [e.result for e in recorded] == [old.result, plan.result]
    refused(lobby.ask(CorrectResult(correction=plan)), "result/same", table=1)


def test_only_a_result_can_be_corrected():
    lobby = club_night()
    plan = turned_round(lobby)
    refused(lobby.ask(CorrectResult(correction=replace(plan, table="spring.8.1"))), "table/unknown")
    refused(lobby.ask(CorrectResult(correction=replace(plan, reason=" "))), "desk/empty", field="reason")
    short = replace(plan, result=result((1, 2)))
    refused(lobby.ask(CorrectResult(correction=short)), "result/seats")
    lobby.seat()
    lobby.begin()
    running = replace(plan, table="spring.3.1")
    refused(lobby.ask(CorrectResult(correction=running)), "result/missing", table=1)
    assert not isinstance(lobby.ask(CorrectResult(correction=plan)), Refusal), "round 1 in round 3"


# --- rulings with everything that follows


def test_a_ruling_does_all_that_it_says_at_once():
    lobby = club_night()
    lobby.do(Penalise(penalty=fined("e1")))
    lobby.seat()
    lobby.begin()
    lobby.do(OpenCase(table="spring.3.1", facts="A false claim."))
    ruling = GiveRuling(
        case=1,
        facts="He had 6-5.",
        rules=("BG-16", "BG-18"),
        decision="Back to the claim.",
        penalties=(fined("e2", -25, round=3), warned("e4", round=3)),
        lift=(1,),
        corrections=(turned_round(lobby),),
        rewind=RewindPlan(table="spring.3.1", deal=1, ply=5),
    )
    events = lobby.do(ruling)
    assert [type(e).__name__ for e in events] == [
        "Ruled",
        "PenaltyLifted",
        "Penalised",
        "Penalised",
        "ResultCorrected",
        "RewindOrdered",
    ]
    assert [e.number for e in events if isinstance(e, Penalised)] == [2, 3]
    assert all(e.case == 1 for e in events)
    assert events[-1] == RewindOrdered(rewind=ruling.rewind, case=1)


def test_a_table_with_a_result_does_not_go_back():
    lobby = club_night()
    lobby.do(OpenCase(facts="x"))

    def back(**more):
        plan = RewindPlan(**{"table": "spring.3.1", "deal": 1, **more})
        return lobby.ask(GiveRuling(case=1, facts="f", decision="d", rewind=plan))

    refused(back(table="spring.1.1"), "rewind/over", table=1)
    refused(back(), "table/unknown")
    lobby.seat()
    lobby.begin()
    refused(back(deal=0), "rewind/place")
    refused(back(ply=-1), "rewind/place")
    assert not isinstance(back(), Refusal)
    table = lobby.state.table("spring.3.1")[1]
    lobby.do(RecordResult(table=table.id, result=result(range(1, len(table.seats) + 1))), "relay")
    refused(back(), "rewind/over", table=1)


# --- effects


def previewed(lobby, body, actor="director"):
    return effect.effect(lobby.state, desk_acts.judge(lobby.state, actor, body))


def test_an_effect_names_lines_places_and_tables_seated_on_the_old_facts():
    lobby = club_night()
    lobby.seat()
    body = Penalise(penalty=fined("e5", -300, round=1))
    shown = previewed(lobby, body)
    (own,) = [c for c in shown.changes if c.entrant == "e5"]
    assert own.points[1] == own.points[0] - 300
    at = next(t.number for t in lobby.state.current.tables if "e5" in t.seats)
    assert shown.tables == (at,)
    later = previewed(lobby, Penalise(penalty=fined("e5", -300, round=2)))
    assert later.tables == (at,), "it was seated by the scores after round 2"
    assert previewed(lobby, Penalise(penalty=warned())).nothing


def test_who_is_expelled_in_a_seated_round_is_named():
    lobby = club_night()
    lobby.seat()
    shown = previewed(lobby, Penalise(penalty=warned("e5", kind=PenaltyKind.EXPULSION)))
    assert shown.gone == ("e5",)
    (own,) = [c for c in shown.changes if c.entrant == "e5"]
    assert own.place[1] == 0


def test_signed_is_what_was_shown_or_it_is_shown_again():
    lobby = club_night()
    body = CorrectResult(correction=turned_round(lobby))
    seen = effect.digest(previewed(lobby, body))
    lobby.do(Penalise(penalty=warned("e1")))
    assert not isinstance(lobby.ask(replace(body, effect=seen)), Refusal), "a warning changes no effect"
    lobby.do(Penalise(penalty=fined(lobby.state.table("spring.1.1")[1].seats[0], -125)))
    refused(lobby.ask(replace(body, effect=seen)), "effect/changed")
    again = effect.digest(previewed(lobby, body))
    lobby.do(replace(body, effect=again))


@st.composite
def nights(draw):
    entrants = draw(st.integers(4, 14))
    rounds = draw(st.integers(1, 3))
    lobby = club_night(rounds, entrants, draw(st.integers(0, 99)), table_max=draw(st.integers(2, 4)))
    if draw(st.booleans()):
        lobby.do(StartRound(round=rounds + 1))
        lobby.do(seating.propose(lobby.state), "seater")
        if draw(st.booleans()):
            lobby.do(BeginRound(round=rounds + 1))
        elif draw(st.booleans()):
            lobby.do(DropSeating(round=rounds + 1))
    return lobby


@examples(60)
@given(nights(), st.data())
@pytest.mark.slow
def test_the_effect_shown_is_what_happens(lobby, data):
    """Over random tournaments: the lines after the act are those shown, and nobody else's line has changed."""
    for _ in range(3):
        someone = data.draw(st.sampled_from([e.id for e in lobby.state.entrants]))
        played = [t.id for r in lobby.state.rounds for t in r.tables if t.result]
        body = data.draw(
            st.one_of(
                st.builds(
                    lambda p, r, e: Penalise(penalty=fined(e, p, round=r)),
                    st.integers(-400, 400).filter(bool),
                    st.integers(1, lobby.state.begun),
                    st.just(someone),
                ),
                st.builds(lambda t: CorrectResult(correction=turned_round(lobby, t)), st.sampled_from(played)),
                st.just(Penalise(penalty=warned(someone, kind=PenaltyKind.EXPULSION))),
                st.just(Penalise(penalty=warned(someone))),
            )
        )
        if isinstance(lobby.ask(body), Refusal):
            continue
        before = {r.entrant: r for r in ranking.standings(lobby.state).rows}
        shown = previewed(lobby, body)
        lobby.do(replace(body, effect=effect.digest(shown)))
        after = {r.entrant: r for r in ranking.standings(lobby.state).rows}
        told = {c.entrant: c for c in shown.changes}
        for entrant in {*before, *after}:
            was, now = before.get(entrant), after.get(entrant)
            places = (was.place if was else 0, now.place if now else 0)
            values = (was.points.value if was else 0, now.points.value if now else 0)
            if entrant in told:
                assert (told[entrant].place, told[entrant].points) == (places, values)
            else:
                assert places[0] == places[1]
                assert values[0] == values[1]


@pytest.mark.parametrize("act", desk_acts.ACTS, ids=lambda act: act.KIND)
def test_a_desk_without_a_tournament_refuses(act):
    from tests import samples

    body = next(b for b in samples.commands() if type(b) is act)
    refused(Lobby(bare=True).ask(body), "tournament/unknown")


def test_the_fold_stops_at_what_cannot_follow():
    lobby = club_night()
    for wrong in (
        CaseOpened(case=2, by="director", facts="x"),
        Ruled(case=1, by="director", facts="x", decision="y"),
        Penalised(number=2, penalty=warned(), by="director"),
        ResultCorrected(table="x", round=1, result=result((1, 2)), points=(300, 0), by="director", reason="x"),
    ):
        with pytest.raises(FoldError):
            evolve(lobby.state, wrong, 1)


def test_a_withdrawal_has_an_effect_too():
    lobby = club_night()
    lobby.seat()
    events = lobby.ask(Withdraw(entrant="e3"))
    assert effect.effect(lobby.state, events).gone == ("e3",)
    assert lobby.state.current.phase is RoundPhase.SEATED
