# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""Sentences for refusals: every table whole, facts shown as people write them, nothing lost where a fact is missing."""

from __future__ import annotations

import string

import pytest

from contracts import sentences
from contracts.games.game import GAMES, Refusal
from contracts.sentences import LANGUAGES, of_game, sentence

NAMES = ("Ana", "Bo 2", "سارا")
TABLES = [*sentences.PLATFORM, *(of_game(rules) for rules in GAMES)]


@pytest.mark.parametrize("table", TABLES)
def test_every_sentence_is_there_in_every_language_and_uses_the_same_facts(table):
    for code, said in table.items():
        assert set(said) == set(LANGUAGES), code
        used = {lang: {name for _, name, _, _ in string.Formatter().parse(text) if name} for lang, text in said.items()}
        assert used["en"] == used["fa"] == used["el"], code
        for text in said.values():
            assert text == text.strip()
            assert text[-1] in ".؟;}"


def test_seats_are_shown_as_names_in_every_script():
    refusal = Refusal("NOT_YOUR_TURN", "DD-5", {"seat": 2})
    assert sentence(refusal, "en", NAMES, of_game("draw_dominoes/1")) == "It is سارا's turn."
    assert sentence(refusal, "fa", NAMES, of_game("draw_dominoes/1")) == "نوبت \u2068سارا\u2069 است."


def test_names_keep_their_digits_and_numbers_take_the_readers():
    table = {"X": dict.fromkeys(LANGUAGES, "{arm_seat} {number} {tile} {tiles}")}
    refusal = Refusal("X", "", {"arm_seat": 1, "number": 12, "tile": "6-5", "tiles": ("6-6", "1-0")})
    assert sentence(refusal, "en", NAMES, table) == "Bo 2 12 6-5 6-6 and 1-0"
    assert sentence(refusal, "el", NAMES, table) == "Bo 2 12 6-5 6-6 και 1-0"
    assert sentence(refusal, "fa", NAMES, table).replace("\u2068", "").replace("\u2069", "") == "Bo 2 ۱۲ ۶-۵ ۶-۶ و ۱-۰"
    assert (
        sentence(refusal, "fa", NAMES, table).count("\u2068")
        == sentence(refusal, "fa", NAMES, table).count("\u2069")
        == 5
    )


def test_only_right_to_left_text_has_isolates():
    for lang in ("en", "el"):
        assert "\u2068" not in sentence(Refusal("table/stale"), lang)


def test_few_moves_are_offered():
    table = {"X": dict.fromkeys(LANGUAGES, "No.")}

    def said(*offers: str) -> str:
        return sentence(Refusal("X", "", {"offers": offers}), "en", (), table)

    assert said() == "No."
    assert said("6-5L") == "No. You can play 6-5L."
    assert said("6-5L", "6-5R") == "No. You can play 6-5L or 6-5R."
    assert said("6-5L", "6-5R", "1-0L") == "No. You can play 6-5L, 6-5R or 1-0L."
    assert said("a", "b", "c", "d") == "No."
    assert said("draw") == "No. Draw a tile."


def test_an_unknown_code_language_or_fact_still_gives_a_sentence():
    assert sentence(Refusal("no/such"), "en") == "That cannot be done now (no/such)."
    assert sentence(Refusal("table/stale"), "xx") == sentence(Refusal("table/stale"), "en")
    assert sentence(Refusal("NOT_YOUR_TURN"), "en", (), of_game("draw_dominoes")) == "It is –'s turn."
    assert sentence(Refusal("NOT_YOUR_TURN", "", {"seat": 9}), "en", (), of_game("draw_dominoes")) == "It is 10's turn."
    with pytest.raises(KeyError):
        of_game("chess")


def test_braces_in_a_fact_are_text():
    table = {"X": dict.fromkeys(LANGUAGES, "{error}")}
    assert sentence(Refusal("X", "", {"error": "{seat} {0} %s"}), "en", (), table) == "{seat} {0} %s"


def test_the_cause_chooses_the_sentence():
    table = {"X": dict.fromkeys(LANGUAGES, "general"), "X/first": dict.fromkeys(LANGUAGES, "first")}
    assert sentence(Refusal("X", "", {"case": "first"}), "en", (), table) == "first"
    assert sentence(Refusal("X", "", {"case": "other"}), "en", (), table) == "general"
    assert sentence(Refusal("X", "", {"reason": "first"}), "en", (), table) == "first"
