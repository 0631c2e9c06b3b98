"""Disturbs every system call that names a file, in every command with several outputs: it fails, or a signal interrupts it.

Afterwards all files are old, or the message lists those that are new. After SIGKILL, the next run leaves no other file.
"""

import itertools
import re
from collections import Counter

from files import OLD, Trial, commands, expected, with_required

# The system calls that name a file.
NAMING = ["rename", "renameat", "renameat2", "link", "linkat"]

# The content of the summary of a failed or interrupted run, which replaces the old one.
FAILED = re.compile(rb'"exit_code": (2|1[0-9]{2})\b')


def finding_of(trial, right, code, message):
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


def findings(only, every):
    """Yields (what, finding) for every disturbed call that names a file, of every command with several outputs."""
    at = 0
    for command, options in commands(only).items():
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
                    finding = finding_of(trial, right, code, message)
                    if disturbance.endswith("KILL") and not finding:
                        trial.run()
                        left = set(trial.files()) - set(trial.before)
                        finding = f"the next run leaves {sorted(left)}" if left else None
                finally:
                    trial.remove()
                yield f"{command}: {call} number {number}, {disturbance}", finding
