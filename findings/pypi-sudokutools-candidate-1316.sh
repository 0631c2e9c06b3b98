#!/bin/sh
# sudokutools 0.4.0 (PyPI) writes the candidates 13 and 16 as 1316, reads that back as one candidate, and puts it into the cell.
#
# Sudoku.encode() returns a "machine-readable" text, with candidates on request, and decode() reads it. Both take a separator of numbers,
# but encode() does not put it between the candidates of a cell. In a puzzle of 16 × 16, the numbers come back right, and each cell with
# the candidates 13 and 16 has the single candidate 1316. There is no error, although 1316 is out of range, and the
# step NakedSingle writes it into the cell.
#
# Expected: the same candidates, as for 9 × 9 without a separator, or an error.
# Seen with sudokutools 0.4.0 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudokutools==0.4.0

PYTHONPATH=packages python3 - <<'PYTHON'
from itertools import product

from sudokutools.analyze import is_unique
from sudokutools.solve import init_candidates
from sudokutools.solvers import NakedSingle, solve
from sudokutools.sudoku import Sudoku

SIDE = range(16)
CELLS = list(product(SIDE, SIDE))
SOLUTION = [[(4 * (row % 4) + row // 4 + column) % 16 + 1 for column in SIDE] for row in SIDE]


def candidates(sudoku):
    return {cell: set(sudoku.get_candidates(*cell)) for cell in CELLS}


def numbers(sudoku):
    return [[sudoku[row, column] for column in SIDE] for row in SIDE]


puzzle = Sudoku(size=(4, 4))
for row, column in CELLS:
    digit = SOLUTION[row][column]
    puzzle[row, column] = 0 if row and digit in (13, 16) else digit
assert is_unique(puzzle) and numbers(solve(puzzle)) == SOLUTION
init_candidates(puzzle)

text = puzzle.encode(row_sep="\n", col_sep=" ", include_candidates=True)
again = Sudoku.decode(text, number_sep=" ")
assert numbers(again) == numbers(puzzle)
changed = [cell for cell in CELLS if candidates(again)[cell] != candidates(puzzle)[cell]]
print(f"candidates changed in {len(changed)} cells")
assert changed and all(candidates(puzzle)[cell] == {13, 16} and candidates(again)[cell] == {1316} for cell in changed)

NakedSingle.apply_all(again)
wrong = sum(row.count(1316) for row in numbers(again))
print(f"naked singles of 1316: {wrong}")
assert wrong and again != puzzle
NakedSingle.apply_all(puzzle)
assert {digit for row in numbers(puzzle) for digit in row} <= {0, *(number + 1 for number in SIDE)}
PYTHON
