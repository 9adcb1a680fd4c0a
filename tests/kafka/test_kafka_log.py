"""What the log on Kafka does beyond the suite of all logs: its topics, its doubts, its addresses."""

from __future__ import annotations

import asyncio

import pytest
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType

from contracts.topics import FOREVER, TABLE_COMMANDS, TABLE_EVENTS, TOPICS, Topic
from services.runtime import kafka
from services.runtime.kafka import KafkaLog
from services.runtime.kafka_place import KafkaPlace
from services.runtime.kafka_topics import topic_settings
from services.runtime.log import LogBrokenError, LogDoubtError, LogUnavailableError, New
from tests.kafka.conftest import PARTITIONS

pytestmark = pytest.mark.anyio


async def all_of(log: KafkaLog, topic: Topic, partition: int = 0) -> list:
    out: list = []
    while got := await log.read(topic, partition, len(out)):
        out += got
    return out


async def test_a_record_comes_back_as_it_was_given_with_the_brokers_time(log):
    header = bytes(range(24))
    assert await log.append(TABLE_EVENTS, 1, [New("Ζωή", b'{"a":1}', header), New("b", b"2")]) == 0
    assert await log.append(TABLE_EVENTS, 1, [New("c", b"3")]) == 2
    first, second, third = await all_of(log, TABLE_EVENTS, 1)
    assert (first.offset, first.key, first.value, first.header) == (0, "Ζωή", b'{"a":1}', header)
    assert (second.offset, second.header) == (1, b"")
    assert first.at == second.at <= third.at, "the time is the log's: one batch, one time"
    assert await all_of(log, TABLE_EVENTS, 0) == []
    assert (await log.begin(TABLE_EVENTS, 1), await log.end(TABLE_EVENTS, 1)) == (0, 3)


async def test_more_than_a_batch_holds_goes_as_several_in_order(log):
    big = [New("k", bytes([i]) * 300_000) for i in range(7)]
    assert await log.append(TABLE_COMMANDS, 0, big) == 0
    assert [e.value[0] for e in await all_of(log, TABLE_COMMANDS)] == list(range(7))
    with pytest.raises(ValueError, match="too large: 3694304 is the limit"):
        await log.append(TABLE_COMMANDS, 0, [New("k", b"x" * 3_700_000)])
    assert await log.append(TABLE_COMMANDS, 0, [New("k", b"after")]) == 7, "one record too large holds up nothing"
    assert await log.append(TABLE_COMMANDS, 0, [New("k", b"x" * 3_600_000)]) == 8, "a decision on a whole field's list"
    assert len((await log.read(TABLE_COMMANDS, 0, 8))[0].value) == 3_600_000


async def test_appends_that_wait_for_each_other_share_a_batch_and_keep_their_order(log):
    offsets = await asyncio.gather(*(log.append(TABLE_COMMANDS, 0, [New("k", b"%d" % i)]) for i in range(500)))
    assert offsets == list(range(500))
    entries = await all_of(log, TABLE_COMMANDS)
    assert [int(e.value) for e in entries] == offsets


async def test_all_topics_of_the_project_are_made_with_the_settings_they_need(broker, log):
    name = log.place.name
    admin = AIOKafkaAdminClient(bootstrap_servers=broker.bootstrap)
    await admin.start()
    try:
        answers = await admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, name(t)) for t in TOPICS])
        described = await admin.describe_topics([name(t) for t in TOPICS])
    finally:
        await admin.close()
    assert {t["topic"]: len(t["partitions"]) for t in described} == dict.fromkeys(map(name, TOPICS), PARTITIONS)
    found = {of: {s[0]: s[1] for s in settings} for a in answers for _, _, _, of, settings in a.resources}
    for topic in TOPICS:
        wanted = topic_settings(topic, log.place)
        assert {k: found[name(topic)][k] for k in wanted} == wanted
        assert topic.compacted or found[name(topic)]["retention.ms"] == str(FOREVER)


@pytest.mark.parametrize(
    ("partitions", "settings", "said"),
    [
        (3, {}, "has 3 partitions, wanted are 2"),
        (2, {"retention.ms": "604800000"}, "retention.ms=604800000, wanted is -1"),
        (2, {"message.timestamp.type": "CreateTime"}, "message.timestamp.type=CreateTime, wanted is LogAppendTime"),
        (2, {"cleanup.policy": "compact"}, "cleanup.policy=compact, wanted is delete"),
    ],
)
async def test_a_topic_with_other_settings_is_refused_by_name_and_left_alone(broker, url, partitions, settings, said):
    place = KafkaPlace.read(url)
    name = place.name(TABLE_EVENTS)
    admin = AIOKafkaAdminClient(bootstrap_servers=broker.bootstrap)
    await admin.start()
    try:
        configs = topic_settings(TABLE_EVENTS, place) | settings
        await admin.create_topics([NewTopic(name, partitions, 1, topic_configs=configs)])
        with pytest.raises(LogBrokenError, match=said) as caught:
            await KafkaLog(place, PARTITIONS).open()
        assert name in str(caught.value)
        (answer,) = await admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, name)])
        assert {s[0]: s[1] for s in answer.resources[0][4]}.items() >= settings.items()
    finally:
        await admin.close()


async def test_no_broker_is_said_with_the_address():
    with pytest.raises(LogUnavailableError, match=r"no Kafka broker answers at kafka://127\.0\.0\.1:9"):
        await KafkaLog("kafka://127.0.0.1:9").open()


async def test_an_append_without_an_answer_is_a_doubt_and_the_next_one_has_a_new_producer(broker, log, monkeypatch):
    assert await log.append(TABLE_EVENTS, 0, [New("k", b"a", bytes(24))]) == 0
    monkeypatch.setattr(kafka, "DOUBT_S", 0.5)
    broker.pause()
    try:
        with pytest.raises(LogDoubtError, match="no answer within"):
            await log.append(TABLE_EVENTS, 0, [New("k", b"b", bytes(24))])
        with pytest.raises((LogUnavailableError, LogDoubtError)):
            await log.append(TABLE_EVENTS, 0, [New("k", b"c", bytes(24))])
    finally:
        broker.resume()
    monkeypatch.setattr(kafka, "DOUBT_S", 9)
    at = await log.append(TABLE_EVENTS, 0, [New("k", b"d", bytes(24))])
    values = [e.value for e in await all_of(log, TABLE_EVENTS)]
    assert values[at] == b"d"
    assert values.count(b"d") == 1
    assert set(values[1:at]) <= {b"b", b"c"}, "a batch in doubt may land late, or never"


async def test_a_deleted_start_is_said_and_not_skipped(broker, log):
    await log.append(TABLE_COMMANDS, 0, [New("k", b"%d" % i) for i in range(5)])
    admin = AIOKafkaAdminClient(bootstrap_servers=broker.bootstrap)
    await admin.start()
    try:
        from aiokafka import TopicPartition
        from aiokafka.admin.records_to_delete import RecordsToDelete

        await admin.delete_records(
            {TopicPartition(log.place.name(TABLE_COMMANDS), 0): RecordsToDelete(before_offset=3)}
        )
    finally:
        await admin.close()
    assert await log.begin(TABLE_COMMANDS, 0) == 3
    with pytest.raises(LogBrokenError, match="no longer holds offset 0"):
        await log.read(TABLE_COMMANDS, 0, 0)
    with pytest.raises(LogBrokenError, match="no longer holds"):
        await anext(log.follow(TABLE_COMMANDS, {0: 0}))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite:x", "is no Kafka address"),
        ("kafka://", "is no Kafka address"),
        ("kafka://a:b", "must be a number"),
        ("kafka://a:1?colour=red", "unknown option 'colour'"),
        ("kafka://a:1?replication=0", "number of brokers from 1"),
        ("kafka://a:1?prefix=club/a", "letters, digits, dots"),
        ("kafka://a:1?ca=/nowhere.pem", "No such file"),
    ],
)
def test_an_address_that_cannot_be_meant_is_refused(url, said):
    with pytest.raises(ValueError, match=said):
        KafkaPlace.read(url)


def test_an_address_says_servers_replication_and_how_to_log_in():
    place = KafkaPlace.read("kafka://ana:p%40ss@one,two:9094?replication=3&mechanism=PLAIN&tls=1")
    assert place.servers == ("one:9092", "two:9094")
    assert (place.replication, place.min_isr) == (3, 2)
    assert place.args["security_protocol"] == "SASL_SSL"
    assert (place.args["sasl_plain_username"], place.args["sasl_plain_password"]) == ("ana", "p@ss")
    assert "p@ss" not in str(place)
    assert KafkaPlace.read("kafka://[::1]:9092?prefix=a.").servers == ("[::1]:9092",)
    assert KafkaPlace.read("kafka://one").args["security_protocol"] == "PLAINTEXT"
