"""A whole club in one process for tests: every service over one SQLite file, and the real web server before them."""

from __future__ import annotations

import asyncio
import html
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from services.bots import app as bots
from services.dealing import app as dealing
from services.lobby import app as lobby
from services.move_validation import app as referee
from services.runtime.embedded import EmbeddedRunner
from services.runtime.sqlite import SqliteLog
from services.standings import app as standings
from services.verify import verify_for_shelf
from services.web_gateway import app as web
from services.web_gateway import auth, guard
from tests.waiting import wait_for

PASSWORD = "green-felt-table"
SECRET = b"\x07" * 32
SALT = b"\x01" * 16
SIGNER = Ed25519PrivateKey.from_private_bytes(b"\x02" * 32)
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here is encrypted; without it each client would read the whole list of the world's authorities."""
RULES = {"game": "longana/1", "rounds": 2, "table_min": 2, "table_max": 4, "seed": "spring", "max_deals": 1}


def keys() -> auth.Auth:
    """The gateway's tokens, the same in every test."""
    return auth.Auth(SECRET, SALT, auth.hash_password(PASSWORD, SALT))


class Club:
    """The running club: its address, its application, and a few of the things that people do there."""

    def __init__(self, app, port: int, tokens: auth.Auth, log: SqliteLog) -> None:
        self.app, self.port, self.auth, self.log = app, port, tokens, log
        self.url = f"http://127.0.0.1:{port}"
        self.known = app.state.gateway.known

    def client(self, **given) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.url, timeout=20, verify=PLAIN, **given)

    def director(self) -> httpx.AsyncClient:
        return self.client(headers={"Authorization": f"Bearer {self.auth.session(web.asking.now_s())}"})

    def player(self, tournament: str, entrant: str) -> httpx.AsyncClient:
        """A player by his link; the director has to have made it."""
        token = self.token(tournament, entrant)
        return self.client(headers={"Authorization": f"Bearer {token}"})

    def token(self, tournament: str, entrant: str) -> str:
        link = self.known.tournaments[tournament].state.entrant(entrant).link
        return self.auth.player_token(tournament, entrant, link, web.asking.now_s())

    async def tournament(self, names, *, bots=0, check_in=True, **rules) -> str:
        """Set up a tournament with these people and so many bots, all here, each person with a link."""
        async with self.director() as http:
            made = await http.post("/api/tournaments", json={"name": "Thursday Club Night", "rules": RULES | rules})
            assert made.status_code == 201, made.text
            id = made.json()["id"]  # noqa: A001
            rows = [{"name": n} for n in names] + [{"name": f"Bot {n + 1}", "bot": "steady"} for n in range(bots)]
            entered = await http.post(f"/api/tournaments/{id}/entrants", json=rows)
            assert entered.status_code == 200, entered.text
            everyone = entered.json()["entrants"]
            if check_in:
                here = await http.post(f"/api/tournaments/{id}/check-in", json={"entrants": everyone})
                assert here.status_code == 200, here.text
            for entrant in everyone[: len(names)]:
                link = await http.post(f"/api/tournaments/{id}/links/issue", json={"entrant": entrant})
                assert link.status_code == 200, link.text
        return id

    async def begin(self, id: str, round: int = 1) -> list[str]:
        """Seat and begin a round; give its tables once they are open."""
        async with self.director() as http:
            asked = await http.post(f"/api/tournaments/{id}/rounds/{round}/seat")
            assert asked.status_code == 200, asked.text
            await wait_for(lambda: self.round(id, round).phase == "seated", what="the seating")
            begun = await http.post(f"/api/tournaments/{id}/rounds/{round}/begin")
            assert begun.status_code == 200, begun.text
        await wait_for(lambda: len(self.known.tables_of(id, round)) == len(self.round(id, round).tables), what="tables")
        return [t.id for t in self.known.tables_of(id, round)]

    def round(self, id: str, round: int):
        return self.known.tournaments[id].state.rounds[round - 1]

    async def sit(self, table: str, *entrants: str) -> None:
        """Let people sit down, each with a nonce of his own."""
        tournament = self.known.tables[table].opened.tournament
        for entrant in entrants:
            async with self.player(tournament, entrant) as http:
                nonce = f"{int(entrant[1:]):032x}"
                sat = await http.post(f"/api/tables/{table}/sit", json={"nonce": nonce})
                assert sat.status_code == 200, sat.text


def entrant_of(club: Club, table: str, seat: int) -> str:
    return club.known.tables[table].seats[seat].entrant


@asynccontextmanager
async def club(file: Path, *, port: int = 0, pace: float = 0.0, **settings) -> AsyncIterator[Club]:
    """Open the club. `pace` is what bots take for a move, in seconds."""
    log = SqliteLog(file)
    await log.open()
    services = (lobby.SERVICE, dealing.service(SECRET), referee.SERVICE, standings.SERVICE, bots.service(pace))
    tokens = keys()
    stopping = asyncio.Event()
    bound: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    named = {name: settings.pop(name) for name in guard.Limits.__dataclass_fields__ if name in settings}
    limits = guard.Limits(**{"rate": 1000.0, "burst": 1000.0, "enter_burst": 1000.0, "read_burst": 1e6} | named)
    try:
        async with EmbeddedRunner(log, services) as runner:
            app = web.build(
                log,
                tokens,
                health=runner.health,
                lag=runner.lag,
                signer=SIGNER,
                limits=limits,
                verify=verify_for_shelf,
                **settings,
            )
            serving = asyncio.create_task(web.serve(app, "127.0.0.1", port, stopping, started=bound.set_result))
            await asyncio.wait({serving, bound}, return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                await serving
            try:
                found = Club(app, bound.result(), tokens, log)
                await wait_for(lambda: app.state.gateway.caught_up.is_set(), what="the gateway")
                yield found
            finally:
                stopping.set()
                await serving
    finally:
        await log.close()


def to_sign(page: str) -> dict[str, str]:
    """Give the fields of a page that shows what an act brings, as its button to sign sends them."""
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    found = {name: html.unescape(text) for name, text in fields}
    assert "effect" in found, page
    return found | {"do": "sign"}


async def signed(http: httpx.AsyncClient, url: str, form: dict[str, str]) -> httpx.Response:
    """Look at what an act brings, and sign it."""
    shown = await http.post(url, data=form)
    assert shown.status_code == 200, shown.text
    return await http.post(url, data=to_sign(shown.text))


def hidden(text: str) -> list[str]:
    """Give the tiles that a page shows as held in hand."""
    return re.findall(r'data-tile="(\d+-\d+)"', text)
