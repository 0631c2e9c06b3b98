#!/bin/sh
# checksudoku 0.0.1 (PyPI) says True to every grid whose rows and columns are right, whatever its boxes are.
#
# It promises to check whether a Sudoku of any size is solved correctly. Of a right solution, exchange two rows of different bands, or
# two columns of different stacks: rows and columns stay right, and boxes have a digit twice. All 54 such grids are True, as are cyclic
# Latin squares of 4, 9 and 16 rows. A wrong row or column is found, so that it looks as if it worked.
#
# Expected: False, as for a wrong row.
# Seen with checksudoku 0.0.1 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages checksudoku==0.0.1

PYTHONPATH=packages python3 - <<'PYTHON'
import contextlib
import io
from itertools import combinations

from checksudoku.checksudoku import csudoku

TEXT = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SOLUTION = [[int(cell) for cell in TEXT[at : at + 9]] for at in range(0, 81, 9)]


def is_right(grid):
    with contextlib.redirect_stdout(io.StringIO()):  # it prints the wrong row or column
        return csudoku([row[:] for row in grid])


def rows_exchanged(grid, one, other):
    order = list(range(len(grid)))
    order[one], order[other] = other, one
    return [grid[row] for row in order]


def turned(grid):
    return [list(column) for column in zip(*grid)]


def boxes(grid):
    return [{grid[row + i][column + j] for i in range(3) for j in range(3)} for row in (0, 3, 6) for column in (0, 3, 6)]


assert is_right(SOLUTION)
assert not is_right([[5] * 9, *SOLUTION[1:]])

exchanged = []
for one, other in combinations(range(9), 2):
    if one // 3 != other // 3:
        exchanged.append(rows_exchanged(SOLUTION, one, other))
        exchanged.append(turned(rows_exchanged(turned(SOLUTION), one, other)))
assert all(min(map(len, boxes(grid))) < 9 for grid in exchanged)
accepted = sum(map(is_right, exchanged))
print(f"grids with wrong boxes: {len(exchanged)}, said to be right: {accepted}")
assert (len(exchanged), accepted) == (54, 54)

for size in (4, 9, 16):
    square = [[(row + column) % size + 1 for column in range(size)] for row in range(size)]
    print(f"cyclic square of {size} rows: {is_right(square)}")
    assert is_right(square)
PYTHON
