"""What people who build data sets do with puzzles in memory."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _bulkdoku
from ._inputs import UNLIMITED, call_rows, name_of, positive, puzzles_of, seed_of
from ._types import Form, Key, PuzzlesLike, StrataName


MOST_COPIES = 100_000
"""The most equivalents of a puzzle, as in the program."""


class Finding(NamedTuple):
    """Something that is wrong with a data set."""

    row: int
    """The row of the puzzle, counted from 0."""
    kind: str
    """What kind of problem it is, such as ``multiple``, ``wrong-answer`` or ``duplicate``."""
    text: str
    """What is wrong. Rows in this text are counted from 0."""


class CheckReport(NamedTuple):
    """The report of ``check``."""

    findings: list[Finding]
    """The first findings, in the order of the rows."""
    summary: dict[str, Any]
    """The numbers of ``records``, of ``verdicts`` by their names, of ``findings`` and of ``findings_by_kind``, of right
    ``answers`` (``None`` without answers), and of ``puzzles_by_clues``."""


def check(
    puzzles: PuzzlesLike,
    answers: PuzzlesLike | None = None,
    *,
    by: Key | Sequence[Key] = "clues",
    findings: int | None = 1000,
    column: str | None = None,
    answer_column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> CheckReport:
    """Looks for what is wrong with a data set: puzzles without exactly one solution, wrong answers, duplicates.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        answers: the given solutions, likewise, one for each puzzle. ``None`` takes those in another column of the table of
            the puzzles, or in another field of the records of a text, if there are any.
        by: what makes two puzzles duplicates: one or more of text, clues, puzzle and solution.
        findings: the number of findings to list; ``None`` lists all. All of them are counted in any case.
        column: the column of the puzzles in a table.
        answer_column: the column of the answers, in the table of ``answers`` or else in that of the puzzles. ``None`` takes
            one with a usual name, such as ``solution``, in upper or lower case; of a text also one that holds solutions.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Raises:
        ValueError: there are more answers than puzzles or fewer, there is no such column, and as :func:`solve`.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> check([puzzle, "." * 81, puzzle]).findings
    [Finding(row=1, kind='multiple', text='there is more than one solution'), \
Finding(row=2, kind='duplicate', text='the same puzzle as in row 0')]
    """
    keys = [by] if isinstance(by, str) else list(by)
    most = positive("findings", findings, UNLIMITED, UNLIMITED, least=0)
    given = None if answers is None else puzzles_of(answers)
    how = given, name_of("answer_column", answer_column), (keys, most)
    listed, kinds, verdicts, clues, right = call_rows(_bulkdoku.check, puzzles, column, *how, threads=threads, progress=progress)
    summary = {
        "records": sum(count for _, count in verdicts),
        "verdicts": dict(verdicts),
        "findings": sum(count for _, count in kinds),
        "findings_by_kind": dict(kinds),
        "answers": None if right is None else {"right": right},
        "puzzles_by_clues": {number: count for number, count in enumerate(clues) if count},
    }
    return CheckReport([Finding(*finding) for finding in listed], summary)


def canon(
    puzzles: PuzzlesLike,
    *,
    form: Form = "minlex",
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.uint8]:
    """The canonical form of every puzzle: two puzzles are the same puzzle exactly when their forms are equal.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        form: minlex, for any puzzle; or solution, for puzzles with exactly one solution.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (N, 81) of digits, 0 for a blank. The row of a puzzle that has no form is all 255.

    >>> forms = canon(["1" + "." * 80, "." * 80 + "7"])
    >>> bool((forms[0] == forms[1]).all()), int(forms[0].sum())
    (True, 1)
    """
    if form not in ("minlex", "solution"):
        raise ValueError(f"form must be 'minlex' or 'solution', not {form!r}")
    return call_rows(_bulkdoku.canon, puzzles, column, form == "solution", threads=threads, progress=progress)


def augment(
    puzzles: PuzzlesLike,
    *,
    copies: int,
    seed: int = 1,
    include_original: bool = False,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Random equivalents of every puzzle: the digits relabelled, the bands, stacks, rows and columns rearranged.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        copies: the number of different equivalents of each puzzle, up to 100,000. A puzzle with fewer gives all of its own.
        seed: the seed of the random generator. The same seed gives the same equivalents.
        include_original: also give the puzzle itself, before its equivalents.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (M, 81) of digits, 0 for a blank, and an array with the shape (M,) of the rows that they
        come from. Rows that are no puzzles have no equivalents.

    >>> twins, rows = augment(["12" + "." * 79], copies=3)
    >>> twins.shape, rows.tolist()
    ((3, 81), [0, 0, 0])
    """
    how = positive("copies", copies, None, MOST_COPIES), seed_of(seed), include_original
    cells, rows, count = call_rows(_bulkdoku.augment, puzzles, column, how, threads=threads, progress=progress)
    return cells[:count], rows[:count]


def dedupe(
    puzzles: PuzzlesLike,
    *,
    by: Key = "puzzle",
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.bool_]:
    """Which puzzles to keep so that no two of them are the same: the first one of each class.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        by: what makes two puzzles the same: their text, their clues, the puzzle up to rearrangement and relabelling, or
            likewise its solution grid: text, clues, puzzle or solution.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (N,), to be used as a mask. Rows that have no class are kept.

    >>> dedupe(["1" + "." * 80, "2" + "." * 80], by="clues"), dedupe(["1" + "." * 80, "2" + "." * 80])
    (array([ True,  True]), array([ True, False]))
    """
    return call_rows(_bulkdoku.dedupe, puzzles, column, by, threads=threads, progress=progress).view(np.bool_)


def split(
    puzzles: PuzzlesLike,
    parts: Mapping[str, str | float],
    *,
    by: Key = "puzzle",
    seed: int = 1,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> dict[str, NDArray[np.int64]]:
    """Splits puzzles such that no puzzle, or no solution grid, is in two parts.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        parts: the names of the parts with their shares: numbers from 0 to 1, or texts such as ``"90%"``; ``"rest"`` is what
            the others leave.
        by: what makes two puzzles the same, as in :func:`dedupe`.
        seed: the seed. Another one gives another split.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        The rows of each part, in ascending order. The shares hold up to chance.

    Raises:
        ValueError: a share is out of its range, or all of them are more than the whole.

    >>> import numpy as np
    >>> parts = split(generate(50), {"train": 0.5, "test": "rest"})
    >>> sorted(np.concatenate(list(parts.values())).tolist()) == list(range(50))
    True
    """
    shares = _shares(parts)
    how = seed_of(seed), list(shares.values())
    numbers = call_rows(_bulkdoku.split, puzzles, column, by, how, threads=threads, progress=progress)
    return {name: np.flatnonzero(numbers == number) for number, name in enumerate(shares)}


def sample(
    puzzles: PuzzlesLike,
    count: int | None = None,
    *,
    each: int | None = None,
    seed: int = 1,
    stratify: StrataName | None = None,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.int64]:
    """A uniform sample of the rows.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        count: the number of rows to take, with ``stratify`` as equally many of each stratum as there are. Where there are fewer,
            all are taken.
        each: the number of rows to take of each stratum, instead of ``count``; requires ``stratify``.
        seed: the seed. Another one gives another sample.
        stratify: clues, guesses or level: rows are taken of each number of clues, of each bin of guesses, or of each level.
            Rows that are no puzzles, and for the level puzzles without exactly one solution, are then left out.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        The numbers of the rows, in ascending order: the records that the program takes of a file with these rows.

    Raises:
        ValueError: there is not exactly one of ``count`` and ``each``, ``each`` has no strata, and as :func:`solve`.

    >>> len(sample(generate(50), 10)), sample(["." * 81, None], 5, stratify="clues").tolist()
    (10, [0])
    """
    if each is None or count is not None:
        how = positive("count", count, None, UNLIMITED, least=0), False, seed_of(seed), stratify
        if each is not None:
            raise ValueError("give one of count and each")
    else:
        how = positive("each", each, None, UNLIMITED, least=0), True, seed_of(seed), stratify
        if stratify is None:
            raise ValueError("each needs strata: give stratify")
    return call_rows(_bulkdoku.sample, puzzles, column, how, threads=threads, progress=progress)


def minimize(
    puzzles: PuzzlesLike,
    *,
    seed: int = 1,
    column: str | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> NDArray[np.uint8]:
    """Takes clues out of every puzzle until none can go without a second solution.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        seed: the seed of the orders in which clues are removed.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        An array with the shape (N, 81) of digits, 0 for a blank. The row of a puzzle that has not exactly one solution is
        all 255.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> minimal = minimize([puzzle, "." * 81])
    >>> int((minimal[0] > 0).sum()) < 30, int(minimal[1, 0])
    (True, 255)
    """
    return call_rows(_bulkdoku.minimize, puzzles, column, seed_of(seed), threads=threads, progress=progress)


class Step(NamedTuple):
    """A step of a solution."""

    rule: str
    """The name of the rule."""
    level: int
    """The level of the rule, 1 to 7."""
    placed: tuple[int, int] | None
    """The cell, 0 to 80, and the digit that the step places, if its rule is a single."""
    cleared: list[tuple[int, int]]
    """The cells and digits that the step excludes, other than by placing."""
    text: str
    """The step in words."""


class Explanation(NamedTuple):
    """How the rules of the levels solve a puzzle."""

    verdict: str
    """The verdict on the puzzle. Only one with the verdict unique has steps."""
    steps: list[Step]
    """The steps. Each takes the easiest rule that applies."""
    is_solved: bool
    """Whether the steps solve the puzzle."""

    @property
    def level(self) -> int | None:
        """The highest level of a step; ``None`` unless the steps solve the puzzle."""
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
    explained = call_rows(_bulkdoku.explain, puzzles, column, threads=threads, progress=progress)
    return [
        Explanation(_bulkdoku.VERDICTS[verdict], [Step(*step) for step in steps], is_solved)
        for verdict, steps, is_solved in explained
    ]


def _shares(parts: Mapping[str, str | float]) -> dict[str, float]:
    """The shares in percent, to four decimals, which add up to the whole. The last one of the largest gets what the others leave
    when they are rounded."""
    shares = {name: _percent(name, share) for name, share in parts.items() if share != "rest"}
    rests = [name for name in parts if name not in shares]
    left = 100 - sum(shares.values())
    if len(rests) > 1:
        raise ValueError(f"only one part can be the rest, not {' and '.join(rests)}")
    if left < -ROUNDING or (left > ROUNDING and not rests):
        raise ValueError(f"the shares of the parts add up to {100 - left:.9g}%, and not to the whole")
    if len(parts) > 255:
        raise ValueError("there can be 255 parts at most")
    rounded = {name: round(shares.get(name, max(left, 0)), 4) for name in parts}
    largest = max(reversed(rounded), key=rounded.__getitem__)
    rounded[largest] = round(rounded[largest] + 100 - sum(rounded.values()), 4)
    return rounded


ROUNDING = 1e-7
"""The most percent by which the sum of shares, such as of three thirds, differs from the whole because floats are rounded."""


def _percent(name: str, share: str | float) -> float:
    """A share in percent."""
    if not isinstance(share, str):
        if not 0 <= share <= 1:
            raise ValueError(f"the share of '{name}' is {share}: give a number from 0 to 1, or per cent as '{share:g}%'")
        return 100 * share
    number = SHARE.fullmatch(share)
    percent = 101.0 if number is None else float(number[1]) if number[1] else 100 * float(number[2])
    if percent > 100:
        raise ValueError(f"the share of '{name}' is '{share}': give a number from 0 to 1, '90%' or 'rest'")
    return percent


SHARE = re.compile(r"([0-9]+(?:\.[0-9]{0,4})?)\s*%|([0-9]+(?:\.[0-9]{0,6})?)")
"""A share as a text, as the program has it: percent, or a number."""
