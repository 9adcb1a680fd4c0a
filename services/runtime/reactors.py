"""Runs reactors: follow the facts of a partition, fold them, send the commands that they ask for."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from contracts.codec import UnknownKind
from contracts.envelope import Command, Decision, partition_of, read_command
from contracts.messages import Event
from contracts.topics import Topic
from services.runtime import observe
from services.runtime.log import Entry, Log, LogDoubtError, LogUnavailableError, New
from services.runtime.reader import LagWatch, follow_decisions, record
from services.runtime.service import Job, ReactorPlan
from services.runtime.sqlite import wall_ms

RETRY_S = 0.5
"""How long to wait before a command is sent again that the log did not take."""
SLICE = 200
"""How many decisions are folded in one go: others on the event loop wait for so long."""


class ReactorHost:
    """Runs one reactor over one partition. `run` until cancelled; what is not answered then is due for the next one.

    A reactor that fails stops loudly, alone: `halted` holds the reason, and readiness is false.
    """

    def __init__(
        self,
        log: Log,
        service: str,
        plan: ReactorPlan,
        partition: int,
        *,
        health: observe.Health | None = None,
        lag: LagWatch | None = None,
        clock: Callable[[], int] = wall_ms,
    ) -> None:
        """Prepare; `run` makes the reactor."""
        self._log = log
        self._plan = plan
        self.partition = partition
        self.name = f"{service}/{plan.name}"
        self.place = f"{self.name}/{partition}"
        self._health = health or observe.Health()
        self._lag = lag
        self._clock = clock
        self.halted = ""
        self.caught_up = False
        self._news = asyncio.Event()
        self._sent: set[str] = set()
        self._jobs: set[asyncio.Task[None]] = set()
        self._said = observe.logger(service=service, reactor=plan.name, partition=partition)
        self._count = observe.JOBS.labels(service, plan.name)
        self._unknown = observe.UNKNOWN.labels(plan.reads.name, self.name)

    async def run(self) -> None:
        """Follow, fold and send until cancelled or halted."""
        self._health.report(self.place, "reading the log")
        self._reactor = self._plan.make()
        following = asyncio.get_running_loop().create_task(self._follow())
        try:
            await self._ask(following)
        except asyncio.CancelledError:
            raise
        except Exception as e:  # noqa: BLE001 - whatever it is, this reactor stops and says so
            self.halted = f"{type(e).__name__}: {e}"
            self._said.exception("halted", cause=self.halted)
            self._health.report(self.place, f"halted: {self.halted}")
        else:
            self._health.report(self.place, None)
        finally:
            for task in (following, *self._jobs):
                task.cancel()
            await asyncio.gather(following, *self._jobs, return_exceptions=True)
            if not self.halted:
                self._health.report(self.place, None)

    async def _follow(self) -> None:
        plan = self._plan
        async for facts in follow_decisions(self._log, plan.reads, (self.partition,), name=self.name, lag=self._lag):
            for i, (entry, decision) in enumerate(facts.items, 1):
                self._fold(entry, decision)
                if not i % SLICE:
                    await asyncio.sleep(0)
            if facts.caught_up:
                if not self.caught_up:
                    self.caught_up = True
                    self._health.report(self.place, None)
                self._news.set()

    def _fold(self, entry: Entry, decision: Decision) -> None:
        command = read_command(decision.command) if decision.command else None
        events: list[Event] = []
        for raw in decision.events or ():
            try:
                events.append(self._plan.catalogue.event(raw))
            except UnknownKind as e:
                # From a newer version of the service that writes this topic: a reader passes over it.
                self._unknown.inc()
                self._said.warning("an event of an unknown kind", key=entry.key, cause=str(e))
        self._reactor.fold(entry.key, decision.at, command, tuple(events))

    async def _ask(self, following: asyncio.Task[None]) -> None:
        """After news, and every `tick_s` seconds, send what is due."""
        while True:
            news = asyncio.get_running_loop().create_task(self._news.wait())
            try:
                await asyncio.wait(
                    (news, following, *self._jobs),
                    timeout=self._plan.tick_s,
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                news.cancel()
            for task in [t for t in self._jobs if t.done()]:
                self._jobs.discard(task)
                task.result()
            if following.done():
                following.result()
                return
            self._news.clear()
            if self.caught_up:
                self._send_due()

    def _send_due(self) -> None:
        due = {job.id: job for job in self._reactor.due(self._clock())}
        fresh = [job for name, job in due.items() if name not in self._sent]
        # An answered job is never due again: its id need not be kept.
        self._sent &= due.keys()
        self._sent.update(job.id for job in fresh)
        light = [job for job in fresh if not job.heavy]
        if light:
            self._spawn(self._send(light))
        for job in fresh:
            if job.heavy:
                self._spawn(self._compute(job))

    def _spawn(self, work: object) -> None:
        self._jobs.add(asyncio.get_running_loop().create_task(work))  # type: ignore[arg-type]

    async def _send(self, jobs: list[Job]) -> None:
        groups: dict[tuple[str, int], tuple[Topic, list[New]]] = {}
        for job in jobs:
            self._add(groups, job, job.make())
        await asyncio.gather(*[self._deliver(topic, p, news) for (_, p), (topic, news) in groups.items()])

    async def _compute(self, job: Job) -> None:
        groups: dict[tuple[str, int], tuple[Topic, list[New]]] = {}
        self._add(groups, job, await asyncio.to_thread(job.make))
        for (_, p), (topic, news) in groups.items():
            await self._deliver(topic, p, news)

    def _add(self, groups: dict[tuple[str, int], tuple[Topic, list[New]]], job: Job, command: Command) -> None:
        p = partition_of(command.key, self._log.partitions)
        groups.setdefault((job.topic.name, p), (job.topic, []))[1].append(record(command))

    async def _deliver(self, topic: Topic, partition: int, records: list[New]) -> None:
        """Append until the log has taken it: a second time does no harm."""
        while True:
            try:
                await self._log.append(topic, partition, records)
            except (LogUnavailableError, LogDoubtError) as e:
                self._said.warning("not sent yet", topic=topic.name, cause=str(e))
                await asyncio.sleep(RETRY_S)
            else:
                self._count.inc(len(records))
                return


async def stop_all(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with contextlib.suppress(asyncio.CancelledError):
            await task
