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
The functions ``solve``, ``count``, ``rate``, ``check``, ``canon``, ``augment``, ``dedupe`` and ``split`` take puzzles as

- a NumPy array of integers with the shape (N, 81) or (N, 9, 9): digits with 0 for a blank, or ASCII characters;
- a column of any Arrow library, or a table with such a column: pyarrow, polars, pandas, DuckDB, nanoarrow;
- a list or tuple of ``str``, ``bytes`` or ``None``;
- one ``str`` or ``bytes`` with the text of a file, in any format that the program reads.

Arrays of ``uint8`` and Arrow columns are read where they are, without a copy. They must not be changed during the call.

A row that is no puzzle is not an error: its verdict is ``malformed`` or ``conflict``, and ``reason`` says why.

Files
-----
``solve_file`` solves a file into a file, and ``run`` runs any command of the program ``bulkdoku``, which the package
contains.

Threads, signals, processes
---------------------------
All functions use all cores unless ``threads`` says otherwise, and release the global interpreter lock. They can be
called from several threads at once, and in a process that was forked. Ctrl-C ends a call; a single puzzle with very
many solutions to count is finished first.
"""

from ._arrays import Count, Counts, Record, Solutions, Verdict, count, generate, solve
from ._bulkdoku import VERSION as __version__
from ._data_sets import CheckReport, Finding, augment, canon, check, dedupe, split
from ._program import ProgramError, run, solve_file
from ._ratings import Ratings, rate

__all__ = [
    "CheckReport",
    "Count",
    "Counts",
    "Finding",
    "ProgramError",
    "Ratings",
    "Record",
    "Solutions",
    "Verdict",
    "__version__",
    "augment",
    "canon",
    "check",
    "count",
    "dedupe",
    "generate",
    "rate",
    "run",
    "solve",
    "solve_file",
    "split",
]
