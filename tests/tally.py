"""One summary for tests that run as several processes: `pytest -p tests.tally`, with CAPICUA_TALLY=FILE.

Each part writes its counts to the file; each later part adds the earlier ones' to its own last line. A session-wide
Playwright keeps an event loop running, so browser tests need a process of their own; their reader wants one result.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

COUNTED = ("failed", "error", "passed", "skipped", "xfailed", "xpassed")


class _Earlier:
    """Stands for a test of an earlier part in pytest's own count."""

    count_towards_summary = True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> Generator[None]:
    """Write what this part counted; then add the earlier parts' counts, which pytest sums up in its last line."""
    yield
    name = os.environ.get("CAPICUA_TALLY")
    if not name or hasattr(config, "workerinput"):  # where cores share the tests, the one that leads them counts
        return
    file = Path(name)
    parts: list[dict[str, Any]] = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    counts = {key: len(terminalreporter.stats.get(key, ())) for key in COUNTED}
    if exitstatus and not counts["failed"] and not counts["error"]:
        counts["error"] = 1  # nothing collected, interrupted: a part that proved nothing
    mark = config.getoption("markexpr") or "all"
    with file.open("a") as out:
        out.write(json.dumps({"part": mark, "counts": counts}) + "\n")
    terminalreporter.stats.pop("deselected", None)  # another part runs them
    for part in parts:
        said = ", ".join(f"{n} {key}" for key, n in part["counts"].items() if n)
        terminalreporter.write_line(f'earlier part "{part["part"]}": {said}')
        for key, n in part["counts"].items():
            if n:
                terminalreporter.stats.setdefault(key, []).extend([_Earlier()] * n)
