#!/bin/sh
# sudoku-variants 0.3 (PyPI) changes the rules of a puzzle that it has already returned when it makes the next one.
#
# generate() takes a list of rules. Those with data of their own, the dots of Consecutive and the regions of Jigsaw, get it from the
# grid that is made. But the list is that of the caller, and each puzzle holds the same list. So the puzzles of a data set that were
# made with one list all have the dots of the last one. Each was solved when it was made; afterwards, nine of ten have no
# solution, and the solution that was found is said to break the rules. copy() does not help: a copy holds the same list, too.
#
# A seed does not bring the puzzles of Jigsaw back either: their regions are drawn with a new seed each time.
#
# Expected: rules that belong to the puzzle.
# Seen with sudoku-variants 0.3 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudoku-variants==0.3

PYTHONPATH=packages python3 - <<'PYTHON'
import random

from sudoku_variants import SudokuAI
from sudoku_variants.rule import Consecutive, Jigsaw

BLANKS = 40


def made_and_solved(puzzles):
    solved = [(puzzle, SudokuAI.solve(puzzle)) for puzzle in puzzles]
    assert all(solution.check_board() for _, solution in solved)
    return solved


def sound(solved):
    """Counts the puzzles that have a solution now, and the solutions that are right now."""
    return sum(SudokuAI.solve(puzzle) is not None for puzzle, _ in solved), sum(solution.check_board() for _, solution in solved)


rules = [Consecutive()]
of_one_list = []
for seed in range(10):
    of_one_list += made_and_solved([SudokuAI.generate(rules, seed=seed, max_erased=BLANKS).copy()])
of_ten_lists = made_and_solved([SudokuAI.generate([Consecutive()], seed=seed, max_erased=BLANKS) for seed in range(10)])

for name, solved, expected in (("one list", of_one_list, (1, 1)), ("ten lists", of_ten_lists, (10, 10))):
    found = sound(solved)
    print("{}: of 10 puzzles, {} have a solution, and {} of their 10 solutions are right".format(name, *found))
    assert found == expected
assert all(one.board == other.board for (one, _), (other, _) in zip(of_one_list, of_ten_lists))

regions = []
for _ in range(2):
    random.seed(7)
    jigsaw = Jigsaw()
    jigsaw.populate_initial_data()
    regions.append(jigsaw.data)
print("regions with the same seed are equal:", regions[0] == regions[1])
assert regions[0] != regions[1]
PYTHON
