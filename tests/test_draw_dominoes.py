# ruff: noqa: RUF001  # Persian digits are meant
"""Draw dominoes beyond its golden logs: starting rules, options, parity of the line, texts, views, sentences."""

from __future__ import annotations

import random

import msgspec
import pytest

from contracts.games import draw_dominoes as g
from contracts.games.draw_dominoes import ClosedPairsScore, Draw, Lay, Options, Skip
from contracts.games.game import BadNotation, Deal, Game, Reason, Refusal, Void
from contracts.games.pieces import UNSEEN, Tile, parse_tile, tile_set
from contracts.sentences import LANGUAGES, of_game, sentence
from tests.strategies import order, playout

NAMES = ("Ana", "Bo", "سارا", "Δημήτρης")


def first(*hands: str, **options: object):
    """A first round with these hands, the rest behind them."""
    dealt = [text for hand in hands for text in hand.split()]
    rest = [text for text in g.pieces(Options()) if text not in dealt]
    return g.start(Options(players=len(hands), **options), Deal((*dealt, *rest)))


def test_it_is_a_game():
    game: Game = g
    assert (game.ID, game.NAME, game.MIN_SEATS, game.MAX_SEATS) == ("draw_dominoes/1", "draw_dominoes", 2, 4)
    assert len(game.CODES) == len(set(game.CODES)) == 21


@pytest.mark.parametrize(("players", "boneyard"), [(2, 14), (3, 7), (4, 0)])
def test_dd_6_hands_follow_the_order_and_the_rest_is_the_boneyard(players, boneyard):
    dealt = order(g, Options(players=players), random.Random(1))
    s = g.start(Options(players=players), Deal(dealt, 2, 0))
    for seat in range(players):
        assert set(map(str, s.hands[seat])) == set(dealt[7 * seat : 7 * seat + 7])
    assert tuple(map(str, s.boneyard)) == dealt[7 * players :]
    assert len(s.boneyard) == boneyard


def test_dd_7_with_four_players_six_six_always_starts():
    for seed in range(50):
        s = g.start(Options(), Deal(order(g, Options(), random.Random(seed))))
        assert s.opening == Tile(6, 6)
        assert s.opening in s.hands[s.turn]


def test_dd_9_the_order_of_tiles_is_total():
    assert len({(t.pips, t.high) for t in tile_set(6)}) == 28


def test_dd_25_a_closed_line_shows_the_same_number_at_both_ends():
    closed = 0
    for seed in range(600):
        rng = random.Random(seed)
        *_, s = playout(g, Options(players=rng.choice((2, 3, 4))), rng)
        if s.end is Reason.CLOSED:
            closed += 1
            assert s.left == s.right
            assert sum(s.left in pair for pair in s.line) == 7
    assert closed > 20


def test_de_11_different_ends_cannot_both_be_dead():
    """DE-11: no line with ends 5|2 holds all seven fives; the text of one breaks where two tiles do not touch."""
    with pytest.raises(BadNotation, match="does not touch"):
        g.read_state("players=2 turn S0 S0 6-6 S1 4-4 line 5-0 0-1 1-5 5-3 3-4 4-5 5-5 5-6 5-2")
    with pytest.raises(BadNotation, match="does not touch"):
        g.read_state("players=2 turn S0 S0 6-6 S1 4-4 line 5-0 1-5 5-5 5-2")


def test_dd_33_and_dd_2_partners_sit_opposite():
    assert g.sides(Options(pairs=True)) == ((0, 2), (1, 3))
    assert g.sides(Options(players=3)) == ((0,), (1,), (2,))


@pytest.mark.parametrize(
    ("options", "rule", "facts"),
    [
        (Options(players=3, pairs=True), "DD-1", {"first": "pairs=true", "second": "players=3"}),
        (Options(players=5), "DD-1", {"first": "players=5", "second": g.ID, "reason": "range"}),
        (
            Options(closed_pairs_score=ClosedPairsScore.OPPONENTS),
            "DD-31",
            {"first": "closed_pairs_score=opponents", "second": "pairs=false"},
        ),
        (Options(target_points=0), "DD-36", {"first": "target_points=0", "second": g.ID, "reason": "range"}),
        (Options(false_claim_points=0), "BG-19", {"first": "false_claim_points=0", "second": g.ID, "reason": "range"}),
    ],
)
def test_options_that_cannot_stand_together(options, rule, facts):
    assert g.conflict(options) == Refusal("OPTIONS_CONFLICT", rule, facts)
    with pytest.raises(ValueError, match="conflict"):
        g.start(options, Deal(g.pieces(options)))
    for lang in LANGUAGES:
        assert facts["first"].split("=")[0] in sentence(g.conflict(options), lang)


def test_options_from_outside_are_checked_by_type():
    assert msgspec.convert({"players": 2, "target_points": 50}, Options) == Options(players=2, target_points=50)
    for wrong in ({"players": 5}, {"target_points": 0}, {"closed_pairs_score": "two"}, {"spinner": True}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, Options)


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (("6-6",) * 28, "duplicate"),
        (("9-9", *g.pieces(Options())[1:]), "foreign"),
        (g.pieces(Options())[:-1], "missing"),
        ((*g.pieces(Options()), "6-6"), "duplicate"),
    ],
)
def test_dd_38_a_deal_that_is_not_the_set_is_void(broken, fault):
    void = g.start(Options(), Deal(broken))
    assert isinstance(void, Void)
    assert (void.rule, void.facts["fault"]) == ("DD-38", fault)


def test_a_deal_of_no_tiles_at_all_is_an_error():
    with pytest.raises(BadNotation, match="QS"):
        g.start(Options(), Deal(("QS",)))
    with pytest.raises(ValueError, match="seat 4"):
        g.start(Options(), Deal(g.pieces(Options()), 2, 4))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("6-5L", Lay(Tile(6, 5), "L")),
        ("5-6R", Lay(Tile(6, 5), "R")),
        ("6-6", Lay(Tile(6, 6))),
        ("6-5X", Lay(Tile(6, 5), "X")),
        ("9-0", Lay(Tile(9, 0))),
        ("draw", Draw()),
        ("skip", Skip()),
    ],
)
def test_moves_are_read(text, move):
    assert g.parse_move(text) == move


@pytest.mark.parametrize("text", ["", "6", "6-", "L", "6-5LL", "pass", "6-5 L", "\uff16-\uff15L", "6-5@A", "DRAW"])
def test_text_that_is_no_move_is_named(text):
    with pytest.raises(BadNotation, match="is no move"):
        g.parse_move(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "'turn' is missing"),
        ("turn S0", "'S0' is missing"),
        ("6-6", "belongs to no part"),
        ("players=2 turn S0 S0 6-6 S1 6-6", "6-6 is there twice"),
        ("players=2 turn S0 S0 6-6 S1 5-5 S1 4-4", "'S1' is there twice"),
        ("players=2 turn S0 S0 6-6 S1 5-5 S2 4-4", "'S2' names no seat"),
        ("players=2 turn S3 S0 6-6 S1 5-5", "names no seat"),
        ("players=2 turn 1 S0 6-6 S1 5-5", "names no seat"),
        ("players=2 turn S0 S0 9-9 S1 5-5", "not in the double-6 set"),
        ("players=2 turn S0 S0 6-6 S1 QS", "is no tile"),
        ("players=2 turn S0 S0 6-6 S1 5-5 line 6-4 5-1", "does not touch"),
        ("players=2 turn S0 S0 6-6 S1 5-5 line 6-4 4-9", "4-9 is not in the double-6 set"),
        ("players=2 turn S0 S0 6-6 S1 5-5 line 6-4 ends 4|6", "the line shows 6|4"),
        ("players=2 turn S0 S0 6-6 S1 5-5 count many", "'many' is no number"),
        ("players=2 turn S0 S0 6-6 S1 5-5 fouls 1", "one number for each seat"),
        ("players=2 turn S0 S0 6-6 S1 5-5 end lost", "'end' is one of"),
        ("players=7 turn S0 S0 6-6 S1 5-5", "'players' is one of"),
        ("colour=red turn S0", "'colour' is no option of draw_dominoes/1"),
    ],
)
def test_a_state_line_that_is_wrong_says_where(text, fault):
    with pytest.raises(BadNotation, match="^" if not fault else None) as caught:
        g.read_state(text)
    assert fault in str(caught.value)


def test_unseen_tiles_are_played_around_and_not_scored():
    s = g.read_state("players=2 turn S0 S0 6-5 S1 ?? ?? line 6-6 stock ?? ??")
    assert s.hands[1] == (UNSEEN, UNSEEN)
    assert g.read_state(g.write_state(s)) == s
    over = g.play(s, Lay(Tile(6, 5), "R"))
    assert over.end is Reason.OUT
    with pytest.raises(ValueError, match="unseen"):
        g.outcome(over)
    other = msgspec.structs.replace(s, turn=1)
    assert g.moves(other) == (Draw(),)
    assert g.refuse(other, 1, Lay(UNSEEN, "L")).code == "TILE_NOT_IN_HAND"


def test_the_view_shows_ones_own_hand_and_the_line():
    s = first("6-3 5-2 5-1 4-4 3-1 3-0 2-0", "5-5 5-0 4-3 3-3 3-2 1-0 0-0")
    assert g.view(s, 1).moves == ("5-5",)
    assert g.view(s, 1).opening == "5-5"
    s = g.play(s, Lay(Tile(5, 5)))
    s = g.play(s, Lay(Tile(5, 1), "L"))
    mine, public, opened = g.view(s, 1), g.view(s, None), g.reveal(s)
    assert mine.hand == ("5-0", "4-3", "3-3", "3-2", "1-0", "0-0")
    assert mine.hands == (None, mine.hand)
    assert mine.line == ((1, 5), (5, 5))
    assert (mine.opened, mine.ends, mine.boneyard, mine.sizes) == (1, (1, 5), 14, (6, 6))
    assert mine.moves == ("1-0L", "5-0R")
    assert (public.hand, public.hands, public.moves, public.boneyard_tiles) == ((), (None, None), (), ())
    assert opened.hands[0] == ("6-3", "5-2", "4-4", "3-1", "3-0", "2-0")
    assert len(opened.boneyard_tiles) == 14


def test_a_finished_round_lies_open_with_its_outcome():
    s = g.read_state("players=2 turn S0 S0 6-5 S1 4-4 line 6-6 stock 1-1")
    over = g.play(s, Lay(Tile(6, 5), "R"))
    shown = g.view(over, None)
    assert shown.hands == ((), ("4-4",))
    assert shown.boneyard_tiles == ("1-1",)
    assert shown.turn is None
    assert shown.outcome.points == (8, 0)


def test_play_asserts_what_it_trusts():
    s = g.read_state("players=2 turn S0 S0 6-5 4-4 S1 4-3 line 6-6 stock 1-1")
    with pytest.raises(AssertionError):
        g.play(s, Lay(Tile(4, 4), "L"))
    over = g.forfeit(s, 0)
    with pytest.raises(AssertionError):
        g.play(over, Lay(Tile(6, 5), "L"))
    with pytest.raises(AssertionError):
        g.forfeit(over, 1)


@pytest.mark.parametrize(
    ("state", "seat", "move", "lang", "said"),
    [
        ("line 3-5", 1, "6-6L", "en", "It is Ana's turn."),
        ("line 3-5", 0, "4-4L", "en", "You do not hold 4-4."),
        ("line 3-5", 0, "2-1L", "en", "2-1 fits neither end: the line is open at 3 and 5. You can play 3-0L or 5-2R."),
        ("line 3-5", 0, "5-2L", "en", "5-2 does not fit at L, which shows 3. You can play 3-0L or 5-2R."),
        ("line 3-5", 0, "5-2", "en", "Say where 5-2 goes: L shows 3, R shows 5."),
        (
            "line 3-5",
            0,
            "draw",
            "en",
            "You hold a tile that fits, so play it instead of drawing. You can play 3-0L or 5-2R.",
        ),
        ("line 6-4", 0, "skip", "en", "You can still draw: the boneyard holds 2. Draw a tile."),
        ("line 6-4", 0, "5-2L", "en", "5-2 fits neither end: the line is open at 6 and 4. Draw a tile."),
        ("line 3-5", 1, "6-6L", "el", "Παίζει τώρα: Ana."),
        (
            "line 3-5",
            0,
            "5-2",
            "fa",
            "بگویید \u2068۵-۲\u2069 به کدام سر می‌رود: L با \u2068۳\u2069 یا R با \u2068۵\u2069.",
        ),
    ],
)
def test_refusals_read_well(state, seat, move, lang, said):
    s = g.read_state(f"players=2 turn S0 S0 5-2 3-0 2-1 S1 6-6 {state} stock 1-1 2-2")
    assert sentence(g.refuse(s, seat, g.parse_move(move)), lang, NAMES, of_game(g.ID)) == said


def test_no_sentence_blames_or_quotes_the_book():
    for templates in of_game(g.ID).values():
        for said in templates.values():
            assert said.count(".") + said.count("؟") <= 2
            assert not {"invalid", "illegal", "error"} & set(said.lower().split())
            assert "DD-" not in said


def test_more_than_three_moves_are_not_offered():
    s = g.read_state("players=2 turn S0 S0 5-4 5-3 5-2 5-1 1-0 S1 6-6 line 6-5 stock 1-1")
    assert "offers" not in g.refuse(s, 0, Lay(Tile(1, 0), "L")).facts
    assert g.refuse(s, 0, Lay(parse_tile("5-4"), "L")).facts["case"] == "other_end"


def test_dd_10_no_other_tile_of_as_many_pips_opens():
    s = first("6-3 5-2 5-1 4-4 3-1 3-0 2-0", "5-5 6-4 5-0 4-3 3-3 3-2 1-0")
    assert g.refuse(s, 1, g.parse_move("6-4")).code == "WRONG_OPENING_TILE"
    assert g.refuse(s, 1, g.parse_move("5-5")) is None


def test_dd_20_after_a_draw_the_rule_named_is_another():
    s = g.read_state("players=2 turn S0 S0 4-4 S1 6-6 1-1 line 3-5 stock 5-2 6-5")
    s = g.play(s, Draw())
    assert [g.refuse(s, 0, m).rule for m in (Draw(), Skip())] == ["DD-20", "DD-20"]
    s = g.read_state("players=2 turn S0 S0 5-4 S1 6-6 1-1 line 3-5 stock 5-2 6-5")
    assert [g.refuse(s, 0, m).rule for m in (Draw(), Skip())] == ["DD-18", "DD-18"]


def test_an_excerpt_with_two_dead_ends_is_closed():
    """Where tiles are left out of a state, its ends may differ and yet be dead."""
    s = g.read_state("players=2 turn S0 S0 5-4 6-6 S1 1-1 line 3-5")
    over = g.play(s, Lay(Tile(5, 4), "R"))
    assert (over.end, over.left, over.right) == (Reason.CLOSED, 3, 4)
    assert g.play(g.read_state("players=2 turn S0 S0 5-4 6-6 S1 ?? line 3-5"), Lay(Tile(5, 4), "R")).end is None


@pytest.mark.parametrize(
    ("end", "rule"),
    [("end out", "DD-23"), ("end closed", "DD-24"), ("end blocked", "BG-10"), ("end penalty loser S0", "BG-18")],
)
def test_a_round_that_is_over_says_by_which_rule(end, rule):
    s = g.read_state(f"players=2 turn S0 S0 5-4 S1 1-1 line 3-5 {end}")
    refusal = g.refuse(s, 0, Skip())
    assert (refusal.code, refusal.rule) == ("ROUND_OVER", rule)


def test_bg_19_in_pairs_either_partners_false_claims_count():
    s = g.read_state(
        "pairs=true false_claim_penalty=points false_claim_points=5 "
        "turn S0 S0 - S1 1-1 S2 2-2 S3 3-3 fouls 1 0 2 3 end out"
    )
    assert g.outcome(s).penalties == (-15, -15, -15, -15)
    assert g.outcome(s).facts["false_claims"] == ("S0", "S2", "S3")


def test_bg_11_a_drawn_tile_sets_the_count_back_and_keeps_the_booked_claim():
    s = g.read_state("players=2 turn S0 S0 4-4 S1 6-6 line 3-5 stock 2-2 1-1 count 1 fouls 1 0 fouled yes")
    drawn = g.play(s, Draw())
    assert (drawn.count, drawn.drew, drawn.fouled, drawn.fouls) == (0, 1, True, (1, 0))
    assert (g.play(drawn, Draw()).drew, drawn.turn) == (2, 0)
