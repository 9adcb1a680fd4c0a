"""The head of a written record, `game ID seats N ..`, with everything that is wrong in it. Pure.

A head is short and its words stand alone, so that all its faults can be named at once; what follows is played, and
there the first fault is the last one that means anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from contracts.games.game import GAMES, BadNotation, Game, Refusal, spelled
from contracts.games.game import game as find_game
from contracts.games.options import MAX_DIGITS, options_of
from contracts.games.statements import Statement


class Head(msgspec.Struct, frozen=True):
    """What the head says, and its faults in the order of their columns; only without any is the rest to be trusted."""

    game: Game | None = None
    options: Any = None
    max_deals: int | None = None
    conflict: Refusal | None = None
    faults: tuple[BadNotation, ...] = ()


class _Word(msgspec.Struct, frozen=True):
    """A word and its column in the line, from 0."""

    text: str
    column: int


def read_head(st: Statement) -> Head:
    """Read the first statement of a record. Never raises: what is wrong stands in `faults`."""
    words = list(_words(st))
    if st.head != "game" or not words:
        return Head(faults=(st.error("notation/begins"),))
    name = words[0]
    try:
        game = find_game(name.text)
    except KeyError:
        return Head(faults=(st.error("notation/rules", name.column, text=name.text, known=tuple(GAMES)),))
    faults: list[BadNotation] = []
    given: dict[str, Any] = {}
    named: dict[str, tuple[int, int]] = {}
    rest = iter(words[1:])
    for word in rest:
        option, sign, _ = word.text.partition("=")
        if sign:
            _option(st, game, word, given, faults)
        elif word.text in {"seats", "deals"}:
            try:
                value = next(rest, _Word("", st.end))
                named[word.text] = (natural(st, value.text, word.text, value.column), word.column)
            except BadNotation as fault:
                faults.append(fault)
        else:
            faults.append(st.error("notation/option-word", word.column, text=option))
    if faults:
        return Head(game, faults=tuple(faults))
    return _whole(st, game, given, named)


def _words(st: Statement) -> Iterator[_Word]:
    at = 0
    for word in st.rest.split():
        at = st.rest.index(word, at)
        yield _Word(word, st.rest_start + at)
        at += len(word)


def _option(st: Statement, game: Game, word: _Word, given: dict[str, Any], faults: list[BadNotation]) -> None:
    """Take one `name=value`, or say what is wrong with it."""
    name, _, value = word.text.partition("=")
    if name in given:
        faults.append(st.error("notation/option-twice", word.column, name=name))
        return
    try:
        options_of(game.ID, game.Options, {name: value})
    except BadNotation as fault:
        faults.append(st.place(fault, word.column))
    else:
        given |= spelled(game.Options, {name: value})


def _whole(st: Statement, game: Game, given: dict[str, Any], named: dict[str, tuple[int, int]]) -> Head:
    """Put the words together."""
    seats, at = named.get("seats", (0, 0))
    if "seats" in named and "players" in game.Options.__struct_fields__:
        given.setdefault("players", seats)
    try:
        options = msgspec.convert(given, game.Options, strict=False)
    except msgspec.ValidationError:  # each word was read by itself: only the number of seats is new here
        least, most = game.MIN_SEATS, game.MAX_SEATS
        fault = st.error("notation/seats", at, seats=seats, game=game.ID, least=least, most=most)
        return Head(game, faults=(fault,))
    count = game.seat_count(options)
    if "seats" in named and seats != count:
        return Head(game, faults=(st.error("notation/seats-options", at, seats=seats, count=count),))
    limit = named.get("deals")
    if limit is not None and limit[0] < 1:
        return Head(game, faults=(st.error("notation/deals", limit[1]),))
    return Head(game, options, limit[0] if limit else None, game.conflict(options))


def number(st: Statement, word: str, what: str, column: int) -> int:
    """Read a whole number, negative too, after the word `what`; BadNotation at `column` (from 0) for anything else."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise st.error("notation/number", column, name=what, text=word)
    if len(digits) > MAX_DIGITS:
        raise st.error("notation/number-long", column, name=what, most=MAX_DIGITS)
    return int(word)


def natural(st: Statement, word: str, what: str, column: int) -> int:
    """Read a whole number that is not negative."""
    found = number(st, word, what, column)
    if found < 0:
        raise st.error("notation/number-negative", column, name=what, text=word)
    return found
