"""Does the embedded log do what every log must, and what only it can?"""

from __future__ import annotations

import asyncio
import queue
from pathlib import Path

import apsw
import pytest

from contracts.topics import STANDINGS, TABLE_COMMANDS, TABLE_EVENTS
from services.runtime import sqlite
from services.runtime.log import LogBrokenError, LogUnavailableError, New
from services.runtime.settings import KafkaUrl, SettingsError, SqliteUrl, load, open_log, parse_url
from services.runtime.sqlite import SqliteLog, open_reader
from tests.log_suite import Following, Logs, LogSuite, all_of, news
from tests.waiting import wait_for

pytestmark = pytest.mark.anyio


@pytest.fixture
async def logs(tmp_path):
    opened: list[SqliteLog] = []

    async def reopen() -> SqliteLog:
        if opened:
            await opened[-1].close()
        opened.append(SqliteLog(tmp_path / "club.db"))
        await opened[-1].open()
        return opened[-1]

    log = await reopen()
    yield Logs(log, reopen)
    await opened[-1].close()


class TestSqliteLog(LogSuite):
    """The suite of every log."""


async def test_the_clock_is_the_one_given_and_never_runs_back(tmp_path):
    times = iter([5000, 4000, 6000])
    log = SqliteLog(tmp_path / "a.db", clock=lambda: next(times))
    await log.open()
    for value in (b"a", b"b", b"c"):
        await log.append(TABLE_COMMANDS, 0, news(value))
    assert [e.at for e in await all_of(log)] == [5000, 5000, 6000]
    await log.close()
    log = SqliteLog(tmp_path / "a.db", clock=lambda: 10)
    await log.open()
    await log.append(TABLE_EVENTS, 0, news(b"a"))
    assert (await log.read(TABLE_EVENTS, 0, 0))[0].at == 6000
    await log.close()


async def test_every_commit_is_synced(tmp_path):
    log = SqliteLog(tmp_path / "a.db")
    await log.open()
    assert log._writer.pragma("synchronous") == 2
    assert log._writer.pragma("journal_mode") == "wal"
    await log.close()


async def test_appends_that_come_together_share_a_commit(tmp_path):
    log = SqliteLog(tmp_path / "a.db")
    await log.open()
    await asyncio.gather(*[log.append(TABLE_COMMANDS, i % 4, news(b"x")) for i in range(400)])
    rows = log._reader.execute("SELECT count(*) FROM records").get
    assert rows < 100
    await log.close()


async def test_owners_of_this_process_see_a_command_before_it_is_on_the_disk(logs):
    log: SqliteLog = logs.log
    early = log.follow_early(TABLE_COMMANDS, {0: 0})
    assert await anext(early) == (0, [])
    log._writer.execute("BEGIN IMMEDIATE")  # holds the writing thread's connection: nothing can be committed
    writing = asyncio.create_task(log.append(TABLE_COMMANDS, 0, news(b"a")))
    _, entries = await asyncio.wait_for(anext(early), 10)
    assert [e.value for e in entries] == [b"a"]
    assert not writing.done()
    log._writer.execute("COMMIT")
    await asyncio.wait_for(writing, 10)
    assert await log.end(TABLE_COMMANDS, 0) == 1
    await early.aclose()


class Gate:
    """Holds the writing thread before each commit until it is let through, or makes the commit fail."""

    def __init__(self, log: SqliteLog) -> None:
        self._log = log
        self._commit = log._commit
        self._say: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()
        log._commit = self._held  # type: ignore[method-assign]

    def _held(self, requests) -> None:
        error = self._say.get(timeout=20)
        if error is not None:
            raise error
        self._commit(requests)

    async def taken(self) -> None:
        """Wait until the writing thread has taken all there is, and stands at the gate."""
        await asyncio.sleep(0)
        await wait_for(lambda: not self._log._pending and self._log._queue.empty())

    def let(self, error: Exception | None = None) -> None:
        self._say.put(error)


async def test_followers_see_what_is_on_the_disk_and_nothing_else(logs):
    gate = Gate(logs.log)
    following = Following(logs.log, TABLE_COMMANDS, {0: 0, 1: 0})
    await following.until(lambda: set(following.caught_up) == {0, 1})
    first = asyncio.create_task(logs.log.append(TABLE_COMMANDS, 1, news(b"first")))
    await gate.taken()
    second = asyncio.create_task(logs.log.append(TABLE_COMMANDS, 0, news(b"second")))
    await asyncio.sleep(0)
    gate.let()
    await first
    await following.until(lambda: len(following.got[1]) == 1)
    for _ in range(20):
        await asyncio.sleep(0)
    assert following.got[0] == []
    assert await logs.log.read(TABLE_COMMANDS, 0, 0) == []
    assert await logs.log.end(TABLE_COMMANDS, 0) == 0
    gate.let()
    await second
    await following.until(lambda: len(following.got[0]) == 1)
    await following.stop()


async def test_what_was_taken_in_behind_a_failed_append_fails_too(logs):
    gate = Gate(logs.log)
    first = asyncio.create_task(logs.log.append(TABLE_COMMANDS, 0, news(b"first")))
    await gate.taken()
    behind = asyncio.create_task(logs.log.append(TABLE_COMMANDS, 0, news(b"behind")))
    await asyncio.sleep(0)
    gate.let(apsw.FullError("FullError: database or disk is full"))
    with pytest.raises(LogUnavailableError, match="make room"):
        await first
    gate.let()
    with pytest.raises(LogUnavailableError, match="an append before this one failed"):
        await asyncio.wait_for(behind, 20)
    assert await logs.log.append(TABLE_COMMANDS, 0, news(b"after")) == 0
    assert [e.value for e in await all_of(logs.log)] == [b"after"]


async def test_whoever_gives_up_waiting_does_not_lose_the_record(logs):
    writing = asyncio.create_task(logs.log.append(TABLE_COMMANDS, 0, news(b"a")))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    assert await logs.log.append(TABLE_COMMANDS, 0, news(b"b")) == 1
    assert [e.value for e in await all_of(logs.log)] == [b"a", b"b"]


async def test_what_left_memory_is_read_from_the_file(logs, monkeypatch):
    monkeypatch.setattr(sqlite, "TAIL_RECORDS", 64)
    following = Following(logs.log, TABLE_EVENTS, {0: 0})
    for first in range(0, 1000, 10):
        await logs.log.append(TABLE_EVENTS, 0, news(*[b"%d" % i for i in range(first, first + 10)]))
    assert logs.log._tails[TABLE_EVENTS.name, 0].base > 0
    assert [e.value for e in await all_of(logs.log, TABLE_EVENTS)] == [b"%d" % i for i in range(1000)]
    assert [e.value for e in await logs.log.read(TABLE_EVENTS, 0, 3, 2)] == [b"3", b"4"]
    await following.until(lambda: len(following.got[0]) == 1000)
    await following.stop()


async def test_standings_keep_the_newest_record_of_each_key_alone(logs):
    for i in range(20):
        await logs.log.append(
            STANDINGS, 1, [New("cup", b"%d" % i), New("cup", b"%d again" % i), New("open", b"%d" % i)]
        )
    assert [(e.offset, e.key, e.value) for e in await all_of(logs.log, STANDINGS, 1)] == [
        (58, "cup", b"19 again"),
        (59, "open", b"19"),
    ]
    assert await logs.log.begin(STANDINGS, 1) == 58
    log = await logs.reopen()
    await log.append(STANDINGS, 1, [New("cup", b"last")])
    assert [(e.offset, e.value) for e in await all_of(log, STANDINGS, 1)] == [(59, b"19"), (60, b"last")]


async def test_a_reader_works_beside_a_running_server(logs, monkeypatch):
    monkeypatch.setattr(sqlite, "POLL_S", 0.005)
    await logs.log.append(TABLE_EVENTS, 0, news(b"a", b"b"))
    reader = open_reader(logs.log.path)
    await reader.open()
    assert reader.partitions == logs.log.partitions
    assert await reader.end(TABLE_EVENTS, 0) == 2
    assert await reader.begin(TABLE_EVENTS, 0) == 0
    following = Following(reader, TABLE_EVENTS, {0: 1})
    await following.until(lambda: 0 in following.caught_up)
    await logs.log.append(TABLE_EVENTS, 0, news(b"c"))
    await following.until(lambda: [e.value for e in following.got[0]] == [b"b", b"c"])
    with pytest.raises(LogUnavailableError, match="reading only"):
        await reader.append(TABLE_EVENTS, 0, news(b"d"))
    await following.stop()
    await reader.close()


async def test_a_reader_works_without_a_server(logs):
    await logs.log.append(TABLE_EVENTS, 0, news(b"a"))
    await logs.log.close()
    reader = open_reader(logs.log.path)
    await reader.open()
    assert [e.value for e in await reader.read(TABLE_EVENTS, 0, 0)] == [b"a"]
    await reader.close()


async def test_a_reader_of_nothing_says_so(tmp_path):
    with pytest.raises(LogUnavailableError, match="there is no log at"):
        await open_reader(tmp_path / "none.db").open()
    assert list(tmp_path.iterdir()) == []


async def test_the_partitions_of_a_log_are_those_it_was_made_with(tmp_path):
    log = SqliteLog(tmp_path / "a.db", partitions=3)
    await log.open()
    await log.close()
    log = SqliteLog(tmp_path / "a.db", partitions=8)
    await log.open()
    assert log.partitions == 3
    await log.close()


async def test_a_closed_log_says_so(logs):
    await logs.log.close()
    with pytest.raises(LogUnavailableError, match="closed"):
        await logs.log.append(TABLE_COMMANDS, 0, news(b"a"))


async def test_followers_end_when_the_log_is_closed(logs):
    following = Following(logs.log, TABLE_COMMANDS, {0: 0})
    await following.until(lambda: 0 in following.caught_up)
    await logs.log.close()
    await asyncio.wait_for(following._task, 10)


@pytest.mark.slow
async def test_the_wal_is_copied_into_the_file_beside_the_writing(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "CHECKPOINT_BYTES", 100_000)
    monkeypatch.setattr(sqlite, "RESET_BYTES", 300_000)
    log = SqliteLog(tmp_path / "a.db")
    await log.open()
    for _ in range(40):
        await log.append(TABLE_COMMANDS, 0, news(b"x" * 20_000))
    await wait_for(lambda: (tmp_path / "a.db").stat().st_size > 500_000, what="the file to grow")
    await log.close()
    assert not (tmp_path / "a.db-wal").exists()
    check = apsw.Connection(str(tmp_path / "a.db"))
    assert check.execute("PRAGMA integrity_check").get == "ok"
    check.close()


# --- settings


def test_the_log_s_url_is_read():
    assert parse_url("sqlite:club.db") == SqliteUrl(Path("club.db"))
    assert parse_url("sqlite:/data/club.db") == SqliteUrl(Path("/data/club.db"))
    assert parse_url("sqlite:///data/club.db") == SqliteUrl(Path("/data/club.db"))
    assert parse_url("sqlite:~/club.db") == SqliteUrl(Path.home() / "club.db")
    assert parse_url("kafka://a:9092,b:9092") == KafkaUrl("a:9092,b:9092")
    assert parse_url("kafka://[::1]:9092/") == KafkaUrl("[::1]:9092")


@pytest.mark.parametrize(
    "url", ["", "club.db", "sqlite:", "sqlite:folder/", "kafka://", "kafka://host", "kafka://h:x", "kafka://h:1/t"]
)
def test_a_url_that_names_no_log_is_refused(url):
    with pytest.raises(SettingsError, match="sqlite:FILE or kafka://HOST:PORT"):
        parse_url(url)


def test_settings_come_from_the_environment_and_the_command_line_over_it():
    settings = load({"CAPICUA_PORT": "9000", "CAPICUA_LOG": "kafka://h:1", "HOME": "x"}, port=9001, host=None)
    assert (settings.port, settings.log, settings.host) == (9001, "kafka://h:1", "0.0.0.0")
    for bad in ({"CAPICUA_PORT": "many"}, {"CAPICUA_LOG_FORMAT": "xml"}, {"CAPICUA_LOG": "club"}):
        with pytest.raises(SettingsError):
            load(bad)


def test_open_log_makes_the_log_that_is_named(tmp_path):
    log = open_log(f"sqlite:{tmp_path}/a.db")
    assert isinstance(log, SqliteLog)
    assert log.path == tmp_path / "a.db"


async def test_a_batch_beyond_all_bounds_is_a_bug_of_the_caller(logs):
    with pytest.raises(ValueError, match="more than the log takes"):
        await logs.log.append(TABLE_COMMANDS, 0, news(b"x" * (sqlite.MAX_BATCH_BYTES + 1)))
    assert await logs.log.end(TABLE_COMMANDS, 0) == 0


async def test_a_row_that_was_changed_is_found_when_it_is_read(logs):
    await logs.log.append(TABLE_EVENTS, 0, news(b"a" * 50))
    reader = open_reader(logs.log.path)
    await reader.open()
    logs.log._writer.execute("UPDATE records SET block = CAST(replace(block, 'a', 'b') AS BLOB)")
    with pytest.raises(LogBrokenError, match="not what was written"):
        await reader.read(TABLE_EVENTS, 0, 0)
    await reader.close()
