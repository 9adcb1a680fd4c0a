"""The log on Apache Kafka, and every Kafka setting of the project with its reason; nowhere else is one set.

`KafkaLog` is `log.Log` by aiokafka. The services' groups are wired in `kafka_app`, with the settings from here.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import structlog
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition  # type: ignore[import-untyped]
from aiokafka.errors import (  # type: ignore[import-untyped]
    ConsumerStoppedError,
    KafkaError,
    MessageSizeTooLargeError,
    OffsetOutOfRangeError,
)

from contracts.topics import PARTITIONS, TOPICS, Topic
from services.runtime.kafka_place import KafkaPlace
from services.runtime.kafka_topics import ADMIN_MS, BROKER_BYTES, make_and_check
from services.runtime.log import Entry, LogBrokenError, LogDoubtError, LogUnavailableError, New

_log = structlog.get_logger(__name__)

HEADER = "chain"
"""The header of a decision record: `source` and `link`, 24 bytes (`owner.header`)."""

BATCH_BYTES = 900_000
"""A batch is filled up to here, so that it stays within 1 MiB with its envelopes and headers."""

RECORD_BYTES = BROKER_BYTES - 500_000
"""A single record beyond this is refused here: one that the broker refuses leaves a hole in the producer's numbers.

The decision on a list of a whole field (`envelope.MAX_LIST_BYTES`) carries the list twice: as command and as events.
"""

REQUEST_MS = 6_000
"""How long the broker may take over one append."""
DOUBT_S = REQUEST_MS / 1000 * 1.5
"""After this an append's outcome counts as unknown. An idempotent producer itself would go on trying for ever."""

PRODUCER: dict[str, Any] = {
    "acks": "all",  # acknowledged means: on every replica in sync
    "enable_idempotence": True,  # a retry after a reset is no duplicate; a log that shrank is OutOfOrderSequence
    "linger_ms": 0,  # 5 would cost 6 ms; batches are made here, not by waiting
    "max_batch_size": BROKER_BYTES,  # one large record must fit; many small ones are cut at BATCH_BYTES
    "max_request_size": BROKER_BYTES,
    "compression_type": None,  # the log is to be readable with any tool, and live batches are small
    "request_timeout_ms": REQUEST_MS,
    "retry_backoff_ms": 50,
}

OWNER: dict[str, Any] = {
    "auto_offset_reset": "none",  # an owner seeks to the place its fold names; anything else is to fail loudly
    "session_timeout_ms": 6_000,  # a killed instance is replaced after this
    "heartbeat_interval_ms": 1_000,  # bounds the takeover after SIGTERM
    "rebalance_timeout_ms": 6_000,  # how long members may take to give partitions back
    "max_poll_interval_ms": 300_000,  # a long restore is no reason to be thrown out: it runs beside the polls
    "fetch_min_bytes": 1,  # a command is fetched as soon as it is there
    "fetch_max_wait_ms": 20,  # 500 costs 10 ms at the 99th percentile, 5 costs 11 % of a core when idle
    "max_partition_fetch_bytes": 1 << 20,
}
"""A decider's consumer group. Who has `auto_commit=False` or manual acknowledgement said where the consumer is made."""

REACTOR: dict[str, Any] = {
    **OWNER,
    "fetch_max_wait_ms": 50,  # nobody waits for a relay as a player waits for a move
    "max_partition_fetch_bytes": 4 << 20,  # reads its partitions from their start at every takeover
}

POLL_MS = 200
"""One poll waits so long for records. A poll is never cancelled: that would leak a counter of aiokafka's for ever."""
POLL_RECORDS = 2_000

READER: dict[str, Any] = {
    "group_id": None,  # reading from a place of one's own needs no group
    "enable_auto_commit": False,
    "auto_offset_reset": "none",  # a place that is gone is an error, not a reason to read elsewhere
    "fetch_min_bytes": 1,
    "fetch_max_wait_ms": 5,  # a reader that has reached the end is paused, so nobody polls for nothing
    "max_partition_fetch_bytes": 4 << 20,  # a restore reads much at once
    "request_timeout_ms": 10_000,
    "retry_backoff_ms": 50,
    "check_crcs": True,
}

FOLLOWER: dict[str, Any] = {**READER, "fetch_max_wait_ms": 50}
"""Who follows for ever polls less often; the broker answers at once when there is something."""

IDLE_READER_S = 10.0
"""A reader that nobody asked for this long is closed."""


def entry(record: Any) -> Entry:
    """Turn aiokafka's record into the log's."""
    headers, key = record.headers, record.key
    chain = b""
    if headers:
        name, chain = headers[0]
        if name != HEADER:
            chain = next((value for name, value in headers if name == HEADER), b"")
    # a foreign writer may have sent any bytes: the reader above judges them, none of them may stop it here
    name = key.decode("utf-8", "replace") if key else ""
    return Entry(record.offset, record.timestamp, name, record.value or b"", chain or b"")


def consumer(place: KafkaPlace, settings: Mapping[str, Any]) -> AIOKafkaConsumer:
    """Make a consumer, not yet started."""
    return AIOKafkaConsumer(**place.args, **settings)


class _Producer:
    """One idempotent producer, from its first append to the first doubt about one."""

    def __init__(self, place: KafkaPlace) -> None:
        self._kafka = AIOKafkaProducer(**place.args, **PRODUCER)
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.breaks = 0
        """Transport errors so far; aiokafka retries under them without a word."""
        send = self._kafka.client.send

        async def watched(*args: Any, **kwargs: Any) -> Any:
            try:
                return await send(*args, **kwargs)
            except KafkaError:
                self.breaks += 1
                raise

        self._kafka.client.send = watched

    async def start(self) -> None:
        """Connect; LogUnavailableError when that does not succeed within the time of a request."""
        try:
            async with asyncio.timeout(DOUBT_S):
                await self._kafka.start()
        except BaseException as e:
            await self.throw_away()
            if isinstance(e, (KafkaError, TimeoutError, OSError)):
                raise LogUnavailableError(f"the broker cannot be reached to write: {e!r}") from e
            raise

    def batch(self, records: Sequence[New]) -> Any:
        """Make one closed batch."""
        builder = self._kafka.create_batch()
        for r in records:
            headers = [(HEADER, r.header)] if r.header else []
            if builder.append(key=r.key.encode(), value=r.value, timestamp=None, headers=headers) is None:
                raise ValueError(f"a record of {len(r.value)} bytes for key {r.key!r} does not fit into a batch")
        builder.close()
        return builder

    async def send(self, topic: str, partition: int, records: Sequence[New]) -> int:
        """Write one batch and give its offset. LogUnavailableError: nothing was written; LogDoubtError: unknown."""
        breaks = self.breaks
        try:
            async with asyncio.timeout(DOUBT_S):
                # between here and the return nothing is on its way yet: a failure is a plain "not written"
                sent = await self._kafka.send_batch(self.batch(records), topic, partition=partition)
        except (KafkaError, TimeoutError, AssertionError) as e:
            raise LogUnavailableError(f"{topic}/{partition} cannot be written now: {e!r}") from e
        sent.add_done_callback(_heard)
        await asyncio.wait({sent, self.gone}, timeout=DOUBT_S, return_when=asyncio.FIRST_COMPLETED)
        if not sent.done():
            why = "its producer was given up" if self.gone.done() else f"no answer within {DOUBT_S:g} s"
            raise LogDoubtError(f"{topic}/{partition}: {why}")
        error = sent.exception()
        if isinstance(error, MessageSizeTooLargeError):
            raise ValueError(f"{topic}/{partition}: too large for the broker") from error  # noqa: TRY004  # no type is wrong
        if error is not None:
            raise LogDoubtError(f"{topic}/{partition}: {error!r}") from error
        offset = int(sent.result().offset)
        if offset < 0:
            raise LogDoubtError(f"{topic}/{partition}: written, but the broker no longer knows where")
        if self.breaks != breaks and any(r.header for r in records):
            # the broker may be another than before: an owner must look at the log again before it believes itself
            raise LogDoubtError(f"{topic}/{partition}: the connection broke while writing")
        return offset

    async def throw_away(self) -> None:
        """Give up at once what is under way: its own `stop` would flush, and flushing may take for ever."""
        if not self.gone.done():
            self.gone.set_result(None)
        self._kafka._closed = True  # noqa: SLF001
        await self._kafka.client.close()
        task = self._kafka._sender.sender_task  # noqa: SLF001
        for _ in range(2):  # the first time it still waits for its requests, which have lost their connection
            if task is not None and not task.done():
                task.cancel()
                await asyncio.wait({task}, timeout=1)


def _heard(future: asyncio.Future[Any]) -> None:
    """Take note of an outcome that nobody may be waiting for any more."""
    if not future.cancelled():
        future.exception()


class _Lane:
    """The appends to one partition: one batch is outstanding, what comes meanwhile goes together into the next."""

    def __init__(self, log: KafkaLog, topic: str, partition: int) -> None:
        self._log, self._topic, self._partition = log, topic, partition
        self._waiting: deque[tuple[Sequence[New], asyncio.Future[int]]] = deque()
        self._task: asyncio.Task[None] | None = None

    async def append(self, records: Sequence[New]) -> int:
        """Append and give the offset of the first record."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        done.add_done_callback(_heard)
        self._waiting.append((records, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return await asyncio.shield(done)

    async def _run(self) -> None:
        while self._waiting:
            taken, batch, size = [], list[New](), 0
            while self._waiting:
                records, done = self._waiting[0]
                more = sum(_weight(r) for r in records)
                if batch and size + more > BATCH_BYTES:
                    break
                self._waiting.popleft()
                taken.append((len(batch), done))
                batch.extend(records)
                size += more
            try:
                first = await self._log.send(self._topic, self._partition, batch)
            except Exception as e:  # noqa: BLE001  # every waiting append gets it; none is swallowed
                for _, done in taken:
                    done.set_exception(_again(e))
            else:
                for place, done in taken:
                    done.set_result(first + place)


def _again(error: Exception) -> Exception:
    """Make an exception of its own for each waiter, so that tracebacks do not grow into each other."""
    known = isinstance(error, (LogDoubtError, LogUnavailableError, ValueError))
    mine: Exception = type(error)(*error.args) if known else LogDoubtError(repr(error))
    mine.__cause__ = error
    return mine


def _weight(record: New) -> int:
    return len(record.value) + 4 * len(record.key) + len(record.header) + 32


def _split(records: Sequence[New]) -> list[Sequence[New]]:
    """Cut what is too much for one batch; each part is sent when the one before it is acknowledged."""
    parts: list[Sequence[New]] = []
    begin, size = 0, 0
    for i, r in enumerate(records):
        weight = _weight(r)
        if weight > RECORD_BYTES:
            raise ValueError(
                f"a record of {len(r.value)} bytes for key {r.key!r} is too large: {RECORD_BYTES} is the limit"
            )
        if i > begin and size + weight > BATCH_BYTES:
            parts.append(records[begin:i])
            begin, size = i, 0
        size += weight
    parts.append(records[begin:])
    return parts


class _Reader:
    """A consumer of one partition, kept between reads so that it fetches ahead while its caller folds."""

    def __init__(self, place: KafkaPlace, tp: TopicPartition) -> None:
        self._tp = tp
        self._kafka = consumer(place, READER)
        self._lock = asyncio.Lock()
        self._started = self._paused = False
        self.position = -1
        self.end = -1
        self.used = asyncio.get_running_loop().time()

    @property
    def busy(self) -> bool:
        """Whether a read is under way."""
        return self._lock.locked()

    async def read(self, start: int, limit: int, log: KafkaLog, topic: Topic) -> list[Entry]:
        async with self._lock:
            self.used = asyncio.get_running_loop().time()
            if start >= self.end:
                self.end = await log.end(topic, self._tp.partition)
                if start >= self.end:
                    return []
            if not self._started:
                await self._kafka.start()
                self._kafka.assign([self._tp])
                self._started = True
            if start != self.position:
                self._kafka.seek(self._tp, start)
                self.position = start
            if self._paused:
                self._kafka.resume(self._tp)
                self._paused = False
            until = self.used + READER["request_timeout_ms"] / 1000
            while True:
                records = (await self._kafka.getmany(timeout_ms=POLL_MS, max_records=limit)).get(self._tp)
                self.used = asyncio.get_running_loop().time()
                if records:
                    self.position = records[-1].offset + 1
                    if self.position >= self.end:
                        self._kafka.pause(self._tp)
                        self._paused = True
                    return [entry(r) for r in records]
                if self.used > until:
                    raise LogUnavailableError(f"{topic.name}/{self._tp.partition} gives no records")

    async def stop(self) -> None:
        await self._kafka.stop()


class KafkaLog:
    """`log.Log` on Kafka, at a place, its URL, or its servers; all methods need a running event loop."""

    def __init__(self, place: KafkaPlace | str, partitions: int = PARTITIONS, topics: Sequence[Topic] = TOPICS) -> None:
        if isinstance(place, str):
            place = KafkaPlace.read(place if "://" in place else f"kafka://{place}")
        self.place = place
        self.partitions = partitions
        self._topics = topics
        self._lanes: dict[tuple[str, int], _Lane] = {}
        self._producer: _Producer | None = None
        self._producing = asyncio.Lock()
        self._readers: dict[TopicPartition, _Reader] = {}
        self._asker: AIOKafkaConsumer | None = None
        self._asking = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    # -- the topics -------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Make the topics that are missing and check them all: never change one that is there."""
        try:
            async with asyncio.timeout(ADMIN_MS / 1000 * 2):
                await make_and_check(self.place, self._topics, self.partitions)
        except (LogBrokenError, LogUnavailableError):
            raise
        except Exception as e:
            # a broker that is just starting may answer with anything, AttributeError included
            raise LogUnavailableError(f"no Kafka broker answers at {self.place}: {e!r}") from e
        self._spawn(self._close_idle_readers())

    # -- writing ----------------------------------------------------------------------------------------------------

    async def append(self, topic: Topic, partition: int, records: Sequence[New]) -> int:
        """Append a batch; see `log.Log`. More than fits into one goes as several, one after the other's answer."""
        if not records:
            return await self.end(topic, partition)
        name = self.place.name(topic)
        lane = self._lanes.get((name, partition))
        if lane is None:
            lane = self._lanes[name, partition] = _Lane(self, name, partition)
        first, *rest = _split(records)
        begin = await lane.append(first)
        end = begin + len(first)
        for part in rest:
            try:
                at = await lane.append(part)
            except LogUnavailableError as e:
                raise LogDoubtError(f"only the first {end - begin} of {len(records)} were written: {e}") from e
            if at != end:
                raise LogDoubtError(f"{topic.name}/{partition}: someone else wrote between two parts, at {end}")
            end += len(part)
        return begin

    async def send(self, topic: str, partition: int, records: Sequence[New]) -> int:
        """Send one batch by the present producer; after a doubt the next append gets a new one."""
        async with self._producing:
            producer = self._producer
            if producer is None:
                producer = _Producer(self.place)
                await producer.start()
                self._producer = producer
        try:
            return await producer.send(topic, partition, records)
        except (LogDoubtError, LogUnavailableError, ValueError):
            if self._producer is producer:
                self._producer = None
                self._spawn(producer.throw_away())
            raise

    # -- reading ----------------------------------------------------------------------------------------------------

    async def read(self, topic: Topic, partition: int, start: int, limit: int = 2000) -> list[Entry]:
        """Give up to `limit` records from `start`; see `log.Log`."""
        tp = TopicPartition(self.place.name(topic), partition)
        reader = self._readers.get(tp)
        if reader is None:
            reader = self._readers[tp] = _Reader(self.place, tp)
        try:
            return await reader.read(start, limit, self, topic)
        except OffsetOutOfRangeError as e:
            await self._drop(reader)
            raise LogBrokenError(f"{topic.name}/{partition} no longer holds offset {start}") from e
        except (KafkaError, ConsumerStoppedError, OSError, LogUnavailableError) as e:
            # stopped: somebody else who read here had trouble, and gave the reader up while this one waited for it
            await self._drop(reader)
            raise LogUnavailableError(f"{topic.name}/{partition} cannot be read now: {e}") from e
        except asyncio.CancelledError:
            await self._drop(reader)  # a cancelled poll leaves a consumer that cannot be used again
            raise

    async def _drop(self, reader: _Reader) -> None:
        for tp in [tp for tp, r in self._readers.items() if r is reader]:
            del self._readers[tp]
        with contextlib.suppress(KafkaError, OSError):  # it is given up because it is broken
            await reader.stop()

    async def _close_idle_readers(self) -> None:
        while True:
            await asyncio.sleep(IDLE_READER_S / 2)
            now = asyncio.get_running_loop().time()
            for reader in list(self._readers.values()):
                if not reader.busy and now - reader.used > IDLE_READER_S:
                    await self._drop(reader)

    async def begin(self, topic: Topic, partition: int) -> int:
        """Give the lowest offset still held."""
        return await self._ask("beginning_offsets", topic, partition)

    async def end(self, topic: Topic, partition: int) -> int:
        """Give the offset that the next record will take."""
        return await self._ask("end_offsets", topic, partition)

    async def _ask(self, question: str, topic: Topic, partition: int) -> int:
        # a consumer of its own that never fetches: on one that does, the question waits behind the long poll
        tp = TopicPartition(self.place.name(topic), partition)
        try:
            async with self._asking:
                if self._asker is None:
                    asker = consumer(self.place, READER)
                    try:
                        await asker.start()
                    except BaseException:
                        await asker.stop()
                        raise
                    self._asker = asker
            return int((await getattr(self._asker, question)([tp]))[tp])
        except (KafkaError, OSError) as e:
            raise LogUnavailableError(f"{topic.name}/{partition}: the broker does not say where it ends: {e!r}") from e

    async def follow(self, topic: Topic, starts: Mapping[int, int]) -> AsyncIterator[tuple[int, list[Entry]]]:
        """Yield what comes from the given offsets on; see `log.Log`. Goes on by itself when the broker was away."""
        positions = dict(starts)
        behind: dict[int, int] | None = None
        while True:
            kafka = consumer(self.place, FOLLOWER)
            try:
                await kafka.start()
                tps = {TopicPartition(self.place.name(topic), p): p for p in positions}
                ends = {tps[tp]: end for tp, end in (await kafka.end_offsets(list(tps))).items()}
                if behind is None:
                    behind = ends
                kafka.assign(list(tps))
                for tp, p in tps.items():
                    kafka.seek(tp, positions[p])
                while True:
                    for p in [p for p, end in behind.items() if positions[p] >= end]:
                        del behind[p]
                        yield p, []
                    for tp, records in (await kafka.getmany(timeout_ms=POLL_MS, max_records=POLL_RECORDS)).items():
                        positions[tps[tp]] = records[-1].offset + 1
                        yield tps[tp], [entry(r) for r in records]
            except OffsetOutOfRangeError as e:
                raise LogBrokenError(f"{topic.name} no longer holds the records to go on from: {e}") from e
            except (KafkaError, OSError) as e:
                _log.warning("following again after trouble with the broker", topic=topic.name, error=repr(e))
                await asyncio.sleep(READER["retry_backoff_ms"] / 1000)
            finally:
                with contextlib.suppress(KafkaError, OSError):
                    await kafka.stop()

    # -- the end ----------------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Let go of everything. An append still under way ends in doubt."""
        for task in list(self._tasks):
            if task.get_coro().__name__ == "_close_idle_readers":  # type: ignore[union-attr]
                task.cancel()
        if self._producer is not None:
            producer, self._producer = self._producer, None
            await producer.throw_away()
        for reader in list(self._readers.values()):
            await self._drop(reader)
        if self._asker is not None:
            asker, self._asker = self._asker, None
            await asker.stop()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=5)
