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

TAKEN = (
    "a NumPy array of integers with the shape (N, 81) or (N, 9, 9), an Arrow column or a table with one, "
    "a list or another sequence of str, bytes, None or 81 integers, or the text of a file as one str or bytes"
)

T = TypeVar("T")

MOST_THREADS = 1000

UNLIMITED = 2**64 - 1

FILE_NAMES = re.compile(r"[^\n]*\.(csv|tsv|txt|sdm|json|jsonl|parquet|arrow|feather|gz|zst|zip)", re.IGNORECASE)


def puzzles_of(puzzles: Any) -> Any:
    """Converts puzzles to a form that the compiled part accepts. Raises a ``TypeError`` for everything else."""
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
    if _library(puzzles) == "polars" and hasattr(puzzles, "collect"):
        raise TypeError(f"puzzles must be {TAKEN}, not {type(puzzles).__name__}: collect() it first")
    if _has_arrow(puzzles) or _library(puzzles) in ("pandas", "polars"):
        return _of_arrow(puzzles)
    if hasattr(puzzles, "__array__") or isinstance(puzzles, memoryview):
        return _of_array(np.asarray(puzzles))
    if isinstance(puzzles, (Sequence, Iterator)):
        return _of_rows(list(puzzles))
    if isinstance(puzzles, os.PathLike):
        raise TypeError(f"'{puzzles}' is the path of a file: solve_file reads files, and puzzles must be {TAKEN}")
    raise TypeError(f"puzzles must be {TAKEN}, not {type(puzzles).__name__}")


def _has_arrow(puzzles: Any) -> bool:
    return hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__")


def _library(puzzles: Any) -> str:
    """Returns the name of the library of the type."""
    return type(puzzles).__module__.partition(".")[0]


def _is_text(puzzles: Any) -> bool:
    """Whether this is a view of consecutive single bytes, which are the text of a file."""
    return isinstance(puzzles, memoryview) and puzzles.ndim == 1 and puzzles.format in ("B", "c")


def _of_rows(rows: list[Any] | tuple[Any, ...]) -> Any:
    """Returns a list of texts unchanged, and a list of rows of integers as an array."""
    if not rows or not isinstance(rows[0], (list, tuple, np.ndarray, int, np.integer)) or isinstance(rows[0], bool):
        return rows
    try:
        array = np.asarray(rows)
    except ValueError:
        raise ValueError("the rows of a list of lists must have 81 integers each, or nine rows of nine") from None
    return rows if array.dtype.kind not in "iu" else _of_array(array)


def _of_arrow(puzzles: Any) -> Any:
    """Returns Arrow data unchanged. A column of Python objects becomes a list, because polars exports their addresses. A pandas
    column becomes a list if pyarrow, which its export needs, is not installed."""
    library = _library(puzzles)
    if library in ("pandas", "polars") and len(getattr(puzzles, "columns", ())) == 81:
        cells = puzzles.to_numpy()
        if cells.dtype.kind in "iu":
            return _of_array(cells)
    if library == "pandas" and str(getattr(puzzles, "dtype", None)) == "object":
        return puzzles.tolist()  # its export makes Arrow text first, which takes longer
    if library == "polars":
        puzzles = _without_objects(puzzles)
        return puzzles if _has_arrow(puzzles) or isinstance(puzzles, list) else puzzles.to_arrow()
    if not _has_arrow(puzzles):
        return _of_old_pandas(puzzles)
    if library == "pandas":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            return puzzles.tolist() if hasattr(puzzles, "tolist") else puzzles
    return puzzles


def _of_old_pandas(puzzles: Any) -> Any:
    """Converts data of a version of pandas that does not export Arrow data itself."""
    if not hasattr(puzzles, "columns"):
        return _of_array(np.asarray(puzzles))
    import pyarrow

    return pyarrow.Table.from_pandas(puzzles, preserve_index=False)


def _without_objects(puzzles: Any) -> Any:
    if str(getattr(puzzles, "dtype", None)) == "Object":
        return puzzles.to_list()
    if hasattr(puzzles, "columns"):
        return puzzles.select([name for name, kind in puzzles.schema.items() if str(kind) != "Object"])
    return puzzles


def _of_array(array: NDArray[Any]) -> Any:
    """Returns an array of integers with the shape (N, 81), or the list of the items of an array of texts."""
    if np.ma.is_masked(array):
        raise ValueError("an array with masked cells has no values for them: give puzzles.filled(0) for blanks")
    if array.dtype.kind in "SUOT":
        if array.ndim > 1:
            raise ValueError(f"an array of texts has one dimension, not the shape {array.shape}")
        return _of_texts(array.reshape(-1))
    if array.dtype.kind not in "iu":
        raise TypeError(f"puzzles must be {TAKEN}, not an array of {array.dtype}")
    return _in_place(_as_rows(array), array.dtype.newbyteorder("="))


def _in_place(array: NDArray[Any], dtype: Any = None) -> NDArray[Any]:
    """Returns the array, or a copy if the compiled part cannot read it in place: it must be contiguous and aligned."""
    return np.require(array, dtype, ["C", "A", "E"])


def _of_texts(array: NDArray[Any]) -> Any:
    """Returns the characters of an array of texts, in place, if each has 81 of them; or else the list of its items."""
    width = {"S": np.uint8, "U": np.uint32}.get(array.dtype.kind)
    if width and len(array) and array.dtype.itemsize == 81 * np.dtype(width).itemsize and array.dtype.isnative:
        codes = _in_place(array).view(width).reshape(-1, 81)
        # A shorter text ends with zeros. Texts that are not ASCII become items, which give better reasons.
        if codes[:, -1].all() and (array.dtype.kind == "S" or codes.max() < 128):
            return codes
    return array.tolist()


def _as_rows(array: NDArray[Any]) -> NDArray[Any]:
    if array.shape[-2:] == (9, 9) and array.ndim in (2, 3):
        return array.reshape(-1, 81)
    if array.shape == (81,):
        return array.reshape(1, 81)
    if array.shape == (0,):
        return array.reshape(0, 81)
    if array.ndim != 2 or array.shape[1] != 81:
        raise ValueError(f"an array of puzzles has the shape (N, 81) or (N, 9, 9), not {array.shape}")
    return array


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
    rows = puzzles_of(puzzles)
    with workers(threads, progress, length_of(rows)) as shared:
        return function(rows, column=name_of("column", column), **shared, **how)
