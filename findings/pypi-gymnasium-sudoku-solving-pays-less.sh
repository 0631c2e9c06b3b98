#!/bin/sh
# gymnasium-sudoku 0.3.5 (PyPI) pays an agent that never solves a puzzle 6.7 times what it pays one that does.
#
# In its unbiased environment, "sudoku-v1", a right digit is rewarded again when it is written into the same cell again, and more the
# fuller the board is. The puzzle's solution brings a bonus of 81 and ends the episode. An agent that leaves the last cell blank and
# repeats one right digit until the 400 steps are over has 6.7 times the reward of one that solves the puzzle in 47 steps, and still
# twice as much with a discount of 0.99. So training does not aim at solutions, and a higher mean reward is no sign of learning.
#
# Expected: nothing pays more than the solution, as in "sudoku-v0", where a cell that is right is closed.
# Seen with gymnasium-sudoku 0.3.5, gymnasium 1.4.0, NumPy 2.4.6 and Python 3.11. PySide6, which draws the board, has a stand-in.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --target packages --no-deps \
    gymnasium-sudoku==0.3.5 gymnasium==1.4.0 numpy==2.4.6 cloudpickle==3.1.3 farama-notifications==0.0.6 typing-extensions==4.16.0

PYTHONPATH=packages python3 - <<'PYTHON'
import sys
import types

NAMES = {"QtWidgets": "QApplication QWidget QGridLayout QLineEdit QHBoxLayout", "QtCore": "QTimer", "QtGui": "QIcon"}
sys.modules["PySide6"] = drawing = types.ModuleType("PySide6")
for module, names in NAMES.items():
    classes = types.SimpleNamespace(**{name: type(name, (), {}) for name in names.split()})
    sys.modules[f"PySide6.{module}"] = classes
    setattr(drawing, module, classes)

import gymnasium
import gymnasium_sudoku

STEPS = 400  # the default horizon


def play(environment, seed, leaves_last):
    """Returns the rewards of an agent that knows the solution, and whether the puzzle is solved."""
    board, _ = environment.reset(seed=seed)
    solution = environment.unwrapped.solution
    moves = [(row, column, solution[row, column]) for row in range(9) for column in range(9) if not board[row, column]]
    if leaves_last:
        moves[-1:] = moves[:1] * (STEPS - len(moves) + 1)
    rewards = []
    for move in moves:
        _, reward, solved, truncated, _ = environment.step(move)
        rewards.append(float(reward))
    assert truncated == leaves_last
    return rewards, solved


def ratios(name, mode, discount):
    """Returns what it pays to leave ten puzzles unsolved, in parts of what it pays to solve them."""
    environment = gymnasium.make(name, mode=mode, disable_env_checker=True)
    found = []
    for seed in range(10):
        games = [play(environment, seed, leaves_last) for leaves_last in (False, True)]
        assert [solved for _, solved in games] == [True, False]
        solving, leaving = (sum(reward * discount**step for step, reward in enumerate(rewards)) for rewards, _ in games)
        found.append(leaving / solving)
    print(f"{name}, discount {discount}: {min(found):.2f} to {max(found):.2f} times as much for no solution")
    return found


assert all(6.6 < ratio < 6.9 for ratio in ratios("sudoku-v1", "easy", 1))
assert all(2 < ratio < 2.2 for ratio in ratios("sudoku-v1", "easy", 0.99))
assert all(ratio < 1 for ratio in ratios("sudoku-v0", "biased", 1))
PYTHON
