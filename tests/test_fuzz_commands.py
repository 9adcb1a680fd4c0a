"""Does garbage get a refusal, whatever it is, and never an exception?"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import codec
from contracts.envelope import Command, write
from contracts.games.entry import Entry
from contracts.games.game import GAMES, Refusal
from contracts.messages import Board
from contracts.roles import ROLES
from contracts.table import COMMANDS, ImportRecord, LayOut, SeatPlan
from contracts.table_state import Phase, evolve
from services.move_validation import decider
from tests import golden_rewrite
from tests.garbage import fuzz
from tests.table_spec import KEY, LIMITED, Spec, match

# Where a command may find a table: every phase, and a table that has been given up by a player.
NOWHERE = None
WAITING = Spec().open(limits=LIMITED).sit(0).state
WANTING = Spec().open(limits=LIMITED).sit().state
PLAYING = Spec().open("longana/1", 3, options={"false_claim_penalty": "lose_deal"}).sit().deal().state
DRAWING = Spec().open(limits=LIMITED).sit().play_on(random.Random(8), until=Phase.PLAYING, moves=9).state
ENDED = match(1).state
SCORED = tuple(
    Spec().open(rules, 4, board=Board.SCORES).state
    for rules in ("draw_dominoes/1", "longana/1", "mexican_train/1", "lora/1")
)
LIBYAN = Spec().open("lora/1", 4, board=Board.SCORES, options={"version": "libyan"}).state
CHOSEN = Spec().open("lora/1", 3, board=Board.SCORES, options={"contract_order": "chosen"}).state
ENTERED = Spec().open("longana/1", 3, board=Board.MOVES, options={"claim_mode": "declared"})
LAID = ENTERED.when("scorer", LayOut(deal=1)).play("leads A").play("lead 9-9").state
STATES = (NOWHERE, WAITING, WANTING, PLAYING, DRAWING, ENDED, *SCORED, LIBYAN, CHOSEN, LAID)

ACTORS = st.sampled_from(
    [*ROLES, "player:e0", "player:e1", "bot:e0", "", ":", "player:", "nobody", "player:e0:e1", "director:x"]
)
NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 5, 2**31, -(2**63), 2**64, 10**30])
TEXTS = st.one_of(
    st.sampled_from(
        ["", "draw", "skip", "pass", "6-6", "6-6L", "lead 9-9", "9-9@A", "@", "-", "L", "6-6R ", KEY.hex()]
    ),
    st.text(max_size=12),
    st.just("0" * 32),
    st.just("\0" * 9),
    st.just("9-9@" * 500),
)
TILES = st.lists(st.sampled_from(["6-6", "0-0", "9-9", "", "x"]), max_size=30)
LEAVES = st.one_of(NUMBERS, TEXTS, TILES, st.none(), st.booleans(), st.floats(allow_nan=False, allow_infinity=False))
COLUMNS = st.lists(st.sampled_from([-8, -1, 0, 1, 2, 4, 8, 57, 10**5, 2**63]), max_size=5)
ENTRIES = st.fixed_dictionaries(
    {"end": st.sampled_from(["out", "closed", "blocked", "penalty", "played", "abandoned"])},
    optional={
        "seat": NUMBERS,
        "starter": NUMBERS,
        "contract": st.sampled_from(["", "queens", "layout", "two_players", "x" * 900]),
        "offence": st.sampled_from(["", "LP-1", "LP-8", "LP-13", "BG-20", "x" * 900]),
        "doubled": st.booleans(),
        **dict.fromkeys(("points", "penalties", "pips", "counts", "passes"), COLUMNS),
    },
)
ANYTHING = st.recursive(LEAVES, lambda inner: st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=4)


@st.composite
def bodies(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A command's kind, and a body whose fields are mostly of the right name and of any content."""
    kind = draw(st.sampled_from(COMMANDS))
    fields = {}
    for f in msgspec.structs.fields(kind):
        right = {int: NUMBERS, str: TEXTS, "int": NUMBERS, "str": TEXTS, Entry: ENTRIES}.get(f.type, ANYTHING)
        fields[f.name] = draw(st.one_of(right, ANYTHING) if draw(st.booleans()) else right)
    if draw(st.integers(0, 9)) == 0:
        fields[draw(st.text(max_size=5))] = draw(LEAVES)
    return kind.KIND, fields


@given(state=st.sampled_from(STATES), actor=ACTORS, wish=bodies(), at=st.sampled_from([0, 1, 2**53, 1_700_000_100_000]))
def test_whatever_is_sent_is_answered(state: Any, actor: str, wish: tuple[str, dict[str, Any]], at: int) -> None:
    kind, fields = wish
    command = Command(id="x", key="t1", actor=actor, kind=kind, v=1, body=msgspec.Raw(write(fields)))
    body = codec.TABLE.body(command)
    if isinstance(body, Refusal):
        assert body.code == "command/body"
        return
    answer = decider.decide(state, command, body, at)
    if isinstance(answer, Refusal):
        assert len(write(answer)) < 5_000
        return
    for event in answer:
        read = codec.TABLE.event(write(event))
        assert read == event
        state = evolve(state, read, at)


@given(st.binary(max_size=80))
def test_bytes_that_are_no_body_are_refused(raw: bytes) -> None:
    for kind in COMMANDS:
        command = Command(id="x", key="t1", actor="director", kind=kind.KIND, v=1, body=msgspec.Raw(raw or b"{"))
        body = codec.TABLE.body(command)
        if isinstance(body, Refusal):
            assert body.code == "command/body"


def test_unknown_kinds_and_versions_are_named() -> None:
    for kind, v, code in (
        ("dance", 1, "command/unknown-kind"),
        ("sit", 2, "command/version"),
        ("sit", 0, "command/version"),
    ):
        command = Command(id="x", key="t1", actor="director", kind=kind, v=v, body=msgspec.Raw(b"{}"))
        found = codec.TABLE.body(command)
        assert isinstance(found, Refusal)
        assert found.code == code


@pytest.mark.slow
def test_a_run_of_garbage_over_tables_of_all_games_and_tournaments_is_answered() -> None:
    count = fuzz(10_000, seed=7)  # `make bench` sends a million
    assert count.sent == count.accepted.total() + count.codes.total() >= 10_000
    assert len(count.codes) > 60
    assert {name.partition(" ")[0] for name in count.games} == {*GAMES, "tournament"}


def test_an_exception_is_told_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(decider, "decide", broken)
    with pytest.raises(AssertionError, match=r"KeyError: .lost") as told:
        fuzz(100, seed=7)
    assert told.value.__notes__[0].startswith("seed 7, run ")


def test_what_a_refusal_repeats_is_cut() -> None:
    for kind, fields in (("x" * 100_000, {}), ("sit", {"x" * 100_000: 1}), ("play", {"seat": "x" * 100_000})):
        found = codec.TABLE.body(
            Command(id="x", key="t1", actor="director", kind=kind, v=1, body=msgspec.Raw(write(fields)))
        )
        assert isinstance(found, Refusal)
        assert len(write(found)) < 1_000


def test_the_next_deal_of_an_imported_lora_is_its_records_to_tell() -> None:
    """Lora has no mode in which hands stay unknown."""
    logs = (golden_rewrite.GOLDEN / "lora").glob("*.log")
    seats = tuple(SeatPlan(entrant="", name=f"Name {seat}") for seat in range(4))
    for log in sorted(logs):
        here = Spec().when("director", ImportRecord(text=log.read_text(encoding="utf-8"), seats=seats))
        if here.state is not None and here.table.phase is Phase.WANTING:
            here.when("director", LayOut(deal=here.table.deal, attempt=here.table.attempt))
            here.refused("table/board", case="record")
            break
    else:
        pytest.fail("no golden log of Lora stops between two deals")
