"""Functions for building data sets from puzzles in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _bulkdoku
from ._inputs import UNLIMITED, call_rows, is_frame, name_of, positive, puzzles_and_answers, puzzles_of, seed_of, strata_of
from ._types import Form, Keep, Key, PuzzlesLike, Strata


MOST_EQUIVALENTS = 100_000
"""The largest number of equivalents of a puzzle, as in the program."""


class Finding(NamedTuple):
    """Something wrong with a data set."""

    row: int
    """The row of the puzzle, counted from 0."""
    kind: str
    """The kind of problem, such as ``multiple``, ``wrong-answer``, ``duplicate`` or ``leak``."""
    text: str
    """What is wrong. Rows in this text are counted from 0."""


class CheckReport(NamedTuple):
    """The report of ``check``."""

    findings: list[Finding]
    """The first findings, in row order."""
    summary: dict[str, Any]
    """The numbers of ``records``, ``verdicts`` by name, ``findings``, ``findings_by_kind``, right ``answers`` (``None`` without
    answers), and ``puzzles_by_clues``."""
    clean: NDArray[np.bool_] | None = None
    """Which puzzles have no finding, of those that are the same only the first one: a mask with the shape (N,), if requested."""
    html: str | None = None
    """The report as an HTML page with figures and plots, if requested."""


def check(
    puzzles: PuzzlesLike,
    answers: PuzzlesLike | None = None,
    *,
    by: Key | Sequence[Key] | None = None,
    against: PuzzlesLike | None = None,
    findings: int | None = 1000,
    clean: bool = False,
    html: bool = False,
    column: str | None = None,
    answer_column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> CheckReport:
    """Finds what is wrong with a data set: puzzles without exactly one solution, wrong answers, duplicates.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        answers: the claimed solutions, in any such form, one for each puzzle. ``None`` means those in another column of the
            table with the puzzles, or in another field of the records of a text, if there are any.
        by: what makes two puzzles duplicates: one or more of text, clues, puzzle and solution. ``None`` means clues, or puzzle
            with ``against``.
        against: a data set that should share no puzzle with this one, such as the training set of a test set. Rows that are also
            in it, by one of the keys, are findings of the kind ``leak``.
        findings: the number of findings to list; ``None`` lists all. All findings are counted in any case.
        clean: also return a mask of the puzzles without findings, as in ``puzzles[check(puzzles, clean=True).clean]``. Of the
            puzzles that are the same, it keeps the first one without another finding.
        html: also return the report as an HTML page. Rating the puzzles takes most of the time.
        column: the column of the puzzles in a table.
        answer_column: the column of the answers, in the table of ``answers`` or else of the puzzles. ``None`` means one with a
            usual name, such as ``solution``, in upper or lower case; in a text, also one that contains solutions.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Raises:
        ValueError: the numbers of answers and puzzles differ, or there is no such column; and as for :func:`solve`.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> check([puzzle, "." * 81, puzzle]).findings
    [Finding(row=1, kind='multiple', text='there is more than one solution'), \
Finding(row=2, kind='duplicate', text='the same puzzle as in row 0')]
    """
    usual = "clues" if against is None else "puzzle"
    keys = [by or usual] if by is None or isinstance(by, str) else list(by)
    most = positive("findings", findings, UNLIMITED, UNLIMITED, least=0)
    column, answer_column = name_of("column", column), name_of("answer_column", answer_column)
    if answers is None and is_frame(puzzles):
        puzzles, answers = puzzles_and_answers(puzzles, column, answer_column)
        column = answer_column = None
    given, answer_column = (None, answer_column) if answers is None else puzzles_of(answers, answer_column, are_answers=True)
    how = {"answers": given, "answer_column": answer_column, "by": keys, "findings": most, "clean": clean, "html": html}
    how["against"] = None if against is None else puzzles_of(against)
    listed, kinds, verdicts, clues, right, mask, page = call_rows(_bulkdoku.check, puzzles, column, threads, progress, **how)
    summary = {
        "records": sum(count for _, count in verdicts),
        "verdicts": dict(verdicts),
        "findings": sum(count for _, count in kinds),
        "findings_by_kind": dict(kinds),
        "answers": None if right is None else {"right": right},
        "puzzles_by_clues": {number: count for number, count in enumerate(clues) if count},
    }
    return CheckReport([Finding(*finding) for finding in listed], summary, mask if clean else None, page)


def canon(
    puzzles: PuzzlesLike,
    *,
    form: Form = "minlex",
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.uint8]:
    """Returns the canonical form of every puzzle. Two puzzles are equivalent exactly when their forms are equal.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        form: minlex, for any puzzle; or solution, for puzzles with exactly one solution.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (N, 81) of digits, 0 for a blank. The row of a puzzle without a form is all 255.

    >>> forms = canon(["1" + "." * 80, "." * 80 + "7"])
    >>> bool((forms[0] == forms[1]).all()), int(forms[0].sum())
    (True, 1)
    """
    if form not in ("minlex", "solution"):
        raise ValueError(f"form must be 'minlex' or 'solution', not {form!r}")
    return call_rows(_bulkdoku.canon, puzzles, column, threads, progress, of_solution=form == "solution")


def augment(
    puzzles: PuzzlesLike,
    *,
    equivalents: int,
    seed: int = 1,
    include_original: bool = False,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Returns random equivalents of every puzzle: digits relabelled, and bands, stacks, rows and columns permuted.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        equivalents: the number of different equivalents of each puzzle, up to 100,000. A puzzle with fewer yields all of them.
        seed: the seed of the random generator. The same seed gives the same equivalents.
        include_original: also return the puzzle itself, before its equivalents.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (M, 81) of digits, 0 for a blank, and an array with the shape (M,) of the rows that they come
        from. Rows that are not puzzles have no equivalents.

    >>> equivalents, rows = augment(["12" + "." * 79], equivalents=3)
    >>> equivalents.shape, rows.tolist()
    ((3, 81), [0, 0, 0])
    """
    number = positive("equivalents", equivalents, None, MOST_EQUIVALENTS)
    how = {"equivalents": number, "seed": seed_of(seed), "include_original": include_original}
    cells, rows, count = call_rows(_bulkdoku.augment, puzzles, column, threads, progress, **how)
    return cells[:count], rows[:count]


def dedupe(
    puzzles: PuzzlesLike,
    *,
    by: Key = "puzzle",
    keep: Keep = "first",
    against: PuzzlesLike | Mapping[str, PuzzlesLike] | None = None,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.bool_]:
    """Returns which puzzles to keep so that no two are the same.

    The arguments are those of :func:`duplicates`, which returns the kept puzzle of each class.

    Returns:
        An array with the shape (N,), for use as a mask. Rows without a class are kept.

    >>> dedupe(["1" + "." * 80, "2" + "." * 80], by="clues"), dedupe(["1" + "." * 80, "2" + "." * 80])
    (array([ True,  True]), array([ True, False]))
    """
    kept = duplicates(puzzles, by=by, keep=keep, against=against, column=column, threads=threads, progress=progress)
    stays: NDArray[np.bool_] = kept == np.arange(len(kept))
    return stays


def duplicates(
    puzzles: PuzzlesLike,
    *,
    by: Key = "puzzle",
    keep: Keep = "first",
    against: PuzzlesLike | Mapping[str, PuzzlesLike] | None = None,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.int64]:
    """Returns for every puzzle which one of its class stays.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        by: what makes two puzzles the same: text, clues, puzzle (if they are equivalent) or solution (if their solutions are
            equivalent).
        keep: the puzzle of each class that stays: the first one, the first with the fewest clues, or the canonical form if it is
            there.
        against: puzzles of another data set, or a dict of several by name. None of their classes stays.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (N,): the row of the puzzle that stays, or -1 if the class is in ``against``. A row without a class
        stays itself.

    >>> puzzles = ["1" + "." * 80, "." * 81, "2" + "." * 80]
    >>> duplicates(puzzles), duplicates(puzzles, against=["." * 81])
    (array([0, 1, 0]), array([ 0, -1,  0]))
    """
    if keep == "fewest" and by != "solution":
        raise ValueError("keep='fewest' needs by='solution': otherwise, all puzzles of a class have the same number of clues")
    if keep == "canonical" and by not in ("puzzle", "solution"):
        raise ValueError("keep='canonical' needs by='puzzle' or by='solution'")
    sets = against.values() if isinstance(against, Mapping) else [] if against is None else [against]
    others = [puzzles_of(other) for other in sets]
    return call_rows(_bulkdoku.dedupe, puzzles, column, threads, progress, by=by, keep=keep, against=others)


def split(
    puzzles: PuzzlesLike,
    parts: Mapping[str, str | float],
    *,
    by: Key = "puzzle",
    seed: int = 1,
    stratify: Strata | None = None,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> dict[str, NDArray[np.int64]]:
    """Splits puzzles so that no puzzle (or solution) is in two parts.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        parts: the names of the parts with their shares: numbers from 0 to 1, or texts such as ``"90%"``; ``"rest"`` is the
            remainder.
        by: what makes two puzzles the same, as in :func:`dedupe`.
        seed: the seed. Another seed gives another split.
        stratify: divide each of these strata by the shares, which are then exact to a few puzzles: as in :func:`sample`. Rows
            without a stratum are a stratum of their own. The part of a puzzle then also depends on the rows before it.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        The rows of each part, in ascending order. The sizes follow the shares, up to chance.

    Raises:
        ValueError: a share is out of range, they do not add up to the whole, or the strata are not one for each puzzle.

    >>> import numpy as np
    >>> parts = split(generate(50), {"train": 0.5, "test": "rest"})
    >>> sorted(np.concatenate(list(parts.values())).tolist()) == list(range(50))
    True
    """
    if not isinstance(parts, Mapping):
        taken = "names with their shares, such as {'train': 0.9, 'test': 'rest'}"
        raise TypeError(f"parts must be {taken}, not {type(parts).__name__}")
    shares = _shares(parts)
    how = {"by": by, "seed": seed_of(seed), "shares": list(shares.values()), "stratify": strata_of(stratify)}
    numbers = call_rows(_bulkdoku.split, puzzles, column, threads, progress, **how)
    return {name: np.flatnonzero(numbers == number) for number, name in enumerate(shares)}


def sample(
    puzzles: PuzzlesLike,
    count: int | None = None,
    *,
    each: int | None = None,
    seed: int = 1,
    stratify: Strata | None = None,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.int64]:
    """Returns a uniform sample of the rows.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        count: the number of rows to take, or all if there are fewer. With ``stratify``, they are divided among the strata as
            evenly as possible.
        each: the number of rows to take from each stratum, instead of ``count``; requires ``stratify``.
        seed: the seed. Another seed gives another sample.
        stratify: the strata: clues, guesses (in bins) or level, or a column with a value for each row, such as
            ``frame["source"]``, in ten ranges if it has more than 100 different numbers. Leaves out rows that are not puzzles and,
            with level, puzzles without exactly one solution.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        The numbers of the rows, in ascending order: the records that the program takes from a file with these rows.

    Raises:
        ValueError: not exactly one of ``count`` and ``each`` is given, or no ``stratify`` for ``each``; and as for :func:`solve`.

    >>> len(sample(generate(50), 10)), sample(["." * 81, None], 5, stratify="clues").tolist()
    (10, [0])
    """
    if each is not None and count is not None:
        raise ValueError("give one of count and each")
    if each is not None and stratify is None:
        raise ValueError("each needs strata: give stratify")
    name, number = ("count", count) if each is None else ("each", each)
    how = {
        "count": positive(name, number, None, UNLIMITED, least=0),
        "of_each": each is not None,
        "seed": seed_of(seed),
        "stratify": strata_of(stratify),
    }
    return call_rows(_bulkdoku.sample, puzzles, column, threads, progress, **how)


def minimize(
    puzzles: PuzzlesLike,
    *,
    seed: int = 1,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.uint8]:
    """Removes clues from every puzzle until every one is needed for a unique solution.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        seed: the seed of the order in which clues are removed.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (N, 81) of digits, 0 for a blank. The row of a puzzle without exactly one solution is all 255.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> minimal = minimize([puzzle, "." * 81])
    >>> int((minimal[0] > 0).sum()) < 30, int(minimal[1, 0])
    (True, 255)
    """
    return call_rows(_bulkdoku.minimize, puzzles, column, threads, progress, seed=seed_of(seed))


class Step(NamedTuple):
    """A step of a solution."""

    rule: str
    """The name of the rule."""
    level: int
    """The level of the rule, 1 to 7."""
    placed: tuple[int, int] | None
    """The cell, 0 to 80, and the digit that the step places, if its rule is a single."""
    cleared: list[tuple[int, int]]
    """The cells and digits that the step excludes, except by placing a digit."""
    text: str
    """The step in words."""


class Explanation(NamedTuple):
    """The steps by which the rules of the levels solve a puzzle."""

    verdict: str
    """The verdict of the puzzle. Only a puzzle with the verdict unique has steps."""
    steps: list[Step]
    """The steps. Each uses the easiest rule that applies."""
    is_solved: bool
    """Whether the steps solve the puzzle."""

    @property
    def level(self) -> int | None:
        """The highest level of a step, or ``None`` unless the steps solve the puzzle."""
        return max((step.level for step in self.steps), default=1) if self.is_solved else None


def explain(
    puzzles: PuzzlesLike,
    *,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> list[Explanation]:
    """Explains how to solve every puzzle, step by step, by the rules of the levels of :func:`rate`.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [explanation] = explain([puzzle])
    >>> len(explanation.steps), explanation.level, explanation.steps[0].placed
    (51, 1, (5, 8))
    """
    explained = call_rows(_bulkdoku.explain, puzzles, column, threads, progress)
    return [
        Explanation(_bulkdoku.VERDICTS[verdict], [Step(*step) for step in steps], is_solved)
        for verdict, steps, is_solved in explained
    ]


def _shares(parts: Mapping[str, str | float]) -> dict[str, float]:
    """Returns the shares in percent, rounded to four decimals, which add up to the whole. The last of the largest shares gets
    the rounding difference."""
    shares = {name: _percent(name, share) for name, share in parts.items() if share != "rest"}
    rests = [name for name in parts if name not in shares]
    left = 100 - sum(shares.values())
    if len(rests) > 1:
        raise ValueError(f"only one part can be the rest, not {' and '.join(rests)}")
    if left < -ROUNDING or (left > ROUNDING and not rests):
        raise ValueError(f"the shares of the parts add up to {100 - left:.9g}%, not to the whole")
    if len(parts) > 255:
        raise ValueError("there can be at most 255 parts")
    rounded = {name: round(shares.get(name, max(left, 0)), 4) for name in parts}
    largest = max(reversed(rounded), key=rounded.__getitem__)
    rounded[largest] = round(rounded[largest] + 100 - sum(rounded.values()), 4)
    return rounded


ROUNDING = 1e-7
"""The largest difference in percent between a sum of shares, such as three thirds, and the whole, due to rounding of floats."""


def _percent(name: str, share: str | float) -> float:
    """Returns a share in percent."""
    if not isinstance(share, str):
        if isinstance(share, bool) or not isinstance(share, (int, float)):
            raise TypeError(f"the share of '{name}' must be a number or a text such as '90%', not {type(share).__name__}")
        if not 0 <= share <= 1:
            raise ValueError(f"the share of '{name}' is {share}: give a number from 0 to 1, or a percentage: '{share:g}%'")
        return 100 * share
    try:
        return _bulkdoku.percent(share)
    except ValueError:
        raise ValueError(f"the share of '{name}' is '{share}': give a number from 0 to 1, '90%' or 'rest'") from None
