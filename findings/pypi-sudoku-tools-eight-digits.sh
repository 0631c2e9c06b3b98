#!/bin/sh
# sudoku-tools 0.1.0 (PyPI) solves a puzzle whose clues lack one digit, says so, and cannot show the solution.
#
# A puzzle needs only eight of the nine digits among its clues to have one solution: the ninth is what is left. The package takes the
# digits from the clues, so that it knows eight. solve(), is_solved() and has_solution() all say True, but each way to read the
# solution, to_string(), to_1D() and to_2D(), raises IndexError, since the ninth digit has no name. With that digit as a clue, the
# same puzzle is solved and shown.
#
# Expected: a solution that can be read, or an error before it is said to be solved.
# Seen with sudoku-tools 0.1.0, NumPy 2.4.6 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudoku-tools==0.1.0 numpy==2.4.6

PYTHONPATH=packages python3 - <<'PYTHON'
from sudoku import Puzzle

PUZZLE = "8....7..37......5....39..6...287.6..59..643......5..4..574....9924....3.6.35.947."
assert sorted(set(PUZZLE)) == list(".23456789")  # no 1


def shown(puzzle):
    ways = []
    for way in (puzzle.to_string, puzzle.to_1D, puzzle.to_2D):
        try:
            way()
            ways.append("shown")
        except IndexError:
            ways.append("IndexError")
    return ways


eight = Puzzle(list(PUZZLE), ".")
said = [eight.solve(), eight.is_solved(), eight.has_solution()]
print("eight digits:", *said, *shown(eight))
assert said == [True] * 3
assert shown(eight) == ["IndexError"] * 3

nine = Puzzle(list(PUZZLE[:3] + "1" + PUZZLE[4:]), ".")
said = [nine.solve(), nine.is_solved(), nine.has_solution()]
print("nine digits: ", *said, *shown(nine), nine.to_string())
assert said == [True] * 3 and shown(nine) == ["shown"] * 3
PYTHON
