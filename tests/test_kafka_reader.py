"""What the log on Kafka does with its clients, as far as no broker is needed to see it."""

from __future__ import annotations

import asyncio

import pytest
from aiokafka import TopicPartition
from aiokafka.errors import ConsumerStoppedError, KafkaConnectionError

from contracts.topics import TABLE_COMMANDS
from services.runtime.kafka import KafkaLog
from services.runtime.log import LogUnavailableError

pytestmark = pytest.mark.anyio


class Shared:
    """A reader that two ask at once: the first loses its connection, and the second finds it stopped."""

    busy = True

    def __init__(self) -> None:
        self.asked = 0
        self.stopped = False
        self._turn = asyncio.Lock()

    async def read(self, *_):
        async with self._turn:
            self.asked += 1
            await asyncio.sleep(0)
            if self.asked == 1:
                raise KafkaConnectionError("the broker went away")
            assert self.stopped
            raise ConsumerStoppedError

    async def stop(self):
        self.stopped = True


async def test_whoever_waits_for_a_reader_that_was_given_up_is_told_to_come_again():
    log = KafkaLog("kafka://127.0.0.1:9")
    log._readers[TopicPartition(TABLE_COMMANDS.name, 0)] = Shared()
    both = await asyncio.gather(*(log.read(TABLE_COMMANDS, 0, 0) for _ in range(2)), return_exceptions=True)
    assert [type(e) for e in both] == [LogUnavailableError] * 2
    assert not log._readers
