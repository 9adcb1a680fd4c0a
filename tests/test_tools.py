"""The tests' own tools: waiting ends, and a missing tool is said."""

from __future__ import annotations

import itertools

import pytest

from tests import needs
from tests.waiting import wait_for, wait_for_sync


@pytest.mark.anyio
async def test_waiting_gives_the_first_true_answer_of_either_kind_of_condition():
    counts = itertools.count()

    async def third() -> int | None:
        n = next(counts)
        return n if n >= 3 else None

    assert await wait_for(third) == 3
    assert await wait_for(lambda: next(counts) > 5) is True


@pytest.mark.anyio
async def test_waiting_in_vain_says_for_what_and_what_was_seen_last():
    with pytest.raises(AssertionError, match=r"in vain for rain: it last gave 0"):
        await wait_for(lambda: 0, 0.02, what="rain")


def test_only_the_named_exceptions_mean_not_yet():
    answers = iter([KeyError("a"), None, "here"])

    def ask() -> str | None:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert wait_for_sync(ask, retry=(KeyError,)) == "here"
    with pytest.raises(StopIteration):
        wait_for_sync(ask, retry=(KeyError,))


@pytest.mark.parametrize("in_ci", [True, False])
def test_a_missing_tool_skips_loudly_and_fails_under_ci(monkeypatch, in_ci):
    monkeypatch.setitem(needs.TOOLS, "browser", lambda: "no browser: get one")
    monkeypatch.setattr(needs, "IN_CI", in_ci)
    outcome = pytest.fail.Exception if in_ci else pytest.skip.Exception
    with pytest.raises(outcome, match="needs browser: no browser: get one"):
        needs.need("browser")
    monkeypatch.setitem(needs.TOOLS, "browser", lambda: "")
    needs.need("browser")
