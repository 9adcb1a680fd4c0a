"""A consumer group over the partitions of one topic, by FastStream: each partition that is ours has a worker.

What FastStream and aiokafka do differently from what the protocol needs is said here, each at its place. FastStream
hands over raw batches and acknowledges nothing: the place to go on from is the worker's, read from the log.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Protocol

import structlog
from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition  # type: ignore[import-untyped]
from aiokafka.coordinator.assignors.sticky.sticky_assignor import (  # type: ignore[import-untyped]
    StickyPartitionAssignor,
)
from aiokafka.errors import ConsumerStoppedError, KafkaError  # type: ignore[import-untyped]
from faststream import AckPolicy
from faststream.kafka import KafkaBroker, KafkaMessage
from faststream.kafka.message import FAKE_CONSUMER

from contracts.topics import Topic
from services.runtime.kafka import POLL_MS, POLL_RECORDS, entry
from services.runtime.kafka_place import KafkaPlace
from services.runtime.kafka_schema import Documented
from services.runtime.log import Entry

_log = structlog.get_logger(__name__)

DRAIN_S = 4.0
"""How long a rebalance waits for batches under way; less than the members' rebalance time-out."""
BACK_OFF_S = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Between attempts to start a worker that the log did not let start."""
PATIENCE_S = 0.5
"""How long the other partitions wait for one that takes long over its batch."""
COMMIT_S = 5.0
"""How often the group's offsets are noted at the broker, for dashboards alone: nobody goes on from them."""


class Worker(Protocol):
    """What runs one partition: `host.PartitionHost`, or a reactor fed by its group (`kafka_fed.Fed`)."""

    @property
    def state(self) -> str:
        """Where it is; "halted" means that it does not go on until a person has looked."""

    @property
    def position(self) -> int:
        """The offset that must be fed next."""

    async def start(self) -> bool:
        """Read what the log says. True when it wants records from `position` on; an exception: try again later."""

    async def feed(self, entries: Sequence[Entry]) -> bool:
        """Take the next records. False: see `state`, and feed from `position` when it is not halted."""

    async def stop(self) -> None:
        """Let go; nothing is fed any more."""


class GroupConsumer(AIOKafkaConsumer):  # type: ignore[misc]
    """Polls until there is something: after an empty poll FastStream would sleep as long again, and a move wait."""

    async def getmany(self, *partitions: TopicPartition, **_: Any) -> Any:
        """Give the next records of any partition; nothing only when the consumer is stopped."""
        while True:
            got = await super().getmany(*partitions, timeout_ms=POLL_MS, max_records=POLL_RECORDS)
            if got:
                return got
            if self._closed:
                raise ConsumerStoppedError


class _Run:
    """One partition in our hands, or just given back, and its worker.

    `running`: it may be fed. `paused`: the consumer gives nothing until `_go_on`. `task` is its start, or a feed that
    is under way.
    """

    __slots__ = ("assigned", "paused", "running", "task", "worker")

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.assigned = True
        self.running = False
        self.paused = True
        self.task: asyncio.Task[None] | None = None


class Group(ConsumerRebalanceListener):  # type: ignore[misc]
    """The members of one group in this process: `make(partition)` gives the worker of a partition."""

    def __init__(
        self,
        name: str,
        topic: Topic,
        place: KafkaPlace,
        settings: dict[str, Any],
        payload: type[Documented],
        make: Callable[[int], Worker],
    ) -> None:
        """Prepare; `place` says what stands before the names of topic and group on this broker."""
        self.name = name
        self.topic = topic
        self._topic = place.name(topic)
        self._group_id = place.prefix + name
        self._settings = settings
        self._payload = payload
        self._make = make
        self._runs: dict[int, _Run] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._subscriber: Any = None
        self.on_joined: Callable[[], None] | None = None

    def subscribe(self, broker: KafkaBroker) -> None:
        """Declare the subscriber: topic, group and message types, from which the AsyncAPI document is made too."""
        self._subscriber = broker.subscriber(
            self._topic,
            batch=True,
            group_id=self._group_id,
            ack_policy=AckPolicy.MANUAL,  # no commit decides where anyone goes on
            listener=self,
            parser=_unparsed,
            decoder=_undecoded,
            no_reply=True,
            partition_assignment_strategy=[StickyPartitionAssignor],  # partitions stay where their state is
            batch_timeout_ms=POLL_MS,
            max_records=POLL_RECORDS,
            title=f"{self.name}:{self.topic.name}",
            **self._settings,
        )
        self._subscriber(handler_for(self._payload, self.take))

    # -- what the coordinator says --------------------------------------------------------------------------------

    @property
    def _consumer(self) -> Any:
        return self._subscriber.consumer

    async def on_partitions_revoked(self, revoked: set[TopicPartition]) -> None:
        """Feed nothing more, and let what is under way land before another owner reads the log."""
        under_way = []
        for tp in revoked:
            run = self._runs.get(tp.partition)
            if run is not None:
                run.assigned = False
                if run.running and run.task is not None:
                    under_way.append(run.task)
        if under_way:
            # heartbeats go on meanwhile; whoever takes longer loses nothing: his batch is then a late duplicate
            await asyncio.wait(under_way, timeout=DRAIN_S)

    async def on_partitions_assigned(self, assigned: set[TopicPartition]) -> None:
        """Pause and seek each partition, and start its worker beside: no heartbeat is sent until this returns."""
        if self.on_joined is not None:
            self.on_joined()
        mine = {tp.partition for tp in assigned}
        for p in [p for p in self._runs if p not in mine]:
            self._spawn(self._let_go(self._runs.pop(p)))
        for tp in assigned:
            self._consumer.pause(tp)
            self._consumer.seek(tp, 0)  # a placeholder: without a place the consumer would look for one itself
            run = self._runs.get(tp.partition)
            if run is None:
                run = self._runs[tp.partition] = _Run(self._make(tp.partition))
            run.assigned = run.paused = True
            if run.task is None:
                # New, or given back to us: then its state is as good as before. If someone else wrote meanwhile, the
                # offset at which its next batch lands will say so.
                if run.running:
                    self._go_on(tp.partition, run)
                elif run.worker.state != "halted":
                    self._start(tp.partition, run)

    # -- workers ---

    def _start(self, partition: int, run: _Run) -> None:
        run.task = self._spawn(self._started(partition, run))

    async def _started(self, partition: int, run: _Run) -> None:
        tries = 0
        while self._runs.get(partition) is run:
            try:
                run.running = await run.worker.start()
                break
            except Exception as e:  # noqa: BLE001  # said and tried again: one partition must not stop the others
                _log.warning("a partition does not start", group=self.name, partition=partition, error=repr(e))
                await asyncio.sleep(BACK_OFF_S[min(tries, len(BACK_OFF_S) - 1)])
                tries += 1
        run.task = None
        # While a rebalance is under way nothing is ours: the next assignment finds it running, and lets it go on.
        self._go_on(partition, run)

    def _go_on(self, partition: int, run: _Run) -> None:
        tp = TopicPartition(self._topic, partition)
        consumer = self._consumer
        if run.running and run.assigned and consumer is not None and tp in consumer.assignment():
            consumer.seek(tp, run.worker.position)
            consumer.resume(tp)
            run.paused = False

    async def _let_go(self, run: _Run) -> None:
        run.running = False
        if run.task is not None:
            _, late = await asyncio.wait({run.task}, timeout=0 if run.worker.state != "running" else DRAIN_S)
            for task in late:
                task.cancel()
                await asyncio.wait({task})
        await run.worker.stop()

    # -- records ---

    async def take(self, records: Sequence[Any]) -> None:
        """Hand each partition's records to its worker, all partitions at once, one batch each.

        A worker that takes long (the broker does not answer, it restores itself) is left to itself, its partition
        paused: the others go on.
        """
        by_partition: dict[int, list[Entry]] = {}
        for record in records:
            by_partition.setdefault(record.partition, []).append(entry(record))
        feeds: dict[asyncio.Task[None], int] = {}
        for p, entries in by_partition.items():
            run = self._runs.get(p)
            # What is not fed here is read again by whoever has the partition, or starts with it.
            if run is not None and run.running and run.assigned and run.task is None:
                run.task = self._spawn(self._feed(p, run, entries))
                feeds[run.task] = p
        if not feeds:
            return
        _, late = await asyncio.wait(feeds, timeout=PATIENCE_S)
        for task in late:
            self._pause(feeds[task])

    async def _feed(self, partition: int, run: _Run, entries: list[Entry]) -> None:
        try:
            well = await run.worker.feed(entries)
        except Exception:  # noqa: BLE001  # FastStream would swallow it and poll on
            _log.exception("a partition starts anew", group=self.name, partition=partition)
            run.running = False
            self._pause(partition)
            self._start(partition, run)
            return
        run.task = None
        if run.worker.state == "halted":
            run.running = False
            self._pause(partition)
        elif run.paused or not well:
            self._go_on(partition, run)

    def _pause(self, partition: int) -> None:
        tp = TopicPartition(self._topic, partition)
        consumer, run = self._consumer, self._runs.get(partition)
        if run is not None:
            run.paused = True
        if consumer is not None and tp in consumer.assignment():
            consumer.pause(tp)

    # -- the end --------------------------------------------------------------------------------------------------

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def note_offsets(self) -> None:
        """Note at the broker how far each partition is, every few seconds: for dashboards, nobody goes on from it."""
        while True:
            await asyncio.sleep(COMMIT_S)
            at = {
                TopicPartition(self._topic, p): run.worker.position
                for p, run in self._runs.items()
                if run.running and run.assigned
            }
            with contextlib.suppress(KafkaError):  # a rebalance, a broker away: it is only a hint
                if at and self._consumer is not None:
                    await self._consumer.commit(at)

    async def stop(self) -> None:
        """Let all partitions go: what is under way may land first."""
        runs, self._runs = self._runs, {}
        await asyncio.gather(*(self._let_go(run) for run in runs.values()))
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks))


def handler_for(payload: type[Documented], take: Callable[[Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
    """Give a handler whose annotation is the payload's type: FastStream documents what is annotated."""

    async def handle(batch: Any) -> None:
        await take(batch)

    handle.__annotations__["batch"] = payload
    return handle


async def _unparsed(records: Any) -> KafkaMessage:
    """Take a batch as it came: FastStream's own parser gives up a whole batch for one header that is not text."""
    return KafkaMessage(
        records, [r.value or b"" for r in records], message_id=str(records[0].offset), consumer=FAKE_CONSUMER
    )


async def _undecoded(message: KafkaMessage) -> Any:
    return message.raw_message
