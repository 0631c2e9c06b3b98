#!/bin/sh
# sudoku-helper 0.1.0 (PyPI) repeats the same step for ever on puzzles that need nothing but singles.
#
# next_step() returns "the next logical step", naked and hidden singles first. But it only looks for digits with one place in a row,
# column or box, and calls such a digit a naked single if the cell has no other candidate. It misses a cell with one candidate whose
# digit has other places in all three houses. Eight puzzles that singles alone solve stop at 20 to 40 blanks, of which one to three have a
# single candidate. next_step() then returns a pair, which has no digit to write. Since candidates are not kept between calls,
# every further call returns the same pair.
#
# Expected: the naked single.
# Seen with sudoku-helper 0.1.0 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudoku-helper==0.1.0

PYTHONPATH=packages python3 - <<'PYTHON'
from itertools import product

from sudoku_helper import next_step

PUZZLES = """
.129.5.8.5..6....7...732.14.97523...6...........87...2...3.......1.....6.4.16.7.8
1.....48.6..7....22...357...1357..4.5...2....8...195..3...9.6.5..6.5.8........397
3..1...6.......7...6..2...11...689........8.....95...6.52.8.6....4.75.2..3..1...5
.2......16.....4.93.19.6.8....4..3...8..7...5........8..2.4......432.96....7..8..
..85...1........6...29.6.5....795.......8..3..79.1.....4......6.97.......1...8..4
..8...3...17.8.9....931...6.....5.1......6.2.9.18...4..7......2..5......2.......7
....1.897..76.....24.8......84..21..6......49.....5.7.7.64....3...3...1.........2
..19.836..7.1....5.9.5...81.3..275...............59.38......4.....73..9.12.......
""".split()
CELLS = list(product(range(9), range(9)))
KINDS = (lambda r, c: r, lambda r, c: c, lambda r, c: r // 3 * 3 + c // 3)
HOUSES = [[cell for cell in CELLS if kind(*cell) == at] for kind in KINDS for at in range(9)]


def candidates(grid):
    seen = {cell: {grid[r][c] for house in HOUSES if cell in house for r, c in house} for cell in CELLS}
    return {(r, c): set(range(1, 10)) - seen[r, c] for r, c in CELLS if not grid[r][c]}


def naked(grid):
    return [(cell, *digits) for cell, digits in candidates(grid).items() if len(digits) == 1]


def hidden(grid):
    left = candidates(grid)
    for house, digit in product(HOUSES, range(1, 10)):
        places = [cell for cell in house if digit in left.get(cell, ())]
        if len(places) == 1:
            yield places[0], digit


def solved_by_singles(grid):
    grid = [row[:] for row in grid]
    while single := next(iter([*naked(grid), *hidden(grid)]), None):
        (row, column), digit = single
        grid[row][column] = digit
    return all(map(all, grid))


def stopped(grid):
    """Follows the package's steps until one has no digit."""
    while (step := next_step(grid)) and step.value:
        [(row, column)] = step.cells
        grid[row][column] = step.value
    return step


for text in PUZZLES:
    grid = [[int(cell) if cell != "." else None for cell in text[at : at + 9]] for at in range(0, 81, 9)]
    assert solved_by_singles(grid)
    step = stopped(grid)
    blanks, singles = sum(row.count(None) for row in grid), len(naked(grid))
    print(f"{step.technique} with {blanks} blanks and {singles} naked singles: {step.explanation[0]}")
    assert step.technique in ("Naked Pair", "Hidden Pair") and singles
    assert all(next_step(grid) == step for _ in range(100))
PYTHON
