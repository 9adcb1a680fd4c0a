"""Where the brokers are, and the topics on them: made with the settings they need, checked at every start. No altering.

`alter_configs` is never called: it replaces all of a topic's settings, and a forgotten one falls back to the broker's.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import structlog
from aiokafka.admin import AIOKafkaAdminClient, NewTopic  # type: ignore[import-untyped]
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType  # type: ignore[import-untyped]
from aiokafka.errors import TopicAlreadyExistsError, for_code  # type: ignore[import-untyped]

from contracts.topics import Topic
from services.runtime.log import LogBrokenError, LogUnavailableError

_log = structlog.get_logger(__name__)

ADMIN_MS = 10_000
"""How long the broker may take to answer a question about topics."""

BROKER_BYTES = 4 << 20
"""The largest batch that our topics take. The broker's default, 1 MiB, is less than one decision may be."""


class KafkaPlace(NamedTuple):
    """Where the brokers are and how to speak to them, as `kafka://` URLs say it."""

    servers: tuple[str, ...]
    replication: int = 1
    client: tuple[tuple[str, Any], ...] = ()

    @property
    def min_isr(self) -> int:
        """How many replicas must hold a record before it is acknowledged: all but one may be away of three."""
        return max(1, self.replication - 1)

    @property
    def args(self) -> dict[str, Any]:
        """Give the arguments that every client of aiokafka takes."""
        return {"bootstrap_servers": list(self.servers), **dict(self.client)}

    @classmethod
    def read(cls, url: str) -> KafkaPlace:
        """Read `kafka://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]…][?replication=3&tls=1&ca=FILE&mechanism=NAME]`.

        ValueError names what is wrong. `replication` is for topics that are made; three brokers want 3.
        """
        parts = urlsplit(url)
        if parts.scheme != "kafka" or not parts.netloc:
            raise ValueError(f"{url!r} is no Kafka address: kafka://HOST:PORT is")
        user, at, hosts = parts.netloc.rpartition("@")
        servers = tuple(h if ":" in h else f"{h}:9092" for h in hosts.split(",") if h)
        for server in servers:
            if not server.rpartition(":")[2].isdigit():
                raise ValueError(f"{server!r} in the Kafka address: the port after the colon must be a number")
        query = {k: v[-1] for k, v in parse_qs(parts.query).items()}
        unknown = set(query) - {"replication", "tls", "ca", "mechanism"}
        if unknown:
            raise ValueError(f"the Kafka address has an unknown option {min(unknown)!r}")
        replication = query.get("replication", "1")
        if not replication.isdigit() or replication == "0":
            raise ValueError(f"replication={replication} in the Kafka address: a number of brokers from 1 is wanted")
        client: dict[str, Any] = {}
        tls = query.get("tls", "0") not in {"0", ""} or "ca" in query
        if tls:
            client["ssl_context"] = ssl.create_default_context(cafile=query.get("ca"))
        if at:
            name, _, password = user.partition(":")
            client |= {
                "sasl_mechanism": query.get("mechanism", "SCRAM-SHA-256"),
                "sasl_plain_username": unquote(name),
                "sasl_plain_password": unquote(password),
            }
        client["security_protocol"] = ("SASL_" if at else "") + ("SSL" if tls else "PLAINTEXT")
        return cls(servers, int(replication), tuple(client.items()))

    def __str__(self) -> str:
        return f"kafka://{','.join(self.servers)}"


def topic_settings(topic: Topic, place: KafkaPlace) -> dict[str, str]:
    """Give the settings that a topic is made with; those in `CHECKED` are looked at again at every start."""
    settings = {
        "message.timestamp.type": "LogAppendTime",  # a command's time is the log's, never its sender's
        "cleanup.policy": "compact" if topic.compacted else "delete",
        "min.insync.replicas": str(place.min_isr),
        "unclean.leader.election.enable": "false",  # a broker that missed records must not lead
        "max.message.bytes": str(BROKER_BYTES),
    }
    if not topic.compacted:
        settings |= {"retention.ms": str(topic.retention_ms), "retention.bytes": "-1"}
    return settings


CHECKED = ("message.timestamp.type", "cleanup.policy", "retention.ms", "retention.bytes")


async def make_and_check(place: KafkaPlace, topics: Sequence[Topic], partitions: int) -> None:
    """Make the topics that are missing and check them all. LogBrokenError names the setting at fault."""
    admin = AIOKafkaAdminClient(**place.args, request_timeout_ms=ADMIN_MS)
    try:
        await admin.start()
        there = set(await admin.list_topics())
        missing = [t for t in topics if t.name not in there]
        if missing:
            await _make(admin, missing, place, partitions)
        await _check(admin, topics, place, partitions)
    finally:
        await admin.close()


async def _make(admin: Any, missing: Sequence[Topic], place: KafkaPlace, partitions: int) -> None:
    new = [NewTopic(t.name, partitions, place.replication, topic_configs=topic_settings(t, place)) for t in missing]
    answer = await admin.create_topics(new)
    for name, code, *said in answer.topic_errors:
        error = for_code(code)
        # another service makes the same topics at the same moment
        if code and error is not TopicAlreadyExistsError:
            raise LogUnavailableError(f"the topic {name} could not be made: {error.__name__} {said[0] or ''}")
    _log.info("topics made", topics=[t.name for t in missing], partitions=partitions)


async def _check(admin: Any, topics: Sequence[Topic], place: KafkaPlace, partitions: int) -> None:
    names = [t.name for t in topics]
    counts = await _counts(admin, names)
    for name in names:
        if counts[name] != partitions:
            raise LogBrokenError(
                f"the topic {name} has {counts[name]} partitions, wanted are {partitions}: a key's place depends on "
                "the number, so it cannot be changed. Use another broker, or the number the topic was made with"
            )
    asked = [ConfigResource(ConfigResourceType.TOPIC, name, dict.fromkeys(CHECKED)) for name in names]
    wanted = {t.name: topic_settings(t, place) for t in topics}
    for answer in await admin.describe_configs(asked):
        for code, said, _, name, settings in answer.resources:
            if code:
                raise LogUnavailableError(f"the settings of {name} cannot be read: {said or for_code(code)}")
            has = {s[0]: s[1] for s in settings}
            for setting in CHECKED:
                want = wanted[name].get(setting)
                if want is not None and has.get(setting) != want:
                    raise LogBrokenError(
                        f"the topic {name} has {setting}={has.get(setting)}, wanted is {want}: set that one setting "
                        "(kafka-configs --alter --add-config), then start again"
                    )


async def _counts(admin: Any, names: list[str]) -> dict[str, int]:
    """Give the partition count of each topic; a topic just made takes a moment until the broker tells of it."""
    while True:
        counts = {t["topic"]: len(t["partitions"]) for t in await admin.describe_topics(names)}
        if all(counts.get(name) for name in names):
            return counts
        await asyncio.sleep(0.05)  # the caller's time-out bounds this
