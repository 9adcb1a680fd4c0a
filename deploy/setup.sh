#!/bin/sh
# Makes .venv from constraints.txt: with uv where it can be had (seconds), with plain pip where not (a minute).
# Nothing outside .venv is touched.
set -eu
PYTHON=${PYTHON:-python3}
EXTRAS=${EXTRAS:-dev}
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "setup: Python 3.11 or newer is needed; $PYTHON is $("$PYTHON" --version 2>&1). Set PYTHON=..." >&2
    exit 1
}
if command -v uv >/dev/null 2>&1; then
    UV=uv
    [ -x .venv/bin/python ] || uv venv -q --python "$PYTHON" .venv
else
    [ -x .venv/bin/python ] || "$PYTHON" -m venv .venv || {
        echo "setup: $PYTHON cannot make environments; on Debian: apt-get install python3-venv" >&2
        exit 1
    }
    UV=.venv/bin/uv
    [ -x $UV ] || .venv/bin/python -m pip install -q --disable-pip-version-check uv 2>/dev/null || UV=""
fi
pip_install() { .venv/bin/python -m pip install -q --disable-pip-version-check "$@"; }
if [ -n "$UV" ]; then
    # where uv cannot reach the registry (it does not know the machine's own certificates), pip may
    $UV pip install -q --python .venv/bin/python -c constraints.txt -e ".[$EXTRAS]" ||
        { .venv/bin/python -m pip --version >/dev/null 2>&1 && pip_install -c constraints.txt -e ".[$EXTRAS]"; }
else
    pip_install -c constraints.txt -e ".[$EXTRAS]"
fi
