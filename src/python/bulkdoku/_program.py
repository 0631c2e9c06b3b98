"""Files: ``solve_file``, which works in this process, and ``run``, which starts the program."""

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

from . import _bulkdoku
from ._bulkdoku import FormatError as FormatError
from ._bulkdoku import ProgramError as ProgramError
from ._inputs import budget_of, positive, shown, workers
from ._types import AnswerFormat, PathLike


def solve_file(
    input: PathLike,
    output: PathLike,
    *,
    unique: bool = False,
    format: AnswerFormat | None = None,
    keep_columns: bool = False,
    column: str | int | None = None,
    budget: int | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Solves the file ``input`` and writes the answers to the file ``output``, in the order of the input.

    The format of the input is detected, and ``.gz`` and ``.zst`` files are read and written compressed. The output
    appears when it is complete. Ctrl-C ends the call at once and leaves no file behind.

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
        What the run did: the numbers of ``records``, of ``verdicts`` by their names, of ``lines``, ``guesses``,
        ``bytes_read`` and ``bytes_written``, the first ``bad_records`` with their positions, the ``seconds`` and ``threads``,
        and how the input was ``read_as``, in words.

    Raises:
        OSError: a file cannot be read or written; a ``FileNotFoundError`` if there is none.
        FormatError: no puzzles are found in the input. ``file`` and ``line`` say where they were looked for.
        ProgramError: the request does not fit the input.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.csv").write_text("id,puzzle\\n7," + "." * 81 + "\\n")
    >>> summary = solve_file(folder / "in.csv", folder / "out.csv", keep_columns=True)
    >>> summary["records"], summary["verdicts"]["solved"]
    (1, 1)
    >>> (folder / "out.csv").read_text().splitlines()[0]
    'id,puzzle,solution,verdict,solutions,guesses'
    """
    if keep_columns and format not in (None, "csv"):
        raise ValueError(f"keep_columns writes a table: format must be 'csv' or None, not {format!r}")
    paths = Path(input), Path(output)
    number = column if column is None or isinstance(column, str) else positive("column", column, 1, 2**31)
    how = unique, keep_columns, budget_of(budget)
    with workers(threads, progress, None, "byte") as shared:
        return _bulkdoku.solve_file(paths, number, how, format or "line", shared)


def run(command: str, *arguments: PathLike, progress: bool = False) -> dict[str, Any]:
    """Runs a command of the program, such as ``dedupe``, in a process of its own, and returns its summary.

    The arguments are those of the command line; ``bulkdoku.run("solve", "--help")`` prints them. A command without a
    summary gives an empty one, and so does ``--summary -``, which prints it. Nothing of the working directory or of
    ``PYTHONPATH`` is imported by that process.

    Raises:
        ProgramError: the program could not do what it was asked for, or has ended before its end.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.txt").write_text(("." * 81 + "\\n") * 3)
    >>> run("dedupe", folder / "in.txt", "--output", folder / "out.txt")["kept"]
    1
    """
    texts = [os.fsdecode(argument) for argument in arguments]
    options = texts[: texts.index("--")] if "--" in texts else texts
    if command == "help" or HELP.intersection([command, *options]):
        _call([command, *texts], None, is_help=True)
        return {}
    with tempfile.TemporaryDirectory(prefix="bulkdoku-") as folder, shown(progress, None, "byte") as display:
        own = _value(options, "--summary")
        summary = Path(folder) / "summary.json" if own is None else Path(own)
        more = []
        if command in SUMMARIES and own is None:
            more += ["--summary", str(summary)]
        if command in SUMMARIES and _value(options, "--progress") is None:
            more += ["--progress", "counters" if display else "never"]
        _call([command, *more, *texts], display)
        has_summary = command in SUMMARIES and own != "-" and summary.exists()
        return json.loads(summary.read_text(encoding="utf-8")) if has_summary else {}


def _value(options: list[str], name: str) -> str | None:
    """The value of an option, which is the next word or follows a ``=``; ``None`` if it is not given."""
    for word, following in zip(options, [*options[1:], ""]):
        if word == name:
            return following
        if word.startswith(f"{name}="):
            return word.partition("=")[2]
    return None


SUMMARIES = frozenset(
    ["augment", "bench", "canon", "check", "count", "dedupe", "generate", "minimize"]
    + ["rate", "sample", "shuffle", "solve", "split"]
)
"""The commands with a summary."""

HELP = frozenset({"--help", "-h", "--version", "-V"})
"""The options with which the program prints something and does nothing else."""

_START = """
import signal, sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = ExtensionFileLoader("_bulkdoku", sys.argv[1])
module = module_from_spec(spec_from_loader("_bulkdoku", loader))
loader.exec_module(module)
signal.signal(signal.SIGINT, signal.SIG_DFL)
sys.exit(100 + module.program(["bulkdoku", *sys.argv[2:]]))
"""
"""Runs the program of the extension module at ``sys.argv[1]``. Its exit codes are those from 100 on, so that the interpreter's
own, of a traceback for instance, are not taken for them."""


def _call(arguments: Sequence[str], progress: Callable[[int], object] | None, *, is_help: bool = False) -> None:
    """Runs the program. Exit code 1 says that some records have no answer, which the summary says, too. A program that prints
    its help ends the interpreter itself."""
    # Isolated, and without `site`: neither the working directory, nor the environment, nor a `sitecustomize` is imported.
    command = [sys.executable, "-I", "-S", "-c", _START, str(_bulkdoku.__file__), *arguments]
    child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        messages = _messages(child, progress)
        code = child.wait() - 100
    except BaseException:
        child.send_signal(signal.SIGINT)
        child.wait()
        raise
    if code not in (0, 1) and not (is_help and child.returncode == 0):
        lines = [line.removeprefix("bulkdoku: ") for line in messages]
        raise ProgramError("\n".join(lines) or f"the program ended with code {child.returncode}")


def _messages(child: subprocess.Popen[str], progress: Callable[[int], object] | None) -> list[str]:
    """The last lines that the program prints on stderr. Those of its progress are shown instead."""
    messages: list[str] = []
    if child.stderr is None:
        return messages
    with child.stderr:
        for line in child.stderr:
            if progress is not None and line.startswith("progress "):
                progress(int(line.split()[1]))
            elif not line.startswith("read as "):
                messages = [*messages[-19:], line.rstrip()]
    return messages
