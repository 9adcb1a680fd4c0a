"""The web gateway: pages and API over any log, in the process of the other services or as one of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import uvicorn
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from litestar import Litestar, Response, Router, get
from litestar.datastructures import CacheControlHeader, State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

from services import names
from services.backup import Backups
from services.runtime import observe
from services.runtime.log import Log, LogBrokenError, LogUnavailableError
from services.runtime.reader import LagWatch, TooLargeError
from services.web_gateway import (
    act_pages,
    api,
    asking,
    clock_forms,
    desk_api,
    desk_pages,
    entry,
    entry_api,
    forms,
    guard,
    keep,
    pages,
    paper_api,
    paper_pages,
    rankings,
    seat_pages,
    sheet_api,
    sheet_forms,
    staff_pages,
    typed,
    typed_api,
)
from services.web_gateway.asking import LONG
from services.web_gateway.auth import Auth, TokenError
from services.web_gateway.gateway import ANSWER_S, Gateway
from services.web_gateway.projection import NotKnownError, ReadOnlyError
from services.web_gateway.render import STATIC
from services.web_gateway.views import Views

SECRET_FILE = "capicua.gateway"  # noqa: S105  # a file's name
"""Beside the log or the installation's secret: what signs links, and the hash of the director's password."""
STOP_S = 2
"""How long open requests may take when the server stops; streams end at once."""


@get("/health/live", include_in_schema=False)
async def live() -> Response[bytes]:
    """The process answers."""
    status, body = observe.live_body()
    return Response(body, status_code=status, media_type="application/json")


@get("/health/ready", include_in_schema=False)
async def ready(state: State) -> Response[bytes]:
    """Whether everything is read and the log can be reached; 503 with the reasons where not."""
    status, body = observe.ready_body(state.gateway.health)
    return Response(body, status_code=status, media_type="application/json")


@get("/metrics", include_in_schema=False)
async def metrics() -> Response[bytes]:
    """Prometheus' metrics."""
    body, content_type = observe.metrics_body()
    return Response(body, headers={"Content-Type": content_type})


def build(
    log: Log,
    auth: Auth,
    *,
    address: str = "",
    health: observe.Health | None = None,
    lag: LagWatch | None = None,
    limits: guard.Limits = guard.Limits(),  # noqa: B008  # frozen
    answer_s: float = ANSWER_S,
    signer: Ed25519PrivateKey | None = None,
    opening: asyncio.Future[None] | None = None,
    backups: Backups | None = None,
    verify: Callable[[Path], None] | None = None,
) -> Litestar:
    """Make the application over a log.

    `address` is what phones are told to open. `limits` say how much one visitor's address may ask for.
    `answer_s` is how long a page waits for a command's answer.
    `signer` signs the games that are given out as files. `opening` is done when the log is open; without it it is.
    `backups` makes backups of the installation; without it the page offers none. `verify` checks another
    installation's file by deciding it again, which takes all services' deciders: it is given, not imported here.
    """
    gateway = Gateway(
        log, auth, address=address, health=health, lag=lag, answer_s=answer_s, signer=signer, opening=opening
    )

    @asynccontextmanager
    async def following(app: Litestar) -> AsyncIterator[None]:  # noqa: ARG001
        await gateway.start()
        # The order of names takes a second to read; a hall's pages are not to wait for it the first time.
        ordering = asyncio.create_task(asyncio.to_thread(names.key, ""))
        try:
            yield
        finally:
            await gateway.stop()
            await ordering

    async def headers(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = guard.with_headers(message["headers"], scope["path"])

    static = create_static_files_router(
        path="/static",
        directories=[STATIC],
        cache_control=CacheControlHeader(public=True, max_age=86400),
        include_in_schema=False,
    )
    return Litestar(
        route_handlers=[
            *pages.HANDLERS,
            *rankings.HANDLERS,
            *forms.HANDLERS,
            *desk_pages.HANDLERS,
            *entry.HANDLERS,
            *sheet_forms.HANDLERS,
            *typed.HANDLERS,
            *keep.HANDLERS,
            *paper_pages.HANDLERS,
            *clock_forms.HANDLERS,
            *seat_pages.HANDLERS,
            *staff_pages.HANDLERS,
            *act_pages.HANDLERS,
            Router("/api", route_handlers=[*api.HANDLERS, *paper_api.HANDLERS, *entry_api.HANDLERS]),
            sheet_api.ROUTER,
            clock_forms.ROUTER,
            desk_api.ROUTER,
            typed_api.ROUTER,
            seat_pages.ROUTER,
            staff_pages.ROUTER,
            act_pages.ROUTER,
            live,
            ready,
            metrics,
            static,
        ],
        state=State(
            {
                "gateway": gateway,
                "views": Views(gateway),
                "backups": backups,
                "verify": verify,
                "log_reads": guard.Buckets(limits.log_rate, limits.log_burst),
            }
        ),
        lifespan=[following],
        middleware=[guard.Guard(limits)],
        before_send=[headers],
        exception_handlers={
            HTTPException: asking.on_http,
            NotKnownError: asking.on_missing,
            ReadOnlyError: asking.on_read_only,
            TokenError: asking.on_token,
            LogUnavailableError: asking.on_away,
            LogBrokenError: asking.on_away,
            TooLargeError: asking.on_large,
            Exception: asking.on_fault,
        },
        request_max_body_size=LONG,
        openapi_config=OpenAPIConfig(
            title="Capicua", version="1", description=api.__doc__ or "", path="/schema", render_plugins=[]
        ),
        logging_config=None,
        debug=False,
    )


async def serve(app: Litestar, host: str, port: int, stopping: asyncio.Event, *, started: Any = None) -> None:
    """Serve until `stopping` is set; the streams end then, so that no open page holds the stop up.

    Signals are the caller's: it owns the loop, and sets the event. `started` is called with the port in use.
    OSError when the port is taken.
    """
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=STOP_S,
        timeout_keep_alive=20,
        server_header=False,
        # X-Forwarded-For is believed of the peers that FORWARDED_ALLOW_IPS names (127.0.0.1 where it is not set).
        proxy_headers=True,
    )
    server = _Server(config)
    listening = _listen(host, port)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    waiting = asyncio.create_task(stopping.wait())
    try:
        up = asyncio.create_task(server.up.wait())
        await asyncio.wait({serving, up, waiting}, return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        if server.started and started is not None:
            started(listening.getsockname()[1])
        await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        app.state.gateway.hub.stop()
        server.should_exit = True
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        listening.close()


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port. Done here because the server would end the whole process where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as wrong:
        why = f"port {port} at {host} cannot be used ({wrong.strerror}): choose another with --port or CAPICUA_PORT"
        raise OSError(why) from wrong


class _Server(uvicorn.Server):
    """A server that leaves the process's signals to who owns the loop."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    def capture_signals(self) -> Any:
        """Take no signal."""
        return nullcontext()

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Start listening, and say so."""
        await super().startup(sockets)
        self.up.set()


def secret_file(beside: str | Path) -> Path:
    """Give the place of the gateway's secrets: in the folder of the log's or the installation's file."""
    return Path(beside).expanduser().resolve().parent / SECRET_FILE
