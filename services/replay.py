"""A game again, move by move, from a log or an exported file: the fold of a table, with every step kept.

Games are immutable states, so every position of a match can be had at once. A record that cannot be folded ends the
replay there: the good part is shown, and then what is wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from contracts import codec, topics
from contracts.envelope import read_decision, write
from contracts.games.draw_dominoes_state import DrawDominoesView
from contracts.games.game import Seat
from contracts.games.longana import LonganaView
from contracts.games.lora_view import LoraView
from contracts.games.mexican_train_view import MexicanTrainView
from contracts.messages import Event
from contracts.table import (
    ClaimRefused,
    DealEnded,
    DealEntered,
    DealForfeited,
    DealReported,
    Dealt,
    DealVoided,
    HandsOpened,
    MatchEnded,
    OffenceCharged,
    Played,
    PositionSet,
    Resigned,
    RewindRefused,
    Rewound,
    TablePaused,
    TableResumed,
    TakenBack,
)
from contracts.table_state import Table, TableView, evolve, told_later, view
from services.export import TABLE, Line, decisions, exists, keys_of
from services.export_file import read_header
from services.runtime.settings import reading


class ReplayError(Exception):
    """There is nothing to replay, or not so far; the message says why."""


class Step(msgspec.Struct, frozen=True):
    """One event and the table after it. `number` is how many moves the match has seen, the event included."""

    number: int
    at: int
    event: Event
    table: Table


class Replay(msgspec.Struct, frozen=True):
    """A table from its opening on. `fault` says why it breaks off, if it does.

    `moves[n]` is the index of the step with which move n was made; move 0 is the opening.
    """

    id: str
    steps: tuple[Step, ...]
    moves: tuple[int, ...]
    fault: str = ""

    def at(self, number: int) -> Step:
        """Give the step after so many moves. ReplayError beyond the last."""
        if not 0 <= number < len(self.moves):
            raise ReplayError(f"table {self.id} has {len(self.moves) - 1} moves, there is no move {number}")
        return self.steps[self.moves[number]]


def replay(table: str, records: Iterable[bytes]) -> Replay:
    """Fold the decision records of one table, and keep every step."""
    steps: list[Step] = []
    moves: list[int] = []
    state: Table | None = None
    number = 0
    read = codec.TABLE.event
    fault = ""
    try:
        for record in records:
            decision = read_decision(record)
            at = decision.at
            for raw in decision.events or ():
                event = read(raw)
                state = evolve(state, event, at)
                if isinstance(event, Played):
                    number += 1
                    moves.append(len(steps))
                elif not steps:
                    moves.append(0)
                steps.append(Step(number, at, event, state))
    except Exception as wrong:  # noqa: BLE001  # whatever a damaged record does: the good part is shown, and the fault
        fault = f"the record after step {len(steps)} cannot be replayed: {type(wrong).__name__}: {wrong}"
    return Replay(table, tuple(steps), tuple(moves), fault)


# --- where from


def load(source: str, table: str | None = None) -> Replay:
    """Replay a table from a log's URL or an exported file.

    ReplayError where there is no such table, or several to choose from. LogUnavailableError, LogBrokenError, OSError as
    they come. Nothing is verified here: that is `services.verify`'s.
    """
    if source.startswith(("sqlite:", "kafka:")):
        return asyncio.run(_from_log(source, table))
    return from_file(Path(source), table)


def from_file(path: Path, table: str | None = None) -> Replay:
    """Replay a table from an exported file."""
    return replay(*file_records(path, table))


def file_records(path: Path, table: str | None = None) -> tuple[str, list[bytes]]:
    """Give a table's id and decision records from an exported file. ReplayError where it has none, or several."""
    records: dict[str, list[bytes]] = {}
    with path.open("rb") as file:
        try:
            header = read_header(file.readline())
        except ValueError as wrong:
            raise ReplayError(f"{path}, line 1: {wrong}") from wrong
        if table is None and header.kind == TABLE:
            table = header.id
        name = one_of(table, header.tables, str(path))
        for number, raw in enumerate(file, 2):
            if raw.startswith(b'{"end":'):
                break
            try:
                line = msgspec.json.decode(raw, type=Line)
            except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
                raise ReplayError(f"line {number} of {path} is no record: {wrong}. Say: capicua verify") from wrong
            if line.topic == topics.TABLE_EVENTS.name:
                records.setdefault(line.key, []).append(bytes(line.record))
    return name, records.get(name, [])


async def _from_log(url: str, table: str | None) -> Replay:
    async with reading(url) as log:
        known = () if table is not None else await keys_of(log, topics.TABLE_EVENTS)
        name = table if table is not None else one_of(None, known, url)
        entries = await decisions(log, topics.TABLE_EVENTS, name)
        if not exists(entries):
            one_of(name, await keys_of(log, topics.TABLE_EVENTS), url)
        return replay(name, [entry.value for entry in entries])


def one_of(table: str | None, known: Iterable[str], where: str) -> str:
    """Choose the table: the one named, or the only one."""
    tables = tuple(known)
    if table is None and len(tables) == 1:
        return tables[0]
    if table is not None and table in tables:
        return table
    some = ", ".join(tables[:20]) + (f" and {len(tables) - 20} more" if len(tables) > 20 else "")
    what = (
        f"{where} has no table {table!r}." if table is not None else f"{where} has {len(tables)} tables: say --table."
    )
    raise ReplayError(f"{what} There are: {some}" if tables else f"{where} has no table at all.")


# --- what is seen


def seen(step: Step, seat: Seat | None, *, open_hands: bool = False) -> TableView:
    """Give what a seat, the public (None), or with open hands the arbiter saw at a step."""
    found = view(step.table, seat)
    if open_hands and step.table.state is not None:
        found = msgspec.structs.replace(found, board=step.table.rules.reveal(step.table.state))
    return found


def _shown(step: Step, seat: Seat | None, *, open_hands: bool) -> bool:
    """Whether somebody saw that this happened: a refused claim is its maker's own business (BG-17, BG-19)."""
    if open_hands or not told_later(step.table, step.event):
        return True
    return isinstance(step.event, ClaimRefused | OffenceCharged) and step.event.seat == seat


def _public(event: Event, *, open_hands: bool) -> dict[str, Any]:
    """Give an event as it may be shown: an order dealt has every hand in it, and of the lots the view has the drawn."""
    found: dict[str, Any] = msgspec.json.decode(write(event))
    if isinstance(event, Dealt | PositionSet | DealVoided) and not open_hands:
        for name in ("order", "lots", "state"):
            found.pop(name, None)
    return found


def as_json(step: Step, seat: Seat | None, *, open_hands: bool = False) -> bytes:
    """Write a step as one JSON object: its number, time, event, and what is seen after it."""
    return write(
        {
            "number": step.number,
            "at": step.at,
            "event": _public(step.event, open_hands=open_hands),
            "table": seen(step, seat, open_hands=open_hands),
        }
    )


def show(
    source: str,
    table: str | None = None,
    *,
    to: int | None = None,
    seat: Seat | None = None,
    open_hands: bool = False,
    as_json: bool = False,
    out: Console | None = None,
) -> None:
    """Print a game step by step up to move `to`, and the table as it then lies. Raises as `load` and `Replay.at`."""
    out = out or Console(soft_wrap=True)
    found = load(source, table)
    if not found.steps:
        raise ReplayError(found.fault or f"there is no record of table {found.id}")
    seats = len(found.steps[0].table.seats)
    if seat is not None and not 0 <= seat < seats:
        raise ReplayError(f"table {found.id} has the seats 0 to {seats - 1}, there is no seat {seat}")
    last = len(found.moves) - 1 if to is None else to
    found.at(last)
    shown = [s for s in found.steps if s.number <= last and _shown(s, seat, open_hands=open_hands)]
    for step in shown:
        if as_json:
            out.out(_json(step, seat, open_hands=open_hands).decode(), highlight=False)
        else:
            for line in told(step):
                out.print(line, highlight=False)
    if not as_json:
        out.print()
        for line in board(seen(shown[-1], seat, open_hands=open_hands)):
            out.print(line, highlight=False)
    if found.fault and to is None:
        raise ReplayError(found.fault)


_json = as_json


# --- as text


def told(step: Step) -> Iterator[Text]:
    """Tell a step in a line or two."""
    table = step.table

    def who(seat: Seat) -> str:
        return f"{table.rules.seat_name(seat)} {table.seats[seat].name}"

    match step.event:
        case Dealt():
            yield Text(f"\nDeal {step.event.deal}", style="bold")
        case PositionSet():
            yield Text(f"\nDeal {step.event.deal}, from a position", style="bold")
        case DealVoided():
            yield Text(f"Deal {step.event.deal} is void ({step.event.rule}) and dealt again.", style="yellow")
        case Played():
            note = {"timeout": "  (time was up)", "resigned": "  (had given up)"}.get(step.event.cause, "")
            yield Text(f"{step.number:5}  {who(step.event.seat):24} {step.event.move}{note}")
        case ClaimRefused():
            yield Text(f"       {who(step.event.seat):24} {step.event.move}: refused, a move was there", style="yellow")
        case OffenceCharged():
            note = f": {step.event.note}" if step.event.note else ""
            what = f"{who(step.event.seat)} is charged with {step.event.offence} ({step.event.cause}){note}"
            yield Text(f"       {what}", style="yellow")
        case TakenBack():
            note = f": {step.event.reason}" if step.event.reason else ""
            what = f"Back to before move {step.event.ply + 1} of the deal ({step.event.by}){note}"
            yield Text(f"       {what}", style="yellow")
        case Rewound():
            note = f": {step.event.reason}" if step.event.reason else ""
            whole = f"deal {step.event.deal}, which is dealt anew"
            where = whole if step.event.again else f"move {step.event.ply + 1} of the deal"
            yield Text(f"       Back to before {where} (ruling in case {step.event.case}){note}", style="yellow")
        case RewindRefused():
            what = f"The ruling in case {step.event.case} could not send the table back"
            yield Text(f"       {what} ({step.event.refusal.code}).", style="yellow")
        case HandsOpened():
            yield Text(f"       The staff sees all hands ({step.event.by}): {step.event.reason}", style="yellow")
        case DealReported():
            points = _numbers(step.event.booked.outcome.points)
            yield Text(f"       {who(step.event.seat)} reports deal {step.event.deal}: {points}", style="yellow")
        case DealEntered():
            points = _numbers(step.event.booked.outcome.points)
            yield Text(f"\nDeal {step.event.deal}, entered ({step.event.by}): {points}", style="bold")
        case DealForfeited():
            yield Text(f"       {who(step.event.seat)} loses the deal ({step.event.cause}).", style="yellow")
        case DealEnded():
            won = ", ".join(map(who, step.event.outcome.winners)) or "nobody"
            yield Text(f"       {step.event.outcome.reason}: {won}. Totals {_numbers(step.event.totals)}", style="bold")
        case Resigned():
            yield Text(f"       {who(step.event.seat)} gives up.", style="yellow")
        case TablePaused():
            note = "".join(f": {text}" for text in (step.event.reason, step.event.until) if text)
            yield Text(f"       The table is paused ({step.event.case}, {step.event.by}){note}", style="yellow")
        case TableResumed():
            yield Text(f"       The table goes on ({step.event.by}).", style="yellow")
        case MatchEnded():
            result = step.event.result
            yield Text(f"\nThe match is over ({result.reason}) after {result.deals} deals.", style="bold")
            for seat in sorted(range(len(result.places)), key=lambda s: result.places[s]):
                yield Text(f"{result.places[seat]:5}. {who(seat):24} {result.totals[seat]}")
        case _:
            return


def board(found: TableView) -> Iterator[Text]:
    """Draw a table as text, from what is seen of it."""
    match found.board:
        case DrawDominoesView() as game:
            line = " ".join(f"[{left}|{right}]" for left, right in game.line) or "nothing yet"
            yield Text(f"Line      {line}", style="cyan")
            yield Text(f"Boneyard  {game.boneyard} tiles")
            yield from _hands(found, game.seats, game.hands, game.sizes)
        case LonganaView() as game:
            yield Text(f"Hub  {game.hub or 'not led yet'}", style="cyan")
            for arm in game.arms:
                opened = f"  open {arm.opened}" if arm.opened else ""
                yield Text(f"{arm.name}    {' '.join(arm.chain) or '-'}  end {arm.end}{opened}", style="cyan")
            names = tuple(arm.name for arm in game.arms) or tuple("ABCD"[: len(game.sizes)])
            hands: tuple[tuple[str, ...] | None, ...] = game.hands or tuple(
                game.hand if seat == game.seat else None for seat in range(len(game.sizes))
            )
            yield from _hands(found, names, hands, game.sizes)
        case MexicanTrainView() as game:
            yield from _trains(game)
            yield from _hands(found, game.seats, game.hands, game.sizes)
        case LoraView() as game:
            yield from _lora(game)
            yield from _hands(found, game.seats, game.hands, game.sizes, "cards")
        case None:
            yield Text("Nothing is dealt yet.")
        case other:
            yield Text(write(other).decode())


def _trains(game: MexicanTrainView) -> Iterator[Text]:
    """Draw a Mexican Train table: the engine, every train with its ends, and the doubles still owed an answer."""
    yield Text(
        f"Engine {game.engine}  round {game.deal} of {game.rounds}  boneyard {game.boneyard} tiles", style="cyan"
    )
    for train in game.trains:
        marker = "  marked" if train.marked else ""
        for branch in train.branches:
            end = f"  end {branch.end}" if branch.open else ""
            yield Text(f"{branch.name:5} {' '.join(branch.chain) or '-'}{end}{marker}", style="cyan")
    if game.queue:
        owed = "  ".join(f"{one.double}@{one.end} ({one.owed})" for one in game.queue)
        yield Text(f"Open doubles, the first to be answered first: {owed}", style="yellow")


def _lora(game: LoraView) -> Iterator[Text]:
    """Draw a Lora table: the contract, the trick or the rows, and what is counted."""
    dealer = game.seats[game.dealer]
    yield Text(f"Contract  {game.contract or 'not named yet'}  dealer {dealer}  {game.phase}", style="cyan")
    shown = game.trick or game.last_trick
    if shown is not None:
        n = len(game.seats)
        cards = "  ".join(f"{game.seats[(shown.leader + at) % n]} {card}" for at, card in enumerate(shown.cards))
        won = f"  > {game.seats[shown.winner]}" if shown.winner is not None else ""
        yield Text(f"Trick     {cards}{won}", style="cyan")
    for row in game.rows:
        yield Text(f"{row.suit}         {' '.join(row.cards) or '-'}  next {row.next or '-'}", style="cyan")
    if any(game.tricks):
        yield Text(f"Tricks    {_numbers(game.tricks)}")
    if any(game.passes):
        yield Text(f"Passes    {_numbers(game.passes)}")
    if game.offences:
        yield Text(f"Offences  {' '.join(game.offences)}", style="yellow")


def _hands(
    found: TableView,
    names: tuple[str, ...],
    hands: tuple[tuple[str, ...] | None, ...],
    sizes: tuple[int, ...],
    unit: str = "tiles",
) -> Iterator[Text]:
    for seat, hand in enumerate(hands):
        mark = "▶" if found.turn == seat else " "
        held = f"{sizes[seat]} {unit}" if hand is None else " ".join(hand) or "-"
        yield Text(f"{mark} {names[seat]} {found.seats[seat].name:24} {found.totals[seat]:5}  {held}")


def _numbers(totals: tuple[int, ...]) -> str:
    return " ".join(map(str, totals))
