"""Who gets through which door, over HTTP: every page, form and endpoint, for every role and for nobody.

Which doors there are, and whose, stands in `tests/doors.py`; what a role may, in `contracts/roles.py`.
"""

from __future__ import annotations

import html
import typing

import msgspec
import pytest
from msgspec import inspect

from contracts import roles
from services.web_gateway import app as web
from services.web_gateway import clock_forms, desk_pages, forms, staff_pages
from services.web_gateway.asking import now_s
from services.web_gateway.words import TABLES
from tests.club import club, keys
from tests.doors import doors, routes
from tests.memory_log import MemoryLog
from tests.test_gateway_staff import bearer, member

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # every door, knocked at by everybody

DOORS = doors()
ASKERS = ("nobody", "player", "other player", "screen", "scorer", "arbiter", "arbiter elsewhere", "director")
SAID = {text for key, text in TABLES["en"].items() if key.startswith(("need.", "link."))}
VERBS = {
    "/t/{id:str}/do/{verb:str}": {verb: forms._KINDS.get(verb, verb) for verb in forms._VERBS},
    "/table/{id:str}/do/{verb:str}": {verb: verb for verb in forms._TABLE_VERBS},
    "/t/{id:str}/staff/{verb:str}": {verb: f"{verb}_staff_link" for verb in staff_pages._BODIES},
    "/t/{id:str}/desk/act/{kind:str}": {kind: kind for kind in desk_pages.ACTS},
    "/t/{id:str}/clock/{verb:str}": dict(clock_forms._KINDS),
    "/t/{id:str}/all/{verb:str}": dict(clock_forms._OF_ALL),
    "/api/tournaments/{id:str}/all/{verb:str}": dict(clock_forms._OF_ALL),
}
"""What stands for `verb` on the ways that carry several kinds of command, and which kind each is."""


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    generous = {"login_burst": 1e6, "log_burst": 1e6}
    async with club(tmp_path_factory.mktemp("roles") / "log.db", **generous) as found:
        found.t = await found.tournament(["Ana", "Bo"], board="scores", hide_last_rounds=2)
        found.other = await found.tournament(["Cy", "Di"], board="scores")
        found.table = (await found.begin(found.t))[0]
        found.staff = {role: await member(found, found.t, role) for role in roles.LINKED}
        found.elsewhere = await member(found, found.other, "arbiter")
        yield found


def client(c, asker: str):
    """A browser or program in somebody's hands."""
    match asker:
        case "nobody":
            return c.client()
        case "director":
            return c.director()
        case "player":
            return c.player(c.t, "e1")
        case "other player":
            return c.player(c.other, "e1")
        case "arbiter elsewhere":
            return bearer(c, c.other, c.elsewhere)
    return bearer(c, c.t, c.staff[asker])


def allowed(asker: str, door: str) -> bool:
    """What the table of roles says of a door."""
    owner, _, players = door.partition(" or ")
    if asker == "player" and (owner == "player" or players == "player"):
        return True
    role = asker if asker in roles.STAFF else ""
    word, _, what = owner.partition(" ")
    if word == "all":
        return True
    if word == "director":
        return asker == "director"
    if word == "may":
        return roles.may(role, what)
    return word == "sees" and roles.sees(role, what)


def ways() -> list[tuple[str, str, str]]:
    """Every door with its path, its verb filled in: a form that carries several kinds of command is several doors."""
    found = []
    for (method, path), door in DOORS.items():
        for verb, kind in VERBS.get(path, {"": ""}).items():
            address = path.replace("{verb:str}", verb).replace("{kind:str}", verb)
            found.append((method, address, door.replace("{verb}", kind)))
    return [way for way in found if way[2] != "token"]


def filled(c, path: str) -> str:
    """An address of the running tournament, or of its table."""
    about = c.table if path.startswith(("/table", "/live/table", "/api/tables")) else c.t
    values = {
        "id": about,
        "sheet": "names",
        "name": "results",
        "entrant": "e1",
        "round": "1",
        "n": "0",
        "case": "1",
        "table": c.table,
    }
    values |= {"file_path": "style.css"} | ({"name": "ranking"} if path.startswith("/rules") else {})
    for name, value in values.items():
        path = (
            path.replace(f"{{{name}:str}}", value).replace(f"{{{name}:int}}", value).replace(f"{{{name}:path}}", value)
        )
    return path


def least(kind: inspect.Type) -> typing.Any:
    """The least that can be read as a type: what is required, and no more."""
    match kind:
        case inspect.StructType():
            return {f.encode_name: least(f.type) for f in kind.fields if f.required}
        case inspect.IntType():
            return 1
        case inspect.StrType():
            return "x"
        case inspect.EnumType():
            return next(iter(kind.cls)).value
        case inspect.UnionType():
            return least(kind.types[0])
        case inspect.DictType():
            return {}
        case inspect.VarTupleType() | inspect.ListType() | inspect.CollectionType():
            return []
    return None


def body(handler) -> dict[str, typing.Any]:
    """What to send so that a request reaches its handler."""
    wanted = handler.parsed_fn_signature.parameters.get("data")
    return {} if wanted is None else {"json": least(inspect.type_info(wanted.annotation))}


HANDLERS = routes(web.build(MemoryLog(), keys()))


async def knock(http, method: str, path: str, given: dict) -> tuple[int, str]:
    """Ask, and hear what is said; of a live page only whether it opens."""
    async with http.stream(method, path, **given) as answer:
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            return answer.status_code, ""
        return answer.status_code, html.unescape((await answer.aread()).decode(errors="replace"))


def test_every_way_in_is_in_the_table_of_doors():
    named = {(method, path) for method, path in DOORS if (method, path) in HANDLERS}
    gone = sorted(set(DOORS) - named)
    new = sorted(set(HANDLERS) - set(DOORS))
    assert new == [], "a new way in: say in tests/doors.py who may go through"
    assert gone == [], "nothing is behind these doors any more"


def test_every_door_names_a_right_that_there_is():
    for method, path, door in ways():
        for part in door.split(" or "):
            word, _, what = part.partition(" ")
            assert word in ("all", "director", "player", "may", "sees"), (method, path)
            assert word != "may" or what in roles.MAY, (method, path, what)
            assert word != "sees" or what in roles.SEES, (method, path, what)
    assert {door.partition(" ")[2].partition(" or")[0] for _, _, door in ways() if door.startswith("sees")} >= {
        "desk", "drafts", "links", "staff", "sheets", "cases", "acts", "records", "hands"
    }  # fmt: skip


@pytest.mark.parametrize("asker", ASKERS)
async def test_each_door(running, asker):
    """403 and a sentence for whom it is closed; for whom it is open whatever the command itself comes to."""
    wrong = []
    async with client(running, asker) as http:
        for method, path, door in ways():
            if asker == "director" and "finish" in path:
                continue  # the doors after it would lead to a tournament that is over
            found = HANDLERS.get((method, path)) or HANDLERS.get((method, _verbed(path)))
            status, said = await knock(http, method, filled(running, path), body(found) if found else {})
            shut = status == 403 and any(text in said for text in SAID)
            if shut is allowed(asker, door) or status >= 500:
                wrong.append((method, path, door, status, said[-200:] if status == 403 else ""))
    assert not wrong


def _verbed(path: str) -> str:
    name = "kind" if "/desk/act/" in path else "verb"
    return f"{path.rpartition('/')[0]}/{{{name}:str}}"


async def test_a_closed_door_closes_in_three_languages(running):
    async with client(running, "scorer") as http:
        for lang in ("en", "fa", "el"):
            page = await http.get(f"/t/{running.t}/staff?lang={lang}")
            assert page.status_code == 403
            assert TABLES[lang]["need.not.scorer"] in html.unescape(page.text)


async def test_a_token_s_door_opens_to_its_own_token_alone(running):
    token = running.auth.staff_token(running.t, running.staff["scorer"], 1, now_s())
    async with running.client() as http:
        for path in ("/p", "/staff"):
            answer = await http.get(f"{path}/{token}")
            assert answer.status_code == 403, path
            assert "not one of ours" in answer.text


async def test_nobody_s_hand_reaches_a_form_from_another_site(running):
    there = {"Origin": "https://elsewhere.example"}
    async with running.director() as http:
        for method, path, _ in ways():
            if method == "POST":
                status, said = await knock(http, method, filled(running, path), {"headers": there})
                assert status == 403, path
                assert "another site" in said, path


async def test_what_there_is_not_is_not_found_or_closed_but_never_a_fault(running):
    async with running.director() as director, client(running, "arbiter") as arbiter:
        for http in (director, arbiter):
            for method, path, _ in ways():
                if "{id:str}" in path and not path.startswith("/live"):
                    found = HANDLERS.get((method, path)) or HANDLERS.get((method, _verbed(path)))
                    address = filled(running, path.replace("{id:str}", "nothing-here"))
                    status, said = await knock(http, method, address, body(found) if found else {})
                    assert status in (303, 400, 403, 404), (method, path, status, said[-200:])


async def test_a_scorer_sees_no_hands_no_calls_and_nothing_hidden(running):
    async with client(running, "scorer") as http:
        shown = (await http.get(f"/t/{running.t}/tables")).text
        assert "answer_call" not in shown
        whole = (await http.get(f"/api/tournaments/{running.t}")).json()
        assert all(t["result"] is None for r in whole["rounds"] for t in r["tables"])
        sheet = await http.get(f"/table/{running.table}/sheet")
        assert sheet.status_code == 200
        assert "sheet/charge" not in sheet.text


def test_the_least_of_a_body_can_be_read():
    for handler in HANDLERS.values():
        given = body(handler)
        if given:
            msgspec.convert(given["json"], handler.parsed_fn_signature.parameters["data"].annotation)
