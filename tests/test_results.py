"""What an act at a table is said to bring is what happens: there and in its tournament, over random tournaments."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts import admission, effect, ranking, results, table_acts
from contracts.desk import GiveRuling, OpenCase, RewindOrdered, RewindPlan
from contracts.effect import veiled
from contracts.games.entry import Entry
from contracts.games.game import Reason, Refusal
from contracts.messages import Board, Body
from contracts.table import AbandonTable, ChargeOffence, EnterDeal, MatchEnded, OpenTable, Play, Resign, Sit
from contracts.table_state import Phase, whose_turn
from contracts.tournament import RecordResult, RoundEnded, TableStarted, Withdraw
from contracts.tournament_state import RoundPhase
from tests.play_lobby import Lobby
from tests.table_spec import KEY_HASH, Spec
from tests.test_lobby import refused

BY_SCORES = ("mexican_train/1", "longana/1", "draw_dominoes/1")


class Hall:
    """A tournament with its tables, each decided by the referee; a result is carried to the tournament at once."""

    def __init__(self, entrants: int, **rules) -> None:
        self.lobby = Lobby(**rules)
        self.lobby.enter(entrants)
        self.tables: dict[str, Spec] = {}

    @property
    def state(self):
        return self.lobby.state

    def begin(self) -> None:
        """Seat a round and open its tables."""
        self.lobby.seat()
        before = len(self.lobby.events)
        self.lobby.begin()
        self.tables = {}
        for event in self.lobby.events[before:]:
            if isinstance(event, TableStarted):
                spec = Spec(event.table)
                opening = OpenTable(
                    tournament=self.lobby.key,
                    round=event.round,
                    number=event.number,
                    rules=event.rules,
                    options=event.options,
                    seats=event.seats,
                    key_hash=KEY_HASH,
                    limits=event.limits,
                    max_deals=event.max_deals,
                    board=event.board,
                )
                spec.when("dealing", opening)
                self.tables[event.table] = spec

    def does(self, spec: Spec, actor: str, body: Body, *, public: bool = False) -> bool:
        """Look at an act, sign it, and hold what happens against what was shown. False where it is refused."""
        table, before = spec.table, self.state
        events = table_acts.judge(table, actor, body, table.at)
        if isinstance(events, Refusal):
            return False
        shown = results.foreseen(table, spec.id, events, before, public=public)
        if hasattr(body, "effect"):
            spec.when(actor, replace(body, effect="0123456789abcdef")).refused("effect/changed")
            spec.when(actor, replace(body, effect=results.digest(shown)))
        else:
            spec.when(actor, body)
        assert spec.answer == events
        assert shown.table.totals == tuple(zip(table.match.totals, spec.table.match.totals, strict=True))
        assert shown.table.deals == (len(table.finished), len(spec.table.finished))
        assert shown.table.result == spec.table.result
        ended = [e for e in spec.answer if isinstance(e, MatchEnded)]
        assert bool(ended) == (shown.tournament is not None)
        if ended:
            body = RecordResult(table=spec.id, result=ended[0].result, orders=spec.table.orders)
            done = self.lobby.do(body, "relay")
            assert shown.ends_round == any(isinstance(e, RoundEnded) for e in done)
            self.held(before, shown.tournament, public=public)
        return True

    def held(self, before, shown, *, public: bool) -> None:
        """The lines after an act are those shown, nobody else's has changed, and who qualifies was said."""
        states = (before, self.state)
        was, now = ({r.entrant: r for r in ranking.standings(veiled(t) if public else t).rows} for t in states)
        told = {c.entrant: c for c in shown.changes}
        for entrant in {*was, *now}:
            old, new = was.get(entrant), now.get(entrant)
            places = (old.place if old else 0, new.place if new else 0)
            points = (old.points.value if old else 0, new.points.value if new else 0)
            if entrant in told:
                assert (told[entrant].place, told[entrant].points) == (places, points)
            else:
                assert places[0] == places[1]
                assert points[0] == points[1]
        most = self.state.rules.qualify
        before_, after_ = ({e for e, r in rows.items() if r.place <= most} for rows in (was, now))
        assert set(shown.gains) == after_ - before_
        assert set(shown.loses) == before_ - after_


def entered(spec: Spec, rng: random.Random) -> EnterDeal:
    """A deal as somebody might write it down; not every one can be."""
    seats = len(spec.table.seats)
    out = rng.randrange(seats)
    counts = tuple(0 if seat == out else rng.randrange(3, 30) for seat in range(seats))
    column = "points" if spec.table.rules.NAME == "mexican_train" else "pips"
    starter = rng.randrange(seats) if spec.table.rules.NAME == "draw_dominoes" else None
    entry = Entry(end=Reason.OUT, seat=out, starter=starter, **{column: counts})
    return EnterDeal(deal=spec.table.deal, attempt=spec.table.attempt, entry=entry)


def random_act(spec: Spec, rng: random.Random) -> tuple[str, Body]:
    """Mostly a deal; sometimes the director stops the table, or somebody gives up."""
    if rng.random() < 0.1:
        seat = rng.randrange(len(spec.table.seats))
        return f"player:{spec.table.seats[seat].entrant}", Resign(seat=seat)
    return "director", AbandonTable(reason="The hall closes.") if rng.random() < 0.1 else entered(spec, rng)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(BY_SCORES), st.booleans())
def test_the_effect_of_an_entry_is_what_happens(seed, game, public):
    """Deals entered and tables stopped, in any order, in every round; also as far as a scorer may see it."""
    rng = random.Random(seed)
    hall = Hall(
        rng.randint(4, 9),
        game=game,
        board=Board.SCORES,
        rounds=2,
        table_max=3,
        max_deals=rng.randint(1, 2),
        qualify=rng.randint(0, 4),
        hide_last_rounds=rng.randint(0, 1),
        scoring=rng.choice(("by_place", "raw")),
    )
    for _ in range(2):
        hall.begin()
        while hall.state.current.phase is RoundPhase.PLAYING:
            spec = rng.choice([s for s in hall.tables.values() if s.table.phase is Phase.WANTING])
            hall.does(spec, *random_act(spec, rng), public=public)
            if rng.random() < 0.1 and (ready := hall.state.ready):
                leaves(hall, rng.choice(ready))


def leaves(hall: Hall, entrant: str) -> None:
    """A player leaves as he was shown it, and not as he was not."""
    before = hall.state
    events = admission.withdrawal(before, before.entrant(entrant))
    shown = effect.effect(before, events, public=True)
    actor, body = f"player:{entrant}", Withdraw(entrant=entrant)
    refused(hall.lobby.ask(replace(body, effect="0123456789abcdef"), actor), "effect/changed")
    hall.lobby.do(replace(body, effect=effect.digest(shown)), actor)
    hall.held(before, shown, public=True)
    seated = {*(e for t in before.current.tables for e in t.seats), *before.current.byes}
    assert (entrant in shown.gone) == (entrant in seated and before.current.phase is RoundPhase.PLAYING)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(("draw_dominoes/1", "longana/1")))
def test_the_effect_of_a_move_is_what_happens(seed, game):
    """Whole matches of dealt tables: each move, with all that the server plays after it."""
    rng = random.Random(seed)
    hall = Hall(rng.randint(2, 6), game=game, rounds=1, table_max=3, max_deals=1, qualify=2)
    hall.begin()
    for spec in hall.tables.values():
        for seat, plan in enumerate(spec.table.seats):
            spec.when(f"player:{plan.entrant}", Sit(seat=seat, nonce=f"{seat:032x}"))
        while spec.table.phase is not Phase.ENDED:
            if spec.table.phase is Phase.WANTING:
                spec.deal(rng=rng)
                continue
            seat = whose_turn(spec.table)
            body = Play(seat=seat, move=rng.choice(spec.moves()), deal=spec.table.deal, ply=spec.table.ply)
            assert hall.does(spec, f"player:{spec.table.seats[seat].entrant}", body)
    assert hall.state.current.phase is RoundPhase.DONE


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_the_effect_of_an_offence_is_what_happens(seed):
    """Offences of the schedule in the running deal and after it: what they cost, and whether they end the match."""
    rng = random.Random(seed)
    hall = Hall(4, game="lora/1", rounds=1, table_min=4, max_deals=2)
    hall.begin()
    (spec,) = hall.tables.values()
    for seat, plan in enumerate(spec.table.seats):
        spec.when(f"player:{plan.entrant}", Sit(seat=seat, nonce=f"{seat:032x}"))
    for _ in range(400):
        if spec.table.phase is Phase.ENDED:
            break
        if spec.table.phase is Phase.WANTING:
            spec.deal(rng=rng)
        if rng.random() < 0.1:
            deal = spec.table.deal if spec.table.phase is Phase.PLAYING else max(spec.table.deal - 1, 0)
            offence = f"LP-{rng.randint(1, 16)}"
            hall.does(spec, "director", ChargeOffence(seat=rng.randrange(4), offence=offence, deal=deal))
            continue
        seat = whose_turn(spec.table)
        body = Play(seat=seat, move=rng.choice(spec.moves()), deal=spec.table.deal, ply=spec.table.ply)
        hall.does(spec, f"player:{spec.table.seats[seat].entrant}", body)
    assert spec.table.phase is Phase.ENDED


def test_a_result_from_before_a_ruling_is_foreseen_as_refused():
    hall = Hall(2, game="mexican_train/1", board=Board.SCORES, max_deals=1)
    hall.begin()
    (spec,) = hall.tables.values()
    hall.lobby.do(OpenCase(table=spec.id, facts="A tile was lost."))
    plan = RewindPlan(table=spec.id, deal=1, ply=0, again=True)
    done = hall.lobby.do(GiveRuling(case=1, facts="It was.", decision="Again.", rewind=plan))
    assert any(isinstance(e, RewindOrdered) for e in done)
    events = table_acts.judge(spec.table, "director", entered(spec, random.Random(1)), 0)
    shown = results.foreseen(spec.table, spec.id, events, hall.state)
    assert shown.tournament is None
    assert shown.refused == Refusal("result/rewound", facts={"table": 1})


def test_a_typed_record_and_a_tournament_that_is_over_take_no_result():
    hall = Hall(2, game="mexican_train/1", board=Board.SCORES, max_deals=1)
    hall.begin()
    (spec,) = hall.tables.values()
    events = table_acts.judge(spec.table, "director", entered(spec, random.Random(1)), 0)
    assert results.foreseen(spec.table, spec.id, events, hall.state).ends_round
    assert results.foreseen(spec.table, spec.id, events, None).tournament is None
    typed = replace(spec.table, opened=replace(spec.table.opened, origin="record"))
    assert results.foreseen(typed, spec.id, events, hall.state).tournament is None


def test_hidden_rounds_are_in_nobody_s_effect_but_the_staff_s_who_see_them():
    hall = Hall(4, game="mexican_train/1", board=Board.SCORES, rounds=1, table_max=2, max_deals=1, hide_last_rounds=1)
    hall.begin()
    spec = next(iter(hall.tables.values()))
    events = table_acts.judge(spec.table, "director", entered(spec, random.Random(1)), 0)
    assert results.foreseen(spec.table, spec.id, events, hall.state).tournament.changes
    assert results.foreseen(spec.table, spec.id, events, hall.state, public=True).tournament.nothing
