"""Shared by all tests: puzzles of many kinds, and the program's answers to them."""

from __future__ import annotations

import csv
import random
import subprocess
import sys
from pathlib import Path

import pytest

import bulkdoku

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals, forks or figures of memory")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EMPTY = "." * 81


def mixed(count: int, seed: int = 1) -> list[str]:
    """Returns puzzles with one solution, several or none, with conflicts, and with wrong characters. All have 81 cells."""
    draw = random.Random(seed)
    good = ["".join(map(str, puzzle)) for puzzle in bulkdoku.generate(max(count, 1), seed=seed, clues=(24, 40))]
    puzzles = []
    for puzzle in good[:count]:
        blank = draw.choice(".0_*-?xX")  # one kind in a puzzle: the program refuses two
        cells = list(puzzle.replace("0", blank))
        kind = draw.randrange(8)
        at = draw.randrange(81)
        if kind == 0:
            cells[at] = draw.choice("a!\x7f%Z")
        elif kind == 1:
            cells[at] = draw.choice("123456789")
        elif kind == 2:
            cells = [blank if cell in "12" else cell for cell in cells]
        puzzles.append("".join(cells))
    return puzzles


def program(puzzles: list[str], folder: Path, *options: str) -> list[bulkdoku.Record]:
    """Returns the answers of the program to a file with these lines."""
    (folder / "in.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    command = [sys.executable, "-m", "bulkdoku", "solve", "in.txt", "-q", "--format", "csv", "--from", "line", "-o", "out.csv"]
    subprocess.run([*command, *options], cwd=folder, check=False)
    with open(folder / "out.csv", newline="") as table:
        return [
            bulkdoku.Record(row["solution"] or None, row["verdict"], int(row["solutions"]), int(row["guesses"]), None)
            for row in csv.DictReader(table)
        ]


def same(results: bulkdoku.Solutions, expected: list[bulkdoku.Record]) -> bool:
    """Whether the results equal the program's, whose table has no reasons."""
    return [result._replace(reason=None) for result in results] == expected


def digits(puzzle: str) -> list[int]:
    return [int(cell) if cell in "123456789" else 0 for cell in puzzle]
