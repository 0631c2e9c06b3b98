#!/bin/sh
# Runs cargo for another platform, or checks the package on those that no test here runs on.
# usage: scripts/cross.sh TARGET COMMAND [ARGUMENT]...    for instance: scripts/cross.sh aarch64-unknown-linux-gnu test --lib
#        scripts/cross.sh check
# COMMAND is a command of cargo. Tests for Arm run under qemu. check type checks for Windows, macOS and WebAssembly, where a warning is
# a failure, and runs the kernel's tests for Arm; .github/workflows/check.yml has machines that run all tests there.
# Uses a target that rustup has installed, otherwise the toolchain of scripts/toolchains.sh. If both are missing, it says what
# is missing and exits with 3. check skips such a platform.
#
# environment:
#   BULKDOKU_TOOLCHAINS  the folder of scripts/toolchains.sh
#   CARGO_TARGET_DIR     the results, target/cross if unset
set -eu

# Runs a command of this script. A skipped command is not a failure.
cross() {
    printf '\n== %s\n' "$*" >&2
    result=0
    "$0" "$@" || result=$?
    [ "$result" -eq 3 ] || return "$result"
}

check_platforms() {
    export CARGO_PROFILE_DEV_DEBUG=0 RUSTFLAGS=-Dwarnings
    for platform in x86_64-pc-windows-gnu aarch64-apple-darwin x86_64-apple-darwin; do
        cross "$platform" check --quiet --all-targets --package bulkdoku --package bulkdoku-python
    done
    RUSTFLAGS='-Dwarnings -Ctarget-feature=+simd128' cross wasm32-unknown-unknown check --quiet --package bulkdoku-web # as in web.sh
    cross aarch64-unknown-linux-gnu test --quiet --release --package bulkdoku-kernel --lib
}

if [ "$*" = check ]; then
    check_platforms
    exit
fi
if [ $# -lt 2 ]; then
    echo "usage: $0 TARGET COMMAND [ARGUMENT]... | check" >&2
    exit 2
fi
target=$1
command=$2
shift 2
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${BULKDOKU_TOOLCHAINS:-${XDG_CACHE_HOME:-$HOME/.cache}/bulkdoku/toolchains}
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$root/target/cross}"

missing() {
    printf 'skipped: no %s for %s; scripts/toolchains.sh installs it on Debian\n' "$1" "$target" >&2
    exit 3
}

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
    *) std=-Zbuild-std=std,panic_unwind ;;
    esac
fi

case $target in
aarch64-unknown-linux-gnu)
    command -v aarch64-linux-gnu-gcc >/dev/null || missing 'C compiler'
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER=qemu-aarch64
    export QEMU_LD_PREFIX="${QEMU_LD_PREFIX:-/usr/aarch64-linux-gnu}" # for the programs that tests start, too
    ;;
wasm32-unknown-unknown)
    if [ "${RUSTC:-}" = "$folder/rustc" ]; then # rustup has a linker
        command -v wasm-ld-22 >/dev/null || missing linker
        export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22
    fi
    ;;
*)
    export CC="${CC:-true}" AR="${AR:-true}" # type checks need no C compiler
    ;;
esac
# shellcheck disable=SC2086 # std is options, or none
exec cargo "$command" $std --target "$target" "$@"
