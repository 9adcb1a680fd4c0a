"""Does the host keep the owner's protocol over a log with faults, and do reactors, readers and health do their part?"""

from __future__ import annotations

import asyncio
import base64
import threading
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from prometheus_client import REGISTRY

from contracts import codec
from contracts.envelope import Command, read_command, write
from contracts.messages import Event
from contracts.topics import DEAD_LETTERS, TABLE_COMMANDS, TABLE_EVENTS
from services.runtime import host as host_module
from services.runtime import observe, reactors, reader
from services.runtime.embedded import EmbeddedRunner
from services.runtime.host import PartitionHost
from services.runtime.log import LogBrokenError, LogDoubtError, LogUnavailableError, New
from services.runtime.owner import NO_LINK, NOTHING, Owner, header, next_link
from services.runtime.reader import LagWatch, TooLargeError, follow_decisions, read_decisions, send
from services.runtime.service import Job, ReactorPlan, Service
from services.runtime.sqlite import SqliteLog, wall_ms
from tests import counter
from tests.counter import Add, Boom, Close, Counter, Sum, command, may
from tests.memory_log import MemoryLog
from tests.waiting import wait_for

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(host_module, "RETRY_S", (0.0,))
    monkeypatch.setattr(reactors, "RETRY_S", 0.0)
    monkeypatch.setattr(reader, "RETRY_S", 0.0)


def a_host(log, decider=None, **more) -> PartitionHost:
    return PartitionHost(log, counter.service(decider), 0, may=may, **more)


def ask(log: MemoryLog, *commands: Command | bytes, key: str = "k", partition: int = 0) -> None:
    for c in commands:
        name, value = (key, c) if isinstance(c, bytes) else (c.key, write(c))
        log.put(TABLE_COMMANDS, partition, New(name, value))


async def feed_all(host: PartitionHost, log: MemoryLog) -> None:
    """Feed until all commands are decided or the host is halted."""
    for _ in range(50):
        entries = await log.read(TABLE_COMMANDS, host.partition, host.position)
        if not entries or host.state == "halted":
            return
        await host.feed(entries)
    raise AssertionError("the host does not come to an end")


async def accepted(log, partition: int = 0) -> list[Any]:
    found = []
    async for facts in read_decisions(log, TABLE_EVENTS, partition):
        found += [decision for _, decision in facts.items]
    return found


def oracle(log: MemoryLog, partition: int = 0) -> list[bytes]:
    """What a single owner that meets no fault decides."""
    owner = Owner(Counter(), NOTHING, may)
    values: list[bytes] = []
    rest = log.held[TABLE_COMMANDS.name, partition]
    while rest:
        batch = owner.decide(rest)
        owner.acknowledged(owner.end)
        values += [r.value for r in batch.records]
        rest = rest[batch.taken :]
    return values


async def is_decided_once(log: MemoryLog) -> None:
    values = []
    async for facts in read_decisions(log, TABLE_EVENTS, 0):
        values += [entry.value for entry, _ in facts.items]
    assert values == oracle(log)


# --- the plain way


async def test_commands_are_decided_in_order_and_each_once():
    log = MemoryLog()
    ask(log, command("a"), command("b", "l"), command("c"))
    host = a_host(log)
    assert await host.start()
    assert (host.state, host.position) == ("running", 0)
    assert await host.feed(await log.read(TABLE_COMMANDS, 0, 0))
    assert host.position == 3
    await is_decided_once(log)
    ask(log, command("d"))
    assert await host.feed(await log.read(TABLE_COMMANDS, 0, 3))
    await is_decided_once(log)
    assert log.appends == [(TABLE_EVENTS.name, 0, 3), (TABLE_EVENTS.name, 0, 1)]
    await host.stop()
    assert host.state == "stopped"


async def test_a_poll_that_repeats_what_is_decided_does_no_harm():
    log = MemoryLog()
    ask(log, command("a"), command("b"))
    host = a_host(log)
    await host.start()
    entries = await log.read(TABLE_COMMANDS, 0, 0)
    assert await host.feed(entries[:1])
    assert await host.feed(entries)
    assert await host.feed(entries)
    await is_decided_once(log)


async def test_a_restart_goes_on_where_the_log_says():
    log = MemoryLog()
    ask(log, command("a"), command("b"))
    await (first := a_host(log)).start()
    await feed_all(first, log)
    ask(log, command("c"))
    second = a_host(log)
    await second.start()
    assert second.position == 2
    await feed_all(second, log)
    await is_decided_once(log)
    assert second.owner.snapshot().keys["k"].state == Sum(3)


async def test_a_restart_from_a_snapshot_equals_one_from_the_start():
    log = MemoryLog()
    ask(log, command("a"), command("b"))
    await (first := a_host(log)).start()
    await feed_all(first, log)
    snapshot = first.owner.snapshot()
    ask(log, command("c"), command("d", body=Close()))
    await feed_all(first, log)
    second = a_host(log, snapshot=snapshot)
    await second.start()
    assert second.owner.snapshot() == first.owner.snapshot()


async def test_a_snapshot_of_another_log_is_only_a_cache():
    log, other = MemoryLog(), MemoryLog()
    ask(other, command("x"), command("y"))
    await (first := a_host(other)).start()
    await feed_all(first, other)
    host = a_host(log, snapshot=first.owner.snapshot())
    assert await host.start()
    assert host.position == 0


# --- doubt


def fail_once(log: MemoryLog, where: str, error: Exception) -> None:
    def fault(topic, partition, records):
        if topic == TABLE_EVENTS:
            setattr(log, where, lambda *_: None)
            raise error

    setattr(log, where, fault)


@pytest.mark.parametrize("where", ["before_append", "after_append"])
@pytest.mark.parametrize("error", [LogDoubtError("time-out"), LogUnavailableError("disk full")])
async def test_after_a_doubt_the_state_is_read_from_the_log(where, error):
    log = MemoryLog()
    ask(log, command("a"), command("b"))
    host = a_host(log)
    await host.start()
    fail_once(log, where, error)
    assert not await host.feed(await log.read(TABLE_COMMANDS, 0, 0))
    assert host.state == "running"
    assert host.position == (0 if where == "before_append" else 2)
    await feed_all(host, log)
    await is_decided_once(log)
    assert host.owner.snapshot().keys["k"].state == Sum(2)


async def test_another_owner_that_was_faster_is_believed():
    log = MemoryLog()
    ask(log, command("a"), command("b"))
    host = a_host(log)
    await host.start()
    faster = Owner(Counter(step=100), NOTHING, may).decide(log.held[TABLE_COMMANDS.name, 0][:1])
    log.put(TABLE_EVENTS, 0, *faster.records)
    assert not await host.feed(await log.read(TABLE_COMMANDS, 0, 0))
    assert host.position == 1
    await feed_all(host, log)
    events = [Counter.CATALOGUE.event(d.events[0]) for d in await accepted(log)]
    assert [(e.before, e.after) for e in events] == [(0, 101), (101, 102)]


async def test_a_gap_in_what_is_fed_is_doubt():
    log = MemoryLog()
    ask(log, command("a"), command("b"))
    host = a_host(log)
    await host.start()
    assert not await host.feed(await log.read(TABLE_COMMANDS, 0, 1))
    assert (host.state, host.position) == ("running", 0)
    await feed_all(host, log)
    await is_decided_once(log)


async def test_restores_are_counted_by_cause():
    log = MemoryLog()
    ask(log, command("a"))

    def count(cause):
        return REGISTRY.get_sample_value("capicua_restores_total", {"service": "counter", "cause": cause}) or 0

    before = count("assigned"), count("unknown"), count("gap")
    host = a_host(log)
    await host.start()
    fail_once(log, "before_append", LogDoubtError("x"))
    await feed_all(host, log)
    assert (count("assigned"), count("unknown"), count("gap")) == (before[0] + 1, before[1] + 1, before[2])


async def test_nothing_is_told_of_before_the_log_has_acknowledged():
    log = MemoryLog()
    ask(log, command("a"))
    lag = LagWatch(log, observe.Health())
    seen: list[int] = []
    lag.saw = lambda name, topic, partition, last, offset: seen.append(last)  # type: ignore[method-assign]
    host = a_host(log, lag=lag)
    await host.start()

    def told(*_):
        assert seen == [-1]

    log.before_append = log.after_append = told
    await feed_all(host, log)
    assert seen == [-1, 0]


async def test_a_log_that_is_away_at_the_start_is_waited_for():
    log = MemoryLog()
    ask(log, command("a"))
    asked = 0
    health = observe.Health()
    health.started()

    def away(topic, partition):
        nonlocal asked
        asked += 1
        if asked <= 3:
            assert not health.ready
            raise LogUnavailableError("no broker")

    ask(log, command("b"))
    await (first := a_host(log)).start()
    await feed_all(first, log)
    log.before_read = away
    host = a_host(log, health=health)
    assert not health.problems
    assert await host.start()
    assert asked > 3
    assert health.ready


# --- halts


async def test_a_decider_s_bug_halts_this_partition_after_what_came_before():
    log = MemoryLog()
    health = observe.Health()
    health.started()
    ask(log, command("a"), command("b", body=Boom()), command("c"))
    ask(log, command("d"), partition=1)
    host = a_host(log, health=health)
    await host.start()
    await feed_all(host, log)
    assert host.state == "halted"
    assert len(await accepted(log)) == 1
    assert "command 1 (boom)" in health.problems["counter/0"]
    assert not health.ready
    assert not await host.feed(await log.read(TABLE_COMMANDS, 0, 1))
    other = PartitionHost(log, counter.service(), 1, health=health, may=may)
    await other.start()
    await feed_all(other, log)
    assert len(await accepted(log, 1)) == 1
    assert list(health.problems) == ["counter/0"]


def write_bad_history(log: MemoryLog) -> None:
    """Two commands with their decisions, the second of which holds an event that does not fold."""
    ask(log, command("a", "bad"), command("b", "bad"))
    owner = Owner(Counter(), NOTHING, may)
    one, two = owner.decide(log.held[TABLE_COMMANDS.name, 0]).records
    value = two.value.replace(b'"before":1', b'"before":9')
    assert value != two.value
    log.put(TABLE_EVENTS, 0, one, New("bad", value, header(1, next_link(NO_LINK, one.value))))


async def test_an_event_that_does_not_fold_halts_when_its_key_is_touched():
    log = MemoryLog()
    write_bad_history(log)
    ask(log, command("c", "good"), command("d", "bad"))
    host = a_host(log)
    await host.start()
    await host.feed(await log.read(TABLE_COMMANDS, 0, 2))
    assert host.state == "halted"
    assert "key bad: decision of command 1 does not fold" in host.reason
    assert [d.source for d in await accepted(log)] == [0, 1, 2]


async def test_an_event_that_does_not_fold_is_found_without_being_touched():
    log = MemoryLog()
    write_bad_history(log)
    host = a_host(log)
    await host.start()
    await wait_for(lambda: host.state == "halted", what="the check in the background")
    assert "does not fold" in host.reason


async def test_a_command_log_that_is_not_the_one_decided_halts():
    log = MemoryLog()
    ask(log, command("a"), command("b"))
    await (host := a_host(log)).start()
    await feed_all(host, log)
    log.held[TABLE_COMMANDS.name, 0].pop()
    assert not await (cut := a_host(log)).start()
    assert "lost its end" in cut.reason
    ask(log, command("other"))
    assert not await (again := a_host(log)).start()
    assert "written again" in again.reason


async def test_decisions_deleted_from_the_start_halt():
    log = MemoryLog()
    log.begins[TABLE_EVENTS.name, 0] = 5
    assert not await (host := a_host(log)).start()
    assert "deleted from the start" in host.reason


async def test_a_damaged_log_halts():
    log = MemoryLog()
    write_bad_history(log)

    def damaged(topic, partition):
        raise LogBrokenError("a row is not what was written")

    log.before_read = damaged
    assert not await (host := a_host(log)).start()
    assert "not what was written" in host.reason


# --- poison


async def letters(log) -> list[tuple[str, Any]]:
    found = []
    for p in range(log.partitions):
        found += [(e.key, msgspec.json.decode(e.value)) for e in await log.read(DEAD_LETTERS, p, 0)]
    return found


async def test_poison_goes_to_dead_letters_once_and_is_answered():
    log = MemoryLog()
    ask(log, command("a"), b"no command", command("b"))
    host = a_host(log)
    await host.start()
    await feed_all(host, log)
    assert [d.refusal and d.refusal.code for d in await accepted(log)] == [None, "command/unreadable", None]
    ((key, letter),) = await letters(log)
    assert key == "table.commands/0/1"
    assert base64.b64decode(letter["value"]) == b"no command"
    assert letter["error"] == "not one JSON object"
    assert (letter["topic"], letter["partition"], letter["offset"]) == ("table.commands", 0, 1)


async def test_poison_is_buried_once_even_if_it_is_decided_twice():
    log = MemoryLog()
    ask(log, b"no command")
    host = a_host(log)
    await host.start()
    fail_once(log, "before_append", LogDoubtError("crashed between letter and decision"))
    assert not await host.feed(await log.read(TABLE_COMMANDS, 0, 0))
    assert len(await letters(log)) == 1
    after_the_crash = a_host(log)
    await after_the_crash.start()
    await feed_all(after_the_crash, log)
    assert len(await letters(log)) == 1
    await is_decided_once(log)


async def test_a_letter_whose_append_is_in_doubt_is_looked_for_before_it_is_written_again():
    log = MemoryLog()
    ask(log, b"no command", b"nor this")
    host = a_host(log)
    await host.start()

    def fault(topic, partition, records):
        if topic == DEAD_LETTERS and records[0].key.endswith("/1"):
            log.after_append = lambda *_: None
            raise LogDoubtError("no answer, though it was written")

    log.after_append = fault
    await feed_all(host, log)
    assert sorted(key for key, _ in await letters(log)) == ["table.commands/0/0", "table.commands/0/1"]
    await is_decided_once(log)


async def test_a_duplicate_is_answered_with_the_first():
    log = MemoryLog()
    ask(log, command("a"), command("a"))
    await (host := a_host(log)).start()
    await feed_all(host, log)
    _, second = await accepted(log)
    assert (second.refusal.code, second.refusal.facts["source"]) == ("command/duplicate", 0)


# --- readers


async def test_whoever_follows_believes_what_the_owner_believes():
    log = MemoryLog()
    ask(log, command("a"), command("b"))
    await (host := a_host(log)).start()
    await feed_all(host, log)
    log.put(TABLE_EVENTS, 0, *[New(*e[2:]) for e in log.held[TABLE_EVENTS.name, 0]])
    log.put(TABLE_EVENTS, 0, New("k", b"stranger", header(2, b"x" * 16)))

    def counts():
        labels = {"topic": TABLE_EVENTS.name, "reader": "test"}
        return [REGISTRY.get_sample_value(f"capicua_{n}_total", labels) or 0 for n in ("duplicates", "forks")]

    before = counts()
    ask(log, command("c"))
    await host.doubt("offset", "somebody wrote")
    await feed_all(host, log)
    got = []
    async for facts in follow_decisions(log, TABLE_EVENTS, (0,), name="test"):
        got += facts.items
        last = facts
        if facts.caught_up:
            break
    assert [d.source for _, d in got] == [0, 1, 2]
    assert [after - b for after, b in zip(counts(), before, strict=True)] == [2, 1]
    # and may go on from the position given
    ask(log, command("d"))
    await feed_all(host, log)
    async for facts in follow_decisions(log, TABLE_EVENTS, (0,), {0: last.position}):
        assert [d.source for _, d in facts.items] == [3]
        break


async def test_each_partition_says_once_that_it_has_caught_up():
    log = MemoryLog()
    ask(log, *[command(f"{i}") for i in range(20)])
    await (host := a_host(log)).start()
    await feed_all(host, log)
    seen = {0: [], 1: []}
    async for facts in follow_decisions(log, TABLE_EVENTS):
        seen[facts.partition].append((len(facts.items), facts.caught_up))
        if all(marks and marks[-1][1] for marks in seen.values()):
            break
    assert seen[1] == [(0, True)]
    assert seen[0] == [(7, False), (7, False), (6, False), (0, True)]


async def test_a_follower_waits_for_a_log_that_is_away():
    log = MemoryLog()
    ask(log, command("a"))
    await (host := a_host(log)).start()
    await feed_all(host, log)
    times = iter(range(100))

    def away(topic, partition):
        if topic == TABLE_EVENTS and next(times) < 3:
            raise LogUnavailableError("broker restarting")

    log.before_read = away
    async for facts in follow_decisions(log, TABLE_EVENTS, (0,)):
        assert [d.source for _, d in facts.items] == [0]
        break


async def test_an_accepted_record_that_is_no_decision_is_loud():
    log = MemoryLog()
    log.put(TABLE_EVENTS, 0, New("k", b"nonsense", header(0, NO_LINK)))
    with pytest.raises(LogBrokenError, match=r"table\.events/0/0"):
        await accepted(log)


async def test_sending_finds_the_partition_and_keeps_the_size():
    log = MemoryLog()
    partition, offset = await send(log, TABLE_COMMANDS, command("a", "somebody"))
    assert (await log.read(TABLE_COMMANDS, partition, offset))[0].key == "somebody"
    with pytest.raises(TooLargeError, match="larger than 65536"):
        await send(log, TABLE_COMMANDS, command("x" * 70_000))


async def test_lag_is_what_a_reader_has_not_seen():
    log = MemoryLog()
    health = observe.Health()
    health.started()
    lag = LagWatch(log, health, limit_s=5)
    lag.saw("gateway", TABLE_EVENTS, 0, -1)
    lag.saw("owner", TABLE_EVENTS, 0, 1)

    def gauges():
        labels = {"topic": TABLE_EVENTS.name, "partition": "0"}
        return [REGISTRY.get_sample_value(f"capicua_lag_{n}", labels) for n in ("records", "seconds")]

    await lag.look()
    assert gauges() == [0, 0]
    log.put(TABLE_COMMANDS, 0, New("k", b"1"), at=wall_ms() - 60_000)
    log.put(TABLE_COMMANDS, 0, New("k", b"2"), at=wall_ms())
    await lag.look()
    records, seconds = gauges()
    assert (records, seconds >= 60) == (2, True)
    assert "gateway is 2 commands and 60" in health.problems["lag table.events/0"]
    lag.saw("gateway", TABLE_EVENTS, 0, 0)
    await lag.look()
    assert health.ready
    lag.saw("gateway", TABLE_EVENTS, 0, -1)
    await lag.look()
    lag.forget("gateway", TABLE_EVENTS, 0)
    lag.forget("owner", TABLE_EVENTS, 0)
    assert health.ready


async def test_a_log_that_is_shorter_than_what_was_read_is_an_alarm():
    log = MemoryLog()
    health = observe.Health()
    health.started()
    lag = LagWatch(log, health)
    ask(log, command("a"), command("b"))
    await (host := a_host(log, lag=lag, health=health)).start()
    await feed_all(host, log)
    await lag.look()
    assert health.ready
    log.held[TABLE_EVENTS.name, 0].pop()
    await lag.look()
    assert "2 records were read and 1 are left" in health.problems["lag table.events/0"]
    await host.stop()
    # and started again it decides again what was lost
    await (again := a_host(log, lag=lag, health=health)).start()
    await feed_all(again, log)
    await lag.look()
    assert health.ready
    await is_decided_once(log)


async def test_a_watch_outlives_an_error_that_it_does_not_know():
    log = MemoryLog()
    health = observe.Health()
    health.started()
    lag = LagWatch(log, health, period_s=0)
    lag.saw("owner", TABLE_EVENTS, 0, -1)
    log.put(TABLE_COMMANDS, 0, New("k", b"1"))

    def fault(topic, partition):
        raise RuntimeError("the client was closed")

    log.before_read = fault
    watching = asyncio.create_task(lag.run())
    try:
        await wait_for(lambda: "client was closed" in health.problems.get("log", ""), what="the fault to be said")
        log.before_read = lambda *_: None
        await wait_for(lambda: "log" not in health.problems, what="the watch to go on")
    finally:
        watching.cancel()


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


# --- what can be seen


async def get(app, path="/") -> tuple[int, bytes]:
    sent = []

    async def send_(message):
        sent.append(message)

    await app({"type": "http", "path": path}, None, send_)
    return sent[0]["status"], sent[1]["body"]


async def test_health_and_metrics_are_served():
    health = observe.Health()
    apps = dict(observe.routes(health))
    assert await get(apps["/health/live"]) == (200, b'{"live":true}')
    assert await get(apps["/health/ready"]) == (503, b'{"ready":false,"problems":{"process":"starting"}}')
    health.started()
    assert await get(apps["/health/ready"]) == (200, b'{"ready":true,"problems":{}}')
    health.report("lobby/3", "halted: x")
    assert REGISTRY.get_sample_value("capicua_ready") == 0
    status, body = await get(apps["/metrics"])
    assert status == 200
    for name in (
        "decided",
        "refused",
        "duplicates",
        "forks",
        "restores",
        "dead_letters",
        "lag_records",
        "lag_seconds",
        "append_seconds",
        "restore_seconds",
        "partitions",
        "open_keys",
        "screens",
        "ready",
    ):
        assert f"capicua_{name}".encode() in body


async def test_partitions_are_counted_by_state():
    def count(state):
        return REGISTRY.get_sample_value("capicua_partitions", {"service": "counter", "state": state}) or 0

    log = MemoryLog()
    before = count("running"), count("stopped")
    host = a_host(log)
    await host.start()
    assert (count("running"), count("stopped")) == (before[0] + 1, before[1])
    await host.stop()
    assert (count("running"), count("stopped")) == (before[0], before[1] + 1)


def test_logs_can_be_read_by_machines_and_by_people(capsys):
    import structlog

    try:
        observe.configure("json", "info")
        observe.logger(service="lobby", partition=3).info("halted", cause="x")
        line = msgspec.json.decode(capsys.readouterr().err)
        assert (line["event"], line["service"], line["partition"], line["cause"]) == ("halted", "lobby", 3, "x")
        observe.configure("console", "warning")
        observe.logger(service="lobby").info("quiet")
        observe.logger(service="lobby").warning("loud", cause="y")
        said = capsys.readouterr().err
        assert "loud" in said
        assert "quiet" not in said
    finally:
        structlog.reset_defaults()


def test_a_service_that_only_reacts_has_no_host():
    with pytest.raises(ValueError, match="decides nothing"):
        PartitionHost(MemoryLog(), Service("dealing"), 0)
