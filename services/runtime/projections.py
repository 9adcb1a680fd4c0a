"""Runs projections: follow the facts of a partition, fold them, publish what they say to a compacted topic."""

from __future__ import annotations

import asyncio

from contracts.codec import UnknownKind
from contracts.envelope import Decision, read_command
from contracts.messages import Event
from services.runtime import observe
from services.runtime.log import Entry, Log, LogDoubtError, LogUnavailableError, New
from services.runtime.reactors import RETRY_S, SLICE
from services.runtime.reader import LagWatch, follow_decisions
from services.runtime.service import Projection, ProjectionPlan


class ProjectionHost:
    """Runs one projection over one partition. `run` until cancelled; the next one goes on from what was published.

    A projection that fails stops loudly, alone: `halted` holds the reason, and readiness is false.
    """

    def __init__(
        self,
        log: Log,
        service: str,
        plan: ProjectionPlan,
        partition: int,
        *,
        health: observe.Health | None = None,
        lag: LagWatch | None = None,
    ) -> None:
        """Prepare; `run` makes the projection."""
        self._log = log
        self._plan = plan
        self.partition = partition
        self.name = f"{service}/{plan.name}"
        self.place = f"{self.name}/{partition}"
        self._health = health or observe.Health()
        self._lag = lag
        self.halted = ""
        self.caught_up = False
        self._said = observe.logger(service=service, projection=plan.name, partition=partition)
        self._count = observe.JOBS.labels(service, plan.name)
        self._unknown = observe.UNKNOWN.labels(plan.reads.name, self.name)

    async def run(self) -> None:
        """Resume, follow, fold and publish until cancelled or halted."""
        self._health.report(self.place, "reading the log")
        try:
            await self._follow()
        except asyncio.CancelledError:
            self._health.report(self.place, None)
            raise
        except Exception as e:  # noqa: BLE001 - whatever it is, this projection stops and says so
            self.halted = f"{type(e).__name__}: {e}"
            self._said.exception("halted", cause=self.halted)
            self._health.report(self.place, f"halted: {self.halted}")
        else:
            self._health.report(self.place, None)

    async def _follow(self) -> None:
        plan = self._plan
        projection = plan.make()
        for key, value in (await self._published()).items():
            projection.resume(key, value)
        async for facts in follow_decisions(self._log, plan.reads, (self.partition,), name=self.name, lag=self._lag):
            for i, (entry, decision) in enumerate(facts.items, 1):
                self._fold(projection, entry, decision)
                if not i % SLICE:
                    await asyncio.sleep(0)
            if facts.caught_up:
                # Counting a large field takes tens of milliseconds: off the event loop, one batch after the other.
                await self._publish(await asyncio.to_thread(lambda: list(projection.records())))
                if not self.caught_up:
                    self.caught_up = True
                    self._health.report(self.place, None)

    async def _published(self) -> dict[str, bytes]:
        """Give the newest record of each key; a compacted log has gaps between its offsets."""
        newest: dict[str, bytes] = {}
        while True:
            try:
                offset = await self._log.begin(self._plan.writes, self.partition)
                while entries := await self._log.read(self._plan.writes, self.partition, offset):
                    newest.update((entry.key, entry.value) for entry in entries)
                    offset = entries[-1].offset + 1
            except LogUnavailableError as e:
                self._said.warning("the log is away", cause=str(e))
                await asyncio.sleep(RETRY_S)
            else:
                return newest

    def _fold(self, projection: Projection, entry: Entry, decision: Decision) -> None:
        command = read_command(decision.command) if decision.command else None
        events: list[Event] = []
        for raw in decision.events or ():
            try:
                events.append(self._plan.catalogue.event(raw))
            except UnknownKind as e:
                # From a newer version of the service that writes this topic: a reader passes over it.
                self._unknown.inc()
                self._said.warning("an event of an unknown kind", key=entry.key, cause=str(e))
        projection.fold(entry.key, decision.source, decision.at, command, tuple(events))

    async def _publish(self, records: list[tuple[str, bytes]]) -> None:
        """Append until the log has taken it: a second time does no harm."""
        while records:
            try:
                await self._log.append(self._plan.writes, self.partition, [New(key, value) for key, value in records])
            except (LogUnavailableError, LogDoubtError) as e:
                self._said.warning("not published yet", topic=self._plan.writes.name, cause=str(e))
                await asyncio.sleep(RETRY_S)
            else:
                self._count.inc(len(records))
                return
