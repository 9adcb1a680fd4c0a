"""How a Mexican Train round and match end: going out, blocks, scores, places; claims, absent players, the lists."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from contracts.games import match as matches
from contracts.games import mexican_train
from contracts.games.blocked import BlockDetection, ClaimMode, FalseClaimPenalty, TimeoutAction
from contracts.games.game import Deal, Reason
from contracts.games.mexican_train import (
    MEXICAN_TRAIN_CHICKEN_FOOT,
    MEXICAN_TRAIN_SHORT,
    DoubleAnswer,
    DoubleFollowUp,
    MatchLength,
    Options,
)
from tests.mexican_train_positions import (
    CHICKEN,
    MV13,
    begun,
    code,
    marked,
    played,
    random_round,
    read,
    texts,
)

# --- the end


def test_edge_1_and_mv_7_a_double_as_the_last_tile_ends_the_round():
    for blank, c in ((0, 6), (25, 31), (50, 56)):
        s = read(f"deal=2 turn=A double_blank_points={blank} | A 11>6 : 6-6 | B : 12-12 3-1 | C : 4-2 0-0 | D : 10-5")
        ended = mexican_train.outcome(played(s, "6-6@A"))
        assert (ended.reason, ended.points, ended.pips) == (Reason.OUT, (0, 28, c, 15), (0, 28, 6, 15))
        assert (ended.winners, ended.rule) == ((0,), "MT-36")


def test_edge_2_the_queue_is_dropped_with_the_last_tile():
    s = played(read("turn=A | A 9>5 : 5-5 8-1 | B * 9>8 : 7-0"), "5-5@A 8-1@B")
    assert (s.over, s.queue, s.turn) == (Reason.OUT, (), None)
    assert code(s, "7-0@B", "B") == "ROUND_OVER"


def test_edge_19_out_on_the_first_turn():
    s = played(read("deal=10 turn=A first=2 | A : 1-0 | B : 9-8 7-7"), "1-0@A")
    assert mexican_train.outcome(s).points == (0, 31)


def test_edge_20_who_went_out_wins_alone():
    s = played(read("turn=A | A 9>5 : 5-1 | B 9>3 : 0-0"), "5-1@A")
    assert (mexican_train.outcome(s).points, mexican_train.outcome(s).winners) == ((0, 0), (0,))


@pytest.mark.parametrize(("blank", "b", "winner"), [(0, 62, 1), (25, 87, 1), (50, 112, 0)])
def test_mv_13_and_bv_7_a_blocked_round(blank, b, winner):
    s = read(MV13, f"double_blank_points={blank}")
    counts = []
    while s.turn is not None:
        s = played(s, "pass")
        counts.append(s.count)
    assert counts == [1, 1, 1, 2, 3]
    ended = mexican_train.outcome(s)
    assert (ended.reason, ended.points, ended.winners) == (Reason.BLOCKED, (98, b, 128), (winner,))
    assert mexican_train.next_starter(s) is None


def test_bv_7_immediate_ends_with_the_tile_that_blocks_even_with_tiles_to_draw():
    line = MV13.replace("C 9>7 7>4 : 8-6 8-5", "C 9>7 : 7-4").replace("turn=A", "turn=C")
    s = played(read(line + " | stock 8-6 8-5", "block_detection=immediate"), "7-4@C")
    assert (s.over, len(s.boneyard)) == (Reason.BLOCKED, 2)
    s = played(read(line + " | stock 8-6 8-5"), "7-4@C")
    assert (s.over, texts(s)) == (None, ["draw"])


def test_bv_10_and_bg_5_a_private_end_keeps_a_round_open():
    line = "{o} turn=A | A 9>3 : 6-2 7-7 | B 9>6 : 5-4 8-7 | MT 9>1"
    s = played(read(line), "pass pass")
    assert (s.count, marked(s), texts(s), code(s, "pass")) == (1, "AB", ["6-2@B"], "FALSE_CLAIM")
    assert played(s, "6-2@B").count == 0
    assert played(read(line, "block_detection=immediate"), "pass").over is None


def test_bg_12_an_owed_pass_and_a_first_turns_pass_confirm_nothing():
    s = played(read("turn=A queue=5-5@B | A * 9>3 : 6-2 | B 9>5 5>5 : 8-7 | MT 9>1"), "pass")
    assert s.count == 0
    s = played(read("turn=A first=1 | A : 6-2 | B 9>5 : 8-7 | MT 9>1"), "pass")
    assert s.count == 0


def test_bg_21_immediate_looks_after_a_draw_too():
    line = "turn=A block_detection={} | A * 9>5 : 7-2 | B * 9>3 : 1-0 | MT 9>8 | stock 6-6"
    assert played(read(line.format("immediate")), "draw").over is Reason.BLOCKED
    assert played(read(line.format("confirmations")), "draw").over is None


@pytest.mark.parametrize(
    ("rounds", "totals", "won", "places"),
    [
        (
            [(0, 22), (12, 0), (31, 0), (0, 19), (25, 0), (8, 0), (0, 36), (44, 0), (17, 0), (3, 28)],
            (140, 105),
            None,
            (2, 1),
        ),
        ([(10, 20), (20, 10)], (30, 30), (2, 1), (1, 2)),  # MT-41
        ([(10, 20), (20, 10)], (30, 30), (1, 1), (1, 1)),
    ],
)
def test_mv_14_and_mt41_places_of_a_match(rounds, totals, won, places):
    assert tuple(map(sum, zip(*rounds, strict=True))) == totals
    assert matches.places(mexican_train, Options(players=2), totals, won=won or (0, 0)) == places


def test_mt40_the_tenth_round_is_the_last_and_more_rounds_won_decide():
    options = Options(players=2)
    match = matches.begin(mexican_train, options)
    for number in range(1, 11):
        assert matches.over(mexican_train, options, match) is None
        states = random_round(number, number, players=2)
        match = matches.score(mexican_train, options, match, states[-1])
        assert match.starter is None
    result = matches.over(mexican_train, options, match)
    assert (result.deals, result.reason, sum(result.won) >= 10) == (10, "deals", True)
    assert mexican_train.match_over(MEXICAN_TRAIN_SHORT, (0, 0), 1)


def test_a_whole_table_of_fourteen_plays_nineteen_rounds():
    options = Options(players=14)
    match = matches.begin(mexican_train, options)
    for number in range(1, 20):
        match = matches.score(mexican_train, options, match, random_round(number, number, players=14)[-1])
    assert matches.over(mexican_train, options, match).deals == 19


# --- options, claims, absent players


def test_options_that_cannot_stand_together():
    foot = Options(double_answer=DoubleAnswer.CHICKEN_FOOT)
    found = mexican_train.conflict(foot)
    assert (found.rule, found.facts["second"]) == ("MT-32", "double_follow_up=anywhere")
    both = Options(claim_mode=ClaimMode.DECLARED, block_detection=BlockDetection.IMMEDIATE)
    assert mexican_train.conflict(both).rule == "BG-21"
    assert mexican_train.conflict(Options(false_claim_points=0)).rule == "BG-19"
    for fine in (
        MEXICAN_TRAIN_CHICKEN_FOOT,
        MEXICAN_TRAIN_SHORT,
        Options(double_follow_up=DoubleFollowUp.OWN_DOUBLE),
        Options(match_length=MatchLength.SINGLE_ROUND),
        Options(claim_mode=ClaimMode.DECLARED),
    ):
        assert mexican_train.conflict(fine) is None
    with pytest.raises(ValueError, match="cannot stand together"):
        mexican_train.start(foot, Deal(mexican_train.dealt(foot, 1)))


CLAIM = "turn=A false_claim_penalty={} false_claim_points=7 | A 9>5 : 5-1 4-4 | B 9>7 : 8-2 | stock 1-1"


@pytest.mark.parametrize(("penalty", "added"), [("warning", 0), ("points", 7)])
def test_edge_21_a_false_draw_is_booked_once_a_turn_and_added_to_the_total(penalty, added):
    s = read(CLAIM.format(penalty))
    booked = mexican_train.offend(s, 0)
    assert (booked.offences, booked.offended, mexican_train.offend(booked, 0)) == ((1, 0), True, None)
    assert mexican_train.offend(booked, 1) is None
    assert mexican_train.view(booked, 1) == mexican_train.view(s, 1)
    after = played(booked, "5-1@A")
    assert not after.offended
    assert mexican_train.outcome(mexican_train.forfeit(after, 1)).penalties == (added, 7)


def test_edge_21_none_books_nothing_and_lose_deal_ends_the_round():
    assert mexican_train.offend(read(CLAIM.format("none")), 0) is None
    lost = mexican_train.offend(read(CLAIM.format("lose_deal")), 0)
    ended = mexican_train.outcome(lost)
    assert (ended.reason, ended.points, ended.penalties) == (Reason.PENALTY, (14, 10), (7, 0))
    assert (ended.winners, ended.rule, ended.facts["offender_seat"]) == ((1,), "BG-18", 0)
    assert mexican_train.refuse(lost, 0, mexican_train.parse_move("draw")).rule == "BG-18"


def test_bg_18_the_loser_cannot_win_with_the_lowest_hand():
    s = read("turn=A | A 9>5 : 1-0 | B 9>7 : 8-2 | C 9>6 : 5-5")
    ended = mexican_train.outcome(mexican_train.forfeit(s, 0))
    assert (ended.points, ended.winners) == ((1, 10, 10), (1, 2))


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("turn=B | A * 9>6 : 8-0 | B 9>5 : 6-1 6-3 5-1 | MT 9>8", "6-3@A"),  # most pips
        ("turn=B | A * 9>7 : 8-0 | B 9>4 : 7-0 4-3", "7-0@A"),  # the higher half
        ("turn=B | A * 9>7 : 8-0 | B 9>4 : 7-4 | MT 9>8 8>7", "7-4@B"),  # own train first
        ("turn=B | A * 9>7 : 8-0 | B 9>3 : 7-4 | MT 9>4", "7-4@MT"),  # then the Mexican Train
        ("turn=B | A * 9>7 : 8-0 | B 9>3 : 7-4 | C * 9>4 : 1-0 | MT 9>8", "7-4@C"),  # then in turn order from him
        ("turn=B | A * 9>7 : 8-0 | B 9>3 : 6-5 | MT 9>8 | stock 1-1", "draw"),
        ("turn=B | A * 9>7 : 8-0 | B 9>3 : 6-5 | MT 9>8", "pass"),
        ("turn=B drawn=3-1 | A * 9>7 : 8-0 | B 9>3 : 6-5 3-1 | MT 9>8", "3-1@B"),
        ("turn=B drawn=6-5 | A * 9>7 : 8-0 | B 9>3 : 6-5 3-1 | MT 9>8", "keep"),
        ("turn=B first=1 laid=1 | A * 9>7 : 8-0 | B 9>3 : 6-5 3-1", "end"),
        (f"turn=A {CHICKEN} | A 9>6 6>6 .L 6>2 .C 6>1 .R 6>0 : 2-1 | B : 8-0", "2-1@A.L"),
        (f"turn=A {CHICKEN} | A 9>6 6>6 .L 6>3 .C 6>1 .R 6>2 : 2-1 | B : 8-0", "2-1@A.C"),
    ],
)
def test_edge_22_the_server_plays_by_the_order_of_bg_20(line, move):
    assert str(mexican_train.auto_move(mexican_train.read_state(line))) == move


def test_edge_22_lose_deal_on_an_expired_clock_costs_the_points_too():
    s = begun(2, timeout_action=TimeoutAction.LOSE_DEAL, false_claim_penalty=FalseClaimPenalty.NONE)
    ended = mexican_train.outcome(mexican_train.forfeit(s, 1))
    assert (ended.penalties, ended.winners) == ((0, 20), (0,))


def shown_and_tested() -> tuple[str, str]:
    """What the golden logs of the game show, and what its tests are."""
    here = Path(__file__).parent
    logs = sorted((here / "golden" / "mexican_train").glob("*.log"))
    tests = sorted(here.glob("test_mexican_train*.py"))
    shown, tested = ("\n".join(path.read_text(encoding="utf-8") for path in paths) for paths in (logs, tests))
    return shown, tested


def numbers(prefix: str, text: str) -> set[int]:
    """The ids of a kind that a text names: `BG-7`, `BG-8 to BG-12`, and in the names of tests `bg_7` or `mt7`."""
    found = {int(n) for n in re.findall(rf"{prefix}-0?(\d+)", text)}
    found |= {int(n) for n in re.findall(rf"_{prefix.lower()}_?(\d+)(?=_)", text)}
    for first, last in re.findall(rf"{prefix}-(\d+) to {prefix}-(\d+)", text):
        found |= set(range(int(first), int(last) + 1))
    return found


def test_every_rule_vector_and_edge_case_has_its_log_or_test():
    shown, tests = shown_and_tested()
    book = (Path(mexican_train.__file__).parent / "mexican_train.md").read_text(encoding="utf-8")
    manners = {int(n) for n in re.findall(r"\*\*MT-(\d+)\*\*(?=[^*]*\*table manners\*)", book)}
    assert set(range(1, 42)) - manners - numbers("MT", shown) == set()  # every rule of the game has its log
    assert set(range(1, 22)) - numbers("BG", shown + tests) == set()
    assert set(range(2, 17)) - numbers("MV", shown) == set()
    assert {1, 7, 9, 10} - numbers("MV", tests) - numbers("BV", shown) == set()
    cases = {str(n) for n in range(1, 23)}
    named = re.findall(r"^def test_\w*?edge_(\d+)(?:_and_(\d+))?", tests, flags=re.MULTILINE)
    assert cases - {n for pair in named for n in pair} == {"9", "17"}
    assert "MT-31" in shown, "edge case 9"
    assert "test_mt7_all_lots_of_twelve_players" in tests, "edge case 17"


def test_every_value_of_an_option_is_played_and_every_conflict_named():
    shown, tests = shown_and_tested()
    usual = Options()
    for name in Options.__struct_fields__:
        kind = type(getattr(usual, name))
        values = [str(one) for one in kind] if issubclass(kind, StrEnum) else []
        for value in values:
            played = f"{name}={value}" in shown or value == getattr(usual, name)
            assert played, f"{name}={value} has no log"
    for value in ("double_blank_points=25", "double_blank_points=50", "own_train_first=true", "false_claim_points=30"):
        assert value in shown
    conflicts = {path.stem for path in (Path(__file__).parent / "golden" / "mexican_train").glob("conflict-*.log")}
    assert conflicts == {"conflict-anywhere", "conflict-immediate-declared"}
    assert "test_options_that_cannot_stand_together" in tests
