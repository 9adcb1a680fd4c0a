"""Files on a real broker: typed records that become tables, tournaments that come and go as files, a broker's copy."""

from __future__ import annotations

import asyncio
import json
import shutil
import urllib.request
from pathlib import Path

import pytest

from contracts.games import notation
from contracts.table import ContinueRecord
from deploy.kafka.broker import Broker
from services.director import Director
from services.runtime import kafka
from services.runtime.settings import open_log
from services.verify import verify
from tests.kafka.process import Process
from tests.kafka.test_command_line import LONG, Hall, hall  # noqa: F401  # a fixture
from tests.test_cli import run
from tests.test_export import WHOLE
from tests.waiting import wait_for_sync

pytestmark = pytest.mark.timeout(600)

PARTITIONS = str(kafka.PARTITIONS)
TYPED = """# Thursday, table 4
game  draw_dominoes/1  seats 2  deals 1
deal  1  S0 6-3 5-2 5-1 4-4 3-1 3-0 2-0 | S1 5-5 5-0 4-3 3-3 3-2 1-0 0-0
S1 5-5
"""


def start(url: str, folder: Path, *names: str) -> list[Process]:
    """Start services on the log, and wait until they are ready."""
    started = [Process(folder, url, int(PARTITIONS), name).start() for name in names]
    for it in started:
        wait_for_sync(it.ready, LONG, what=f"{it.out} to be ready", retry=(OSError,))
    return started


def test_a_typed_record_becomes_a_table_that_goes_on(url: str, tmp_path: Path) -> None:
    (tmp_path / "typed.rec").write_text(TYPED)
    asked = ("notation", "import", "typed.rec", "--log", url, "--id", "typed", "--names", "Ana,Bo")
    processes = start(url, tmp_path, "move-validation")
    try:
        assert "it stops where S0 is on turn" in run(tmp_path, *asked).stdout
        assert "it stops where S0 is on turn" in run(tmp_path, *asked).stdout, "asked again it is the same table"
        other = run(tmp_path, *asked[:-1], "Ana,Bob", code=1)
        assert "This table is open already" in other.stderr

        async def go_on() -> None:
            log = open_log(url)
            await log.open()
            try:
                async with Director(log) as director:
                    await director.do("typed", "on", ContinueRecord(text="S0 5-1L; S1 1-0L", deal=1, ply=1))
            finally:
                await log.close()

        asyncio.run(go_on())
    finally:
        for it in processes:
            it.kill9()
    # All that follows asks the log alone.
    written = run(tmp_path, "notation", "write", url, "--table", "typed").stdout
    moves = [str(step.move) for step in notation.read(written).steps]
    assert moves == ["5-5", "5-1L", "1-0L"]
    assert "Bo" in run(tmp_path, "replay", url).stdout
    run(tmp_path, "export", url, "--table", "typed", "-o", "typed.jsonl")
    report = verify(tmp_path / "typed.jsonl")
    assert (report.moves, report.imported) == (3, ("typed",))
    assert "typed" in run(tmp_path, "verify", "typed.jsonl").stdout


def test_a_tournament_of_another_installation_is_opened_and_given_back_as_it_came(hall: Hall, monkeypatch) -> None:  # noqa: F811
    folder, url = hall.folder, hall.url
    (folder / "cup.jsonl").write_bytes(b"".join(WHOLE))
    hall.start("web-gateway")
    wait_for_sync(lambda: hall.ready("web-gateway"), LONG, what="the pages", retry=(OSError,))
    # A first try breaks off in the middle: nothing of it is seen, and it is no hindrance to the next.
    asked = ("open", "cup.jsonl", "--log", url)
    with monkeypatch.context() as patch:
        patch.setattr(kafka, "RECORD_BYTES", max(map(len, WHOLE)) - 100)
        patch.setattr("services.archive.BATCH_BYTES", 1000)
        assert "cannot be kept in this log, and nothing of it counts" in run(folder, *asked, code=1).stderr
    assert "holds no tournament" in run(folder, "standings", url, code=1).stderr
    assert "cup: opened in kafka://" in run(folder, *asked).stdout
    assert "there is a tournament 'cup' here already" in run(folder, *asked, code=1).stderr

    found = json.loads(run(folder, "standings", url, "--json").stdout)
    page = f"http://127.0.0.1:{hall.ports['web-gateway']}/api/tournaments/cup/standings"

    def shown() -> bool:
        with urllib.request.urlopen(page, timeout=5) as answer:
            rows = json.loads(answer.read())["rows"]
        return [row["entrant"] for row in rows] == [row["entrant"] for row in found["places"]]

    wait_for_sync(shown, LONG, what="the pages to have it, without a restart", retry=(OSError,))
    moves = run(folder, "replay", url, "--table", "cup.1.1").stdout
    assert moves == run(folder, "replay", "cup.jsonl", "--table", "cup.1.1").stdout
    run(folder, "export", url, "--tournament", "cup", "-o", "again.jsonl")
    assert (folder / "again.jsonl").read_bytes() == b"".join(WHOLE), "with its own club's signature"
    assert "tournament cup" in run(folder, "verify", "again.jsonl").stdout
    assert len(json.loads(run(folder, "season", url, "--json").stdout)["events"]) == 1


def test_what_an_operator_does_instead_of_a_backup(url: str, broker: Broker, tmp_path: Path) -> None:
    said = run(tmp_path, "backup", url, "-o", "b", code=1).stderr
    assert "capicua export LOG --all -o FOLDER" in said
    assert not (tmp_path / "b").exists()
    played = ("demo", "--game", "draw-dominoes", "--rounds", "1", "--deals", "1", "--seed", "s")
    (tmp_path / "list.csv").write_text("name\nAna\nBo\nEleni\nNegar\n")
    run(tmp_path, *played, "--entrants", "list.csv", "--log", url, "--id", "one")

    # Every tournament as a file: verified anywhere, opened anywhere.
    run(tmp_path, "export", url, "--all", "-o", "files")
    assert [path.name for path in (tmp_path / "files").iterdir()] == ["tournament-one.jsonl"]
    run(tmp_path, "verify", "files/tournament-one.jsonl")
    run(tmp_path, "open", "files/tournament-one.jsonl", "--log", "sqlite:laptop.db")
    final = run(tmp_path, "standings", url, "--csv").stdout
    assert run(tmp_path, "standings", "sqlite:laptop.db", "--csv").stdout == final

    # The broker stopped, its data copied, and a broker elsewhere on the copy: the same log, which is played on.
    broker.stop()
    shutil.copytree(broker.folder / "data", tmp_path / "elsewhere" / "data")
    broker.start()
    there = Broker(tmp_path / "elsewhere")
    there.start()
    try:
        copy = url.replace(broker.bootstrap, there.bootstrap)
        run(tmp_path, "export", copy, "--all", "-o", "copied")
        copied = (tmp_path / "copied/tournament-one.jsonl").read_bytes()
        assert copied == (tmp_path / "files/tournament-one.jsonl").read_bytes()
        assert "final" in run(tmp_path, *played, "--entrants", "list.csv", "--log", copy, "--id", "next").stdout
    finally:
        there.kill9()
