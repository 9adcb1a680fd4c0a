"""A hall of phones reloads at once when a round is published: does every phone have its page, and none an error?"""

from __future__ import annotations

import pytest

from tests.bench.bench_reload import reload

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.timeout(180)]


async def test_forty_phones_reload_at_once_behind_one_address():
    found = await reload(40)
    assert found["errors"] == []
    assert len(found["took"]) == 40
