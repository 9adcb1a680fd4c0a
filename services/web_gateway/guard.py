"""What stands before every request: where it comes from, how many there are, what a browser may do with the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
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

    def __init__(self, buckets: Buckets, logins: Buckets) -> None:
        """`buckets` limit all unsafe requests of an address, `logins` those that try a password or a link."""
        self._buckets = buckets
        self._logins = logins

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Judge the request; let it through when nothing speaks against it."""
        if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE:
            self._judge(scope)
        await next_app(scope, receive, send)

    def _judge(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is not None and not _ours(origin.decode("latin-1"), headers.get(b"host", b"").decode("latin-1")):
            raise PermissionDeniedException("need.origin")
        client = scope.get("client")
        address = client[0] if client else ""
        buckets = self._logins if scope["path"].startswith("/staff") else self._buckets
        if wait := buckets.take(address):
            raise TooManyRequestsException("too.many", headers={"Retry-After": str(int(wait) + 1)})


def _ours(origin: str, host: str) -> bool:
    """Whether an origin is the site that was asked. Programs send none; browsers always do with unsafe methods."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()
