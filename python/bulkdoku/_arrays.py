"""Puzzles in memory: ``solve``, ``count`` and ``generate``."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from . import _bulkdoku
from ._inputs import UNLIMITED, budget_of, call_rows, positive, seed_of, workers
from ._results import Results
from ._types import PuzzleFormat, PuzzlesLike


class Verdict(enum.IntEnum):
    """The verdict of a puzzle, as a number in ``Solutions.verdicts``.

    >>> Verdict.UNIQUE.word
    'unique'
    """

    SOLVED = 0
    """There is a solution. Others were not searched for."""
    UNIQUE = 1
    """There is exactly one solution."""
    WELL_FORMED = 2
    """The row is a puzzle. Its solutions were not searched for."""
    MULTIPLE = 3
    """There are at least two solutions."""
    NONE = 4
    """There is no solution."""
    CONFLICT = 5
    """Two equal clues are in the same row, column or box."""
    MALFORMED = 6
    """The row is not a puzzle."""
    BUDGET = 7
    """The budget of guesses was spent before the search ended."""

    @property
    def word(self) -> str:
        """The verdict as the program writes it."""
        return _bulkdoku.VERDICTS[self]


class Record(NamedTuple):
    """The result of one puzzle."""

    solution: str | None
    """81 digits, or ``None`` if the verdict is neither solved nor unique."""
    verdict: str
    """The verdict as the program writes it: solved, unique, multiple, none, conflict, malformed or budget."""
    solutions: int
    """The number of solutions found before the search ended."""
    guesses: int
    """The number of guesses of the search."""
    reason: str | None
    """Why the row is malformed or in conflict, or ``None``."""


class Solutions(Results):
    """The results of ``solve``, one for each puzzle in order.

    The items are :class:`Record` tuples, and the columns are NumPy arrays. It is a table for every Arrow library, with the
    columns ``solution`` (string, null unless the verdict is solved or unique), ``verdict`` (string), ``solutions`` and
    ``guesses`` (int64).

    >>> results = solve(["." * 81])
    >>> len(results), results.digits.shape, results.digits.dtype
    (1, (1, 81), dtype('uint8'))
    >>> results.to_arrow().column_names
    ['solution', 'verdict', 'solutions', 'guesses']
    """

    __slots__ = ("digits", "guesses", "solutions")

    digits: NDArray[np.uint8]
    """Shape (N, 81): the digits of the solution. Zeros if there is none or, with ``unique``, more than one."""
    solutions: NDArray[np.uint64]
    """Shape (N,): the number of solutions found before the search ended, at most 2."""
    guesses: NDArray[np.uint64]
    """Shape (N,): the number of guesses of the search."""

    def __init__(
        self,
        digits: NDArray[np.uint8],
        verdicts: NDArray[np.uint8],
        solutions: NDArray[np.uint64],
        guesses: NDArray[np.uint64],
        bad: _bulkdoku.BadRows,
    ) -> None:
        super().__init__(verdicts, bad)
        self.digits = digits
        self.solutions = solutions
        self.guesses = guesses

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> list[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | list[Record]:
        if isinstance(index, slice):
            return [self._record(row) for row in range(*index.indices(len(self)))]
        return self._record(self._row_number(index))

    def __iter__(self) -> Iterator[Record]:
        return map(self._record, range(len(self)))

    def _record(self, row: int) -> Record:
        code = int(self.verdicts[row])
        is_answered = code in (Verdict.SOLVED, Verdict.UNIQUE)
        solution = (self.digits[row] + 48).tobytes().decode("ascii") if is_answered else None
        numbers = int(self.solutions[row]), int(self.guesses[row])
        return Record(solution, _bulkdoku.VERDICTS[code], *numbers, self.reason(row))

    def to_list(self) -> list[str | None]:
        """Returns the solutions as a list: 81 digits, or ``None`` for a puzzle without a solution."""
        text = (self.digits + 48).tobytes().decode("latin-1")
        solutions: list[str | None] = [text[start : start + 81] for start in range(0, len(text), 81)]
        for row in np.flatnonzero(~self._answered()):
            solutions[row] = None
        return solutions

    def to_numpy(self) -> NDArray[np.bytes_]:
        """Returns the solutions as an array of type ``S81``: 81 digits, or an empty text for a puzzle without a solution.

        >>> solve(["." * 81], unique=True).to_numpy()
        array([b''], dtype='|S81')
        """
        text = self.digits + np.uint8(48)
        text[~self._answered()] = 0
        return text.view("S81").reshape(-1)

    def _answered(self) -> NDArray[np.bool_]:
        return np.isin(np.asarray(self.verdicts), (Verdict.SOLVED, Verdict.UNIQUE))

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        integers = [("solutions", self.solutions), ("guesses", self.guesses)]
        return _bulkdoku.arrow_stream(self.digits, self.verdicts, integers, [])


class Count(NamedTuple):
    """The number of solutions of one puzzle."""

    solutions: int
    """The number of solutions found before the search ended."""
    verdict: str
    """The verdict as the program writes it. Only unique, none and multiple are from a finished search."""
    reason: str | None
    """Why the row is malformed or in conflict, or ``None``."""


class Counts(Results):
    """The results of ``count``, one for each puzzle in order.

    The items are :class:`Count` tuples. NumPy treats it as the array of its ``solutions``, and Arrow libraries as a table with
    the columns ``verdict`` (string) and ``solutions`` (int64).

    >>> counts = count(["." * 81, "too-short"], limit=1000)
    >>> counts.solutions, counts.tally()
    (array([1000,    0], dtype=uint64), {'multiple': 1, 'malformed': 1})
    >>> counts[1]
    Count(solutions=0, verdict='malformed', reason='9 characters where 81 were expected')
    """

    __slots__ = ("solutions",)

    solutions: NDArray[np.uint64]
    """Shape (N,): the number of solutions found before the search ended, at most the limit."""

    def __init__(
        self, solutions: NDArray[np.uint64], verdicts: NDArray[np.uint8], bad: _bulkdoku.BadRows
    ) -> None:
        super().__init__(verdicts, bad)
        self.solutions = solutions

    def __getitem__(self, index: int) -> Count:
        row = self._row_number(index)
        return Count(int(self.solutions[row]), _bulkdoku.VERDICTS[int(self.verdicts[row])], self.reason(row))

    def __iter__(self) -> Iterator[Count]:
        return map(self.__getitem__, range(len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
            return np.array(self.solutions, dtype=dtype) if copy else np.asarray(self.solutions, dtype=dtype)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return _bulkdoku.arrow_stream(None, self.verdicts, [("solutions", self.solutions)], [])


def solve(
    puzzles: PuzzlesLike,
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
        column: the column of the puzzles in a table. ``None`` means the only one, or one with a usual name.
        threads: the number of threads, up to 1000. ``None`` or 0 uses one per core.
        out: earlier results of the same number of puzzles, whose arrays are overwritten and reused. This saves the time to
            clear new memory, up to a fifth for easy puzzles. They must not share memory with the puzzles. If the call is
            interrupted, they contain parts of both.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        The results, which take 98 bytes per puzzle. They are the same for any number of threads.

    Raises:
        TypeError: the type of ``puzzles`` is not supported.
        ValueError: an array has another shape, a table has no such column, a text is in an unknown format, or ``out`` has
            another length or overlaps the memory of the puzzles.

    >>> import numpy as np
    >>> digits = np.zeros((2, 81), dtype=np.uint8)
    >>> digits[1, :2] = 5
    >>> results = solve(digits, unique=True)
    >>> results.verdicts == "multiple"
    array([ True, False])
    >>> results[1].reason
    'equal clues in r1c1 and r1c2 share a row, column or box'
    """
    given = None if out is None else (out.digits, out.verdicts, out.solutions, out.guesses)
    how = {"unique": unique, "budget": budget_of(budget), "out": given}
    arrays, bad = call_rows(_bulkdoku.solve, puzzles, column, threads, progress, **how)
    if out is None:
        return Solutions(*arrays, bad)
    out._bad = bad
    return out


def count(
    puzzles: PuzzlesLike,
    *,
    limit: int = 2,
    budget: int | None = None,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> Counts:
    """Counts the solutions of every puzzle, up to ``limit``.

    The arguments are those of :func:`solve`.

    Returns:
        The numbers of solutions with their verdicts, which take 9 bytes per puzzle. The verdict tells whether a puzzle is
        malformed, in conflict or out of budget.

    >>> count(["." * 81, "11" + "." * 79], limit=1000).solutions
    array([1000,    0], dtype=uint64)
    """
    how = {"limit": positive("limit", limit, 2, UNLIMITED), "budget": budget_of(budget)}
    return Counts(*call_rows(_bulkdoku.count, puzzles, column, threads, progress, **how))


def generate(
    count: int,
    *,
    seed: int = 1,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    mask: str | None = None,
    symmetry: str | None = None,
    where: str | Sequence[str] = (),
    difficulty: str | None = None,
    patience: float = 30,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.uint8]:
    """Generates puzzles with exactly one solution. The same seed gives the same puzzles as in the program.

    Args:
        count: the number of puzzles.
        seed: the seed of the random generator, from 0 to 2**64 - 1.
        clues: the number of clues, or the least and the greatest, from 21 to 81. ``None`` means 28 to 34, any number for
            minimal puzzles, or all cells of a mask.
        minimal: generate only puzzles from which no clue can be removed.
        mask: the cells that may be clues: 81 characters, ``x`` for a clue and ``.`` for a blank.
        symmetry: the symmetry of the clue pattern, such as ``"half-turn"``; the guide lists all.
        where: conditions on the ratings that every puzzle satisfies, such as ``"level<=4"``.
        difficulty: easy (levels 1 and 2), medium (3 and 4), hard (5 to 7) or expert (none of these).
        patience: give up when no puzzle was found for this number of seconds.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (count, 81) of digits, 0 for a blank.

    Raises:
        ValueError: the numbers of clues cannot be reached, or no puzzle is found. The message names the condition that no
            puzzle satisfied, and the value that was nearest.

    >>> puzzles = generate(100, seed=7, clues=(24, 26))
    >>> puzzles.shape, sorted({int(clues) for clues in (puzzles > 0).sum(axis=1)})
    ((100, 81), [24, 25, 26])
    """
    number = positive("count", count, None, 10**12, least=0)
    with workers(threads, progress, number) as shared:
        return _bulkdoku.generate(
            number,
            **shared,
            seed=seed_of(seed),
            clues=None if clues is None else clue_range(clues, (0, 81)),
            minimal=minimal,
            mask=mask,
            symmetry=symmetry,
            conditions=[where] if isinstance(where, str) else list(where),
            difficulty=difficulty,
            patience=patience,
        )


def generate_unbiased(
    count: int,
    *,
    seed: int = 1,
    clues: int | tuple[int, int] | None = None,
    equal_weights: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Draws minimal puzzles without bias: every minimal puzzle is equally likely, either by weight or directly.

    The same seed gives the same puzzles as in the program.

    Args:
        count: the number of puzzles.
        seed: the seed of the random generator, from 0 to 2**64 - 1.
        clues: the number of clues, or the least and the greatest. ``None`` means any number.
        equal_weights: draw puzzles that all have weight 1, which takes about forty times as long.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (count, 81) of digits, 0 for a blank, and an array with the shape (count,) of the weights: the
        number of puzzles that each represents, in a unit that makes their mean about 1.

    Raises:
        ValueError: puzzles with these numbers of clues are too rare.

    >>> puzzles, weights = generate_unbiased(3)
    >>> puzzles.shape, weights.shape, bool((weights > 0).all())
    ((3, 81), (3,), True)
    """
    number = positive("count", count, None, 10**12, least=0)
    least_and_most = clue_range(clues, (0, 81))
    with workers(threads, progress, number) as shared:
        return _bulkdoku.generate_unbiased(
            number, **shared, seed=seed_of(seed), clues=least_and_most, equal_weights=equal_weights
        )


BLANKS = ".0_*-?xX"
"""The characters for a blank that every format reads."""


def to_text(
    puzzles: PuzzlesLike,
    *,
    blank: str = ".",
    format: PuzzleFormat = "line",
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> list[str | None]:
    """Returns every puzzle, or solution, as text.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        blank: the character for a blank, one of ``. 0 _ * - ? x X``.
        format: line, with 81 characters; or grid, with nine lines of nine.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        The texts, and ``None`` for rows that are not puzzles.

    >>> import numpy as np
    >>> to_text(np.eye(9, dtype=int), format="grid", blank="0")[0].splitlines()[1]
    '010000000'
    """
    if len(blank) != 1 or blank not in BLANKS:
        raise ValueError(f"blank must be one of {' '.join(BLANKS)}, not {blank!r}")
    if format not in ("line", "grid"):
        raise ValueError(f"format must be 'line' or 'grid', not {format!r}")
    codes = call_rows(_bulkdoku.characters, puzzles, column, threads, progress, blank=blank)
    text = codes.tobytes().decode("ascii")
    lines = [text[start : start + 81] for start in range(0, len(text), 81)]
    if format == "grid":
        lines = ["\n".join(line[row : row + 9] for row in range(0, 81, 9)) for line in lines]
    return [line if has_puzzle else None for line, has_puzzle in zip(lines, codes[:, 0] > 0)]


def clue_range(clues: int | tuple[int, int] | None, usual: tuple[int, int]) -> tuple[int, int]:
    """Returns the least and the greatest number of clues."""
    pair = usual if clues is None else (clues, clues) if not isinstance(clues, (tuple, list)) else clues
    least, most = (positive("clues", number, None, 81, least=0) for number in pair)
    if least > most:
        raise ValueError(f"clues must be a number or a range, not {least} to {most}")
    return least, most
