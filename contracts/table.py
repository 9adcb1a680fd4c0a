"""Commands and events of one table. Pure.

The table's life: opened (with the hash of its key), players sit down and add their nonces, then for each deal:
wanted, dealt, played, ended; at the end of the match its result, and then the key. Over the board nobody has to sit
down: a deal is wanted at once, and then laid out and played move by move, or reported and entered when it is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

import msgspec

from contracts.games.entry import Booked, Entry
from contracts.games.game import Fact, MatchResult, Outcome, Refusal, Seat
from contracts.messages import Board, Body, Event, Limits


class SeatPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where: the entrant's id and name, and the strength of the bot that plays for him, if one does."""

    entrant: str
    name: str
    bot: str = ""


class PauseCase(StrEnum):
    """Why a table stands still."""

    PAUSE = "pause"  # this table alone, for a while
    ADJOURN = "adjourn"  # till another time
    ALL = "all"  # the whole round


# Commands


class OpenTable(Body, frozen=True, kw_only=True):
    """A round's table is to be opened. `options` are the game's, with `players` set to the number of seats."""

    KIND: ClassVar[str] = "open_table"
    tournament: str
    round: int
    number: int
    rules: str
    options: dict[str, Any]
    seats: tuple[SeatPlan, ...]
    key_hash: str
    limits: Limits = Limits()
    max_deals: int | None = None
    board: Board = Board.SERVER


class ImportRecord(Body, frozen=True, kw_only=True):
    """A record that somebody has typed becomes a table, up to where it stops (`docs/notation.md`).

    `seats` name who sat there, without bots. `tournament`, `round` and `number` say which of its tables it tells of,
    if any; the record is no result there, which is the arbiter's to enter.
    """

    KIND: ClassVar[str] = "import_record"
    text: str
    seats: tuple[SeatPlan, ...]
    tournament: str = ""
    round: int = 0
    number: int = 0


class ContinueRecord(Body, frozen=True, kw_only=True):
    """Go on where an imported record stops: moves of any seat, deals, the end, in the notation without its head.

    `deal` and `ply` say which position its sender saw (`table/stale`).
    """

    KIND: ClassVar[str] = "continue_record"
    text: str
    deal: int
    ply: int


class Sit(Body, frozen=True, kw_only=True):
    """A player's client sits down and adds its nonce (32 hex digits) to the table's deals."""

    KIND: ClassVar[str] = "sit"
    seat: Seat
    nonce: str


class StartTable(Body, frozen=True, kw_only=True):
    """The director lets the table start without those who have not sat down."""

    KIND: ClassVar[str] = "start_table"


class GiveDeal(Body, frozen=True, kw_only=True):
    """Dealing's answer to `DealWanted`: the deal's pieces in shuffled order.

    `lots` are the same pieces in another order, for a game that draws lots for the start; empty for the others.
    """

    KIND: ClassVar[str] = "give_deal"
    deal: int
    attempt: int
    order: tuple[str, ...]
    lots: tuple[str, ...] = ()


class LayOut(Body, frozen=True, kw_only=True):
    """Over the board: a deal was dealt with real tiles, and its moves will be entered.

    `starter` is the seat that begins, -1 where the match or the first move tells it.
    """

    KIND: ClassVar[str] = "lay_out"
    deal: int
    attempt: int = 0
    starter: int = -1


class Play(Body, frozen=True, kw_only=True):
    """A move, in the game's notation. `deal` and `ply` say which position the player saw (`table/stale`).

    Over the board whoever keeps the record enters it for every seat. `rewinds` says how often the table had gone back
    then: the same deal and move may have come again since. None: he does not say.
    """

    KIND: ClassVar[str] = "play"
    seat: Seat
    move: str
    deal: int
    ply: int
    rewinds: int | None = None


class TakeBack(Body, frozen=True, kw_only=True):
    """The running deal goes back to before its move `ply`: a move was entered wrongly. `at_ply` is the next one now."""

    KIND: ClassVar[str] = "take_back"
    deal: int
    ply: int
    at_ply: int
    reason: str = ""


class RewindTable(Body, frozen=True, kw_only=True):
    """The arbiter has ruled that a table goes back: before the move `ply` of its running deal, or to a whole deal.

    `again`, and any deal that is over, means that the deal is played anew with other pieces. `case` is the ruling's,
    `order` counts what this table was told so far, from 1: told twice, it goes back once.
    """

    KIND: ClassVar[str] = "rewind_table"
    deal: int
    ply: int = 0
    again: bool = False
    case: int
    order: int
    reason: str = ""


class OpenHands(Body, frozen=True, kw_only=True):
    """The hands of the running deal `deal` are opened to the staff; the record shows it, with the reason."""

    KIND: ClassVar[str] = "open_hands"
    deal: int
    reason: str


class EnterDeal(Body, frozen=True, kw_only=True):
    """Over the board: the scores of a deal that is over, by the arbiter or a scorer. They settle it.

    `effect` is the digest of what was shown before it was signed (`contracts.results`); empty: nothing was.
    """

    KIND: ClassVar[str] = "enter_deal"
    deal: int
    attempt: int = 0
    entry: Entry
    note: str = ""
    rewinds: int | None = None
    effect: str = ""


class ReportDeal(Body, frozen=True, kw_only=True):
    """Over the board: the scores of a deal as one side saw them; the same report by another side settles them."""

    KIND: ClassVar[str] = "report_deal"
    seat: Seat
    deal: int
    attempt: int = 0
    entry: Entry
    rewinds: int | None = None


class TimeUp(Body, frozen=True, kw_only=True):
    """The timer's word that a limit has run out; the decision looks at the records' times alone.

    `ply` is -1 for the time to sit down.
    """

    KIND: ClassVar[str] = "time_up"
    deal: int
    ply: int


class Resign(Body, frozen=True, kw_only=True):
    """A player gives the match up; it takes effect when the deal is over (BG-20), the server plays till then.

    Over the board it ends the match at once; `effect` is the digest of what was shown before.
    """

    KIND: ClassVar[str] = "resign"
    seat: Seat
    effect: str = ""


class CallArbiter(Body, frozen=True, kw_only=True):
    """Somebody at the table wants the arbiter."""

    KIND: ClassVar[str] = "call_arbiter"
    seat: Seat
    text: str = ""


class AnswerCall(Body, frozen=True, kw_only=True):
    """The arbiter has been at the table: the call is closed, with a note."""

    KIND: ClassVar[str] = "answer_call"
    note: str = ""


class ChargeOffence(Body, frozen=True, kw_only=True):
    """The arbiter charges a seat with an offence of the rule book's schedule (LP-1), in this deal or the last one.

    `deal` says which deal he means: the one that is played, or the last that ended (`table/stale`). `effect` is the
    digest of what was shown before it was signed.
    """

    KIND: ClassVar[str] = "charge_offence"
    seat: Seat
    offence: str
    deal: int
    note: str = ""
    effect: str = ""


class PauseTable(Body, frozen=True, kw_only=True):
    """Let the table stand still: no move is taken, and no clock runs. `until` says in words when it goes on.

    A pause of the whole round leaves alone what stands still already.
    """

    KIND: ClassVar[str] = "pause_table"
    reason: str = ""
    case: PauseCase = PauseCase.PAUSE
    until: str = ""


class ResumeTable(Body, frozen=True, kw_only=True):
    """Let the table go on; its clocks run on from where they stood."""

    KIND: ClassVar[str] = "resume_table"


class AbandonTable(Body, frozen=True, kw_only=True):
    """The director stops the table where it stands: finished deals count, the running one does not.

    A tournament that is finished in the middle of a round stops its open tables so. `effect` is the digest of what was
    shown before it was signed.
    """

    KIND: ClassVar[str] = "abandon_table"
    reason: str
    effect: str = ""


class RevealTableKey(Body, frozen=True, kw_only=True):
    """Dealing opens the key of a table that has ended (64 hex digits)."""

    KIND: ClassVar[str] = "reveal_table_key"
    key: str


# Events


class TableOpened(Event, frozen=True, kw_only=True, tag="table_opened"):
    """The table is open: everything that stays fixed for its life.

    `origin` is empty for a table that is dealt here or played over the board, and `record` for one that was imported:
    no key stands behind its deals, so `key_hash` is empty. Such a record may begin in the middle of a match: `carried`
    are the totals that it names, and `dealt_before` the deals before its first.
    """

    tournament: str
    round: int
    number: int
    rules: str
    options: dict[str, Any]
    seats: tuple[SeatPlan, ...]
    key_hash: str
    limits: Limits = Limits()
    max_deals: int | None = None
    board: Board = Board.SERVER
    origin: str = ""
    carried: tuple[int, ...] = ()
    dealt_before: int = 0


class SatDown(Event, frozen=True, kw_only=True, tag="sat_down"):
    """A player is there. A second sitting down, from another phone, changes nothing and gives no event."""

    seat: Seat
    nonce: str


class DealWanted(Event, frozen=True, kw_only=True, tag="deal_wanted"):
    """The table waits for a deal. `attempt` counts from 0 and grows with void deals; nonces are in seat order."""

    deal: int
    attempt: int
    nonces: tuple[str, ...]


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The order dealt, and what lots are drawn from. They leave the server when the deal is over, drawn lots at once.

    `starter` is what the match named, if anything. `carry` is what a record hands on to its deal from those before;
    elsewhere it follows from the match.
    """

    deal: int
    attempt: int
    order: tuple[str, ...]
    starter: Seat | None = None
    lots: tuple[str, ...] = ()
    carry: str = ""


class DealVoided(Event, frozen=True, kw_only=True, tag="deal_voided"):
    """The deal does not count and is dealt again (L-10). What was dealt stands in its command; for a record, here."""

    deal: int
    attempt: int
    rule: str
    facts: Mapping[str, Fact] = {}
    order: tuple[str, ...] = ()
    starter: Seat | None = None
    lots: tuple[str, ...] = ()


class PositionSet(Event, frozen=True, kw_only=True, tag="position_set"):
    """A record begins in the middle of a deal: the position that it gives, as the game writes it."""

    deal: int
    attempt: int
    state: str


class Played(Event, frozen=True, kw_only=True, tag="played"):
    """A move was made. `ply` numbers the moves of the deal from 0, `cause` is player, timeout or resigned."""

    seat: Seat
    move: str
    ply: int
    cause: str = "player"


class ClaimRefused(Event, frozen=True, kw_only=True, tag="claim_refused"):
    """A false claim was refused and booked (BG-17, BG-19); the player is still on turn unless the deal ended."""

    seat: Seat
    move: str
    ply: int
    refusal: Refusal


class OffenceCharged(Event, frozen=True, kw_only=True, tag="offence_charged"):
    """A seat is charged with an offence; the game says what it costs and whether the deal goes on.

    `cause` is arbiter or clock. After the end of its deal an offence costs its points only (LO-44).
    """

    seat: Seat
    offence: str
    deal: int
    cause: str = "arbiter"
    note: str = ""


class DealForfeited(Event, frozen=True, kw_only=True, tag="deal_forfeited"):
    """The deal ends against a player (`lose_deal`, BG-19, BG-20)."""

    seat: Seat
    cause: str


class TakenBack(Event, frozen=True, kw_only=True, tag="taken_back"):
    """The running deal stands again as before its move `ply`; the line that was played stays in the log."""

    deal: int
    ply: int
    by: str
    reason: str = ""


class Rewound(Event, frozen=True, kw_only=True, tag="rewound"):
    """The table went back, as a ruling says; the line that was played stays in the log.

    With `again` the whole match stands as before the deal `deal`, which is dealt anew; else the running deal stands as
    before its move `ply`. Who had given up since plays again.
    """

    deal: int
    ply: int
    again: bool = False
    case: int
    order: int
    reason: str = ""


class RewindRefused(Event, frozen=True, kw_only=True, tag="rewind_refused"):
    """A ruling's order to go back could not be followed: the table stands elsewhere. The desk is shown why."""

    case: int
    order: int
    refusal: Refusal


class HandsOpened(Event, frozen=True, kw_only=True, tag="hands_opened"):
    """The staff sees all hands of a running deal from now on; everybody sees that it does, who opened them and why."""

    by: str
    deal: int
    attempt: int = 0
    reason: str


class DealReported(Event, frozen=True, kw_only=True, tag="deal_reported"):
    """A side says what a deal brought; a later report of the same side takes its place. `booked` follows from it."""

    seat: Seat
    deal: int
    entry: Entry
    booked: Booked


class DealEntered(Event, frozen=True, kw_only=True, tag="deal_entered"):
    """A deal's scores are settled, by whoever entered them or, with `reports`, by the sides that agree."""

    deal: int
    by: str
    entry: Entry
    booked: Booked
    note: str = ""


class DealEnded(Event, frozen=True, kw_only=True, tag="deal_ended"):
    """The deal is over; hands and order are open now. `totals` include it."""

    deal: int
    outcome: Outcome
    totals: tuple[int, ...]


class Resigned(Event, frozen=True, kw_only=True, tag="resigned"):
    """A player has given up; the match ends with the running deal."""

    seat: Seat


class ArbiterCalled(Event, frozen=True, kw_only=True, tag="arbiter_called"):
    """Somebody waits for the arbiter.

    `cause` is player, reports where two sides report a deal differently, or clock where the time of a player ran out
    for whom the server cannot move (BG-20).
    """

    seat: Seat
    text: str = ""
    cause: str = "player"


class CallAnswered(Event, frozen=True, kw_only=True, tag="call_answered"):
    """The arbiter was there."""

    note: str = ""


class TablePaused(Event, frozen=True, kw_only=True, tag="table_paused"):
    """The table stands still, or goes on doing so for another reason."""

    by: str
    reason: str = ""
    case: PauseCase = PauseCase.PAUSE
    until: str = ""


class TableResumed(Event, frozen=True, kw_only=True, tag="table_resumed"):
    """The table goes on. The time since it was paused is nobody's."""

    by: str


class MatchEnded(Event, frozen=True, kw_only=True, tag="match_ended"):
    """The table has its result."""

    result: MatchResult


class TableKeyRevealed(Event, frozen=True, kw_only=True, tag="table_key_revealed"):
    """Anyone can check the deals now."""

    key: str


COMMANDS: tuple[type[Body], ...] = (
    OpenTable,
    ImportRecord,
    ContinueRecord,
    Sit,
    StartTable,
    GiveDeal,
    LayOut,
    Play,
    TakeBack,
    RewindTable,
    OpenHands,
    EnterDeal,
    ReportDeal,
    TimeUp,
    Resign,
    CallArbiter,
    AnswerCall,
    ChargeOffence,
    PauseTable,
    ResumeTable,
    AbandonTable,
    RevealTableKey,
)

TableEvent = (
    TableOpened
    | SatDown
    | DealWanted
    | Dealt
    | DealVoided
    | PositionSet
    | Played
    | ClaimRefused
    | OffenceCharged
    | DealForfeited
    | TakenBack
    | Rewound
    | RewindRefused
    | HandsOpened
    | DealReported
    | DealEntered
    | DealEnded
    | Resigned
    | ArbiterCalled
    | CallAnswered
    | TablePaused
    | TableResumed
    | MatchEnded
    | TableKeyRevealed
)
