#!/bin/sh
# Analyses the machine code of the program: checks the vector kernels, or counts the instructions of whole runs.
# cargo-show-asm prints a function, but has no rule for what it may contain; valgrind and qemu count, but not per puzzle.
# usage: scripts/machine-code.sh check [PROGRAM]
#        scripts/machine-code.sh count [--arm] [--canon] [FILE...]
# check: the vector kernels of the release program must contain no gather, which is slower than it looks, and no call except to
# cold functions: a call in the sweep means that something was not inlined and has lost the instruction set.
# count prints a table of the instructions per puzzle with one thread. Counts depend neither on the clock nor on other processes.
# It proves that solutions are unique or, with --canon, makes canonical forms. Without --arm, the program for this machine runs
# under valgrind. With --arm, the program for aarch64 runs under QEMU with the plugin of benches/instructions. Without a FILE, it
# uses the sets in the folder BULKDOKU_SETS, or data/mixed.txt if there are none. It counts the first 1,000 lines of each file,
# and subtracts a run with one puzzle. If something is missing, it says so and exits with 3.
#
# environment:
#   BULKDOKU             the program to count; if unset, the one in target/release, or in target/cross for Arm
set -eu

cd "$(dirname "$0")/.."

check() {
    program=${1:-${CARGO_TARGET_DIR:-target}/release/bulkdoku}
    # The cold functions: those that panic, allocate or move memory, end a lane, help it or copy it, read the rare form of a
    # puzzle or its rare blanks, leave boards out of a batch, choose among several maps of one board, choose the cell of a hard
    # puzzle, or make a table at first use; and the search for equal clues, which is plain code with AVX2.
    cold='is_puzzle|with_usual_blanks|panic|_fail|unwrap|expect|grow|alloc|memcpy|memset|memmove|end_without_solution|well_formed'
    cold="$cold|read_pencilmarks|place_clues|copy_lane|leave_out|finish::first_of|grid::conflict|DeadEnds.*learn|look_ahead|text_order|once::futex"

    if ! command -v objdump >/dev/null; then
        echo 'objdump is not installed: the kernels were not checked' >&2
        exit 0
    fi
    if [ "$(uname -m)" != x86_64 ]; then
        echo "the kernels for AVX are not on $(uname -m): nothing to check" >&2
        exit 0
    fi
    if [ ! -f "$program" ]; then
        echo "there is no $program: build it with 'cargo build --release', or name another" >&2
        exit 2
    fi

    code=$(mktemp)
    trap 'rm -f "$code"' EXIT
    trap 'exit 130' INT TERM
    objdump --disassemble --demangle --no-show-raw-insn "$program" >"$code"

    # Calls into the standard library go through slots of the global offset table, and the disassembly only shows the address
    # of the slot. This lists the slots with the functions that they point to.
    slots=$(mktemp)
    trap 'rm -f "$code" "$slots"' EXIT
    {
        objdump --syms --demangle "$program"
        objdump --dynamic-reloc "$program"
    } | awk '
        function address(text) { sub(/^(0x)?0*/, "", text); return text }
        / F \.text/ { name = $0; sub(/.*\.text[ \t]+[0-9a-f]+ +/, "", name); functions[address($1)] = name }
        $2 == "R_X86_64_RELATIVE" { target = $3; sub(/.*\+/, "", target); print address($1), functions[address(target)] }
        $2 == "R_X86_64_GLOB_DAT" || $2 == "R_X86_64_JUMP_SLOT" { print address($1), $3 }' >"$slots"

    for kernel in enter_avx512 enter_avx2; do
        # shellcheck disable=SC2016 # the dollars are awk's
        awk -v kernel="$kernel" -v cold="$cold" -v slots="$slots" '
            function trim(text) { gsub(/ /, "", text); return text }
            FILENAME == slots { slot = $1; $1 = ""; function_of[slot] = $0; next }
            match($0, /# [0-9a-f]+ </) { $0 = $0 " " function_of[substr($0, RSTART + 2, RLENGTH - 4)] }
            /^[0-9a-f]+ <.*>:$/ { inside = index($0, kernel) > 0; if (inside) found++; next }
            !inside { next }
            { instructions++ }
            $2 ~ /gather/ { print kernel ": a gather: " $0; bad++ }
            # The address of a function that is called several times may be in a register: mov 0x..(%rip),%r14  # .. <memset@..>
            $2 == "mov" && match($0, /,%r[a-z0-9]+ +#/) { held[trim(substr($0, RSTART + 1, RLENGTH - 2))] = $0 }
            # and may be moved to another one: mov %r12,%rax
            $2 == "mov" && split($3, moved, ",") == 2 && moved[1] in held { held[moved[2]] = held[moved[1]] }
            $2 ~ /^call/ {
                calls++
                place = $0
                for (register in held)
                    if ($3 == "*" register) place = place held[register]
                if (place !~ cold) { print kernel ": a call: " $0; bad++ }
            }
            END {
                if (!found) { print kernel ": not in the program: was it renamed or inlined?"; exit 1 }
                printf "%s: %d instructions, %d calls to cold functions, %d faults\n", kernel, instructions, calls - bad, bad
                exit bad > 0
            }' "$slots" "$code" >&2 || failed=yes
    done
    [ -z "${failed:-}" ]
}

count() {
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
}

tool=${1:-}
[ $# -eq 0 ] || shift
case $tool in
check | count) "$tool" "$@" ;;
*)
    echo "usage: $0 check [PROGRAM] | count [--arm] [--canon] [FILE...]" >&2
    exit 2
    ;;
esac
