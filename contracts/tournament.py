"""Commands and events of tournaments: entrants, rounds, tables, results, links. Pure."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from contracts import clock, desk, entry, staff
from contracts.entry import EntryRules
from contracts.games.game import MatchResult
from contracts.messages import Board, Body, Event, Limits
from contracts.stages import Stage
from contracts.table import SeatPlan


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a tournament plays and how, fixed when it is created.

    `game` is a rule set ("longana/1"), `options` its options without `players`. A round's tables have
    `table_min` to `table_max` seats. `tie_breaks` are names from `contracts.ranking`, in order. `seed` (any text)
    drives the first round's lots and every later choice by lot. `bye_points` is what a bye brings, in hundredths of
    a match point. `max_deals` ends a match after so many deals even if nobody has reached the game's target. `board`
    says how the tables are played: here, or with real tiles or cards.
    `scoring` is how match points come from a result (`contracts.scoring`). The results of the last `hide_last_rounds`
    rounds count in public only when the tournament is finished. The first `qualify` places go on; 0 where nobody does.
    `stages` are the formats, one after the other; their rounds add up to `rounds`. Without them it is one Swiss stage.
    `round_s` is the length of a round (seconds) for the clock in the hall, which the director starts; when less than
    `last_deal_s` are left of it the pages say that the deal being played is the last.
    `entry` are the policies of entry. With `pairs` an entrant is two who play together: a table then seats so many
    entrants, each of them on two chairs.
    """

    game: str
    options: dict[str, Any] = {}
    rounds: int
    table_min: int
    table_max: int
    tie_breaks: tuple[str, ...] = ("wins", "opponents", "game_points", "lots")
    seed: str
    bye_points: int = 150
    max_deals: int | None = None
    limits: Limits = Limits()
    late_entry: bool = True
    board: Board = Board.SERVER
    scoring: str = "by_place"
    hide_last_rounds: int = 0
    qualify: int = 0
    stages: tuple[Stage, ...] = ()
    entry: EntryRules = EntryRules()
    pairs: bool = False
    round_s: int | None = None
    last_deal_s: int | None = None


class EntrantRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entrant of a list. `bot` is the strength of the bot that plays for him, empty for a person.

    Those who have the same `apart` (a family, a club, any text) are not seated together while that is possible. Where
    pairs enter, `partner` is the second one's name; a bot then plays for both. A `house` player fills a table: he has a
    bye before anybody else, and no place in the standings. `stands_for` is the entrant for whom he sits in. `table` is
    the number of the table at which he always sits, whoever else does (a chair with wheels, poor eyes); 0 for any.
    `paid` is the club's own mark that he has paid, and decides nothing.
    """

    name: str
    club: str = ""
    bot: str = ""
    apart: str = ""
    partner: str = ""
    house: bool = False
    stands_for: str = ""
    table: int = 0
    paid: bool = False


class TablePlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a round: its number from 1 and its entrants in seat order; seat 0 starts the order of play."""

    number: int
    seats: tuple[str, ...]


class SeatingReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How good a seating is, as its maker says; the checker counts again.

    `repeats` counts pairs meeting again, `repeat_cost` the squares of how often they have met, and `bound` is the
    least cost that any seating could have had, as far as is proved. `score_spread` sums, over the tables, the
    highest less the lowest match points there (hundredths). `seat_imbalance` is the most starts that anybody seated
    has had, this round included, less the fewest. `short_repeats` counts those who sit at a table smaller than the
    round's largest and have done so before. `apart` counts pairs seated together who are to be kept apart. `seat_cost`
    sums, over those seated and the seats at a table, the squares of how often each has sat there. `follows` counts
    those who sit after the same one again. Each `.._bound` is proved: no seating of these entrants has less.
    """

    repeats: int
    repeat_cost: int
    bound: int
    score_spread: int
    seat_imbalance: int
    short_repeats: int = 0
    apart: int = 0
    apart_bound: int = 0
    spread_bound: int = 0
    imbalance_bound: int = 0
    seat_cost: int = 0
    seat_bound: int = 0
    follows: int = 0
    follows_bound: int = 0


# Commands


class CreateTournament(Body, frozen=True, kw_only=True):
    """Set up a tournament under a new id (the command's key)."""

    KIND: ClassVar[str] = "create_tournament"
    name: str
    rules: Rules


class OpenRegistration(Body, frozen=True, kw_only=True):
    """Let entrants in."""

    KIND: ClassVar[str] = "open_registration"


class CloseRegistration(Body, frozen=True, kw_only=True):
    """No more entrants by themselves; the director may still register late ones."""

    KIND: ClassVar[str] = "close_registration"


class Register(Body, frozen=True, kw_only=True):
    """Enter one player. After the first round it is a late entry."""

    KIND: ClassVar[str] = "register"
    entrant: EntrantRow


class ImportEntrants(Body, frozen=True, kw_only=True):
    """Enter a whole list, all or none."""

    KIND: ClassVar[str] = "import_entrants"
    entrants: tuple[EntrantRow, ...]


class AmendEntrant(Body, frozen=True, kw_only=True):
    """Write an entrant's row anew: a name that was misspelled, a club, a table, that he has paid.

    What he is stays as it was when he entered: a person, a bot, a house player, and for whom he sits in.
    """

    KIND: ClassVar[str] = "amend_entrant"
    entrant: str
    row: EntrantRow
    reason: str = ""


class CheckIn(Body, frozen=True, kw_only=True):
    """Say of entrants whether they are here. Only those present are seated."""

    KIND: ClassVar[str] = "check_in"
    entrants: tuple[str, ...]
    present: bool = True


class Withdraw(Body, frozen=True, kw_only=True):
    """Take an entrant out from the next round on. `effect` is the digest of the effect that was shown before."""

    KIND: ClassVar[str] = "withdraw"
    entrant: str
    reason: str = ""
    effect: str = ""


class Return(Body, frozen=True, kw_only=True):
    """Let a withdrawn entrant in again from the next round on."""

    KIND: ClassVar[str] = "return"
    entrant: str
    reason: str = ""


class CommitKey(Body, frozen=True, kw_only=True):
    """Dealing publishes the hash of the tournament's key before the first deal."""

    KIND: ClassVar[str] = "commit_key"
    key_hash: str


class StartRound(Body, frozen=True, kw_only=True):
    """Ask for the seating of the next round; also after a seating was dropped."""

    KIND: ClassVar[str] = "start_round"
    round: int


class ProposeSeating(Body, frozen=True, kw_only=True):
    """The seating worker's answer to `SeatingWanted`; `want` is that event's number."""

    KIND: ClassVar[str] = "propose_seating"
    round: int
    want: int
    tables: tuple[TablePlan, ...]
    byes: tuple[str, ...] = ()
    report: SeatingReport


class EditSeating(Body, frozen=True, kw_only=True):
    """Put the tables of a round that has not begun as the director wants them; `want` says which seating he saw.

    `edits` is how many edits of it he had seen: after another one the seating is not the one that he changed. None is
    not asked.
    """

    KIND: ClassVar[str] = "edit_seating"
    round: int
    want: int
    tables: tuple[TablePlan, ...]
    byes: tuple[str, ...] = ()
    edits: int | None = None
    reason: str = ""


class DropSeating(Body, frozen=True, kw_only=True):
    """Take back the seating of a round that has not begun."""

    KIND: ClassVar[str] = "drop_seating"
    round: int
    reason: str = ""


class BeginRound(Body, frozen=True, kw_only=True):
    """Confirm the seating: tables open, byes are given."""

    KIND: ClassVar[str] = "begin_round"
    round: int


class RecordResult(Body, frozen=True, kw_only=True):
    """A table's result, carried over from its `MatchEnded`.

    `orders` counts the rulings to go back that the table had answered by then: a result from before one of them is none
    (`result/rewound`).
    """

    KIND: ClassVar[str] = "record_result"
    table: str
    result: MatchResult
    orders: int = 0


class FinishTournament(Body, frozen=True, kw_only=True):
    """Close the tournament: after the last round, or earlier when no round is running, or suspended as it stands."""

    KIND: ClassVar[str] = "finish_tournament"


class RevealTournamentKey(Body, frozen=True, kw_only=True):
    """Dealing opens the key of a finished tournament (64 hex digits)."""

    KIND: ClassVar[str] = "reveal_tournament_key"
    key: str


class IssueLink(Body, frozen=True, kw_only=True):
    """Give an entrant a new personal link; older ones stop working. Of a pair "e5" is both, "e5.1" the first one."""

    KIND: ClassVar[str] = "issue_link"
    entrant: str


class RevokeLink(Body, frozen=True, kw_only=True):
    """Take an entrant's personal link away."""

    KIND: ClassVar[str] = "revoke_link"
    entrant: str


# Events


class TournamentCreated(Event, frozen=True, kw_only=True, tag="tournament_created"):
    """There is a tournament. Options are complete: every default is written out."""

    name: str
    rules: Rules


class RegistrationOpened(Event, frozen=True, kw_only=True, tag="registration_opened"):
    """Entrants may enter."""


class RegistrationClosed(Event, frozen=True, kw_only=True, tag="registration_closed"):
    """Entrants may no longer enter by themselves."""


class Registered(Event, frozen=True, kw_only=True, tag="registered"):
    """An entrant is in, under an id ("e1") that the tournament gives in order. `round` is 0 before the first round.

    With `waiting` he is on the waiting list: entered, but neither seated nor ranked until he is admitted.
    """

    entrant: str
    row: EntrantRow
    round: int = 0
    waiting: bool = False


class EntrantAmended(Event, frozen=True, kw_only=True, tag="entrant_amended"):
    """An entrant's row is another one from now on. His id, his results and his links are what they were."""

    entrant: str
    row: EntrantRow
    reason: str = ""


class CheckedIn(Event, frozen=True, kw_only=True, tag="checked_in"):
    """Entrants are here, or not."""

    entrants: tuple[str, ...]
    present: bool = True


class Withdrawn(Event, frozen=True, kw_only=True, tag="withdrawn"):
    """An entrant plays no more rounds."""

    entrant: str
    reason: str = ""


class Returned(Event, frozen=True, kw_only=True, tag="returned"):
    """An entrant plays again."""

    entrant: str


class KeyCommitted(Event, frozen=True, kw_only=True, tag="key_committed"):
    """The hash of the tournament's key."""

    key_hash: str


class SeatingWanted(Event, frozen=True, kw_only=True, tag="seating_wanted"):
    """A round is to be seated. `want` numbers the requests of the tournament; `entrants` are those to be seated."""

    round: int
    want: int
    entrants: tuple[str, ...]


class RoundSeated(Event, frozen=True, kw_only=True, tag="round_seated"):
    """A seating that the checker accepts; the director may look at it before the round begins."""

    round: int
    want: int
    tables: tuple[TablePlan, ...]
    byes: tuple[str, ...] = ()
    report: SeatingReport


class SeatingEdited(Event, frozen=True, kw_only=True, tag="seating_edited"):
    """The director has moved people by hand. `report` counts the seating as it is now, beside the same bounds."""

    round: int
    want: int
    tables: tuple[TablePlan, ...]
    byes: tuple[str, ...] = ()
    report: SeatingReport
    by: str


class SeatingDropped(Event, frozen=True, kw_only=True, tag="seating_dropped"):
    """The seating was taken back."""

    round: int


class RoundBegun(Event, frozen=True, kw_only=True, tag="round_begun"):
    """The round plays. Byes are given with it."""

    round: int
    byes: tuple[str, ...] = ()


class TableStarted(Event, frozen=True, kw_only=True, tag="table_started"):
    """A table of the round is to be opened under this id, with everything that it needs but the hash of its key."""

    table: str
    round: int
    number: int
    rules: str
    options: dict[str, Any]
    seats: tuple[SeatPlan, ...]
    limits: Limits = Limits()
    max_deals: int | None = None
    board: Board = Board.SERVER


class ResultRecorded(Event, frozen=True, kw_only=True, tag="result_recorded"):
    """A table's result counts. `points` are match points in hundredths, in seat order (`contracts.ranking`)."""

    table: str
    round: int
    result: MatchResult
    points: tuple[int, ...]


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """Every table of the round has a result."""

    round: int


class TournamentFinished(Event, frozen=True, kw_only=True, tag="tournament_finished"):
    """It is over."""


class TournamentKeyRevealed(Event, frozen=True, kw_only=True, tag="tournament_key_revealed"):
    """Anyone can check every table's key now."""

    key: str


class LinkIssued(Event, frozen=True, kw_only=True, tag="link_issued"):
    """The entrant's personal link has a new generation; only the newest works. Each of a pair has his own."""

    entrant: str
    generation: int


class LinkRevoked(Event, frozen=True, kw_only=True, tag="link_revoked"):
    """The entrant has no link until a new one is issued."""

    entrant: str


COMMANDS: tuple[type[Body], ...] = (
    CreateTournament,
    OpenRegistration,
    CloseRegistration,
    Register,
    ImportEntrants,
    AmendEntrant,
    CheckIn,
    Withdraw,
    Return,
    CommitKey,
    StartRound,
    ProposeSeating,
    EditSeating,
    DropSeating,
    BeginRound,
    RecordResult,
    FinishTournament,
    RevealTournamentKey,
    IssueLink,
    RevokeLink,
    *entry.COMMANDS,
    *staff.COMMANDS,
    *clock.COMMANDS,
    *desk.COMMANDS,
)

TournamentEvent = (
    TournamentCreated
    | RegistrationOpened
    | RegistrationClosed
    | Registered
    | EntrantAmended
    | CheckedIn
    | Withdrawn
    | Returned
    | KeyCommitted
    | SeatingWanted
    | RoundSeated
    | SeatingEdited
    | SeatingDropped
    | RoundBegun
    | TableStarted
    | ResultRecorded
    | RoundEnded
    | TournamentFinished
    | TournamentKeyRevealed
    | LinkIssued
    | LinkRevoked
    | entry.EntryEvent
    | staff.StaffEvent
    | clock.ClockEvent
    | clock.HaltEvent
    | desk.DeskEvent
)
