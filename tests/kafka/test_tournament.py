"""Whole tournaments on a real Kafka: the same bytes as on the embedded log, and no process that is not replaceable."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from anyio import to_thread

from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS, TOURNAMENT_COMMANDS, TOURNAMENT_EVENTS
from contracts.tournament import EntrantRow, Rules
from services import together
from services.director import Director, direct
from services.lobby import decider as lobby
from services.lobby.app import SERVICE as LOBBY
from services.move_validation import decider as referee
from services.move_validation.app import SERVICE as MOVE_VALIDATION
from services.runtime.embedded import EmbeddedRunner
from services.runtime.kafka import KafkaLog
from services.runtime.log import Entry, New
from services.runtime.owner import Filter
from services.runtime.service import Service
from services.runtime.settings import Settings
from services.runtime.sqlite import SqliteLog
from tests.kafka.scenario import everything, judge
from tests.kafka.test_faults import LONG, Hall, hall  # noqa: F401  # a fixture
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(600)]

ENTRANTS = tuple(EntrantRow(name=f"Name {i}", club="", bot="steady") for i in range(9))
BOTH = ((LOBBY, TOURNAMENT_COMMANDS, TOURNAMENT_EVENTS), (MOVE_VALIDATION, TABLE_COMMANDS, TABLE_EVENTS))


def rules(game: str, rounds: int, deals: int) -> Rules:
    return Rules(game=game, rounds=rounds, table_min=2, table_max=4, seed="spring", max_deals=deals)


async def test_the_same_commands_give_the_same_bytes_on_the_embedded_log(url: str, tmp_path: Path):
    settings = Settings(log=url, secret="5ec7e7" * 12)
    async with together.running(settings) as running, Director(running.log) as director:
        final = await direct(director, "cup", "Cup", rules("draw_dominoes/1", 2, 2), ENTRANTS)
    assert len(final.rows) == len(ENTRANTS)

    kafka = KafkaLog(url)
    await kafka.open()
    now = 0
    sqlite = SqliteLog(tmp_path / "same.db", partitions=kafka.partitions, clock=lambda: now)
    await sqlite.open()
    asked: list[tuple[Entry, int, Service]] = []
    for service, commands, _ in BOTH:
        for p in range(kafka.partitions):
            asked += [(e, p, service) for e in await everything(kafka, commands, p)]
    # the times are set alike by giving each command to the embedded log at the time that Kafka took it
    for entry, p, service in sorted(asked, key=lambda it: (it[0].at, it[2].name, it[1], it[0].offset)):
        now = entry.at
        assert service.commands is not None
        assert await sqlite.append(service.commands, p, [New(entry.key, entry.value)]) == entry.offset
    deciders = [Service(s.name, s.decider, s.commands, s.events) for s, _, _ in BOTH]
    try:
        async with EmbeddedRunner(sqlite, deciders):
            for _, commands, events in BOTH:
                for p in range(kafka.partitions):
                    await wait_for(
                        lambda c=commands, e=events, p=p: _level(sqlite, c, e, p), LONG, what=f"{events.name}/{p}"
                    )
                    theirs = Filter().sift(await everything(kafka, events, p))
                    ours = await everything(sqlite, events, p)
                    assert [(e.key, e.value, e.header) for e in ours] == [(e.key, e.value, e.header) for e in theirs]
    finally:
        await sqlite.close()
        await kafka.close()
    assert len(asked) > 200


async def _level(log: SqliteLog, commands, events, p: int) -> bool:
    return await log.end(events, p) == await log.end(commands, p)


async def test_every_service_is_killed_while_a_tournament_runs_and_it_ends_in_standings(hall: Hall):  # noqa: F811
    running = {name: hall.process(name) for name in together.NAMES}
    await hall.ready(*running.values())
    async with Director(hall.log) as director:
        playing = asyncio.create_task(direct(director, "cup", "Cup", rules("longana/1", 2, 2), ENTRANTS))
        for name in ("move-validation", "dealing", "bots", "lobby", "standings"):
            moves = director.moves
            await wait_for(lambda m=moves: playing.done() or director.moves > m + 5, LONG, what="moves")
            running[name].kill9()
            running[name] = hall.process(name)
        async with asyncio.timeout(LONG):
            final = await playing
    await hall.ready(*running.values())
    await to_thread.run_sync(hall.stop)
    assert len(final.rows) == len(ENTRANTS)
    for decides, commands, events in ((lobby, *BOTH[0][1:]), (referee, *BOTH[1][1:])):
        seen = await judge(hall.log, (decides,), commands, events)
        assert seen["commands"]
        assert not seen["forks"]
