"""Puzzles in memory: ``solve``, ``count`` and ``generate``."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from . import _bulkdoku
from ._inputs import MOST_THREADS, positive, puzzles_of, shown

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray
    from typing_extensions import CapsuleType

UNLIMITED = 2**64 - 1


class Verdict(enum.IntEnum):
    """The verdict on a puzzle, as a number in ``Solutions.verdicts``.

    >>> Verdict.UNIQUE.word
    'unique'
    """

    SOLVED = 0
    """There is a solution. Others were not looked for."""
    UNIQUE = 1
    """There is exactly one solution."""
    WELL_FORMED = 2
    """The row is a puzzle. Its solutions were not looked for."""
    MULTIPLE = 3
    """There are at least two solutions."""
    NONE = 4
    """There is no solution."""
    CONFLICT = 5
    """Two equal clues are in the same row, column or box."""
    MALFORMED = 6
    """The row is no puzzle."""
    BUDGET = 7
    """The budget of guesses was spent before the search ended."""

    @property
    def word(self) -> str:
        """The verdict as the program writes it."""
        return _bulkdoku.VERDICTS[self]


class Record(NamedTuple):
    """The result of one puzzle."""

    solution: str | None
    """81 digits; ``None`` if the verdict is neither solved nor unique."""
    verdict: str
    """The verdict as the program writes it: solved, unique, multiple, none, conflict, malformed or budget."""
    solutions: int
    """The number of solutions that were found before the search ended."""
    guesses: int
    """The number of guesses that the search took."""
    reason: str | None
    """Why the row is malformed or in conflict, or ``None``."""


class Solutions:
    """The results of ``solve``, one for each puzzle and in their order.

    Its items are of the type :class:`Record`, and its columns are NumPy arrays. It is a table for every Arrow library, with
    the columns ``solution`` (string, null unless the verdict is solved or unique), ``verdict`` (string), ``solutions`` and ``guesses``
    (int64).

    >>> results = solve(["." * 81])
    >>> len(results), results.solutions.shape, results.solutions.dtype
    (1, (1, 81), dtype('uint8'))
    >>> results.to_arrow().column_names
    ['solution', 'verdict', 'solutions', 'guesses']
    """

    __slots__ = ("_bad", "counts", "guesses", "solutions", "verdicts")

    solutions: NDArray[np.uint8]
    """Shape (N, 81): the digits of the solution; zeros where there is none, or with ``unique`` more than one."""
    verdicts: NDArray[np.uint8]
    """Shape (N,): the values of :class:`Verdict`."""
    counts: NDArray[np.uint64]
    """Shape (N,): the number of solutions found before the search ended, at most 2."""
    guesses: NDArray[np.uint64]
    """Shape (N,): the number of guesses that the search took."""

    def __init__(
        self,
        solutions: NDArray[np.uint8],
        verdicts: NDArray[np.uint8],
        counts: NDArray[np.uint64],
        guesses: NDArray[np.uint64],
        bad: _bulkdoku.BadRows,
    ) -> None:
        self.solutions = solutions
        self.verdicts = verdicts
        self.counts = counts
        self.guesses = guesses
        self._bad = bad

    def __len__(self) -> int:
        return len(self.verdicts)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> list[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | list[Record]:
        if isinstance(index, slice):
            return [self._record(row) for row in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no result {index} of {len(self)}")
        return self._record(index % len(self))

    def __iter__(self) -> Iterator[Record]:
        return map(self._record, range(len(self)))

    def _record(self, row: int) -> Record:
        code = int(self.verdicts[row])
        is_answered = code in (Verdict.SOLVED, Verdict.UNIQUE)
        solution = (self.solutions[row] + 48).tobytes().decode("ascii") if is_answered else None
        counts = int(self.counts[row]), int(self.guesses[row])
        return Record(solution, _bulkdoku.VERDICTS[code], *counts, self.reason(row))

    def reason(self, row: int) -> str | None:
        """Why the puzzle of this row, counted from 0, is malformed or in conflict; ``None`` if it is neither."""
        return self._bad.reason(row)

    def bad(self, start: int = 0, count: int = 10) -> list[tuple[int, str]]:
        """The first ``count`` rows from ``start`` on that are malformed or in conflict, each with the reason.

        >>> solve(["11" + "." * 79, "." * 81, None]).bad()
        [(0, 'equal clues in r1c1 and r1c2 share a house'), (2, 'null')]
        """
        return self._bad.items(start, count)

    def tally(self) -> dict[str, int]:
        """The number of puzzles with each verdict that occurs.

        >>> solve(["." * 81, "", "." * 81]).tally()
        {'solved': 2, 'malformed': 1}
        """
        return tally_of(self.verdicts)

    def to_arrow(self) -> pyarrow.Table:
        """The results as a table of pyarrow, which must be installed."""
        import pyarrow

        return pyarrow.table(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> CapsuleType:
        """The results as an Arrow stream of one batch. A requested schema is not followed, as the protocol allows."""
        return _bulkdoku.arrow_stream(self.solutions, self.verdicts, self.counts, self.guesses)

    def __repr__(self) -> str:
        tally = ", ".join(f"{count} {word}" for word, count in self.tally().items())
        return f"<bulkdoku.Solutions of {len(self)} puzzles: {tally or 'none'}>"


def solve(
    puzzles: Any,
    *,
    unique: bool = False,
    budget: int | None = None,
    column: str | None = None,
    threads: int | None = None,
    out: Solutions | None = None,
    progress: bool = False,
) -> Solutions:
    """Solves every puzzle.

    Args:
        puzzles: the puzzles, in any form that the documentation of the package lists.
        unique: prove that each solution is the only one. The verdict is then ``unique`` or ``multiple``.
        budget: give up on a puzzle after this number of guesses. ``None`` sets no limit.
        column: the column of the puzzles in a table. ``None`` takes the only one, or one with a usual name.
        threads: the number of threads, from 1 to 1000. ``None`` uses one per core.
        out: earlier results of as many puzzles, whose arrays are overwritten and used again. Where memory of earlier
            results is not used again anyway, that saves the time that the system takes to clear new memory: up to a
            fifth where the puzzles are easy.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        The results, which hold 98 bytes per puzzle. They are the same for any number of threads.

    Raises:
        TypeError: ``puzzles`` is of a type that is not taken.
        ValueError: an array has another shape, a table has no such column, a text is in no known format, or ``out`` has
            another length.

    >>> import numpy as np
    >>> digits = np.zeros((2, 81), dtype=np.uint8)
    >>> digits[1, :2] = 5
    >>> results = solve(digits, unique=True)
    >>> results.verdicts == Verdict.MULTIPLE
    array([ True, False])
    >>> results[1].reason
    'equal clues in r1c1 and r1c2 share a house'
    """
    rows = puzzles_of(puzzles)
    guesses = budget_of(budget)
    count = positive("threads", threads, 0, MOST_THREADS)
    with shown(progress, length_of(rows)) as display:
        given = None if out is None else (out.solutions, out.verdicts, out.counts, out.guesses)
        arrays, bad = _bulkdoku.solve(rows, column, (unique, guesses), count, given, display)
    if out is None:
        return Solutions(*arrays, bad)
    out._bad = bad
    return out


def count(
    puzzles: Any,
    *,
    limit: int = 2,
    budget: int | None = None,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.uint64]:
    """Counts the solutions of every puzzle, up to ``limit``.

    The arguments are those of :func:`solve`. A puzzle that is malformed or in conflict has no solutions.

    Returns:
        An array with the shape (N,).

    >>> count(["." * 81, "11" + "." * 79], limit=1000)
    array([1000,    0], dtype=uint64)
    """
    rows = puzzles_of(puzzles)
    most = positive("limit", limit, 2, UNLIMITED)
    guesses = budget_of(budget)
    workers = positive("threads", threads, 0, MOST_THREADS)
    with shown(progress, length_of(rows)) as display:
        return _bulkdoku.count(rows, column, most, guesses, workers, display)[0]


def generate(
    count: int,
    *,
    seed: int = 1,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.uint8]:
    """Generates puzzles with one solution each. The same seed gives the same puzzles, and those of the program.

    Args:
        count: the number of puzzles.
        seed: the seed of the random generator, from 0 to 2**64 - 1.
        clues: the number of clues, or the least and the greatest; from 21 to 81. ``None`` means 28 to 34, and for
            minimal puzzles any number.
        minimal: only puzzles from which no clue can be removed.
        threads: the number of threads. ``None`` uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (count, 81) of digits, 0 for a blank.

    Raises:
        ValueError: the numbers of clues are out of reach.

    >>> puzzles = generate(100, seed=7, clues=(24, 26))
    >>> puzzles.shape, sorted({int(clues) for clues in (puzzles > 0).sum(axis=1)})
    ((100, 81), [24, 25, 26])
    """
    if not 0 <= count <= 10**12:
        raise ValueError(f"count must be from 0 to 10**12, not {count}")
    if not 0 <= seed <= UNLIMITED:
        raise ValueError(f"seed must be from 0 to 2**64 - 1, not {seed}")
    usual = (0, 81) if minimal else (28, 34)
    least, most = usual if clues is None else (clues, clues) if isinstance(clues, int) else clues
    if not 0 <= least <= most <= 81:
        raise ValueError(f"clues must be within 0 to 81, not {least} to {most}")
    workers = positive("threads", threads, 0, MOST_THREADS)
    with shown(progress, count) as display:
        return _bulkdoku.generate(count, seed, (least, most), minimal, workers, display)


def budget_of(budget: int | None) -> int:
    """A number of guesses, which may be 0, or no limit for ``None``."""
    return 0 if budget == 0 else positive("budget", budget, UNLIMITED, UNLIMITED)


def length_of(rows: Any) -> int | None:
    """The number of puzzles, if it is known before they are read."""
    return len(rows) if hasattr(rows, "__len__") and not isinstance(rows, (str, bytes)) else None


def tally_of(verdicts: NDArray[np.uint8]) -> dict[str, int]:
    """The number of puzzles with each verdict that occurs."""
    import numpy as np

    counts = np.bincount(verdicts, minlength=len(_bulkdoku.VERDICTS))
    return {word: int(count) for word, count in zip(_bulkdoku.VERDICTS, counts) if count}
