#!/bin/sh
# Measures, records the figures under benches/results/ with machine and commit, and updates the tables made from them:
# the short one in README.md and the full one in src/guide/bench.md.
# usage: scripts/record-bench.sh [--try] [OPTION...]
# OPTION is one of `bulkdoku bench`; --engine lanes,scalar --mode unique has what the tables need.
# --try records nothing: it checks that figures come out, and that both tables are made from a recorded file.
# BULKDOKU names the program to --try; otherwise it is built first.
set -eu

cd "$(dirname "$0")/.."
try=
if [ "${1:-}" = --try ]; then
    try=yes
    shift
fi
# The program holds the commit that it was built from. The figures must name the commit that is checked out.
if [ -z "$try" ]; then
    BULKDOKU_COMMIT=$(git describe --always --abbrev=12 --dirty=+ --exclude '*')
    export BULKDOKU_COMMIT
    unset BULKDOKU
fi
if [ -z "${BULKDOKU:-}" ]; then
    cargo build --release --quiet
    BULKDOKU=${CARGO_TARGET_DIR:-target}/release/bulkdoku
fi
part=$(mktemp -d)
trap 'rm -rf "$part"' EXIT
trap 'exit 130' INT TERM

# Writes the file $1 with the text of the file $2 between the comments `bench: begin` and `bench: end`.
with_table() {
    awk -v table="$2" '
        /^<!-- bench: begin/ { print; print ""; while ((getline line < table) > 0) print line; print ""; skip = 1 }
        /^<!-- bench: end/ { skip = 0 }
        !skip { print }' "$1"
}

# Writes the short table of the recorded file $1: for each set the rates of the engines `lanes` and `scalar`, where
# uniqueness is proved, from memory to memory.
short_table() {
    awk -F ' *[|] *' -v name="benches/results/$(basename "$1")" '
        BEGIN {
            clues["easy"] = ", 36 to 46 clues"; clues["ordinary"] = ", 28 to 34 clues"
            clues["minimal"] = ", every clue needed"; clues["hard"] = ", many guesses needed"
            clues["multi-solution"] = ", two solutions or more"; clues["impossible"] = ", no solution"
        }
        NR == 1 { machine = $0 }
        NR == 2 { build = $0 }
        $3 == "memory" && $6 == "unique" && $7 ~ /^[0-9]+$/ {
            if (!($2 in seen)) { seen[$2] = 1; sets[++count] = $2 }
            if ($4 == "lanes" && !isa) isa = $5
            if ($4 == "lanes" && $5 != isa) next
            if ($4 == "lanes" && $7 > most) most = $7
            rate = $8; sub(/ \(.*/, "", rate)
            rates[$2, $4, $7] = rate
        }
        END {
            print "| set | `lanes`, 1 thread | `lanes`, " most " threads | `scalar`, 1 thread |"
            print "|---|--:|--:|--:|"
            for (i = 1; i <= count; i++) {
                set = sets[i]
                if (!((set, "lanes", 1) in rates) || !((set, "scalar", 1) in rates)) exit 1
                print "| " set clues[set] " | " rates[set, "lanes", 1] " | " rates[set, "lanes", most] \
                    " | " rates[set, "scalar", 1] " |"
            }
            if (!count) exit 1
            print ""
            print "Puzzles per second, from text in memory to text in memory, where a second solution is searched for."
            print "Instruction set " isa "; " machine "."
            print "[Recorded](" name ") with " build "."
        }' "$1"
}

# Writes the machine, the build and the table of rates of the recorded file $1.
rates_table() {
    awk '/^[|]/ { table = 1 } table && /^$/ { exit } { print }' "$1"
}

# Do README.md and the guide have the tables of the recorded file $1?
is_shown() {
    short_table "$1" >"$part/short.txt" && rates_table "$1" >"$part/rates.txt" || return 1
    with_table README.md "$part/short.txt" | cmp -s - README.md &&
        with_table src/guide/bench.md "$part/rates.txt" | cmp -s - src/guide/bench.md
}

"$BULKDOKU" bench --summary "$part/figures.json" "$@" >"$part/table.txt"
if ! grep -q '^| set ' "$part/table.txt" || [ ! -s "$part/figures.json" ]; then
    echo "no table came out: nothing was recorded" >&2
    exit 1
fi

if [ -n "$try" ]; then
    for table in benches/results/*.txt; do
        if is_shown "$table"; then
            echo "a table came out; README.md and src/guide/bench.md show $table" >&2
            exit
        fi
    done
    echo "README.md and src/guide/bench.md do not show one file of benches/results/: make them with $0" >&2
    exit 1
fi

name=benches/results/$(date +%Y-%m-%d)-$(git rev-parse --short HEAD)
cp "$part/table.txt" "$part/$(basename "$name").txt"
if ! short_table "$part/$(basename "$name").txt" >"$part/short.txt"; then
    echo "the short table needs the engines lanes and scalar, mode unique and one thread: nothing was recorded" >&2
    exit 1
fi
mkdir -p benches/results
cp "$part/figures.json" "$name.json"
cp "$part/table.txt" "$name.txt"
with_table README.md "$part/short.txt" >"$part/README.md"
rates_table "$name.txt" >"$part/rates.txt"
with_table src/guide/bench.md "$part/rates.txt" >"$part/bench.md"
cat "$part/README.md" >README.md
cat "$part/bench.md" >src/guide/bench.md
echo "$name.json and $name.txt are new; README.md and src/guide/bench.md show them" >&2
