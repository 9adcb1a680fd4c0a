"""Break the rules on purpose and see whether the fast tests of the games notice.

    python tests/bench/mutate.py --mutants 60 --seed 1 --seconds 600 [FILE ...]

Each mutant is one small change (a comparison turned, a number one higher, a `not` taken out, `and` for `or`, plus for
minus, a condition forced) in a copy of the tree; the tests of the games run against it until the first one fails. What
survives is printed with its line: either a test is missing, or the change makes no difference. The share killed is of the
mutants that were run; a sample is drawn by the seed, so that it can be run again.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FILES = (
    *("longana.py", "longana_state.py", "draw_dominoes.py", "draw_dominoes_state.py", "blocked.py", "match.py"),
    *("mexican_train.py", "mexican_train_play.py", "mexican_train_state.py", "mexican_train_text.py"),
    *("mexican_train_claims.py", "mexican_train_start.py"),
    *("lora.py", "lora_options.py", "lora_state.py", "lora_score.py", "lora_view.py"),
    *("cards.py", "tricks.py", "layout.py"),
)
TESTS = (  # the quickest to fail first
    "test_longana.py",
    "test_longana_texts.py",
    "test_blocked.py",
    "test_draw_dominoes.py",
    "test_mexican_train.py",
    "test_mexican_train_end.py",
    "test_mexican_train_blocked.py",
    "test_mexican_train_claims.py",
    "test_mexican_train_seen.py",
    "test_mexican_train_texts.py",
    "test_lora.py",
    "test_lora_table.py",
    "test_match.py",
    "test_golden.py",
    "test_games.py",
)
LIMIT = 60  # seconds of work for one mutant's tests; more means that the change made a loop endless

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}


class Mutant(NamedTuple):
    """One change: the file, the line, what was changed, and the whole file after it."""

    file: Path
    line: int
    what: str
    source: str


def skipped(tree: ast.AST) -> set[int]:
    """Nodes that are no rule: annotations, asserts, error messages, lists of exported names."""
    found: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, (ast.AnnAssign, ast.arg)):
            parts = [node.annotation]
        elif isinstance(node, ast.ClassDef):
            parts = [keyword.value for keyword in node.keywords]
        elif isinstance(node, ast.FunctionDef):
            parts = [node.returns, *node.decorator_list]
        elif isinstance(node, (ast.Assert, ast.Raise, ast.JoinedStr)) or (
            isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"
        ):
            parts = [node]
        for part in parts:
            if part is not None:
                found.update(id(inner) for inner in ast.walk(part))
    return found


def changes(node: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], None]]]:
    """What can be changed at a node, in words, and the change itself."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARE:
            new = COMPARE[type(op)]
            yield f"{type(op).__name__} for {new.__name__}", lambda n: setattr(n, "ops", [new()])
        case ast.BinOp(op=op) if type(op) in ARITHMETIC:
            other = ARITHMETIC[type(op)]
            yield f"{type(op).__name__} for {other.__name__}", lambda n: setattr(n, "op", other())
        case ast.BoolOp(op=op):
            swap = ast.Or if isinstance(op, ast.And) else ast.And
            yield f"{type(op).__name__} for {swap.__name__}", lambda n: setattr(n, "op", swap())
        case ast.UnaryOp(op=ast.Not()):
            yield "not taken out", lambda n: setattr(n, "operand", ast.UnaryOp(ast.Not(), n.operand))
        case ast.Constant(value=bool(value)):
            yield f"{value} for {not value}", lambda n: setattr(n, "value", not value)
        case ast.Constant(value=int(value)):
            yield f"{value} for {value + 1}", lambda n: setattr(n, "value", value + 1)
        case ast.If() | ast.IfExp():
            yield "condition true", lambda n: setattr(n, "test", ast.Constant(value=True))
            yield "condition false", lambda n: setattr(n, "test", ast.Constant(value=False))
        case ast.Subscript(slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))):
            yield "last for first", lambda n: setattr(n, "slice", ast.Constant(value=0))


def sites(file: Path) -> list[tuple[int, int]]:
    """Where a file can be changed: the node's number in a walk through the tree, and which of its changes."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    out = skipped(tree)
    nodes = enumerate(ast.walk(tree))
    return [(number, at) for number, node in nodes if id(node) not in out for at, _ in enumerate(changes(node))]


def mutant(file: Path, number: int, at: int) -> Mutant:
    """Make one change."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    node = next(node for place, node in enumerate(ast.walk(tree)) if place == number)
    line = getattr(node, "lineno", 0)
    what, change = list(changes(node))[at]
    change(node)
    return Mutant(file, line, what, ast.unparse(ast.fix_missing_locations(tree)))


def chosen(files: list[Path], number: int, seed: int) -> list[Mutant]:
    """A sample over all files, the same for the same seed."""
    places = [(file, *site) for file in files for site in sites(file)]
    picked = random.Random(seed).sample(places, min(number, len(places)))
    print(f"{len(places)} mutants possible, {len(picked)} drawn by seed {seed}")
    return [mutant(*place) for place in picked]


def run(tree: Path, tests: list[str]) -> str:
    """The first test that fails in this tree, "" when all pass. Only time at work counts: other load is no failure."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    options = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-o", "timeout=0"]
    done = subprocess.run(
        ["/bin/sh", "-c", f'ulimit -t {LIMIT}; exec "$@"', "sh", sys.executable, "-m", "pytest", *options, *tests],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    said = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return said[-1] if said else f"exit {done.returncode}: the change made a loop endless, or nothing could be imported"


def main() -> int:
    """Run a sample and print what survived."""
    read = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    read.add_argument("files", nargs="*", help="names in contracts/games; all rule files without any")
    read.add_argument("--mutants", type=int, default=60)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--seconds", type=float, default=600, help="begin no mutant after so long")
    read.add_argument("--verbose", action="store_true", help="name the test that killed each mutant")
    given = read.parse_args()
    files = [ROOT / "contracts" / "games" / name for name in given.files or FILES]
    tests = [f"tests/{name}" for name in TESTS if (ROOT / "tests" / name).exists()]
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        tree = Path(place)
        for name in ("contracts", "tests"):
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        shutil.copy(ROOT / "pyproject.toml", tree)
        if broken := run(tree, tests):
            print(f"the tests fail without any change: {broken}", file=sys.stderr)
            return 2
        begun = time.monotonic()
        killed, survivors = 0, []
        for changed in chosen(files, given.mutants, given.seed):
            if time.monotonic() - begun > given.seconds:
                break
            file = tree / changed.file.relative_to(ROOT)
            before = file.read_text(encoding="utf-8")
            file.write_text(changed.source, encoding="utf-8")
            found = run(tree, tests)
            if not found:
                survivors.append(changed)
                line = changed.file.read_text(encoding="utf-8").splitlines()[changed.line - 1].strip()
                print(f"survived  {changed.file.name}:{changed.line}  {changed.what}:  {line}", flush=True)
            else:
                killed += 1
                if given.verbose:
                    print(f"killed    {changed.file.name}:{changed.line}  {changed.what}:  {found[:100]}", flush=True)
            file.write_text(before, encoding="utf-8")
    total = killed + len(survivors)
    print(f"{killed} of {total} mutants killed ({killed / max(total, 1):.0%}) in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
