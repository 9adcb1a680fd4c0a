#!/bin/sh
# Makes .venv from constraints.txt: with uv where it can be had (seconds), with plain pip where not (a minute).
set -eu
PYTHON=${PYTHON:-python3}
if command -v uv >/dev/null 2>&1 || "$PYTHON" -m pip install -q --disable-pip-version-check --root-user-action ignore uv 2>/dev/null; then
    UV=$(command -v uv || echo "$PYTHON -m uv")
    [ -x .venv/bin/python ] || $UV venv -q --python "$PYTHON" .venv
    $UV pip install -q --python .venv/bin/python -c constraints.txt -e '.[dev]'
else
    [ -x .venv/bin/python ] || "$PYTHON" -m venv .venv
    .venv/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
fi
