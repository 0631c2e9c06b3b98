"""Finds the program."""

import os
import sys
from collections.abc import Iterator

_COMMANDS = "Scripts" if sys.platform == "win32" else "bin"
_NAME = "bulkdoku.exe" if sys.platform == "win32" else "bulkdoku"


def find_program() -> str:
    """Returns the path of the program that was installed with this package.

    Raises:
        FileNotFoundError: it is not where installers put commands.
    """
    folders = list(_folders())
    for folder in folders:
        path = os.path.join(folder, _NAME)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"there is no {_NAME} in {', '.join(folders)}: install the package bulkdoku again")


def _folders() -> Iterator[str]:
    """Yields the folders of the commands of an installation."""
    modules = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if os.path.basename(modules) in ("site-packages", "dist-packages"):
        above = modules  # lib/python3.12/site-packages, Lib/site-packages, Python312/site-packages
        for _ in range(3):
            above = os.path.dirname(above)
            yield os.path.join(above, _COMMANDS)
    yield os.path.join(modules, "bin")  # of `pip install --target`
    yield os.path.join(sys.prefix, _COMMANDS)  # of an editable installation
