#!/bin/sh
# dep-sudoku 0.0.1 (PyPI), "whose dependencies, when resolved, solve a sudoku", has sixteen solutions: uv finds two of them.
#
# It depends on 22 of the 81 packages square-0-0 to square-8-8, each at a fixed version. The versions of a square are the digits 1 to
# 9, and each excludes its own digit from the 20 squares that share a row, column or box with it. So an installer has to solve the
# puzzle, but the 22 clues leave 16 solutions, and which one it installs is up to the installer. uv, which prefers the highest
# versions, installs one of them, and another one with --resolution lowest. The two differ in 23 cells.
#
# Expected: a puzzle with one solution, so that every installer installs the same.
# Seen with uv 0.13.9 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages uv==0.13.9
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target puzzle dep-sudoku==0.0.1

echo dep-sudoku==0.0.1 >requirements.in
for resolution in highest lowest; do
    UV_CACHE_DIR=cache packages/bin/uv pip compile --quiet --no-header --no-annotate --resolution "$resolution" \
        requirements.in >"$resolution.txt"
done

python3 - <<'PYTHON'
import pathlib
import re


def board(text):
    digits = {(int(row), int(column)): int(digit) for row, column, digit in re.findall(r"square-(\d)-(\d) *==(\d)", text)}
    return "".join(str(digits.get((at // 9, at % 9), ".")) for at in range(81))


def sees(one, other):
    (row, column), (other_row, other_column) = divmod(one, 9), divmod(other, 9)
    in_box = (row // 3, column // 3) == (other_row // 3, other_column // 3)
    return one != other and (row == other_row or column == other_column or in_box)


PEERS = [[other for other in range(81) if sees(one, other)] for one in range(81)]


def solutions(text):
    blanks = {at: set("123456789").difference(text[peer] for peer in PEERS[at]) for at in range(81) if text[at] == "."}
    if not blanks:
        return [text]
    at = min(blanks, key=lambda blank: len(blanks[blank]))
    return [found for digit in sorted(blanks[at]) for found in solutions(text[:at] + digit + text[at + 1 :])]


puzzle = board(next(pathlib.Path("puzzle").glob("*.dist-info/METADATA")).read_text())
found = solutions(puzzle)
installed = {name: board(pathlib.Path(f"{name}.txt").read_text()) for name in ("highest", "lowest")}
print(f"{puzzle}: {81 - puzzle.count('.')} clues, {len(found)} solutions")
for name, text in installed.items():
    print(f"{text}: {name}, number {found.index(text) + 1}")
assert (puzzle.count("."), len(found), len(set(found))) == (59, 16, 16)
assert installed["highest"] != installed["lowest"]
differ = sum(one != other for one, other in zip(*installed.values()))
print(f"cells that differ: {differ}")
assert differ == 23
PYTHON
