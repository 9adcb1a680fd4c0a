"""Are seatings fair, the same each time, and does the checker accept those alone?"""

from __future__ import annotations

import ast
import hashlib
import itertools
import pickle
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts.games.game import Refusal
from contracts.tournament import CheckIn, StartRound, Withdraw
from services.lobby import bounds, seating, seating_check
from services.lobby.app import seat
from services.lobby.lots import Lots, draw
from services.lobby.past import Past
from services.lobby.seating import NoSeatingError, table_sizes
from tests.examples import examples
from tests.play_lobby import Lobby


def asked(lobby: Lobby) -> None:
    lobby.do(StartRound(round=lobby.state.begun + 1))


def history(entrants: int, rounds: int, rng: random.Random, **rules) -> Lobby:
    """A tournament with so many rounds behind it and the next one asked for."""
    lobby = Lobby(rounds=rounds + 1, **rules)
    lobby.enter(entrants)
    for _ in range(rounds):
        lobby.round(rng)
    asked(lobby)
    return lobby


# --- sizes


@pytest.mark.parametrize(
    ("present", "least", "most", "sizes"),
    [
        (9, 2, 4, (3, 3, 3)),
        (7, 2, 4, (4, 3)),
        (23, 3, 4, (4, 4, 4, 4, 4, 3)),
        (23, 4, 4, (4, 4, 4, 4, 4)),
        (5, 2, 4, (3, 2)),
        (5, 3, 4, (4,)),
        (2, 2, 4, (2,)),
        (29, 2, 14, (10, 10, 9)),
        (11, 4, 5, (5, 5)),
    ],
)
def test_tables_are_shared_out_fairly(present, least, most, sizes):
    assert table_sizes(present, least, most) == sizes


def test_too_few_for_a_table():
    with pytest.raises(NoSeatingError, match="3 entrants do not fill a table of 4"):
        table_sizes(3, 4, 4)


@given(st.integers(2, 200), st.integers(2, 14), st.integers(0, 12))
def test_sizes_seat_as_many_as_can_be(present, least, more):
    most = min(14, least + more)
    possible = [m for m in range(present + 1) if any(k * least <= m <= k * most for k in range(1, m + 1))]
    if not possible:
        with pytest.raises(NoSeatingError):
            table_sizes(present, least, most)
        return
    sizes = table_sizes(present, least, most)
    assert sum(sizes) == max(possible)
    assert max(sizes) - min(sizes) <= 1
    assert least <= min(sizes)
    assert max(sizes) <= most
    assert list(sizes) == sorted(sizes, reverse=True)


# --- lots


def test_lots_are_even_and_repeat_themselves():
    drawn = [Lots("seed").below(6) for _ in range(3)]
    assert len(set(drawn)) == 1
    lots = Lots("seed")
    counted = Counter(lots.below(6) for _ in range(6000))
    assert sum((n - 1000) ** 2 / 1000 for n in counted.values()) < 20.5  # chi squared, 5 degrees, 0.1 %
    assert [Lots("a").below(1 << 32), Lots("b").below(1 << 32)] != [Lots("b").below(1 << 32)] * 2


def test_the_first_round_is_as_the_lots_fell():
    lobby = Lobby(seed="بهار", table_min=4)
    lobby.enter(10)
    asked(lobby)
    proposal = seating.propose(lobby.state)
    by_hand = sorted(
        (f"e{n}" for n in range(1, 11)), key=lambda e: hashlib.sha256(f"capicua/seat/1/{e}/بهار".encode()).digest()
    )
    assert [e for t in proposal.tables for e in t.seats] == by_hand[:8]
    assert set(proposal.byes) == set(by_hand[8:])


# --- what a seating must be, over random tournaments


@pytest.mark.slow
@given(st.integers(5, 60), st.integers(0, 4), st.integers(2, 4), st.integers(0, 2), st.integers(0, 1 << 30))
@examples(60)
def test_the_checker_accepts_what_the_seater_makes(entrants, rounds, least, more, seed):
    rng = random.Random(seed)
    lobby = Lobby(rounds=rounds + 1, table_min=least, table_max=min(4, least + more), seed=str(seed))
    lobby.enter(entrants)
    byes: Counter[str] = Counter()
    for number in range(1, rounds + 2):
        asked(lobby)
        proposal = seating.propose(lobby.state)
        assert seating_check.fault(lobby.state, proposal) == ""
        assert seating.propose(lobby.state) == proposal
        assert proposal.report.bound <= proposal.report.repeat_cost
        byes.update(proposal.byes)
        if number == rounds + 1:
            break
        lobby.do(proposal, "seater")
        lobby.begin()
        lobby.play(rng)
        if rng.random() < 0.5:  # people come and go
            lobby.enter(rng.randrange(1, 4))
        if rng.random() < 0.5 and len(lobby.state.ready) > 6:
            lobby.do(Withdraw(entrant=rng.choice(lobby.state.ready)))
    if byes:
        assert max(byes.values()) <= 1 + (sum(byes.values()) > entrants)


@pytest.mark.slow
def test_the_bound_is_never_above_the_best_there_is():
    """Small fields: every seating tried."""

    def partitions(people, sizes):
        if not sizes:
            yield ()
            return
        for rest in itertools.combinations(people[1:], sizes[0] - 1):
            here = (people[0], *rest)
            left = [p for p in people if p not in here]
            for others in partitions(left, sizes[1:]):
                yield (here, *others)

    for entrants, rounds, seed in (
        (6, 1, 1),
        (6, 3, 2),
        (7, 1, 3),
        (7, 2, 4),
        (7, 4, 5),
        (8, 2, 6),
        (8, 5, 7),
        (9, 3, 8),
        (9, 5, 9),
    ):
        lobby = history(entrants, rounds, random.Random(seed))
        proposal = seating.propose(lobby.state)
        met = Counter(
            frozenset(pair) for r in lobby.state.rounds for t in r.tables for pair in itertools.combinations(t.seats, 2)
        )
        sizes = [len(t.seats) for t in proposal.tables]
        people = list(lobby.state.current.entrants)
        least = min(
            sum(met[frozenset(pair)] ** 2 for table in tables for pair in itertools.combinations(table, 2))
            for order in set(itertools.permutations(sizes))
            for tables in partitions(people, order)
        )
        assert proposal.report.bound <= least
        assert proposal.report.repeat_cost == least, "the search finds the best of a small field"


@pytest.mark.slow
def test_two_hundred_players_six_rounds_nobody_meets_twice():
    rng = random.Random(7)
    lobby = Lobby(table_min=4, rounds=6)
    lobby.enter(200)
    for _ in range(6):
        report = lobby.round(rng).report
        assert (report.repeats, report.repeat_cost, report.bound) == (0, 0, 0)
    starts = Counter(t.seats[0] for r in lobby.state.rounds for t in r.tables)
    assert max(starts.values()) - min(starts[e.id] for e in lobby.state.entrants) <= 2


def test_neighbours_in_score_sit_together():
    rng = random.Random(5)
    lobby = Lobby(table_min=4, rounds=4)
    lobby.enter(80)
    for _ in range(3):
        lobby.round(rng)
    asked(lobby)
    by_score = seating.propose(lobby.state).report.score_spread
    drawn = sorted(lobby.state.ready, key=lambda e: draw("other", 4, e))
    points = dict.fromkeys(drawn, 0)
    for r in lobby.state.rounds:
        for t in r.tables:
            for e, p in zip(t.seats, t.points, strict=True):
                points[e] += p
    by_lot = sum(
        max(points[e] for e in drawn[n : n + 4]) - min(points[e] for e in drawn[n : n + 4]) for n in range(0, 80, 4)
    )
    assert by_score * 4 < by_lot


@pytest.mark.slow
def test_short_tables_go_round():
    rng = random.Random(11)
    lobby = Lobby(rounds=6)
    lobby.enter(23)
    short: Counter[str] = Counter()
    for _ in range(6):
        for table in lobby.round(rng).tables:
            if len(table.seats) == 3:
                short.update(table.seats)
    assert sum(short.values()) == 18
    assert max(short.values()) <= 3


@pytest.mark.slow
def test_seating_again_gives_the_same_in_another_process_too():
    lobby = history(24, 3, random.Random(2))
    state = pickle.loads(pickle.dumps(lobby.state))
    assert seat("spring", state, "x") == seat("spring", lobby.state, "x")
    assert seating.propose(state) == seating.propose(lobby.state)


def test_only_a_round_that_waits_is_seated():
    lobby = Lobby()
    lobby.enter(4)
    with pytest.raises(NoSeatingError):
        seating.propose(lobby.state)


# --- the checker names every tampering


def tampered(p, name, rng):
    tables = list(p.tables)
    a, b = rng.sample(range(len(tables)), 2)

    def seats(n, new):
        tables[n] = replace(tables[n], seats=tuple(new))

    match name:
        case "stranger":
            seats(a, ("e99", *tables[a].seats[1:]))
        case "twice":
            seats(a, (tables[b].seats[0], *tables[a].seats[1:]))
        case "missing":
            seats(a, tables[a].seats[1:])
        case "bye and seat":
            return replace(p, byes=(*p.byes, tables[a].seats[0]))
        case "needless bye":
            out = tables[a].seats[-1]
            seats(a, tables[a].seats[:-1])
            return replace(p, tables=tuple(tables), byes=(*p.byes, out))
        case "uneven":
            moved = tables[a].seats[-1]
            seats(a, tables[a].seats[:-1])
            seats(b, (*tables[b].seats, moved))
        case "one table less":
            rest = tables.pop()
            for n, e in enumerate(rest.seats):
                seats(n % len(tables), (*tables[n % len(tables)].seats, e))
        case "no tables":
            return replace(p, tables=(), byes=tuple(e for t in tables for e in t.seats) + p.byes)
        case "numbers":
            tables[a] = replace(tables[a], number=7)
        case "order":
            first, last = tables[0], tables[-1]
            tables[0], tables[-1] = replace(last, number=first.number), replace(first, number=last.number)
        case "round":
            return replace(p, round=p.round + 1)
        case "want":
            return replace(p, want=p.want + 1)
        case _ if hasattr(p.report, name):
            return replace(p, report=replace(p.report, **{name: getattr(p.report, name) + rng.choice((-1, 1))}))
    return replace(p, tables=tuple(tables))


WORDS = {
    "stranger": "e99 is not to be seated",
    "twice": "placed 2 times",
    "missing": "has no place",
    "bye and seat": "placed 2 times",
    "needless bye": "have a bye",
    "uneven": "",
    "one table less": "seats",
    "no tables": "no table",
    "numbers": "numbered",
    "order": "is stronger",
    "round": "no round waits",
    "want": "no round waits",
    "repeats": "says repeats",
    "repeat_cost": "says repeat_cost",
    "bound": "says bound",
    "score_spread": "says score_spread",
    "seat_imbalance": "says seat_imbalance",
    "short_repeats": "says short_repeats",
    "apart": "says apart",
    "apart_bound": "says apart_bound",
    "spread_bound": "says spread_bound",
    "imbalance_bound": "says imbalance_bound",
    "seat_cost": "says seat_cost",
    "seat_bound": "says seat_bound",
    "follows": "says follows",
    "follows_bound": "says follows_bound",
}


@cache
def proposed(entrants):
    """A tournament whose fourth round waits, the seating proposed for it, and where chance stands."""
    rng = random.Random(entrants)
    lobby = history(entrants, 3, rng)
    proposal = seating.propose(lobby.state)
    assert seating_check.fault(lobby.state, proposal) == ""
    return lobby, proposal, rng.getstate()


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("entrants", [11, *(pytest.param(n, marks=pytest.mark.slow) for n in (24, 30))])
def test_every_tampering_is_named(name, entrants):
    lobby, proposal, chance = proposed(entrants)
    rng = random.Random()
    rng.setstate(chance)
    fault = seating_check.fault(lobby.state, tampered(proposal, name, rng))
    assert fault
    assert WORDS[name] in fault
    answer = lobby.ask(tampered(proposal, name, rng), "seater")
    assert isinstance(answer, Refusal)
    assert answer.code == ("seating/stale" if name in {"round", "want"} else "seating/fault")


def test_the_first_round_admits_no_other_seating():
    lobby = Lobby()
    lobby.enter(11)
    asked(lobby)
    p = seating.propose(lobby.state)
    a, b, c = p.tables
    swapped = (replace(a, seats=(b.seats[0], *a.seats[1:])), replace(b, seats=(a.seats[0], *b.seats[1:])), c)
    assert "table 1 of the first round" in seating_check.fault(lobby.state, replace(p, tables=swapped))
    turned = (replace(a, seats=a.seats[::-1]), b, c)
    assert "the seats of table 1" in seating_check.fault(lobby.state, replace(p, tables=turned))
    last = (replace(a, seats=c.seats), b, replace(c, seats=a.seats))
    assert "larger tables come first" in seating_check.fault(lobby.state, replace(p, tables=last))


def test_byes_go_to_the_lowest_and_once_each():
    rng = random.Random(4)
    lobby = Lobby(table_min=4, rounds=4)
    lobby.enter(9)
    had = []
    for _ in range(3):
        had += lobby.round(rng).byes
    assert len(set(had)) == 3
    asked(lobby)
    p = seating.propose(lobby.state)
    (out,) = p.byes
    table = p.tables[0]

    def instead(e):
        tables = tuple(replace(t, seats=tuple(out if s == e else s for s in t.seats)) for t in p.tables)
        return replace(p, tables=tables, byes=(e,))

    assert f"{had[0]} has a bye again" in seating_check.fault(lobby.state, instead(had[0]))
    best = next(e for e in table.seats if e not in had)
    assert f"{best} has the bye, though {out} has fewer points" in seating_check.fault(lobby.state, instead(best))


def test_a_starter_who_has_started_more_often_is_named():
    lobby = history(12, 2, random.Random(6))
    p = seating.propose(lobby.state)
    starts = Counter(t.seats[0] for r in lobby.state.rounds for t in r.tables)
    for n, t in enumerate(p.tables):
        worst = max(t.seats, key=lambda e: starts[e])
        if starts[worst] > starts[t.seats[0]]:
            tables = list(p.tables)
            tables[n] = replace(t, seats=(worst, *(e for e in t.seats if e != worst)))
            assert f"{worst} starts at table {t.number}" in seating_check.fault(
                lobby.state, replace(p, tables=tuple(tables))
            )
            return
    pytest.fail("this history has nobody who started more often")


def test_a_seating_that_one_swap_improves_is_refused():
    lobby = history(24, 5, random.Random(1), table_min=4)
    p = seating.propose(lobby.state)
    past = Past(lobby.state, lobby.state.current, by_score=True)
    # The same tables as last round: everyone meets everyone again.
    again = [list(t.seats) for t in lobby.state.rounds[-2].tables]
    again.sort(key=lambda t: -sum(past.points[e] for e in t))
    tables = tuple(replace(p.tables[n], seats=past.seats(t)) for n, t in enumerate(again))
    poor = replace(p, tables=tables, report=seating.report(past, tables, bounds.of(past, list(past.entrants), [4] * 6)))
    assert poor.report.repeat_cost > p.report.repeat_cost
    assert "could change places and save" in seating_check.fault(lobby.state, poor)


def test_the_checker_shares_no_code_with_the_seater():
    source = Path(seating_check.__file__).read_text()
    imported = {
        node.module if isinstance(node, ast.ImportFrom) else name.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert not any(module and ("services" in module or module == "contracts.ranking") for module in imported)


def test_absent_and_withdrawn_are_not_seated():
    lobby = Lobby()
    lobby.enter(10)
    lobby.do(CheckIn(entrants=("e3",), present=False))
    lobby.do(Withdraw(entrant="e5"))
    asked(lobby)
    placed = {e for t in seating.propose(lobby.state).tables for e in t.seats}
    assert placed == {f"e{n}" for n in (1, 2, 4, 6, 7, 8, 9, 10)}


def test_the_book_says_how_lots_are_drawn():
    book = (Path(seating.__file__).parent / "seating.md").read_text()
    assert "capicua/seat/ROUND/ENTRANT/SEED" in book


@pytest.mark.parametrize(
    ("entrants", "sizes", "words"),
    [
        (10, (4, 4, 2), "tables of 4 and of 2: sizes may differ by one"),
        (11, (3, 3, 3, 2), "11 entrants need 3 tables, not 4"),
    ],
)
def test_other_sizes_than_the_fair_ones_are_named(entrants, sizes, words):
    lobby = history(entrants, 2, random.Random(8))
    p = seating.propose(lobby.state)
    people = iter([e for t in p.tables for e in t.seats])
    tables = tuple(
        replace(p.tables[0], number=n, seats=tuple(itertools.islice(people, size)))
        for n, size in enumerate(sizes, start=1)
    )
    assert seating_check.fault(lobby.state, replace(p, tables=tables)) == words


def test_rounds_by_twos_are_as_close_in_score_as_any():
    """Single swaps leave some apart here: it takes a detour over a third table, which gains nothing by itself."""
    lobby, rng = Lobby(rounds=6, table_min=2, table_max=2), random.Random(3)
    lobby.enter(100)
    for _ in range(6):
        report = lobby.round(rng).report
        assert (report.repeats, report.score_spread) == (0, report.spread_bound)
