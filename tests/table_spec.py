"""One table driven through its decider without any log: given / when / then for tests, and whole matches by chance."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from contracts import codec
from contracts.envelope import write
from contracts.games import match as matches
from contracts.games.game import GAMES, Refusal
from contracts.messages import Body, Event, Limits
from contracts.table import GiveDeal, OpenTable, Play, SeatPlan, Sit
from contracts.table_state import Phase, Table, evolve, whose_turn
from services.move_validation import decider

KEY = b"k" * 32
KEY_HASH = hashlib.sha256(KEY).hexdigest()
START = 1_700_000_000_000


def opening(rules: str = "draw_dominoes/1", seats: Any = 2, bots: tuple[int, ...] = (), **fields: Any) -> OpenTable:
    """The command that opens a table for e0, e1 and so on; `options` without players, and any other field."""
    if isinstance(seats, int):
        names = [(f"e{i}", f"Name {i}", "steady" if i in bots else "") for i in range(seats)]
        seats = tuple(SeatPlan(entrant=entrant, name=name, bot=bot) for entrant, name, bot in names)
    fields = {"key_hash": KEY_HASH, "seats": seats} | fields
    fields["options"] = {"players": len(seats)} | fields.get("options", {})
    return OpenTable(**({"tournament": "cup", "round": 1, "number": 1, "rules": rules} | fields))


class Spec:
    """A table on which each command is decided, and its events go over the wire and are folded."""

    def __init__(self, table: str = "t1") -> None:
        self.id = table
        self.at = START
        self.state: Table | None = None
        self.events: list[tuple[int, Event]] = []
        self.answer: tuple[Event, ...] | Refusal = ()
        self.sent = 0

    @property
    def table(self) -> Table:
        assert self.state is not None
        return self.state

    def when(self, actor: str, body: Body, *, later_ms: int = 10, at: int | None = None) -> Spec:
        """Send a command, `later_ms` after the one before or at a time of its own."""
        self.at = self.at + later_ms if at is None else at
        self.sent += 1
        command = codec.command(f"c{self.sent}", self.id, actor, body)
        read = codec.TABLE.body(command)
        assert read == body, read
        before = self.state
        self.answer = decider.decide(before, command, body, self.at)
        assert decider.decide(before, command, body, self.at) == self.answer, "not pure"
        if isinstance(self.answer, Refusal):
            write(self.answer)
            return self
        for event in self.answer:
            assert codec.TABLE.event(write(event)) == event
            self.state = evolve(self.state, event, self.at)
            self.events.append((self.at, event))
        return self

    def then(self, *kinds: type[Event]) -> Spec:
        """The last command brought exactly these events."""
        assert not isinstance(self.answer, Refusal), self.answer
        assert tuple(map(type, self.answer)) == kinds, self.answer
        return self

    def refused(self, code: str, **facts: Any) -> Spec:
        """The last command was refused with this code, and at least these facts."""
        assert isinstance(self.answer, Refusal), self.answer
        assert self.answer.code == code, self.answer
        assert {**self.answer.facts, **facts} == self.answer.facts
        return self

    # steps that many tests begin with

    def open(self, rules: str = "draw_dominoes/1", seats: int = 2, **fields: Any) -> Spec:
        return self.when("dealing", opening(rules, seats, **fields))

    def sit(self, *seats: int) -> Spec:
        for seat in seats or range(len(self.table.seats)):
            self.when(f"player:e{seat}", Sit(seat=seat, nonce=f"{seat:032x}"))
        return self

    def deal(self, order: tuple[str, ...] | None = None, rng: random.Random | None = None) -> Spec:
        table, rng = self.table, rng or random.Random(1)
        pieces = list(matches.pieces(table.game, table.options, table.deal))
        if order is None:
            rng.shuffle(pieces)
            order = tuple(pieces)
        lots = tuple(rng.sample(pieces, len(pieces))) if matches.lots(table.game) else ()
        return self.when("dealing", GiveDeal(deal=table.deal, attempt=table.attempt, order=order, lots=lots))

    def play(self, move: str, seat: int | None = None, **at: int) -> Spec:
        """A move of the seat on turn, or of another, in the position of now."""
        on_turn = whose_turn(self.table)
        seat = (0 if on_turn is None else on_turn) if seat is None else seat
        body = Play(seat=seat, move=move, deal=self.table.deal, ply=self.table.ply)
        return self.when(f"player:e{seat}", body, **at)

    def moves(self) -> tuple[str, ...]:
        return tuple(map(self.table.game.move_text, self.table.game.moves(self.table.state)))

    def play_on(self, rng: random.Random, until: Phase = Phase.ENDED, moves: int = 10_000) -> Spec:
        """Deal and play by chance, at least one step, until a phase is reached, or so many moves are made."""
        while moves:
            if self.table.phase is Phase.WANTING:
                self.deal(rng=rng)
            else:
                self.play(rng.choice(self.moves()))
                moves -= 1
            assert not isinstance(self.answer, Refusal), self.answer
            if self.table.phase is until:
                break
        return self


def match(seed: int, rules: str = "draw_dominoes/1", seats: int = 3, **fields: Any) -> Spec:
    """A whole match by chance, to its result."""
    return Spec().open(rules, seats, **fields).sit().play_on(random.Random(seed))


HAND = {"longana": 8, "draw_dominoes": 7, "mexican_train": 8}  # of three at most


def order_with(rules: str, hands: list[str]) -> tuple[str, ...]:
    """An order whose hands begin with these tiles (one text for each seat), filled up in canonical order."""
    game = GAMES[rules]
    chosen = [hand.split() for hand in hands]
    named = [tile for hand in chosen for tile in hand]
    assert len(set(named)) == len(named)
    rest = [p for p in game.pieces(game.Options(players=len(hands))) if p not in named]
    for hand in chosen:
        while len(hand) < HAND[game.NAME]:
            hand.append(rest.pop(0))
    return (*(tile for hand in chosen for tile in hand), *rest)


LIMITED = Limits(move_s=30, sit_s=60)
