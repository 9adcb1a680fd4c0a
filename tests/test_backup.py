"""The laptop dies in round 3: does the backup, put back elsewhere, decide and rank alike, and does the evening go on?

And: is every damage to a backup named, and nothing ever overwritten?
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from contracts.ranking import standings
from contracts.topics import TABLE_COMMANDS, TOPICS
from services import backup, export
from services.as_it_stood import as_it_stood
from services.backup import LOG, SECRETS, BackupError, Backups, restore
from services.runtime.log import Entry, LogBrokenError, LogUnavailableError
from services.runtime.settings import reading
from services.runtime.sqlite import SqliteLog
from services.verify import verify
from tests.log_suite import news
from tests.needs import ROOT
from tests.test_cli import run
from tests.waiting import wait_for_sync

KEY = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
ROUNDS = 4
PLAY = ("demo", "--game", "draw-dominoes", "--rounds", str(ROUNDS), "--deals", "2", "--id", "t", "--seed", "s")


def everything(path: Path) -> dict[tuple[str, int], list[Entry]]:
    """All records of a log, in order."""

    async def read() -> dict[tuple[str, int], list[Entry]]:
        found: dict[tuple[str, int], list[Entry]] = {}
        async with reading(f"sqlite:{path}") as log:
            for topic in TOPICS:
                for p in range(log.partitions):
                    at = await log.begin(topic, p)
                    kept = found[topic.name, p] = []
                    while entries := await log.read(topic, p, at):
                        kept += entries
                        at = entries[-1].offset + 1
        return found

    return asyncio.run(read())


def stands(path: Path, tournament: str = "t", until: int | None = None):
    async def read():
        async with reading(f"sqlite:{path}") as log:
            return await as_it_stood(log, tournament, until)

    return asyncio.run(read())


@contextlib.contextmanager
def playing(folder: Path, pace: float) -> Iterator[subprocess.Popen[bytes]]:
    """A club's laptop: a process that plays a tournament of bots in a folder."""
    command = [sys.executable, "-m", "services", *PLAY, "--log", f"sqlite:{folder / LOG}", "--pace", str(pace)]
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            [*command, "--secret-file", str(folder / "capicua.secret")], cwd=ROOT, stdout=said, stderr=said
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            process.wait()


def in_round(path: Path, number: int) -> bool:
    t = stands(path)[0]
    return t is not None and t.begun >= number


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_the_laptop_dies_in_round_3_and_its_backup_goes_on_elsewhere(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    with playing(here, 0.02) as laptop:
        wait_for_sync(
            lambda: laptop.poll() is None and in_round(here / LOG, 3),
            timeout=120,
            what="round 3",
            retry=(LogUnavailableError, LogBrokenError),  # while the file is being made
        )
        made, manifest = Backups(here / LOG, here / "capicua.secret").make(tmp_path)  # while the server plays
        os.kill(laptop.pid, signal.SIGKILL)
        laptop.wait()
    assert made.stat().st_mode & 0o077 == 0, "it holds secrets"
    found = restore(made, there)
    assert (found.manifest, found.folder) == (manifest, there)

    # What the stick holds is what the laptop held, record for record, up to the moment of the backup.
    before, after = everything(here / LOG), everything(there / LOG)
    assert sum(map(len, after.values())) == sum(manifest.records.values())
    for place, records in after.items():
        if place[0] != "standings":  # compacted: older records of it are let go as newer ones come
            assert records == before[place][: len(records)], place
    assert (there / SECRETS[0]).read_bytes() == (here / SECRETS[0]).read_bytes()
    t, source = stands(there / LOG)
    assert t.begun == 3
    assert t.rounds[2].phase == "playing"
    then = [s for s in (stands(here / LOG, until=t.at),) if s[1] == source]
    assert [standings(s, id="t", source=n) for s, n in then] == [standings(t, id="t", source=source)]

    # Every command of it is decided again to the same bytes.
    assert verified(there, tmp_path / "then.jsonl").records > 100

    # There the evening goes on, to the end, and so does the old laptop's log by itself: both rank by the same rules.
    run(there, *PLAY, "--log", f"sqlite:{LOG}")
    run(here, *PLAY, "--log", f"sqlite:{LOG}")
    ends = [stands(folder / LOG) for folder in (here, there)]
    assert all(t.phase == "finished" and t.begun == ROUNDS and t.key for t, _ in ends)
    assert ends[0][0].rounds[:2] == ends[1][0].rounds[:2]
    assert ends[0][0].key == ends[1][0].key, "the same secret, the same deals"
    report = verified(there, tmp_path / "end.jsonl")
    assert report.closed == ()
    assert report.deals > 0


def verified(folder: Path, file: Path):
    async def write() -> None:
        async with reading(f"sqlite:{folder / LOG}") as log:
            await export.export_tournament(log, "t", file, KEY)

    asyncio.run(write())
    return verify(file)


# --- what may be wrong with a backup


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small log, one secret, and a backup of both."""
    folder = tmp_path_factory.mktemp("small")

    async def write() -> None:
        log = SqliteLog(folder / LOG)
        await log.open()
        for i in range(20):
            await log.append(TABLE_COMMANDS, i % 3, news(*[b"%06d" % i * 200]))
        await log.close()

    asyncio.run(write())
    (folder / SECRETS[0]).write_text("7" * 64)
    (folder / SECRETS[0]).chmod(0o600)
    Backups(folder / LOG, folder / SECRETS[0]).make(folder / "kept")
    return folder


def test_a_backup_says_what_it_holds_and_when_it_was_made(small: Path, tmp_path: Path) -> None:
    found = restore(small / "kept", tmp_path / "new")
    assert found.manifest.records[TABLE_COMMANDS.name] == 20
    assert found.manifest.missing == SECRETS[1:]
    assert (found.tournaments, found.tables) == (0, 0)
    assert {p.name for p in (tmp_path / "new").iterdir()} == {LOG, SECRETS[0]}
    assert all(p.stat().st_mode & 0o077 == 0 for p in (tmp_path / "new").iterdir())
    own = shutil.copytree(small, tmp_path / "own")  # others make backups of the shared one
    _, again = Backups(own / LOG, own / SECRETS[0]).make(tmp_path / "again")
    assert Backups(own / LOG, own / SECRETS[0]).last == again.made
    assert everything(tmp_path / "new" / LOG) == everything(small / LOG)


def test_nothing_is_overwritten(small: Path, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "letter.txt").write_text("dear")
    with pytest.raises(BackupError, match="is not empty; nothing is overwritten: name a new folder"):
        restore(small / "kept", full)
    assert (full / "letter.txt").read_text() == "dear"
    with pytest.raises(BackupError, match="is there already; name another file"):
        Backups(small / LOG, small / SECRETS[0]).make(small / "kept")
    empty = tmp_path / "empty"
    empty.mkdir()
    restore(small / "kept", empty)


@pytest.mark.parametrize("place", [10, 200, 0.3, 0.6, 0.9, -30])
def test_a_byte_that_was_changed_is_found(small: Path, tmp_path: Path, place: float) -> None:
    content = bytearray((small / "kept").read_bytes())
    at = int(len(content) * place) if isinstance(place, float) else place
    content[at] ^= 0x55
    (tmp_path / "bad").write_bytes(content)
    try:
        restore(tmp_path / "bad", tmp_path / "new")
    except BackupError:
        assert not (tmp_path / "new").exists(), "nothing is left behind"
    else:  # a byte that says nothing, such as a date in the ZIP's directory: then all is as it was
        assert everything(tmp_path / "new" / LOG) == everything(small / LOG)


@pytest.mark.parametrize("keep", [0, 100, 0.5, 0.99])
def test_a_backup_that_was_cut_off(small: Path, tmp_path: Path, keep: float) -> None:
    content = (small / "kept").read_bytes()
    (tmp_path / "bad").write_bytes(content[: int(len(content) * keep) if isinstance(keep, float) else keep])
    with pytest.raises(BackupError, match="no backup of Capicua, or it is damaged"):
        restore(tmp_path / "bad", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def repacked(source: Path, target: Path, **changed: bytes) -> None:
    """Write a backup again with other contents under some names (dots written as __)."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        names = {name.replace("__", "."): value for name, value in changed.items()}
        for name in old.namelist():
            new.writestr(name, names.pop(name, None) or old.read(name))
        for name, value in names.items():
            new.writestr(name, value)


@pytest.mark.parametrize(
    ("name", "value", "match"),
    [
        ("capicua__secret", b"8" * 64, r"capicua\.secret is not what was backed up"),
        ("capicua__secret", b"7" * 65, r"capicua\.secret is not what was backed up"),
        ("capicua__db", b"x" * 4096, r"capicua\.db is not what was backed up"),
        ("manifest__json", b"{}", "no backup of Capicua, or it is damaged"),
        ("manifest__json", b'{"format":"photos","made":1,"records":{},"parts":[]}', "its format is 'photos'"),
        ("manifest__json", b'{"version":2,"made":1,"records":{},"parts":[]}', "made by a newer version.*Update"),
        (
            "manifest__json",
            b'{"made":1,"records":{},"parts":[{"name":"../evil","bytes":1,"sha256":""}]}',
            "its manifest names ../evil",
        ),
        ("manifest__json", b" " * 70_000 + b"{}", "its manifest is too long"),
    ],
)
def test_a_backup_that_somebody_worked_on(small: Path, tmp_path: Path, name: str, value: bytes, match: str) -> None:
    repacked(small / "kept", tmp_path / "bad", **{name: value})
    with pytest.raises(BackupError, match=match):
        restore(tmp_path / "bad", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_log_that_is_damaged_is_not_taken_for_a_backup(small: Path, tmp_path: Path) -> None:
    shutil.copy(small / LOG, tmp_path / LOG)
    whole = (tmp_path / LOG).read_bytes()
    (tmp_path / LOG).write_bytes(whole.replace(b"000007" * 9, b"000008" * 9))
    with pytest.raises(Exception, match="is damaged"):
        Backups(tmp_path / LOG, small / SECRETS[0]).make(tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_backups_now_and_then_keep_the_newest(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(1_700_000_000_000, 1_800_000_000_000, 60_000))
    monkeypatch.setattr(backup, "wall_ms", lambda: next(moments))
    monkeypatch.setattr(backup, "KEPT", 3)
    kept = Backups(small / LOG, small / SECRETS[0])
    for _ in range(5):
        kept.make_and_thin(tmp_path / "stick")
        assert kept.trouble == ""
    names = sorted(p.name for p in (tmp_path / "stick").iterdir())
    assert len(names) == 3
    assert names[-1] == "capicua-20231114-221720.capicua-backup"
    shutil.rmtree(tmp_path / "stick")
    (tmp_path / "stick").write_text("the stick was pulled out, and something else is there")
    kept.make_and_thin(tmp_path / "stick")
    assert kept.trouble


def test_the_command_line_says_what_to_do(small: Path, tmp_path: Path) -> None:
    done = run(small, "backup", f"sqlite:{LOG}", "-o", str(tmp_path / "kept"))
    assert "20 records" in done.stdout
    assert "secrets" in done.stderr
    assert "capicua.gateway" in done.stderr, "which the environment may have set"
    done = run(small, "restore", str(tmp_path / "kept"), "--to", str(tmp_path / "new"))
    assert f"capicua serve --log sqlite:{tmp_path / 'new' / LOG} --secret-file" in done.stdout
    assert "is not empty" in run(small, "restore", str(tmp_path / "kept"), "--to", str(small), code=1).stderr
    assert "On Kafka" in run(small, "backup", "kafka://h:9", "-o", str(tmp_path / "no"), code=1).stderr
    assert "no log at" in run(small, "backup", "sqlite:none.db", "-o", str(tmp_path / "no"), code=1).stderr
