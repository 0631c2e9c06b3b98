"""What people who build data sets do with puzzles in memory: the program's commands, over a temporary file."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _bulkdoku
from ._inputs import MOST_THREADS, positive, puzzles_of
from ._program import run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Finding(NamedTuple):
    """Something that is wrong with a data set."""

    row: int
    """The row of the puzzle, counted from 0."""
    kind: str
    """What kind of problem it is, such as ``multiple``, ``wrong-answer`` or ``duplicate``."""
    text: str
    """What is wrong. Lines in this text are rows counted from 1."""


class CheckReport(NamedTuple):
    """The report of ``check``."""

    findings: list[Finding]
    """The first findings, in the order of the rows."""
    summary: dict[str, Any]
    """The summary of the program, with the number of all findings by their kinds."""


def check(
    puzzles: Any,
    answers: Any = None,
    *,
    by: str | Sequence[str] = "clues",
    findings: int = 1000,
    column: str | None = None,
    threads: int | None = None,
) -> CheckReport:
    """Looks for what is wrong with a data set: puzzles without exactly one solution, wrong answers, duplicates.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        answers: the given solutions, likewise, one for each puzzle; or ``None``.
        by: what makes two puzzles duplicates: one or more of text, clues, puzzle and solution.
        findings: the number of findings to list. All of them are counted.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` uses one per core.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> check([puzzle, "." * 81, puzzle]).findings
    [Finding(row=1, kind='multiple', text='there is more than one solution'), \
Finding(row=2, kind='duplicate', text='the same puzzle as in line 1')]
    """
    keys = by if isinstance(by, str) else ",".join(by)
    with _Files(puzzles, column) as files:
        found = files.path("findings.txt")
        options = ["--by", keys, "--findings", str(findings), *_threads(threads)]
        if answers is not None:
            options += ["--answers", files.write_answers(answers)]
        summary = run("check", files.puzzles, "--from", "line", "--output", found, *options)
        listed = [_finding(line, files.bad) for line in Path(found).read_text().splitlines()]
    return CheckReport([finding for finding in listed if finding is not None], summary)


_FINDING = re.compile(r".*?:(\d+):\d+: ([a-z-]+): (.*)")


def _finding(line: str, bad: _bulkdoku.BadRows) -> Finding | None:
    match = _FINDING.match(line)
    if match is None:
        return None
    row, kind, text = int(match[1]) - 1, match[2], match[3]
    reason = bad.reason(row) if kind == "malformed" else None
    return Finding(row, kind, reason or text)


def canon(
    puzzles: Any,
    *,
    form: str = "minlex",
    column: str | None = None,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """The canonical form of every puzzle: two puzzles are the same puzzle exactly when their forms are equal.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        form: minlex, for any puzzle; or solution, for puzzles with exactly one solution.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` uses one per core.

    Returns:
        An array with the shape (N, 81) of digits, 0 for a blank. The row of a puzzle that has no form is all 255.

    >>> forms = canon(["1" + "." * 80, "." * 80 + "7"])
    >>> bool((forms[0] == forms[1]).all()), int(forms[0].sum())
    (True, 1)
    """
    with _Files(puzzles, column) as files:
        forms = files.path("forms.txt")
        run("canon", files.puzzles, "--from", "line", "--form", form, "--output", forms, *_threads(threads))
        return _grids(Path(forms).read_bytes().splitlines())


def augment(
    puzzles: Any,
    *,
    copies: int,
    seed: int = 1,
    include_original: bool = False,
    column: str | None = None,
    threads: int | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Random equivalents of every puzzle: the digits relabelled, the bands, stacks, rows and columns rearranged.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        copies: the number of different equivalents of each puzzle. A puzzle with fewer gives all of its own.
        seed: the seed of the random generator. The same seed gives the same equivalents.
        include_original: also give the puzzle itself, before its equivalents.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` uses one per core.

    Returns:
        An array with the shape (M, 81) of digits, 0 for a blank, and an array with the shape (M,) of the rows that they
        come from. Rows that are no puzzles have no equivalents.

    >>> twins, rows = augment(["12" + "." * 79], copies=3)
    >>> twins.shape, rows.tolist()
    ((3, 81), [0, 0, 0])
    """
    import numpy as np

    with _Files(puzzles, column) as files:
        twins = files.path("twins.csv")
        options = ["--copies", str(copies), "--seed", str(seed), "--format", "csv"]
        options += ["--include-original"] * include_original
        run("augment", files.puzzles, "--from", "line", "--output", twins, *options, *_threads(threads))
        rows = [line.split(b",") for line in Path(twins).read_bytes().splitlines()[1:]]
    return _grids([row[1] for row in rows]), np.array([int(row[0]) - 1 for row in rows], dtype=np.int64)


def dedupe(
    puzzles: Any,
    *,
    by: str = "puzzle",
    column: str | None = None,
    threads: int | None = None,
) -> NDArray[np.bool_]:
    """Which puzzles to keep so that no two of them are the same: the first one of each class.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        by: what makes two puzzles the same: their text, their clues, the puzzle up to rearrangement and relabelling, or
            likewise its solution grid: text, clues, puzzle or solution.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` uses one per core.

    Returns:
        An array with the shape (N,), to be used as a mask. Rows that have no class are kept.

    >>> dedupe(["1" + "." * 80, "2" + "." * 80], by="clues"), dedupe(["1" + "." * 80, "2" + "." * 80])
    (array([ True,  True]), array([ True, False]))
    """
    import numpy as np

    with _Files(puzzles, column) as files:
        classes = files.path("classes.csv")
        options = ["--by", by, "--classes", classes, "--output", files.path("kept.txt"), *_threads(threads)]
        summary = run("dedupe", files.puzzles, "--from", "line", *options)
        rows = [line.split(b",") for line in Path(classes).read_bytes().splitlines()[1:]]
    keep = np.ones(summary["records"], dtype=np.bool_)
    keep[[int(line) - 1 for line, first, _ in rows if line != first]] = False
    return keep


def split(
    puzzles: Any,
    parts: Mapping[str, str | float],
    *,
    by: str = "puzzle",
    seed: int = 1,
    column: str | None = None,
    threads: int | None = None,
) -> dict[str, NDArray[np.int64]]:
    """Splits puzzles such that no puzzle, or no solution grid, is in two parts.

    Args:
        puzzles: the puzzles, in any form that :func:`solve` takes.
        parts: the names of the parts with their shares: numbers from 0 to 1, or texts such as ``"90%"``; ``"rest"`` is what
            the others leave.
        by: what makes two puzzles the same, as in :func:`dedupe`.
        seed: the seed. Another one gives another split.
        column: the column of the puzzles in a table.
        threads: the number of threads. ``None`` uses one per core.

    Returns:
        The rows of each part, in ascending order. The shares hold up to chance.

    Raises:
        ValueError: a share is out of its range, or all of them are more than the whole.

    >>> import numpy as np
    >>> parts = split(generate(50), {"train": 0.5, "test": "rest"})
    >>> sorted(np.concatenate(list(parts.values())).tolist()) == list(range(50))
    True
    """
    import numpy as np

    shares = {name: _share(name, share) for name, share in parts.items()}
    with _Files(puzzles, column) as files:
        table = files.number_rows()
        names = {name: files.path(f"part-{number}.csv") for number, name in enumerate(parts)}
        options = [option for name, share in shares.items() for option in ("--part", f"{names[name]}={share}")]
        options += ["--by", by, "--seed", str(seed), "--column", "puzzle", *_threads(threads)]
        run("split", table, "--from", "csv", *options)
        rows = {name: Path(path).read_bytes().splitlines()[1:] for name, path in names.items()}
    return {name: np.array([int(line.split(b",")[0]) for line in lines], dtype=np.int64) for name, lines in rows.items()}


def _share(name: str, share: str | float) -> str:
    """A share as the program reads it."""
    if isinstance(share, str):
        if share == "rest" or share.endswith("%"):
            return share
        raise ValueError(f"the share of '{name}' is '{share}': give a number from 0 to 1, '90%' or 'rest'")
    if not 0 <= share <= 1:
        raise ValueError(f"the share of '{name}' is {share}: give a number from 0 to 1, or per cent as '{share:g}%'")
    return f"{100 * share:.4f}%"


class _Files:
    """A temporary folder with the puzzles as lines, one for each row."""

    puzzles: str
    bad: _bulkdoku.BadRows

    def __init__(self, puzzles: Any, column: str | None) -> None:
        lines, self.bad = _bulkdoku.puzzle_lines(puzzles_of(puzzles), column)
        self._folder = tempfile.TemporaryDirectory(prefix="bulkdoku-")
        self.puzzles = self.path("puzzles.txt")
        Path(self.puzzles).write_bytes(lines)

    def __enter__(self) -> _Files:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def path(self, name: str) -> str:
        """The path of a further file."""
        return os.path.join(self._folder.name, name)

    def write_answers(self, answers: Any) -> str:
        """A file of answers, one line for each."""
        path = self.path("answers.txt")
        Path(path).write_bytes(_bulkdoku.puzzle_lines(puzzles_of(answers), None)[0])
        return path

    def number_rows(self) -> str:
        """A table of the rows with their numbers from 0."""
        path = self.path("puzzles.csv")
        with open(self.puzzles, "rb") as lines, open(path, "wb") as table:
            table.write(b"row,puzzle\n")
            table.writelines(b"%d,%b" % (row, line) for row, line in enumerate(lines))
        return path


def _threads(threads: int | None) -> list[str]:
    return ["--threads", str(positive("threads", threads, 0, MOST_THREADS))]


def _grids(lines: list[bytes]) -> NDArray[np.uint8]:
    """Lines of 81 cells as digits. A line of another length becomes a row of 255."""
    import numpy as np

    missing = b"\xff" * 81
    text = b"".join(line if len(line) == 81 else missing for line in lines)
    cells = np.frombuffer(text, dtype=np.uint8).reshape(-1, 81)
    digits = np.where((cells >= 49) & (cells <= 57), cells - 48, 0).astype(np.uint8)
    return np.where(cells == 255, cells, digits)
