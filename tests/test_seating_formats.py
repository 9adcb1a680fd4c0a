"""Every format of a stage, the bounds, schedules, and those who are to be kept apart."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts import qualify, ranking, seating_facts
from contracts.seating_facts import Why
from contracts.stages import Format, Stage, advancing, read_stages, stage_at
from contracts.tournament import (
    CheckIn,
    CreateTournament,
    EditSeating,
    EntrantRow,
    ImportEntrants,
    Register,
    StartRound,
    Withdraw,
)
from services.lobby import bounds, schedules, seating, seating_check, starters
from services.lobby.past import Past
from tests.examples import examples
from tests.play_lobby import Lobby, rules
from tests.test_lobby import refused


def staged(*stages, entrants=16, game="mexican_train/1", seed=3, **more) -> tuple[Lobby, random.Random]:
    lobby = Lobby(game=game, rounds=sum(s.rounds for s in stages), stages=stages, **more)
    lobby.enter(entrants)
    return lobby, random.Random(seed)


def met(lobby) -> Counter:
    return Counter(
        frozenset(pair) for r in lobby.state.rounds for t in r.tables for pair in itertools.combinations(t.seats, 2)
    )


# --- founding


@pytest.mark.parametrize(
    ("stages", "case"),
    [
        ((Stage(format=Format.SWISS, rounds=0),), "rounds"),
        ((Stage(format=Format.SWISS, rounds=2),), "sum"),
        ((Stage(format=Format.SWISS, rounds=9, table_max=9),), "tables"),
        ((Stage(format=Format.ROUND_ROBIN, rounds=9),), "two"),
        ((Stage(format=Format.SWISS, rounds=9, advance=1),), "advance"),
        ((Stage(format=Format.ELIMINATION, rounds=9),), "advance"),
        ((Stage(format=Format.ELIMINATION, rounds=9, advance=2),), "advance"),
        ((Stage(format=Format.SWISS, rounds=9, enter=4),), "enter"),
        ((Stage(format=Format.SWISS, rounds=8), Stage(format=Format.FINAL, rounds=1, enter=1)), "enter"),
    ],
)
def test_what_no_stage_can_be(stages, case):
    lobby = Lobby(bare=True)
    refused(lobby.ask(CreateTournament(name="Spring", rules=rules(stages=stages))), "rules/stages", case=case)


def test_options_are_judged_for_every_table_size_of_every_stage():
    lobby = Lobby(bare=True)
    stages = (Stage(format=Format.SWISS, rounds=8), Stage(format=Format.FINAL, rounds=1, enter=2, table_max=2))
    made = rules(game="draw_dominoes", options={"pairs": True}, table_min=4, table_max=4, stages=stages)
    refused(lobby.ask(CreateTournament(name="Spring", rules=made)), "rules/stages", case="tables")
    made = rules(
        game="draw_dominoes",
        options={"pairs": True},
        table_min=4,
        table_max=4,
        stages=(stages[0], replace(stages[1], table_min=2)),
    )
    refused(lobby.ask(CreateTournament(name="Spring", rules=made)), "options/conflict")


def test_rounds_know_their_stage():
    made = rules(stages=(Stage(format=Format.SWISS, rounds=3), Stage(format=Format.FINAL, rounds=2, table_min=3)))
    assert [stage_at(made, n).index for n in range(1, 8)] == [0, 0, 0, 1, 1, 1, 1]
    assert [stage_at(made, n).first for n in (1, 3, 4, 5)] == [1, 1, 4, 4]
    assert (stage_at(made, 4).table_min, stage_at(made, 4).table_max) == (3, 4)
    assert stage_at(rules(), 9).stage == Stage(format=Format.SWISS, rounds=9)


# --- formats


def test_random_rounds_are_as_the_lots_fell_each_time():
    lobby, rng = staged(Stage(format=Format.RANDOM, rounds=4), entrants=13)
    for number in range(1, 5):
        lobby.round(rng)
        seated = [e for t in lobby.state.rounds[-1].tables for e in t.seats]
        lots = sorted(seated, key=lambda e: seating.draw(lobby.state.rules.seed, number, e))
        assert seated == lots


@pytest.mark.parametrize("entrants", [2, 5, 8, 11])
def test_in_a_round_robin_everybody_meets_everybody_once(entrants):
    rounds = entrants - 1 + entrants % 2
    lobby, rng = staged(Stage(format=Format.ROUND_ROBIN, rounds=rounds), entrants=entrants, table_max=2)
    byes = Counter()
    for _ in range(rounds):
        byes.update(lobby.round(rng).byes)
    assert len(met(lobby)) == entrants * (entrants - 1) // 2
    assert set(met(lobby).values()) == {1}
    assert set(byes.values()) <= {1}
    starts = Counter(t.seats[0] for r in lobby.state.rounds for t in r.tables)
    assert max(starts.values()) - min(starts[e.id] for e in lobby.state.entrants) <= 2


def test_a_double_round_robin_meets_twice():
    lobby, rng = staged(Stage(format=Format.ROUND_ROBIN, rounds=10), entrants=6, table_max=2)
    for _ in range(10):
        lobby.round(rng)
    assert set(met(lobby).values()) == {2}


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"),
    [(16, 4, 5), (24, 4, 7), (9, 3, 4), (15, 3, 7), (25, 5, 6), (30, 3, 10), (56, 7, 8), (64, 8, 9)],
)
def test_a_rotation_lets_nobody_meet_twice(entrants, size, rounds):
    lobby, rng = staged(Stage(format=Format.ROTATION, rounds=rounds), entrants=entrants, table_min=size, table_max=size)
    for _ in range(rounds):
        assert lobby.round(rng).report.repeats == 0
    assert max(met(lobby).values()) == 1


def test_a_rotation_goes_on_when_somebody_leaves():
    lobby, rng = staged(Stage(format=Format.ROTATION, rounds=5), entrants=28, table_min=3, table_max=4)
    lobby.round(rng)
    lobby.do(Withdraw(entrant="e5"))
    lobby.do(Register(entrant=EntrantRow(name="Late")))
    for _ in range(3):
        assert lobby.round(rng).report.repeats == 0


def test_the_best_of_each_table_go_on():
    lobby, rng = staged(Stage(format=Format.ELIMINATION, rounds=2, advance=2), entrants=16, table_min=3, table_max=4)
    lobby.round(rng)
    best = {
        e
        for t in lobby.state.rounds[0].tables
        for e in advancing(t.seats, t.result.places, [r.entrant for r in ranking.standings(lobby.state).rows], 2)
    }
    lobby.do(StartRound(round=2))
    assert set(lobby.state.current.entrants) == best
    assert len(best) == 8
    for t in lobby.state.rounds[0].tables:
        assert min(t.result.places[t.seats.index(e)] for e in t.seats if e in best) == 1


def test_who_ties_for_the_last_place_that_goes_on_is_parted_by_the_standings():
    assert advancing(("a", "b", "c", "d"), (1, 2, 2, 4), ("c", "b", "a", "d"), 2) == ("a", "c")
    assert advancing(("a", "b"), (1, 1), (), 1) == ("a",)


def test_the_first_of_the_standings_sit_in_the_final():
    lobby, rng = staged(
        Stage(format=Format.SWISS, rounds=3),
        Stage(format=Format.FINAL, rounds=1, enter=8),
        entrants=15,
        table_min=3,
    )
    for _ in range(3):
        lobby.round(rng)
    order = [r.entrant for r in ranking.standings(lobby.state).rows]
    lobby.do(Withdraw(entrant=order[2]))
    lobby.do(StartRound(round=4))
    order.pop(2)
    assert set(lobby.state.current.entrants) == set(order[:8]), "who has gone home makes room"
    p = seating.propose(lobby.state)
    points = ranking.scores(lobby.state)
    assert min(points[e] for e in p.tables[0].seats) >= max(points[e] for e in p.tables[1].seats)
    assert seating_check.fault(lobby.state, p) == ""
    a, b = p.tables
    crossed = replace(
        p,
        tables=(replace(a, seats=(b.seats[-1], *a.seats[1:])), replace(b, seats=(*b.seats[:-1], a.seats[0]))),
    )
    assert "has more points" in seating_check.fault(lobby.state, crossed) or "stronger" in seating_check.fault(
        lobby.state, crossed
    )


@pytest.mark.parametrize("seed", range(8))
def test_tie_breaks_decide_who_of_those_level_sits_at_the_final_table(seed):
    lobby, rng = staged(Stage(format=Format.SWISS, rounds=2), Stage(format=Format.FINAL, rounds=1, enter=8), seed=seed)
    lobby.round(rng)
    lobby.round(rng)
    order = [r.entrant for r in ranking.standings(lobby.state).rows]
    lobby.do(StartRound(round=3))
    p = seating.propose(lobby.state)
    assert [set(table.seats) for table in p.tables] == [set(order[:4]), set(order[4:8])]
    assert seating_check.fault(lobby.state, p) == ""


def test_nobody_else_enters_a_later_stage():
    lobby, rng = staged(
        Stage(format=Format.SWISS, rounds=1),
        Stage(format=Format.SWISS, rounds=2, enter=8),
        entrants=16,
    )
    lobby.round(rng)
    lobby.round(rng)
    inside = set(lobby.state.rounds[1].entrants)
    assert len(inside) == 8
    assert set(qualify.entrants(lobby.state, 3)) == inside


# --- apart


@pytest.mark.parametrize("form", [Format.SWISS, Format.RANDOM, Format.ROTATION])
def test_families_sit_apart_while_there_are_tables_enough(form):
    lobby = Lobby(rounds=4, table_min=4, stages=(Stage(format=form, rounds=4),))
    names = [EntrantRow(name=f"P{n}", apart="ab"[n % 2] if n < 8 else "") for n in range(24)]
    lobby.do(ImportEntrants(entrants=tuple(names)))
    lobby.do(CheckIn(entrants=tuple(e.id for e in lobby.state.entrants)))
    rng = random.Random(2)
    for _ in range(4):
        report = lobby.round(rng).report
        assert (report.apart, report.apart_bound) == (0, 0)


def test_the_word_for_those_kept_apart_is_judged_like_a_club():
    lobby = Lobby()
    refused(lobby.ask(Register(entrant=EntrantRow(name="A", apart="x" * 81))), "entrant/apart", most=80)


def test_where_some_must_meet_it_is_said():
    lobby = Lobby(rounds=4, table_min=4)
    lobby.do(ImportEntrants(entrants=tuple(EntrantRow(name=f"P{n}", apart="a" * (n < 6)) for n in range(12))))
    lobby.do(CheckIn(entrants=tuple(e.id for e in lobby.state.entrants)))
    report = lobby.round(random.Random(1)).report
    assert (report.apart, report.apart_bound) == (3, 3)


# --- stages as they are typed


def test_stages_are_read_as_they_are_typed():
    assert read_stages("swiss:4, final:1:8") == (
        Stage(format=Format.SWISS, rounds=4),
        Stage(format=Format.FINAL, rounds=1, enter=8),
    )
    assert read_stages("elimination:2:16:2")[0] == Stage(format=Format.ELIMINATION, rounds=2, enter=16, advance=2)
    assert read_stages("elimination:2")[0].advance == 1
    assert read_stages("round_robin:3")[0].table_max == 2


@pytest.mark.parametrize("text", ["", "swiss", "knockout:3", "swiss:x", "swiss:1:2:3:4", "swiss:1,", "swiss:-1"])
def test_what_is_no_stage_is_named(text):
    with pytest.raises(ValueError, match=r"^stage [12]: "):
        read_stages(text)


# --- schedules


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 27, 32, 49])
def test_every_field_is_one(q):
    field = schedules.Field(q)
    everything = set(range(q))
    for a in range(q):
        assert {field.add(a, b) for b in range(q)} == everything
        assert {field.times(a, b) for b in range(q)} == (everything if a else {0})
    rng = random.Random(q)
    for _ in range(60):
        a, b, c = (rng.randrange(q) for _ in range(3))
        assert field.times(a, field.add(b, c)) == field.add(field.times(a, b), field.times(a, c))


@pytest.mark.parametrize("q", [1, 6, 10, 12, 15, 21])
def test_what_is_no_field(q):
    with pytest.raises(ValueError, match="no field"):
        schedules.Field(q)


@pytest.mark.parametrize(("places", "size"), starters.BASE)
def test_every_stored_base_round_is_counted_again(places, size):
    """The data of `starters.py`: every place once, no pair twice in all its turns."""
    plan = schedules.starter(places, size)
    assert plan
    for tables in plan:
        assert sorted(p for t in tables for p in t) == list(range(places))
        assert {len(t) for t in tables} == {size}
    assert schedules.repeats(plan) == 0


@given(st.integers(2, 40), st.integers(2, 12))
def test_blocks_never_repeat_a_pair(tables, size):
    plan = schedules.blocks(tables, size)
    assert schedules.repeats(plan) == 0
    for r in plan:
        assert sorted(p for t in r for p in t) == list(range(tables * size))


@given(st.integers(2, 16), st.integers(2, 6), st.data())
def test_tables_of_two_sizes_are_a_plan_with_empty_places(tables, size, data):
    spare = data.draw(st.integers(0, tables - 1))
    sizes = (size,) * (tables - spare) + (size - 1,) * spare
    plan = schedules.construction(sizes, 20)
    assert schedules.repeats(plan) == 0
    for r in plan:
        assert tuple(map(len, r)) == sizes
        assert sorted(p for t in r for p in t) == list(range(sum(sizes)))


def test_a_plan_is_as_long_as_it_can_be_and_no_longer():
    assert len(schedules.construction((4,) * 5, 6)) == 5, "a sixth round is for the search"
    assert len(schedules.construction((4,) * 5, 3)) == 3
    assert len(schedules.construction((4, 4, 4, 4, 4, 3), 9)) == 7, "23 at six tables: 24 without one"
    assert len(schedules.construction((4,) * 4, 9)) == 5
    assert len(schedules.construction((4, 4, 4, 3), 9)) == 5
    assert len(schedules.construction((4, 4, 3, 3), 9)) == 4, "two of one class would leave one table of two"
    assert schedules.construction((5, 5), 9) == ()
    assert schedules.without((((0, 1), (2, 3)),), 3) == (), "three places at two tables"


# --- bounds


@pytest.mark.slow
@examples(80)
@given(st.integers(4, 8), st.integers(0, 3), st.integers(0, 200))
def test_no_seating_of_a_small_field_is_below_a_bound(entrants, rounds, seed):
    """Every way to seat them is tried, and in every table every order of the seats."""
    rng = random.Random(seed)
    lobby = Lobby(rounds=rounds + 1, table_max=3)
    rows = tuple(EntrantRow(name=f"P{n}", apart=rng.choice(("", "a", "b"))) for n in range(entrants))
    lobby.do(ImportEntrants(entrants=rows))
    lobby.do(CheckIn(entrants=tuple(e.id for e in lobby.state.entrants)))
    for _ in range(rounds):
        lobby.round(rng)
    lobby.do(StartRound(round=rounds + 1))
    past = Past(lobby.state, lobby.state.current, by_score=True)
    sizes = seating.table_sizes(entrants, 2, 3)
    seated = list(past.entrants)
    low = {
        "repeat_cost": bounds.repeats(past, seated, sizes),
        "apart": bounds.apart(past, seated, sizes),
        "score_spread": bounds.spread(past, seated, sizes),
    }
    least = dict.fromkeys(low, 10**9)
    for tables in partitions(seated, sizes):
        found = {
            "repeat_cost": sum(past.met[a].get(b, 0) ** 2 for t in tables for a, b in itertools.combinations(t, 2)),
            "apart": sum(past.tagged_together(a, b) for t in tables for a, b in itertools.combinations(t, 2)),
            "score_spread": sum(max(past.scores[e] for e in t) - min(past.scores[e] for e in t) for t in tables),
        }
        least = {name: min(least[name], n) for name, n in found.items()}
    assert all(low[name] <= least[name] for name in low), (low, least)
    assert low["score_spread"] == least["score_spread"]
    report = seating.propose(lobby.state).report
    assert report.seat_bound <= report.seat_cost
    assert report.imbalance_bound <= report.seat_imbalance
    assert report.apart == least["apart"], "nobody meets who need not"


def partitions(people, sizes):
    for order in set(itertools.permutations(sizes)):
        yield from _parts(people, order)


def _parts(people, sizes):
    if not sizes:
        yield ()
        return
    for rest in itertools.combinations(people[1:], sizes[0] - 1):
        here = (people[0], *rest)
        left = [p for p in people if p not in here]
        for others in _parts(left, sizes[1:]):
            yield (here, *others)


# --- every format over random tournaments


@pytest.mark.slow
@examples(60)
@given(st.sampled_from([*Format]), st.integers(6, 40), st.integers(2, 4), st.integers(0, 3), st.integers(0, 999))
def test_the_checker_accepts_what_the_seater_makes_in_every_format(form, entrants, least, more, seed):
    rng = random.Random(seed)
    most = 2 if form is Format.ROUND_ROBIN else least + more
    least = min(least, most)
    stage = Stage(format=form, rounds=3, advance=least - 1 if form is Format.ELIMINATION else 0)
    lobby = Lobby(game="mexican_train/1", rounds=3, stages=(stage,), table_min=least, table_max=most, seed=str(seed))
    rows = tuple(EntrantRow(name=f"P{n}", apart=rng.choice(("", "", "a", "b", "c"))) for n in range(entrants))
    lobby.do(ImportEntrants(entrants=rows))
    lobby.do(CheckIn(entrants=tuple(e.id for e in lobby.state.entrants)))
    for number in range(1, 4):
        if len(qualify.entrants(lobby.state, number)) < least:
            return
        lobby.do(StartRound(round=number))
        p = seating.propose(lobby.state)
        assert seating.propose(lobby.state) == p
        assert seating_check.fault(lobby.state, p) == ""
        lobby.do(p, "seater")
        lobby.begin()
        lobby.play(rng)
        if rng.random() < 0.3 and len(lobby.state.ready) > 8:
            lobby.do(Withdraw(entrant=rng.choice(lobby.state.ready)))


# --- by hand


def swapped(p, e, o):
    """Two change places."""
    other = {e: o, o: e}
    return tuple(replace(t, seats=tuple(other.get(s, s) for s in t.seats)) for t in p.tables)


def test_the_director_moves_people_and_sees_what_it_makes_worse():
    lobby, rng = staged(Stage(format=Format.SWISS, rounds=3), entrants=9, table_min=3, table_max=3)
    lobby.round(rng)
    p = lobby.seat()
    a, b = p.tables[0].seats[1], p.tables[2].seats[1]
    tables = swapped(p, a, b)
    (edited,) = lobby.do(EditSeating(round=2, want=p.want, tables=tables))
    assert edited.by == "director"
    assert edited.report.bound == p.report.bound
    past = Past(lobby.state, lobby.state.current, by_score=True)
    counted = seating.report(past, tables, bounds.of(past, list(past.entrants), [3, 3, 3]))
    assert edited.report == counted, "a third count agrees with the seater's"
    assert edited.report.score_spread > p.report.score_spread
    now = lobby.state.current
    assert [t.seats for t in now.tables] == [t.seats for t in tables]
    sittings = {s.entrant: s for s in seating_facts.sittings(lobby.state, 2, tables, ())}
    assert sittings[a].why is Why.HAND
    assert sittings[a].table == 3
    assert {s.entrant for s in sittings.values() if s.why is Why.SCORE} == set(p.tables[1].seats)
    lobby.begin()
    assert lobby.state.current.tables[2].seats == tables[2].seats


def test_of_two_directors_who_edit_at_once_the_second_is_asked_again():
    lobby, _ = staged(Stage(format=Format.SWISS, rounds=3), entrants=9, table_min=3, table_max=4)
    lobby.do(StartRound(round=1))
    p = seating.propose(lobby.state)
    lobby.do(p, "seater")

    def swapped(a: int, b: int) -> tuple:
        one, two = list(p.tables[a].seats), list(p.tables[b].seats)
        one[0], two[0] = two[0], one[0]
        changed = list(p.tables)
        changed[a], changed[b] = replace(p.tables[a], seats=tuple(one)), replace(p.tables[b], seats=tuple(two))
        return tuple(changed)

    lobby.do(EditSeating(round=1, want=p.want, tables=swapped(0, 1), edits=0))
    refused(lobby.ask(EditSeating(round=1, want=p.want, tables=swapped(1, 2), edits=0)), "seating/stale")
    assert lobby.state.current.edits == 1
    assert (lobby.state.current.proposed, lobby.state.current.proposed_byes) == (p.tables, p.byes)
    lobby.do(EditSeating(round=1, want=p.want, tables=swapped(1, 2), edits=1))
    assert lobby.state.current.plans == swapped(1, 2)


def test_what_no_edit_can_be():
    lobby, _ = staged(Stage(format=Format.SWISS, rounds=3), entrants=9, table_min=3, table_max=4)

    def edit(p, **changes):
        return lobby.ask(EditSeating(**{"round": 1, "want": p.want, "tables": p.tables, "byes": p.byes, **changes}))

    lobby.do(StartRound(round=1))
    p = seating.propose(lobby.state)
    refused(edit(p), "seating/missing")
    lobby.do(p, "seater")
    assert edit(p) == (), "nothing moved"
    refused(edit(p, want=7), "seating/stale")
    refused(edit(p, round=2), "round/number")
    refused(edit(p, tables=p.tables[:2]), "seating/fault")
    refused(edit(p, tables=(replace(p.tables[0], seats=("e1",)), *p.tables[1:])), "seating/fault")
    out = p.tables[0].seats[0]
    two = (replace(p.tables[0], seats=p.tables[0].seats[1:]), *p.tables[1:])
    assert "2 seats; 3 to 4 are allowed" in edit(p, tables=two, byes=(out,)).facts["fault"]
    lobby.begin()
    refused(edit(p), "round/running")


def test_every_place_says_why_and_what_speaks_against_it():
    lobby, rng = staged(Stage(format=Format.SWISS, rounds=4), entrants=7, table_min=3, table_max=4)
    for number in range(1, 5):
        p = lobby.seat()
        found = seating_facts.sittings(lobby.state, number, p.tables, p.byes)
        assert [s.entrant for s in found] == [e for t in p.tables for e in t.seats]
        assert {s.why for s in found} == {Why.LOT if number == 1 else Why.SCORE}
        assert sum(len(s.again) for s in found) == 2 * p.report.repeats
        assert sum(n * n for s in found for _, n in s.again) == 2 * p.report.repeat_cost
        assert max(s.starts for s in found) - min(s.starts for s in found) == p.report.seat_imbalance
        assert sum(s.worst == "again" for s in found) <= 2 * p.report.repeats
        lobby.begin()
        lobby.play(rng)


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (Format.RANDOM, Why.LOT),
        (Format.ROTATION, Why.SCHEDULE),
        (Format.ELIMINATION, Why.WON),
        (Format.FINAL, Why.RANK),
    ],
)
def test_why_in_every_format(form, why):
    stage = Stage(format=form, rounds=2, advance=1 if form is Format.ELIMINATION else 0)
    lobby, rng = staged(stage, entrants=13, table_min=3, table_max=4)
    lobby.round(rng)
    p = lobby.seat()
    found = seating_facts.sittings(lobby.state, 2, p.tables, p.byes)
    assert {s.why for s in found if s.table} == {why}
    assert all(s.why is Why.BYE for s in found if not s.table)
