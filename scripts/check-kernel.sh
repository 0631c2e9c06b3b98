#!/bin/sh
# Checks the machine code of the release program. The vector kernels must contain no gather, which is slower than it looks,
# and no call except to cold functions: a call in the sweep means that something was not inlined and has lost the
# instruction set. Usage: scripts/check-kernel.sh [PROGRAM]
set -eu

cd "$(dirname "$0")/.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/bulkdoku}
# The cold functions: those that panic, allocate or move memory, end a lane, help it or copy it, read the rare form of a
# puzzle, leave boards out of a batch, choose among several maps of one board, choose the cell of a hard puzzle, or make a table
# at first use; and the search for equal clues, which is plain
# code with AVX2.
cold='panic|_fail|unwrap|expect|grow|alloc|memcpy|memset|memmove|end_without_solution|well_formed'
cold="$cold|read_pencilmarks|place_clues|copy_lane|leave_out|finish::first_of|grid::conflict|cell_order|once::futex"

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

# Calls into the standard library go through slots of the global offset table, and the disassembly shows only the address
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
