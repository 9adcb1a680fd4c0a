"""The topics as data: who writes, who reads, how long it is kept. Topic creation, AsyncAPI and the README use it.

Pure. One writer each: an event topic is written by its service alone, a command topic by the gateway and relays.
"""

from __future__ import annotations

import msgspec

FOREVER = -1
"""Retention without an end, in milliseconds, as Kafka spells it."""


class Topic(msgspec.Struct, frozen=True):
    """One topic. `pair` is the command topic whose partition n is decided into partition n of this one."""

    name: str
    key: str
    writers: tuple[str, ...]
    readers: tuple[str, ...]
    retention_ms: int = FOREVER
    compacted: bool = False
    pair: str = ""


TOURNAMENT_COMMANDS = Topic(
    "tournament.commands", "tournament", ("web_gateway", "dealing", "lobby-relay", "seating-worker"), ("lobby",)
)
TOURNAMENT_EVENTS = Topic(
    "tournament.events",
    "tournament",
    ("lobby",),
    ("standings", "web_gateway", "dealing", "lobby-relay", "lobby-orders", "stop-relay", "seating-worker"),
    pair="tournament.commands",
)
TABLE_COMMANDS = Topic(
    "table.commands",
    "table",
    ("web_gateway", "dealing", "lobby-orders", "stop-relay", "table-timer", "bots"),
    ("move_validation",),
)
TABLE_EVENTS = Topic(
    "table.events",
    "table",
    ("move_validation",),
    ("dealing", "lobby-relay", "table-timer", "bots", "web_gateway"),
    pair="table.commands",
)
STANDINGS = Topic("standings", "tournament", ("standings",), ("web_gateway",), compacted=True)
ARCHIVE = Topic("archive", "tournament", ("web_gateway", "operator"), ("web_gateway",))
"""Tournaments of other installations, line by line as their files came: to be looked at, never gone on with."""
DEAD_LETTERS = Topic("dead-letters", "source", ("runtime",), ("operator",))

TOPICS = (TOURNAMENT_COMMANDS, TOURNAMENT_EVENTS, TABLE_COMMANDS, TABLE_EVENTS, STANDINGS, DEAD_LETTERS, ARCHIVE)
BY_NAME = {t.name: t for t in TOPICS}

PARTITIONS = 8
"""Partitions of every topic, fixed for the life of a log: a key's place depends on it."""
