"""The staff's links as the lobby judges them, and the reasons that acts may carry."""

from __future__ import annotations

import pytest

from contracts import staff
from contracts.staff import IssueStaffLink, Member, RevokeStaffLink, StaffLinkIssued, StaffLinkRevoked
from contracts.tournament import DropSeating, Return, Withdraw
from contracts.tournament_state import FoldError, evolve
from tests.play_lobby import Lobby
from tests.test_lobby import refused


def test_a_link_is_issued_replaced_and_taken_away():
    lobby = Lobby()
    (first,) = lobby.do(IssueStaffLink(role="arbiter", name="  Ελένη  Π. "))
    assert first == StaffLinkIssued(staff="s1", role="arbiter", name="Ελένη Π.", generation=1)
    (second,) = lobby.do(IssueStaffLink(role="scorer", name="Sam"))
    assert second.staff == "s2"
    (anew,) = lobby.do(IssueStaffLink(staff="s1", role="director", name="Somebody else"))
    assert anew == StaffLinkIssued(staff="s1", role="arbiter", name="Ελένη Π.", generation=2), "role and name stay"
    assert lobby.do(RevokeStaffLink(staff="s1", reason=" lost ")) == (StaffLinkRevoked(staff="s1", reason="lost"),)
    assert lobby.state.staff == (Member("s1", "arbiter", "Ελένη Π.", None, 2), Member("s2", "scorer", "Sam", 1, 1))
    assert lobby.do(IssueStaffLink(staff="s1"))[0].generation == 3, "no generation works twice"


@pytest.mark.parametrize("role", ["director", "player", "bot", "dealing", "", "Arbiter"])
def test_links_are_issued_for_three_roles_only(role):
    refused(Lobby().ask(IssueStaffLink(role=role, name="Sam")), "staff/role", role=role)


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "a\u202eb", "a\x00"])
def test_a_link_has_somebody_s_name(name):
    refused(Lobby().ask(IssueStaffLink(role="scorer", name=name)), "staff/name", most=80)


def test_what_cannot_be_issued_or_taken_away():
    lobby = Lobby()
    refused(lobby.ask(IssueStaffLink(staff="s1")), "staff/unknown", staff="s1")
    refused(lobby.ask(RevokeStaffLink(staff="e1")), "staff/unknown", staff="e1")
    lobby.do(IssueStaffLink(role="screen", name="By the bar"))
    lobby.do(RevokeStaffLink(staff="s1"))
    refused(lobby.ask(RevokeStaffLink(staff="s1")), "staff/no-link", name="By the bar")
    for n in range(199):
        lobby.do(IssueStaffLink(role="screen", name=f"Screen {n}"))
    refused(lobby.ask(IssueStaffLink(role="screen", name="One more")), "staff/many", most=200)


@pytest.mark.parametrize("actor", ["arbiter:s1", "scorer:s1", "screen:s1", "player:e1", ""])
def test_nobody_but_the_director_issues_links(actor):
    lobby = Lobby()
    lobby.do(IssueStaffLink(role="arbiter", name="Sam"))
    refused(lobby.ask(IssueStaffLink(role="arbiter", name="Bo"), actor), "actor/not-allowed")
    refused(lobby.ask(RevokeStaffLink(staff="s1"), actor), "actor/not-allowed")


def test_a_log_that_skips_somebody_of_the_staff_does_not_fold():
    lobby = Lobby()
    for event in (
        StaffLinkIssued(staff="s2", role="scorer", name="Sam", generation=1),
        StaffLinkRevoked(staff="s1"),
    ):
        with pytest.raises(FoldError, match="not the next of the staff"):
            evolve(lobby.state, event, 9)
    assert staff.find(lobby.state.staff, "s1") is None


def test_a_reason_has_its_length():
    lobby = Lobby()
    lobby.enter(4)
    lobby.do(Withdraw(entrant="e1", reason="ill"))
    refused(lobby.ask(Return(entrant="e1", reason="x" * 501)), "text/too-long", most=500)
    lobby.do(Return(entrant="e1", reason="well again"))
    lobby.seat()
    refused(lobby.ask(DropSeating(round=1, reason="x" * 501)), "text/too-long", most=500)
    lobby.do(DropSeating(round=1, reason="Somebody came late."))
