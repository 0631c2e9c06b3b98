"""Compares the processor time of data-set functions with the program's commands on the same puzzles.

usage: python benches/python/jobs.py FILE [--puzzles N] [--rounds N]

FILE has one puzzle per line. Both sides use one thread; the medians of all rounds count. The program's time for one puzzle is
subtracted from its medians.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import bulkdoku

JOBS: dict[str, tuple[Callable[[list[str]], object], list[str]]] = {
    "augment": (lambda puzzles: bulkdoku.augment(puzzles, equivalents=10, threads=1), ["--equivalents", "10", "-o", "out.txt"]),
    "canon": (lambda puzzles: bulkdoku.canon(puzzles, threads=1), ["-o", "out.txt"]),
    "dedupe": (lambda puzzles: bulkdoku.dedupe(puzzles, threads=1), ["-o", "out.txt"]),
    "split": (
        lambda puzzles: bulkdoku.split(puzzles, {"a": 0.9, "b": "rest"}, threads=1),
        ["--part", "a.txt=90%", "--part", "b.txt=rest"],
    ),
    "check": (lambda puzzles: bulkdoku.check(puzzles, threads=1), []),
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--puzzles", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    lines = [line[:81] for line in options.file.read_text().splitlines()]
    puzzles = [lines[number % len(lines)] for number in range(options.puzzles)]
    for name, (call, arguments) in JOBS.items():
        rounds = [(in_process(lambda: call(puzzles)), in_program(name, arguments, puzzles)) for _ in range(options.rounds)]
        mine, programs = (statistics.median(times) for times in zip(*rounds))
        print(f"{name:8} {mine:6.2f} s, the program {programs:6.2f} s: {mine / programs:.2f}")


def in_process(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def in_program(name: str, arguments: list[str], puzzles: list[str]) -> float:
    return run(name, arguments, puzzles) - run(name, arguments, puzzles[:1])


def run(name: str, arguments: list[str], puzzles: list[str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "in.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "bulkdoku", name, "in.txt", "-j", "1", "-q", *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise SystemExit(done.stderr)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


if __name__ == "__main__":
    main()
