"""How fast are a table's moves decided and folded, and a finished game replayed?

Run: python -m tests.bench.bench_replay [--tables 40]. Times are processor times of this process, the best of several
rounds where a round is short; moves are drawn by chance from a fixed seed, bots choose by themselves.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from contracts import codec
from contracts.envelope import Decision, digest, read_command, write
from contracts.games.game import Refusal
from contracts.table import Play, Played
from contracts.table_state import Phase, Table, evolve, view, whose_turn
from services.bots.app import answer
from services.move_validation import decider
from services.replay import replay
from services.verify import verify
from tests.simulate import tournament
from tests.table_spec import Spec, match
from tests.test_export import lines

RULES = ("draw_dominoes/1", "longana/1")
TARGET = {"draw_dominoes/1": "target_points", "longana/1": "target_score"}


def cpu(work: Callable[[], object], rounds: int = 5) -> float:
    """Milliseconds of the fastest of some rounds."""
    found = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found) * 1000


def records(spec: Spec) -> list[bytes]:
    """The events of a table as decision records, one for each moment."""
    found: list[bytes] = []
    prev = ""
    moments: dict[int, list[object]] = {}
    for at, event in spec.events:
        moments.setdefault(at, []).append(event)
    for seq, (at, events) in enumerate(moments.items(), 1):
        command = write(codec.command(f"c{seq}", "t1", "player:e0", Play(seat=0, move="6-6", deal=1, ply=seq)))
        raws = tuple(msgspec.Raw(write(e)) for e in events)
        value = write(Decision(seq, at, seq, prev, msgspec.Raw(command), raws))
        prev = digest(value)
        found.append(value)
    return found


def long_match(rules: str, moves: int = 400) -> Spec:
    """A match of at least so many moves, cut off after them."""
    spec = Spec().open(rules, 4, options={TARGET[rules]: 100_000}).sit()
    return spec.play_on(random.Random(7), moves=moves)


def replays(rules: str) -> None:
    """A whole game, and single positions of it."""
    spec = long_match(rules)
    values = records(spec)
    made = replay("t1", values)
    count = len(made.moves) - 1
    whole = cpu(lambda: replay("t1", values), 9)
    places = [random.Random(1).randrange(count) for _ in range(1000)]
    one = cpu(lambda: [made.at(n) for n in places], 3) / len(places)
    shown = cpu(lambda: [view(made.at(n).table, 1) for n in places], 3) / len(places)
    print(
        f"{rules:16} replay of {count} moves ({len(values)} records) {whole:6.1f} ms; "
        f"then to any move {one * 1000:.1f} µs, with a seat's view {shown * 1000:.0f} µs"
    )


def decisions(rules: str, tables: int) -> None:
    """Deciding a move, and folding its event, without any log: commands read from bytes, events written to bytes."""
    specs = [match(seed, rules, 4) for seed in range(tables)]
    work: list[tuple[Table, bytes, int]] = []
    for spec in specs:
        state = None
        for at, event in spec.events:
            if isinstance(event, Played):
                deal, ply = state.deal, state.ply
                body = Play(seat=event.seat, move=event.move, deal=deal, ply=ply)
                command = codec.command("c", "t1", f"player:e{event.seat}", body)
                work.append((state, write(command), at))
            state = evolve(state, event, at)

    def decide() -> None:
        for state, value, at in work:
            command = read_command(value)
            body = codec.TABLE.body(command)
            events = decider.decide(state, command, body, at)
            assert not isinstance(events, Refusal)
            after = state
            for event in events:
                after = evolve(after, codec.TABLE.event(write(event)), at)

    def fold() -> None:
        for spec in specs:
            state = None
            for at, event in spec.events:
                state = evolve(state, event, at)

    events = sum(len(spec.events) for spec in specs)
    both, folding = cpu(decide, 3), cpu(fold, 3)
    print(
        f"{rules:16} decide and fold {both / len(work) * 1000:5.1f} µs a move ({len(work)} moves: "
        f"{len(work) / both * 1000:,.0f} a second); fold alone {folding / events * 1000:5.1f} µs an event "
        f"({events / folding * 1000:,.0f} a second)"
    )


def bots(rules: str, matches: int) -> None:
    """Steady against chance: each seed twice with changed seats, whole matches to the game's own target."""
    won = {"steady": 0, "random": 0}
    totals: list[int] = []
    for seed in range(matches // 2):
        for strengths in (("steady", "random"), ("random", "steady")):
            spec = Spec().open(rules, 2).sit()
            rng = random.Random(seed)
            while spec.table.phase is not Phase.ENDED:
                if spec.table.phase is Phase.WANTING:
                    spec.deal(rng=rng)
                    continue
                seat = whose_turn(spec.table)
                spec.play(answer(view(spec.table, seat), strengths[seat], f"t{seed}"))
            result = spec.table.result
            won[strengths[result.places.index(1)]] += 1
            steady = strengths.index("steady")
            totals.append(result.totals[steady] - result.totals[1 - steady])
    share = won["steady"] / sum(won.values())
    print(
        f"{rules:16} two bots, {matches} matches: steady wins {share:.1%} against chance, "
        f"by {statistics.mean(totals):.0f} points on average"
    )


def verification() -> None:
    """An exported tournament, every command decided again."""
    club = tournament(players=24, rounds=3, max_deals=3, game="longana/1")
    parts = lines(club, "tournament", "cup")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cup.jsonl"
        path.write_bytes(b"".join(parts))
        took = cpu(lambda: verify(path), 2)
        report = verify(path)
    print(
        f"{'verify':16} a Longana tournament of 24, 3 rounds: {report.records} records, {report.moves} moves, "
        f"{report.deals} deals in {took:,.0f} ms ({report.records / took * 1000:,.0f} records a second); "
        f"{sum(map(len, parts)) // 1024} KiB"
    )


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40, help="matches of random moves for the deciding figures")
    parser.add_argument("--matches", type=int, default=200, help="matches of bots for each game")
    args = parser.parse_args()
    for rules in RULES:
        replays(rules)
    for rules in RULES:
        decisions(rules, args.tables)
    for rules in RULES:
        bots(rules, args.matches)
    verification()


if __name__ == "__main__":
    main()
