"""Who may do what: one table from a command's kind to the roles that may send it. Pure."""

from __future__ import annotations

DIRECTOR = "director"  # may do all that an arbiter or a scorer may
ARBITER = "arbiter"
SCORER = "scorer"
PLAYER = "player"  # "player:<entrant id>": acts for his own seat only
BOT = "bot"  # "bot:<entrant id>": acts for a seat marked as a bot's
DEALING = "dealing"
SEATER = "seater"
RELAY = "relay"
TIMER = "timer"

STAFF = (DIRECTOR, ARBITER, SCORER)
ROLES = (*STAFF, PLAYER, BOT, DEALING, SEATER, RELAY, TIMER)

MAY: dict[str, frozenset[str]] = {
    # tournaments
    "create_tournament": frozenset({DIRECTOR}),
    "open_registration": frozenset({DIRECTOR}),
    "close_registration": frozenset({DIRECTOR}),
    "register": frozenset({DIRECTOR, PLAYER}),
    "import_entrants": frozenset({DIRECTOR}),
    "check_in": frozenset({DIRECTOR, PLAYER}),
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
    "reveal_tournament_key": frozenset({DEALING}),
    "issue_link": frozenset({DIRECTOR}),
    "revoke_link": frozenset({DIRECTOR}),
    # the arbiter's desk
    "open_case": frozenset({DIRECTOR}),
    "give_ruling": frozenset({DIRECTOR}),
    "appeal": frozenset({DIRECTOR, PLAYER}),
    "close_case": frozenset({DIRECTOR}),
    "correct_result": frozenset({DIRECTOR}),
    "penalise": frozenset({DIRECTOR}),
    "lift_penalty": frozenset({DIRECTOR}),
    # tables
    "open_table": frozenset({DEALING}),
    "import_record": frozenset({DIRECTOR, ARBITER}),
    "continue_record": frozenset({DIRECTOR, ARBITER}),
    "sit": frozenset({PLAYER, BOT}),
    "start_table": frozenset({DIRECTOR, SCORER}),
    "give_deal": frozenset({DEALING}),
    "lay_out": frozenset({DIRECTOR, ARBITER, SCORER, PLAYER}),
    "play": frozenset({PLAYER, BOT, DIRECTOR, ARBITER, SCORER}),  # the staff over the board only
    "take_back": frozenset({DIRECTOR, ARBITER, SCORER}),
    "enter_deal": frozenset({DIRECTOR, ARBITER, SCORER}),
    "report_deal": frozenset({PLAYER}),
    "time_up": frozenset({TIMER}),
    "resign": frozenset({PLAYER, BOT}),
    "call_arbiter": frozenset({PLAYER}),
    "answer_call": frozenset({DIRECTOR, ARBITER}),
    "charge_offence": frozenset({DIRECTOR, ARBITER}),
    "abandon_table": frozenset({DIRECTOR}),
    "reveal_table_key": frozenset({DEALING}),
}


def may(role: str, kind: str) -> bool:
    """Whether a role may send a command of this kind."""
    return role in MAY.get(kind, frozenset())
