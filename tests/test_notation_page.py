"""The page on the notation: its examples are read, its grammar is the reader's, its console shows what is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from contracts.games import notation
from contracts.games.statements import statements
from services import records
from tests.golden_rewrite import logs
from tests.test_cli import run

PAGE = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```record\n(.*?)```", PAGE, flags=re.DOTALL)
GRAMMAR = re.findall(r"```ebnf\n(.*?)```", PAGE, flags=re.DOTALL)[0]
MEANT = {
    "a small letter, then small letters, digits and underscores": "[a-z][a-z0-9_]*",
    "anything but spaces and semicolons": r"[^\s;]+",
    "anything up to the line's end; after other words than `state` and `=` up to a semicolon": r"\S.*",
    "one of 0 to 9": "[0-9]",
    "one of A to Z": "[A-Z]",
    "a line end": r"\n",
    "one space or tab, or several": r"[ \t]+",
    "any number of spaces and tabs": r"[ \t]*",
}
"""What the grammar says in words, as patterns."""
TOKEN = re.compile(r'\s*(?:"([^"]*)"|\?\s(.*?)\s\?(?=\s)|([a-z]+(?: move)?)|([=,;|{}()\[\]]))', flags=re.DOTALL)


class Grammar:
    """EBNF without recursion, turned into one pattern for each rule."""

    def __init__(self, text: str) -> None:
        self.rules: dict[str, list[tuple[str, str]]] = {}
        for name, body in re.findall(r"^([a-z]+(?: move)?)\s*=\s(.*?)\s;$", text, flags=re.DOTALL | re.MULTILINE):
            self.rules[name] = [(m.lastindex, m[m.lastindex]) for m in TOKEN.finditer(body + " ")]
        self.used: set[str] = set()

    def pattern(self, rule: str) -> str:
        self.used.add(rule)
        tokens = list(self.rules[rule])
        found = self._either(tokens)
        assert not tokens, (rule, tokens)
        return found

    def _either(self, tokens) -> str:
        parts = [self._row(tokens)]
        while tokens and tokens[0] == (4, "|"):
            tokens.pop(0)
            parts.append(self._row(tokens))
        return f"(?:{'|'.join(parts)})"

    def _row(self, tokens) -> str:
        found = self._one(tokens)
        while tokens and tokens[0] == (4, ","):
            tokens.pop(0)
            found += self._one(tokens)
        return found

    def _one(self, tokens) -> str:
        kind, text = tokens.pop(0)
        if kind == 1:
            return re.escape(text)
        if kind == 2:
            return MEANT[text]
        if kind == 3:
            return self.pattern(text)
        inner = self._either(tokens)
        close = tokens.pop(0)[1]
        assert text + close in {"{}", "()", "[]"}, (text, close)
        return {"{": f"{inner}*", "(": inner, "[": f"{inner}?"}[text]


GRAMMAR_ = Grammar(GRAMMAR)
STATEMENT = re.compile(GRAMMAR_.pattern("statement"))
LOGS = {f"{path.parent.name}/{path.stem}": path.read_text(encoding="utf-8") for path in logs()}


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_of_the_page_is_sound(number, tmp_path):
    (tmp_path / "example.log").write_text(EXAMPLES[number], encoding="utf-8")
    run(tmp_path, "notation", "check", "example.log")


def test_the_page_has_an_example_of_each_game_and_a_whole_match():
    read = [records.check(example).read for example in EXAMPLES]
    assert {found.game for found in read} == {"draw_dominoes/1", "longana/1", "mexican_train/1", "lora/1"}
    assert any(found.over for found in read)
    assert any("??" in example for example in EXAMPLES)


@pytest.mark.parametrize("name", sorted(LOGS))
def test_the_grammar_accepts_every_golden_log(name):
    for st in statements(LOGS[name]):
        said = f"{st.head} {st.rest}".rstrip()
        assert STATEMENT.fullmatch(said), f"line {st.line}: {said}"


def test_the_grammar_is_whole_and_accepts_the_examples():
    GRAMMAR_.pattern("record")
    assert GRAMMAR_.used == set(GRAMMAR_.rules), "each rule is used"
    whole = re.compile(GRAMMAR_.pattern("record"))
    for example in EXAMPLES:
        assert whole.fullmatch(re.sub(r"(^|\s)#(\s.*)?$", "", example, flags=re.MULTILINE))


@pytest.mark.parametrize(
    "said",
    [
        *("game", "game Longana/1", "game longana/x", "game longana/1 seats", "game longana/1 red", "deal", "deal 1"),
        *("deal S0", "deal order 6_6", "from x", "S1", "S1 6", "S1 6-", "A 6-5@", "S0 draw twice", "S0 6-5 !", "! "),
        *("stop", "stop later", "stop resigned", "void", "totals", "result", "state", "hello", "S0 offence", "S0 cut"),
    ],
)
def test_what_the_grammar_leaves_out_the_reader_refuses_too(said):
    """Either by itself, or where it stands in a sound record: no text is outside the grammar and read all the same."""
    if STATEMENT.fullmatch(said):
        assert said in {"totals", "deal S0"}, "by the grammar alone these stand"
    text = said if said.startswith("game") else EXAMPLES[2].split("S1 5-5; S0")[0] + said
    assert notation.read(text).error is not None, said


def test_the_console_shows_what_is_said(tmp_path):
    shown = re.findall(r"```console\n\$ capicua (.*?)\n(.*?)```", PAGE, flags=re.DOTALL)
    assert shown
    head, deal = EXAMPLES[0].split("\n")[1], EXAMPLES[0].split("\n")[3]
    written = f"{head}\n{deal}\nS1 5-5; S0 9-9L; S1 1-0L\n"
    (tmp_path / "lost.log").write_text(written, encoding="utf-8")
    for command, said in shown:
        assert run(tmp_path, *command.split(), code=1).stderr == said
