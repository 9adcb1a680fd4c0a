# Persian letters are meant
"""Names in the order in which people look for them: the Unicode Collation Algorithm, for every script at once.

The order is that of Unicode's default table (accents count after letters, case after accents), with the few letters
that Persian puts elsewhere than Arabic: waw before heh, and both forms of kaf and yeh as one letter each.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

T = TypeVar("T")
_AFTER_WAW: Final = "هەہةۃھ"
_AS_ONE: Final = (("ک", "ك"), ("ی", "ىي"))
_KEPT: Final = 20_000
"""Keys kept in memory: the names of a club's whole year."""


@functools.cache
def _collator() -> Any:
    import pyuca  # type: ignore[import-untyped]  # noqa: PLC0415  # its table takes a second to read: only where names are sorted

    found = pyuca.Collator()

    def primary(letter: str) -> float:
        return float(found.sort_key(letter)[0])

    # Unicode's table leaves no room between two letters, and a sort key need not be a whole number.
    last_waw = max(primary(letter) for letter in "وۄۅۆۇۈۉۊۋۏ")
    for at, letter in enumerate(_AFTER_WAW):
        found.table.add([ord(letter)], [[last_waw + 0.5, 0x20 + at, 2]])
    for usual, others in _AS_ONE:
        for at, letter in enumerate(others, start=1):
            found.table.add([ord(letter)], [[primary(usual), 0x20 + at, 2]])
    return found


@functools.lru_cache(maxsize=_KEPT)
def key(name: str) -> tuple[float, ...]:
    """Give what a name is sorted by."""
    return tuple(_collator().sort_key(name))


def ordered(found: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Sort by name; those of equal names stay in their order."""
    return sorted(found, key=lambda one: key(name(one)))
