#!/bin/sh
# Builds the page for the browser, and compares it with the program in Chromium and Firefox without windows; tries the package for
# npm in an empty folder, with arguments of all kinds too.
# usage: scripts/check-web.sh [--no-build] [--pictures FOLDER]
# It needs what scripts/toolchains.sh installs, node from 20, npm, and a browser; without them it says what is skipped. The libraries
# of the tests are installed in target/web/tests.
#
# environment:
#   BULKDOKU   the program, target/release/bulkdoku if unset
set -eu

cd "$(dirname "$0")/.."
root=$PWD
builds=yes
pictures=
while [ $# -gt 0 ]; do
    case $1 in
    --no-build) builds= ;;
    --pictures) pictures=$(cd "$2" && pwd) && shift ;;
    *) echo "usage: $0 [--no-build] [--pictures FOLDER]" >&2 && exit 2 ;;
    esac
    shift
done
program=${BULKDOKU:-$root/target/release/bulkdoku}
folder=$root/target/web

skip() {
    printf 'skipped: no %s: the page was not checked\n' "$*" >&2
    exit 0
}

command -v npm >/dev/null || skip npm
node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2>/dev/null || skip 'node from 20'
if [ -n "$builds" ]; then
    scripts/build-web.sh "$folder" || { [ $? -eq 3 ] && skip 'compiler for WebAssembly'; exit 1; }
fi

mkdir -p "$folder/tests"
cp web/tests/* "$folder/tests/" # beside their libraries
(cd "$folder/tests" && npm install --no-fund --no-audit --ignore-scripts --prefer-offline --loglevel error >/dev/null) ||
    skip 'puppeteer-core from npm'

# The package, as its users get it.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
packed=$(cd "$folder/package" && npm pack --silent --pack-destination "$work")
cp web/tests/package-test.mjs web/tests/door-test.mjs "$work/"
(cd "$work" && npm init -y >/dev/null && npm install --no-fund --no-audit --offline --loglevel error "./$packed" >/dev/null &&
    node package-test.mjs "$program" "$root/data/mixed.txt" && node door-test.mjs)
node web/tests/offline-test.mjs "$folder/page"
node web/tests/corpus-test.mjs "$folder/page" "$program" tests/corpus

checked=
for name in chromium google-chrome; do
    if [ -z "$checked" ] && command -v $name >/dev/null; then
        (cd "$folder/tests" && node browser.mjs "$folder/page" "$program" chrome "$(command -v $name)" "$pictures")
        checked=yes
    fi
done
[ -n "$checked" ] || echo 'skipped: no Chromium' >&2
if command -v firefox >/dev/null; then
    (cd "$folder/tests" && node browser.mjs "$folder/page" "$program" firefox "$(command -v firefox)" "$pictures")
else
    echo 'skipped: no Firefox' >&2
fi
