#!/bin/sh
# sudokugame 1.1.4 (PyPI) generates puzzles that contradict themselves, all of them.
#
# Of 300 results of its generate(), each has a digit twice among the clues of a column, so that none has a solution. Its test of
# a column returns after the first row, so that a grid is filled without regard to columns. Rows and boxes are right, and a puzzle looks
# sound. The package's own validate() calls none of 300 filled grids valid, but generate() does not ask it.
#
# Expected: a puzzle with a solution.
# Seen with sudokugame 1.1.4 and Python 3.11. Random numbers have a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudokugame==1.1.4

PYTHONPATH=packages python3 - <<'PYTHON'
import random

import sudoku
from sudoku._sudoku_generator import Sudoku


def repeats(house):
    clues = [cell for cell in house if cell]
    return len(set(clues)) < len(clues)


def columns(grid):
    return [list(column) for column in zip(*grid)]


def boxes(grid):
    return [[grid[row + i][column + j] for i in range(3) for j in range(3)] for row in (0, 3, 6) for column in (0, 3, 6)]


def with_repeats(grids, houses):
    return sum(any(map(repeats, houses(grid))) for grid in grids)


def filled():
    grid = Sudoku(9, 0)  # no blanks
    grid.fillValues()
    return grid.mat


random.seed(7)
puzzles = [sudoku.generate() for _ in range(300)]
for name, houses, expected in (("row", list, 0), ("box", boxes, 0), ("column", columns, 300)):
    found = with_repeats(puzzles, houses)
    print(f"of 300 puzzles, {found} have a clue twice in a {name}")
    assert found == expected

grids = [filled() for _ in range(300)]
full = sum(all(map(all, grid)) for grid in grids)
valid = sum(map(sudoku.validate, grids))
print(f"of 300 grids, {full} are full, {valid} valid")
assert (full, valid) == (300, 0)
PYTHON
