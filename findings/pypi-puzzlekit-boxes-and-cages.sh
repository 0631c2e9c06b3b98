#!/bin/sh
# puzzlekit 0.3.4 (PyPI) solves a Sudoku of 6 × 6 under the rules of another one, and a killer Sudoku with a digit twice in a cage.
#
# Its "problem-specific solvers" model puzzles for OR-Tools. The one for Sudoku accepts every size. For 6 × 6, whose boxes have two
# rows and three columns, it takes four boxes of 2 × 2 in the upper left corner and none elsewhere. So a puzzle with one solution gets
# another grid, whose six boxes all have a digit twice. The one for killer Sudoku adds up a cage, but does not ask for different digits, so
# that a puzzle with one solution gets another grid. Both times the status is "Optimal". Puzzles of 9 × 9 without cages are solved right.
# The table in its README says that of 810 killers of its data set, 584 got the expected solution.
#
# Expected: the boxes of 6 × 6, or an error, and different digits in a cage.
# Seen with puzzlekit 0.3.4, ortools 9.15.6755 and Python 3.11, on one thread. The drawing of puzzles has a stand-in.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages \
    puzzlekit==0.3.4 typeguard==4.6.1 ortools==9.15.6755 absl-py==2.5.1 immutabledict==4.3.1 numpy==2.4.6 pandas==3.1.1 \
    protobuf==6.33.6 python-dateutil==4.0.0 typing-extensions==4.16.0 tzdata==2026.6

PYTHONPATH=packages python3 - <<'PYTHON'
import sys
import types

sys.modules["puzzlekit.viz"] = types.SimpleNamespace(visualize=None)

from ortools.sat.python import cp_model
from puzzlekit.solvers.killer_sudoku import KillerSudokuSolver
from puzzlekit.solvers.sudoku import SudokuSolver

SIX = [".6.13.", "...4..", "2....5", "......", ".1....", "65..2."]
NINE = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5", "....8..79"]
CAGES = ["aabcdddef", "aggchdeee", "aggchdijj", "kghhhlllj", "mnoooplqq", "mnnooplrr", "mmnsspptr", "uuvsssptt", "uuvvvwwwt"]
SOLUTION = "761328495254679813839415276415237968392186547678594321526743189183962754947851632"
KILLER_SOLVED = [SOLUTION[at : at + 9] for at in range(0, 81, 9)]


def cells_of(areas):
    cells = {}
    for row, line in enumerate(areas):
        for column, name in enumerate(line):
            cells.setdefault(name, []).append((row, column))
    return list(cells.values())


def boxes(size, rows, columns):
    return cells_of([[(row // rows, column // columns) for column in range(size)] for row in range(size)])


def digits(grid, cells):
    return [grid[row][column] for row, column in cells]


def areas_with_repeats(grid, areas):
    return sum(len(set(digits(grid, cells))) < len(cells) for cells in areas)


class Count(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.found = 0

    def on_solution_callback(self):
        self.found += 1


def count(clues, areas, cages=(), different=True):
    """Counts all solutions. Areas have all digits, and cages, if these are to be different, no digit twice."""
    size = len(clues)
    model = cp_model.CpModel()
    grid = [[model.new_int_var(1, size, "") for _ in range(size)] for _ in range(size)]
    for house in [*grid, *zip(*grid), *(digits(grid, cells) for cells in areas)]:
        model.add_all_different(house)
    for row, line in enumerate(clues):
        for column, clue in enumerate(line):
            if clue.isdigit():
                model.add(grid[row][column] == int(clue))
    for cells in cages:
        model.add(sum(digits(grid, cells)) == sum(map(int, digits(KILLER_SOLVED, cells))))
        if different:
            model.add_all_different(digits(grid, cells))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    counter = Count()
    solver.solve(model, counter)
    return counter.found


def solved(solver):
    result = solver.solve({"num_search_workers": 1})
    assert result.solution_data["status"] == "Optimal"
    return ["".join(row) for row in result.sol_grid.matrix]


def by_puzzlekit(clues):
    size = len(clues)
    return solved(SudokuSolver(size, size, [list(line.replace(".", "-")) for line in clues]))


assert count(NINE, boxes(9, 3, 3)) == 1
assert areas_with_repeats(by_puzzlekit(NINE), boxes(9, 3, 3)) == 0

six_boxes = boxes(6, 2, 3)
found = by_puzzlekit(SIX)
repeats = areas_with_repeats(found, six_boxes)
print("6 × 6: solutions:", count(SIX, six_boxes), "boxes with a digit twice:", repeats, *found)
assert (count(SIX, six_boxes), repeats) == (1, 6)

cages = cells_of(CAGES)
sums = [["-"] * 9 for _ in range(9)]
for cells in cages:
    row, column = min(cells)
    sums[row][column] = str(sum(map(int, digits(KILLER_SOLVED, cells))))
found = solved(KillerSudokuSolver(9, 9, sums, [list(line) for line in CAGES]))
repeats = areas_with_repeats(found, cages)
counts = [count(["." * 9] * 9, boxes(9, 3, 3), cages, different) for different in (True, False)]
print("killer: solutions with different digits in cages, and with any:", *counts, "cages with a digit twice:", repeats, *found)
assert counts == [1, 2] and areas_with_repeats(KILLER_SOLVED, cages) == 0
assert repeats == 1
PYTHON
