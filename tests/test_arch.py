"""Does the house keep its shape? Who may import whom, which library lives where, and how long a file may be.

import-linter holds the layers (`pyproject.toml`); here stand the limits by file that it cannot say, and the proof that
both really bite.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST = {"contracts": 600, "services": 600, "deploy": 600, "tests": 1000}

ONLY = {
    "faststream": ("services/runtime/kafka*.py", "services/runtime/observe.py", "services/*/app.py"),
    "aiokafka": ("services/runtime/kafka*.py", "services/runtime/observe.py", "services/*/app.py"),
    "litestar": ("services/web_gateway/*.py",),
    "uvicorn": ("services/__main__.py", "services/runtime/*.py", "services/web_gateway/*.py"),
    "secrets": ("services/dealing/*.py", "services/web_gateway/*.py"),
    "random": (),  # chance enters as commands, from dealing; a bot chooses by its seat's view
    "apsw": ("services/runtime/sqlite*.py",),
    "sqlite3": (),
    "pickle": (),
    "pyuca": ("services/names.py",),  # one order of names, on pages and on paper
    "typer": ("services/__main__.py", "services/commands/*.py"),
}
"""Where a library may be imported: patterns of files under `contracts` and `services`; () is nowhere."""


@cache
def _imports(text: str) -> tuple[tuple[int, str], ...]:
    """Give each import of a module with its line. A copy of the house has mostly the same modules: read once."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, name.name) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.lineno, "." * node.level + (node.module or "")))
    return tuple(found)


def _files(root: Path, *folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def violations(root: Path) -> list[str]:
    """Name every import that is not where it belongs, as file:line: reason."""
    found = []
    for file in _files(root, "contracts", "services"):
        path = file.relative_to(root).as_posix()
        for line, module in _imports(file.read_text()):
            if module.startswith("."):
                found.append(f"{path}:{line}: a relative import hides who is meant")
                continue
            top = module.partition(".")[0]
            if top in ONLY and not any(fnmatch(path, pattern) for pattern in ONLY[top]):
                found.append(f"{path}:{line}: {top} belongs in {', '.join(ONLY[top]) or 'no file'}")
            if path.startswith("contracts/") and top != "contracts" and top not in PURE:
                found.append(f"{path}:{line}: contracts are pure: {top} is not")
            if path.startswith("contracts/games/") and top == "contracts" and not module.startswith("contracts.games"):
                found.append(f"{path}:{line}: games know no messages")
            if file.name == "decider.py" and top not in {"contracts", "services", *PURE}:
                found.append(f"{path}:{line}: deciders are pure: {top} is not")
    return found


PURE = {
    "__future__", "base64", "bisect", "collections", "csv", "dataclasses", "enum", "fractions", "functools", "hashlib",
    "hmac", "io", "itertools", "json", "math", "msgspec", "operator", "re", "string", "struct", "types", "typing",
    "unicodedata", "zlib", "heapq", "contextlib", "abc",
    "importlib",  # a game's sentences are found by its name
}  # fmt: skip
"""What the contracts and deciders may import: nothing here has a clock, chance, or a way out of the process."""


def test_every_import_is_where_it_belongs():
    assert violations(ROOT) == []


@pytest.mark.parametrize(("folder", "most"), LONGEST.items())
def test_no_file_is_too_long_to_be_read_at_one_sitting(folder, most):
    lines = {file.relative_to(ROOT).as_posix(): len(file.read_text().splitlines()) for file in _files(ROOT, folder)}
    assert {path: n for path, n in lines.items() if n > most} == {}


# --- and the rules bite


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a copy of the house in which something may be broken."""
    for folder in ("contracts", "services"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "static"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def _plant(root: Path, path: str, line: str) -> None:
    file = root / path
    file.parent.mkdir(exist_ok=True)
    before = file.read_text() if file.exists() else ""
    file.write_text(f"{before}\n{line}\n")


WRONG = [
    ("contracts/roles.py", "import random", "contracts are pure"),
    ("contracts/games/pieces.py", "from contracts.table import Sit", "games know no messages"),
    ("contracts/codec.py", "from pathlib import Path", "contracts are pure"),
    ("services/lobby/decider.py", "import time", "deciders are pure"),
    ("services/move_validation/decider.py", "import secrets", "secrets belongs in"),
    ("services/bots/app.py", "import litestar", "litestar belongs in"),
    ("services/runtime/host.py", "import aiokafka", "aiokafka belongs in"),
    ("services/dealing/keys.py", "def later():\n    import random", "random belongs in no file"),
    ("services/dealing/app.py", "from . import keys", "a relative import"),
]


@pytest.mark.slow
def test_an_import_in_the_wrong_place_is_found(copy):
    for path, line, _ in WRONG:
        _plant(copy, path, line)
    found = violations(copy)
    for path, _, said in WRONG:
        assert any(v.startswith(f"{path}:") and said in v for v in found), (path, said, found)


PLANTS = {
    "contracts are pure": ("contracts/roles.py", "import services.runtime.log"),
    "games know no messages": ("contracts/games/pieces.py", "import contracts.table"),
    "services never import each other": ("services/lobby/app.py", "import services.bots"),
    "the runtime knows no service": ("services/runtime/log.py", "import services.dealing"),
    "deciders are pure": ("services/move_validation/decider.py", "import services.runtime.log"),
}


def _lint(root: Path) -> subprocess.CompletedProcess[str]:
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", script, "--no-cache"], cwd=root, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_every_contract_of_import_linter_bites(copy):
    for path, line in PLANTS.values():
        _plant(copy, path, line)
    done = _lint(copy)
    assert done.returncode == 1, done.stdout + done.stderr
    for name in PLANTS:
        assert f"{name} BROKEN" in done.stdout, done.stdout


def test_every_contract_of_import_linter_has_its_planted_violation():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert {contract["name"] for contract in project["tool"]["importlinter"]["contracts"]} == set(PLANTS)
