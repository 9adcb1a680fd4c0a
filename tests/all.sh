#!/bin/sh
# Every test, in three parts (see tests/tally.py); pytest's last line counts them all. Fails when any part does.
cd "$(dirname "$0")/.." || exit 2
CAPICUA_TALLY=$(mktemp)
export CAPICUA_TALLY
trap 'rm -f "$CAPICUA_TALLY"' EXIT
failed=0
for part in "not kafka and not browser" kafka browser; do
    echo "== tests: $part"
    # shared out over the cores, each worker with its own clubs and browser; the broker is one for all
    case $part in kafka) workers="" ;; *) workers="-n auto --dist worksteal" ;; esac
    # shellcheck disable=SC2086  # words, on purpose
    .venv/bin/python -m pytest -q -p tests.tally $workers -m "$part" "$@" || failed=1
done
exit $failed
