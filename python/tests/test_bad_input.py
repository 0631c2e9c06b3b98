"""Bad input has a verdict, or an error that says what is accepted. It never ends the process."""

from __future__ import annotations

import datetime
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import bulkdoku
from conftest import EASY, EMPTY, HARD, posix

FUNCTIONS = [bulkdoku.solve, bulkdoku.count, bulkdoku.rate, bulkdoku.canon, bulkdoku.dedupe]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    "puzzles",
    [None, 3, 3.5, object(), {EASY}, {"puzzle": EASY}, print],
    ids=repr,
)
def test_a_wrong_type_is_refused_with_the_accepted_types(function: Any, puzzles: Any) -> None:
    with pytest.raises(TypeError, match="must be a NumPy array of integers .* an Arrow column .* a list or another sequence"):
        function(puzzles)


@pytest.mark.parametrize("item", [object(), {"a": 1}, True, datetime.date(2024, 1, 1)], ids=repr)
def test_a_wrong_item_of_a_list_is_named(item: Any) -> None:
    with pytest.raises(TypeError, match="item 1 is .*, not str, bytes or None"):
        bulkdoku.solve([EASY, item])


@pytest.mark.parametrize("kind", [np.complex128, np.bool_, "datetime64[s]"])
def test_an_array_of_another_type_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="not an array of"):
        bulkdoku.solve(np.zeros((2, 81)).astype(kind))


@pytest.mark.parametrize("shape", [(2, 80), (2, 82), (82,), (2, 3, 81), (2, 9, 8), (), (1, 1), (0, 5)])
def test_an_array_of_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises((ValueError, TypeError), match="shape|array of"):
        bulkdoku.solve(np.zeros(shape, dtype=np.uint8))


@pytest.mark.parametrize(
    "column",
    [pa.array([1, 2]), pa.array([1.5]), pa.array([[1.5, 2.5]]), pa.array([True]), pa.array([{"a": {"b": 1}}]), pl.Series([1])],
    ids=str,
)
def test_a_column_of_another_type_is_refused(column: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="cannot be of the type"):
        bulkdoku.solve(column)


def test_a_table_without_the_column_lists_its_columns() -> None:
    table = pa.table({"a": [EASY], "b": [EASY]})
    with pytest.raises(ValueError, match="no column of puzzles: name one of a, b with column="):
        bulkdoku.solve(table)
    with pytest.raises(ValueError, match="no column 'c': name one of a, b"):
        bulkdoku.solve(table, column="c")
    assert bulkdoku.solve(table, column="b").tally() == {"solved": 1}


def test_rows_that_are_not_puzzles_have_a_verdict_and_a_reason() -> None:
    rows = {
        None: "null",
        "": "0 characters where 81 were expected",
        "123": "3 characters where 81 were expected",
        EASY + "1": "82 characters where 81 were expected",
        "é" * 81: "'é' is neither a clue nor a blank",
        "#" * 81: "'#' is neither a clue nor a blank",
        EASY.replace("7", "a", 1): "'a' is neither a clue nor a blank",
        EASY.replace(".", "0", 1): "two kinds of blanks, '0' and '.', in one puzzle: digits 0 to 8? Add 1 to each",
        "11" + EMPTY[2:]: "equal clues in r1c1 and r1c2 share a row, column or box",
    }
    for puzzles in (list(rows), pa.array(list(rows)), pd.Series(list(rows)), pl.Series(list(rows))):
        assert [record.reason for record in bulkdoku.solve(puzzles)] == list(rows.values())
    characters = np.frombuffer(EASY.replace(".", "?", 1).encode(), np.uint8).reshape(1, 81)
    assert bulkdoku.solve(characters).bad() == [(0, "two kinds of blanks, '?' and '.', in one puzzle")]
    assert bulkdoku.solve([float("nan"), pd.NA, b"\xff\xfe"]).tally() == {"malformed": 3}
    surrogates = bulkdoku.solve(["\ud800" * 81])
    assert surrogates.bad() == [(0, "a text with lone surrogates, which cannot be encoded in UTF-8")]
    assert bulkdoku.solve(pa.nulls(3)).tally() == {"malformed": 3}
    assert bulkdoku.solve(pa.array([None, None], pa.binary(81))).tally() == {"malformed": 2}
    assert bulkdoku.solve(pa.array([b"12"], pa.binary(2))).tally() == {"malformed": 1}


def test_cells_that_are_not_bytes_are_malformed_and_do_not_wrap_around() -> None:
    cells = np.zeros((3, 81), dtype=np.int64)
    cells[0, 0], cells[1, 0] = 257, -255
    assert [record.verdict for record in bulkdoku.solve(cells)] == ["malformed", "malformed", "solved"]
    cells[2, 0] = 10
    assert bulkdoku.solve(cells)[2].reason == "r1c1 is 10, not a digit from 0 to 9"


@pytest.mark.parametrize("empty", [[], (), "", b"", np.zeros((0, 81), np.uint8), np.zeros((0, 9, 9), int), pa.array([], pa.string())])
def test_an_empty_input_has_no_results(empty: Any) -> None:
    assert len(bulkdoku.solve(empty)) == 0
    assert bulkdoku.solve(empty).digits.shape == (0, 81)


def test_a_text_in_no_known_format_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot tell the format"):
        bulkdoku.solve("what is this\n")


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"threads": -1}, ValueError, "threads must be from 0 to 1000, not -1"),
        ({"threads": 2.0}, TypeError, "threads must be int or None, not float"),
        ({"threads": 10**9}, ValueError, "threads must be"),
        ({"budget": -1}, ValueError, "budget must be"),
        ({"column": 3}, TypeError, "column must be the name of a column or None, not int"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        bulkdoku.solve(pa.table({"puzzle": [EASY]}), **arguments)


def test_numbers_out_of_reach_are_refused() -> None:
    with pytest.raises(ValueError, match="limit must be from 1"):
        bulkdoku.count([EASY], limit=0)
    for arguments in ({"count": -1}, {"count": 1, "seed": -1}, {"count": 1, "clues": (30, 20)}, {"count": 1, "clues": 5}):
        with pytest.raises(ValueError, match="must be|cannot generate puzzles of"):
            bulkdoku.generate(**arguments)
    for arguments, text in (
        ({"mask": "x.x"}, "a mask has 81 cells, not 3"),
        ({"symmetry": "round"}, "no symmetry 'round': choose from half-turn"),
        ({"where": "level"}, "a condition is a column"),
        ({"where": ["level<2", "level>2"]}, "none of 10,240 puzzles has level<2 and level>2 together"),
        ({"where": "level<1"}, "none of 10,240 puzzles has level<1: the nearest has 1"),
    ):
        with pytest.raises(ValueError, match=text):
            bulkdoku.generate(5, **arguments)


def test_a_list_that_becomes_shorter_while_it_is_read_is_refused() -> None:
    class Shortens:
        def __float__(self) -> float:
            del puzzles[10:]
            return float("nan")

    bulkdoku.solve([EASY] * 60_000, threads=1)  # the next call reuses this memory
    puzzles: list[Any] = [EASY] * 60_000
    puzzles[5] = Shortens()
    with pytest.raises(RuntimeError, match="the list became shorter while it was read"):
        bulkdoku.solve(puzzles, threads=1)


@pytest.mark.parametrize("rows", [2**46, 2**57, 2**60])
@pytest.mark.parametrize("function", [bulkdoku.solve, bulkdoku.count])
def test_more_rows_than_memory_holds_are_refused(function: Any, rows: int) -> None:
    with pytest.raises(MemoryError, match="no memory for|Unable to allocate"):
        function(pa.Array.from_buffers(pa.null(), rows, [None]), threads=1)


def test_results_that_are_not_contiguous_are_not_overwritten() -> None:
    out = bulkdoku.solve([EASY] * 4)
    out.digits = np.asfortranarray(np.zeros((4, 81), dtype=np.uint8))
    with pytest.raises(ValueError, match="digits of out are not contiguous"):
        bulkdoku.solve([EASY] * 4, out=out)


def test_a_stream_that_fails_raises_its_error() -> None:
    def batches() -> Any:
        yield pa.record_batch({"puzzle": [EASY]})
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"puzzle": pa.string()}), batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        bulkdoku.solve(reader)
    assert len(bulkdoku.solve([EASY])) == 1


def test_the_name_of_a_column_is_never_ignored() -> None:
    cells = np.zeros((1, 81), dtype=np.uint8)
    for puzzles in ([EASY], (EASY,), cells, cells.astype(np.int64), pa.array([EASY]), pl.Series([EASY])):
        with pytest.raises(ValueError, match="column='puzzle' names a column of a table, and the puzzles are"):
            bulkdoku.solve(puzzles, column="puzzle")
    table = f"id,given,other\n1,{EASY},{EMPTY}\n"
    assert bulkdoku.count(table, column="other")[0].verdict == "multiple"
    for text in (table, f"{EASY}\n"):
        with pytest.raises(ValueError, match="nowhere"):
            bulkdoku.solve(text, column="nowhere")


def test_reasons_name_the_numbers_of_the_caller() -> None:
    digits = np.zeros((4, 81), dtype=np.int64)
    digits[0, 2], digits[1, 80], digits[2, 9], digits[3, 3] = 10, -1, 300, 2**40
    expected = [
        "r1c3 is 10, not a digit from 0 to 9",
        "r9c9 is -1, not a digit from 0 to 9",
        "r2c1 is 300, not a digit from 0 to 9",
        f"r1c4 is {2**40}, not a digit from 0 to 9",
    ]
    assert [record.reason for record in bulkdoku.solve(digits)] == expected
    assert [reason for _, reason in bulkdoku.rate(digits, only="level").bad()] == expected
    lists = pa.array(digits.tolist(), pa.list_(pa.int64(), 81))
    assert [record.reason for record in bulkdoku.solve(lists)] == expected
    assert bulkdoku.solve(digits[:1].astype(np.uint8))[0].reason == expected[0]
    assert bulkdoku.solve(digits[1:2].astype(np.int8))[0].reason == expected[1]
    short = pa.array([[0] * 80, [0] * 81], pa.list_(pa.uint8()))
    assert [record.reason for record in bulkdoku.solve(short)] == ["80 cells where 81 were expected", None]


def test_null_cells_of_a_list_make_the_row_malformed() -> None:
    cells: list[int | None] = [0] * 81
    cells[12] = None
    for kind in (pa.list_(pa.uint8(), 81), pa.list_(pa.int64(), 81), pa.list_(pa.uint8()), pa.large_list(pa.int16())):
        results = bulkdoku.solve(pa.array([[0] * 81, cells, None], kind))
        assert [record.reason for record in results] == [None, "r2c4 is null", "null"]
        assert [record.reason for record in bulkdoku.solve(pa.array([[0] * 81, cells, None], kind)[1:])] == ["r2c4 is null", "null"]


def test_an_empty_mask_has_no_effect() -> None:
    cells = np.ma.masked_array(np.zeros((1, 81), dtype=np.uint8), mask=False)
    assert bulkdoku.solve(cells).tally() == {"solved": 1}


def test_python_objects_in_polars_are_read() -> None:
    objects = pl.Series("puzzle", [EASY, None], dtype=pl.Object)
    assert bulkdoku.solve(objects).tally() == {"solved": 1, "malformed": 1}


def test_corrupt_buffers_are_refused() -> None:
    text = pa.array([EASY, EASY])
    validity, _, data = text.buffers()
    offsets = pa.py_buffer(np.array([0, 300, 162], dtype=np.int32).tobytes())
    with pytest.raises(ValueError, match="corrupt"):
        bulkdoku.solve(pa.Array.from_buffers(pa.string(), 2, [validity, offsets, data]))
    keys = pa.Array.from_buffers(pa.int32(), 2, [None, pa.py_buffer(np.array([0, 7], dtype=np.int32).tobytes())])
    with pytest.raises(ValueError, match="corrupt"):
        bulkdoku.solve(pa.DictionaryArray.from_arrays(keys, pa.array([EASY]), safe=False))


def test_results_are_not_written_over_the_puzzles() -> None:
    results = bulkdoku.solve([EASY] * 4)
    with pytest.raises(ValueError, match="the results cannot be written"):
        bulkdoku.solve(results.digits, out=results)
    assert results.tally() == bulkdoku.solve(results.digits.copy(), out=results).tally() == {"solved": 4}


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({"train": 90, "test": "rest"}, "the share of 'train' is 90: give a number from 0 to 1, or a percentage: '90%'"),
        ({"train": -0.1, "test": "rest"}, "the share of 'train' is -0.1"),
        ({"train": "90", "test": "rest"}, "the share of 'train' is '90': give a number from 0 to 1, '90%' or 'rest'"),
    ],
)
def test_shares_that_could_be_meant_in_two_ways_are_refused(parts: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        bulkdoku.split([EASY] * 3, parts)


def test_a_share_of_nine_tenths_takes_nine_tenths() -> None:
    parts = bulkdoku.split(bulkdoku.generate(1000), {"train": 0.9, "test": "rest"})
    assert 850 < len(parts["train"]) < 950 and len(parts["train"]) + len(parts["test"]) == 1000
    with pytest.raises((ValueError, bulkdoku.ProgramError)):
        bulkdoku.split([EASY], {"train": 0.9, "test": 0.2})


def test_reasons_of_a_text_are_those_of_the_program(tmp_path: Path) -> None:
    marks = f"12345678a{'123456789' * 80}"
    for text in (
        f"{EASY}\n{EASY[:40]}\r{EASY[41:]}\n{EASY[:-1]}é\n{EASY[:80]}#\n",
        "\n".join(EASY[start : start + 9].replace("98", "a8") for start in range(0, 81, 9)),
        f'{{"id": 1}}\n{{"puzzle": "{EASY[:80]}é"}}\n',
        f"{'123456789' * 81}\n{marks}\n",
        f"puzzle,id\n{EASY},1\n{EASY[:80]}#,2\n",
    ):
        (tmp_path / "in").write_text(text, newline="")
        summary = bulkdoku.run("solve", tmp_path / "in", "-o", tmp_path / "out")
        expected = [bad["wrong"] for bad in summary["bad_records"]]
        assert expected
        assert [reason for _, reason in bulkdoku.solve(text).bad()] == expected


def test_a_missing_number_is_reported() -> None:
    for call in (bulkdoku.generate, bulkdoku.generate_unbiased, lambda count: bulkdoku.generate(1, clues=(count, 30))):
        with pytest.raises(TypeError, match="must be int, not NoneType"):
            call(None)  # type: ignore[arg-type]


def test_a_lazy_frame_is_refused_with_what_to_do() -> None:
    with pytest.raises(TypeError, match=r"must be a NumPy array .* not LazyFrame: collect\(\) it first"):
        bulkdoku.solve(pl.LazyFrame({"puzzle": [EASY]}))  # type: ignore[arg-type]
