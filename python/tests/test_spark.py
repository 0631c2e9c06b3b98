"""Spark with two worker processes, one of which is killed."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bulkdoku
from conftest import EASY, EASY_SOLUTION, mixed, program

pyspark = pytest.importorskip("pyspark")

import bulkdoku.spark  # noqa: E402

ROWS = int(os.environ.get("BULKDOKU_SPARK_ROWS", "200000"))


@pytest.fixture(scope="module")
def spark() -> Iterator[object]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "1g",
        "spark.task.maxFailures": "8",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "20000",
        "spark.sql.ansi.enabled": "false",
    }
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("bulkdoku")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Parquet file of puzzles, some of them bad, in many row groups."""
    puzzles = mixed(20_000, seed=3)
    rows: list[str | None] = [puzzles[number % len(puzzles)] for number in range(ROWS)]
    rows[5], rows[6] = None, "too short"
    path = tmp_path_factory.mktemp("table") / "in.parquet"
    pq.write_table(pa.table({"id": range(ROWS), "puzzle": rows}), path, row_group_size=ROWS // 16)
    return path


def _check(folder: Path, source: Path, tmp_path: Path) -> None:
    """Asserts that every row occurs once, with the answer of the program."""
    solved = pq.read_table(folder).sort_by("id")
    assert solved.column_names == ["id", "puzzle", "solution", "verdict", "solutions", "guesses"]
    puzzles = pq.read_table(source).column("puzzle").to_pylist()
    assert solved.column("puzzle").to_pylist() == puzzles
    expected = program([puzzle or "null" for puzzle in puzzles], tmp_path)
    assert solved.column("solution").to_pylist() == [record.solution for record in expected]
    assert solved.column("verdict").to_pylist() == [record.verdict for record in expected]
    assert solved.column("guesses").to_pylist() == [record.guesses for record in expected]


def test_two_workers_have_the_answers_of_the_program(spark: object, table: Path, tmp_path: Path) -> None:
    frame = spark.read.parquet(str(table)).repartition(8)  # type: ignore[attr-defined]
    bulkdoku.spark.solve(frame).write.parquet(str(tmp_path / "out"))
    _check(tmp_path / "out", table, tmp_path)


def test_a_killed_executor_costs_time_only(spark: object, table: Path, tmp_path: Path) -> None:
    def slowly(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            time.sleep(0.5)
            yield batch

    killed: list[int] = []

    def kill() -> None:
        time.sleep(4)
        killed.extend(_executors()[:1])
        for executor in killed:
            os.kill(executor, signal.SIGKILL)

    frame = spark.read.parquet(str(table)).repartition(16)  # type: ignore[attr-defined]
    frame = frame.mapInArrow(slowly, frame.schema)
    killer = threading.Thread(target=kill)
    killer.start()
    bulkdoku.spark.solve(frame).write.parquet(str(tmp_path / "out"))
    killer.join()
    assert killed, "no executor was found"
    _check(tmp_path / "out", table, tmp_path)


def _executors() -> list[int]:
    """Returns the processes of the executors that this process started through Java."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if b"CoarseGrainedExecutorBackend" in command and _descends(int(folder.name)):
                found.append(int(folder.name))
    return found


def _descends(process: int) -> bool:
    """Whether a process is a descendant of this one."""
    while process > 1:
        if process == os.getpid():
            return True
        try:
            process = int((Path("/proc") / str(process) / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            return False
    return False


def test_names_and_types_are_checked_at_the_call_as_spark_does(spark: object) -> None:
    frame = spark.createDataFrame([(EASY, 4.3e78, [0] * 81)], ["Puzzle", "number", "cells"])  # type: ignore[attr-defined]
    assert bulkdoku.spark.solve(frame).collect()[0].solution == EASY_SOLUTION
    assert bulkdoku.spark.solve(frame, "CELLS").collect()[0].verdict == "solved"
    with pytest.raises(TypeError, match="cannot be of the type double: .*read the file as text, with spark.read.schema"):
        bulkdoku.spark.solve(frame, "number")
    for arguments, error in (({"budget": -1}, ValueError), ({"budget": "9"}, TypeError), ({"threads": 2.5}, TypeError)):
        with pytest.raises(error, match="must be"):
            bulkdoku.spark.solve(frame, **arguments)
    other = spark.createDataFrame([(EASY, "x")], ["puzzle", "Solution"])  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="has a column 'solution': give another prefix"):
        bulkdoku.spark.solve(other)
    twice = other.toDF("puzzle", "Puzzle")
    with pytest.raises(ValueError, match="there are 2 columns 'puzzle'"):
        bulkdoku.spark.solve(twice)


def test_mismatched_columns_are_refused(spark: object) -> None:
    frame = spark.createDataFrame([(EASY, "x")], ["puzzle", "solution"])  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="no column 'quiz'"):
        bulkdoku.spark.solve(frame, "quiz")
    with pytest.raises(ValueError, match="give another prefix"):
        bulkdoku.spark.solve(frame)
    row = bulkdoku.spark.solve(frame, prefix="solved_", unique=True).collect()[0]
    assert (row.solution, row.solved_solution, row.solved_verdict) == ("x", EASY_SOLUTION, "unique")
