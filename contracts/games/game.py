"""What every game offers to the platform: one protocol, a refusal, an outcome, and the registry of rule sets.

May import msgspec and the pure standard library. A game is a module with the names of `Game`; games share leaves
(`pieces`), never a base class with hooks.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Protocol

import msgspec

from contracts.games.faults import MAX_FACT, english

Seat = int
"""A place at the table, 0 for the first in turn order; `next` is the seat that plays after it."""

Fact = int | str | tuple[str, ...]
"""A value in a refusal. Facts named `seat` or ending in `_seat` hold a seat, which the edge shows as a name."""


class Refusal(msgspec.Struct, frozen=True):
    """Why something may not be done: a value, not an exception.

    `code` is the rule book's rejection code or a platform code, `rule` the id of the rule that says so (empty for
    platform codes), `facts` what the sentence for the player is made of.
    """

    code: str
    rule: str = ""
    facts: Mapping[str, Fact] = {}


class Reason(StrEnum):
    """Why a deal ended; a word for every way not to finish it too."""

    OUT = "out"  # a hand was emptied
    CLOSED = "closed"  # the ends are dead (draw dominoes, DD-24)
    BLOCKED = "blocked"  # nobody can play, confirmed or proved (BG-10, BG-21)
    PENALTY = "penalty"  # ended by an offence or an expired clock (BG-18 c, BG-19, BG-20)
    PLAYED = "played"  # every trick was played
    ABANDONED = "abandoned"  # stopped from outside, nothing scored


class Outcome(msgspec.Struct, frozen=True):
    """How a deal ended and what it brought.

    `points` are the deal's points for each seat and `penalties` what offences add to each seat's total (negative
    where it takes away), both by the game's own sense of good and bad. `pips` is what each seat still held.
    `winners` are the seats that won the deal (partners both; empty when nobody did). `facts` carries what a scorer
    wants to check: the tie rule used, the closing number, the offender.
    """

    reason: Reason
    points: tuple[int, ...]
    penalties: tuple[int, ...]
    pips: tuple[int, ...]
    winners: tuple[Seat, ...] = ()
    rule: str = ""
    facts: Mapping[str, Fact] = {}


class MatchResult(msgspec.Struct, frozen=True):
    """What a match brought, in seat order: everything the tournament needs to know of a table.

    `reason` is target, deals (the limit was reached), resigned or abandoned. `places` count from 1, shared ones are
    equal and the next ones left out (1, 2, 2, 4). `won` counts the deals won and `best` is the best single deal.
    `held` are the pips left in each hand at the ends of all deals; empty where there are no pips, or nobody knows them.
    """

    reason: str
    totals: tuple[int, ...]
    places: tuple[int, ...]
    deals: int
    won: tuple[int, ...]
    best: tuple[int, ...]
    held: tuple[int, ...] = ()


class Void(msgspec.Struct, frozen=True):
    """A deal that does not count and is dealt again under the same starting rule (L-6, L-10, DD-38)."""

    rule: str
    facts: Mapping[str, Fact] = {}


class Deal(msgspec.Struct, frozen=True):
    """What chance and the match give to one deal.

    `order` is the whole set in shuffled order, as piece texts, save what is taken out before (MT-3). `number` counts
    the deals of the match from 1. `starter` is the seat that the match names as the next starter, or None where the
    game's rule for a first deal decides (L-7, DD-7). `carry` is what the deals before hand on beside it, in the game's
    own words, without spaces; empty for most games (Lora's contracts already named, LO-10). `lots` are the order's
    pieces in another order, shuffled by itself, where lots name the starter (`LOTS`); a written record gives as many
    as were drawn.
    """

    order: tuple[str, ...]
    number: int = 1
    starter: Seat | None = None
    carry: str = ""
    lots: tuple[str, ...] = ()


class BadNotation(ValueError):
    """Text that is no move, piece, state or log of this game: a code of `faults` and what its sentence is made of.

    `line` and `column` count from 1 where known. Its text is the sentence in English, after the place where the line
    is known; `contracts.sentences.fault_said` gives it in every language.
    """

    def __init__(
        self, code: str, given: Mapping[str, Fact] | None = None, *, line: int = 0, column: int = 0, **more: Fact
    ) -> None:
        """Say what was read and where. The facts may be given in either way; a very long one is cut short."""
        self.code = code
        self.facts = {
            name: f"{value[:MAX_FACT]}…" if isinstance(value, str) and len(value) > MAX_FACT else value
            for name, value in {**(given or {}), **more}.items()
        }
        self.line = line
        self.column = column
        place = f"line {line}, column {column}: " if line else ""
        super().__init__(f"{place}{english(code, self.facts)}")

    def at(self, line: int, column: int) -> BadNotation:
        """Give the same fault at a place of a text, as columns of the move or state are no columns of the line."""
        return BadNotation(self.code, self.facts, line=line, column=column)


def unread(code: str, fault: BadNotation, limit: int = 200) -> Refusal:
    """Refuse a text that cannot be read. `fault` is the code of its sentence, which the facts after it fill.

    `error` is that sentence in English, at most `limit` characters of it, for whoever has no other.
    """
    place: dict[str, Fact] = {"line": fault.line, "column": fault.column} if fault.line else {}
    error = english(fault.code, fault.facts)[:limit]
    return Refusal(code, facts={**place, "error": error, "fault": fault.code, **fault.facts})


class UnscorableError(ValueError):
    """A deal that is over with pieces in a hand that nobody has told: there is nothing to count."""

    def __init__(self) -> None:
        """Say why."""
        super().__init__("hands with unseen tiles cannot be scored")


class Game(Protocol):
    """The names that a game module has. `Any` stands for the module's own `Options`, `State`, `Move` and `View`.

    Some more are asked for only where a game has them: `carry(state) -> str`, what a finished deal hands on in
    `Deal.carry`; `again(state) -> bool`, whether a finished deal is dealt again under its number; `offence(state, seat,
    move) -> str`, the id under which an accepted move is an offence (LO-49); `chargeable` and `charge(state, seat,
    id)`, for offences that an arbiter enters; `late(state, waited_ms) -> str`, the offence of a move so late; and
    `LAST_DEAL`, where the number of deals, no target, ends the match.
    Of Mexican Train: `dealt(options, number)`, the pieces that are shuffled in this deal where they are not the whole
    set; `LOTS`, whether deals need lots; `WON_DECIDES`, whether more deals won decide between equal totals (MT-41); and
    `FORCED`, the moves that the server enters itself where nothing else is legal.
    """

    ID: str  # "longana/1": the rule set that a table is pinned to
    NAME: str  # "longana": for commands and links
    MIN_SEATS: int
    MAX_SEATS: int
    LOW_WINS: bool  # whether the lowest total wins the match
    Options: type[Any]
    PRESETS: Mapping[str, Any]  # sets of options by name, `club` first: the book's defaults
    OPTION_RULES: Mapping[str, str]  # the rule of each option that `blocked.OPTION_RULES` does not know
    CODES: tuple[str, ...]  # every rejection code, in the order in which they are checked

    def conflict(self, options: Any) -> Refusal | None:
        """Name the options that cannot stand together (code `OPTIONS_CONFLICT`, facts name both)."""

    def seat_count(self, options: Any) -> int:
        """Give the number of seats that these options ask for."""

    def seat_name(self, seat: Seat) -> str:
        """Give the seat's name in notation, on the screen and in the rule book ("A", "S0")."""

    def sides(self, options: Any) -> tuple[tuple[Seat, ...], ...]:
        """Give who plays together: one tuple of seats for each side, in turn order of their first seats."""

    def pieces(self, options: Any) -> tuple[str, ...]:
        """Give the set in canonical order: what is shuffled."""

    def start(self, options: Any, deal: Deal) -> Any | Void:
        """Deal the hands. A deal that its rules do not let stand is `Void`. ValueError for a foreign order."""

    def turn(self, s: Any) -> Seat | None:
        """Give the seat whose move is awaited; None when the deal is over."""

    def moves(self, s: Any) -> tuple[Any, ...]:
        """Generate the legal moves of the seat on turn, sorted; () when the deal is over."""

    def refuse(self, s: Any, seat: Seat, m: Any) -> Refusal | None:
        """Judge a move; independent of `moves`. The first reason in the book's order, or None."""

    def play(self, s: Any, m: Any) -> Any:
        """Carry out a move of the seat on turn. Trusts: the caller has asked `refuse`."""

    def outcome(self, s: Any) -> Outcome | None:
        """Say how the deal ended; None while it runs."""

    def view(self, s: Any, seat: Seat | None) -> Any:
        """Give what a seat may see; None is the public. The only door through which a game leaves the server."""

    def reveal(self, s: Any) -> Any:
        """Give the view with all hands open, for a deal that is over or opened by an arbiter's recorded act."""

    def auto_move(self, s: Any) -> Any:
        """Give the move that the server makes for an absent player (BG-20)."""

    def forfeit(self, s: Any, seat: Seat) -> Any:
        """End the deal by the `lose_deal` rule against a seat (BG-18 c, BG-20)."""

    def offend(self, s: Any, seat: Seat) -> Any | None:
        """Book a refused false claim of `seat` where the options give it a consequence (BG-19); None where not."""

    def next_starter(self, s: Any) -> Seat | None:
        """Give the starter that this finished deal hands to the next one (L-8, L-11, DD-11)."""

    def match_over(self, options: Any, totals: tuple[int, ...], deals: int) -> bool:
        """Say whether the match ends with these totals after so many deals (L-34, L-35, DD-35)."""

    def parse_move(self, text: str) -> Any:
        """Read a move. BadNotation names what is wrong."""

    def move_text(self, m: Any) -> str:
        """Write a move; `parse_move` reads it back."""

    def write_state(self, s: Any) -> str:
        """Write the state as one line."""

    def read_state(self, text: str) -> Any:
        """Read a line of `write_state`."""


def plain(options: Any) -> dict[str, Any]:
    """Give options as messages carry them and the log gives them back: every option, tuples as lists."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return found


def spelled(options: type[Any], given: Mapping[str, str]) -> dict[str, Any]:
    """Take options that are written as words, `name=value`: a list has commas between its items."""
    usual = options()
    return {
        name: value.split(",") if isinstance(getattr(usual, name, None), tuple) else value
        for name, value in given.items()
    }


def game(rules: str) -> Game:
    """Find a rule set by its id ("longana/1") or the newest one by its name. KeyError when there is none."""
    if rules in GAMES:
        return GAMES[rules]
    for known in GAMES.values():
        if rules == known.NAME:
            return known
    raise KeyError(rules)


def _registry() -> Mapping[str, Game]:
    # Imported late: the game modules import this one.
    from contracts.games import draw_dominoes, longana, lora, mexican_train  # noqa: PLC0415

    games: tuple[Game, ...] = (draw_dominoes, longana, lora, mexican_train)
    return {g.ID: g for g in games}


class _Games(Mapping[str, Game]):
    """The rule sets by id, filled at first use."""

    _known: Mapping[str, Game] | None = None

    def _all(self) -> Mapping[str, Game]:
        if self._known is None:
            self._known = _registry()
        return self._known

    def __getitem__(self, key: str) -> Game:
        return self._all()[key]

    def __iter__(self):  # type: ignore[no-untyped-def]  # noqa: ANN204
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


GAMES: Mapping[str, Game] = _Games()
