"""Do bots play Lora by their own view, legally, and better than chance?"""

from __future__ import annotations

import random

import pytest

from contracts.games import lora
from contracts.games import match as matches
from services.bots.cards import cost, danger, worth
from services.bots.player import choose
from tests.lora_positions import L1, act, begun, deal, layout, play_all, plays, state
from tests.lora_strategies import reshuffle

PENALISED = ("minimum", "queens", "hearts", "jack_clubs", "king_last")


def chosen(s, strength="steady", lot="lot"):
    return choose(strength, lora.view(s, s.turn), tuple(map(str, lora.moves(s))), lot)


def played(opts, seed, strengths):
    """A whole match of bots; the totals."""
    rng = random.Random(seed)
    match = matches.begin(lora, opts)
    while matches.over(lora, opts, match) is None:
        order = list(lora.pieces(opts))
        rng.shuffle(order)
        s = lora.start(opts, matches.next_deal(match, order))
        ply = 0
        while s.turn is not None:
            move = chosen(s, strengths[s.turn], f"{seed}:{len(match.rounds)}:{ply}")
            s = lora.play(s, lora.parse_move(move))
            ply += 1
        match = matches.score(lora, opts, match, s)
    return match.totals


@pytest.mark.parametrize("opts", [lora.LORA, lora.LORA_LIBYAN, lora.LORA_CHOSEN], ids=["standard", "libyan", "chosen"])
@pytest.mark.slow
def test_a_steady_bot_beats_three_that_play_by_chance(opts):
    steady = others = 0.0
    for seed in range(4):
        strengths = ["random"] * 4
        strengths[seed % 4] = "steady"
        totals = played(opts, seed, strengths)
        steady += totals[seed % 4]
        others += (sum(totals) - totals[seed % 4]) / 3
    assert steady < others


def test_a_move_is_legal_and_never_depends_on_what_cannot_be_seen():
    rng = random.Random(5)
    for contract in (*PENALISED, "maximum"):
        for upto in (0, 3, 9, 17):
            s = play_all(begun("A", contract), plays("A"), upto)
            move = chosen(s)
            assert move in map(str, lora.moves(s))
            assert chosen(reshuffle(s, s.turn, rng)) == move
    held, acts = layout(L1)
    for upto in (0, 5, 14):
        s = play_all(state(held, "layout"), acts, upto)
        assert chosen(reshuffle(s, s.turn, rng)) == chosen(s) in map(str, lora.moves(s))


def test_the_dangerous_card_is_thrown_and_low_cards_are_led():
    held = "S0 8s 8c | S1 9d 9c | S2 Qc 7s | S3 7d 7h"
    assert chosen(act(state(held, "queens"), "9d")) == "Qc"
    assert chosen(act(state(held, "maximum"), "9d")) == "7s"
    assert chosen(state("S0 8s 8c | S1 7c Ac | S2 Qc 7s | S3 7d 7h", "minimum")) == "7c"
    assert chosen(state("S0 8s 8c | S1 7c Ac | S2 Qc 7s | S3 7d 7h", "maximum")) == "Ac"
    assert danger("hearts", "7h") > danger("hearts", "Qs") == 0


def test_the_last_player_takes_a_harmless_trick_with_his_highest_and_ducks_a_dear_one():
    held = "S0 8d Ad | S1 9d 9c | S2 7d 7s | S3 Td 7h"
    assert chosen(act(state(held, "minimum"), "9d", "7d", "Td")) == "8d"
    forced = "S0 Jd Ad | S1 9d 9c | S2 7d 7s | S3 Td 7h"
    assert chosen(act(state(forced, "minimum"), "9d", "7d", "Td")) == "Ad"


def test_a_contract_is_named_for_the_hand():
    high = ("As", "Ks", "Ah", "Kh", "Ad", "Kd", "Ac", "Kc")
    low = ("7s", "8s", "8h", "9h", "8d", "9d", "9c", "8c")
    assert cost(high, "maximum") < cost(low, "maximum")
    assert cost(low, "minimum") < cost(high, "minimum")
    s = act(deal(lora.LORA_CHOSEN), "cut 16")
    assert chosen(s).startswith("name ")


def test_a_cut_is_left_to_the_lot_and_never_refused():
    opts = lora.Options(packet_deal_on_refused_cut=True)
    cuts = {chosen(deal(opts), lot=str(n)) for n in range(30)}
    assert len(cuts) > 5
    assert "refuse cut" not in cuts
    assert worth(lora.view(deal(opts), 3), "refuse cut") < 0
