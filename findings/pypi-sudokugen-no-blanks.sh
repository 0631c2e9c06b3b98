#!/bin/sh
# sudokugen 0.2.1 (PyPI) makes "easy" puzzles without a blank, or with several solutions, and no others.
#
# Its README says that the difficulty is "the number of cells which have values assigned in the beginning", 30 for EASY. It assigns
# that number of digits at random, draws conclusions from each, and writes every cell that is known by then as a clue. So of 50 easy
# puzzles, 35 have no blank, and the others have 46 to 77 clues. Each of those 15 has several solutions, one of which is returned with it:
# a cell whose digit follows from the clues is not left blank.
#
# Expected: puzzles with 30 clues and one solution.
# Seen with sudokugen 0.2.1 and Python 3.11. Random numbers have a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudokugen==0.2.1

PYTHONPATH=packages python3 - <<'PYTHON'
import random

from sudokugen.generator import Difficulty, generate

CELLS = range(81)
HOUSES = [(cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3) for cell in CELLS]
PEERS = [[peer for peer in CELLS if peer != cell and set(HOUSES[peer]) & set(HOUSES[cell])] for cell in CELLS]


def count(grid, limit=2):
    """Counts solutions, up to a limit."""
    choices = {cell: set(range(1, 10)) - {grid[peer] for peer in PEERS[cell]} for cell in CELLS if not grid[cell]}
    if not choices:
        return 1
    cell = min(choices, key=lambda cell: len(choices[cell]))
    found = 0
    for digit in choices[cell]:
        found += count([*grid[:cell], digit, *grid[cell + 1 :]], limit - found)
        if found >= limit:
            break
    return found


random.seed(6)
puzzles = [generate(Difficulty.EASY, max_retries=1000)[0] for _ in range(50)]
clues = [81 - puzzle.count(0) for puzzle in puzzles]
print("clues of 50 easy puzzles:", *sorted(clues))
assert clues.count(81) == 35 and min(clues) == 46
several = [count(puzzle) == 2 for puzzle in puzzles if 0 in puzzle]
print(f"{len(several)} have blanks, {sum(several)} of them several solutions")
assert several == [True] * 15
PYTHON
