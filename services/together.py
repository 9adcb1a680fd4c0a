"""Everything in one process: the services over one log, as a club's laptop runs them (`capicua serve`, `demo`)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from services.bots.app import service as bots_service
from services.dealing import keys
from services.dealing.app import service as dealing_service
from services.lobby.app import SERVICE as LOBBY
from services.move_validation.app import SERVICE as MOVE_VALIDATION
from services.runtime import observe
from services.runtime.embedded import EmbeddedRunner
from services.runtime.log import Log, LogUnavailableError
from services.runtime.reader import LagWatch
from services.runtime.service import Service
from services.runtime.settings import Settings, SqliteUrl, open_log, parse_url
from services.runtime.sqlite import SqliteLog
from services.standings.app import SERVICE as STANDINGS

RETRY_S = 1.0

NAMES = ("lobby", "dealing", "move-validation", "standings", "bots")
"""The services that `capicua service` can run, beside web-gateway."""


def one(name: str, settings: Settings, *, pace: float = 0.0) -> Service:
    """Make one service by its name. KeyError for an unknown one, keys.SecretError where dealing has no secret."""
    match name:
        case "lobby":
            return LOBBY
        case "move-validation":
            return MOVE_VALIDATION
        case "standings":
            return STANDINGS
        case "bots":
            return bots_service(pace)
        case "dealing":
            return dealing_service(secret(settings))
        case _:
            raise KeyError(name)


def secret(settings: Settings) -> bytes:
    """Give the installation's secret: from the settings, or from its file, made at the first start."""
    environment = {keys.VARIABLE: settings.secret} if settings.secret else {}
    return keys.installation_secret(Path(settings.secret_file), environment)


def beside_secret(settings: Settings, suffix: str) -> Path:
    """Give the path of a file that lies beside the installation's secret (`.gateway`, `.key`)."""
    return Path(settings.secret_file).with_suffix(suffix)


class Running(NamedTuple):
    """What runs: the log, the health of it all, and who watches how far the readers are."""

    log: Log
    health: observe.Health
    lag: LagWatch


@asynccontextmanager
async def running(settings: Settings, *, pace: float = 0.0) -> AsyncIterator[Running]:
    """Run all services but the gateway over the log of the settings."""
    services = [one(name, settings, pace=pace) for name in NAMES]
    health = observe.Health()
    url = parse_url(settings.log)
    if isinstance(url, SqliteUrl):
        url.path.parent.mkdir(parents=True, exist_ok=True)
        log = SqliteLog(url.path)
        await log.open()
        try:
            async with EmbeddedRunner(log, services, health=health, lag_s=settings.lag_s) as runner:
                yield Running(log, health, runner.lag)
        finally:
            await log.close()
        return
    async with _on_kafka(settings, services, health) as running:
        yield running


@asynccontextmanager
async def _on_kafka(settings: Settings, services: Sequence[Service], health: observe.Health) -> AsyncIterator[Running]:
    """Run each service's FastStream application in this process; they share the partitions with any elsewhere."""
    from services.runtime.kafka_app import service_app  # noqa: PLC0415  # the embedded log needs no Kafka client

    log = open_log(settings.log)
    await open_patiently(log)
    lag = LagWatch(log, health, settings.lag_s)
    watching = asyncio.create_task(lag.run())
    apps = [service_app(service, settings, health=health) for service in services]
    try:
        await asyncio.gather(*(app.start() for app in apps))
        yield Running(log, health, lag)
    finally:
        for app in apps:
            await app.stop()
        watching.cancel()
        await log.close()


async def open_patiently(log: Log, health: observe.Health | None = None) -> None:
    """Open a log, waiting and saying so for as long as it is away."""
    health = health or observe.Health()
    while True:
        try:
            await log.open()
        except LogUnavailableError as away:
            observe.logger(service="capicua").warning("waiting for the log", cause=str(away))
            health.report("opening", str(away))
            await asyncio.sleep(RETRY_S)
        else:
            health.report("opening", None)
            return


def address() -> str:
    """Give this machine's address in the hall's network, as far as it can be told without asking anybody."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # No packet is sent: connecting a datagram socket only chooses the interface.
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return found
