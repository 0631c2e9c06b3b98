#!/bin/sh
# Runs cargo for another platform. Tests run under an emulator: qemu for Arm, wine for Windows.
# `cross` needs containers, and has none for macOS.
# usage: scripts/cross.sh TARGET COMMAND [ARGUMENT]...    for instance: scripts/cross.sh aarch64-unknown-linux-gnu test --lib
#        scripts/cross.sh check [quick|all]
# COMMAND is a command of cargo, `zigbuild` to link with Zig, or `wheel` to build the Python package with Zig (maturin). `wine
# PROGRAM [ARGUMENT]...` runs a Windows program instead, in a separate Windows environment under target/wine.
# Uses a target that rustup has installed, otherwise the toolchain of scripts/toolchains.sh. If both are missing, it says what
# is missing and exits with 3.
# check checks the package on other platforms, as far as this machine can:
#   quick   type checks for Windows, macOS and WebAssembly without a warning, and the kernel's tests on Arm under qemu
#   all     also macOS on x86-64, and the whole test suite for Windows under wine and for Arm under qemu (the default)
# A platform without a toolchain is skipped with a message. scripts/windows-skipped.txt lists the tests that are missing on
# Windows, with the reason; the check fails if another one is missing.
#
# environment:
#   BULKDOKU_TOOLCHAINS  the folder of scripts/toolchains.sh
#   BULKDOKU_GLIBC       the oldest glibc for programs linked with Zig, such as 2.17
#   CARGO_TARGET_DIR     the results, target/cross if unset
set -eu

# Checks the package on other platforms.
check_platforms() {
    tier=$1
    cd "$(dirname "$0")/.."
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT TERM
    export CARGO_PROFILE_DEV_DEBUG=0 # only type checks; tests would take ten times as long without optimization

    flags= # of the compiler

    # Runs a command of scripts/cross.sh. A skipped command is not a failure.
    cross() {
        printf '\n== %s\n' "$*" >&2
        result=0
        env ${flags:+"RUSTFLAGS=$flags"} scripts/cross.sh "$@" || result=$?
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

    # Each test of this machine also runs on Windows, or is listed with the reason why not.
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

    type_checks x86_64-pc-windows-gnu check --all-targets --package bulkdoku --package bulkdoku-python
    type_checks aarch64-apple-darwin check --all-targets --package bulkdoku --package bulkdoku-python
    flags=-Ctarget-feature=+simd128 # as in scripts/web.sh
    type_checks wasm32-unknown-unknown check --package bulkdoku-web
    flags=
    cross aarch64-unknown-linux-gnu test --quiet --release --lib solver::
    [ "$tier" = all ] || return 0

    type_checks x86_64-apple-darwin check --lib --bins --package bulkdoku --package bulkdoku-python
    # Tests start the program, so the kernel must be able to start Arm programs. The memory and the limits of an emulated program
    # are those of the emulator, so tests of these see nothing or wait forever.
    if [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ]; then
        cross aarch64-unknown-linux-gnu test --quiet --release --tests -- --skip out_of_memory:: \
            --skip memory::tables_and_their_columns_take_no_more_memory \
            --skip memory::ten_million_lines_take_no_more_memory_than_half_a_million \
            --skip leaks::memory_does_not_grow_with_the_other_file \
            --skip interruption::threads_that_cannot_be_started_are_reported
    else
        echo 'the kernel cannot start Arm programs (binfmt_misc): the tests of the program did not run there' >&2
        cross aarch64-unknown-linux-gnu test --quiet --release --lib
    fi
    if cross x86_64-pc-windows-gnu test --quiet --release --tests --no-run && scripts/cross.sh x86_64-pc-windows-gnu wine cmd /C exit; then
        cross x86_64-pc-windows-gnu test --quiet --release --tests
        windows_has_all_tests
    fi
}

case $* in
check | 'check all' | 'check quick')
    check_platforms "${2:-all}" # not in a list, where a failure would not end it
    exit
    ;;
esac
if [ $# -lt 2 ] || [ "$1" = check ]; then
    echo "usage: $0 TARGET COMMAND [ARGUMENT]... | check [quick|all]" >&2
    exit 2
fi
target=$1
command=$2
shift 2
scripts=$(cd "$(dirname "$0")" && pwd)
folder=${BULKDOKU_TOOLCHAINS:-${XDG_CACHE_HOME:-$HOME/.cache}/bulkdoku/toolchains}
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$scripts/../target/cross}"

missing() {
    printf 'skipped: no %s for %s; scripts/toolchains.sh installs it on Debian\n' "$1" "$target" >&2
    exit 3
}

# Sets a variable of Cargo for the target, unless the caller has set it.
set_for_target() {
    name=CARGO_TARGET_$(printf %s "$target" | tr 'a-z-' 'A-Z_')_$1
    eval "export $name=\"\${$name:-\$2}\""
}

# Runs a Windows program.
run_with_wine() {
    wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
    [ -x "$wine" ] || missing wine
    export WINEPREFIX="${WINEPREFIX:-$scripts/../target/wine}"
    export WINEDEBUG="${WINEDEBUG:--all}"
    library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    if [ ! -e "$library" ]; then
        mkdir -p "$(dirname "$WINEPREFIX")"
        "$wine" wineboot -i >/dev/null 2>&1
        # Wine 8 lacks the library that std uses for random numbers.
        source=$WINEPREFIX/random.c
        cat >"$source" <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, (ULONG)count); }
C
        x86_64-w64-mingw32-gcc -shared -o "$library.part" "$source" -ladvapi32
        mv "$library.part" "$library"
    fi
    exec "$wine" "$@"
}

# Tells the linker which symbols the frameworks of macOS have, because these only come with Apple's SDK. Only arrow-array needs
# them, for the time zone (chrono, iana-time-zone).
name_frameworks() {
    frameworks=$CARGO_TARGET_DIR/frameworks
    mkdir -p "$frameworks/CoreFoundation.framework"
    cat >"$frameworks/CoreFoundation.framework/CoreFoundation.tbd" <<'TBD'
--- !tapi-tbd
tbd-version: 4
targets: [ x86_64-macos, arm64-macos ]
install-name: /System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation
exports:
  - targets: [ x86_64-macos, arm64-macos ]
    symbols: [ _CFRelease, _CFStringGetBytes, _CFStringGetCStringPtr, _CFStringGetLength,
               _CFTimeZoneCopySystem, _CFTimeZoneGetName, _CFTimeZoneResetSystem ]
...
TBD
    export RUSTFLAGS="${RUSTFLAGS:-} -Clink-arg=-F$frameworks"
}

[ "$command" != wine ] || run_with_wine "$@"

# If rustup has no std for the target, another compiler has it, or builds it from source, which needs an unstable option of
# Cargo. For WebAssembly, std is always built from source: the one of rustup formats panic messages, which a browser does not
# show, and makes the page a tenth larger.
sysroot=$(rustc --print sysroot)
std=
case $target in
wasm32-*) std=source ;;
*) [ -d "$sysroot/lib/rustlib/$target/lib" ] || std=elsewhere ;;
esac
if [ "$std" = elsewhere ] || { [ "$std" = source ] && [ ! -d "$sysroot/lib/rustlib/src/rust/library" ]; }; then
    [ -x "$folder/rustc" ] || missing 'std, or its source (rustup component add rust-src)'
    export RUSTC="$folder/rustc"
    export RUSTDOC="$folder/rust/usr/bin/rustdoc"
    [ ! -d "$folder/rust/usr/lib/rustlib/$target" ] || std=
fi
if [ -n "$std" ]; then
    export RUSTC_BOOTSTRAP=1
    case $target in
    wasm32-*)
        std='-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size' # sorts, for instance: 10 KB less, as fast
        # A panic ends the module without a message: a tenth smaller, and faster.
        export RUSTFLAGS="${RUSTFLAGS:-} -Zunstable-options -Cpanic=immediate-abort"
        ;;
    *)
        std=-Zbuild-std=std,panic_unwind
        # The start files of the C library come from the linker, because this std has none.
        case $target in *-musl) export RUSTFLAGS="${RUSTFLAGS:-} -Clink-self-contained=no" ;; esac
        ;;
    esac
fi

tool=cargo
case $command in
zigbuild | wheel)
    [ -x "$folder/python/bin/python-zig" ] || command -v zig >/dev/null || missing Zig
    PATH=$folder/python/bin:$PATH # cargo-zigbuild asks its python3 for Zig
    # The linker signs a macOS program, and stripping it afterwards would break the signature.
    case $target in *-apple-*) export RUSTFLAGS="${RUSTFLAGS:-} -Cstrip=none" ;; esac
    if [ "$command" = wheel ]; then
        tool=maturin
        command=build
        case $target in *-apple-*) name_frameworks ;; esac
    else
        target=$target${BULKDOKU_GLIBC:+.$BULKDOKU_GLIBC}
    fi
    ;;
*)
    case $target in
    aarch64-unknown-linux-gnu)
        command -v aarch64-linux-gnu-gcc >/dev/null || missing 'C compiler'
        set_for_target LINKER aarch64-linux-gnu-gcc
        set_for_target RUNNER qemu-aarch64
        export QEMU_LD_PREFIX="${QEMU_LD_PREFIX:-/usr/aarch64-linux-gnu}" # for the programs that tests start, too
        ;;
    x86_64-pc-windows-gnu)
        command -v x86_64-w64-mingw32-gcc >/dev/null || missing 'C compiler'
        set_for_target RUNNER "$scripts/cross.sh $target wine"
        ;;
    wasm32-unknown-unknown)
        if [ "${RUSTC:-}" = "$folder/rustc" ]; then # rustup has a linker
            command -v wasm-ld-22 >/dev/null || missing linker
            set_for_target LINKER wasm-ld-22
        fi
        ;;
    *-apple-darwin)
        export CC="${CC:-true}" AR="${AR:-true}" # type checks need no C compiler
        ;;
    esac
    ;;
esac
# shellcheck disable=SC2086 # std is options, or none
exec "$tool" "$command" $std --target "$target" "$@"
