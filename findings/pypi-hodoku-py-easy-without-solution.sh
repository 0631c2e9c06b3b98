#!/bin/sh
# hodoku-py 0.2.1 (PyPI) solves puzzles that have no solution, and rates most of them as easy.
#
# It is a port of HoDoKu that solves and rates. Of the puzzle in its README, change or take away one clue, wherever the clues still
# agree with each other. Of these 104 puzzles, 63 have no solution and 15 several, as the package's own Generator.validate() says. But
# for all of them, solve() returns `solved=True`, with a level, a score, named steps and a solution. The 63 solutions have a digit twice
# in a row, column or box, and 53 of them are EASY, like the puzzle itself. solve() and rate() look neither for other solutions nor at the
# result. So a list with mistyped puzzles gets levels for all, and `solved` does not find them.
#
# Expected: `solved=False`, or an error.
# Seen with hodoku-py 0.2.1 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages hodoku-py==0.2.1

PYTHONPATH=packages python3 - <<'PYTHON'
from collections import Counter

from hodoku import Generator, Solver

PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
EXPECTED = {
    ("valid", True, "EASY"): 26,
    ("multiple", True, "HARD"): 5,
    ("multiple", True, "EXTREME"): 10,
    ("invalid", False, "EASY"): 53,
    ("invalid", False, "MEDIUM"): 1,
    ("invalid", False, "HARD"): 1,
    ("invalid", False, "EXTREME"): 8,
}


def agrees(puzzle):
    """Whether no digit is twice in a row, column or box."""
    seen = set()
    for at, digit in enumerate(puzzle):
        row, column = divmod(at, 9)
        for house in (("row", row), ("column", column), ("box", row // 3, column // 3)):
            if digit != "0" and (house, digit) in seen:
                return False
            seen.add((house, digit))
    return True


def variants():
    for at, clue in enumerate(PUZZLE):
        for digit in "0123456789" if clue != "0" else "":
            puzzle = PUZZLE[:at] + digit + PUZZLE[at + 1 :]
            if digit != clue and agrees(puzzle):
                yield puzzle


solver, generator = Solver(), Generator()
found = Counter()
for puzzle in variants():
    result = solver.solve(puzzle)
    assert result.solved and len(result.solution) == 81 and "0" not in result.solution
    found[generator.validate(puzzle), agrees(result.solution), result.level.name] += 1
for (validated, right, level), puzzles in found.items():
    print(f"{puzzles} puzzles: {validated}, solved as {level}, the solution is {'right' if right else 'wrong'}")
assert found == EXPECTED
PYTHON
