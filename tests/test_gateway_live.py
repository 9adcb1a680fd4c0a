"""Live pages: ids are log positions, a lost connection resumes, and one rendering serves everybody who watches."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager

import pytest

from services.web_gateway import app as web
from services.web_gateway import live
from services.web_gateway.live import Hub, Shot, encode
from tests.club import club
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # a real server and every service behind it, test by test


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("live") / "log.db") as found:
        yield found


class Events:
    """The events of an open stream, read as a browser reads them."""

    def __init__(self, response) -> None:
        self._lines = response.aiter_lines()
        self.last = ""

    async def next(self) -> tuple[str, str]:
        """Give the next event's kind and data."""
        kind, data = "message", []
        async with asyncio.timeout(20):
            async for line in self._lines:
                if line.startswith("id: "):
                    self.last = line[4:]
                elif line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data:"):
                    data.append(line[5:].removeprefix(" "))
                elif not line and data and kind == "now":
                    kind, data = "message", []  # the server's time, which is told between
                elif not line and data:
                    return kind, "\n".join(data)
        raise EOFError


@asynccontextmanager
async def watch(client, path: str, **headers: str):
    async with client as http, http.stream("GET", path, headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Events(response)


def at(page: str) -> str:
    return re.search(r'data-at="([^"]*)"', page)[1]


async def test_a_page_hears_what_changes_from_the_position_that_it_shows(running):
    t = await running.tournament(["Ana", "Bo"])
    async with running.client() as http:
        page = (await http.get(f"/t/{t}")).text
    assert re.search(r"^t\d+:\d+", at(page))
    async with (
        watch(running.client(), f"/live/t/{t}?tab=standings&at={at(page)}") as events,
        running.director() as http,
    ):
        await http.post(f"/api/tournaments/{t}/entrants", json=[{"name": "Cy"}])
        kind, html = await events.next()
        while "Cy" not in html:
            kind, html = await events.next()
        assert kind == "page"
        assert events.last != at(page)
        again = (await http.get(f"/t/{t}")).text
        assert html.count("<bdi>") == again[again.index("<main") : again.index("</main")].count("<bdi>")


async def test_a_lost_connection_resumes_where_it_was(running):
    t = await running.tournament(["Ana", "Bo"])
    path = f"/live/t/{t}?tab=seating"
    async with watch(running.client(), path) as events:
        await events.next()
        known = events.last
    async with running.director() as http:
        position = at((await http.get(f"/t/{t}?tab=seating")).text)
        async with watch(running.client(), path, **{"Last-Event-ID": position}) as events:
            await http.post(f"/api/tournaments/{t}/entrants", json=[{"name": "Cy"}])
            await events.next()
            assert events.last != position, "nothing came before there was something new"
            newest = events.last
    async with watch(running.client(), path, **{"Last-Event-ID": known}) as events:
        await events.next()
        assert events.last == newest or events.last > known, "what was missed comes at once"


async def test_two_gateways_and_a_restart_give_the_same_positions(tmp_path):
    async with club(tmp_path / "log.db") as c:
        t = await c.tournament(["Ana", "Bo"])
        await wait_for(lambda: c.known.standings(t) and len(c.known.standings(t).rows) == 2)
        await wait_for(lambda: c.known.tournaments[t].state.key_hash and c.known.tournaments[t].ranked >= 5)
        before = c.known.where_tournament(t)
    async with club(tmp_path / "log.db") as c:
        await wait_for(lambda: c.known.where_tournament(t) == before, what=before)


async def test_a_player_s_stream_shows_his_hand_to_him_alone(running):
    t = await running.tournament(["Ana", "Bo"])
    table = (await running.begin(t))[0]
    async with (
        watch(running.player(t, "e1"), f"/live/table/{table}/play") as mine,
        watch(running.client(), f"/live/table/{table}") as public,
    ):
        await running.sit(table, "e1", "e2")
        _, html = await mine.next()
        while "data-tile" not in html:
            _, html = await mine.next()
        seen = ""
        while "Deal 1" not in seen or "is to play" not in seen:
            _, seen = await public.next()
            assert "data-tile" not in seen


async def test_a_link_that_is_taken_away_closes_the_page(running):
    t = await running.tournament(["Ana", "Bo"])
    table = (await running.begin(t))[0]
    async with watch(running.player(t, "e1"), f"/live/table/{table}/play") as events, running.director() as http:
        assert (await events.next())[0] == "page"
        await http.post(f"/api/tournaments/{t}/links/revoke", json={"entrant": "e1"})
        kind, _ = await events.next()
        assert kind == "gone"


async def test_screens_are_counted_and_forgotten(running):
    hub = running.app.state.gateway.hub
    before = hub.screens
    async with watch(running.client(), "/live/tournaments") as events:
        await events.next()
        assert hub.screens == before + 1
    await wait_for(lambda: hub.screens == before, what="the reader to be noticed gone")


async def test_a_stop_ends_every_stream(tmp_path):
    async with club(tmp_path / "log.db") as c:
        http = c.client()
        stream = http.stream("GET", "/live/tournaments")
        response = await stream.__aenter__()
        events = Events(response)
        await events.next()
    # The club has stopped although a page was open, and the page has been told.
    with pytest.raises((EOFError, Exception)):
        await events.next()
    await stream.__aexit__(None, None, None)
    await http.aclose()


async def test_a_port_that_is_taken_is_said_and_ends_nothing_else(running):
    with pytest.raises(OSError, match=f"port {running.port} at 127.0.0.1 cannot be used"):
        await web.serve(running.app, "127.0.0.1", running.port, asyncio.Event())
    async with running.client() as http:
        assert (await http.get("/health/live")).status_code == 200


# --- the hub by itself


class Source:
    """Something to show, and how often it has been rendered."""

    def __init__(self) -> None:
        self.n = 0
        self.rendered = 0

    def shot(self) -> Shot:
        self.rendered += 1
        return Shot(str(self.n), f"<p>\n{self.n}</p>")


def stream(hub: Hub, source: Source, known: str = ""):
    return hub.stream("key", ("subject",), source.shot, known=known, pace_s=0.0)


async def test_one_rendering_serves_all_readers():
    hub, source = Hub(), Source()
    streams = [stream(hub, source) for _ in range(50)]
    for each in streams:
        assert (await anext(each)).startswith(b"retry:")
        assert await anext(each) == b"id: 0\nevent: page\ndata: <p>\ndata: 0</p>\n\n"
    assert source.rendered == 1
    source.n = 1
    hub.touch("subject")
    frames = await asyncio.gather(*(anext(each) for each in streams))
    assert len({id(frame) for frame in frames}) == 1, "the same bytes"
    assert source.rendered == 2
    for each in streams:
        await each.aclose()
    assert hub.screens == 0
    assert not hub._channels
    assert not hub._subjects


async def test_a_slow_reader_skips_what_is_outdated():
    hub, source = Hub(), Source()
    slow, quick = stream(hub, source), stream(hub, source)
    for each in (slow, quick):
        await anext(each)
        await anext(each)
    for n in range(1, 6):
        source.n = n
        hub.touch("subject")
        assert f"id: {n}\n".encode() in await anext(quick)
    assert b"id: 5\n" in await anext(slow)
    await slow.aclose()
    await quick.aclose()


async def test_who_knows_the_position_is_sent_nothing_until_it_changes(monkeypatch):
    monkeypatch.setattr(live, "PING_S", 0.01)
    hub, source = Hub(), Source()
    each = stream(hub, source, known="0")
    await anext(each)
    assert (await anext(each)).startswith(b"event: now\n"), "only the time, which keeps proxies awake"
    source.n = 1
    hub.touch("subject")
    await wait_for(lambda: source.rendered == 2)
    frame = await anext(each)
    assert frame.startswith(b"id: 1\n")
    await each.aclose()


async def test_a_page_that_cannot_be_rendered_is_sent_away_and_the_rest_goes_on():
    hub, source = Hub(), Source()
    each = stream(hub, source)
    await anext(each)
    await anext(each)
    source.n = None
    source.shot = lambda: 1 / 0
    hub._channels["key"].render = source.shot
    hub.touch("subject")
    assert b"event: gone" in await anext(each)
    await each.aclose()


def test_an_event_may_hold_any_text():
    assert encode(Shot("a", "x\n\ny\r\nz")) == b"id: a\nevent: page\ndata: x\ndata: \ndata: y\ndata: z\n\n"
    assert encode(Shot("a", None)) == b"id: a\nevent: gone\ndata:\n\n"


async def test_what_looks_the_same_is_not_sent_again():
    shots = iter([Shot("a", "<p>one"), Shot("b", "<p>one"), Shot("c", "<p>two")])
    hub = Hub()
    stream = hub.stream(("x",), ("t",), lambda: next(shots), known="", pace_s=0)
    assert (await anext(stream)).startswith(b"retry")
    assert b"id: a" in await anext(stream)
    hub.touch("t")
    for _ in range(5):
        await asyncio.sleep(0)  # the second picture is made, and says nothing new
    hub.touch("t")
    assert b"id: c" in await anext(stream)
    await stream.aclose()
