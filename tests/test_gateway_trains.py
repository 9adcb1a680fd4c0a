# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""Mexican Train on a page: every open end a place, said in words, drawn round the engine, in three languages."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree  # noqa: ICN001

import pytest
from msgspec.structs import replace

from contracts.games import mexican_train
from contracts.messages import Board as Entered
from contracts.table_state import TableView, view, whose_turn
from services.replay import board as as_text
from services.web_gateway import boards, screens
from services.web_gateway.views import spelled
from services.web_gateway.words import LANGS
from tests.mexican_train_positions import CHICKEN, MV4, read
from tests.table_spec import Spec

RULES = "mexican_train/1"


def seen(state: mexican_train.State, seat: int | None) -> TableView:
    """A table as a seat sees it, with this state of a round on it."""
    spec = Spec().open(RULES, len(state.held)).sit().deal()
    return view(replace(spec.table, state=state), seat)


def shown(line: str, seat: int | None = 0, lang: str = "en", last: tuple[int, str] | None = None) -> boards.Board:
    return boards.board(seen(read(line), seat), LANGS[lang], last=last)


def test_the_reader_s_train_comes_first_then_the_mexican_train_then_the_others():
    board = shown(MV4, 1)
    assert [place.id for place in board.places] == ["B", "MT", "C", "A"]
    assert [place.look for place in board.places] == ["yours", "open", "closed", "closed"]
    assert board.places[0].state == "yours, marked: open to all"
    assert [place.id for place in shown(MV4, None).places] == ["MT", "A", "B", "C"]
    assert shown(MV4, 0).places[2].state == "marked: open to all"
    assert board.extra["middle"] == "Engine 9-9 · round 1 of 10 · Boneyard: 4"


def test_an_open_double_is_said_in_words_and_is_what_there_is_to_do():
    line = "turn=B queue=7-7@B,8-8@MT | A 9>5 : 5-2 | B 9>7 7>7 : 7-0 8-1 | C 9>3 : 6-6 | MT 9>8 8>8"
    board = shown(line, 1)
    said = {place.id: place.state for place in board.places}
    assert said["B"] == "7-7 comes first, tiles still owed: 1"
    assert said["MT"] == "8-8 waits, tiles still owed: 1"
    assert board.hint == "7-7 comes first: play a 7 on your train."


@pytest.mark.parametrize(("lang", "engine"), [("en", "double 9"), ("fa", "جفت ۹"), ("el", "διπλό 9")])
def test_pieces_ends_and_the_drawing_are_named_in_the_reader_s_language_and_digits(lang, engine):
    board = shown(MV4, 1, lang)
    assert f'aria-label="{engine}"' in board.hub_tile
    assert all(piece.name == LANGS[lang].piece(piece.text) for piece in board.hand)
    seen = [board.text, board.hint, board.extra["middle"], *(spelled(move, board) for move in board.moves)]
    drawn = re.findall(r'<desc>([^<]*)|aria-label="([^"]*)|<text[^>]*>([^<]*)', str(board.drawn))
    seen += [said for found in drawn for said in found]
    for said in (re.sub(r"Name \d", "", one) for one in seen):
        assert bool(re.search("[0-9]", said)) <= (lang != "fa"), said
        assert bool(re.search("[۰-۹]", said)) <= (lang == "fa"), said
    assert any(re.search(r"\d-\d", said) for said in seen)


def test_what_can_be_done_without_a_tile_stands_on_the_button():
    drew = "turn=A drawn=7-5 | A 9>5 : 6-4 7-5 | B * 9>7 : 1-0 | stock 1-1"
    board = shown(drew)
    assert (board.alone, board.alone_said) == ("keep", "Keep the tile")
    assert board.hint == "You drew 7-5: play it on your train, or keep it."
    assert [piece.text for piece in board.hand if piece.legal] == ["7-5"]
    chain = shown("turn=A first=2 laid=1 | A 9>5 : 6-4 7-5 | B : 1-0")
    assert (chain.alone_said, chain.hint) == ("End my turn", "Go on with a 5 on your train, or end your turn.")
    nothing = shown("turn=A | A 9>5 : 6-4 | B 9>7 : 1-0 | stock 1-1")
    assert (nothing.alone, nothing.hint) == ("draw", "Nothing of yours fits: draw from the boneyard.")


def test_a_divided_train_is_a_place_for_each_end():
    line = f"turn=A {CHICKEN} | A 9>6 6>6 .L 6>2 2>8 .C 6>5 .R 6>0 : 5-1 | B 9>1 : 1-0"
    board = shown(line, last=(0, "6-0@A"))
    own = [place for place in board.places if place.id.startswith("A")]
    assert [(place.id, place.end, place.more) for place in own] == [("A.L", 8, 2), ("A.C", 5, 2), ("A.R", 0, 2)]
    assert own[0].label == "the end L of your train"
    assert ["fresh" in place.tiles for place in own] == [False, False, True]


@pytest.mark.parametrize("lang", ["en", "fa", "el"])
@pytest.mark.parametrize("seats", [2, 4, 14])
def test_tables_of_every_size_are_drawn_and_said(lang, seats):
    spec = Spec().open(RULES, seats).sit().deal(rng=random.Random(seats))
    for step in range(60):
        if whose_turn(spec.table) is None:
            break
        spec.play(random.Random(step).choice(spec.moves()))
    last = next(event for _, event in reversed(spec.events) if hasattr(event, "move"))
    for seat in (None, whose_turn(spec.table)):
        board = boards.board(view(spec.table, seat), LANGS[lang], last=(last.seat, last.move))
        drawing = ElementTree.fromstring(str(board.drawn))
        assert drawing.find("desc").text
        assert len(re.findall('data-place="', str(board.drawn))) == len(board.places) == seats + 1
        assert len({place.id for place in board.places}) == seats + 1
        assert bool(board.hint) == (seat is not None)
        assert len(str(board.drawn)) < 120_000


@pytest.mark.parametrize("lang", ["en", "fa", "el"])
def test_moves_are_told_by_the_names_of_trains(lang):
    spec = Spec().open(RULES, 3).sit()
    names = [plan.name for plan in spec.table.seats]
    for move in ("8-3@MT", "8-3@B", "8-3@B.LC", "draw", "keep", "end", "pass"):
        said = screens.told(move, "Ana", spec.table.seats, LANGS[lang], RULES)
        assert "Ana" in said
        assert "MT" not in said
        assert (names[1] in said) == ("@B" in move)


def test_a_replay_shows_trains_as_text():
    line = f"turn=A queue=7-7@B:3 {CHICKEN} | A 9>6 6>6 .L 6>2 .C 6>5 .R 6>0 : 5-1 | B * 9>7 7>7 : 1-0"
    text = "\n".join(row.plain for row in as_text(seen(read(line), None)))
    for part in ("Engine 9-9  round 1 of 10", "A.L   6>2  end 2", "B     9>7 7>7  end 7  marked", "7-7@B (3)"):
        assert part in text


@pytest.mark.parametrize("lang", sorted(LANGS))
@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("turn=A {} | A 9>5 : ?? ?? | B * 9>7 : ?? | stock ?? ??", True),
        ("turn=A drawn=?? {} | A 9>5 : ?? ?? | B 9>7 : ?? | stock ??", True),
        ("turn=A first=1 laid=1 {} | A 9>5 : ?? ?? | B 9>7 : ??", True),
        ("turn=A over=blocked {} | A 9>5 : ?? ?? | B 9>7 : ??", False),  # tiles are to be shown
    ],
)
def test_hands_that_nobody_knows_are_drawn_without_their_tiles(line, hint, lang):
    state = read(line.format("claim_mode=declared"))
    for seat in (0, 1, None):
        board = boards.board(replace(seen(state, seat), played=Entered.MOVES), LANGS[lang])
        assert "??" not in board.text + "".join(piece.text for piece in board.hand)
        assert ElementTree.fromstring(str(board.drawn)) is not None
        assert bool(board.hint) is (hint and seat == 0)
