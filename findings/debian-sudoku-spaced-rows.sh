#!/bin/sh
# Debian's `sudoku` 1.0.5 solves a different puzzle when the digits of a board have spaces between them, and says nothing.
#
# Its board format is a line with "%", then nine lines of nine characters. A row such as "5 3 . . 7 . . . ." looks like one to a person,
# and programs print boards so. The program takes the first nine characters of each line, so that every second one is a space, which
# it reads as a blank: five of nine columns are used, the rest of the line is dropped. The puzzle that is left has other solutions,
# one of which is printed as "Solution(s)", with the same exit status as for the right board.
#
# Seen with the package sudoku 1.0.5-2.1 of Debian 12, run on the same board written in both ways.
set -eu

version=1.0.5-2.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq "sudoku=$version"
dpkg -x sudoku_*.deb .

cat >plain.txt <<'BOARD'
% board
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
BOARD
sed '2,$s/./& /g; s/ $//' plain.txt >spaced.txt

solve() {
    timeout 20 usr/games/sudoku -v "$1.txt" 2>"$1.err" | head -n 13 >"$1.out"
    printf '%s: first row %s\n' "$1" "$(sed -n 3p "$1.out" | tr -d ' |')"
}

solve plain
solve spaced
[ "$(sed -n 3p plain.out | tr -d ' |')" = 534678912 ]
first=$(sed -n 3p spaced.out | tr -d ' |')
[ "${#first}" -eq 9 ] && [ "$first" != 534678912 ] # a complete row of another board
grep -q '^Solution(s) to ' spaced.out
[ ! -s spaced.err ]
