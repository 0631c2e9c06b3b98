#!/bin/sh
# Makes data/mixed.txt again, byte for byte, or the same under another name: scripts/make-data.sh [FILE]
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
file=${1:-$root/data/mixed.txt}
part=$(mktemp)
trap 'rm -f "$part"' EXIT
trap 'exit 130' INT TERM

# What to make: see `bulkdoku generate --help`.
generate() {
    cargo run --release --quiet --manifest-path "$root/Cargo.toml" -- generate --quiet "$@"
}

{
    generate --count 2500 --seed 1 --clues 36-50
    generate --count 3000 --seed 2 --clues 28-35
    generate --count 2000 --seed 3 --clues 24-27
    generate --count 2500 --seed 4 --minimal
} >"$part"
cat "$part" >"$file"
