#!/bin/sh
# Builds the page for the browser and the package for npm as folders of static files, or tests them.
# usage: scripts/web.sh build [FOLDER]      default: target/web
#        scripts/web.sh check [--no-build] [--pictures FOLDER]
# build: FOLDER/page is for a web server; FOLDER/package is for npm. If nothing can build for WebAssembly, it says what is
# missing and exits with 3.
# check builds both, and compares the page with the program in headless Chromium and Firefox. It tries the package for npm in an
# empty folder, also with arguments of all kinds. It needs what scripts/toolchains.sh installs, node 20 or later, npm, and a
# browser; without them, it says what it skips. The libraries of the tests are installed in target/web/tests.
#
# environment:
#   BULKDOKU   the program, target/release/bulkdoku if unset
set -eu

cd "$(dirname "$0")/.."
root=$PWD
usage() {
    echo "usage: $0 build [FOLDER] | check [--no-build] [--pictures FOLDER]" >&2
    exit 2
}

build() {
    folder=${1:-target/web}
    mkdir -p "$folder"
    folder=$(cd "$folder" && pwd)
    limit=400 # KB, compressed as web servers do it (Brotli)

    target=wasm32-unknown-unknown
    export RUSTFLAGS="${RUSTFLAGS:-} -Ctarget-feature=+simd128 -Cstrip=symbols"
    export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target/cross}"
    scripts/cross.sh $target build --package bulkdoku-web --profile web --locked
    module=$CARGO_TARGET_DIR/$target/web/bulkdoku_web.wasm

    rm -rf "$folder/page" "$folder/package"
    mkdir "$folder/page" "$folder/package"
    cp web/page/* "$module" "$folder/page/"
    mv "$folder/page/bulkdoku_web.wasm" "$folder/page/bulkdoku.wasm"
    version=$(cat "$folder"/page/* | cksum | tr ' ' '-')
    sed -i.with "s/\"VERSION\"/\"$version\"/" "$folder/page/offline.js" # the version of the cache of the page
    rm "$folder/page/offline.js.with"
    cp web/package/* web/page/module.js "$folder/page/bulkdoku.wasm" LICENSE-* "$folder/package/"

    if ! command -v node >/dev/null; then
        echo 'skipped: no node: the size of the page was not checked' >&2
        return 0
    fi
    size=$(cat "$folder"/page/* | node -e 'process.stdout.write(String(require("zlib").brotliCompressSync(require("fs").readFileSync(0)).length))')
    printf 'the page has %s bytes, %s compressed\n' "$(cat "$folder"/page/* | wc -c)" "$size" >&2
    [ "$size" -le $((1024 * limit)) ] || {
        echo "the page is larger than $limit KB" >&2
        return 1
    }
}

check() {
    builds=yes
    pictures=
    while [ $# -gt 0 ]; do
        case $1 in
        --no-build) builds= ;;
        --pictures) pictures=$(cd "$2" && pwd) && shift ;;
        *) usage ;;
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
        scripts/web.sh build "$folder" || { [ $? -eq 3 ] && skip 'compiler for WebAssembly'; exit 1; }
    fi

    mkdir -p "$folder/tests"
    cp web/tests/* "$folder/tests/" # next to their libraries
    (cd "$folder/tests" && npm install --no-fund --no-audit --ignore-scripts --prefer-offline --loglevel error >/dev/null) ||
        skip 'puppeteer-core from npm'

    # The package, as users install it.
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
}

case ${1:-} in
build | check) "$@" ;;
*) usage ;;
esac
