#!/bin/sh
# pencilmark 1.0.0rc1 (PyPI) adds a rule to a puzzle whose text says that the rule does not apply.
#
# It reads puzzles of f-puzzles, a format in which each rule has a key. Its docs call the reading exact. But it also searches the
# text of the rules for words: "anti-king", "knight's move" and the like add the rule, whatever the sentence says, and even if the key
# says false. A puzzle with two solutions and the sentence "There is no anti-king constraint." has one solution, with a grade.
# A puzzle with one solution has none as soon as its text allows equal digits a knight's move apart.
#
# Expected: the rules of the keys, or a refusal, which the package promises for what it cannot translate exactly.
# Seen with pencilmark 1.0.0rc1 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages pencilmark==1.0.0rc1

PYTHONPATH=packages python3 - <<'PYTHON'
import pencilmark
from pencilmark import sources

ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = "....36....9......5..12...4....7.26..61....3.......4..248......13....8.........52."
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NO_KINGS = "248536917793481265561297843834712659612859374957364182486925731325178496179643528"
NORMAL = "Normal sudoku rules apply."


def solved(puzzle, sentence="", **keys):
    cells = [{} if cell == "." else {"value": int(cell), "given": True} for cell in puzzle]
    grid = [cells[at : at + 9] for at in range(0, 81, 9)]
    loaded = sources.load({"size": 9, "grid": grid, "ruleset": f"{NORMAL} {sentence}", **keys})
    try:
        result = "".join(map(str, pencilmark.solve(loaded)))
    except (pencilmark.NotUnique, pencilmark.NoSolution) as error:
        result = type(error).__name__
    print(f"{sentence or 'no more rules'} {keys or ''} {result}")
    return result, loaded


assert solved(ONE)[0] == SOLUTION
assert solved(ONE, "Digits a knight's move apart may be equal.")[0] == "NoSolution"
assert solved(ONE, "This is not a nonconsecutive sudoku.")[0] == "NoSolution"
assert solved(TWO)[0] == "NotUnique"
assert solved(TWO, "There is no anti-king constraint.")[0] == NO_KINGS
result, loaded = solved(TWO, "There is no anti-king constraint.", antiking=False)
assert result == NO_KINGS
print("grade:", pencilmark.rate(loaded)["band"])
PYTHON
