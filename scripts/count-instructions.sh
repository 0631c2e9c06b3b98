#!/bin/sh
# Counts the instructions that the whole program takes per puzzle with one thread, and prints a table: counts do not depend on
# the clock or on what else the machine does. It proves that solutions are unique or, with --canon, makes canonical forms.
# usage: scripts/count-instructions.sh [--arm] [--canon] [FILE...]
# Without --arm the program of this machine runs under valgrind. With --arm the program for aarch64 runs under QEMU with the
# plugin of benches/instructions. Without a FILE the sets in the folder BULKDOKU_SETS are counted, or data/mixed.txt if there are none.
# Of each file the first 1,000 lines count. A run with one puzzle is subtracted.
# Where something that it needs is missing, it says so and ends with 3.
#
# environment:
#   BULKDOKU             the program; if unset, that of target/release, or of target/cross for Arm
set -eu

cd "$(dirname "$0")/.."
lines=1000
arm=
command='solve --unique'
sets='kaggle_easy_21000 17_clue_49151 magictour_top1465 hardest_1905_11plus_48766 multi_solution_serg_10000'
while :; do
    case ${1:-} in
    --arm) arm=yes ;;
    --canon)
        command=canon
        sets="$sets 17_clue_49151.solutions" # whole grids start with maps from a table
        ;;
    *) break ;;
    esac
    shift
done
if [ $# -eq 0 ]; then
    for set in $sets; do
        [ ! -f "${BULKDOKU_SETS:-.}/$set.txt" ] || set -- "$@" "$BULKDOKU_SETS/$set.txt"
    done
    [ $# -gt 0 ] || set -- data/mixed.txt
fi

missing() {
    printf 'skipped: no %s\n' "$*" >&2
    exit 3
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

if [ -n "$arm" ]; then
    program=${BULKDOKU:-target/cross/aarch64-unknown-linux-gnu/release/bulkdoku}
    isas='portable neon'
    command -v qemu-aarch64 >/dev/null || missing qemu-aarch64
    command -v cc >/dev/null || missing 'C compiler'
    cc -shared -fPIC -O2 -o "$folder/count.so" benches/instructions/count.c
    run() {
        qemu-aarch64 -L /usr/aarch64-linux-gnu -plugin "$folder/count.so" -d plugin -D "$folder/log" "$@" ||
            [ $? -eq 1 ] # some puzzles do not have one solution
        sed -n 's/^instructions //p' "$folder/log"
    }
else
    program=${BULKDOKU:-target/release/bulkdoku}
    isas='portable avx2'
    command -v valgrind >/dev/null || missing valgrind
    run() {
        valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$folder/log" "$@" ||
            [ $? -eq 1 ]
        sed -n 's/.*I *refs: *//p' "$folder/log" | tr -d ,
    }
fi
[ -x "$program" ] || missing "$program: build it first"

# The instructions of the program on instruction set $1 and file $2.
instructions() {
    # shellcheck disable=SC2086 # a command with its options
    BULKDOKU_ISA=$1 run "$program" $command -q -j1 -o /dev/null "$2"
}

printf '| set | puzzles |'
for isa in $isas; do printf ' %s |' "$isa"; done
printf ' ratio |\n|---|---|---|---|---|\n'
for file in "$@"; do
    grep -v '^#' "$file" | head -n "$lines" >"$folder/set.txt"
    head -n 1 "$folder/set.txt" >"$folder/one.txt"
    puzzles=$(($(wc -l <"$folder/set.txt") - 1))
    counts=
    for isa in $isas; do
        all=$(instructions "$isa" "$folder/set.txt")
        one=$(instructions "$isa" "$folder/one.txt")
        counts="$counts $(((all - one) / puzzles))"
    done
    # shellcheck disable=SC2086 # two counts
    printf '%s %s %s %s\n' "$(basename "$file" .txt)" "$puzzles" $counts |
        awk '{ printf "| %s | %d | %d | %d | %.2f |\n", $1, $2, $3, $4, $4 / $3 }'
done
