# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""Records that become tables: every golden log through the services, what goes on from them, and what is refused."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from contracts import codec, topics
from contracts.envelope import read_decision
from contracts.games import notation
from contracts.games.game import Refusal, game
from contracts.sentences import LANGUAGES, sentence
from contracts.sentences.record import SENTENCES
from contracts.table import (
    AbandonTable,
    ChargeOffence,
    ContinueRecord,
    DealEnded,
    Dealt,
    DealVoided,
    DealWanted,
    ImportRecord,
    MatchEnded,
    OffenceCharged,
    Play,
    Played,
    PositionSet,
    Resigned,
    SeatPlan,
    TableOpened,
    TakeBack,
    TakenBack,
)
from contracts.table_record import table_record, text
from contracts.table_state import Phase, evolve, view
from services import export
from services.move_validation import decider, importing
from services.verify import verify
from tests.golden_rewrite import logs
from tests.simulate import Club, club
from tests.table_spec import Spec
from tests.test_cli import run
from tests.test_export import KEY
from tests.test_records import DEAL, HEAD, Kept, mutated

GOLDEN = Path(__file__).parent / "golden"
LOGS = {f"{path.parent.name}/{path.stem}": path.read_text(encoding="utf-8") for path in logs()}
SEVERAL = ("draw_dominoes/BG-20-auto-move", "draw_dominoes/DV-09", "longana/LV-5-first-passer")
"""Logs of several positions that have nothing to do with each other: no table can be all of them."""


def names(number: int) -> tuple[SeatPlan, ...]:
    return tuple(SeatPlan(entrant="", name=f"Name {seat}") for seat in range(number))


def record(written: str, **fields: Any) -> ImportRecord:
    """The command for a text; as many names as it has seats."""
    read = notation.read(written).record
    seats = names(game(read.rules).seat_count(read.options)) if read else ()
    return ImportRecord(**({"text": written, "seats": seats} | fields))


@pytest.fixture(scope="module")
def here() -> Club:
    """A club in which every golden log was imported, each as the table of its name."""
    found = club()
    for name, written in LOGS.items():
        found.send(topics.TABLE_COMMANDS, name, "director", record(written))
    found.run()
    return found


def refusal_of(here: Club, name: str) -> Refusal | None:
    (entry,) = here.records(topics.TABLE_EVENTS, name)
    return read_decision(entry.value).refusal


@pytest.mark.slow
def test_nearly_every_golden_log_is_a_table(here):
    refused = {name: found for name in LOGS if (found := refusal_of(here, name))}
    told = {}
    for name, found in refused.items():
        told.setdefault(found.code, set()).add(name)
    assert set(told) <= {"options/conflict", "record/unfinished", "record/position", "record/number"}
    assert all("conflict" in LOGS[name].lower() for name in told["options/conflict"]), "logs of options in conflict"
    assert set(SEVERAL) <= told["record/unfinished"]
    assert len(LOGS) - len(refused) > 220


@pytest.mark.slow
def test_each_table_stands_where_the_notations_own_replay_does(here, tmp_path):
    for name, written in LOGS.items():
        if refusal_of(here, name) is not None:
            continue
        log = notation.read(written)
        table = here.table(name)
        states = []
        state = None
        for entry in here.records(topics.TABLE_EVENTS, name):
            decision = read_decision(entry.value)
            for raw in decision.events or ():
                state = evolve(state, codec.TABLE.event(raw), decision.at)
                states.append(state.state)
        assert state == table
        assert table.match == log.match, name
        if log.state is not None:
            assert table.state == log.state, name
        position = 0
        for step in log.steps:  # every state of the replay is one of the table's, in the same order
            position = states.index(step.after, position)
        written_again = text(table_record([e.value for e in here.records(topics.TABLE_EVENTS, name)]))
        again = notation.read(written_again)
        assert again.error is None, name
        assert (again.match, again.state) == (log.match, log.state) or log.state is None, name


@pytest.mark.slow
def test_verify_accepts_what_was_imported_and_says_what_it_cannot_prove(here, tmp_path):
    for name in LOGS:
        if refusal_of(here, name) is not None:
            continue
        header = export.Header(kind=export.TABLE, id=name, partitions=here.partitions, tables=(name,))
        records = [(topics.TABLE_EVENTS, entry) for entry in here.records(topics.TABLE_EVENTS, name)]
        path = tmp_path / "one.jsonl"
        path.write_bytes(b"".join(export.lines(header, records, KEY)))
        report = verify(path)
        assert (report.imported, report.closed, report.deals) == ((name,), (), 0)


def test_nobody_deals_plays_or_counts_at_an_imported_table(here):
    """No key, no bots, no clock, no result for a tournament: the club comes to rest with the records alone."""
    assert here.commands[topics.TOURNAMENT_COMMANDS.name, 0] == []
    for name in LOGS:
        assert len(here.commands_of(name)) == 1


# --- what is in a table's events


def test_a_whole_record_is_told_in_the_tables_own_events():
    written = HEAD + DEAL + "S1 5-5; S0 5-1L\nS1 draw ! FALSE_CLAIM\nS1 1-0L; S0 auto\nS1 forfeit\n"
    spec = Spec().when("director", record(written, seats=names(2)))
    spec.then(
        TableOpened, DealWanted, Dealt, Played, Played, Played, Played, decider.DealForfeited, DealEnded, DealWanted
    )
    opened = spec.events[0][1]
    assert (opened.origin, opened.key_hash, opened.tournament) == ("record", "", "")
    assert [event.cause for _, event in spec.events if isinstance(event, Played)] == ["player"] * 3 + ["timeout"]
    assert (spec.table.phase, spec.table.deal, spec.table.match.deals) == (Phase.WANTING, 2, 1)


def test_a_record_may_begin_in_the_middle_of_a_match_and_of_a_deal():
    spec = Spec().when("director", record(LOGS["draw_dominoes/DV-03"]))
    spec.then(TableOpened, DealWanted, Dealt, *spec.answer and map(type, spec.answer[3:]))
    assert (spec.events[0][1].dealt_before, spec.table.match.deals, spec.table.finished[0].deal) == (1, 2, 2)
    spec = Spec().when("arbiter", record(LOGS["longana/L-11-lead-not-highest-double"]))
    assert isinstance(spec.answer[2], PositionSet)
    assert isinstance(spec.answer[-2], Dealt)
    spec = Spec().when("director", record(HEAD + "from 90 20\n" + DEAL + "S1 5-5\n"))
    assert (spec.table.match.totals, spec.table.phase) == ((90, 20), Phase.PLAYING)


def test_void_deals_and_stopped_matches_are_told_too():
    void = HEAD + "deal order 6-6 6-6\nvoid DD-38\n" + DEAL + "S1 5-5\nstop resigned S0\n"
    spec = Spec().when("director", record(void))
    spec.then(TableOpened, DealWanted, DealVoided, DealWanted, Dealt, Played, Resigned, MatchEnded)
    assert (spec.table.result.reason, spec.table.result.places) == ("resigned", (2, 1))
    again = notation.read(HEAD + "deal order 6-6 6-6")
    spec = Spec().when("director", record(HEAD + "deal order 6-6 6-6"))
    spec.then(TableOpened, DealWanted, DealVoided, DealWanted)
    assert again.error is None


# --- going on


def test_the_staff_goes_on_with_moves_of_any_seat_and_takes_them_back():
    spec = Spec().when("director", record(HEAD + DEAL + "S1 5-5\n"))
    spec.when("director", Play(seat=0, move="5-1L", deal=1, ply=1)).then(Played)
    spec.when("scorer:Eva", Play(seat=1, move="6-6L", deal=1, ply=2)).refused("TILE_NOT_IN_HAND")
    spec.when("arbiter", TakeBack(deal=1, ply=0, at_ply=2)).then(TakenBack)
    assert spec.table.state == notation.read(HEAD + DEAL).state
    spec.when("player:e0", Play(seat=1, move="5-5", deal=1, ply=0)).refused("seat/not-yours")
    spec = Spec().when("director", record(LOGS["lora/LP-arbiter"].split("S1 9d")[0] + "S1 9d\n"))
    spec.when("director", TakeBack(deal=1, ply=0, at_ply=1)).then(TakenBack)
    spec.when("director", Play(seat=1, move="9d", deal=1, ply=0)).then(Played)
    spec.when("director", ChargeOffence(seat=2, offence="LP-13", deal=1)).then(OffenceCharged)


def test_a_record_is_continued_in_its_own_words():
    spec = Spec().when("director", record(HEAD + DEAL + "S1 5-5\n"))
    spec.when("director", ContinueRecord(text="S0 5-1L; S1 1-0L\n= turn S0", deal=1, ply=1)).then(Played, Played)
    spec.when("director", ContinueRecord(text="S0 3-0L", deal=1, ply=1)).refused("table/stale", deal=1, ply=3)
    spec.when("director", ContinueRecord(text="S0 3-0L\nS1 9-9L", deal=1, ply=3)).refused("record/notation", line=2)
    spec.when("director", ContinueRecord(text=DEAL, deal=1, ply=3)).refused("record/unfinished", line=1, deal=1)
    spec.when("director", ContinueRecord(text="S0 forfeit\n" + DEAL + "S0 6-3", deal=1, ply=3))
    spec.then(decider.DealForfeited, DealEnded, DealWanted, Dealt, Played)
    assert spec.table.deal == 2
    spec.when("director", ContinueRecord(text="stop abandoned", deal=2, ply=1)).then(MatchEnded)
    spec.when("director", ContinueRecord(text="S1 3-3L", deal=2, ply=1)).refused("table/over")
    spec = Spec().open().sit()
    spec.when("director", ContinueRecord(text="S0 5-1L", deal=0, ply=0)).refused("record/not-one")


def test_what_was_typed_in_parts_is_the_same_table():
    whole = LOGS["longana/LV-11-complete"]
    lines = whole.rstrip("\n").split("\n")
    cut = next(at for at, line in enumerate(lines) if line.startswith("B ")) + 2
    spec = Spec().when("director", record("\n".join(lines[:cut])))
    rest = ContinueRecord(text="\n".join(lines[cut:]), deal=spec.table.deal, ply=spec.table.ply)
    spec.when("director", rest)
    log = notation.read(whole)
    assert (spec.table.state, spec.table.match) == (log.state, log.match)


def test_the_director_can_stop_it_and_sees_no_hands_that_are_closed():
    spec = Spec().when("director", record(HEAD + DEAL + "S1 5-5\n"))
    assert view(spec.table, None).board.hands == (None, None)
    spec.when("director", AbandonTable(reason="Only a test.")).then(MatchEnded)


# --- what is refused


@pytest.mark.parametrize(
    ("body", "code", "facts"),
    [
        (record(HEAD + DEAL + "S1 5-0\n"), "record/notation", {"line": 3, "column": 1}),
        (record("game chess/1"), "record/notation", {"line": 1, "column": 6}),
        (record(HEAD + DEAL, seats=names(3)), "record/seats", {"named": 3, "needed": 2}),
        (record(HEAD + DEAL, seats=(*names(1), SeatPlan(entrant="", name=" "))), "record/name", {}),
        (record(HEAD + DEAL, seats=(*names(1), SeatPlan(entrant="", name="x" * 81))), "record/name", {}),
        (record(HEAD + DEAL, seats=(*names(1), SeatPlan(entrant="", name="B", bot="steady"))), "record/name", {}),
        (record(HEAD + DEAL, seats=(SeatPlan(entrant="e1", name="A"),) * 2), "seats/twice", {"entrant": "e1"}),
        (record(HEAD + DEAL, tournament="cup"), "record/place", {"number": "round"}),
        (record(HEAD + DEAL, round=1), "record/place", {"number": "round"}),
        (record(HEAD + DEAL, tournament="x" * 501, round=1, number=1), "text/too-long", {}),
        (record("game draw_dominoes/1 seats 3 pairs=true\n!  OPTIONS_CONFLICT"), "options/conflict", {}),
        (record(HEAD + DEAL + DEAL), "record/unfinished", {"deal": 1, "line": 3}),
        (record(HEAD + DEAL + "S0 forfeit\n" + DEAL.replace("deal", "deal 5")), "record/number", {"expected": 2}),
        (record(LOGS["draw_dominoes/BV-09-starter-S1"]), "record/position", {"line": 3}),
        (record(HEAD.replace("\n", " deals 1\n") + DEAL + "S0 forfeit\n" + DEAL), "record/after-end", {"line": 4}),
        (record(HEAD + DEAL, text=HEAD + "# a word\n" * 50_000), "record/notation", {"column": 1}),
    ],
)
def test_what_makes_no_table_is_refused_with_its_place(body, code, facts):
    spec = Spec().when("director", body).refused(code, **facts)
    for lang in LANGUAGES:
        assert "–" not in sentence(spec.answer, lang).replace("0–9", "")


def test_a_record_that_tells_too_much_for_one_decision_is_refused(monkeypatch):
    monkeypatch.setattr(importing, "MAX_EVENTS_BYTES", 1_500)
    Spec().when("director", record(HEAD + DEAL + "S1 5-5\n")).then(TableOpened, DealWanted, Dealt, Played)
    Spec().when("director", record(HEAD + (DEAL + "S0 forfeit\n") * 3)).refused("record/too-large", most=1_500)


def test_a_deal_does_not_end_while_a_hand_holds_what_nobody_has_told():
    written = "game mexican_train/1 seats 2\nstate turn=A | A 9>5 : 7-2 | B 9>3 : 1-0 | stock ??\n"
    spec = Spec().when("director", record(written + "A draw; A keep\nB pass\n", seats=names(2)))
    spec.when("director", Play(seat=0, move="pass", deal=1, ply=spec.table.ply)).refused("record/unseen")
    spec.when("director", ContinueRecord(text="A pass", deal=1, ply=spec.table.ply))
    assert isinstance(spec.answer, Refusal)
    spec.when("director", TakeBack(deal=1, ply=0, at_ply=spec.table.ply)).then(TakenBack)


def test_a_table_is_imported_once_and_by_the_staff():
    spec = Spec().when("director", record(HEAD + DEAL))
    spec.when("director", record(HEAD + DEAL)).refused("table/exists")
    for actor in ("player:e1", "bot:e1", "dealing", "scorer"):
        Spec().when(actor, record(HEAD + DEAL)).refused("actor/not-allowed")


def test_a_table_that_would_not_stand_as_its_record_says_is_refused(monkeypatch):
    """It would be a fault of this program; the log is not to take it."""
    body = record(HEAD + DEAL + "S1 5-5\n")
    log = notation.read(body.text)
    monkeypatch.setattr(importing.notation, "read", lambda _: replace(log, state=log.steps[0].before))
    command = codec.command("c1", "t1", "director", body)
    assert decider.decide(None, command, body, 1) == Refusal("record/replay")


def test_every_code_of_records_has_its_sentence_and_is_exercised_here():
    assert set(SENTENCES) == set(importing.CODES)
    source = Path(__file__).read_text(encoding="utf-8")
    assert [code for code in importing.CODES if f'"{code}"' not in source] == []
    for languages in SENTENCES.values():
        assert set(languages) == set(LANGUAGES)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_any_change_of_a_record_is_imported_or_refused(seed):
    """1,000 random changes of golden logs: a table, or a refusal that says where; its fold is the replay's."""
    rng = random.Random(seed)
    sources = [path.read_bytes() for path in logs()]
    tables = 0
    for _ in range(250):
        written = mutated(rng, rng.choice(sources)).decode(errors="replace")
        body = record(written)
        command = codec.command("c1", "t1", "director", body)
        answer = decider.decide(None, command, body, 1)
        if isinstance(answer, Refusal):
            assert answer.code.startswith(("record/", "options/"))
            assert answer.code != "record/replay"
            assert all(sentence(answer, lang) for lang in LANGUAGES)
            continue
        tables += 1
        table = None
        for event in answer:
            table = evolve(table, event, 1)
        log = notation.read(written)
        assert table.match == log.match
        assert log.state is None or table.state == log.state
    assert tables > 20


# --- capicua notation import


def test_a_file_becomes_a_table_of_a_log(tmp_path):
    (tmp_path / "a.log").write_text(HEAD + DEAL + "S1 5-5; S0 5-1L\n", encoding="utf-8")
    order = "notation import a.log --log sqlite:club.db --id lost --tournament cup --round 2 --table 3 --names Ana,مریم"
    said = run(tmp_path, *order.split()).stdout
    assert said.startswith("Table lost: draw_dominoes/1, 2 seats, 0 finished deals, 2 moves; ")
    assert "capicua replay sqlite:club.db --table lost" in said
    assert "S1 مریم" in run(tmp_path, "replay", "sqlite:club.db", "--table", "lost").stdout
    assert run(tmp_path, *order.split()).stdout == said, "asked twice, imported once"
    written = run(tmp_path, "notation", "write", "sqlite:club.db", "--table", "lost").stdout
    assert written.startswith(
        "# table lost, tournament cup, round 2\n# S0 Ana S1 مریم\ngame  draw_dominoes/1  seats 2\n"
    )
    run(tmp_path, "export", "sqlite:club.db", "--table", "lost", "-o", "lost.jsonl")
    said = run(tmp_path, "verify", "lost.jsonl").stdout
    assert "From typed records: lost." in said
    assert "no key stands behind those deals" in said
    assert (
        "3 names are given"
        in run(tmp_path, *order.replace("مریم", "Bo,Cy").replace("lost", "new").split(), code=1).stderr
    )
    assert "open already" in run(tmp_path, *order.replace("مریم", "Bo").split(), code=1).stderr


def test_a_faulty_file_becomes_no_table(tmp_path):
    (tmp_path / "a.log").write_text(HEAD + DEAL + "S1 5-0\n", encoding="utf-8")
    said = run(tmp_path, "notation", "import", "a.log", "--log", "sqlite:club.db", code=1).stderr
    assert "a.log, line 3, column 1: S1 5-0: " in said
    assert not (tmp_path / "club.db").exists()


def test_what_a_deal_carries_on_from_those_before_is_told_and_stays_after_a_move_is_taken_back():
    """Lora's contracts already named (LO-10), in a record that begins with the second deal."""
    played = Kept()
    played.open("lora/1", 4, options={"contract_order": "chosen"}).sit().play_on(random.Random(5), Phase.WANTING)
    played.deal(rng=random.Random(6)).play_on(random.Random(6), moves=3)
    whole = table_record(played.decisions).record
    later = replace(whole, deals=whole.deals[1:], carried=played.table.match.totals)
    written = notation.write(later)
    assert "  carry " in written
    spec = Spec().when("director", record(written))
    assert spec.table.state == played.table.state
    spec.when("director", TakeBack(deal=2, ply=2, at_ply=3)).then(TakenBack)
    last = whole.deals[1].acts[2]
    spec.when("director", Play(seat=last.seat, move=last.text, deal=2, ply=2)).then(Played)
    assert spec.table.state == played.table.state
