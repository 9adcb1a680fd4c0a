"""`capicua seat` as a club uses it: a schedule made, written, played on from a file, and checked."""

from __future__ import annotations

import re

import msgspec
import pytest
from typer.testing import CliRunner

from services import seats
from services.__main__ import MENDABLE, app
from services.seats import RoundRow, SeatsError, TableRow

run = CliRunner()


def seat(*words):
    return run.invoke(app, ["seat", *map(str, words)])


@pytest.mark.slow
def test_two_hundred_players_meet_nobody_twice():
    done = seat("--players", 200, "--table-size", 4, "--rounds", 6, "--seed", 1)
    assert done.exit_code == 0, done.output
    assert done.output.count("Round") == 6
    assert "nobody meets another more than 1 time" in done.output
    rows = re.findall(r"^ +(\d) +(\d+) +(\d+) / (\d+)", done.output, re.MULTILINE)
    assert [(row[0], *row[1:]) for row in rows] == [(str(n), "0", "0", "0") for n in range(1, 7)]
    assert seat("--players", 200, "--table-size", 4, "--rounds", 6, "--seed", 1).output == done.output
    assert seat("--players", 200, "--table-size", 4, "--rounds", 6, "--seed", 2).output != done.output


def test_a_file_is_checked_and_a_tampered_one_named(tmp_path):
    file = tmp_path / "seating.json"
    assert seat("--players", 23, "--table-size", "3-4", "--rounds", 3, "-o", file).exit_code == 0
    done = seat("check", file)
    assert done.exit_code == 0
    assert done.output.count("accepted") == 3
    made = seats.read(file)
    first = made.rounds[1].tables[0]
    turned = msgspec.structs.replace(made.rounds[1], tables=(TableRow(first.seats[::-1]), *made.rounds[1].tables[1:]))
    bad = msgspec.structs.replace(made, rounds=(made.rounds[0], turned, made.rounds[2]))
    file.write_bytes(msgspec.json.encode(bad))
    done = seat("check", file)
    assert done.exit_code == 1
    assert "round 1: accepted" in done.output
    assert re.search(r"round 2: .*(starts at table 1|the report says)", done.output)


def test_a_swiss_goes_on_from_the_places_of_the_rounds_before(tmp_path):
    file = tmp_path / "swiss.json"
    assert seat("--players", 8, "--rounds", 1, "--format", "swiss", "-o", file).exit_code == 0
    done = seat("--history", file)
    assert isinstance(done.exception, SeatsError)
    assert "round 1 has tables without places" in str(done.exception)
    made = seats.read(file)
    played = tuple(TableRow(t.seats, (1, 2, 3, 4)) for t in made.rounds[0].tables)
    made = msgspec.structs.replace(
        made, rounds_planned=2, rounds=(msgspec.structs.replace(made.rounds[0], tables=played),)
    )
    file.write_bytes(msgspec.json.encode(made))
    done = seat("--history", file, "--rounds", 1, "-o", file)
    assert done.exit_code == 0, done.exception
    assert "Round 2" in done.output
    assert "Round 1" not in done.output
    assert seat("check", file).exit_code == 0
    winners = {t.seats[0] for t in played}
    assert winners <= set(seats.read(file).rounds[1].tables[0].seats)


@pytest.mark.parametrize("form", ["random", "rotation", "round_robin"])
def test_formats_without_scores(form, tmp_path):
    size = "2" if form == "round_robin" else "4"
    file = tmp_path / "f.json"
    assert seat("--players", 16, "--table-size", size, "--rounds", 4, "--format", form, "-o", file).exit_code == 0
    assert seat("check", file).exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say how many are to be seated"),
        (("--players", 3), "3 entrants do not fill a table of 4"),
        (("--players", 30, "--table-size", "x"), "write 4, or 3-4"),
        (("--players", 30, "--table-size", "15"), "2 to 14 seats"),
        (("--players", 30, "--format", "round_robin"), "two sit at a table"),
        (("--history", "no-such-file.json"), "no-such-file.json"),
        (("check", "no-such-file.json"), "no-such-file.json"),
    ],
)
def test_what_cannot_be_seated_is_said_in_one_sentence(words, said):
    done = seat(*words)
    assert isinstance(done.exception, MENDABLE)
    assert said in str(done.exception)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"entrants": ("a", "a")}, "each named once"),
        ({"apart": {"zz": "x"}}, "no entrant 'zz'"),
        ({"rounds": (RoundRow(tables=(TableRow(("zz", "1", "2", "3")),)),)}, "no entrant 'zz'"),
        (
            {"rounds": (RoundRow(tables=(TableRow(("1", "2", "3", "4"), (1, 2, 3)), TableRow(("5", "6", "7", "8")))),)},
            "4 places are wanted",
        ),
    ],
)
def test_a_file_at_fault_says_where(change, said):
    file = msgspec.structs.replace(seats.new(8, 4, 4, 1, "s", seats.Format.ROTATION), **change)
    with pytest.raises(SeatsError, match=said):
        list(seats.faults(file))
        seats.seat(file, 1)
