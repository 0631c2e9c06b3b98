"""Checks that time is proportional to the input: runs every command on inputs of N bytes and of 4 N bytes of everything that a
file can contain many of, and fails if the longer one takes much more than four times as long.

The inputs are those of worst_inputs.py: records, names, keys, comments, headings, one large line, field or object, and every
decoded format. Options that can be repeated are also tried. The commands run with one thread, in the program and, if they are
installed, in the Python package and in the web page's module.

Time is the CPU time of the process: at most eight times as much, because the caches hold less of a longer input. Other processes
can only increase it, so both inputs run again, up to ROUNDS times, while the shortest times so far are too far apart. Quadratic
time is 16 times as long, whatever the repetitions. --instructions counts the instructions of the program with valgrind instead:
at most five times as many. That takes fifty times as long.

--every N tries only every N-th pair of a command and an input, --only those with WORD in their name.
"""

import argparse
import os
import re
import subprocess
import tempfile
from pathlib import Path

from limits import COMMANDS, PACKAGE, PAGE_TASKS, PROGRAM, PYTHON, PYTHON_CALLS, ROOT, SCRIPT, Finding, has_package, run
from worst_inputs import KINDS

# How many times the longer input repeats the content of the shorter one.
LONGER = 4

# Bytes of the shorter input. The longer one is just shorter than a line may be.
SIZE = 250_000

# Words of the shorter command line, and the largest number of parts that the program accepts.
WORDS, MOST_PARTS = 200, 250

# Seconds to ignore: less than quadratic time would add on these inputs.
SLACK = {"program": 0.01, "Python": 0.1, "page": 0.1}

ROUNDS = 12


class Case:
    """A command, and its calls with the shorter and the longer input."""

    def __init__(self, package, name, calls):
        self.package, self.name, self.calls = package, f"{package}: {name}", calls

    def check(self, measure):
        """Returns what is wrong, or None."""
        least = [float("inf"), float("inf")]
        for _ in range(measure.rounds):
            least = [min(before, measure(call)) for before, call in zip(least, self.calls)]
            if least[1] <= measure.at_most * least[0] + measure.slack[self.package]:
                return None
        return f"{self.name}: {measure.shown(least[1])}, where a {LONGER}th of the input takes {measure.shown(least[0])}"


class ProcessorTime:
    """Seconds of processor time of a process."""

    rounds, at_most, slack = ROUNDS, 8, SLACK

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, command):
        done = run(command, self.folder)
        if done.code not in (0, 1, 2) or b"panicked" in done.errors or b"try '--help'" in done.errors:
            raise Finding(f"{' '.join(command)[:200]} ended with {done.code}: {done.errors[-300:]!r}")
        return done.time

    @staticmethod
    def shown(seconds):
        return f"{1000 * seconds:.0f} ms"


class Instructions:
    """Instructions of a process, which are the same in every run with one thread, except for waiting."""

    rounds, at_most, slack = 1, 5, {"program": 0}

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, command):
        valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        done = subprocess.run([*valgrind, *command], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        return int(re.search(rb"I *refs: *([\d,]+)", done.stderr)[1].replace(b",", b""))

    @staticmethod
    def shown(count):
        return f"{count / 1e6:.1f} million instructions"


def cases(folder, packages):
    """Yields all cases, grouped by input. Writes an input before its first case."""
    for worst in (worst for kind in KINDS.values() for worst in kind):
        files = [folder / "shorter", folder / "longer"]
        for file, size in zip(files, (SIZE, LONGER * SIZE)):
            file.write_bytes(worst.make(size))
        for command in COMMANDS:
            yield Case("program", f"{command} over {worst.name}", [program(command, worst.options, file) for file in files])
        if "Python" in packages:
            for call in PYTHON_CALLS:
                script = [SCRIPT.format(path=str(file), call=call) for file in files]
                yield Case("Python", f"{call} of {worst.name}", [[PYTHON, "-c", text] for text in script])
        if "page" in packages:
            for task in PAGE_TASKS:
                page = ["node", str(ROOT / "web/tests/answer.mjs"), PACKAGE]
                yield Case("page", f"{task} of {worst.name}", [[*page, str(file), task, "whole"] for file in files])
    (folder / "puzzles").write_bytes(KINDS["many records"][1].make(2000))
    for name, arguments in REPEATED.items():
        numbers = [MOST_PARTS // LONGER, MOST_PARTS] if "--part" in name else [WORDS, LONGER * WORDS]
        yield Case("program", f"{name}, many times", [[PROGRAM, *arguments(folder, number)] for number in numbers])


def program(command, options, file):
    words = [word.replace("FILE", str(file)).replace("OUT", "out") for word in command.split()]
    if words[0] == "bench":
        return [PROGRAM, *words, "-q"]
    return [PROGRAM, *words, "-q", "-j", "1", *options, str(file)]


def summaries(folder, number):
    """Writes the summaries of all parts of a run."""
    files = [folder / f"part{index}" for index in range(number)]
    for index, file in enumerate(files):
        file.write_text(f'{{"schema":1,"records":1,"shard":{{"number":{index + 1},"of":{number}}}}}')
    return list(map(str, files))


# Arguments that can be repeated, or that are lists.
REPEATED = {
    "merge-summaries": lambda folder, number: ["merge-summaries", *summaries(folder, number)],
    "split --part": lambda _, number: [
        "split", *(word for index in range(number) for word in ("--part", f"p{index}=0.1%")), "--part", "rest=rest", "puzzles", "-q",
    ],
    "generate --where": lambda _, number: ["generate", "--count", "1", *["--where", "level<=4"] * number, "-q"],
    "rate --where": lambda _, number: ["rate", *["--where", "level<=4"] * number, "puzzles", "-q"],
    "rate --only": lambda _, number: ["rate", "--only", ",".join(["level"] * number), "puzzles", "-q"],
    "check --by": lambda _, number: ["check", "--by", ",".join(["text"] * number), "puzzles", "-q"],
    "dedupe --against": lambda _, number: ["dedupe", *["--against", "puzzles"] * number, "puzzles", "-q"],
    "bench": lambda _, number: ["bench", *["puzzles"] * number, "--runs", "1", "--time", "1us", "--engine", "lanes", "-q"],
}  # fmt: skip


def main(arguments):
    """Runs all cases, prints what is wrong, and returns whether something is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--instructions", action="store_true")
    options = parser.parse_args(arguments)
    packages = ["Python"] * has_package(PYTHON) + ["page"] * os.path.exists(f"{PACKAGE}/index.js")
    findings, tried = [], 0
    with tempfile.TemporaryDirectory() as name:
        measure = (Instructions if options.instructions else ProcessorTime)(Path(name))
        for index, case in enumerate(cases(Path(name), [] if options.instructions else packages)):
            if index % options.every or options.only not in case.name:
                continue
            tried += 1
            try:
                finding = case.check(measure)
            except Finding as error:
                finding = f"{case.name}: {error}"
            if finding:
                findings.append(finding)
                print(finding, flush=True)
    print(f"{tried} commands and inputs, {len(findings)} findings")
    return bool(findings) or not tried
