#!/bin/sh
# Packs a program that is in target/dist, with completions, manual pages and licences, and tries the archive.
# usage: scripts/pack.sh TARGET FOLDER
# FOLDER receives bulkdoku-VERSION-TARGET.tar.gz, or .zip for Windows, and a Debian package if there is cargo-deb. The licences of the
# dependencies are in target/beside/THIRD-PARTY.yml, which .github/workflows/release.yml makes.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 TARGET FOLDER" >&2
    exit 2
fi
target=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
python=$(command -v python3 || command -v python)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

case $target in *-windows-*) program=target/dist/bulkdoku.exe ;; *) program=target/dist/bulkdoku ;; esac
beside=target/beside
mkdir -p "$beside/completions" "$beside/man"
for shell in bash zsh fish powershell elvish; do "$program" completions "$shell" >"$beside/completions/bulkdoku.$shell"; done
"$program" man >"$beside/man/bulkdoku.1"
for name in $("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' | grep -v '^help$'); do
    "$program" man "$name" >"$beside/man/bulkdoku-$name.1"
done

top=bulkdoku-$version-$target
mkdir "$work/$top"
cp -R "$program" "$beside"/* README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$work/$top/"
case $target in
*-windows-*) archive=$folder/$top.zip && (cd "$work" && "$python" -m zipfile -c "$archive" "$top") ;;
*) archive=$folder/$top.tar.gz && tar -C "$work" -czf "$archive" "$top" ;;
esac

# Solves the puzzles of data/mixed.txt with the program of the archive.
mkdir "$work/unpacked"
case $archive in
*.zip) "$python" -m zipfile -e "$archive" "$work/unpacked" ;;
*) tar -C "$work/unpacked" -xzf "$archive" ;;
esac
"$work/unpacked/$top/$(basename "$program")" solve --quiet data/mixed.txt -o "$work/solutions.txt"
[ "$(grep -cE '^[1-9]{81}$' "$work/solutions.txt")" -eq "$(grep -c '' data/mixed.txt)" ]
echo "$(basename "$archive"): unpacked and run"
if command -v cargo-deb >/dev/null; then
    cargo deb --no-build --no-strip --profile dist --output "$folder"
fi
