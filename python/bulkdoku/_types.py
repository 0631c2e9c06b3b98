"""The names of types in the signatures of the package."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike as _PathLike
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from numpy.typing import NDArray


@runtime_checkable
class ArrowStream(Protocol):
    """A column or a table of any Arrow library: pyarrow, polars, pandas, DuckDB, nanoarrow and others."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The data as a capsule of the Arrow C stream interface."""


@runtime_checkable
class ArrowArray(Protocol):
    """An array of an Arrow library."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """The data as capsules of the Arrow C data interface."""


@runtime_checkable
class SupportsArray(Protocol):
    """Anything that NumPy converts to an array."""

    def __array__(self) -> NDArray[Any]:
        """The data as an array."""
        ...


PuzzlesLike: TypeAlias = (
    NDArray[Any] | ArrowStream | ArrowArray | SupportsArray | Sequence[Any] | str | bytes | bytearray | memoryview
)
"""Puzzles in one of the accepted forms."""

Key: TypeAlias = Literal["text", "clues", "puzzle", "solution"]
"""What makes two puzzles the same."""

Form: TypeAlias = Literal["minlex", "solution"]
"""A canonical form."""

Strata: TypeAlias = Literal["clues", "guesses", "level"] | Sequence[object] | NDArray[Any] | ArrowStream | ArrowArray | SupportsArray
"""What divides puzzles into strata: a property, or a column with a value for each puzzle."""

RatingName: TypeAlias = Literal["level", "left", "depth", "backdoor", "guesses", "se", "bands", "automorphisms", "difficulty", "redundant"]
"""A rating."""

PuzzleFormat: TypeAlias = Literal["line", "grid"]
"""A format of puzzles as text."""

Keep: TypeAlias = Literal["first", "fewest", "canonical"]
"""Which puzzle of a class stays."""

AnswerFormat: TypeAlias = Literal["line", "csv", "jsonl", "grid", "rows"]
"""A format of results in a file."""

PathLike: TypeAlias = str | _PathLike[str]
"""The path of a file."""
