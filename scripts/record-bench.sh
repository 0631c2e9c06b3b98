#!/bin/sh
# Measures, notes the figures under benches/results/ with machine and commit, and puts the table into the README:
#   scripts/record-bench.sh [OPTION...]        options as of 'bulkdoku bench'
# The README's table stands between two comments, and is made here alone.
set -eu

cd "$(dirname "$0")/.."
cargo build --release --quiet
mkdir -p benches/results
part=$(mktemp -d)
trap 'rm -rf "$part"' EXIT
trap 'exit 130' INT TERM

name=$(date +%Y-%m-%d)-$(git rev-parse --short HEAD)
"${CARGO_TARGET_DIR:-target}/release/bulkdoku" bench --json "$part/figures.json" "$@" >"$part/table.txt"
awk -v table="$part/table.txt" '
    /^<!-- bench: begin/ { print; print ""; while ((getline line < table) > 0) print line; print ""; skip = 1 }
    /^<!-- bench: end/ { skip = 0 }
    !skip { print }' README.md >"$part/README.md"
cp "$part/figures.json" "benches/results/$name.json"
cp "$part/table.txt" "benches/results/$name.txt"
cat "$part/README.md" >README.md
echo "benches/results/$name.json, benches/results/$name.txt and the README's table are new" >&2
