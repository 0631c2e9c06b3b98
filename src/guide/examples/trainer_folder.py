"""usage: trainer_folder.py ROWS.csv FOLDER

Writes to FOLDER what the trainers of HRM and TRM read. ROWS.csv has the columns line, puzzle and solution, as `bulkdoku augment
--format csv` and `bulkdoku solve --keep-columns` write them: the rows of one line are a group, of which a trainer takes one
puzzle in every epoch.
"""

import csv
import itertools
import json
import struct
import sys

table, folder = sys.argv[1:]


def save(name, kind, shape, numbers):
    """Writes an array of numbers, given as bytes, as numpy.save does."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    with open(f"{folder}/all__{name}.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + numbers)


def save_indices(name, numbers):
    """Writes an array of int32."""
    save(name, "<i4", f"({len(numbers)},)", struct.pack(f"<{len(numbers)}i", *numbers))


def save_tokens(name, texts):
    """Writes a row for each text of 81 cells: 1 for a blank, 2 to 10 for the digits, and 0, which is ignored, without a text."""
    tokens = [bytes(max(ord(cell), 48) - 47 for cell in text) or bytes(81) for text in texts]
    save(name, "|u1", f"({len(tokens)}, 81)", b"".join(tokens))


with open(table, newline="") as file:
    rows = list(csv.DictReader(file))
save_tokens("inputs", [row["puzzle"] for row in rows])
save_tokens("labels", [row["solution"] for row in rows])
groups = [len(list(group)) for _, group in itertools.groupby(rows, lambda row: row["line"])]
ends = [0, *itertools.accumulate(groups)]
save_indices("group_indices", ends)
save_indices("puzzle_indices", range(ends[-1] + 1))
save_indices("puzzle_identifiers", [0] * ends[-1])
with open(f"{folder}/dataset.json", "w") as file:
    about = {"pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 11, "seq_len": 81, "sets": ["all"]}
    sizes = {"num_puzzle_identifiers": 1, "mean_puzzle_examples": 1, "total_groups": len(groups), "total_puzzles": ends[-1]}
    json.dump(about | sizes, file)
