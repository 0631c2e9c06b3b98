"""The compiled part of the package. Its functions are called with checked arguments by the modules beside it."""

from collections.abc import Callable, Sequence
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
    "program",
    "rate",
    "sample",
    "solve",
    "solve_file",
    "split",
]

_Arrays: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint64]]

VERSION: str
VERDICTS: list[str]

class ProgramError(RuntimeError):
    """A run over a file could not do what it was asked for."""

class FormatError(ValueError):
    """The records of a file cannot be found."""

    file: str
    line: int

@final
class BadRows:
    """The rows that are malformed or in contradiction with themselves."""

    def __new__(cls, rows: list[tuple[int, str]]) -> BadRows: ...
    def __reduce__(self) -> tuple[type[BadRows], tuple[list[tuple[int, str]]]]: ...
    def __len__(self) -> int: ...
    def reason(self, row: int) -> str | None: ...
    def items(self, start: int, count: int) -> list[tuple[int, str]]: ...

def solve(
    puzzles: Any,
    column: str | None,
    task: tuple[bool, int],
    threads: int,
    out: _Arrays | None,
    progress: Callable[[int], object] | None,
) -> tuple[
    NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint64], BadRows
]: ...
def count(
    puzzles: Any,
    column: str | None,
    limit: int,
    budget: int,
    threads: int,
    progress: Callable[[int], object] | None,
) -> tuple[NDArray[np.uint64], NDArray[np.uint8], BadRows]: ...
def rate(
    puzzles: Any,
    column: str | None,
    only: Sequence[str],
    limits: tuple[int, int],
    drawn: tuple[int, int],
    budget: int,
    threads: int,
    progress: Callable[[int], object] | None,
) -> tuple[NDArray[np.uint8], list[tuple[str, NDArray[np.float64]]], BadRows]: ...
def generate(
    count: int,
    seed: int,
    clues: tuple[int, int],
    minimal: bool,
    threads: int,
    progress: Callable[[int], object] | None,
) -> NDArray[np.uint8]: ...
def check(
    puzzles: Any,
    column: str | None,
    answers: Any,
    answer_column: str | None,
    how: tuple[list[str], int],
    threads: int,
    progress: Callable[[int], object] | None,
) -> tuple[
    list[tuple[int, str, str]], list[tuple[str, int]], list[tuple[str, int]], list[int], int | None
]: ...
def canon(
    puzzles: Any,
    column: str | None,
    of_solution: bool,
    threads: int,
    progress: Callable[[int], object] | None,
) -> NDArray[np.uint8]: ...
def augment(
    puzzles: Any,
    column: str | None,
    how: tuple[int, int, bool],
    threads: int,
    progress: Callable[[int], object] | None,
) -> tuple[NDArray[np.uint8], NDArray[np.int64], int]: ...
def dedupe(
    puzzles: Any,
    column: str | None,
    by: str,
    threads: int,
    progress: Callable[[int], object] | None,
) -> NDArray[np.uint8]: ...
def split(
    puzzles: Any,
    column: str | None,
    by: str,
    how: tuple[int, list[float]],
    threads: int,
    progress: Callable[[int], object] | None,
) -> NDArray[np.uint8]: ...
def generate_unbiased(
    count: int,
    seed: int,
    clues: tuple[int, int],
    equal_weights: bool,
    threads: int,
    progress: Callable[[int], object] | None,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]: ...
def sample(
    puzzles: Any,
    column: str | None,
    how: tuple[int, int, str | None],
    threads: int,
    progress: Callable[[int], object] | None,
) -> NDArray[np.int64]: ...
def minimize(
    puzzles: Any,
    column: str | None,
    seed: int,
    threads: int,
    progress: Callable[[int], object] | None,
) -> NDArray[np.uint8]: ...
def explain(
    puzzles: Any,
    column: str | None,
    threads: int,
    progress: Callable[[int], object] | None,
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
    threads: int,
    progress: Callable[[int], object] | None,
) -> dict[str, Any]: ...
def arrow_stream(
    digits: NDArray[np.uint8] | None,
    verdicts: NDArray[np.uint8],
    integers: list[tuple[str, NDArray[np.uint64]]],
    numbers: list[tuple[str, NDArray[np.float64]]],
) -> CapsuleType: ...
def program(arguments: list[str]) -> int: ...
