"""How many random examples a property is tried with, where the profile's own number does not fit its cost."""

from __future__ import annotations

from hypothesis import settings


def examples(number: int) -> settings:
    """So many examples; a third of them in `make check`, whose tests `make test` runs again in full."""
    fast = settings.get_current_profile_name() == "fast"
    return settings(max_examples=max(4, number // 3) if fast else number)
