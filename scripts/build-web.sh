#!/bin/sh
# Builds the page for the browser, and the package for npm, as folders of static files.
# usage: scripts/build-web.sh [FOLDER]      default: target/web
# FOLDER/page is what a web server serves; FOLDER/package is what npm publishes. Where nothing can build for WebAssembly, it says
# what is missing and ends with 3.
set -eu

cd "$(dirname "$0")/.."
folder=${1:-target/web}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
limit=266 # KB, compressed as web servers do it (Brotli)

target=wasm32-unknown-unknown
# The std of rustup formats the messages of panics, which nobody sees in a browser. Where scripts/cross.sh builds std, it has none.
[ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ] || limit=300
export RUSTFLAGS="${RUSTFLAGS:-} -Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=25 -Cllvm-args=-inlinehint-threshold=150 -Cllvm-args=-unroll-runtime=false -Cllvm-args=-unroll-allow-partial=false -Cllvm-args=-unroll-full-max-count=16 -Cllvm-args=-unroll-threshold=225"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target/cross}"
scripts/cross.sh $target build --package bulkdoku-web --profile web --locked
module=$CARGO_TARGET_DIR/$target/web/bulkdoku_web.wasm

rm -rf "$folder/page" "$folder/package"
mkdir "$folder/page" "$folder/package"
cp web/page/* "$module" "$folder/page/"
sed -i.with -E '/^ *(\/\/|\/\*\*|\* |\*\/)/d' "$folder"/page/*.js # lines of comments, which are a fifth of the scripts
rm "$folder"/page/*.with
mv "$folder/page/bulkdoku_web.wasm" "$folder/page/bulkdoku.wasm"
version=$(cat "$folder"/page/* | cksum | tr ' ' '-')
sed -i.with "s/\"VERSION\"/\"$version\"/" "$folder/page/offline.js" # the version of the cache of the page
rm "$folder/page/offline.js.with"
cp web/package/* web/page/module.js "$folder/page/bulkdoku.wasm" LICENSE-* "$folder/package/"

if ! command -v node >/dev/null; then
    echo 'skipped: no node: the size of the page was not checked' >&2
    exit 0
fi
size=$(cat "$folder"/page/* | node -e 'process.stdout.write(String(require("zlib").brotliCompressSync(require("fs").readFileSync(0)).length))')
printf 'the page has %s bytes, %s compressed\n' "$(cat "$folder"/page/* | wc -c)" "$size" >&2
[ "$size" -le $((1024 * limit)) ] || {
    echo "the page is larger than $limit KB" >&2
    exit 1
}
