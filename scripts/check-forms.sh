#!/bin/sh
# Compares canonical forms with searches that are right at a glance, and records the result in benches/forms/checked.txt:
# drawn boards with all 3,359,232 maps (20,800 boards take some minutes of one core), the orbits of boards with few clues,
# drawn boards on every instruction set, MANY random images of parts of drawn boards and of the files' (a hundred million
# by default, ten minutes of one core), and files with the search that cuts nothing.
# Usage: [MANY=N] scripts/check-forms.sh [BOARDS [SEED [FILE…]]]
set -eu

cd "$(dirname "$0")/.."
boards=${1:-20800}
seed=${2:-1001}
[ $# -lt 2 ] || shift 2
[ $# -gt 0 ] || set -- data/mixed.txt
record=benches/forms/checked.txt
found=$(mktemp)
trap 'rm -f "$found"' EXIT
trap 'exit 130' INT TERM

cargo bench -p bulkdoku-forms --no-run
step() {
    printf '\n%s\n' "$*" >>"$found"
    nice cargo bench -p bulkdoku-forms --quiet -- "$@" >>"$found"
}

printf 'Checked on %s at commit %s\n' "$(date -u +%Y-%m-%d)" "$(git rev-parse --short=12 HEAD)" >"$found"
step brute-force "$boards" "$seed"
step isas-drawn 400000 "$seed"
step isas "$@"
step many "${MANY:-100000000}" "$seed" "$@"
step orbits 4
step unpruned "$@"
cp "$found" "$record"
cat "$record"
