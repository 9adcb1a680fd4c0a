"""What stands before every request: where it comes from, how many there are, what a browser may do with the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException, TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = (
    "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; "
    "img-src 'self' data:"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)
_ADDRESSES = 10_000
"""So many addresses are remembered; beyond that the full buckets are forgotten."""


_FREE = ("/static/", "/health/")
"""What costs next to nothing, or must be answered even in a flood: never refused."""
_STREAMS = "/live/"


@dataclass(frozen=True)
class Limits:
    """How much one address may ask: `*rate` a second on end, `*burst` at once.

    A whole hall may stand behind one address. 200 phones that open their links at once ask for three things each (the
    link, the page, its stream), which is what `read_burst` is made for, with room for those who reload; a player who
    plays needs no further page. They hold 200 streams, and a hall screen or a second tab comes on top: `streams`.
    """

    rate: float = 20.0
    """Requests that want something done: moves and forms."""
    burst: float = 60.0
    login_rate: float = 0.2
    """Attempts at the director's password."""
    login_burst: float = 8.0
    enter_rate: float = 0.1
    """Registrations of oneself: six a minute, so that one address cannot fill a tournament's places."""
    enter_burst: float = 10.0
    read_rate: float = 50.0
    """Pages and other answers."""
    read_burst: float = 1000.0
    log_rate: float = 3.0
    """Answers for which a table is read from the log again: replays and games as files that are not at hand."""
    log_burst: float = 60.0
    streams: int = 600
    """Live streams that are open at the same time."""


class Buckets:
    """Token buckets by address: `burst` at once, then `rate` a second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with full buckets."""
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> float:
        """Take one token. 0 when there was one, else the seconds until there will be."""
        now = self._clock()
        left, at = self._left.get(address, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        if left < 1:
            self._left[address] = (left, now)
            return (1 - left) / self._rate
        if len(self._left) >= _ADDRESSES:
            self._forget(now)
        self._left[address] = (left - 1, now)
        return 0.0

    def _forget(self, now: float) -> None:
        full = [a for a, (left, at) in self._left.items() if left + (now - at) * self._rate >= self._burst]
        for address in full:
            del self._left[address]
        if len(self._left) >= _ADDRESSES:
            self._left.clear()


def with_headers(headers: Iterable[tuple[bytes, bytes]], path: str) -> list[tuple[bytes, bytes]]:
    """Add what every answer carries; pages and answers are never stored by caches on the way."""
    given = list(headers)
    there = {name.lower() for name, _ in given}
    given += [(name, value) for name, value in _HEADERS if name not in there]
    if b"cache-control" not in there and not path.startswith("/static/"):
        given.append((b"cache-control", b"no-store"))
    return given


class Guard(ASGIMiddleware):
    """Refuses unsafe requests from other sites (by `Origin`, which browsers send even over plain http) and floods."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, limits: Limits) -> None:
        """Start with full buckets and no stream open."""
        self._writes = Buckets(limits.rate, limits.burst)
        self._logins = Buckets(limits.login_rate, limits.login_burst)
        self._entries = Buckets(limits.enter_rate, limits.enter_burst)
        self._reads = Buckets(limits.read_rate, limits.read_burst)
        self._most_streams = limits.streams
        self._streams: dict[str, int] = {}

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Judge the request; let it through when nothing speaks against it."""
        if scope["type"] != ScopeType.HTTP or scope["path"].startswith(_FREE):
            await next_app(scope, receive, send)
        elif scope["method"] not in SAFE:
            self._judge(scope)
            await next_app(scope, receive, send)
        else:
            charge(self._reads, scope)
            if scope["path"].startswith(_STREAMS):
                await self._stream(scope, receive, send, next_app)
            else:
                await next_app(scope, receive, send)

    def _judge(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is not None and not _ours(origin.decode("latin-1"), headers.get(b"host", b"").decode("latin-1")):
            raise PermissionDeniedException("need.origin")
        path = scope["path"]
        charge(self._logins if path.startswith("/staff") else self._writes, scope)
        if path.rstrip("/").endswith("/enter"):
            charge(self._entries, scope)

    async def _stream(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Count a stream for as long as it is open."""
        address = _address(scope)
        if self._streams.get(address, 0) >= self._most_streams:
            raise _too_many(5)
        self._streams[address] = self._streams.get(address, 0) + 1
        try:
            await next_app(scope, receive, send)
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


def charge(buckets: Buckets, scope: Scope) -> None:
    """Take a token for the address that asks. 429 when it has none left."""
    if wait := buckets.take(_address(scope)):
        raise _too_many(int(wait) + 1)


def _address(scope: Scope) -> str:
    """Give the peer's address: the server puts the client's own there where a proxy that it trusts names it."""
    client = scope.get("client")
    return client[0] if client else ""


def _too_many(wait_s: int) -> TooManyRequestsException:
    return TooManyRequestsException("too.many", headers={"Retry-After": str(wait_s)})


def _ours(origin: str, host: str) -> bool:
    """Whether an origin is the site that was asked. Programs send none; browsers always do with unsafe methods."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()
