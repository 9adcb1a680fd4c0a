"""Options, deals and random playouts of every game, for hypothesis and for loops; what each game's set-up can hide.

A game is described once, in `KINDS`: its options, every conceivable move, its pieces, and how to reshuffle what a seat
cannot see. `tests/test_games.py` then asks the same questions of all games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

from contracts.games import draw_dominoes, longana, lora, mexican_train
from contracts.games import match as matches
from contracts.games.blocked import BlockDetection, ClaimMode, FalseClaimPenalty, TimeoutAction
from contracts.games.draw_dominoes import ClosedPairsScore
from contracts.games.draw_dominoes_state import pack
from contracts.games.game import GAMES, Deal, Game, Seat, Void
from contracts.games.longana import BlockedScore, BlockedTie
from contracts.games.pieces import UNSEEN, Tile, tile_set
from tests import lora_strategies
from tests import mexican_train_positions as trains


class Kind(NamedTuple):
    """What the common tests must know of a game."""

    options: st.SearchStrategy[Any]
    conceivable: Callable[[Any], tuple[Any, ...]]
    pieces: Callable[[Any], list[Tile]]  # all that are in hands, stock and on the table
    in_play: Callable[[Any], int]  # how many of them there must be
    reshuffle: Callable[[Any, Seat | None, random.Random], Any]
    weigh: Callable[[Any], int] = lambda tile: tile.high + tile.low  # what a piece in the hand counts
    number: Callable[[Any, random.Random], int] | None = None  # which deals a playout takes; None: a first or a second
    elsewhere: frozenset[str] = frozenset({"NOT_YOUR_TURN"})  # why another seat may not make a move of the one on turn


CLAIMS = {
    "block_detection": st.sampled_from(BlockDetection),
    "false_claim_penalty": st.sampled_from(FalseClaimPenalty),
    "false_claim_points": st.integers(1, 50),
    "timeout_action": st.sampled_from(TimeoutAction),
}


def _apart(pieces: list[Tile]) -> list[Any]:
    """Tell unseen tiles from one another, so that they can be counted."""
    return [(str(tile), at) if tile == UNSEEN else tile for at, tile in enumerate(pieces)]


# --- draw dominoes


@st.composite
def _draw_options(draw: st.DrawFn) -> draw_dominoes.Options:
    players = draw(st.sampled_from((2, 3, 4)))
    pairs = players == 4 and draw(st.booleans())
    return draw_dominoes.Options(
        players=players,
        pairs=pairs,
        target_points=draw(st.integers(1, 200)),
        closed_pairs_score=draw(st.sampled_from(ClosedPairsScore)) if pairs else ClosedPairsScore.THREE_HANDS,
        claim_mode=draw(st.sampled_from(ClaimMode)),
        **{name: draw(values) for name, values in CLAIMS.items()},
    )


_DRAW_MOVES = (
    *(draw_dominoes.Lay(t, end) for t in (*tile_set(6), Tile(9, 9)) for end in (None, "L", "R", "C")),
    draw_dominoes.Draw(),
    draw_dominoes.Skip(),
    *(draw_dominoes.Show(t) for t in (*tile_set(6), Tile(9, 9))),
    *(draw_dominoes.Starts(seat) for seat in range(5)),
)


def _draw_pieces(s: draw_dominoes.State) -> list[Tile]:
    laid = (Tile(max(pair), min(pair)) for pair in s.line)
    return _apart([*(t for hand in s.hands for t in hand), *s.boneyard, *laid])


def _draw_reshuffle(s: draw_dominoes.State, viewer: Seat | None, rng: random.Random) -> draw_dominoes.State:
    """Deal anew what the viewer cannot see; the tile that must open is known, it stays where it is (DD-10).

    What everybody may see once the round is over stays as it is.
    """
    if s.end is not None:
        return s
    pool = [t for seat, hand in enumerate(s.hands) for t in hand if seat != viewer and t != s.opening]
    pool += s.boneyard
    rng.shuffle(pool)
    hands = []
    for seat, hand in enumerate(s.hands):
        kept = hand if seat == viewer else tuple(t for t in hand if t == s.opening)
        taken = [pool.pop() for _ in range(len(hand) - len(kept))]
        hands.append(pack((*kept, *taken)))
    return msgspec.structs.replace(s, held=tuple(hands), boneyard=tuple(pool))


# --- Longana


@st.composite
def _longana_options(draw: st.DrawFn) -> longana.Options:
    score = draw(st.sampled_from(BlockedScore))
    claims = {name: draw(values) for name, values in CLAIMS.items()}
    believed = claims["block_detection"] is BlockDetection.CONFIRMATIONS and draw(st.booleans())
    return longana.Options(
        players=draw(st.sampled_from((2, 3, 4))),
        target_score=draw(st.integers(1, 200)),
        blocked_score=score,
        blocked_tie=BlockedTie.NO_WINNER if score is BlockedScore.NONE else draw(st.sampled_from(BlockedTie)),
        claim_mode=ClaimMode.DECLARED if believed else ClaimMode.ENFORCED,
        **claims,
    )


_LONGANA_MOVES = (
    *(longana.Lead(t) for t in (*tile_set(9), Tile(12, 12))),
    *(longana.Lay(t, arm) for t in (*tile_set(9), Tile(12, 12)) for arm in range(5)),
    longana.Pass(),
    *(longana.Show(t) for t in (*tile_set(9), Tile(12, 12))),
    *(longana.Leads(seat) for seat in range(5)),
)


def _longana_pieces(s: longana.State) -> list[Tile]:
    return _apart(
        [
            *(t for hand in s.hands for t in hand),
            *(place.tile for arm in s.arms for place in arm.chain),
            *([] if s.hub is None else [Tile(s.hub, s.hub)]),
        ]
    )


def _longana_reshuffle(s: longana.State, viewer: Seat | None, rng: random.Random) -> longana.State:
    """Deal anew what the viewer cannot see, out-of-deal tiles included (L-5).

    Before the lead everybody knows who must lead, so doubles stay where they are (L-7 to L-9). Hands that nobody knows,
    and what everybody may see once the deal is over, stay as they are.
    """
    if s.over is not None or any(UNSEEN in hand for hand in s.hands):
        return s
    fixed = [
        tuple(t for t in hand if seat == viewer or (s.hub is None and t.double)) for seat, hand in enumerate(s.hands)
    ]
    seen = {t for hand in fixed for t in hand} | (set(_longana_pieces(s)) - {t for hand in s.hands for t in hand})
    pool = [t for t in tile_set(9) if t not in seen and not (s.hub is None and t.double)]
    rng.shuffle(pool)
    hands = [
        tuple(sorted((*kept, *(pool.pop() for _ in range(len(hand) - len(kept))))))
        for kept, hand in zip(fixed, s.hands, strict=True)
    ]
    return msgspec.structs.replace(s, hands=tuple(hands))


KINDS: dict[str, Kind] = {
    draw_dominoes.ID: Kind(_draw_options(), lambda _: _DRAW_MOVES, _draw_pieces, lambda _: 28, _draw_reshuffle),
    longana.ID: Kind(
        _longana_options(), lambda _: _LONGANA_MOVES, _longana_pieces, lambda s: 8 * len(s.hands), _longana_reshuffle
    ),
    lora.ID: Kind(
        lora_strategies.options(),
        lambda _: lora_strategies.MOVES,
        lora_strategies.pieces,
        lora_strategies.in_play,
        lora_strategies.reshuffle,
        lora_strategies.weigh,
        lora_strategies.number,
        frozenset({"NOT_YOUR_TURN", "CARD_NOT_HELD", "NO_PASS_IN_TRICKS"}),
    ),
    mexican_train.ID: Kind(
        trains.some_options(), trains.every_move, trains.all_pieces, trains.in_play, trains.reshuffle
    ),
}


# --- for every game

rules = st.sampled_from(sorted(GAMES))
seeds = st.integers(0, 2**32 - 1)


def conceivable(g: Game, s: Any) -> tuple[Any, ...]:
    """Every move that somebody could think of in this state, possible or not."""
    return KINDS[g.ID].conceivable(s)


def right(g: Game, s: Any, seat: Seat, m: Any) -> bool:
    """Whether a move is accepted and no offence (LO-49)."""
    offence = getattr(g, "offence", None)
    return g.refuse(s, seat, m) is None and not (offence and offence(s, seat, m))


def order(g: Game, options: Any, rng: random.Random, number: int = 1) -> tuple[str, ...]:
    """A deal's pieces, shuffled."""
    pieces = list(matches.pieces(g, options, number))
    rng.shuffle(pieces)
    return tuple(pieces)


def dealt(
    g: Game, options: Any, rng: random.Random, *, number: int = 1, starter: Seat | None = None, carry: str = ""
) -> tuple[Deal, Any]:
    """A deal that stands, and the state that it gives. Where claims are believed every other one is unseen."""
    unseen = believed(options) and rng.random() < 0.5
    while True:
        lots = order(g, options, rng, number) if matches.lots(g) else ()
        pieces = order(g, options, rng, number)
        deal = Deal(("??",) * len(pieces) if unseen else pieces, number, starter, carry, lots)
        state = g.start(options, deal)
        if not isinstance(state, Void):
            return deal, state


def believed(options: Any) -> bool:
    """Whether claims are believed till the hands are exposed (BG-17)."""
    return getattr(options, "claim_mode", "") == ClaimMode.DECLARED


def shown(g: Game, s: Any) -> Any:
    """A deal that is over, with whatever is still unseen shown."""
    while (found := g.moves(s)) and g.move_text(found[0]).startswith("show "):
        s = g.play(s, found[0])
    return s


def playing(g: Game, s: Any) -> bool:
    """Whether a deal runs: it is not over, and not only hands are to be shown."""
    return g.turn(shown(g, s)) is not None


def playout(g: Game, options: Any, rng: random.Random) -> Iterator[Any]:
    """Every state of a random deal, the first and the last included; a first deal or a later one."""
    starter = rng.choice((None, *range(g.seat_count(options))))
    pick = KINDS[g.ID].number
    number = pick(options, rng) if pick else 1 if starter is None else 2
    _, s = dealt(g, options, rng, number=number, starter=starter)
    yield s
    while found := g.moves(s):
        seat = rng.randrange(g.seat_count(options))
        if believed(options) and rng.random() < 0.05 and g.chargeable(s, seat, "BG-18") is None:
            s = g.charge(s, seat, "BG-18")
        else:
            s = g.play(s, rng.choice(found))
        yield s


@st.composite
def cases(draw: st.DrawFn, ids: st.SearchStrategy[str] = rules) -> tuple[Game, Any, random.Random]:
    """A game, its options and a source of chance."""
    rules_id = draw(ids)
    return GAMES[rules_id], draw(KINDS[rules_id].options), random.Random(draw(seeds))
