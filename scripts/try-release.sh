#!/bin/sh
# Tries the files of a release for one target, as far as this machine can run them: unpacks the archive in an empty folder and
# solves data/mixed.txt, on Linux also in a chroot with nothing but a C library, and installs the wheel into a fresh
# environment and solves an array. Prints one line for each file that was run: NAME: how.
# usage: scripts/try-release.sh FOLDER TARGET
# Ends with 3 where nothing can be run, and with 1 where something fails.
#
# environment:
#   BULKDOKU_TOOLCHAINS  the folder of scripts/toolchains.sh, where the C libraries for the chroot are kept
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 FOLDER TARGET" >&2
    exit 2
fi
release=$(cd "$1" && pwd)
target=$2
root=$(cd "$(dirname "$0")/.." && pwd)
kept=${BULKDOKU_TOOLCHAINS:-${XDG_CACHE_HOME:-$HOME/.cache}/bulkdoku/toolchains}
puzzles=$root/data/mixed.txt
python=$(command -v python3 || command -v python)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
here=$(uname -s)-$(uname -m)
result=3

# Every line of the file $1 is an answer, one for each puzzle.
all_are_solved() {
    [ "$(grep -cE '^[1-9]{81}.?$' "$1")" -eq "$(grep -c '' "$puzzles")" ]
}

# Runs the program $2 with the prefix $1, and prints the line of the archive.
try_program() {
    # shellcheck disable=SC2086 # the prefix is a command with arguments, or nothing
    $1 "$2" solve --quiet "$puzzles" -o "$work/answers" || exit 1
    all_are_solved "$work/answers" || { echo "$2 did not solve all of $puzzles" >&2 && exit 1; }
    how=$3
    result=0
}

# The folder of a C library of Debian's architecture $1, the oldest that apt serves.
c_library() {
    library=$kept/libc-$1
    if [ ! -d "$library" ]; then
        mkdir -p "$work/packages"
        oldest=$(apt-cache madison "libc6:$1" 2>/dev/null | awk '{ print $3 }' | sort -V | head -n 1)
        [ -n "$oldest" ] && (cd "$work/packages" && apt-get download -qq "libc6:$1=$oldest") >/dev/null 2>&1 || return 1
        mkdir -p "$library"
        for package in "$work"/packages/libc6_*.deb; do dpkg -x "$package" "$library"; done
    fi
    echo "$library"
}

# Runs the Linux program in a chroot that holds nothing but it, a C library and the puzzles.
try_in_chroot() {
    [ "$(id -u)" -eq 0 ] && command -v chroot >/dev/null && library=$(c_library "$1") || return 0
    cp -a "$library" "$work/root"
    cp "$2" "$puzzles" "$work/root/"
    set -- "$1" "$2" /bulkdoku solve --quiet /mixed.txt -o /answers
    emulator=
    if [ "$1" = arm64 ]; then
        command -v qemu-aarch64 >/dev/null || return 0
        shift 2
        qemu-aarch64 -L "$work/root" "$work/root/bulkdoku" solve --quiet "$puzzles" -o "$work/root/answers" || exit 1
        emulator=' with its libraries alone'
    else
        shift 2
        chroot "$work/root" "$@" || exit 1
    fi
    all_are_solved "$work/root/answers" || exit 1
    version=$(find "$library" -name 'libc.so.6' -exec sed -n 's/.*GNU C Library .* version \([0-9.]*[0-9]\)\..*/\1/p' {} + | head -n 1)
    how="$how, in a chroot with glibc ${version:-of Debian}$emulator"
}

# Installs the wheel $1 and solves an array.
try_wheel() {
    [ -e "$1" ] || return 0
    "$python" -m venv "$work/python"
    installed=$work/python/bin/python
    [ -x "$installed" ] || installed=$work/python/Scripts/python.exe
    "$installed" -m pip install -q --disable-pip-version-check "$1"
    "$installed" "$root/scripts/try-wheel.py" "$puzzles" || exit 1
    echo "$(basename "$1"): run on $here"
}

archive=$(find "$release" -name "bulkdoku-*-$target.tar.gz" -o -name "bulkdoku-*-$target.zip")
mkdir "$work/archive"
case $archive in
*.zip) "$python" -m zipfile -e "$archive" "$work/archive" ;;
*) tar -xzf "$archive" -C "$work/archive" ;;
esac
program=$(find "$work/archive" -name bulkdoku -type f -o -name bulkdoku.exe)
how=
case $target/$here in
x86_64-unknown-linux-*/Linux-x86_64)
    try_program '' "$program" "run on $here"
    case $target in *-gnu) try_in_chroot amd64 "$program" ;; esac
    ;;
aarch64-unknown-linux-gnu/Linux-aarch64 | aarch64-apple-darwin/Darwin-arm64 | x86_64-apple-darwin/Darwin-x86_64)
    try_program '' "$program" "run on $here"
    ;;
aarch64-unknown-linux-gnu/Linux-x86_64)
    if command -v qemu-aarch64 >/dev/null && [ -d /usr/aarch64-linux-gnu ]; then
        try_program 'qemu-aarch64 -L /usr/aarch64-linux-gnu' "$program" 'run with qemu'
        try_in_chroot arm64 "$program"
    fi
    ;;
x86_64-pc-windows-*/MINGW* | x86_64-pc-windows-*/MSYS*)
    puzzles=$(cygpath -w "$puzzles")
    try_program '' "$program" 'run on Windows'
    ;;
x86_64-pc-windows-*/Linux-x86_64)
    if command -v wine64 >/dev/null || [ -x /usr/lib/wine/wine64 ]; then
        chmod +x "$program"
        try_program "$root/scripts/wine.sh" "$program" 'run with wine'
    fi
    ;;
esac
[ "$result" -eq 3 ] || echo "$(basename "$archive"): $how"
case $target/$here in
x86_64-unknown-linux-gnu/Linux-x86_64) try_wheel "$(find "$release" -name 'bulkdoku-*manylinux2014_x86_64*.whl')" ;;
aarch64-unknown-linux-gnu/Linux-aarch64) try_wheel "$(find "$release" -name 'bulkdoku-*manylinux2014_aarch64*.whl')" ;;
aarch64-apple-darwin/Darwin-arm64) try_wheel "$(find "$release" -name 'bulkdoku-*macosx*arm64.whl')" ;;
x86_64-apple-darwin/Darwin-x86_64) try_wheel "$(find "$release" -name 'bulkdoku-*macosx*x86_64.whl')" ;;
x86_64-pc-windows-*/MINGW* | x86_64-pc-windows-*/MSYS*) try_wheel "$(find "$release" -name 'bulkdoku-*win_amd64.whl')" ;;
esac
exit "$result"
