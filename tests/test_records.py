# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""Written records as their users have them: checked from files, summed up, and written from what the services played."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec
import pytest

from contracts import codec
from contracts.envelope import Decision, write
from contracts.games import notation
from contracts.games.entry import Entry
from contracts.games.game import GAMES, Deal, Reason, Refusal
from contracts.messages import Board, Body
from contracts.table import (
    AbandonTable,
    ChargeOffence,
    DealVoided,
    DealWanted,
    EnterDeal,
    ImportRecord,
    Play,
    Resign,
    SeatPlan,
    TakeBack,
)
from contracts.table_record import NoRecordError, table_record, text
from contracts.table_state import Phase
from services import records
from tests.golden_rewrite import logs
from tests.table_spec import Spec
from tests.test_cli import run

LOGS = logs()
SOUND = (Path(__file__).parent / "golden" / "draw_dominoes" / "DV-01.log").read_text(encoding="utf-8")


# --- capicua notation check


def test_a_sound_record_is_summed_up(tmp_path):
    (tmp_path / "a.log").write_text(SOUND, encoding="utf-8")
    said = run(tmp_path, "notation", "check", "a.log").stdout
    assert said == (
        "a.log: draw_dominoes/1, 4 seats, 1 finished deal, 27 moves, 5 refused acts; "
        "totals S0 0, S1 0, S2 21, S3 0; the match is not over\n"
    )


def test_a_fault_is_shown_at_its_place_in_one_sentence(tmp_path):
    (tmp_path / "a.log").write_text(SOUND.replace("S3 2-0R; S0 2-2R", "S3 2-1R; S0 2-2R"), encoding="utf-8")
    said = run(tmp_path, "notation", "check", "a.log", code=1).stderr.split("\n")
    assert said[0] == "a.log, line 12, column 19: S3 2-1R: You do not hold 2-1. (TILE_NOT_IN_HAND DD-15)"
    assert said[1].strip().startswith("S1 6-0R; S2 6-3L; S3 2-1R;")
    assert said[1][said[2].index("^") :].startswith("S3 2-1R")
    assert said[3].startswith("3 moves were read before. Nothing after line 12 was read")


@pytest.mark.parametrize(
    ("lang", "fault", "rest"),
    [
        ("fa", "سطر ۱۲، ستون ۱۹: ", "پیش از آن ۳ حرکت خوانده شد. پس از سطر ۱۲"),
        ("el", "γραμμή 12, στήλη 19: S3 2-1R: ", "διαβάστηκαν 3 κινήσεις. Μετά τη γραμμή 12"),
    ],
)
def test_a_fault_is_told_in_the_language_asked_for(tmp_path, lang, fault, rest):
    (tmp_path / "a.log").write_text(SOUND.replace("S3 2-0R; S0 2-2R", "S3 2-1R; S0 2-2R"), encoding="utf-8")
    said = run(tmp_path, "notation", "check", "a.log", "--lang", lang, code=1).stderr.split("\n")
    assert fault in said[0]
    assert said[1][said[2].index("^") :].startswith("S3 2-1R"), "the text and its caret are as they were typed"
    assert rest in said[3]
    (tmp_path / "b.log").write_text("game chess/1\n", encoding="utf-8")
    assert "chess/1" in run(tmp_path, "notation", "check", "b.log", "--lang", lang, code=1).stderr
    (tmp_path / "c.log").write_text(SOUND, encoding="utf-8")
    sound = run(tmp_path, "notation", "check", "c.log", "--lang", lang).stdout
    assert not re.search("[a-z]{3}", sound.removeprefix("c.log: draw_dominoes/1")), sound
    assert "none of en, fa, el" in run(tmp_path, "notation", "check", "c.log", "--lang", "xx", code=2).stderr


def test_every_fault_of_the_head_is_named_at_once(tmp_path):
    (tmp_path / "a.log").write_text("game draw_dominoes/1 seats 2x colour=red pairs=maybe foo\n", encoding="utf-8")
    found = json.loads(run(tmp_path, "notation", "check", "a.log", "--json", code=1).stdout)
    assert [(fault["line"], fault["column"]) for fault in found["faults"]] == [(1, 28), (1, 31), (1, 42), (1, 54)]
    assert "no option of draw_dominoes/1" in found["faults"][1]["message"]
    assert found["read"] is None


def test_several_files_and_standard_input(tmp_path):
    (tmp_path / "a.log").write_text(SOUND, encoding="utf-8")
    with mock.patch.object(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"game chess/1\n"))):
        said = run(tmp_path, "notation", "check", "a.log", "-", code=1)
    assert said.stdout.startswith("a.log: draw_dominoes/1")
    assert "standard input, line 1, column 6: 'chess/1' is no rule set known here: " in said.stderr
    assert "Nothing after the head was read" in said.stderr
    assert "No such file" in run(tmp_path, "notation", "check", "nowhere.log", code=1).stderr


def test_json_says_what_was_read(tmp_path):
    (tmp_path / "a.log").write_text(SOUND.split("S0 3-3L")[0], encoding="utf-8")
    found = json.loads(run(tmp_path, "notation", "check", "a.log", "--json").stdout)
    assert found["file"] == "a.log"
    assert found["ok"] is True
    read = found["read"]
    assert (read["game"], read["seats"], read["moves"], read["turn"]) == (
        "draw_dominoes/1",
        ["S0", "S1", "S2", "S3"],
        8,
        "S0",
    )
    assert read["state"].startswith("turn S0  starter S0")


@pytest.mark.parametrize(
    ("raw", "line", "column", "fault"),
    [
        (SOUND.replace("seats 4", "seats ۴").encode(), 4, 30, "write the digit 4, not ۴"),
        (SOUND.replace("\nS0 6-6", "\nS0 6–6").encode(), 7, 5, "write -, not –"),
        (SOUND.replace("\nS1 5-5R", "\nΣ1 5-5R").encode(), 8, 1, "greek capital letter sigma"),
        (b"game longana/1 seats 2\n\xce\x91 lead 9-9\n", 2, 1, "write A, not Α (greek capital letter alpha)"),
        (b"game lora/1 seats 4\nS0 7\xe2\x99\xa5\n", 2, 5, "write h, not ♥"),
        (b"game lora/1 seats 4 \xe2\x80\x8f\n", 1, 21, "cannot be seen (RIGHT-TO-LEFT MARK)"),
        (b"game lora/1\xc2\xa0seats 4\n", 1, 12, "write a plain space"),
        (SOUND.encode().replace(b"S0 3-3L", b"S0 \xff-3L"), 13, 4, "the byte 0xff is no UTF-8"),
        (SOUND.encode("utf-16"), 1, 1, "this is UTF-16"),
        (b"game lora/1 seats 4\n" + b"# a long word\n" * 40_000, 28_572, 1, "at most 400000 bytes"),
        (b"game lora/1 seats 4 " + b"x" * 10_001, 1, 10_000, "a line has at most 10000 characters"),
        (b"\x00\x01", 1, 1, "cannot be seen"),
        (b"", 1, 1, "an empty log"),
        (b"game draw_dominoes/1 seats 99999999999", 1, 28, "at most 9 digits"),
        (b"game draw_dominoes/1 seats 3 deals 0", 1, 30, "at least 1 deal"),
        (b"game draw_dominoes/1 seats", 1, 27, "'seats' takes a number, not ''"),
        (b"game draw_dominoes/1 seats 2\nfrom 1 --2", 2, 8, "'from' takes a number"),
        (b"game draw_dominoes/1 seats 2\ndeal 0 order 6-6", 2, 6, "deals count from 1"),
        (
            b"game mexican_train/1 seats 2\ndeal 99 order 6-6",
            2,
            6,
            "there is no round 99: 2 players have rounds 1 to 10",
        ),
        (b"game draw_dominoes/1 seats 2\ndeal S0 6-6 | S1 5-5", 2, 6, "S0 is dealt 7, and 1 are named"),
        (b"game longana/1 seats 3\nstate hub=7-7 turn=A | A : 7-2 | B : 9-8 |  : 5-4", 2, 7, "expected C, its arm"),
        (b"game draw_dominoes/1 seats 2\nstop later", 2, 6, "stopped as resigned or abandoned"),
        (b"game draw_dominoes/1 seats 2\nstop resigned S7", 2, 15, "'S7' names no seat"),
        (b"game draw_dominoes/1 seats 2\nstop resigned", 2, 6, "names who gave up"),
        (b"game draw_dominoes/1 seats 2\nstop abandoned\ndeal order 6-6", 3, 1, "was stopped before"),
        (SOUND.encode() + b"S1 forfeit", 20, 1, "nobody can forfeit it"),
    ],
)
def test_what_is_no_record_is_answered_with_its_place(raw, line, column, fault):
    found = records.check(raw)
    assert not found.ok
    assert fault in found.faults[0].message
    assert (found.faults[0].line, found.faults[0].column) == (line, column)


def test_windows_line_ends_tabs_and_a_byte_order_mark_do_no_harm():
    plain = records.check(SOUND)
    for raw in (
        SOUND.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + SOUND.encode(),
        SOUND.replace("  ", "\t").encode(),
    ):
        assert records.check(raw) == plain
    moved = SOUND.replace("\n", "\r\n").replace("S1 5-3L", "S1 5-3R").encode()
    fault = records.check(b"\xef\xbb\xbf" + moved).faults[0]
    assert (fault.line, fault.column, fault.text[-1]) == (12, 37, "L")
    assert fault.text.index("S1 5-3R") == fault.caret.index("^")


def test_a_long_line_is_shown_round_its_fault():
    line = "S0 6-6 " + "; S1 6-0R" * 60
    fault = records.check(SOUND.split("moves 6-6")[0] + line).faults[0]
    assert len(fault.text) < 110
    assert fault.text.startswith("S0 6-6 ; S1 6-0R; ")
    assert fault.text[fault.caret.index("^") :].startswith("S1 6-0R")
    late = records.check(SOUND.split("moves 6-6")[0] + " " * 300 + "S0 6-5" + " " * 300 + "#").faults[0]
    assert late.text[late.caret.index("^") :].startswith("S0 6-5")
    assert (late.text[0], late.text[-1]) == ("…", "…")


def test_a_refusal_is_told_in_the_readers_language():
    text = SOUND.replace("S3 2-0R; S0 2-2R", "S3 2-1R; S0 2-2R")
    said = {records.check(text, lang).faults[0].message for lang in ("en", "fa", "el")}
    assert len(said) == 3
    assert all("TILE_NOT_IN_HAND" in one for one in said)


@pytest.mark.parametrize("seed", range(4))
def test_any_change_of_a_record_has_an_answer(seed):
    """1,000 random changes of golden logs, bytes and words: whatever comes out is read or named, never a fault of ours."""
    rng = random.Random(seed)
    sources = [path.read_bytes() for path in LOGS]
    answers = {True: 0, False: 0}
    for _ in range(250):
        found = records.check(mutated(rng, rng.choice(sources)))
        assert found.ok == (not found.faults)
        assert all(fault.line >= 1 and fault.column >= 1 and fault.message for fault in found.faults)
        answers[found.ok] += 1
    assert min(answers.values()) > 20, "the changes are neither all harmless nor all deadly"


def mutated(rng: random.Random, raw: bytes) -> bytes:
    """Change a few bytes, words or lines of a record."""
    found = bytearray(raw)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        if not found:
            break
        at = rng.randrange(len(found))
        match rng.randrange(6):
            case 0:
                found[at] = rng.randrange(256)
            case 1:
                del found[at : at + rng.randrange(1, 20)]
            case 2:
                other = rng.randrange(len(found))
                found[at:at] = found[other : other + rng.randrange(1, 40)]
            case 3:
                found[at] = rng.choice(b"0123456789 SABCDLR-!?=|;#\n\thdcs")
            case 4:
                lines = found.split(b"\n")
                one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[two] = lines[two], lines[one]
                found = bytearray(b"\n".join(lines))
            case _:
                words = found.split(b" ")
                one, two = rng.randrange(len(words)), rng.randrange(len(words))
                words[one] = words[two]
                found = bytearray(b" ".join(words))
    return bytes(found)


# --- a table as a record

HEAD = "game draw_dominoes/1 seats 2\n"
DEAL = (
    "deal S0 6-3 5-2 5-1 4-4 3-1 3-0 2-0 | S1 5-5 5-0 4-3 3-3 3-2 1-0 0-0 | "
    "stock 2-1 6-2 6-6 6-5 4-0 2-2 4-2 6-1 1-1 5-4 6-0 4-1 6-4 5-3\n"
)


def typed(written: str) -> ImportRecord:
    return ImportRecord(text=written, seats=(SeatPlan(entrant="", name="Ana"), SeatPlan(entrant="", name="Bo")))


class Kept(Spec):
    """A table that keeps its decision records, and every state on the way."""

    def __init__(self, table: str = "t1") -> None:
        super().__init__(table)
        self.decisions: list[bytes] = []
        self.states: list[object] = []

    def when(self, actor: str, body: Body, **at: Any) -> Kept:
        super().when(actor, body, **at)
        if not isinstance(self.answer, Refusal):
            command = msgspec.Raw(write(codec.command(f"c{self.sent}", self.id, actor, body)))
            events = tuple(msgspec.Raw(write(event)) for event in self.answer)
            self.decisions.append(write(Decision(self.sent, self.at, self.sent, "", command, events)))
            self.states.append(self.table.state)
        return self


@pytest.mark.parametrize("rules", sorted(GAMES))
@pytest.mark.parametrize("seed", range(3))
def test_a_table_is_written_and_read_back_to_the_same_states(rules, seed):
    rng = random.Random(f"{rules} {seed}")
    seats = 4 if rules == "lora/1" else rng.randint(GAMES[rules].MIN_SEATS, min(5, GAMES[rules].MAX_SEATS))
    spec = Kept()
    spec.open(rules, seats, max_deals=2).sit().play_on(rng, moves=rng.randint(30, 400))
    found = table_record(spec.decisions)
    log = notation.read(text(found, ["table t1", "S0 Ana  S1 مریم"]))
    assert log.error is None
    assert log.record == found.record
    assert log.match == spec.table.match
    assert log.state == spec.table.state
    passed = [step.after for step in log.steps]
    assert all(state in passed for state in spec.states if state is not None and game_moved(spec, state))


def game_moved(spec: Spec, state: object) -> bool:
    """Whether a state is one that an act led to, not the one just dealt."""
    return state not in [spec.table.game.start(spec.table.options, deal) for deal in dealt(spec)]


def dealt(spec: Spec) -> list[Deal]:
    return [deal.deal for deal in table_record(spec.decisions).record.deals if deal.deal]


def test_void_deals_resignations_and_offences_are_in_the_record():
    spec = Kept()
    spec.open("longana/1", 2).sit()
    no_double = tuple(sorted(GAMES["longana/1"].pieces(spec.table.options), key=lambda piece: piece[0] == piece[2]))
    spec.deal(no_double).then(DealVoided, DealWanted)
    spec.deal()
    spec.play_on(random.Random(3), moves=5)
    spec.when("player:e1", Resign(seat=1)).play_on(random.Random(4))
    assert spec.table.result.reason == "resigned"
    written = text(table_record(spec.decisions))
    assert "void  L-10" in written
    assert written.endswith("stop  resigned B\nover  resigned  places 1 2\n")
    assert "  auto " in written
    assert notation.read(written).error is None

    spec = Kept()
    spec.open("lora/1", 4).sit().deal().play_on(random.Random(3), moves=9)
    spec.when("director", ChargeOffence(seat=2, offence="LP-6", deal=1))
    spec.when("director", AbandonTable(reason="The hall closes."))
    written = text(table_record(spec.decisions))
    assert "S2  offence LP-6\n" in written
    assert written.endswith("stop  abandoned\nover  abandoned  places 1 1 4 1\n")
    assert notation.read(written).error is None


def test_a_public_record_has_the_deals_that_are_over_alone():
    spec = Kept()
    spec.open("draw_dominoes/1", 3).sit().play_on(random.Random(8), Phase.WANTING).deal().play_on(
        random.Random(8), moves=4
    )
    whole, public = table_record(spec.decisions), table_record(spec.decisions, public=True)
    assert (len(whole.record.deals), len(public.record.deals), public.closed) == (2, 1, 1)
    assert public.record.deals == whole.record.deals[:1]
    order = " ".join(whole.record.deals[1].deal.order[:7])
    assert order in text(whole)
    assert order not in text(public)


def test_a_table_without_a_record_says_so():
    with pytest.raises(NoRecordError, match="no record"):
        table_record([])


def test_what_was_taken_back_is_not_in_the_record():
    spec = Kept()
    spec.when("director", typed(HEAD + DEAL + "S1 5-5; S0 5-1L\nS1 draw ! FALSE_CLAIM\nS1 1-0L; S0 3-0L\n"))
    spec.when("director", TakeBack(deal=1, ply=2, at_ply=4, reason="It was another tile."))
    spec.when("director", Play(seat=1, move="5-0R", deal=1, ply=2))
    log = notation.read(text(table_record(spec.decisions)))
    assert [act.text for act in log.record.deals[0].acts] == ["5-5", "5-1L", "5-0R"]
    assert log.state == spec.table.state


def test_a_deal_that_was_entered_by_its_scores_makes_no_record(tmp_path):
    spec = Kept()
    spec.open("draw_dominoes/1", 2, board=Board.SCORES)
    entry = Entry(end=Reason.OUT, seat=0, pips=(0, 12))
    spec.when("director", EnterDeal(deal=1, entry=entry))
    assert spec.table.finished, spec.answer
    with pytest.raises(NoRecordError, match="deal 1 was entered by its scores"):
        table_record(spec.decisions)
