"""Bots as a service: the seats marked as bots sit down and play by the same commands as anyone.

The table is folded here as everywhere; what a bot's choice is made from is `view(table, seat)` and nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from contracts import codec, topics
from contracts.envelope import Command
from contracts.games.game import Seat
from contracts.messages import Board, Body, Event
from contracts.table import Play, Sit, TableOpened
from contracts.table_state import Phase, Table, TableView, evolve, view, whose_turn
from services.bots.player import choose
from services.runtime.service import Job, ReactorPlan, Service

TICK_S = 0.1
"""How often a bot with a pace looks at the clock."""
TRIES = 3
"""How often a bot tries another move when the referee refuses one; then its clock, or the director, decides."""


@dataclass
class _Turn:
    """A bot's turn: from when on it may move (ms, the log's clock), and how often its move has been refused.

    `held` counts the moves that came while the table was paused.
    """

    seat: Seat
    deal: int
    ply: int
    since: int
    rewinds: int = 0
    refused: int = 0
    held: int = 0


class Bots:
    """Plays a partition's tables. `pace` is the time in seconds that a bot takes for a move."""

    def __init__(self, pace: float = 0.0) -> None:
        """Begin with no table."""
        self._pace_ms = round(pace * 1000)
        self._tables: dict[str, Table] = {}
        self._sitting: dict[str, Job] = {}
        self._turns: dict[str, _Turn] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:
        """Follow the tables at which a bot sits."""
        table = self._tables.get(key)
        if table is None and not (events and isinstance(events[0], TableOpened) and _has_bot(events[0])):
            return
        for event in events:
            table = evolve(table, event, at)
        assert table is not None
        if not events:
            self._refused(key, command)
            return
        if table.phase in (Phase.ENDED, Phase.REVEALED):
            self._forget(key, table)
            if table.phase is Phase.ENDED:
                self._tables[key] = table  # until its key is open a ruling may send it back
            return
        self._tables[key] = table
        self._sit(key, table)
        seat = whose_turn(table)
        if seat is None or not table.seats[seat].bot:
            self._turns.pop(key, None)
            return
        known = self._turns.get(key)
        back = table.rewinds + table.attempt  # the same deal and move may come again
        if known is None or (known.deal, known.ply, known.rewinds) != (table.deal, table.ply, back):
            self._turns[key] = _Turn(seat, table.deal, table.ply, table.since, back)

    def _sit(self, key: str, table: Table) -> None:
        for seat, plan in enumerate(table.seats):
            if not plan.bot:
                continue
            name = f"bot:{key}:sit:{seat}"
            if table.nonces[seat]:
                self._sitting.pop(name, None)
            elif name not in self._sitting:
                self._sitting[name] = _job(name, key, plan.entrant, Sit(seat=seat, nonce=nonce(key, seat)))

    def _refused(self, key: str, command: Command | None) -> None:
        """A move of ours that the referee refused, though the turn is still ours: the next try is the first legal."""
        turn = self._turns.get(key)
        if turn is None or command is None or command.id != _id(key, turn):
            return
        if self._tables[key].paused is not None:
            turn.held += 1  # nothing was wrong with the move: the same is sent again under another id
        else:
            turn.refused += 1

    def _forget(self, key: str, table: Table) -> None:
        self._tables.pop(key, None)
        self._turns.pop(key, None)
        for seat in range(len(table.seats)):
            self._sitting.pop(f"bot:{key}:sit:{seat}", None)

    def due(self, now: int) -> Iterator[Job]:
        """Give a bot's move for every table at which its time has come."""
        yield from tuple(self._sitting.values())
        for key, turn in tuple(self._turns.items()):
            too_early = self._pace_ms and now < turn.since + self._pace_ms
            if too_early or turn.refused > TRIES or self._tables[key].paused is not None:
                continue
            yield self._move(key, turn)

    def _move(self, key: str, turn: _Turn) -> Job:
        table = self._tables[key]
        plan = table.seats[turn.seat]
        name = _id(key, turn)

        def make() -> Command:
            move = answer(view(table, turn.seat), plan.bot, key, refused=turn.refused)
            body = Play(seat=turn.seat, move=move, deal=turn.deal, ply=turn.ply)
            return codec.command(name, key, f"bot:{plan.entrant}", body)

        return Job(name, topics.TABLE_COMMANDS, make)


def answer(seen: TableView, strength: str, table: str, *, refused: int = 0) -> str:
    """Give the move of the seat that sees this; after a refusal the first of the legal moves not tried yet."""
    if refused:
        return seen.moves[(refused - 1) % len(seen.moves)]
    return choose(strength, seen.board, seen.moves, f"{table}:{seen.seat}:{seen.deal}:{seen.ply}")


def nonce(table: str, seat: Seat) -> str:
    """Give the nonce that a bot adds (32 hex digits). It adds no secret: a bot has none."""
    return hashlib.sha256(f"capicua bot 1 {table} {seat}".encode()).hexdigest()[:32]


def _has_bot(opened: TableOpened) -> bool:
    return opened.board is Board.SERVER and any(plan.bot for plan in opened.seats)


def _id(key: str, turn: _Turn) -> str:
    tries = turn.refused + turn.held
    again = f":{tries}" if tries else ""
    back = f":r{turn.rewinds}" if turn.rewinds else ""
    return f"bot:{key}:{turn.deal}:{turn.ply}{back}{again}"


def _job(id: str, key: str, entrant: str, body: Body) -> Job:
    return Job(id, topics.TABLE_COMMANDS, lambda: codec.command(id, key, f"bot:{entrant}", body))


def service(pace: float = 0.0) -> Service:
    """Make the service whose bots take `pace` seconds for a move."""
    tick = TICK_S if pace else None
    plan = ReactorPlan("bots", topics.TABLE_EVENTS, codec.TABLE, lambda: Bots(pace), tick_s=tick)
    return Service(name="bots", reactors=(plan,))
