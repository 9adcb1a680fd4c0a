"""Is each preset what the documents say, offered everywhere, and playable from its demonstration to a verified export?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from contracts.games import lora, lora_options
from contracts.games import options as house_rules
from contracts.games.game import GAMES, Game, plain
from contracts.games.options import Kind, PresetUnknownError
from tests.documents import ROOT
from tests.test_cli import run

ALL = [pytest.param(game, name, id=f"{game.NAME}-{name}") for game in GAMES.values() for name in game.PRESETS]
GAME = pytest.mark.parametrize("game", GAMES.values(), ids=[g.NAME for g in GAMES.values()])
BOOKS = ROOT / "contracts" / "games"


@GAME
def test_a_preset_is_a_constant_named_after_the_game(game: Game) -> None:
    constants = {**vars(lora_options), **vars(game)}  # Lora's options have a module of their own
    for name, options in game.PRESETS.items():
        assert constants["LORA" if game is lora and name == "club" else f"{game.NAME}_{name}".upper()] is options


@GAME
def test_the_first_preset_is_the_book_and_no_two_are_alike(game: Game) -> None:
    names = list(game.PRESETS)
    assert names[0] == house_rules.USUAL
    assert house_rules.preset(game, house_rules.USUAL) == {}
    seen = [json.dumps(plain(options)) for options in game.PRESETS.values()]
    assert len(set(seen)) == len(seen)
    assert all(re.fullmatch(r"[a-z0-9_]+", name) for name in names)


@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_preset_can_be_played_and_travels_as_what_it_changes(game: Game, name: str) -> None:
    options = game.PRESETS[name]
    assert game.conflict(options) is None
    changes = house_rules.preset(game, name.replace("_", "-").upper())
    assert msgspec.convert({**plain(game.Options()), **changes}, game.Options) == options
    assert house_rules.differing(game, plain(options)) == changes
    assert house_rules.differing(game, plain(options) | {"players": game.MIN_SEATS}) == changes, "tables say how many"


@GAME
def test_an_unknown_preset_names_those_that_there_are(game: Game) -> None:
    with pytest.raises(PresetUnknownError, match=f"no preset 'moon' of {game.NAME}: club, ") as wrong:
        house_rules.preset(game, "moon")
    assert wrong.value.known == tuple(game.PRESETS)


# --- the options that a form offers


def _values(choice: house_rules.Choice) -> Iterator[object]:
    match choice.kind:
        case Kind.NUMBER:
            least = choice.least if choice.least is not None else 0
            yield from (least, least + 1)
            if choice.optional:
                yield None
        case Kind.MANY:
            yield from ([], *([value] for value in choice.values))
        case _:
            yield from choice.values


@GAME
def test_every_option_but_players_is_offered_with_values_that_the_game_reads(game: Game) -> None:
    offered = house_rules.choices(game)
    assert [c.name for c in offered] == [name for name in plain(game.Options()) if name != "players"]
    for choice in offered:
        values = list(_values(choice))
        assert choice.usual in values or choice.kind is Kind.NUMBER
        for value in values:
            found = msgspec.convert({choice.name: value}, game.Options)
            assert plain(found)[choice.name] == value


@GAME
def test_what_is_not_offered_is_not_accepted(game: Game) -> None:
    for choice in house_rules.choices(game):
        wrong: list[object] = [{}, "neither"]
        if choice.kind is Kind.NUMBER:
            wrong += [] if choice.least is None else [choice.least - 1]
            wrong += [] if choice.optional else [None]
        for value in wrong:
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({choice.name: value}, game.Options)


@GAME
def test_each_option_s_rule_is_in_a_book_and_the_book_has_the_option(game: Game) -> None:
    book = (BOOKS / f"{game.NAME}.md").read_text()
    rules = set(re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", book + (BOOKS / "blocked.md").read_text(), re.MULTILINE))
    for choice in house_rules.choices(game):
        assert choice.rule in rules, choice.name
        assert re.search(rf"^\| `{choice.name}` \|", book, re.MULTILINE), f"no row for {choice.name}"
    assert set(game.OPTION_RULES) <= set(plain(game.Options())), "a rule for an option that is not there"


# --- on the command line, through the services, to an export that is verified


def _entrants(folder: Path, count: int) -> None:
    rows = "".join(f"Player {n},,\n" for n in range(1, count + 1))
    (folder / "list.csv").write_text(f"name,club,bot\n{rows}", encoding="utf-8")


def _demonstrated(folder: Path, asked: str, players: int) -> dict[str, object]:
    """Play a demonstration, and give the options that its export, once verified, says were played."""
    _entrants(folder, players)
    done = run(folder, *f"demo --entrants list.csv --rounds 1 --log sqlite:club.db --id t --seed s {asked}".split())
    assert "final" in done.stdout
    assert all(f"Player {n} " in done.stdout for n in range(1, players + 1)), "everybody has a place"
    run(folder, *["export", "sqlite:club.db", "--table", "t.1.1", "-o", "table.jsonl"])
    assert "is sound" in run(folder, "verify", "table.jsonl").stdout
    run(folder, *["export", "sqlite:club.db", "--tournament", "t", "-o", "all.jsonl"])
    assert "tournament t" in run(folder, "verify", "all.jsonl").stdout
    for line in (folder / "table.jsonl").read_text().splitlines():
        if found := re.search(r'"kind":"table_opened".*?"options":(\{[^}]*\})', line):
            options: dict[str, object] = json.loads(found[1])
            return options
    raise AssertionError("the export has no opened table")


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_demonstration_of_each_preset_ends_with_standings_and_a_sound_export(
    tmp_path: Path, game: Game, name: str
) -> None:
    deals = "" if game.NAME == "lora" or name == "short" else " --deals 2"
    asked = f"--game {game.NAME.replace('_', '-')} --options {name.replace('_', '-')}{deals}"
    assert _demonstrated(tmp_path, asked, 4) == {**plain(game.PRESETS[name]), "players": 4}


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_mexican_train_with_fourteen_at_one_table(tmp_path: Path) -> None:
    options = _demonstrated(tmp_path, "--game mexican-train --seats 14 --deals 2", 14)
    assert options["players"] == 14


def test_a_house_rule_by_itself_goes_before_the_preset_s(tmp_path: Path) -> None:
    asked = "--game longana --options short --option blocked_tie=split --option target_score=60 --deals 1"
    options = _demonstrated(tmp_path, asked, 3)
    assert (options["target_score"], options["blocked_tie"]) == (60, "split")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("--game lora --options moon", "there is no preset 'moon' of lora: club, small, chosen,"),
        ("--game longana --options libyan", "no preset 'libyan' of longana: club, short"),
        ("--game longana --options short --option target_score=none", "'target_score' is a whole number from 1 on"),
        ("--game mexican_train --seats 15", "mexican_train has 2 to 14 players"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is_written(tmp_path: Path, asked: str, said: str) -> None:
    done = run(tmp_path, *f"demo --log sqlite:club.db {asked}".split(), code=1)
    assert said in " ".join(done.stderr.split())
    assert not (tmp_path / "club.db").exists()
