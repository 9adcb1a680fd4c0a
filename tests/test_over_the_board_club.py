"""Whole tournaments over the board, through all services: nothing is dealt here, and the exports can be verified."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from contracts import topics
from contracts.envelope import read_decision
from contracts.games.entry import Entry
from contracts.games.game import Reason
from contracts.messages import Board
from contracts.table import (
    DealEntered,
    DealReported,
    Dealt,
    EnterDeal,
    LayOut,
    Play,
    Played,
    ReportDeal,
    TableKeyRevealed,
    TakeBack,
)
from contracts.table_state import Phase, Table, view, whose_turn
from contracts.tournament import (
    BeginRound,
    CheckIn,
    CreateTournament,
    EntrantRow,
    FinishTournament,
    ImportEntrants,
    Rules,
    StartRound,
)
from contracts.tournament_state import Phase as TournamentPhase
from services import export, replay
from services.verify import verify
from tests.simulate import Club, club
from tests.test_export import KEY, lines

Score = Callable[[Table, random.Random], Entry]


def begun(game: str, board: Board, *, players: int, seats: int, **options: Any) -> Club:
    """A tournament of one round whose tables are open."""
    here = club()

    def say(body: Any) -> None:
        here.send(topics.TOURNAMENT_COMMANDS, "cup", "director", body)
        here.run()

    rules = Rules(
        game=game, options=options, rounds=1, table_min=seats, table_max=seats, seed="s", board=board, max_deals=6
    )
    say(CreateTournament(name="Cup of the club", rules=rules))
    say(ImportEntrants(entrants=tuple(EntrantRow(name=f"Player {n}") for n in range(players))))
    state = here.tournament("cup")
    assert state is not None, here.refusals()
    say(CheckIn(entrants=tuple(e.id for e in state.entrants)))
    say(StartRound(round=1))
    say(BeginRound(round=1))
    return here


def done(here: Club) -> None:
    """Finish the tournament; every key is opened."""
    here.send(topics.TOURNAMENT_COMMANDS, "cup", "director", FinishTournament())
    here.run()
    state = here.tournament("cup")
    assert state is not None
    assert state.phase is TournamentPhase.FINISHED, here.refusals()
    for table in here.tables():
        facts = [event for _, event in here.facts(topics.TABLE_EVENTS, table)]
        assert isinstance(facts[-1], TableKeyRevealed)


def verified(here: Club, path: Path) -> Any:
    file = path / "cup.jsonl"
    file.write_bytes(b"".join(lines(here, export.TOURNAMENT, "cup")))
    return verify(file, public_key=KEY.public_key().public_bytes_raw().hex())


def train(table: Table, rng: random.Random) -> Entry:
    out = rng.randrange(3)
    return Entry(end=Reason.OUT, seat=out, points=tuple(0 if seat == out else rng.randint(1, 60) for seat in range(3)))


def lora(table: Table, rng: random.Random) -> Entry:
    """Hearts, then the layout, for each dealer."""
    if table.match.deals % 2 == 0:
        cuts = sorted(rng.choices(range(9), k=3))
        counts = (cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 8 - cuts[2])
        return Entry(end=Reason.PLAYED, counts=counts)
    return Entry(end=Reason.OUT, seat=2, points=(3, 1, -8, 2), penalties=(0, 4, 0, 0))


SMALL = {"omit_contracts": ["minimum", "maximum", "queens", "jack_clubs", "king_last"]}
TOURNAMENTS = [
    ("mexican_train/1", 6, 3, {}, train),
    ("lora/1", 8, 4, SMALL, lora),
]


@pytest.mark.parametrize(("game", "players", "seats", "options", "score"), TOURNAMENTS)
def test_a_tournament_by_scores(
    game: str, players: int, seats: int, options: dict[str, Any], score: Score, tmp_path: Path
) -> None:
    here = begun(game, Board.SCORES, players=players, seats=seats, **options)
    rng = random.Random(3)
    first, second = here.tables()
    while here.table(first).phase is Phase.WANTING:  # a scorer enters
        table = here.table(first)
        body = EnterDeal(deal=table.deal, attempt=table.attempt, entry=score(table, rng))
        here.send(topics.TABLE_COMMANDS, first, "director", body)
        here.run()
    while here.table(second).phase is Phase.WANTING:  # two sides report
        table = here.table(second)
        entry = score(table, rng)
        for seat in (0, 1):
            body = ReportDeal(seat=seat, deal=table.deal, attempt=table.attempt, entry=entry)
            here.send(topics.TABLE_COMMANDS, second, f"player:{table.seats[seat].entrant}", body)
        here.run()
    assert here.refusals() == []
    done(here)
    for table_id, kind in ((first, DealEntered), (second, DealReported)):
        events = [event for _, event in here.facts(topics.TABLE_EVENTS, table_id)]
        assert sum(isinstance(event, kind) for event in events) == (6 if kind is DealEntered else 12)
        assert not [event for event in events if isinstance(event, Dealt)], "nothing is dealt here"
    report = verified(here, tmp_path)
    assert (report.tables, report.deals, report.moves, report.closed) == (2, 0, 0, ())
    file = tmp_path / "one.jsonl"
    file.write_bytes(b"".join(lines(here, export.TABLE, second)))
    told = replay.load(str(file))
    assert told.fault == ""
    text = "\n".join(str(line) for step in told.steps for line in replay.told(step))
    assert "reports deal 1" in text
    assert "Deal 6, entered (reports)" in text


def test_a_tournament_by_moves(tmp_path: Path) -> None:
    here = begun("longana/1", Board.MOVES, players=2, seats=2, claim_mode="declared")
    (table_id,) = here.tables()
    rng = random.Random(11)

    def say(body: Any, actor: str = "director") -> None:
        here.send(topics.TABLE_COMMANDS, table_id, actor, body)
        here.run()

    back = 0
    for _ in range(2_000):
        table = here.table(table_id)
        if table.phase is Phase.WANTING:
            say(LayOut(deal=table.deal, attempt=table.attempt))
        elif table.phase is Phase.PLAYING:
            seat = whose_turn(table)
            assert seat is not None
            if table.ply and back < 3 and rng.random() < 0.1:
                say(TakeBack(deal=table.deal, ply=table.ply - 1, at_ply=table.ply, reason="Entered wrongly."))
                back += 1
                continue
            moves = [table.game.move_text(m) for m in table.game.moves(table.state)]
            actor = "director" if rng.random() < 0.5 else f"player:{table.seats[seat].entrant}"
            say(Play(seat=seat, move=rng.choice(moves), deal=table.deal, ply=table.ply), actor)
        else:
            break
    assert here.refusals() == []
    done(here)
    events = [event for _, event in here.facts(topics.TABLE_EVENTS, table_id)]
    assert sum(isinstance(event, Dealt) for event in events) >= 1
    report = verified(here, tmp_path)
    assert report.moves == sum(isinstance(event, Played) for event in events)
    assert report.deals == 0, "no deal of this table came from its key"
    file = tmp_path / "one.jsonl"
    file.write_bytes(b"".join(lines(here, export.TABLE, table_id)))
    told = replay.load(str(file))
    assert told.fault == ""
    assert len(told.moves) == report.moves + 1, "the line that was taken back can still be looked at"
    assert "Back to before move" in "\n".join(str(line) for step in told.steps for line in replay.told(step))


def test_no_record_of_a_table_by_moves_tells_a_tile_before_it_is_laid_or_shown() -> None:
    here = begun("longana/1", Board.MOVES, players=2, seats=2, claim_mode="declared")
    (table_id,) = here.tables()
    here.send(topics.TABLE_COMMANDS, table_id, "director", LayOut(deal=1))
    here.run()
    last = read_decision(here.records(topics.TABLE_EVENTS, table_id)[-1].value)
    assert b"??" in bytes((last.events or ())[0])
    table = here.table(table_id)
    for seat in (None, 0, 1):
        shown = str(view(table, seat).board)
        assert not [text for text in map(str, table.game.pieces(table.options)) if f"'{text}'" in shown]
