"""The part of a form that chooses a game's house rules: what it shows, and what it says when it comes back. Pure.

Every option has a field of its own, named `GAME.OPTION`; a field left blank says what the preset says, whose field is
`preset.GAME` (or `preset`, where a program sends the form). Options as JSON go before both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from contracts.games import options as house_rules
from contracts.games.game import GAMES, Game
from contracts.games.options import Choice, Kind
from contracts.sentences.cards import CONTRACTS
from services.web_gateway.words import Lang
from services.web_gateway.words_options import NONE, OPTIONS, PRESETS, VALUES, YES_NO, Said

_AT: Final = {"en": 0, "fa": 1, "el": 2}
_MOST_DIGITS: Final = 9
_TARGETS: Final = ("target_score", "target_points")  # the terms have a line of their own for these


class Option(msgspec.Struct, frozen=True):
    """One value to choose; `sets` is what a preset sets, by field, as JSON."""

    value: str
    label: str
    chosen: bool
    sets: str = ""


class Field(msgspec.Struct, frozen=True):
    """One option as a form shows it: `kind` as in `contracts.games.options`, `link` leads to its rule."""

    name: str
    label: str
    kind: str
    rule: str
    link: str
    usual: str
    value: str
    least: int | None
    most: int | None
    options: tuple[Option, ...]


class Offer(msgspec.Struct, frozen=True):
    """A game's house rules; `name` is that of its preset's field."""

    name: str
    presets: tuple[Option, ...]
    fields: tuple[Field, ...]


def said(text: Said, lang: Lang) -> str:
    """Give a text in a language."""
    return text[_AT[lang.code]]


def label(name: str, lang: Lang) -> str:
    """Name an option. An option without words is its own name."""
    return said(OPTIONS[name], lang) if name in OPTIONS else name


def worded(name: str, value: Any, lang: Lang) -> str:
    """Give an option's value in words."""
    match value:
        case bool():
            return said(YES_NO[value], lang)
        case None | [] | ():
            return said(NONE, lang)
        case int():
            return lang.n(value)
        case list() | tuple():
            return lang.comma.join(worded(name, each, lang) for each in value)
        case str() if name == "omit_contracts" and value in CONTRACTS:
            return CONTRACTS[value][lang.code]
        case _:
            found = VALUES.get(name, {}).get(str(value))
            return said(found, lang) if found else str(value)


def summary(rules: str, options: Mapping[str, Any], lang: Lang) -> str:
    """Say in words which house rules are not as usual: "First turn: one tile; Length of the match: one round"."""
    found = house_rules.differing(GAMES[rules], options) if rules in GAMES else {}
    parts = [f"{label(name, lang)}: {worded(name, v, lang)}" for name, v in found.items() if name not in _TARGETS]
    return {"fa": "؛ ", "el": "· "}.get(lang.code, "; ").join(parts)


def offer(rules: Game, form: Mapping[str, str], lang: Lang) -> Offer:
    """Give the fields of a game's house rules, filled in as the form says."""
    chosen = form.get(f"preset.{rules.NAME}", "")
    presets = tuple(
        Option(name, _preset_label(rules, name, lang), name == chosen, _sets(rules, name)) for name in rules.PRESETS
    )
    fields = tuple(_field(rules, choice, form, lang) for choice in house_rules.choices(rules))
    return Offer(f"preset.{rules.NAME}", presets, fields)


def _preset_label(rules: Game, name: str, lang: Lang) -> str:
    found = PRESETS.get(rules.NAME, {}).get(name)
    return said(found, lang) if found else name


def _sets(rules: Game, name: str) -> str:
    fields = {f"{rules.NAME}.{option}": _written(value) for option, value in house_rules.preset(rules, name).items()}
    return msgspec.json.encode(fields).decode()


def _written(value: Any) -> str:
    """Write a value as the form's fields do: a list's items with spaces between."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


def _field(rules: Game, choice: Choice, form: Mapping[str, str], lang: Lang) -> Field:
    name = f"{rules.NAME}.{choice.name}"
    given = form.get(name, "")
    book = "blocked" if choice.rule.startswith("BG-") else rules.NAME
    ticked = given.split() if choice.kind is Kind.MANY else [given]
    return Field(
        name=name,
        label=label(choice.name, lang),
        kind=str(choice.kind),
        rule=choice.rule,
        link=f"/rules/{book}#{choice.rule}",
        usual=worded(choice.name, choice.usual, lang),
        value=given,
        least=choice.least,
        most=choice.most,
        options=tuple(
            Option(_written(value), worded(choice.name, value, lang), _written(value) in ticked)
            for value in choice.values
        ),
    )


def read(rules: Game, form: Mapping[str, str], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Give the options that a form asks for: the preset's, over them the fields', over both `extra`.

    PresetUnknownError, or ValueError that names the field and what stands in it.
    """
    wanted = form.get(f"preset.{rules.NAME}", "") or form.get("preset", "")
    found = house_rules.preset(rules, wanted) if wanted else {}
    for choice in house_rules.choices(rules):
        text = form.get(f"{rules.NAME}.{choice.name}", "").strip()
        if text:
            found[choice.name] = _value(choice, text)
    return {**found, **extra}


def _value(choice: Choice, text: str) -> Any:
    if choice.kind is Kind.NUMBER:
        if text.isdecimal() and len(text) <= _MOST_DIGITS:
            return int(text)
        raise ValueError(f"{choice.name}: {text!r}")
    known = {_written(value): value for value in choice.values}
    if choice.kind is Kind.MANY:
        return [_known(choice, word, known) for word in text.split()]
    return _known(choice, text, known)


def _known(choice: Choice, word: str, known: Mapping[str, Any]) -> Any:
    if word not in known:
        raise ValueError(f"{choice.name}: {word!r}. {', '.join(known)}")
    return known[word]


def joined(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Give a form's fields by name; what is ticked several times under one name has spaces between."""
    found: dict[str, str] = {}
    for name, value in pairs:
        found[name] = f"{found[name]} {value}" if name in found and "." in name else value
    return found
