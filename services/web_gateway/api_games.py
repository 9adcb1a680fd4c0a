"""What programs are told of the games: their house rules and presets, and how a preset becomes options."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get

from contracts.games import options as house_rules
from contracts.games.game import GAMES
from contracts.games.options import Choice
from contracts.tournament import Rules


class GameOffer(msgspec.Struct, frozen=True):
    """A game and its house rules: every option with its values, usual value and rule, and what each preset sets."""

    rules: str
    name: str
    least_seats: int
    most_seats: int
    options: tuple[Choice, ...]
    presets: dict[str, dict[str, Any]]


@get("/games")
async def list_games() -> list[GameOffer]:
    """List the games with their house rules and presets."""
    return [
        GameOffer(
            rules,
            game.NAME,
            game.MIN_SEATS,
            game.MAX_SEATS,
            house_rules.choices(game),
            {name: house_rules.preset(game, name) for name in game.PRESETS},
        )
        for rules, game in GAMES.items()
    ]


def with_preset(rules: Rules, preset: str) -> Rules:
    """Give rules with a preset under their own options. PresetUnknownError. An unknown game is left to the lobby."""
    if not preset or rules.game not in GAMES:
        return rules
    sets = house_rules.preset(GAMES[rules.game], preset)
    return msgspec.structs.replace(rules, options={**sets, **rules.options})
