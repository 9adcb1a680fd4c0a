"""Rewrite what the golden logs and counts expect, and show the difference for a human to read.

    python -m tests.golden_rewrite logs      # or counts, or both without a word

A human reads the difference before it is committed.
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from contracts.games import notation
from tests import counts

GOLDEN = Path(__file__).parent / "golden"


def logs() -> list[Path]:
    """All game logs, of every game."""
    return sorted(GOLDEN.glob("*/*.log"))


def rewrite(path: Path) -> str:
    """Give a file's text as this version plays it."""
    return counts.rewrite(path) if path.suffix == ".txt" else notation.rewrite(path.read_text(encoding="utf-8"))


def main(words: list[str]) -> int:
    """Rewrite the files asked for."""
    wanted = words or ["logs", "counts"]
    files = (logs() if "logs" in wanted else []) + (counts.files() if "counts" in wanted else [])
    changed = 0
    for path in files:
        old = path.read_text(encoding="utf-8")
        new = rewrite(path)
        if new != old:
            changed += 1
            name = str(path.relative_to(GOLDEN.parent))
            sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, name))
            path.write_text(new, encoding="utf-8")
    print(f"{len(files)} files, {changed} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
