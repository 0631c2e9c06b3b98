#!/bin/sh
# sudoku-manager 1.0.6 (PyPI) measures the level of a puzzle in milliseconds, so that a faster processor makes other puzzles.
#
# generate_grid(level) blanks a fixed number of cells at random, and keeps the puzzle if its own search takes a time of the level,
# such as 10 to 20 ms for "hard". With the same random numbers, a processor of twice the speed makes another puzzle for each level
# above "easy", and the puzzle that was "hard" is a "medium" one there.
#
# Nobody counts solutions. "harder" and "hardest" puzzles have 15 and 11 clues, so that none can have one solution: that takes 17.
#
# Expected: a level that depends on the puzzle alone, and puzzles with one solution.
# Seen with sudoku-manager 1.0.6 and Python 3.11. The clock is replaced by one that ticks with each step of the search, and random
# numbers have a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudoku-manager==1.0.6

PYTHONPATH=packages python3 - <<'PYTHON'
import itertools
import random

from sudoku_manager import sudoku as manager
from sudoku_manager.sudoku import Sudoku

CLUES = {1: 36, 2: 29, 3: 22, 4: 15, 5: 11}
manager.seed = lambda: None  # the package takes a new seed for each board


def ticks_every(microseconds):
    ticks = itertools.count()
    manager.perf_counter = lambda: next(ticks) * microseconds / 1e6


def generated(level, microseconds):
    random.seed(7)
    ticks_every(microseconds)
    return Sudoku.generate_grid(level)


def level_of(grid, microseconds):
    """Returns the name of the level that the time of the search falls into."""
    ticks_every(microseconds)
    sudoku = Sudoku(grid)
    sudoku.solve(time_limit=1)
    return next(level["name"] for level in Sudoku.DIFFICULTIES.values() if level["min_time"] <= sudoku.time < level["max_time"])


def has_several_solutions(grid):
    grid = [row[:] for row in grid]

    def free(row, column):
        top, left = row // 3 * 3, column // 3 * 3
        box = {grid[top + i][left + j] for i in range(3) for j in range(3)}
        return set(range(1, 10)) - box - set(grid[row]) - {line[column] for line in grid}

    def count(limit):
        blanks = {(row, column): free(row, column) for row in range(9) for column in range(9) if grid[row][column] is None}
        if not blanks:
            return 1
        row, column = min(blanks, key=lambda cell: len(blanks[cell]))
        found = 0
        for digit in blanks[row, column]:
            grid[row][column] = digit
            found += count(limit - found)
            if found == limit:
                break
        grid[row][column] = None
        return found

    return count(2) == 2


for level, clues in CLUES.items():
    slow, fast = generated(level, 10), generated(level, 5)
    name = Sudoku.DIFFICULTIES[level]["name"]
    print(f"{name}: {clues} clues, the same puzzle at twice the speed: {slow == fast}, there: {level_of(slow, 5)}")
    assert sum(cell is not None for row in slow for cell in row) == clues
    assert (slow == fast) == (level == 1)
    assert (level_of(slow, 10), level_of(slow, 5) == name) == (name, level == 1)
    if level > 3:
        assert has_several_solutions(slow) and has_several_solutions(fast)
PYTHON
