"""The columns that libraries make of puzzles. Each test names the library and the version in which it was seen."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import bulkdoku
from conftest import EASY, EASY_SOLUTION, EMPTY, HARD, digits

FULL = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"  # EASY
ZEROS = "000000586025004090001980000300001060067038000150000000048000620200000905010009043"  # six zeros first
SOLVED = {"solved": 2}
CELLS = np.array([digits(FULL), digits(ZEROS)])
TABLE = f"quizzes,solutions\n{FULL},{EASY_SOLUTION}\n{ZEROS},{bulkdoku.solve([ZEROS])[0].solution}\n"


def tally(puzzles: Any, **options: Any) -> dict[str, int]:
    return bulkdoku.solve(puzzles, **options).tally()


# Only the column of the puzzles is looked at.

NEIGHBOURS: dict[str, Callable[[], Any]] = {
    "polars 2.1.0: null": lambda: pl.DataFrame({"puzzle": [FULL, ZEROS], "note": [None, None]}),
    "polars 2.1.0: Int128": lambda: pl.DataFrame({"puzzle": [FULL, ZEROS]}).with_columns(n=pl.lit(1).cast(pl.Int128)),
    "polars 2.1.0: empty lists": lambda: pl.DataFrame({"puzzle": [FULL, ZEROS], "n": [[], []]}),
    "polars 2.1.0: objects": lambda: pl.DataFrame({"n": pl.Series([object()] * 2, dtype=pl.Object), "puzzle": [FULL, ZEROS]}),
    "polars 2.1.0: puzzles as objects": lambda: pl.DataFrame({"puzzle": pl.Series([FULL, ZEROS], dtype=pl.Object), "n": [1, 2]}),
    "pandas 3.1.1: mixed": lambda: pd.DataFrame({"puzzle": [FULL, ZEROS], "note": [1, "a"]}),
    "pandas 3.1.1: complex": lambda: pd.DataFrame({"puzzle": [FULL, ZEROS], "note": [1j, 2j]}),
    "pandas 3.1.1: periods": lambda: pd.DataFrame({"note": pd.period_range("2024", periods=2), "puzzle": [FULL, ZEROS]}),
    "pyarrow 26.0.1: a run of nulls": lambda: pa.table({"n": pa.nulls(2), "puzzle": [FULL, ZEROS]}),
    "pyarrow 26.0.1: a union": lambda: pa.table(
        {"n": pa.UnionArray.from_dense(pa.array([0, 0], pa.int8()), pa.array([0, 1], pa.int32()), [pa.array([1, 2])]),
         "puzzle": [FULL, ZEROS]}
    ),
    "duckdb 2.0.1: BIGNUM": lambda: duckdb.sql(f"select {EASY_SOLUTION} as n, * from (values ('{FULL}'), ('{ZEROS}')) t(puzzle)"),
}


@pytest.mark.parametrize("kind", NEIGHBOURS)
def test_only_the_column_of_the_puzzles_is_looked_at(kind: str) -> None:
    for options in ({"column": "puzzle"}, {"column": "Puzzle"}, {}):
        assert tally(NEIGHBOURS[kind](), **options) == SOLVED


def test_neighbours_of_a_sliced_table_do_not_shift_the_puzzles() -> None:
    table = pa.table({"n": pa.nulls(4), "puzzle": [EMPTY, FULL, ZEROS, None]})
    for sliced in (table.slice(1, 2), table.to_batches()[0].slice(1, 2), table.slice(1, 2).to_struct_array()):
        assert [record.solution for record in bulkdoku.solve(sliced)] == bulkdoku.solve([FULL, ZEROS]).to_list()
    struct = pa.StructArray.from_arrays([pa.array([FULL, ZEROS])], ["puzzle"], mask=pa.array([False, True]))
    with pytest.raises(ValueError, match="cannot have rows that are null"):
        bulkdoku.solve(struct)
    assert bulkdoku.solve(struct[:1]).tally() == {"solved": 1}


def test_answers_are_found_beside_puzzles_in_frames_with_other_columns() -> None:
    for make in (pd.DataFrame, pl.DataFrame, pa.table):
        table = make({"quizzes": [FULL], "solutions": [EASY_SOLUTION], "note": [None]})
        assert bulkdoku.check(table).summary["answers"] == {"right": 1}
        assert bulkdoku.check([FULL], table).summary["answers"] == {"right": 1}


def test_a_column_of_nothing_but_nulls_is_malformed() -> None:  # polars 2.1.0 exports a buffer for it
    for column in (pl.Series([None, None]), pd.Series([None, None]), pa.nulls(2), pl.DataFrame({"puzzle": [None, None]})):
        assert tally(column) == {"malformed": 2}


# A column that became numbers.


def test_integers_of_pandas_3_are_puzzles_without_their_leading_zeros() -> None:  # pandas 3.1.1 read_csv
    frame = pd.read_csv(io.StringIO(TABLE))
    ints = pd.DataFrame({"quizzes": pd.Series([int(FULL), int(ZEROS)], dtype=object)})
    for puzzles in (frame, frame["quizzes"], ints, ints["quizzes"], [int(FULL), int(ZEROS)], ints["quizzes"].to_numpy()):
        assert bulkdoku.solve(puzzles).to_list() == bulkdoku.solve([FULL, ZEROS]).to_list()
    assert bulkdoku.check(ints, [EASY_SOLUTION, int(EASY_SOLUTION)][:1] * 2).summary["answers"]["right"] == 1
    assert [record.reason for record in bulkdoku.solve([int(FULL), None, -int(FULL), 10**82])] == [
        None, "null", "82 characters where 81 were expected", "83 characters where 81 were expected"
    ]


def test_integers_beside_texts_are_refused_with_their_rows() -> None:  # pandas 3.1.1: a dot beyond row 1,048,576
    with pytest.raises(TypeError, match=r"item 1 is an integer and item 0 is text: .*read the file as text, with read_csv\(path, dtype=str\)"):
        bulkdoku.solve(pd.Series([EASY, int(FULL)], dtype=object))
    with pytest.raises(TypeError, match="item 0 is int, not str, bytes or None"):
        bulkdoku.solve([10**5, 3])


ROUNDED = "written as a number, its digits are lost: read the file as text"


@pytest.mark.parametrize("text", ["5.30070000600195E+080", "5.30070000600195E80", "5.3e+80", "3.08500102000001E+66", f"{int(float(FULL))}"])
def test_a_text_that_was_rounded_says_so(text: str) -> None:  # LibreOffice Calc 7.4.7.2, pandas 3.1.1 read_excel
    assert bulkdoku.solve([text])[0].reason == ROUNDED
    assert bulkdoku.solve(pa.array([text]))[0].reason == ROUNDED
    assert bulkdoku.solve([int(float(FULL))])[0].reason == ROUNDED


@pytest.mark.parametrize(
    ("column", "way"),
    [
        (pd.Series([5.3e80]), r"pandas|read_csv\(path, dtype=str\)"),
        (pd.DataFrame({"puzzle": [5.3e80]}), r"read_csv\(path, dtype=str\)"),
        (pd.Series([5.3e80], dtype=object), r"read_csv\(path, dtype=str\)"),
        (pl.Series([5.3e80]), r"read_csv\(path, infer_schema=False\)"),
        (pl.Series([5]), r"read_csv\(path, infer_schema=False\)"),
        (pl.DataFrame({"puzzle": [5.3e80]}), r"read_csv\(path, infer_schema=False\)"),
        (pa.array([5.3e80]), "ConvertOptions"),
        (duckdb.sql("select 5.3e80 as puzzle"), "all_varchar=true"),
        ([5.3e80], "dtype=str.*infer_schema=False.*all_varchar=true"),
    ],
    ids=lambda value: type(value).__module__.partition(".")[0],
)
def test_a_column_of_floats_is_refused_with_how_to_read_it_as_text(column: Any, way: str) -> None:
    with pytest.raises(TypeError, match=f"loses its digits: read the file as text, with .*({way})"):
        bulkdoku.solve(column)


def test_missing_zeros_are_named() -> None:
    for puzzles in ([ZEROS.lstrip("0")], pa.array([ZEROS.lstrip("0")]), np.array([ZEROS.lstrip("0")])):
        expected = "75 digits where 81 were expected: leading zeros were lost, so read the file as text"
        assert bulkdoku.solve(puzzles).bad() == [(0, expected)]


def test_every_library_reads_a_table_as_text_in_one_line(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    path = str(tmp_path / "table.csv")
    Path(path).write_text(TABLE)
    as_text = pa.csv.ConvertOptions(column_types={"quizzes": pa.string()})
    features = datasets.Features({"quizzes": datasets.Value("string"), "solutions": datasets.Value("string")})
    data = datasets.load_dataset("csv", data_files=path, features=features, split="train", cache_dir=str(tmp_path))
    for table in (
        pd.read_csv(path, dtype=str),
        pl.read_csv(path, infer_schema=False),
        pa.csv.read_csv(path, convert_options=as_text),
        duckdb.sql(f"from read_csv('{path}', all_varchar=true)"),
        data["quizzes"],
        data.with_format("arrow")[:],
    ):
        assert bulkdoku.solve(table).to_list() == bulkdoku.solve([FULL, ZEROS]).to_list()


# Types of extensions.


def test_an_opaque_type_is_refused_by_name() -> None:  # duckdb 2.0.1 BIGNUM
    for column in (duckdb.sql(f"select {EASY_SOLUTION} as puzzle"), duckdb.sql(f"select {EASY_SOLUTION} as puzzle, 1 as n")):
        with pytest.raises(TypeError, match=r"type bignum, .*cast\(puzzle as varchar\).*all_varchar=true"):
            bulkdoku.solve(column)
    assert tally(duckdb.sql(f"select cast({EASY_SOLUTION} as varchar) as puzzle")) == {"solved": 1}


def test_a_permuted_tensor_is_read_as_numpy_shows_it() -> None:  # pyarrow 26.0.1
    grids = CELLS.reshape(-1, 9, 9).astype(np.uint8)
    for array in (grids, grids.transpose(0, 2, 1)):
        tensor = pa.FixedShapeTensorArray.from_numpy_ndarray(array)
        shown = np.ascontiguousarray(tensor.to_numpy_ndarray())
        for column in (tensor, pa.table({"puzzle": tensor}), pa.chunked_array([tensor])):
            assert bulkdoku.solve(column).to_list() == bulkdoku.solve(shown).to_list()


def test_columns_of_grids_are_read() -> None:
    grids = CELLS.reshape(-1, 9, 9).tolist()
    for kind in (pa.list_(pa.list_(pa.uint8(), 9), 9), pa.list_(pa.list_(pa.int64())), pa.large_list(pa.list_(pa.int8(), 9))):
        column = pa.array([*grids, None], kind)
        assert [record.reason for record in bulkdoku.solve(column)] == [None, None, "null"]
    short = pa.array([grids[0][:8], grids[1]], pa.list_(pa.list_(pa.int64())))
    assert [record.reason for record in bulkdoku.solve(short)] == ["72 cells where 81 were expected", None]
    assert tally(pl.Series(CELLS.reshape(-1, 9, 9))) == SOLVED


def test_list_views_and_runs_are_read() -> None:  # pyarrow 26.0.1
    rows = [*CELLS.tolist(), None, [0] * 80]
    for kind in (pa.list_view(pa.int64()), pa.large_list_view(pa.uint8())):
        reasons = [record.reason for record in bulkdoku.solve(pa.array(rows, kind))]
        assert reasons == [None, None, "null", "80 cells where 81 were expected"]
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 5, 6], pa.int32()), pa.array([FULL, ZEROS, None]))
    for column, expected in ((runs, [FULL] * 2 + [ZEROS] * 3 + [None]), (runs.slice(1, 3), [FULL, ZEROS, ZEROS])):
        assert list(bulkdoku.solve(column)) == list(bulkdoku.solve(expected))


# Cells and lists of cells.


def test_lists_in_columns_of_objects_are_read() -> None:  # pandas 3.1.1, datasets 5.2.0 in pandas format
    nested = CELLS.reshape(-1, 9, 9).tolist()
    for rows in (CELLS.tolist(), nested, list(CELLS), list(CELLS.reshape(-1, 9, 9)), [tuple(row) for row in CELLS.tolist()]):
        for puzzles in (rows, pd.Series(rows), pd.DataFrame({"puzzle": rows, "n": 1}), np.array([*rows, None], dtype=object)[:-1]):
            assert tally(puzzles) == SOLVED
    missing = bulkdoku.solve(pd.Series([*CELLS.tolist(), None, float("nan"), [0] * 80, [None] * 81]))
    assert [record.reason for record in missing][2:] == ["null", "null", "80 cells where 81 were expected", "r1c1 is null"]


def test_lists_of_tensors_are_read() -> None:
    class Tensor:  # as torch has it
        def __init__(self, cells: Any) -> None:
            self.cells = cells

        def tolist(self) -> Any:
            return self.cells

    assert tally([Tensor(row) for row in CELLS.tolist()]) == SOLVED
    assert tally([Tensor(row) for row in CELLS.reshape(-1, 9, 9).tolist()]) == SOLVED


def test_masked_items_are_null() -> None:  # duckdb 2.0.1 fetchnumpy
    masked = duckdb.sql(f"select * from (values ('{FULL}'), (null)) t(p)").fetchnumpy()["p"]
    assert [record.reason for record in bulkdoku.solve(masked)] == [None, "null"]
    cells = np.ma.masked_array(CELLS, mask=False)
    cells.mask[1, 3] = True
    for puzzles in (cells, cells.reshape(-1, 9, 9)):
        assert [record.reason for record in bulkdoku.solve(puzzles)] == [None, "r1c4 is null"]


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_eighty_one_columns_of_any_cells_are_puzzles(missing: Any) -> None:  # pandas 3.1.1, polars 2.1.0
    blanks = [[cell or missing for cell in row] for row in CELLS.tolist()]
    texts = [[str(cell) if cell else missing for cell in row] for row in CELLS.tolist()]
    frames = [
        pd.DataFrame(CELLS).astype("Int64"),
        pd.DataFrame(blanks).astype("Int64"),
        pd.DataFrame(blanks),
        pd.DataFrame(blanks, dtype=object),
        pd.DataFrame(texts),
        pd.DataFrame(texts, dtype=object).fillna(""),
        pl.DataFrame(blanks, orient="row", strict=False),
        pl.DataFrame([[cell or "" for cell in row] for row in texts], orient="row") if missing is None else pd.DataFrame(texts),
        pa.table([pa.array(list(column)) for column in zip(*[[cell or None for cell in row] for row in CELLS.tolist()])],
                 names=[f"c{cell}" for cell in range(81)]),
        np.array(blanks, dtype=float),
    ]
    for frame in frames:
        assert bulkdoku.solve(frame).to_list() == bulkdoku.solve([FULL, ZEROS]).to_list()


def test_floats_that_are_not_digits_are_refused() -> None:
    for wrong in (np.full((1, 81), 0.5), np.full((1, 81), 12.0), np.full((1, 81), np.inf)):
        with pytest.raises(TypeError, match="not an array of float64"):
            bulkdoku.solve(wrong)


@pytest.mark.parametrize("rows", [CELLS[:1], CELLS[:1].reshape(-1, 9, 9)], ids=["flat", "grid"])
def test_printed_arrays_in_a_column_are_read(rows: Any) -> None:  # pandas 3.1.1 and polars 2.1.0 write_csv
    scalars = [np.int64(cell) for cell in rows.ravel()]
    for text in (str(rows[0]), repr(rows[0]), str(rows[0].tolist()), repr(scalars), json.dumps(rows[0].tolist()), str(rows[0].astype(float))):
        table = io.StringIO(newline="")
        csv.writer(table).writerows([["puzzle"], [text]])
        frame = pd.read_csv(io.StringIO(table.getvalue()), dtype=str)
        assert bulkdoku.solve(frame)[0].solution == EASY_SOLUTION, text
    assert bulkdoku.solve(["[1, 2, 3]", "x"]).tally() == {"malformed": 2}


def test_arrays_of_another_shape_are_refused_with_how_to_turn_them() -> None:
    one_hot = np.eye(10, dtype=int)[CELLS]
    for array, way in ((CELLS.T, "puzzles.T"), (CELLS.T.reshape(9, 9, 2), "np.moveaxis(puzzles, -1, 0)"), (one_hot, "puzzles.argmax(-1)")):
        with pytest.raises(ValueError, match="has the shape") as refused:
            bulkdoku.solve(array)
        assert str(refused.value).endswith(f": give {way}")
        assert tally(eval(way, {"puzzles": array, "np": np})) == SOLVED


# Objects that almost fit.


def test_objects_that_almost_fit_are_refused_with_how_to_pass_them() -> None:
    datasets = pytest.importorskip("datasets")
    data = datasets.Dataset.from_dict({"puzzle": [FULL, ZEROS]})
    for puzzles, text in (
        (data, r"pass one of its columns, as puzzles\['puzzle'\]"),
        (datasets.DatasetDict({"train": data}), r"puzzles\['train'\]\['puzzle'\]"),
        (duckdb.connect(), r"pass a relation, as con.sql"),
        (pl.LazyFrame({"puzzle": [FULL]}), r"collect\(\) it first"),
        ({"puzzle": [FULL]}, r"pass one of its values"),
        ([(FULL,), (ZEROS,)], r"\[row\[0\] for row in rows\]"),
        ([{"puzzle": FULL}], "item 0 is dict"),
    ):
        with pytest.raises(TypeError, match=text):
            bulkdoku.solve(puzzles)
    assert tally(data["puzzle"]) == SOLVED
    assert tally(data.with_format("arrow")[:]) == SOLVED
    assert tally(data.with_format("pandas")[:]) == SOLVED


@pytest.mark.parametrize("parts", [[0.5, 0.5], None, "half", {"a": None}, {"a": True}])
def test_parts_of_another_type_are_refused(parts: Any) -> None:
    with pytest.raises(TypeError, match="must be"):
        bulkdoku.split([FULL, ZEROS], parts)


def test_a_table_of_parquet_keeps_its_text(tmp_path: Path) -> None:
    pq.write_table(pa.table({"puzzle": [FULL, HARD], "n": pa.nulls(2)}), tmp_path / "p.parquet")
    for table in (pd.read_parquet(tmp_path / "p.parquet"), pl.read_parquet(tmp_path / "p.parquet"), duckdb.sql(f"from '{tmp_path}/p.parquet'")):
        assert tally(table) == SOLVED
