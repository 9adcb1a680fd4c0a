"""The lobby: every command of `contracts.tournament` judged, every event folded. Pure.

Imports `contracts` and the lobby's own parts. How a tournament is founded stands in `founding.py`, who enters it in
`entry.py`; here stand its life and its rounds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

from contracts import codec, desk_acts, pairs, qualify, results, roles, seating_facts
from contracts.envelope import Command, actor_role
from contracts.games.game import Refusal
from contracts.messages import Body, Event
from contracts.stages import stage_at
from contracts.tournament import (
    BeginRound,
    CommitKey,
    CreateTournament,
    DropSeating,
    EditSeating,
    FinishTournament,
    KeyCommitted,
    ProposeSeating,
    RecordResult,
    RegistrationClosed,
    RevealTournamentKey,
    RoundBegun,
    RoundSeated,
    SeatingDropped,
    SeatingEdited,
    SeatingWanted,
    StartRound,
    TableStarted,
    TournamentFinished,
    TournamentKeyRevealed,
)
from contracts.tournament_state import Phase, Round, RoundPhase, TableState, Tournament, evolve, players, table_id
from services.lobby import clock, entry, seating_check, staffing
from services.lobby.founding import MAX_TEXT, create

CATALOGUE = codec.TOURNAMENT
initial: Final = None

__all__ = ["CATALOGUE", "CODES", "decide", "evolve", "finished", "initial"]

CODES: Final = (
    "actor/not-allowed",
    "actor/not-you",
    "tournament/unknown",
    "tournament/exists",
    "tournament/id",
    "tournament/name",
    "tournament/phase",
    "rules/unknown",
    "rules/range",
    "rules/tables",
    "rules/stages",
    "rules/tie-breaks",
    "rules/scoring",
    "rules/seed",
    "options/form",
    "options/players",
    "options/conflict",
    "rules/pairs",
    *entry.CODES,
    "text/too-long",
    "key/form",
    "key/twice",
    "key/missing",
    "key/not-committed",
    "round/number",
    "round/last",
    "round/running",
    "round/waiting",
    "round/few",
    "seating/stale",
    "seating/fault",
    "seating/missing",
    "seating/gone",
    "table/unknown",
    "result/twice",
    "result/rewound",
    *desk_acts.CODES,
    *staffing.CODES,
    *clock.CODES,
)
"""The refusals of the lobby."""

KEY_DIGITS: Final = 64

Answer = tuple[Event, ...] | Refusal


def finished(state: Tournament) -> bool:
    """Whether the tournament is over and its key open (or was never promised): it may leave memory."""
    return state.phase is Phase.FINISHED and (state.key != "" or state.key_hash == "")


def decide(state: Tournament | None, command: Command, body: Body, at: int) -> Answer:  # noqa: ARG001  # no time counts
    """Judge a command. Total: whatever is wrong is a refusal."""
    if not roles.may(actor_role(command.actor), command.kind):
        return Refusal("actor/not-allowed", facts={"actor": command.actor[:MAX_TEXT], "kind": command.kind})
    if isinstance(body, CreateTournament):
        return create(state, command, body)
    if state is None:
        return Refusal("tournament/unknown", facts={"tournament": command.key[:MAX_TEXT]})
    if state.phase is Phase.FINISHED and not isinstance(body, RevealTournamentKey):
        return entry.phase(state)
    if isinstance(body, desk_acts.ACTS):
        return desk_acts.judge(state, command.actor, body)
    if len(getattr(body, "reason", "")) > MAX_TEXT:
        return Refusal("text/too-long", facts={"most": MAX_TEXT})
    judge = _JUDGES.get(type(body))
    if judge is None:
        return Refusal("command/unknown-kind", facts={"kind": command.kind, "service": CATALOGUE.name})
    return judge(state, command, body)


# --- the tournament's key


def _hex(text: str) -> bool:
    return len(text) == KEY_DIGITS and all(c in "0123456789abcdef" for c in text)


def _commit_key(s: Tournament, command: Command, body: CommitKey) -> Answer:  # noqa: ARG001
    if s.key_hash:
        return Refusal("key/twice")
    if not _hex(body.key_hash):
        return Refusal("key/form", facts={"digits": KEY_DIGITS})
    return (KeyCommitted(key_hash=body.key_hash),)


def _reveal_key(s: Tournament, command: Command, body: RevealTournamentKey) -> Answer:  # noqa: ARG001
    if s.phase is not Phase.FINISHED:
        return entry.phase(s)
    if not s.key_hash:
        return Refusal("key/missing")
    if s.key:
        return Refusal("key/twice")
    if not _hex(body.key):
        return Refusal("key/form", facts={"digits": KEY_DIGITS})
    if hashlib.sha256(bytes.fromhex(body.key)).hexdigest() != s.key_hash:
        return Refusal("key/not-committed")
    return (TournamentKeyRevealed(key=body.key),)


# --- rounds


def _start_round(s: Tournament, command: Command, body: StartRound) -> Answer:  # noqa: ARG001
    if refusal := clock.rests(s):
        return refusal
    if (now := s.current) is not None and now.phase is not RoundPhase.DONE:
        return Refusal("round/running" if now.begun else "round/waiting", facts={"round": now.number})
    if s.begun >= s.rules.rounds:
        return Refusal("round/last", facts={"rounds": s.rules.rounds})
    if body.round != s.begun + 1:
        return Refusal("round/number", facts={"round": s.begun + 1})
    ready = qualify.entrants(s, body.round)
    least = stage_at(s.rules, body.round).table_min
    if len(ready) < least:
        return Refusal("round/few", facts={"present": len(ready), "least": least})
    wanted = SeatingWanted(round=body.round, want=s.wants + 1, entrants=ready)
    # Whoever wants to enter from now on is late, and asks the director.
    return (RegistrationClosed(), wanted) if s.phase is Phase.REGISTRATION else (wanted,)


def _propose(s: Tournament, command: Command, body: ProposeSeating) -> Answer:  # noqa: ARG001
    now = s.current
    asked = now is not None and now.phase is RoundPhase.WANTED
    if now is None or not asked or (now.number, now.want) != (body.round, body.want):
        return Refusal("seating/stale")
    if fault := seating_check.fault(s, body):
        return Refusal("seating/fault", facts={"fault": fault})
    return (RoundSeated(round=body.round, want=body.want, tables=body.tables, byes=body.byes, report=body.report),)


def _pending(s: Tournament, number: int) -> Round | Refusal:
    """Find the round that has not begun, by its number."""
    now = s.current
    if now is None or now.phase is RoundPhase.DONE:
        return Refusal("seating/missing")
    if now.number != number:
        return Refusal("round/number", facts={"round": now.number})
    if now.begun:
        return Refusal("round/running", facts={"round": now.number})
    return now


def _edit_seating(s: Tournament, command: Command, body: EditSeating) -> Answer:
    """Take the director's own order: everybody once, at tables of a size that may be. He weighs what it costs."""
    now = _pending(s, body.round)
    if isinstance(now, Refusal):
        return now
    if now.phase is not RoundPhase.SEATED or now.report is None:
        return Refusal("seating/missing")
    if body.want != now.want or body.edits not in {None, now.edits}:
        return Refusal("seating/stale")
    if fault := seating_check.edit_fault(s, now.entrants, body):
        return Refusal("seating/fault", facts={"fault": fault})
    if tuple(p.seats for p in body.tables) == tuple(t.seats for t in now.tables) and body.byes == now.byes:
        return ()
    counted = seating_facts.report(s, now.number, body.tables, now.report)
    edited = SeatingEdited(
        round=now.number, want=now.want, tables=body.tables, byes=body.byes, report=counted, by=command.actor
    )
    return (edited,)


def _drop_seating(s: Tournament, command: Command, body: DropSeating) -> Answer:  # noqa: ARG001
    now = _pending(s, body.round)
    return now if isinstance(now, Refusal) else (SeatingDropped(round=now.number),)


def _begin_round(s: Tournament, command: Command, body: BeginRound) -> Answer:
    now = _pending(s, body.round)
    if isinstance(now, Refusal):
        return now
    if refusal := clock.rests(s):
        return refusal
    if now.phase is not RoundPhase.SEATED:
        return Refusal("seating/missing")
    if not s.key_hash:
        return Refusal("key/missing")
    ready = set(s.ready)
    if gone := [one for one in now.entrants if one not in ready]:
        return Refusal("seating/gone", facts={"name": s.name_of(gone[0]), "gone": len(gone)})
    started = (_table_started(s, command.key, now.number, t) for t in now.tables)
    return (RoundBegun(round=now.number, byes=now.byes), *started)


def _table_started(s: Tournament, tournament: str, round: int, t: TableState) -> TableStarted:
    return TableStarted(
        table=table_id(tournament, round, t.number),
        round=round,
        number=t.number,
        rules=s.rules.game,
        options={**s.rules.options, "players": players(s.rules, len(t.seats))},
        seats=pairs.seat_plans(s, t.seats),
        limits=s.rules.limits,
        max_deals=s.rules.max_deals,
        board=s.rules.board,
    )


def _record(s: Tournament, command: Command, body: RecordResult) -> Answer:  # noqa: ARG001
    return results.record(s, body)


def _finish(s: Tournament, command: Command, body: FinishTournament) -> Answer:  # noqa: ARG001
    if (now := s.current) is not None and now.phase is not RoundPhase.DONE:
        if s.suspended is not None:
            return clock.finish_early(now)
        return Refusal("round/running" if now.begun else "round/waiting", facts={"round": now.number})
    return (TournamentFinished(),)


_JUDGES: Final[dict[type[Body], Callable[[Tournament, Command, Any], Answer]]] = {
    **entry.JUDGES,
    **staffing.JUDGES,
    **clock.JUDGES,
    CommitKey: _commit_key,
    StartRound: _start_round,
    ProposeSeating: _propose,
    EditSeating: _edit_seating,
    DropSeating: _drop_seating,
    BeginRound: _begin_round,
    RecordResult: _record,
    FinishTournament: _finish,
    RevealTournamentKey: _reveal_key,
}
