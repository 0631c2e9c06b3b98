"""Functions for DuckDB: needs ``pip install 'bulkdoku[duckdb]'``.

    >>> import duckdb
    >>> con = duckdb.connect()
    >>> register(con)
    >>> con.sql("select sudoku_verdict(repeat('.', 81)), sudoku_count(repeat('.', 81), 1000)").fetchall()
    [('multiple', 1000)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow  # also at run time: DuckDB evaluates the annotations of the functions

import bulkdoku

if TYPE_CHECKING:
    import duckdb

__all__ = ["register"]


def register(con: duckdb.DuckDBPyConnection) -> None:
    """Registers three functions, which process columns through Arrow:

    - ``sudoku_solve(varchar) -> varchar``: a solution, or null if there is none;
    - ``sudoku_count(varchar, bigint) -> bigint``: the number of solutions, up to the second argument;
    - ``sudoku_verdict(varchar) -> varchar``: unique, multiple, none, conflict or malformed.

    A null has no solution, the count 0 and the verdict malformed. DuckDB calls the functions with a few thousand rows at a
    time, on one of its own threads.

    Args:
        con: the connection to add the functions to, unless its database already has them.
    """
    text: Any = con.type("VARCHAR")
    number: Any = con.type("BIGINT")
    options: dict[str, Any] = {"type": "arrow", "null_handling": "special"}
    known = con.cursor().execute("select function_name from duckdb_functions()").fetchall()
    for name, function, parameters, result in (
        ("sudoku_solve", _solve, [text], text),
        ("sudoku_count", _count, [text, number], number),
        ("sudoku_verdict", _verdict, [text], text),
    ):
        if (name,) not in known:
            con.create_function(name, function, parameters, result, **options)


def _solve(puzzles: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    return bulkdoku.solve(puzzles, threads=1).to_arrow().column("solution")


def _verdict(puzzles: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    return bulkdoku.solve(puzzles, unique=True, threads=1).to_arrow().column("verdict")


def _count(puzzles: pyarrow.ChunkedArray, limits: pyarrow.ChunkedArray) -> pyarrow.Array:
    """Counts all rows with the same limit together. Nearly all queries have one limit."""
    most = np.asarray(limits.fill_null(0).to_numpy())
    counts = np.zeros(len(most), dtype=np.int64)
    for limit in np.unique(most[most > 0]):
        rows = np.flatnonzero(most == limit)
        counts[rows] = bulkdoku.count(puzzles.take(pyarrow.array(rows)), limit=int(limit), threads=1).solutions
    return pyarrow.array(counts)
