#!/usr/bin/env python3
"""Measures the memory of the commands on the inputs that need most of it, and prints the table of the guide.

usage: scripts/peak-memory.py [--records N] [--check]

Memory is the highest `RssAnon` of the process, in MB: what belongs to it alone, without the pages of mapped files, which
the system takes back. It is read every five milliseconds. Each input has N records (ten million by default; a billion needs
time and 50 GB of disk). --check takes 300,000 records and 1 MB of fingerprints, and fails if a command takes more than the
page on the command line says.

environment:
  BULKDOKU   the program; if unset, that of target/release
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
THREADS = 2
MB = 1e6
# What every run takes: the program, its threads, chunks, and text that waits to be written.
BASE = 32 * MB
PARTS = ["--part", "one=50%", "--part", "two=50%"]


OTHER = PUZZLE.replace("5", "0")
# The arguments that make the records of an input, or the lines that are repeated.
INPUTS = {
    "one class": [PUZZLE],
    "two classes": [PUZZLE, OTHER],
    "all distinct": "generate --count {records} --clues 30 --seed 1",
    "all equivalent": "augment hundred_thousandth.txt --copies 100000 --seed 1",
}

# name, arguments, and what it may take beyond the base: of F bytes of fingerprints, N records and their text.
COMMANDS = [
    ("check", ["check", "{input}"], lambda f, n, t: f + THREADS * f / 4),
    ("check --by puzzle", ["check", "--by", "puzzle", "{input}"], lambda f, n, t: f + THREADS * f / 4),
    ("check --against", ["check", "small.txt", "--against", "{input}"], lambda f, n, t: f + THREADS * f / 4),
    ("dedupe", ["dedupe", "--by", "clues", "{input}", "-o", os.devnull], lambda f, n, t: f + THREADS * f / 4 + n / 8),
    (
        "dedupe --classes",
        ["dedupe", "--by", "clues", "{input}", "--classes", "classes.csv", "-o", os.devnull],
        lambda f, n, t: 2 * f + THREADS * f / 4 + n / 8,
    ),
    (
        "dedupe --against",
        ["dedupe", "--by", "clues", "small.txt", "--against", "{input}", "-o", os.devnull],
        lambda f, n, t: f + THREADS * f / 4 + 8 * MB,
    ),
    ("split", ["split", "--by", "clues", "{input}", *PARTS], lambda f, n, t: 0),
    (
        "split --stratify",
        ["split", "--by", "clues", "--stratify", "clues", "{input}", *PARTS],
        lambda f, n, t: f + THREADS * f / 4 + 2 * n + n / 8,  # the vector of bytes doubles as it grows
    ),
    ("sample", ["sample", "--count", "{half}", "{input}", "-o", os.devnull], lambda f, n, t: 1.25 * (t / 2 + 24 * n / 2)),
    ("shuffle", ["shuffle", "{input}", "-o", os.devnull], lambda f, n, t: 8 * n * 65 / 64),
    ("solve", ["solve", "{input}", "-o", os.devnull], lambda f, n, t: 0),
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=10_000_000)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if not pathlib.Path("/proc/self/status").exists():
        print("skipped: this system does not report the memory of a process", file=sys.stderr)
        return
    program = os.path.abspath(os.environ.get("BULKDOKU", ROOT / "target/release/bulkdoku"))
    records = 300_000 if options.check else options.records
    fingerprints = 1_000_000 if options.check else 64 << 20
    too_much = []
    print("| command | " + " | ".join(INPUTS) + " | at most |\n|---|" + "---:|" * (len(INPUTS) + 1))
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "hundred_thousandth.txt").write_text((PUZZLE + "\n") * (records // 100_000))
        make(program, INPUTS["all distinct"], 1000, "small.txt", folder)
        measured = {}
        for name, how in INPUTS.items():
            make(program, how, records, "input.txt", folder)
            for command, arguments, _ in COMMANDS:
                given = [text.format(input="input.txt", half=records // 2) for text in arguments]
                given += ["-q", "-j", str(THREADS)]
                if arguments[0] in ("check", "dedupe"):
                    given += ["--fingerprint-memory", str(fingerprints)]
                measured[command, name] = measure(program, given, folder)
    for command, arguments, bound in COMMANDS:
        held = fingerprints if arguments[0] in ("check", "dedupe") else 64 << 20
        most = BASE + bound(held, records, records * (len(PUZZLE) + 1))
        figures = [measured[command, name] for name in INPUTS]
        print(f"| `{command}` | " + " | ".join(f"{figure / MB:.0f}" for figure in figures) + f" | {most / MB:.0f} |")
        too_much += [f"{command}: {figure / MB:.0f} MB of {most / MB:.0f}" for figure in figures if figure > most]
    if too_much:
        sys.exit("more memory than the guide says:\n" + "\n".join(too_much))


if __name__ == "__main__":
    main()
