"""Files, data sets, and the program as a command."""

from __future__ import annotations

import contextlib
import gzip
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import bulkdoku
from conftest import EASY, EASY_SOLUTION, EMPTY, posix

def test_solve_file_keeps_columns_and_returns_the_summary(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "in.csv.gz", "wt") as table:
        table.write(f"id,quizzes\n1,{EASY}\n2,{EMPTY}\n3,bad\n")
    summary = bulkdoku.solve_file(tmp_path / "in.csv.gz", tmp_path / "out.csv", unique=True, keep_columns=True, threads=2)
    assert (summary["records"], summary["threads"]) == (3, 2)
    assert summary["verdicts"]["unique"] == 1 == summary["verdicts"]["multiple"] == summary["verdicts"]["malformed"]
    rows = (tmp_path / "out.csv").read_text().splitlines()
    assert rows[1] == f"1,{EASY},{EASY_SOLUTION},unique,1,{rows[1].rsplit(',', 1)[1]}"
    assert bulkdoku.solve_file(tmp_path / "in.csv.gz", tmp_path / "o", column="quizzes", budget=9, format="jsonl")["records"] == 3


def test_the_progress_of_a_command_is_shown_with_its_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["generate", "--count", "60000", "--output", str(tmp_path / "out.txt")]
    assert bulkdoku.run(*command, progress=True)["records"] == 60_000
    assert "60,000 records in " in capsys.readouterr().err


def test_an_error_of_the_program_is_raised_with_its_text(tmp_path: Path) -> None:
    with pytest.raises(bulkdoku.ProgramError, match="unrecognized subcommand"):
        bulkdoku.run("nonsense")


@pytest.mark.parametrize(
    "words", [["solve", "--help"], ["solve", "-h"], ["--version"], ["-V"], ["help"], ["help", "solve"], ["man"]], ids=" ".join
)
def test_a_request_for_help_is_not_an_error(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert bulkdoku.run(*words) == {}
    assert "bulkdoku" in capfd.readouterr().out


@pytest.mark.parametrize("command", ["rate", "minimize", "sample --count 2", "shuffle", "split --part a=1", "dedupe", "bench"])
def test_every_command_returns_its_summary(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(f"{EASY}\n" * 3)
    words = command.split()
    words += ["--runs", "1", "--time", "10ms"] if command == "bench" else []
    words += [] if words[0] in ("bench", "split") else ["-o", "out.txt"]
    assert bulkdoku.run(*words, "in.txt")


def test_options_of_the_user_take_precedence_over_added_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(f"{EASY}\n")
    (tmp_path / "--summary").write_text(f"{EASY}\n{EASY}\n")
    for options in (["--summary", "s.json"], ["--summary=s.json"], ["--progress", "never"], ["--progress=never"], []):
        assert bulkdoku.run("solve", *options, "-o", "out.txt", "in.txt")["records"] == 1
        assert (tmp_path / "s.json").exists() == any("s.json" in option for option in options)
        (tmp_path / "s.json").unlink(missing_ok=True)
    assert bulkdoku.run("solve", "-o", "out.txt", "--", "--summary")["records"] == 2
    assert bulkdoku.run("solve", "-o", "out.txt", "--summary", "-", b"in.txt") == {}
    assert '"records": 1' in capfd.readouterr().out


@pytest.mark.parametrize(
    ("paths", "error"),
    [
        (("in.txt", "none/out"), FileNotFoundError),
        ((".", "out"), IsADirectoryError),
        (("in.txt", "."), IsADirectoryError),
        (("in.txt", "in.txt/out"), NotADirectoryError),
    ],
)
def test_an_error_of_a_file_is_an_os_error_of_its_kind(
    paths: tuple[str, str], error: type[OSError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(f"{EASY}\n")
    with pytest.raises(error, match="cannot (read|write) "):
        bulkdoku.solve_file(*paths)


def test_an_error_of_a_file_is_an_exception_with_its_position(tmp_path: Path) -> None:
    missing, output = tmp_path / "missing.txt", tmp_path / "out"
    with pytest.raises(FileNotFoundError) as no_file:
        bulkdoku.solve_file(missing, output)
    assert no_file.value.filename == str(missing)
    (tmp_path / "prose.txt").write_text("# a comment\nonce upon a time\n")
    with pytest.raises(bulkdoku.FormatError, match="prose.txt:2") as no_format:
        bulkdoku.solve_file(tmp_path / "prose.txt", output)
    assert (no_format.value.file, no_format.value.line) == (str(tmp_path / "prose.txt"), 2)
    (tmp_path / "lines.txt").write_text(EASY)
    with pytest.raises(bulkdoku.ProgramError, match="read as line"):
        bulkdoku.solve_file(tmp_path / "lines.txt", output, keep_columns=True)
    with pytest.raises(ValueError, match="format must be one of line, csv, jsonl, grid, rows, not 'xml'"):
        bulkdoku.solve_file(tmp_path / "lines.txt", output, format="xml")  # type: ignore[arg-type]
    assert not output.exists()


@posix
def test_a_shortened_file_does_not_end_the_interpreter(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n" * 300_000)
    thread = threading.Timer(0.02, lambda: os.truncate(tmp_path / "in.txt", 82))
    thread.start()
    with contextlib.suppress(OSError, bulkdoku.ProgramError):
        bulkdoku.solve_file(tmp_path / "in.txt", tmp_path / "out.txt")
    thread.join()


HOSTILE = ["signal", "tempfile", "json", "subprocess", "numpy"]


def test_nothing_is_imported_from_the_working_directory_or_the_environment(tmp_path: Path) -> None:
    for module in HOSTILE:
        (tmp_path / f"{module}.py").write_text("raise SystemExit(1)")
    (tmp_path / "in.txt").write_text(f"{EASY}\n")
    package = Path(bulkdoku.__file__).parent.parent
    call = f"""
import sys
sys.path.append({str(package)!r})
import bulkdoku, os
os.chdir({str(tmp_path)!r})
os.environ["PYTHONPATH"] = {str(tmp_path)!r}
print(bulkdoku.run("solve", "in.txt", "-o", "out.txt")["records"], bulkdoku.solve_file("in.txt", "out.txt")["records"])
"""
    done = subprocess.run([sys.executable, "-c", call], check=True, capture_output=True, text=True)
    assert done.stdout == "1 1\n"
    done = subprocess.run(
        [str(Path(sys.executable).parent / "bulkdoku"), "solve", "in.txt"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, f"{EASY_SOLUTION}\n"), done.stderr


def test_another_module_that_imports_the_package_can_be_run(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").write_text("import bulkdoku")
    (tmp_path / "other" / "__main__.py").write_text("import bulkdoku, sys; print(bulkdoku.generate(1).shape, sys.argv[1:])")
    done = subprocess.run([sys.executable, "-m", "other", "bulkdoku"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "(1, 81) ['bulkdoku']\n"), done.stderr


@posix
def test_a_program_that_dies_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n")
    for code in (0, 1):
        dead = tmp_path / f"dead{code}"
        dead.write_text(f"#!/bin/sh\nexit {code}\n")
        dead.chmod(0o755)
        monkeypatch.setattr("bulkdoku._program.find_program", lambda path=str(dead): path)
        with pytest.raises(bulkdoku.ProgramError, match=f"ended with code {code}"):
            bulkdoku.run("solve", tmp_path / "in.txt", "-o", tmp_path / "out.txt")


def test_the_program_is_a_command_of_the_package(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n{EMPTY}\n")
    command = shutil.which("bulkdoku", path=Path(sys.executable).parent)
    assert command is not None
    for start in ([command], [sys.executable, "-m", "bulkdoku"]):
        done = subprocess.run([*start, "solve", "--unique", "in.txt"], cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (1, f"{EASY_SOLUTION}\nmultiple\n")
        version = subprocess.run([*start, "--version"], check=True, capture_output=True, text=True).stdout
        assert version.startswith(f"bulkdoku {bulkdoku.__version__}")


def test_an_interpreter_without_a_global_lock_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent.parent.parent / "scripts")
    import wheel_build  # type: ignore[import-not-found]

    monkeypatch.setattr("sysconfig.get_config_var", lambda name: 1)
    with pytest.raises(SystemExit, match="does not support interpreters without a global lock"):
        wheel_build.build_wheel("/nonexistent")
