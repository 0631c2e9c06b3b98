"""Solves columns of Spark DataFrames: needs ``pip install 'bulkdoku[spark]'`` on the driver and on every executor.

Each task solves its batches of Arrow columns on one thread. Spark itself provides the distribution, the retries of lost tasks,
and the file formats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._inputs import MOST_THREADS, budget_of, name_of, positive

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
        column: the column of the puzzles, of the type string, binary or array of integers. Names are compared as Spark compares
            them: in upper and lower case alike, unless ``spark.sql.caseSensitive`` is set.
        unique: prove that each solution is the only one.
        budget: give up on a puzzle after this number of guesses, which keeps a row from delaying its task.
        prefix: a prefix for the names of the new columns, if the DataFrame already has columns with their names.
        threads: the number of threads of a task. More than one needs executors with ``spark.task.cpus`` to match.

    Returns:
        ``df`` with the columns ``solution`` (string, null if there is none), ``verdict`` (string), ``solutions`` and
        ``guesses`` (bigint), as :func:`bulkdoku.solve` gives them. A null is malformed.

    Raises:
        ValueError: there is no such column or more than one, one of the new columns exists, or a number is out of range.
        TypeError: the column cannot contain puzzles.
    """
    from pyspark.sql.types import StructType

    budget_of(budget)  # here, on the driver, instead of in every task
    positive("threads", threads, None, MOST_THREADS, least=0)
    is_exact = df.sparkSession.conf.get("spark.sql.caseSensitive") == "true"
    known = [name if is_exact else name.lower() for name in df.columns]
    wanted = name_of("column", column) or "puzzle"
    index = _index(wanted if is_exact else wanted.lower(), known, column, df.columns)
    _check_type(df.schema.fields[index])
    added = _fields(prefix)
    there = [field.name for field in added if (field.name if is_exact else field.name.lower()) in known]
    if there:
        raise ValueError(f"the DataFrame has a column '{there[0]}': give another prefix, such as prefix='solved_'")
    names = [*df.columns, *(field.name for field in added)]

    def solve_batches(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            yield from _solve_batch(batch, index, names, unique, budget, threads)

    return df.mapInArrow(solve_batches, StructType([*df.schema.fields, *added]))


def _index(wanted: str, known: list[str], column: str, columns: list[str]) -> int:
    """Returns the number of the column."""
    if known.count(wanted) > 1:
        raise ValueError(f"there are {known.count(wanted)} columns '{column}': rename or drop all but one")
    if wanted not in known:
        raise ValueError(f"there is no column '{column}': the columns are {', '.join(columns)}")
    return known.index(wanted)


def _check_type(field: StructField) -> None:
    """Refuses a column that cannot contain puzzles."""
    from pyspark.sql.types import ArrayType, BinaryType, IntegralType, NumericType, StringType

    kind = field.dataType
    is_list = isinstance(kind, ArrayType) and isinstance(kind.elementType, IntegralType)
    if not is_list and not isinstance(kind, (StringType, BinaryType)):
        why = f": {LOST}" if isinstance(kind, NumericType) else ""
        raise TypeError(f"the column '{field.name}' of puzzles cannot be of the type {kind.simpleString()}{why}")


LOST = "a puzzle that is written as a number loses its digits: read the file as text, with spark.read.schema('puzzle string')"
"""What is wrong with a column of numbers."""


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
