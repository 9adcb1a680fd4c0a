"""Lora at a table: deals dealt again under their number, slow moves, an arbiter's charges, and whole small matches."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from contracts.games import lora
from contracts.games.cards import PACK
from contracts.table import (
    ChargeOffence,
    DealEnded,
    Dealt,
    DealWanted,
    GiveDeal,
    MatchEnded,
    OffenceCharged,
    Play,
    Played,
    Resign,
)
from contracts.table_state import Phase, view, whose_turn
from tests.lora_positions import hands, plays
from tests.table_spec import Spec

SMALL = {"players": 4, "omit_contracts": ["minimum", "maximum", "hearts", "jack_clubs", "king_last"]}
MINUTE = 60_000


def opened(**options) -> Spec:
    return Spec().open("lora/1", 4, options=options).sit()


def as_dealt(name: str) -> tuple[str, ...]:
    """The order that deals these hands after a cut at 16, S0 dealing."""
    held = [hand.split()[1:] for hand in hands(name).split(" | ")]
    dealt = [held[(1 + at) % 4][at // 4] for at in range(32)]
    return (*dealt[16:], *dealt[:16])


def attempt(spec: Spec, name: str) -> None:
    spec.deal(as_dealt(name))
    spec.play("cut 16")
    for seat, move in plays(name):
        spec.play(move, seat)


def at_deal(spec: Spec, number: int) -> Spec:
    """Go to a deal of the match by offences, which end each deal at once."""
    while spec.table.deal < number:
        spec.deal()
        spec.when("director", ChargeOffence(seat=3, offence="LP-6", deal=spec.table.deal))
    return spec


def test_lo_59_three_attempts_are_one_deal():
    spec = at_deal(opened(version="libyan"), 7)
    before = spec.table.match.totals
    attempt(spec, "C")
    spec.then(Played, DealEnded, DealWanted)
    assert (spec.table.deal, spec.table.attempt, spec.table.phase) == (7, 1, Phase.WANTING)
    attempt(spec, "D")
    assert (spec.table.deal, spec.table.attempt) == (7, 2)
    attempt(spec, "E")
    assert (spec.table.deal, spec.table.attempt) == (8, 0)
    gained = [now - was for now, was in zip(spec.table.match.totals, before, strict=True)]
    assert gained == [8, 0, 0, 0]
    spec.deal()
    assert spec.table.state.contract == "layout"
    assert [f.deal for f in spec.table.finished] == [1, 2, 3, 4, 5, 6, 7, 7, 7]


def test_lp_1_is_dealt_again_and_its_points_stand():
    spec = opened(contract_order="chosen").deal()
    spec.play("cut 8").play("name hearts")
    spec.when("director", ChargeOffence(seat=0, offence="LP-1", deal=1, note="a card was shown"))
    spec.then(OffenceCharged, DealEnded, DealWanted)
    assert (spec.table.deal, spec.table.attempt, spec.table.match.totals) == (1, 1, (8, 0, 0, 0))
    old = GiveDeal(deal=1, attempt=0, order=tuple(map(str, PACK)))
    spec.when("dealing", old).refused("deal/order")
    spec.deal().then(Dealt)
    spec.play("cut 8")
    assert "name hearts" in spec.moves()


def test_lo_44_a_charge_after_the_end_changes_the_totals_only():
    spec = opened().deal(as_dealt("A"))
    spec.play("cut 16")
    for seat, move in plays("A"):
        spec.play(move, seat)
    assert spec.table.match.totals == (3, 1, 3, 1)
    spec.when("director", ChargeOffence(seat=3, offence="LP-8", deal=1)).then(OffenceCharged)
    assert spec.table.match.totals == (3, 1, 3, 17)
    assert spec.table.finished[-1].totals == (3, 1, 3, 17)
    assert spec.table.finished[-1].outcome.points == (3, 1, 3, 1)
    assert view(spec.table, None).totals == (3, 1, 3, 17)
    spec.deal()
    spec.when("director", ChargeOffence(seat=3, offence="LP-8", deal=1)).refused("table/stale", deal=2)
    assert spec.table.state.number == 2


def test_what_cannot_be_charged():
    spec = opened()
    spec.when("director", ChargeOffence(seat=0, offence="LP-6", deal=1)).refused("table/stale")
    spec.deal()
    spec.when("player:e0", ChargeOffence(seat=0, offence="LP-6", deal=1)).refused("actor/not-allowed")
    spec.when("director", ChargeOffence(seat=4, offence="LP-6", deal=1)).refused("seat/unknown")
    spec.when("director", ChargeOffence(seat=0, offence="LP-6", deal=1, note="x" * 501)).refused("text/too-long")
    spec.when("director", ChargeOffence(seat=0, offence="L" * 50, deal=1)).refused("text/too-long")
    spec.when("director", ChargeOffence(seat=0, offence="LP-99", deal=1)).refused("OFFENCE_UNKNOWN")
    spec.when("director", ChargeOffence(seat=1, offence="LP-1", deal=1)).refused("NOT_THE_DEALER")
    spec.when("director", ChargeOffence(seat=1, offence="LP-2", deal=1)).refused("OFFENCE_NOT_HERE")
    other = Spec().open("longana/1", 2).sit().deal()
    other.when("director", ChargeOffence(seat=0, offence="LP-6", deal=1)).refused("OFFENCE_UNKNOWN")


def test_lo_48_a_slow_move_is_charged_but_not_a_slow_cut():
    spec = opened(slow_move_limit_s=60).deal(as_dealt("A"))
    spec.play("cut 16", later_ms=10 * MINUTE).then(Played)
    spec.play("9d", later_ms=MINUTE).then(Played)  # exactly at the limit
    spec.play("Qd", later_ms=MINUTE + 1).then(OffenceCharged, Played)
    assert [str(o) for o in spec.table.state.offences] == ["S2:LP-13"]
    assert spec.table.state.turn == 3
    spec.play("7s", seat=3, later_ms=5 * MINUTE).refused("FOLLOW_SUIT")
    spec.play("7d", later_ms=10).then(OffenceCharged, Played)
    assert [str(o) for o in spec.table.state.offences] == ["S2:LP-13", "S3:LP-13"]


def test_le_22_a_slow_revoke_under_penalise():
    spec = opened(slow_move_limit_s=60, illegal_move_policy="penalise").deal(as_dealt("A"))
    spec.play("cut 16").play("9d")
    spec.play("8c", later_ms=2 * MINUTE).then(OffenceCharged, Played, DealEnded, DealWanted)
    assert spec.table.match.totals == (0, 0, 20, 0)
    assert spec.table.deal == 2


def test_lp_2_a_card_out_of_turn_by_another_seat():
    spec = opened(illegal_move_policy="penalise").deal(as_dealt("A"))
    spec.play("cut 16").play("9d")
    spec.when("player:e3", Play(seat=3, move="7d", deal=1, ply=2)).then(Played, DealEnded, DealWanted)
    assert spec.table.match.totals == (0, 0, 0, 8)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_small_match_to_its_end(seed):
    spec = opened(**SMALL).play_on(random.Random(seed))
    assert spec.table.result.reason == "deals"
    assert spec.table.result.deals == 8
    lowest = min(spec.table.result.totals)
    assert [place == 1 for place in spec.table.result.places] == [total == lowest for total in spec.table.result.totals]


def test_bg_20_who_gives_up_is_played_for_and_comes_last():
    spec = opened(**SMALL).deal()
    spec.play("cut 8")
    spec.when("player:e1", Resign(seat=1))
    while spec.table.result is None:
        spec.play(spec.moves()[0])
    assert isinstance(spec.events[-1][1], MatchEnded)
    assert spec.table.result.places[1] == 4


def test_a_charge_lets_those_who_gave_up_be_played_for():
    spec = opened(**SMALL).deal(as_dealt("A"))
    spec.play("cut 16")
    turn = whose_turn(spec.table)
    charged = lora.charge(spec.table.state, 0, "LP-13")
    assert charged == replace(spec.table.state, offences=charged.offences)
    spec.when("director", ChargeOffence(seat=0, offence="LP-13", deal=1)).then(OffenceCharged)
    assert whose_turn(spec.table) == turn
    assert spec.table.ply == 1
