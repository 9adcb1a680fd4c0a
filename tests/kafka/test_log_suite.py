"""The suite of all logs, over the log on Kafka."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from services.runtime.kafka import KafkaLog
from tests.log_suite import Logs, LogSuite


class TestKafkaLog(LogSuite):
    @pytest.fixture
    async def logs(self, url: str) -> AsyncIterator[Logs]:
        opened = [KafkaLog(url)]
        await opened[0].open()

        async def reopen() -> KafkaLog:
            await opened[-1].close()
            opened.append(KafkaLog(url))
            await opened[-1].open()
            return opened[-1]

        yield Logs(opened[0], reopen, quick=False)
        await opened[-1].close()
