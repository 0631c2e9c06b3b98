#!/bin/sh
# sudoku-maker 1.0.12 (PyPI) makes grids of nine rows whose boxes have five digits, and checksudoku 0.0.1 (PyPI) accepts them.
#
# It "can make sudoku 4x4, 9x9, 16x16, ..., 100x100". It moves each row on by one place, where rows of a box must move by three, and
# then exchanges rows, columns, bands and stacks, which mends no box. So rows and columns are right, and each box of a grid has the same
# number of digits: 3 of 4, 5 of 9, 7 of 16, and 19 of 100. checksudoku, which does not look at boxes, accepts all sizes.
#
# Expected: all digits in a box.
# Seen with sudoku-maker 1.0.12, checksudoku 0.0.1 and Python 3.11. Random numbers have a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudoku-maker==1.0.12 checksudoku==0.0.1

PYTHONPATH=packages python3 - <<'PYTHON'
import random
from math import isqrt

import sudoku_maker
from checksudoku.checksudoku import csudoku


def boxes(grid):
    side = isqrt(len(grid))
    corners = range(0, len(grid), side)
    return [{cell for line in grid[row : row + side] for cell in line[column : column + side]} for row in corners for column in corners]


random.seed(7)
for size, grids in ((4, 100), (9, 100), (16, 100), (25, 20), (100, 1)):
    made = [sudoku_maker.make(size) for _ in range(grids)]
    complete = sum(set(house) == set(range(1, size + 1)) for grid in made for house in [*grid, *zip(*grid)])
    in_boxes = {len(box) for grid in made for box in boxes(grid)}
    accepted = sum(csudoku([row[:] for row in grid]) for grid in made)
    print(f"{grids} grids of {size} rows: different digits in each box: {in_boxes}, said to be right: {accepted}")
    assert complete == grids * 2 * size
    assert in_boxes == {2 * isqrt(size) - 1}
    assert accepted == grids
PYTHON
