"""Waiting for something to become true, with a deadline: never for a time to pass."""

from __future__ import annotations

import inspect
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

T = TypeVar("T")

_STEP = 0.01


def _say(what: str, timeout: float, last: object, trouble: Exception | None) -> str:
    seen = f"it last raised {trouble!r}" if trouble is not None else f"it last gave {last!r}"
    return f"waited {timeout:g} s in vain for {what}: {seen}"


async def wait_for(
    condition: Callable[[], T | Awaitable[T]],
    timeout: float = 40.0,
    *,
    what: str = "",
    retry: tuple[type[Exception], ...] = (),
) -> T:
    """Ask `condition` until it gives something true, and give that. AssertionError at the deadline.

    It may be a coroutine function. Exceptions in `retry` count as "not yet"; all others are let through.
    """
    deadline = time.monotonic() + timeout
    while True:
        trouble: Exception | None = None
        value: object = None
        try:
            value = condition()
            if inspect.isawaitable(value):
                value = await value
        except retry as e:
            trouble = e
        if value:
            return value  # type: ignore[return-value]
        if time.monotonic() >= deadline:
            raise AssertionError(_say(what or repr(condition), timeout, value, trouble))
        await anyio.sleep(_STEP)


def wait_for_sync(
    condition: Callable[[], T],
    timeout: float = 40.0,
    *,
    what: str = "",
    retry: tuple[type[Exception], ...] = (),
) -> T:
    """`wait_for` for tests without an event loop: processes, browsers."""
    deadline = time.monotonic() + timeout
    while True:
        trouble: Exception | None = None
        value: T | None = None
        try:
            value = condition()
        except retry as e:
            trouble = e
        if value:
            return value
        if time.monotonic() >= deadline:
            raise AssertionError(_say(what or repr(condition), timeout, value, trouble))
        time.sleep(_STEP)
