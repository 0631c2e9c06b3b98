#!/usr/bin/env python3
"""Measures the memory of every command on the inputs that need the most, and prints it with the guide's table.

usage: scripts/peak-memory.py [--records N] [--update | --check]

No profiler replaces it: heaptrack and massif count allocations, but the guide promises what the system charges the process.

Memory is the highest `RssAnon` of the process, in MB: its private memory, without the pages of mapped files, which the system
can reclaim. It is read every five milliseconds. Each input has N records (ten million by default; a billion needs time and
50 GB of disk); slow commands read only a hundredth of them. --update writes the table into the guide's page on the command line.
--check uses 600,000 records, 1 MB of fingerprints and one thread, for which no results wait. It fails if a command needs more
than its formula in that page, or if the table there has other commands, formulas or bounds, or a figure above its bound.

environment:
  BULKDOKU   the program; if unset, the one in target/release
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "src/guide/command_line.md"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = PUZZLE.replace("5", "0")
MB = 1e6

# The arguments that make the records of an input, or the lines to repeat.
INPUTS = {
    "one class": [PUZZLE],
    "two classes": [PUZZLE, OTHER],
    "all distinct": "generate --count {records} --clues 30 --seed 1",
    "all equivalent": "augment hundred_thousandth.txt --equivalents 100000 --seed 1",
}


class Sizes(NamedTuple):
    """The sizes that determine the memory of a command."""

    records: int
    threads: int
    fingerprints: int
    """Bytes of fingerprints in memory."""

    @property
    def text(self):
        return self.records * (len(PUZZLE) + 1)

    @property
    def run(self):
        """Returns the memory of every run: results that wait for earlier ones, and the working memory of each thread."""
        return (48 << 20 if self.threads > 1 else 0) + self.threads * 8 * MB

    @property
    def classes(self):
        return self.fingerprints + self.threads * self.fingerprints / 4


# The sizes for the guide, with the default number of bytes of fingerprints, and for a check.
GUIDE, CHECK = Sizes(10_000_000, 2, 64 << 20), Sizes(600_000, 1, 1_000_000)


class Measured(NamedTuple):
    """A command, and the bound of its memory."""

    name: str
    arguments: list[str]
    formula: str
    bound: Callable[[Sizes], float]
    is_slow: bool = False


OUT = ["-o", os.devnull]
PARTS = ["--part", "one=50%", "--part", "two=50%"]
CLASSES = "R + C"

COMMANDS = [
    Measured("solve", ["solve", "{input}", *OUT], "R", lambda of: of.run),
    Measured(
        "solve --steps",
        ["solve", "--steps", "{input}", *OUT],
        "R + T · 32 MB",
        lambda of: of.run + of.threads * 32 * MB,
        is_slow=True,
    ),
    Measured("count --all", ["count", "{input}", "--all", os.devnull, *OUT], "R", lambda of: of.run),
    Measured("canon", ["canon", "{input}", *OUT], "R", lambda of: of.run),
    Measured("augment", ["augment", "{input}", "--equivalents", "5", *OUT], "R", lambda of: of.run),
    Measured("rate", ["rate", "{input}", *OUT], "R", lambda of: of.run, is_slow=True),
    Measured("minimize", ["minimize", "{input}", *OUT], "R", lambda of: of.run, is_slow=True),
    Measured("check", ["check", "{input}"], CLASSES, lambda of: of.run + of.classes),
    Measured("check --by puzzle", ["check", "--by", "puzzle", "{input}"], CLASSES, lambda of: of.run + of.classes),
    Measured("check --against", ["check", "small.txt", "--against", "{input}"], CLASSES, lambda of: of.run + of.classes),
    Measured("dedupe", ["dedupe", "--by", "clues", "{input}", *OUT], f"{CLASSES} + N", lambda of: of.run + of.classes + of.records),
    Measured(
        "dedupe --classes",
        ["dedupe", "--by", "clues", "{input}", "--classes", "classes.csv", *OUT],
        f"{CLASSES} + 64 MiB + N",
        lambda of: of.run + of.fingerprints + of.classes + of.records,
    ),
    Measured(
        "dedupe --against",
        ["dedupe", "--by", "clues", "small.txt", "--against", "{input}", *OUT],
        f"{CLASSES} + 8 MiB",  # the counted records are those of the copied file
        lambda of: of.run + of.classes + (8 << 20),
    ),
    Measured("split", ["split", "--by", "clues", "{input}", *PARTS], "R + 2 N", lambda of: of.run + 2 * of.records),
    Measured(
        "split --stratify",
        ["split", "--by", "clues", "--stratify", "clues", "{input}", *PARTS],
        f"{CLASSES} + 3 N",
        lambda of: of.run + of.classes + 3 * of.records,
    ),
    Measured(
        "sample",
        ["sample", "--count", "{half}", "{input}", *OUT],
        "R + 20 K + N",
        lambda of: of.run + 20 * of.records / 2 + of.records,
    ),
    Measured("shuffle", ["shuffle", "{input}", *OUT], "R + 8⅛ N", lambda of: of.run + 8.125 * of.records),
]


class Peak(threading.Thread):
    """The highest memory of a process."""

    def __init__(self, process):
        super().__init__()
        self.process, self.most = process, 0

    def run(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        while self.process.poll() is None:
            try:
                lines = status.read_text().splitlines()
            except OSError:
                continue
            for line in lines:
                if line.startswith("RssAnon:"):
                    self.most = max(self.most, 1024 * int(line.split()[1]))
            time.sleep(0.005)


def measure(program, arguments, folder):
    """Runs a command, and returns its highest memory."""
    process = subprocess.Popen([program, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    peak = Peak(process)
    peak.start()
    errors = process.stderr.read().decode()
    peak.join()
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(arguments)} ended with {process.returncode}: {errors}")
    return peak.most


def make(program, how, records, name, folder):
    """Writes the records of an input to a file."""
    if isinstance(how, str):
        arguments = how.format(records=records).split()
        subprocess.run([program, *arguments, "-q", "-o", name], cwd=folder, check=True)
        return
    with open(os.path.join(folder, name), "w") as file:
        for _ in range(0, records, 10_000 * len(how)):
            file.write("".join(line + "\n" for line in how) * 10_000)


def measure_all(program, sizes, folder):
    """Returns the highest memory of every command on every input."""
    records = sizes.records
    pathlib.Path(folder, "hundred_thousandth.txt").write_text((PUZZLE + "\n") * (records // 100_000))
    make(program, INPUTS["all distinct"], 1000, "small.txt", folder)
    measured = {}
    for name, how in INPUTS.items():
        make(program, how, records, "input.txt", folder)
        with open(os.path.join(folder, "input.txt")) as text, open(os.path.join(folder, "part.txt"), "w") as part:
            part.writelines(line for line, _ in zip(text, range(max(records // 100, 10_000))))
        for command in COMMANDS:
            file = "part.txt" if command.is_slow else "input.txt"
            given = [text.format(input=file, half=records // 2) for text in command.arguments]
            given += ["-q", "-j", str(sizes.threads)]
            if command.arguments[0] in ("check", "dedupe"):
                given += ["--fingerprint-memory", str(sizes.fingerprints)]
            measured[command.name, name] = measure(program, given, folder)
    return measured


def bound_of(command, sizes):
    """Returns the bound of a command. Only two have an option for the memory of fingerprints."""
    has_option = command.arguments[0] in ("check", "dedupe")
    return command.bound(sizes if has_option else sizes._replace(fingerprints=GUIDE.fingerprints))


def formulas():
    """Returns the commands of each formula, in table order."""
    rows: dict[str, list[Measured]] = {}
    for command in COMMANDS:
        rows.setdefault(command.formula, []).append(command)
    return rows


def table(figures):
    """Returns the lines of the guide's table, one for each formula, with these figures."""
    lines = ["| command | at most | in MB | measured |", "|---|---|---:|---:|"]
    for (formula, commands), measured in zip(formulas().items(), figures, strict=True):
        names = ", ".join(f"`{command.name}`" for command in commands)
        (bound,) = {f"{bound_of(command, GUIDE) / MB:.0f}" for command in commands}
        lines.append(f"| {names} | {formula} | {bound} | {measured} |")
    return lines


def table_of_guide():
    """Returns the lines of the table in the guide, and where it begins."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("| command | at most |"))
    length = next(number for number, line in enumerate(lines[start:]) if not line.startswith("|"))
    return lines[start : start + length], start


def update(lines):
    old, start = table_of_guide()
    text = PAGE.read_text(encoding="utf-8").splitlines()
    text[start : start + len(old)] = lines
    PAGE.write_text("\n".join(text) + "\n", encoding="utf-8")


def differences_of_guide():
    """Returns the differences of the guide's table from this script, and its figures above their bounds."""
    lines, _ = table_of_guide()
    fields = [[field.strip() for field in line.strip("|").split("|")] for line in lines[2:]]
    if len(fields) != len(formulas()):
        return [f"the guide has {len(fields)} formulas, not {len(formulas())}"]
    expected = table([row[3] for row in fields])
    wrong = [f"the guide has {line!r}" for line in lines if line not in expected]
    wrong += [f"the guide lacks {line!r}" for line in expected if line not in lines]
    return wrong + [f"the guide has {row}" for row in fields if int(row[3]) > int(row[2])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=GUIDE.records)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    if not pathlib.Path("/proc/self/status").exists():
        print("skipped: this system does not report the memory of a process", file=sys.stderr)
        return
    program = os.path.abspath(os.environ.get("BULKDOKU", ROOT / "target/release/bulkdoku"))
    sizes = CHECK if options.check else GUIDE._replace(records=options.records)
    with tempfile.TemporaryDirectory() as folder:
        measured = measure_all(program, sizes, folder)
    for command in COMMANDS:
        print(command.name, *(f"{name}: {measured[command.name, name] / MB:.0f} MB" for name in INPUTS), sep=", ")
    most = [max(measured[command.name, name] for command in commands for name in INPUTS) for commands in formulas().values()]
    lines = table([f"{most_of_row / MB:.0f}" for most_of_row in most])
    print("\n".join(lines))
    wrong = []
    for command in COMMANDS:
        bound = bound_of(command, sizes)
        above = {name: measured[command.name, name] for name in INPUTS if measured[command.name, name] > bound}
        wrong += [f"{command.name} takes {most / MB:.0f} MB of {name}, not {bound / MB:.0f}" for name, most in above.items()]
    if options.update:
        update(lines)
    if options.check:
        wrong += differences_of_guide()
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
