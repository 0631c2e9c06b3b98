#!/bin/sh
# Tries the files of a release for one target, as far as this machine can run them: unpacks the archive in an empty folder and
# solves data/mixed.txt. On Linux, it also does so in a chroot with only a C library, and installs the Debian package there.
# Installs the wheel into a fresh environment and solves an array. Prints one line for each tried file: NAME: how.
# A part of scripts/release/build.sh, which also runs alone where a workflow has another platform.
# usage: scripts/release/try.sh FOLDER TARGET
# Exits with 3 if nothing can be run, and with 1 if something fails.
#
# environment:
#   BULKDOKU_TOOLCHAINS  the folder of scripts/toolchains.sh, with the C libraries and Python for Arm
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 FOLDER TARGET" >&2
    exit 2
fi
release=$(cd "$1" && pwd)
target=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
kept=${BULKDOKU_TOOLCHAINS:-${XDG_CACHE_HOME:-$HOME/.cache}/bulkdoku/toolchains}
puzzles=$root/data/mixed.txt
python=$(command -v python3 || command -v python)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
here=$(uname -s)-$(uname -m)
result=3

# Solves the puzzles of a file as an array, and checks that each one has an answer.
solve_array='
import sys, numpy, bulkdoku
lines = open(sys.argv[1], encoding="ascii").read().split()
puzzles = numpy.array([[int(cell) if cell.isdigit() else 0 for cell in line] for line in lines], dtype=numpy.uint8)
solutions, given = bulkdoku.solve(puzzles).digits, puzzles != 0
assert solutions.shape == puzzles.shape and (solutions[given] == puzzles[given]).all()
assert (numpy.sort(solutions.reshape(-1, 9, 9), axis=2) == numpy.arange(1, 10)).all()
'

# Succeeds if every line of the file $1 is an answer, one for each puzzle.
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

# Unpacks Debian's packages $2... into the folder $1, unless it exists. Uses the oldest versions that apt offers.
unpacked() {
    [ ! -d "$1" ] || return 0
    rm -rf "$work/packages" "$1.part"
    mkdir -p "$work/packages" "$1.part"
    into=$1
    shift
    for package in "$@"; do
        oldest=$(apt-cache madison "$package" 2>/dev/null | awk '{ print $3 }' | sort -V | head -n 1)
        [ -n "$oldest" ] && (cd "$work/packages" && apt-get download -qq "$package=$oldest") >/dev/null 2>&1 || return 1
    done
    for package in "$work"/packages/*.deb; do dpkg -x "$package" "$into.part"; done
    mv "$into.part" "$into"
}

# Runs the Linux program $2 in a chroot with only the program, a C library of Debian's architecture $1 and the puzzles.
try_in_chroot() {
    library=$kept/libc-$1
    [ "$(id -u)" -eq 0 ] && command -v chroot >/dev/null && unpacked "$library" "libc6:$1" || return 0
    cp -a "$library" "$work/root"
    cp "$2" "$puzzles" "$work/root/"
    run_in_root "$1" /bulkdoku
    version=$(find "$library" -name 'libc.so.6' -exec sed -n 's/.*GNU C Library .* version \([0-9.]*[0-9]\)\..*/\1/p' {} + | head -n 1)
    if [ "$1" = arm64 ]; then
        how="$how, also with the libraries of glibc ${version:-} alone"
    else
        how="$how, also in a chroot with glibc ${version:-} alone"
    fi
    try_debian "$1"
}

# Solves the puzzles with the program $2 of the chroot. qemu is outside of it, but uses the libraries inside.
run_in_root() {
    rm -f "$work/root/answers"
    case $1/$here in
    arm64/Linux-x86_64)
        qemu-aarch64 -L "$work/root" "$work/root$2" solve --quiet "$puzzles" -o "$work/root/answers" || exit 1
        ;;
    *) chroot "$work/root" "$2" solve --quiet /mixed.txt -o /answers || exit 1 ;;
    esac
    all_are_solved "$work/root/answers" || { echo "$2 did not solve all of $puzzles" >&2 && exit 1; }
}

# Installs the Debian package into the chroot, and runs what it installs.
try_debian() {
    package=$(find "$release" -name "bulkdoku_*_$1.deb")
    [ -n "$package" ] || return 0
    mkdir -p "$work/root/var/lib/dpkg/updates" "$work/root/var/lib/dpkg/info"
    touch "$work/root/var/lib/dpkg/status"
    # The C library was unpacked and not installed.
    dpkg --root="$work/root" --force-architecture --force-depends -i "$package" >"$work/installed" 2>&1 || {
        cat "$work/installed" >&2
        exit 1
    }
    run_in_root "$1" /usr/bin/bulkdoku
    echo "$(basename "$package"): installed in the chroot and run"
}

# Installs the wheel $1 for Arm and NumPy into a folder, and solves an array with the Python of Debian under qemu.
try_wheel_for_arm() {
    [ -e "$1" ] && command -v qemu-aarch64 >/dev/null || return 0
    arm=$kept/python-arm64
    unpacked "$arm" python3.11-minimal:arm64 libpython3.11-minimal:arm64 libpython3.11-stdlib:arm64 libc6:arm64 \
        libgcc-s1:arm64 libstdc++6:arm64 zlib1g:arm64 libexpat1:arm64 libffi8:arm64 libssl3:arm64 || return 0
    "$python" -m pip install -q --disable-pip-version-check --root-user-action ignore --target "$work/site" \
        --platform manylinux2014_aarch64 --only-binary=:all: --python-version 3.11 "$1"
    PYTHONPATH=$work/site qemu-aarch64 -L "$arm" "$arm/usr/bin/python3.11" -c "$solve_array" "$puzzles" || exit 1
    echo "$(basename "$1"): run with qemu"
}

# Installs the wheel $1 and solves an array.
try_wheel() {
    [ -e "$1" ] || return 0
    "$python" -m venv "$work/python"
    installed=$work/python/bin/python
    [ -x "$installed" ] || installed=$work/python/Scripts/python.exe
    "$installed" -m pip install -q --disable-pip-version-check "$1"
    "$installed" -c "$solve_array" "$puzzles" || exit 1
    "$installed" -m bulkdoku solve --quiet "$puzzles" >/dev/null || exit 1
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
        try_program "$root/scripts/cross.sh x86_64-pc-windows-gnu wine" "$program" 'run with wine'
    fi
    ;;
esac
[ "$result" -eq 3 ] || echo "$(basename "$archive"): $how"
case $target/$here in
x86_64-unknown-linux-gnu/Linux-x86_64) try_wheel "$(find "$release" -name 'bulkdoku-*manylinux2014_x86_64*.whl')" ;;
aarch64-unknown-linux-gnu/Linux-aarch64) try_wheel "$(find "$release" -name 'bulkdoku-*manylinux2014_aarch64*.whl')" ;;
aarch64-unknown-linux-gnu/Linux-x86_64) try_wheel_for_arm "$(find "$release" -name 'bulkdoku-*manylinux2014_aarch64*.whl')" ;;
aarch64-apple-darwin/Darwin-arm64) try_wheel "$(find "$release" -name 'bulkdoku-*macosx*arm64.whl')" ;;
x86_64-apple-darwin/Darwin-x86_64) try_wheel "$(find "$release" -name 'bulkdoku-*macosx*x86_64.whl')" ;;
x86_64-pc-windows-*/MINGW* | x86_64-pc-windows-*/MSYS*) try_wheel "$(find "$release" -name 'bulkdoku-*win_amd64.whl')" ;;
esac
exit "$result"
