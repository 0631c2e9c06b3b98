"""The compiled part of the package. The modules next to it call its functions with checked arguments."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import CapsuleType

__all__ = [
    "VERDICTS",
    "VERSION",
    "BadRows",
    "FormatError",
    "ProgramError",
    "arrow_stream",
    "augment",
    "canon",
    "characters",
    "check",
    "count",
    "dedupe",
    "explain",
    "find_columns",
    "generate",
    "generate_unbiased",
    "minimize",
    "percent",
    "rate",
    "sample",
    "solve",
    "solve_file",
    "split",
]

_Arrays: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint64]]

# A function to call with the number of finished rows.
_Progress: TypeAlias = Callable[[int], object] | None

VERSION: str
VERDICTS: list[str]

class ProgramError(RuntimeError):
    """A run over a file could not do what was requested."""

class FormatError(ValueError):
    """The records of a file cannot be found."""

    file: str
    line: int

@final
class BadRows:
    """The rows that are malformed or contradict themselves."""

    def __new__(cls, rows: list[tuple[int, str]]) -> BadRows: ...
    def __reduce__(self) -> tuple[type[BadRows], tuple[list[tuple[int, str]]]]: ...
    def __len__(self) -> int: ...
    def reason(self, row: int) -> str | None: ...
    def items(self, start: int, count: int) -> list[tuple[int, str]]: ...

def solve(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress,
    unique: bool, budget: int, out: _Arrays | None
) -> tuple[_Arrays, BadRows]: ...
def count(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress,
    limit: int, budget: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint8], BadRows]: ...
def rate(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress,
    only: list[str] | None, equivalents: int, seed: int, budget: int
) -> tuple[NDArray[np.uint8], list[tuple[str, NDArray[np.float64]]], BadRows]: ...
def generate(
    count: int, *, threads: int, progress: _Progress,
    seed: int, clues: tuple[int, int] | None, minimal: bool, mask: str | None, symmetry: str | None,
    conditions: list[str], difficulty: str | None, patience: float
) -> NDArray[np.uint8]: ...
def generate_unbiased(
    count: int, *, threads: int, progress: _Progress, seed: int, clues: tuple[int, int], equal_weights: bool
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]: ...
def check(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress,
    answers: Any, answer_column: str | None, by: list[str], against: tuple[Any, str | None] | None, findings: int,
    clean: bool, html: bool
) -> tuple[
    list[tuple[int, str, str]], list[tuple[str, int]], list[tuple[str, int]], list[int], int | None,
    NDArray[np.bool_], str | None,
]: ...
def canon(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress, of_solution: bool
) -> NDArray[np.uint8]: ...
def augment(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress,
    equivalents: int, seed: int, include_original: bool
) -> tuple[NDArray[np.uint8], NDArray[np.int64], int]: ...
def dedupe(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress,
    by: str, keep: str, against: list[tuple[Any, str | None]]
) -> NDArray[np.int64]: ...
def characters(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress, blank: str
) -> NDArray[np.uint8]: ...
def split(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress,
    by: str, seed: int, shares: list[float], stratify: str | list[str] | None
) -> NDArray[np.uint8]: ...
def sample(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress,
    count: int, of_each: bool, seed: int, stratify: str | list[str] | None
) -> NDArray[np.int64]: ...
def minimize(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress, seed: int
) -> NDArray[np.uint8]: ...
def explain(
    puzzles: Any, *, column: str | None, threads: int, progress: _Progress
) -> list[
    tuple[
        int, list[tuple[str, int, tuple[int, int] | None, list[tuple[int, int]], str]], bool
    ]
]: ...
def find_columns(
    names: list[str], column: str | None, answer_column: str | None, *, are_answers: bool
) -> tuple[int, int | None]: ...
def percent(share: str) -> float: ...
def solve_file(
    input: Path, output: Path, *, column: str | int | None, threads: int, progress: _Progress,
    unique: bool, keep_columns: bool, budget: int, format: str | None
) -> dict[str, Any]: ...
def arrow_stream(
    digits: NDArray[np.uint8] | None,
    verdicts: NDArray[np.uint8],
    integers: list[tuple[str, NDArray[np.uint64]]],
    numbers: list[tuple[str, NDArray[np.float64]]],
) -> CapsuleType: ...
