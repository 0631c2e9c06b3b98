#!/bin/sh
# chuk-puzzles-gym 0.10.3 (PyPI) tests language models with puzzles of several solutions, and accepts one of them.
#
# It removes clues at random and does not count solutions. Of forty puzzles a level, 14 easy ones, 31 medium ones and all the
# hard ones have several. For each of these, play a solution other than the stored one: every move is accepted, the board is
# full and breaks no rule, and is_complete() is False. A model that finds it has not solved the puzzle.
#
# Expected: a puzzle with one solution, or True for every solution.
# Seen with chuk-puzzles-gym 0.10.3, pydantic 2.14.4 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --target packages --no-deps \
    chuk-puzzles-gym==0.10.3 chuk-gym-core==0.1.1 chuk-protocol-server==0.2 asyncio==4.0.0 websockets==17.4 pyyaml==6.0.4 \
    pydantic==2.14.4 pydantic-core==2.50.5 annotated-types==0.8.0 typing-extensions==4.16.0 typing-inspection==0.4.5

PYTHONPATH=packages python3 - <<'PYTHON'
import asyncio

from chuk_puzzles_gym.games.sudoku.game import SudokuGame

SEVERAL = {"easy": 14, "medium": 31, "hard": 40}
CELLS = [(row, column) for row in range(9) for column in range(9)]


def houses(row, column):
    return ("row", row), ("column", column), ("box", row // 3, column // 3)


def other_solution(grid, known):
    """Returns a solution that is not the known one, or None."""
    grid = [row[:] for row in grid]
    used = {house: set() for cell in CELLS for house in houses(*cell)}
    for row, column in CELLS:
        for house in houses(row, column) if grid[row][column] else ():
            used[house].add(grid[row][column])

    def search():
        blanks = [(row, column) for row, column in CELLS if not grid[row][column]]
        if not blanks:
            return grid != known
        free = {cell: set(range(1, 10)).difference(*(used[house] for house in houses(*cell))) for cell in blanks}
        row, column = min(blanks, key=lambda cell: len(free[cell]))
        for digit in sorted(free[row, column], key=lambda digit: digit == known[row][column]):
            grid[row][column] = digit
            for house in houses(row, column):
                used[house].add(digit)
            if search():
                return True
            for house in houses(row, column):
                used[house].remove(digit)
            grid[row][column] = 0
        return False

    return grid if search() else None


async def filled(difficulty, seed, solution):
    """Plays the solution, and returns whether each move succeeds and whether the game is complete."""
    game = SudokuGame(difficulty, seed)
    await game.generate_puzzle()
    moves = [
        await game.validate_move(row + 1, column + 1, solution[row][column])
        for row, column in CELLS
        if not game.initial_grid[row][column]
    ]
    assert game.grid == solution
    return all(move.success for move in moves), game.is_complete()


async def main():
    for difficulty, expected in SEVERAL.items():
        several = 0
        for seed in range(40):
            game = SudokuGame(difficulty, seed)
            await game.generate_puzzle()
            assert await filled(difficulty, seed, game.solution) == (True, True)
            other = other_solution(game.initial_grid, game.solution)
            if other:
                several += 1
                assert await filled(difficulty, seed, other) == (True, False)
        print(f"{difficulty}: of 40 puzzles, {several} have several solutions, of which one is complete")
        assert several == expected


asyncio.run(main())
PYTHON
