"""Who may do what, cell by cell: every command by every role, before the referee and before the lobby.

The table is written here a second time on purpose: a right that is given or taken by accident shows, and so does a
command that nobody has thought about.
"""

from __future__ import annotations

import pytest

from contracts import codec, roles
from contracts.envelope import read_decision, write
from contracts.games.game import Refusal
from contracts.sentences import LANGUAGES, sentence
from services.lobby import decider as lobby
from services.move_validation import decider as referee
from services.runtime.log import Entry
from services.runtime.owner import Owner
from tests import documents, samples

TABLE = """
create_tournament      director
open_registration      director
close_registration     director
register               director player
import_entrants        director
amend_entrant          director
check_in               director scorer player
withdraw               director player
return                 director
admit                  director
no_show                director
commit_key             dealing
start_round            director
propose_seating        seater
edit_seating           director
drop_seating           director
begin_round            director
record_result          relay
finish_tournament      director
start_clock            director arbiter
pause_clock            director arbiter
resume_clock           director arbiter
add_time               director arbiter
suspend                director
continue_tournament    director
reveal_tournament_key  dealing
issue_link             director
revoke_link            director
issue_staff_link       director
revoke_staff_link      director
open_case              director arbiter relay
give_ruling            director arbiter
appeal                 director arbiter player
close_case             director arbiter
correct_result         director arbiter
penalise               director arbiter
lift_penalty           director arbiter
open_table             dealing
import_record          director arbiter
continue_record        director arbiter
sit                    player bot
start_table            director arbiter scorer
give_deal              dealing
lay_out                director arbiter scorer player
play                   director arbiter scorer player bot
take_back              director arbiter scorer
rewind_table           relay
open_hands             director arbiter
enter_deal             director arbiter scorer
report_deal            player
time_up                timer
resign                 player bot
call_arbiter           player
answer_call            director arbiter
charge_offence         director arbiter
pause_table            director arbiter
resume_table           director arbiter
abandon_table          director relay
reveal_table_key       dealing
"""
EXPECTED = {kind: set(allowed) for kind, *allowed in map(str.split, TABLE.strip().splitlines())}
BODIES = {body.KIND: body for body in samples.commands()}
NOBODY = ("", "guest", "Director", "directors", "arbiter ", "screen2")
"""What is no role, however much it looks like one."""


def actors(role: str) -> tuple[str, ...]:
    """A role alone and with somebody's id."""
    return (role, f"{role}:s1")


def test_every_command_is_in_the_table_and_has_a_sample():
    kinds = {*codec.TOURNAMENT.commands, *codec.TABLE.commands}
    assert set(EXPECTED) == kinds == set(roles.MAY) == set(BODIES)
    assert set().union(*EXPECTED.values()) <= set(roles.ROLES)


@pytest.mark.parametrize("kind", sorted(EXPECTED))
def test_each_cell(kind):
    """The owner's word and the decider's, for every role and for whoever has none."""
    decider = lobby if kind in codec.TOURNAMENT.commands else referee
    body = BODIES[kind]
    for role in (*roles.ROLES, *NOBODY):
        for actor in actors(role):
            allowed = role in EXPECTED[kind]
            assert roles.may(role, kind) is allowed, (role, kind)
            command = codec.command("c1", "t1", actor, body)
            record = Owner(decider).decide([Entry(0, 1, "t1", write(command), b"")]).records[0]
            refusal = read_decision(record.value).refusal
            assert (refusal is not None and refusal.code == "actor/forbidden") is not allowed, (actor, kind, refusal)
            answer = decider.decide(None, command, body, 1)
            said = answer.code if isinstance(answer, Refusal) else ""
            assert (said == "actor/not-allowed") is not allowed, (actor, kind, said)


def test_nobody_may_what_is_not_in_the_table():
    assert not any(roles.may(role, "win_the_lottery") for role in roles.ROLES)
    with pytest.raises(KeyError):
        roles.sees(roles.DIRECTOR, "the lottery")


def test_a_screen_may_nothing_and_only_the_director_everything_that_staff_may():
    for kind, allowed in roles.MAY.items():
        assert roles.SCREEN not in allowed, kind
        assert roles.DIRECTOR in allowed or not allowed & set(roles.STAFF), kind
    for what, allowed in roles.SEES.items():
        assert roles.SCREEN not in allowed, what
        assert roles.DIRECTOR in allowed, what
        assert allowed <= set(roles.STAFF), what


def test_a_scorer_sees_the_sheets_and_the_list_at_the_door_and_nothing_else():
    assert {what for what in roles.SEES if roles.sees(roles.SCORER, what)} == {"sheets", "door"}


def test_an_arbiter_sees_neither_links_nor_the_director_s_desk():
    unseen = {what for what in roles.SEES if not roles.sees(roles.ARBITER, what)}
    assert unseen == {"desk", "door", "drafts", "links", "staff"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_may_not_is_told_in_a_sentence(lang):
    unknown = sentence(Refusal("no/such-code"), lang)
    for code in ("actor/forbidden", "actor/not-allowed"):
        assert sentence(Refusal(code, facts={"actor": "scorer:s2", "kind": "give_ruling"}), lang) != unknown


def test_the_tables_of_the_readme_are_these():
    drawn = documents.may()
    assert drawn.count("\n") == len(roles.MAY) + 2
    assert "| `answer_call` | yes | yes |  |  |  |  |  |" in drawn
    assert "| `hands` | yes | yes |  |  |" in documents.sees()
