#!/bin/sh
# Builds the crate benches/peers, which measures other solvers, and runs it on a few puzzles.
# usage: scripts/check-peers.sh
# The crate is not part of the package. Where its dependencies cannot be fetched, the check is skipped with a message.
set -eu

if [ $# -gt 0 ]; then
    echo "usage: $0" >&2
    exit 2
fi
cd "$(dirname "$0")/../benches/peers"
if ! cargo fetch --quiet 2>/dev/null; then
    echo 'the dependencies of benches/peers cannot be fetched: skipped' >&2
    exit 0
fi
cargo fmt --check
cargo clippy --quiet --profile short --all-targets -- -D warnings
cargo test --quiet --profile short
cargo run --quiet --profile short -- --puzzles 20 --rounds 2 --time 1
