"""Who may do what, and who may see what: two tables, and everybody who asks, asks them. Pure.

`MAY` goes from a command's kind to the roles that may send it; `SEES` from something that not everybody may see to the
roles that may. A role in an actor's text is a claim that the gateway has checked (`services/web_gateway/auth.py`): by
the director's link or password, by a link of the staff (`contracts.staff`), or by a player's personal link.
"""

from __future__ import annotations

DIRECTOR = "director"  # may do all that an arbiter or a scorer may
ARBITER = "arbiter"  # "arbiter:<staff id>": rules, corrects, punishes
SCORER = "scorer"  # "scorer:<staff id>": enters what is played over the board
SCREEN = "screen"  # "screen:<staff id>": a screen on the wall; it may do nothing
PLAYER = "player"  # "player:<entrant id>": acts for his own seat only
BOT = "bot"  # "bot:<entrant id>": acts for a seat marked as a bot's
DEALING = "dealing"
SEATER = "seater"
RELAY = "relay"
TIMER = "timer"

LINKED = (ARBITER, SCORER, SCREEN)
"""The roles for which the director issues links."""
STAFF = (DIRECTOR, *LINKED)
SERVICES = (DEALING, SEATER, RELAY, TIMER)
ROLES = (*STAFF, PLAYER, BOT, *SERVICES)

MAY: dict[str, frozenset[str]] = {
    # tournaments
    "create_tournament": frozenset({DIRECTOR}),
    "open_registration": frozenset({DIRECTOR}),
    "close_registration": frozenset({DIRECTOR}),
    "register": frozenset({DIRECTOR, PLAYER}),
    "import_entrants": frozenset({DIRECTOR}),
    "amend_entrant": frozenset({DIRECTOR}),
    "check_in": frozenset({DIRECTOR, SCORER, PLAYER}),
    "withdraw": frozenset({DIRECTOR, PLAYER}),
    "return": frozenset({DIRECTOR}),
    "admit": frozenset({DIRECTOR}),
    "no_show": frozenset({DIRECTOR}),
    "commit_key": frozenset({DEALING}),
    "start_round": frozenset({DIRECTOR}),
    "propose_seating": frozenset({SEATER}),
    "edit_seating": frozenset({DIRECTOR}),
    "drop_seating": frozenset({DIRECTOR}),
    "begin_round": frozenset({DIRECTOR}),
    "record_result": frozenset({RELAY}),
    "finish_tournament": frozenset({DIRECTOR}),
    "start_clock": frozenset({DIRECTOR, ARBITER}),
    "pause_clock": frozenset({DIRECTOR, ARBITER}),
    "resume_clock": frozenset({DIRECTOR, ARBITER}),
    "add_time": frozenset({DIRECTOR, ARBITER}),
    "suspend": frozenset({DIRECTOR}),
    "continue_tournament": frozenset({DIRECTOR}),
    "reveal_tournament_key": frozenset({DEALING}),
    "issue_link": frozenset({DIRECTOR}),
    "revoke_link": frozenset({DIRECTOR}),
    "issue_staff_link": frozenset({DIRECTOR}),
    "revoke_staff_link": frozenset({DIRECTOR}),
    # the arbiter's desk
    "open_case": frozenset({DIRECTOR, ARBITER, RELAY}),  # the relay keeps what players called the arbiter for
    "give_ruling": frozenset({DIRECTOR, ARBITER}),
    "appeal": frozenset({DIRECTOR, ARBITER, PLAYER}),
    "close_case": frozenset({DIRECTOR, ARBITER}),
    "correct_result": frozenset({DIRECTOR, ARBITER}),
    "penalise": frozenset({DIRECTOR, ARBITER}),
    "lift_penalty": frozenset({DIRECTOR, ARBITER}),
    # tables
    "open_table": frozenset({DEALING}),
    "import_record": frozenset({DIRECTOR, ARBITER}),
    "continue_record": frozenset({DIRECTOR, ARBITER}),
    "sit": frozenset({PLAYER, BOT}),
    "start_table": frozenset({DIRECTOR, ARBITER, SCORER}),
    "give_deal": frozenset({DEALING}),
    "lay_out": frozenset({DIRECTOR, ARBITER, SCORER, PLAYER}),
    "play": frozenset({PLAYER, BOT, DIRECTOR, ARBITER, SCORER}),  # the staff over the board only
    "take_back": frozenset({DIRECTOR, ARBITER, SCORER}),
    "rewind_table": frozenset({RELAY}),  # by a ruling alone
    "open_hands": frozenset({DIRECTOR, ARBITER}),
    "enter_deal": frozenset({DIRECTOR, ARBITER, SCORER}),
    "report_deal": frozenset({PLAYER}),
    "time_up": frozenset({TIMER}),
    "resign": frozenset({PLAYER, BOT}),
    "call_arbiter": frozenset({PLAYER}),
    "answer_call": frozenset({DIRECTOR, ARBITER}),
    "charge_offence": frozenset({DIRECTOR, ARBITER}),
    "pause_table": frozenset({DIRECTOR, ARBITER}),
    "resume_table": frozenset({DIRECTOR, ARBITER}),
    "abandon_table": frozenset({DIRECTOR, RELAY}),
    "reveal_table_key": frozenset({DEALING}),
}
"""The kind of a command -> the roles that may send it. Services send what nobody else may."""

SEES: dict[str, frozenset[str]] = {
    "desk": frozenset({DIRECTOR}),  # the director's desk: entry, rounds, everybody's state
    "door": frozenset({DIRECTOR, SCORER}),  # the list of names at the door: who is here
    "drafts": frozenset({DIRECTOR}),  # a seating that has not begun, with its report, and drafts of another one
    "links": frozenset({DIRECTOR}),  # the personal links of players
    "staff": frozenset({DIRECTOR}),  # who works here, and the links of the staff
    "hidden_standings": frozenset({DIRECTOR, ARBITER}),  # results of the rounds that are hidden until the end
    "calls": frozenset({DIRECTOR, ARBITER}),  # who calls the arbiter, and why
    "cases": frozenset({DIRECTOR, ARBITER}),  # the arbiter's desk: cases, rulings, what an act would change
    "hands": frozenset({DIRECTOR, ARBITER}),  # hands of a running deal, once opened by an act that the record shows
    "records": frozenset({DIRECTOR, ARBITER}),  # records that were typed, with every hand that they name
    "sheets": frozenset({DIRECTOR, ARBITER, SCORER}),  # the tables that are to be entered, and their sheets
    "acts": frozenset({DIRECTOR, ARBITER}),  # the record of all acts of staff
}
"""What not everybody may see -> the staff who may. A player sees his own hand, page and table besides."""


def may(role: str, kind: str) -> bool:
    """Whether a role may send a command of this kind."""
    return role in MAY.get(kind, frozenset())


def sees(role: str, what: str) -> bool:
    """Whether a role may see something of `SEES`. KeyError for what is not in the table."""
    return role in SEES[what]
