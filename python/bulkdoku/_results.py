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


class Results:
    """Results of one function, one row for each puzzle in order.

    They are a table for every Arrow library, and can be pickled and sent to other processes.
    """

    __slots__ = ("_bad", "verdicts")

    verdicts: NDArray[np.uint8]
    """Shape (N,): the values of :class:`Verdict`."""

    def __init__(self, verdicts: NDArray[np.uint8], bad: _bulkdoku.BadRows) -> None:
        self.verdicts = verdicts
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
        counts = np.bincount(self.verdicts, minlength=len(_bulkdoku.VERDICTS))
        return {word: int(count) for word, count in zip(_bulkdoku.VERDICTS, counts) if count}

    def to_arrow(self) -> pyarrow.Table:
        """Returns the results as a pyarrow table; pyarrow must be installed."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> polars.DataFrame:
        """Returns the results as a polars DataFrame; polars must be installed."""
        import polars

        try:
            return polars.DataFrame(self)
        except TypeError:  # before polars 1.3
            frame = polars.from_arrow(self.to_arrow())
            assert isinstance(frame, polars.DataFrame)
            return frame

    def to_pandas(self, index: Any = None) -> pandas.DataFrame:
        """Returns the results as a pandas DataFrame; pandas and pyarrow must be installed.

        Args:
            index: the index of the frame or column with the puzzles, or the frame or column itself. With it,
                ``frame.join(...)`` puts every result next to its puzzle, even if rows were filtered or sorted before. ``None``
                counts from 0.

        Raises:
            ValueError: the index has another length.
        """
        frame = self.to_arrow().to_pandas()
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
        return f"<bulkdoku.{type(self).__name__} of {len(self)} puzzles: {tally or 'none'}>"
