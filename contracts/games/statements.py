"""A written game log taken apart into statements, and these into parts; what they mean is `notation`'s. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from contracts.games.game import BadNotation

_COMMENT: Final = re.compile(r"(^|\s)#(\s.*)?$")
_WHOLE_LINE: Final = ("state", "=")  # a game's state line may hold any sign


class Statement(msgspec.Struct, frozen=True):
    """A statement and where it stands: line from 1, column of its first sign from 0, and the column after its last."""

    line: int
    start: int
    end: int
    head: str
    rest: str
    rest_start: int

    def error(self, message: str, within: int | None = None) -> BadNotation:
        """Give the error that names this place, or the column `within` of it."""
        column = (self.start if within is None else within) + 1
        return BadNotation(f"line {self.line}, column {column}: {message}", line=self.line, column=column)


def statements(text: str) -> Iterator[Statement]:
    """Give the statements of a log, without its comments."""
    for number, line in enumerate(text.split("\n"), 1):
        bare = _COMMENT.sub("", line)
        start = 0
        while start <= len(bare):
            end = len(bare) if bare[start:].lstrip().startswith(_WHOLE_LINE) else bare.find(";", start)
            end = len(bare) if end < 0 else end
            piece = bare[start:end]
            if words := piece.strip():
                at = start + len(piece) - len(piece.lstrip())
                head = words.split(maxsplit=1)[0]
                rest = words[len(head) :]
                rest_at = at + len(head) + len(rest) - len(rest.lstrip())
                yield Statement(number, at, at + len(words), head, rest.strip(), rest_at)
            start = end + 1


def split_parts(text: str) -> dict[str, str]:
    """Take a checking line apart: two spaces or a bar end a part, and a word `name=value` is one by itself.

    A part is known by its first word, or by its name.
    """
    found: dict[str, str] = {}
    for chunk in re.split(r"\s{2,}|\s\|\s", text):
        words = chunk.split()
        named = [word for word in words if "=" in word]
        found.update((word.partition("=")[0], word) for word in named)
        if rest := [word for word in words if "=" not in word]:
            found[rest[0]] = " ".join(rest)
    return found
