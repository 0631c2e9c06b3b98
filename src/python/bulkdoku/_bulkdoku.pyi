"""The compiled part of the package. Its functions are called with checked arguments by the modules beside it."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import CapsuleType

__all__ = [
    "VERDICTS",
    "VERSION",
    "BadRows",
    "arrow_stream",
    "count",
    "generate",
    "program",
    "puzzle_lines",
    "rate",
    "solve",
]

_Arrays: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint64]]

VERSION: str
VERDICTS: list[str]

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
def puzzle_lines(puzzles: Any, column: str | None) -> tuple[bytes, BadRows]: ...
def arrow_stream(
    digits: NDArray[np.uint8] | None,
    verdicts: NDArray[np.uint8],
    integers: list[tuple[str, NDArray[np.uint64]]],
    numbers: list[tuple[str, NDArray[np.float64]]],
) -> CapsuleType: ...
def program(arguments: list[str]) -> int: ...
