"""Solves Sudoku puzzles by the million.

    >>> import bulkdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> results = bulkdoku.solve([puzzle, "." * 81, "too short"], unique=True)
    >>> results[0].solution
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
    >>> [result.verdict for result in results]
    ['unique', 'multiple', 'malformed']
    >>> results[2].reason
    '3 characters where 81 were expected'

Puzzles in memory
-----------------
The functions ``solve``, ``count``, ``rate``, ``explain``, ``check``, ``canon``, ``augment``, ``dedupe``, ``split``, ``sample``
and ``minimize`` take puzzles as

- a NumPy array of integers with the shape (N, 81) or (N, 9, 9): digits with 0 for a blank, or ASCII characters;
- a column of any Arrow library, or a table with such a column: pyarrow, polars, pandas, DuckDB, nanoarrow;
- a list or tuple of ``str``, ``bytes`` or ``None``;
- one ``str`` or ``bytes`` with the text of a file, in any format that the program reads.

Arrays of integers and Arrow columns are read during the call, a batch at a time. They must not be changed meanwhile.

A row that is not a puzzle is not an error: its verdict is ``malformed`` or ``conflict``, and ``reason`` says why.

Files
-----
``solve_file`` solves a file into a file, in this process. ``run`` runs any command of the program ``bulkdoku``, which is
installed with the package, in a separate process.

Threads, signals, processes
---------------------------
All functions use all cores unless ``threads`` says otherwise, and release the global interpreter lock. They can be
called from several threads at once, and in a forked process. Ctrl-C ends a call, except that counting the solutions of a single
puzzle is finished first.
"""

from ._arrays import Count, Counts, Record, Solutions, Verdict, count, generate, generate_unbiased, solve, to_text
from ._bulkdoku import VERSION as __version__
from ._data_sets import (
    CheckReport,
    Explanation,
    Finding,
    Step,
    augment,
    canon,
    check,
    dedupe,
    duplicates,
    explain,
    minimize,
    sample,
    split,
)
from ._program import FormatError, ProgramError, run, solve_file
from ._ratings import Ratings, rate

__all__ = [
    "CheckReport",
    "Count",
    "Counts",
    "Explanation",
    "Finding",
    "FormatError",
    "ProgramError",
    "Ratings",
    "Record",
    "Solutions",
    "Step",
    "Verdict",
    "__version__",
    "augment",
    "canon",
    "check",
    "count",
    "dedupe",
    "duplicates",
    "explain",
    "generate",
    "generate_unbiased",
    "minimize",
    "rate",
    "run",
    "sample",
    "solve",
    "solve_file",
    "split",
    "to_text",
]
