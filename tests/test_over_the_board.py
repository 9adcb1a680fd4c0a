"""Tables played with real tiles or cards: moves entered one by one, whole deals entered, reported, settled."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from contracts.games.entry import Entry
from contracts.games.game import GAMES, Deal, Reason
from contracts.games.notation import read
from contracts.messages import Board, Limits
from contracts.over_the_board import ENTERED, UNSEEN
from contracts.table import (
    AnswerCall,
    ArbiterCalled,
    CallAnswered,
    CallArbiter,
    ChargeOffence,
    DealEnded,
    DealEntered,
    DealReported,
    Dealt,
    DealWanted,
    EnterDeal,
    GiveDeal,
    LayOut,
    MatchEnded,
    OffenceCharged,
    Play,
    Played,
    ReportDeal,
    Resign,
    Resigned,
    StartTable,
    TableOpened,
    TakeBack,
    TakenBack,
    TimeUp,
)
from contracts.table_state import FoldError, Phase, deadline, evolve, told_later, view, whose_turn
from tests.needs import ROOT
from tests.table_spec import Spec, opening

DECLARED = {"claim_mode": "declared"}
LONGANA = "longana/1"
TRAIN = "mexican_train/1"
GOLDEN = ROOT / "tests" / "golden"


def scores(rules: str = TRAIN, seats: int = 3, **options: object) -> Spec:
    """A table that waits for the scores of its first deal."""
    return Spec().open(rules, seats, board=Board.SCORES, options=options)


def moves(rules: str = LONGANA, seats: int = 3, **options: object) -> Spec:
    """A table that waits for its first deal to be laid out."""
    return Spec().open(rules, seats, board=Board.MOVES, options=DECLARED | options)


def out(*points: int, seat: int = 0, **fields: object) -> Entry:
    """A round of Mexican Train in which somebody went out."""
    return Entry(end=Reason.OUT, seat=seat, points=points, **fields)


def enter(spec: Spec, entry: Entry, actor: str = "scorer", **fields: object) -> Spec:
    table = spec.table
    return spec.when(actor, EnterDeal(deal=table.deal, attempt=table.attempt, entry=entry, **fields))


def report(spec: Spec, seat: int, entry: Entry) -> Spec:
    table = spec.table
    return spec.when(f"player:e{seat}", ReportDeal(seat=seat, deal=table.deal, attempt=table.attempt, entry=entry))


def put(spec: Spec, move: str, actor: str = "scorer") -> Spec:
    """A move of the seat on turn, by whoever keeps the record."""
    table = spec.table
    seat = whose_turn(table)
    return spec.when(actor, Play(seat=0 if seat is None else seat, move=move, deal=table.deal, ply=table.ply))


# --- opening


@pytest.mark.parametrize("board", [Board.MOVES, Board.SCORES])
def test_over_the_board_nobody_is_waited_for_and_a_deal_is_awaited_at_once(board: Board) -> None:
    spec = Spec().open(LONGANA, 3, board=board, options=DECLARED if board is Board.MOVES else {})
    spec.then(TableOpened, DealWanted)
    assert (spec.table.phase, spec.table.deal) == (Phase.WANTING, 1)
    seen = view(spec.table, None)
    assert (seen.played, seen.awaited, seen.deadline) == (board, (), None)
    spec.when("director", StartTable()).refused("table/started")
    spec.when("timer", TimeUp(deal=1, ply=0)).refused("table/stale")


@pytest.mark.parametrize(
    ("first", "second", "fields"),
    [
        ("board=moves", "lora/1", {"rules": "lora/1", "seats": 4, "board": Board.MOVES}),
        ("board=moves", "claim_mode=enforced", {"rules": LONGANA, "board": Board.MOVES}),
        ("board=server", "claim_mode=declared", {"rules": LONGANA, "options": DECLARED}),
        ("board=scores", "move_s=30", {"board": Board.SCORES, "limits": Limits(move_s=30)}),
        ("board=scores", "sit_s=30", {"board": Board.SCORES, "limits": Limits(sit_s=30)}),
        ("board=scores", "bot=e1", {"board": Board.SCORES, "bots": (1,)}),
    ],
)
def test_what_cannot_be_played_so_is_named_with_both_sides(first: str, second: str, fields: dict[str, object]) -> None:
    Spec().when("dealing", opening(**fields)).refused("options/conflict", first=first, second=second)


def test_a_table_is_told_what_belongs_to_others() -> None:
    here = Spec().open(LONGANA, 2).sit().deal()
    here.when("director", LayOut(deal=1)).refused("table/board", case="server")
    here.when("director", TakeBack(deal=1, ply=0, at_ply=1)).refused("table/board", case="server")
    enter(here, out(0, 5)).refused("table/board", case="server")
    report(here, 0, out(0, 5)).refused("table/board", case="server")
    here.when("director", Play(seat=0, move="pass", deal=1, ply=0)).refused("table/board", case="server")
    entered = scores()
    entered.when("dealing", GiveDeal(deal=1, attempt=0, order=())).refused("table/board", case="scores")
    entered.when("scorer", LayOut(deal=1)).refused("table/board", case="scores")
    entered.when("scorer", Play(seat=0, move="pass", deal=1, ply=0)).refused("table/board", case="scores")
    entered.when("player:e0", Play(seat=0, move="pass", deal=1, ply=0)).refused("table/board", case="scores")
    played = moves()
    enter(played, out(0, 5, 6)).refused("table/board", case="moves")
    played.when("dealing", GiveDeal(deal=1, attempt=0, order=())).refused("table/board", case="moves")


# --- whole deals


def test_a_scorer_enters_deal_after_deal_to_the_end() -> None:
    spec = scores(match_length="single_round")
    enter(spec, out(0, 5, 6), note="from the sheet").then(DealEntered, DealEnded, MatchEnded)
    entered = spec.events[-3][1]
    assert isinstance(entered, DealEntered)
    assert (entered.by, entered.deal, entered.note) == ("scorer", 1, "from the sheet")
    assert spec.table.result is not None
    assert (spec.table.result.totals, spec.table.result.places, spec.table.result.reason) == (
        (0, 5, 6),
        (1, 2, 3),
        "deals",
    )
    assert spec.table.finished[0].outcome.winners == (0,)
    enter(spec, out(0, 5, 6)).refused("table/over")
    report(spec, 0, out(0, 5, 6)).refused("table/over")


def test_a_match_goes_on_with_the_deals_number_and_its_engine() -> None:
    spec = scores()
    enter(spec, out(0, 5, 6)).then(DealEntered, DealEnded, DealWanted)
    assert (spec.table.deal, spec.table.phase) == (2, Phase.WANTING)
    spec.when("scorer", EnterDeal(deal=1, entry=out(0, 5, 6))).refused("table/stale", deal=2)
    spec.when("scorer", EnterDeal(deal=2, attempt=1, entry=out(0, 5, 6))).refused("table/stale", deal=2)
    for _ in range(8):
        enter(spec, out(4, 0, 9, seat=1))
    assert spec.table.deal == 10
    enter(spec, out(0, 0, 5)).refused("entry/pips", case="low", players=1, tiles=0)  # 0-0 is the engine
    enter(spec, out(0, 1, 5)).then(DealEntered, DealEnded, MatchEnded)
    assert spec.table.match.totals == (32, 6, 83)


def test_what_does_not_add_up_is_refused_to_everybody() -> None:
    spec = scores("lora/1", 4)
    wrong = Entry(end=Reason.PLAYED, points=(3, 1, 3, 2))
    enter(spec, wrong).refused("entry/sum", contract="minimum", expected=("8",), got=9)
    report(spec, 1, wrong).refused("entry/sum")
    assert spec.table.reports == ()
    enter(spec, replace(wrong, points=(3, 1, 3, 1)), note="x" * 501).refused("text/too-long")


def test_two_sides_that_agree_settle_a_deal() -> None:
    spec = scores()
    report(spec, 0, out(0, 5, 6)).then(DealReported)
    assert [r.seat for r in view(spec.table, 2).reports] == [0]
    report(spec, 0, out(0, 5, 6)).then()  # the same again changes nothing
    report(spec, 2, out(0, 5, 6)).then(DealReported, DealEntered, DealEnded, DealWanted)
    assert spec.table.match.totals == (0, 5, 6)
    assert spec.table.reports == ()
    entered = next(e for _, e in spec.events if isinstance(e, DealEntered))
    assert entered.by == "reports"
    report(spec, 1, out(0, 5, 6))
    spec.when("player:e1", ReportDeal(seat=1, deal=1, entry=out(0, 5, 6))).refused("table/stale", deal=2)


def test_reports_that_differ_wait_for_the_arbiter() -> None:
    spec = scores()
    report(spec, 0, out(0, 5, 6)).then(DealReported)
    report(spec, 1, out(0, 6, 6)).then(DealReported, ArbiterCalled)
    assert spec.table.call is not None
    assert (spec.table.call.cause, spec.table.call.seat) == ("reports", 1)
    report(spec, 2, out(0, 5, 6)).then(DealReported)  # two of three: still no agreement
    assert len(spec.table.reports) == 3
    enter(spec, out(0, 5, 6), "arbiter:Ira").then(DealEntered, CallAnswered, DealEnded, DealWanted)
    assert spec.table.call is None
    assert spec.table.match.totals == (0, 5, 6)


def test_a_side_may_correct_its_own_report_until_it_is_settled() -> None:
    spec = scores()
    report(spec, 0, out(0, 5, 6))
    report(spec, 1, out(0, 6, 6)).then(DealReported, ArbiterCalled)
    report(spec, 1, out(0, 5, 6)).then(DealReported, DealEntered, CallAnswered, DealEnded, DealWanted)
    assert spec.table.match.totals == (0, 5, 6)
    assert spec.table.call is None


def test_a_call_of_a_players_own_stays_open_when_reports_agree() -> None:
    spec = scores()
    spec.when("player:e2", CallArbiter(seat=2, text="The light is bad.")).then(ArbiterCalled)
    report(spec, 0, out(0, 5, 6))
    report(spec, 1, out(0, 6, 6)).then(DealReported)
    report(spec, 1, out(0, 5, 6)).then(DealReported, DealEntered, DealEnded, DealWanted)
    assert spec.table.call is not None
    spec.when("arbiter", AnswerCall(note="A lamp.")).then(CallAnswered)


def test_partners_are_one_side() -> None:
    spec = scores("draw_dominoes/1", 4, pairs=True)
    entry = Entry(end=Reason.OUT, seat=0, pips=(0, 5, 6, 7), starter=1)
    report(spec, 0, entry).then(DealReported)
    report(spec, 2, entry).then()
    report(spec, 2, replace(entry, pips=(0, 5, 6, 8))).then(DealReported)
    assert [r.seat for r in spec.table.reports] == [2]
    report(spec, 1, replace(entry, pips=(0, 5, 6, 8), points=(19, 0, 19, 0))).then(
        DealReported, DealEntered, DealEnded, DealWanted
    )
    assert spec.table.match.totals == (19, 0, 19, 0)
    assert spec.table.match.starter == 2  # DD-11


def test_a_report_is_made_for_ones_own_seat_only() -> None:
    spec = scores()
    spec.when("player:e0", ReportDeal(seat=1, deal=1, entry=out(0, 5, 6))).refused("seat/not-yours")
    spec.when("scorer", ReportDeal(seat=1, deal=1, entry=out(0, 5, 6))).refused("actor/not-allowed")
    spec.when("player:e0", EnterDeal(deal=1, entry=out(0, 5, 6))).refused("actor/not-allowed")


def test_lora_is_dealt_again_under_its_number_after_a_misdeal() -> None:
    spec = scores("lora/1", 4)
    enter(spec, Entry(end=Reason.PENALTY, seat=0, offence="LP-1"))
    assert (spec.table.deal, spec.table.attempt, spec.table.match.totals) == (1, 1, (8, 0, 0, 0))
    spec.when("scorer", EnterDeal(deal=1, entry=Entry(end=Reason.PENALTY, seat=0, offence="LP-1"))).refused(
        "table/stale"
    )
    enter(spec, Entry(end=Reason.PLAYED, points=(2, 2, 2, 2), penalties=(0, 4, 0, 0)))
    assert (spec.table.deal, spec.table.attempt, spec.table.match.totals) == (2, 0, (10, 6, 2, 2))


def test_who_gives_up_over_the_board_ends_the_match() -> None:
    spec = scores()
    enter(spec, out(0, 5, 6))
    spec.when("player:e0", Resign(seat=0)).then(Resigned, MatchEnded)
    assert spec.table.result is not None
    assert spec.table.result.places == (3, 1, 2)
    other = moves()
    other.when("scorer", LayOut(deal=1)).then(Dealt)
    other.when("player:e1", Resign(seat=1)).then(Resigned, MatchEnded)
    assert other.table.result is not None
    assert (other.table.result.places, other.table.result.deals) == ((1, 3, 1), 0)


def test_a_scored_deal_cannot_be_charged_with_an_offence() -> None:
    spec = scores("lora/1", 4)
    spec.when("arbiter", ChargeOffence(seat=0, offence="LP-6", deal=1)).refused("table/stale")


# --- every move


def test_a_deal_is_laid_out_with_every_piece_unseen() -> None:
    spec = moves()
    spec.when("scorer", LayOut(deal=2)).refused("table/stale", deal=1)
    spec.when("scorer", LayOut(deal=1, starter=5)).refused("seat/unknown")
    spec.when("player:e9", LayOut(deal=1)).refused("actor/not-allowed")
    spec.when("player:e1", LayOut(deal=1)).then(Dealt)
    assert spec.table.order == (UNSEEN,) * 55
    assert spec.table.phase is Phase.PLAYING
    spec.when("player:e1", LayOut(deal=1)).refused("table/stale")


def test_lots_name_who_begins_a_round_of_mexican_train() -> None:
    spec = moves(TRAIN)
    spec.when("scorer", LayOut(deal=1)).refused("deal/starter", case="lots")
    spec.when("scorer", LayOut(deal=1, starter=2)).then(Dealt)
    assert whose_turn(spec.table) == 2


GAMES_PLAYED = [("longana", "LV-12-complete-blocked"), ("longana", "LV-11-complete"), ("draw_dominoes", "DV-04")]


def record(game: str, name: str) -> tuple[Spec, list[str], str]:
    """A golden log of a whole deal: a table that is to play it unseen, the moves made, and the outcome."""
    log = read((GOLDEN / game / f"{name}.log").read_text())
    assert log.error is None
    made = [s for s in log.steps if s.refusal is None]
    g = GAMES[f"{game}/1"]
    last = made[-1].after
    seats = g.seat_count(last.options)
    names = {n: getattr(last.options, n) for n in last.options.__struct_fields__ if n not in ("players", "claim_mode")}
    immediate = {"block_detection": "confirmations"} if game == "longana" else {}
    spec = moves(f"{game}/1", seats, **names | immediate)
    return spec, [g.move_text(s.move) for s in made], last


def begin(spec: Spec, first: str) -> None:
    """Lay the deal out; where the hands would tell who leads it is entered first."""
    spec.when("scorer", LayOut(deal=spec.table.deal)).then(Dealt)
    naming = [m for m in spec.moves() if m.split()[0] in ("leads", "opens", "first", "starts")]
    if naming:
        put(spec, next(m for m in naming if m.endswith(first))).then(Played)


def show(spec: Spec, hands: tuple[tuple[object, ...], ...]) -> None:
    """Show what everybody still holds, tile by tile."""
    while spec.table.phase is Phase.PLAYING:
        seat = whose_turn(spec.table)
        assert seat is not None
        known = spec.table.state.hands[seat]
        tile = next(t for t in hands[seat] if t not in known)
        put(spec, f"show {tile}")
        assert isinstance(spec.answer, tuple), spec.answer


@pytest.mark.parametrize(("game", "name"), GAMES_PLAYED)
def test_a_known_game_entered_unseen_ends_as_it_did(game: str, name: str) -> None:
    spec, made, last = record(game, name)
    g = GAMES[f"{game}/1"]
    begin(spec, g.seat_name(last.starter if game == "draw_dominoes" else last.leader))
    for move in made:
        put(spec, move)
        assert isinstance(spec.answer, tuple), (move, spec.answer)
    assert spec.table.phase is Phase.PLAYING, "the hands are to be shown"
    show(spec, last.hands)
    known = g.outcome(last)
    found = spec.table.finished[-1].outcome
    assert (found.reason, found.points, found.pips, found.winners) == (
        known.reason,
        known.points,
        known.pips,
        known.winners,
    )
    for at, event in [(at, e) for at, e in spec.events if isinstance(e, DealEnded)]:
        assert at <= spec.at
        assert event.totals == spec.table.match.totals


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("rules", "seats"), [("longana/1", 4), ("draw_dominoes/1", 3), (TRAIN, 4)])
def test_a_deal_refereed_here_is_the_same_when_it_is_entered_unseen(rules: str, seats: int, seed: int) -> None:
    options = {"block_detection": "confirmations", "false_claim_penalty": "none"}
    here = Spec().open(rules, seats, options=options, max_deals=1).sit().play_on(random.Random(seed))
    known = here.table.finished[0].outcome
    made = [e for _, e in here.events if isinstance(e, Played)]
    first = next(e for _, e in here.events if isinstance(e, Dealt))
    dealt = GAMES[rules].start(here.table.options, Deal(first.order, lots=first.lots))
    there = moves(rules, seats, **options)
    start = dealt.starter if rules == TRAIN else -1
    there.when("scorer", LayOut(deal=1, starter=start)).then(Dealt)
    if rules != TRAIN:
        put(there, f"{'leads' if rules == LONGANA else 'starts'} {GAMES[rules].seat_name(made[0].seat)}").then(Played)
    for event in made:
        assert whose_turn(there.table) == event.seat
        put(there, event.move)
        assert isinstance(there.answer, tuple), (event, there.answer)
    show(there, here.table.state.hands)
    found = there.table.finished[0].outcome
    assert (found.reason, found.points, found.penalties, found.pips, found.winners) == (
        known.reason,
        known.points,
        known.penalties,
        known.pips,
        known.winners,
    )


def test_players_enter_their_own_moves_and_nobody_elses() -> None:
    spec = moves()
    begin(spec, "A")
    put(spec, "lead 9-9", "player:e0").then(Played)
    spec.when("player:e0", Play(seat=1, move="9-8@B", deal=1, ply=spec.table.ply)).refused("seat/not-yours")
    spec.when("scorer", Play(seat=7, move="9-8@B", deal=1, ply=spec.table.ply)).refused("seat/unknown")
    put(spec, "9-9@B").refused("TILE_NOT_IN_HAND")  # it lies already


def test_moves_entered_wrongly_are_taken_back_and_stay_in_the_record() -> None:
    spec = moves()
    begin(spec, "A")
    first = spec.table.ply
    put(spec, "lead 9-9")
    put(spec, "9-8@B")
    before = spec.table.state
    put(spec, "9-7@C")
    put(spec, "9-6@A")
    ply = spec.table.ply
    spec.when("scorer", TakeBack(deal=1, ply=first + 2, at_ply=ply - 1)).refused("table/stale", ply=ply)
    spec.when("scorer", TakeBack(deal=1, ply=ply, at_ply=ply)).refused("move/unknown", asked=ply + 1, moves=ply)
    spec.when("scorer", TakeBack(deal=1, ply=-1, at_ply=ply)).refused("move/unknown")
    spec.when("player:e0", TakeBack(deal=1, ply=first, at_ply=ply)).refused("actor/not-allowed")
    back = TakeBack(deal=1, ply=first + 2, at_ply=ply, reason="It was 9-5.")
    spec.when("scorer:Sam", back).then(TakenBack)
    taken = spec.events[-1][1]
    assert isinstance(taken, TakenBack)
    assert (taken.by, taken.reason) == ("scorer:Sam", "It was 9-5.")
    assert (spec.table.state, spec.table.ply) == (before, first + 2)
    spec.when("scorer:Sam", back).refused("table/stale")  # twice does it once
    put(spec, "9-5@C").then(Played)
    assert [e.move for _, e in spec.events if isinstance(e, Played)][-4:] == ["9-8@B", "9-7@C", "9-6@A", "9-5@C"]
    state = None
    for at, event in spec.events:
        state = evolve(state, event, at)
    assert state == spec.table


def test_a_charge_before_the_move_taken_back_stands() -> None:
    spec = moves()
    begin(spec, "A")
    put(spec, "lead 9-9")
    put(spec, "pass")
    put(spec, "9-7@C")
    spec.when("arbiter", ChargeOffence(seat=1, offence="BG-18", deal=1, note="He held 9-8."))
    put(spec, "9-6@A")
    before = spec.table.state
    put(spec, "9-5@B")
    spec.when("arbiter", TakeBack(deal=1, ply=spec.table.ply - 1, at_ply=spec.table.ply)).then(TakenBack)
    assert spec.table.state == before
    assert before.claims[0].remedy


def test_a_take_back_that_was_not_there_breaks_the_fold() -> None:
    spec = moves()
    begin(spec, "A")
    with pytest.raises(FoldError, match="taken back"):
        evolve(spec.table, TakenBack(deal=1, ply=9, by="scorer"), spec.at)


def test_nothing_is_hidden_and_nothing_leaks_where_nobody_knows_the_hands() -> None:
    spec = moves()
    begin(spec, "A")
    put(spec, "lead 9-9")
    for seat in (None, 0, 1, 2):
        seen = view(spec.table, seat)
        assert not [
            tile for hand in (getattr(seen.board, "hands", None) or ()) for tile in hand or () if tile != UNSEEN
        ]
        assert set(getattr(seen.board, "hand", ())) <= {UNSEEN}


def test_a_random_game_is_entered_to_its_end_through_wrong_moves_and_taking_back() -> None:
    rng = random.Random(5)
    spec = moves(seats=2)
    begin(spec, "A")
    for _ in range(400):
        if spec.table.phase is not Phase.PLAYING:
            break
        put(spec, rng.choice(spec.moves()))
        if spec.table.phase is Phase.PLAYING and spec.table.ply and rng.random() < 0.2:
            ply = rng.randrange(max(spec.table.ply - 2, 0), spec.table.ply)
            spec.when("scorer", TakeBack(deal=spec.table.deal, ply=ply, at_ply=spec.table.ply)).then(TakenBack)
    assert spec.table.finished


def test_every_rule_set_is_known_over_the_board() -> None:
    assert set(ENTERED) == set(GAMES)


def test_bg_20_where_the_server_cannot_move_an_expired_limit_calls_the_arbiter_once() -> None:
    spec = Spec().open(LONGANA, 2, board=Board.MOVES, options=DECLARED, limits=Limits(move_s=30))
    spec.when("timer", TimeUp(deal=1, ply=0)).refused("table/stale")  # nothing is laid out yet
    spec.when("scorer", LayOut(deal=1, starter=0))
    limit = deadline(spec.table)
    spec.when("timer", TimeUp(deal=1, ply=0), at=limit - 1).refused("time/not-yet")
    spec.when("timer", TimeUp(deal=1, ply=0), at=limit).then(ArbiterCalled)
    assert spec.answer == (ArbiterCalled(seat=0, text="BG-20", cause="clock"),)
    spec.when("timer", TimeUp(deal=1, ply=0)).then()
    assert spec.table.ply == 0, "nobody moved for him"
    spec.when("director", AnswerCall(note="went on")).then(CallAnswered)
    put(spec, "lead 9-9").then(Played)


def test_bg_19_a_charge_that_changes_nothing_on_the_table_is_told_later() -> None:
    spec = moves(LONGANA, 2, false_claim_penalty="warning")
    spec.when("scorer", LayOut(deal=1, starter=0))
    for text in ("lead 9-9", "pass", "9-6@A"):
        put(spec, text).then(Played)
    before = view(spec.table, 0)
    spec.when("director", ChargeOffence(seat=1, offence="BG-18", deal=1)).then(OffenceCharged)
    assert told_later(spec.table, spec.answer[0])
    assert view(spec.table, 0) == before
    put(spec, "pass").then(Played)
    spec.when("director", ChargeOffence(seat=1, offence="BG-18", deal=1)).then(OffenceCharged)  # in time: annulled
    assert not told_later(spec.table, spec.answer[0])
    assert (whose_turn(spec.table), view(spec.table, 0).board.claims[-1].annulled) == (1, True)
    put(spec, "pass").refused("FALSE_CLAIM")


@pytest.mark.parametrize(("penalty", "total"), [("points", -20), ("lose_deal", 0), ("warning", 0)])
def test_bg_18_d_a_claim_established_after_its_deal_costs_points_at_most(penalty: str, total: int) -> None:
    spec = moves("draw_dominoes/1", 2, false_claim_penalty=penalty)
    spec.when("scorer", LayOut(deal=1, starter=0))
    for text in ("5-3", "draw", "6-5L", "6-6L", "6-4L", "4-4L", "4-2L", "2-2L", "2-0L", "0-0L", "1-0L", "1-1L", "6-1L"):
        put(spec, text).then(Played)
    put(spec, "6-2L").then(Played)
    put(spec, "show 4-1").then(Played)
    put(spec, "show 4-0").then(Played, DealEnded, DealWanted)
    before = spec.table.match.totals
    ended = spec.table.finished[-1].outcome
    assert "S1:draw:unknown" in ended.facts["claims"]
    spec.when("director", ChargeOffence(seat=1, offence="BG-18", deal=1)).then(OffenceCharged)
    assert not told_later(spec.table, spec.answer[0])
    assert [t - b for t, b in zip(spec.table.match.totals, before, strict=True)] == [0, total]
    again = spec.table.finished[-1].outcome
    assert (again.points, again.winners) == (ended.points, ended.winners)
