"""Who gets in: the director's link and password, players' links that are signed, expire, and can be taken away."""

from __future__ import annotations

import stat

import pytest

from services.web_gateway import auth
from services.web_gateway.asking import now_s
from tests.club import PASSWORD, club, keys

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # behind a real server

TOKENS = keys()


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("auth") / "log.db", login_burst=100.0, login_rate=100.0) as found:
        found.t = await found.tournament(["Ana", "Bo", "Cy", "Di"])
        found.table = (await found.begin(found.t))[0]
        yield found


# --- tokens by themselves


def test_a_token_says_who_and_until_when():
    token = TOKENS.player_token("t-1", "e7", 2, now=1_000_000)
    assert TOKENS.player(token, now=1_000_000) == auth.Player("t-1", "e7", 2, 12 * 86400 + auth.LINK_LIFE_S)
    assert len(token) < 60


def test_one_changed_character_makes_a_token_forged():
    token = TOKENS.player_token("t-1", "e7", 2, now=1_000_000)
    for at in range(len(token)):
        wrong = token[:at] + ("0" if token[at] != "0" else "1") + token[at + 1 :]
        if wrong[:-1] == token[:-1]:  # the last base64 digit carries spare bits, but the text is compared whole
            wrong = token[:-1] + "~"
        with pytest.raises(auth.TokenError) as fault:
            TOKENS.player(wrong, now=1_000_000)
        assert fault.value.reason == "forged", wrong


@pytest.mark.parametrize("token", ["", ".", "~", "p", "p~a~b~1~zz", "p~a~b~1~zz.", "ü~.x", "a" * 5000])
def test_what_is_no_token_is_forged(token):
    with pytest.raises(auth.TokenError) as fault:
        TOKENS.player(token, now=0)
    assert fault.value.reason == "forged"


def test_a_token_expires():
    token = TOKENS.player_token("t-1", "e7", 2, now=1_000_000)
    with pytest.raises(auth.TokenError) as fault:
        TOKENS.player(token, now=1_000_000 + auth.LINK_LIFE_S + 2 * 86400)
    assert fault.value.reason == "expired"


def test_a_token_of_one_kind_is_none_of_another():
    player = TOKENS.player_token("t-1", "e7", 2, now=0)
    assert not TOKENS.is_director(player, now=0)
    with pytest.raises(auth.TokenError):
        TOKENS.accept_link(TOKENS.session(0), now=0)
    with pytest.raises(auth.TokenError):
        TOKENS.player(TOKENS.director_link(), now=0)
    assert TOKENS.is_director(TOKENS.accept_link(TOKENS.director_link(), now=0), now=0)
    assert TOKENS.is_director(TOKENS.director_link(), now=0)
    assert not TOKENS.is_director(TOKENS.session(0), now=auth.STAFF_LIFE_S + 1)


def test_another_installation_s_token_is_forged():
    other = auth.Auth(b"\x08" * 32, b"s", b"p")
    assert not TOKENS.is_director(other.director_link(), now=0)


def test_the_first_start_makes_a_file_for_its_owner_alone(tmp_path):
    file = tmp_path / "sub" / "gateway"
    made, first = auth.load(file, {})
    assert first is not None
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert first.password not in file.read_text()
    again, second = auth.load(file, {})
    assert second is None
    assert again.check_password(first.password)
    assert not again.check_password(first.password + "x")
    assert again.is_director(made.director_link(), now=0)
    assert list(file.parent.iterdir()) == [file]


def test_the_environment_goes_before_the_file(tmp_path):
    given = {"CAPICUA_GATEWAY_SECRET": "ab" * 32, "CAPICUA_DIRECTOR_PASSWORD": "abc-def"}
    one, first = auth.load(tmp_path / "none", given)
    two, _ = auth.load(tmp_path / "none", given)
    assert first is None
    assert not (tmp_path / "none").exists()
    assert one.check_password("abc-def")
    assert two.is_director(one.session(0), now=0), "several gateways take each other's tokens"
    with pytest.raises(ValueError, match="64 hex digits"):
        auth.load(tmp_path / "none", {"CAPICUA_GATEWAY_SECRET": "ab"})


def test_another_password_ends_the_director_s_sessions_and_his_old_link(tmp_path):
    file = tmp_path / "gateway"
    old, _ = auth.load(file, {})
    session, link, player = old.session(0), old.director_link(), old.player_token("t-1", "e7", 2, now=0)
    new, _ = auth.load(file, {"CAPICUA_DIRECTOR_PASSWORD": "another"})
    assert not new.is_director(session, now=0)
    assert not new.is_director(link, now=0)
    with pytest.raises(auth.TokenError):
        new.accept_link(link, now=0)
    assert new.is_director(new.accept_link(new.director_link(), now=0), now=0)
    assert new.player(player, now=0).entrant == "e7", "players' links stay"
    secret = {"CAPICUA_GATEWAY_SECRET": "ab" * 32}
    one, other = (auth.load(file, secret | {"CAPICUA_DIRECTOR_PASSWORD": word})[0] for word in ("abc", "abd"))
    assert not other.is_director(one.session(0), now=0)
    first, second = (auth.load(tmp_path / name, secret)[0] for name in ("one", "new"))
    assert not second.is_director(first.session(0), now=0), "a new file has a new password"
    assert second.player(first.player_token("t-1", "e7", 2, now=0), now=0).entrant == "e7"


def test_a_damaged_file_is_named(tmp_path):
    file = tmp_path / "gateway"
    file.write_text('{"secret": "zz"}')
    with pytest.raises(ValueError, match="is not the gateway's file"):
        auth.load(file, {})
    assert file.read_text() == '{"secret": "zz"}'


# --- at the door


async def test_director_s_pages_and_acts_are_his(running):
    t = running.t
    async with running.client() as http:
        for path in (f"/t/{t}/director", f"/t/{t}/links", "/director/new", f"/live/t/{t}/director"):
            answer = await http.get(path)
            assert answer.status_code == 403, path
            assert "This page is for the director" in answer.text
        for path in (
            f"/t/{t}/do/finish_tournament",
            "/director/new",
            f"/t/{t}/import",
            f"/t/{t}/links",
            f"/table/{running.table}/stop",
            f"/api/tournaments/{t}/finish",
            f"/api/tables/{running.table}/start",
        ):
            assert (await http.post(path)).status_code == 403, path
    async with running.player(t, "e1") as http:
        assert (await http.post(f"/api/tournaments/{t}/finish")).status_code == 403


async def test_the_director_s_link_becomes_a_cookie(running):
    async with running.client() as http:
        answer = await http.get(f"/staff/{running.auth.director_link()}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie, "the hall's plain http"
        assert (await http.get(f"/t/{running.t}/director")).status_code == 200
        assert (await http.post("/staff/out")).status_code == 303
        assert (await http.get(f"/t/{running.t}/director")).status_code == 403
        assert (await http.get("/staff/forged")).status_code == 403


async def test_the_password_opens_the_desk(running):
    async with running.client() as http:
        wrong = await http.post("/staff", data={"password": "guess"})
        assert wrong.status_code == 403
        assert "That is not the password." in wrong.text
        right = await http.post("/staff", data={"password": f" {PASSWORD} "})
        assert right.status_code == 303
        assert (await http.get(f"/t/{running.t}/director")).status_code == 200


async def test_a_personal_link_leads_to_one_s_own_page_and_table(running):
    async with running.client() as http:
        answer = await http.get(f"/p/{running.token(running.t, 'e2')}")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{running.t}/me")
        assert "HttpOnly" in answer.headers["set-cookie"]
        me = await http.get(f"/t/{running.t}/me")
        assert "<bdi>Bo</bdi>" in me.text
        assert f"/table/{running.table}/play" in me.text
        assert (await http.get(f"/table/{running.table}/play")).status_code == 200


async def test_who_has_no_link_is_told_so(running):
    async with running.client() as http:
        for path in (f"/t/{running.t}/me", f"/table/{running.table}/play"):
            answer = await http.get(path)
            assert answer.status_code == 403
            assert "Open your personal link first" in answer.text
        answer = await http.post(f"/table/{running.table}/play", data={"move": "pass", "deal": "1", "ply": "0"})
        assert answer.status_code == 403


async def test_a_link_that_was_taken_away_or_replaced_opens_nothing(running):
    old = running.token(running.t, "e4")
    async with running.client() as guest, running.director() as http:
        assert (await guest.get(f"/p/{old}")).status_code == 303
        assert (
            await http.post(f"/api/tournaments/{running.t}/links/revoke", json={"entrant": "e4"})
        ).status_code == 200
        for path in (f"/p/{old}", f"/t/{running.t}/me", f"/table/{running.table}/play"):
            answer = await guest.get(path)
            assert answer.status_code == 403, path
            assert "replaced or taken away" in answer.text
        assert (await guest.get(f"/t/{running.t}")).status_code == 200, "the public page stays open to him"
        assert (await http.post(f"/api/tournaments/{running.t}/links/issue", json={"entrant": "e4"})).status_code == 200
        assert (await guest.get(f"/p/{old}")).status_code == 403
        assert (await guest.get(f"/p/{running.token(running.t, 'e4')}")).status_code == 303


async def test_forged_and_expired_links_say_which(running):
    expired = running.auth.player_token(running.t, "e1", 1, now_s() - auth.LINK_LIFE_S - 3 * 86400)
    async with running.client() as http:
        assert "not one of ours" in (await http.get("/p/nonsense")).text
        answer = await http.get(f"/p/{expired}")
        assert answer.status_code == 403
        assert "expired" in answer.text
        nobody = running.auth.player_token(running.t, "e99", 1, now_s())
        assert (await http.get(f"/p/{nobody}")).status_code == 403


async def test_a_player_cannot_act_for_another(running):
    async with running.player(running.t, "e1") as http:
        nonce = "0" * 32
        mine = next(at for at, plan in enumerate(running.known.tables[running.table].seats) if plan.entrant == "e1")
        sat = await http.post(f"/table/{running.table}/sit", data={"nonce": nonce, "seat": str((mine + 1) % 4)})
        assert sat.status_code == 303
    table = running.known.tables[running.table].table
    assert table.nonces[mine] == nonce
    assert nonce not in (table.nonces[:mine] + table.nonces[mine + 1 :])
