"""Do reactors send what the facts ask for, once; and does all of it run in one process over the embedded log?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from typing import Any

import pytest

from contracts import codec
from contracts.envelope import Command, read_command
from contracts.messages import Event
from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS
from services.runtime import host as host_module
from services.runtime import reactors, reader
from services.runtime.embedded import EmbeddedRunner
from services.runtime.log import LogUnavailableError
from services.runtime.reader import send
from services.runtime.service import Job, ReactorPlan, Service
from services.runtime.sqlite import SqliteLog
from tests import counter
from tests.counter import Add, Boom, Close, Counter, command, may
from tests.hosting import a_host, accepted, ask, feed_all
from tests.memory_log import MemoryLog
from tests.waiting import wait_for

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(host_module, "RETRY_S", (0.0,))
    monkeypatch.setattr(reactors, "RETRY_S", 0.0)
    monkeypatch.setattr(reader, "RETRY_S", 0.0)


# --- reactors


class Echo:
    """For each sum above `limit` it wants the key closed; it must be closed by a command of its own."""

    made = 0

    def __init__(self, limit: int = 10, heavy: bool = False) -> None:
        type(self).made += 1
        self.limit, self.heavy = limit, heavy
        self.sums: dict[str, int] = {}
        self.folded: list[tuple[str, int, str | None, int]] = []
        self.threads: set[int] = set()

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:
        self.folded.append((key, at, command.id if command else None, len(events)))
        for event in events:
            if isinstance(event, counter.Added):
                if event.after == 666:
                    raise ValueError("a bug in fold")
                self.sums[key] = event.after
            else:
                self.sums.pop(key, None)

    def due(self, now: int) -> Iterable[Job]:
        for key, total in self.sums.items():
            if total > self.limit:
                yield Job(f"close-{key}", TABLE_COMMANDS, lambda key=key: self._make(key), self.heavy)

    def _make(self, key: str) -> Command:
        self.threads.add(threading.get_ident())
        return codec.command(f"close-{key}", key, "relay", Close())


def with_echo(make, **more) -> Service:
    plan = ReactorPlan("echo", TABLE_EVENTS, Counter.CATALOGUE, make, **more)
    return Service("counter", Counter(), TABLE_COMMANDS, TABLE_EVENTS, (plan,))


async def all_commands(log) -> list[str]:
    return [read_command(e.value).id for p in range(log.partitions) for e in await log.read(TABLE_COMMANDS, p, 0)]


async def closed(log) -> list[Any]:
    return [d for p in range(log.partitions) for d in await accepted(log, p) if d.over]


@pytest.mark.parametrize("heavy", [False, True])
async def test_a_reactor_sends_what_the_facts_ask_for_once(heavy):
    log = MemoryLog()
    made: list[Echo] = []

    def make():
        made.append(Echo(heavy=heavy))
        return made[-1]

    async with EmbeddedRunner(log, [with_echo(make)], may=may) as runner:
        await send(log, TABLE_COMMANDS, command("a", "k", Add(n=11)))
        await send(log, TABLE_COMMANDS, command("b", "k", Add(n=1)))
        await send(log, TABLE_COMMANDS, command("c", "l", Add(n=1)))
        await wait_for(lambda: closed(log), what="the key to be closed")
        await send(log, TABLE_COMMANDS, command("d", "l", Add(n=1)))
        await wait_for(lambda: sum(len(m.folded) for m in made) == 5, what="all facts")
        assert runner.health.ready
    ids = await all_commands(log)
    assert sorted(ids) == ["a", "b", "c", "close-k", "d"]
    threads = set().union(*(m.threads for m in made))
    assert (threads == {threading.get_ident()}) is not heavy


async def test_what_was_answered_is_not_asked_for_again_after_a_restart():
    log = MemoryLog()
    async with EmbeddedRunner(log, [with_echo(Echo)], may=may):
        await send(log, TABLE_COMMANDS, command("a", "k", Add(n=11)))
        await wait_for(lambda: closed(log))
    appended = len(log.appends)
    async with EmbeddedRunner(log, [with_echo(Echo)], may=may) as runner:
        await wait_for(lambda: runner.health.ready)
        await send(log, TABLE_COMMANDS, command("b", "l"))
        await wait_for(lambda: len(log.appends) == appended + 2)
    assert sorted(await all_commands(log)) == ["a", "b", "close-k"]


async def test_a_job_that_stays_due_is_sent_once_in_a_life():
    log = MemoryLog()
    asked: list[int] = []

    class Stubborn(Echo):
        def due(self, now):
            asked.append(now)
            yield Job("in vain", TABLE_COMMANDS, lambda: command("in vain", "nobody", Close()))

    async with EmbeddedRunner(log, [with_echo(Stubborn)], may=may):
        for i in range(5):
            await send(log, TABLE_COMMANDS, command(f"{i}"))
            before = len(asked)
            await wait_for(lambda before=before: len(asked) > before, what="the reactor to be asked")
    # one reactor in each of the two partitions
    assert (await all_commands(log)).count("in vain") == 2


async def test_a_reactor_reads_all_of_the_past_before_it_asks_for_anything(monkeypatch):
    monkeypatch.setattr(reactors, "SLICE", 2)  # others get their turn in the middle of the past
    log = MemoryLog(1)
    commands = [command("a", body=Add(n=11)), *[command(f"{i}") for i in range(30)], command("z", body=Close())]
    ask(log, *commands)
    await (host := a_host(log)).start()
    await feed_all(host, log)
    async with EmbeddedRunner(log, [with_echo(Echo, tick_s=0.0)], may=may) as runner:
        await wait_for(lambda: runner.health.ready)
        await send(log, TABLE_COMMANDS, command("more", "l"))
        await wait_for(lambda: len(log.held[TABLE_EVENTS.name, 0]) == len(commands) + 1)
    assert (await all_commands(log))[len(commands) :] == ["more"]


async def test_what_was_not_answered_is_asked_for_by_the_next_life():
    log = MemoryLog()
    async with EmbeddedRunner(log, [counter.service()], may=may):
        await send(log, TABLE_COMMANDS, command("a", "k", Add(n=11)))
        await wait_for(lambda: any(name == TABLE_EVENTS.name for name, _, _ in log.appends))
    async with EmbeddedRunner(log, [with_echo(Echo)], may=may):
        await wait_for(lambda: closed(log))
    assert sorted(await all_commands(log)) == ["a", "close-k"]


async def test_a_reactor_sends_again_when_the_log_was_away():
    log = MemoryLog()
    tries = iter(range(100))

    def away(topic, partition, records):
        if topic == TABLE_COMMANDS and b"close" in records[0].value and next(tries) < 3:
            raise LogUnavailableError("away")

    log.before_append = away
    async with EmbeddedRunner(log, [with_echo(Echo)], may=may):
        await send(log, TABLE_COMMANDS, command("a", "k", Add(n=11)))
        await wait_for(lambda: closed(log))
    assert sorted(await all_commands(log)) == ["a", "close-k"]


async def test_a_reactor_is_asked_without_news():
    log = MemoryLog()
    clock = {"now": 0}

    class Timer(Echo):
        def due(self, now):
            if now >= 5:
                yield Job("late", TABLE_COMMANDS, lambda: command("late", "k", actor="timer"))

    async with EmbeddedRunner(log, [with_echo(Timer, tick_s=0.005)], may=may, clock=lambda: clock["now"]) as runner:
        await wait_for(lambda: runner.health.ready)
        assert await all_commands(log) == []
        clock["now"] = 5
        await wait_for(lambda: all_commands(log))


@pytest.mark.parametrize("where", ["fold", "due", "make"])
async def test_a_reactor_s_bug_halts_it_alone(where):
    log = MemoryLog()

    class Bad(Echo):
        def due(self, now):
            if where == "due" and self.sums:
                raise RuntimeError("a bug in due")
            return super().due(now)

        def _make(self, key):
            if where == "make":
                raise RuntimeError("a bug in make")
            return super()._make(key)

    async with EmbeddedRunner(log, [with_echo(Bad)], may=may) as runner:
        await wait_for(lambda: runner.health.ready)
        await send(log, TABLE_COMMANDS, command("a", "k", Add(n=666)))
        place = await wait_for(lambda: [r.place for r in runner.reactors if r.halted], what="the halt")
        assert list(runner.health.problems) == place
        assert "halted" in runner.health.problems[place[0]]
        await send(log, TABLE_COMMANDS, command("b", "k"))
        await wait_for(lambda: sum(n for name, _, n in log.appends if name == TABLE_EVENTS.name) == 2)


async def test_a_reactor_passes_over_an_event_of_a_newer_version():
    log = MemoryLog()

    class Newer(Counter):
        CATALOGUE = codec.Catalogue("counter", (Add, Close, Boom), counter.Added | counter.Closed | counter.Bang)

    plan = ReactorPlan("echo", TABLE_EVENTS, codec.Catalogue("old", (), counter.Closed | counter.Bang), lambda: seen)
    seen = Echo()
    service = Service("counter", Newer(), TABLE_COMMANDS, TABLE_EVENTS, (plan,))
    async with EmbeddedRunner(log, [service], may=may) as runner:
        await send(log, TABLE_COMMANDS, command("a"))
        await send(log, TABLE_COMMANDS, command("b", body=Close()))
        await wait_for(lambda: len(seen.folded) == 2)
        assert [events for _, _, _, events in seen.folded] == [0, 1]
        assert runner.health.ready


# --- all of it over the embedded log


async def test_everything_in_one_process_over_the_embedded_log(tmp_path):
    log = SqliteLog(tmp_path / "club.db")
    await log.open()
    async with EmbeddedRunner(log, [with_echo(Echo)], may=may) as runner:
        await asyncio.gather(
            *[send(log, TABLE_COMMANDS, command(f"{k}-{i}", f"k{k}")) for k in range(10) for i in range(12)]
        )
        await wait_for(lambda: _all_closed(log, 10), what="every key to be closed")
        await wait_for(lambda: runner.health.ready)
    before = {p: await accepted(log, p) for p in range(log.partitions)}
    await log.close()
    log = SqliteLog(tmp_path / "club.db")
    await log.open()
    async with EmbeddedRunner(log, [with_echo(Echo)], may=may) as runner:
        await wait_for(lambda: runner.health.ready)
        await send(log, TABLE_COMMANDS, command("late", "k3"))
        await wait_for(lambda: _count(log, sum(len(d) for d in before.values()) + 1))
    for p, decisions in before.items():
        now = await accepted(log, p)
        assert now[: len(decisions)] == decisions
        assert all(d.refusal.code == "key/over" for d in now[len(decisions) :])
    await log.close()


async def _all_closed(log, many) -> bool:
    return len(await closed(log)) == many


async def _count(log, many) -> bool:
    return sum([len(await accepted(log, p)) for p in range(log.partitions)]) == many


async def test_a_full_disk_stops_nothing_for_good(tmp_path):
    log = SqliteLog(tmp_path / "club.db", max_pages=60)
    await log.open()
    async with EmbeddedRunner(log, [counter.service()], may=may):
        sent = 0
        with pytest.raises(LogUnavailableError, match="make room"):
            for sent in range(1000):
                await send(log, TABLE_COMMANDS, command(f"{sent}-{'x' * 5000}"))
        log._writer.execute("PRAGMA max_page_count = 100000")
        await send(log, TABLE_COMMANDS, command("after"))

        async def all_answered() -> bool:
            ids = [read_command(d.command).id for p in range(log.partitions) for d in await accepted(log, p)]
            return len(ids) == sent + 1 and ids[-1] == "after" and len(set(ids)) == len(ids)

        await wait_for(all_answered, what="an answer to every acknowledged command, and to no other")
    await log.close()
