"""Runs every command on the inputs of worst_inputs.py, in the program, in Python and in the web page's module, and checks that
memory, time and bytes are as promised.

| oracle | what must be true |
|---|---|
| end | an exit code of 0, 1 or 2, no panic, and messages of bounded length |
| memory | at most the limit of the command, whatever the input; mapped files do not count |
| time | for a text that is 16 times as long, at most TIMES times the CPU time, and at most TIME_PER_BYTE |
| bytes | the same for other threads, chunks and ways to read, and in the web page's module, unless the program decodes |
"""

import os
import re
import resource
import subprocess
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from worst_inputs import COMPRESSIONS, KINDS, Worst, compressed

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("BULKDOKU", str(ROOT / "target" / "release" / "bulkdoku"))
PYTHON = os.environ.get("BULKDOKU_PYTHON", str(ROOT / "target" / "python" / "bin" / "python"))
PACKAGE = os.environ.get("BULKDOKU_PACKAGE", str(ROOT / "target" / "web" / "package"))

# Bytes of a large text, a small text and a compressed one. In a large text, one thing is larger than a record may be.
LARGE = 1_300_000
SMALL, PACKED = LARGE // 16, 24_000_000

# How many times as long the large text, which is 16 times the small one, may take, and the seconds for starting.
TIMES, START = 2.5 * 16, 0.4

# Seconds of CPU time per byte of text: a millisecond for a puzzle of 82 bytes, far more than any engine needs.
TIME_PER_BYTE = 12e-6

# The largest CPU time of a run in seconds, and how many times as long it may take in real time beside other processes.
PATIENCE, WAITING = 240, 10

# Memory of a command in bytes: a fixed part, and a multiple of the text.
PROGRAM_MEMORY = {"sample": (140e6, 4.5), "shuffle": (140e6, 0.6), "dedupe": (240e6, 0.6), "check": (240e6, 0.6), "split": (240e6, 0.6)}
USUAL_MEMORY = (140e6, 0)
PYTHON_MEMORY, PAGE_MEMORY = (400e6, 14), (400e6, 14)

# The largest number of bytes of messages.
MESSAGES = 20_000

# The commands that accept any records; OUT is an output and FILE the input.
COMMANDS = [
    "solve", "solve --unique --format csv", "solve --format jsonl --keep-columns", "solve --format csv --keep-columns", "solve --steps",
    "solve --steps --format jsonl", "solve --format rows", "solve --format npy -o OUT", "count --limit 3", "count --all OUT", "check",
    "check --by text,puzzle,solution --findings 5", "check --html OUT", "check --against FILE", "check --answers FILE", "canon",
    "canon --transformation --format jsonl", "canon --form solution --format csv", "augment --equivalents 2", "augment --equivalents 2 --format jsonl --transformation",
    "dedupe --by text", "dedupe --by clues --classes OUT", "dedupe --by puzzle", "dedupe --by solution --drop-invalid", "dedupe --against FILE",
    "minimize", "minimize --format jsonl", "rate --only level,left", "rate --only level --format jsonl",
    "sample --count 3", "sample --count 99999999", "sample --count 2 --stratify clues", "sample --count 2 --weight weight", "shuffle",
    "shuffle --drop-invalid", "split --part OUT=50% --part OUT2=rest", "split --part OUT=rest --stratify clues", "bench FILE --runs 1 --time 1ms --engine lanes",
]  # fmt: skip

# Commands with many arguments: conditions, summaries and parts.
WORDS = ["generate --where", "merge-summaries", "split --part"]

PYTHON_CALLS = [
    "solve(text)", "solve(text, unique=True)", "count(text, limit=3)", "canon(text)", "check(text, by=['text', 'puzzle'])", "dedupe(text)",
    "dedupe(text, by='text')", "split(text, {'a': 0.5, 'b': 'rest'})", "sample(text, 3)", "sample(text, 3, stratify='clues')",
    "minimize(text)", "rate(text, only='level')", "augment(text, equivalents=2)", "explain(text)", "solve_file(path, os.devnull)",
    "solve_file(path, os.devnull, keep_columns=True)", "solve(text.splitlines())", "check(text.splitlines(), findings=None)",
]  # fmt: skip

# An error that says what is wrong is a valid result.
SCRIPT = """
import os, bulkdoku
path = {path!r}
text = open(path, "rb").read()
try:
    bulkdoku.{call}
except (OSError, ValueError, RuntimeError, TypeError) as error:
    print(type(error))
"""

PAGE_TASKS = {"solve": "solve", "unique": "solve --unique", "count": "count", "canon": "canon --format line", "rate": "rate --format csv", "steps": "solve --steps"}


class Run(NamedTuple):
    """The results of a process."""

    code: int
    time: float
    """Seconds of processor time."""
    memory: int
    """The largest number of bytes of private memory, without mapped files."""
    output: bytes
    """The checksum of its output, without the name of the input before a position."""
    errors: bytes


class Finding(Exception):
    """A violated promise."""


def run(command, folder, stdin=None):
    """Runs a command, and measures it."""
    out, err = folder / "stdout", folder / "stderr"
    began, most = time.monotonic(), 0
    with open(out, "wb") as stdout, open(err, "wb") as stderr, open(stdin or os.devnull, "rb") as source:
        child = subprocess.Popen(command, stdin=source, stdout=stdout, stderr=stderr, cwd=folder)
        limit_time(child.pid)
        while True:
            most = max(most, own_memory(child.pid))
            ended, status, used = os.wait4(child.pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > began + WAITING * PATIENCE:
                child.kill()
                os.wait4(child.pid, 0)
                raise Finding(f"takes longer than {WAITING * PATIENCE} s")
            time.sleep(0.003)
    child.returncode = os.waitstatus_to_exitcode(status)
    digest = sha256(without_names(out.read_bytes())).digest()
    return Run(child.returncode, used.ru_utime + used.ru_stime, most, digest, err.read_bytes())


def limit_time(process):
    """Makes the system end a process that takes too much CPU time, if it can."""
    if hasattr(resource, "prlimit"):
        try:
            resource.prlimit(process, resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        except ProcessLookupError:
            pass  # it has ended


def without_names(output):
    """Returns output without the name of the input before each position, with which the findings of `check` begin."""
    return re.sub(rb"^[^:\n]+(?=:\d+:\d+: )", b"", output, flags=re.MULTILINE)


def own_memory(process):
    """Returns the current private memory of a process in bytes, or 0 if the system does not report it."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii", errors="replace") as status:
            return next((1024 * int(line.split()[1]) for line in status if line.startswith("RssAnon:")), 0)
    except OSError:
        return 0


def has_package(python):
    """Returns whether this interpreter exists and has the package."""
    command = [python, "-c", "import bulkdoku"]
    return os.path.exists(python) and subprocess.run(command, capture_output=True, check=False).returncode == 0


class Limits:
    """Random runs, and the checks of each."""

    def __init__(self, draw, program, folder):
        self.draw, self.program, self.folder = draw, program, Path(folder)
        self.runs, self.checked = Counter(), 0
        self.packages = ["program"] * 6 + ["Python"] * has_package(PYTHON) + ["page"] * os.path.exists(f"{PACKAGE}/index.js")
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def step(self):
        """Does the runs of a random case, and returns what is wrong with it, or None."""
        kind = self.draw.choice([*KINDS, "many words"])
        package = "program" if kind == "many words" else self.draw.choice(self.packages)
        self.runs[f"{package}: {kind}"] += 1
        if kind == "many words":
            command = self.draw.choice(WORDS)
            return finding_of(command, lambda: self.words(command))
        check, jobs = {
            "program": (self.over_records, COMMANDS),
            "Python": (self.in_python, PYTHON_CALLS),
            "page": (self.in_page, list(PAGE_TASKS)),
        }[package]
        worst, job = self.draw.choice(KINDS[kind]), self.draw.choice(jobs)
        return finding_of(f"{package}, {job} over {worst.name}", lambda: check(worst, job))

    def over_records(self, worst: Worst, command):
        small, large = self.file(worst, SMALL), self.file(worst, LARGE)
        quick = self.ask(command, worst, small, SMALL)
        slow = self.ask(command, worst, large, LARGE)
        check_times(quick, slow)
        way = self.draw.choice([["-j", "1"], ["-j", "7"], ["--chunk-size", "1000"], ["--chunk-size", "70000", "-j", "3"], ["--no-mmap"], None])
        if command.startswith("bench"):
            return
        again = self.ask(command, worst, large, LARGE, way)
        if (again.code, again.output) != (slow.code, slow.output):
            raise Finding(f"other bytes with {way or 'a pipe'}: exit code {again.code}, not {slow.code}")
        if self.draw.random() < 0.3:
            how = self.draw.choice(COMPRESSIONS)
            packed = self.folder / f"packed.{how.replace('members', 'gz')}"
            packed.write_bytes(compressed(worst.make(LARGE), how))
            same = self.ask(command, worst, packed, LARGE)
            if (same.code, same.output) != (slow.code, slow.output) and "FILE" not in command:
                raise Finding(f"other bytes of {packed.name}")
            packed.write_bytes(compressed(worst.make(PACKED), how))
            self.ask(command, worst, packed, PACKED)

    def ask(self, command, worst, path, size, way=()):
        """Runs a command of the program on a file or a pipe, and checks what must be true for every run."""
        words = [word.replace("OUT", str(self.folder / "out")).replace("FILE", str(path)) for word in command.split()]
        options = [*worst.options, *(way or [])] if words[0] != "bench" else []
        file = [] if "bench" in command or way is None else [str(path)]
        done = run([self.program, *words, "-q", *options, *file], self.folder, path if way is None else None)
        check_end(done, (0, 1, 2))
        fixed, times = PROGRAM_MEMORY.get(words[0], USUAL_MEMORY)
        check_limits(done, size, fixed + times * size)
        return done

    def file(self, worst, size):
        path = self.folder / f"in{size}"
        path.write_bytes(worst.make(size))
        return path

    def in_python(self, worst, call):
        runs = []
        for size in (SMALL, LARGE):
            path = self.file(worst, size)
            done = run([PYTHON, "-c", SCRIPT.format(path=str(path), call=call)], self.folder)
            check_end(done, (0,))
            check_limits(done, size, PYTHON_MEMORY[0] + PYTHON_MEMORY[1] * size)
            runs.append(done)
        check_times(*runs)

    def in_page(self, worst, task):
        runs = []
        how = self.draw.choice(["whole", "stream"])
        for size in (SMALL, LARGE):
            path = self.file(worst, size)
            done = run(["node", str(ROOT / "web/tests/answer.mjs"), PACKAGE, str(path), task, how], self.folder)
            check_end(done, (0, 2))
            check_limits(done, size, PAGE_MEMORY[0] + PAGE_MEMORY[1] * size)
            runs.append(done)
        check_times(*runs)
        same = run([self.program, *PAGE_TASKS[task].split(), str(path)], self.folder)
        if worst in KINDS["other formats"] or re.match(rb"read as .* from ", same.errors):
            return  # only the program decodes
        if not worst.options and (same.code == 2) != (done.code == 2) or same.code != 2 and same.output != done.output:
            raise Finding(f"{how}: other bytes than those of the program: {done.errors[:200]!r}")

    def words(self, command):
        """Runs a command with many arguments."""
        summary = '{"schema":1,"records":1,"shard":{"number":%d,"of":%d}}'
        runs = []
        for number in (60, 960):
            if command == "merge-summaries":
                words = [str(self.folder / f"part{index}") for index in range(number)]
                for index, word in enumerate(words):
                    Path(word).write_text(summary % (index + 1, number))
            elif command == "split --part":
                words = ["--part"] + [word for index in range(number) for word in (f"p{index}=0%", "--part")] + ["rest=rest", "-"]
                words = words if number < 255 else [*words[:501], "rest=rest", "-"]
            else:
                words = [word for _ in range(number) for word in ("--where", "level<=4")] + ["--count", "2"]
            done = run([self.program, command.split()[0], *words], self.folder)
            check_end(done, (0, 1, 2))
            runs.append(done)
        check_times(*runs)


def finding_of(name, check):
    """Returns what a check finds, or None."""
    try:
        check()
    except Finding as finding:
        return f"{name}: {finding}"
    return None


def check_end(done, codes):
    if done.code not in codes or b"panicked" in done.errors:
        raise Finding(f"exit code {done.code}: {done.errors[-300:]!r}")
    if b"try '--help'" in done.errors:
        raise Finding(f"an option that there is not: {done.errors[:200]!r}")
    if len(done.errors) > MESSAGES:
        raise Finding(f"{len(done.errors)} bytes of messages: {done.errors[:200]!r}")


def check_limits(done, size, memory):
    if done.memory > memory:
        raise Finding(f"{done.memory / 1e6:.0f} MB of memory for {size / 1e6:.2f} MB of text, where {memory / 1e6:.0f} are promised")
    if done.time > START + TIME_PER_BYTE * size:
        raise Finding(f"{done.time:.1f} s for {size / 1e6:.2f} MB of text")


def check_times(quick, slow):
    if slow.time > TIMES * quick.time + START:
        raise Finding(f"{slow.time:.2f} s for a text 16 times as long as one of {quick.time:.2f} s")
