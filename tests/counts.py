"""Counting positions like perft: files `golden/counts/<game>.txt`, each position with `id`, `state` and `count depth n`.

`n` is the number of ways to play exactly `depth` moves on from the state. A second count asks `refuse` alone, over
every conceivable move; the two must agree.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from contracts.games.game import Game, game
from tests.strategies import conceivable, right

FOLDER = Path(__file__).parent / "golden" / "counts"


class Count(NamedTuple):
    """One expectation and where it stands."""

    file: str
    id: str
    state: str
    depth: int
    number: int
    line: int


def files() -> list[Path]:
    """All files of counts."""
    return sorted(FOLDER.glob("*.txt"))


def read(path: Path) -> list[Count]:
    """Take a file apart."""
    found = []
    name = state = ""
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        word, _, rest = text.partition(" ")
        if word == "id":
            name = rest.strip()
        elif word == "state":
            state = rest.strip()
        elif word == "count":
            depth, number = rest.split()
            found.append(Count(path.stem, name, state, int(depth), int(number), line))
        elif word and not word.startswith("#"):
            raise ValueError(f"{path.name}, line {line}: {word!r} is none of id, state, count")
    return found


def count(g: Game, s: Any, depth: int) -> int:
    """Count by `moves`."""
    if depth == 0:
        return 1
    found = g.moves(s)
    return len(found) if depth == 1 else sum(count(g, g.play(s, m), depth - 1) for m in found)


def brute(g: Game, s: Any, depth: int) -> int:
    """Count by `refuse` alone."""
    if depth == 0:
        return 1
    seat = g.turn(s)
    if seat is None:
        return 0
    return sum(brute(g, g.play(s, m), depth - 1) for m in conceivable(g, s) if right(g, s, seat, m))


def by_first_move(g: Game, s: Any, depth: int) -> str:
    """Sub-counts, which name the move that is wrong."""
    return "  ".join(f"{g.move_text(m)} {count(g, g.play(s, m), depth - 1)}" for m in g.moves(s))


def rewrite(path: Path) -> str:
    """Give a file's text with the numbers as they are now."""
    g = game(path.stem)
    lines = path.read_text(encoding="utf-8").split("\n")
    state: Any = None
    for at, line in enumerate(lines):
        word, _, rest = line.partition(" ")
        if word == "state":
            state = g.read_state(rest.strip())
        elif word == "count":
            depth = int(rest.split()[0])
            lines[at] = f"count {depth} {count(g, state, depth)}"
    return "\n".join(lines)
