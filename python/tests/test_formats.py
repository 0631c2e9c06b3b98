"""Files that the program cannot read, each with a line that makes it readable. The tests run these lines."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import bulkdoku
from conftest import EASY, HARD, digits

PUZZLES = [EASY.replace(".", "0"), HARD.replace(".", "0")]
FRAME = pd.DataFrame({"id": ["1", "2"], "puzzle": PUZZLES})
CELLS = np.array([digits(puzzle) for puzzle in PUZZLES], dtype=np.uint8)


def write_stream(path: Path) -> None:
    table = pa.Table.from_pandas(FRAME)
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as stream:
        stream.write_table(table)


def write_hdf5(path: Path, values: object) -> None:
    h5py = pytest.importorskip("h5py")
    with h5py.File(path, "w") as file:
        file["puzzles"] = values


def write_safetensors(path: Path) -> None:
    pytest.importorskip("safetensors.numpy").save_file({"puzzles": CELLS}, str(path))


def write_excel(path: Path) -> None:
    pytest.importorskip("openpyxl")
    FRAME.to_excel(path, index=False)


WRITERS: dict[str, Callable[[Path], None]] = {
    "parquet": lambda path: FRAME.to_parquet(path),
    "feather": lambda path: FRAME.to_feather(path),
    "arrows": write_stream,
    "orc": lambda path: FRAME.to_orc(path),
    "avro": lambda path: pl.from_pandas(FRAME).write_avro(path),
    "safetensors": write_safetensors,
    "xlsx": write_excel,
    "h5": lambda path: write_hdf5(path, CELLS),
    "hdf5": lambda path: write_hdf5(path, PUZZLES),
    "npz": lambda path: np.savez(path, CELLS),
    "pkl": lambda path: FRAME.to_pickle(path),
}


@pytest.mark.parametrize("kind", WRITERS)
def test_the_line_that_makes_a_file_readable_keeps_its_puzzles(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(f"in.{kind}")
    WRITERS[kind](path)
    with pytest.raises(bulkdoku.FormatError, match="python3 -c ") as refused:
        bulkdoku.solve_file(path, "out.txt")
    arguments = shlex.split(str(refused.value).partition(": python3 ")[2])
    subprocess.run([sys.executable, *arguments], check=True)
    (made,) = [file for file in tmp_path.iterdir() if file.name not in (path.name, "out.txt")]
    assert bulkdoku.solve_file(made, "out.txt")["verdicts"]["solved"] == 2
    assert Path("out.txt").read_text().split() == bulkdoku.solve(PUZZLES).to_list()
