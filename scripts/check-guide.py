#!/usr/bin/env python3
"""Runs the examples of README.md and of the guide, and compares their output with the shown output.

trycmd runs no shell, so it has neither pipes nor redirections.

usage: scripts/check-guide.py [--update] [PAGE...]

An example is a block that is fenced as ```console. A line that begins with "$ " is a command, and the lines below it
are its output: first standard output, then standard error. The command must exit with 0, or with the code in a comment
at its end ("# exits with 1"). A command that needs another program ("# needs hyperfine") is skipped where it is not
installed. A backslash at the end of a line continues a command.

In the shown output, "..." matches the rest of a line or, on a separate line, any number of lines.
Measured figures (times, rates, threads, instruction sets, versions) may differ.

Each page runs in a new folder with src/guide/examples/ and data/, in which later commands find the files of earlier
ones. BULKDOKU names the program (default: target/release/bulkdoku). With BULKDOKU_ISA, it runs as on another processor.
--update replaces shown output that differs by the current output.

Exits with 1 if an example differs, or if a page of the guide is missing from the guide's index or links to a missing
page.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "src" / "guide"

# The instruction sets of every processor.
ISA = (r"\b(avx512|avx2|neon|simd128|portable)\b", "ISA")

# What differs from one run or machine to the next.
MEASURED = [
    ISA,
    (r"^.* · [0-9]+ cores? · .* of memory · .*$", "MACHINE"),
    (r" in [^·]*[0-9] (ns|µs|ms|s|min|h) · [^·]*/s · [^·]*threads? · [\w-]+", " in TIME"),
    (r"bulkdoku [0-9]+\.[0-9]+\.[0-9]+.*", "bulkdoku VERSION"),
    (r'"version":"[^"]*"', '"version":"VERSION"'),
    (r'"(seconds|puzzles_per_second|threads)":[0-9.e+-]+', r'"\1":FIGURE'),
    (r'"(seconds|puzzles_per_second|threads)": [0-9.e+-]+', r'"\1": FIGURE'),
    (r'"(version|date)": "[^"]*"', r'"\1": TEXT'),
]


# The same in a table row, where the width of a column depends on the figures.
MEASURED_IN_TABLE = [
    (r"\S+ of (?=[0-9])", ""),
    (r" (faster|SLOWER) *\|", " |"),
    (r"\b[0-9][0-9.,]*( [GMk])?(?= |-|\))", "N"),
    ISA,
    (r" +", " "),
    (r"-+", "-"),
]


def without_measured(line):
    for pattern, replacement in MEASURED_IN_TABLE if line.startswith("|") else MEASURED:
        line = re.sub(pattern, replacement, line)
    return line.rstrip()


def matches(shown, printed):
    """Compares the shown lines, which may contain "...", with the printed ones."""
    parts = []
    for line in shown:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
            continue
        pieces = [re.escape(piece) for piece in without_measured(line).split("...")]
        parts.append(".*".join(pieces) + r"\n")
    text = "".join(without_measured(line) + "\n" for line in printed)
    return re.fullmatch("".join(parts), text) is not None


def run(command, folder, environment):
    """Returns what the command prints, as lines, and its exit code."""
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=300
    )
    text = done.stdout.decode() + done.stderr.decode()
    return text.splitlines(), done.returncode


def commands(lines):
    """Splits the lines of a block into (lines of the command, lines shown below it)."""
    found = []
    continued = False
    for line in lines:
        if line.startswith("$ ") and not continued:
            found.append(([line], []))
        elif continued:
            found[-1][0].append(line)
        elif found:
            found[-1][1].append(line)
        else:
            raise ValueError(f"an example begins with output: {line!r}")
        continued = bool(found) and not found[-1][1] and line.endswith("\\")
    return found


def check_block(lines, page, number, folder, environment):
    """Runs a block's commands. Returns the block as it should read, and how many commands differ."""
    result, failed = [], 0
    for typed, shown in commands(lines):
        command = "\n".join(typed)[2:]
        needed = re.search(r"# needs (\S+)$", command)
        if needed and not shutil.which(needed.group(1)):
            print(f"{page}:{number}: skipped, because {needed.group(1)} is not installed: {command}", file=sys.stderr)
            result += typed + shown
            continue
        named = re.search(r"# exits with (\d+)$", command)
        printed, code = run(command, folder, environment)
        wanted = int(named.group(1)) if named else 0
        if code != wanted:
            failed += 1
            print(f"{page}:{number}: exits with {code} instead of {wanted}: {command}", file=sys.stderr)
            print("\n".join(printed), file=sys.stderr)
        if matches(shown, printed):
            printed = shown
        else:
            failed += 1
            print(f"{page}:{number}: prints something else: {command}", file=sys.stderr)
            print("--- shown\n" + "\n".join(shown), file=sys.stderr)
            print("--- printed\n" + "\n".join(printed), file=sys.stderr)
        result += typed + printed
    return result, failed


def check_page(page, environment, update):
    """Runs the examples of a page. Returns the number of commands, and how many differ."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(GUIDE / "examples", folder, dirs_exist_ok=True)
        shutil.copytree(ROOT / "data", Path(folder) / "data")
        name = page.relative_to(ROOT)
        lines = page.read_text().splitlines()
        result, block, total, failed = [], None, 0, 0
        for number, line in enumerate(lines, 1):
            if block is None:
                result.append(line)
                block = [] if line.strip() == "```console" else None
            elif line.strip() == "```":
                total += sum(each.startswith("$ ") for each in block)
                block, differ = check_block(block, name, number - len(block), folder, environment)
                failed += differ
                result += block + [line]
                block = None
            else:
                block.append(line)
        if update and result != lines:
            page.write_text("\n".join(result) + "\n")
    return total, failed


def missing_from_index():
    """Returns the names of pages that are missing from the guide's index, its links or its module."""
    places = [GUIDE / "README.md", GUIDE / "links.md", GUIDE / "mod.rs"]
    for page in sorted(GUIDE.glob("*.md")):
        if page.name in ("README.md", "links.md"):
            continue
        for place in places:
            if not re.search(rf"\b{page.stem}\b", place.read_text()):
                yield f"{page.relative_to(ROOT)} is missing from {place.relative_to(ROOT)}"


def faults_of_text():
    """Returns the links to missing pages."""
    for page in [*sorted(ROOT.glob("*.md")), *sorted(GUIDE.glob("*.md"))]:
        text = page.read_text()
        for target in re.findall(r"\]\(([^)#:]+\.md)\)|^\[[^]]+\]: (\S+\.md)$", text, flags=re.MULTILINE):
            if not (page.parent / "".join(target)).is_file():
                yield f"{page.relative_to(ROOT)} links to {''.join(target)}, which is not there"


def main(arguments):
    if any(each in ("-h", "--help") for each in arguments):
        print(__doc__)
        return 0
    update = "--update" in arguments
    unknown = [each for each in arguments if each.startswith("-") and each != "--update"]
    if unknown:
        print(f"usage: {sys.argv[0]} [--update] [PAGE...]", file=sys.stderr)
        return 2
    program = Path(os.environ.get("BULKDOKU", ROOT / "target" / "release" / "bulkdoku")).resolve()
    if not program.is_file():
        print(f"there is no {program}: build it with 'cargo build --release', or name it with BULKDOKU", file=sys.stderr)
        return 2
    pages = [Path(each).resolve() for each in arguments if each != "--update"]
    pages = pages or [ROOT / "README.md", *sorted(GUIDE.glob("*.md"))]
    failed = 0
    with tempfile.TemporaryDirectory() as path:
        (Path(path) / "bulkdoku").symlink_to(program)
        environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        for page in pages:
            total, differ = check_page(page, environment, update)
            failed += differ
            print(f"{page.relative_to(ROOT)}: {total} commands, {differ} faults", file=sys.stderr)
    for fault in [*missing_from_index(), *faults_of_text()]:
        failed += 1
        print(fault, file=sys.stderr)
    return 1 if failed and not update else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
