"""A table goes back by a ruling: at the table, through all services, and in everything that reads the record after."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contracts import table_record, topics
from contracts.desk import CloseCase, GiveRuling, OpenCase, RewindPlan
from contracts.envelope import read_decision
from contracts.games.entry import Entry
from contracts.games.game import Reason
from contracts.games.notation import read
from contracts.messages import Board, Limits
from contracts.table import (
    AbandonTable,
    ArbiterCalled,
    CallArbiter,
    Dealt,
    DealWanted,
    EnterDeal,
    HandsOpened,
    MatchEnded,
    OpenHands,
    Play,
    Played,
    ReportDeal,
    Resign,
    RevealTableKey,
    RewindRefused,
    RewindTable,
    Rewound,
    TimeUp,
)
from contracts.table_state import FoldError, Phase, evolve, staff_view, view, whose_turn
from contracts.tournament import BeginRound, CheckIn, CreateTournament, EntrantRow, ImportEntrants, Rules, StartRound
from contracts.tournament_state import Phase as TournamentPhase
from services import export, replay
from services.bots.app import Bots
from services.lobby.relays import OrdersRelay, TablesRelay
from services.move_validation.app import Timer
from services.verify import verify
from tests.examples import examples
from tests.simulate import Club, club
from tests.table_spec import KEY, LIMITED, Spec
from tests.test_export import lines


def back(spec: Spec, deal: int, ply: int = 0, *, again: bool = False, order: int | None = None) -> Spec:
    order = spec.table.orders + 1 if order is None else order
    body = RewindTable(deal=deal, ply=ply, again=again, case=1, order=order, reason="The pass was no pass.")
    return spec.when("relay", body)


def begun(moves: int = 6, rules: str = "draw_dominoes/1", seats: int = 3, **fields: object) -> Spec:
    return Spec().open(rules, seats, **fields).sit().play_on(random.Random(2), moves=moves)


def positions(spec: Spec) -> list[object]:
    """The game's state after each event that was not taken back, by the moves of the first deal."""
    state, found = None, []
    for at, event in spec.events:
        state = evolve(state, event, at)
        found.append(state)
    return found


# --- the table


def test_the_running_deal_goes_back_before_a_move_and_its_line_stays_in_the_log():
    spec = begun()
    then = next(t for t in positions(spec) if t.ply == 2 and t.phase is Phase.PLAYING)
    back(spec, 1, 2).then(Rewound)
    table = spec.table
    assert (table.ply, table.state, table.phase) == (2, then.state, Phase.PLAYING)
    assert (table.rewinds, table.orders) == (1, 1)
    assert sum(isinstance(e, Played) for _, e in spec.events) == 6, "the earlier line stays"
    assert table.since == spec.at, "the time of the turn runs anew"
    spec.play_on(random.Random(3))
    assert spec.table.result is not None


def test_told_twice_it_goes_back_once_and_only_a_ruling_sends_it():
    spec = begun()
    back(spec, 1, 2)
    back(spec, 1, 1, order=1).then()
    assert spec.table.ply == 2
    body = RewindTable(deal=1, case=1, order=2)
    for actor in ("director", "arbiter", "player:e0"):
        spec.when(actor, body).refused("actor/not-allowed")


def test_what_was_made_against_the_position_before_is_stale():
    spec = begun()
    saw, at = spec.table.rewinds, spec.table.ply
    back(spec, 1, at - 1)
    spec.play(spec.moves()[0])
    seat = whose_turn(spec.table)
    assert spec.table.ply == at, "the same number of a move, in another line"
    body = Play(seat=seat, move=spec.moves()[0], deal=1, ply=at, rewinds=saw)
    spec.when(f"player:e{seat}", body).refused("table/stale", deal=1, ply=at)
    spec.when(f"player:e{seat}", replace(body, rewinds=1))
    assert spec.table.ply == at + 1


def test_a_deal_is_played_anew_with_other_pieces_and_the_totals_of_before():
    spec = begun(1, "draw_dominoes/1", 3, options={"target_points": 500}, max_deals=4)
    rng = random.Random(5)
    while spec.table.deal < 3 or spec.table.ply < 2:
        spec.deal(rng=rng) if spec.table.phase is Phase.WANTING else spec.play(rng.choice(spec.moves()))
    totals = {f.deal: f.totals for f in spec.table.finished}
    back(spec, 2).then(Rewound, DealWanted)
    table = spec.table
    assert (table.phase, table.deal, table.attempt) == (Phase.WANTING, 2, 1)
    assert table.match.totals == totals[1]
    assert [f.deal for f in table.finished] == [1]
    assert table.state is None
    assert view(table, 0).board is None, "nobody looks into the deal that is not played on"
    spec.deal(rng=rng)
    while spec.table.deal == 2 and spec.table.phase is Phase.PLAYING:
        spec.play(rng.choice(spec.moves()))
    assert (spec.table.deal, spec.table.attempt) == (3, 1), "deal 3 was dealt once already: other pieces come"
    spec.play_on(rng)
    assert spec.table.result.deals == 4


def test_the_running_deal_can_be_dealt_anew_too():
    spec = begun()
    back(spec, 1, again=True).then(Rewound, DealWanted)
    assert (spec.table.deal, spec.table.attempt, spec.table.ply) == (1, 1, 0)
    spec.play_on(random.Random(1))


def test_a_match_that_has_just_ended_goes_back_until_its_key_is_open():
    spec = begun(10_000, max_deals=2)
    assert spec.table.phase is Phase.ENDED
    back(spec, 2, 3).then(Rewound, DealWanted)
    assert spec.table.result is None
    spec.play_on(random.Random(9))
    spec.when("dealing", RevealTableKey(key=KEY.hex()))
    back(spec, 2).refused("table/over")


def test_an_abandoned_match_goes_on_from_where_it_stood():
    spec = begun()
    spec.when("director", AbandonTable(reason="The lamp fell.")).then(MatchEnded)
    state = spec.table.state
    back(spec, 1, spec.table.ply).then(Rewound)
    assert (spec.table.phase, spec.table.state, spec.table.result) == (Phase.PLAYING, state, None)


def test_who_gave_up_in_the_line_that_is_undone_plays_again():
    spec = begun(options={"target_points": 300})
    spec.when("player:e2", Resign(seat=2))
    assert spec.table.resigned == (2,)
    back(spec, 1, 1)
    assert spec.table.resigned == ()
    spec.play_on(random.Random(4), moves=4)


def test_an_order_that_cannot_be_followed_is_an_answer_too():
    spec = begun()
    back(spec, 2).then(RewindRefused)
    assert spec.answer[0].refusal.code == "table/stale"
    back(spec, 1, 6).then(RewindRefused)
    assert spec.answer[0].refusal.code == "move/unknown"
    assert (spec.table.orders, spec.table.rewinds, spec.table.ply) == (2, 0, 6)
    with pytest.raises(FoldError, match="cannot be"):
        evolve(spec.table, Rewound(deal=1, ply=9, case=1, order=3), spec.at)
    with pytest.raises(FoldError, match="never dealt"):
        evolve(spec.table, Rewound(deal=4, ply=0, again=True, case=1, order=3), spec.at)
    fresh = Spec().open()
    back(fresh, 1).then(RewindRefused)


def test_deals_scored_over_the_board_go_back_and_late_reports_are_refused():
    spec = Spec().open("mexican_train/1", 3, board=Board.SCORES)
    entry = Entry(end=Reason.OUT, seat=0, points=(0, 12, 5))
    for _ in range(3):
        spec.when("scorer", EnterDeal(deal=spec.table.deal, attempt=0, entry=entry, rewinds=0))
    assert (spec.table.deal, spec.table.match.totals) == (4, (0, 36, 15))
    back(spec, 2).then(Rewound, DealWanted)
    assert (spec.table.deal, spec.table.attempt, spec.table.match.totals) == (2, 1, (0, 12, 5))
    late = EnterDeal(deal=2, attempt=1, entry=entry, rewinds=0)
    spec.when("scorer", late).refused("table/stale")
    spec.when("player:e1", ReportDeal(seat=1, deal=2, attempt=1, entry=entry, rewinds=0)).refused("table/stale")
    spec.when("player:e1", ReportDeal(seat=1, deal=4, entry=entry)).refused("table/stale", deal=2)
    spec.when("scorer", EnterDeal(deal=2, attempt=1, entry=entry, rewinds=1))
    assert spec.table.match.totals == (0, 24, 10)
    assert spec.table.attempt == 1, "deal 3 too was awaited before"


@examples(15)
@given(st.integers(0, 10**6), st.sampled_from(["draw_dominoes/1", "longana/1", "mexican_train/1", "lora/1"]))
def test_wherever_a_table_goes_back_the_match_is_that_of_the_line_that_counts(seed, rules):
    """Played on from there, the totals are those of the deals that count, and the record replays to them."""
    rng = random.Random(seed)
    spec = Spec().open(rules, 4, max_deals=3).sit()
    for _ in range(3):
        spec.play_on(rng, moves=rng.randrange(5, 90), until=Phase.ENDED)
        if not spec.table.before:
            continue
        deal = rng.choice(list(spec.table.before))
        back(spec, deal, rng.randrange(max(spec.table.ply, 1)), again=rng.random() < 0.2)
    if spec.table.phase is not Phase.ENDED:
        spec.play_on(rng)
    table = spec.table
    rows = [tuple(p + q for p, q in zip(r.points, r.penalties, strict=True)) for r in table.match.rounds]
    assert tuple(map(sum, zip(*rows, strict=True))) == table.result.totals
    assert len(table.finished) == len(table.match.rounds)
    pieces = [(e.deal, e.attempt) for _, e in spec.events if isinstance(e, DealWanted)]
    assert len(set(pieces)) == len(pieces), "no pieces come twice"


# --- hands opened to the staff


def test_hands_are_opened_by_an_act_that_everybody_sees():
    spec = begun()
    spec.when("player:e0", OpenHands(deal=1, reason="x")).refused("actor/not-allowed")
    spec.when("scorer", OpenHands(deal=1, reason="x")).refused("actor/not-allowed")
    spec.when("arbiter:M. Vidal", OpenHands(deal=1, reason=" ")).refused("text/empty")
    spec.when("arbiter:M. Vidal", OpenHands(deal=2, reason="x")).refused("table/stale", deal=1)
    public = [view(spec.table, seat).board for seat in (None, 0, 1, 2)]
    assert staff_view(spec.table) == view(spec.table, None), "before the act the staff sees what the public sees"
    spec.when("arbiter:M. Vidal", OpenHands(deal=1, reason="A pass is in dispute.")).then(HandsOpened)
    spec.when("director", OpenHands(deal=1, reason="Once more.")).then()
    assert None not in staff_view(spec.table).board.hands
    assert [view(spec.table, seat).board for seat in (None, 0, 1, 2)] == public, "nobody else sees more"
    assert view(spec.table, 2).shown.by == "arbiter:M. Vidal"
    back(spec, 1, 2)
    assert spec.table.shown is not None, "the same hands, still open to the staff"
    back(spec, 1, again=True)
    spec.deal()
    assert spec.table.shown is None
    assert staff_view(spec.table) == view(spec.table, None), "the next deal is closed"
    board = Spec().open("longana/1", 3, board=Board.MOVES, options={"claim_mode": "declared"})
    board.when("arbiter", OpenHands(deal=1, reason="x")).refused("table/board", case="moves")


# --- who follows the tables


def test_the_timer_reminds_again_of_a_move_that_came_a_second_time():
    timer, spec = Timer(), begun(3, limits=LIMITED)
    for at, event in spec.events:
        timer.fold("t1", at, None, (event,))
    (first,) = timer.due(spec.at + 40_000)
    back(spec, 1, 2)
    spec.play(spec.moves()[0])
    for at, event in spec.events[-2:]:
        timer.fold("t1", at, None, (event,))
    (second,) = timer.due(spec.at + 40_000)
    assert first.id != second.id
    assert spec.when("timer", TimeUp(deal=1, ply=3), later_ms=40_000).answer[0].cause == "timeout"


def test_a_bot_moves_again_where_it_had_moved_before():
    bots, spec = Bots(), Spec().open(bots=(0, 1))
    jobs: list[str] = []

    def told(n: int) -> None:
        for at, event in spec.events[n:]:
            bots.fold("t1", at, None, (event,))
        jobs.extend(job.id for job in bots.due(spec.at))

    told(0)
    n = len(spec.events)
    for seat in (0, 1):
        spec.sit(seat)
    spec.deal()
    told(n)
    for _ in range(3):
        n = len(spec.events)
        spec.play(spec.moves()[0])
        told(n)
    n = len(spec.events)
    back(spec, 1, 0)
    told(n)
    moves = [job for job in jobs if ":sit:" not in job]
    assert len(set(moves)) == 5, "four positions, and the first of them once more"


def test_relays_carry_orders_calls_and_results():
    table, spec, orders = TablesRelay(), begun(2, max_deals=1), OrdersRelay()
    spec.when("player:e1", CallArbiter(seat=1, text="He passed."))
    assert isinstance(spec.answer[0], ArbiterCalled)
    for at, event in spec.events:
        table.fold("t1", at, None, (event,))
    (call,) = table.due(0)
    assert call.make().actor == "relay"
    seen = len(spec.events)
    back(spec, 1, 1)
    spec.play_on(random.Random(1))
    for at, event in spec.events[seen:]:
        table.fold("t1", at, None, (event,))
    assert [job.id for job in table.due(0)] == ["call:t1:1", "result:t1:1"]
    assert list(orders.due(0)) == []


# --- through all services


def running(players: int = 6, **rules: object) -> Club:
    """A tournament of bots whose first round has begun, stopped after some moves."""
    here = club()

    def say(body: object) -> None:
        here.send(topics.TOURNAMENT_COMMANDS, "cup", "director", body)
        here.run()

    given = {"game": "draw_dominoes/1", "rounds": 1, "table_min": 2, "table_max": 4, "seed": "s", "max_deals": 3}
    say(CreateTournament(name="Cup", rules=Rules(**given | rules)))
    say(ImportEntrants(entrants=tuple(EntrantRow(name=f"Player {i}", bot="steady") for i in range(players))))
    say(CheckIn(entrants=tuple(e.id for e in here.tournament("cup").entrants)))
    say(StartRound(round=1))
    here.send(topics.TOURNAMENT_COMMANDS, "cup", "director", BeginRound(round=1))
    return here


def ruled(here: Club, plan: RewindPlan, case: int = 1) -> None:
    facts = OpenCase(table=plan.table, deal=plan.deal, ply=plan.ply, facts="A pass.")
    here.send(topics.TOURNAMENT_COMMANDS, "cup", "director", facts)
    ruling = GiveRuling(case=case, facts="It was none.", rules=("DD-12",), decision="Back.", rewind=plan)
    here.send(topics.TOURNAMENT_COMMANDS, "cup", "director", ruling)


def moves(here: Club, table: str) -> int:
    return (
        sum(isinstance(e, Played) for _, e in here.facts(topics.TABLE_EVENTS, table)) if table in here.tables() else 0
    )


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("game", ["draw_dominoes/1", "longana/1", "lora/1"])
def test_bots_play_on_after_a_ruling_and_the_export_is_sound(tmp_path, game, again):
    here = running(game=game, table_min=3)
    here.run(until=lambda: moves(here, "cup.1.1") >= 5)
    ruled(here, RewindPlan(table="cup.1.1", deal=1, ply=2, again=again))
    here.run()
    facts = [e for _, e in here.facts(topics.TABLE_EVENTS, "cup.1.1")]
    assert sum(isinstance(e, Rewound) for e in facts) == 1, here.refusals()
    assert here.table("cup.1.1").result is not None
    assert here.tournament("cup").current.tables[0].result is not None
    here.send(topics.TOURNAMENT_COMMANDS, "cup", "director", CloseCase(case=1))
    here.run()
    file = tmp_path / "table.jsonl"
    file.write_bytes(b"".join(lines(here, export.TABLE, "cup.1.1")))
    assert verify(file).deals == sum(isinstance(e, Dealt) for e in facts), "every deal, both lines"
    told = [line.plain for step in replay.from_file(file).steps for line in replay.told(step)]
    assert any("ruling in case 1" in line for line in told)
    _, records = replay.file_records(file)
    text = table_record.text(table_record.table_record(records))
    written = read(text)
    assert (written.error, written.match.totals) == (None, here.table("cup.1.1").match.totals)


def test_a_result_from_before_a_ruling_is_refused_and_the_table_goes_back(tmp_path):
    """The desk signs while the last move is under way: the match ends, and its result arrives too late."""
    here = running(max_deals=1)
    here.run(until=lambda: "cup.1.1" in here.tables() and here.table("cup.1.1").result is not None)
    assert here.tournament("cup").current.tables[0].result is None, "not recorded yet"
    kept, here._queue = list(here._queue), type(here._queue)()
    ruled(here, RewindPlan(table="cup.1.1", deal=1, ply=2))
    here._queue.extend(kept)  # the result comes after the ruling
    here.run()
    assert "result/rewound" in {r.code for r in here.refusals()}
    table = here.table("cup.1.1")
    assert (table.orders, table.result is not None, table.deal, table.attempt) == (1, True, 1, 1)
    recorded = here.tournament("cup").current.tables[0].result
    assert recorded == table.result, "what is recorded is the result after"
    file = tmp_path / "cup.jsonl"
    file.write_bytes(b"".join(lines(here, export.TOURNAMENT, "cup")))
    verify(file)


def test_an_order_that_comes_to_nothing_holds_no_result_up():
    here = running(max_deals=1)
    here.run(until=lambda: moves(here, "cup.1.1") >= 3)
    ruled(here, RewindPlan(table="cup.1.1", deal=7))
    here.run()
    facts = [e for _, e in here.facts(topics.TABLE_EVENTS, "cup.1.1")]
    assert sum(isinstance(e, RewindRefused) for e in facts) == 1
    assert here.tournament("cup").current.tables[0].result is not None
    assert here.tournament("cup").phase is TournamentPhase.RUNNING


def test_a_call_stays_on_the_desk_when_the_match_is_over():
    here = running(max_deals=1, limits=Limits())
    here.run(until=lambda: moves(here, "cup.1.1") >= 3)
    seat = here.table("cup.1.1").seats[0]
    here.send(topics.TABLE_COMMANDS, "cup.1.1", f"player:{seat.entrant}", CallArbiter(seat=0))
    here.run()
    (case,) = here.tournament("cup").desk.cases
    assert (case.opened.table, case.opened.call, case.opened.entrants) == ("cup.1.1", "player", (seat.entrant,))
    assert (case.opened.deal, case.opened.ply > 0, case.opened.by) == (1, True, "relay")
    assert here.tournament("cup").current.tables[0].result is not None
    source = [read_decision(e.value).seq for e in here.records(topics.TOURNAMENT_EVENTS, "cup")]
    assert source == sorted(source)
