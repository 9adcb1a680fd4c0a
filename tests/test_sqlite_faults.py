"""What does the embedded log do when its file is hurt, too new, in use, full, or its process is killed?

Disk full is tried on a tmpfs of 2 MiB where the test may mount one (as root on Linux); otherwise SQLite is told a
bound on the file's pages, which gives the same error. `test_full_disk` says which it was.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS
from services.runtime import sqlite_file
from services.runtime.log import LogBrokenError, LogDoubtError, LogUnavailableError, New
from services.runtime.sqlite import SqliteLog, open_reader
from tests.log_suite import all_of, news
from tests.needs import ROOT
from tests.waiting import wait_for_sync

pytestmark = pytest.mark.anyio


async def written(path: Path, records: int = 400) -> Path:
    """A closed log of some size."""
    log = SqliteLog(path)
    await log.open()
    for i in range(0, records, 20):
        await log.append(TABLE_COMMANDS, i % 3, news(*[b"%06d " % j * 20 for j in range(i, i + 20)]))
    await log.close()
    return path


@contextmanager
def untouched(path: Path):
    before = path.read_bytes()
    yield
    assert path.read_bytes() == before
    # and the lock is free again for whoever repairs it
    lock = apsw.Connection(f"{path}.lock")
    lock.execute("BEGIN EXCLUSIVE; ROLLBACK")
    lock.close()


def script(*args: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own."""
    return subprocess.run([sys.executable, "-c", *args], cwd=ROOT, capture_output=True, text=True, check=False)


async def refuses(path: Path, match: str) -> None:
    with untouched(path), pytest.raises(LogBrokenError, match=match):
        await SqliteLog(path).open()


@pytest.mark.parametrize("keep", [100, 4096, 8192, 4096 * 3 + 5, 0.5, 0.9, -1])
async def test_a_file_that_was_cut_off(tmp_path, keep):
    path = await written(tmp_path / "club.db")
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.truncate(int(size * keep) if isinstance(keep, float) else keep % size)
    await refuses(path, r"is damaged|not a log")


@pytest.mark.parametrize("place", range(12))
async def test_a_file_that_was_edited(tmp_path, place):
    path = await written(tmp_path / "club.db")
    # every place that holds it: a page that was split may keep a copy that nobody reads any more
    number = 31 * place + 5
    path.write_bytes(path.read_bytes().replace(b"%06d " % number * 3, b"%06d " % (number + 1) * 3))
    await refuses(path, r"is damaged: the records up to .* are not what was written.*Put back a backup")


async def test_a_page_that_was_overwritten(tmp_path):
    path = await written(tmp_path / "club.db")
    content = bytearray(path.read_bytes())
    content[4096 * 5 : 4096 * 6] = bytes(4096)
    path.write_bytes(content)
    await refuses(path, "is damaged")


async def test_any_edited_byte_of_the_records_is_found(tmp_path):
    path = await written(tmp_path / "club.db", 40)
    connection = apsw.Connection(str(path))
    topic, part, last, count, block, crc = connection.execute(
        f"SELECT {sqlite_file.COLUMNS} FROM records LIMIT 1"
    ).fetchall()[0]
    connection.close()
    assert sqlite_file.seal(topic, part, last, count, block) == crc
    for i in range(len(block)):
        changed = block[:i] + bytes([block[i] ^ 1]) + block[i + 1 :]
        assert sqlite_file.seal(topic, part, last, count, changed) != crc


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ("DELETE FROM records WHERE rowid_ IN (2)", "are missing"),
        ("UPDATE records SET part = 7 WHERE rowid_ = 2", "are missing|not what was written"),
        ("UPDATE records SET last = last + 1000 WHERE rowid_ = 2", "are missing|not what was written"),
        ("UPDATE records SET count = 1 WHERE rowid_ = 2", "not what was written"),
        ("DELETE FROM meta", "how many partitions"),
        ("PRAGMA user_version = 2", "written by a newer version .log format 2, this program knows 1.*Update Capicua"),
        ("PRAGMA application_id = 7", "is not a log of Capicua.*Name another file"),
    ],
)
async def test_a_file_that_somebody_worked_on(tmp_path, change, match):
    path = await written(tmp_path / "club.db")
    connection = apsw.Connection(str(path))
    topic, part, last = connection.execute("SELECT topic, part, last FROM records ORDER BY last").fetchall()[2]
    connection.execute(
        change.replace("rowid_ IN (2)", f"topic = {topic} AND part = {part} AND last = {last}").replace(
            "rowid_ = 2", f"topic = {topic} AND part = {part} AND last = {last}"
        )
    )
    connection.close()
    await refuses(path, match)


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to look at " * 100, b"\x89PNG\r\n"])
async def test_a_file_of_something_else(tmp_path, content):
    path = tmp_path / "photo.png"
    path.write_bytes(content)
    await refuses(path, "not a log of Capicua")


async def test_a_database_of_something_else(tmp_path):
    path = tmp_path / "other.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE friends (name TEXT); INSERT INTO friends VALUES ('Ana')")
    connection.close()
    await refuses(path, "not a log of Capicua")


async def test_a_second_server_on_the_same_file(tmp_path):
    log = SqliteLog(tmp_path / "club.db")
    await log.open()
    await log.append(TABLE_COMMANDS, 0, news(b"a"))
    with pytest.raises(LogBrokenError, match=r"in use by another running Capicua.*stop it, or name another file"):
        await SqliteLog(tmp_path / "club.db").open()
    code = "import asyncio,sys;from services.runtime.sqlite import SqliteLog;asyncio.run(SqliteLog(sys.argv[1]).open())"
    other = await asyncio.to_thread(script, code, str(tmp_path / "club.db"))
    assert other.returncode != 0
    assert "in use by another running Capicua" in other.stderr
    assert await log.append(TABLE_COMMANDS, 0, news(b"b")) == 1
    await log.close()


async def test_a_file_that_may_not_be_written(tmp_path):
    path = await written(tmp_path / "club.db")
    if os.geteuid() == 0:
        log = SqliteLog(tmp_path / "none" / "club.db")
        with pytest.raises(LogUnavailableError, match="cannot be opened"):
            await log.open()
        return
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    with pytest.raises(LogUnavailableError, match=r"may not be written|cannot be opened"):
        await SqliteLog(path).open()
    tmp_path.chmod(0o700)


# --- disk full


@pytest.fixture
def small_disk():
    """A folder with little room, and how to give it more: a tmpfs, or SQLite's own bound."""
    # Not in pytest's own folder: what stays mounted after a killed run would be in the way of its cleaning.
    folder = Path(tempfile.mkdtemp(prefix="capicua-small-"))
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mount.returncode == 0:

        def more(log: SqliteLog) -> None:
            subprocess.run(["mount", "-o", "remount,size=64m", str(folder)], check=True)

        yield "tmpfs", folder, 0, more
        subprocess.run(["umount", "-l", str(folder)], check=True)
    else:

        def more(log: SqliteLog) -> None:
            log._writer.execute("PRAGMA max_page_count = 100000")

        yield "max_page_count", folder, 200, more
    shutil.rmtree(folder)


async def test_full_disk(small_disk, record_property):
    how, folder, pages, more_room = small_disk
    record_property("disk full by", how)
    print("disk full by", how)
    log = SqliteLog(folder / "club.db", max_pages=pages)
    await log.open()
    acknowledged: dict[int, bytes] = {}
    refused = 0
    for i in range(60):
        value = b"%03d" % i + b"x" * 60_000
        try:
            acknowledged[await log.append(TABLE_EVENTS, 0, news(value))] = value
        except LogUnavailableError as e:
            refused += 1
            assert "make room on its disk; nothing was written" in str(e)
    assert refused > 0
    assert len(acknowledged) > 3
    assert sorted(acknowledged) == list(range(len(acknowledged)))
    assert {e.offset: e.value for e in await all_of(log, TABLE_EVENTS)} == acknowledged
    more_room(log)
    acknowledged[await log.append(TABLE_EVENTS, 0, news(b"after"))] = b"after"
    await log.close()
    log = SqliteLog(folder / "club.db")
    await log.open()
    assert {e.offset: e.value for e in await all_of(log, TABLE_EVENTS)} == acknowledged
    await log.close()


async def test_everything_behind_a_failed_append_fails_with_it(small_disk):
    _, folder, pages, more_room = small_disk
    log = SqliteLog(folder / "club.db", max_pages=pages)
    await log.open()
    answers = await asyncio.gather(
        *[log.append(TABLE_EVENTS, i % 2, news(b"%03d" % i + b"x" * 100_000)) for i in range(60)],
        return_exceptions=True,
    )
    taken = [a for a in answers if isinstance(a, int)]
    assert len(taken) < 60
    assert all(isinstance(a, int | LogUnavailableError) for a in answers)
    for part in (0, 1):
        values = [e.value[:3] for e in await all_of(log, TABLE_EVENTS, part)]
        assert values == [b"%03d" % i for i, a in enumerate(answers) if isinstance(a, int) and i % 2 == part]
    more_room(log)
    assert await log.append(TABLE_EVENTS, 0, news(b"x")) == await log.end(TABLE_EVENTS, 0) - 1
    await log.close()


async def test_owners_that_saw_what_got_lost_are_told(small_disk):
    _, folder, pages, _ = small_disk
    log = SqliteLog(folder / "club.db", max_pages=pages)
    await log.open()
    early = log.follow_early(TABLE_EVENTS, {0: 0})
    assert await anext(early) == (0, [])
    with pytest.raises(LogUnavailableError, match="make room"):
        await log.append(TABLE_EVENTS, 0, news(b"x" * 3_000_000))
    with pytest.raises(LogUnavailableError, match="did not reach the disk"):
        while True:
            await asyncio.wait_for(anext(early), 10)
    await log.close()


async def test_an_append_whose_sync_failed_is_in_doubt(tmp_path, monkeypatch):
    log = SqliteLog(tmp_path / "club.db")
    await log.open()
    await log.append(TABLE_EVENTS, 0, news(b"a"))
    real = log._writer

    class Failing:
        def execute(self, sql, values=()):
            if sql.startswith("INSERT"):
                real.execute(sql, values)
                raise apsw.IOError("IOError: disk I/O error")
            return real.execute(sql, values)

    monkeypatch.setattr(log, "_writer", Failing())
    with pytest.raises(LogDoubtError, match="not known whether"):
        await log.append(TABLE_EVENTS, 0, news(b"b"))
    monkeypatch.setattr(log, "_writer", real)
    # it did happen, and the log has found out
    assert await log.end(TABLE_EVENTS, 0) == 2
    assert await log.append(TABLE_EVENTS, 0, news(b"c")) == 2
    assert [e.value for e in await all_of(log, TABLE_EVENTS)] == [b"a", b"b", b"c"]
    await log.close()


# --- kill -9

WRITER = """
import asyncio, sys
from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS
from services.runtime.log import New
from services.runtime.sqlite import SqliteLog

async def main(path, acknowledged):
    log = SqliteLog(path)
    await log.open()
    async def writer(w):
        i = 0
        while True:
            value = b"%d.%d" % (w, i)
            topic = TABLE_EVENTS if w % 2 else TABLE_COMMANDS
            offset = await log.append(topic, w % 4, [New("k", value), New("k", value + b"'")])
            acknowledged.write(f"{topic.name} {w % 4} {offset} {value.decode()}\\n")
            acknowledged.flush()
            i += 1
    await asyncio.gather(*[writer(w) for w in range(16)])

asyncio.run(main(sys.argv[1], open(sys.argv[2], "w")))
"""


def write_until_killed(path: Path, told: Path, lines: int) -> None:
    """Let a process append until it has told of so many acknowledgements, and kill it in the middle of its work."""
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(told)], cwd=ROOT)
    try:
        wait_for_sync(
            lambda: process.poll() is not None or (told.exists() and told.read_bytes().count(b"\n") >= lines),
            timeout=50,
            what="appends",
        )
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.mark.parametrize("lines", [1, 300, 1500])
async def test_nothing_acknowledged_is_lost_by_kill_9(tmp_path, lines):
    path, told = tmp_path / "club.db", tmp_path / "told"
    await asyncio.to_thread(write_until_killed, path, told, lines)
    reader = open_reader(path)
    await reader.open()
    log = SqliteLog(path)
    await log.open()
    topics = {t.name: t for t in (TABLE_COMMANDS, TABLE_EVENTS)}
    held = {(n, p): {e.offset: e.value for e in await all_of(log, t, p)} for n, t in topics.items() for p in range(4)}
    acknowledged = [line.split() for line in told.read_text().splitlines() if line.count(" ") == 3]
    assert len(acknowledged) >= lines
    for name, part, offset, value in acknowledged:
        entries = held[name, int(part)]
        assert entries[int(offset)] == value.encode(), (name, part, offset)
        assert entries[int(offset) + 1] == value.encode() + b"'", (name, part, offset)
    for entries in held.values():
        assert len(entries) % 2 == 0, "half of a batch"
    assert await log.append(TABLE_COMMANDS, 0, [New("k", b"on")]) == len(held[TABLE_COMMANDS.name, 0])
    assert (await reader.read(TABLE_COMMANDS, 0, len(held[TABLE_COMMANDS.name, 0])))[0].value == b"on"
    await reader.close()
    await log.close()


async def test_a_log_whose_making_was_interrupted_is_made_again(tmp_path):
    path = tmp_path / "club.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL")
    connection.close()
    assert path.stat().st_size > 0
    log = SqliteLog(path)
    await log.open()
    assert await log.append(TABLE_COMMANDS, 0, news(b"a")) == 0
    await log.close()
