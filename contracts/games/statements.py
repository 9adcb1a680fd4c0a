"""A written game log taken apart into statements, and these into parts; what they mean is `notation`'s. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

import msgspec

from contracts.games.game import BadNotation, Fact

_COMMENT: Final = re.compile(r"(^|\s)#(\s.*)?$")
_FOREIGN: Final = re.compile(r"[^\t -~]")
_MEANT: Final = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    **{suit: letter for letter, suits in (("s", "♠♤"), ("h", "♥♡"), ("d", "♦♢"), ("c", "♣♧")) for suit in suits},
    **dict(
        zip(
            "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
            "ABEZHIKMNOPTYX",
            strict=True,
        )
    ),
    **dict(zip("\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425", "ABEKMHOPCTX", strict=True)),
}
"""Marks that are typed, or put in by a word processor, where one of ASCII is meant."""
_HARD_SPACE: Final = "\u00a0"
BOM: Final = "\ufeff"
MAX_LINE: Final = 10_000
"""Characters of a line at most: several times the largest deal."""
MAX_BYTES: Final = 400_000
"""Of a record at most: a match of fourteen players over nineteen rounds has a third of it."""
_WHOLE_LINE: Final = ("state", "=")  # a game's state line may hold any sign


class Statement(msgspec.Struct, frozen=True):
    """A statement and where it stands: line from 1, column of its first sign from 0, and the column after its last."""

    line: int
    start: int
    end: int
    head: str
    rest: str
    rest_start: int

    def error(self, code: str, within: int | None = None, **facts: Fact) -> BadNotation:
        """Give the fault that names this place, or the column `within` of it."""
        return self.place(BadNotation(code, facts), within)

    def place(self, fault: BadNotation, within: int | None = None) -> BadNotation:
        """Put a fault of a move or position where it stands in the text."""
        return fault.at(self.line, (self.start if within is None else within) + 1)


def decoded(raw: bytes) -> str:
    """Give a record's text from its bytes. BadNotation names the first place that is no UTF-8, or a file too long."""
    if len(raw) > MAX_BYTES:
        line = raw.count(b"\n", 0, MAX_BYTES) + 1
        raise BadNotation("notation/too-large", line=line, column=1, most=MAX_BYTES)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadNotation("notation/utf-16", line=1, column=1)
    try:
        return raw.decode().removeprefix(BOM)
    except UnicodeDecodeError as wrong:
        line = raw.count(b"\n", 0, wrong.start) + 1
        column = len(raw[raw.rfind(b"\n", 0, wrong.start) + 1 : wrong.start].decode()) + 1
        raise BadNotation("notation/byte", line=line, column=column, byte=f"0x{raw[wrong.start]:02x}") from None


def _foreign(number: int, line: str) -> BadNotation:
    """Name the first mark of a line that no record is written with, and what was meant, where that is plain."""
    column, sign = next((at, sign) for at, sign in enumerate(line, 1) if not (" " <= sign <= "~" or sign == "\t"))
    name = unicodedata.name(sign, "") or f"U+{ord(sign):04X}"
    if sign == _HARD_SPACE:
        fault = BadNotation("notation/space", name=name.lower())
    elif sign in _MEANT:
        fault = BadNotation("notation/meant", meant=_MEANT[sign], sign=sign, name=name.lower())
    elif sign.isdecimal():
        fault = BadNotation("notation/digit", digit=str(unicodedata.digit(sign)), sign=sign, name=name.lower())
    elif not sign.isprintable():
        fault = BadNotation("notation/unseen", name=name)
    else:
        fault = BadNotation("notation/foreign", sign=sign, name=name.lower())
    return fault.at(number, column)


def statements(text: str) -> Iterator[Statement]:
    """Give the statements of a log, without its comments.

    BadNotation for a mark outside of comments that is no printable ASCII: a digit or letter of another script can look
    just like the one that is meant. A byte order mark at the beginning and carriage returns before the line ends are
    passed over.
    """
    if len(text) > MAX_BYTES:
        raise BadNotation("notation/too-large", line=text.count("\n", 0, MAX_BYTES) + 1, column=1, most=MAX_BYTES)
    for number, line in enumerate(text.removeprefix(BOM).split("\n"), 1):
        if len(line) > MAX_LINE:
            raise BadNotation("notation/long-line", line=number, column=MAX_LINE, most=MAX_LINE, count=len(line))
        bare = _COMMENT.sub("", line.removesuffix("\r"))
        if not (bare.isascii() and bare.isprintable()) and _FOREIGN.search(bare):
            raise _foreign(number, bare)
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

    A part is known by its first word, or by its name. A tab counts as two spaces.
    """
    found: dict[str, str] = {}
    for chunk in re.split(r"\t|\s{2,}|\s\|\s", text):
        words = chunk.split()
        named = [word for word in words if "=" in word]
        found.update((word.partition("=")[0], word) for word in named)
        if rest := [word for word in words if "=" not in word]:
            found[rest[0]] = " ".join(rest)
    return found
