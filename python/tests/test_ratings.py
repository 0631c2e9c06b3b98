"""Ratings as columns, equal to the program's for every kind of input."""

from __future__ import annotations

import csv
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import bulkdoku
from conftest import EASY, EMPTY, HARD, mixed
from test_inputs import KINDS, PUZZLES

COLUMNS = [
    "level",
    "cells_left_3",
    "candidates_left_3",
    "cells_left_4",
    "candidates_left_4",
    "depth",
    "backdoor",
    "guesses",
    "guesses_deviation",
    "se",
]


def program_ratings(puzzles: list[str], folder: Path, *options: str) -> list[dict[str, str]]:
    (folder / "in.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    command = [sys.executable, "-m", "bulkdoku", "rate", "in.txt", "-q", "--from", "line", "-o", "out.csv", *options]
    subprocess.run(command, cwd=folder, check=False)
    with open(folder / "out.csv", newline="") as table:
        return list(csv.DictReader(table))


def number(text: str) -> float | None:
    if not text:
        return None
    return math.inf if text == "none" or text.startswith(">") else float(text)


@pytest.mark.parametrize("options", [{}, {"equivalents": 3, "seed": 9}], ids=str)
def test_all_ratings_are_those_of_the_program(options: dict[str, int], tmp_path: Path) -> None:
    puzzles = [*mixed(150, seed=3), EASY, HARD, EMPTY]
    flags = [part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", str(value))]
    expected = program_ratings(puzzles, tmp_path, *flags)
    ratings = bulkdoku.rate(puzzles, **options)
    assert list(ratings.columns) == COLUMNS
    for rating, row in zip(ratings, expected, strict=True):
        assert rating.pop("verdict") == row["verdict"]
        assert rating.keys() == set(COLUMNS)
        for name, value in rating.items():
            told = number(row[name])
            assert value is told is None or value == told or math.isclose(value, told, abs_tol=0.00501), (name, row)


def test_the_structure_is_that_of_the_program(tmp_path: Path) -> None:
    puzzles = [*mixed(150, seed=3), EASY, HARD, EMPTY]
    only = ["bands", "automorphisms"]
    expected = program_ratings(puzzles, tmp_path, "--only", ",".join(only))
    ratings = bulkdoku.rate(puzzles, only=only)
    bands = [f"band_{number}" for number in range(1, 7)]
    assert list(ratings.columns) == [*bands, "automorphisms", "solution_automorphisms"]
    for rating, row in zip(ratings, expected, strict=True):
        assert rating.pop("verdict") == row["verdict"]
        assert all(value == number(row[name]) for name, value in rating.items()), row


def test_a_difficulty_is_a_number_for_the_word_of_the_program(tmp_path: Path) -> None:
    puzzles = [*mixed(150, seed=3), EASY, HARD, EMPTY]
    expected = program_ratings(puzzles, tmp_path, "--only", "difficulty")
    words = {"": None, "easy": 1.0, "medium": 2.0, "hard": 3.0, "expert": 4.0}
    ratings = [rating["difficulty"] for rating in bulkdoku.rate(puzzles, only="difficulty")]
    assert ratings == [words[row["difficulty"]] for row in expected]
    assert ratings[-3:] == [1.0, 4.0, None]


@pytest.fixture(scope="module")
def levels(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, float | None]]:
    rows = program_ratings(PUZZLES, tmp_path_factory.mktemp("levels"), "--only", "level")
    return [(row["verdict"], number(row["level"])) for row in rows]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_input_has_the_ratings_of_the_program(kind: str, levels: list[tuple[str, float | None]]) -> None:
    for threads in (1, 3):
        ratings = bulkdoku.rate(KINDS[kind], only="level", threads=threads)
        assert [(rating["verdict"], rating["level"]) for rating in ratings] == levels


def test_columns_are_arrays_with_nan_and_infinity() -> None:
    ratings = bulkdoku.rate([EASY, HARD, EMPTY, "x", "11" + EMPTY[2:], None], only=["level", "guesses"])
    assert list(ratings.columns) == ["level", "guesses", "guesses_deviation"]
    assert all(column.dtype == np.float64 and column.shape == (6,) for column in ratings.columns.values())
    assert ratings["level"][:2].tolist() == [1.0, math.inf]
    assert all(np.isnan(column[2:]).all() for column in ratings.columns.values())
    assert ratings["guesses"][0] == 0 < ratings["guesses"][1] < math.inf
    assert ratings.tally() == {"unique": 2, "multiple": 1, "conflict": 1, "malformed": 2}
    assert ratings.reason(3) == "1 character where 81 were expected"
    assert ratings.bad(4) == [(4, "equal clues in r1c1 and r1c2 share a row, column or box"), (5, "null")]
    assert repr(ratings).startswith("<bulkdoku.Ratings of 6 puzzles: 2 unique, ")
    assert ratings[-1] == {"verdict": "malformed", "level": None, "guesses": None, "guesses_deviation": None}
    with pytest.raises(IndexError, match="there is no result 6 of 6"):
        ratings[6]
    with pytest.raises(KeyError, match="there is no column 'se' of ratings"):
        ratings["se"]


def test_ratings_are_tables_for_arrow_libraries() -> None:
    ratings = bulkdoku.rate([EASY, None, HARD], only=("level", "se"))
    table = ratings.to_arrow()
    table.validate(full=True)
    assert table.schema.types == [pa.string(), pa.float64(), pa.float64()]
    assert table.column("level").to_pylist() == [1.0, None, math.inf]
    assert table.column("verdict").to_pylist() == ["unique", "malformed", "unique"]
    frame = pl.DataFrame(ratings).filter(pl.col("level") <= 4)
    assert frame["verdict"].to_list() == ["unique"]
    assert bulkdoku.rate([]).to_arrow().num_rows == 0


def test_digits_have_the_ratings_of_text() -> None:
    puzzles = bulkdoku.generate(500, seed=5, clues=(22, 26))
    text = ["".join(map(str, puzzle)) for puzzle in puzzles]
    one, other = bulkdoku.rate(puzzles, threads=2), bulkdoku.rate(text, threads=1)
    assert all(np.array_equal(one[name], other[name], equal_nan=True) for name in COLUMNS)


def test_pencilmarks_have_no_guesses_and_all_other_ratings() -> None:
    marks = {cell: "".join(digit if cell in (digit, ".") else "." for digit in "123456789") for cell in set(EASY)}
    puzzle = "".join(marks[cell] for cell in EASY) + "\n"
    ratings = bulkdoku.rate(puzzle)
    assert ratings["level"][0] == 1.0
    assert set(COLUMNS) - set(ratings.columns) == {"guesses", "guesses_deviation"}
    with pytest.raises(ValueError, match="pencilmarks have no rating guesses, which needs clues"):
        bulkdoku.rate(puzzle, only=["level", "guesses"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"only": "lvl"}, "there is no rating 'lvl': choose from level, left"),
        ({"only": ["level", "hard"]}, "there is no rating 'hard'"),
        ({"equivalents": 0}, "equivalents must be from 1 to 10000"),
        ({"seed": -1}, "seed must be from 0"),
    ],
    ids=str,
)
def test_a_wrong_argument_is_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bulkdoku.rate([EASY], **options)


def test_a_budget_ends_the_search() -> None:
    assert bulkdoku.rate([EMPTY], budget=0)[0]["verdict"] == "budget"
