"""Results as records, arrays and Arrow tables; counts and generated puzzles."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import bulkdoku
from bulkdoku import Verdict
from conftest import EASY, EASY_SOLUTION, EMPTY, digits, mixed


def test_arrays_have_their_shapes_types_and_zeros() -> None:
    results = bulkdoku.solve([EASY, "11" + EMPTY[2:], EMPTY, None], unique=True)
    assert (results.solutions.shape, results.solutions.dtype) == ((4, 81), np.uint8)
    assert results.solutions[0].tolist() == digits(EASY_SOLUTION)
    assert not results.solutions[[1, 3]].any()
    assert results.verdicts.tolist() == [Verdict.UNIQUE, Verdict.CONFLICT, Verdict.MULTIPLE, Verdict.MALFORMED]
    assert results.counts.tolist() == [1, 0, 2, 0]
    assert (results.guesses.dtype, results.guesses.shape) == (np.uint64, (4,))
    assert results.tally() == {"unique": 1, "multiple": 1, "conflict": 1, "malformed": 1}
    assert repr(results) == "<bulkdoku.Solutions of 4 puzzles: 1 unique, 1 multiple, 1 conflict, 1 malformed>"


def test_records_are_a_sequence() -> None:
    results = bulkdoku.solve([EASY, EMPTY, "x"])
    assert results[0].solution == EASY_SOLUTION
    assert results[-1] == results[2] == bulkdoku.Record(None, "malformed", 0, 0, "1 character where 81 were expected")
    assert results[1:] == [results[1], results[2]]
    assert len(list(results)) == 3
    for index in (3, -4):
        with pytest.raises(IndexError, match="there is no result"):
            results[index]


def test_a_budget_ends_the_search() -> None:
    assert bulkdoku.solve([EMPTY], budget=0)[0].verdict == "budget"
    assert bulkdoku.solve([EASY], budget=0)[0].verdict == "solved"


def test_results_are_tables_for_arrow_libraries() -> None:
    results = bulkdoku.solve([EASY, None, EMPTY], unique=True)
    table = results.to_arrow()
    table.validate(full=True)
    assert table.schema.types == [pa.string(), pa.string(), pa.int64(), pa.int64()]
    assert table.column("solution").to_pylist() == [EASY_SOLUTION, None, None]
    assert table.column("verdict").to_pylist() == ["unique", "malformed", "multiple"]
    assert table.column("solutions").to_pylist() == [1, 0, 2]
    assert pl.DataFrame(results)["verdict"].to_list() == ["unique", "malformed", "multiple"]
    assert bulkdoku.solve([]).to_arrow().num_rows == 0
    assert [record.solution for record in bulkdoku.solve(results, column="solution")][0] == EASY_SOLUTION


def test_earlier_results_are_overwritten() -> None:
    results = bulkdoku.solve([EASY, EMPTY, "bad"])
    address = results.solutions.ctypes.data
    again = bulkdoku.solve([None, "11" + EMPTY[2:], EASY], unique=True, out=results)
    assert again is results
    assert again.solutions.ctypes.data == address
    assert list(again) == list(bulkdoku.solve([None, "11" + EMPTY[2:], EASY], unique=True))
    assert not again.solutions[:2].any()
    with pytest.raises(ValueError, match="out has the wrong length; the puzzles have the length 1"):
        bulkdoku.solve([EASY], out=results)
    results.solutions = results.solutions[::2]
    with pytest.raises(ValueError, match="length"):
        bulkdoku.solve([EASY], out=results)
    results.solutions = np.frombuffer(bytes(3 * 81), dtype=np.uint8).reshape(3, 81)
    with pytest.raises(ValueError, match="cannot be written"):
        bulkdoku.solve([EASY] * 3, out=results)


def test_counts_stop_at_the_limit() -> None:
    counts = bulkdoku.count([EASY, EMPTY, "bad", "11" + EMPTY[2:]], limit=1000)
    assert (counts.tolist(), counts.dtype) == ([1, 1000, 0, 0], np.uint64)
    assert bulkdoku.count([EASY, EMPTY]).tolist() == [1, 2]
    assert bulkdoku.count(np.zeros((0, 81), np.uint8)).shape == (0,)


def test_generated_puzzles_are_those_of_the_program(tmp_path: Path) -> None:
    for options, arguments in (
        ({"seed": 9, "clues": (22, 28)}, ["--seed", "9", "--clues", "22-28"]),
        ({"minimal": True}, ["--minimal"]),
        ({"seed": 2**64 - 1, "clues": 30}, ["--seed", str(2**64 - 1), "--clues", "30"]),
    ):
        puzzles = bulkdoku.generate(3000, threads=2, **options)
        command = [sys.executable, "-m", "bulkdoku", "generate", "--count", "3000", "-q", *arguments]
        text = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
        assert puzzles.tolist() == [digits(line) for line in text.split()]
        assert bulkdoku.solve(puzzles, unique=True).tally() == {"unique": 3000}


def test_progress_is_reported_up_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    bulkdoku.solve(mixed(500), progress=True)
    assert "500/500" in capsys.readouterr().err
