#!/bin/sh
# Sudoku-py-lib 1.0.8 (PyPI) makes a player's wrong digit a clue of the puzzle, and cannot reset it.
#
# put_user_number() writes a digit into "user_grid", and reset() promises the "original state before user started solving". But the grid of
# the user is the grid of the puzzle, not a copy. So a wrong digit is a clue from then on: get_puzzle(), the "prepared puzzle", has
# one clue more, and no solution any more. reset() changes nothing, as it sets the grid to itself.
#
# The package's test of reset() compares the two grids, which are the same object.
#
# Expected: the puzzle as it was prepared.
# Seen with Sudoku-py-lib 1.0.8, NumPy 1.24.2, which it asks for, and Python 3.11. Random numbers have a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages Sudoku-py-lib==1.0.8 numpy==1.24.2

PYTHONPATH=packages python3 - <<'PYTHON'
from itertools import product

from sudoku.sudoku_handler import SudokuHandler

CELLS = list(product(range(9), range(9)))


def solutions(grid):
    """Counts solutions."""
    choices = {}
    for row, column in CELLS:
        if grid[row][column]:
            continue
        box = [grid[r][c] for r, c in CELLS if (r // 3, c // 3) == (row // 3, column // 3)]
        choices[row, column] = set(range(1, 10)) - {*grid[row], *(line[column] for line in grid), *box}
    if not choices:
        return 1
    row, column = min(choices, key=lambda cell: len(choices[cell]))
    found = 0
    for digit in choices[row, column]:
        found += solutions([[digit if (r, c) == (row, column) else grid[r][c] for c in range(9)] for r in range(9)])
    return found


handler = SudokuHandler()
handler.generate(size=9, seed=50)
handler.prepare_for_solving(cells_to_remove=30)
before = handler.get_puzzle()
assert sum(row.count(0) for row in before) == 30 and solutions(before) == 1

row, column = next(cell for cell in CELLS if not before[cell[0]][cell[1]])
wrong = int(handler.get_completed_grid()[row, column]) % 9 + 1
handler.put_user_number((row, column), wrong)
assert not handler.check_user_position((row, column))
handler.reset()
after = handler.get_puzzle()

print("before:", *("".join(map(str, line)) for line in before))
print("after: ", *("".join(map(str, line)) for line in after))
assert sum(line.count(0) for line in after) == 29 and after[row][column] == wrong
assert solutions(after) == 0
PYTHON
