"""How a Mexican Train round begins: options that can stand, what is dealt, hands, lots (MT-1 to MT-7). Pure."""

from __future__ import annotations

from contracts.games.blocked import claim_conflict, options_conflict
from contracts.games.claims import declared, read_order
from contracts.games.game import BadNotation, Deal, Fact, Refusal, Seat, Void
from contracts.games.mexican_train_state import (
    BIT,
    MEXICAN,
    TABLE,
    Branch,
    DoubleAnswer,
    DoubleFollowUp,
    Options,
    State,
    Train,
    engine,
    pack,
    rounds,
)
from contracts.games.pieces import UNSEEN, Tile, parse_tile, tile_set

ID = "mexican_train/1"


def conflict(options: Options) -> Refusal | None:
    """Name the options that cannot stand together, or a value out of its range."""
    if options.players not in TABLE:
        return options_conflict(f"players={options.players}", ID, rule="MT-1", reason="range")
    # MT-32: three tiles on a double, of which the first is the player's own follow-up
    if options.double_answer is DoubleAnswer.CHICKEN_FOOT and options.double_follow_up is DoubleFollowUp.ANYWHERE:
        return options_conflict("double_answer=chicken_foot", "double_follow_up=anywhere", rule="MT-32")
    return claim_conflict(ID, options, immediate_needs_hands=True)


def dealt(options: Options, number: int) -> tuple[str, ...]:
    """Give what is shuffled for a round, counted from 1: the set without the engine, which is taken out first (MT-3).

    ValueError for a round that the match does not have (MT-2).
    """
    if not 1 <= number <= rounds(options.players):
        raise BadNotation("notation/rounds", number=number, count=options.players, most=rounds(options.players))
    middle = engine(options.players, number)
    return tuple(str(tile) for tile in tile_set(TABLE[options.players][0]) if tile != (middle, middle))


def start(options: Options, deal: Deal) -> State | Void:
    """Deal the hands in the order's order, the rest being the boneyard, and find who starts (MT-1 to MT-7).

    Void: MT-5 for the engine, or a duplicate, missing or foreign tile. ValueError for conflicting options, a round that
    the match does not have, a starter who is not seated, lots that are no tiles of the round or text that is no tile.
    In declared mode a tile of the order may be `??`, and where lots are drawn at the table there are none here (BG-17).
    """
    if found := conflict(options):
        raise ValueError(f"options that cannot stand together: {found.facts['first']}, {found.facts['second']}")
    n = options.players
    if deal.starter is not None and not 0 <= deal.starter < n:
        raise ValueError(f"starter {deal.starter} is no seat of {n}")
    wanted = tuple(map(parse_tile, dealt(options, deal.number)))
    order = read_order(deal.order, unseen=declared(options))
    size, middle = TABLE[n][1], engine(n, deal.number)
    if fault := _misdeal(order, wanted, middle):  # MT-5
        return Void("MT-5", fault)
    lots = tuple(map(parse_tile, deal.lots))
    if len(set(lots)) != len(lots) or not set(wanted).issuperset(lots):
        raise BadNotation("notation/deal-lots")
    drawn, starter = _draw_lots(lots, n) if deal.starter is None else ((), deal.starter)
    return State(
        options=options,
        number=deal.number,
        held=tuple(pack(order[seat * size : (seat + 1) * size]) for seat in range(n)),  # MT-4
        boneyard=order[n * size :],
        trains=tuple(Train(owner, (Branch("", middle),)) for owner in (*range(n), MEXICAN)),  # MT-9, MT-10
        down=BIT[Tile(middle, middle)],
        turn=starter,
        starter=starter,
        first=n,
        offences=(0,) * n,
        lots=drawn,
    )


def _misdeal(order: tuple[Tile, ...], wanted: tuple[Tile, ...], middle: int) -> dict[str, Fact]:
    """Find the fault of an order that is not the set without the engine, each tile once (MT-5)."""
    seen: set[Tile] = set()
    for tile in order:
        if tile == UNSEEN:
            continue
        if tile in seen:
            return {"tile": str(tile), "fault": "duplicate"}
        if tile not in wanted:
            return {"tile": str(tile), "fault": "engine" if tile == (middle, middle) else "foreign"}
        seen.add(tile)
    missing = [str(tile) for tile in wanted if tile not in seen]
    unseen = order.count(UNSEEN)
    if len(missing) < unseen:
        return {"tile": str(UNSEEN), "fault": "surplus"}
    return {"tile": missing[0], "fault": "missing"} if len(missing) > unseen else {}


def _draw_lots(lots: tuple[Tile, ...], n: int) -> tuple[tuple[tuple[Seat, Tile], ...], Seat]:
    """Let each player draw a tile, and the highest who tie draw again from what is left (MT-6, MT-7).

    Without lots, in a written record, the first seat starts; so it does among those who still tie when no tile is left.
    """
    drawn: list[tuple[Seat, Tile]] = []
    tied = list(range(n))
    while len(tied) > 1 and len(drawn) + len(tied) <= len(lots):
        row = list(zip(tied, lots[len(drawn) :], strict=False))
        drawn += row
        best = max(tile.pips for _, tile in row)
        tied = [seat for seat, tile in row if tile.pips == best]
    return tuple(drawn), tied[0]
