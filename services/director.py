"""A director at the command line: sends commands, hears each one's decision, and knows how the tournaments stand.

The demonstration uses it; it is a reader and a sender like any other, and knows nothing that the log does not say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Self

from contracts import codec, roles, tournament_state
from contracts.codec import TABLE, TOURNAMENT, Catalogue
from contracts.envelope import Decision, read_command
from contracts.games.game import Refusal
from contracts.messages import Body, Event
from contracts.ranking import Standings, standings
from contracts.sentences import sentence
from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS, TOURNAMENT_COMMANDS, TOURNAMENT_EVENTS, Topic
from contracts.tournament import (
    BeginRound,
    CheckIn,
    CreateTournament,
    EntrantRow,
    FinishTournament,
    ImportEntrants,
    Rules,
    StartRound,
)
from contracts.tournament_state import RoundPhase, Tournament
from services.runtime.log import Log, LogDoubtError, LogUnavailableError
from services.runtime.reader import Facts, follow_decisions, send

RETRY_S = 0.5
SILENCE_S = 10.0
"""How long nobody answers before `Director.unanswered` is told of it."""


class RefusedError(Exception):
    """A command of the director was refused."""

    def __init__(self, kind: str, refusal: Refusal) -> None:
        """Say what was refused and why."""
        super().__init__(f"{sentence(refusal, 'en')} ({kind}: {refusal.code})")
        self.refusal = refusal


class Director:
    """Use it as an async context manager: inside, the log is followed."""

    def __init__(self, log: Log, *, only: str | None = None) -> None:
        """Follow nothing yet. Moves and tables are counted of the tournament `only`, or of the whole log."""
        self._log = log
        self._only = only
        self.tournaments: dict[str, Tournament] = {}
        self.moves = 0
        self.tables_open = 0
        self.tables_over = 0
        self.unanswered: Callable[[str], None] = lambda _kind: None
        """Is told a command's kind when nobody has decided it for a while: perhaps no service runs."""
        self._answers: dict[str, asyncio.Future[Decision]] = {}
        self._news = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        for topic, catalogue, take in (
            (TOURNAMENT_EVENTS, TOURNAMENT, self._tournament),
            (TABLE_EVENTS, TABLE, self._table),
        ):
            self._tasks.append(asyncio.create_task(self._follow(topic, catalogue, take)))
        return self

    async def __aexit__(self, *exc: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _follow(self, topic: Topic, catalogue: Catalogue, take: Callable[[str, int, Event], None]) -> None:
        async for facts in follow_decisions(self._log, topic, name="director"):
            self._take(facts, catalogue, take)
            async with self._news:
                self._news.notify_all()

    def _take(self, facts: Facts, catalogue: Catalogue, take: Callable[[str, int, Event], None]) -> None:
        for entry, decision in facts.items:
            for raw in decision.events or ():
                take(entry.key, decision.at, catalogue.event(raw))
            if self._answers and not decision.poison:
                waiting = self._answers.pop(read_command(decision.command).id, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(decision)

    def _tournament(self, key: str, at: int, event: Event) -> None:
        self.tournaments[key] = tournament_state.evolve(self.tournaments.get(key), event, at)

    def _table(self, key: str, at: int, event: Event) -> None:  # noqa: ARG002  # only what the progress bar shows
        if self._only is not None and not key.startswith(f"{self._only}."):
            return
        kind = event.__struct_config__.tag
        self.moves += kind == "played"
        self.tables_open += kind == "table_opened"
        self.tables_over += kind == "match_ended"

    async def do(self, key: str, id: str, body: Body) -> Decision:
        """Send a command and give its decision. RefusedError where it is refused. Waits while the log is away."""
        answer = self._answers.setdefault(id, asyncio.get_running_loop().create_future())
        command = codec.command(id, key, roles.DIRECTOR, body)
        topic = TABLE_COMMANDS if body.KIND in TABLE.commands else TOURNAMENT_COMMANDS
        silence = asyncio.get_running_loop().call_later(SILENCE_S, lambda: self.unanswered(body.KIND))
        try:
            while True:
                try:
                    await send(self._log, topic, command)
                    break
                except (LogDoubtError, LogUnavailableError):
                    # The id makes a second sending harmless, so a doubt is no reason to give up.
                    await asyncio.sleep(RETRY_S)
            decision: Decision = await self._unless_ended(answer)
        finally:
            silence.cancel()
        if decision.refusal is not None and decision.refusal.code != "command/duplicate":
            raise RefusedError(body.KIND, decision.refusal)
        return decision

    async def until(self, condition: Callable[[], Any]) -> None:
        """Wait until what the log says makes `condition` true."""

        async def wait() -> None:
            async with self._news:
                await self._news.wait_for(condition)

        await self._unless_ended(asyncio.ensure_future(wait()))

    async def _unless_ended(self, awaited: asyncio.Future[Any]) -> Any:
        """Await something that only the followers can bring about; their failure is ours."""
        await asyncio.wait({awaited, *self._tasks}, return_when=asyncio.FIRST_COMPLETED)
        for task in self._tasks:
            if task.done():
                awaited.cancel()
                task.result()
                raise LogUnavailableError("the log was closed")
        return await awaited


async def direct(
    director: Director,
    key: str,
    name: str,
    rules: Rules,
    entrants: Iterable[EntrantRow],
    told: Callable[[str, Tournament], None] = lambda _what, _state: None,
) -> Standings:
    """Run a whole tournament, from its creation to its final standings, and give these.

    `told` hears what happens ("round 2 begins"). Every id derives from the tournament's, so that a director who was
    interrupted can run the same again and goes on where he was.
    """
    order = tuple(RoundPhase)

    def reached(number: int, phase: RoundPhase) -> bool:
        rounds = director.tournaments[key].rounds
        return len(rounds) >= number and order.index(rounds[number - 1].phase) >= order.index(phase)

    await director.do(key, f"{key}:create", CreateTournament(name=name, rules=rules))
    await director.do(key, f"{key}:import", ImportEntrants(entrants=tuple(entrants)))
    everybody = tuple(e.id for e in director.tournaments[key].entrants)
    await director.do(key, f"{key}:check-in", CheckIn(entrants=everybody))
    await director.until(lambda: director.tournaments[key].key_hash)
    for number in range(1, rules.rounds + 1):
        await director.do(key, f"{key}:start:{number}", StartRound(round=number))
        await director.until(partial(reached, number, RoundPhase.SEATED))
        await director.do(key, f"{key}:begin:{number}", BeginRound(round=number))
        told(f"round {number} of {rules.rounds}", director.tournaments[key])
        await director.until(partial(reached, number, RoundPhase.DONE))
    await director.do(key, f"{key}:finish", FinishTournament())
    await director.until(lambda: director.tournaments[key].key)
    told("finished", director.tournaments[key])
    return standings(director.tournaments[key], id=key)
