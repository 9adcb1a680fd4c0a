"""A move-validation process for the fault tests: `python -m tests.kafka.instance --log URL --topics NAME --port N`.

Its topics are a test's own; `--version 2` is a decider that judges otherwise; `--group` lets two own one partition.
"""

from __future__ import annotations

import argparse
import dataclasses
from types import ModuleType
from typing import Any

from contracts.envelope import Command
from contracts.games.game import Refusal
from contracts.messages import Body
from contracts.topics import Topic
from services.bots.app import service as bots
from services.dealing.app import service as dealing
from services.move_validation import decider
from services.move_validation.app import SERVICE
from services.runtime import kafka, settings
from services.runtime.service import Service

SESSION_MS = 2_000
"""Shorter than the services' own, so that a test sees a takeover soon."""


def pair(name: str) -> tuple[Topic, Topic]:
    """The command and event topic of a test."""
    commands = Topic(f"{name}.commands", "key", ("test",), ("test",))
    return commands, Topic(f"{name}.events", "key", ("test",), ("test",), pair=commands.name)


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


def service(name: str, topics: tuple[Topic, Topic], group: str, version: int) -> Service:
    """The real service over the test's topics."""
    commands, events = topics
    of = {"move-validation": SERVICE, "dealing": dealing(b"s" * 32), "bots": bots()}[name]
    plans = tuple(dataclasses.replace(p, reads=events) for p in of.reactors if p.reads.name == "table.events")
    if of.decider is None:
        return dataclasses.replace(of, reactors=plans)
    judge = SECOND if version == 2 else decider
    return Service(group or of.name, judge, commands, events)


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("log", "topics", "name", "group"):
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--port", type=int)
    parser.add_argument("--version", type=int, default=1)
    parser.add_argument("--partitions", type=int, default=2)
    args = parser.parse_args()
    for group in (kafka.OWNER, kafka.REACTOR):
        group |= {"session_timeout_ms": SESSION_MS, "heartbeat_interval_ms": 300, "rebalance_timeout_ms": SESSION_MS}
    topics = pair(args.topics)
    from contracts.topics import BY_NAME, DEAD_LETTERS
    from services.runtime import kafka_app, observe

    BY_NAME.update({t.name: t for t in topics})
    observe.configure("json")

    kafka_app.run_service(
        service(args.name, topics, args.group, args.version),
        settings.load({}, log=args.log, log_format="json"),
        "127.0.0.1",
        args.port,
        partitions=args.partitions,
        topics=(*topics, DEAD_LETTERS),
    )


if __name__ == "__main__":
    main()
