"""What is kept out: other sites' requests, floods, and what is too large; and nothing of it reaches the log."""

from __future__ import annotations

import pytest

from contracts.envelope import read_command
from contracts.topics import TABLE_COMMANDS, TOURNAMENT_COMMANDS
from services.web_gateway.guard import Buckets, Limits, with_headers
from services.web_gateway.projection import OWN
from tests.club import RULES, club
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # a real server and every service behind it, test by test

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


async def logins(c, *forwarded: str) -> list[int]:
    async with c.client() as http:
        asked = [await http.post("/staff", data={"password": "x"}, headers={"X-Forwarded-For": f}) for f in forwarded]
    return [a.status_code for a in asked]


async def test_nobody_chooses_his_own_address(tmp_path, monkeypatch):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    async with club(tmp_path / "log.db", login_burst=2.0, login_rate=0.001) as c:
        assert await logins(c, "203.0.113.1", "203.0.113.2", "203.0.113.3") == [403, 403, 429]


async def test_the_proxy_that_is_named_says_who_asks(tmp_path, monkeypatch):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    async with club(tmp_path / "log.db", login_burst=2.0, login_rate=0.001) as c:
        assert await logins(c, "203.0.113.1", "203.0.113.2", "203.0.113.1", "203.0.113.1") == [403, 403, 403, 429]
        # What the visitor himself wrote stands to the left of what the proxy saw.
        assert await logins(c, "198.51.100.7, 203.0.113.1", "203.0.113.1, 203.0.113.2") == [429, 403]


async def test_a_flood_of_reading_is_429_but_the_looks_and_the_health_are_answered(tmp_path):
    async with club(tmp_path / "log.db", read_rate=0.001, read_burst=4.0) as c, c.client() as http:
        asked = [await http.get(path) for path in ("/", "/api/tournaments", "/rules", "/", "/", "/api/tournaments")]
        assert [a.status_code for a in asked] == [200, 200, 200, 200, 429, 429]
        assert int(asked[-1].headers["retry-after"]) >= 1
        assert "Too many requests" in asked[4].text
        for path in ("/static/style.css", "/health/live", "/health/ready"):
            assert (await http.get(path)).status_code == 200, path


def test_a_hall_behind_one_address_opens_its_links_at_once():
    limits = Limits()
    buckets = Buckets(limits.read_rate, limits.read_burst, clock=lambda: 0.0)
    link_page_stream = 3
    assert not any(buckets.take("hall") for _ in range(200 * link_page_stream))
    assert limits.streams >= 500, "the viewers of the figures"


async def test_an_address_has_so_many_streams_and_no_more(tmp_path):
    async with club(tmp_path / "log.db", streams=2) as c, c.client() as http:
        async with http.stream("GET", "/live/tournaments") as one:
            assert one.status_code == 200
            async with http.stream("GET", "/live/tournaments") as two:
                assert two.status_code == 200
                third = await http.get("/live/tournaments")
                assert (third.status_code, third.headers["retry-after"]) == (429, "5")
                assert (await http.get("/")).status_code == 200

        async def free() -> bool:
            async with http.stream("GET", "/live/tournaments") as again:
                return again.status_code == 200

        await wait_for(free, what="a place for a stream")


async def test_reading_the_log_again_is_limited_by_itself(tmp_path):
    async with club(tmp_path / "log.db", log_rate=0.001, log_burst=1.0) as c:
        t = await c.tournament(["Ana", "Bo", "Cy", "Di"], table_max=2)
        one, other = await c.begin(t)
        async with c.client() as http:
            for path in (f"/api/tables/{one}/replay", f"/table/{one}/replay", f"/api/tables/{one}/replay/0"):
                assert (await http.get(path)).status_code == 200, f"{path}: at hand after the first time"
            for path in (f"/api/tables/{other}/replay", f"/table/{other}/replay", f"/api/tables/{other}/export"):
                assert (await http.get(path)).status_code == 429, path
            assert (await http.get(f"/table/{other}")).status_code == 200, "a table in play is in memory"


async def test_one_address_cannot_fill_the_places(tmp_path):
    async with club(tmp_path / "log.db", enter_rate=0.001, enter_burst=2.0) as c:
        t = await c.tournament(["Ana"])
        async with c.director() as http:
            assert (await http.post(f"/api/tournaments/{t}/registration/open")).status_code == 200
            assert (await http.post(f"/t/{t}/do/register", data={"name": "By the desk"})).status_code == 303
        before = await commands(c)
        async with c.client() as http:
            first = await http.post(f"/api/tournaments/{t}/enter", json={"name": "Bo"})
            second = await http.post(f"/t/{t}/enter", data={"name": "Cy"})
            third = await http.post(f"/api/tournaments/{t}/enter", json={"name": "Di"})
            fourth = await http.post(f"/t/{t}/enter", data={"name": "Ed"})
        assert [a.status_code for a in (first, second, third, fourth)] == [200, 303, 429, 429]
        assert await commands(c) == before + 2
        async with c.director() as http:
            desk = await http.post(f"/t/{t}/do/register", data={"name": "By the desk too"})
        assert desk.status_code == 303, "the desk goes on"


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
