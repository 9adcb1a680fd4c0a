"""A service's process (`instance`) as tests handle it: started, asked, stopped, killed, frozen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from deploy.kafka.broker import free_port
from tests.needs import ROOT


class Process:
    """One such process, and what is done to it."""

    def __init__(self, out: Path, log: str, partitions: int, name: str = "move-validation", **options: str) -> None:
        given = {"log": log, "partitions": str(partitions), "name": name} | options
        self._args = [word for option, value in given.items() for word in (f"--{option}", value)]
        self.port = free_port()
        self.out = out / f"{name}-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Process:
        args = [sys.executable, "-m", "tests.kafka.instance", *self._args, "--port", str(self.port)]
        with self.out.open("ab") as out:
            self._process = subprocess.Popen(args, cwd=ROOT, stdout=out, stderr=out)
        return self

    def signal(self, what: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    def kill9(self) -> None:
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def stop(self) -> int:
        """SIGTERM, and its exit code once it has ended."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(timeout=20)

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def ask(self, path: str = "/health/ready") -> tuple[int, str]:
        """GET a path; (0, why) when nobody answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=2) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as e:
            return e.code, e.read().decode()
        except OSError as e:
            return 0, str(e)

    def cpu_s(self) -> float:
        """Seconds of CPU that it has used so far."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ready(self) -> bool:
        assert self.alive, self.said()
        return self.ask()[0] == 200

    def said(self) -> str:
        return self.out.read_text(errors="replace")[-4000:]
