"""Break the rules on purpose and see whether the fast tests of the games notice.

    python -m tests.bench.mutate --mutants 600 --seed 1 --seconds 1800 [--after N] [FILE ...]

Each mutant is one small change to one function (a comparison turned, a number one higher, a `not` taken out, `and` for
`or`, plus for minus, a condition forced; None for the result where there is nothing of these). Functions come in an order
drawn by the seed: one mutant of every function first, then a second of every function, and so on, so that what was cut
off by the time limit is known. What survives is printed with its line: a test is missing, or the change makes no
difference.

The tests are collected once. For each mutant the process forks, exchanges the function's code and runs the tests that
concern its file until the first one fails. A survivor in a function that had run before, when modules were loaded and
tests collected, or in a default of a parameter, is tried again at the end, with the file changed in a copy of the tree
and a fresh interpreter: what was computed by then does not notice an exchange. Tables of constants are no functions and
stay as they are.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "contracts" / "games"
CLAIMS = ("blocked", "declared", "blocked_table")
TRAIN = tuple(path.stem.removeprefix("test_") for path in sorted((ROOT / "tests").glob("test_mexican_train*.py")))
LORA = ("lora", "lora_table", "lora_texts")
PAPER = ("notation", "records", "notation_faults")
CONCERN: dict[str, tuple[str, ...]] = {
    "draw_dominoes": ("draw_dominoes", *CLAIMS),
    "longana": ("longana", "longana_texts", *CLAIMS),
    "mexican_train": (*TRAIN, *CLAIMS),
    "lora": LORA,
    "cards": LORA,
    "tricks": LORA,
    "layout": LORA,
    "blocked": (*CLAIMS, "draw_dominoes", "longana", *TRAIN),
    "claims": (*CLAIMS, "draw_dominoes", "longana", *TRAIN),
    "entry": ("entry", "entry_policies"),
    "match": ("match", "draw_dominoes", "longana", *TRAIN, "lora"),
    "notation": PAPER,
    "record": PAPER,
    "statements": (*PAPER, "declared", "over_the_board"),
    "faults": PAPER,
    "shuffle": ("shuffle", "mexican_train_table"),
    "options": ("house_rules", "notation_faults"),
    "game": ("match", "house_rules", "notation", "longana", "importing", "games"),
    "pieces": ("draw_dominoes", "longana", "mexican_train"),
}
"""Which tests concern a file, by the longest beginning of its name; the golden logs and the common suite follow."""

COMMON = ("golden", "games")
NAMED = ("draw_dominoes", "longana", "mexican_train", "lora")  # of the common tests only those of the file's own game
LIMIT = 120  # seconds of work for one mutant's tests; more means that the change made a loop endless
MEMORY = 3 << 30  # bytes
NOT_TRIED = "not tried"

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


class Site(NamedTuple):
    """Where a file can be changed: the function, the node's number in a walk through the tree, which of its changes."""

    file: Path
    function: str
    number: int
    at: int


class Mutant(NamedTuple):
    """One change: where, what was changed, the whole file after it; whether it is in a default of a parameter."""

    site: Site
    line: int
    what: str
    tree: ast.Module
    default: bool

    def __str__(self) -> str:
        return f"{self.site.file.name}:{self.line} {self.site.function}: {self.what}"


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
            yield "first for last", lambda n: setattr(n, "slice", ast.Constant(value=0))


def emptied(node: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], None]]]:
    """What can be changed in a function that has nothing else: its results."""
    match node:
        case ast.Return(value=ast.expr()) if not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield "None for the result", lambda n: setattr(n, "value", ast.Constant(value=None))
        case ast.Expr(value=ast.Call()):
            yield "call left out", lambda n: setattr(n, "value", ast.Constant(value=None))


def functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Functions and methods of a file by name. An inner function belongs to the one around it."""
    found: dict[str, ast.FunctionDef] = {}
    for top in tree.body:
        if isinstance(top, ast.FunctionDef):
            found[top.name] = top
        elif isinstance(top, ast.ClassDef):
            found.update({f"{top.name}.{one.name}": one for one in top.body if isinstance(one, ast.FunctionDef)})
    return found


def sites(file: Path) -> list[Site]:
    """Where a file's functions can be changed."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    out = skipped(tree)
    numbers = {id(node): number for number, node in enumerate(ast.walk(tree))}
    found = []
    for name, function in functions(tree).items():
        nodes = [node for node in ast.walk(function) if id(node) not in out]
        for kind in (changes, emptied):
            here = [Site(file, name, numbers[id(node)], at) for node in nodes for at, _ in enumerate(kind(node))]
            found += here
            if here:
                break
    return found


def mutant(site: Site) -> Mutant:
    """Make one change."""
    tree = ast.parse(site.file.read_text(encoding="utf-8"))
    node = next(node for place, node in enumerate(ast.walk(tree)) if place == site.number)
    line = getattr(node, "lineno", 0)
    heads = [one.args for one in functions(tree).values()]
    defaults = [default for head in heads for default in (*head.defaults, *head.kw_defaults) if default is not None]
    default = any(inner is node for one in defaults for inner in ast.walk(one))
    what, change = [*changes(node), *emptied(node)][site.at]
    change(node)
    return Mutant(site, line, what, ast.fix_missing_locations(tree), default)


def ordered(files: Sequence[Path], seed: int) -> list[Site]:
    """Every site, in rounds: one of each function, then another of each; drawn by the seed."""
    rng = random.Random(seed)
    by_function: dict[tuple[Path, str], list[Site]] = {}
    for file in files:
        for site in sites(file):
            by_function.setdefault((site.file, site.function), []).append(site)
    found = []
    for group in by_function.values():
        rng.shuffle(group)
        found += [(at, rng.random(), site) for at, site in enumerate(group)]
    return [site for _, _, site in sorted(found, key=lambda one: one[:2])]


# --- the tests


def named(file: Path, table: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What a table says of a file: the entry with the longest beginning of its name."""
    return table[max((key for key in table if file.stem.startswith(key)), key=len)]


@cache
def concern(file: Path) -> list[str]:
    """Name the test files that concern a file, the nearest first."""
    return [f"tests/test_{name}.py" for name in (*named(file, CONCERN), *COMMON)]


def concerns(file: Path, test: str) -> bool:
    """Whether a test (a pytest id) concerns a file."""
    path = test.partition("::")[0]
    if path not in concern(file):
        return False
    game = next((name for name in NAMED if file.stem.startswith(name)), "")
    return not game or Path(path).stem.removeprefix("test_") not in COMMON or game in test


def code(tree: ast.Module, file: Path, function: str, line: int) -> CodeType:
    """Compile a file and take out one function's code."""
    found: CodeType = compile(tree, str(file), "exec")
    for name in function.split("."):
        inner = [one for one in found.co_consts if isinstance(one, CodeType) and one.co_name == name]
        found = max(inner, key=lambda one: one.co_firstlineno if one.co_firstlineno <= line else -1)
    return found


def exchange(changed: Mutant) -> bool:
    """Put a mutant's code into the function that everybody holds; False where that cannot be done."""
    site = changed.site
    found: Any = importlib.import_module(f"contracts.games.{site.file.stem}")
    for name in site.function.split("."):
        found = vars(found)[name]
    found = getattr(found, "fget", None) or getattr(found, "__func__", None) or found
    if hasattr(found, "cache_clear"):
        found.cache_clear()
    found = getattr(found, "__wrapped__", found)
    assert isinstance(found, FunctionType), changed
    new = code(changed.tree, site.file, site.function, changed.line)
    if new.co_freevars != found.__code__.co_freevars:  # as where `super()` went: such code cannot be put in
        return False
    found.__code__ = new
    return True


class Early:
    """Which functions of the games ran before the first test did."""

    def __init__(self) -> None:
        """Begin to watch."""
        self.found: set[tuple[str, str]] = set()
        sys.setprofile(self._called)

    def _called(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(GAMES)):
            self.found.add((Path(frame.f_code.co_filename).name, frame.f_code.co_qualname))

    def end(self) -> set[tuple[str, str]]:
        """Watch no longer."""
        sys.setprofile(None)
        return self.found


class Forks:
    """A pytest plugin: once the tests are collected it runs the mutants in place of them."""

    def __init__(self, work: Callable[[Forks], None]) -> None:
        """Take what is to be done with the collected tests."""
        self.work = work
        self.early = Early()
        self.items: list[pytest.Item] = []
        self.failed = ""
        self.killers: Counter[tuple[str, str]] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the mutants."""
        self.items = session.items
        self.early.end()
        gc.collect()
        gc.freeze()  # a fork shares what nobody touches
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the first failure."""
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def first_failure(self, changed: Mutant | None, file: Path | None) -> str:
        """Run the tests that concern a file (all without one) in a fork with the change; "" when all pass.

        NOT_TRIED for a change that only a fresh interpreter can hold.
        Only time at work counts: other load is no failure.
        """
        items = list(self.items)
        if file is not None:
            near = concern(file)
            items = [item for item in items if concerns(file, item.nodeid)]
            items.sort(key=lambda item: near.index(item.nodeid.partition("::")[0]))
            items.sort(key=lambda item: -self.killers[file.name, item.nodeid])
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            said = self._run(changed, items)
            os.write(writing, said.encode()[:500])
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            said = pipe.read().decode()
        _, status = os.waitpid(child, 0)
        if said and said != NOT_TRIED and file is not None:
            self.killers[file.name, said] += 1
        if said or not status:
            return said
        ended = signal.Signals(status & 127).name if status & 127 else f"exit code {os.waitstatus_to_exitcode(status)}"
        return f"died ({ended}): a loop without an end, or a stop of the tests themselves"

    def _run(self, changed: Mutant | None, items: list[pytest.Item]) -> str:
        most = LIMIT if changed else 10 * LIMIT
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        if changed is not None and not exchange(changed):
            return NOT_TRIED
        for item, after in zip(items, [*items[1:], None], strict=True):
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            except BaseException as error:  # noqa: BLE001  # pytest.exit and the like: the change was noticed
                return f"{item.nodeid}: {type(error).__name__}"
            if self.failed:
                return self.failed
        return ""


def fresh(tree: Path, changed: Mutant) -> str:
    """Try a change in a copy of the tree, with a fresh interpreter and the nearest tests; as `Forks.first_failure`."""
    file = tree / changed.site.file.relative_to(ROOT)
    before = file.read_text(encoding="utf-8")
    file.write_text(ast.unparse(changed.tree), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "HYPOTHESIS_PROFILE": "fast"}
    options = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-o", "timeout=0"]
    done = subprocess.run(
        [
            *("/bin/sh", "-c", f'ulimit -t {LIMIT}; exec "$@"', "sh", sys.executable, "-m", "pytest", *options),
            *concern(changed.site.file)[: -len(COMMON)],
        ],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    file.write_text(before, encoding="utf-8")
    if done.returncode == 0:
        return ""
    said = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return said[-1] if said else f"exit {done.returncode}: a loop without an end, or nothing could be imported"


# --- the run


def again(survivors: Sequence[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """Try survivors with a fresh interpreter: each with what killed it, "" when it survives still."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        tree = Path(place)
        for name in ("contracts", "services", "tests", "docs", "deploy"):
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, tree)
        for changed in survivors:
            yield changed, fresh(tree, changed)


def run(forks: Forks, files: Sequence[Path], given: argparse.Namespace) -> None:
    """Run the sample and print what survived."""
    if not given.after and (broken := forks.first_failure(None, None)):
        raise SystemExit(f"the tests fail without any change: {broken}")
    places = ordered(files, given.seed)
    every = Counter((place.file.name, place.function) for place in places)
    print(f"{len(places)} mutants possible in {len(every)} functions", flush=True)
    begun = time.monotonic()
    total: Counter[str] = Counter()
    met: set[tuple[str, str]] = set()
    alive: list[Mutant] = []
    late: list[Mutant] = []
    for site in places[given.after :][: given.mutants]:
        if time.monotonic() - begun > given.seconds:
            break
        changed = mutant(site)
        met.add((site.file.name, site.function))
        total[site.file.name] += 1
        found = forks.first_failure(changed, site.file)
        if found and found != NOT_TRIED:
            if given.verbose:
                print(f"killed    {changed}:  {found[:100]}", flush=True)
        elif found or changed.default or (site.file.name, site.function) in forks.early.found:
            late.append(changed)
        else:
            alive.append(changed)
            print(f"survived  {told(changed)}", flush=True)
    for changed, found in again(late) if late else ():
        if found:
            if given.verbose:
                print(f"killed    {changed}:  {found[:100]}", flush=True)
            continue
        alive.append(changed)
        print(f"survived  {told(changed)}", flush=True)
    lost = Counter(changed.site.file.name for changed in alive)
    for name in sorted(total):
        seen, known = (sum(one == name for one, _ in names) for names in (met, every))
        print(f"{name}: {total[name] - lost[name]} of {total[name]} killed, {seen} of {known} functions")
    count = total.total()
    print(
        f"{count - len(alive)} of {count} mutants killed ({1 - len(alive) / max(count, 1):.1%}),"
        f" {len(met)} of {len(every)} functions, seed {given.seed}, {time.monotonic() - begun:.0f} s"
    )


def told(changed: Mutant) -> str:
    """A mutant with its line."""
    line = changed.site.file.read_text(encoding="utf-8").splitlines()[changed.line - 1]
    return f"{changed}:  {line.strip()}"


def main() -> int:
    """Read the arguments, collect the tests once and run the mutants."""
    read = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    read.add_argument("files", nargs="*", help="names in contracts/games; every file without any")
    read.add_argument("--mutants", type=int, default=600)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--after", type=int, default=0, help="go on after so many that an earlier run has met")
    read.add_argument("--seconds", type=float, default=1800, help="begin no mutant after so long")
    read.add_argument("--verbose", action="store_true", help="name the test that killed each mutant")
    given = read.parse_args()
    files = [GAMES / name for name in given.files] or [file for file in sorted(GAMES.glob("*.py")) if sites(file)]
    settings.register_profile(
        "mutants",
        deadline=None,
        max_examples=50,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),  # to be noticed is enough: no smallest example is sought
        suppress_health_check=list(HealthCheck),
    )
    os.environ["HYPOTHESIS_PROFILE"] = "mutants"
    os.chdir(ROOT)
    tests = sorted({name for file in files for name in concern(file)})
    options = ["-q", "-s", "-p", "no:randomly", "-p", "no:cacheprovider", "-o", "timeout=0"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    return int(pytest.main([*options, *tests], plugins=[Forks(lambda forks: run(forks, files, given))]))


if __name__ == "__main__":
    raise SystemExit(main())
