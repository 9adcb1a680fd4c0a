# ruff: noqa: S704  # what is marked safe here is drawn here, and escapes what it is given
"""Playing cards on a page: their pictures, and a Lora table made ready to be shown.

Pure. A suit is told by its shape and, for those who cannot see it, by its word; its colour only helps. Legal moves are
those that the view names: nothing is judged here.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from html import escape
from typing import Any

from markupsafe import Markup

from contracts.games.lora_view import LoraView, Row
from contracts.sentences import cards as names
from contracts.table import SeatPlan
from contracts.table_state import TableView
from services.web_gateway.words import Lang

WIDE, TALL = 50, 70
"""Drawing units of a card."""
_CUTS = 8
"""So many places to cut are offered to choose from; the others stand in the form that needs no script."""

_SHAPES = {  # each in a box of 20 by 20
    "s": "M10 1C12 6 19 9 19 14a4 4 0 0 1-7.5 2L13 19.5H7L8.5 16A4 4 0 0 1 1 14C1 9 8 6 10 1Z",
    "h": "M10 19C4 14 1 10.5 1 6.500A4.6 4.6 0 0 1 10 5A4.6 4.6 0 0 1 19 6.500C19 10.5 16 14 10 19Z",
    "d": "M10 .5L17.5 10L10 19.500L2.5 10Z",
    "c": "M10 1a4.3 4.3 0 0 1 3.2 7.200a4.3 4.3 0 1 1-2 7L12.8 19.500H7.200L8.8 15.200a4.3 4.3 0 1 1-2-7"
    "A4.3 4.3 0 0 1 10 1Z",
}


def shape(suit: str, x: float, y: float, size: float) -> str:
    """Draw a suit's shape in a square."""
    return f'<path class="suit {suit}" transform="translate({x:g} {y:g}) scale({size / 20:g})" d="{_SHAPES[suit]}"/>'


def card(text: str, *, label: str = "", fresh: bool = False) -> str:
    """Draw a card, the rank large in its corner. An empty `label` hides it from screen readers."""
    rank, suit = ("10" if text[0] == "T" else text[0]), text[1]
    said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    squeezed = ' textLength="28" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    return (
        f'<svg class="pcard{" fresh" if fresh else ""}" viewBox="0 0 {WIDE} {TALL}" {said}>'
        f'<rect class="face" x="0.75" y="0.75" width="{WIDE - 1.5}" height="{TALL - 1.5}" rx="6"/>'
        f'<text class="suit {suit}" x="6" y="28" font-size="28"{squeezed}>{rank}</text>'
        f"{shape(suit, 6, 35, 30)}{'' if squeezed else shape(suit, 34, 7, 11)}</svg>"
    )


def back(label: str) -> str:
    """Draw a card face down."""
    return (
        f'<svg class="pcard back" viewBox="0 0 {WIDE} {TALL}" role="img" aria-label="{escape(label)}">'
        f'<rect class="face" x="0.75" y="0.75" width="{WIDE - 1.5}" height="{TALL - 1.5}" rx="6"/>'
        f'<path class="weave" d="M8 8H42V62H8ZM8 8L42 62M42 8L8 62"/></svg>'
    )


def plate(text: str) -> str:
    """Draw a choice that is no card: a number, or on a wider one a contract's name."""
    if len(text) < 3:
        wide, tall, name, size, lines = WIDE, TALL, "pcard", 22.0, [text]
    else:
        wide, tall, name = 2 * WIDE, WIDE, "pcard plate"
        lines = textwrap.wrap(text, 14, break_long_words=False)
        size = min(13.0, 170 / max(map(len, lines)), 42 / len(lines))
    first = tall / 2 + 0.36 * size - 0.58 * size * (len(lines) - 1)
    said = "".join(
        f'<text x="{wide / 2:g}" y="{first + 1.16 * size * at:.4g}" font-size="{size:.3g}" text-anchor="middle">'
        f"{escape(line)}</text>"
        for at, line in enumerate(lines)
    )
    return (
        f'<svg class="{name}" viewBox="0 0 {wide} {tall}" aria-hidden="true">'
        f'<rect class="face" x="0.75" y="0.75" width="{wide - 1.5}" height="{tall - 1.5}" rx="6"/>{said}</svg>'
    )


def row(held: Iterable[str], lang: Lang, fresh: str = "") -> Markup:
    """Draw cards side by side, each with its name."""
    return Markup("".join(card(t, label=names.name(t, lang.code), fresh=t == fresh) for t in held))


# --- a move in words


def spell(move: str, lang: Lang) -> str:
    """Say a move as its button does."""
    word, _, rest = move.partition(" ")
    if word == "cut":
        return lang.t("move.cut", tile=lang.n(rest))
    if word == "name":
        return lang.t("move.name", tile=names.name(rest, lang.code))
    if move in ("pass", "refuse cut"):
        return lang.t("move.pass" if move == "pass" else "move.refuse_cut")
    return lang.t("move.play", tile=names.name(move, lang.code))


def told(move: str, name: str, lang: Lang) -> str:
    """Tell a move in a replay; empty where it is no move of a card game. A pass is told like any other."""
    word, _, rest = move.partition(" ")
    if word == "cut":
        return lang.t("said.cut", name=name, n=int(rest))
    if word == "name":
        return lang.t("said.name", name=name, what=names.name(rest, lang.code))
    if move == "refuse cut":
        return lang.t("said.refuse_cut", name=name)
    cards = move.split("+")
    if all(text in names.WORDS for text in cards):
        return lang.t("said.play", name=name, what=lang.comma.join(names.name(text, lang.code) for text in cards))
    return ""


# --- a Lora table


def choices(view: LoraView, lang: Lang) -> tuple[list[tuple[str, Markup, bool, str]], str]:
    """Give what can be picked, as (text, picture, legal, said), and the pattern that makes a move of it."""
    if view.phase == "cut" and view.moves:
        cuts = [move.removeprefix("cut ") for move in view.moves if move.startswith("cut ")]
        picked = cuts[(len(cuts) // _CUTS) // 2 :: len(cuts) // _CUTS]
        return [(at, Markup(plate(lang.n(at))), True, lang.n(at)) for at in picked], "cut {tile}"
    if view.phase == "name" and view.moves:
        contracts = [move.removeprefix("name ") for move in view.moves]
        said = [names.name(contract, lang.code) for contract in contracts]
        return [(c, Markup(plate(s)), True, s) for c, s in zip(contracts, said, strict=True)], "name {tile}"
    legal = {move.rstrip("!") for move in view.moves}
    called = any(move.endswith("!") for move in view.moves)
    held = [(t, Markup(card(t)), t in legal, names.name(t, lang.code)) for t in view.hand]
    return held, "{tile}!" if called else "{tile}"


def hint(view: LoraView, lang: Lang) -> str:
    """Say in one sentence what the player on turn can do."""
    if not view.moves:
        return ""
    if view.phase == "cut":
        return lang.t("hint.cut")
    if view.phase == "name":
        return lang.t("hint.name")
    if view.moves == ("pass",):
        return lang.t("hint.pass_card")
    if view.phase == "layout":
        if any(move.endswith("!") for move in view.moves):
            return lang.t("hint.call")
        fits = lang.one_of(names.name(move, lang.code) for move in view.moves)
        return lang.t("hint.lay", what=fits) if view.base else lang.t("hint.begin")
    if view.trick is None:
        return lang.t("hint.lead_card")
    led = view.trick.cards[0]
    follows = all(move[1] == led[1] for move in view.moves)
    suit = names.SUITS[led[1]][lang.code]
    return lang.t("hint.follow", what=suit) if follows else lang.t("hint.void", what=suit)


def table(view: TableView, seen: LoraView, lang: Lang, last: str) -> dict[str, Any]:
    """Give what the page shows of a Lora table beside the hands: contract, trick or layout, counts."""
    seats = view.seats
    shown = seen.trick or seen.last_trick
    fresh = last.rstrip("!")
    trick = []
    if shown is not None:
        n = len(seats)
        for at, text in enumerate(shown.cards):
            seat = (shown.leader + at) % n
            trick.append(
                {
                    "name": _who(seats, seat, seen, lang),
                    "card": Markup(card(text, label=names.name(text, lang.code), fresh=text == fresh)),
                    "won": shown.winner == seat,
                }
            )
    return {
        "contract": names.name(seen.contract, lang.code) if seen.contract else lang.t("lora.unnamed"),
        "dealer": lang.t("lora.dealer", name=seats[seen.dealer].name),
        "way": lang.t(f"lora.way.{seen.direction}"),
        "attempt": lang.t("lora.attempt", n=seen.attempt) if seen.attempt > 1 else "",
        "trick": trick,
        "empty": lang.t("lora.trick.none") if seen.phase == "tricks" and not trick else "",
        "begins": lang.t("lora.begins", rank=_rank(seen.base, lang)) if seen.base else "",
        "rows": [_row(line, lang, fresh) for line in seen.rows],
        "aside": row(seen.aside, lang) if seen.aside else "",
        "held": row(seen.hand, lang) if seen.phase == "name" and seen.moves else "",  # what the contract is named for
        "called": [
            {"name": _who(seats, seat, seen, lang), "card": Markup(back(lang.t("lora.last")))}
            for seat in seen.called
            if seen.sizes[seat]
        ],
        "counts": _counts(seats, seen, lang),
        "offences": [_offence(text, seats, seen, lang) for text in seen.offences],
    }


def _row(line: Row, lang: Lang, fresh: str) -> dict[str, Any]:
    mark = f'<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">{shape(line.suit, 0, 0, 20)}</svg>'
    return {
        "suit": names.SUITS[line.suit][lang.code],
        "mark": Markup(mark),
        "cards": row(line.cards, lang, fresh),
        "next": lang.t("lora.next", what=_rank(line.next[0], lang)) if line.next else lang.t("lora.full"),
    }


def _who(seats: tuple[SeatPlan, ...], seat: int, seen: LoraView, lang: Lang) -> str:
    return lang.t("you") if seat == seen.seat else seats[seat].name


def _counts(seats: tuple[SeatPlan, ...], seen: LoraView, lang: Lang) -> str:
    """Tell the tricks that each has won, or the passes that each has made."""
    counts, key = (seen.tricks, "lora.tricks") if seen.phase == "tricks" else (seen.passes, "lora.passes")
    if not any(counts):
        return ""
    each = " · ".join(f"{lang.names([_who(seats, at, seen, lang)])} {lang.n(n)}" for at, n in enumerate(counts))
    return lang.t(key, each=each)


def _offence(text: str, seats: tuple[SeatPlan, ...], seen: LoraView, lang: Lang) -> str:
    seat, _, offence = text.partition(":")
    return lang.t("lora.offence", name=_who(seats, int(seat[1]), seen, lang), rule=offence)


def _rank(rank: str, lang: Lang) -> str:
    return names.RANKS[rank][lang.code]


def as_text(view: TableView, seen: LoraView, lang: Lang) -> str:
    """Write the table in one line for those who cannot see it."""
    shown = seen.trick or seen.last_trick
    if shown is not None:
        n = len(view.seats)
        return "; ".join(
            f"{_who(view.seats, (shown.leader + at) % n, seen, lang)}: {names.name(text, lang.code)}"
            for at, text in enumerate(shown.cards)
        )
    rows = ((names.SUITS[line.suit][lang.code], [_rank(text[0], lang) for text in line.cards]) for line in seen.rows)
    return "; ".join(f"{suit}: {lang.comma.join(ranks) or '-'}" for suit, ranks in rows)
