"""A service's process for the fault tests: `python -m tests.kafka.instance --log URL --name NAME --port N`.

`--version 2` is a referee that judges otherwise; `--group` lets two of them own the same partitions.
"""

from __future__ import annotations

import argparse
from types import ModuleType
from typing import Any

from contracts.envelope import Command
from contracts.games.game import Refusal
from contracts.messages import Body
from services import together
from services.move_validation import decider
from services.move_validation.app import SERVICE
from services.runtime import kafka, kafka_app, observe
from services.runtime.service import Service
from services.runtime.settings import Settings

SESSION_MS = 2_000
"""Shorter than the services' own, so that a test sees a takeover soon."""


class _Second(ModuleType):
    """A version of the decider that refuses what the first allows: every fifth command."""

    CATALOGUE = decider.CATALOGUE
    evolve = staticmethod(decider.evolve)
    finished = staticmethod(decider.finished)

    @staticmethod
    def decide(state: Any, command: Command, body: Body, at: int) -> Any:
        """Judge as the first does, or not."""
        if command.id.endswith(("0", "5")):
            return Refusal("version/two")
        return decider.decide(state, command, body, at)


SECOND = _Second("second")


def service(name: str, group: str, version: int, settings: Settings) -> Service:
    """The real service; a referee may be another version, in a group of its own."""
    if version == 1 and not group:
        return together.one(name, settings)
    return Service(group, SECOND if version == 2 else decider, SERVICE.commands, SERVICE.events)


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("log", "name", "group"):
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--port", type=int)
    parser.add_argument("--version", type=int, default=1)
    parser.add_argument("--partitions", type=int)
    args = parser.parse_args()
    for group in (kafka.OWNER, kafka.REACTOR):
        group |= {"session_timeout_ms": SESSION_MS, "heartbeat_interval_ms": 300, "rebalance_timeout_ms": SESSION_MS}
    observe.configure("json")
    settings = Settings(log=args.log, secret="5ec7e7" * 12)
    it = service(args.name, args.group, args.version, settings)
    kafka_app.run_service(it, settings, "127.0.0.1", args.port, partitions=args.partitions)


if __name__ == "__main__":
    main()
