"""Solves columns of Spark DataFrames: needs ``pip install 'bulkdoku[spark]'`` on the driver and on every executor.

Each task solves its batches of Arrow columns on one thread. Spark itself provides the distribution, the retries of lost tasks,
and the file formats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructField

__all__ = ["solve"]


def solve(
    df: DataFrame,
    column: str = "puzzle",
    *,
    unique: bool = False,
    budget: int | None = None,
    prefix: str = "",
    threads: int = 1,
) -> DataFrame:
    """Returns the DataFrame with the results as additional columns.

    Args:
        df: the DataFrame. It is solved when an action needs the result.
        column: the column of the puzzles, of the type string or binary.
        unique: prove that each solution is the only one.
        budget: give up on a puzzle after this number of guesses, which keeps a row from delaying its task.
        prefix: a prefix for the names of the new columns, if the DataFrame already has columns with their names.
        threads: the number of threads of a task. More than one needs executors with ``spark.task.cpus`` to match.

    Returns:
        ``df`` with the columns ``solution`` (string, null if there is none), ``verdict`` (string), ``solutions`` and
        ``guesses`` (bigint), as :func:`bulkdoku.solve` gives them. A null is malformed.

    Raises:
        ValueError: there is no such column, or one of the new columns exists.
    """
    from pyspark.sql.types import StructType

    if column not in df.columns:
        raise ValueError(f"there is no column '{column}': the columns are {', '.join(df.columns)}")
    added = _fields(prefix)
    there = [field.name for field in added if field.name in df.columns]
    if there:
        raise ValueError(f"the DataFrame has a column '{there[0]}': give another prefix, such as prefix='solved_'")
    index = df.columns.index(column)
    names = [*df.columns, *(field.name for field in added)]

    def solve_batches(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            yield from _solve_batch(batch, index, names, unique, budget, threads)

    return df.mapInArrow(solve_batches, StructType([*df.schema.fields, *added]))


def _fields(prefix: str) -> list[StructField]:
    from pyspark.sql.types import LongType, StringType, StructField

    types = {"solution": StringType(), "verdict": StringType(), "solutions": LongType(), "guesses": LongType()}
    return [StructField(prefix + name, kind) for name, kind in types.items()]


def _solve_batch(
    batch: pyarrow.RecordBatch,
    index: int,
    names: list[str],
    unique: bool,
    budget: int | None,
    threads: int,
) -> Iterator[pyarrow.RecordBatch]:
    """Solves a batch on an executor. Yields nothing for an empty one."""
    import pyarrow

    import bulkdoku

    if batch.num_rows == 0:
        return
    results = bulkdoku.solve(batch.column(index), unique=unique, budget=budget, threads=threads)
    for solved in pyarrow.table(results).to_batches():
        yield pyarrow.RecordBatch.from_arrays([*batch.columns, *solved.columns], names=names)
