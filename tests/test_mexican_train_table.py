"""Mexican Train at a table: lots from their own shuffle, moves that the server enters, whole turns for the absent."""

from __future__ import annotations

import random

import pytest

from contracts.games import match as matches
from contracts.games import mexican_train
from contracts.games.game import Refusal
from contracts.games.notation import read
from contracts.games.shuffle import lots, shuffle
from contracts.messages import Board
from contracts.table import (
    ChargeOffence,
    DealEnded,
    Dealt,
    DealWanted,
    GiveDeal,
    LayOut,
    MatchEnded,
    OffenceCharged,
    Play,
    Played,
    TimeUp,
)
from contracts.table_state import Phase, whose_turn
from services.dealing.app import lots_for, order_for
from tests.mexican_train_positions import filled
from tests.needs import ROOT
from tests.table_spec import KEY, LIMITED, Spec, match

RULES = "mexican_train/1"
TILES = mexican_train.dealt(mexican_train.Options(players=2), 1)
GOLDEN = ROOT / "tests" / "golden" / "mexican_train"


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


# --- over the board, with hands that nobody but the players knows (BG-17 to BG-19)


def laid_out(seats: int = 2, **options: object) -> Spec:
    """A table with real tiles, whose lots let the first seat start."""
    spec = Spec().open(RULES, seats, board=Board.MOVES, options={"claim_mode": "declared"} | options)
    return spec.when("scorer", LayOut(deal=1, starter=0)).then(Dealt)


def put(spec: Spec, *moves: str) -> Spec:
    """Enter moves, each of the seat on turn."""
    for move in " ".join(moves).replace("show ", "show_").split():
        spec.when(
            "scorer", Play(seat=whose_turn(spec.table) or 0, move=move.replace("_", " "), deal=1, ply=spec.table.ply)
        )
        assert not isinstance(spec.answer, Refusal), spec.answer
    return spec


def test_bg_17_a_whole_round_entered_unseen_ends_as_it_did_with_hands_known():
    log = read((GOLDEN / "MV-12-complete.log").read_text(encoding="utf-8"))
    spec = laid_out()
    put(spec, *(str(step.move) for step in log.steps))
    assert (spec.table.phase, spec.moves()[0]) == (Phase.PLAYING, "show 0-0")
    put(spec, "show 5-0", "show 0-0")
    assert [type(event) for event in spec.answer] == [Played, DealEnded, DealWanted]
    ended = spec.table.finished[0].outcome
    assert (ended.points, ended.winners, ended.rule) == ((5, 0), (1,), "MT-36")
    assert all(text.split(":")[2] in {"true", "unknown"} for text in ended.facts["claims"])


def test_bg_17_the_server_enters_no_keep_and_no_end():
    spec = put(laid_out(), "draw")
    assert spec.moves()[-1] == "keep"
    put(spec, "keep")
    assert whose_turn(spec.table) == 1
    put(spec, "9-4@B")
    assert (whose_turn(spec.table), spec.moves()[-1]) == (1, "end")
    assert moves_of(spec) == [(1, "9-4@B", "player")]


def test_bg_18_an_arbiter_annuls_a_false_draw_and_the_claimant_must_play():
    spec = put(laid_out(false_claim_penalty="points"), "draw", "keep")
    spec.when("director", ChargeOffence(seat=1, offence="BG-18", deal=1)).refused("NO_CLAIM")
    spec.when("director", ChargeOffence(seat=0, offence="LP-1", deal=1)).refused("OFFENCE_UNKNOWN")
    spec.when("director", ChargeOffence(seat=0, offence="BG-18", deal=1)).then(OffenceCharged)
    assert (whose_turn(spec.table), "draw" in spec.moves()) == (0, False)
    spec.when("scorer", Play(seat=0, move="draw", deal=1, ply=spec.table.ply)).refused("FALSE_CLAIM")
    put(spec, "9-4@A", "end")
    assert whose_turn(spec.table) == 1


def test_bg_18_and_bg_19_verdicts_reach_the_log_with_the_end_and_a_late_charge_adds_points():
    spec = laid_out(false_claim_penalty="points", false_claim_points=7)
    put(spec, "draw keep draw keep")  # both in their first turn
    spec.when("director", ChargeOffence(seat=0, offence="BG-18", deal=1)).then(OffenceCharged)
    assert whose_turn(spec.table) == 0  # too late to annul it: the turns go on
    for tile in ("9-0", "1-0", "2-1", "3-2", "4-3", "5-4", "6-5", "7-6", "8-7"):
        put(spec, f"{tile}@A")
        if whose_turn(spec.table) == 1 and spec.table.state.over is None:
            put(spec, "draw keep")
    put(spec, "show 9-2")  # which B may have drawn last
    while spec.table.phase is Phase.PLAYING:
        put(spec, spec.moves()[0])
    ended = spec.table.finished[0].outcome
    assert ended.facts["claims"][0] == "A:draw:false:b:points"
    assert (ended.facts["claims"][-1], ended.penalties) == ("B:draw:unknown", (7, 0))
    totals = spec.table.match.totals
    spec.when("director", ChargeOffence(seat=1, offence="BG-18", deal=1)).then(OffenceCharged)
    assert spec.table.match.totals == (totals[0], totals[1] + 7)
    assert spec.table.finished[0].outcome.facts["claims"][-1] == "B:draw:false:d:points"


def test_bg_19_lose_deal_by_a_charge_ends_the_round_when_the_hands_are_shown():
    spec = put(laid_out(false_claim_penalty="lose_deal"), "draw", "keep")
    spec.when("director", ChargeOffence(seat=0, offence="BG-18", deal=1)).then(OffenceCharged)
    assert spec.table.phase is Phase.PLAYING
    while spec.table.phase is Phase.PLAYING:
        put(spec, spec.moves()[0])
    ended = spec.table.finished[0].outcome
    assert (ended.reason, ended.winners, ended.penalties) == ("penalty", (1,), (20, 0))


@pytest.mark.parametrize("penalty", ["none", "warning", "points", "lose_deal"])
def test_a_round_over_the_board_is_entered_by_chance_to_its_end(penalty):
    spec = laid_out(3, match_length="single_round", false_claim_penalty=penalty)
    rng = random.Random(11)
    while spec.table.phase is Phase.PLAYING:
        put(spec, rng.choice(spec.moves()))
    assert [type(event) for _, event in spec.events][-2:] == [DealEnded, MatchEnded]
