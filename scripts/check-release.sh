#!/bin/sh
# Lists and counts what the owner has to fill in before a release, and fails if anything is open: places marked OWNER, the date
# in the changelog, and actions of the workflows that no hash pins.
# usage: scripts/check-release.sh
set -eu

cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
open=$(
    git grep -n 'OWNER:' -- ':!scripts' || true
    grep -nE 'uses: ' .github/workflows/*.yml scripts/examples/*.yml | grep -vE 'uses: [a-z-]+/[a-z-]+@[0-9a-f]{40} # v[0-9.]+$' || true
    grep -q "^## $version (20" CHANGELOG.md || echo "CHANGELOG.md: $version has no date"
)
[ -n "$open" ] || exit 0
printf '%s open before a release:\n%s\n' "$(printf '%s\n' "$open" | wc -l)" "$open" >&2
exit 1
