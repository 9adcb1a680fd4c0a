"""All services in one process over the embedded log: every partition is ours, for as long as we hold the file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Protocol, Self

from contracts.roles import may
from contracts.topics import Topic
from services.runtime import observe
from services.runtime.host import PartitionHost, tune
from services.runtime.log import Entry, Log, LogUnavailableError
from services.runtime.projections import ProjectionHost
from services.runtime.reactors import ReactorHost, stop_all
from services.runtime.reader import LagWatch
from services.runtime.service import Service
from services.runtime.sqlite import wall_ms


class EmbeddedLog(Log, Protocol):
    """A log whose owners may see a command before it is durable: their decision cannot be durable before it."""

    def follow_early(self, topic: Topic, starts: Mapping[int, int]) -> AsyncIterator[tuple[int, list[Entry]]]:
        """Follow as `Log.follow`, earlier. LogUnavailableError when something that was given got lost."""


class EmbeddedRunner:
    """Runs deciders, reactors and projections of several services over one log in this process.

    Use it as an async context manager, or call `start` and `stop`. The log is opened and closed by the caller.
    """

    def __init__(
        self,
        log: EmbeddedLog,
        services: Iterable[Service],
        *,
        health: observe.Health | None = None,
        lag_s: float = 5.0,
        may: Callable[[str, str], bool] = may,
        clock: Callable[[], int] = wall_ms,
    ) -> None:
        """Prepare; nothing runs yet. Not ready while a command is unanswered for longer than `lag_s` seconds."""
        self.log = log
        self.health = health or observe.Health()
        self.lag = LagWatch(log, self.health, lag_s)
        self.hosts: dict[tuple[str, int], PartitionHost] = {}
        self.reactors: list[ReactorHost] = []
        self.projections: list[ProjectionHost] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._services = {service.name: service for service in services}
        for service in self._services.values():
            for p in range(log.partitions):
                if service.decider is not None:
                    self.hosts[service.name, p] = PartitionHost(
                        log, service, p, health=self.health, lag=self.lag, may=may
                    )
                self.reactors += [
                    ReactorHost(log, service.name, plan, p, health=self.health, lag=self.lag, clock=clock)
                    for plan in service.reactors
                ]
                self.projections += [
                    ProjectionHost(log, service.name, plan, p, health=self.health, lag=self.lag)
                    for plan in service.projections
                ]

    async def start(self) -> None:
        """Start everything; it restores in the background (`health` says when it is ready)."""
        tune()
        loop = asyncio.get_running_loop()
        for host in self.hosts.values():
            self.health.report(host.place, "starting")
            self._tasks.add(loop.create_task(self._own(host)))
        self._tasks |= {loop.create_task(reactor.run()) for reactor in self.reactors}
        self._tasks |= {loop.create_task(projection.run()) for projection in self.projections}
        self._tasks.add(loop.create_task(self.lag.run()))
        await asyncio.sleep(0)
        self.health.started()

    async def stop(self) -> None:
        """End everything; what is durable is safe, what is not was not acknowledged to anybody."""
        await stop_all(self._tasks)
        self._tasks.clear()
        for host in self.hosts.values():
            await host.stop()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    async def _own(self, host: PartitionHost) -> None:
        commands = self._services[host.service].commands
        assert commands is not None
        await host.start()
        while host.state == "running":
            try:
                async for _, entries in self.log.follow_early(commands, {host.partition: host.position}):
                    if entries and not await host.feed(entries):
                        break
                else:
                    return  # the log was closed
            except LogUnavailableError as e:
                await host.doubt("unavailable", str(e))
            except Exception as e:  # noqa: BLE001 - whatever it is, this partition stops and says so
                host.halt(f"{type(e).__name__}: {e}")
