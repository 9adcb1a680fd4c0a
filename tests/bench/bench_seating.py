"""How long do seatings take, how good are they, and how long does counting the standings take?

Run: python -m tests.bench.bench_seating [--quick] [fields|twos|rotation|growth ...]. Every seating is checked; results
are made up from a fixed seed. Where rustworkx is installed its exact matching stands beside the Swiss rounds by twos.
"""

from __future__ import annotations

import importlib
import platform
import random
import sys
import time

from msgspec.structs import replace

from contracts import ranking
from contracts.ranking import standings
from contracts.stages import Format, Stage
from contracts.tournament import CheckedIn, EntrantRow, Registered, StartRound
from contracts.tournament_state import evolve
from services.lobby import schedules, seating, seating_check
from services.standings import decider
from tests.play_lobby import Lobby

FIELDS = (
    # entrants, least, most, rounds
    (200, 4, 4, 6),
    (1000, 4, 4, 8),
    (1000, 2, 2, 8),
    (200, 10, 10, 6),
    (24, 4, 4, 5),
    (23, 3, 4, 6),
    (60, 4, 4, 10),
    (7, 2, 4, 6),
)
ROTATION = ((24, 4, 4, 7), (16, 4, 4, 5))
PUBLISHED = {
    (12, 3): 4, (15, 3): 7, (16, 4): 5, (18, 3): 8, (20, 4): 5, (21, 3): 10, (24, 4): 7, (25, 5): 6, (28, 4): 9,
    (30, 5): 6, (32, 4): 10, (36, 6): 3,
}  # fmt: skip
"""Most rounds of the social golfer problem: OEIS A107431, for 32 in fours the Wikipedia article on the problem."""
MIXED = (3, 5)
"""Sizes of the tables at which 5 to 60 players are seated by rotation."""
GROWTH = (50, 100, 200, 500, 1000, 2000, 5000)
NEAR = 60
"""Neighbours in the order of scores between whom the exact matching may choose."""
EDGES = 1_000_000


def ms(since: float) -> float:
    return (time.process_time() - since) * 1000


def lobby_of(entrants: int, least: int, most: int, rounds: int, seed: int, form: Format = Format.SWISS) -> Lobby:
    """Found a tournament. The seater knows no games: tables larger than this one's, and more people, are for figures."""
    stage = (Stage(format=form, rounds=rounds),)
    lobby = Lobby(table_min=2, table_max=4, rounds=rounds, seed=f"bench {seed}", stages=stage)
    lobby.state = replace(lobby.state, rules=replace(lobby.state.rules, table_min=least, table_max=most))
    ids = tuple(f"e{n}" for n in range(1, entrants + 1))
    for id in ids:  # noqa: A001
        lobby.state = evolve(lobby.state, Registered(entrant=id, row=EntrantRow(name=f"Player {id}")), 0)
    lobby.state = evolve(lobby.state, CheckedIn(entrants=ids), 0)
    return lobby


def field(entrants: int, least: int, most: int, rounds: int, seed: int) -> dict[str, float]:
    """Play one tournament; times in ms."""
    lobby = lobby_of(entrants, least, most, rounds, seed)
    rng = random.Random(seed)
    seat = check = worst = 0.0
    gap = repeats = spread = spread_gap = 0
    for _ in range(rounds):
        lobby.do(StartRound(round=lobby.state.begun + 1))
        started = time.process_time()
        proposal = seating.propose(lobby.state)
        took = ms(started)
        seat, worst = seat + took, max(worst, took)
        started = time.process_time()
        fault = seating_check.fault(lobby.state, proposal)
        check += ms(started)
        assert not fault, fault
        repeats += proposal.report.repeats
        gap += proposal.report.repeat_cost - proposal.report.bound
        spread += proposal.report.score_spread
        spread_gap += proposal.report.score_spread - proposal.report.spread_bound
        lobby.do(proposal, "seater")
        lobby.begin()
        lobby.play(rng)
    count = size = float("nan")
    if most <= 4:
        started = time.process_time()
        standings(lobby.state)
        count = ms(started)
        size = len(decider.record("bench", lobby.state, 0))
    return {
        "seat": seat,
        "worst": worst,
        "check": check,
        "repeats": repeats,
        "gap": gap,
        "spread": spread / 100,
        "spread_gap": spread_gap / 100,
        "count": count,
        "size": size,
    }


def fields(seeds: int) -> None:
    print(
        "\nby score, repeats squared; 'gap' is cost less proved bound, 'apart' the sum of the tables' score differences"
    )
    print("with its gap to the proved bound; all summed over the rounds\n")
    head = (
        "field",
        "seat s",
        "worst round ms",
        "check ms",
        "repeats",
        "gap",
        "apart",
        "gap",
        "standings ms",
        "record kB",
    )
    print("{:<14}{:>8}{:>16}{:>10}{:>9}{:>6}{:>9}{:>8}{:>14}{:>11}".format(*head))
    for entrants, least, most, rounds in FIELDS:
        runs = [field(entrants, least, most, rounds, seed) for seed in range(seeds)]
        r = min(runs, key=lambda one: one["seat"])
        name = f"{entrants}x{least if least == most else f'{least}-{most}'}x{rounds}"
        print(
            f"{name:<14}{r['seat'] / 1000:>8.2f}{r['worst']:>16.0f}{r['check']:>10.0f}{r['repeats']:>9}{r['gap']:>6}"
            f"{r['spread']:>9.1f}{r['spread_gap']:>8.1f}{r['count']:>14.0f}{r['size'] / 1000:>11.0f}"
        )


# --- Swiss by twos, beside an exact matching


def twos(entrants: int = 1000, rounds: int = 8) -> None:
    try:
        matching = importlib.import_module("rustworkx")
    except ImportError:
        matching = None
    beside = "beside rustworkx's exact matching" if matching else "without an exact matching: rustworkx is not here"
    print(f"\nSwiss of {entrants} by twos, {rounds} rounds, {beside}\n")
    print(
        "{:<7}{:>10}{:>9}{:>9}{:>9}{:>13}{:>10}".format(
            "round", "seat ms", "repeats", "apart", "bound", "exact ms", "apart"
        )
    )
    lobby, rng = lobby_of(entrants, 2, 2, rounds, 0), random.Random(0)
    met: set[frozenset[str]] = set()
    for number in range(1, rounds + 1):
        lobby.do(StartRound(round=number))
        started = time.process_time()
        proposal = seating.propose(lobby.state)
        took = ms(started)
        exact, apart = float("nan"), float("nan")
        if matching:
            points = ranking.scores(lobby.state, number - 1)
            order = sorted(points, key=lambda e: (-points[e], e))
            started = time.process_time()
            graph = matching.PyGraph()
            graph.add_nodes_from(order)
            for a, one in enumerate(order):
                for b in range(a + 1, min(a + NEAR, len(order))):
                    if frozenset((one, order[b])) not in met:
                        graph.add_edge(a, b, EDGES - points[one] + points[order[b]])
            found = matching.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
            exact = ms(started)
            assert len(found) == entrants // 2
            apart = sum(abs(points[order[a]] - points[order[b]]) for a, b in found) / 100
        report = proposal.report
        print(
            f"{number:<7}{took:>10.0f}{report.repeats:>9}{report.score_spread / 100:>9.1f}"
            f"{report.spread_bound / 100:>9.1f}{exact:>13.0f}{apart:>10.1f}"
        )
        met.update(frozenset(table.seats) for table in proposal.tables)
        lobby.do(proposal, "seater")
        lobby.begin()
        lobby.play(rng)


# --- rotation: how many rounds without a repeat


def free_rounds(players: int, least: int, most: int, rounds: int) -> tuple[int, float]:
    """Seat round after round until somebody meets somebody again; how many before that, and the longest in ms."""
    lobby, rng = lobby_of(players, least, most, rounds, 1, Format.ROTATION), random.Random(1)
    worst = 0.0
    for number in range(1, rounds + 1):
        lobby.do(StartRound(round=number))
        started = time.process_time()
        proposal = seating.propose(lobby.state)
        worst = max(worst, ms(started))
        assert not seating_check.fault(lobby.state, proposal)
        if proposal.report.repeats:
            return number - 1, worst
        lobby.do(proposal, "seater")
        lobby.begin()
        lobby.play(rng)
    return rounds, worst


def most_rounds(sizes: tuple[int, ...]) -> int:
    """Bound the rounds without a repeat: by the pairs that there are, and by who shared a table spreading over others."""
    if len(sizes) > 1 and max(sizes) > len(sizes):
        return 1
    players = sum(sizes)
    return players * (players - 1) // sum(s * (s - 1) for s in sizes)


def rotation() -> None:
    print("\nby rotation: rounds without a repeat, of those that no schedule can exceed\n")
    for players, least, most, rounds in ROTATION:
        reached, worst = free_rounds(players, least, most, rounds)
        print(f"{players}x{most}x{rounds}: {reached} of {rounds}; longest round {worst:.0f} ms")
    print("\nfields whose most rounds are published: players x size reached/published")
    print("  " + "  ".join(f"{n}x{s} {free_rounds(n, s, s, most)[0]}/{most}" for (n, s), most in PUBLISHED.items()))
    print(f"\n5 to 60 players at tables of {MIXED[0]} to {MIXED[1]}: reached/bound, * from a schedule alone")
    shown = []
    for players in range(5, 61):
        sizes = seating.table_sizes(players, *MIXED)
        bound = most_rounds(sizes)
        planned = len(schedules.construction(sizes, bound))
        reached, _ = (planned, 0.0) if planned == bound else free_rounds(players, *MIXED, bound)
        shown.append(f"{players}: {reached}/{bound}{'*' if planned >= reached else ''}")
    for at in range(0, len(shown), 8):
        print("  " + "".join(f"{one:<11}" for one in shown[at : at + 8]))


def growth() -> None:
    print("\ngrowth: tables of 4, by score, the third round (ms)\n")
    print("{:<10}{:>10}{:>10}{:>9}{:>8}".format("entrants", "seat", "check", "repeats", "apart"))
    for entrants in GROWTH:
        lobby, rng = lobby_of(entrants, 4, 4, 3, 0), random.Random(0)
        for number in (1, 2, 3):
            lobby.do(StartRound(round=number))
            started = time.process_time()
            proposal = seating.propose(lobby.state)
            took = ms(started)
            if number < 3:
                lobby.do(proposal, "seater")
                lobby.begin()
                lobby.play(rng)
        started = time.process_time()
        assert not seating_check.fault(lobby.state, proposal)
        report = proposal.report
        print(
            f"{entrants:<10}{took:>10.0f}{ms(started):>10.0f}{report.repeats:>9}"
            f"{(report.score_spread - report.spread_bound) / 100:>8.1f}"
        )


def main() -> None:
    quick = "--quick" in sys.argv
    wanted = [one for one in sys.argv[1:] if not one.startswith("-")] or ["fields", "twos", "rotation", "growth"]
    seeds = 1 if quick else 3
    print(
        f"seating: Python {platform.python_version()}, {platform.machine()}, one process; best of {seeds} seeds; times are processor time"
    )
    if "fields" in wanted:
        fields(seeds)
    if "twos" in wanted:
        twos()
    if "rotation" in wanted:
        rotation()
    if "growth" in wanted:
        growth()


if __name__ == "__main__":
    main()
