"""Deals entered by hand: does an entry add up exactly when such a deal can be played, and does it bring the same?"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts.games import draw_dominoes, longana, lora, mexican_train
from contracts.games import match as matches
from contracts.games.blocked import ClaimMode
from contracts.games.entry import CODES, Booked, Entry
from contracts.games.game import GAMES, Game, Reason, Refusal
from contracts.games.lora_options import Contract
from contracts.games.match import Match
from contracts.over_the_board import ENTERED
from tests.strategies import KINDS, dealt, rules

MATCH = Match((0, 0, 0, 0))


def played(g: Game, options: Any, rng: random.Random) -> tuple[Match, Any]:
    """A deal by chance, and the match in which it was played."""
    if hasattr(options, "claim_mode"):  # a claim that is found false later changes what a deal brought
        options = replace(options, claim_mode=ClaimMode.ENFORCED)
    n = g.seat_count(options)
    pick = KINDS[g.ID].number
    number = pick(options, rng) if pick else 1
    starter = rng.randrange(n) if g.NAME in ("lora", "draw_dominoes") else None
    match = Match((0,) * n, deals=number - 1, starter=starter)
    _, state = dealt(g, options, rng, number=number, starter=starter)
    while found := g.moves(state):
        state = g.play(state, rng.choice(found))
    return match, state


def written(g: Game, options: Any, state: Any) -> Entry:
    """What a scorer would write down of a deal."""
    out = g.outcome(state)
    assert out is not None
    who = next((seat for seat, hand in enumerate(state.hands) if not hand), None) if out.reason is Reason.OUT else None
    fields: dict[str, Any] = {"end": out.reason, "seat": who, "points": out.points, "penalties": out.penalties}
    if g.NAME in ("longana", "draw_dominoes"):
        fields["pips"] = out.pips
    if g.NAME == "lora":
        fields["contract"] = str(state.contract)
        if state.contract == "layout":
            costs = options.layout_pass_points or options.version == "libyan"
            fields["passes"] = state.laid.passes if costs else ()
            last = state.laid.last
            fields["doubled"] = options.version == "libyan" and last is not None and last.rank == state.laid.base
    return Entry(**fields)


def test_every_rule_set_judges_entries() -> None:
    assert ENTERED.keys() == GAMES.keys()


@given(rules, st.data(), st.integers(0, 2**32))
def test_what_was_played_can_be_entered_and_brings_the_same(rules_id: str, data: st.DataObject, seed: int) -> None:
    g, rng = GAMES[rules_id], random.Random(seed)
    options = data.draw(KINDS[rules_id].options)
    match, state = played(g, options, rng)
    entry = written(g, options, state)
    booked = ENTERED[rules_id](options, match, entry)
    assert isinstance(booked, Booked), (booked, entry)
    whole = matches.score(g, options, match, state)
    by_hand = matches.book(match, booked)
    assert (by_hand.totals, by_hand.deals, by_hand.attempts) == (whole.totals, whole.deals, whole.attempts)
    assert (by_hand.starter, by_hand.carry) == (whole.starter, whole.carry)
    assert by_hand.rounds[-1].winners == whole.rounds[-1].winners
    assert booked.outcome.rule == g.outcome(state).rule
    if by_hand.rounds[-1].held:
        assert by_hand.rounds[-1].held == whole.rounds[-1].held


@given(rules, st.data(), st.integers(0, 2**32))
def test_one_number_too_many_is_found_or_is_another_deal(rules_id: str, data: st.DataObject, seed: int) -> None:
    """Where a column determines another, changing one number of it never passes with the same points."""
    g, rng = GAMES[rules_id], random.Random(seed)
    options = data.draw(KINDS[rules_id].options)
    match, state = played(g, options, rng)
    entry = written(g, options, state)
    seat = rng.randrange(len(entry.points))
    points = tuple(p + (at == seat) for at, p in enumerate(entry.points))
    changed = Entry(**{name: getattr(entry, name) for name in entry.__struct_fields__} | {"points": points})
    booked = ENTERED[rules_id](options, match, changed)
    if g.NAME in ("longana", "draw_dominoes"):
        assert isinstance(booked, Refusal)
        assert booked.code == "entry/points"
        assert booked.facts == {"seat": seat, "expected": entry.points[seat], "got": entry.points[seat] + 1}
    elif g.NAME == "lora" and entry.contract != "layout":
        assert isinstance(booked, Refusal)
        assert booked.code in ("entry/sum", "entry/share")


# --- each refusal, and what it says

DD, LG, MT, LO = draw_dominoes.Options, longana.Options, mexican_train.Options, lora.Options
LIBYAN = LO(version=lora.Version.LIBYAN)
POINTS = "points"


def at(number: int, **fields: Any) -> Match:
    return Match((0, 0, 0, 0), deals=number - 1, **fields)


def of_contract(name: str, options: Any = LO()) -> Match:  # noqa: B008  # frozen
    """The first deal in which a contract is played."""
    return at(lora.contracts(options).index(Contract(name)) + 1, starter=0)


CASES: list[tuple[str, Any, Match, dict[str, Any], dict[str, Any]]] = [
    # form
    ("entry/columns", LG(), MATCH, {"end": "out", "seat": 0, "pips": (0, 5, 5)}, {"field": "pips", "count": 3}),
    ("entry/columns", LG(), MATCH, {"end": "out", "seat": 0}, {"field": "pips", "count": 0}),
    ("entry/columns", MT(), MATCH, {"end": "out", "seat": 0}, {"field": "points", "count": 0}),
    ("entry/columns", LO(), of_contract("queens"), {"end": "played"}, {"field": "points"}),
    ("entry/columns", LIBYAN, of_contract("layout", LIBYAN), {"end": "out", "seat": 0, "points": (0, 1, 1, 1)},
     {"field": "passes"}),
    ("entry/columns", LO(), of_contract("layout"), {"end": "out", "seat": 0}, {"field": "points"}),
    ("entry/field", LG(), MATCH, {"end": "out", "seat": 0, "pips": (0, 5, 5, 5), "contract": "queens"},
     {"field": "contract"}),
    ("entry/field", LO(), of_contract("queens"), {"end": "played", "points": (8, 0, 0, 0), "offence": "LP-8"},
     {"field": "offence"}),
    ("entry/field", LO(), of_contract("queens"), {"end": "played", "points": (8, 0, 0, 0), "passes": (1, 0, 0, 0)},
     {"field": "passes"}),
    ("entry/field", LO(), of_contract("layout"),
     {"end": "out", "seat": 0, "points": (-8, 1, 1, 1), "passes": (0, 0, 0, 1)}, {"field": "passes"}),
    ("entry/field", LO(), of_contract("layout"), {"end": "out", "seat": 0, "points": (-8, 1, 1, 1), "doubled": True},
     {"field": "doubled"}),
    ("entry/field", LO(), at(1), {"end": "penalty", "seat": 0, "offence": "LP-8", "counts": (8, 0, 0, 0)},
     {"field": "counts"}),
    ("entry/range", MT(), MATCH, {"end": "out", "seat": 0, "points": (0, 10**6, 0, 0)}, {"most": 10_000}),
    ("entry/range", LIBYAN, of_contract("layout", LIBYAN),
     {"end": "out", "seat": 0, "points": (0, 1, 1, 1), "passes": (-1, 0, 0, 0)}, {"field": "passes"}),
    ("entry/seat", MT(), MATCH, {"end": "out", "seat": 4, "points": (0, 1, 2, 3)}, {"case": "unknown", "seats": 4}),
    ("entry/seat", MT(), MATCH, {"end": "out", "points": (0, 1, 2, 3)}, {"case": "out"}),
    ("entry/seat", MT(), MATCH, {"end": "penalty", "points": (4, 1, 2, 3)}, {"case": "penalty"}),
    ("entry/seat", MT(), MATCH, {"end": "blocked", "seat": 1, "points": (4, 1, 2, 3)}, {"case": "extra"}),
    ("entry/end", MT(), MATCH, {"end": "closed", "points": (4, 1, 2, 3)}, {"end": "closed"}),
    ("entry/end", LO(), of_contract("queens"), {"end": "out", "seat": 0, "points": (8, 0, 0, 0)},
     {"known": ("played", "penalty")}),
    ("entry/end", DD(block_detection="confirmations"), MATCH, {"end": "closed", "pips": (4, 1, 2, 3)}, {}),
    # pips
    ("entry/out", LG(), MATCH, {"end": "out", "seat": 0, "pips": (3, 5, 5, 5)}, {"seat": 0, "got": 3}),
    ("entry/out", LO(), of_contract("layout"), {"end": "out", "seat": 0, "counts": (1, 1, 1, 1)}, {"seat": 0}),
    ("entry/pips", LG(), MATCH, {"end": "out", "seat": 0, "pips": (0, 126, 5, 5)},
     {"case": "hand", "seat": 1, "got": 126, "most": 125}),
    ("entry/pips", LG(), MATCH, {"end": "out", "seat": 0, "pips": (0, -1, 5, 5)}, {"case": "hand", "seat": 1}),
    ("entry/pips", LG(), MATCH, {"end": "out", "seat": 0, "pips": (0, 0, 0, 5)},
     {"case": "low", "got": 0, "players": 2, "tiles": 1}),
    ("entry/pips", MT(double_blank_points=25), MATCH, {"end": "out", "seat": 0, POINTS: (0, 0, 5, 5)},
     {"case": "low", "got": 0, "players": 1, "tiles": 0}),
    ("entry/pips", MT(), at(13), {"end": "out", "seat": 0, POINTS: (0, 0, 5, 5)}, {"case": "low", "tiles": 0}),
    ("entry/pips", LO(), of_contract("layout"), {"end": "out", "seat": 0, "points": (-8, 0, 1, 1)},
     {"case": "cards", "seat": 1, "got": 0}),
    ("entry/pips", LO(), of_contract("layout"), {"end": "out", "seat": 0, "points": (-8, 9, 1, 1)},
     {"case": "cards", "seat": 1, "got": 9, "most": 8}),
    ("entry/sum", MT(), MATCH, {"end": "out", "seat": 0, POINTS: (0, 400, 400, 300)}, {"case": "set", "got": 1100}),
    ("entry/sum", DD(), MATCH, {"end": "out", "seat": 0, "pips": (0, 60, 60, 60)}, {"expected": 153, "got": 180}),
    # sums and shares of Lora's contracts
    ("entry/sum", LO(), of_contract("minimum"), {"end": "played", "points": (3, 1, 3, 2)},
     {"case": "points", "expected": ("8",), "got": 9}),
    ("entry/sum", LO(), of_contract("maximum"), {"end": "played", "points": (3, 1, 3, 1)},
     {"case": "points", "expected": ("-8",), "got": 8}),
    ("entry/sum", LO(), of_contract("hearts"), {"end": "played", "points": (7, 0, 0, 0)},
     {"expected": ("8", "-8"), "got": 7}),
    ("entry/sum", LO(), of_contract("queens"), {"end": "played", "counts": (3, 0, 0, 0)},
     {"case": "counts", "expected": 4, "got": 3}),
    ("entry/sum", LO(players=3), Match((0, 0, 0), starter=0), {"end": "played", "points": (8, 0, 0)},
     {"expected": ("10",), "got": 8}),
    ("entry/share", LO(), of_contract("hearts"), {"end": "played", "points": (8, 0, 0, 0)}, {"contract": "hearts"}),
    ("entry/share", LO(), of_contract("queens"), {"end": "played", "points": (7, 1, 0, 0)}, {"contract": "queens"}),
    ("entry/share", LO(), of_contract("king_last"), {"end": "played", "points": (6, 2, 0, 0)}, {}),
    ("entry/share", LO(jack_clubs_scoring="taker_6_opposite_2"), of_contract("jack_clubs"),
     {"end": "played", "points": (6, 2, 0, 0)}, {"contract": "jack_clubs"}),
    ("entry/sum", LIBYAN, of_contract("jack_clubs", LIBYAN), {"end": "played", "points": (8, 1, 1, 1)},
     {"expected": ("8",), "got": 11}),
    ("entry/share", LIBYAN, of_contract("two_players", LIBYAN), {"end": "played", "points": (8, 0, 0, 0)}, {}),
    # points
    ("entry/points", LG(), MATCH, {"end": "out", "seat": 0, "pips": (0, 5, 6, 7), "points": (17, 0, 0, 0)},
     {"seat": 0, "expected": 18, "got": 17}),
    ("entry/points", LO(), of_contract("queens"), {"end": "played", "counts": (4, 0, 0, 0), "points": (6, 0, 0, 0)},
     {"seat": 0, "expected": 8}),
    ("entry/points", LO(), at(1), {"end": "penalty", "seat": 0, "offence": "LP-8", "points": (1, 0, 0, 0)}, {}),
    ("entry/points", LO(), of_contract("layout"), {"end": "out", "seat": 0, "points": (-7, 1, 1, 1)},
     {"expected": -8, "got": -7}),
    # penalties and offences
    ("entry/penalty", LG(), MATCH, {"end": "out", "seat": 0, "pips": (0, 5, 6, 7), "penalties": (0, -20, 0, 0)},
     {"case": "none", "seat": 1}),
    ("entry/penalty", LG(false_claim_penalty="points"), MATCH,
     {"end": "out", "seat": 0, "pips": (0, 5, 6, 7), "penalties": (0, -30, 0, 0)}, {"case": "each", "each": -20}),
    ("entry/penalty", LG(false_claim_penalty="points"), MATCH,
     {"end": "out", "seat": 0, "pips": (0, 5, 6, 7), "penalties": (0, 20, 0, 0)}, {"case": "each"}),
    ("entry/penalty", DD(pairs=True, false_claim_penalty="points"), MATCH,
     {"end": "out", "seat": 0, "pips": (0, 5, 6, 7), "penalties": (0, -20, 0, 0)}, {"case": "pair", "seat": 3}),
    ("entry/penalty", DD(pairs=True, false_claim_penalty="points"), MATCH,
     {"end": "out", "seat": 0, "pips": (0, 5, 6, 7), "penalties": (-20, 0, 0, 0)}, {"case": "pair", "seat": 2}),
    ("entry/penalty", LO(), at(1), {"end": "played", "points": (8, 0, 0, 0), "penalties": (3, 0, 0, 0)},
     {"case": "sum", "got": 3}),
    ("entry/penalty", LO(), at(1), {"end": "penalty", "seat": 0, "offence": "LP-8", "penalties": (8, 0, 0, 0)},
     {"case": "least", "each": 16}),
    ("entry/offence", LO(), at(1), {"end": "penalty", "seat": 0, "offence": "LP-13"}, {"case": "unknown"}),
    ("entry/offence", LO(), at(1), {"end": "penalty", "seat": 0}, {"case": "unknown"}),
    ("entry/offence", LO(), at(1), {"end": "penalty", "seat": 0, "offence": "LP-12"}, {"case": "phase"}),
    ("entry/offence", LO(), at(1), {"end": "penalty", "seat": 1, "offence": "LP-1"}, {"case": "dealer", "seat": 0}),
    # contracts
    ("entry/contract", LO(), at(2), {"end": "played", "contract": "minimum", "points": (8, 0, 0, 0)},
     {"case": "turn", "expected": "maximum"}),
    ("entry/contract", LO(contract_order="chosen"), at(1), {"end": "played", "points": (8, 0, 0, 0)},
     {"case": "missing", "seat": 1}),
    ("entry/contract", LO(contract_order="chosen"), at(1), {"end": "played", "contract": "whist"}, {"case": "unknown"}),
    ("entry/contract", LO(contract_order="chosen"), at(2, carry="S1=queens", starter=0),
     {"end": "played", "contract": "queens", "points": (8, 0, 0, 0)}, {"case": "used", "seat": 1}),
    # who began
    ("entry/starter", DD(), MATCH, {"end": "closed", "pips": (5, 5, 6, 7)}, {"case": "missing", "tied": ("S0", "S1")}),
    ("entry/starter", DD(), at(2, starter=1), {"end": "closed", "pips": (5, 5, 6, 7), "starter": 0},
     {"case": "other", "seat": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "options", "match", "fields", "facts"), CASES)
def test_what_cannot_be_entered(code: str, options: Any, match: Match, fields: dict[str, Any], facts: Any) -> None:
    rules_id = next(r for r, g in GAMES.items() if isinstance(options, g.Options))
    options = type(options)(**{n: _enum(options, n) for n in options.__struct_fields__})
    entry = Entry(**{**fields, "end": Reason(fields["end"])})
    found = ENTERED[rules_id](options, match, entry)
    assert isinstance(found, Refusal), found
    assert found.code == code, found
    assert {**found.facts, **facts} == dict(found.facts)


def _enum(options: Any, name: str) -> Any:
    """Options as a log gives them: its words as the options' own enums."""

    kind = next(f.type for f in msgspec.structs.fields(type(options)) if f.name == name)
    return msgspec.convert(msgspec.to_builtins(getattr(options, name)), kind)


def test_every_refusal_of_an_entry_is_met() -> None:
    assert {code for code, *_ in CASES} == set(CODES)


# --- what is booked where a playout seldom comes


def booked(rules_id: str, options: Any, match: Match, **fields: Any) -> Booked:
    options = type(options)(**{n: _enum(options, n) for n in options.__struct_fields__})
    found = ENTERED[rules_id](options, match, Entry(**{**fields, "end": Reason(fields["end"])}))
    assert isinstance(found, Booked), found
    return found


def test_bg_18_who_loses_a_deal_by_an_offence_cannot_win_it() -> None:
    lost = booked("longana/1", LG(), MATCH, end="penalty", seat=0, pips=(3, 9, 12, 20))
    assert (lost.outcome.points, lost.outcome.winners, lost.outcome.rule) == ((0, 35, 0, 0), (1,), "BG-18")
    train = booked("mexican_train/1", MT(), MATCH, end="penalty", seat=0, points=(3, 9, 12, 20))
    assert (train.outcome.penalties, train.outcome.winners) == ((20, 0, 0, 0), (1,))
    pair = booked("draw_dominoes/1", DD(pairs=True), MATCH, end="penalty", seat=0, pips=(3, 9, 12, 20), starter=3)
    assert (pair.outcome.winners, pair.starter) == ((1, 3), 0)


THREE = "players=3 {} starter S0  S0 5-1 2-0  S1 {}  S2 6-5  line 3-3"
PAIRS = "players=4 pairs=true {} starter S{}  S0 5-1  S1 4-0  S2 2-2  S3 6-0  line 3-3"
BLOCKS = [
    *(THREE.replace("starter S0", f"starter S{seat}").format("{}", "4-4") for seat in range(3)),
    THREE.format("{}", "4-1"),
    *(PAIRS.format("{}", seat) for seat in range(4)),
    *(PAIRS.format(f"closed_pairs_score={score} {{}}", 0) for score in ("three_hands", "four_hands", "opponents")),
]


@pytest.mark.parametrize("line", BLOCKS)
def test_dd_30_to_dd_33_a_blocked_round_entered_is_told_as_if_it_had_been_played(line: str) -> None:
    s = draw_dominoes.read_state(line.format("block_detection=confirmations turn S0"))
    for _ in range(s.options.players):
        s = draw_dominoes.play(s, draw_dominoes.parse_move("skip"))
    told = draw_dominoes.outcome(s)
    assert told is not None
    match = Match((0,) * s.options.players, starter=s.starter)
    assert booked("draw_dominoes/1", s.options, match, end="blocked", pips=told.pips).outcome == told


@pytest.mark.parametrize(
    ("options", "points", "rule", "facts"),
    [
        (LG(), (0, 0, 0, 0), "L-32", {"tied": ("A", "D"), "blocked_tie": "no_winner"}),
        (LG(blocked_tie="split"), (12, 0, 0, 12), "L-32", {"tied": ("A", "D"), "blocked_tie": "split"}),
        (LG(blocked_score="none"), (0, 0, 0, 0), "L-31", {}),
    ],
)
def test_l31_l32_a_blocked_deal_without_one_winner(options: Any, points: Any, rule: str, facts: Any) -> None:
    found = booked("longana/1", options, MATCH, end="blocked", pips=(5, 9, 16, 5))
    outcome = found.outcome
    assert (outcome.points, outcome.winners, outcome.rule, outcome.facts) == (points, (), rule, facts)
    assert found.starter is None


@pytest.mark.parametrize("taker", range(4))
def test_lo_55_the_player_after_the_taker_alone_pays_for_the_jack_of_clubs(taker: int) -> None:
    match = of_contract("jack_clubs", LIBYAN)
    took, pays = (
        tuple(one if seat == at else 0 for seat in range(4)) for one, at in ((1, taker), (8, (taker + 1) % 4))
    )
    assert booked("lora/1", LIBYAN, match, end="played", counts=took).outcome.points == pays
    assert booked("lora/1", LIBYAN, match, end="played", points=pays).outcome.points == pays


@pytest.mark.parametrize(
    ("tries", "fields", "points", "again", "carry"),
    [
        (0, {"points": (4, 0, 0, 4)}, (4, 0, 0, 4), False, ""),
        (0, {"counts": (1, 4, 3, 0)}, (4, 0, 0, 4), False, ""),
        (0, {"counts": (2, 2, 2, 2)}, (0, 0, 0, 0), True, "tries=1"),
        (1, {"points": (0, 0, 0, 0)}, (0, 0, 0, 0), True, "tries=2"),
        (2, {"points": (8, 0, 0, 0)}, (8, 0, 0, 0), False, ""),
        (2, {"points": (0, 4, 4, 0)}, (0, 4, 4, 0), False, ""),
    ],
)
def test_lo_58_lo_59_two_players(tries: int, fields: Any, points: Any, *, again: bool, carry: str) -> None:
    match = replace(of_contract("two_players", LIBYAN), carry=f"tries={tries}" if tries else "")
    found = booked("lora/1", LIBYAN, match, end="played", **fields)
    assert (found.outcome.points, found.again, found.carry) == (points, again, carry)
    assert found.starter == 0, "the dealer deals the layout, or the same again"


def test_lo_10_an_extra_deal_may_name_any_contract_again() -> None:
    options = LO(contract_order="chosen", extra_deals=True)
    whole = "+".join(lora.contracts(LO()))
    match = at(29, starter=0, carry=f"S1={whole}")
    assert booked("lora/1", options, match, end="played", contract="queens", points=(8, 0, 0, 0)).starter == 1


def test_lo_43_lo_47_a_deal_that_ended_before_it_was_scored() -> None:
    options = LO(contract_order="chosen")
    unnamed = booked("lora/1", options, at(1), end="penalty", seat=2, offence="LP-6")
    assert (unnamed.again, unnamed.starter, unnamed.outcome.penalties) == (True, 0, (0, 0, 8, 0))
    named = booked("lora/1", options, at(1), end="penalty", seat=2, offence="LP-8", contract="hearts")
    assert (named.again, named.carry, named.outcome.penalties) == (False, "S1=hearts", (0, 0, 16, 0))
    more = booked("lora/1", LO(), at(1), end="penalty", seat=2, offence="LP-8", penalties=(0, 4, 20, 0))
    assert more.outcome.penalties == (0, 4, 20, 0)


def test_lo_60_lo_62_a_libyan_layout_with_passes_is_doubled() -> None:
    match = of_contract("layout", LIBYAN)
    fields = {"end": "out", "seat": 3, "counts": (2, 3, 1, 0), "passes": (2, 4, 2, 1)}
    assert booked("lora/1", LIBYAN, match, **fields).outcome.points == (6, 11, 5, 0)
    assert booked("lora/1", LIBYAN, match, **fields, doubled=True).outcome.points == (12, 22, 10, 0)
    cheap = LO(layout_pass_points=1)
    fields = {"end": "out", "seat": 3, "points": (4, 7, 3, -7), "passes": (2, 4, 2, 1)}
    assert booked("lora/1", cheap, of_contract("layout", cheap), **fields).outcome.pips == (2, 3, 1, 0)
