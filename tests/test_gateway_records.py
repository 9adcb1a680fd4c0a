# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""Written records in the browser and by the API: imported, shown, gone on with; and no table's record shows a hand."""

from __future__ import annotations

import pytest

from contracts.games import notation
from contracts.table import Play
from contracts.table_state import Phase
from services import records
from services.verify import verify
from tests.club import club
from tests.test_records import DEAL, HEAD
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TEXT = HEAD + DEAL + "S1 5-5; S0 5-1L\n"
LANGUAGES = ("en", "fa", "el")


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    """A club with a tournament in play at one table."""
    async with club(tmp_path_factory.mktemp("records") / "log.db") as found:
        found.t = await found.tournament(["Ana Ruiz", "نگار کاظمی"], bots=0, max_deals=2)
        found.table = (await found.begin(found.t))[0]
        await found.sit(found.table, "e1", "e2")
        await wait_for(lambda: found.known.tables[found.table].table.state is not None, what="a deal")
        yield found


async def test_the_director_pastes_looks_and_imports(running):
    async with running.director() as http:
        form = {"text": TEXT.replace("\n", "\r\n"), "names": "Ana,Νίκος", "do": "look"}
        looked = await http.post("/records", data=form)
        assert looked.status_code == 200
        assert "5-1L" in looked.text
        assert 'value="import"' in looked.text
        assert records.table_id(TEXT) not in running.known.tables, "looking makes nothing"
        made = await http.post("/records", data=form | {"do": "import"}, follow_redirects=False)
        table = f"/table/{records.table_id(TEXT)}"
        assert (made.status_code, made.headers["location"]) == (303, f"{table}/record")
        again = await http.post("/records", data=form | {"do": "import"})
        assert again.status_code == 409
        assert "open already" in again.text
        for lang in LANGUAGES:
            for path in ("/records", f"{table}/record", table, f"{table}/replay", f"{table}/sheet"):
                answer = await http.get(f"{path}?lang={lang}")
                assert answer.status_code == 200, path
        page = (await http.get(f"{table}/record?lang=en")).text
        assert "Νίκος" in page
        for move in ("1-0L", "5-0R"):
            assert f'value="S1 {move}"' in page
    async with running.client() as http:
        shown = (await http.get("/records")).text
        assert f'href="{table}"' in shown
        assert "textarea" not in shown
        assert (await http.get(f"{table}/record")).status_code == 403
        assert (await http.post("/records", data=form)).status_code == 403


async def test_faults_are_shown_at_the_text_and_the_text_is_kept(running):
    wrong = TEXT.replace("S0 5-1L", "S0 9-9L")
    async with running.director() as http:
        for do in ("look", "import"):
            answer = await http.post("/records?lang=en", data={"text": wrong, "names": "", "do": do})
            assert answer.status_code == 400
            assert "Line 3, column 9: S0 9-9L: You do not hold 9-9." in answer.text
            assert "S1 5-5; S0 9-9L\n        ^" in answer.text
            assert wrong.strip() in answer.text.replace("&#39;", "'")
            assert 'value="import"' not in answer.text
        answer = await http.post("/records?lang=fa", data={"text": wrong, "do": "look"})
        assert "سطر" in answer.text
        head = await http.post("/records?lang=en", data={"text": "game lora/1 seats nine colour=red", "do": "look"})
        assert head.text.count('role="alert"') == 2
        names = await http.post("/records?lang=en", data={"text": TEXT + "# two\n", "names": "Ana", "do": "import"})
        assert names.status_code == 409
        assert "The record has 2 seats, and 1 names are given." in names.text


@pytest.mark.parametrize(
    ("lang", "place", "said"),
    [
        ("fa", "سطر ۱، ستون ۱۹: ", "پس از «seats» عدد می‌آید، نه «nine»"),
        ("el", "Γραμμή 1, στήλη 19: ", "μετά το «seats» έρχεται αριθμός, όχι «nine»"),
    ],
)
async def test_a_fault_of_the_notation_is_told_in_the_language_of_the_page(running, lang, place, said):
    async with running.director() as http:
        answer = await http.post(f"/records?lang={lang}", data={"text": "game lora/1 seats nine", "do": "look"})
        assert f"{place}{said}" in answer.text.replace("\u2068", "").replace("\u2069", "")
        made = await http.post("/records", data={"text": TEXT + f"# {lang}\n", "do": "import"})
        key = made.headers["location"]
        form = {"text": "S0 9", "deal": "1", "ply": "2"}
        on = await http.post(f"{key}?lang={lang}", data=form)
        assert on.status_code == 409
        assert ("حرکت نیست" if lang == "fa" else "δεν είναι κίνηση") in on.text
        assert "is no move" not in on.text


async def test_the_director_goes_on_move_by_move_and_in_the_notation(running):
    text = TEXT + "# to go on with\n"
    table = records.table_id(text)
    async with running.director() as http:
        await http.post("/records", data={"text": text, "do": "import"})
        first = await http.post(f"/table/{table}/record", data={"text": "S1 1-0L", "deal": 1, "ply": 2})
        assert first.status_code == 303
        stale = await http.post(f"/table/{table}/record?lang=en", data={"text": "S0 3-0L", "deal": 1, "ply": 2})
        assert stale.status_code == 409
        assert "The game has moved on" in stale.text
        wrong = await http.post(f"/table/{table}/record?lang=en", data={"text": "S0 3-0L\nS1 9", "deal": 1, "ply": 3})
        assert wrong.status_code == 409
        assert "Line 2, column 4: " in wrong.text
        assert "S0 3-0L\nS1 9</textarea>" in wrong.text
        rest = "S0 3-0L; S1 forfeit\n" + DEAL + "S0 6-3\n"
        assert (await http.post(f"/table/{table}/record", data={"text": rest, "deal": 1, "ply": 3})).status_code == 303
        known = running.known.tables[table].table
        assert (known.deal, known.ply, known.phase) == (2, 1, Phase.PLAYING)
        whole = (await http.get(f"/table/{table}/record.txt")).text
        assert notation.read(whole).state == known.state
        assert "Hands are shown once" not in (await http.get(f"/table/{table}/replay?lang=en")).text
    async with running.client() as http:
        public = (await http.get(f"/table/{table}/record.txt")).text
        assert notation.read(public).match == known.match
        assert "deal  2" not in public
        assert "Hands are shown once" in (await http.get(f"/table/{table}/replay?lang=en")).text


async def test_records_by_the_api(running, tmp_path):
    text = TEXT + "# by the api\n"
    async with running.director() as http:
        found = (await http.post("/api/records/check", json={"text": text})).json()
        assert found["ok"]
        assert found["read"]["moves"] == 2
        wrong = await http.post("/api/records", json={"text": text.replace("5-1L", "9-9L")})
        assert wrong.status_code == 400
        assert (wrong.json()["faults"][0]["line"], wrong.json()["faults"][0]["column"]) == (3, 9)
        made = await http.post(
            "/api/records",
            json={"text": text, "names": ["Ana", "Bo"], "tournament": "nowhere", "round": 1, "number": 2, "id": "lost"},
        )
        assert made.status_code == 200, made.text
        assert made.json()["id"] == "lost"
        assert (await http.get("/table/lost?lang=en")).text.count("Record · Round 1 · Table 2")
        gone = await http.post("/api/tables/lost/continue", json={"text": "S1 1-0L", "deal": 1, "ply": 2})
        assert gone.status_code == 200
        refused = await http.post("/api/tables/lost/continue", json={"text": "S1 1-0L", "deal": 1, "ply": 3})
        assert refused.status_code == 409
        assert refused.json()["code"] == "record/notation"
        none = await http.post(f"/api/tables/{running.table}/continue", json={"text": "S1 1-0L", "deal": 1, "ply": 3})
        assert none.status_code == 404
        export = await http.get("/api/tables/lost/export")
        assert export.status_code == 200
        (tmp_path / "lost.jsonl").write_bytes(export.content)
        assert verify(tmp_path / "lost.jsonl").imported == ("lost",)
    async with running.client() as http:
        assert (await http.get("/api/tables/lost/export")).status_code == 403
        for path in ("/api/records/check", "/api/records"):
            assert (await http.post(path, json={"text": text})).status_code == 403


async def test_no_record_of_a_table_in_play_shows_a_hand(running):
    """Before the deal is over nothing of it is in the record; then the deal is, and the next one is not."""
    seen = running.known.tables[running.table]
    async with running.client() as http, running.director() as staff:
        for asker in (http, staff):
            text = (await asker.get(f"/table/{running.table}/record.txt")).text
            order = seen.table.order
            assert "deal  " not in text
            assert "deals are not in this record" in text
            assert not any(" ".join(order[at : at + 3]) in text for at in range(len(order) - 2))
        await finish(running)
        text = (await http.get(f"/table/{running.table}/record.txt")).text
        log = notation.read(text)
        assert log.error is None
        assert len(log.match.rounds) == seen.table.match.deals == 1
        assert " ".join(seen.table.order[:3]) not in text or seen.table.phase is not Phase.PLAYING
        page = (await http.get(f"/table/{running.table}")).text
        assert f"/table/{running.table}/record.txt" in page
        assert (await http.get(f"/api/tables/{running.table}/record")).text == text
        assert (await http.get("/table/none/record.txt")).status_code == 404


async def finish(running) -> None:
    """Both play the first legal move until the deal is over."""
    seen = running.known.tables[running.table]
    gateway = running.app.state.gateway
    while seen.table.deal == 1 and seen.table.phase is Phase.PLAYING:
        table = seen.table
        seat = table.rules.turn(table.state)
        move = table.rules.move_text(table.rules.moves(table.state)[0])
        body = Play(seat=seat, move=move, deal=table.deal, ply=table.ply)
        actor = f"player:{table.seats[seat].entrant}"
        answer = await gateway.act(running.table, actor, body, f"move-{table.deal}-{table.ply}")
        assert answer.refusal is None
    await wait_for(lambda: seen.table.deal == 2 and seen.table.phase is Phase.PLAYING, what="the next deal")
