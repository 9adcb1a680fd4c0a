"""What can be seen of a running process: its log lines, its metrics, its health.

Log lines are bound with service, partition, key and cause. Metrics are Prometheus' and stand in its default registry;
their names are part of the interface (dashboards and alerts ask for them). Health is plain data, and three tiny ASGI
applications for /health/live, /health/ready and /metrics.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Gauge, Histogram, generate_latest

_FAST = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)

DECIDED = Counter("capicua_decided", "Commands decided, refused ones included", ["service"])
REFUSED = Counter("capicua_refused", "Commands refused, by code", ["service", "code"])
DUPLICATES = Counter("capicua_duplicates", "Doubled decision records skipped by a reader", ["topic", "reader"])
FORKS = Counter("capicua_forks", "Decision records refused by a reader because they do not link", ["topic", "reader"])
UNKNOWN = Counter("capicua_unknown_events", "Events of an unknown kind skipped by a reader", ["topic", "reader"])
RESTORES = Counter("capicua_restores", "Partitions restored, by cause (assigned: the first time)", ["service", "cause"])
DEAD_LETTERS = Counter("capicua_dead_letters", "Commands that could not be read", ["service"])
JOBS = Counter("capicua_jobs", "Commands sent by reactors", ["service", "reactor"])
LAG_RECORDS = Gauge("capicua_lag_records", "Commands not yet answered, as a reader sees it", ["topic", "partition"])
LAG_SECONDS = Gauge("capicua_lag_seconds", "Age of the oldest command not yet answered", ["topic", "partition"])
APPEND_SECONDS = Histogram(
    "capicua_append_seconds",
    "From handing a batch of decisions over to its acknowledgement",
    ["service"],
    buckets=_FAST,
)
RESTORE_SECONDS = Histogram("capicua_restore_seconds", "Time to restore a partition", ["service"], buckets=_LONG)
PARTITIONS = Gauge("capicua_partitions", "Partitions by state", ["service", "state"])
OPEN_KEYS = Gauge("capicua_open_keys", "Keys in memory: tables in play, tournaments that run", ["service"])
SCREENS = Gauge("capicua_screens", "Pages that are connected for live updates")
READY = Gauge("capicua_ready", "1 when the process is ready, 0 when not")

STATES = ("waiting", "restoring", "running", "halted", "stopped")
"""The states of a partition, as PARTITIONS counts them."""


def configure(log_format: str = "console", level: str = "info") -> None:
    """Set up structlog and the standard library's logging once: `json` for machines, `console` for people."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    if log_format == "json":
        ending: list[Any] = [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
    else:
        ending = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    structlog.configure(
        processors=[*shared, *ending],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *ending],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(number, logging.WARNING))


def logger(**bound: Any) -> Any:
    """Give a logger bound with what is known: service, partition, key, cause."""
    return structlog.get_logger().bind(**bound)


class Health:
    """Why a process is not ready, by place. An empty list of problems is ready."""

    def __init__(self) -> None:
        """Start with one problem: nothing runs yet."""
        self._problems: dict[str, str] = {"process": "starting"}
        READY.set(0)

    def report(self, place: str, problem: str | None) -> None:
        """Say what is wrong at a place ("move_validation/3"), or None that it is well."""
        if problem is None:
            self._problems.pop(place, None)
        else:
            self._problems[place] = problem
        READY.set(0 if self._problems else 1)

    def started(self) -> None:
        """Say that everything that runs has been registered."""
        self.report("process", None)

    @property
    def ready(self) -> bool:
        """Whether the process does its work now."""
        return not self._problems

    @property
    def problems(self) -> dict[str, str]:
        """Give the reasons why it does not."""
        return dict(self._problems)


Asgi = Callable[[dict[str, Any], Callable[[], Awaitable[Any]], Callable[[dict[str, Any]], Awaitable[None]]], Any]


def _respond(status: int, body: bytes, content_type: str) -> Asgi:
    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:  # noqa: ARG001
        headers = [(b"content-type", content_type.encode()), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app


def live_body() -> tuple[int, bytes]:
    """Answer /health/live: the event loop turns."""
    return 200, msgspec.json.encode({"live": True})


def ready_body(health: Health) -> tuple[int, bytes]:
    """Answer /health/ready: 200, or 503 with the reasons."""
    status = 200 if health.ready else 503
    return status, msgspec.json.encode({"ready": health.ready, "problems": health.problems})


def metrics_body() -> tuple[bytes, str]:
    """Answer /metrics: the body and its content type."""
    return generate_latest(REGISTRY), CONTENT_TYPE_LATEST


def routes(health: Health) -> list[tuple[str, Asgi]]:
    """Give (path, ASGI application) for /health/live, /health/ready and /metrics."""

    async def live(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await _respond(*live_body(), "application/json")(scope, receive, send)

    async def ready(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await _respond(*ready_body(health), "application/json")(scope, receive, send)

    async def metrics(scope: dict[str, Any], receive: Any, send: Any) -> None:
        body, content_type = metrics_body()
        await _respond(200, body, content_type)(scope, receive, send)

    return [("/health/live", live), ("/health/ready", ready), ("/metrics", metrics)]
