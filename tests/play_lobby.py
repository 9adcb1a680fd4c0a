"""A tournament played without tables: the lobby's own decisions on made-up results. For tests and benches."""

from __future__ import annotations

import hashlib
import random

from contracts import codec
from contracts.games.game import MatchResult, Refusal
from contracts.messages import Body, Event
from contracts.tournament import (
    BeginRound,
    CheckIn,
    CommitKey,
    CreateTournament,
    EntrantRow,
    ImportEntrants,
    RecordResult,
    Rules,
    StartRound,
)
from contracts.tournament_state import RoundPhase, Tournament, evolve
from services.lobby import decider, seating

KEY = "00112233445566778899aabbccddeeff" * 2
KEY_HASH = hashlib.sha256(bytes.fromhex(KEY)).hexdigest()


def rules(**changes) -> Rules:
    given = {"game": "longana/1", "rounds": 9, "table_min": 2, "table_max": 4, "seed": "spring 2026", **changes}
    return Rules(**given)


def result(places, totals=None, won=None, best=None, deals=3, reason="target") -> MatchResult:
    """A result in seat order; totals follow the places where they are not given."""
    n = len(places)
    totals = tuple(totals or [100 - 20 * (p - 1) for p in places])
    won = tuple(won or [deals if s == places.index(1) else 0 for s in range(n)])
    return MatchResult(
        reason=reason,
        totals=totals,
        places=tuple(places),
        deals=deals,
        won=won,
        best=tuple(best or [t // 2 for t in totals]),
    )


class Lobby:
    """One tournament: commands in, state and events kept; a refusal fails loudly unless it is asked for."""

    def __init__(self, key: str = "spring", **changes) -> None:
        self.key = key
        self.state: Tournament | None = None
        self.events: list[Event] = []
        self.sent = 0
        if "bare" not in changes:
            self.do(CreateTournament(name="Spring", rules=rules(**changes)))
            self.do(CommitKey(key_hash=KEY_HASH), "dealing")

    def ask(self, body: Body, actor: str = "director"):
        """Decide without folding."""
        self.sent += 1
        command = codec.command(f"c{self.sent}", self.key, actor, body)
        read = codec.TOURNAMENT.body(command)
        assert not isinstance(read, Refusal), read
        return decider.decide(self.state, command, read, self.sent)

    def do(self, body: Body, actor: str = "director") -> tuple[Event, ...]:
        """Decide and fold."""
        answer = self.ask(body, actor)
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            self.state = evolve(self.state, event, self.sent)
            self.events.append(event)
        return answer

    def enter(self, count: int, present: bool = True) -> None:
        """Let so many players in, and have them there."""
        first = len(self.state.entrants) + 1
        rows = tuple(EntrantRow(name=f"Player {n}") for n in range(first, first + count))
        self.do(ImportEntrants(entrants=rows))
        if present:
            self.do(CheckIn(entrants=tuple(f"e{n}" for n in range(first, first + count))))

    def seat(self):
        """Ask for the next round's seating and take what the seater proposes."""
        self.do(StartRound(round=self.state.begun + 1))
        proposal = seating.propose(self.state)
        self.do(proposal, "seater")
        return proposal

    def begin(self) -> None:
        self.do(BeginRound(round=self.state.current.number))

    def play(self, rng: random.Random) -> None:
        """Give every table of the running round a result."""
        for table in self.state.current.tables:
            if table.result is None:
                totals = [rng.randrange(0, 12) * 10 for _ in table.seats]
                places = [1 + sum(o > t for o in totals) for t in totals]
                self.do(RecordResult(table=table.id, result=result(places, totals)), "relay")
        assert self.state.current.phase is RoundPhase.DONE

    def round(self, rng: random.Random):
        """Seat, begin and play a round; the seating is given back."""
        proposal = self.seat()
        self.begin()
        self.play(rng)
        return proposal
