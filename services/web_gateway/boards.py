# ruff: noqa: S704  # what is marked safe here is drawn here, and escapes what it is given
"""A table's view made ready for a page: what lies where, in whose words, and how a move is chosen.

Pure. One function for each shape of table (arms round a hub, a line with two ends); `BOARDS` maps a rule set to it.
Legal moves are those that the view names: nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from contracts.table import SeatPlan
from contracts.table_state import Phase, TableView
from services.web_gateway import cards, svg
from services.web_gateway import trains as stations
from services.web_gateway.svg import End, Lying
from services.web_gateway.unseen import cleared
from services.web_gateway.words import Lang

SHOWN = 4
"""Tiles of an arm that a phone shows; what lies nearer the hub is folded away."""
FOLDED = 2
"""Tiles shown at each end of a folded line."""


NOTHING = Markup("")


@dataclass(frozen=True)
class Piece:
    """A tile or card of the reader's hand, or another choice; `key` is the number key that picks it.

    `label` is how the button that plays it writes it, where that is not `text`, its place in the notation; `name` is
    how it is said aloud, where that is another.
    """

    text: str
    picture: Markup
    legal: bool
    key: str
    label: str = ""
    name: str = ""


@dataclass(frozen=True)
class Place:
    """Where a tile may be asked to go: `id` as moves name it, `label` as the button says it."""

    id: str
    label: str
    look: str
    state: str
    owner: str
    end: int
    tiles: Markup
    more: int
    turn: bool
    text: str


@dataclass(frozen=True)
class Person:
    """Somebody at the table, with the size of his hand and his total."""

    seat: int
    name: str
    tiles: int
    total: int
    turn: bool
    you: bool
    awaited: bool
    bot: bool


@dataclass(frozen=True)
class Board:
    """Everything a page shows of the pieces. `shape` names the template part; "none" before the first deal.

    A move's text is made by `pattern` from `{tile}` and `{place}`; `alone` is the one move that needs no piece (draw,
    skip, pass) with its words in `alone_said`. `hint` is the sentence on what can be done.

    `named` has the words for moves that `say` alone cannot tell, `unit` and `held` are the texts that count a hand and
    a hand left over, `choose` the one that asks for a piece; `extra` is what a shape alone shows.
    """

    shape: str = "none"
    hub: int | None = None
    hub_tile: Markup = NOTHING
    places: tuple[Place, ...] = ()
    drawn: Markup = NOTHING
    left: Place | None = None
    right: Place | None = None
    whole: Markup = NOTHING
    hidden: int = 0
    stock: int = 0
    hand: tuple[Piece, ...] = ()
    moves: tuple[str, ...] = ()
    pattern: str = ""
    say: str = ""
    alone: str = ""
    alone_said: str = ""
    hint: str = ""
    hands: tuple[tuple[str, Markup, int], ...] = ()
    text: str = ""
    extra: dict[str, Any] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    unit: str = "tiles"
    held: str = "pips"
    choose: str = "play.choose"


def people(view: TableView, you: int | None) -> tuple[Person, ...]:
    """Give everybody at the table in seat order."""
    sizes = view.board.sizes if view.board is not None else (0,) * len(view.seats)
    return tuple(
        Person(
            seat,
            plan.name,
            sizes[seat],
            view.totals[seat] if seat < len(view.totals) else 0,
            view.turn == seat,
            seat == you,
            seat in view.awaited,
            bool(plan.bot),
        )
        for seat, plan in enumerate(view.seats)
    )


def board(view: TableView, lang: Lang, *, last: tuple[int, str] | None = None) -> Board:
    """Make the view's deal ready to be shown; `last` is the move made last, as (seat, text)."""
    make = BOARDS.get(view.rules)
    if make is None or view.board is None:
        return Board()
    return make(cleared(view), lang, last)


def _hand(tiles: Iterable[str], moves: tuple[str, ...], lang: Lang) -> tuple[Piece, ...]:
    legal = {move.removeprefix("lead ").partition("@")[0].rstrip("LR") for move in moves}
    return tuple(
        Piece(
            text,
            Markup(svg.tile(svg.lying(text), upright=True)),
            text in legal,
            str((number + 1) % 10) if number < 10 else "",
            lang.n(text),
            lang.piece(text),
        )
        for number, text in enumerate(tiles)
    )


def _open_hands(
    hands: Sequence[tuple[str, ...] | None], seats: Sequence[SeatPlan], lang: Lang
) -> tuple[tuple[str, Markup, int], ...]:
    """Show the hands when all lie open; a reader's own is shown by itself before that."""

    def row(hand: Iterable[str]) -> Markup:
        return Markup("".join(svg.tile(svg.lying(text), upright=False, label=lang.piece(text)) for text in hand))

    return tuple(
        (plan.name, row(hand), _pips(hand))
        for plan, hand in zip(seats, hands, strict=True)
        if hand is not None and None not in hands
    )


def _laid(tiles: Iterable[Lying], lang: Lang) -> str:
    """Write tiles as they lie, from left to right."""
    said = " ".join(f"{at.first}-{at.second}" for at in tiles)
    return lang.tile(said) if said else ""


def _as_text(places: Iterable[Place], lang: Lang) -> str:
    """Write what lies on arms or trains in one line for those who cannot see it."""
    return "; ".join(f"{p.owner}: {p.text or '-'} > {lang.n(p.end)} ({p.state})" for p in places)


def _pips(hand: Iterable[str]) -> int:
    return sum(sum(svg.lying(text)) for text in hand)


# --- arms round a hub


def arms(view: TableView, lang: Lang, last: tuple[int, str] | None) -> Board:
    """Longana: one arm for each player."""
    seen = view.board
    you = view.seat
    n = len(view.seats)
    order = [(seat + (you or 0)) % n for seat in range(n)]
    moved = last[1].partition("@")[2] if last else ""
    places = []
    drawn = []
    fresh = (-1, -1)
    by_owner = {arm.owner: arm for arm in seen.arms}
    for number, owner in enumerate(owner for owner in order if owner in by_owner):
        arm = by_owner[owner]
        chain = [svg.lying(text) for text in arm.chain]
        look = "yours" if owner == you else "open" if arm.opened is not None else "closed" if chain else "new"
        state = lang.t(f"arm.{look}")
        if owner == you and arm.opened is not None:
            state = lang.t("arm.yours_open")
        elif owner != you and arm.opened is not None and sum(a.opened is not None for a in seen.arms) > 1:
            state = lang.t("arm.open_nth", nth=arm.opened)
        name = view.seats[owner].name
        label = lang.t("arm.your") if owner == you else lang.t("arm.of", name=name)
        is_fresh = moved == arm.name and bool(chain)
        if is_fresh:
            fresh = (number, len(chain) - 1)
        shown = chain[-SHOWN:]
        places.append(
            Place(
                id=arm.name,
                label=label,
                look=look,
                state=state,
                owner=lang.t("you") if owner == you else name,
                end=arm.end,
                tiles=Markup(svg.row(shown, fresh=len(shown) - 1 if is_fresh else -1)),
                more=len(chain) - len(shown),
                turn=view.turn == owner,
                text=_laid(chain, lang),
            )
        )
        shown_name = lang.t("you") if owner == you else name
        drawn.append((chain, End(arm.end, arm.name, shown_name, label, look, state, lang.n(arm.end))))
    hub = None if seen.hub is None else svg.lying(seen.hub).first
    middle = "" if hub is None else svg.tile(Lying(hub, hub), upright=True, label=lang.piece(f"{hub}-{hub}"))
    text = _as_text(places, lang)
    alone = "pass" if "pass" in view.moves else ""
    return Board(
        shape="arms",
        hub=hub,
        hub_tile=Markup(middle),
        places=tuple(places),
        drawn=Markup(svg.around(hub, drawn, fresh=fresh, desc=text) if hub is not None else ""),
        hand=_hand(seen.hand, view.moves, lang),
        moves=view.moves,
        pattern="lead {tile}" if hub is None else "{tile}@{place}",
        say=lang.raw("move.lead") if hub is None else lang.raw("move.lay"),
        alone=alone,
        alone_said=lang.t("move.pass") if alone else "",
        hint=_arms_hint(view, lang, places),
        hands=_open_hands(seen.hands, view.seats, lang),
        text=text,
    )


def _arms_hint(view: TableView, lang: Lang, places: list[Place]) -> str:
    if not view.moves:
        return ""
    if view.moves == ("pass",):
        return lang.t("hint.pass")
    if view.moves[0].startswith("lead "):
        tiles = tuple(move.removeprefix("lead ") for move in view.moves)
        return lang.t("hint.lead", tiles=lang.one_of(lang.tile(t) for t in tiles))
    offers: dict[str, list[str]] = {}
    for move in view.moves:
        tile, _, arm = move.partition("@")
        offers.setdefault(arm, []).append(tile)
    said = []
    for place in sorted(places, key=lambda p: p.look != "yours"):
        fits = offers.get(place.id)
        if not fits:
            continue
        if place.look in ("yours", "open"):
            said.append(lang.t("hint.number_on", number=place.end, place=place.label))
        else:
            said.append(lang.t("hint.tile_on", tile=lang.tile(fits[0]), place=place.label))
    return lang.t("hint.play", what=lang.one_of(said))


# --- one line with two ends


def line(view: TableView, lang: Lang, last: tuple[int, str] | None) -> Board:
    """Draw dominoes: a line, folded to its two ends on a phone."""
    seen = view.board
    tiles = [Lying(*pair) for pair in seen.line]
    moved = last[1][-1:] if last else ""
    fresh = -1
    if last and tiles and last[1] not in ("draw", "skip"):
        fresh = len(tiles) - 1 if moved == "R" else 0
    text = _laid(tiles, lang)
    left = right = None
    drawn = whole = Markup("")
    hidden = 0
    if seen.ends is not None and tiles:
        folded = len(tiles) > 2 * FOLDED
        hidden = len(tiles) - 2 * FOLDED if folded else 0
        start = tiles[:FOLDED] if folded else tiles
        left = _line_end(lang, "L", seen.ends[0], svg.row(start, fresh=fresh if fresh < len(start) else -1))
        stop = tiles[-FOLDED:] if folded else []
        right = _line_end(lang, "R", seen.ends[1], svg.row(stop, fresh=FOLDED - 1 if fresh == len(tiles) - 1 else -1))
        ends = [End(p.end, p.id, "", p.label, "end", shown=lang.n(p.end)) for p in (left, right)]
        drawn = Markup(svg.bent_line(tiles, seen.opened, ends[0], ends[1], fresh=fresh, desc=text))
        whole = Markup(svg.row(tiles, fresh=fresh))
    alone = next((move for move in view.moves if move in ("draw", "skip")), "")
    return Board(
        shape="line",
        left=left,
        right=right,
        drawn=drawn,
        whole=whole,
        hidden=hidden,
        stock=seen.boneyard,
        hand=_hand(seen.hand, view.moves, lang),
        moves=view.moves,
        pattern="{tile}{place}" if tiles else "{tile}",
        say=lang.raw("move.lay") if tiles else lang.raw("move.open"),
        alone=alone,
        alone_said=lang.t(f"move.{alone}") if alone else "",
        hint=_line_hint(view, lang),
        hands=_open_hands(seen.hands, view.seats, lang),
        text=text,
    )


def _line_end(lang: Lang, side: str, number: int, tiles: str) -> Place:
    label = lang.t(f"end.{side}")
    return Place(side, label, "end", "", label, number, Markup(tiles), 0, turn=False, text=lang.n(number))


def _line_hint(view: TableView, lang: Lang) -> str:
    if not view.moves:
        return ""
    if view.moves == ("draw",):
        return lang.t("hint.draw")
    if view.moves == ("skip",):
        return lang.t("hint.skip")
    if view.board.ends is None:
        if view.board.opening:
            return lang.t("hint.must_open", tile=lang.tile(view.board.opening))
        return lang.t("hint.open")
    ends = {"L": view.board.ends[0], "R": view.board.ends[1]}
    sides = [side for side in "LR" if any(move.endswith(side) for move in view.moves)]
    said = [lang.t("hint.number_on", number=ends[side], place=lang.t(f"end.{side}")) for side in sides]
    return lang.t("hint.play", what=lang.one_of(said))


# --- cards


def lora(view: TableView, lang: Lang, last: tuple[int, str] | None) -> Board:
    """Lora: a trick on the table, or the rows of the layout; before that the cut and the contract."""
    seen = view.board
    picked, pattern = cards.choices(seen, lang)
    choosing = bool(view.moves) and view.phase is Phase.PLAYING and seen.phase in ("cut", "name")
    alone = next((move for move in view.moves if move in ("pass", "refuse cut")), "")
    return Board(
        shape="cards",
        hand=tuple(
            Piece(text, picture, legal, str((number + 1) % 10) if number < 10 else "", said)
            for number, (text, picture, legal, said) in enumerate(picked)
        ),
        moves=view.moves,
        pattern=pattern,
        say=lang.raw({"cut {tile}": "move.cut", "name {tile}": "move.name"}.get(pattern, "move.play")),
        alone=alone,
        alone_said=cards.spell(alone, lang) if alone else "",
        hint=cards.hint(seen, lang),
        hands=tuple(
            (plan.name, cards.row(hand, lang), len(hand))
            for plan, hand in zip(view.seats, seen.hands, strict=True)
            if hand is not None and None not in seen.hands and any(seen.sizes)
        ),
        text=cards.as_text(view, seen, lang),
        extra=cards.table(view, seen, lang, last[1] if last else ""),
        named={move: cards.spell(move, lang) for move in view.moves},
        unit="cards",
        held="cards",
        choose="play.choose_one" if choosing else "play.choose_card",
    )


# --- trains round an engine


def trains(view: TableView, lang: Lang, last: tuple[int, str] | None) -> Board:
    """Mexican Train: a train for each player and one for all, each with one end, or several (MT-32)."""
    seen = view.board
    found = stations.stops(seen, view.seats, lang, last[1] if last else "")
    places = []
    for stop in found:
        tiles, more = stations.row(stop)
        said = _laid(stop.chain, lang)
        turn = stop.seat is not None and view.turn == stop.seat
        places.append(
            Place(stop.id, stop.label, stop.look, stop.state, stop.owner, stop.end, tiles, more, turn=turn, text=said)
        )
    text = _as_text(places, lang)
    engine = svg.lying(seen.engine)
    alone = next((move for move in view.moves if move in stations.ALONE), "")
    return Board(
        shape="trains",
        hub=engine.first,
        hub_tile=Markup(svg.tile(engine, upright=True, label=lang.piece(seen.engine))),
        places=tuple(places),
        drawn=stations.drawing(seen, found, lang, text),
        stock=seen.boneyard,
        hand=_hand(seen.hand, view.moves, lang),
        moves=view.moves,
        pattern="{tile}@{place}",
        say=lang.raw("move.lay"),
        alone=alone,
        alone_said=lang.t(f"move.{alone}") if alone else "",
        hint=stations.hint(seen, found, lang),
        hands=_open_hands(seen.hands, view.seats, lang),
        text=text,
        extra={"middle": stations.middle(seen, lang)},
    )


BOARDS: dict[str, Callable[[TableView, Lang, tuple[int, str] | None], Board]] = {
    "longana/1": arms,
    "draw_dominoes/1": line,
    "lora/1": lora,
    "mexican_train/1": trains,
}
"""How a rule set's deals are shown. A new game adds its function here and its part in the templates."""
