#!/usr/bin/env python3
"""Checks that no command loses a file, whatever its options name and whenever it is stopped.

usage: scripts/check-files.py [pairs|outputs] [--every N] [--only COMMAND]

The commands and their file options come from the program's completions.

pairs    For every command and every two of its file options: both lead to the same file, by the same path, another spelling
         of it, a hard link, a symbolic link, standard input, standard output or /dev/stdout. Either the command refuses that
         in one line that names both options and changes no file, or every file has the right content.
outputs  For every command with several outputs: each system call that names a file fails, or is interrupted by a signal, once
         each. Afterwards all files are old, or the message lists those that are new. After SIGKILL, the next run leaves no
         other file. Needs strace.

--every N tries only every N-th of them. BULKDOKU names the program (default: target/release/bulkdoku). Exits with 1 if a run
violates this.
"""

import argparse
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("BULKDOKU", str(ROOT / "target" / "release" / "bulkdoku"))

# The arguments that a command needs besides its files.
NEEDED = {
    "augment": ["--copies", "2"],
    "bench": ["--engine", "lanes", "--time", "1ms", "--runs", "1", "--external", "true"],
    "generate": ["--count", "20"],
    "sample": ["--count", "5"],
}

# The file options that commands read. They write all others.
READ = {"path", "files", "summaries", "answers", "against", "compare"}

# The file options that a command needs to run properly.
REQUIRED = {"path", "files", "summaries", "output", "part"}

# Options that a command refuses together, whatever their files.
APART = [{"answers", "clean"}, {"answers", "rejects"}]

OLD = b"the old content\n"

# The system calls that name a file.
NAMING = ["rename", "renameat", "renameat2", "link", "linkat"]

# What differs from run to run.
VARYING = ["command_line", "date", "seconds", "puzzles_per_second", "threads", "bytes_spilled"]

# The content of the summary of a failed or interrupted run, which replaces the old one.
FAILED = re.compile(rb'"exit_code": (2|1[0-9]{2})\b')

SECONDS = 30


class Option:
    """A file option of a command: --summary, or the argument INPUT."""

    def __init__(self, key, flag, shown):
        self.key, self.flag, self.shown = key, flag, shown
        self.is_read = key in READ
        self.is_repeatable = key in ("files", "summaries", "part")

    def arguments(self, path, number=0):
        if self.key == "part":
            path = f"{path}={'50%' if number == 0 else 'rest'}"
        return [path] if self.flag is None else [self.flag, path]


def definition():
    """Returns the file options of every command."""
    script = subprocess.run([PROGRAM, "completions", "zsh"], capture_output=True, text=True, check=True).stdout
    commands = {}
    for name, block in re.findall(r"^ *\((\S+)\)\n_arguments(.*?)&& ret=0", script, re.MULTILINE | re.DOTALL):
        options = {}
        for line in block.splitlines():
            option = re.match(r"'\*?(--[\w-]+)=\[.*:(?:_files|FILE=SHARE:\w+)' ", line)
            argument = re.match(r"'\*?:*(\w+) -- .*:_files' ", line)
            if option:
                flag = option[1]
                options[flag] = Option(flag[2:], flag, "-o" if flag == "--output" else flag)
            elif argument:
                options[argument[1]] = Option(argument[1], None, "")
        if options:
            commands.setdefault(name, list(options.values()))
    return commands


def content(option, number=0):
    return (INPUTS / f"{option.key}{number}").read_bytes() if option.is_read else OLD


class Trial:
    """A folder with a file for each of these options, to run a command in."""

    def __init__(self, command, options):
        self.command, self.options = command, options
        self.folder = Path(tempfile.mkdtemp(prefix="check-files-"))
        self.names = [f"{option.key}{number}" for number, option in self.numbered()]
        for (number, option), name in zip(self.numbered(), self.names):
            (self.folder / name).write_bytes(content(option, number))
        self.paths = [str(self.folder / name) for name in self.names]
        self.before = self.files()

    def numbered(self):
        seen = Counter()
        for option in self.options:
            yield seen[option.key], option
            seen[option.key] += 1

    def run(self, stdin=None, stdout=None, before=()):
        args = [PROGRAM, self.command, *NEEDED.get(self.command, []), "--quiet"]
        if "--quiet" not in HELP[self.command]:
            args.pop()
        for (number, option), path in zip(self.numbered(), self.paths):
            args += option.arguments(path, number)
        done = subprocess.run(
            [*before, *args],
            stdin=stdin or subprocess.DEVNULL,
            stdout=stdout or subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            check=False,
        )
        return done.returncode, done.stderr.decode(errors="replace")

    def files(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def normalised(self, text):
        """Returns the content of a file without names and times."""
        text = text.replace(str(self.folder).encode() + b"/", b"")
        text = re.sub(rb"<stdin>|\blink\b|\./", lambda found: b"" if found[0] == b"./" else b"path0", text)
        if self.command == "bench":
            return text[:1]
        try:
            value = json.loads(text)
        except ValueError:
            return text
        for name in VARYING if isinstance(value, dict) else []:
            value.pop(name, None)
        return value

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def with_required(options, chosen):
    """Returns the chosen options and the others that the command needs."""
    keys = [option.key for option in chosen]
    needed = [option for option in options if option.key in REQUIRED and option.key not in keys]
    parts = [option for option in [*chosen, *needed] if option.key in ("part", "summaries")]
    return [*chosen, *needed, *(parts if len(parts) == 1 else [])]


def expected(command, options, stdin=False):
    """Runs the command with a separate file for each option. Returns the exit code and the resulting content of the files."""
    trial = Trial(command, options)
    try:
        code, message = trial.run()
        if code not in (0, 1):
            sys.exit(f"{command} fails undisturbed: {message}")
        return code, {name: trial.normalised(text) for name, text in trial.files().items()}
    finally:
        trial.remove()


WAYS = ["path", "spelling", "hard link", "symbolic link", "stdin", "stdout", "/dev/stdout", "both stdout"]


def applies(way, first, second):
    if way == "stdin":
        return first.is_read and not second.is_read and first.key in ("path", "answers")
    if way == "stdout":
        return not second.is_read and second.key != "part"
    if way == "/dev/stdout":
        return not second.is_read
    if way == "both stdout":
        return not first.is_read and not second.is_read and first.key != "part"
    return True


def lead_to_one_file(trial, way):
    """Makes the first two options of a trial lead to the file of the first. Returns its standard input and output."""
    file, link = trial.paths[0], str(trial.folder / "link")
    if trial.names[1] != trial.names[0]:
        os.unlink(trial.paths[1])
    if way == "hard link":
        os.link(file, link)
    elif way == "symbolic link":
        os.symlink(file, link)
    seconds = {"path": file, "spelling": f"{trial.folder}/./{trial.names[0]}", "hard link": link, "symbolic link": link}
    trial.paths[1] = {**seconds, "stdin": file, "stdout": "-"}.get(way, "/dev/stdout")
    if way == "stdin":
        trial.paths[0] = "-"
        return open(file, "rb"), None
    if way == "both stdout":
        trial.paths[0] = "-"
    return None, open(file, "ab") if "stdout" in way else None


def judge_pair(trial, way, right, code, message):
    """Returns what is wrong after a run with two options for the same file, or None."""
    first, second = trial.options[:2]
    name, files = trial.names[0], trial.files()
    if code == 2:
        if files != trial.before:
            return f"it is refused, but files are lost: {message.strip()}"
        if first.is_read and second.is_read:
            return None
        shown = [option.shown for option in (first, second)]
        if len(message.splitlines()) != 1 or not all(text in message for text in shown):
            return f"the message does not name both options: {message.strip()}"
        return None
    if code not in (0, 1):
        return f"exit code {code}: {message.strip()}"
    both_read = first.is_read and second.is_read
    for other, text in trial.before.items():
        if other not in (name, "link") and (not both_read) and other in right[1]:
            if trial.normalised(files.get(other, b"")) != right[1][other]:
                return f"{other} is not what it has to be"
    if both_read:
        return None if files[name] == trial.before[name] else "an input is changed"
    before, after = trial.before[name], files.get(name, b"")
    written = right[1][trial.names[1]]
    if way in ("stdout", "/dev/stdout", "both stdout"):
        is_whole = after.startswith(before) and trial.normalised(after[len(before) :]) == written
        if way == "both stdout":
            return "two outputs are mixed"
        return None if is_whole and first.is_read else "what was there, or one of two outputs, is lost"
    if way == "hard link":
        kept = after == before if first.is_read else trial.normalised(after) == right[1][name]
        return None if kept and trial.normalised(files["link"]) == written else "one of two names is lost"
    replaces = first.key == "path" and second.key == "output"
    return None if replaces and trial.normalised(after) == written else "one of two files is lost"


def pairs(commands, every):
    """Yields (what, finding) for every pair of file options and every way to one file."""
    at = 0
    for command, options in commands.items():
        repeated = [(option, option) for option in options if option.is_repeatable]
        for pair in [*itertools.combinations(options, 2), *repeated]:
            if {option.key for option in pair} in APART:
                continue
            pair = sorted(pair, key=lambda option: not option.is_read)
            right = None
            for way in WAYS:
                if not applies(way, *pair):
                    continue
                at += 1
                if at % every:
                    continue
                chosen = with_required(options, pair)
                right = right or expected(command, chosen)
                trial = Trial(command, chosen)
                try:
                    stdin, stdout = lead_to_one_file(trial, way)
                    trial.before = trial.files()
                    code, message = trial.run(stdin, stdout)
                    finding = judge_pair(trial, way, right, code, message)
                finally:
                    trial.remove()
                yield f"{command}: {pair[0].key} and {pair[1].key} by {way}", finding


def judge_stop(trial, right, code, message):
    """Returns what is wrong after a run that was disturbed while it named files, or None."""
    files = trial.files()
    new, old = [], []
    for (_, option), name in zip(trial.numbered(), trial.names):
        if not option.is_read:
            text = files.get(name, b"")
            kind = old if text == OLD or FAILED.search(text) else new if trial.normalised(text) == right[1][name] else None
            if kind is None:
                return f"{name} is neither old nor new"
            kind.append(name)
    if code == -9:
        return None
    if left := set(files) - set(trial.before):
        return f"it leaves {sorted(left)}"
    if code == right[0]:
        return f"exit code {code}, but {old} are old" if old else None
    if "existing output files are unchanged" in message and new:
        return f"it says that files are as before, but {new} are new: {message.strip()}"
    if not new or not old and "had already been replaced" in message:
        return None
    named = message.partition("already replaced:")[2]
    # A summary that was already replaced is written again, as that of the failed run.
    unchanged = [name for name in old if files.get(name, b"") == OLD]
    is_named = all(f"/{name}" in named for name in new) and not any(f"/{name}" in named for name in unchanged)
    return None if is_named else f"{new} are new, {old} are old: {message.strip()}"


def outputs(commands, every):
    """Yields (what, finding) for every disturbed call that names a file, of every command with several outputs."""
    at = 0
    for command, options in commands.items():
        written = [option for option in options if not option.is_read]
        chosen = with_required(options, written)
        if sum(not option.is_read for option in chosen) < 2:
            continue
        right = expected(command, chosen)
        trial = Trial(command, chosen)
        log = trial.folder.with_suffix(".calls")
        trial.run(before=["strace", "-f", "-qq", "-e", "signal=none", "-e", "trace=" + ",".join(NAMING), "-o", str(log)])
        calls = Counter(re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.MULTILINE))
        log.unlink()
        trial.remove()
        disturbances = ["error=EACCES", "error=EIO", "signal=SIGINT", "signal=SIGTERM", "signal=SIGKILL"]
        for (call, count), disturbance in itertools.product(calls.items(), disturbances):
            for number in range(1, count + 1):
                at += 1
                if at % every:
                    continue
                trial = Trial(command, chosen)
                try:
                    rule = f"inject={call}:{disturbance}:when={number}"
                    trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", rule]
                    code, message = trial.run(before=trace)
                    finding = judge_stop(trial, right, code, message)
                    if disturbance.endswith("KILL") and not finding:
                        trial.run()
                        left = set(trial.files()) - set(trial.before)
                        finding = f"the next run leaves {sorted(left)}" if left else None
                finally:
                    trial.remove()
                yield f"{command}: {call} number {number}, {disturbance}", finding


def prepare():
    """Makes a file for every option that commands read."""
    lines = (ROOT / "data" / "mixed.txt").read_bytes().splitlines(keepends=True)[:20]
    puzzles = b"".join(lines + lines[:3])
    for name, text in {"path0": puzzles, "files0": puzzles, "files1": b"".join(lines[5:]), "against0": puzzles[:820]}.items():
        (INPUTS / name).write_bytes(text)
    path = str(INPUTS / "path0")
    run = lambda *args: subprocess.run([PROGRAM, *args], check=False, capture_output=True)
    run("solve", "-q", path, "-o", str(INPUTS / "answers0"))
    for number in [0, 1]:
        shard = ["--shard", f"{number + 1}/2", "--summary", str(INPUTS / f"summaries{number}")]
        run("solve", "-q", *shard, path, "-o", "/dev/null")
    run("bench", *NEEDED["bench"], path, "--summary", str(INPUTS / "compare0"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("machine", nargs="?", choices=["pairs", "outputs"])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only")
    chosen = parser.parse_args()
    commands = definition()
    if chosen.only:
        commands = {chosen.only: commands[chosen.only]}
    for command, options in commands.items():
        help_text = subprocess.run([PROGRAM, command, "--help"], capture_output=True, text=True, check=True).stdout
        HELP[command] = help_text
        for option in options:
            if option.flag is None:
                option.shown = re.search(r"^  \[?<?([A-Z]+)", help_text, re.MULTILINE)[1]
    HELP.setdefault("bench", "")
    global INPUTS
    with tempfile.TemporaryDirectory() as folder:
        INPUTS = Path(folder)
        prepare()
        machines = [pairs, outputs]
        if not shutil.which("strace") or subprocess.run(["strace", "-o", "/dev/null", "true"], check=False).returncode:
            print("strace is not installed or not allowed: no output was disturbed", file=sys.stderr)
            machines = [pairs]
        wrong = 0
        for machine in machines:
            if chosen.machine in (None, machine.__name__):
                tried = 0
                for what, finding in machine(commands, chosen.every):
                    tried += 1
                    if finding:
                        wrong += 1
                        print(f"{what}: {finding}")
                print(f"{machine.__name__}: {tried} tried", file=sys.stderr)
        print(f"{wrong} findings", file=sys.stderr)
        sys.exit(bool(wrong))


HELP = {}
INPUTS = Path()

if __name__ == "__main__":
    main()
