"""One real broker for the whole session; each test has topics of its own."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator

import pytest

from contracts.topics import DEAD_LETTERS, Topic
from deploy.kafka.broker import Broker
from services.runtime.kafka import KafkaLog
from tests import needs
from tests.kafka.instance import pair

_names = itertools.count()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the broker."""
    for item in items:
        if "tests/kafka/" in item.path.as_posix():
            item.add_marker(needs.needs_kafka)


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A broker that runs. A test that kills it starts it again."""
    it = Broker(tmp_path_factory.mktemp("broker"))
    try:
        it.start()
        yield it
    finally:
        it.kill9()  # its data goes with the folder


PARTITIONS = 2
"""Of every topic on the tests' broker: they share dead-letters."""


def new_pair() -> tuple[Topic, Topic]:
    """Give a command and an event topic that no other test has."""
    return pair(f"t{next(_names)}")


@pytest.fixture
def topics() -> tuple[Topic, Topic]:
    """A pair of topics of this test's own."""
    return new_pair()


@pytest.fixture
async def log(broker: Broker, topics: tuple[Topic, Topic]) -> AsyncIterator[KafkaLog]:
    """An open log on the test's pair of topics, of two partitions."""
    it = KafkaLog(f"kafka://{broker.bootstrap}", partitions=PARTITIONS, topics=(*topics, DEAD_LETTERS))
    await it.open()
    yield it
    await it.close()
