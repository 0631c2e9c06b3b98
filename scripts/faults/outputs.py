"""Disturbs every system call that ends an output, of every command with outputs: it fails, or a signal interrupts it.

Afterwards every output is as before, or complete in its place, or complete in a file that the message names. After SIGKILL, the
next run leaves no other file.
"""

import itertools
import re
from collections import Counter
from pathlib import Path

from files import KEPT, OLD, Trial, commands, expected, with_required

# The system calls that end an output.
ENDING = ["rename", "renameat", "renameat2", "link", "linkat", "fsync", "fdatasync", "close"]

# The content of the summary of a failed or interrupted run, which replaces the old one.
FAILED = re.compile(rb'"exit_code": (2|1[0-9]{2})\b')


def finding_of(trial, right, code, message):
    """Returns what is wrong after a run that was disturbed at its end, or None."""
    files = trial.files()
    kept = {Path(path).name: Path(path).read_bytes() for path in KEPT.findall(message)}
    new, old = [], []
    for (_, option), name in zip(trial.numbered(), trial.names):
        if option.is_read:
            continue
        text = files.get(name, b"")
        if trial.normalised(text) == right[1][name]:
            new.append(name)
        elif text != OLD and not FAILED.search(text):
            return f"{name} is neither old nor new"
        elif not any(trial.normalised(text) == right[1][name] for text in kept.values()):
            old.append(name)
    if code == -9:
        return None
    if left := set(files) - set(trial.before) - set(kept):
        return f"it leaves {sorted(left)}"
    if kept and code != 2:
        return f"exit code {code}, but files are kept: {message.strip()}"
    if code == right[0]:
        return f"exit code {code}, but {old} are old" if old else None
    results = [name for name in old if not name.startswith("summary")]  # a failed run has only a summary of its failure
    if code == 2 and results and (new or kept):
        return f"{results} are neither in place nor kept: {message.strip()}"
    if "existing output files are unchanged" in message and new:
        return f"it says that files are as before, but {new} are new: {message.strip()}"
    return None


def findings(only, every):
    """Yields (what, finding) for every disturbed call that ends a file, of every command with outputs."""
    at = 0
    for command, options in commands(only).items():
        written = [option for option in options if not option.is_read]
        chosen = with_required(options, written)
        right = expected(command, chosen)
        trial = Trial(command, chosen)
        log = trial.folder.with_suffix(".calls")
        trial.run(before=["strace", "-f", "-qq", "-e", "signal=none", "-e", "trace=" + ",".join(ENDING), "-o", str(log)])
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
                    finding = finding_of(trial, right, code, message)
                    if disturbance.endswith("KILL") and not finding:
                        trial.run()
                        left = set(trial.files()) - set(trial.before)
                        finding = f"the next run leaves {sorted(left)}" if left else None
                finally:
                    trial.remove()
                yield f"{command}: {call} number {number}, {disturbance}", finding
