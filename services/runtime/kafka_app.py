"""A service as a process of its own on Kafka: a FastStream application with health and metrics, served by uvicorn.

The same `Service` runs embedded (`embedded.py`). Here its decider and each of its reactors have a consumer group; any
number of instances share the partitions.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

import uvicorn
from aiokafka.errors import KafkaError  # type: ignore[import-untyped]
from faststream.asgi import AsgiFastStream
from faststream.kafka import KafkaBroker
from faststream.kafka.prometheus import KafkaPrometheusMiddleware
from faststream.specification import AsyncAPI
from prometheus_client import REGISTRY

from contracts import archive, codec
from contracts.ranking import Standings
from contracts.topics import (
    ARCHIVE,
    DEAD_LETTERS,
    PARTITIONS,
    STANDINGS,
    TABLE_COMMANDS,
    TABLE_EVENTS,
    TOPICS,
    TOURNAMENT_COMMANDS,
    TOURNAMENT_EVENTS,
    Topic,
)
from services.runtime import observe
from services.runtime.host import LetterBody, PartitionHost
from services.runtime.kafka import OWNER, REACTOR, KafkaLog
from services.runtime.kafka_fed import Fed
from services.runtime.kafka_groups import Group, GroupConsumer, handler_for
from services.runtime.kafka_schema import Documented, commands_of, decisions_of, records_of
from services.runtime.log import Log, LogBrokenError, LogUnavailableError
from services.runtime.projections import ProjectionHost
from services.runtime.reactors import ReactorHost
from services.runtime.reader import LagWatch
from services.runtime.service import ProjectionPlan, ReactorPlan, Service
from services.runtime.settings import Settings

GRACE_S = 5.0
"""How long a batch under way may take at the end. None would cancel it."""
RETRY_S = (0.2, 0.5, 1.0, 2.0)
"""How long to wait before a broker that was away is asked again: longer each time."""


@cache
def _metrics() -> KafkaPrometheusMiddleware:
    return KafkaPrometheusMiddleware(registry=REGISTRY, app_name="capicua", metrics_prefix="capicua_stream")


def _quiet() -> logging.Logger:
    """FastStream tells of every batch at INFO; what goes wrong in it is still to be seen."""
    logger = logging.getLogger("services.runtime.faststream")
    logger.setLevel(logging.ERROR)
    return logger


class _Broker(KafkaBroker):
    """FastStream's broker that waits for Kafka while the process answers /health already, and says that it waits."""

    runtime: Runtime

    async def start(self) -> None:
        """Connect when the broker is there; see `Runtime.begin`."""
        await self.runtime.begin(super().start)


class Runtime:
    """What runs in a service's process."""

    def __init__(
        self,
        service: Service,
        settings: Settings,
        partitions: int,
        topics: Sequence[Topic],
        health: observe.Health | None = None,
    ) -> None:
        """Prepare everything; nothing connects before `begin`. `health` is shared where several run in one process."""
        self.service = service
        self.health = health or observe.Health()
        self.log = KafkaLog(settings.log, partitions, topics)
        self.lag = LagWatch(self.log, self.health, settings.lag_s)
        self.failed: LogBrokenError | None = None
        self.on_failure: Callable[[], None] | None = None
        self._said = observe.logger(service=service.name)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.groups = list(self._make_groups())
        self.broker = self._make_broker()

    def _make_groups(self) -> Iterator[Group]:
        s, place = self.service, self.log.place
        if s.decider is not None and s.commands is not None:
            host = partial(PartitionHost, self.log, s, health=self.health, lag=self.lag)
            yield Group(s.name, s.commands, place, OWNER, _payload(s.commands), host)
        plans: list[ReactorPlan | ProjectionPlan] = [*s.reactors, *s.projections]
        for plan in plans:
            yield Group(
                f"{s.name}.{plan.name}", plan.reads, place, REACTOR, _payload(plan.reads), partial(self._fed, plan)
            )

    def _fed(self, plan: ReactorPlan | ProjectionPlan, partition: int) -> Fed:
        def make(log: Log) -> ReactorHost | ProjectionHost:
            if isinstance(plan, ProjectionPlan):
                return ProjectionHost(log, self.service.name, plan, partition, health=self.health, lag=self.lag)
            return ReactorHost(log, self.service.name, plan, partition, health=self.health, lag=self.lag)

        return Fed(self.log, plan.reads, partition, make)

    def _make_broker(self) -> _Broker:
        broker = _Broker(
            list(self.log.place.servers),
            consumer_only=True,  # what is written goes through `KafkaLog`: closed batches whose place is checked
            allow_auto_create_topics=False,  # topics are made by us, with their settings
            graceful_timeout=GRACE_S,
            middlewares=[_metrics()],
            logger=_quiet(),
            specification_url="kafka:9092",
        )
        broker.runtime = self
        for group in self.groups:
            group.subscribe(broker)
        for topic in _written(self.service):
            title = f"{self.service.name}:{topic.name}:out"
            broker.publisher(self.log.place.name(topic), schema=_payload(topic), title=title)
        return broker

    # -- beginning and end ---

    async def begin(self, join: Callable[[], Any]) -> None:
        """Wait for the broker, check the topics, join the groups. Ends at once, and says so, on a broken log."""
        tries = 0
        self.health.report("kafka", "connecting")
        for group in self.groups:
            self.health.report(f"group {group.name}", "has no place in its group yet")
            group.on_joined = partial(self.health.report, f"group {group.name}", None)
        self.health.started()
        while True:
            try:
                await self.log.open()
                await self._join(join)
            except LogBrokenError as e:
                self._said.error("the log cannot be used", cause=str(e))
                self.failed = e
                if self.on_failure is not None:
                    self.on_failure()
                return
            except (LogUnavailableError, KafkaError, OSError) as e:
                self.health.report("kafka", str(e))
                self._said.warning("waiting for Kafka", cause=str(e), log=str(self.log.place))
                await asyncio.sleep(RETRY_S[min(tries, len(RETRY_S) - 1)])
                tries += 1
                continue
            break
        self.health.report("kafka", None)
        self._spawn(self.lag.run())
        for group in self.groups:
            self._spawn(group.note_offsets())
        self._said.info("joined", groups=[g.name for g in self.groups], log=str(self.log.place))

    async def _join(self, join: Callable[[], Any]) -> None:
        args = self.log.place.args
        common = {"request_timeout_ms": 10_000, "retry_backoff_ms": 50, "metadata_max_age_ms": 300_000}
        self.broker.config.broker_config.builder = lambda **given: GroupConsumer(**{**given, **common, **args})
        try:
            await join()
        except BaseException:
            for subscriber in self.broker.subscribers:
                with contextlib.suppress(KafkaError, OSError):
                    await subscriber.stop()
            raise

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def end(self) -> None:
        """After the groups are left: let what is under way land, then let go of the log."""
        for task in list(self._tasks):
            task.cancel()
        for group in self.groups:
            await group.stop()
        await self.log.close()


def service_app(
    service: Service,
    settings: Settings,
    *,
    partitions: int = PARTITIONS,
    topics: Sequence[Topic] = TOPICS,
    health: observe.Health | None = None,
) -> AsgiFastStream:
    """Make the application of a service; its `runtime` is what runs in it."""
    runtime = Runtime(service, settings, partitions, topics, health)
    routes: list[Any] = list(observe.routes(runtime.health))
    app = AsgiFastStream(
        runtime.broker,
        asgi_routes=routes,
        after_shutdown=[runtime.end],
        logger=_quiet(),
        specification=AsyncAPI(title=f"Capicua: {service.name}", version="1", description=_about(service)),
    )
    app.runtime = runtime  # type: ignore[attr-defined]
    return app


def _about(service: Service) -> str:
    parts = []
    if service.commands is not None and service.events is not None:
        parts.append(f"Decides {service.commands.name} into {service.events.name}, partition by partition.")
    parts += [f"{plan.name} turns facts of {plan.reads.name} into commands." for plan in service.reactors]
    parts += [
        f"{view.name} publishes what {view.reads.name} says to {view.writes.name}." for view in service.projections
    ]
    return " ".join(parts)


_PAYLOADS: dict[str, Callable[[str], type[Documented]]] = {
    TABLE_COMMANDS.name: partial(commands_of, codec.TABLE),
    TABLE_EVENTS.name: partial(decisions_of, codec.TABLE),
    TOURNAMENT_COMMANDS.name: partial(commands_of, codec.TOURNAMENT),
    TOURNAMENT_EVENTS.name: partial(decisions_of, codec.TOURNAMENT),
    STANDINGS.name: partial(records_of, Standings),
    DEAD_LETTERS.name: partial(records_of, LetterBody),
    ARCHIVE.name: partial(records_of, archive.Line),
}


def _payload(topic: Topic) -> type[Documented]:
    title = "".join(part.capitalize() for part in topic.name.replace("-", ".").split("."))
    return _PAYLOADS[topic.name](f"{title}Record")


def _written(s: Service) -> list[Topic]:
    """Give the topics that a service writes."""
    written = [plan.writes for plan in s.projections]
    if s.decider is not None and s.events is not None:
        written += [s.events, DEAD_LETTERS]
    names = {s.name, *(plan.name for plan in s.reactors)}
    return written + [t for t in (TABLE_COMMANDS, TOURNAMENT_COMMANDS) if names & set(t.writers)]


async def _nothing(batch: Any) -> None:
    """Consume nothing: the subscriber is declared for its document."""


def follower_document(name: str) -> dict[str, Any]:
    """Give the AsyncAPI document of a process that follows the log itself, without groups: the web gateway.

    What it reads and writes is what the table of topics says of the `name` there.
    """
    broker = KafkaBroker("kafka:9092")
    for topic in TOPICS:
        if name in topic.readers:
            handler = handler_for(_payload(topic), _nothing)
            broker.subscriber(topic.name, batch=True, title=f"{name}:{topic.name}")(handler)
        if name in topic.writers:
            broker.publisher(topic.name, schema=_payload(topic), title=f"{name}:{topic.name}:out")
    about = "Follows the facts without a group and sends what people wish."
    spec = AsyncAPI(broker, title=f"Capicua: {name.replace('_', '-')}", version="1", description=about)
    made: dict[str, Any] = spec.to_specification().to_jsonable()
    return made


class _Server(uvicorn.Server):
    """uvicorn that leaves signals to `run_service`: it would end the process by the same signal afterwards."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def run_service(
    service: Service,
    settings: Settings,
    host: str,
    port: int,
    *,
    partitions: int = PARTITIONS,
    topics: Sequence[Topic] = TOPICS,
) -> None:
    """Run a service until SIGTERM or SIGINT, which drain it. LogBrokenError when the log cannot be used."""
    asyncio.run(_serve(service, settings, host, port, partitions, topics))


async def _serve(
    service: Service, settings: Settings, host: str, port: int, partitions: int, topics: Sequence[Topic]
) -> None:
    app = service_app(service, settings, partitions=partitions, topics=topics)
    config = uvicorn.Config(
        app, host=host, port=port, log_config=None, access_log=False, lifespan="on", timeout_graceful_shutdown=2
    )
    server = _Server(config)

    def leave() -> None:
        server.should_exit = True

    runtime: Runtime = app.runtime  # type: ignore[attr-defined]
    runtime.on_failure = leave
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, leave)
    await server.serve()
    if runtime.failed is not None:
        raise runtime.failed
