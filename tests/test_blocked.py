"""Blocked deals: the vectors BV- and the rows of the book's table for Longana and draw dominoes, and the helpers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from contracts.games import blocked, draw_dominoes, longana
from contracts.games.blocked import BlockDetection, ClaimMode, FalseClaimPenalty
from contracts.games.game import Deal, Game, Reason
from contracts.games.pieces import Tile, parse_tile, pips, tile_set

BV1 = (
    "players=2 {}turn S0  S0 6-3 1-0 0-0  S1 5-4 4-4  line 6-1 1-4 4-6 6-6 6-5 5-2 2-6 6-0 0-3  "
    "stock 5-5 5-3 5-1 5-0 4-3 4-2 4-0 3-3 3-2 3-1 2-2 2-1 2-0 1-1"
)
BV2 = (
    "players=3 block_detection=confirmations {}turn S0  S0 2-1 6-6  S1 4-2 4-4  S2 5-3 4-1  "
    "line 3-4 4-6 6-3 3-3 3-2 2-6 6-5 5-4 4-0 0-0 0-3 3-1 1-1 1-5 5-5 5-2 2-2 2-0 0-6 6-1 1-0 0-5"
)


def play(game: Game, s, *moves: str):
    for text in moves:
        m = game.parse_move(text)
        assert game.refuse(s, game.turn(s), m) is None, text
        s = game.play(s, m)
    return s


def code(game: Game, s, text: str) -> str | None:
    refusal = game.refuse(s, game.turn(s), game.parse_move(text))
    return refusal and refusal.code


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(parse_tile, text.split()))


# --- vectors


def test_bv_1_immediate_closes_at_once_though_tiles_are_left():
    s = play(draw_dominoes, draw_dominoes.read_state(BV1.format("")), "6-3R")
    ended = draw_dominoes.outcome(s)
    assert (ended.reason, ended.points, ended.winners) == (Reason.CLOSED, (17, 0), (0,))


def test_bv_1_confirmations_wait_until_the_boneyard_is_drawn_out():
    s = draw_dominoes.read_state(BV1.format("block_detection=confirmations "))
    s = play(draw_dominoes, s, "6-3R")
    assert code(draw_dominoes, s, "skip") == "BONEYARD_NOT_EMPTY"
    s = play(draw_dominoes, s, *["draw"] * 14)
    assert draw_dominoes.turn(s) == 1
    s = play(draw_dominoes, s, "skip")
    assert (s.count, draw_dominoes.turn(s), draw_dominoes.outcome(s)) == (1, 0, None)
    ended = draw_dominoes.outcome(play(draw_dominoes, s, "skip"))
    assert (ended.reason, ended.pips, ended.points) == (Reason.BLOCKED, (1, 89), (89, 0))


def test_bv_2_a_play_resets_the_count():
    s = play(draw_dominoes, draw_dominoes.read_state(BV2.format("")), "skip", "skip")
    assert (s.count, code(draw_dominoes, s, "skip")) == (2, "FALSE_CLAIM")
    s = play(draw_dominoes, s, "5-3R")
    assert (s.count, s.left, s.right) == (0, 3, 3)
    ended = draw_dominoes.outcome(play(draw_dominoes, s, "skip", "skip", "skip"))
    assert (ended.reason, ended.pips, ended.points) == (Reason.BLOCKED, (15, 14, 5), (0, 0, 29))


def test_bv_3_while_a_tile_can_be_drawn_nothing_is_blocked():
    s = draw_dominoes.read_state(
        "players=2 block_detection=confirmations turn S0  S0 4-4  S1 ??  line 3-0 0-5  stock 6-1 5-2"
    )
    assert code(draw_dominoes, s, "skip") == "BONEYARD_NOT_EMPTY"
    s = play(draw_dominoes, s, "draw", "draw")
    assert [str(m) for m in draw_dominoes.moves(s)] == ["5-2R"]
    for claim in ("skip", "draw"):
        refusal = draw_dominoes.refuse(s, 0, draw_dominoes.parse_move(claim))
        assert (refusal.code, refusal.rule) == ("FALSE_CLAIM", "DD-20")
    assert draw_dominoes.turn(play(draw_dominoes, s, "5-2R")) == 1


def test_bv_4_a_false_confirmation_is_refused_and_booked_and_the_player_still_on_turn():
    s = play(draw_dominoes, draw_dominoes.read_state(BV2.format("false_claim_penalty=warning ")), "skip", "skip")
    assert code(draw_dominoes, s, "skip") == "FALSE_CLAIM"
    booked = draw_dominoes.offend(s, 2)
    assert (draw_dominoes.turn(booked), booked.count, booked.hands) == (2, 2, s.hands)


@pytest.mark.parametrize(("tie", "points"), [("no_winner", (0, 0, 0)), ("split", (5, 5, 0))])
def test_bv_9_a_tie_in_longana(tie, points):
    s = longana.read_state(f"hub=9-9 turn=A blocked_tie={tie} | A #1 9>8 : 5-1 2-0 | B #2 9>7 : 4-4 | C #3 9>3 : 6-5")
    ended = longana.outcome(play(longana, s, "pass", "pass", "pass"))
    assert (ended.reason, ended.pips, ended.points, ended.winners) == (Reason.BLOCKED, (8, 8, 11), points, ())


@pytest.mark.parametrize(("starter", "winner"), [("S2", 0), ("S1", 1), ("S0", 0)])
def test_bv_9_a_tie_in_draw_dominoes_goes_to_the_starter_or_the_first_after_him(starter, winner):
    s = draw_dominoes.read_state(
        f"players=3 block_detection=confirmations turn S0  starter {starter}  S0 5-1 2-0  S1 4-4  S2 6-5  line 3-3"
    )
    ended = draw_dominoes.outcome(play(draw_dominoes, s, "skip", "skip", "skip"))
    assert ended.winners == (winner,)
    assert ended.points == tuple(19 if seat == winner else 0 for seat in range(3))


@pytest.mark.parametrize(("starter", "pair"), [("S0", (0, 2)), ("S1", (1, 3)), ("S2", (0, 2)), ("S3", (1, 3))])
def test_bg_15_a_tie_of_pairs_goes_to_the_starters_pair(starter, pair):
    s = draw_dominoes.read_state(
        f"players=4 pairs=true block_detection=confirmations turn S0  starter {starter}  "
        "S0 5-1  S1 4-0  S2 2-2  S3 6-0  line 3-3"
    )
    assert draw_dominoes.outcome(play(draw_dominoes, s, *["skip"] * 4)).winners == pair


@pytest.mark.parametrize(("award", "points"), [("three_hands", 11), ("four_hands", 19), ("opponents", 1)])
def test_bv_12_a_pair_that_loses_by_the_clock_cannot_win(award, points):
    s = draw_dominoes.read_state(
        f"players=4 pairs=true closed_pairs_score={award} timeout_action=lose_deal turn S2  "
        "S0 0-0  S1 5-5  S2 1-0  S3 4-4  line 3-3"
    )
    ended = draw_dominoes.outcome(draw_dominoes.forfeit(s, 2))
    assert (ended.reason, ended.points, ended.winners) == (Reason.PENALTY, (0, points, 0, points), (1, 3))


# --- the table of the games


@pytest.mark.parametrize("game", [longana, draw_dominoes])
def test_bg_7_turns_go_on_to_the_next_seat(game):
    options = game.Options(players=3)
    s = game.start(options, Deal(game.pieces(options)))
    first = game.turn(s)
    assert game.turn(game.play(s, game.moves(s)[0])) == (first + 1) % 3


@pytest.mark.parametrize(("game", "usual"), [(longana, "confirmations"), (draw_dominoes, "immediate")])
def test_bg_21_block_detection_has_each_games_own_default(game, usual):
    assert game.Options().block_detection.value == usual


@pytest.mark.parametrize(("game", "usual"), [(longana, "warning"), (draw_dominoes, "none")])
def test_bg_19_the_penalty_has_each_games_own_default(game, usual):
    assert game.Options().false_claim_penalty.value == usual
    assert (game.Options().false_claim_points, game.Options().timeout_action.value) == (20, "auto_move")


def test_bg_5_longana_asks_closed_arms_and_empty_ones_too():
    line = "hub=9-9 turn=A block_detection=immediate | A 9>1 : 1-0 6-5 | B {} : 8-2 | C 9>3 : {}"
    assert play(longana, longana.read_state(line.format("9>4", "7-2")), "1-0@A").over is Reason.BLOCKED
    assert play(longana, longana.read_state(line.format("9>4", "7-4")), "1-0@A").over is None  # B's closed arm
    assert play(longana, longana.read_state(line.format("", "9-7")), "1-0@A").over is None  # B's empty arm


def test_bg_12_a_turn_with_a_draw_is_no_confirmation_unless_it_draws_the_boneyard_out():
    s = draw_dominoes.read_state(
        "players=2 block_detection=confirmations turn S0  S0 4-4  S1 6-4  line 3-0 0-5  stock 6-1 2-1"
    )
    s = play(draw_dominoes, s, "draw", "draw", "skip")
    assert s.count == 1
    assert draw_dominoes.outcome(play(draw_dominoes, s, "skip")).reason is Reason.BLOCKED


@pytest.mark.parametrize("game", [longana, draw_dominoes])
@pytest.mark.parametrize("detection", BlockDetection)
def test_bg_21_only_dead_ends_that_everybody_sees_go_with_unknown_hands(game, detection):
    refusal = game.conflict(game.Options(claim_mode=ClaimMode.DECLARED, block_detection=detection))
    if game is longana and detection is BlockDetection.IMMEDIATE:
        assert (refusal.code, refusal.rule) == ("OPTIONS_CONFLICT", "BG-21")
    else:
        assert refusal is None


# --- the helpers


@pytest.mark.parametrize(
    ("hands", "ends", "stuck"),
    [
        ((), {1}, True),
        (("2-0", "3-2"), {1, 4}, True),
        (("2-1", "3-2"), {1, 4}, False),
        (("2-0", "4-2"), {1, 4}, False),
        (("4-4",), {4}, False),
    ],
)
def test_bg_2_nothing_fits(hands, ends, stuck):
    assert blocked.nothing_fits(map(tiles, hands), ends) is stuck


def test_bg_21_an_end_is_dead_when_all_its_tiles_lie():
    sixes = tuple(tile for tile in tile_set(6) if 6 in tile)
    assert blocked.dead(6, sixes, 6)
    assert not blocked.dead(6, sixes[1:], 6)
    assert not blocked.dead(6, sixes, 9)
    assert not blocked.dead(5, sixes, 6)


def test_bg_8_to_bg_11_the_count():
    assert blocked.confirmed(0, changes_access=False) == 1
    assert blocked.confirmed(3, changes_access=False) == 4
    assert blocked.confirmed(3, changes_access=True) == 1


@pytest.mark.parametrize(("hand", "sum_"), [("10-5", 15), ("12-12", 24), ("0-0", 0), ("10-5 12-12 0-0", 39)])
def test_bv_8_pips(hand, sum_):
    assert pips(tiles(hand)) == sum_


def test_bg_13_and_bg_18_the_lowest_of_those_who_can_win():
    assert blocked.lowest((10, 9, 16, 5)) == (3,)
    assert blocked.lowest((5, 9, 16, 5)) == (0, 3)
    assert blocked.lowest((10, 9, 16, 5), barred=(3,)) == (1,)
    assert blocked.lowest((1, 1), barred=(0, 1)) == ()
    assert blocked.lowest((0, 7)) == (0,)


def test_bg_14_the_winner_scores_the_other_hands():
    assert blocked.others_sum((10, 9, 16, 5), 3) == 35
    assert blocked.others_sum((0, 7), 0) == 7


@pytest.mark.parametrize("penalty", list(FalseClaimPenalty))
def test_bg_19_only_points_come_off_the_total(penalty):
    options = longana.Options(false_claim_penalty=penalty, false_claim_points=7)
    taken = 7 if penalty is FalseClaimPenalty.POINTS else 0
    assert blocked.penalties(options, (0, 2, 1)) == (0, -2 * taken, -taken)
    assert blocked.penalties(options, (0, 2, 1), low_wins=True) == (0, 2 * taken, taken)


def test_bg_20_most_pips_then_the_higher_half_then_the_place():
    ranked = [("6-4", 1), ("6-3", 0), ("6-3", 2), ("5-4", 0), ("4-0", 0), ("2-2", 0)]
    ranks = [blocked.auto_rank(parse_tile(tile), place) for tile, place in ranked]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


# --- the book


def test_every_rule_of_the_book_is_in_the_code_and_none_beside():
    games = Path(blocked.__file__).parent
    book = re.findall(r"^- \*\*(BG-\d+)\*\* ", (games / "blocked.md").read_text(), re.MULTILINE)
    assert book == [f"BG-{n}" for n in range(1, 22)]
    assert set(re.findall(r"BG-\d+", (games / "blocked.py").read_text())) == set(book)
    elsewhere = {name for path in games.glob("*.py") for name in re.findall(r"BG-\d+", path.read_text())}
    assert elsewhere <= set(book)
