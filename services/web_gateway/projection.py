"""What the gateway knows: both event topics and the standings, folded into memory as they come through the filter.

A table that is over keeps a summary only; its moves are read from the log again when somebody wants to see them.
Nothing here judges or writes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import msgspec

from contracts import codec, ranking, table_state, tournament_state
from contracts.clock import ClockEvent, HaltEvent
from contracts.envelope import Command, read_command, read_decision
from contracts.games.game import MatchResult, Refusal
from contracts.messages import Event
from contracts.ranking import Standings
from contracts.table import DealEnded, Dealt, Played, Rewound, SeatPlan, TableOpened, TakenBack
from contracts.table_state import Phase, Table
from contracts.topics import ARCHIVE, TABLE_EVENTS
from contracts.tournament import RoundBegun
from contracts.tournament_state import Tournament
from services import archive
from services.archive import Opened
from services.export_file import Line
from services.runtime.log import Entry, Log
from services.runtime.owner import Filter, Position
from services.web_gateway.acts import Acts

Value = TypeVar("Value")

OWN = "web:"
"""How the ids of this gateway's commands begin; only their answers are remembered."""
REMEMBERED = 50_000
"""How many answers are kept for those who ask again."""
HISTORIES = 32
"""How many tables' histories are kept at hand, every position of them."""
COUNTED = 64
"""How many standings of some round are kept at hand."""
RECENT = 256
"""How many finished tables are kept as they ended: a large hall's round, whose players all look at the end of it."""


class NotKnownError(KeyError):
    """There is no such tournament, table, entrant or page: 404, and no fault of the server's."""


class Book(dict[str, Value]):
    """A dictionary whose missing keys are the asker's mistake."""

    def __missing__(self, key: str) -> Value:
        """NotKnownError."""
        raise NotKnownError(key)


@dataclass(frozen=True)
class Answer:
    """What became of a command: what happened, or the refusal; of a false claim that was booked both (BG-17)."""

    refusal: Refusal | None
    events: tuple[Event, ...] = ()


@dataclass
class Play:
    """A tournament and where in the log it stands.

    `began` holds when each round began (ms), `ticked` where in the log its clock was last touched. `late` are
    the tables whose result came in after a ruling had sent them back, and was refused.
    """

    id: str
    state: Tournament
    partition: int
    offset: int
    began: dict[int, int] = field(default_factory=dict)
    ticked: int = -1
    standings: Standings | None = None
    ranked: int = -1
    late: tuple[int, ...] = ()
    origin: Origin | None = None


@dataclass(frozen=True)
class Origin:
    """Where a tournament comes from that was opened from a file: whose key signed it, and when it was opened (ms)."""

    public_key: str
    at: int


class ReadOnlyError(Exception):
    """Something was to be done with a tournament that was opened from a file: 409, and nothing is sent."""


@dataclass
class Seen:
    """A table: in play with its state, or over with its result alone. Offsets are those of its decisions."""

    id: str
    opened: TableOpened
    partition: int
    first: int
    last: int
    table: Table | None
    result: MatchResult | None = None
    move: tuple[int, str] | None = None
    calls: bool = False
    before: str = ""
    """Of a table that was opened from a file: the hash before its first line; its offsets are those in `archive`."""

    @property
    def seats(self) -> tuple[SeatPlan, ...]:
        """Who sits where."""
        return self.opened.seats


@dataclass(frozen=True)
class Step:
    """One thing that happened at a table, and the table after it."""

    at: int
    event: Event
    table: Table
    deal: int


@dataclass(frozen=True)
class History:
    """A table from its opening on, as anybody may see it. `open_deals` are those whose hands may be shown.

    A refused claim is a step only once its deal is over: it would show that its maker holds what fits (BG-17). So is a
    charge of a false claim that changes nothing on the table (BG-19).
    """

    steps: tuple[Step, ...]
    records: tuple[Entry, ...]
    open_deals: frozenset[int]


class Projection:
    """The fold of everything. `changed` is called with subjects: "all", "t/ID" and "table/ID"."""

    def __init__(self, log: Log, changed: Callable[[str], None]) -> None:
        """Start empty; `fold_*` fill it."""
        self._log = log
        self._changed = changed
        self.tournaments: Book[Play] = Book()
        self.tables: Book[Seen] = Book()
        self.answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self.waiting: dict[tuple[str, str], list[Callable[[Answer], None]]] = {}
        self.recent: OrderedDict[str, Table] = OrderedDict()  # tables that are over, the last ones looked at
        self._readings: OrderedDict[str, _Reading] = OrderedDict()
        self._counted: OrderedDict[tuple[str, int, int, int | None], Standings] = OrderedDict()
        self.acts = Acts()
        self._opened: dict[str, asyncio.Event] = {}  # who waits for a file to show
        self._early: dict[str, Standings] = {}  # standings that came before their tournament

    # --- folding

    def fold_tournament(
        self, partition: int, offset: int, key: str, at: int, command: Command | None, answer: Answer
    ) -> None:
        """Take in one accepted decision of `tournament.events`."""
        if answer.events and key in self.tournaments and self.tournaments[key].origin:
            self._forget(key)  # what is played here goes before what was opened under the same name
        for event in answer.events:
            play = self.tournaments.get(key)
            state = tournament_state.evolve(play.state if play else None, event, at)
            if play is None:
                play = self.tournaments[key] = Play(key, state, partition, offset)
                if early := self._early.pop(key, None):
                    self._rank(play, early)
            play.state, play.offset = state, offset
            if isinstance(event, RoundBegun):
                play.began[event.round] = at
            if isinstance(event, RoundBegun | ClockEvent | HaltEvent):
                play.ticked = offset
                self._changed(f"clock/{key}")
        if command is not None and key in self.tournaments:
            self.acts.take(key, key, at, command, answer.refusal, answer.events)
        if answer.refusal is not None and answer.refusal.code == "result/rewound" and key in self.tournaments:
            table = answer.refusal.facts.get("table")
            self.tournaments[key].late += (table,) if isinstance(table, int) else ()
            self._changed(f"t/{key}")
        self._answered(key, command, answer)
        if answer.events:
            self._changed(f"t/{key}")
            self._changed("all")

    def fold_table(
        self, partition: int, offset: int, key: str, at: int, command: Command | None, answer: Answer
    ) -> None:
        """Take in one accepted decision of `table.events`."""
        seen = self.tables.get(key)
        if answer.events and seen is not None and seen.before:
            del self.tables[key]
            seen = None
        quiet: list[bool] = []
        for event in answer.events:
            table = table_state.evolve(seen.table if seen else None, event, at)
            if seen is None:
                seen = self.tables[key] = Seen(key, table.opened, partition, offset, offset, table)
                self._changed(f"t/{table.opened.tournament}")  # its players may go there now
            seen.table = table
            quiet.append(table_state.told_later(table, event))
            if isinstance(event, Played):
                seen.move = (event.seat, event.move)
            elif isinstance(event, Dealt | TakenBack | Rewound):
                seen.move = None
            seen.calls = table.call is not None
            seen.result = table.result
        if seen is not None:
            seen.last = offset
            if seen.table is not None and seen.table.phase is Phase.REVEALED:
                self.remember(key, seen.table)
                seen.table = None  # its history stays in the log
                seen.calls = False  # nobody can answer at a closed table
            if command is not None:
                self.acts.take(seen.opened.tournament, key, at, command, answer.refusal, answer.events)
        self._answered(key, command, answer)
        # Of a refused claim nobody is told but its maker, by his answer: not even that something has happened (BG-17).
        if seen is not None and not all(quiet):
            self._changed(f"table/{key}")
            self._changed(f"tables/{seen.opened.tournament}")

    def fold_opened(self, file: Opened) -> None:
        """Take in a tournament of another installation with its tables; one that is here under its name goes before."""
        name = file.header.id
        if name in self.tournaments or any(table in self.tables for table in file.header.tables):
            return
        t: Tournament | None = None
        tables: dict[str, Seen] = {}
        source, began = -1, dict[int, int]()
        for offset, before, line in file.lines:
            decision = read_decision(bytes(line.record))
            if bytes(decision.command):
                done = line.topic == TABLE_EVENTS.name
                told = map((codec.TABLE if done else codec.TOURNAMENT).event, decision.events or ())
                self.acts.take(name, line.key, decision.at, read_command(decision.command), decision.refusal, told)
            for raw in decision.events or ():
                if line.topic == TABLE_EVENTS.name:
                    seen = tables.get(line.key)
                    table = table_state.evolve(seen.table if seen else None, codec.TABLE.event(raw), decision.at)
                    if seen is None:
                        opened = table.opened
                        seen = Seen(line.key, opened, file.partition, offset, offset, table, before=before)
                        tables[line.key] = seen
                    seen.table, seen.last, seen.result = table, offset, table.result
                else:
                    event = codec.TOURNAMENT.event(raw)
                    t = tournament_state.evolve(t, event, decision.at)
                    source = decision.source
                    if isinstance(event, RoundBegun):
                        began[event.round] = decision.at
        if t is None:
            return
        for seen in tables.values():
            if seen.table is not None and seen.table.phase is Phase.REVEALED:
                seen.table = None  # its history stays in the log
            self.tables[seen.id] = seen
        play = Play(name, t, file.partition, file.last, began, origin=Origin(file.trailer.public_key, file.at))
        play.standings, play.ranked = ranking.standings(t, id=name, source=source), source
        self.tournaments[name] = play
        if news := self._opened.get(name):
            news.set()
        self._changed(f"t/{name}")
        self._changed("all")

    async def shows(self, name: str, wait_s: float) -> bool:
        """Wait until a tournament that was just opened is here; False when it takes too long."""
        news = self._opened.setdefault(name, asyncio.Event())
        if name in self.tournaments:
            news.set()
        try:
            async with asyncio.timeout(wait_s):
                await news.wait()
        except TimeoutError:
            return False
        finally:
            self._opened.pop(name, None)
        return True

    def _forget(self, id: str) -> None:
        """Let an opened tournament go."""
        self.acts.forget(id)
        del self.tournaments[id]
        for name in [seen.id for seen in self.tables.values() if seen.before and seen.opened.tournament == id]:
            del self.tables[name]

    def read_only(self, key: str) -> bool:
        """Whether a tournament or a table was opened from a file, so that nothing can be done with it."""
        play, seen = self.tournaments.get(key), self.tables.get(key)
        return bool(play is not None and play.origin) or bool(seen is not None and seen.before)

    def fold_standings(self, value: bytes) -> None:
        """Take in one record of `standings`; an older one than is known says nothing new."""
        found = msgspec.json.decode(value, type=Standings)
        play = self.tournaments.get(found.tournament)
        if play is None:
            self._early[found.tournament] = found
            return
        self._rank(play, found)

    def _rank(self, play: Play, found: Standings) -> None:
        if found.source >= play.ranked:
            play.standings, play.ranked = found, found.source
            self._changed(f"t/{play.id}")

    def _answered(self, key: str, command: Command | None, answer: Answer) -> None:
        if command is None or not command.id.startswith(OWN):
            return
        ident = (key, command.id)
        if answer.refusal is not None and answer.refusal.code == "command/duplicate":
            answer = self.answers.get(ident, answer)  # of one long forgotten all that is known is that it counts
        else:
            self.answers[ident] = answer
            while len(self.answers) > REMEMBERED:
                self.answers.popitem(last=False)
        for tell in self.waiting.pop(ident, ()):
            tell(answer)

    def remember(self, key: str, table: Table) -> None:
        """Keep the end of a finished table at hand for a while."""
        self.recent[key] = table
        while len(self.recent) > RECENT:
            self.recent.popitem(last=False)

    # --- asking

    def standings(self, id: str) -> Standings | None:
        """Give a tournament's standings as published: all of them, for the director's eyes."""
        return self.tournaments[id].standings

    def public(self, id: str) -> Standings | None:
        """Give what everybody may see of the standings: without the rounds that are hidden until the end."""
        play = self.tournaments[id]
        t = play.state
        if t.phase is tournament_state.Phase.FINISHED or not t.rules.hide_last_rounds:
            return play.standings
        return self.after_round(id, ranking.public_rounds(t))

    def after_round(self, id: str, round: int, since: int | None = None) -> Standings:
        """Count a tournament's standings as they stand after a round, with their sums, and keep them for the next."""
        play = self.tournaments[id]
        asked = (id, play.offset, round, since)
        found = self._counted.get(asked)
        if found is None:
            found = self._counted[asked] = ranking.standings(play.state, round, since=since, id=id)
        self._counted.move_to_end(asked)
        while len(self._counted) > COUNTED:
            self._counted.popitem(last=False)
        return found

    def tables_of(self, tournament: str, round: int) -> tuple[Seen, ...]:
        """Give the open and finished tables of a round, by number."""
        play = self.tournaments[tournament]
        found = [t for r in play.state.rounds if r.number == round for t in r.tables if t.id]
        return tuple(self.tables[t.id] for t in found if t.id in self.tables)

    def where_tournament(self, id: str, *, tables: bool = True) -> str:
        """Give the log positions on which a tournament's page stands, as one text: the id of its live events.

        Without `tables` only how many of the round are open counts, not what is played at them.
        """
        play = self.tournaments[id]
        parts = [f"t{play.partition}:{play.offset}", f"s{play.ranked}"]
        if play.state.current is not None:
            open_ = self.tables_of(id, play.state.current.number)
            newest: dict[int, int] = {}
            for seen in open_ if tables else ():
                newest[seen.partition] = max(newest.get(seen.partition, -1), seen.last)
            parts += [f"b{p}:{newest[p]}" for p in sorted(newest)] if tables else [f"o{len(open_)}"]
        return "_".join(parts)

    def where_table(self, id: str) -> str:
        """Give the log position of a table's newest decision, and where its round's clock was last touched."""
        seen = self.tables[id]
        play = self.tournaments.get(seen.opened.tournament)
        ticked = f"_t{play.partition}:{play.ticked}" if play is not None and play.ticked >= 0 else ""
        return f"b{seen.partition}:{seen.last}{ticked}"

    def at_hand(self, id: str) -> bool:
        """Whether a table's history is in memory up to its newest decision. NotKnownError where there is no table."""
        last = self.tables[id].last
        found = self._readings.get(id)
        return found is not None and found.last >= last

    async def history(self, id: str) -> History:
        """Give a table step by step. What was read before is kept: only what has come since is read from the log."""
        seen = self.tables[id]
        reading = self._readings.get(id)
        if reading is None:
            made = partial(_Shelved, before=seen.before) if seen.before else _Reading
            reading = self._readings[id] = made(id, seen.partition, seen.first)
        self._readings.move_to_end(id)
        while len(self._readings) > HISTORIES:
            self._readings.popitem(last=False)
        async with reading.lock:  # whoever asks at the same time waits for the same reading
            return await reading.up_to(seen.last, self._log)


class _Reading:
    """A table's decisions, read through the filter and folded, as far as `last`; it goes on from there."""

    def __init__(self, id: str, partition: int, first: int) -> None:
        """Begin before the table's first decision, which lies at `first`."""
        self.id = id
        self.lock = asyncio.Lock()
        self._partition = partition
        self._first = first
        self._begin()

    def _begin(self) -> None:
        self.last = self._first - 1
        self._sieve: Filter | None = None
        self._table: Table | None = None
        self._steps: list[Step] = []
        self._entries: list[Entry] = []
        self._over: set[int] = set()
        self._history = History((), (), frozenset())

    async def up_to(self, last: int, log: Log) -> History:
        """Read on to the decision at `last`, and give everything so far."""
        if self.last >= last:
            return self._history
        while self.last < last:
            entries = await log.read(TABLE_EVENTS, self._partition, self.last + 1)
            if not entries:
                break
            if self._sieve is None:
                begin = Position.before(entries[0])
                self._sieve = Filter(begin.last, begin.link)
            try:
                for entry in self._sieve.sift(entry for entry in entries if entry.offset <= last):
                    if entry.key == self.id:
                        self._fold(entry)
            except Exception:
                self._begin()  # not to be left half-way
                raise
            self.last = min(entries[-1].offset, last)
        self._history = self._shown()
        return self._history

    def _shown(self) -> History:
        shown = (s for s in self._steps if s.deal in self._over or not table_state.told_later(s.table, s.event))
        return History(tuple(shown), tuple(self._entries), frozenset(self._over))

    def _fold(self, entry: Entry) -> None:
        self._entries.append(entry)
        decision = read_decision(entry.value)
        for raw in decision.events or ():
            event = codec.TABLE.event(raw)
            self._table = table_state.evolve(self._table, event, decision.at)
            if isinstance(event, DealEnded):
                self._over.add(event.deal)
            elif isinstance(event, Dealt):  # a deal dealt again keeps its number: both stay closed till it is over
                self._over.discard(event.deal)
            self._steps.append(Step(decision.at, event, self._table, self._table.deal))


class _Shelved(_Reading):
    """The same for a table that was opened from a file: its lines follow each other by their hashes."""

    def __init__(self, id: str, partition: int, first: int, *, before: str) -> None:
        """Begin before the line at `first`, which follows the one with hash `before`."""
        self._before = self._head = before
        super().__init__(id, partition, first)

    def _begin(self) -> None:
        super()._begin()
        self._head = self._before

    async def up_to(self, last: int, log: Log) -> History:
        """Read on to the line at `last`, and give everything so far."""
        while self.last < last:
            entries = await log.read(ARCHIVE, self._partition, self.last + 1)
            if not entries:
                break
            for entry in entries:
                if entry.offset <= last and entry.value.startswith(b'{"topic":'):
                    line = msgspec.json.decode(entry.value, type=Line)
                    if line.hash == archive.follows(self._head, line):
                        self._head = line.hash
                        if line.key == self.id:
                            self._fold(archive.as_entry(archive.Shelved(entry.offset, "", line)))
            self.last = min(entries[-1].offset, last)
        self._history = self._shown()
        return self._history
