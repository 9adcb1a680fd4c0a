"""The owner's driver over any log: restore, take commands, decide, append one batch, see where it landed, go on.

What it keeps to is written in `owner.py`: one batch outstanding in a partition; nothing is shown or counted before the
log has acknowledged it where it had to land; after any doubt the state is dropped and read from the log again.
`PartitionHost` does this for one partition and does not care who feeds it: `embedded.py` does over the embedded log,
`kafka.py` when Kafka assigns a partition.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Sequence

import msgspec

from contracts.envelope import partition_of
from contracts.roles import may
from contracts.topics import DEAD_LETTERS
from services.runtime import observe
from services.runtime.log import Entry, Log, LogBrokenError, LogDoubtError, LogUnavailableError, New
from services.runtime.owner import NOTHING, Batch, DoubtError, HaltError, Letter, Owner, Snapshot
from services.runtime.reader import LagWatch
from services.runtime.refusals import LINES
from services.runtime.service import Service

SLICE = 500
"""How many commands at most are decided in one go: others on the event loop wait for so long."""
CHECK_SLICE = 200
"""How many decisions are folded in one go when a restored partition is checked in the background."""
CHECK_PAUSE_S = 0.03
"""How long the check then leaves the processor to others: restores of other partitions, and moves."""
RETRY_S = (0.2, 0.5, 1.0, 2.0, 5.0)
"""How long to wait before a log that was away is asked again: longer each time."""


def tune() -> None:
    """Set this process up for the work of a host: called once by whoever starts one.

    Records are many, small and free of cycles: looking for cycles after every 700 of them costs a quarter of the time.
    And a writing thread that comes back from the disk must not wait 5 ms for Python's lock.
    """
    gc.set_threshold(50_000, 20, 50)
    sys.setswitchinterval(0.001)


class LetterBody(msgspec.Struct, frozen=True):
    """What stands in dead-letters: where the record lies, and why it could not be read."""

    topic: str
    partition: int
    offset: int
    at: int
    error: str
    value: bytes


class PartitionHost:
    """Owns one partition of a service's topics.

    Call `start`; when it gives True, `feed` it with commands from `position` on, in order. When `feed` gives False,
    look at `state`: running means that it has restored itself and wants commands from `position` again; halted means
    that a person has to look, and that nothing more is decided here. `stop` ends it.
    """

    def __init__(
        self,
        log: Log,
        service: Service,
        partition: int,
        *,
        health: observe.Health | None = None,
        lag: LagWatch | None = None,
        snapshot: Snapshot = NOTHING,
        may: Callable[[str, str], bool] = may,
    ) -> None:
        """Prepare; nothing is read yet. `snapshot` spares the fold of what it holds."""
        if service.decider is None or service.commands is None or service.events is None:
            raise ValueError(f"{service.name} decides nothing")
        self._log = log
        self._decider, self._commands, self._events = service.decider, service.commands, service.events
        self.service = service.name
        self.partition = partition
        self.place = f"{service.name}/{partition}"
        self._health = health or observe.Health()
        self._lag = lag
        self._snapshot = snapshot
        self._may = may
        self._owner = self._new_owner()
        self._letters: set[str] | None = None
        self._open_keys = 0
        self._check: asyncio.Task[None] | None = None
        self._failures = 0
        self.state = ""
        self.reason = ""
        self.said = observe.logger(service=service.name, partition=partition)
        self._decided = observe.DECIDED.labels(service.name)
        self._append_seconds = observe.APPEND_SECONDS.labels(service.name)

    def _new_owner(self) -> Owner:
        return Owner(self._decider, self._snapshot, self._may)

    @property
    def position(self) -> int:
        """The command offset that must come next."""
        return self._owner.last + 1

    @property
    def owner(self) -> Owner:
        """The state, for tests and snapshots; what is outstanding in it may not be shown."""
        return self._owner

    # Starting, doubting, stopping

    async def start(self, cause: str = "assigned") -> bool:
        """Restore and check, waiting for the log if it is away. True when running, False when halted."""
        tries = 0
        while True:
            self._to("restoring", "restoring")
            try:
                await self._restore(cause)
            except (HaltError, LogBrokenError) as e:
                self.halt(str(e))
                return False
            except (LogUnavailableError, LogDoubtError, DoubtError) as e:
                self._to("waiting", str(e))
                self.said.warning("the log is away", cause=str(e))
                await asyncio.sleep(RETRY_S[min(tries, len(RETRY_S) - 1)])
                tries += 1
                continue
            except Exception as e:  # noqa: BLE001 - whatever it is, this partition stops and says so
                self.said.exception("restoring failed", cause=cause)
                self.halt(f"restoring failed: {type(e).__name__}: {e}")
                return False
            self._to("running", None)
            self._check = asyncio.get_running_loop().create_task(self._check_all(self._owner))
            return True

    async def _restore(self, cause: str) -> None:
        began = time.perf_counter()
        observe.RESTORES.labels(self.service, cause).inc()
        owner = self._owner = self._new_owner()
        p = self.partition
        end = await self._log.end(self._events, p)
        if owner.end > end:
            # The log is shorter than the snapshot says: a snapshot is a cache, and this one is not of this log.
            self._snapshot = NOTHING
            owner = self._owner = self._new_owner()
        if await self._log.begin(self._events, p) > owner.end:
            raise HaltError(f"decisions were deleted from the start of {self._events.name}/{p}: restore a backup")
        while owner.end < end:
            entries = await self._log.read(self._events, p, owner.end)
            if not entries:
                raise DoubtError("shrank", f"{self._events.name}/{p} ends at {owner.end}, not at {end}")
            owner.restore(entries)
        begin, commands = await self._log.begin(self._commands, p), await self._log.end(self._commands, p)
        newest = None
        if begin <= owner.last < commands:
            found = await self._log.read(self._commands, p, owner.last, 1)
            newest = found[0] if found else None
        owner.halt_check(begin, commands, newest)
        if owner.duplicates:
            observe.DUPLICATES.labels(self._events.name, f"{self.service}-owner").inc(owner.duplicates)
        if owner.forks:
            observe.FORKS.labels(self._events.name, f"{self.service}-owner").inc(owner.forks)
            self.said.error("records refused that do not link", count=owner.forks, cause=cause)
        took = time.perf_counter() - began
        observe.RESTORE_SECONDS.labels(self.service).observe(took)
        self._saw()
        # An empty partition has nothing to tell: a first start prints its address, not sixteen lines before it.
        tell = self.said.info if owner.end or cause != "assigned" else self.said.debug
        tell("restored", cause=cause, events=owner.end, last=owner.last, seconds=round(took, 3))

    async def doubt(self, cause: str, why: str) -> bool:
        """Drop the state and restore. True when running again, False when halted. Only one way to recover."""
        self.said.warning("in doubt, restoring", cause=cause, why=why)
        self._end_check()
        if cause in {"unavailable", "unknown"}:
            self._to("waiting", why)
            await asyncio.sleep(RETRY_S[min(self._failures, len(RETRY_S) - 1)])
            self._failures += 1
        return await self.start(cause)

    def halt(self, reason: str) -> None:
        """Stop this partition loudly; everything else goes on."""
        self._end_check()
        self.said.error("halted", cause=reason)
        self._to("halted", f"halted: {reason}")

    async def stop(self) -> None:
        """End; what is outstanding is the next owner's to find."""
        self._end_check()
        LINES.flush()
        if self.state != "halted":
            self._to("stopped", None)
        if self._lag is not None:
            self._lag.forget(f"{self.service}-owner", self._events, self.partition)
        self._keys(0)

    def _end_check(self) -> None:
        if self._check is not None:
            self._check.cancel()
            self._check = None

    def _to(self, state: str, problem: str | None) -> None:
        if self.state:
            observe.PARTITIONS.labels(self.service, self.state).dec()
        else:
            for name in observe.STATES:
                observe.PARTITIONS.labels(self.service, name).inc(0)
        observe.PARTITIONS.labels(self.service, state).inc()
        self.state = state
        self.reason = problem or ""
        self._health.report(self.place, problem)

    # Deciding

    async def feed(self, entries: Sequence[Entry]) -> bool:
        """Decide commands and append their decisions, batch after batch. False: see `state` and `position`."""
        if self.state != "running":
            return False
        rest = [e for e in entries if e.offset >= self.position] if entries[0].offset < self.position else entries
        try:
            while rest:
                owner = self._owner
                batch = owner.decide(rest[:SLICE])
                if batch.letters:
                    await self._bury(batch.letters)
                if batch.records:
                    began = time.perf_counter()
                    owner.acknowledged(await self._log.append(self._events, self.partition, batch.records))
                    self._append_seconds.observe(time.perf_counter() - began)
                    self._count(batch)
                if batch.halt is not None:
                    self.halt(str(batch.halt))
                if self.state != "running":
                    return False
                rest = rest[batch.taken :]
        except DoubtError as e:
            await self.doubt(e.cause, str(e))
        except LogDoubtError as e:
            await self.doubt("unknown", str(e))
        except LogUnavailableError as e:
            await self.doubt("unavailable", str(e))
        except Exception as e:  # noqa: BLE001 - whatever it is, this partition stops and says so
            self.said.exception("an error in the host")
            self.halt(f"{type(e).__name__}: {e}")
        else:
            return True
        return False

    def _count(self, batch: Batch) -> None:
        self._failures = 0
        self._decided.inc(batch.taken)
        for code, count in batch.refused.items():
            observe.REFUSED.labels(self.service, code).inc(count)
        if batch.refused:
            LINES.tell(self.said, batch.records, sum(batch.refused.values()))
        self._saw()

    def _saw(self) -> None:
        if self._lag is not None:
            owner = self._owner
            self._lag.saw(f"{self.service}-owner", self._events, self.partition, owner.last, owner.end)
        self._keys(self._owner.open_keys)

    def _keys(self, count: int) -> None:
        if count != self._open_keys:
            observe.OPEN_KEYS.labels(self.service).inc(count - self._open_keys)
            self._open_keys = count

    async def _bury(self, letters: Sequence[Letter]) -> None:
        """Write unreadable commands to dead-letters, each once: before their decisions, so that none is lost."""
        for letter in letters:
            key = f"{self._commands.name}/{self.partition}/{letter.offset}"
            place = partition_of(key, self._log.partitions)
            if self._letters is None:
                self._letters = await self._buried()
            if key in self._letters:
                continue
            body = LetterBody(self._commands.name, self.partition, *letter)
            try:
                await self._log.append(DEAD_LETTERS, place, [New(key, msgspec.json.encode(body))])
            except LogDoubtError:
                self._letters = None  # it may be there after all: the next attempt looks
                raise
            self._letters.add(key)
            observe.DEAD_LETTERS.labels(self.service).inc()
            self.said.error("a command cannot be read", key=key, cause=letter.error)

    async def _buried(self) -> set[str]:
        """Find which of this partition's commands are in dead-letters already."""
        mine = f"{self._commands.name}/{self.partition}/"
        found: set[str] = set()
        for place in range(self._log.partitions):
            start = await self._log.begin(DEAD_LETTERS, place)
            end = await self._log.end(DEAD_LETTERS, place)
            while start < end:
                entries = await self._log.read(DEAD_LETTERS, place, start)
                if not entries:
                    break
                found.update(e.key for e in entries if e.key.startswith(mine))
                start = entries[-1].offset + 1
        return found

    async def _check_all(self, owner: Owner) -> None:
        """Fold, bit by bit, what nobody has touched since the restore: a bad event is found now, not in years."""
        try:
            while owner is self._owner:
                await asyncio.sleep(CHECK_PAUSE_S)
                if owner.check(CHECK_SLICE):
                    return
        except HaltError as e:
            self._check = None
            self.halt(str(e))
