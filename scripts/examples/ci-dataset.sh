#!/bin/sh
# Checks a data set of one-line puzzles in continuous integration: an example to copy.
# usage: scripts/examples/ci-dataset.sh FILE [FOLDER [FLOOR [ANSWERS]]]
#        scripts/examples/ci-dataset.sh --leaks TEST TRAIN [FOLDER]
# With --leaks, it fails only if a puzzle of TEST, or an equivalent one, is in TRAIN. FOLDER then receives leaks.json and
# leaks.txt. Without --leaks, it audits FILE, with the answers in it or in the file ANSWERS, and fails if there are findings.
# It solves FILE and proves that each solution is unique. It then measures the engines `lanes` and `min-candidates` in the same
# run, and fails if `lanes` is less than FLOOR times as fast (default 50): unlike a time, a ratio is valid on any machine.
# FOLDER (default .) receives check.json, answers.txt, summary.json and bench.json. BULKDOKU names the program.
set -eu

program=${BULKDOKU:-bulkdoku}
usage="usage: $0 FILE [FOLDER [FLOOR [ANSWERS]]], or $0 --leaks TEST TRAIN [FOLDER]"
if [ "${1:-}" = --leaks ]; then
    if [ $# -lt 3 ] || [ $# -gt 4 ]; then
        echo "$usage" >&2
        exit 2
    fi
    folder=${4:-.}
    mkdir -p "$folder"
    code=0
    "$program" check "$2" --against "$3" --progress plain --summary "$folder/leaks.json" -o "$folder/findings.txt" || code=$?
    if [ "$code" -gt 1 ]; then
        exit "$code"
    fi
    if grep ': leak: ' "$folder/findings.txt" >"$folder/leaks.txt"; then
        head -n 20 "$folder/leaks.txt"
        exit 1
    fi
    exit 0
fi
if [ $# -lt 1 ] || [ $# -gt 4 ]; then
    echo "$usage" >&2
    exit 2
fi
file=$1
folder=${2:-.}
floor=${3:-50}
answers=${4:-}
mkdir -p "$folder"

"$program" check --progress plain --summary "$folder/check.json" ${answers:+--answers "$answers"} "$file"
"$program" solve --unique --progress plain --summary "$folder/summary.json" "$file" -o "$folder/answers.txt"

"$program" bench "$file" --engine lanes,min-candidates --mode unique --threads 1 --runs 5 --progress never \
    --summary "$folder/bench.json"
python3 - "$folder/bench.json" "$floor" <<'END'
import json, sys

rates = {row["engine"]: row["puzzles_per_second"]["median"] for row in json.load(open(sys.argv[1]))["rows"]}
ratio = rates["lanes"] / rates["min-candidates"]
print(f"lanes is {ratio:.1f} times as fast as min-candidates; the floor is {sys.argv[2]}")
sys.exit(ratio < float(sys.argv[2]))
END
