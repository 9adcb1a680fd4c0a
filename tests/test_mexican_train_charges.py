"""False claims in Mexican Train: remedies, penalties, and what cannot be charged (BG-18, BG-19)."""

from __future__ import annotations

import msgspec
import pytest

from contracts.games import mexican_train
from contracts.games.blocked import FalseClaimPenalty
from contracts.games.claims import Verdict, verdict
from contracts.games.game import Reason
from contracts.games.pieces import UNSEEN
from tests.mexican_train_positions import CHICKEN, code, marked, played, read, texts
from tests.test_mexican_train_claims import DECLARED, charged, claims, shown

# --- remedies


def test_bg_18_a_an_annulled_draw_gives_the_turn_back_with_the_drawn_tile_kept():
    s = read(f"turn=A {DECLARED} false_claim_penalty=points | A 9>5 : 5-1 4-4 | B 9>7 : 7-0 | stock 5-0 1-1")
    for acts in ("draw", "draw keep"):
        back = charged(played(s, acts), 0)
        assert (back.turn, back.drawn, back.must, str(back.withheld), marked(back)) == (0, None, True, "5-0", "")
        assert texts(back) == ["5-1@A"]
        assert {code(back, m) for m in ("draw", "pass")} == {"FALSE_CLAIM"}
        assert (code(back, "5-0@A"), code(back, "keep")) == ("OTHER_TILE_REQUIRED", "NOTHING_DRAWN")
        assert mexican_train.offend(back, 0) is None  # the penalty is booked once a turn
        after = played(back, "5-1@A")
        assert (after.turn, after.must, after.withheld, [str(t) for t in after.hands[0]]) == (
            1,
            False,
            None,
            ["4-4", "5-0"],
        )
        assert mexican_train.outcome(mexican_train.forfeit(after, 1)).penalties == (20, 20)
        assert mexican_train.chargeable(after, 0, "BG-18").code == "CLAIM_CHARGED"


def test_bg_18_a_a_pass_is_annulled_with_later_confirmations_and_their_markers():
    s = read(f"turn=A {DECLARED} | A 9>5 : 8-8 | B 9>7 : 7-6 4-4 | C 9>3 : 8-2 | MT 9>1")
    s = played(s, "pass pass pass")
    assert (s.count, marked(s)) == (1, "ABC")
    back = charged(s, 1)
    assert (back.turn, back.count, marked(back), texts(back)) == (1, 0, "A", ["7-6@B"])
    assert [claim.seat for claim in back.claims] == [0, 1]
    everybody = mexican_train.view(back, None)
    assert [(one.seat, one.annulled) for one in everybody.claims] == [(0, False), (1, True)]
    assert (everybody.offences, mexican_train.view(back, 1).offences, mexican_train.view(back, 0).offences) == (0, 1, 0)


@pytest.mark.parametrize(
    ("line", "acts", "legal", "first"),
    [
        # a first turn: his own train, and the chain may go on afterwards
        ("turn=A first=2 | A : 9-5 5-1 | B 9>7 : 7-0 | stock 2-2", "draw keep", ["9-5@A"], 2),
        # owed: the first double of the queue, on a private train
        ("turn=A queue=7-7@B | A 9>5 : 7-5 5-1 | B 9>7 7>7 : 8-0 | stock 2-2", "draw keep", ["7-5@B"], 0),
        # a follow-up, anywhere and on the double only
        (
            "turn=A laid=1 follow=5-5@A queue=5-5@A | A 9>5 5>5 : 5-1 9-8 | B 9>7 : 8-0 | stock 2-2",
            "draw keep",
            ["5-1@A", "9-8@MT"],
            0,
        ),
        (
            "turn=A laid=1 follow=5-5@A queue=5-5@A double_follow_up=own_double | A 9>5 5>5 : 5-1 9-8 | B 9>7 : 8-0",
            "pass",
            ["5-1@A"],
            0,
        ),
        # a follow-up on the Mexican Train, and on a branch
        (
            "turn=A laid=1 follow=8-8@MT queue=8-8@MT double_follow_up=own_double | A 9>5 : 8-1 | B 9>7 : 8-0 | MT 9>8 8>8",
            "pass",
            ["8-1@MT"],
            0,
        ),
        (
            f"turn=A laid=1 follow=2-2@A.L queue=2-2@A.L:3 {CHICKEN} | A 9>6 6>6 .L 6>2 2>2 .C 6>1 .R 6>0 : 2-1 | B : 8-0",
            "pass",
            ["2-1@A.L"],
            0,
        ),
    ],
)
def test_bg_18_a_the_turn_is_what_it_was_at_the_claim(line, acts, legal, first):
    before = read(line.replace("turn=A", f"turn=A {DECLARED}"))
    back = charged(played(before, acts), 0)
    assert texts(back) == legal
    assert (back.first, back.laid, back.follow, back.queue) == (first, before.laid, before.follow, before.queue)
    assert marked(back) == marked(before)
    assert mexican_train.read_state(mexican_train.write_state(back)) == back


def test_bg_18_a_an_unseen_draw_leaves_another_unseen_tile_to_be_played():
    s = played(read(f"turn=A {DECLARED} | A 9>5 : ?? | B 9>7 : 8-0 | stock ??"), "draw keep")
    back = charged(s, 0)
    assert (back.withheld, texts(back)[0]) == (UNSEEN, "5-0@A")
    assert played(back, "5-0@A").hands[0] == (UNSEEN,)
    one = read(f"turn=A {DECLARED} must=yes withheld=?? | A 9>5 : 5-1 ?? | B 9>7 : 8-0")
    assert (texts(one), code(one, "5-0@A")) == (["5-1@A"], "OTHER_TILE_REQUIRED")  # the one unseen tile is withheld
    known = played(read(f"turn=A {DECLARED} | A 9>5 : 4-4 | B 9>7 : 8-0 | stock ??"), "draw keep")
    assert mexican_train.chargeable(known, 0, "BG-18").code == "CLAIM_TRUE"  # 4-4 fits nothing


def test_bg_18_b_found_later_only_the_penalty_is_added():
    s = read(f"turn=A {DECLARED} false_claim_penalty=points | A 9>5 : 5-1 4-4 | B 9>7 : 7-0 6-6 | stock 8-8 1-1")
    s = played(s, "draw keep 7-0@B")
    later = charged(s, 0)
    assert msgspec.structs.replace(later, claims=s.claims) == s
    assert mexican_train.view(later, 1) == mexican_train.view(s, 1)  # the offender and the director know
    ended = mexican_train.outcome(mexican_train.forfeit(later, 1))
    assert (ended.penalties, ended.facts["claims"]) == ((20, 20), ("A:draw:false:b:points",))


def test_bg_18_b_another_draw_is_too_late_as_well():
    s = read(f"turn=A {DECLARED} | A 9>5 : 5-1 4-4 | B 9>7 : 8-8 | stock 6-6 1-1")
    s = played(s, "draw keep draw")
    assert not charged(s, 0).must
    own = played(read(f"turn=A {DECLARED} | A 9>5 : 5-1 4-4 | B 9>7 : 8-8 | stock 5-0 1-1"), "draw 5-0@A")
    assert not charged(own, 0).must


def test_bg_17_what_another_draws_does_not_excuse_a_claim():
    line = f"turn=A {DECLARED} | A 9>5 : 5-1 5-2 | B 9>7 : 8-8 | stock {{}} 1-1"
    for stock in ("?? ??", "?? 5-3", "6-6 4-4"):
        s = played(read(line.format(stock)), "draw keep draw keep")
        mine, others = s.claims
        assert (verdict(mine, s.hands[0]), mine.late, others.late) == (Verdict.FALSE, True, False)
        assert len(mine.drawn) + mine.unknown == 1


@pytest.mark.parametrize("penalty", list(FalseClaimPenalty))
def test_bg_18_c_and_edge_12_the_claimant_of_a_false_confirmation_cannot_win(penalty):
    s = read(
        f"turn=A {DECLARED} false_claim_penalty={penalty} false_claim_points=7"
        " | A * 9>5 : 8-4 6-2 | B * 9>7 : 6-6 | C * 9>3 : 3-0 | MT 9>1"
    )
    ended = mexican_train.outcome(played(s, "pass pass pass"))
    added = 7 if penalty in {FalseClaimPenalty.POINTS, FalseClaimPenalty.LOSE_DEAL} else 0
    assert (ended.points, ended.penalties, ended.winners) == ((20, 12, 3), (0, 0, added), (1,))
    assert (ended.rule, ended.facts["barred"], ended.facts["offences"]) == ("BG-18", ("C",), ("0", "0", "1"))


def test_bg_18_c_takes_the_last_passes_only():
    s = read(f"turn=A {DECLARED} | A * 9>5 : 5-0 8-8 | B 9>7 : 6-6 | C * 9>3 : 6-4 | MT 9>1")
    s = played(s, "pass pass pass pass")
    assert claims(s) == ["A:pass:false:b:warning", "B:pass:true", "C:pass:true", "A:pass:false:c:warning"]


def test_edge_13_where_every_confirmation_was_false_nobody_wins():
    s = read(f"turn=A {DECLARED} false_claim_penalty=points | A * 9>5 : 5-0 | B * 9>7 : 7-2 | MT 9>1")
    ended = mexican_train.outcome(played(s, "pass pass"))
    assert (ended.points, ended.penalties, ended.winners) == ((5, 9), (20, 20), ())


def test_bg_18_d_found_after_the_round_the_points_are_added_and_the_result_stands():
    line = f"turn=A {DECLARED} false_claim_penalty={{}} | A 9>5 : ?? | B 9>7 : ?? | stock ?? ??"
    for penalty, added in (("none", 0), ("warning", 0), ("points", 20), ("lose_deal", 0)):
        s = shown(played(read(line.format(penalty)), "draw keep 7-0@B"), "5-0", "6-6")
        assert claims(s) == ["A:draw:unknown"]
        before, after = mexican_train.outcome(s), mexican_train.outcome(charged(s, 0))
        assert (before.penalties, after.penalties) == ((0, 0), (added, 0))
        assert (after.winners, after.points, after.reason) == (before.winners, before.points, before.reason)
        price = "warning" if penalty == "lose_deal" else penalty
        assert after.facts["claims"] == (f"A:draw:false:d:{price}",)


def test_bg_18_what_exposure_has_found_is_not_charged_again():
    s = read(f"turn=A {DECLARED} | A 9>5 : ?? | B 9>7 : ?? | stock ?? ??")
    s = shown(played(s, "draw keep 7-0@B"), "5-0", "5-5")
    assert claims(s) == ["A:draw:false:b:warning"]
    assert mexican_train.chargeable(s, 0, "BG-18").code == "CLAIM_CHARGED"
    s = shown(played(read(f"turn=A {DECLARED} | A 9>5 : ?? | B 9>7 : ?? | stock ?? ??"), "draw keep 7-0@B"), "5-0")
    assert mexican_train.chargeable(s, 0, "BG-18") is None  # it may be the tile that he drew
    s = played(read(f"turn=A {DECLARED} | A * 9>5 : ?? ?? | B * 9>7 : ?? | MT 9>1"), "pass pass")
    assert mexican_train.chargeable(shown(s, "5-0"), 0, "BG-18").code == "CLAIM_CHARGED"


def test_bg_18_a_charge_while_hands_are_shown_has_the_remedy_of_exposure():
    s = played(read(f"turn=A {DECLARED} | A * 9>5 : ?? | B * 9>7 : ?? | MT 9>1"), "pass pass")
    s = shown(charged(shown(s, "5-0"), 1), "8-7")
    assert claims(s) == ["A:pass:false:c:warning", "B:pass:false:c:warning"]
    s = played(read(f"turn=A {DECLARED} | A 9>5 : ?? ?? | B 9>7 : ?? | stock ??"), "draw keep 7-0@B")
    assert claims(shown(charged(s, 0), "8-8", "5-0", "1-1")) == ["A:draw:false:b:warning"]


# --- penalties


def test_bg_19_two_false_claims_of_one_turn_are_one_offence_and_of_two_turns_two():
    line = f"turn=A {DECLARED} false_claim_penalty=points double_follow_up=own_double | A 9>5 : 5-4 5-1 | B 9>7 : {{}}"
    s = played(read(line.format("8-2 8-3 | stock 5-5 3-2")), "draw 5-5@A draw keep")
    ended = mexican_train.outcome(mexican_train.forfeit(s, 1))
    assert [text.split(":")[2] for text in ended.facts["claims"]] == ["false", "false"]
    assert (ended.facts["offences"], ended.penalties) == (("1", "0"), (20, 20))
    s = played(read(line.format("7-2 2-1 | stock 8-8 6-6 3-2")), "draw keep 7-2@B draw keep")
    ended = mexican_train.outcome(mexican_train.forfeit(s, 1))
    assert (ended.facts["offences"], ended.penalties) == (("2", "0"), (40, 20))


def test_bg_19_a_charged_claim_and_another_of_the_same_turn_are_one_offence():
    s = read(
        f"turn=A {DECLARED} false_claim_penalty=points double_follow_up=own_double"
        " | A 9>5 : 5-5 5-4 5-1 | B 9>7 : 8-2 8-3 | stock 6-6 3-2"
    )
    s = charged(played(s, "draw keep"), 0)
    s = played(s, "5-5@A draw keep")
    assert mexican_train.view(s, 0).offences == 1
    again = charged(s, 0)
    assert (again.must, again.turn, texts(again)) == (True, 0, ["5-1@A", "5-4@A"])
    ended = mexican_train.outcome(mexican_train.forfeit(again, 1))
    assert (ended.facts["offences"], ended.penalties) == (("1", "0"), (20, 20))


def test_bg_19_lose_deal_ends_the_round_with_the_charge():
    line = f"turn=A {DECLARED} false_claim_penalty=lose_deal false_claim_points=30 | A 9>5 : {{}} | B 9>7 : {{}} | stock 6-6"
    s = charged(played(read(line.format("5-1 1-0", "8-8")), "draw keep"), 0)
    ended = mexican_train.outcome(s)
    assert (ended.reason, ended.points, ended.penalties, ended.winners) == (Reason.PENALTY, (19, 16), (30, 0), (1,))
    assert ended.facts["claims"] == ("A:draw:false:b:lose_deal",)
    s = charged(played(read(line.format("?? ??", "??")), "draw keep"), 0)
    assert (s.over, s.turn, mexican_train.outcome(s)) == (Reason.PENALTY, 0, None)


def test_bg_19_lose_deal_at_exposure_bars_him_who_went_out():
    s = read(f"turn=A {DECLARED} false_claim_penalty=lose_deal | A 9>5 : 5-1 | B 9>7 : 8-2 | C 9>6 : 3-3 | stock 1-0")
    s = played(s, "draw keep pass pass 5-1@A pass pass 1-0@A")
    ended = mexican_train.outcome(s)
    assert (ended.reason, ended.winners, ended.rule, ended.penalties) == (Reason.OUT, (2,), "BG-18", (20, 0, 0))


# --- charges that cannot be


@pytest.mark.parametrize(
    ("line", "acts", "seat", "offence", "refused"),
    [
        ("turn=A {} | A 9>5 : ?? | B 9>7 : ?? | stock ??", "draw keep", 0, "LP-1", "OFFENCE_UNKNOWN"),
        ("turn=A {} | A 9>5 : ?? | B 9>7 : ?? | stock ??", "draw keep", 1, "BG-18", "NO_CLAIM"),
        ("turn=A {} | A 9>5 : 4-4 | B 9>7 : ?? | stock 5-1", "draw keep", 0, "BG-18", "CLAIM_TRUE"),
        ("turn=A | A 9>5 : 4-4 | B 9>7 : 1-0 | stock 5-1", "draw keep", 0, "BG-18", "CLAIMS_ENFORCED"),
    ],
)
def test_bg_18_charges_that_cannot_be(line, acts, seat, offence, refused):
    s = played(read(line.format(DECLARED)), acts)
    assert mexican_train.chargeable(s, seat, offence).code == refused
    assert refused in mexican_train.CODES
