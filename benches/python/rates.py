"""Measures the Python package against the program: each kind of input as a share of the rate from memory to memory.

usage: python benches/python/rates.py FILE... [--puzzles N] [--rounds N] [--mode first|unique] [--engines]

Each FILE has one puzzle per line and is repeated to N puzzles. A round measures the program (`bulkdoku bench`, one
thread) and then every input with `threads=1`; the medians of all rounds count. The fastest of the program's forty short runs
in a round counts, and the Python call with the least processor time of three: on a busy machine, these are disturbed least.
With --engines, also measures DuckDB and Spark: what they add per row to the same query without a solver.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa

import bulkdoku


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--puzzles", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--mode", choices=["first", "unique"], default="first")
    parser.add_argument("--engines", action="store_true")
    options = parser.parse_args()
    for file in options.files:
        lines = [line[:81] for line in file.read_text().splitlines()]
        puzzles = [lines[number % len(lines)] for number in range(options.puzzles)]
        print(f"{file.name}, {options.puzzles:,} puzzles, mode {options.mode}, one thread, medians of {options.rounds}")
        compare(puzzles, options.mode, options.rounds)
        if options.engines:
            measure_duckdb(puzzles, options.rounds)
            measure_spark(puzzles, options.rounds)


def compare(puzzles: list[str], mode: str, rounds: int) -> None:
    inputs = inputs_of(puzzles)
    results = bulkdoku.solve(puzzles)
    rates: dict[str, list[float]] = {name: [] for name in ["program", *inputs]}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles.txt"
        path.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
        for _ in range(rounds):
            rates["program"].append(program_rate(path, mode))
            bulkdoku.solve(puzzles, threads=1)  # the first call after the program's end is slower, whatever its input
            for name, given in inputs.items():
                out = results if name.endswith("out") else None
                call = partial(bulkdoku.solve, given, unique=mode == "unique", threads=1, out=out)
                rates[name].append(len(puzzles) / min(processor_time(call) for _ in range(3)))
    program = statistics.median(rates["program"])
    for name, measured in rates.items():
        rate = statistics.median(measured)
        print(f"  {name:25} {rate / 1e6:6.2f} M/s {100 * rate / program:5.0f} %")


def inputs_of(puzzles: list[str]) -> dict[str, object]:
    cells = np.frombuffer("".join(puzzles).encode(), dtype=np.uint8).reshape(-1, 81)
    digits = np.where((cells >= 49) & (cells <= 57), cells - 48, 0).astype(np.uint8)
    return {
        "uint8 array, digits": digits,
        "uint8 array, ASCII": cells,
        "uint8 array, digits, out": digits,
        "uint8 array, ASCII, out": cells,
        "Arrow string, out": pa.array(puzzles),
        "Arrow string": pa.array(puzzles),
        "Arrow large_string": pa.array(puzzles, pa.large_string()),
        "Arrow string_view": pa.array(puzzles, pa.string_view()),
        "Arrow binary(81)": pa.array([puzzle.encode() for puzzle in puzzles], pa.binary(81)),
        "one str of lines": "".join(f"{puzzle}\n" for puzzle in puzzles),
        "list of str": puzzles,
        "pandas object": pd.Series(puzzles, dtype=object),
        "S81 array": np.array(puzzles, dtype="S81"),
        "U81 array": np.array(puzzles),
        "int64 array": digits.astype(np.int64),
    }


def program_rate(path: Path, mode: str) -> float:
    """The program's rate from memory to memory, on one thread."""
    command = [sys.executable, "-m", "bulkdoku", "bench", str(path), "--engine", "lanes", "--mode", mode, "-j", "1"]
    report = path.with_suffix(".json")
    settings = ["--runs", "40", "--time", "25ms", "--progress", "never", "--summary", str(report)]
    subprocess.run([*command, *settings], check=True, stdout=subprocess.DEVNULL)
    (row,) = json.loads(report.read_text())["rows"]
    return float(row["puzzles_per_second"]["max"])


def processor_time(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def added_per_row(name: str, rows: int, with_solver: list[float], without: list[float], alone: float) -> None:
    print(
        f"  {name}: {min(with_solver):.2f} s with the solver, {min(without):.2f} s without, {alone:.2f} s of solving alone: "
        f"{1e9 * (min(with_solver) - alone) / rows:.0f} ns per row in all, "
        f"{1e9 * (min(with_solver) - min(without) - alone) / rows:.0f} of them for the function"
    )


def measure_duckdb(puzzles: list[str], rounds: int) -> None:
    import duckdb

    import bulkdoku.duckdb

    con = duckdb.connect(config={"threads": 1})
    bulkdoku.duckdb.register(con)
    table = pa.table({"puzzle": puzzles})
    con.register("given", table)
    con.sql("create table puzzles as select * from given")
    alone = min(timed(lambda: bulkdoku.solve(table, threads=1)) for _ in range(rounds))
    query = "select max({}) from puzzles"
    solved = [timed(lambda: con.sql(query.format("sudoku_solve(puzzle)")).fetchall()) for _ in range(rounds)]
    plain = [timed(lambda: con.sql(query.format("puzzle")).fetchall()) for _ in range(rounds)]
    added_per_row("DuckDB, one thread", len(puzzles), solved, plain, alone)


def measure_spark(puzzles: list[str], rounds: int) -> None:
    import pyarrow.parquet as pq
    from pyspark.sql import SparkSession

    import bulkdoku.spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    with tempfile.TemporaryDirectory() as folder:
        table = pa.table({"puzzle": puzzles})
        pq.write_table(table, f"{folder}/in.parquet", row_group_size=len(puzzles) // 8)
        frame = spark.read.parquet(f"{folder}/in.parquet").repartition(8).cache()
        frame.count()
        alone = min(timed(lambda: bulkdoku.solve(table, threads=2)) for _ in range(rounds))

        def noop(data: object) -> None:
            data.write.format("noop").mode("overwrite").save()  # type: ignore[attr-defined]

        noop(bulkdoku.spark.solve(frame))  # starts the Python workers
        solved = [timed(lambda: noop(bulkdoku.spark.solve(frame))) for _ in range(rounds)]
        plain = [timed(lambda: noop(frame)) for _ in range(rounds)]
        added_per_row("Spark, two workers of one core", len(puzzles), solved, plain, alone)
    spark.stop()


if __name__ == "__main__":
    main()
