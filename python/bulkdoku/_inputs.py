"""The inputs of the functions of the package: puzzles, numbers, and a progress display."""

from __future__ import annotations

import mmap
import operator
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, SupportsIndex, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _bulkdoku

TAKEN = (
    "a NumPy array of integers with the shape (N, 81) or (N, 9, 9), an Arrow column or a table with one, "
    "a list or another sequence of str, bytes, None or 81 integers, or the text of a file as one str or bytes"
)

T = TypeVar("T")

MOST_THREADS = 1000

UNLIMITED = 2**64 - 1

FILE_NAMES = re.compile(r"[^\n]*\.(csv|tsv|txt|sdm|json|jsonl|parquet|arrow|feather|gz|zst|zip)", re.IGNORECASE)

AS_TEXT = {
    "pandas": "read_csv(path, dtype=str)",
    "polars": "read_csv(path, infer_schema=False)",
    "pyarrow": "read_csv(path, convert_options=ConvertOptions(column_types={'puzzle': pa.string()}))",
    "duckdb": "read_csv(path, all_varchar=true)",
    "datasets": "load_dataset('csv', data_files=path, features=Features({'puzzle': Value('string')}))",
}
"""How the libraries read a table without turning its puzzles into numbers."""

ALMOST = {
    "Dataset": "pass one of its columns, as puzzles['puzzle']",
    "DatasetDict": "pass a column of one of its parts, as puzzles['train']['puzzle']",
    "IterableDataset": "pass a list of its puzzles, as [row['puzzle'] for row in puzzles]",
    "DuckDBPyConnection": "pass a relation, as con.sql('select puzzle from puzzles')",
    "LazyFrame": "collect() it first",
    "dict": "pass one of its values, as puzzles['puzzle']",
    "set": "a set has no order: pass a list",
}
"""How to pass objects that contain puzzles, by the names of their types."""


def puzzles_of(puzzles: Any, column: str | None = None, *, are_answers: bool = False) -> tuple[Any, str | None]:
    """Converts puzzles, or answers, to a form that the compiled part accepts. Returns it and the column to find in it.

    Raises:
        TypeError: it is of another type.
    """
    if _is_table(puzzles):
        if _are_cells(puzzles, column):
            return _of_cells(puzzles.to_numpy()), column
        number, _ = _bulkdoku.find_columns(list(map(str, puzzles.columns)), column, None, are_answers=are_answers)
        return _of_anything(column_number(puzzles, number)), None
    return _of_anything(puzzles), column


def column_number(frame: Any, number: int) -> Any:
    """Returns a column of a frame of pandas or polars. The others may be of types that cannot be converted."""
    return frame.iloc[:, number] if hasattr(frame, "iloc") else frame.to_series(number)


def puzzles_and_answers(table: Any, column: str | None, answer_column: str | None) -> tuple[Any, Any]:
    """Returns the columns of the puzzles and of the answers, if there are any, of a frame of pandas or polars."""
    found = _bulkdoku.find_columns(list(map(str, table.columns)), column, answer_column, are_answers=False)
    puzzles, answers = (None if number is None else column_number(table, number) for number in found)
    return puzzles, answers


def is_frame(puzzles: Any) -> bool:
    """Whether this is a frame of pandas or polars with a column of puzzles."""
    return _is_table(puzzles) and not _are_cells(puzzles, None)


def _is_table(puzzles: Any) -> bool:
    """Whether this is a frame of pandas or polars."""
    return _library(puzzles) in ("pandas", "polars") and hasattr(puzzles, "to_numpy") and hasattr(puzzles, "columns")


def _of_anything(puzzles: Any) -> Any:
    if isinstance(puzzles, (list, tuple)):
        return _of_rows(puzzles)
    if isinstance(puzzles, str):
        if len(puzzles) != 81 and FILE_NAMES.fullmatch(puzzles):
            raise ValueError(f"'{puzzles}' is the name of a file, not its text: solve_file reads files")
        return puzzles
    if isinstance(puzzles, bytes):
        return puzzles
    if isinstance(puzzles, (bytearray, mmap.mmap)) or _is_text(puzzles):
        return bytes(puzzles)
    if isinstance(puzzles, np.ndarray):
        return _of_array(puzzles)
    name = type(puzzles).__name__
    if name in ALMOST:
        raise TypeError(f"puzzles must be {TAKEN}, not {name}: {ALMOST[name]}")
    if _library(puzzles) == "pyspark":
        raise TypeError(f"puzzles must be {TAKEN}, not a {name} of Spark: use bulkdoku.spark.solve")
    if _has_arrow(puzzles) or _library(puzzles) in ("pandas", "polars"):
        return _of_arrow(puzzles)
    if hasattr(puzzles, "__array__") or isinstance(puzzles, memoryview):
        return _of_array(np.asarray(puzzles))
    if isinstance(puzzles, (Sequence, Iterator)):
        return _of_rows(list(puzzles))
    if isinstance(puzzles, os.PathLike):
        raise TypeError(f"'{puzzles}' is the path of a file: solve_file reads files, and puzzles must be {TAKEN}")
    raise TypeError(f"puzzles must be {TAKEN}, not {name}")


def _has_arrow(puzzles: Any) -> bool:
    return hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__")


def _library(puzzles: Any) -> str:
    """Returns the name of the library of the type."""
    return type(puzzles).__module__.partition(".")[0].lstrip("_")


def _is_text(puzzles: Any) -> bool:
    """Whether this is a view of consecutive single bytes, which are the text of a file."""
    return isinstance(puzzles, memoryview) and puzzles.ndim == 1 and puzzles.format in ("B", "c")


def _of_rows(rows: list[Any] | tuple[Any, ...]) -> Any:
    """Returns a list of rows unchanged, and a single puzzle of 81 integers, or of nine rows of nine, as a list with it."""
    if not rows or isinstance(rows[0], (str, bytes)):
        return rows
    whole = (int, np.integer)
    if len(rows) == 81 and all(isinstance(cell, whole) and cell < 256 for cell in rows):
        return [list(rows)]
    is_nine = len(rows) == 9 and all(isinstance(row, (list, tuple, np.ndarray)) and len(row) == 9 for row in rows)
    if is_nine and isinstance(rows[0][0], whole):
        return [list(rows)]
    if isinstance(rows[0], whole) and all(isinstance(cell, whole) and cell < 256 for cell in rows):
        raise ValueError(f"a list of integers is one puzzle of 81 cells, not {len(rows)}")
    return rows


def _of_arrow(puzzles: Any) -> Any:
    """Returns Arrow data unchanged. A column of Python objects becomes a list, because polars exports their addresses and pandas
    cannot convert all of them. A pandas column becomes a list if pyarrow, which its export needs, is not installed."""
    library, dtype = _library(puzzles), str(getattr(puzzles, "dtype", None))
    if library == "polars" and dtype == "Object":
        return puzzles.to_list()
    if library == "pandas" and (dtype == "object" or not _has_arrow(puzzles) or not _has_pyarrow()):
        return _of_rows(puzzles.tolist())
    names = getattr(puzzles, "column_names", ())
    if library == "pyarrow" and isinstance(names, list) and len(names) == 81:
        return _of_cells(np.array([values.to_pylist() for values in puzzles.columns], dtype=object).T)
    return puzzles if _has_arrow(puzzles) else puzzles.to_arrow()  # before polars 1.3


def _has_pyarrow() -> bool:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        return False
    return True


def _are_cells(frame: Any, column: str | None) -> bool:
    """Whether the columns of a frame are the cells of its puzzles."""
    if column is not None or len(frame.columns) != 81:
        return False
    first = frame[:1].to_numpy().ravel().tolist()
    return all(_is_missing(cell) or not isinstance(cell, str) or len(cell) < 2 for cell in first)


def _of_cells(cells: NDArray[Any]) -> Any:
    """Returns the puzzles of 81 columns of numbers or of texts, in which a missing cell is a blank."""
    if cells.dtype.kind in "iuf":
        return _of_array(cells)
    return [["" if _is_missing(cell) else cell for cell in row] for row in cells.tolist()]


def _is_missing(cell: object) -> bool:
    return cell is None or type(cell).__name__ == "NAType" or cell != cell


def _of_array(array: NDArray[Any]) -> Any:
    """Returns an array of integers with the shape (N, 81), or the list of the items of another array."""
    if np.ma.is_masked(array):  # a masked item is None in a list
        return _of_rows((array if array.ndim == 1 else _as_rows(array)).tolist())
    if array.dtype.kind in "SUOT":
        if array.ndim == 2 and array.shape[1] == 81:
            return _of_cells(array)
        if array.ndim > 1:
            raise ValueError(f"an array of texts has one dimension, not the shape {array.shape}")
        return _of_texts(array.reshape(-1))
    if array.dtype.kind == "f" and _are_digits(array):
        return _of_array(np.nan_to_num(array, nan=0).astype(np.uint8))
    if array.dtype.kind not in "iu":
        raise TypeError(f"puzzles must be {TAKEN}, not an array of {array.dtype}")
    return _in_place(_as_rows(array), array.dtype.newbyteorder("="))


def _are_digits(array: NDArray[Any]) -> bool:
    """Whether floats are puzzles: the digits 0 to 9, with NaN for a blank."""
    cells = array[~np.isnan(array)]
    return array.ndim > 1 and bool(((cells >= 0) & (cells <= 9) & (cells == np.floor(cells))).all())


def _in_place(array: NDArray[Any], dtype: Any = None) -> NDArray[Any]:
    """Returns the array, or a copy if the compiled part cannot read it: it must be contiguous and aligned."""
    return np.require(array, dtype, ["C", "A", "E"])


def _of_texts(array: NDArray[Any]) -> Any:
    """Returns the characters of an array of texts, in place, if each has 81 of them; or else the list of its items."""
    width = {"S": np.uint8, "U": np.uint32}.get(array.dtype.kind)
    if width and len(array) and array.dtype.itemsize == 81 * np.dtype(width).itemsize and array.dtype.isnative:
        codes = _in_place(array).view(width).reshape(-1, 81)
        # A shorter text ends with zeros. Texts that are not ASCII become items, which give better reasons.
        if codes[:, -1].all() and (array.dtype.kind == "S" or codes.max() < 128):
            return codes
    return _of_rows(array.tolist())


def _as_rows(array: NDArray[Any]) -> NDArray[Any]:
    if array.shape[-2:] == (9, 9) and array.ndim in (2, 3):
        return array.reshape(-1, 81)
    if array.shape == (81,):
        return array.reshape(1, 81)
    if array.shape == (0,):
        return array.reshape(0, 81)
    if array.ndim != 2 or array.shape[1] != 81:
        wrong = f"an array of puzzles has the shape (N, 81) or (N, 9, 9), not {array.shape}"
        raise ValueError(wrong + _reshaped(array.shape))
    return array


def _reshaped(shape: tuple[int, ...]) -> str:
    """Returns how to make puzzles of an array with another shape."""
    if shape[:2] == (9, 9) and len(shape) == 3:
        return ": give np.moveaxis(puzzles, -1, 0)"
    if shape[:1] == (81,) and len(shape) == 2:
        return ": give puzzles.T"
    if shape[1:] in ((81, 10), (9, 9, 10)):
        return ": give puzzles.argmax(-1)"
    return ""


def positive(name: str, value: SupportsIndex | None, default: int | None, most: int, least: int = 1) -> int:
    """Returns a number from ``least`` to ``most``, or for ``None`` the default, if there is one."""
    if value is None and default is not None:
        return default
    if value is None or not hasattr(value, "__index__") or isinstance(value, bool):
        taken = "int" if default is None else "int or None"
        raise TypeError(f"{name} must be {taken}, not {type(value).__name__}")
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {number}")
    return number


def name_of(name: str, column: object) -> str | None:
    """Returns the name of a column, or ``None``."""
    if column is None or isinstance(column, str):
        return column
    raise TypeError(f"{name} must be the name of a column or None, not {type(column).__name__}")


def seed_of(seed: SupportsIndex) -> int:
    """Returns a seed of 64 bits."""
    return positive("seed", seed, 1, UNLIMITED, least=0)


def strata_of(stratify: Any) -> str | list[str] | None:
    """Returns the name of a property, or the values of a column as the program reads them from a file."""
    if stratify is None or isinstance(stratify, str):
        return stratify
    for convert in ("to_pylist", "to_list", "tolist"):  # of pyarrow, polars, and pandas and NumPy
        if hasattr(stratify, convert):
            stratify = getattr(stratify, convert)()
            break
    if not isinstance(stratify, Sequence):
        raise TypeError(f"stratify must be a property or a value for each puzzle, not {type(stratify).__name__}")
    return ["" if _is_missing(value) else str(value) for value in stratify]


def budget_of(budget: SupportsIndex | None) -> int:
    """Returns a number of guesses, which may be 0, or no limit for ``None``."""
    return positive("budget", budget, UNLIMITED, UNLIMITED, least=0)


def length_of(rows: Any) -> int | None:
    """Returns the number of puzzles, if it is known before reading them."""
    return len(rows) if hasattr(rows, "__len__") and not isinstance(rows, (str, bytes)) else None


@contextmanager
def shown(total: int | None, unit: str) -> Iterator[Callable[[int], object]]:
    """Yields a function that shows the progress of a call, with tqdm if it is installed, or else on stderr."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda done: print(f"{done:,} {unit}s", file=sys.stderr)
        return
    with tqdm(total=total, unit=unit, unit_scale=True) as bar:
        yield lambda done: bar.update(done - bar.n)


@contextmanager
def _displayed(threads: int, total: int | None, unit: str) -> Iterator[dict[str, Any]]:
    with shown(total, unit) as display:
        yield {"threads": threads, "progress": display}


def workers(
    threads: int | None, progress: bool, total: int | None, unit: str = "puzzle"
) -> AbstractContextManager[dict[str, Any]]:
    """Returns a context with two arguments of the compiled part: the number of threads, 0 for one per core, and a function that
    shows the progress, or ``None``."""
    count = positive("threads", threads, 0, MOST_THREADS, least=0)
    # Without progress, no generator: a call on one puzzle would take a quarter longer.
    return _displayed(count, total, unit) if progress else nullcontext({"threads": count, "progress": None})


def call_rows(
    function: Callable[..., T], puzzles: Any, column: str | None, threads: int | None, progress: bool, **how: Any
) -> T:
    """Calls a function of the compiled part on rows of puzzles."""
    try:
        rows, column = puzzles_of(puzzles, name_of("column", column))
        with workers(threads, progress, length_of(rows)) as shared:
            return function(rows, column=column, **shared, **how)
    except TypeError as error:
        if "read the file as text" not in str(error):
            raise
        library = _library(puzzles)
        ways = AS_TEXT[library] if library in AS_TEXT else "; ".join(AS_TEXT.values())
        raise TypeError(f"{error}, with {ways}") from None
