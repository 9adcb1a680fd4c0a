"""Does `verify` accept what was exported, and refuse and name the record when any one byte is another?"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from contracts import topics
from contracts.envelope import Decision, digest, read_command, read_decision, write
from contracts.messages import Body
from contracts.table import AbandonTable, GiveDeal, Play, Resign, Sit
from contracts.topics import Topic
from contracts.tournament import RecordResult
from services import export
from services.dealing import keys
from services.export import Header, Line
from services.lobby import relays
from services.runtime.log import Entry
from services.runtime.owner import Filter
from services.verify import Fault, Report, verify
from tests.simulate import Club, club, tournament

KEY = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
PUBLIC = KEY.public_key().public_bytes_raw().hex()

CUP = tournament(players=6, rounds=2, max_deals=1)
"""A whole little tournament: two rounds at two tables of three, one deal each."""
CUP.send(topics.TABLE_COMMANDS, "cup.1.1", "player:e1", Resign(seat=0))  # after the end: `key/over`, in the chain too
CUP.run()


def lines(here: Club, kind: str, id: str) -> list[bytes]:
    """An export of what a club's log holds."""
    if kind == export.TABLE:
        tables, own = (id,), []
    else:
        own = here.records(topics.TOURNAMENT_EVENTS, id)
        tables = export.tables_of(own)
    header = Header(kind=kind, id=id, partitions=here.partitions, tables=tables)
    records = [(topics.TOURNAMENT_EVENTS, e) for e in own]
    records += [(topics.TABLE_EVENTS, e) for table in tables for e in here.records(topics.TABLE_EVENTS, table)]
    return list(export.lines(header, records, KEY))


WHOLE = lines(CUP, export.TOURNAMENT, "cup")
ONE = lines(CUP, export.TABLE, "cup.1.1")


def check(tmp_path: Path, parts: list[bytes], **expected: str) -> Report | Fault:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(parts))
    try:
        return verify(path, **expected)
    except Fault as fault:
        return fault


# --- what is sound


def test_a_tournament_is_accepted_whole(tmp_path: Path) -> None:
    report = check(tmp_path, WHOLE)
    assert isinstance(report, Report), report
    assert (report.kind, report.id, report.tables, report.closed) == ("tournament", "cup", 4, ())
    assert report.records == len(WHOLE) - 2
    assert report.deals >= 4
    assert report.moves > 40
    assert report.public_key == PUBLIC


def test_a_table_alone_is_accepted(tmp_path: Path) -> None:
    report = check(tmp_path, ONE, public_key=PUBLIC)
    assert isinstance(report, Report), report
    assert (report.kind, report.tables, report.deals) == ("table", 1, 1)


def test_every_game_s_table_is_accepted(tmp_path: Path) -> None:
    here = tournament(game="longana/1", players=4, rounds=1, max_deals=2)
    assert isinstance(check(tmp_path, lines(here, export.TOURNAMENT, "cup")), Report)


def test_a_tournament_that_still_runs_is_accepted_with_its_deals_unchecked(tmp_path: Path) -> None:
    here = club()
    with pytest.raises(AssertionError):
        tournament(players=4, rounds=1, bots=("",), here=here)  # nobody sits down
    for seat in range(4):
        table = here.table("cup.1.1")
        here.send(
            topics.TABLE_COMMANDS, "cup.1.1", f"player:{table.seats[seat].entrant}", Sit(seat=seat, nonce="0" * 32)
        )
    here.run()
    report = check(tmp_path, lines(here, export.TOURNAMENT, "cup"))
    assert isinstance(report, Report), report
    assert report.closed == ("cup.1.1",)
    assert report.deals == 0


def test_refusals_and_unreadable_commands_are_part_of_the_chain(tmp_path: Path) -> None:
    here = club()
    with pytest.raises(AssertionError):
        tournament(players=4, rounds=1, bots=("",), here=here)

    def send(actor: str, body: Body) -> None:
        here.send(topics.TABLE_COMMANDS, "cup.1.1", actor, body)

    send("player:e99", Sit(seat=0, nonce="0" * 32))
    send("player:e1", Play(seat=0, move="?", deal=1, ply=0))
    here.run()
    here.poison(topics.TABLE_COMMANDS, "cup.1.1", b'{"broken')
    here.poison(topics.TABLE_COMMANDS, "cup.1.1", b'{"x":"' + b"y" * 3_000_000 + b'"}')
    send("director", AbandonTable(reason="rain"))
    here.run()
    codes = {r.code for r in here.refusals()}
    assert {"command/unreadable", "command/too-large", "seat/not-yours"} <= codes
    assert isinstance(check(tmp_path, lines(here, export.TABLE, "cup.1.1")), Report)
    here.poison(topics.TABLE_COMMANDS, "cup.1.1", b'{"x":"' + b"y" * 3_000_000 + b'"}')
    assert isinstance(check(tmp_path, lines(here, export.TABLE, "cup.1.1")), Report)


# --- one byte


def named(fault: Report | Fault, line: int) -> Fault:
    assert isinstance(fault, Fault), f"a change in line {line} was not noticed"
    assert fault.line == line, str(fault)
    return fault


def changed(byte: int, rng: random.Random) -> bytes:
    return bytes([(byte + rng.randrange(1, 256)) % 256])


@pytest.mark.slow
def test_any_byte_of_some_records_changed_is_refused_and_named(tmp_path: Path) -> None:
    """All bytes of the first line and of two records, many of the last two lines, each with a value by chance."""
    rng = random.Random(1)
    for at, step in ((0, 1), (2, 1), (5, 4), (len(ONE) - 2, 17), (len(ONE) - 1, 7)):
        raw = ONE[at]
        for i in range(0, len(raw), step):
            broken = raw[:i] + changed(raw[i], rng) + raw[i + 1 :]
            fault = named(check(tmp_path, [*ONE[:at], broken, *ONE[at + 1 :]]), at + 1)
            assert f"line {at + 1}" in str(fault)


@pytest.mark.slow
def test_a_byte_of_any_record_changed_is_refused_and_named(tmp_path: Path) -> None:
    rng = random.Random(2)
    for at, raw in enumerate(WHOLE):
        i = rng.randrange(len(raw) - 1)
        broken = raw[:i] + changed(raw[i], rng) + raw[i + 1 :]
        fault = named(check(tmp_path, [*WHOLE[:at], broken, *WHOLE[at + 1 :]]), at + 1)
        if 0 < at < len(WHOLE) - 1 and b'"key":"cup' in broken[:120]:
            assert fault.seq, str(fault)
            assert fault.key.startswith("cup")


def test_a_letter_of_a_hexadecimal_number_may_not_even_change_its_case(tmp_path: Path) -> None:
    raw = ONE[-1]
    for i in range(raw.index(b'"public_key"') + 14, len(raw)):
        upper = raw[i : i + 1].upper()
        if upper != raw[i : i + 1]:
            named(check(tmp_path, [*ONE[:-1], raw[:i] + upper + raw[i + 1 :]]), len(ONE))


@pytest.mark.parametrize("at", [0, 1, len(ONE) - 1])
def test_the_same_content_written_otherwise_is_refused(tmp_path: Path, at: int) -> None:
    raw = ONE[at]
    for other in (raw.replace(b",", b", ", 1), raw.replace(b"e", b"\\u0065", 1), b" " + raw, raw[:-1] + b"\r\n"):
        named(check(tmp_path, [*ONE[:at], other, *ONE[at + 1 :]]), at + 1)


def test_the_signed_number_of_records_is_held_against_the_file(tmp_path: Path) -> None:
    trailer = msgspec.json.decode(ONE[-1], type=export.Trailer)
    other = write(replace(trailer, records=trailer.records + 1)) + b"\n"
    assert "were signed" in str(named(check(tmp_path, [*ONE[:-1], other]), len(ONE)))
    other = write(replace(trailer, head="0" * 64)) + b"\n"
    assert "signed end of the chain" in str(named(check(tmp_path, [*ONE[:-1], other]), len(ONE)))
    assert isinstance(check(tmp_path, [*ONE[:-1], write(replace(trailer, end=False)) + b"\n"]), Fault)


# --- lines


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    whole = b"".join(ONE)
    rng = random.Random(3)
    for length in [0, 1, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(25))]:
        assert isinstance(check(tmp_path, [whole[:length]]), Fault), length
    fault = named(check(tmp_path, ONE[:-1]), len(ONE))
    assert "cut off" in str(fault)
    assert "empty" in str(check(tmp_path, []))


@pytest.mark.parametrize("at", [1, 2, len(ONE) // 2, len(ONE) - 2])
def test_a_line_taken_out_put_in_or_moved_is_named(tmp_path: Path, at: int) -> None:
    named(check(tmp_path, [*ONE[:at], *ONE[at + 1 :]]), at + 1)
    named(check(tmp_path, [*ONE[: at + 1], ONE[at], *ONE[at + 1 :]]), at + 2)
    if at + 2 < len(ONE):
        named(check(tmp_path, [*ONE[:at], ONE[at + 1], ONE[at], *ONE[at + 2 :]]), at + 1)


def test_nothing_may_follow_the_end(tmp_path: Path) -> None:
    for more in (b"\n", b" \n", ONE[-1]):
        assert "after the last line" in str(named(check(tmp_path, [*ONE, more]), len(ONE) + 1))


def test_two_files_cannot_be_mixed(tmp_path: Path) -> None:
    other = lines(tournament(players=6, rounds=2, max_deals=1, game="longana/1"), export.TABLE, "cup.1.1")
    named(check(tmp_path, [*ONE[:-1], other[-1]]), len(ONE))
    second = lines(CUP, export.TABLE, "cup.1.2")
    named(check(tmp_path, [second[0], *ONE[1:]]), 2)
    named(check(tmp_path, [*ONE[:3], *second[3:]]), 4)


# --- a forger who chains and signs anew


def forge(here: Club, table: str, at: int, change: Callable[[Decision], Decision]) -> list[bytes]:
    """An export in which one record is another, with every chain and the signature (of the forger's key) right."""
    forged: list[Entry] = []
    prev = ""
    for i, entry in enumerate(here.records(topics.TABLE_EVENTS, table)):
        decision = replace(read_decision(entry.value), prev=prev)
        if i == at:
            decision = change(decision)
        value = write(decision)
        prev = digest(value) if decision.seq else prev
        forged.append(entry._replace(value=value))
    header = Header(kind=export.TABLE, id=table, partitions=here.partitions, tables=(table,))
    return list(export.lines(header, [(topics.TABLE_EVENTS, e) for e in forged], KEY))


def find(kind: type[Body]) -> int:
    records = CUP.records(topics.TABLE_EVENTS, "cup.1.1")
    return next(i for i, e in enumerate(records) if read_command(read_decision(e.value).command).kind == kind.KIND)


def test_the_forger_s_tool_changes_nothing_by_itself(tmp_path: Path) -> None:
    assert forge(CUP, "cup.1.1", -1, lambda d: d) == ONE


def test_an_answer_that_the_referee_would_not_give_is_found(tmp_path: Path) -> None:
    def swap(decision: Decision) -> Decision:
        assert decision.events is not None
        event = bytes(decision.events[0]).replace(b'"ply":0', b'"ply":1')
        return replace(decision, events=(msgspec.Raw(event), *decision.events[1:]))

    at = find(Play)
    fault = named(check(tmp_path, forge(CUP, "cup.1.1", at, swap)), at + 2)
    assert "another answer" in str(fault)
    assert fault.seq == at + 1


def rewritten(change: Callable[[dict[str, Any]], None]) -> list[bytes]:
    """The club's export as it would be if each event had been written otherwise: every link, hash and signature fits."""
    whole = CUP.records(topics.TOURNAMENT_EVENTS, "cup")
    tables = export.tables_of(whole)
    header = Header(kind=export.TOURNAMENT, id="cup", partitions=CUP.partitions, tables=tables)
    records = []
    for topic, key in ((topics.TOURNAMENT_EVENTS, "cup"), *((topics.TABLE_EVENTS, table) for table in tables)):
        prev = ""
        for entry in CUP.records(topic, key):
            decision = read_decision(entry.value)
            events = [msgspec.json.decode(raw) for raw in decision.events or ()]
            for event in events:
                change(event)
            raws = tuple(msgspec.Raw(write(event)) for event in events) if decision.events is not None else None
            record = write(replace(decision, prev=prev if decision.seq else decision.prev, events=raws))
            prev = digest(record) if decision.seq else prev
            records.append((topic, entry._replace(value=record)))
    return list(export.lines(header, records, KEY))


def test_a_file_from_before_a_field_was_thought_of_is_as_sound_as_it_was(tmp_path: Path) -> None:
    def older(event: dict[str, Any]) -> None:
        for row in [event.get("row", {}), *event.get("entrants", [])]:
            for name in ("table", "paid", "house", "partner"):
                if isinstance(row, dict) and not row.get(name, True):
                    del row[name]

    old = rewritten(older)
    assert old != WHOLE
    report = check(tmp_path, old)
    assert isinstance(report, Report), report
    assert report.records == len(WHOLE) - 2


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [("registered", "entrant", None), ("registered", "more", 1), ("played", "seat", 9), ("checked_in", "entrants", [])],
)
def test_a_field_that_means_something_is_missed(tmp_path: Path, kind: str, field: str, value: Any) -> None:
    def forged(event: dict[str, Any]) -> None:
        if event["kind"] == kind:
            event.pop(field, None)
            if value is not None:
                event[field] = value

    assert isinstance(check(tmp_path, rewritten(forged)), Fault)


def test_a_move_that_was_not_made_is_found_where_the_game_no_longer_fits(tmp_path: Path) -> None:
    def other_time(decision: Decision) -> Decision:
        return replace(decision, seq=decision.seq + 1)

    at = find(Play)
    assert "does not link" in str(named(check(tmp_path, forge(CUP, "cup.1.1", at, other_time)), at + 2))


@pytest.fixture
def cheated(monkeypatch: pytest.MonkeyPatch) -> Club:
    """A tournament whose dealer exchanges the first two tiles of every deal."""
    from services.dealing.app import TableDealing

    honest = TableDealing._give

    def give(self, *args):
        body = honest(self, *args)
        return GiveDeal(deal=body.deal, attempt=body.attempt, order=(*body.order[1::-1], *body.order[2:]))

    monkeypatch.setattr(TableDealing, "_give", give)
    return tournament(players=3, rounds=1, max_deals=1)


def test_a_dealer_who_deals_as_he_likes_is_found(tmp_path: Path, cheated: Club) -> None:
    fault = check(tmp_path, lines(cheated, export.TABLE, "cup.1.1"))
    assert isinstance(fault, Fault)
    assert "was not dealt from the table's key" in str(fault)
    assert fault.seq == 5
    assert isinstance(check(tmp_path, lines(cheated, export.TOURNAMENT, "cup")), Fault)


def test_a_table_key_from_elsewhere_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = keys.table_key
    monkeypatch.setattr(keys, "table_key", lambda key, table: honest(b"another" + key, table))
    here = tournament(players=3, rounds=1, max_deals=1)
    monkeypatch.undo()
    assert isinstance(check(tmp_path, lines(here, export.TABLE, "cup.1.1")), Report), "by itself the table is sound"
    assert "does not come from the tournament's" in str(check(tmp_path, lines(here, export.TOURNAMENT, "cup")))


def test_a_result_that_is_not_the_table_s_own_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cheated(**told):
        result = told["result"]
        return RecordResult(**told | {"result": replace(result, totals=tuple(t + 1 for t in result.totals))})

    monkeypatch.setattr(relays, "RecordResult", cheated)
    here = tournament(players=3, rounds=1, max_deals=1)
    fault = check(tmp_path, lines(here, export.TOURNAMENT, "cup"))
    assert "another than the table's own" in str(fault)


def test_a_table_left_out_is_missed(tmp_path: Path) -> None:
    own = CUP.records(topics.TOURNAMENT_EVENTS, "cup")
    header = Header(kind=export.TOURNAMENT, id="cup", partitions=CUP.partitions, tables=("cup.1.1",))
    records = [(topics.TOURNAMENT_EVENTS, e) for e in own]
    records += [(topics.TABLE_EVENTS, e) for e in CUP.records(topics.TABLE_EVENTS, "cup.1.1")]
    assert "its records are missing" in str(check(tmp_path, list(export.lines(header, records, KEY))))


def test_another_club_s_signature_is_seen(tmp_path: Path) -> None:
    other = Ed25519PrivateKey.from_private_bytes(b"x" * 32).public_key().public_bytes_raw().hex()
    assert "another key" in str(named(check(tmp_path, ONE, public_key=other), len(ONE)))


def test_newer_and_foreign_files_are_told_as_such(tmp_path: Path) -> None:
    assert "no export" in str(check(tmp_path, [b"hello\n"]))
    header = msgspec.json.decode(ONE[0], type=Header)

    def first(**fields: object) -> list[bytes]:
        new = replace(header, **fields)
        return [write(replace(new, hash=export.header_hash(new))) + b"\n", *ONE[1:]]

    assert "reads version 1" in str(check(tmp_path, first(version=2)))
    assert "no export of Capicua" in str(check(tmp_path, first(format="x")))
    assert isinstance(check(tmp_path, first(partitions=0)), Fault)
    assert isinstance(check(tmp_path, first(kind="diary")), Fault)


def test_a_line_holds_the_record_s_bytes_as_the_log_has_them() -> None:
    for raw, entry in zip(ONE[1:-1], CUP.records(topics.TABLE_EVENTS, "cup.1.1"), strict=True):
        assert bytes(msgspec.json.decode(raw, type=Line).record) == entry.value


# --- from a log


def names(folder: Path) -> list[str]:
    return [p.name for p in folder.iterdir()]


class ListLog:
    """As much of a log as an export reads: the events of a club, two records at a time, one of them doubled."""

    def __init__(self, here: Club) -> None:
        self.partitions = here.partitions
        self._events = {}
        for place, entries in here.events.items():
            doubled = [*entries[:3], *entries[1:]]
            self._events[place] = [e._replace(offset=i) for i, e in enumerate(doubled)]

    async def begin(self, topic: Topic, partition: int) -> int:
        return 0

    async def end(self, topic: Topic, partition: int) -> int:
        return len(self._events.get((topic.name, partition), []))

    async def read(self, topic: Topic, partition: int, start: int, limit: int = 2) -> list[Entry]:
        return self._events.get((topic.name, partition), [])[start : start + limit]


@pytest.mark.anyio
async def test_a_log_is_read_through_the_filter_and_written_whole(tmp_path: Path) -> None:
    log = ListLog(CUP)
    path = tmp_path / "cup.jsonl"
    assert await export.export_tournament(log, "cup", path, KEY) == len(WHOLE) - 2
    report = verify(path)
    assert report.tables == 4
    assert names(tmp_path) == ["cup.jsonl"]
    assert await export.export_table(log, "cup.2.1", path, KEY) == verify(path).records
    assert await export.keys_of(log, topics.TABLE_EVENTS) == ("cup.1.1", "cup.1.2", "cup.2.1", "cup.2.2")


@pytest.mark.anyio
async def test_what_is_not_in_the_log_is_said_with_what_is(tmp_path: Path) -> None:
    log = ListLog(CUP)
    with pytest.raises(export.ExportError, match=r"no table 'cup.9.9' in this log. There are: cup.1.1"):
        await export.export_table(log, "cup.9.9", tmp_path / "x", KEY)
    with pytest.raises(export.ExportError, match=r"no tournament 'pokal' in this log. There are: cup"):
        await export.export_tournament(log, "pokal", tmp_path / "x", KEY)
    assert names(tmp_path) == []


def test_the_simulated_log_passes_the_reader_s_filter() -> None:
    for entries in CUP.events.values():
        sieve = Filter()
        assert len(sieve.sift(entries)) == len(entries)
