"""Does the protocol hold in every interleaving? An exhaustive walk through small worlds, with the project's own code.

A world is an event log, some owners, and batches that are on their way to the log. In one step an owner restores,
sends a batch, hears where one of its batches landed, loses patience, or dies; or a batch lands (up to twice, at any
later time, its owner alive or not); or the log loses its last record. After every step the rules of `owner.py` must
hold. Then each of the protocol's own parts is taken out, and the walk must find a world that breaks the rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from services.runtime.log import Entry, New
from services.runtime.owner import (
    HEADER_BYTES,
    NOTHING,
    DoubtError,
    Filter,
    HaltError,
    Owner,
    Snapshot,
    next_link,
)
from tests.counter import Counter, command, entries, landed, may

# --- the protocol with one part taken out


class NoLink(Filter):
    """A filter that looks at the numbers alone."""

    def sift(self, entries):
        kept = []
        for entry in entries:
            source = int.from_bytes(entry.header[:8], "big")
            if len(entry.header) == HEADER_BYTES and source == self.last + 1:
                kept.append(entry)
                self.last = source
                self.link = next_link(self.link, entry.value)
        return kept


class WithoutLink(Owner):
    FILTER = NoLink


class WithoutOffset(Owner):
    """Does not look at where its batch landed."""

    def acknowledged(self, offset):
        super().acknowledged(self.end)


class TwoOutstanding(Owner):
    """Sends the next batch before it has heard of the last; each answer is checked against its own place."""

    before = 0

    def _must_be_free(self):
        pass

    def decide(self, entries):
        self.before = self.outstanding
        batch = super().decide(entries)
        self.outstanding += self.before
        return batch

    def acknowledged(self, offset):
        super().acknowledged(offset - self.before)


class KeepsState(Owner):
    """Goes on from what it has in memory when it loses patience."""


# --- worlds
#
# Records and states are numbered as they turn up, so that a world is a tuple of small numbers.

Log = tuple[int, ...]


class Flight(NamedTuple):
    """A batch that its owner waits for: its records, where it has landed so far, how often it may still land."""

    records: Log
    landed: tuple[int, ...]
    copies: int


class Running(NamedTuple):
    """An owner that has restored: its version, what it has shown (its acknowledged state), and what it has sent."""

    step: int
    shown: int
    flights: tuple[Flight, ...] = ()


class Down(NamedTuple):
    """An owner that has to restore before it does anything."""

    step: int


class World(NamedTuple):
    """`orphans` are batches (and how often they may still land) that nobody waits for any more."""

    log: Log
    owners: tuple[Running | Down, ...]
    orphans: tuple[tuple[Log, int], ...]
    faults: int
    losses: int
    lost: bool


@dataclass(frozen=True)
class Case:
    """A small case: the owners by their version's step, the number of commands, and how much may go wrong."""

    steps: tuple[int, ...]
    commands: int
    most: int = 2  # records of a batch
    copies: int = 1  # how often a batch may land
    faults: int = 1  # deaths, and waits given up
    losses: int = 0  # records that the log loses
    owner: type[Owner] = Owner
    in_flight: int = 1


class Broken(AssertionError):
    """A world that breaks a rule, with the steps that led to it."""


class Numbers:
    """Numbers for things, in the order in which they turn up."""

    def __init__(self) -> None:
        self.things: list[Any] = []
        self._of: dict[Any, int] = {}

    def of(self, thing: Any, key: Any = None) -> int:
        number = self._of.setdefault(thing if key is None else key, len(self.things))
        if number == len(self.things):
            self.things.append(thing)
        return number


class Walk:
    """Every world that a case can come to."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.alike = len(set(case.steps)) == 1
        self.commands: list[Entry] = entries(*[command(f"c{i}") for i in range(case.commands)])
        self.records, self.states = Numbers(), Numbers()
        self.restored = lru_cache(None)(self._restored)
        self.decided = lru_cache(None)(self._decided)
        self.kept = lru_cache(None)(self._kept)
        self.judged = lru_cache(None)(self._judged)
        self.same: dict[Any, Log] = {}
        self.oracle = [r.value for r in self._owner(0, NOTHING).decide(self.commands).records]

    # the project's own code, asked once for each question

    def _owner(self, step: int, snapshot: Snapshot) -> Owner:
        return self.case.owner(Counter(step), snapshot, may)

    def _state(self, owner: Owner) -> int:
        s = owner.snapshot()
        keys = tuple((k, v.state, v.seq, v.prev, tuple(v.ids.items())) for k, v in s.keys.items())
        return self.states.of(s, (s.position, keys, tuple(s.closed.items()), s.newest))

    def entries(self, log: Log) -> list[Entry]:
        return landed([self.records.things[i] for i in log])

    def _restored(self, step: int, log: Log) -> int:
        owner = self._owner(step, NOTHING)
        owner.restore(self.entries(log))
        return self._state(owner)

    def _sent(self, step: int, shown: int, sizes: tuple[int, ...]) -> tuple[Owner, Log]:
        owner = self._owner(step, self.states.things[shown])
        records: list[New] = []
        for size in sizes:
            records = owner.decide(self.commands[owner.last + 1 : owner.last + 1 + size]).records
        return owner, tuple(self.records.of(r) for r in records)

    def _decided(self, step: int, shown: int, sizes: tuple[int, ...], offset: int | None) -> tuple[Log, int | None]:
        """An owner sends batches of these sizes, and hears where the last landed: (its records, what it shows now)."""
        owner, records = self._sent(step, shown, sizes)
        if offset is None:
            return records, None
        try:
            owner.acknowledged(offset)
        except DoubtError:
            return records, None
        return records, self._state(owner)

    def _kept(self, step: int, shown: int, sizes: tuple[int, ...]) -> int:
        """The sabotage of KeepsState: as if what was sent had never been waited for."""
        owner, _ = self._sent(step, shown, sizes)
        owner.outstanding = 0
        return self._state(owner)

    # the steps

    def first(self) -> World:
        return World((), tuple(Down(s) for s in self.case.steps), (), self.case.faults, self.case.losses, lost=False)

    def after(self, w: World) -> Iterator[tuple[str, World]]:
        for i, (records, copies) in enumerate(w.orphans):
            rest = w.orphans[:i] + w.orphans[i + 1 :]
            again = ((records, copies - 1),) if copies > 1 else ()
            yield f"orphan lands at {len(w.log)}", w._replace(log=w.log + records, orphans=tuple(sorted(rest + again)))
        for i, owner in enumerate(w.owners):
            for name, new, changes in self._steps(w, owner):
                yield f"owner {i} {name}", w._replace(owners=(*w.owners[:i], new, *w.owners[i + 1 :]), **changes)
        if w.losses and w.log:
            yield "the log loses its last record", w._replace(log=w.log[:-1], losses=w.losses - 1, lost=True)

    def _steps(self, w: World, o: Running | Down) -> Iterator[tuple[str, Running | Down, dict[str, Any]]]:
        if isinstance(o, Down):
            yield "restores", Running(o.step, self.restored(o.step, w.log)), {}
            return
        sizes = tuple(len(f.records) for f in o.flights)
        last = self.states.things[o.shown].position.last + sum(sizes)
        if len(o.flights) < self.case.in_flight:
            for size in range(1, min(self.case.most, self.case.commands - last - 1) + 1):
                records, _ = self.decided(o.step, o.shown, (*sizes, size), None)
                yield f"sends {size}", o._replace(flights=(*o.flights, Flight(records, (), self.case.copies))), {}
        for i, f in enumerate(o.flights):
            if f.copies:
                hit = f._replace(landed=tuple(sorted({*f.landed, len(w.log)})), copies=f.copies - 1)
                flights = (*o.flights[:i], hit, *o.flights[i + 1 :])
                yield f"batch {i} lands at {len(w.log)}", o._replace(flights=flights), {"log": w.log + f.records}
            for offset in f.landed:
                _, shown = self.decided(o.step, o.shown, sizes[: i + 1], offset)
                if shown is None:
                    yield f"hears {offset}: doubt", Down(o.step), {"orphans": self._orphans(w, o.flights)}
                else:
                    gone = {"orphans": self._orphans(w, o.flights[: i + 1])}
                    yield f"hears {offset}", Running(o.step, shown, o.flights[i + 1 :]), gone
        if w.lost and not o.flights and last + 1 == self.case.commands > len(self.judged(w.log)[0]):
            # It believes that all is done, and nothing will show it otherwise: the alarm on a log that is shorter
            # than what was read from it has the service started again.
            yield "is restarted", Down(o.step), {}
        if w.faults:
            gone = {"orphans": self._orphans(w, o.flights), "faults": w.faults - 1}
            yield "dies", Down(o.step), gone
            if o.flights and self.case.owner is KeepsState:
                yield "loses patience", Running(o.step, self.kept(o.step, o.shown, sizes)), gone

    @staticmethod
    def _orphans(w: World, flights: tuple[Flight, ...]) -> tuple[tuple[Log, int], ...]:
        return tuple(sorted(w.orphans + tuple((f.records, f.copies) for f in flights if f.copies)))

    # the rules

    def _judged(self, log: Log) -> tuple[Log, dict[int, bytes]]:
        """What every reader accepts of a log, and the link after each record. Broken when that is not one story."""
        sieve = self.case.owner.FILTER()
        kept: list[int] = []
        links = {-1: bytes(16)}
        for number, entry in zip(log, self.entries(log), strict=True):
            if sieve.sift((entry,)):
                kept.append(number)
                links[sieve.last] = sieve.link
        values = [self.records.things[number].value for number in kept]
        if sieve.last != len(values) - 1:
            raise Broken("a hole was accepted")
        if self.alike and values != self.oracle[: len(values)]:
            raise Broken("what was accepted is not what a single owner decides")
        try:
            reader = self._owner(0, NOTHING)
            reader.restore(self.entries(log))
            reader.check()
        except HaltError as e:
            raise Broken(f"what was accepted does not fold: {e}") from e
        return tuple(kept), links

    def judge(self, w: World, *, end: bool) -> None:
        kept, links = self.judged(w.log)
        if not w.lost:
            for i, o in enumerate(w.owners):
                if isinstance(o, Running):
                    shown = self.states.things[o.shown].position
                    if links.get(shown.last) != shown.link:
                        raise Broken(f"owner {i} has shown {shown.last}, which no reader accepts")
        if end and len(kept) != self.case.commands:
            raise Broken(f"nothing more happens, and {self.case.commands - len(kept)} commands have no decision")

    def plain(self, w: World) -> World:
        """Worlds from which the same can follow are one: owners of one version may change places, and of a log that
        loses nothing any more only its length and what is accepted of it matter."""
        if not w.losses:
            try:
                w = w._replace(log=self.same.setdefault((len(w.log), self.judged(w.log)[0]), w.log))
            except Broken:
                return w
        return w._replace(owners=tuple(sorted(w.owners))) if self.alike else w

    def run(self) -> int:
        """Walk; give the number of worlds. Broken tells the way to the world that breaks a rule."""
        start = self.first()
        came: dict[World, tuple[World, str] | None] = {start: None}
        waiting = deque([start])
        while waiting:
            w = waiting.popleft()
            steps = list(self.after(w))
            try:
                self.judge(w, end=all("dies" in name or "loses" in name for name, _ in steps))
            except Broken as e:
                raise Broken(f"{e}; the way there: " + "; ".join(self._way(came, w))) from e
            for name, new in steps:
                known = self.plain(new)
                if known not in came:
                    came[known] = (w, name)
                    waiting.append(known)
        return len(came)

    @staticmethod
    def _way(came: dict[World, tuple[World, str] | None], w: World) -> list[str]:
        names = []
        while (step := came[w]) is not None:
            w, name = step
            names.append(name)
        return names[::-1]


CASES = {
    "one owner that dies twice": Case((0,), commands=3, copies=2, faults=2),
    "two owners": Case((0, 0), commands=2, most=1, copies=2),
    "two owners, three commands": Case((0, 0), commands=3),
    "two versions": Case((0, 100), commands=2),
    "two versions, every batch twice": Case((0, 100), commands=2, most=1, copies=2, faults=0),
    "three owners": Case((0, 0, 0), commands=2, most=1),
    "three owners of two versions": Case((0, 0, 100), commands=2, faults=0),
    "a lost tail": Case((0,), commands=2, copies=2, losses=1),
    "two owners and a lost tail": Case((0, 0), commands=2, losses=1),
    "two versions and a lost tail": Case((0, 100), commands=2, faults=0, losses=1),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_protocol_holds_in_every_interleaving(case):
    worlds = Walk(case).run()
    print(worlds, "worlds")
    assert worlds > 50


SABOTAGE = {
    "no link in the filter": Case((0, 100), commands=2, owner=WithoutLink),
    "no look at where it landed": Case((0, 100), commands=2, faults=0, owner=WithoutOffset),
    "two batches outstanding": Case((0, 100), commands=2, most=1, faults=1, owner=TwoOutstanding, in_flight=2),
    "state kept after a doubt": Case((0,), commands=2, most=1, owner=KeepsState),
}


@pytest.mark.parametrize("case", SABOTAGE.values(), ids=SABOTAGE.keys())
def test_each_part_taken_out_breaks_it(case):
    with pytest.raises(Broken, match="the way there: ") as found:
        Walk(case).run()
    print(found.value)


@pytest.mark.parametrize("case", SABOTAGE.values(), ids=SABOTAGE.keys())
def test_the_same_worlds_hold_with_every_part_in_place(case):
    whole = Case(case.steps, case.commands, case.most, case.copies, case.faults, case.losses)
    Walk(whole).run()
