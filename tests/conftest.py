"""What every test may use: anyio on asyncio, hypothesis profiles, and a loud word where a tool is missing."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from functools import cache

import pytest
import structlog
import typer
import typer.testing
from hypothesis import HealthCheck, settings

from tests import needs

_CHECKS = (HealthCheck.too_slow,)  # machines differ; no test asserts a time

settings.register_profile("fast", deadline=None, max_examples=20, suppress_health_check=_CHECKS)
settings.register_profile("usual", deadline=None, max_examples=60, suppress_health_check=_CHECKS)
settings.register_profile("thorough", deadline=None, max_examples=200, suppress_health_check=_CHECKS, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("thorough" if needs.IN_CI else "usual"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as the services do."""
    return "asyncio"


@pytest.fixture(autouse=True, scope="session")
def _one_command_line() -> Iterator[None]:
    """The tree of commands is the same for every call; building it would take longer than most calls' own work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", cache(typer.main.get_command))
        patch.setattr(typer.testing, "_get_command", typer.main.get_command)
        yield


@pytest.fixture(autouse=True)
def _own_logging() -> Iterator[None]:
    """A command run within the process sets logging up for good: the next test has it as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    if structlog.is_configured():
        structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What lies in a tool's folder needs that tool: a browser's loop beside other tests' own would stop them all."""
    for item in items:
        for tool in ("browser", "kafka"):
            if f"tests/{tool}/" in item.nodeid:
                item.add_marker(tool)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test marked with a tool's name needs that tool: asked for before any fixture starts it."""
    for tool in needs.TOOLS:
        if item.get_closest_marker(tool) is not None:
            needs.need(tool)
