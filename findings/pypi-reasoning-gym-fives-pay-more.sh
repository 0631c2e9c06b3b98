#!/bin/sh
# reasoning-gym 0.1.25 (PyPI) rewards a model more for the digit 5 in every blank than for a solution that it writes in another way.
#
# The score is 1 for the solution as it was asked for, nine lines of nine digits with spaces between them, and otherwise at most 0.9,
# by the share of cells that are right, line by line. Clues count as right cells. So a copy of the puzzle with a 5 in every blank has
# 0.41 to 0.61, without a thought. The solution as 81 digits on one line has 0. So has the solution below a line with the digits 1 to
# 9, such as the names of columns: each of its rows is then compared with the next one, and two rows of a solution agree in no cell.
# At most the line itself has a digit in the right place. The same line at the end costs a fifth.
#
# Expected: nothing pays more than the solution, and no clue pays.
# Seen with reasoning-gym 0.1.25 and Python 3.11. Only the modules of Sudoku are loaded, without the package's other tasks.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages reasoning-gym==0.1.25

python3 - <<'PYTHON'
import sys
import types

for name in ("reasoning_gym", "reasoning_gym.games", "reasoning_gym.coaching"):
    sys.modules[name] = package = types.ModuleType(name)
    package.__path__ = ["packages/" + name.replace(".", "/")]
sys.modules["reasoning_gym.coaching"].BaseCurriculum = object
sys.modules["reasoning_gym.coaching"].RangeAttributeDefinition = None

from reasoning_gym.games.sudoku import SudokuConfig, SudokuDataset

DIGITS = "1 2 3 4 5 6 7 8 9"
WAYS = {
    "the solution": lambda entry: entry["answer"],
    "the puzzle, a 5 in every blank": lambda entry: lines(entry["metadata"]["puzzle"], 5),
    "the solution as 81 digits": lambda entry: "".join(entry["answer"].split()),
    "the solution below the digits 1 to 9": lambda entry: f"{DIGITS}\n{entry['answer']}",
    "the solution above the digits 1 to 9": lambda entry: f"{entry['answer']}\n{DIGITS}",
}


def lines(puzzle, blank):
    return "\n".join(" ".join(str(cell or blank) for cell in row) for row in puzzle)


puzzles = SudokuDataset(SudokuConfig(seed=1, size=50))
entries = [puzzles[at] for at in range(50)]
rewards = {name: [puzzles.score_answer(write(entry), entry) for entry in entries] for name, write in WAYS.items()}
for name, found in rewards.items():
    print(f"{name}: {min(found):.2f} to {max(found):.2f}, mean {sum(found) / len(found):.2f}")
SOLUTION, FIVES, ONE_LINE, BELOW, ABOVE = rewards.values()
assert SOLUTION == [1] * 50
assert (round(min(FIVES), 2), round(max(FIVES), 2)) == (0.41, 0.61)
assert ONE_LINE == [0] * 50
assert max(BELOW) < 0.03
assert {round(reward, 2) for reward in ABOVE} == {0.81}
PYTHON
