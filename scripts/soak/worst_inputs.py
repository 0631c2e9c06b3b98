"""Inputs that need the most time and memory for their size: many of one thing, one large thing, and both compressed.

Each is a name, a function that makes a text of about a given number of bytes, and the options that it needs.
"""

import gzip
import itertools
import shutil
import subprocess
from collections.abc import Callable, Iterator
from typing import NamedTuple

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = "".join(PUZZLE[row : row + 9] + "\n" for row in range(0, 81, 9))
MARKS = "".join("".join(d if clue in (".", d) else "." for d in "123456789") for clue in PUZZLE) + "\n"


class Worst(NamedTuple):
    """An input of any size."""

    name: str
    make: Callable[[int], bytes]
    """Makes a text of about this many bytes."""
    options: tuple[str, ...] = ()
    """The options for reading it."""


def relabelled() -> Iterator[str]:
    """Yields equivalent puzzles with different clues."""
    for digits in itertools.cycle(itertools.permutations("123456789")):
        yield PUZZLE.translate(str.maketrans("123456789", "".join(digits)))


def nearly_equal() -> Iterator[str]:
    """Yields puzzles with the same clues, but with blanks written in different ways."""
    blanks = [cell for cell, clue in enumerate(PUZZLE) if clue == "."][:20]
    for number in itertools.count():
        cells = list(PUZZLE)
        for bit, cell in enumerate(blanks):
            cells[cell] = "0" if number >> bit & 1 else "."
        yield "".join(cells)


def equal(unit: str) -> Callable[[int], Iterator[str]]:
    return lambda _: itertools.repeat(unit)


def many(units: Callable[[int], Iterator[str]], before: str = "", after: str = "") -> Callable[[int], bytes]:
    """Returns a function that repeats units up to a size, between two texts."""

    def make(size: int) -> bytes:
        left, pieces = size - len(before) - len(after), [before]
        iterator = units(size)
        first = next(iterator)
        if isinstance(iterator, itertools.repeat):
            pieces.append(first * max(1, left // len(first)))
        else:
            for unit in itertools.chain([first], iterator):
                pieces.append(unit)
                left -= len(unit)
                if left <= 0:
                    break
        return "".join([*pieces, after]).encode()

    return make


def lines(puzzles: Callable[[], Iterator[str]], form: str = "{}\n") -> Callable[[int], Iterator[str]]:
    return lambda _: (form.format(puzzle) for puzzle in puzzles())


def names(name: Callable[[int], str]) -> Callable[[int], bytes]:
    """Returns a function that makes a table with many columns, with the puzzles in the last one."""

    def make(size: int) -> bytes:
        header, length = [], 0
        while length < size * 3 // 4:
            header.append(name(len(header)))
            length += len(header[-1]) + 3
        row = "," * len(header) + PUZZLE + "\n"
        return (",".join([*header, "puzzle"]) + "\n" + row * 2).encode()

    return make


def keys(key: Callable[[int], str]) -> Callable[[int], bytes]:
    """Returns a function that makes objects with many members."""

    def make(size: int) -> bytes:
        members, length = [], 0
        while length < size // 2:
            members.append(f'"{key(len(members))}":0')
            length += len(members[-1]) + 1
        line = "{" + ",".join([*members, f'"puzzle":"{PUZZLE}"']) + "}\n"
        return (line * 2).encode()

    return make


NEARLY = ["a", "A", "a_2", "solution", "solve_solution", "a_2_2", "verdict", "Level"]

RECORDS = [
    Worst("equal lines", many(equal(PUZZLE + "\n"))),
    Worst("distinct lines", many(lines(relabelled))),
    Worst("nearly equal lines", many(lines(nearly_equal))),
    Worst("equal malformed lines", many(equal("12\n"), PUZZLE + "\n")),
    Worst("distinct malformed lines", many(lambda _: (f"{n}\n" for n in itertools.count()), PUZZLE + "\n")),
    Worst("equal rows", many(equal(f"1,{PUZZLE},x\n"), "id,puzzle,note\n")),
    Worst("distinct rows", many(lines(relabelled, "7,{},x\n"), "id,puzzle,note\n")),
    Worst("rows of separators", many(equal(",,\n"), f"id,puzzle,note\n1,{PUZZLE},x\n")),
    Worst("equal objects", many(equal(f'{{"puzzle":"{PUZZLE}"}}\n'))),
    Worst("equal grids", many(equal(GRID))),
    Worst("grids of a row", many(equal("123456789\n\n"), GRID)),
    Worst("equal pencilmarks", many(equal(MARKS))),
    Worst("conflicts", many(equal("55" + PUZZLE[2:] + "\n"))),
    Worst("empty puzzles", many(equal("1" * 3 + "." * 78 + "\n"))),
]

NAMES = [
    Worst("equal names", names(lambda _: "a")),
    Worst("distinct names", names(lambda number: f"c{number}")),
    Worst("nearly equal names", names(lambda number: NEARLY[number % len(NEARLY)])),
    Worst("names with a number", names(lambda number: "a" if number % 2 else f"a_{number}")),
    Worst("empty names", names(lambda _: "")),
    Worst("equal keys", keys(lambda _: "a")),
    Worst("distinct keys", keys(lambda number: f"k{number}")),
    Worst("nearly equal keys", keys(lambda number: NEARLY[number % len(NEARLY)])),
]

GAPS = [
    Worst("comments", many(equal("#\n"), PUZZLE + "\n", PUZZLE + "\n")),
    Worst("blank lines", many(equal("\n"), PUZZLE + "\n", PUZZLE + "\n")),
    Worst("lines of spaces", many(equal("   \n"), PUZZLE + "\n", PUZZLE + "\n")),
    Worst("comments in a table", many(equal("# x,y\n"), f"id,puzzle\n1,{PUZZLE}\n", f"2,{PUZZLE}\n")),
    Worst("comments in a grid", many(equal("# x\n"), GRID + GRID[:30], GRID[30:])),
    Worst("headings", many(equal("Grid 01\n"), GRID, GRID)),
    Worst("ruled lines", many(equal("------+-------+------\n"), GRID + GRID[:30], GRID[30:])),
    Worst("blank lines in a grid", many(equal("\n"), GRID + GRID[:30], GRID[30:])),
    Worst("comments at the end", many(equal("// x\n"), PUZZLE + "\n")),
    Worst("returns", many(equal("\r"), PUZZLE + "\n", "\n" + PUZZLE + "\n")),
    Worst("zeros", many(equal("\0"), PUZZLE + "\n", "\n")),
    Worst("ends of DOS files", many(equal("\x1a\n"), PUZZLE + "\n", PUZZLE + "\n")),
]

LARGE = [
    Worst("a large line", many(equal("x"), PUZZLE + "\n", f"\n{PUZZLE}\n")),
    Worst("a large line of digits", many(equal("1"), PUZZLE + "\n", f"\n{PUZZLE}\n")),
    Worst("a large comment", many(equal("x"), PUZZLE + "\n#", f"\n{PUZZLE}\n")),
    Worst("a large blank line", many(equal(" "), PUZZLE + "\n", f"\n{PUZZLE}\n")),
    Worst("a large text after a puzzle", many(equal("x"), PUZZLE + " ", f"\n{PUZZLE}\n")),
    Worst("a large field", many(equal("x"), f"puzzle,note\n{PUZZLE},", f"\n{PUZZLE},x\n")),
    Worst("a large quoted field", many(equal('x,""\n'), f'puzzle,note\n{PUZZLE},"', f'"\n{PUZZLE},x\n')),
    Worst("a quote that stays open", many(equal(f"{PUZZLE},x\n"), f'puzzle,note\n{PUZZLE},"')),
    Worst("many open quotes", many(equal(f'{PUZZLE},"x\n'), "puzzle,note\n")),
    Worst("many quotes", many(equal('"'), f"puzzle,note\n{PUZZLE},", f"\n{PUZZLE},x\n")),
    Worst("many fields", many(equal(","), f"{PUZZLE},", f"\n{PUZZLE},x\n"), ("--from", "csv", "--column", "1")),
    Worst("many words", many(equal("a "), f"{PUZZLE} ", f"\n{PUZZLE} x\n")),
    Worst("a large name", many(equal("n"), "id,", f",puzzle\n1,2,{PUZZLE}\n")),
    Worst("a large key", many(equal("n"), '{"', f'":1,"puzzle":"{PUZZLE}"}}\n')),
    Worst("a large value", many(equal("n"), f'{{"puzzle":"{PUZZLE}","a":"', '"}\n')),
    Worst("many escapes", many(equal("\\\\"), f'{{"puzzle":"{PUZZLE}","a":"', '"}\n')),
    Worst("deep arrays", many(equal("["), f'{{"puzzle":"{PUZZLE}","a":', "}\n")),
    Worst("objects without ends", many(equal('{"a":'), f'{{"puzzle":"{PUZZLE}"}}\n', "\n")),
    Worst("a large row of a grid", many(equal("1 "), GRID, "\n" + GRID)),
    Worst("a large heading", many(equal("x"), GRID + "[", "\n" + GRID)),
    Worst("a large weight", many(equal("1"), "puzzle,weight\n" + f"{PUZZLE},", f"\n{PUZZLE},1\n")),
]

CELLS = ",".join(clue if clue != "." else "0" for clue in PUZZLE)
MEMBERS = f'{{"id":1,"puzzle":"{PUZZLE}"}}'
LIBRARY = f":0100:5:+{PUZZLE}:"
SPACED = GRID.replace(".", " ")
SHEET = "".join(",".join(clue.strip(".") for clue in PUZZLE[row : row + 9]) + "\n" for row in range(0, 81, 9))
CANDIDATES = "".join(" ".join(clue if clue != "." else "123456789" for clue in PUZZLE[row : row + 9]) + "\n" for row in range(0, 81, 9))

# Decoded formats, and formats with few records of many characters each.
SHAPES = [
    Worst("a document of texts", many(equal(f'"{PUZZLE}",\n'), "[", f'"{PUZZLE}"]\n')),
    Worst("a document of objects", many(equal(f"{MEMBERS},\n"), "[", f"{MEMBERS}]\n")),
    Worst("a document of arrays", many(equal(f"[{CELLS}],"), "[", f"[{CELLS}]]\n")),
    Worst("a document of rows", many(equal(f'["a","{PUZZLE}",1],'), "[", f'["b","{PUZZLE}",2]]\n')),
    Worst("objects of several lines", many(equal(MEMBERS.replace(",", ",\n") + "\n"))),
    Worst("objects with arrays", many(equal(f'{{"puzzle":[{CELLS}]}}\n'))),
    Worst("objects with escapes", many(equal(MEMBERS.replace("puzzle", "puzz\\u006ce") + "\n"))),
    Worst("objects with keys of their own", many(lambda _: (f'{{"k{n}":0,"puzzle":"{PUZZLE}"}}\n' for n in itertools.count()))),
    Worst("blank lines in a document", many(equal("\n"), f"[{MEMBERS},", f"{MEMBERS}]\n")),
    Worst("blank lines between arrays", many(equal("\n"), f"[{CELLS}]\n", f"[{CELLS}]\n")),
    Worst("a large array in a document", many(equal("0,"), f"[{MEMBERS},[", f"0],{MEMBERS}]\n")),
    Worst("a large object in a document", many(lambda _: (f'"{n}":0,' for n in itertools.count()), f"[{MEMBERS},{{", f'"a":0}},{MEMBERS}]\n')),
    Worst("deep arrays in a document", many(equal("["), f"[{MEMBERS},", "]\n")),
    Worst("numbers in a document", many(equal("1,"), "[1,2,", "1]\n")),
    Worst("rows with quotes", many(equal(f'"a,{PUZZLE}"\n'), '"id,puzzle"\n')),
    Worst("lines that end in returns", many(equal(PUZZLE + "\r"))),
    Worst("sections", many(equal(f"[Puzzle]\n{GRID}[Note]\n{GRID}"))),
    Worst("sections of a line", many(equal("[Note]\nx\n"), f"[Puzzle]\n{GRID}")),
    Worst("library", many(equal(LIBRARY + "111 222 333:::\n"))),
    Worst("a large list of candidates", many(equal("111 "), f"{LIBRARY}:::\n{LIBRARY}", ":::\n"), ("--from", "pencilmark")),
    Worst("columns of cells", many(equal(CELLS + "\n"))),
    Worst("columns of cells and more", many(equal(",9"), f"{CELLS}\n{CELLS}", "\n")),
    Worst("grids with spaces", many(equal(SPACED + "\n"))),
    Worst("grids of a spreadsheet", many(equal(SHEET + "\n"))),
    Worst("grids of candidates", many(equal(CANDIDATES + "\n"))),
    Worst("a large row of candidates", many(equal("1"), CANDIDATES + "\n", " 2 3 4 5 6 7 8 9\n" + CANDIDATES)),
    Worst("puzzles in a text", many(equal(f"x?bd={PUZZLE}&"), "", "\n"), ("--from", "scan")),
    Worst("runs that are too long", many(equal(f"{PUZZLE}1 "), "", "\n"), ("--from", "scan")),
    Worst("a large run", many(equal(PUZZLE), "", f" {PUZZLE}\n"), ("--from", "scan")),
    Worst("UTF-16", lambda size: ("\ufeff" + (PUZZLE + "\n") * (size // 164)).encode("utf-16-le")),
]

KINDS = {"many records": RECORDS, "many names": NAMES, "many between records": GAPS, "one large": LARGE, "other formats": SHAPES}


def compressed(text: bytes, how: str) -> bytes:
    """Returns a text compressed into one or a thousand members."""
    if how == "zst":
        return subprocess.run(["zstd", "-q", "-5"], input=text, capture_output=True, check=True).stdout
    if how == "members":
        size = max(1, len(text) // 1000)
        return b"".join(gzip.compress(text[at : at + size], 1) for at in range(0, len(text), size))
    return gzip.compress(text, 6)


COMPRESSIONS = ["gz", "members"] + (["zst"] if shutil.which("zstd") else [])
