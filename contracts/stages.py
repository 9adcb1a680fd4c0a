"""A tournament's stages: in which format a round is played, and who plays in it. Pure.

A stage says its format, how many rounds it has, how many of the standings enter it, and, for elimination, how many of
each table go on. A tournament without stages is one Swiss stage, its first round by lot.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from contracts.tournament import Rules


class Format(StrEnum):
    """How a stage's rounds are seated."""

    RANDOM = "random"  # by lot in every round
    SWISS = "swiss"  # by lot first, then those of like score together, nobody twice while that is possible
    ROUND_ROBIN = "round_robin"  # two a table: everybody meets everybody
    ROTATION = "rotation"  # a schedule in which nobody meets twice while that is possible; scores do not count
    ELIMINATION = "elimination"  # the best of each table go on
    FINAL = "final"  # the first of the standings at the first table, the next at the second


BY_LOT_FIRST = frozenset({Format.RANDOM, Format.SWISS})
"""Formats whose first round of the tournament is as the lots fell."""
BY_SCORE = frozenset({Format.SWISS, Format.FINAL})
"""Formats in which scores say who sits with whom."""


class Stage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One stage.

    `rounds` is how many it has. `enter` is how many of the standings before it enter; 0 lets all in. `advance` is how
    many of each table go on to the next round (elimination only). `table_min` and `table_max` are its tables' sizes; 0
    is the tournament's.
    """

    format: Format
    rounds: int
    enter: int = 0
    advance: int = 0
    table_min: int = 0
    table_max: int = 0


class At(msgspec.Struct, frozen=True):
    """Where a round stands: its stage, the stage's place from 0, the stage's first round, sizes of tables."""

    stage: Stage
    index: int
    first: int
    table_min: int
    table_max: int


def stages(rules: Rules) -> tuple[Stage, ...]:
    """Give a tournament's stages; one Swiss stage where it names none."""
    return rules.stages or (Stage(format=Format.SWISS, rounds=rules.rounds),)


def stage_at(rules: Rules, number: int) -> At:
    """Find the stage of a round, counted from 1. A round past the last belongs to the last stage."""
    first = 1
    found = stages(rules)
    for index, stage in enumerate(found):
        if number < first + stage.rounds or index == len(found) - 1:
            least, most = stage.table_min or rules.table_min, stage.table_max or rules.table_max
            return At(stage, index, first, least, most)
        first += stage.rounds
    raise AssertionError("a tournament has a stage")


def advancing(seats: Sequence[str], places: Sequence[int], order: Sequence[str], best: int) -> tuple[str, ...]:
    """Give those of a table who go on: the best by place; among equals who stands first in `order`, the standings."""
    rank = {e: at for at, e in enumerate(order)}
    ranked = sorted(zip(places, seats, strict=True), key=lambda p: (p[0], rank.get(p[1], len(rank))))
    return tuple(e for _, e in ranked[:best])


def read_stages(text: str) -> tuple[Stage, ...]:
    """Read stages as they are typed: "swiss:4,final:1:8" is FORMAT:ROUNDS[:ENTER[:ADVANCE]], one after the other.

    In an elimination one of each table goes on where nothing else is said; a round robin is played by twos.
    ValueError names the stage.
    """
    found = []
    for n, part in enumerate(text.split(","), start=1):
        name, *numbers = (piece.strip() for piece in part.split(":"))
        if name not in set(Format):
            raise ValueError(f"stage {n}: there is no format {name[:20]!r}: {', '.join(Format)}")
        if not 1 <= len(numbers) <= 3 or any(not number.isdecimal() or len(number) > 4 for number in numbers):
            raise ValueError(f"stage {n}: {part.strip()[:40]!r} is not FORMAT:ROUNDS[:ENTER[:ADVANCE]]")
        rounds, enter, advance = (*map(int, numbers), *(0, 0, 0)[len(numbers) :])
        form = Format(name)
        two = 2 if form is Format.ROUND_ROBIN else 0
        advance = advance or int(form is Format.ELIMINATION)
        found.append(Stage(format=form, rounds=rounds, enter=enter, advance=advance, table_min=two, table_max=two))
    return tuple(found)
