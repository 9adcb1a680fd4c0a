"""Does a tournament's file open in another Capicua: to be looked at, replayed, ranked alike, and never gone on with?"""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from contracts import topics
from contracts.envelope import read_decision
from services import archive
from services import export as exporting
from services.archive import ArchiveError
from services.backup import LOG, Backups, restore
from services.runtime.log import New
from services.runtime.settings import reading
from services.runtime.sqlite import SqliteLog
from services.verify import verify
from tests.club import SIGNER, Club, club
from tests.test_cli import run
from tests.test_export import CUP, WHOLE
from tests.waiting import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

STEPS = "/api/tables/cup.1.1/replay"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A whole little tournament of another installation."""
    path = tmp_path / "cup.jsonl"
    path.write_bytes(b"".join(WHOLE))
    return path


def test_the_command_line_opens_it_and_every_tool_reads_it(tmp_path: Path, file: Path) -> None:
    run(
        tmp_path,
        *[
            "demo",
            "--game",
            "draw-dominoes",
            "--rounds",
            "1",
            "--deals",
            "1",
            "--log",
            "sqlite:club.db",
            "--id",
            "own",
            "--seed",
            "s",
        ],
    )
    done = run(tmp_path, "open", "cup.jsonl", "--log", "sqlite:club.db")
    assert "cup: opened in sqlite:club.db, with 4 tables" in done.stdout
    assert "not gone on with: its keys are another installation's" in done.stdout
    told = json.loads(run(tmp_path, "standings", "sqlite:club.db", "--tournament", "cup", "--json").stdout)
    assert told["tournament"]["name"] == "Cup of the club"
    moves = run(tmp_path, "replay", "sqlite:club.db", "--table", "cup.1.1").stdout
    assert moves == run(tmp_path, "replay", "cup.jsonl", "--table", "cup.1.1").stdout
    run(tmp_path, "export", "sqlite:club.db", "--tournament", "cup", "-o", "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes(), "with its own club's signature"
    assert "as it came" in run(tmp_path, *["export", "sqlite:club.db", "--table", "cup.1.1", "-o", "t"], code=1).stderr
    assert "cup" in run(tmp_path, *["standings", "sqlite:club.db"], code=1).stderr, "there are two now"
    assert "is here already" not in done.stdout
    assert "here already" in run(tmp_path, *["open", "cup.jsonl", "--log", "sqlite:club.db"], code=1).stderr
    # It stands beside what is played here, which goes on: another tournament in the same log.
    run(
        tmp_path,
        *[
            "demo",
            "--game",
            "draw-dominoes",
            "--rounds",
            "1",
            "--deals",
            "1",
            "--log",
            "sqlite:club.db",
            "--id",
            "more",
            "--seed",
            "s",
        ],
    )
    assert len(json.loads(run(tmp_path, *["season", "sqlite:club.db", "--json"]).stdout)["events"]) == 3


def test_standings_are_equal_byte_for_byte(tmp_path: Path) -> None:
    run(
        tmp_path,
        *[
            "demo",
            "--game",
            "draw-dominoes",
            "--rounds",
            "2",
            "--deals",
            "1",
            "--log",
            "sqlite:here.db",
            "--id",
            "t",
            "--seed",
            "s",
        ],
    )
    run(tmp_path, *["export", "sqlite:here.db", "--tournament", "t", "-o", "t.jsonl"])
    run(tmp_path, *["open", "t.jsonl", "--log", "sqlite:there.db"])
    for how in (["--json"], ["--csv"], ["--json", "--round", "1"]):
        here, there = (run(tmp_path, "standings", f"sqlite:{name}.db", *how).stdout for name in ("here", "there"))
        assert here == there


@pytest.mark.parametrize("seed", range(6))
def test_a_file_that_was_changed_is_not_opened(tmp_path: Path, file: Path, seed: int) -> None:
    content = bytearray(file.read_bytes())
    content[random.Random(seed).randrange(len(content))] ^= 1
    file.write_bytes(content)
    assert "line " in run(tmp_path, *["open", "cup.jsonl", "--log", "sqlite:club.db"], code=1).stderr
    assert not (tmp_path / "club.db").exists()


def test_a_table_s_file_is_no_tournament(tmp_path: Path) -> None:
    run(
        tmp_path,
        *[
            "demo",
            "--game",
            "draw-dominoes",
            "--rounds",
            "1",
            "--deals",
            "1",
            "--log",
            "sqlite:club.db",
            "--id",
            "t",
            "--seed",
            "s",
        ],
    )
    run(tmp_path, *["export", "sqlite:club.db", "--table", "t.1.1", "-o", "one.jsonl"])
    assert "a whole tournament" in run(tmp_path, *["open", "one.jsonl", "--log", "sqlite:other.db"], code=1).stderr


# --- what lies in the log


async def kept(path: Path) -> list[archive.Opened]:
    async with reading(f"sqlite:{path}") as log:
        return [found async for found in archive.opened(log)]


async def test_half_a_file_is_nothing_and_the_same_twice_is_once(tmp_path: Path) -> None:
    """A power cut while a file is opened, then the same file by two at once: every reader has it once and whole."""
    log = SqliteLog(tmp_path / "club.db")
    await log.open()
    part = archive.partition_of("cup", log.partitions)

    async def put(lines: list[bytes]) -> None:
        await log.append(topics.ARCHIVE, part, [New("cup", line.rstrip(b"\n")) for line in lines])

    await put(WHOLE[: len(WHOLE) // 2])
    assert [f async for f in archive.opened(log)] == []
    for line in WHOLE[:-1]:
        await put([line, line])
    assert [f async for f in archive.opened(log)] == []
    await put([WHOLE[-1], WHOLE[-1]])
    await put(WHOLE)
    (found,) = [f async for f in archive.opened(log)]
    assert len(found.lines) == len(WHOLE) - 2
    assert await archive.lines_of(log, "cup") == WHOLE
    await log.close()


async def test_a_known_tournament_or_table_is_refused(file: Path) -> None:
    header = archive.header_of(file)
    archive.refuse_known(header, ["other"], ["other.1.1"])
    with pytest.raises(ArchiveError, match="there is a tournament 'cup' here already"):
        archive.refuse_known(header, ["cup"], [])
    with pytest.raises(ArchiveError, match=r"there is a table 'cup.1.2' here already"):
        archive.refuse_known(header, [], ["cup.1.2"])


# --- on the pages


async def upload(here: Club, content: bytes) -> tuple[int, str]:
    async with here.director() as http:
        sent = await http.post("/keep/open", files={"file": ("cup.jsonl", content, "application/jsonl")})
        return sent.status_code, sent.headers.get("location", "") or sent.text


async def test_the_director_opens_it_in_the_browser_and_nobody_can_go_on_with_it(tmp_path: Path) -> None:
    async with club(tmp_path / "club.db") as here:
        own = await here.tournament(["Ana", "Bo"], bots=2, rounds=1)
        assert await upload(here, b"".join(WHOLE)) == (303, "/t/cup")
        status, text = await upload(here, b"".join(WHOLE))
        assert status == 400
        assert "there is a tournament" in text
        async with here.client() as http:
            assert (await http.post("/keep/open", files={"file": ("x", b"x")})).status_code == 403
            page = (await http.get("/t/cup")).text
            assert 'id="opened"' in page
            assert "It cannot be gone on with here" in page
            assert "from a file" in (await http.get("/")).text
            table = (await http.get("/table/cup.1.1")).text
            assert 'id="opened"' in table
            steps = (await http.get(STEPS)).json()
            assert len(steps) > 10
            shown = (await http.get(f"{STEPS}/{len(steps) - 1}")).json()
            assert shown["open"]
            ranked = (await http.get("/api/tournaments/cup/standings")).json()
            assert {row["name"] for row in ranked["rows"]} == {f"Player {n}" for n in range(6)}
        async with here.director() as http:
            for path, body in (
                ("/api/tournaments/cup/rounds/3/seat", None),
                ("/api/tournaments/cup/withdraw", {"entrant": "e1"}),
                ("/api/tables/cup.1.1/abandon", {}),
                ("/api/tournaments", {"name": "x", "id": "cup", "rules": {"game": "longana/1", "rounds": 1,
                 "table_min": 2, "table_max": 4, "seed": "s"}}),
            ):  # fmt: skip
                refused = await http.post(path, json=body)
                assert refused.status_code == 409, path
                assert refused.json()["code"] == "opened/read-only"
            assert (await http.get("/t/cup/director")).headers["location"] == "/t/cup"
            assert (await http.get("/t/cup/links")).headers["location"] == "/t/cup"
            assert (await http.get("/api/tables/cup.1.1/export")).status_code == 403
            assert (await http.get("/t/cup/acts")).status_code == 200
            assert (await http.get("/t/cup?tab=tables")).status_code == 200
            assert (await http.get("/t/cup/file")).content == b"".join(WHOLE)
            assert "Player 1" in (await http.get("/t/cup/print/standings")).text
        # What is played here goes on beside it.
        await here.begin(own)
    # After a restart it is still there, and so is its history.
    async with club(tmp_path / "club.db") as here, here.client() as http:
        assert here.known.tournaments["cup"].origin.public_key
        assert (await http.get(STEPS)).json() == steps
        assert (await http.get("/api/tournaments/cup/standings")).json() == ranked
        assert (await http.get("/health/ready")).status_code == 200


async def test_bad_uploads_are_told_and_leave_nothing(tmp_path: Path) -> None:
    async with club(tmp_path / "club.db") as here:
        for content, said in (
            (b"", "the file is empty"),
            (b"{}\n", "no export of Capicua"),
            (b"".join(WHOLE[:-1]), "the file was cut off"),
            (b"".join(WHOLE[:5] + WHOLE[6:]), "line 6"),
        ):
            status, text = await upload(here, content)
            assert status == 400
            assert said in text
        async with here.director() as http:
            assert (await http.post("/keep/open", data={"x": "y"})).status_code == 400
        assert await here.log.end(topics.ARCHIVE, archive.partition_of("cup", here.log.partitions)) == 0
        assert "cup" not in here.known.tournaments


async def test_what_is_played_here_goes_before_what_was_opened_under_its_name(tmp_path: Path) -> None:
    async with club(tmp_path / "club.db") as here:
        await upload(here, b"".join(WHOLE))
        played = here.known.tournaments["cup"].state
        first = CUP.records(topics.TOURNAMENT_EVENTS, "cup")[0]
        command = bytes(read_decision(first.value).command)
        part = archive.partition_of("cup", here.log.partitions)
        await here.log.append(topics.TOURNAMENT_COMMANDS, part, [New("cup", command)])  # past the gateway
        await wait_for(lambda: here.known.tournaments["cup"].origin is None, what="the own one")
        assert played.rounds
        assert not here.known.tournaments["cup"].state.rounds
        assert "cup.1.1" not in here.known.tables


async def test_the_director_takes_a_running_tournament_away_and_backs_up(tmp_path: Path) -> None:
    async with club(tmp_path / "club.db") as here:
        own = await here.tournament(["Ana", "Bo"], bots=2, rounds=1)
        await here.begin(own)
        async with here.client() as http:
            assert (await http.get(f"/t/{own}/file")).status_code == 403
            assert (await http.get("/keep")).status_code == 403
            assert (await http.post("/keep/backup")).status_code == 403
        async with here.director() as http:
            got = await http.get(f"/t/{own}/file")
            assert f'filename="{own}.jsonl"' in got.headers["content-disposition"]
            (tmp_path / "own.jsonl").write_bytes(got.content)
            assert (await http.get("/t/none/file")).status_code == 404
            assert "Kafka" in (await http.get("/keep")).text, "this club was built without backups"
    report = verify(tmp_path / "own.jsonl")
    assert (report.kind, report.id) == ("tournament", own)
    assert report.public_key == SIGNER.public_key().public_bytes_raw().hex()


async def test_the_director_takes_a_backup_away_and_it_restores(tmp_path: Path) -> None:
    (tmp_path / "capicua.secret").write_text("7" * 64)
    kept = Backups(tmp_path / "club.db", tmp_path / "capicua.secret")
    async with club(tmp_path / "club.db", backups=kept) as here:
        own = await here.tournament(["Ana"], bots=3, rounds=1)
        async with here.director() as http:
            assert "No backup has been made yet" in (await http.get("/keep")).text
            got = await http.post("/keep/backup")
            assert got.status_code in (200, 201)
            assert ".capicua-backup" in got.headers["content-disposition"]
            assert "The last backup was made on" in (await http.get("/keep")).text
            kept.trouble = "the stick is full"
            assert "the stick is full" in (await http.get("/keep")).text
        async with here.client() as http:
            assert (await http.post("/keep/backup")).status_code == 403
    (tmp_path / "taken").write_bytes(got.content)
    found = await asyncio.to_thread(restore, tmp_path / "taken", tmp_path / "new")
    assert found.tournaments > 3
    async with reading(f"sqlite:{found.folder / LOG}") as log:
        assert own in await exporting.keys_of(log, topics.TOURNAMENT_EVENTS)
