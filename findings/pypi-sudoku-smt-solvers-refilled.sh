#!/bin/sh
# sudoku-smt-solvers 1.0.0 (PyPI), the code of a study that compares solvers, fills the puzzles that it makes up again.
#
# Its generator says that a puzzle is "guaranteed to have a unique solution", and that an "easy" one of 25 × 25 has 274 to 381 clues.
# Of two made with a seed, one has 561 clues. The other has 620, of which 12 differ from the solution that is saved with it, and some
# contradict each other, so that it has no solution. To find out whether a blank leaves one solution, the generator searches for
# two in the puzzle itself. If there are two, it stops with all blanks filled, and gives back only the cell that it has just blanked.
#
# A puzzle of 9 × 9, the size in the example of its documentation, has no blank at four of the five levels, and the fifth raises an
# error: the numbers of clues are those of 25 × 25, 166 or more.
#
# Expected: what is promised, or an error.
# Seen with sudoku-smt-solvers 1.0.0 and Python 3.11. The search for solutions is run without its time limit.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudoku-smt-solvers==1.0.0

PYTHONPATH=packages/sudoku_smt_solvers/benchmarks python3 - <<'PYTHON'
import random

from sudoku_generator import DFSSolver, HoleDigger, LasVegasGenerator
from sudoku_generator.hole_digger import difficulty_givensRange_mapping as LEVELS


def solved(size, givens, seed):
    random.seed(seed)
    generator = LasVegasGenerator(size, givens)
    grid = generator.create_empty_grid()
    assert generator.fill_random_positions(grid, generator.get_random_positions())
    return DFSSolver(size, solutions_limit=1).solve(grid)


def puzzle_of(solution, level):
    return HoleDigger([row[:] for row in solution], level).dig_holes()


def repeated(grid):
    """Counts the clues that are in a row more than once."""
    rows = [[clue for clue in row if clue] for row in grid]
    return sum(len(row) - len(set(row)) for row in rows)


for seed, *expected in ((4, 561, 0, 0), (10, 620, 12, 2)):
    solution = solved(25, 80, seed)
    assert repeated(solution) == 0
    puzzle = puzzle_of(solution, "Easy")
    pairs = [(clue, digit) for row in zip(puzzle, solution) for clue, digit in zip(*row) if clue]
    found = [len(pairs), sum(clue != digit for clue, digit in pairs), repeated(puzzle)]
    print("25 × 25, easy: {} clues, {} not in the solution, {} twice in a row".format(*found))
    assert found == expected
assert LEVELS["Easy"] == [274, 381]

solution = solved(9, 11, 1)
for level in ("Easy", "Medium", "Difficult", "Evil"):
    print(f"9 × 9, {level.lower()}: no blank: {puzzle_of(solution, level) == solution}")
    assert puzzle_of(solution, level) == solution
PYTHON
