#!/usr/bin/env python3
"""Prints how many lines of Rust code each folder of the package has: lines that are neither blank, comment nor test.

usage: scripts/count-code.py [FOLDER]

FOLDER is one of src/, whose files are then counted one by one. Not counted are benches/, fuzz/ and tests/, files and
folders of unit tests, and what follows `#[cfg(test)] mod tests` in a file. What is there for one platform alone (NEON,
wasm, the web page) is counted apart.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = re.compile(r"^(benches|fuzz|tests)/|/tests/|/tests\.rs$")
APART = re.compile(r"neon|wasm|^web/")
PLATFORMS = "apart: NEON, wasm, web"


def lines_of_code(text):
    """The number of lines before the tests that are neither blank nor a comment."""
    code = re.split(r"^\s*#\[cfg\(test\)\][^\n]*\n[^\n]*\bmod tests \{", text, maxsplit=1, flags=re.MULTILINE)[0]
    lines = (line.strip() for line in code.split("\n"))
    return sum(1 for line in lines if line and not line.startswith("//"))


def room(path):
    """The folder of src/ that a file is in, or what else it belongs to."""
    if APART.search(path):
        return PLATFORMS
    parts = path.split("/")
    if len(parts) == 1:
        return path
    return "/".join(parts[:2]) if len(parts) > 2 else f"{parts[0]} files"


def main():
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    folder = sys.argv[1].rstrip("/") + "/" if len(sys.argv) == 2 else ""
    listed = subprocess.run(["git", "ls-files", "*.rs"], cwd=ROOT, capture_output=True, text=True, check=True)
    counts = Counter()
    for path in listed.stdout.splitlines():
        file = ROOT / path
        if not TESTS.search(path) and path.startswith(folder) and file.exists():
            counts[path if folder else room(path)] += lines_of_code(file.read_text(encoding="utf-8"))
    apart = counts.pop(PLATFORMS, 0)
    for name, count in sorted(counts.items()):
        print(f"{count:6} {name}")
    if not folder:
        print(f"{apart:6} {PLATFORMS}")
    print(f"{counts.total():6} in all")


if __name__ == "__main__":
    main()
