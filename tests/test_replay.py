"""Can a game be seen again at any move, by whoever may see it, from a log or a file, and as far as it is sound?"""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from contracts import topics
from contracts.envelope import read_decision, write
from contracts.games.game import GAMES
from contracts.table import ClaimRefused, Dealt, MatchEnded, Played
from contracts.table_state import evolve
from services import replay as replaying
from services.replay import Replay, ReplayError, Step, as_json, board, replay, seen, told
from services.runtime.log import New
from services.runtime.sqlite import SqliteLog
from tests.simulate import club, tournament
from tests.table_spec import Spec
from tests.test_export import CUP, ONE, WHOLE

LONGANA = tournament(game="longana/1", players=3, rounds=1, max_deals=3)


def of(here=CUP, table: str = "cup.1.1") -> Replay:
    return replay(table, [e.value for e in here.records(topics.TABLE_EVENTS, table)])


def file(tmp_path: Path, parts: list[bytes]) -> str:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(parts))
    return str(path)


def printed(source: str, **how) -> str:
    out = Console(file=io.StringIO(), width=200, soft_wrap=True)
    replaying.show(source, out=out, **how)
    return out.file.getvalue()


@pytest.mark.parametrize("here", [CUP, LONGANA], ids=["draw_dominoes", "longana"])
def test_every_step_is_the_fold_of_what_came_before(here) -> None:
    found = of(here)
    state = None
    for step, (at, event) in zip(found.steps, here.facts(topics.TABLE_EVENTS, "cup.1.1"), strict=True):
        state = evolve(state, event, at)
        assert (step.event, step.table) == (event, state)
    assert found.fault == ""


def test_any_move_can_be_had_by_its_number() -> None:
    found = of()
    assert found.at(0).table.deal == 0
    last = len(found.moves) - 1
    for number in range(1, last + 1):
        step = found.at(number)
        assert isinstance(step.event, Played)
        assert step.number == number
    for number in (-1, last + 1):
        with pytest.raises(ReplayError, match=f"has {last} moves"):
            found.at(number)


def test_a_state_line_of_the_game_is_the_same_when_the_moves_are_played_by_hand() -> None:
    found = of(LONGANA)
    game = GAMES["longana/1"]
    dealt = next(s for s in found.steps if isinstance(s.event, Dealt))
    state = dealt.table.state
    for number in range(1, 12):
        state = game.play(state, game.parse_move(found.at(number).event.move))
        assert game.write_state(found.at(number).table.state) == game.write_state(state)


# --- who sees what


@pytest.mark.parametrize("here", [CUP, LONGANA], ids=["draw_dominoes", "longana"])
def test_the_public_sees_no_hand_a_seat_its_own_and_the_arbiter_all(here) -> None:
    step = of(here).at(3)
    held = [[str(t) for t in hand] for hand in step.table.state.hands]
    public = "\n".join(map(str, board(seen(step, None))))
    own = "\n".join(map(str, board(seen(step, 1))))
    everything = "\n".join(map(str, board(seen(step, None, open_hands=True))))
    for seat, hand in enumerate(held):
        assert " ".join(hand) not in public
        assert (" ".join(hand) in own) == (seat == 1)
        assert " ".join(hand) in everything


def test_json_tells_no_order_dealt_unless_all_is_open() -> None:
    dealt = next(s for s in of().steps if isinstance(s.event, Dealt))
    closed = msgspec.json.decode(as_json(dealt, None))
    opened = msgspec.json.decode(as_json(dealt, None, open_hands=True))
    assert "order" not in closed["event"]
    assert closed["table"]["board"]["hands"] == [None, None, None]
    assert len(opened["event"]["order"]) == 28
    assert all(opened["table"]["board"]["hands"])


def test_a_refused_claim_is_shown_to_its_maker_and_the_arbiter() -> None:
    spec = Spec().open("longana/1", 2).sit()
    while not any(isinstance(e, ClaimRefused) for _, e in spec.events):
        if spec.table.phase.value == "wanting":
            spec.deal()
        spec.play("pass" if spec.table.ply else spec.moves()[0])
        if not any(isinstance(e, ClaimRefused) for _, e in spec.events) and spec.table.ply:
            spec.play(spec.moves()[0])
    at, claim = next((at, e) for at, e in spec.events if isinstance(e, ClaimRefused))
    step = Step(1, at, claim, spec.table)
    assert replaying._shown(step, claim.seat, open_hands=False)
    assert replaying._shown(step, None, open_hands=True)
    assert not replaying._shown(step, None, open_hands=False)
    assert not replaying._shown(step, 1 - claim.seat, open_hands=False)
    assert "refused" in "".join(map(str, told(step)))


# --- from files and logs


def test_a_table_s_file_needs_no_name_and_a_tournament_s_does(tmp_path: Path) -> None:
    assert replaying.load(file(tmp_path, ONE)) == of()
    whole = file(tmp_path, WHOLE)
    assert replaying.load(whole, "cup.2.2") == of(CUP, "cup.2.2")
    with pytest.raises(ReplayError, match=r"has 4 tables: say --table. There are: cup.1.1, cup.1.2"):
        replaying.load(whole)
    with pytest.raises(ReplayError, match=r"no table 'cup.7.7'"):
        replaying.load(whole, "cup.7.7")


def test_what_is_no_export_is_said(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="no export of Capicua"):
        replaying.load(file(tmp_path, [b"hello\n"]))
    with pytest.raises(ReplayError, match="line 3 of"):
        replaying.load(file(tmp_path, [ONE[0], ONE[1], b"hello\n"]))
    with pytest.raises(FileNotFoundError):
        replaying.load(str(tmp_path / "none"))


def test_a_table_is_replayed_from_an_embedded_log(tmp_path: Path) -> None:
    here = tournament(players=3, rounds=1, max_deals=1, here=club(partitions=topics.PARTITIONS))

    async def fill() -> None:
        log = SqliteLog(tmp_path / "club.db")
        await log.open()
        for (name, p), entries in here.events.items():
            await log.append(topics.BY_NAME[name], p, [New(e.key, e.value, e.header) for e in entries])
        await log.close()

    asyncio.run(fill())
    source = f"sqlite:{tmp_path / 'club.db'}"
    assert replaying.load(source) == replaying.load(source, "cup.1.1") == of(here)
    with pytest.raises(ReplayError, match=r"no table 'cup.9.9'. There are: cup.1.1"):
        replaying.load(source, "cup.9.9")


# --- shown


def test_a_game_is_told_move_by_move_to_its_result(tmp_path: Path) -> None:
    text = printed(file(tmp_path, ONE))
    found = of()
    for number in range(1, len(found.moves)):
        assert found.at(number).event.move in text
    assert "The match is over (deals) after 1 deals." in text
    assert "Line      [" in text
    assert any(isinstance(s.event, MatchEnded) for s in found.steps)


def test_it_stops_where_it_is_told_to(tmp_path: Path) -> None:
    source = file(tmp_path, ONE)
    text = printed(source, to=2)
    assert "    2  " in text
    assert "    3  " not in text
    with pytest.raises(ReplayError, match="there is no move 9999"):
        printed(source, to=9999)
    with pytest.raises(ReplayError, match="there is no seat 3"):
        printed(source, seat=3)


def test_machines_get_one_object_for_each_step(tmp_path: Path) -> None:
    lines = printed(file(tmp_path, ONE), as_json=True).splitlines()
    objects = [msgspec.json.decode(line) for line in lines]
    assert [o["event"]["kind"] for o in objects][:1] == ["table_opened"]
    assert objects[-1]["event"]["kind"] == "table_key_revealed"
    assert len(objects) == len(of().steps)


# --- damaged


def test_a_damaged_record_ends_the_replay_with_its_good_part(tmp_path: Path) -> None:
    records = [e.value for e in CUP.records(topics.TABLE_EVENTS, "cup.1.1")]
    whole = of()
    decisions = [read_decision(r) for r in records]
    at = next(i for i, d in enumerate(decisions) if d.events and b'"ply":4' in bytes(d.events[0]))
    decision = decisions[at]
    event = bytes(decision.events[0]).replace(b'"move":"', b'"move":"9')
    records[at] = write(replace(decision, events=(msgspec.Raw(event),)))
    broken = replay("cup.1.1", records)
    assert broken.steps == whole.steps[: len(broken.steps)]
    assert len(broken.moves) - 1 == 4
    assert "cannot be replayed" in broken.fault
    assert replay("t", [b"garbage"]).fault
    assert replay("t", []) == Replay("t", (), ())
