"""A table as the fold of its events: what a referee, a screen, a bot or a replay knows of it. Pure.

`evolve` trusts the record, `services.move_validation.decider` judges. The messages are `contracts.table`'s, the deals
and their rules are `contracts.games`'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from contracts.games import claims
from contracts.games import match as matches
from contracts.games.entry import Booked
from contracts.games.game import GAMES, Game, MatchResult, Outcome, Seat, Void
from contracts.games.match import Match
from contracts.messages import Board, Event
from contracts.table import (
    ArbiterCalled,
    CallAnswered,
    ClaimRefused,
    DealEnded,
    DealEntered,
    DealForfeited,
    DealReported,
    Dealt,
    DealVoided,
    DealWanted,
    HandsOpened,
    MatchEnded,
    OffenceCharged,
    Played,
    PositionSet,
    Resigned,
    RewindRefused,
    Rewound,
    SatDown,
    SeatPlan,
    TableKeyRevealed,
    TableOpened,
    TablePaused,
    TableResumed,
    TakenBack,
)


class FoldError(ValueError):
    """An event that cannot follow the state before it: the log is damaged, or was written by other rules."""


class Phase(StrEnum):
    """Where a table stands in its life."""

    WAITING = "waiting"  # for its players to sit down
    WANTING = "wanting"  # for a deal
    PLAYING = "playing"
    BETWEEN = "between"  # a deal is over and what follows is not recorded yet
    ENDED = "ended"  # there is a result
    REVEALED = "revealed"  # and the key is open: nothing more can happen


class FinishedDeal(msgspec.Struct, frozen=True):
    """A deal that is over, kept small: its number, how many moves it took, its outcome and the totals after it."""

    deal: int
    plies: int
    outcome: Outcome
    totals: tuple[int, ...]


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table.

    `game` and `options` are what `opened.rules` and `opened.options` name. `nonces` are in seat order, empty for a seat
    that has not sat down. `state` is the game's own state of the deal `deal`: of the running one, and of the last one
    until the next is dealt. `ply` is the number of the next move, `since` the time (ms) at which the present turn, or
    the waiting for players, began; `at` is the latest time that the log has shown. `order`, `lots` and `starter` are
    those of the deal in `state`, and `acts` what happened in it while it runs: the deal can be folded again from them.
    A record's deal may carry something on from deals that it does not tell (`carry`), or begin with a `position`.
    Over the board `reports` are what the sides say of the deal that is awaited, and `booked` is what was settled of it,
    until it is ended. `called_at` is when the arbiter was called. While the table is `paused`, since `paused_at`, no
    time counts. `banks` are what is left of the players' own time (ms), the present turn's not taken off; empty
    without. `rewinds` counts how often the table went back, `orders` what rulings told it so far,
    `before` keeps the match as it stood before each deal, `attempts` how often each was wanted: pieces come only once.
    `shown` says that the staff sees the hands of the deal that runs.
    """

    opened: TableOpened
    game: Any
    options: Any
    match: Match
    nonces: tuple[str, ...]
    since: int
    at: int
    phase: Phase = Phase.WAITING
    deal: int = 0
    attempt: int = 0
    ply: int = 0
    state: Any = None
    order: tuple[str, ...] = ()
    lots: tuple[str, ...] = ()
    starter: Seat | None = None
    carry: str = ""
    position: str = ""
    acts: tuple[Event, ...] = ()
    reports: tuple[DealReported, ...] = ()
    booked: Booked | None = None
    resigned: tuple[Seat, ...] = ()
    call: ArbiterCalled | None = None
    called_at: int = 0
    paused: TablePaused | None = None
    paused_at: int = 0
    banks: tuple[int, ...] = ()
    finished: tuple[FinishedDeal, ...] = ()
    result: MatchResult | None = None
    key: str = ""
    rewinds: int = 0
    orders: int = 0
    before: Mapping[int, Match] = {}
    attempts: Mapping[int, int] = {}
    shown: HandsOpened | None = None

    @property
    def seats(self) -> tuple[SeatPlan, ...]:
        """Who sits where."""
        return self.opened.seats

    @property
    def rules(self) -> Game:
        """The game, by its protocol."""
        found: Game = self.game
        return found


# --- folding


def evolve(table: Table | None, event: Event, at: int) -> Table:
    """Fold one event that the log recorded at `at` (ms). FoldError where it cannot follow."""
    fold = _FOLDS.get(type(event))
    if fold is None:
        raise FoldError(f"{type(event).__name__} is no event of a table")
    if table is None:
        if not isinstance(event, TableOpened):
            raise FoldError(f"{type(event).__name__} before the table was opened")
        return _opened(event, at)
    return fold(table, event, max(table.at, at))


_memo: tuple[Any, str, Any] = (None, "", None)


def advance(game: Game, state: Any, move: str) -> Any:
    """Play a move given as text, already judged.

    The decider plays a move to see what follows from it, and then its event is folded: the last answer is kept, so
    that a move is played once. The same object and text in give the same state out, whoever asks.
    """
    global _memo  # noqa: PLW0603  # a cache of one answer of a pure function, replaced as a whole
    before, text, after = _memo
    if before is state and text == move:
        return after
    after = game.play(state, game.parse_move(move))
    _memo = (state, move, after)
    return after


def open_options(rules: str, options: dict[str, Any]) -> Any:
    """Read a rule set's options; msgspec.ValidationError names the field, KeyError a rule set that is not known."""
    return msgspec.convert(options, GAMES[rules].Options)


def _opened(event: TableOpened, at: int) -> Table:
    try:
        game = GAMES[event.rules]
        options = open_options(event.rules, event.options)
    except (KeyError, msgspec.ValidationError) as wrong:
        raise FoldError(f"a table of {event.rules!r} cannot be opened here: {wrong}") from wrong
    match = matches.begin(game, options)
    return Table(
        opened=event,
        game=game,
        options=options,
        match=replace(match, totals=event.carried or match.totals, deals=event.dealt_before),
        nonces=("",) * len(event.seats),
        since=at,
        at=at,
        banks=() if event.limits.bank_s is None else (event.limits.bank_s * 1000,) * len(event.seats),
    )


def _again(table: Table, event: Any, at: int) -> Table:
    raise FoldError(f"the table is opened a second time, at {at}, by {event.tournament!r} after {table.opened.number}")


def _sat_down(table: Table, event: SatDown, at: int) -> Table:
    seat = event.seat
    return replace(table, nonces=(*table.nonces[:seat], event.nonce, *table.nonces[seat + 1 :]), at=at)


def _deal_wanted(table: Table, event: DealWanted, at: int) -> Table:
    return replace(
        table,
        phase=Phase.WANTING,
        deal=event.deal,
        attempt=event.attempt,
        attempts={**table.attempts, event.deal: event.attempt + 1},
        reports=(),
        since=at,
        at=at,
    )


def _dealt(table: Table, event: Dealt, at: int) -> Table:
    # Over the board the starter may be another's word than the match's; here they are the same.
    deal = replace(matches.next_deal(table.match, event.order, event.lots), starter=event.starter)
    state = table.rules.start(table.options, replace(deal, carry=event.carry or deal.carry))
    if isinstance(state, Void):
        raise FoldError(f"deal {event.deal} of this table is recorded as dealt, but {state.rule} makes it void")
    return replace(
        table,
        phase=Phase.PLAYING,
        ply=0,
        state=state,
        order=event.order,
        lots=event.lots,
        starter=event.starter,
        carry=event.carry,
        position="",
        acts=(),
        before={**table.before, event.deal: table.match},
        shown=None,
        since=at,
        at=at,
    )


def _position_set(table: Table, event: PositionSet, at: int) -> Table:
    return replace(
        table,
        phase=Phase.PLAYING,
        deal=event.deal,
        attempt=event.attempt,
        ply=0,
        state=table.rules.read_state(event.state),
        order=(),
        lots=(),
        starter=None,
        carry="",
        position=event.state,
        acts=(),
        before={**table.before, event.deal: table.match},
        shown=None,
        since=at,
        at=at,
    )


def _deal_voided(table: Table, event: DealVoided, at: int) -> Table:  # noqa: ARG001  # the match counts it
    return replace(table, match=matches.void(table.match), at=at)


def _played(table: Table, event: Played, at: int) -> Table:
    state = advance(table.game, table.state, event.move)
    if table.banks:
        own = event.cause == "player" and table.rules.turn(state) != event.seat
        table = replace(table, banks=_spent(table, event.seat, at, late=event.cause == "timeout", own=own))
    return replace(table, state=state, ply=event.ply + 1, acts=(*table.acts, event), since=at, at=at)


def _spent(table: Table, seat: Seat, at: int, *, late: bool, own: bool = False) -> tuple[int, ...]:
    """Take a turn's time off its player's bank, and add the increment where he ended the turn himself.

    Where the time was up it is taken off up to the limit: how fast the timer spoke up is not the player's doing.
    """
    if not table.banks:
        return ()
    limit = deadline(table) if late else None
    end = at if limit is None else min(at, limit)
    added = (table.opened.limits.increment_s or 0) * 1000 if own else 0
    left = max(table.banks[seat] - max(end - table.since, 0), 0) + added
    return (*table.banks[:seat], left, *table.banks[seat + 1 :])


def _taken_back(table: Table, event: TakenBack, at: int) -> Table:
    if table.phase is not Phase.PLAYING or event.deal != table.deal or not 0 <= event.ply < table.ply:
        raise FoldError(f"move {event.ply} of deal {event.deal} is recorded as taken back, but it is not there")
    return _back(table, event.ply, at)


def _back(table: Table, ply: int, at: int) -> Table:
    """Fold the running deal again up to the move that is taken back; what was charged before it stands."""
    shown = table.shown
    if table.position:
        back = _position_set(table, PositionSet(deal=table.deal, attempt=table.attempt, state=table.position), at)
    else:
        dealt = Dealt(deal=table.deal, attempt=table.attempt, order=table.order, starter=table.starter, lots=table.lots)
        back = _dealt(table, replace(dealt, carry=table.carry), at)
    for act in table.acts:
        if isinstance(act, Played) and act.ply == ply:
            break
        back = _FOLDS[type(act)](back, act, at)
    # Time that went by stays gone; nothing is added for the same move twice.
    return replace(back, banks=table.banks, rewinds=table.rewinds + 1, shown=shown)


def goes_on(table: Table, deal: int) -> bool:
    """Whether a deal can go on from one of its moves: it is the last that was dealt, and its hands are still closed."""
    dealt = table.deal in table.before and table.phase in (Phase.PLAYING, Phase.ENDED)
    return dealt and deal == table.deal and table.state is not None and table.rules.outcome(table.state) is None


_NO_DEAL: dict[str, Any] = {"ply": 0, "state": None, "order": (), "lots": (), "starter": None, "carry": ""}
_NO_DEAL |= {"position": "", "acts": (), "reports": (), "booked": None, "shown": None}


def _rewound(table: Table, event: Rewound, at: int) -> Table:
    """Go back within the running deal, or to the match as it stood before a deal; `deal_wanted` follows then."""
    if not event.again:
        if not goes_on(table, event.deal) or not 0 <= event.ply <= table.ply:
            raise FoldError(f"the table is recorded as back at move {event.ply} of deal {event.deal}, but cannot be")
        return replace(_back(table, event.ply, at), resigned=(), result=None, orders=event.order)
    match = table.before.get(event.deal)
    if match is None:
        raise FoldError(f"the table is recorded as back before deal {event.deal}, which was never dealt")
    return replace(
        table,
        phase=Phase.BETWEEN,
        match=match,
        **_NO_DEAL,
        resigned=(),
        finished=table.finished[: len(match.rounds)],
        result=None,
        rewinds=table.rewinds + 1,
        orders=event.order,
        before={deal: known for deal, known in table.before.items() if deal < event.deal},
        since=at,
        at=at,
    )


def _deal_reported(table: Table, event: DealReported, at: int) -> Table:
    mine = side_of(table, event.seat)
    others = tuple(report for report in table.reports if side_of(table, report.seat) != mine)
    return replace(table, reports=(*others, event), at=at)


def _deal_entered(table: Table, event: DealEntered, at: int) -> Table:
    return replace(table, booked=event.booked, before={**table.before, event.deal: table.match}, at=at)


def _claim_refused(table: Table, event: ClaimRefused, at: int) -> Table:
    booked = table.rules.offend(table.state, event.seat)
    if booked is None:
        raise FoldError(f"a false claim of seat {event.seat} is booked that has no consequence")
    return replace(table, state=booked, acts=(*table.acts, event), at=at)


def _offence_charged(table: Table, event: OffenceCharged, at: int) -> Table:
    """The turn's time runs on; after the end of its deal only the totals change (LO-44)."""
    game: Any = table.game
    before = table.state
    after = game.charge(before, event.seat, event.offence)
    if game.outcome(before) is None:
        return replace(table, state=after, acts=(*table.acts, event), at=at)
    match = matches.amend(game, table.match, before, after)
    last = replace(table.finished[-1], outcome=game.outcome(after), totals=match.totals)
    return replace(table, state=after, match=match, finished=(*table.finished[:-1], last), at=at)


def _deal_forfeited(table: Table, event: DealForfeited, at: int) -> Table:
    """A false claim may have ended the deal already (BG-19); an expired clock has not."""
    table = replace(table, banks=_spent(table, event.seat, at, late=event.cause == "timeout"))
    if table.rules.outcome(table.state) is not None:
        return replace(table, at=at)
    return replace(table, state=table.rules.forfeit(table.state, event.seat), at=at)


def _deal_ended(table: Table, event: DealEnded, at: int) -> Table:
    if table.booked is not None:
        scored = matches.book(table.match, table.booked)
    else:
        scored = matches.score(table.rules, table.options, table.match, table.state)
    if scored.totals != event.totals:
        raise FoldError(f"deal {event.deal} is recorded with totals {event.totals}, the moves give {scored.totals}")
    over = FinishedDeal(event.deal, table.ply, event.outcome, event.totals)
    finished = (*table.finished, over)
    return replace(
        table, phase=Phase.BETWEEN, match=scored, finished=finished, acts=(), reports=(), booked=None, since=at, at=at
    )


def _resigned(table: Table, event: Resigned, at: int) -> Table:
    return replace(table, resigned=(*table.resigned, event.seat), at=at)


def _arbiter_called(table: Table, event: ArbiterCalled, at: int) -> Table:
    return replace(table, call=event, called_at=at, at=at)


def _call_answered(table: Table, event: CallAnswered, at: int) -> Table:  # noqa: ARG001  # the note stays in the log
    return replace(table, call=None, at=at)


def _match_ended(table: Table, event: MatchEnded, at: int) -> Table:
    return replace(table, phase=Phase.ENDED, result=event.result, paused=None, since=at, at=at)


def _paused(table: Table, event: TablePaused, at: int) -> Table:
    return replace(table, paused=event, paused_at=at if table.paused is None else table.paused_at, at=at)


def _resumed(table: Table, event: TableResumed, at: int) -> Table:
    """Move the beginning of the turn by the length of the pause."""
    if table.paused is None:
        raise FoldError(f"the table is recorded as going on by {event.by}, but it was not paused")
    return replace(table, paused=None, since=table.since + at - max(table.paused_at, table.since), at=at)


def _key_revealed(table: Table, event: TableKeyRevealed, at: int) -> Table:
    return replace(table, phase=Phase.REVEALED, key=event.key, at=at)


_FOLDS: dict[type[Event], Callable[[Table, Any, int], Table]] = {
    Played: _played,
    TableOpened: _again,
    SatDown: _sat_down,
    DealWanted: _deal_wanted,
    Dealt: _dealt,
    DealVoided: _deal_voided,
    PositionSet: _position_set,
    ClaimRefused: _claim_refused,
    OffenceCharged: _offence_charged,
    DealForfeited: _deal_forfeited,
    TakenBack: _taken_back,
    Rewound: _rewound,
    RewindRefused: lambda table, event, at: replace(table, orders=event.order, at=at),
    HandsOpened: lambda table, event, at: replace(table, shown=event, at=at),
    DealReported: _deal_reported,
    DealEntered: _deal_entered,
    DealEnded: _deal_ended,
    Resigned: _resigned,
    ArbiterCalled: _arbiter_called,
    CallAnswered: _call_answered,
    TablePaused: _paused,
    TableResumed: _resumed,
    MatchEnded: _match_ended,
    TableKeyRevealed: _key_revealed,
}


# --- asking


def whose_turn(table: Table) -> Seat | None:
    """Give the seat whose move is awaited; None where no deal is being played."""
    return table.rules.turn(table.state) if table.phase is Phase.PLAYING else None


def deadline(table: Table) -> int | None:
    """Give the time (ms) at which the limit in force runs out: to sit down, or to move (BG-20). None: no limit.

    Of a move's limit and the player's bank it is the earlier. A table that is paused has none.
    """
    limits = table.opened.limits
    if table.paused is not None:
        return None
    limit = {Phase.WAITING: limits.sit_s, Phase.PLAYING: limits.move_s}.get(table.phase)
    ends = [] if limit is None else [table.since + limit * 1000]
    if table.banks and (seat := whose_turn(table)) is not None:
        ends.append(table.since + table.banks[seat])
    return min(ends, default=None)


def seat_of(table: Table, entrant: str) -> Seat | None:
    """Give the seat of an entrant; None for somebody else."""
    return next((seat for seat, plan in enumerate(table.seats) if plan.entrant == entrant), None)


def side_of(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Give who plays together with a seat, itself included."""
    return next(side for side in table.rules.sides(table.options) if seat in side)


def told_later(table: Table, event: Event) -> bool:
    """Whether an event is told nobody but its seat and the staff before the deal is over; `table` is after it.

    A refused claim would show that its maker holds what fits (BG-17), so would a false one found too late (BG-19).
    """
    if isinstance(event, OffenceCharged):
        return event.offence == claims.OFFENCE and claims.silent(table.state.claims, event.seat)
    return isinstance(event, ClaimRefused)


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or the public (`seat` None), may see of a table.

    `board` is the game's own view of the deal, with all hands once it is over; None before the first.
    `awaited` are the seats that have not sat down. `deadline` is in ms. `board` shows the last deal, open, while the
    table waits for deal `deal`. `key` is filled once it is open. `played` says how the table is played, and `reports`
    are what the sides say of a deal that is scored over the board. `banks` are the players' own times (ms), as they
    were when the present turn began, at `since`; while the table is `paused`, since `paused_at`, they stand still.
    `rewinds` counts how often the table went back, and `shown` says that the staff sees the running deal's hands.
    """

    seat: Seat | None
    rules: str
    tournament: str
    round: int
    number: int
    seats: tuple[SeatPlan, ...]
    awaited: tuple[Seat, ...]
    phase: Phase
    deal: int
    ply: int
    turn: Seat | None
    since: int
    deadline: int | None
    totals: tuple[int, ...]
    finished: tuple[FinishedDeal, ...]
    resigned: tuple[Seat, ...]
    call: ArbiterCalled | None
    board: Any
    moves: tuple[str, ...]
    result: MatchResult | None
    key_hash: str
    key: str = ""
    played: Board = Board.SERVER
    attempt: int = 0
    reports: tuple[DealReported, ...] = ()
    banks: tuple[int, ...] = ()
    paused: TablePaused | None = None
    paused_at: int = 0
    rewinds: int = 0
    shown: HandsOpened | None = None


def view(table: Table, seat: Seat | None) -> TableView:
    """Give what a seat may see of a table; None is the public."""
    board = None
    if table.state is not None:
        over = table.rules.outcome(table.state) is not None
        # A match stopped in the middle of a deal leaves its hands closed: others may still be dealt the same.
        board = table.rules.reveal(table.state) if over else table.rules.view(table.state, seat)
    turn = whose_turn(table)
    mine = turn is not None and turn == seat and table.paused is None
    return TableView(
        seat=seat,
        rules=table.opened.rules,
        tournament=table.opened.tournament,
        round=table.opened.round,
        number=table.opened.number,
        seats=table.seats,
        awaited=_awaited(table),
        phase=table.phase,
        deal=table.deal,
        ply=table.ply,
        turn=turn,
        since=table.since,
        deadline=deadline(table),
        totals=table.match.totals,
        finished=table.finished,
        resigned=table.resigned,
        call=table.call,
        board=board,
        moves=tuple(map(table.rules.move_text, table.rules.moves(table.state))) if mine else (),
        result=table.result,
        key_hash=table.opened.key_hash,
        key=table.key,
        played=table.opened.board,
        attempt=table.attempt,
        reports=table.reports,
        banks=table.banks,
        paused=table.paused,
        paused_at=table.paused_at,
        rewinds=table.rewinds,
        shown=table.shown,
    )


def staff_view(table: Table) -> TableView:
    """Give what the staff may see: what the public may, and all hands once they were opened to it."""
    found = view(table, None)
    opened = table.shown is not None and table.state is not None
    return replace(found, board=table.rules.reveal(table.state)) if opened else found


def _awaited(table: Table) -> tuple[Seat, ...]:
    """Over the board nobody has to sit down here."""
    if table.opened.board is not Board.SERVER:
        return ()
    return tuple(at for at, nonce in enumerate(table.nonces) if not nonce)
