"""Makes every two file options of every command lead to the same file.

They do so by the same path, another spelling of it, a hard link, a symbolic link, standard input, standard output or /dev/stdout.
Either the command refuses that in one line that names the file and changes no file, or every file has the right content.
"""

import itertools
import os

from files import Trial, commands, expected, with_required

# Options that a command refuses together, whatever their files.
APART = [{"answers", "clean"}, {"answers", "rejects"}]

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


def finding_of(trial, way, right, code, message):
    """Returns what is wrong after a run with two options for the same file, or None."""
    first, second = trial.options[:2]
    name, files = trial.names[0], trial.files()
    if code == 2:
        if files != trial.before:
            return f"it is refused, but files are lost: {message.strip()}"
        if first.is_read and second.is_read:
            return None
        names = [trial.paths[0], trial.paths[1], "standard input", "standard output"]
        if len(message.splitlines()) != 1 or not any(name in message for name in names):
            return f"the message does not name the file: {message.strip()}"
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


def findings(only, every):
    """Yields (what, finding) for every pair of file options and every way to one file."""
    at = 0
    for command, options in commands(only).items():
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
                    finding = finding_of(trial, way, right, code, message)
                finally:
                    trial.remove()
                yield f"{command}: {pair[0].key} and {pair[1].key} by {way}", finding
