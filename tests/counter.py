"""A tiny decider for tests of the runtime: a key is a sum that can be added to and closed. Also its commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from contracts import codec
from contracts.codec import Catalogue
from contracts.envelope import Command, write
from contracts.games.game import Refusal
from contracts.messages import Body, Event
from contracts.topics import TABLE_COMMANDS, TABLE_EVENTS
from services.runtime.log import Entry, New
from services.runtime.owner import Batch, Owner
from services.runtime.service import Service

START = 1_700_000_000_000


class Add(Body, frozen=True, kw_only=True):
    """Add `n`; a sum above 1000 is refused."""

    KIND: ClassVar[str] = "add"
    n: int


class Close(Body, frozen=True, kw_only=True):
    """The sum is finished."""

    KIND: ClassVar[str] = "close"


class Boom(Body, frozen=True, kw_only=True):
    """A decider's bug: deciding it (or folding it) raises."""

    KIND: ClassVar[str] = "boom"
    when: str = "decide"


class Added(Event, frozen=True, kw_only=True, tag="added"):
    """`before` and `after` let a test see whether each decision was made from the one before it."""

    before: int
    after: int
    by: str = ""


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """It is finished."""


class Bang(Event, frozen=True, kw_only=True, tag="bang"):
    """An event that does not fold."""


class Sum(msgspec.Struct, frozen=True):
    """The state of a key."""

    total: int = 0
    closed: bool = False


class Counter:
    """The decider. `step` makes two versions of it that decide differently."""

    CATALOGUE = Catalogue("counter", (Add, Close, Boom), Added | Closed | Bang)

    def __init__(self, step: int = 0) -> None:
        self.step = step
        self.folded = 0

    def decide(self, state: Sum | None, command: Command, body: Body, at: int) -> tuple[Event, ...] | Refusal:
        total = state.total if state else 0
        match body:
            case Add(n=n) if total + n > 1000:
                return Refusal("COUNT_TOO_MUCH", "C-1", {"total": total, "n": n})
            case Add(n=n):
                return (Added(before=total, after=total + n + self.step, by=f"{command.id}@{at}"),)
            case Close() if state is None:
                return Refusal("COUNT_UNKNOWN", "C-2")
            case Close():
                return (Closed(),)
            case Boom(when="decide"):
                raise RuntimeError("a bug in decide")
            case _:
                return (Bang(),)

    def evolve(self, state: Sum | None, event: Event, at: int) -> Sum:
        self.folded += 1
        now = state or Sum()
        match event:
            case Added(before=before, after=after):
                if before != now.total:
                    raise ValueError(f"added to {before}, but the sum is {now.total}")
                return Sum(after, now.closed)
            case Closed():
                return Sum(now.total, closed=True)
            case _:
                raise ValueError("a bang does not fold")

    def finished(self, state: Sum) -> bool:
        return state.closed


def may(role: str, kind: str) -> bool:
    """The rights of this service: a `thief` may do nothing."""
    return role != "thief"


def service(decider: Any = None) -> Service:
    """The counter as a service over the tables' topics."""
    return Service("counter", decider or Counter(), TABLE_COMMANDS, TABLE_EVENTS)


def command(id: str, key: str = "k", body: Body | None = None, actor: str = "player:ana") -> Command:
    """A command; by default it adds 1."""
    return codec.command(id, key, actor, body or Add(n=1))


def entries(*commands: Command | bytes, first: int = 0, key: str = "k") -> list[Entry]:
    """Commands as the log holds them, from offset `first`; bytes stand for themselves under `key`."""
    out = []
    for i, c in enumerate(commands, first):
        value, name = (c, key) if isinstance(c, bytes) else (write(c), c.key)
        out.append(Entry(i, START + 10 * i, name, value, b""))
    return out


def landed(records: Sequence[New], first: int = 0) -> list[Entry]:
    """Decision records as the log holds them."""
    return [Entry(i, START, r.key, r.value, r.header) for i, r in enumerate(records, first)]


def decide(owner: Owner, *commands: Command | bytes, key: str = "k") -> Batch:
    """Let an owner decide the next commands, each batch acknowledged where it had to land; give all as one batch."""
    rest = entries(*commands, first=owner.last + 1, key=key)
    whole = Batch([], [], {}, 0)
    while rest:
        batch = owner.decide(rest)
        assert batch.halt is None, batch.halt
        owner.acknowledged(owner.end)
        rest = rest[batch.taken :]
        refused = {c: whole.refused.get(c, 0) + batch.refused.get(c, 0) for c in {*whole.refused, *batch.refused}}
        whole = Batch(whole.records + batch.records, whole.letters + batch.letters, refused, whole.taken + batch.taken)
    return whole
