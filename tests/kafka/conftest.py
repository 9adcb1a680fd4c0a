"""One real broker for the whole session; each test has topics of its own, by a prefix before their names."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator

import pytest

from deploy.kafka.broker import Broker
from services.runtime.kafka import KafkaLog
from tests import needs

_names = itertools.count()

PARTITIONS = 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the broker, and whichever test is the first waits for its start."""
    for item in items:
        if "tests/kafka/" in item.path.as_posix():
            item.add_marker(needs.needs_kafka)
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(300))


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A broker that runs. A test that kills it starts it again."""
    it = Broker(tmp_path_factory.mktemp("broker"))
    try:
        it.start()
        yield it
    finally:
        it.kill9()  # its data goes with the folder


@pytest.fixture
def url(broker: Broker) -> str:
    """An address whose topics are this test's alone."""
    return f"kafka://{broker.bootstrap}?prefix=t{next(_names)}."


@pytest.fixture
async def log(url: str) -> AsyncIterator[KafkaLog]:
    """The open log at that address."""
    it = KafkaLog(url, PARTITIONS)
    await it.open()
    yield it
    await it.close()
