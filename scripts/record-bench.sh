#!/bin/sh
# Measures, notes the figures under benches/results/ with machine and commit, and puts the table into the README:
#   scripts/record-bench.sh [--try] [OPTION...]        options as of 'bulkdoku bench'
# The README's table stands between two comments, and is made here alone: with --try nothing is noted, but the way to
# the table is gone, and the README's table must be one that was noted.
set -eu

cd "$(dirname "$0")/.."
try=
if [ "${1:-}" = --try ]; then
    try=yes
    shift
fi
# The commit is noted when the program is built: of what is recorded it must be the one that is checked out.
if [ -z "$try" ]; then
    BULKDOKU_COMMIT=$(git describe --always --abbrev=12 --dirty=+ --exclude '*')
    export BULKDOKU_COMMIT
fi
cargo build --release --quiet
part=$(mktemp -d)
trap 'rm -rf "$part"' EXIT
trap 'exit 130' INT TERM

# The README with a table in the place of its own.
with_table() {
    awk -v table="$1" '
        /^<!-- bench: begin/ { print; print ""; while ((getline line < table) > 0) print line; print ""; skip = 1 }
        /^<!-- bench: end/ { skip = 0 }
        !skip { print }' README.md
}

"${CARGO_TARGET_DIR:-target}/release/bulkdoku" bench --json "$part/figures.json" "$@" >"$part/table.txt"
with_table "$part/table.txt" >"$part/README.md"
if ! grep -q '^| set ' "$part/table.txt" || [ ! -s "$part/figures.json" ]; then
    echo "no table came out: nothing was noted" >&2
    exit 1
fi

if [ -n "$try" ]; then
    for table in benches/results/*.txt; do
        if with_table "$table" | cmp -s - README.md; then
            echo "a table came out; the README's is $table" >&2
            exit
        fi
    done
    echo "the README's table is none of benches/results/: make it with $0" >&2
    exit 1
fi
mkdir -p benches/results
name=$(date +%Y-%m-%d)-$(git rev-parse --short HEAD)
cp "$part/figures.json" "benches/results/$name.json"
cp "$part/table.txt" "benches/results/$name.txt"
cat "$part/README.md" >README.md
echo "benches/results/$name.json, benches/results/$name.txt and the README's table are new" >&2
