"""Mexican Train at a table: lots from their own shuffle, moves that the server enters, whole turns for the absent."""

from __future__ import annotations

import random

import pytest

from contracts.games import match as matches
from contracts.games import mexican_train
from contracts.games.shuffle import lots, shuffle
from contracts.table import DealEnded, Dealt, DealWanted, GiveDeal, MatchEnded, Played, TimeUp
from contracts.table_state import Phase, whose_turn
from services.dealing.app import lots_for, order_for
from tests.mexican_train_positions import filled
from tests.table_spec import KEY, LIMITED, Spec, match

RULES = "mexican_train/1"
TILES = mexican_train.dealt(mexican_train.Options(players=2), 1)


def dealt(*hands: str, stock: str = "", starter: int = 0, **fields: object) -> Spec:
    """A table whose hands begin with these tiles, and where the lots let this seat start."""
    spec = Spec().open(RULES, len(hands), **fields).sit()
    order = filled(len(hands), *hands, stock=stock)
    high = "9-8" if len(hands) < 4 else "12-11"
    low = [tile for tile in order if tile != high]
    drawn = (*low[:starter], high, *low[starter:])
    return spec.when("dealing", GiveDeal(deal=1, attempt=0, order=order, lots=drawn)).then(Dealt)


@pytest.mark.parametrize("lots_given", [(), TILES[1:], (*TILES[1:], TILES[1]), (*TILES, "9-9")])
def test_a_deal_without_all_its_lots_is_refused(lots_given):
    spec = Spec().open(RULES, 2).sit()
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=TILES, lots=lots_given)).refused("deal/order")
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=TILES, lots=TILES)).then(Dealt)


def test_other_games_take_no_lots():
    spec = Spec().open("longana/1", 2).sit()
    order = tuple(spec.table.game.pieces(spec.table.options))
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=order, lots=order)).refused("deal/order")


def test_the_engine_is_never_dealt_and_lots_have_a_shuffle_of_their_own():
    spec = Spec().open(RULES, 3).sit()
    wanted = spec.answer[-1]
    assert isinstance(wanted, DealWanted)
    order, drawn = (make(KEY, spec.table.opened, wanted) for make in (order_for, lots_for))
    pieces = mexican_train.dealt(spec.table.options, 1)
    nonces = [bytes.fromhex(nonce) for nonce in wanted.nonces]
    assert (order, drawn) == (shuffle(pieces, KEY, 1, nonces), lots(pieces, KEY, 1, nonces))
    assert "9-9" not in order
    spec.when("dealing", GiveDeal(deal=1, attempt=0, order=order, lots=drawn)).then(Dealt)
    assert lots_for(KEY, Spec().open("longana/1", 2).table.opened, wanted) == ()


def moves_of(spec: Spec) -> list[tuple[int, str, str]]:
    return [(event.seat, event.move, event.cause) for event in spec.answer if isinstance(event, Played)]


def test_the_server_keeps_a_tile_that_has_no_place_as_if_the_player_had():
    spec = dealt("8-7 8-6 8-5 8-4 8-3 8-2 8-1 8-0", "9-1", stock="7-0")
    spec.play("draw").then(Played, Played)
    assert moves_of(spec) == [(0, "draw", "player"), (0, "keep", "player")]
    assert (whose_turn(spec.table), spec.table.ply) == (1, 2)


def test_the_server_ends_a_chain_to_which_nothing_fits():
    spec = dealt("9-4 8-7 8-6 8-5 8-3 8-2 8-1 8-0", "9-1")
    spec.play("9-4@A").then(Played, Played)
    assert moves_of(spec) == [(0, "9-4@A", "player"), (0, "end", "player")]


def test_a_tile_that_fits_is_the_players_to_play_or_keep():
    spec = dealt("8-7 8-6 8-5 8-4 8-3 8-2 8-1 8-0", "9-1", stock="9-0")
    spec.play("draw").then(Played)
    assert spec.moves() == ("9-0@A", "keep")
    spec.play("keep").then(Played)


def test_an_absent_players_turn_is_completed_and_not_the_next_ones():
    spec = dealt("9-4 4-3 8-6 8-5 8-3 8-2 8-1 8-0", "9-1 1-0", limits=LIMITED)
    spec.when("timer", TimeUp(deal=1, ply=0), later_ms=31_000)
    assert moves_of(spec) == [(0, "9-4@A", "timeout"), (0, "end", "timeout")]
    assert whose_turn(spec.table) == 1
    spec = dealt("8-7 8-6 8-5 8-4 8-3 8-2 8-1 8-0", "9-1", stock="9-0", limits=LIMITED)
    spec.when("timer", TimeUp(deal=1, ply=0), later_ms=31_000)
    assert moves_of(spec) == [(0, "draw", "timeout"), (0, "9-0@A", "timeout")]


@pytest.mark.parametrize("seats", [2, 5])
def test_a_match_is_played_to_its_last_round(seats):
    spec = match(7, RULES, seats, options={"match_length": "single_round", "false_claim_penalty": "points"})
    assert spec.table.phase is Phase.ENDED
    ended = [type(event) for _, event in spec.events][-2:]
    assert ended == [DealEnded, MatchEnded]
    result = spec.events[-1][1].result
    assert (result.deals, result.reason) == (1, "deals")
    assert result.places == matches.places(mexican_train, spec.table.options, result.totals, won=result.won)


def test_rounds_count_down_at_the_table():
    spec = Spec().open(RULES, 2, max_deals=3).sit().play_on(random.Random(2))
    orders = [event.order for _, event in spec.events if isinstance(event, Dealt)]
    missing = [set(mexican_train.pieces(spec.table.options)) - set(order) for order in orders]
    assert missing == [{"9-9"}, {"8-8"}, {"7-7"}]
