"""Every kind of input has the answers of the program."""

from __future__ import annotations

import collections
import itertools
import mmap
import pathlib
import tempfile
import typing
from pathlib import Path

import nanoarrow
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bulkdoku
from conftest import EASY, EASY_SOLUTION, EMPTY, HARD, digits, mixed, posix, program, same

PUZZLES = mixed(700)

ASCII = np.frombuffer("".join(PUZZLES).encode(), dtype=np.uint8).reshape(-1, 81)

KINDS = {
    "list": PUZZLES,
    "tuple": tuple(PUZZLES),
    "list of bytes": [puzzle.encode() for puzzle in PUZZLES],
    "text": "".join(f"{puzzle}\n" for puzzle in PUZZLES),
    "bytes": "".join(f"{puzzle}\r\n" for puzzle in PUZZLES).encode(),
    "bytearray": bytearray("\n".join(PUZZLES).encode()),
    "array of ASCII": ASCII,
    "array with a step": np.repeat(ASCII, 3, axis=0)[::3],
    "array in the order of Fortran": np.asfortranarray(ASCII),
    "array of 9 by 9": ASCII.reshape(-1, 9, 9),
    "array of int64": ASCII.astype(np.int64),
    "array of int8": ASCII.astype(np.int8),
    "array of uint16, in the other byte order": ASCII.astype(">u2"),
    "array that is read-only": np.frombuffer(ASCII.tobytes(), dtype=np.uint8).reshape(-1, 81),
    "array of bytes": np.array([puzzle.encode() for puzzle in PUZZLES]),
    "array of str": np.array(PUZZLES),
    "array of objects": np.array(PUZZLES, dtype=object),
    "memoryview": memoryview(ASCII),
    "string": pa.array(PUZZLES),
    "large_string": pa.array(PUZZLES, pa.large_string()),
    "string_view": pa.array(PUZZLES, pa.string_view()),
    "binary": pa.array(PUZZLES, pa.binary()),
    "large_binary": pa.array(PUZZLES, pa.large_binary()),
    "binary_view": pa.array(PUZZLES, pa.binary_view()),
    "fixed_size_binary": pa.array([puzzle.encode() for puzzle in PUZZLES], pa.binary(81)),
    "list of uint8": pa.array(ASCII.tolist(), pa.list_(pa.uint8())),
    "large_list of int64": pa.array(ASCII.tolist(), pa.large_list(pa.int64())),
    "fixed_size_list of int32": pa.array(ASCII.tolist(), pa.list_(pa.int32(), 81)),
    "fixed_size_list": pa.FixedSizeListArray.from_arrays(pa.array(ASCII.reshape(-1)), 81),
    "dictionary": pa.array(PUZZLES).dictionary_encode(),
    "chunked": pa.chunked_array([PUZZLES[:1], PUZZLES[1:1], PUZZLES[1:300], PUZZLES[300:]]),
    "table": pa.table({"id": range(len(PUZZLES)), "puzzle": PUZZLES}),
    "record batch": pa.record_batch({"puzzle": PUZZLES}),
    "polars Series": pl.Series(PUZZLES),
    "polars chunks": pl.concat([pl.Series(PUZZLES[:99]), pl.Series(PUZZLES[99:])], rechunk=False),
    "polars categories": pl.Series(PUZZLES, dtype=pl.Categorical),
    "polars DataFrame": pl.DataFrame({"puzzle": PUZZLES, "id": range(len(PUZZLES))}),
    "pandas Series": pd.Series(PUZZLES),
    "pandas Series of objects": pd.Series(PUZZLES, dtype=object),
    "pandas Series of Arrow": pd.Series(PUZZLES, dtype=pd.ArrowDtype(pa.string())),
    "pandas DataFrame": pd.DataFrame({"quizzes": PUZZLES}),
    "nanoarrow": nanoarrow.Array(PUZZLES, nanoarrow.string()),
}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[bulkdoku.Record]:
    return program(PUZZLES, tmp_path_factory.mktemp("expected"), "--unique")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_input_has_the_answers_of_the_program(kind: str, expected: list[bulkdoku.Record]) -> None:
    for threads in (1, 3):
        assert same(bulkdoku.solve(KINDS[kind], unique=True, threads=threads), expected)


def test_all_verdicts_are_among_them(expected: list[bulkdoku.Record]) -> None:
    assert {record.verdict for record in expected} == {"unique", "multiple", "none", "conflict", "malformed"}


def test_digits_are_the_same_puzzles_as_text() -> None:
    puzzles = [EASY, HARD, EMPTY]
    cells = np.array([digits(puzzle) for puzzle in puzzles])
    text = bulkdoku.solve(puzzles, unique=True)
    for kind in (np.uint8, np.int8, np.int64, np.uint16):
        results = bulkdoku.solve(cells.astype(kind), unique=True)
        assert list(results) == list(text)
    lists = pa.FixedSizeListArray.from_arrays(pa.array(cells.reshape(-1), pa.uint8()), 81)
    assert list(bulkdoku.solve(lists, unique=True)) == list(text)
    assert list(bulkdoku.solve(pl.Series(cells.astype(np.uint8)), unique=True)) == list(text)


def test_views_in_many_buffers_are_read_like_a_list() -> None:
    for rows in (mixed(3000), [EASY, None, *mixed(2500)], [EASY] * 2000 + [f" {HARD} ", "short", "a longer text of no puzzle"]):
        views = pa.array(rows, pa.string_view())
        assert len(views.buffers()) > 5
        for column in (views, views.slice(100, 1000), pa.chunked_array([views[:7], views[7:]])):
            assert list(bulkdoku.solve(column, unique=True)) == list(bulkdoku.solve(column.to_pylist(), unique=True))


def test_records_of_a_text_are_those_of_a_list_with_and_without_malformed_ones() -> None:
    for rows in (mixed(5000), [*mixed(2100), "short", *mixed(2100), "x"]):
        expected = list(bulkdoku.solve(rows, unique=True))
        for ends in ("\n", "\r\n"):
            assert list(bulkdoku.solve(ends.join(rows), unique=True, threads=2)) == expected


def test_digits_and_text_are_told_apart_row_by_row() -> None:
    cells = np.array([digits(EASY), list(EASY.encode()), [1] * 80 + [46]], dtype=np.uint8)
    verdicts = ["solved", "solved", "malformed"]
    for order in itertools.permutations(range(3)):
        shuffled, expected = cells[list(order)], [verdicts[row] for row in order]
        assert [record.verdict for record in bulkdoku.solve(shuffled)] == expected
        ratings = bulkdoku.rate(shuffled)
        assert [verdict == "malformed" for verdict in ratings.to_arrow().column("verdict").to_pylist()] == [
            verdict == "malformed" for verdict in expected
        ]


def test_a_row_of_digits_far_after_rows_of_text_is_found() -> None:
    cells = np.tile(np.frombuffer(EASY.encode(), dtype=np.uint8), (5000, 1))
    cells[4321] = digits(EASY)
    results = bulkdoku.solve(cells, threads=1)
    assert (results.verdicts == results.verdicts[0]).all()
    assert (results.digits == digits(EASY_SOLUTION)).all()


@posix
def test_arrays_and_columns_are_not_copied() -> None:
    cells = np.tile(np.frombuffer(EASY.encode(), dtype=np.uint8), (20_000, 1))
    column = pa.array([EASY] * 20_000)
    for puzzles in (cells, column):
        before = _allocated()
        bulkdoku.solve(puzzles, threads=1)
        peak = _allocated() - before
        assert peak < 20_000 * 98 + 6_000_000, peak  # the results and an engine


def _allocated() -> int:
    """Returns the peak memory of this process in bytes."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


text_or_null = st.one_of(
    st.none(),
    st.sampled_from([EASY, HARD, EMPTY, EASY_SOLUTION, f" {EASY}\n", f"{EASY} remark", "", "#", "\n\n", "é" * 81]),
    st.text(max_size=100),
    st.text(alphabet=".0123456789", min_size=81, max_size=81),
)

arrow_types = st.sampled_from([pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())])


@given(st.lists(text_or_null, max_size=60), arrow_types, st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_slices_and_chunks_have_the_results_of_the_whole(
    puzzles: list[str | None], kind: pa.DataType, data: st.DataObject
) -> None:
    whole = list(bulkdoku.solve(puzzles))
    assert len(whole) == len(puzzles)
    ends = sorted(data.draw(st.lists(st.integers(0, len(puzzles)), max_size=4)))
    borders = [0, *ends, len(puzzles)]
    padded = pa.array([EMPTY, *puzzles, None, EMPTY], kind)
    chunks = [padded.slice(1 + start, end - start) for start, end in zip(borders, borders[1:])]
    column = pa.chunked_array(chunks, kind)
    assert list(bulkdoku.solve(column)) == whole
    assert list(bulkdoku.solve(pl.Series("puzzle", column) if kind != pa.string_view() else column)) == whole
    start = data.draw(st.integers(0, len(puzzles)))
    assert list(bulkdoku.solve(column.slice(start))) == whole[start:]


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.binary(), pa.binary(81), pa.list_(pa.uint8(), 81)], ids=str
)
def test_long_runs_of_rows_in_slices_and_chunks_have_the_results_of_single_rows(kind: pa.DataType) -> None:
    puzzles: list[str | None] = list(mixed(5000))
    puzzles[3000] = puzzles[4097] = None
    rows = [puzzle and puzzle.encode() for puzzle in [EMPTY, *puzzles]]
    expected = [record.verdict for record in bulkdoku.solve(puzzles)]
    whole = pa.array([row and list(row) if pa.types.is_fixed_size_list(kind) else row for row in rows], kind).slice(1)
    chunked = pa.chunked_array([whole.slice(0, 1), whole.slice(1, 0), whole.slice(1, 2500), whole.slice(2501)])
    for column in (whole, chunked):
        for threads in (1, 3):
            results = bulkdoku.solve(column, threads=threads)
            assert [record.verdict for record in results] == expected
            assert not results.digits[results.verdicts > bulkdoku.Verdict.UNIQUE].any()
    assert [record.verdict for record in bulkdoku.solve(whole.slice(17))] == expected[17:]


@given(st.lists(st.binary(min_size=81, max_size=81), max_size=40), st.integers(1, 3), st.integers(0, 10))
@settings(max_examples=100, deadline=None)
def test_any_bytes_have_the_same_results_as_array_and_as_column(rows: list[bytes], step: int, skip: int) -> None:
    cells = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, 81)[::step]
    column = pa.array(rows, pa.binary(81)).take(pa.array(range(0, len(rows), step), pa.int64()))
    array = list(bulkdoku.solve(cells))
    assert list(bulkdoku.solve(column)) == array
    assert list(bulkdoku.solve(column.slice(skip))) == array[skip:]
    text = [row[::1] for row in rows[::step]]
    if not any(max(row) <= 9 for row in text):
        # Bytes are characters in a list but may be digits in an array, and reasons name them accordingly.
        assert same(bulkdoku.solve(text), [record._replace(reason=None) for record in array])


def test_texts_have_the_records_of_files(tmp_path: Path) -> None:
    text = f"# two puzzles\n\n{EASY}\n{EASY[:40]}\n  {HARD} # hard\n"
    assert [record.verdict for record in bulkdoku.solve(text)] == ["solved", "malformed", "solved"]
    table = f'id,note,puzzle\n1,"a, b",{EASY}\n2,"two\nlines",{HARD}\n'
    assert [record.verdict for record in bulkdoku.solve(table)] == ["solved", "solved"]
    grid = "\n".join(EASY[row : row + 9] for row in range(0, 81, 9)) + "\n"
    assert bulkdoku.solve(grid * 3)[2].solution == EASY_SOLUTION
    marks = "".join(cell if cell != "." else "123456789" for cell in EASY)
    assert len(bulkdoku.solve("")) == 0 == len(bulkdoku.solve("# nothing\n"))
    assert bulkdoku.solve(EASY)[0].solution == EASY_SOLUTION
    del marks, tmp_path


def test_samples_of_the_repository_have_the_answers_of_the_program(tmp_path: Path) -> None:
    data = Path(__file__).resolve().parent.parent.parent / "data"
    for name in ("mixed.txt", "solution-counts.txt"):
        if (data / name).exists():
            puzzles = [line.split()[0].split(",")[0] for line in (data / name).read_text().splitlines() if line]
            expected = program(puzzles, tmp_path)
            assert same(bulkdoku.solve(puzzles), expected)
            assert same(bulkdoku.solve(pa.array(puzzles)), expected)


def test_other_kinds_of_sequences_are_accepted() -> None:
    expected = list(bulkdoku.solve([EASY, HARD]))
    rows = [digits(EASY), digits(HARD)]
    nested = [[row[start : start + 9] for start in range(0, 81, 9)] for row in rows]
    text = f"{EASY}\n{HARD}\n".encode()
    views = [memoryview(text), memoryview(bytearray(text)), bytearray(text)]
    with tempfile.TemporaryFile() as file:
        file.write(text)
        file.flush()
        with mmap.mmap(file.fileno(), 0) as mapped:
            assert list(bulkdoku.solve(mapped)) == expected
    frames = [pd.DataFrame(rows), pl.DataFrame(rows, orient="row")]
    others = [collections.deque([EASY, HARD]), iter([EASY, HARD]), (puzzle for puzzle in (EASY, HARD))]
    for puzzles in [rows, tuple(rows), nested, [np.array(row) for row in rows], *views, *frames, *others]:
        assert list(bulkdoku.solve(puzzles)) == expected, type(puzzles)
    assert bulkdoku.solve(rows[0]).tally() == {"solved": 1}
    assert bulkdoku.solve([rows[0], rows[1][:80]]).bad() == [(1, "80 cells where 81 were expected")]


@pytest.mark.parametrize("name", ["puzzles.csv", "data/no such file.txt.gz", "C:\\sets\\hard.parquet"])
def test_the_name_of_a_file_gets_a_hint_to_solve_file(name: str) -> None:
    with pytest.raises(ValueError, match="solve_file reads files"):
        bulkdoku.solve(name)
    with pytest.raises(TypeError, match="solve_file reads files"):
        bulkdoku.solve(pathlib.Path(name))  # type: ignore[arg-type]


def test_arrays_that_are_not_contiguous_or_not_aligned_are_copied() -> None:
    cells = np.array([digits(EASY), digits(HARD)], dtype=np.int32)
    packed = np.zeros(2, dtype=[("a", "i1"), ("p", "i4", (81,))])
    packed["p"] = cells
    shifted = np.frombuffer(b" " + cells.tobytes(), dtype=np.int32, offset=1).reshape(2, 81)
    texts = np.zeros(2, dtype=[("a", "i1"), ("p", "U81")])
    texts["p"] = [EASY, HARD]
    for array in (packed["p"], shifted, texts["p"], cells[::-1][::-1], np.asfortranarray(cells), cells.astype(">i4")):
        assert list(bulkdoku.solve(array)) == list(bulkdoku.solve([EASY, HARD]))


def test_every_type_with_an_index_is_accepted_as_a_number() -> None:
    assert bulkdoku.solve([EASY], threads=np.int64(2), budget=np.uint8(200)).tally() == {"solved": 1}
    assert bulkdoku.count([EMPTY], limit=np.int32(5)).solutions.tolist() == [5]
    assert bulkdoku.generate(np.int64(3), seed=np.uint64(2), clues=np.int64(30)).shape == (3, 81)


def test_the_type_hints_of_all_functions_can_be_read() -> None:
    for name in bulkdoku.__all__:
        if callable(getattr(bulkdoku, name)):
            typing.get_type_hints(getattr(bulkdoku, name))


def test_solutions_are_a_list_or_an_array_of_text_in_one_call() -> None:
    results = bulkdoku.solve([EASY, EMPTY, None, HARD], unique=True)
    assert results.to_list() == [record.solution for record in results]
    assert results.to_numpy().tolist() == [(record.solution or "").encode() for record in results]
    assert bulkdoku.solve([]).to_list() == [] == bulkdoku.solve([]).to_numpy().tolist()


@pytest.mark.parametrize("kind", ["S", "U", object])
def test_arrays_of_texts_have_the_results_of_a_list(kind: Any) -> None:
    for puzzles in ([EASY, HARD], [EASY, "short"], ["", EASY], [EASY, HARD[:-1] + "x"], [EASY[:-1], EASY + "1"], [], ["x" * 81]):
        array = np.array(puzzles, dtype=kind)
        for given in (array, array[::-1][::-1], pd.Series(array.astype(object))):
            texts = [item.decode() if isinstance(item, bytes) else item for item in array.tolist()]
            assert list(bulkdoku.solve(given)) == list(bulkdoku.solve(texts))
    foreign = np.array([EASY, "é" + EASY[1:], "€" + EASY[1:]])
    assert list(bulkdoku.solve(foreign)) == list(bulkdoku.solve(foreign.tolist()))
    assert list(bulkdoku.solve(foreign[:1].astype(">U81"))) == list(bulkdoku.solve([EASY]))
