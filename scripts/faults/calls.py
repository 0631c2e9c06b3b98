"""Makes each system call of every command fail in turn, and checks how the program handles it.

Each command runs once to count its calls, then once for each call of each kind with that call failing:
opening, reading, mapping, writing, reserving room, renaming, linking, deleting, starting a thread or a program. It also
runs once for each mapping after which the system refuses all memory. After every run

- either the exit code, all files and the standard output are the same as in the undisturbed run, or the exit code is 2;
- with 2, the standard error says why, every file has its old content or the complete new one, and the standard output
  is a prefix of the right one;
- there is no panic, no signal ends the program, it does not hang, and no other file is left behind, except complete ones
  that the standard error names. Without memory, the standard library ends the program with SIGABRT, and an unfinished
  file may be left.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from files import KEPT, OLD, PROGRAM, ROOT, SECONDS

# For each kind of call, the calls and the errors that a system gives for them.
KINDS = {
    "open": (["openat", "open"], ["EMFILE"]),
    "look": (["fstat", "newfstatat", "statx", "stat", "lseek"], ["EIO"]),
    "read": (["read", "pread64", "readv"], ["EIO"]),
    "map": (["mmap"], ["ENOMEM"]),
    "write": (["write", "pwrite64", "writev", "pwritev"], ["ENOSPC"]),
    "copy": (["copy_file_range", "sendfile", "splice"], ["EIO"]),
    "room": (["fallocate", "ftruncate"], ["ENOSPC"]),
    "sync": (["fsync", "fdatasync"], ["EIO"]),
    "name": (["rename", "renameat", "renameat2", "link", "linkat"], ["EACCES"]),
    "delete": (["unlink", "unlinkat", "rmdir"], ["EACCES"]),
    "folder": (["mkdir", "mkdirat", "getdents64"], ["EACCES"]),
    "start": (["clone", "clone3", "vfork", "pipe2", "socketpair"], ["EAGAIN"]),
}

# All memory, from the mapping of a number on, including the growth of the heap.
MEMORY = "memory"

# The arguments of each command. {in} is a file of puzzles, {out} a file that the command replaces.
COMMANDS = {
    "solve": ["solve", "-q", "-j", "2", "{in}", "-o", "{out}"],
    "solve to stdout": ["solve", "-q", "-j", "2", "--no-mmap", "{in}"],
    "solve gzip to zstd": ["solve", "-q", "-j", "2", "{gz}", "-o", "{out}.zst"],
    "count": ["count", "-q", "-j", "2", "{in}", "-o", "{out}"],
    "solve --shard": ["solve", "-q", "-j", "2", "--shard", "2/3", "{in}", "-o", "{out}"],
    "solve --steps": ["solve", "-q", "-j", "2", "--steps", "{few}", "-o", "{out}"],
    "rate": ["rate", "-q", "-j", "2", "{few}", "-o", "{out}"],
    "count --all": ["count", "-q", "-j", "2", "--limit", "10", "--all", "{out}", "{in}"],
    "check": ["check", "-q", "-j", "2", "{twice}", "-o", "{out}"],
    "check --against": ["check", "-q", "-j", "2", "--by", "puzzle", "--against", "{in}", "{twice}", "-o", "{out}"],
    "canon": ["canon", "-q", "-j", "2", "{in}", "-o", "{out}"],
    "augment": ["augment", "-q", "-j", "2", "--copies", "2", "--seed", "1", "{in}", "-o", "{out}"],
    "dedupe": ["dedupe", "-q", "-j", "2", "--by", "puzzle", "{twice}", "-o", "{out}"],
    "dedupe --against": ["dedupe", "-q", "-j", "2", "--against", "{few}", "{twice}", "-o", "{out}"],
    "split": ["split", "-q", "-j", "2", "--part", "{out}=80%", "--part", "{out}.2=rest", "{in}"],
    "split --stratify": ["split", "-q", "-j", "2", "--stratify", "guesses", "--summary", "{out}.json"]
    + ["--part", "{out}=80%", "--part", "{out}.2=rest", "{in}"],
    "sample": ["sample", "-q", "-j", "2", "--count", "50", "--seed", "1", "{in}", "-o", "{out}"],
    "sample --stratify": ["sample", "-q", "-j", "2", "--count", "50", "--seed", "1", "--stratify", "clues", "{in}"]
    + ["-o", "{out}"],
    "shuffle": ["shuffle", "-q", "-j", "2", "{in}", "-o", "{out}"],
    "shuffle gzip": ["shuffle", "-q", "-j", "2", "{gz}", "-o", "{out}"],
    "minimize": ["minimize", "-q", "-j", "2", "--seed", "1", "{few}", "-o", "{out}"],
    "dedupe --classes": ["dedupe", "-q", "-j", "2", "--by", "solution", "--classes", "{out}.csv", "{twice}", "-o", "{out}"],
    "check --html": ["check", "-q", "-j", "2", "--html", "{out}.html", "{few}", "-o", "{out}"],
    "generate --grids": ["generate", "-q", "-j", "2", "--grids", "--count", "200", "--seed", "1", "-o", "{out}"],
    "generate --unbiased": ["generate", "-q", "-j", "2", "--unbiased", "--count", "2", "--seed", "1", "-o", "{out}"],
    "merge-summaries": ["merge-summaries", "{summary1}", "{summary2}", "-o", "{out}"],
    "generate": ["generate", "-q", "-j", "2", "--count", "200", "--seed", "1", "-o", "{out}"],
    "bench": ["bench", "{few}", "--engine", "lanes", "--time", "1ms", "--runs", "1", "--summary", "{out}"],
}

# The messages of the loader if the program cannot start, and of the standard library if a thread cannot start.
LOADER = "error while loading shared libraries"
RUNTIME = "failed to allocate an alternative stack"

# What differs from run to run in a summary: times, and what is only known about a mapped input.
MEASURED = re.compile(rb'"(date|seconds|puzzles_per_second|input_bytes|input_checksum)": ("[-:\w]*"|null|[-+.e0-9]+)')

# The message of the standard library when the system refuses memory, and the name of an unfinished file.
NO_MEMORY = "memory allocation of"
UNFINISHED = re.compile(r"\.out\S*\.\w{6}\.bulkdoku")

# The content of the summary of a failed run, which replaces the old one.
FAILED = b'"exit_code": 2'


class Trial:
    """A folder with the inputs and an old output, to run a command in."""

    def __init__(self, inputs, args):
        self.folder = Path(tempfile.mkdtemp(prefix="faults-"))
        self.temp = self.folder / "temp"
        self.temp.mkdir()
        names = {"in": inputs / "in.txt", "gz": inputs / "in.txt.gz", "twice": inputs / "twice.txt"}
        names |= {name: inputs / f"{name}.txt" for name in ["few", "summary1", "summary2"]}
        names["out"] = self.folder / "out"
        self.args = [arg.format(**{name: str(path) for name, path in names.items()}) for arg in args]
        (self.folder / "out").write_bytes(OLD)

    def run(self, strace):
        """Runs the command under strace. Returns its exit code, standard output and standard error."""
        environment = {**os.environ, "TMPDIR": str(self.temp), "RUST_BACKTRACE": "0"}
        command = ["strace", "-f", "-qq", *strace, PROGRAM, *self.args]
        try:
            done = subprocess.run(
                command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return None, b"", b""
        return done.returncode, done.stdout, done.stderr

    def files(self):
        """Returns the content of every file, without the name of the folder and what differs in summaries."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        name = str(self.folder).encode()
        contents = {str(path.relative_to(self.folder)): path.read_bytes().replace(name, b"") for path in files}
        return {path: MEASURED.sub(b"", text) for path, text in contents.items()}

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Command:
    """A command, and its behaviour when nothing fails."""

    def __init__(self, name, inputs):
        self.name, self.inputs = name, inputs
        self.varies = name == "bench"  # its output contains times
        trial = Trial(inputs, COMMANDS[name])
        log = trial.folder / "calls"
        self.code, self.stdout, stderr = trial.run(["-e", "signal=none", "-o", str(log)])
        if self.code not in (0, 1):
            sys.exit(f"{name} fails undisturbed: {stderr.decode(errors='replace')}")
        text = log.read_text(errors="replace")
        log.unlink()
        self.files = trial.files()
        trial.remove()
        # Every thread counts its own calls. The calls of the loader precede the first sigaltstack of the program.
        per_thread = Counter(re.findall(r"^(\d+) +(\w+)\(", text, re.MULTILINE))
        self.loader = Counter(re.findall(r"^\d+ +(\w+)\(", text.split("sigaltstack")[0], re.MULTILINE))
        self.calls = Counter()
        for (_, call), count in per_thread.items():
            self.calls[call] = max(self.calls[call], count)

    def trials(self, every):
        """Yields (call, error, number) for each call that fails in turn."""
        at = 0
        for calls, errors in KINDS.values():
            for call in calls:
                for number in range(1, self.calls[call] + 1):
                    for error in errors:
                        at += 1
                        if at % every == 0:
                            yield call, error, number
        for number in range(self.loader["mmap"] + 1, self.calls["mmap"] + 1):
            at += 1
            if at % every == 0:
                yield MEMORY, "ENOMEM", number

    def rules(self, call, error, number):
        """Returns the options of strace that make a call fail."""
        if call != MEMORY:
            return ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={number}"]
        heap = self.loader["brk"] + 1
        # The system call returns the end of the heap instead of an error when it refuses.
        heap, mapping = f"inject=brk:retval=0:when={heap}+", f"inject=mmap:error={error}:when={number}+"
        return ["-e", "trace=brk,mmap", "-e", heap, "-e", mapping]

    def finding(self, call, error, number):
        """Runs the command with one failing call. Returns what is wrong, or None."""
        trial = Trial(self.inputs, COMMANDS[self.name])
        try:
            code, stdout, stderr = trial.run([*self.rules(call, error, number), "-o", "/dev/null"])
            message = stderr.decode(errors="replace")
            if number <= self.loader[call] and (code in (-11, 127) or LOADER in message) or RUNTIME in message:
                return None
            return self.judge(call, code, stdout, message, trial.files())
        finally:
            trial.remove()

    def judge(self, call, code, stdout, stderr, files):
        if code is None:
            return f"it does not end within {SECONDS} seconds"
        shown = stderr.strip().splitlines()[:2]
        if "panicked" in stderr:
            return f"it panics: {shown}"
        if code == -6 and NO_MEMORY in stderr:
            code, files = 2, {name: text for name, text in files.items() if not UNFINISHED.fullmatch(name)}
        kept = {Path(path).name for path in KEPT.findall(stderr)}
        left = set(files) - set(self.files) - kept
        if left and "cannot remove the temporary folder" not in stderr:
            return f"it leaves {sorted(left)}, exit code {code}: {shown}"
        if code == self.code:
            return None if self.is_complete(stdout, files) else f"other output with exit code {code}: {shown}"
        if code != 2:
            return f"exit code {code}: {shown}"
        if not shown and not call.startswith("write"):  # the message is a write, too
            return "exit code 2 without a message"
        return self.what_is_lost(stdout, files)

    def is_complete(self, stdout, files):
        if self.varies:
            return set(files) >= set(self.files)
        return stdout == self.stdout and files == self.files

    def what_is_lost(self, stdout, files):
        if not self.varies and not self.stdout.startswith(stdout):
            return "the standard output is not the beginning of the right one"
        for name, content in files.items():
            if name.startswith("temp/") or name not in self.files:
                continue  # its removal failed, or it is complete, and the program said so
            whole = content == OLD and name == "out" or content == self.files.get(name)
            if not whole and FAILED not in content and not (self.varies and content.endswith(b"}\n")):
                return f"{name} is neither old nor complete"
        return None if "out" in files else "the old output is gone"


def prepare(folder):
    lines = (ROOT / "data" / "mixed.txt").read_bytes().splitlines(keepends=True)[:300]
    (folder / "in.txt").write_bytes(b"".join(lines))
    (folder / "twice.txt").write_bytes(b"".join(lines + lines[:5]))
    (folder / "few.txt").write_bytes(b"".join(lines[:20]))
    subprocess.run(["gzip", "-k", str(folder / "in.txt")], check=True)
    for number in [1, 2]:
        summary = str(folder / f"summary{number}.txt")
        shard = ["--shard", f"{number}/2", "--summary", summary, "-o", "/dev/null"]
        subprocess.run([PROGRAM, "solve", "-q", *shard, str(folder / "in.txt")], check=True)


def findings(only, every):
    """Yields (what, finding) for every failing call of every command, or only of one."""
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        for name in (name for name, args in COMMANDS.items() if only in (None, args[0])):
            command = Command(name, Path(folder))
            for call, error, number in command.trials(every):
                yield f"{name}: {call} number {number} fails with {error}", command.finding(call, error, number)
