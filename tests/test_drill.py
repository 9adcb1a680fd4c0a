"""`capicua drill` as a club runs it: load, a power cut, and everything is there again; and what it says where it is not."""

from __future__ import annotations

import asyncio
import re
import socket

import pytest
from typer.testing import CliRunner

from services import drill
from services.__main__ import app
from services.drill import DrillError, Found

run = CliRunner()


def a_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_club_holds_the_drill_before_the_event(tmp_path):
    done = run.invoke(app, ["drill", "--phones", "10", "--port", str(a_port()), "--folder", str(tmp_path / "kept")])
    assert done.exit_code == 0, (done.output, done.exception)
    assert "Everything held." in done.output
    assert int(re.search(r"all found again +(\d+)", done.output)[1]) > 100
    assert int(re.search(r"verified +(\d+)", done.output)[1]) > 10
    assert (tmp_path / "kept" / drill.LOG).exists()


def test_records_that_are_gone_are_a_fault():
    found = Found()
    held = {("table.events", 0): ["a", "b"], ("table.events", 1): ["c"]}
    drill._compare(held, {("table.events", 0): ["a", "b", "d"], ("table.events", 1): []}, found)
    assert found.faults == ["table.events, partition 1: records that were acknowledged are not there"]
    other = Found()
    drill._compare(held, {("table.events", 0): ["a", "x"], ("table.events", 1): ["c"]}, other)
    assert len(other.faults) == 1


def test_a_fault_is_told_and_ends_with_1(monkeypatch):
    async def bad(*_):
        return Found(phones=3, faults=["3 of 3 pages did not load: status 503"])

    monkeypatch.setattr("services.commands.drill.hold", bad)
    done = run.invoke(app, ["drill"])
    assert done.exit_code == 1
    assert "FAULT  3 of 3 pages did not load: status 503" in done.output
    assert "Everything held" not in done.output


def test_a_folder_in_use_is_left_alone(tmp_path):
    (tmp_path / "mine").write_text("x")
    done = run.invoke(app, ["drill", "--folder", str(tmp_path)])
    assert isinstance(done.exception, DrillError)
    assert "is not empty" in str(done.exception)


@pytest.mark.slow
def test_a_server_that_cannot_start_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(drill, "_ANSWER_S", 0.1)  # the port is somebody else's, who never answers
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(DrillError, match=r"server\.log"):
            asyncio.run(drill.hold(tmp_path, 1, taken.getsockname()[1], lambda _: None))
    assert (tmp_path / "server.log").read_bytes()
