#!/bin/sh
# astropy 8.0.2 (PyPI) writes a table with an empty column as a machine-readable table (MRT) that it reads back as another one.
#
# A puzzle without a clue in a column, as a table with the columns A to I and masked cells, is written with format="ascii.mrt".
# The description in the file gives the empty column two bytes, "I2", and the data none, so that all cells behind it are two
# bytes before where they are said to be. Read back, a digit is in the column before its own, or gone, and nothing is said: of
# 24 clues, 5, 11 or 17 are left, by which column is empty. If it is the last one, and in ten other text formats of astropy, the
# puzzle comes back whole.
#
# Expected: the table that was written.
# Seen with astropy 8.0.2, NumPy 2.4.6 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --target packages --no-deps \
    astropy==8.0.2 numpy==2.4.6 pyerfa==2.0.1.5 pyyaml==6.0.4 packaging==26.4 astropy-iers-data==0.2026.11.2.0.34.55

PYTHONPATH=packages python3 - <<'PYTHON'
import io

import numpy
from astropy.table import MaskedColumn, Table

PUZZLE = "....8..3......2..5.49........61....2.9..5.3.....6....8..8.395...7.4.......57...96"  # no clue in column A
NAMES = "ABCDEFGHI"
OTHERS = ["basic", "commented_header", "csv", "ecsv", "fixed_width", "ipac", "latex", "rdb", "rst", "tab"]


def with_columns(order):
    return "".join(PUZZLE[row + column] for row in range(0, 81, 9) for column in order)


def table(puzzle):
    columns = []
    for at, name in enumerate(NAMES):
        cells = puzzle[at::9]
        digits = [0 if cell == "." else int(cell) for cell in cells]
        columns.append(MaskedColumn(digits, mask=[cell == "." for cell in cells], name=name))
    return Table(columns)


def read_back(puzzle, format):
    text = io.StringIO()
    table(puzzle).write(text, format=f"ascii.{format}")
    rows = Table.read(text.getvalue(), format=f"ascii.{format}")
    return "".join("." if numpy.ma.is_masked(cell) else str(cell) for row in rows for cell in row)


def clues(puzzle):
    return sum(cell != "." for cell in puzzle)


LAST = with_columns([3, 4, 5, 6, 7, 8, 2, 1, 0])
ORDERS = {  # of the columns, with the numbers of clues that are read, and of those in a cell that had none
    "A": (range(9), 5, 5),
    "D": ([3, 4, 5, 0, 1, 2, 6, 7, 8], 11, 2),
    "G": ([3, 4, 5, 6, 7, 8, 0, 1, 2], 17, 0),
}
for empty, (order, *expected) in ORDERS.items():
    puzzle = with_columns(order)
    found = read_back(puzzle, "mrt")
    moved = sum(cell not in (".", puzzle[at]) for at, cell in enumerate(found))
    print(f"column {empty} is empty: {clues(puzzle)} clues are written, {clues(found)} read, {moved} of them moved: {found}")
    assert (clues(puzzle), len(found)) == (24, 81)
    assert [clues(found), moved] == expected
    assert all(read_back(puzzle, format) == puzzle for format in OTHERS)
print("column I is empty:", read_back(LAST, "mrt") == LAST)
assert read_back(LAST, "mrt") == LAST
PYTHON
