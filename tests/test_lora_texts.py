"""What Lora shows and writes: views, the text of moves and states, and what a refusal names."""

from __future__ import annotations

import msgspec
import pytest

from contracts.games import lora
from contracts.games.game import BadNotation
from contracts.games.lora import Contract, Options
from tests.lora_positions import (
    act,
    begun,
    deal,
    done,
    play_all,
    plays,
    tricks_won,
)
from tests.test_lora import CHOSEN, FOUR, LIBYAN, PENALISE, l1

# --- what may be seen


def test_lp_4_only_the_trick_on_the_table_shows():
    s = play_all(begun("A"), plays("A"), 4)
    shown = lora.view(s, 0)
    assert shown.trick is None
    assert shown.last_trick.cards == ("9d", "Qd", "7d", "Td")
    assert (shown.last_trick.leader, shown.last_trick.winner) == (1, 2)
    s = play_all(begun("A"), plays("A"), 5)
    shown = lora.view(s, 0)
    assert (shown.trick.leader, shown.trick.cards) == (2, ("9c",))
    assert shown.last_trick is None
    assert shown.past == ()
    assert shown.tricks == (0, 0, 1, 0)
    assert "9d" not in msgspec.json.encode(lora.view(s, None)).decode()
    over = lora.view(done("A", "minimum"), None)
    assert [trick.winner for trick in over.past] == tricks_won("A")
    assert len(lora.reveal(s).past) == 1
    assert lora.reveal(s).hands[1] is not None


def test_the_pack_before_the_cut_is_nobodys():
    shown = msgspec.json.encode(lora.view(deal(FOUR), 3)).decode()
    assert not any(f'"{card}"' in shown for card in lora.pieces(FOUR))
    assert lora.view(deal(FOUR), 3).moves[0] == "cut 1"


# --- texts


@pytest.mark.parametrize(
    "text", ["", "Q", "1h", "11h", "cut", "cut x", "cut -1", "name", "name spades", "Qd+", "Qd+Qd", "qd", "8d!!", "p"]
)
def test_text_that_is_no_move(text):
    with pytest.raises(BadNotation):
        lora.parse_move(text)


def test_moves_round_trip_and_ten_may_be_written_out():
    for text in ("cut 10", "refuse cut", "name two_players", "Th", "8d!", "Qd+Kd", "pass"):
        assert lora.move_text(lora.parse_move(text)) == text
    assert lora.move_text(lora.parse_move("10h")) == "Th"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("contract=minimum | S0 7s | S1 8s", "ends with the hands"),
        ("contract=minimum | S0 7s | S1 8s | S3 9s", "ends with the hands"),
        ("contract=minimum | S0 7s | S1 7s | S2 9s", "there twice"),
        ("contract=minimum | S0 7s 7s | S1 8s | S2 9s", "twice"),
        ("contract=minimum | S0 7s | S1 8s 9s | S2 Ts", "do not fit"),
        ("contract=minimum turn=S0 | S0 7s | S1 8s | S2 9s", "do not fit"),
        ("contract=minimum | S0 7d | S1 8s | S2 9s", "set aside"),
        ("contract=nonsense | S0 7s | S1 8s | S2 9s", "nonsense"),
        ("contract=minimum | S0 - | S1 - | S2 -", "is over"),
        ("contract=layout | S0 7s | S1 8s | S2 9s", "whole pack"),
        ("contract=layout | lies 7s 9s | S0 8s | S1 Ts | S2 Js", "can lie"),
        ("contract=minimum turn=S3 | S0 7s | S1 8s | S2 9s", "names no seat"),
        ("contract=minimum passes=1 | S0 7s | S1 8s | S2 9s", "passes="),
        ("contract | S0 7s | S1 8s | S2 9s", "no word"),
        ("contract=minimum | heap 7h | S0 7s | S1 8s | S2 9s", "heap"),
        ("players=4 contract=minimum | S0 7s | S1 8s | S2 9s", "players="),
        ("contract=minimum nothing=1 | S0 7s | S1 8s | S2 9s", "nothing"),
    ],
)
def test_states_that_cannot_be(line, fault):
    with pytest.raises(BadNotation, match=fault):
        lora.read_state(line)


def test_states_round_trip_with_everything_in_them():
    for s in (
        deal(CHOSEN, 9, 1, "S1=queens+layout,S2=hearts"),
        act(deal(CHOSEN, 9, 1, "S2=hearts"), "cut 3"),
        deal(Options(omit_contracts=(Contract.JACK_CLUBS, Contract.QUEENS), slow_move_limit_s=30)),
        act(begun("A", "minimum", PENALISE), "9d", "8c"),
        l1(LIBYAN, 28),
        l1(),
        lora.forfeit(deal(FOUR), 2),
    ):
        assert lora.read_state(lora.write_state(s)) == s


def test_a_refusal_names_its_rule_and_what_can_be_done():
    trick, rows = act(begun("A"), "9d"), l1(until=1)
    for s, seat, text, code_, rule, offers in (
        (trick, 2, "8c", "FOLLOW_SUIT", "LO-17", ("Qd",)),
        (trick, 2, "7d", "CARD_NOT_HELD", "LO-21", ("Qd",)),
        (trick, 2, "Qd+Kh", "TWO_CARDS", "LO-21", ("Qd",)),
        (trick, 3, "7d", "NOT_YOUR_TURN", "LO-15", None),
        (rows, 2, "7d", "CARD_NOT_HELD", "LO-32", ("9s", "9h")),
        (rows, 2, "9s+9h", "TWO_CARDS", "LO-32", ("9s", "9h")),
        (rows, 3, "9c", "NOT_YOUR_TURN", "LO-32", None),
        (rows, 2, "Ks", "SUIT_NOT_OPENED", "LO-31", ("9s", "9h")),
        (l1(until=3), 0, "Jc", "NOT_NEXT_IN_SUIT", "LO-31", ("pass",)),
        (done("A", "minimum"), 0, "Jc", "DEAL_OVER", "LO-22", None),
        (l1(), 0, "Jc", "DEAL_OVER", "LO-34", None),
        (lora.forfeit(rows, 0), 0, "Jc", "DEAL_OVER", "LO-41", None),
    ):
        found = lora.refuse(s, seat, lora.parse_move(text))
        assert (found.code, found.rule, found.facts.get("offers")) == (code_, rule, offers)


def test_a_state_without_its_turn_finds_it():
    held = "S0 7s 8s | S1 {} | S2 7c 8c | S3 7d 8d"
    assert lora.read_state("contract=minimum | " + held.format("7h 8h")).turn == 1
    three = "contract=minimum | played 8h 9c 9d | S0 7s 8s | S1 7h | S2 7c | S3 7d"
    assert lora.read_state(three).turn == 0
    second = "dealer=S2 contract=minimum | played 8h 9c 9d Td Ad | S0 7s 8s | S1 7h 8c | S2 7c Qc | S3 7d"
    assert lora.read_state(second).turn == 0
