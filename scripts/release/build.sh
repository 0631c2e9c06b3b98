#!/bin/sh
# Builds all files of a release into one folder, from a clean clone, on Linux.
# usage: scripts/release/build.sh [--try] FOLDER [TARGET]...
#   --try   without optimization and with uncommitted changes, to test this script
# Without TARGET, builds all of them: Linux, Windows and macOS. FOLDER/README.md lists targets without a toolchain
# (scripts/toolchains.sh) as not built, and without --try the script then fails. Two runs give the same bytes.
# No release tool makes all of them: programs, Debian packages, wheels, the page and the package for npm.
#
# environment:
#   BULKDOKU_COMMIT, SOURCE_DATE_EPOCH   the commit and its time, if there is no Git repository
set -eu

glibc=2.17 # that of manylinux2014
profile=dist
is_trial=
if [ "${1:-}" = --try ]; then
    profile=dev
    is_trial=yes
    shift
fi
if [ $# -lt 1 ]; then
    echo "usage: $0 [--try] FOLDER [TARGET]..." >&2
    exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
root=$PWD
if [ -n "$(ls -A "$folder")" ]; then
    echo "$folder is not empty" >&2
    exit 2
fi
[ $# -gt 0 ] || set -- x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl \
    x86_64-pc-windows-gnu aarch64-apple-darwin x86_64-apple-darwin

if [ -z "${BULKDOKU_COMMIT:-}" ]; then
    BULKDOKU_COMMIT=$(git rev-parse --short=12 HEAD)
    if [ -n "$(git status --porcelain)" ]; then
        [ -n "$is_trial" ] || { echo 'there are uncommitted changes' >&2 && exit 2; }
        BULKDOKU_COMMIT=$BULKDOKU_COMMIT+
    fi
fi
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
export BULKDOKU_COMMIT SOURCE_DATE_EPOCH
# Programs contain no path of this machine: two clones give the same bytes.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
export RUSTFLAGS="--remap-path-prefix=$root=/bulkdoku --remap-path-prefix=$cargo_home=/cargo"
export CFLAGS="-ffile-prefix-map=$root=/bulkdoku -ffile-prefix-map=$cargo_home=/cargo -g0"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$root/target}/publish"
export CARGO_PROFILE_DIST_STRIP=symbols CARGO_PROFILE_DEV_STRIP=symbols # but for macOS: see scripts/cross.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir "$work/programs" "$work/wheels"
: >"$work/not-built"
: >"$work/tried"

# Builds the program for a target, below $work/programs.
build_program() {
    case $1 in
    *-linux-gnu) BULKDOKU_GLIBC=$glibc scripts/cross.sh "$1" zigbuild --locked --profile "$profile" ;;
    *-windows-*) scripts/cross.sh "$1" build --locked --profile "$profile" ;;
    *) scripts/cross.sh "$1" zigbuild --locked --profile "$profile" ;;
    esac || return 1
    built=$CARGO_TARGET_DIR/$1/$([ "$profile" = dev ] && echo debug || echo "$profile")/bulkdoku
    mkdir -p "$work/programs/$1"
    case $1 in
    *-windows-*) # cargo leaves the names of import libraries, which have paths of this machine
        cp "$built.exe" "$work/programs/$1/"
        x86_64-w64-mingw32-strip "$work/programs/$1/bulkdoku.exe"
        ;;
    *) cp "$built" "$work/programs/$1/" ;;
    esac
}

# Builds the Python package for a target. A static program has none. The linkers of maturin and cargo-zigbuild have different
# names, so in the same folder each would rebuild the dependencies after the other.
build_wheel() {
    case $1 in
    *-musl) return 0 ;;
    *-windows-*) ;; # mingw links it: maturin with Zig looks for a library that Zig does not have
    *-linux-gnu) set -- "$1" --zig --compatibility manylinux2014 ;;
    *) set -- "$1" --zig ;;
    esac
    wheel_target=$1
    shift
    rm -rf "$work/wheel"
    CARGO_TARGET_DIR="$CARGO_TARGET_DIR/wheels" scripts/cross.sh "$wheel_target" wheel --locked --profile "$profile" --out "$work/wheel" "$@" ||
        return 1
    python3 scripts/wheel_build.py "$work"/wheel/*.whl "$work/programs/$wheel_target"/bulkdoku*
    mv "$work"/wheel/*.whl "$work/wheels/"
}

# Fails if a program or module needs a symbol of a newer glibc than the oldest supported one.
check_glibc() {
    newest=$(objdump -T "$1" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -Vu | tail -n 1)
    printf '%s: glibc %s\n' "$1" "$newest" >&2
    [ "$(printf '%s\n%s\n' "$newest" "$glibc" | sort -V | tail -n 1)" = "$glibc" ] || {
        echo "$1 needs glibc $newest" >&2
        return 1
    }
}

for target in "$@"; do
    printf '\n== %s\n' "$target" >&2
    if ! build_program "$target"; then
        echo "$target" >>"$work/not-built"
        continue
    fi
    case $target in *-linux-gnu) check_glibc "$work/programs/$target/bulkdoku" ;; esac
    build_wheel "$target" || echo "$target (wheel)" >>"$work/not-built"
done
for wheel in "$work"/wheels/*manylinux*.whl; do
    [ -e "$wheel" ] || continue
    python3 -m zipfile -e "$wheel" "$work/unpacked"
    for module in "$work"/unpacked/bulkdoku/*.so; do check_glibc "$module"; done
    rm -rf "$work/unpacked"
done

# Everything that a package installs next to the program is the same on all targets.
printf '\n== completions, manual pages\n' >&2
program=$work/programs/x86_64-unknown-linux-gnu/bulkdoku
[ -x "$program" ] || { env -u RUSTFLAGS cargo build --locked && program=$CARGO_TARGET_DIR/debug/bulkdoku; }
mkdir "$work/completions" "$work/man"
for shell in bash zsh fish powershell elvish; do "$program" completions "$shell" >"$work/completions/bulkdoku.$shell"; done
"$program" man >"$work/man/bulkdoku.1"
for name in $("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' | grep -v '^help$'); do
    "$program" man "$name" >"$work/man/bulkdoku-$name.1"
done

printf '\n== crate and source distribution\n' >&2
env -u RUSTFLAGS cargo package --locked --package bulkdoku ${is_trial:+--allow-dirty --no-verify}
cp "$CARGO_TARGET_DIR"/package/bulkdoku-*.crate "$folder/"
[ -n "$is_trial" ] || echo "$(cd "$folder" && echo bulkdoku-*.crate): unpacked and compiled" >>"$work/tried"
PATH=$PATH:${BULKDOKU_TOOLCHAINS:-${XDG_CACHE_HOME:-$HOME/.cache}/bulkdoku/toolchains}/python/bin maturin sdist --out "$work/wheels" ||
    echo 'source distribution: no maturin' >>"$work/not-built"

printf '\n== page and package for npm\n' >&2
if CARGO_TARGET_DIR=$CARGO_TARGET_DIR/web RUSTFLAGS=$RUSTFLAGS scripts/web.sh build "$work/web"; then
    tar -C "$work/web" --sort=name --owner=0 --group=0 --mtime="@$SOURCE_DATE_EPOCH" -czf "$folder/bulkdoku-page.tar.gz" page
    (cd "$work/web/package" && npm pack --silent --pack-destination "$folder") || echo 'package for npm: no npm' >>"$work/not-built"
else
    echo 'page for browsers' >>"$work/not-built"
fi

printf '\n== packing\n' >&2
scripts/release/pack.py "$work" "$folder"
if [ -s "$work/not-built" ] && [ -z "$is_trial" ]; then
    sed 's/^/not built: /' "$work/not-built" >&2
    exit 1
fi
