#!/bin/sh
# Counts what the owner has to fill in before the first release, and fails if anything is open.
# usage: scripts/check-release.sh
set -eu

cd "$(dirname "$0")/.."
open=$(grep -n 'OWNER:' Cargo.toml || true)
if [ -n "$open" ]; then
    printf 'open before a release:\n%s\n' "$open" >&2
    exit 1
fi
grep -q "^## $(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1) (20" CHANGELOG.md || {
    echo 'CHANGELOG.md has no date for this version' >&2
    exit 1
}
