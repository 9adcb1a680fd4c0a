# ruff: noqa: RUF001  # Persian and Greek letters are meant
"""Do the published standings say what the events say, each change once, and go on after a restart?"""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from msgspec.structs import replace

from contracts import codec, ranking, topics
from contracts.envelope import partition_of, write
from contracts.messages import Event
from contracts.tournament import (
    BeginRound,
    CheckIn,
    CommitKey,
    CreateTournament,
    EntrantRow,
    FinishTournament,
    ImportEntrants,
    OpenRegistration,
    RecordResult,
    RevealTournamentKey,
)
from services.lobby.app import SERVICE as LOBBY
from services.runtime.embedded import EmbeddedRunner
from services.runtime.projections import ProjectionHost
from services.runtime.reader import send
from services.runtime.sqlite import SqliteLog
from services.standings import decider
from services.standings.app import SERVICE, StandingsProjection
from tests.play_lobby import KEY, KEY_HASH, Lobby, result, rules
from tests.waiting import wait_for


def told(lobby: Lobby, projection: StandingsProjection, source: int = 0) -> int:
    """Give a projection a tournament's events, one decision each; the last source used."""
    for event in lobby.events:
        projection.fold("spring", source, 1000 + source, None, (event,))
        source += 1
    return source - 1


# --- the pure half


def test_a_record_is_the_ranking_with_its_place_in_the_log():
    lobby = Lobby()
    lobby.enter(9)
    lobby.round(random.Random(1))
    written = decider.record("spring", lobby.state, 41)
    read = decider.read_standings(written)
    assert read == ranking.standings(lobby.state, id="spring", source=41)
    assert (read.source, read.at, read.tournament, read.round, read.parts) == (41, lobby.state.at, "spring", 1, True)
    plain = json.loads(written)
    assert plain["rows"][0]["points"]["parts"][0] == {
        "value": 300,
        "round": 1,
        "table": plain["rows"][0]["points"]["parts"][0]["table"],
    }


def test_a_record_that_would_be_too_long_leaves_the_sums_out(monkeypatch):
    lobby = Lobby()
    lobby.enter(9)
    lobby.round(random.Random(1))
    whole = decider.record("spring", lobby.state, 1)
    monkeypatch.setattr(decider, "MAX_BYTES", len(whole) - 1)
    short = decider.record("spring", lobby.state, 1)
    assert len(short) < len(whole)
    assert not decider.read_standings(short).parts
    assert [r.place for r in decider.read_standings(short).rows] == [
        r.place for r in decider.read_standings(whole).rows
    ]


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.slow
def test_the_largest_field_fits_in_the_logs_records(size):
    lobby = Lobby(table_min=size, table_max=size, rounds=2)
    names = tuple(EntrantRow(name=f"{n:04}" + "ا" * 76, club="ا" * 80) for n in range(1200))
    for start in range(0, 1200, 400):
        lobby.do(ImportEntrants(entrants=names[start : start + 400]))
    lobby.do(CheckIn(entrants=tuple(e.id for e in lobby.state.entrants)))
    proposal = lobby.seat()
    assert 2 * len(write(proposal)) < 800_000
    assert len(write(lobby.do(BeginRound(round=1)))) < 800_000
    assert len(decider.record("spring", lobby.state, 1)) < 1_000_000
    every = replace(lobby.state, rules=replace(lobby.state.rules, tie_breaks=ranking.TIE_BREAKS))
    record = decider.record("spring", every, 1)
    assert len(record) < 1_000_000
    bare = decider.read_standings(record)
    assert (bare.parts, bare.rows[0].tie_breaks) == (False, ())
    assert [(r.place, r.entrant, r.points.value) for r in bare.rows] == [
        (r.place, r.entrant, r.points.value) for r in ranking.standings(every).rows
    ]


# --- the projection


def test_a_change_is_told_once():
    lobby = Lobby()
    lobby.enter(4)
    projection = StandingsProjection()
    last = told(lobby, projection)
    ((key, value),) = projection.records()
    assert (key, decider.read_standings(value).source) == ("spring", last)
    assert list(projection.records()) == []
    projection.fold("spring", last + 1, 5000, None, ())  # a refusal
    assert list(projection.records()) == []
    projection.fold("spring", last + 2, 6000, None, lobby.do(OpenRegistration()))
    ((_, value),) = projection.records()
    assert (decider.read_standings(value).source, decider.read_standings(value).at) == (last + 2, 6000)


def test_what_was_published_is_not_said_again():
    lobby = Lobby()
    lobby.enter(4)
    first = StandingsProjection()
    last = told(lobby, first)
    ((_, value),) = first.records()
    again = StandingsProjection()
    again.resume("spring", value)
    told(lobby, again)
    assert list(again.records()) == []
    again.fold("spring", last + 1, 9000, None, lobby.do(OpenRegistration()))
    assert len(list(again.records())) == 1


def test_a_finished_tournament_leaves_memory_after_it_was_told():
    lobby = Lobby()
    lobby.do(FinishTournament())
    lobby.do(RevealTournamentKey(key=KEY), "dealing")
    projection = StandingsProjection()
    told(lobby, projection)
    ((_, value),) = projection.records()
    assert decider.read_standings(value).finished
    assert projection._states == {}


# --- over a log


KEYS = ("spring", "hall-2")


def wish(number: int, key: str, body, actor: str = "director"):
    return codec.command(f"w{number}", key, actor, body)


async def published(log, key):
    entries = await log.read(topics.STANDINGS, partition_of(key, log.partitions), 0, 10_000)
    return [decider.read_standings(e.value) for e in entries if e.key == key]


@pytest.mark.anyio
async def test_standings_follow_the_lobby_over_a_log_and_through_a_restart(tmp_path):
    log = SqliteLog(tmp_path / "club.log", partitions=2)
    await log.open()
    try:
        async with EmbeddedRunner(log, (LOBBY, SERVICE)) as runner:
            for n, key in enumerate(KEYS):
                await send(
                    log, topics.TOURNAMENT_COMMANDS, wish(10 * n, key, CreateTournament(name=key, rules=rules()))
                )
                rows = tuple(EntrantRow(name=name) for name in ("Ana", "Νίκος", "نگار"))
                await send(log, topics.TOURNAMENT_COMMANDS, wish(10 * n + 1, key, ImportEntrants(entrants=rows)))

            async def all_in():
                told = [await published(log, key) for key in KEYS]
                return all(t and len(t[-1].rows) == 3 for t in told)

            await wait_for(all_in, what="both tournaments' standings")
        before = {key: await published(log, key) for key in KEYS}
        async with EmbeddedRunner(log, (LOBBY, SERVICE)) as runner:
            await wait_for(lambda: all(p.caught_up for p in runner.projections), what="the projections to catch up")
            assert {key: await published(log, key) for key in KEYS} == before, "nothing is said twice"
            await send(log, topics.TOURNAMENT_COMMANDS, wish(99, "spring", CommitKey(key_hash=KEY_HASH), "dealing"))
            newest = before["spring"][-1].source

            async def newer():
                return (await published(log, "spring"))[-1].source > newest

            await wait_for(newer, what="a newer record")
    finally:
        await log.close()


class Failing:
    """A projection that cannot fold."""

    def resume(self, key: str, value: bytes) -> None: ...

    def fold(self, key, source, at, command, events: tuple[Event, ...]) -> None:
        raise ValueError("cannot fold this")

    def records(self):
        return ()


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_projection_that_fails_stops_loudly_and_alone(tmp_path):
    from dataclasses import replace as with_

    log = SqliteLog(tmp_path / "club.log", partitions=1)
    await log.open()
    failing = with_(SERVICE, name="failing", projections=(with_(SERVICE.projections[0], make=Failing),))
    try:
        async with EmbeddedRunner(log, (LOBBY, SERVICE, failing)) as runner:
            await send(log, topics.TOURNAMENT_COMMANDS, wish(1, "spring", CreateTournament(name="S", rules=rules())))

            async def there():
                return await published(log, "spring")

            await wait_for(there, what="the standings of the projection that works")
            host = next(p for p in runner.projections if p.name.startswith("failing"))
            assert isinstance(host, ProjectionHost)
            await wait_for(lambda: host.halted, what="the failing one to halt")
            assert "cannot fold this" in host.halted
    finally:
        await log.close()


def test_what_the_topic_holds_reads_back_as_json_of_the_struct():
    lobby = Lobby(tie_breaks=("wins",))
    lobby.enter(4)
    lobby.seat()
    lobby.begin()
    lobby.do(RecordResult(table="spring.1.1", result=result((1, 2, 2, 4))), "relay")
    value = decider.record("spring", lobby.state, 7)
    assert msgspec.json.decode(value, type=ranking.Standings).rows[1].shared is True
