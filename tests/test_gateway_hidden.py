"""What the gateway must keep to itself, what it believes, and where it leads: claims, records, links."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager

import httpx
import pytest

from contracts import codec
from contracts.envelope import Decision, digest, read_command, read_decision, write
from contracts.games.game import Refusal
from contracts.table import AbandonTable, CallArbiter, Played, RevealTableKey, Sit
from contracts.table_state import whose_turn
from contracts.topics import TABLE_EVENTS
from services import __main__ as command_line
from services import together
from services.director import RefusedError
from services.move_validation import decider
from services.runtime.log import Entry, New
from services.runtime.owner import NO_LINK, Filter, Owner, header, next_link
from services.runtime.settings import Settings
from services.web_gateway import app as web
from services.web_gateway.gateway import Gateway
from services.web_gateway.projection import Answer, Projection
from tests.club import PLAIN, club, entrant_of, keys
from tests.memory_log import MemoryLog
from tests.table_spec import KEY, opening
from tests.test_gateway_live import at, watch
from tests.waiting import wait_for

pytestmark = pytest.mark.anyio


# --- refused claims (BG-17)


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("hidden") / "log.db") as found:
        yield found


@pytest.mark.slow
async def test_a_refused_claim_is_told_to_its_maker_alone_until_the_deal_is_over(running):
    rules = {"game": "draw_dominoes/1", "options": {"false_claim_penalty": "warning"}}
    t = await running.tournament(["Ana", "Bo"], **rules)
    table = (await running.begin(t))[0]
    await running.sit(table, "e1", "e2")
    await wait_for(lambda: running.known.tables[table].table.phase == "playing", what="a deal")
    state = running.known.tables[table].table
    mover = entrant_of(running, table, whose_turn(state))
    offered = state.rules.moves(state.state)
    async with running.client() as public, running.player(t, mover) as http:
        position = at((await public.get(f"/table/{table}")).text)
        async with watch(running.client(), f"/live/table/{table}?at={position}") as stream:
            claim = {"move": "draw", "deal": 1, "ply": 0}
            given = {"Idempotency-Key": "claim-1"}
            for _ in range(2):
                answer = await http.post(f"/api/tables/{table}/play", json=claim, headers=given)
                assert (answer.status_code, answer.json()["code"]) == (409, "FALSE_CLAIM")
            page = await http.post(f"/table/{table}/play", data=claim)
            assert page.status_code == 409
            assert running.known.tables[table].table.state.fouled, "it is booked"
            steps = (await public.get(f"/api/tables/{table}/replay")).json()
            assert [s["kind"] for s in steps] == ["table_opened", "dealt"]
            assert str(offered[0]) not in (await public.get(f"/table/{table}/replay")).text
            done = await http.post(f"/api/tables/{table}/play", json={"move": str(offered[0]), "deal": 1, "ply": 0})
            assert done.status_code == 200
            _, html = await stream.next()  # the first that the public hears is the move
            assert str(offered[0]).rstrip("LR") in html
    for seat in (0, 1):  # the server plays the deal out
        async with running.player(t, entrant_of(running, table, seat)) as http:
            await http.post(f"/api/tables/{table}/resign")
    await wait_for(lambda: running.known.tables[table].result, what="the end")
    async with running.client() as public:
        kinds = [s["kind"] for s in (await public.get(f"/api/tables/{table}/replay")).json()]
    assert kinds.count("claim_refused") == 1, "told when the deal has ended (BG-19)"


# --- records


def decided(*commands, key: str = "t1") -> list[New]:
    """What a referee of its own makes of commands, given as (actor, body)."""
    owner = Owner(decider)
    entries = [
        Entry(n, 1000 + n, key, write(codec.command(f"c{n}", key, actor, body)), b"")
        for n, (actor, body) in enumerate(commands)
    ]
    return owner.decide(entries).records


def sit(seat: int, nonce: int):
    return f"player:e{seat}", Sit(seat=seat, nonce=f"{nonce:032x}")


def take_in(known: Projection, entries) -> None:
    """Fold accepted decisions as the gateway does."""
    for entry in entries:
        d = read_decision(entry.value)
        events = tuple(map(codec.TABLE.event, d.events or ()))
        known.fold_table(0, entry.offset, entry.key, d.at, read_command(d.command), Answer(d.refusal, events))


async def test_a_running_table_s_replay_reads_only_what_is_new():
    log, sieve = MemoryLog(partitions=1), Filter()
    known = Projection(log, lambda _: None)
    read: list[int] = []
    given = log.read

    async def watched(topic, partition, start, limit=2000):
        read.append(start)
        return await given(topic, partition, start, limit)

    log.read = watched
    records = decided(("dealing", opening()), sit(1, 1), sit(0, 2), ("player:e0", CallArbiter(seat=0, text="?")))
    for n, record in enumerate(records):
        log.put(TABLE_EVENTS, 0, record)
        take_in(known, sieve.sift(log.held[TABLE_EVENTS.name, 0][n:]))
        assert not known.at_hand("t1")
        one, other = await asyncio.gather(known.history("t1"), known.history("t1"))
        assert one is other is await known.history("t1")
        assert known.at_hand("t1")
        assert read == list(range(n + 1)), "each record once, however many ask"
        assert [e.value for e in one.records] == [r.value for r in records[: n + 1]]
        assert one.steps[-1].table == known.tables["t1"].table


async def test_a_record_that_does_not_fold_leaves_no_half_history():
    log = MemoryLog(partitions=1)
    records = decided(("dealing", opening()), sit(1, 1), sit(0, 2))
    log.put(TABLE_EVENTS, 0, *records)
    known = Projection(log, lambda _: None)
    take_in(known, Filter().sift(log.held[TABLE_EVENTS.name, 0]))
    held = log.held[TABLE_EVENTS.name, 0]
    whole = list(held)
    bad = b"{}"
    held[1] = Entry(1, held[1].at, "t1", bad, header(1, next_link(NO_LINK, whole[0].value)))
    with pytest.raises(Exception, match="missing required field"):
        await known.history("t1")
    held[:] = whole
    assert [e.value for e in (await known.history("t1")).records] == [r.value for r in records]


async def test_a_replay_believes_what_every_reader_believes():
    log = MemoryLog(partitions=1)
    opened = ("dealing", opening())
    right = decided(opened, sit(1, 1), sit(0, 2))
    # Of a referee who refused the command before it: the table's own chain would take this one for its second record.
    other = decided(opened, sit(0, 3))[1]
    fork = New("t1", other.value, header(2, next_link(NO_LINK, b"another story")))
    log.put(TABLE_EVENTS, 0, right[0], fork, *right[1:])
    known = Projection(log, lambda _: None)
    take_in(known, Filter().sift(log.held[TABLE_EVENTS.name, 0]))
    history = await known.history("t1")
    assert [e.value for e in history.records] == [r.value for r in right]
    assert history.steps[-1].table == known.tables["t1"].table


@asynccontextmanager
async def gateway(log):
    it = Gateway(log, keys())
    await it.start()
    try:
        yield it
    finally:
        await it.stop()


async def test_a_record_that_does_not_fold_stops_its_partition_alone():
    log = MemoryLog(partitions=2)
    good = decided(("dealing", opening()))
    bad = write(
        Decision(
            1,
            2000,
            2,
            digest(good[0].value),
            read_decision(good[0].value).command,
            (codec.msgspec.Raw(write(Played(seat=0, move="no move", ply=0))),),
        )
    )
    link = next_link(NO_LINK, good[0].value)
    log.put(TABLE_EVENTS, 0, good[0], New("t1", bad, header(1, link)))
    async with gateway(log) as it:
        await asyncio.wait_for(it.caught_up.wait(), 10)
        place = "web-gateway table.events/0"
        assert "BadNotation" in it.health.problems[place]
        log.put(TABLE_EVENTS, 1, *decided(("dealing", opening()), key="t2"))
        await log.append(TABLE_EVENTS, 1, [])
        await wait_for(lambda: "t2" in it.known.tables, what="the other partition to go on")
        assert it.known.tables["t1"].table.phase == "waiting"


async def test_a_closed_table_calls_for_nobody():
    called = decided(
        ("dealing", opening()),
        sit(0, 1),
        ("player:e0", CallArbiter(seat=0)),
        ("director", AbandonTable(reason="late")),
        ("dealing", RevealTableKey(key=KEY.hex())),
    )
    known = Projection(MemoryLog(), lambda _: None)
    calls = []
    for offset, record in enumerate(called):
        d = read_decision(record.value)
        events = tuple(map(codec.TABLE.event, d.events or ()))
        known.fold_table(0, offset, "t1", d.at, None, Answer(d.refusal, events))
        calls.append(known.tables["t1"].calls)
    assert calls == [False, False, True, True, False]


def test_a_wish_whose_answer_was_forgotten_is_not_said_to_have_been_granted():
    known = Projection(MemoryLog(), lambda _: None)
    command = codec.command("web:x.1", "t1", *sit(0, 1))
    told = []
    known.waiting["t1", command.id] = [told.append]
    refused = Answer(Refusal("command/duplicate", facts={"source": 3}))
    known.fold_table(0, 9, "t1", 1, command, refused)
    assert told == [refused]


# --- where links lead


@pytest.mark.parametrize(
    ("alone", "named", "led"),
    [
        (False, "", "http://127.0.0.1:8123"),
        (False, "https://club.example/", "https://club.example"),
        (True, "", ""),  # the process cannot know what phones can open: the director's browser does
        (True, "https://club.example", "https://club.example"),
    ],
)
async def test_links_lead_to_where_phones_can_come(tmp_path, monkeypatch, alone, named, led):
    given = {}

    async def serve(*_, **__):
        pass

    monkeypatch.setattr(web, "build", lambda *_, **more: given.update(more))
    monkeypatch.setattr(web, "serve", serve)
    settings = Settings(host="127.0.0.1", port=8123, address=named, secret_file=str(tmp_path / "capicua.secret"))
    await command_line._pages(settings, together.Running(MemoryLog(), None, None), alone=alone)
    assert given["address"] == led
    assert given["signer"] is not None
    assert (tmp_path / "capicua.key").stat().st_mode & 0o077 == 0


@pytest.mark.slow
async def test_a_gateway_answers_while_its_broker_is_away(tmp_path, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setattr(together, "RETRY_S", 0.05)
    secret = str(tmp_path / "capicua.secret")
    settings = Settings(log="kafka://127.0.0.1:9", host="127.0.0.1", port=port, secret_file=secret)
    it = asyncio.create_task(command_line._gateway(settings))
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=PLAIN) as http:

            async def waits():
                ready = await http.get("/health/ready")
                return ready.status_code == 503 and "no Kafka broker answers" in ready.text

            await wait_for(waits, what="it to say that it waits", retry=(httpx.ConnectError,))
            assert (await http.get("/health/live")).status_code == 200
            assert (await http.get("/")).status_code == 200
    finally:
        it.cancel()
        await asyncio.gather(it, return_exceptions=True)


async def test_a_demonstration_that_somebody_takes_in_hand_ends_alone(monkeypatch, capsys):
    async def direct(*_):
        raise RefusedError("start_round", Refusal("round/waiting", facts={"round": 2}))

    monkeypatch.setattr(command_line, "direct", direct)
    await command_line._demonstration(MemoryLog())
    assert (
        "The demonstration ends here: Round 2 is being seated: begin it, or take the seating back."
        in capsys.readouterr().err
    )
