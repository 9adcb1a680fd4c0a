"""Mexican Train's set-up and play, vectors and edge cases, each test named by its id in the book."""

from __future__ import annotations

import random

import msgspec
import pytest

from contracts.games import mexican_train
from contracts.games.game import Deal, Void
from contracts.games.mexican_train import (
    Options,
)
from contracts.games.pieces import Tile
from tests.mexican_train_positions import (
    CHICKEN,
    MV2,
    MV3,
    MV4,
    begun,
    code,
    ends,
    marked,
    order,
    played,
    queue,
    read,
    texts,
)

# --- set, hands, engine


@pytest.mark.parametrize(
    ("players", "highest", "hand", "boneyard"),
    [
        (2, 9, 8, 38),
        (3, 9, 8, 30),
        (4, 12, 12, 42),
        (5, 12, 12, 30),
        (6, 12, 12, 18),
        (7, 12, 10, 20),
        (8, 12, 10, 10),
        (9, 15, 11, 36),
        (10, 15, 11, 25),
        (11, 15, 11, 14),
        (12, 15, 11, 3),
        (13, 18, 11, 46),
        (14, 18, 11, 35),
    ],
)
def test_mv_1_set_hand_and_boneyard_by_players(players, highest, hand, boneyard):
    options = Options(players=players)
    assert len(mexican_train.pieces(options)) == (highest + 1) * (highest + 2) // 2
    s = begun(players)
    assert [len(one) for one in s.hands] == [hand] * players
    assert len(s.boneyard) == boneyard
    assert s.engine == highest
    assert not mexican_train.match_over(options, (0,) * players, highest)
    assert mexican_train.match_over(options, (0,) * players, highest + 1)


@pytest.mark.parametrize("players", [1, 15])
def test_mv_1_other_tables_are_rejected(players):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"players": players}, Options)
    assert mexican_train.conflict(Options(players=players)).rule == "MT-1"
    assert not mexican_train.MIN_SEATS <= players <= mexican_train.MAX_SEATS


@pytest.mark.parametrize("number", [1, 2, 10])
def test_mt2_and_mt3_the_engine_goes_down_and_is_no_tile_of_the_round(number):
    options = Options(players=2)
    middle = f"{10 - number}-{10 - number}"
    assert set(mexican_train.pieces(options)) - set(mexican_train.dealt(options, number)) == {middle}
    s = begun(2, number=number)
    assert mexican_train.view(s, None).engine == middle
    assert {branch.end for train in s.trains for branch in train.branches} == {10 - number}


@pytest.mark.parametrize("number", [0, 11])
def test_mt2_a_match_has_no_further_rounds(number):
    with pytest.raises(ValueError, match=f"round {number}: 2 players have rounds 1 to 10"):
        mexican_train.start(Options(players=2), Deal((), number))


def test_mt4_hands_in_the_order_of_the_seats_and_the_boneyard_after_them():
    deal = order("9-8 9-7 9-6 9-5 9-4 9-3 9-2 9-1", "8-8 8-7 8-6 8-5 8-4 8-3 8-2 8-1", stock="5-0 4-0")
    s = mexican_train.start(Options(players=2), Deal(deal, 1, 1))
    assert [str(t) for t in s.hands[1]] == ["8-1", "8-2", "8-3", "8-4", "8-5", "8-6", "8-7", "8-8"]
    assert [str(t) for t in s.boneyard[:2]] == ["5-0", "4-0"]
    assert (s.turn, s.starter, s.first, s.lots) == (1, 1, 2, ())


@pytest.mark.parametrize(
    ("change", "fault", "tile"),
    [
        (lambda o: ("9-9", *o[1:]), "engine", "9-9"),
        (lambda o: (*o, "9-9"), "engine", "9-9"),
        (lambda o: (o[1], *o[1:]), "duplicate", None),
        (lambda o: ("10-1", *o[1:]), "foreign", "10-1"),
        (lambda o: o[:-1], "missing", None),
        (lambda _: (), "missing", "0-0"),
    ],
)
def test_mt5_and_edge_14_a_deal_that_is_not_the_set_without_the_engine_is_void(change, fault, tile):
    void = mexican_train.start(Options(players=2), Deal(change(mexican_train.dealt(Options(players=2), 1)), 1, 0))
    assert isinstance(void, Void)
    assert (void.rule, void.facts["fault"]) == ("MT-5", fault)
    assert tile is None or void.facts["tile"] == tile


def test_edge_14_a_later_engine_is_an_ordinary_double():
    s = played(begun(4, "12-11 11-11 11-3"), "12-11@A 11-11@A 11-3@A")
    assert s.first == 4
    assert not s.queue


def test_text_that_is_no_tile_and_a_starter_who_is_not_seated_are_errors():
    with pytest.raises(ValueError, match="'QS' is no tile"):
        mexican_train.start(Options(players=2), Deal(("QS", *order("", "")[1:])))
    for starter in (-1, 2):
        with pytest.raises(ValueError, match="no seat of 2"):
            mexican_train.start(Options(players=2), Deal(order("", ""), 1, starter))


# --- who starts


def lots(n: int, text: str, number: int = 1):
    return mexican_train.start(
        Options(players=n), Deal(mexican_train.dealt(Options(players=n), number), number, lots=tuple(text.split()))
    )


@pytest.mark.parametrize(
    ("n", "drawn", "starter", "used"),
    [
        (2, "5-1 6-0 9-0 0-0", 0, 4),
        (2, "5-1 9-0 1-0", 1, 2),
        (3, "9-6 5-1 8-7 3-2 4-1 6-0 2-2", 0, 7),
        (3, "5-1 9-6 8-7 9-8 2-2", 1, 5),
        (3, "9-6 8-7 5-1 3-0", 0, 3),  # nothing is left to draw again: the first of those who tie
        (4, "12-11 12-10 0-0 1-0", 0, 4),
        (2, "", 0, 0),
    ],
)
def test_mt6_and_mt7_the_highest_lot_starts_and_ties_draw_again(n, drawn, starter, used):
    s = lots(n, drawn)
    assert (s.starter, s.turn, len(s.lots)) == (starter, starter, used)
    assert [tile for _, tile in mexican_train.view(s, None).lots] == drawn.split()[:used]


def test_mt7_all_lots_of_twelve_players_are_drawn_before_the_hands():
    options = Options(players=12)
    tiles = list(mexican_train.dealt(options, 1))
    random.Random(5).shuffle(tiles)
    s = mexican_train.start(options, Deal(mexican_train.dealt(options, 1), 1, lots=tuple(tiles)))
    assert len(s.lots) >= 12
    assert len(s.boneyard) == 3


@pytest.mark.parametrize("wrong", ["9-9 5-1", "5-1 5-1", "12-1 5-1"])
def test_mt7_lots_are_tiles_of_the_round(wrong):
    with pytest.raises(ValueError, match="the lots are tiles of the round"):
        lots(2, wrong)


def test_mt7_everybody_is_as_likely_to_start():
    options, rng = Options(players=3), random.Random(1)
    tiles = list(mexican_train.dealt(options, 1))
    found = [0, 0, 0]
    for _ in range(600):
        rng.shuffle(tiles)
        found[mexican_train.start(options, Deal(mexican_train.dealt(options, 1), 1, lots=tuple(tiles))).starter] += 1
    assert min(found) > 150


# --- first turns


def test_mv_2_a_chain_may_stop_but_not_on_a_double():
    s = begun(4, MV2)
    assert texts(s) == ["12-5@A"]
    assert code(s, "end") == "NOT_IN_CHAIN"
    s = played(s, "12-5@A 5-5@A")
    assert code(s, "end") == "DOUBLE_NEEDS_FOLLOW_UP"
    assert texts(s) == ["9-5@A"]
    s = played(s, "9-5@A 9-1@A end")
    assert (s.turn, s.first, len(s.hands[0]), queue(s), marked(s), ends(s, "A")) == (1, 3, 8, [], "", {"A": 1})


def test_mv_2_single_is_one_tile_and_another_on_a_double():
    s = played(begun(4, MV2, first_turn="single"), "12-5@A")
    assert (s.turn, s.first) == (1, 3)
    s = begun(4, "12-5 5-5", first_turn="single")
    assert played(s, "12-5@A").turn == 1


def test_mv_3_without_an_engine_number_one_tile_is_drawn():
    s = begun(4, MV3, "12-9 12-3", stock="10-6")
    after = played(s, "draw keep")
    assert (after.turn, marked(after), len(after.boneyard)) == (1, "A", 41)
    assert texts(after) == ["12-3@B", "12-9@B"]
    assert code(after, "12-3@A") == "FIRST_TURN_OWN_TRAIN"
    after = played(begun(4, MV3, stock="12-7"), "draw 12-7@A")
    assert (after.turn, marked(after)) == (1, "")


def test_mt17_a_train_begun_later_takes_a_single_tile():
    s = played(read("{o} turn=A | A * : 9-5 5-1 | B 9>8 : 7-0"), "9-5@A")
    assert (s.turn, marked(s)) == (1, "")


# --- later turns


def test_mv_4_legal_plays_and_the_answer():
    s = read(MV4)
    assert texts(s) == ["5-2@A", "7-7@B", "9-8@MT"]
    assert code(s, "5-2@C") == "TRAIN_PRIVATE"
    assert code(s, "draw") == "FALSE_CLAIM"
    s = played(s, "7-7@B 9-8@MT")
    assert (s.turn, queue(s)) == (1, ["7-7@B:1"])
    assert mexican_train.view(s, None).owed
    s = played(s, "7-0@B")
    assert (queue(s), marked(s)) == ([], "")


def test_a_refusal_says_what_stands_in_the_way_and_offers_what_may_be_done():
    s = played(read(MV4), "7-7@B 9-8@MT")
    refusal = mexican_train.refuse(s, 1, mexican_train.parse_move("8-1@MT"))
    assert (refusal.code, refusal.rule) == ("MUST_ANSWER_DOUBLE", "MT-26")
    assert refusal.facts == {
        "tile": "8-1", "double": "7-7", "place": "B", "end": 7, "case": "own", "train_seat": 1, "offers": ("7-0@B",)
    }  # fmt: skip
    refusal = mexican_train.refuse(s, 1, mexican_train.parse_move("draw"))
    assert refusal.facts == {"offers": ("7-0@B",)}
    s = read("turn=A queue=8-8@MT | A 9>5 : 8-1 5-2 | B 9>7 : 6-4 | MT 9>8 8>8 | stock 4-4")
    refusal = mexican_train.refuse(s, 0, mexican_train.parse_move("5-2@A"))
    assert refusal.facts == {
        "tile": "5-2", "double": "8-8", "place": "MT", "end": 8, "case": "mexican", "offers": ("8-1@MT",)
    }  # fmt: skip


@pytest.mark.parametrize(("hand", "offered"), [("5-2 5-1", 2), ("5-2 5-1 5-0", 3), ("5-2 5-1 5-0 5-4", 0)])
def test_up_to_three_moves_are_offered_with_a_refusal(hand, offered):
    s = read(f"turn=A | A 9>5 : {hand} | B 9>7 : 6-4 | stock 4-4")
    refusal = mexican_train.refuse(s, 0, mexican_train.parse_move("draw"))
    assert len(refusal.facts.get("offers", ())) == offered
    assert len(mexican_train.moves(s)) == (offered or 4)


def test_a_tile_that_no_set_has_is_in_no_hand():
    s = read("turn=A | A 9>5 : 0-0 5-2 | B 9>7 : 7-0")
    for tile in (Tile(-1, -1), Tile(20, 5), Tile(2, 5)):
        assert mexican_train.refuse(s, 0, mexican_train.Lay(tile, 0)).code == "TILE_NOT_IN_HAND"


def test_more_than_three_possible_moves_are_not_offered():
    s = read("turn=A | A 9>5 : 5-2 5-1 5-0 5-3 8-7 | B 9>7 : 7-0")
    assert "offers" not in mexican_train.refuse(s, 0, mexican_train.parse_move("8-7@A")).facts
    assert mexican_train.refuse(s, 0, mexican_train.parse_move("keep")).facts == {}


def test_edge_4_and_mv_6_the_oldest_double_first_even_for_who_could_answer_both():
    s = read("turn=B queue=5-5@A,8-8@MT | A 9>5 5>5 : 2-1 | B 9>3 : 8-2 6-5 | C 9>6 : 8-0 | MT 9>8 8>8 | stock 1-1")
    assert texts(s) == ["6-5@A"]
    s = played(s, "6-5@A")
    assert (queue(s), texts(s)) == (["8-8@MT:1"], ["8-0@MT"])


def test_edge_6_an_owed_player_may_not_play_elsewhere():
    s = read("turn=B queue=5-5@A | A 9>5 5>5 : 2-1 | B 9>3 : 8-3 9-6 | stock 1-1 5-0")
    assert texts(s) == ["draw"]
    assert code(s, "8-3@B") == code(s, "9-6@MT") == "MUST_ANSWER_DOUBLE"
    s = played(s, "draw keep")
    assert (marked(s), queue(s)) == ("B", ["5-5@A:1"])
    assert texts(s) == ["draw"]  # the one who left it open is owed too


def test_edge_7_a_drawn_tile_answers_on_anothers_train_with_any_eligible_only():
    line = "{o} turn=B queue=5-5@A | A 9>5 5>5 : 2-1 | B 9>3 : 8-3 | stock 5-0"
    s = played(read(line), "draw")
    assert (texts(s), code(s, "5-0@A")) == (["keep"], "DRAWN_TILE_OWN_TRAIN")
    s = played(read(line, "drawn_tile_play=any_eligible"), "draw")
    assert (texts(s), code(s, "5-0@B")) == (["5-0@A", "keep"], "MUST_ANSWER_DOUBLE")
    s = played(s, "5-0@A")
    assert (s.turn, queue(s), marked(s)) == (0, [], "")


def test_edge_8_answering_on_ones_own_marked_train_takes_the_marker_off():
    s = read("turn=B queue=5-5@B | A * 9>8 : 2-1 | B * 9>5 5>5 : 5-3 8-3")
    assert marked(played(s, "5-3@B")) == "A"


def test_edge_3_a_drawn_double_is_followed_by_another_draw_or_with_an_empty_boneyard_by_a_pass():
    line = "turn=A | A 9>5 : 7-2 | B 9>3 : 1-0 | MT 9>8 | stock 5-5{}"
    s = played(read(line.format(" 5-1")), "draw 5-5@A")
    assert texts(s) == ["draw"]
    assert played(s, "draw 5-1@A").turn == 1
    s = played(read(line.format("")), "draw 5-5@A")
    assert texts(s) == ["pass"]
    s = played(s, "pass")
    assert (marked(s), queue(s), s.count) == ("A", ["5-5@A:1"], 0)


def test_edge_5_a_chain_that_ends_with_a_double_waits_for_the_starters_second_turn():
    s = begun(2, "9-4 4-4 8-7 6-6 6-5 5-1 5-0 6-1", "9-7 9-3 8-0 7-5 7-1 7-0 6-2 5-3", stock="2-2 8-5 3-2")
    s = played(s, "9-4@A 4-4@A draw keep")
    assert (marked(s), queue(s), texts(s)) == ("A", ["4-4@A:1"], ["9-3@B", "9-7@B"])
    s = played(s, "9-3@B end")
    assert (s.turn, s.first, texts(s)) == (0, 0, ["draw"])
    assert code(s, "5-1@MT") == "MUST_ANSWER_DOUBLE"


def test_mv_8_and_edge_10_a_dead_double():
    line = (
        "{o} turn=A | A 9>4 4>0 0>1 1>4 4>2 2>3 3>4 4>5 5>6 6>4 4>7 7>8 8>4 : 4-4 6-3 8-8 | B 9>2 : 8-2 7-1"
        " | MT 9>6 | stock 1-1"
    )
    s = played(read(line), "4-4@A")
    assert (queue(s), texts(s)) == ([], ["6-3@MT"])
    s = played(s, "6-3@MT")
    assert texts(s) == ["8-2@B"]
    s = played(read(line, "double_follow_up=own_double"), "4-4@A")
    assert (s.turn, marked(s), queue(s)) == (1, "", [])


def test_edge_10_a_double_dies_when_the_last_other_tile_of_its_number_is_played():
    s = read(
        "turn=A first=1 queue=4-4@B | A : 9-4 8-0 | B 9>8 8>4 4>4 : 7-1 | C 9>2 2>4 4>0 0>1 1>4 4>3 3>5 5>4 4>6 6>7 7>4"
        " : 8-1 | stock 1-1"
    )
    assert queue(played(s, "9-4@A")) == []


def test_edge_11_and_12_a_marker_stays_while_its_owner_plays_elsewhere():
    s = read("turn=A | A * 9>5 : 8-2 5-1 4-4 | B 9>3 : 5-0 7-7 | MT 9>8")
    assert texts(s) == ["5-1@A", "8-2@MT"]
    assert marked(played(s, "8-2@MT")) == "A"
    assert marked(played(s, "5-1@A")) == ""
    s = read("turn=A own_train_first=true | A * 9>5 : 8-2 5-1 4-4 | B 9>3 : 5-0 7-7 | MT 9>8")
    assert (texts(s), code(s, "8-2@MT")) == (["5-1@A"], "OWN_TRAIN_FIRST")


def test_own_train_first_does_not_bind_an_owed_player_or_a_follow_up():
    s = read("turn=B own_train_first=true queue=5-5@A | A 9>5 5>5 : 2-1 | B 9>3 : 8-3 5-0 1-0")
    assert texts(s) == ["5-0@A"]
    s = played(read("turn=A own_train_first=true | A 9>5 : 5-5 9-8 5-1 | B 9>3 : 8-3"), "5-5@A")
    assert texts(s) == ["5-1@A", "9-8@MT"]


def test_edge_13_an_empty_marked_train_takes_the_engines_number():
    s = played(read("turn=B | A * : 8-7 9-1 | B 9>3 : 9-6 5-0"), "9-6@A")
    assert (marked(s), ends(s, "A")) == ("A", {"A": 6})
    s = begun(2, "8-7 8-6 7-6", "9-5 9-4", stock="1-0")
    assert code(played(s, "draw keep"), "9-5@A") == "FIRST_TURN_OWN_TRAIN"


def test_edge_15_an_empty_boneyard_means_pass_and_marker():
    s = read("turn=A | A 9>5 : 7-2 | B 9>3 : 1-0 | MT 9>8")
    assert (texts(s), code(s, "draw")) == (["pass"], "BONEYARD_EMPTY")
    s = played(s, "pass")
    assert (marked(s), s.count, s.turn) == ("A", 1, 1)


def test_edge_16_nobody_can_play_but_tiles_are_left():
    s = read("turn=A | A * 9>5 : 7-2 | B * 9>3 : 1-0 | MT 9>8 | stock 6-6 4-4")
    assert code(s, "pass") == "BONEYARD_NOT_EMPTY"
    s = played(s, "draw keep draw keep")
    assert (s.over, s.count, texts(s)) == (None, 0, ["pass"])


def test_edge_18_nobody_holds_the_engines_number():
    s = begun(2, "8-7 8-6 8-5 8-4 8-3 8-2 8-1 8-0", "7-6 7-5 7-4 7-3 7-2 7-1 7-0 6-5", stock="1-0 2-0 3-0")
    s = played(s, "draw keep draw keep")
    assert (marked(s), s.first, texts(s)) == ("AB", 0, ["draw"])


def test_mv_16_what_may_not_be_done_with_a_drawn_tile():
    line = "{o} turn=A | A 9>5 : 6-4 8-6 | B * 9>7 : 1-0 | C 9>3 : 2-0 | stock 7-5 1-1"
    s = played(read(line), "draw")
    codes = {m: code(s, m) for m in ("7-5@B", "6-4@A", "draw", "pass", "end", "1-1@A", "7-5@D", "7-5@A.L", "7-5@MT")}
    assert codes == {
        "7-5@B": "DRAWN_TILE_OWN_TRAIN", "6-4@A": "ONLY_DRAWN_TILE", "draw": "ALREADY_DREW", "pass": "ALREADY_DREW",
        "end": "NOT_IN_CHAIN", "1-1@A": "TILE_NOT_IN_HAND", "7-5@D": "NO_SUCH_TRAIN", "7-5@A.L": "NO_SUCH_TRAIN",
        "7-5@MT": "NO_MATCH",
    }  # fmt: skip
    s = played(read(line, "drawn_tile_play=any_eligible own_train_first=true"), "draw")
    assert code(s, "7-5@B") == "OWN_TRAIN_FIRST"


# --- chicken feet


def test_mv_11_three_tiles_on_a_double():
    s = read(
        f"turn=A first_turn=single {CHICKEN} | A 9>6 : 6-6 6-2 4-1 | B 9>8 : 6-5 3-3 | C 9>7 : 6-0 8-2 | stock 1-1"
    )
    s = played(s, "6-6@A 6-2@A")
    assert (queue(s), ends(s, "A")) == (["6-6@A:2"], {"A": 6, "A.L": 2})
    s = played(s, "6-5@A")
    assert code(s, "8-2@A.L") == "MUST_ANSWER_DOUBLE"
    s = played(s, "6-0@A")
    assert (queue(s), ends(s, "A"), marked(s)) == ([], {"A.L": 2, "A.C": 5, "A.R": 0}, "")


def test_mv_15_a_foot_on_a_branch():
    s = read(f"turn=A {CHICKEN} | A 9>6 : 6-6 6-2 2-2 2-1 5-5 | B 9>8 : 6-5 6-0 2-0 3-2 | stock 4-4 1-1")
    s = played(s, "6-6@A 6-2@A 6-5@A draw keep 6-0@A")
    assert texts(s) == ["2-1@A.L", "2-2@A.L", "5-5@A.C"]
    assert code(s, "2-1@A") == "NO_SUCH_TRAIN"
    s = played(s, "2-2@A.L 2-1@A.L")
    assert (ends(s, "A"), marked(s)) == ({"A.L": 2, "A.LL": 1, "A.C": 5, "A.R": 0}, "")
    assert texts(s) == ["2-0@A.L", "3-2@A.L"]
    s = played(s, "3-2@A.L")
    assert [str(b.name) for b in s.trains[0].branches] == ["", "L", "LL", "LC", "C", "R"]
    first = begun(2, "9-6 6-6 6-2 2-2 2-1 5-5", double_answer="chicken_foot", double_follow_up="own_double")
    first = played(first, "9-6@A 6-6@A 6-2@A")
    assert (first.turn, queue(first)) == (1, ["6-6@A:2"])


def test_mt32_a_foot_that_dies_keeps_what_lies_on_it():
    s = read(
        f"turn=A {CHICKEN} | A 9>4 : 4-4 5-4 8-1 | B 9>0 0>4 4>1 1>2 2>4 4>3 3>6 6>4 4>7 7>8 8>4 : 7-1 6-0 | stock 1-1"
    )
    s = played(s, "4-4@A 5-4@A")
    assert (queue(s), ends(s, "A")) == ([], {"A.L": 5})
    assert mexican_train.read_state(mexican_train.write_state(s)) == s
