"""What is kept out: other sites' requests, floods, and what is too large; and nothing of it reaches the log."""

from __future__ import annotations

import pytest

from contracts.envelope import read_command
from contracts.topics import TABLE_COMMANDS, TOURNAMENT_COMMANDS
from services.web_gateway.guard import Buckets, with_headers
from services.web_gateway.projection import OWN
from tests.club import RULES, club

pytestmark = pytest.mark.anyio

NEW = {"name": "Club", "rules": RULES}


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("guard") / "log.db") as found:
        found.t = await found.tournament(["Ana", "Bo"])
        yield found


async def commands(c) -> int:
    """How many of the gateway's commands the log holds."""
    found = 0
    for topic in (TOURNAMENT_COMMANDS, TABLE_COMMANDS):
        for p in range(c.log.partitions):
            entries = await c.log.read(topic, p, 0, 100_000)
            found += sum(read_command(entry.value).id.startswith(OWN) for entry in entries)
    return found


@pytest.mark.parametrize(
    "origin",
    ["https://elsewhere.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "file://", "http://[", "x"],
)
async def test_another_site_s_request_is_refused(running, origin):
    before = await commands(running)
    async with running.director() as http:
        answer = await http.post("/api/tournaments", json=NEW, headers={"Origin": origin})
        form = await http.post(f"/t/{running.t}/do/check_in_all", headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "need.origin")
    assert form.status_code == 403
    assert "came from another site" in form.text
    assert await commands(running) == before


async def test_our_own_pages_and_programs_may(running):
    async with running.director() as http:
        for headers in ({"Origin": running.url}, {"Origin": running.url.upper().replace("HTTP", "http")}, {}):
            answer = await http.post("/api/tournaments", json=NEW, headers=headers)
            assert answer.status_code == 201, answer.text


async def test_reading_needs_no_origin(running):
    async with running.client() as http:
        assert (await http.get("/", headers={"Origin": "https://elsewhere.example"})).status_code == 200


async def test_what_is_too_large_is_413(running):
    before = await commands(running)
    async with running.director() as http:
        long = await http.post("/api/tournaments", json=NEW | {"name": "x" * 100_000})
        assert (long.status_code, long.json()["code"]) == (413, "too.large")
        csv = b"name\n" + b"Ana\n" * 3_000_000
        assert (await http.post(f"/api/tournaments/{running.t}/entrants.csv", content=csv)).status_code == 413
        form = await http.post(f"/t/{running.t}/import", files={"file": ("a.csv", csv)})
        assert form.status_code == 413
        assert "more than may be sent at once" in form.text
    assert await commands(running) == before


async def test_a_flood_from_one_address_is_429(tmp_path):
    async with club(tmp_path / "log.db", rate=0.001, burst=3.0, login_burst=2.0, login_rate=0.001) as c:
        async with c.client() as http:
            tried = [(await http.post("/staff", data={"password": "x"})).status_code for _ in range(3)]
            assert tried == [403, 403, 429]
            assert (await http.get("/staff")).status_code == 200, "reading goes on"
        async with c.director() as http:
            answers = [await http.post("/api/tournaments", json=NEW) for _ in range(5)]
        assert [a.status_code for a in answers] == [201, 201, 201, 429, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert answers[-1].json()["code"] == "too.many"
        assert await commands(c) == 3


def test_a_bucket_fills_again():
    now = [0.0]
    buckets = Buckets(rate=2.0, burst=3.0, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0, "each address has its own"
    now[0] = 0.5
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    now[0] = 100.0
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5], "never more than the burst"


def test_buckets_do_not_grow_without_end(monkeypatch):
    monkeypatch.setattr("services.web_gateway.guard._ADDRESSES", 10)
    now = [0.0]
    buckets = Buckets(rate=1.0, burst=2.0, clock=lambda: now[0])
    for n in range(100):
        now[0] += 1.0
        buckets.take(str(n))
    assert len(buckets._left) <= 11


def test_a_handler_s_own_headers_stay():
    given = with_headers([(b"cache-control", b"no-cache")], "/live/x")
    assert given.count((b"cache-control", b"no-cache")) == 1
    assert not [value for name, value in given if name == b"cache-control" and value == b"no-store"]
