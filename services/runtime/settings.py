"""What can be set from outside: by environment variables (CAPICUA_...), and by the command line over them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from services.runtime.kafka_place import KafkaPlace
from services.runtime.log import Log


class SettingsError(ValueError):
    """A setting cannot be understood; the message names it."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a process. `log` is `sqlite:FILE` or `kafka://HOST:PORT`, times are in seconds.

    `log_format` is json or console; `lag_s` is the age of the oldest unanswered command beyond which the process is
    not ready. `metrics_port` is where a service that has no web pages answers /health and /metrics.
    `address` is what phones are told to open (https://club.example); empty: what can be told of this machine, and for a
    web gateway of its own what the director's browser used. `secret`, `gateway_secret` and `director_password` stand in
    for the files that dealing and the web gateway make at their first start, which read them from the environment.
    """

    log: str = "sqlite:capicua.db"
    host: str = "0.0.0.0"  # noqa: S104 - the hall's phones must reach it
    port: int = 8000
    address: str = ""
    metrics_port: int = 8001
    log_format: str = "console"
    log_level: str = "info"
    lag_s: float = 5.0
    secret_file: str = "capicua.secret"  # noqa: S105 - a file's name
    secret: str = ""
    gateway_secret: str = ""
    director_password: str = ""


class SqliteUrl(NamedTuple):
    """`sqlite:FILE`."""

    path: Path


class KafkaUrl(NamedTuple):
    """`kafka://HOST:PORT[,HOST:PORT...]`, with all that `kafka_place.KafkaPlace` reads before and after."""

    servers: str


def parse_url(url: str) -> SqliteUrl | KafkaUrl:
    """Read a log's URL. SettingsError says what it should look like."""
    if url.startswith("sqlite:"):
        path = url.removeprefix("sqlite:")
        if path.startswith("///"):
            path = path[2:]
        if path and not path.endswith("/"):
            return SqliteUrl(Path(path).expanduser())
    if url.startswith("kafka://"):
        servers = url.removeprefix("kafka://").rstrip("/")
        named = servers.partition("?")[0].rpartition("@")[2]
        if named and all(_is_server(s) for s in named.split(",")):
            try:
                KafkaPlace.read(url)
            except ValueError as e:
                raise SettingsError(str(e)) from e
            return KafkaUrl(servers)
    raise SettingsError(f"{url!r} names no log: write sqlite:FILE or kafka://HOST:PORT")


def _is_server(server: str) -> bool:
    try:
        parts = urlsplit(f"//{server}")
        return bool(parts.hostname) and parts.port is not None and not parts.path and not parts.username
    except ValueError:
        return False


def load(environ: Mapping[str, str], **given: Any) -> Settings:
    """Make the settings from CAPICUA_* variables and from what the command line gave (None: not given).

    SettingsError names the variable or option that cannot be read.
    """
    values: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        variable = f"CAPICUA_{name.upper()}"
        if variable in environ:
            values[name] = environ[variable]
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as e:
        raise SettingsError(f"a setting cannot be read (CAPICUA_... or the option of that name): {e}") from e
    if settings.log_format not in {"json", "console"}:
        raise SettingsError(f"log_format must be json or console, not {settings.log_format!r}")
    for name, port in (("port", settings.port), ("metrics_port", settings.metrics_port)):
        if not 0 < port < 1 << 16:
            raise SettingsError(f"{name} must be a number from 1 to 65535, not {port}")
    parse_url(settings.log)
    return settings


def open_log(url: str) -> Log:
    """Make the log that a URL names; the caller awaits its `open`."""
    match parse_url(url):
        case SqliteUrl(path):
            from services.runtime.sqlite import SqliteLog  # noqa: PLC0415 - only what is used is loaded

            return SqliteLog(path)
        case KafkaUrl(servers):
            from services.runtime.kafka import KafkaLog  # noqa: PLC0415 - only what is used is loaded

            log: Log = KafkaLog(servers)
            return log


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[Log]:
    """Open a log for reading alone: an embedded one may be in use by a server at the same time."""
    log: Log
    match parse_url(url):
        case SqliteUrl(path):
            from services.runtime.sqlite import open_reader  # noqa: PLC0415 - only what is used is loaded

            log = open_reader(path)
        case KafkaUrl():
            log = open_log(url)
    await log.open()
    try:
        yield log
    finally:
        await log.close()
