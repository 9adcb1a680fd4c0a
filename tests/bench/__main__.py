"""Every figure of the project, one script after another: `python -m tests.bench [NAME ...]` (make bench).

A script is `bench_NAME.py` beside this file; each prints its figures with their conditions and is a process of its own,
so that none warms another's caches. No figure is asserted: a script fails only when it cannot measure.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(names: list[str]) -> int:
    """Run the scripts named, or all; 1 when one of them failed."""
    known = {file.stem.removeprefix("bench_"): file.stem for file in sorted(HERE.glob("bench_*.py"))}
    if unknown := [name for name in names if name not in known]:
        print(f"there is no bench {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    load = os.getloadavg()[0]
    print(
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, load {load:.1f} at the start"
    )
    failed = []
    for name in names or known:
        print(f"\n== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"tests.bench.{known[name]}"], check=False).returncode:
            failed.append(name)
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
