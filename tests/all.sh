#!/bin/sh
# Every test, in three processes (see tests/tally.py); pytest's last line counts them all. Fails when any part does.
cd "$(dirname "$0")/.." || exit 2
CAPICUA_TALLY=$(mktemp)
export CAPICUA_TALLY
trap 'rm -f "$CAPICUA_TALLY"' EXIT
failed=0
for part in "not kafka and not browser" kafka browser; do
    echo "== tests: $part"
    # a broker and a browser are one each; the rest is shared out over the cores
    case $part in not*) workers="-n auto" ;; *) workers="" ;; esac
    # shellcheck disable=SC2086  # words, on purpose
    .venv/bin/python -m pytest -q -p tests.tally $workers -m "$part" "$@" || failed=1
done
exit $failed
