"""The file options of every command, and a folder to run a command in with a file for each of them."""

import atexit
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("BULKDOKU", str(ROOT / "target" / "release" / "bulkdoku"))

# The arguments that a command needs besides its files.
NEEDED = {
    "augment": ["--copies", "2"],
    "bench": ["--engine", "lanes", "--time", "1ms", "--runs", "1"],
    "generate": ["--count", "20"],
    "sample": ["--count", "5"],
}

# The file options that commands read. They write all others.
READ = {"path", "files", "summaries", "answers", "against", "compare"}

# The file options that a command needs to run properly.
REQUIRED = {"path", "files", "summaries", "output", "part"}

OLD = b"the old content\n"

# The complete file that a message names because it could not be put in place.
KEPT = re.compile(r"the complete file is (.*?); once it can be there, run: mv ")

# What differs from run to run.
VARYING = ["command_line", "date", "seconds", "puzzles_per_second", "threads", "bytes_spilled"]

# The longest time of a run.
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


class Trial:
    """A folder with a file for each of these options, to run a command in."""

    def __init__(self, command, options):
        self.command, self.options = command, options
        self.folder = Path(tempfile.mkdtemp(prefix="faults-"))
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
        args = [PROGRAM, self.command, *NEEDED.get(self.command, [])]
        if "--quiet" in help_text(self.command):
            args.append("--quiet")
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


@functools.cache
def help_text(command):
    return subprocess.run([PROGRAM, command, "--help"], capture_output=True, text=True, check=True).stdout


def commands(only=None):
    """Returns the file options of every command, or only of one. They come from the program's completions."""
    script = subprocess.run([PROGRAM, "completions", "zsh"], capture_output=True, text=True, check=True).stdout
    found = {}
    for name, block in re.findall(r"^ *\((\S+)\)\n_arguments(.*?)&& ret=0", script, re.MULTILINE | re.DOTALL):
        options = {}
        for line in block.splitlines():
            option = re.match(r"'\*?(--[\w-]+)=\[.*:(?:_files|FILE=SHARE:\w+)' ", line)
            argument = re.match(r"'\*?:*(\w+) -- .*:_files' ", line)
            if option:
                flag = option[1]
                options[flag] = Option(flag[2:], flag, "-o" if flag == "--output" else flag)
            elif argument:
                shown = re.search(r"^  \[?<?([A-Z]+)", help_text(name), re.MULTILINE)[1]
                options[argument[1]] = Option(argument[1], None, shown)
        if options and only in (None, name):
            found.setdefault(name, list(options.values()))
    return found


def content(option, number=0):
    """Returns what the file of an option contains before a run."""
    return (inputs() / f"{option.key}{number}").read_bytes() if option.is_read else OLD


@functools.cache
def inputs():
    """Makes a file for every option that commands read, and returns their folder."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    atexit.register(shutil.rmtree, folder)
    lines = (ROOT / "data" / "mixed.txt").read_bytes().splitlines(keepends=True)[:20]
    puzzles = b"".join(lines + lines[:3])
    for name, text in {"path0": puzzles, "files0": puzzles, "files1": b"".join(lines[5:]), "against0": puzzles[:820]}.items():
        (folder / name).write_bytes(text)
    path = str(folder / "path0")

    def run(*args):
        subprocess.run([PROGRAM, *args], check=False, capture_output=True)

    run("solve", "-q", path, "-o", str(folder / "answers0"))
    for number in [0, 1]:
        shard = ["--shard", f"{number + 1}/2", "--summary", str(folder / f"summaries{number}")]
        run("solve", "-q", *shard, path, "-o", "/dev/null")
    run("bench", *NEEDED["bench"], path, "--summary", str(folder / "compare0"))
    return folder


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
