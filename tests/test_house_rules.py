# ruff: noqa: RUF001  # letters of three scripts are meant
"""Does the director's form offer every house rule in words, and give back exactly what was chosen?"""

from __future__ import annotations

import re

import pytest

from contracts.games import options as house_rules
from contracts.games.game import GAMES, Game, plain
from contracts.games.options import Kind
from services.web_gateway import house_rules as form_of
from services.web_gateway.words import LANGS
from services.web_gateway.words_options import OPTIONS, PRESETS, VALUES
from tests.club import club
from tests.waiting import wait_for

LONGANA, LORA, TRAIN = GAMES["longana/1"], GAMES["lora/1"], GAMES["mexican_train/1"]
GAME = pytest.mark.parametrize("game", GAMES.values(), ids=[g.NAME for g in GAMES.values()])
LANG = pytest.mark.parametrize("lang", LANGS.values(), ids=list(LANGS))


@GAME
@LANG
def test_every_option_value_and_preset_has_words(game: Game, lang) -> None:
    for choice in house_rules.choices(game):
        assert choice.name in OPTIONS
        for value in choice.values:
            if isinstance(value, str) and choice.kind is Kind.ONE:
                assert value in VALUES[choice.name], f"{choice.name}={value}"
            assert lang.code == "en" or isinstance(value, int) or form_of.worded(choice.name, value, lang) != value
    assert PRESETS[game.NAME].keys() == game.PRESETS.keys()
    texts = [*OPTIONS.values(), *PRESETS[game.NAME].values(), *(t for v in VALUES.values() for t in v.values())]
    for english, persian, greek in texts:
        assert english.isascii()
        assert re.search("[آ-ی]", persian)
        assert re.search("[α-ωά-ώ]", greek)
        assert not re.search("[a-zA-Z]", persian + greek)


@GAME
def test_the_form_leads_to_the_rule_and_says_what_is_usual(game: Game) -> None:
    offer = form_of.offer(game, {}, LANGS["en"])
    assert [f.name.partition(".")[2] for f in offer.fields] == [c.name for c in house_rules.choices(game)]
    for field in offer.fields:
        book = "blocked" if field.rule.startswith("BG-") else game.NAME
        assert field.link == f"/rules/{book}#{field.rule}"
        assert field.usual
        assert not any(option.chosen for option in field.options)


@GAME
def test_every_value_that_is_offered_comes_back(game: Game) -> None:
    for choice in house_rules.choices(game):
        for option in next(
            f for f in form_of.offer(game, {}, LANGS["fa"]).fields if f.name.endswith(choice.name)
        ).options:
            form = {f"{game.NAME}.{choice.name}": option.value}
            found = form_of.read(game, form, {})
            wanted = [option.value] if choice.kind is Kind.MANY else found[choice.name]
            assert found == {choice.name: wanted}
            assert wanted in ([[v] for v in choice.values] if choice.kind is Kind.MANY else choice.values)
            again = next(f for f in form_of.offer(game, form, LANGS["el"]).fields if f.name.endswith(choice.name))
            assert [o.value for o in again.options if o.chosen] == [option.value]


@GAME
def test_what_a_script_fills_in_is_what_the_preset_says(game: Game) -> None:
    import json

    for preset in form_of.offer(game, {}, LANGS["en"]).presets:
        filled = form_of.read(game, json.loads(preset.sets), {})
        alone = form_of.read(game, {f"preset.{game.NAME}": preset.value}, {})
        assert filled == alone == house_rules.preset(game, preset.value)


def test_fields_go_before_the_preset_and_json_before_both() -> None:
    form = {"preset.longana": "short", "longana.blocked_tie": "split", "lora.version": "libyan"}
    assert form_of.read(LONGANA, form, {}) == {"target_score": 50, "blocked_tie": "split"}
    assert form_of.read(LONGANA, form | {"longana.target_score": "70"}, {})["target_score"] == 70
    assert form_of.read(LONGANA, form | {"longana.target_score": "70"}, {"target_score": 80})["target_score"] == 80
    assert form_of.read(LORA, {"preset": "libyan"}, {}) == {"version": "libyan"}
    ticked = form_of.joined([("lora.omit_contracts", "queens"), ("lora.omit_contracts", "hearts"), ("name", "A")])
    assert form_of.read(LORA, ticked, {}) == {"omit_contracts": ["queens", "hearts"]}
    assert ticked["name"] == "A"
    field = next(f for f in form_of.offer(LORA, ticked, LANGS["en"]).fields if f.name == "lora.omit_contracts")
    assert [option.value for option in field.options if option.chosen] == ["queens", "hearts"]


@pytest.mark.parametrize(
    ("game", "form", "said"),
    [
        (LONGANA, {"longana.target_score": "many"}, "target_score: 'many'"),
        (LONGANA, {"longana.target_score": "-5"}, "target_score: '-5'"),
        (LONGANA, {"longana.target_score": "1" * 10}, "target_score"),
        (LONGANA, {"longana.blocked_tie": "lots"}, "blocked_tie: 'lots'. no_winner, split"),
        (LORA, {"lora.omit_contracts": "queens aces"}, "omit_contracts: 'aces'"),
        (TRAIN, {"mexican_train.own_train_first": "maybe"}, "own_train_first: 'maybe'. false, true"),
        (TRAIN, {"preset.mexican_train": "libyan"}, "no preset 'libyan'"),
    ],
)
def test_what_cannot_be_read_is_named(game: Game, form: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        form_of.read(game, form, {})


def test_the_terms_say_in_words_what_is_not_as_usual() -> None:
    options = plain(TRAIN.PRESETS["short"])
    assert form_of.summary("mexican_train/1", options, LANGS["en"]) == (
        "First turn: one tile; Length of the match: one round"
    )
    assert form_of.summary("mexican_train/1", options, LANGS["el"]).startswith("Πρώτη σειρά: ένα πλακίδιο· ")
    assert form_of.summary("lora/1", {"omit_contracts": ["queens", "jack_clubs"]}, LANGS["en"]) == (
        "Contracts left out: Queens, Jack of Clubs"
    )
    assert form_of.summary("longana/1", {"target_score": 50}, LANGS["en"]) == "", "the target has a line of its own"
    assert form_of.summary("chess/1", {"board": 8}, LANGS["en"]) == ""


# --- behind a real server


@pytest.fixture(scope="module")
async def running(tmp_path_factory):
    async with club(tmp_path_factory.mktemp("house") / "log.db") as found:
        yield found


FORM = {"name": "House", "rounds": "1", "table_min": "4", "table_max": "4", "seed": "s", "tie_breaks": "wins"}


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_preset_and_ticked_options_become_the_tournament_s_house_rules(running) -> None:
    form = FORM | {"game": "lora/1", "preset.lora": "small", "longana.target_score": "nonsense of another game"}
    async with running.director() as http:
        page = (await http.get("/director/new?lang=el")).text
        assert 'name="preset.lora"' in page
        assert "Μικρή Λόρα" in page
        assert 'href="/rules/blocked#BG-19"' in page
        made = await http.post("/director/new", data={**form, "lora.layout_pass_points": "1"})
        assert made.status_code == 303, made.text
        t = made.headers["location"].split("/")[2]
        await wait_for(lambda: t in running.known.tournaments, what="the tournament")
        options = running.known.tournaments[t].state.rules.options
        assert (options["omit_contracts"], options["layout_pass_points"]) == (["jack_clubs"], 1)
        assert "Contracts left out: Jack of Clubs" in (await http.get(f"/t/{t}?tab=rules&lang=en")).text
        many = {**FORM, "game": "lora/1", "lora.omit_contracts": ["queens", "hearts"]}
        made = await http.post("/director/new", data=many)
        t = made.headers["location"].split("/")[2]
        await wait_for(lambda: t in running.known.tournaments, what="the second tournament")
        assert running.known.tournaments[t].state.rules.options["omit_contracts"] == ["queens", "hearts"]


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"preset": "moon"}, 400, "There is no such preset. There are: club, small"),
        ({"lora.version": "martian"}, 400, "version"),
        ({"preset.lora": "libyan", "lora.extra_deals": "true"}, 409, "version=libyan"),
    ],
)
async def test_house_rules_that_cannot_be_are_explained_and_the_form_keeps_them(running, change, status, said) -> None:
    async with running.director() as http:
        answer = await http.post("/director/new", data=FORM | {"game": "lora/1"} | change)
    assert answer.status_code == status
    assert said in answer.text
    assert 'role="alert"' in answer.text
    if "preset.lora" in change:
        assert re.search(r'value="libyan"[^>]* selected', answer.text)


@pytest.mark.slow
@pytest.mark.anyio
async def test_programs_are_told_the_options_and_may_name_a_preset(running) -> None:
    async with running.director() as http:
        games = {game["name"]: game for game in (await http.get("/api/games")).json()}
        assert games.keys() == {game.NAME for game in GAMES.values()}
        assert games["lora"]["presets"]["libyan"] == {"version": "libyan"}
        names = [option["name"] for option in games["longana"]["options"]]
        assert names == [choice.name for choice in house_rules.choices(LONGANA)]
        rules = {"game": "longana/1", "rounds": 1, "table_min": 2, "table_max": 2, "seed": "s"}
        body = {
            "name": "P",
            "id": "with-preset",
            "preset": "short",
            "rules": rules | {"options": {"blocked_tie": "split"}},
        }
        assert (await http.post("/api/tournaments", json=body)).status_code == 201
        options = running.known.tournaments["with-preset"].state.rules.options
        assert (options["target_score"], options["blocked_tie"]) == (50, "split")
        answer = await http.post("/api/tournaments", json={**body, "id": "no-preset", "preset": "moon"})
        assert answer.status_code == 400
        assert answer.json()["code"] == "options/preset"
        assert "club, short" in answer.json()["sentence"]
