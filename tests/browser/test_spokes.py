# Greek and Persian letters are meant
"""Does a real browser draw Mexican Train for 2, 8 and 14 players without one name, end or tile over another?

The pictures are left in tests/output/pages, to be looked at.
"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from contracts.table_state import view, whose_turn
from services.bots.player import choose
from services.web_gateway import boards, svg
from services.web_gateway.render import _env
from services.web_gateway.words import LANGS
from tests import needs
from tests.browser.conftest import PHONE, WIDE
from tests.browser.touch import picture
from tests.table_spec import Spec

pytestmark = [needs.needs_browser, pytest.mark.timeout(240)]

CSS = (needs.ROOT / "services" / "web_gateway" / "static" / "style.css").read_text(encoding="utf-8")
NAMES = {
    "en": "Ana Ruiz,Eleni Papadaki,Dariush Rahimi,Marta Vidal,Bo,Constantine Hadjigeorgiou,Ines,Tom\u00e1s Ferreira,"
    "Zeynep Y\u0131ld\u0131z,Noor,Giulia Bianchi-Rossi,Ali,Petra,Jun",
    "fa": "نگار کاظمی,سارا احمدی,داریوش رحیمی,مریم محمدی‌نژاد,بو,محمدرضا شجریان‌پور,الهام,Tom\u00e1s Ferreira,زینب,نور,"
    "شیرین عبادی,علی,پیمان,ژاله",
    "el": "Δήμητρα Παπαδοπούλου,Νίκος,Ελένη Παπαδάκη,Μάρτα,Μπο,Κωνσταντίνος Χατζηγεωργίου,Ίνες,Θωμάς,Ζωή,Νίκη,Ιουλία,"
    "Άλης,Πέτρα,Γιώργος",
}
OVERLAPS = """() => {
  const box = (e) => ({ what: e.textContent || 'end', ...e.getBoundingClientRect().toJSON() });
  const names = [...document.querySelectorAll('.spokes .who')].map(box);
  const ends = [...document.querySelectorAll('.spokes .end circle')].map(box);
  const counts = [...document.querySelectorAll('.spokes .more')].map(box);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found = [];
  names.forEach((a, i) => {
    for (const b of [...names.slice(i + 1), ...counts]) if (meet(a, b)) found.push(`${a.what} / ${b.what}`);
    ends.forEach((e, j) => { if (j !== i && meet(a, e)) found.push(`${a.what} / end ${j}`); });
  });
  ends.forEach((a, i) => ends.slice(i + 1).forEach((b) => { if (meet(a, b)) found.push(`ends ${i}`); }));
  const frame = document.querySelector('.spokes').getBoundingClientRect();
  for (const n of names) if (n.left < frame.left || n.right > frame.right) found.push(`${n.what} is cut`);
  return { found, small: Math.min(...names.map((n) => n.height)) };
}"""


def page_of(seats: int, moves: int, lang: str) -> str:
    """The first seat's table after so many moves of bots, as its page shows it."""
    spec = Spec().open("mexican_train/1", seats).sit().deal(rng=random.Random(seats))
    for step in range(moves):
        seat = whose_turn(spec.table)
        if seat is None:
            break
        seen = view(spec.table, seat)
        spec.play(choose("steady", seen.board, seen.moves, str(step)))
    seen = view(spec.table, 0)
    names = NAMES[lang].split(",")
    seen = replace(seen, seats=tuple(replace(plan, name=names[at]) for at, plan in enumerate(seen.seats)))
    words = LANGS[lang]
    board = _env.get_template("parts/board.html").render(
        board=boards.board(seen, words), L=words, deal_line=words.t("deal.line", n=1, game="x"), mine=True
    )
    return (
        f'<!doctype html><html lang="{lang}" dir="{words.dir}"><meta name="viewport" content="width=device-width">'
        f"<style>{CSS}</style><body>{svg.symbols(18, words.digits)}<main><section class='card felt has-drawn'>{board}"
        "</section></main></html>"
    )


@pytest.mark.parametrize("look", ["phone", "wide"])
@pytest.mark.parametrize("lang", ["en", "fa", "el"])
@pytest.mark.parametrize("seats", [2, 8, 14])
def test_no_name_and_no_end_lies_on_another(visit, seats, lang, look):
    page = visit(**(PHONE if look == "phone" else WIDE))
    for moves in (0, 16, 40):
        page.set_content(page_of(seats, moves, lang))
        if look == "phone":
            page.locator("label.as-drawn").tap()
        seen = page.evaluate(OVERLAPS)
        assert seen["found"] == [], (seats, moves)
        assert seen["small"] >= (11 if look == "phone" else 12), "letters that can be read have a box of this height"
        picture(page, f"spokes-{seats}-{lang}-{look}-{moves}")
