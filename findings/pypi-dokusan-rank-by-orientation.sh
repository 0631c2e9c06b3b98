#!/bin/sh
# dokusan 0.1.0 (PyPI) ranks a puzzle as easy or as very hard, depending on which side of the sheet is up.
#
# Its README says that a puzzle with a rank lower than 100 has only naked and hidden singles, and that one above 150 mostly
# needs more. To turn or mirror a puzzle changes no step of its solution. Yet four puzzles, each in its eight orientations, have
# lowest ranks of 54 to 57 and highest ones of 454 to 2557. It is not chance: the same text always has the same rank, and other
# digits do not change it.
#
# The cause: rank() sorts the cells by their sets of candidates. Python compares sets by inclusion, not by size, so that most
# cells are in no order, and how many guesses are counted depends on where they are.
#
# Expected: one rank for a puzzle, however it lies on the table.
# Seen with dokusan 0.1.0 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages dokusan==0.1.0

PYTHONPATH=packages python3 - <<'PYTHON'
from dokusan import stats
from dokusan.boards import BoxSize, Sudoku

PUZZLES = {
    "..2.......6......2......47.9..31......18...25...6.7..4...7...382.8...9...5...92..": (57, 2557),
    "8..5.....5.1...9......967...1.6.58.7..8.4..63...1.8...7.....5..4..9......3..52...": (55, 955),
    "...4.1.......8...7...2..6.8.65....8131......42...7......4.65..2..2..9....89....3.": (56, 456),
    "..1.....664..3..2...3...1....4...269.7.3.9.......16......75.642...9...5....4...71": (54, 454),
}


def turned(text):
    return "".join(text[9 * row + column] for column in range(9) for row in reversed(range(9)))


def mirrored(text):
    return "".join(text[at : at + 9][::-1] for at in range(0, 81, 9))


def orientations(text):
    for board in (text, mirrored(text)):
        for _ in range(4):
            yield board
            board = turned(board)


def relabelled(text):
    for by in range(1, 9):
        yield "".join("." if cell == "." else str((int(cell) - 1 + by) % 9 + 1) for cell in text)


def rank(text):
    return stats.rank(Sudoku.from_string(text.replace(".", "0"), box_size=BoxSize(3, 3)))


for puzzle, expected in PUZZLES.items():
    ranks = [rank(text) for text in orientations(puzzle)]
    print(puzzle, "turned and mirrored:", *ranks)
    assert (min(ranks), max(ranks)) == expected
    assert {rank(text) for text in [puzzle, *relabelled(puzzle)]} == {ranks[0]}
PYTHON
