# ruff: noqa: RUF001  # the dash between numbers and the Persian semicolon are meant
"""The part of a form that chooses a tournament's stages, and how stages are told in sentences. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from contracts.stages import Format, Stage, stages
from contracts.tournament import Rules
from services.web_gateway.words import Lang

ROWS: Final = 4
"""Stages that the form offers; the API takes as many as there are rounds."""
FIELDS: Final = ("rounds", "enter", "advance", "min", "max")
_MOST_DIGITS: Final = 6


class StageError(ValueError):
    """What cannot be read of a stage: its number, the field and what stood there."""

    def __init__(self, number: int, field: str, text: str) -> None:
        """Take where, and what."""
        super().__init__(f"stage {number}, {field}: {text!r}")
        self.number, self.field, self.text = number, field, text

    def said(self, lang: Lang) -> str:
        """Say it."""
        return lang.t("new.stage.bad", n=self.number, field=lang.t(f"new.stage.{self.field}"), text=f"“{self.text}”")


def rows(form: Mapping[str, str], lang: Lang) -> list[dict[str, Any]]:
    """Give the form's rows with what was chosen in them."""
    return [
        {
            "n": n,
            "format": form.get(f"stage.{n}.format", ""),
            "formats": [(f"{one}", lang.t(f"form.{one}")) for one in Format],
            "fields": [
                {
                    "name": f"stage.{n}.{name}",
                    "label": lang.t(f"new.stage.{name}"),
                    "value": form.get(f"stage.{n}.{name}", ""),
                }
                for name in FIELDS
            ],
        }
        for n in range(1, ROWS + 1)
    ]


def read(form: Mapping[str, str]) -> tuple[Stage, ...]:
    """Read the stages that were chosen, in order; rows without a format are left out. StageError names the stage."""

    def number(n: int, name: str, usual: int) -> int:
        text = form.get(f"stage.{n}.{name}", "").strip()
        if not text:
            return usual
        if not text.isdecimal() or len(text) > _MOST_DIGITS:
            raise StageError(n, name, text)
        return int(text)

    found = []
    for n in range(1, ROWS + 1):
        chosen = form.get(f"stage.{n}.format", "")
        if not chosen:
            continue
        if chosen not in set(Format):
            raise StageError(n, "format", chosen[:20])
        form_of = Format(chosen)
        two = form_of is Format.ROUND_ROBIN  # it is played by twos, whatever the tournament's tables are
        found.append(
            Stage(
                format=form_of,
                rounds=number(n, "rounds", 1),
                enter=number(n, "enter", 0),
                advance=number(n, "advance", 1 if form_of is Format.ELIMINATION else 0),
                table_min=number(n, "min", 2 if two else 0),
                table_max=number(n, "max", 2 if two else 0),
            )
        )
    return tuple(found)


def told(rules: Rules, lang: Lang) -> list[tuple[str, str]]:
    """Tell each stage in a sentence: which rounds, and who sits together in them."""
    found, first = [], 1
    for stage in stages(rules):
        last = first + stage.rounds - 1
        label = lang.t("form.rounds", first=first, last=last) if last > first else lang.t("form.round", n=first)
        said = [f"{lang.t(f'form.{stage.format}')}: {lang.t(f'form.say.{stage.format}', best=stage.advance)}"]
        if stage.enter:
            said.append(lang.t("form.enter", n=stage.enter))
        if stage.table_min or stage.table_max:
            least, most = stage.table_min or rules.table_min, stage.table_max or rules.table_max
            said.append(lang.t("form.tables", sizes=lang.n(most if least == most else f"{least}–{most}")))
        found.append((label, "; ".join(said) if lang.dir == "ltr" else "؛ ".join(said)))
        first = last + 1
    return found
