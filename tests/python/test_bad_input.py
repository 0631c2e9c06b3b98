"""Bad input has a verdict, or an error that says what is taken; it never ends the process."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import bulkdoku
from conftest import EASY, EMPTY

FUNCTIONS = [bulkdoku.solve, bulkdoku.count, bulkdoku.rate, bulkdoku.canon, bulkdoku.dedupe]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    "puzzles",
    [None, 3, 3.5, object(), iter([EASY]), (puzzle for puzzle in [EASY]), {EASY}, {"puzzle": EASY}, print],
    ids=repr,
)
def test_a_wrong_type_is_answered_with_the_types_that_are_taken(function: Any, puzzles: Any) -> None:
    with pytest.raises(TypeError, match="must be a NumPy array of integers .* an Arrow column .* a list or tuple"):
        function(puzzles)


@pytest.mark.parametrize("item", [3, 2.5, object(), ["nested"], datetime.date(2024, 1, 1)], ids=repr)
def test_a_wrong_item_of_a_list_is_named(item: Any) -> None:
    with pytest.raises(TypeError, match="item 1 is .*, and not str, bytes or None"):
        bulkdoku.solve([EASY, item])


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.complex128, np.bool_, "datetime64[s]"])
def test_an_array_of_another_type_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="not an array of"):
        bulkdoku.solve(np.zeros((2, 81)).astype(kind))


@pytest.mark.parametrize("shape", [(2, 80), (2, 82), (82,), (2, 3, 81), (2, 9, 8), (), (1, 1), (0, 5)])
def test_an_array_of_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises((ValueError, TypeError), match="shape|array of"):
        bulkdoku.solve(np.zeros(shape, dtype=np.uint8))


@pytest.mark.parametrize(
    "column",
    [pa.array([1, 2]), pa.array([1.5]), pa.array([[1, 2]]), pa.array([True]), pa.array([{"a": {"b": 1}}]), pl.Series([1])],
    ids=str,
)
def test_a_column_of_another_type_is_refused(column: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="cannot be of the type"):
        bulkdoku.solve(column)


def test_a_table_without_the_column_lists_its_columns() -> None:
    table = pa.table({"a": [EASY], "b": [EASY]})
    with pytest.raises(ValueError, match="no column of puzzles: name one of a, b with column="):
        bulkdoku.solve(table)
    with pytest.raises(ValueError, match="no column 'c' of puzzles"):
        bulkdoku.solve(table, column="c")
    assert bulkdoku.solve(table, column="b").tally() == {"solved": 1}


def test_rows_that_are_no_puzzles_have_a_verdict_and_a_reason() -> None:
    rows = {
        None: "null",
        "": "0 characters where 81 were expected",
        "123": "3 characters where 81 were expected",
        EASY + "1": "82 characters where 81 were expected",
        "é" * 81: "'é' is neither a clue nor a blank",
        "#" * 81: "'#' is neither a clue nor a blank",
        EASY.replace("7", "a", 1): "'a' is neither a clue nor a blank",
        "11" + EMPTY[2:]: "equal clues in r1c1 and r1c2 share a house",
    }
    for puzzles in (list(rows), pa.array(list(rows)), pd.Series(list(rows)), pl.Series(list(rows))):
        assert [record.reason for record in bulkdoku.solve(puzzles)] == list(rows.values())
    assert bulkdoku.solve([float("nan"), pd.NA, b"\xff\xfe"]).tally() == {"malformed": 3}
    assert bulkdoku.solve(["\ud800" * 81]).tally() == {"malformed": 1}
    assert bulkdoku.solve(pa.nulls(3)).tally() == {"malformed": 3}
    assert bulkdoku.solve(pa.array([None, None], pa.binary(81))).tally() == {"malformed": 2}
    assert bulkdoku.solve(pa.array([b"12"], pa.binary(2))).tally() == {"malformed": 1}


def test_cells_that_are_no_bytes_are_malformed_and_do_not_wrap_around() -> None:
    cells = np.zeros((3, 81), dtype=np.int64)
    cells[0, 0], cells[1, 0] = 257, -255
    assert [record.verdict for record in bulkdoku.solve(cells)] == ["malformed", "malformed", "solved"]
    cells[2, 0] = 10
    assert bulkdoku.solve(cells)[2].reason == "the byte 0x0a is neither a clue nor a blank"


@pytest.mark.parametrize("empty", [[], (), "", b"", np.zeros((0, 81), np.uint8), np.zeros((0, 9, 9), int), pa.array([], pa.string())])
def test_nothing_has_no_results(empty: Any) -> None:
    assert len(bulkdoku.solve(empty)) == 0
    assert bulkdoku.solve(empty).solutions.shape == (0, 81)


def test_a_text_in_no_known_format_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot tell the format"):
        bulkdoku.solve("what is this\n")


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"threads": 0}, ValueError, "threads must be from 1 to 1000, not 0"),
        ({"threads": 2.0}, TypeError, "threads must be int or None, not float"),
        ({"threads": 10**9}, ValueError, "threads must be"),
        ({"budget": -1}, ValueError, "budget must be"),
        ({"unique": "yes", "column": 3}, TypeError, "column"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        bulkdoku.solve(pa.table({"puzzle": [EASY]}), **arguments)


def test_numbers_out_of_reach_are_refused() -> None:
    with pytest.raises(ValueError, match="limit must be from 1"):
        bulkdoku.count([EASY], limit=0)
    for arguments in ({"count": -1}, {"count": 1, "seed": -1}, {"count": 1, "clues": (30, 20)}, {"count": 1, "clues": 5}):
        with pytest.raises(ValueError, match="must be|no puzzles of 5 clues|can be made"):
            bulkdoku.generate(**arguments)


def test_a_list_that_becomes_shorter_while_it_is_read_is_refused() -> None:
    class Shortens:
        def __float__(self) -> float:
            del puzzles[10:]
            return float("nan")

    bulkdoku.solve([EASY] * 60_000, threads=1)  # whose memory the next call has
    puzzles: list[Any] = [EASY] * 60_000
    puzzles[5] = Shortens()
    with pytest.raises(RuntimeError, match="the list became shorter while it was read"):
        bulkdoku.solve(puzzles, threads=1)


@pytest.mark.parametrize("rows", [2**38, (2**64 + 80) // 81, (2**64 + 80) // 81 + 100_000])
@pytest.mark.parametrize("function", [bulkdoku.solve, bulkdoku.count])
def test_more_rows_than_memory_holds_are_refused(function: Any, rows: int) -> None:
    with pytest.raises(MemoryError, match="no memory for"):
        function(pa.Array.from_buffers(pa.null(), rows, [None]), threads=1)


def test_results_whose_rows_do_not_stand_one_behind_the_other_are_not_overwritten() -> None:
    out = bulkdoku.solve([EASY] * 4)
    out.solutions = np.asfortranarray(np.zeros((4, 81), dtype=np.uint8))
    with pytest.raises(ValueError, match="are not contiguous"):
        bulkdoku.solve([EASY] * 4, out=out)


def test_a_stream_that_fails_raises_its_error() -> None:
    def batches() -> Any:
        yield pa.record_batch({"puzzle": [EASY]})
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"puzzle": pa.string()}), batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        bulkdoku.solve(reader)
    assert len(bulkdoku.solve([EASY])) == 1
