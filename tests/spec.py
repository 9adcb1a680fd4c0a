"""Given / when / then for any decider: `spec(decider).given(*events).when(body).then(*events)` or `.refused(code)`.

What is decided goes over the wire and is folded again, and every decision is made twice: a decider that is impure, or
an event that does not come back as it went, fails the test that meets it.
"""

from __future__ import annotations

from typing import Any

from contracts import codec
from contracts.envelope import write
from contracts.games.game import Refusal
from contracts.messages import Body, Event
from services.runtime.service import Decider

START = 1_700_000_000_000


class Spec:
    """One key driven through its decider without any log."""

    def __init__(self, decider: Decider, key: str) -> None:
        self.decider = decider
        self.key = key
        self.at = START
        self.state: Any = None
        self.answer: tuple[Event, ...] | Refusal = ()
        self._sent = 0

    def given(self, *events: Event) -> Spec:
        """What has happened so far."""
        for event in events:
            self.at += 10
            self._fold(event)
        return self

    def when(self, body: Body, *, actor: str = "director", at: int | None = None) -> Spec:
        """A command comes, at a time of its own or a moment after the last."""
        self.at = self.at + 10 if at is None else at
        self._sent += 1
        command = codec.command(f"c{self._sent}", self.key, actor, body)
        read = self.decider.CATALOGUE.body(command)
        assert read == body, read
        self.answer = self.decider.decide(self.state, command, body, self.at)
        assert self.decider.decide(self.state, command, body, self.at) == self.answer, "the decider is not pure"
        if not isinstance(self.answer, Refusal):
            for event in self.answer:
                self._fold(event)
        return self

    def then(self, *events: Event) -> Spec:
        """It brought exactly these events."""
        assert self.answer == events
        return self

    def refused(self, code: str, **facts: Any) -> Spec:
        """It was refused with this code, and at least these facts."""
        assert isinstance(self.answer, Refusal), self.answer
        assert self.answer.code == code, self.answer
        assert {**self.answer.facts, **facts} == dict(self.answer.facts)
        return self

    def _fold(self, event: Event) -> None:
        back = self.decider.CATALOGUE.event(write(event))
        assert back == event, "the event does not come back from the wire as it went"
        self.state = self.decider.evolve(self.state, back, self.at)


def spec(decider: Decider, key: str = "k1") -> Spec:
    """Start a test of one key."""
    return Spec(decider, key)
