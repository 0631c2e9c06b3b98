#!/bin/sh
# Recreates the files of puzzles under data/, byte for byte. data/README.md describes them.
# The recipe is commands of the program itself.
# usage: scripts/make-data.sh [FOLDER]
# FOLDER (default: data) gets mixed.txt, known_counts.csv and known_counts_pencilmarks.csv.
# BULKDOKU names the program; without it, the program is built first.
set -eu

usage() {
    echo "usage: $0 [FOLDER]" >&2
    exit 2
}
[ $# -le 1 ] || usage
case ${1:-} in -*) usage ;; esac

root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$root/data}
mkdir -p "$folder"
part=$(mktemp -d)
trap 'rm -rf "$part"' EXIT
trap 'exit 130' INT TERM

if [ -z "${BULKDOKU:-}" ]; then
    cargo build --release --quiet --manifest-path "$root/Cargo.toml"
    BULKDOKU=${CARGO_TARGET_DIR:-$root/target}/release/bulkdoku
fi

generate() {
    "$BULKDOKU" generate --quiet "$@"
}

# Writes one number for each puzzle of the file $1. The engine `single` counts, and the engine `lanes` must agree.
count() {
    "$BULKDOKU" count --quiet --limit 1000000 --engine single "$1" >"$part/single"
    "$BULKDOKU" count --quiet --limit 1000000 --engine lanes "$1" >"$part/lanes"
    cmp "$part/single" "$part/lanes" >&2
    cat "$part/single"
}

# Appends to the table $1 the first $2 puzzles of the standard input that have from $3 to $4 solutions.
# It is an error if there are fewer.
take() {
    cat >"$part/candidates"
    count "$part/candidates" | paste -d , "$part/candidates" - |
        awk -F , -v most="$2" -v least="$3" -v limit="$4" \
            '$2 >= least && $2 <= limit && taken < most { print; taken++ }' >"$part/taken"
    if [ "$(wc -l <"$part/taken")" -ne "$2" ]; then
        echo "only $(wc -l <"$part/taken") of $2 puzzles with $3 to $4 solutions came out" >&2
        exit 1
    fi
    cat "$part/taken" >>"$1"
}

# Removes $1 clues from each puzzle, depending on its line number.
without_clues() {
    awk -v clues="$1" '{
        for (taken = 0; taken < clues; taken++) {
            left = $0; gsub(/[^1-9]/, "", left)
            skip = (NR * 7 + taken * 5) % length(left)
            for (cell = 1; cell <= 81; cell++)
                if (substr($0, cell, 1) != "." && skip-- == 0) break
            $0 = substr($0, 1, cell - 1) "." substr($0, cell + 1)
        }
        print
    }'
}

# Reads `puzzle,solution` and puts one wrong digit into a blank cell, where it conflicts with no clue. The puzzle had one
# solution, so it now has no solution.
with_a_wrong_digit() {
    awk -F , '
        function clashes(at, digit,    other) {
            for (other = 0; other < 81; other++)
                if (substr($1, other + 1, 1) == digit && (int(other / 9) == int(at / 9) || other % 9 == at % 9 ||
                    (int(other / 27) == int(at / 27) && int(other % 9 / 3) == int(at % 9 / 3)))) return 1
            return 0
        }
        {
            for (step = 0; step < 81; step++) {
                at = (NR * 13 + step) % 81
                if (substr($1, at + 1, 1) != ".") continue
                for (digit = 1; digit <= 9; digit++)
                    if (substr($2, at + 1, 1) != digit && !clashes(at, digit)) {
                        print substr($1, 1, at) digit substr($1, at + 2)
                        next
                    }
            }
        }'
}

# Reads `puzzle,solution` and writes 729 characters for each: the candidates of each of the 81 cells.
# $1 says which candidates a blank cell has: `open` those that no clue in its row, column and box forbids, `next` the
# solution and the digit after it, `pairs` the solution and its partner in 12, 34, 56, 78 (also for clues), `solved` only
# the solution, `wrong` the same as `open`, but without the solution in one cell, `empty` the same with one cell that has
# no candidate at all.
pencilmarks() {
    awk -F , -v kind="$1" '
        function seen(at, digit,    other) {
            for (other = 0; other < 81; other++)
                if (substr($1, other + 1, 1) == digit && (int(other / 9) == int(at / 9) || other % 9 == at % 9 ||
                    (int(other / 27) == int(at / 27) && int(other % 9 / 3) == int(at % 9 / 3)))) return 1
            return 0
        }
        function may_hold(at, digit,    clue, solution) {
            clue = substr($1, at + 1, 1); solution = substr($2, at + 1, 1) + 0
            if (kind == "pairs") return solution == digit || solution < 9 && digit < 9 && int((solution - 1) / 2) == int((digit - 1) / 2)
            if (kind == "solved" || clue != ".") return solution == digit
            if (kind == "next") return solution == digit || solution % 9 + 1 == digit
            if (at == spoilt) return kind == "wrong" && digit != solution && !seen(at, digit)
            return !seen(at, digit)
        }
        {
            spoilt = -1
            if (kind == "wrong" || kind == "empty") { spoilt = NR * 13 % 81; while (substr($1, spoilt + 1, 1) != ".") spoilt = (spoilt + 1) % 81 }
            record = ""
            for (at = 0; at < 81; at++)
                for (digit = 1; digit <= 9; digit++)
                    record = record (may_hold(at, digit) ? digit : ".")
            print record
        }'
}

# Reads puzzles and writes `puzzle,solution`.
with_solutions() {
    cat >"$part/unsolved"
    "$BULKDOKU" solve --quiet --unique --engine single "$part/unsolved" | paste -d , "$part/unsolved" -
}

make_mixed() {
    generate --count 2500 --seed 1 --clues 36-50
    generate --count 3000 --seed 2 --clues 28-35
    generate --count 2000 --seed 3 --clues 24-27
    generate --count 2500 --seed 4 --minimal
}

make_known_counts() {
    table=$part/known_counts.csv
    echo puzzle,count >"$table"
    solved=$part/solved
    generate --count 20 --seed 10 | with_solutions | cut -d , -f 2 >"$solved"

    # One solution.
    generate --count 30 --seed 11 --clues 36-50 | take "$table" 30 1 1
    generate --count 30 --seed 12 | take "$table" 30 1 1
    generate --count 40 --seed 13 --minimal | take "$table" 40 1 1
    generate --count 20 --seed 14 --minimal --clues 21 | take "$table" 20 1 1
    head -n 5 "$solved" | take "$table" 5 1 1
    head -n 10 "$solved" | sed 's/5/./g' | take "$table" 10 1 1
    # No solution: a wrong digit, two equal clues in a house, a cell without a candidate, a digit without a place.
    generate --count 30 --seed 15 | with_solutions | with_a_wrong_digit | take "$table" 30 0 0
    generate --count 30 --seed 16 --minimal | with_solutions | with_a_wrong_digit | take "$table" 30 0 0
    sed 's/^\(.\)./\1\1/' "$solved" | head -n 5 | take "$table" 5 0 0
    tr -d ' ' <<'END' | take "$table" 4 0 0
12345678. ......... ......... ......... ........9 ......... ......... ......... .........
.23.....1 .79...... ..8...... 4........ 5........ ......... 6........ ......... .........
234...... ....1.... .......1. ......... ......... ......... ......... ......... .........
......234 1........ ...1..... ......... ......... ......... ......... ......... .........
END
    # Two solutions, then more of them.
    generate --count 2000 --seed 17 --minimal | without_clues 1 | take "$table" 50 2 2
    generate --count 200 --seed 18 --minimal | without_clues 1 | take "$table" 40 3 100
    generate --count 200 --seed 19 --minimal | without_clues 3 | take "$table" 30 101 2000
    generate --count 200 --seed 20 --minimal | without_clues 4 | take "$table" 6 2001 20000
    sed 's/[12]/./g' "$solved" | take "$table" 10 2 1000
    sed 's/[3467]/./g' "$solved" | take "$table" 10 2 20000
    sed 's/^.\{27\}/.........................../' "$solved" | take "$table" 10 2 20000
}

make_known_pencilmarks() {
    table=$part/known_counts_pencilmarks.csv
    echo puzzle,count >"$table"
    generate --count 5 --seed 21 | with_solutions >"$part/pairs"
    pencilmarks open <"$part/pairs" | take "$table" 5 1 1
    pencilmarks solved <"$part/pairs" | take "$table" 5 1 1
    pencilmarks wrong <"$part/pairs" | take "$table" 5 0 0
    pencilmarks empty <"$part/pairs" | take "$table" 5 0 0
    pencilmarks next <"$part/pairs" | take "$table" 5 1 1000
    pencilmarks pairs <"$part/pairs" | take "$table" 5 2 20000
}

make_mixed >"$part/mixed.txt"
make_known_counts
make_known_pencilmarks
for file in mixed.txt known_counts.csv known_counts_pencilmarks.csv; do
    cat "$part/$file" >"$folder/$file"
done
