"""A game's options as they are offered: each with its allowed values, its usual one and its rule; and the presets.

May import msgspec and the leaves of `contracts.games`. Everything is read from the game's `Options` struct, so that a
form, the command line and the API offer what the game accepts, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from contracts.games import blocked
from contracts.games.game import BadNotation, Game, plain, spelled

Word = TypeVar("Word", bound=StrEnum)

MAX_DIGITS: Final = 9
"""Of any number in a record."""

USUAL = "club"
"""The preset that each game has: the defaults of its book."""


class Kind(StrEnum):
    """How an option is chosen."""

    FLAG = "flag"  # yes or no
    ONE = "one"  # one of `values`
    MANY = "many"  # any of `values`, or none
    NUMBER = "number"  # a whole number from `least` to `most`; `optional`: or none


class Choice(msgspec.Struct, frozen=True):
    """One option of a game. `values` and `usual` are written as messages carry them; `rule` is a rule's id."""

    name: str
    rule: str
    kind: Kind
    usual: Any
    values: tuple[str | int, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: bool = False


class PresetUnknownError(ValueError):
    """A name that no preset of the game has; `known` are those that it has."""

    def __init__(self, name: str, rules: Game) -> None:
        """Name what was asked for and what there is."""
        self.known = tuple(rules.PRESETS)
        super().__init__(f"there is no preset {name!r} of {rules.NAME}: {', '.join(self.known)}")


def choices(rules: Game) -> tuple[Choice, ...]:
    """List the options of a game in the book's order, `players` left out: it comes from the tables."""
    kind = inspect.type_info(rules.Options)
    assert isinstance(kind, inspect.StructType)
    usual = plain(rules.Options())

    def choice(name: str, kind: inspect.Type) -> Choice:
        rule = rules.OPTION_RULES.get(name) or blocked.OPTION_RULES[name]
        return _choice(rules.NAME, name, rule, kind, usual[name])

    return tuple(choice(field.name, field.type) for field in kind.fields if field.name != "players")


def _choice(game: str, name: str, rule: str, kind: inspect.Type, usual: Any) -> Choice:
    match kind:
        case inspect.BoolType():
            return Choice(name, rule, Kind.FLAG, usual, (False, True))
        case inspect.EnumType(cls=words):
            return Choice(name, rule, Kind.ONE, usual, tuple(str(word.value) for word in words))
        case inspect.LiteralType(values=literals):
            return Choice(name, rule, Kind.ONE, usual, tuple(v for v in literals if isinstance(v, int | str)))
        case inspect.IntType(ge=least, le=most):
            return Choice(name, rule, Kind.NUMBER, usual, (), least, most)
        case inspect.UnionType(types=(inspect.IntType(ge=least, le=most), inspect.NoneType())):
            return Choice(name, rule, Kind.NUMBER, usual, (), least, most, optional=True)
        case inspect.VarTupleType(item_type=inspect.EnumType(cls=words)):
            return Choice(name, rule, Kind.MANY, usual, tuple(str(word.value) for word in words))
        case _:
            raise TypeError(f"option {name} of {game}: no form is known for {kind}")


def options_of(game: str, kind: type[Any], words: Mapping[str, Any], **given: Any) -> Any:
    """Read options written as words, beside those `given`; BadNotation names the first word that is none, or its value.

    `game` is the rule set or game for the reader, `kind` its `Options`.
    """
    try:
        return msgspec.convert(spelled(kind, words) | given, kind, strict=False)
    except msgspec.ValidationError:
        fields = inspect.type_info(kind)
        assert isinstance(fields, inspect.StructType)
        known = {field.name: field.type for field in fields.fields}
        for name, value in words.items():
            if name not in known:
                raise BadNotation("notation/option", text=name, game=game, known=tuple(known)) from None
            try:
                msgspec.convert(spelled(kind, {name: value}), kind, strict=False)
            except msgspec.ValidationError:
                raise _no_value(_choice(game, name, "", known[name], None), str(value)) from None
        raise


def _no_value(choice: Choice, value: str) -> BadNotation:
    if choice.kind is not Kind.NUMBER:
        known = tuple(str(known).lower() for known in choice.values)
        return BadNotation("notation/option-value", name=choice.name, known=known, text=value)
    least = choice.least or 0
    if choice.most is None:
        return BadNotation("notation/option-number", name=choice.name, least=least, text=value)
    return BadNotation("notation/option-range", name=choice.name, least=least, most=choice.most, text=value)


def one_of(kind: type[Word], name: str, text: str) -> Word:
    """Read one of an enum's words; BadNotation names those that stand after `name=`."""
    try:
        return kind(text)
    except ValueError:
        known = tuple(word.value for word in kind if word.value)
        raise BadNotation("notation/one-of", name=name, known=known, text=text) from None


def whole(text: str, part: str) -> int:
    """Read a whole number of at most nine digits; BadNotation names it and the part of the text where it stands."""
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise BadNotation("notation/whole", text=text, part=part)
    return int(text)


def preset(rules: Game, name: str) -> dict[str, Any]:
    """Give what a preset sets otherwise than usual; dash and underscore are alike. PresetUnknownError for no preset."""
    wanted = name.strip().lower().replace("-", "_")
    if wanted not in rules.PRESETS:
        raise PresetUnknownError(name, rules)
    return differing(rules, plain(rules.PRESETS[wanted]))


def differing(rules: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Give those of a message's options that are not as usual, in the book's order, `players` left out."""
    usual = plain(rules.Options())
    return {
        name: options[name]
        for name, value in usual.items()
        if name != "players" and name in options and options[name] != value
    }
