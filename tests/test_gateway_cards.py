"""Are cards and Lora tables drawn right, in every language, and without what nobody may see?"""

from __future__ import annotations

from xml.etree import ElementTree  # noqa: ICN001

import pytest

from contracts.games.cards import TEXTS
from contracts.sentences import cards as names
from contracts.table_state import view
from services.web_gateway import cards
from services.web_gateway.boards import board, people
from services.web_gateway.views import spelled
from services.web_gateway.words import LANGS
from tests.club import club
from tests.lora_positions import plays
from tests.table_spec import Spec
from tests.test_lora_table import as_dealt, at_deal, opened
from tests.waiting import wait_for


@pytest.mark.parametrize("text", TEXTS)
def test_every_card_is_well_formed_and_says_its_name(text):
    drawn = ElementTree.fromstring(cards.card(text, label=names.name(text, "en")))
    assert drawn.get("aria-label") == names.name(text, "en")
    assert "".join(drawn.itertext()) == ("10" if text[0] == "T" else text[0])
    shapes = [path.get("class") for path in drawn.iter("path")]
    assert set(shapes) == {f"suit {text[1]}"}
    assert len({cards.card(other) for other in TEXTS}) == 32


def test_choices_and_backs_are_well_formed():
    for drawn in (cards.plate("29"), cards.plate("King of <Hearts>"), cards.back("last & only")):
        ElementTree.fromstring(drawn)


def test_every_card_suit_and_contract_has_its_name_in_every_language():
    assert set(TEXTS) < set(names.WORDS)
    for told in names.WORDS.values():
        assert set(told) == set(LANGS)
        assert all(told.values())
    assert names.name("Qd", "en") == "the queen of diamonds"
    assert names.name("6-5", "en") == "6-5"


def seen(spec: Spec, seat: int | None, lang="en"):
    found = view(spec.table, seat)
    return board(found, LANGS[lang]), found


@pytest.mark.parametrize("lang", sorted(LANGS))
def test_each_phase_can_be_played_by_what_is_shown(lang):
    spec = opened(contract_order="chosen", packet_deal_on_refused_cut=True).deal(as_dealt("A"))
    picks = []
    for act in (
        lambda s: s.play("cut 16"),
        lambda s: s.play("name queens"),
        lambda s: s.play("9d"),
        lambda s: s.play("Qd"),
    ):
        seat = view(spec.table, None).turn
        shown, found = seen(spec, seat, lang)
        made = [shown.pattern.replace("{tile}", piece.text) for piece in shown.hand if piece.legal]
        assert made
        assert set(made) <= set(found.moves)
        assert shown.hint
        assert all(spelled(move, shown) for move in found.moves)
        assert all(piece.label for piece in shown.hand)
        picks.append(len(made))
        assert len(people(found, seat)) == 4
        act(spec)
    assert picks[1:] == [7, 8, 1]
    assert seen(spec, 3)[0].alone == ""


def test_a_trick_shows_until_the_next_is_led_and_no_hidden_card_is_drawn():
    spec = opened().deal(as_dealt("A")).play("cut 16")
    for seat, move in plays("A")[:4]:
        spec.play(move, seat)
    shown, _ = seen(spec, None)
    assert [c["won"] for c in shown.extra["trick"]] == [False, True, False, False]
    spec.play("9c")
    shown, _ = seen(spec, None)
    assert len(shown.extra["trick"]) == 1
    for text in TEXTS:
        if text != "9c":
            assert f'aria-label="{names.name(text, "en")}"' not in str(shown.extra)
    assert not shown.hands
    assert "1" in shown.extra["counts"]


def test_the_layout_shows_its_rows_the_call_and_an_offence():
    spec = at_deal(opened(version="libyan"), 8).deal(as_dealt("A")).play("cut 16")
    shown, _ = seen(spec, 1)
    assert shown.hint == LANGS["en"].t("hint.begin")
    spec.play("8s")
    shown, _ = seen(spec, 2)
    assert [len(r["cards"]) > 0 for r in shown.extra["rows"]] == [True, False, False, False]
    assert shown.extra["begins"] == "Every row begins with the 8."
    while "!" not in seen(spec, view(spec.table, None).turn)[1].moves[0]:
        spec.play(spec.moves()[0])
    turn = view(spec.table, None).turn
    shown, found = seen(spec, turn)
    assert shown.pattern == "{tile}!"
    assert "last card" in shown.named[found.moves[0]]
    spec.play(found.moves[0].rstrip("!"))
    shown, _ = seen(spec, None)
    assert "LP-10" in shown.extra["offences"][0]
    assert len(shown.extra["called"]) == 1


def test_moves_are_told_in_words():
    en = LANGS["en"]
    assert cards.told("cut 12", "Ana", en).endswith("lifts 12 cards")
    assert cards.told("name queens", "Ana", en).endswith("names Queens")
    assert cards.told("refuse cut", "Ana", en).endswith("does not cut")
    assert "queen of diamonds, the king of diamonds" in cards.told("Qd+Kd", "Ana", en)
    assert cards.told("8d!", "Ana", en).endswith("(last card!)")
    assert [cards.told(move, "Ana", en) for move in ("6-5@A", "6-5L", "draw")] == ["", "", ""]


@pytest.mark.anyio
@pytest.mark.slow
async def test_the_pages_of_a_lora_table(tmp_path):
    async with club(tmp_path / "lora.db") as here:
        options = {"contract_order": "chosen"}
        rules = {"game": "lora/1", "options": options, "table_min": 4, "table_max": 4, "rounds": 1}
        cup = await here.tournament(["Ana", "Bo", "Cy", "Dia"], **rules)
        (table,) = await here.begin(cup)
        seats = [plan.entrant for plan in here.known.tables[table].seats]
        await here.sit(table, *seats)
        await wait_for(lambda: here.known.tables[table].table.state is not None, what="the deal")
        for move, sign in (("cut 16", "Lift"), ("name hearts", "Name"), (None, "Play")):
            now = here.known.tables[table].table
            async with here.player(cup, seats[now.state.turn]) as http:
                page = (await http.get(f"/table/{table}/play")).text
                assert 'class="pcard' in page
                assert f'data-say="{sign}' in page
                if move is None:
                    break
                body = {"move": move, "deal": 1, "ply": now.ply}
                assert (await http.post(f"/api/tables/{table}/play", json=body)).status_code == 200
            await wait_for(lambda ply=now.ply: here.known.tables[table].table.ply > ply, what="the move")
        async with here.client() as http:
            public = (await http.get(f"/table/{table}")).text
            assert "Hearts" in public
            replay = (await http.get(f"/table/{table}/replay")).text
            assert "8 cards" in replay
            assert "tiles" not in replay, "cards are counted as cards"
            assert 'class="pcard' not in public
        async with here.director() as http:
            charge = {"seat": 2, "offence": "LP-6", "deal": 1}
            assert (await http.post(f"/api/tables/{table}/charge", json=charge)).status_code == 200
            await wait_for(lambda: here.known.tables[table].table.match.totals == (0, 0, 8, 0), what="the charge")
