"""What the functions of the package take: puzzles, numbers, and a display of the progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TAKEN = (
    "a NumPy array of integers with the shape (N, 81) or (N, 9, 9), an Arrow column or a table with one, "
    "a list or tuple of str, bytes or None, or the text of a file as one str or bytes"
)

MOST_THREADS = 1000


def puzzles_of(puzzles: Any) -> Any:
    """Puzzles in a form that the compiled part takes; everything else with a ``TypeError``."""
    if isinstance(puzzles, (str, bytes, list, tuple)):
        return puzzles
    if isinstance(puzzles, bytearray):
        return bytes(puzzles)
    import numpy as np

    if isinstance(puzzles, np.ndarray):
        return _of_array(puzzles)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _of_arrow(puzzles)
    if hasattr(puzzles, "__array__") or isinstance(puzzles, memoryview):
        return _of_array(np.asarray(puzzles))
    raise TypeError(f"puzzles must be {TAKEN}, not {type(puzzles).__name__}")


def _of_arrow(puzzles: Any) -> Any:
    """Arrow data as it is. A column of Python objects becomes a list, as polars exports their addresses; and so does a
    column of pandas where there is no pyarrow, which its export needs."""
    library = type(puzzles).__module__.partition(".")[0]
    if library == "polars":
        return _without_objects(puzzles)
    if library == "pandas":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            return puzzles.tolist() if hasattr(puzzles, "tolist") else puzzles
    return puzzles


def _without_objects(puzzles: Any) -> Any:
    if str(getattr(puzzles, "dtype", None)) == "Object":
        return puzzles.to_list()
    if hasattr(puzzles, "columns"):
        return puzzles.select([name for name, kind in puzzles.schema.items() if str(kind) != "Object"])
    return puzzles


def _of_array(array: NDArray[Any]) -> Any:
    """An array of integers with the shape (N, 81), or the list of the items of an array of texts."""
    import numpy as np

    if np.ma.is_masked(array):
        raise ValueError("an array with masked cells has no values for them: give puzzles.filled(0) for blanks")
    if array.dtype.kind in "SUOT":
        if array.ndim > 1:
            raise ValueError(f"an array of texts has one dimension, not the shape {array.shape}")
        return array.reshape(-1).tolist()
    if array.dtype.kind not in "iu":
        raise TypeError(f"puzzles must be {TAKEN}, not an array of {array.dtype}")
    native = array.dtype.newbyteorder("=")
    return np.ascontiguousarray(_as_rows(array), dtype=native)


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


def positive(name: str, value: int | None, default: int, most: int) -> int:
    """A number from 1 to ``most``, or the default for ``None``."""
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be int or None, not {type(value).__name__}")
    if not 1 <= value <= most:
        raise ValueError(f"{name} must be from 1 to {most}, not {value}")
    return value


@contextmanager
def shown(progress: bool, total: int | None, unit: str = "puzzle") -> Iterator[Callable[[int], object] | None]:
    """A function that shows how far a call has come, with tqdm if that is installed, or else on stderr."""
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda done: print(f"{done:,} {unit}s", file=sys.stderr)
        return
    with tqdm(total=total, unit=unit, unit_scale=True) as bar:
        yield lambda done: bar.update(done - bar.n)
