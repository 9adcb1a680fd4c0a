"""Do the dashboards' questions have answers? The real program, scraped by a real Prometheus, while bots play."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from deploy.grafana import dashboards
from tests.needs import ROOT, needs_promtool
from tests.waiting import wait_for_sync

pytestmark = [needs_promtool, pytest.mark.slow, pytest.mark.timeout(180)]


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def _get(url: str) -> bytes:
    with urlopen(url, timeout=5) as answer:
        return bytes(answer.read())


class Process:
    """A process that writes to a file, ends with the test, and shows what it said when something is wrong."""

    def __init__(self, folder: Path, name: str, *args: str) -> None:
        self.said = folder / f"{name}.txt"
        with self.said.open("wb") as out:
            env = os.environ | {"PYTHONPATH": str(ROOT)}
            self._process = subprocess.Popen(args, cwd=folder, env=env, stdout=out, stderr=out)

    def answers(self, url: str) -> bool:
        assert self._process.poll() is None, self.said.read_text()[-2000:]
        return bool(_get(url))

    def end(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise


@pytest.fixture(scope="module")
def capicua(tmp_path_factory) -> Iterator[str]:
    """Give the address of a Capicua in which a demonstration is being played."""
    folder, port = tmp_path_factory.mktemp("capicua"), _free_port()
    serve = ("serve", "--demo", "--pace", "0", "--host", "127.0.0.1", "--port", str(port))
    process = Process(folder, "capicua", sys.executable, "-m", "services", *serve)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for_sync(lambda: process.answers(f"{url}/health/ready"), 60, what="capicua to be ready", retry=(OSError,))
        yield url
    finally:
        process.end()


@pytest.fixture(scope="module")
def prometheus(capicua, tmp_path_factory) -> Iterator[str]:
    """Give the address of a Prometheus that scrapes it every second."""
    program = shutil.which("prometheus")
    assert program, "promtool without prometheus"
    folder, port = tmp_path_factory.mktemp("prometheus"), _free_port()
    target = {"targets": [capicua.removeprefix("http://")], "labels": {"process": "all"}}
    job = {"job_name": "capicua", "scrape_interval": "1s", "static_configs": [target]}
    (folder / "prometheus.json").write_text(json.dumps({"scrape_configs": [job]}))
    process = Process(
        folder, "prometheus", program, "--config.file=prometheus.json", f"--web.listen-address=127.0.0.1:{port}",
        f"--storage.tsdb.path={folder / 'data'}",
    )  # fmt: skip
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for_sync(lambda: process.answers(f"{url}/-/ready"), 60, what="prometheus", retry=(URLError, OSError))
        yield url
    finally:
        process.end()


def _ask(prometheus: str, expr: str) -> list[Any]:
    answer = json.loads(_get(f"{prometheus}/api/v1/query?{urlencode({'query': expr})}"))
    assert answer["status"] == "success", answer
    found: list[Any] = answer["data"]["result"]
    return found


def test_what_is_scraped_is_well_formed(capicua):
    done = subprocess.run(
        ["promtool", "check", "metrics"], input=_get(f"{capicua}/metrics"), capture_output=True, check=False
    )
    ours = [line for line in done.stderr.decode().splitlines() if line.startswith("capicua_")]
    assert ours == []


def test_every_panel_has_an_answer(capicua, prometheus):
    wait_for_sync(lambda: _ask(prometheus, "capicua_append_seconds_count > 0"), 60, what="moves to be scraped")
    empty = {}
    for name, board in dashboards.made().items():
        for panel in board["panels"]:
            for target in panel["targets"]:
                asked = re.findall(r"capicua_[a-z0-9_]+", target["expr"])
                if not all(_ask(prometheus, metric) for metric in asked):
                    continue  # nothing of the kind has happened: no fork, no unknown event
                expr = target["expr"]
                for selector in re.findall(r"capicua_[a-z0-9_]+\{[^}]*\}", expr):
                    # `or vector(0)` would hide a label's wrong value
                    if not _ask(prometheus, selector):
                        empty[f"{name}: {panel['title']}"] = selector
                try:
                    wait_for_sync(lambda expr=expr: _ask(prometheus, expr), 20)
                except AssertionError:
                    empty[f"{name}: {panel['title']}"] = expr
    assert empty == {}
