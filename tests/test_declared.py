"""Claims that are believed: are they kept, judged, made good and told as BG-16 to BG-19 say, whoever knows the hands?"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts.games import claims, draw_dominoes, longana
from contracts.games.blocked import BlockDetection, ClaimMode, FalseClaimPenalty
from contracts.games.claims import Claim, Naming, Verdict, verdict
from contracts.games.draw_dominoes import Starts
from contracts.games.game import BadNotation, Deal, Game, Reason
from contracts.games.longana import Leads
from contracts.games.pieces import UNSEEN, parse_tile, tile_set
from tests.examples import examples
from tests.strategies import KINDS, playing, playout, right, shown

FEW = examples(15)
BOTH = [longana, draw_dominoes]


def tiles(text: str):
    return tuple(UNSEEN if word == "??" else parse_tile(word) for word in text.split())


def declared(options):
    return replace(options, claim_mode=ClaimMode.DECLARED, block_detection=BlockDetection.CONFIRMATIONS)


def name(seat: int) -> str:
    return "ABCD"[seat]


# --- a record played truthfully


def scored(outcome):
    """What a deal brought, without the words on its claims."""
    kept = {key: value for key, value in outcome.facts.items() if key != "claims"}
    return replace(outcome, facts=kept)


def cases_of(game: Game):
    return st.tuples(st.just(game), KINDS[game.ID].options, st.integers(0, 2**32 - 1))


@pytest.mark.parametrize("game", BOTH)
def test_a_truthful_record_ends_alike_however_much_the_server_knows(game):
    @FEW
    @given(cases_of(game))
    def check(case):
        g, options, seed = case
        rng = random.Random(seed)
        if g is draw_dominoes and options.block_detection is BlockDetection.IMMEDIATE:
            believed = replace(options, claim_mode=ClaimMode.DECLARED)
        else:
            believed = declared(options)
        enforced = replace(believed, claim_mode=ClaimMode.ENFORCED)
        order = list(g.pieces(options))
        rng.shuffle(order)
        starter = rng.choice((None, *range(options.players)))
        number = 1 if starter is None else 2
        s = g.start(enforced, Deal(tuple(order), number, starter))
        if not hasattr(s, "options"):
            return  # a void deal (L-10)
        known = g.start(believed, Deal(tuple(order), number, starter))
        hidden = g.start(believed, Deal(("??",) * len(order), number, starter))
        if hidden.naming is Naming.MUST or g.turn(hidden) != g.turn(s):
            first = Leads(g.turn(s)) if g is longana else Starts(g.turn(s))
            assert g.refuse(hidden, g.turn(hidden), first) is None
            hidden = g.play(hidden, first)
        while found := g.moves(s):
            seat, m = g.turn(s), rng.choice(found)
            for at in (known, hidden):
                assert g.turn(at) == seat
                assert g.refuse(at, seat, m) is None
                assert m in g.moves(at)
            s, known, hidden = g.play(s, m), g.play(known, m), g.play(hidden, m)
        ended = g.outcome(s)
        for hand, seat in zip(s.hands, range(options.players), strict=True):
            for tile in hand:
                show = claims.Show(tile)
                if g.turn(hidden) == seat and g.refuse(hidden, seat, show) is None:
                    hidden = g.play(hidden, show)
        for at in (known, hidden):
            assert scored(g.outcome(at)) == scored(ended)
            assert all(word.split(":")[2] != "false" for word in g.outcome(at).facts.get("claims", ()))
            assert g.next_starter(at) == g.next_starter(s)
        assert all(word.endswith(":true") for word in g.outcome(known).facts.get("claims", ()))

    check()


# --- what a false one brings


@pytest.mark.parametrize("game", BOTH)
def test_every_false_claim_is_found_when_the_hands_are_known(game):
    """The verdicts are those of a judge who had seen each hand at the time."""

    @FEW
    @given(cases_of(game))
    def check(case):
        g, options, seed = case
        rng = random.Random(seed)
        options = declared(options)
        order = list(g.pieces(options))
        rng.shuffle(order)
        s = g.start(options, Deal(tuple(order), 2, rng.randrange(options.players)))
        truth = []
        while hasattr(s, "options") and (found := g.moves(s)):
            m = rng.choice((*found, found[-1]))
            if g.move_text(m) in {"pass", "skip", "draw"}:
                enforced = replace(s, options=replace(options, claim_mode=ClaimMode.ENFORCED))
                false = not right(g, enforced, g.turn(s), m)
                truth.append(f"{g.seat_name(g.turn(s))}:{m}:{'false' if false else 'true'}")
            s = g.play(s, m)
        if not hasattr(s, "options"):
            return
        ended = g.outcome(s)
        assert [":".join(word.split(":")[:3]) for word in ended.facts.get("claims", ())] == truth
        false_turns = dict.fromkeys(range(options.players), 0)
        for claim in {(c.seat, c.turn) for c, word in zip(s.claims, truth, strict=True) if word.endswith("false")}:
            false_turns[claim[0]] += 1
        each = options.false_claim_points if options.false_claim_penalty is FalseClaimPenalty.POINTS else 0
        for side in g.sides(options):
            assert ended.penalties[side[0]] == -each * sum(false_turns[seat] for seat in side)
        if ended.reason is Reason.BLOCKED:
            last = s.claims[-options.players :]
            liars = {c.seat for c, word in zip(last, truth[-options.players :], strict=True) if word.endswith("false")}
            assert not liars & set(ended.winners), "BG-18 c"
        if options.false_claim_penalty is FalseClaimPenalty.LOSE_DEAL:
            assert not {seat for seat, turns in false_turns.items() if turns} & set(ended.winners), "BG-19"

    check()


@pytest.mark.parametrize("game", BOTH)
def test_bg_18_a_charge_goes_back_to_the_claimant_or_changes_nothing_that_others_see(game):
    @FEW
    @given(cases_of(game))
    def check(case):
        g, options, seed = case
        rng = random.Random(seed)
        options = replace(declared(options), false_claim_penalty=rng.choice(list(FalseClaimPenalty)))
        for s in playout(g, options, rng):
            for seat in range(options.players):
                if g.chargeable(s, seat, "BG-18") is not None:
                    continue
                after = g.charge(s, seat, "BG-18")
                assert g.read_state(g.write_state(after)) == after
                mine = after.claims[claims.last_claim(after.claims, seat)]
                assert g.chargeable(after, seat, "BG-18").code == "CLAIM_CHARGED"
                if mine.remedy == "a":
                    assert g.turn(after) == seat
                    assert after.count == mine.count
                    if g is longana:  # the markers that the claim and later ones put down are gone
                        assert tuple(arm.opened or 0 for arm in after.arms) == mine.marks
                    words = {g.move_text(m).split()[0] for m in g.moves(after)}
                    assert not words & {"pass", "skip", "draw"}, "he must play"
                    assert [len(hand) for hand in after.hands] == [len(hand) for hand in s.hands]
                elif playing(g, after):
                    for viewer in (None, *range(options.players)):
                        assert g.view(after, viewer) == g.view(s, viewer)
                ended = g.outcome(shown(g, after))
                if ended is not None and g.outcome(s) is not None:
                    before = g.outcome(s)
                    assert (ended.points, ended.winners) == (before.points, before.winners), "BG-18 d"

    check()


@pytest.mark.parametrize("game", BOTH)
def test_no_verdict_is_shown_before_the_deal_has_ended(game):
    @FEW
    @given(cases_of(game))
    def check(case):
        g, options, seed = case
        for s in playout(g, declared(options), random.Random(seed)):
            seen = g.view(s, None)
            assert [(c.seat, c.kind) for c in seen.claims] == [(c.seat, c.kind) for c in s.claims]
            assert (seen.outcome is None) == (g.turn(s) is not None)

    check()


# --- the leaf


@pytest.mark.parametrize(
    ("claim", "hand", "found"),
    [
        (Claim(0, "pass", (3,)), "4-4 5-2", Verdict.TRUE),
        (Claim(0, "pass", (3,)), "4-3 5-2", Verdict.FALSE),
        (Claim(0, "pass", (3,), (5,)), "5-5", Verdict.FALSE),
        (Claim(0, "pass", (3,), (5,)), "5-4", Verdict.TRUE),
        (Claim(0, "draw", (3,), placed=tiles("6-3")), "5-2", Verdict.FALSE),
        (Claim(0, "draw", (3,), placed=tiles("6-3"), drawn=tiles("6-3")), "5-2", Verdict.TRUE),
        (Claim(0, "draw", (3,), placed=tiles("6-3"), unknown=1), "5-2", Verdict.UNKNOWN),
        (Claim(0, "draw", (3,), placed=tiles("6-3"), unknown=1), "4-3", Verdict.FALSE),
        (Claim(0, "draw", (3,), unknown=2), "5-2 4-4", Verdict.TRUE),
        (Claim(0, "draw", (3,), unknown=1), "5-2 ??", Verdict.TRUE),  # the unseen one is the one drawn
        (Claim(0, "draw", (3,), unknown=1), "?? ??", Verdict.UNKNOWN),
        (Claim(0, "draw", (9,), unknown=1), "?? ??", Verdict.TRUE),  # nothing is left that would have fitted
        (Claim(0, "draw", (3,), placed=tiles("6-6"), unknown=1), "??", Verdict.UNKNOWN),
        (Claim(0, "pass", (3,), remedy="a"), "4-4", Verdict.FALSE),
    ],
)
def test_bg_17_a_verdict(claim, hand, found):
    assert verdict(claim, tiles(hand), tile_set(6)) is found


def test_bg_19_claims_of_one_turn_share_it_and_others_do_not():
    made = claims.claimed((), Claim(0, "draw", (1,)), same_turn=False, drawn=UNSEEN)
    made = claims.claimed(made, Claim(0, "draw", (1,)), same_turn=True, drawn=parse_tile("6-5"))
    made = claims.claimed(made, Claim(0, "skip", (1,)), same_turn=True)
    made = claims.claimed(made, Claim(1, "skip", (1,)), same_turn=False)
    assert [c.turn for c in made] == [1, 1, 1, 2]
    assert [(c.unknown, c.drawn, c.late) for c in made[:2]] == [
        (1, tiles("6-5"), True),
        (0, tiles("6-5"), False),
    ], "a draw's own tile does not make it late, the next one does"
    later = claims.laid(made, 1, parse_tile("1-1"))
    assert all(c.late for c in later)
    assert [c.placed for c in later] == [(), (), (), tiles("1-1")]


@pytest.mark.parametrize(
    ("remedies", "found"),
    [("", False), ("a", False), ("b", True), ("c", True), ("d", False), ("ba", False), ("ab", True)],
)
def test_bg_19_of_a_seats_charges_the_last_is_told_at_once_where_the_table_sees_it(remedies, found):
    made = tuple(Claim(1, "pass", (3,), remedy=remedy) for remedy in remedies or ("",))
    assert claims.silent(made, 1) is found
    assert not claims.silent((*made, Claim(0, "pass", (3,))), 0)
    assert not claims.silent(made, 0), "a seat without a claim"


def test_a_claim_is_read_back_with_all_that_it_carries():
    whole = Claim(2, "draw", (5, 3), (1,), 4, 2, 1, (0, 2, 1), tiles("5-3 4-1"), tiles("6-6"), 3, late=True, remedy="b")
    made = (Claim(0, "pass", ()), whole)
    text = claims.write_claims(made, name)
    assert " " not in text
    assert claims.read_claims(text, "ABCD", ("pass", "draw")) == made
    assert claims.read_claims("", "ABCD", ("pass",)) == ()


@pytest.mark.parametrize(
    "text",
    ["A", "E:pass:5", "A:skip:5", "A:pass:five", "A:pass:5:x1", "A:pass:5:n1:n2", "A:pass:5:late:late", "A:pass:5:rq",
     "A:pass:5:p9", "A:pass:5:u-1"],
)  # fmt: skip
def test_a_text_that_is_no_claim_is_refused(text):
    with pytest.raises(BadNotation):
        claims.read_claims(text, "ABCD", ("pass",))


def test_an_unseen_slot_gives_what_is_not_known_to_be_elsewhere():
    hand = tiles("?? ?? 5-4")
    spares = claims.spare(tile_set(6), tiles("5-4 6-6"))
    assert claims.holds(hand, parse_tile("6-5"), spares)
    assert not claims.holds(hand, parse_tile("6-6"), spares)
    assert not claims.holds(tiles("5-4"), parse_tile("6-5"), spares)
    assert not claims.holds(hand, UNSEEN, spares)
    assert claims.without(hand, parse_tile("6-5")) == tiles("?? 5-4")
    assert claims.without(hand, parse_tile("5-4")) == tiles("?? ??")
    assert claims.exposed(hand, parse_tile("6-5")) == tiles("?? 5-4 6-5")
    assert claims.exposing((tiles("6-6"), hand)) == 1
    assert claims.exposing((tiles("6-6"),)) is None


def test_a_show_is_read_back():
    assert str(claims.parse_show("show 3-6")) == "show 6-3"
    with pytest.raises(BadNotation):
        claims.parse_show("show ??")


# --- hands that the server does not know


@pytest.mark.parametrize(("game", "hand"), [(longana, 8), (draw_dominoes, 7)])
def test_the_server_plays_no_tile_that_it_does_not_know(game, hand):
    options = declared(game.Options(players=2))
    s = game.start(options, Deal(("??",) * len(game.pieces(options)), 2, 1))
    assert [len(held) for held in s.hands] == [hand, hand]
    assert game.unseen(s, 1)
    assert game.auto_move(s) == game.moves(s)[0], "an opening that nobody can choose for him: the first that there is"
    s = game.play(s, game.moves(s)[0])
    assert game.move_text(game.auto_move(s)) in {"pass", "draw"}
    assert not game.unseen(game.start(options, Deal(game.pieces(options), 2, 1)), 1)


def test_a_tile_known_to_be_elsewhere_is_in_no_unseen_hand():
    s = draw_dominoes.read_state(
        "players=2 claim_mode=declared turn S0  S0 ?? ??  S1 6-6 ??  line 6-3 3-5  stock 6-5 ??"
    )
    found = {draw_dominoes.move_text(m).rstrip("LR") for m in draw_dominoes.moves(s)}
    assert not found & {"6-6", "6-3", "5-3", "6-5"}
    assert {"6-4", "5-5", "draw"} <= found
    for elsewhere in ("6-6L", "6-3L", "5-3R", "6-5L"):
        assert draw_dominoes.refuse(s, 0, draw_dominoes.parse_move(elsewhere)).code == "TILE_NOT_IN_HAND"


def test_a_refusal_offers_nothing_out_of_a_hand_that_is_not_known():
    line = "players=2 claim_mode=declared turn S0  S0 4-4 {}  S1 6-6 6-3 5-3 3-2 3-0  line 3-3  stock 6-5 2-2 {}"
    for own, stock, offers in (("3-1", "", ("3-1L", "3-1R")), ("", "3-1", ("draw",)), ("??", "3-1", None)):
        s = draw_dominoes.read_state(line.format(own, stock))
        refusal = draw_dominoes.refuse(s, 0, draw_dominoes.parse_move("4-4L"))
        assert (refusal.code, refusal.facts.get("offers")) == ("NO_MATCH", offers)


def test_a_line_of_a_round_that_is_over_names_the_seat_that_shows():
    text = "players=2 claim_mode=declared turn S{}  S0 6-5  S1 ??  line 5-3 3-3 end out"
    assert draw_dominoes.turn(draw_dominoes.read_state(text.format(1))) == 1
    with pytest.raises(BadNotation, match="first seat that has tiles to show"):
        draw_dominoes.read_state(text.format(0))
    with pytest.raises(BadNotation, match="optional, required"):
        draw_dominoes.read_state("players=2 claim_mode=declared turn S0  S0 ??  S1 ??  naming perhaps")


@pytest.mark.parametrize("penalty", FalseClaimPenalty)
@pytest.mark.parametrize("game", BOTH)
def test_while_hands_are_shown_nothing_can_be_booked_or_forfeited_any_more(game, penalty):
    text = (
        f"over=out turn=B hub=8-8 claim_mode=declared false_claim_penalty={penalty} | A 8>6 : | B 8>4 : ?? 9-0"
        if game is longana
        else f"players=2 claim_mode=declared false_claim_penalty={penalty} turn S1  S0 -  S1 ?? 6-0  line 5-3 3-3 end out"
    )
    s = game.read_state(text)
    assert game.turn(s) == 1
    assert game.offend(s, 1) is None
    assert game.outcome(s) is None
    assert {game.move_text(m).split()[0] for m in game.moves(s)} == {"show"}
    assert game.move_text(game.auto_move(s)).startswith("show ")
    assert game.outcome(shown(game, s)).winners == (0,)
