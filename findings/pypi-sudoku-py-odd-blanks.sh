#!/bin/sh
# sudoku-py 1.0.0 (PyPI) returns an empty board when it is asked for an odd number of blanks in a symmetric puzzle.
#
# generate(cells_to_remove, symmetry_removal=True) blanks two opposite cells at a time, and counts down by two until exactly 0 is left.
# An odd number never gets there, so that all cells are blanked: all 16 of 4 × 4 for 1, 3, 5, 7 or 9, and all 81 for 31. The centre of
# 9 × 9 counts as two cells, so that some puzzles with 30 blanks have 29.
#
# No puzzle is too empty for it: after each step, it searches for at most one solution, and goes on when there is one. So it never sees
# a second one. Of 20 puzzles with 40 blanks and no symmetry, 11 have several.
#
# Expected: 30 blanks for 31, or an error, and one solution.
# Seen with sudoku-py 1.0.0 and Python 3.11. Random numbers have a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudoku-py==1.0.0

PYTHONPATH=packages python3 - <<'PYTHON'
import random

from sudoku_py import SudokuGenerator

CELLS = range(81)
HOUSES = [(cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3) for cell in CELLS]
PEERS = [[peer for peer in CELLS if peer != cell and set(HOUSES[peer]) & set(HOUSES[cell])] for cell in CELLS]


def generated(side, blanks, symmetric):
    generator = SudokuGenerator(board_size=side)
    generator.generate(cells_to_remove=blanks, symmetry_removal=symmetric)
    return [cell for row in generator.board for cell in row]


def count(grid, limit=2):
    """Counts solutions, up to a limit."""
    choices = {cell: set("abcdefghi") - {grid[peer] for peer in PEERS[cell]} for cell in CELLS if not grid[cell]}
    if not choices:
        return 1
    cell = min(choices, key=lambda cell: len(choices[cell]))
    found = 0
    for digit in choices[cell]:
        found += count([*grid[:cell], digit, *grid[cell + 1 :]], limit - found)
        if found >= limit:
            break
    return found


random.seed(1)
for asked in range(1, 11):
    blanks = {generated(4, asked, symmetric=True).count(0) for _ in range(10)}
    print(f"4 × 4, {asked} blanks asked for: {blanks}")
    assert blanks == ({16} if asked % 2 else {asked})

random.seed(0)
blanks = generated(9, 31, symmetric=True).count(0)
print(f"9 × 9, 31 blanks asked for: {blanks}")
assert blanks == 81
found = [generated(9, 30, symmetric=True).count(0) for _ in range(20)]
print("9 × 9, 30 blanks asked for:", found)
assert set(found) == {29, 30}

several = sum(count(generated(9, 40, symmetric=False)) > 1 for _ in range(20))
print(f"of 20 puzzles with 40 blanks, {several} have several solutions")
assert several == 11
PYTHON
