#!/bin/sh
# Runs cargo for another platform. Tests run under an emulator: qemu for Arm, wine for Windows.
# usage: scripts/cross.sh TARGET COMMAND [ARGUMENT]...    for instance: scripts/cross.sh aarch64-unknown-linux-gnu test --lib
# COMMAND is one of cargo, or `zigbuild` to link with Zig, or `wheel` to build the Python package with it (maturin). `wine PROGRAM
# [ARGUMENT]...` runs a program of Windows instead, in a Windows of its own under target/wine.
# Uses a target that rustup has installed, else the toolchain of scripts/toolchains.sh. Where neither is there, it says what
# is missing and ends with 3.
#
# environment:
#   BULKDOKU_TOOLCHAINS  the folder of scripts/toolchains.sh
#   BULKDOKU_GLIBC       the oldest glibc that a program linked with Zig shall run on, as in 2.17
#   CARGO_TARGET_DIR     the results, target/cross if unset
set -eu

if [ $# -lt 2 ]; then
    echo "usage: $0 TARGET COMMAND [ARGUMENT]..." >&2
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

# Sets a variable of Cargo for the target, unless the caller has.
set_for_target() {
    name=CARGO_TARGET_$(printf %s "$target" | tr 'a-z-' 'A-Z_')_$1
    eval "export $name=\"\${$name:-\$2}\""
}

# Runs a program of Windows.
run_with_wine() {
    wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
    [ -x "$wine" ] || missing wine
    export WINEPREFIX="${WINEPREFIX:-$scripts/../target/wine}"
    export WINEDEBUG="${WINEDEBUG:--all}"
    library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    if [ ! -e "$library" ]; then
        mkdir -p "$(dirname "$WINEPREFIX")"
        "$wine" wineboot -i >/dev/null 2>&1
        # Wine 8 lacks the library that std takes random numbers from.
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

# Tells the linker which symbols the frameworks of macOS have, which come with Apple's SDK alone. arrow-array asks for the time
# zone (chrono, iana-time-zone), and nothing else does.
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

# Where rustup has no std for the target, another compiler has it, or builds it from its source, which only an unstable
# option of Cargo does.
std=
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    [ -x "$folder/rustc" ] || missing std
    export RUSTC="$folder/rustc"
    export RUSTDOC="$folder/rust/usr/bin/rustdoc"
    if [ ! -d "$folder/rust/usr/lib/rustlib/$target" ]; then
        export RUSTC_BOOTSTRAP=1
        case $target in
        wasm32-*)
            std=-Zbuild-std=std,panic_abort
            # A panic ends the module without a message: a tenth smaller, and faster.
            export RUSTFLAGS="${RUSTFLAGS:-} -Zunstable-options -Cpanic=immediate-abort"
            ;;
        *)
            std=-Zbuild-std=std,panic_unwind
            # The start files of the C library come from the linker: this std has none of its own.
            case $target in *-musl) export RUSTFLAGS="${RUSTFLAGS:-} -Clink-self-contained=no" ;; esac
            ;;
        esac
    fi
fi

tool=cargo
case $command in
zigbuild | wheel)
    [ -x "$folder/python/bin/python-zig" ] || command -v zig >/dev/null || missing Zig
    PATH=$folder/python/bin:$PATH # cargo-zigbuild asks its python3 for Zig
    # The linker signs a program of macOS, and what strips it afterwards would break the signature.
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
        if [ -n "$std" ]; then
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
# shellcheck disable=SC2086 # std is one option, or none
exec "$tool" "$command" $std --target "$target" "$@"
