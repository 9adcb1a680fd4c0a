"""What every log must do: one suite, run over each of them. Subclasses give `log` and `reopen`.

class TestMine(LogSuite):
    @pytest.fixture
    async def logs(self): yield Logs(...)
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import pytest

from contracts.topics import DEAD_LETTERS, STANDINGS, TABLE_COMMANDS, TABLE_EVENTS, TOURNAMENT_COMMANDS
from services.runtime.log import Entry, Log, New


@dataclass
class Logs:
    """The log under test. `reopen` lets go of it and opens it anew, as a new process would; it gives the new one."""

    log: Log
    reopen: Callable[[], Awaitable[Log]]
    quick: bool = True  # whether thousands of appends are cheap


def news(*values: bytes, key: str = "k", header: bytes = b"") -> list[New]:
    return [New(key, value, header) for value in values]


async def all_of(log: Log, topic=TABLE_COMMANDS, part: int = 0, start: int = 0, limit: int = 2000) -> list[Entry]:
    """Everything there is from `start`, by reads of `limit`."""
    found: list[Entry] = []
    end = await log.end(topic, part)
    while start < end:
        entries = await log.read(topic, part, start, limit)
        assert entries, f"the log ends at {end} but gives nothing from {start}"
        assert len(entries) <= limit
        found += entries
        start = entries[-1].offset + 1
    return found


class Following:
    """A follower in a task, with what it has given so far."""

    def __init__(self, log: Log, topic, starts) -> None:
        self.got: dict[int, list[Entry]] = {p: [] for p in starts}
        self.caught_up: dict[int, int] = {}
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._run(log.follow(topic, starts)))

    async def _run(self, given: AsyncIterator[tuple[int, list[Entry]]]) -> None:
        async for part, entries in given:
            if not entries:
                assert part not in self.caught_up, "caught up twice"
                self.caught_up[part] = len(self.got[part])
            self.got[part] += entries
            self._news.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not condition():
                self._news.clear()
                news = asyncio.create_task(self._news.wait())
                await asyncio.wait((news, self._task), return_when=asyncio.FIRST_COMPLETED)
                news.cancel()
                if self._task.done():
                    self._task.result()
                    assert condition(), "the follower has ended"

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


class LogSuite:
    """Every test gets `logs`, fresh."""

    pytestmark = pytest.mark.anyio

    async def test_an_empty_log_is_empty_everywhere(self, logs: Logs):
        for topic in (TABLE_COMMANDS, TABLE_EVENTS, TOURNAMENT_COMMANDS, STANDINGS, DEAD_LETTERS):
            for part in range(logs.log.partitions):
                assert await logs.log.begin(topic, part) == 0
                assert await logs.log.end(topic, part) == 0
                assert await logs.log.read(topic, part, 0) == []

    async def test_what_is_appended_is_read_as_it_was(self, logs: Logs):
        records = [New("k", b'{"a":1}', b"h" * 24), New("\u03bb-\u0646", b"\x00\xff\n", b""), New("k", b"", b"")]
        assert await logs.log.append(TABLE_EVENTS, 1, records) == 0
        entries = await logs.log.read(TABLE_EVENTS, 1, 0)
        assert [(e.key, e.value, e.header) for e in entries] == [tuple(r) for r in records]
        assert [e.offset for e in entries] == [0, 1, 2]
        assert all(e.at > 1_600_000_000_000 for e in entries)

    async def test_order_holds_in_a_partition_and_partitions_are_apart(self, logs: Logs):
        for i in range(10):
            for part in (0, 3):
                assert await logs.log.append(TABLE_COMMANDS, part, news(b"%d" % i)) == i
        assert await logs.log.append(TABLE_EVENTS, 0, news(b"e")) == 0
        for part in (0, 3):
            assert [e.value for e in await all_of(logs.log, part=part)] == [b"%d" % i for i in range(10)]
        assert await logs.log.end(TABLE_COMMANDS, 1) == 0

    async def test_a_batch_stays_together(self, logs: Logs):
        async def writer(w: int) -> None:
            for i in range(10):
                await logs.log.append(TABLE_COMMANDS, 0, news(*[b"%d.%d.%d" % (w, i, j) for j in range(7)]))

        await asyncio.gather(*[writer(w) for w in range(8)])
        values = [e.value for e in await all_of(logs.log)]
        assert len(values) == 560
        for at in range(0, 560, 7):
            w, i, _ = values[at].split(b".")
            assert values[at : at + 7] == [b"%s.%s.%d" % (w, i, j) for j in range(7)]

    async def test_the_offset_given_is_the_offset_taken(self, logs: Logs):
        taken: dict[int, bytes] = {}

        async def writer(w: int) -> None:
            for i in range(20):
                value = b"%d.%d" % (w, i)
                first = await logs.log.append(TABLE_COMMANDS, 2, news(value, value))
                assert await logs.log.end(TABLE_COMMANDS, 2) >= first + 2
                taken[first] = taken[first + 1] = value

        await asyncio.gather(*[writer(w) for w in range(10)])
        assert {e.offset: e.value for e in await all_of(logs.log, part=2)} == taken
        assert sorted(taken) == list(range(400))

    async def test_an_empty_batch_is_nothing(self, logs: Logs):
        await logs.log.append(TABLE_COMMANDS, 0, news(b"a"))
        assert await logs.log.append(TABLE_COMMANDS, 0, []) == 1
        assert await logs.log.end(TABLE_COMMANDS, 0) == 1

    async def test_reading_starts_where_it_is_asked_to_and_keeps_its_limit(self, logs: Logs):
        for first in (0, 7, 14):
            await logs.log.append(TABLE_COMMANDS, 0, news(*[b"%d" % i for i in range(first, first + 7)]))
        assert [e.offset for e in await logs.log.read(TABLE_COMMANDS, 0, 5, 4)] == [5, 6, 7, 8]
        assert [e.offset for e in await logs.log.read(TABLE_COMMANDS, 0, 20)] == [20]
        assert await logs.log.read(TABLE_COMMANDS, 0, 21) == []
        assert [e.offset for e in await all_of(logs.log, limit=2)] == list(range(21))

    async def test_what_was_acknowledged_is_there_after_a_reopening(self, logs: Logs):
        await logs.log.append(TABLE_COMMANDS, 0, news(*[b"%d" % i for i in range(50)]))
        await logs.log.append(TABLE_COMMANDS, 5, news(b"x", header=b"h" * 24))
        before = await all_of(logs.log), await all_of(logs.log, part=5)
        log = await logs.reopen()
        assert (await all_of(log), await all_of(log, part=5)) == before
        assert await log.append(TABLE_COMMANDS, 0, news(b"more")) == 50
        assert [e.value for e in await log.read(TABLE_COMMANDS, 0, 49)] == [b"49", b"more"]

    async def test_a_follower_gets_what_was_there_then_the_word_then_what_comes(self, logs: Logs):
        await logs.log.append(TABLE_COMMANDS, 0, news(*[b"%d" % i for i in range(30)]))
        following = Following(logs.log, TABLE_COMMANDS, {0: 0, 1: 0})
        await following.until(lambda: set(following.caught_up) == {0, 1})
        assert following.caught_up == {0: 30, 1: 0}
        await logs.log.append(TABLE_COMMANDS, 1, news(b"new"))
        await logs.log.append(TABLE_COMMANDS, 0, news(b"30"))
        await following.until(lambda: len(following.got[0]) == 31 and len(following.got[1]) == 1)
        assert [e.offset for e in following.got[0]] == list(range(31))
        await following.stop()

    async def test_a_follower_goes_on_from_where_it_stopped(self, logs: Logs):
        await logs.log.append(TABLE_EVENTS, 0, news(b"a", b"b", b"c"))
        first = Following(logs.log, TABLE_EVENTS, {0: 0})
        await first.until(lambda: len(first.got[0]) == 3)
        await first.stop()
        await logs.log.append(TABLE_EVENTS, 0, news(b"d", b"e"))
        second = Following(logs.log, TABLE_EVENTS, {0: first.got[0][-1].offset + 1})
        await second.until(lambda: 0 in second.caught_up)
        assert [e.value for e in second.got[0]] == [b"d", b"e"]
        await second.stop()

    async def test_two_followers_get_the_same(self, logs: Logs):
        parts = dict.fromkeys(range(4), 0)
        one, two = Following(logs.log, TABLE_COMMANDS, parts), Following(logs.log, TABLE_COMMANDS, parts)

        async def writer(part: int) -> None:
            for i in range(40):
                await logs.log.append(TABLE_COMMANDS, part, news(b"%d" % i))

        await asyncio.gather(*[writer(p) for p in parts])
        for f in (one, two):
            await f.until(lambda f=f: all(len(f.got[p]) == 40 for p in parts))
        assert one.got == two.got
        for p in parts:
            assert one.got[p] == await all_of(logs.log, part=p)
        await one.stop()
        await two.stop()

    async def test_a_long_past_is_followed_whole_while_more_comes(self, logs: Logs):
        many = 5000 if logs.quick else 2500
        for first in range(0, many, 500):
            await logs.log.append(TABLE_EVENTS, 0, news(*[b"%d" % i for i in range(first, first + 500)]))
        following = Following(logs.log, TABLE_EVENTS, {0: 0})
        for i in range(many, many + 50):
            await logs.log.append(TABLE_EVENTS, 0, news(b"%d" % i))
        await following.until(lambda: len(following.got[0]) == many + 50)
        assert [e.value for e in following.got[0]] == [b"%d" % i for i in range(many + 50)]
        assert following.caught_up[0] >= many
        await following.stop()

    async def test_large_records(self, logs: Logs):
        large = [bytes([i]) * 400_000 for i in range(2)]
        assert await logs.log.append(TABLE_COMMANDS, 0, news(*large)) == 0
        assert await logs.log.append(TABLE_COMMANDS, 0, news(large[0])) == 2
        assert [e.value for e in await all_of(logs.log)] == [*large, large[0]]
        log = await logs.reopen()
        assert [e.value for e in await all_of(log)] == [*large, large[0]]

    async def test_times_do_not_run_ahead_of_the_records_before(self, logs: Logs):
        for i in range(20):
            await logs.log.append(TABLE_COMMANDS, 0, news(b"%d" % i))
        times = [e.at for e in await all_of(logs.log)]
        assert times == sorted(times)

    async def test_the_newest_standing_of_each_key_is_never_lost(self, logs: Logs):
        for i in range(5):
            await logs.log.append(STANDINGS, 0, [New("cup", b"cup %d" % i), New("open", b"open %d" % i)])
        entries = await all_of(logs.log, STANDINGS)
        newest = {e.key: e.value for e in entries}
        assert newest == {"cup": b"cup 4", "open": b"open 4"}
        assert await logs.log.end(STANDINGS, 0) == 10
        following = Following(logs.log, STANDINGS, {0: 0})
        await following.until(lambda: 0 in following.caught_up)
        assert {e.key: e.value for e in following.got[0]} == newest
        await logs.log.append(STANDINGS, 0, [New("cup", b"cup 5")])
        await following.until(lambda: following.got[0][-1].value == b"cup 5")
        await following.stop()
        log = await logs.reopen()
        assert {e.key: e.value for e in await all_of(log, STANDINGS)} == newest | {"cup": b"cup 5"}
        assert await log.end(STANDINGS, 0) == 11
