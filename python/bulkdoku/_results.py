"""The common base of all results: verdicts, reasons and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _bulkdoku

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


if TYPE_CHECKING:
    _Codes = np.ndarray[Any, np.dtype[np.uint8]]
else:
    _Codes = np.ndarray


class Verdicts(_Codes):
    """The verdicts of results: an array of the values of :class:`Verdict`, which can also be compared with names.

    >>> results = bulkdoku.solve(["." * 81, "too short"], unique=True)
    >>> results.verdicts == "multiple"
    array([ True, False])
    >>> results.verdicts == "multple"
    Traceback (most recent call last):
    ValueError: there is no verdict 'multple': choose from solved, unique, well-formed, multiple, none, conflict, malformed, budget
    """

    __hash__ = None

    def __eq__(self, other: object) -> Any:
        return np.asarray(self) == _code_of(other)

    def __ne__(self, other: object) -> Any:
        return np.asarray(self) != _code_of(other)


def _code_of(other: object) -> Any:
    """Returns the value of a verdict with this name, or of each of several, or anything else unchanged."""
    if isinstance(other, str):
        if other not in _bulkdoku.VERDICTS:
            raise ValueError(f"there is no verdict '{other}': choose from {', '.join(_bulkdoku.VERDICTS)}")
        return _bulkdoku.VERDICTS.index(other)
    if np.asarray(other).dtype.kind in "OSU":
        raise TypeError("verdicts are compared with one name: use np.isin(results.verdicts, codes) for several")
    return other


class Results:
    """Results of one function, one row for each puzzle in order.

    They are a table for every Arrow library, and can be pickled and sent to other processes.
    """

    __slots__ = ("_bad", "verdicts")

    verdicts: Verdicts
    """Shape (N,): the values of :class:`Verdict`. They can be compared with a name: ``results.verdicts == "unique"``."""

    def __init__(self, verdicts: NDArray[np.uint8], bad: _bulkdoku.BadRows) -> None:
        self.verdicts = verdicts.view(Verdicts)
        self._bad = bad

    def __len__(self) -> int:
        return len(self.verdicts)

    def reason(self, row: int) -> str | None:
        """Returns why the puzzle of this row, counted from 0, is malformed or in conflict, or ``None`` if it is neither."""
        return self._bad.reason(row)

    def bad(self, start: int = 0, count: int = 10) -> list[tuple[int, str]]:
        """Returns the first ``count`` rows from ``start`` on that are malformed or in conflict, each with the reason."""
        return self._bad.items(start, count)

    def tally(self) -> dict[str, int]:
        """Returns the number of puzzles with each verdict that occurs."""
        counts = np.bincount(np.asarray(self.verdicts), minlength=len(_bulkdoku.VERDICTS))
        return {word: int(count) for word, count in zip(_bulkdoku.VERDICTS, counts) if count}

    def to_arrow(self, prefix: str = "") -> pyarrow.Table:
        """Returns the results as a pyarrow table, with this prefix before the names of its columns; pyarrow must be installed."""
        import pyarrow

        table = pyarrow.table(self)
        return table.rename_columns([prefix + name for name in table.column_names])

    def to_polars(self, prefix: str = "") -> polars.DataFrame:
        """Returns the results as a polars DataFrame, with this prefix before the names of its columns; polars must be installed."""
        import polars

        try:
            frame = polars.DataFrame(self)
        except TypeError:  # before polars 1.3
            converted = polars.from_arrow(self.to_arrow())
            assert isinstance(converted, polars.DataFrame)
            frame = converted
        return frame.rename({name: prefix + name for name in frame.columns}) if prefix else frame

    def to_pandas(self, index: Any = None, prefix: str = "") -> pandas.DataFrame:
        """Returns the results as a pandas DataFrame; pandas and pyarrow must be installed.

        Args:
            index: the index of the frame or column with the puzzles, or the frame or column itself. With it,
                ``frame.join(...)`` puts every result next to its puzzle, even if rows were filtered or sorted before. ``None``
                counts from 0.
            prefix: a prefix for the names of the columns, such as ``"solved_"``, if the frame already has some of them.

        Raises:
            ValueError: the index has another length.
        """
        frame = self.to_arrow(prefix).to_pandas()
        if index is not None:
            index = index.index if hasattr(index, "iloc") else index
            if len(index) != len(frame):
                raise ValueError(f"the index has {len(index)} rows and the results have {len(frame)}")
            frame.index = index
        return frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """Returns the results as an Arrow stream of one batch. Ignores a requested schema, as the protocol allows."""
        raise NotImplementedError

    def _row_number(self, index: int) -> int:
        """Returns the number of a row, which may be counted from the end.

        Raises:
            IndexError: there is no such row.
        """
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no result {index} of {len(self)}")
        return index % len(self)

    def __repr__(self) -> str:
        tally = ", ".join(f"{count} {word}" for word, count in self.tally().items())
        return f"<bulkdoku.{type(self).__name__} of {len(self)} puzzle{'' if len(self) == 1 else 's'}: {tally or 'none'}>"
