"""The gateway's own life: it follows the log, sends commands, waits for their answers, and keeps the live pages fed.

It owns no rule and no truth. A command sent twice, or asked about again, gets the answer that the first one got.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Coroutine

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from contracts import codec
from contracts.envelope import Command, Decision, read_command, write
from contracts.messages import Body, Event
from contracts.table import ClaimRefused
from contracts.topics import (
    ARCHIVE,
    STANDINGS,
    TABLE_COMMANDS,
    TABLE_EVENTS,
    TOURNAMENT_COMMANDS,
    TOURNAMENT_EVENTS,
    Topic,
)
from services.archive import Shelf
from services.runtime import observe, reader
from services.runtime.log import Log, LogDoubtError, LogUnavailableError
from services.web_gateway.auth import Auth
from services.web_gateway.live import Hub
from services.web_gateway.projection import OWN, Answer, Projection, ReadOnlyError

ANSWER_S = 5.0
"""How long a page waits for the answer to its command before it says that the command is on its way."""
_CATALOGUES = {TOURNAMENT_EVENTS.name: codec.TOURNAMENT, TABLE_EVENTS.name: codec.TABLE}
_log = observe.logger(service="web-gateway")


class Gateway:
    """What all pages share: the projection, the live hub, the tokens, and the way to the log."""

    def __init__(
        self,
        log: Log,
        auth: Auth,
        *,
        address: str = "",
        health: observe.Health | None = None,
        lag: reader.LagWatch | None = None,
        answer_s: float = ANSWER_S,
        signer: Ed25519PrivateKey | None = None,
        opening: asyncio.Future[None] | None = None,
    ) -> None:
        """`address` is what phones are told to open, such as http://192.168.1.5:8000; empty: what the browser used.

        `signer` is the club's key, with which games are given out as files; without it none are.
        `opening` is done when the log is open: pages are served before, and say what is known.
        """
        self.log = log
        self.auth = auth
        self.address = address.rstrip("/")
        self.health = health or observe.Health()
        self.lag = lag
        self.answer_s = answer_s
        self.signer = signer
        self._opening = opening
        self.hub = Hub(observe.SCREENS.set)
        self.known = Projection(log, self.hub.touch)
        self.caught_up = asyncio.Event()
        self._behind: set[tuple[str, int]] = set()
        self._halted: set[tuple[str, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to follow the log. Pages are served at once; they say what is known so far."""
        partitions = range(self.log.partitions)
        self._behind = {(t.name, p) for t in (TOURNAMENT_EVENTS, TABLE_EVENTS, ARCHIVE) for p in partitions}
        self.health.report("web-gateway", "reading the log")
        work = (self._follow(TOURNAMENT_EVENTS), self._follow(TABLE_EVENTS), self._standings(), self._opened())
        for coroutine in work:
            task = asyncio.create_task(self._once_open(coroutine))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    async def _once_open(self, work: Coroutine[None, None, None]) -> None:
        try:
            if self._opening is not None:
                await asyncio.shield(self._opening)
        except BaseException:
            work.close()
            raise
        await work

    async def stop(self) -> None:
        """End the streams and stop following."""
        self.hub.stop()
        for task in self._tasks:
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._tasks.clear()

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (fault := task.exception()) is not None:
            self.health.report("web-gateway", f"stopped following the log: {fault}")
            _log.error("stopped following the log", cause=f"{type(fault).__name__}: {fault}")

    # --- following

    async def _follow(self, topic: Topic) -> None:
        fold = self.known.fold_tournament if topic is TOURNAMENT_EVENTS else self.known.fold_table
        async for facts in reader.follow_decisions(self.log, topic, name="web-gateway", lag=self.lag):
            place = (topic.name, facts.partition)
            for entry, decision in facts.items:
                if place in self._halted:
                    break
                try:
                    command = read_command(decision.command) if bytes(decision.command) else None
                    answer = _answer(decision, self._events(topic, entry.key, decision))
                    fold(facts.partition, entry.offset, entry.key, decision.at, command, answer)
                except Exception as fault:  # noqa: BLE001  # whatever a record does, it is told and stops no other
                    # The rest goes on; this partition's pages stay as they were, and readiness says why.
                    self._halted.add(place)
                    cause = f"{type(fault).__name__}: {fault}"
                    self.health.report(f"web-gateway {topic.name}/{facts.partition}", f"{entry.offset}: {cause}")
                    _log.error("cannot fold", partition=facts.partition, key=entry.key, cause=cause)
            if facts.caught_up:
                self._reached(place)
            await asyncio.sleep(0)

    def _events(self, topic: Topic, key: str, decision: Decision) -> tuple[Event, ...]:
        found = []
        for raw in decision.events or ():
            try:
                found.append(_CATALOGUES[topic.name].event(raw))
            except codec.UnknownKind as unknown:
                observe.UNKNOWN.labels(topic.name, "web-gateway").inc()
                _log.warning("event skipped", key=key, cause=str(unknown))
        return tuple(found)

    async def _standings(self) -> None:
        while True:
            try:
                async for _, entries in self.log.follow(STANDINGS, dict.fromkeys(range(self.log.partitions), 0)):
                    for entry in entries:
                        self.known.fold_standings(entry.value)
            except LogUnavailableError as away:
                _log.warning("the log is away", topic=STANDINGS.name, cause=str(away))
                await asyncio.sleep(reader.RETRY_S)
            else:
                return

    async def _opened(self) -> None:
        """Follow the tournaments that were opened from files."""
        starts = dict.fromkeys(range(self.log.partitions), 0)
        shelves = {p: Shelf(p) for p in starts}
        while True:
            try:
                async for p, entries in self.log.follow(ARCHIVE, starts):
                    for entry in entries:
                        starts[p] = entry.offset + 1
                        try:
                            if (file := shelves[p].take(entry)) is not None:
                                self.known.fold_opened(file)
                        except Exception as fault:  # noqa: BLE001  # whatever a foreign file does, it stops nothing else
                            _log.error("cannot show an opened file", key=entry.key, cause=f"{fault!r}")
                    if not entries:
                        self._reached((ARCHIVE.name, p))
                    await asyncio.sleep(0)
            except LogUnavailableError as away:
                _log.warning("the log is away", topic=ARCHIVE.name, cause=str(away))
                await asyncio.sleep(reader.RETRY_S)
            else:
                return

    def _reached(self, place: tuple[str, int]) -> None:
        if place in self._behind:
            self._behind.discard(place)
            if not self._behind:
                self.caught_up.set()
                self.health.report("web-gateway", None)
                self.health.started()

    # --- sending

    async def act(self, key: str, actor: str, body: Body, ident: str) -> Answer | None:
        """Send a command and give its answer; None when it takes too long: it is on its way then, and counts once.

        `ident` is the sender's own name for the wish: the same again is the same command. LogUnavailableError where
        nothing could be written, TooLargeError for a body beyond its kind's size, ReadOnlyError where the tournament
        or table was opened from a file.
        """
        if self.known.read_only(key):
            raise ReadOnlyError(key)
        topic = TABLE_COMMANDS if body.KIND in codec.TABLE.commands else TOURNAMENT_COMMANDS
        command = codec.command(command_id(actor, ident, body), key, actor, body)
        known = (key, command.id)
        if known in self.known.answers:
            return self.known.answers[known]
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def tell(answer: Answer) -> None:
            if not answered.done():
                answered.set_result(answer)

        self.known.waiting.setdefault(known, []).append(tell)
        try:
            async with asyncio.timeout(self.answer_s):
                await self._send(topic, command)
                return await answered
        except TimeoutError:
            return None
        finally:
            waiting = self.known.waiting.get(known, [])
            if tell in waiting:
                waiting.remove(tell)
            if not waiting:
                self.known.waiting.pop(known, None)

    async def _send(self, topic: Topic, command: Command) -> None:
        """Append; after a doubt append again, which does no harm."""
        while True:
            try:
                await reader.send(self.log, topic, command)
            except LogDoubtError as doubt:
                _log.warning("sending again", key=command.key, cause=str(doubt))
                await asyncio.sleep(0.2)
            else:
                return


def _answer(decision: Decision, events: tuple[Event, ...]) -> Answer:
    """Give what the sender is told. A false claim was refused, although its booking is an event (BG-17)."""
    claim = next((event.refusal for event in events if isinstance(event, ClaimRefused)), None)
    return Answer(decision.refusal or claim, events)


def command_id(actor: str, ident: str, body: Body) -> str:
    """Name a wish: the sender's name for it and a digest of what is wanted, so that one form cannot mean two things."""
    about = hashlib.sha256(b"\0".join((actor.encode(), body.KIND.encode(), write(body)))).hexdigest()[:12]
    return f"{OWN}{ident[:64]}.{about}"


def now_s() -> int:
    """Give this machine's time in whole seconds, for tokens."""
    return int(time.time())
