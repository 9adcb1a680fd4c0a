"""Many deals to one result: starters, totals, penalties first, places, limits, pairs, games where low wins."""

from __future__ import annotations

import random
from types import SimpleNamespace

import msgspec
import pytest

from contracts.games import draw_dominoes as g
from contracts.games import match as matches
from contracts.games.cards import Card
from contracts.games.draw_dominoes import Options
from contracts.games.game import Outcome, Reason
from tests.strategies import dealt

FOUR = Options()


def finished(starter: int = 0, end: str = "end out", options: str = "", turn: str = "S2"):
    """A finished round: S2 out, the others hold 3, 10 and 8 (DV-1)."""
    hands = "S0 2-1  S1 4-4 1-1  S2 -  S3 3-2 3-0"
    return g.read_state(f"{options} turn {turn} starter S{starter} {hands} {end}")


def fake(points, *, low=False, over=lambda totals: False, winners=(), penalties=None, sides=None):
    """A game of its own for the arithmetic: each deal brings `points`."""
    n = len(points)
    outcome = Outcome(Reason.PLAYED, points, penalties or (0,) * n, (0,) * n, winners)
    return SimpleNamespace(
        LOW_WINS=low,
        seat_count=lambda _: n,
        sides=lambda _: sides or tuple((seat,) for seat in range(n)),
        outcome=lambda _: outcome,
        next_starter=lambda _: None,
        match_over=lambda _, totals, __: over(totals),
    )


def test_dv_12_starters_go_round_whoever_wins():
    """DV-12, DD-11: rounds 1 to 6 are begun by S0, S1, S2, S3, S0, S1 where S0 is the first."""
    match = matches.begin(g, FOUR)
    rng = random.Random(3)
    starters = []
    while len(starters) < 6:
        deal, s = dealt(g, FOUR, rng, number=match.deals + 1, starter=match.starter)
        assert (deal.number, deal.starter) == (match.deals + 1, match.starter)
        if match.starter is None and s.starter != 0:
            continue  # the first starter is whoever holds 6-6; this test wants S0
        starters.append(s.starter)
        while found := g.moves(s):
            s = g.play(s, rng.choice(found))
        match = matches.score(g, FOUR, match, s)
    assert starters == [0, 1, 2, 3, 0, 1]
    assert match.deals == len(match.rounds) == 6


def test_a_match_may_name_its_first_starter():
    match = matches.begin(g, FOUR, starter=2)
    assert matches.next_deal(match, g.pieces(FOUR)).starter == 2


def test_dv_10_the_target_is_reached_or_not():
    """DV-10, DE-21: 78 + 21 is 99 and goes on, 79 + 21 is 100 and wins, before 99."""
    for before, result in (((0, 0, 78, 0), None), ((99, 0, 79, 0), (2, 3, 1, 3))):
        match = matches.score(g, FOUR, matches.Match(before), finished())
        over = matches.over(g, FOUR, match)
        assert (over and over.places) == result


def test_dv_11_pairs():
    """DV-11, DD-35: 70 + 36 is 106 to 90."""
    pairs = Options(pairs=True)
    hands = "S0 4-0 0-0  S1 3-2 4-4 1-1 3-3  S2 2-0 2-2 4-1  S3 1-0 3-0"
    state = g.read_state(f"pairs=true turn S0 starter S2 {hands} end closed")
    match = matches.score(g, pairs, matches.Match((70, 90, 70, 90), deals=4), state)
    result = matches.over(g, pairs, match)
    assert (result.totals, result.places, result.reason) == ((106, 90, 106, 90), (1, 3, 1, 3), "target")


def test_a_limit_of_deals_ends_a_match_that_has_no_winner_by_its_target():
    match = matches.score(g, FOUR, matches.begin(g, FOUR), finished())
    assert matches.over(g, FOUR, match) is None
    assert matches.over(g, FOUR, match, max_deals=2) is None
    result = matches.over(g, FOUR, match, max_deals=1)
    assert (result.reason, result.deals, result.places) == ("deals", 1, (2, 2, 1, 2))
    assert (result.won, result.best) == ((0, 0, 1, 0), (0, 0, 21, 0))


def test_the_target_is_named_before_the_limit():
    match = matches.score(g, FOUR, matches.Match((0, 0, 90, 0)), finished())
    assert matches.over(g, FOUR, match, max_deals=1).reason == "target"


def test_no_match_is_over_before_a_deal():
    assert matches.over(g, FOUR, matches.begin(g, FOUR)) is None


def test_penalties_come_off_before_the_target_is_tested():
    """BG-19: 90 + 21 - 20 is 91; a total may be negative."""
    options = Options(false_claim_penalty="points", false_claim_points=20)
    fouled = finished(options="false_claim_penalty=points", end="fouls 1 0 1 0 end out")
    match = matches.score(g, options, matches.Match((5, 0, 90, 0)), fouled)
    assert match.totals == (-15, 0, 91, 0)
    assert matches.over(g, options, match) is None
    assert match.rounds[0].penalties == (-20, 0, -20, 0)


def test_where_the_lowest_total_wins():
    low = fake((8, 3, 8, 20), low=True, over=lambda totals: max(totals) >= 20, winners=(1,))
    match = matches.score(low, None, matches.begin(low, None), None)
    result = matches.over(low, None, match)
    assert result.places == (2, 1, 2, 4)
    assert result.best == (8, 3, 8, 20)
    match = matches.score(low, None, match, None)
    assert matches.over(low, None, match).totals == (16, 6, 16, 40)


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((10, 30, 30, 5), (3, 1, 1, 4)),
        ((0, 0, 0, 0), (1, 1, 1, 1)),
        ((4, 3, 3, 1), (1, 2, 2, 4)),
        ((-5, 0, -5, 7), (3, 2, 3, 1)),
    ],
)
def test_places_are_shared_and_the_next_ones_left_out(totals, places):
    """DD-37."""
    assert matches.places(fake(totals), None, totals) == places


def test_a_match_that_is_stopped():
    match = matches.Match((40, 30, 20, 10), deals=2)
    assert matches.stop(g, FOUR, match, "abandoned").places == (1, 2, 3, 4)
    resigned = matches.stop(g, FOUR, match, "resigned", behind={0})
    assert (resigned.reason, resigned.places) == ("resigned", (4, 1, 2, 3))
    pairs = Options(pairs=True)
    both = matches.stop(g, pairs, matches.Match((40, 30, 40, 30)), "resigned", behind=[2])
    assert both.places == (3, 1, 3, 1)
    with pytest.raises(ValueError, match="resigned or abandoned"):
        matches.stop(g, FOUR, match, "bored")


def test_void_deals_are_counted_and_change_nothing_else():
    match = matches.Match((1, 2, 3, 4), deals=1, starter=3)
    again = matches.void(matches.void(match))
    assert again.attempts == 2
    assert matches.next_deal(again, ()).number == matches.next_deal(match, ()).number == 2
    assert matches.next_deal(again, ()).starter == 3
    assert matches.score(g, FOUR, again, finished()).attempts == 0


def test_only_a_finished_deal_of_the_same_seats_is_scored():
    match = matches.begin(g, FOUR)
    _, running = dealt(g, FOUR, random.Random(1))
    with pytest.raises(ValueError, match="not over"):
        matches.score(g, FOUR, match, running)
    with pytest.raises(ValueError, match="4 seats in a match of 2"):
        matches.score(g, FOUR, matches.Match((0, 0)), finished())
    entered = matches.Booked(outcome=g.outcome(finished()), starter=0)
    with pytest.raises(ValueError, match="4 seats in a match of 2"):
        matches.book(matches.Match((0, 0)), entered)


def test_the_pips_left_in_each_hand_are_counted_where_there_are_pips():
    once = matches.score(g, FOUR, matches.begin(g, FOUR), finished())
    assert once.rounds[0].held == (3, 10, 0, 8)
    twice = matches.score(g, FOUR, once, finished(starter=1))
    assert matches.over(g, FOUR, twice, max_deals=2).held == (6, 20, 0, 16)
    assert matches.stop(g, FOUR, matches.begin(g, FOUR), "abandoned").held == ()
    cards = fake((1, 2))
    shown = SimpleNamespace(hands=((Card(3),), ()), options=None)
    assert matches.score(cards, None, matches.Match((0, 0)), shown).rounds[0].held == ()


def test_a_late_penalty_is_booked_in_the_deal_it_belongs_to_and_no_earlier_one():
    """LO-44: the last deal's penalties and the totals change, the deal before stays as it was."""

    class Judge:
        outcome = staticmethod(lambda state: state)

    was = Outcome(reason=Reason.PLAYED, points=(5, 3), penalties=(0, 0), pips=(0, 0))
    now = msgspec.structs.replace(was, penalties=(0, 8))
    first = matches.Round((1, 2), (0, 0), (1,), Reason.PLAYED)
    last = matches.Round(was.points, was.penalties, (0,), Reason.PLAYED)
    match = matches.Match((6, 5), deals=2, rounds=(first, last))
    amended = matches.amend(Judge, match, was, now)
    assert amended.totals == (6, 13)
    assert amended.rounds[0] == first
    assert amended.rounds[1] == msgspec.structs.replace(last, penalties=(0, 8))
