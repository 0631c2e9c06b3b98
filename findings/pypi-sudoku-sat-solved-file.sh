#!/bin/sh
# sudoku-sat 1.0.0 (PyPI) solves a puzzle, and from then on writes it to files as a puzzle without a solution.
#
# To find the next solution, it excludes those that it has found, as "Blacklisted" grids. These stay with the puzzle. Its file format
# has a section of nine rows for each kind of rule, and write_to_file() writes them as well. So the puzzle that is solved and
# then saved, as its menu offers, is read back as one with a solution that is forbidden: "Sudoku posseses no solution." For any other
# reader, the file has two puzzles, the second of which is the solution of the first.
#
# For the same reason, it never says "Sudoku posseses exactly 1 solution", a message that it has: once it has found one, it does not
# report that there is no other.
#
# Expected: the same puzzle, with one solution.
# Seen with sudoku-sat 1.0.0, its option for Z3 5.4.1.0, and Python 3.11. The drawing of puzzles has a stand-in.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudoku-sat==1.0.0 z3-solver==5.4.1.0

PYTHONPATH=packages python3 - <<'PYTHON'
import builtins
import logging
import sys
from pathlib import Path
from unittest.mock import MagicMock

sys.modules["jinja2"] = MagicMock()
from src.sudoku import Sudoku

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
messages = []
logger = logging.getLogger("base.core")
logger.setLevel(logging.INFO)
logger.addHandler(logging.Handler())
logger.handlers[0].emit = lambda record: messages.append(record.getMessage())
builtins.input = lambda prompt: "puzzle.txt"


def read():
    sudoku = Sudoku("limboole", z3=True)
    for name, layer in sudoku.layers_from_file("puzzle.txt"):
        sudoku.add_layer(name, layer)
    messages.clear()
    return sudoku


Path("puzzle.txt").write_text(f"[Prefills]\n{PUZZLE}\n")
puzzle = read()
puzzle.write_to_file()
puzzle = read()
puzzle.solve()
assert messages == ["New solution found! (Total: 1)"], messages

puzzle.write_to_file()
print(Path("puzzle.txt").read_text())
again = read()
again.solve()
print(*messages)
assert messages == ["Sudoku posseses no solution."], messages
assert again.layers["Blacklisted"] == [SOLUTION]
assert again.layers["Prefills"] == [PUZZLE]
PYTHON
