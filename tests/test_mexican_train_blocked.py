"""Mexican Train in the book of blocked games: its column of the table, a test for each row, and the cases about it.

Vectors BV-7, BV-9 and BV-10 are here and in `test_mexican_train_end.py`; false claims and their remedies in
`test_mexican_train_claims.py`.
"""

from __future__ import annotations

import pytest

from contracts.games import mexican_train
from contracts.games.blocked import BlockDetection
from contracts.games.game import Reason
from contracts.games.mexican_train import Options
from tests.mexican_train_positions import CHICKEN, MV13, code, marked, played, read, texts

IMMEDIATE = "block_detection=immediate"


def counts(s, acts: str) -> list[int]:
    """The confirmations after each act."""
    found = []
    for act in acts.split():
        s = played(s, act)
        found.append(s.count)
    return found


# --- the rows of the table


def test_row_and_bg_7_turn_and_confirmation_direction_is_clockwise():
    s = read("turn=B | A * 9>5 : 8-8 | B * 9>7 : 6-6 | C * 9>3 : 4-4")
    asked = []
    while s.turn is not None:
        asked.append(s.turn)
        s = played(s, "pass")
    assert asked == [1, 2, 0]


@pytest.mark.parametrize(
    ("line", "blocked"),
    [
        ("A * 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1", True),
        ("A * 9>5 : 8-8 | B 9>7 : 6-6 | MT 9>1", True),
        ("A * 9>5 : 8-5 | B * 9>7 : 6-6 | MT 9>1", False),  # a marked train, the holder's own
        ("A * 9>5 : 8-7 | B 9>7 : 6-6 | MT 9>1", False),  # another's train without a marker
        ("A * 9>5 : 8-1 | B * 9>7 : 6-6 | MT 9>1", False),  # the Mexican Train
        ("A * 9>5 : 9-8 | B * 9>7 : 6-6", False),  # the Mexican Train without a tile: the engine's number
        ("A * 9>5 : 9-8 | B : 6-6 | MT 9>1", False),  # a player's train without a tile
        ("A * 9>5 : 9-8 | B * 9>7 : 6-6 | MT 9>1", True),
    ],
)
def test_row_and_bg_2_condition_1_is_tested_on_every_train_marked_or_not_empty_ones_at_the_engines_number(
    line, blocked
):
    # `immediate` asks for the condition itself: after the draw that empties the boneyard
    s = read(f"turn=B {IMMEDIATE} | {line} | stock 4-4")
    assert (played(s, "draw").over is Reason.BLOCKED) is blocked


def test_row_and_bg_5_condition_1_is_tested_on_every_branch():
    line = f"turn=B {IMMEDIATE} {CHICKEN} | A 9>6 6>6 .L 6>2 .C 6>1 .R 6>0 : {{}} | B * 9>7 : 8-8 | MT 9>3 | stock 5-5"
    assert [played(read(line.format(f"4-{n}")), "draw").over is Reason.BLOCKED for n in (2, 1, 0, 4)] == [
        False, False, False, True
    ]  # fmt: skip
    # the divided double itself takes no tile any more
    assert played(read(line.format("6-4")), "draw").over is Reason.BLOCKED


def test_row_and_bg_3_condition_2_is_an_empty_boneyard_and_under_immediate_dead_ends_suffice():
    s = read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1 | stock 4-4 3-3")
    assert (texts(s), code(s, "pass")) == (["draw"], "BONEYARD_NOT_EMPTY")
    line = MV13.replace("C 9>7 7>4 : 8-6 8-5", "C 9>7 : 7-4").replace("turn=A", "turn=C") + " | stock 8-6 8-5"
    assert played(read(line, IMMEDIATE), "7-4@C").over is Reason.BLOCKED
    assert played(read(line), "7-4@C").over is None


def test_row_one_tile_is_drawn_before_passing_and_a_turn_with_a_draw_is_never_a_confirmation():
    s = read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1 | stock 4-4")
    s = played(s, "draw")
    assert texts(s) == ["keep"]  # nothing more is drawn
    s = played(s, "keep")
    assert (s.count, counts(s, "pass pass")) == (0, [1, 2])


def test_row_a_confirmation_is_the_pass_of_mt22():
    s = read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1")
    assert counts(s, "pass") == [1]


def test_row_a_pass_that_puts_a_marker_on_the_passers_train_sets_the_count_to_1():
    s = read("turn=A | A * 9>5 : 8-8 | B 9>7 : 6-6 | C * 9>3 : 4-4 | MT 9>1")
    assert counts(s, "pass pass pass pass") == [1, 1, 2, 3]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_row_at_most_2n_less_1_passes_in_a_row(n):
    hands = [["6-6", "4-4"], ["6-6", "4-4", "2-2"], ["6-6", "4-4", "2-2", "3-3"]][n - 2]
    engine = 9 if n < 4 else 12
    trains = [f"{'ABCD'[at]} {engine}>{(0, 1, 5, 7)[at]} : {hand}" for at, hand in enumerate(hands)]
    s = read(f"turn=A | {' | '.join(trains)} | MT {engine}>8")
    passes = 0
    while s.turn is not None:
        s, passes = played(s, "pass"), passes + 1
    assert (s.over, passes) == (Reason.BLOCKED, 2 * n - 1)


def test_row_an_owed_players_pass_is_no_confirmation_and_some_hand_can_answer():
    s = read("turn=A queue=5-5@B | A * 9>3 : 6-2 | B * 9>5 5>5 : 8-5 | MT 9>1")
    s = played(s, "pass")
    assert (s.count, texts(s)) == (0, ["8-5@B"])
    dead = read(  # a dead double is nobody's duty: it is not in the queue
        "turn=A | A * 9>5 5>0 0>3 : 8-8 | B * 9>1 1>5 5>2 2>0 0>7 7>5 5>3 3>2 2>6 6>5 5>4 4>8 8>5 : 5-5 7-6 | MT 9>4"
    )
    s = played(dead, "pass 5-5@B")
    assert (s.queue, s.follow) == ((), (1, ""))
    assert played(s, "pass").count == 0


def test_row_block_detection_is_by_confirmations_usually():
    assert Options().block_detection is BlockDetection.CONFIRMATIONS


def test_row_and_bg_13_the_lowest_pips_win_the_round_and_by_bg_14_everyone_adds_his_own_hand():
    s = read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | C * 9>3 : 4-4 | MT 9>1")
    ended = mexican_train.outcome(played(s, "pass pass pass"))
    assert (ended.winners, ended.points, ended.penalties) == ((2,), (16, 12, 8), (0, 0, 0))


def test_row_and_bv_9_and_bg_15_tied_players_share_the_round():
    s = read("turn=A | A * 9>7 : 5-1 2-0 | B * 9>8 : 4-4 | C * 9>3 : 6-5")
    ended = mexican_train.outcome(played(s, "pass pass pass"))
    assert (ended.points, ended.winners) == ((8, 8, 11), (0, 1))


def test_row_the_next_start_is_by_lots_whoever_won():
    s = played(read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1"), "pass pass")
    assert mexican_train.next_starter(s) is None
    assert mexican_train.LOTS


# --- the cases of the book that ask about Mexican Train


def test_case_1_and_bg_4_nobody_can_play_but_tiles_are_left():
    s = read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1 | stock 4-4 3-3 2-2")
    s = played(s, "draw keep draw keep")
    assert (s.over, code(s, "pass")) == (None, "BONEYARD_NOT_EMPTY")


def test_case_2_the_last_tile_of_the_boneyard_fits():
    s = played(read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1 | stock 5-4"), "draw 5-4@A")
    assert (s.count, marked(s), s.turn) == (0, "B", 1)


def test_case_3_the_last_tile_of_the_boneyard_does_not_fit():
    s = played(read("turn=A | A 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1 | stock 4-4"), "draw keep")
    assert (s.count, marked(s)) == (0, "AB")
    assert counts(s, "pass") == [1]


def test_case_4_a_player_in_the_middle_of_the_round_can_play():
    s = played(read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | C * 9>3 : 5-2 4-4 | MT 9>1"), "pass pass")
    assert (s.count, code(s, "pass")) == (2, "FALSE_CLAIM")
    assert counts(s, "5-2@A pass pass pass") == [0, 1, 2, 3]


def test_case_5_n_passes_in_a_row_of_which_the_last_put_a_marker_down():
    s = played(read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | C 9>3 : 4-4 | MT 9>1"), "pass pass pass")
    assert (s.over, s.count) == (None, 1)
    s = played(read("turn=A first=2 | A : 8-8 | B : 6-6 | MT 9>1"), "pass pass")
    assert (s.over, s.count, marked(s)) == (None, 0, "AB")  # first turns confirm nothing


def test_case_6_a_tile_fits_only_an_end_that_its_holder_may_not_use():
    s = read("turn=A | A 9>3 : 6-2 7-7 | B 9>6 : 5-4 8-7 | MT 9>1")
    assert texts(s) == ["pass"]  # true, for B's train is private
    s = played(s, "pass pass")
    assert (s.over, texts(s)) == (None, ["6-2@B"])


def test_case_8_the_engines_number_counts_where_no_train_is_started():
    s = read("turn=A | A * 9>5 : 9-8 | B * 9>7 : 6-6")
    assert texts(s) == ["9-8@MT"]
    assert texts(read("turn=A first=1 | A 9>5 : 9-8 | B * 9>7 : 6-6")) == ["pass"]  # not in a first turn


def test_case_9_and_bg_1_the_last_tile_placed_goes_out_whatever_fits_afterwards():
    s = played(read("turn=A | A 9>5 : 5-1 | B * 9>7 : 6-6 | MT 9>8"), "5-1@A")
    assert (s.over, mexican_train.outcome(s).winners) == (Reason.OUT, (0,))


def test_case_10_two_players_two_passes():
    s = played(read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1"), "pass pass")
    assert s.over is Reason.BLOCKED


def test_case_11_a_legal_play_forgotten_is_a_false_claim():
    s = read("turn=A false_claim_penalty=points | A 9>5 : 5-1 | B 9>7 : 6-6 | stock 1-1")
    assert code(s, "draw") == "FALSE_CLAIM"
    assert mexican_train.offend(s, 0).offences == (1, 0)


def test_case_14_and_bg_6_an_absent_player_confirms_or_plays_in_his_turn():
    s = played(read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 6-6 | MT 9>1"), "pass")
    assert str(mexican_train.auto_move(s)) == "pass"
    s = played(read("turn=A | A * 9>5 : 8-8 | B * 9>7 : 7-6 | MT 9>1"), "pass")
    assert str(mexican_train.auto_move(s)) == "7-6@B"


def test_case_15_a_winner_with_nothing_but_0_0():
    s = read("turn=A | A * 9>5 : 0-0 | B * 9>7 : 6-6 | MT 9>1")
    ended = mexican_train.outcome(played(s, "pass pass"))
    assert (ended.winners, ended.points) == ((0,), (0, 12))


def test_case_16_all_tied_all_share():
    s = read("turn=A | A * 9>5 : 4-4 | B * 9>7 : 6-2 | C * 9>3 : 8-0 | MT 9>1")
    assert mexican_train.outcome(played(s, "pass pass pass")).winners == (0, 1, 2)


def test_case_17_double_blank_points_count_before_the_lowest_is_found():
    s = read("turn=A double_blank_points=25 | A * 9>5 : 0-0 | B * 9>7 : 6-6 | MT 9>1")
    ended = mexican_train.outcome(played(s, "pass pass"))
    assert (ended.points, ended.pips, ended.winners) == ((25, 12), (0, 12), (1,))


def test_case_18_a_refused_false_claim_is_not_told_the_others():
    s = read("turn=A false_claim_penalty=points | A 9>5 : 5-1 | B 9>7 : 6-6 | stock 1-1")
    booked = mexican_train.offend(s, 0)
    for viewer in (1, None):
        assert mexican_train.view(booked, viewer) == mexican_train.view(s, viewer)
    assert mexican_train.view(booked, 0).offences == 1


def test_bg_21_one_live_end_keeps_a_round_open_under_immediate_while_tiles_are_left():
    line = MV13.replace("C 9>7 7>4 : 8-6 8-5", "C 9>7 : 7-4").replace("turn=A", "turn=C") + " | stock 8-6 8-5"
    alive = line.replace("MT 9>8 8>4 4>4 4>9", "MT 9>8 8>4 4>4").replace("stock 8-6", "stock 9-4 8-6")
    assert [played(read(one, IMMEDIATE), "7-4@C").over for one in (line, alive)] == [Reason.BLOCKED, None]
