"""A match as a written record: what it holds, and its lines as text. `notation` reads them back. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from contracts.games import match as matches
from contracts.games.game import Deal, Game, MatchResult, Seat, Void


class Act(msgspec.Struct, frozen=True):
    """What a seat did: a move, `forfeit`, `offence ID`. `code` is set if it was refused, `auto` if the server moved."""

    seat: Seat
    text: str
    code: str = ""
    auto: bool = False


class DealRecord(msgspec.Struct, frozen=True):
    """One deal and what was done in it. An excerpt has a `state` instead of a deal; `void` is a void deal's rule."""

    deal: Deal | None
    acts: tuple[Act, ...] = ()
    state: str = ""
    void: str = ""


class Stop(msgspec.Struct, frozen=True):
    """A match ended from outside: `reason` is resigned or abandoned, `behind` are the seats that gave up (BG-20)."""

    reason: str
    behind: tuple[Seat, ...] = ()


class Record(msgspec.Struct, frozen=True):
    """A match, whole or in part: what `write` needs.

    `carried` are totals from before, `max_deals` is the limit if there is one, `stop` how it was ended from outside.
    """

    rules: str
    options: Any
    deals: tuple[DealRecord, ...] = ()
    carried: tuple[int, ...] = ()
    max_deals: int | None = None
    stop: Stop | None = None


def result_line(game: Game, state: Any) -> str:
    """Write a finished deal's outcome in parts; ValueError while it runs."""
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError("the deal is not over")
    starter = game.next_starter(state)
    parts = [
        f"reason {outcome.reason}",
        f"points {numbers(outcome.points)}",
        f"penalties {numbers(outcome.penalties)}",
        f"pips {numbers(outcome.pips)}",
        f"winners {' '.join(map(game.seat_name, outcome.winners)) or '-'}",
        f"rule {outcome.rule or '-'}",
        f"next {'-' if starter is None else game.seat_name(starter)}",
    ]
    for name, value in sorted(outcome.facts.items()):
        if isinstance(value, tuple):
            parts.append(f"{name} {' '.join(value) or '-'}")
        elif isinstance(value, int) and (name == "seat" or name.endswith("_seat")):
            parts.append(f"{name} {game.seat_name(value)}")
        else:
            parts.append(f"{name} {value}")
    return "  ".join(parts)


def header(game: Game, record: Record) -> str:
    """Write the head: rule set, seats, deals, and the options that differ."""
    seats = game.seat_count(record.options)
    parts = [f"game  {game.ID}", f"seats {seats}"]
    if record.max_deals is not None:
        parts.append(f"deals {record.max_deals}")
    parts += [word for word in option_words(game, record.options) if not word.startswith("players=")]
    return "  ".join(parts)


def option_words(game: Game, options: Any) -> list[str]:
    """The options that differ from the book's defaults."""
    ours, usual = (msgspec.to_builtins(o) for o in (options, game.Options()))
    return [f"{name}={_word(value)}" for name, value in ours.items() if value != usual[name]]


def _word(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def numbers(values: Sequence[int]) -> str:
    """Write numbers in a row."""
    return " ".join(map(str, values))


def deal_line(game: Game, options: Any, record: DealRecord) -> str:
    """Write how a deal begins: its hands where all are equally large, else its order; or the position."""
    if record.deal is None:
        return f"state  {record.state}"
    deal = record.deal
    words = [f"deal  {deal.number}"]
    if deal.starter is not None:
        words.append(f"starter {game.seat_name(deal.starter)}")
    words += [f"carry {deal.carry}"] if deal.carry else []
    words += [f"lots {' '.join(deal.lots)}"] if deal.lots else []
    state: Any = game.start(options, deal)
    size = 0 if isinstance(state, Void) else len(state.hands[0])
    seats = range(game.seat_count(options))
    if not size or any(len(state.hands[seat]) != size for seat in seats):
        return "  ".join((*words, f"order {' '.join(deal.order)}"))
    groups = [f"{game.seat_name(seat)} {' '.join(deal.order[size * seat : size * (seat + 1)])}" for seat in seats]
    if stock := deal.order[size * len(seats) :]:
        groups.append(f"stock {' '.join(stock)}")
    return "  ".join((*words, " | ".join(groups)))


def act_line(game: Game, act: Act) -> str:
    """Write what a seat did."""
    line = f"{game.seat_name(act.seat)}  {'auto ' if act.auto else ''}{act.text}"
    return f"{line}  ! {act.code}" if act.code else line


def stop_line(game: Game, stop: Stop) -> str:
    """Write how a match was ended from outside."""
    return " ".join(("stop ", stop.reason, *map(game.seat_name, stop.behind)))


def over_line(game: Game, options: Any, match: matches.Match, max_deals: int | None, stop: Stop | None = None) -> str:
    """Write whether the match is over, and who has which place."""
    if stop is not None:
        result: MatchResult | None = matches.stop(game, options, match, stop.reason, stop.behind)
    else:
        result = matches.over(game, options, match, max_deals)
    return "no" if result is None else f"{result.reason}  places {numbers(result.places)}"
