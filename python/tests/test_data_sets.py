"""Building data sets from puzzles in memory, compared with the program over files."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import bulkdoku
from conftest import EASY, EASY_SOLUTION, EMPTY, HARD, digits, mixed

RELABELLED = "".join(str(int(cell) % 9 + 1) if cell != "." else "." for cell in EASY)
WRONG = EASY_SOLUTION.replace("534", "539", 1)  # in a blank cell
MARKS = "".join(cell.replace(".", "123456789") if cell == "." else f"{'.' * (int(cell) - 1)}{cell}{'.' * (9 - int(cell))}" for cell in EASY)


def written(command: str, puzzles: list[str], folder: Path, *options: str) -> list[str]:
    """Returns the lines that the program writes for puzzles."""
    (folder / "in.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    bulkdoku.run(command, folder / "in.txt", "--from", "line", "-o", folder / "out.txt", *options)
    return (folder / "out.txt").read_text().splitlines()


def text(cells: Any) -> str:
    return "".join(map(str, cells))


def test_check_finds_what_is_wrong() -> None:
    report = bulkdoku.check([EASY, EMPTY, None, EASY, "11" + EMPTY[2:]], by=["text", "puzzle"])
    kinds = [(finding.row, finding.kind) for finding in report.findings]
    assert kinds[:3] == [(1, "multiple"), (2, "malformed"), (3, "duplicate")]
    assert report.findings[1].text == "null"
    assert report.summary["findings_by_kind"]["duplicate"] == 2
    wrong = bulkdoku.check([EASY, EASY], [EASY_SOLUTION, EASY_SOLUTION.replace("1", "2")])
    assert wrong.summary["answers"]["right"] == 1
    assert wrong.findings[0].row == 1
    assert [finding.row for finding in bulkdoku.check([EMPTY, "bad"], findings=1).findings] == [0]


def test_canonical_forms_are_equal_for_equivalent_puzzles() -> None:
    forms = bulkdoku.canon([EASY, RELABELLED, EMPTY, "bad"])
    assert (forms.dtype, forms.shape) == (np.uint8, (4, 81))
    assert forms[0].tolist() == forms[1].tolist() != forms[2].tolist() == [0] * 81
    assert forms[3].tolist() == [255] * 81
    solution = bulkdoku.canon([EASY, RELABELLED, EMPTY], form="solution")
    assert solution[0].tolist() == solution[1].tolist()
    assert solution[2].tolist() == [255] * 81


def test_equivalents_have_the_form_of_their_puzzle() -> None:
    equivalents, rows = bulkdoku.augment([EASY, "bad", EMPTY], equivalents=5, seed=3, include_original=True)
    assert rows.tolist() == [0] * 6 + [2]  # the empty grid is its only equivalent
    assert equivalents[0].tolist() == digits(EASY)
    assert len({bytes(form) for form in bulkdoku.canon(equivalents[:6])}) == 1
    again, _ = bulkdoku.augment([EASY, "bad", EMPTY], equivalents=5, seed=3, include_original=True, threads=2)
    assert again.tolist() == equivalents.tolist()


@pytest.mark.parametrize(("by", "kept"), [("text", [1, 1, 1, 1, 1]), ("clues", [1, 1, 0, 1, 1]), ("puzzle", [1, 0, 0, 1, 1])])
def test_the_first_of_each_class_is_kept(by: str, kept: list[int]) -> None:
    puzzles = [EASY, RELABELLED, EASY.replace(".", "0"), "bad", EMPTY]
    assert bulkdoku.dedupe(puzzles, by=by).tolist() == [bool(keep) for keep in kept]


def test_no_class_is_in_two_parts() -> None:
    puzzles = bulkdoku.generate(300, seed=5)
    equivalents, rows = bulkdoku.augment(puzzles, equivalents=2)
    parts = bulkdoku.split(equivalents, {"train": "80%", "test": "20%"}, seed=2)
    assert sorted([*parts["train"], *parts["test"]]) == list(range(600))
    assert not set(rows[parts["train"]]) & set(rows[parts["test"]])
    assert 60 < len(parts["test"]) < 180


def test_every_function_accepts_a_set_without_puzzles() -> None:
    assert bulkdoku.check([]).findings == []
    assert bulkdoku.canon([]).shape == (0, 81) == bulkdoku.augment([], equivalents=1)[0].shape
    assert bulkdoku.dedupe([]).shape == (0,)
    assert [len(rows) for rows in bulkdoku.split([], {"a": "50%", "b": "50%"}).values()] == [0, 0]


def test_mixed_rows_have_the_forms_of_their_verdicts() -> None:
    puzzles = mixed(200)
    forms = bulkdoku.canon(puzzles)
    verdicts = [record.verdict for record in bulkdoku.solve(puzzles)]
    assert [(form == 255).all() for form in forms] == [verdict in ("conflict", "malformed") for verdict in verdicts]


def test_no_process_is_started_and_no_file_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process or a temporary file")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse)
    assert bulkdoku.check([EASY, EMPTY]).summary["findings"] == 1
    assert bulkdoku.canon([EASY]).shape == (1, 81)
    assert len(bulkdoku.augment([EASY], equivalents=3)[1]) == 3
    assert bulkdoku.dedupe([EASY, EASY]).tolist() == [True, False]
    assert bulkdoku.split([EASY], {"all": 1})["all"].tolist() == [0]
    (tmp_path / "in.txt").write_text(EASY)
    assert bulkdoku.solve_file(tmp_path / "in.txt", tmp_path / "out.txt")["records"] == 1


def test_results_are_those_of_the_program(tmp_path: Path) -> None:
    puzzles = [puzzle.replace("x", ".").replace("X", ".") for puzzle in mixed(300, seed=4)]
    puzzles += puzzles[:40] + [RELABELLED, EASY, EASY]
    for form in ("minlex", "solution"):
        lines = written("canon", puzzles, tmp_path, "--form", form, "--format", "line")
        forms = bulkdoku.canon(puzzles, form=form)  # type: ignore[arg-type]
        assert [text(cells) if cells[0] < 255 else "" for cells in forms] == [
            re.sub(r"\D", "0", line) if len(line) == 81 else "" for line in lines
        ]
    lines = written("augment", puzzles, tmp_path, "--equivalents", "3", "--seed", "9", "--format", "csv", "--include-original")
    equivalents, rows = bulkdoku.augment(puzzles, equivalents=3, seed=9, include_original=True)
    expected = [line.split(",") for line in lines[1:]]
    assert rows.tolist() == [int(line) - 1 for line, _ in expected]
    assert equivalents.tolist() == [digits(equivalent) for _, equivalent in expected]
    for by in ("text", "clues", "puzzle", "solution"):
        lines = written("dedupe", puzzles, tmp_path, "--by", by)
        assert [puzzle for puzzle, keep in zip(puzzles, bulkdoku.dedupe(puzzles, by=by)) if keep] == lines  # type: ignore[arg-type]
        parts = [tmp_path / "train.txt", tmp_path / "test.txt"]
        options = [f"--part={parts[0]}=70%", f"--part={parts[1]}=30%", "--seed", "5", "--by", by]
        bulkdoku.run("split", tmp_path / "in.txt", "--from", "line", *options)
        split = bulkdoku.split(puzzles, {"train": 0.7, "test": "rest"}, by=by, seed=5)  # type: ignore[arg-type]
        assert [[puzzles[row] for row in rows] for rows in split.values()] == [part.read_text().splitlines() for part in parts]


def test_check_finds_what_the_program_finds(tmp_path: Path) -> None:
    puzzles = [puzzle.replace("x", ".").replace("X", ".") for puzzle in mixed(300, seed=4)]
    puzzles += [EASY, RELABELLED, EASY]
    answers = [record.solution or EASY_SOLUTION for record in bulkdoku.solve(puzzles)]
    answers[-1] = WRONG
    answers[-2] = "12345"
    (tmp_path / "answers.txt").write_text("\n".join(answers))
    options = ["--by", "text,puzzle", "--answers", str(tmp_path / "answers.txt")]
    lines = written("check", puzzles, tmp_path, *options)
    summary = bulkdoku.run("check", tmp_path / "in.txt", "--from", "line", *options)
    report = bulkdoku.check(puzzles, answers, by=["text", "puzzle"], threads=2)
    found = {kind: count for kind, count in summary["findings_by_kind"].items() if count}
    assert (report.summary["findings_by_kind"], report.summary["findings"]) == (found, len(lines))
    assert report.summary["answers"]["right"] == summary["answers"]["right"]
    clues = {int(clues): count for clues, count in summary["puzzles_by_clues"].items()}
    assert report.summary["puzzles_by_clues"] == clues
    assert len(report.findings) == len(lines)
    assert bulkdoku.check(puzzles, answers, by=["text", "puzzle"], findings=5).findings == report.findings[:5]
    assert report.findings[-1].text == f"the same puzzle as in row {len(puzzles) - 3}, unchanged"
    assert any(finding.text == "5 characters where 81 were expected" for finding in report.findings)


@pytest.mark.parametrize("make", [pa.table, pl.DataFrame, pd.DataFrame], ids=lambda make: make.__module__.partition(".")[0])
def test_answers_beside_the_puzzles_are_checked(make: Any) -> None:
    table = make({"id": [1, 2, 3], "puzzle": [EASY, EASY, HARD], "solution": [EASY_SOLUTION, WRONG, None], "mine": [EASY_SOLUTION] * 3})
    kinds = {"wrong-answer": 1, "no-answer": 1, "duplicate": 1}
    short = bulkdoku.check([EASY], [EASY_SOLUTION[:80]]).findings[0]
    assert (short.kind, short.text) == ("wrong-answer", "80 characters where 81 were expected")
    report = bulkdoku.check(table)
    assert (report.summary["findings_by_kind"], report.summary["answers"]) == (kinds, {"right": 1})
    assert bulkdoku.check(table, answer_column="mine").summary["answers"] == {"right": 2}
    assert bulkdoku.check([EASY, EASY, HARD], table).findings == report.findings
    with pytest.raises(ValueError, match="no column 'other'"):
        bulkdoku.check(table, answer_column="other")
    plain = make({"puzzle": [EASY]})
    assert bulkdoku.check(plain).summary["answers"] is None


def test_answers_in_a_text_and_in_a_stream_are_checked() -> None:
    rows = f"id,puzzle,solution\n1,{EASY},{EASY_SOLUTION}\n2,{EASY},{WRONG}\n"
    assert bulkdoku.check(rows).summary["answers"] == {"right": 1}
    assert bulkdoku.check(rows, answer_column="solution").summary["answers"] == {"right": 1}
    assert bulkdoku.check([EASY, EASY], rows).summary["answers"] == {"right": 1}
    assert bulkdoku.check([EASY, EASY], f"{EASY_SOLUTION}\n{WRONG}\n").summary["answers"] == {"right": 1}
    assert bulkdoku.check(f"{EASY}\n{EASY}\n").summary["answers"] is None
    table = pa.table({"puzzle": [EASY], "solution": [WRONG]})
    stream = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    assert bulkdoku.check(stream).findings[0].kind == "wrong-answer"


def lines_of_json(*answers: str) -> str:
    return "".join(json.dumps({"id": 7, "Puzzle": EASY, "Solution": answer}) + "\n" for answer in answers)


@pytest.mark.parametrize(
    "rows",
    [
        lines_of_json(EASY_SOLUTION, WRONG, "short"),
        f"a count of 3\n# comment\n{EASY} {EASY_SOLUTION}\n\n{EASY} {WRONG}\n{EASY} short\n",
        f"{EASY},{EASY_SOLUTION}\n{EASY},{WRONG}\n{EASY},short\n",
        f"\ufeffSolution,quiz\n{EASY_SOLUTION},{EASY}\n{WRONG},{EASY}\nshort,{EASY}\n",
    ],
    ids=["json", "lines", "table", "table with a mark"],
)
def test_answers_in_any_text_are_those_that_the_program_checks(rows: str, tmp_path: Path) -> None:
    (tmp_path / "in").write_text(rows)
    bulkdoku.run("check", tmp_path / "in", "-o", tmp_path / "out")
    expected = [line.split(": ", 1)[1] for line in (tmp_path / "out").read_text().splitlines() if "duplicate" not in line]
    report = bulkdoku.check(rows)
    findings = [finding for finding in report.findings if finding.kind != "duplicate"]
    assert [f"{finding.kind}: {finding.text}" for finding in findings] == expected
    assert (len(expected), report.summary["answers"]) == (2, {"right": 1})
    assert bulkdoku.check([EASY] * 3, rows).findings == report.findings


def test_a_column_of_answers_can_be_named_in_json() -> None:
    assert bulkdoku.check(lines_of_json(WRONG), answer_column="Solution").findings[0].kind == "wrong-answer"
    assert bulkdoku.check([EASY], lines_of_json(EASY_SOLUTION), answer_column="Solution").findings == []
    with pytest.raises(ValueError, match="no column 'other'"):
        bulkdoku.check(lines_of_json(WRONG), answer_column="other")
    with pytest.raises(TypeError, match="answer_column must be the name of a column or None, not int"):
        bulkdoku.check(lines_of_json(WRONG), answer_column=2)  # type: ignore[arg-type]


def test_answers_of_a_table_do_not_need_the_puzzles_beside_them() -> None:
    assert bulkdoku.check([EASY], f"puzzle,solution\nlost,{EASY_SOLUTION}\n").findings == []
    assert bulkdoku.check([EASY], json.dumps({"puzzle": "lost", "solution": EASY_SOLUTION})).findings == []


@pytest.mark.parametrize("make", [pa.table, pl.DataFrame, pd.DataFrame], ids=lambda make: make.__module__.partition(".")[0])
def test_usual_names_of_columns_are_found_in_upper_and_lower_case(make: Any) -> None:
    table = make({"ID": ["1"], "Quizzes": [EASY], "Solutions": [WRONG]})
    assert bulkdoku.check(table).findings[0].kind == "wrong-answer"
    assert bulkdoku.solve(table, column="quizzes").tally() == {"solved": 1} == bulkdoku.solve(table).tally()
    assert bulkdoku.check(make({"Solution": [EASY]})).findings == []  # the column has the puzzles
    both = make({"puzzle": [EMPTY], "Puzzle": [EASY]})
    assert bulkdoku.solve(both, column="Puzzle", unique=True).tally() == {"unique": 1}


def test_all_findings_are_listed_without_a_limit() -> None:
    assert len(bulkdoku.check(["bad"] * 1500, findings=None).findings) == 1500
    assert len(bulkdoku.check(["bad"] * 1500).findings) == 1000


def split_by_the_program(rows: str, folder: Path) -> list[list[str]]:
    (folder / "in").write_text(rows)
    parts = [folder / "a", folder / "b"]
    bulkdoku.run("split", folder / "in", "--from", "line", *[f"--part={part}=50%" for part in parts], "--seed", "1")
    return [part.read_text().splitlines() for part in parts]


def test_rows_that_are_not_puzzles_are_split_by_their_text_as_in_the_program(tmp_path: Path) -> None:
    rows = ["x", "yy", " zzz ", "w", "vvvv", "uuuuu", "t", "s", "r", "q", "a" * 81, EASY[:40], "w", *(f"{'b' * 81} {number}" for number in range(9)), EASY]
    expected = split_by_the_program("\n".join(rows), tmp_path)
    assert all(len(part) > 3 for part in expected)
    views = pa.array(rows, pa.string_view())
    keys = pa.array(rows).dictionary_encode()
    for puzzles in (rows, [row.encode() for row in rows], np.array(rows), pa.array(rows), views, keys, pl.Series(rows)):
        parts = bulkdoku.split(puzzles, {"a": 0.5, "b": 0.5}, seed=1)
        assert [[rows[row] for row in part] for part in parts.values()] == expected
    lines = f"3\n\n{EASY}\r\n# comment\n" + "\n".join(f"{row} , {number}" for number, row in enumerate(rows))
    records = [line.strip("\r") for line in lines.split("\n")[2:] if not line.startswith("#")]
    parts = bulkdoku.split(lines, {"a": 0.5, "b": 0.5}, seed=1)
    expected = [[line for line in part if line and not line.startswith(("#", "3"))] for part in split_by_the_program(lines, tmp_path)]
    assert [[records[row] for row in part] for part in parts.values()] == expected
    numbers = np.tile(np.array(digits(EASY)), (20, 1))
    numbers[:, 2] = range(10, 30)
    for array in (numbers, numbers.astype(np.uint8), pl.Series(numbers.tolist())):
        assert all(map(len, bulkdoku.split(array, {"a": 0.5, "b": 0.5}).values()))
    assert sorted(map(len, bulkdoku.split([None] * 9, {"a": 0.5, "b": 0.5}).values())) == [0, 9]


def test_shares_that_add_up_to_the_whole_before_rounding_are_accepted() -> None:
    puzzles = bulkdoku.generate(600)
    for shares in ([1 / 3] * 3, [1 / 6] * 6, [1 / 255] * 255, [2 / 3, 1 / 3, 0.0], [0.1] * 10):
        parts = bulkdoku.split(puzzles, {str(number): share for number, share in enumerate(shares)})
        assert sum(map(len, parts.values())) == 600
        assert all(len(rows) == 0 for rows, share in zip(parts.values(), shares) if share == 0)
    thirds = bulkdoku.split(puzzles, {"a": "33.3333%", "b": "33.3333%", "c": "33.3334%"})
    for shares in ({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3}, {"a": 1 / 3, "b": 1 / 3, "c": "rest"}):
        assert [rows.tolist() for rows in bulkdoku.split(puzzles, shares).values()] == [rows.tolist() for rows in thirds.values()]
    with pytest.raises(ValueError, match=r"add up to 99\.9999%"):
        bulkdoku.split(puzzles, {"a": "33.3333%", "b": "33.3333%", "c": "33.3333%"})
    with pytest.raises(ValueError, match=r"add up to 100\.0002%"):
        bulkdoku.split(puzzles, {str(number): "16.6667%" for number in range(6)})


def test_seeded_functions_on_a_text_count_its_lines_as_the_program_does(tmp_path: Path) -> None:
    puzzles = bulkdoku.generate(6, seed=3)
    rows = [text(puzzle) for puzzle in puzzles]
    grid = "\n".join("\n".join(row[start : start + 9] for start in range(0, 81, 9)) + "\n" for row in rows)
    for given in (f"a header\n# comment\n\n{rows[0]}\n\nbad\n" + "\n".join(rows[1:]) + "\n", grid):
        (tmp_path / "in").write_text(given)
        bulkdoku.run("augment", tmp_path / "in", "--equivalents", "2", "--seed", "5", "-o", tmp_path / "out")
        equivalents = bulkdoku.augment(given, equivalents=2, seed=5)[0]
        assert [text(equivalent) for equivalent in equivalents] == [line.replace(".", "0") for line in (tmp_path / "out").read_text().splitlines()]
        bulkdoku.run("minimize", tmp_path / "in", "--seed", "5", "--format", "line", "-o", tmp_path / "out")
        minimal = [text(cells) for cells in bulkdoku.minimize(given, seed=5) if cells[0] < 255]
        lines = (tmp_path / "out").read_text().splitlines()
        assert minimal == [line.replace(".", "0") for line in lines if len(line) == 81]
        bulkdoku.run("sample", tmp_path / "in", "--count", "3", "--seed", "5", "-o", tmp_path / "out")
        sampled = [bulkdoku.solve(given)[row].solution for row in bulkdoku.sample(given, 3, seed=5)]
        records = bulkdoku.solve((tmp_path / "out").read_text())  # which begin with the header
        assert [grid for grid in sampled if grid] == [record.solution for record in records if record.solution]


def test_a_different_number_of_answers_is_refused() -> None:
    with pytest.raises(ValueError, match="there are 1 answers to 2 puzzles"):
        bulkdoku.check([EASY, EASY], [EASY_SOLUTION])
    with pytest.raises(ValueError, match="answer_column|no table"):
        bulkdoku.check([EASY], answer_column="solution")


def test_pencilmarks_are_accepted_or_refused_by_name() -> None:
    marks = f"{MARKS}\n{MARKS}\n"
    assert bulkdoku.check(marks).summary["findings_by_kind"] == {"duplicate": 1}
    assert bulkdoku.dedupe(marks, by="clues").tolist() == [True, False]
    assert bulkdoku.dedupe(marks, by="solution").tolist() == [True, False]
    assert sorted(map(len, bulkdoku.split(marks, {"a": 0.5, "b": 0.5}, by="clues").values())) == [0, 2]
    for call in (bulkdoku.canon, bulkdoku.dedupe, lambda text: bulkdoku.augment(text, equivalents=1)):
        with pytest.raises(ValueError, match="contains pencilmarks"):
            call(marks)


def test_errors_about_arguments_use_the_words_of_python() -> None:
    with pytest.raises(ValueError, match="by must be one of text, clues, puzzle, solution, not 'x'"):
        bulkdoku.dedupe([EASY], by="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="form must be 'minlex' or 'solution', not 'x'"):
        bulkdoku.canon([EASY], form="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="equivalents must be from 1 to"):
        bulkdoku.augment([EASY], equivalents=0)
    with pytest.raises(TypeError, match="seed must be int"):
        bulkdoku.augment([EASY], equivalents=1, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="equivalents must be from 1 to 100000, not 10000000000"):
        bulkdoku.augment([EASY], equivalents=10**10)
    with pytest.raises(MemoryError):
        bulkdoku.augment(pa.nulls(10**9), equivalents=100_000)
    for call in (lambda: bulkdoku.augment([EASY], equivalents=None), lambda: bulkdoku.sample([EASY], None)):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="must be int, not NoneType"):
            call()
    assert len(bulkdoku.augment([EASY], equivalents=np.int64(2), seed=np.uint8(3))[1]) == 2


def test_every_function_accepts_numbers_of_any_type() -> None:
    puzzles = np.array([digits(EASY), digits(RELABELLED)])
    assert bulkdoku.canon(puzzles.astype(np.int64)).tolist() == bulkdoku.canon([EASY, RELABELLED]).tolist()
    assert bulkdoku.dedupe(puzzles.astype(np.int16)).tolist() == [True, False]
    puzzles[1, 4] = 10
    assert bulkdoku.check(puzzles).findings[0].text == "r1c5 is 10, not a digit from 0 to 9"
    answers = np.array([digits(EASY_SOLUTION)] * 2, dtype=np.int32)
    assert bulkdoku.check(puzzles, answers).summary["answers"] == {"right": 1}


def test_a_minimal_puzzle_matches_the_program(tmp_path: Path) -> None:
    puzzles = [*mixed(60, seed=2), EASY_SOLUTION]
    lines = written("minimize", puzzles, tmp_path, "--seed", "3", "--format", "line")
    minimal = bulkdoku.minimize(puzzles, seed=3, threads=2)
    for cells, line, verdict in zip(minimal, lines, bulkdoku.solve(puzzles, unique=True).verdicts):
        assert cells.tolist() == (digits(line) if verdict == bulkdoku.Verdict.UNIQUE else [255] * 81)


@pytest.mark.parametrize("stratify", [None, "clues", "guesses", "level"])
def test_a_sample_has_the_rows_of_the_program(stratify: Any, tmp_path: Path) -> None:
    puzzles = [puzzle for puzzle in mixed(200, seed=8) if "#" not in puzzle]
    options = ["--stratify", stratify] if stratify else []
    lines = written("sample", puzzles, tmp_path, "--count", "4", "--seed", "5", *options)
    rows = bulkdoku.sample(puzzles, 4, seed=5, stratify=stratify)
    assert [puzzles[row] for row in rows] == lines
    if stratify:
        lines = written("sample", puzzles, tmp_path, "--each", "2", "--seed", "5", *options)
        assert [puzzles[row] for row in bulkdoku.sample(puzzles, each=2, seed=5, stratify=stratify)] == lines
    with pytest.raises(ValueError, match="give one of count and each"):
        bulkdoku.sample(puzzles, 4, each=2, stratify="clues")
    with pytest.raises(ValueError, match="each needs strata"):
        bulkdoku.sample(puzzles, each=2)
    with pytest.raises(ValueError, match="stratify must be one of clues, guesses, level, not 'x'"):
        bulkdoku.sample(puzzles, 4, stratify="x")


def table(puzzles: list[str], values: list[str], path: Path) -> list[str]:
    """Writes a table of puzzles and values. Returns its rows."""
    rows = [f"{puzzle},{value}" for puzzle, value in zip(puzzles, values)]
    path.write_text("\n".join(["puzzle,value", *rows]) + "\n")
    return rows


@pytest.mark.parametrize("kind", ["few texts", "few numbers", "many numbers"])
def test_the_values_of_a_column_are_the_strata_of_the_program(kind: str, tmp_path: Path) -> None:
    puzzles = [puzzle.replace("x", ".").replace("X", ".") for puzzle in mixed(400, seed=9)] + [RELABELLED, EASY, "bad"]
    number: list[Any] = [row * 7919 % 1000 / 100 for row in range(len(puzzles))]
    if kind == "few texts":
        number = [["web", "book", None, " 9"][row % 4] for row in range(len(puzzles))]
    elif kind == "few numbers":
        number = [int(value) for value in number]
    rows = table(puzzles, ["" if value is None else str(value) for value in number], tmp_path / "in.csv")
    for values in (number, np.array(number, dtype=object), pd.Series(number), pa.array(number), pl.Series(number)):
        parts = {"a": 0.6, "b": "rest"}
        options = [f"--part={tmp_path / 'a.csv'}=60%", f"--part={tmp_path / 'b.csv'}=rest", "--seed", "5"]
        bulkdoku.run("split", tmp_path / "in.csv", *options, "--stratify", "value")
        split = bulkdoku.split(puzzles, parts, seed=5, stratify=values)
        expected = [(tmp_path / name).read_text().splitlines()[1:] for name in ("a.csv", "b.csv")]
        assert [[rows[row] for row in part] for part in split.values()] == expected
        for count in (["--count", "33"], ["--each", "2"]):
            options = [*count, "--seed", "5", "--stratify", "value", "-o", str(tmp_path / "out.csv")]
            bulkdoku.run("sample", tmp_path / "in.csv", *options)
            sampled = bulkdoku.sample((tmp_path / "in.csv").read_text(), **{count[0][2:]: int(count[1])}, seed=5, stratify=values)
            assert [rows[row] for row in sampled] == (tmp_path / "out.csv").read_text().splitlines()[1:]


@pytest.mark.parametrize("stratify", ["clues", "guesses", "level"])
def test_a_split_by_strata_has_the_parts_of_the_program(stratify: Any, tmp_path: Path) -> None:
    puzzles = [puzzle.replace("x", ".").replace("X", ".") for puzzle in mixed(300, seed=4)] + [RELABELLED, EASY, "bad", "bad"]
    for by in ("text", "puzzle", "solution"):
        parts = [tmp_path / "train.txt", tmp_path / "test.txt"]
        options = [f"--part={parts[0]}=70%", f"--part={parts[1]}=30%", "--seed", "5", "--by", by, "--stratify", stratify]
        (tmp_path / "in.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
        bulkdoku.run("split", tmp_path / "in.txt", "--from", "line", *options)
        for threads in (1, 2):
            split = bulkdoku.split(puzzles, {"train": 0.7, "test": "rest"}, by=by, seed=5, stratify=stratify, threads=threads)
            assert [[puzzles[row] for row in rows] for rows in split.values()] == [part.read_text().splitlines() for part in parts]


def test_strata_are_one_for_each_puzzle_and_at_most_254_texts() -> None:
    with pytest.raises(ValueError, match="stratify has 1 values for 2 puzzles"):
        bulkdoku.split([EASY, EMPTY], {"a": 1}, stratify=["x"])
    with pytest.raises(ValueError, match="more than 254 values, too many for strata"):
        bulkdoku.sample([EMPTY] * 300, 4, stratify=[f"id{row}" for row in range(300)])
    with pytest.raises(TypeError, match="stratify must be a property or a value for each puzzle, not int"):
        bulkdoku.split([EASY], {"a": 1}, stratify=7)  # type: ignore[arg-type]


def test_the_mask_of_clean_puzzles_has_the_records_of_a_clean_copy(tmp_path: Path) -> None:
    puzzles = [puzzle.replace("x", ".").replace("X", ".") for puzzle in mixed(300, seed=4)]
    puzzles += [*puzzles[:40], RELABELLED, EASY, EASY]
    (tmp_path / "other.txt").write_text(f"{puzzles[3]}\n{EASY_SOLUTION}\n")
    for other, options in ((None, []), ([puzzles[3], EASY_SOLUTION], ["--against", str(tmp_path / "other.txt")])):
        written("check", puzzles, tmp_path, "--by", "text,puzzle", "--clean", str(tmp_path / "clean.txt"), *options)
        for threads in (1, 2):
            report = bulkdoku.check(puzzles, by=["text", "puzzle"], against=other, clean=True, threads=threads)
            assert report.clean is not None
            assert report.clean.shape == (len(puzzles),)
            clean = [puzzle for puzzle, is_clean in zip(puzzles, report.clean) if is_clean]
            assert clean == (tmp_path / "clean.txt").read_text().splitlines()
    assert bulkdoku.check(puzzles).clean is None
    wrong = bulkdoku.check([EASY, HARD], [WRONG, None], clean=True)
    assert wrong.clean is not None
    assert wrong.clean.tolist() == [False, False]


def test_the_page_is_that_of_the_program_with_rows_for_lines(tmp_path: Path) -> None:
    puzzles = [puzzle.replace("x", ".").replace("X", ".") for puzzle in mixed(300, seed=4)] + [EASY, EASY, HARD]
    written("check", puzzles, tmp_path, "--html", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text(encoding="utf-8").replace("in.txt", "puzzles")
    pages = [bulkdoku.check(puzzles, html=True, threads=threads).html for threads in (1, 2)]
    assert pages[0] == pages[1]
    assert pages[0] is not None

    def figures(page: str) -> str:
        return page[page.index("Clues, levels, guesses") : page.index("The hardest ten")]

    assert figures(pages[0]) == figures(page)
    lines = [int(line.replace(",", "")) for line in re.findall(r">Line ([\d,]+)<", page)]
    assert [int(row.replace(",", "")) + 1 for row in re.findall(r">Row ([\d,]+)<", pages[0])] == lines
    assert bulkdoku.check(puzzles).html is None


def test_several_data_sets_are_left_out_as_by_the_program(tmp_path: Path) -> None:
    puzzles = [puzzle.replace("x", ".").replace("X", ".") for puzzle in mixed(120, seed=6)]
    others = {"train": puzzles[5:15], "test": [RELABELLED, *puzzles[40:50]]}
    options = []
    for name, other in others.items():
        (tmp_path / name).write_text("".join(f"{puzzle}\n" for puzzle in other))
        options += ["--against", str(tmp_path / name)]
    own = [*puzzles, EASY]
    lines = written("dedupe", own, tmp_path, *options)
    assert [puzzle for puzzle, stays in zip(own, bulkdoku.dedupe(own, against=others)) if stays] == lines
    assert bulkdoku.duplicates(own, against=others)[-1] == -1


@pytest.mark.parametrize("equal_weights", [False, True])
def test_unbiased_puzzles_are_those_of_the_program(equal_weights: bool, tmp_path: Path) -> None:
    count = 2 if equal_weights else 20
    kind = "--unbiased=exact" if equal_weights else "--unbiased"
    bulkdoku.run("generate", kind, "--count", str(count), "--seed", "4", "-o", tmp_path / "out.csv")
    lines = (tmp_path / "out.csv").read_text().splitlines()
    rows = [(line, 1.0) for line in lines]
    if not equal_weights:
        rows = [(line.split(",")[0], float(line.split(",")[1])) for line in lines[1:]]
    for threads in (1, 2):
        puzzles, weights = bulkdoku.generate_unbiased(count, seed=4, equal_weights=equal_weights, threads=threads)
        assert [(cells, weight) for cells, weight in zip(puzzles.tolist(), weights)] == [(digits(p), w) for p, w in rows]
    with pytest.raises(ValueError, match="are too rare"):
        bulkdoku.generate_unbiased(1, clues=17)


def test_an_explanation_solves_the_puzzle() -> None:
    easy, hard, empty, nothing = bulkdoku.explain([EASY, HARD, EMPTY, None])
    cells = digits(EASY)
    for step in easy.steps:
        if step.placed:
            cells[step.placed[0]] = step.placed[1]
    assert text(cells) == EASY_SOLUTION
    assert (easy.verdict, easy.level, easy.is_solved) == ("unique", 1, True)
    assert easy.steps[0].text.startswith("r1c6 = 8 ")
    assert (hard.verdict, hard.level, hard.is_solved) == ("unique", None, False)
    assert (empty.verdict, empty.steps, nothing.verdict) == ("multiple", [], "malformed")


@pytest.mark.parametrize("keep", ["first", "fewest", "canonical"])
@pytest.mark.parametrize("by", ["clues", "puzzle", "solution"])
def test_duplicates_stay_as_the_program_keeps_them(keep: Any, by: Any, tmp_path: Path) -> None:
    if by != "solution" and keep == "fewest" or by == "clues" and keep == "canonical":
        with pytest.raises(ValueError, match=f"keep='{keep}' needs by="):
            bulkdoku.duplicates([EASY], by=by, keep=keep)
        return
    own = [puzzle.replace("x", ".").replace("X", ".") for puzzle in mixed(120, seed=6)]
    own += [RELABELLED, EASY, EASY_SOLUTION, *own[:30]]
    own += [text(form).replace("0", ".") for form in bulkdoku.canon(own) if form[0] < 255][:20]
    other = [*own[5:15], EASY]
    (tmp_path / "other.txt").write_text("".join(f"{puzzle}\n" for puzzle in other))
    for against, options in ((None, []), (other, ["--against", str(tmp_path / "other.txt"), "--from", "line"])):
        classes = tmp_path / "classes.csv"
        lines = written("dedupe", own, tmp_path, "--by", by, "--keep", keep, "--classes", str(classes), *options[:2])
        kept = bulkdoku.duplicates(own, by=by, keep=keep, against=against)
        mask = bulkdoku.dedupe(own, by=by, keep=keep, against=against, threads=2)
        assert [puzzle for puzzle, stays in zip(own, mask) if stays] == lines
        assert (mask == (kept == np.arange(len(own)))).all()
        assert not mask[kept[(kept >= 0) & ~mask]].sum() < 0 and mask[kept[kept >= 0]].all()


def test_leaks_are_those_of_the_program(tmp_path: Path) -> None:
    own, other = [EASY, EMPTY, RELABELLED, HARD, EASY], [HARD, RELABELLED]
    (tmp_path / "other.txt").write_text("".join(f"{puzzle}\n" for puzzle in other))
    for by in (["puzzle"], ["clues", "puzzle"]):
        options = ["--by", ",".join(by), "--against", str(tmp_path / "other.txt")]
        lines = written("check", own, tmp_path, *options)
        report = bulkdoku.check(own, by=by, against=other)  # type: ignore[arg-type]
        kinds = [(int(line.split(":")[1]) - 1, line.split(": ")[1]) for line in lines]
        assert [(finding.row, finding.kind) for finding in report.findings] == kinds
    assert bulkdoku.check(own, against=other).findings[0].text.startswith("the same puzzle as row 1 of against")
