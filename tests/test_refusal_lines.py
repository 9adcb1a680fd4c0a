"""Is every refused command a line of the record, without a flood of commands becoming a flood of lines?"""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from contracts.topics import TABLE_COMMANDS
from services.runtime import host as host_module
from services.runtime import refusals
from services.runtime.refusals import Lines
from tests.counter import Add, command
from tests.hosting import a_host, ask, feed_all
from tests.memory_log import MemoryLog
from tests.waiting import wait_for

pytestmark = pytest.mark.anyio

TOO_MUCH = Add(n=5000)


@pytest.fixture
def lines(monkeypatch) -> Lines:
    """Lines of the test's own: three in a second that does not pass."""
    own = Lines(3, clock=lambda: 0.0)
    monkeypatch.setattr(host_module, "LINES", own)
    return own


def told(found) -> list[dict]:
    return [line for line in found if line["event"] == "refused"]


def left_out(found) -> list[int]:
    return [line["count"] for line in found if line["event"] == "refused, lines left out"]


async def running(log) -> host_module.PartitionHost:
    host = a_host(log)
    await host.start()
    return host


async def test_a_refused_command_is_a_line_with_its_place_code_and_sender(lines):
    log = MemoryLog()
    ask(log, command("good"), command("bad", "l", TOO_MUCH), command("fine"))
    with capture_logs() as found:
        host = await running(log)
        await feed_all(host, log)
        await host.stop()
    (line,) = told(found)
    sent = command("bad", "l", TOO_MUCH)
    assert line["log_level"] == "info"
    assert {name: line[name] for name in ("service", "partition", "key", "code", "cause", "actor")} == {
        "service": host.service,
        "partition": 0,
        "key": "l",
        "code": "COUNT_TOO_MUCH",
        "cause": "bad",
        "actor": sent.actor,
    }
    assert not left_out(found)


async def test_what_is_no_command_is_a_line_too_and_stays_on_it(lines):
    log = MemoryLog()
    ask(log, b"\xff", key="a\nb" + "x" * 500)
    ask(log, b'{"refusal":{"code":"x"}}')
    with capture_logs() as found:
        host = await running(log)
        await feed_all(host, log)
        await host.stop()
    first, second = told(found)
    assert first["key"] == "a?b" + "x" * 77
    assert [line["code"] for line in (first, second)] == ["command/unreadable"] * 2
    assert (first["cause"], first["actor"]) == ("", "")


async def test_a_flood_is_told_by_a_few_lines_and_a_number(lines):
    log = MemoryLog()
    ask(log, command("good"), *(command(f"bad-{n}", "k", TOO_MUCH) for n in range(10)))
    with capture_logs() as found:
        host = await running(log)
        await host.feed(await log.read(TABLE_COMMANDS, 0, 0, 5))
        await host.feed(await log.read(TABLE_COMMANDS, 0, 5))
        assert [line["cause"] for line in told(found)] == ["bad-0", "bad-1", "bad-2"]
        assert not left_out(found), "not before the second is over"
        await host.stop()
    assert left_out(found) == [7]
    assert len(told(found)) == 3


async def test_the_number_comes_by_itself_and_the_next_second_has_lines_again(monkeypatch):
    monkeypatch.setattr(refusals, "WINDOW_S", 0.01)
    now = [0.0]
    lines = Lines(1, clock=lambda: now[0])
    monkeypatch.setattr(host_module, "LINES", lines)
    log = MemoryLog()
    ask(log, *(command(f"bad-{n}", "k", TOO_MUCH) for n in range(3)))
    with capture_logs() as found:
        host = await running(log)
        await feed_all(host, log)
        await wait_for(lambda: left_out(found) == [2], what="the number of lines left out")
        now[0] = 1.0
        ask(log, command("bad-3", "k", TOO_MUCH))
        await feed_all(host, log)
        await host.stop()
    assert [line["cause"] for line in told(found)] == ["bad-0", "bad-3"]
    assert left_out(found) == [2]


async def test_what_is_accepted_is_not_looked_at(lines, monkeypatch):
    def never(*_):
        raise AssertionError("an accepted batch was read again")

    monkeypatch.setattr(refusals, "read_decision", never)
    monkeypatch.setattr(lines, "tell", never)
    log = MemoryLog()
    ask(log, command("a"), command("b"))
    host = await running(log)
    await feed_all(host, log)
    assert host.state == "running"
    await host.stop()
