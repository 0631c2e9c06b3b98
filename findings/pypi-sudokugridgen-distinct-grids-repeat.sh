#!/bin/sh
# sudokugridgen 0.3.1 (PyPI) generates "all sudoku grids" of 4 × 4 as a list of 216, of which 81 are different. There are 288.
#
# Its README says that each entry of buildAndFinalizeAll() is a distinct grid. The function makes nine grids and relabels the digits of
# each 24 times, for the 24 permutations of four digits. But it draws a permutation at random each time, so that some come again and
# others never do. The first one, which changes nothing, is never drawn.
#
# Even with every permutation once, 96 grids would be different: relabelling turns five of the nine grids into the other four. The
# remaining 192 of the 288 cannot be reached.
#
# Expected: 288 different grids, or a word about what is left out.
# Seen with sudokugridgen 0.3.1 and Python 3.11. Random numbers have a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudokugridgen==0.3.1

PYTHONPATH=packages python3 - <<'PYTHON'
import random
from itertools import permutations, product

import sudokugridgen

DIGITS = {1, 2, 3, 4}
BOXES = [(0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15)]


def right(grid):
    houses = [grid[at : at + 4] for at in range(0, 16, 4)] + [grid[at::4] for at in range(4)] + [[grid[at] for at in box] for box in BOXES]
    return all(set(house) == DIGITS for house in houses)


every = {sum(rows, ()) for rows in product(permutations(range(1, 5)), repeat=4) if right(sum(rows, ()))}
assert len(every) == 288

random.seed(7)
grids = [tuple(grid) for grid in sudokugridgen.buildAndFinalizeAll(2)]
assert set(grids) <= every
print(f"{len(grids)} grids, {len(set(grids))} different, of {len(every)}")
assert (len(grids), len(set(grids))) == (216, 81)

made = [sudokugridgen.boardFinalizer(board, 2) for board in sudokugridgen.buildAllBoards(2)]
reached = {tuple(labels[cell - 1] for cell in grid) for grid in made for labels in permutations(range(1, 5))}
print(f"{len(made)} grids with all permutations: {len(reached)} different")
assert (len(made), len(reached)) == (9, 96) and set(grids) < reached
PYTHON
