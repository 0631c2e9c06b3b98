#!/bin/sh
# Compares ratings with the rules applied in random order, on as many puzzles of a file as wanted, and replays explanations.
#
#   scripts/check-ratings.sh FILE [PUZZLES]      puzzles one per line; 100,000 by default
#
# The tests of `cargo test` do the same on few puzzles. The long form takes about a core-hour for 100,000 puzzles.
set -eu
cd "$(dirname "$0")/.."
file=${1:?"name a file of puzzles, one per line"}
puzzles=${2:-100000}

BULKDOKU_RATING_FILE=$(realpath "$file")
BULKDOKU_RATING_PUZZLES=$puzzles
BULKDOKU_STEPS_PUZZLES=$((puzzles / 10))
export BULKDOKU_RATING_FILE BULKDOKU_RATING_PUZZLES BULKDOKU_STEPS_PUZZLES
cargo test --release --lib rating::tests -- --nocapture
cargo test --release --test program steps:: -- --nocapture
