# ruff: noqa: RUF001  # Persian signs and a minus sign are meant
"""The words of the pages in English, Persian and Greek, and how numbers, names, tiles and times are written in each.

Pure tables, one module for each language, keyed alike (a test holds them to it). Refusals have their sentences in
`contracts.sentences`; here is what surrounds them.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from services.web_gateway import (
    words_acts,
    words_clock,
    words_desk,
    words_el,
    words_en,
    words_entry,
    words_fa,
    words_paper,
    words_records,
    words_seating,
    words_sheet,
    words_staff,
    words_standings,
)

FSI, LRI, PDI = "\u2068", "\u2066", "\u2069"
"""Isolation marks: a name keeps its own direction, a tile is always read from left to right."""
LANGUAGES: Final = (("en", "English"), ("fa", "فارسی"), ("el", "Ελληνικά"))
PARTS: Final[tuple[dict[str, dict[str, str]], ...]] = (
    {"en": words_en.WORDS, "fa": words_fa.WORDS, "el": words_el.WORDS},
    *(
        {"en": part.EN, "fa": part.FA, "el": part.EL}
        for part in (
            words_clock,
            words_desk,
            words_acts,
            words_entry,
            words_paper,
            words_records,
            words_seating,
            words_sheet,
            words_staff,
            words_standings,
        )
    ),
)
"""Each module's texts by language; no text is worded in two of them."""
TABLES: Final = {code: {key: text for part in PARTS for key, text in part[code].items()} for code, _ in LANGUAGES}
_PERSIAN: Final = "۰۱۲۳۴۵۶۷۸۹"


class Lang:
    """One language: `code` (en, fa, el), `dir` (ltr, rtl), `digits` (ten characters, empty for 0 to 9)."""

    def __init__(self, code: str) -> None:
        """Take the language's tables."""
        self.code = code
        self.dir = "rtl" if code == "fa" else "ltr"
        self.digits = _PERSIAN if code == "fa" else ""
        self._words = TABLES[code]
        self._map = {ord(str(at)): digit for at, digit in enumerate(self.digits)}
        if self.digits:
            self._map[ord(".")] = "٫"
        elif code == "el":
            self._map[ord(".")] = ","
        self.comma = "، " if code == "fa" else ", "

    def raw(self, key: str) -> str:
        """Give a text with its places for facts still open."""
        return self._words[key]

    def t(self, key: str, **facts: object) -> str:
        """Give a text with its facts: numbers in the language's digits, names isolated.

        Where the first fact is the number 1, `KEY.1` goes before `KEY`.
        """
        one = f"{key}.1"
        if one in self._words and next(iter(facts.values()), None) == 1:
            key = one
        return self._words[key].format_map({name: self._fact(name, value) for name, value in facts.items()})

    def _fact(self, name: str, value: object) -> str:
        if isinstance(value, int):
            return self.n(value)
        return f"{FSI}{value}{PDI}" if name == "name" else str(value)

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._words

    def n(self, number: object) -> str:
        """Write a number in the language's digits."""
        if isinstance(number, int) and number < 0:
            return self.left(f"\N{MINUS SIGN}{str(-number).translate(self._map)}")
        return str(number).translate(self._map)

    def left(self, text: str) -> str:
        """Keep a text from left to right: in Persian too a sign stands left of its number."""
        return f"{LRI}{text}{PDI}" if self.dir == "rtl" else text

    def hundredths(self, value: int) -> str:
        """Write hundredths as a decimal number, without idle zeros: 2750 is 27.5."""
        sign, size = ("−" if value < 0 else ""), abs(value)
        text = f"{size // 100}.{size % 100:02d}".rstrip("0").rstrip(".")
        return self.left(f"{sign}{self.n(text)}") if sign else self.n(text)

    def signed(self, value: int) -> str:
        """Write a number with its sign."""
        return self.left(f"+{self.n(value)}") if value > 0 else self.n(value)

    def tile(self, text: str) -> str:
        """Write a tile, or several, in the language's digits, so that they read from left to right in any text."""
        return self.left(self.n(text))

    def piece(self, text: str) -> str:
        """Name a tile as it is said aloud: double 6, or 6 and 5."""
        high, _, low = text.partition("-")
        return self.t("tile.double", n=int(high)) if high == low else self.t("tile.two", high=int(high), low=int(low))

    def names(self, names: Iterable[str]) -> str:
        """Join names: Ana, Bo and Cy."""
        return self._join([f"{FSI}{name}{PDI}" for name in names], "and")

    def one_of(self, words: Iterable[str]) -> str:
        """Join choices: a, b or c."""
        return self._join(list(words), "or")

    def _join(self, words: list[str], last: str) -> str:
        if len(words) < 2:
            return "".join(words)
        return f"{self.comma.join(words[:-1])} {self.t(last)} {words[-1]}"

    def clock(self, ms: int) -> str:
        """Write a moment as the hour at this place, with the zone's name."""
        at = datetime.fromtimestamp(ms / 1000, UTC).astimezone()
        return f"{self.n(f'{at:%H:%M}')} {at.tzname() or 'UTC'}"

    def day(self, ms: int) -> str:
        """Write a moment as date and hour at this place."""
        at = datetime.fromtimestamp(ms / 1000, UTC).astimezone()
        return f"{LRI}{self.n(f'{at:%Y-%m-%d %H:%M}')}{PDI}"

    def moment(self, ms: int) -> str:
        """Write a moment to the second as date, hour and zone at this place."""
        at = datetime.fromtimestamp(ms / 1000, UTC).astimezone()
        return f"{LRI}{self.n(f'{at:%Y-%m-%d %H:%M:%S}')} {at.tzname() or 'UTC'}{PDI}"

    def span(self, ms: int) -> str:
        """Write a length of time: 0:24, or 1:02:03 from an hour on."""
        s = max(ms // 1000, 0)
        text = f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}" if s >= 3600 else f"{s // 60}:{s % 60:02d}"
        return self.n(text)


LANGS: Final = {code: Lang(code) for code, _ in LANGUAGES}


def choose(wanted: str | None, cookie: str | None, accept: str) -> Lang:
    """Choose a language: what the address says, what the cookie says, what the browser likes best, else English."""
    for code in (wanted, cookie):
        if code in LANGS:
            return LANGS[str(code)]
    liked: list[tuple[float, int, str]] = []
    for place, part in enumerate(accept[:200].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            quality = 0.0
        liked.append((-quality, place, tag[:2].lower()))
    return next((LANGS[code] for _, _, code in sorted(liked) if code in LANGS), LANGS["en"])
