"""The command line when something is wrong: each answer names what and where, and has the right exit code.

`club` is the little tournament of `test_cli`; the help of every command is read as a terminal shows it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import typer

from services import director
from services.__main__ import app
from services.commands.words import some
from tests.test_cli import club, run  # noqa: F401  # a fixture

KEY = "ab" * 32


@pytest.fixture(scope="module")
def files(club: Path) -> Path:  # noqa: F811
    """The club's folder with its tournament exported, and files that are not what they should be."""
    run(club, "export", "sqlite:club.db", "--tournament", "t", "-o", "whole.jsonl")
    run(club, "export", "sqlite:club.db", "--table", "t.1.1", "-o", "table.jsonl")
    whole = (club / "whole.jsonl").read_bytes()
    (club / "newer.jsonl").write_bytes(whole.replace(b'"version":1', b'"version":9', 1))
    (club / "cut.jsonl").write_bytes(whole[: whole.index(b"\n", 3000) + 1])
    lines = whole.splitlines(keepends=True)
    (club / "moved.jsonl").write_bytes(b"".join([*lines[:3], lines[4], lines[3], *lines[5:]]))
    (club / "empty").write_bytes(b"")
    (club / "broken").write_bytes(b"{broken\n")
    (club / "folder").mkdir()
    run(club, "seat", "--players", "9", "--rounds", "2", "-o", "seats.json", "--quiet")
    (club / "one.csv").write_text("name\nAna\n")
    (club / "few.rec").write_text("game longana/1 seats 2\n")
    twice = json.loads((club / "seats.json").read_text())
    twice["rounds"][0]["tables"][0]["seats"][0] = twice["rounds"][0]["tables"][1]["seats"][0]
    (club / "twice.json").write_text(json.dumps(twice))
    return club


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("verify empty", "empty, line 1: the file is empty"),
        ("verify broken", "broken, line 1: this is no export of Capicua"),
        ("verify newer.jsonl", "newer.jsonl, line 1: the export has version 9; this program reads version 1"),
        ("verify folder", "folder: Is a directory"),
        ("verify whole.jsonl --key abc", "--key: a club's public key has 64 hex digits, and 'abc' is none"),
        (f"verify whole.jsonl --key {KEY}", "signed by another key than the one expected"),
        ("open newer.jsonl --log sqlite:new.db", "newer.jsonl, line 1: the export has version 9"),
        ("open moved.jsonl --log sqlite:new.db", "moved.jsonl, line 4"),
        ("open table.jsonl --log sqlite:new.db", "what is opened is a whole tournament"),
        ("replay newer.jsonl", "newer.jsonl, line 1: the export has version 9; this program reads version 1"),
        ("replay empty", "empty, line 1: the file is empty"),
        ("replay folder", "folder: Is a directory"),
        ("replay sqlite:folder", "folder is a folder: name the log's file in it, such as folder/capicua.db"),
        ("notation write newer.jsonl", "newer.jsonl, line 1: the export has version 9"),
        ("notation import few.rec --log sqlite:i.db --id a/b", "--id 'a/b': a table's id has"),
        ("season empty", "empty is neither an exported tournament nor its standings as JSON"),
        ("season folder", "folder: Is a directory"),
        ("season newer.jsonl", "line 1: the export has version 9"),
        ("season cut.jsonl", "the file was cut off"),
        ("season moved.jsonl", "line 4: the chain breaks here"),
        ("season table.jsonl", "standings as JSON: it holds the records of a table"),
        ("season whole.jsonl --csv --json", "--csv and --json: say one of them"),
        ("standings sqlite:club.db --csv --json", "--csv and --json: say one of them"),
        ("standings sqlite:club.db --round 2", "--round 2: t has begun 1 round"),
        ("standings sqlite:club.db --since 7", "--since 7: t has begun 1 round"),
        ("export sqlite:club.db --table t.1.1 -o nowhere/x", "nowhere: No such file or directory"),
        ("export sqlite:club.db --table t.1.1 -o folder", "folder: a folder; name a file in it"),
        ("export sqlite:club.db --all -o empty", "empty is a file: with --all name a folder"),
        ("export sqlite:club.db --all --table t.1.1 -o x", "or --all for everything"),
        ("backup sqlite:club.db -o nowhere/x", "there is no folder nowhere"),
        ("backup sqlite:folder -o x", "folder is a folder"),
        ("seat check missing", "missing: No such file or directory"),
        ("seat check broken", "broken is no seating file: JSON is malformed"),
        (f"seat --players 9 --table-size {'9' * 5000}", "write 4, or 3-4"),
        ("seat --players 9 --table-size 4-3", "tables of 4 to 3: they have 2 to 14 seats, and the smaller number"),
        ("seat --players 9 --history seats.json", "--players: seats.json says it already"),
        ("seat --history seats.json --format swiss", "--format: seats.json says it already"),
        ("seat --players 8 --format swiss --rounds 2", "write `places` beside each table's `seats`"),
        ("serve --port 99999", "port must be a number from 1 to 65535, not 99999"),
        ("service lobby --log kafka://127.0.0.1:9 --port 99999", "metrics_port must be a number from 1 to 65535"),
        ("demo --log sqlite:d.db --drive-only", "--drive-only needs services that run elsewhere on the same Kafka"),
        ("demo --log sqlite:d.db --entrants broken", "broken: Line 1, column 1"),
        ("demo --log sqlite:d.db --entrants one.csv", "a table needs 3"),
        ("demo --log sqlite:d.db --id Ana", "An address has up to 40 small Latin letters, digits and dashes, and Ana"),
        ("demo --log sqlite:d.db --game lora --option version", "--option 'version': write NAME=VALUE"),
        ("demo --log sqlite:d.db --game lora --option verse=1", "version"),
        ("demo --log sqlite:d.db --game lora --option version=new", "libyan"),
        ("demo --log sqlite:d.db --game lora --options new", "there is no preset 'new' of lora: club, small"),
        ("demo --log sqlite:d.db --game lora --options opposite --seats 3", "jack_clubs_scoring=taker_6_opposite_2"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(files: Path, tmp_path: Path, args: str, said: str) -> None:
    # A log that a command begins is each test's own: in another's there may be a tournament of the same name.
    mine = [re.sub(r"^sqlite:(d|i|new)\.db$", rf"sqlite:{tmp_path}/\1.db", word) for word in args.split()]
    done = run(files, *mine, code=1)
    told = " ".join(done.stderr.split())
    assert said in told
    assert "Traceback" not in told
    assert "[Errno" not in told
    assert "{'" not in told, "a refusal is a sentence, not the facts that it is made of"


@pytest.mark.parametrize(
    "args",
    [
        "demo --pace -1",
        "demo --deals 0",
        "serve --pace -1",
        "notation import few.rec --log sqlite:i.db --round -2",
        "standings sqlite:club.db --round -1",
        "season",
        "export sqlite:club.db --table t.1.1",
    ],
)
def test_a_number_out_of_range_and_a_word_that_is_missing_are_errors_of_usage(files: Path, args: str) -> None:
    assert "Usage:" in run(files, *args.split(), code=2).stderr
    assert not (files / "capicua.db").exists()


def test_a_fault_of_a_seating_has_the_names_of_its_file(files: Path) -> None:
    name = json.loads((files / "twice.json").read_text())["rounds"][0]["tables"][0]["seats"][0]
    assert f"round 1: {name} is placed 2 times" in run(files, "seat", "check", "twice.json", code=1).stdout


def test_a_log_without_a_tournament_says_no_more_than_that(files: Path) -> None:
    (files / "few.rec").write_text(
        "game longana/1 seats 2\nfrom 40 55\nstate hub=8-8 turn=A | A 8>6 : 6-5 | B 8>4 : ??\n"
    )
    run(files, "notation", "import", "few.rec", "--log", "sqlite:records.db", "--id", "typed.1")
    assert run(files, "standings", "sqlite:records.db", code=1).stderr == (
        "capicua: sqlite:records.db holds no tournament\n"
    )


def test_a_backup_takes_the_secrets_that_lie_beside_the_log(files: Path, tmp_path: Path) -> None:
    done = run(tmp_path, "backup", f"sqlite:{files / 'club.db'}", "-o", "b")
    assert "capicua.secret" not in done.stderr
    run(tmp_path, "restore", "b", "--to", "there")
    assert (tmp_path / "there/capicua.secret").read_bytes() == (files / "capicua.secret").read_bytes()


def test_a_season_of_many_tournaments_can_be_read_in_a_terminal(files: Path) -> None:
    final = json.loads(run(files, "standings", "sqlite:club.db", "--json").stdout)
    for n in range(1, 9):
        final["tournament"] |= {"id": f"w{n}", "name": f"Winter evening {n} at the harbour"}
        (files / f"w{n}.json").write_text(json.dumps(final))
    shown = run(files, "season", *(f"w{n}.json" for n in range(1, 9))).stdout
    assert "Season of 8 tournaments" in shown
    assert re.search(r"points +┃ +1 ┃ +2 ┃", shown)
    assert "  8  Winter evening 8 at the harbour" in shown
    assert "┃ Winter evening 1 at the harbour ┃" in run(files, "season", "w1.json").stdout


def test_a_demonstration_counts_its_own_moves_in_a_log_of_several(files: Path) -> None:
    asked = "demo --entrants list.csv --rounds 1 --deals 1 --log sqlite:two.db --seed s --id"
    first, second = (re.search(r"moves at \d+ tables?\.", run(files, *asked.split(), key).stdout) for key in ("a", "b"))
    assert first is not None
    assert second is not None
    assert first[0] == second[0]


def test_a_command_that_nobody_decides_says_what_it_waits_for(files: Path) -> None:
    told: list[str] = []

    async def ask() -> None:
        from services.runtime.sqlite import SqliteLog

        log = SqliteLog(files / "alone.db")
        await log.open()
        try:
            async with director.Director(log) as it:
                from contracts.tournament import FinishTournament

                asking = asyncio.ensure_future(it.do("nobody", "finish", FinishTournament()))
                heard = asyncio.Event()
                it.unanswered = lambda kind: (told.append(kind), heard.set())  # type: ignore[assignment, func-returns-value]
                async with asyncio.timeout(20):
                    await heard.wait()
                asking.cancel()
        finally:
            await log.close()

    import asyncio

    with mock.patch.object(director, "SILENCE_S", 0.01):
        asyncio.run(ask())
    assert told == ["finish_tournament"]


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and subcommand with the words that call it."""
    yield path, command
    for name, sub in getattr(command, "commands", {}).items():
        yield from commands(sub, (*path, name))


def test_every_command_and_option_is_explained_and_its_help_is_shown_whole(files: Path) -> None:
    for path, command in commands(typer.main.get_command(app)):
        shown = run(files, *path, "--help").stdout
        told = re.sub(r"[\s│]+", " ", shown)
        assert "…" not in told, path
        for param in command.params:
            if param.name == "help" or param.param_type_name != "option":
                continue
            assert param.help, (path, param.name)
            assert param.help in told, (path, param.name)
            if isinstance(param.show_default, str):
                assert f"[default: ({param.show_default})]" in told, (path, param.name)


def test_one_and_many() -> None:
    assert [some(1, "table"), some(2, "table"), some(0, "entry", "entries")] == ["1 table", "2 tables", "0 entries"]
