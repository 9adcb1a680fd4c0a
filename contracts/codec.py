"""Bytes to messages and back: kind and version are read first, old versions step up, then the body is decoded.

Pure. Upcasters are functions dict -> dict, one for each (kind, version) ever shipped that is no longer the newest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, get_args

import msgspec

from contracts import table, tournament
from contracts.envelope import Command, write
from contracts.games.game import Refusal
from contracts.messages import Body, Event

MOST: Final = 500
"""Letters of foreign text that a refusal repeats: a body may be long, its refusal is not."""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

COMMAND_UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""(kind, version) of a command body -> the step to version + 1."""
EVENT_UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""(kind, version) of an event -> the step to version + 1."""


class UnknownKind(ValueError):
    """An event of a kind or version that this program does not know: a projection counts it, a decider stops."""


class _Head(msgspec.Struct, frozen=True):
    kind: str
    v: int = 1


def _current(events: Iterable[type[Any]]) -> dict[str, int]:
    return {e.__struct_config__.tag: int(getattr(e, "VERSION", 1)) for e in events}


class Catalogue:
    """The messages of one service: its command bodies by kind and its events by tag."""

    def __init__(self, name: str, commands: tuple[type[Body], ...], events: Any) -> None:
        self.name = name
        self.commands: dict[str, type[Body]] = {c.KIND: c for c in commands}
        self.events: dict[str, type[Event]] = {e.__struct_config__.tag: e for e in get_args(events)}
        self.versions = _current(get_args(events))
        self._bodies = {c.KIND: msgspec.json.Decoder(c) for c in commands}
        self._union = msgspec.json.Decoder(events)
        self._heads = msgspec.json.Decoder(_Head)

    def body(self, command: Command) -> Body | Refusal:
        """Read a command's body; a refusal where kind, version or content are not to be had."""
        kind = self.commands.get(command.kind)
        if kind is None:
            return Refusal("command/unknown-kind", facts={"kind": command.kind[:MOST], "service": self.name})
        raw: bytes | msgspec.Raw = command.body
        if command.v != kind.VERSION:
            if command.v > kind.VERSION or (command.kind, command.v) not in COMMAND_UPCASTERS:
                return Refusal("command/version", facts={"kind": command.kind, "version": command.v})
            raw = write(_step_up(command.kind, command.v, msgspec.json.decode(raw), COMMAND_UPCASTERS, kind.VERSION))
        try:
            return self._bodies[command.kind].decode(raw)
        except msgspec.DecodeError as e:
            return Refusal("command/body", facts={"kind": command.kind, "error": str(e)[:MOST]})

    def event(self, raw: bytes | msgspec.Raw) -> Event:
        """Read one event. UnknownKind, or msgspec.DecodeError with the place."""
        head = self._heads.decode(raw)
        newest = self.versions.get(head.kind)
        if newest is None or head.v > newest:
            raise UnknownKind(f"event {head.kind!r} version {head.v} is not known to {self.name}")
        if head.v != newest:
            raw = write(_step_up(head.kind, head.v, msgspec.json.decode(raw), EVENT_UPCASTERS, newest))
        read: Event = self._union.decode(raw)
        return read

    def fresh(self, raw: bytes | msgspec.Raw) -> Event:
        """Read an event that this program has just written: its version needs no look."""
        read: Event = self._union.decode(raw)
        return read


def _step_up(
    kind: str, version: int, old: dict[str, Any], steps: dict[tuple[str, int], Upcaster], newest: int
) -> dict[str, Any]:
    while version < newest:
        old = steps[kind, version](old)
        version += 1
    return old


TABLE = Catalogue("move_validation", table.COMMANDS, table.TableEvent)
TOURNAMENT = Catalogue("lobby", tournament.COMMANDS, tournament.TournamentEvent)


def command(id: str, key: str, actor: str, body: Body) -> Command:
    """Put a body into its envelope."""
    return Command(id=id, key=key, actor=actor, kind=body.KIND, v=body.VERSION, body=msgspec.Raw(write(body)))
