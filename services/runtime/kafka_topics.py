"""The topics on Kafka: made with the settings they need, and checked at every start, never altered.

`alter_configs` replaces all of a topic's settings, and a forgotten one falls back to the broker's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import structlog
from aiokafka.admin import AIOKafkaAdminClient, NewTopic  # type: ignore[import-untyped]
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType  # type: ignore[import-untyped]
from aiokafka.errors import TopicAlreadyExistsError, for_code  # type: ignore[import-untyped]

from contracts.topics import Topic
from services.runtime.kafka_place import KafkaPlace
from services.runtime.log import LogBrokenError, LogUnavailableError

_log = structlog.get_logger(__name__)

ADMIN_MS = 10_000
"""How long the broker may take to answer a question about topics."""

BROKER_BYTES = 4 << 20
"""The largest batch that our topics take. The broker's default, 1 MiB, is less than one decision may be."""


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
        missing = [t for t in topics if place.name(t) not in there]
        if missing:
            await _make(admin, missing, place, partitions)
        await _check(admin, topics, place, partitions)
    finally:
        await admin.close()


async def _make(admin: Any, missing: Sequence[Topic], place: KafkaPlace, partitions: int) -> None:
    new = [
        NewTopic(place.name(t), partitions, place.replication, topic_configs=topic_settings(t, place)) for t in missing
    ]
    answer = await admin.create_topics(new)
    for name, code, *said in answer.topic_errors:
        error = for_code(code)
        # another service makes the same topics at the same moment
        if code and error is not TopicAlreadyExistsError:
            raise LogUnavailableError(f"the topic {name} could not be made: {error.__name__} {said[0] or ''}")
    _log.info("topics made", topics=[place.name(t) for t in missing], partitions=partitions)


async def _check(admin: Any, topics: Sequence[Topic], place: KafkaPlace, partitions: int) -> None:
    names = [place.name(t) for t in topics]
    counts = await _counts(admin, names)
    for name in names:
        if counts[name] != partitions:
            raise LogBrokenError(
                f"the topic {name} has {counts[name]} partitions, wanted are {partitions}: a key's place depends on "
                "the number, so it cannot be changed. Use another broker, or the number the topic was made with"
            )
    asked = [ConfigResource(ConfigResourceType.TOPIC, name, dict.fromkeys(CHECKED)) for name in names]
    wanted = {place.name(t): topic_settings(t, place) for t in topics}
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
