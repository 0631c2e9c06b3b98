#!/bin/sh
# gem-llm 0.1.0 (PyPI) makes a puzzle with fewer clues the more clues it is asked for.
#
# Its environment of Sudoku has an option `clues`, the "number of clues (filled cells) to retain". It removes that number of cells. So
# 10 clues are 71, 30 are 51, and 60 are 28 or 29; only near 40 are there as many as were asked for. textarena has the same
# environment with the same option, which does retain the clues: settings that move from one to the other turn the levels around.
#
# It also tells the model that a digit "violates Sudoku rules" if it is not the one of the solution, although no rule is broken, and
# that each of the "nine 9x9 subgrids" has all digits.
#
# Expected: 30 clues for 30.
# Seen with gem-llm 0.1.0, textarena 0.7.4, NumPy 2.4.6 and Python 3.11. Only the environments of Sudoku are loaded. Random numbers
# have a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages gem-llm==0.1.0 textarena==0.7.4 numpy==2.4.6

PYTHONPATH=packages python3 - <<'PYTHON'
import sys
import types

ENVIRONMENTS = ("gem.envs.game_env", "textarena.envs.Sudoku")
for name in {name.rsplit(".", depth)[0] for name in ENVIRONMENTS for depth in range(3)}:
    sys.modules[name] = package = types.ModuleType(name)
    package.__path__ = ["packages/" + name.replace(".", "/")]

import textarena
import textarena.core

vars(textarena).update(vars(textarena.core))
import textarena.state

vars(textarena).update(vars(textarena.state))
from gem.envs.game_env.sudoku import SudokuEnv as GemEnv
from textarena.envs.Sudoku.env import SudokuEnv as TextArenaEnv

SEEDS = (1, 2)


def gem_of(clues, seed):
    environment = GemEnv(clues=clues)
    prompt, _ = environment.reset(seed)
    return environment, prompt


def by_gem(clues, seed):
    return gem_of(clues, seed)[0].board


def by_textarena(clues, seed):
    environment = TextArenaEnv(clues=clues)
    environment.reset(num_players=1, seed=seed)
    return environment.state.game_state["board"]


def clues_of(make, clues):
    boards = [make(clues, seed) for seed in SEEDS]
    return [sum(cell > 0 for row in board for cell in row) for board in boards]


for clues, expected in {10: [71, 71], 30: [51, 51], 40: [41, 41], 60: [29, 28]}.items():
    found = clues_of(by_gem, clues)
    print(f"{clues} clues: {found} in gem-llm")
    assert found == expected
for clues in (40, 60):
    found = clues_of(by_textarena, clues)
    print(f"{clues} clues: {found} in textarena")
    assert found == [clues, clues]

environment, prompt = gem_of(50, 1)
board = environment.board
row, column, digit = next(
    (row, column, digit)
    for row in range(9)
    for column in range(9)
    for digit in range(1, 10)
    if not board[row][column] and environment.is_safe(board, row, column, digit) and environment.full_grid[row][column] != digit
)
answer, *_ = environment.step(rf"\boxed{{{row + 1} {column + 1} {digit}}}")
print(answer)
assert answer.endswith("which violates Sudoku rules.")
assert "Each of the nine 9x9 subgrids" in prompt
PYTHON
