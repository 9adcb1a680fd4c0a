"""Records that an arbiter has typed become tables: read by the notation, written as the events that they tell of. Pure.

Imports `contracts` only. A record is replayed by the rules of its game, so that nothing enters the log that they do not
let happen; what the record says was refused happened as a refusal and leaves no event, save a false claim that costs
something (BG-19). Who deals such a table is the record itself: no key stands behind its deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from contracts.envelope import Command, write
from contracts.games import match as matches
from contracts.games import notation
from contracts.games.game import BadNotation, Refusal, Seat, UnscorableError, Void, plain
from contracts.games.game import game as find_game
from contracts.games.game import unread as refuse_text
from contracts.games.record import Act, DealRecord
from contracts.messages import Board, Event
from contracts.table import (
    ClaimRefused,
    ContinueRecord,
    DealEnded,
    DealForfeited,
    Dealt,
    DealVoided,
    DealWanted,
    ImportRecord,
    MatchEnded,
    OffenceCharged,
    Played,
    PositionSet,
    Resigned,
    SeatPlan,
    TableOpened,
)
from contracts.table_asks import MAX_NUMBER, MAX_TEXT, Answer, not_in_play, small, unseen
from contracts.table_state import Phase, Table, evolve

CODES: Final = (
    "record/notation",
    "record/seats",
    "record/name",
    "record/place",
    "record/unfinished",
    "record/after-end",
    "record/number",
    "record/position",
    "record/too-large",
    "record/replay",
    "record/not-one",
    "record/unseen",
)
"""The refusals of records, beside the table's and the games' own."""
ORIGIN: Final = "record"
"""Where a table's deals come from that no key stands behind."""
MAX_EVENTS_BYTES: Final = 1_500_000
"""Of the events of one record: its decision carries its text too, and must fit into one record of the log."""
MAX_NAME: Final = 80


class _Refused(Exception):  # carries a refusal, never leaves this module
    """A record that is sound but makes no table, with the refusal that says why."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, facts=facts)


def imported(table: Table | None, body: ImportRecord, now: int) -> Answer:
    """Open a table from a record, up to where the record stops."""
    if table is not None:
        return Refusal("table/exists")
    log = notation.read(body.text)
    if log.error is not None:
        return unread(log.error)
    record = log.record
    assert record is not None, "a text without a fault has a head"
    game = find_game(record.rules)
    if conflict := game.conflict(record.options):
        return Refusal("options/conflict", conflict.rule, conflict.facts)
    if fault := _seats(body.seats, game.seat_count(record.options)) or _place(body):
        return fault
    first = record.deals[0].deal if record.deals else None
    opened = TableOpened(
        tournament=body.tournament,
        round=body.round,
        number=body.number,
        rules=record.rules,
        options=plain(record.options),
        seats=body.seats,
        key_hash="",
        max_deals=record.max_deals,
        board=Board.MOVES,
        origin=ORIGIN,
        carried=record.carried,
        dealt_before=first.number - 1 if first else 0,
    )
    return _told(_Teller(None, now, (opened,)), log)


def continued(table: Table, command: Command, body: ContinueRecord, now: int) -> Answer:  # noqa: ARG001
    """Go on where a record stopped: moves of any seat, deals, the end, in the same notation without a head."""
    if refusal := not_in_play(table):
        return refusal
    if table.opened.origin != ORIGIN:
        return Refusal("record/not-one")
    if (body.deal, body.ply) != (table.deal, table.ply):
        return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})
    state = table.state if table.phase is not Phase.WAITING else None
    log = notation.go_on(table.rules, table.options, table.match, state, body.text, table.opened.max_deals)
    if log.error is not None:
        return unread(log.error)
    return _told(_Teller(table, now, ()), log)


def unread(fault: BadNotation) -> Refusal:
    """Say where a text is no record, and why."""
    return refuse_text("record/notation", fault, MAX_TEXT)


def _seats(seats: Sequence[SeatPlan], needed: int) -> Refusal | None:
    """Name what is wrong with the names; bots do not sit at a table that a record tells of."""
    if len(seats) != needed:
        return Refusal("record/seats", facts={"named": len(seats), "needed": needed})
    for plan in seats:
        if not plan.name.strip() or len(plan.name) > MAX_NAME or len(plan.entrant) > MAX_NAME or plan.bot:
            return Refusal("record/name", facts={"name": plan.name[:MAX_NAME], "most": MAX_NAME})
    entrants = [plan.entrant for plan in seats if plan.entrant]
    twice = next((entrant for at, entrant in enumerate(entrants) if entrant in entrants[:at]), None)
    return Refusal("seats/twice", facts={"entrant": twice}) if twice else None


def _place(body: ImportRecord) -> Refusal | None:
    """A place in a tournament has a name and two numbers; a record by itself has none of them."""
    numbers = {"round": body.round, "number": body.number}
    least = 1 if body.tournament else 0
    most = MAX_NUMBER if body.tournament else 0
    if len(body.tournament) > MAX_TEXT:
        return Refusal("text/too-long", facts={"most": MAX_TEXT})
    wrong = next((name for name, number in numbers.items() if not least <= number <= most), "")
    return Refusal("record/place", facts={"number": wrong}) if wrong else None


def _told(teller: _Teller, log: notation.Log) -> Answer:
    try:
        return teller.tell(log)
    except _Refused as refused:
        return refused.refusal
    except UnscorableError:
        return unseen()


class _Teller:
    """Tells a record as events, folding each, so that what it opens is what the record's own replay reached."""

    def __init__(self, table: Table | None, now: int, begin: Iterable[Event]) -> None:
        """Go on from a table, or from what opens one."""
        self._now = now
        self._table = table
        self._events: list[Event] = []
        for event in begin:
            self._put(event)

    @property
    def _now_table(self) -> Table:
        assert self._table is not None, "a table is opened first"
        return self._table

    def _put(self, event: Event) -> None:
        self._table = evolve(self._table, event, self._now)
        self._events.append(event)

    def tell(self, log: notation.Log) -> tuple[Event, ...]:
        """Give the events of everything that was read."""
        record = log.record
        assert record is not None
        steps = iter(log.steps)
        for number, (deal, line) in enumerate(zip(record.deals, log.lines, strict=True)):
            if number or line:  # a deal that goes on from before has no line of its own
                self._begin(deal, line)
            for act in deal.acts:
                self._act(act, next(steps))
        self._end(record.stop)
        table = self._now_table
        if log.state is not None and (table.state, table.match) != (log.state, log.match):
            raise _Refused("record/replay")
        if sum(len(write(event)) for event in self._events) > MAX_EVENTS_BYTES:
            raise _Refused("record/too-large", most=MAX_EVENTS_BYTES)
        return tuple(self._events)

    def _begin(self, deal: DealRecord, line: int) -> None:
        """Deal, or set up a position: only where no deal is open and the match goes on."""
        table = self._now_table
        if table.phase is Phase.PLAYING:
            raise _Refused("record/unfinished", deal=table.deal, line=line)
        if matches.over(table.rules, table.options, table.match, table.opened.max_deals) is not None:
            raise _Refused("record/after-end", line=line)
        number = table.match.deals + 1
        if deal.deal is not None and deal.deal.number != number:
            raise _Refused("record/number", deal=small(deal.deal.number), expected=number, line=line)
        attempt = table.match.attempts
        if table.phase is not Phase.WANTING or self._stale_want(table):
            self._put(DealWanted(deal=number, attempt=attempt, nonces=table.nonces))
        if deal.deal is None:
            if table.rules.turn(table.rules.read_state(deal.state)) is None:
                raise _Refused("record/position", line=line)
            self._put(PositionSet(deal=number, attempt=attempt, state=deal.state))
            return
        told = deal.deal
        started = table.rules.start(table.options, told)
        if isinstance(started, Void):
            self._put(
                DealVoided(
                    deal=number,
                    attempt=attempt,
                    rule=started.rule,
                    facts=started.facts,
                    order=told.order,
                    starter=told.starter,
                    lots=told.lots,
                )
            )
            return
        self._put(
            Dealt(
                deal=number, attempt=attempt, order=told.order, starter=told.starter, lots=told.lots, carry=told.carry
            )
        )

    def _act(self, act: Act, step: notation.Step) -> None:
        table = self._now_table
        game = table.rules
        if step.refusal is not None:
            if step.after != step.before:  # a false claim that costs something (BG-19)
                move = game.move_text(step.move)
                self._put(ClaimRefused(seat=act.seat, move=move, ply=table.ply, refusal=step.refusal))
                if game.turn(step.after) is None:
                    self._put(DealForfeited(seat=act.seat, cause="false_claim"))
        elif act.text == "forfeit":
            self._put(DealForfeited(seat=act.seat, cause=ORIGIN))
        elif step.move is None:
            self._put(OffenceCharged(seat=act.seat, offence=act.text.removeprefix("offence "), deal=table.deal))
        else:
            cause = "timeout" if act.auto else "player"
            self._put(Played(seat=act.seat, move=game.move_text(step.move), ply=table.ply, cause=cause))
        self._ended()

    def _ended(self) -> None:
        """Book the deal that has just come to its end."""
        table = self._now_table
        if table.phase is not Phase.PLAYING:
            return
        outcome = table.rules.outcome(table.state)
        if outcome is not None:
            scored = matches.score(table.rules, table.options, table.match, table.state)
            self._put(DealEnded(deal=table.deal, outcome=outcome, totals=scored.totals))

    def _end(self, stop: notation.Stop | None) -> None:
        """End the match where it is over, or was stopped; else want the next deal where none is open."""
        table = self._now_table
        game, options = table.rules, table.options
        if stop is not None:
            for seat in stop.behind:
                if seat not in self._now_table.resigned:
                    self._put(Resigned(seat=seat))
            gone: tuple[Seat, ...] = self._now_table.resigned
            self._put(MatchEnded(result=matches.stop(game, options, table.match, stop.reason, behind=gone)))
        elif table.phase is not Phase.PLAYING:
            result = matches.over(game, options, table.match, table.opened.max_deals)
            if result is not None:
                self._put(MatchEnded(result=result))
            elif table.phase is not Phase.WANTING or self._stale_want(table):
                match = table.match
                self._put(DealWanted(deal=match.deals + 1, attempt=match.attempts, nonces=table.nonces))

    @staticmethod
    def _stale_want(table: Table) -> bool:
        """Whether the deal that is wanted was void, so that another attempt is."""
        return (table.deal, table.attempt) != (table.match.deals + 1, table.match.attempts)
