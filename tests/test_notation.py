"""The written game log: what is read, what is written, and what is said of a log that is broken."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from contracts.games import draw_dominoes as g
from contracts.games import lora, mexican_train, notation
from contracts.games import match as matches
from contracts.games.draw_dominoes import Options
from contracts.games.game import GAMES, BadNotation, Deal
from contracts.games.notation import Act, DealRecord, Record
from tests.strategies import dealt

HEAD = "game draw_dominoes/1 seats 2\n"
DEAL = (
    "deal S0 6-3 5-2 5-1 4-4 3-1 3-0 2-0 | S1 5-5 5-0 4-3 3-3 3-2 1-0 0-0 | "
    "stock 2-1 6-2 6-6 6-5 4-0 2-2 4-2 6-1 1-1 5-4 6-0 4-1 6-4 5-3\n"
)
DV_4 = Path(__file__).parent / "golden" / "draw_dominoes" / "DV-04.log"


def test_a_replay_yields_state_and_move():
    steps = list(notation.replay(HEAD + DEAL + "S1 5-5; S0 5-1L\nS1 1-0L"))
    assert [(step.seat, str(step.move), step.line) for step in steps] == [(1, "5-5", 3), (0, "5-1L", 3), (1, "1-0L", 4)]
    assert steps[1].before == steps[0].after
    assert (steps[2].after.left, steps[2].after.right) == (0, 5)


@pytest.mark.parametrize(
    ("text", "line", "column", "fault"),
    [
        ("", 1, 1, "empty log"),
        ("deal S0", 1, 1, "begins with a line `game ID seats N`"),
        ("# nothing\n  game chess/1", 2, 8, "no rule set"),
        ("game draw_dominoes/1 seats two", 1, 28, "takes a number"),
        ("game draw_dominoes/1 seats 5", 1, 22, "has 2 to 4"),
        ("game draw_dominoes/1 seats 3 players=2", 1, 22, "the options ask for 2"),
        ("game draw_dominoes/1 seats 2 colour=red", 1, 30, "'colour' is no option of draw_dominoes/1: "),
        ("game draw_dominoes/1 seats 2 red", 1, 30, "is no option"),
        ("game draw_dominoes/1 seats 3 pairs=true", 1, 1, "cannot stand together"),
        ("game draw_dominoes/1 seats 3 pairs=true\nS0 6-6", 2, 1, "cannot stand together"),
        (HEAD + "!  OPTIONS_CONFLICT", 2, 1, "do not conflict"),
        (HEAD + "S0 6-6", 2, 1, "nothing is dealt"),
        (HEAD + "= turn S0", 2, 1, "nothing is dealt"),
        (HEAD + "S7 6-6", 2, 1, "begins no statement"),
        (HEAD + "deal", 2, 5, "names its hands"),
        (HEAD + "deal S0 6-6 | S2 5-5", 2, 6, "hands of S0 S2, not of S0 S1 and the stock"),
        (HEAD + "deal starter S5 S0 6-6 | S1 5-5", 2, 14, "'starter' names a seat"),
        (HEAD + "deal first S0 6-6 | S1 5-5", 2, 6, "'deal' takes a number, not 'first'"),
        (HEAD + "deal order QS", 2, 12, "'QS' is no tile"),
        (HEAD + "deal order 6-6 6-6\nS0 6-6", 3, 1, "is void (DD-38)"),
        (HEAD + DEAL + "void DD-38", 3, 1, "is not void"),
        (HEAD + "from 1 2 3", 2, 6, "3 totals for 2 seats"),
        (HEAD + "from 1 x", 2, 8, "'from' takes a number"),
        (HEAD + DEAL + "from 1 2", 3, 1, "before the first deal"),
        (HEAD + "state turn S0 S0 6-6", 2, 7, "'S1' is missing"),
        (HEAD + DEAL + "S1 5-5; S0 9", 3, 12, "'9' is no move"),
        (HEAD + DEAL + "S1 5-5;  S0 5-0L", 3, 10, "S0 5-0L is refused: TILE_NOT_IN_HAND"),
        (HEAD + DEAL + "S1 5-5 ! NOT_YOUR_TURN", 3, 1, "but it may be played"),
        (HEAD + DEAL + "S1 5-0 ! NOT_YOUR_TURN", 3, 4, "refused with WRONG_OPENING_TILE, not NOT_YOUR_TURN"),
        (HEAD + DEAL + "S1 auto 5-0", 3, 4, "the server would play 5-5"),
        (HEAD + DEAL + "S0 auto", 3, 1, "not on turn"),
        (HEAD + DEAL + "= turn S0", 3, 3, "says 'turn S0', it is 'turn S1'"),
        (HEAD + DEAL + "moves 5-0", 3, 7, "says '5-0', it is '5-5'"),
        (HEAD + DEAL + "result points 0 0", 3, 1, "not over"),
        (HEAD + DEAL + "totals 1 0", 3, 8, "it is '0 0'"),
        (HEAD + DEAL + "over target", 3, 6, "it is 'no'"),
    ],
)
def test_a_broken_log_says_line_and_column(text, line, column, fault):
    log = notation.read(text)
    assert log.error is not None
    assert fault in str(log.error)
    assert (log.error.line, log.error.column) == (line, column)
    assert str(log.error).startswith(f"line {line}, column {column}: ")
    with pytest.raises(BadNotation):
        list(notation.replay(text))


@pytest.mark.parametrize("game", GAMES.values())
def test_a_move_that_is_none_has_no_place_in_a_file(game):
    with pytest.raises(BadNotation) as caught:
        game.parse_move("no such words")
    assert (caught.value.line, caught.value.column) == (0, 0)


def test_a_broken_log_yields_its_good_beginning():
    log = notation.read(HEAD + DEAL + "S1 5-5\nS0 5-1L\nS1 6-6L\nS0 3-0L")
    assert [str(step.move) for step in log.steps] == ["5-5", "5-1L"]
    assert log.record.deals[0].acts == (Act(1, "5-5"), Act(0, "5-1L"))
    assert (log.error.line, log.state.turn) == (5, 1)


def test_comments_and_blank_lines_are_for_the_reader():
    text = HEAD + "\n# a word\n" + DEAL.replace("\n", "   # hands\n") + "\n  S1 5-5   # S1 6-6 would be wrong\n#\n"
    assert len(list(notation.replay(text))) == 1


def test_unnamed_and_unseen_pieces_follow_in_canonical_order():
    text = HEAD + "deal S0 6-3 2-5 5-1 4-4 3-1 ?? ?? | S1 5-5 5-0 4-3 3-3 3-2 1-0 6-6"
    order = notation.read(text).record.deals[0].deal.order
    assert order[:8] == ("6-3", "5-2", "5-1", "4-4", "3-1", "0-0", "1-1", "5-5")
    assert order[14:18] == ("2-0", "2-1", "2-2", "3-0")
    assert len(order) == 28


def test_a_whole_match_is_written_and_read():
    options = Options(players=3, target_points=60)
    rng = random.Random(5)
    match, deals = matches.begin(g, options), []
    while matches.over(g, options, match, max_deals=9) is None:
        deal, s = dealt(g, options, rng, number=match.deals + 1, starter=match.starter)
        acts = []
        while found := g.moves(s):
            seat, m = g.turn(s), rng.choice(found)
            auto = m == g.auto_move(s)
            acts.append(Act(seat, str(m), auto=auto))
            s = g.play(s, m)
        match = matches.score(g, options, match, s)
        deals.append(DealRecord(deal, tuple(acts)))
    record = Record(g.ID, options, tuple(deals), max_deals=9)
    text = notation.write(record)
    log = notation.read(text)
    assert log.error is None
    assert (log.record, log.match) == (record, match)
    assert text.startswith("game  draw_dominoes/1  seats 3  deals 9  target_points=60\n\ndeal  1  S0 ")
    result = matches.over(g, options, match, max_deals=9)
    assert text.endswith(f"over  {result.reason}  places {' '.join(map(str, result.places))}\n")
    assert notation.write(log.record) == text


def test_void_deals_carried_totals_and_forfeits_are_kept():
    options = Options(players=2)
    order = g.pieces(options)
    deals = (
        DealRecord(Deal(("6-6", *order[1:]), 1), void="DD-38"),
        DealRecord(Deal(order, 1), (Act(0, "forfeit"),)),
        DealRecord(None, state="turn S0  starter S0  S0 6-5  S1 4-4  line 6-6  stock -  ends 6|6"),
    )
    record = Record(g.ID, options, deals, carried=(5, 7))
    log = notation.read(notation.write(record))
    assert log.error is None
    assert log.record.carried == (5, 7)
    assert log.record.deals[0].void == "DD-38"
    assert log.record.deals[1] == deals[1]
    assert log.match.rounds[0].winners == (1,)


def test_an_excerpt_begins_with_the_deal_that_it_names_and_counts_on_from_there():
    lost = DEAL + "S0 forfeit\n"
    named = lost.replace("deal ", "deal 7 ")
    for text, deals in ((lost, 1), (named, 7), (named + lost, 8), (lost + named, 2)):
        log = notation.read(HEAD + text)
        assert log.error is None
        assert log.match.deals == deals


def test_a_record_that_cannot_be_played_is_not_written():
    record = Record(g.ID, Options(players=2), (DealRecord(Deal(g.pieces(Options())), (Act(0, "6-6"),)),))
    with pytest.raises(BadNotation, match="is refused"):
        notation.write(record)


def test_rewrite_mends_the_checks_and_leaves_the_rest():
    text = DV_4.read_text(encoding="utf-8")
    spoilt = (
        text.replace("points 11 0", "points 9 9")
        .replace("! NO_SUCH_END", "! NO_MATCH")
        .replace("moves 2-1R", "moves 2-1L 2-1R")
        .replace("= drew 2", "= drew 5")
    )
    assert spoilt != text
    assert notation.rewrite(spoilt) == text
    with pytest.raises(BadNotation, match="is refused"):
        notation.rewrite(text.replace("S0 5-1L", "S0 5-1X"))


def test_rewrite_writes_the_whole_end_of_a_match():
    text = "game draw_dominoes/1 seats 2 target_points=50\nfrom 1 2\nover no\n"
    assert notation.read(text).error is None
    assert notation.rewrite(text.replace("over no", "over target  places 1 2")) == text
    over = "game draw_dominoes/1 seats 2\nfrom 1 2\nstop abandoned\nover abandoned  places 2 1\n"
    assert notation.read(over).error is None
    assert notation.rewrite(over.replace("over abandoned  places 2 1", "over no")) == over


def test_options_are_written_as_they_are_read():
    assert notation.option_words(g, Options(pairs=True)) == ["pairs=true"]
    train = mexican_train.Options(players=3, own_train_first=True)
    assert notation.option_words(mexican_train, train) == ["players=3", "own_train_first=true"]
    written = notation.write(Record(g.ID, Options(pairs=True, target_points=60), ()))
    assert written.splitlines()[0] == "game  draw_dominoes/1  seats 4  pairs=true  target_points=60"


def test_a_state_takes_the_options_of_the_head():
    text = "game draw_dominoes/1 seats 2 block_detection=confirmations\nstate turn S0 S0 6-6 S1 5-5 line 1-0 ends 1|0"
    log = notation.read(text)
    assert log.error is None
    assert log.state.options.block_detection == "confirmations"


def test_a_state_may_name_an_option_of_the_head_itself():
    head = "game longana/1 seats 2 blocked_tie=split\n"
    for own in ("split", "no_winner"):
        log = notation.read(f"{head}state blocked_tie={own} hub=9-9 turn=A | A 9>3 : 6-2 | B 9>6 : 5-4")
        assert log.error is None
        assert log.state.options.blocked_tie == own


def test_a_log_goes_on_from_where_an_earlier_one_stopped():
    whole = DV_4.read_text(encoding="utf-8")
    log = notation.read(whole)
    head, rest = whole.split("\nS0 ", 1)
    first = notation.read(head)
    game = g
    then = notation.go_on(game, first.record.options, first.match, first.state, "S0 " + rest)
    assert then.error is None
    assert (then.state, then.match) == (log.state, log.match)
    assert (then.lines, log.lines) == ((0,), (first.lines[0],))
    assert first.record.deals[0].acts + then.record.deals[0].acts == log.record.deals[0].acts
    for text, fault in (
        ("from 1 2", "before the first deal"),
        ("game draw_dominoes/1 seats 2", "'game' begins no statement"),
        ("S9 6-6", "'S9' begins no statement of this log: S0, S1"),
    ):
        broken = notation.go_on(game, first.record.options, first.match, first.state, text)
        assert fault in str(broken.error)


def test_a_ten_may_be_written_out_in_the_order_of_a_deal():
    order = " ".join(lora.pieces(lora.LORA))
    head = "game lora/1 seats 4\n"
    short = notation.read(f"{head}deal order {order}\n")
    long = notation.read(
        f"{head}deal order {' '.join('10' + piece[1] if piece[0] == 'T' else piece for piece in order.split())}\n"
    )
    assert short.error is None
    assert (long.error, long.state) == (None, short.state)
    assert "10" not in notation.write(long.record)
