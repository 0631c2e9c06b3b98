#!/bin/sh
# another-sudoku-library 0.1.0 (PyPI) gives each puzzle two normal forms, and most symmetric ones the empty grid.
#
# normalize() promises one form for all rotations of a puzzle and all permutations of its digits. It weighs the four sides, to turn
# the heaviest one to the bottom. In fact, that side ends at the top if it was at the top or the bottom, and at the bottom if it
# was on the left or the right. So each of ten puzzles has another form after a quarter turn, and duplicates are missed.
#
# If the heaviest sides weigh the same, it prints an error and returns a grid without clues. Its docstring fears that for "completely
# symmetrical" puzzles, but a half-turn symmetry of the clues, as in most printed puzzles, is enough, up to rounding. Of ten such
# puzzles, eight become the same grid.
#
# Expected: one form for a puzzle, and another one for another puzzle.
# Seen with another-sudoku-library 0.1.0 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages another-sudoku-library==0.1.0

PYTHONPATH=packages python3 - <<'PYTHON'
import contextlib
import io
import random

from another_sudoku_library import utils

PUZZLES = """
3.4..1...7.....6..6....97.3....2..1.14.7..8......18....1..93.64.8.4..........25..
.2......16.....4.93.19.6.8....4..3...8..7...5........8..2.4......432.96....7..8..
.4.75..9.....1.6.......6.53..54.3.1..2..7..........56....127..83..........18..7..
.57..6......3.179898.............4.7.6...8..1...4....5..9.3..1...6..9.....3.1..6.
....37..65.94..87..6.....5.6.1.......3....48.28.....6......3.427...4.....1...97.5
...7.2....1.5.....2.9....8.92..3...48..............3.73.286..79175...4.8....4....
3....2..9....5.7...9487..2...1.....4.3.......6......8......9.63....4.5....9..1.78
...2...3...8...6...9.4.......6..2.849...7.....8...3..561.85.4.3....9.5..3.51...9.
.....8.7415......2.6...7...8..1..3.....73.......4..7.19...45.2...1.7..56.........
.......2.29..68...5..7.....8.42.1....2...5.4..6......7.4...7.......3.5..1...8.7.3
""".split()
SYMMETRIC = """
8....3...65.8.74..3..6.4....3...8.12..63.28..18.9...3....4.6..8..75.1.94...2....7
83...254..1.8..........36.894.....8...........8.....212.75..........6.3..614...57
..7..31.......15......5..89...7....5.86...91.1....9...96..8......54.......16..2..
..7....1..6.7..9..1...3...85.3..8.9..2.5.9.3..9.1..6.54...1...9..1..6.2..8....5..
.....439663...8.1....6..8...4.92....3.......2....17.8...9..2....8.5...672658.....
.16........4.98...35...7.....23.4..75...7...98..9.14.....4...76...58.1........89.
63...7.215....14..2.89.....3........74..5..83........9.....91.4..13....297.8...36
57......6......1.7...48..5.3...1.4.5..7...6..2.5.9...3.6..51...9.2......8......79
1.28...7..6....4.19.7.4..2.7.152.......4.3.......185.7.3..8.7.58.9....4..7...28.9
...3....6.78....1......85.2..37.9.4...2...8...4.8.56..9.15......6....93.3....4...
""".split()


def board(text):
    return [[int(cell) for cell in text[at : at + 9].replace(".", "0")] for at in range(0, 81, 9)]


def turned(puzzle, quarters):
    return [list(row) for row in zip(*puzzle[::-1])] if quarters == 1 else turned(turned(puzzle, 1), quarters - 1)


def relabelled(puzzle):
    digits = [0, *random.sample(range(1, 10), 9)]
    return [[digits[cell] for cell in row] for row in puzzle]


def form(puzzle):
    with contextlib.redirect_stdout(io.StringIO()):
        return utils.stringify(utils.normalize(puzzle))


random.seed(7)
for text in PUZZLES:
    puzzle = board(text)
    none, quarter, half, three = (form(puzzle if by == 0 else turned(puzzle, by)) for by in range(4))
    print(f"{text}\n    {none}\n    {quarter}")
    assert none == half != quarter == three
    assert form(relabelled(puzzle)) == none

forms = [form(board(text)) for text in SYMMETRIC]
empty = forms.count(form(board("." * 81)))
print(f"of {len(forms)} symmetric puzzles, {empty} become the empty grid")
assert empty == 8
PYTHON
