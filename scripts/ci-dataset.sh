#!/bin/sh
# What continuous integration can run on a data set of one-line puzzles:
#   scripts/ci-dataset.sh FILE [FOLDER [FLOOR [ANSWERS]]]
# Audits FILE, with the answers in it or those in the file ANSWERS, and stops when anything is wrong; then solves it,
# each puzzle to its only solution, and asks that the engine 'lanes' be at least FLOOR times (default 5) as fast as
# 'scalar' in the same run: a ratio holds on any machine, a time on none.
# FOLDER (default .) gets check.json, answers.txt, summary.json and bench.json. BULKDOKU names the program.
set -eu

program=${BULKDOKU:-bulkdoku}
if [ $# -lt 1 ]; then
    echo "usage: $0 FILE [FOLDER [FLOOR [ANSWERS]]]" >&2
    exit 2
fi
file=$1
folder=${2:-.}
floor=${3:-5}
answers=${4:-}
mkdir -p "$folder"

"$program" check --progress plain --summary "$folder/check.json" ${answers:+--answers "$answers"} "$file"
"$program" solve --unique --progress plain --summary "$folder/summary.json" "$file" -o "$folder/answers.txt"

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
