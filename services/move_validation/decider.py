"""The referee of the tables: every command of `contracts.table` judged, every event folded. Pure.

Imports `contracts` only. What may be played is the games' business; here stand the life of a table and who may act.
The time is that of the records: the later of the command's and the latest seen before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

import msgspec

from contracts import codec, roles, table_acts
from contracts.envelope import Command, actor_role
from contracts.games import match as matches
from contracts.games.game import GAMES, Refusal, UnscorableError, Void, plain
from contracts.messages import Board, Body, Limits
from contracts.table import (
    AbandonTable,
    AnswerCall,
    ArbiterCalled,
    CallAnswered,
    CallArbiter,
    ChargeOffence,
    ContinueRecord,
    DealForfeited,
    Dealt,
    DealVoided,
    DealWanted,
    EnterDeal,
    GiveDeal,
    ImportRecord,
    LayOut,
    OpenHands,
    OpenTable,
    PauseTable,
    Play,
    Played,
    ReportDeal,
    Resign,
    ResumeTable,
    RevealTableKey,
    RewindTable,
    SatDown,
    Sit,
    StartTable,
    TableKeyRevealed,
    TableOpened,
    TakeBack,
    TimeUp,
)
from contracts.table_asks import (
    MAX_NUMBER,
    MAX_TEXT,
    Answer,
    closed,
    not_his,
    not_in_play,
    other_board,
    small,
    unseen,
)
from contracts.table_state import Phase, Table, advance, deadline, evolve, open_options, whose_turn
from services.move_validation import desk, importing, over_the_board, pausing

CATALOGUE = codec.TABLE
initial: Final = None

__all__ = ["CATALOGUE", "CODES", "decide", "evolve", "finished", "initial"]

CODES: Final = (
    "actor/not-allowed",
    "table/unknown",
    "table/exists",
    "table/over",
    "table/not-over",
    "table/started",
    "table/not-started",
    "table/stale",
    "table/board",
    "table/paused",
    "seat/unknown",
    "seat/not-yours",
    "seat/resigned",
    "nonce/form",
    "move/notation",
    "move/unknown",
    "deal/order",
    "deal/starter",
    "time/not-yet",
    "time/no-limit",
    "call/none",
    "text/too-long",
    "text/empty",
    "effect/changed",
    "rules/unknown",
    "options/form",
    "options/conflict",
    "seats/twice",
    "limits/range",
    "key/form",
    "key/wrong",
)
"""The refusals of the table itself, beside the games' own."""

NONCE_DIGITS: Final = 32
KEY_DIGITS: Final = 64


def finished(table: Table) -> bool:
    """Whether the key is open: nothing more can happen, the table may leave memory."""
    return table.phase is Phase.REVEALED


def decide(table: Table | None, command: Command, body: Body, at: int) -> Answer:
    """Judge a command that the log took at `at` (ms). Total: whatever is wrong is a refusal."""
    if not roles.may(actor_role(command.actor), command.kind):
        return Refusal("actor/not-allowed", facts={"actor": command.actor[:MAX_TEXT], "kind": command.kind})
    if isinstance(body, OpenTable):
        return _open(table, body)
    if isinstance(body, ImportRecord):
        return importing.imported(table, body, at)
    if table is None:
        return Refusal("table/unknown", facts={"table": command.key[:MAX_TEXT]})
    now = max(table.at, at)
    if table.paused is not None and (standing := pausing.standing(table, body)):
        return standing
    try:
        if isinstance(body, Play):  # by far the most frequent
            return table_acts.play(table, command.actor, body, now)
        judge = _JUDGES.get(type(body))
        if judge is None:
            return Refusal("command/unknown-kind", facts={"kind": command.kind, "service": CATALOGUE.name})
        return judge(table, command, body, now)
    except UnscorableError:  # a record's hands may hold `??` where claims are not believed, and are never shown
        return unseen()


# --- opening and sitting down


def _open(table: Table | None, body: OpenTable) -> Answer:
    if table is not None:
        return Refusal("table/exists")
    if body.rules not in GAMES:
        return Refusal("rules/unknown", facts={"rules": body.rules[:MAX_TEXT], "known": tuple(GAMES)})
    game = GAMES[body.rules]
    for name, value in body.options.items():
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            return Refusal("options/form", facts={"error": f"{name[:MAX_TEXT]} is above {MAX_NUMBER}"})
    try:
        options = open_options(body.rules, body.options)
    except msgspec.ValidationError as wrong:
        return Refusal("options/form", facts={"error": str(wrong)[:MAX_TEXT]})
    seats = game.seat_count(options)
    if seats != len(body.seats):
        facts = {"first": f"players={seats}", "second": f"seats={len(body.seats)}"}
        return Refusal("options/conflict", facts=facts)
    if conflict := game.conflict(options) or over_the_board.conflict(body, options):
        return Refusal("options/conflict", conflict.rule, conflict.facts)
    entrants = [plan.entrant for plan in body.seats]
    if twice := next((e for at, e in enumerate(entrants) if e in entrants[:at]), None):
        return Refusal("seats/twice", facts={"entrant": twice[:MAX_TEXT]})
    if wrong_limit := _out_of_range(body, body.limits):
        return Refusal("limits/range", facts={"limit": wrong_limit, "most": MAX_NUMBER})
    if not _hex(body.key_hash, KEY_DIGITS):
        return Refusal("key/form", facts={"digits": KEY_DIGITS})
    opened = TableOpened(
        tournament=body.tournament,
        round=body.round,
        number=body.number,
        rules=body.rules,
        options=plain(options),
        seats=body.seats,
        key_hash=body.key_hash,
        limits=body.limits,
        max_deals=body.max_deals,
        board=body.board,
    )
    # Over the board nobody is waited for and nothing is dealt here.
    return (opened,) if body.board is Board.SERVER else (opened, DealWanted(deal=1, attempt=0, nonces=()))


def _out_of_range(body: OpenTable, limits: Limits) -> str:
    """Name the first number that no table can have."""
    numbers = {"round": body.round, "number": body.number, "max_deals": body.max_deals}
    numbers |= {"move_s": limits.move_s, "sit_s": limits.sit_s}
    numbers |= {"bank_s": limits.bank_s, "increment_s": limits.increment_s}
    return next((name for name, n in numbers.items() if n is not None and not 1 <= n <= MAX_NUMBER), "")


def _sit(table: Table, command: Command, body: Sit, now: int) -> Answer:  # noqa: ARG001
    """Sit down, late ones too: their nonce counts from the next deal on. Twice does no harm."""
    if refusal := not_in_play(table) or not_his(table, command.actor, body.seat):
        return refusal
    if not _hex(body.nonce, NONCE_DIGITS):
        return Refusal("nonce/form", facts={"digits": NONCE_DIGITS})
    if table.nonces[body.seat]:
        return ()
    nonces = (*table.nonces[: body.seat], body.nonce, *table.nonces[body.seat + 1 :])
    sat = SatDown(seat=body.seat, nonce=body.nonce)
    if table.phase is Phase.WAITING and all(nonces):
        return (sat, DealWanted(deal=1, attempt=0, nonces=nonces))
    return (sat,)


def _start(table: Table, command: Command, body: StartTable, now: int) -> Answer:  # noqa: ARG001
    if refusal := not_in_play(table):
        return refusal
    if table.phase is not Phase.WAITING:
        return Refusal("table/started")
    return (_first_deal(table),)


def _first_deal(table: Table) -> DealWanted:
    return DealWanted(deal=1, attempt=0, nonces=table.nonces)


# --- deals


def _give_deal(table: Table, command: Command, body: GiveDeal, now: int) -> Answer:  # noqa: ARG001
    if refusal := not_in_play(table) or other_board(table, Board.SERVER):
        return refusal
    if table.phase is not Phase.WANTING or (body.deal, body.attempt) != (table.deal, table.attempt):
        wanted = table.phase is Phase.WANTING
        facts = {"deal": small(body.deal), "attempt": small(body.attempt), "fault": "not-wanted"}
        return Refusal("deal/order", facts=facts | ({"wanted": table.deal} if wanted else {}))
    pieces = matches.pieces(table.rules, table.options, table.deal)
    lots = pieces if matches.lots(table.rules) else ()
    if sorted(body.order) != sorted(pieces) or sorted(body.lots) != sorted(lots):
        return Refusal("deal/order", facts={"deal": table.deal, "attempt": table.attempt, "fault": "not-the-set"})
    state = table.rules.start(table.options, matches.next_deal(table.match, body.order, body.lots))
    if isinstance(state, Void):
        voided = DealVoided(deal=table.deal, attempt=table.attempt, rule=state.rule, facts=state.facts)
        return (voided, DealWanted(deal=table.deal, attempt=table.attempt + 1, nonces=table.nonces))
    starter = table.match.starter
    return (Dealt(deal=table.deal, attempt=table.attempt, order=body.order, starter=starter, lots=body.lots),)


# --- time


def _time_up(table: Table, command: Command, body: TimeUp, now: int) -> Answer:  # noqa: ARG001
    """The timer only reminds: whether the time is up is seen from the records (BG-20)."""
    if refusal := not_in_play(table):
        return refusal
    sitting = table.phase is Phase.WAITING
    if sitting != (body.ply == -1):
        return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})
    if not sitting and (table.phase is not Phase.PLAYING or (body.deal, body.ply) != (table.deal, table.ply)):
        return Refusal("table/stale", facts={"deal": table.deal, "ply": table.ply})
    limit = deadline(table)
    if limit is None:
        return Refusal("time/no-limit")
    if now < limit:
        return Refusal("time/not-yet", facts={"wait_ms": limit - now})
    if sitting:
        return (_first_deal(table),)
    seat = whose_turn(table)
    assert seat is not None, "a deal is being played"
    game = table.rules
    if getattr(table.options, "claim_mode", "") == "declared":
        # BG-20: nobody can move for a hand that is not known. Said once: the call waits for the arbiter.
        waiting = table.call is not None and table.call.cause == "clock"
        return () if waiting else (ArbiterCalled(seat=seat, text="BG-20", cause="clock"),)
    if getattr(table.options, "timeout_action", "auto_move") == "lose_deal":
        lost = game.forfeit(table.state, seat)
        return table_acts.and_then(table, (DealForfeited(seat=seat, cause="timeout"),), lost, table.ply)
    text = game.move_text(game.auto_move(table.state))
    played = Played(seat=seat, move=text, ply=table.ply, cause="timeout")
    absent = seat if matches.whole_turns(game) else None
    return table_acts.and_then(table, (played,), advance(game, table.state, text), table.ply + 1, absent=absent)


# --- people


def _call(table: Table, command: Command, body: CallArbiter, now: int) -> Answer:  # noqa: ARG001
    """Call the arbiter. A second call while one waits changes nothing.

    A table takes calls until its key is revealed, which dealing does at once after the result: in truth, while it is
    played. What comes up later is said to the director, who has the whole game to look at.
    """
    if refusal := closed(table) or not_his(table, command.actor, body.seat):
        return refusal
    if len(body.text) > MAX_TEXT:
        return Refusal("text/too-long", facts={"most": MAX_TEXT})
    if table.call is not None:
        return ()
    return (ArbiterCalled(seat=body.seat, text=body.text),)


def _answer(table: Table, command: Command, body: AnswerCall, now: int) -> Answer:  # noqa: ARG001
    if refusal := closed(table):
        return refusal
    if len(body.note) > MAX_TEXT:
        return Refusal("text/too-long", facts={"most": MAX_TEXT})
    if table.call is None:
        return Refusal("call/none")
    return (CallAnswered(note=body.note),)


def _rewind(table: Table, command: Command, body: RewindTable, now: int) -> Answer:  # noqa: ARG001
    """Go back as a ruling says, and on with what the server plays itself from there."""
    found = desk.rewind(table, body)
    if isinstance(found, Refusal) or not found or not desk.within(found):
        return found
    back = evolve(table, found[0], now)
    return table_acts.and_then(back, found, back.state, back.ply)


def _reveal(table: Table, command: Command, body: RevealTableKey, now: int) -> Answer:  # noqa: ARG001
    if refusal := closed(table):
        return refusal
    if table.phase is not Phase.ENDED:
        return Refusal("table/not-over")
    if not _hex(body.key, KEY_DIGITS):
        return Refusal("key/form", facts={"digits": KEY_DIGITS})
    if hashlib.sha256(bytes.fromhex(body.key)).hexdigest() != table.opened.key_hash:
        return Refusal("key/wrong")
    return (TableKeyRevealed(key=body.key),)


def _signed(table: Table, command: Command, body: Body, now: int) -> Answer:
    """What may be signed after its effect was shown is judged where the effect is shown too."""
    return table_acts.judge(table, command.actor, body, now)


_JUDGES: dict[type[Body], Callable[[Table, Command, Any, int], Answer]] = {
    Sit: _sit,
    StartTable: _start,
    GiveDeal: _give_deal,
    TimeUp: _time_up,
    Resign: _signed,
    CallArbiter: _call,
    AnswerCall: _answer,
    ChargeOffence: _signed,
    LayOut: over_the_board.lay_out,
    TakeBack: over_the_board.take_back,
    RewindTable: _rewind,
    OpenHands: desk.open_hands,
    EnterDeal: _signed,
    ReportDeal: over_the_board.report,
    ContinueRecord: importing.continued,
    PauseTable: pausing.pause,
    ResumeTable: pausing.resume,
    AbandonTable: _signed,
    RevealTableKey: _reveal,
}


def _hex(text: str, digits: int) -> bool:
    """Whether a text is so many lower-case hexadecimal digits."""
    return len(text) == digits and not text.strip("0123456789abcdef")
