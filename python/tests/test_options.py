"""Options that the package shares with the program: both accept and refuse the same values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bulkdoku
from conftest import EASY

MOST = 2**64 - 1

# A command, its other arguments, and the function with the same option.
JOBS: dict[str, tuple[list[str], Callable[..., Any]]] = {
    "solve": (["-o", "out.txt", "in.txt"], lambda **how: bulkdoku.solve([EASY], **how)),
    "solve file": (["-o", "out.txt", "in.csv"], lambda **how: bulkdoku.solve_file("in.csv", "out.txt", **how)),
    "count": (["-o", "out.txt", "in.txt"], lambda **how: bulkdoku.count([EASY], **how)),
    "check": (["-o", "out.txt", "in.txt"], lambda **how: bulkdoku.check([EASY], **how)),
    "augment": (["--equivalents", "1", "-o", "out.txt", "in.txt"], lambda **how: bulkdoku.augment([EASY], **{"equivalents": 1, **how})),
    "augment of": (["-o", "out.txt", "in.txt"], lambda **how: bulkdoku.augment([EASY], **how)),
    "generate": (["--count", "0", "-o", "out.txt"], lambda **how: bulkdoku.generate(0, **how)),
    "generate of": (["-o", "out.txt"], bulkdoku.generate),
    "minimize": (["-o", "out.txt", "in.txt"], lambda **how: bulkdoku.minimize([EASY], **how)),
    "rate": (["--only", "guesses", "-o", "out.txt", "in.txt"], lambda **how: bulkdoku.rate([EASY], only="guesses", **how)),
    "sample": (["--count", "1", "-o", "out.txt", "in.txt"], lambda **how: bulkdoku.sample([EASY], 1, **how)),
    "sample of": (["-o", "out.txt", "in.txt"], lambda **how: bulkdoku.sample([EASY], **how)),
    "sample each": (
        ["--stratify", "clues", "-o", "out.txt", "in.txt"],
        lambda **how: bulkdoku.sample([EASY], stratify="clues", **how),
    ),
    "split": (["--part", "out.txt=rest", "in.txt"], lambda **how: bulkdoku.split([EASY], {"out.txt": "rest"}, **how)),
}

# The smallest and largest accepted values, and the next ones, which are refused.
SEEDS = [-1, 0, MOST, MOST + 1]
CASES: list[tuple[str, str, list[Any]]] = [
    ("solve", "budget", [-1, 0, MOST, MOST + 1]),
    ("solve file", "budget", [-1, 0, MOST, MOST + 1]),
    ("solve file", "column", [-1, 0, 1, 2, 3, 2**31, MOST, "puzzle", "no such column"]),
    ("solve", "threads", [-1, 0, 1, 1001]),
    ("count", "limit", [-1, 0, 1, MOST, MOST + 1]),
    ("check", "findings", [-1, 0, MOST, MOST + 1]),
    ("augment of", "equivalents", [-1, 0, 1, 100_001]),
    ("augment", "seed", SEEDS),
    ("generate of", "count", [-1, 0, 1]),
    ("generate", "clues", [-1, 0, 20, 21, 81, 82]),
    ("generate", "seed", SEEDS),
    ("minimize", "seed", SEEDS),
    ("rate", "equivalents", [-1, 0, 1, 10_000, 10_001]),
    ("rate", "seed", SEEDS),
    ("sample of", "count", [-1, 0, 1, MOST, MOST + 1]),
    ("sample each", "each", [-1, 0, 1, MOST, MOST + 1]),
    ("sample", "seed", SEEDS),
    ("split", "seed", SEEDS),
]


@pytest.mark.parametrize(("job", "option", "values"), CASES, ids=[f"{job} {option}" for job, option, _ in CASES])
def test_the_package_and_the_program_accept_the_same_values(
    job: str, option: str, values: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(f"{EASY}\n")
    (tmp_path / "in.csv").write_text(f"id,puzzle\n1,{EASY}\n")
    words, function = JOBS[job]
    taken = {value: (_program_takes(job, option, value, words), _package_takes(function, option, value)) for value in values}
    assert all(by_program == by_package for by_program, by_package in taken.values()), taken
    assert len(set(taken.values())) == 2, "some are taken and some refused"


@pytest.mark.parametrize("share", ["0%", "10%", "10 %", "12.3456%", "12.34567%", "100%", "101%", "-1%", "1e1%", "0.125", "1", "90", "", "x"])
def test_the_package_and_the_program_accept_the_same_shares(
    share: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(f"{EASY}\n")
    taken = []
    for split in (
        lambda: bulkdoku.run("split", "--part", f"a={share}", "--part", "b=rest", "in.txt"),
        lambda: bulkdoku.split([EASY], {"a": share, "b": "rest"}),
    ):
        try:
            split()
            taken.append(True)
        except (ValueError, bulkdoku.ProgramError):
            taken.append(False)
    assert taken[0] == taken[1], taken


def _program_takes(job: str, option: str, value: Any, words: list[str]) -> bool:
    try:
        bulkdoku.run(job.split()[0], f"--{option.replace('_', '-')}={value}", *words)
        return True
    except bulkdoku.ProgramError:
        return False


def _package_takes(function: Callable[..., Any], option: str, value: Any) -> bool:
    try:
        function(**{option: value})
        return True
    except ValueError:
        return False
