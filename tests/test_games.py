"""One suite for all games: what must hold of every rule set, over random deals, options and choices."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.games import match as matches
from contracts.games import notation
from contracts.games.blocked import TimeoutAction
from contracts.games.game import GAMES, Deal, Reason, Void, game
from tests.examples import examples
from tests.strategies import KINDS, believed, cases, conceivable, dealt, order, playing, playout, right, shown

FEW = examples(12)


@pytest.fixture(params=sorted(GAMES))
def one(request):
    """A rule set's id."""
    return request.param


def of(one):
    return cases(st.just(one))


def test_every_game_is_described_for_these_tests():
    assert set(KINDS) == set(GAMES)
    assert len(KINDS) == len(GAMES)


def test_a_game_is_found_by_its_id_and_by_its_name(one):
    g = GAMES[one]
    assert game(one) is g
    assert game(g.NAME) is g
    with pytest.raises(KeyError):
        game("no-such-game")
    assert one.startswith(g.NAME + "/")


def test_moves_and_refuse_agree_on_every_conceivable_move(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        for s in playout(g, options, rng):
            seat = g.turn(s)
            found = g.moves(s)
            assert len(set(found)) == len(found)
            if seat is None:
                assert not found
                assert all(g.refuse(s, 0, m).code.endswith("_OVER") for m in conceivable(g, s)[:5])
                continue
            accepted = {m for m in conceivable(g, s) if right(g, s, seat, m)}
            assert accepted == set(found), g.write_state(s)
            other = (seat + 1) % g.seat_count(options)
            assert {g.refuse(s, other, m).code for m in found} <= KINDS[one].elsewhere

    check()


def test_refusals_are_known_codes_with_a_rule_and_facts(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        for s in playout(g, options, rng):
            for m in conceivable(g, s):
                refusal = g.refuse(s, g.turn(s) or 0, m)
                if refusal is not None:
                    assert refusal.code in g.CODES
                    assert refusal.rule
                    assert "" not in refusal.facts
                    again = msgspec.json.decode(msgspec.json.encode(refusal), type=type(refusal))
                    assert again.code == refusal.code
                    break

    check()


def test_over_is_no_moves_is_an_outcome_is_no_turn(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        for s in playout(g, options, rng):
            over = g.turn(s) is None
            assert over == (not g.moves(s)) == (g.outcome(s) is not None)

    check()


def test_pieces_are_conserved_and_states_do_not_change(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        before = None
        for s in playout(g, options, rng):
            pieces = KINDS[one].pieces(s)
            assert len(pieces) == len(set(pieces)) == KINDS[one].in_play(s)
            if before is not None:
                assert g.write_state(before[0]) == before[1]
            before = s, g.write_state(s)

    check()


def test_texts_round_trip(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        for s in playout(g, options, rng):
            text = g.write_state(s)
            assert "\n" not in text
            assert g.read_state(text) == s
            for m in g.moves(s):
                assert g.parse_move(g.move_text(m)) == m
        assert msgspec.convert(msgspec.to_builtins(options), g.Options) == options

    check()


def test_a_view_tells_nothing_that_its_seat_cannot_see(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        for s in playout(g, options, rng):
            if g.turn(s) is None:
                continue
            for seat in (None, *range(g.seat_count(options))):
                other = KINDS[one].reshuffle(s, seat, rng)
                assert g.view(other, seat) == g.view(s, seat)

    check()


def test_a_view_is_whole_for_its_seat_and_travels_as_json(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        for s in playout(g, options, rng):
            seat = g.turn(s)
            if seat is not None:
                assert tuple(g.view(s, seat).moves) == tuple(map(g.move_text, g.moves(s)))
                assert not g.view(s, None).moves
            shown = g.view(s, seat)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=type(shown)) == shown
            opened = msgspec.json.encode(g.reveal(s)).decode()
            for hand in s.hands:
                assert all(f'"{t}"' in opened for t in hand)

    check()


def test_the_move_for_an_absent_player_is_legal(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        for s in playout(g, options, rng):
            seat = g.turn(s)
            if seat is not None:
                assert g.refuse(s, seat, g.auto_move(s)) is None

    check()


def test_a_forfeited_deal_is_over_and_not_won_by_its_loser(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        states = [s for s in playout(g, options, rng) if playing(g, s)]
        s = rng.choice(states)
        for seat in range(g.seat_count(options)):
            done = shown(g, g.forfeit(s, seat))
            outcome = g.outcome(done)
            assert outcome.reason is Reason.PENALTY
            assert g.turn(done) is None
            assert seat not in outcome.winners
            assert g.LOW_WINS or outcome.points[seat] == 0  # where each scores his own hand, so does the loser
            assert g.read_state(g.write_state(done)) == done

    check()


def test_an_offence_is_booked_once_a_turn_and_where_it_has_a_consequence(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        penalty = getattr(options, "false_claim_penalty", "none")
        for s in playout(g, options, rng):
            seat = g.turn(s)
            if not playing(g, s):
                continue
            booked = g.offend(s, seat)
            charged = getattr(s, "must", False) or getattr(s, "offended", False)
            if penalty == "none" or charged:  # the claim taken back has its price, once in its turn (BG-18 a, BG-19)
                assert booked is None
            elif penalty == "lose_deal":
                assert g.turn(shown(g, booked)) is None
            else:
                assert g.turn(booked) == seat
                assert g.moves(booked) == g.moves(s)
                assert g.offend(booked, seat) is None
                assert g.read_state(g.write_state(booked)) == booked
                for viewer in range(g.seat_count(options)):
                    if viewer != seat:  # announced at the end of the deal, because earlier it would reveal a hand
                        assert g.view(booked, viewer) == g.view(s, viewer)
                assert g.view(booked, None) == g.view(s, None)

    check()


def test_points_and_totals_add_up(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        match = matches.begin(g, options)
        for _ in range(3):
            deal, s = dealt(g, options, rng, number=match.deals + 1, starter=match.starter, carry=match.carry)
            assert matches.next_deal(match, deal.order, deal.lots) == deal
            while found := g.moves(s):
                seat = g.turn(s)
                if rng.random() < 0.05 and (booked := g.offend(s, seat)) is not None:
                    s = booked
                    continue
                s = g.play(s, rng.choice(found))
            outcome = g.outcome(s)
            before, match = match, matches.score(g, options, match, s)
            gained = [p + q for p, q in zip(outcome.points, outcome.penalties, strict=True)]
            assert [t - b for t, b in zip(match.totals, before.totals, strict=True)] == gained
            assert g.LOW_WINS or all(points >= 0 for points in outcome.points)
            assert outcome.pips == tuple(sum(map(KINDS[one].weigh, hand)) for hand in s.hands)
            for side in g.sides(options):
                assert len({match.totals[seat] for seat in side}) == 1
                assert len({seat in outcome.winners for seat in side}) == 1
            result = matches.over(g, options, match, max_deals=match.deals)
            assert result.totals == match.totals
            assert min(result.places) == 1

    check()


def test_a_log_written_is_the_log_read(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        deals = []
        match = matches.begin(g, options)
        for _ in range(2):
            deal, s = dealt(g, options, rng, number=match.deals + 1, starter=match.starter, carry=match.carry)
            acts = []
            while found := g.moves(s):
                seat, m = g.turn(s), rng.choice(found)
                if rng.random() < 0.1:
                    m = rng.choice(conceivable(g, s))
                    refusal = g.refuse(s, seat, m)
                    if refusal is not None:
                        acts.append(notation.Act(seat, g.move_text(m), refusal.code))
                        s = (g.offend(s, seat) if refusal.code == "FALSE_CLAIM" else None) or s
                        continue
                s = g.play(s, m)
                acts.append(notation.Act(seat, g.move_text(m)))
            match = matches.score(g, options, match, s)
            deals.append(notation.DealRecord(deal, tuple(acts)))
        record = notation.Record(g.ID, options, tuple(deals))
        text = notation.write(record)
        log = notation.read(text)
        assert log.error is None
        assert log.record == record
        assert log.state == s
        assert log.match == match
        assert notation.rewrite(text) == text
        assert len(log.steps) == sum(len(deal.acts) for deal in deals)

    check()


def test_a_deal_that_is_not_the_whole_set_is_void_or_refused(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, rng = case
        whole = order(g, options, rng)
        for broken in (
            whole[1:],
            (whole[1], *whole[1:]),
            (*whole, whole[0]),
            ("18-18", *whole[1:]),
            *([] if believed(options) else [("??", *whole[1:])]),
        ):
            try:
                got = g.start(options, Deal(broken))
            except ValueError:
                continue
            assert isinstance(got, Void)
            assert got.rule

    check()


def test_seats_and_sides_cover_the_table(one):
    @FEW
    @given(of(one))
    def check(case):
        g, options, _ = case
        count = g.seat_count(options)
        assert g.MIN_SEATS <= count <= g.MAX_SEATS
        assert sorted(seat for side in g.sides(options) for seat in side) == list(range(count))
        assert len({g.seat_name(seat) for seat in range(count)}) == count
        assert g.conflict(options) is None
        assert getattr(options, "timeout_action", "auto_move") in set(TimeoutAction)
        assert len(set(g.pieces(options))) == len(g.pieces(options))

    check()
