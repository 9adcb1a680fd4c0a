"""The staff's way in: links that work in one tournament, for one role, until they are taken away."""

from __future__ import annotations

import pytest

from services.web_gateway import auth
from services.web_gateway.asking import now_s
from tests.club import club, keys
from tests.test_gateway_live import watch

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TOKENS = keys()


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("staff") / "log.db") as found:
        found.t = await found.tournament(["Ana", "Bo"], board="scores", hide_last_rounds=1)
        found.other = await found.tournament(["Cy", "Di"], board="scores")
        found.table = (await found.begin(found.t))[0]
        found.elsewhere = (await found.begin(found.other))[0]
        yield found


async def member(c, t: str, role: str, name: str = "Sam") -> str:
    """Issue a link and give the id of its holder."""
    async with c.director() as http:
        made = await http.post(f"/api/tournaments/{t}/staff/issue", json={"role": role, "name": name})
        assert made.status_code == 200, made.text
        return c.known.tournaments[t].state.staff[-1].id


def token(c, t: str, id: str) -> str:
    link = next(one.link for one in c.known.tournaments[t].state.staff if one.id == id)
    return c.auth.staff_token(t, id, link, now_s())


def bearer(c, t: str, id: str):
    return c.client(headers={"Authorization": f"Bearer {token(c, t, id)}"})


# --- tokens by themselves


def test_a_token_of_the_staff_says_whose_it_is_and_until_when():
    made = TOKENS.staff_token("t-1", "s7", 2, now=1_000_000)
    assert TOKENS.worker(made, now=1_000_000) == auth.Worker("t-1", "s7", 2, 12 * 86400 + auth.LINK_LIFE_S)
    with pytest.raises(auth.TokenError, match="expired"):
        TOKENS.worker(made, now=1_000_000 + auth.LINK_LIFE_S + 2 * 86400)


def test_it_is_no_player_s_and_no_director_s_and_the_other_way_round():
    made = TOKENS.staff_token("t-1", "s7", 2, now=0)
    assert not TOKENS.is_director(made, now=0)
    for wrong in (TOKENS.player_token("t-1", "s7", 2, now=0), TOKENS.session(0), TOKENS.director_link()):
        with pytest.raises(auth.TokenError, match="forged"):
            TOKENS.worker(wrong, now=0)
    for read in (TOKENS.player, TOKENS.accept_link):
        with pytest.raises(auth.TokenError, match="forged"):
            read(made, now=0)
    with pytest.raises(auth.TokenError, match="forged"):
        TOKENS.worker(made.replace("~s7~", "~s1~"), now=0)


def test_it_ends_with_the_director_s_password():
    made = TOKENS.staff_token("t-1", "s7", 2, now=0)
    with pytest.raises(auth.TokenError, match="forged"):
        auth.Auth(b"\x07" * 32, b"\x01" * 16, b"another").worker(made, now=0)


# --- at the door


@pytest.mark.parametrize(("role", "leads"), [("arbiter", "desk"), ("scorer", "tables"), ("screen", "hall")])
async def test_a_link_becomes_a_cookie_and_leads_to_where_its_holder_works(running, role, leads):
    s = await member(running, running.t, role)
    async with running.client() as http:
        answer = await http.get(f"/w/{token(running, running.t, s)}")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{running.t}/{leads}")
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "SameSite=lax" in answer.headers["set-cookie"]
        assert (await http.get(answer.headers["location"])).status_code == 200
        assert (await http.post(f"/t/{running.t}/out")).status_code == 303
        assert (await http.get(f"/t/{running.t}/tables")).status_code == 403


async def test_a_link_taken_away_or_replaced_closes_what_it_had_opened(running):
    s = await member(running, running.t, "scorer")
    old = token(running, running.t, s)
    async with running.client() as http, running.director() as director:
        assert (await http.get(f"/w/{old}")).status_code == 303
        async with watch(bearer(running, running.t, s), f"/live/t/{running.t}/tables") as stream:
            assert "Scorer" in (await stream.next())[1]
            gone = {"staff": s, "reason": "The phone was lost."}
            assert (await director.post(f"/t/{running.t}/staff/revoke", data=gone)).status_code == 303
            assert (await stream.next())[0] == "gone"
        for path in (f"/t/{running.t}/tables", f"/table/{running.table}/sheet", f"/w/{old}"):
            answer = await http.get(path)
            assert answer.status_code == 403, path
            assert "replaced or taken away" in answer.text, path
        assert (await http.get(f"/t/{running.t}")).status_code == 200, "the public page stays open to him"
        assert (await director.post(f"/t/{running.t}/staff/issue", data={"staff": s})).status_code == 303
        assert (await http.get(f"/w/{old}")).status_code == 403
        assert (await http.get(f"/w/{token(running, running.t, s)}")).status_code == 303
        assert (await http.get(f"/t/{running.t}/tables")).status_code == 200


async def test_hidden_standings_close_with_the_link(running):
    s = await member(running, running.t, "arbiter")
    async with watch(bearer(running, running.t, s), f"/live/t/{running.t}") as stream, running.director() as http:
        await stream.next()
        assert (await http.post(f"/t/{running.t}/staff/revoke", data={"staff": s})).status_code == 303
        assert (await stream.next())[0] == "gone"


async def test_a_link_has_no_power_in_another_tournament(running):
    s = await member(running, running.t, "arbiter")
    async with bearer(running, running.t, s) as http:
        assert (await http.get(f"/t/{running.t}/tables")).status_code == 200
        for path in (f"/t/{running.other}/tables", f"/table/{running.elsewhere}/sheet"):
            assert (await http.get(path)).status_code == 403, path
        for path in (f"/table/{running.elsewhere}/do/answer_call", f"/api/tables/{running.elsewhere}/start"):
            assert (await http.post(path)).status_code == 403, path
    async with running.client() as http:
        assert (await http.get(f"/w/{token(running, running.t, s)}")).status_code == 303
        stolen = {f"capicua_w_{running.other}": http.cookies[f"capicua_w_{running.t}"]}
    async with running.client(cookies=stolen) as http:
        assert (await http.get(f"/t/{running.other}/tables")).status_code == 403, "the cookie's name opens nothing"


async def test_an_act_is_signed_with_role_and_link(running):
    s = await member(running, running.t, "scorer")
    entry = {"end": "out", "seat": 0, "points": [9, 0], "pips": [0, 9]}
    async with bearer(running, running.t, s) as http:
        done = await http.post(f"/api/tables/{running.table}/enter-deal", json={"deal": 1, "entry": entry})
        assert done.status_code == 200, done.text
    by = next(e.event.by for e in (await running.known.history(running.table)).steps if hasattr(e.event, "by"))
    assert by == f"scorer:{s}"


async def test_the_list_shows_each_link_to_the_director_alone(running):
    s = await member(running, running.t, "screen", "Παράθυρο")
    link = f"/w/{token(running, running.t, s)}"
    async with running.director() as http:
        shown = (await http.get(f"/t/{running.t}/staff")).text
        assert link in shown
        assert "<bdi>Παράθυρο</bdi>" in shown
        listed = (await http.get(f"/api/tournaments/{running.t}/staff")).json()
        assert next(one for one in listed if one["id"] == s)["link"].endswith(link)
        for lang, said in (("fa", "نمایشگر"), ("el", "Οθόνη")):
            assert said in (await http.get(f"/t/{running.t}/staff?lang={lang}")).text
        wrong = await http.post(
            f"/t/{running.t}/staff/issue", data={"role": "scorer", "name": " "}, params={"lang": "en"}
        )
        assert wrong.status_code == 409
        assert "Say whose link it is" in wrong.text
    a = await member(running, running.t, "arbiter")
    async with bearer(running, running.t, a) as http:
        assert (await http.get(f"/t/{running.t}/staff")).status_code == 403
        assert (await http.get(f"/api/tournaments/{running.t}/staff")).status_code == 403


async def test_another_site_cannot_act_with_somebody_s_cookie(running):
    s = await member(running, running.t, "arbiter")
    async with running.client() as http:
        await http.get(f"/w/{token(running, running.t, s)}")
        there = {"Origin": "https://elsewhere.example"}
        answer = await http.post(f"/table/{running.table}/do/start_table", headers=there)
        assert answer.status_code == 403
        assert "another site" in answer.text


async def test_only_the_director_names_an_imported_table(running):
    """Somebody with a link of one tournament could otherwise take the id of another's next table."""
    s = await member(running, running.t, "arbiter")
    text = "game longana/1 seats 2\nstate hub=9-9 turn=B | A #1 9>2 : 8-0 | B #2 9>3 : 7-1\nB pass\n"
    async with bearer(running, running.t, s) as http:
        named = {"text": text, "tournament": running.t, "id": f"{running.other}.2.1"}
        assert (await http.post("/api/records", json=named)).status_code == 403
        assert (await http.post("/api/records", json={"text": text, "tournament": running.other})).status_code == 403
        made = await http.post("/api/records", json={"text": text, "tournament": running.t, "round": 9, "number": 1})
        assert made.status_code == 200, made.text
