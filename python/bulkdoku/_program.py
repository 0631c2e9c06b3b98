"""Files: ``solve_file``, which runs in this process, and ``run``, which starts the program."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from . import _bulkdoku
from ._binary import find_program
from ._bulkdoku import FormatError as FormatError
from ._bulkdoku import ProgramError as ProgramError
from ._inputs import budget_of, positive, workers
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
    """Solves the file ``input`` and writes the results to the file ``output``, in input order.

    The format of the input is detected, and ``.gz`` and ``.zst`` files are read and written compressed. The output
    appears when it is complete. Ctrl-C ends the call at once and leaves no file behind.

    Args:
        input: the file of puzzles.
        output: the file for the results.
        unique: prove that each solution is the only one.
        format: line, csv, jsonl, grid or rows. ``None`` means csv, jsonl or npy if the name of the output ends so, or
            else line; and csv with ``keep_columns``.
        keep_columns: copy the columns of the input, which must be a table, and append those of the results.
        column: the column of the puzzles in a table: its name, or its number from 1. ``None`` detects it.
        budget: give up on a puzzle after this number of guesses.
        threads: the number of threads. ``None`` or 0 uses one per core.
        progress: show a bar, with tqdm if that is installed.

    Returns:
        The summary of the run: the numbers of ``records``, ``verdicts`` by name, ``lines``, ``guesses``, ``bytes_read`` and
        ``bytes_written``, the first ``bad_records`` with their positions, the ``seconds`` and ``threads``, and how the input
        was ``read_as``, in words. ``unread`` is the number of texts, such as comments and other columns, that could hold a
        puzzle and were not read.

    Raises:
        OSError: a file cannot be read or written; ``FileNotFoundError`` if it does not exist.
        FormatError: no puzzles were found in the input. ``file`` and ``line`` say where.
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
    number = column if column is None or isinstance(column, str) else positive("column", column, 1, 2**31)
    with workers(threads, progress, None, "byte") as shared:
        return _bulkdoku.solve_file(
            Path(input),
            Path(output),
            column=number,
            **shared,
            unique=unique,
            keep_columns=keep_columns,
            budget=budget_of(budget),
            format=format,
        )


def run(command: str, *arguments: PathLike, progress: bool = False) -> dict[str, Any]:
    """Runs a command of the program, such as ``dedupe``, in a separate process, and returns its summary.

    The arguments are those of the command line; ``bulkdoku.run("solve", "--help")`` prints them. The summary is empty for a
    command without one, and for ``--summary -``, which prints it. With ``progress``, the standard error of the program is
    shown: its progress every few seconds, and its report. It is the program that was installed with this package, wherever
    ``PATH`` leads.

    Raises:
        ProgramError: the program could not do what was requested, or ended early.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.txt").write_text(("." * 81 + "\\n") * 3)
    >>> run("dedupe", folder / "in.txt", "--output", folder / "out.txt")["kept"]
    1
    """
    texts = [os.fsdecode(argument) for argument in arguments]
    options = texts[: texts.index("--")] if "--" in texts else texts
    if command == "help" or HELP.intersection([command, *options]):
        _call([command, *texts], is_shown=False)
        return {}
    with tempfile.TemporaryDirectory(prefix="bulkdoku-") as folder:
        own = _value(options, "--summary")
        summary = Path(folder) / "summary.json" if own is None else Path(own)
        more = []
        if command in SUMMARIES and own is None:
            more += ["--summary", str(summary)]
        if progress and command in SUMMARIES and _value(options, "--progress") is None:
            more += ["--progress", "plain"]
        code = _call([command, *more, *texts], is_shown=progress)
        if command not in SUMMARIES or own == "-":
            return {}
        if not summary.exists():
            raise ProgramError(f"the program ended with code {code} and wrote no summary")
        read: dict[str, Any] = json.loads(summary.read_text(encoding="utf-8"))
        return read


def _value(options: list[str], name: str) -> str | None:
    """Returns the value of an option, which is the next word or follows a ``=``, or ``None`` if it is not given."""
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
"""The options with which the program only prints something."""

def _call(arguments: Sequence[str], *, is_shown: bool) -> int:
    """Runs the program. Exit code 1 means that some records have no answer, which is also in the summary. Returns the code."""
    command = [find_program(), *arguments]
    # The program writes UTF-8 in any locale. On Windows, it has its own group, which receives the event that stops it.
    if sys.platform == "win32":
        group = subprocess.CREATE_NEW_PROCESS_GROUP
    else:
        group = 0
    child = subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8", errors="replace", creationflags=group)
    try:
        messages = _messages(child, is_shown=is_shown)
        code = child.wait()
    except BaseException:
        _stop(child)
        raise
    if code not in (0, 1):
        lines = [line.removeprefix("bulkdoku: ") for line in messages]
        raise ProgramError("\n".join(lines) or f"the program ended with code {code}")
    return code


def _stop(child: subprocess.Popen[str]) -> None:
    """Stops the program as Ctrl-C does, which leaves no temporary file, and waits for its end."""
    if sys.platform != "win32":
        child.send_signal(signal.SIGINT)
    else:
        try:
            child.send_signal(signal.CTRL_BREAK_EVENT)
        except OSError:  # there is no console
            child.terminate()
    child.wait()


def _messages(child: subprocess.Popen[str], *, is_shown: bool) -> list[str]:
    """Returns the last lines that the program prints on stderr. With ``is_shown``, also prints all lines here."""
    messages: list[str] = []
    for line in _interruptible(child.stderr) if child.stderr else ():
        if not line.startswith("read as "):
            messages = [*messages[-19:], line.rstrip()]
        if is_shown:
            print(line.rstrip(), file=sys.stderr)
    return messages


POLL = 0.05
"""Seconds between two checks for signals while a child prints nothing."""


def _interruptible(pipe: IO[str]) -> Iterator[str]:
    """Yields the lines of a pipe, read in another thread: on Windows, no signal interrupts a thread that reads."""
    read: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read_all() -> None:
        with pipe:
            for line in pipe:
                read.put(line)
        read.put(None)

    threading.Thread(target=read_all, daemon=True).start()
    while True:
        try:
            line = read.get(timeout=POLL)
        except queue.Empty:
            continue
        if line is None:
            return
        yield line
