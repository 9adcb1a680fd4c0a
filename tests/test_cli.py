# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The command line as its users have it: one little tournament is played, and everything else is asked of its log."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import sys
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

from services.__main__ import main

ENTRANTS = "name,club,bot\nAna,,\n=1+1,,\nΕλένη,,\nنگار,,\nTomás,,\n"


class Done(NamedTuple):
    """What a command has printed."""

    stdout: str
    stderr: str


def run(folder: Path, *args: str, code: int = 0) -> Done:
    """Run `capicua` in a folder, in this process. The exit code is part of what is promised."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    ended = 0
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(folder))
        stack.enter_context(mock.patch.dict(os.environ, {"COLUMNS": "120"}))
        stack.enter_context(mock.patch.object(sys, "argv", ["capicua", *args]))
        stack.enter_context(contextlib.redirect_stdout(streams[0]))
        stack.enter_context(contextlib.redirect_stderr(streams[1]))
        try:
            main()
        except SystemExit as end:
            ended = int(end.code or 0)
    said = Done(*(stream.buffer.getvalue().decode() for stream in streams))  # type: ignore[attr-defined]
    assert ended == code, f"{args}: exit code {ended}\n{said.stdout}\n{said.stderr}"
    return said


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a demonstration of draw dominoes has been played: 5 bots, 1 round, at most 1 deal a table."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "list.csv").write_text(ENTRANTS, encoding="utf-8")
    asked = "demo --entrants list.csv --game draw-dominoes --rounds 1 --deals 1 --log sqlite:club.db --id t --seed s"
    done = run(folder, *asked.split())
    assert "final" in done.stdout
    assert "capicua replay sqlite:club.db --table t.1.1" in done.stdout
    return folder


def test_the_demonstration_ends_with_standings(club: Path) -> None:
    found = json.loads(run(club, "standings", "sqlite:club.db", "--json").stdout)
    assert set(found) == {"tournament", "places"}
    assert found["tournament"]["id"] == "t"
    assert found["tournament"]["finished"] is True
    assert sorted(row["name"] for row in found["places"]) == sorted(["Ana", "=1+1", "Ελένη", "نگار", "Tomás"])
    for row in found["places"]:
        assert row["points"]["value"] == sum(part["value"] for part in row["points"]["parts"])


def test_standings_as_csv_and_as_they_stood(club: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run(club, "standings", "sqlite:club.db", "--csv").stdout)))
    assert [int(row["place"]) for row in rows] == sorted(int(row["place"]) for row in rows)
    assert len(rows) == 5
    assert {row["name"] for row in rows} >= {"Ana", "'=1+1"}, "no formula for the spreadsheet"
    before = run(club, "standings", "sqlite:club.db", "--at", "2001-01-01T00:00", code=1)
    assert "no tournament" in before.stderr
    assert "at that time" in before.stderr
    assert "no time" in run(club, "standings", "sqlite:club.db", "--at", "yesterday", code=1).stderr
    first = json.loads(run(club, "standings", "sqlite:club.db", "--round", "1", "--json").stdout)
    assert (first["tournament"]["round"], first["tournament"]["finished"]) in ((1, True), (1, False))
    start = json.loads(run(club, "standings", "sqlite:club.db", "--round", "0", "--json").stdout)
    assert start["tournament"]["round"] == 0
    assert {row["place"] for row in start["places"]} == {1}


def test_a_season_from_a_log_an_export_and_written_standings(club: Path) -> None:
    found = json.loads(run(club, "season", "sqlite:club.db", "--points", "5,3,1", "--json").stdout)
    final = json.loads(run(club, "standings", "sqlite:club.db", "--json").stdout)
    assert {line["name"]: line["place"] for line in found["lines"] if line["place"] == 1}
    assert len(found["lines"]) == len(final["places"])
    run(club, "export", "sqlite:club.db", "--tournament", "t", "-o", "whole.jsonl")
    (club / "final.json").write_text(json.dumps(final, indent=2))
    for source in ("whole.jsonl", "final.json"):
        again = json.loads(run(club, "season", source, "--points", "5,3,1", "--json").stdout)
        assert again["lines"] == found["lines"]
    rows = list(csv.DictReader(io.StringIO(run(club, "season", "whole.jsonl", "--csv").stdout)))
    assert {row["name"] for row in rows} >= {"Ana", "'=1+1"}
    assert "Season of 1 tournament," in run(club, "season", "sqlite:club.db", "--best", "1").stdout
    twice = run(club, "season", "sqlite:club.db", "final.json", code=1)
    assert "is there twice" in twice.stderr
    assert "cannot bring less" in run(club, "season", "final.json", "--points", "1,2", code=1).stderr
    (club / "nothing.json").write_text("[1]")
    assert "nothing.json is neither" in run(club, "season", "nothing.json", code=1).stderr
    assert "no finished tournament 'x'" in run(club, "season", "sqlite:club.db", "--tournament", "x", code=1).stderr


def test_a_table_is_exported_verified_and_replayed_without_its_log(club: Path) -> None:
    run(club, "export", "sqlite:club.db", "--table", "t.1.1", "-o", "game.jsonl")
    sound = run(club, "verify", "game.jsonl").stdout
    assert "is sound" in sound
    assert "1 deal checked against opened keys" in sound
    from_log = run(club, "replay", "sqlite:club.db", "--table", "t.1.1", "--open").stdout
    from_file = run(club, "replay", "game.jsonl", "--open").stdout
    assert from_log == from_file
    steps = [json.loads(line) for line in run(club, "replay", "game.jsonl", "--json", "--to", "2").stdout.splitlines()]
    assert steps


def test_everything_that_a_log_holds_is_exported_to_a_folder(club: Path) -> None:
    run(club, "export", "sqlite:club.db", "--all", "-o", "out/all")
    assert [path.name for path in (club / "out/all").iterdir()] == ["tournament-t.jsonl"], "its tables are in it"
    assert "tournament t" in run(club, "verify", "out/all/tournament-t.jsonl").stdout
    (club / "typed.rec").write_text("game longana/1 seats 2\nstate hub=8-8 turn=A | A 8>6 : 6-5 | B 8>4 : ??\n")
    run(club, "notation", "import", "typed.rec", "--log", "sqlite:typed.db", "--id", "t9")
    run(club, "open", "out/all/tournament-t.jsonl", "--log", "sqlite:typed.db")
    run(club, "export", "sqlite:typed.db", "--all", "-o", "out/all")
    assert sorted(path.name for path in (club / "out/all").iterdir()) == ["table-t9.jsonl", "tournament-t.jsonl"]
    assert "From typed records: t9" in run(club, "verify", "out/all/table-t9.jsonl").stdout


def test_one_changed_byte_is_named(club: Path) -> None:
    run(club, "export", "sqlite:club.db", "--table", "t.1.1", "-o", "changed.jsonl")
    file = club / "changed.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"at":1', b'"at":2', 1)
    file.write_bytes(b"".join(lines))
    refused = run(club, "verify", "changed.jsonl", code=1)
    assert "line 4" in refused.stderr
    assert not refused.stdout


def test_a_whole_tournament_is_verified(club: Path) -> None:
    run(club, "export", "sqlite:club.db", "--tournament", "t", "-o", "all.jsonl")
    assert "tournament t" in run(club, "verify", "all.jsonl").stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("replay sqlite:club.db --table nowhere", "There are: t.1.1"),
        ("replay sqlite:club.db --table t.1.1 --seat 0 --open", "say one of them"),
        ("export sqlite:club.db --table nowhere -o x.jsonl", "nowhere"),
        ("export sqlite:club.db -o x.jsonl", "--table ID or --tournament ID"),
        ("standings sqlite:missing.db", "missing.db"),
        ("standings ftp:club", "sqlite:FILE or kafka://HOST:PORT"),
        ("standings sqlite:club.db --tournament other", "other"),
        ("verify missing.jsonl", "missing.jsonl"),
        ("demo --game chess --log sqlite:club.db", "chess"),
        ("demo --entrants missing.csv --log sqlite:club.db", "missing.csv"),
        ("service lobby --log sqlite:club.db", "Kafka"),
        ("service nobody --log kafka://127.0.0.1:9", "nobody"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(club: Path, args: str, said: str) -> None:
    done = run(club, *args.split(), code=1)
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_bad_list_names_line_and_column(club: Path) -> None:
    (club / "bad.csv").write_text("name,club,bot\nAna,,\nana,,\n", encoding="utf-8")
    done = run(club, "demo", "--entrants", "bad.csv", "--log", "sqlite:other.db", code=1)
    assert "Line 3, column 1" in done.stderr
    assert not (club / "other.db").exists()


def test_usage_errors_have_exit_code_2(club: Path) -> None:
    assert "No such command" in run(club, "dance", code=2).stderr
