"""How many moves a second are refereed over the embedded log, every one synced to the disk, and how fast is a restore?

Run: python -m tests.bench.bench_log [--writers 64] [--seconds 6] [--folder DIR] [--profile]. Everything runs in one
process and one event loop: the writers, the referee (owner of 8 partitions), and a reader that tells each writer of
its answer through the filter. Moves come from whole matches drawn by chance, from a fixed seed; each writer plays
tables of its own. The commands are written before the clock runs: what is measured is log and referee, not the making
of commands. "in flight" is how many moves each writer sends before it waits for their answers.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import os
import random
import resource
import shutil
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from contracts import codec
from contracts.envelope import Command, partition_of, write
from contracts.messages import Body
from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS
from services.move_validation import decider
from services.runtime import observe
from services.runtime.embedded import EmbeddedRunner
from services.runtime.host import PartitionHost, tune
from services.runtime.log import Entry, New
from services.runtime.owner import Owner
from services.runtime.reader import follow_decisions
from services.runtime.service import Service
from services.runtime.sqlite import SqliteLog
from tests.counter import Counter, command, may
from tests.table_spec import Spec

REFEREE = Service("move_validation", decider, TABLE_COMMANDS, TABLE_EVENTS)
FASTEST = 30_000  # moves a second for which commands are written beforehand
COUNTER = Service("counter", Counter(), TABLE_COMMANDS, TABLE_EVENTS)


class Recorder(Spec):
    """A table that remembers its commands."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.commands: list[tuple[str, Body]] = []

    def when(self, actor: str, body: Body, **more: int) -> Spec:
        self.commands.append((actor, body))
        return super().when(actor, body, **more)


def matches(rules: str, count: int) -> list[list[tuple[str, Body]]]:
    """The commands of whole matches: opened, sat down, dealt, played to the end."""
    found = []
    for seed in range(count):
        table = Recorder(f"m{seed}")
        table.open(rules, 2 + seed % 3).sit().play_on(random.Random(seed))
        found.append(table.commands)
    return found


def stream(writer: int, played: Sequence[list[tuple[str, Body]]]) -> Iterator[Command]:
    """The commands of one writer, table after table, without end."""
    number = 0
    while True:
        table = f"t{writer}-{number}"
        for i, (actor, body) in enumerate(played[(writer + number) % len(played)]):
            yield codec.command(f"{table}-{i}", table, actor, body)
        number += 1


def counting(writer: int) -> Iterator[Command]:
    i = 0
    while True:
        yield command(f"{writer}-{i}", f"k{writer}-{i // 500}")
        i += 1


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Answers:
    """Tells whoever sent a command that its decision has been accepted by a reader."""

    def __init__(self, runner: EmbeddedRunner) -> None:
        self._log = runner.log
        # From where the owners stand, as one resumes from a stored position: the past is not read again.
        self._starts = {host.partition: host.owner.position() for host in runner.hosts.values()}
        self._waiting: dict[tuple[int, int], asyncio.Future[None]] = {}
        self._came: set[tuple[int, int]] = set()

    async def run(self) -> None:
        async for facts in follow_decisions(self._log, TABLE_EVENTS, starts=self._starts, name="bench"):
            for _, decision in facts.items:
                place = (facts.partition, decision.source)
                waiting = self._waiting.pop(place, None)
                if waiting is None:
                    self._came.add(place)
                else:
                    waiting.set_result(None)

    async def to(self, place: tuple[int, int]) -> None:
        if place in self._came:
            self._came.discard(place)
            return
        waiting = self._waiting[place] = asyncio.get_running_loop().create_future()
        await waiting


class Sender:
    """A writer's commands, as records that only need to be appended."""

    def __init__(self, commands: Iterator[Command], partitions: int) -> None:
        self._commands = commands
        self._partitions = partitions
        self._ready: deque[tuple[int, list[New]]] = deque()

    def fill(self, count: int) -> None:
        while len(self._ready) < count:
            c = next(self._commands)
            self._ready.append((partition_of(c.key, self._partitions), [New(c.key, write(c))]))

    def __len__(self) -> int:
        return len(self._ready)

    def take(self) -> tuple[int, list[New]]:
        return self._ready.popleft()


async def full_speed(
    runner: EmbeddedRunner, senders: list[Sender], in_flight: int, seconds: float
) -> tuple[list[float], float]:
    """Every writer sends as fast as it is answered; give how long each move took, and the seconds for all."""
    log, answers = runner.log, Answers(runner)
    following = asyncio.create_task(answers.run())
    took: list[float] = []
    begin = time.perf_counter()
    end = begin + seconds

    async def one(sender: Sender) -> None:
        partition, records = sender.take()
        sent = time.perf_counter()
        await answers.to((partition, await log.append(TABLE_COMMANDS, partition, records)))
        took.append(time.perf_counter() - sent)

    async def writer(sender: Sender) -> None:
        while time.perf_counter() < end and len(sender) >= in_flight:
            if in_flight == 1:
                await one(sender)
            else:
                await asyncio.gather(*[one(sender) for _ in range(in_flight)])

    await asyncio.gather(*[writer(s) for s in senders])
    wall = time.perf_counter() - begin
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    return took, wall


async def steady(runner: EmbeddedRunner, senders: list[Sender], rate: float, seconds: float) -> list[float]:
    """Moves come at a rate of their own, evenly over the writers; give how long each took from when it was due."""
    log, answers = runner.log, Answers(runner)
    following = asyncio.create_task(answers.run())
    took: list[float] = []
    start = time.perf_counter()

    async def writer(i: int, sender: Sender) -> None:
        due = start + i / rate
        while due < start + seconds and len(sender):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            partition, records = sender.take()
            await answers.to((partition, await log.append(TABLE_COMMANDS, partition, records)))
            took.append(time.perf_counter() - due)
            due += len(senders) / rate

    await asyncio.gather(*[writer(i, s) for i, s in enumerate(senders)])
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    return took


async def restore(path: Path, service: Service, rights: object) -> tuple[int, float, float, float]:
    """(events, seconds to check the file, seconds to be ready to decide, seconds to fold all that is open)."""
    log = SqliteLog(path)
    begin = time.perf_counter()
    await log.open()
    opened = time.perf_counter() - begin
    hosts = [
        PartitionHost(log, service, p, **({} if rights is None else {"may": rights})) for p in range(log.partitions)
    ]
    begin = time.perf_counter()
    await asyncio.gather(*[h.start() for h in hosts])
    ready = time.perf_counter() - begin
    begin = time.perf_counter()
    for h in hosts:
        h.owner.check()
    folded = time.perf_counter() - begin
    events = sum([await log.end(TABLE_EVENTS, p) for p in range(log.partitions)])
    for h in hosts:
        await h.stop()
    await log.close()
    return events, opened, ready, folded


async def measure(
    name: str, service: Service, make: list[Iterator[Command]], args: argparse.Namespace, rights=None
) -> None:
    folder = Path(tempfile.mkdtemp(dir=args.folder))
    more = {} if rights is None else {"may": rights}
    try:
        log = SqliteLog(folder / "bench.db")
        await log.open()
        async with EmbeddedRunner(log, [service], **more) as runner:
            senders = [Sender(commands, log.partitions) for commands in make]
            for sender in senders:
                sender.fill(200)
            await full_speed(runner, senders, 1, 0.5)  # warm
            for in_flight in (1, 8):
                for sender in senders:
                    sender.fill(int(FASTEST * args.seconds / len(senders)))
                gc.collect()
                gc.freeze()  # the commands written beforehand are the bench's, not the log's
                cpu = time.process_time()
                profile = cProfile.Profile() if args.profile and in_flight == 1 else None
                if profile:
                    profile.enable()
                took, wall = await full_speed(runner, senders, in_flight, args.seconds)
                if profile:
                    profile.disable()
                    profile.print_stats("tottime")
                cpu = time.process_time() - cpu
                print(
                    f"{name}: {len(took) / wall:9,.0f} moves/s, {len(make)} writers, {in_flight} in flight each; "
                    f"p50 {statistics.median(took) * 1e3:.1f} ms, p99 {percentile(took, 0.99) * 1e3:.1f} ms; "
                    f"{cpu / len(took) * 1e6:.0f} us of processor a move, {cpu / wall:.2f} cores busy"
                )
            took = await steady(runner, senders, 500, args.seconds)
            print(
                f"{name}: at 500/s p50 {statistics.median(took) * 1e3:.1f} ms, "
                f"p99 {percentile(took, 0.99) * 1e3:.1f} ms, worst {max(took) * 1e3:.1f} ms of {len(took)}"
            )
            assert runner.health.ready, runner.health.problems
        await log.close()
        size = (folder / "bench.db").stat().st_size
        gc.collect()
        events, opened, ready, folded = await restore(folder / "bench.db", service, rights)
        print(
            f"{name}: restore {events / ready:9,.0f} events/s ready to decide ({events:,} events, {size / 1e6:.0f} MB); "
            f"check of the file {opened:.2f} s before, fold of all open tables {folded:.2f} s after, in the background"
        )
    finally:
        shutil.rmtree(folder)


def decide_only(name: str, service: Service, commands: list[Command], rights=None) -> None:
    """The owner alone, without any log: processor time a command, and of a restore."""
    entries = [Entry(i, 1_700_000_000_000 + i, c.key, write(c), b"") for i, c in enumerate(commands)]
    more = {} if rights is None else {"may": rights}
    best, restored = 9e9, 9e9
    for _ in range(3):
        owner = Owner(service.decider, **more)
        records: list[New] = []
        begin = time.process_time()
        while owner.last + 1 < len(entries):
            records += owner.decide(entries[owner.last + 1 : owner.last + 101]).records
            owner.acknowledged(owner.end)
        best = min(best, time.process_time() - begin)
        events = [Entry(i, 0, r.key, r.value, r.header) for i, r in enumerate(records)]
        again = Owner(service.decider, **more)
        begin = time.process_time()
        for i in range(0, len(events), 2000):
            again.restore(events[i : i + 2000])
        restored = min(restored, time.process_time() - begin)
    size = statistics.mean(len(r.value) for r in records)
    print(
        f"{name}: owner alone {best / len(entries) * 1e6:.1f} us a command, restore {restored / len(entries) * 1e6:.2f} us "
        f"a decision of {size:.0f} bytes (processor time, best of 3)"
    )


def fsyncs(folder: str | None) -> float:
    """Milliseconds of a small write and its sync on this disk."""
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        took = []
        for _ in range(200):
            file.write(b"x" * 8192)
            file.flush()
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - begin)
    return statistics.median(took) * 1e3


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--writers", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--folder", default=None, help="where the log lies; the temporary folder by default")
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    observe.configure("console", "warning")
    tune()
    print(f"load {os.getloadavg()[0]:.1f} before; sync of 8 KiB {fsyncs(args.folder):.2f} ms (median)")
    games = [("draw dominoes", "draw_dominoes/1"), ("Longana", "longana/1")]
    for name, rules in games:
        played = matches(rules, 12)
        flat = [c for w in range(20) for c, _ in zip(stream(w, played), range(1000), strict=False)]
        decide_only(name, REFEREE, flat)
        asyncio.run(measure(name, REFEREE, [stream(w, played) for w in range(args.writers)], args))
    flat = [c for w in range(20) for c, _ in zip(counting(w), range(1000), strict=False)]
    decide_only("a counter", COUNTER, flat, may)
    asyncio.run(measure("a counter", COUNTER, [counting(w) for w in range(args.writers)], args, may))
    print(
        f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB; load {os.getloadavg()[0]:.1f} after"
    )


if __name__ == "__main__":
    main()
