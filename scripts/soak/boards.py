"""Boards with known numbers of solutions, which a plain search counts, and files with equivalents of them in random formats."""

import gzip
import shutil
import subprocess

HOUSES = [[[9 * h + i for i in range(9)], [9 * i + h for i in range(9)]] for h in range(9)]
HOUSES = [house for pair in HOUSES for house in pair]
HOUSES += [[27 * (b // 3) + 3 * (b % 3) + 9 * i + j for i in range(3) for j in range(3)] for b in range(9)]
PEERS = [sorted({other for house in HOUSES if cell in house for other in house} - {cell}) for cell in range(81)]

GRID = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

# The most solutions to count, and the most search steps for a board that is used.
MOST = 12
STEPS = 3000

# The number of boards at the start.
FIRST_BOARDS = 60


def count_solutions(board):
    """Returns the number of solutions of a board, up to MOST, or None if that takes too many steps."""
    left = [0x1FF] * 81
    for cell, clue in enumerate(board):
        if clue != ".":
            left[cell] = 1 << (int(clue) - 1)
    steps = 0

    def search(left, open_cells):
        nonlocal steps
        steps += 1
        if steps > STEPS:
            raise TimeoutError
        if not open_cells:
            return 1
        cell = min(open_cells, key=lambda cell: left[cell].bit_count())
        rest, found = open_cells - {cell}, 0
        for digit in range(9):
            bit = 1 << digit
            if left[cell] & bit:
                child = left[:]
                for peer in PEERS[cell]:
                    child[peer] &= ~bit
                if all(child[peer] for peer in PEERS[cell]):
                    child[cell] = bit
                    found += search(child, rest)
                    if found >= MOST:
                        return MOST
        return found

    try:
        return search(left, frozenset(range(81)))
    except TimeoutError:
        return None


def is_solution(board, answer):
    fits = all(clue in (".", digit) for clue, digit in zip(board, answer))
    return len(answer) == 81 and fits and all(len({answer[c] for c in house} & set("123456789")) == 9 for house in HOUSES)


def has_conflict(board):
    return any(board[cell] != "." and board[cell] == board[peer] for cell in range(81) for peer in PEERS[cell])


def rearranged(draw, board):
    """Returns a random equivalent of a board."""
    def order():
        return [3 * band + line for band in draw.sample(range(3), 3) for line in draw.sample(range(3), 3)]

    rows, columns, flip = order(), order(), draw.random() < 0.5
    labels = dict(zip("123456789.", draw.sample("123456789", 9) + ["."]))
    cells = [(c, r) if flip else (r, c) for r in rows for c in columns]
    return "".join(labels[board[9 * r + c]] for r, c in cells)


class Boards:
    """Boards with known numbers of solutions, no two of them equivalent except by chance in a million."""

    def __init__(self, draw):
        self.draw, self.known, self.grids = draw, [], [GRID]
        while len(self.known) < FIRST_BOARDS:
            self.add()

    def add(self):
        draw = self.draw
        grid = list(rearranged(draw, draw.choice(self.grids)))
        clues = draw.choice([22, 24, 26, 28, 30, 34, 40, 50])
        board = ["."] * 81
        for cell in draw.sample(range(81), clues):
            board[cell] = grid[cell]
        for _ in range(draw.choice([0, 0, 0, 0, 0, 1, 2])):
            board[draw.randrange(81)] = draw.choice("123456789")
        board = "".join(board)
        count = count_solutions(board)
        if count is not None:
            self.known.append((board, count, has_conflict(board)))

    def records(self, most):
        """Returns records of (number of the board, text, number of solutions, whether there is a conflict)."""
        chosen = self.draw.sample(range(len(self.known)), min(len(self.known), self.draw.randint(1, 30)))
        records = []
        for _ in range(self.draw.randint(1, most)):
            number = self.draw.choice(chosen)
            board, count, conflict = self.known[number]
            records.append((number, rearranged(self.draw, board), count, conflict))
        return records


# The formats with clues: others have no canonical form.
CLUES = ("line", "csv", "quoted", "grid")

MALFORMED = (None, "", 0, False)


def marks(board):
    return "".join("".join(d if clue in (".", d) else "." for d in "123456789") for clue in board)


class File:
    """A file with these records, in a random format."""

    def __init__(self, draw, folder, records, kinds=("line", "line", "csv", "csv", "quoted", "grid", "marks")):
        self.kind = draw.choice(kinds)
        self.records, self.draw = records, draw
        blank = draw.choice([".", "0"])
        end = draw.choice(["\n", "\r\n"])
        delimiter = draw.choice(",;\t|")
        self.text = self.header(delimiter)
        for number, record in enumerate(records):
            self.text += self.lines(number, record, blank, delimiter)
        self.text = self.text.replace("\n", end)
        if draw.random() < 0.2:
            self.text = self.text.rstrip("\r\n")
        data = self.text.encode()
        if draw.random() < 0.1:
            data = b"\xef\xbb\xbf" + data
        packing = draw.choice(["", "", "", ".gz", ".zst" if shutil.which("zstd") else ".gz"])
        self.path = folder / f"input.{self.kind}{packing}"
        if packing == ".gz":
            data = gzip.compress(data, 1)
        elif packing == ".zst":
            data = subprocess.run(["zstd", "-q", "-1"], input=data, capture_output=True, check=True).stdout
        self.path.write_bytes(data)

    def header(self, delimiter):
        if self.kind in ("csv", "quoted") and self.draw.random() < 0.7:
            return f"id{delimiter}puzzle{delimiter}note\n"
        return ""

    def lines(self, number, record, blank, delimiter):
        board = record[1].replace(".", blank)
        if record is MALFORMED:
            board = self.draw.choice(["1" * 80, "." * 79 + "k.", "1" * 40, "1" * 82])  # lines of words are headings
        if self.kind == "line":
            return board + self.draw.choice(["", "", "", " 2.5"]) + "\n"
        if self.kind == "grid":
            return "".join(board[row : row + 9] + "\n" for row in range(0, 81, 9)) + "\n"
        if self.kind == "marks":
            return (marks(record[1]) if record[1] else board) + "\n"
        note = f'"a{delimiter}""b"" \n c"' if self.kind == "quoted" else "note"
        return f"{number}{delimiter}{board}{delimiter}{note}\n"
