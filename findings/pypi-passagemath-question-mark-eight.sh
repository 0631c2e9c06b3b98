#!/bin/sh
# passagemath-combinat 10.8.13 (PyPI), the modules of SageMath, reads a question mark in a puzzle as the digit 8.
#
# Its class Sudoku takes a text with a digit or a dot for each cell, and letters for the digits above 9. Any other character is taken
# for a letter, by its distance from A. The seven between 9 and A in ASCII are then digits: `:` is 3, `;` 4, `<` 5, `=` 6, `>` 7, `?` 8
# and `@` 9. So a puzzle with `?` for blanks becomes a full grid with 51 eights. It is not refused, and has no solution. Other signs
# for blanks, such as `_`, `*`, `-` and `x`, are refused.
#
# Expected: "invalid entry", as for these.
# Seen with passagemath-combinat 10.8.13 and Python 3.11. The classes of two other packages of SageMath have stand-ins.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages passagemath-combinat==10.8.13

python3 - <<'PYTHON'
import importlib.util
import sys
import types

CLASSES = {"sage_object": "SageObject", "element": "Matrix"}
for name in ("sage", "sage.structure"):
    sys.modules[name] = types.ModuleType(name)
for module, name in CLASSES.items():
    sys.modules[f"sage.structure.{module}"] = types.SimpleNamespace(**{name: type(name, (), {})})
spec = importlib.util.spec_from_file_location("sudoku", "packages/sage/games/sudoku.py")
games = importlib.util.module_from_spec(spec)
spec.loader.exec_module(games)

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def read(blank):
    try:
        return games.Sudoku(PUZZLE.replace(".", blank)).to_string()
    except ValueError as error:
        return str(error)


for blank in ".0:;<=>?@_*-x":
    print(blank, read(blank))
assert read(".") == read("0") == PUZZLE
for digit, blank in enumerate(":;<=>?@", 3):
    assert read(blank) == PUZZLE.replace(".", str(digit))
for blank in "_*-x":
    assert read(blank) == "Sudoku puzzle has an invalid entry"
PYTHON
