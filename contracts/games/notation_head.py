"""The head of a written record, `game ID seats N ..`, with everything that is wrong in it. Pure.

A head is short and its words stand alone, so that all its faults can be named at once; what follows is played, and
there the first fault is the last one that means anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from contracts.games.game import GAMES, BadNotation, Game, Refusal, spelled
from contracts.games.game import game as find_game
from contracts.games.statements import Statement

BEGINS: Final = "a log begins with a line `game ID seats N`"
MAX_DIGITS: Final = 9
"""Of any number in a record."""


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
        return Head(faults=(st.error(BEGINS),))
    name = words[0]
    try:
        game = find_game(name.text)
    except KeyError:
        known = ", ".join(GAMES)
        return Head(faults=(st.error(f"{name.text!r} is no rule set known here: {known}", name.column),))
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
            faults.append(st.error(f"{option!r} is no option: write name=value", word.column))
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
    known = game.Options.__struct_fields__
    if name not in known:
        what = f"{name!r} is no option of {game.ID}: {', '.join(known)}"
    elif name in given:
        what = f"the option {name!r} is there twice"
    else:
        one = spelled(game.Options, {name: value})
        try:
            msgspec.convert(one, game.Options, strict=False)
        except (msgspec.ValidationError, ValueError) as error:
            what = f"options: {word.text}: {error}"
        else:
            given |= one
            return
    faults.append(st.error(what, word.column))


def _whole(st: Statement, game: Game, given: dict[str, Any], named: dict[str, tuple[int, int]]) -> Head:
    """Put the words together."""
    seats, at = named.get("seats", (0, 0))
    if "seats" in named and "players" in game.Options.__struct_fields__:
        given.setdefault("players", seats)
    try:
        options = msgspec.convert(given, game.Options, strict=False)
    except msgspec.ValidationError as error:
        what = f"seats {seats}: {game.ID} has {game.MIN_SEATS} to {game.MAX_SEATS}"
        seated = "seats" in named and not game.MIN_SEATS <= seats <= game.MAX_SEATS
        fault = st.error(what, at) if seated else st.error(f"options: {error}", st.rest_start)
        return Head(game, faults=(fault,))
    count = game.seat_count(options)
    if "seats" in named and seats != count:
        return Head(game, faults=(st.error(f"seats {seats}, but the options ask for {count}", at),))
    limit = named.get("deals")
    if limit is not None and limit[0] < 1:
        return Head(game, faults=(st.error("a match has at least 1 deal", limit[1]),))
    return Head(game, options, limit[0] if limit else None, game.conflict(options))


def number(st: Statement, word: str, what: str, column: int) -> int:
    """Read a whole number, negative too; BadNotation at `column` (from 0) for anything else."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise st.error(f"{what} is a number, not {word!r}", column)
    if len(digits) > MAX_DIGITS:
        raise st.error(f"{what} has more than {MAX_DIGITS} digits", column)
    return int(word)


def natural(st: Statement, word: str, what: str, column: int) -> int:
    """Read a whole number that is not negative."""
    found = number(st, word, what, column)
    if found < 0:
        raise st.error(f"{what} is not below 0: {word}", column)
    return found
