"""Does the host keep the owner's protocol over a log with faults: doubts, halts, poison?"""

from __future__ import annotations

import base64
from typing import Any

import msgspec
import pytest
from prometheus_client import REGISTRY

from contracts.topics import DEAD_LETTERS, TABLE_COMMANDS, TABLE_EVENTS
from services.runtime import host as host_module
from services.runtime import observe, reactors, reader
from services.runtime.host import PartitionHost
from services.runtime.log import LogBrokenError, LogDoubtError, LogUnavailableError, New
from services.runtime.owner import NO_LINK, NOTHING, Owner, header, next_link
from services.runtime.reader import LagWatch
from tests import counter
from tests.counter import Boom, Close, Counter, Sum, command, may
from tests.hosting import a_host, accepted, ask, feed_all, is_decided_once
from tests.memory_log import MemoryLog
from tests.waiting import wait_for

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(host_module, "RETRY_S", (0.0,))
    monkeypatch.setattr(reactors, "RETRY_S", 0.0)
    monkeypatch.setattr(reader, "RETRY_S", 0.0)


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
