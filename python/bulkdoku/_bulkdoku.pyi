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
    "check",
    "count",
    "dedupe",
    "explain",
    "generate",
    "generate_unbiased",
    "minimize",
    "rate",
    "sample",
    "solve",
    "solve_file",
    "split",
]

_Arrays: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint64]]

# The number of threads, or 0 for one per core, and a function to call with the number of finished rows.
_Workers: TypeAlias = tuple[int, Callable[[int], object] | None]

# The puzzles, and the column of a table.
_Call: TypeAlias = tuple[Any, str | None, _Workers]

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

def solve(call: _Call, task: tuple[bool, int], out: _Arrays | None) -> tuple[_Arrays, BadRows]: ...
def count(call: _Call, limit: int, budget: int) -> tuple[NDArray[np.uint64], NDArray[np.uint8], BadRows]: ...
def rate(
    call: _Call, only: list[str] | None, drawn: tuple[int, int], budget: int
) -> tuple[NDArray[np.uint8], list[tuple[str, NDArray[np.float64]]], BadRows]: ...
def generate(
    count: int,
    how: tuple[int, tuple[int, int] | None, bool],
    pattern: tuple[str | None, str | None, list[str], str | None],
    workers: _Workers,
) -> NDArray[np.uint8]: ...
def generate_unbiased(
    count: int, how: tuple[int, tuple[int, int], bool], workers: _Workers
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]: ...
def check(
    call: _Call, answers: Any, answer_column: str | None, how: tuple[list[str], int]
) -> tuple[
    list[tuple[int, str, str]], list[tuple[str, int]], list[tuple[str, int]], list[int], int | None
]: ...
def canon(call: _Call, of_solution: bool) -> NDArray[np.uint8]: ...
def augment(call: _Call, how: tuple[int, int, bool]) -> tuple[NDArray[np.uint8], NDArray[np.int64], int]: ...
def dedupe(call: _Call, by: str) -> NDArray[np.uint8]: ...
def split(call: _Call, by: str, how: tuple[int, list[float]]) -> NDArray[np.uint8]: ...
def sample(call: _Call, how: tuple[int, bool, int, str | None]) -> NDArray[np.int64]: ...
def minimize(call: _Call, seed: int) -> NDArray[np.uint8]: ...
def explain(
    call: _Call,
) -> list[
    tuple[
        int, list[tuple[str, int, tuple[int, int] | None, list[tuple[int, int]], str]], bool
    ]
]: ...
def solve_file(
    paths: tuple[Path, Path],
    column: str | int | None,
    how: tuple[bool, bool, int],
    format: str,
    workers: _Workers,
) -> dict[str, Any]: ...
def arrow_stream(
    digits: NDArray[np.uint8] | None,
    verdicts: NDArray[np.uint8],
    integers: list[tuple[str, NDArray[np.uint64]]],
    numbers: list[tuple[str, NDArray[np.float64]]],
) -> CapsuleType: ...
