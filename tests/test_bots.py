"""Do bots play by what they see alone, through the same commands as anyone, and better than chance?"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts import codec, topics
from contracts.envelope import read_command, read_decision, write
from contracts.games import lora, mexican_train
from contracts.table import CallArbiter, Play, Played, Resign, Sit, TableKeyRevealed
from contracts.table_state import Phase, view, whose_turn
from services.bots.app import TRIES, Bots, answer, nonce, service
from services.bots.player import STRENGTHS, choose
from services.dealing import app as dealing
from services.dealing import keys
from services.move_validation import app as move_validation
from tests.bot_matches import KINDS, Kind, duel, played
from tests.simulate import SECRET, START, Club, tournament
from tests.strategies import KINDS as WAYS
from tests.strategies import cases, dealt
from tests.table_spec import Spec, opening

RULES = ("draw_dominoes/1", "longana/1", "mexican_train/1", "lora/1")
MARGIN = 0.02  # of a place: these seeds are fixed, so nothing here is left to chance


class Seen:
    """A bare view: the hand, and the ends by their names."""

    def __init__(self, hand: str, ends: tuple[int, int] | None = None) -> None:
        self.hand = tuple(hand.split())
        self.ends = ends


# --- the choice


@pytest.mark.parametrize("strength", [*STRENGTHS, "grandmaster"])
def test_the_same_sight_and_lot_give_the_same_move(strength: str) -> None:
    seen = Seen("6-6 6-5 5-1", (6, 5))
    moves = ("6-6L", "6-5L", "6-5R", "5-1R")
    assert choose(strength, seen, moves, "x") == choose(strength, seen, moves, "x")
    assert choose(strength, seen, moves, "x") in moves


def test_chance_chooses_every_move_at_some_time() -> None:
    moves = ("6-6L", "6-5L", "6-5R")
    assert {choose("random", Seen(""), moves, f"{i}") for i in range(60)} == set(moves)


def test_heavy_tiles_and_doubles_go_first() -> None:
    assert choose("steady", Seen("6-6 6-1", (6, 3)), ("6-1L", "6-6L"), "x") == "6-6L"
    assert choose("steady", Seen("6-5 2-1", (5, 2)), ("6-5L", "2-1R"), "x") == "6-5L"
    assert choose("steady", Seen("3-3 4-2", (3, 4)), ("3-3L", "4-2R"), "x") == "3-3L"


def test_the_new_end_should_fit_what_stays_in_hand() -> None:
    seen = Seen("5-4 4-2 4-1 4-0", (5, 4))
    assert choose("steady", seen, ("5-4L", "5-4R"), "x") == "5-4L", "4 faces out, and three 4s stay"


def test_a_tile_goes_before_a_pass() -> None:
    assert choose("steady", Seen("0-0", (0, 0)), ("draw", "0-0L"), "x") == "0-0L"


@given(seed=st.integers(0, 10**6), rules=st.sampled_from(RULES), strength=st.sampled_from(STRENGTHS))
def test_a_bot_s_move_is_always_legal_and_never_depends_on_what_it_cannot_see(
    seed: int, rules: str, strength: str
) -> None:
    rng = random.Random(seed)
    spec = Spec().open(rules, 3).sit().deal(rng=rng)
    for _ in range(rng.randrange(20)):
        if spec.table.phase is Phase.PLAYING:
            spec.play(rng.choice(spec.moves()))
    if spec.table.phase is not Phase.PLAYING:
        return
    seat = whose_turn(spec.table)
    seen = view(spec.table, seat)
    # What the bot is given goes through bytes and back without the state: nothing else can reach it.
    copy = type(seen.board)(**{f: getattr(seen.board, f) for f in seen.board.__struct_fields__})
    assert write(copy) == write(seen.board)
    move = choose(strength, copy, seen.moves, "lot")
    assert move in seen.moves
    assert move == choose(strength, seen.board, seen.moves, "lot")


@given(case=cases(), strength=st.sampled_from(STRENGTHS), seed=st.integers(0, 10**6))
@pytest.mark.slow
def test_every_variant_is_played_by_what_the_seat_sees_and_nothing_else(case, strength: str, seed: int) -> None:
    """Whatever is reshuffled behind the seat's back, it plays the same legal move, to the end of the deal."""
    game, options, rng = case
    _, state = dealt(game, options, rng)
    for ply in range(12 + seed % 50):
        seat = game.turn(state)
        if seat is None:
            return
        seen = game.view(state, seat)
        move = choose(strength, seen, seen.moves, f"{seed}:{ply}")
        assert move in seen.moves
        other = game.view(WAYS[game.ID].reshuffle(state, seat, rng), seat)
        assert choose(strength, other, other.moves, f"{seed}:{ply}") == move
        state = game.play(state, game.parse_move(move))


# --- by commands


def bot_club(*seats: str, pace: float = 0.0, **fields: Any) -> Club:
    """One table with bots (a strength) and people ("") in its seats, dealt for and played by the services."""
    club = Club((dealing.service(SECRET), move_validation.SERVICE, service(pace)))
    key = keys.table_key(keys.tournament_key(SECRET, "cup"), "t1")
    plan = opening(seats=len(seats), key_hash=keys.published(key), **fields)
    marked = tuple(replace(p, bot=bot) for p, bot in zip(plan.seats, seats, strict=True))
    club.send(topics.TABLE_COMMANDS, "t1", "dealing", replace(plan, seats=marked))
    return club


def actors(club: Club) -> set[str]:
    """Who has sent commands to the table."""
    return {read_command(e.value).actor for e in club.commands_of("t1")}


@pytest.mark.parametrize("rules", RULES)
def test_bots_alone_play_a_match_to_its_end_without_one_refusal(rules: str) -> None:
    club = bot_club("strong", "random", "easy", rules=rules, max_deals=2)
    club.run()
    facts = club.facts(topics.TABLE_EVENTS, "t1")
    assert type(facts[-1][1]).__name__ == "MatchEnded"
    assert club.refusals() == []
    assert actors(club) == {"dealing", "bot:e0", "bot:e1", "bot:e2"}


def test_a_bot_leaves_people_s_seats_alone() -> None:
    club = bot_club("", "steady")
    club.run()
    assert actors(club) == {"dealing", "bot:e1"}
    club.send(topics.TABLE_COMMANDS, "t1", "player:e0", Sit(seat=0, nonce="0" * 32))
    club.run()
    waiting = club.table("t1")
    assert waiting.phase is Phase.PLAYING
    assert whose_turn(waiting) == 0
    assert {e.seat for _, e in club.facts(topics.TABLE_EVENTS, "t1") if isinstance(e, Played)} <= {1}


def test_two_runs_are_equal_byte_for_byte() -> None:
    first, second = (tournament(players=5, rounds=1) for _ in range(2))
    assert first.events == second.events


def test_a_bot_takes_its_time() -> None:
    spec = Spec().open(bots=(0, 1))
    bots = Bots(pace=1.5)

    def catch_up() -> None:
        for at, event in spec.events:
            bots.fold("t1", at, None, (event,))
        spec.events.clear()

    catch_up()
    for job in tuple(bots.due(START)):
        command = job.make()
        spec.when(command.actor, codec.TABLE.body(command))
    spec.deal()
    catch_up()
    assert list(bots.due(spec.at + 1_499)) == []
    (job,) = bots.due(spec.at + 1_500)
    assert job.id == "bot:t1:1:0"
    assert service(1.5).reactors[0].tick_s
    assert service(0).reactors[0].tick_s is None


def test_a_refused_bot_tries_the_other_moves_and_gives_up_at_last() -> None:
    spec = Spec().open(bots=(0, 1)).sit()
    assert isinstance(spec.answer, tuple)
    bots = Bots()
    spec.when("bot:e0", Sit(seat=0, nonce=nonce("t1", 0))).when("bot:e1", Sit(seat=1, nonce=nonce("t1", 1)))
    spec.deal()
    for at, event in spec.events:
        bots.fold("t1", at, None, (event,))
    ids = []
    for _ in range(TRIES + 3):
        for job in tuple(bots.due(spec.at)):
            ids.append(job.id)
            bots.fold("t1", spec.at, job.make(), ())
    assert ids == ["bot:t1:1:0", "bot:t1:1:0:1", "bot:t1:1:0:2", "bot:t1:1:0:3"]


def test_a_resigned_bot_and_a_finished_table_are_left_alone() -> None:
    club = bot_club("steady", "")
    club.send(topics.TABLE_COMMANDS, "t1", "player:e1", Sit(seat=1, nonce="0" * 32))
    club.run()
    club.send(topics.TABLE_COMMANDS, "t1", "player:e1", CallArbiter(seat=1))
    club.send(topics.TABLE_COMMANDS, "t1", "player:e1", Resign(seat=1))
    club.run()
    assert club.table("t1").result.reason == "resigned"
    assert club.refusals() == []
    bots = Bots()
    for at, event in club.facts(topics.TABLE_EVENTS, "t1"):
        bots.fold("t1", at, None, (event,))
    assert bots._turns == bots._sitting == {}
    bots.fold("t1", at, None, (TableKeyRevealed(key=""),))
    assert bots._tables == {}, "until then a ruling may send it back"


def test_answers_after_a_refusal_go_through_the_legal_moves() -> None:
    spec = Spec().open().sit().deal()
    seen = view(spec.table, whose_turn(spec.table))
    assert answer(seen, "steady", "t1", refused=1) == seen.moves[0]
    assert answer(seen, "steady", "t1", refused=len(seen.moves) + 1) == seen.moves[0]


# --- strength


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("pairing", ["strong:random", "steady:random", "strong:easy"])
def test_who_looks_wins_more_than_chance_and_who_counts_more_than_who_errs(kind: Kind, pairing: str) -> None:
    """The same deals come to every seat in turn. The shortest matches are the least certain, and the quickest."""
    mine, theirs = pairing.split(":")
    score = duel(kind, mine, theirs, 60 if kind.game in (lora, mexican_train) else 400)
    assert score.place + MARGIN < score.middle, score


def test_a_match_of_bots_is_the_same_each_time() -> None:
    for kind in KINDS:
        short = kind._replace(deals=1)
        seats = kind.game.seat_count(kind.options)
        strengths = [STRENGTHS[at % len(STRENGTHS)] for at in range(seats)]
        assert played(short, strengths, "again") == played(short, strengths, "again")


def test_a_share_of_the_wins_counts_shared_places_in_parts() -> None:
    kind = KINDS[1]._replace(deals=1)
    score = duel(kind, "random", "random", 40)
    assert abs(score.share - score.chance) < 2.5 * score.share_off
    assert (score.chance, score.middle) == (0.25, 2.5)


def test_a_play_is_the_same_command_as_a_player_s() -> None:
    club = bot_club("steady", "steady")
    club.run()
    decisions = [read_decision(e.value) for e in club.records(topics.TABLE_EVENTS, "t1")]
    bodies = [codec.TABLE.body(read_command(d.command)) for d in decisions]
    assert any(isinstance(b, Play) for b in bodies)
