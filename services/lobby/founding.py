"""How a tournament is founded: its id, its name and its rules judged, its options completed. Pure.

Imports `contracts` only.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from contracts import ranking
from contracts.entrants import MAX_ENTRANTS, clean, text_fault
from contracts.envelope import Command
from contracts.games.game import GAMES, Game, Refusal, game, plain
from contracts.messages import Event
from contracts.over_the_board import board_conflict
from contracts.stages import Format
from contracts.tournament import CreateTournament, Rules, TournamentCreated
from contracts.tournament_state import Tournament, players

MAX_TEXT: Final = 500
"""Characters of a free text, and of what is quoted in a refusal."""
MAX_SEED: Final = 200
MAX_OPTION: Final = 1_000_000_000

_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")  # no dot: table ids are joined by it

_RANGES: Final[dict[str, tuple[int, int]]] = {
    "rounds": (1, 99),
    "bye_points": (0, ranking.FULL),
    "hide_last_rounds": (0, 99),
    "qualify": (0, MAX_ENTRANTS),
    "capacity": (0, MAX_ENTRANTS),
    "late_points": (0, ranking.FULL),
    "max_deals": (1, 999),
    "move_s": (1, 86_400),
    "sit_s": (1, 86_400),
    "bank_s": (1, 86_400),
    "increment_s": (1, 3_600),
    "round_s": (1, 86_400),
    "last_deal_s": (1, 86_400),
}
"""The least and the most of each number of the rules."""


def create(state: Tournament | None, command: Command, body: CreateTournament) -> tuple[Event, ...] | Refusal:
    """Found a tournament under the command's key, with every option written out."""
    if state is not None:
        return Refusal("tournament/exists", facts={"name": state.name})
    if not _ID.fullmatch(command.key):
        return Refusal("tournament/id", facts={"tournament": command.key[:MAX_TEXT]})
    if fault := text_fault("tournament/name", body.name):
        return fault
    rules = body.rules
    try:
        played = game(rules.game)
    except KeyError:
        return Refusal("rules/unknown", facts={"rules": rules.game[:MAX_TEXT], "known": tuple(GAMES)})
    if fault := _rules_fault(rules, played):
        return fault
    options = _complete(rules, played)
    if isinstance(options, Refusal):
        return options
    return (TournamentCreated(name=clean(body.name), rules=replace(rules, game=played.ID, options=options)),)


def _rules_fault(rules: Rules, played: Game) -> Refusal | None:
    numbers = {
        "rounds": rules.rounds,
        "bye_points": rules.bye_points,
        "hide_last_rounds": rules.hide_last_rounds,
        "qualify": rules.qualify,
        "capacity": rules.entry.capacity,
        "late_points": rules.entry.late_points,
        "max_deals": rules.max_deals,
        "move_s": rules.limits.move_s,
        "sit_s": rules.limits.sit_s,
        "bank_s": rules.limits.bank_s,
        "increment_s": rules.limits.increment_s,
        "round_s": rules.round_s,
        "last_deal_s": rules.last_deal_s,
    }
    for name, number in numbers.items():
        least, most = _RANGES[name]
        if number is not None and not least <= number <= most:
            return Refusal("rules/range", facts={"field": name, "least": least, "most": most})
    least, most = _sizes(rules, played)
    if not least <= rules.table_min <= rules.table_max <= most:
        return Refusal("rules/tables", facts={"least": least, "most": most})
    for at, name in enumerate(rules.tie_breaks):
        if name not in ranking.TIE_BREAKS or name in rules.tie_breaks[:at]:
            return Refusal("rules/tie-breaks", facts={"name": name[:MAX_TEXT], "known": ranking.TIE_BREAKS})
    if rules.scoring not in ranking.METHODS:
        return Refusal("rules/scoring", facts={"name": rules.scoring[:MAX_TEXT], "known": ranking.METHODS})
    if fault := _stages_fault(rules, played):
        return fault
    if not rules.seed.strip() or len(rules.seed) > MAX_SEED:
        return Refusal("rules/seed", facts={"most": MAX_SEED})
    return None


def _sizes(rules: Rules, played: Game) -> tuple[int, int]:
    """Give how many entrants a table of the game holds: pairs take two chairs each."""
    chairs = 2 if rules.pairs else 1
    return max(-(-played.MIN_SEATS // chairs), 2), played.MAX_SEATS // chairs


def _pairs_fault(rules: Rules, seats: int, options: Any, played: Game) -> Refusal | None:
    """Judge whether pairs may enter: partners have to play together at every table that there may be."""
    if not rules.pairs:
        return None
    found = played.sides(options)
    if len(found) == seats and all(len(side) == 2 for side in found):
        return None
    return Refusal("rules/pairs", facts={"game": played.NAME})


def _stages_fault(rules: Rules, played: Game) -> Refusal | None:
    """Judge the formats: their rounds add up, their tables are the game's, options stand where they mean something."""

    def fault(number: int, reason: str) -> Refusal:
        return Refusal("rules/stages", facts={"stage": number, "case": reason})

    if not rules.stages:
        return None
    for number, stage in enumerate(rules.stages, start=1):
        least, most = stage.table_min or rules.table_min, stage.table_max or rules.table_max
        if not 1 <= stage.rounds <= _RANGES["rounds"][1]:
            return fault(number, "rounds")
        if not _sizes(rules, played)[0] <= least <= most <= _sizes(rules, played)[1]:
            return fault(number, "tables")
        if stage.format is Format.ROUND_ROBIN and most != 2:
            return fault(number, "two")
        advances = stage.format is Format.ELIMINATION
        if advances != (stage.advance > 0) or (advances and stage.advance >= least):
            return fault(number, "advance")
        if stage.enter and (number == 1 or not least <= stage.enter <= MAX_ENTRANTS):
            return fault(number, "enter")
    if sum(stage.rounds for stage in rules.stages) != rules.rounds:
        return fault(len(rules.stages), "sum")
    return None


def _complete(rules: Rules, played: Game) -> dict[str, Any] | Refusal:
    """Write out every option but `players`, after every table size that a round may need has been judged."""
    if "players" in rules.options:
        return Refusal("options/players")
    for name, value in rules.options.items():
        if isinstance(value, int | float) and abs(value) > MAX_OPTION:
            return Refusal("options/form", facts={"error": f"{name[:MAX_TEXT]} is above {MAX_OPTION}"})
    complete: dict[str, Any] = {}
    least = min([rules.table_min, *(stage.table_min or rules.table_min for stage in rules.stages)])
    most = max([rules.table_max, *(stage.table_max or rules.table_max for stage in rules.stages)])
    for seats in range(least, most + 1):
        at_table = players(rules, seats)
        try:
            options = msgspec.convert({**rules.options, "players": at_table}, played.Options)
        except msgspec.ValidationError as wrong:
            return Refusal("options/form", facts={"error": str(wrong)[:MAX_TEXT]})
        if conflict := played.conflict(options) or board_conflict(rules.board, played, options, rules.limits):
            return Refusal("options/conflict", conflict.rule, {**conflict.facts, "players": at_table})
        if fault := _pairs_fault(rules, seats, options, played):
            return fault
        complete = plain(options)
    del complete["players"]
    return complete
