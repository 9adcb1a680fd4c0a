"""The table of the book of blocked deals, a test for each row, and its edge cases, in Longana and in draw dominoes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from contracts.games import draw_dominoes, longana
from contracts.games import match as matches
from contracts.games.game import Game, Reason

WORDS = {longana: "pass", draw_dominoes: "skip"}
GAMES = pytest.mark.parametrize("game", [longana, draw_dominoes])
MODES = pytest.mark.parametrize("mode", ["enforced", "declared"])

BLOCKED = "hub=8-8 turn=A claim_mode={} {}| A 8>6 : 7-1 2-0 | B 8>4 4>6 : 5-4 | C 8>2 2>6 : 9-7 | D 8>1 1>6 : 3-1 1-0"
CLOSED = (
    "players=3 claim_mode={} block_detection={} {}turn S0  S0 6-3 2-2  S1 5-4 4-4  S2 1-0  "
    "line 6-1 1-4 4-6 6-6 6-5 5-2 2-6 6-0 0-3  stock {}"
)


def state(game: Game, text: str):
    return game.read_state(text)


def play(game: Game, s, *moves: str):
    for text in moves:
        m = game.parse_move(text)
        assert game.refuse(s, game.turn(s), m) is None, (text, game.write_state(s))
        s = game.play(s, m)
    return s


def code(game: Game, s, text: str, seat: int | None = None) -> str:
    refusal = game.refuse(s, game.turn(s) if seat is None else seat, game.parse_move(text))
    return refusal.code if refusal else ""


def passes(game: Game, s) -> int:
    """How many claims follow one another until the deal is over."""
    made = 0
    while game.turn(s) is not None:
        s = play(game, s, WORDS[game])
        made += 1
    assert game.outcome(s).reason is Reason.BLOCKED
    return made


# --- the table


@MODES
@pytest.mark.parametrize("players", [2, 3, 4])
@GAMES
def test_row_turn_and_confirmation_direction(game, players, mode):
    """Counter-clockwise in both: the next seat confirms next (L-3, DD-5, BG-7)."""
    if game is longana:
        arms = "A #1 8>0 : 9-7"
        arms += "".join(f" | {'ABCD'[seat]} #{seat + 1} 8>{seat} : 9-{6 - seat + 1}" for seat in range(1, players))
        s = state(game, f"hub=8-8 turn=A claim_mode={mode} | {arms}")
    else:
        hands = "  ".join(f"S{seat} {tile}" for seat, tile in enumerate(("1-1", "2-2", "4-4", "6-6")[:players]))
        s = state(
            game, f"players={players} claim_mode={mode} block_detection=confirmations turn S0  {hands}  line 3-0 0-5"
        )
    for seat in range(players):
        assert game.turn(s) == seat
        assert s.count == seat
        s = play(game, s, WORDS[game])
    assert game.outcome(s).reason is Reason.BLOCKED


def test_row_condition_1_longana_asks_every_arm_open_or_closed_and_the_hub_for_an_empty_one():
    line = "hub=9-9 turn=A block_detection=immediate | A 9>1 : 1-0 6-5 | B {} : 8-2 | C 9>3 : {}"
    assert play(longana, state(longana, line.format("9>4", "7-2")), "1-0@A").over is Reason.BLOCKED
    assert play(longana, state(longana, line.format("9>4", "7-4")), "1-0@A").over is None
    assert play(longana, state(longana, line.format("#1 9>4", "7-4")), "1-0@A").over is None
    assert play(longana, state(longana, line.format("", "9-7")), "1-0@A").over is None


def test_row_condition_1_draw_dominoes_asks_both_ends():
    text = "players=2 block_detection=confirmations turn S0  S0 1-1  S1 {}  line 3-0 0-5"
    for hand, blocked in (("2-2", True), ("5-2", False), ("3-2", False)):
        s = play(draw_dominoes, state(draw_dominoes, text.format(hand)), "skip")
        assert (code(draw_dominoes, s, "skip") == "") is blocked


def test_row_condition_2_longana_always_meets_it():
    assert passes(longana, state(longana, BLOCKED.format("enforced", ""))) == 7  # 31 tiles left over count for nothing


def test_row_condition_2_draw_dominoes_an_empty_boneyard_or_dead_ends():
    s = play(draw_dominoes, state(draw_dominoes, CLOSED.format("enforced", "confirmations", "", "5-5 5-1")), "6-3R")
    assert code(draw_dominoes, s, "skip") == "BONEYARD_NOT_EMPTY"
    s = play(draw_dominoes, state(draw_dominoes, CLOSED.format("enforced", "immediate", "", "5-5 5-1")), "6-3R")
    assert draw_dominoes.outcome(s).reason is Reason.CLOSED


def test_row_draw_per_turn_longana_has_none():
    assert not any(str(m) == "draw" for m in longana.moves(state(longana, BLOCKED.format("declared", ""))))


@MODES
def test_row_draw_per_turn_draw_dominoes_until_able_and_the_drawing_out_turn_proposes(mode):
    s = state(
        draw_dominoes,
        f"players=2 claim_mode={mode} block_detection=confirmations turn S0  S0 1-1  S1 6-4  line 3-0 0-5  stock 2-1 4-4",
    )
    s = play(draw_dominoes, s, "draw", "draw", "skip")
    assert s.count == 1
    assert draw_dominoes.outcome(play(draw_dominoes, s, "skip")).reason is Reason.BLOCKED


@MODES
@GAMES
def test_row_confirmation(game, mode):
    text = BLOCKED.format(mode, "") if game is longana else CLOSED.format(mode, "confirmations", "", "-")
    s = state(game, text)
    s = s if game is longana else play(game, s, "6-3R")
    assert play(game, s, WORDS[game]).count == 1


@MODES
def test_row_pass_that_restarts_the_count_longana_one_that_opens_the_arm(mode):
    s = state(longana, BLOCKED.format(mode, ""))
    counts = []
    while longana.turn(s) is not None:
        s = play(longana, s, "pass")
        counts.append(s.count)
    assert counts == [1, 1, 1, 1, 2, 3, 4]  # BV-5


def test_row_pass_that_restarts_the_count_draw_dominoes_none():
    s = state(draw_dominoes, CLOSED.format("enforced", "confirmations", "", "-"))
    s = play(draw_dominoes, s, "6-3R")
    counts = []
    while draw_dominoes.turn(s) is not None:
        s = play(draw_dominoes, s, "skip")
        counts.append(s.count)
    assert counts == [1, 2, 3]


@MODES
def test_row_most_passes_in_a_row_longana_2n_less_1(mode):
    assert passes(longana, state(longana, BLOCKED.format(mode, ""))) == 2 * 4 - 1


@MODES
def test_row_most_passes_in_a_row_draw_dominoes_n(mode):
    s = play(draw_dominoes, state(draw_dominoes, CLOSED.format(mode, "confirmations", "", "-")), "6-3R")
    assert passes(draw_dominoes, s) == 3


def test_row_most_passes_in_a_row_draw_dominoes_immediate_n_less_1_or_n_where_one_is_false():
    text = "players=3 claim_mode={} turn S0  S0 1-1  S1 2-2  S2 5-4 6-6  line 3-0 0-5"
    s = play(draw_dominoes, state(draw_dominoes, text.format("enforced")), "skip", "skip")
    assert code(draw_dominoes, s, "skip") == "FALSE_CLAIM"
    assert passes(draw_dominoes, state(draw_dominoes, text.format("declared"))) == 3  # BV-11


@GAMES
def test_row_open_doubles_no_duty(game):
    if game is longana:
        s = play(game, state(game, "hub=9-9 turn=A | A 9>6 : 6-6 1-0 | B 9>4 : 4-3 | C 9>1 : 8-1"), "6-6@A")
        assert code(game, s, "4-3@B") == ""
    else:
        s = state(game, "players=2 turn S0  S0 6-6 1-0  S1 5-1 4-4  line 6-0 0-5  stock 2-2")
        assert code(game, play(game, s, "6-6L"), "5-1R") == ""


@pytest.mark.parametrize(("game", "usual"), [(longana, "confirmations"), (draw_dominoes, "immediate")])
def test_row_block_detection_default(game, usual):
    assert game.Options().block_detection.value == usual


@MODES
@GAMES
def test_row_winner_lowest_pips(game, mode):
    if game is longana:
        ended = longana.outcome(play(game, state(game, BLOCKED.format(mode, "")), *["pass"] * 7))
        assert (ended.pips, ended.winners) == ((10, 9, 16, 5 - 0), (3,))
    else:
        s = state(game, CLOSED.format(mode, "confirmations", "", "-"))
        ended = game.outcome(play(game, s, "6-3R", "skip", "skip", "skip"))
        assert (ended.pips, ended.winners) == ((4, 17, 1), (2,))


@MODES
def test_row_winner_draw_dominoes_pairs_lowest_pair(mode):
    s = state(
        draw_dominoes,
        f"players=4 pairs=true claim_mode={mode} block_detection=confirmations turn S0  "
        "S0 0-0  S1 2-1  S2 6-6  S3 4-1  line 3-3",
    )
    assert draw_dominoes.outcome(play(draw_dominoes, s, *["skip"] * 4)).winners == (1, 3)


@MODES
@pytest.mark.parametrize(("score", "points"), [("others_sum", (0, 0, 0, 35)), ("none", (0, 0, 0, 0))])
def test_row_score_longana(score, points, mode):
    s = state(longana, BLOCKED.format(mode, f"blocked_score={score} "))
    assert longana.outcome(play(longana, s, *["pass"] * 7)).points == points


@MODES
def test_row_score_draw_dominoes_pips_of_the_other_hands(mode):
    s = state(draw_dominoes, CLOSED.format(mode, "confirmations", "", "-"))
    assert draw_dominoes.outcome(play(draw_dominoes, s, "6-3R", "skip", "skip", "skip")).points == (0, 0, 21)


@MODES
@pytest.mark.parametrize(("tie", "points"), [("no_winner", (0, 0, 0)), ("split", (5, 5, 0))])
def test_row_tie_longana(tie, points, mode):
    s = state(
        longana,
        f"hub=9-9 turn=A claim_mode={mode} blocked_tie={tie} | A #1 9>8 : 5-1 2-0 | B #2 9>7 : 4-4 | C #3 9>3 : 6-5",
    )
    ended = longana.outcome(play(longana, s, "pass", "pass", "pass"))
    assert (ended.points, ended.winners, ended.rule) == (points, (), "L-32")


@MODES
@pytest.mark.parametrize(("starter", "winner"), [("S2", 0), ("S1", 1), ("S0", 0)])
def test_row_tie_draw_dominoes_the_starter_else_the_first_after_him(starter, winner, mode):
    s = state(
        draw_dominoes,
        f"players=3 claim_mode={mode} block_detection=confirmations turn S0  starter {starter}  "
        "S0 5-1 2-0  S1 4-4  S2 6-5  line 3-3",
    )
    assert draw_dominoes.outcome(play(draw_dominoes, s, "skip", "skip", "skip")).winners == (winner,)


@MODES
def test_row_next_start(mode):
    won = play(longana, state(longana, BLOCKED.format(mode, "")), *["pass"] * 7)
    assert longana.next_starter(won) == 3
    unwon = play(longana, state(longana, BLOCKED.format(mode, "blocked_score=none ")), *["pass"] * 7)
    assert longana.next_starter(unwon) is None  # L-7 follows
    s = play(draw_dominoes, state(draw_dominoes, CLOSED.format(mode, "confirmations", "", "-")), "6-3R", *["skip"] * 3)
    assert draw_dominoes.next_starter(s) == 1  # DD-11


# --- edge cases


def test_be_1_nobody_can_play_but_the_boneyard_is_not_empty():
    for mode in ("enforced", "declared"):
        s = state(
            draw_dominoes,
            f"players=2 claim_mode={mode} block_detection=confirmations turn S0  S0 1-1  S1 2-2  line 3-0 0-5  stock 4-4",
        )
        assert code(draw_dominoes, s, "skip") == "BONEYARD_NOT_EMPTY"


def test_be_2_the_last_tile_drawn_fits_and_is_no_proposal():
    s = state(draw_dominoes, "players=2 block_detection=confirmations turn S0  S0 1-1  S1 2-2  line 3-0 0-5  stock 5-4")
    s = play(draw_dominoes, s, "draw")
    assert code(draw_dominoes, s, "skip") == "FALSE_CLAIM"
    assert play(draw_dominoes, s, "5-4R").count == 0


def test_be_4_somebody_in_the_middle_who_can_play_sets_the_count_back():
    s = state(longana, "hub=8-8 turn=A | A #1 8>6 : 1-0 7-1 | B #2 8>4 : 9-4 9-9 | C #3 8>2 : 9-7")
    s = play(longana, s, "pass")
    assert (s.count, code(longana, s, "pass")) == (1, "FALSE_CLAIM")
    assert play(longana, s, "9-4@B").count == 0


def test_be_5_n_passes_of_which_the_last_opened_an_arm_are_no_block():
    s = state(longana, "hub=9-9 turn=A claim_mode=declared | A 9>3 : 6-2 | B 9>6 : 5-4")
    s = play(longana, s, "pass", "pass")  # LV-10
    assert (longana.turn(s), s.count) == (0, 1)
    assert longana.outcome(play(longana, s, "6-2@B")).winners == (0,)


def test_be_6_a_tile_for_an_end_that_its_holder_may_not_use_keeps_the_deal_going():
    s = state(longana, "hub=9-9 turn=A block_detection=immediate | A 9>3 : 6-2 | B 9>6 : 5-4")
    s = play(longana, s, "pass")
    assert longana.turn(s) == 1, "condition 1 fails: B's closed arm shows 6 (BG-5)"
    believed = state(longana, "hub=9-9 turn=A claim_mode=declared | A 9>3 : 6-2 1-1 | B 9>6 : 5-4 2-1")
    ended = longana.outcome(play(longana, believed, "pass", "pass", "pass"))
    assert ended.facts["claims"] == ("A:pass:true", "B:pass:true", "A:pass:false:c:warning")


def test_be_7_a_tile_for_a_later_opened_arm_fits_the_earliest_too():
    s = state(longana, "hub=9-9 turn=C | A #1 9>6 : 1-0 | B #2 9>4 4>6 : 2-0 | C 9>1 : 6-5 8-2")
    assert code(longana, s, "6-5@B") == "NOT_FIRST_PASSER"
    assert code(longana, s, "pass") == "FALSE_CLAIM"
    assert [str(m) for m in longana.moves(s)] == ["6-5@A"]


@GAMES
def test_be_9_who_plays_his_last_tile_has_gone_out_though_nothing_fits_any_more(game):
    if game is longana:
        s = state(game, "hub=8-8 turn=A block_detection=immediate | A 8>6 : 7-6 | B 8>4 : 5-2")
        assert game.outcome(play(game, s, "7-6@A")).reason is Reason.OUT
    else:
        s = state(game, "players=2 turn S0  S0 6-3  S1 5-4  line 6-1 1-4 4-6 6-6 6-5 5-2 2-6 6-0 0-3")
        assert game.outcome(play(game, s, "6-3R")).reason is Reason.OUT


@GAMES
def test_be_10_two_confirmations_suffice_for_two(game):
    if game is longana:
        assert passes(game, state(game, "hub=8-8 turn=A | A #1 8>6 : 1-0 | B #2 8>4 : 9-7")) == 2
    else:
        text = "players=2 block_detection=confirmations turn S0  S0 1-1  S1 2-2  line 3-0 0-5"
        assert passes(game, state(game, text)) == 2


@GAMES
def test_be_11_forgetting_is_no_excuse(game):
    text = (
        "hub=8-8 turn=A claim_mode={} | A #1 8>6 : 6-5 | B #2 8>4 : 9-7"
        if game is longana
        else "players=2 claim_mode={} block_detection=confirmations turn S0  S0 5-4  S1 2-2  line 3-0 0-5"
    )
    assert code(game, state(game, text.format("enforced")), WORDS[game]) == "FALSE_CLAIM"
    s = play(game, state(game, text.format("declared")), *[WORDS[game]] * 2)
    assert game.outcome(s).facts["claims"][0].split(":")[2] == "false"


@GAMES
def test_be_12_the_offender_with_the_lowest_hand_is_left_out(game):
    text = (
        "hub=8-8 turn=A claim_mode=declared | A #1 8>6 : 6-0 | B #2 8>4 : 9-7 | C #3 8>2 : 7-3"
        if game is longana
        else "players=3 claim_mode=declared turn S0  S0 5-1  S1 4-6 6-6  S2 4-4 2-0  line 3-0 0-5"
    )
    ended = game.outcome(play(game, state(game, text), *[WORDS[game]] * 3))
    assert (ended.pips[0], ended.winners) == (6, (2,))
    assert ended.points == (0, 0, ended.pips[0] + ended.pips[1])
    assert ended.facts["barred"] == (game.seat_name(0),)


@GAMES
def test_be_13_where_everybody_claimed_falsely_nobody_scores(game):
    text = (
        "hub=8-8 turn=A claim_mode=declared | A #1 8>6 : 6-5 | B #2 8>4 : 4-1"
        if game is longana
        else "players=2 claim_mode=declared turn S0  S0 5-2  S1 3-1  line 3-0 0-5"
    )
    ended = game.outcome(play(game, state(game, text), *[WORDS[game]] * 2))
    assert (ended.reason, ended.points, ended.winners, ended.rule) == (Reason.BLOCKED, (0, 0), (), "BG-18")


@GAMES
def test_be_14_for_an_absent_player_the_server_plays_or_confirms(game):
    text = (
        "hub=8-8 turn=A | A #1 8>6 : {} 1-0 | B #2 8>4 : 9-7"
        if game is longana
        else "players=2 block_detection=confirmations turn S0  S0 {} 1-0  S1 2-2  line 3-0 0-6"
    )
    assert game.move_text(game.auto_move(state(game, text.format("6-5")))).startswith("6-5")
    confirmed = state(game, text.format("5-4" if game is draw_dominoes else "5-3"))
    assert game.move_text(game.auto_move(confirmed)) == WORDS[game]


@GAMES
def test_be_15_a_hand_of_double_blank_wins_with_0(game):
    text = (
        "hub=8-8 turn=A | A #1 8>6 : 0-0 | B #2 8>4 : 9-7"
        if game is longana
        else "players=2 block_detection=confirmations turn S0  S0 0-0  S1 2-2 6-6  line 3-1 1-5"
    )
    ended = game.outcome(play(game, state(game, text), *[WORDS[game]] * 2))
    assert (ended.pips, ended.points, ended.winners) == ((0, 16), (16, 0), (0,))


@pytest.mark.parametrize("tie", ["no_winner", "split"])
def test_be_16_all_tied_in_longana(tie):
    s = state(longana, f"hub=8-8 turn=A blocked_tie={tie} | A #1 8>6 : 5-3 | B #2 8>4 : 7-1")
    assert longana.outcome(play(longana, s, "pass", "pass")).points == (0, 0)


def test_be_16_all_tied_in_draw_dominoes():
    s = state(
        draw_dominoes, "players=2 block_detection=confirmations turn S0  starter S1  S0 2-2  S1 4-0  line 3-1 1-5"
    )
    assert draw_dominoes.outcome(play(draw_dominoes, s, "skip", "skip")).winners == (1,)


@pytest.mark.parametrize("penalty", ["warning", "points"])
@GAMES
def test_be_18_a_rejected_claim_is_not_told_to_the_others(game, penalty):
    text = (
        f"hub=8-8 turn=A false_claim_penalty={penalty} | A #1 8>6 : 6-5 | B #2 8>4 : 9-7"
        if game is longana
        else f"players=2 false_claim_penalty={penalty} turn S0  S0 5-2  S1 3-1  line 3-0 0-5"
    )
    s = state(game, text)
    assert code(game, s, WORDS[game]) == "FALSE_CLAIM"
    booked = game.offend(s, 0)
    assert booked != s
    assert game.view(booked, 1) == game.view(s, 1)
    assert game.view(booked, None) == game.view(s, None)


def test_bg_19_points_come_off_before_the_target_is_asked_for():
    options = longana.Options(
        players=2, claim_mode="declared", false_claim_penalty="points", false_claim_points=20, target_score=30
    )
    match = matches.begin(longana, options)
    s = state(
        longana,
        "hub=8-8 turn=A claim_mode=declared false_claim_penalty=points target_score=30 "
        "| A #1 8>6 : 6-5 | B #2 8>4 : 9-9 9-8 4-1",
    )
    s = play(longana, s, "pass", "4-1@B", "6-5@A")
    ended = longana.outcome(s)
    assert (ended.points, ended.penalties) == ((35, 0), (-20, 0))
    assert matches.over(longana, options, matches.score(longana, options, match, s)) is None
    without = replace(options, false_claim_penalty="none")
    assert matches.over(longana, without, matches.book(match, matches.Booked(outcome=replace(ended, penalties=(0, 0)))))
