"""Is a table the fold of its events, whoever folds it, and does its view show no more than it may?"""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from contracts.envelope import write
from contracts.games.game import Outcome, Reason
from contracts.messages import Event
from contracts.table import (
    ArbiterCalled,
    ClaimRefused,
    DealEnded,
    Dealt,
    Played,
    RevealTableKey,
    SatDown,
    TableOpened,
)
from contracts.table_state import FoldError, Phase, Table, advance, deadline, evolve, seat_of, view, whose_turn
from tests.table_spec import HAND, KEY, LIMITED, Spec, match, order_with

RULES = ("draw_dominoes/1", "longana/1")


def fold(events: list[tuple[int, Event]]) -> Table | None:
    state = None
    for at, event in events:
        state = evolve(state, event, at)
    return state


@given(seed=st.integers(0, 10**6), rules=st.sampled_from(RULES), seats=st.integers(2, 4))
def test_the_fold_of_the_events_is_the_table_that_was_played(seed: int, rules: str, seats: int) -> None:
    spec = match(seed, rules, seats, max_deals=2)
    again = fold(spec.events)
    assert again == spec.state
    assert again.result.deals == len(again.finished)
    assert again.match.totals == again.finished[-1].totals


def test_phases_follow_each_other() -> None:
    spec = Spec().open()
    seen = [spec.table.phase]
    spec.sit()
    seen.append(spec.table.phase)
    spec.deal()
    seen.append(spec.table.phase)
    spec.play_on(random.Random(1))
    seen.append(spec.table.phase)
    spec.when("dealing", RevealTableKey(key=KEY.hex()))
    seen.append(spec.table.phase)
    assert seen == [Phase.WAITING, Phase.WANTING, Phase.PLAYING, Phase.ENDED, Phase.REVEALED]


def test_between_deal_ended_and_what_follows_the_table_is_between() -> None:
    spec = match(1)
    at = next(i for i, (_, e) in enumerate(spec.events) if isinstance(e, DealEnded))
    table = fold(spec.events[: at + 1])
    assert table.phase is Phase.BETWEEN
    assert whose_turn(table) is None
    assert deadline(table) is None


def test_seats_are_found_by_entrant() -> None:
    table = Spec().open(seats=3).table
    assert [seat_of(table, e) for e in ("e0", "e2", "e9", "")] == [0, 2, None, None]


def test_the_last_deal_lies_open_until_the_next_is_dealt() -> None:
    spec = Spec().open(options={"target_points": 1000}).sit().play_on(random.Random(3), until=Phase.WANTING)
    seen = view(spec.table, None)
    assert None not in seen.board.hands
    spec.deal(rng=random.Random(5))
    assert set(view(spec.table, None).board.hands) == {None}


def test_a_deal_that_was_stopped_stays_closed() -> None:
    from contracts.table import AbandonTable

    spec = Spec().open().sit().deal().when("director", AbandonTable(reason="rain"))
    assert set(view(spec.table, None).board.hands) == {None}
    assert view(spec.table, 0).moves == ()


def test_moves_are_shown_to_the_seat_on_turn_alone() -> None:
    spec = Spec().open(seats=3, limits=LIMITED).sit().deal()
    on_turn = whose_turn(spec.table)
    for seat in (None, 0, 1, 2):
        seen = view(spec.table, seat)
        assert seen.turn == on_turn
        assert bool(seen.moves) == (seat == on_turn)
        assert seen.deadline == spec.at + 30_000


@given(seed=st.integers(0, 10**6), rules=st.sampled_from(RULES))
def test_the_order_of_what_nobody_holds_changes_no_view(seed: int, rules: str) -> None:
    """The same hands over another stock: whoever looks, the view of the table is the same, byte for byte."""
    rng = random.Random(seed)
    spec = Spec().open(rules, 3).sit().deal(rng=rng)
    assume(spec.table.phase is Phase.PLAYING)  # and not void (L-10)
    dealt = 3 * HAND[spec.table.game.NAME]
    stock = list(spec.table.order[dealt:])
    rng.shuffle(stock)
    other = Spec().open(rules, 3).sit().deal((*spec.table.order[:dealt], *stock))
    for seat in (None, 0, 1, 2):
        assert write(view(other.table, seat)) == write(view(spec.table, seat))


def test_a_view_has_nothing_of_order_nonces_or_key_before_the_end() -> None:
    spec = Spec().open(seats=3).sit().deal(order_with("draw_dominoes/1", ["6-6", "5-5", "4-4"]))
    text = write(view(spec.table, None)).decode()
    assert KEY.hex() not in text
    assert spec.table.nonces[1] not in text
    for tile in spec.table.order:
        if tile == str(spec.table.state.opening):
            continue  # announced to all (DD-10)
        assert f'"{tile}"' not in text, "no tile is on the table yet"


def test_an_opened_key_is_shown() -> None:
    spec = match(2)
    assert view(spec.table, None).key == ""
    spec.when("dealing", RevealTableKey(key=KEY.hex()))
    assert view(spec.table, None).key == KEY.hex()


def test_the_memo_gives_what_the_game_gives() -> None:
    spec = Spec().open().sit().deal()
    game, state = spec.table.game, spec.table.state
    for move in (spec.moves()[0], spec.moves()[-1], spec.moves()[0]):
        assert advance(game, state, move) == game.play(state, game.parse_move(move))
    other = Spec().open().sit().deal(rng=random.Random(9))
    move = other.moves()[0]
    assert advance(game, other.table.state, move) == game.play(other.table.state, game.parse_move(move))


# --- what cannot follow


@pytest.mark.parametrize("event", [SatDown(seat=0, nonce="00"), Played(seat=0, move="draw", ply=0)])
def test_nothing_comes_before_the_opening(event: Event) -> None:
    with pytest.raises(FoldError, match="before the table was opened"):
        evolve(None, event, 1)


def test_what_cannot_follow_is_said_loudly() -> None:
    spec = match(1)
    opened = spec.events[0][1]
    assert isinstance(opened, TableOpened)
    with pytest.raises(FoldError, match="second time"):
        evolve(spec.state, opened, 1)
    with pytest.raises(FoldError, match="cannot be opened here"):
        evolve(None, msgspec.structs.replace(opened, rules="whist/1"), 1)
    with pytest.raises(FoldError, match="no event of a table"):
        evolve(spec.state, Event(), 1)
    at = next(i for i, (_, e) in enumerate(spec.events) if isinstance(e, DealEnded))
    before = fold(spec.events[:at])
    wrong = DealEnded(deal=1, outcome=Outcome(Reason.OUT, (0,) * 3, (0,) * 3, (0,) * 3), totals=(1, 2, 3))
    with pytest.raises(FoldError, match="the moves give"):
        evolve(before, wrong, 1)


def test_a_void_deal_cannot_be_recorded_as_dealt() -> None:
    no_double = ["9-8 9-7 9-6 9-5 9-4 9-3 9-2 9-1", "8-7 8-6 8-5 8-4 8-3 8-2 8-1 8-0"]
    spec = Spec().open("longana/1").sit()
    with pytest.raises(FoldError, match="L-10"):
        evolve(spec.state, Dealt(deal=1, attempt=0, order=order_with("longana/1", no_double)), 1)


def test_a_claim_without_consequence_cannot_be_booked() -> None:
    spec = Spec().open("longana/1", options={"false_claim_penalty": "none"}).sit().deal()
    from contracts.games.game import Refusal

    claim = ClaimRefused(seat=whose_turn(spec.table), move="pass", ply=0, refusal=Refusal("FALSE_CLAIM"))
    with pytest.raises(FoldError, match="no consequence"):
        evolve(spec.state, claim, 1)


def test_the_latest_time_seen_only_grows() -> None:
    spec = Spec().open()
    later = evolve(spec.state, ArbiterCalled(seat=0), spec.at + 5_000)
    earlier = evolve(later, SatDown(seat=0, nonce="00"), spec.at - 5_000)
    assert earlier.at == later.at == spec.at + 5_000
