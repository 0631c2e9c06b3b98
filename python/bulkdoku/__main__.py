"""The program: ``python -m bulkdoku``."""

import os
import sys

from ._binary import find_program


def main() -> int:
    """Replaces this process by the program with the same arguments. On Windows, waits for it and returns its exit code."""
    command = [find_program(), *sys.argv[1:]]
    if sys.platform != "win32":
        os.execv(command[0], command)
    import signal
    import subprocess

    signal.signal(signal.SIGINT, lambda *_: None)  # the program handles Ctrl-C
    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main())
