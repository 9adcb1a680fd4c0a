"""Real processes on a real broker, killed, frozen and raced: every command is decided once, with the oracle's bytes.

The log is judged only after the processes have ended: late duplicates arrive after all is decided.
"""

from __future__ import annotations

import itertools
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio import to_thread

from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS
from services.move_validation import decider
from services.runtime.kafka import KafkaLog
from services.runtime.log import LogUnavailableError, New
from services.runtime.owner import Filter
from tests.kafka.instance import SECOND
from tests.kafka.process import Process
from tests.kafka.scenario import everything, judge, records, send
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(600)]

LONG = 200.0
"""Seconds: only a failure takes so long, or a machine that does much else."""


class Hall:
    """A log, and the processes over it."""

    def __init__(self, log: KafkaLog, url: str, out: Path) -> None:
        self.log, self.url, self.out = log, url, out
        self.processes: list[Process] = []
        self._before = 0

    def process(self, name: str = "move-validation", **options: str) -> Process:
        """Start one more."""
        it = Process(self.out, self.url, self.log.partitions, name, **options).start()
        self.processes.append(it)
        return it

    async def ready(self, *processes: Process) -> None:
        for it in processes:
            await wait_for(it.ready, LONG, what=f"{it.out} to be ready")

    async def send(self, news: list[New]) -> None:
        self._before = await self.written()
        await send(self.log, news)

    async def written(self) -> int:
        return sum([await self.log.end(TABLE_EVENTS, p) for p in range(self.log.partitions)])

    async def some_more(self) -> None:
        """Wait until something is decided since the last sending began: on a quick machine all of it may be."""

        async def more() -> bool:
            return await self.written() > self._before

        await wait_for(more, LONG, what="another decision", retry=(LogUnavailableError,))

    async def forks(self) -> int:
        """Count the decisions of whoever lost a race."""
        lost = 0
        for p in range(self.log.partitions):
            sieve = Filter()
            sieve.sift(await everything(self.log, TABLE_EVENTS, p))
            lost += sieve.forks
        return lost

    async def all_decided(self) -> None:
        """Wait until a reader sees every command answered."""

        async def done() -> bool:
            for p in range(self.log.partitions):
                sieve = Filter()
                sieve.sift(await everything(self.log, TABLE_EVENTS, p))
                if sieve.last + 1 != await self.log.end(TABLE_COMMANDS, p):
                    return False
            return True

        await wait_for(done, LONG, what="every command to be decided", retry=(LogUnavailableError,))

    def stop(self) -> None:
        """End every process in order."""
        for it in self.processes:
            if it.alive:
                assert it.stop() == 0, it.said()

    async def judged(self, *versions: Any) -> Counter[str]:
        """End every process once all is decided, and compare the log with the oracle."""
        await self.all_decided()
        self.stop()
        return await judge(self.log, versions or (decider,))


@pytest.fixture
async def hall(log: KafkaLog, url: str, tmp_path: Path) -> AsyncIterator[Hall]:
    it = Hall(log, url, tmp_path)
    yield it
    for process in it.processes:
        if process.alive:
            process.kill9()


def parts(news: list[New], count: int) -> Iterator[list[New]]:
    size = -(-len(news) // count)
    for i in range(0, len(news), size):
        yield news[i : i + size]


async def test_killed_while_it_decides_again_and_again(hall):
    news = list(records(40, seed=1))
    for part in parts(news, 3):
        it = hall.process()
        await hall.ready(it)
        await hall.send(part)
        await hall.some_more()
        it.kill9()
    last = hall.process()
    await hall.ready(last)
    seen = await hall.judged()
    assert seen["commands"] == len(news)
    assert seen["forks"] == 0


async def test_two_instances_change_places_and_one_sleeps_past_its_session(hall):
    news = parts(list(records(50, seed=2)), 5)
    first, second = hall.process(), hall.process()
    await hall.ready(first, second)
    await hall.send(next(news))
    await hall.some_more()
    assert first.stop() == 0, first.said()  # it hands over what it has
    await hall.send(next(news))
    await hall.all_decided()
    first = hall.process()
    await hall.ready(first)
    await hall.send(next(news))
    await hall.some_more()
    first.signal(signal.SIGSTOP)
    await hall.send(next(news))
    await hall.all_decided()  # the other one takes over when the session has run out
    first.signal(signal.SIGCONT)
    await hall.send(next(news))
    await hall.ready(first, second)
    seen = await hall.judged()
    assert seen["forks"] == 0


async def test_two_versions_race_for_every_command_and_readers_agree(hall):
    news = parts(list(records(160, seed=3)), 40)
    one, two = hall.process(group="one"), hall.process(group="two", version="2")
    await hall.ready(one, two)
    for tried, slept in enumerate(itertools.cycle((one, two)), start=1):
        # Each in turn wakes up to commands that the other has decided, and decides them in its own way.
        slept.signal(signal.SIGSTOP)
        await hall.send(next(news))
        await hall.all_decided()
        slept.signal(signal.SIGCONT)
        await hall.send(next(news))
        await hall.some_more()
        # Who is too late may have read the other's decision in time: it is a race, so it is run until one is lost.
        if tried >= 4 and (await hall.forks() or tried == 20):
            break
    seen = await hall.judged(decider, SECOND)
    assert seen["forks"], "nobody lost a race: the two versions never met"
    assert seen["version 1"], "only one version ever won"
    assert seen["version 2"], "only one version ever won"


async def test_the_broker_is_killed_and_a_process_waits_for_one_that_is_absent(hall, broker):
    news = parts(list(records(40, seed=4)), 3)
    there = hall.process()
    await hall.ready(there)
    await hall.send(next(news))
    await hall.some_more()
    await to_thread.run_sync(broker.kill9)
    waiting = hall.process()

    def waits() -> bool:
        status, said = waiting.ask()
        return status == 503 and "no Kafka broker answers" in said

    await wait_for(waits, LONG, what="the new process to say that it waits")
    assert waiting.ask("/health/live")[0] == 200
    await to_thread.run_sync(broker.start)
    await hall.ready(there, waiting)
    for part in news:
        await wait_for(lambda part=part: _sent(hall, part), LONG, what="the commands to be taken")
    seen = await hall.judged()
    assert seen["forks"] == 0


async def _sent(hall: Hall, news: list[New]) -> bool:
    await hall.send(news)
    return True


async def test_metrics_are_there(hall):
    it = hall.process()
    await hall.ready(it)
    await hall.send(list(records(2, seed=5)))
    await hall.all_decided()
    status, text = it.ask("/metrics")
    assert status == 200
    for name in ("capicua_decided_total", "capicua_partitions", "capicua_stream_received_messages_total"):
        assert name in text
    seen = await hall.judged()
    assert seen["duplicates"] == seen["forks"] == 0
