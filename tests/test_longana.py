"""Longana's edge cases 1 to 18, its starting rules, scores and options, each test named by its id in the book."""

from __future__ import annotations

import random

import msgspec
import pytest

from contracts.games import longana
from contracts.games.blocked import BlockDetection, ClaimMode, FalseClaimPenalty, TimeoutAction
from contracts.games.game import Deal, Reason, Void
from contracts.games.longana import BlockedScore, BlockedTie, Lay, Options, Pass
from tests.longana_positions import (
    LV1,
    LV3,
    LV4,
    blocked,
    claim_state,
    code,
    dealt,
    lv5,
    opened,
    order,
    played,
    random_deal,
    texts,
)

# --- start of a deal


def test_l4_hands_are_dealt_in_eights_and_the_rest_takes_no_part():
    s = dealt(*LV1)
    assert [" ".join(map(str, hand)) for hand in s.hands] == [" ".join(sorted(hand.split())) for hand in LV1]
    assert sum(map(len, s.hands)) == 32


@pytest.mark.parametrize(
    ("change", "fault", "tile"),
    [
        (lambda o: ("9-4", *o[1:-1], "9-4"), "duplicate", "9-4"),
        (lambda o: ("4-9", *o), "duplicate", None),
        (lambda o: (*o[:-1], "10-1"), "foreign", "10-1"),
        (lambda o: o[:-1], "missing", None),
        (lambda o: (), "missing", "0-0"),
    ],
)
def test_l6_a_deal_that_is_not_the_set_is_void(change, fault, tile):
    void = longana.start(Options(), Deal(change(order(*LV1))))
    assert isinstance(void, Void)
    assert void.rule == "L-6"
    assert void.facts["fault"] == fault
    assert tile is None or void.facts["tile"] == tile


def test_l6_text_that_is_no_tile_is_an_error():
    with pytest.raises(ValueError, match="'QS' is no tile"):
        longana.start(Options(), Deal(("QS", *order(*LV1)[1:])))


@pytest.mark.parametrize("starter", [-1, 4])
def test_a_starter_must_be_seated(starter):
    with pytest.raises(ValueError, match="no seat of 4"):
        dealt(*LV1, starter=starter)


@pytest.mark.parametrize("starter", [None, 0, 1])
def test_edge_1_no_double_in_any_hand_is_dealt_again_in_any_deal(starter):
    void = dealt(*LV4, starter=starter, number=1 if starter is None else 5)
    assert void == Void("L-10")


def test_edge_2_the_first_to_the_right_with_a_double_leads():
    s = dealt(*LV3, starter=0, number=2)
    assert (s.leader, s.rule, texts(s)) == (1, "L-9", ["lead 2-2", "lead 5-5"])
    assert code(s, "C", "lead 9-9") == "NOT_YOUR_TURN"
    assert longana.refuse(s, 2, longana.parse_move("lead 9-9")).rule == "L-9"


def test_l8_the_previous_winner_leads_a_double_of_his_choice():
    s = dealt(*LV3, starter=1, number=2)
    assert (s.leader, s.rule, texts(s)) == (1, "L-8", ["lead 2-2", "lead 5-5"])


def test_l9_goes_round_past_the_last_seat():
    bare = "8-0 7-1 7-4 6-2 5-1 5-2 4-1 4-2"
    s = dealt("9-9 9-6 9-5 8-2 7-5 5-4 4-3 3-1", LV3[0], bare, starter=1, number=2)
    assert (s.leader, s.rule) == (0, "L-9")


def test_l7_and_l8_the_double_blank_is_a_double_to_lead():
    hands = (LV4[0].replace("4-0", "0-0"), LV4[1])
    for starter, rule in ((None, "L-7"), (0, "L-8"), (1, "L-9")):
        s = dealt(*hands, starter=starter)
        assert (s.leader, s.rule, texts(s)) == (0, rule, ["lead 0-0"])


def test_edge_3_the_highest_double_held_must_be_led():
    s = dealt(*LV1)
    assert (s.turn, s.leader, s.rule, texts(s)) == (2, 2, "L-7", ["lead 8-8"])
    refusal = longana.refuse(s, 2, longana.parse_move("lead 2-2"))
    assert (refusal.code, refusal.rule) == ("LEAD_NOT_HIGHEST_DOUBLE", "L-7")
    assert refusal.facts == {"tile": "2-2", "highest": "8-8", "offers": ("lead 8-8",)}


def test_l11_without_a_winner_the_highest_double_leads_again():
    s = dealt(*LV1, number=3)
    assert (s.leader, s.rule) == (2, "L-7")


def test_l12_the_lead_is_the_whole_turn():
    s = played(dealt(*LV1), "lead 8-8")
    assert (s.turn, len(s.hands[2]), s.hub) == (3, 7, 8)
    assert [(arm.owner, arm.end, arm.chain, arm.opened) for arm in s.arms] == [(n, 8, (), None) for n in range(4)]


# --- the turn


def test_edge_4_a_double_never_goes_on_an_empty_arm():
    doubles = "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7"
    s = played(
        dealt(LV3[0], doubles, LV1[3].replace("6-4", "9-9").replace("7-2", "6-3").replace("5-3", "5-2")),
        "lead 9-9",
        "9-8@A",
    )
    assert texts(s) == ["pass"]
    s = longana.play(s, Pass())
    assert s.hub == 9
    assert all(code(s, "C", f"{d}@A") == "TILE_NOT_IN_HAND" for d in doubles.split())


def test_edge_5_a_passed_player_who_plays_a_double_elsewhere_closes_his_own_arm():
    s = longana.read_state("hub=7-7 turn=B | A #2 7>5 : 9-4 | B #1 7>2 : 5-5 9-8 | C 7>3 : 9-2 4-4 2-2")
    s = played(s, "5-5@A")
    assert opened(s) == {"A": 1}
    assert (s.arms[0].end, str(s.arms[0].chain[-1])) == (5, "5>5")
    assert texts(s) == ["2-2@B"]
    assert code(s, "C", "9-2@B") == "ARM_CLOSED"


def test_edge_6_a_third_player_must_use_the_earlier_opened_arm_but_doubles_are_free():
    s = lv5()
    assert texts(s) == ["5-2@D", "6-1@B", "6-6@B", "6-6@C"]
    refusal = longana.refuse(s, 3, longana.parse_move("6-1@C"))
    assert (refusal.code, refusal.rule) == ("NOT_FIRST_PASSER", "L-20")
    assert refusal.facts == {"tile": "6-1", "arm_seat": 2, "end": 6, "first_seat": 1}


def test_edge_7_the_first_passer_may_use_his_own_arm_only():
    s = lv5("B")
    assert texts(s) == ["6-3@B"]
    assert code(s, "B", "6-3@C") == "NOT_FIRST_PASSER"
    assert code(s, "B", "4-1@A") == "ARM_CLOSED"


def test_edge_8_the_second_passer_may_use_his_own_arm_or_the_first_passers():
    s = lv5("C")
    assert texts(s) == ["6-5@B", "6-5@C"]
    after = played(s, "6-5@B")
    assert (opened(after), after.arms[1].end) == ({"B": 1}, 5)


def test_edge_9_an_arm_extended_to_another_number_drops_out():
    s = played(lv5("D"), "6-1@B")  # B #1 now shows 1, D's own arm was closed
    assert (opened(s), s.arms[1].end) == ({"B": 1, "C": 2}, 1)
    s = msgspec.structs.replace(s, turn=3)
    assert "6-6@C" in texts(s)
    s = longana.read_state("hub=9-9 turn=D | A : ?? | B #1 9>4 4>1 : ?? | C #2 9>6 : ?? | D 9>2 : 6-5 7-1")
    assert texts(s) == ["6-5@C", "7-1@B"]


def test_edge_10_a_passer_who_played_and_passes_again_is_last_in_the_order():
    s = longana.read_state("hub=9-9 turn=A | A #1 9>2 : 5-2 7-3 | B #2 9>4 : 8-0 | C #3 9>1 : 6-3")
    s = played(s, "5-2@A")
    assert opened(s) == {"B": 1, "C": 2}
    s = played(s, "pass", "pass")
    assert opened(s) == {"B": 1, "C": 2}
    assert s.count == 2
    s = played(s, "pass")
    assert opened(s) == {"B": 1, "C": 2, "A": 3}
    assert s.count == 1


def test_edge_11_up_to_2n_minus_1_passes_establish_the_block():
    s = longana.read_state("hub=8-8 turn=A | A 8>6 : 7-1 2-0 | B 8>4 4>6 : 5-4 | C 8>2 2>6 : 9-7 | D 8>1 1>6 : 3-1 1-0")
    counts = []
    while s.turn is not None:
        s = played(s, "pass")
        counts.append(s.count)
    assert counts == [1, 1, 1, 1, 2, 3, 4]
    assert s.over is Reason.BLOCKED


def test_edge_11_a_last_pass_that_opens_a_usable_arm_is_no_block():
    s = longana.read_state("hub=9-9 turn=A | A 9>3 : 6-2 | B 9>6 : 5-4")
    s = played(s, "pass", "pass")
    assert (s.count, texts(s)) == (1, ["6-2@B"])
    s = played(s, "6-2@B")
    assert longana.outcome(s).points == (9, 0)


def test_edge_12_the_only_move_must_be_played_wherever_it_is():
    s = longana.read_state("hub=7-7 turn=A | A 7>1 : 9-5 | B #1 7>5 : 8-2 | C 7>3 : 6-4")
    assert texts(s) == ["9-5@B"]
    refusal = longana.refuse(s, 0, Pass())
    assert (refusal.code, refusal.rule, refusal.facts) == ("FALSE_CLAIM", "L-24", {"offers": ("9-5@B",)})


@pytest.mark.parametrize(("hands", "arms"), [(LV1[:2], 2), (LV1[:3], 3), (LV1, 4)])
def test_edge_13_one_arm_for_each_player(hands, arms):
    s = dealt(*hands)
    s = longana.play(s, longana.moves(s)[0])
    assert len(s.arms) == arms
    tile = s.hands[s.turn][0]
    assert code(s, longana.seat_name(s.turn), f"{tile}@{'ABCDE'[arms]}") == "NO_SUCH_ARM"


def test_edge_14_a_double_as_the_last_tile_ends_the_deal():
    s = played(longana.read_state("hub=7-7 turn=A | A 7>1 : 5-5 | B 7>5 : 8-2"), "5-5@B")
    ended = longana.outcome(s)
    assert (ended.reason, ended.points, ended.winners, ended.rule) == (Reason.OUT, (10, 0), (0,), "L-29")
    assert longana.moves(s) == ()


def test_edge_15_a_deal_won_with_0_points_still_names_the_next_leader():
    s = played(longana.read_state("hub=7-7 turn=B | A 7>1 : 0-0 | B 7>5 : 5-2"), "5-2@B")
    assert longana.outcome(s).points == (0, 0)
    assert longana.outcome(s).winners == (1,)
    assert longana.next_starter(s) == 1


# --- false claims and absent players


def test_edge_16_none_books_nothing():
    assert longana.offend(claim_state("none"), 0) is None


@pytest.mark.parametrize(("penalty", "taken"), [("warning", 0), ("points", -20)])
def test_edge_16_an_offence_is_booked_once_a_turn(penalty, taken):
    s = longana.offend(claim_state(penalty), 0)
    assert (s.offences, s.offended, s.turn, s.over) == ((1, 0, 0), True, 0, None)
    assert longana.offend(s, 0) is None
    assert longana.offend(s, 1) is None
    s = played(s, "9-1@A", "pass", "pass")  # a new turn: 9-0 fits A's arm, which ends in 9
    s = longana.offend(s, 0)
    assert s.offences == (2, 0, 0)
    ended = longana.outcome(played(s, "9-0@A"))
    assert ended.penalties == (2 * taken, 0, 0)
    assert ended.facts["offences"] == ("2", "0", "0")


@pytest.mark.parametrize("move", ["9-1@A", "pass"])
def test_edge_16_every_move_ends_the_turn_of_an_offence(move):
    s = longana.offend(claim_state("warning"), 0)
    assert not longana.play(s, longana.parse_move(move)).offended


def test_edge_16_the_lead_ends_the_turn_of_an_offence():
    s = dealt(*LV1)
    assert code(s, "C", "pass") == "LEAD_REQUIRED"
    assert not played(longana.offend(s, 2), "lead 8-8").offended


def test_edge_16_points_are_the_agreed_ones():
    s = longana.offend(claim_state("points", " false_claim_points=7"), 0)
    assert longana.outcome(longana.forfeit(s, 0)).penalties == (-7, 0, 0)


def test_edge_16_lose_deal_ends_it_at_once_and_the_others_lowest_hand_wins():
    s = longana.offend(claim_state("lose_deal"), 0)
    ended = longana.outcome(s)
    assert (ended.reason, ended.winners, ended.rule) == (Reason.PENALTY, (1,), "BG-18")
    assert ended.points == (0, 19 + 20, 0)
    assert ended.penalties == (0, 0, 0)
    assert ended.facts == {"offences": ("1", "0", "0"), "offender_seat": 0}
    assert longana.next_starter(s) == 1
    assert longana.refuse(s, 0, Pass()).rule == "BG-18"
    assert longana.offend(s, 0) is None


def test_edge_16_a_truthful_refused_pass_is_told_to_the_player_only():
    s = claim_state("warning")
    offended = longana.offend(s, 0)
    assert longana.view(s, 1) == longana.view(offended, 1)
    assert longana.view(s, None) == longana.view(offended, None)
    assert longana.view(offended, 0).offences == 1


def test_edge_17_the_server_leads_the_highest_double():
    assert str(longana.auto_move(dealt(*LV3, starter=0))) == "lead 5-5"
    assert str(longana.auto_move(dealt(*LV1))) == "lead 8-8"


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("hub=9-9 turn=B | A 9>1 : 8-0 | B 9>6 : 6-1 6-3 | C 9>2 : 8-1", "6-3@B"),  # most pips
        ("hub=9-9 turn=B | A #1 9>7 : 8-0 | B 9>4 : 7-0 4-3 | C 9>2 : 8-1", "7-0@A"),  # the higher half
        ("hub=9-9 turn=B | A #1 9>7 : 8-0 | B 9>4 : 7-4 | C 9>2 : 8-1", "7-4@B"),  # own arm first
        ("hub=9-9 turn=B | A 9>7 : 8-0 | B 9>4 : 7-7 | C 9>2 2>7 : 8-1", "7-7@C"),  # then in turn order from him
        ("hub=9-9 turn=B | A 9>7 : 8-0 | B 9>4 : 6-5 | C 9>2 : 8-1", "pass"),
    ],
)
def test_edge_17_the_server_plays_by_the_order_of_bg_20(line, move):
    assert str(longana.auto_move(longana.read_state(line))) == move


def test_edge_17_lose_deal_on_an_expired_clock():
    s = longana.forfeit(dealt(*LV1, timeout_action=TimeoutAction.LOSE_DEAL), 2)
    assert (s.turn, s.over, s.offender, s.offences) == (None, Reason.PENALTY, 2, (0, 0, 0, 0))
    ended = longana.outcome(s)
    assert ended.pips == (62, 70, 71, 70)
    assert (ended.points, ended.winners) == ((70 + 71 + 70, 0, 0, 0), (0,))
    assert ended.facts == {"offender_seat": 2}


def test_bg_18_the_offender_cannot_win_and_blocked_score_none_does_not_help_him():
    s = longana.read_state("hub=9-9 turn=A blocked_score=none | A 9>1 : 1-0 | B 9>2 : 8-4 | C 9>3 : 7-6")
    ended = longana.outcome(longana.forfeit(s, 0))
    assert (ended.points, ended.winners) == ((0, 14, 0), (1,))


def test_bg_18_a_tie_among_the_others_follows_blocked_tie():
    line = "hub=9-9 turn=A{} | A 9>1 : 1-0 | B 9>2 : 8-4 | C 9>3 : 7-5"
    ended = longana.outcome(longana.forfeit(longana.read_state(line.format("")), 0))
    assert (ended.points, ended.winners, ended.rule) == ((0, 0, 0), (), "L-32")
    ended = longana.outcome(longana.forfeit(longana.read_state(line.format(" blocked_tie=split")), 0))
    assert (ended.points, ended.winners) == ((0, 0, 0), ())
    line = line.replace("1-0", "5-2")
    ended = longana.outcome(longana.forfeit(longana.read_state(line.format(" blocked_tie=split")), 0))
    assert ended.points == (0, 3, 3)


# --- scores and the match


def test_l31_the_lowest_hand_wins_the_pips_of_the_others():
    ended = longana.outcome(blocked())
    assert (ended.points, ended.winners, ended.pips, ended.rule) == ((0, 0, 0, 35), (3,), (10, 9, 16, 5), "L-31")
    assert longana.next_starter(blocked()) == 3


def test_l31_blocked_score_none_brings_nothing_and_no_winner():
    ended = longana.outcome(blocked("blocked_score=none"))
    assert (ended.points, ended.winners, ended.rule) == ((0, 0, 0, 0), (), "L-31")
    assert longana.next_starter(blocked("blocked_score=none")) is None


def test_l32_a_tie_has_no_winner_or_is_split():
    ended = longana.outcome(blocked(a="5-0"))
    assert (ended.points, ended.winners, ended.rule) == ((0, 0, 0, 0), (), "L-32")
    assert ended.facts == {"tied": ("A", "D"), "blocked_tie": "no_winner"}
    ended = longana.outcome(blocked("blocked_tie=split", a="5-0"))
    assert (ended.points, ended.winners) == ((12, 0, 0, 12), ())
    assert longana.next_starter(blocked("blocked_tie=split", a="5-0")) is None


def test_l33_unseen_tiles_cannot_be_scored():
    with pytest.raises(ValueError, match="unseen"):
        longana.outcome(blocked(a="??"))


def test_l34_the_match_ends_at_the_target():
    assert longana.match_over(Options(), (103, 40, 12, 77), 9)
    assert longana.match_over(Options(), (100, 40, 12, 77), 9)
    assert not longana.match_over(Options(), (99, 40, 12, 77), 9)
    assert longana.match_over(Options(target_score=50), (1, 50, 12, 7), 2)
    assert not longana.match_over(Options(), (-20, -40, 0, 0), 2)


def test_l35_a_shared_highest_total_goes_on():
    assert not longana.match_over(Options(), (110, 110, 0, 101), 9)
    assert longana.match_over(Options(), (110, 111, 0, 101), 9)


def test_edge_18_only_the_winner_of_a_deal_scores():
    for seed in range(40):
        ended = longana.outcome(random_deal(seed)[-1])
        assert sum(1 for points in ended.points if points) <= 1
        assert [seat for seat, points in enumerate(ended.points) if points] in ([], list(ended.winners))
        if ended.winners:
            assert ended.points[ended.winners[0]] == sum(ended.pips) - ended.pips[ended.winners[0]]


# --- detection, options


def test_bg_21_immediate_ends_the_deal_after_the_play_that_leaves_nothing():
    line = "hub=8-8 turn=A{} | A 8>6 : 7-6 5-0 | B 8>4 4>6 : 5-4 | C 8>2 2>3 : 9-1"
    assert played(longana.read_state(line.format("")), "7-6@A").over is None
    s = played(longana.read_state(line.format(" block_detection=immediate")), "7-6@A")
    assert (s.over, s.turn, s.count) == (Reason.BLOCKED, None, 0)
    assert longana.outcome(s).winners == (0,)


def test_bg_21_immediate_asks_closed_arms_too():
    s = longana.read_state(
        "hub=8-8 turn=A block_detection=immediate | A 8>6 : 7-6 5-0 | B 8>4 4>6 : 5-4 | C 8>2 2>9 : 7-1 9-3"
    )
    assert played(s, "7-6@A").over is None


def test_bg_21_immediate_may_end_the_deal_with_the_lead():
    hands = ("8-8 9-1 9-2 9-3 9-4 9-5 9-6 9-7", "7-7 7-0 7-1 7-2 7-3 7-4 7-5 7-6")
    s = played(dealt(*hands, block_detection=BlockDetection.IMMEDIATE, starter=0, number=2), "lead 8-8")
    assert (s.over, longana.outcome(s).points) == (Reason.BLOCKED, (0, 91))
    assert played(dealt(*hands, starter=0), "lead 8-8").over is None


def test_bg_21_immediate_counts_going_out_first():
    s = longana.read_state("hub=8-8 turn=A block_detection=immediate | A 8>6 : 7-6 | B 8>4 : 5-2")
    assert played(s, "7-6@A").over is Reason.OUT


@pytest.mark.parametrize(
    ("options", "first", "second"),
    [
        (
            Options(blocked_score=BlockedScore.NONE, blocked_tie=BlockedTie.SPLIT),
            "blocked_score=none",
            "blocked_tie=split",
        ),
        (
            Options(block_detection=BlockDetection.IMMEDIATE, claim_mode=ClaimMode.DECLARED),
            "block_detection=immediate",
            "claim_mode=declared",
        ),
        (Options(players=5), "players=5", "longana/1"),
        (Options(players=1), "players=1", "longana/1"),
        (Options(target_score=0), "target_score=0", "longana/1"),
        (Options(false_claim_points=0), "false_claim_points=0", "longana/1"),
    ],
)
def test_options_in_conflict_are_named_and_not_dealt(options, first, second):
    refusal = longana.conflict(options)
    assert (refusal.code, refusal.facts["first"], refusal.facts["second"]) == ("OPTIONS_CONFLICT", first, second)
    assert refusal.rule
    with pytest.raises(ValueError, match=first):
        longana.start(options, Deal(order(*LV1)))


def test_every_other_combination_of_options_stands():
    assert longana.conflict(longana.LONGANA_CLUB) is None
    assert longana.conflict(longana.LONGANA_SHORT) is None
    for players in (2, 3, 4):
        for score, tie in (("others_sum", "split"), ("others_sum", "no_winner"), ("none", "no_winner")):
            for detection in BlockDetection:
                for penalty in FalseClaimPenalty:
                    for action in TimeoutAction:
                        read = {
                            "players": players,
                            "blocked_score": score,
                            "blocked_tie": tie,
                            "block_detection": detection,
                            "false_claim_penalty": penalty,
                            "false_claim_points": 1,
                            "target_score": 1,
                            "timeout_action": action,
                        }
                        assert longana.conflict(msgspec.convert(read, Options)) is None


@pytest.mark.parametrize(
    ("read", "what"),
    [
        ({"players": 5}, "players"),
        ({"target_score": 0}, "target_score"),
        ({"blocked_tie": "all"}, "blocked_tie"),
        ({"target": 50}, "target"),
    ],
)
def test_options_from_outside_name_what_is_wrong(read, what):
    with pytest.raises(msgspec.ValidationError, match=what):
        msgspec.convert(read, Options)


def test_the_protocols_small_names():
    assert longana.seat_count(Options(players=3)) == 3
    assert longana.sides(Options(players=3)) == ((0,), (1,), (2,))
    assert len(set(longana.pieces(Options()))) == 55
    assert [longana.seat_name(seat) for seat in range(4)] == ["A", "B", "C", "D"]
    assert (longana.MIN_SEATS, longana.MAX_SEATS, longana.LOW_WINS) == (2, 4, False)


# --- properties, with a chance of their own

CONCEIVABLE = [
    *map(longana.Lead, map(longana.parse_tile, longana.pieces(Options()))),
    *(Lay(longana.parse_tile(tile), arm) for tile in longana.pieces(Options()) for arm in range(5)),
    Pass(),
]


@pytest.mark.parametrize("seed", range(8))
def test_a_move_is_generated_exactly_when_the_judge_lets_it_pass(seed):
    for s in random_deal(seed):
        offered = longana.moves(s)
        assert list(offered) == sorted(offered)
        for seat in range(len(s.hands)):
            for m in CONCEIVABLE:
                assert (m in offered and seat == s.turn) == (longana.refuse(s, seat, m) is None), (m, seat)


@pytest.mark.parametrize("seed", range(20))
def test_tiles_are_neither_lost_nor_made(seed):
    for s in random_deal(seed):
        lying = [placed.tile for arm in s.arms for placed in arm.chain]
        hub = [] if s.hub is None else [(s.hub, s.hub)]
        assert len({*lying, *hub, *(tile for hand in s.hands for tile in hand)}) == 8 * len(s.hands)
        assert (s.turn is None) == (s.over is not None) == (longana.outcome(s) is not None)


@pytest.mark.parametrize("seed", range(6))
def test_what_a_seat_cannot_see_does_not_show(seed):
    chance = random.Random(seed)
    for s in random_deal(seed)[:-1]:
        for seat in (None, *range(len(s.hands))):
            hidden = [tile for at, hand in enumerate(s.hands) if at != seat for tile in hand]
            chance.shuffle(hidden)
            hands = tuple(
                hand if at == seat else tuple(sorted(hidden.pop() for _ in hand)) for at, hand in enumerate(s.hands)
            )
            other = msgspec.structs.replace(s, hands=hands)
            seen = longana.view(s, seat)
            assert seen == longana.view(other, seat)
            assert seen.moves == (tuple(texts(s)) if seat is not None and seat == s.turn else ())


def test_a_finished_or_revealed_deal_lies_open():
    s = dealt(*LV1)
    closed = longana.view(s, 0)
    assert closed.hand == tuple(sorted(LV1[0].split()))
    assert closed.hands == (closed.hand, None, None, None)
    assert (closed.sizes, closed.seats, closed.sides) == ((8,) * 4, ("A", "B", "C", "D"), ((0,), (1,), (2,), (3,)))
    assert (closed.hub, closed.arms, closed.turn, closed.leader, closed.starting_rule) == (None, (), 2, 2, "L-7")
    opened_up = longana.reveal(s)
    assert opened_up.hands == tuple(tuple(sorted(hand.split())) for hand in LV1)
    assert opened_up.moves == ("lead 8-8",)
    assert longana.view(blocked(), None).hands[0] == ("2-0", "7-1")
    assert longana.view(blocked(), None).outcome.points == (0, 0, 0, 35)


def test_a_view_shows_the_arms_as_they_lie():
    arms = longana.view(lv5(), 3).arms
    assert [(arm.owner, arm.name, arm.end, arm.chain, arm.opened) for arm in arms] == [
        (0, "A", 1, ("9>1",), None),
        (1, "B", 6, ("9>4", "4>6"), 1),
        (2, "C", 6, ("9>6",), 2),
        (3, "D", 2, ("9>2",), None),
    ]
    assert longana.view(lv5(), 3).hub == "9-9"
