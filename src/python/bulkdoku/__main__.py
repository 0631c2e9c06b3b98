"""The program: ``python -m bulkdoku`` and the command ``bulkdoku``."""

import _signal  # type: ignore[import-not-found]  # built in: a file named signal.py cannot replace it
import sys

from . import _bulkdoku


def main() -> int:
    """Runs the program with the arguments of the process and returns its exit code."""
    # Without the interpreter's handler, Ctrl-C has its default effect wherever the program does not handle it itself.
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    return _bulkdoku.program(["bulkdoku", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
