#!/bin/sh
# What continuous integration can run on a data set of one-line puzzles:
#   scripts/ci-dataset.sh FILE [FOLDER [FLOOR]]
# Solves FILE, each puzzle to its only solution, audits it where the program can, and asks that the engine 'lanes' be
# at least FLOOR times (default 5) as fast as 'scalar' in the same run: a ratio holds on any machine, a time on none.
# FOLDER (default .) gets answers.txt, summary.json and bench.json. BULKDOKU names the program.
set -eu

program=${BULKDOKU:-bulkdoku}
if [ $# -lt 1 ]; then
    echo "usage: $0 FILE [FOLDER [FLOOR]]" >&2
    exit 2
fi
file=$1
folder=${2:-.}
floor=${3:-5}
mkdir -p "$folder"

"$program" solve --unique --progress plain --summary "$folder/summary.json" "$file" -o "$folder/answers.txt"
if "$program" check --help >/dev/null 2>&1; then
    "$program" check "$file"
fi

"$program" bench "$file" --engine lanes,scalar --mode unique --threads 1 --runs 5 --no-model --progress never \
    --json "$folder/bench.json" | awk -F '|' -v floor="$floor" '
        { print; gsub(/[ ,]/, "", $9); gsub(/ /, "", $4) }
        $4 == "lanes" { lanes = $9 }
        $4 == "scalar" { scalar = $9 }
        END {
            if (!lanes || !scalar) { print "no figures came out"; exit 1 }
            printf "lanes is %.1f times as fast as scalar; the floor is %s\n", scalar / lanes, floor
            exit scalar / lanes < floor
        }'
