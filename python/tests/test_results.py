"""Results as records, arrays and Arrow tables; counts and generated puzzles."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import bulkdoku
from bulkdoku import Verdict
from conftest import EASY, EASY_SOLUTION, EMPTY, HARD, digits, mixed


def test_arrays_have_their_shapes_types_and_zeros() -> None:
    results = bulkdoku.solve([EASY, "11" + EMPTY[2:], EMPTY, None], unique=True)
    assert (results.digits.shape, results.digits.dtype) == ((4, 81), np.uint8)
    assert results.digits[0].tolist() == digits(EASY_SOLUTION)
    assert not results.digits[[1, 3]].any()
    assert results.verdicts.tolist() == [Verdict.UNIQUE, Verdict.CONFLICT, Verdict.MULTIPLE, Verdict.MALFORMED]
    assert results.solutions.tolist() == [1, 0, 2, 0]
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
    address = results.digits.ctypes.data
    again = bulkdoku.solve([None, "11" + EMPTY[2:], EASY], unique=True, out=results)
    assert again is results
    assert again.digits.ctypes.data == address
    assert list(again) == list(bulkdoku.solve([None, "11" + EMPTY[2:], EASY], unique=True))
    assert not again.digits[:2].any()
    with pytest.raises(ValueError, match="out has the wrong length: its arrays must have 1 rows"):
        bulkdoku.solve([EASY], out=results)
    results.digits = results.digits[::2]
    with pytest.raises(ValueError, match="length"):
        bulkdoku.solve([EASY], out=results)
    results.digits = np.frombuffer(bytes(3 * 81), dtype=np.uint8).reshape(3, 81)
    with pytest.raises(ValueError, match="cannot be written"):
        bulkdoku.solve([EASY] * 3, out=results)


def test_counts_stop_at_the_limit() -> None:
    counts = bulkdoku.count([EASY, EMPTY, "bad", "11" + EMPTY[2:]], limit=1000)
    assert (counts.solutions.tolist(), counts.solutions.dtype) == ([1, 1000, 0, 0], np.uint64)
    assert np.asarray(bulkdoku.count([EASY, EMPTY])).tolist() == [1, 2]
    assert bulkdoku.count(np.zeros((0, 81), np.uint8)).solutions.shape == (0,)


def test_counts_distinguish_finished_searches_from_others() -> None:
    counts = bulkdoku.count([EASY, EMPTY, "bad", "11" + EMPTY[2:], HARD], limit=3, budget=0)
    assert [count.verdict for count in counts] == ["unique", "budget", "malformed", "conflict", "budget"]
    assert counts[2].reason == "3 characters where 81 were expected"
    assert counts.tally() == {"unique": 1, "conflict": 1, "malformed": 1, "budget": 2}
    assert counts.to_arrow().column_names == ["verdict", "solutions"]


RESULTS = [
    lambda: bulkdoku.solve([EASY, None, "11" + EMPTY[2:]]),
    lambda: bulkdoku.count([EASY, None, EMPTY]),
    lambda: bulkdoku.rate([EASY, "bad", HARD], only="level"),
]


@pytest.mark.parametrize("make", RESULTS)
def test_results_are_pickled_and_copied_whole(make: Callable[[], Any]) -> None:
    results = make()
    for copied in (pickle.loads(pickle.dumps(results)), copy.deepcopy(results)):
        assert type(copied) is type(results)
        assert copied.to_arrow().equals(results.to_arrow())
        assert copied.bad() == results.bad()
        assert repr(copied) == repr(results)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_results_can_be_sent_between_processes(method: str) -> None:
    with multiprocessing.get_context(method).Pool(2) as pool:
        solved = pool.map(bulkdoku.solve, [[EASY], [EMPTY, None]])
    assert [results.tally() for results in solved] == [{"solved": 1}, {"solved": 1, "malformed": 1}]


@pytest.mark.parametrize("order", [[5, 1, 8], [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]])
def test_results_join_the_rows_of_a_frame_that_was_filtered_or_shuffled(order: list[int]) -> None:
    puzzles = mixed(10)
    frame = pd.DataFrame({"puzzle": puzzles}).iloc[order]
    for index in (frame, frame["puzzle"], frame.index):
        joined = frame.join(bulkdoku.solve(frame["puzzle"]).to_pandas(index=index))
        assert joined["verdict"].tolist() == [bulkdoku.solve([puzzles[row]])[0].verdict for row in order]
    with pytest.raises(ValueError, match="the index has 2 rows and the results have"):
        bulkdoku.solve(frame["puzzle"]).to_pandas(index=[1, 2])
    assert bulkdoku.solve(puzzles).to_polars()["verdict"].to_list() == [
        record.verdict for record in bulkdoku.solve(puzzles)
    ]


def test_generated_puzzles_are_those_of_the_program(tmp_path: Path) -> None:
    for options, arguments in (
        ({"seed": 9, "clues": (22, 28)}, ["--seed", "9", "--clues", "22-28"]),
        ({"minimal": True}, ["--minimal"]),
        ({"where": ["level>=2", "level<=3"]}, ["--where", "level>=2", "--where", "level<=3"]),
        ({"difficulty": "easy"}, ["--difficulty", "easy"]),
        ({"mask": "x" * 72 + "." * 9, "symmetry": "left-right", "clues": 30},
         ["--mask", "x" * 72 + "." * 9, "--symmetry", "left-right", "--clues", "30"]),
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


def test_verdicts_are_compared_with_names() -> None:
    results = bulkdoku.solve([EASY, EMPTY, "bad"], unique=True)
    assert (results.verdicts == "unique").tolist() == [True, False, False] == ("unique" == results.verdicts).tolist()
    assert (results.verdicts != "malformed").tolist() == [True, True, False]
    assert (results.verdicts == Verdict.MULTIPLE).tolist() == [False, True, False]
    assert np.isin(results.verdicts, [Verdict.UNIQUE, Verdict.MALFORMED]).tolist() == [True, False, True]
    assert np.array([EASY, EMPTY, "bad"])[results.verdicts == "unique"].tolist() == [EASY]
    for wrong, error in (("solvd", ValueError), (["unique"] * 3, TypeError), (np.array(["unique"] * 3), TypeError)):
        with pytest.raises(error, match="there is no verdict 'solvd': choose from solved|compared with one name"):
            results.verdicts == wrong  # noqa: B015
    for other in (bulkdoku.count([EASY]), bulkdoku.rate([EASY], only="level"), pickle.loads(pickle.dumps(results))):
        assert (other.verdicts == "unique")[0]


def test_a_prefix_lets_results_join_a_table_with_the_same_names() -> None:
    frame = pd.DataFrame({"puzzle": [EASY], "solution": ["mine"]})
    results = bulkdoku.solve(frame)
    joined = frame.join(results.to_pandas(index=frame, prefix="solved_"))
    assert list(joined.columns)[1:3] == ["solution", "solved_solution"]
    assert pl.from_pandas(frame).hstack(results.to_polars(prefix="solved_"))["solved_verdict"].to_list() == ["solved"]
    assert bulkdoku.rate([EASY], only="level").to_arrow(prefix="r_").column_names == ["r_verdict", "r_level"]


@pytest.mark.parametrize("blank", list(".0_*-?xX"))
def test_puzzles_become_text_in_one_call(blank: str) -> None:
    puzzles = bulkdoku.generate(50)
    lines = bulkdoku.to_text(puzzles, blank=blank)
    assert lines == ["".join(str(cell) if cell else blank for cell in row) for row in puzzles.tolist()]
    assert (bulkdoku.solve(lines).digits == bulkdoku.solve(puzzles).digits).all()
    grids = bulkdoku.to_text(puzzles, blank=blank, format="grid")
    assert [grid.replace("\n", "") for grid in grids if grid] == lines
    assert bulkdoku.to_text([EASY, None, "bad", EASY_SOLUTION])[1:3] == [None, None]
    with pytest.raises(ValueError, match="blank must be one of"):
        bulkdoku.to_text(puzzles, blank="#")


@pytest.mark.parametrize("arguments", [{"where": "se=11.9"}, {"difficulty": "expert", "where": "se<1.5"}], ids=str)
def test_a_recipe_that_nothing_meets_ends_in_time_and_names_what_is_missing(arguments: Any) -> None:
    with pytest.raises(ValueError, match=r"(gave up after 1 s: )?none of [0-9,]+ puzzles has .*(se=11.9: the nearest has |together|se<1\.5: the nearest has )"):
        bulkdoku.generate(5, patience=1, **arguments)
