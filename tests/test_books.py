# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""Is every rule book the same book in each language, and does the command line print what stands in it?"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from typer.testing import CliRunner

from contracts.games.game import GAMES
from services import books
from services.__main__ import app, main
from services.books import Code, Heading, Items, Table, Text
from services.web_gateway import books as pages

OTHERS = [(name, lang) for name in books.names() for lang in books.LANGUAGES if lang != "en"]
LETTERS = {"en": "a-zA-Z", "fa": "\u0600-\u06ff", "el": "\u0370-\u03ff\u1f00-\u1fff"}
PERSIAN_DIGITS = re.compile("[۰-۹]")
SPAN = re.compile(r"`[^`]+`")
NAMES = re.compile("Longana|Lora|Što [a-zš]+|Dame|Srca|Žandar tref|Pop erac")
"""Names that stay as they are where their script is not the language's."""
COMMENT = re.compile(r" {2,}# .*")


def prose(text: str) -> str:
    """Give what is to be in the book's language: no code, no ids, no links' targets, no names."""
    for pattern in (SPAN, books.ID, re.compile(r"\]\([^)]*\)"), NAMES):
        text = pattern.sub(" ", text)
    return text


def texts(name: str, lang: str) -> list[str]:
    """Every text of a book: headings, paragraphs, items, cells."""
    found: list[str] = []
    for block in books.book(name, lang):
        match block:
            case Heading(_, text) | Text(text):
                found.append(text)
            case Items(_, items):
                found += [item.text for item in items]
            case Table(head, rows):
                found += [*head, *(cell for row in rows for cell in row.cells)]
            case Code():
                pass
    return found


def codes(name: str, lang: str) -> list[str]:
    """The blocks shown as they stand, without their remarks."""
    found = [block.text for block in books.book(name, lang) if isinstance(block, Code)]
    return ["\n".join(COMMENT.sub("", line).rstrip() for line in text.splitlines()) for text in found]


def shape(name: str, lang: str) -> list[tuple[object, ...]]:
    """A book's blocks in order, and how large each is."""
    out: list[tuple[object, ...]] = []
    for block in books.book(name, lang):
        match block:
            case Heading(level):
                out.append(("heading", level))
            case Items(numbered, items):
                out.append(("items", numbered, tuple(item.id for item in items)))
            case Table(head, rows):
                out.append(("table", len(head), tuple(row.id for row in rows)))
            case _:
                out.append((type(block).__name__,))
    return out


def first_cells(name: str, lang: str) -> list[str]:
    """What the rows of tables begin with where it is code: options, and codes of refusals, in order."""
    return [
        cell[0]
        for block in books.book(name, lang)
        if isinstance(block, Table)
        for row in block.rows
        if (cell := SPAN.findall(row.cells[0]))
    ]


def test_there_is_a_book_for_every_game_and_the_common_one():
    assert set(books.names()) == {game.NAME for game in GAMES.values()} | {"blocked"}


@pytest.mark.parametrize(("name", "lang"), OTHERS)
def test_every_book_is_the_same_book_in_each_language(name, lang):
    assert books.rules(name, lang) == books.rules(name)
    assert len(set(books.rules(name))) == len(books.rules(name))
    assert shape(name, lang) == shape(name, "en")
    assert codes(name, lang) == codes(name, "en")


@pytest.mark.parametrize(("name", "lang"), OTHERS)
def test_options_codes_and_values_are_named_alike(name, lang):
    assert first_cells(name, lang) == first_cells(name, "en")

    def named(lang: str) -> set[str]:
        return {word for text in texts(name, lang) for span in SPAN.findall(text) for word in re.findall(r"\w+", span)}

    latin = {word for word in named("en") if re.search("[A-Za-z]_|_[A-Za-z]|^[a-z]{3,}$", word)}
    assert latin <= named(lang)


@pytest.mark.parametrize(("name", "lang"), OTHERS)
def test_a_rule_names_the_same_rules(name, lang):
    def cited(lang: str) -> list[tuple[str, Counter[str]]]:
        return [
            (item.id, Counter(books.ID.findall(item.text)))
            for block in books.book(name, lang)
            if isinstance(block, Items)
            for item in block.items
        ]

    assert cited(lang) == cited("en")


@pytest.mark.parametrize(("name", "lang"), OTHERS)
def test_nothing_is_left_untranslated(name, lang):
    own = re.compile(f"[{LETTERS[lang]}]")
    for text in texts(name, lang):
        said = prose(text)
        theirs, latin = len(own.findall(said)), len(re.findall("[a-zA-Z]", said))
        if theirs + latin > 3:
            assert theirs > 0.6 * (theirs + latin), text
    english = {prose(text) for text in texts(name, "en") if len(prose(text)) > 30}
    assert not english & {prose(text) for text in texts(name, lang)}


@pytest.mark.parametrize(("name", "lang"), [(name, lang) for name in books.names() for lang in books.LANGUAGES])
def test_digits_are_the_language_s(name, lang):
    for text in texts(name, lang):
        if lang == "fa":
            assert not re.search("[0-9]", prose(text)), text
            assert not PERSIAN_DIGITS.search("".join(SPAN.findall(text))), text
        else:
            assert not PERSIAN_DIGITS.search(text), text


@pytest.mark.parametrize(("name", "lang"), OTHERS)
def test_numbers_are_the_same(name, lang):
    """Of a table's cell: its numbers, whatever the digits."""
    digits = str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789")

    def numbers(lang: str) -> list[list[str]]:
        return [
            sorted(re.findall(r"\d+", cell.translate(digits)))
            for block in books.book(name, lang)
            if isinstance(block, Table)
            for row in block.rows
            for cell in row.cells
        ]

    assert numbers(lang) == numbers("en")


@pytest.mark.parametrize(("name", "lang"), OTHERS)
def test_links_stay_in_the_language(name, lang):
    found = re.findall(r"\]\((\w+)\.(\w+\.)?md", books.source(name, lang))
    assert {to for to, _ in found} == set(re.findall(r"\]\((\w+)\.md", books.source(name)))
    assert {tongue for _, tongue in found} <= {f"{lang}."}


def test_a_change_would_be_noticed(monkeypatch):
    real = books.source

    def changed(name: str, lang: str = "en") -> str:
        text = real(name, lang)
        return text.replace("**L-17**", "**L-71**") if lang == "fa" else text

    monkeypatch.setattr(books, "source", changed)
    books.book.cache_clear()
    try:
        with pytest.raises(AssertionError):
            test_every_book_is_the_same_book_in_each_language("longana", "fa")
    finally:
        monkeypatch.undo()
        books.book.cache_clear()


# --- one rule


def test_every_rule_can_be_asked_for_in_every_language():
    for name in books.names():
        for lang in books.LANGUAGES:
            for one in books.rules(name):
                first, *_ = books.rule(name, one.lower(), lang)
                assert isinstance(first, (Items, Table))
                assert one in (first.items[0].text if isinstance(first, Items) else first.rows[0].cells[0])


def test_a_rule_comes_with_the_table_that_it_speaks_of():
    _, table = books.rule("mexican_train", "MT-1", "fa")
    assert isinstance(table, Table)
    assert len(table.rows) == 5


def test_a_rule_of_the_common_book_is_found_under_a_game():
    assert books.rule("longana", "BG-17") == books.rule("blocked", "BG-17")


@pytest.mark.parametrize(
    ("name", "id", "words"),
    [
        ("chess", "L-1", ["chess", "longana"]),
        ("longanna", "L-1", ["close to it: longana"]),
        ("longana", "L-99", ["L-1 to L-35", "close to it: L-9"]),
        ("longana", "MT-18", ["mexican_train"]),
        ("lora", "LP-14", ["LP-1 to LP-13"]),
    ],
)
def test_what_is_not_there_is_said_with_what_is(name, id, words):
    with pytest.raises(books.BookError) as caught:
        books.rule(name, id)
    for word in words:
        assert word in str(caught.value)


def test_no_other_language_is_guessed():
    with pytest.raises(books.BookError, match="en, fa, el"):
        books.source("longana", "de")


# --- the command line


def printed(*args: str) -> str:
    done = CliRunner().invoke(app, ["rules", *args])
    assert done.exception is None, done.exception
    return done.stdout


def plain(text: str) -> str:
    """A text without marks, marks of direction, and differences of space."""
    text = re.sub(r"\[([^\]]+)\]\((\w+)(?:\.\w+)?\.md\)", r"\1 (\2)", text)
    return " ".join(re.sub("[`*\u2066\u2069]", "", text).split())


@pytest.mark.parametrize(("name", "lang"), [(name, lang) for name in books.names() for lang in books.LANGUAGES])
def test_the_whole_book_is_printed(name, lang):
    said = plain(printed(name, "--lang", lang))
    for block in books.book(name, lang):
        match block:
            case Heading(_, text) | Text(text) | Code(text):
                assert plain(text) in said
            case Items(_, items):
                for item in items:
                    assert plain(item.text) in said
            case Table(_, rows):
                for row in rows:
                    assert plain(row.cells[0]).split()[:1] == [] or plain(row.cells[0]).split()[0] in said


def test_one_rule_is_printed():
    said = printed("mexican-train", "MT-18", "--lang", "fa")
    (block,) = books.rule("mexican_train", "MT-18", "fa")
    assert isinstance(block, Items)
    assert plain(said) == plain(block.items[0].text)
    assert "\u2066own_train_first\u2069" in said, "code keeps its direction in Persian"
    assert "\u2066" not in printed("mexican-train", "MT-18")
    assert printed("draw-dominoes", "bg-17") == printed("blocked", "BG-17")


def test_without_a_game_the_books_are_named():
    said = printed("--lang", "el")
    for name in books.names():
        assert name in said
        assert books.title(name, "el") in said


def test_numbers_of_a_list_are_in_the_language_s_digits():
    assert "۱۱. " in printed("longana", "--lang", "fa")
    assert "11. " in printed("longana", "--lang", "el")


def test_an_unknown_rule_is_told_in_one_sentence(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["capicua", "rules", "lora", "LO-77"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert "LO-1 to LO-49" in capsys.readouterr().err


# --- the pages


def test_ids_and_latin_words_keep_their_place_in_a_page_from_right_to_left():
    text = str(pages.book("lora", "fa"))
    assert "<bdi>LO-8</bdi> تا <bdi>LO-10</bdi>، <bdi>LO-23</bdi>" in text
    assert "<bdi>Što manje</bdi>" in text
    assert '<code dir="ltr">layout_direction=clockwise</code>' in text
    assert not re.search("<bdi>[^<]*</bdi>", re.sub(r"<bdi>[A-Z]{1,3}-\d+</bdi>", "", str(pages.book("lora", "el"))))


@pytest.mark.parametrize("name", books.names())
def test_anchors_are_the_same_in_each_language(name):
    found = [re.findall(r' id="([^"]+)"', str(pages.book(name, lang))) for lang in books.LANGUAGES]
    assert found[0] == found[1] == found[2] == list(books.rules(name))
