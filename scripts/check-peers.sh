#!/bin/sh
# Builds benches/peers and runs it on a few puzzles, where its crates can be had: it is no part of the package, and a
# machine without a network is no fault.
set -eu

cd "$(dirname "$0")/../benches/peers"
if ! cargo fetch --quiet 2>/dev/null; then
    echo 'the crates of benches/peers cannot be had: skipped' >&2
    exit 0
fi
cargo fmt --check
cargo clippy --quiet --profile short --all-targets -- -D warnings
cargo test --quiet --profile short
cargo run --quiet --profile short -- --puzzles 20 --rounds 2 --time 1
