"""The package reads the files of ``tests/corpus`` as ``table.txt`` says."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import bulkdoku

CORPUS = Path(__file__).parent.parent.parent / "tests" / "corpus"


class Entry(NamedTuple):
    """A file, and the expected result."""

    name: str
    options: list[str]
    said: str
    """The description of the format, or the error."""
    records: str
    """Its records: ``P@1`` for the puzzle P on line 1, ``!2:81`` for a malformed one, ``?`` for texts that were not read."""


def read_table() -> tuple[dict[str, str], list[Entry]]:
    """Returns the names of the puzzles, and the files."""
    names, entries = {}, []
    for line in (CORPUS / "table.txt").read_text(encoding="utf-8").splitlines():
        if " = " in line:
            name, puzzle = line.split(" = ")
            names[puzzle] = name
        elif line and not line.startswith("#"):
            file, options, said, records = (field.strip() for field in line.split("|"))
            entries.append(Entry(file, options.split(), said, records))
    return names, entries


NAMES, ENTRIES = read_table()


def records(table: Path, bad: list[dict[str, Any]]) -> str:
    """Returns the records of a table of results in the notation of ``table.txt``."""
    found = []
    malformed = (f"!{record['line']}:{record['column']}" for record in bad)
    with table.open(newline="") as rows:
        for row in csv.DictReader(rows):
            puzzle = re.sub("[0_*?xX-]", ".", row["puzzle"])
            is_malformed = row["verdict"] == "malformed"
            found.append(next(malformed) if is_malformed else f"{NAMES.get(puzzle, puzzle)}@{row['line']}")
    return " ".join(found) or "-"


def test_the_table_has_files() -> None:
    assert len(ENTRIES) >= 80
    assert any(entry.said.startswith("error") for entry in ENTRIES)


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if not entry.options], ids=lambda entry: entry.name)
def test_a_file_is_read_as_the_table_says(entry: Entry, tmp_path: Path) -> None:
    path, output = CORPUS / entry.name, tmp_path / "out.csv"
    if entry.said.startswith("error "):
        message = entry.said.removeprefix("error ").split("; ")[0]  # the rest is for users of the program
        with pytest.raises(bulkdoku.FormatError) as refused:
            bulkdoku.solve_file(path, output, format="csv")
        assert str(refused.value).startswith(f"{path}:{message.split(': use --from')[0]}")
        assert not output.exists()
        return
    summary = bulkdoku.solve_file(path, output, format="csv")
    assert summary["read_as"] == entry.said
    assert records(output, summary["bad_records"]) == entry.records.removesuffix(" ?")
    assert (summary["unread"] > 0) == entry.records.endswith("?")


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.options], ids=lambda entry: entry.name)
def test_the_program_of_the_package_reads_a_file_with_options_as_the_table_says(entry: Entry, tmp_path: Path) -> None:
    output = tmp_path / "out.csv"
    words = ["solve", "--format", "csv", "-o", str(output), *entry.options, str(CORPUS / entry.name)]
    if entry.said.startswith("error "):
        with pytest.raises(bulkdoku.ProgramError) as refused:
            bulkdoku.run(*words)
        assert str(refused.value).startswith(f"{CORPUS / entry.name}:{entry.said.removeprefix('error ')}")
        return
    summary = bulkdoku.run(*words)
    assert summary["read_as"] == entry.said, json.dumps(summary)
    assert records(output, []) == entry.records.removesuffix(" ?")
    assert (summary["unread"] > 0) == entry.records.endswith("?")


def test_a_column_has_a_name_or_a_number_as_in_the_program(tmp_path: Path) -> None:
    named = bulkdoku.solve_file(CORPUS / "forced_column.csv", tmp_path / "named.csv", column="b")
    numbered = bulkdoku.solve_file(CORPUS / "forced_column.csv", tmp_path / "numbered.csv", column=2)
    assert named["read_as"] == numbered["read_as"] == 'CSV: puzzles in column 2 "b"'
