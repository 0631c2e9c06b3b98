"""Recipes for other libraries: DuckDB, Hugging Face datasets, polars and pandas."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bulkdoku
import bulkdoku.duckdb
from conftest import EASY, EASY_SOLUTION, EMPTY, mixed

PUZZLES: list[str | None] = [*mixed(5000), None, "", EASY]


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    bulkdoku.duckdb.register(con)
    return con


def test_duckdb_solves_a_table(con: duckdb.DuckDBPyConnection) -> None:
    table = pa.table({"id": range(len(PUZZLES)), "puzzle": PUZZLES})
    con.register("puzzles", table)
    rows = con.sql("select sudoku_solve(puzzle), sudoku_verdict(puzzle) from puzzles order by id").fetchall()
    assert [solution for solution, _ in rows] == [record.solution for record in bulkdoku.solve(PUZZLES)]
    assert [verdict for _, verdict in rows] == [record.verdict for record in bulkdoku.solve(PUZZLES, unique=True)]


def test_the_functions_can_be_registered_with_duckdb_again(con: duckdb.DuckDBPyConnection) -> None:
    bulkdoku.duckdb.register(con)
    bulkdoku.duckdb.register(con.cursor())
    assert con.sql(f"select sudoku_solve('{EASY}')").fetchall() == [(EASY_SOLUTION,)]


def test_duckdb_counts_with_a_limit_of_each_row(con: duckdb.DuckDBPyConnection) -> None:
    rows = con.sql(
        f"select sudoku_count(puzzle, most) from (values ('{EMPTY}', 10), ('{EMPTY}', 1000), ('{EASY}', 10), (null, 5), "
        f"('{EMPTY}', 0), ('{EMPTY}', null)) as given(puzzle, most)"
    ).fetchall()
    assert rows == [(10,), (1000,), (1,), (0,), (0,), (0,)]


def test_duckdb_solves_a_csv_file_into_a_parquet_file(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f"id,puzzle\n1,{EASY}\n2,{EMPTY}\n")
    out = tmp_path / "out.parquet"
    con.sql(
        f"copy (select *, sudoku_solve(puzzle) as solution from read_csv('{tmp_path}/in.csv', header=true, all_varchar=true)) "
        f"to '{out}' (format parquet)"
    )
    assert pq.read_table(out).column("solution").to_pylist()[0] == EASY_SOLUTION


def test_a_duckdb_relation_is_accepted(con: duckdb.DuckDBPyConnection) -> None:
    relation = con.sql(f"select i as id, '{EASY}' as puzzle from range(3000) as numbers(i)")
    assert bulkdoku.solve(relation, column="puzzle").tally() == {"solved": 3000}


def test_a_hugging_face_data_set_is_mapped_in_batches() -> None:
    datasets = pytest.importorskip("datasets")
    data = datasets.Dataset.from_dict({"puzzle": PUZZLES})

    def solve(table: pa.Table) -> pa.Table:
        return pa.table({**dict(zip(table.column_names, table.columns)), **_columns(bulkdoku.solve(table, column="puzzle"))})

    solved = data.with_format("arrow").map(solve, batched=True, batch_size=700).with_format(None)
    assert solved.column_names == ["puzzle", "solution", "verdict", "solutions", "guesses"]
    assert list(solved["solution"]) == [record.solution for record in bulkdoku.solve(PUZZLES)]


def _columns(results: bulkdoku.Solutions) -> dict[str, pa.ChunkedArray]:
    table = results.to_arrow()
    return dict(zip(table.column_names, table.columns))


def test_polars_puts_the_results_beside_the_puzzles() -> None:
    frame = pl.DataFrame({"puzzle": PUZZLES})
    solved = frame.hstack(pl.DataFrame(bulkdoku.solve(frame["puzzle"], unique=True)))
    assert solved.columns == ["puzzle", "solution", "verdict", "solutions", "guesses"]
    assert solved.filter(pl.col("puzzle") == EASY)["solution"].to_list() == [EASY_SOLUTION]


def test_pandas_puts_the_results_beside_the_puzzles() -> None:
    frame = pd.DataFrame({"puzzle": PUZZLES}, index=range(10, 10 + len(PUZZLES)))
    results = bulkdoku.solve(frame["puzzle"], unique=True)
    solved = frame.join(results.to_arrow().to_pandas().set_index(frame.index))
    assert solved["solution"].iloc[-1] == EASY_SOLUTION
    assert solved.loc[solved["puzzle"].isna(), "verdict"].tolist() == ["malformed"]
