"""Dealing as a service: it promises keys, opens tables, deals, and opens the keys at the end.

It keeps no store: every answer derives from the installation's secret and the fact that asks for it, so any instance
gives the same one, and giving it twice does no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from contracts import codec, roles, topics
from contracts.envelope import Command
from contracts.games import match as matches
from contracts.games.game import GAMES
from contracts.games.shuffle import Shuffle, lots, shuffle
from contracts.messages import Board, Body, Event
from contracts.table import (
    AbandonTable,
    Dealt,
    DealVoided,
    DealWanted,
    GiveDeal,
    MatchEnded,
    OpenTable,
    RevealTableKey,
    TableKeyRevealed,
    TableOpened,
)
from contracts.table_state import open_options
from contracts.topics import Topic
from contracts.tournament import (
    CommitKey,
    KeyCommitted,
    ResultRecorded,
    RevealTournamentKey,
    TableStarted,
    TournamentCreated,
    TournamentFinished,
    TournamentKeyRevealed,
)
from services.dealing import keys
from services.runtime.service import Job, ReactorPlan, Service

ACTOR = "dealing"


def order_for(table_key: bytes, opened: TableOpened, wanted: DealWanted) -> tuple[str, ...]:
    """Give the order of a wanted deal: what the table's key, its number and the players' nonces make of the set."""
    return _shuffled(shuffle, table_key, opened, wanted)


def lots_for(table_key: bytes, opened: TableOpened, wanted: DealWanted) -> tuple[str, ...]:
    """Give the lots of a wanted deal, shuffled by themselves; empty for a game that draws none."""
    return _shuffled(lots, table_key, opened, wanted) if matches.lots(GAMES[opened.rules]) else ()


def _shuffled(how: Shuffle, table_key: bytes, opened: TableOpened, wanted: DealWanted) -> tuple[str, ...]:
    pieces = matches.pieces(GAMES[opened.rules], open_options(opened.rules, opened.options), wanted.deal)
    nonces = [bytes.fromhex(nonce) for nonce in wanted.nonces]
    return how(pieces, table_key, wanted.deal, nonces, wanted.attempt)


class _Jobs:
    """What is wanted and not yet answered, by the id of its command."""

    def __init__(self) -> None:
        self._wanted: dict[str, Job] = {}

    def want(self, id: str, topic: Topic, key: str, body: Callable[[], Body]) -> None:
        # The body is made when the job is sent: a restored instance folds many facts that were answered long ago.
        self._wanted[id] = Job(id, topic, lambda: codec.command(id, key, ACTOR, body()))

    def answered(self, id: str) -> None:
        self._wanted.pop(id, None)

    def due(self, now: int) -> Iterator[Job]:  # noqa: ARG002  # nothing here waits for a time
        """Give all of them, oldest first."""
        yield from tuple(self._wanted.values())


class TournamentDealing(_Jobs):
    """Answers a tournament's facts: keys are promised, tables opened, and after the results the keys are opened too."""

    def __init__(self, secret: bytes) -> None:
        """Deal from this installation's secret."""
        super().__init__()
        self._secret = secret
        self._tables: dict[str, list[str]] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        """Take in what a tournament wants."""
        for event in events:
            match event:
                case TournamentCreated():
                    self.want(f"commit:{key}", topics.TOURNAMENT_COMMANDS, key, partial(self._promise, key))
                case KeyCommitted():
                    self.answered(f"commit:{key}")
                case TableStarted():
                    opening = partial(self._open, key, event)
                    self.want(f"open:{event.table}", topics.TABLE_COMMANDS, event.table, opening)
                case ResultRecorded():
                    self.answered(f"open:{event.table}")
                    # Only now: the open key tells the relay of results that this one has arrived.
                    revealing = partial(self._reveal_table, key, event.table)
                    self.want(f"reveal:{event.table}", topics.TABLE_COMMANDS, event.table, revealing)
                    self._tables.setdefault(key, []).append(event.table)
                case TournamentFinished():
                    self.want(f"reveal:{key}", topics.TOURNAMENT_COMMANDS, key, partial(self._reveal, key))
                case TournamentKeyRevealed():
                    # A table's answer is in another topic: its key is wanted, again after each restart, till here.
                    self.answered(f"reveal:{key}")
                    for table in self._tables.pop(key, ()):
                        self.answered(f"reveal:{table}")
                case _:
                    continue

    def _promise(self, tournament: str) -> CommitKey:
        return CommitKey(key_hash=keys.published(keys.tournament_key(self._secret, tournament)))

    def _reveal(self, tournament: str) -> RevealTournamentKey:
        return RevealTournamentKey(key=keys.tournament_key(self._secret, tournament).hex())

    def _reveal_table(self, tournament: str, table: str) -> RevealTableKey:
        return RevealTableKey(key=keys.table_key(keys.tournament_key(self._secret, tournament), table).hex())

    def _open(self, tournament: str, started: TableStarted) -> OpenTable:
        key = keys.table_key(keys.tournament_key(self._secret, tournament), started.table)
        return OpenTable(
            tournament=tournament,
            round=started.round,
            number=started.number,
            rules=started.rules,
            options=started.options,
            seats=started.seats,
            key_hash=keys.published(key),
            limits=started.limits,
            max_deals=started.max_deals,
            board=started.board,
        )


class TableDealing(_Jobs):
    """Answers a table's facts: a deal that is wanted is given."""

    def __init__(self, secret: bytes) -> None:
        """Deal from this installation's secret."""
        super().__init__()
        self._secret = secret
        self._open: dict[str, TableOpened] = {}
        self._closing: dict[str, TableOpened] = {}
        self._deal: dict[str, str] = {}

    def fold(self, key: str, at: int, command: Command | None, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        """Take in what a table wants."""
        if command is not None and command.id == f"close:{key}":
            self.answered(command.id)
        for event in events:
            if isinstance(event, TableOpened) and not event.origin:
                self._closing[key] = event
            match event:
                case TableOpened() if event.board is Board.SERVER:  # elsewhere real tiles or cards are dealt
                    self._open[key] = event
                case DealWanted() if key in self._open:
                    self.answered(self._deal.pop(key, ""))  # another may have been wanted when the table went back
                    self._deal[key] = f"deal:{key}:{event.deal}:{event.attempt}"
                    giving = partial(self._give, key, self._open[key], event)
                    self.want(self._deal[key], topics.TABLE_COMMANDS, key, giving)
                case Dealt() | DealVoided() if key in self._open:
                    self.answered(self._deal.pop(key))
                case MatchEnded() if key in self._open:
                    self.answered(self._deal.pop(key, ""))
                case TableKeyRevealed():  # until then a ruling may send the table back
                    self._open.pop(key, None)
                    self._closing.pop(key, None)
                case _:
                    continue
        if command is not None and _stopped(command) and key in self._closing:
            # No result is awaited of a table that its tournament has stopped, be it that it was over just before.
            closing = partial(self._close, key, self._closing.pop(key))
            self.want(f"close:{key}", topics.TABLE_COMMANDS, key, closing)

    def _give(self, table: str, opened: TableOpened, wanted: DealWanted) -> GiveDeal:
        key = self._key(table, opened)
        order, drawn = order_for(key, opened, wanted), lots_for(key, opened, wanted)
        return GiveDeal(deal=wanted.deal, attempt=wanted.attempt, order=order, lots=drawn)

    def _close(self, table: str, opened: TableOpened) -> RevealTableKey:
        return RevealTableKey(key=self._key(table, opened).hex())

    def _key(self, table: str, opened: TableOpened) -> bytes:
        key = keys.table_key(keys.tournament_key(self._secret, opened.tournament), table)
        if keys.published(key) != opened.key_hash:
            raise keys.SecretError(
                f"table {table} was opened under another secret than this installation's: it cannot be dealt for. "
                f"Restore the secret file, or set {keys.VARIABLE}, and start again."
            )
        return key


def _stopped(command: Command) -> bool:
    return command.kind == AbandonTable.KIND and command.actor == roles.RELAY


def service(secret: bytes) -> Service:
    """Make the service that deals from an installation's secret."""
    return Service(
        name="dealing",
        reactors=(
            ReactorPlan(
                "dealing-tournaments",
                topics.TOURNAMENT_EVENTS,
                codec.TOURNAMENT,
                lambda: TournamentDealing(secret),
            ),
            ReactorPlan("dealing-tables", topics.TABLE_EVENTS, codec.TABLE, lambda: TableDealing(secret)),
        ),
    )
