#!/bin/sh
# sudokuai 1.0.3 (PyPI) gives a language model that never answers a perfect score.
#
# It is a "platform for LLM evaluation". When it cannot parse an answer, its default mode, step by step, fills a cell itself, with the
# digit of the solution. So a model whose answers are all empty solves every puzzle: an accuracy of 100 % at each level, without a
# move. So does one that writes (1, 2, 3) where 1,2,3 was asked for. One that plays a single legal but wrong digit and is silent from
# then on solves none. The better a model keeps to the format, the lower its score can be.
#
# A model that follows the format is told the answer: each prompt names the cell with the fewest candidates and lists them. To copy
# the digit when there is one, and to be silent otherwise, is a perfect score with moves.
#
# Expected: an answer that cannot be read is a wrong move.
# Seen with sudokuai 1.0.3 and Python 3.11. The client of the model has a stand-in, and random numbers have a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages sudokuai==1.0.3

PYTHONPATH=packages python3 - <<'PYTHON'
import random
import re
import sys
import types

sys.modules["requests"] = types.ModuleType("requests")  # nothing is sent

from sudokuai import LLMConfig
from sudokuai.llm import player
from sudokuai.llm.evaluator import LLMEvaluator
from sudokuai.sudoku import SudokuBoard, SudokuSolver


def silent(prompt):
    return ""


def with_brackets(prompt):
    return "MOVE: (1, 2, 3)"


def copies_the_prompt(prompt):
    suggested = re.search(r"I suggest \((\d),(\d)\) with possibilities \[(\d)\]", prompt)
    return "MOVE: {},{},{}".format(*suggested.groups()) if suggested else ""


def one_wrong_digit(prompt):
    if "Step: 1\n" not in prompt:
        return ""
    drawn = prompt.split("Current board:")[1].split("===")[0]
    cells = [int(cell.replace(".", "0")) for cell in re.findall(r"[\d.]", drawn)]
    board = SudokuBoard([cells[at : at + 9] for at in range(0, 81, 9)])
    solution = SudokuSolver.solve(board.copy())
    return next(
        f"MOVE: {row},{column},{digit}"
        for row, column in board.get_empty_cells()
        for digit in board.get_possible_values(row, column) - {solution.get(row, column)}
    )


def evaluated(model):
    """Returns the accuracy of each level, and the number of moves of all games."""
    player.LLMClient = lambda config: types.SimpleNamespace(chat=lambda prompt: types.SimpleNamespace(content=model(prompt)))
    random.seed(1)
    config = LLMConfig("model", "custom", "", "model")
    result = LLMEvaluator(config, verbose=False).evaluate(["easy", "medium"], 5)
    accuracy = {level: found["accuracy"] for level, found in result.results_by_difficulty.items()}
    moves = sum(game.total_moves for game in result.play_results)
    print(f"{model.__name__}: {accuracy}, {moves} moves in {result.total_games} games")
    return accuracy, moves


PERFECT = {"easy": 1, "medium": 1}
assert evaluated(silent) == (PERFECT, 0)
assert evaluated(with_brackets) == (PERFECT, 0)
accuracy, moves = evaluated(copies_the_prompt)
assert accuracy == PERFECT and moves > 400
assert evaluated(one_wrong_digit) == ({"easy": 0, "medium": 0}, 10)
PYTHON
