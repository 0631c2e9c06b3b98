#!/usr/bin/env python3
"""Runs the program on random files with random options for some time, and checks every result without the solver. For the other
half of the time, it runs the program, the Python package and the web page's module on the worst inputs for their size, and checks
memory, time and bytes (soak_limits.py).

usage: scripts/soak.py [SECONDS] [--seed S] [--only answers|limits]   (default: 60 seconds)

The puzzles have clues of solved grids, with a few changes. A plain search in this file counts their solutions, and the
files contain equivalents, which have the same number of solutions. Solutions are checked by the rules. The files are lines,
tables with every delimiter, grids and pencilmarks, with malformed records, other line ends, byte order marks, gzip and
zstd. They are mapped, read or piped. Engines, instruction sets, threads and chunk sizes are also random.

| command | what must be true |
|---|---|
| solve | every result is a solution, or the verdict that follows from the number of solutions; one result per record |
| count | the number of solutions up to the limit |
| canon | two records have the same form exactly when they are equivalent |
| dedupe | the first of all equivalents of a puzzle is kept |
| split | every record is in one part, and all equivalents of a puzzle are in the same part |
| check | the number of duplicates is right |
| rate | equivalents of a puzzle have the same rating |

The last run, an hour on 2026-11-26 on a tenth of two cores, with seed 20261126: 41,547 runs with answers (4,516 canon, 4,614 check,
4,542 count, 4,749 dedupe, 4,537 rate, 13,883 solve, 4,706 split) and 2,881,282 records, no finding; 485 cases of the worst inputs (394
in the program, 35 in Python, 56 in the web page's module), two findings. The module read returns that the program decodes as one
long line, and now refuses them; and the clock ended a run of `minimize`, which no longer counts.

BULKDOKU names the program (default: target/release/bulkdoku), BULKDOKU_PYTHON an interpreter that has the package (default:
target/python/bin/python) and BULKDOKU_PACKAGE the package for npm (default: target/web/package). Missing ones are skipped.
The files of a finding are kept. Exits with 1 if there is one.
"""

import argparse
import csv
import gzip
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from soak_limits import Limits

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("BULKDOKU", str(ROOT / "target" / "release" / "bulkdoku"))

HOUSES = [[[9 * h + i for i in range(9)], [9 * i + h for i in range(9)]] for h in range(9)]
HOUSES = [house for pair in HOUSES for house in pair]
HOUSES += [[27 * (b // 3) + 3 * (b % 3) + 9 * i + j for i in range(3) for j in range(3)] for b in range(9)]
PEERS = [sorted({other for house in HOUSES if cell in house for other in house} - {cell}) for cell in range(81)]

GRID = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

# The most solutions to count, and the most search steps for a board that is used.
MOST = 12
STEPS = 3000

# The number of boards at the start, and of further boards for each run.
FIRST_BOARDS, MORE_BOARDS = 60, 1

# The longest time of a run.
LIMIT = 120

# Findings after which a part of the soak ends.
MOST_FINDINGS = 20


def count_solutions(board):
    """Returns the number of solutions of a board, up to MOST, or None if that takes too many steps."""
    left = [0x1FF] * 81
    for cell, clue in enumerate(board):
        if clue != ".":
            left[cell] = 1 << (int(clue) - 1)
    steps = 0

    def search(left, open_cells):
        nonlocal steps
        steps += 1
        if steps > STEPS:
            raise TimeoutError
        if not open_cells:
            return 1
        cell = min(open_cells, key=lambda cell: left[cell].bit_count())
        rest, found = open_cells - {cell}, 0
        for digit in range(9):
            bit = 1 << digit
            if left[cell] & bit:
                child = left[:]
                for peer in PEERS[cell]:
                    child[peer] &= ~bit
                if all(child[peer] for peer in PEERS[cell]):
                    child[cell] = bit
                    found += search(child, rest)
                    if found >= MOST:
                        return MOST
        return found

    try:
        return search(left, frozenset(range(81)))
    except TimeoutError:
        return None


def is_solution(board, answer):
    fits = all(clue in (".", digit) for clue, digit in zip(board, answer))
    return len(answer) == 81 and fits and all(len({answer[c] for c in house} & set("123456789")) == 9 for house in HOUSES)


def has_conflict(board):
    return any(board[cell] != "." and board[cell] == board[peer] for cell in range(81) for peer in PEERS[cell])


def rearranged(draw, board):
    """Returns a random equivalent of a board."""
    def order():
        return [3 * band + line for band in draw.sample(range(3), 3) for line in draw.sample(range(3), 3)]

    rows, columns, flip = order(), order(), draw.random() < 0.5
    labels = dict(zip("123456789.", draw.sample("123456789", 9) + ["."]))
    cells = [(c, r) if flip else (r, c) for r in rows for c in columns]
    return "".join(labels[board[9 * r + c]] for r, c in cells)


class Boards:
    """Boards with known numbers of solutions, no two of them equivalent except by chance in a million."""

    def __init__(self, draw):
        self.draw, self.known, self.grids = draw, [], [GRID]
        while len(self.known) < FIRST_BOARDS:
            self.add()

    def add(self):
        draw = self.draw
        grid = list(rearranged(draw, draw.choice(self.grids)))
        clues = draw.choice([22, 24, 26, 28, 30, 34, 40, 50])
        board = ["."] * 81
        for cell in draw.sample(range(81), clues):
            board[cell] = grid[cell]
        for _ in range(draw.choice([0, 0, 0, 0, 0, 1, 2])):
            board[draw.randrange(81)] = draw.choice("123456789")
        board = "".join(board)
        count = count_solutions(board)
        if count is not None:
            self.known.append((board, count, has_conflict(board)))

    def records(self, most):
        """Returns records of (number of the board, text, number of solutions, whether there is a conflict)."""
        chosen = self.draw.sample(range(len(self.known)), min(len(self.known), self.draw.randint(1, 30)))
        records = []
        for _ in range(self.draw.randint(1, most)):
            number = self.draw.choice(chosen)
            board, count, conflict = self.known[number]
            records.append((number, rearranged(self.draw, board), count, conflict))
        return records


# The formats with clues: others have no canonical form.
CLUES = ("line", "csv", "quoted", "grid")

MALFORMED = (None, "", 0, False)


def marks(board):
    return "".join("".join(d if clue in (".", d) else "." for d in "123456789") for clue in board)


class File:
    """A file with these records, in a random format."""

    def __init__(self, draw, folder, records, kinds=("line", "line", "csv", "csv", "quoted", "grid", "marks")):
        self.kind = draw.choice(kinds)
        self.records, self.draw = records, draw
        blank = draw.choice([".", "0"])
        end = draw.choice(["\n", "\r\n"])
        delimiter = draw.choice(",;\t|")
        self.text = self.header(delimiter)
        for number, record in enumerate(records):
            self.text += self.lines(number, record, blank, delimiter)
        self.text = self.text.replace("\n", end)
        if draw.random() < 0.2:
            self.text = self.text.rstrip("\r\n")
        data = self.text.encode()
        if draw.random() < 0.1:
            data = b"\xef\xbb\xbf" + data
        packing = draw.choice(["", "", "", ".gz", ".zst" if shutil.which("zstd") else ".gz"])
        self.path = folder / f"input.{self.kind}{packing}"
        if packing == ".gz":
            data = gzip.compress(data, 1)
        elif packing == ".zst":
            data = subprocess.run(["zstd", "-q", "-1"], input=data, capture_output=True, check=True).stdout
        self.path.write_bytes(data)

    def header(self, delimiter):
        if self.kind in ("csv", "quoted") and self.draw.random() < 0.7:
            return f"id{delimiter}puzzle{delimiter}note\n"
        return ""

    def lines(self, number, record, blank, delimiter):
        board = record[1].replace(".", blank)
        if record is MALFORMED:
            board = self.draw.choice(["1" * 80, "." * 79 + "k.", "abc", "1" * 82])
        if self.kind == "line":
            return board + self.draw.choice(["", "", "", " 2.5"]) + "\n"
        if self.kind == "grid":
            return "".join(board[row : row + 9] + "\n" for row in range(0, 81, 9)) + "\n"
        if self.kind == "marks":
            return (marks(record[1]) if record[1] else board) + "\n"
        note = f'"a{delimiter}""b"" \n c"' if self.kind == "quoted" else "note"
        return f"{number}{delimiter}{board}{delimiter}{note}\n"


class Soak:
    def __init__(self, seed, folder):
        self.draw = random.Random(seed)
        self.folder = Path(folder)
        self.boards = Boards(self.draw)
        self.runs, self.checked = Counter(), 0

    def step(self):
        """Does one run, and returns what is wrong with it, or None."""
        for _ in range(MORE_BOARDS):
            self.boards.add()
        name = self.draw.choice(["solve", "solve", "solve", "count", "canon", "dedupe", "split", "check", "rate"])
        self.runs[name] += 1
        records = self.boards.records(15 if name == "rate" else self.draw.choice([5, 60, 400]))
        self.code = self.error = None
        finding = getattr(self, name)(records)
        self.checked += len(records)
        return finding and f"{name}: {finding}; exit code {self.code}: {self.error}; {self.command}"

    def run(self, args, file, seeks=False):
        """Runs the program on a file, through a pipe only if it need not seek, and returns its output."""
        draw = self.draw
        args = [*args, "-q", "-j", str(draw.randint(1, 4))]
        isa = draw.choice(["auto", "auto", "avx2", "portable"])
        if args[0] in ("solve", "count"):
            args += draw.choice([[], [], [], ["--engine", "single"]])
        if args[0] == "solve":
            args += draw.choice([[], ["--chunk-size", str(draw.choice([1, 82, 300, 5000]))]])
        way = draw.choice(["map", "read"] if seeks else ["map", "read", "pipe"])
        args += {"map": [str(file.path)], "read": ["--no-mmap", str(file.path)], "pipe": []}[way]
        self.command = f"BULKDOKU_ISA={isa} {' '.join(args)}"
        stdin = file.path.read_bytes() if way == "pipe" else b""
        environment = {**os.environ, "BULKDOKU_ISA": isa}
        done = subprocess.run(
            [PROGRAM, *args], input=stdin, env=environment, capture_output=True, timeout=LIMIT, check=False
        )
        self.code, self.error = done.returncode, done.stderr.decode(errors="replace")[:300]
        return done.stdout.decode()

    def solve(self, records):
        for _ in range(self.draw.choice([0, 0, 1, 5])):
            records.insert(self.draw.randint(1, len(records)), MALFORMED)
        file = File(self.draw, self.folder, records)
        while file.kind == "grid" and MALFORMED in records:  # a defect between rows may not be a separate record
            file = File(self.draw, self.folder, records)
        unique = self.draw.random() < 0.5
        style = self.draw.choice(["line", "line", "csv", "jsonl"])
        output = self.run(["solve", "--format", style, *(["--unique"] if unique else [])], file)
        answers = [self.answer(line, style) for line in output.splitlines()[style == "csv" :]]
        return self.judge(records, answers, unique)

    @staticmethod
    def answer(line, style):
        """Returns the solution, or else the verdict, of a line of the output."""
        if style == "csv":
            fields = line.split(",")
            return fields[2] or fields[3]
        if style == "jsonl":
            fields = json.loads(line)
            return fields["solution"] or fields["verdict"]
        return line

    def judge(self, records, answers, unique):
        if len(answers) != len(records):
            return f"{len(answers)} answers for {len(records)} records"
        answered = 0
        for index, (record, answer) in enumerate(zip(records, answers)):
            _, board, count, conflict = record
            if record is MALFORMED:
                right = answer.startswith("malformed")
            elif conflict:
                right = answer.startswith(("conflict", "none"))
            elif count == 0:
                right = answer == "none"
            elif count > 1 and unique:
                right = answer == "multiple"
            else:
                right = is_solution(board, answer)
                answered += 1
            if not right:
                return f"record {index + 1}, {board} with {count} solutions, has the answer {answer}"
        return None if self.code == int(answered < len(records)) else "wrong exit code"

    def count(self, records):
        limit = self.draw.randint(1, MOST)
        file = File(self.draw, self.folder, records)
        counts = self.run(["count", "--limit", str(limit)], file).splitlines()
        if len(counts) != len(records):
            return f"{len(counts)} counts for {len(records)} records"
        for index, ((_, board, count, conflict), answer) in enumerate(zip(records, counts)):
            if not conflict and answer != str(min(count, limit)):
                return f"record {index + 1}, {board} with {count} solutions, has the count {answer}"
        return None

    def without_conflicts(self, records):
        return [record for record in records if not record[3]] or [(0, GRID, 1, False)]

    def canon(self, records):
        records = self.without_conflicts(records)
        forms = self.run(["canon", "--format", "line"], File(self.draw, self.folder, records, CLUES)).splitlines()
        numbers = [record[0] for record in records]
        pairs = set(zip(numbers, forms))
        if len(forms) == len(records) and len(pairs) == len(set(numbers)) == len(set(forms)):
            return None
        return f"{len(forms)} forms, {len(set(forms))} different ones, of {len(set(numbers))} boards"

    def dedupe(self, records):
        records = self.without_conflicts(records)
        file = File(self.draw, self.folder, records, ["line"])
        first = list({record[0]: index for index, record in reversed(list(enumerate(records)))}.values())
        lines = file.text.splitlines()
        expected = [lines[index] for index in sorted(first)]
        kept = self.run(["dedupe", "--by", "puzzle"], file, seeks=True).removeprefix("\ufeff").splitlines()
        return None if kept == expected else f"{len(kept)} records are kept, not the {len(expected)} expected"

    def split(self, records):
        records = self.without_conflicts(records)
        file = File(self.draw, self.folder, records, ["line"])
        parts = [self.folder / "one", self.folder / "two"]
        more = self.draw.choice([[], ["--stratify", "clues"]])
        self.run(["split", "--part", f"{parts[0]}=60%", "--part", f"{parts[1]}=rest", *more], file, seeks=True)
        if self.code != 0:
            return "it fails"
        texts = [part.read_text(encoding="utf-8-sig").splitlines() for part in parts]
        if Counter(texts[0] + texts[1]) != Counter(file.text.splitlines()):
            return "records are lost or changed"
        number = {line: record[0] for line, record in zip(file.text.splitlines(), records)}
        both = {number[line] for line in texts[0]} & {number[line] for line in texts[1]}
        return f"copies of {len(both)} boards are in both parts" if both else None

    def check(self, records):
        records = self.without_conflicts(records)
        file = File(self.draw, self.folder, records, CLUES)
        summary = self.folder / "summary"
        self.run(["check", "--by", "puzzle", "--summary", str(summary)], file)
        duplicates = len(records) - len({record[0] for record in records})
        found = json.loads(summary.read_text())["findings_by_kind"].get("duplicate", 0)
        return None if found == duplicates else f"{found} duplicates, not {duplicates}"

    def rate(self, records):
        records = [record for record in records if record[2] == 1 and not record[3]]
        if not records:
            return None
        output = self.run(["rate", "--only", "level,left,guesses"], File(self.draw, self.folder, records, ["line"]))
        rows = csv.DictReader(io.StringIO(output))
        ratings = [tuple(value for name, value in row.items() if name not in ("line", "puzzle", "text")) for row in rows]
        pairs = set(zip((record[0] for record in records), ratings))
        complete = len(ratings) == len(records)
        return None if complete and len(pairs) == len({number for number, _ in pairs}) else f"ratings differ: {pairs}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", nargs="?", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", choices=["answers", "limits"])
    options = parser.parse_args()
    parts = [options.only] if options.only else ["answers", "limits"]
    findings = sum(soak(part, options.seconds / len(parts), options.seed) for part in parts)
    sys.exit(bool(findings))


def soak(part, seconds, seed):
    """Does runs for some time, prints what is wrong, and returns the number of findings."""
    folder = tempfile.mkdtemp(prefix="soak-")
    end, began, findings = time.monotonic() + seconds, time.monotonic(), set()
    runs = Soak(seed, folder) if part == "answers" else Limits(random.Random(seed), PROGRAM, folder)
    while time.monotonic() < end and len(findings) < MOST_FINDINGS:
        finding = runs.step()
        if finding and finding.split(": ")[0] not in findings:
            findings.add(finding.split(": ")[0])
            kept = shutil.copytree(folder, f"{folder}-finding-{len(findings)}")
            print(f"{finding}; the files are in {kept}", flush=True)
    shutil.rmtree(folder)
    counts = ", ".join(f"{count} {name}" for name, count in sorted(runs.runs.items()))
    print(
        f"{part}, seed {seed}: {runs.runs.total()} runs ({counts}), {runs.checked} records in {time.monotonic() - began:.0f} s, "
        f"{len(findings)} findings"
    )
    return len(findings)


if __name__ == "__main__":
    main()
