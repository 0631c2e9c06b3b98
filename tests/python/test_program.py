"""Files, data sets, and the program as a command."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import bulkdoku
from conftest import EASY, EASY_SOLUTION, EMPTY, digits, mixed

RELABELLED = "".join(str(int(cell) % 9 + 1) if cell != "." else "." for cell in EASY)


def test_solve_file_keeps_columns_and_returns_the_summary(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "in.csv.gz", "wt") as table:
        table.write(f"id,quizzes\n1,{EASY}\n2,{EMPTY}\n3,bad\n")
    summary = bulkdoku.solve_file(tmp_path / "in.csv.gz", tmp_path / "out.csv", unique=True, keep_columns=True, threads=2)
    assert (summary["records"], summary["threads"]) == (3, 2)
    assert summary["verdicts"]["unique"] == 1 == summary["verdicts"]["multiple"] == summary["verdicts"]["malformed"]
    rows = (tmp_path / "out.csv").read_text().splitlines()
    assert rows[1] == f"1,{EASY},{EASY_SOLUTION},unique,1,{rows[1].rsplit(',', 1)[1]}"
    assert bulkdoku.solve_file(tmp_path / "in.csv.gz", tmp_path / "o", column="quizzes", budget=9, format="jsonl")["records"] == 3


def test_the_bar_of_a_file_comes_from_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["generate", "--count", "60000", "--output", str(tmp_path / "out.txt")]
    assert bulkdoku.run(*command, progress=True)["records"] == 60_000
    assert "byte" in capsys.readouterr().err


def test_an_error_of_the_program_is_raised_with_its_text(tmp_path: Path) -> None:
    with pytest.raises(bulkdoku.ProgramError, match="cannot read .*missing.txt"):
        bulkdoku.solve_file(tmp_path / "missing.txt", tmp_path / "out")
    with pytest.raises(bulkdoku.ProgramError, match="unrecognized subcommand"):
        bulkdoku.run("nonsense")


def test_the_program_is_a_command_of_the_package(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n{EMPTY}\n")
    command = shutil.which("bulkdoku", path=Path(sys.executable).parent)
    assert command is not None
    for start in ([command], [sys.executable, "-m", "bulkdoku"]):
        done = subprocess.run([*start, "solve", "--unique", "in.txt"], cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (1, f"{EASY_SOLUTION}\nmultiple\n")
        version = subprocess.run([*start, "--version"], check=True, capture_output=True, text=True).stdout
        assert version.startswith(f"bulkdoku {bulkdoku.__version__}")


def test_check_finds_what_is_wrong() -> None:
    report = bulkdoku.check([EASY, EMPTY, None, EASY, "11" + EMPTY[2:]], by=["text", "puzzle"])
    kinds = [(finding.row, finding.kind) for finding in report.findings]
    assert kinds[:3] == [(1, "multiple"), (2, "malformed"), (3, "duplicate")]
    assert report.findings[1].text == "null"
    assert report.summary["findings_by_kind"]["duplicate"] == 2
    wrong = bulkdoku.check([EASY, EASY], [EASY_SOLUTION, EASY_SOLUTION.replace("1", "2")])
    assert wrong.summary["answers"]["right"] == 1
    assert wrong.findings[0].row == 1


def test_canonical_forms_are_equal_for_equivalent_puzzles() -> None:
    forms = bulkdoku.canon([EASY, RELABELLED, EMPTY, "bad"])
    assert (forms.dtype, forms.shape) == (np.uint8, (4, 81))
    assert forms[0].tolist() == forms[1].tolist() != forms[2].tolist() == [0] * 81
    assert forms[3].tolist() == [255] * 81
    solution = bulkdoku.canon([EASY, RELABELLED, EMPTY], form="solution")
    assert solution[0].tolist() == solution[1].tolist()
    assert solution[2].tolist() == [255] * 81


def test_equivalents_have_the_form_of_their_puzzle() -> None:
    twins, rows = bulkdoku.augment([EASY, "bad", EMPTY], copies=5, seed=3, include_original=True)
    assert rows.tolist() == [0] * 6 + [2]  # the empty grid has no equivalent but itself
    assert twins[0].tolist() == digits(EASY)
    assert len({bytes(form) for form in bulkdoku.canon(twins[:6])}) == 1
    again, _ = bulkdoku.augment([EASY, "bad", EMPTY], copies=5, seed=3, include_original=True, threads=2)
    assert again.tolist() == twins.tolist()


@pytest.mark.parametrize(("by", "kept"), [("text", [1, 1, 1, 1, 1]), ("clues", [1, 1, 0, 1, 1]), ("puzzle", [1, 0, 0, 1, 1])])
def test_the_first_of_each_class_is_kept(by: str, kept: list[int]) -> None:
    puzzles = [EASY, RELABELLED, EASY.replace(".", "0"), "bad", EMPTY]
    assert bulkdoku.dedupe(puzzles, by=by).tolist() == [bool(keep) for keep in kept]


def test_no_class_is_in_two_parts() -> None:
    puzzles = bulkdoku.generate(300, seed=5)
    twins, rows = bulkdoku.augment(puzzles, copies=2)
    parts = bulkdoku.split(twins, {"train": "80%", "test": "20%"}, seed=2)
    assert sorted([*parts["train"], *parts["test"]]) == list(range(600))
    assert not set(rows[parts["train"]]) & set(rows[parts["test"]])
    assert 60 < len(parts["test"]) < 180


def test_a_set_without_puzzles_is_taken_by_all() -> None:
    assert bulkdoku.check([]).findings == []
    assert bulkdoku.canon([]).shape == (0, 81) == bulkdoku.augment([], copies=1)[0].shape
    assert bulkdoku.dedupe([]).shape == (0,)
    assert [len(rows) for rows in bulkdoku.split([], {"a": "50%", "b": "50%"}).values()] == [0, 0]


def test_mixed_rows_survive_the_way_through_a_file() -> None:
    puzzles = mixed(200)
    forms = bulkdoku.canon(puzzles)
    verdicts = [record.verdict for record in bulkdoku.solve(puzzles)]
    assert [(form == 255).all() for form in forms] == [verdict in ("conflict", "malformed") for verdict in verdicts]
