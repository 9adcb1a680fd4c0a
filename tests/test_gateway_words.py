# ruff: noqa: RUF001  # letters and signs of three scripts are meant
"""Do the pages have their words in every language, their drawings, their rules and their files as stated?"""

from __future__ import annotations

import hashlib
import re
import string
from xml.etree import ElementTree  # noqa: ICN001

import pytest

from contracts.games.game import GAMES
from services.web_gateway import books, svg
from services.web_gateway.boards import BOARDS
from services.web_gateway.render import HERE, STATIC, qr
from services.web_gateway.svg import End, Lying
from services.web_gateway.words import LANGS, PARTS, TABLES, choose


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", ["fa", "el"])
def test_every_language_has_every_text_with_the_same_facts(code):
    assert TABLES[code].keys() == TABLES["en"].keys()
    for key, text in TABLES["en"].items():
        assert facts(TABLES[code][key]) == facts(text), key
        assert TABLES[code][key].strip(), key


def test_no_text_is_worded_in_two_places():
    assert sum(len(part["en"]) for part in PARTS) == len(TABLES["en"])


def sources() -> str:
    files = [*HERE.glob("*.py"), *(HERE / "templates").rglob("*.html")]
    return "\n".join(f.read_text() for f in files if not f.name.startswith("words_"))


def test_every_text_that_is_asked_for_is_there_and_the_other_way_round():
    text = sources()
    asked = set(re.findall(r"""\b(?:t|raw)\(\s*["']([\w.]+)["']""", text))
    missing = {key for key in asked if key not in TABLES["en"] and not key.endswith(".")}
    assert not missing
    assert all(re.fullmatch(r"[\w./-]+", key) for key in TABLES["en"])
    whole = set(re.findall(r"""(?<=["'])[\w./-]+(?=["'])""", text))
    stems = set(re.findall(r"""(?<=["'])[\w./-]+\.(?=["'{])""", text))
    keys = {key.removesuffix(".1") for key in TABLES["en"]}
    assert not {key for key in keys if key not in whole and f"{key.rpartition('.')[0]}." not in stems}


def test_numbers_names_and_spans():
    fa, en = LANGS["fa"], LANGS["en"]
    assert fa.n("1234567890.5") == "۱۲۳۴۵۶۷۸۹۰٫۵"
    assert [en.hundredths(v) for v in (0, 50, 2750, -125, 300)] == ["0", "0.5", "27.5", "−1.25", "3"]
    assert fa.hundredths(2750) == "۲۷٫۵"
    assert LANGS["el"].hundredths(2750) == "27,5", "as the sentences about points write it"
    assert en.signed(-3) == "−3"
    assert en.span(3_723_000) == "1:02:03"
    assert en.span(-5) == "0:00"
    assert (en.t("tiles", n=1), en.t("tiles", n=2)) == ("1 tile", "2 tiles")
    assert en.one_of(["a", "b", "c"]) == "a, b or c"
    assert en.names(["Ana"]) == "\u2068Ana\u2069"
    assert fa.tile("6-4") == "\u2066۶-۴\u2069"


@pytest.mark.parametrize(
    ("accept", "code"),
    [("", "en"), ("fa", "fa"), ("de", "en"), ("el;q=0.1, fa;q=0.9", "fa"), ("xx;q=abc,el", "el"), (",;q=,", "en")],
)
def test_the_browser_s_wish(accept, code):
    assert choose(None, None, accept).code == code
    assert choose("el", "fa", accept).code == "el"


# --- drawings


def test_every_tile_is_well_formed_and_shows_its_halves():
    ElementTree.fromstring(svg.symbols(12))
    for high in range(13):
        for low in range(high + 1):
            for upright in (True, False):
                drawn = ElementTree.fromstring(svg.tile(Lying(high, low), upright=upright, label=f"{high}-{low}"))
                assert [use.get("href") for use in drawn.iter("use")] == [f"#h{high}", f"#h{low}"]
                assert drawn.get("aria-label") == f"{high}-{low}"


def test_a_half_has_as_many_pips_as_it_says():
    for n in range(10):
        assert svg._half(n).count("<circle") == n
    assert ">11<" in svg._half(11)
    assert ">۱۱<" in svg._half(11, LANGS["fa"].digits)


@pytest.mark.parametrize(
    ("code", "two", "double"),
    [("en", "6 and 4", "double 12"), ("fa", "۶ و ۴", "جفت ۱۲"), ("el", "6 και 4", "διπλό 12")],
)
def test_a_tile_has_its_name_in_every_language(code, two, double):
    assert (LANGS[code].piece("6-4"), LANGS[code].piece("12-12")) == (two, double)


def test_names_in_a_drawing_are_escaped():
    end = End(4, "A", '<b>"Ana"', "Ana's <arm>", "yours", "yours")
    text = svg.around(6, [([], end), ([], end)], desc="<x>")
    ElementTree.fromstring(text)
    assert "<b>" not in text


def boxes(drawn: str) -> list[tuple[float, float, float, float]]:
    """Give where each tile of a drawing lies."""
    found = []
    for group in ElementTree.fromstring(drawn).iter("g"):
        place = re.match(r"translate\((\S+) (\S+)\)", group.get("transform") or "")
        face = group.find("rect")
        if place and face is not None:
            left, top = float(place[1]), float(place[2])
            found.append((left, top, left + float(face.get("width")) + 1.5, top + float(face.get("height")) + 1.5))
    return found


def overlaps(found) -> list:
    return [
        (a, b)
        for n, a in enumerate(found)
        for b in found[n + 1 :]
        if min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("length", [0, 1, 2, 3, 5, 6, 9, 14])
@pytest.mark.parametrize("doubles", ["none", "some", "at the bend"])
def test_arms_never_lie_on_each_other(players, length, doubles):
    def tile(n: int) -> Lying:
        if doubles == "some":
            return Lying(3, 3) if n % 4 == 1 else Lying(3, 4)
        return Lying(3, 3) if doubles == "at the bend" and n in (1, 4) else Lying(3, 4)

    end = End(4, "A", "Ana", "Ana's arm", "closed")
    drawn = svg.around(6, [([tile(n) for n in range(length)], end)] * players, desc="")
    found = boxes(drawn)
    assert len(found) == 1 + players * length
    assert not overlaps(found)


@pytest.mark.parametrize("length", [1, 2, 7, 8, 14, 20, 28])
@pytest.mark.parametrize("opened", [0, 0.5, 1])
@pytest.mark.parametrize("step", [3, 4, 6, 50])
def test_a_line_never_lies_on_itself(length, opened, step):
    tiles = [Lying(2, 2) if n % step == 1 else Lying(2, 3) for n in range(length)]
    end = End(4, "L", "", "the left end", "end")
    drawn = svg.bent_line(tiles, int(opened * (length - 1)), end, end, desc="")
    found = boxes(drawn)
    assert len(found) == length
    assert not overlaps(found)


def test_every_game_is_drawn():
    assert BOARDS.keys() == GAMES.keys()


# --- books and files


@pytest.mark.parametrize("code", LANGS)
@pytest.mark.parametrize("name", books.names())
def test_every_rule_has_its_anchor_in_every_language(name, code):
    text = str(books.book(name, code))
    source = (HERE.parent.parent / "contracts" / "games" / f"{name}.md").read_text()
    rules = re.findall(r"^(?:[-*] \*\*|\| )([A-Z]+-\d+)(?:\*\*| \|)", source, re.MULTILINE)
    assert rules
    assert re.findall(r'<(?:li|tr) id="([A-Z]+-\d+)"', text) == rules
    assert "**" not in text.replace("<code>**</code>", "")
    for link in re.findall(r'href="/rules/(\w+)', text):
        assert link in books.names()


def test_other_people_s_files_are_what_the_table_says():
    table = (STATIC / "vendor" / "README.md").read_text()
    rows = re.findall(r"^\| (\S+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \| ([0-9a-f]{64}) \|$", table, re.MULTILINE)
    assert len(rows) >= 8
    for file, _, _, _, licence, digest in rows:
        assert hashlib.sha256((STATIC / file).read_bytes()).hexdigest() == digest, file
        assert (STATIC / licence).read_text().strip()
    listed = {file for file, *_ in rows}
    there = {str(f.relative_to(STATIC)) for f in STATIC.rglob("*") if f.suffix == ".woff2" or ".min." in f.name}
    assert there == listed


def test_a_link_s_code_is_drawn_without_inline_style():
    drawn = qr("http://192.168.1.5:8000/p/abc")
    ElementTree.fromstring(drawn)
    assert "style" not in drawn


@pytest.mark.parametrize(("lang", "minus", "plus"), [("en", "−14", "+3"), ("el", "−14", "+3"), ("fa", "−۱۴", "+۳")])
def test_a_sign_stands_left_of_its_number_in_every_language(lang, minus, plus):
    """In a text from right to left the sign would else go to the right, where it reads as another number's."""
    words = LANGS[lang]
    for said, number in (
        (words.n(-14), minus),
        (words.signed(-14), minus),
        (words.hundredths(-1400), minus),
        (words.signed(3), plus),
    ):
        assert said == (f"\u2066{number}\u2069" if lang == "fa" else number)
    assert words.signed(0) == words.n(0) == words.hundredths(0) == words.n("0")
