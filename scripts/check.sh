#!/bin/sh
# Everything that has to be right before a change goes in. Run it from anywhere; .ci/run does the same.
set -eu

cd "$(dirname "$0")/.."
answers=$(mktemp -d)
trap 'rm -rf "$answers"' EXIT
trap 'exit 130' INT TERM

step() {
    printf '\n== %s\n' "$*" >&2
    "$@"
}

step cargo fmt --all --check
step cargo clippy --workspace --all-targets -- -D warnings
RUSTDOCFLAGS='-D warnings' step cargo doc --no-deps
step cargo build --no-default-features --lib # what a user of the library pays for
step cargo test --release
step cargo run --release -- solve data/mixed.txt -o "$answers/solutions.txt"

step scripts/check-kernel.sh
step cargo run --release --quiet -- bench --runs 2 --time 1 --puzzles 100 --progress never
export BULKDOKU="${CARGO_TARGET_DIR:-target}/release/bulkdoku"
step scripts/ci-dataset.sh data/mixed.txt "$answers" 2 "$answers/solutions.txt"
cat data/mixed.txt data/mixed.txt >"$answers/twice.txt" # what is not right must end it
if scripts/ci-dataset.sh "$answers/twice.txt" "$answers" 2 >"$answers/findings.txt" 2>&1; then
    echo 'scripts/ci-dataset.sh let a set of duplicates pass' >&2
    exit 1
fi
grep -q 'twice.txt:10001:1: duplicate: the same puzzle as in line 1$' "$answers/findings.txt"

step scripts/record-bench.sh --try --runs 1 --time 1 --puzzles 20 --progress never
BULKDOKU=$(realpath "${CARGO_TARGET_DIR:-target}")/release/bulkdoku step scripts/check-datasets.sh
step cargo bench --package bulkdoku-speed --quiet -- --test --quiet
step scripts/check-peers.sh

puzzles=$(wc -l <data/mixed.txt)
solved=$(grep -cE '^[1-9]{81}$' "$answers/solutions.txt")
printf '%s puzzles, %s solved\n' "$puzzles" "$solved" >&2
[ "$puzzles" -eq "$solved" ]

if command -v shellcheck >/dev/null; then
    step shellcheck scripts/*.sh .ci/run
else
    echo 'shellcheck is not installed: the scripts were not checked' >&2
fi
