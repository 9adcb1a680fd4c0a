"""Do readers believe what owners believe, and can lag, health and metrics be seen?"""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from prometheus_client import REGISTRY

from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS
from services.runtime import host as host_module
from services.runtime import observe, reactors, reader
from services.runtime.host import PartitionHost
from services.runtime.log import LogBrokenError, LogUnavailableError, New
from services.runtime.owner import NO_LINK, header
from services.runtime.reader import LagWatch, TooLargeError, follow_decisions, send
from services.runtime.service import Service
from services.runtime.sqlite import wall_ms
from tests.counter import command
from tests.hosting import a_host, accepted, ask, feed_all, is_decided_once
from tests.memory_log import MemoryLog
from tests.waiting import wait_for

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(host_module, "RETRY_S", (0.0,))
    monkeypatch.setattr(reactors, "RETRY_S", 0.0)
    monkeypatch.setattr(reader, "RETRY_S", 0.0)


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


@pytest.mark.slow
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
