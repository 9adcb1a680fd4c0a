"""The whole of it as an operator runs it: each service by its own command, the demonstration from outside, kill -9."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from deploy.kafka.broker import free_port
from services import together
from tests import needs
from tests.needs import ROOT
from tests.waiting import wait_for_sync

pytestmark = [needs.needs_kafka, pytest.mark.timeout(600)]

LONG = 120.0
ENTRANTS = "name,club,bot\nAna,,\nBo,,\nEleni,,\nNegar,,\nTomás,,\nYusuf,,\nMarta,,\n"


class Hall:
    """One folder with the club's secret, and the processes that share a broker."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        self.ports = {name: free_port() for name in (*together.NAMES, "web-gateway")}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def command(self, *args: str) -> list[str]:
        return [sys.executable, "-m", "services", *args]

    def start(self, name: str) -> None:
        args = self.command("service", name, "--log", self.url, "--host", "127.0.0.1", "--port", str(self.ports[name]))
        with (self.folder / f"{name}.out").open("ab") as out:
            self.processes[name] = subprocess.Popen(args, cwd=self.folder, stdout=out, stderr=out, env=self.environment)

    @property
    def environment(self) -> dict[str, str]:
        import os

        return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "120"}

    def run(self, *args: str) -> str:
        done = subprocess.run(
            self.command(*args), cwd=self.folder, env=self.environment, capture_output=True, timeout=LONG, check=False
        )
        assert done.returncode == 0, f"{args}: {done.stdout.decode()}\n{done.stderr.decode()}"
        return done.stdout.decode()

    def ready(self, name: str) -> bool:
        assert self.processes[name].poll() is None, (self.folder / f"{name}.out").read_text(errors="replace")[-3000:]
        with urllib.request.urlopen(f"http://127.0.0.1:{self.ports[name]}/health/ready", timeout=2) as answer:
            return answer.status == 200

    def all_ready(self) -> None:
        for name in self.ports:
            wait_for_sync(lambda n=name: self.ready(n), LONG, what=f"{name} to be ready", retry=(OSError,))

    def moves(self) -> int:
        """How many commands the referee has decided, as its own metrics count them since it was started."""
        port = self.ports["move-validation"]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=2) as answer:
            for line in answer.read().decode().splitlines():
                if line.startswith('capicua_decided_total{service="move-validation"}'):
                    return int(float(line.split()[-1]))
        return 0


@pytest.fixture
def hall(tmp_path: Path, url: str):
    it = Hall(tmp_path, url)
    yield it
    for process in it.processes.values():
        process.kill()
        process.wait()


def test_the_demonstration_runs_while_every_service_is_killed_and_started_again(hall: Hall):
    (hall.folder / "list.csv").write_text(ENTRANTS, encoding="utf-8")
    for name in hall.ports:
        hall.start(name)
    hall.all_ready()
    asked = hall.command("demo", "--drive-only", "--log", hall.url, "--id", "cup", "--entrants", "list.csv")
    with (hall.folder / "demo.out").open("wb") as out:
        args = [*asked, "--rounds", "2", "--deals", "2", "--seed", "s"]
        demo = subprocess.Popen(args, cwd=hall.folder, stdout=out, stderr=out, env=hall.environment)
    hall.processes["demo"] = demo
    wait_for_sync(lambda: demo.poll() is not None or hall.moves() > 20, LONG, what="the first moves", retry=(OSError,))
    killed = ("move-validation", "web-gateway", "dealing", "bots", "lobby", "standings")
    for name in killed:
        hall.processes[name].kill()
        hall.processes[name].wait()
        hall.start(name)
        wait_for_sync(lambda n=name: hall.ready(n), LONG, what=f"{name} to be ready again", retry=(OSError,))
    said = hall.folder / "demo.out"
    wait_for_sync(lambda: demo.poll() is not None, LONG, what="the demonstration's end")
    assert demo.returncode == 0, said.read_text(errors="replace")
    assert "final" in said.read_text(encoding="utf-8")

    found = json.loads(hall.run("standings", hall.url, "--json"))
    assert found["tournament"]["finished"] is True
    assert len(found["places"]) == 7
    # What a page shows is what the log says, after all of them have been killed.
    page = f"http://127.0.0.1:{hall.ports['web-gateway']}/api/tournaments/cup/standings"

    def shown() -> bool:
        with urllib.request.urlopen(page, timeout=5) as answer:
            rows = json.loads(answer.read())["rows"]
        return [row["entrant"] for row in rows] == [row["entrant"] for row in found["places"]]

    wait_for_sync(shown, LONG, what="the page to show the final standings", retry=(OSError,))
    hall.run("export", hall.url, "--tournament", "cup", "-o", "cup.jsonl")
    assert "is sound" in hall.run("verify", "cup.jsonl")
    for name in hall.ports:
        hall.processes[name].terminate()
    assert [hall.processes[name].wait(timeout=30) for name in hall.ports] == [0] * len(hall.ports)
