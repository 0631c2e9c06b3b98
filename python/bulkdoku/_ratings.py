"""How hard puzzles are: ``rate``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _bulkdoku
from ._inputs import budget_of, call_rows, positive, seed_of
from ._results import Results
from ._types import PuzzlesLike, RatingName

class Ratings(Results):
    """The ratings of :func:`rate`, one row for each puzzle in order.

    ``ratings["level"]`` is a column, and ``ratings[0]`` the ratings of the first puzzle by name. It is a table for every Arrow
    library, with the columns ``verdict`` (string) and those of ``columns`` (float64, null for a puzzle without the rating). Only
    puzzles with the verdict unique have ratings.

    >>> ratings = rate(["." * 81, None], only=["level", "depth"])
    >>> len(ratings), list(ratings.columns), ratings["level"]
    (2, ['level', 'depth'], array([nan, nan]))
    >>> ratings[0]
    {'verdict': 'multiple', 'level': None, 'depth': None}
    >>> ratings.to_arrow().column_names
    ['verdict', 'level', 'depth']
    """

    __slots__ = ("columns",)

    columns: dict[str, NDArray[np.float64]]
    """The columns of the ratings by name, each with the shape (N,): NaN without a rating, infinite above the limit."""

    def __init__(
        self,
        verdicts: NDArray[np.uint8],
        columns: dict[str, NDArray[np.float64]],
        bad: _bulkdoku.BadRows,
    ) -> None:
        super().__init__(verdicts, bad)
        self.columns = columns

    def __getitem__(self, key: str | int) -> Any:
        """Returns a column by name, or the ratings of a puzzle by row."""
        if isinstance(key, str):
            if key not in self.columns:
                raise KeyError(f"there is no column '{key}' of ratings: choose from {', '.join(self.columns)}")
            return self.columns[key]
        return self._row(self._row_number(key))

    def __iter__(self) -> Iterator[dict[str, str | float | None]]:
        return map(self._row, range(len(self)))

    def _row(self, row: int) -> dict[str, str | float | None]:
        record: dict[str, str | float | None] = {"verdict": _bulkdoku.VERDICTS[int(self.verdicts[row])]}
        for name, numbers in self.columns.items():
            number = float(numbers[row])
            record[name] = None if number != number else number
        return record

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return _bulkdoku.arrow_stream(None, self.verdicts, [], list(self.columns.items()))

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}; {', '.join(self.columns)}>"


def rate(
    puzzles: PuzzlesLike,
    *,
    only: RatingName | Iterable[RatingName] | None = None,
    equivalents: int = 16,
    seed: int = 1,
    budget: int | None = None,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> Ratings:
    """Rates how hard every puzzle is. Equivalent puzzles have the same ratings.

    Args:
        puzzles: the puzzles, in any form that the documentation of the package lists.
        only: the ratings to determine, one name or several of ``level``, ``left``, ``depth``, ``backdoor``, ``guesses``,
            ``se``, ``bands``, ``automorphisms``, ``difficulty`` and ``redundant``. ``None`` means the first six, without ``guesses`` for
            pencilmarks, which have none.
            ``level`` and ``left`` alone take a twentieth of the time.
        equivalents: the number of random equivalents to average guesses over, from 1 to 10,000.
        seed: the seed of the random equivalents, from 0 to 2**64 - 1.
        budget: give up on a puzzle whose solutions are not found after this number of guesses. ``None`` sets no limit.
        column: the column of the puzzles in a table. ``None`` means the only one, or one with a usual name.
        threads: the number of threads, up to 1000. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        A column of float64 for each of the following, in this order, without those that were not requested. A puzzle that
        does not have exactly one solution has NaN in all of them. A value above its limit is infinite, so comparisons such as
        ``ratings["level"] <= 4`` are right for every row.

        - ``level``: the least set of rules that solves the puzzle, 1 to 7;
        - ``cells_left_3``, ``candidates_left_3``, ``cells_left_4``, ``candidates_left_4``: what levels 3 and 4 leave unsolved;
        - ``depth``: the depth of trial and error, up to 2;
        - ``backdoor``: the least number of cells to reveal so that singles solve the puzzle, up to 2;
        - ``guesses``, ``guesses_deviation``: the mean and deviation of a backtracker's guesses over random equivalents;
        - ``se``: the rating of Sudoku Explainer, infinite if it is not exact;
        - ``band_1`` to ``band_6``: the numbers of the solution's bands and stacks among the 416 classes, sorted;
        - ``automorphisms``, ``solution_automorphisms``: the symmetries of the puzzle and of its solution;
        - ``redundant``: the clues without any one of which the solution is still the only one, 0 for a minimal puzzle;
        - ``difficulty``: the level as a number from 1 to 4: 1 is easy (the levels 1 and 2), 2 medium (3 and 4), 3 hard (5 to
          7), 4 expert (none of these).

    Raises:
        TypeError: the type of ``puzzles`` is not supported.
        ValueError: a number is out of range, or a rating does not exist, or not for these puzzles; and as for :func:`solve`.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> ratings = rate([puzzle, hard, "." * 81], only=["level", "backdoor"])
    >>> ratings["level"]
    array([ 1., inf, nan])
    >>> [row for row, rating in enumerate(ratings["level"]) if rating <= 4]
    [0]
    >>> ratings[1]
    {'verdict': 'unique', 'level': inf, 'backdoor': 2.0}
    """
    names = [only] if isinstance(only, str) else None if only is None else list(only)
    how = {
        "only": names,
        "equivalents": positive("equivalents", equivalents, 16, 10_000),
        "seed": seed_of(seed),
        "budget": budget_of(budget),
    }
    verdicts, columns, bad = call_rows(_bulkdoku.rate, puzzles, column, threads, progress, **how)
    return Ratings(verdicts, dict(columns), bad)
