"""Refusals as sentences: one table per game, one for the platform, in English, Persian and Greek. Pure.

A table maps a code to a template for each language, filled with the refusal's facts. Where a code has several causes,
the fact `case` (of options: `reason`) names one, and `CODE/case` is looked up first.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from typing import Final

from contracts.games.game import Fact, Refusal, game
from contracts.sentences import (
    cards,
    claims,
    clock,
    desk,
    entrants,
    lobby,
    notation,
    over_the_board,
    platform,
    record,
    staff,
    table,
)

Table = Mapping[str, Mapping[str, str]]
"""code -> language -> template."""

LANGUAGES: Final = ("en", "fa", "el")
PLATFORM: Final[tuple[Table, ...]] = (
    platform.SENTENCES,
    lobby.SENTENCES,
    entrants.SENTENCES,
    desk.SENTENCES,
    staff.SENTENCES,
    clock.SENTENCES,
    over_the_board.SENTENCES,
    table.SENTENCES,
    record.SENTENCES,
    notation.SENTENCES,
    claims.SENTENCES,
)
"""What every page needs beside its game's table."""

_AS_TYPED: Final = frozenset({"character", "found", "name", "value"})
"""Facts that show again what somebody wrote: a name, a cell of a list, a byte or a character by its number."""
_TYPED: Final = re.compile(r"`[^`]*`")
_FSI, _PDI = "\u2068", "\u2069"
_DIGITS: Final = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_COMMA: Final = {"en": ", ", "fa": "، ", "el": ", "}
_AND: Final = {"en": " and ", "fa": " و ", "el": " και "}
_OR: Final = {"en": " or ", "fa": " یا ", "el": " ή "}  # Greek


def of_game(rules: str) -> Table:
    """Give the table of a rule set ("longana/1") or game; KeyError when there is no such game."""
    found: Table = importlib.import_module(f"{__name__}.{game(rules).NAME}").SENTENCES
    return found


def sentence(refusal: Refusal, lang: str, names: Sequence[str] = (), *tables: Table) -> str:
    """Say a refusal to the player whom it concerns: what stands in the way and, where few moves are left, which.

    Args:
        refusal: the code and its facts.
        lang: "en", "fa" or "el"; anything else is answered in English.
        names: the players' names by seat; a fact `seat` or `.._seat` is shown as one.
        tables: where to look first, mostly `of_game(rules)`; the platform's tables follow.
    """
    if lang not in LANGUAGES:
        lang = "en"
    facts = {name: _show(name, value, lang, names) for name, value in refusal.facts.items()}
    if isinstance(fault := refusal.facts.get("fault"), str) and fault in notation.SENTENCES:
        facts["error"] = fault_said(fault, refusal.facts, lang)
    said = _find(refusal, tables)[lang].format_map(_Facts(facts, refusal.code))
    offers = refusal.facts.get("offers", ())
    if not isinstance(offers, tuple) or not offers or len(offers) > 3:
        return said
    if len(offers) == 1 and f"offer/{offers[0]}" in platform.SENTENCES:
        return f"{said} {platform.SENTENCES[f'offer/{offers[0]}'][lang]}"
    return f"{said} {platform.SENTENCES['offer'][lang].format_map(facts)}"


def fault_said(code: str, facts: Mapping[str, Fact], lang: str = "en") -> str:
    """Say what is wrong with a text of the notation, in a language; what is to be typed stays as it is typed.

    Numbers take the reader's digits, save those in a text or between backquotes: a record has Latin ones only.
    """
    if lang not in LANGUAGES:
        lang = "en"
    template = notation.SENTENCES[code][lang]
    if lang == "fa":
        template = _TYPED.sub(lambda found: _wrap(found[0], lang), template)
    shown = {name: _typed(value, lang) for name, value in facts.items()}
    return template.format_map(_Facts(shown, code))


def _typed(value: Fact, lang: str) -> str:
    if isinstance(value, tuple):
        return _COMMA[lang].join(_wrap(item, lang) for item in value)
    return _wrap(_digits(str(value), lang) if isinstance(value, int) else value, lang)


class _Facts(dict[str, str]):
    """Facts for a template; a fact that is missing shows as a dash, so that the sentence still reaches the player."""

    def __init__(self, facts: Mapping[str, str], code: str) -> None:
        super().__init__(facts, code=code)

    def __missing__(self, key: str) -> str:
        return "–"  # noqa: RUF001  # a dash is meant


def _find(refusal: Refusal, tables: Sequence[Table]) -> Mapping[str, str]:
    case = refusal.facts.get("case", refusal.facts.get("reason"))
    keys = (refusal.code,) if case is None else (f"{refusal.code}/{case}", refusal.code)
    for known in (*tables, *PLATFORM):
        for key in keys:
            if key in known:
                return known[key]
    return platform.SENTENCES["unknown"]


def _show(name: str, value: Fact, lang: str, names: Sequence[str]) -> str:
    """Show a fact: seats as names, lists joined, the reader's digits, each by itself in right-to-left text."""
    if name in cards.FACTS:
        value = cards.name(value, lang) if isinstance(value, str) else value
        value = tuple(cards.name(item, lang) for item in value) if isinstance(value, tuple) else value
    if isinstance(value, tuple):
        shown = [_wrap(_digits(item, lang), lang) for item in value]
        last = (_OR if name == "offers" else _AND)[lang]
        return last.join(filter(None, (_COMMA[lang].join(shown[:-1]), *shown[-1:])))
    if isinstance(value, int) and (name == "seat" or name.endswith("_seat")):
        return _wrap(names[value] if 0 <= value < len(names) else _digits(str(value + 1), lang), lang)
    return _wrap(str(value) if name in _AS_TYPED else _digits(str(value), lang), lang)


def _digits(text: str, lang: str) -> str:
    return text.translate(_DIGITS) if lang == "fa" else text


def _wrap(text: str, lang: str) -> str:
    return f"{_FSI}{text}{_PDI}" if lang == "fa" else text
