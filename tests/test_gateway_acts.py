"""The record of all acts of staff: is every act in it, with who, when, what and why, found again, and kept small?"""

from __future__ import annotations

import csv
import html
import io
import re

import msgspec
import pytest

from contracts import codec, roles
from contracts.games.game import Refusal
from contracts.tournament import Withdraw
from services.web_gateway import acts
from services.web_gateway.acts import Acts, Line
from services.web_gateway.gateway import Gateway
from services.web_gateway.words import LANGS, TABLES
from tests import samples
from tests.club import club, keys
from tests.play_lobby import Lobby
from tests.test_gateway_staff import bearer, member

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # behind a real server

STAFF_KINDS = sorted(kind for kind, allowed in roles.MAY.items() if allowed & set(roles.STAFF))
BODIES = {body.KIND: body for body in samples.commands()}


def taken(*bodies, actor: str = "director", refusal: Refusal | None = None, about: str = "t1") -> Acts:
    known = Acts()
    for n, body in enumerate(bodies):
        known.take("t1", about, n, codec.command(f"c{n}", "t1", actor, body), refusal, ())
    return known


# --- a sentence for each kind


@pytest.mark.parametrize("kind", STAFF_KINDS)
def test_every_act_that_staff_may_do_is_told_in_three_languages(kind):
    lobby = Lobby()
    lobby.enter(9)
    act = taken(BODIES[kind]).of("t1")[0]
    said = {code: acts.what(act, lobby.state, lang) for code, lang in LANGS.items()}
    assert kind not in said.values(), "no sentence for it in words_acts.py"
    assert len(set(said.values())) == len(said)
    assert not any("{" in text for text in said.values())


def test_names_come_from_the_tournament_and_numbers_in_the_language_s_digits():
    lobby = Lobby()
    lobby.enter(2)
    act = taken(Withdraw(entrant="e2", reason=" ill ")).of("t1")[0]
    assert "Player 2" in acts.what(act, lobby.state, LANGS["en"])
    assert acts.why(act) == "ill"
    assert "۲" in acts.what(taken(BODIES["begin_round"]).of("t1")[0], lobby.state, LANGS["fa"])


def test_every_field_that_says_why_is_found():
    """What a director is asked for as a reason stands in the record, wherever the command carries it."""
    without = set()
    for kind in STAFF_KINDS:
        if not acts.why(taken(BODIES[kind]).of("t1")[0]):
            without.add(kind)
    for kind in (
        "withdraw", "penalise", "correct_result", "give_ruling", "open_case", "appeal", "close_case", "lift_penalty",
        "abandon_table", "take_back", "answer_call", "charge_offence", "revoke_staff_link", "open_hands", "enter_deal",
    ):  # fmt: skip
        assert kind not in without, kind
    for kind in ("edit_seating", "drop_seating", "return"):
        assert "reason" in {f.name for f in msgspec.structs.fields(type(BODIES[kind]))}, kind


# --- kept small


def test_a_long_list_or_text_is_cut_and_counted():
    rows = samples.tournament.ImportEntrants(
        entrants=tuple(samples.tournament.EntrantRow(name=f"Player {n}") for n in range(900))
    )
    act = taken(rows).of("t1")[0]
    assert act.many == 900
    assert len(act.content["entrants"]) == acts.LISTED
    assert acts.what(act, Lobby().state, LANGS["en"]) == "Entered a list of 900"
    text = taken(samples.table.ImportRecord(text="x" * 500_000, seats=())).of("t1")[0].content["text"]
    assert len(text) == acts.LONGEST + 1


def test_moves_entered_one_after_another_are_one_act():
    play = samples.table.Play(seat=0, move="6-5@A", deal=2, ply=14)
    many = taken(*(msgspec.structs.replace(play, ply=n) for n in range(50)), actor="scorer:s1", about="t1.1.1")
    assert [(a.kind, a.times) for a in many.of("t1")] == [("play", 50)]
    assert acts.what(many.of("t1")[0], Lobby().state, LANGS["en"]) == "Entered moves: 50"
    apart = taken(play, BODIES["take_back"], play, msgspec.structs.replace(play, deal=3), about="t1.1.1")
    assert [a.times for a in apart.of("t1")] == [1, 1, 1, 1]


def test_players_services_and_doubled_commands_are_no_acts_of_staff():
    for actor in ("player:e1", "bot:e1", "dealing", "relay", ""):
        assert taken(BODIES["withdraw"], actor=actor).of("t1") == []
    assert taken(BODIES["withdraw"], refusal=Refusal("command/duplicate")).of("t1") == []
    assert taken(BODIES["withdraw"], refusal=Refusal("entrant/unknown")).of("t1")[0].refused == "entrant/unknown"


def test_words_people_kinds_and_tables_choose():
    lines = [
        Line(1, "", "scorer:s1", "Scorer", "Sam", "enter_deal", "Entered", "t1.1.2", "Table 2", "late", "", (), "{}"),
        Line(2, "", "director", "Director", "", "withdraw", "Withdrew Ana", "t1", "", "ill", "", (), "{}"),
    ]
    assert acts.chosen(lines, q="ANA ill") == lines[1:]
    assert acts.chosen(lines, q="ana late") == []
    assert acts.chosen(lines, actor="scorer:s1") == acts.chosen(lines, about="t1.1.2") == lines[:1]
    assert acts.chosen(lines, kind="withdraw") == lines[1:]


# --- on the page


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    file = tmp_path_factory.mktemp("acts") / "log.db"
    async with club(file) as found:
        found.file = file
        found.t = await found.tournament(["Ana", "Bo"], board="scores")
        found.table = (await found.begin(found.t))[0]
        found.s = await member(found, found.t, "scorer", "Σοφία")
        entry = {"end": "out", "seat": 0, "points": [9, 0], "pips": [0, 9]}
        async with bearer(found, found.t, found.s) as http:
            for deal in (7, 1):
                given = {"deal": deal, "entry": entry, "note": "from the slip"}
                await http.post(f"/api/tables/{found.table}/enter-deal", json=given)
        async with found.director() as http:
            gone = {"entrant": "e2", "reason": "=the last bus"}
            assert (await http.post(f"/api/tournaments/{found.t}/withdraw", json=gone)).status_code == 200
        yield found


async def test_the_page_says_who_when_what_where_and_why(running):
    async with running.director() as http:
        page = html.unescape((await http.get(f"/t/{running.t}/acts?lang=en")).text)
        assert "Entered the scores of deal 1" in page
        assert '<bdi class="strong">Σοφία</bdi>' in page
        assert "Round 1 · Table 1" in page
        assert "from the slip" in page
        assert "the last bus" in page
        assert re.search(r"<time>\S*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \w+", page), "with its zone"
        assert "Entered the scores of deal …</option>" in page
        assert "deal 7" not in page, "what was refused is shown only if asked for"
        assert "deal 7" in (await http.get(f"/t/{running.t}/acts?lang=en&refused=yes")).text
        for lang in ("fa", "el"):
            shown = (await http.get(f"/t/{running.t}/acts?lang={lang}")).text
            assert TABLES[lang]["acts"] in shown
            assert "enter_deal</p>" not in shown


async def test_it_can_be_searched_and_turned_over(running, monkeypatch):
    monkeypatch.setattr("services.web_gateway.act_pages.EACH", 2)
    async with running.director() as http:
        found = (await http.get(f"/t/{running.t}/acts?lang=en&q=bus")).text
        assert found.count("<time>") == 1
        one = (await http.get(f"/t/{running.t}/acts?who=scorer:{running.s}")).text
        assert one.count("<time>") == 1
        first, second = [(await http.get(f"/t/{running.t}/acts?page={n}")).text for n in (1, 2)]
        assert first.count("<time>") == second.count("<time>") == 2
        assert 'rel="next"' in first
        assert 'rel="prev"' in second
        whole = (await http.get(f"/t/{running.t}/acts?whole=yes")).text
        assert whole.count("<time>") > 6
        assert "rel=" not in whole.partition("<main")[2].partition("</main>")[0]
        assert (await http.get(f"/t/{running.t}/acts?page=99999&q=nothing-like-it")).status_code == 200


async def test_the_same_as_csv_and_json(running):
    async with running.director() as http:
        told = (await http.get(f"/api/tournaments/{running.t}/acts?refused=true")).json()
        rows = list(
            csv.DictReader(io.StringIO((await http.get(f"/t/{running.t}/acts.csv?refused=1")).text.lstrip("\ufeff")))
        )
        assert [r["kind"] for r in rows] == [a["kind"] for a in told]
        assert [a["at"] for a in told] == sorted(a["at"] for a in told)
        entered = [a for a in told if a["kind"] == "enter_deal"]
        assert [(a["name"], a["actor"], bool(a["refused"])) for a in entered] == [
            ("Σοφία", f"scorer:{running.s}", True),
            ("Σοφία", f"scorer:{running.s}", False),
        ]
        assert "deal_entered" in entered[1]["events"]
        assert re.search(r"[+-]\d\d:\d\d$", entered[1]["time"])
        assert next(r for r in rows if r["kind"] == "withdraw")["why"].startswith("'="), "no formula for a spreadsheet"


async def test_the_record_is_the_same_after_a_restart(running):
    async with running.director() as http:
        before = (await http.get(f"/api/tournaments/{running.t}/acts")).json()
    again = Gateway(running.log, keys())
    await again.start()
    try:
        await again.caught_up.wait()
        assert len(again.known.acts.of(running.t)) >= len(before)
        assert again.known.acts.of(running.t) == running.known.acts.of(running.t)
    finally:
        await again.stop()


async def test_a_scorer_and_the_public_do_not_see_it(running):
    async with running.client() as public, bearer(running, running.t, running.s) as scorer:
        for path in (f"/t/{running.t}/acts", f"/t/{running.t}/acts.csv", f"/api/tournaments/{running.t}/acts"):
            assert (await public.get(path)).status_code == 403
            assert (await scorer.get(path)).status_code == 403
