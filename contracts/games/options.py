"""A game's options as they are offered: each with its allowed values, its usual one and its rule; and the presets.

May import msgspec and the leaves of `contracts.games`. Everything is read from the game's `Options` struct, so that a
form, the command line and the API offer what the game accepts, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import inspect

from contracts.games import blocked
from contracts.games.game import Game, plain

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
