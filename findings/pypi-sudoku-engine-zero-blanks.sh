#!/bin/sh
# sudoku-engine 2.1.0 (PyPI) returns a puzzle with zeros as its own solution, and calls every such puzzle free of other solutions.
#
# Its README says that a blank is 0 or None, and its example has zeros. A board with None is solved. The same board with 0 is neither
# solved nor refused: solve() returns a board that is true and still has its 51 zeros, so that the test `if solution:` of the README
# prints the puzzle. has_multiple_solutions() is False even for the board without a clue, and two fives in a row are "solved" as well;
# with None it says True, and solve() returns None.
#
# Expected: the same answers for 0 as for None, or an error.
# Seen with sudoku-engine 2.1.0 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudoku-engine==2.1.0

PYTHONPATH=packages python3 - <<'PYTHON'
from sudoku import ClassicSudoku

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLES = {"puzzle": PUZZLE, "no clue": "." * 81, "two fives": "55" + PUZZLE[2:]}
NONE = {"puzzle": ("solved", False), "no clue": ("solved", True), "two fives": ("no solution", False)}


def outcome(text, blank):
    rows = [[blank if cell == "." else int(cell) for cell in text[at : at + 9]] for at in range(0, 81, 9)]
    sudoku = ClassicSudoku(size=9, board=rows)
    several = sudoku.has_multiple_solutions()
    solution = sudoku.solve()
    if not solution:
        return "no solution", several
    return ("the puzzle itself" if solution.board == rows else "solved"), several


for name, text in PUZZLES.items():
    with_none, with_zero = outcome(text, None), outcome(text, 0)
    print(f"{name}: None: {with_none}, 0: {with_zero}")
    assert with_none == NONE[name]
    assert with_zero == ("the puzzle itself", False)
PYTHON
