#!/bin/sh
# jumanji 1.1.2 (PyPI) ships 1,000 "very easy" puzzles that all have the same solution, in other forms.
#
# Its environment of Sudoku comes with two databases. The solutions of the 1,000 puzzles with 46 clues or more are forms of one grid,
# the cyclic one, whose rows are 123456789, 456789123 and so on: with rows, columns and digits permuted, and some turned, they are
# 1,000 different texts. An agent that is trained on some of them and tested on others has seen each solution. And 40 of them,
# although they are very easy, have up to eight solutions, one of them with 64 clues. Of 200 of the 10,000 "mixed" puzzles, none
# has the cyclic solution, or several.
#
# Expected: different solutions, of the 5,472,730,538 that there are, and one for each puzzle.
# Seen with jumanji 1.1.2, NumPy 2.4.6 and Python 3.11. Only the two databases are read.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages jumanji==1.1.2 numpy==2.4.6

PYTHONPATH=packages python3 - <<'PYTHON'
from itertools import permutations, product

import numpy

DATABASES = "packages/jumanji/environments/logic/sudoku/data"
ORDERS = list(permutations(range(3)))
COLUMNS = [
    [3 * stack + column for stack, order in zip(stacks, orders) for column in order]
    for stacks in ORDERS
    for orders in product(ORDERS, repeat=3)
]
CYCLIC = ["123456789", "456789123", "789123456", "234567891", "567891234", "891234567", "345678912", "678912345", "912345678"]


def bands(rows):
    return {frozenset(rows[at : at + 3]) for at in (0, 3, 6)}


def is_cyclic(solution):
    """Whether the solution, as rows of text, is the cyclic grid with rows, columns and digits permuted, turned or not."""
    for rows in (solution, ["".join(column) for column in zip(*solution)]):
        for columns in COLUMNS:
            digits = str.maketrans("".join(rows[0][column] for column in columns), CYCLIC[0])
            renamed = ["".join(row[column] for column in columns).translate(digits) for row in rows]
            if bands(renamed) == bands(CYCLIC):
                return True
    return False


def solutions(puzzle):
    """Returns all solutions of the puzzle, as rows of text."""
    grid = puzzle.tolist()
    found = []

    def free(row, column):
        top, left = row // 3 * 3, column // 3 * 3
        box = {grid[top + i][left + j] for i in range(3) for j in range(3)}
        return set(range(1, 10)) - box - set(grid[row]) - {line[column] for line in grid}

    def search(blanks):
        if not blanks:
            found.append(["".join(map(str, row)) for row in grid])
            return
        digits, cell = min(((free(*blank), blank) for blank in blanks), key=lambda choice: len(choice[0]))
        row, column = cell
        for digit in digits:
            grid[row][column] = digit
            search(blanks - {cell})
        grid[row][column] = 0

    search({(row, column) for row in range(9) for column in range(9) if not grid[row][column]})
    return found


def counted(name, puzzles):
    all_solutions = [solutions(puzzle) for puzzle in puzzles]
    counts = [len(found) for found in all_solutions]
    several = [count for count in counts if count > 1]
    cyclic = sum(any(map(is_cyclic, found)) for found in all_solutions)
    fullest = max((int(numpy.count_nonzero(puzzle)) for puzzle, count in zip(puzzles, counts) if count > 1), default=None)
    print(f"{len(puzzles)} {name}: {cyclic} with the cyclic solution, {len(several)} with several; most clues of these: {fullest}")
    return cyclic, len(several), max(counts), fullest


very_easy = numpy.load(f"{DATABASES}/1000_very_easy_puzzles.npy")
mixed = numpy.load(f"{DATABASES}/10000_mixed_puzzles.npy")
assert len({puzzle.tobytes() for puzzle in very_easy}) == 1000
assert min(map(numpy.count_nonzero, very_easy)) == 46
assert counted("very easy puzzles", very_easy) == (1000, 40, 8, 64)
assert counted("mixed puzzles", mixed[:200]) == (0, 0, 1, None)
PYTHON
