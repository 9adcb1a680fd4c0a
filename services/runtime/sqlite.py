"""The embedded log: one SQLite file, one writing thread, one fsync for all that came while the last one ran.

WAL with synchronous=FULL: a commit is on the disk before it is acknowledged. Offsets and times are given when a record
is taken in, on the event loop's thread; the writing thread brings them to the file in that order. Owners in this
process may see a command as soon as it is taken in (`follow_early`): their decision is queued behind it in the same
file, so it can never be on the disk without its command. Everybody else sees what is on the disk and nothing else.

Reading happens on the event loop's thread: it takes microseconds, mostly from memory, where a second thread would
wait for Python's lock at every row.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path

import apsw

from contracts.topics import PARTITIONS, TOPICS, Topic
from services.runtime import sqlite_file
from services.runtime.log import Entry, LogBrokenError, LogDoubtError, LogUnavailableError, New

MAX_BATCH_BYTES = 16 * 1024 * 1024
"""Bound of one append, far above what any service writes."""
COMMIT_BYTES = 8 * 1024 * 1024
"""About how much one commit takes in at most."""
TAIL_RECORDS = 2048
TAIL_BYTES = 8 * 1024 * 1024
"""How much of each partition's end is kept in memory for those who follow it."""
CHECKPOINT_BYTES = 4 * 1024 * 1024
"""From this size of the WAL on, a thread of its own copies it into the file."""
CHECKPOINT_S = 0.5
"""How often it looks."""
RESET_BYTES = 32 * 1024 * 1024
"""Beyond this much in the WAL, writing starts again at its beginning."""
POLL_S = 0.1
"""How often a reader beside a running server looks for new records."""

MAX_ROWS = 1000
"""How many rows one statement inserts at most."""
MARKS = "(?,?,?,?,?,?)"
NO_ENDS: Mapping[tuple[str, int], int] = {}

_SLICE = 2000


def wall_ms() -> int:
    """Give this machine's clock in milliseconds since 1970 UTC."""
    return time.time_ns() // 1_000_000


class _Tail:
    """The end of one partition: what is next, what is on the disk, and the newest records."""

    __slots__ = ("base", "bytes", "durable", "entries", "next")

    def __init__(self, end: int) -> None:
        self.next = self.durable = self.base = end
        self.entries: list[Entry] = []
        self.bytes = 0

    def trim(self) -> None:
        """Let old records go; what is not on the disk yet must stay."""
        if len(self.entries) < TAIL_RECORDS and self.bytes < TAIL_BYTES:
            return
        keep = TAIL_RECORDS // 2 if self.bytes < TAIL_BYTES else 0
        go = min(self.durable - self.base, len(self.entries) - keep)
        if go > 0:
            del self.entries[:go]
            self.base += go
            self.bytes = sum(len(e.value) for e in self.entries)

    def fall_back(self) -> None:
        """Forget what did not reach the disk."""
        del self.entries[max(self.durable - self.base, 0) :]
        self.next = self.durable

    def slice(self, start: int, limit: int, end: int) -> list[Entry]:
        return self.entries[start - self.base : min(end - self.base, start - self.base + limit)]


class _Request:
    """One append on its way to the disk."""

    __slots__ = ("entries", "epoch", "future", "place", "size")

    def __init__(
        self, place: tuple[str, int], entries: list[Entry], size: int, epoch: int, future: asyncio.Future[int]
    ) -> None:
        self.place = place
        self.entries = entries
        self.size = size
        self.epoch = epoch
        self.future = future


class SqliteLog:
    """The embedded log, for the one process that writes it."""

    def __init__(
        self,
        path: str | Path,
        *,
        partitions: int = PARTITIONS,
        clock: Callable[[], int] = wall_ms,
        max_pages: int = 0,
    ) -> None:
        """Name the file; it is made at `open` if it is not there. `max_pages` bounds its size (0: the disk does)."""
        self.path = Path(path)
        self.partitions = partitions
        self._clock = clock
        self._max_pages = max_pages
        self._now = 0
        self._tails: dict[tuple[str, int], _Tail] = {}
        self._ids: dict[str, int] = {}
        self._followers: dict[tuple[str, int], set[asyncio.Event]] = defaultdict(set)
        self._early: dict[tuple[str, int], set[asyncio.Event]] = defaultdict(set)
        self._queue: queue.SimpleQueue[list[_Request] | None] = queue.SimpleQueue()
        self._pending: list[_Request] = []
        self._epoch = 0
        self._failed = -1
        self._is_open = False
        self._log = logging.getLogger("capicua.log")

    # Life

    async def open(self) -> None:
        """Take the file for this process alone, check it, make it if it is not there.

        LogBrokenError when it is damaged, foreign, newer, or in use; nothing is changed then.
        """
        self._loop = asyncio.get_running_loop()
        self._lock = self._take_lock()
        try:
            await asyncio.to_thread(self._open_file)
        except BaseException:
            self._lock.close()
            raise
        self._stop_checkpoints = threading.Event()
        self._writing = threading.Thread(target=self._write_loop, name="log-writer", daemon=True)
        self._checkpointing = threading.Thread(target=self._checkpoint_loop, name="log-checkpoints", daemon=True)
        self._is_open = True
        self._writing.start()
        self._checkpointing.start()

    def _take_lock(self) -> apsw.Connection:
        """Hold an exclusive lock on a small database beside the log: it works on every system and ends with us."""
        beside = self.path.with_name(self.path.name + ".lock")
        lock: apsw.Connection | None = None
        try:
            lock = apsw.Connection(str(beside))
            lock.execute("BEGIN EXCLUSIVE")
        except apsw.BusyError as e:
            if lock is not None:
                lock.close()
            raise LogBrokenError(
                f"{self.path} is in use by another running Capicua; nothing was changed. "
                "Use that one, stop it, or name another file"
            ) from e
        except apsw.Error as e:
            if lock is not None:
                lock.close()
            raise sqlite_file.translate(self.path, e) from e
        return lock

    def _open_file(self) -> None:
        fresh = sqlite_file.is_blank(self.path)
        if not fresh:
            sqlite_file.check_length(self.path)
            probe = sqlite_file.probe(self.path)
            try:
                sqlite_file.check(self.path, probe)
            finally:
                probe.close()
        try:
            self._writer = self._connect()
            if fresh:
                sqlite_file.create(self._writer, self.partitions)
            self._reader = self._connect()
            self._checkpointer = self._connect()
            self._checkpointer.set_busy_timeout(100)
        except apsw.Error as e:
            raise sqlite_file.translate(self.path, e) from e
        self.partitions = sqlite_file.partitions_of(self.path, self._reader)
        self._ids = sqlite_file.topic_ids(self._reader)
        self._add_topics()
        for topic in TOPICS:
            for part in range(self.partitions):
                _, end = sqlite_file.bounds(self.path, self._reader, self._ids[topic.name], part)
                self._tails[topic.name, part] = _Tail(end)
                for entry in sqlite_file.read(self.path, self._reader, topic, self._ids, part, end - 1, 1):
                    self._now = max(self._now, entry.at)
        self._newest = {t.name: self._newest_by_key(t) for t in TOPICS if t.compacted}

    def _connect(self) -> apsw.Connection:
        connection = apsw.Connection(str(self.path))
        connection.set_busy_timeout(5000)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA cache_size = -16384")
        if self._max_pages:
            connection.execute(f"PRAGMA max_page_count = {self._max_pages}")
        return connection

    def _add_topics(self) -> None:
        for topic in TOPICS:
            if topic.name not in self._ids:
                self._writer.execute("INSERT INTO topics (name) VALUES (?)", (topic.name,))
                self._ids = sqlite_file.topic_ids(self._reader)

    def _newest_by_key(self, topic: Topic) -> dict[tuple[int, str], int]:
        found: dict[tuple[int, str], int] = {}
        for part in range(self.partitions):
            start = 0
            while entries := sqlite_file.read(self.path, self._reader, topic, self._ids, part, start, _SLICE):
                found.update({(part, e.key): e.offset for e in entries})
                start = entries[-1].offset + 1
        return found

    async def close(self) -> None:
        """Write what is queued, copy the WAL into the file, let the file go."""
        if not self._is_open:
            return
        self._is_open = False
        self._hand_over()
        self._queue.put(None)
        self._stop_checkpoints.set()
        await asyncio.to_thread(self._writing.join)
        await asyncio.to_thread(self._checkpointing.join)
        await asyncio.sleep(0)  # let the last acknowledgements reach those who wait for them
        for place in self._tails:
            self._wake(place)
            for event in self._early[place]:
                event.set()
        for connection in (self._reader, self._checkpointer, self._writer, self._lock):
            await asyncio.to_thread(connection.close)

    # Writing

    async def append(self, topic: Topic, partition: int, records: Sequence[New]) -> int:
        """Append a batch, whole or not at all; give the offset of its first record once it is on the disk.

        LogUnavailableError when nothing was written (disk full), LogDoubtError when that is not known.
        """
        if not self._is_open:
            raise LogUnavailableError(f"{self.path} is closed")
        place = (topic.name, partition)
        tail = self._tails[place]
        now = self._clock()
        now = max(now, self._now)
        self._now = now
        first = tail.next
        if len(records) == 1:
            key, value, header = records[0]
            entries = [Entry(first, now, key, value, header)]
            size = len(value)
        else:
            if not records:
                return tail.durable
            entries = [Entry(first + i, now, key, value, header) for i, (key, value, header) in enumerate(records)]
            size = sum([len(e.value) for e in entries])
        if size > MAX_BATCH_BYTES:
            raise ValueError(f"{size} bytes in one batch are more than the log takes ({MAX_BATCH_BYTES})")
        tail.entries += entries
        tail.next += len(entries)
        tail.bytes += size
        request = _Request(place, entries, size, self._epoch, self._loop.create_future())
        self._pending.append(request)
        if len(self._pending) == 1:
            self._loop.call_soon(self._soon)
        for event in self._early[place]:
            event.set()
        # Whoever gives up waiting cancels the future alone: the append is on its way and happens.
        return await request.future

    def _soon(self) -> None:
        """Wait one more turn of the loop: owners that were just woken add their decisions to the same commit."""
        self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        """Give all that came in these two turns to the writing thread."""
        if self._pending:
            self._queue.put(self._pending)
            self._pending = []

    def _write_loop(self) -> None:
        """Run the writing thread."""
        while (requests := self._queue.get()) is not None:
            size = sum([r.size for r in requests])
            stopping = False
            while size < COMMIT_BYTES:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    stopping = True
                    break
                requests += more
                size += sum([r.size for r in more])
            self._write(requests)
            if stopping:
                return

    def _write(self, requests: list[_Request]) -> None:
        error: Exception | None = None
        if requests[0].epoch <= self._failed:
            stale = [r for r in requests if r.epoch <= self._failed]
            requests = requests[len(stale) :]
            self._tell(
                stale, LogUnavailableError(f"{self.path}: nothing was written: an append before this one failed")
            )
            if not requests:
                return
        try:
            self._commit(requests)
        except apsw.IOError as e:
            error = LogDoubtError(f"{self.path}: {e}: it is not known whether the last records are on the disk")
        except apsw.Error as e:
            error = sqlite_file.translate(self.path, e)
        except Exception as e:  # noqa: BLE001
            # Whatever it is, those who wait must hear of it: a writing thread that died would be silence.
            self._log.exception("the writing thread met an error it does not know")
            error = LogDoubtError(f"{self.path}: {type(e).__name__}: {e}")
        if error is None:
            self._tell(requests, None)
            return
        self._failed = requests[-1].epoch
        ends = dict[tuple[str, int], int]()
        try:
            for name, part in {r.place for r in requests}:
                ends[name, part] = sqlite_file.bounds(self.path, self._writer, self._ids[name], part)[1]
        except LogUnavailableError as e:
            self._log.warning("the end of the log cannot be read after a failed commit: %s", e)
        self._tell(requests, error, ends)

    def _commit(self, requests: list[_Request]) -> None:
        """Bring all requests to the disk in one transaction."""
        groups: dict[tuple[str, int], list[Entry]] = {}
        for request in requests:
            entries = groups.get(request.place)
            if entries is None:
                groups[request.place] = list(request.entries)
            else:
                entries += request.entries
        rows: list[sqlite_file.Row] = []
        gone: list[tuple[int, int, int]] = []
        newest: dict[str, dict[tuple[int, str], int]] = {}
        for (name, part), entries in groups.items():
            if name in self._newest:
                self._replace(name, part, entries, rows, gone, newest.setdefault(name, {}))
            else:
                rows.append(sqlite_file.pack(self._ids[name], part, entries))
        if gone or len(rows) > MAX_ROWS:
            self._commit_in_steps(rows, gone)
        else:
            # One statement is one transaction: Python's lock changes hands once for it.
            insert = f"INSERT INTO records ({sqlite_file.COLUMNS}) VALUES {','.join([MARKS] * len(rows))}"  # noqa: S608 - marks alone
            self._writer.execute(insert, [value for row in rows for value in row])
        for name, found in newest.items():
            self._newest[name].update(found)

    def _commit_in_steps(self, rows: list[sqlite_file.Row], gone: list[tuple[int, int, int]]) -> None:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            self._writer.executemany(f"INSERT INTO records ({sqlite_file.COLUMNS}) VALUES {MARKS}", rows)  # noqa: S608 - marks alone
            self._writer.executemany("DELETE FROM records WHERE topic = ? AND part = ? AND last = ?", gone)
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    def _replace(
        self,
        name: str,
        part: int,
        entries: list[Entry],
        rows: list[sqlite_file.Row],
        gone: list[tuple[int, int, int]],
        newest: dict[tuple[int, str], int],
    ) -> None:
        """Prepare the rows of a topic that keeps the newest record of each key; the rows of older ones go."""
        number = self._ids[name]
        for key, entry in {e.key: e for e in entries}.items():
            before = self._newest[name].get((part, key))
            if before is not None:
                gone.append((number, part, before))
            newest[part, key] = entry.offset
            rows.append(sqlite_file.pack(number, part, [entry]))

    def _tell(
        self, requests: list[_Request], error: Exception | None, ends: Mapping[tuple[str, int], int] = NO_ENDS
    ) -> None:
        self._loop.call_soon_threadsafe(self._done, requests, error, ends)

    def _done(self, requests: list[_Request], error: Exception | None, ends: Mapping[tuple[str, int], int]) -> None:
        """Run on the loop's thread: acknowledge, or take back."""
        if error is None:
            places = set()
            for request in requests:
                place = request.place
                places.add(place)
                self._tails[place].durable = request.entries[-1].offset + 1
                if not request.future.done():
                    request.future.set_result(request.entries[0].offset)
            for place in places:
                self._tails[place].trim()
                self._wake(place)
            return
        if requests[-1].epoch == self._epoch:
            self._epoch += 1
            for place, tail in self._tails.items():
                tail.durable = ends.get(place, tail.durable)
                tail.fall_back()
                self._wake(place)
                for event in self._early[place]:
                    event.set()
        for request in requests:
            if not request.future.done():
                request.future.set_exception(error)

    def _wake(self, place: tuple[str, int]) -> None:
        for event in self._followers[place]:
            event.set()

    def _checkpoint_loop(self) -> None:
        """Copy the WAL into the file beside the writing, so that no commit waits for it."""
        wal = self.path.with_name(self.path.name + "-wal")
        while not self._stop_checkpoints.wait(CHECKPOINT_S):
            try:
                if wal.stat().st_size < CHECKPOINT_BYTES:
                    continue
                frames, _ = self._checkpointer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
                if frames * sqlite_file.PAGE_BYTES > RESET_BYTES:
                    # Under steady writing the copy never meets the end by itself. Writers wait for this one, so it
                    # comes right after the other and has little left to copy.
                    self._checkpointer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
            except (apsw.Error, OSError) as e:
                self._log.warning("checkpoint put off: %s", e)

    # Reading

    async def read(self, topic: Topic, partition: int, start: int, limit: int = 2000) -> list[Entry]:
        """Give up to `limit` records from offset `start`; [] when there are none yet."""
        entries = self._read(topic, partition, start, limit, self._tails[topic.name, partition].durable)
        await asyncio.sleep(0)  # a long restore lets others in between its slices
        return entries

    def _read(self, topic: Topic, partition: int, start: int, limit: int, end: int) -> list[Entry]:
        tail = self._tails[topic.name, partition]
        if start >= end:
            return []
        if start >= tail.base and not topic.compacted:
            return tail.slice(start, limit, end)
        if not self._is_open:
            raise LogUnavailableError(f"{self.path} is closed")
        return sqlite_file.read(self.path, self._reader, topic, self._ids, partition, start, limit)

    async def begin(self, topic: Topic, partition: int) -> int:
        """Give the lowest offset still held."""
        return sqlite_file.bounds(self.path, self._reader, self._ids[topic.name], partition)[0]

    async def end(self, topic: Topic, partition: int) -> int:
        """Give the offset after the last record on the disk."""
        return self._tails[topic.name, partition].durable

    def follow(self, topic: Topic, starts: Mapping[int, int]) -> AsyncIterator[tuple[int, list[Entry]]]:
        """Yield records as they come to the disk; see `Log.follow`."""
        return self._follow(topic, starts, early=False)

    def follow_early(self, topic: Topic, starts: Mapping[int, int]) -> AsyncIterator[tuple[int, list[Entry]]]:
        """Yield records as they are taken in, for owners of this process alone.

        LogUnavailableError when records that were given did not reach the disk after all: the owner restores.
        """
        return self._follow(topic, starts, early=True)

    async def _follow(
        self, topic: Topic, starts: Mapping[int, int], *, early: bool
    ) -> AsyncIterator[tuple[int, list[Entry]]]:
        news = asyncio.Event()
        watchers = [(self._early if early else self._followers)[topic.name, part] for part in starts]
        for watcher in watchers:
            watcher.add(news)
        epoch = self._epoch
        places = dict(starts)
        marks = {p: self._tails[topic.name, p].durable for p in places}
        try:
            while self._is_open:
                news.clear()
                found = False
                for part in list(places):
                    if early and epoch != self._epoch:
                        raise LogUnavailableError(f"{self.path}: records that were taken in did not reach the disk")
                    tail = self._tails[topic.name, part]
                    entries = self._read(topic, part, places[part], _SLICE, tail.next if early else tail.durable)
                    if entries:
                        found = True
                        places[part] = entries[-1].offset + 1
                        yield part, entries
                    if part in marks and (places[part] >= marks[part] or not entries):
                        del marks[part]
                        yield part, []
                if found:
                    await asyncio.sleep(0)
                else:
                    await news.wait()
        finally:
            for watcher in watchers:
                watcher.discard(news)


class SqliteReader:
    """The embedded log for a tool that reads it, beside a running server or without one."""

    def __init__(self, path: str | Path) -> None:
        """Name the file; `open` checks it."""
        self.path = Path(path)
        self.partitions = PARTITIONS

    async def open(self) -> None:
        """Open for reading. LogUnavailableError when there is none, LogBrokenError when it is not to be read."""
        self._connection = sqlite_file.probe(self.path)
        self.partitions = sqlite_file.partitions_of(self.path, self._connection)
        self._ids = sqlite_file.topic_ids(self._connection)

    async def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    async def append(self, topic: Topic, partition: int, records: Sequence[New]) -> int:  # noqa: ARG002
        """Refuse: this is for reading."""
        raise LogUnavailableError(f"{self.path} is open for reading only: {topic.name} was not written to")

    async def read(self, topic: Topic, partition: int, start: int, limit: int = 2000) -> list[Entry]:
        """Give up to `limit` records from offset `start`."""
        return sqlite_file.read(self.path, self._connection, topic, self._ids, partition, start, limit)

    async def begin(self, topic: Topic, partition: int) -> int:
        """Give the lowest offset still held."""
        return sqlite_file.bounds(self.path, self._connection, self._ids.get(topic.name), partition)[0]

    async def end(self, topic: Topic, partition: int) -> int:
        """Give the offset that the next record will take."""
        return sqlite_file.bounds(self.path, self._connection, self._ids.get(topic.name), partition)[1]

    async def follow(self, topic: Topic, starts: Mapping[int, int]) -> AsyncIterator[tuple[int, list[Entry]]]:
        """Yield records as they come, looked for every POLL_S seconds."""
        places = dict(starts)
        marks = {p: await self.end(topic, p) for p in places}
        while True:
            found = False
            for part in list(places):
                entries = await self.read(topic, part, places[part])
                if entries:
                    found = True
                    places[part] = entries[-1].offset + 1
                    yield part, entries
                if part in marks and (places[part] >= marks[part] or not entries):
                    del marks[part]
                    yield part, []
            if not found:
                await asyncio.sleep(POLL_S)


def open_reader(path: str | Path) -> SqliteReader:
    """Give a log for reading alone; call its `open`."""
    return SqliteReader(path)
