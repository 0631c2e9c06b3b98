"""Files: runs the program in a process of its own.

A mapped file that is shortened during a run ends the process that reads it, and an interruption has to remove what is
half written. A process of its own keeps both away from the interpreter.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ._inputs import shown

PathLike = str | os.PathLike[str]


class ProgramError(RuntimeError):
    """The program could not do what it was asked for. The text says why."""


def solve_file(
    input: PathLike,
    output: PathLike,
    *,
    unique: bool = False,
    format: str | None = None,
    keep_columns: bool = False,
    column: str | int | None = None,
    budget: int | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Solves the file ``input`` and writes the answers to the file ``output``, in the order of the input.

    The format of the input is detected, and ``.gz`` and ``.zst`` files are read and written compressed. The output
    appears when it is complete.

    Args:
        input: the file of puzzles.
        output: the file for the answers.
        unique: prove that each solution is the only one.
        format: line, csv, jsonl, grid or rows. ``None`` means line, or csv with ``keep_columns``.
        keep_columns: copy the columns of the input, a table, and append those of the answers.
        column: the column of the puzzles in a table: its name, or its number from 1. ``None`` detects it.
        budget: give up on a puzzle after this number of guesses.
        threads: the number of threads. ``None`` uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        The summary that ``bulkdoku solve --summary`` writes.

    Raises:
        ProgramError: a file cannot be read or written, or its format is unknown.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.csv").write_text("id,puzzle\\n7," + "." * 81 + "\\n")
    >>> summary = solve_file(folder / "in.csv", folder / "out.csv", keep_columns=True)
    >>> summary["records"], summary["verdicts"]["solved"]
    (1, 1)
    >>> (folder / "out.csv").read_text().splitlines()[0]
    'id,puzzle,solution,verdict,solutions,guesses'
    """
    kind = format or ("csv" if keep_columns else "line")
    options = ["--unique"] * unique + ["--keep-columns"] * keep_columns
    for flag, value in (("--column", column), ("--budget", budget), ("--threads", threads)):
        options += [] if value is None else [flag, str(value)]
    arguments = [os.fspath(input), "--output", os.fspath(output), "--format", kind, *options]
    return run("solve", *arguments, progress=progress)


def run(command: str, *arguments: PathLike, progress: bool = False) -> dict[str, Any]:
    """Runs a command of the program, such as ``dedupe``, and returns its summary.

    The arguments are those of the command line; ``bulkdoku.run("solve", "--help")`` prints them. A command without a
    summary gives an empty one.

    Raises:
        ProgramError: the program could not do what it was asked for.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.txt").write_text(("." * 81 + "\\n") * 3)
    >>> run("dedupe", folder / "in.txt", "--output", folder / "out.txt")["kept"]
    1
    """
    texts = [os.fspath(argument) for argument in arguments]
    has_summary = command in SUMMARIES and "--summary" not in texts and "--help" not in texts
    with tempfile.TemporaryDirectory(prefix="bulkdoku-") as folder, shown(progress, None, "byte") as display:
        summary = Path(folder) / "summary.json"
        more = ["--summary", str(summary)] if has_summary else []
        if command in SUMMARIES:
            more += ["--progress", "counters"] if display else ["--progress", "never"]
        _call([command, *texts, *more], display)
        return json.loads(summary.read_text()) if has_summary and summary.exists() else {}


SUMMARIES = frozenset({"augment", "canon", "check", "count", "dedupe", "generate", "solve"})


def _call(arguments: Sequence[str], progress: Callable[[int], object] | None) -> None:
    """Runs the program. Exit code 1 says that some records have no answer, which the summary says, too."""
    command = [sys.executable, "-m", "bulkdoku", *arguments]
    package = Path(__file__).resolve().parent.parent
    path = os.pathsep.join([str(package), *filter(None, [os.environ.get("PYTHONPATH")])])
    child = subprocess.Popen(command, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}, text=True)
    try:
        messages = _messages(child, progress)
        code = child.wait()
    except BaseException:
        child.send_signal(signal.SIGINT)
        child.wait()
        raise
    if code not in (0, 1):
        lines = [line.removeprefix("bulkdoku: ") for line in messages]
        raise ProgramError("\n".join(lines) or f"the program ended with code {code}")


def _messages(child: subprocess.Popen[str], progress: Callable[[int], object] | None) -> list[str]:
    """The last lines that the program prints on stderr. Those of its progress are shown instead."""
    messages: list[str] = []
    if child.stderr is None:
        return messages
    with child.stderr:
        for line in child.stderr:
            if progress is not None and line.startswith("progress "):
                progress(int(line.split()[1]))
            else:
                messages = [*messages[-19:], line.rstrip()]
    return messages
