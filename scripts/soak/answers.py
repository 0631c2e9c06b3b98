"""Runs the program on random files with random options, and checks every result without the solver.

The puzzles have clues of solved grids, with a few changes. A plain search counts their solutions, and the files contain
equivalents, which have the same number of solutions. Solutions are checked by the rules. The files are lines, tables with every
delimiter, grids and pencilmarks, with malformed records, other line ends, byte order marks, gzip and zstd. They are mapped, read
or piped. Engines, instruction sets, threads and chunk sizes are also random.

| command | what must be true |
|---|---|
| solve | every result is a solution, or the verdict that follows from the number of solutions; one result per record |
| count | the number of solutions up to the limit |
| canon | two records have the same form exactly when they are equivalent |
| dedupe | the first of all equivalents of a puzzle is kept |
| split | every record is in one part, and all equivalents of a puzzle are in the same part |
| check | the number of duplicates is right |
| rate | equivalents of a puzzle have the same rating |
"""

import csv
import io
import json
import os
import subprocess
from collections import Counter
from pathlib import Path

from boards import CLUES, GRID, MALFORMED, MOST, Boards, File, is_solution

# The longest time of a run.
LIMIT = 120

# The number of further boards for each run.
MORE_BOARDS = 1


class Answers:
    """Random runs, and the checks of each."""

    def __init__(self, draw, program, folder):
        self.draw, self.program, self.folder = draw, program, Path(folder)
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
            [self.program, *args], input=stdin, env=environment, capture_output=True, timeout=LIMIT, check=False
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
