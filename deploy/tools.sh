#!/bin/sh
# Installs the tools that some tests need and this machine lacks: as root on Debian by apt-get; elsewhere it says so.
# The tests that need them are then skipped, or, under CI, fail. Usage: tools.sh [browser] [kafka] [promtool] [pdf]
set -u
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- browser kafka promtool pdf

have() { command -v "$1" >/dev/null 2>&1; }
packages=""
for tool in "$@"; do
    case $tool in
        browser)
            have chromium-headless-shell || have chromium || have chromium-browser || have google-chrome ||
                packages="$packages chromium-headless-shell"
            # Playwright's driver is linked with it
            ls /usr/lib/*/libatomic.so.1 >/dev/null 2>&1 || packages="$packages libatomic1"
            # without a font of their script, Persian and Greek names come out as boxes
            ls /usr/share/fonts/*/noto/NotoSansArabic* >/dev/null 2>&1 ||
                { have fc-list && fc-list | grep -q NotoSansArabic; } || packages="$packages fonts-noto-core" ;;
        kafka)
            have java || have mvn || packages="$packages default-jre-headless"
            [ -f .kafka/libs.pom ] || have mvn || packages="$packages maven" ;;
        promtool) have promtool || packages="$packages prometheus" ;;
        pdf) have pdftotext || packages="$packages poppler-utils" ;;
        *) echo "tools.sh: no tool $tool" >&2; exit 2 ;;
    esac
done
if [ -z "$packages" ]; then
    :
elif [ "$(id -u)" = 0 ] && have apt-get; then
    echo "tools: installing$packages"
    export DEBIAN_FRONTEND=noninteractive
    # a package at a time, so that one that is not to be had does not keep the others out
    apt-get update -qq >/dev/null 2>&1
    for package in $packages; do
        apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 ||
            echo "tools: $package COULD NOT BE INSTALLED; tests that need it are skipped, under CI they fail" >&2
    done
else
    echo "tools: MISSING AND NOT INSTALLED:$packages" >&2
    echo "tools: tests that need them are skipped; on Debian: sudo apt-get install$packages" >&2
fi
# the broker's jars, so that no test waits for a download
case " $* " in
    *" kafka "*) have mvn && python3 deploy/kafka/broker.py jars >/dev/null ;;
esac
exit 0
