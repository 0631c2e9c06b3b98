#!/bin/sh
# Checks the package on other platforms, as far as this machine can; scripts/toolchains.sh installs what that needs.
# usage: scripts/check-platforms.sh [quick|all]
#   quick   type checks for Windows and macOS without a warning, and the kernel's tests on Arm under qemu
#   all     also macOS on x86-64, and the whole test suite for Windows under wine and for Arm under qemu (the default)
# A platform whose toolchain is missing is skipped with a message. A test that Windows does not have is in
# scripts/windows-skipped.txt, with its reason; the check fails if another one is missing.
set -eu

tier=${1:-all}
case $tier in
quick | all) ;;
*)
    echo "usage: $0 [quick|all]" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export CARGO_PROFILE_DEV_DEBUG=0 # type checks alone; tests would take ten times as long without optimisation

# Runs a command of scripts/cross.sh. One that is skipped is no failure.
cross() {
    printf '\n== %s\n' "$*" >&2
    result=0
    scripts/cross.sh "$@" || result=$?
    [ "$result" -eq 3 ] && return 0
    return "$result"
}

# Type checks for a target, where a warning is a failure.
type_checks() {
    if ! cross "$@" >"$work/output" 2>&1; then
        cat "$work/output" >&2
        return 1
    fi
    tail -n 3 "$work/output" >&2
    if grep -A 6 '^warning: ' "$work/output" | grep -v 'generated\|build script'; then
        echo "warnings for $1" >&2
        return 1
    fi
}

# Each test of this machine runs on Windows, too, or is listed with the reason why not.
windows_has_all_tests() {
    cargo test --quiet --release --tests -- --list --format terse 2>/dev/null | sed -n 's/: test$//p' | sort >"$work/here"
    scripts/cross.sh x86_64-pc-windows-gnu test --quiet --release --tests -- --list --format terse 2>/dev/null |
        tr -d '\r' | sed -n 's/: test$//p' | sort >"$work/windows"
    sed 's/[ #].*//; /^$/d' scripts/windows-skipped.txt | sort >"$work/skipped"
    comm -23 "$work/here" "$work/windows" >"$work/missing"
    printf '%s tests here, %s on Windows, %s of them not\n' \
        "$(wc -l <"$work/here")" "$(wc -l <"$work/windows")" "$(wc -l <"$work/missing")" >&2
    [ $((100 * $(wc -l <"$work/missing"))) -le $((5 * $(wc -l <"$work/here"))) ]
    diff "$work/missing" "$work/skipped" >&2
}

type_checks x86_64-pc-windows-gnu check --all-targets --features python
type_checks aarch64-apple-darwin check --all-targets --features python
cross aarch64-unknown-linux-gnu test --quiet --release --lib solver::
[ "$tier" = all ] || exit 0

type_checks x86_64-apple-darwin check --lib --bins --features python
# Tests start the program, so the kernel must know how to start programs of Arm. The memory and the limits of an emulated program
# are those of the emulator, so that tests of these see nothing or wait for ever.
if [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ]; then
    cross aarch64-unknown-linux-gnu test --quiet --release --tests -- --skip out_of_memory:: \
        --skip memory::tables_and_their_columns_take_no_more_memory \
        --skip memory::ten_million_lines_take_no_more_memory_than_half_a_million \
        --skip leaks::memory_does_not_grow_with_the_other_file \
        --skip interruption::threads_that_cannot_be_started_are_reported
else
    echo 'the kernel starts no programs of Arm (binfmt_misc): the tests of the program did not run there' >&2
    cross aarch64-unknown-linux-gnu test --quiet --release --lib
fi
if cross x86_64-pc-windows-gnu test --quiet --release --tests --no-run && scripts/cross.sh x86_64-pc-windows-gnu wine cmd /C exit; then
    cross x86_64-pc-windows-gnu test --quiet --release --tests
    windows_has_all_tests
fi
