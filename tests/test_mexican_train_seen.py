"""What may be seen of a Mexican Train round, and what the server enters itself."""

from __future__ import annotations

from contracts.games import match as matches
from contracts.games import mexican_train
from tests.mexican_train_positions import (
    MV4,
    begun,
    played,
    read,
)

# --- what may be seen


def test_only_the_drawer_sees_the_drawn_tile_and_others_see_that_he_drew():
    s = played(read(MV4.replace("5-2 9-8 7-7 6-4", "6-4")), "draw")
    assert (mexican_train.view(s, 0).drawn, mexican_train.view(s, 0).moves) == ("7-4", ("keep",))
    for viewer in (1, 2, None):
        shown = mexican_train.view(s, viewer)
        assert (shown.drawn, shown.drew, shown.moves, shown.boneyard_tiles) == ("", True, (), ())
        assert shown.hands[0] is None
    opened = mexican_train.reveal(s)
    assert (opened.drawn, opened.boneyard_tiles, opened.moves) == ("7-4", ("1-1", "2-2", "3-3"), ("keep",))


def test_every_train_is_shown_with_the_seat_that_owns_it():
    s = read("turn=A | A 9>5 : 6-4 | B 9>3 : 1-0 | MT 9>8 | stock 2-0")
    for viewer in (0, 1, None):
        shown = mexican_train.view(s, viewer)
        assert [(train.name, train.owner) for train in shown.trains] == [("A", 0), ("B", 1), ("MT", None)]


def test_nobody_else_can_tell_a_drawn_tile_that_fits_from_one_that_does_not():
    line = "turn=A | A 9>5 : 6-4 | B 9>3 : 1-0 | MT 9>8 | stock {} 2-0"
    fits, fits_not = (played(read(line.format(tile)), "draw") for tile in ("5-2", "7-7"))
    for viewer in (1, None):
        assert mexican_train.view(fits, viewer) == mexican_train.view(fits_not, viewer)
    after = played(fits, "keep"), played(fits_not, "keep")
    assert mexican_train.view(after[0], None) == mexican_train.view(after[1], None)


def test_keep_and_end_are_forced_where_nothing_else_is_left():
    s = played(read(MV4.replace("5-2 9-8 7-7 6-4", "6-4")), "draw")
    assert str(matches.forced(mexican_train, s)) == "keep"
    s = played(begun(2, "9-4 8-7 8-6 8-5 8-3 8-2 8-1 8-0"), "9-4@A")
    assert str(matches.forced(mexican_train, s)) == "end"
    assert matches.forced(mexican_train, read(MV4)) is None
    assert matches.forced(mexican_train, begun(2, "8-7 8-6 8-5 8-3 8-2 8-1 8-0 7-7")) is None  # to draw is his to say
