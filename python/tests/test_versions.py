"""What must also work with the oldest versions that the guide names. scripts/check-python.sh runs it with old and new ones."""

from __future__ import annotations

from collections.abc import Callable

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import bulkdoku

CELLS = bulkdoku.generate(200, seed=7)
TEXT = ["".join(map(str, row)) for row in CELLS]
PANDAS = pd.DataFrame({"id": range(200), "puzzle": TEXT})
POLARS = pl.DataFrame({"id": range(200), "puzzle": TEXT})

INPUTS: dict[str, Callable[[], object]] = {
    "array": lambda: CELLS,
    "array of int64": lambda: CELLS.astype(np.int64),
    "arrays of text": lambda: np.array(TEXT),
    "arrays of bytes": lambda: np.array(TEXT, dtype="S81"),
    "pandas frame": lambda: PANDAS,
    "pandas frame of one column": lambda: PANDAS[["puzzle"]],
    "pandas frame of 81 columns": lambda: pd.DataFrame(CELLS),
    "pandas column": lambda: PANDAS["puzzle"],
    "pandas column of text": lambda: PANDAS["puzzle"].astype("string"),
    "pandas column of Arrow": lambda: PANDAS["puzzle"].astype(pd.ArrowDtype(pa.string())),
    "pandas categories": lambda: PANDAS["puzzle"].astype("category"),
    "pandas frame with columns that Arrow cannot convert": lambda: PANDAS.assign(note=[1, "a"] * 100, period=1j),
    "pandas column of integers": lambda: pd.Series([int(text) for text in TEXT], dtype=object),
    "pandas column of lists": lambda: pd.Series(CELLS.tolist()),
    "pandas frame of nullable cells": lambda: pd.DataFrame(CELLS).astype("Int64"),
    "polars frame": lambda: POLARS,
    "polars frame beside nulls": lambda: POLARS.with_columns(note=pl.lit(None)),
    "polars frame of 81 columns": lambda: pl.DataFrame(CELLS),
    "polars column": lambda: POLARS["puzzle"],
    "polars column of lists": lambda: pl.Series(CELLS.tolist(), dtype=pl.List(pl.Int64)),
    "polars column of objects": lambda: pl.Series(TEXT, dtype=pl.Object),
    "Arrow column": lambda: pa.chunked_array([TEXT[:50], TEXT[50:]]),
    "Arrow table": lambda: pa.table({"id": range(200), "puzzle": TEXT}),
    "Arrow dictionary": lambda: pa.array(TEXT).dictionary_encode(),
    "DuckDB": lambda: duckdb.from_arrow(pa.table({"puzzle": TEXT})),
}


@pytest.mark.parametrize("kind", INPUTS)
def test_every_library_can_give_puzzles(kind: str) -> None:
    assert bulkdoku.solve(INPUTS[kind]()).tally() == {"solved": 200}


def test_every_library_can_take_results() -> None:
    shuffled = PANDAS.sample(frac=0.5, random_state=1)
    solved = shuffled.join(bulkdoku.solve(shuffled).to_pandas(index=shuffled))
    assert (solved["solution"] == pd.Series(bulkdoku.solve(TEXT).to_list())[solved["id"]].array).all()
    assert POLARS.hstack(bulkdoku.solve(POLARS).to_polars())["verdict"].to_list() == ["solved"] * 200
    assert bulkdoku.rate(TEXT, only="level").to_polars().columns == ["verdict", "level"]
    assert pa.table(bulkdoku.count(TEXT)).num_rows == 200
