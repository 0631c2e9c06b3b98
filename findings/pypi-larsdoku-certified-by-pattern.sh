#!/bin/sh
# larsdoku 4.0.0 (PyPI) certifies that a puzzle of 17 clues has one solution without looking at its digits.
#
# Its "uniqueness oracle", lars_certify() or --lars-certify, compares a pattern of 17 clues with the patterns of the 49,158
# known puzzles, by counts of clues in rows, columns and boxes. That a pattern has a puzzle with one solution does not make
# other digits in it one: most have several solutions or none. All are certified as "UNIQUE": one digit changed, two equal
# digits in a row, seventeen fives.
#
# With another number of clues it searches, but only for a second solution: a puzzle without any is certified too, as "UNIQUE
# (backtracker)", and has_unique_solution(), "exactly one" in its docstring, is True.
#
# Expected: UNIQUE for the first of these puzzles alone.
# Seen with larsdoku 4.0.0, numba 0.68.1, NumPy 2.4.6 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --target packages --no-deps \
    larsdoku==4.0.0 numba==0.68.1 llvmlite==0.50.0 numpy==2.4.6

NUMBA_OPT=0 NUMBA_CACHE_DIR="$folder" PYTHONPATH=packages python3 - <<'PYTHON'
from larsdoku.engine import has_unique_solution
from larsdoku.lars_forge import lars_certify

PUZZLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"  # of its README


def changed(at, digit):
    return PUZZLE[:at] + digit + PUZZLE[at + 1 :]


PUZZLES = {  # with the number of solutions, where 2 is "several"
    "17 clues": (PUZZLE, 1, "UNIQUE"),
    "a 1 is a 9": (changed(7, "9"), 2, "UNIQUE"),
    "a 9 is a 1": (changed(49, "1"), 0, "UNIQUE"),
    "all are 5": ("".join("5" if clue != "0" else "0" for clue in PUZZLE), 0, "UNIQUE"),
    "18 clues, two 4 in a row": (changed(10, "4"), 0, "UNIQUE (backtracker)"),
}


def houses(at):
    return ("row", at // 9), ("column", at % 9), ("box", at // 27 * 3 + at % 9 // 3)


def solutions(puzzle, limit=2):
    """Counts solutions up to the limit, as long as clues do not contradict each other at once."""
    used = {house: set() for at in range(81) for house in houses(at)}
    for at, digit in enumerate(puzzle):
        if digit == "0":
            continue
        if any(digit in used[house] for house in houses(at)):
            return 0
        for house in houses(at):
            used[house].add(digit)

    def search(blanks, limit):
        if not blanks:
            return 1
        free = {at: set("123456789").difference(*(used[house] for house in houses(at))) for at in blanks}
        at = min(blanks, key=lambda blank: len(free[blank]))
        found = 0
        for digit in free[at]:
            for house in houses(at):
                used[house].add(digit)
            found += search(blanks - {at}, limit - found)
            for house in houses(at):
                used[house].remove(digit)
            if found >= limit:
                break
        return found

    return search({at for at in range(81) if puzzle[at] == "0"}, limit)


for name, (puzzle, expected, verdict) in PUZZLES.items():
    result = lars_certify(puzzle)
    found = solutions(puzzle)
    print(f"{name}: solutions: {found}, certified: {result['certified']}, {result['verdict']}")
    assert found == expected
    assert (result["certified"], result["verdict"]) == (True, verdict)

assert has_unique_solution(PUZZLES["18 clues, two 4 in a row"][0])
PYTHON
