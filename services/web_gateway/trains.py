# ruff: noqa: S704  # what is marked safe here is drawn here, and escapes what it is given
"""Mexican Train made ready for a page: every open end of every train as a place, in words and drawn round the engine.

Pure. Legal moves are those that the view names: nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from contracts.games.mexican_train_state import NAMES
from contracts.games.mexican_train_view import BranchView, MexicanTrainView, TrainView
from contracts.table import SeatPlan
from services.web_gateway import spokes, svg
from services.web_gateway.spokes import CROWD, Train
from services.web_gateway.svg import End, Lying
from services.web_gateway.words import Lang

SHOWN = 4
"""Tiles of a train that are shown at its end; what lies nearer the engine is folded away."""
_DRAWN = ((spokes.FEW, 5), (10, 4))
"""Tiles of a train that are drawn with at most so many ends; with more of them 3."""
_OFFERED = 4
_FLAG, _WAITS = "⚑", "‼"
"""What stands before a name in a drawing: a marker lies on the train; an open double waits there."""
_FSI, _PDI = "\u2068", "\u2069"
ALONE = ("draw", "keep", "end", "pass")
"""The moves that need no tile. At most one of them is legal at a time."""


@dataclass(frozen=True)
class Stop:
    """An open end of a train: what lies before it, whose it is and what may be said of it."""

    id: str
    owner: str
    label: str
    look: str
    state: str
    end: int
    chain: tuple[Lying, ...]
    before: int  # tiles nearer the engine, on the trunk of a divided train
    seat: int | None
    fresh: bool


def stops(seen: MexicanTrainView, seats: Sequence[SeatPlan], lang: Lang, last: str) -> tuple[Stop, ...]:
    """Give the open ends: the reader's own train first, then the Mexican Train, then the others in turn order."""
    n, you = len(seats), seen.seat
    order = [(at + (you or 0)) % n for at in range(n)]
    own, others = ([order[0]], order[1:]) if you is not None else ([], order)
    trains = [seen.trains[at] for at in own] + [seen.trains[n]] + [seen.trains[at] for at in others]
    moved = last.partition("@")[2]
    return tuple(stop for train in trains for stop in _stops(seen, train, seats, lang, moved))


def _stops(
    seen: MexicanTrainView, train: TrainView, seats: Sequence[SeatPlan], lang: Lang, moved: str
) -> Iterator[Stop]:
    mine = train.owner is not None and train.owner == seen.seat
    name = lang.t("train.mexican") if train.owner is None else lang.t("you") if mine else seats[train.owner].name
    label = lang.t("train.mexican_the") if train.owner is None else lang.t("train.your") if mine else ""
    label = label or lang.t("train.of", name=name)
    begun = any(branch.chain for branch in train.branches)
    if train.owner is None:
        look, state = "open", lang.t("train.open")
    elif mine:
        look, state = "yours", lang.t("train.yours_marked" if train.marked else "train.yours")
    elif train.marked:
        look, state = "open", lang.t("train.marked")
    else:
        look, state = ("closed" if begun else "new"), lang.t("train.private")
    waiting = {double.end: double for double in seen.queue}
    for branch in train.branches:
        if not branch.open:
            continue
        way = branch.name.partition(".")[2]
        said = state
        if branch.name in waiting:
            double = waiting[branch.name]
            first = seen.queue[0].end == branch.name
            said = lang.t("train.first" if first else "train.waits", tile=lang.tile(double.double), n=double.owed)
        yield Stop(
            id=branch.name,
            owner=f"{name} · {way}" if way else name,
            label=lang.t("train.end_of", end=way, place=label) if way else label,
            look=look,
            state=said,
            end=branch.end,
            chain=tuple(map(svg.lying, branch.chain)),
            before=sum(len(other.chain) for other in train.branches if _before(other, branch)),
            seat=train.owner,
            fresh=bool(branch.chain) and moved == _laid_on(train, branch),
        )


def _before(other: BranchView, branch: BranchView) -> bool:
    """Whether a stretch lies between the engine and another."""
    one, two = other.name.partition(".")[2], branch.name.partition(".")[2]
    return one != two and two.startswith(one)


def _laid_on(train: TrainView, branch: BranchView) -> str:
    """The end at which a branch's last tile was aimed: its own, or its double's if it is the last laid on that."""
    way = branch.name.partition(".")[2]
    if len(branch.chain) > 1 or not way:
        return branch.name
    sisters = [b.name for b in train.branches if b.name[:-1] == branch.name[:-1] and b.name != train.name]
    if sisters[-1] != branch.name:
        return ""
    return f"{train.name}.{way[:-1]}" if way[:-1] else train.name


def row(stop: Stop) -> tuple[Markup, int]:
    """Give the last tiles of a train as a row, and how many more there are."""
    shown = stop.chain[-SHOWN:]
    tiles = svg.row(shown, fresh=len(shown) - 1 if stop.fresh else -1)
    return Markup(tiles), stop.before + len(stop.chain) - len(shown)


def drawing(seen: MexicanTrainView, found: Sequence[Stop], lang: Lang, text: str) -> Markup:
    """Draw all ends round the engine, the reader's own downwards, the others clockwise from it as the turn goes."""
    own = [stop for stop in found if stop.look == "yours"]
    rest = [stop for stop in found if stop.look != "yours" and stop.seat is not None]
    mexican = [stop for stop in found if stop.seat is None]
    room = next((tiles for ends, tiles in _DRAWN if len(found) <= ends), 3)
    most = spokes.letters(len(found))
    arms = []
    fresh = (-1, -1)
    for number, stop in enumerate((*own, *rest, *mexican)):
        shown = stop.chain[-room:]
        if stop.fresh:
            fresh = (number, len(shown) - 1)
        signs = [_FLAG] if stop.seat is not None and seen.trains[stop.seat].marked else []
        signs += [_WAITS] if stop.id in {one.end for one in seen.queue} else []
        whose = _whose(stop, most - 2 * len(signs), lang) if len(found) <= CROWD else stop.id
        owner = " ".join((*signs, f"{_FSI}{whose}{_PDI}"))
        end = End(stop.end, stop.id, owner, stop.label, stop.look, stop.state, lang.n(stop.end))
        more = stop.before + len(stop.chain) - len(shown)
        arms.append(Train(shown, lang.signed(more) if more else "", end))
    return Markup(spokes.spokes(svg.lying(seen.engine).first, arms, fresh=fresh, desc=text))


def _whose(stop: Stop, most: int, lang: Lang) -> str:
    """Say whose an end is in so many letters."""
    if stop.seat is None and spokes.width(stop.owner) > most:
        return spokes.short(lang.t("train.mexican_short"), most)
    return spokes.short(stop.owner, most)


def hint(seen: MexicanTrainView, found: Sequence[Stop], lang: Lang) -> str:
    """Say what the reader can do; hands that are shown after the end are entered on the score sheet."""
    if not seen.moves or seen.showing:
        return ""
    if seen.moves in (("draw",), ("pass",)):
        return lang.t(f"hint.{seen.moves[0]}")
    ends = {move.partition("@")[2] for move in seen.moves if "@" in move}
    said = [lang.t("hint.number_on", number=stop.end, place=stop.label) for stop in found if stop.id in ends]
    what = lang.one_of(said[:_OFFERED])
    if seen.drew:
        tile = lang.tile(seen.drawn)
        places = lang.one_of([stop.label for stop in found if stop.id in ends][:_OFFERED])
        return lang.t("hint.drawn", tile=tile, place=places) if places else lang.t("hint.drawn_keep", tile=tile)
    if "end" in seen.moves:
        return lang.t("hint.chain", what=what) if what else lang.t("hint.end")
    if seen.owed:
        return lang.t("hint.answer", tile=lang.tile(seen.queue[0].double), what=what)
    if seen.follow:
        return lang.t("hint.follow_up", tile=lang.tile(seen.follow.partition("@")[0]), what=what)
    return lang.t("hint.play", what=what)


def told(end: str, names: Sequence[str], lang: Lang, you: int | None = None) -> str:
    """Say the end that a move aims at, `A`, `MT` or `A.L`."""
    train, _, way = end.partition(".")
    owner = NAMES.find(train)
    if train == "MT" or not 0 <= owner < len(names):
        of = lang.t("train.mexican_the")
    else:
        of = lang.t("train.your") if owner == you else lang.t("train.of", name=names[owner])
    return lang.t("train.end_of", end=way, place=of) if way else of


def middle(seen: MexicanTrainView, lang: Lang) -> str:
    """Say the engine, the round and the boneyard."""
    return " · ".join(
        (
            lang.t("engine", tile=lang.tile(seen.engine)),
            lang.t("engine.round", n=seen.deal, of=seen.rounds),
            lang.t("stock", n=seen.boneyard),
        )
    )
